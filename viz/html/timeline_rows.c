// The parts from which a timeline is put together, and how their number is limited; see timeline.h.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "viz/html/timeline.h"

enum {
    ITEM_LIMIT = 400000,
    POINT_LIMIT = 120000,
    HEAP_LIMIT = 20000,
    TALLY_LIMIT = 4096,
    FIRST_WIDTHS = 1 << 22, // the first width is this part of the whole
};

// ---- Names

struct name_key {
    enum name_category category;
    u32 id;
};

static u32 add_name(struct timeline *timeline, const void *key, size_t size, const struct timeline_name *name) {
    size_t known = timeline->name_keys.count;
    u32 number = intern_bytes(&timeline->name_keys, key, size);
    if (timeline->name_keys.count == known) return number;
    ARRAY_GROW(timeline->names, known, timeline->name_capacity);
    timeline->names[number] = *name;
    return number;
}

u32 timeline_name(struct timeline *timeline, enum name_category category, u32 id) {
    struct name_key key = {category, id};
    return add_name(timeline, &key, sizeof(key), &(struct timeline_name){.category = category, .id = id});
}

// Its key begins with more than a category can be.
u32 timeline_text_name(struct timeline *timeline, const char *text) {
    struct buffer key = {0};
    buffer_format(&key, "text %s", text);
    size_t known = timeline->name_keys.count;
    u32 number = add_name(timeline, key.data, key.size, &(struct timeline_name){.category = CATEGORY_TEXT});
    if (timeline->name_keys.count > known) timeline->names[number].text = text_copy(text);
    buffer_free(&key);
    return number;
}

void timeline_tally(struct timeline *timeline, u32 name, u64 start, u32 count, u64 ticks) {
    struct timeline_name *known = &timeline->names[name];
    if (!known->tally) {
        if (timeline->tally_count == TALLY_LIMIT) return;
        known->tally = memory_get(sizeof(*known->tally));
        timeline->tally_count++;
    }
    size_t part = timeline->length ? (size_t)((double)start / (double)timeline->length * TALLY_PARTS) : 0;
    if (part >= TALLY_PARTS) part = TALLY_PARTS - 1;
    known->tally->count[part] += count;
    known->tally->ticks[part] += ticks;
}

u32 timeline_thread(struct timeline *timeline, u32 number) {
    u32 index = intern_bytes(&timeline->threads, &number, sizeof(number));
    return index < TIMELINE_THREADS ? index : TIMELINE_THREADS;
}

// ---- Rows

u32 timeline_add_row(struct timeline *timeline, enum row_kind kind, u32 owner, u32 depth) {
    ARRAY_GROW(timeline->rows, timeline->row_count, timeline->row_capacity);
    timeline->rows[timeline->row_count] = (struct row){.kind = kind, .owner = owner, .depth = depth};
    return (u32)timeline->row_count++;
}

static u64 weight_of(u64 busy) { return busy ? busy : 1; }

// The name that took most of the time is found by a vote: exactly if it took more than half of it.
static void absorb(struct item *into, const struct item *item) {
    if (into->count == 1) into->weight = weight_of(into->busy);
    u64 weight = item->count == 1 ? weight_of(item->busy) : item->weight;
    into->length = item->start + item->length - into->start;
    into->busy += item->busy;
    into->count += item->count;
    if (into->name == item->name) {
        into->weight += weight;
    } else if (into->weight >= weight) {
        into->weight -= weight;
    } else {
        into->name = item->name, into->weight = weight - into->weight;
    }
    into->detail = 0;
    free(into->text);
    free(item->text);
    into->text = NULL;
}

static bool is_near(const struct timeline *timeline, const struct item *last, const struct item *item) {
    return item->start + item->length - last->start <= timeline->width && last->count < UINT32_MAX - item->count;
}

static void merge_row(struct timeline *timeline, struct row *row) {
    size_t kept = 0;
    for (size_t i = 0; i < row->count; i++) {
        if (kept && is_near(timeline, &row->items[kept - 1], &row->items[i])) {
            absorb(&row->items[kept - 1], &row->items[i]);
        } else {
            row->items[kept++] = row->items[i];
        }
    }
    timeline->item_count -= row->count - kept;
    row->count = kept;
}

void timeline_shrink(struct timeline *timeline, size_t limit) {
    while (timeline->item_count > limit && timeline->width <= timeline->length) {
        timeline->width += timeline->width ? timeline->width / 4 + 1 : timeline->length / FIRST_WIDTHS + 1;
        for (size_t i = 0; i < timeline->row_count; i++) merge_row(timeline, &timeline->rows[i]);
    }
}

void timeline_add_item(struct timeline *timeline, u32 number, const struct item *item) {
    struct row *row = &timeline->rows[number];
    struct item *last = row->count ? &row->items[row->count - 1] : NULL, next = *item;
    u64 free_from = last ? last->start + last->length : 0;
    if (next.start < free_from) {
        u64 end = next.start + next.length > free_from ? next.start + next.length : free_from;
        next.start = free_from, next.length = end - free_from;
    }
    next.count = 1, next.busy = next.length;
    if (last && timeline->width && is_near(timeline, last, &next)) {
        absorb(last, &next);
        return;
    }
    ARRAY_GROW(row->items, row->count, row->capacity);
    assert(row->items); // has room now
    row->items[row->count++] = next;
    if (++timeline->item_count > 2 * (size_t)ITEM_LIMIT) timeline_shrink(timeline, ITEM_LIMIT);
}

// ---- Points

static int by_likeness(const void *left, const void *right, void *width) {
    const struct point *a = left, *b = right;
    u64 x = a->ticks / *(const u64 *)width, y = b->ticks / *(const u64 *)width;
    if (x != y) return x < y ? -1 : 1;
    if (a->thread != b->thread) return a->thread < b->thread ? -1 : 1;
    if (a->other != b->other) return a->other < b->other ? -1 : 1;
    if (a->state != b->state) return a->state < b->state ? -1 : 1;
    return (a->ticks > b->ticks) - (a->ticks < b->ticks);
}

static int by_ticks(const void *left, const void *right) {
    const struct point *a = left, *b = right;
    return (a->ticks > b->ticks) - (a->ticks < b->ticks);
}

static bool is_like(const struct point *a, const struct point *b, u64 width) {
    return a->ticks / width == b->ticks / width && a->thread == b->thread && a->other == b->other &&
           a->state == b->state && a->weight < UINT32_MAX - b->weight;
}

static void merge_points(struct point_list *list) {
    size_t kept = 0;
    qsort_r(list->items, list->count, sizeof(*list->items), by_likeness, &list->width);
    for (size_t i = 0; i < list->count; i++) {
        if (kept && is_like(&list->items[kept - 1], &list->items[i], list->width)) {
            list->items[kept - 1].weight += list->items[i].weight;
            list->items[kept - 1].time += list->items[i].time;
        } else {
            list->items[kept++] = list->items[i];
        }
    }
    list->count = kept;
    qsort(list->items, list->count, sizeof(*list->items), by_ticks);
}

void timeline_add_point(struct timeline *timeline, struct point_list *list, const struct point *point) {
    ARRAY_GROW(list->items, list->count, list->capacity);
    list->items[list->count++] = *point;
    if (list->count <= 2 * (size_t)POINT_LIMIT) return;
    while (list->count > POINT_LIMIT && list->width <= timeline->length) {
        list->width = list->width ? list->width * 2 : timeline->length / FIRST_WIDTHS + 1;
        merge_points(list);
    }
}

// The largest of those within a width stays.
static void merge_heap(struct timeline *timeline) {
    size_t kept = 0;
    for (size_t i = 0; i < timeline->heap_count; i++) {
        struct heap_point *last = &timeline->heap[kept - (kept > 0)], *next = &timeline->heap[i];
        if (!kept || next->ticks / timeline->heap_width != last->ticks / timeline->heap_width) {
            timeline->heap[kept++] = *next;
        } else if (next->used > last->used) {
            *last = *next;
        }
    }
    timeline->heap_count = kept;
}

void timeline_add_heap(struct timeline *timeline, u64 ticks, u64 used) {
    ARRAY_GROW(timeline->heap, timeline->heap_count, timeline->heap_capacity);
    timeline->heap[timeline->heap_count++] = (struct heap_point){.ticks = ticks, .used = used};
    if (timeline->heap_count <= 2 * (size_t)HEAP_LIMIT) return;
    while (timeline->heap_count > HEAP_LIMIT && timeline->heap_width <= timeline->length) {
        timeline->heap_width = timeline->heap_width ? timeline->heap_width * 2 : timeline->length / FIRST_WIDTHS + 1;
        merge_heap(timeline);
    }
}

void timeline_add_generations(struct timeline *timeline, u64 young, u64 old) {
    struct heap_point *last = timeline->heap_count ? &timeline->heap[timeline->heap_count - 1] : NULL;
    if (!last || young + old > last->used) return; // that was merged into a larger one
    last->has_generations = true;
    last->young = young, last->old = old;
}

// ---- Sampled stacks, as a tree

static u32 path_of(struct timeline *timeline, const struct frames *frames) {
    u32 part = 0;
    for (size_t i = 0; i < frames->count; i++) {
        const struct frame *frame = frames_get(frames, frames->at[i]);
        u32 name = frame->method ? timeline_name(timeline, CATEGORY_METHOD, frame->method)
                                 : timeline_text_name(timeline, frames_name(frames, frames->at[i]));
        struct spot spot = {name, frame->line};
        struct stack_part below = {part, intern_bytes(&timeline->spots, &spot, sizeof(spot))};
        part = intern_bytes(&timeline->parts, &below, sizeof(below));
    }
    return part;
}

u32 timeline_stack(struct timeline *timeline, const struct walk_sample *sample) {
    // Where no address is used twice, a stack has the same frames at all times
    u32 key[] = {sample->stack, sample->stack ? 0 : sample->ip, sample->state};
    size_t known = timeline->stacks.count;
    u32 number = timeline->recording->code_ends ? 0 : intern_bytes(&timeline->stacks, key, sizeof(key));
    if (timeline->stacks.count == known && !timeline->recording->code_ends) return timeline->stack_ends[number];
    frames_of(&timeline->frames, sample);
    u32 part = path_of(timeline, &timeline->frames);
    if (timeline->recording->code_ends) return part;
    ARRAY_GROW(timeline->stack_ends, known, timeline->stack_capacity);
    timeline->stack_ends[number] = part;
    return part;
}
