// What is known already: values computed before, loads whose memory has not been written since, checks that cannot
// fail. One table of facts, by operation and operands; of equal ones it keeps the newest. What it keeps does not depend
// on how values are numbered, so probes do not change what is found. A check holds in all blocks that its block
// dominates; a value is reused only nearby: in its block, and in what is reached from there through blocks with one
// predecessor and no call in between (across calls it would have to be kept in the frame); in methods without calls,
// wherever it dominates.
#include "base/panic.h"
#include "translator/pass.h"

struct fact {
    u64 what, rest; // operation, kind, type, operands
    s64 integer;
    u32 value, block;
    u32 time; // of loads: when it was true
    u32 next; // with the same hash, 0 if none
};

#define WRITE_BUCKETS 64u

struct numbering {
    struct ssa_function *function;
    u32 *forward;
    struct fact *facts;
    u32 *heads; // by hash: indices into facts, 0 if none
    u32 fact_count, fact_room, mask;
    u32 block, time;
    u32 *roots; // by block: the first of the blocks with one predecessor that led here
    bool has_calls;
    u32 written_all;                     // time of the last write that may be to anything
    u32 written[WRITE_BUCKETS];          // to fields, by offset
    u32 written_elements['Z' - 'A' + 1]; // to elements, by letter
};

static struct fact fact_of(u32 operation, u32 kind, u32 type, u32 a, u32 b, u32 c, s64 integer) {
    return (struct fact){
        .what = operation | kind << 8 | type << 16 | (u64)a << 32, .rest = b | (u64)c << 32, .integer = integer};
}

static u32 *head_of(const struct numbering *numbering, const struct fact *fact) {
    u64 hash = (fact->what * 0x9e3779b97f4a7c15ull) ^ (fact->rest * 0xc2b2ae3d27d4eb4full) ^
               ((u64)fact->integer * 0x165667b19e3779f9ull);
    return &numbering->heads[(hash >> 32 ^ hash >> 13) & numbering->mask];
}

static bool is_same(const struct fact *a, const struct fact *b) {
    return a->what == b->what && a->rest == b->rest && a->integer == b->integer;
}

static struct fact *equal_of(const struct numbering *numbering, const struct fact *fact) {
    u32 at = *head_of(numbering, fact);
    while (at && !is_same(&numbering->facts[at], fact)) at = numbering->facts[at].next;
    return at ? &numbering->facts[at] : NULL;
}

// What was known in a block with the same root that dominates this one was known on the only path that leads here, and
// the blocks between lie between in the order as well: so what has been written since then has a later time.
static bool is_near(const struct numbering *numbering, const struct fact *known) {
    if (known->block == numbering->block) return true;
    if (numbering->roots[known->block] != numbering->roots[numbering->block] || known->time < numbering->written_all) {
        return false;
    }
    return pass_dominates(numbering->function, known->block, numbering->block);
}

// The fact in the table, if it is known at the current place.
static struct fact *find(const struct numbering *numbering, const struct fact *fact, bool anywhere_below) {
    struct fact *known = equal_of(numbering, fact);
    if (known == NULL) return NULL;
    bool holds = anywhere_below ? pass_dominates(numbering->function, known->block, numbering->block)
                                : is_near(numbering, known);
    return holds ? known : NULL;
}

static void enter(struct numbering *numbering, struct fact fact, u32 value) {
    ASSERT(numbering->block && numbering->roots[numbering->block]);
    fact.value = value;
    fact.block = numbering->block;
    fact.time = ++numbering->time;
    struct fact *known = equal_of(numbering, &fact);
    if (known) {
        fact.next = known->next;
    } else {
        u32 *head = head_of(numbering, &fact);
        fact.next = *head;
        *head = ++numbering->fact_count;
        ASSERT(*head < numbering->fact_room);
        known = &numbering->facts[*head];
    }
    *known = fact;
}

static u32 operand(const struct numbering *numbering, u32 value, u32 index) {
    return ssa_operand(numbering->function, value, index);
}

// ---- Checks

static struct fact not_null(u32 value) { return fact_of(SSA_CHECK_NULL, 0, 0, value, 0, 0, 0); }
static struct fact cast_to(u32 value, u32 class) { return fact_of(SSA_CHECK_CAST, 0, 0, value, class, 0, 0); }

static bool is_never_null(const struct numbering *numbering, u32 value) {
    const struct ssa_instruction *instruction = ssa_at(numbering->function, value);
    switch (instruction->operation) {
    case SSA_NEW:
    case SSA_NEW_ARRAY:
    case SSA_NEW_MULTI:
    case SSA_EXCEPTION: return true;
    case SSA_CONSTANT: return instruction->integer != 0;
    case SSA_PARAMETER: return instruction->integer == 0 && !(numbering->function->method->access_flags & 0x0008);
    default: return false;
    }
}

// a < b, both ints. All lengths of one array count as one value, whatever their numbers.
static struct fact less(const struct numbering *numbering, u32 a, u32 b) {
    bool is_length = ssa_at(numbering->function, b)->operation == SSA_ARRAY_LENGTH;
    ASSERT(ssa_at(numbering->function, a)->type == TYPE_INT && ssa_at(numbering->function, b)->type == TYPE_INT);
    return fact_of(SSA_CHECK_BOUNDS, 1, TYPE_INT, a, is_length ? operand(numbering, b, 0) : b, is_length, 0);
}

// A loop's counter: it starts from constants that are not negative, and goes up by one only where it was found to be
// less than something. `below` is the block from which on it is.
static bool counts_up(const struct numbering *numbering, u32 phi, u32 below) {
    const struct ssa_function *function = numbering->function;
    for (u32 i = 0; i < ssa_at(function, phi)->operand_count; i++) {
        u32 from = pass_resolve(numbering->forward, operand(numbering, phi, i));
        const struct ssa_instruction *at = ssa_at(function, from);
        if (at->operation == SSA_CONSTANT && at->integer >= 0) continue;
        if (at->operation != SSA_ADD || pass_resolve(numbering->forward, operand(numbering, from, 0)) != phi) {
            return false;
        }
        const struct ssa_instruction *step = ssa_at(function, operand(numbering, from, 1));
        if (step->operation != SSA_CONSTANT || step->integer != 1 || !pass_dominates(function, below, at->block)) {
            return false;
        }
    }
    return true;
}

static bool is_in_bounds(const struct numbering *numbering, u32 index, u32 length) {
    if (ssa_at(numbering->function, index)->operation != SSA_PHI) return false;
    struct fact fact = less(numbering, index, length);
    const struct fact *known = find(numbering, &fact, true);
    return known && counts_up(numbering, index, known->block);
}

static void number_check(struct numbering *numbering, u32 value) {
    const struct ssa_instruction *check = ssa_at(numbering->function, value);
    u32 a = operand(numbering, value, 0), b = check->operand_count > 1 ? operand(numbering, value, 1) : 0;
    struct fact fact = check->operation == SSA_CHECK_NULL ? not_null(a) : fact_of(check->operation, 0, 0, a, b, 0, 0);
    bool passes = check->operation == SSA_CHECK_NULL
                      ? is_never_null(numbering, a)
                      : check->operation == SSA_CHECK_BOUNDS && is_in_bounds(numbering, a, b);
    if (passes || find(numbering, &fact, true)) {
        ssa_unlink(numbering->function, value);
    } else {
        enter(numbering, fact, value);
    }
}

static void enter_difference(struct numbering *numbering, u32 a, u32 b) {
    const struct ssa_function *function = numbering->function;
    if (!ssa_is_constant(function, b) || ssa_at(function, b)->integer != 0) return;
    if (ssa_at(function, a)->type == TYPE_REF) enter(numbering, not_null(a), 0);
    if (ssa_at(function, a)->operation == SSA_INSTANCE_OF) {
        enter(numbering, not_null(operand(numbering, a, 0)), 0);
        enter(numbering, cast_to(operand(numbering, a, 0), operand(numbering, a, 1)), 0);
    }
}

// What the only branch that leads to this block says: a reference is not null, or an instance of a class; an int is
// less than another.
static void enter_branch(struct numbering *numbering, u32 branch, bool holds) {
    const struct ssa_instruction *end = ssa_at(numbering->function, branch);
    u32 a = operand(numbering, branch, 0), b = operand(numbering, branch, 1),
        condition = holds ? end->kind : end->kind ^ 1u;
    ASSERT(condition <= SSA_ABOVE_EQUAL);
    if (condition == SSA_NE) enter_difference(numbering, a, b);
    if (ssa_at(numbering->function, a)->type != TYPE_INT) return;
    if (condition == SSA_LT) enter(numbering, less(numbering, a, b), 0);
    if (condition == SSA_GT) enter(numbering, less(numbering, b, a), 0);
}

static void enter_block(struct numbering *numbering, u32 block) {
    const struct ssa_function *function = numbering->function;
    numbering->block = numbering->roots[block] = block;
    if (ssa_block_at(function, block)->predecessor_count != 1) return;
    u32 from = *ssa_predecessors(function, block), last = ssa_block_at(function, from)->last;
    if (ssa_block_at(function, from)->position >= ssa_block_at(function, block)->position) return;
    ASSERT(numbering->roots[from]); // it comes earlier in the order
    numbering->roots[block] = numbering->roots[from];
    const u32 *successors = ssa_successors(function, from);
    if (ssa_at(function, last)->operation == SSA_BRANCH && successors[0] != successors[1]) {
        enter_branch(numbering, last, successors[0] == block);
    }
}

// ---- Values

static void number_pure(struct numbering *numbering, u32 value) {
    const struct ssa_instruction *instruction = ssa_at(numbering->function, value);
    if (instruction->operation == SSA_CONSTANT || instruction->operation == SSA_PHI) return;
    u32 operands[3] = {0};
    ASSERT(instruction->operand_count <= COUNT_OF(operands));
    for (u32 i = 0; i < instruction->operand_count; i++) operands[i] = operand(numbering, value, i);
    u32 condition = instruction->kind | (instruction->flags & SSA_NAN_TRUE) << 16;
    struct fact fact = fact_of(instruction->operation, condition, instruction->type, operands[0], operands[1],
                               operands[2], instruction->integer);
    const struct fact *known = find(numbering, &fact, !numbering->has_calls);
    if (known) {
        numbering->forward[value] = known->value;
    } else {
        enter(numbering, fact, value);
    }
}

// ---- Memory

// The class of fields that a write to this one may be to: those at the same offset, or of the same static address. The
// same object may be a constant here and a value there.
static u32 *field_bucket(struct numbering *numbering, u32 value) {
    const struct ssa_instruction *base = ssa_at(numbering->function, operand(numbering, value, 0));
    bool is_address = base->operation == SSA_CONSTANT && base->type == TYPE_INT;
    s64 offset = ssa_at(numbering->function, value)->integer + (is_address ? base->integer : 0);
    return &numbering->written[(u64)offset >> 2 & (WRITE_BUCKETS - 1)];
}

static u32 *element_bucket(struct numbering *numbering, u32 value) {
    u8 letter = ssa_at(numbering->function, value)->kind;
    ASSERT(letter >= 'A' && letter <= 'Z');
    return &numbering->written_elements[letter - 'A'];
}

static struct fact memory_fact(const struct numbering *numbering, u32 value, enum ssa_operation load) {
    const struct ssa_instruction *access = ssa_at(numbering->function, value);
    u32 index = load == SSA_LOAD_ELEMENT ? operand(numbering, value, 1) : 0;
    return fact_of(load, access->kind, 0, operand(numbering, value, 0), index, 0,
                   load == SSA_LOAD ? access->integer : 0);
}

static void number_load(struct numbering *numbering, u32 value, u32 written) {
    ASSERT(written <= numbering->time && numbering->written_all <= numbering->time);
    const struct ssa_instruction *load = ssa_at(numbering->function, value);
    if (!pass_is_plain(load)) {
        numbering->written_all = ++numbering->time;
        return;
    }
    struct fact fact = memory_fact(numbering, value, load->operation);
    const struct fact *known = find(numbering, &fact, false);
    // A final field changes too, in a constructor that is inlined here.
    bool holds = known && known->time > written && (load->flags & SSA_FINAL || known->time > numbering->written_all);
    if (holds) {
        numbering->forward[value] = known->value;
    } else {
        enter(numbering, fact, value);
    }
}

// A later load of what was stored gets the value, if memory holds all of it.
static void number_store(struct numbering *numbering, u32 value, enum ssa_operation load, u32 *bucket, u32 stored) {
    const struct ssa_instruction *store = ssa_at(numbering->function, value);
    const struct ssa_instruction *base = ssa_at(numbering->function, operand(numbering, value, 0));
    bool is_anywhere = base->type == TYPE_INT && base->operation != SSA_CONSTANT;
    *bucket = ++numbering->time;
    if (!pass_is_plain(store) || is_anywhere) numbering->written_all = numbering->time;
    if (pass_is_plain(store) && pass_is_whole(store->kind)) {
        enter(numbering, memory_fact(numbering, value, load), stored);
    }
}

static void number_instruction(struct numbering *numbering, u32 value) {
    const struct ssa_instruction *instruction = ssa_at(numbering->function, value);
    switch (instruction->operation) {
    case SSA_CHECK_NULL:
    case SSA_CHECK_BOUNDS:
    case SSA_CHECK_ZERO:
    case SSA_CHECK_STORE:
    case SSA_CHECK_CAST: number_check(numbering, value); return;
    case SSA_INIT_CLASS:
        number_check(numbering, value);
        if (instruction->operation != SSA_NONE) numbering->written_all = ++numbering->time;
        return;
    case SSA_LOAD: number_load(numbering, value, *field_bucket(numbering, value)); return;
    case SSA_LOAD_ELEMENT: number_load(numbering, value, *element_bucket(numbering, value)); return;
    case SSA_STORE:
        number_store(numbering, value, SSA_LOAD, field_bucket(numbering, value), operand(numbering, value, 1));
        return;
    case SSA_STORE_ELEMENT:
        number_store(numbering, value, SSA_LOAD_ELEMENT, element_bucket(numbering, value),
                     operand(numbering, value, 2));
        return;
    default: break;
    }
    if (ssa_properties[instruction->operation] & SSA_PURE) {
        number_pure(numbering, value);
    } else if (ssa_effects(instruction) & (SSA_WRITES(SSA_JAVA) | SSA_ORDERS)) {
        numbering->written_all = ++numbering->time;
    }
}

static bool has_calls(const struct ssa_function *function) {
    for (u32 value = 1; value < function->instruction_count; value++) {
        arena_step(function->arena, value);
        if (ssa_properties[ssa_at(function, value)->operation] & SSA_CALLS) return true;
    }
    return false;
}

void pass_number(struct ssa_function *function) {
    u32 size = 16;
    while (size < function->instruction_count / 2) size *= 2;
    struct numbering *numbering = ARENA_NEW(function->arena, struct numbering);
    *numbering = (struct numbering){.function = function,
                                    .forward = pass_new_forward(function),
                                    .mask = size - 1,
                                    .has_calls = has_calls(function)};
    numbering->heads = ARENA_ARRAY(function->arena, u32, size);
    // One fact for each instruction, and for each branch at most two in each direction.
    numbering->fact_room = function->instruction_count + 2 * function->block_count + 1;
    numbering->facts = ARENA_RAW_ARRAY(function->arena, struct fact, numbering->fact_room);
    numbering->roots = ARENA_ARRAY(function->arena, u32, function->block_count);
    for (u32 i = 0; i < function->order_count; i++) {
        enter_block(numbering, function->order[i]);
        for (u32 value = ssa_block_at(function, function->order[i])->first, next; value; value = next) {
            next = ssa_at(function, value)->next;
            arena_poll(function->arena);
            if (ssa_at(function, value)->operation == SSA_PHI) continue;
            u32 *operands = ssa_operands(function, value);
            for (u32 j = 0; j < ssa_at(function, value)->operand_count; j++) {
                operands[j] = pass_resolve(numbering->forward, operands[j]);
            }
            number_instruction(numbering, value);
        }
    }
    pass_apply_forward(function, numbering->forward);
}
