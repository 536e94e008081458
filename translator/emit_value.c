// Arithmetic, conversions, and comparisons that leave a value. See emit.h; where operands may be: constraint.c.
#include "base/narrow.h"
#include "base/panic.h"
#include "translator/emit.h"

// ---- Two-address forms

static u32 alu_opcode(u8 operation) {
    switch (operation) {
    case SSA_ADD: return X_ADD;
    case SSA_SUB: return X_SUB;
    case SSA_AND: return X_AND;
    case SSA_OR: return X_OR;
    case SSA_XOR: return X_XOR;
    default: return X_IMUL;
    }
}

static void emit_immediate_arithmetic(struct emitter *m, u8 operation, u8 type, u8 result, u8 a, s64 constant) {
    bool wide = type == TYPE_LONG;
    s32 value = (s32)constant;
    ASSERT(fits_s32(constant));
    if (operation == SSA_MUL) {
        encode_multiply_immediate(&m->out, wide, result, a, value);
        return;
    }
    if (operation == SSA_SUB && value != INT32_MIN) {
        operation = SSA_ADD;
        value = -value;
    }
    if (operation == SSA_ADD && result != a) {
        encode_memory(&m->out, X_LEA | wide_bit(type), result, address_base(a, value));
        return;
    }
    emit_move_registers(m, type, result, a);
    encode_alu_immediate(&m->out, (enum encode_alu)(alu_opcode(operation) >> 3), wide, result, value);
    emit_sets_zero(m, type, result);
}

static u32 float_opcode(u8 operation, u8 type) {
    u32 opcode = operation == SSA_ADD   ? X_ADDSS
                 : operation == SSA_SUB ? X_SUBSS
                 : operation == SSA_MUL ? X_MULSS
                                        : X_DIVSS;
    return type == TYPE_DOUBLE ? opcode ^ X_DOUBLE : opcode;
}

static void emit_two_address(struct emitter *m, u32 value) {
    const struct ssa_instruction *instruction = emit_at(m, value);
    u8 type = instruction->type, result = m->allocator->allocations[value].result, a = emit_location(m, value, 0),
       b = emit_location(m, value, 1);
    if (b == LOCATION_CONSTANT) {
        emit_immediate_arithmetic(m, instruction->operation, type, result, a, emit_constant(m, value, 1));
        return;
    }
    if (b == result && a != result && ssa_is_commutative(instruction->operation)) {
        b = a;
        a = result;
    }
    ASSERT(b != result || a == result || instruction->operation == SSA_ADD); // or the result would overwrite it
    if (instruction->operation == SSA_ADD && !type_is_xmm(type) && b != LOCATION_SLOT && a != result) {
        encode_memory(&m->out, X_LEA | wide_bit(type), result, (struct encode_address){a, b, 0, 0});
        return;
    }
    u32 opcode = type_is_xmm(type) ? float_opcode(instruction->operation, type)
                                   : alu_opcode(instruction->operation) | wide_bit(type);
    emit_move_registers(m, type, result, a);
    if (b == LOCATION_SLOT) {
        encode_memory(&m->out, opcode, result & 15, emit_slot(m, ssa_operand(m->function, value, 1)));
    } else {
        encode_register(&m->out, opcode, result & 15, b & 15);
    }
    if (!type_is_xmm(type) && instruction->operation != SSA_MUL) emit_sets_zero(m, type, result & 15);
}

// ---- Division

// idiv traps at MIN / -1; -1 takes the cold path.
static void emit_divide(struct emitter *m, u32 value) {
    u8 type = emit_at(m, value)->type;
    if (type_is_xmm(type)) {
        if (emit_at(m, value)->operation == SSA_DIV) {
            emit_two_address(m, value);
        } else {
            emit_call_leaf(m, type == TYPE_FLOAT ? ENTRY_frem : ENTRY_drem);
        }
        return;
    }
    u8 divisor = emit_register(m, value, 1);
    ASSERT(emit_location(m, value, 0) == RAX && divisor != RAX && divisor != RDX);
    bool is_constant = ssa_is_constant(m->function, ssa_operand(m->function, value, 1));
    u32 cold = 0;
    if (!is_constant || emit_constant(m, value, 1) == -1) {
        cold = emit_cold_label(m, COLD_DIVIDE, value);
        encode_alu_immediate(&m->out, ALU_CMP, type == TYPE_LONG, divisor, -1);
        emit_branch(m, CC_E, cold);
    }
    if (type == TYPE_LONG) {
        encode_cqo(&m->out);
    } else {
        encode_cdq(&m->out);
    }
    encode_unary(&m->out, UNARY_IDIV, type == TYPE_LONG, divisor);
    if (cold) emit_label(m, cold + 1);
}

// ---- Others

static void emit_shift(struct emitter *m, u32 value) {
    const struct ssa_instruction *instruction = emit_at(m, value);
    enum encode_shift shift = instruction->operation == SSA_SHL   ? SHIFT_LEFT
                              : instruction->operation == SSA_SHR ? SHIFT_ARITHMETIC
                                                                  : SHIFT_LOGICAL;
    bool wide = instruction->type == TYPE_LONG;
    u8 result = emit_result(m, value);
    emit_move_registers(m, instruction->type, result, emit_register(m, value, 0));
    if (emit_location(m, value, 1) != LOCATION_CONSTANT) {
        ASSERT(emit_location(m, value, 1) == RCX && result != RCX);
        encode_shift_cl(&m->out, shift, wide, result);
        return;
    }
    u8 count = narrow_u8(emit_constant(m, value, 1) & (wide ? 63 : 31));
    if (!count) return;
    encode_shift_immediate(&m->out, shift, wide, result, count);
    emit_sets_zero(m, instruction->type, result);
}

static void emit_minimum(struct emitter *m, u32 value) {
    u8 type = emit_at(m, value)->type, result = emit_result(m, value), b = emit_register(m, value, 1);
    ASSERT(b != result || b == emit_register(m, value, 0)); // it is read when the result has been written
    emit_move_registers(m, type, result, emit_register(m, value, 0));
    encode_register(&m->out, X_CMP | wide_bit(type), result, b);
    encode_conditional_move(&m->out, emit_at(m, value)->operation == SSA_MIN ? CC_G : CC_L, type == TYPE_LONG, result,
                            b);
}

static void emit_absolute(struct emitter *m, u32 value) {
    u8 type = emit_at(m, value)->type, result = emit_result(m, value), a = emit_register(m, value, 0);
    if (type_is_xmm(type)) {
        emit_move_registers(m, type, narrow_u8(XMM0 + result), narrow_u8(XMM0 + a));
        encode_shift_vector_left(&m->out, type == TYPE_DOUBLE, result, 1);
        encode_shift_vector_right(&m->out, type == TYPE_DOUBLE, result, 1);
        return;
    }
    emit_move_registers(m, type, result, a);
    encode_unary(&m->out, UNARY_NEG, type == TYPE_LONG, result);
    ASSERT(result != a);
    encode_conditional_move(&m->out, CC_S, type == TYPE_LONG, result, a);
}

static void emit_negate(struct emitter *m, u32 value) {
    u8 type = emit_at(m, value)->type, result = emit_result(m, value), a = emit_register(m, value, 0);
    if (!type_is_xmm(type)) {
        emit_move_registers(m, type, result, a);
        encode_unary(&m->out, UNARY_NEG, type == TYPE_LONG, result);
        return;
    }
    emit_move_registers(m, type, narrow_u8(XMM0 + result), narrow_u8(XMM0 + a));
    encode_register(&m->out, X_PCMPEQD, SCRATCH_XMM, SCRATCH_XMM); // all ones
    encode_shift_vector_left(&m->out, type == TYPE_DOUBLE, SCRATCH_XMM, type == TYPE_DOUBLE ? 63 : 31);
    encode_register(&m->out, X_XORPS, result, SCRATCH_XMM);
}

// ---- Conversions

static void emit_to_float(struct emitter *m, u32 value, bool from_long, bool to_double) {
    u8 result = emit_result(m, value);
    // cvtsi2sd keeps the upper half: without this it waits for the register
    encode_register(&m->out, X_XORPS, result, result);
    encode_register(&m->out, (to_double ? X_CVTSI2SS ^ X_DOUBLE : X_CVTSI2SS) | (from_long ? OP_W : 0), result,
                    emit_register(m, value, 0));
}

// If there is no answer, the machine gives the most negative number: the only one from which 1 cannot be subtracted.
static void emit_to_integer(struct emitter *m, u32 value, bool from_double, bool to_long) {
    u8 result = emit_result(m, value);
    u32 cold = emit_cold_label(m, COLD_CONVERT, value);
    encode_register(&m->out, (from_double ? X_CVTTSS2SI ^ X_DOUBLE : X_CVTTSS2SI) | (to_long ? OP_W : 0), result,
                    emit_register(m, value, 0));
    encode_alu_immediate(&m->out, ALU_CMP, to_long, result, 1);
    emit_branch(m, CC_O, cold);
    emit_label(m, cold + 1);
}

static void emit_bits(struct emitter *m, u32 value) {
    u8 type = emit_at(m, value)->type, result = emit_result(m, value), a = emit_register(m, value, 0);
    u32 wide = type_is_wide(type) ? OP_W : 0;
    if (type_is_xmm(type)) {
        encode_register(&m->out, X_MOVD | wide, result, a);
    } else {
        encode_register(&m->out, X_MOVD_STORE | wide, a, result);
    }
}

static void emit_conversion(struct emitter *m, u32 value) {
    u8 result = emit_result(m, value), a = emit_register(m, value, 0);
    switch (emit_at(m, value)->operation) {
    case SSA_I2B: encode_register(&m->out, X_MOVSX_8, result, a); break;
    case SSA_I2C: encode_register(&m->out, X_MOVZX_16, result, a); break;
    case SSA_I2S: encode_register(&m->out, X_MOVSX_16, result, a); break;
    case SSA_I2L: encode_register(&m->out, X_MOVSXD, result, a); break;
    case SSA_L2I: encode_register(&m->out, X_MOV, result, a); break;
    case SSA_ZERO_EXTEND: encode_register(&m->out, X_MOV, result, a); break;
    case SSA_I2F: emit_to_float(m, value, false, false); break;
    case SSA_I2D: emit_to_float(m, value, false, true); break;
    case SSA_L2F: emit_to_float(m, value, true, false); break;
    case SSA_L2D: emit_to_float(m, value, true, true); break;
    case SSA_F2I: emit_to_integer(m, value, false, false); break;
    case SSA_F2L: emit_to_integer(m, value, false, true); break;
    case SSA_D2I: emit_to_integer(m, value, true, false); break;
    case SSA_D2L: emit_to_integer(m, value, true, true); break;
    case SSA_F2D: encode_register(&m->out, X_CVTSS2SD, result, a); break;
    case SSA_D2F: encode_register(&m->out, X_CVTSD2SS, result, a); break;
    default: emit_bits(m, value);
    }
}

// ---- Comparisons

static void set_two(struct emitter *m, u8 result, enum encode_condition plus, enum encode_condition minus) {
    encode_set(&m->out, plus, result);
    encode_set(&m->out, minus, SCRATCH);
    encode_register(&m->out, X_MOVZX_8, result, result);
    encode_register(&m->out, X_MOVZX_8, SCRATCH, SCRATCH);
    encode_register(&m->out, X_SUB, result, SCRATCH);
}

// After ucomis, "below" also holds for unordered: the side on which it is tested is the answer for NaN.
static void emit_three_way(struct emitter *m, u32 value) {
    u8 type = emit_at(m, ssa_operand(m->function, value, 0))->type, result = emit_result(m, value);
    if (!type_is_xmm(type)) {
        emit_compare(m, value);
        set_two(m, result, CC_G, CC_L);
        return;
    }
    u8 a = emit_register(m, value, 0), b = emit_register(m, value, 1);
    bool less = emit_at(m, value)->kind == SSA_NAN_LESS;
    encode_register(&m->out, type == TYPE_FLOAT ? X_UCOMISS : X_UCOMISD, less ? a : b, less ? b : a);
    set_two(m, result, less ? CC_A : CC_B, less ? CC_B : CC_A);
}

static void emit_is(struct emitter *m, u32 value) {
    u8 result = emit_result(m, value);
    ASSERT(!type_is_xmm(emit_at(m, ssa_operand(m->function, value, 0))->type));
    emit_compare(m, value);
    encode_set(&m->out, emit_condition(emit_at(m, value)->kind), result);
    encode_register(&m->out, X_MOVZX_8, result, result);
}

void emit_value(struct emitter *m, u32 value) {
    const struct ssa_instruction *instruction = emit_at(m, value);
    switch (instruction->operation) {
    case SSA_DIV:
    case SSA_REM: emit_divide(m, value); break;
    case SSA_NEG: emit_negate(m, value); break;
    case SSA_SHL:
    case SSA_SHR:
    case SSA_USHR: emit_shift(m, value); break;
    case SSA_MIN:
    case SSA_MAX: emit_minimum(m, value); break;
    case SSA_ABS: emit_absolute(m, value); break;
    case SSA_SQRT:
        encode_register(&m->out, instruction->type == TYPE_DOUBLE ? X_SQRTSS ^ X_DOUBLE : X_SQRTSS,
                        emit_result(m, value), emit_register(m, value, 0));
        break;
    case SSA_BYTE_SWAP:
        emit_move_registers(m, instruction->type, emit_result(m, value), emit_register(m, value, 0));
        encode_byte_swap(&m->out, instruction->type == TYPE_LONG, emit_result(m, value));
        break;
    case SSA_COMPARE: emit_three_way(m, value); break;
    case SSA_IS: emit_is(m, value); break;
    default:
        if (instruction->operation <= SSA_XOR) {
            emit_two_address(m, value);
        } else {
            emit_conversion(m, value);
        }
    }
}
