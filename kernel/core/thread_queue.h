// A first-in, first-out queue of threads, linked by next_in_queue: a thread is in one at most.
#ifndef KERNEL_CORE_THREAD_QUEUE_H
#define KERNEL_CORE_THREAD_QUEUE_H

#include "kernel/core/thread.h"

struct thread_queue {
    struct thread *first, *last;
    u32 length;
};

static inline void thread_queue_append(struct thread_queue *queue, struct thread *thread) {
    thread->next_in_queue = NULL;
    if (queue->last) {
        queue->last->next_in_queue = thread;
    } else {
        queue->first = thread;
    }
    queue->last = thread;
    queue->length++;
}

static inline struct thread *thread_queue_take(struct thread_queue *queue) {
    struct thread *thread = queue->first;
    if (!thread) return NULL;
    queue->first = thread->next_in_queue;
    if (!queue->first) queue->last = NULL;
    queue->length--;
    thread->next_in_queue = NULL;
    return thread;
}

// False: the thread is not in the queue.
static inline bool thread_queue_remove(struct thread_queue *queue, struct thread *thread) {
    struct thread *before = NULL;
    struct thread *at = queue->first;
    while (at && at != thread) {
        before = at;
        at = at->next_in_queue;
    }
    if (!at) return false;
    if (before) {
        before->next_in_queue = thread->next_in_queue;
    } else {
        queue->first = thread->next_in_queue;
    }
    if (queue->last == thread) queue->last = before;
    queue->length--;
    thread->next_in_queue = NULL;
    return true;
}

#endif
