// Type inference (JVMS 4.10.2), for classes without StackMapTable: a data-flow analysis, repeated until nothing
// changes. Types that meet are merged to their common superclass (interfaces count as Object). Subroutines (jsr, ret)
// are verified once for all callers: the state carries, for each subroutine it is in, the locals that were written
// there; those that were not come back from the jsr when the subroutine returns (4.10.2.5).
#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"
#include "translator/reader/verify_state.h"

// A subroutine in progress: its first instruction, and which locals it may have written.
struct subroutine {
    u32 entry;
    u64 *written; // a bit for each local
};

struct state {
    struct frame frame;
    struct subroutine *subroutines; // outermost first
    u32 subroutine_count;
    bool queued;
};

// A list of subroutines that is written over again and again, so that nested subroutines need memory for the states
// that are kept only.
struct subroutine_buffer {
    struct subroutine *list;
    u32 room;
};

struct infer {
    struct state **states; // by bytecode index; NULL if not reached
    u32 pending;           // number of queued states
    struct state current;  // its frame is the verifier's, its subroutines are in current_buffer
    u32 *returns;          // by entry: index + 1 of the subroutine's ret
    struct subroutine_buffer current_buffer, successor_buffer;
    vtype *locals_after; // those behind a jsr to which a ret returns
};

// ---- Merging types

static bool is_interface(struct verifier *verifier, vtype type) {
    return verify_answer(
        verifier, verifier->hierarchy->is_interface(verifier->hierarchy->context, verify_type_name(verifier, type)));
}

static vtype superclass(struct verifier *verifier, vtype type) {
    struct text name;
    if (!verify_answer(verifier, verifier->hierarchy->superclass(verifier->hierarchy->context,
                                                                 verify_type_name(verifier, type), &name))) {
        return verifier->object_type;
    }
    return verify_class_type(verifier, name);
}

// The first of a's superclasses that is also one of b's.
static vtype merge_classes(struct verifier *verifier, vtype a, vtype b) {
    if (a == verifier->object_type || b == verifier->object_type) return verifier->object_type;
    if (is_interface(verifier, a) || is_interface(verifier, b) || verifier->failed) return verifier->object_type;
    for (; a != verifier->object_type && !verifier->failed; a = superclass(verifier, a)) {
        arena_poll(verifier->arena);
        for (vtype other = b; other != verifier->object_type && !verifier->failed;
             other = superclass(verifier, other)) {
            if (other == a) return a;
        }
    }
    return verifier->object_type;
}

static vtype merge_references(struct verifier *verifier, vtype a, vtype b) {
    u32 dimensions = 0;
    while (verify_is_array(verifier, a) && verify_is_array(verifier, b)) {
        vtype inner_a = verify_component_type(verifier, a), inner_b = verify_component_type(verifier, b);
        if (inner_a == TYPE_TOP || inner_b == TYPE_TOP) break;
        a = inner_a, b = inner_b;
        dimensions++;
    }
    vtype merged = a;
    if (a != b) {
        bool arrays = verify_is_array(verifier, a) || verify_is_array(verifier, b);
        merged = arrays ? verifier->object_type : merge_classes(verifier, a, b);
    }
    for (; dimensions > 0; dimensions--) merged = verify_array_of(verifier, merged);
    return merged;
}

static vtype merge_types(struct verifier *verifier, vtype a, vtype b) {
    if (a == b) return a;
    if (!type_is_reference(a) || !type_is_reference(b)) return TYPE_TOP;
    if (a == TYPE_NULL) return b;
    if (b == TYPE_NULL) return a;
    return merge_references(verifier, a, b);
}

// ---- States

static u32 written_words(const struct verifier *verifier) { return (verifier->code.max_locals + 63u) / 64; }

static bool is_written(const struct subroutine *subroutine, u32 local) {
    return subroutine->written[local / 64] >> local % 64 & 1;
}

static struct subroutine *new_subroutines(struct verifier *verifier, u32 count) {
    struct subroutine *list = ARENA_ARRAY(verifier->arena, struct subroutine, count);
    for (u32 i = 0; i < count; i++) list[i].written = ARENA_ARRAY(verifier->arena, u64, written_words(verifier));
    return list;
}

static void copy_subroutines(const struct verifier *verifier, struct subroutine *to, const struct subroutine *from,
                             u32 count) {
    for (u32 i = 0; i < count; i++) {
        ASSERT(from[i].entry < verifier->code.length);
        to[i].entry = from[i].entry;
        memcpy(to[i].written, from[i].written, sizeof(u64) * written_words(verifier));
    }
}

// A copy in the buffer, with room for one more; it lasts until the buffer is used again.
static struct subroutine *buffer_subroutines(struct verifier *verifier, struct subroutine_buffer *buffer,
                                             const struct subroutine *from, u32 count) {
    if (buffer->room <= count) {
        buffer->room = 2 * count + 1;
        buffer->list = new_subroutines(verifier, buffer->room);
        ASSERT(buffer->room > count);
    }
    copy_subroutines(verifier, buffer->list, from, count);
    return buffer->list;
}

static struct state *new_state(struct verifier *verifier, const struct frame *frame,
                               const struct subroutine *subroutines, u32 count) {
    struct state *state = ARENA_NEW(verifier->arena, struct state);
    state->frame = *frame;
    ASSERT(frame->depth <= verifier->code.max_stack && frame->local_count <= verifier->code.max_locals);
    state->frame.locals = ARENA_ARRAY(verifier->arena, vtype, frame->local_count);
    state->frame.stack = ARENA_ARRAY(verifier->arena, vtype, frame->depth);
    memcpy(state->frame.locals, frame->locals, sizeof(vtype) * frame->local_count);
    memcpy(state->frame.stack, frame->stack, sizeof(vtype) * frame->depth);
    state->subroutines = new_subroutines(verifier, count);
    copy_subroutines(verifier, state->subroutines, subroutines, count);
    state->subroutine_count = count;
    return state;
}

static void enqueue(struct infer *infer, u32 index) {
    ASSERT(infer->states[index]);
    infer->pending += !infer->states[index]->queued;
    infer->states[index]->queued = true;
}

static bool merge_words(struct verifier *verifier, vtype *to, const vtype *from, u32 count, bool *changed,
                        bool is_stack) {
    for (u32 i = 0; i < count; i++) {
        arena_step(verifier->arena, i);
        vtype merged = merge_types(verifier, to[i], from[i]);
        if (verifier->failed) return false;
        if (is_stack && merged == TYPE_TOP && to[i] != from[i]) return verify_fail(verifier, "Mismatched stack types");
        if (merged != to[i]) to[i] = merged, *changed = true;
    }
    return true;
}

// Whether that has changed `to`.
static bool add_written(const struct verifier *verifier, u64 *to, const u64 *from) {
    u64 added = 0;
    for (u32 i = 0; i < written_words(verifier); i++) {
        added |= from[i] & ~to[i];
        to[i] |= from[i];
    }
    return added != 0;
}

// Keeps the subroutines that both are in.
static bool merge_subroutines(struct verifier *verifier, struct state *to, const struct subroutine *from, u32 count) {
    bool changed = false;
    u32 kept = 0;
    for (u32 i = 0, j = 0; i < to->subroutine_count; i++) {
        u32 match = j;
        while (match < count && from[match].entry != to->subroutines[i].entry) match++;
        if (match == count) continue;
        to->subroutines[kept] = to->subroutines[i];
        if (add_written(verifier, to->subroutines[kept].written, from[match].written)) changed = true;
        kept++;
        j = match + 1;
    }
    if (kept != to->subroutine_count) changed = true;
    to->subroutine_count = kept;
    return changed;
}

static bool flow_into(struct verifier *verifier, u32 target, const struct frame *frame,
                      const struct subroutine *subroutines, u32 count) {
    struct infer *infer = verifier->infer;
    ASSERT(target < verifier->code.length && frame->depth <= verifier->code.max_stack &&
           frame->local_count <= verifier->code.max_locals);
    struct state *to = infer->states[target];
    arena_poll(verifier->arena);
    if (to == NULL) {
        infer->states[target] = new_state(verifier, frame, subroutines, count);
        enqueue(infer, target);
        return true;
    }
    bool changed = false;
    if (to->frame.depth != frame->depth) {
        return verify_fail(verifier, "Inconsistent stack height %u != %u", frame->depth, to->frame.depth);
    }
    if (!merge_words(verifier, to->frame.stack, frame->stack, frame->depth, &changed, true)) return false;
    if (to->frame.local_count > frame->local_count) to->frame.local_count = frame->local_count, changed = true;
    if (!merge_words(verifier, to->frame.locals, frame->locals, to->frame.local_count, &changed, false)) return false;
    if (frame->this_uninitialized && !to->frame.this_uninitialized) to->frame.this_uninitialized = true, changed = true;
    if (merge_subroutines(verifier, to, subroutines, count)) changed = true;
    if (changed) enqueue(infer, target);
    return true;
}

// ---- Successors

bool infer_jump(struct verifier *verifier, u32 target) {
    ASSERT(target < verifier->code.length);
    if (!verifier->marks[target]) return verify_fail(verifier, "Illegal target of jump or branch");
    struct state *current = &verifier->infer->current;
    return flow_into(verifier, target, &verifier->frame, current->subroutines, current->subroutine_count);
}

static bool flow_to_handlers(struct verifier *verifier) {
    const struct state *current = &verifier->infer->current;
    for (u16 i = 0; i < verifier->code.handler_count; i++) {
        struct classfile_handler handler = classfile_handler(&verifier->code, i);
        arena_step(verifier->arena, i);
        if (!verify_in_handler_range(handler, verifier->index)) continue;
        vtype thrown =
            handler.catch_type ? verify_pool_class_type(verifier, handler.catch_type) : verifier->throwable_type;
        struct frame frame = verifier->frame;
        frame.stack = &thrown;
        frame.depth = 1;
        if (!flow_into(verifier, handler.target, &frame, current->subroutines, current->subroutine_count)) return false;
    }
    return true;
}

bool infer_subroutine(struct verifier *verifier, s64 target) {
    struct infer *infer = verifier->infer;
    struct state *current = &infer->current;
    if (target < 0 || target >= verifier->code.length || !verifier->marks[target]) {
        return verify_fail(verifier, "Illegal target of jump or branch");
    }
    for (u32 i = 0; i < current->subroutine_count; i++) {
        if (current->subroutines[i].entry == target) return verify_fail(verifier, "Recursive call to jsr entry");
    }
    if (!verify_push(verifier, type_make(TYPE_RETURN_ADDRESS, (u32)target))) return false;
    u32 count = current->subroutine_count;
    struct subroutine *entered = buffer_subroutines(verifier, &infer->successor_buffer, current->subroutines, count);
    entered[count].entry = (u32)target;
    memset(entered[count].written, 0, sizeof(u64) * written_words(verifier));
    if (infer->returns[target]) enqueue(infer, infer->returns[target] - 1);
    return flow_into(verifier, (u32)target, &verifier->frame, entered, count + 1);
}

// Returns to the instruction after one jsr, with what that jsr knew about the locals that the subroutine has left
// alone.
static bool return_to(struct verifier *verifier, u32 caller, const struct subroutine *subroutine) {
    struct infer *infer = verifier->infer;
    const struct state *before = infer->states[caller];
    ASSERT(before && subroutine);
    const struct frame *now = &verifier->frame;
    struct frame after = *now;
    if (!infer->locals_after) infer->locals_after = ARENA_ARRAY(verifier->arena, vtype, verifier->code.max_locals);
    after.locals = infer->locals_after;
    after.local_count = now->local_count > before->frame.local_count ? now->local_count : before->frame.local_count;
    for (u32 i = 0; i < after.local_count; i++) {
        arena_step(verifier->arena, i);
        const struct frame *source = is_written(subroutine, i) ? now : &before->frame;
        after.locals[i] = i < source->local_count ? source->locals[i] : TYPE_TOP;
    }
    struct subroutine *outer =
        buffer_subroutines(verifier, &infer->successor_buffer, before->subroutines, before->subroutine_count);
    for (u32 i = 0; i < before->subroutine_count; i++) add_written(verifier, outer[i].written, subroutine->written);
    u32 next = caller + bytecode_table[verifier->code.bytes[caller]].length;
    if (next >= verifier->code.length) return verify_fail(verifier, "Falling off the end of the code");
    return flow_into(verifier, next, &after, outer, before->subroutine_count);
}

bool infer_return(struct verifier *verifier, u32 local) {
    struct infer *infer = verifier->infer;
    const struct classfile_code *code = &verifier->code;
    if (local >= code->max_locals || type_kind(verifier->frame.locals[local]) != TYPE_RETURN_ADDRESS) {
        return verify_fail(verifier, "Bad local variable type in ret");
    }
    u32 entry = type_value(verifier->frame.locals[local]);
    ASSERT(entry < code->length && verifier->marks[entry]);
    const struct subroutine *subroutine = NULL;
    for (u32 i = 0; i < infer->current.subroutine_count; i++) {
        if (infer->current.subroutines[i].entry == entry) subroutine = &infer->current.subroutines[i];
    }
    if (subroutine == NULL) return verify_fail(verifier, "Illegal return from subroutine");
    if (infer->returns[entry] && infer->returns[entry] != verifier->index + 1) {
        return verify_fail(verifier, "Multiple returns to single jsr");
    }
    infer->returns[entry] = verifier->index + 1;
    for (u32 index = 0; index < code->length; index++) {
        arena_step(verifier->arena, index);
        if (!verifier->marks[index] || !infer->states[index]) continue;
        u8 opcode = code->bytes[index];
        s64 offset = opcode == OP_jsr     ? bytecode_s16(code->bytes + index + 1)
                     : opcode == OP_jsr_w ? bytecode_s32(code->bytes + index + 1)
                                          : 0;
        if (offset != 0 && (s64)index + offset == entry && !return_to(verifier, index, subroutine)) return false;
    }
    return true;
}

// ---- Static constraints (JVMS 4.9.1), also on code that is never reached

static bool is_target(struct verifier *verifier, s64 target) {
    if (target < 0 || target >= verifier->code.length || !verifier->marks[target]) {
        return verify_fail(verifier, "Illegal target of jump or branch");
    }
    verifier->marks[target] |= MARK_TARGET;
    return true;
}

static bool check_switch_targets(struct verifier *verifier) {
    u32 operands = bytecode_switch_operands(verifier->index);
    const u8 *at = verifier->code.bytes + operands;
    u32 step = verifier->code.bytes[verifier->index] == OP_tableswitch ? 4 : 8;
    if (!is_target(verifier, (s64)verifier->index + bytecode_s32(at))) return false;
    for (u32 i = verifier->index + 1; i < operands; i++) {
        if (verifier->code.bytes[i] != 0) return verify_fail(verifier, "Non zero padding bytes in switch");
    }
    for (u32 entry = operands + (step == 4 ? 12 : 8); entry < verifier->next; entry += step) {
        arena_step(verifier->arena, entry / step);
        const u8 *pair = verifier->code.bytes + entry;
        if (!is_target(verifier, (s64)verifier->index + bytecode_s32(pair + step - 4))) return false;
        if (step == 8 && entry > operands + 8 && bytecode_s32(pair - 8) >= bytecode_s32(pair)) {
            return verify_fail(verifier, "Unsorted lookup switch");
        }
    }
    return true;
}

static bool check_local(struct verifier *verifier, u8 opcode, u32 local) {
    bool wide = opcode == OP_lload || opcode == OP_dload || opcode == OP_lstore || opcode == OP_dstore;
    return local + wide < verifier->code.max_locals || verify_fail(verifier, "Illegal local variable number");
}

static bool check_short_local(struct verifier *verifier, u8 opcode) {
    bool is_load = opcode >= OP_iload_0 && opcode <= OP_aload_3;
    if (!is_load && !(opcode >= OP_istore_0 && opcode <= OP_astore_3)) return true;
    u32 number = (u32)opcode - (is_load ? OP_iload_0 : OP_istore_0);
    return check_local(verifier, narrow_u8(OP_iload + number / 4), number & 3);
}

static u32 pool_tags(const struct verifier *verifier, u8 opcode) {
    u32 loadable = 1u << POOL_INTEGER | 1u << POOL_FLOAT | 1u << POOL_STRING;
    if (verifier->file->major_version >= 49) loadable |= 1u << POOL_CLASS;
    switch (opcode) {
    case OP_ldc:
    case OP_ldc_w: return loadable;
    case OP_ldc2_w: return 1u << POOL_LONG | 1u << POOL_DOUBLE;
    case OP_getstatic:
    case OP_putstatic:
    case OP_getfield:
    case OP_putfield: return 1u << POOL_FIELD;
    case OP_invokevirtual:
    case OP_invokespecial:
    case OP_invokestatic: return 1u << POOL_METHOD;
    case OP_invokeinterface: return 1u << POOL_INTERFACE_METHOD;
    case OP_invokedynamic: return 1u << POOL_INVOKE_DYNAMIC;
    default: return 1u << POOL_CLASS;
    }
}

static bool check_method_name(struct verifier *verifier, u8 opcode, u16 index) {
    if (opcode < OP_invokevirtual || opcode > OP_invokeinterface) return true;
    struct member_ref member = classfile_member_ref(verifier->file, index);
    bool fits = opcode == OP_invokespecial ? member.name.bytes[0] != '<' || text_is(member.name, "<init>")
                                           : member.name.bytes[0] != '<';
    return fits || verify_fail(verifier, "Illegal call to internal method");
}

static bool check_operands(struct verifier *verifier) {
    const u8 *at = verifier->code.bytes + verifier->index;
    u8 opcode = at[0];
    switch ((enum bytecode_format)bytecode_table[opcode].format) {
    case FORMAT_BRANCH: return is_target(verifier, (s64)verifier->index + bytecode_s16(at + 1));
    case FORMAT_BRANCH_WIDE: return is_target(verifier, (s64)verifier->index + bytecode_s32(at + 1));
    case FORMAT_TABLE_SWITCH:
    case FORMAT_LOOKUP_SWITCH: return check_switch_targets(verifier);
    case FORMAT_LOCAL:
    case FORMAT_INCREMENT: return check_local(verifier, opcode, at[1]);
    case FORMAT_WIDE: return check_local(verifier, at[1], bytecode_u16(at + 2));
    case FORMAT_NONE: return check_short_local(verifier, opcode);
    case FORMAT_POOL_NARROW: return verify_pool_tag(verifier, at[1], pool_tags(verifier, opcode));
    case FORMAT_DYNAMIC: return verify_fail(verifier, "Bad instruction: %02x", opcode);
    case FORMAT_POOL:
    case FORMAT_INTERFACE:
    case FORMAT_DIMENSIONS:
        return verify_pool_tag(verifier, bytecode_u16(at + 1), pool_tags(verifier, opcode)) &&
               check_method_name(verifier, opcode, bytecode_u16(at + 1));
    default:
        return opcode != OP_newarray || (at[1] >= 4 && at[1] <= 11) ||
               verify_fail(verifier, "Bad type passed to newarray");
    }
}

bool infer_check_operands(struct verifier *verifier) {
    const struct classfile_code *code = &verifier->code;
    for (verifier->index = 0; verifier->index < code->length; verifier->index = verifier->next) {
        arena_poll(verifier->arena);
        verifier->next = verifier->index + bytecode_length(code->bytes, code->length, verifier->index);
        if (!check_operands(verifier)) return false;
    }
    return true;
}

// ---- The analysis

static void mark_written(struct infer *infer, u32 local) {
    u64 bit = (u64)1 << local % 64;
    for (u32 i = 0; i < infer->current.subroutine_count; i++) infer->current.subroutines[i].written[local / 64] |= bit;
}

// A store writes even if the type stays the same; so does anything else that changes a type.
static void note_writes(struct verifier *verifier, const struct frame *before) {
    struct infer *infer = verifier->infer;
    if (infer->current.subroutine_count == 0) return;
    const u8 *at = verifier->code.bytes + verifier->index;
    u8 opcode = at[0] == OP_wide ? at[1] : at[0];
    u32 local = at[0] == OP_wide ? bytecode_u16(at + 2) : at[1];
    if (opcode >= OP_istore_0 && opcode <= OP_astore_3) {
        local = (u32)(opcode - OP_istore_0) & 3;
        opcode = narrow_u8(OP_istore + (opcode - OP_istore_0) / 4);
    }
    if (opcode >= OP_istore && opcode <= OP_astore) {
        mark_written(infer, local);
        if (opcode == OP_lstore || opcode == OP_dstore) mark_written(infer, local + 1);
    }
    for (u32 i = 0; i < before->local_count; i++) {
        if (before->locals[i] != verifier->frame.locals[i]) mark_written(infer, i);
    }
}

// The verifier's frame has room for all locals; a state only for those that hold something.
static void enter_state(struct verifier *verifier, const struct frame *from) {
    struct frame *frame = &verifier->frame;
    ASSERT(from->local_count <= verifier->code.max_locals && from->depth <= verifier->code.max_stack);
    memset(frame->locals, 0, sizeof(vtype) * verifier->code.max_locals);
    memcpy(frame->locals, from->locals, sizeof(vtype) * from->local_count);
    memcpy(frame->stack, from->stack, sizeof(vtype) * from->depth);
    frame->local_count = from->local_count;
    frame->depth = from->depth;
    frame->this_uninitialized = from->this_uninitialized;
}

// Where a state is kept: where code joins, and at jsr and ret, which are looked up from elsewhere. Between these, and
// outside subroutines, one instruction's state immediately becomes the next one's, so methods with many instructions
// and locals need little memory.
static bool keeps_state(const struct verifier *verifier, u32 index) {
    ASSERT(index < verifier->code.length);
    u8 opcode = verifier->code.bytes[index];
    if (opcode == OP_wide) opcode = verifier->code.bytes[index + 1];
    if (verifier->marks[index] & MARK_TARGET || verifier->infer->states[index] ||
        verifier->infer->current.subroutine_count) {
        return true;
    }
    return opcode == OP_jsr || opcode == OP_jsr_w || opcode == OP_ret;
}

static bool step(struct verifier *verifier, const struct frame *before) {
    verifier->next = verifier->index + bytecode_length(verifier->code.bytes, verifier->code.length, verifier->index);
    ASSERT(verifier->next > verifier->index && verifier->next <= verifier->code.length);
    if (!flow_to_handlers(verifier) || !verify_instruction(verifier)) return false;
    note_writes(verifier, before);
    return !verifier->falls_through || verifier->next < verifier->code.length ||
           verify_fail(verifier, "Falling off the end of the code");
}

// From a state up to the next one that is kept.
static bool run(struct verifier *verifier) {
    struct infer *infer = verifier->infer;
    struct state *state = infer->states[verifier->index];
    ASSERT(state && state->queued && infer->pending);
    state->queued = false;
    infer->pending--;
    enter_state(verifier, &state->frame);
    infer->current.subroutine_count = state->subroutine_count;
    infer->current.subroutines =
        buffer_subroutines(verifier, &infer->current_buffer, state->subroutines, state->subroutine_count);
    for (;; verifier->index = verifier->next) {
        arena_poll(verifier->arena);
        if (!step(verifier, &state->frame)) return false;
        if (!verifier->falls_through) return true;
        if (keeps_state(verifier, verifier->next)) return infer_jump(verifier, verifier->next);
    }
}

bool verify_by_inference(struct verifier *verifier) {
    const struct classfile_code *code = &verifier->code;
    struct infer infer = {.states = ARENA_ARRAY(verifier->arena, struct state *, code->length),
                          .returns = ARENA_ARRAY(verifier->arena, u32, code->length)};
    verifier->infer = &infer;
    verifier->index = 0;
    if (!flow_into(verifier, 0, &verifier->frame, NULL, 0)) return false;
    // Sweeps in the code's order, so that classes are loaded in the same order as by HotSpot
    while (infer.pending > 0) {
        for (u32 index = 0; index < code->length; index++) {
            arena_step(verifier->arena, index);
            if (!infer.states[index] || !infer.states[index]->queued) continue;
            verifier->index = index;
            if (!run(verifier)) return false;
        }
    }
    return true;
}
