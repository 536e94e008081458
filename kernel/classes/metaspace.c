// See metaspace.h.
#include "kernel/classes/metaspace.h"

#include "kernel/classes/domain.h"
#include "kernel/core/memory.h"
#include "kernel/heap/raise.h"

#define RESERVE_BYTES (4 * MIB)
#define CODE_BYTES (64 * KIB)  // the slots of a method's sites; a giant's come from the reserve
#define CODE_RESERVE_BYTES MIB // handlers of the error have to be translated
#define ARRAY_CLASS_BYTES 1024ull
#define ARRAY_MIRROR_BYTES 256ull

bool metaspace_would_hold(const struct domain *domain, u64 class_bytes, u64 fixed_bytes) {
    return (!class_bytes || memory_has_room(&memory_class_data, class_bytes, RESERVE_BYTES)) &&
           (!fixed_bytes || memory_has_room(domain->heap.fixed, fixed_bytes, RESERVE_BYTES));
}

bool metaspace_has_room_for_code(struct thread *thread) {
    if (LIKELY(memory_has_room(&memory_class_data, CODE_BYTES, CODE_RESERVE_BYTES))) return true;
    exception_throw_out_of_memory(thread, "Metaspace");
    return false;
}

bool metaspace_has_room_for_arrays(struct thread *thread, const struct class *component, u32 dimensions) {
    return metaspace_has_room(thread, dimensions * (ARRAY_CLASS_BYTES + component->name->length + dimensions),
                              dimensions * ARRAY_MIRROR_BYTES);
}

bool metaspace_has_room(struct thread *thread, u64 class_bytes, u64 fixed_bytes) {
    if (LIKELY(metaspace_would_hold(domain_of(thread), class_bytes, fixed_bytes))) return true;
    exception_throw_out_of_memory(thread, "Metaspace");
    return false;
}
