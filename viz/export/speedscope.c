// speedscope's file format (github.com/jlfwong/speedscope, "Importing from custom sources"). Per thread up to three
// profiles: samples; traced methods and collections, as they began and ended; states. Values are ns, from the
// recording's start. The format has no place for events, counters and losses; the last stand in the file's name.
#include <stdlib.h>
#include <string.h>

#include "viz/event_text.h"
#include "viz/export/export.h"
#include "viz/frames.h"

struct thread_profiles {
    struct buffer samples, weights, calls, states;
};

struct speedscope {
    const struct view *view;
    const struct recording *recording;
    struct sink *sink;
    struct frames frames;
    struct intern names;   // of shared frames: struct shared_frame
    struct intern threads; // numbers
    struct thread_profiles *profiles;
    size_t capacity;
    u64 profile_count;
};

struct shared_frame {
    u32 line;
    u32 source_bytes; // with its end, before the name
};

static struct thread_profiles *profiles_of(struct speedscope *file, u32 thread) {
    size_t known = file->threads.count;
    u32 index = intern_bytes(&file->threads, &thread, sizeof(thread));
    if (file->threads.count > known) {
        ARRAY_GROW(file->profiles, known, file->capacity);
        file->profiles[index] = (struct thread_profiles){.samples = {0}};
    }
    return &file->profiles[index];
}

static u32 frame_number(struct speedscope *file, const char *name, const char *source, u32 line) {
    struct buffer key = {0};
    struct shared_frame frame = {line, (u32)strlen(source) + 1};
    buffer_append(&key, &frame, sizeof(frame));
    buffer_append(&key, source, frame.source_bytes);
    buffer_append(&key, name, strlen(name) + 1);
    u32 number = intern_bytes(&file->names, key.data, key.size);
    buffer_free(&key);
    return number;
}

static void add_sample(void *context, const struct walk_sample *sample) {
    struct speedscope *file = context;
    struct thread_profiles *profiles = profiles_of(file, sample->thread);
    frames_of(&file->frames, sample);
    buffer_text(&profiles->samples, profiles->samples.size ? ",[" : "[");
    for (size_t i = 0; i < file->frames.count; i++) {
        u32 frame = file->frames.at[i];
        buffer_format(&profiles->samples, "%s%u", i ? "," : "",
                      frame_number(file, frames_name(&file->frames, frame), frames_source(&file->frames, frame),
                                   frames_get(&file->frames, frame)->line));
    }
    buffer_byte(&profiles->samples, ']');
    buffer_format(&profiles->weights, "%s%lld", profiles->weights.size ? "," : "",
                  (long long)recording_ns(file->recording, (s64)sample->time));
}

static void add_edge(struct speedscope *file, struct buffer *events, char type, const char *name, u64 ticks) {
    buffer_format(events, "%s\n{\"type\":\"%c\",\"frame\":%u,\"at\":%lld}", events->size ? "," : "", type,
                  frame_number(file, name, "", 0), (long long)recording_ns_since_start(file->recording, ticks));
}

static void add_begin(void *context, const struct walk_slice *slice) {
    struct speedscope *file = context;
    if (slice->lane.place != PLACE_THREAD) return;
    add_edge(file, &profiles_of(file, slice->lane.number)->calls, 'O', slice->name, slice->start);
}

static void add_end(void *context, const struct walk_slice *slice) {
    struct speedscope *file = context;
    if (slice->lane.place != PLACE_THREAD) return;
    add_edge(file, &profiles_of(file, slice->lane.number)->calls, 'C', slice->name, slice->end);
}

static void add_state(void *context, const struct walk_state *state) {
    struct speedscope *file = context;
    struct buffer name = {0}, *states = &profiles_of(file, state->thread)->states;
    walk_put_state(&name, state);
    add_edge(file, states, 'O', buffer_string(&name), state->start);
    add_edge(file, states, 'C', buffer_string(&name), state->end);
    buffer_free(&name);
}

// ---- The file

static void begin_profile(struct speedscope *file, const char *type, u32 thread, const char *what, s64 end) {
    char *name = text_format("%s: %s", recording_thread_title(file->recording, thread), what);
    struct buffer *to = &file->sink->text;
    buffer_format(to, "%s\n{\"type\":\"%s\",\"name\":", file->profile_count++ ? "," : "", type);
    buffer_json(to, name);
    buffer_format(to, ",\"unit\":\"nanoseconds\",\"startValue\":0,\"endValue\":%lld,", (long long)end);
    free(name);
}

static void put_buffer(struct speedscope *file, const char *before, const struct buffer *values, const char *after) {
    buffer_text(&file->sink->text, before);
    if (values->size) buffer_append(&file->sink->text, values->data, values->size);
    buffer_text(&file->sink->text, after);
    sink_pass(file->sink);
}

static void put_profiles(struct speedscope *file) {
    s64 end = recording_ns_since_start(file->recording, file->recording->end_ticks);
    for (u32 i = 0; i < file->threads.count; i++) {
        const struct thread_profiles *profiles = &file->profiles[i];
        u32 thread;
        memcpy(&thread, intern_get(&file->threads, i), sizeof(thread));
        if (profiles->samples.size) {
            begin_profile(file, "sampled", thread, "samples", end);
            put_buffer(file, "\"samples\":[", &profiles->samples, "],");
            put_buffer(file, "\"weights\":[", &profiles->weights, "]}");
        }
        if (profiles->calls.size) {
            begin_profile(file, "evented", thread, "calls", end);
            put_buffer(file, "\"events\":[", &profiles->calls, "]}");
        }
        if (profiles->states.size) {
            begin_profile(file, "evented", thread, "states", end);
            put_buffer(file, "\"events\":[", &profiles->states, "]}");
        }
    }
}

static void put_frames(struct speedscope *file) {
    struct buffer *to = &file->sink->text;
    for (u32 i = 0; i < file->names.count; i++) {
        const struct shared_frame *frame = intern_get(&file->names, i);
        const char *source = (const char *)(frame + 1);
        buffer_format(to, "%s\n{\"name\":", i ? "," : "");
        buffer_json(to, source + frame->source_bytes);
        if (*source) buffer_text(to, ",\"file\":"), buffer_json(to, source);
        if (frame->line) buffer_format(to, ",\"line\":%u", frame->line);
        buffer_byte(to, '}');
        sink_pass(file->sink);
    }
}

static void put_name(struct speedscope *file) {
    struct buffer losses = {0};
    view_describe_losses(file->view->profile, &losses);
    char *name = text_format("%s (lost: %s)", file->recording->main_class, buffer_string(&losses));
    buffer_json(&file->sink->text, name);
    buffer_free(&losses);
    free(name);
}

static void free_profiles(struct speedscope *file) {
    for (size_t i = 0; i < file->threads.count; i++) {
        struct thread_profiles *profiles = &file->profiles[i];
        buffer_free(&profiles->samples), buffer_free(&profiles->weights);
        buffer_free(&profiles->calls), buffer_free(&profiles->states);
    }
    free(file->profiles);
    intern_free(&file->names);
    intern_free(&file->threads);
    frames_free(&file->frames);
}

bool export_speedscope(struct sink *sink, const struct view *view, struct problem *problem) {
    static const struct walk_visitor visitor = {
        .sample = add_sample, .begin = add_begin, .end = add_end, .state = add_state};
    struct speedscope file = {.view = view, .recording = view->profile->recording, .sink = sink};
    frames_init(&file.frames, file.recording);
    walk_recording(file.recording, &visitor, &file);
    buffer_text(&sink->text, "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\n"
                             "\"exporter\":\"gnomon\",\"activeProfileIndex\":0,\"name\":");
    put_name(&file);
    buffer_text(&sink->text, ",\n\"profiles\":[");
    put_profiles(&file);
    buffer_text(&sink->text, "],\n\"shared\":{\"frames\":[");
    put_frames(&file);
    buffer_text(&sink->text, "]}}\n");
    bool any = file.profile_count != 0;
    free_profiles(&file);
    return any || problem_set(problem, STATUS_BAD_INPUT,
                              "%s: expected samples, traced methods or thread_switch events, found none (gnomon run "
                              "--sample HZ --stacks N, --trace PATTERN, --events thread)",
                              view->profile->recording->reader.path);
}
