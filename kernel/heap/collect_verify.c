// Looks through the whole heap and reports what is wrong with it. First it makes a bitmap of where objects begin, then
// it checks every reference against that.
#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"
#include "kernel/heap/collection.h"
#include "kernel/heap/hooks.h"
#include "kernel/heap/unload.h"
#include "kernel/memory/scratch.h"

#define BITMAP_BYTES ((HEAP_END - HEAP_START) / OBJECT_ALIGNMENT / 8)

struct verification {
    const struct domain *domain;
    const char *when;
    u8 *starts;
    ref holder; // 0 for a root
};

// ---- Where objects begin

static void check_header(const struct verification *verification, const struct domain *domain, ref object) {
    u32 class_word = object_at(object)->class_address, mark = object_at(object)->mark;
    if (!heap_is_class(domain, class_word)) {
        panic("heap %s: the object at %x has the class word %x", verification->when, object, class_word);
    }
    if ((mark & MARK_TAG_MASK) == MARK_FORWARDED) {
        panic("heap %s: the object at %x has the mark %x", verification->when, object, mark);
    }
}

static void enter_object(void *context, ref object) {
    const struct verification *verification = context;
    check_header(verification, verification->domain, object);
    u64 number = (object - HEAP_START) / OBJECT_ALIGNMENT;
    verification->starts[number / 8] |= narrow_u8(1u << number % 8);
}

// ---- What they refer to

static void check_slot(void *context, ref *slot) {
    const struct verification *verification = context;
    ref value = *slot;
    if (value == 0 || (value >= FIXED_START && value < FIXED_END)) return;
    const char *class_name = verification->holder ? object_class(verification->holder)->name->text : "a root";
    u64 number = (value - HEAP_START) / OBJECT_ALIGNMENT;
    if (!heap_contains(value) || value % OBJECT_ALIGNMENT || !(verification->starts[number / 8] >> number % 8 & 1)) {
        panic("heap %s: %s (%x) refers in %lx to %x, where there is no object", verification->when, class_name,
              verification->holder, (u64)(uintptr_t)slot, value);
    }
    bool is_static = (u64)(uintptr_t)slot >= FIXED_START && (u64)(uintptr_t)slot < FIXED_END;
    bool is_old = is_static || (verification->holder && collect_is_old(verification->holder));
    if (!is_old || !collect_is_young(value)) return;
    if (!*(u8 *)(CARD_TABLE_START + ((u64)(uintptr_t)slot >> CARD_SHIFT))) {
        panic("heap %s: %s (%x) refers in %lx to the young %x, and its card is not marked", verification->when,
              class_name, verification->holder, (u64)(uintptr_t)slot, value);
    }
}

static void check_object(void *context, ref object) {
    struct verification *verification = context;
    verification->holder = object;
    collect_visit_object(object, 0, UINT64_MAX, check_slot, verification);
}

// ---- What is free

// What an object may be made in is zero: for it, nothing is cleared any more.
static void check_zero(const struct verification *verification, u64 start, u64 end) {
    if (start >= end || heap_is_zero(start, end)) return;
    panic("heap %s: in [%lx, %lx), which nobody has had, something is not zero", verification->when, start, end);
}

static void check_free(const struct verification *verification) {
    const struct heap *heap = heap_of(verification->domain);
    for (const struct heap_chunk *chunk = heap_chunks, *end = heap_chunks_end(); chunk < end; chunk++) {
        bool is_other = chunk->generation != HEAP_FREE && chunk->domain != heap->domain_number;
        if (is_other || chunk->absent) continue;
        u64 start = heap_chunk_start(chunk), used = chunk->dirty > chunk->top ? chunk->dirty : chunk->top;
        check_zero(verification, used > start ? used : start, start + HEAP_CHUNK_BYTES);
    }
    for (const struct thread *thread = heap->first_thread; thread; thread = thread->next_thread) {
        check_zero(verification, thread->heap_next, thread->heap_end);
    }
}

static u8 *starts;

bool collect_verify_init(void) {
    if (!starts) starts = scratch_alloc(kernel_account(ACCOUNT_TABLES), BITMAP_BYTES);
    return starts;
}

void collect_verify(struct domain *domain, const char *when) {
    memset(starts, 0, (size_t)(heap_chunks_end() - heap_chunks) * (HEAP_CHUNK_BYTES / OBJECT_ALIGNMENT / 8));
    struct verification verification = {.domain = domain, .when = when, .starts = starts};
    heap_visit_objects(domain, enter_object, &verification);
    heap_visit_objects(domain, check_object, &verification);
    verification.holder = 0;
    collect_visit_roots(domain, check_slot, &verification);
    unload_visit_all(domain, check_slot, &verification);
    heap_strings_visit(domain, check_slot, &verification);
    check_free(&verification);
}
