// Copying and tracing (Cheney 1970), chunk by chunk. What has been copied lies between a chunk's `scan` and its `top`
// until it has been looked through.
//
// For old chunks a table says where in each card the first object begins, so that a marked card can be looked through
// without the rest of its chunk.
#include "base/string.h"
#include "kernel/core/panic.h"
#include "kernel/heap/collect.h"
#include "kernel/heap/hooks.h"
#include "kernel/heap/owner.h"
#include "kernel/heap/unload.h"
#include "log/log.h"

#define CARD_BYTES (1u << CARD_SHIFT)
#define CHUNK_CARDS (HEAP_CHUNK_BYTES >> CARD_SHIFT)
#define NO_OBJECT 0xff

// In 8-byte words from the card's start, by card of the heap.
static u8 *first_objects;

void collect_copy_init(void) {
    if (!first_objects) first_objects = owner_alloc(&owner_machine, COLLECT_CHUNKS * CHUNK_CARDS);
    if (!first_objects) panic("no memory for the collector");
}

static u64 heap_card(u64 address) { return (address - HEAP_START) >> CARD_SHIFT; }

// The chunk is about to hold old objects.
static void chunk_reset(const struct heap_chunk *chunk) {
    memset(&first_objects[heap_card(heap_chunk_start(chunk))], NO_OBJECT, CHUNK_CARDS);
}

// ---- References within an object

// Calls `visit` with every slot of the object that holds a reference and lies in [start, end). Inlined, for what every
// collection looks through.
static inline void visit_slots(ref object, u64 start, u64 end, void (*visit)(void *context, ref *slot), void *context) {
    const struct class *class = object_class(object);
    if (LIKELY(!class_is_array(class))) {
        for (u32 i = 0; i < class->reference_offset_count; i++) {
            u64 at = (u64)object + class->reference_offsets[i];
            if (at >= start && at < end) visit(context, (ref *)at);
        }
    } else if (class->element_type == 'L') {
        u64 first = (u64)object + ARRAY_ELEMENTS_OFFSET, last = first + sizeof(ref) * (u64)array_length(object);
        if (first < start) first = start;
        if (last > end) last = end;
        for (u64 at = first; at < last; at += sizeof(ref)) visit(context, (ref *)at);
    }
}

void collect_visit_object(ref object, u64 start, u64 end, void (*visit)(void *context, ref *slot), void *context) {
    visit_slots(object, start, end, visit, context);
}

// ---- Copies

static u32 mark_age(u32 mark) { return (mark & MARK_AGE_MASK) >> MARK_AGE_SHIFT; }

void collect_enqueue(struct collection *collection, const struct heap_chunk *chunk) {
    ASSERT(collection->queue_count < COLLECT_CHUNKS);
    collection->queue[collection->queue_count++] = (u16)(chunk - heap_chunks);
}

static u64 take_room(struct collection *collection, struct collect_space *space, u32 bytes) {
    struct heap_chunk *chunk = space->chunk;
    if (!chunk || chunk->top + bytes > heap_chunk_start(chunk) + HEAP_CHUNK_BYTES) {
        u64 start = heap_take_chunk(heap_of(collection->domain), space->generation);
        if (!start) panic("the collector found no room for a copy");
        space->chunk = chunk = heap_chunk_of(start);
        if (space->generation == HEAP_OLD) chunk_reset(chunk);
        collect_enqueue(collection, chunk);
    }
    u64 start = chunk->top;
    chunk->top += bytes;
    return start;
}

static void enter_first_object(u64 object) {
    u8 *first = &first_objects[heap_card(object)];
    if (*first == NO_OBJECT) *first = (u8)((object & (CARD_BYTES - 1)) / OBJECT_ALIGNMENT);
}

static u32 next_age(const struct collection *collection, u32 age) {
    return collection->ages && age < COLLECT_AGES - 1 ? age + 1 : age;
}

// An object's age was `before` and is now `age`. Objects older than the ages counted are no longer counted by class.
static void count_age(struct collection *collection, ref object, u32 before, u32 age, u32 bytes) {
    collection->age_objects[age]++;
    collection->age_bytes[age] += bytes;
    if (LIKELY(!collection->counts_ages)) return;
    if (age > before) {
        heap_name_array(object_class(object));
        log_survival(object_class(object)->id, age, bytes);
        if (heap_of(collection->domain)->keeps_sites) log_site_survival(*heap_site_at(object), age, bytes);
    }
    if (collection->full && age < COLLECT_AGES - 1 && !collect_is_old(object)) log_survival_ends();
}

#define SHORT_COPY_BYTES 128u

static inline void copy_words(u64 to, u64 from, u32 bytes) {
    if (bytes > SHORT_COPY_BYTES) {
        memcpy((void *)to, (const void *)from, bytes);
        return;
    }
    for (u32 at = 0; at < bytes; at += 8) *(u64 *)(to + at) = *(const u64 *)(from + at);
}

static ref copy(struct collection *collection, ref object) {
    u32 bytes = heap_inner_bytes(object);
    u32 before = mark_age(object_at(object)->mark), age = next_age(collection, before);
    count_age(collection, object, before, age, bytes);
    bool old = collection->full || age >= collection->old_age;
    u64 to = take_room(collection, old ? &collection->old : &collection->young, bytes);
    copy_words(to, object, bytes);
    if (UNLIKELY(heap_of(collection->domain)->keeps_sites)) *heap_site_at(to) = *heap_site_at(object);
    object_at((ref)to)->mark = (object_at(object)->mark & ~MARK_AGE_MASK) | age << MARK_AGE_SHIFT;
    if (old) enter_first_object(to);
    object_at(object)->mark = MARK_FORWARDED;
    object_at(object)->class_address = (u32)to;
    return (ref)to;
}

static void mark_large(struct collection *collection, struct heap_chunk *chunk, ref object) {
    chunk->marked = true;
    u32 before = chunk->age;
    chunk->age = (u8)next_age(collection, before);
    count_age(collection, object, before, chunk->age, heap_object_bytes(object));
    if (collection->full || chunk->age >= collection->old_age) chunk->old = true;
    collect_enqueue(collection, chunk);
}

static bool is_forwarded(ref object) { return (object_at(object)->mark & MARK_TAG_MASK) == MARK_FORWARDED; }

bool collect_is_alive(ref object) {
    if (!heap_contains(object)) return unload_is_alive(object);
    const struct heap_chunk *chunk = heap_chunk_of(object);
    return chunk->generation == HEAP_LARGE ? chunk->marked : is_forwarded(object);
}

ref collect_forward(ref object) {
    if (!collect_is_condemned(object)) return unload_is_alive(object) ? object : 0;
    if (heap_chunk_of(object)->generation == HEAP_LARGE) return heap_chunk_of(object)->marked ? object : 0;
    return is_forwarded(object) ? object_at(object)->class_address : 0;
}

static inline void do_slot(void *context, ref *slot) {
    struct collection *collection = context;
    ref object = *slot;
    if (!heap_contains(object)) {
        if (UNLIKELY(collection->full && owner_is_mortal_mirror(object))) unload_reach_mirror(collection, object);
        return;
    }
    struct heap_chunk *chunk = heap_chunk_of(object);
    if (!chunk->condemned) return;
    if (UNLIKELY(chunk->generation == HEAP_LARGE)) {
        if (!chunk->marked) mark_large(collection, chunk, object);
    } else {
        *slot = is_forwarded(object) ? object_at(object)->class_address : copy(collection, object);
    }
}

void collect_slot(void *collection, ref *slot) { do_slot(collection, slot); }

// ---- Looking through objects

static inline void slot_of_old(void *collection, ref *slot) {
    do_slot(collection, slot);
    if (collect_is_young(*slot)) heap_mark_card((u64)(uintptr_t)slot);
}

// The referent of a weak reference object is left out.
struct weak_visit {
    struct collection *collection;
    ref *referent;
    bool old;
};

static void slot_of_reference(void *context, ref *slot) {
    const struct weak_visit *visit = context;
    if (slot == visit->referent &&
        collect_discover(visit->collection, (ref)(uintptr_t)slot - visit->collection->referent)) {
        return;
    }
    if (visit->old) {
        slot_of_old(visit->collection, slot);
    } else {
        collect_slot(visit->collection, slot);
    }
}

static inline void trace_within(struct collection *collection, ref object, bool old, u64 start, u64 end) {
    u32 apart = object_class(object)->flags & collection->apart;
    if (UNLIKELY(apart & CLASS_REACHES_OWNER)) unload_reach_by(collection, object);
    if (UNLIKELY(apart & CLASS_IS_REFERENCE)) {
        struct weak_visit visit = {collection, (ref *)(uintptr_t)(object + collection->referent), old};
        collect_visit_object(object, start, end, slot_of_reference, &visit);
    } else if (old) {
        visit_slots(object, start, end, slot_of_old, collection);
    } else {
        visit_slots(object, start, end, do_slot, collection);
    }
}

static bool trace_chunk(struct collection *collection, struct heap_chunk *chunk) {
    if (chunk->generation == HEAP_LARGE) {
        u64 start = heap_chunk_start(chunk);
        if (chunk->scan != start) return false;
        chunk->scan = start + HEAP_CHUNK_BYTES;
        trace_within(collection, (ref)start, chunk->old, 0, UINT64_MAX);
        return true;
    }
    bool any = chunk->scan < chunk->top, old = chunk->generation == HEAP_OLD;
    while (chunk->scan < chunk->top) {
        ref object = (ref)chunk->scan;
        chunk->scan += heap_inner_bytes(object);
        trace_within(collection, object, old, 0, UINT64_MAX);
    }
    return any;
}

void collect_trace(struct collection *collection) {
    for (bool any = true; any;) {
        any = false;
        for (u32 i = 0; i < collection->queue_count; i++) {
            any |= trace_chunk(collection, &heap_chunks[collection->queue[i]]);
        }
        any |= unload_trace(collection);
    }
}

// ---- Cards

static u8 *card_of(u64 address) { return (u8 *)(uintptr_t)(CARD_TABLE_START + (address >> CARD_SHIFT)); }

// The object that covers the card's first byte or, if none does, the first that begins in the card; an address at or
// above `top` if there is neither. `known` is some object before it, which saves the search where that one covers the
// card.
static u64 first_in_card(const struct heap_chunk *chunk, u64 card, u64 known) {
    u64 chunk_start = heap_chunk_start(chunk), before = card;
    if (first_objects[heap_card(card)] == 0) return card;
    if (known && known < card && known + heap_inner_bytes((ref)known) > card) return known;
    while (before > chunk_start) {
        before -= CARD_BYTES;
        u8 first = first_objects[heap_card(before)];
        if (first == NO_OBJECT) continue;
        u64 object = before + first * OBJECT_ALIGNMENT;
        while (object < chunk->top && object + heap_inner_bytes((ref)object) <= card) {
            object += heap_inner_bytes((ref)object);
        }
        return object;
    }
    return chunk->top;
}

// Returns the last object that it looked at, or 0.
static u64 trace_card(struct collection *collection, const struct heap_chunk *chunk, u64 card, u64 top, u64 known) {
    u64 last = 0;
    for (u64 object = first_in_card(chunk, card, known); object < card + CARD_BYTES && object < top;
         object += heap_inner_bytes((ref)object)) {
        trace_within(collection, (ref)object, true, card, card + CARD_BYTES);
        last = object;
    }
    return last;
}

static void trace_marked_cards(struct collection *collection, struct heap_chunk *chunk) {
    bool large = chunk->generation == HEAP_LARGE;
    // What the roots have had copied here by now lies above `scan`: collect_trace looks through that, and nothing must
    // be looked through twice.
    u64 start = heap_chunk_start(chunk), end = large ? start + heap_object_bytes((ref)start) : chunk->scan, known = 0;
    for (u64 card = start; card < end; card += CARD_BYTES) {
        // Most are not marked: skips eight at a time, where eight begin together.
        while (card % (8 * CARD_BYTES) == 0 && card < end && *(const u64 *)card_of(card) == 0) card += 8 * CARD_BYTES;
        if (card >= end || !*card_of(card)) continue;
        *card_of(card) = 0;
        if (large) {
            trace_within(collection, (ref)start, true, card, card + CARD_BYTES);
        } else {
            known = trace_card(collection, chunk, card, end, known);
        }
    }
}

void collect_trace_cards(struct collection *collection) {
    struct heap_chunk *end = heap_chunks_end();
    u32 domain = heap_of(collection->domain)->domain_number;
    for (struct heap_chunk *chunk = heap_chunks; chunk < end; chunk++) {
        if (chunk->domain != domain || chunk->condemned) continue;
        if (chunk->generation == HEAP_OLD || (chunk->generation == HEAP_LARGE && chunk->old)) {
            trace_marked_cards(collection, chunk);
        }
    }
}
