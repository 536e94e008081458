// Locals and operand stack of the current frame.
#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"
#include "translator/reader/verify_state.h"

void frame_new(struct verifier *verifier, struct frame *frame) {
    *frame = (struct frame){.locals = ARENA_ARRAY(verifier->arena, vtype, verifier->code.max_locals),
                            .stack = ARENA_ARRAY(verifier->arena, vtype, verifier->code.max_stack)};
}

void frame_copy(const struct verifier *verifier, struct frame *to, const struct frame *from) {
    ASSERT(from->depth <= verifier->code.max_stack);
    memcpy(to->locals, from->locals, sizeof(vtype) * verifier->code.max_locals);
    memcpy(to->stack, from->stack, sizeof(vtype) * from->depth);
    to->local_count = from->local_count;
    to->depth = from->depth;
    to->this_uninitialized = from->this_uninitialized;
}

static void set_argument(const struct verifier *verifier, struct frame *frame, vtype type) {
    ASSERT(frame->local_count + (type_is_wide(type) ? 1u : 0u) < verifier->code.max_locals);
    frame->locals[frame->local_count++] = type;
    if (type_is_wide(type)) frame->locals[frame->local_count++] = type_high_of(type);
}

void frame_set_arguments(struct verifier *verifier, struct frame *frame) {
    if (!(verifier->method->access_flags & ACC_STATIC)) {
        frame->this_uninitialized = verifier->is_constructor && verifier->this_type != verifier->object_type;
        set_argument(verifier, frame, frame->this_uninitialized ? (vtype)TYPE_UNINITIALIZED_THIS : verifier->this_type);
    }
    struct text descriptor = classfile_member_descriptor(verifier->file, verifier->method);
    const char *at = descriptor.bytes + 1;
    for (; *at != ')'; at = descriptor_skip(at)) set_argument(verifier, frame, verify_descriptor_type(verifier, at));
    verifier->return_type = verify_descriptor_type(verifier, at + 1);
}

// ---- Operand stack

bool verify_push(struct verifier *verifier, vtype type) {
    struct frame *frame = &verifier->frame;
    ASSERT(!type_is_high(type));
    u32 words = type_is_wide(type) ? 2 : 1;
    if (frame->depth + words > verifier->code.max_stack) return verify_fail(verifier, "Operand stack overflow");
    frame->stack[frame->depth++] = type;
    if (words == 2) frame->stack[frame->depth++] = type_high_of(type);
    return true;
}

static bool fits(struct verifier *verifier, vtype demanded, vtype type) {
    if (demanded == type || demanded == TYPE_TOP) return true;
    switch (type_kind(demanded)) {
    case TYPE_ANY_REFERENCE: return type_is_reference(type) || type_is_uninitialized(type);
    case TYPE_ANY_ONE_WORD:
        return type_kind(type) == TYPE_INT || type_kind(type) == TYPE_FLOAT || type_is_reference(type) ||
               type_is_uninitialized(type) || type_kind(type) == TYPE_RETURN_ADDRESS;
    case TYPE_REFERENCE: return type_is_reference(type) && verify_assignable(verifier, demanded, type, false);
    default: return false;
    }
}

bool verify_pop_any(struct verifier *verifier, vtype demanded, vtype *type) {
    struct frame *frame = &verifier->frame;
    if (frame->depth == 0) return verify_fail(verifier, "Operand stack underflow");
    ASSERT(frame->depth <= verifier->code.max_stack);
    vtype top = frame->stack[--frame->depth];
    if (!fits(verifier, demanded, top)) return verify_fail(verifier, "Bad type on operand stack");
    if (type) *type = top;
    return true;
}

bool verify_pop(struct verifier *verifier, vtype type) {
    ASSERT(!type_is_high(type));
    return (!type_is_wide(type) || verify_pop_any(verifier, type_high_of(type), NULL)) &&
           verify_pop_any(verifier, type, NULL);
}

// ---- Locals

bool verify_local_is(struct verifier *verifier, u32 local, vtype demanded, vtype *type) {
    if (local >= verifier->code.max_locals) return verify_fail(verifier, "Local variable table overflow");
    if (!fits(verifier, demanded, verifier->frame.locals[local])) {
        return verify_fail(verifier, "Bad local variable type");
    }
    if (type) *type = verifier->frame.locals[local];
    return true;
}

bool verify_load(struct verifier *verifier, u32 local, vtype type) {
    if (!verify_local_is(verifier, local, type, &type)) return false;
    if (type_is_wide(type) && !verify_local_is(verifier, local + 1, type_high_of(type), NULL)) return false;
    return verify_push(verifier, type);
}

// Overwriting one word of a wide value makes the other one useless.
static void set_local(struct verifier *verifier, u32 local, vtype type) {
    struct frame *frame = &verifier->frame;
    ASSERT(local < verifier->code.max_locals);
    vtype old = frame->locals[local];
    ASSERT(!type_is_wide(old) || local + 1 < verifier->code.max_locals);
    ASSERT(!type_is_high(old) || local);
    if (type_is_wide(old)) frame->locals[local + 1] = TYPE_TOP;
    if (type_is_high(old)) frame->locals[local - 1] = TYPE_TOP;
    frame->locals[local] = type;
    if (local >= frame->local_count) frame->local_count = narrow_u16(local + 1);
}

bool verify_store(struct verifier *verifier, u32 local, vtype type) {
    struct frame *frame = &verifier->frame;
    if (local + (type_is_wide(type) ? 1u : 0u) >= verifier->code.max_locals) {
        return verify_fail(verifier, "Local variable table overflow");
    }
    set_local(verifier, local, type);
    if (type_is_wide(type)) {
        // Separately, because set_local of the second word would take the first for the rest of an old value
        ASSERT(!type_is_wide(frame->locals[local + 1]) || local + 2 < verifier->code.max_locals);
        if (type_is_wide(frame->locals[local + 1])) frame->locals[local + 2] = TYPE_TOP;
        frame->locals[local + 1] = type_high_of(type);
        if (local + 1 >= frame->local_count) frame->local_count = narrow_u16(local + 2);
    }
    return true;
}

void verify_initialize(struct verifier *verifier, vtype from, vtype to) {
    struct frame *frame = &verifier->frame;
    ASSERT(frame->local_count <= verifier->code.max_locals && frame->depth <= verifier->code.max_stack);
    for (u32 i = 0; i < frame->local_count; i++) {
        if (frame->locals[i] == from) frame->locals[i] = to;
    }
    for (u32 i = 0; i < frame->depth; i++) {
        if (frame->stack[i] == from) frame->stack[i] = to;
    }
    if (from == TYPE_UNINITIALIZED_THIS) frame->this_uninitialized = false;
}
