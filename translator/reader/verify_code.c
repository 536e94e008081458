// What each instruction demands of the frame and does to it (JVMS 4.10.1.9). Both kinds of verification use this; they
// differ in what a jump does. Instructions whose operands do not matter are driven by the opcode table.
#include "base/narrow.h"
#include "base/panic.h"
#include "translator/reader/verify_state.h"

#define VERSION_ANY_PADDING 51

static vtype letter_type(char letter) {
    switch (letter) {
    case 'I': return TYPE_INT;
    case 'J': return TYPE_LONG;
    case 'F': return TYPE_FLOAT;
    case 'D': return TYPE_DOUBLE;
    default: return TYPE_ANY_REFERENCE;
    }
}

// An object that is not initialised has no monitor yet; the rules of stack maps allow it one.
static bool has_monitor(const struct verifier *verifier) {
    const struct frame *frame = &verifier->frame;
    return !frame->depth || !type_is_uninitialized(frame->stack[frame->depth - 1]);
}

// Pops and pushes what the table says; references are popped unchecked, and never pushed here.
static bool apply_table(struct verifier *verifier, u8 opcode) {
    const struct bytecode_info *info = &bytecode_table[opcode];
    if (verifier->infer && (opcode == OP_monitorenter || opcode == OP_monitorexit) && !has_monitor(verifier)) {
        return verify_fail(verifier, "Bad type on operand stack");
    }
    u32 count = 0;
    while (info->pops[count]) count++;
    while (count > 0) {
        if (!verify_pop(verifier, letter_type(info->pops[--count]))) return false;
    }
    return info->pushes[0] == 0 || verify_push(verifier, letter_type(info->pushes[0]));
}

// ---- Control flow

// Control goes from this instruction to `target`, or to the handlers that cover it, with the frame as it is now.
static bool verify_jump(struct verifier *verifier, s64 target) {
    if (target < 0 || target >= verifier->code.length) {
        return verify_fail(verifier, "Illegal branch target %d", (s32)target);
    }
    return verifier->infer ? infer_jump(verifier, (u32)target) : stack_map_jump(verifier, (u32)target);
}

// Inference itself passes each instruction's incoming frame to its handlers.
bool verify_handlers(struct verifier *verifier) { return verifier->infer || stack_map_handlers(verifier); }

static bool branch(struct verifier *verifier, const u8 *at, u8 opcode) {
    s64 target = (s64)verifier->index +
                 (bytecode_table[opcode].format == FORMAT_BRANCH_WIDE ? bytecode_s32(at + 1) : bytecode_s16(at + 1));
    switch (opcode) {
    case OP_goto:
    case OP_goto_w: verifier->falls_through = false; return verify_jump(verifier, target);
    case OP_jsr:
    case OP_jsr_w:
        if (!verifier->infer) return verify_fail(verifier, "Bad instruction: %02x", opcode);
        verifier->falls_through = false;
        return infer_subroutine(verifier, target);
    case OP_if_acmpeq:
    case OP_if_acmpne:
        // HotSpot's old verifier wants initialised objects here (but not in ifnull)
        if (verifier->infer) {
            // NOLINTNEXTLINE(misc-redundant-expression): two
            return verify_pop(verifier, verifier->object_type) && verify_pop(verifier, verifier->object_type) &&
                   verify_jump(verifier, target);
        }
        return apply_table(verifier, opcode) && verify_jump(verifier, target);
    default: return apply_table(verifier, opcode) && verify_jump(verifier, target);
    }
}

// The bytes between the opcode and the first operand must be zero.
static bool check_padding(struct verifier *verifier, u32 operands) {
    if (verifier->file->major_version >= VERSION_ANY_PADDING) return true;
    for (u32 i = verifier->index + 1; i < operands; i++) {
        if (verifier->code.bytes[i] != 0) {
            return verify_fail(verifier, "Nonzero padding byte in lookupswitch or tableswitch");
        }
    }
    return true;
}

static bool verify_switch(struct verifier *verifier, u8 opcode) {
    u32 operands = bytecode_switch_operands(verifier->index);
    ASSERT(operands + 8 <= verifier->code.length);
    const u8 *at = verifier->code.bytes + operands;
    bool is_table = opcode == OP_tableswitch;
    u32 count = is_table ? bytecode_u32(at + 8) - bytecode_u32(at + 4) + 1 : bytecode_u32(at + 4);
    const u8 *entry = at + (is_table ? 12 : 8);
    u32 entry_bytes = is_table ? 4 : 8;
    if (!check_padding(verifier, operands) || !verify_pop(verifier, TYPE_INT)) return false;
    if (!verify_jump(verifier, (s64)verifier->index + bytecode_s32(at))) return false;
    for (u32 i = 0; i < count; i++, entry += entry_bytes) {
        if (!is_table && i > 0 && bytecode_s32(entry - 8) >= bytecode_s32(entry)) {
            return verify_fail(verifier, "Bad lookupswitch instruction");
        }
        if (!verify_jump(verifier, (s64)verifier->index + bytecode_s32(entry + entry_bytes - 4))) return false;
    }
    verifier->falls_through = false;
    return true;
}

static bool verify_return(struct verifier *verifier, u8 opcode) {
    verifier->falls_through = false;
    vtype type = TYPE_TOP, expected = verifier->return_type;
    if (opcode == OP_return) {
        if (expected != TYPE_TOP) return verify_fail(verifier, "Method expects a return value");
        if (verifier->is_constructor && verifier->frame.this_uninitialized) {
            return verify_fail(verifier, "Constructor must call super() or this() before return");
        }
        return true;
    }
    vtype popped = letter_type(bytecode_table[opcode].pops[0]);
    if (type_is_wide(popped)) {
        if (!verify_pop(verifier, popped)) return false;
        type = popped;
    } else if (!verify_pop_any(verifier, popped, &type)) {
        return false;
    }
    if (expected == TYPE_TOP) return verify_fail(verifier, "Method does not expect a return value");
    return verify_assignable(verifier, expected, type, false) || verify_fail(verifier, "Bad return type");
}

// ---- Moving words on the stack

// Pops `count` words into words[], the deepest first, splitting no value at either end.
static bool take_words(struct verifier *verifier, vtype *words, u32 count) {
    struct frame *frame = &verifier->frame;
    ASSERT(count && frame->depth <= verifier->code.max_stack);
    if (frame->depth < count) return verify_fail(verifier, "Operand stack underflow");
    frame->depth = narrow_u16(frame->depth - count);
    for (u32 i = 0; i < count; i++) words[i] = frame->stack[frame->depth + i];
    for (u32 i = 0; i < count; i++) {
        if (words[i] == TYPE_TOP) return verify_fail(verifier, "Bad type on operand stack");
    }
    if (type_is_high(words[0]) || type_is_wide(words[count - 1])) {
        return verify_fail(verifier, "Bad type on operand stack");
    }
    return true;
}

static bool put_words(struct verifier *verifier, const vtype *words, u32 count) {
    struct frame *frame = &verifier->frame;
    if (frame->depth + count > verifier->code.max_stack) return verify_fail(verifier, "Operand stack overflow");
    ASSERT(count <= 2);
    for (u32 i = 0; i < count; i++) frame->stack[frame->depth++] = words[i];
    return true;
}

// Copies the `top` upper words below the `under` words that lie under them.
static bool duplicate(struct verifier *verifier, u32 top, u32 under) {
    vtype upper[2] = {0}, lower[2] = {0};
    if (!take_words(verifier, upper, top) || (under > 0 && !take_words(verifier, lower, under))) return false;
    return put_words(verifier, upper, top) && put_words(verifier, lower, under) && put_words(verifier, upper, top);
}

static bool verify_stack_move(struct verifier *verifier, u8 opcode) {
    vtype words[2] = {0}, swapped[2];
    switch (opcode) {
    case OP_pop: return take_words(verifier, words, 1);
    case OP_pop2: return take_words(verifier, words, 2);
    case OP_dup: return duplicate(verifier, 1, 0);
    case OP_dup_x1: return duplicate(verifier, 1, 1);
    case OP_dup_x2: return duplicate(verifier, 1, 2);
    case OP_dup2: return duplicate(verifier, 2, 0);
    case OP_dup2_x1: return duplicate(verifier, 2, 1);
    case OP_dup2_x2: return duplicate(verifier, 2, 2);
    default:
        if (!take_words(verifier, words + 1, 1) || !take_words(verifier, words, 1)) return false;
        swapped[0] = words[1], swapped[1] = words[0];
        return put_words(verifier, swapped, 2);
    }
}

// ---- Locals

static bool load(struct verifier *verifier, u8 opcode, u32 local) {
    return verify_load(verifier, local, letter_type(bytecode_table[opcode].pushes[0]));
}

// The handlers see the locals as they were before the store (JVMS 4.10.1.4), and only so.
static bool store(struct verifier *verifier, u8 opcode, u32 local) {
    if (!verify_handlers(verifier)) return false;
    verifier->stored = true;
    vtype type = letter_type(bytecode_table[opcode].pops[0]);
    if (type_is_wide(type)) return verify_pop(verifier, type) && verify_store(verifier, local, type);
    vtype top = verifier->frame.depth > 0 ? verifier->frame.stack[verifier->frame.depth - 1] : TYPE_TOP;
    bool is_address = type == TYPE_ANY_REFERENCE && type_kind(top) == TYPE_RETURN_ADDRESS;
    return verify_pop_any(verifier, is_address ? top : type, &type) && verify_store(verifier, local, type);
}

static bool verify_local(struct verifier *verifier, u8 opcode, u32 local) {
    switch (opcode) {
    case OP_iload:
    case OP_lload:
    case OP_fload:
    case OP_dload:
    case OP_aload: return load(verifier, opcode, local);
    case OP_istore:
    case OP_lstore:
    case OP_fstore:
    case OP_dstore:
    case OP_astore: return store(verifier, opcode, local);
    case OP_iinc: return verify_local_is(verifier, local, TYPE_INT, NULL);
    default:
        if (!verifier->infer) return verify_fail(verifier, "Bad instruction: %02x", opcode);
        verifier->falls_through = false;
        return infer_return(verifier, local);
    }
}

// xload_0 to xload_3, xstore_0 to xstore_3: opcodes in groups of four.
static bool verify_short_local(struct verifier *verifier, u8 opcode) {
    if (opcode <= OP_aload_3) return load(verifier, opcode, (u32)(opcode - OP_iload_0) & 3);
    return store(verifier, opcode, (u32)(opcode - OP_istore_0) & 3);
}

// ---- Arrays

static bool is_array_of(const struct verifier *verifier, vtype array, const char *letters) {
    if (array == TYPE_NULL) return true;
    if (!verify_is_array(verifier, array)) return false;
    char letter = verify_type_name(verifier, array).bytes[1];
    for (; *letters; letters++) {
        if (*letters == letter) return true;
    }
    return false;
}

// By opcode relative to iaload (iastore): int long float double reference byte char short.
static const char element_letters[8][3] = {"I", "J", "F", "D", "L[", "BZ", "C", "S"};
static const u8 element_types[8] = {TYPE_INT,       TYPE_LONG, TYPE_FLOAT, TYPE_DOUBLE,
                                    TYPE_REFERENCE, TYPE_INT,  TYPE_INT,   TYPE_INT};

static bool verify_array_load(struct verifier *verifier, u8 opcode) {
    u32 kind = opcode - OP_iaload;
    ASSERT(kind < COUNT_OF(element_types));
    vtype array;
    if (!verify_pop(verifier, TYPE_INT) || !verify_pop_any(verifier, TYPE_ANY_REFERENCE, &array)) return false;
    if (!is_array_of(verifier, array, element_letters[kind])) {
        return verify_fail(verifier, "Bad type on operand stack in array load");
    }
    if (opcode != OP_aaload) return verify_push(verifier, element_types[kind]);
    return verify_push(verifier, array == TYPE_NULL ? (vtype)TYPE_NULL : verify_component_type(verifier, array));
}

static bool verify_array_store(struct verifier *verifier, u8 opcode) {
    u32 kind = opcode - OP_iastore;
    ASSERT(kind < COUNT_OF(element_types));
    vtype array, value = opcode == OP_aastore ? verifier->object_type : element_types[kind];
    if (!verify_pop(verifier, value) || !verify_pop(verifier, TYPE_INT) ||
        !verify_pop_any(verifier, TYPE_ANY_REFERENCE, &array)) {
        return false;
    }
    return is_array_of(verifier, array, element_letters[kind]) ||
           verify_fail(verifier, "Bad type on operand stack in array store");
}

static bool verify_new_array(struct verifier *verifier, u8 code) {
    static const char names[8][3] = {"[Z", "[C", "[F", "[D", "[B", "[S", "[I", "[J"};
    if (code < 4 || code > 11) return verify_fail(verifier, "Illegal newarray instruction");
    return verify_pop(verifier, TYPE_INT) &&
           verify_push(verifier, verify_class_type(verifier, (struct text){names[code - 4], 2}));
}

static u32 dimensions(struct text name) {
    u32 count = 0;
    while (count < name.length && name.bytes[count] == '[') count++;
    return count;
}

static bool verify_reference_array(struct verifier *verifier, u16 index) {
    if (!verify_pool_tag(verifier, index, 1u << POOL_CLASS) || !verify_pop(verifier, TYPE_INT)) return false;
    vtype component = verify_pool_class_type(verifier, index);
    struct text name = verify_type_name(verifier, component);
    if (dimensions(name) >= 255) {
        return verify_fail(verifier, "Illegal anewarray instruction, array has more than 255 dimensions");
    }
    if (name.length > UINT16_MAX - 3) return verify_fail(verifier, "Illegal anewarray instruction, name is too long");
    return verify_push(verifier, verify_array_of(verifier, component));
}

static bool verify_multi_array(struct verifier *verifier, u16 index, u8 count) {
    if (!verify_pool_tag(verifier, index, 1u << POOL_CLASS)) return false;
    vtype type = verify_pool_class_type(verifier, index);
    if (!verify_is_array(verifier, type)) {
        return verify_fail(verifier, "Illegal constant pool index in multianewarray instruction");
    }
    if (count < 1 || dimensions(verify_type_name(verifier, type)) < count) {
        return verify_fail(verifier, "Illegal dimension in multianewarray instruction: %u", count);
    }
    for (u32 i = 0; i < count; i++) {
        if (!verify_pop(verifier, TYPE_INT)) return false;
    }
    return verify_push(verifier, type);
}

static bool verify_array_length(struct verifier *verifier) {
    vtype array;
    if (!verify_pop_any(verifier, TYPE_ANY_REFERENCE, &array)) return false;
    if (array != TYPE_NULL && !verify_is_array(verifier, array)) {
        return verify_fail(verifier, "Bad type in arraylength");
    }
    return verify_push(verifier, TYPE_INT);
}

// ---- Objects

static bool verify_new(struct verifier *verifier, u16 index) {
    if (!verify_pool_tag(verifier, index, 1u << POOL_CLASS)) return false;
    if (verify_is_array(verifier, verify_pool_class_type(verifier, index))) {
        return verify_fail(verifier, "Illegal new instruction");
    }
    vtype type = type_make(TYPE_UNINITIALIZED, verifier->index);
    struct frame *frame = &verifier->frame;
    if (verifier->infer) {
        // An object that this instruction made before must not be left uninitialised (JVMS 4.10.2.4)
        for (u32 i = 0; i < frame->depth; i++) {
            if (frame->stack[i] == type) return verify_fail(verifier, "Uninitialized object exists on backward branch");
        }
        for (u32 i = 0; i < frame->local_count; i++) {
            if (frame->locals[i] == type) frame->locals[i] = TYPE_TOP;
        }
    }
    return verify_push(verifier, type);
}

static bool verify_cast(struct verifier *verifier, u8 opcode, u16 index) {
    if (!verify_pool_tag(verifier, index, 1u << POOL_CLASS) || !verify_pop(verifier, verifier->object_type)) {
        return false;
    }
    return verify_push(verifier, opcode == OP_checkcast ? verify_pool_class_type(verifier, index) : (vtype)TYPE_INT);
}

static bool verify_plain(struct verifier *verifier, u8 opcode, const u8 *at) {
    switch (opcode) {
    case OP_aconst_null: return verify_push(verifier, TYPE_NULL);
    case OP_athrow: verifier->falls_through = false; return verify_pop(verifier, verifier->throwable_type);
    case OP_arraylength: return verify_array_length(verifier);
    case OP_newarray: return verify_new_array(verifier, at[1]);
    default: break;
    }
    if (opcode >= OP_iload_0 && opcode <= OP_aload_3) return verify_short_local(verifier, opcode);
    if (opcode >= OP_istore_0 && opcode <= OP_astore_3) return verify_short_local(verifier, opcode);
    if (opcode >= OP_iaload && opcode <= OP_saload) return verify_array_load(verifier, opcode);
    if (opcode >= OP_iastore && opcode <= OP_sastore) return verify_array_store(verifier, opcode);
    if (opcode >= OP_pop && opcode <= OP_swap) return verify_stack_move(verifier, opcode);
    if (opcode >= OP_ireturn && opcode <= OP_return) return verify_return(verifier, opcode);
    return apply_table(verifier, opcode);
}

static bool verify_pool_instruction(struct verifier *verifier, u8 opcode, const u8 *at) {
    u16 index = bytecode_u16(at + 1);
    switch (opcode) {
    case OP_ldc_w:
    case OP_ldc2_w: return verify_constant(verifier, opcode, index);
    case OP_new: return verify_new(verifier, index);
    case OP_anewarray: return verify_reference_array(verifier, index);
    case OP_checkcast:
    case OP_instanceof: return verify_cast(verifier, opcode, index);
    default: return verify_member_instruction(verifier, opcode);
    }
}

bool verify_instruction(struct verifier *verifier) {
    const u8 *at = verifier->code.bytes + verifier->index;
    u8 opcode = at[0];
    verifier->falls_through = true;
    verifier->initialized_this = verifier->stored = false;
    switch ((enum bytecode_format)bytecode_table[opcode].format) {
    case FORMAT_POOL_NARROW: return verify_constant(verifier, opcode, at[1]);
    case FORMAT_POOL:
    case FORMAT_INTERFACE:
    case FORMAT_DYNAMIC: return verify_pool_instruction(verifier, opcode, at);
    case FORMAT_LOCAL:
    case FORMAT_INCREMENT: return verify_local(verifier, opcode, at[1]);
    case FORMAT_WIDE: return verify_local(verifier, at[1], bytecode_u16(at + 2));
    case FORMAT_BRANCH:
    case FORMAT_BRANCH_WIDE: return branch(verifier, at, opcode);
    case FORMAT_TABLE_SWITCH:
    case FORMAT_LOOKUP_SWITCH: return verify_switch(verifier, opcode);
    case FORMAT_DIMENSIONS: return verify_multi_array(verifier, bytecode_u16(at + 1), at[3]);
    default: return verify_plain(verifier, opcode, at);
    }
}
