// See activations.h. A block's `top` is as old as the last switch or interrupt of its thread: calls since then are not
// seen, and ended ones may still stand; both are short against the tick of the timer.
#include "viz/activations.h"

#include <stdlib.h>
#include <string.h>

struct thread_totals {
    s64 instruments;
    s64 not_running; // away and stolen
};

// What the thread's counters would be at the recording's end: one that does not run is away since its last switch.
static struct thread_totals totals_at_end(const struct recording *recording, u64 number) {
    struct thread_totals totals = {0};
    for (size_t i = 0; i < recording->thread_count; i++) {
        const struct region_thread *thread = &recording->threads[i];
        if (thread->number != number) continue;
        totals.instruments = thread->instrument_ticks;
        for (size_t reason = 0; reason < COUNT_OF(thread->away); reason++) totals.not_running += thread->away[reason];
        for (size_t kind = 0; kind < COUNT_OF(thread->stolen); kind++) totals.not_running += thread->stolen[kind];
        if (thread->away_since_ticks && !thread->end_ticks && recording->end_ticks > thread->away_since_ticks) {
            totals.not_running += (s64)(recording->end_ticks - thread->away_since_ticks);
        }
    }
    return totals;
}

// Figures of more ticks than any run lasts were not written by a kernel.
static bool is_plausible(const struct timing_activation *activation) {
    const s64 limit = 1ll << 54,
              figures[] = {activation->i0, activation->n0, activation->callees_elapsed, activation->callees_cpu};
    for (size_t i = 0; i < COUNT_OF(figures); i++) {
        if (figures[i] > limit || figures[i] < -limit) return false;
    }
    return true;
}

static bool is_outermost(const struct timing_activation *activations, size_t at) {
    for (size_t i = 1; i < at; i++) {
        if (activations[i].method == activations[at].method) return false;
    }
    return true;
}

static void close_block(const struct recording *recording, struct timing_block *block,
                        void (*visit)(void *, const struct open_activation *), void *context) {
    if (!block->thread || block->top < block->base) return;
    u64 top = (block->top - block->base) / sizeof(struct timing_activation);
    if (top >= COUNT_OF(block->activations)) return;
    struct thread_totals totals = totals_at_end(recording, block->thread);
    for (u64 i = top; i >= 1; i--) {
        const struct timing_activation *activation = &block->activations[i];
        struct timing_activation *caller = &block->activations[i - 1];
        if (!activation->method || activation->t0 > recording->end_ticks || !is_plausible(activation)) continue;
        struct open_activation open = {.thread = (u32)block->thread,
                                       .caller = caller->method ? caller->method : PSEUDO_ROOT,
                                       .callee = activation->method,
                                       .outermost = is_outermost(block->activations, i)};
        open.raw = (s64)(recording->end_ticks - activation->t0);
        open.elapsed = open.raw - (totals.instruments - activation->i0);
        open.cpu = open.elapsed - (totals.not_running - activation->n0);
        open.exclusive_elapsed = open.elapsed - activation->callees_elapsed;
        open.exclusive_cpu = open.cpu - activation->callees_cpu;
        if (!is_plausible(caller)) caller->callees_elapsed = caller->callees_cpu = 0;
        caller->callees_elapsed += open.elapsed;
        caller->callees_cpu += open.cpu;
        visit(context, &open);
    }
}

void activations_visit(const struct recording *recording,
                       void (*visit)(void *context, const struct open_activation *open), void *context) {
    if (!recording->open) return;
    size_t count;
    struct timing_block *blocks = reader_entries(
        &recording->reader, reader_find(&recording->reader, SECTION_ACTIVATIONS, 0), sizeof(*blocks), false, &count);
    for (size_t i = 0; i < count; i++) close_block(recording, &blocks[i], visit, context);
    free(blocks);
}
