// The Trace Event Format of Chrome, as JSON, which Perfetto reads too. Three processes: threads (slices and events by
// thread), states of the threads, processors. Times are in us with three decimals, exact to the ns, from the
// recording's start. Slices are pairs of B and E, so that slices within one nanosecond stay nested; states are complete
// events (X) on tracks of their own; a wakeup is a flow (s, f) to the time in which the thread is ready. Stacks of
// samples are a tree in "stackFrames".
#include <stdio.h>

#include "viz/analyse/filter.h"
#include "viz/analyse/frames.h"
#include "viz/cli/json.h"
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
    struct json item;   // the element that is being written
    u64 items;          // of the array that is being written
};

struct tree_node {
    u32 parent, frame; // parent: number + 1, 0: none
};

static void put_time(struct chrome *chrome, const char *name, u64 ns) { json_put_thousandths(&chrome->item, name, ns); }

static u64 ns_at(const struct chrome *chrome, u64 ticks) {
    return (u64)recording_ns_since_start(chrome->recording, ticks);
}

static void begin_item(struct chrome *chrome) {
    buffer_text(chrome->to, chrome->items++ ? ",\n" : "\n");
    json_begin_object(&chrome->item, NULL);
}

static void end_item(struct chrome *chrome) {
    json_end(&chrome->item);
    sink_pass(chrome->sink);
}

static void put_track(struct chrome *chrome, const char *type, u32 process, u32 thread) {
    json_put_text(&chrome->item, "ph", type);
    json_put_integer(&chrome->item, "pid", process);
    json_put_integer(&chrome->item, "tid", thread);
}

static void begin_event(struct chrome *chrome, const char *type, u32 process, u32 thread, u64 ticks) {
    begin_item(chrome);
    put_track(chrome, type, process, thread);
    put_time(chrome, "ts", ns_at(chrome, ticks));
}

static void put_name(struct chrome *chrome, const char *category, const char *name) {
    json_put_text(&chrome->item, "cat", category);
    json_put_text(&chrome->item, "name", name);
}

static void put_title(struct chrome *chrome, const char *what, u32 process, u32 thread, const char *name) {
    begin_item(chrome);
    put_track(chrome, "M", process, thread);
    json_put_text(&chrome->item, "name", what);
    json_begin_object(&chrome->item, "args");
    json_put_text(&chrome->item, "name", name);
    json_end(&chrome->item);
    end_item(chrome);
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
    char id[24];
    snprintf(id, sizeof(id), "%#llx", (unsigned long long)walk_flow(ticks, woken));
    begin_event(chrome, type, process, thread, ticks);
    put_name(chrome, "wakeup", "wakeup");
    json_put_text(&chrome->item, "bp", "e");
    json_put_text(&chrome->item, "id", id);
    end_item(chrome);
}

static void put_arguments(struct chrome *chrome, const struct event *event) {
    struct event_values values;
    event_values_read(&values, chrome->recording, event);
    json_begin_object(&chrome->item, "args");
    for (u32 i = 0; i < values.count; i++) {
        const struct event_value *value = &values.items[i];
        if (value->text) {
            json_put_text(&chrome->item, value->name, value->text);
        } else {
            json_put_integer(&chrome->item, value->name, value->number);
        }
    }
    json_end(&chrome->item);
}

static void put_event(void *context, const struct event *event, bool told) {
    struct chrome *chrome = context;
    if (told) return;
    struct walk_lane lane = walk_event_lane(event);
    begin_event(chrome, "i", process_of(&lane), lane.number, event->record->ticks);
    put_name(chrome, event->record->id < EVENT_KERNEL_END ? "kernel" : "component",
             recording_event_name(chrome->recording, event->record->id));
    json_put_text(&chrome->item, "s", "t");
    put_arguments(chrome, event);
    end_item(chrome);
    if (event->record->id == EVENT_thread_wakeup) {
        put_flow(chrome, "s", process_of(&lane), lane.number, event->record->ticks,
                 RECORD_OF(thread_wakeup, event->record)->thread);
    }
}

static void put_begin(void *context, const struct walk_slice *slice) {
    struct chrome *chrome = context;
    begin_event(chrome, "B", process_of(&slice->lane), slice->lane.number, slice->start);
    put_name(chrome, walk_slice_kind_name(slice->kind), slice->name);
    end_item(chrome);
}

static void put_end(void *context, const struct walk_slice *slice) {
    static const char *const ends[] = {"", "by exception", "its end was lost", "it had not ended"};
    struct chrome *chrome = context;
    begin_event(chrome, "E", process_of(&slice->lane), slice->lane.number, slice->end);
    if (slice->how != SLICE_LEFT) {
        json_begin_object(&chrome->item, "args");
        json_put_text(&chrome->item, "end", ends[slice->how]);
        json_end(&chrome->item);
    }
    end_item(chrome);
}

// What runs on each processor has lanes of its own, where there are several.
static bool has_running_lanes(const struct chrome *chrome) { return chrome->recording->reader.header.cpu_count > 1; }

static void begin_stay(struct chrome *chrome, u32 process, u32 thread, const struct walk_state *state) {
    begin_event(chrome, "X", process, thread, state->start);
    put_time(chrome, "dur", ns_at(chrome, state->end) - ns_at(chrome, state->start));
}

static void put_running(struct chrome *chrome, const struct walk_state *state) {
    begin_stay(chrome, RUNNING, state->cpu, state);
    put_name(chrome, "running", recording_thread_words(chrome->recording, state->thread));
    end_item(chrome);
}

static void put_state(void *context, const struct walk_state *state) {
    struct chrome *chrome = context;
    struct buffer name = {0};
    walk_put_state(&name, state);
    begin_stay(chrome, STATES, state->thread, state);
    put_name(chrome, "state", buffer_string(&name));
    if (state->kind == STATE_RUNNING) {
        json_begin_object(&chrome->item, "args");
        json_put_integer(&chrome->item, "cpu", state->cpu);
        json_end(&chrome->item);
    }
    end_item(chrome);
    if (state->waker) put_flow(chrome, "f", STATES, state->thread, state->start, state->thread);
    if (state->kind == STATE_RUNNING && has_running_lanes(chrome)) put_running(chrome, state);
    buffer_free(&name);
}

static void put_counter(void *context, const struct walk_counter *counter) {
    struct chrome *chrome = context;
    begin_event(chrome, "C", THREADS, 0, counter->ticks);
    json_put_text(&chrome->item, "name", counter->name);
    json_begin_object(&chrome->item, "args");
    json_put_integer(&chrome->item, counter->unit == BYTES_UNIT ? "bytes" : "count", (s64)counter->value);
    json_end(&chrome->item);
    end_item(chrome);
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
    json_put_integer(&chrome->item, "cpu", sample->cpu);
    json_put_integer(&chrome->item, "tid", sample->thread);
    put_time(chrome, "ts", ns_at(chrome, sample->ticks));
    json_put_text(&chrome->item, "name", "sample");
    json_put_integer(&chrome->item, "weight", sample->weight);
    if (node) json_put_integer(&chrome->item, "sf", node);
    end_item(chrome);
}

static void put_tree(struct chrome *chrome) {
    for (u32 i = 0; i < chrome->tree.count; i++) {
        const struct tree_node *node = intern_get(&chrome->tree, i);
        buffer_format(chrome->to, "%s\n\"%u\":", i ? "," : "", i + 1);
        json_begin_object(&chrome->item, NULL);
        json_put_text(&chrome->item, "category", "java");
        json_put_text(&chrome->item, "name", frames_name(&chrome->frames, node->frame));
        if (node->parent) json_put_integer(&chrome->item, "parent", node->parent);
        end_item(chrome);
    }
}

static void put_facts(struct chrome *chrome) {
    struct buffer words = {0};
    struct json *facts = &chrome->item;
    buffer_text(chrome->to, "\"displayTimeUnit\":\"ns\",\"otherData\":");
    json_begin_object(facts, NULL);
    json_put_text(facts, "producer", "gnomon");
    json_put_text(facts, "main", chrome->recording->main_class);
    json_put_text(facts, "machine", recording_machine(chrome->recording));
    json_put_integer(facts, "start_wall_ns",
                     recording_wall_ns(chrome->recording, chrome->recording->reader.header.start_ticks));
    view_describe_clock(chrome->recording, &words);
    json_put_text(facts, "clock", buffer_string(&words));
    words.size = 0;
    recording_describe_selection(chrome->recording, &words);
    if (words.size) json_put_text(facts, "only", buffer_string(&words));
    json_begin_object(facts, "lost");
    for (size_t i = 0; i < chrome->view->profile->loss_count; i++) {
        const struct loss *loss = &chrome->view->profile->losses[i];
        json_put_integer(facts, loss->cause, (s64)loss->count);
    }
    json_end(facts);
    json_end(facts);
    buffer_text(chrome->to, ",\n");
    buffer_free(&words);
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
    chrome.item.text = chrome.to;
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
    walk_recording(chrome.recording, &samples, &chrome); // again, as samples stand behind all events
    buffer_text(chrome.to, "],\n\"stackFrames\":{");
    put_tree(&chrome);
    buffer_text(chrome.to, "}}\n");
    frames_free(&chrome.frames);
    intern_free(&chrome.tree);
    return true;
}
