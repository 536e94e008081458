// The parts that a timeline is put together from, and how they are kept few; see timeline.h.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "viz/event_text.h"
#include "viz/timeline.h"

enum {
    ITEM_LIMIT = 400000,
    POINT_LIMIT = 120000,
    HEAP_LIMIT = 20000,
    TALLY_LIMIT = 4096,
    STACK_DEPTH = 4096,
    FIRST_WIDTHS = 1 << 22, // the first width is this part of the whole
};

u32 *number_map_at(struct number_map *map, u64 key) {
    if ((map->count + 1) * 2 > map->slot_count) {
        struct number_map larger = {.slot_count = map->slot_count ? map->slot_count * 2 : 64};
        larger.keys = memory_get(larger.slot_count * sizeof(*larger.keys));
        larger.values = memory_get(larger.slot_count * sizeof(*larger.values));
        for (size_t i = 0; i < map->slot_count; i++) {
            if (map->keys[i]) *number_map_at(&larger, map->keys[i]) = map->values[i];
        }
        free(map->keys);
        free(map->values);
        *map = larger;
    }
    size_t slot = (size_t)((key * 0x9e3779b97f4a7c15ull) >> 20) & (map->slot_count - 1);
    while (map->keys[slot] && map->keys[slot] != key) slot = (slot + 1) & (map->slot_count - 1);
    if (!map->keys[slot]) map->keys[slot] = key, map->count++;
    return &map->values[slot];
}

// ---- Names

static u32 add_name(struct timeline *timeline, enum name_category category, u32 id, char *text) {
    ARRAY_GROW(timeline->names, timeline->name_count, timeline->name_capacity);
    timeline->names[timeline->name_count] = (struct timeline_name){category, id, text, NULL};
    return (u32)timeline->name_count++;
}

u32 timeline_name(struct timeline *timeline, enum name_category category, u32 id) {
    u32 *at = number_map_at(&timeline->name_map, (u64)category << 32 | id); // index + 1
    if (!*at) *at = add_name(timeline, category, id, NULL) + 1;
    return *at - 1;
}

u32 timeline_text_name(struct timeline *timeline, const char *text) {
    u64 hash = 0xcbf29ce484222325ull;
    for (const char *c = text; *c; c++) hash = (hash ^ (u8)*c) * 0x100000001b3ull;
    u32 *at = number_map_at(&timeline->name_map, hash | 1ull << 63);
    if (!*at) *at = add_name(timeline, CATEGORY_TEXT, 0, text_copy(text)) + 1;
    return *at - 1;
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
    u32 *at = number_map_at(&timeline->thread_map, number + 1ull); // index + 1
    if (*at) return *at - 1;
    if (timeline->thread_count == TIMELINE_THREADS) return TIMELINE_THREADS;
    ARRAY_GROW(timeline->threads, timeline->thread_count, timeline->thread_capacity);
    timeline->threads[timeline->thread_count++] = number;
    *at = (u32)timeline->thread_count;
    return *at - 1;
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

// Of those within a width the largest stays.
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
    timeline->heap[timeline->heap_count++] = (struct heap_point){ticks, used};
    if (timeline->heap_count <= 2 * (size_t)HEAP_LIMIT) return;
    while (timeline->heap_count > HEAP_LIMIT && timeline->heap_width <= timeline->length) {
        timeline->heap_width = timeline->heap_width ? timeline->heap_width * 2 : timeline->length / FIRST_WIDTHS + 1;
        merge_heap(timeline);
    }
}

// ---- Frames of sampled stacks

static u32 spot_number(struct timeline *timeline, u32 name, u32 line) {
    u32 *at = number_map_at(&timeline->spot_map, (u64)(name + 1) << 32 | line); // index + 1
    if (*at) return *at - 1;
    ARRAY_GROW(timeline->spots, timeline->spot_count, timeline->spot_capacity);
    timeline->spots[timeline->spot_count] = (struct spot){name, line};
    *at = (u32)++timeline->spot_count;
    return *at - 1;
}

static u32 child_frame(struct timeline *timeline, u32 parent, u32 name, u32 line) {
    u32 spot = spot_number(timeline, name, line);
    u32 *at = number_map_at(&timeline->frame_map, (u64)(parent + 1) << 32 | spot);
    if (*at > 0) return *at;
    ARRAY_GROW(timeline->frames, timeline->frame_count, timeline->frame_capacity);
    timeline->frames[timeline->frame_count] = (struct frame){parent, spot};
    *at = (u32)timeline->frame_count++;
    return *at;
}

// The frames of one address, the outermost of an inlined chain first.
static u32 address_frame(struct timeline *timeline, u32 parent, u32 address, u64 ticks) {
    const struct code_range *range = recording_code(timeline->recording, address, ticks);
    if (!range) {
        char *name = text_format("[%#x]", address);
        u32 frame = child_frame(timeline, parent, timeline_text_name(timeline, name), 0);
        free(name);
        return frame;
    }
    const struct name_place *chain[INLINED_DEPTH], *place = recording_place(range, address);
    u32 count = 0;
    while (place && count < COUNT_OF(chain)) {
        chain[count++] = place;
        place = recording_place_caller(range, place);
    }
    if (!count || !chain[count - 1]->method) {
        u32 name = range->method ? timeline_name(timeline, CATEGORY_METHOD, range->method)
                                 : timeline_text_name(timeline, range->name);
        return child_frame(timeline, parent, name, count ? chain[0]->line : 0);
    }
    while (count--) {
        u32 name = timeline_name(timeline, CATEGORY_METHOD, chain[count]->method);
        parent = child_frame(timeline, parent, name, chain[count]->line);
    }
    return parent;
}

static u32 stack_frame(struct timeline *timeline, u32 stack, u32 ip, u64 ticks) {
    const struct recording *recording = timeline->recording;
    static u32 nodes[STACK_DEPTH];
    u32 count = 0, frame = 0;
    for (u32 node = stack; node && node < recording->stack_count && recording->stacks[node].ip && count < STACK_DEPTH;
         node = recording->stacks[node].parent) {
        nodes[count++] = node;
    }
    for (u32 i = count; i-- > 0;) {
        u32 address = recording->stacks[nodes[i]].ip;
        if (address == STACK_TRUNCATED) {
            frame = child_frame(timeline, frame, timeline_text_name(timeline, "[deeper]"), 0);
        } else if (address == STACK_KERNEL) {
            frame = child_frame(timeline, frame, timeline_text_name(timeline, "[kernel]"), 0);
        } else {
            frame = address_frame(timeline, frame, address, ticks);
        }
    }
    if (!count && ip && recording_code(recording, ip, ticks)) frame = address_frame(timeline, frame, ip, ticks);
    return frame;
}

u32 timeline_frame(struct timeline *timeline, const struct region_record *sample) {
    const u32 *fields = (const u32 *)sample->more; // after ip: thread, state, stack, weight
    u32 frame = 0;
    // Where no address is used twice, a stack has the same frames at all times
    u32 *known = timeline->recording->code_ends
                     ? NULL
                     : number_map_at(&timeline->stack_map, ((u64)fields[2] << 32 | (fields[2] ? 0 : sample->a)) + 1);
    if (known && *known) {
        frame = *known - 1;
    } else {
        frame = stack_frame(timeline, fields[2], sample->a, sample->ticks);
        if (known) *known = frame + 1;
    }
    if (fields[1] == SAMPLE_translated || fields[1] == SAMPLE_native) return frame;
    const char *state = event_enum_name(UNIT_SAMPLE_STATE, fields[1]);
    char *name = text_format("[%s]", state ? state : "?");
    frame = child_frame(timeline, frame, timeline_text_name(timeline, name), 0);
    free(name);
    return frame;
}
