// pprof's profile (github.com/google/pprof, profile.proto), compressed by gzip: samples by stack, thread and state,
// with their number and the time that they stand for; allocations by stack, class and thread, if any were logged or
// counted. What was lost, and how good the clock is, is given in comments. Frames are locations of one mapping, the
// innermost first, with their lines.
#include <stdlib.h>
#include <zlib.h>

#include "viz/analyse/allocations.h"
#include "viz/analyse/frames.h"
#include "viz/export/export.h"
#include "viz/export/protobuf.h"
#include "viz/read/event_text.h"

enum profile_field {
    PROFILE_SAMPLE_TYPE = 1,
    PROFILE_SAMPLE = 2,
    PROFILE_MAPPING = 3,
    PROFILE_LOCATION = 4,
    PROFILE_FUNCTION = 5,
    PROFILE_STRING = 6,
    PROFILE_TIME = 9,
    PROFILE_DURATION = 10,
    PROFILE_PERIOD_TYPE = 11,
    PROFILE_PERIOD = 12,
    PROFILE_COMMENT = 13
};
enum value { VALUE_SAMPLES, VALUE_NS, VALUE_OBJECTS, VALUE_BYTES, VALUES };

// What samples with equal keys have in common; the frames follow.
struct sample_key {
    u32 thread, state, class; // names; 0: none
};

struct pprof {
    const struct view *view;
    const struct recording *recording;
    struct buffer *to;
    struct frames frames;
    struct intern texts;   // number 0 is ""
    struct intern samples; // struct sample_key and frames' numbers
    u64 (*values)[VALUES]; // by sample
    size_t capacity;
    struct buffer key;
    u32 kinds; // of values: those of allocations only if any was logged
};

static u32 text_number(struct pprof *profile, const char *text) {
    struct buffer valid = {0};
    buffer_utf8(&valid, text);
    u32 number = intern_text(&profile->texts, buffer_string(&valid));
    buffer_free(&valid);
    return number;
}

static u64 *values_of(struct pprof *profile, const struct sample_key *key) {
    size_t known = profile->samples.count;
    profile->key.size = 0;
    buffer_append(&profile->key, key, sizeof(*key));
    buffer_append(&profile->key, profile->frames.at, profile->frames.count * sizeof(u32));
    u32 number = intern_bytes(&profile->samples, profile->key.data, profile->key.size);
    if (profile->samples.count > known) {
        ARRAY_GROW(profile->values, known, profile->capacity);
        for (u32 i = 0; i < VALUES; i++) profile->values[known][i] = 0;
    }
    return profile->values[number];
}

static void add_sample(void *context, const struct walk_sample *sample) {
    struct pprof *profile = context;
    const char *state = event_enum_name(UNIT_SAMPLE_STATE, sample->state);
    frames_of(&profile->frames, sample);
    struct sample_key key = {
        text_number(profile, recording_thread_name(profile->recording, sample->thread, sample->ticks)),
        text_number(profile, state ? state : ""), 0};
    u64 *values = values_of(profile, &key);
    values[VALUE_SAMPLES] += sample->weight;
    values[VALUE_NS] += (u64)recording_ns(profile->recording, (s64)sample->time);
}

// An event stands for all that its thread has allocated since the one before: as many objects of that size, at least
// the one that it names.
static void add_logged(void *context, const struct event *event, bool told) {
    struct pprof *profile = context;
    struct event_values fields;
    (void)told;
    if (event->record->id != EVENT_allocate) return;
    event_values_read(&fields, profile->recording, event); // class, bytes, method, stack, step
    u64 bytes = (u64)fields.items[1].number, step = (u64)fields.items[4].number;
    struct sample_key key = {
        text_number(profile, recording_thread_name(profile->recording, event->thread, event->record->ticks)), 0,
        text_number(profile, fields.items[0].text ? fields.items[0].text : "?")};
    struct walk_sample stack = {
        .ticks = event->record->ticks, .state = SAMPLE_native, .stack = (u32)fields.items[3].number};
    if (stack.stack) {
        frames_of(&profile->frames, &stack);
    } else {
        frames_of_method(&profile->frames, (u32)fields.items[2].number);
    }
    u64 *values = values_of(profile, &key);
    profile->kinds = VALUES;
    values[VALUE_OBJECTS] += bytes && step > bytes ? (step + bytes / 2) / bytes : 1;
    values[VALUE_BYTES] += step;
}

// What --alloc has counted; where it was allocated is all that is known of the stack.
static void add_counted(struct pprof *profile, const struct allocations *all) {
    if (all->site_count) profile->kinds = VALUES;
    for (size_t i = 0; i < all->site_count; i++) {
        const struct allocation *site = &all->sites[i];
        for (size_t share = 0; share < site->share_count; share++) {
            const char *thread = recording_thread_words(profile->recording, site->shares[share].thread);
            struct sample_key key = {text_number(profile, thread), 0, text_number(profile, site->class)};
            frames_of_method(&profile->frames, site->method_id);
            u64 *values = values_of(profile, &key);
            values[VALUE_OBJECTS] += site->shares[share].count.objects;
            values[VALUE_BYTES] += site->shares[share].count.bytes;
        }
    }
}

// Counts that leave nothing out are exact and come first; then single events, which stand for all as well, and have
// stacks; then counts of what a pattern chose.
static void add_all(struct pprof *profile) {
    static const struct walk_visitor samples = {.sample = add_sample},
                                     both = {.sample = add_sample, .event = add_logged};
    struct allocations all;
    allocations_make(&all, profile->view);
    bool is_whole = all.site_count && allocations_are_whole(&all);
    walk_recording(profile->recording, is_whole ? &samples : &both, profile);
    if (profile->kinds != VALUES) add_counted(profile, &all);
    allocations_free(&all);
}

// ---- The message

static void put_type(struct pprof *profile, u32 field, const char *type, const char *unit) {
    size_t message = proto_begin(profile->to, field);
    proto_number(profile->to, 1, text_number(profile, type));
    proto_number(profile->to, 2, text_number(profile, unit));
    proto_end(profile->to, message);
}

static void put_label(struct pprof *profile, const char *key, u32 text) {
    if (!text) return;
    size_t label = proto_begin(profile->to, 3);
    proto_number(profile->to, 1, text_number(profile, key));
    proto_number(profile->to, 2, text);
    proto_end(profile->to, label);
}

static void put_sample(struct pprof *profile, u32 number) {
    const struct sample_key *key = intern_get(&profile->samples, number);
    const u32 *frames = (const u32 *)(key + 1);
    u32 count = (u32)((intern_size(&profile->samples, number) - sizeof(*key)) / sizeof(u32));
    size_t sample = proto_begin(profile->to, PROFILE_SAMPLE), packed = proto_begin(profile->to, 1);
    while (count--) buffer_varint(profile->to, frames[count] + 1);
    proto_end(profile->to, packed);
    packed = proto_begin(profile->to, 2);
    for (u32 i = 0; i < profile->kinds; i++) buffer_varint(profile->to, profile->values[number][i]);
    proto_end(profile->to, packed);
    put_label(profile, "thread", key->thread);
    put_label(profile, "state", key->state);
    put_label(profile, "class", key->class);
    proto_end(profile->to, sample);
}

static void put_frames(struct pprof *profile) {
    struct intern functions = {0}; // struct { name, source }
    for (u32 i = 0; i < profile->frames.distinct.count; i++) {
        u32 key[] = {text_number(profile, frames_name(&profile->frames, i)),
                     text_number(profile, frames_source(&profile->frames, i))};
        u32 function = intern_bytes(&functions, key, sizeof(key));
        size_t location = proto_begin(profile->to, PROFILE_LOCATION);
        proto_number(profile->to, 1, i + 1);
        proto_number(profile->to, 2, 1);
        size_t line = proto_begin(profile->to, 4);
        proto_number(profile->to, 1, function + 1);
        proto_number(profile->to, 2, frames_get(&profile->frames, i)->line);
        proto_end(profile->to, line);
        proto_end(profile->to, location);
    }
    for (u32 i = 0; i < functions.count; i++) {
        const u32 *key = intern_get(&functions, i);
        size_t function = proto_begin(profile->to, PROFILE_FUNCTION);
        proto_number(profile->to, 1, i + 1);
        proto_number(profile->to, 2, key[0]);
        proto_number(profile->to, 3, key[0]);
        proto_number(profile->to, 4, key[1]);
        proto_end(profile->to, function);
    }
    intern_free(&functions);
}

static void put_comment(struct pprof *profile, const char *what, struct buffer *text) {
    char *comment = text_format("%s: %s", what, buffer_string(text));
    proto_number(profile->to, PROFILE_COMMENT, text_number(profile, comment));
    free(comment);
    buffer_free(text);
}

static void put_facts(struct pprof *profile) {
    u64 start = profile->recording->reader.header.start_ticks;
    struct buffer text = {0};
    size_t mapping = proto_begin(profile->to, PROFILE_MAPPING);
    proto_number(profile->to, 1, 1);
    proto_number(profile->to, 5, text_number(profile, profile->recording->main_class));
    for (u32 known = 7; known <= 10; known++) proto_number(profile->to, known, 1); // functions, files, lines, inlining
    proto_end(profile->to, mapping);
    proto_number(profile->to, PROFILE_TIME, (u64)recording_wall_ns(profile->recording, start));
    proto_number(profile->to, PROFILE_DURATION,
                 (u64)recording_ns_since_start(profile->recording, profile->recording->end_ticks));
    put_type(profile, PROFILE_PERIOD_TYPE, "cpu", "nanoseconds");
    const struct profile *sampled = profile->view->profile;
    if (sampled->sample_count) { // the mean: the rate may have changed, and no sample sees the interrupts
        proto_number(profile->to, PROFILE_PERIOD,
                     (u64)recording_ns(profile->recording, sampled->sampled_ticks) / sampled->sample_count);
    }
    view_describe_run(profile->recording, &text), put_comment(profile, "run", &text);
    view_describe_clock(profile->recording, &text), put_comment(profile, "clock", &text);
    view_describe_instruments(profile->view->profile, &text), put_comment(profile, "instruments", &text);
    view_describe_scope(profile->view->profile, &text), put_comment(profile, "lost", &text);
}

static void put_profile(struct pprof *profile) {
    static const char *const kinds[VALUES][2] = {
        {"samples", "count"}, {"cpu", "nanoseconds"}, {"allocations", "count"}, {"allocated", "bytes"}};
    for (u32 i = 0; i < profile->kinds; i++) put_type(profile, PROFILE_SAMPLE_TYPE, kinds[i][0], kinds[i][1]);
    for (u32 i = 0; i < profile->samples.count; i++) put_sample(profile, i);
    put_frames(profile);
    put_facts(profile);
    for (u32 i = 0; i < profile->texts.count; i++) {
        proto_text(profile->to, PROFILE_STRING, intern_get(&profile->texts, i));
    }
}

static bool compress_into(struct sink *sink, const struct buffer *message, struct problem *problem) {
    enum { GZIP = 16 };
    u8 chunk[1 << 14];
    z_stream stream = {.next_in = message->data, .avail_in = (uInt)message->size};
    if (message->size > UINT32_MAX ||
        deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
        return problem_set(problem, STATUS_BAD_INPUT, "%s: cannot compress %zu bytes", sink->path, message->size);
    }
    int status;
    do {
        stream.next_out = chunk;
        stream.avail_out = sizeof(chunk);
        status = deflate(&stream, Z_FINISH);
        buffer_append(&sink->text, chunk, sizeof(chunk) - stream.avail_out);
        sink_pass(sink);
    } while (status == Z_OK);
    deflateEnd(&stream);
    return status == Z_STREAM_END;
}

bool export_pprof(struct sink *sink, const struct view *view, struct problem *problem) {
    struct buffer message = {0};
    struct pprof profile = {
        .view = view, .recording = view->profile->recording, .to = &message, .kinds = VALUE_OBJECTS};
    frames_init(&profile.frames, profile.recording);
    text_number(&profile, "");
    add_all(&profile);
    bool done = profile.samples.count || problem_set(problem, STATUS_BAD_INPUT,
                                                     "%s: expected samples or allocations, found none (gnomon run "
                                                     "--sample HZ --stacks N, --events allocation)",
                                                     profile.recording->reader.path);
    if (done) put_profile(&profile);
    done = done && compress_into(sink, &message, problem);
    buffer_free(&message);
    buffer_free(&profile.key);
    free(profile.values);
    intern_free(&profile.texts);
    intern_free(&profile.samples);
    frames_free(&profile.frames);
    return done;
}
