// Folded stacks, as FlameGraph's and speedscope's tools read them: "thread;outermost;...;innermost COUNT". The counts
// add up to the samples taken. Frame names are Java-style signatures, since a descriptor's ';' is the separator here.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "viz/event_text.h"
#include "viz/export.h"

enum { DEPTH_LIMIT = 4096 };

struct folded {
    char *stack;
    u64 count;
};

struct collection {
    struct folded *items;
    size_t count, capacity;
};

static void put_frame(struct buffer *line, const char *name) {
    buffer_byte(line, ';');
    for (; *name; name++) buffer_byte(line, *name == ';' || *name == '\n' ? ',' : (u8)*name);
}

// The frames of one address, the outermost of an inlined chain first.
static void put_address(struct buffer *line, const struct recording *recording, u32 address, u64 ticks) {
    const struct code_range *range = recording_code(recording, address, ticks);
    if (!range) {
        char name[32];
        snprintf(name, sizeof(name), "[%#x]", address);
        put_frame(line, name);
        return;
    }
    const struct name_place *place = recording_place(range, address);
    u32 chain[INLINED_DEPTH], count = 0;
    while (place && count < COUNT_OF(chain)) {
        chain[count++] = place->method;
        place = recording_place_caller(range, place);
    }
    if (!count || !chain[count - 1]) {
        put_frame(line, range->method ? recording_method_label(recording, range->method) : range->name);
        return;
    }
    while (count--) put_frame(line, recording_method_label(recording, chain[count]));
}

static void put_stack(struct buffer *line, const struct recording *recording, const struct event *event) {
    const u32 *fields = (const u32 *)event->record->more; // after ip: thread, state, stack, weight
    static u32 nodes[DEPTH_LIMIT];
    u32 count = 0;
    for (u32 node = fields[2];
         node && node < recording->stack_count && recording->stacks[node].ip && count < DEPTH_LIMIT;
         node = recording->stacks[node].parent) {
        nodes[count++] = node;
    }
    const char *thread = recording_thread_name(recording, fields[0], event->record->ticks);
    for (; *thread; thread++) buffer_byte(line, *thread == ';' ? ',' : (u8)*thread);
    for (u32 i = count; i-- > 0;) {
        u32 address = recording->stacks[nodes[i]].ip;
        if (address == STACK_TRUNCATED) {
            put_frame(line, "[deeper]");
        } else if (address == STACK_KERNEL) {
            put_frame(line, "[kernel]");
        } else {
            put_address(line, recording, address, event->record->ticks);
        }
    }
    const char *state = event_enum_name(UNIT_SAMPLE_STATE, fields[1]);
    if (!count && event->record->a && recording_code(recording, event->record->a, event->record->ticks)) {
        put_address(line, recording, event->record->a, event->record->ticks);
    }
    if (fields[1] != SAMPLE_translated && fields[1] != SAMPLE_native && state) {
        char name[32];
        snprintf(name, sizeof(name), "[%s]", state);
        put_frame(line, name);
    }
}

static int by_stack(const void *left, const void *right) {
    return strcmp(((const struct folded *)left)->stack, ((const struct folded *)right)->stack);
}

static void write_lines(struct buffer *text, struct collection *all) {
    qsort(all->items, all->count, sizeof(*all->items), by_stack);
    for (size_t i = 0; i < all->count;) {
        u64 count = 0;
        size_t first = i;
        for (; i < all->count && strcmp(all->items[i].stack, all->items[first].stack) == 0; i++) {
            count += all->items[i].count;
        }
        buffer_format(text, "%s %llu\n", all->items[first].stack, (unsigned long long)count);
    }
}

bool export_folded(struct buffer *text, const struct view *view, struct problem *problem) {
    const struct recording *recording = view->profile->recording;
    struct collection all = {0};
    struct event_merge merge;
    struct event event;
    event_merge_open(&merge, &recording->reader);
    while (event_merge_next(&merge, &event)) {
        if (event.record->id != EVENT_sample) continue;
        const u32 *fields = (const u32 *)event.record->more;
        struct buffer line = {0};
        put_stack(&line, recording, &event);
        ARRAY_GROW(all.items, all.count, all.capacity);
        all.items[all.count++] = (struct folded){(char *)line.data, fields[3] ? fields[3] : 1};
    }
    event_merge_close(&merge);
    if (all.count) write_lines(text, &all);
    for (size_t i = 0; i < all.count; i++) free(all.items[i].stack);
    free(all.items);
    return all.count ||
           problem_set(problem, STATUS_BAD_INPUT,
                       "%s: expected samples, found none (gnomon run --sample HZ --stacks N)", recording->reader.path);
}
