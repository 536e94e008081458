// java.lang.ref during a collection. A reference object that is still active (its `next` is null) and whose referent
// has not been reached yet is put on the chain of its kind, linked by its field `discovered`, and its referent is not
// traced. When everything else has been, the chains are looked through in the order of strength: soft and weak
// references are cleared, finalizable objects are kept alive once more with everything they refer to, phantom
// references are cleared. A reference that has been cleared, or whose object is to be finalized, goes to the pending
// chain with `next` referring to itself: it is no longer active.
//
// Soft references are kept as HotSpot keeps them: as long as the milliseconds between their last use (timestamp) and
// the last collection (clock) are at most a thousand times the MiB that were free then; but not in the last attempt
// before an OutOfMemoryError.
#include "base/panic.h"
#include "kernel/core/scheduler.h"
#include "kernel/core/threads.h"
#include "kernel/heap/collect.h"
#include "kernel/heap/collection.h"
#include "kernel/heap/hooks.h"
#include "kernel/heap/raise.h"
#include "kernel/memory/owner.h"
#include "log/log.h"

#define SOFT_MS_PER_FREE_MIB 1000u
#define SETTLED_A_PAUSE 256u // references

static bool keeps_soft(const struct collection *collection, ref reference) {
    const struct heap *heap = heap_of(collection->domain);
    u64 used = heap->used_after_bytes < heap->limit_bytes ? heap->used_after_bytes : heap->limit_bytes;
    s64 limit_ms = (s64)((heap->limit_bytes - used) / MIB * SOFT_MS_PER_FREE_MIB);
    return !collection->clear_soft &&
           *collection->soft_clock - *(s64 *)(uintptr_t)(reference + collection->soft_timestamp) <= limit_ms;
}

static void advance_soft_clock(const struct collection *collection) {
    if (collection->soft_clock) *collection->soft_clock = log_monotonic_ns() / 1000000;
}

void collect_references_begin(struct collection *collection) {
    collect_references_known(collection);
    collection->discovers = true;
}

static ref *slot_of(ref object, u32 offset) { return (ref *)(uintptr_t)(object + offset); }

static bool is_kind(const struct collection *collection, const struct class *class, u32 kind) {
    const struct class *wanted = collection->reference_classes[kind];
    return wanted && class_is_subclass(class, wanted);
}

bool collect_discover(struct collection *collection, ref reference) {
    ref referent = *slot_of(reference, collection->referent);
    bool may_go = collect_is_condemned(referent) || (collection->full && owner_is_mortal_mirror(referent));
    if (!collection->discovers || !may_go || collect_is_alive(referent)) return false;
    if (*slot_of(reference, collection->next_field)) return false;
    const struct class *class = object_class(reference);
    u32 kind = 0;
    while (kind < REFERENCE_KINDS && !is_kind(collection, class, kind)) kind++;
    if (kind == REFERENCE_KINDS || (kind == REFERENCE_SOFT && keeps_soft(collection, reference))) return false;
    ref *link = slot_of(reference, collection->discovered_field);
    ASSERT(!*link); // on no chain yet: nothing is looked through twice
    *link = collection->discovered[kind];
    collection->discovered[kind] = reference;
    return true;
}

static void enlist(struct collection *collection, ref reference) {
    heap_store_ref(reference, collection->next_field, reference);
    heap_store_ref(reference, collection->discovered_field, 0);
    if (collection->pending) {
        heap_store_ref(collection->pending_last, collection->discovered_field, reference);
    } else {
        collection->pending = reference;
    }
    collection->pending_last = reference;
}

static void settle(struct collection *collection, ref reference, bool finalizes, bool *kept) {
    ref *referent = slot_of(reference, collection->referent);
    bool alive = collect_is_alive(*referent); // a mirror is alive if its class lives on
    if (alive || finalizes) {
        collect_slot(collection, referent);
        heap_mark_card((u64)(uintptr_t)referent);
    } else {
        *referent = 0;
    }
    if (alive) {
        *slot_of(reference, collection->discovered_field) = 0;
    } else {
        enlist(collection, reference);
    }
    *kept |= finalizes && !alive;
}

// Returns true if objects have been kept alive that must be traced.
static bool settle_all(struct collection *collection, enum reference_kind kind) {
    bool kept = false;
    u32 count = 0;
    for (ref reference = collection->discovered[kind], next; reference; reference = next) {
        next = *slot_of(reference, collection->discovered_field);
        settle(collection, reference, kind == REFERENCE_FINAL, &kept);
        if (++count % SETTLED_A_PAUSE == 0) collect_pause(collection);
    }
    collection->discovered[kind] = 0;
    return kept;
}

void collect_references(struct collection *collection) {
    settle_all(collection, REFERENCE_SOFT);
    settle_all(collection, REFERENCE_WEAK);
    // What finalizable objects refer to by weak references is kept alive with them, because none of it has been looked
    // at by now.
    collection->discovers = false;
    if (settle_all(collection, REFERENCE_FINAL)) collect_trace(collection);
    settle_all(collection, REFERENCE_PHANTOM);
    advance_soft_clock(collection);
    if (!collection->pending) return;
    struct heap *heap = heap_of(collection->domain);
    heap_store_ref(collection->pending_last, collection->discovered_field, heap->pending);
    heap->pending = collection->pending;
}

// ---- For the thread that handles them

bool collect_has_pending(void) { return heap_of(thread_self()->domain)->pending != 0; }

ref collect_take_pending(void) {
    struct heap *heap = heap_of(thread_self()->domain);
    ref pending = heap->pending;
    heap->pending = 0;
    return pending;
}

void collect_await_pending(struct thread *thread) {
    struct heap *heap = heap_of(thread->domain);
    while (!heap->pending && !exception_is_end(thread)) {
        heap->pending_waiter = thread;
        scheduler_block(THREAD_WAITING, SWITCH_wait, SCHEDULER_FOR_EVER);
    }
    heap->pending_waiter = NULL;
}
