// The table of stacks, to which threads of the host add at once, under ThreadSanitizer: one stack has one number,
// whichever thread is the first to add it, and the number leads to its frames.
#include <pthread.h>
#include <string.h>

#include "tap.h"

#include "log/sampler.c"

#define THREADS 4u
#define STACKS 20000u
#define FRAMES 6u
#define NODES (1u << 17)

struct log_state log_state;
static struct stack_node nodes[NODES];
static struct region_section section;
static u32 numbers[THREADS][STACKS];

// Many have their outer frames in common; the inner ones are frames of others' outer ones as well.
static void make_stack(u32 number, u32 *frames) {
    for (u32 i = 0; i < FRAMES; i++) frames[i] = 0x1000 + number % (2u << (FRAMES - i) * 2) * 16;
}

static void *add_all(void *argument) {
    u32 *to = argument;
    for (u32 i = 0; i < STACKS; i++) {
        u32 frames[FRAMES];
        make_stack(i, frames);
        to[i] = stacks_add(frames, FRAMES, false);
    }
    return NULL;
}

static bool leads_to(u32 node, const u32 *frames) {
    u32 i = 0;
    for (; node && i < FRAMES; i++, node = nodes[node].parent) {
        if (nodes[node].ip != frames[i]) return false;
    }
    return i == FRAMES && !node;
}

static void check(void) {
    u32 wrong = 0, different = 0, used = 0;
    for (u32 i = 0; i < STACKS; i++) {
        u32 frames[FRAMES];
        make_stack(i, frames);
        if (!leads_to(numbers[0][i], frames)) wrong++;
        for (u32 j = 1; j < THREADS; j++) different += numbers[j][i] != numbers[0][i];
    }
    for (u32 i = 0; i < NODES; i++) used += nodes[i].ip != 0;
    tap_is_int(wrong, 0, "each number leads to the frames");
    tap_is_int(different, 0, "and is the same for all threads");
    tap_is_int((s64)section.used, used, "the nodes are counted");
}

int main(void) {
    pthread_t threads[THREADS];
    log_state.stacks = nodes;
    log_state.stack_mask = NODES - 1;
    log_state.stacks_section = &section;
    for (u32 i = 0; i < THREADS; i++) {
        if (pthread_create(&threads[i], NULL, add_all, numbers[i])) return 1;
    }
    for (u32 i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    check();
    return tap_done();
}
