// Activations that are still open: those of each thread's stack of timed methods, closed at the recording's end. A
// block's `top` is as old as the last switch or interrupt of its thread. Where a guest was killed, the rows know how
// many calls have begun and ended since: their on-stack counts are of the last instruction.
#include <stdlib.h>

#include "viz/analyse/profile.h"

struct thread_totals {
    s64 instruments;
    s64 not_running; // away and stolen
};

// What the thread's counters would be at the recording's end: one that does not run is away since its last switch.
static struct thread_totals totals_at_end(const struct recording *recording, const struct region_thread *thread) {
    struct thread_totals totals = {.instruments = thread->instrument_ticks};
    for (size_t reason = 0; reason < COUNT_OF(thread->away); reason++) totals.not_running += thread->away[reason];
    for (size_t kind = 0; kind < COUNT_OF(thread->stolen); kind++) totals.not_running += thread->stolen[kind];
    if (thread->away_since_ticks && !thread->end_ticks && recording->end_ticks > thread->away_since_ticks) {
        totals.not_running += (s64)(recording->end_ticks - thread->away_since_ticks);
    }
    return totals;
}

// Figures of more ticks than any run lasts were not written by a kernel.
static bool is_plausible(const struct timing_activation *activation) {
    const s64 limit = 1ll << 54,
              figures[] = {activation->i0, activation->n0, activation->callees_elapsed, activation->callees_away};
    for (size_t i = 0; i < COUNT_OF(figures); i++) {
        if (figures[i] > limit || figures[i] < -limit) return false;
    }
    return true;
}

// ---- A thread's stack, from the root up

struct stack {
    struct timing_activation *items;
    size_t count, capacity;
};

static void stack_push(struct stack *stack, const struct timing_activation *activation) {
    ARRAY_GROW(stack->items, stack->count, stack->capacity);
    stack->items[stack->count++] = *activation;
}

static void reverse(struct stack *stack) {
    for (size_t i = 0; i < stack->count / 2; i++) {
        struct timing_activation other = stack->items[i];
        stack->items[i] = stack->items[stack->count - 1 - i];
        stack->items[stack->count - 1 - i] = other;
    }
}

// How many activations the thread has open, its root among them.
static u64 open_count(const struct recording *recording, u32 thread) {
    u64 count = 1;
    for (size_t i = 0; i < recording->row_count; i++) {
        if (recording->rows[i].thread == thread) count += recording->rows[i].depth;
    }
    return count;
}

// Where the topmost block ends, of a thread that ran when the guest was killed. What has begun after its last interrupt
// stands behind the block's top. Without their rows some activations are not counted.
static u64 find_top(const struct recording *recording, const struct timing_block *topmost) {
    u64 top = topmost->top, levels = 0, left = recording->pool_bytes / sizeof(struct timing_block);
    if (recording->losses[LOSS_ROWS]) return top;
    for (const struct timing_block *block = topmost; block && left--;) {
        levels += block->top + (block->previous ? 0 : 1);
        block = block->previous ? recording_block(recording, block->previous) : NULL;
    }
    u64 open = open_count(recording, topmost->thread);
    for (; levels > open && top; levels--) top--;
    for (; levels < open && top + 1 < topmost->capacity; levels++, top++) {
        if (topmost->activations[top + 1].t0 < recording->reader.header.heartbeat_ticks) break;
    }
    return top;
}

// The activations of one block from its topmost down. What stands for the topmost one below gives that its sums.
static void push_block(struct stack *stack, const struct timing_block *block, u64 top, s64 *elapsed, s64 *away) {
    const struct timing_activation *first = &block->activations[0];
    for (u64 i = top + 1, end = block->previous ? 1 : 0; i-- > end; *elapsed = *away = 0) {
        stack_push(stack, &block->activations[i]);
        struct timing_activation *copy = &stack->items[stack->count - 1];
        if (is_plausible(copy)) copy->callees_elapsed += *elapsed, copy->callees_away += *away;
    }
    if (block->previous && is_plausible(first)) *elapsed += first->callees_elapsed, *away += first->callees_away;
}

// Blocks that lead to each other in a ring end where there would be more of them than the pool can hold.
static bool stack_read(struct stack *stack, const struct recording *recording, const struct region_thread *thread) {
    u64 left = recording->pool_bytes / sizeof(struct timing_block);
    s64 elapsed = 0, away = 0;
    bool ran_on = recording->unseen_ticks && thread->run_start_ticks;
    for (u64 offset = thread->activations; offset && left--;) {
        const struct timing_block *block = recording_block(recording, offset);
        if (!block || block->thread != thread->number) return false;
        bool moved = ran_on && offset == thread->activations;
        push_block(stack, block, moved ? find_top(recording, block) : block->top, &elapsed, &away);
        offset = block->previous;
    }
    reverse(stack);
    return true;
}

// ---- Which are outermost: methods seen on the way up

static bool *find_outermost(const struct stack *stack) {
    size_t slots = 64;
    while (slots < stack->count * 2) slots *= 2;
    u32 *seen = memory_get(slots * sizeof(*seen));
    bool *outermost = memory_get(stack->count + 1);
    for (size_t i = 1; i < stack->count; i++) {
        u32 method = stack->items[i].method;
        size_t at = (method * 0x9e3779b9u >> 8) & (slots - 1);
        while (seen[at] && seen[at] != method) at = (at + 1) & (slots - 1);
        outermost[i] = !seen[at];
        seen[at] = method;
    }
    free(seen);
    return outermost;
}

static void close_stack(const struct recording *recording, const struct region_thread *thread, struct stack *stack,
                        void (*visit)(void *, const struct open_activation *), void *context) {
    struct thread_totals totals = totals_at_end(recording, thread);
    bool *outermost = find_outermost(stack);
    for (size_t i = stack->count; i-- > 1;) {
        const struct timing_activation *activation = &stack->items[i];
        struct timing_activation *caller = &stack->items[i - 1];
        if (!activation->method || activation->t0 > recording->end_ticks || !is_plausible(activation)) continue;
        struct open_activation open = {.thread = thread->number,
                                       .caller = caller->method ? caller->method : PSEUDO_ROOT,
                                       .callee = activation->method,
                                       .outermost = outermost[i]};
        open.raw = (s64)(recording->end_ticks - activation->t0);
        open.elapsed = open.raw - (totals.instruments - activation->i0);
        open.cpu = open.elapsed - (totals.not_running - activation->n0);
        open.exclusive_elapsed = open.elapsed - activation->callees_elapsed;
        open.exclusive_cpu = open.cpu - (activation->callees_elapsed - activation->callees_away);
        if (!is_plausible(caller)) caller->callees_elapsed = caller->callees_away = 0;
        caller->callees_elapsed += open.elapsed;
        caller->callees_away += open.elapsed - open.cpu;
        visit(context, &open);
    }
    free(outermost);
}

void activations_visit(const struct recording *recording,
                       void (*visit)(void *context, const struct open_activation *open), void *context) {
    const struct reader_range *range = &recording->reader.range;
    if (!recording->open || reader_range_has_time(range)) return;
    for (size_t i = 0; i < recording->thread_count; i++) {
        const struct region_thread *thread = &recording->threads[i];
        struct stack stack = {0};
        if (!reader_range_has_thread(range, thread->number)) continue;
        if (stack_read(&stack, recording, thread)) close_stack(recording, thread, &stack, visit, context);
        free(stack.items);
    }
}

// ---- A guest that was killed

// A thread that ran when the guest was last seen: what is on its stack, and what has been there above since.
static void visit_unseen(const struct recording *recording, const struct region_thread *thread,
                         void (*visit)(void *context, u32 method), void *context) {
    struct stack stack = {0};
    if (!thread->run_start_ticks || !stack_read(&stack, recording, thread)) return free(stack.items);
    for (size_t i = 1; i < stack.count; i++) visit(context, stack.items[i].method);
    free(stack.items);
    const struct timing_block *block = recording_block(recording, thread->activations);
    for (u64 i = block ? block->top + 1 : UINT64_MAX; block && i < block->capacity; i++) {
        if (block->activations[i].t0 < recording->reader.header.heartbeat_ticks) break;
        visit(context, block->activations[i].method);
    }
}

void activations_visit_unseen(const struct recording *recording, void (*visit)(void *context, u32 method),
                              void *context) {
    for (size_t i = 0; i < recording->thread_count; i++) {
        visit_unseen(recording, &recording->threads[i], visit, context);
    }
}

// ---- Whether the sums close

static void add_exclusive(void *context, const struct open_activation *open) { *(s64 *)context += open->exclusive_cpu; }

// What the thread's rows and open activations have more than its root has of its callees.
static s64 imbalance_of(const struct recording *recording, const struct region_thread *thread, s64 rows) {
    struct stack stack = {0};
    s64 root = thread->root_cpu - thread->root_exclusive_cpu;
    if (!thread->end_ticks && stack_read(&stack, recording, thread) && stack.count) {
        close_stack(recording, thread, &stack, add_exclusive, &rows);
        root = stack.items[0].callees_elapsed - stack.items[0].callees_away;
    }
    free(stack.items);
    return rows - root;
}

s64 activations_imbalance(const struct recording *recording, u32 *thread) {
    s64 imbalance = 0;
    u64 last = 0;
    for (size_t i = 0; i < recording->thread_count; i++) {
        if (recording->threads[i].number > last) last = recording->threads[i].number;
    }
    s64 *rows = memory_get((last + 1) * sizeof(*rows));
    for (size_t i = 0; i < recording->row_count; i++) {
        const struct timing_row *row = &recording->rows[i];
        if (row->thread <= last) rows[row->thread] += timing_exclusive_cpu(row);
    }
    for (size_t i = 0; i < recording->thread_count && !imbalance; i++) {
        *thread = recording->threads[i].number;
        imbalance = imbalance_of(recording, &recording->threads[i], rows[*thread]);
    }
    free(rows);
    return imbalance;
}
