// What a recording tells of the heap: its censuses, ages by class, and collections.
#ifndef VIZ_ANALYSE_HEAP_H
#define VIZ_ANALYSE_HEAP_H

#include "viz/cli/json.h"
#include "viz/read/recording.h"

struct census {
    struct region_census head;
    struct region_census_class *classes;
};

struct heap {
    struct census *censuses; // in the order in which they were taken
    size_t census_count, census_capacity;
    struct region_ages *ages; // of classes with survivors
    size_t age_count;
    bool broken; // a census contradicts itself: it and those after it are left out
};

void heap_load(struct heap *heap, const struct recording *recording);
void heap_free(struct heap *heap);
const char *heap_reason_name(u32 reason);
// As in Java source; to be freed.
char *heap_class_name(const struct recording *recording, u32 id);

// A class's objects in a census, including those beside the heap; or the difference of two censuses.
struct heap_row {
    char *class; // as in Java source
    s64 objects, bytes, fixed_objects, fixed_bytes;
};
struct heap_table {
    struct heap_row *rows; // those that have or have changed the most bytes first
    size_t count;
    struct heap_row total;
};

// If `before` is NULL, the census itself; otherwise what is in `census`, of the recording, and was not in `before`, of
// another recording or the same. Classes are the same if their names are.
void heap_table_make(struct heap_table *table, const struct recording *recording, const struct census *census,
                     const struct recording *recording_before, const struct census *before);
void heap_table_free(struct heap_table *table);
// The first `most` rows (0: all), and the totals; with signs if it is a difference. `terminal` as for table_begin.
void heap_table_text(struct buffer *text, const struct heap_table *table, bool is_difference, size_t most,
                     u32 terminal);
// An object for each row, in `json`'s open array.
void heap_table_json(struct json *json, const struct heap_table *table);
void heap_table_csv(struct buffer *text, const struct heap_table *table);

// One collection, from its events.
struct heap_collection {
    u64 start_ticks, end_ticks; // end 0 if it has not ended
    u32 cause;                  // enum collection_cause
    u32 domain;                 // number
    u64 live_bytes, freed_bytes;
    u64 young_bytes, old_bytes; // what is live, by where it lies: the rest is large; known if has_generations
    bool has_generations;
};
// The latest collection of each domain that not everything is known of yet: several domains may be collected at once.
struct open_collections {
    size_t *items; // places in the table
    size_t count, capacity;
};

struct heap_collections {
    struct heap_collection *items;
    size_t count, capacity;
    struct open_collections open; // until the end of the making
};
// Parts of the making of a profile, which has them: each record is noted, in order.
void heap_collections_note(struct heap_collections *collections, const struct region_record *record);
void heap_collections_end(struct heap_collections *collections);

#endif
