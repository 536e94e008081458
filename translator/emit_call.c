// Calls of Java methods, of kernel entries and of natives. All registers are lost, so operands are wherever they are,
// and go to their places in one parallel move.
#include "base/panic.h"
#include "log/log.h"
#include "translator/emit.h"
#include "translator/program.h"

static void move_arguments(struct emitter *m, u32 value) {
    struct move *moves = ARENA_RAW_ARRAY(m->arena, struct move, emit_at(m, value)->operand_count);
    emit_parallel_moves(m, moves, moves_of_arguments(m->allocator, value, moves));
    arena_release(m->arena, (u8 *)moves);
}

// Extends a result that is an int or reference if it comes from C, or if something depends on its upper half.
static void extend_result(struct emitter *m, u32 value, bool from_c) {
    const struct ssa_instruction *instruction = emit_at(m, value);
    bool extends = instruction->type == TYPE_INT ? m->allocator->values[value].flags & VALUE_EXTEND
                                                 : instruction->type == TYPE_REF && from_c;
    if (extends) encode_register(&m->out, X_MOV, RAX, RAX);
}

void emit_call_method(struct emitter *m, u32 value) {
    encode_call_memory(&m->out, address_base(RAX, METHOD_ENTRY));
    emit_site(m, emit_at(m, value)->site, emit_map(m, value));
}

// Loads into eax what is at this offset in the receiver's class.
static void load_from_class(struct emitter *m, u32 value, s32 offset) {
    u32 profile = emit_at(m, value)->packed;
    ASSERT(emit_at(m, ssa_operand(m->function, value, 0))->type == TYPE_REF);
    emit_trap(m, value);
    encode_memory(&m->out, X_MOV, RAX, address_base(RDI, 0));
    if (profile) {
        u32 other = emit_cold_label(m, COLD_PROFILE, value);
        encode_memory(&m->out, X_CMP, RAX, address_absolute(profile));
        emit_branch(m, CC_NE, other);
        emit_label(m, other + 1);
    }
    encode_memory(&m->out, X_MOV, RAX, address_base(RAX, offset));
}

// The first entry of the slot is usually the method's own; otherwise what every entry leads to walks on from it.
static void call_interface_method(struct emitter *m, u32 value) {
    const struct ssa_instruction *instruction = emit_at(m, value);
    load_from_class(m, value, (s32)instruction->x);
    encode_alu_memory_immediate(&m->out, ALU_CMP, false, address_base(RAX, offsetof(struct imt_entry, key)),
                                (s32)instruction->y);
    u32 other = emit_cold_label(m, COLD_INTERFACE, value);
    emit_branch(m, CC_NE, other);
    encode_memory(&m->out, X_MOV, RAX, address_base(RAX, offsetof(struct imt_entry, target)));
    emit_call_method(m, value);
    emit_label(m, other + 1);
}

static void emit_java_call(struct emitter *m, u32 value) {
    const struct ssa_instruction *instruction = emit_at(m, value);
    bool is_method = instruction->operation == SSA_CALL_METHOD;
    move_arguments(m, value);
    if (instruction->operation == SSA_CALL_INTERFACE) {
        call_interface_method(m, value);
    } else {
        if (is_method) {
            encode_register(&m->out, X_MOV, RAX, RAX); // an address: the upper half does not belong to the value
        } else if (instruction->operation == SSA_CALL_DIRECT) {
            ASSERT(instruction->integer);
            encode_move_immediate(&m->out, RAX, (u32)instruction->integer);
        } else if (instruction->operation == SSA_CALL_SLOT) {
            ASSERT(instruction->integer);
            encode_memory(&m->out, X_MOV, RAX, address_absolute((u32)instruction->integer));
        } else {
            load_from_class(m, value, (s32)instruction->integer);
        }
        emit_call_method(m, value);
    }
    extend_result(m, value, false);
}

static void emit_entry_call(struct emitter *m, u32 value, enum entry_number entry) {
    move_arguments(m, value);
    emit_call_entry(m, entry, value);
    extend_result(m, value, true);
}

static void emit_new_multi(struct emitter *m, u32 value) {
    move_arguments(m, value);
    encode_move_immediate(&m->out, RSI, emit_at(m, value)->operand_count - 1u);
    encode_register(&m->out, X_MOV | OP_W, RDX, RSP);
    emit_call_entry(m, ENTRY_alloc_multi, value);
    extend_result(m, value, true);
}

// ---- Natives

// References go into frame slots, whose addresses are the arguments.
static void spill_handles(struct emitter *m, u32 value, u32 first) {
    u32 slot = m->handle_slot;
    for (u32 i = first; i < emit_at(m, value)->operand_count; i++) {
        if (emit_at(m, ssa_operand(m->function, value, i))->type != TYPE_REF) continue;
        ASSERT(slot < m->slot_count - 1); // the last word is for the address, or the count of handles
        struct move move = move_of_operand(m->allocator, value, i, LOCATION_SLOT);
        move.to_address = slot_address(slot++);
        emit_move(m, &move);
    }
}

static void move_handle_arguments(struct emitter *m, u32 value, u32 first) {
    // References on the stack are first stored as they are, and replaced by addresses when the registers have been
    // read.
    move_arguments(m, value);
    struct argument_counter counter = {.integers = 1};
    u32 slot = m->handle_slot;
    for (u32 i = first; i < emit_at(m, value)->operand_count; i++) {
        u8 type = emit_at(m, ssa_operand(m->function, value, i))->type, to = argument_next(&counter, type);
        if (type != TYPE_REF) continue;
        ASSERT(slot < m->slot_count - 1);
        encode_memory(&m->out, X_LEA | OP_W, to == LOCATION_SLOT ? SCRATCH : to, slot_address(slot++));
        if (to == LOCATION_SLOT) {
            encode_memory(&m->out, X_MOV_STORE | OP_W, SCRATCH, stack_address(counter.stacks - 1));
        }
    }
    encode_register(&m->out, X_MOV | OP_W, RDI, R15);
}

static void call_c(struct emitter *m, u32 value, bool is_late) {
    if (is_late) {
        encode_call_register(&m->out, RAX);
        return;
    }
    ASSERT(emit_at(m, value)->integer);
    encode_move_immediate(&m->out, RAX, (u64)emit_at(m, value)->integer);
    encode_call_register(&m->out, RAX);
}

#define ANCHOR_BYTES 7 // of lea r11, [rip + distance]

// thread->anchor_pc is the return address of the call that follows: `distance` bytes after what is encoded here.
static u32 emit_anchor(struct emitter *m) {
    encode_bytes(&m->out, "\x4c\x8d\x1d\0\0\0\0", ANCHOR_BYTES);
    u32 at = encode_offset(&m->out);
    encode_memory(&m->out, X_MOV_STORE | OP_W, SCRATCH, THREAD_FIELD(anchor_pc));
    encode_memory(&m->out, X_MOV_STORE | OP_W, RBP, THREAD_FIELD(anchor_fp));
    return at;
}

static void emit_handle_call(struct emitter *m, u32 value, bool is_late) {
    ASSERT(m->handle_slot < m->slot_count);
    u32 first = is_late;
    spill_handles(m, value, first);
    if (is_late) {
        // The address must survive the arguments' moves: it waits in the first stack word after them.
        struct move address = move_of_operand(m->allocator, value, 0, LOCATION_SLOT);
        address.to_address = slot_address(m->slot_count - 1);
        emit_move(m, &address);
    }
    move_handle_arguments(m, value, first);
    const struct ssa_site *site = &m->function->sites[emit_at(m, value)->site];
    u32 entry = log_native_entry(m->function->places[site->place].method->id);
    encode_store_immediate(&m->out, 4, THREAD_FIELD(next_native), (s32)entry);
    u32 anchor = emit_anchor(m); // objects may move before the native begins
    emit_call_leaf(m, ENTRY_native_begin);
    if (is_late) encode_memory(&m->out, X_MOV | OP_W, RAX, slot_address(m->slot_count - 1));
    // The handles that the native makes are released when it returns: their count waits in the same word.
    encode_memory(&m->out, X_MOV, SCRATCH, THREAD_FIELD(handle_count));
    encode_memory(&m->out, X_MOV_STORE, SCRATCH, slot_address(m->slot_count - 1));
    call_c(m, value, is_late);
    u32 distance = encode_offset(&m->out) - anchor;
    if (!m->out.overflow) __builtin_memcpy(m->out.start + anchor - 4, &distance, 4);
    emit_site(m, emit_at(m, value)->site, emit_map(m, value));
    emit_call_leaf(m, ENTRY_native_end);
    encode_memory(&m->out, X_MOV, SCRATCH, slot_address(m->slot_count - 1));
    encode_memory(&m->out, X_MOV_STORE, SCRATCH, THREAD_FIELD(handle_count));
    encode_alu_memory_immediate(&m->out, ALU_CMP, false, THREAD_FIELD(exception), 0);
    emit_branch(m, CC_NE, emit_cold_label(m, COLD_PENDING, value));
    encode_store_immediate(&m->out, 8, THREAD_FIELD(anchor_fp), 0);
}

static void emit_native_call(struct emitter *m, u32 value) {
    ASSERT(emit_at(m, value)->kind <= SSA_NATIVE_HANDLE);
    const struct ssa_instruction *instruction = emit_at(m, value);
    if (instruction->kind == SSA_NATIVE_HANDLE) {
        emit_handle_call(m, value, instruction->flags & SSA_BOUND_LATE);
    } else {
        bool locks = instruction->kind == SSA_NATIVE_LOCKED && m->options->several_processors;
        move_arguments(m, value);
        if (locks) emit_call_leaf(m, ENTRY_leaf_begin);
        call_c(m, value, false);
        if (locks) emit_call_leaf(m, ENTRY_leaf_end);
    }
    extend_result(m, value, true);
}

void emit_call(struct emitter *m, u32 value) {
    const struct ssa_instruction *instruction = emit_at(m, value);
    switch (instruction->operation) {
    case SSA_CALL_ENTRY: emit_entry_call(m, value, (enum entry_number)instruction->integer); break;
    case SSA_CALL_NATIVE: emit_native_call(m, value); break;
    case SSA_NEW: emit_entry_call(m, value, ENTRY_alloc_object); break;
    case SSA_NEW_ARRAY: emit_entry_call(m, value, ENTRY_alloc_array); break;
    case SSA_NEW_MULTI: emit_new_multi(m, value); break;
    case SSA_MONITOR_ENTER: emit_entry_call(m, value, ENTRY_monitor_enter); break;
    case SSA_MONITOR_EXIT: emit_entry_call(m, value, ENTRY_monitor_exit); break;
    case SSA_THROW: emit_entry_call(m, value, ENTRY_throw); break;
    default: emit_java_call(m, value);
    }
}
