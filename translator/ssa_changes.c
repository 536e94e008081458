// See ssa_changes.h. Instructions keep their numbers from pass to pass, so both forms can be compared by them.
#include "translator/ssa_changes.h"

#include "base/string.h"
#include "translator/ssa_changes_load.h"

// ---- Before

static void *keep(struct arena *arena, void *old, u32 *room, const void *from, u32 count, size_t element_bytes) {
    if (count > *room) {
        *room = count + count / 4;
        old = arena_alloc_raw(arena, *room * element_bytes);
    }
    if (count) arena_copy(arena, old, from, count * element_bytes);
    return old;
}

void ssa_snapshot_take(struct ssa_snapshot *snapshot, const struct ssa_function *function) {
    struct ssa_function kept = snapshot->function, *to = &snapshot->function;
    struct arena *arena = function->arena;
    *to = *function;
#define KEEP(array, count, room) \
    to->array = keep(arena, kept.array, &snapshot->room, function->array, function->count, sizeof(*to->array))
    KEEP(instructions, instruction_count, instruction_room);
    KEEP(blocks, block_count, block_room);
    KEEP(lists, list_count, list_room);
    KEEP(sites, site_count, site_room);
    KEEP(handlers, handler_count, handler_room);
    KEEP(frame_variables, frame_variable_count, variable_room);
    KEEP(order, order_count, order_room);
#undef KEEP
}

static void report(struct ssa_changes *changes, bool holds, const char *error, u32 where) {
    if (holds || changes->error) return;
    changes->error = error;
    changes->where = where;
}

// ---- What is where

static bool is_old(const struct ssa_changes *changes, u32 value) {
    return value < changes->before->instruction_count && changes->keys[value];
}

static void find_places(struct ssa_changes *changes) {
    const struct ssa_function *before = changes->before, *after = changes->after;
    for (u32 i = 0, key = 0; i < before->order_count; i++) {
        for (u32 value = ssa_block_at(before, before->order[i])->first; value; value = ssa_at(before, value)->next) {
            changes->keys[value] = ++key;
        }
    }
    for (u32 i = 0; i < after->order_count; i++) {
        changes->is_ordered[after->order[i]] = true;
        for (u32 value = ssa_block_at(after, after->order[i])->first; value; value = ssa_at(after, value)->next) {
            changes->is_left[value] = true;
            if (is_old(changes, value)) changes->has_left[ssa_at(before, value)->block] = true;
        }
    }
}

static void find_unmade(struct ssa_changes *changes) {
    for (u32 value = 1; value < changes->before->instruction_count; value++) {
        bool is_new = is_old(changes, value) && ssa_at(changes->before, value)->operation == SSA_NEW;
        changes->unmakes |= is_new && !changes->is_left[value];
    }
}

// Which value stands for each one that has gone: an operand that has changed says so.
static void find_replacements(struct ssa_changes *changes) {
    const struct ssa_function *before = changes->before, *after = changes->after;
    for (u32 value = 1; value < before->instruction_count; value++) {
        if (!is_old(changes, value) || !changes->is_left[value]) continue;
        const struct ssa_instruction *was = ssa_at(before, value), *is = ssa_at(after, value);
        if (was->operation != is->operation || was->operand_count != is->operand_count) continue;
        for (u32 i = 0; i < was->operand_count; i++) {
            u32 old = ssa_operand(before, value, i), new = ssa_operand(after, value, i);
            if (old != new && !changes->is_left[old] && !changes->replaced[old]) changes->replaced[old] = new;
        }
    }
}

// ---- Order

enum { THROWN = 1u << 6, CLASSES = 7 };

// Classes of memory by bit, and one more for what can be seen from outside: what is thrown, and what is written.
static u32 reads_of(const struct ssa_instruction *instruction) {
    u32 effects = ssa_effects(instruction), reads = effects & SSA_MEMORY;
    if (effects & SSA_ORDERS) reads |= SSA_JAVA;
    if (ssa_needs_site(instruction)) reads |= SSA_FRAME;
    return reads;
}

static u32 writes_of(const struct ssa_instruction *instruction) {
    u32 effects = ssa_effects(instruction), writes = effects >> 8 & SSA_MEMORY;
    if (effects & SSA_ORDERS) writes |= SSA_JAVA;
    if (writes & ~SSA_FRAME || ssa_needs_site(instruction)) writes |= THROWN;
    return writes;
}

static bool has_effects(const struct ssa_instruction *instruction) {
    return reads_of(instruction) || writes_of(instruction);
}

static u32 last_of(const u32 keys[CLASSES], u32 classes) {
    u32 last = 0;
    for (u32 i = 0; i < CLASSES; i++) {
        if (classes >> i & 1 && keys[i] > last) last = keys[i];
    }
    return last;
}

static void enter_keys(u32 keys[CLASSES], u32 classes, u32 key) {
    for (u32 i = 0; i < CLASSES; i++) {
        if (classes >> i & 1 && key > keys[i]) keys[i] = key;
    }
}

static void check_place(struct ssa_changes *changes, u32 value) {
    const struct ssa_instruction *was = ssa_at(changes->before, value), *is = ssa_at(changes->after, value);
    bool is_merged = !changes->is_ordered[was->block];
    report(changes, was->block == is->block || is_merged || !has_effects(was), "moved to another block", value);
}

// ---- What has gone

// Whether it came after a call that does not return: its block, or what that has become a part of, ends there now.
static bool ends_unreachable(const struct ssa_changes *changes, u32 value) {
    u32 first = value;
    while (first && !changes->is_left[first]) first = ssa_at(changes->before, first)->previous;
    if (!first) return false;
    u32 last = ssa_block_at(changes->after, ssa_at(changes->after, first)->block)->last;
    return ssa_at(changes->after, last)->operation == SSA_UNREACHABLE;
}

static bool is_check(u8 operation) {
    return operation == SSA_CHECK_NULL || operation == SSA_CHECK_BOUNDS || operation == SSA_CHECK_ZERO ||
           operation == SSA_CHECK_STORE || operation == SSA_CHECK_CAST || operation == SSA_INIT_CLASS;
}

static bool is_plain_load(const struct ssa_instruction *instruction) {
    return instruction->operation == SSA_LOAD && !writes_of(instruction);
}

static bool may_go(const struct ssa_changes *changes, u32 value) {
    const struct ssa_function *before = changes->before;
    const struct ssa_instruction *was = ssa_at(before, value);
    if (ends_unreachable(changes, value)) return true;
    if (ssa_properties[was->operation] & SSA_ENDS || is_check(was->operation)) return true;
    switch (was->operation) {
    case SSA_POLL:
    case SSA_NEW:
    case SSA_RESOLVE: return true;
    case SSA_LOAD:
    case SSA_STORE: return is_plain_load(was) || ssa_changes_is_of_none(changes, value);
    case SSA_FRAME_STORE: return true; // see below
    default: return !(writes_of(was)) && !(was->flags & SSA_TRAPS);
    }
}

static void check_gone(struct ssa_changes *changes, u32 value) {
    const struct ssa_instruction *was = ssa_at(changes->before, value);
    if (!has_effects(was) || !changes->has_left[was->block]) return;
    report(changes, may_go(changes, value), "an effect is gone", value);
}

// ---- Blocks that have become one

// Whether nothing is missed if the block is left out.
static bool may_be_left_out(const struct ssa_changes *changes, u32 block) {
    const struct ssa_function *before = changes->before;
    for (u32 value = ssa_block_at(before, block)->first; value; value = ssa_at(before, value)->next) {
        if (has_effects(ssa_at(before, value)) && !may_go(changes, value)) return false;
    }
    return true;
}

// Whether one block led to the other, through blocks that may be left out.
static bool leads_to(struct ssa_changes *changes, u32 from, u32 to) {
    const struct ssa_function *before = changes->before;
    u32 count = 0, number = ++changes->walk;
    changes->waiting[count++] = from;
    while (count) {
        u32 block = changes->waiting[--count];
        for (u32 i = 0; i < ssa_block_at(before, block)->successor_count; i++) {
            u32 next = ssa_successors(before, block)[i];
            if (next == to) return true;
            if (changes->reached[next] == number || !may_be_left_out(changes, next)) continue;
            changes->reached[next] = number;
            changes->waiting[count++] = next;
        }
    }
    return false;
}

// The effect comes next that was in another block, which must have become one with this one: it followed, and all of it
// follows. What is new and has effects may be a copy of what was between them.
static void enter_block(struct ssa_changes *changes, u32 from, u32 value, bool is_beside_new) {
    u32 block = ssa_at(changes->before, value)->block;
    bool is_own = ssa_at(changes->after, value)->block == block;
    report(changes, is_own || !changes->is_ordered[block], "moved to another block", value);
    report(changes, !changes->is_entered[block], "moved over what it conflicts with", value);
    report(changes, !from || is_beside_new || leads_to(changes, from, block), "moved to another block", value);
    changes->is_entered[block] = true;
}

// The places of before say what was first within a block, not what of two blocks is: a block may stand behind the one
// that follows it.
static void check_order(struct ssa_changes *changes, u32 block) {
    u32 read[CLASSES] = {0}, written[CLASSES] = {0}, from = block < changes->before->block_count ? block : 0;
    bool is_beside_new = false;
    if (from) changes->is_entered[from] = true;
    for (u32 value = ssa_block_at(changes->after, block)->first; value; value = ssa_at(changes->after, value)->next) {
        const struct ssa_instruction *is = ssa_at(changes->after, value);
        u32 reads = reads_of(is), writes = writes_of(is), key;
        if (!is_old(changes, value)) is_beside_new |= (reads | writes) != 0;
        if (!is_old(changes, value) || !(reads | writes)) continue;
        if (ssa_at(changes->before, value)->block != from) {
            enter_block(changes, from, value, is_beside_new);
            from = ssa_at(changes->before, value)->block;
            memset(read, 0, sizeof(read));
            memset(written, 0, sizeof(written));
        }
        key = changes->keys[value];
        report(changes, key > last_of(written, reads | writes) && key > last_of(read, writes),
               "moved over what it conflicts with", value);
        enter_keys(read, reads, key);
        enter_keys(written, writes, key);
    }
}

// ---- Stores to frame variables, which handlers see: those that can still be reached, and load it to use it

struct live {
    const struct ssa_function *function;
    const bool *is_left;
    u32 words;
    u64 *at_begin; // by block: the variables that are loaded there before they are stored
    u64 *now;
};

static u64 *begin_of(const struct live *live, u32 block) { return live->at_begin + (size_t)block * live->words; }

static void add_all(const struct live *live, u32 block) {
    for (u32 i = 0; i < live->words; i++) live->now[i] |= begin_of(live, block)[i];
}

static void pass_instruction(const struct live *live, u32 value) {
    const struct ssa_function *function = live->function;
    const struct ssa_instruction *instruction = ssa_at(function, value);
    u64 bit = 1ull << (instruction->integer & 63);
    if (instruction->operation == SSA_FRAME_STORE) live->now[instruction->integer / 64] &= ~bit;
    if (!live->is_left[value]) return;
    if (instruction->operation == SSA_FRAME_LOAD) live->now[instruction->integer / 64] |= bit;
    const struct ssa_site *site = instruction->site ? &function->sites[instruction->site] : NULL;
    for (u32 i = 0; site && ssa_needs_site(instruction) && i < site->handler_count; i++) {
        add_all(live, function->handlers[site->first_handler + i].landing);
    }
}

static void begin_at_end(const struct live *live, u32 block) {
    memset(live->now, 0, live->words * sizeof(u64));
    for (u32 i = 0; i < ssa_block_at(live->function, block)->successor_count; i++) {
        add_all(live, ssa_successors(live->function, block)[i]);
    }
}

static bool find_live_in(const struct live *live, u32 block) {
    begin_at_end(live, block);
    for (u32 value = ssa_block_at(live->function, block)->last; value;
         value = ssa_at(live->function, value)->previous) {
        pass_instruction(live, value);
    }
    bool is_same = memcmp(begin_of(live, block), live->now, live->words * sizeof(u64)) == 0;
    memcpy(begin_of(live, block), live->now, live->words * sizeof(u64));
    return !is_same;
}

static void check_frame_block(struct ssa_changes *changes, const struct live *live, u32 block) {
    if (!changes->has_left[block]) return;
    begin_at_end(live, block);
    for (u32 value = ssa_block_at(live->function, block)->last; value;
         value = ssa_at(live->function, value)->previous) {
        const struct ssa_instruction *was = ssa_at(live->function, value);
        bool is_seen = was->operation == SSA_FRAME_STORE && live->now[was->integer / 64] >> (was->integer & 63) & 1;
        report(changes, !is_seen || changes->is_left[value], "a handler loads what is no longer stored", value);
        pass_instruction(live, value);
    }
}

static void check_frame(struct ssa_changes *changes) {
    const struct ssa_function *before = changes->before;
    struct live live = {
        .function = before, .is_left = changes->is_left, .words = (before->frame_variable_count + 63) / 64};
    if (!live.words) return;
    live.at_begin = ARENA_ARRAY(before->arena, u64, before->block_count * live.words);
    live.now = ARENA_ARRAY(before->arena, u64, live.words);
    for (bool again = true; again;) {
        again = false;
        arena_poll(before->arena);
        for (u32 i = before->order_count; i-- > 0;) again |= find_live_in(&live, before->order[i]);
    }
    for (u32 i = 0; i < before->order_count; i++) check_frame_block(changes, &live, before->order[i]);
}

// ---- The whole

static void check_old(struct ssa_changes *changes) {
    for (u32 value = 1; value < changes->before->instruction_count && !changes->error; value++) {
        if (!is_old(changes, value)) continue;
        if (changes->is_left[value]) {
            check_place(changes, value);
        } else {
            check_gone(changes, value);
            report(changes, ssa_changes_load_is_right(changes, value), "a load is not what it would have loaded",
                   value);
        }
    }
}

const char *ssa_check_changes(const struct ssa_snapshot *snapshot, const struct ssa_function *after, u32 *where) {
    const struct ssa_function *before = &snapshot->function;
    struct arena *arena = after->arena;
    u8 *mark = arena_mark(arena);
    struct ssa_changes changes = {.before = before,
                                  .after = after,
                                  .keys = ARENA_ARRAY(arena, u32, before->instruction_count),
                                  .replaced = ARENA_ARRAY(arena, u32, before->instruction_count),
                                  .is_left = ARENA_ARRAY(arena, bool, after->instruction_count),
                                  .is_ordered = ARENA_ARRAY(arena, bool, after->block_count),
                                  .has_left = ARENA_ARRAY(arena, bool, before->block_count),
                                  .is_entered = ARENA_ARRAY(arena, bool, before->block_count),
                                  .waiting = ARENA_ARRAY(arena, u32, before->block_count + 1),
                                  .reached = ARENA_ARRAY(arena, u32, before->block_count)};
    find_places(&changes);
    find_unmade(&changes);
    find_replacements(&changes);
    for (u32 i = 0; i < after->order_count; i++) check_order(&changes, after->order[i]);
    check_old(&changes);
    if (!changes.error) check_frame(&changes);
    arena_release(arena, mark);
    *where = changes.where;
    return changes.error;
}
