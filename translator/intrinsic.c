// See intrinsic.h.
#include "translator/intrinsic.h"

#include "base/narrow.h"
#include "base/panic.h"
#include "log/events.h"
#include "translator/program.h"
#include "translator/thread.h"

enum intrinsic_number {
    INTRINSIC_UNARY, // detail: operation
    INTRINSIC_BINARY,
    INTRINSIC_ARRAYCOPY,
    INTRINSIC_BYTES, // of two arrays; detail: operation
    INTRINSIC_CURRENT_THREAD,
    INTRINSIC_GET_CLASS,
    INTRINSIC_GET, // letter; detail: ssa_flag
    INTRINSIC_PUT,
    INTRINSIC_PUT_FENCED,
    INTRINSIC_ATOMIC, // letter; detail: operation
    INTRINSIC_FENCE,
    INTRINSIC_ORDER,
    INTRINSIC_EVENT,
    INTRINSIC_TICKS,
};

struct intrinsic {
    const char *class_text, *name_text, *descriptor_text;
    u8 number, detail;
    type_letter letter;
    const struct symbol *name, *descriptor;
};

#define UNSAFE "jdk/internal/misc/Unsafe"
#define ENTRY(class, name, descriptor, number, detail, letter) \
    {class, name, descriptor, INTRINSIC_##number, detail, letter, NULL, NULL},
#define ACCESS(name, type, letter)                                                                           \
    ENTRY(UNSAFE, "get" name, "(Ljava/lang/Object;J)" type, GET, 0, letter)                                  \
    ENTRY(UNSAFE, "put" name, "(Ljava/lang/Object;J" type ")V", PUT, 0, letter)                              \
    ENTRY(UNSAFE, "get" name "Volatile", "(Ljava/lang/Object;J)" type, GET, SSA_VOLATILE, letter)            \
    ENTRY(UNSAFE, "put" name "Volatile", "(Ljava/lang/Object;J" type ")V", PUT_FENCED, SSA_VOLATILE, letter) \
    ENTRY(UNSAFE, "get" name "Acquire", "(Ljava/lang/Object;J)" type, GET, SSA_VOLATILE, letter)             \
    ENTRY(UNSAFE, "put" name "Release", "(Ljava/lang/Object;J" type ")V", PUT, SSA_VOLATILE, letter)         \
    ENTRY(UNSAFE, "get" name "Opaque", "(Ljava/lang/Object;J)" type, GET, SSA_VOLATILE, letter)              \
    ENTRY(UNSAFE, "put" name "Opaque", "(Ljava/lang/Object;J" type ")V", PUT, SSA_VOLATILE, letter)
#define ATOMIC(name, type, letter)                                                                                    \
    ENTRY(UNSAFE, "compareAndSet" name, "(Ljava/lang/Object;J" type type ")Z", ATOMIC, SSA_COMPARE_SET, letter)       \
    ENTRY(UNSAFE, "weakCompareAndSet" name, "(Ljava/lang/Object;J" type type ")Z", ATOMIC, SSA_COMPARE_SET, letter)   \
    ENTRY(UNSAFE, "weakCompareAndSet" name "Plain", "(Ljava/lang/Object;J" type type ")Z", ATOMIC, SSA_COMPARE_SET,   \
          letter)                                                                                                     \
    ENTRY(UNSAFE, "weakCompareAndSet" name "Acquire", "(Ljava/lang/Object;J" type type ")Z", ATOMIC, SSA_COMPARE_SET, \
          letter)                                                                                                     \
    ENTRY(UNSAFE, "weakCompareAndSet" name "Release", "(Ljava/lang/Object;J" type type ")Z", ATOMIC, SSA_COMPARE_SET, \
          letter)                                                                                                     \
    ENTRY(UNSAFE, "compareAndExchange" name, "(Ljava/lang/Object;J" type type ")" type, ATOMIC, SSA_COMPARE_EXCHANGE, \
          letter)                                                                                                     \
    ENTRY(UNSAFE, "compareAndExchange" name "Acquire", "(Ljava/lang/Object;J" type type ")" type, ATOMIC,             \
          SSA_COMPARE_EXCHANGE, letter)                                                                               \
    ENTRY(UNSAFE, "compareAndExchange" name "Release", "(Ljava/lang/Object;J" type type ")" type, ATOMIC,             \
          SSA_COMPARE_EXCHANGE, letter)                                                                               \
    ENTRY(UNSAFE, "getAndSet" name, "(Ljava/lang/Object;J" type ")" type, ATOMIC, SSA_EXCHANGE, letter)
#define REFERENCE "Ljava/lang/Object;"

// Grouped by class.
// clang-format off
static struct intrinsic intrinsics[] = {
    ACCESS("Boolean", "Z", 'Z')
    ACCESS("Byte", "B", 'B')
    ACCESS("Char", "C", 'C')
    ACCESS("Short", "S", 'S')
    ACCESS("Int", "I", 'I')
    ACCESS("Long", "J", 'J')
    ACCESS("Float", "F", 'F')
    ACCESS("Double", "D", 'D')
    ACCESS("Reference", REFERENCE, 'L')
    ATOMIC("Int", "I", 'I')
    ATOMIC("Long", "J", 'J')
    ATOMIC("Reference", REFERENCE, 'L')
    ENTRY(UNSAFE, "getAndAddInt", "(Ljava/lang/Object;JI)I", ATOMIC, SSA_EXCHANGE_ADD, 'I')
    ENTRY(UNSAFE, "getAndAddLong", "(Ljava/lang/Object;JJ)J", ATOMIC, SSA_EXCHANGE_ADD, 'J')
    ENTRY(UNSAFE, "fullFence", "()V", FENCE, 0, 0)
    ENTRY(UNSAFE, "loadFence", "()V", ORDER, 0, 0)
    ENTRY(UNSAFE, "storeFence", "()V", ORDER, 0, 0)
    ENTRY("java/lang/Math", "sqrt", "(D)D", UNARY, SSA_SQRT, 0)
    ENTRY("java/lang/Math", "abs", "(I)I", UNARY, SSA_ABS, 0)
    ENTRY("java/lang/Math", "abs", "(J)J", UNARY, SSA_ABS, 0)
    ENTRY("java/lang/Math", "abs", "(F)F", UNARY, SSA_ABS, 0)
    ENTRY("java/lang/Math", "abs", "(D)D", UNARY, SSA_ABS, 0)
    ENTRY("java/lang/Math", "min", "(II)I", BINARY, SSA_MIN, 0)
    ENTRY("java/lang/Math", "max", "(II)I", BINARY, SSA_MAX, 0)
    ENTRY("java/lang/Math", "min", "(JJ)J", BINARY, SSA_MIN, 0)
    ENTRY("java/lang/Math", "max", "(JJ)J", BINARY, SSA_MAX, 0)
    ENTRY("java/lang/StrictMath", "sqrt", "(D)D", UNARY, SSA_SQRT, 0)
    ENTRY("java/lang/Float", "floatToRawIntBits", "(F)I", UNARY, SSA_BITS, 0)
    ENTRY("java/lang/Float", "intBitsToFloat", "(I)F", UNARY, SSA_BITS, 0)
    ENTRY("java/lang/Double", "doubleToRawLongBits", "(D)J", UNARY, SSA_BITS, 0)
    ENTRY("java/lang/Double", "longBitsToDouble", "(J)D", UNARY, SSA_BITS, 0)
    ENTRY("java/lang/Long", "reverseBytes", "(J)J", UNARY, SSA_BYTE_SWAP, 0)
    ENTRY("java/lang/Integer", "toUnsignedLong", "(I)J", UNARY, SSA_ZERO_EXTEND, 0)
    ENTRY("java/lang/Integer", "reverseBytes", "(I)I", UNARY, SSA_BYTE_SWAP, 0)
    ENTRY("java/lang/Object", "getClass", "()Ljava/lang/Class;", GET_CLASS, 0, 0)
    ENTRY("java/lang/Thread", "currentThread", "()Ljava/lang/Thread;", CURRENT_THREAD, 0, 0)
    ENTRY("java/lang/System", "arraycopy", "(Ljava/lang/Object;ILjava/lang/Object;II)V", ARRAYCOPY, 0, 0)
    ENTRY("java/lang/StringLatin1", "equals", "([B[B)Z", BYTES, SSA_BYTES_EQUAL, 0)
    ENTRY("java/lang/StringLatin1", "compareTo", "([B[B)I", BYTES, SSA_BYTES_COMPARE, 0)
    ENTRY("gnomon/EventLog", "record", "(I)V", EVENT, FORM_NONE, 0)
    ENTRY("gnomon/EventLog", "record", "(II)V", EVENT, FORM_INT, 0)
    ENTRY("gnomon/EventLog", "record", "(III)V", EVENT, FORM_INT_INT, 0)
    ENTRY("gnomon/EventLog", "record", "(IJ)V", EVENT, FORM_LONG, 0)
    ENTRY("gnomon/Profiler", "ticks", "()J", TICKS, 0, 0)
};
// clang-format on

// The table's classes, each with its part of the table.
static struct intrinsic_class {
    const struct symbol *name;
    u32 start, end;
} classes[16];
static u32 class_count;

static struct intrinsic_class *class_part(const struct symbol *name) {
    for (u32 i = 0; i < class_count; i++) {
        if (classes[i].name == name) return &classes[i];
    }
    return NULL;
}

void intrinsic_each(void (*each)(void *context, const char *class_name, const char *name, const char *descriptor),
                    void *context) {
    for (size_t i = 0; i < COUNT_OF(intrinsics); i++) {
        each(context, intrinsics[i].class_text, intrinsics[i].name_text, intrinsics[i].descriptor_text);
    }
}

void intrinsic_init(void) {
    if (class_count) return;
    for (u32 i = 0; i < COUNT_OF(intrinsics); i++) {
        const struct symbol *class = symbol_of(intrinsics[i].class_text);
        intrinsics[i].name = symbol_of(intrinsics[i].name_text);
        intrinsics[i].descriptor = symbol_of(intrinsics[i].descriptor_text);
        struct intrinsic_class *part = class_part(class);
        if (part == NULL) {
            ASSERT(class_count < COUNT_OF(classes));
            part = &classes[class_count++];
            *part = (struct intrinsic_class){class, i, i};
        }
        ASSERT(part->end == i); // the table is grouped by class
        part->end = i + 1;
    }
}

static const struct intrinsic *find(const struct method *method) {
    ASSERT(class_count);
    const struct intrinsic_class *part = class_part(method->holder->name);
    for (u32 i = part ? part->start : 0; part && i < part->end; i++) {
        if (intrinsics[i].name == method->name && intrinsics[i].descriptor == method->descriptor) return &intrinsics[i];
    }
    return NULL;
}

// ---- Instructions

// Unsafe: argument 0 is the Unsafe, then object, offset, values.
static void set_access(struct builder *builder, u32 access, const struct intrinsic *intrinsic) {
    build_at(builder, access)->kind = narrow_u8(intrinsic->letter);
    build_at(builder, access)->flags = intrinsic->detail;
    builder->function->has_raw_accesses = true;
}

// The memory from which a boolean is read may hold any byte.
static u32 build_is_set(struct builder *builder, u32 value) {
    u32 is_set = build_emit_2(builder, SSA_IS, TYPE_INT, value, build_int(builder, 0));
    build_at(builder, is_set)->kind = SSA_NE;
    return is_set;
}

static u32 build_atomic(struct builder *builder, const struct intrinsic *intrinsic, const u32 *arguments) {
    enum ssa_operation operation = intrinsic->detail;
    bool compares = operation == SSA_COMPARE_SET || operation == SSA_COMPARE_EXCHANGE;
    enum ssa_type type = operation == SSA_COMPARE_SET ? TYPE_INT : ssa_type_of_letter(intrinsic->letter);
    u32 access = build_emit(builder, operation, type, compares ? 4 : 3, arguments + 1);
    build_at(builder, access)->kind = narrow_u8(intrinsic->letter);
    builder->function->has_raw_accesses = true;
    return access;
}

// The class word of an object, then the class's mirror, which does not move.
static u32 build_get_class(struct builder *builder, u32 object) {
    u32 class = build_emit_1(builder, SSA_LOAD, TYPE_INT, object);
    build_at(builder, class)->kind = 'I';
    build_at(builder, class)->flags = SSA_FINAL;
    u32 mirror = build_emit_1(builder, SSA_LOAD, TYPE_REF, class);
    build_at(builder, mirror)->kind = 'L';
    build_at(builder, mirror)->flags = SSA_FINAL;
    build_at(builder, mirror)->integer = offsetof(struct class, mirror);
    return mirror;
}

static u32 build_current_thread(struct builder *builder) {
    u32 thread = build_emit_0(builder, SSA_LOAD_SELF, TYPE_REF);
    build_at(builder, thread)->kind = 'L';
    build_at(builder, thread)->integer = offsetof(struct code_thread, java_thread);
    return thread;
}

// The arrays' lengths are looked at in the method's own place.
static u32 build_of_bytes(struct builder *builder, struct method *method, enum ssa_operation operation,
                          const u32 *arguments) {
    build_enter_native(builder, method);
    build_null_check(builder, arguments[0]);
    build_null_check(builder, arguments[1]);
    return build_emit_2(builder, operation, TYPE_INT, arguments[0], arguments[1]);
}

static u32 build_probe(struct builder *builder, enum probe_kind kind, enum ssa_type type, u32 operand_count,
                       const u32 *operands) {
    u32 probe = build_emit(builder, SSA_PROBE, type, operand_count, operands);
    build_at(builder, probe)->kind = narrow_u8(kind);
    return probe;
}

static void build_event(struct builder *builder, enum event_form form, const u32 *arguments) {
    u32 count = form == FORM_NONE ? 1 : form == FORM_INT_INT ? 3 : 2;
    build_at(builder, build_probe(builder, PROBE_EVENT, TYPE_VOID, count, arguments))->x = form;
}

static u32 build_one(struct builder *builder, const struct intrinsic *intrinsic, struct method *method,
                     const u32 *arguments) {
    enum ssa_type type = ssa_type_of_letter(method->return_type);
    u32 value;
    switch ((enum intrinsic_number)intrinsic->number) {
    case INTRINSIC_UNARY: return build_emit_1(builder, intrinsic->detail, type, arguments[0]);
    case INTRINSIC_BINARY: return build_emit_2(builder, intrinsic->detail, type, arguments[0], arguments[1]);
    case INTRINSIC_ARRAYCOPY:
        if (method != builder->method) build_enter_native(builder, method);
        build_entry(builder, ENTRY_arraycopy, TYPE_VOID, 5, arguments);
        return 0;
    case INTRINSIC_BYTES: return build_of_bytes(builder, method, intrinsic->detail, arguments);
    case INTRINSIC_CURRENT_THREAD: return build_current_thread(builder);
    case INTRINSIC_GET_CLASS: return build_get_class(builder, arguments[0]);
    case INTRINSIC_GET:
        value = build_emit_2(builder, SSA_LOAD_RAW, type, arguments[1], arguments[2]);
        set_access(builder, value, intrinsic);
        return intrinsic->letter == 'Z' ? build_is_set(builder, value) : value;
    case INTRINSIC_PUT:
    case INTRINSIC_PUT_FENCED:
        value = build_emit_3(builder, SSA_STORE_RAW, TYPE_VOID, arguments[1], arguments[2],
                             build_narrowed(builder, arguments[3], intrinsic->letter));
        set_access(builder, value, intrinsic);
        if (intrinsic->number == INTRINSIC_PUT_FENCED) build_fence(builder);
        return 0;
    case INTRINSIC_ATOMIC: return build_atomic(builder, intrinsic, arguments);
    case INTRINSIC_FENCE:
        build_emit_0(builder, builder->options->several_processors ? SSA_FENCE : SSA_ORDER, TYPE_VOID);
        return 0;
    case INTRINSIC_ORDER: build_emit_0(builder, SSA_ORDER, TYPE_VOID); return 0;
    case INTRINSIC_EVENT: build_event(builder, (enum event_form)intrinsic->detail, arguments); return 0;
    case INTRINSIC_TICKS: return build_probe(builder, PROBE_TICKS, TYPE_LONG, 0, NULL);
    }
    return 0;
}

bool intrinsic_build(struct builder *builder, struct method *method, const u32 *arguments, u32 *result) {
    const struct intrinsic *intrinsic = find(method);
    if (intrinsic == NULL || method->flags & METHOD_PROGRAMS) return false;
    if (method != builder->method) ssa_add_watched(builder->function, method, method->patterns);
    if (method != builder->method && method->patterns & PROBE_PATTERNS) return false;
    if (!(method->access_flags & ACC_STATIC)) build_null_check(builder, arguments[0]);
    *result = build_one(builder, intrinsic, method, arguments);
    return true;
}
