// Moves between registers, frame slots and constants. See emit.h.
#include "base/panic.h"
#include "translator/emit.h"

void emit_move_registers(struct emitter *m, u8 type, u8 to, u8 from) {
    ASSERT(to < LOCATION_REGISTERS && from < LOCATION_REGISTERS);
    if (to == from) return;
    u32 width = type_is_wide(type) ? OP_W : 0;
    if (to >= XMM0 && from >= XMM0) {
        encode_register(&m->out, X_MOVAPS, to & 15, from & 15);
    } else if (to >= XMM0) {
        encode_register(&m->out, X_MOVD | width, to & 15, from);
    } else if (from >= XMM0) {
        encode_register(&m->out, X_MOVD_STORE | width, from & 15, to);
    } else {
        encode_register(&m->out, X_MOV | wide_bit(type), to, from);
    }
}

void emit_load_slot(struct emitter *m, u8 type, u8 to, struct encode_address from) {
    ASSERT(to < LOCATION_REGISTERS && type_is_xmm(type) == (to >= XMM0));
    u32 opcode = type == TYPE_FLOAT ? (u32)X_MOVSS : type == TYPE_DOUBLE ? (u32)X_MOVSD : X_MOV | wide_bit(type);
    encode_memory(&m->out, opcode, to & 15, from);
}

void emit_store_slot(struct emitter *m, u8 type, struct encode_address to, u8 from) {
    ASSERT(from < LOCATION_REGISTERS);
    u32 opcode = X_MOV_STORE | wide_bit(type);
    if (from >= XMM0) opcode = type_is_wide(type) ? X_MOVSD_STORE : X_MOVSS_STORE;
    // The collector reads references as 32 bits, so their upper half does not matter.
    encode_memory(&m->out, opcode, from & 15, to);
}

void emit_constant_move(struct emitter *m, u8 type, u8 to, s64 constant) {
    ASSERT(to < LOCATION_REGISTERS && type_is_xmm(type) == (to >= XMM0));
    if (type_is_xmm(type)) {
        u64 bits = type == TYPE_FLOAT ? (u32)constant : (u64)constant;
        if (bits == 0) {
            encode_register(&m->out, X_XORPS, to & 15, to & 15);
            return;
        }
        encode_move_immediate(&m->out, SCRATCH, bits);
        encode_register(&m->out, type == TYPE_FLOAT ? (u32)X_MOVD : (u32)X_MOVQ, to & 15, SCRATCH);
        return;
    }
    encode_move_immediate(&m->out, to, type == TYPE_LONG ? (u64)constant : (u32)constant);
}

static void store_constant(struct emitter *m, const struct move *move) {
    bool wide = type_is_wide(move->type);
    s64 constant = wide ? move->constant : (s32)move->constant;
    if (fits_s32(constant)) {
        encode_store_immediate(&m->out, wide ? 8 : 4, move->to_address, (s32)constant);
        return;
    }
    encode_move_immediate(&m->out, SCRATCH, (u64)constant);
    encode_memory(&m->out, X_MOV_STORE | OP_W, SCRATCH, move->to_address);
}

void emit_move(struct emitter *m, const struct move *move) {
    u32 wide = type_is_wide(move->type) ? OP_W : 0;
    ASSERT(move->to < LOCATION_REGISTERS || move->to == LOCATION_SLOT);
    ASSERT(move->from < LOCATION_REGISTERS || move->from == LOCATION_SLOT || move->from == LOCATION_CONSTANT);
    if (move->to < LOCATION_REGISTERS) {
        if (move->from < LOCATION_REGISTERS) {
            emit_move_registers(m, move->type, move->to, move->from);
        } else if (move->from == LOCATION_SLOT) {
            emit_load_slot(m, move->type, move->to, move->from_address);
        } else {
            emit_constant_move(m, move->type, move->to, move->constant);
        }
    } else if (move->from < LOCATION_REGISTERS) {
        emit_store_slot(m, move->type, move->to_address, move->from);
    } else if (move->from == LOCATION_CONSTANT) {
        store_constant(m, move);
    } else {
        encode_memory(&m->out, X_MOV | wide, SCRATCH, move->from_address);
        encode_memory(&m->out, X_MOV_STORE | wide, SCRATCH, move->to_address);
    }
}

void emit_parallel_moves(struct emitter *m, struct move *moves, u32 count) {
    struct move_set set = moves_begin(m->arena, moves, count);
    for (struct move move; moves_next(&set, &move);) {
        ASSERT(move.from != LOCATION_SLOT || m->allocator->values[move.value].flags & VALUE_IN_SLOT);
        emit_move(m, &move);
    }
}

void emit_recorded_moves(struct emitter *m, u32 value) {
    const struct allocator *a = m->allocator;
    for (; m->next_move < a->move_count && a->moves[m->next_move].at == value; m->next_move++) {
        const struct register_move *recorded = &a->moves[m->next_move];
        const struct value_state *state = &a->values[recorded->value];
        if (recorded->to == LOCATION_SLOT && state->flags & VALUE_STORED) continue;
        ASSERT((recorded->to != LOCATION_SLOT && recorded->from != LOCATION_SLOT) || state->flags & VALUE_IN_SLOT);
        struct move move = {.to = recorded->to,
                            .from = recorded->from,
                            .type = emit_at(m, recorded->value)->type,
                            .constant = emit_at(m, recorded->value)->integer};
        move.to_address = move.from_address = slot_address(state->slot);
        emit_move(m, &move);
    }
}
