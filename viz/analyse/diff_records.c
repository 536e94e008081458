// See diff.h. Records are compared in the order of time, with everything in them. If the first one that differs says
// the same except for times, sizes and addresses (a class that is some bytes longer), the comparison goes on, leaving
// out what depends on the clock, to the first record that says that something else happened.
#include <stdlib.h>
#include <string.h>

#include "viz/analyse/diff.h"
#include "viz/read/event_text.h"

enum { BEFORE = 5, AFTER = 4 }; // lines of context

struct held {
    struct event event;
    u64 bytes[PACKET_BYTES / sizeof(u64)];
    bool ended;
};

struct reading {
    const struct recording *recording;
    struct event_merge merge;
    struct held *now;
    struct held *before[BEFORE]; // a ring: record n is at n % BEFORE
    u64 count;
};

static void reading_open(struct reading *reading, const struct recording *recording) {
    *reading = (struct reading){.recording = recording, .now = memory_get(sizeof(struct held))};
    for (u32 i = 0; i < BEFORE; i++) reading->before[i] = memory_get(sizeof(struct held));
    event_merge_open(&reading->merge, &recording->reader);
}

static void reading_close(struct reading *reading) {
    event_merge_close(&reading->merge);
    for (u32 i = 0; i < BEFORE; i++) free(reading->before[i]);
    free(reading->now);
}

static void hold(struct held *held, const struct event *event) {
    held->event = *event;
    memcpy(held->bytes, event->record, record_bytes(event->record));
    held->event.record = (const struct region_record *)held->bytes;
}

// The event that the merge hands out lasts only until the next one, of any merge.
static void read_next(struct reading *reading) {
    struct event event;
    reading->now->ended = !event_merge_next(&reading->merge, &event);
    if (!reading->now->ended) hold(reading->now, &event);
}

static void keep_and_read_next(struct reading *reading) {
    struct held **kept = &reading->before[reading->count++ % BEFORE], *free_one = *kept;
    *kept = reading->now;
    reading->now = free_one;
    read_next(reading);
}

// ---- What is the same

static u64 ticks_of(const struct reading *reading) {
    u64 ticks = reading->now->ended ? reading->recording->end_ticks : reading->now->event.record->ticks;
    return ticks - reading->recording->reader.header.start_ticks;
}

static bool same_record(const struct reading *a, const struct reading *b) {
    const struct event *left = &a->now->event, *right = &b->now->event;
    u32 bytes = record_bytes(left->record);
    return left->cpu == right->cpu && left->level == right->level && left->thread == right->thread &&
           bytes == record_bytes(right->record) && memcmp(left->record, right->record, bytes) == 0;
}

static bool same_value(const struct reading *a, const struct reading *b, const struct event_field *field) {
    u64 left = event_field_value(a->now->event.record, field), right = event_field_value(b->now->event.record, field);
    switch (field->unit) {
    case UNIT_TICKS:
    case UNIT_BYTES:
    case UNIT_ADDRESS:
    case UNIT_STACK:
    case UNIT_NANOSECONDS: return true;
    case UNIT_METHOD:
    case UNIT_CLASS: break;
    default: return left == right;
    }
    struct buffer x = {0}, y = {0};
    event_put_value(&x, a->recording, field->unit, left, a->now->event.record->ticks);
    event_put_value(&y, b->recording, field->unit, right, b->now->event.record->ticks);
    bool same = strcmp(buffer_string(&x), buffer_string(&y)) == 0;
    buffer_free(&x), buffer_free(&y);
    return same;
}

static bool same_own_event(const struct reading *a, const struct reading *b) {
    const struct region_record *left = a->now->event.record, *right = b->now->event.record;
    char *name = text_copy(recording_event_name(a->recording, left->id));
    bool same = strcmp(name, recording_event_name(b->recording, right->id)) == 0 && left->length == right->length &&
                left->a == right->a && memcmp(left->more, right->more, record_bytes(left) - 16) == 0;
    free(name);
    return same;
}

static bool same_happening(const struct reading *a, const struct reading *b) {
    const struct event *left = &a->now->event, *right = &b->now->event;
    const struct event_info *info = event_info(left->record->id);
    if (left->thread != right->thread) return false;
    if (!info->name) return same_own_event(a, b);
    bool same = left->record->id == right->record->id;
    for (u32 i = 0; same && i < info->field_count; i++) same = same_value(a, b, &info->fields[i]);
    return same;
}

// Samples, interrupts and the ends of turns come by the clock: after the first difference each has its own.
static bool comes_by_clock(const struct event *event) {
    switch (event->record->id) {
    case EVENT_sample:
    case EVENT_interrupt_enter:
    case EVENT_interrupt_leave: return true;
    case EVENT_thread_switch: return RECORD_OF(thread_switch, event->record)->reason == SWITCH_quantum;
    default: return false;
    }
}

static void skip_clock(struct reading *reading) {
    while (!reading->now->ended && comes_by_clock(&reading->now->event)) read_next(reading);
}

// ---- Places

static void put_line(struct buffer *text, const struct reading *reading, const struct event *event) {
    event_put(text, reading->recording, event);
    buffer_byte(text, '\n');
}

static void put_following(struct buffer *text, struct reading *reading) {
    for (u32 i = 0; i < AFTER && !reading->now->ended; i++) {
        put_line(text, reading, &reading->now->event);
        read_next(reading);
    }
}

static void place_here(struct parting *parting, const struct reading *a, const struct reading *b) {
    *parting = (struct parting){.found = true,
                                .a_ended = a->now->ended,
                                .b_ended = b->now->ended,
                                .records = a->count,
                                .a_ticks = ticks_of(a),
                                .b_ticks = ticks_of(b)};
    u64 lines = a->count < BEFORE ? a->count : BEFORE;
    for (u64 i = a->count - lines; i < a->count; i++) put_line(&parting->common, a, &a->before[i % BEFORE]->event);
}

// Where only times differ the readings go on, so what follows there is only the one record.
static void find_happening(struct partings *partings, struct reading *a, struct reading *b) {
    put_line(&partings->exact.a, a, &a->now->event);
    put_line(&partings->exact.b, b, &b->now->event);
    for (;;) {
        skip_clock(a), skip_clock(b);
        if (a->now->ended && b->now->ended) return;
        if (a->now->ended || b->now->ended || !same_happening(a, b)) break;
        keep_and_read_next(a), keep_and_read_next(b);
    }
    place_here(&partings->happening, a, b);
    put_following(&partings->happening.a, a);
    put_following(&partings->happening.b, b);
}

static u64 overwritten(const struct reading *reading) {
    u64 lost = 0;
    for (size_t i = 0; i < reading->merge.count; i++) {
        lost += reading->merge.streams[i].control.lost[STREAM_LOST_OVERWRITTEN];
    }
    return lost;
}

// What only one still has is not compared.
static void meet(struct partings *partings, struct reading *a, struct reading *b) {
    partings->overwritten = overwritten(a) > overwritten(b) ? overwritten(a) : overwritten(b);
    while (partings->overwritten && !a->now->ended && !b->now->ended && ticks_of(a) != ticks_of(b)) {
        read_next(ticks_of(a) < ticks_of(b) ? a : b);
    }
}

void diff_records(struct partings *partings, const struct diff *diff) {
    struct reading a, b;
    *partings = (struct partings){0};
    reading_open(&a, &diff->a.recording), reading_open(&b, &diff->b.recording);
    read_next(&a), read_next(&b);
    meet(partings, &a, &b);
    while (!a.now->ended && !b.now->ended && same_record(&a, &b)) keep_and_read_next(&a), keep_and_read_next(&b);
    partings->compared = a.count;
    if (!a.now->ended || !b.now->ended || ticks_of(&a) != ticks_of(&b)) {
        place_here(&partings->exact, &a, &b);
        if (!a.now->ended && !b.now->ended && same_happening(&a, &b)) {
            find_happening(partings, &a, &b);
        } else {
            put_following(&partings->exact.a, &a);
            put_following(&partings->exact.b, &b);
        }
    }
    reading_close(&a), reading_close(&b);
}

static void parting_free(struct parting *parting) {
    buffer_free(&parting->common), buffer_free(&parting->a), buffer_free(&parting->b);
}

void partings_free(struct partings *partings) { parting_free(&partings->exact), parting_free(&partings->happening); }
