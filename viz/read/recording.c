// See recording.h: what a recording has, found by its number, its address or its time.
#include "viz/read/recording.h"

#include <stdio.h>
#include <string.h>

#include "log/events.h"

#define KIND(id, name) [ACCOUNT_##id] = name,
const char *const recording_memory_kinds[ACCOUNT_KINDS] = {ACCOUNT_KIND_TABLE(KIND)};
#undef KIND

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

s64 recording_ledger_ahead(const struct region_ledger *ledger) {
    s64 ticks = (s64)(ledger->start_ticks - ledger->since_ticks);
    for (u32 account = 0; account < COUNT_OF(ledger->ticks); account++) ticks += ledger->ticks[account];
    return ticks;
}

// The last one of this id.
const struct method_name *recording_method(const struct recording *recording, u32 id) {
    size_t end = ARRAY_LEADING(recording->methods, recording->method_count, .id <= id);
    return end && recording->methods[end - 1].id == id ? &recording->methods[end - 1] : NULL;
}

const struct class_name *recording_class(const struct recording *recording, u32 id) {
    size_t end = ARRAY_LEADING(recording->classes, recording->class_count, .id <= id);
    return end && recording->classes[end - 1].id == id ? &recording->classes[end - 1] : NULL;
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
    size_t end = ARRAY_LEADING(recording->code, recording->code_count, .start <= address);
    // Addresses are used again: the range that was valid then, else the one that was to be
    const struct code_range *found = NULL;
    for (size_t i = end; i-- > 0 && recording->code[i].reach > address;) {
        const struct code_range *range = &recording->code[i];
        if (address - range->start >= range->size || ticks >= range->to) continue;
        if (ticks >= range->from) return range;
        if (!found || range->from < found->from) found = range;
    }
    return found;
}

const struct code_place *recording_place(const struct code_range *range, u32 address) {
    size_t end = ARRAY_LEADING(range->runs, range->run_count, .offset <= address - range->start);
    return end ? &range->places[range->runs[end - 1].place] : NULL;
}

const struct code_place *recording_place_caller(const struct code_range *range, const struct code_place *place) {
    return place->caller ? &range->places[place->caller - 1] : NULL;
}

size_t recording_count_coarse(const struct recording *recording) {
    size_t count = 0;
    for (size_t i = 0; i < recording->code_count; i++) {
        count += recording->code[i].method && !recording->code[i].has_origins;
    }
    return count;
}

u32 recording_method_at(const struct recording *recording, u32 address, u64 ticks) {
    const struct code_range *range = recording_code(recording, address, ticks);
    if (!range) return 0;
    const struct code_place *place = recording_place(range, address);
    return place && place->method ? place->method : range->method;
}
