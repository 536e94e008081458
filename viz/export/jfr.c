// JDK Flight Recorder's file, as the JDK's `jfr` and Mission Control read it; see jfr.h. Samples are
// jdk.ExecutionSample, with their weight; traced methods and collections gnomon.Call; states, counters, what was lost
// and what the recording says about itself are types of their own, and so is each of the kernel's events and each of a
// component's. Ticks are ns since the recording's start. A chunk holds at most some 64 MiB of events, and all the
// constants that they need.
#include <stdlib.h>
#include <string.h>

#include "viz/analyse/filter.h"
#include "viz/analyse/frames.h"
#include "viz/export/export.h"
#include "viz/export/jfr.h"
#include "viz/read/event_text.h"

enum { CHUNK_BYTES = 64 << 20, HEADER_BYTES = 68 };

// What a constant of these types consists of; its number is that in the table, and 1
struct method_constant {
    u32 name, method;
};

struct jfr {
    const struct view *view;
    const struct recording *recording;
    struct sink *sink;
    struct buffer events;
    struct frames frames;
    struct intern threads, methods, classes, symbols, stacks; // constants of this chunk
    struct intern types;                                      // ids of `type_list`, of the whole file
    struct jfr_event_type *type_list;
    size_t type_capacity;
    u64 chunk_start_ns, end_ns;
};

static u64 ns_at(struct jfr *file, u64 ticks) { return (u64)recording_ns_since_start(file->recording, ticks); }

// ---- Constants

static u32 symbol_number(struct jfr *file, const char *text) { return intern_text(&file->symbols, text) + 1; }

static u32 thread_number(struct jfr *file, u32 thread) {
    return thread ? intern_bytes(&file->threads, &thread, sizeof(thread)) + 1 : 0;
}

static u32 class_named(struct jfr *file, const char *name) {
    u32 symbol = symbol_number(file, name);
    return intern_bytes(&file->classes, &symbol, sizeof(symbol)) + 1;
}

static u32 class_number(struct jfr *file, u32 class) {
    const struct class_name *name = recording_class(file->recording, class);
    return name ? class_named(file, name->name) : 0;
}

// A method, or what else a frame may be: that is shown as a method of the class "gnomon", since readers want one.
static u32 method_number(struct jfr *file, u32 method, const char *label) {
    struct method_constant constant = {symbol_number(file, label), method};
    return intern_bytes(&file->methods, &constant, sizeof(constant)) + 1;
}

static u32 stack_number(struct jfr *file) {
    if (!file->frames.count) return 0;
    return intern_bytes(&file->stacks, file->frames.at, file->frames.count * sizeof(u32)) + 1;
}

static size_t begin_pool(struct buffer *to, enum jfr_type type, size_t count, u32 *pools) {
    if (!count) return 0;
    jfr_put_number(to, type);
    jfr_put_number(to, count);
    (*pools)++;
    return count;
}

static void put_stack(struct jfr *file, struct buffer *to, u32 number) {
    const u32 *frames = intern_get(&file->stacks, number);
    u32 count = intern_size(&file->stacks, number) / (u32)sizeof(*frames);
    buffer_byte(to, strcmp(frames_name(&file->frames, frames[0]), "[deeper]") == 0); // truncated
    jfr_put_number(to, count);
    while (count--) {
        const struct frame *frame = frames_get(&file->frames, frames[count]);
        jfr_put_number(to, method_number(file, frame->method, frames_name(&file->frames, frames[count])));
        jfr_put_number(to, frame->line);
        jfr_put_number(to, frame->bytecode_index);
        jfr_put_number(to, 1); // the one frame type
    }
}

static void put_method(struct jfr *file, struct buffer *to, u32 number) {
    struct method_constant constant;
    memcpy(&constant, intern_get(&file->methods, number), sizeof(constant));
    const struct method_name *name = recording_method(file->recording, constant.method);
    jfr_put_number(to, class_named(file, name && name->class_name[0] ? name->class_name : "gnomon"));
    jfr_put_number(to, name ? symbol_number(file, name->name) : constant.name);
    jfr_put_number(to, symbol_number(file, name && *name->descriptor ? name->descriptor : "()V"));
    jfr_put_number(to, 0); // modifiers
    buffer_byte(to, 0);    // not hidden
}

static void put_thread(struct jfr *file, struct buffer *to, u32 number) {
    u32 thread;
    memcpy(&thread, intern_get(&file->threads, number), sizeof(thread));
    const char *name = recording_thread_words(file->recording, thread);
    jfr_put_text(to, name);
    jfr_put_number(to, thread);
    jfr_put_text(to, name);
    jfr_put_number(to, thread);
}

static void put_class(struct jfr *file, struct buffer *to, u32 number) {
    u32 symbol;
    memcpy(&symbol, intern_get(&file->classes, number), sizeof(symbol));
    jfr_put_number(to, symbol);
}

static void put_symbol(struct jfr *file, struct buffer *to, u32 number) {
    jfr_put_text(to, intern_get(&file->symbols, number));
}

static void put_pool(struct jfr *file, struct buffer *to, enum jfr_type type, const struct intern *table, u32 *pools,
                     void (*put)(struct jfr *file, struct buffer *to, u32 number)) {
    size_t count = begin_pool(to, type, table->count, pools);
    for (u32 i = 0; i < count; i++) {
        jfr_put_number(to, i + 1);
        put(file, to, i);
    }
}

// Those that name others come first: naming them is what makes those.
static void put_constants(struct jfr *file, struct buffer *to) {
    struct buffer pools = {0};
    u32 count = 0;
    put_pool(file, &pools, JFR_STACK_TRACE, &file->stacks, &count, put_stack);
    put_pool(file, &pools, JFR_METHOD, &file->methods, &count, put_method);
    put_pool(file, &pools, JFR_CLASS, &file->classes, &count, put_class);
    put_pool(file, &pools, JFR_SYMBOL, &file->symbols, &count, put_symbol);
    put_pool(file, &pools, JFR_THREAD, &file->threads, &count, put_thread);
    begin_pool(&pools, JFR_FRAME_TYPE, 1, &count);
    jfr_put_number(&pools, 1), jfr_put_text(&pools, "Translated");
    begin_pool(&pools, JFR_THREAD_STATE, SAMPLE_STATES, &count);
    for (u32 state = 0; state < SAMPLE_STATES; state++) {
        jfr_put_number(&pools, state + 1), jfr_put_text(&pools, event_enum_name(UNIT_SAMPLE_STATE, state));
    }
    size_t begin = jfr_begin(to, JFR_CONSTANTS);
    jfr_put_number(to, file->end_ns);
    jfr_put_number(to, 0); // how long it took
    jfr_put_number(to, 0); // no constants before these
    buffer_byte(to, 1);    // all that there are
    jfr_put_number(to, count);
    buffer_append(to, pools.data, pools.size);
    jfr_end(to, begin);
    buffer_free(&pools);
}

// ---- Types of events

static struct jfr_event_type *type_of(struct jfr *file, u32 id, bool *is_new) {
    size_t known = file->types.count;
    u32 index = intern_bytes(&file->types, &id, sizeof(id));
    *is_new = file->types.count > known;
    if (!*is_new) return &file->type_list[index];
    ARRAY_GROW(file->type_list, known, file->type_capacity);
    file->type_list[index] = (struct jfr_event_type){.id = id};
    return &file->type_list[index];
}

static void add_types(struct jfr *file) {
    static const struct jfr_event_type types[] = {
        {JFR_SAMPLE,
         "jdk.ExecutionSample",
         "Sample",
         false,
         false,
         {{"sampledThread", JFR_THREAD, 0},
          {"stackTrace", JFR_STACK_TRACE, 0},
          {"state", JFR_THREAD_STATE, 0},
          {"weight", JFR_INT, 0},
          {"time", JFR_LONG, 0}},
         5},
        {JFR_CALL,
         "gnomon.Call",
         "Traced Method or Collection",
         true,
         true,
         {{"kind", JFR_STRING, 0},
          {"name", JFR_STRING, 0},
          {"method", JFR_METHOD, 0},
          {"depth", JFR_INT, 0},
          {"ended", JFR_STRING, 0},
          {"cpu", JFR_INT, 0}},
         6},
        {JFR_STATE,
         "gnomon.ThreadState",
         "State of a Thread",
         true,
         true,
         {{"state", JFR_STRING, 0}, {"cpu", JFR_INT, 0}, {"waker", JFR_THREAD, 0}, {"ended", JFR_BOOLEAN, 0}},
         4},
        {JFR_COUNTER, "gnomon.Counter", "Counter", false, false, {{"name", JFR_STRING, 0}, {"value", JFR_LONG, 0}}, 2},
        {JFR_LOSS, "gnomon.Loss", "Lost Records", false, false, {{"cause", JFR_STRING, 0}, {"count", JFR_LONG, 0}}, 2},
        {JFR_RECORDING,
         "gnomon.Recording",
         "Recording",
         false,
         false,
         {{"main", JFR_STRING, 0},
          {"machine", JFR_STRING, 0},
          {"clock", JFR_STRING, 0},
          {"instruments", JFR_STRING, 0}},
         4},
    };
    for (size_t i = 0; i < COUNT_OF(types); i++) {
        bool is_new;
        struct jfr_event_type *type = type_of(file, types[i].id, &is_new);
        *type = types[i];
        type->name = text_copy(types[i].name);
        type->label = text_copy(types[i].label);
    }
}

static enum jfr_type field_type(enum event_unit unit) {
    switch (unit) {
    case UNIT_THREAD: return JFR_THREAD;
    case UNIT_METHOD: return JFR_METHOD;
    case UNIT_CLASS: return JFR_CLASS;
    case UNIT_DOMAIN:
    case UNIT_STRING: return JFR_STRING;
    default: return event_enum_name(unit, 0) ? JFR_STRING : JFR_LONG;
    }
}

static bool is_taken(const struct jfr *file, const char *name) {
    for (size_t i = 0; i < file->types.count; i++) {
        if (file->type_list[i].name && strcmp(file->type_list[i].name, name) == 0) return true;
    }
    return false;
}

// The JDK wants Java's identifiers as names of types; the label has the name as it is. A component's event comes in
// several forms, each with fields of its own: the first one that occurs has the name, others their form's beside it.
static char *own_name(const struct jfr *file, u32 id, const char *label, const char *form) {
    struct buffer word = {0};
    for (; *label; label++) {
        bool fits = (*label >= 'a' && *label <= 'z') || (*label >= 'A' && *label <= 'Z') ||
                    (*label >= '0' && *label <= '9' && word.size);
        buffer_byte(&word, fits ? (u8)*label : '_');
    }
    char *name = text_format("component.%s", word.size ? buffer_string(&word) : "_");
    for (u32 other = 0; other < 2 && is_taken(file, name); other++) {
        free(name);
        name = other ? text_format("component.%s.%s_%u", buffer_string(&word), form, id)
                     : text_format("component.%s.%s", buffer_string(&word), form);
    }
    buffer_free(&word);
    return name;
}

static u32 event_type(struct jfr *file, const struct region_record *record, const struct event_values *values) {
    static const char *const forms[16] = {[FORM_NONE] = "bare",
                                          [FORM_INT] = "number",
                                          [FORM_INT_INT] = "pair",
                                          [FORM_LONG] = "wide",
                                          [FORM_TEXT] = "text"};
    u32 form = record->length & EVENT_FORM_MASK;
    bool own = record->id >= EVENT_KERNEL_END, is_new;
    u32 id = own ? JFR_OWN_EVENT + record->id * 16u + form : (u32)JFR_KERNEL_EVENT + record->id;
    struct jfr_event_type *type = type_of(file, id, &is_new);
    if (!is_new) return id;
    const char *name = recording_event_name(file->recording, record->id);
    type->name = own ? own_name(file, id, name, forms[form] ? forms[form] : "other") : text_format("gnomon.%s", name);
    type->label = text_copy(name);
    type->has_thread = true;
    for (u32 i = 0; i < values->count; i++) {
        const struct event_value *value = &values->items[i];
        bool is_text = own && strcmp(value->name, "text") == 0;
        type->fields[type->field_count++] = (struct jfr_field){value->name,
                                                               is_text ? JFR_STRING
                                                               : own   ? JFR_LONG
                                                                       : field_type(value->unit),
                                                               value->unit == UNIT_BYTES};
    }
    return id;
}

// ---- Chunks

static void put_big_endian(struct buffer *to, u64 value, u32 bytes) {
    while (bytes--) buffer_byte(to, (u8)(value >> 8 * bytes));
}

static void put_header(struct jfr *file, u64 bytes, u64 constants, u64 metadata) {
    struct buffer *to = &file->sink->text;
    s64 wall = recording_wall_ns(file->recording, file->recording->reader.header.start_ticks);
    buffer_append(to, "FLR", 4);
    put_big_endian(to, 2, 2);
    put_big_endian(to, 1, 2);
    put_big_endian(to, bytes, 8);
    put_big_endian(to, constants, 8);
    put_big_endian(to, metadata, 8);
    put_big_endian(to, (u64)wall + file->chunk_start_ns, 8);
    put_big_endian(to, file->end_ns - file->chunk_start_ns, 8);
    put_big_endian(to, file->chunk_start_ns, 8);
    put_big_endian(to, 1000000000, 8); // ticks a second
    put_big_endian(to, 1, 4);          // numbers are compressed
}

static void free_constants(struct jfr *file) {
    struct intern *const tables[] = {&file->threads, &file->methods, &file->classes, &file->symbols, &file->stacks};
    for (size_t i = 0; i < COUNT_OF(tables); i++) intern_free(tables[i]);
    frames_free(&file->frames);
}

static void end_chunk(struct jfr *file) {
    struct buffer tail = {0};
    put_constants(file, &tail);
    u64 constants = HEADER_BYTES + file->events.size, metadata = constants + tail.size;
    jfr_put_metadata(&tail, file->end_ns, file->type_list, file->types.count);
    put_header(file, constants + tail.size, constants, metadata);
    if (file->events.size) buffer_append(&file->sink->text, file->events.data, file->events.size);
    buffer_append(&file->sink->text, tail.data, tail.size);
    sink_pass(file->sink);
    buffer_free(&tail);
    free_constants(file);
    frames_init(&file->frames, file->recording);
    file->events.size = 0;
    file->chunk_start_ns = file->end_ns;
}

// ---- Events

static size_t begin_event(struct jfr *file, u32 type, u64 ticks) {
    u64 ns = ns_at(file, ticks);
    if (file->events.size > CHUNK_BYTES) end_chunk(file);
    size_t begin = jfr_begin(&file->events, type);
    jfr_put_number(&file->events, ns);
    if (ns > file->end_ns) file->end_ns = ns;
    return begin;
}

static void put_duration(struct jfr *file, u64 start, u64 end) {
    u64 ns = ns_at(file, end);
    if (ns > file->end_ns) file->end_ns = ns;
    jfr_put_number(&file->events, ns - ns_at(file, start));
}

static void put_sample(void *context, const struct walk_sample *sample) {
    struct jfr *file = context;
    size_t begin = begin_event(file, JFR_SAMPLE, sample->ticks);
    frames_of(&file->frames, sample);
    jfr_put_number(&file->events, thread_number(file, sample->thread));
    jfr_put_number(&file->events, stack_number(file));
    jfr_put_number(&file->events, sample->state < SAMPLE_STATES ? sample->state + 1 : 0);
    jfr_put_number(&file->events, sample->weight);
    jfr_put_number(&file->events, (u64)recording_ns(file->recording, (s64)sample->time));
    jfr_end(&file->events, begin);
}

static void put_call(void *context, const struct walk_slice *slice) {
    static const char *const ends[] = {"left", "exception", "lost", "open"};
    struct jfr *file = context;
    bool in_thread = slice->lane.place == PLACE_THREAD, is_method = slice->kind == SLICE_METHOD;
    size_t begin = begin_event(file, JFR_CALL, slice->start);
    put_duration(file, slice->start, slice->end);
    jfr_put_number(&file->events, thread_number(file, in_thread ? slice->lane.number : 0));
    jfr_put_text(&file->events, walk_slice_kind_name(slice->kind));
    jfr_put_text(&file->events, slice->name);
    jfr_put_number(&file->events, is_method ? method_number(file, slice->id, slice->name) : 0);
    jfr_put_number(&file->events, slice->depth);
    jfr_put_text(&file->events, ends[slice->how]);
    jfr_put_number(&file->events, in_thread ? 0 : slice->lane.number);
    jfr_end(&file->events, begin);
}

static void put_state(void *context, const struct walk_state *state) {
    struct jfr *file = context;
    struct buffer name = {0};
    walk_put_state(&name, state);
    size_t begin = begin_event(file, JFR_STATE, state->start);
    put_duration(file, state->start, state->end);
    jfr_put_number(&file->events, thread_number(file, state->thread));
    jfr_put_text(&file->events, buffer_string(&name));
    jfr_put_number(&file->events, state->cpu);
    jfr_put_number(&file->events, thread_number(file, state->waker));
    buffer_byte(&file->events, !state->open);
    jfr_end(&file->events, begin);
    buffer_free(&name);
}

static void put_counter(void *context, const struct walk_counter *counter) {
    struct jfr *file = context;
    size_t begin = begin_event(file, JFR_COUNTER, counter->ticks);
    jfr_put_text(&file->events, counter->name);
    jfr_put_number(&file->events, counter->value);
    jfr_end(&file->events, begin);
}

static void put_value(struct jfr *file, enum jfr_type type, const struct event_value *value) {
    struct buffer *to = &file->events;
    switch (type) {
    case JFR_THREAD: jfr_put_number(to, thread_number(file, (u32)value->number)); break;
    case JFR_CLASS: jfr_put_number(to, class_number(file, (u32)value->number)); break;
    case JFR_METHOD:
        jfr_put_number(to, value->number ? method_number(file, (u32)value->number, value->text) : 0);
        break;
    case JFR_STRING: jfr_put_text(to, value->text); break;
    default: jfr_put_number(to, (u64)value->number);
    }
}

static void put_event(void *context, const struct event *event, bool told) {
    struct jfr *file = context;
    struct event_values values;
    bool ignored;
    if (told) return;
    event_values_read(&values, file->recording, event);
    u32 id = event_type(file, event->record, &values);
    const struct jfr_event_type *type = type_of(file, id, &ignored);
    size_t begin = begin_event(file, id, event->record->ticks);
    jfr_put_number(&file->events, thread_number(file, event->thread));
    for (u32 i = 0; i < values.count && i < type->field_count; i++) {
        put_value(file, type->fields[i].type, &values.items[i]);
    }
    jfr_end(&file->events, begin);
}

static void put_facts(struct jfr *file) {
    u64 start = file->recording->reader.header.start_ticks;
    struct buffer clock = {0}, instruments = {0}, only = {0};
    view_describe_clock(file->recording, &clock);
    view_describe_instruments(file->view->profile, &instruments);
    recording_describe_selection(file->recording, &only);
    if (only.size) buffer_format(&instruments, "; only %s", buffer_string(&only));
    size_t begin = begin_event(file, JFR_RECORDING, start);
    jfr_put_text(&file->events, file->recording->main_class);
    jfr_put_text(&file->events, recording_machine(file->recording));
    jfr_put_text(&file->events, buffer_string(&clock));
    jfr_put_text(&file->events, buffer_string(&instruments));
    jfr_end(&file->events, begin);
    for (size_t i = 0; i < file->view->profile->loss_count; i++) {
        const struct loss *loss = &file->view->profile->losses[i];
        if (!loss->count) continue;
        begin = begin_event(file, JFR_LOSS, start);
        jfr_put_text(&file->events, loss->cause);
        jfr_put_number(&file->events, loss->count);
        jfr_end(&file->events, begin);
    }
    buffer_free(&clock);
    buffer_free(&instruments);
    buffer_free(&only);
}

bool export_jfr(struct sink *sink, const struct view *view, struct problem *problem) {
    (void)problem;
    static const struct walk_visitor visitor = {
        .event = put_event, .end = put_call, .state = put_state, .sample = put_sample, .counter = put_counter};
    struct jfr file = {.view = view, .recording = view->profile->recording, .sink = sink};
    frames_init(&file.frames, file.recording);
    add_types(&file);
    put_facts(&file);
    walk_recording(file.recording, &visitor, &file);
    end_chunk(&file);
    free_constants(&file);
    buffer_free(&file.events);
    for (size_t i = 0; i < file.types.count; i++) free(file.type_list[i].name), free(file.type_list[i].label);
    free(file.type_list);
    intern_free(&file.types);
    return true;
}
