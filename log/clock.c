// The clock of everything that is recorded: the time stamp counter, with its frequency, how precisely that is known,
// and anchors to other clocks.
//
// The frequency comes from CPUID if it says (base/counter_rate.h) and a measurement against the machine's reference
// clock agrees; otherwise it is the measured one. On a machine without any reference clock the counter is its own, at
// CPUID's frequency, which nothing can then confirm. In deterministic runs a tick is an instruction, defined as a
// nanosecond.
//
// Anchors pair the counter with the reference clock throughout the run. The log's clock, which programs read as
// System.nanoTime, follows the reference clock: it runs straight from anchor to anchor, and each anchor in the region
// says how, so a reader gives every record exactly the time that the program would have read there. A counter that
// cannot be trusted, because CPUID does not call it invariant or because its rate has been seen to change, gets an
// anchor with each interrupt: then the time is the reference clock's, and the counter only fills in between two
// readings of that. After the last anchor that found room, its rate stays in use.
#include "base/counter_rate.h"
#include "base/panic.h"
#include "base/wide.h"
#include "log/clock_scale.h"
#include "log/machine.h"
#include "log/state.h"

#define CALIBRATION_NS (20 * 1000000ull)
#define STEP_READINGS 512
#define ANCHOR_DISTANCE_NS 1000000000ull
#define UNTRUSTED_DISTANCE_NS 15000000ull // each heartbeat
// A rate that is off by more than a reading's error and this has changed; the operating system corrects its own clock
// by at most half of it.
#define CONSTANT_PPB 1000000u
#define NS_PER_SECOND 1000000000ull

struct pair {
    u64 ticks, reference, width; // the reference clock was read within `width` ticks
};

static struct {
    struct clock_scale scale;
    u64 start_ticks;
    s64 wall_at_start_ns;
    s64 wall_read_ns; // what the wall clock showed, and the counter then
    u64 wall_read_ticks;
    struct pair first;                // of the reference clock
    struct pair last;                 // at the last anchor
    u64 first_ns;                     // the log's clock at `first`
    u64 rate, rate_error;             // the counter's, ns per tick shifted by 32 bits, and its error in 1e-9
    u64 next_anchor_ticks;            // 0 if there is none yet
    enum clock_source counter_source; // that says the counter's rate
} clock;

static bool is_deterministic(void) { return (log_state.config.flags & REGION_DETERMINISTIC) != 0; }

// The narrowest of a few tries: an interrupt or a slow device may interfere.
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

static enum clock_source source_of(const struct counter_rate *rate) {
    static const enum clock_source sources[] = {[COUNTER_RATE_UNKNOWN] = CLOCK_SOURCE_UNKNOWN,
                                                [COUNTER_RATE_CRYSTAL] = CLOCK_SOURCE_CPUID,
                                                [COUNTER_RATE_BASE] = CLOCK_SOURCE_CPUID_BASE,
                                                [COUNTER_RATE_HYPERVISOR] = CLOCK_SOURCE_HYPERVISOR};
    ASSERT(rate->source < COUNT_OF(sources));
    return sources[rate->source];
}

static enum clock_source reference_source(void) {
    switch (machine.reference_name[0]) {
    case 'h': return CLOCK_SOURCE_HPET;
    case 'a': return CLOCK_SOURCE_PM_TIMER;
    case 't': return clock.counter_source;
    default: return CLOCK_SOURCE_OS;
    }
}

// What all distances between readings are multiples of. Between them goes by now this much, now that, for else each
// might be the same one.
static u64 counter_step(void) {
    u64 step = 0, last = log_ticks_ordered();
    for (u32 i = 0; i < STEP_READINGS; i++) {
        for (volatile u32 turns = i % 17; turns; turns--) {}
        u64 now = log_ticks_ordered(), distance = now - last;
        while (distance) {
            u64 rest = step % distance;
            step = distance;
            distance = rest;
        }
        last = now;
    }
    return step;
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

// Sets the start on the wall clock, as well as the rate is known.
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
    struct counter_rate rate = counter_rate_read();
    described->source = clock.counter_source = source_of(&rate);
    described->error_ppb = rate.error_ppb;
    // Good enough for deadlines until it is measured.
    described->hz = rate.hz ? rate.hz : 2 * NS_PER_SECOND;
    clock.scale = clock_scale_of(described->hz);
    clock.wall_read_ns = machine_wall_ns(&described->wall_error_ns);
    clock.wall_read_ticks = log_ticks();
    place_start();
}

// If CPUID agrees with the measurement, its frequency is exact, except that a nominal frequency is rounded: then the
// more precise of the two counts. If they do not agree, CPUID is wrong.
static void choose_hz(struct region_clock *described, const struct region_clock *measured) {
    bool is_nominal = described->source == CLOCK_SOURCE_CPUID_BASE;
    u64 distance = described->source ? clock_distance_ppb(described->hz, measured->hz) : UINT64_MAX;
    if (distance > measured->error_ppb + described->error_ppb + COUNTER_RATE_TOLERANCE_PPB ||
        (is_nominal && measured->error_ppb < described->error_ppb)) {
        *described = *measured;
    } else if (!is_nominal) {
        described->error_ppb = distance;
    }
}

static void settle_hz(struct region_clock *described) {
    struct region_clock measured = *described;
    if (described->reference == clock.counter_source) { // nothing can be compared with it
        described->error_ppb += COUNTER_RATE_TOLERANCE_PPB;
        return;
    }
    measure_hz(&measured);
    choose_hz(described, &measured);
}

void clock_calibrate(void) {
    struct region_clock *described = &log_state.region->clock;
    if (is_deterministic()) {
        clock_anchor();
        return;
    }
    described->reference = reference_source();
    settle_hz(described);
    described->step_ticks = counter_step();
    // Without an invariant counter the rate holds only if nothing changes it; an emulator's counter follows its own
    // clock.
    described->trusted = (machine.invariant_counter || machine.emulated) && !log_state.config.distrust_counter;
    clock.scale = clock_scale_of(described->hz);
    clock.rate = clock.scale.ns_per_tick;
    clock.rate_error = described->error_ppb;
    clock.first_ns = log_ns_of_ticks(clock.first.ticks - clock.start_ticks);
    place_start();
    clock_anchor();
}

// ---- Anchors

// The log's clock at this count, according to the last anchor.
static u64 clock_at(u64 ticks) {
    u64 used = __atomic_load_n(&log_state.anchors_section->used, __ATOMIC_ACQUIRE);
    if (!used) return log_ns_of_ticks(ticks - clock.start_ticks);
    const struct region_anchor *anchor = &log_state.anchors[used - 1];
    s64 since = (s64)(ticks - anchor->ticks);
    if (since < 0) return anchor->clock_ns - clock_scaled((u64)-since, anchor->ns_per_tick);
    return anchor->clock_ns + clock_scaled((u64)since, anchor->ns_per_tick);
}

// The counter's rate between two readings, as a factor; *error in 1e-9.
static u64 rate_between(const struct pair *from, const struct pair *to, u64 *error) {
    u64 ns = reference_ns(from, to), ticks = to->ticks - from->ticks, step = machine.reference_period_fs / 1000000 + 1;
    if (ns < CALIBRATION_NS / 4 || !ticks) {
        *error = UINT64_MAX;
        return clock.rate;
    }
    *error = wide_multiply_divide((from->width + to->width) / 2, NS_PER_SECOND, ticks) +
             wide_multiply_divide(2 * step, NS_PER_SECOND, ns) + 1;
    return wide_multiply_divide(ns, 1ull << 32, ticks);
}

// Uses the whole run if the counter is constant; otherwise the time since the last anchor. A reading that was held up
// adds nothing.
static void learn_rate(struct region_clock *described, const struct pair *now) {
    u64 error, error_of_all, recent = rate_between(&clock.last, now, &error),
                             all = rate_between(&clock.first, now, &error_of_all);
    if (error > NS_PER_SECOND / 10) return;
    if (described->trusted && clock_distance_ppb(recent, clock.rate) > CONSTANT_PPB + error + clock.rate_error) {
        described->trusted = 0;
    }
    if (!described->trusted) {
        clock.rate = recent;
    } else if (error_of_all <= clock.rate_error) {
        clock.rate = all;
        clock.rate_error = error_of_all;
    }
    clock.scale.ns_per_tick = clock.rate;
    clock.scale.ticks_per_ns = clock_divide_shifted(1ull << 32, clock.rate);
}

// The factor with which the log's clock meets the reference clock after twice `distance_ns`: a next anchor that comes
// late must not find it just as far off on the other side. A difference within the reading's error does not count. The
// clock never stops.
static u64 factor_to_meet(const struct region_anchor *anchor, u64 distance_ns) {
    s64 behind = (s64)(anchor->monotonic_ns - anchor->clock_ns), most = (s64)distance_ns;
    if (behind <= (s64)anchor->error_ns && -behind <= (s64)anchor->error_ns) return clock.rate;
    if (behind > most) behind = most;
    if (behind < -most) behind = -most;
    s64 change = (s64)wide_multiply_divide((u64)(behind < 0 ? -behind : behind), clock.rate, 2 * distance_ns);
    return clock.rate + (u64)(behind < 0 ? -change : change);
}

// How long until the next anchor: at first until the rate is known, later so long that there is always room.
static u64 anchor_distance_ns(u64 since_ns) {
    const struct region_section *section = log_state.anchors_section;
    u64 least = log_state.region->clock.trusted ? ANCHOR_DISTANCE_NS : UNTRUSTED_DISTANCE_NS;
    u64 distance = since_ns < least ? since_ns : least, room = section->bytes / section->entry_bytes;
    if (distance < UNTRUSTED_DISTANCE_NS) distance = UNTRUSTED_DISTANCE_NS;
    u64 sparse = since_ns / (room / 16 + 1);
    return sparse > distance ? sparse : distance;
}

// Fills in the next anchor and everything that follows from it.
static struct region_anchor anchor_now(void) {
    struct region_anchor anchor = {.ticks = log_ticks(), .ns_per_tick = 1ull << 32};
    u64 distance_ns = ANCHOR_DISTANCE_NS;
    if (is_deterministic()) {
        anchor.monotonic_ns = anchor.clock_ns = anchor.ticks - clock.start_ticks;
    } else {
        struct pair now = read_pair();
        if (clock.next_anchor_ticks) learn_rate(&log_state.region->clock, &now);
        clock.last = now;
        anchor.ticks = now.ticks;
        anchor.monotonic_ns = clock.first_ns + reference_ns(&clock.first, &now);
        anchor.error_ns = log_ns_of_ticks(now.width) / 2 + machine.reference_period_fs / 1000000;
        anchor.clock_ns = clock_at(now.ticks);
        distance_ns = anchor_distance_ns(reference_ns(&clock.first, &now));
        anchor.ns_per_tick = factor_to_meet(&anchor, distance_ns);
    }
    clock.next_anchor_ticks = anchor.ticks + log_ticks_of_ns(distance_ns);
    anchor.wall_ns = clock.wall_at_start_ns + (s64)anchor.monotonic_ns;
    return anchor;
}

void clock_anchor(void) {
    struct region_section *section = log_state.anchors_section;
    bool on = machine_interrupts_off(); // the timer interrupt appends anchors too
    if ((section->used + 1) * section->entry_bytes > section->bytes) {
        section->lost++;
        log_lost(LOSS_ANCHORS);
        clock.next_anchor_ticks = log_ticks() + log_ticks_of_ns(ANCHOR_DISTANCE_NS);
    } else {
        log_state.anchors[section->used] = anchor_now();
        // The entry first, then the count that makes it visible.
        __atomic_store_n(&section->used, section->used + 1, __ATOMIC_RELEASE);
    }
    machine_interrupts_restore(on);
}

#define HOST_DISTANCE_NS 100000u

void clock_host_switch(u64 now) {
    struct log_cpu *cpu = log_cpu_self();
    if (now < cpu->next_host_ticks) return;
    if (log_state.config.machine != REGION_MACHINE_LINUX) {
        cpu->next_host_ticks = UINT64_MAX;
        return;
    }
    bool on = machine_interrupts_off();
    clock_host(now);
    machine_interrupts_restore(on);
}

s64 clock_host(u64 now) {
    struct log_cpu *cpu = log_cpu_self();
    cpu->next_host_ticks = now + log_ticks_of_ns(HOST_DISTANCE_NS);
    s64 away_ns = machine_away_ns(), outside_ns = away_ns - cpu->host_interrupt_ns;
    if (outside_ns > 0) ledger_host(cpu, now, (s64)log_ticks_of_ns((u64)outside_ns));
    return away_ns;
}

s64 clock_host_interrupt(s64 before_ns) {
    s64 taken_ns = machine_away_ns() - before_ns;
    if (taken_ns <= 0) return 0;
    log_cpu_self()->host_interrupt_ns += taken_ns;
    return (s64)log_ticks_of_ns((u64)taken_ns);
}

void clock_tick(u64 now) {
    // One processor appends them: that of the heartbeat.
    if (log_cpu_self()->number == 0 && now >= clock.next_anchor_ticks && !is_deterministic()) clock_anchor();
}

// ---- The counters of other processors

#define OFFSET_LIMIT_NS 5000000u

void log_offset_measure(u32 number) {
    if (is_deterministic()) return;
    ASSERT(number && number < log_state.region->cpu_count && log_state.offsets);
    struct clock_offset offset = offset_measure(&log_state.cpus[number].exchange, log_ticks_of_ns(OFFSET_LIMIT_NS));
    log_state.offsets[number] = (struct region_offset){offset.ticks, offset.error_ticks, log_ticks()};
}

void log_offset_answer(u32 number) {
    if (!is_deterministic()) offset_answer(&log_state.cpus[number].exchange);
}

// ---- Time for the kernel and its programs

u64 log_hz(void) { return log_state.region->clock.hz; }

u64 log_ns_of_ticks(u64 ticks) { return clock_ns_of_ticks(&clock.scale, ticks); }

u64 log_ticks_of_ns(u64 nanoseconds) { return clock_ticks_of_ns(&clock.scale, nanoseconds); }

// What another processor's reading was handed over with has been read before the counter is.
static u64 ticks_to_tell(void) { return machine.cpu_count > 1 ? log_ticks_ordered() : log_ticks(); }

// If an anchor is made in the middle, this is read again: the count belongs to the anchor before.
s64 log_monotonic_ns(void) {
    const u64 *used = &log_state.anchors_section->used;
    u64 before, ns;
    do {
        before = __atomic_load_n(used, __ATOMIC_ACQUIRE);
        ns = clock_at(ticks_to_tell());
    } while (UNLIKELY(before != __atomic_load_n(used, __ATOMIC_ACQUIRE)));
    return (s64)ns;
}

s64 log_wall_ns(void) { return clock.wall_at_start_ns + log_monotonic_ns(); }
