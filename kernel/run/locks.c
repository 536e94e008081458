// See locks.h.
#include "kernel/run/locks.h"

#include "base/panic.h"

#include "kernel/classes/class.h"
#include "kernel/classes/class_array.h"
#include "kernel/classes/domain.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/heap.h"
#include "kernel/run/monitor.h"

#define FIRST_ENTRIES 4u
#define NO_ENTRY 0xffffffffu

static u32 entry_count(ref list) { return list ? array_length(list) : 0; }

// Chosen as in HotSpot: the first free entry after the last entry of the same object.
static u32 free_entry(ref list, ref object) {
    u32 found = NO_ENTRY;
    for (u32 i = entry_count(list); i-- > 0;) {
        ref entry = array_get_ref(list, i);
        if (entry == object) break;
        if (!entry) found = i;
    }
    return found;
}

static ref longer_list(struct thread *thread, handle list) {
    u32 count = entry_count(*list);
    struct class *objects = class_array_of(domain_of(thread)->known.object);
    ref longer = heap_alloc_array(thread, objects, (s32)(count ? 2 * count : FIRST_ENTRIES));
    for (u32 i = 0; longer && i < count; i++) array_set_ref(longer, i, array_get_ref(*list, i));
    return longer;
}

static ref enter(struct thread *thread, handle list, handle object) {
    u32 entry = free_entry(*list, *object);
    if (entry == NO_ENTRY) {
        entry = entry_count(*list);
        *list = longer_list(thread, list);
        if (!*list) return 0;
    }
    monitor_enter(thread, object);
    ASSERT(entry < entry_count(*list) && !array_get_ref(*list, entry));
    array_set_ref(*list, entry, *object);
    return *list;
}

ref locks_enter(struct thread *thread, ref list, ref object) {
    u32 mark = handle_mark(thread);
    handle kept = handle_new(thread, list);
    ref result = enter(thread, kept, handle_new(thread, object));
    handle_release(thread, mark);
    return result;
}

static void leave(struct thread *thread, ref list, u32 entry) {
    ASSERT(entry < entry_count(list));
    monitor_exit(thread, array_get_ref(list, entry));
    array_set_ref(list, entry, 0);
}

bool locks_exit(struct thread *thread, ref list, ref object) {
    for (u32 i = entry_count(list); i-- > 0;) {
        if (array_get_ref(list, i) != object) continue;
        leave(thread, list, i);
        return true;
    }
    return false;
}

static bool leave_own(struct thread *thread, ref list) {
    ASSERT(list); // its first entry is the method's own
    if (!array_get_ref(list, 0)) return false;
    leave(thread, list, 0);
    return true;
}

bool locks_return(struct thread *thread, ref list, bool is_synchronized) {
    if (is_synchronized && !leave_own(thread, list)) return false;
    for (u32 i = 0; i < entry_count(list); i++) {
        if (array_get_ref(list, i)) return false;
    }
    return true;
}

bool locks_unwind(struct thread *thread, ref list, bool is_synchronized) {
    bool is_right = !is_synchronized || leave_own(thread, list);
    for (u32 i = 0; i < entry_count(list); i++) {
        if (!array_get_ref(list, i)) continue;
        leave(thread, list, i);
        is_right = false;
    }
    return is_right;
}
