// Exception handlers. No SSA edge leads from an instruction that throws to a handler. Instead, a local that is live
// into a handler lives in a frame variable, one for each local and type: every write to it in a block that the handler
// covers stores it there, and so does each such block at its beginning, unless all its predecessors have done so. The
// handler's landing block loads it if something reads it. A synchronized method, or one that lists its locks, has one
// more handler, last in every list: it unlocks and throws on.
#include "base/narrow.h"
#include "base/panic.h"
#include "translator/build.h"

static u32 frame_variable(struct builder *builder, u32 local, enum ssa_type type) {
    ASSERT(local < builder->code.max_locals);
    u32 *known = &builder->frame_variables[build_typed_local(local, type)];
    if (*known == 0) *known = ssa_add_frame_variable(builder->function, type) + 1;
    return *known - 1;
}

static bool is_needed(const u64 *needed, u32 bit) { return needed && (needed[bit / 64] >> (bit % 64) & 1); }

u32 build_landing_value(struct builder *builder, u32 landing, u32 variable, enum ssa_type type) {
    ASSERT(ssa_block_at(builder->function, landing)->flags & BLOCK_LANDING);
    u32 load = ssa_add_instruction(builder->function, SSA_FRAME_LOAD, type, 0);
    build_at(builder, load)->integer = frame_variable(builder, variable, type);
    ssa_insert_before(builder->function, ssa_block_at(builder->function, landing)->last, load);
    return load;
}

void build_store_frame(struct builder *builder, u32 local, u32 value) {
    enum ssa_type type = build_at(builder, value)->type;
    if (!is_needed(builder->blocks[builder->block].needed, build_typed_local(local, type))) return;
    u32 variable = frame_variable(builder, local, type);
    u32 store = build_emit_1(builder, SSA_FRAME_STORE, TYPE_VOID, value);
    build_at(builder, store)->integer = variable;
}

static bool all_predecessors_store(const struct builder *builder, u32 block, u32 bit) {
    const u32 *predecessors = ssa_predecessors(builder->function, block);
    for (u32 i = 0; i < ssa_block_at(builder->function, block)->predecessor_count; i++) {
        if (!is_needed(builder->blocks[predecessors[i]].needed, bit)) return false;
    }
    return true;
}

void build_enter_range(struct builder *builder, u32 block) {
    const u64 *needed = builder->blocks[block].needed;
    for (u32 word = 0; needed && word < builder->live_words; word++) {
        arena_poll(builder->arena);
        for (u64 rest = needed[word]; rest; rest &= rest - 1) {
            u32 bit = word * 64 + (u32)__builtin_ctzll(rest);
            if (all_predecessors_store(builder, block, bit)) continue;
            u32 local = bit / BUILD_LOCAL_TYPES;
            build_store_frame(builder, local,
                              build_read(builder, block, local, (enum ssa_type)(bit % BUILD_LOCAL_TYPES + TYPE_INT)));
        }
    }
}

// ---- Making the landing blocks

static u32 add_landing(struct builder *builder, u32 context) {
    u32 landing = build_add_block(builder, context, 0);
    ssa_block_at(builder->function, landing)->flags = BLOCK_LANDING;
    builder->blocks[landing].filled = true;
    builder->blocks[landing].values = ARENA_ARRAY(builder->arena, u32, builder->variable_count);
    ssa_append(builder->function, landing, ssa_add_instruction(builder->function, SSA_EXCEPTION, TYPE_REF, 0));
    return landing;
}

static u32 landing_of(struct builder *builder, u32 handler_block) {
    ASSERT(handler_block && builder->code.max_stack); // the verifier has made room for the exception
    if (builder->blocks[handler_block].landing) return builder->blocks[handler_block].landing;
    u32 landing = add_landing(builder, builder->blocks[handler_block].context);
    ssa_block_at(builder->function, landing)->start_index = builder->blocks[handler_block].start;
    builder->blocks[landing].values[builder->code.max_locals] = ssa_block_at(builder->function, landing)->first;
    builder->blocks[landing].depth = 1;
    u32 jump = ssa_add_instruction(builder->function, SSA_JUMP, TYPE_VOID, 0);
    build_at(builder, jump)->origin =
        ssa_add_place(builder->function, builder->method, builder->blocks[handler_block].start, builder->caller_place);
    ssa_append(builder->function, landing, jump);
    ssa_set_successors(builder->function, landing, 1);
    ssa_successors(builder->function, landing)[0] = handler_block;
    ssa_add_predecessor(builder->function, handler_block, landing);
    builder->blocks[handler_block].landing = landing;
    return landing;
}

static void make_unlock_landing(struct builder *builder) {
    ASSERT(!builder->unlock_landing);
    struct ssa_function *function = builder->function;
    u32 landing = builder->unlock_landing = add_landing(builder, 0), exception = ssa_block_at(function, landing)->first;
    builder->block = landing;
    build_begin_entry(builder);
    build_emit_1(builder, SSA_THROW, TYPE_VOID, build_unlock_for(builder, exception));
}

static bool same_handlers(const struct ssa_handler *a, const struct ssa_handler *b, u32 count) {
    for (u32 i = 0; i < count; i++) {
        if (a[i].catch_type != b[i].catch_type || a[i].landing != b[i].landing) return false;
    }
    return true;
}

// Collects the handlers of a block in the order of search, shared with the block before if they are the same.
// `handlers` has room for all.
static void collect_handlers(struct builder *builder, u32 block, u32 previous, struct ssa_handler *handlers) {
    struct ssa_function *function = builder->function;
    u32 start = builder->blocks[block].start, count = 0;
    for (u32 i = 0; i < builder->code.handler_count; i++) {
        arena_step(builder->arena, i + 1);
        struct classfile_handler handler = classfile_handler(&builder->code, narrow_u16(i));
        if (start < handler.start || start >= handler.end) continue;
        u32 target = build_block_for(builder, builder->blocks[block].context, handler.target);
        handlers[count++] = (struct ssa_handler){handler.catch_type, landing_of(builder, target), builder->method};
    }
    if (builder->unlock_landing) handlers[count++] = (struct ssa_handler){0, builder->unlock_landing, builder->method};
    struct build_block *state = &builder->blocks[block];
    const struct build_block *before = &builder->blocks[previous];
    state->handler_count = count;
    bool is_same = previous && count && before->handler_count == count &&
                   same_handlers(&function->handlers[before->first_handler], handlers, count);
    state->first_handler = is_same ? before->first_handler : ssa_add_handlers(function, handlers, count);
}

bool build_same_handlers(const struct build_block *a, const struct build_block *b) {
    return a && b && a->first_handler == b->first_handler && a->handler_count == b->handler_count;
}

static void find_needed(struct builder *builder, u32 block, u32 previous) {
    struct build_block *state = &builder->blocks[block];
    if (previous && build_same_handlers(&builder->blocks[previous], state)) {
        state->needed = builder->blocks[previous].needed;
        return;
    }
    for (u32 i = 0; i < state->handler_count; i++) {
        u32 landing = builder->function->handlers[state->first_handler + i].landing;
        if (landing == builder->unlock_landing) continue;
        arena_poll(builder->arena);
        const u64 *live = builder->blocks[ssa_successors(builder->function, landing)[0]].live;
        ASSERT(live);
        if (state->needed == NULL) state->needed = ARENA_ARRAY(builder->arena, u64, builder->live_words);
        for (u32 word = 0; word < builder->live_words; word++) state->needed[word] |= live[word];
        builder->blocks[landing].needed = builder->blocks[ssa_successors(builder->function, landing)[0]].live;
    }
}

void build_find_handlers(struct builder *builder) {
    if (builder->is_synchronized || builder->lists_locks) make_unlock_landing(builder);
    if (builder->code.handler_count == 0 && !builder->unlock_landing) return;
    struct ssa_handler *handlers = ARENA_ARRAY(builder->arena, struct ssa_handler, builder->code.handler_count + 1u);
    for (u32 i = 0; i < builder->order_count; i++) {
        arena_poll(builder->arena);
        collect_handlers(builder, builder->order[i], i ? builder->order[i - 1] : 0, handlers);
    }
    if (builder->code.handler_count == 0) return;
    builder->frame_variables = ARENA_ARRAY(builder->arena, u32, builder->code.max_locals * BUILD_LOCAL_TYPES);
    build_find_live(builder);
    for (u32 i = 0; i < builder->order_count; i++) {
        find_needed(builder, builder->order[i], i ? builder->order[i - 1] : 0);
    }
}
