// Moves between registers, frame slots and constants. See emit.h.
#include "translator/emit.h"

void emit_move_registers(struct emitter *m, u8 type, u8 to, u8 from) {
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
    u32 opcode = type == TYPE_FLOAT ? (u32)X_MOVSS : type == TYPE_DOUBLE ? (u32)X_MOVSD : X_MOV | wide_bit(type);
    encode_memory(&m->out, opcode, to & 15, from);
}

void emit_store_slot(struct emitter *m, u8 type, struct encode_address to, u8 from) {
    u32 opcode = X_MOV_STORE | wide_bit(type);
    if (from >= XMM0) opcode = type_is_wide(type) ? X_MOVSD_STORE : X_MOVSS_STORE;
    // The collector reads references as 32 bits, so their upper half does not matter.
    encode_memory(&m->out, opcode, from & 15, to);
}

void emit_constant_move(struct emitter *m, u8 type, u8 to, s64 constant) {
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

struct move emit_operand_move(const struct emitter *m, u32 value, u32 operand, u8 to) {
    u32 source = ssa_operand(m->function, value, operand);
    struct move move = {.to = to,
                        .from = emit_location(m, value, operand),
                        .type = emit_at(m, source)->type,
                        .constant = emit_at(m, source)->integer};
    if (move.from == LOCATION_SLOT) move.from_address = emit_slot(m, source);
    return move;
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

static void emit_one(struct emitter *m, const struct move *move) {
    u32 wide = type_is_wide(move->type) ? OP_W : 0;
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

static bool same_slot(const struct encode_address *a, const struct encode_address *b) {
    return a->base == b->base && a->displacement == b->displacement;
}

static bool reads_target(const struct move *reader, const struct move *writer) {
    if (reader->from != writer->to) return false;
    return reader->from != LOCATION_SLOT || same_slot(&reader->from_address, &writer->to_address);
}

static bool is_idle(const struct move *move) {
    return move->to == move->from &&
           (move->to < LOCATION_REGISTERS || same_slot(&move->to_address, &move->from_address));
}

// Whether a move goes through r11.
static bool needs_scratch(const struct move *move) {
    return move->from == LOCATION_CONSTANT || (move->from == LOCATION_SLOT && move->to == LOCATION_SLOT);
}

// Breaks a cycle: what the first move reads goes to scratch, for all moves that read it.
static void break_cycle(struct emitter *m, struct move *moves, u32 count) {
    struct move source = moves[0];
    bool by_xmm = source.from >= XMM0;
    for (u32 i = 0; i < count; i++) by_xmm |= needs_scratch(&moves[i]);
    u8 scratch = by_xmm ? XMM0 + SCRATCH_XMM : SCRATCH;
    if (source.from == LOCATION_SLOT) {
        encode_memory(&m->out, X_MOVSD, SCRATCH_XMM, source.from_address);
    } else {
        emit_move_registers(m, source.type, scratch, source.from);
    }
    for (u32 i = 0; i < count; i++) {
        if (moves[i].from != source.from ||
            (source.from == LOCATION_SLOT && !same_slot(&moves[i].from_address, &source.from_address))) {
            continue;
        }
        moves[i].from = scratch;
    }
}

u32 emit_drop_idle_moves(struct move *moves, u32 count) {
    for (u32 i = 0; i < count;) {
        if (is_idle(&moves[i])) {
            moves[i] = moves[--count];
        } else {
            i++;
        }
    }
    return count;
}

void emit_parallel_moves(struct emitter *m, struct move *moves, u32 count) {
    count = emit_drop_idle_moves(moves, count);
    while (count) {
        bool done = false;
        for (u32 i = 0; i < count;) {
            arena_poll(m->arena);
            bool is_read = false;
            for (u32 j = 0; j < count && !is_read; j++) is_read = j != i && reads_target(&moves[j], &moves[i]);
            if (is_read) {
                i++;
                continue;
            }
            emit_one(m, &moves[i]);
            moves[i] = moves[--count];
            done = true;
        }
        if (!done) break_cycle(m, moves, count);
    }
}

void emit_recorded_moves(struct emitter *m, u32 value) {
    const struct allocator *a = m->allocator;
    for (; m->next_move < a->move_count && a->moves[m->next_move].at == value; m->next_move++) {
        const struct register_move *recorded = &a->moves[m->next_move];
        const struct value_state *state = &a->values[recorded->value];
        if (recorded->to == LOCATION_SLOT && state->flags & VALUE_STORED) continue;
        struct move move = {.to = recorded->to,
                            .from = recorded->from,
                            .type = emit_at(m, recorded->value)->type,
                            .constant = emit_at(m, recorded->value)->integer};
        move.to_address = move.from_address = slot_address(state->slot);
        emit_one(m, &move);
    }
}
