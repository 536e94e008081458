// Objects that nobody but the method sees, in methods that are translated again: they are not made, and each field is a
// value, with phis where ways meet (scalar replacement; the phis as in Braun et al., "Simple and Efficient Construction
// of Static Single Assignment Form", CC 2013). An object is such a one if it is only loaded from, stored to, checked
// and compared: it is not stored itself, passed on, returned, locked, or merged with another by a phi, nor is it in a
// frame variable for a handler. All of this is where the object's making dominates. What is counted or logged when it
// is allocated is made. See pass.h.
#include "base/panic.h"
#include "translator/pass.h"

#define MOST_ROUNDS 4u  // an object in a field of one that is taken apart can be taken apart in the next
#define MOST_FIELDS 16u // that are accessed, of one object

struct scalar_field {
    s64 offset;
    u8 kind;
};

struct object_uses {
    u32 object;      // 0: it is seen by others
    u32 first, last; // accesses, linked by `next_use`, those of a block in their order
    struct scalar_field fields[MOST_FIELDS];
    u32 field_count;
};

struct scalar {
    struct ssa_function *function;
    struct object_uses *objects;
    u32 object_count;
    u32 *index_of; // by instruction: its place in `objects` and 1, 0 if it is none
    u32 *next_use;
    u32 *values; // by instruction: what a load's value is
    // For the field at hand, if the stamp is its own: by block, the value at its begin and at its end
    u32 *begin_stamps, *begins, *end_stamps, *ends;
    u32 stamp;
    u32 *unfilled, unfilled_count; // phis
    u8 kind;
    bool changed;
};

// ---- Finding them

bool pass_can_be_scalar(const struct ssa_function *function, u32 value) {
    const struct ssa_instruction *made = ssa_at(function, value);
    return made->operation == SSA_NEW && !(made->flags & SSA_SLOW) && made->x == 0 &&
           ssa_is_constant(function, ssa_operand(function, value, 0));
}

static void find_candidates(struct scalar *scalar) {
    const struct ssa_function *function = scalar->function;
    u32 capacity = 0;
    for (u32 value = 1; value < function->instruction_count; value++) {
        arena_step(function->arena, value);
        capacity += ssa_at(function, value)->operation == SSA_NEW;
    }
    scalar->objects = ARENA_ARRAY(function->arena, struct object_uses, capacity + 1);
    for (u32 value = 1; value < function->instruction_count; value++) {
        arena_step(function->arena, value);
        if (!pass_can_be_scalar(function, value)) continue;
        ASSERT(scalar->object_count < capacity);
        scalar->objects[scalar->object_count].object = value;
        scalar->index_of[value] = ++scalar->object_count;
    }
}

// Whether the field can be one of those that become values: one access of another kind at its place forbids it.
static bool add_field(struct object_uses *uses, const struct ssa_instruction *access) {
    if (pass_is_class_word(access)) return true;
    if (access->integer < OBJECT_HEADER_BYTES) return false;
    for (u32 i = 0; i < uses->field_count; i++) {
        if (uses->fields[i].offset == access->integer) return uses->fields[i].kind == access->kind;
    }
    if (uses->field_count == MOST_FIELDS) return false;
    uses->fields[uses->field_count++] = (struct scalar_field){access->integer, access->kind};
    return true;
}

bool pass_is_scalar_use(const struct ssa_function *function, u32 value, u32 index) {
    switch (ssa_at(function, value)->operation) {
    case SSA_CHECK_NULL:
    case SSA_LOAD: return true;
    case SSA_CHECK_CAST: return index == 0;
    case SSA_STORE: return index == 0 && ssa_operand(function, value, 1) != ssa_operand(function, value, 0);
    case SSA_BRANCH:
    case SSA_IS: return ssa_is_constant(function, ssa_operand(function, value, 1 - index));
    default: return false;
    }
}

static bool is_replaceable_use(const struct ssa_function *function, struct object_uses *uses, u32 value, u32 index) {
    const struct ssa_instruction *user = ssa_at(function, value);
    if (!pass_is_scalar_use(function, value, index)) return false;
    if (user->operation == SSA_LOAD || user->operation == SSA_STORE) return add_field(uses, user);
    return user->operation != SSA_CHECK_CAST ||
           ssa_operand(function, value, 1) == ssa_operand(function, uses->object, 0);
}

static void enter_use(struct scalar *scalar, u32 value, u32 index) {
    u32 number = scalar->index_of[ssa_operand(scalar->function, value, index)];
    if (!number) return;
    struct object_uses *uses = &scalar->objects[number - 1];
    if (!uses->object) return;
    if (!is_replaceable_use(scalar->function, uses, value, index)) {
        uses->object = 0;
    } else if (uses->last) {
        uses->last = scalar->next_use[uses->last] = value;
    } else {
        uses->first = uses->last = value;
    }
}

// No instruction can be in the lists of two.
static void find_uses(struct scalar *scalar) {
    const struct ssa_function *function = scalar->function;
    for (u32 i = 0; i < function->order_count; i++) {
        arena_poll(function->arena);
        for (u32 value = ssa_block_at(function, function->order[i])->first; value;
             value = ssa_at(function, value)->next) {
            for (u32 j = 0; j < ssa_at(function, value)->operand_count; j++) enter_use(scalar, value, j);
        }
    }
}

// ---- A field's values

static void set_end(struct scalar *scalar, u32 block, u32 value) {
    scalar->end_stamps[block] = scalar->stamp;
    scalar->ends[block] = value;
}

static u32 phi_at(struct scalar *scalar, u32 block) {
    struct ssa_function *function = scalar->function;
    if (scalar->begin_stamps[block] == scalar->stamp) return scalar->begins[block];
    ASSERT(ssa_block_at(function, block)->predecessor_count > 1);
    ASSERT(scalar->unfilled_count < function->block_count);
    u32 phi = ssa_add_instruction(function, SSA_PHI, ssa_type_of_letter(scalar->kind),
                                  ssa_block_at(function, block)->predecessor_count);
    ssa_insert_first(function, block, phi);
    scalar->unfilled[scalar->unfilled_count++] = phi;
    scalar->begin_stamps[block] = scalar->stamp;
    return scalar->begins[block] = phi;
}

// The first block of a chain without other edges into it that has something to say.
static u32 source_of_end(const struct scalar *scalar, u32 block) {
    while (scalar->end_stamps[block] != scalar->stamp &&
           ssa_block_at(scalar->function, block)->predecessor_count == 1) {
        block = ssa_predecessors(scalar->function, block)[0];
    }
    return block;
}

static u32 value_at_end(struct scalar *scalar, u32 block) {
    u32 source = source_of_end(scalar, block);
    u32 value = scalar->end_stamps[source] == scalar->stamp ? scalar->ends[source] : phi_at(scalar, source);
    for (; block != source; block = ssa_predecessors(scalar->function, block)[0]) set_end(scalar, block, value);
    set_end(scalar, source, value);
    return value;
}

static u32 value_at_begin(struct scalar *scalar, u32 block) {
    return ssa_block_at(scalar->function, block)->predecessor_count == 1
               ? value_at_end(scalar, ssa_predecessors(scalar->function, block)[0])
               : phi_at(scalar, block);
}

static void fill_phis(struct scalar *scalar) {
    while (scalar->unfilled_count) {
        u32 phi = scalar->unfilled[--scalar->unfilled_count], block = ssa_at(scalar->function, phi)->block;
        for (u32 i = 0; i < ssa_block_at(scalar->function, block)->predecessor_count; i++) {
            u32 value = value_at_end(scalar, ssa_predecessors(scalar->function, block)[i]);
            ssa_operands(scalar->function, phi)[i] = value;
        }
    }
}

// What a load gives after the store: memory keeps the low bits only.
static u32 value_of_store(struct scalar *scalar, u32 store) {
    ASSERT(ssa_at(scalar->function, store)->operation == SSA_STORE);
    u32 stored = ssa_operand(scalar->function, store, 1);
    enum ssa_operation operation = scalar->kind == 'B'   ? SSA_I2B
                                   : scalar->kind == 'S' ? SSA_I2S
                                   : scalar->kind == 'C' ? SSA_I2C
                                                         : SSA_NONE;
    if (operation == SSA_NONE) return stored;
    u32 narrowed = ssa_add_instruction(scalar->function, operation, TYPE_INT, 1);
    ssa_operands(scalar->function, narrowed)[0] = stored;
    ssa_insert_before(scalar->function, store, narrowed);
    return narrowed;
}

static bool is_of_field(const struct ssa_instruction *access, struct scalar_field field) {
    return (access->operation == SSA_LOAD || access->operation == SSA_STORE) && access->integer == field.offset &&
           !pass_is_class_word(access);
}

static void replace_field(struct scalar *scalar, const struct object_uses *uses, struct scalar_field field) {
    struct ssa_function *function = scalar->function;
    scalar->stamp++;
    scalar->kind = field.kind;
    u32 zero = ssa_constant(function, ssa_type_of_letter(field.kind), 0);
    set_end(scalar, ssa_at(function, uses->object)->block, zero);
    for (u32 use = uses->first; use; use = scalar->next_use[use]) {
        const struct ssa_instruction *access = ssa_at(function, use);
        if (access->operation != SSA_STORE || !is_of_field(access, field)) continue;
        u32 block = access->block;
        scalar->values[use] = value_of_store(scalar, use);
        set_end(scalar, block, scalar->values[use]);
    }
    for (u32 use = uses->first, known = 0, block = 0; use; use = scalar->next_use[use]) {
        const struct ssa_instruction *access = ssa_at(function, use);
        if (!is_of_field(access, field)) continue;
        if (access->block != block) known = 0;
        block = access->block;
        if (access->operation == SSA_STORE) {
            known = scalar->values[use];
        } else {
            if (!known) known = block == ssa_at(function, uses->object)->block ? zero : value_at_begin(scalar, block);
            scalar->values[use] = known;
        }
    }
    fill_phis(scalar);
}

// ---- An object

static void decide_comparison(struct ssa_function *function, u32 value) {
    ASSERT(ssa_at(function, value)->operation == SSA_BRANCH || ssa_at(function, value)->operation == SSA_IS);
    u32 zero = ssa_constant(function, TYPE_INT, 0), one = ssa_constant(function, TYPE_INT, 1);
    ssa_operands(function, value)[0] = zero;
    ssa_operands(function, value)[1] = one;
}

static void replace_object(struct scalar *scalar, const struct object_uses *uses) {
    ASSERT(uses->object && uses->field_count <= MOST_FIELDS);
    struct ssa_function *function = scalar->function;
    for (u32 i = 0; i < uses->field_count; i++) replace_field(scalar, uses, uses->fields[i]);
    for (u32 use = uses->first; use; use = scalar->next_use[use]) {
        const struct ssa_instruction *user = ssa_at(function, use);
        if (user->operation == SSA_BRANCH || user->operation == SSA_IS) {
            decide_comparison(function, use);
        } else if (pass_is_class_word(user)) {
            scalar->values[use] = ssa_operand(function, uses->object, 0);
        } else if (user->operation != SSA_LOAD) {
            scalar->values[use] = 0;
            ssa_unlink(function, use);
        }
    }
    ssa_unlink(function, uses->object);
    scalar->changed = true;
}

static bool replace_objects(struct ssa_function *function) {
    struct arena *arena = function->arena;
    u32 count = function->instruction_count;
    struct scalar scalar = {.function = function,
                            .index_of = ARENA_ARRAY(arena, u32, count),
                            .next_use = ARENA_ARRAY(arena, u32, count),
                            .values = ARENA_ARRAY(arena, u32, count),
                            .begin_stamps = ARENA_ARRAY(arena, u32, function->block_count),
                            .begins = ARENA_ARRAY(arena, u32, function->block_count),
                            .end_stamps = ARENA_ARRAY(arena, u32, function->block_count),
                            .ends = ARENA_ARRAY(arena, u32, function->block_count),
                            .unfilled = ARENA_ARRAY(arena, u32, function->block_count)};
    find_candidates(&scalar);
    if (scalar.object_count) find_uses(&scalar);
    for (u32 i = 0; i < scalar.object_count; i++) {
        if (scalar.objects[i].object) replace_object(&scalar, &scalar.objects[i]);
    }
    if (scalar.changed) pass_apply_values(function, scalar.values, count);
    return scalar.changed;
}

void pass_scalar(struct ssa_function *function) {
    if (!function->again || !function->allocates) return;
    for (u32 i = 0; i < MOST_ROUNDS && replace_objects(function); i++) pass_phis(function);
}
