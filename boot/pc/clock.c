// The reference clock (HPET, else the ACPI power-management timer, else the counter itself, if CPUID says its rate) and
// the wall clock (the CMOS real-time clock, MC146818). The first two are narrow and are widened here, by the wraps
// since the reading before; the counter is read as nanoseconds.
#include "base/counter_rate.h"
#include "base/wide.h"
#include "boot/pc/instruction.h"
#include "boot/pc/pc.h"

#define HPET_CAPABILITIES 0x00 // upper half: period in fs
#define HPET_CONFIGURATION 0x10
#define HPET_COUNTER 0xf0
#define HPET_ENABLE 1u
#define HPET_MAX_PERIOD_FS 100000000u
#define PM_TIMER_PERIOD_FS 279365115u // 3.579545 MHz, to 1 in 10^9
#define RATE_SHIFT 32
#define NS_PERIOD_FS 1000000u

static volatile u32 *hpet;
static u32 reference_mask;
static u64 reference_last; // widened: at most one wrap before any reading to come
static u64 ns_per_tick;    // shifted by RATE_SHIFT; 0: the reference is another clock than the counter

static u32 read_narrow(void) {
    if (hpet) return hpet[HPET_COUNTER / 4];
    return inl(acpi.pm_timer_port) & reference_mask;
}

// Processors and interrupts may read at once: each widens what it reads by an earlier reading, whichever that is.
u64 machine_reference(void) {
    if (ns_per_tick) return wide_multiply_shift(machine_ticks(), ns_per_tick, RATE_SHIFT);
    u64 last = __atomic_load_n(&reference_last, __ATOMIC_ACQUIRE); // before the clock is read
    u64 now = (last & ~(u64)reference_mask) + read_narrow();
    if (now < last) now += (u64)reference_mask + 1;
    __atomic_store_n(&reference_last, now, __ATOMIC_RELEASE);
    return now;
}

static bool start_hpet(void) {
    if (!acpi.hpet_address) return false;
    volatile u32 *registers = tables_map_device(acpi.hpet_address, 0x400);
    u32 period = registers[HPET_CAPABILITIES / 4 + 1];
    if (!period || period > HPET_MAX_PERIOD_FS) return false;
    registers[HPET_CONFIGURATION / 4] |= HPET_ENABLE;
    hpet = registers;
    reference_mask = UINT32_MAX;
    machine.reference_name = "hpet";
    machine.reference_period_fs = period;
    return true;
}

static bool start_pm_timer(void) {
    if (!acpi.pm_timer_port) return false;
    reference_mask = acpi.pm_timer_32_bits ? UINT32_MAX : 0xffffff;
    machine.reference_name = "acpi-pm";
    machine.reference_period_fs = PM_TIMER_PERIOD_FS;
    return true;
}

static bool start_counter(void) {
    struct counter_rate rate = counter_rate_read();
    if (!rate.hz) return false;
    ns_per_tick = wide_multiply_divide(1000000000, 1ull << RATE_SHIFT, rate.hz);
    machine.reference_name = "tsc";
    machine.reference_period_fs = NS_PERIOD_FS;
    return true;
}

void reference_init(void) {
    if (start_hpet() || start_pm_timer() || start_counter()) return;
    pc_die(
        "there is no clock: neither an HPET nor an ACPI timer, and CPUID does not say the counter's rate (leaves 15H, "
        "16H and 4000_0010H)");
}

s64 machine_away_ns(void) { return 0; } // a hypervisor does not report it

// ---- Wall clock

enum {
    RTC_SECOND = 0,
    RTC_MINUTE = 2,
    RTC_HOUR = 4,
    RTC_DAY = 7,
    RTC_MONTH = 8,
    RTC_YEAR = 9,
    RTC_STATUS_A = 10,
    RTC_STATUS_B = 11
};
#define RTC_UPDATING 0x80
#define RTC_24_HOURS 2
#define RTC_BINARY 4
#define RTC_PM 0x80
#define RTC_TRIES 1000

struct rtc_time {
    u8 second, minute, hour, day, month, year;
};

static u8 rtc_read(u8 number) {
    outb(0x70, number);
    return inb(0x71);
}

static struct rtc_time rtc_read_all(void) {
    for (unsigned i = 0; i < RTC_TRIES && (rtc_read(RTC_STATUS_A) & RTC_UPDATING); i++) pause();
    return (struct rtc_time){rtc_read(RTC_SECOND), rtc_read(RTC_MINUTE), rtc_read(RTC_HOUR),
                             rtc_read(RTC_DAY),    rtc_read(RTC_MONTH),  rtc_read(RTC_YEAR)};
}

static bool is_same(const struct rtc_time *a, const struct rtc_time *b) {
    return a->second == b->second && a->minute == b->minute && a->hour == b->hour && a->day == b->day &&
           a->month == b->month && a->year == b->year;
}

static u32 from_bcd(u32 value) { return (value >> 4) * 10 + (value & 15); }

// Days from 1970-01-01 to the given day of the Gregorian calendar: years are counted from March, so that a leap day
// comes last in its year.
static s64 days_since_1970(u32 year, u32 month, u32 day) {
    u32 shifted = month > 2 ? year : year - 1;
    u32 from_march = (month + 9) % 12;
    return (s64)shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + (from_march * 153 + 2) / 5 + day - 1 -
           719468;
}

s64 machine_wall_ns(u64 *error_ns) {
    struct rtc_time time = rtc_read_all(), again = rtc_read_all();
    for (unsigned i = 0; i < RTC_TRIES && !is_same(&time, &again); i++) {
        time = again;
        again = rtc_read_all();
    }
    u8 status = rtc_read(RTC_STATUS_B);
    bool afternoon = !(status & RTC_24_HOURS) && (time.hour & RTC_PM);
    u32 second = time.second, minute = time.minute, hour = time.hour & ~(afternoon ? RTC_PM : 0), day = time.day,
        month = time.month, year = time.year;
    if (!(status & RTC_BINARY)) {
        second = from_bcd(second), minute = from_bcd(minute), hour = from_bcd(hour);
        day = from_bcd(day), month = from_bcd(month), year = from_bcd(year);
    }
    if (!(status & RTC_24_HOURS)) hour = hour % 12 + (afternoon ? 12 : 0);
    s64 seconds = days_since_1970(2000 + year, month, day) * 86400 + hour * 3600 + minute * 60 + second;
    *error_ns = 1000000000;
    return seconds * 1000000000;
}

// ---- Counters: there are none

bool machine_counters_start(const u32 *numbers, u32 count) { return (void)numbers, (void)count, false; }
void machine_counters_read(u32 processor, s64 *values) { (void)processor, (void)values; }
