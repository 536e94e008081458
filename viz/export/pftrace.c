// Perfetto's trace (perfetto.dev, "Trace packet reference": TracePacket, TrackDescriptor, TrackEvent, InternedData,
// GenericKernelTaskStateEvent, PerfSample). The whole trace is one sequence of packets, whose names are interned.
//
// A thread has its track, with slices and events, and under it one for its states, which say why it waits; the
// scheduler's view of the same is added as task states. A wakeup is a flow from the waker's event to the time in which
// the thread is ready. Times are ns since the recording's start, on the trace's clock; a snapshot ties them to the wall
// clock. A sample's weight is in the time base's count, which grows by it. What was lost, and how good the clock is, is
// given by events at time 0 on the track "recording".
#include <stdio.h>
#include <string.h>

#include "viz/analyse/filter.h"
#include "viz/analyse/frames.h"
#include "viz/export/export.h"
#include "viz/export/protobuf.h"
#include "viz/read/event_text.h"

enum { TRACE_PACKET = 1, SEQUENCE = 1, PROCESS = 1, CLOCK_BOOT = 6, CLOCK_REAL = 1 };
enum packet_field {
    PACKET_CLOCK_SNAPSHOT = 6,
    PACKET_TIMESTAMP = 8,
    PACKET_SEQUENCE = 10,
    PACKET_TRACK_EVENT = 11,
    PACKET_INTERNED = 12,
    PACKET_SEQUENCE_FLAGS = 13, // 1: interned names begin anew, 2: this packet needs them
    PACKET_DEFAULTS = 59,
    PACKET_TRACK = 60,
    PACKET_PERF_SAMPLE = 66,
    PACKET_TASK_STATE = 117
};
enum interned_field {
    INTERNED_CATEGORY = 1,
    INTERNED_NAME = 2,
    INTERNED_ANNOTATION = 3,
    INTERNED_FUNCTION = 5,
    INTERNED_FRAME = 6,
    INTERNED_STACK = 7,
    INTERNED_PATH = 17,
    INTERNED_MAPPING = 19,
    INTERNED_FIELDS
};
enum track_field {
    TRACK_UUID = 1,
    TRACK_NAME = 2,
    TRACK_PROCESS = 3,
    TRACK_THREAD = 4,
    TRACK_PARENT = 5,
    TRACK_COUNTER = 8
};
enum event_field_number {
    EVENT_ANNOTATION = 4,
    EVENT_TYPE = 9,
    EVENT_NAME = 10,
    EVENT_CATEGORY = 3,
    EVENT_TRACK = 11,
    EVENT_COUNTER_VALUE = 30,
    EVENT_FLOW = 47,
    EVENT_FLOW_END = 48
};
enum event_type { TYPE_BEGIN = 1, TYPE_END = 2, TYPE_INSTANT = 3, TYPE_COUNTER = 4 };
enum task_state { TASK_RUNNABLE = 2, TASK_RUNNING = 3, TASK_SLEEPING = 4, TASK_DEAD = 7 };
// Upper halves of tracks' numbers
enum track_kind { TRACKS_PROCESS = 1, TRACKS_THREAD, TRACKS_STATES, TRACKS_CPU, TRACKS_COUNTER, TRACKS_RECORDING };

struct pftrace {
    const struct view *view;
    const struct recording *recording;
    struct sink *sink;
    struct buffer *to;
    struct intern interned[INTERNED_FIELDS], counters;
    struct frames frames;
    u64 weight;
};

static u64 track_of(enum track_kind kind, u32 number) { return (u64)kind << 32 | number; }

static u64 lane_track(const struct walk_lane *lane) {
    return track_of(lane->place == PLACE_THREAD ? TRACKS_THREAD : TRACKS_CPU, lane->number);
}

static size_t begin_packet(struct pftrace *trace) {
    size_t packet = proto_begin(trace->to, TRACE_PACKET);
    proto_number(trace->to, PACKET_SEQUENCE, SEQUENCE);
    proto_number(trace->to, PACKET_SEQUENCE_FLAGS, 2);
    return packet;
}

static size_t begin_packet_at(struct pftrace *trace, u64 ticks) {
    size_t packet = begin_packet(trace);
    proto_number(trace->to, PACKET_TIMESTAMP, (u64)recording_ns_since_start(trace->recording, ticks));
    return packet;
}

static void end_packet(struct pftrace *trace, size_t packet) {
    proto_end(trace->to, packet);
    sink_pass(trace->sink);
}

// ---- Interned names: numbers from 1, in a packet before the one that first needs them

static u32 name_number(struct pftrace *trace, enum interned_field field, const char *text) {
    struct intern *table = &trace->interned[field];
    size_t known = table->count;
    u32 number = intern_text(table, text) + 1;
    if (table->count == known) return number;
    size_t packet = begin_packet(trace), data = proto_begin(trace->to, PACKET_INTERNED),
           entry = proto_begin(trace->to, field);
    proto_number(trace->to, 1, number);
    proto_text(trace->to, 2, text);
    proto_end(trace->to, entry);
    proto_end(trace->to, data);
    end_packet(trace, packet);
    return number;
}

static u32 frame_number(struct pftrace *trace, u32 frame) {
    struct intern *table = &trace->interned[INTERNED_FRAME];
    size_t known = table->count;
    u32 number = intern_bytes(table, &frame, sizeof(frame)) + 1;
    if (table->count == known) return number;
    u32 function = name_number(trace, INTERNED_FUNCTION, frames_name(&trace->frames, frame));
    size_t packet = begin_packet(trace), data = proto_begin(trace->to, PACKET_INTERNED),
           entry = proto_begin(trace->to, INTERNED_FRAME);
    proto_number(trace->to, 1, number);
    proto_number(trace->to, 2, function);
    proto_number(trace->to, 3, 1); // the one mapping
    proto_number(trace->to, 4, frames_get(&trace->frames, frame)->line);
    proto_end(trace->to, entry);
    proto_end(trace->to, data);
    end_packet(trace, packet);
    return number;
}

static u32 stack_number(struct pftrace *trace) {
    struct frames *frames = &trace->frames;
    struct intern *table = &trace->interned[INTERNED_STACK];
    size_t known = table->count;
    u32 number = intern_bytes(table, frames->at, frames->count * sizeof(u32)) + 1;
    if (table->count == known) return number;
    for (size_t i = 0; i < frames->count; i++) frame_number(trace, frames->at[i]);
    size_t packet = begin_packet(trace), data = proto_begin(trace->to, PACKET_INTERNED),
           entry = proto_begin(trace->to, INTERNED_STACK);
    proto_number(trace->to, 1, number);
    for (size_t i = 0; i < frames->count; i++) proto_number(trace->to, 2, frame_number(trace, frames->at[i]));
    proto_end(trace->to, entry);
    proto_end(trace->to, data);
    end_packet(trace, packet);
    return number;
}

// ---- Tracks

static size_t begin_track(struct pftrace *trace, u64 uuid, u64 parent, const char *name) {
    size_t track = proto_begin(trace->to, PACKET_TRACK);
    proto_number(trace->to, TRACK_UUID, uuid);
    if (parent) proto_number(trace->to, TRACK_PARENT, parent);
    if (name) proto_text(trace->to, TRACK_NAME, name);
    return track;
}

static void put_track(struct pftrace *trace, u64 uuid, u64 parent, const char *name) {
    size_t packet = begin_packet(trace), track = begin_track(trace, uuid, parent, name);
    proto_end(trace->to, track);
    end_packet(trace, packet);
}

static void put_process(struct pftrace *trace) {
    size_t packet = begin_packet(trace), track = begin_track(trace, track_of(TRACKS_PROCESS, PROCESS), 0, NULL),
           process = proto_begin(trace->to, TRACK_PROCESS);
    proto_number(trace->to, 1, PROCESS);
    proto_text(trace->to, 6, trace->recording->main_class[0] ? trace->recording->main_class : "gnomon");
    proto_end(trace->to, process);
    proto_end(trace->to, track);
    end_packet(trace, packet);
}

static void put_lane(void *context, const struct walk_lane *lane) {
    struct pftrace *trace = context;
    u64 uuid = lane_track(lane);
    if (lane->place == PLACE_CPU || !lane->number) {
        char name[32];
        snprintf(name, sizeof(name), lane->place == PLACE_CPU ? "processor %u" : "idle", lane->number);
        put_track(trace, uuid, track_of(TRACKS_PROCESS, PROCESS), name);
        return;
    }
    size_t packet = begin_packet(trace), track = begin_track(trace, uuid, 0, NULL),
           thread = proto_begin(trace->to, TRACK_THREAD);
    proto_number(trace->to, 1, PROCESS);
    proto_number(trace->to, 2, lane->number);
    proto_text(trace->to, 5, recording_thread_words(trace->recording, lane->number));
    proto_end(trace->to, thread);
    proto_end(trace->to, track);
    end_packet(trace, packet);
    put_track(trace, track_of(TRACKS_STATES, lane->number), uuid, "state");
}

// ---- Events

struct packet {
    size_t packet, event;
};

static struct packet begin_event(struct pftrace *trace, u64 ticks, enum event_type type, u64 track) {
    struct packet begun = {.packet = begin_packet_at(trace, ticks)};
    begun.event = proto_begin(trace->to, PACKET_TRACK_EVENT);
    proto_number(trace->to, EVENT_TYPE, type);
    proto_number(trace->to, EVENT_TRACK, track);
    return begun;
}

static struct packet begin_named(struct pftrace *trace, u64 ticks, enum event_type type, u64 track,
                                 const char *category, const char *name) {
    u32 name_at = name_number(trace, INTERNED_NAME, name),
        category_at = name_number(trace, INTERNED_CATEGORY, category);
    struct packet begun = begin_event(trace, ticks, type, track);
    proto_number(trace->to, EVENT_CATEGORY, category_at);
    proto_number(trace->to, EVENT_NAME, name_at);
    return begun;
}

static void end_event(struct pftrace *trace, struct packet begun) {
    proto_end(trace->to, begun.event);
    end_packet(trace, begun.packet);
}

static void put_annotation(struct pftrace *trace, u32 name, const char *text, s64 number) {
    size_t annotation = proto_begin(trace->to, EVENT_ANNOTATION);
    proto_number(trace->to, 1, name);
    if (text) {
        proto_text(trace->to, 6, text);
    } else {
        proto_number(trace->to, 4, (u64)number);
    }
    proto_end(trace->to, annotation);
}

static void put_task_state(struct pftrace *trace, u64 ticks, u32 thread, u32 cpu, enum task_state state) {
    size_t packet = begin_packet_at(trace, ticks), task = proto_begin(trace->to, PACKET_TASK_STATE);
    proto_number(trace->to, 1, cpu);
    proto_text(trace->to, 2, recording_thread_name(trace->recording, thread, ticks));
    proto_number(trace->to, 3, thread);
    proto_number(trace->to, 4, state);
    proto_end(trace->to, task);
    end_packet(trace, packet);
}

static void put_event(void *context, const struct event *event, bool told) {
    struct pftrace *trace = context;
    struct event_values values;
    u32 names[EVENT_FIELD_LIMIT];
    if (told) return;
    event_values_read(&values, trace->recording, event);
    for (u32 i = 0; i < values.count; i++) {
        names[i] = name_number(trace, INTERNED_ANNOTATION, values.items[i].name);
    }
    struct walk_lane lane = walk_event_lane(event);
    struct packet begun = begin_named(trace, event->record->ticks, TYPE_INSTANT, lane_track(&lane),
                                      event->record->id < EVENT_KERNEL_END ? "kernel" : "component",
                                      recording_event_name(trace->recording, event->record->id));
    for (u32 i = 0; i < values.count; i++) {
        put_annotation(trace, names[i], values.items[i].text, values.items[i].number);
    }
    if (event->record->id == EVENT_thread_wakeup) {
        proto_fixed64(trace->to, EVENT_FLOW,
                      walk_flow(event->record->ticks, RECORD_OF(thread_wakeup, event->record)->thread));
    }
    end_event(trace, begun);
    if (event->record->id == EVENT_thread_end) {
        put_task_state(trace, event->record->ticks, RECORD_OF(thread_end, event->record)->thread, event->cpu,
                       TASK_DEAD);
    }
}

static void put_begin(void *context, const struct walk_slice *slice) {
    struct pftrace *trace = context;
    end_event(trace, begin_named(trace, slice->start, TYPE_BEGIN, lane_track(&slice->lane),
                                 walk_slice_kind_name(slice->kind), slice->name));
}

// How it ended, where it did not simply do so
static void put_end(void *context, const struct walk_slice *slice) {
    static const char *const ends[] = {NULL, "by exception", "its end was lost", "it had not ended"};
    struct pftrace *trace = context;
    u32 name = name_number(trace, INTERNED_ANNOTATION, "end");
    struct packet begun = begin_event(trace, slice->end, TYPE_END, lane_track(&slice->lane));
    if (ends[slice->how]) put_annotation(trace, name, ends[slice->how], 0);
    end_event(trace, begun);
}

static void put_state(void *context, const struct walk_state *state) {
    static const enum task_state tasks[] = {0, TASK_RUNNING, TASK_RUNNABLE, TASK_SLEEPING};
    struct pftrace *trace = context;
    struct buffer name = {0};
    walk_put_state(&name, state);
    u64 track = track_of(TRACKS_STATES, state->thread);
    u32 cpu = name_number(trace, INTERNED_ANNOTATION, "cpu");
    struct packet begun = begin_named(trace, state->start, TYPE_BEGIN, track, "state", buffer_string(&name));
    if (state->kind == STATE_RUNNING) put_annotation(trace, cpu, NULL, state->cpu);
    if (state->waker) proto_fixed64(trace->to, EVENT_FLOW_END, walk_flow(state->start, state->thread));
    end_event(trace, begun);
    end_event(trace, begin_event(trace, state->end, TYPE_END, track));
    put_task_state(trace, state->start, state->thread, state->cpu, tasks[state->kind]);
    buffer_free(&name);
}

static void put_counter(void *context, const struct walk_counter *counter) {
    struct pftrace *trace = context;
    size_t known = trace->counters.count;
    u32 number = intern_text(&trace->counters, counter->name);
    u64 uuid = track_of(TRACKS_COUNTER, number);
    if (trace->counters.count > known) {
        size_t packet = begin_packet(trace),
               track = begin_track(trace, uuid, track_of(TRACKS_PROCESS, PROCESS), counter->name),
               unit = proto_begin(trace->to, TRACK_COUNTER);
        proto_number(trace->to, 3, counter->unit == BYTES_UNIT ? 3 : 2);
        proto_end(trace->to, unit);
        proto_end(trace->to, track);
        end_packet(trace, packet);
    }
    struct packet begun = begin_event(trace, counter->ticks, TYPE_COUNTER, uuid);
    proto_number(trace->to, EVENT_COUNTER_VALUE, counter->value);
    end_event(trace, begun);
}

static void put_sample(void *context, const struct walk_sample *sample) {
    struct pftrace *trace = context;
    frames_of(&trace->frames, sample);
    u32 stack = trace->frames.count ? stack_number(trace) : 0;
    trace->weight += sample->weight;
    size_t packet = begin_packet_at(trace, sample->ticks), perf = proto_begin(trace->to, PACKET_PERF_SAMPLE);
    proto_number(trace->to, 1, sample->cpu);
    proto_number(trace->to, 2, PROCESS);
    proto_number(trace->to, 3, sample->thread);
    if (stack) proto_number(trace->to, 4, stack);
    proto_number(trace->to, 6, trace->weight);
    proto_end(trace->to, perf);
    end_packet(trace, packet);
}

// ---- The whole

static void put_clock(struct pftrace *trace, u32 clock, u64 ns) {
    size_t entry = proto_begin(trace->to, 1);
    proto_number(trace->to, 1, clock);
    proto_number(trace->to, 2, ns);
    proto_end(trace->to, entry);
}

// The first packet: clocks, what packets mean by default, the one mapping of all code.
static void put_head(struct pftrace *trace) {
    s64 wall = recording_wall_ns(trace->recording, trace->recording->reader.header.start_ticks);
    size_t packet = proto_begin(trace->to, TRACE_PACKET);
    proto_number(trace->to, PACKET_SEQUENCE, SEQUENCE);
    proto_number(trace->to, PACKET_SEQUENCE_FLAGS, 1);
    size_t snapshot = proto_begin(trace->to, PACKET_CLOCK_SNAPSHOT);
    put_clock(trace, CLOCK_BOOT, 0);
    if (wall > 0) put_clock(trace, CLOCK_REAL, (u64)wall);
    proto_number(trace->to, 2, CLOCK_BOOT);
    proto_end(trace->to, snapshot);
    end_packet(trace, packet);
    packet = begin_packet(trace);
    size_t defaults = proto_begin(trace->to, PACKET_DEFAULTS), samples = proto_begin(trace->to, 12),
           base = proto_begin(trace->to, 1);
    proto_number(trace->to, 2, trace->recording->profile.sample_hz);
    proto_number(trace->to, 4, 1); // the processor's clock
    proto_end(trace->to, base);
    proto_end(trace->to, samples);
    proto_end(trace->to, defaults);
    end_packet(trace, packet);
    u32 path = name_number(trace, INTERNED_PATH, "java");
    packet = begin_packet(trace);
    size_t data = proto_begin(trace->to, PACKET_INTERNED), mapping = proto_begin(trace->to, INTERNED_MAPPING);
    proto_number(trace->to, 1, 1);
    proto_number(trace->to, 7, path);
    proto_end(trace->to, mapping);
    proto_end(trace->to, data);
    end_packet(trace, packet);
}

static void put_facts(struct pftrace *trace) {
    u64 track = track_of(TRACKS_RECORDING, 0), start = trace->recording->reader.header.start_ticks;
    struct buffer clock = {0};
    put_track(trace, track, track_of(TRACKS_PROCESS, PROCESS), "recording");
    view_describe_clock(trace->recording, &clock);
    u32 clock_name = name_number(trace, INTERNED_ANNOTATION, "clock"),
        machine = name_number(trace, INTERNED_ANNOTATION, "machine"),
        count = name_number(trace, INTERNED_ANNOTATION, "count"),
        only = name_number(trace, INTERNED_ANNOTATION, "only");
    struct packet begun = begin_named(trace, start, TYPE_INSTANT, track, "recording", "recording");
    put_annotation(trace, machine, recording_machine(trace->recording), 0);
    put_annotation(trace, clock_name, buffer_string(&clock), 0);
    clock.size = 0;
    recording_describe_selection(trace->recording, &clock);
    if (clock.size) put_annotation(trace, only, buffer_string(&clock), 0);
    end_event(trace, begun);
    for (size_t i = 0; i < trace->view->profile->loss_count; i++) {
        const struct loss *loss = &trace->view->profile->losses[i];
        char name[64];
        if (!loss->count) continue;
        snprintf(name, sizeof(name), "lost: %s", loss->cause);
        begun = begin_named(trace, start, TYPE_INSTANT, track, "recording", name);
        put_annotation(trace, count, NULL, (s64)loss->count);
        end_event(trace, begun);
    }
    buffer_free(&clock);
}

bool export_pftrace(struct sink *sink, const struct view *view, struct problem *problem) {
    (void)problem;
    static const struct walk_visitor visitor = {.lane = put_lane,
                                                .event = put_event,
                                                .state = put_state,
                                                .begin = put_begin,
                                                .end = put_end,
                                                .sample = put_sample,
                                                .counter = put_counter};
    struct pftrace trace = {.view = view, .recording = view->profile->recording, .sink = sink, .to = &sink->text};
    frames_init(&trace.frames, trace.recording);
    put_head(&trace);
    put_process(&trace);
    put_facts(&trace);
    walk_recording(trace.recording, &visitor, &trace);
    for (u32 i = 0; i < INTERNED_FIELDS; i++) intern_free(&trace.interned[i]);
    intern_free(&trace.counters);
    frames_free(&trace.frames);
    return true;
}
