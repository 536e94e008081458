// See slots.h. A part's places are handed out one after the other; the numbers of those that came back are on a stack
// at the end of the part, which has an entry for each place there has been.
#include "kernel/memory/slots.h"

#include "base/panic.h"
#include "base/string.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/memory.h"

#define PARTS (SLOT_MOST_SHIFT - SLOT_LEAST_SHIFT + 1)
#define PART_BYTES (1ull << SLOT_PART_SHIFT)
#define STACK_BYTES ((PART_BYTES >> SLOT_LEAST_SHIFT) * sizeof(u32))
#define KEPT_MOST_BYTES (20 * MIB) // two arenas of the verifier, which each class of a program needs, and more
// Those below have no large pages, and can be cut.
#define LARGE_SHIFT 21u

// Begins a slot that is kept.
struct kept_slot {
    struct kept_slot *next;
    u64 bytes; // committed
};

static struct part {
    u32 slots, free_slots;
    struct memory_range stack; // u32 numbers of free slots, the first `free_slots` of `slots`
    struct kept_slot *kept;
    u64 kept_bytes;
} parts[PARTS];
static u64 kept_bytes; // of all parts

static u64 part_start(const struct part *part) { return SCRATCH_START + (u64)(part - parts) * PART_BYTES; }
static u32 part_shift(const struct part *part) { return SLOT_LEAST_SHIFT + (u32)(part - parts); }
static u32 *stack_of(const struct part *part) { return (u32 *)part->stack.start; }

void slots_init(void) {
    for (struct part *part = parts; part < parts + PARTS; part++) {
        u64 end = part_start(part) + PART_BYTES;
        memory_range_init(&part->stack, "free slots", end - STACK_BYTES, end, MACHINE_PAGE_BYTES, false);
    }
}

// ---- Places

// Returns 0 if there is none, or no memory to remember it by.
static u64 place_take(struct part *part) {
    u32 shift = part_shift(part);
    if (part->free_slots) return part_start(part) + ((u64)stack_of(part)[--part->free_slots] << shift);
    u64 start = part_start(part) + ((u64)part->slots << shift);
    if (start + (1ull << shift) > part->stack.start || !memory_take(&part->stack, sizeof(u32), sizeof(u32))) return 0;
    part->slots++;
    return start;
}

static void place_give(struct part *part, u64 start) {
    ASSERT(part->free_slots < part->slots);
    stack_of(part)[part->free_slots++] = (u32)((start - part_start(part)) >> part_shift(part));
}

// ---- Memory

static u64 step_of(u64 left) { return left < MEMORY_STEP_BYTES ? left : MEMORY_STEP_BYTES; }

static void release(u64 start, u64 bytes, void (*pause)(void)) {
    for (u64 done = 0, step; done < bytes; done += step) {
        step = step_of(bytes - done);
        machine_release(start + done, step);
        if (pause) pause();
    }
}

static bool commit(u64 start, u64 bytes, void (*pause)(void)) {
    for (u64 done = 0, step; done < bytes; done += step) {
        step = step_of(bytes - done);
        if (!memory_commit(start + done, step)) {
            release(start, done, pause);
            return false;
        }
        if (pause) pause();
    }
    return true;
}

// ---- What is kept

static struct kept_slot *take_kept(struct part *part, struct kept_slot **place) {
    struct kept_slot *kept = *place;
    ASSERT(part->kept_bytes >= kept->bytes && kept_bytes >= part->kept_bytes);
    *place = kept->next;
    part->kept_bytes -= kept->bytes;
    kept_bytes -= kept->bytes;
    return kept;
}

static struct kept_slot *find_kept(struct part *part, u64 bytes) {
    struct kept_slot **place = &part->kept;
    while (part_shift(part) >= LARGE_SHIFT && *place && (*place)->bytes != bytes) place = &(*place)->next;
    return *place ? take_kept(part, place) : NULL;
}

// Releases slots of the sizes of which most is kept, until no more than `most` bytes are kept in all.
static void keep_at_most(u64 most) {
    while (kept_bytes > most) {
        struct part *largest = parts;
        for (struct part *part = parts; part < parts + PARTS; part++) {
            if (part->kept_bytes > largest->kept_bytes) largest = part;
        }
        const struct kept_slot *kept = take_kept(largest, &largest->kept);
        release((u64)kept, kept->bytes, NULL);
        place_give(largest, (u64)kept);
    }
}

static bool keep(struct part *part, u64 start, u64 bytes) {
    if (bytes > KEPT_MOST_BYTES / 2) return false;
    keep_at_most(KEPT_MOST_BYTES - bytes);
    struct kept_slot *kept = (struct kept_slot *)start;
    *kept = (struct kept_slot){part->kept, bytes};
    part->kept = kept;
    part->kept_bytes += bytes;
    kept_bytes += bytes;
    return true;
}

static void clear(u64 start, u64 bytes, void (*pause)(void)) {
    for (u64 done = 0, step; done < bytes; done += step) {
        step = step_of(bytes - done);
        memset((void *)(start + done), 0, step);
        if (pause) pause();
    }
}

// Has a slot of which `has` bytes are committed have `bytes`.
static bool fit(u64 start, u64 has, u64 bytes, void (*pause)(void)) {
    if (has > bytes) machine_release(start + bytes, has - bytes);
    return has >= bytes || commit(start + has, bytes - has, pause);
}

// ---- Taking and giving

static u64 try_to_take(struct part *part, u64 bytes, bool clean, void (*pause)(void)) {
    struct kept_slot *kept = find_kept(part, bytes);
    u64 has = kept ? kept->bytes : 0, start = kept ? (u64)kept : place_take(part);
    if (!start) return 0;
    if (fit(start, has, bytes, pause)) {
        if (clean) clear(start, has < bytes ? has : bytes, pause);
        return start;
    }
    if (has) machine_release(start, has);
    place_give(part, start);
    return 0;
}

u64 slot_take(u32 shift, u64 bytes, bool clean, void (*pause)(void)) {
    ASSERT_LOCKED();
    ASSERT(shift >= SLOT_LEAST_SHIFT && shift <= SLOT_MOST_SHIFT && bytes && bytes <= 1ull << shift);
    struct part *part = &parts[shift - SLOT_LEAST_SHIFT];
    if (kept_bytes && !memory_may_commit(bytes)) keep_at_most(0);
    return memory_may_commit(bytes) ? try_to_take(part, bytes, clean, pause) : 0;
}

void slot_give(u64 start, u64 bytes, void (*pause)(void)) {
    ASSERT_LOCKED();
    struct part *part = &parts[slot_shift(start) - SLOT_LEAST_SHIFT];
    ASSERT(slot_start(start) == start && bytes <= 1ull << part_shift(part));
    if (keep(part, start, bytes)) return;
    release(start, bytes, pause);
    place_give(part, start);
}
