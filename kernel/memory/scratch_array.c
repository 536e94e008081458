// Arrays that grow, in scratch memory. See kernel/memory/scratch.h.
#include "base/panic.h"
#include "base/string.h"
#include "kernel/memory/scratch.h"

bool scratch_resize(struct account *account, void *array, u64 used, u64 bytes) {
    void *old, *piece = scratch_alloc(account, bytes);
    ASSERT(used <= bytes);
    if (!piece) return false;
    memcpy(&old, array, sizeof(old));
    if (used) memcpy(piece, old, used);
    scratch_free(old);
    memcpy(array, &piece, sizeof(piece));
    return true;
}

bool scratch_make_room(struct account *account, void *array, u32 count, u32 *room, u32 first, size_t element_bytes) {
    if (count < *room) return true;
    u32 more = *room ? 2 * *room : first;
    if (!scratch_resize(account, array, count * element_bytes, more * element_bytes)) return false;
    *room = more;
    return true;
}
