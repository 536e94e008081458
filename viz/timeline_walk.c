// From the events in the order of time to the rows of a timeline. Each thread has a lane, which knows its state and its
// open slices; each processor knows who runs on it. What a recording does not hold is not guessed: a thread has no state
// before its first switch or wakeup, and a slice whose begin was lost is only counted.
#include <stdlib.h>
#include <string.h>

#include "viz/event_text.h"
#include "viz/timeline.h"

enum { CPU_LIMIT = 64, NO_ROW = UINT32_MAX, NO_STATE = UINT32_MAX, OPEN_LIMIT = 4096 };

struct open_slice {
    u32 name;
    u64 since;
    struct place place;
};

struct lane {
    u32 state, detail; // NO_STATE: not known
    u64 since;
    struct place place;
    char *text;    // of the state
    char *waiting; // what the wait that is about to begin is for,
    u32 reason;    // if this is why the thread is switched away
    u32 states_row, marks_row, own_row, slice_rows[TIMELINE_DEPTH];
    struct open_slice *open;
    size_t depth, open_capacity;
};

struct processor {
    bool known;
    u32 thread; // number
    u64 since;
    struct place place;
    u32 row, interrupts_row;
    struct open_slice interrupt;
    bool interrupted;
};

struct walk {
    struct timeline *timeline;
    struct lane *lanes; // TIMELINE_THREADS
    struct processor processors[CPU_LIMIT];
    const struct event *event;
    u64 now;
    struct place place; // of the event
    u64 collection_since;
};

static u32 row_of(struct walk *walk, u32 *row, enum row_kind kind, u32 owner, u32 depth) {
    if (*row == NO_ROW) *row = timeline_add_row(walk->timeline, kind, owner, depth);
    return *row;
}

static struct lane *lane_of(struct walk *walk, u32 thread, u32 *index) {
    *index = timeline_thread(walk->timeline, thread);
    return *index < TIMELINE_THREADS ? &walk->lanes[*index] : NULL;
}

static char *details_of(struct walk *walk) {
    struct buffer text = {0};
    event_put_details(&text, walk->timeline->recording, walk->event->record);
    const char *words = buffer_string(&text);
    char *copy = *words ? text_copy(words + 1) : NULL;
    buffer_free(&text);
    return copy;
}

// ---- States

static void end_state(struct walk *walk, struct lane *lane, u32 index, u32 waker) {
    if (lane->state == NO_STATE || !walk->timeline->threads[index]) return;
    u32 row = row_of(walk, &lane->states_row, ROW_STATES, index, 0);
    timeline_add_item(walk->timeline, row,
                      &(struct item){.start = lane->since,
                                     .length = walk->now - lane->since,
                                     .name = timeline_name(walk->timeline, CATEGORY_STATE, lane->state),
                                     .detail = lane->state == LANE_RUNNING ? lane->detail : waker,
                                     .place = lane->place,
                                     .text = lane->text});
    lane->text = NULL;
}

static void begin_state(struct walk *walk, struct lane *lane, u32 state, u32 detail) {
    lane->state = state, lane->detail = detail;
    lane->since = walk->now, lane->place = walk->place;
    free(lane->text);
    lane->text = NULL;
    if (state != lane->reason) return;
    lane->text = lane->waiting;
    lane->waiting = NULL, lane->reason = NO_STATE;
}

static void set_state(struct walk *walk, u32 thread, u32 state, u32 detail) {
    u32 index;
    struct lane *lane = lane_of(walk, thread, &index);
    if (!lane) return;
    end_state(walk, lane, index, 0);
    begin_state(walk, lane, state, detail);
}

// The idle thread has no state while others run. A new thread, and one whose turn was over, is ready.
static u32 state_of_reason(u32 reason) {
    if (reason == SWITCH_end || reason == SWITCH_idle_over) return NO_STATE;
    bool ready =
        reason == SWITCH_none || reason == SWITCH_quantum || reason == SWITCH_yield || reason >= SWITCH_REASONS;
    return ready ? LANE_READY : reason;
}

static void end_turn(struct walk *walk, u32 cpu, u32 reason) {
    struct processor *processor = &walk->processors[cpu];
    if (!processor->known || !processor->thread) return;
    u32 index = timeline_thread(walk->timeline, processor->thread);
    timeline_add_item(walk->timeline, row_of(walk, &processor->row, ROW_PROCESSOR, cpu, 0),
                      &(struct item){.start = processor->since,
                                     .length = walk->now - processor->since,
                                     .name = timeline_name(walk->timeline, CATEGORY_THREAD, index),
                                     .detail = reason,
                                     .place = processor->place});
}

static void on_switch(struct walk *walk) {
    const struct region_record *record = walk->event->record;
    const u32 *fields = (const u32 *)record->more; // after to: from, reason
    u32 cpu = walk->event->cpu;
    struct processor *processor = &walk->processors[cpu];
    walk->timeline->switched = true;
    if (processor->known) processor->thread = fields[0];
    end_turn(walk, cpu, fields[1]);
    set_state(walk, fields[0], state_of_reason(fields[1]), 0);
    set_state(walk, record->a, LANE_RUNNING, cpu);
    processor->known = true, processor->thread = record->a;
    processor->since = walk->now, processor->place = walk->place;
}

static void on_wakeup(struct walk *walk) {
    const struct region_record *record = walk->event->record;
    u32 waker, index, waker_index = TIMELINE_THREADS;
    memcpy(&waker, record->more, sizeof(waker));
    struct lane *lane = lane_of(walk, record->a, &index);
    if (waker) lane_of(walk, waker, &waker_index);
    if (!lane || lane->state == LANE_RUNNING || lane->state == LANE_READY) return;
    end_state(walk, lane, index, waker ? waker_index + 1 : 0);
    begin_state(walk, lane, LANE_READY, 0);
    if (waker && waker_index < TIMELINE_THREADS) {
        timeline_add_point(walk->timeline, &walk->timeline->wakes,
                           &(struct point){walk->now, index, waker_index, 0, 1, walk->place});
    }
}

// What the thread is about to wait for; the switch follows.
static void on_wait(struct walk *walk, enum switch_reason reason) {
    u32 index;
    struct lane *lane = lane_of(walk, walk->event->thread, &index);
    if (!lane) return;
    free(lane->waiting);
    lane->waiting = details_of(walk);
    lane->reason = reason;
}

// ---- Slices

static void add_slice(struct walk *walk, u32 index, size_t depth, const struct open_slice *slice, enum slice_end end,
                      char *text) {
    struct lane *lane = &walk->lanes[index];
    u64 length = walk->now - slice->since;
    bool counted = walk->timeline->names[slice->name].category == CATEGORY_EVENT; // as an event
    timeline_tally(walk->timeline, slice->name, slice->since, !counted, length);
    if (depth >= TIMELINE_DEPTH) {
        walk->timeline->left_out_slices++;
        free(text);
        return;
    }
    u32 row = row_of(walk, &lane->slice_rows[depth], ROW_SLICES, index, (u32)depth);
    timeline_add_item(walk->timeline, row,
                      &(struct item){.start = slice->since,
                                     .length = length,
                                     .name = slice->name,
                                     .detail = end,
                                     .place = slice->place,
                                     .text = text});
}

static void begin_slice(struct walk *walk, u32 name) {
    u32 index;
    struct lane *lane = lane_of(walk, walk->event->thread, &index);
    if (!lane) return;
    if (lane->depth == OPEN_LIMIT) {
        walk->timeline->left_out_slices++;
        return;
    }
    ARRAY_GROW(lane->open, lane->depth, lane->open_capacity);
    lane->open[lane->depth++] = (struct open_slice){name, walk->now, walk->place};
}

// Slices above it, whose ends were lost, end here as well.
static void end_slice(struct walk *walk, u32 name, enum slice_end end, char *text) {
    u32 index;
    struct lane *lane = lane_of(walk, walk->event->thread, &index);
    size_t at = lane ? lane->depth : 0;
    while (at && lane->open[at - 1].name != name) at--;
    if (!at) {
        walk->timeline->unmatched++;
        free(text);
        return;
    }
    while (lane->depth > at) {
        lane->depth--;
        add_slice(walk, index, lane->depth, &lane->open[lane->depth], END_NOT_SEEN, NULL);
    }
    lane->depth--;
    add_slice(walk, index, lane->depth, &lane->open[lane->depth], end, text);
}

// It stands in the record how long it took.
static void on_translate(struct walk *walk) {
    u32 index;
    struct lane *lane = lane_of(walk, walk->event->thread, &index);
    const u32 *fields = (const u32 *)walk->event->record->more; // after method: code, code_bytes, bytecode_bytes, spent
    if (!lane) return;
    u64 since = walk->now > fields[3] ? walk->now - fields[3] : 0;
    u32 name = timeline_name(walk->timeline, CATEGORY_EVENT, EVENT_translate);
    add_slice(walk, index, lane->depth, &(struct open_slice){name, since, walk->place}, ENDED, details_of(walk));
}

static void on_collection(struct walk *walk) {
    struct timeline *timeline = walk->timeline;
    const struct region_record *record = walk->event->record;
    u32 name = timeline_name(timeline, CATEGORY_EVENT, EVENT_collection_begin), index;
    struct lane *lane = lane_of(walk, walk->event->thread, &index);
    if (record->id == EVENT_collection_begin) {
        begin_slice(walk, name);
        walk->collection_since = walk->now;
        return;
    }
    bool in_phase = lane && lane->depth && timeline->names[lane->open[lane->depth - 1].name].category == CATEGORY_PHASE;
    if (in_phase) end_slice(walk, lane->open[lane->depth - 1].name, ENDED, NULL);
    if (record->id == EVENT_collection_phase) {
        begin_slice(walk, timeline_name(timeline, CATEGORY_PHASE, record->a));
        return;
    }
    const u64 *fields = (const u64 *)record->more; // after domain: live, freed
    timeline_add_heap(timeline, walk->collection_since, fields[0] + fields[1]);
    timeline_add_heap(timeline, walk->now, fields[0]);
    end_slice(walk, name, ENDED, details_of(walk));
}

// ---- Marks, interrupts, samples

static void add_mark(struct walk *walk) {
    u32 index, id = walk->event->record->id;
    struct lane *lane = lane_of(walk, walk->event->thread, &index);
    if (!lane) return;
    bool own = id >= EVENT_USER_FIRST;
    u32 row = row_of(walk, own ? &lane->own_row : &lane->marks_row, own ? ROW_OWN : ROW_MARKS, index, 0);
    timeline_add_item(walk->timeline, row,
                      &(struct item){.start = walk->now,
                                     .name = timeline_name(walk->timeline, CATEGORY_EVENT, id),
                                     .place = walk->place,
                                     .text = details_of(walk)});
}

static void on_interrupt(struct walk *walk) {
    struct processor *processor = &walk->processors[walk->event->cpu];
    u32 name = timeline_name(walk->timeline, CATEGORY_EVENT, EVENT_interrupt_enter);
    if (walk->event->record->id == EVENT_interrupt_enter) {
        processor->interrupt = (struct open_slice){name, walk->now, walk->place};
    } else if (processor->interrupted) {
        timeline_add_item(walk->timeline, row_of(walk, &processor->interrupts_row, ROW_INTERRUPTS, walk->event->cpu, 0),
                          &(struct item){.start = processor->interrupt.since,
                                         .length = walk->now - processor->interrupt.since,
                                         .name = name,
                                         .place = processor->interrupt.place,
                                         .text = details_of(walk)});
    }
    processor->interrupted = walk->event->record->id == EVENT_interrupt_enter;
}

static void on_sample(struct walk *walk) {
    const u32 *fields = (const u32 *)walk->event->record->more; // after ip: thread, state, stack, weight
    timeline_add_point(walk->timeline, &walk->timeline->samples,
                       &(struct point){.ticks = walk->now,
                                       .thread = timeline_thread(walk->timeline, fields[0]),
                                       .other = timeline_frame(walk->timeline, walk->event->record),
                                       .state = fields[1],
                                       .weight = fields[3] ? fields[3] : 1,
                                       .place = walk->place});
}

// ---- The walk

// Who runs on a processor before its first switch.
static void meet_processor(struct walk *walk) {
    struct processor *processor = &walk->processors[walk->event->cpu];
    if (processor->known || walk->event->level != LEVEL_THREAD || walk->event->record->id == EVENT_thread_switch)
        return;
    processor->known = true, processor->thread = walk->event->thread;
    processor->since = walk->now, processor->place = walk->place;
    set_state(walk, walk->event->thread, LANE_RUNNING, walk->event->cpu);
}

static void take_event(struct walk *walk) {
    const struct region_record *record = walk->event->record;
    u32 method =
        record->id == EVENT_method_enter || record->id == EVENT_method_leave || record->id == EVENT_method_unwind
            ? timeline_name(walk->timeline, CATEGORY_METHOD, record->a)
            : 0;
    switch (record->id) {
    case EVENT_thread_switch: on_switch(walk); break;
    case EVENT_thread_wakeup: on_wakeup(walk); break;
    case EVENT_monitor_block: on_wait(walk, SWITCH_monitor); break;
    case EVENT_monitor_wait: on_wait(walk, SWITCH_wait); break;
    case EVENT_thread_park: on_wait(walk, SWITCH_park); break;
    case EVENT_thread_sleep: on_wait(walk, SWITCH_sleep); break;
    case EVENT_method_enter: begin_slice(walk, method); break;
    case EVENT_method_leave: end_slice(walk, method, ENDED, NULL); break;
    case EVENT_method_unwind: end_slice(walk, method, ENDED_BY_EXCEPTION, NULL); break;
    case EVENT_translate: on_translate(walk); break;
    case EVENT_collection_begin:
    case EVENT_collection_phase:
    case EVENT_collection_end: on_collection(walk); break;
    case EVENT_interrupt_enter:
    case EVENT_interrupt_leave: on_interrupt(walk); break;
    case EVENT_heap_occupancy: timeline_add_heap(walk->timeline, walk->now, *(const u64 *)record->more); break;
    case EVENT_sample: on_sample(walk); break;
    default: add_mark(walk);
    }
}

// What is open when the recording ends.
static void finish(struct walk *walk) {
    struct timeline *timeline = walk->timeline;
    walk->now = timeline->length;
    for (u32 index = 0; index < timeline->thread_count; index++) {
        struct lane *lane = &walk->lanes[index];
        if (timeline->switched) end_state(walk, lane, index, 0);
        while (lane->depth) {
            lane->depth--;
            add_slice(walk, index, lane->depth, &lane->open[lane->depth], NOT_ENDED, NULL);
        }
        free(lane->open);
        free(lane->text);
        free(lane->waiting);
    }
    for (u32 cpu = 0; cpu < CPU_LIMIT && timeline->switched; cpu++) end_turn(walk, cpu, SWITCH_none);
}

static void find_streams(struct timeline *timeline) {
    const struct reader *reader = &timeline->recording->reader;
    const struct region_section *section;
    timeline->streams = memory_get(REGION_SECTIONS * sizeof(*timeline->streams));
    while ((section = reader_find(reader, SECTION_STREAM, (u32)timeline->stream_count))) {
        struct region_stream control = {0};
        reader_copy(reader, section->offset, &control, sizeof(control));
        timeline->streams[timeline->stream_count++] = (struct timeline_stream){
            control.cpu, control.level, section->offset + section->data_offset, control.packet_count * PACKET_BYTES};
    }
}

static struct walk *walk_start(struct timeline *timeline) {
    struct walk *walk = memory_get(sizeof(*walk));
    walk->timeline = timeline;
    walk->lanes = memory_get(TIMELINE_THREADS * sizeof(*walk->lanes));
    for (u32 i = 0; i < TIMELINE_THREADS; i++) {
        struct lane *lane = &walk->lanes[i];
        *lane = (struct lane){
            .state = NO_STATE, .reason = NO_STATE, .states_row = NO_ROW, .marks_row = NO_ROW, .own_row = NO_ROW};
        for (u32 depth = 0; depth < TIMELINE_DEPTH; depth++) lane->slice_rows[depth] = NO_ROW;
    }
    for (u32 i = 0; i < CPU_LIMIT; i++) {
        walk->processors[i].row = walk->processors[i].interrupts_row = NO_ROW;
    }
    return walk;
}

bool timeline_make(struct timeline *timeline, const struct recording *recording) {
    u64 start = recording->reader.header.start_ticks;
    *timeline = (struct timeline){.recording = recording,
                                  .length = recording->end_ticks > start ? recording->end_ticks - start : 0};
    timeline->frame_count = 1, timeline->frame_capacity = 16;
    timeline->frames = memory_get(timeline->frame_capacity * sizeof(*timeline->frames));
    timeline_text_name(timeline, ""); // of the root
    find_streams(timeline);
    struct walk *walk = walk_start(timeline);
    struct event_merge merge;
    struct event event;
    event_merge_open(&merge, &recording->reader);
    while (event_merge_next(&merge, &event)) {
        if (event.record->ticks < start || event.cpu >= CPU_LIMIT) continue;
        walk->event = &event;
        walk->now = event.record->ticks - start < timeline->length ? event.record->ticks - start : timeline->length;
        walk->place = (struct place){event.position, event.stream};
        timeline_tally(timeline, timeline_name(timeline, CATEGORY_EVENT, event.record->id), walk->now, 1, 0);
        meet_processor(walk);
        take_event(walk);
    }
    event_merge_close(&merge);
    finish(walk);
    free(walk->lanes);
    free(walk);
    return timeline->item_count || timeline->samples.count;
}

void timeline_free(struct timeline *timeline) {
    for (size_t i = 0; i < timeline->row_count; i++) {
        for (size_t item = 0; item < timeline->rows[i].count; item++) free(timeline->rows[i].items[item].text);
        free(timeline->rows[i].items);
    }
    for (size_t i = 0; i < timeline->name_count; i++) free(timeline->names[i].text), free(timeline->names[i].tally);
    struct number_map *maps[] = {&timeline->name_map, &timeline->frame_map, &timeline->spot_map, &timeline->stack_map,
                                 &timeline->thread_map};
    for (size_t i = 0; i < COUNT_OF(maps); i++) free(maps[i]->keys), free(maps[i]->values);
    free(timeline->rows);
    free(timeline->names);
    free(timeline->samples.items);
    free(timeline->wakes.items);
    free(timeline->heap);
    free(timeline->frames);
    free(timeline->spots);
    free(timeline->threads);
    free(timeline->streams);
}
