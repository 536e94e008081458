// What the probes cost on this machine, measured at boot on the loops of calibrate.S, in contexts that let the
// processor hide more or less of it.
//
//     c_full = a call with probes - the same without
//     c_in   = the raw time that the probes report - what the body takes
//
// The call itself is the caller's time and its return the callee's: half of what both take, each.
//
// The median of the contexts is used, and the distance to the farthest is the uncertainty; see calibrate_return. Each
// figure is of the rounds that were hardly disturbed; where a tick is an instruction all rounds and all contexts agree.
//
// A core does not stay as it was at boot: its clock goes up and down, and what its other hardware thread does slows the
// probes, which keep it busy, more than a loop that waits for itself. So two contexts are measured again while the
// program runs, and what they have moved by widens the errors: see timing_calibrate_again.
#include "log/calibrate.h"

#include "base/panic.h"
#include "base/string.h"
#include "log/inline.h"
#include "log/machine.h"
#include "log/probe_hash.h"
#include "log/state.h"

#define ROUNDS 9u
#define CALLS 256u
#define AGAIN_ROUNDS 5u
#define AGAIN_CALLS 64u
#define AGAIN_SOON_NS 20000000u // while there have been few
#define AGAIN_SOON 5u
#define AGAIN_LATER_NS 100000000u
#define INTERRUPT_DISTANCE_NS 20000u
#define METHOD ((u32)PSEUDO_CALIBRATION)

struct context {
    calibrate_loop *timed, *bare;
    calibrate_loop *body; // what a call without probes takes
    bool is_inlined;      // there is no call
};

static const struct context contexts[CONTEXTS] = {
    [CONTEXT_EMPTY] = {calibrate_empty, calibrate_empty_bare, calibrate_empty_bare, false},
    [CONTEXT_DEPENDENT] = {calibrate_dependent, calibrate_dependent_bare, calibrate_dependent_bare, false},
    [CONTEXT_PARALLEL] = {calibrate_parallel, calibrate_parallel_bare, calibrate_parallel_bare, false},
    [CONTEXT_DIVIDE] = {calibrate_divide, calibrate_divide_bare, calibrate_divide_bare, false},
    [CONTEXT_MISSING] = {calibrate_missing, calibrate_missing_bare, calibrate_missing_bare, false},
    [CONTEXT_CROSSING] = {calibrate_crossing, calibrate_crossing_bare, calibrate_empty_bare, false},
    [CONTEXT_CHAIN] = {calibrate_chain, calibrate_chain_bare, calibrate_chain_bare, false},
    [CONTEXT_FIELD] = {calibrate_field, calibrate_field_bare, calibrate_field_bare, false},
    [CONTEXT_CALLEE] = {calibrate_callee, calibrate_callee_bare, calibrate_callee_bare, false},
    [CONTEXT_LOOPED] = {calibrate_looped, calibrate_looped_bare, calibrate_looped_bare, false},
    [CONTEXT_COUNTED] = {calibrate_counted, calibrate_counted_bare, calibrate_counted_bare, false},
    [CONTEXT_CALLING] = {calibrate_calling, calibrate_calling_bare, calibrate_calling_bare, false},
    [CONTEXT_WIDE] = {calibrate_wide, calibrate_wide_bare, calibrate_wide_bare, false},
};
// What is inlined, and the same when it is called.
static const struct {
    struct context context;
    enum calibration_context called;
} inlined[] = {
    {{calibrate_inlined_empty, calibrate_loop_empty, calibrate_loop_empty, true}, CONTEXT_EMPTY},
    {{calibrate_inlined_chain, calibrate_within_chain, calibrate_within_chain, true}, CONTEXT_CHAIN},
    {{calibrate_inlined_field, calibrate_within_field, calibrate_within_field, true}, CONTEXT_FIELD},
};
static const struct context enter_context = {calibrate_enter, calibrate_enter_bare, calibrate_empty_bare, false};
static const struct context unwind_context = {calibrate_unwind, calibrate_unwind_bare, calibrate_empty_bare, false};

static struct timing_row row;
static struct timing_slot *slot;                                    // leads the probes to `row`
static enum hook { HOOK_NOTHING, HOOK_NO_WINDOW, HOOK_SPLIT } hook; // what makes the exit leave its fast path
static u64 scratch_records[512];
u64 calibrate_scratch;

void calibrate_unwound(u64 sp) { log_unwind(log_self(), sp); }
void calibrate_forget(void) { slot->callee = 0; }
void calibrate_limit_low(void) { row.slow_limit = INT64_MIN; }
void calibrate_limit_high(void) { row.slow_limit = INT64_MAX; }
void calibrate_not_unwound(u64 sp) { (void)sp; }

void calibrate_hook(void) {
    struct log_thread *thread = log_self();
    struct log_reading start = log_read(thread);
    if (hook == HOOK_NO_WINDOW) histogram_clear(&row);
    if (hook == HOOK_SPLIT) timing_split(thread);
    log_charge(thread, &start);
}

static void sort(s64 *values, u32 count) {
    for (unsigned i = 1; i < count; i++) {
        for (unsigned k = i; k && values[k] < values[k - 1]; k--) {
            s64 lower = values[k];
            values[k] = values[k - 1];
            values[k - 1] = lower;
        }
    }
}

static s64 median(s64 *values) {
    sort(values, ROUNDS);
    return values[ROUNDS / 2];
}

static s64 divide(s64 ticks, s64 calls) { return (ticks + calls / 2) / calls; }

static s64 per_call(s64 ticks) { return divide(ticks, CALLS); }

static s64 run_calls(calibrate_loop *loop, u32 calls) {
    u64 start = log_ticks_ordered();
    loop(calls, METHOD, log_state.region);
    return (s64)(log_ticks_ordered() - start);
}

static s64 run(calibrate_loop *loop) { return run_calls(loop, CALLS); }

struct cost {
    s64 inner, full;
};

// How often a context is measured, and which of the rounds counts, from the shortest on.
struct effort {
    u32 rounds, calls, rank;
};
static const struct effort thorough = {ROUNDS, CALLS, ROUNDS / 4}, middling = {ROUNDS, CALLS, ROUNDS / 2},
                           usual = {AGAIN_ROUNDS, AGAIN_CALLS, AGAIN_ROUNDS / 2};

static s64 chosen_round(const struct effort *effort, s64 *values) {
    sort(values, effort->rounds);
    return values[effort->rank];
}

// Rounds in turns, so that a change of the core's clock hits all. What the host does meanwhile only adds to a round.
static struct cost measure_with(const struct context *context, const struct effort *effort) {
    s64 bare[ROUNDS] = {0}, timed[ROUNDS] = {0}, raw[ROUNDS] = {0}, body[ROUNDS] = {0}, calls[ROUNDS] = {0};
    u32 count = effort->calls;
    run_calls(context->bare, count);
    run_calls(context->timed, count);
    for (unsigned round = 0; round < effort->rounds; round++) {
        row.probes = row.elapsed = row.depth = 0;
        bare[round] = run_calls(context->bare, count);
        timed[round] = run_calls(context->timed, count);
        raw[round] = timing_raw(&row);
        body[round] = run_calls(context->body, count);
        s64 loop = run_calls(calibrate_loop_empty, count);
        calls[round] = loop + (context->is_inlined ? loop : run_calls(calibrate_loop_bare, count));
    }
    s64 inside = chosen_round(effort, raw) - (chosen_round(effort, body) - chosen_round(effort, calls) / 2),
        all = chosen_round(effort, timed) - chosen_round(effort, bare);
    return (struct cost){divide(inside, count), divide(all, count)};
}

static struct cost measure(const struct context *context) { return measure_with(context, &thorough); }

struct errors {
    u64 inner, full, outer;
};

// Returns the entry.
static struct region_calibration *keep(u32 subject, u32 context, const struct cost *cost, const struct errors *errors) {
    struct region_section *section = log_state.calibration_section;
    ASSERT((section->used + 1) * sizeof(struct region_calibration) <= section->bytes);
    struct region_calibration *entry = &log_state.calibration[section->used];
    *entry = (struct region_calibration){
        .subject = subject,
        .context = context,
        .inner_ticks = cost->inner,
        .full_ticks = cost->full,
        .inner_error = errors->inner,
        .full_error = errors->full,
        .outer_error = errors->outer,
        .repeats = ROUNDS * CALLS,
    };
    __atomic_store_n(&section->used, section->used + 1, __ATOMIC_RELEASE);
    return entry;
}

static void widen(u64 *error, s64 distance) {
    u64 size = (u64)(distance < 0 ? -distance : distance);
    if (size > *error) *error = size;
}

// How far the farthest context is from what is used, and, unless a tick is an instruction, a tick: costs are whole
// ones.
static struct errors errors_of(const struct cost *chosen, const struct cost *costs, u32 count) {
    struct errors errors = {0};
    for (u32 i = 0; i < count; i++) {
        widen(&errors.inner, costs[i].inner - chosen->inner);
        widen(&errors.full, costs[i].full - chosen->full);
        widen(&errors.outer, costs[i].full - costs[i].inner - (chosen->full - chosen->inner));
    }
    u64 whole = !probe_settings.deterministic;
    return (struct errors){errors.inner + whole, errors.full + whole, errors.outer + whole};
}

// The median of c_in, or of the rest of the cost.
static s64 middle(const struct cost *costs, u32 count, bool outer) {
    ASSERT(count && count <= CONTEXTS);
    s64 values[CONTEXTS];
    for (u32 i = 0; i < count; i++) values[i] = outer ? costs[i].full - costs[i].inner : costs[i].inner;
    sort(values, count);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

// ---- What has been chosen, and is measured again in one context
//
// What it costs at such a time, less what it cost at boot, is how far the figures of calls at that time are off. What
// three in four of these distances do not exceed widens the error that the contexts gave.

static struct watched {
    struct region_calibration *entry;
    struct errors own; // as boot found them
    u32 context;
    struct cost cost; // at boot
    struct calibrate_drift inner, full, outer;
} watched[2];

static void watch(struct watched *at, struct region_calibration *entry, u32 context, const struct cost *costs) {
    ASSERT(context < CONTEXTS);
    at->entry = entry;
    at->own = (struct errors){entry->inner_error, entry->full_error, entry->outer_error};
    at->context = context;
    at->cost = costs[context];
}

static void look_again(struct watched *at) {
    struct cost now = measure_with(&contexts[at->context], &usual);
    calibrate_drift_add(&at->inner, now.inner - at->cost.inner);
    calibrate_drift_add(&at->full, now.full - at->cost.full);
    calibrate_drift_add(&at->outer, now.full - now.inner - (at->cost.full - at->cost.inner));
    at->entry->inner_error = at->own.inner + calibrate_drift_error(&at->inner);
    at->entry->full_error = at->own.full + calibrate_drift_error(&at->full);
    at->entry->outer_error = at->own.outer + calibrate_drift_error(&at->outer);
    at->entry->checks++;
}

// Long work goes on while the probes do what they do between their readings; short work waits for it. So each of the
// two kinds of contexts has its own c_in, and they share the rest. If the one is not less than the other, there is only
// one kind.
static void calibrate_return(void) {
    struct cost costs[CONTEXTS];
    const struct errors none = {0};
    for (u32 i = 0; i < CONTEXTS; i++) {
        costs[i] = measure(&contexts[i]);
        keep(CALIBRATE_RETURN, i, &costs[i], &none);
    }
    const struct cost *lasting = costs + CONTEXTS_SHORT;
    const u32 lasting_count = CONTEXTS - CONTEXTS_SHORT;
    s64 lasting_inner = middle(lasting, lasting_count, false), outer = middle(costs, CONTEXTS, true),
        inner = middle(costs, CONTEXTS_SHORT, false);
    struct cost chosen = {lasting_inner, lasting_inner + outer}, of_short = {inner, inner + outer};
    struct errors errors = errors_of(&chosen, lasting, lasting_count),
                  short_errors = errors_of(&of_short, costs, CONTEXTS_SHORT);
    // One may be so short that all of it waits, or just too short for any of it not to.
    widen(&short_errors.inner, of_short.inner - chosen.inner);
    widen(&short_errors.full, of_short.inner - chosen.inner);
    widen(&errors.outer, (s64)short_errors.outer);
    watch(&watched[0], keep(CALIBRATE_RETURN, CONTEXT_CHOSEN, &chosen, &errors), CONTEXT_COUNTED, costs);
    watch(&watched[1], keep(CALIBRATE_SHORT, CONTEXT_CHOSEN, &of_short, &short_errors), CONTEXT_EMPTY, costs);
    timing_inner_ticks = (u64)chosen.inner;
    timing_full_ticks = (u64)chosen.full;
    timing_outer_ticks = (u64)outer;
    timing_short_inner_ticks = (u64)inner;
    timing_short_limit_ticks = inner > chosen.inner ? (u64)(inner + (inner - chosen.inner + 3) / 4) : 0;
}

// What probe_inlined_time_enter and probe_inlined_time_leave do more than the probes that they call, in instructions.
// The return, which is counted as the callee's, is not made.
static const s64 inlined_instructions[] = {9, 12, 15 + 1, 14 - 1};

static void calibrate_inlined(void) {
    struct cost costs[COUNT_OF(inlined)];
    for (u32 i = 0; i < COUNT_OF(inlined); i++) {
        struct cost called = measure(&contexts[inlined[i].called]), here = measure(&inlined[i].context);
        costs[i] = (struct cost){here.inner - called.inner, here.full - called.full};
    }
    s64 in = middle(costs, COUNT_OF(costs), false), out = middle(costs, COUNT_OF(costs), true);
    struct cost chosen = {in, in + out};
    struct errors errors = errors_of(&chosen, costs, COUNT_OF(costs));
    keep(CALIBRATE_INLINED, CONTEXT_CHOSEN, &chosen, &errors);
    s64 parts[] = {out / 2, in / 2, in - in / 2, out - out / 2};
    memcpy(timing_inlined_ticks, probe_settings.deterministic ? inlined_instructions : parts, sizeof(parts));
    const s64 *used = timing_inlined_ticks;
    ASSERT(used[1] + used[2] == in && used[0] + used[3] == out);
}

// Calls of a method that is on the stack already.
static void calibrate_nested(void) {
    s64 less[ROUNDS];
    for (unsigned round = 0; round < ROUNDS; round++) {
        row.depth = 0;
        s64 outermost = run(calibrate_empty);
        row.depth = 1;
        less[round] = outermost - run(calibrate_empty);
    }
    timing_nested_less_ticks = (u64)per_call(median(less));
}

// Calls in which the thread was away, or was stolen from.
static void calibrate_away(struct log_thread *thread) {
    s64 more[ROUNDS];
    timing_away_ticks = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        row.depth = 0;
        s64 present = run(calibrate_empty);
        more[round] = run(calibrate_left) - run(calibrate_left_bare) - (present - run(calibrate_empty_bare));
    }
    thread->outside_ticks -= 2 * ROUNDS * CALLS;
    s64 beyond = per_call(median(more));
    timing_away_ticks = beyond > 0 ? (u64)beyond : 0;
}

// Makes a row that calibration made look as if nothing had been called.
static void forget_calls(struct timing_row *made) {
    timing_row_clear(made);
    made->depth = 0;
    made->inner_ticks = (u32)timing_inner_ticks;
}

static s64 run_roots(struct log_thread *thread) {
    u64 start = log_ticks_ordered();
    for (unsigned call = 0; call < CALLS; call++) {
        struct log_java java;
        log_java_begin(thread, (enum pseudo_method)METHOD, &java);
        log_java_end(thread, &java);
    }
    return (s64)(log_ticks_ordered() - start);
}

// Java called by the kernel, with its root and without it; the second time as if it ran inside stolen time.
static u64 root_rest_ticks(struct log_thread *thread, bool is_measured) {
    struct timing_block *timing = thread->timing;
    s64 rest[ROUNDS];
    thread->stolen_open += is_measured;
    for (unsigned round = 0; round < ROUNDS; round++) {
        thread->timing = NULL;
        s64 bare = run_roots(thread), before = thread->instrument_ticks;
        thread->timing = timing;
        s64 timed = run_roots(thread);
        rest[round] = timed - bare - (thread->instrument_ticks - before);
    }
    thread->stolen_open -= is_measured;
    s64 beyond = per_call(median(rest));
    return beyond > 0 ? (u64)beyond : 0;
}

static void calibrate_root(struct log_thread *thread) {
    struct log_reading start = log_read(thread);
    enum ledger_account account = ledger_switch(LEDGER_translated); // as in a real call; so the loops do not switch
    for (u32 i = 0; i < COUNT_OF(timing_root_rest_ticks); i++) timing_root_rest_ticks[i] = root_rest_ticks(thread, i);
    forget_calls(timing_row_find(thread->number, thread->activation->method, METHOD));
    log_charge(thread, &start);
    ledger_switch(account);
}

// The slow path measures most of its own work. It makes a row of its own, which is left without calls.
static void calibrate_slow_path(struct log_thread *thread) {
    s64 rest[ROUNDS];
    for (unsigned round = 0; round < ROUNDS; round++) {
        s64 bare = run(calibrate_slow_bare), before = thread->instrument_ticks, timed = run(calibrate_slow);
        rest[round] = timed - bare - (thread->instrument_ticks - before);
    }
    s64 beyond = per_call(median(rest)) - (s64)timing_enter_ticks;
    timing_slow_rest_ticks = beyond > 0 ? (u64)beyond : 0;
    forget_calls(timing_row_find(thread->number, thread->activation->method, METHOD));
}

// Looking at a long call measures most of its own work.
static void calibrate_long_path(const struct log_thread *thread) {
    s64 rest[ROUNDS];
    for (unsigned round = 0; round < ROUNDS; round++) {
        row.depth = 0;
        s64 before = thread->instrument_ticks, shorter = run(calibrate_short), between = thread->instrument_ticks,
            longer = run(calibrate_long);
        rest[round] = longer - shorter - (thread->instrument_ticks - between - (between - before));
    }
    s64 beyond = per_call(median(rest));
    timing_long_rest_ticks = beyond > 0 ? (u64)beyond : 0;
}

static s64 run_hooked(struct log_thread *thread, calibrate_loop *loop, enum hook of_each_call) {
    hook = of_each_call;
    s64 before = thread->instrument_ticks, ticks = run(loop);
    return ticks - (thread->instrument_ticks - before);
}

// What an exit's slow path costs beyond a fast exit and what it measures itself.
static s64 measure_exit(struct log_thread *thread, enum hook slow) {
    s64 rest[ROUNDS];
    for (unsigned round = 0; round < ROUNDS; round++) {
        s64 bare = run_hooked(thread, calibrate_hooked_bare, HOOK_NOTHING);
        rest[round] = run_hooked(thread, calibrate_hooked, slow) - bare;
    }
    return per_call(median(rest));
}

static void calibrate_slow_exits(struct log_thread *thread) {
    s64 bucket = measure_exit(thread, HOOK_NO_WINDOW);
    timing_leave_rest_ticks = measure_exit(thread, HOOK_SPLIT);
    timing_bucket_rest_ticks = bucket > 0 ? (u64)bucket : 0;
}

// The unwinder measures most of its own work; what it does not measure it adds for each call. The entry's probe is that
// of other calls, so what contexts differ by there holds here as well; besides, an exit as long as half of the rounds
// had it may be as right as the undisturbed one.
static void calibrate_exception(struct log_thread *thread, const struct errors *returns) {
    struct cost enter = measure(&enter_context);
    timing_enter_ticks = (u64)enter.full;
    struct cost unwind = measure(&unwind_context);
    s64 before = thread->instrument_ticks;
    run(calibrate_unwind);
    s64 measured = per_call(thread->instrument_ticks - before);
    timing_unwind_inner_ticks = (u64)unwind.inner;
    timing_unwind_rest_ticks = unwind.full > measured ? (u64)(unwind.full - measured) : 0;
    struct cost again = measure_with(&unwind_context, &middling);
    struct errors errors = errors_of(&unwind, &again, 1);
    errors.inner += returns->inner, errors.full += returns->full, errors.outer += returns->outer;
    keep(CALIBRATE_EXCEPTION, CONTEXT_CHOSEN, &unwind, &errors);
}

// Records go to a buffer of our own, so that the stream does not see them.
static s64 measure_records(struct log_thread *thread, calibrate_loop *loop) {
    s64 spent[ROUNDS];
    for (unsigned round = 0; round < ROUNDS; round++) {
        thread->log_next = (u64)scratch_records;
        s64 bare = run(calibrate_loop_bare);
        spent[round] = run(loop) - bare;
    }
    return per_call(median(spent));
}

static void calibrate_records(struct log_thread *thread) {
    struct log_cpu *cpu = log_cpu_self();
    log_stream_take(cpu, thread);
    thread->log_end = (u64)scratch_records + sizeof(scratch_records);
    thread->log_head_bias = 0;
    thread->log_head_at = (u64)&calibrate_scratch;
    struct cost record = {.full = measure_records(thread, calibrate_record)},
                trace = {.full = measure_records(thread, calibrate_trace)};
    s64 within = measure_records(thread, calibrate_inlined_trace);
    log_stream_give(cpu, thread);
    keep(CALIBRATE_RECORD, CONTEXT_CHOSEN, &record, &(struct errors){0, 1, 1});
    timing_trace_ticks = (u64)trace.full;
    timing_inlined_trace_ticks = within - trace.full;
    probe_settings.record_cost_ticks = (u32)record.full;
}

// The part of two readings around C code that they do not measure themselves.
static void calibrate_charge(struct log_thread *thread) {
    s64 rest[ROUNDS];
    timing_charge_rest_ticks = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        s64 before = thread->instrument_ticks;
        u64 start = log_ticks();
        for (unsigned i = 0; i < CALLS; i++) {
            struct log_reading reading = log_read(thread);
            log_allocation_charge(thread, &reading);
        }
        rest[round] = (s64)(log_ticks() - start) - (thread->instrument_ticks - before);
    }
    s64 each = per_call(median(rest));
    timing_charge_rest_ticks = each > 0 ? (u64)each : 0;
}

static void strike(struct trap_frame *frame) { (void)frame; }

// The counter is read over and over until an interrupt has come in between: the result is the longest distance of two
// readings, less what the interrupt says it took. Returns false if it came before there were distances without it.
static bool strike_once(const struct log_thread *thread, s64 *rest) {
    const volatile s64 *outside = &thread->outside_ticks;
    s64 before = *outside, shortest = INT64_MAX, longest = 0;
    interrupt_timer_set(TIMER_HEARTBEAT, log_ticks() + log_ticks_of_ns(INTERRUPT_DISTANCE_NS));
    u64 last = log_ticks();
    bool struck = false;
    u32 turn = 0;
    for (; !struck; turn++) {
        struck = *outside != before; // checked before the reading, so that the distance in which it came is measured
        u64 now = log_ticks();
        s64 distance = (s64)(now - last);
        if (turn && distance < shortest) shortest = distance; // the entry into the loop is shorter than a turn
        if (distance > longest) longest = distance;
        last = now;
    }
    *rest = longest - shortest - (*outside - before);
    return turn > 4;
}

// The least counts, and its distance from the median is the error: other users of the host's processor can only add to
// an interrupt.
static void calibrate_interrupts(const struct log_thread *thread) {
    s64 rest[ROUNDS];
    interrupt_timer_handler(TIMER_HEARTBEAT, strike);
    for (unsigned round = 0; round < ROUNDS;) round += strike_once(thread, &rest[round]);
    sort(rest, ROUNDS);
    struct cost cost = {.full = rest[0] > 0 ? rest[0] : 0};
    u64 error = (u64)(rest[ROUNDS / 2] - rest[0]);
    keep(CALIBRATE_INTERRUPT, CONTEXT_CHOSEN, &cost, &(struct errors){0, error, error});
    timing_interrupt_ticks = (u64)cost.full;
}

_Static_assert(sizeof(scratch_records) >= CALLS * RECORD_BYTES, "a round's records fit");

// Lets the probes find the scratch row through the cache, under the activation that is the thread's topmost now.
static void plant_row(const struct log_thread *thread, void *window) {
    row = (struct timing_row){.depth_at = (u64)&row.depth,
                              .minimum = INT64_MAX,
                              .maximum = INT64_MIN,
                              .slow_limit = INT64_MAX,
                              .histogram = (u64)window};
    u32 caller = thread->activation->method;
    u32 number = METHOD * (u32)PROBE_CALLEE_FACTOR + caller;
    slot = (struct timing_slot *)(uintptr_t)(thread->cache + (number << PROBE_SLOT_SHIFT & thread->cache_mask));
    *slot = (struct timing_slot){.caller = caller, .callee = METHOD, .row = (u64)&row};
}

static void calibrate_probes(struct log_thread *thread) {
    struct timing_activation saved = *thread->activation;
    plant_row(thread, log_state.pool->no_window);
    calibrate_return();
    calibrate_inlined();
    row.inner_ticks = (u32)timing_inner_ticks;
    calibrate_nested();
    calibrate_away(thread);
    calibrate_long_path(thread);
    calibrate_exception(thread, &watched[0].own);
    calibrate_slow_path(thread);
    calibrate_slow_exits(thread);
    calibrate_root(thread);
    histogram_clear(&row);
    log_state.rows[0].inner_ticks = (u32)timing_inner_ticks;
    *slot = (struct timing_slot){0};
    *thread->activation = saved;
}

// ---- While the program runs

static u64 again_ticks; // when the probes are to be measured again

bool timing_calibration_is_due(u64 now) {
    const struct log_cpu *cpu = log_cpu_self();
    if (!log_timing() || probe_settings.deterministic || cpu->number) return false;
    return now >= again_ticks && cpu->running && !cpu->running->is_idle;
}

// All buckets, so that nothing is taken from the pool, where there may be no room.
static union {
    struct timing_window head;
    u8 bytes[sizeof(struct timing_window) + (TIMING_BUCKET_END - TIMING_BUCKET_FIRST) * sizeof(u64)];
} whole_window = {.head = {TIMING_BUCKET_FIRST, TIMING_BUCKET_END - TIMING_BUCKET_FIRST}};

// The slot belongs to a row that the thread may use: it is found again by the entry's slow path. Interrupts are off, so
// no sample finds the loops' probes, which belong to no method.
static void look_at_all(struct log_thread *thread) {
    bool on = machine_interrupts_off();
    struct timing_activation saved = *thread->activation;
    struct log_reading start = log_read(thread);
    plant_row(thread, &whole_window);
    for (u32 i = 0; i < COUNT_OF(watched); i++) look_again(&watched[i]);
    *slot = (struct timing_slot){0};
    *thread->activation = saved;
    thread->instrument_ticks = start.instrument; // all of it was the instruments' time
    log_charge(thread, &start);
    machine_interrupts_restore(on);
}

void timing_calibrate_again(void) {
    struct log_thread *thread = log_self();
    u64 now = log_ticks();
    if (!timing_calibration_is_due(now) || !watched[0].entry) return;
    bool is_soon = watched[0].entry->checks < AGAIN_SOON;
    again_ticks = now + log_ticks_of_ns(is_soon ? AGAIN_SOON_NS : AGAIN_LATER_NS);
    if (thread->timing && thread->activation < thread->activation_end) look_at_all(thread);
}

void timing_calibrate_probes(void) {
    struct log_thread *thread = log_self();
    if (!thread->timing) return;
    struct log_reading start = log_read(thread);
    calibrate_probes(thread);
    thread->instrument_ticks = start.instrument; // all of it was the instruments' time
    log_charge(thread, &start);
}

void timing_calibrate_charge(void) {
    struct log_thread *thread = log_self();
    struct log_reading start = log_read(thread);
    calibrate_charge(thread);
    thread->instrument_ticks = start.instrument;
    log_charge(thread, &start);
}

void timing_calibrate(void) {
    struct log_thread *thread = log_self();
    struct log_reading start = log_read(thread);
    calibrate_interrupts(thread);
    if (thread->timing) calibrate_probes(thread);
    calibrate_records(thread);
    if (log_allocating() || log_event_wanted(EVENT_allocate)) calibrate_charge(thread);
    // All of it was the instruments' time.
    thread->instrument_ticks = start.instrument;
    struct log_reading end = log_read(thread);
    log_charge_between(thread, &start, &end);
}
