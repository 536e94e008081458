// What happened when, for the page's timeline: rows of items (which thread ran on a processor, a thread's states, its
// slices with a row for each depth, its marks), samples, wakeups and the heap, and how many events of each name fell
// into each part of the time.
//
// However long the recording is, the timeline stays of a size that a browser can handle. When there are too many items,
// neighbours in a row that lie within `width` ticks of each other become one, which says how many it stands for, how
// much of its length was busy, and what took most of it; `width` grows until the rest fits. An item that is alone or
// longer is never merged. Samples and wakeups are merged in the same way, but only with their like.
#ifndef VIZ_HTML_TIMELINE_H
#define VIZ_HTML_TIMELINE_H

#include "viz/analyse/frames.h"
#include "viz/html/source.h"

enum row_kind { ROW_PROCESSOR, ROW_INTERRUPTS, ROW_STATES, ROW_SLICES, ROW_MARKS, ROW_OWN };

// What a name's number means; the page's categories are in the same order.
enum name_category {
    CATEGORY_METHOD = 1,
    CATEGORY_EVENT,
    CATEGORY_STATE,
    CATEGORY_THREAD,
    CATEGORY_PHASE,
    CATEGORY_TEXT
};

// States of a thread besides those of enum switch_reason.
enum { LANE_RUNNING = 64, LANE_READY };

// Where a record is in the recording.
struct place {
    u64 position; // in its stream, free-running
    u32 stream;   // index in `streams`
};

struct item {
    u64 start, length; // ticks, from the recording's start
    u64 busy;          // sum of the lengths of those it stands for
    u64 weight;        // by how much `name` leads, if several were merged
    u32 count;         // how many it stands for
    u32 name;
    u32 detail; // a processor: enum switch_reason; a state: waker's thread + 1, or the processor; a slice: enum walk_slice_end
    struct place place;
    char *text; // NULL if there is none
};

struct row {
    enum row_kind kind;
    u32 owner; // processor, or index of a thread
    u32 depth; // of slices
    struct item *items;
    size_t count, capacity;
};

// A sample or a wakeup.
struct point {
    u64 ticks;         // from the recording's start
    u32 thread, other; // indices; `other` is the innermost part of a stack, or the waker
    u32 state, weight;
    u64 time; // in ticks: how much time a sample stands for
    struct place place;
};

struct point_list {
    struct point *items;
    size_t count, capacity;
    u64 width; // within which equal ones were merged, 0 if none were
};

struct heap_point {
    u64 ticks, used;
    u64 young, old; // of what is used; has_generations: known
    bool has_generations;
};

// The tree of sampled stacks; node 0 is the root.
struct stack_part {
    u32 parent, spot;
};

struct spot {
    u32 name, line; // line 0 if not known
};

enum { TALLY_PARTS = 1024 };

struct tally {
    u32 count[TALLY_PARTS];
    u64 ticks[TALLY_PARTS];
};

struct timeline_name {
    enum name_category category;
    u32 id;
    char *text;          // CATEGORY_TEXT
    struct tally *tally; // NULL if there is none
};

struct timeline_stream {
    u32 cpu, level;
    u64 offset, ring_bytes; // its packets, in the region
};

struct timeline {
    const struct recording *recording;
    u64 length;    // the whole length in ticks
    u64 width;     // within which neighbours were merged, 0 if all are there
    bool switched; // there are switch events
    struct row *rows;
    size_t row_count, row_capacity, item_count;
    struct intern name_keys; // number of a name
    struct timeline_name *names;
    size_t name_capacity, tally_count;
    struct point_list samples, wakes;
    struct heap_point *heap;
    size_t heap_count, heap_capacity;
    u64 heap_width;
    struct frames frames;       // of the current sample
    struct intern parts, spots; // struct stack_part, struct spot
    struct intern stacks;       // stacks found so far,
    u32 *stack_ends;            // and their parts
    size_t stack_capacity;
    struct intern threads; // numbers; those beyond TIMELINE_THREADS have no lane
    u64 left_out_slices;   // nested too deep
    u64 unmatched;         // ends of slices whose beginning is not in the recording
    struct timeline_stream *streams;
    size_t stream_count;
};

enum { TIMELINE_THREADS = 200, TIMELINE_DEPTH = 64 };

// timeline_walk.c. Returns false if no row and no sample was found; the timeline must be freed all the same.
bool timeline_make(struct timeline *timeline, const struct recording *recording);
void timeline_free(struct timeline *timeline);

// ---- timeline_rows.c

u32 timeline_add_row(struct timeline *timeline, enum row_kind kind, u32 owner, u32 depth);
// Takes over item->text. Items of a row come in the order of their starts; one that begins before the last one's end is
// cut.
void timeline_add_item(struct timeline *timeline, u32 row, const struct item *item);
// Increases the width and merges, as often as needed to be left with at most `limit` items.
void timeline_shrink(struct timeline *timeline, size_t limit);
u32 timeline_name(struct timeline *timeline, enum name_category category, u32 id);
u32 timeline_text_name(struct timeline *timeline, const char *text);
void timeline_tally(struct timeline *timeline, u32 name, u64 start, u32 count, u64 ticks);
static inline u32 timeline_thread_count(const struct timeline *timeline) {
    return timeline->threads.count < TIMELINE_THREADS ? (u32)timeline->threads.count : TIMELINE_THREADS;
}
// The thread's index; TIMELINE_THREADS for those beyond that number.
u32 timeline_thread(struct timeline *timeline, u32 number);
void timeline_add_point(struct timeline *timeline, struct point_list *list, const struct point *point);
void timeline_add_heap(struct timeline *timeline, u64 ticks, u64 used);
// For the point that was added last.
void timeline_add_generations(struct timeline *timeline, u64 young, u64 old);
// The innermost part of a sample's stack.
u32 timeline_stack(struct timeline *timeline, const struct walk_sample *sample);

// ---- timeline_put.c

// "timeline" as a member of the page's data. Methods whose text is in `sources` say in which file they are.
void timeline_put(struct json *json, struct timeline *timeline, struct sources *sources);

#endif
