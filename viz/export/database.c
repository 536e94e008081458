// See database.h. One transaction; one prepared statement a table, from one table of their columns. Every row has the
// number of its run first. Events, samples, stacks and frames are numbered through all runs of a database, so they can
// be joined by their numbers alone; threads and methods have the numbers of their recording, and need the run's as
// well.
#include "viz/export/database.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "viz/analyse/allocations.h"
#include "viz/analyse/domains.h"
#include "viz/analyse/filter.h"
#include "viz/analyse/frames.h"
#include "viz/analyse/heap.h"
#include "viz/analyse/processors.h"
#include "viz/analyse/sharing.h"
#include "viz/cli/file.h"
#include "viz/cli/terminal.h"
#include "viz/export/database_tables.h"
#include "viz/read/event_text.h"

#define FIGURE_CELLS(base, figures, errors)                                                                     \
    ns_cell(base, (figures).elapsed), ns_cell(base, (figures).exclusive_elapsed), ns_cell(base, (figures).cpu), \
        ns_cell(base, (figures).exclusive_cpu), error_cell(base, (errors).elapsed),                             \
        error_cell(base, (errors).exclusive), error_cell(base, (errors).cpu), error_cell(base, (errors).exclusive_cpu)

enum { OTHERS_MS = 600000 }; // how long others that append to the same file are waited for

struct database {
    const struct view *view;
    const struct recording *recording;
    sqlite3 *handle;
    sqlite3_stmt *inserts[TABLES];
    struct frames frames;
    struct intern stacks;
    s64 run, event, sample;           // the last numbers
    s64 frames_before, stacks_before; // those of earlier runs
    bool failed;
};

// ---- Rows

static void check(struct database *base, int status) {
    if (status != SQLITE_OK && status != SQLITE_DONE) base->failed = true;
}

static void execute(struct database *base, const char *sql) {
    if (!base->failed) check(base, sqlite3_exec(base->handle, sql, NULL, NULL, NULL));
}

static int columns_of(const char *columns) {
    int count = 1;
    for (; *columns; columns++) count += *columns == ',';
    return count;
}

static void create_table(struct database *base, enum table table) {
    struct buffer sql = {0};
    buffer_format(&sql, "CREATE TABLE IF NOT EXISTS %s (run_id INTEGER, %s%s)", database_tables[table].name,
                  database_tables[table].columns, database_tables[table].constraint);
    execute(base, buffer_string(&sql));
    sql.size = 0;
    buffer_format(&sql, "INSERT OR REPLACE INTO %s VALUES (?", database_tables[table].name);
    for (int i = columns_of(database_tables[table].columns); i > 0; i--) buffer_text(&sql, ",?");
    buffer_byte(&sql, ')');
    if (!base->failed) {
        check(base, sqlite3_prepare_v2(base->handle, buffer_string(&sql), -1, &base->inserts[table], NULL));
    }
    buffer_free(&sql);
}

// A value of a row: text, or, if that is NULL, a number; `absent` is NULL of SQL.
struct cell {
    const char *text;
    s64 number;
    bool absent;
};

static struct cell text_cell(const char *text) { return (struct cell){.text = text, .absent = !text}; }
static struct cell number_cell(s64 number) { return (struct cell){.number = number}; }
static struct cell number_or_none(s64 number) { return (struct cell){.number = number, .absent = !number}; }

static bool is_plain(const char *text) {
    while (*text >= ' ' && *text <= '~') text++;
    return !*text;
}

// Plain text is not copied: it stays as it is until the row is in, and no row is inserted with what another was given.
static void bind_text(sqlite3_stmt *insert, int at, const char *text) {
    if (is_plain(text)) {
        sqlite3_bind_text(insert, at, text, -1, SQLITE_STATIC);
        return;
    }
    struct buffer valid = {0};
    buffer_utf8(&valid, text);
    sqlite3_bind_text(insert, at, buffer_string(&valid), (int)valid.size, SQLITE_TRANSIENT);
    buffer_free(&valid);
}

static void put_row(struct database *base, enum table table, const struct cell *cells, int count) {
    sqlite3_stmt *insert = base->inserts[table];
    if (base->failed) return;
    sqlite3_bind_int64(insert, 1, base->run);
    for (int i = 0; i < count; i++) {
        if (cells[i].absent) {
            sqlite3_bind_null(insert, i + 2);
        } else if (cells[i].text) {
            bind_text(insert, i + 2, cells[i].text);
        } else {
            sqlite3_bind_int64(insert, i + 2, cells[i].number);
        }
    }
    check(base, sqlite3_step(insert));
    check(base, sqlite3_reset(insert));
}

#define PUT_ROW(base, table, ...)                          \
    do {                                                   \
        const struct cell row[] = {__VA_ARGS__};           \
        put_row((base), (table), row, (int)COUNT_OF(row)); \
    } while (0)

static struct cell time_cell(const struct database *base, u64 ticks) {
    return number_cell(recording_ns_since_start(base->recording, ticks));
}

static struct cell ns_cell(const struct database *base, s64 ticks) {
    return number_cell(recording_ns(base->recording, ticks));
}

static struct cell error_cell(const struct database *base, double ticks) {
    return number_cell(recording_error_ns(base->recording, ticks));
}

// ---- What happened

static void put_event(void *context, const struct event *event, bool told) {
    struct database *base = context;
    struct event_values values;
    (void)told;
    event_values_read(&values, base->recording, event);
    bool own = event->record->id >= EVENT_KERNEL_END;
    const char *text = NULL;
    for (u32 i = 0; own && i < values.count; i++) text = values.items[i].text ? values.items[i].text : text;
    bool valued = own && values.count && !values.items[0].text;
    PUT_ROW(base, TABLE_EVENTS, number_cell(++base->event), time_cell(base, event->record->ticks),
            number_cell(event->cpu), number_cell(event->level), number_cell(event->thread),
            text_cell(recording_event_name(base->recording, event->record->id)), number_cell(own),
            (struct cell){.number = valued ? values.items[0].number : 0, .absent = !valued}, text_cell(text));
    for (u32 i = 0; i < values.count; i++) {
        PUT_ROW(base, TABLE_FIELDS, number_cell(base->event), text_cell(values.items[i].name),
                (struct cell){.text = values.items[i].text, .number = values.items[i].number});
    }
}

static void put_slice(void *context, const struct walk_slice *slice) {
    static const char *const ends[] = {"left", "exception", "lost", "open"};
    struct database *base = context;
    bool in_thread = slice->lane.place == PLACE_THREAD;
    PUT_ROW(base, TABLE_CALLS, (struct cell){.number = slice->lane.number, .absent = !in_thread},
            (struct cell){.number = slice->lane.number, .absent = in_thread},
            text_cell(walk_slice_kind_name(slice->kind)), text_cell(slice->name),
            number_or_none(slice->kind == SLICE_METHOD ? slice->id : 0), number_cell(slice->depth),
            time_cell(base, slice->start), time_cell(base, slice->end), text_cell(ends[slice->how]));
}

static void put_state(void *context, const struct walk_state *state) {
    static const char *const kinds[] = {"", "running", "ready", "waiting"};
    struct database *base = context;
    bool running = state->kind == STATE_RUNNING;
    PUT_ROW(base, TABLE_STATES, number_cell(state->thread), text_cell(kinds[state->kind]),
            text_cell(running ? NULL : event_enum_name(UNIT_SWITCH_REASON, state->reason)),
            (struct cell){.number = state->cpu, .absent = !running}, number_or_none(state->waker),
            time_cell(base, state->start), time_cell(base, state->end), number_cell(!state->open));
}

static void put_counter(void *context, const struct walk_counter *counter) {
    struct database *base = context;
    PUT_ROW(base, TABLE_COUNTERS, text_cell(counter->name), time_cell(base, counter->ticks),
            number_cell((s64)counter->value));
}

static s64 stack_number(struct database *base) {
    struct frames *frames = &base->frames;
    size_t known = base->stacks.count;
    s64 number = base->stacks_before + intern_bytes(&base->stacks, frames->at, frames->count * sizeof(u32)) + 1;
    for (size_t i = 0; base->stacks.count > known && i < frames->count; i++) {
        PUT_ROW(base, TABLE_STACKS, number_cell(number), number_cell((s64)i),
                number_cell(base->frames_before + frames->at[i] + 1));
    }
    return number;
}

static void put_sample(void *context, const struct walk_sample *sample) {
    struct database *base = context;
    frames_of(&base->frames, sample);
    PUT_ROW(base, TABLE_SAMPLES, number_cell(++base->sample), time_cell(base, sample->ticks), number_cell(sample->cpu),
            number_cell(sample->thread), text_cell(event_enum_name(UNIT_SAMPLE_STATE, sample->state)),
            number_cell(sample->weight), number_or_none(base->frames.count ? stack_number(base) : 0),
            number_cell(recording_ns(base->recording, (s64)sample->time)));
}

static void put_frames(struct database *base) {
    for (u32 i = 0; i < base->frames.distinct.count; i++) {
        const struct frame *frame = frames_get(&base->frames, i);
        PUT_ROW(base, TABLE_FRAMES, number_cell(base->frames_before + i + 1), text_cell(frames_name(&base->frames, i)),
                number_or_none(frame->method), text_cell(frames_source(&base->frames, i)), number_or_none(frame->line));
    }
}

// ---- What the tables of the recording say

static void put_fact(struct database *base, const char *key, const char *text, s64 number) {
    PUT_ROW(base, TABLE_RECORDING, text_cell(key), (struct cell){.text = text, .number = number});
}

static void put_facts(struct database *base) {
    const struct recording *recording = base->recording;
    struct buffer clock = {0}, instruments = {0};
    view_describe_clock(recording, &clock);
    view_describe_instruments(base->view->profile, &instruments);
    put_fact(base, "main", recording->main_class, 0);
    put_fact(base, "machine", recording_machine(recording), 0);
    put_fact(base, "state", recording_state(recording), 0);
    put_fact(base, "deterministic", NULL, recording_is_deterministic(recording));
    put_fact(base, "exit_status", NULL, recording->reader.header.exit_status);
    put_fact(base, "cpus", NULL, recording->reader.header.cpu_count);
    put_fact(base, "clock", buffer_string(&clock), 0);
    put_fact(base, "instruments", buffer_string(&instruments), 0);
    put_fact(base, "start_wall_ns", NULL, recording_wall_ns(recording, recording->reader.header.start_ticks));
    put_fact(base, "time_error_ns", NULL, (s64)recording_clock_error_ns(recording));
    put_fact(base, "length_ns", NULL, recording_ns_since_start(recording, recording->end_ticks));
    put_fact(base, "sample_hz", NULL, (s64)recording->profile.sample_hz);
    clock.size = 0;
    recording_describe_selection(recording, &clock);
    if (clock.size) put_fact(base, "only", buffer_string(&clock), 0);
    buffer_free(&clock);
    buffer_free(&instruments);
}

static void put_threads(struct database *base) {
    for (size_t i = 0; i < base->recording->thread_count; i++) {
        const struct region_thread *thread = &base->recording->threads[i];
        struct cell end = time_cell(base, thread->end_ticks);
        end.absent = !thread->end_ticks;
        PUT_ROW(base, TABLE_THREADS, number_cell(thread->number),
                text_cell(recording_thread_title(base->recording, thread->number)),
                text_cell(recording_domain_name(base->recording, thread->domain)), time_cell(base, thread->start_ticks),
                end, number_cell((s64)thread->allocated_bytes), number_cell((s64)thread->switches),
                number_cell((s64)thread->samples));
    }
}

static void put_method(struct database *base, u32 id, const struct method_name *name) {
    static const struct method_figures none;
    const struct method_figures *found = profile_method(base->view->profile, id), *method = found ? found : &none;
    const struct class_name *class = name ? recording_class(base->recording, name->class_id) : NULL;
    PUT_ROW(base, TABLE_METHODS, number_cell(id), text_cell(name ? name->class_name : NULL),
            text_cell(name ? name->name : NULL), text_cell(name ? name->descriptor : NULL),
            text_cell(recording_method_label(base->recording, id)), text_cell(class ? class->source : NULL),
            text_cell(class ? recording_domain_name(base->recording, class->domain) : NULL),
            number_cell((s64)method->own.count), FIGURE_CELLS(base, method->own, method->errors),
            number_cell((s64)method->samples));
}

// Named ones, those that figures exist for, and the pseudo-methods that edges begin with
static void put_methods(struct database *base) {
    const struct profile *profile = base->view->profile;
    for (u32 id = PSEUDO_ROOT; id <= PSEUDO_KERNEL; id++) put_method(base, id, NULL);
    for (size_t i = 0; i < profile->method_count; i++) put_method(base, profile->methods[i].id, NULL);
    for (size_t i = 0; i < base->recording->method_count; i++) {
        put_method(base, base->recording->methods[i].id, &base->recording->methods[i]);
    }
    for (size_t i = 0; i < profile->edge_count; i++) {
        const struct edge *edge = &profile->edges[i];
        PUT_ROW(base, TABLE_EDGES, number_cell(edge->caller), number_cell(edge->callee),
                number_cell((s64)edge->figures.count), FIGURE_CELLS(base, edge->figures, edge->errors));
    }
}

static struct cell part_cell(const struct database *base, const struct processor *processor, enum processor_part part) {
    return ns_cell(base, processor_part(processor, part));
}

static struct cell part_error_cell(const struct database *base, const struct processor *processor,
                                   enum processor_part part) {
    return error_cell(base, processor_part_error(processor, part));
}

static void put_processor(struct database *base, const struct processor *processor) {
    PUT_ROW(base, TABLE_PROCESSORS, number_cell(processor->number), part_cell(base, processor, PROCESSOR_BUSY),
            part_error_cell(base, processor, PROCESSOR_BUSY), part_cell(base, processor, PROCESSOR_IDLE),
            part_error_cell(base, processor, PROCESSOR_IDLE), part_cell(base, processor, PROCESSOR_STOLEN),
            part_error_cell(base, processor, PROCESSOR_STOLEN), part_cell(base, processor, PROCESSOR_LOCK),
            part_error_cell(base, processor, PROCESSOR_LOCK), ns_cell(base, processor->elapsed_ticks),
            number_cell((s64)processor->came), number_cell((s64)processor->went));
    for (u32 k = 0; k < LEDGER_ACCOUNTS; k++) {
        const struct account *account = &processor->ledger[k];
        PUT_ROW(base, TABLE_PROCESSOR_LEDGER, number_cell(processor->number), text_cell(account->name),
                ns_cell(base, account->ticks), number_cell(account->ticks), error_cell(base, account->error));
    }
}

static struct cell count_cell(const struct database *base, u32 event, u64 count) {
    struct cell cell = number_cell((s64)count);
    cell.absent = !domains_count(base->recording, event);
    return cell;
}

// The machine has only its ledger, under no number.
static void put_domain(struct database *base, const struct domain_figures *domain) {
    struct cell number = number_cell(domain->number), start = time_cell(base, domain->start_ticks),
                end = time_cell(base, domain->end_ticks), status = number_cell(domain->exit_status);
    number.absent = start.absent = !domain->domains;
    end.absent = status.absent = !domain->end_ticks;
    PUT_ROW(base, TABLE_DOMAINS, text_cell(domain->name), number, number_cell(domain->domains), start, end, status,
            number_cell(domain->threads), ns_cell(base, domain->running_ticks), error_cell(base, domain->running_error),
            number_cell((s64)domain->samples), number_cell((s64)domain->allocated_bytes),
            count_cell(base, EVENT_collection_end, domain->collections),
            count_cell(base, EVENT_portal_call, domain->calls), count_cell(base, EVENT_portal_receive, domain->served),
            ns_cell(base, domain->ledger_ticks));
    for (u32 k = 0; k < LEDGER_ACCOUNTS; k++) {
        const struct account *account = &domain->ledger[k];
        PUT_ROW(base, TABLE_DOMAIN_LEDGER, number, text_cell(account->name), ns_cell(base, account->ticks),
                number_cell(account->ticks), error_cell(base, account->error));
    }
}

static void put_monitor_wait(struct database *base, const struct monitor_wait *wait) {
    const struct class_name *class = recording_class(base->recording, wait->class);
    const char *method = wait->method ? recording_method_label(base->recording, wait->method) : NULL;
    PUT_ROW(base, TABLE_MONITOR_WAITS, number_cell(wait->thread), number_or_none(wait->owner),
            text_cell(class ? class->name : NULL), text_cell(method), number_cell(wait->object),
            time_cell(base, wait->start), ns_cell(base, (s64)wait->waited));
}

static void put_sharing(struct database *base) {
    const struct sharing *sharing = base->view->profile->sharing;
    for (size_t i = 0; i < sharing->lock_count; i++) {
        const struct region_lock *lock = &sharing->locks[i];
        PUT_ROW(base, TABLE_KERNEL_LOCK, number_cell((s64)i), number_cell((s64)lock->takes),
                number_cell((s64)lock->waits), ns_cell(base, (s64)lock->waited_ticks),
                ns_cell(base, (s64)lock->waited_longest), ns_cell(base, (s64)lock->held_ticks),
                ns_cell(base, (s64)lock->held_longest));
    }
    for (size_t i = 0; i < sharing->stop_count; i++) {
        const struct world_stop *stop = &sharing->stops[i];
        PUT_ROW(base, TABLE_WORLD_STOPS, time_cell(base, stop->ticks), number_cell(stop->cpu), number_cell(stop->last),
                text_cell(stop->reason), ns_cell(base, (s64)stop->waited), ns_cell(base, (s64)stop->stood));
    }
    for (size_t i = 0; i < sharing->wait_count; i++) put_monitor_wait(base, &sharing->waits[i]);
}

static void put_accounts(struct database *base) {
    const struct profile *profile = base->view->profile;
    for (size_t i = 0; i < profile->ledger_count; i++) {
        PUT_ROW(base, TABLE_LEDGER, text_cell(profile->ledger[i].name), ns_cell(base, profile->ledger[i].ticks),
                number_cell(profile->ledger[i].ticks), error_cell(base, profile->ledger[i].error));
    }
    for (size_t i = 0; i < profile->processor_count; i++) put_processor(base, &profile->processors[i]);
    for (size_t i = 0; i < profile->domain_count; i++) put_domain(base, &profile->domains[i]);
    for (size_t i = 0; i < profile->loss_count; i++) {
        PUT_ROW(base, TABLE_LOSSES, text_cell(profile->losses[i].cause), number_cell((s64)profile->losses[i].count));
    }
}

// What survived nothing has no row.
static void put_site_ages(struct database *base, const struct allocation *site) {
    for (u32 age = 0; site->ages && age < REGION_AGES && site->ages->objects[age]; age++) {
        PUT_ROW(base, TABLE_SITE_AGES, text_cell(site->class), text_cell(site->method), number_cell(site->line),
                number_cell(site->bytecode_index), text_cell(allocation_kind_name(site->kind)), number_cell(age + 1),
                number_cell((s64)site->ages->objects[age]), number_cell((s64)site->ages->bytes[age]));
    }
}

static void put_ages(struct database *base, const struct region_ages *ages) {
    char *name = heap_class_name(base->recording, ages->class);
    for (u32 age = 0; age < REGION_AGES && ages->objects[age]; age++) {
        PUT_ROW(base, TABLE_AGES, text_cell(name), number_cell(age + 1), number_cell((s64)ages->objects[age]),
                number_cell((s64)ages->bytes[age]));
    }
    free(name);
}

// A class of a census
static void put_census(struct database *base, const struct census *census, s64 number) {
    struct heap_table table;
    heap_table_make(&table, base->recording, census, NULL, NULL);
    for (size_t i = 0; i < table.count; i++) {
        const struct heap_row *class = &table.rows[i];
        PUT_ROW(base, TABLE_CENSUSES, number_cell(number), time_cell(base, census->head.ticks),
                text_cell(heap_reason_name(census->head.reason)), text_cell(class->class), number_cell(class->objects),
                number_cell(class->bytes), number_cell(class->fixed_objects), number_cell(class->fixed_bytes));
    }
    heap_table_free(&table);
}

static void put_heap(struct database *base) {
    struct heap heap;
    heap_load(&heap, base->recording);
    for (size_t i = 0; i < heap.age_count; i++) put_ages(base, &heap.ages[i]);
    for (size_t i = 0; i < heap.census_count; i++) put_census(base, &heap.censuses[i], (s64)i + 1);
    heap_free(&heap);
}

// A site and a thread
static void put_allocations(struct database *base) {
    struct allocations all;
    allocations_make(&all, base->view);
    for (size_t i = 0; i < all.site_count; i++) {
        const struct allocation *site = &all.sites[i];
        put_site_ages(base, site);
        for (size_t share = 0; share < site->share_count; share++) {
            PUT_ROW(base, TABLE_ALLOCATIONS, text_cell(site->class), text_cell(site->method), number_cell(site->line),
                    number_cell(site->bytecode_index), text_cell(allocation_kind_name(site->kind)),
                    number_cell(site->shares[share].thread), number_cell((s64)site->shares[share].count.objects),
                    number_cell((s64)site->shares[share].count.bytes));
        }
    }
    allocations_free(&all);
}

// ---- The run

// DIR/meta.json as it is; NULL if it is not there.
static char *read_meta(const struct recording *recording) {
    struct file_map map;
    struct problem ignored;
    char *path = text_format("%s/meta.json", recording->directory), *meta = NULL;
    if (file_map(&map, path, &ignored)) {
        meta = text_copy_span((const char *)map.data, map.size);
        file_unmap(&map);
    }
    free(path);
    return meta;
}

static void put_run(struct database *base) {
    const struct recording *recording = base->recording;
    char *meta = read_meta(recording), *directory = realpath(recording->directory, NULL);
    PUT_ROW(base, TABLE_RUNS, text_cell(directory ? directory : recording->directory), text_cell(recording->main_class),
            text_cell(recording_machine(recording)), text_cell(recording->jdk),
            number_cell(recording_is_deterministic(recording)), text_cell(recording_state(recording)),
            number_cell(recording->reader.header.exit_status),
            number_cell(recording_wall_ns(recording, recording->reader.header.start_ticks)),
            number_cell(recording_ns_since_start(recording, recording->end_ticks)), text_cell(NULL), text_cell(meta));
    execute(base, "UPDATE runs SET arguments = json_extract(meta, '$.arguments') WHERE arguments IS NULL AND "
                  "json_valid(meta)");
    free(meta);
    free(directory);
}

static s64 ask_number(struct database *base, const char *sql) {
    sqlite3_stmt *statement = NULL;
    s64 number = 0;
    if (base->failed) return 0;
    check(base, sqlite3_prepare_v2(base->handle, sql, -1, &statement, NULL));
    if (!base->failed && sqlite3_step(statement) == SQLITE_ROW) number = sqlite3_column_int64(statement, 0);
    check(base, sqlite3_finalize(statement));
    return number;
}

static void continue_numbers(struct database *base) {
    base->run = ask_number(base, "SELECT coalesce(max(run_id), 0) + 1 FROM runs");
    base->event = ask_number(base, "SELECT coalesce(max(event), 0) FROM events");
    base->sample = ask_number(base, "SELECT coalesce(max(sample), 0) FROM samples");
    base->frames_before = ask_number(base, "SELECT coalesce(max(frame), 0) FROM frames");
    base->stacks_before = ask_number(base, "SELECT coalesce(max(stack), 0) FROM stacks");
}

// ---- The whole

static u32 schema_hash(void) {
    u64 hash = hash_bytes(HASH_START, database_views, strlen(database_views));
    for (u32 i = 0; i < TABLES; i++) {
        hash = hash_bytes(hash, database_tables[i].columns, strlen(database_tables[i].columns));
    }
    return (u32)(hash ^ hash >> 32) & INT32_MAX;
}

// Whether the tables, if there are any, are those that we write.
static bool is_ours(struct database *base) {
    return !ask_number(base, "SELECT count(*) FROM sqlite_schema") ||
           ask_number(base, "PRAGMA user_version") == schema_hash();
}

static int show_indexing(void *progress) {
    progress_show(progress, 0, 0);
    return 0; // go on
}

// Indices of many rows take as long as the rows.
static void put_views(struct database *base) {
    enum { STEPS = 1000000 }; // of SQLite's machine
    struct progress progress;
    progress_begin(&progress, "making indices");
    sqlite3_progress_handler(base->handle, STEPS, show_indexing, &progress);
    execute(base, database_views);
    sqlite3_progress_handler(base->handle, 0, NULL, NULL);
    progress_end(&progress);
}

static void fill(struct database *base) {
    static const struct walk_visitor visitor = {
        .event = put_event, .end = put_slice, .state = put_state, .sample = put_sample, .counter = put_counter};
    for (u32 table = 0; table < TABLES; table++) create_table(base, table);
    continue_numbers(base);
    put_run(base);
    put_facts(base);
    put_threads(base);
    put_methods(base);
    put_accounts(base);
    put_sharing(base);
    put_allocations(base);
    put_heap(base);
    frames_init(&base->frames, base->recording);
    walk_recording(base->recording, &visitor, base);
    put_frames(base);
    put_views(base);
    char *version = text_format("PRAGMA user_version = %u; COMMIT", schema_hash());
    execute(base, version);
    for (u32 table = 0; table < TABLES; table++) sqlite3_finalize(base->inserts[table]);
    frames_free(&base->frames);
    intern_free(&base->stacks);
    free(version);
}

static sqlite3 *give_up(struct database *base) {
    sqlite3_close(base->handle);
    return NULL;
}

static sqlite3 *make(const char *path, const char *name, const char *begin, const struct view *view,
                     struct problem *problem) {
    struct database base = {.view = view, .recording = view->profile->recording};
    check(&base,
          sqlite3_open_v2(path, &base.handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL));
    sqlite3_busy_timeout(base.handle, OTHERS_MS);
    execute(&base, begin);
    if (!base.failed && !is_ours(&base)) {
        problem_set(problem, STATUS_BAD_INPUT,
                    "%s: expected tables of this version of gnomon, found others: write a new file", name);
        return give_up(&base);
    }
    if (!base.failed) fill(&base);
    if (!base.failed) return base.handle;
    problem_set(problem, STATUS_BAD_INPUT, "%s: cannot write: %s", name, sqlite3_errmsg(base.handle));
    return give_up(&base);
}

sqlite3 *database_make(const char *path, const char *name, const struct view *view, struct problem *problem) {
    return make(path, name, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN", view, problem);
}

bool database_append(const char *path, const struct view *view, struct problem *problem) {
    sqlite3 *base = make(path, path, "BEGIN IMMEDIATE", view, problem);
    return base && sqlite3_close(base) == SQLITE_OK;
}
