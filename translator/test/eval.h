// Runs the SSA form, by the definitions in ssa.h, so that builder and passes can be tested by what programs compute.
// Works on the model's classes (model.h) and on memory at the guest's addresses. One thread, no collector; heap memory
// is never given back. Include it in one file of a test program, after model.h.
#ifndef TRANSLATOR_TEST_EVAL_H
#define TRANSLATOR_TEST_EVAL_H

#include <math.h>

#include "translator/entries.h"
#include "translator/ssa.h"
#include "translator/test/model.h"
#include "translator/translate.h"

#define EVAL_METHODS 4096u
#define EVAL_ARENA_BYTES (1u << 20)

static struct {
    struct translate_options options;
    u8 *heap_next;
    ref exception;
    u64 steps, step_limit;
    u32 depth;
    struct {
        const struct method *method;
        struct ssa_function *function;
        struct arena *arena; // with its memory behind it
    } functions[EVAL_METHODS];
    u32 polls, monitors;            // `monitors`: entered and not left
    u32 dispatched;                 // calls
    u32 touched;                    // SSA_READS and SSA_WRITES of what the current instruction has read and written
    u32 shown[SSA_OPERATION_COUNT]; // what instructions of each operation have
    u32 undeclared;                 // an operation that did more than its effects say, 0 if none
} eval;

struct eval_frame {
    struct ssa_function *function;
    const u64 *arguments;
    u64 *values, *variables;
    u64 result;
};

static u64 eval_call(const struct method *method, const u64 *arguments);

static void eval_start(void) {
    eval.heap_next = model_map(HEAP_START, HEAP_END - HEAP_START);
    eval.step_limit = 200000000;
    eval.options.check = true;
}

// Forgets all translations, for another set of options.
static void eval_forget(void) {
    for (u32 i = 0; i < EVAL_METHODS; i++) free(eval.functions[i].arena);
    memset(eval.functions, 0, sizeof(eval.functions));
}

static ref eval_allocate(const struct class *class, u32 bytes) {
    eval.touched |= SSA_UPDATES(SSA_THREAD);
    ref object = (ref)(uintptr_t)eval.heap_next;
    eval.heap_next += (bytes + 7) & ~7u;
    object_at(object)->class_address = class_address(class);
    return object;
}

static void eval_throw(const char *class_name) {
    const struct class *class = model_class(class_name);
    eval.exception = eval_allocate(class, class->instance_bytes);
}

static bool eval_is_subtype(const struct class *class, const struct class *target) {
    for (const struct class *at = class; at; at = at->super) {
        if (at == target) return true;
    }
    for (u32 i = 0; i < class->supertype_count; i++) {
        if (class->supertypes[i] == target) return true;
    }
    if (!class->dimensions || !target->dimensions) return false;
    const struct class *a = class_at(class->component), *b = class_at(target->component);
    return a == b || (!a->primitive && !b->primitive && eval_is_subtype(a, b));
}

static ref eval_new_array(const struct class *class, s32 length) {
    if (length < 0) {
        eval_throw("java/lang/NegativeArraySizeException");
        return 0;
    }
    ref array = eval_allocate(class, ARRAY_ELEMENTS_OFFSET + ((u32)length << class->element_shift));
    array_at(array)->length = (u32)length;
    return array;
}

static ref eval_new_multi(const struct class *class, u32 count, const u64 *lengths) {
    ref array = eval_new_array(class, (s32)lengths[0]);
    for (s32 i = 0; count > 1 && array && i < (s32)lengths[0]; i++) {
        ((ref *)array_at(array)->elements)[i] = eval_new_multi(class_at(class->component), count - 1, lengths + 1);
    }
    return array;
}

static void eval_initialise(struct class *class) {
    if (class->state != CLASS_LINKED) return;
    class->state = CLASS_INITIALISING;
    if (class->super) eval_initialise(class->super);
    struct method *method = model_own_method(class, symbol_of("<clinit>"), symbol_of("()V"));
    if (method) eval_call(method, NULL);
    class->state = CLASS_INITIALISED;
}

// ---- Resolution at run time

static u64 eval_resolve(struct class *referrer, u16 index, enum slot_kind kind) {
    enum model_mode mode = model.mode;
    u64 result = 0;
    model.mode = MODEL_LINKED;
    bool is_static = kind == SLOT_STATIC || kind == SLOT_PUT_STATIC;
    if (is_static || kind == SLOT_FIELD || kind == SLOT_PUT_FIELD) {
        struct field *field = link_known_field(referrer, index, is_static);
        if (is_static) eval_initialise(field->holder);
        result = is_static ? field->holder->mirror + field->offset : field->offset;
    } else if (kind == SLOT_STRING) {
        result = link_known_string(referrer, index);
    } else {
        struct class *class = link_known_class(referrer, index);
        if (kind == SLOT_NEW) eval_initialise(class);
        char name[512];
        snprintf(name, sizeof(name), class->dimensions ? "[%s" : "[L%s;", class->name->text);
        result = class_address(kind == SLOT_ARRAY ? model_class(name) : class);
    }
    model.mode = mode;
    return result;
}

static const struct method *eval_select(const struct method *method, ref receiver) {
    // The model's mirrors are bare memory: a method called on one belongs to the final class Class.
    if (method->access_flags & (ACC_PRIVATE | ACC_STATIC) || object_class(receiver) == NULL) return method;
    return model_method(object_class(receiver), method->name, method->descriptor);
}

static const struct call_slot *eval_slot(u32 slot) {
    return (const struct call_slot *)(uintptr_t) * (u32 *)(uintptr_t)slot;
}

static const struct method *eval_slot_method(u32 slot, const u64 *arguments) {
    const struct call_slot *call = eval_slot(slot);
    enum model_mode mode = model.mode;
    model.mode = MODEL_LINKED;
    const struct method *method = link_known_method(call->referrer, call->index, (enum slot_kind)call->kind);
    model.mode = mode;
    bool dispatches = call->kind == SLOT_CALL_VIRTUAL || call->kind == SLOT_CALL_INTERFACE;
    return dispatches ? eval_select(method, (ref)arguments[0]) : method;
}

// ---- Arithmetic

static double eval_double(u64 bits) {
    double value;
    memcpy(&value, &bits, 8);
    return value;
}
static float eval_float(u64 bits) {
    float value;
    memcpy(&value, &bits, 4);
    return value;
}
static u64 eval_double_bits(double value) {
    u64 bits;
    memcpy(&bits, &value, 8);
    return bits;
}
static u64 eval_float_bits(float value) {
    u32 bits;
    memcpy(&bits, &value, 4);
    return bits;
}

static s64 eval_saturate(double value, bool is_long) {
    if (isnan(value)) return 0;
    if (is_long) return value >= 0x1p63 ? INT64_MAX : value < -0x1p63 ? INT64_MIN : (s64)value;
    return value >= 0x1p31 ? INT32_MAX : value < -0x1p31 ? INT32_MIN : (s64)value;
}

static double eval_floating(u8 operation, double a, double b, bool is_float) {
    switch (operation) {
    case SSA_ADD: return is_float ? (float)a + (float)b : a + b;
    case SSA_SUB: return is_float ? (float)a - (float)b : a - b;
    case SSA_MUL: return is_float ? (float)a * (float)b : a * b;
    case SSA_DIV: return is_float ? (float)a / (float)b : a / b;
    case SSA_REM: return fmod(a, b);
    case SSA_NEG: return -a;
    case SSA_ABS: return fabs(a);
    default: return sqrt(a);
    }
}

static s64 eval_integer(u8 operation, bool is_int, s64 a, s64 b) {
    u32 count = (u32)b & (is_int ? 31 : 63);
    switch (operation) {
    case SSA_ADD: return (s64)((u64)a + (u64)b);
    case SSA_SUB: return (s64)((u64)a - (u64)b);
    case SSA_MUL: return (s64)((u64)a * (u64)b);
    case SSA_DIV: return b == -1 ? (s64) - (u64)a : a / b;
    case SSA_REM: return b == -1 ? 0 : a % b;
    case SSA_NEG: return (s64) - (u64)a;
    case SSA_AND: return a & b;
    case SSA_OR: return a | b;
    case SSA_XOR: return a ^ b;
    case SSA_SHL: return (s64)((u64)a << count);
    case SSA_SHR: return a >> count;
    case SSA_USHR: return is_int ? (s64)((u32)a >> count) : (s64)((u64)a >> count);
    case SSA_MIN: return a < b ? a : b;
    case SSA_MAX: return a > b ? a : b;
    case SSA_ABS: return a < 0 ? (s64) - (u64)a : a;
    default: return is_int ? (s64)__builtin_bswap32((u32)a) : (s64)__builtin_bswap64((u64)a);
    }
}

static s64 eval_signed(u8 type, u64 value) { return type == TYPE_INT ? (s32)value : (s64)value; }

static u64 eval_arithmetic(const struct ssa_instruction *instruction, u64 a, u64 b) {
    u8 type = instruction->type, operation = instruction->operation;
    if (type == TYPE_DOUBLE) return eval_double_bits(eval_floating(operation, eval_double(a), eval_double(b), false));
    if (type == TYPE_FLOAT) return eval_float_bits((float)eval_floating(operation, eval_float(a), eval_float(b), true));
    bool is_shift = operation >= SSA_SHL && operation <= SSA_USHR;
    s64 result =
        eval_integer(operation, type == TYPE_INT, eval_signed(type, a), is_shift ? (s32)b : eval_signed(type, b));
    return type == TYPE_INT ? (u32)result : (u64)result;
}

static u64 eval_convert(u8 operation, u64 a) {
    switch (operation) {
    case SSA_I2B: return (u32)(s8)a;
    case SSA_I2C: return (u16)a;
    case SSA_I2S: return (u32)(s16)a;
    case SSA_I2L: return (u64)(s32)a;
    case SSA_L2I:
    case SSA_ZERO_EXTEND: return (u32)a;
    case SSA_I2F: return eval_float_bits((float)(s32)a);
    case SSA_I2D: return eval_double_bits((s32)a);
    case SSA_L2F: return eval_float_bits((float)(s64)a);
    case SSA_L2D: return eval_double_bits((double)(s64)a);
    case SSA_F2I: return (u32)eval_saturate(eval_float(a), false);
    case SSA_F2L: return (u64)eval_saturate(eval_float(a), true);
    case SSA_D2I: return (u32)eval_saturate(eval_double(a), false);
    case SSA_D2L: return (u64)eval_saturate(eval_double(a), true);
    case SSA_F2D: return eval_double_bits(eval_float(a));
    case SSA_D2F: return eval_float_bits((float)eval_double(a));
    default: return a;
    }
}

// -1, 0, 1, or 2 if they are unordered.
static int eval_compare(u8 type, u64 a, u64 b) {
    if (type == TYPE_DOUBLE || type == TYPE_FLOAT) {
        double x = type == TYPE_DOUBLE ? eval_double(a) : eval_float(a),
               y = type == TYPE_DOUBLE ? eval_double(b) : eval_float(b);
        return isnan(x) || isnan(y) ? 2 : (x > y) - (x < y);
    }
    s64 x = eval_signed(type, a), y = eval_signed(type, b);
    return (x > y) - (x < y);
}

static bool eval_condition(u8 condition, int order) {
    switch (condition) {
    case SSA_EQ: return order == 0;
    case SSA_NE: return order != 0;
    case SSA_LT: return order < 0;
    case SSA_GE: return order >= 0;
    case SSA_GT: return order > 0;
    default: return order <= 0;
    }
}

// ---- Memory

// Elements, if the base is an array and the offset one of an element.
static u32 eval_memory_at(u64 base, u64 offset, u8 base_type) {
    const struct class *class = base_type == TYPE_REF && base ? object_class((ref)base) : NULL;
    bool is_array = class && class->dimensions;
    return is_array && offset >= ARRAY_ELEMENTS_OFFSET ? SSA_ELEMENTS : SSA_FIELDS;
}

static u64 eval_load(u64 address, u8 kind) {
    const void *at = (const void *)address;
    switch (kind) {
    case 'B': return (u32) * (const s8 *)at;
    case 'Z': return *(const u8 *)at;
    case 'C': return *(const u16 *)at;
    case 'S': return (u32) * (const s16 *)at;
    case 'J':
    case 'D': return *(const u64 *)at;
    default: return *(const u32 *)at;
    }
}

static void eval_store(u64 address, u8 kind, u64 value) {
    memcpy((void *)address, &value, model_field_bytes((char)kind));
}

static bool eval_null(u64 reference) {
    if (reference == 0) eval_throw("java/lang/NullPointerException");
    return reference == 0;
}

static u64 eval_bytes_equal(ref a, ref b) {
    eval.touched |= SSA_READS(SSA_ELEMENTS);
    return array_length(a) == array_length(b) &&
           memcmp(array_at(a)->elements, array_at(b)->elements, array_length(a)) == 0;
}

static u64 eval_bytes_compare(ref a, ref b) {
    eval.touched |= SSA_READS(SSA_ELEMENTS);
    u32 length_a = array_length(a), length_b = array_length(b);
    for (u32 i = 0; i < length_a && i < length_b; i++) {
        int difference = array_at(a)->elements[i] - array_at(b)->elements[i];
        if (difference) return (u32)difference;
    }
    return length_a - length_b;
}

static void eval_arraycopy(const u64 *a) {
    ref from = (ref)a[0], to = (ref)a[2];
    if (eval_null(from) || eval_null(to)) return;
    s64 from_at = (s32)a[1], to_at = (s32)a[3], count = (s32)a[4];
    if (from_at < 0 || to_at < 0 || count < 0 || from_at + count > array_length(from) ||
        to_at + count > array_length(to)) {
        eval_throw("java/lang/ArrayIndexOutOfBoundsException");
        return;
    }
    u32 shift = object_class(from)->element_shift;
    memmove(array_at(to)->elements + (to_at << shift), array_at(from)->elements + (from_at << shift),
            (size_t)count << shift);
}

// ---- Instructions

static u64 eval_value(const struct eval_frame *frame, u32 value, u32 index) {
    return frame->values[ssa_operand(frame->function, value, index)];
}

// The model's classes have tables of interfaces' methods as far as those have been called.
static void eval_enter_imt(struct class *class, const struct method *method) {
    u32 *slot = class ? &class->imt[method->imt_slot] : NULL;
    const struct method *target = class ? model_method(class, method->name, method->descriptor) : NULL;
    struct imt_entry *entry = slot ? (struct imt_entry *)(uintptr_t)*slot : NULL;
    while (entry && entry->key != method_address(method)) entry = entry->next;
    if (entry || !target) return;
    entry = model_alloc_slots(class, sizeof(*entry));
    *entry = (struct imt_entry){
        .key = method_address(method), .target = method_address(target), .next = (struct imt_entry *)(uintptr_t)*slot};
    *slot = (u32)(uintptr_t)entry;
}

// What the kernel's stub does, without its order.
static void eval_learn(u32 profile_address, ref receiver) {
    struct profile *profile = (struct profile *)(uintptr_t)profile_address;
    eval.dispatched++;
    for (u32 i = 0; profile && i < PROFILE_CLASSES; i++) {
        if (!profile->classes[i]) profile->classes[i] = object_at(receiver)->class_address;
        if (profile->classes[i] == object_at(receiver)->class_address) return;
    }
    if (profile) profile->others++;
}

static u64 eval_invoke(const struct eval_frame *frame, u32 value, const u64 *arguments) {
    const struct ssa_instruction *call = ssa_at(frame->function, value);
    switch (call->operation) {
    case SSA_CALL_DIRECT: return eval_call((const struct method *)call->integer, arguments);
    case SSA_CALL_SLOT:
        // What is in the slot checks the receiver.
        if (eval_slot((u32)call->integer)->kind != SLOT_CALL_STATIC && eval_null(arguments[0])) return 0;
        return eval_call(eval_slot_method((u32)call->integer, arguments), arguments);
    case SSA_CALL_VIRTUAL:
        if (call->flags & SSA_TRAPS && eval_null(arguments[0])) return 0;
        eval_learn(call->packed, (ref)arguments[0]);
        return eval_call((const struct method *)(u64) * (u32 *)((u8 *)object_class((ref)arguments[0]) + call->integer),
                         arguments);
    case SSA_CALL_INTERFACE:
        if (call->flags & SSA_TRAPS && eval_null(arguments[0])) return 0;
        eval_learn(call->packed, (ref)arguments[0]);
        eval_enter_imt(object_class((ref)arguments[0]), (const struct method *)(u64)call->y);
        return eval_call(eval_select((const struct method *)(u64)call->y, (ref)arguments[0]), arguments);
    default:
        if (call->integer == ENTRY_arraycopy) {
            eval_arraycopy(arguments);
        } else if (call->integer != ENTRY_link_native) {
            eval_throw("java/lang/LinkageError");
        }
        return 0;
    }
}

static u64 eval_calls(const struct eval_frame *frame, u32 value) {
    u64 arguments[256];
    for (u32 i = 0; i < ssa_at(frame->function, value)->operand_count; i++) arguments[i] = eval_value(frame, value, i);
    return eval_invoke(frame, value, arguments);
}

static u64 eval_native(const struct eval_frame *frame) {
    const char *name = frame->function->method->name->text;
    if (strcmp(name, "fillInStackTrace") == 0) return frame->arguments[0];
    if (strcmp(name, "registerNatives") == 0 || strcmp(name, "getPrimitiveClass") == 0 ||
        strcmp(name, "desiredAssertionStatus0") == 0) {
        return 0;
    }
    eval_throw("java/lang/UnsatisfiedLinkError");
    return 0;
}

static bool eval_is_instance(const struct eval_frame *frame, u32 value) {
    eval.touched |= SSA_READS(SSA_CLASSES);
    ref object = (ref)eval_value(frame, value, 0);
    return object && eval_is_subtype(object_class(object), class_at((u32)eval_value(frame, value, 1)));
}

static bool eval_may_store(ref array, ref stored) {
    return stored == 0 || eval_is_subtype(object_class(stored), class_at(object_class(array)->component));
}

static u64 eval_allocation(const struct eval_frame *frame, u32 value, const struct ssa_instruction *instruction) {
    const struct class *class = class_at((u32)eval_value(frame, value, 0));
    u64 lengths[255];
    if (instruction->operation == SSA_NEW) return eval_allocate(class, class->instance_bytes);
    for (u32 i = 1; i < instruction->operand_count; i++) {
        lengths[i - 1] = eval_value(frame, value, i);
        if ((s32)lengths[i - 1] < 0) {
            eval_throw("java/lang/NegativeArraySizeException");
            return 0;
        }
    }
    return eval_new_multi(class, instruction->operand_count - 1u, lengths);
}

static void eval_check(const struct eval_frame *frame, u32 value, const struct ssa_instruction *check) {
    u64 a = eval_value(frame, value, 0), b = check->operand_count > 1 ? eval_value(frame, value, 1) : 0;
    switch (check->operation) {
    case SSA_CHECK_NULL: eval_null(a); break;
    case SSA_CHECK_BOUNDS:
        if ((u32)a >= (u32)b) eval_throw("java/lang/ArrayIndexOutOfBoundsException");
        break;
    case SSA_CHECK_ZERO:
        if (a == 0) eval_throw("java/lang/ArithmeticException");
        break;
    case SSA_CHECK_STORE:
        if (!eval_may_store((ref)a, (ref)b)) eval_throw("java/lang/ArrayStoreException");
        break;
    default:
        if (a && !eval_is_instance(frame, value)) eval_throw("java/lang/ClassCastException");
    }
}

static u64 eval_memory(const struct eval_frame *frame, u32 value, const struct ssa_instruction *access) {
    u64 base = eval_value(frame, value, 0), second = access->operand_count > 1 ? eval_value(frame, value, 1) : 0;
    u64 third = access->operand_count > 2 ? eval_value(frame, value, 2) : 0,
        size = model_field_bytes((char)access->kind);
    if (access->flags & SSA_TRAPS && eval_null(base)) return 0;
    bool is_element = access->operation == SSA_LOAD_ELEMENT || access->operation == SSA_STORE_ELEMENT,
         is_raw = access->operation == SSA_LOAD_RAW || access->operation == SSA_STORE_RAW,
         is_store = access->type == TYPE_VOID;
    u64 offset = is_element ? ARRAY_ELEMENTS_OFFSET + second * size : is_raw ? second : (u64)access->integer;
    u32 memory = eval_memory_at(base, offset, ssa_at(frame->function, ssa_operand(frame->function, value, 0))->type);
    if (access->operation != SSA_ARRAY_LENGTH) eval.touched |= is_store ? SSA_WRITES(memory) : SSA_READS(memory);
    switch (access->operation) {
    case SSA_LOAD: return eval_load(base + (u64)access->integer, access->kind);
    case SSA_STORE: eval_store(base + (u64)access->integer, access->kind, second); return 0;
    case SSA_LOAD_ELEMENT: return eval_load(base + ARRAY_ELEMENTS_OFFSET + second * size, access->kind);
    case SSA_STORE_ELEMENT: eval_store(base + ARRAY_ELEMENTS_OFFSET + second * size, access->kind, third); return 0;
    case SSA_LOAD_RAW: return eval_load(base + second, access->kind);
    case SSA_STORE_RAW: eval_store(base + second, access->kind, third); return 0;
    default: return array_length((ref)base);
    }
}

static u64 eval_resolved(const struct eval_frame *frame, u32 value, const struct ssa_instruction *resolve) {
    if (resolve->operand_count && eval_value(frame, value, 0) == 0) return 0;
    u32 *slot = (u32 *)(u64)resolve->x;
    if (*slot == 0) {
        *slot = (u32)eval_resolve(class_at(resolve->y), (u16)resolve->packed, (enum slot_kind)(resolve->packed >> 16));
    }
    return *slot;
}

static u64 eval_instruction(struct eval_frame *frame, u32 value) {
    const struct ssa_instruction *instruction = ssa_at(frame->function, value);
    u8 operation = instruction->operation;
    u64 a = instruction->operand_count > 0 ? eval_value(frame, value, 0) : 0,
        b = instruction->operand_count > 1 ? eval_value(frame, value, 1) : 0;
    if (operation >= SSA_ADD && operation <= SSA_BYTE_SWAP) return eval_arithmetic(instruction, a, b);
    if (operation >= SSA_I2B && operation <= SSA_BITS) return eval_convert(operation, a);
    u8 type =
        instruction->operand_count ? ssa_at(frame->function, ssa_operand(frame->function, value, 0))->type : TYPE_VOID;
    switch (operation) {
    case SSA_PARAMETER: return frame->arguments[instruction->integer];
    case SSA_CONSTANT:
        return instruction->type == TYPE_LONG || instruction->type == TYPE_DOUBLE ? (u64)instruction->integer
                                                                                  : (u32)instruction->integer;
    case SSA_FRAME_LOAD: eval.touched |= SSA_READS(SSA_FRAME); return frame->variables[instruction->integer];
    case SSA_FRAME_STORE:
        eval.touched |= SSA_WRITES(SSA_FRAME);
        frame->variables[instruction->integer] = a;
        return 0;
    case SSA_COMPARE: {
        int order = eval_compare(type, a, b);
        return (u32)(order == 2 ? (instruction->kind == SSA_NAN_LESS ? -1 : 1) : order);
    }
    case SSA_IS: return eval_condition(instruction->kind, eval_compare(type, a, b));
    case SSA_LOAD:
    case SSA_STORE:
    case SSA_LOAD_ELEMENT:
    case SSA_STORE_ELEMENT:
    case SSA_LOAD_RAW:
    case SSA_STORE_RAW:
    case SSA_ARRAY_LENGTH: return eval_memory(frame, value, instruction);
    case SSA_CHECK_NULL:
    case SSA_CHECK_BOUNDS:
    case SSA_CHECK_ZERO:
    case SSA_CHECK_STORE:
    case SSA_CHECK_CAST: eval_check(frame, value, instruction); return 0;
    case SSA_BYTES_EQUAL: return eval_bytes_equal((ref)a, (ref)b);
    case SSA_BYTES_COMPARE: return eval_bytes_compare((ref)a, (ref)b);
    case SSA_INSTANCE_OF: return eval_is_instance(frame, value);
    case SSA_RESOLVE: return eval_resolved(frame, value, instruction);
    case SSA_INIT_CLASS: eval_initialise(class_at((u32)a)); return 0;
    case SSA_NEW:
    case SSA_NEW_ARRAY:
    case SSA_NEW_MULTI: return eval_allocation(frame, value, instruction);
    case SSA_CALL_DIRECT:
    case SSA_CALL_SLOT:
    case SSA_CALL_VIRTUAL:
    case SSA_CALL_INTERFACE:
    case SSA_CALL_ENTRY: return eval_calls(frame, value);
    case SSA_CALL_NATIVE: return eval_native(frame);
    case SSA_MONITOR_ENTER:
    case SSA_MONITOR_EXIT:
        eval.monitors += operation == SSA_MONITOR_ENTER ? 1u : -1u;
        eval.touched |= SSA_UPDATES(SSA_THREAD);
        return 0;
    case SSA_MISS:
    case SSA_COUNT: return 0;
    case SSA_POLL: eval.polls++; return 0;
    case SSA_THROW:
        eval.exception = (ref)a;
        if (a == 0) eval_throw("java/lang/NullPointerException");
        return 0;
    default: return 0;
    }
}

// Holds what the instruction has done against what its operation declares. What it calls has its own.
static u64 eval_declared(struct eval_frame *frame, u32 value) {
    const struct ssa_instruction *instruction = ssa_at(frame->function, value);
    eval.touched = 0;
    u64 result = eval_instruction(frame, value);
    u32 effects = ssa_effects(instruction);
    if (effects == SSA_ANYTHING || eval.exception) return result; // Java runs, and throwing makes an object
    if (eval.touched & ~effects) eval.undeclared = instruction->operation;
    eval.shown[instruction->operation] |= eval.touched;
    return result;
}

// ---- Control

static u32 eval_landing(const struct ssa_function *function, u32 value) {
    if (ssa_at(function, value)->site == 0) return 0;
    const struct ssa_site *site = &function->sites[ssa_at(function, value)->site];
    for (u32 i = 0; i < site->handler_count; i++) {
        const struct ssa_handler *handler = &function->handlers[site->first_handler + i];
        if (handler->catch_type == 0) return handler->landing;
        if (eval_is_subtype(object_class(eval.exception),
                            model_pool_class(handler->method->holder, handler->catch_type))) {
            return handler->landing;
        }
    }
    return 0;
}

static u32 eval_next_block(const struct eval_frame *frame, u32 block, u32 last) {
    const struct ssa_function *function = frame->function;
    const struct ssa_instruction *end = ssa_at(function, last);
    const u32 *successors = ssa_successors(function, block);
    if (end->operation == SSA_JUMP) return successors[0];
    if (end->operation == SSA_SWITCH) {
        u32 count = ssa_block_at(function, block)->successor_count - 1u, i = 0;
        while (i < count && ssa_switch_keys(function, last)[i] != (s32)eval_value(frame, last, 0)) i++;
        return successors[i];
    }
    if (end->operation == SSA_GUARD) {
        return successors[((const struct method *)(uintptr_t)end->integer)->is_overridden];
    }
    if (end->operation != SSA_BRANCH) return 0;
    u8 type = ssa_at(function, ssa_operand(function, last, 0))->type;
    int order = eval_compare(type, eval_value(frame, last, 0), eval_value(frame, last, 1));
    bool holds = order == 2 ? end->flags & SSA_NAN_TRUE : eval_condition(end->kind, order);
    return successors[holds ? 0 : 1];
}

static void eval_phis(const struct eval_frame *frame, u32 from, u32 block) {
    const struct ssa_function *function = frame->function;
    u64 inputs[1024];
    u32 edge = 0, count = 0;
    while (ssa_predecessors(function, block)[edge] != from) edge++;
    for (u32 value = ssa_block_at(function, block)->first; ssa_at(function, value)->operation == SSA_PHI;
         value = ssa_at(function, value)->next) {
        inputs[count++] = eval_value(frame, value, edge);
    }
    count = 0;
    for (u32 value = ssa_block_at(function, block)->first; ssa_at(function, value)->operation == SSA_PHI;
         value = ssa_at(function, value)->next) {
        frame->values[value] = inputs[count++];
    }
}

// Runs a block's instructions. Returns the block that follows; 0 if the method is over, by return or with
// eval.exception.
static u32 eval_block(struct eval_frame *frame, u32 block) {
    const struct ssa_function *function = frame->function;
    for (u32 value = ssa_block_at(function, block)->first; value; value = ssa_at(function, value)->next) {
        u8 operation = ssa_at(function, value)->operation;
        if (operation == SSA_PHI) continue;
        if (++eval.steps > eval.step_limit) {
            puts("not ok - the program does not end");
            exit(1);
        }
        if (operation == SSA_EXCEPTION) {
            frame->values[value] = eval.exception;
            eval.exception = 0;
            continue;
        }
        if (operation == SSA_RETURN) {
            frame->result = ssa_at(function, value)->operand_count ? eval_value(frame, value, 0) : 0;
        }
        frame->values[value] = eval_declared(frame, value);
        if (eval.exception) return eval_landing(function, value);
    }
    return eval_next_block(frame, block, ssa_block_at(function, block)->last);
}

static struct ssa_function *eval_function(const struct method *method) {
    u32 slot = method_address(method) / 8 % EVAL_METHODS;
    while (eval.functions[slot].method && eval.functions[slot].method != method) slot = (slot + 1) % EVAL_METHODS;
    if (eval.functions[slot].method) return eval.functions[slot].function;
    struct arena *arena = calloc(1, sizeof(*arena) + EVAL_ARENA_BYTES);
    const char *error;
    arena_init(arena, arena + 1, EVAL_ARENA_BYTES, model_exhausted);
    eval.functions[slot].method = method;
    eval.functions[slot].arena = arena;
    eval.functions[slot].function = translate_to_ssa(arena, (struct method *)method, &eval.options, &error);
    if (eval.functions[slot].function == NULL) {
        printf("not ok - %s.%s: %s\n", method->holder->name->text, method->name->text, error);
        exit(1);
    }
    return eval.functions[slot].function;
}

// Returns the result's bits; 0 with eval.exception set if it throws.
static u64 eval_call(const struct method *method, const u64 *arguments) {
    if (method->access_flags & ACC_STATIC) eval_initialise(method->holder);
    if (++eval.depth > 400) {
        eval.depth--;
        eval_throw("java/lang/StackOverflowError");
        return 0;
    }
    struct eval_frame frame = {.function = eval_function(method), .arguments = arguments};
    frame.values = calloc(frame.function->instruction_count, sizeof(u64));
    frame.variables = calloc(frame.function->frame_variable_count + 1, sizeof(u64));
    u32 block = SSA_ENTRY_BLOCK;
    while (block) {
        u32 next = eval_block(&frame, block);
        if (next && !(ssa_block_at(frame.function, next)->flags & BLOCK_LANDING)) eval_phis(&frame, block, next);
        block = next;
    }
    free(frame.values);
    free(frame.variables);
    eval.depth--;
    return frame.result;
}

#endif
