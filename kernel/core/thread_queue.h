// A first-in, first-out queue of threads, doubly linked: a thread is in at most one.
#ifndef KERNEL_CORE_THREAD_QUEUE_H
#define KERNEL_CORE_THREAD_QUEUE_H

#include "base/panic.h"
#include "kernel/core/thread.h"

struct thread_queue {
    struct thread *first, *last; // [k]
    u32 length;                  // [k]
};

static inline void thread_queue_append(struct thread_queue *queue, struct thread *thread) {
    ASSERT(!thread->next_in_queue && queue->last != thread);
    thread->previous_in_queue = queue->last;
    if (queue->last) {
        queue->last->next_in_queue = thread;
    } else {
        queue->first = thread;
    }
    queue->last = thread;
    queue->length++;
}

// The thread must be in the queue.
static inline void thread_queue_remove(struct thread_queue *queue, struct thread *thread) {
    struct thread *next = thread->next_in_queue, *previous = thread->previous_in_queue;
    ASSERT((previous ? previous->next_in_queue : queue->first) == thread);
    if (previous) {
        previous->next_in_queue = next;
    } else {
        queue->first = next;
    }
    if (next) {
        next->previous_in_queue = previous;
    } else {
        queue->last = previous;
    }
    queue->length--;
    thread->next_in_queue = thread->previous_in_queue = NULL;
}

// Returns NULL if the queue is empty.
static inline struct thread *thread_queue_take(struct thread_queue *queue) {
    struct thread *thread = queue->first;
    if (thread) thread_queue_remove(queue, thread);
    return thread;
}

#endif
