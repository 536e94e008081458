// Several turns of a short innermost loop for each poll. The loop's blocks are copied, so a jump back comes after four
// turns; every exit, check and store is in each copy, so what a turn does and throws, and in which order, stays as
// it was. Only polls are left out, in all turns but the last. See pass.h.
//
// Loops with calls, allocation, probes or other safepoints stay as they are: they would gain next to nothing. A value
// that is used behind the loop gets a phi where the loop is left, which must be a block that only one edge leads to.
#include "base/panic.h"
#include "translator/pass.h"

#define MAX_BLOCKS 8u
#define MAX_INSTRUCTIONS 14u // of a loop, without phis
#define TURNS 4u
#define MAX_LOOPS 12u // of a method

struct unroll {
    struct ssa_function *function;
    u32 header, latch, latch_edge; // the header's predecessor of that index is the latch
    u32 blocks[MAX_BLOCKS], block_count;
    u32 instruction_count;
    bool has_poll;
    u32 *last;       // by instruction: its copy in the last turn that there is so far; itself before the first copy
    u32 *copy;       // in the turn that is being made; 0 for what is not in the loop
    u32 value_count; // of both
    u32 copies[MAX_BLOCKS]; // of the blocks, in the turn that is being made
    u32 second;             // the header of the second turn
};

static bool is_inside(const struct unroll *loop, u32 block) {
    for (u32 i = 0; i < loop->block_count; i++) {
        if (loop->blocks[i] == block) return true;
    }
    return false;
}

static u32 copy_of_block(const struct unroll *loop, u32 block) {
    for (u32 i = 0; i < loop->block_count; i++) {
        if (loop->blocks[i] == block) return loop->copies[i];
    }
    return 0;
}

// ---- What can be copied

// Collects the blocks from which the latch is reached without the header.
static bool find_blocks(struct unroll *loop) {
    ASSERT(loop->latch);
    const struct ssa_function *function = loop->function;
    loop->block_count = 0;
    loop->blocks[loop->block_count++] = loop->header;
    if (loop->latch != loop->header) loop->blocks[loop->block_count++] = loop->latch;
    for (u32 i = 1; i < loop->block_count; i++) {
        const struct ssa_block *block = ssa_block_at(function, loop->blocks[i]);
        if (block->flags & BLOCK_LOOP_HEADER || !pass_dominates(function, loop->header, loop->blocks[i])) return false;
        for (u32 j = 0; j < block->predecessor_count; j++) {
            u32 from = ssa_predecessors(function, loop->blocks[i])[j];
            if (is_inside(loop, from)) continue;
            if (loop->block_count == MAX_BLOCKS) return false;
            loop->blocks[loop->block_count++] = from;
        }
    }
    return true;
}

static bool find_latch(struct unroll *loop) {
    const struct ssa_block *header = ssa_block_at(loop->function, loop->header);
    loop->latch = 0;
    for (u32 i = 0; i < header->predecessor_count; i++) {
        u32 from = ssa_predecessors(loop->function, loop->header)[i];
        if (ssa_block_at(loop->function, from)->position < header->position) continue;
        if (loop->latch) return false;
        loop->latch = from;
        loop->latch_edge = i;
    }
    return loop->latch && pass_dominates(loop->function, loop->header, loop->latch);
}

static bool is_copied(struct unroll *loop, u32 value) {
    const struct ssa_instruction *instruction = ssa_at(loop->function, value);
    u8 properties = ssa_properties[instruction->operation];
    loop->instruction_count += instruction->operation != SSA_PHI;
    if (instruction->operation == SSA_POLL) {
        loop->has_poll = true;
        return !(instruction->flags & SSA_SLOW);
    }
    return !(properties & (SSA_SAFEPOINT | SSA_CALLS)) && !(ssa_effects(instruction) & SSA_WRITES(SSA_LOG)) &&
           instruction->operation != SSA_SWITCH;
}

static bool are_blocks_copied(struct unroll *loop) {
    const struct ssa_function *function = loop->function;
    loop->instruction_count = 0;
    loop->has_poll = false;
    for (u32 i = 0; i < loop->block_count; i++) {
        const u32 *successors = ssa_successors(function, loop->blocks[i]);
        u32 successor_count = ssa_block_at(function, loop->blocks[i])->successor_count;
        if (successor_count == 2 && successors[0] == successors[1]) return false;
        for (u32 value = ssa_block_at(function, loop->blocks[i])->first; value; value = ssa_at(function, value)->next) {
            if (!is_copied(loop, value)) return false;
        }
    }
    return loop->has_poll && loop->instruction_count <= MAX_INSTRUCTIONS;
}

// ---- Values that are used behind the loop

// The block, outside of the loop and with one predecessor in it, that dominates this one; 0 if there is none.
static u32 exit_above(const struct unroll *loop, u32 block) {
    const struct ssa_function *function = loop->function;
    for (u32 above = block; above; above = ssa_block_at(function, above)->dominator) {
        const struct ssa_block *at = ssa_block_at(function, above);
        if (is_inside(loop, above)) return 0;
        if (at->predecessor_count == 1 && is_inside(loop, *ssa_predecessors(function, above))) return above;
    }
    return 0;
}

static bool is_of_loop(const struct unroll *loop, u32 value) { return value < loop->value_count && loop->last[value]; }

// The phi of the value at the exit, made when it is first asked for; its operands for copies come later.
static u32 exit_phi(struct unroll *loop, u32 value, u32 exit) {
    ASSERT(ssa_block_at(loop->function, exit)->predecessor_count == 1);
    struct ssa_function *function = loop->function;
    for (u32 phi = ssa_block_at(function, exit)->first; phi && ssa_at(function, phi)->operation == SSA_PHI;
         phi = ssa_at(function, phi)->next) {
        if (ssa_operand(function, phi, 0) == value) return phi;
    }
    u32 phi = ssa_add_instruction(function, SSA_PHI, (enum ssa_type)ssa_at(function, value)->type, 1);
    ssa_operands(function, phi)[0] = value;
    ssa_insert_first(function, exit, phi);
    return phi;
}

// Visits what uses the loop's values outside of it; with `changes` puts phis in their place, otherwise finds out
// whether that can be done. Operands of phis at exits are not such uses.
static bool visit_uses(struct unroll *loop, u32 value, bool changes) {
    struct ssa_function *function = loop->function;
    bool is_phi = ssa_at(function, value)->operation == SSA_PHI;
    u32 block = ssa_at(function, value)->block;
    for (u32 i = 0; i < ssa_at(function, value)->operand_count; i++) {
        u32 operand = ssa_operand(function, value, i), at = is_phi ? ssa_predecessors(function, block)[i] : block;
        if (!is_of_loop(loop, operand) || (is_phi && is_inside(loop, at))) continue;
        u32 exit = exit_above(loop, at);
        if (!exit) return false;
        if (!changes) continue;
        u32 phi = exit_phi(loop, operand, exit);
        ssa_operands(function, value)[i] = phi;
    }
    return true;
}

static bool visit_all_uses(struct unroll *loop, bool changes) {
    struct ssa_function *function = loop->function;
    for (u32 i = 0; i < function->order_count; i++) {
        arena_poll(function->arena);
        if (is_inside(loop, function->order[i])) continue;
        for (u32 value = ssa_block_at(function, function->order[i])->first; value;
             value = ssa_at(function, value)->next) {
            if (!visit_uses(loop, value, changes)) return false;
        }
    }
    return true;
}

static void map_values(struct unroll *loop) {
    struct ssa_function *function = loop->function;
    loop->value_count = function->instruction_count;
    loop->last = ARENA_ARRAY(function->arena, u32, loop->value_count);
    loop->copy = ARENA_ARRAY(function->arena, u32, loop->value_count);
    for (u32 i = 0; i < loop->block_count; i++) {
        for (u32 value = ssa_block_at(function, loop->blocks[i])->first; value; value = ssa_at(function, value)->next) {
            loop->last[value] = value;
        }
    }
}

// ---- Copies

static u32 in_last(const struct unroll *loop, u32 value) { return is_of_loop(loop, value) ? loop->last[value] : value; }
static struct pass_copies copies_of(const struct unroll *loop) {
    return (struct pass_copies){loop->copy, loop->value_count};
}

// The header of a copy is entered from one place, the turn before: its phis are what that turn left.
static void copy_instructions(struct unroll *loop, u32 block, u32 to) {
    struct ssa_function *function = loop->function;
    for (u32 value = ssa_block_at(function, block)->first; value; value = ssa_at(function, value)->next) {
        const struct ssa_instruction *from = ssa_at(function, value);
        if (block == loop->header && from->operation == SSA_PHI) {
            ASSERT(loop->latch_edge < from->operand_count);
            loop->copy[value] = in_last(loop, ssa_operand(function, value, loop->latch_edge));
            continue;
        }
        loop->copy[value] = pass_copy_instruction(function, value, to);
    }
}

static void copy_operands(struct unroll *loop, u32 block) {
    struct ssa_function *function = loop->function;
    for (u32 value = ssa_block_at(function, block)->first; value; value = ssa_at(function, value)->next) {
        if (block == loop->header && ssa_at(function, value)->operation == SSA_PHI) continue;
        pass_copy_operands(function, copies_of(loop), value);
    }
}

// The jump back still leads to the loop's first turn; its header hears of that in the end.
static void copy_edges(struct unroll *loop, u32 block, u32 to, u32 last_latch) {
    struct ssa_function *function = loop->function;
    u32 count = ssa_block_at(function, block)->successor_count;
    ssa_set_successors(function, to, count);
    for (u32 i = 0; i < count; i++) {
        u32 successor = ssa_successors(function, block)[i], inside = copy_of_block(loop, successor);
        bool is_back = successor == loop->header;
        ssa_successors(function, to)[i] = inside && !is_back ? inside : successor;
        if (!inside) pass_add_exit(function, copies_of(loop), successor, to, block);
    }
    if (block == loop->header) {
        ssa_add_predecessor(function, to, last_latch);
        return;
    }
    for (u32 i = 0; i < ssa_block_at(function, block)->predecessor_count; i++) {
        u32 from = copy_of_block(loop, ssa_predecessors(function, block)[i]);
        ASSERT(from); // only the header is entered from outside
        ssa_add_predecessor(function, to, from);
    }
}

static void remove_polls(struct ssa_function *function, const u32 *blocks, u32 count) {
    for (u32 i = 0; i < count; i++) {
        for (u32 value = ssa_block_at(function, blocks[i])->first, next; value; value = next) {
            next = ssa_at(function, value)->next;
            if (ssa_at(function, value)->operation == SSA_POLL) ssa_unlink(function, value);
        }
    }
}

// Makes one more turn behind the one whose blocks are `turn`, which becomes that of the copy.
static void add_turn(struct unroll *loop, u32 *turn) {
    struct ssa_function *function = loop->function;
    u32 last_latch = 0, *copies = loop->copies;
    for (u32 i = 0; i < loop->block_count; i++) {
        copies[i] = pass_copy_block(function, loop->blocks[i]);
        if (loop->blocks[i] == loop->latch) last_latch = turn[i];
    }
    ASSERT(last_latch && loop->blocks[0] == loop->header);
    for (u32 i = 0; i < loop->block_count; i++) copy_instructions(loop, loop->blocks[i], copies[i]);
    for (u32 i = 0; i < loop->block_count; i++) copy_operands(loop, loop->blocks[i]);
    for (u32 i = 0; i < loop->block_count; i++) copy_edges(loop, loop->blocks[i], copies[i], last_latch);
    if (loop->second) {
        pass_redirect(function, last_latch, loop->header, copies[0]);
    } else {
        loop->second = copies[0];
    }
    for (u32 i = 0; i < loop->block_count; i++) turn[i] = copies[i];
    u32 *swapped = loop->last;
    loop->last = loop->copy;
    loop->copy = swapped;
}

// The first turn, which has been the model of all others until now, goes on to the second; the last closes the loop.
static void close_loop(struct unroll *loop, const u32 *turn) {
    struct ssa_function *function = loop->function;
    ASSERT(loop->second && loop->latch_edge < ssa_block_at(function, loop->header)->predecessor_count);
    pass_redirect(function, loop->latch, loop->header, loop->second);
    for (u32 i = 0; i < loop->block_count; i++) {
        if (loop->blocks[i] == loop->latch) ssa_predecessors(function, loop->header)[loop->latch_edge] = turn[i];
    }
    for (u32 phi = ssa_block_at(function, loop->header)->first; ssa_at(function, phi)->operation == SSA_PHI;
         phi = ssa_at(function, phi)->next) {
        u32 *operand = &ssa_operands(function, phi)[loop->latch_edge];
        *operand = in_last(loop, *operand);
    }
}

static bool unroll(struct unroll *loop) {
    if (!find_latch(loop) || !find_blocks(loop) || !are_blocks_copied(loop)) return false;
    map_values(loop);
    if (!visit_all_uses(loop, false)) return false;
    bool all = visit_all_uses(loop, true);
    ASSERT(all); // as it was found a moment ago
    u32 turn[MAX_BLOCKS];
    for (u32 i = 0; i < loop->block_count; i++) turn[i] = loop->blocks[i];
    for (u32 i = 1; i < TURNS; i++) {
        if (i > 1) remove_polls(loop->function, turn, loop->block_count);
        add_turn(loop, turn);
    }
    remove_polls(loop->function, loop->blocks, loop->block_count);
    close_loop(loop, turn);
    return true;
}

void pass_unroll(struct ssa_function *function) {
    if (!function->again) return;
    u32 headers[MAX_LOOPS], count = 0;
    for (u32 i = 0; i < function->order_count && count < MAX_LOOPS; i++) {
        const struct ssa_block *block = ssa_block_at(function, function->order[i]);
        if (block->flags & BLOCK_LOOP_HEADER && !(block->flags & BLOCK_COLD)) headers[count++] = function->order[i];
    }
    for (u32 i = 0; i < count; i++) {
        struct unroll loop = {.function = function, .header = headers[i]};
        if (unroll(&loop)) pass_order(function);
    }
}
