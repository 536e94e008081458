// Cold paths, after the body: polls, errors, resolution, slow allocation. Those that call save what lives in registers
// into its slots before, and load it again afterwards: the collector finds and changes references there. See emit.h.
#include "base/panic.h"
#include "log/inline.h"
#include "translator/emit.h"

static bool must_save(const struct emitter *m, u32 value) {
    return !(m->allocator->values[value].flags & (VALUE_STORED | VALUE_REMADE));
}

static void save_registers(struct emitter *m, u32 value) {
    const struct allocator *a = m->allocator;
    for (const struct saved_register *saved = &a->saved[a->allocations[value].saved]; saved->value; saved++) {
        ASSERT(saved->location < LOCATION_REGISTERS);
        if (must_save(m, saved->value)) {
            ASSERT(a->values[saved->value].flags & VALUE_IN_SLOT);
            emit_store_slot(m, emit_at(m, saved->value)->type, emit_slot(m, saved->value), saved->location);
        }
    }
}

static void fetch_registers(struct emitter *m, u32 value) {
    const struct allocator *a = m->allocator;
    for (const struct saved_register *saved = &a->saved[a->allocations[value].saved]; saved->value; saved++) {
        const struct ssa_instruction *instruction = emit_at(m, saved->value);
        if (a->values[saved->value].flags & VALUE_REMADE) {
            emit_constant_move(m, instruction->type, saved->location, instruction->integer);
        } else {
            ASSERT(a->values[saved->value].flags & VALUE_IN_SLOT);
            emit_load_slot(m, instruction->type, saved->location, emit_slot(m, saved->value));
        }
    }
}

static void move_operands(struct emitter *m, u32 value, u32 count) {
    static const u8 registers[2] = {RDI, RSI};
    struct move moves[COUNT_OF(registers)];
    ASSERT(count <= COUNT_OF(registers));
    for (u32 i = 0; i < count; i++) moves[i] = move_of_operand(m->allocator, value, i, registers[i]);
    emit_parallel_moves(m, moves, count);
}

static void call_with_operands(struct emitter *m, u32 value, u32 count, enum entry_number entry) {
    move_operands(m, value, count);
    emit_call_entry(m, entry, value);
}

// References among the parameters, wherever they arrive, go through frame slots.
static void entry_poll(struct emitter *m, bool before) {
    const struct allocator *a = m->allocator;
    for (u32 value = ssa_block_at(m->function, SSA_ENTRY_BLOCK)->first; value; value = emit_at(m, value)->next) {
        const struct ssa_instruction *instruction = emit_at(m, value);
        if (instruction->operation != SSA_PARAMETER || instruction->type != TYPE_REF ||
            !(a->values[value].flags & VALUE_IN_SLOT)) {
            continue;
        }
        bool in_register = instruction->packed == 0;
        u8 reg = in_register ? a->allocations[value].result : SCRATCH;
        ASSERT(reg < XMM0);
        struct encode_address incoming = address_base(RBP, 8 + 8 * (s32)instruction->packed);
        if (before) {
            if (!in_register) emit_load_slot(m, TYPE_REF, reg, incoming);
            emit_store_slot(m, TYPE_REF, emit_slot(m, value), reg);
        } else {
            emit_load_slot(m, TYPE_REF, reg, emit_slot(m, value));
            if (!in_register) emit_store_slot(m, TYPE_REF, incoming, reg);
        }
    }
}

static void emit_safepoint(struct emitter *m, const struct cold *cold) {
    u32 value = cold->value;
    const struct ssa_instruction *instruction = emit_at(m, value);
    if (cold->kind == COLD_RESOLVE && instruction->operand_count) { // nothing to resolve for null
        encode_register(&m->out, X_TEST, emit_register(m, value, 0), emit_register(m, value, 0));
        emit_branch(m, CC_E, cold->label + 1);
    }
    save_registers(m, value);
    switch (cold->kind) {
    case COLD_POLL: emit_call_entry(m, ENTRY_poll, value); break;
    case COLD_INIT: call_with_operands(m, value, 1, ENTRY_init_class); break;
    case COLD_NEW:
        call_with_operands(m, value, instruction->operand_count,
                           instruction->operation == SSA_NEW ? ENTRY_alloc_object : ENTRY_alloc_array);
        encode_register(&m->out, X_MOV, emit_result(m, value), RAX);
        break;
    default:
        encode_move_immediate(&m->out, RDI, instruction->y);
        encode_move_immediate(&m->out, RSI, instruction->packed);
        emit_call_entry(m, ENTRY_resolve, value);
        encode_register(&m->out, X_MOV, emit_result(m, value), RAX);
    }
    fetch_registers(m, value);
    emit_jump(m, cold->label + 1);
}

// A leaf entry keeps all registers but rax; those that carry the two arguments are kept too.
static void call_test(struct emitter *m, u32 value, enum entry_number entry) {
    encode_push(&m->out, RAX);
    encode_push(&m->out, RDI);
    encode_push(&m->out, RSI);
    encode_push(&m->out, RSI);
    move_operands(m, value, 2);
    emit_call_leaf(m, entry);
    encode_register(&m->out, X_MOVZX_8, SCRATCH, RAX);
    encode_pop(&m->out, RSI);
    encode_pop(&m->out, RSI);
    encode_pop(&m->out, RDI);
    encode_pop(&m->out, RAX);
}

static void emit_test(struct emitter *m, const struct cold *cold) {
    u32 value = cold->value;
    if (cold->kind == COLD_INSTANCE) {
        call_test(m, value, ENTRY_instance_of);
        encode_register(&m->out, X_MOV, emit_result(m, value), SCRATCH);
        emit_jump(m, cold->label + 1);
        return;
    }
    bool is_cast = cold->kind == COLD_CAST;
    if (!is_cast || emit_at(m, value)->kind == SSA_TEST_SLOW) {
        call_test(m, value, is_cast ? ENTRY_instance_of : ENTRY_can_store);
        encode_register(&m->out, X_TEST, SCRATCH, SCRATCH);
        emit_branch(m, CC_NE, cold->label + 1);
    }
    call_with_operands(m, value, 2, is_cast ? ENTRY_throw_cast : ENTRY_throw_store);
}

// The path made before it is that of the allocation itself.
static void emit_not_counted(struct emitter *m, const struct cold *cold) {
    ASSERT(emit_at(m, cold->value)->x && cold->label >= m->function->block_count + 2);
    u8 code[PROBE_MAX_BYTES];
    encode_bytes(&m->out, code, probe_code_no_array(code, emit_at(m, cold->value)->x - 1, emit_result(m, cold->value)));
    emit_jump(m, cold->label - 2);
}

// x / -1 is -x, x % -1 is 0.
static void emit_minus_one(struct emitter *m, const struct cold *cold) {
    bool wide = emit_at(m, cold->value)->type == TYPE_LONG;
    if (emit_at(m, cold->value)->operation == SSA_DIV) {
        encode_unary(&m->out, UNARY_NEG, wide, RAX);
    } else {
        encode_register(&m->out, X_XOR, RDX, RDX);
    }
    emit_jump(m, cold->label + 1);
}

static void emit_convert(struct emitter *m, const struct cold *cold) {
    u32 value = cold->value;
    u8 operation = emit_at(m, value)->operation, source = emit_register(m, value, 0), result = emit_result(m, value);
    enum entry_number entry = operation == SSA_F2I   ? ENTRY_f2i
                              : operation == SSA_F2L ? ENTRY_f2l
                              : operation == SSA_D2I ? ENTRY_d2i
                                                     : ENTRY_d2l;
    encode_register(&m->out, X_MOVAPS, SCRATCH_XMM, 0);
    if (source) encode_register(&m->out, X_MOVAPS, 0, source);
    encode_push(&m->out, RAX);
    encode_push(&m->out, RAX);
    emit_call_leaf(m, entry);
    encode_register(&m->out, X_MOV | OP_W, SCRATCH, RAX);
    encode_pop(&m->out, RAX);
    encode_pop(&m->out, RAX);
    encode_register(&m->out, X_MOVAPS, 0, SCRATCH_XMM);
    encode_register(&m->out, X_MOV | wide_bit(emit_at(m, value)->type), result, SCRATCH);
    emit_jump(m, cold->label + 1);
}

static void emit_entry_poll(struct emitter *m, const struct cold *cold) {
    entry_poll(m, true);
    emit_call_entry(m, ENTRY_poll, 0);
    entry_poll(m, false);
    emit_jump(m, cold->label + 1);
}

static void emit_interface_call(struct emitter *m, const struct cold *cold) {
    encode_move_immediate(&m->out, R11, emit_at(m, cold->value)->y);
    emit_call_method(m, cold->value);
    emit_jump(m, cold->label + 1);
}

// The entry keeps all registers but rax.
static void emit_missed(struct emitter *m, const struct cold *cold) {
    encode_push(&m->out, RAX);
    encode_push(&m->out, RDI);
    encode_move_immediate(&m->out, RDI, method_address(m->function->method));
    emit_call_leaf(m, ENTRY_again);
    encode_pop(&m->out, RDI);
    encode_pop(&m->out, RAX);
    emit_jump(m, cold->label + 1);
}

static void emit_profile(struct emitter *m, const struct cold *cold) {
    ASSERT(emit_at(m, cold->value)->packed);
    encode_move_immediate(&m->out, R11, emit_at(m, cold->value)->packed);
    emit_call_leaf(m, ENTRY_profile);
    emit_jump(m, cold->label + 1);
}

// Called at the stack's limit the poll has the stack grow, or throws StackOverflowError; it has all the room it needs
// below. Then there may be room.
static void emit_no_room(struct emitter *m, const struct cold *cold) {
    encode_memory(&m->out, X_MOV | OP_W, SCRATCH, THREAD_FIELD(real_stack_limit));
    encode_register(&m->out, X_CMP | OP_W, RSP, SCRATCH);
    encode_conditional_move(&m->out, CC_A, true, RSP, SCRATCH);
    emit_call_leaf(m, ENTRY_poll);
    emit_site(m, m->function->entry_site, EMIT_EMPTY_MAP);
    encode_register(&m->out, X_MOV | OP_W, RSP, RBP);
    emit_jump(m, cold->label + 1);
}

static void emit_detour(struct emitter *m, const struct cold *cold) {
    u8 code[PROBE_MAX_BYTES];
    u32 block = emit_at(m, cold->value)->block;
    emit_marks(m, m->marks_to[block]);
    u32 start = encode_offset(&m->out);
    encode_bytes(&m->out, code, probe_code_detour(code));
    emit_jump(m, m->targets[block]);
    emit_was_instruments(m, start);
}

void emit_cold_paths(struct emitter *m) {
    for (u32 i = 0; i < m->cold_count; i++) {
        arena_poll(m->arena);
        struct cold cold = m->colds[i];
        ASSERT(cold.label + 1 < m->label_count);
        emit_label(m, cold.label);
        emit_origin(m, cold.value);
        switch ((enum cold_kind)cold.kind) {
        case COLD_ENTRY_POLL: emit_entry_poll(m, &cold); break;
        case COLD_AGAIN:
            encode_jump_memory(&m->out,
                               thread_field(offsetof(struct code_thread, entries) + 8 * (size_t)ENTRY_translate));
            break;
        case COLD_NO_ROOM: emit_no_room(m, &cold); break;
        case COLD_DIVIDE: emit_minus_one(m, &cold); break;
        case COLD_CONVERT: emit_convert(m, &cold); break;
        case COLD_NOT_COUNTED: emit_not_counted(m, &cold); break;
        case COLD_BOUNDS: call_with_operands(m, cold.value, 2, ENTRY_throw_index); break;
        case COLD_ZERO: emit_call_entry(m, ENTRY_throw_divide, cold.value); break;
        case COLD_PENDING: emit_call_entry(m, ENTRY_native_pending, cold.value); break;
        case COLD_INTERFACE: emit_interface_call(m, &cold); break;
        case COLD_MISS: emit_missed(m, &cold); break;
        case COLD_PROFILE: emit_profile(m, &cold); break;
        case COLD_DETOUR: emit_detour(m, &cold); break;
        case COLD_STORE:
        case COLD_CAST:
        case COLD_INSTANCE: emit_test(m, &cold); break;
        default: emit_safepoint(m, &cold);
        }
    }
}
