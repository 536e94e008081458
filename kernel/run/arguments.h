// Where translated code expects the arguments of a method: a walk over its descriptor that gives each argument its
// place. SysV (docs/architecture.md).
#ifndef KERNEL_RUN_ARGUMENTS_H
#define KERNEL_RUN_ARGUMENTS_H

#include "kernel/run/stubs.h"
#include "translator/object.h"

enum argument_place { ARGUMENT_INTEGER, ARGUMENT_SSE, ARGUMENT_STACK };

struct argument_walk {
    const char *next;           // in the descriptor
    bool receiver;              // is still to come
    u32 integers, sses, stacks; // how many places have been given out
    // The current argument
    type_letter type; // 'L' for any reference
    enum argument_place place;
    u32 index; // in its place
};

static inline void argument_walk_start(struct argument_walk *walk, const char *descriptor, bool has_receiver) {
    walk->next = descriptor + 1;
    walk->receiver = has_receiver;
    walk->integers = walk->sses = walk->stacks = 0;
}

// Returns the letter of the type at `text`, and in *next the text after it.
static inline type_letter descriptor_next(const char *text, const char **next) {
    type_letter type = *text;
    while (*text == '[') text++;
    if (*text == 'L') {
        while (*text != ';') text++;
    }
    *next = text + 1;
    return type == '[' ? 'L' : type;
}

// Returns false if there is no further argument; walk->next is then at the ')'.
static inline bool argument_walk_next(struct argument_walk *walk) {
    if (walk->receiver) {
        walk->receiver = false;
        walk->type = 'L';
    } else {
        if (*walk->next == ')') return false;
        walk->type = descriptor_next(walk->next, &walk->next);
    }
    bool sse = walk->type == 'F' || walk->type == 'D';
    if (sse ? walk->sses < 8 : walk->integers < 6) {
        walk->place = sse ? ARGUMENT_SSE : ARGUMENT_INTEGER;
        walk->index = sse ? walk->sses++ : walk->integers++;
    } else {
        walk->place = ARGUMENT_STACK;
        walk->index = walk->stacks++;
    }
    return true;
}

// Where the current argument lies.
static inline u64 *argument_slot(struct java_arguments *arguments, const struct argument_walk *walk) {
    switch (walk->place) {
    case ARGUMENT_INTEGER: return &arguments->integer[walk->index];
    case ARGUMENT_SSE: return &arguments->sse[walk->index];
    default: return &arguments->stack[walk->index];
    }
}

#endif
