// One collection while it goes on: what the parts of the collector (collect_*.c) share. See collect.h.
#ifndef KERNEL_HEAP_COLLECTION_H
#define KERNEL_HEAP_COLLECTION_H

#include "kernel/heap/heap.h"
#include "log/events.h"
#include "translator/object.h"

#define COLLECT_AGES 16u
#define COLLECT_WAITING 16u
#define COLLECT_CHUNKS ((HEAP_END - HEAP_START) / HEAP_CHUNK_BYTES)

// Where copies go: the rest of a chunk.
struct collect_space {
    enum heap_generation generation;
    struct heap_chunk *chunk; // NULL if there is none yet
    // In a collection by several processors: where the next copy goes, the chunk's end, and from where on copies have
    // neither been looked through nor been given to others. The chunk's `top` is set when nothing more goes there.
    u64 next, end, scan;
};

// The kinds of java.lang.ref.Reference that the collector treats differently.
enum reference_kind { REFERENCE_SOFT, REFERENCE_WEAK, REFERENCE_FINAL, REFERENCE_PHANTOM, REFERENCE_KINDS };

struct collection {
    struct domain *domain;
    struct collect_team *team; // of the processors that take part (kernel/heap/collect_team.h); NULL if it is one
    bool full;                 // of all generations, otherwise of the young one only
    bool clear_soft;           // softly reachable objects are let go
    bool discovers;            // referents are not traced yet
    bool ages;                 // survivors become a collection older
    bool counts_ages;          // by class (log_survival)
    u32 old_age;               // collections that make an object old, unless this one makes all old
    bool verifies;             // checks what is left of classes before the dead ones go
    bool is_shared;            // threads of other domains run between its pieces
    bool may_pause;            // now
    bool was_awaited;          // by threads of other domains
    bool pauses_often;         // after every few objects, and ready threads run
    u32 apart;                 // flags of classes whose instances are traced apart
    struct owner *reached;     // owners that have been found alive, but not yet looked through
    struct owner *ended;       // that nobody has reached, and that have still to give back what they have
    struct collect_space young, old;
    // Numbers of chunks that have, or had, something to be looked through. With several processors: that have marked
    // cards.
    u16 queue[COLLECT_CHUNKS];
    u32 queue_count;
    u64 waiting[COLLECT_WAITING]; // with several processors: slots that will be done soon (collect_copy.c)
    u32 waited;
    ref discovered[REFERENCE_KINDS]; // chains by Reference.discovered
    ref pending, pending_last;       // the same, of references that Java is to get
    struct class *reference_classes[REFERENCE_KINDS];
    u32 referent, discovered_field, next_field; // offsets in java.lang.ref.Reference
    s64 *soft_clock;                            // SoftReference.clock; NULL if there are no soft references yet
    u32 soft_timestamp;                         // the offset of SoftReference.timestamp
    u64 age_objects[COLLECT_AGES], age_bytes[COLLECT_AGES];
    // heap_occupied_bytes; before without what windows had left
    u64 occupied_before_bytes, occupied_after_bytes;
};

static inline bool collect_is_condemned(ref object) {
    return heap_contains(object) && heap_chunk_of(object)->condemned;
}
static inline bool collect_is_old(ref object) {
    const struct heap_chunk *chunk = heap_chunk_of(object);
    return chunk->generation == HEAP_OLD ||
           (chunk->generation == HEAP_LARGE && __atomic_load_n(&chunk->old, __ATOMIC_RELAXED));
}
static inline bool collect_is_young(ref object) { return heap_contains(object) && !collect_is_old(object); }

// Calls `visit` with every slot outside the heap that holds a reference, or may hold one, except those of owners
// (kernel/heap/unload.h).
void collect_visit_roots(struct domain *domain, void (*visit)(void *context, ref *slot), void *context);
// Reaches the owners of all methods that run (kernel/heap/unload.h).
void collect_reach_frames(struct collection *collection);
// Calls `visit` with every slot of the object that holds a reference and lies in [start, end).
void collect_visit_object(ref object, u64 start, u64 end, void (*visit)(void *context, ref *slot), void *context);

// Copies or marks what the slot refers to, if that is condemned, and corrects the slot.
void collect_slot(void *collection, ref *slot);
// Looks through everything that has been copied, until nothing is left.
void collect_trace(struct collection *collection);
// Finds what old objects refer to in the young generation, by their cards.
void collect_trace_cards(struct collection *collection);
// The chunk holds objects that are old and stay where they are.
bool collect_has_cards(const struct collection *collection, const struct heap_chunk *chunk);
// The same for the last card of a chunk of small ones, if that is not full; what lies above is left to others.
void collect_trace_last_card(struct collection *collection, struct heap_chunk *chunk);
// The chunk is about to hold old objects.
void collect_reset_chunk(const struct heap_chunk *chunk);
// Returns false if there is no memory for it; once there is, it stays.
bool collect_copy_init(void);
// Has collect_trace look through the chunk from its `scan` on.
void collect_enqueue(struct collection *collection, const struct heap_chunk *chunk);

// Whether an object that was condemned has been copied or marked.
bool collect_is_alive(ref object);
// For any object, when everything alive has been found: where it is now, or 0 if it is dead.
ref collect_forward(ref object);
// Called for each reference object: returns true if it is kept for collect_references and its referent must not be
// traced.
bool collect_discover(struct collection *collection, ref reference);
void collect_references_begin(struct collection *collection);
void collect_references(struct collection *collection);

// Looks through the whole heap, and panics if anything is wrong. The memory for that is taken beforehand, by _init,
// which returns false if there is none.
bool collect_verify_init(void);
void collect_verify(struct domain *domain, const char *when);

#endif
