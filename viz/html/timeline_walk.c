// From the walk over a recording (viz/analyse/walk.h) to the rows of a timeline. The walk tells states, slices and
// samples; what it does not tell is kept here: where the record stands that began a state or a slice, what a thread
// waits for, which thread ran on a processor, translations (which say afterwards how long they took), and marks.
#include <stdlib.h>
#include <string.h>

#include "viz/analyse/traffic.h"
#include "viz/html/timeline.h"
#include "viz/read/event_text.h"

enum { CPU_LIMIT = 64, NO_ROW = UINT32_MAX };

struct lane {
    struct place place; // of the record that began the state
    char *text;         // what it waits for,
    u32 reason;         // if this is why the thread is switched away
    char *waiting;      // the same, of a wait that is about to begin
    u32 waiting_reason; // 0: none is
    u32 states_row, marks_row, own_row, slice_rows[TIMELINE_DEPTH];
    struct place *begun; // of the records that began the open slices
    size_t depth, capacity;
    u64 collection_since; // when the thread has begun its last one
    u64 waits_named;      // the states from here on may be waits for a thread that is not known yet
};

struct processor {
    bool known;
    u32 thread; // number
    u64 since;
    struct place place, interrupt;
    u32 row, interrupts_row;
};

struct making {
    struct timeline *timeline;
    struct lane *lanes; // TIMELINE_THREADS
    struct processor processors[CPU_LIMIT];
    struct intern sockets; // those of connections
    u32 *ports;            // of each
    size_t port_capacity;
    const struct event *event; // NULL when the recording has ended
    u64 start, now;
    struct place place; // of the event
};

static u32 row_of(struct making *making, u32 *row, enum row_kind kind, u32 owner, u32 depth) {
    if (*row == NO_ROW) *row = timeline_add_row(making->timeline, kind, owner, depth);
    return *row;
}

static struct lane *lane_of(struct making *making, u32 thread, u32 *index) {
    *index = timeline_thread(making->timeline, thread);
    return *index < TIMELINE_THREADS ? &making->lanes[*index] : NULL;
}

// Ticks from the recording's start; a damaged recording may have any.
static u64 since_start(const struct making *making, u64 ticks) {
    u64 since = ticks > making->start ? ticks - making->start : 0;
    return since < making->timeline->length ? since : making->timeline->length;
}

static char *details_of(struct making *making) {
    struct buffer text = {0};
    event_put_details(&text, making->timeline->recording, making->event->record);
    const char *words = buffer_string(&text);
    char *copy = *words ? text_copy(words + 1) : NULL;
    buffer_free(&text);
    return copy;
}

// Takes over `details`, which may be NULL.
static char *join(char *details, const char *more) {
    if (!more) return details;
    char *both = details ? text_format("%s, %s", details, more) : text_copy(more);
    free(details);
    return both;
}

// ---- States

// The thread whose waking the event at hand is, and its waker's index + 1, 0 if there is none.
static u32 waker_of(struct making *making, u32 thread) {
    if (!making->event || making->event->record->id != EVENT_thread_wakeup) return 0;
    const struct event_thread_wakeup *wakeup = RECORD_OF(thread_wakeup, making->event->record);
    u32 index;
    if (wakeup->thread != thread || !wakeup->waker) return 0;
    return lane_of(making, wakeup->waker, &index) ? index + 1 : 0;
}

static u32 state_name(struct making *making, const struct walk_state *state) {
    u32 id = state->kind == STATE_RUNNING ? LANE_RUNNING : state->kind == STATE_READY ? LANE_READY : state->reason;
    return timeline_name(making->timeline, CATEGORY_STATE, id);
}

static void add_state(struct making *making, struct lane *lane, u32 index, const struct walk_state *state) {
    struct timeline *timeline = making->timeline;
    u64 start = since_start(making, state->start), end = since_start(making, state->end);
    u32 waker = state->kind == STATE_WAITING ? waker_of(making, state->thread) : 0;
    timeline_add_item(timeline, row_of(making, &lane->states_row, ROW_STATES, index, 0),
                      &(struct item){.start = start,
                                     .length = end - start,
                                     .name = state_name(making, state),
                                     .detail = state->kind == STATE_RUNNING ? state->cpu : waker,
                                     .place = lane->place,
                                     .text = state->reason == lane->reason ? lane->text : NULL});
    if (state->reason == lane->reason) lane->text = NULL;
    if (waker) {
        timeline_add_point(
            timeline, &timeline->wakes,
            &(struct point){
                .ticks = making->now, .thread = index, .other = waker - 1, .weight = 1, .place = making->place});
    }
}

static void on_state(void *context, const struct walk_state *state) {
    struct making *making = context;
    u32 index;
    struct lane *lane = lane_of(making, state->thread, &index);
    if (!lane) return;
    // The idle thread has no state while others run
    bool idle = state->kind == STATE_READY && state->reason == SWITCH_idle_over;
    if (!idle && state->end > state->start) add_state(making, lane, index, state);
    lane->place = making->place;
    free(lane->text);
    lane->text = lane->waiting, lane->reason = lane->waiting_reason;
    lane->waiting = NULL, lane->waiting_reason = SWITCH_none;
}

// What the thread is about to wait for; the switch follows.
static void on_wait(struct making *making, enum switch_reason reason) {
    u32 index;
    struct lane *lane = lane_of(making, making->event->thread, &index);
    if (!lane) return;
    free(lane->waiting);
    lane->waiting = details_of(making);
    lane->waiting_reason = reason;
}

// ---- Processors

static void end_turn(struct making *making, u32 cpu, u32 reason) {
    struct processor *processor = &making->processors[cpu];
    if (!processor->known || !processor->thread || making->now <= processor->since) return;
    u32 index = timeline_thread(making->timeline, processor->thread);
    timeline_add_item(making->timeline, row_of(making, &processor->row, ROW_PROCESSOR, cpu, 0),
                      &(struct item){.start = processor->since,
                                     .length = making->now - processor->since,
                                     .name = timeline_name(making->timeline, CATEGORY_THREAD, index),
                                     .detail = reason,
                                     .place = processor->place});
}

static void on_switch(struct making *making) {
    const struct event_thread_switch *turn = RECORD_OF(thread_switch, making->event->record);
    struct processor *processor = &making->processors[making->event->cpu];
    making->timeline->switched = true;
    if (processor->known) processor->thread = turn->from;
    end_turn(making, making->event->cpu, turn->reason);
    processor->known = true, processor->thread = turn->to;
    processor->since = making->now, processor->place = making->place;
}

// The thread that runs on a processor before its first switch.
static void meet_processor(struct making *making) {
    struct processor *processor = &making->processors[making->event->cpu];
    if (processor->known || making->event->level != LEVEL_THREAD) return;
    processor->known = true, processor->thread = making->event->thread;
    processor->since = making->now, processor->place = making->place;
}

// ---- Slices

static void put_slice(struct making *making, u32 index, size_t depth, const struct item *slice) {
    struct timeline *timeline = making->timeline;
    bool counted = timeline->names[slice->name].category == CATEGORY_EVENT; // as an event
    timeline_tally(timeline, slice->name, slice->start, !counted, slice->length);
    if (depth < TIMELINE_DEPTH) {
        u32 *row = &making->lanes[index].slice_rows[depth];
        timeline_add_item(timeline, row_of(making, row, ROW_SLICES, index, (u32)depth), slice);
    } else {
        timeline->left_out_slices++;
        free(slice->text);
    }
}

static void on_begin(void *context, const struct walk_slice *slice) {
    struct making *making = context;
    u32 index;
    if (slice->lane.place == PLACE_CPU) {
        if (slice->lane.number < CPU_LIMIT) making->processors[slice->lane.number].interrupt = making->place;
        return;
    }
    struct lane *lane = lane_of(making, slice->lane.number, &index);
    if (!lane) return;
    lane->depth = slice->depth;
    ARRAY_GROW(lane->begun, lane->depth, lane->capacity);
    lane->begun[lane->depth++] = making->place;
}

static void end_interrupt(struct making *making, const struct walk_slice *slice) {
    if (slice->lane.number >= CPU_LIMIT || slice->depth || slice->kind != SLICE_INTERRUPT) return;
    struct processor *processor = &making->processors[slice->lane.number];
    u64 start = since_start(making, slice->start);
    timeline_add_item(making->timeline,
                      row_of(making, &processor->interrupts_row, ROW_INTERRUPTS, slice->lane.number, 0),
                      &(struct item){.start = start,
                                     .length = since_start(making, slice->end) - start,
                                     .name = timeline_text_name(making->timeline, slice->name),
                                     .place = processor->interrupt,
                                     .text = text_format("vector=%u", slice->id)});
}

static u32 slice_name(struct making *making, const struct walk_slice *slice) {
    switch (slice->kind) {
    case SLICE_METHOD: return timeline_name(making->timeline, CATEGORY_METHOD, slice->id);
    case SLICE_PHASE: return timeline_name(making->timeline, CATEGORY_PHASE, slice->id);
    default: return timeline_text_name(making->timeline, slice->name);
    }
}

static void on_end(void *context, const struct walk_slice *slice) {
    struct making *making = context;
    u32 index;
    if (slice->lane.place == PLACE_CPU) {
        end_interrupt(making, slice);
        return;
    }
    struct lane *lane = lane_of(making, slice->lane.number, &index);
    if (!lane || slice->depth >= lane->capacity) return;
    u64 start = since_start(making, slice->start);
    bool collected =
        slice->kind == SLICE_COLLECTION && making->event && making->event->record->id == EVENT_collection_end;
    lane->depth = slice->depth;
    put_slice(making, index, slice->depth,
              &(struct item){.start = start,
                             .length = since_start(making, slice->end) - start,
                             .name = slice_name(making, slice),
                             .detail = slice->how,
                             .place = lane->begun[slice->depth],
                             .text = collected ? details_of(making) : NULL});
}

// It stands in the record how long it took.
static void on_translate(struct making *making) {
    u32 index;
    struct lane *lane = lane_of(making, making->event->thread, &index);
    u64 spent = RECORD_OF(translate, making->event->record)->spent;
    if (!lane) return;
    if (spent > making->now) spent = making->now;
    put_slice(making, index, lane->depth,
              &(struct item){.start = making->now - spent,
                             .length = spent,
                             .name = timeline_name(making->timeline, CATEGORY_EVENT, EVENT_translate),
                             .place = making->place,
                             .text = details_of(making)});
}

// ---- Marks, samples, the heap

// `more`: what is to stand behind the event's own fields; NULL if nothing is.
static void add_mark(struct making *making, const char *more) {
    u32 index, id = making->event->record->id;
    struct lane *lane = lane_of(making, making->event->thread, &index);
    if (!lane) return;
    bool own = id >= EVENT_USER_FIRST;
    u32 row = row_of(making, own ? &lane->own_row : &lane->marks_row, own ? ROW_OWN : ROW_MARKS, index, 0);
    timeline_add_item(making->timeline, row,
                      &(struct item){.start = making->now,
                                     .name = timeline_name(making->timeline, CATEGORY_EVENT, id),
                                     .place = making->place,
                                     .text = join(details_of(making), more)});
}

// ---- Sockets

// The port that was listened at; 0 until it is known.
static u32 *port_of(struct making *making, u32 socket) {
    size_t known = making->sockets.count;
    u32 number = intern_bytes(&making->sockets, &socket, sizeof(socket));
    if (number < known) return &making->ports[number];
    ARRAY_GROW(making->ports, known, making->port_capacity);
    making->ports[number] = 0;
    return &making->ports[number];
}

// "port 5432, Clerk.order(Connection):31": the peer, by the port that was listened at, and where in the program.
static char *peer_and_site(struct making *making, u32 socket, u32 stack) {
    struct frames *frames = &making->timeline->frames;
    u32 port = *port_of(making, socket), site = traffic_site_of(frames, stack, making->event->record->ticks);
    struct buffer text = {0};
    if (port) buffer_format(&text, "port %u", port);
    if (site) {
        u32 line = frames_get(frames, site - 1)->line;
        buffer_format(&text, "%s%s", text.size ? ", " : "", frames_name(frames, site - 1));
        if (line) buffer_format(&text, ":%u", line);
    }
    char *copy = text_copy(buffer_string(&text));
    buffer_free(&text);
    return copy;
}

// A wait for a socket names the peer, once it is known what its thread did next with one. Items that were merged since
// say nothing.
static void name_waits(struct making *making, const char *words) {
    u32 index;
    struct lane *lane = lane_of(making, making->event->thread, &index);
    if (!lane || lane->states_row == NO_ROW || !*words) return;
    struct row *row = &making->timeline->rows[lane->states_row];
    u32 waits = timeline_name(making->timeline, CATEGORY_STATE, SWITCH_socket);
    for (size_t i = row->count; i > 0 && row->items[i - 1].start >= lane->waits_named; i--) {
        struct item *item = &row->items[i - 1];
        if (item->name == waits && item->count == 1 && !item->text) item->text = text_copy(words);
    }
    lane->waits_named = making->now;
}

static void add_socket_mark(struct making *making, u32 socket, u32 stack) {
    char *words = peer_and_site(making, socket, stack);
    name_waits(making, words);
    add_mark(making, *words ? words : NULL);
    free(words);
}

static void know_port(struct making *making, u32 socket, u32 peer, u32 port) {
    *port_of(making, socket) = port;
    if (peer) *port_of(making, peer) = port;
}

static void on_connect(struct making *making, const struct event_socket_connect *connect) {
    know_port(making, connect->socket, connect->peer, connect->port);
    add_socket_mark(making, connect->socket, connect->stack);
}

static void on_accept(struct making *making, const struct event_socket_accept *accept) {
    know_port(making, accept->socket, accept->peer, accept->port);
    add_socket_mark(making, accept->socket, accept->stack);
}

static void on_send(struct making *making, const struct event_socket_send *send) {
    add_socket_mark(making, send->socket, send->stack);
}

static void on_receive(struct making *making, const struct event_socket_receive *receive) {
    add_socket_mark(making, receive->socket, receive->stack);
}

static void on_sample(void *context, const struct walk_sample *sample) {
    struct making *making = context;
    timeline_add_point(making->timeline, &making->timeline->samples,
                       &(struct point){.ticks = making->now,
                                       .thread = timeline_thread(making->timeline, sample->thread),
                                       .other = timeline_stack(making->timeline, sample),
                                       .state = sample->state,
                                       .weight = sample->weight,
                                       .time = sample->time,
                                       .place = making->place});
}

static void on_collection_begin(struct making *making) {
    u32 index;
    struct lane *lane = lane_of(making, making->event->thread, &index);
    if (lane) lane->collection_since = making->now;
}

// What was live before a collection and after it. Points are in order: if another domain has been collected meanwhile,
// only the latter is one.
static void on_collection_end(struct making *making) {
    u32 index;
    const struct lane *lane = lane_of(making, making->event->thread, &index);
    const struct event_collection_end *end = RECORD_OF(collection_end, making->event->record);
    struct timeline *timeline = making->timeline;
    const struct heap_point *last = timeline->heap_count ? &timeline->heap[timeline->heap_count - 1] : NULL;
    if (lane && !(last && last->ticks > lane->collection_since)) {
        timeline_add_heap(timeline, lane->collection_since, end->live + end->freed);
    }
    timeline_add_heap(timeline, making->now, end->live);
}

static void on_generations(struct timeline *timeline, const struct event_heap_generations *heap) {
    timeline_add_generations(timeline, heap->young, heap->old);
}

// ---- The walk

static void on_event(void *context, const struct event *event, bool told) {
    struct making *making = context;
    struct timeline *timeline = making->timeline;
    making->event = event;
    making->now = since_start(making, event->record->ticks);
    making->place = (struct place){event->position, event->stream};
    timeline_tally(timeline, timeline_name(timeline, CATEGORY_EVENT, event->record->id), making->now, 1, 0);
    if (event->cpu < CPU_LIMIT) meet_processor(making);
    switch (event->record->id) {
    case EVENT_thread_switch:
        if (event->cpu < CPU_LIMIT) on_switch(making);
        break;
    case EVENT_monitor_block: on_wait(making, SWITCH_monitor); break;
    case EVENT_monitor_wait: on_wait(making, SWITCH_wait); break;
    case EVENT_thread_park: on_wait(making, SWITCH_park); break;
    case EVENT_thread_sleep: on_wait(making, SWITCH_sleep); break;
    case EVENT_thread_wakeup: break;
    case EVENT_translate: on_translate(making); break;
    case EVENT_collection_begin: on_collection_begin(making); break;
    case EVENT_collection_end: on_collection_end(making); break;
    case EVENT_socket_connect: on_connect(making, RECORD_OF(socket_connect, event->record)); break;
    case EVENT_socket_accept: on_accept(making, RECORD_OF(socket_accept, event->record)); break;
    case EVENT_socket_send: on_send(making, RECORD_OF(socket_send, event->record)); break;
    case EVENT_socket_receive: on_receive(making, RECORD_OF(socket_receive, event->record)); break;
    case EVENT_heap_occupancy:
        timeline_add_heap(timeline, making->now, RECORD_OF(heap_occupancy, event->record)->used);
        break;
    case EVENT_heap_generations: on_generations(timeline, RECORD_OF(heap_generations, event->record)); break;
    default:
        if (!told) add_mark(making, NULL);
    }
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

static struct making *making_start(struct timeline *timeline) {
    struct making *making = memory_get(sizeof(*making));
    making->timeline = timeline;
    making->start = timeline->recording->reader.header.start_ticks;
    making->lanes = memory_get(TIMELINE_THREADS * sizeof(*making->lanes));
    for (u32 i = 0; i < TIMELINE_THREADS; i++) {
        struct lane *lane = &making->lanes[i];
        lane->states_row = lane->marks_row = lane->own_row = NO_ROW;
        for (u32 depth = 0; depth < TIMELINE_DEPTH; depth++) lane->slice_rows[depth] = NO_ROW;
    }
    for (u32 i = 0; i < CPU_LIMIT; i++) making->processors[i].row = making->processors[i].interrupts_row = NO_ROW;
    return making;
}

// After the walk: the last turns, and what the lanes hold.
static void making_end(struct making *making) {
    making->now = making->timeline->length;
    for (u32 cpu = 0; cpu < CPU_LIMIT && making->timeline->switched; cpu++) end_turn(making, cpu, SWITCH_none);
    for (u32 i = 0; i < TIMELINE_THREADS; i++) {
        free(making->lanes[i].text);
        free(making->lanes[i].waiting);
        free(making->lanes[i].begun);
    }
    free(making->lanes);
    free(making->ports);
    intern_free(&making->sockets);
    free(making);
}

bool timeline_make(struct timeline *timeline, const struct recording *recording) {
    static const struct walk_visitor visitor = {
        .event = on_event, .state = on_state, .begin = on_begin, .end = on_end, .sample = on_sample};
    u64 start = recording->reader.header.start_ticks;
    const struct stack_part root = {UINT32_MAX, UINT32_MAX}; // unlike any other
    *timeline = (struct timeline){.recording = recording,
                                  .length = recording->end_ticks > start ? recording->end_ticks - start : 0};
    frames_init(&timeline->frames, recording);
    intern_bytes(&timeline->parts, &root, sizeof(root));
    timeline_text_name(timeline, ""); // of the root
    find_streams(timeline);
    struct making *making = making_start(timeline);
    timeline->unmatched = walk_recording(recording, &visitor, making).unmatched_ends;
    making_end(making);
    return timeline->item_count || timeline->samples.count;
}

void timeline_free(struct timeline *timeline) {
    for (size_t i = 0; i < timeline->row_count; i++) {
        for (size_t item = 0; item < timeline->rows[i].count; item++) free(timeline->rows[i].items[item].text);
        free(timeline->rows[i].items);
    }
    for (size_t i = 0; i < timeline->name_keys.count; i++) {
        free(timeline->names[i].text);
        free(timeline->names[i].tally);
    }
    struct intern *tables[] = {&timeline->name_keys, &timeline->parts, &timeline->spots, &timeline->stacks,
                               &timeline->threads};
    for (size_t i = 0; i < COUNT_OF(tables); i++) intern_free(tables[i]);
    frames_free(&timeline->frames);
    free(timeline->rows);
    free(timeline->names);
    free(timeline->samples.items);
    free(timeline->wakes.items);
    free(timeline->heap);
    free(timeline->stack_ends);
    free(timeline->streams);
}
