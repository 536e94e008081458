// Calls whose callee is small: its bytecode is built in place of the call, by a builder of its own that works on the
// same SSA form. The block of the call ends there; what follows the call goes into another block, to which the callee's
// returns lead. Sites keep the chain of places, so stack traces, samples and getCallerClass see frames that are not on
// the stack.
//
// The second translation has a profile in what the first left: a callee that has no code was never called, because the
// first translations of its callers inlined none of its size. One that was itself called often enough to be translated
// again may be larger, and so may the body of a lambda or of a bridge method, whose one caller is what is translated.
//
// A dispatched call is inlined behind a test that no class has another method in the place of this one, or where that
// is known not to hold, behind tests of the classes that its receivers were found to have (struct profile), with the
// call itself as the alternative: nothing is assumed about classes that may be loaded later. Never inlined are
// synchronized methods, methods with handlers, recursive calls but for one level when translated again, and calls from
// code that runs once or only to throw. What instruments watch is inlined as if they did not, with marks around it.
#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"
#include "translator/build.h"

// Limits in bytes of bytecode: for a callee, and for one behind a test, if the caller is called often; for a callee
// that is called often as well, or only here; for a method within itself, once; for a callee and for one behind a test,
// outside and inside loops, as long as none of that is known; for all in one method, and for all with those in loops;
// and how deep calls within callees are followed.
#define CALLEE_BYTES 100u
#define DISPATCHED_BYTES 60u
#define BUSY_CALLEE_BYTES 325u
#define RECURSIVE_BYTES 60u
#define ONCE_CALLEE_BYTES 8u
#define ONCE_DISPATCHED_BYTES 6u
#define LOOP_CALLEE_BYTES 20u
#define LOOP_DISPATCHED_BYTES 14u
#define TOTAL_BYTES 1500u
#define TOTAL_BYTES_WITH_LOOPS 3000u
#define DEPTH 9u

// ---- Whether

// How often what is built is within the method.
static u32 recursions(const struct builder *builder, const struct method *method) {
    u32 count = 0;
    for (const struct builder *at = builder; at; at = at->caller) count += at->method == method;
    return count;
}

static u32 depth_of(const struct builder *builder) {
    u32 depth = 0;
    for (; builder->caller; builder = builder->caller) depth++;
    return depth;
}

static bool may_inline(const struct builder *builder, const struct build_call *call) {
    const struct method *method = call->method;
    const struct class *holder = method->holder;
    if (builder->options->without_passes || method->access_flags & (ACC_NATIVE | ACC_ABSTRACT | ACC_SYNCHRONIZED)) {
        return false;
    }
    if (method->patterns & PATTERN_APART) return false;
    if (method->flags & (METHOD_CALLER_SENSITIVE | METHOD_SIGNATURE_POLYMORPHIC | METHOD_CONFLICT)) {
        return false;
    }
    if (holder->state == CLASS_LOADED || holder->state == CLASS_ERRONEOUS || holder->domain != builder->class->domain) {
        return false;
    }
    if (call->kind == SLOT_CALL_STATIC && !build_is_initialised(builder, holder)) return false;
    return recursions(builder, method) <= 1;
}

// Reference.reachabilityFence only uses its argument.
static bool is_fence(const struct method *method, const struct classfile_code *code) {
    return code->length == 1 && strcmp(method->name->text, "reachabilityFence") == 0;
}

static bool has_monitors(const struct classfile_code *code) {
    for (u32 index = 0; index < code->length; index += bytecode_length(code->bytes, code->length, index)) {
        if (code->bytes[index] == OP_monitorenter || code->bytes[index] == OP_monitorexit) return true;
    }
    return false;
}

// The caller does nothing but call the callee: what the kernel writes for a lambda, or a bridge method.
static bool is_way_to(const struct builder *builder) {
    const struct class *class = builder->class;
    bool is_written =
        class->flags & CLASS_ADAPTER || (class->flags & CLASS_HIDDEN && class->access_flags & ACC_SYNTHETIC);
    return is_written || builder->method->access_flags & ACC_BRIDGE;
}

static bool is_in_loop(const struct builder *builder) { return builder->blocks[builder->block].loops > 0; }

// One that is as good as it gets does not count its calls; then that the call is in a loop has to do.
static bool is_busy(const struct builder *builder, const struct code *code) {
    if (!builder->options->again) return false;
    return code->is_again || (code->is_final && is_in_loop(builder));
}

// The most that any translation of the caller inlines.
static u32 largest(const struct builder *builder, const struct build_call *call) {
    const struct code *code = call->method->code;
    if (recursions(builder, call->method)) return RECURSIVE_BYTES;
    if (is_way_to(builder)) return BUSY_CALLEE_BYTES;
    if (call->is_dispatched) return DISPATCHED_BYTES;
    return code && is_busy(builder, code) ? BUSY_CALLEE_BYTES : CALLEE_BYTES;
}

static u32 largest_at_first(const struct builder *builder, const struct build_call *call) {
    if (recursions(builder, call->method)) return 0;
    if (is_in_loop(builder)) return call->is_dispatched ? LOOP_DISPATCHED_BYTES : LOOP_CALLEE_BYTES;
    return call->is_dispatched ? ONCE_DISPATCHED_BYTES : ONCE_CALLEE_BYTES;
}

// Whether it has never been called, although the method that is translated has been, often.
static bool was_never_called(const struct builder *builder, const struct build_call *call) {
    return !call->method->code && builder->function->method->code;
}

// Methods that override one another are likely to call each other again and again, as those do that walk along nodes:
// their frames must not become large.
static bool may_recur(const struct builder *builder, const struct method *method) {
    for (const struct builder *at = builder; at; at = at->caller) {
        if (at->method->name == method->name && at->method->descriptor == method->descriptor) return true;
    }
    return false;
}

static u32 largest_total(const struct builder *builder, const struct build_call *call) {
    bool repeats = builder->options->again && is_in_loop(builder);
    return repeats && !may_recur(builder, call->method) ? TOTAL_BYTES_WITH_LOOPS : TOTAL_BYTES;
}

static bool is_worth_it(struct builder *builder, const struct build_call *call, const struct classfile_code *code) {
    if (code->handler_count || code->length > largest(builder, call) || builder->blocks[builder->block].throws) {
        return false;
    }
    if (is_fence(call->method, code) || has_monitors(code) || depth_of(builder) >= DEPTH ||
        *builder->inlined_bytes + code->length > largest_total(builder, call)) {
        return false;
    }
    if (builder->options->again) return code->length <= LOOP_CALLEE_BYTES || !was_never_called(builder, call);
    if (code->length <= largest_at_first(builder, call)) return true;
    build_note_slow(builder);
    return false;
}

static bool runs_once(const struct builder *builder) {
    return strcmp(builder->function->method->name->text, "<clinit>") == 0;
}

// ---- Blocks

static void lead_to(struct builder *builder, u32 from, u32 to) {
    ASSERT(from && to && from != to);
    ssa_set_successors(builder->function, from, 1);
    ssa_successors(builder->function, from)[0] = to;
    ssa_add_predecessor(builder->function, to, from);
}

// Moves what follows the call in its block, and the block's successors, to a new block. Nothing leads there yet.
static u32 add_rest(struct builder *builder) {
    struct ssa_function *function = builder->function;
    u32 head = builder->block, rest = build_add_block(builder, 0, builder->next_index);
    struct build_block *state = &builder->blocks[rest];
    *state = builder->blocks[head];
    state->head = head;
    state->values = ARENA_RAW_ARRAY(builder->arena, u32, builder->variable_count);
    memcpy(state->values, builder->values, builder->variable_count * sizeof(u32));
    ssa_block_at(function, rest)->successors = ssa_block_at(function, head)->successors;
    ssa_block_at(function, rest)->successor_count = ssa_block_at(function, head)->successor_count;
    for (u32 i = 0; i < ssa_block_at(function, rest)->successor_count; i++) {
        u32 to = ssa_successors(function, rest)[i], *predecessors = ssa_predecessors(function, to);
        for (u32 j = 0; j < ssa_block_at(function, to)->predecessor_count; j++) {
            if (predecessors[j] == head) predecessors[j] = rest;
        }
    }
    return rest;
}

static u32 add_beside(struct builder *builder, u32 flags) {
    u32 block = build_add_block(builder, 0, builder->next_index);
    const struct build_block *state = &builder->blocks[builder->block];
    builder->blocks[block].first_handler = state->first_handler;
    builder->blocks[block].handler_count = state->handler_count;
    builder->blocks[block].loops = state->loops;
    ssa_block_at(builder->function, block)->flags |= narrow_u16(flags);
    return block;
}

static void add_result(struct builder *callee, u32 value) {
    u32 count = ssa_block_at(callee->function, callee->return_block)->predecessor_count;
    ASSERT(count <= callee->result_capacity);
    if (count == callee->result_capacity) {
        u32 capacity = count * 2 + 4, *results = ARENA_RAW_ARRAY(callee->arena, u32, capacity);
        if (count) memcpy(results, callee->results, count * sizeof(u32));
        callee->results = results;
        callee->result_capacity = capacity;
    }
    callee->results[count] = value;
}

// What instruments ask for where the callee's body begins or ends, if they watch it.
static void mark(struct builder *callee, enum probe_place place) {
    if (callee->options->without_probes) return;
    for (u32 kind = 0; kind < PROBE_KINDS; kind++) {
        if (probes[kind].place != place || !(probes[kind].patterns & callee->patterns)) continue;
        ssa_mark(callee->function, callee->block, (enum probe_kind)kind, callee->method->id);
    }
}

void build_inline_return(struct builder *builder, u32 value) {
    if (builder->is_straight) {
        builder->result = value;
        return;
    }
    ASSERT(builder->return_block);
    add_result(builder, value);
    mark(builder, PROBE_INLINED_LEAVES);
    build_emit_0(builder, SSA_JUMP, TYPE_VOID);
    lead_to(builder, builder->block, builder->return_block);
}

// What the callee's returns bring, in the block after it. If it never returns, nothing reaches that block.
static u32 result_of(const struct builder *callee, enum ssa_type type) {
    struct ssa_function *function = callee->function;
    u32 rest = callee->return_block, count = ssa_block_at(function, rest)->predecessor_count;
    if (type == TYPE_VOID) return 0;
    if (count == 0) return ssa_constant(function, type, 0);
    if (count == 1) return callee->results[0];
    u32 phi = ssa_add_instruction(function, SSA_PHI, type, count);
    memcpy(ssa_operands(function, phi), callee->results, count * sizeof(u32));
    ssa_insert_first(function, rest, phi);
    return phi;
}

// ---- The callee

static void enter_arguments(struct builder *callee, u32 count, const u32 *arguments) {
    callee->values = ARENA_ARRAY(callee->arena, u32, callee->variable_count);
    callee->blocks[callee->entry_block].values = callee->values;
    callee->block = callee->entry_block;
    for (u32 i = 0, local = 0; i < count; i++) {
        u8 type = build_at(callee, arguments[i])->type;
        ASSERT(local < callee->variable_count);
        callee->values[local++] = arguments[i];
        if (type != TYPE_LONG && type != TYPE_DOUBLE) continue;
        ASSERT(local < callee->variable_count);
        callee->values[local++] = BUILD_SECOND_WORD;
    }
}

// Sites within the callee have the handlers of the call's site.
static void share_handlers(struct builder *callee, const struct builder *caller) {
    const struct build_block *state = &callee->blocks[caller->block];
    for (u32 i = 0; i < callee->order_count; i++) {
        callee->blocks[callee->order[i]].first_handler = state->first_handler;
        callee->blocks[callee->order[i]].handler_count = state->handler_count;
    }
}

static void build_callee(struct builder *callee, const struct builder *caller, const struct build_call *call) {
    build_find_blocks(callee);
    if (callee->error) return;
    share_handlers(callee, caller);
    enter_arguments(callee, call->count, call->arguments);
    callee->blocks[callee->entry_block].filled = true;
    mark(callee, PROBE_INLINED_ENTERS);
    build_bytecodes(callee);
}

// No branches, and a return at the end.
static bool is_straight(const struct classfile_code *code) {
    u32 length;
    for (u32 index = 0; index < code->length; index += length) {
        u8 opcode = code->bytes[index];
        length = bytecode_length(code->bytes, code->length, index);
        if (opcode >= OP_ireturn && opcode <= OP_return) return index + length == code->length;
        if (length == 0 || (opcode >= OP_ifeq && opcode <= OP_lookupswitch) || opcode == OP_athrow ||
            opcode >= OP_ifnull) {
            return false;
        }
    }
    return false;
}

// Such a callee needs no blocks: building continues in the block that is its entry, whose variables are the callee's
// meanwhile. It may end in another block, because of what is inlined there in turn.
static void build_straight(struct builder *callee, const struct build_call *call) {
    const struct build_block state = callee->blocks[callee->entry_block];
    enter_arguments(callee, call->count, call->arguments);
    callee->blocks[callee->block].needed = NULL;
    mark(callee, PROBE_INLINED_ENTERS);
    while (!callee->error && callee->next_index < callee->code.length) {
        callee->index = callee->next_index;
        callee->next_index += bytecode_length(callee->code.bytes, callee->code.length, callee->index);
        build_begin_bytecode(callee);
        build_bytecode(callee);
    }
    for (u32 block = callee->block;; block = callee->blocks[block].head) {
        callee->blocks[block].values = state.values;
        callee->blocks[block].needed = state.needed;
        if (block == callee->entry_block) return;
    }
}

// ---- The test

// Ends the block with the test whether the method may be called whatever the receiver's class.
static void build_test(struct builder *builder, const struct build_call *call, u32 same, u32 other) {
    struct ssa_function *function = builder->function;
    ASSERT(call->is_dispatched && same && other);
    u32 guard = build_emit_0(builder, SSA_GUARD, TYPE_VOID);
    build_at(builder, guard)->integer = method_address(call->method);
    ssa_set_successors(function, builder->block, 2);
    ssa_successors(function, builder->block)[0] = same;
    ssa_successors(function, builder->block)[1] = other;
    ssa_add_predecessor(function, same, builder->block);
    ssa_add_predecessor(function, other, builder->block);
}

// Each path checks the receiver by itself, which mostly costs nothing there: its first access traps.
static void build_check_in(struct builder *builder, u32 block, const struct build_call *call) {
    ASSERT(!call->has_receiver || call->count);
    u32 from = builder->block;
    builder->block = block;
    if (call->has_receiver) build_null_check(builder, call->arguments[0]);
    builder->block = from;
}

static void build_other_way(struct builder *builder, struct builder *callee, u32 value) {
    add_result(callee, value);
    build_emit_0(builder, SSA_JUMP, TYPE_VOID);
    lead_to(builder, builder->block, callee->return_block);
}

// The callee's code, in its entry block and those after it.
static void build_body(struct builder *builder, struct builder *callee, const struct build_call *call) {
    callee->blocks = builder->blocks;
    callee->block_capacity = builder->block_capacity;
    if (callee->is_straight) {
        build_straight(callee, call);
        callee->is_straight = false;
        build_inline_return(callee, callee->result);
    } else {
        build_callee(callee, builder, call);
    }
    builder->blocks = callee->blocks;
    builder->block_capacity = callee->block_capacity;
}

static void build_beside(struct builder *builder, struct builder *callee, const struct build_call *call, u32 *result) {
    u32 head = builder->block, rest = add_rest(builder),
        other = call->is_dispatched ? add_beside(builder, BLOCK_UNLIKELY) : 0;
    callee->entry_block = add_beside(builder, 0);
    build_check_in(builder, callee->entry_block, call);
    callee->return_block = rest;
    build_body(builder, callee, call);
    if (call->is_dispatched) {
        build_test(builder, call, callee->entry_block, other);
        builder->block = other;
        build_other_way(builder, callee, build_known_call(builder, call));
    } else {
        build_emit_0(builder, SSA_JUMP, TYPE_VOID);
        lead_to(builder, head, callee->entry_block);
    }
    builder->block = rest;
    *result = result_of(callee, call->type);
}

static void build_within(struct builder *builder, struct builder *callee, const struct build_call *call, u32 *result) {
    callee->entry_block = builder->block;
    build_check_in(builder, builder->block, call);
    callee->blocks = builder->blocks;
    callee->block_capacity = builder->block_capacity;
    build_straight(callee, call);
    mark(callee, PROBE_INLINED_LEAVES);
    builder->blocks = callee->blocks;
    builder->block_capacity = callee->block_capacity;
    builder->block = callee->block;
    *result = callee->result;
}

// Readies a builder for the callee. Returns false if the call is to stay one.
static bool begin_callee(struct builder *builder, const struct build_call *call, struct builder *callee) {
    struct method *method = call->method;
    *callee = (struct builder){.function = builder->function,
                               .arena = builder->arena,
                               .method = method,
                               .patterns = method->patterns,
                               .class = method->holder,
                               .options = builder->options,
                               .file = method->holder->file,
                               .caller = builder,
                               .in_loop = is_in_loop(builder),
                               .inlined_bytes = builder->inlined_bytes};
    if (runs_once(builder) || !may_inline(builder, call) ||
        !classfile_code(callee->file, &callee->file->methods[method->index], &callee->code)) {
        return false;
    }
    if (!is_worth_it(builder, call, &callee->code)) return false;
    ssa_add_watched(builder->function, method, callee->patterns);
    *builder->inlined_bytes += callee->code.length;
    builder->function->inlined_calls++;
    callee->caller_place = build_place(builder);
    build_fit_variables(callee);
    callee->is_straight = is_straight(&callee->code);
    return true;
}

static void end_callee(struct builder *builder, const struct builder *callee) {
    ASSERT(callee->caller == builder && builder->blocks[builder->block].values);
    builder->values = builder->blocks[builder->block].values;
    if (callee->error) builder->error = callee->error;
}

bool build_inline(struct builder *builder, const struct build_call *call, u32 *result) {
    struct builder callee;
    if (!begin_callee(builder, call, &callee)) return false;
    if (callee.is_straight && !call->is_dispatched) {
        build_within(builder, &callee, call, result);
    } else {
        build_beside(builder, &callee, call, result);
    }
    end_callee(builder, &callee);
    return true;
}

// ---- Receivers that the first translation has met

#define TARGETS 2u
#define HUGE_METHOD_BYTES 8000u // has more calls than are worth a list
#define MANY_MISSES 500u        // about a tenth of the calls until a method is translated again

// A method that the call has led to, and for which classes.
struct target {
    struct build_call call;
    struct builder callee;
    u32 classes[PROFILE_CLASSES];
    u32 class_count, count; // `count`: of those met when they were not the first
};

static bool may_learn(const struct builder *builder) {
    const struct translate_options *options = builder->options;
    return !options->without_passes && (!options->again || options->learns) && !runs_once(builder) &&
           builder->code.length <= HUGE_METHOD_BYTES && !builder->blocks[builder->block].throws;
}

// The first translation counts calls, later ones what they have not foreseen.
static u32 build_learning_call(struct builder *builder, const struct build_call *call) {
    struct profile *profile = may_learn(builder) ? link_profile(builder->method, builder->index, true) : NULL;
    if (profile && builder->options->again) {
        build_emit_0(builder, SSA_MISS, TYPE_VOID);
    } else if (profile) {
        build_note_slow(builder);
    }
    u32 value = build_known_call(builder, call);
    build_at(builder, value)->packed = (u32)(uintptr_t)profile;
    return value;
}

static bool inherits(const struct class *class, const struct class *from) {
    while (class && class != from) class = class->super;
    return class != NULL;
}

// Returns NULL if there is none that may be called without being dispatched. A class that does not inherit the method
// has anything in its place: there the receiver has been cast to a class that it is not of, and nothing is called.
static struct method *target_in(const struct class *class, const struct method *method) {
    u32 target = 0;
    if (method->holder->access_flags & ACC_INTERFACE) {
        const struct imt_entry *entry = (const struct imt_entry *)(uintptr_t) class->imt[method->imt_slot];
        while (entry && entry->key != method_address(method)) entry = entry->next;
        if (entry) target = entry->target;
    } else if (inherits(class, method->holder)) {
        ASSERT((u32)method->vtable_index < class->vtable_length);
        target = class->vtable[method->vtable_index];
    }
    struct method *found = (struct method *)(uintptr_t)target;
    return found && !(found->flags & (METHOD_NOT_PUBLIC | METHOD_CONFLICT)) ? found : NULL;
}

struct method *build_exact_target(const struct builder *builder, const struct method *method, u32 receiver) {
    const struct class *class = builder->options->again ? build_only_class(builder, receiver) : NULL;
    if (!class || class->state == CLASS_LOADED || class->state == CLASS_ERRONEOUS) return NULL;
    struct method *target = target_in(class, method);
    return target && !(target->access_flags & ACC_ABSTRACT) ? target : NULL;
}

// Adds the class to its target; the first target is that of the first class, then comes the more frequent one.
static bool add_class(struct target *targets, u32 *count, const struct build_call *call, u32 class, u32 met) {
    struct method *method = target_in(class_at(class), call->method);
    struct target *target = targets;
    if (!method) return false;
    while (target < targets + *count && target->call.method != method) target++;
    if (target == targets + *count) {
        if (*count == PROFILE_CLASSES) return false;
        *target = (struct target){.call = *call};
        target->call.method = method;
        target->call.is_dispatched = false;
        ++*count;
    }
    ASSERT(target->class_count < PROFILE_CLASSES);
    target->classes[target->class_count++] = class;
    target->count += met;
    if (target - targets == 2 && target->count > targets[1].count) {
        struct target more = *target;
        *target = targets[1];
        targets[1] = more;
    }
    return true;
}

// Which methods the call has mostly led to. There are none where receivers are of many classes, none of which is met
// mostly.
static u32 find_targets(const struct profile *profile, const struct build_call *call, struct target *targets) {
    u32 count = 0, misses = profile->counts[1] + profile->counts[2] + profile->others;
    if (misses >= MANY_MISSES && profile->others > misses / 4) return 0;
    for (u32 i = 0; i < PROFILE_CLASSES; i++) {
        u32 class = profile->classes[i];
        if (class) add_class(targets, &count, call, class, i ? profile->counts[i] : 0);
    }
    if (count > TARGETS && misses >= MANY_MISSES && targets[TARGETS].count > misses / 4) return 0;
    return count < TARGETS ? count : TARGETS;
}

// Ends the block with a test of the class.
static void build_class_test(struct builder *builder, u32 class_word, u32 class, u32 same, u32 other) {
    struct ssa_function *function = builder->function;
    u32 branch = build_emit_2(builder, SSA_BRANCH, TYPE_VOID, class_word, build_int(builder, (s32) class));
    build_at(builder, branch)->kind = SSA_EQ;
    ssa_set_successors(function, builder->block, 2);
    ssa_successors(function, builder->block)[0] = same;
    ssa_successors(function, builder->block)[1] = other;
    ssa_add_predecessor(function, same, builder->block);
    ssa_add_predecessor(function, other, builder->block);
}

// Building goes on in the block to which other classes lead.
static void build_target(struct builder *builder, struct target *target, u32 class_word, bool is_last) {
    ASSERT(target->class_count && target->class_count <= PROFILE_CLASSES);
    target->callee.entry_block = add_beside(builder, 0);
    for (u32 i = 0; i < target->class_count; i++) {
        bool ends = is_last && i + 1 == target->class_count;
        u32 other = add_beside(builder, ends ? BLOCK_UNLIKELY : 0);
        build_class_test(builder, class_word, target->classes[i], target->callee.entry_block, other);
        builder->block = other;
    }
    build_body(builder, &target->callee, &target->call);
}

// The call behind the tests for each of the targets.
static u32 build_targets_beside(struct builder *builder, const struct build_call *call, struct target *targets,
                                u32 count) {
    ASSERT(count && count <= TARGETS && call->has_receiver);
    build_null_check(builder, call->arguments[0]);
    u32 class_word = build_emit_1(builder, SSA_LOAD, TYPE_INT, call->arguments[0]), rest = add_rest(builder);
    build_at(builder, class_word)->kind = 'I';
    build_at(builder, class_word)->flags = SSA_FINAL;
    for (u32 i = 0; i < count; i++) {
        struct builder *callee = &targets[i].callee;
        callee->return_block = rest;
        callee->receiver = call->arguments[0];
        callee->receiver_class = targets[i].class_count == 1 ? class_at(targets[i].classes[0]) : NULL;
        if (i) {
            callee->results = targets[i - 1].callee.results;
            callee->result_capacity = targets[i - 1].callee.result_capacity;
        }
        build_target(builder, &targets[i], class_word, i + 1 == count);
    }
    struct builder *last = &targets[count - 1].callee;
    build_other_way(builder, last, build_learning_call(builder, call));
    builder->block = rest;
    return result_of(last, call->type);
}

u32 build_inline_seen(struct builder *builder, const struct build_call *call) {
    const struct profile *profile = link_profile(builder->method, builder->index, false);
    struct target targets[PROFILE_CLASSES];
    bool is_known = builder->options->again && profile && profile->classes[0];
    u32 count = 0, found = is_known ? find_targets(profile, call, targets) : 0;
    for (u32 i = 0; i < found; i++) {
        if (begin_callee(builder, &targets[i].call, &targets[i].callee)) targets[count++] = targets[i];
    }
    if (count == 0) return is_known ? build_known_call(builder, call) : build_learning_call(builder, call);
    u32 result = build_targets_beside(builder, call, targets, count);
    for (u32 i = 0; i < count; i++) end_callee(builder, &targets[i].callee);
    return result;
}
