// speedscope's file format (github.com/jlfwong/speedscope, "Importing from custom sources"). Each thread has up to
// three profiles: samples; traced methods and collections, as they began and ended; states. Values are ns, from the
// recording's start. The format has no place for events, counters and losses; the last are given in the file's name. It
// wants each profile in one piece, so profiles are collected in a spill, calls and states as struct turn.
#include <stdlib.h>
#include <string.h>

#include "viz/analyse/frames.h"
#include "viz/cli/json.h"
#include "viz/cli/spill.h"
#include "viz/export/export.h"
#include "viz/read/event_text.h"

#define READER_LIMIT (512u << 20) // bytes of a file that speedscope opens

struct thread_profiles {
    struct spill_part samples, weights, calls, states;
};

struct turn {
    s64 at_ns;
    u32 frame, opens;
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
    struct spill spill;
    u64 profile_count;
    bool begun; // the list of values that is being written
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
        file->profiles[index] = (struct thread_profiles){.samples = {.used = false}};
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
    struct buffer *samples = &profiles->samples.rest;
    buffer_text(samples, profiles->samples.used ? ",[" : "[");
    for (size_t i = 0; i < file->frames.count; i++) {
        u32 frame = file->frames.at[i];
        buffer_format(samples, "%s%u", i ? "," : "",
                      frame_number(file, frames_name(&file->frames, frame), frames_source(&file->frames, frame),
                                   frames_get(&file->frames, frame)->line));
    }
    buffer_byte(samples, ']');
    spill_pass(&file->spill, &profiles->samples);
    long long ns = recording_ns(file->recording, (s64)sample->time);
    buffer_format(&profiles->weights.rest, "%s%lld", profiles->weights.used ? "," : "", ns);
    spill_pass(&file->spill, &profiles->weights);
}

static void add_turn(struct speedscope *file, struct spill_part *turns, bool opens, const char *name, u64 ticks) {
    struct turn turn = {recording_ns_since_start(file->recording, ticks), frame_number(file, name, "", 0), opens};
    buffer_append(&turns->rest, &turn, sizeof(turn));
    spill_pass(&file->spill, turns);
}

static void add_begin(void *context, const struct walk_slice *slice) {
    struct speedscope *file = context;
    if (slice->lane.place != PLACE_THREAD) return;
    add_turn(file, &profiles_of(file, slice->lane.number)->calls, true, slice->name, slice->start);
}

static void add_end(void *context, const struct walk_slice *slice) {
    struct speedscope *file = context;
    if (slice->lane.place != PLACE_THREAD) return;
    add_turn(file, &profiles_of(file, slice->lane.number)->calls, false, slice->name, slice->end);
}

static void add_state(void *context, const struct walk_state *state) {
    struct speedscope *file = context;
    struct buffer name = {0};
    struct spill_part *states = &profiles_of(file, state->thread)->states;
    walk_put_state(&name, state);
    add_turn(file, states, true, buffer_string(&name), state->start);
    add_turn(file, states, false, buffer_string(&name), state->end);
    buffer_free(&name);
}

// ---- The file

static void put_string(struct buffer *to, const char *value) {
    struct json json = {.text = to};
    json_put_text(&json, NULL, value);
}

static void begin_profile(struct speedscope *file, const char *type, u32 thread, const char *what, s64 end) {
    char *name = text_format("%s: %s", recording_thread_words(file->recording, thread), what);
    struct buffer *to = &file->sink->text;
    buffer_format(to, "%s\n{\"type\":\"%s\",\"name\":", file->profile_count++ ? "," : "", type);
    put_string(to, name);
    buffer_format(to, ",\"unit\":\"nanoseconds\",\"startValue\":0,\"endValue\":%lld,", (long long)end);
    free(name);
}

static void put_text(void *context, const void *bytes, size_t size) {
    struct speedscope *file = context;
    buffer_append(&file->sink->text, bytes, size);
    sink_pass(file->sink);
}

static void put_turns(void *context, const void *bytes, size_t size) {
    struct speedscope *file = context;
    const struct turn *turns = bytes;
    for (size_t i = 0; i < size / sizeof(*turns); i++) {
        struct json turn = {.text = &file->sink->text};
        buffer_text(turn.text, file->begun ? ",\n" : "\n");
        json_begin_object(&turn, NULL);
        json_put_text(&turn, "type", turns[i].opens ? "O" : "C");
        json_put_integer(&turn, "frame", turns[i].frame);
        json_put_integer(&turn, "at", turns[i].at_ns);
        json_end(&turn);
        file->begun = true;
        sink_pass(file->sink);
    }
}

static void put_values(struct speedscope *file, const char *name, const struct spill_part *values,
                       void (*put)(void *context, const void *bytes, size_t size), const char *after) {
    buffer_format(&file->sink->text, "\"%s\":[", name);
    file->begun = false;
    spill_read(&file->spill, values, put, file);
    buffer_text(&file->sink->text, after);
}

static void put_profiles(struct speedscope *file) {
    s64 end = recording_ns_since_start(file->recording, file->recording->end_ticks);
    for (u32 i = 0; i < file->threads.count; i++) {
        const struct thread_profiles *profiles = &file->profiles[i];
        u32 thread;
        memcpy(&thread, intern_get(&file->threads, i), sizeof(thread));
        if (profiles->samples.used) {
            begin_profile(file, "sampled", thread, "samples", end);
            put_values(file, "samples", &profiles->samples, put_text, "],");
            put_values(file, "weights", &profiles->weights, put_text, "]}");
        }
        if (profiles->calls.used) {
            begin_profile(file, "evented", thread, "calls", end);
            put_values(file, "events", &profiles->calls, put_turns, "]}");
        }
        if (profiles->states.used) {
            begin_profile(file, "evented", thread, "states", end);
            put_values(file, "events", &profiles->states, put_turns, "]}");
        }
    }
}

static void put_frames(struct speedscope *file) {
    for (u32 i = 0; i < file->names.count; i++) {
        const struct shared_frame *frame = intern_get(&file->names, i);
        const char *source = (const char *)(frame + 1);
        struct json json = {.text = &file->sink->text};
        buffer_text(json.text, i ? ",\n" : "\n");
        json_begin_object(&json, NULL);
        json_put_text(&json, "name", source + frame->source_bytes);
        if (*source) json_put_text(&json, "file", source);
        if (frame->line) json_put_integer(&json, "line", frame->line);
        json_end(&json);
        sink_pass(file->sink);
    }
}

static void put_name(struct speedscope *file) {
    struct buffer losses = {0};
    view_describe_scope(file->view->profile, &losses);
    char *name = text_format("%s (lost: %s)", file->recording->main_class, buffer_string(&losses));
    put_string(&file->sink->text, name);
    buffer_free(&losses);
    free(name);
}

static void free_profiles(struct speedscope *file) {
    for (size_t i = 0; i < file->threads.count; i++) {
        struct thread_profiles *profiles = &file->profiles[i];
        spill_part_free(&profiles->samples), spill_part_free(&profiles->weights);
        spill_part_free(&profiles->calls), spill_part_free(&profiles->states);
    }
    spill_close(&file->spill);
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
    spill_open(&file.spill, problem);
    walk_recording(file.recording, &visitor, &file);
    buffer_text(&sink->text, "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\n"
                             "\"exporter\":\"gnomon\",\"activeProfileIndex\":0,\"name\":");
    put_name(&file);
    buffer_text(&sink->text, ",\n\"profiles\":[");
    put_profiles(&file);
    buffer_text(&sink->text, "],\n\"shared\":{\"frames\":[");
    put_frames(&file);
    buffer_text(&sink->text, "]}}\n");
    bool any = file.profile_count != 0, done = !file.spill.failed;
    free_profiles(&file);
    if (sink->bytes + sink->text.size > READER_LIMIT) {
        message_note("%s: speedscope opens at most %u MiB; --thread, --from and --until make the file smaller",
                     sink->path, READER_LIMIT >> 20);
    }
    if (any) return done;
    return problem_set(problem, STATUS_BAD_INPUT,
                       "%s: expected samples, traced methods or thread_switch events, found none (gnomon run "
                       "--sample HZ --stacks N, --trace PATTERN, --events thread)",
                       view->profile->recording->reader.path);
}
