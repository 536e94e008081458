// The Trace Event Format of Chrome, as JSON, which Perfetto reads too. Three processes: threads (slices and events by
// thread), states of the threads, processors. Times are in us with three decimals, exact to the ns, from the
// recording's start. Slices are pairs of B and E, so that slices within one nanosecond stay nested; states are complete
// events (X) on tracks of their own; a wakeup is a flow (s, f) to the time in which the thread is ready. Stacks of
// samples are a tree in "stackFrames".
#include <stdio.h>

#include "viz/analyse/filter.h"
#include "viz/analyse/frames.h"
#include "viz/export/export.h"
#include "viz/read/event_text.h"

enum { THREADS = 1, STATES = 2, PROCESSORS = 3, RUNNING = 4 };

struct chrome {
    const struct view *view;
    const struct recording *recording;
    struct sink *sink;
    struct buffer *to;
    struct frames frames;
    struct intern tree; // of stacks: struct tree_node
    u64 items;          // of the array that is being written
};

struct tree_node {
    u32 parent, frame; // parent: number + 1, 0: none
};

static void put_time(struct chrome *chrome, const char *name, u64 ns) {
    buffer_format(chrome->to, ",\"%s\":%llu.%03llu", name, (unsigned long long)(ns / 1000),
                  (unsigned long long)(ns % 1000));
}

static u64 ns_at(const struct chrome *chrome, u64 ticks) {
    return (u64)recording_ns_since_start(chrome->recording, ticks);
}

// An element of an array, up to its name.
static void begin_item(struct chrome *chrome) {
    sink_pass(chrome->sink);
    buffer_text(chrome->to, chrome->items++ ? ",\n{" : "\n{");
}

static void begin_event(struct chrome *chrome, const char *type, u32 process, u32 thread, u64 ticks) {
    begin_item(chrome);
    buffer_format(chrome->to, "\"ph\":\"%s\",\"pid\":%u,\"tid\":%u", type, process, thread);
    put_time(chrome, "ts", ns_at(chrome, ticks));
}

static void put_name(struct chrome *chrome, const char *category, const char *name) {
    buffer_format(chrome->to, ",\"cat\":\"%s\",\"name\":", category);
    buffer_json(chrome->to, name);
}

static void put_title(struct chrome *chrome, const char *what, u32 process, u32 thread, const char *name) {
    begin_item(chrome);
    buffer_format(chrome->to, "\"ph\":\"M\",\"pid\":%u,\"tid\":%u,\"name\":\"%s\",\"args\":{\"name\":", process, thread,
                  what);
    buffer_json(chrome->to, name);
    buffer_text(chrome->to, "}}");
}

static u32 process_of(const struct walk_lane *lane) { return lane->place == PLACE_THREAD ? THREADS : PROCESSORS; }

static void put_lane(void *context, const struct walk_lane *lane) {
    struct chrome *chrome = context;
    if (lane->place == PLACE_CPU) {
        char name[32];
        snprintf(name, sizeof(name), "processor %u", lane->number);
        put_title(chrome, "thread_name", PROCESSORS, lane->number, name);
        return;
    }
    const char *name = recording_thread_words(chrome->recording, lane->number);
    put_title(chrome, "thread_name", THREADS, lane->number, name);
    put_title(chrome, "thread_name", STATES, lane->number, name);
}

static void put_flow(struct chrome *chrome, const char *type, u32 process, u32 thread, u64 ticks, u32 woken) {
    begin_event(chrome, type, process, thread, ticks);
    put_name(chrome, "wakeup", "wakeup");
    buffer_format(chrome->to, ",\"bp\":\"e\",\"id\":\"0x%llx\"}", (unsigned long long)walk_flow(ticks, woken));
}

static void put_event(void *context, const struct event *event, bool told) {
    struct chrome *chrome = context;
    struct event_values values;
    if (told) return;
    struct walk_lane lane = walk_event_lane(event);
    begin_event(chrome, "i", process_of(&lane), lane.number, event->record->ticks);
    put_name(chrome, event->record->id < EVENT_KERNEL_END ? "kernel" : "component",
             recording_event_name(chrome->recording, event->record->id));
    buffer_text(chrome->to, ",\"s\":\"t\",\"args\":{");
    event_values_read(&values, chrome->recording, event);
    for (u32 i = 0; i < values.count; i++) {
        buffer_format(chrome->to, "%s\"%s\":", i ? "," : "", values.items[i].name);
        if (values.items[i].text) {
            buffer_json(chrome->to, values.items[i].text);
        } else {
            buffer_format(chrome->to, "%lld", (long long)values.items[i].number);
        }
    }
    buffer_text(chrome->to, "}}");
    if (event->record->id == EVENT_thread_wakeup) {
        put_flow(chrome, "s", process_of(&lane), lane.number, event->record->ticks,
                 RECORD_OF(thread_wakeup, event->record)->thread);
    }
}

static void put_begin(void *context, const struct walk_slice *slice) {
    struct chrome *chrome = context;
    begin_event(chrome, "B", process_of(&slice->lane), slice->lane.number, slice->start);
    put_name(chrome, walk_slice_kind_name(slice->kind), slice->name);
    buffer_byte(chrome->to, '}');
}

static void put_end(void *context, const struct walk_slice *slice) {
    static const char *const ends[] = {"", "by exception", "its end was lost", "it had not ended"};
    struct chrome *chrome = context;
    begin_event(chrome, "E", process_of(&slice->lane), slice->lane.number, slice->end);
    if (slice->how != SLICE_LEFT) buffer_format(chrome->to, ",\"args\":{\"end\":\"%s\"}", ends[slice->how]);
    buffer_byte(chrome->to, '}');
}

// What runs on each processor has lanes of its own, where there are several.
static bool has_running_lanes(const struct chrome *chrome) { return chrome->recording->reader.header.cpu_count > 1; }

static void put_running(struct chrome *chrome, const struct walk_state *state) {
    begin_event(chrome, "X", RUNNING, state->cpu, state->start);
    put_time(chrome, "dur", ns_at(chrome, state->end) - ns_at(chrome, state->start));
    put_name(chrome, "running", recording_thread_words(chrome->recording, state->thread));
    buffer_byte(chrome->to, '}');
}

static void put_state(void *context, const struct walk_state *state) {
    struct chrome *chrome = context;
    struct buffer name = {0};
    walk_put_state(&name, state);
    begin_event(chrome, "X", STATES, state->thread, state->start);
    put_time(chrome, "dur", ns_at(chrome, state->end) - ns_at(chrome, state->start));
    put_name(chrome, "state", buffer_string(&name));
    if (state->kind == STATE_RUNNING) buffer_format(chrome->to, ",\"args\":{\"cpu\":%u}", state->cpu);
    buffer_byte(chrome->to, '}');
    if (state->waker) put_flow(chrome, "f", STATES, state->thread, state->start, state->thread);
    if (state->kind == STATE_RUNNING && has_running_lanes(chrome)) put_running(chrome, state);
    buffer_free(&name);
}

static void put_counter(void *context, const struct walk_counter *counter) {
    struct chrome *chrome = context;
    begin_event(chrome, "C", THREADS, 0, counter->ticks);
    buffer_format(chrome->to, ",\"name\":\"%s\",\"args\":{\"%s\":%llu}}", counter->name,
                  counter->unit == BYTES_UNIT ? "bytes" : "count", (unsigned long long)counter->value);
}

static void put_sample(void *context, const struct walk_sample *sample) {
    struct chrome *chrome = context;
    u32 node = 0;
    frames_of(&chrome->frames, sample);
    for (size_t i = 0; i < chrome->frames.count; i++) {
        struct tree_node key = {node, chrome->frames.at[i]};
        node = intern_bytes(&chrome->tree, &key, sizeof(key)) + 1;
    }
    begin_item(chrome);
    buffer_format(chrome->to, "\"cpu\":%u,\"tid\":%u", sample->cpu, sample->thread);
    put_time(chrome, "ts", ns_at(chrome, sample->ticks));
    buffer_format(chrome->to, ",\"name\":\"sample\",\"weight\":%u", sample->weight);
    if (node) buffer_format(chrome->to, ",\"sf\":%u", node);
    buffer_byte(chrome->to, '}');
}

static void put_tree(struct chrome *chrome) {
    for (u32 i = 0; i < chrome->tree.count; i++) {
        const struct tree_node *node = intern_get(&chrome->tree, i);
        sink_pass(chrome->sink);
        buffer_format(chrome->to, "%s\n\"%u\":{\"category\":\"java\",\"name\":", i ? "," : "", i + 1);
        buffer_json(chrome->to, frames_name(&chrome->frames, node->frame));
        if (node->parent) buffer_format(chrome->to, ",\"parent\":%u", node->parent);
        buffer_byte(chrome->to, '}');
    }
}

static void put_facts(struct chrome *chrome) {
    struct buffer clock = {0};
    view_describe_clock(chrome->recording, &clock);
    buffer_text(chrome->to, "\"displayTimeUnit\":\"ns\",\"otherData\":{\"producer\":\"gnomon\",\"main\":");
    buffer_json(chrome->to, chrome->recording->main_class);
    buffer_format(chrome->to,
                  ",\"machine\":\"%s\",\"start_wall_ns\":%lld,\"clock\":", recording_machine(chrome->recording),
                  (long long)recording_wall_ns(chrome->recording, chrome->recording->reader.header.start_ticks));
    buffer_json(chrome->to, buffer_string(&clock));
    clock.size = 0;
    recording_describe_selection(chrome->recording, &clock);
    if (clock.size) buffer_text(chrome->to, ",\"only\":"), buffer_json(chrome->to, buffer_string(&clock));
    buffer_text(chrome->to, ",\"lost\":{");
    for (size_t i = 0; i < chrome->view->profile->loss_count; i++) {
        const struct loss *loss = &chrome->view->profile->losses[i];
        buffer_format(chrome->to, "%s\"%s\":%llu", i ? "," : "", loss->cause, (unsigned long long)loss->count);
    }
    buffer_text(chrome->to, "}},\n");
    buffer_free(&clock);
}

bool export_chrome(struct sink *sink, const struct view *view, struct problem *problem) {
    (void)problem;
    static const struct walk_visitor events = {.lane = put_lane,
                                               .event = put_event,
                                               .state = put_state,
                                               .begin = put_begin,
                                               .end = put_end,
                                               .counter = put_counter},
                                     samples = {.sample = put_sample};
    struct chrome chrome = {.view = view, .recording = view->profile->recording, .sink = sink, .to = &sink->text};
    frames_init(&chrome.frames, chrome.recording);
    buffer_byte(chrome.to, '{');
    put_facts(&chrome);
    buffer_text(chrome.to, "\"traceEvents\":[");
    put_title(&chrome, "process_name", THREADS, 0, "threads");
    put_title(&chrome, "process_name", STATES, 0, "states of threads");
    put_title(&chrome, "process_name", PROCESSORS, 0, "processors");
    if (has_running_lanes(&chrome)) put_title(&chrome, "process_name", RUNNING, 0, "what runs on processors");
    walk_recording(chrome.recording, &events, &chrome);
    buffer_text(chrome.to, "],\n\"samples\":[");
    chrome.items = 0;
    walk_recording(chrome.recording, &samples, &chrome);
    buffer_text(chrome.to, "],\n\"stackFrames\":{");
    put_tree(&chrome);
    buffer_text(chrome.to, "}}\n");
    frames_free(&chrome.frames);
    intern_free(&chrome.tree);
    return true;
}
