// See event_list.h.
#include "viz/report/event_list.h"

#include <stdio.h>

#include "viz/analyse/walk.h"
#include "viz/read/event_text.h"

struct list {
    const struct event_choice *choice;
    const struct recording *recording;
    struct sink *sink;
    enum list_format format;
    u32 columns; // of the terminal, 0 for none
    bool thread_left_out, zero_left_out;
    u32 log_event;    // the number of logEvent's type
    u64 before, zero; // ticks; 0: none yet
    u64 count, lost[EVENT_LOSS_CAUSES], lost_packets;
    bool any; // in JSON: something was written
};

static s64 ns_at(const struct list *list, u64 ticks) { return recording_ns_since_start(list->recording, ticks); }

static s64 ns_between(const struct list *list, u64 since, u64 ticks) {
    return ticks > since ? ns_at(list, ticks) - ns_at(list, since) : 0;
}

static bool is_zero(const struct list *list, const struct region_record *record) {
    u32 form = record->length & EVENT_FORM_MASK;
    return list->log_event && record->id == list->log_event && (form == FORM_INT || form == FORM_TEXT) && !record->a;
}

// A component's name or text may hold anything, but a line stays one.
static void keep_line(struct buffer *text, size_t start) {
    for (size_t i = start; i < text->size; i++) {
        if (text->data[i] < ' ') text->data[i] = '?';
    }
}

// ---- Text

enum { TIME_COLUMNS = 15, THREAD_COLUMNS = 16, EVENT_LEAST = 24 };

// On a narrow terminal the time since log 0 gives way to the event, and then the thread.
static void fit(struct list *list) {
    u32 taken = 3 * (TIME_COLUMNS + 1) + 4 + THREAD_COLUMNS + 1;
    list->zero_left_out = list->columns && taken + EVENT_LEAST > list->columns;
    if (list->zero_left_out) taken -= TIME_COLUMNS + 1;
    list->thread_left_out = list->columns && taken + EVENT_LEAST > list->columns;
}

static void put_text_begin(struct buffer *text, const struct list *list) {
    buffer_format(text, "%*s %*s ", TIME_COLUMNS, "time (ms)", TIME_COLUMNS, "since before");
    if (!list->zero_left_out) buffer_format(text, "%*s ", TIME_COLUMNS, "since log 0");
    buffer_text(text, "cpu ");
    if (!list->thread_left_out) buffer_format(text, "%-*s ", THREAD_COLUMNS, "thread");
    buffer_text(text, "event\n");
}

// Times are written as integers, which is exact, and much faster than floating point.
enum { MS_NS = 1000000 };

static void put_since(struct buffer *text, const struct list *list, u64 ticks, u64 since) {
    if (since) {
        s64 ns = ns_between(list, since, ticks);
        buffer_format(text, " %+8lld.%06lld", (long long)(ns / MS_NS), (long long)(ns % MS_NS));
    } else {
        buffer_format(text, " %15s", "-");
    }
}

static void put_text(struct buffer *text, const struct list *list, const struct event *event) {
    const struct region_record *record = event->record;
    size_t start = text->size;
    s64 ns = ns_at(list, record->ticks);
    buffer_format(text, "%8lld.%06lld", (long long)(ns / MS_NS), (long long)(ns % MS_NS));
    put_since(text, list, record->ticks, list->before);
    if (!list->zero_left_out) put_since(text, list, record->ticks, list->zero);
    buffer_format(text, " %3u ", event->cpu);
    if (!list->thread_left_out) {
        buffer_format(text, "%-*s ", THREAD_COLUMNS,
                      recording_thread_name(list->recording, event->thread, record->ticks));
    }
    buffer_text(text, recording_event_name(list->recording, record->id));
    event_put_details(text, list->recording, record);
    keep_line(text, start);
    buffer_cut_line(text, list->columns);
    buffer_byte(text, '\n');
}

void event_loss_put(struct buffer *text, const struct event_loss *loss) {
    bool any = false;
    for (u32 i = 0; i < EVENT_LOSS_CAUSES; i++) {
        if (!loss->records[i]) continue;
        buffer_format(text, any ? ", %llu %s" : "%llu records %s", (unsigned long long)loss->records[i],
                      event_loss_cause_name(i));
        any = true;
    }
    if (loss->packets) {
        buffer_format(text, "%s%llu packets overwritten while they were read", any ? ", " : "",
                      (unsigned long long)loss->packets);
    }
}

static void put_text_loss(struct buffer *text, const struct list *list, const struct event_loss *loss) {
    size_t start = text->size;
    buffer_text(text, "  lost: "), event_loss_put(text, loss);
    buffer_format(text, ", of processor %u, level %s, ", loss->cpu, stream_level_name(loss->level));
    if (loss->from_ticks) {
        buffer_format(text, "from %.6f ms ", (double)ns_at(list, loss->from_ticks) / 1e6);
    } else {
        buffer_text(text, "from the beginning ");
    }
    if (loss->until_ticks) {
        buffer_format(text, "to %.6f ms\n", (double)ns_at(list, loss->until_ticks) / 1e6);
    } else {
        buffer_text(text, "to the end\n");
    }
    buffer_wrap_lines(text, start, list->columns);
}

// ---- JSON and CSV

static void put_json_value(struct json *json, const struct list *list, const struct event_value *value, u64 ticks) {
    if (value->text && value->unit == UNIT_NUMBER) { // what a component logged
        json_put_text(json, value->name, value->text);
        return;
    }
    json_put_integer(json, value->name, value->number);
    u32 method = value->unit == UNIT_ADDRESS ? recording_method_at(list->recording, (u32)value->number, ticks) : 0;
    const char *named = method ? recording_method_label(list->recording, method) : value->text;
    if (!named) return;
    char member[64];
    snprintf(member, sizeof(member), "%s_name", value->name);
    json_put_text(json, member, named);
}

static void put_json_since(struct json *json, const char *name, const struct list *list, u64 ticks, u64 since) {
    if (since) {
        json_put_integer(json, name, ns_between(list, since, ticks));
    } else {
        json_put_null(json, name);
    }
}

// An element of the events.
static void begin_json(const struct list *list, struct json *json) {
    buffer_text(json->text, list->any ? ",\n" : "\n");
    json_begin_object(json, NULL);
}

static void put_json(struct buffer *text, const struct list *list, const struct event *event) {
    const struct region_record *record = event->record;
    struct event_values values;
    struct json json = {.text = text};
    event_values_read(&values, list->recording, event);
    begin_json(list, &json);
    json_put_integer(&json, "time_ns", ns_at(list, record->ticks));
    put_json_since(&json, "since_before_ns", list, record->ticks, list->before);
    put_json_since(&json, "since_zero_ns", list, record->ticks, list->zero);
    json_put_integer(&json, "cpu", event->cpu);
    json_put_text(&json, "level", stream_level_name(event->level));
    json_put_integer(&json, "thread", event->thread);
    json_put_text(&json, "thread_name", recording_thread_name(list->recording, event->thread, record->ticks));
    json_put_text(&json, "event", recording_event_name(list->recording, record->id));
    json_begin_object(&json, "fields");
    for (u32 i = 0; i < values.count; i++) put_json_value(&json, list, &values.items[i], record->ticks);
    json_end(&json);
    json_end(&json);
}

static void put_json_loss(struct buffer *text, const struct list *list, const struct event_loss *loss) {
    struct json json = {.text = text};
    begin_json(list, &json);
    json_begin_object(&json, "lost");
    json_put_integer(&json, "cpu", loss->cpu);
    json_put_text(&json, "level", stream_level_name(loss->level));
    if (loss->from_ticks) json_put_integer(&json, "from_ns", ns_at(list, loss->from_ticks));
    if (loss->until_ticks) json_put_integer(&json, "until_ns", ns_at(list, loss->until_ticks));
    for (u32 i = 0; i < EVENT_LOSS_CAUSES; i++) {
        if (loss->records[i]) json_put_integer(&json, event_loss_cause_name(i), (s64)loss->records[i]);
    }
    if (loss->packets) json_put_integer(&json, "passed_packets", (s64)loss->packets);
    json_end(&json);
    json_end(&json);
}

void event_loss_json(struct json *json, const char *name, const u64 records[EVENT_LOSS_CAUSES]) {
    json_begin_array(json, name);
    for (u32 i = 0; i < EVENT_LOSS_CAUSES; i++) {
        json_begin_object(json, NULL);
        json_put_text(json, "cause", event_loss_cause_name(i));
        json_put_integer(json, "count", (s64)records[i]);
        json_end(json);
    }
    json_end(json);
}

static void put_json_end(struct buffer *text, const struct list *list) {
    struct json lost = {.text = text};
    buffer_format(text, "\n],\"count\":%llu,\"lost\":", (unsigned long long)list->count);
    event_loss_json(&lost, NULL, list->lost);
    buffer_format(text, ",\"passed_packets\":%llu}\n", (unsigned long long)list->lost_packets);
}

static void put_csv_since(struct buffer *text, const struct list *list, u64 ticks, u64 since) {
    if (since) buffer_format(text, "%lld", (long long)ns_between(list, since, ticks));
    buffer_byte(text, ',');
}

static void put_csv(struct buffer *text, const struct list *list, const struct event *event) {
    const struct region_record *record = event->record;
    struct buffer details = {0};
    buffer_format(text, "%lld,", (long long)ns_at(list, record->ticks));
    put_csv_since(text, list, record->ticks, list->before);
    put_csv_since(text, list, record->ticks, list->zero);
    buffer_format(text, "%u,%s,%u,", event->cpu, stream_level_name(event->level), event->thread);
    buffer_quoted(text, recording_thread_name(list->recording, event->thread, record->ticks)), buffer_byte(text, ',');
    buffer_quoted(text, recording_event_name(list->recording, record->id)), buffer_byte(text, ',');
    event_put_details(&details, list->recording, record);
    buffer_quoted(text, buffer_string(&details) + (details.size != 0)); // but for the space in front
    buffer_text(text, "\r\n");
    buffer_free(&details);
}

// As an event that is lost.
static void put_csv_loss(struct buffer *text, const struct list *list, const struct event_loss *loss) {
    struct buffer details = {0};
    event_loss_put(&details, loss);
    u64 at = loss->until_ticks ? loss->until_ticks : list->recording->end_ticks;
    buffer_format(text, "%lld,,,%u,%s,,,", (long long)ns_at(list, at), loss->cpu, stream_level_name(loss->level));
    buffer_quoted(text, "(lost)"), buffer_byte(text, ','), buffer_quoted(text, buffer_string(&details));
    buffer_text(text, "\r\n");
    buffer_free(&details);
}

// ---- The whole

static void put_begin(struct buffer *text, const struct list *list) {
    switch (list->format) {
    case LIST_TEXT: put_text_begin(text, list); break;
    case LIST_JSON: buffer_text(text, "{\"events\":["); break;
    case LIST_CSV:
        buffer_text(text, "time_ns,since_before_ns,since_zero_ns,cpu,level,thread,thread_name,event,fields\r\n");
        break;
    }
}

static void put_event(void *context, const struct event *event, bool told) {
    (void)told;
    static void (*const puts[])(struct buffer *, const struct list *, const struct event *) = {
        [LIST_TEXT] = put_text, [LIST_JSON] = put_json, [LIST_CSV] = put_csv};
    struct list *list = context;
    if (is_zero(list, event->record)) list->zero = event->record->ticks;
    if (list->sink->failed || !event_choice_selects(list->choice, event)) return;
    puts[list->format](&list->sink->text, list, event);
    list->before = event->record->ticks;
    list->count++;
    list->any = true;
    sink_pass(list->sink);
}

static void put_loss(void *context, const struct event_loss *loss) {
    static void (*const puts[])(struct buffer *, const struct list *, const struct event_loss *) = {
        [LIST_TEXT] = put_text_loss, [LIST_JSON] = put_json_loss, [LIST_CSV] = put_csv_loss};
    struct list *list = context;
    puts[list->format](&list->sink->text, list, loss);
    for (u32 i = 0; i < EVENT_LOSS_CAUSES; i++) list->lost[i] += loss->records[i];
    list->lost_packets += loss->packets;
    list->any = true;
    sink_pass(list->sink);
}

void event_list_write(struct sink *sink, const struct event_choice *choice, enum list_format format, u32 columns) {
    static const struct walk_visitor visitor = {.event = put_event, .loss = put_loss};
    struct list list = {.choice = choice,
                        .recording = choice->recording,
                        .sink = sink,
                        .format = format,
                        .columns = columns,
                        .log_event = event_own_id(choice->recording, "log", 3)};
    fit(&list);
    put_begin(&sink->text, &list);
    walk_recording(list.recording, &visitor, &list);
    if (format == LIST_JSON) put_json_end(&sink->text, &list);
}
