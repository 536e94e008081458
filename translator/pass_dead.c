// Null checks folded into the access that follows them, frame stores that nothing sees, values that nothing uses, and
// loads of bytes that are used without their sign.
// See pass.h.
#include "base/layout.h"
#include "base/narrow.h"
#include "base/panic.h"
#include "translator/pass.h"

// ---- Null checks

// Whether the instruction touches memory near `reference`, so that a null there traps.
static bool traps_for(const struct ssa_function *function, u32 value, u32 reference) {
    const struct ssa_instruction *instruction = ssa_at(function, value);
    if (instruction->operand_count == 0 || ssa_operand(function, value, 0) != reference) return false;
    switch (instruction->operation) {
    case SSA_LOAD:
    case SSA_STORE: return instruction->integer >= 0 && instruction->integer + 8 <= NULL_GUARD_BYTES;
    case SSA_ARRAY_LENGTH:
    case SSA_CALL_VIRTUAL:
    case SSA_CALL_INTERFACE: return true;
    default: return false;
    }
}

// The list without the marks that are of a trace, or with these alone.
static u32 marks_of(struct ssa_function *function, u32 marks, bool of_trace) {
    u32 first = 0, last = 0;
    for (u32 mark = marks; mark; mark = function->marks[mark].next) {
        u8 kind = function->marks[mark].kind;
        bool is_of_trace = probes[kind].patterns & PATTERN_TRACE;
        arena_step(function->arena, mark);
        if (is_of_trace != of_trace) continue;
        u32 copy = ssa_add_mark(function, kind, function->marks[mark].method);
        if (last) {
            function->marks[last].next = copy;
        } else {
            first = copy;
        }
        last = copy;
    }
    return first;
}

// On null, none of the calls begins whose marks stand between the check and the access that it is folded into. The
// trace's go behind that. The time of a call that begins with the access is to have it, so those of timing stay: such a
// call on null is counted.
static void trace_behind(struct ssa_function *function, u32 from, u32 access) {
    u32 moved = 0, value = from;
    if (!ssa_has_marks(function)) return;
    do {
        value = ssa_at(function, value)->next;
        u32 marks = ssa_at(function, value)->marks;
        if (!marks) continue;
        moved = ssa_join_marks(function, moved, marks_of(function, marks, true));
        ssa_at(function, value)->marks = marks_of(function, marks, false);
    } while (value != access);
    struct ssa_instruction *next = ssa_at(function, ssa_at(function, access)->next);
    next->marks = ssa_join_marks(function, moved, next->marks);
}

static void fold_null_check(struct ssa_function *function, u32 check) {
    u32 reference = ssa_operand(function, check, 0), value = ssa_at(function, check)->next;
    ASSERT(ssa_at(function, check)->site && ssa_at(function, reference)->type == TYPE_REF);
    while (!traps_for(function, value, reference)) {
        u8 properties = ssa_properties[ssa_at(function, value)->operation];
        if (!(properties & SSA_PURE) || ssa_at(function, value)->flags & SSA_TRAPS) return;
        value = ssa_at(function, value)->next;
    }
    // A call also has a site for its return, which must stay its own: that of a check of the same bytecode is the same.
    if (ssa_at(function, value)->site && ssa_at(function, value)->site != ssa_at(function, check)->site) return;
    ssa_at(function, value)->flags |= SSA_TRAPS;
    ssa_at(function, value)->site = ssa_at(function, check)->site;
    trace_behind(function, check, value);
    ssa_unlink(function, check);
}

void pass_traps(struct ssa_function *function) {
    for (u32 i = 0; i < function->order_count; i++) {
        for (u32 value = ssa_block_at(function, function->order[i])->first, next; value; value = next) {
            next = ssa_at(function, value)->next;
            arena_poll(function->arena);
            if (ssa_at(function, value)->operation == SSA_CHECK_NULL) fold_null_check(function, value);
        }
    }
}

// ---- Frame stores

// Removes stores to variables that no landing block loads, and stores that are followed by another before anything can
// throw.
static void remove_frame_stores(struct ssa_function *function) {
    bool *loaded = ARENA_ARRAY(function->arena, bool, function->frame_variable_count);
    u32 *stored_in = ARENA_ARRAY(function->arena, u32, function->frame_variable_count), region = 0;
    for (u32 value = 1; value < function->instruction_count; value++) {
        arena_step(function->arena, value);
        if (ssa_at(function, value)->operation != SSA_FRAME_LOAD) continue;
        ASSERT((u64)ssa_at(function, value)->integer < function->frame_variable_count);
        loaded[ssa_at(function, value)->integer] = true;
    }
    for (u32 i = 0; i < function->order_count; i++) {
        region++;
        arena_poll(function->arena);
        for (u32 value = ssa_block_at(function, function->order[i])->last, previous; value; value = previous) {
            previous = ssa_at(function, value)->previous;
            const struct ssa_instruction *instruction = ssa_at(function, value);
            if (ssa_needs_site(instruction) || instruction->operation == SSA_FRAME_LOAD) region++;
            if (instruction->operation != SSA_FRAME_STORE) continue;
            u32 variable = (u32)instruction->integer;
            ASSERT(variable < function->frame_variable_count);
            if (!loaded[variable] || stored_in[variable] == region) ssa_unlink(function, value);
            stored_in[variable] = region;
        }
    }
}

// Renumbers the frame variables that are left.
static void pack_frame_variables(struct ssa_function *function) {
    u32 *numbers = ARENA_ARRAY(function->arena, u32, function->frame_variable_count), count = 0;
    struct ssa_frame_variable *packed =
        ARENA_ARRAY(function->arena, struct ssa_frame_variable, function->frame_variable_count);
    for (u32 value = 1; value < function->instruction_count; value++) {
        arena_step(function->arena, value);
        struct ssa_instruction *instruction = ssa_at(function, value);
        if (instruction->operation != SSA_FRAME_LOAD && instruction->operation != SSA_FRAME_STORE) continue;
        ASSERT((u64)instruction->integer < function->frame_variable_count);
        u32 *number = &numbers[instruction->integer];
        if (*number == 0) {
            *number = ++count;
            packed[count - 1] = function->frame_variables[instruction->integer];
        }
        instruction->integer = *number - 1;
    }
    function->frame_variables = packed;
    function->frame_variable_count = count;
}

// ---- Unused values

static bool is_removable(const struct ssa_instruction *instruction) {
    u8 properties = ssa_properties[instruction->operation];
    u32 effects = ssa_effects(instruction);
    if (instruction->flags & SSA_TRAPS || properties & (SSA_THROWS | SSA_SAFEPOINT | SSA_ENDS)) return false;
    return properties & SSA_PURE || (effects && !(effects & (SSA_WRITES(SSA_MEMORY) | SSA_ORDERS)));
}

// Marks what is used, starting from what must stay; a use alone does not keep a phi that only feeds itself.
static void mark_used(struct ssa_function *function, u32 *stack) {
    u32 depth = 0;
    for (u32 i = 0; i < function->order_count; i++) {
        arena_poll(function->arena);
        for (u32 value = ssa_block_at(function, function->order[i])->first; value;
             value = ssa_at(function, value)->next) {
            struct ssa_instruction *instruction = ssa_at(function, value);
            instruction->uses = 0;
            if (is_removable(instruction)) continue;
            instruction->flags |= SSA_MARK;
            ASSERT(depth < function->instruction_count);
            stack[depth++] = value;
        }
    }
    while (depth) {
        u32 value = stack[--depth];
        arena_poll(function->arena);
        const u32 *operands = ssa_operands(function, value);
        for (u32 i = 0; i < ssa_at(function, value)->operand_count; i++) {
            struct ssa_instruction *operand = ssa_at(function, operands[i]);
            operand->uses++;
            if (operand->flags & SSA_MARK) continue;
            ASSERT(depth < function->instruction_count);
            operand->flags |= SSA_MARK;
            stack[depth++] = operands[i];
        }
    }
}

static void remove_unused(struct ssa_function *function) {
    mark_used(function, ARENA_RAW_ARRAY(function->arena, u32, function->instruction_count));
    for (u32 i = 0; i < function->order_count; i++) {
        arena_poll(function->arena);
        for (u32 value = ssa_block_at(function, function->order[i])->first, next; value; value = next) {
            next = ssa_at(function, value)->next;
            if (ssa_at(function, value)->flags & SSA_MARK) {
                ssa_at(function, value)->flags &= low_u8(~SSA_MARK);
            } else {
                ssa_unlink(function, value);
            }
        }
    }
}

// ---- Bytes without a sign

// `bytes[i] & 255` is one load. Only now, as what compares loads takes those of the same kind for the same.
static void load_without_signs(struct ssa_function *function) {
    u32 *forward = pass_new_forward(function);
    bool found = false;
    for (u32 i = 0; i < function->order_count; i++) {
        arena_poll(function->arena);
        for (u32 value = ssa_block_at(function, function->order[i])->first; value;
             value = ssa_at(function, value)->next) {
            const struct ssa_instruction *mask = ssa_at(function, value);
            if (mask->operation != SSA_AND || mask->type != TYPE_INT) continue;
            struct ssa_instruction *bits = ssa_at(function, ssa_operand(function, value, 1));
            struct ssa_instruction *load = ssa_at(function, ssa_operand(function, value, 0));
            if (bits->operation != SSA_CONSTANT || bits->integer != 255 || load->kind != 'B' || load->uses != 1) {
                continue;
            }
            if (load->operation != SSA_LOAD && load->operation != SSA_LOAD_ELEMENT) continue;
            load->kind = 'Z';
            load->uses = mask->uses;
            ASSERT(bits->uses && ssa_at(function, ssa_operand(function, value, 1)) == bits);
            if (--bits->uses == 0) ssa_unlink(function, ssa_operand(function, value, 1));
            forward[value] = ssa_operand(function, value, 0);
            found = true;
        }
    }
    if (found) pass_apply_forward(function, forward);
}

void pass_dead(struct ssa_function *function) {
    if (function->handler_count) {
        // Landing blocks whose last site is gone.
        pass_order(function);
        pass_phis(function);
    }
    remove_unused(function);
    if (function->frame_variable_count) {
        remove_frame_stores(function);
        remove_unused(function);
        pack_frame_variables(function);
    }
    if (function->again) load_without_signs(function);
}
