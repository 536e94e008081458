// The clock of everything that is recorded: the time stamp counter, with its frequency, how well that is known, and
// anchors to other clocks.
//
// The frequency is CPUID's where it tells (SDM 3B, 18.7.3, and the hypervisors' leaf 4000_0010H), else measured against
// the machine's reference clock. A leaf above the highest returns another leaf's data (QEMU does so), so the highest is
// asked first. Anchors pair the counter with the reference clock through the whole run; a reader has the true rate from
// them. In deterministic runs a tick is an instruction, defined as a nanosecond.
#include "base/cpuid.h"
#include "base/wide.h"
#include "log/clock_scale.h"
#include "log/machine.h"
#include "log/state.h"

#define CALIBRATION_NS (20 * 1000000ull)
#define ANCHOR_DISTANCE_NS 1000000000ull
#define NS_PER_SECOND 1000000000ull

struct pair {
    u64 ticks, reference, width; // the reference clock was read within `width` ticks
};

static struct {
    struct clock_scale scale;
    u64 start_ticks;
    s64 wall_at_start_ns;
    s64 wall_read_ns; // what the wall clock said, and the counter then
    u64 wall_read_ticks;
    u64 wall_error_ns;
    struct pair first; // of the reference clock
    u64 next_anchor_ticks;
} clock;

static bool is_deterministic(void) { return (log_state.config.flags & REGION_DETERMINISTIC) != 0; }

// The narrowest of a few tries: an interrupt or a slow device may come in between.
static struct pair read_pair(void) {
    struct pair best = {.width = UINT64_MAX};
    for (int i = 0; i < 5; i++) {
        u64 before = log_ticks_ordered();
        u64 reference = machine_reference();
        u64 width = log_ticks_ordered() - before;
        if (width < best.width) best = (struct pair){before + width / 2, reference, width};
    }
    return best;
}

static u64 reference_ns(const struct pair *from, const struct pair *to) {
    u64 count = to->reference - from->reference;
    return wide_multiply_divide(count, machine.reference_period_fs, 1000000);
}

// ---- Frequency

static u64 hz_of_cpuid(u32 *source) {
    u32 highest = cpuid_read(0, 0).eax;
    if (highest >= 0x15) {
        struct cpuid leaf = cpuid_read(0x15, 0);
        if (leaf.eax && leaf.ebx && leaf.ecx) {
            *source = CLOCK_SOURCE_CPUID;
            return (u64)leaf.ecx * leaf.ebx / leaf.eax;
        }
    }
    if (cpuid_read(1, 0).ecx >> 31 && cpuid_read(0x40000000, 0).eax >= 0x40000010) {
        u64 khz = cpuid_read(0x40000010, 0).eax;
        *source = CLOCK_SOURCE_HYPERVISOR;
        return khz * 1000;
    }
    return 0;
}

static enum clock_source reference_source(void) {
    switch (machine.reference_name[0]) {
    case 'h': return CLOCK_SOURCE_HPET;
    case 'a': return CLOCK_SOURCE_PM_TIMER;
    default: return CLOCK_SOURCE_OS;
    }
}

static void measure_hz(struct region_clock *to) {
    struct pair from = clock.first, now;
    do {
        now = read_pair();
    } while (reference_ns(&from, &now) < CALIBRATION_NS);
    u64 ns = reference_ns(&from, &now), ticks = now.ticks - from.ticks;
    to->hz = clock_hz(ticks, ns);
    u64 period_ns = machine.reference_period_fs / 1000000 + 1;
    to->error_ppb = (from.width + now.width) * NS_PER_SECOND / ticks / 2 + 2 * period_ns * NS_PER_SECOND / ns + 1;
    to->source = reference_source();
}

// The start on the wall clock, as far as the rate is known.
static void place_start(void) {
    clock.wall_at_start_ns = clock.wall_read_ns - (s64)log_ns_of_ticks(clock.wall_read_ticks - clock.start_ticks);
}

void clock_init(void) {
    clock.start_ticks = machine.entry_ticks;
    clock.scale = clock_scale_of(NS_PER_SECOND);
    struct region_clock *described = &log_state.region->clock;
    if (is_deterministic()) {
        *described = (struct region_clock){
            .hz = NS_PER_SECOND, .source = CLOCK_SOURCE_INSTRUCTIONS, .invariant = 1, .trusted = 1};
        clock.wall_at_start_ns = log_state.config.epoch_ns;
        return;
    }
    clock.first = read_pair();
    described->invariant = machine.invariant_counter;
    u64 hz = hz_of_cpuid(&described->source);
    // Until it is measured, good enough for deadlines.
    described->hz = hz ? hz : 2 * NS_PER_SECOND;
    clock.scale = clock_scale_of(described->hz);
    clock.wall_read_ns = machine_wall_ns(&clock.wall_error_ns);
    clock.wall_read_ticks = log_ticks();
    place_start();
}

void clock_calibrate(void) {
    struct region_clock *described = &log_state.region->clock;
    if (is_deterministic()) {
        clock_anchor();
        return;
    }
    struct region_clock measured = *described;
    measure_hz(&measured);
    // What CPUID says is exact where it agrees with the measurement; where it does not, it is wrong.
    u64 distance = described->source ? clock_distance_ppb(described->hz, measured.hz) : UINT64_MAX;
    if (distance > measured.error_ppb + 100000) {
        *described = measured;
    } else {
        described->error_ppb = distance;
    }
    // Without an invariant counter the rate holds only where nothing changes it; an emulator's counter follows its own
    // clock.
    described->trusted = machine.invariant_counter || machine.emulated;
    clock.scale = clock_scale_of(described->hz);
    place_start();
    clock_anchor();
}

// ---- Anchors

static struct region_anchor anchor_now(void) {
    struct region_anchor anchor = {.ticks = log_ticks()};
    if (is_deterministic()) {
        anchor.monotonic_ns = anchor.ticks - clock.start_ticks;
    } else {
        struct pair now = read_pair();
        anchor.ticks = now.ticks;
        anchor.monotonic_ns = log_ns_of_ticks(clock.first.ticks - clock.start_ticks) + reference_ns(&clock.first, &now);
        anchor.error_ns = log_ns_of_ticks(now.width) / 2 + clock.wall_error_ns;
    }
    anchor.wall_ns = clock.wall_at_start_ns + (s64)anchor.monotonic_ns;
    return anchor;
}

void clock_anchor(void) {
    struct region_section *section = log_state.anchors_section;
    bool on = machine_interrupts_off(); // the timer interrupt appends anchors as well
    if ((section->used + 1) * section->entry_bytes > section->bytes) {
        section->lost++;
        log_lost(LOSS_ANCHORS);
    } else {
        log_state.anchors[section->used] = anchor_now();
        // The entry, then the count that makes it visible.
        __atomic_store_n(&section->used, section->used + 1, __ATOMIC_RELEASE);
    }
    clock.next_anchor_ticks = log_ticks() + log_ticks_of_ns(ANCHOR_DISTANCE_NS);
    machine_interrupts_restore(on);
}

void clock_host(u64 now) {
    s64 away_ns = machine_away_ns();
    if (away_ns > 0) ledger_host(log_cpu_self(), now, (s64)log_ticks_of_ns((u64)away_ns));
}

void clock_tick(u64 now) {
    clock_host(now);
    if (now >= clock.next_anchor_ticks && !is_deterministic()) clock_anchor();
}

// ---- Time for the kernel and its programs

u64 log_hz(void) { return log_state.region->clock.hz; }

u64 log_ns_of_ticks(u64 ticks) { return clock_ns_of_ticks(&clock.scale, ticks); }

u64 log_ticks_of_ns(u64 nanoseconds) { return clock_ticks_of_ns(&clock.scale, nanoseconds); }

s64 log_monotonic_ns(void) { return (s64)log_ns_of_ticks(log_ticks() - clock.start_ticks); }

s64 log_wall_ns(void) { return clock.wall_at_start_ns + log_monotonic_ns(); }
