// The invariants of ssa.h, one by one. For tests, and for the option that checks after every pass.
#include "translator/reader/classfile.h"
#include "translator/ssa.h"

struct check {
    const struct ssa_function *function;
    const char *error;
    u32 where;
};

static bool require(struct check *check, bool holds, const char *error, u32 where) {
    if (!holds && check->error == NULL) {
        check->error = error;
        check->where = where;
    }
    return holds;
}

static u32 count_of(const u32 *list, u32 count, u32 wanted) {
    u32 found = 0;
    for (u32 i = 0; i < count; i++) found += list[i] == wanted;
    return found;
}

static void check_edges(struct check *check, u32 block) {
    const struct ssa_function *function = check->function;
    const struct ssa_block *at = ssa_block_at(function, block);
    const u32 *successors = ssa_successors(function, block);
    for (u32 i = 0; i < at->successor_count; i++) {
        const struct ssa_block *to = ssa_block_at(function, successors[i]);
        require(check,
                count_of(ssa_predecessors(function, successors[i]), to->predecessor_count, block) ==
                    count_of(successors, at->successor_count, successors[i]),
                "edge without its other end", block);
        require(check, !(to->flags & BLOCK_LANDING), "edge to a landing block", block);
        require(check, function->order[to->position] == successors[i], "edge to a block that is not in the order",
                block);
    }
    for (u32 i = 0; i < at->predecessor_count; i++) {
        u32 from = ssa_predecessors(function, block)[i];
        require(check,
                count_of(ssa_successors(function, from), ssa_block_at(function, from)->successor_count, block) > 0,
                "predecessor that does not lead here", block);
    }
    require(check, (at->predecessor_count == 0) == (block == SSA_ENTRY_BLOCK || at->flags & BLOCK_LANDING),
            "block without a way in", block);
}

static bool dominates(const struct ssa_function *function, u32 above, u32 block) {
    for (u32 at = block; at; at = ssa_block_at(function, at)->dominator) {
        if (at == above) return true;
    }
    return false;
}

// Whether `value` is available at `user` (0: at the end of `block`). `number` holds positions within blocks.
static bool is_available(const struct ssa_function *function, u32 value, u32 block, const u32 *positions, u32 user) {
    const struct ssa_instruction *instruction = ssa_at(function, value);
    if (instruction->operation == SSA_CONSTANT) return true;
    if (instruction->block == block) return user == 0 || positions[value] < positions[user];
    return dominates(function, instruction->block, block);
}

static void check_operands(struct check *check, u32 value, const u32 *positions) {
    const struct ssa_function *function = check->function;
    const struct ssa_instruction *instruction = ssa_at(function, value);
    bool is_phi = instruction->operation == SSA_PHI;
    for (u32 i = 0; i < instruction->operand_count; i++) {
        u32 operand = ssa_operand(function, value, i);
        if (!require(check,
                     operand > 0 && operand < function->instruction_count &&
                         ssa_at(function, operand)->operation != SSA_NONE,
                     "operand that is gone", value)) {
            continue;
        }
        u32 block = is_phi ? ssa_predecessors(function, instruction->block)[i] : instruction->block;
        require(check, is_available(function, operand, block, positions, is_phi ? 0 : value),
                "operand that is not defined there", value);
        require(check, ssa_at(function, operand)->type != TYPE_VOID, "void operand", value);
        require(check, !is_phi || ssa_at(function, operand)->type == instruction->type, "phi of mixed types", value);
    }
    require(check,
            !is_phi || instruction->operand_count == ssa_block_at(function, instruction->block)->predecessor_count,
            "phi of another length", value);
}

// ---- Types

static enum ssa_type type_of(const struct ssa_instruction *instruction, char letter) {
    switch (letter) {
    case 'v': return TYPE_VOID;
    case 'i': return TYPE_INT;
    case 'l': return TYPE_LONG;
    case 'f': return TYPE_FLOAT;
    case 'd': return TYPE_DOUBLE;
    case 'r': return TYPE_REF;
    default: return ssa_type_of_letter(instruction->kind);
    }
}

// `same` is the type that n, w and s have stood for so far, TYPE_COUNT at first.
static bool has_type(const struct ssa_instruction *instruction, char letter, u8 type, u8 *same) {
    bool is_word = type == TYPE_INT || type == TYPE_LONG, is_same = *same == TYPE_COUNT || *same == type;
    switch (letter) {
    case 'y': return true;
    case 'x': return type != TYPE_VOID;
    case 'a': return type == TYPE_REF || type == TYPE_INT;
    case 'n':
    case 'w':
    case 's':
        *same = type;
        return type != TYPE_VOID && is_same && (letter == 's' || type != TYPE_REF) && (letter != 'w' || is_word);
    default: return type == type_of(instruction, letter);
    }
}

static void check_types(struct check *check, u32 value) {
    const struct ssa_function *function = check->function;
    const struct ssa_instruction *instruction = ssa_at(function, value);
    const char *types = ssa_types(instruction);
    u8 same = TYPE_COUNT;
    require(check, has_type(instruction, *types, instruction->type, &same), "result of another type", value);
    types++;
    for (u32 i = 0; i < instruction->operand_count; i++) {
        if (*types == '*') return;
        u8 type = ssa_at(function, ssa_operand(function, value, i))->type;
        if (!require(check, *types, "too many operands", value)) return;
        require(check, has_type(instruction, *types++, type, &same), "operand of another type", value);
    }
    require(check, !*types || *types == '*', "too few operands", value);
}

static void check_probe(struct check *check, u32 value) {
    const struct ssa_function *function = check->function;
    const struct ssa_instruction *probe = ssa_at(function, value), *previous = ssa_at(function, probe->previous);
    if (ssa_is_probe(probe, PROBE_ENTERS)) {
        bool is_first = previous->operation == SSA_CONSTANT || previous->operation == SSA_PARAMETER ||
                        ssa_is_probe(previous, PROBE_ENTERS) || !probe->previous;
        require(check, is_first && probe->block == SSA_ENTRY_BLOCK, "probe of the entry that stands elsewhere", value);
    } else if (ssa_is_probe(probe, PROBE_LEAVES)) {
        const struct ssa_instruction *next = ssa_at(function, probe->next);
        require(check, next->operation == SSA_RETURN || ssa_is_probe(next, PROBE_LEAVES),
                "probe of a return that stands elsewhere", value);
    }
}

// Checks what a call takes and returns, if its method is known.
static void check_call(struct check *check, u32 value) {
    const struct ssa_function *function = check->function;
    const struct ssa_instruction *call = ssa_at(function, value);
    if (call->operation != SSA_CALL_DIRECT) return;
    const struct method *method = (const struct method *)(uintptr_t)call->integer;
    const char *at = method->descriptor->text + 1;
    u32 i = method->access_flags & ACC_STATIC ? 0 : 1;
    for (; *at != ')' && i < call->operand_count; at = descriptor_skip(at), i++) {
        u8 type = ssa_at(function, ssa_operand(function, value, i))->type;
        require(check, type == ssa_type_of_letter(*at), "argument of another type", value);
    }
    require(check, *at == ')' && i == call->operand_count, "another number of arguments", value);
    require(check, call->type == ssa_type_of_letter(method->return_type), "call of another type", value);
}

static void check_frame_variable(struct check *check, u32 value) {
    const struct ssa_function *function = check->function;
    const struct ssa_instruction *access = ssa_at(function, value);
    if (access->operation != SSA_FRAME_LOAD && access->operation != SSA_FRAME_STORE) return;
    if (!require(check, (u64)access->integer < function->frame_variable_count, "no such frame variable", value)) return;
    u8 type =
        access->operation == SSA_FRAME_LOAD ? access->type : ssa_at(function, ssa_operand(function, value, 0))->type;
    require(check, function->frame_variables[access->integer].type == type, "frame variable of another type", value);
}

static void check_order_in_block(struct check *check, u32 value) {
    const struct ssa_function *function = check->function;
    const struct ssa_instruction *instruction = ssa_at(function, value);
    const struct ssa_block *block = ssa_block_at(function, instruction->block);
    bool is_last = instruction->next == 0, ends = ssa_properties[instruction->operation] & SSA_ENDS;
    require(check, is_last == ends, "terminator that is not last, or none", value);
    require(check, !instruction->next || ssa_at(function, instruction->next)->previous == value, "broken list", value);
    require(check,
            instruction->operation != SSA_PHI || !instruction->previous ||
                ssa_at(function, instruction->previous)->operation == SSA_PHI,
            "phi behind another instruction", value);
    require(check, instruction->operation != SSA_EXCEPTION || (block->flags & BLOCK_LANDING && block->first == value),
            "exception outside a landing block", value);
    require(check, !ssa_needs_site(instruction) || (instruction->site > 0 && instruction->site < function->site_count),
            "no site", value);
}

static void check_block(struct check *check, u32 block, u32 *positions) {
    const struct ssa_function *function = check->function;
    u32 position = 0, last = 0;
    for (u32 value = ssa_block_at(function, block)->first; value; value = ssa_at(function, value)->next) {
        positions[value] = ++position;
        last = value;
        require(check, ssa_at(function, value)->block == block, "instruction that stands elsewhere", value);
        check_order_in_block(check, value);
    }
    if (!require(check, last == ssa_block_at(function, block)->last && last, "block without an end", block)) return;
    u8 operation = ssa_at(function, last)->operation;
    u32 successors = ssa_block_at(function, block)->successor_count;
    bool fits = operation == SSA_JUMP                               ? successors == 1
                : operation == SSA_BRANCH || operation == SSA_GUARD ? successors == 2
                : operation == SSA_SWITCH                           ? successors > 1
                                                                    : successors == 0;
    require(check, fits, "terminator and successors differ", last);
    for (u32 value = ssa_block_at(function, block)->first; value; value = ssa_at(function, value)->next) {
        check_operands(check, value, positions);
        check_types(check, value);
        check_probe(check, value);
        check_call(check, value);
        check_frame_variable(check, value);
    }
}

const char *ssa_check(const struct ssa_function *function, u32 *where) {
    struct check check = {.function = function};
    u8 *mark = arena_mark(function->arena);
    u32 *positions = ARENA_ARRAY(function->arena, u32, function->instruction_count);
    for (u32 i = 0; i < function->order_count; i++) {
        u32 block = function->order[i];
        require(&check, ssa_block_at(function, block)->position == i, "block at another position", block);
        check_edges(&check, block);
    }
    for (u32 i = 0; i < function->order_count && !check.error; i++) check_block(&check, function->order[i], positions);
    for (u32 i = 0; i < function->handler_count; i++) {
        require(&check, ssa_block_at(function, function->handlers[i].landing)->flags & BLOCK_LANDING,
                "handler without a landing block", function->handlers[i].landing);
    }
    arena_release(function->arena, mark);
    *where = check.where;
    return check.error;
}
