// See panes.h.
#include "viz/screen/panes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "log/events.h"
#include "viz/analyse/walk.h"
#include "viz/cli/table.h"
#include "viz/cli/terminal.h"
#include "viz/report/report.h"

enum { LABEL_COLUMNS = 11 };

// ---- Snapshots

static u64 allocated_bytes(const struct recording *recording) {
    u64 bytes = 0;
    for (size_t i = 0; i < recording->thread_count; i++) bytes += recording->threads[i].allocated_bytes;
    return bytes;
}

static void take_methods(struct snapshot *snapshot, const struct profile *profile) {
    snapshot->methods = memory_get((profile->method_count + 1) * sizeof(*snapshot->methods));
    snapshot->method_count = profile->method_count;
    for (size_t i = 0; i < profile->method_count; i++) {
        const struct method_figures *method = &profile->methods[i];
        snapshot->methods[i] =
            (struct method_then){method->id, method->own.count, method->samples, method->own.exclusive_elapsed};
    }
    qsort(snapshot->methods, snapshot->method_count, sizeof(*snapshot->methods), compare_u32);
}

static void take_threads(struct snapshot *snapshot, const struct recording *recording) {
    snapshot->threads = memory_get((recording->thread_count + 1) * sizeof(*snapshot->threads));
    snapshot->thread_count = recording->thread_count;
    for (size_t i = 0; i < recording->thread_count; i++) {
        const struct region_thread *thread = &recording->threads[i];
        snapshot->threads[i] =
            (struct thread_then){thread->number, recording_thread_running(recording, thread), thread->allocated_bytes};
    }
    qsort(snapshot->threads, snapshot->thread_count, sizeof(*snapshot->threads), compare_u32);
}

void snapshot_take(struct snapshot *snapshot, const struct session *session) {
    const struct profile *profile = &session->profile;
    snapshot_free(snapshot);
    *snapshot = (struct snapshot){.taken = true,
                                  .start_ticks = session->recording.reader.header.start_ticks,
                                  .elapsed_ticks = profile->elapsed_ticks,
                                  .end_ticks = session->recording.end_ticks,
                                  .allocated_bytes = allocated_bytes(&session->recording)};
    for (size_t i = 0; i < profile->ledger_count && i < LEDGER_ACCOUNTS; i++) {
        snapshot->ledger[i] = profile->ledger[i].ticks;
    }
    take_methods(snapshot, profile);
    take_threads(snapshot, &session->recording);
}

bool snapshot_is_of(const struct snapshot *snapshot, const struct session *session) {
    return snapshot->taken && snapshot->start_ticks == session->recording.reader.header.start_ticks &&
           snapshot->end_ticks <= session->recording.end_ticks &&
           snapshot->allocated_bytes <= allocated_bytes(&session->recording);
}

void snapshot_free(struct snapshot *snapshot) {
    free(snapshot->methods);
    free(snapshot->threads);
    *snapshot = (struct snapshot){0};
}

static const void *then(const void *items, size_t count, size_t bytes, u32 number) {
    return count ? bsearch(&number, items, count, bytes, compare_u32) : NULL;
}

// The part of the time between the two readings; what is new since then was 0 before. NAN: there is no such time.
static double percent(const struct session *session, const struct snapshot *before, s64 ticks, s64 ticks_then) {
    s64 span = session->profile.elapsed_ticks - before->elapsed_ticks;
    if (!before->taken || span <= 0) return NAN;
    return (double)(ticks - ticks_then) * 100 / (double)span;
}

static double per_second(const struct session *session, const struct snapshot *before, double difference) {
    const struct recording *recording = &session->recording;
    if (!before->taken || recording->end_ticks <= before->end_ticks) return NAN;
    return difference * 1e9 / (double)recording_ns(recording, (s64)(recording->end_ticks - before->end_ticks));
}

static double ms(const struct session *session, s64 ticks) { return recording_ms(&session->recording, ticks); }

static double mib(u64 bytes) { return (double)bytes / (double)MIB; }

// ---- Panes of words

static void put_words(struct buffer *text, const char *label, struct buffer *words, u32 columns) {
    buffer_format(text, "%-*s", LABEL_COLUMNS, label);
    buffer_wrapped(text, buffer_string(words), LABEL_COLUMNS, columns);
    buffer_free(words);
}

void panes_put_title(struct buffer *text, const struct session *session, u32 columns) {
    struct buffer words = {0};
    const struct recording *recording = &session->recording;
    buffer_format(text, "%cgnomon top: %s, %s, %.3f s\n", LINE_HEAD,
                  recording->main_class[0] ? recording->main_class : session->path, recording_state(recording),
                  (double)recording_ns_since_start(recording, recording->end_ticks) / 1e9);
    recording_describe_selection(recording, &words);
    if (words.size) put_words(text, "filter", &words, columns);
    view_describe_losses(&session->profile, &words), put_words(text, "lost", &words, columns);
}

static void put_ledger(struct buffer *text, const struct session *session, const struct snapshot *before, u32 columns) {
    const struct profile *profile = &session->profile;
    struct buffer words = {0};
    double all = profile->elapsed_ticks ? (double)profile->elapsed_ticks : 1;
    for (size_t i = 0; i < profile->ledger_count && i < LEDGER_ACCOUNTS; i++) {
        const struct account *account = &profile->ledger[i];
        if (!account->ticks) continue;
        double now = percent(session, before, account->ticks, before->ledger[i]);
        buffer_format(&words, "%s%s %.2f %%", words.size ? ", " : "", account->name,
                      (double)account->ticks * 100 / all);
        if (!isnan(now)) buffer_format(&words, " (now %.2f)", now);
    }
    put_words(text, "time", &words, columns);
}

struct heap_facts {
    u64 used, committed, collections;
    s64 ticks;
};

static void note_counter(void *context, const struct walk_counter *counter) {
    struct heap_facts *facts = context;
    if (strcmp(counter->name, "heap used") == 0) facts->used = counter->value;
    if (strcmp(counter->name, "heap committed") == 0) facts->committed = counter->value;
}

static void note_slice(void *context, const struct walk_slice *slice) {
    struct heap_facts *facts = context;
    if (slice->kind != SLICE_COLLECTION || slice->how != SLICE_LEFT) return;
    facts->collections++;
    facts->ticks += (s64)(slice->end - slice->start);
}

static bool was_recorded(const struct profile *profile, u32 id) {
    for (size_t i = 0; i < profile->event_count; i++) {
        if (profile->events[i].id == id) return true;
    }
    return false;
}

static void put_heap(struct buffer *text, const struct session *session, u32 columns) {
    static const struct walk_visitor visitor = {.counter = note_counter, .end = note_slice};
    struct heap_facts facts = {0};
    struct buffer words = {0};
    if (was_recorded(&session->profile, EVENT_heap_occupancy) ||
        was_recorded(&session->profile, EVENT_collection_end)) {
        walk_recording(&session->recording, &visitor, &facts);
    }
    if (facts.committed) {
        buffer_format(&words, "%.3f MiB used after the last collection, in chunks of %.3f MiB; ", mib(facts.used),
                      mib(facts.committed));
    }
    buffer_format(&words, "%llu collections recorded", (unsigned long long)facts.collections);
    if (facts.collections) buffer_format(&words, ", %.3f ms in them", ms(session, facts.ticks));
    put_words(text, "heap", &words, columns);
}

static void put_allocation(struct buffer *text, const struct session *session, const struct snapshot *before,
                           u32 columns) {
    struct buffer words = {0};
    u64 bytes = allocated_bytes(&session->recording);
    double rate = per_second(session, before, (double)(bytes - before->allocated_bytes));
    buffer_format(&words, "%.3f MiB", mib(bytes));
    if (!isnan(rate)) buffer_format(&words, ", now %.3f MiB/s", rate / (double)MIB);
    put_words(text, "allocated", &words, columns);
}

// ---- Panes of tables

static void put_now(struct table *table, double value) {
    if (isnan(value)) {
        table_cell(table, "-");
    } else {
        table_cell(table, "%.1f", value);
    }
}

struct thread_row {
    const struct region_thread *thread;
    s64 running;
    double now;
};

static int by_running(const void *left, const void *right) {
    const struct thread_row *a = left, *b = right;
    if (!isnan(a->now) && a->now != b->now) return a->now < b->now ? 1 : -1;
    if (a->running != b->running) return a->running < b->running ? 1 : -1;
    return (a->thread->number > b->thread->number) - (a->thread->number < b->thread->number);
}

static struct thread_row *sorted_threads(const struct session *session, const struct snapshot *before) {
    const struct recording *recording = &session->recording;
    struct thread_row *rows = memory_get((recording->thread_count + 1) * sizeof(*rows));
    for (size_t i = 0; i < recording->thread_count; i++) {
        const struct region_thread *thread = &recording->threads[i];
        const struct thread_then *past = then(before->threads, before->thread_count, sizeof(*past), thread->number);
        s64 running = recording_thread_running(recording, thread);
        rows[i] = (struct thread_row){thread, running, percent(session, before, running, past ? past->running : 0)};
    }
    qsort(rows, recording->thread_count, sizeof(*rows), by_running);
    return rows;
}

static void put_threads(struct buffer *text, const struct session *session, const struct snapshot *before,
                        const struct pane_place *place) {
    static const struct table_column columns[] = {
        {"Now (%)", 8, 0}, {"Ran (ms)", 14, 1}, {"Allocated (MiB)", 15, 2}, {"Switches", 10, 3}, {"Samples", 8, 4}};
    struct thread_row *rows = sorted_threads(session, before);
    struct table table;
    buffer_byte(text, LINE_HEAD);
    table_begin(&table, text, columns, COUNT_OF(columns), "Thread", place->columns);
    for (size_t i = 0; i < session->recording.thread_count && (!place->rows || i + 1 < place->rows); i++) {
        const struct region_thread *thread = rows[i].thread;
        put_now(&table, rows[i].now);
        table_cell(&table, "%.3f", ms(session, rows[i].running));
        table_cell(&table, "%.3f", mib(thread->allocated_bytes));
        table_cell(&table, "%llu", (unsigned long long)thread->switches);
        table_cell(&table, "%llu", (unsigned long long)thread->samples);
        table_name(&table, "%s%s", recording_thread_words(&session->recording, thread->number),
                   thread->end_ticks ? " (ended)" : "");
    }
    free(rows);
}

static void put_figure(struct table *table, const struct session *session, s64 ticks, double error) {
    table_cell(table, "%.3f ±%-7.3f", ms(session, ticks), (double)recording_error_ns(&session->recording, error) / 1e6);
}

static void put_method(struct table *table, const struct session *session, const struct snapshot *before,
                       const struct method_figures *method) {
    static const struct method_then nothing;
    const struct method_then *past = then(before->methods, before->method_count, sizeof(*past), method->id);
    if (!past) past = &nothing;
    put_now(table, per_second(session, before, (double)method->own.count - (double)past->count));
    put_now(table, percent(session, before, method->own.exclusive_elapsed, past->self));
    table_cell(table, "%llu", (unsigned long long)method->own.count);
    put_figure(table, session, method->own.exclusive_elapsed, method->errors.exclusive);
    put_figure(table, session, method->own.elapsed, method->errors.elapsed);
    table_cell(table, "%llu", (unsigned long long)method->samples);
    table_name(table, "%s%s", recording_method_label(&session->recording, method->id),
               method->own.open ? "  [open]" : "");
}

static void put_methods(struct buffer *text, const struct session *session, const struct snapshot *before,
                        const struct pane_place *place) {
    static const struct table_column columns[] = {{"Calls/s", 10, 5},   {"Now (%)", 8, 2},       {"Count", 10, 3},
                                                  {"Self (ms)", 20, 1}, {"Elapsed (ms)", 20, 4}, {"Samples", 8, 1}};
    const struct profile *profile = &session->profile;
    struct table table;
    char *title = text_format("Method, by %s", session->view.sort);
    buffer_byte(text, LINE_HEAD);
    table_begin(&table, text, columns, COUNT_OF(columns), title, place->columns);
    u32 shown = 0, passed = 0;
    for (size_t i = 0; i < profile->method_count && (!place->rows || shown + 1 < place->rows); i++) {
        if (!view_selects(&session->view, profile->methods[i].id) || passed++ < place->from) continue;
        put_method(&table, session, before, &profile->methods[i]);
        shown++;
    }
    free(title);
}

void pane_put(struct buffer *text, enum pane pane, const struct session *session, const struct snapshot *before,
              const struct pane_place *place) {
    switch (pane) {
    case PANE_ledger: put_ledger(text, session, before, place->columns); break;
    case PANE_heap: put_heap(text, session, place->columns); break;
    case PANE_allocation: put_allocation(text, session, before, place->columns); break;
    case PANE_threads: put_threads(text, session, before, place); break;
    case PANE_methods: put_methods(text, session, before, place); break;
    case PANES: break;
    }
}
