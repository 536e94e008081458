// Ranges that grow; see memory.h.
#include "kernel/core/memory.h"

#include "kernel/core/panic.h"

#define STEP_BYTES MACHINE_LARGE_PAGE_BYTES

struct memory_range memory_class_data, memory_code;

void memory_range_init(struct memory_range *range, const char *name, u64 start, u64 end, u64 step_bytes, bool is_code) {
    *range = (struct memory_range){.name = name,
                                   .start = start,
                                   .end = end,
                                   .next = start,
                                   .committed_end = start,
                                   .step_bytes = step_bytes,
                                   .is_code = is_code};
}

void memory_init(void) {
    memory_range_init(&memory_class_data, "class data", CLASS_DATA_START, CLASS_DATA_END, STEP_BYTES, false);
    memory_range_init(&memory_code, "code", CODE_START, CODE_END, STEP_BYTES, true);
}

static bool commit_up_to(struct memory_range *range, u64 end) {
    u64 wanted = ALIGN_UP(end, range->step_bytes);
    if (wanted > range->end) wanted = range->end;
    u64 bytes = wanted - range->committed_end;
    bool done = range->is_code ? machine_commit_code(range->committed_end, bytes)
                               : machine_commit(range->committed_end, bytes, MACHINE_WRITE);
    if (done) range->committed_end = wanted;
    return done;
}

u64 memory_take(struct memory_range *range, u64 bytes, u64 alignment) {
    u64 start = ALIGN_UP(range->next, alignment);
    if (start > range->end || bytes > range->end - start) return 0;
    if (start + bytes > range->committed_end && !commit_up_to(range, start + bytes)) return 0;
    range->next = start + bytes;
    return start;
}

bool memory_has_room(struct memory_range *range, u64 bytes, u64 reserve) {
    if (bytes + reserve > range->end - range->next) return false;
    return range->next + bytes <= range->committed_end || commit_up_to(range, range->next + bytes);
}

void *memory_class_alloc(size_t bytes) {
    u64 start = memory_take(&memory_class_data, bytes, 8);
    if (!start) {
        panic("class data exhausted at %lu of %lu bytes", memory_class_data.next - memory_class_data.start,
              memory_class_data.end - memory_class_data.start);
    }
    return (void *)start;
}
