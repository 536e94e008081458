// The threads of a run, for every form of the report: how long each ran, and how much of that was its own; how long it
// was ready but had been preempted; how long it waited and for what. The three add up to its life, to the tick. A wait
// includes the time from the thread's wakeup until it ran again.
#include <stdlib.h>

#include "log/events.h"
#include "viz/cli/table.h"
#include "viz/cli/terminal.h"
#include "viz/read/event_text.h"
#include "viz/report/report.h"

enum { SHOWN = 40 }; // in text

struct life {
    const struct region_thread *thread;
    s64 running, own; // own: without instruments and what was stolen
    s64 away[SWITCH_REASONS], preempted, waited;
    struct thread_errors errors;
};

static void live(struct life *life, const struct profile *profile, const struct region_thread *thread) {
    const struct recording *recording = profile->recording;
    *life = (struct life){.thread = thread, .running = recording_thread_running(recording, thread)};
    u64 end = recording->end_ticks;
    for (u32 reason = 0; reason < SWITCH_REASONS; reason++) life->away[reason] = thread->away[reason];
    if (!thread->end_ticks && thread->away_since_ticks && end > thread->away_since_ticks &&
        thread->away_reason < SWITCH_REASONS) {
        life->away[thread->away_reason] += (s64)(end - thread->away_since_ticks);
    }
    for (u32 reason = 0; reason < SWITCH_REASONS; reason++) {
        *(event_reason_is_ready(reason) ? &life->preempted : &life->waited) += life->away[reason];
    }
    life->own = life->running - thread->instrument_ticks;
    for (u32 kind = 0; kind < COUNT_OF(thread->stolen); kind++) life->own -= thread->stolen[kind];
    life->errors = profile_thread_errors(profile, thread, life->running, life->own);
}

static int by_running(const void *left, const void *right) {
    const struct life *a = left, *b = right;
    if (a->running != b->running) return a->running < b->running ? 1 : -1;
    return (a->thread->number > b->thread->number) - (a->thread->number < b->thread->number);
}

// The error of a time that the thread was away.
static s64 away_error_ns(const struct recording *recording, const struct life *life, s64 ticks) {
    return recording_error_ns(recording, life->errors.clock * (double)ticks + life->errors.away);
}

// How much any of the times at most is off that have no error of their own in the table.
static s64 largest_error_ns(const struct recording *recording, const struct life *lives) {
    s64 largest = 0;
    for (size_t i = 0; i < recording->thread_count; i++) {
        const struct life *life = &lives[i];
        const s64 errors[] = {recording_error_ns(recording, life->errors.running),
                              away_error_ns(recording, life, life->preempted),
                              away_error_ns(recording, life, life->waited)};
        for (size_t k = 0; k < COUNT_OF(errors); k++) largest = errors[k] > largest ? errors[k] : largest;
    }
    return largest;
}

// What it waited for: "monitor 1.200, sleep 10.000".
static void put_reasons(struct buffer *text, const struct recording *recording, const struct life *life) {
    bool any = false;
    for (u32 reason = 0; reason < SWITCH_REASONS; reason++) {
        if (!life->away[reason] || event_reason_is_ready(reason)) continue;
        buffer_format(text, "%s%s %.3f", any ? ", " : "", event_enum_name(UNIT_SWITCH_REASON, reason),
                      recording_ms(recording, life->away[reason]));
        any = true;
    }
}

// Where it fits: a name that is too long would be cut in front.
static void put_waited(struct buffer *name, const struct recording *recording, const struct life *life, u32 room) {
    struct buffer waited = {0};
    buffer_text(&waited, " (waited: "), put_reasons(&waited, recording, life), buffer_byte(&waited, ')');
    if (!room || text_columns(buffer_string(name)) + text_columns(buffer_string(&waited)) <= room) {
        buffer_text(name, buffer_string(&waited));
    }
    buffer_free(&waited);
}

void report_threads_text(struct buffer *text, const struct view *view) {
    static const struct table_column columns[] = {{"Ran", 14, 0},    {"its own", 24, 3}, {"Preempted", 14, 2},
                                                  {"Waited", 14, 1}, {"Switches", 9, 5}, {"Samples", 8, 4}};
    const struct recording *recording = view->profile->recording;
    struct table table;
    struct life *lives = memory_get((recording->thread_count + 1) * sizeof(*lives));
    for (size_t i = 0; i < recording->thread_count; i++) live(&lives[i], view->profile, &recording->threads[i]);
    if (recording->thread_count) qsort(lives, recording->thread_count, sizeof(*lives), by_running);
    char *title = text_format("Thread (times in ms; ±%.6f where nothing is said)",
                              (double)largest_error_ns(recording, lives) / 1e6);
    buffer_byte(text, '\n');
    table_begin(&table, text, columns, COUNT_OF(columns), title, view->columns);
    for (size_t i = 0; i < recording->thread_count && i < SHOWN; i++) {
        const struct life *life = &lives[i];
        struct buffer name = {0};
        buffer_text(&name, recording_thread_words(recording, life->thread->number));
        if (life->waited) put_waited(&name, recording, life, table.room);
        table_cell(&table, "%.3f", recording_ms(recording, life->running));
        table_cell(&table, "%.3f ±%-8.3f", recording_ms(recording, life->own),
                   (double)recording_error_ns(recording, life->errors.own) / 1e6);
        table_cell(&table, "%.3f", recording_ms(recording, life->preempted));
        table_cell(&table, "%.3f", recording_ms(recording, life->waited));
        table_cell(&table, "%llu", (unsigned long long)life->thread->switches);
        table_cell(&table, "%llu", (unsigned long long)life->thread->samples);
        table_name(&table, "%s", buffer_string(&name));
        buffer_free(&name);
    }
    if (recording->thread_count > SHOWN) {
        buffer_format(text, "%zu more that ran for less (--format json has all)\n", recording->thread_count - SHOWN);
    }
    table_end(&table);
    free(title), free(lives);
}

void report_threads_html(struct json *json, const struct profile *profile) {
    const struct recording *recording = profile->recording;
    json_begin_array(json, "threads");
    for (size_t i = 0; i < recording->thread_count; i++) {
        struct life life;
        struct buffer reasons = {0};
        live(&life, profile, &recording->threads[i]);
        put_reasons(&reasons, recording, &life);
        json_begin_array(json, NULL);
        json_put_text(json, NULL, recording_thread_words(recording, life.thread->number));
        json_put_integer(json, NULL, recording_ns(recording, life.running));
        json_put_integer(json, NULL, recording_ns(recording, life.own));
        json_put_integer(json, NULL, recording_ns(recording, life.preempted));
        json_put_integer(json, NULL, recording_ns(recording, life.waited));
        json_put_integer(json, NULL, (s64)life.thread->switches);
        json_put_integer(json, NULL, (s64)life.thread->samples);
        json_put_integer(json, NULL, (s64)life.thread->allocated_bytes);
        json_put_text(json, NULL, buffer_string(&reasons));
        json_put_integer(json, NULL, recording_error_ns(recording, life.errors.running));
        json_put_integer(json, NULL, recording_error_ns(recording, life.errors.own));
        json_put_integer(json, NULL, away_error_ns(recording, &life, life.preempted));
        json_put_integer(json, NULL, away_error_ns(recording, &life, life.waited));
        json_end(json);
        buffer_free(&reasons);
    }
    json_end(json);
}

// In ticks, for the checks that running + away = the thread's life, and running = raw exclusive + untimed root +
// instruments + stolen.
static void put_ticks(struct json *json, const struct life *life) {
#define KIND(number, kind) #kind,
    static const char *const kinds[] = {STOLEN_KIND_TABLE(KIND)};
#undef KIND
    json_begin_object(json, "away_ticks");
    for (u32 reason = 0; reason < SWITCH_REASONS; reason++) {
        json_put_integer(json, event_enum_name(UNIT_SWITCH_REASON, reason), life->away[reason]);
    }
    json_end(json);
    json_begin_object(json, "stolen_ticks");
    for (u32 kind = 0; kind < COUNT_OF(kinds); kind++) json_put_integer(json, kinds[kind], life->thread->stolen[kind]);
    json_end(json);
    json_put_integer(json, "instrument_ticks", life->thread->instrument_ticks);
    json_put_integer(json, "root_exclusive_ticks", life->thread->root_exclusive_elapsed);
}

// The methods that were timed in the thread, with its own figures.
static void put_methods(struct json *json, const struct view *view, u32 thread) {
    const struct recording *recording = view->profile->recording;
    size_t count;
    const struct thread_method *methods = profile_thread_methods(view->profile, thread, &count);
    json_begin_array(json, "methods");
    for (size_t i = 0; i < count; i++) {
        if (!view_selects(view, methods[i].id)) continue;
        json_begin_object(json, NULL);
        json_put_text(json, "label", recording_method_label(recording, methods[i].id));
        json_put_integer(json, "count", (s64)methods[i].figures.count);
        report_json_times(json, recording, &methods[i].figures);
        report_json_errors(json, recording, &methods[i].errors);
        json_end(json);
    }
    json_end(json);
}

static void put_unpolled(struct json *json, const struct recording *recording, const struct region_thread *thread) {
    json_put_integer(json, "unpolled_ns", recording_ns(recording, (s64)thread->unpolled_ticks));
    if (!thread->unpolled_ticks) return;
    struct buffer place = {0};
    json_put_integer(json, "unpolled_end_ticks", (s64)thread->unpolled_end_ticks);
    view_put_unpolled_place(recording, thread, &place);
    json_put_text(json, "unpolled_place", buffer_string(&place));
    buffer_free(&place);
}

void report_threads_json(struct json *json, const struct view *view) {
    const struct recording *recording = view->profile->recording;
    json_begin_array(json, "threads");
    for (size_t i = 0; i < recording->thread_count; i++) {
        const struct region_thread *thread = &recording->threads[i];
        struct life life;
        live(&life, view->profile, thread);
        json_begin_object(json, NULL);
        json_put_integer(json, "number", thread->number);
        json_put_text(json, "name", recording_thread_title(recording, thread->number));
        json_put_text(json, "domain", recording_domain_words(recording, thread->domain));
        json_put_integer(json, "start_ticks", (s64)thread->start_ticks);
        json_put_integer(json, "end_ticks", (s64)thread->end_ticks);
        json_put_integer(json, "running_ticks", life.running);
        json_put_integer(json, "running_ns", recording_ns(recording, life.running));
        json_put_integer(json, "own_ns", recording_ns(recording, life.own));
        json_put_integer(json, "preempted_ns", recording_ns(recording, life.preempted));
        json_put_integer(json, "waited_ns", recording_ns(recording, life.waited));
        json_put_integer(json, "err_ns", recording_error_ns(recording, life.errors.own));
        json_put_integer(json, "running_err_ns", recording_error_ns(recording, life.errors.running));
        json_put_integer(json, "preempted_err_ns", away_error_ns(recording, &life, life.preempted));
        json_put_integer(json, "waited_err_ns", away_error_ns(recording, &life, life.waited));
        json_put_integer(json, "host_ns", recording_ns(recording, thread->host_ticks));
        json_put_integer(json, "host_err_ns", recording_error_ns(recording, life.errors.host));
        put_ticks(json, &life);
        put_unpolled(json, recording, thread);
        json_put_integer(json, "allocated_bytes", (s64)thread->allocated_bytes);
        json_put_integer(json, "switches", (s64)thread->switches);
        json_put_integer(json, "samples", (s64)thread->samples);
        put_methods(json, view, thread->number);
        json_end(json);
    }
    json_end(json);
}
