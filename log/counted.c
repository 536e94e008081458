// Counters of the host by timed method (--counters with --time), summed like time: what a call counted, its callees'
// with it and without, less what the probes counted themselves. Each probe reads the counters, which is a system call
// for each; Linux' software counters can be read in no other way. So such a pair of probes costs microseconds: they are
// the instruments' time, and a run without --counters has the other probes.
//
// A thread's open calls stand on a stack of their own, found again by their frames; the figures of methods are those of
// all threads, and changed under log_lock. Thread level only.
#include "base/panic.h"
#include "base/string.h"
#include "log/state.h"

#define FIRST_BYTES 4096u
#define TRIES 16u
#define BATCHES 16u
#define BATCH_PAIRS 64u

struct counted_call {
    u64 sp; // as struct timing_activation's
    u32 method;
    bool outermost;
    u64 pairs; // of probes that have ended inside
    // the thread's counters, and what the probes had counted of them, when it began; its callees' sums
    s64 start[COUNTERS_MOST], probes[COUNTERS_MOST], callees[COUNTERS_MOST];
};

struct counted_stack {
    u64 bytes, count;
    s64 probes[COUNTERS_MOST];
    struct counted_call calls[];
};

extern const u8 probe_time_enter_counted[], probe_time_leave_counted[];

void counted_enter(struct log_thread *thread, u32 method, u64 sp);
void counted_leave(struct log_thread *thread, u64 sp);

static u32 kinds(void) { return log_state.config.counter_count; }

static struct region_method_counters *entry_of(u32 method) {
    u32 at = method * 0x9e3779b9u >> 8 & log_state.counted_mask;
    for (u32 tries = 0; tries < TRIES; tries++, at = (at + 1) & log_state.counted_mask) {
        struct region_method_counters *entry = &log_state.counted[at];
        if (!at || (entry->method && entry->method != method)) continue;
        entry->method = method;
        return entry;
    }
    return &log_state.counted[0];
}

// ---- The stack

static struct counted_stack *stack_make(u64 bytes) {
    struct counted_stack *stack = pool_take(bytes);
    if (!stack) return NULL;
    memset(stack, 0, sizeof(*stack));
    stack->bytes = bytes;
    return stack;
}

static bool has_room(const struct counted_stack *stack) {
    return sizeof(*stack) + (stack->count + 1) * sizeof(stack->calls[0]) <= stack->bytes;
}

static bool make_room(struct log_thread *thread) {
    struct counted_stack *old = thread->counted;
    if (!old) return (thread->counted = stack_make(FIRST_BYTES)) != NULL;
    if (has_room(old)) return true;
    struct counted_stack *stack = stack_make(old->bytes * 2);
    if (!stack) return false;
    memcpy(stack->calls, old->calls, old->count * sizeof(old->calls[0]));
    memcpy(stack->probes, old->probes, sizeof(stack->probes));
    stack->count = old->count;
    thread->counted = stack;
    pool_give(old, old->bytes);
    return true;
}

// The topmost call ends with these values.
static void end_call(struct counted_stack *stack, const s64 *values) {
    ASSERT(stack->count);
    const struct counted_call *call = &stack->calls[--stack->count];
    struct counted_call *caller = stack->count ? &stack->calls[stack->count - 1] : NULL;
    struct region_method_counters *entry = entry_of(call->method);
    const struct region_counted_cost *cost = log_state.counted_cost;
    for (u32 i = 0; i < kinds(); i++) {
        s64 inclusive = values[i] - call->start[i] - cost->inner[i] - (stack->probes[i] - call->probes[i]);
        stack->probes[i] += cost->full[i];
        entry->exclusive[i] += inclusive - call->callees[i];
        if (call->outermost) entry->inclusive[i] += inclusive;
        if (caller) caller->callees[i] += inclusive;
    }
    entry->calls++;
    entry->pairs += call->pairs;
    if (caller) caller->pairs += call->pairs + 1;
}

static void end_below(struct counted_stack *stack, u64 sp, const s64 *values) {
    while (stack->count && stack->calls[stack->count - 1].sp < sp) end_call(stack, values);
}

// ---- Probes

void counted_enter(struct log_thread *thread, u32 method, u64 sp) {
    struct log_reading start = log_read(thread);
    log_lock();
    bool has_place = make_room(thread);
    log_unlock();
    if (has_place) {
        struct counted_stack *stack = thread->counted;
        ASSERT(has_room(stack));
        struct counted_call *call = &stack->calls[stack->count];
        *call = (struct counted_call){.sp = sp, .method = method, .outermost = !timing_is_open(thread->number, method)};
        memcpy(call->probes, stack->probes, sizeof(call->probes));
        stack->count++;
        counters_read_thread(thread, call->start);
    } else {
        log_lost(LOSS_ACTIVATIONS);
    }
    log_charge(thread, &start);
    log_ticks_add(&thread->instrument_ticks, log_state.counted_rest_ticks);
}

void counted_leave(struct log_thread *thread, u64 sp) {
    s64 values[COUNTERS_MOST];
    struct log_reading start = log_read(thread);
    struct counted_stack *stack = thread->counted;
    if (stack) {
        counters_read_thread(thread, values);
        log_lock();
        end_below(stack, sp, values);
        if (stack->count && stack->calls[stack->count - 1].sp == sp) end_call(stack, values);
        log_unlock();
    }
    log_charge(thread, &start);
    log_ticks_add(&thread->instrument_ticks, log_state.counted_rest_ticks);
}

void counted_unwind(struct log_thread *thread, u64 sp) {
    s64 values[COUNTERS_MOST];
    struct counted_stack *stack = thread->counted;
    if (!stack->count || stack->calls[stack->count - 1].sp >= sp) return;
    struct log_reading start = log_read(thread);
    counters_read_thread(thread, values);
    log_lock();
    end_below(stack, sp, values);
    log_unlock();
    log_charge(thread, &start);
}

void counted_thread(struct log_thread *thread) {
    if (LIKELY(!log_state.counts_methods)) return;
    thread->log_entries[LOG_ENTRY_TIME_ENTER] = (u64)probe_time_enter_counted;
    thread->log_entries[LOG_ENTRY_TIME_LEAVE] = (u64)probe_time_leave_counted;
}

void counted_thread_end(struct log_thread *thread) {
    if (thread->counted) pool_give(thread->counted, thread->counted->bytes);
    thread->counted = NULL;
}

// ---- Calibration: pairs around nothing, in batches

static void sort(s64 *values, u32 count) {
    for (u32 i = 1; i < count; i++) {
        s64 value = values[i];
        u32 at = i;
        for (; at && values[at - 1] > value; at--) values[at] = values[at - 1];
        values[at] = value;
    }
}

// The median of the batches; `error` gets how far the farthest is from it.
static s64 middle(s64 *values, s64 *error) {
    sort(values, BATCHES);
    s64 median = values[BATCHES / 2], below = median - values[0], above = values[BATCHES - 1] - median;
    *error = below > above ? below : above;
    return median;
}

static void run_batch(struct log_thread *thread, s64 inner[COUNTERS_MOST], s64 full[COUNTERS_MOST]) {
    struct region_method_counters *entry = entry_of(PSEUDO_KERNEL);
    s64 before[COUNTERS_MOST], after[COUNTERS_MOST];
    memset(entry->exclusive, 0, sizeof(entry->exclusive));
    counters_read_thread(thread, before);
    for (u32 i = 0; i < BATCH_PAIRS; i++) {
        counted_enter(thread, PSEUDO_KERNEL, 1);
        counted_leave(thread, 1);
    }
    counters_read_thread(thread, after);
    for (u32 i = 0; i < kinds(); i++) {
        inner[i] = entry->exclusive[i] / (s64)BATCH_PAIRS;
        full[i] = (after[i] - before[i]) / (s64)BATCH_PAIRS;
    }
}

static void calibrate(struct log_thread *thread) {
    s64 inner[COUNTERS_MOST][BATCHES], full[COUNTERS_MOST][BATCHES], rest[BATCHES], ignored;
    struct region_counted_cost *cost = log_state.counted_cost;
    for (u32 batch = 0; batch < BATCHES; batch++) {
        s64 in[COUNTERS_MOST], all[COUNTERS_MOST];
        struct log_reading start = log_read(thread);
        run_batch(thread, in, all);
        struct log_reading end = log_read(thread);
        rest[batch] = (s64)(end.ticks - start.ticks) - (end.instrument - start.instrument);
        for (u32 i = 0; i < kinds(); i++) inner[i][batch] = in[i], full[i][batch] = all[i];
    }
    log_state.counted_rest_ticks = middle(rest, &ignored) / (s64)(2 * BATCH_PAIRS);
    for (u32 i = 0; i < kinds(); i++) {
        cost->inner[i] = middle(inner[i], &cost->inner_error[i]);
        cost->full[i] = middle(full[i], &cost->full_error[i]);
    }
    memset(entry_of(PSEUDO_KERNEL), 0, sizeof(struct region_method_counters));
}

// Open calls begin now.
void counted_clear_thread(struct log_thread *thread) {
    struct counted_stack *stack = thread->counted;
    if (!stack) return;
    s64 values[COUNTERS_MOST] = {0};
    counters_look(thread, values);
    for (u64 i = 0; i < stack->count; i++) {
        struct counted_call *call = &stack->calls[i];
        memcpy(call->start, values, sizeof(call->start));
        memcpy(call->probes, stack->probes, sizeof(call->probes));
        memset(call->callees, 0, sizeof(call->callees));
        call->pairs = 0;
    }
}

void counted_clear(void) {
    if (!log_state.counts_methods) return;
    memset(log_state.counted, 0, (log_state.counted_mask + 1) * sizeof(log_state.counted[0]));
}

void counted_start(void) {
    struct log_thread *thread = log_self();
    struct log_reading start = log_read(thread);
    calibrate(thread);
    counted_thread_end(thread);
    log_state.counts_methods = true;
    counted_thread(thread);
    log_charge(thread, &start);
}
