// Whether a method's locking is structured (JVMS 2.11.10), as far as its SSA form shows: each monitor that it leaves is
// one that it has entered before, and none is still entered where it ends, by a return or by an exception. What javac
// writes is structured. Other methods are built with a list of what they have entered (see build.h).
//
// No edge leads to a landing block, so what that loads from a frame variable is a different value from the one that was
// stored. Therefore there are two rounds: the first finds out which of the values with which monitors are entered and
// left are equal; the second follows the monitors along all paths. The first assumes that a phi, or what a landing
// block loads, is a copy of what arrives there first, and starts over if that proves wrong.
#include "base/panic.h"
#include "base/string.h"
#include "translator/build.h"

#define HELD_LIMIT 16u
#define LEAF 0xffffffffu

struct lock_state {
    bool is_reached;
    bool is_waiting;
    u32 held_count;
    u32 held[HELD_LIMIT]; // values that stand for the objects, in the order in which they were entered
    u32 *known;           // by number of what is tracked: the value that it is equal to, 0 if only to itself
};

struct lock_check {
    struct ssa_function *function;
    u32 *tracked;   // by value: number + 1; LEAF: is compared, but equal to no other; 0: does not matter
    u32 *variables; // by frame variable: the same
    u32 *of;        // by number: the value; 0 for a frame variable
    bool *is_own;   // by number: the value stands for itself, because it may be equal to several
    u32 tracked_count;
    struct lock_state *states; // by block, at its beginning
    struct lock_state now;
    u32 *before;  // what was known at the end of the block, while phis get their values
    u32 *waiting; // blocks to walk
    u32 waiting_count;
    bool takes_monitors; // the second round
    bool begins_anew;
    bool failed;
};

// ---- What is tracked: everything that an operand of a monitor operation can come from, as long as it is a copy

static void track(struct lock_check *check, u32 value, u32 *stack, u32 *depth) {
    struct ssa_function *function = check->function;
    u8 operation = ssa_at(function, value)->operation;
    if (check->tracked[value]) return;
    bool is_copy = operation == SSA_PHI || operation == SSA_FRAME_LOAD;
    check->tracked[value] = is_copy ? ++check->tracked_count : LEAF;
    ASSERT(*depth < function->instruction_count);
    if (is_copy) stack[(*depth)++] = value;
}

static void track_stores(struct lock_check *check, u32 variable, u32 *stack, u32 *depth) {
    ASSERT(variable < check->function->frame_variable_count);
    struct ssa_function *function = check->function;
    if (check->variables[variable]) return;
    arena_poll(function->arena);
    check->variables[variable] = ++check->tracked_count;
    for (u32 value = 1; value < function->instruction_count; value++) {
        arena_step(function->arena, value);
        const struct ssa_instruction *instruction = ssa_at(function, value);
        if (instruction->operation == SSA_FRAME_STORE && instruction->integer == variable) {
            track(check, ssa_operand(function, value, 0), stack, depth);
        }
    }
}

static void find_tracked(struct lock_check *check) {
    struct ssa_function *function = check->function;
    u32 *stack = ARENA_RAW_ARRAY(function->arena, u32, function->instruction_count), depth = 0;
    for (u32 value = 1; value < function->instruction_count; value++) {
        arena_step(function->arena, value);
        u8 operation = ssa_at(function, value)->operation;
        if (operation == SSA_MONITOR_ENTER || operation == SSA_MONITOR_EXIT) {
            track(check, ssa_operand(function, value, 0), stack, &depth);
        }
    }
    while (depth) {
        u32 value = stack[--depth];
        if (ssa_at(function, value)->operation == SSA_FRAME_LOAD) {
            track_stores(check, (u32)ssa_at(function, value)->integer, stack, &depth);
        } else {
            for (u32 i = 0; i < ssa_at(function, value)->operand_count; i++) {
                track(check, ssa_operand(function, value, i), stack, &depth);
            }
        }
    }
}

// ---- States

static bool is_copy(const struct lock_check *check, u32 value) {
    return check->tracked[value] && check->tracked[value] != LEAF;
}

static u32 *known(struct lock_check *check, u32 value) {
    ASSERT(is_copy(check, value));
    return &check->now.known[check->tracked[value] - 1];
}

// The value that stands for all that are equal to it.
static u32 resolved(struct lock_check *check, u32 value) {
    return is_copy(check, value) && *known(check, value) ? *known(check, value) : value;
}

// The value gets a new meaning: what was equal to it no longer is, and nothing could leave its monitor any more.
static void define(struct lock_check *check, u32 value) {
    if (!check->tracked[value]) return;
    arena_poll(check->function->arena);
    for (u32 i = 0; i < check->tracked_count; i++) {
        if (check->now.known[i] == value) check->now.known[i] = 0;
    }
    for (u32 i = 0; i < check->now.held_count; i++) check->failed |= check->now.held[i] == value;
}

static bool same_monitors(const struct lock_state *a, const struct lock_state *b) {
    return a->held_count == b->held_count && memcmp(a->held, b->held, a->held_count * sizeof(u32)) == 0;
}

static void wait_for_walk(struct lock_check *check, u32 block) {
    if (check->states[block].is_waiting) return;
    check->states[block].is_waiting = true;
    ASSERT(check->waiting_count < check->function->block_count);
    check->waiting[check->waiting_count++] = block;
}

static void set_own(struct lock_check *check, u32 number) {
    ASSERT(number < check->tracked_count);
    check->begins_anew |= !check->is_own[number];
    check->is_own[number] = true;
}

static bool is_phi_of(const struct lock_check *check, u32 number, u32 block) {
    const struct ssa_instruction *instruction = ssa_at(check->function, check->of[number]);
    return instruction->operation == SSA_PHI && instruction->block == block;
}

// The path leads to the block with the current state. In the second round everything is known already.
static void reach(struct lock_check *check, u32 block) {
    ASSERT(block && block < check->function->block_count && check->now.held_count <= HELD_LIMIT);
    struct lock_state *to = &check->states[block];
    arena_poll(check->function->arena);
    bool changed = !to->is_reached;
    if (!to->is_reached) {
        to->is_reached = true;
        to->held_count = check->now.held_count;
        memcpy(to->held, check->now.held, sizeof(to->held));
    }
    if (check->takes_monitors) {
        check->failed |= !same_monitors(to, &check->now);
    } else {
        if (changed) memcpy(to->known, check->now.known, check->tracked_count * sizeof(u32));
        for (u32 i = 0; i < check->tracked_count; i++) {
            if (to->known[i] == check->now.known[i] || !to->known[i]) continue;
            if (is_phi_of(check, i, block)) set_own(check, i);
            to->known[i] = 0;
            changed = true;
        }
    }
    if (changed) wait_for_walk(check, block);
}

// ---- The walk

// Goes to each handler at which what the instruction throws can arrive; if none catches everything, it leaves the
// method.
static void reach_handlers(struct lock_check *check, u32 value) {
    const struct ssa_function *function = check->function;
    const struct ssa_site *site = &function->sites[ssa_at(function, value)->site];
    for (u32 i = 0; i < site->handler_count; i++) {
        const struct ssa_handler *handler = &function->handlers[site->first_handler + i];
        reach(check, handler->landing);
        if (handler->catch_type == 0) return;
    }
    check->failed |= check->now.held_count > 0;
}

static void enter_monitor(struct lock_check *check, u32 object) {
    if (!check->takes_monitors) return;
    if (check->now.held_count == HELD_LIMIT) {
        check->failed = true;
    } else {
        check->now.held[check->now.held_count++] = object;
    }
}

static void leave_monitor(struct lock_check *check, u32 object) {
    struct lock_state *now = &check->now;
    if (!check->takes_monitors) return;
    u32 last = now->held_count;
    while (last && now->held[last - 1] != object) last--;
    check->failed |= last == 0;
    if (last == 0) return;
    now->held_count--;
    for (u32 i = last - 1; i < now->held_count; i++) now->held[i] = now->held[i + 1];
}

static void load_copy(struct lock_check *check, u32 load, u32 *variable) {
    u32 number = check->tracked[load] - 1;
    ASSERT(number < check->tracked_count);
    if (*variable == 0) set_own(check, number);
    *known(check, load) = check->is_own[number] ? 0 : *variable;
    *variable = resolved(check, load);
}

static void step_over(struct lock_check *check, u32 value) {
    struct ssa_function *function = check->function;
    const struct ssa_instruction *instruction = ssa_at(function, value);
    u32 variable = (u32)instruction->integer;
    // Leaving a monitor that is entered raises nothing; leaving one that is not fails below.
    if (ssa_needs_site(instruction) && instruction->operation != SSA_MONITOR_EXIT) reach_handlers(check, value);
    switch (instruction->operation) {
    case SSA_FRAME_STORE:
        if (check->variables[variable]) {
            check->now.known[check->variables[variable] - 1] = resolved(check, ssa_operand(function, value, 0));
        }
        break;
    case SSA_FRAME_LOAD:
        define(check, value);
        if (!is_copy(check, value)) break;
        ASSERT(check->variables[variable]); // as its load is tracked
        load_copy(check, value, &check->now.known[check->variables[variable] - 1]);
        break;
    case SSA_MONITOR_ENTER: enter_monitor(check, resolved(check, ssa_operand(function, value, 0))); break;
    case SSA_MONITOR_EXIT: leave_monitor(check, resolved(check, ssa_operand(function, value, 0))); break;
    case SSA_RETURN: check->failed |= check->now.held_count > 0; break;
    case SSA_PHI: break;
    default: define(check, value);
    }
}

// Which of the successor's predecessors this edge is. Several edges may lead from one block to another.
static u32 edge_number(const struct ssa_function *function, u32 block, u32 successor) {
    u32 to = ssa_successors(function, block)[successor], edge = ssa_edge(function, to, block);
    for (u32 i = 0; i < successor; i++) {
        if (ssa_successors(function, block)[i] != to) continue;
        do {
            edge++;
            ASSERT(edge < ssa_block_at(function, to)->predecessor_count);
        } while (ssa_predecessors(function, to)[edge] != block);
    }
    return edge;
}

// The successor's phis get their values all at once.
static void pass_edge(struct lock_check *check, u32 block, u32 successor) {
    struct ssa_function *function = check->function;
    u32 to = ssa_successors(function, block)[successor], edge = edge_number(function, block, successor);
    u32 first = ssa_block_at(function, to)->first, *before = check->before;
    memcpy(before, check->now.known, check->tracked_count * sizeof(u32));
    for (u32 phi = first; phi && ssa_at(function, phi)->operation == SSA_PHI; phi = ssa_at(function, phi)->next) {
        define(check, phi);
    }
    for (u32 phi = first; phi && ssa_at(function, phi)->operation == SSA_PHI; phi = ssa_at(function, phi)->next) {
        if (!is_copy(check, phi)) continue;
        u32 operand = ssa_operand(function, phi, edge);
        u32 value = is_copy(check, operand) && before[check->tracked[operand] - 1] ? before[check->tracked[operand] - 1]
                                                                                   : operand;
        bool is_redefined = ssa_at(function, value)->operation == SSA_PHI && ssa_at(function, value)->block == to;
        *known(check, phi) = is_redefined || check->is_own[check->tracked[phi] - 1] ? 0 : value;
    }
    reach(check, to);
    memcpy(check->now.known, before, check->tracked_count * sizeof(u32));
}

static void walk(struct lock_check *check, u32 block) {
    struct ssa_function *function = check->function;
    const struct lock_state *state = &check->states[block];
    check->now.held_count = state->held_count;
    memcpy(check->now.held, state->held, sizeof(state->held));
    memcpy(check->now.known, state->known, check->tracked_count * sizeof(u32));
    for (u32 value = ssa_block_at(function, block)->first; value; value = ssa_at(function, value)->next) {
        step_over(check, value);
    }
    for (u32 i = 0; i < ssa_block_at(function, block)->successor_count; i++) {
        pass_edge(check, block, i);
    }
}

static void walk_all(struct lock_check *check, bool takes_monitors) {
    check->takes_monitors = takes_monitors;
    check->begins_anew = false;
    check->waiting_count = 0;
    for (u32 block = 0; block < check->function->block_count; block++) {
        check->states[block].is_reached = check->states[block].is_waiting = false;
    }
    check->now.held_count = 0;
    memset(check->now.known, 0, check->tracked_count * sizeof(u32));
    reach(check, SSA_ENTRY_BLOCK);
    while (check->waiting_count && !check->failed && !check->begins_anew) {
        u32 block = check->waiting[--check->waiting_count];
        check->states[block].is_waiting = false;
        walk(check, block);
    }
}

bool build_locks_are_structured(struct ssa_function *function) {
    struct arena *arena = function->arena;
    u8 *mark = arena_mark(arena);
    struct lock_check check = {.function = function};
    check.tracked = ARENA_ARRAY(arena, u32, function->instruction_count);
    check.variables = ARENA_ARRAY(arena, u32, function->frame_variable_count + 1);
    find_tracked(&check);
    check.of = ARENA_ARRAY(arena, u32, check.tracked_count);
    check.is_own = ARENA_ARRAY(arena, bool, check.tracked_count);
    for (u32 value = 1; value < function->instruction_count; value++) {
        arena_step(function->arena, value);
        if (is_copy(&check, value)) check.of[check.tracked[value] - 1] = value;
    }
    check.states = ARENA_ARRAY(arena, struct lock_state, function->block_count);
    for (u32 block = 0; block < function->block_count; block++) {
        arena_poll(arena);
        check.states[block].known = ARENA_ARRAY(arena, u32, check.tracked_count);
    }
    check.now.known = ARENA_ARRAY(arena, u32, check.tracked_count);
    check.before = ARENA_ARRAY(arena, u32, check.tracked_count);
    check.waiting = ARENA_RAW_ARRAY(arena, u32, function->block_count);
    do {
        walk_all(&check, false);
    } while (check.begins_anew);
    walk_all(&check, true);
    arena_release(arena, mark);
    return !check.failed && !check.begins_anew;
}
