// Loads, stores, atomic operations. See emit.h.
#include "base/panic.h"
#include "translator/emit.h"

// ---- Addresses

// base + offset of a raw access: either may be a constant.
static struct encode_address emit_operand_address(struct emitter *m, u32 value, u32 base, u32 offset) {
    bool base_is_constant = emit_location(m, value, base) == LOCATION_CONSTANT,
         offset_is_constant = emit_location(m, value, offset) == LOCATION_CONSTANT;
    s64 displacement = (base_is_constant ? (s64)(u32)emit_constant(m, value, base) : 0) +
                       (offset_is_constant ? emit_constant(m, value, offset) : 0);
    struct encode_address address = {NO_REGISTER, NO_REGISTER, 0, (s32)displacement};
    if (!base_is_constant) address.base = emit_register(m, value, base);
    if (!offset_is_constant) {
        if (base_is_constant) {
            address.base = emit_register(m, value, offset);
        } else {
            address.index = emit_register(m, value, offset);
        }
    }
    return address;
}

static struct encode_address field_address(struct emitter *m, u32 value) {
    s64 offset = emit_at(m, value)->integer;
    ASSERT(offset == (s32)offset);
    if (emit_location(m, value, 0) == LOCATION_CONSTANT) {
        return address_absolute((u32)(emit_constant(m, value, 0) + offset));
    }
    return address_base(emit_register(m, value, 0), (s32)offset);
}

static u8 letter_shift(u8 letter) {
    switch (letter) {
    case 'B':
    case 'Z': return 0;
    case 'C':
    case 'S': return 1;
    case 'J':
    case 'D': return 3;
    default: return 2;
    }
}

static struct encode_address element_address(struct emitter *m, u32 value) {
    u8 shift = letter_shift(emit_at(m, value)->kind), array = emit_register(m, value, 0);
    ASSERT(emit_location(m, value, 0) < XMM0);
    if (emit_location(m, value, 1) == LOCATION_CONSTANT) {
        return address_base(array, (s32)ARRAY_ELEMENTS_OFFSET + (s32)((u32)emit_constant(m, value, 1) << shift));
    }
    return (struct encode_address){array, emit_register(m, value, 1), shift, ARRAY_ELEMENTS_OFFSET};
}

// ---- Loads and stores

static u32 load_opcode(u8 letter) {
    switch (letter) {
    case 'B': return X_MOVSX_8;
    case 'Z': return X_MOVZX_8;
    case 'C': return X_MOVZX_16;
    case 'S': return X_MOVSX_16;
    case 'J': return X_MOV | OP_W;
    case 'F': return X_MOVSS;
    case 'D': return X_MOVSD;
    default: return X_MOV;
    }
}

static u32 store_opcode(u8 letter) {
    switch (letter) {
    case 'B':
    case 'Z': return X_MOV_STORE_8;
    case 'C':
    case 'S': return X_MOV_STORE_16;
    case 'J': return X_MOV_STORE | OP_W;
    case 'F': return X_MOVSS_STORE;
    case 'D': return X_MOVSD_STORE;
    default: return X_MOV_STORE;
    }
}

static void emit_load(struct emitter *m, u32 value, struct encode_address address) {
    emit_trap(m, value);
    encode_memory(&m->out, load_opcode(emit_at(m, value)->kind), emit_result(m, value), address);
}

static void emit_mark_card(struct emitter *m, struct encode_address address) {
    if (address.base == NO_REGISTER && address.index == NO_REGISTER) {
        encode_store_immediate(&m->out, 1,
                               address_absolute(CARD_TABLE_START + ((u32)address.displacement >> CARD_SHIFT)), 1);
        return;
    }
    encode_memory(&m->out, X_LEA, SCRATCH, address);
    encode_shift_immediate(&m->out, SHIFT_LOGICAL, false, SCRATCH, CARD_SHIFT);
    encode_store_immediate(&m->out, 1, address_base(SCRATCH, (s32)CARD_TABLE_START), 1);
}

// A null needs no mark: it keeps nothing alive.
static void emit_store(struct emitter *m, u32 value, u32 operand, struct encode_address address) {
    u8 letter = emit_at(m, value)->kind;
    bool marks = letter == 'L' && !(emit_at(m, value)->flags & SSA_FRESH);
    emit_trap(m, value);
    if (emit_location(m, value, operand) == LOCATION_CONSTANT) {
        s64 constant = emit_constant(m, value, operand);
        encode_store_immediate(&m->out, 1u << letter_shift(letter), address, (s32)constant);
        if (marks && constant) emit_mark_card(m, address);
        return;
    }
    encode_memory(&m->out, store_opcode(letter), emit_register(m, value, operand), address);
    if (marks) emit_mark_card(m, address);
}

// ---- Atomic operations

static void emit_lock(struct emitter *m) {
    if (m->options->several_processors) encode_lock(&m->out);
}

static void emit_compare_exchange(struct emitter *m, u32 value) {
    ASSERT(emit_location(m, value, 2) == RAX && (emit_location(m, value, 3) & 15) != RAX);
    const struct ssa_instruction *instruction = emit_at(m, value);
    struct encode_address address = emit_operand_address(m, value, 0, 1);
    emit_lock(m);
    encode_memory(&m->out, X_CMPXCHG | (instruction->kind == 'J' ? OP_W : 0), emit_register(m, value, 3), address);
    if (instruction->operation == SSA_COMPARE_SET) encode_set(&m->out, CC_E, emit_result(m, value));
    if (instruction->kind == 'L') emit_mark_card(m, address);
    if (instruction->operation == SSA_COMPARE_SET) {
        encode_register(&m->out, X_MOVZX_8, emit_result(m, value), emit_result(m, value));
    }
}

static void emit_exchange(struct emitter *m, u32 value) {
    const struct ssa_instruction *instruction = emit_at(m, value);
    struct encode_address address = emit_operand_address(m, value, 0, 1);
    u8 result = emit_result(m, value);
    u32 wide = instruction->kind == 'J' ? OP_W : 0;
    emit_move_registers(m, instruction->type, result, emit_register(m, value, 2));
    if (instruction->operation == SSA_EXCHANGE_ADD) emit_lock(m);
    encode_memory(&m->out, (instruction->operation == SSA_EXCHANGE_ADD ? X_XADD : X_XCHG) | wide, result, address);
    if (instruction->kind == 'L') emit_mark_card(m, address);
}

void emit_memory(struct emitter *m, u32 value) {
    const struct ssa_instruction *instruction = emit_at(m, value);
    switch (instruction->operation) {
    case SSA_LOAD: emit_load(m, value, field_address(m, value)); break;
    case SSA_STORE: emit_store(m, value, 1, field_address(m, value)); break;
    case SSA_LOAD_ELEMENT: emit_load(m, value, element_address(m, value)); break;
    case SSA_STORE_ELEMENT: emit_store(m, value, 2, element_address(m, value)); break;
    case SSA_LOAD_RAW: emit_load(m, value, emit_operand_address(m, value, 0, 1)); break;
    case SSA_STORE_RAW: emit_store(m, value, 2, emit_operand_address(m, value, 0, 1)); break;
    case SSA_COMPARE_SET:
    case SSA_COMPARE_EXCHANGE: emit_compare_exchange(m, value); break;
    case SSA_EXCHANGE:
    case SSA_EXCHANGE_ADD: emit_exchange(m, value); break;
    case SSA_FENCE: encode_fence(&m->out); break;
    case SSA_ORDER: break;
    case SSA_LOAD_SELF:
        encode_memory(&m->out, load_opcode(instruction->kind), emit_result(m, value),
                      thread_field((size_t)instruction->integer));
        break;
    case SSA_ARRAY_LENGTH:
        emit_trap(m, value);
        encode_memory(&m->out, X_MOV, emit_result(m, value),
                      address_base(emit_register(m, value, 0), ARRAY_LENGTH_OFFSET));
        break;
    default: break;
    }
}
