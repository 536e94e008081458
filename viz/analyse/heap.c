// See heap.h. Nothing of the region is trusted: a census is taken over only if all of it lies in its section.
#include "viz/analyse/heap.h"

#include <stdlib.h>
#include <string.h>

#include "log/events.h"
#include "viz/read/stream.h"

// ---- Censuses

static void load_censuses(struct heap *heap, const struct reader *reader) {
    size_t bytes;
    u8 *data = reader_entries(reader, reader_find(reader, SECTION_CENSUS, 0), 0, true, &bytes);
    for (size_t at = 0; at < bytes;) {
        struct census census = {0};
        size_t left = bytes - at;
        if (left >= sizeof(census.head)) memcpy(&census.head, data + at, sizeof(census.head));
        size_t class_bytes = (size_t)census.head.class_count * sizeof(*census.classes);
        heap->broken = left < sizeof(census.head) || class_bytes > left - sizeof(census.head);
        if (heap->broken) break;
        at += sizeof(census.head);
        census.classes = memory_get(class_bytes + 1);
        memcpy(census.classes, data + at, class_bytes);
        at += class_bytes;
        ARRAY_GROW(heap->censuses, heap->census_count, heap->census_capacity);
        heap->censuses[heap->census_count++] = census;
    }
    free(data);
}

static void load_ages(struct heap *heap, const struct reader *reader) {
    size_t count;
    heap->ages = reader_entries(reader, reader_find(reader, SECTION_AGES, 0), sizeof(*heap->ages), false, &count);
    for (size_t i = 0; i < count; i++) {
        if (heap->ages[i].class) heap->ages[heap->age_count++] = heap->ages[i];
    }
}

static int by_survivors(const void *left, const void *right) {
    const struct region_ages *a = left, *b = right;
    if (a->bytes[0] != b->bytes[0]) return a->bytes[0] < b->bytes[0] ? 1 : -1;
    return (a->class > b->class) - (a->class < b->class);
}

void heap_load(struct heap *heap, const struct recording *recording) {
    *heap = (struct heap){0};
    load_censuses(heap, &recording->reader);
    load_ages(heap, &recording->reader);
    if (heap->age_count) qsort(heap->ages, heap->age_count, sizeof(*heap->ages), by_survivors);
}

void heap_free(struct heap *heap) {
    for (size_t i = 0; i < heap->census_count; i++) free(heap->censuses[i].classes);
    free(heap->censuses), free(heap->ages);
}

const char *heap_reason_name(u32 reason) {
    static const char *const names[] = {"at the end", "on request", "after a collection"};
    return reason < COUNT_OF(names) ? names[reason] : "for a reason that is not known";
}

// ---- Tables

char *heap_class_name(const struct recording *recording, u32 id) {
    const struct class_name *class = recording_class(recording, id);
    return class ? text_copy(class->name) : text_format("(class %u)", id);
}

static int by_name(const void *left, const void *right) {
    return strcmp(((const struct heap_row *)left)->class, ((const struct heap_row *)right)->class);
}

static u64 size_of(s64 value) { return value < 0 ? 0 - (u64)value : (u64)value; }

static int by_bytes(const void *left, const void *right) {
    const struct heap_row *a = left, *b = right;
    if (size_of(a->bytes) != size_of(b->bytes)) return size_of(a->bytes) < size_of(b->bytes) ? 1 : -1;
    return by_name(left, right);
}

static void add_row(struct heap_row *to, const struct heap_row *row) {
    to->objects += row->objects, to->bytes += row->bytes;
    to->fixed_objects += row->fixed_objects, to->fixed_bytes += row->fixed_bytes;
}

// `sign` -1: what is taken away.
static void append_rows(struct heap_table *table, const struct recording *recording, const struct census *census,
                        s64 sign) {
    for (u32 i = 0; i < census->head.class_count; i++) {
        const struct region_census_class *class = &census->classes[i];
        table->rows[table->count++] = (struct heap_row){
            .class = heap_class_name(recording, class->class),
            .objects = sign * ((s64) class->objects + class->fixed_objects),
            .bytes = sign * ((s64) class->bytes + class->fixed_bytes),
            .fixed_objects = sign * (s64) class->fixed_objects,
            .fixed_bytes = sign * (s64) class->fixed_bytes,
        };
    }
}

// Classes of one name become one row; several loaders may each have one, and so have both sides of a difference. What
// is the same on both sides of a difference goes.
static void merge_rows(struct heap_table *table, bool is_difference) {
    size_t kept = 0;
    qsort(table->rows, table->count, sizeof(*table->rows), by_name);
    for (size_t i = 0, next; i < table->count; i = next) {
        struct heap_row row = table->rows[i];
        for (next = i + 1; next < table->count && strcmp(table->rows[next].class, row.class) == 0; next++) {
            add_row(&row, &table->rows[next]);
            free(table->rows[next].class);
        }
        add_row(&table->total, &row);
        if (is_difference && !row.objects && !row.bytes) {
            free(row.class);
        } else {
            table->rows[kept++] = row;
        }
    }
    table->count = kept;
}

void heap_table_make(struct heap_table *table, const struct recording *recording, const struct census *census,
                     const struct recording *recording_before, const struct census *before) {
    size_t most = (size_t)census->head.class_count + (before ? before->head.class_count : 0);
    *table = (struct heap_table){.rows = memory_get((most + 1) * sizeof(*table->rows))};
    append_rows(table, recording, census, 1);
    if (before) append_rows(table, recording_before, before, -1);
    merge_rows(table, before);
    qsort(table->rows, table->count, sizeof(*table->rows), by_bytes);
}

void heap_table_free(struct heap_table *table) {
    for (size_t i = 0; i < table->count; i++) free(table->rows[i].class);
    free(table->rows);
}

// ---- Collections

// Returns NULL if there is none.
static struct heap_collection *find_open(const struct heap_collections *collections,
                                         const struct open_collections *open, u32 domain, size_t *place) {
    for (*place = 0; *place < open->count; (*place)++) {
        struct heap_collection *found = &collections->items[open->items[*place]];
        if (found->domain == domain) return found;
    }
    return NULL;
}

static void begin_collection(struct heap_collections *collections, struct open_collections *open,
                             const struct event_collection_begin *begin) {
    size_t place;
    if (!find_open(collections, open, begin->domain, &place)) {
        ARRAY_GROW(open->items, open->count, open->capacity);
        place = open->count++;
    }
    ARRAY_GROW(collections->items, collections->count, collections->capacity);
    open->items[place] = collections->count;
    collections->items[collections->count++] =
        (struct heap_collection){.start_ticks = begin->ticks, .cause = begin->cause, .domain = begin->domain};
}

static void end_collection(struct heap_collections *collections, const struct open_collections *open,
                           const struct event_collection_end *end) {
    size_t place;
    struct heap_collection *last = find_open(collections, open, end->domain, &place);
    if (!last || last->end_ticks) return;
    last->end_ticks = end->ticks;
    last->live_bytes = end->live, last->freed_bytes = end->freed;
}

static void take_generations(struct heap_collections *collections, struct open_collections *open,
                             const struct event_heap_generations *heap) {
    size_t place;
    struct heap_collection *last = find_open(collections, open, heap->domain, &place);
    if (!last || !last->end_ticks) return;
    last->has_generations = true;
    last->young_bytes = heap->young, last->old_bytes = heap->old;
    open->items[place] = open->items[--open->count];
}

void heap_collections_note(struct heap_collections *collections, const struct region_record *record) {
    struct open_collections *open = &collections->open;
    switch (record->id) {
    case EVENT_collection_begin: begin_collection(collections, open, RECORD_OF(collection_begin, record)); break;
    case EVENT_collection_end: end_collection(collections, open, RECORD_OF(collection_end, record)); break;
    case EVENT_heap_generations: take_generations(collections, open, RECORD_OF(heap_generations, record)); break;
    default: break;
    }
}

void heap_collections_end(struct heap_collections *collections) {
    free(collections->open.items);
    collections->open = (struct open_collections){0};
}
