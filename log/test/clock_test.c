// The clock: conversions compared with 128-bit arithmetic, the frequency as CPUID or a reference clock gives it, and
// anchors through uptimes of years. Time is simulated: a counter and a reference clock of known rates. The file is
// included, not linked, so that machine, processor and region can be this test's own.
#include <stdlib.h>
#include <string.h>

#include "tap.h"

#define BASE_CPUID_H
#include "base/types.h"
struct cpuid {
    u32 eax, ebx, ecx, edx;
};
static struct cpuid cpuid_read(u32 leaf, u32 subleaf);

#include "base/counter_rate.c"
#include "log/clock.c"

typedef unsigned __int128 u128;
typedef __int128 s128;

#define ANCHORS 16u
#define ROOM 5461u // in a region of 64 MiB
#define DAY_NS (86400 * 1000000000ull)
#define WALL_AT_START 1700000000000000000ll
#define WALL_ERROR_NS 1000u

struct log_state log_state;
struct machine machine;

// ---- The world

static u64 true_hz, ticks_now, reading_ticks, delay_ticks;
static u64 changed_ticks, changed_ns; // since when the counter has had true_hz, and at what time
static u64 cpuid_highest, cpuid_tsc_hz, cpuid_base_mhz, hypervisor_khz; // 0 if the leaf says nothing
static s64 away_ns, host_ticks;
static u64 losses[LOSS_CAUSES];

static u64 true_ns(u64 ticks) { return changed_ns + (u64)((u128)(ticks - changed_ticks) * NS_PER_SECOND / true_hz); }

// From now on the counter runs at another rate.
static void change_hz(u64 hz) {
    changed_ns = true_ns(ticks_now);
    changed_ticks = ticks_now;
    true_hz = hz;
}

u64 log_ticks(void) { return ticks_now += reading_ticks; }
u64 log_ticks_ordered(void) { return log_ticks(); }

// Counts from anywhere; a slow one returns later than it is asked.
u64 machine_reference(void) {
    ticks_now += delay_ticks;
    return 987654321 + (u64)((u128)true_ns(ticks_now) * 1000000 / machine.reference_period_fs);
}

s64 machine_wall_ns(u64 *error_ns) {
    *error_ns = WALL_ERROR_NS;
    return WALL_AT_START + (s64)true_ns(log_ticks());
}

s64 machine_away_ns(void) { return away_ns; }
bool machine_interrupts_off(void) { return true; }
void machine_interrupts_restore(bool on) { (void)on; }
struct log_cpu *log_cpu_self(void) {
    return &log_state.cpus[0];
}
void ledger_host(struct log_cpu *cpu, u64 now, s64 ticks) { (void)cpu, (void)now, host_ticks = ticks; }

static struct cpuid cpuid_read(u32 leaf, u32 subleaf) {
    (void)subleaf;
    switch (leaf) {
    case 0: return (struct cpuid){.eax = (u32)cpuid_highest};
    case 1: return (struct cpuid){.ecx = hypervisor_khz ? 1u << 31 : 0};
    case 0x15: return cpuid_tsc_hz ? (struct cpuid){2, (u32)(cpuid_tsc_hz / 12500000), 25000000, 0} : (struct cpuid){0};
    case 0x16: return (struct cpuid){.eax = (u32)cpuid_base_mhz};
    case 0x40000000: return (struct cpuid){.eax = 0x40000010};
    case 0x40000010: return (struct cpuid){.eax = (u32)hypervisor_khz};
    default: return (struct cpuid){1, 1, 1, 1}; // another leaf's data
    }
}

static void start(u64 hz, const char *reference, u64 period_fs, u32 flags) {
    static struct region_section anchors_section;
    free(log_state.region);
    free(log_state.anchors);
    log_state = (struct log_state){.config = {.flags = flags, .epoch_ns = 5}, .loss = losses};
    log_state.region = calloc(1, sizeof(*log_state.region));
    log_state.anchors = calloc(ANCHORS, sizeof(*log_state.anchors));
    anchors_section = (struct region_section){.entry_bytes = sizeof(struct region_anchor),
                                              .bytes = ANCHORS * sizeof(struct region_anchor)};
    log_state.anchors_section = &anchors_section;
    machine = (struct machine){.reference_name = reference,
                               .reference_period_fs = period_fs,
                               .invariant_counter = true,
                               .entry_ticks = 1000000007};
    memset(losses, 0, sizeof(losses));
    memset(&clock, 0, sizeof(clock));
    true_hz = hz;
    changed_ticks = machine.entry_ticks;
    changed_ns = 0;
    ticks_now = machine.entry_ticks + hz / 50; // the kernel has been booting for 20 ms
    reading_ticks = 40;
    delay_ticks = 300;
    cpuid_highest = cpuid_tsc_hz = cpuid_base_mhz = hypervisor_khz = 0;
    away_ns = host_ticks = 0;
}

// ---- Arithmetic

static u64 difference(u64 a, u64 b) { return a > b ? a - b : b - a; }

static u64 any_u64(u32 most_bits) {
    u64 value = (u64)rand() << 62 ^ (u64)rand() << 31 ^ (u64)rand();
    return value >> (64 - most_bits + (u32)rand() % most_bits);
}

static void test_wide(void) {
    u32 wrong = 0;
    srand(1);
    for (u32 i = 0; i < 100000; i++) {
        u64 a = any_u64(64), b = any_u64(64), divisor = any_u64(64) | 1;
        u32 shift = 1 + (u32)rand() % 63;
        u128 product = (u128)a * b;
        wrong += product >> shift <= UINT64_MAX && wide_multiply_shift(a, b, shift) != (u64)(product >> shift);
        if (product / divisor <= UINT64_MAX) wrong += wide_multiply_divide(a, b, divisor) != (u64)(product / divisor);
    }
    tap_is_int(wrong, 0, "100,000 products through 128 bits");
    tap_ok(wide_multiply_divide(UINT64_MAX, UINT64_MAX, UINT64_MAX) == UINT64_MAX, "the largest too");
}

static const u64 rates[] = {250000000, 999999937, 1000000000, 2419200000, 3579545001, 3999999999};

static void test_scale(void) {
    u32 wrong = 0, back = 0;
    for (u32 i = 0; i < COUNT_OF(rates); i++) {
        u64 hz = rates[i];
        struct clock_scale scale = clock_scale_of(hz);
        for (u32 k = 0; k < 20000; k++) {
            u64 ns = (u64)(any_u64(59)); // up to 18 years
            u64 ticks = (u64)((u128)ns * hz / NS_PER_SECOND);
            u64 got_ticks = clock_ticks_of_ns(&scale, ns), got_ns = clock_ns_of_ticks(&scale, ticks);
            wrong += difference(got_ticks, ticks) > ticks / 900000000 + 1;
            wrong += difference(got_ns, ns) > ns / 900000000 + NS_PER_SECOND / hz + 1;
            u64 again = clock_ns_of_ticks(&scale, got_ticks);
            back += difference(again, ns) > ns / 450000000 + NS_PER_SECOND / hz + 2;
        }
    }
    tap_is_int(wrong, 0, "ticks and nanoseconds through 18 years, at rates from 250 MHz to 4 GHz");
    tap_is_int(back, 0, "and there and back");
}

static void test_rate(void) {
    u32 wrong = 0;
    for (u32 i = 0; i < 100000; i++) {
        u64 ns = 1000 + any_u64(34), ticks = (u64)((u128)ns * rates[(u32)rand() % COUNT_OF(rates)] / NS_PER_SECOND);
        wrong += clock_hz(ticks, ns) != (u64)((u128)ticks * NS_PER_SECOND / ns);
    }
    tap_is_int(wrong, 0, "the rate by an interval of up to 17 s");
    tap_is_int((long long)clock_distance_ppb(1000000001, 1000000000), 1, "a distance of 1 in 1e9");
    tap_is_int((long long)clock_distance_ppb(999999000, 1000000000), 1000, "and below");
    tap_ok(clock_distance_ppb(UINT64_MAX, 1) == UINT64_MAX, "one that is no distance any more");
}

// ---- The frequency

static const struct {
    const char *name;
    u64 period_fs;
} references[] = {{"hpet", 69841279}, {"acpi-pm", 279365114}, {"monotonic", 1000000}};

static void test_measured(void) {
    static const enum clock_source sources[] = {CLOCK_SOURCE_HPET, CLOCK_SOURCE_PM_TIMER, CLOCK_SOURCE_OS};
    for (u32 i = 0; i < COUNT_OF(references); i++) {
        u32 wrong = 0;
        for (u32 k = 0; k < COUNT_OF(rates); k++) {
            start(rates[k], references[i].name, references[i].period_fs, 0);
            reading_ticks = rates[k] / 25000000 + 1;
            delay_ticks = rates[k] / 3000000 + 1;
            clock_init();
            s64 before = log_wall_ns();
            u64 ticks = ticks_now;
            clock_calibrate();
            const struct region_clock *told = &log_state.region->clock;
            wrong += told->source != sources[i] || !told->trusted || !told->invariant;
            wrong += clock_distance_ppb(told->hz, true_hz) > told->error_ppb;
            wrong += told->error_ppb > 200000; // in 20 ms, a reading's time
            wrong += log_hz() != told->hz;
            // The wall clock continues where it was, at the rate that is known now
            s64 passed = (s64)((u128)(ticks_now - ticks) * NS_PER_SECOND / true_hz);
            wrong += before + passed - log_wall_ns() > 200000 || log_wall_ns() - before - passed > 200000;
        }
        tap_is_int(wrong, 0, references[i].name);
    }
}

static void test_cpuid(void) {
    start(2500000000, "hpet", 10000000, 0);
    cpuid_highest = 0x16;
    cpuid_tsc_hz = 2500000000;
    clock_init();
    tap_ok(log_hz() == 2500000000 && log_state.region->clock.source == CLOCK_SOURCE_CPUID, "CPUID tells the rate");
    clock_calibrate();
    tap_ok(log_hz() == 2500000000 && log_state.region->clock.error_ppb < 100000, "and agrees with what is measured");
    start(2500000000, "hpet", 10000000, 0);
    cpuid_highest = 0x16;
    cpuid_tsc_hz = 2600000000;
    clock_init();
    clock_calibrate();
    tap_ok(clock_distance_ppb(log_hz(), true_hz) < 100000 && log_state.region->clock.source == CLOCK_SOURCE_HPET,
           "where it does not, what is measured counts");
    start(2000000000, "hpet", 10000000, 0);
    cpuid_highest = 0x14;
    cpuid_tsc_hz = 1;
    hypervisor_khz = 2000000;
    clock_init();
    tap_ok(log_hz() == 2000000000 && log_state.region->clock.source == CLOCK_SOURCE_HYPERVISOR,
           "a hypervisor tells it, and no leaf above the highest is asked");
    start(2899999993, "hpet", 10000000, 0);
    cpuid_highest = 0x16;
    cpuid_base_mhz = 2900;
    clock_init();
    tap_ok(log_hz() == 2900000000 && log_state.region->clock.source == CLOCK_SOURCE_CPUID_BASE,
           "or at least the nominal one");
    clock_calibrate();
    tap_ok(log_state.region->clock.source == CLOCK_SOURCE_HPET && log_hz() != 2900000000,
           "which is less than what can be measured well");
    start(2899999993, "acpi-pm", 279365114, 0);
    cpuid_highest = 0x16;
    cpuid_base_mhz = 2900;
    delay_ticks = true_hz / 20000; // the reference clock takes 50 us to read
    clock_init();
    clock_calibrate();
    const struct region_clock *told = &log_state.region->clock;
    tap_ok(told->source == CLOCK_SOURCE_CPUID_BASE && told->error_ppb > 172000 && told->error_ppb < 173000,
           "and more than what cannot, with an error of half a megahertz: %u ppb", (u32)told->error_ppb);
    start(1234567890, "monotonic", 1000000, 0);
    machine.invariant_counter = false;
    clock_init();
    clock_calibrate();
    tap_ok(!log_state.region->clock.trusted, "a counter whose rate may change is not trusted");
}

// On a machine without a reference clock the counter is its own. It is 80 ppm slower than CPUID says, and what is said
// of it covers that, also after a run in which its anchors agree perfectly.
static void test_no_reference(void) {
    static const struct {
        u64 hz, crystal_hz, base_mhz, hypervisor_khz;
        enum clock_source source;
    } cases[] = {{2500000000, 2500000000, 0, 0, CLOCK_SOURCE_CPUID},
                 {2900000000, 0, 2900, 0, CLOCK_SOURCE_CPUID_BASE},
                 {2100000000, 0, 0, 2100000, CLOCK_SOURCE_HYPERVISOR}};
    for (u32 i = 0; i < COUNT_OF(cases); i++) {
        start(cases[i].hz, "tsc", 1000000, 0);
        cpuid_highest = 0x16;
        cpuid_tsc_hz = cases[i].crystal_hz, cpuid_base_mhz = cases[i].base_mhz;
        hypervisor_khz = cases[i].hypervisor_khz;
        clock_init();
        clock_calibrate();
        for (u32 k = 0; k < 5; k++) {
            ticks_now += cases[i].hz * 2;
            clock_tick(ticks_now);
        }
        const struct region_clock *told = &log_state.region->clock;
        tap_ok(told->hz == cases[i].hz && told->source == cases[i].source && told->trusted, "no reference clock: rate");
        tap_is_int(told->reference, cases[i].source, "  the trace says that there is none");
        tap_ok(clock_distance_ppb(cases[i].hz, cases[i].hz - cases[i].hz / 12500) < told->error_ppb &&
                   told->error_ppb < 300000,
               "  the error is that of a crystal: %u ppb", (u32)told->error_ppb);
    }
}

// What no processor has is not believed.
static void test_absurd(void) {
    start(2500000000, "hpet", 10000000, 0);
    cpuid_highest = 0x16;
    cpuid_tsc_hz = 12500000;
    tap_is_int(counter_rate_read().source, COUNTER_RATE_UNKNOWN, "a rate of 12.5 MHz is none");
    cpuid_tsc_hz = 5ull << 32;
    tap_is_int(counter_rate_read().source, COUNTER_RATE_UNKNOWN, "nor is one of 21 GHz");
    cpuid_base_mhz = 0x10000 | 100;
    hypervisor_khz = 1;
    tap_is_int(counter_rate_read().source, COUNTER_RATE_UNKNOWN, "nor 100 MHz, nor 1 kHz");
    cpuid_base_mhz = 3000;
    tap_ok(counter_rate_read().source == COUNTER_RATE_BASE && counter_rate_read().hz == 3000000000,
           "then the next leaf");
}

// ---- Anchors

static u64 anchor_faults(void) {
    u64 faults = 0;
    for (u32 i = 0; i < log_state.anchors_section->used; i++) {
        const struct region_anchor *anchor = &log_state.anchors[i];
        u64 ns = true_ns(anchor->ticks);
        // What a reading takes, the reference clock's step, and the rate's error over the time before the first pair
        u64 allowed = anchor->error_ns + machine.reference_period_fs / 1000000 + 2000;
        faults += difference(anchor->monotonic_ns, ns) > allowed;
        s64 wall = anchor->wall_ns - WALL_AT_START;
        faults += wall < 0 || difference((u64)wall, ns) > allowed + 200000;
        faults += i && anchor[-1].ticks >= anchor->ticks;
    }
    return faults;
}

static void test_anchors(void) {
    static const u64 days[] = {0, 1, 17, 18, 40, 163, 164, 400, 1000, 2000, 3600};
    for (u32 i = 0; i < COUNT_OF(references); i++) {
        start(2899999993, references[i].name, references[i].period_fs, 0);
        clock_init();
        clock_calibrate();
        for (u32 k = 0; k < COUNT_OF(days); k++) {
            ticks_now =
                machine.entry_ticks + (u64)((u128)(days[k] * DAY_NS + 5 * NS_PER_SECOND) * true_hz / NS_PER_SECOND);
            clock_tick(ticks_now);
        }
        tap_ok(log_state.anchors_section->used >= COUNT_OF(days) - 2, "an anchor now and then");
        tap_is_int((long long)anchor_faults(), 0, "is right after ten years still");
    }
}

static void test_often(void) {
    start(1000000000, "monotonic", 1000000, 0);
    clock_init();
    clock_calibrate();
    u64 end = ticks_now + 5 * true_hz;
    while (ticks_now < end) {
        ticks_now += true_hz / 100;
        clock_tick(ticks_now);
    }
    tap_ok(log_state.anchors_section->used >= 9 && log_state.anchors_section->used <= 12,
           "one each second, and more at the beginning: %u in 5 s", (u32)log_state.anchors_section->used);
    for (u32 i = 0; i < ANCHORS; i++) clock_anchor();
    tap_is_int((long long)log_state.anchors_section->used, ANCHORS, "no more than there is room for");
    tap_ok(losses[LOSS_ANCHORS] && losses[LOSS_ANCHORS] == log_state.anchors_section->lost, "the others are counted");
}

// A counter that changes its rate, or is not known to be constant: the log's clock follows the reference clock, without
// a step.
static void test_following(bool invariant) {
    static const u64 later[] = {2000000000, 1500000000, 3100000000, 800000000, 2000000000};
    start(2000000000, "hpet", 69841279, 0);
    machine.invariant_counter = invariant;
    free(log_state.anchors);
    log_state.anchors = calloc(ROOM, sizeof(*log_state.anchors));
    log_state.anchors_section->bytes = ROOM * sizeof(*log_state.anchors);
    clock_init();
    clock_calibrate();
    u64 back = 0, steps = 0, most = 0;
    s64 last = log_monotonic_ns();
    for (u32 i = 0; i < COUNT_OF(later); i++) {
        change_hz(later[i]);
        for (u32 beat = 0; beat < 100; beat++) {
            ticks_now += true_hz / 50; // 20 ms
            clock_tick(ticks_now);
            s64 now = log_monotonic_ns(), truth = (s64)true_ns(ticks_now);
            back += now < last;
            steps += now - last > 60000000;
            last = now;
            // Some time after a change; one that was trusted is not checked until a second has passed
            if (beat > 60 && difference((u64)now, (u64)truth) > most) most = difference((u64)now, (u64)truth);
        }
    }
    tap_ok(!log_state.region->clock.trusted, "a counter that has changed its rate is not trusted");
    tap_ok(!back && !steps, "the clock runs on without a step");
    tap_ok(most < 2000, "and is right: off by %u ns at most", (u32)most);
    tap_is_int((long long)losses[LOSS_ANCHORS], 0, "and there was room for all anchors");
}

// A counter that keeps its rate stays trusted, and the clock stays within some hundred ns.
static void test_steady(void) {
    start(2419200123, "monotonic", 1000000, 0);
    clock_init();
    clock_calibrate();
    u64 most = 0;
    for (u32 beat = 0; beat < 500; beat++) {
        ticks_now += true_hz / 50;
        clock_tick(ticks_now);
        u64 off = difference((u64)log_monotonic_ns(), true_ns(ticks_now));
        if (beat > 50 && off > most) most = off;
    }
    tap_ok(log_state.region->clock.trusted && most < 500, "ten seconds of a steady counter: off by %u ns at most",
           (u32)most);
}

static void test_host(void) {
    start(2000000000, "monotonic", 1000000, 0);
    clock_init();
    clock_calibrate();
    clock_host(ticks_now);
    tap_is_int(host_ticks, 0, "no time of the host's");
    away_ns = 1000000;
    s64 before_ns = clock_host(ticks_now);
    tap_ok(host_ticks > 1999000 && host_ticks < 2001000, "a millisecond of it, in ticks");
    away_ns = 6000000;
    s64 inside = clock_host_interrupt(before_ns);
    tap_ok(inside > 9999000 && inside < 10001000, "five within an interrupt");
    clock_host(ticks_now);
    tap_ok(host_ticks > 1999000 && host_ticks < 2001000, "are not counted again");
    away_ns = 7000000;
    clock_host(ticks_now);
    tap_ok(host_ticks > 3999000 && host_ticks < 4001000, "what comes after it is the host's again");
}

static void test_deterministic(void) {
    start(123456789, "hpet", 10000000, REGION_DETERMINISTIC);
    clock_init();
    clock_calibrate();
    ticks_now = machine.entry_ticks + 1000;
    reading_ticks = 0;
    tap_ok(log_hz() == NS_PER_SECOND && log_monotonic_ns() == 1000, "in deterministic runs a tick is a nanosecond");
    tap_is_int(log_wall_ns(), 1005, "since the time that was asked for");
    clock_anchor();
    const struct region_anchor *last = &log_state.anchors[log_state.anchors_section->used - 1];
    tap_ok(last->monotonic_ns == 1000 && last->wall_ns == 1005 && last->error_ns == 0, "and anchors are exact");
    u64 used = log_state.anchors_section->used;
    ticks_now += 100 * NS_PER_SECOND;
    clock_tick(ticks_now);
    tap_is_int((long long)log_state.anchors_section->used, (long long)used, "the timer makes none");
}

int main(void) {
    test_wide();
    test_scale();
    test_rate();
    test_measured();
    test_cpuid();
    test_no_reference();
    test_absurd();
    test_anchors();
    test_often();
    test_steady();
    test_following(false);
    test_following(true);
    test_host();
    test_deterministic();
    free(log_state.region);
    free(log_state.anchors);
    return tap_done();
}
