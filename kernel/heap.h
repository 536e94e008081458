// The heap of a domain: chunks of 1 MiB out of one pool, from which each thread cuts objects by a window of its own (thread->heap_next, heap_end).
// Memory is zero before it is handed out. Thread level only. An allocation may collect: raw references held across it are lost.
// "0" means that thread->exception says why: OutOfMemoryError, NegativeArraySizeException.
#ifndef KERNEL_HEAP_H
#define KERNEL_HEAP_H

#include "kernel/layout.h"
#include "kernel/object.h"
#include "kernel/thread.h"

struct domain;
struct memory_range;

struct heap {
    u64 limit_bytes;     // as the user asked
    u64 used_bytes;      // of chunks taken, whole
    u64 next, end;       // what is left of the chunk that windows are cut from
    ref out_of_memory;   // made beforehand. Root.
    struct memory_range *fixed;
};

enum heap_generation { HEAP_FREE, HEAP_YOUNG, HEAP_LARGE, HEAP_LARGE_REST };

struct heap_chunk {
    u32 domain;
    u8 generation;   // enum heap_generation
};
// By (address - HEAP_START) / HEAP_CHUNK_BYTES.
extern struct heap_chunk heap_chunks[(HEAP_END - HEAP_START) / HEAP_CHUNK_BYTES];

// Commits the card table and `bytes` of the pool at most, less if memory is short; false: there is next to none.
bool heap_init(struct domain *domain, u64 bytes);

// A new instance, fields zero. The class must be initialised (or be one that this thread is initialising), and no array, interface or abstract class.
ref heap_alloc_object(struct thread *thread, struct class *class);
ref heap_alloc_array(struct thread *thread, struct class *array_class, s32 length);
// By element letter; for natives.
ref heap_alloc_primitive_array(struct thread *thread, type_letter letter, s32 length);
// JVMS multianewarray; lengths as they lie in translated code's argument area, the outermost first, low 32 bits each.
ref heap_alloc_multi(struct thread *thread, struct class *array_class, u32 dimensions, const s64 *lengths);
// Object.clone, without its check for Cloneable.
ref heap_clone(struct thread *thread, handle object);
// The same from what is kept back for making OutOfMemoryError: 0 without an exception.
ref heap_try_object(struct thread *thread, struct class *class);
ref heap_try_array(struct thread *thread, struct class *array_class, s32 length);
// Bytes of an object, header included, 8-aligned.
u32 heap_object_bytes(ref object);

// Memory that never moves, for mirrors and literals; zeroed, 8-aligned. Panics when the range is exhausted.
ref heap_alloc_fixed(struct domain *domain, u32 bytes);

// Runtime.freeMemory and totalMemory (which maxMemory is as well).
u64 heap_free_bytes(const struct domain *domain);
u64 heap_total_bytes(const struct domain *domain);

// The barrier that must go with every store of a reference into an object by C.
static inline void heap_mark_card(u64 address) { *(u8 *)(CARD_TABLE_START + (address >> CARD_SHIFT)) = 1; }
static inline ref heap_load_ref(ref object, u32 offset) { return *(ref *)(uintptr_t)(object + offset); }
static inline void heap_store_ref(ref object, u32 offset, ref value) {
    *(ref *)(uintptr_t)(object + offset) = value;
    heap_mark_card(object + offset);
}
static inline ref array_get_ref(ref array, u32 index) { return ((ref *)array_at(array)->elements)[index]; }
static inline void array_set_ref(ref array, u32 index, ref value) { heap_store_ref(array, ARRAY_ELEMENTS_OFFSET + 4 * index, value); }

#endif
