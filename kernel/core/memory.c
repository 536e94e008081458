// Ranges that grow; see memory.h.
#include "kernel/core/memory.h"

void memory_range_init(struct memory_range *range, const char *name, u64 start, u64 end, u64 step_bytes, bool is_code) {
    *range = (struct memory_range){.name = name,
                                   .start = start,
                                   .end = end,
                                   .next = start,
                                   .committed_end = start,
                                   .step_bytes = step_bytes,
                                   .is_code = is_code};
}

bool memory_may_commit(u64 bytes) {
    u64 free = machine_free_bytes();
    return free >= bytes && free - bytes >= machine.kept_bytes;
}

bool memory_commit(u64 start, u64 bytes) {
    return memory_may_commit(bytes) && machine_commit(start, bytes, MACHINE_WRITE);
}

static bool commit_up_to(struct memory_range *range, u64 end) {
    u64 wanted = ALIGN_UP(end, range->step_bytes);
    if (wanted > range->end) wanted = range->end;
    u64 bytes = wanted - range->committed_end;
    if (!range->is_heap && !memory_may_commit(bytes)) return false;
    bool done = range->is_code ? machine_commit_code(range->committed_end, bytes)
                               : machine_commit(range->committed_end, bytes, MACHINE_WRITE);
    if (done) range->committed_end = wanted;
    return done;
}

bool memory_prepare(struct memory_range *range, u64 bytes) {
    u64 end = range->committed_end;
    return bytes <= range->end - end && commit_up_to(range, end + bytes);
}

u64 memory_take(struct memory_range *range, u64 bytes, u64 alignment) {
    u64 start = ALIGN_UP(range->next, alignment);
    if (start > range->end || bytes > range->end - start) return 0;
    if (start + bytes > range->committed_end && !commit_up_to(range, start + bytes)) return 0;
    range->next = start + bytes;
    return start;
}
