// What the parts of the verifier share: verification types, frames, and the state of the work on one method. Not for
// users of verify.h.
//
//     verify.c           entry; types, names, assignability
//     verify_frame.c     locals and operand stack
//     verify_code.c      what each instruction demands and does
//     verify_member.c    fields, invocations and constants
//     verify_stackmap.c  type checking by StackMapTable
//     verify_infer.c     type inference, for old classes
//
// Functions that return bool return false after an error, which is then in verifier->error.
#ifndef TRANSLATOR_READER_VERIFY_STATE_H
#define TRANSLATOR_READER_VERIFY_STATE_H

#include "base/panic.h"
#include "translator/reader/verify.h"

// A verification type: its kind in the low byte, and above it a name's number (TYPE_REFERENCE), the index of a `new`
// (TYPE_UNINITIALIZED) or the start of a subroutine (TYPE_RETURN_ADDRESS). Two types are equal if their numbers are.
typedef u32 vtype;

enum type_kind {
    TYPE_TOP,
    TYPE_INT,
    TYPE_FLOAT,
    TYPE_LONG,
    TYPE_LONG_HIGH, // the word above a long's
    TYPE_DOUBLE,
    TYPE_DOUBLE_HIGH,
    TYPE_NULL,
    TYPE_REFERENCE,
    TYPE_UNINITIALIZED,
    TYPE_UNINITIALIZED_THIS,
    TYPE_RETURN_ADDRESS,
    // Only as what a pop demands:
    TYPE_ANY_REFERENCE, // also uninitialised ones
    TYPE_ANY_ONE_WORD,
};

static inline vtype type_make(enum type_kind kind, u32 value) { return (vtype)kind | value << 8; }
static inline enum type_kind type_kind(vtype type) { return (enum type_kind)(type & 0xff); }
static inline u32 type_value(vtype type) { return type >> 8; }
static inline bool type_is_uninitialized(vtype type) {
    return type_kind(type) == TYPE_UNINITIALIZED || type_kind(type) == TYPE_UNINITIALIZED_THIS;
}
static inline bool type_is_reference(vtype type) {
    return type_kind(type) == TYPE_REFERENCE || type_kind(type) == TYPE_NULL;
}
static inline bool type_is_high(vtype type) {
    return type_kind(type) == TYPE_LONG_HIGH || type_kind(type) == TYPE_DOUBLE_HIGH;
}
static inline bool type_is_wide(vtype type) { return type_kind(type) == TYPE_LONG || type_kind(type) == TYPE_DOUBLE; }

struct frame {
    vtype *locals;   // max_locals
    vtype *stack;    // max_stack
    u16 local_count; // those above are top
    u16 depth;
    bool this_uninitialized; // the constructor has not yet called another
};

enum code_mark {
    MARK_START = 1, // an instruction begins here
    MARK_NEW = 2,   // and it is `new`
    MARK_TARGET = 4 // and code jumps here (inference only)
};

struct infer;
struct stack_map;

struct verifier {
    const struct classfile *file;
    struct arena *arena;
    const struct verify_hierarchy *hierarchy;
    struct class_error *error;
    bool failed;   // an error is set
    bool is_final; // and the other kind of verification may not be tried: HotSpot throws it at once

    // Names, numbered; a hash table of number + 1
    struct text *names;
    u32 name_count, name_capacity;
    u32 *name_table;

    vtype this_type, object_type, string_type, class_type, throwable_type, method_handle_type, method_type_type;

    // The method
    const struct classfile_member *method;
    struct text method_name;
    struct classfile_code code;
    u8 *marks;         // enum code_mark by bytecode index
    vtype return_type; // TYPE_TOP for void
    bool is_constructor;
    struct frame frame;
    u32 index, next; // of the current instruction and the one after it
    bool falls_through;
    bool initialized_this;       // this instruction has done it: handlers see `this` as it was before
    bool stored;                 // this instruction has: handlers have been compared with the locals before it
    struct stack_map *stack_map; // by StackMapTable, or
    struct infer *infer;         // by inference; one of the two is NULL
};

// ---- Errors; always false, to return
bool verify_fail(struct verifier *verifier, const char *format, ...) __attribute__((format(printf, 2, 3), cold));
bool verify_malformed(struct verifier *verifier, const char *format, ...) __attribute__((format(printf, 2, 3), cold));

// ---- Types
vtype verify_class_type(struct verifier *verifier, struct text name);
static inline struct text verify_type_name(const struct verifier *verifier, vtype type) {
    ASSERT(type_value(type) < verifier->name_count);
    return verifier->names[type_value(type)];
}
bool verify_is_array(const struct verifier *verifier, vtype type);
// The type of a well-formed descriptor: a field's, or V, which gives TYPE_TOP.
vtype verify_descriptor_type(struct verifier *verifier, const char *at);
// The type of the elements of an array type; TYPE_TOP for primitives.
vtype verify_component_type(struct verifier *verifier, vtype array);
// Object's own if its name would be longer than a class file can hold.
vtype verify_array_of(struct verifier *verifier, vtype component);
vtype verify_pool_class_type(struct verifier *verifier, u16 index);
struct member_ref verify_member_ref(const struct verifier *verifier, u16 index);
// Is a value of type `from` acceptable where `to` is demanded? `protected_object` is HotSpot's exception for protected
// members of Object. Also returns false after an error.
bool verify_assignable(struct verifier *verifier, vtype to, vtype from, bool protected_object);
// A callback's answer as a bool; records a failure.
bool verify_answer(struct verifier *verifier, enum verify_answer answer);
static inline vtype type_high_of(vtype type) {
    return type_kind(type) == TYPE_LONG ? TYPE_LONG_HIGH : TYPE_DOUBLE_HIGH;
}

// ---- Frames
void frame_new(struct verifier *verifier, struct frame *frame);
void frame_copy(const struct verifier *verifier, struct frame *to, const struct frame *from);
void frame_set_arguments(struct verifier *verifier, struct frame *frame);
bool verify_push(struct verifier *verifier, vtype type);                     // both words of a wide type
bool verify_pop(struct verifier *verifier, vtype type);                      // the same
bool verify_pop_any(struct verifier *verifier, vtype demanded, vtype *type); // one word
bool verify_load(struct verifier *verifier, u32 local, vtype type);
bool verify_store(struct verifier *verifier, u32 local, vtype type);
bool verify_local_is(struct verifier *verifier, u32 local, vtype demanded, vtype *type);
void verify_initialize(struct verifier *verifier, vtype from, vtype to);

// ---- Instructions
bool verify_instruction(struct verifier *verifier);
bool verify_member_instruction(struct verifier *verifier, u8 opcode);
bool verify_constant(struct verifier *verifier, u8 opcode, u32 index);
bool verify_pool_tag(struct verifier *verifier, u32 index, u32 tags);
bool verify_handlers(struct verifier *verifier);
static inline bool verify_in_handler_range(struct classfile_handler handler, u32 index) {
    return index >= handler.start && index < handler.end;
}

// ---- The two kinds of verification
bool verify_by_stack_map(struct verifier *verifier);
bool stack_map_jump(struct verifier *verifier, u32 target);
bool stack_map_handlers(struct verifier *verifier);
// The static constraints (JVMS 4.9.1), before inference.
bool infer_check_operands(struct verifier *verifier);
bool verify_by_inference(struct verifier *verifier);
bool infer_jump(struct verifier *verifier, u32 target);
bool infer_subroutine(struct verifier *verifier, s64 target);
bool infer_return(struct verifier *verifier, u32 local);

#endif
