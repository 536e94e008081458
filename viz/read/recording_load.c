// See recording.h: opens a recording, and checks what the region has before anything else sees it.
#include <stdlib.h>
#include <string.h>

#include "viz/cli/json.h"
#include "viz/read/moment.h"
#include "viz/read/names.h"
#include "viz/read/stream.h"

// A figure of more ticks than any run lasts was not written by a kernel. What holds one is left out and counted as
// unreadable; what is left can be added up without overflow.
#define TICKS_LIMIT (1ll << 54)
#define TIME_LIMIT (1ull << 61) // of the counter itself, which may have run for years before us

static bool are_plausible(const s64 *ticks, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (ticks[i] > TICKS_LIMIT || ticks[i] < -TICKS_LIMIT) return false;
    }
    return true;
}

static bool thread_is_plausible(const struct region_thread *thread) {
    const s64 ticks[] = {(s64)thread->running_ticks, thread->instrument_ticks,       thread->root_elapsed,
                         thread->root_cpu,           thread->root_exclusive_elapsed, thread->root_exclusive_cpu};
    bool times = thread->start_ticks < TIME_LIMIT && thread->run_start_ticks < TIME_LIMIT &&
                 thread->away_since_ticks < TIME_LIMIT;
    return times && are_plausible(ticks, COUNT_OF(ticks)) && are_plausible(thread->away, COUNT_OF(thread->away)) &&
           are_plausible(thread->stolen, COUNT_OF(thread->stolen));
}

static bool row_is_plausible(const struct timing_row *row) {
    const s64 ticks[] = {row->probes, row->elapsed, row->away, row->exclusive_elapsed, row->exclusive_away};
    const s64 counts[] = {(s64)row->count, (s64)row->nested, (s64)row->exceptions, (s64)row->abandoned};
    return are_plausible(ticks, COUNT_OF(ticks)) && are_plausible(counts, COUNT_OF(counts)) &&
           row->nested <= row->count + row->exceptions + row->abandoned;
}

static bool ledger_is_plausible(const struct region_ledger *ledger) {
    return ledger->since_ticks < TIME_LIMIT && ledger->start_ticks < TIME_LIMIT &&
           are_plausible(ledger->ticks, COUNT_OF(ledger->ticks));
}

static void load_threads(struct recording *recording) {
    size_t count;
    struct region_thread *threads = reader_entries(
        &recording->reader, reader_find(&recording->reader, SECTION_THREADS, 0), sizeof(*threads), false, &count);
    for (size_t i = 0; i < count; i++) {
        if (threads[i].number && thread_is_plausible(&threads[i])) {
            threads[recording->thread_count++] = threads[i];
        } else if (threads[i].number) {
            recording->broken_entries++;
        }
    }
    recording->threads = threads;
    recording->all_thread_count = recording->thread_count;
}

static void load_rows(struct recording *recording) {
    size_t count;
    struct timing_row *rows = reader_entries(&recording->reader, reader_find(&recording->reader, SECTION_TIMING, 0),
                                             sizeof(*rows), false, &count);
    for (size_t i = 0; i < count; i++) {
        if (rows[i].callee && row_is_plausible(&rows[i])) {
            rows[recording->row_count++] = rows[i];
        } else if (rows[i].callee) {
            recording->broken_entries++;
        }
    }
    recording->rows = rows;
}

static void load_pool(struct recording *recording) {
    const struct region_section *section = reader_find(&recording->reader, SECTION_TIMING_POOL, 0);
    struct timing_pool pool;
    if (!section || section->bytes < sizeof(pool) ||
        !reader_copy(&recording->reader, section->offset, &pool, sizeof(pool))) {
        return;
    }
    if (pool.taken > section->bytes || pool.taken < sizeof(pool) || pool.taken % 8) {
        recording->broken_entries++;
        return;
    }
    recording->pool = memory_get(pool.taken);
    recording->pool_bytes = pool.taken;
    if (!reader_copy(&recording->reader, section->offset, recording->pool, pool.taken)) recording->pool_bytes = 0;
}

static void load_ledgers(struct recording *recording) {
    size_t count;
    struct region_ledger *ledgers = reader_entries(
        &recording->reader, reader_find(&recording->reader, SECTION_LEDGER, 0), sizeof(*ledgers), false, &count);
    for (size_t i = 0; i < count && i < recording->reader.header.cpu_count; i++) {
        if (ledger_is_plausible(&ledgers[i])) {
            ledgers[recording->ledger_count++] = ledgers[i];
        } else {
            recording->broken_entries++;
        }
    }
    recording->ledgers = ledgers;
}

// Adds what was booked on a domain. Returns false, with nothing added, if it cannot be so much.
static bool add_domain_ledger(struct region_ledger *ledger, const struct region_domain_ledger *row) {
    struct region_ledger sum = *ledger;
    if (!are_plausible(row->ticks, COUNT_OF(row->ticks))) return false;
    for (u32 at = 0; at < COUNT_OF(row->ticks); at++) sum.ticks[at] += row->ticks[at];
    if (!are_plausible(sum.ticks, COUNT_OF(sum.ticks))) return false;
    *ledger = sum;
    return true;
}

// The part of each processor's ledger that was booked on domains is added, so that it is the whole.
static void add_domain_ledgers(struct recording *recording) {
    for (size_t i = 0; i < recording->ledger_count; i++) {
        for (size_t k = 0; k < recording->domain_count; k++) {
            struct region_domain_ledger *row = &recording->domain_ledgers[i * recording->domain_count + k];
            if (add_domain_ledger(&recording->ledgers[i], row)) continue;
            *row = (struct region_domain_ledger){0};
            recording->broken_entries++;
        }
    }
}

// Without a ledger for each, and an entry that has not ended before it began, domains are not known.
static void load_domains(struct recording *recording) {
    const struct reader *reader = &recording->reader;
    size_t count, rows;
    recording->domain_entries = reader_entries(reader, reader_find(reader, SECTION_DOMAINS, 0),
                                               sizeof(*recording->domain_entries), true, &count);
    recording->domain_ledgers = reader_entries(reader, reader_find(reader, SECTION_DOMAIN_LEDGER, 0),
                                               sizeof(*recording->domain_ledgers), true, &rows);
    for (size_t i = 0; i < count; i++) {
        struct region_domain *entry = &recording->domain_entries[i];
        if (entry->ended <= entry->domains && entry->start_ticks < TIME_LIMIT && entry->end_ticks < TIME_LIMIT) {
            continue;
        }
        *entry = (struct region_domain){0};
        recording->broken_entries++;
    }
    if (count && rows >= count * recording->ledger_count) recording->domain_count = count;
    add_domain_ledgers(recording);
    recording->memory =
        reader_entries(reader, reader_find(reader, SECTION_MEMORY, 0), sizeof(*recording->memory), true, &rows);
    if (rows == recording->domain_count + 1) return;
    free(recording->memory);
    recording->memory = NULL;
}

static void load_losses(struct recording *recording) {
    size_t count;
    u64 *losses = reader_entries(&recording->reader, reader_find(&recording->reader, SECTION_LOSS, 0), sizeof(*losses),
                                 false, &count);
    for (size_t i = 0; i < count && i < LOSS_CAUSES; i++) recording->losses[i] = losses[i];
    free(losses);
}

static bool slow_call_is_plausible(const struct slow_call *call) {
    const s64 figures[] = {call->elapsed, call->cpu};
    return call->begin <= call->end && call->end < TIME_LIMIT && are_plausible(figures, COUNT_OF(figures));
}

static void load_slow_calls(struct recording *recording) {
    size_t count;
    struct slow_call *calls = reader_entries(&recording->reader, reader_find(&recording->reader, SECTION_SLOW, 0),
                                             sizeof(*calls), false, &count);
    for (size_t i = 0; i < count; i++) {
        // Where it began is not known; mostly it is where it ended
        calls[i].begin = offsets_put_right(&recording->reader.offsets, calls[i].processor, calls[i].begin);
        calls[i].end = offsets_put_right(&recording->reader.offsets, calls[i].processor, calls[i].end);
        if (calls[i].callee && slow_call_is_plausible(&calls[i])) {
            calls[recording->slow_count++] = calls[i];
        } else if (calls[i].callee) {
            recording->broken_entries++;
        }
    }
    recording->slow_calls = calls;
}

static void load_tables(struct recording *recording) {
    const struct reader *reader = &recording->reader;
    recording->anchors = reader_entries(reader, reader_find(reader, SECTION_ANCHORS, 0), sizeof(*recording->anchors),
                                        true, &recording->anchor_count);
    recording->stacks = reader_entries(reader, reader_find(reader, SECTION_STACKS, 0), sizeof(*recording->stacks),
                                       false, &recording->stack_count);
    load_slow_calls(recording);
    recording->calibrations = reader_entries(reader, reader_find(reader, SECTION_CALIBRATION, 0),
                                             sizeof(*recording->calibrations), true, &recording->calibration_count);
    recording->changes = reader_entries(reader, reader_find(reader, SECTION_CONTROL, 0), sizeof(*recording->changes),
                                        true, &recording->change_count);
    const struct region_section *control = reader_find(reader, SECTION_CONTROL, 0);
    if (control) reader_copy(reader, control->offset, &recording->control, sizeof(recording->control));
    const struct region_section *crash = reader_find(reader, SECTION_CRASH, 0),
                                *profile = reader_find(reader, SECTION_PROFILE, 0);
    if (crash) reader_copy(reader, crash->offset + crash->data_offset, &recording->crash, sizeof(recording->crash));
    if (profile) {
        reader_copy(reader, profile->offset + profile->data_offset, &recording->profile, sizeof(recording->profile));
    }
    recording->crash.reason[CRASH_REASON_BYTES - 1] = 0;
    recording->crash.ticks = offsets_put_right(&reader->offsets, recording->crash.cpu, recording->crash.ticks);
    if (recording->crash.frame_count > CRASH_FRAMES) recording->crash.frame_count = CRASH_FRAMES;
    load_ledgers(recording);
    load_domains(recording);
    recording->counters = reader_entries(reader, reader_find(reader, SECTION_COUNTERS, 0), sizeof(*recording->counters),
                                         true, &recording->counter_count);
    const struct region_section *counted = reader_find(reader, SECTION_METHOD_COUNTERS, 0);
    if (counted) reader_copy(reader, counted->offset, &recording->counted_cost, sizeof(recording->counted_cost));
    recording->method_counters =
        reader_entries(reader, counted, sizeof(*recording->method_counters), true, &recording->method_counter_count);
    recording->natives = reader_entries(reader, reader_find(reader, SECTION_NATIVES, 0), sizeof(*recording->natives),
                                        true, &recording->native_count);
    load_threads(recording);
    load_rows(recording);
    load_pool(recording);
    load_losses(recording);
}

// A guest interrupts itself so often (log/log.c), and an interrupt may come late.
#define HEARTBEAT_NS 20000000.0
#define HEARTBEATS_UNSEEN 2

// What may have happened behind the last heartbeat: all there are signs of, and as much again as lies between two.
static u64 find_unseen(const struct recording *recording) {
    const struct region_header *header = &recording->reader.header;
    bool told = recording->moment || header->flags & REGION_DETERMINISTIC || !header->heartbeat_ticks;
    if (told || header->state != REGION_RUNNING) return 0;
    u64 seen = recording->end_ticks > header->heartbeat_ticks ? recording->end_ticks - header->heartbeat_ticks : 0;
    return seen + (u64)(HEARTBEATS_UNSEEN * HEARTBEAT_NS * recording_hz(recording, NULL) / 1e9);
}

// A recording without an end ends with its last sign of life.
static void find_last_sign(struct recording *recording) {
    const struct region_header *header = &recording->reader.header;
    u64 end = header->end_ticks > header->heartbeat_ticks ? header->end_ticks : header->heartbeat_ticks;
    if (recording->crash.ticks > end) end = recording->crash.ticks;
    u64 last = stream_last_ticks(&recording->reader);
    if (last > end) end = last;
    for (size_t i = 0; i < recording->ledger_count; i++) {
        const struct region_ledger *ledger = &recording->ledgers[i];
        s64 ahead = recording_ledger_ahead(ledger);
        u64 reached = ledger->since_ticks + (ahead > 0 ? (u64)ahead : 0);
        if (reached > end) end = reached;
    }
    for (size_t i = 0; i < recording->thread_count; i++) {
        if (recording->threads[i].run_start_ticks > end) end = recording->threads[i].run_start_ticks;
    }
    recording->end_ticks = end;
}

static void find_end(struct recording *recording) {
    struct region_header *header = &recording->reader.header;
    recording->open = header->state != REGION_ENDED || !header->end_ticks;
    recording->end_ticks = header->end_ticks;
    if (recording->open) find_last_sign(recording);
    recording->unseen_ticks = recording->open ? find_unseen(recording) : 0;
    if (header->start_ticks > TIME_LIMIT) header->start_ticks = 0, recording->broken_entries++;
    if (recording->end_ticks > TIME_LIMIT || recording->end_ticks < header->start_ticks) {
        recording->end_ticks = header->start_ticks, recording->broken_entries++;
    }
    if (header->main_ticks < header->start_ticks || header->main_ticks > recording->end_ticks) header->main_ticks = 0;
}

bool recording_open(struct recording *recording, const char *path, struct problem *problem) {
    *recording = (struct recording){0};
    if (!reader_open(&recording->reader, path, problem)) return false;
    recording->moment = moment_take(&recording->reader);
    load_tables(recording);
    names_load(recording);
    find_end(recording);
    const char *slash = strrchr(recording->reader.path, '/');
    recording->directory =
        slash ? text_copy_span(recording->reader.path, (size_t)(slash - recording->reader.path)) : text_copy(".");
    char *facts = text_format("%s/meta.json", recording->directory);
    recording->main_class = json_file_text(facts, "main");
    recording->jdk = json_file_text(facts, "jdk");
    free(facts);
    if (exact_open(&recording->exact, recording->directory, problem)) return true;
    recording_close(recording);
    return false;
}

void recording_close(struct recording *recording) {
    names_free(recording);
    free(recording->anchors), free(recording->rows), free(recording->pool), free(recording->stacks);
    free(recording->threads), free(recording->ledgers);
    free(recording->domain_entries), free(recording->domain_ledgers), free(recording->memory),
        free(recording->chosen_threads);
    free(recording->changes), free(recording->slow_calls), free(recording->natives), free(recording->counters);
    free(recording->method_counters);
    free(recording->calibrations), free(recording->main_class), free(recording->jdk), free(recording->directory);
    exact_close(&recording->exact);
    reader_close(&recording->reader);
}
