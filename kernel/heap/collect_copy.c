// Copying and tracing (Cheney 1970), chunk by chunk. What has been copied lies between a chunk's `scan` and its `top`
// until it has been looked through.
//
// Where several processors take part, `shared` is true, a constant wherever it is given: the functions are inlined, and
// one processor alone pays nothing for it. Each then copies to chunks of its own, and claims an object by one compare
// and exchange of its header. What is to be looked through goes from hand to hand in packets (collect_team.h).
//
// For old chunks a table says where in each card the first object begins, so that a marked card can be looked through
// without the rest of its chunk.
#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"
#include "kernel/heap/collect_team.h"
#include "kernel/heap/collection.h"
#include "kernel/heap/hooks.h"
#include "kernel/heap/unload.h"
#include "kernel/memory/owner.h"
#include "log/log.h"

// Also where the compiler would rather not: the values of `shared` and of the visitor must be known.
#define INLINED static inline __attribute__((always_inline))

#define CARD_BYTES (1u << CARD_SHIFT)
#define CHUNK_CARDS (HEAP_CHUNK_BYTES >> CARD_SHIFT)
#define NO_OBJECT 0xff

// In 8-byte words from the card's start, by card of the heap.
static u8 *first_objects;

bool collect_copy_init(void) {
    if (!first_objects) first_objects = owner_alloc(&owner_machine, COLLECT_CHUNKS * CHUNK_CARDS);
    return first_objects;
}

static u64 heap_card(u64 address) { return (address - HEAP_START) >> CARD_SHIFT; }

void collect_reset_chunk(const struct heap_chunk *chunk) {
    memset(&first_objects[heap_card(heap_chunk_start(chunk))], NO_OBJECT, CHUNK_CARDS);
}

// ---- References within an object

// The first of the class's offsets, which ascend, that is not below `offset`.
static u32 first_reference(const struct class *class, u64 offset) {
    u32 low = 0, high = class->reference_offset_count;
    while (low < high) {
        u32 middle = (low + high) / 2;
        if (class->reference_offsets[middle] < offset) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

// Calls `visit` with every slot of the object that holds a reference and lies in [start, end). Inlined, for what every
// collection looks through.
INLINED void visit_slots(ref object, u64 start, u64 end, void (*visit)(void *context, ref *slot), void *context) {
    const struct class *class = object_class(object);
    if (LIKELY(!class_is_array(class))) {
        for (u32 i = start > object ? first_reference(class, start - object) : 0; i < class->reference_offset_count;
             i++) {
            u64 at = (u64)object + class->reference_offsets[i];
            if (at >= end) break;
            visit(context, (ref *)at);
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
    collection->queue[collection->queue_count++] = narrow_u16(chunk - heap_chunks);
}

static u64 take_room(struct collection *collection, struct collect_space *space, u32 bytes) {
    struct heap_chunk *chunk = space->chunk;
    if (!chunk || chunk->top + bytes > heap_chunk_start(chunk) + HEAP_CHUNK_BYTES) {
        collect_pause(collection);
        u64 start = heap_take_chunk(heap_of(collection->domain), space->generation);
        if (!start) panic("the collector found no room for a copy");
        space->chunk = chunk = heap_chunk_of(start);
        if (space->generation == HEAP_OLD) collect_reset_chunk(chunk);
        collect_enqueue(collection, chunk);
    }
    u64 start = chunk->top;
    chunk->top += bytes;
    return start;
}

static void enter_first_object(u64 object) {
    u8 *first = &first_objects[heap_card(object)];
    if (*first == NO_OBJECT) *first = narrow_u8((object & (CARD_BYTES - 1)) / OBJECT_ALIGNMENT);
}

static u32 next_age(const struct collection *collection, u32 age) {
    return collection->ages && age < COLLECT_AGES - 1 ? age + 1 : age;
}

// By class, and by where it was made. `from`: where the object was.
static void count_survival(const struct collection *collection, struct class *class, ref from, u32 before, u32 age,
                           u32 bytes) {
    if (age > before) {
        log_survival(class->id, age, bytes);
        if (heap_of(collection->domain)->keeps_sites) log_site_survival(*heap_site_at(from), age, bytes);
    }
    if (collection->full && age < COLLECT_AGES - 1 && !collect_is_old(from)) log_survival_ends();
}

// An object's age was `before` and is now `age`. Objects older than the ages counted are no longer counted by class.
static inline void count_age(struct collection *collection, struct class *class, ref from, u32 before, u32 age,
                             u32 bytes) {
    collection->age_objects[age]++;
    collection->age_bytes[age] += bytes;
    if (LIKELY(!collection->counts_ages)) return;
    if (collection->team) collect_team_lock(collection->team);
    count_survival(collection, class, from, before, age, bytes);
    if (collection->team) collect_team_unlock(collection->team);
}

#define SHORT_COPY_BYTES 128u

INLINED void copy_words(u64 to, u64 from, u32 bytes) {
    if (bytes > SHORT_COPY_BYTES) {
        memcpy((void *)to, (const void *)from, bytes);
        return;
    }
    for (u32 at = 0; at < bytes; at += 8) *(u64 *)(to + at) = *(const u64 *)(from + at);
}

// Class and mark in one word: another processor may put the new address there at any time.
#define HEADER_MARK_SHIFT 32
_Static_assert(offsetof(struct object, class_address) == 0 && offsetof(struct object, mark) == 4, "as a header has it");

static u64 header_of(ref object) { return __atomic_load_n((const u64 *)(uintptr_t)object, __ATOMIC_ACQUIRE); }
static u64 make_header(u32 class_word, u32 mark) { return class_word | (u64)mark << HEADER_MARK_SHIFT; }
static bool is_forwarded(u64 header) { return (header >> HEADER_MARK_SHIFT & MARK_TAG_MASK) == MARK_FORWARDED; }

// While another processor copies it, the new address is 0.
INLINED ref forwarded_to(ref object, u64 header, bool shared) {
    for (u32 round = 0; shared && (ref)header == 0; round++) {
        machine_relax(round);
        header = header_of(object);
    }
    return (ref)header;
}

// Claims it before it is copied: an exchange behind the copy would wait until all of that is in the cache. Returns
// false if another processor has it; `*header` is then what that has left there.
INLINED bool claim(ref object, u64 *header) {
    return __atomic_compare_exchange_n((u64 *)(uintptr_t)object, header, make_header(0, MARK_FORWARDED), false,
                                       __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE);
}

INLINED ref copy(struct collection *collection, ref object, u64 header, bool shared) {
    if (shared && UNLIKELY(!claim(object, &header))) return forwarded_to(object, header, true);
    struct class *class = class_at((u32)header);
    u32 mark = (u32)(header >> HEADER_MARK_SHIFT), bytes = heap_inner_bytes_of(class, object);
    u32 before = mark_age(mark), age = next_age(collection, before);
    count_age(collection, class, object, before, age, bytes);
    bool old = collection->full || age >= collection->old_age;
    struct collect_space *space = old ? &collection->old : &collection->young;
    u64 to = shared ? collect_team_room(collection, space, bytes) : take_room(collection, space, bytes);
    if (shared) __builtin_prefetch((void *)(to + 1024), 1);
    *(u64 *)to = make_header((u32)header, (mark & ~MARK_AGE_MASK) | age << MARK_AGE_SHIFT);
    copy_words(to + sizeof(header), object + sizeof(header), bytes - (u32)sizeof(header));
    if (UNLIKELY(heap_of(collection->domain)->keeps_sites)) *heap_site_at(to) = *heap_site_at(object);
    if (old) enter_first_object(to);
    // The copy, before the word that leads others to it.
    __atomic_store_n((u64 *)(uintptr_t)object, make_header((u32)to, MARK_FORWARDED), __ATOMIC_RELEASE);
    return (ref)to;
}

static ref copy_alone(struct collection *collection, ref object, u64 header) {
    return copy(collection, object, header, false);
}

static ref copy_shared(struct collection *collection, ref object, u64 header) {
    return copy(collection, object, header, true);
}

// Returns false if another processor has done it.
static bool claim_large(struct heap_chunk *chunk, bool shared) {
    if (shared) return !__atomic_exchange_n(&chunk->marked, true, __ATOMIC_RELAXED);
    chunk->marked = true;
    return true;
}

static void mark_large(struct collection *collection, struct heap_chunk *chunk, ref object, bool shared) {
    if (!claim_large(chunk, shared)) return;
    u32 before = chunk->age, bytes = heap_object_bytes(object);
    chunk->age = narrow_u8(next_age(collection, before));
    count_age(collection, object_class(object), object, before, chunk->age, bytes);
    bool old = collection->full || chunk->age >= collection->old_age;
    // A processor that looks meanwhile takes it for young, and marks one card too many.
    if (old) __atomic_store_n(&chunk->old, true, __ATOMIC_RELAXED);
    if (shared) {
        collect_team_give(collection->team, object, object + bytes);
    } else {
        collect_enqueue(collection, chunk);
    }
}

static bool is_marked(const struct heap_chunk *chunk) { return __atomic_load_n(&chunk->marked, __ATOMIC_RELAXED); }

bool collect_is_alive(ref object) {
    if (!heap_contains(object)) return unload_is_alive(object);
    const struct heap_chunk *chunk = heap_chunk_of(object);
    return chunk->generation == HEAP_LARGE ? is_marked(chunk) : is_forwarded(header_of(object));
}

ref collect_forward(ref object) {
    if (!collect_is_condemned(object)) return unload_is_alive(object) ? object : 0;
    if (heap_chunk_of(object)->generation == HEAP_LARGE) return heap_chunk_of(object)->marked ? object : 0;
    return is_forwarded(header_of(object)) ? (ref)header_of(object) : 0;
}

INLINED void do_slot(struct collection *collection, ref *slot, bool shared) {
    ref object = *slot;
    if (!heap_contains(object)) {
        if (UNLIKELY(collection->full && owner_is_mortal_mirror(object))) unload_reach_mirror(collection, object);
        return;
    }
    struct heap_chunk *chunk = heap_chunk_of(object);
    if (!chunk->condemned) return;
    if (UNLIKELY(chunk->generation == HEAP_LARGE)) {
        if (!is_marked(chunk)) mark_large(collection, chunk, object, shared);
    } else {
        u64 header = header_of(object);
        *slot = is_forwarded(header) ? forwarded_to(object, header, shared)
                                     : (shared ? copy_shared : copy_alone)(collection, object, header);
    }
}

void collect_slot(void *context, ref *slot) {
    struct collection *collection = context;
    if (collection->team) {
        do_slot(collection, slot, true);
    } else {
        do_slot(collection, slot, false);
    }
}

// ---- Looking through objects

static inline void mark_card_of(ref *slot) {
    if (collect_is_young(*slot)) heap_mark_card((u64)(uintptr_t)slot);
}

INLINED void slot_alone(void *collection, ref *slot) { do_slot(collection, slot, false); }

INLINED void old_slot_alone(void *collection, ref *slot) {
    do_slot(collection, slot, false);
    mark_card_of(slot);
}

// An exchange waits until its object is in the cache, and everything behind it does. So objects are asked for some time
// before: slots wait in a ring, and each that comes has the oldest one done. The lowest bit says that the slot is old.
static void do_waiting(struct collection *collection, u64 waiting) {
    ref *slot = (ref *)(waiting & ~1ull);
    do_slot(collection, slot, true);
    if (waiting & 1) mark_card_of(slot);
}

INLINED void await(struct collection *collection, ref *slot, bool old) {
    if (!heap_contains(*slot) || !heap_chunk_of(*slot)->condemned) {
        do_waiting(collection, (u64)(uintptr_t)slot | old);
        return;
    }
    __builtin_prefetch(object_at(*slot), 1);
    u64 *place = &collection->waiting[collection->waited++ % COLLECT_WAITING], oldest = *place;
    *place = (u64)(uintptr_t)slot | old;
    if (LIKELY(oldest)) do_waiting(collection, oldest);
}

static bool end_waiting(struct collection *collection) {
    bool any = false;
    for (u32 i = 0; i < COLLECT_WAITING; i++) {
        u64 *place = &collection->waiting[collection->waited++ % COLLECT_WAITING], oldest = *place;
        *place = 0;
        if (oldest) do_waiting(collection, oldest);
        any |= oldest != 0;
    }
    return any;
}

INLINED void slot_shared(void *collection, ref *slot) { await(collection, slot, false); }
INLINED void old_slot_shared(void *collection, ref *slot) { await(collection, slot, true); }

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
    collect_slot(visit->collection, slot);
    if (visit->old) mark_card_of(slot);
}

INLINED void trace_within(struct collection *collection, ref object, bool old, u64 start, u64 end, bool shared) {
    u32 apart = object_class(object)->flags & collection->apart;
    if (UNLIKELY(apart & CLASS_REACHES_OWNER)) unload_reach_by(collection, object);
    if (UNLIKELY(apart & CLASS_IS_REFERENCE)) {
        struct weak_visit visit = {collection, (ref *)(uintptr_t)(object + collection->referent), old};
        collect_visit_object(object, start, end, slot_of_reference, &visit);
    } else if (old) {
        visit_slots(object, start, end, shared ? old_slot_shared : old_slot_alone, collection);
    } else {
        visit_slots(object, start, end, shared ? slot_shared : slot_alone, collection);
    }
}

// Between two pieces the collector may pause: of objects, and of the slots of a large one.
#define PAUSE_BYTES (16 * KIB)
#define OFTEN_BYTES 128u
#define CARDS_A_PAUSE (PAUSE_BYTES / CARD_BYTES)

static void trace_pieces(struct collection *collection, ref object, bool old, u64 bytes) {
    for (u64 at = object, end = object + bytes; at < end; at += PAUSE_BYTES) {
        trace_within(collection, object, old, at, at + PAUSE_BYTES, false);
        collect_pause(collection);
    }
}

static void trace_large(struct collection *collection, const struct heap_chunk *chunk) {
    u64 start = heap_chunk_start(chunk);
    const struct class *class = object_class((ref)start);
    if (class_is_array(class) && class->element_type != 'L') return;
    trace_pieces(collection, (ref)start, chunk->old, heap_inner_bytes((ref)start));
}

static bool trace_chunk(struct collection *collection, struct heap_chunk *chunk) {
    if (chunk->generation == HEAP_LARGE) {
        u64 start = heap_chunk_start(chunk);
        if (chunk->scan != start) return false;
        chunk->scan = start + HEAP_CHUNK_BYTES;
        trace_large(collection, chunk);
        return true;
    }
    bool any = chunk->scan < chunk->top, old = chunk->generation == HEAP_OLD;
    while (chunk->scan < chunk->top) {
        u64 end = chunk->scan + (collection->pauses_often ? OFTEN_BYTES : PAUSE_BYTES);
        if (end > chunk->top) end = chunk->top;
        while (chunk->scan < end) {
            ref object = (ref)chunk->scan;
            u32 bytes = heap_inner_bytes(object);
            chunk->scan += bytes;
            if (LIKELY(bytes <= PAUSE_BYTES)) {
                trace_within(collection, object, old, 0, UINT64_MAX, false);
            } else {
                trace_pieces(collection, object, old, bytes);
            }
        }
        collect_pause(collection);
    }
    return any;
}

static void trace_alone(struct collection *collection) {
    for (bool any = true; any;) {
        any = false;
        for (u32 i = 0; i < collection->queue_count; i++) {
            any |= trace_chunk(collection, &heap_chunks[collection->queue[i]]);
        }
        any |= unload_trace(collection);
    }
}

// ---- The same with others

static bool trace_space(struct collection *collection, struct collect_space *space) {
    bool any = space->scan < space->next, old = space->generation == HEAP_OLD;
    while (space->scan < space->next) {
        ref object = (ref)space->scan;
        space->scan += heap_inner_bytes(object);
        trace_within(collection, object, old, 0, UINT64_MAX, true);
    }
    return any;
}

// What nobody else has been given.
static void trace_own(struct collection *collection) {
    for (bool any = true; any;) {
        any = trace_space(collection, &collection->young);
        any |= trace_space(collection, &collection->old);
        any |= end_waiting(collection);
        any |= unload_trace(collection);
    }
}

#define PIECE_BYTES (64u * 1024u)

// Traces the slots in [start, end) of a large object; other pieces of it go to others.
static void trace_piece(struct collection *collection, const struct heap_chunk *chunk, struct collect_packet packet) {
    while (chunk->generation == HEAP_LARGE_REST) chunk--;
    ref object = (ref)heap_chunk_start(chunk), end = packet.end;
    if (end - packet.start > PIECE_BYTES) {
        end = packet.start + PIECE_BYTES;
        collect_team_give(collection->team, end, packet.end);
    }
    trace_within(collection, object, __atomic_load_n(&chunk->old, __ATOMIC_RELAXED), packet.start, end, true);
}

static void trace_packet(struct collection *collection, struct collect_packet packet) {
    const struct heap_chunk *chunk = heap_chunk_of(packet.start);
    bool old = chunk->generation == HEAP_OLD;
    if (!old && chunk->generation != HEAP_YOUNG) {
        trace_piece(collection, chunk, packet);
        return;
    }
    for (u64 at = packet.start; at < packet.end;) {
        ref object = (ref)at;
        at += heap_inner_bytes(object);
        trace_within(collection, object, old, 0, UINT64_MAX, true);
    }
}

static void trace_shared(struct collection *collection) {
    struct collect_packet packet;
    trace_own(collection);
    while (collect_team_take(collection->team, &packet)) {
        trace_packet(collection, packet);
        trace_own(collection);
    }
}

void collect_trace(struct collection *collection) { (collection->team ? trace_shared : trace_alone)(collection); }

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
INLINED u64 trace_card(struct collection *collection, const struct heap_chunk *chunk, u64 card, u64 top, u64 known,
                       bool shared) {
    u64 last = 0;
    for (u64 object = first_in_card(chunk, card, known); object < card + CARD_BYTES && object < top;
         object += heap_inner_bytes((ref)object)) {
        trace_within(collection, (ref)object, true, card, card + CARD_BYTES, shared);
        last = object;
    }
    return last;
}

INLINED void trace_marked_cards(struct collection *collection, struct heap_chunk *chunk, bool shared) {
    bool large = chunk->generation == HEAP_LARGE;
    u32 marked = 0;
    // What the roots have had copied here by now lies above `scan`: collect_trace looks through that, and nothing must
    // be looked through twice.
    u64 start = heap_chunk_start(chunk), end = large ? start + heap_object_bytes((ref)start) : chunk->scan, known = 0;
    for (u64 card = start; card < end; card += CARD_BYTES) {
        // Most are not marked: skips eight at a time, where eight begin together.
        while (card % (8 * CARD_BYTES) == 0 && card < end && *(const u64 *)card_of(card) == 0) card += 8 * CARD_BYTES;
        if (card >= end || !*card_of(card)) continue;
        if (!shared && ++marked % CARDS_A_PAUSE == 0) collect_pause(collection);
        *card_of(card) = 0;
        if (large) {
            trace_within(collection, (ref)start, true, card, card + CARD_BYTES, shared);
        } else {
            known = trace_card(collection, chunk, card, end, known, shared);
        }
    }
}

bool collect_has_cards(const struct collection *collection, const struct heap_chunk *chunk) {
    if (chunk->domain != heap_of(collection->domain)->domain_number || chunk->condemned) return false;
    return chunk->generation == HEAP_OLD || (chunk->generation == HEAP_LARGE && chunk->old);
}

void collect_trace_last_card(struct collection *collection, struct heap_chunk *chunk) {
    u64 card = ALIGN_DOWN(chunk->scan, (u64)CARD_BYTES), end = chunk->scan;
    chunk->scan = card;
    if (card == end || !*card_of(card)) return;
    *card_of(card) = 0;
    trace_card(collection, chunk, card, end, 0, true);
}

static void trace_cards_alone(struct collection *collection) {
    struct heap_chunk *end = heap_chunks_end();
    for (struct heap_chunk *chunk = heap_chunks; chunk < end; chunk++) {
        if (!collect_has_cards(collection, chunk)) continue;
        trace_marked_cards(collection, chunk, false);
        collect_pause(collection);
    }
}

static void trace_cards_shared(struct collection *collection) {
    for (struct heap_chunk *chunk; (chunk = collect_team_next_chunk(collection->team));) {
        trace_marked_cards(collection, chunk, true);
    }
}

void collect_trace_cards(struct collection *collection) {
    (collection->team ? trace_cards_shared : trace_cards_alone)(collection);
}
