// See frames.h.
#include "viz/analyse/frames.h"

#include <stdio.h>
#include <stdlib.h>

#include "viz/read/event_text.h"

enum { DEPTH_LIMIT = 4096 };

void frames_init(struct frames *frames, const struct recording *recording) {
    *frames = (struct frames){.recording = recording, .addresses = memory_get(DEPTH_LIMIT * sizeof(u32))};
}

void frames_free(struct frames *frames) {
    intern_free(&frames->names);
    intern_free(&frames->distinct);
    free(frames->at);
    free(frames->addresses);
}

static void add_frame(struct frames *frames, const char *name, u32 method, u32 line, u32 bytecode_index) {
    struct frame frame = {intern_text(&frames->names, name), method, line, bytecode_index};
    ARRAY_GROW(frames->at, frames->count, frames->capacity);
    frames->at[frames->count++] = intern_bytes(&frames->distinct, &frame, sizeof(frame));
}

// The frames of one address, the outermost of an inlined chain first.
static void add_address(struct frames *frames, u32 address, u64 ticks) {
    const struct recording *recording = frames->recording;
    const struct code_range *range = recording_code(recording, address, ticks);
    if (!range) {
        char name[32];
        snprintf(name, sizeof(name), "[%#x]", address);
        add_frame(frames, name, 0, 0, 0);
        return;
    }
    const struct code_place *chain[INLINED_DEPTH], *place = recording_place(range, address);
    u32 count = 0;
    while (place && count < COUNT_OF(chain)) {
        chain[count++] = place;
        place = recording_place_caller(range, place);
    }
    if (!count || !chain[count - 1]->method) {
        const char *name = range->method ? recording_method_label(recording, range->method) : range->name;
        add_frame(frames, name, range->method, 0, 0);
        return;
    }
    while (count--) {
        add_frame(frames, recording_method_label(recording, chain[count]->method), chain[count]->method,
                  chain[count]->line, chain[count]->bytecode_index);
    }
}

static u32 collect_addresses(struct frames *frames, u32 node) {
    const struct recording *recording = frames->recording;
    u32 count = 0;
    for (; node && node < recording->stack_count && recording->stacks[node].ip && count < DEPTH_LIMIT;
         node = recording->stacks[node].parent) {
        frames->addresses[count++] = recording->stacks[node].ip;
    }
    return count;
}

void frames_of(struct frames *frames, const struct walk_sample *sample) {
    u32 count = collect_addresses(frames, sample->stack);
    frames->count = 0;
    for (u32 i = count; i-- > 0;) {
        if (frames->addresses[i] == STACK_TRUNCATED) {
            add_frame(frames, "[deeper]", 0, 0, 0);
        } else if (frames->addresses[i] == STACK_KERNEL) {
            add_frame(frames, "[kernel]", 0, 0, 0);
        } else if (frames->addresses[i] == STACK_PORTAL) {
            add_frame(frames, "[portal]", 0, 0, 0);
        } else {
            add_address(frames, frames->addresses[i], sample->ticks);
        }
    }
    if (!count && sample->ip && recording_code(frames->recording, sample->ip, sample->ticks)) {
        add_address(frames, sample->ip, sample->ticks);
    }
    const char *state = event_enum_name(UNIT_SAMPLE_STATE, sample->state);
    if (sample->state == SAMPLE_translated || sample->state == SAMPLE_native || !state) return;
    char name[32];
    snprintf(name, sizeof(name), "[%s]", state);
    add_frame(frames, name, 0, 0, 0);
}

void frames_of_method(struct frames *frames, u32 method) {
    frames->count = 0;
    if (method) add_frame(frames, recording_method_label(frames->recording, method), method, 0, 0);
}

const struct frame *frames_get(const struct frames *frames, u32 number) {
    return intern_get(&frames->distinct, number);
}

const char *frames_name(const struct frames *frames, u32 number) {
    return intern_get(&frames->names, frames_get(frames, number)->name);
}

const char *frames_source(const struct frames *frames, u32 number) {
    const struct method_name *method = recording_method(frames->recording, frames_get(frames, number)->method);
    const struct class_name *class = method ? recording_class(frames->recording, method->class_id) : NULL;
    return class ? class->source : "";
}
