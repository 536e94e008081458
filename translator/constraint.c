// What each operation asks of its operands and result: the one place on which register allocation and emission agree.
// See regalloc.h.
#include "base/narrow.h"
#include "base/panic.h"
#include "translator/regalloc.h"
#include "translator/thread.h"

#define BIT(n) (1u << (n))

static bool is_int_or_long(const struct ssa_instruction *instruction) { return !type_is_xmm(instruction->type); }

static void constrain_divide(const struct ssa_instruction *instruction, struct constraint *c) {
    bool is_remainder = instruction->operation == SSA_REM;
    if (is_int_or_long(instruction)) {
        c->fixed[0] = RAX;
        c->clobbered = REGISTER_BIT(RAX) | REGISTER_BIT(RDX);
        c->result = is_remainder ? RDX : RAX;
    } else if (is_remainder) {
        c->fixed[0] = XMM0;
        c->fixed[1] = XMM0 + 1;
        c->clobbered = REGISTER_BIT(XMM0) | REGISTER_BIT(RAX);
        c->result = XMM0;
    } else {
        c->same = true;
        c->late = BIT(1);
        c->memory = BIT(1);
    }
}

static void constrain_arithmetic(const struct ssa_function *function, u32 value, struct constraint *c) {
    const struct ssa_instruction *instruction = ssa_at(function, value);
    switch (instruction->operation) {
    case SSA_DIV:
    case SSA_REM: constrain_divide(instruction, c); break;
    case SSA_SHL:
    case SSA_SHR:
    case SSA_USHR:
        c->same = true;
        c->immediate = BIT(1);
        if (!ssa_is_constant(function, ssa_operand(function, value, 1))) {
            c->fixed[1] = RCX;
            c->late = BIT(1);
        }
        break;
    case SSA_MIN:
    case SSA_MAX:
        c->same = true;
        c->late = BIT(1);
        break;
    case SSA_ABS:
        c->late = is_int_or_long(instruction) ? BIT(0) : 0;
        c->same = !is_int_or_long(instruction);
        break;
    case SSA_SUB:
        c->late = BIT(1);
        c->same = true;
        c->immediate = is_int_or_long(instruction) ? BIT(1) : 0;
        c->memory = BIT(1);
        break;
    case SSA_ADD:
    case SSA_MUL:
    case SSA_AND:
    case SSA_OR:
    case SSA_XOR:
        c->same = true;
        c->immediate = is_int_or_long(instruction) ? BIT(1) : 0;
        c->memory = BIT(1);
        break;
    default: c->same = true;
    }
}

// Operations on memory whose base and offset are any mixture of registers and constants.
static void constrain_memory(const struct ssa_instruction *instruction, struct constraint *c) {
    switch (instruction->operation) {
    case SSA_LOAD: c->immediate = BIT(0); break;
    case SSA_STORE:
    case SSA_LOAD_RAW: c->immediate = BIT(0) | BIT(1); break;
    case SSA_LOAD_ELEMENT: c->immediate = BIT(1); break;
    case SSA_STORE_ELEMENT: c->immediate = BIT(1) | BIT(2); break;
    case SSA_STORE_RAW: c->immediate = BIT(0) | BIT(1) | BIT(2); break;
    case SSA_COMPARE_SET:
    case SSA_COMPARE_EXCHANGE:
        c->immediate = BIT(0) | BIT(1);
        c->fixed[2] = RAX;
        c->clobbered = REGISTER_BIT(RAX);
        c->late = BIT(0) | BIT(1) | BIT(3);
        if (instruction->operation == SSA_COMPARE_EXCHANGE) c->result = RAX;
        break;
    default: // EXCHANGE, EXCHANGE_ADD
        c->immediate = BIT(0) | BIT(1);
        c->late = BIT(0) | BIT(1);
    }
}

static void constrain_class_test(const struct ssa_instruction *instruction, struct constraint *c) {
    c->immediate = BIT(1);
    if (instruction->operation == SSA_INSTANCE_OF) c->late = BIT(0) | BIT(1);
}

static bool is_allocated_inline(const struct ssa_function *function, u32 value) {
    const struct ssa_instruction *instruction = ssa_at(function, value);
    if (instruction->operation == SSA_NEW_ARRAY && ssa_is_constant(function, instruction->inline_operands[1])) {
        return (u64)ssa_at(function, instruction->inline_operands[1])->integer <= LARGEST_INLINE_LENGTH;
    }
    return !(instruction->flags & SSA_SLOW);
}

static void constrain_allocation(struct constraint *c) {
    c->immediate = BIT(0) | BIT(1);
    c->saves = !c->calls;
    c->late = BIT(0) | BIT(1);
}

// The code of a probe that is not inside the frame stands where nothing is allocated.
static void constrain_probe(const struct ssa_instruction *instruction, struct constraint *c) {
    static const u8 registers[3] = {RDI, RSI, RDX};
    if (!ssa_is_probe(instruction, PROBE_INSIDE)) return;
    ASSERT(instruction->operand_count <= COUNT_OF(registers));
    for (u32 i = 0; i < instruction->operand_count; i++) c->fixed[i] = registers[i];
    c->clobbered = probes[instruction->kind].loses;
    if (instruction->type != TYPE_VOID) c->result = RAX;
}

static void constrain_return(const struct ssa_function *function, u32 value, struct constraint *c) {
    if (ssa_at(function, value)->operand_count) {
        c->fixed[0] = type_is_xmm(ssa_at(function, ssa_operand(function, value, 0))->type) ? XMM0 : RAX;
    }
}

static void constrain_comparison(const struct ssa_function *function, u32 value, struct constraint *c) {
    if (!type_is_xmm(ssa_at(function, ssa_operand(function, value, 0))->type)) {
        c->immediate = BIT(1);
        c->memory = BIT(1);
    }
}

static void constrain_other(const struct ssa_function *function, u32 value, struct constraint *c) {
    const struct ssa_instruction *instruction = ssa_at(function, value);
    switch (instruction->operation) {
    case SSA_FRAME_STORE: c->immediate = BIT(0); break;
    case SSA_COMPARE:
    case SSA_IS:
    case SSA_BRANCH: constrain_comparison(function, value, c); break;
    case SSA_CHECK_BOUNDS:
        c->immediate = BIT(0) | BIT(1);
        c->memory = BIT(1);
        break;
    case SSA_CHECK_CAST:
    case SSA_INSTANCE_OF: constrain_class_test(instruction, c); break;
    case SSA_BYTES_EQUAL:
    case SSA_BYTES_COMPARE:
        c->late = BIT(0) | BIT(1);
        c->temporaries = 1;
        break;
    case SSA_CHECK_STORE: c->temporaries = 1; break;
    case SSA_RESOLVE:
        c->saves = true;
        c->late = BIT(0);
        break;
    case SSA_INIT_CLASS:
        c->saves = true;
        c->immediate = BIT(0);
        break;
    case SSA_NEW:
    case SSA_NEW_ARRAY: constrain_allocation(c); break;
    case SSA_POLL: c->saves = true; break;
    case SSA_PROBE: constrain_probe(instruction, c); break;
    case SSA_RETURN: constrain_return(function, value, c); break;
    case SSA_EXCEPTION: c->result = RAX; break;
    default: break;
    }
}

bool constraint_calls(const struct ssa_function *function, u32 value) {
    u8 operation = ssa_at(function, value)->operation;
    if (operation == SSA_NEW || operation == SSA_NEW_ARRAY) return !is_allocated_inline(function, value);
    return ssa_properties[operation] & SSA_CALLS || operation == SSA_MONITOR_ENTER || operation == SSA_MONITOR_EXIT ||
           operation == SSA_THROW;
}

void constraint_of(const struct ssa_function *function, u32 value, struct constraint *constraint) {
    const struct ssa_instruction *instruction = ssa_at(function, value);
    u8 operation = instruction->operation;
    *constraint = (struct constraint){.fixed = {LOCATION_NONE, LOCATION_NONE, LOCATION_NONE, LOCATION_NONE},
                                      .result = LOCATION_NONE};
    constraint->calls = constraint_calls(function, value);
    if (ssa_properties[operation] & SSA_CALLS) {
        // operands are wherever they are
    } else if (operation >= SSA_ADD && operation <= SSA_BITS) {
        constrain_arithmetic(function, value, constraint);
    } else if (operation >= SSA_LOAD && operation <= SSA_EXCHANGE_ADD) {
        constrain_memory(instruction, constraint);
    } else {
        constrain_other(function, value, constraint);
    }
    if (constraint->calls && instruction->type != TYPE_VOID) {
        constraint->result = type_is_xmm(instruction->type) ? XMM0 : RAX;
    }
}
