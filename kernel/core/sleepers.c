// See sleepers.h. A thread's children, each the root of a heap of its own, are linked by sleeper_next; sleeper_previous
// is the sibling before it or, for the first child, the parent.
#include "kernel/core/sleepers.h"

#include "base/panic.h"

static bool is_before(const struct thread *a, const struct thread *b) {
    if (a->wake_at_ticks != b->wake_at_ticks) return a->wake_at_ticks < b->wake_at_ticks;
    return a->sleeper_number < b->sleeper_number;
}

static void set_next(struct thread *thread, struct thread *next) {
    thread->sleeper_next = next;
    if (next) next->sleeper_previous = thread;
}

// Makes two heaps, either of which may be NULL, into one; their roots have no siblings.
static struct thread *meld(struct thread *a, struct thread *b) {
    if (!a || !b) return a ? a : b;
    struct thread *above = is_before(a, b) ? a : b, *below = above == a ? b : a;
    set_next(below, above->sleeper_child);
    above->sleeper_child = below;
    below->sleeper_previous = above;
    return above;
}

// Siblings are melded in pairs from left to right, then the pairs from right to left: the bound depends on this order.
static struct thread *meld_siblings(struct thread *first) {
    struct thread *pairs = NULL; // linked by sleeper_next, the last one first
    while (first) {
        struct thread *second = first->sleeper_next, *rest = second ? second->sleeper_next : NULL;
        first->sleeper_next = NULL;
        if (second) second->sleeper_next = NULL;
        struct thread *pair = meld(first, second);
        pair->sleeper_next = pairs;
        pairs = pair;
        first = rest;
    }
    struct thread *all = NULL;
    while (pairs) {
        struct thread *rest = pairs->sleeper_next;
        pairs->sleeper_next = NULL;
        all = meld(all, pairs);
        pairs = rest;
    }
    return all;
}

static void set_first(struct sleepers *sleepers, struct thread *thread) {
    sleepers->first = thread;
    if (thread) thread->sleeper_previous = NULL;
}

void sleepers_insert(struct sleepers *sleepers, struct thread *thread) {
    ASSERT(!thread->sleeper_previous && sleepers->first != thread);
    thread->sleeper_child = thread->sleeper_next = NULL;
    thread->sleeper_number = ++sleepers->count;
    set_first(sleepers, meld(sleepers->first, thread));
}

// Takes the thread, with everything below it, away from its parent.
static void cut(struct thread *thread) {
    struct thread *previous = thread->sleeper_previous;
    ASSERT(previous->sleeper_child == thread || previous->sleeper_next == thread);
    if (previous->sleeper_child == thread) {
        previous->sleeper_child = thread->sleeper_next;
        if (thread->sleeper_next) thread->sleeper_next->sleeper_previous = previous;
    } else {
        set_next(previous, thread->sleeper_next);
    }
}

void sleepers_remove(struct sleepers *sleepers, struct thread *thread) {
    ASSERT(thread->sleeper_previous || sleepers->first == thread);
    struct thread *below = meld_siblings(thread->sleeper_child);
    if (sleepers->first == thread) {
        set_first(sleepers, below);
    } else {
        cut(thread);
        set_first(sleepers, meld(sleepers->first, below));
    }
    thread->sleeper_child = thread->sleeper_next = thread->sleeper_previous = NULL;
}
