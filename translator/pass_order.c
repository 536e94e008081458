// The order of blocks, dominators, loops. See pass.h.
// Reverse postorder from the entry, then from the landing blocks of what was reached; blocks that end in a throw move
// behind the others, what leaves a loop moves behind the loop, and landing blocks and what only they lead to stay last.
// Dominators after Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm", 2001.
#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"
#include "translator/pass.h"

#define UNSEEN 0xffffffffu
#define OPEN 0u   // what follows it is being walked through
#define HEADER 1u // the same, and has led back to it
#define DONE 2u

struct walk {
    struct ssa_function *function;
    struct walk_step {
        u32 block, next;
    } * stack;
    u32 *order;     // ascending positions
    u32 *postorder; // of the current walk
    u32 *headers;   // what is jumped back to
    u32 *member_of; // the header of the loop that was looked at last and has the block
    u32 order_count, postorder_count, header_count;
};

// The successor to visit as number `number`: of two, the later one in the bytecode first, so that a loop's body comes
// before what follows the loop.
static u32 successor_to_visit(const struct ssa_function *function, u32 block, u32 number) {
    const u32 *successors = ssa_successors(function, block);
    ASSERT(number < ssa_block_at(function, block)->successor_count);
    if (ssa_block_at(function, block)->successor_count != 2) return successors[number];
    bool swapped =
        ssa_block_at(function, successors[0])->start_index < ssa_block_at(function, successors[1])->start_index;
    return successors[swapped ? 1 - number : number];
}

static void walk_from(struct walk *walk, u32 root) {
    struct ssa_function *function = walk->function;
    u32 depth = 0;
    walk->postorder_count = 0;
    walk->stack[depth++] = (struct walk_step){root, 0};
    ssa_block_at(function, root)->position = OPEN;
    while (depth) {
        arena_poll(function->arena);
        struct walk_step *top = &walk->stack[depth - 1];
        if (top->next == ssa_block_at(function, top->block)->successor_count) {
            ssa_block_at(function, top->block)->position = DONE;
            ASSERT(walk->postorder_count < function->block_count);
            walk->postorder[walk->postorder_count++] = top->block;
            depth--;
            continue;
        }
        u32 to = successor_to_visit(function, top->block, top->next++);
        if (ssa_block_at(function, to)->position == OPEN) {
            ssa_block_at(function, to)->position = HEADER;
            ASSERT(walk->header_count < function->block_count);
            walk->headers[walk->header_count++] = to;
        }
        if (ssa_block_at(function, to)->position != UNSEEN) continue;
        ssa_block_at(function, to)->position = OPEN;
        ASSERT(depth < function->block_count);
        walk->stack[depth++] = (struct walk_step){to, 0};
    }
    while (walk->postorder_count) walk->order[walk->order_count++] = walk->postorder[--walk->postorder_count];
}

// Walks from the landing blocks of the block's sites.
static void walk_landings(struct walk *walk, u32 block) {
    struct ssa_function *function = walk->function;
    u32 known = UNSEEN;
    for (u32 value = ssa_block_at(function, block)->first; value; value = ssa_at(function, value)->next) {
        if (!ssa_at(function, value)->site) continue;
        const struct ssa_site *site = &function->sites[ssa_at(function, value)->site];
        arena_poll(function->arena);
        if (site->handler_count == 0 || site->first_handler == known) continue;
        known = site->first_handler;
        for (u32 i = 0; i < site->handler_count; i++) {
            u32 landing = function->handlers[known + i].landing;
            ASSERT(ssa_block_at(function, landing)->flags & BLOCK_LANDING);
            if (ssa_block_at(function, landing)->position == UNSEEN) walk_from(walk, landing);
        }
    }
}

static bool is_cold(const struct ssa_function *function, u32 block) {
    const struct ssa_block *at = ssa_block_at(function, block);
    u8 operation = ssa_at(function, at->last)->operation;
    if (operation == SSA_THROW || operation == SSA_UNREACHABLE || at->flags & BLOCK_UNLIKELY) return true;
    if (at->successor_count == 0) return false;
    for (u32 i = 0; i < at->successor_count; i++) {
        if (!(ssa_block_at(function, ssa_successors(function, block)[i])->flags & BLOCK_COLD)) return false;
    }
    return true;
}

// Whether only cold blocks lead there: it must not come before them.
static bool is_behind_cold(const struct ssa_function *function, u32 block) {
    const struct ssa_block *at = ssa_block_at(function, block);
    for (u32 i = 0; i < at->predecessor_count; i++) {
        const struct ssa_block *from = ssa_block_at(function, ssa_predecessors(function, block)[i]);
        if (from->position < at->position && !(from->flags & BLOCK_COLD)) return false;
    }
    return true;
}

static void number_blocks(struct walk *walk) {
    for (u32 i = 0; i < walk->order_count; i++) ssa_block_at(walk->function, walk->order[i])->position = i;
}

// Moves cold blocks among the first `count` behind the others. Returns how many others there are.
static u32 move_cold(struct walk *walk, u32 count) {
    struct ssa_function *function = walk->function;
    for (u32 i = count; i-- > 1;) {
        arena_poll(function->arena);
        if (is_cold(function, walk->order[i])) ssa_block_at(function, walk->order[i])->flags |= BLOCK_COLD;
    }
    for (u32 i = 1; i < count; i++) {
        arena_poll(function->arena);
        if (is_behind_cold(function, walk->order[i])) ssa_block_at(function, walk->order[i])->flags |= BLOCK_COLD;
    }
    u32 warm = 0, cold = 0;
    for (u32 i = 0; i < count; i++) {
        u32 block = walk->order[i];
        if (ssa_block_at(function, block)->flags & BLOCK_COLD) {
            walk->postorder[cold++] = block;
        } else {
            walk->order[warm++] = block;
        }
    }
    if (cold) memcpy(walk->order + warm, walk->postorder, cold * sizeof(u32));
    return warm;
}

// ---- What leaves a loop goes behind it

// The position of the last of the first `count` blocks that jump back to the one at `header`; 0 if none does.
static u32 last_latch(const struct walk *walk, u32 header, u32 count) {
    const struct ssa_function *function = walk->function;
    u32 block = walk->order[header], last = 0;
    for (u32 i = 0; i < ssa_block_at(function, block)->predecessor_count; i++) {
        u32 from = ssa_block_at(function, ssa_predecessors(function, block)[i])->position;
        if (from > header && from < count && from > last) last = from;
    }
    return last;
}

// Marks the blocks between `header` and `last` that lead back to the header, with its number. Returns how many they
// are.
static u32 mark_members(const struct walk *walk, u32 header, u32 last) {
    const struct ssa_function *function = walk->function;
    u32 depth = 0, count = 1, mark = walk->order[header];
    walk->member_of[mark] = mark;
    walk->stack[depth++].block = mark;
    while (depth) {
        u32 block = walk->stack[--depth].block;
        for (u32 i = 0; i < ssa_block_at(function, block)->predecessor_count; i++) {
            u32 from = ssa_predecessors(function, block)[i], position = ssa_block_at(function, from)->position;
            arena_poll(function->arena);
            if (position <= header || position > last || walk->member_of[from] == mark) continue;
            walk->member_of[from] = mark;
            walk->stack[depth++].block = from;
            count++;
        }
    }
    return count;
}

// Nothing that is moved leads to what it is moved behind, so blocks still come after all that lead there but latches.
static void gather_loop(const struct walk *walk, u32 header, u32 last) {
    ASSERT(header < last && last < walk->order_count);
    struct ssa_function *function = walk->function;
    u32 in = header, out = 0;
    if (mark_members(walk, header, last) == last - header + 1) return;
    u32 mark = walk->order[header];
    for (u32 i = header; i <= last; i++) {
        u32 block = walk->order[i];
        if (walk->member_of[block] == mark) {
            walk->order[in++] = block;
        } else {
            walk->postorder[out++] = block;
        }
    }
    ASSERT(in + out == last + 1 && walk->order[header] == mark);
    memcpy(walk->order + in, walk->postorder, out * sizeof(u32));
    for (u32 i = header; i <= last; i++) ssa_block_at(function, walk->order[i])->position = i;
}

// Gathers the loops among the first `count` blocks.
static void gather_loops(struct walk *walk, u32 count) {
    if (!walk->header_count) return;
    walk->member_of = ARENA_ARRAY(walk->function->arena, u32, walk->function->block_count);
    for (u32 i = 0; i < walk->header_count; i++) {
        u32 header = ssa_block_at(walk->function, walk->headers[i])->position;
        u32 last = header < count ? last_latch(walk, header, count) : 0;
        arena_poll(walk->function->arena);
        if (last) gather_loop(walk, header, last);
    }
}

static void drop_unreached_predecessors(struct ssa_function *function, u32 block) {
    arena_poll(function->arena);
    for (u32 i = ssa_block_at(function, block)->predecessor_count; i-- > 0;) {
        if (ssa_block_at(function, ssa_predecessors(function, block)[i])->position == UNSEEN) {
            pass_remove_predecessor(function, block, i);
        }
    }
}

// ---- Dominators

static u32 intersect(const struct ssa_function *function, u32 a, u32 b) {
    while (a != b) {
        if (a == 0 || b == 0) return 0;
        if (ssa_block_at(function, a)->position > ssa_block_at(function, b)->position) {
            a = ssa_block_at(function, a)->dominator;
        } else {
            b = ssa_block_at(function, b)->dominator;
        }
    }
    return a;
}

static u32 dominator_of(const struct ssa_function *function, u32 block) {
    u32 dominator = UNSEEN;
    for (u32 i = 0; i < ssa_block_at(function, block)->predecessor_count; i++) {
        u32 predecessor = ssa_predecessors(function, block)[i];
        if (ssa_block_at(function, predecessor)->dominator == UNSEEN) continue;
        arena_poll(function->arena);
        dominator = dominator == UNSEEN ? predecessor : intersect(function, predecessor, dominator);
    }
    return dominator == UNSEEN ? 0 : dominator;
}

static void find_dominators(struct ssa_function *function) {
    bool is_final = true; // what the first round finds is final: every block comes after all that lead there
    for (u32 i = 0; i < function->order_count; i++) {
        struct ssa_block *block = ssa_block_at(function, function->order[i]);
        block->dominator = block->predecessor_count ? UNSEEN : 0;
        is_final = is_final && !ssa_is_reached_from_below(function, function->order[i]);
    }
    bool changed = true;
    while (changed) {
        changed = false;
        for (u32 i = 0; i < function->order_count; i++) {
            u32 block = function->order[i];
            struct ssa_block *at = ssa_block_at(function, block);
            if (at->predecessor_count == 0) continue;
            u32 dominator = dominator_of(function, block);
            changed |= !is_final && dominator != at->dominator;
            at->dominator = dominator;
        }
    }
}

// Numbers the dominator tree, so that "a dominates b" takes two comparisons. A block's number is less than those of all
// blocks below it, and tree_last is the greatest of those. First the sizes, upwards; then the numbers, downwards:
// dominators come earlier in the order.
static void number_tree(struct ssa_function *function) {
    u32 next_root = 0;
    for (u32 i = 0; i < function->order_count; i++) ssa_block_at(function, function->order[i])->tree_last = 1;
    for (u32 i = function->order_count; i-- > 0;) {
        struct ssa_block *block = ssa_block_at(function, function->order[i]);
        if (block->dominator) ssa_block_at(function, block->dominator)->tree_last += block->tree_last;
    }
    for (u32 i = 0; i < function->order_count; i++) {
        struct ssa_block *block = ssa_block_at(function, function->order[i]);
        arena_poll(function->arena);
        ASSERT(!block->dominator || ssa_block_at(function, block->dominator)->position < i);
        u32 size = block->tree_last,
            *next = block->dominator ? &ssa_block_at(function, block->dominator)->tree_next : &next_root;
        block->tree_first = *next;
        *next += size;
        block->tree_next = block->tree_first + 1;
        block->tree_last = block->tree_first + size - 1;
    }
    ASSERT(next_root == function->order_count); // the trees have every block once
}

// ---- Loops

// A loop is what lies between its header and the last block that jumps back to it; both are on the same side of the
// landing blocks. A cold block returns to where the warm ones have gone on: that is a loop only if the header dominates
// it.
static void find_loops(struct ssa_function *function, u32 from_entry) {
    ASSERT(from_entry <= function->order_count);
    s32 *change = ARENA_ARRAY(function->arena, s32, function->order_count + 1);
    for (u32 i = 0; i < function->order_count; i++) {
        struct ssa_block *block = ssa_block_at(function, function->order[i]);
        arena_poll(function->arena);
        u32 last = 0;
        bool is_header = false;
        for (u32 j = 0; j < block->predecessor_count; j++) {
            u32 from = ssa_predecessors(function, function->order[i])[j],
                position = ssa_block_at(function, from)->position;
            if (position < i) continue;
            bool is_apart = ssa_block_at(function, from)->flags & BLOCK_COLD && !(block->flags & BLOCK_COLD);
            if (is_apart && !pass_dominates(function, function->order[i], from)) continue;
            is_header = true;
            bool is_near = (position < from_entry) == (i < from_entry) && !is_apart;
            if (is_near && position + 1 > last) last = position + 1;
        }
        if (is_header) block->flags |= BLOCK_LOOP_HEADER;
        if (last) {
            change[i]++;
            change[last]--;
        }
    }
    s32 depth = 0;
    for (u32 i = 0; i < function->order_count; i++) {
        depth += change[i];
        ASSERT(depth >= 0);
        ssa_block_at(function, function->order[i])->loop_depth = narrow_u16(depth);
    }
}

void pass_order(struct ssa_function *function) {
    struct walk walk = {.function = function};
    walk.stack = ARENA_RAW_ARRAY(function->arena, struct walk_step, function->block_count);
    walk.postorder = ARENA_RAW_ARRAY(function->arena, u32, function->block_count);
    walk.order = ARENA_RAW_ARRAY(function->arena, u32, function->block_count);
    walk.headers = ARENA_RAW_ARRAY(function->arena, u32, function->block_count);
    for (u32 block = 1; block < function->block_count; block++) {
        ssa_block_at(function, block)->position = UNSEEN;
        ssa_block_at(function, block)->flags &= BLOCK_LANDING | BLOCK_UNLIKELY;
    }
    walk_from(&walk, SSA_ENTRY_BLOCK);
    u32 from_entry = walk.order_count;
    for (u32 i = 0; function->handler_count && i < walk.order_count; i++) walk_landings(&walk, walk.order[i]);
    for (u32 i = from_entry; i < walk.order_count; i++) ssa_block_at(function, walk.order[i])->flags |= BLOCK_COLD;
    for (u32 i = 0; i < walk.order_count; i++) drop_unreached_predecessors(function, walk.order[i]);
    number_blocks(&walk);
    u32 warm = move_cold(&walk, from_entry);
    number_blocks(&walk);
    gather_loops(&walk, warm);
    ASSERT(walk.order_count < function->block_count && walk.order[0] == SSA_ENTRY_BLOCK);
    function->order = walk.order;
    function->order_count = walk.order_count;
    find_dominators(function);
    number_tree(function);
    find_loops(function, from_entry);
}
