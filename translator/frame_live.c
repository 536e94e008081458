// See frame_live.h. The usual backward iteration over the blocks: a load makes a variable live and a store ends that;
// at an instruction that needs a site, everything is live that is live at the beginning of one of its handlers.
#include "translator/frame_live.h"

#include "base/panic.h"
#include "base/string.h"

#define FIRST_SETS 16u

// The walk up through a block.
struct walk {
    struct frame_live *live;
    u32 *now;     // live after the current instruction
    u32 *landing; // live at the beginning of some handler in the list that begins at `handlers`
    u32 handlers, handler_count;
};

static u32 *start_of(const struct frame_live *live, u32 block) { return live->at_start + (size_t)block * live->words; }

static bool add_set(const struct frame_live *live, u32 *to, const u32 *from) {
    u32 added = 0;
    for (u32 word = 0; word < live->words; word++) {
        added |= from[word] & ~to[word];
        to[word] |= from[word];
    }
    return added;
}

// Sites of one block mostly have the same handlers.
static void add_handlers(struct walk *walk, const struct ssa_site *site) {
    const struct frame_live *live = walk->live;
    if (site->handler_count == 0) return;
    if (walk->handlers != site->first_handler || walk->handler_count != site->handler_count) {
        arena_poll(live->function->arena);
        ASSERT(site->first_handler + site->handler_count <= live->function->handler_count);
        walk->handlers = site->first_handler;
        walk->handler_count = site->handler_count;
        memset(walk->landing, 0, live->words * sizeof(u32));
        for (u32 i = 0; i < site->handler_count; i++) {
            add_set(live, walk->landing, start_of(live, live->function->handlers[site->first_handler + i].landing));
        }
    }
    add_set(live, walk->now, walk->landing);
}

static bool is_set(const struct frame_live *live, u32 set, const u32 *wanted) {
    return memcmp(live->sets + (size_t)set * live->words, wanted, live->words * sizeof(u32)) == 0;
}

// The number of the set that is live now, which is often the same as the last one.
static u32 keep_set(struct walk *walk) {
    ASSERT(walk->live->set_count && walk->live->set_count <= walk->live->set_capacity);
    struct frame_live *live = walk->live;
    if (is_set(live, 0, walk->now)) return 0;
    if (is_set(live, live->set_count - 1, walk->now)) return live->set_count - 1;
    size_t set_bytes = live->words * sizeof(u32);
    if (live->set_count == live->set_capacity) {
        u32 *larger = arena_alloc_raw(live->function->arena, 2 * live->set_capacity * set_bytes);
        arena_copy(live->function->arena, larger, live->sets, live->set_capacity * set_bytes);
        live->sets = larger;
        live->set_capacity *= 2;
    }
    memcpy(live->sets + (size_t)live->set_count * live->words, walk->now, set_bytes);
    return live->set_count++;
}

static void step_over(struct walk *walk, u32 value) {
    struct ssa_function *function = walk->live->function;
    const struct ssa_instruction *instruction = ssa_at(function, value);
    u8 operation = instruction->operation;
    if (operation == SSA_FRAME_LOAD || operation == SSA_FRAME_STORE) {
        u32 variable = (u32)instruction->integer;
        ASSERT(variable < function->frame_variable_count);
        if (function->frame_variables[variable].type != TYPE_REF) return;
        if (operation == SSA_FRAME_STORE) {
            walk->now[variable / 32] &= ~(1u << variable % 32);
        } else {
            walk->now[variable / 32] |= 1u << variable % 32;
        }
    } else if (ssa_needs_site(instruction)) {
        add_handlers(walk, &function->sites[instruction->site]);
        ASSERT(instruction->site);
        walk->live->at_site[value] = keep_set(walk); // final once a round adds nothing
    }
}

// Returns true if something was added to what is live at the block's beginning.
static bool walk_block(struct walk *walk, u32 block) {
    struct frame_live *live = walk->live;
    struct ssa_function *function = live->function;
    arena_poll(function->arena);
    memset(walk->now, 0, live->words * sizeof(u32));
    walk->handler_count = 0;
    for (u32 i = 0; i < ssa_block_at(function, block)->successor_count; i++) {
        add_set(live, walk->now, start_of(live, ssa_successors(function, block)[i]));
    }
    for (u32 value = ssa_block_at(function, block)->last; value; value = ssa_at(function, value)->previous) {
        step_over(walk, value);
    }
    return add_set(live, start_of(live, block), walk->now);
}

static bool walk_all(struct walk *walk) {
    const struct ssa_function *function = walk->live->function;
    bool changed = false;
    for (u32 i = function->order_count; i-- > 0;) changed |= walk_block(walk, function->order[i]);
    return changed;
}

static u32 words_needed(const struct ssa_function *function) {
    for (u32 i = 0; i < function->frame_variable_count; i++) {
        if (function->frame_variables[i].type == TYPE_REF) return (function->frame_variable_count + 31) / 32;
    }
    return 0;
}

void frame_live_find(struct frame_live *live, struct ssa_function *function) {
    struct arena *arena = function->arena;
    *live = (struct frame_live){
        .function = function, .words = words_needed(function), .set_count = 1, .set_capacity = FIRST_SETS};
    if (live->words == 0) return;
    live->at_start = ARENA_ARRAY(arena, u32, (size_t)function->block_count * live->words);
    live->at_site = ARENA_ARRAY(arena, u32, function->instruction_count);
    live->sets = ARENA_ARRAY(arena, u32, (size_t)live->set_capacity * live->words);
    struct walk walk = {
        .live = live, .now = ARENA_ARRAY(arena, u32, live->words), .landing = ARENA_ARRAY(arena, u32, live->words)};
    do {
        live->set_count = 1;
    } while (walk_all(&walk));
}
