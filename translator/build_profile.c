// How often control comes to the blocks of a method. Its first translation counts it where a condition decides: in
// blocks to which only that leads and, if one of its edges leads to where others come from as well, in the block that
// ends with it. Later translations put behind the others what is seldom reached. Branches that go back, leave a loop or
// lead to a throw are not counted: their order is known without.
#include "base/panic.h"
#include "translator/build.h"

#define HUGE_METHOD_BYTES 8000u // has more blocks than are worth counters
#define LEAST_TIMES 16u         // say something about the next ones
#define SELDOM 4u               // one time in so many

// Whether the block ends with a branch whose two edges are as likely as each other, as far as the bytecode tells.
static bool decides(const struct builder *builder, u32 block) {
    const struct ssa_function *function = builder->function;
    const struct build_block *from = &builder->blocks[block];
    const u32 *successors = ssa_successors(function, block);
    if (ssa_block_at(function, block)->successor_count != 2 || successors[0] == successors[1]) return false;
    for (u32 i = 0; i < 2; i++) {
        const struct build_block *to = &builder->blocks[successors[i]];
        if (to->position <= from->position || to->throws || to->loops != from->loops) return false;
    }
    return true;
}

static bool has_one_way_in(const struct builder *builder, u32 block) {
    return ssa_block_at(builder->function, block)->predecessor_count == 1;
}

static bool is_counted(const struct builder *builder, u32 block) {
    const u32 *successors = ssa_successors(builder->function, block);
    if (has_one_way_in(builder, block) && decides(builder, *ssa_predecessors(builder->function, block))) return true;
    return decides(builder, block) &&
           !(has_one_way_in(builder, successors[0]) && has_one_way_in(builder, successors[1]));
}

static u32 *counter_of(const struct builder *builder, u32 block, bool makes) {
    struct profile *profile = link_profile(builder->method, PROFILE_BLOCKS | builder->order_count, makes);
    ASSERT(builder->blocks[block].position && builder->blocks[block].position <= builder->order_count);
    return profile ? &profile->reached[builder->blocks[block].position - 1] : NULL;
}

static bool is_worth_counting(const struct builder *builder) {
    return !builder->options->without_passes && builder->code.length <= HUGE_METHOD_BYTES;
}

void build_count_block(struct builder *builder, u32 block) {
    if (builder->options->again || !is_worth_counting(builder) || !is_counted(builder, block)) return;
    u32 *counter = counter_of(builder, block, true);
    if (!counter) return;
    build_at(builder, build_emit_0(builder, SSA_COUNT, TYPE_VOID))->integer = (s64)(uintptr_t)counter;
    build_note_slow(builder);
}

void build_place_successors(struct builder *builder, u32 block) {
    if (!builder->options->again || !decides(builder, block) || !counter_of(builder, block, false)) return;
    const u32 *successors = ssa_successors(builder->function, block);
    bool is_known[] = {has_one_way_in(builder, successors[0]), has_one_way_in(builder, successors[1])};
    u64 times[2] = {0};
    if (!is_known[0] && !is_known[1]) return;
    for (u32 i = 0; i < 2; i++) times[i] = *counter_of(builder, is_known[i] ? successors[i] : block, false);
    // Processors may lose counts.
    for (u32 i = 0; i < 2; i++) {
        if (!is_known[i]) times[i] = times[i] > times[1 - i] ? times[i] - times[1 - i] : 0;
    }
    u64 both = times[0] + times[1];
    for (u32 i = 0; i < 2 && both >= LEAST_TIMES; i++) {
        if (is_known[i] && times[i] < both / SELDOM) {
            ssa_block_at(builder->function, successors[i])->flags |= BLOCK_UNLIKELY;
        }
    }
}
