// Liveness of local variables at the beginning of blocks, by the usual backward iteration over sets of typed locals.
// Needed only for exception handlers: what is live into one must be in the frame wherever it can be entered. See
// build_handler.c.
#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"
#include "translator/build.h"

static const u8 letter_types[5] = {TYPE_INT, TYPE_LONG, TYPE_FLOAT, TYPE_DOUBLE, TYPE_REF};

// The loads and the stores each have five opcodes with an operand, then five groups of four with the local in the
// opcode.
static struct build_access short_access(u8 opcode, u8 first_with_operand, const u8 *at) {
    struct build_access access = {0};
    if (opcode < first_with_operand + 5) {
        access.type = letter_types[opcode - first_with_operand];
        access.local = at[1];
    } else {
        u32 number = opcode - first_with_operand - 5u;
        ASSERT(number / 4 < COUNT_OF(letter_types));
        access.type = letter_types[number / 4];
        access.local = number % 4;
    }
    return access;
}

static struct build_access access_in_code(const u8 *at) {
    struct build_access access = {.local = ~0u};
    u8 opcode = *at == OP_wide ? at[1] : *at;
    if (opcode >= OP_iload && opcode <= OP_aload_3) {
        access = short_access(opcode, OP_iload, at);
        access.reads = true;
    } else if (opcode >= OP_istore && opcode <= OP_astore_3) {
        access = short_access(opcode, OP_istore, at);
        access.writes = true;
    } else if (opcode == OP_iinc) {
        access = (struct build_access){.local = at[1], .type = TYPE_INT, .reads = true, .writes = true};
    }
    if (*at == OP_wide && access.local != ~0u) access.local = bytecode_u16(at + 2);
    return access;
}

struct build_access build_local_access(const struct builder *builder, const u8 *at) {
    struct build_access access = access_in_code(at);
    if (UNLIKELY(builder->local_numbers) && access.local < builder->numbered_locals) {
        access.local = builder->local_numbers[access.local];
    }
    return access;
}

// The numbers keep the order, so both words of a wide one stay together; those of the arguments are what they were.
static void number_locals(struct builder *builder) {
    const struct classfile_code *code = &builder->code;
    u32 count = 0, index = 0, step = 0;
    u16 *numbers = ARENA_ARRAY(builder->arena, u16, code->max_locals);
    for (u32 i = 0; i < builder->method->argument_slots && i < code->max_locals; i++) numbers[i] = true;
    for (; index < code->length; index += bytecode_length(code->bytes, code->length, index)) {
        arena_step(builder->arena, step++);
        struct build_access access = access_in_code(build_code_at(builder, index));
        bool is_wide = access.type == TYPE_LONG || access.type == TYPE_DOUBLE;
        if (access.local < code->max_locals) numbers[access.local] = true;
        if (is_wide && access.local + 1 < code->max_locals) numbers[access.local + 1] = true;
    }
    builder->local_numbers = numbers;
    builder->numbered_locals = code->max_locals;
    for (u32 i = 0; i < builder->numbered_locals; i++) {
        arena_step(builder->arena, i);
        u32 is_used = numbers[i];
        numbers[i] = is_used ? narrow_u16(count) : UINT16_MAX;
        count += is_used;
    }
    builder->code.max_locals = narrow_u16(count);
}

void build_fit_variables(struct builder *builder) {
    enum { USUAL_LOCALS = 256, PUSHED_WORDS = 2 }; // PUSHED_WORDS: by one bytecode at most, which has a byte at least
    struct classfile_code *code = &builder->code;
    if (UNLIKELY(code->max_locals > USUAL_LOCALS)) number_locals(builder);
    if (code->max_stack > PUSHED_WORDS * code->length) code->max_stack = narrow_u16(PUSHED_WORDS * code->length);
    builder->variable_count = (u32)code->max_locals + code->max_stack;
}

static void set_bit(u64 *set, u32 bit) { set[bit / 64] |= 1ull << (bit % 64); }
static bool has_bit(const u64 *set, u32 bit) { return set[bit / 64] >> (bit % 64) & 1; }

// What the block reads before it writes it, and what it writes.
static void find_uses(struct builder *builder, u32 block, u64 *used, u64 *defined) {
    u32 index = builder->blocks[block].start, step = 0;
    do {
        arena_step(builder->arena, step++);
        struct build_access access = build_local_access(builder, build_code_at(builder, index));
        if (access.local != ~0u && access.local < builder->code.max_locals) {
            u32 bit = build_typed_local(access.local, access.type);
            if (access.reads && !has_bit(defined, bit)) set_bit(used, bit);
            if (access.writes) {
                for (u32 type = TYPE_INT; type <= TYPE_REF; type++) {
                    set_bit(defined, build_typed_local(access.local, type));
                }
            }
        }
        index += bytecode_length(builder->code.bytes, builder->code.length, index);
    } while (index < builder->code.length && !builder->leaders[index]);
}

static bool add_live(struct builder *builder, u64 *live, const u64 *from, const u64 *except) {
    bool changed = false;
    for (u32 word = 0; word < builder->live_words; word++) {
        u64 more = (live[word] | (from[word] & (except ? ~except[word] : ~0ull)));
        changed |= more != live[word];
        live[word] = more;
    }
    return changed;
}

// What is live into some handler of a block's list. Neighbouring blocks mostly share one list, so that its handlers, of
// which there may be thousands, are examined once for all of them.
struct handlers_live {
    const struct build_block *of; // a block with that list; NULL if there is none yet
    u64 *live;
};

static void find_handlers_live(struct builder *builder, const struct build_block *state,
                               struct handlers_live *handlers) {
    if (build_same_handlers(handlers->of, state)) return;
    handlers->of = state;
    memset(handlers->live, 0, builder->live_words * sizeof(*handlers->live));
    for (u32 i = 0; i < state->handler_count; i++) {
        u32 landing = builder->function->handlers[state->first_handler + i].landing;
        if (landing == builder->unlock_landing) continue;
        arena_poll(builder->arena);
        ASSERT(builder->blocks[ssa_successors(builder->function, landing)[0]].live);
        add_live(builder, handlers->live, builder->blocks[ssa_successors(builder->function, landing)[0]].live, NULL);
    }
}

static bool update_block(struct builder *builder, u32 block, const u64 *defined, struct handlers_live *handlers) {
    arena_poll(builder->arena);
    const struct ssa_block *flow = ssa_block_at(builder->function, block);
    const struct build_block *state = &builder->blocks[block];
    bool changed = false;
    for (u32 i = 0; i < flow->successor_count; i++) {
        changed |=
            add_live(builder, state->live, builder->blocks[ssa_successors(builder->function, block)[i]].live, defined);
    }
    if (state->handler_count == 0) return changed;
    find_handlers_live(builder, state, handlers);
    return add_live(builder, state->live, handlers->live, NULL) || changed;
}

// What a sweep has found for a list of handlers may be out of date before the sweep ends; then something has changed,
// and there is another sweep.
void build_find_live(struct builder *builder) {
    builder->live_words = (builder->code.max_locals * BUILD_LOCAL_TYPES + 63) / 64;
    u64 *defined = ARENA_ARRAY(builder->arena, u64, (builder->order_count + 1) * builder->live_words);
    for (u32 i = 0; i < builder->order_count; i++) {
        u32 block = builder->order[i];
        builder->blocks[block].live = ARENA_ARRAY(builder->arena, u64, builder->live_words);
        find_uses(builder, block, builder->blocks[block].live, defined + i * builder->live_words);
    }
    struct handlers_live handlers = {.live = ARENA_ARRAY(builder->arena, u64, builder->live_words)};
    bool changed = true;
    while (changed) {
        changed = false;
        handlers.of = NULL;
        for (u32 i = builder->order_count; i-- > 0;) {
            changed |= update_block(builder, builder->order[i], defined + i * builder->live_words, &handlers);
        }
    }
}
