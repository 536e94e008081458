// See recording.h.
#include "viz/read/recording.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "log/events.h"
#include "viz/cli/file.h"
#include "viz/read/moment.h"
#include "viz/read/names.h"
#include "viz/read/offsets.h"
#include "viz/read/stream.h"

#define KIND(id, name) [ACCOUNT_##id] = name,
const char *const recording_memory_kinds[ACCOUNT_KINDS] = {ACCOUNT_KIND_TABLE(KIND)};
#undef KIND

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

static const void *pool_part(const struct recording *recording, u64 offset, u64 bytes) {
    bool inside = bytes <= recording->pool_bytes && offset <= recording->pool_bytes - bytes && offset % 8 == 0;
    return inside ? recording->pool + offset : NULL;
}

const struct timing_window *recording_window(const struct recording *recording, const struct timing_row *row) {
    if (!recording->pool) return NULL;
    u64 offset = row->histogram - ((const struct timing_pool *)recording->pool)->address;
    const struct timing_window *window = pool_part(recording, offset, sizeof(*window));
    if (!window || window->first > TIMING_BUCKET_END || window->size > TIMING_BUCKET_END - window->first) return NULL;
    return pool_part(recording, offset, sizeof(*window) + window->size * sizeof(u64));
}

const struct timing_block *recording_block(const struct recording *recording, u64 offset) {
    const struct timing_block *block = offset ? pool_part(recording, offset, sizeof(*block)) : NULL;
    if (!block || block->top >= block->capacity) return NULL;
    return pool_part(recording, offset, sizeof(*block) + block->capacity * sizeof(struct timing_activation));
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

s64 recording_ledger_ahead(const struct region_ledger *ledger) {
    s64 ticks = (s64)(ledger->start_ticks - ledger->since_ticks);
    for (u32 account = 0; account < COUNT_OF(ledger->ticks); account++) ticks += ledger->ticks[account];
    return ticks;
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

// ---- Single members of DIR/meta.json, which `gnomon run` writes
//
// The file is our own, so this looks for '"name": "' at the start of a line and undoes JSON's escapes of
// ASCII characters.

static void append_escape(struct buffer *value, const char **at, const char *end) {
    const char *escape = *at;
    if (*escape != 'u') {
        buffer_byte(value, (u8)*escape);
        return;
    }
    char digits[5] = {0};
    if (end - escape > 4) memcpy(digits, escape + 1, 4), *at += 4;
    u32 point = (u32)strtoul(digits, NULL, 16);
    buffer_byte(value, point && point < 128 ? (u8)point : '?');
}

// The text member NAME of the top-level object, to be freed by the caller; "" if there is no such file or member.
static char *meta_text(const char *path, const char *name) {
    struct file_map map;
    struct problem ignored;
    struct buffer value = {0};
    buffer_append(&value, "", 0);
    if (!file_map(&map, path, &ignored)) return (char *)value.data;
    char *key = text_format("\n  \"%s\": \"", name);
    const char *at = memmem(map.data, map.size, key, strlen(key)), *end = (const char *)map.data + map.size;
    for (at = at ? at + strlen(key) : end; at < end && *at != '"'; at++) {
        if (*at == '\\' && at + 1 < end) {
            at++, append_escape(&value, &at, end);
        } else {
            buffer_byte(&value, (u8)*at);
        }
    }
    free(key);
    file_unmap(&map);
    return (char *)value.data;
}

// ---- The whole

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
    recording->main_class = meta_text(facts, "main");
    recording->jdk = meta_text(facts, "jdk");
    free(facts);
    return true;
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
    reader_close(&recording->reader);
}

// Index of the last item with this key, in a table sorted by a u32 key at `key_offset`; count if there is none.
static size_t find_last(const void *items, size_t count, size_t bytes, size_t key_offset, u32 key, bool exact) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        u32 at = *(const u32 *)((const u8 *)items + middle * bytes + key_offset);
        if (at <= key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (!low) return count;
    u32 found = *(const u32 *)((const u8 *)items + (low - 1) * bytes + key_offset);
    return !exact || found == key ? low - 1 : count;
}

const struct method_name *recording_method(const struct recording *recording, u32 id) {
    size_t at = find_last(recording->methods, recording->method_count, sizeof(*recording->methods),
                          offsetof(struct method_name, id), id, true);
    return at < recording->method_count ? &recording->methods[at] : NULL;
}

const struct class_name *recording_class(const struct recording *recording, u32 id) {
    size_t at = find_last(recording->classes, recording->class_count, sizeof(*recording->classes),
                          offsetof(struct class_name, id), id, true);
    return at < recording->class_count ? &recording->classes[at] : NULL;
}

// A few texts at a time for what has no name; callers use them at once.
static char *scratch_text(void) {
    static char texts[8][48];
    static unsigned next;
    return texts[next++ % 8];
}

const char *recording_method_label(const struct recording *recording, u32 id) {
    static const char *const pseudo[] = {[PSEUDO_ROOT] = "(untimed)",
                                         [PSEUDO_OTHER] = "(other)",
                                         [PSEUDO_INITIALISER] = "(class initialiser)",
                                         [PSEUDO_LOADER] = "(class loader)",
                                         [PSEUDO_KERNEL] = "(kernel call)",
                                         [PSEUDO_CALIBRATION] = "(calibration)"};
    if (id < COUNT_OF(pseudo) && pseudo[id]) return pseudo[id];
    const struct method_name *method = recording_method(recording, id);
    if (method) return method->label;
    char *text = scratch_text();
    snprintf(text, 48, "(method %#x)", id);
    return text;
}

static const char *find_name(const struct name_table *table, u32 number) {
    for (size_t i = 0; i < table->count; i++) {
        if (table->items[i].id == number) return table->items[i].text;
    }
    return NULL;
}

const char *recording_method_domain(const struct recording *recording, u32 id) {
    const struct method_name *method = recording_method(recording, id);
    const struct class_name *class = method ? recording_class(recording, method->class_id) : NULL;
    return class ? recording_domain_words(recording, class->domain) : "";
}

const struct region_thread *recording_thread(const struct recording *recording, u32 number) {
    for (size_t i = 0; i < recording->all_thread_count; i++) {
        if (recording->threads[i].number == number) return &recording->threads[i];
    }
    return NULL;
}

u32 recording_thread_domain(const struct recording *recording, u32 number) {
    const struct region_thread *thread = recording_thread(recording, number);
    return thread ? thread->domain : 0;
}

bool recording_has_domains(const struct recording *recording) { return recording->domains.count > 1; }

const char *recording_domain_words(const struct recording *recording, u32 number) {
    const char *name = recording_domain_name(recording, number);
    return name ? name : "(machine)";
}

// A name for the next few calls.
static const char *in_domain(const struct recording *recording, const char *name, const char *domain) {
    static struct buffer texts[8];
    static unsigned next;
    if (!recording_has_domains(recording) || !domain || !*domain) return name;
    struct buffer *text = &texts[next++ % COUNT_OF(texts)];
    text->size = 0;
    buffer_format(text, "%s [%s]", name, domain);
    return buffer_string(text);
}

const char *recording_method_words(const struct recording *recording, u32 id) {
    return in_domain(recording, recording_method_label(recording, id), recording_method_domain(recording, id));
}

const char *recording_domain_name(const struct recording *recording, u32 number) {
    return find_name(&recording->domains, number);
}

const char *recording_string(const struct recording *recording, u32 number) {
    return find_name(&recording->strings, number);
}

const char *recording_thread_name(const struct recording *recording, u32 number, u64 ticks) {
    const char *name = NULL;
    const struct name_table *table = &recording->threads_names;
    for (size_t i = 0; i < table->count; i++) { // the name at that time: the last one written by then, else the first
        // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): it cannot see that a count means items
        if (table->items[i].id == number && (!name || table->items[i].ticks <= ticks)) name = table->items[i].text;
    }
    if (name) return name;
    char *text = scratch_text();
    snprintf(text, 48, number ? "thread-%u" : "idle", number);
    return text;
}

const char *recording_thread_title(const struct recording *recording, u32 number) {
    const struct name_table *table = &recording->threads_names;
    const struct simple_name *last = NULL;
    const char *longest = NULL;
    u64 most = 0;
    for (size_t i = 0; i <= table->count; i++) { // in the order of writing; at the end, the last one's time
        const struct simple_name *next = i < table->count ? &table->items[i] : NULL;
        if (next && next->id != number) continue;
        u64 until = next ? next->ticks : recording->end_ticks;
        if (last && (!longest || until - last->ticks > most)) longest = last->text, most = until - last->ticks;
        last = next;
    }
    return longest ? longest : recording_thread_name(recording, number, recording->end_ticks);
}

const char *recording_thread_words(const struct recording *recording, u32 number) {
    const char *domain = recording_domain_name(recording, recording_thread_domain(recording, number));
    return in_domain(recording, recording_thread_title(recording, number), domain);
}

s64 recording_thread_running(const struct recording *recording, const struct region_thread *thread) {
    u64 start = thread->run_start_ticks, end = recording->end_ticks;
    return (s64)thread->running_ticks + (start && end > start ? (s64)(end - start) : 0);
}

const char *recording_event_name(const struct recording *recording, u32 id) {
#define EVENT(number, name, fields) [number] = #name,
    static const char *const names[EVENT_KERNEL_END] = {EVENT_TABLE(EVENT)};
#undef EVENT
    if (id < EVENT_KERNEL_END && names[id]) return names[id];
    for (size_t i = 0; i < recording->event_types.count; i++) {
        if (recording->event_types.items[i].id == id) return recording->event_types.items[i].text;
    }
    char *text = scratch_text();
    snprintf(text, 48, "event-%u", id);
    return text;
}

const struct code_range *recording_code(const struct recording *recording, u32 address, u64 ticks) {
    size_t at = find_last(recording->code, recording->code_count, sizeof(*recording->code),
                          offsetof(struct code_range, start), address, false);
    if (at >= recording->code_count) return NULL;
    // Addresses are used again: the range that was valid then, else the one that was to be
    const struct code_range *found = NULL;
    for (size_t i = at + 1; i-- > 0 && recording->code[i].reach > address;) {
        const struct code_range *range = &recording->code[i];
        if (address - range->start >= range->size || ticks >= range->to) continue;
        if (ticks >= range->from) return range;
        if (!found || range->from < found->from) found = range;
    }
    return found;
}

const struct name_place *recording_place(const struct code_range *range, u32 address) {
    const struct name_place *found = NULL;
    for (u32 i = 0; i < range->place_count; i++) {
        if (range->places[i].offset != 0xffffffffu && range->places[i].offset <= address - range->start) {
            found = &range->places[i];
        }
    }
    return found;
}

const struct name_place *recording_place_caller(const struct code_range *range, const struct name_place *place) {
    return place->inlined_into && place->inlined_into <= range->place_count ? &range->places[place->inlined_into - 1]
                                                                            : NULL;
}

u32 recording_method_at(const struct recording *recording, u32 address, u64 ticks) {
    const struct code_range *range = recording_code(recording, address, ticks);
    if (!range) return 0;
    const struct name_place *place = recording_place(range, address);
    return place && place->method ? place->method : range->method;
}
