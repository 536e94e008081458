// Checks, class tests, resolution and allocation: the fast paths. The others are in emit_cold.c. See emit.h.
#include "base/panic.h"
#include "log/inline.h"
#include "log/log.h"
#include "translator/emit.h"

static bool is_constant_operand(const struct emitter *m, u32 value, u32 operand) {
    return emit_location(m, value, operand) == LOCATION_CONSTANT;
}

// ---- Checks

static void emit_check_null(struct emitter *m, u32 value) {
    emit_site(m, emit_at(m, value)->site, emit_frame_map(m, value));
    m->sites[m->site_count - 1].offset++;
    encode_memory(&m->out, X_CMP_STORE, RAX, address_base(emit_register(m, value, 0), 0));
}

static void emit_check_bounds(struct emitter *m, u32 value) {
    u8 index = emit_location(m, value, 0), length = emit_location(m, value, 1);
    enum encode_condition bad = CC_AE;
    if (index == LOCATION_CONSTANT && length == LOCATION_CONSTANT) {
        encode_move_immediate(&m->out, SCRATCH, (u32)emit_constant(m, value, 0));
        encode_alu_immediate(&m->out, ALU_CMP, false, SCRATCH, (s32)emit_constant(m, value, 1));
    } else if (index == LOCATION_CONSTANT) {
        s32 constant = (s32)emit_constant(m, value, 0);
        if (length == LOCATION_SLOT) {
            encode_alu_memory_immediate(&m->out, ALU_CMP, false, emit_slot(m, ssa_operand(m->function, value, 1)),
                                        constant);
        } else {
            encode_alu_immediate(&m->out, ALU_CMP, false, length, constant);
        }
        bad = CC_BE;
    } else {
        emit_compare(m, value);
    }
    emit_branch(m, bad, emit_cold_label(m, COLD_BOUNDS, value));
}

static void emit_check_zero(struct emitter *m, u32 value) {
    u8 reg = emit_register(m, value, 0);
    encode_register(&m->out, X_TEST | wide_bit(emit_at(m, ssa_operand(m->function, value, 0))->type), reg, reg);
    emit_branch(m, CC_E, emit_cold_label(m, COLD_ZERO, value));
}

// ---- Classes

static void compare_memory_with_class(struct emitter *m, u32 value, struct encode_address address) {
    if (is_constant_operand(m, value, 1)) {
        encode_alu_memory_immediate(&m->out, ALU_CMP, false, address, (s32)emit_constant(m, value, 1));
    } else {
        encode_memory(&m->out, X_CMP_STORE, emit_register(m, value, 1), address);
    }
}

// Leaves the answer of the exact and display tests in the flags: equal.
static void emit_quick_test(struct emitter *m, u32 value) {
    u8 reg = emit_register(m, value, 0);
    if (emit_at(m, value)->kind == SSA_TEST_EXACT) {
        compare_memory_with_class(m, value, address_base(reg, 0));
        return;
    }
    ASSERT(emit_at(m, value)->kind == SSA_TEST_DISPLAY);
    ASSERT(is_constant_operand(m, value, 1)); // what the builder has tested the class for
    u32 depth = class_at((u32)emit_constant(m, value, 1))->depth;
    ASSERT(depth < CLASS_DISPLAY_DEPTH);
    encode_memory(&m->out, X_MOV, SCRATCH, address_base(reg, 0));
    compare_memory_with_class(m, value,
                              address_base(SCRATCH, (s32)(offsetof(struct class, display) + sizeof(u32) * depth)));
}

static void emit_check_cast(struct emitter *m, u32 value) {
    u8 reg = emit_register(m, value, 0);
    u32 cold = emit_cold_label(m, COLD_CAST, value);
    encode_register(&m->out, X_TEST, reg, reg);
    emit_branch(m, CC_E, cold + 1);
    if (emit_at(m, value)->kind != SSA_TEST_SLOW) {
        emit_quick_test(m, value);
        emit_branch(m, CC_NE, cold);
    } else {
        encode_memory(&m->out, X_MOV, SCRATCH, address_base(reg, 0));
        compare_memory_with_class(m, value, address_base(SCRATCH, offsetof(struct class, secondary_cache)));
        emit_branch(m, CC_NE, cold);
    }
    emit_label(m, cold + 1);
}

static void emit_instance_of(struct emitter *m, u32 value) {
    u8 reg = emit_register(m, value, 0), result = emit_result(m, value);
    encode_register(&m->out, X_XOR, result, result);
    encode_register(&m->out, X_TEST, reg, reg);
    u32 end = emit_new_labels(m, 1);
    emit_branch(m, CC_E, end);
    if (emit_at(m, value)->kind != SSA_TEST_SLOW) {
        emit_quick_test(m, value);
        encode_set(&m->out, CC_E, result);
    } else {
        u32 cold = emit_cold_label(m, COLD_INSTANCE, value);
        encode_memory(&m->out, X_MOV, SCRATCH, address_base(reg, 0));
        compare_memory_with_class(m, value, address_base(SCRATCH, offsetof(struct class, secondary_cache)));
        emit_branch(m, CC_NE, cold);
        encode_alu_immediate(&m->out, ALU_ADD, false, result, 1);
        emit_label(m, cold + 1);
    }
    emit_label(m, end);
}

// java.lang.Object, above all others.
static const struct class *root_of(const struct class *class) {
    while (class->super) class = class->super;
    return class;
}

// Most arrays that anything is stored to are Object[]; asked first, they leave the cache of one answer to others.
static void emit_check_store(struct emitter *m, u32 value) {
    u8 array = emit_register(m, value, 0), reg = emit_register(m, value, 1),
       class = m->allocator->allocations[value].temporary;
    ASSERT(class < XMM0);
    u32 cold = emit_cold_label(m, COLD_STORE, value);
    encode_register(&m->out, X_TEST, reg, reg);
    emit_branch(m, CC_E, cold + 1);
    encode_memory(&m->out, X_MOV, SCRATCH, address_base(array, 0));
    encode_memory(&m->out, X_MOV, SCRATCH, address_base(SCRATCH, offsetof(struct class, component)));
    encode_alu_immediate(&m->out, ALU_CMP, false, SCRATCH, (s32)class_address(root_of(m->function->method->holder)));
    emit_branch(m, CC_E, cold + 1);
    encode_memory(&m->out, X_MOV, class, address_base(reg, 0));
    encode_register(&m->out, X_CMP, class, SCRATCH);
    emit_branch(m, CC_E, cold + 1);
    encode_memory(&m->out, X_CMP, SCRATCH, address_base(class, offsetof(struct class, secondary_cache)));
    emit_branch(m, CC_NE, cold);
    emit_label(m, cold + 1);
}

// ---- Arrays

// The first element is at an object's alignment, so the eight bytes in which an element lies belong to its array as
// well.
_Static_assert(ARRAY_ELEMENTS_OFFSET % OBJECT_ALIGNMENT == 0 && OBJECT_ALIGNMENT == 8, "words of elements");

// In `word`, not 0, are the bits by which words of two arrays differ: becomes the index of the first byte that differs.
static void emit_first_difference(struct emitter *m, u8 word) {
    encode_register(&m->out, X_BSF | OP_W, word, word);
    encode_shift_immediate(&m->out, SHIFT_LOGICAL, false, word, 3);
}

// Eight bytes at a time from the end, as long as there are as many; then the first word, whose last bytes may lie
// beyond the elements or have been compared. SCRATCH holds how many are left, less eight in the loop.
static void emit_bytes_equal(struct emitter *m, u32 value) {
    u8 a = emit_register(m, value, 0), b = emit_register(m, value, 1), result = emit_result(m, value),
       word = m->allocator->allocations[value].temporary;
    ASSERT(word < XMM0 && word != result);
    u32 words = emit_new_labels(m, 1), rest = emit_new_labels(m, 1), equal = emit_new_labels(m, 1),
        end = emit_new_labels(m, 1);
    encode_register(&m->out, X_XOR, result, result);
    encode_memory(&m->out, X_MOV, SCRATCH, address_base(a, ARRAY_LENGTH_OFFSET));
    encode_memory(&m->out, X_CMP, SCRATCH, address_base(b, ARRAY_LENGTH_OFFSET));
    emit_branch(m, CC_NE, end);
    encode_alu_immediate(&m->out, ALU_SUB, false, SCRATCH, 8);
    emit_branch(m, CC_B, rest);
    emit_label(m, words);
    encode_memory(&m->out, X_MOV | OP_W, word, (struct encode_address){a, SCRATCH, 0, ARRAY_ELEMENTS_OFFSET});
    encode_memory(&m->out, X_CMP | OP_W, word, (struct encode_address){b, SCRATCH, 0, ARRAY_ELEMENTS_OFFSET});
    emit_branch(m, CC_NE, end);
    encode_alu_immediate(&m->out, ALU_SUB, false, SCRATCH, 8);
    emit_branch(m, CC_AE, words);
    emit_label(m, rest);
    encode_alu_immediate(&m->out, ALU_ADD, false, SCRATCH, 8);
    emit_branch(m, CC_E, equal);
    encode_memory(&m->out, X_MOV | OP_W, word, address_base(a, ARRAY_ELEMENTS_OFFSET));
    encode_memory(&m->out, X_XOR | OP_W, word, address_base(b, ARRAY_ELEMENTS_OFFSET));
    emit_branch(m, CC_E, equal);
    emit_first_difference(m, word);
    encode_register(&m->out, X_CMP, word, SCRATCH);
    emit_branch(m, CC_B, end);
    emit_label(m, equal);
    encode_move_immediate(&m->out, result, 1);
    emit_label(m, end);
}

// Eight bytes at a time. SCRATCH is the index, `result` the shorter length until it is known which it is; a difference
// that is not below it lies beyond the elements.
static void emit_bytes_compare(struct emitter *m, u32 value) {
    u8 a = emit_register(m, value, 0), b = emit_register(m, value, 1), result = emit_result(m, value),
       word = m->allocator->allocations[value].temporary;
    ASSERT(word < XMM0 && word != result);
    u32 shorter = emit_new_labels(m, 1), words = emit_new_labels(m, 1), different = emit_new_labels(m, 1),
        lengths = emit_new_labels(m, 1), end = emit_new_labels(m, 1);
    struct encode_address in_a = {a, SCRATCH, 0, ARRAY_ELEMENTS_OFFSET}, in_b = {b, SCRATCH, 0, ARRAY_ELEMENTS_OFFSET};
    encode_memory(&m->out, X_MOV, result, address_base(a, ARRAY_LENGTH_OFFSET));
    encode_memory(&m->out, X_CMP, result, address_base(b, ARRAY_LENGTH_OFFSET));
    emit_branch(m, CC_BE, shorter);
    encode_memory(&m->out, X_MOV, result, address_base(b, ARRAY_LENGTH_OFFSET));
    emit_label(m, shorter);
    encode_register(&m->out, X_XOR, SCRATCH, SCRATCH);
    emit_label(m, words);
    encode_register(&m->out, X_CMP, SCRATCH, result);
    emit_branch(m, CC_AE, lengths);
    encode_memory(&m->out, X_MOV | OP_W, word, in_a);
    encode_memory(&m->out, X_XOR | OP_W, word, in_b);
    emit_branch(m, CC_NE, different);
    encode_alu_immediate(&m->out, ALU_ADD, false, SCRATCH, 8);
    emit_jump(m, words);
    emit_label(m, different);
    emit_first_difference(m, word);
    encode_register(&m->out, X_ADD, SCRATCH, word);
    encode_register(&m->out, X_CMP, SCRATCH, result);
    emit_branch(m, CC_AE, lengths);
    encode_memory(&m->out, X_MOVZX_8, result, in_a);
    encode_memory(&m->out, X_MOVZX_8, word, in_b);
    encode_register(&m->out, X_SUB, result, word);
    emit_jump(m, end);
    emit_label(m, lengths);
    encode_memory(&m->out, X_MOV, result, address_base(a, ARRAY_LENGTH_OFFSET));
    encode_memory(&m->out, X_SUB, result, address_base(b, ARRAY_LENGTH_OFFSET));
    emit_label(m, end);
}

// ---- Resolution

static void emit_resolve(struct emitter *m, u32 value) {
    u8 result = emit_result(m, value);
    u32 cold = emit_cold_label(m, COLD_RESOLVE, value);
    ASSERT(emit_at(m, value)->x && m->allocator->allocations[value].result < XMM0);
    encode_memory(&m->out, X_MOV, result, address_absolute(emit_at(m, value)->x));
    encode_register(&m->out, X_TEST, result, result);
    emit_branch(m, CC_E, cold);
    emit_label(m, cold + 1);
}

static void emit_init_class(struct emitter *m, u32 value) {
    ASSERT(is_constant_operand(m, value, 0));
    u32 cold = emit_cold_label(m, COLD_INIT, value);
    encode_compare_byte(&m->out, address_absolute((u32)emit_constant(m, value, 0) + (u32)offsetof(struct class, state)),
                        CLASS_INITIALISED);
    emit_branch(m, CC_NE, cold);
    emit_label(m, cold + 1);
}

// ---- Allocation

// Allocates from the thread's window: the end of the new object is in r11.
static void emit_bump(struct emitter *m, u32 cold) {
    encode_memory(&m->out, X_CMP, SCRATCH, THREAD_FIELD(heap_end));
    emit_branch(m, CC_A, cold);
    encode_memory(&m->out, X_MOV_STORE | OP_W, SCRATCH, THREAD_FIELD(heap_next));
}

// The mark of a new object is zero, as the window is.
static void emit_header(struct emitter *m, u32 value) {
    struct encode_address at = address_base(emit_result(m, value), 0);
    if (is_constant_operand(m, value, 0)) {
        encode_store_immediate(&m->out, 4, at, (s32)emit_constant(m, value, 0));
    } else {
        encode_memory(&m->out, X_MOV_STORE, emit_register(m, value, 0), at);
    }
}

// The object is made: it is counted if the hook has asked for that. If `bytes` is 0, they have been counted.
static void emit_count(struct emitter *m, u32 value, u32 bytes) {
    u8 code[PROBE_MAX_BYTES];
    u32 site = emit_at(m, value)->x;
    bool is_fixed = emit_at(m, value)->y;
    if (!site) return;
    u32 instructions = is_fixed ? 2 : 3;
    if (log_keeps_sites()) {
        encode_bytes(&m->out, code, probe_code_object_site(code, site - 1, emit_result(m, value)));
        instructions += PROBE_OBJECT_SITE_INSTRUCTIONS;
    }
    encode_bytes(&m->out, code, probe_code_allocation(code, site - 1, is_fixed ? 0 : bytes, instructions));
}

// An array's bytes are in r11, and it is not known yet whether there is room. Returns where to go if there is none.
static u32 emit_count_bytes(struct emitter *m, u32 value, u32 cold) {
    u8 code[PROBE_MAX_BYTES];
    u32 site = emit_at(m, value)->x;
    if (!site || emit_at(m, value)->y) return cold;
    encode_bytes(&m->out, code, probe_code_array(code, site - 1));
    return emit_cold_label(m, COLD_NOT_COUNTED, value);
}

// Returns the bytes of an object if they are known here, 0 if they depend on its class.
static u32 known_bytes(const struct emitter *m, u32 value) {
    return is_constant_operand(m, value, 0) ? class_at((u32)emit_constant(m, value, 0))->instance_bytes : 0;
}

static void emit_new(struct emitter *m, u32 value) {
    u32 cold = emit_cold_label(m, COLD_NEW, value), full = cold, bytes = known_bytes(m, value);
    u8 result = emit_result(m, value);
    encode_memory(&m->out, X_MOV | OP_W, result, THREAD_FIELD(heap_next));
    ASSERT(bytes % OBJECT_ALIGNMENT == 0);
    if (bytes) {
        encode_memory(&m->out, X_LEA | OP_W, SCRATCH, address_base(result, (s32)bytes));
    } else {
        encode_memory(&m->out, X_MOV, SCRATCH,
                      address_base(emit_register(m, value, 0), offsetof(struct class, window_bytes)));
        full = emit_count_bytes(m, value, cold);
        encode_register(&m->out, X_ADD | OP_W, SCRATCH, result);
    }
    emit_bump(m, full);
    emit_count(m, value, bytes);
    emit_header(m, value);
    emit_label(m, cold + 1);
}

#define REFERENCE_SHIFT 2

static void emit_new_array(struct emitter *m, u32 value) {
    u32 cold = emit_cold_label(m, COLD_NEW, value), full = cold, bytes = 0;
    u8 result = emit_result(m, value), shift = is_constant_operand(m, value, 0)
                                                   ? class_at((u32)emit_constant(m, value, 0))->element_shift
                                                   : REFERENCE_SHIFT;
    if (is_constant_operand(m, value, 1)) {
        ASSERT((u64)emit_constant(m, value, 1) <= LARGEST_INLINE_LENGTH); // a longer one is made by a call
        bytes = ALIGN_UP(ARRAY_ELEMENTS_OFFSET + ((u32)emit_constant(m, value, 1) << shift), OBJECT_ALIGNMENT);
        encode_memory(&m->out, X_MOV | OP_W, result, THREAD_FIELD(heap_next));
        encode_memory(&m->out, X_LEA | OP_W, SCRATCH, address_base(result, (s32)bytes));
    } else {
        u8 length = emit_register(m, value, 1);
        encode_alu_immediate(&m->out, ALU_CMP, false, length, LARGEST_INLINE_LENGTH);
        emit_branch(m, CC_A, cold);
        encode_memory(&m->out, X_MOV | OP_W, result, THREAD_FIELD(heap_next));
        encode_memory(
            &m->out, X_LEA, SCRATCH,
            (struct encode_address){NO_REGISTER, length, shift, ARRAY_ELEMENTS_OFFSET + OBJECT_ALIGNMENT - 1});
        if (shift < 3) {
            encode_alu_immediate(&m->out, ALU_AND, false, SCRATCH, -(s32)OBJECT_ALIGNMENT);
        } else {
            encode_alu_immediate(&m->out, ALU_SUB, false, SCRATCH, OBJECT_ALIGNMENT - 1);
        }
        full = emit_count_bytes(m, value, cold);
        encode_register(&m->out, X_ADD | OP_W, SCRATCH, result);
    }
    emit_bump(m, full);
    emit_count(m, value, bytes);
    emit_header(m, value);
    struct encode_address at = address_base(result, ARRAY_LENGTH_OFFSET);
    if (is_constant_operand(m, value, 1)) {
        encode_store_immediate(&m->out, 4, at, (s32)emit_constant(m, value, 1));
    } else {
        encode_memory(&m->out, X_MOV_STORE, emit_register(m, value, 1), at);
    }
    emit_label(m, cold + 1);
}

static void emit_count_down(struct emitter *m) {
    ASSERT(!m->options->again || m->options->learns);
    u32 countdown = method_address(m->function->method) + (u32)offsetof(struct method, countdown);
    encode_alu_memory_immediate(&m->out, ALU_SUB, false, address_absolute(countdown), 1);
}

// Once, also if the method goes on for long before it is called again.
static void emit_miss(struct emitter *m, u32 value) {
    u32 cold = emit_cold_label(m, COLD_MISS, value);
    emit_count_down(m);
    emit_branch(m, CC_E, cold);
    emit_label(m, cold + 1);
}

static void emit_reached(struct emitter *m, u32 value) {
    if (!emit_counts(m)) return;
    ASSERT(emit_at(m, value)->integer);
    encode_alu_memory_immediate(&m->out, ALU_ADD, false, address_absolute((u32)emit_at(m, value)->integer), 1);
}

static void emit_poll(struct emitter *m, u32 value) {
    u32 cold = emit_cold_label(m, COLD_POLL, value);
    if (emit_at(m, value)->flags & SSA_SLOW && !m->options->again) emit_count_down(m);
    encode_memory(&m->out, X_CMP | OP_W, RSP, THREAD_FIELD(stack_limit));
    emit_branch(m, CC_BE, cold);
    emit_label(m, cold + 1);
}

void emit_class(struct emitter *m, u32 value) {
    switch (emit_at(m, value)->operation) {
    case SSA_CHECK_NULL: emit_check_null(m, value); break;
    case SSA_CHECK_BOUNDS: emit_check_bounds(m, value); break;
    case SSA_CHECK_ZERO: emit_check_zero(m, value); break;
    case SSA_CHECK_STORE: emit_check_store(m, value); break;
    case SSA_CHECK_CAST: emit_check_cast(m, value); break;
    case SSA_INSTANCE_OF: emit_instance_of(m, value); break;
    case SSA_BYTES_EQUAL: emit_bytes_equal(m, value); break;
    case SSA_BYTES_COMPARE: emit_bytes_compare(m, value); break;
    case SSA_RESOLVE: emit_resolve(m, value); break;
    case SSA_INIT_CLASS: emit_init_class(m, value); break;
    case SSA_NEW: emit_new(m, value); break;
    case SSA_NEW_ARRAY: emit_new_array(m, value); break;
    case SSA_MISS: emit_miss(m, value); break;
    case SSA_COUNT: emit_reached(m, value); break;
    case SSA_POLL: emit_poll(m, value); break;
    default: break;
    }
}
