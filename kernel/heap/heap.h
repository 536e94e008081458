// The heap of a domain: chunks of 1 MiB out of one pool, from which each thread cuts objects through a window of its
// own (thread->heap_next, heap_end). Memory is zeroed before it is handed out. Thread level only. An allocation may
// collect: raw references held across it are lost. Functions that return 0 have set thread->exception, to
// OutOfMemoryError or NegativeArraySizeException.
#ifndef KERNEL_HEAP_HEAP_H
#define KERNEL_HEAP_HEAP_H

#include "base/layout.h"
#include "kernel/core/cpu.h"
#include "kernel/core/thread.h"
#include "kernel/heap/collect_options.h"
#include "translator/object.h"

struct domain;
struct memory_range;

struct collection;

// A collection, as the program is told of it.
struct heap_collected {
    u64 begin_ticks, end_ticks;
    u64 before_bytes, after_bytes;             // of objects
    u64 before_class_bytes, after_class_bytes; // owner_used_bytes
    bool full;
    u32 cause; // enum collection_cause
};

#define HEAP_COLLECTED 8u

// A struct domain begins with it.
struct heap {
    struct domain_core;               // [k]
    const struct class *mirror_class; // [I] its instances differ in size: heap_mirror_bytes (kernel/heap/hooks.h)
    const struct class *blank_class;  // [I] byte[]: what a large object is while its memory is cleared
    u64 limit_bytes;                  // [I] as the user asked, or what memory allows
    u64 used_bytes;                   // [k] of chunks taken, whole
    u64 large_bytes;                  // [k] of those, the bytes of large objects, which are never copied
    u64 pool_bytes;       // [I] how much the chunks of all heaps can take altogether, during a collection as well
    u64 wanted_bytes;     // [k] what its chunks take, and what collecting them may take
    u64 next, end;        // [k] what is left of the chunk that windows are cut from
    u64 eden_bytes;       // [k] of chunks taken for new small objects since the last collection
    u64 eden_limit_bytes; // [k]
    u64 nursery_bytes;    // [k] handed out since the last collection, for options.ages_bytes
    u64 used_after_bytes; // [k] `used_bytes` after the last collection
    u64 new_large_bytes;  // [k] of large objects made since the last collection
    u64 search_at;        // [k] where the search for a free chunk begins
    bool has_collector;   // [I] a full heap without one is full
    bool counts;          // [I] heap_count is told of every allocation in C
    bool keeps_sites;     // [I] it is known of each object where it was made: heap_site_at
    bool collects_often;  // [k] every allocation comes here, and asks the collector
    struct collect_options options;                  // [k] what is asked of the collector
    u64 allocations;                                 // [k] so far, if it is to collect often
    u64 collections, collection_ticks;               // [k] so far, and what they took
    struct heap_collected collected[HEAP_COLLECTED]; // [k] the last ones
    struct thread *collection_waiter;                // [k] collect_await
    bool is_verbose;                                 // [k] each collection is told of: heap_collected
    u64 peak_bytes;                      // [k] the most that a collection, or a question of the program, has found
    u64 moves;                           // [k] how often its objects have been moved
    const struct collection *collection; // [k] while one goes on: its pauses (heap_pause)
    bool is_collected;                   // [k] a collection is going on: the heap is inconsistent
    bool is_ending;                      // [k] so is the domain, which has no threads any more (heap_pause)
    struct thread_queue awaiting;        // [k] threads of other domains that wait for its end
    u32 undisturbed;                     // [k] unless 0, nobody else runs while it is collected
    u32 put_off;                         // [k] unless 0, collections wait (collect_put_off)
    u32 put_offs_ended;                  // [k] how often one has waited for long enough
    bool is_put_off;                     // [k] one does
    u64 young_copied_bytes;              // [k] by the last young collection
    // Where objects that become old go, for each processor that takes part in a collection, in the order in which they
    // come; NULL if there is none.
    struct heap_chunk *old_chunks[CPUS_MOST]; // [k]
    struct heap_figures_place *figures;       // [I] what interrupts see of it; NULL: the heap could not be made
    struct collect_packet *packets;           // [k] for collections by several processors (kernel/heap/collect_team.h)
    u32 packet_capacity;                      // [k] 0 with one processor
    u64 full_limit_bytes;                     // [k] the next collection is full once so much is in use
    ref pending;                              // [k] references for Reference's handler: a chain by `discovered`. Root.
    struct thread *pending_waiter;            // [k] the thread that waits for one
    ref out_of_memory;                        // [k] made beforehand. Root.
};

// Hooks, in kernel/heap/collect.c, for a heap that has a collector.
// Makes room for `bytes`, at the `attempt`th attempt (from 0). Returns false if there is nothing more that it could do.
bool heap_make_room(struct thread *thread, u64 bytes, u32 attempt);
// Called before each allocation, if heap->collects_often.
void heap_before_allocation(struct thread *thread);
// Between two pieces of a collection: if it may pause, lets threads of other domains run.
void collect_pause(const struct collection *collection);

// The collection of this number, from 1, if it is one of the last HEAP_COLLECTED.
static inline const struct heap_collected *heap_collected_at(const struct heap *heap, u64 number) {
    return &heap->collected[number % HEAP_COLLECTED];
}

static inline struct heap *heap_of(const struct domain *domain) { return (struct heap *)(uintptr_t)domain; }

enum heap_generation { HEAP_FREE, HEAP_YOUNG, HEAP_OLD, HEAP_LARGE, HEAP_LARGE_REST };

struct heap_chunk {
    u32 domain;     // [k]
    u8 generation;  // [k] enum heap_generation
    u8 age;         // [k] of a large object: how many collections it has survived
    bool old;       // [a] of a large object: what it refers to is found by cards; atomic while several collect
    bool condemned; // [k] during a collection: what is alive in it must be copied out or, if large, marked
    bool marked;    // [a] a large object that is alive; atomic while several collect
    bool absent;    // [k] free, and without memory
    bool has_sites; // [k] there is memory for its objects' sites
    u64 top;        // [k] the end of what has been handed out
    u64 dirty;      // [k] zero from here or from `top` on, whichever is higher; memory below is cleared for new objects
    u64 scan;       // [k] during a collection: everything below has been looked through
};
// By (address - HEAP_START) / HEAP_CHUNK_BYTES.
extern struct heap_chunk heap_chunks[(HEAP_END - HEAP_START) / HEAP_CHUNK_BYTES];

static inline struct heap_chunk *heap_chunk_of(u64 address) {
    return &heap_chunks[(address - HEAP_START) / HEAP_CHUNK_BYTES];
}
static inline u64 heap_chunk_start(const struct heap_chunk *chunk) {
    return HEAP_START + (u64)(chunk - heap_chunks) * HEAP_CHUNK_BYTES;
}
static inline bool heap_contains(u64 address) { return address - HEAP_START < HEAP_END - HEAP_START; }
// All chunks that were ever in use lie below it.
struct heap_chunk *heap_chunks_end(void);

// Where the number of the site stands at which the object was made, 0 for one that is not counted.
static inline u16 *heap_site_at(u64 object) { return (u16 *)(OBJECT_SITES_START + (object - HEAP_START) / 4); }

// Commits the card table and `bytes` of the pool at most, less if memory is short. Returns false if there is next to
// none.
bool heap_init(struct domain *domain, u64 bytes);

// Gives everything back. Nothing refers to its objects any more.
void heap_end(struct heap *heap);

// Makes a new instance with all fields zero. The class must be initialised (or be one that this thread is
// initialising), and not an array, interface or abstract class.
ref heap_alloc_object(struct thread *thread, struct class *class);
ref heap_alloc_array(struct thread *thread, struct class *array_class, s32 length);
// By element letter; for natives (kernel/classes/class.c).
ref heap_alloc_primitive_array(struct thread *thread, type_letter letter, s32 length);
// JVMS multianewarray; the lengths as they lie in translated code's argument area, the outermost first, low 32 bits
// each.
ref heap_alloc_multi(struct thread *thread, struct class *array_class, u32 dimensions, const s64 *lengths);
// Object.clone, without its check for Cloneable.
ref heap_clone(struct thread *thread, handle object);
// Makes an instance from what is kept back for OutOfMemoryErrors, without a collection. Returns 0, without an
// exception, if that is used up.
ref heap_try_object(struct thread *thread, struct class *class);
// Makes an array, after one collection if need be, and then from what is kept back. Returns 0 without an exception.
ref heap_try_array(struct thread *thread, struct class *array_class, s32 length);
// Whether [start, end), in whole words, is zero.
bool heap_is_zero(u64 start, u64 end);
// Bytes of an object, header included, 8-aligned.
u32 heap_object_bytes(ref object);
static inline u64 heap_array_bytes(const struct class *class, u32 length) {
    return ALIGN_UP(ARRAY_ELEMENTS_OFFSET + ((u64)length << class->element_shift), (u64)OBJECT_ALIGNMENT);
}
// The same for an object in the heap proper, where no mirror is (a mirror is larger than its class says).
static inline u32 heap_inner_bytes_of(const struct class *class, ref object) {
    return LIKELY(!class_is_array(class)) ? class->instance_bytes : (u32)heap_array_bytes(class, array_length(object));
}
static inline u32 heap_inner_bytes(ref object) { return heap_inner_bytes_of(object_class(object), object); }

// A chunk for the collector, its cards clear; 0 if none is left.
u64 heap_take_chunk(struct heap *heap, enum heap_generation generation);
// Whether no other heap has chunks.
bool heap_is_alone(const struct heap *heap);
// A collection has ended: what it has taken for copies is free again.
void heap_end_copies(struct heap *heap);
// How many processors besides the one that collects may take part in copying so much.
u32 heap_helpers_most(const struct heap *heap, u64 bytes);
// Gives the memory of a free chunk back to the machine: what is used there later faults. It comes back with the chunk's
// next use.
void heap_take_memory(struct heap_chunk *chunk);
// Gives back a chunk, or all of a large object's.
void heap_release_chunk(struct heap *heap, struct heap_chunk *chunk);

// Bytes of objects by where they lie. Young and old are the small ones' chunks; what is large has chunks of its own.
struct heap_bytes {
    u64 young, old, large;
};
static inline u64 heap_bytes_sum(struct heap_bytes bytes) { return bytes.young + bytes.old + bytes.large; }
// Bytes of the domain's objects, and of the rests of windows that no object fitted into. Right after a collection there
// are no such rests.
struct heap_bytes heap_occupied_bytes(const struct domain *domain);
// The same without what windows have left. Not while the heap is collected.
struct heap_bytes heap_handed_out_bytes(const struct domain *domain);
// Publishes how full the heap is (figures.h), after a collection.
void heap_publish(struct heap *heap, struct heap_bytes bytes);

// For what the rooms above do in a collection of the domain, between two pieces of it: if the collection may pause,
// threads of other domains run; so do they if the domain ends. Otherwise does nothing.
void heap_pause(const struct domain *domain);
// Calls `visit` with every object of the domain's heap, whether something refers to it or not, by address. Nothing may
// be allocated meanwhile.
void heap_visit_objects(const struct domain *domain, void (*visit)(void *context, ref object), void *context);
// Runtime.freeMemory and totalMemory (which maxMemory is as well).
u64 heap_free_bytes(const struct domain *domain);
u64 heap_total_bytes(const struct domain *domain);

// The barrier that must go with every store of a reference into an object by C.
static inline void heap_mark_card(u64 address) {
    // Several processors of a collection may do so at once.
    __atomic_store_n((u8 *)(CARD_TABLE_START + (address >> CARD_SHIFT)), 1, __ATOMIC_RELAXED);
}
static inline ref heap_load_ref(ref object, u32 offset) { return *(ref *)(uintptr_t)(object + offset); }
static inline void heap_store_ref(ref object, u32 offset, ref value) {
    *(ref *)(uintptr_t)(object + offset) = value;
    heap_mark_card(object + offset);
}
static inline ref array_get_ref(ref array, u32 index) { return ((ref *)array_at(array)->elements)[index]; }
static inline void array_set_ref(ref array, u32 index, ref value) {
    heap_store_ref(array, ARRAY_ELEMENTS_OFFSET + 4 * index, value);
}

#endif
