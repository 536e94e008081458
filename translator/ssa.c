// Making and changing the SSA form; see ssa.h.
#include "translator/ssa.h"

#include "base/encode.h"
#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"

const u8 ssa_properties[SSA_OPERATION_COUNT] = {
#define OPERATION(name, properties, effects, types) [SSA_##name] = (properties),
    SSA_OPERATION_TABLE(OPERATION)
#undef OPERATION
};

const u32 ssa_operation_effects[SSA_OPERATION_COUNT] = {
#define OPERATION(name, properties, effects, types) [SSA_##name] = (effects),
    SSA_OPERATION_TABLE(OPERATION)
#undef OPERATION
};

const char *const ssa_operation_names[SSA_OPERATION_COUNT] = {
#define OPERATION(name, properties, effects, types) [SSA_##name] = #name,
    SSA_OPERATION_TABLE(OPERATION)
#undef OPERATION
};

const char *const ssa_operation_types[SSA_OPERATION_COUNT] = {
#define OPERATION(name, properties, effects, types) [SSA_##name] = types,
    SSA_OPERATION_TABLE(OPERATION)
#undef OPERATION
};

const struct probe probes[PROBE_KINDS] = {
#define PROBE(name, place, patterns, types, effects, loses, code) \
    [PROBE_##name] = {#name, types, effects, loses, patterns, place},
    PROBE_TABLE(PROBE)
#undef PROBE
};

enum ssa_type ssa_type_of_letter(type_letter letter) {
    switch (letter) {
    case 'V': return TYPE_VOID;
    case 'J': return TYPE_LONG;
    case 'F': return TYPE_FLOAT;
    case 'D': return TYPE_DOUBLE;
    case 'L':
    case '[': return TYPE_REF;
    default: return TYPE_INT;
    }
}

// Makes room for `wanted` entries in an array of the arena. The old one is left behind: doubling bounds what that
// costs.
static void *grow(struct arena *arena, void *array, u32 count, u32 wanted, u32 *capacity, size_t entry_bytes) {
    ASSERT(count <= *capacity && count <= wanted); // the sum of the two has not gone round
    if (wanted <= *capacity) return array;
    u32 larger = *capacity * 2 > wanted ? *capacity * 2 : wanted + 16;
    void *new_array = arena_alloc_raw(arena, larger * entry_bytes);
    arena_copy(arena, new_array, array, count * entry_bytes);
    *capacity = larger;
    return new_array;
}

#define GROW(function, name, extra)                                                                                 \
    ((function)->name##s =                                                                                          \
         grow((function)->arena, (function)->name##s, (function)->name##_count, (function)->name##_count + (extra), \
              &(function)->name##_capacity, sizeof *(function)->name##s))

void ssa_init(struct ssa_function *function, struct arena *arena, struct method *method, u32 bytecode_bytes) {
    *function =
        (struct ssa_function){.arena = arena, .method = method, .probes = method->patterns & INSTRUMENT_PATTERNS};
    function->instruction_capacity = bytecode_bytes + bytecode_bytes / 2 + 32;
    function->block_capacity = bytecode_bytes / 8 + 8;
    function->list_capacity = bytecode_bytes + 32;
    function->site_capacity = bytecode_bytes / 4 + 8;
    function->place_capacity = bytecode_bytes / 4 + 8;
    function->instructions = ARENA_RAW_ARRAY(arena, struct ssa_instruction, function->instruction_capacity);
    function->blocks = ARENA_RAW_ARRAY(arena, struct ssa_block, function->block_capacity);
    function->lists = ARENA_RAW_ARRAY(arena, u32, function->list_capacity);
    function->sites = ARENA_RAW_ARRAY(arena, struct ssa_site, function->site_capacity);
    function->places = ARENA_RAW_ARRAY(arena, struct ssa_place, function->place_capacity);
    // Index 0 of each is "none".
    function->instructions[0] = (struct ssa_instruction){0};
    function->blocks[0] = (struct ssa_block){0};
    function->sites[0] = (struct ssa_site){0};
    function->places[0] = (struct ssa_place){0};
    function->lists[0] = 0;
    function->instruction_count = function->block_count = function->list_count = function->place_count =
        function->site_count = 1;
    ssa_add_block(function); // the entry, block 1
    GROW(function, mark, 1);
    function->mark_count = 1;
    u32 place = ssa_add_place(function, method, 0, 0);
    function->entry_site = ssa_add_site(function, place, 0, 0);
}

u32 ssa_add_block(struct ssa_function *function) {
    GROW(function, block, 1);
    function->blocks[function->block_count] = (struct ssa_block){0};
    return function->block_count++;
}

u32 ssa_add_list(struct ssa_function *function, u32 count) {
    GROW(function, list, count);
    u32 list = function->list_count;
    memset(&function->lists[list], 0, count * sizeof(u32));
    function->list_count += count;
    return list;
}

u32 ssa_add_instruction(struct ssa_function *function, enum ssa_operation operation, enum ssa_type type,
                        u32 operand_count) {
    ASSERT(operation < SSA_OPERATION_COUNT && type < TYPE_COUNT);
    u32 list = operand_count > 3 || operation == SSA_PHI ? ssa_add_list(function, operand_count) : 0;
    GROW(function, instruction, 1);
    struct ssa_instruction *instruction = &function->instructions[function->instruction_count];
    *instruction = (struct ssa_instruction){
        .operation = narrow_u8(operation), .type = narrow_u8(type), .operand_count = narrow_u16(operand_count)};
    instruction->operand_list = list;
    return function->instruction_count++;
}

u32 ssa_add_frame_variable(struct ssa_function *function, enum ssa_type type) {
    ASSERT(type != TYPE_VOID && type < TYPE_COUNT);
    GROW(function, frame_variable, 1);
    function->frame_variables[function->frame_variable_count] = (struct ssa_frame_variable){.type = narrow_u8(type)};
    return function->frame_variable_count++;
}

u32 ssa_add_place(struct ssa_function *function, struct method *method, u32 bytecode_index, u32 caller) {
    ASSERT(method && caller < function->place_count);
    GROW(function, place, 1);
    function->places[function->place_count] = (struct ssa_place){method, narrow_u16(bytecode_index), caller};
    return function->place_count++;
}

void ssa_add_watched(struct ssa_function *function, const struct method *method, u8 patterns) {
    u64 entry = code_watched(method, patterns);
    for (u32 i = 0; i < function->watched_count; i++) {
        if (function->watcheds[i] == entry) return;
    }
    GROW(function, watched, 1);
    function->watcheds[function->watched_count++] = entry;
}

u32 ssa_add_site(struct ssa_function *function, u32 place, u32 first_handler, u32 handler_count) {
    ASSERT(place && place < function->place_count && first_handler + handler_count <= function->handler_count);
    GROW(function, site, 1);
    function->sites[function->site_count] = (struct ssa_site){place, first_handler, handler_count};
    return function->site_count++;
}

u32 ssa_add_handlers(struct ssa_function *function, const struct ssa_handler *handlers, u32 count) {
    if (!count) return function->handler_count;
    GROW(function, handler, count);
    arena_copy(function->arena, &function->handlers[function->handler_count], handlers, count * sizeof(*handlers));
    function->handler_count += count;
    return function->handler_count - count;
}

u32 ssa_add_mark(struct ssa_function *function, u8 kind, u32 method) {
    GROW(function, mark, 1);
    function->marks[function->mark_count] = (struct ssa_mark){kind, method, 0};
    return function->mark_count++;
}

u32 ssa_join_marks(struct ssa_function *function, u32 first, u32 second) {
    if (!first || !second) return first ? first : second;
    u32 copies = function->mark_count, last = 0;
    for (u32 mark = first; mark; mark = function->marks[mark].next) {
        last = ssa_add_mark(function, function->marks[mark].kind, function->marks[mark].method);
        function->marks[last].next = last + 1; // the next copy
        arena_step(function->arena, last);
    }
    function->marks[last].next = second;
    return copies;
}

// The list of a block that only this has made has no other owner yet, so it can be made longer.
void ssa_mark(struct ssa_function *function, u32 block, enum probe_kind kind, u32 method) {
    u32 mark = ssa_add_mark(function, narrow_u8(kind), method);
    struct ssa_block *at = ssa_block_at(function, block);
    if (at->last_mark) {
        function->marks[at->last_mark].next = mark;
    } else {
        at->marks = ssa_join_marks(function, at->marks, mark);
    }
    at->last_mark = mark;
}

u32 ssa_take_marks(struct ssa_function *function, u32 block) {
    struct ssa_block *at = ssa_block_at(function, block);
    u32 marks = at->marks;
    at->marks = at->last_mark = 0;
    return marks;
}

// What has no place among the instructions that are carried out one after the other has no marks.
static bool may_have_marks(u8 operation) {
    return operation != SSA_CONSTANT && operation != SSA_PARAMETER && operation != SSA_PHI &&
           operation != SSA_EXCEPTION;
}

void ssa_append(struct ssa_function *function, u32 block, u32 value) {
    ASSERT(value && value < function->instruction_count && block && block < function->block_count);
    struct ssa_block *to = ssa_block_at(function, block);
    struct ssa_instruction *instruction = ssa_at(function, value);
    ASSERT(instruction->operation != SSA_NONE);
    ASSERT(!to->last || !(ssa_properties[ssa_at(function, to->last)->operation] & SSA_ENDS)); // a terminator is last
    instruction->block = block;
    instruction->previous = to->last;
    instruction->next = 0;
    if (to->last) {
        ssa_at(function, to->last)->next = value;
    } else {
        to->first = value;
    }
    to->last = value;
    if (!to->marks || !may_have_marks(instruction->operation)) return;
    instruction->marks = ssa_join_marks(function, ssa_take_marks(function, block), instruction->marks);
}

void ssa_insert_before(struct ssa_function *function, u32 position, u32 value) {
    ASSERT(value && position && value != position && value < function->instruction_count);
    struct ssa_instruction *at = ssa_at(function, position), *instruction = ssa_at(function, value);
    ASSERT(at->operation != SSA_NONE && at->block && instruction->operation != SSA_NONE);
    if (!instruction->origin) instruction->origin = at->origin;
    instruction->block = at->block;
    instruction->previous = at->previous;
    instruction->next = position;
    if (at->previous) {
        ssa_at(function, at->previous)->next = value;
    } else {
        ssa_block_at(function, at->block)->first = value;
    }
    at->previous = value;
}

void ssa_insert_after(struct ssa_function *function, u32 position, u32 value) {
    struct ssa_instruction *at = ssa_at(function, position);
    if (at->next) {
        ssa_insert_before(function, at->next, value);
    } else {
        ssa_append(function, at->block, value);
    }
}

void ssa_insert_first(struct ssa_function *function, u32 block, u32 value) {
    ASSERT(block && block < function->block_count);
    u32 first = ssa_block_at(function, block)->first;
    if (first) {
        ssa_insert_before(function, first, value);
    } else {
        ssa_append(function, block, value);
    }
}

void ssa_unlink(struct ssa_function *function, u32 value) {
    struct ssa_instruction *instruction = ssa_at(function, value);
    struct ssa_block *block = ssa_block_at(function, instruction->block);
    ASSERT(instruction->operation != SSA_NONE && instruction->block);
    ASSERT((instruction->previous ? ssa_at(function, instruction->previous)->next : block->first) == value);
    ASSERT((instruction->next ? ssa_at(function, instruction->next)->previous : block->last) == value);
    if (instruction->previous) {
        ssa_at(function, instruction->previous)->next = instruction->next;
    } else {
        block->first = instruction->next;
    }
    if (instruction->next) {
        ssa_at(function, instruction->next)->previous = instruction->previous;
    } else {
        block->last = instruction->previous;
    }
    if (instruction->marks) {
        u32 *after = instruction->next ? &ssa_at(function, instruction->next)->marks : &block->marks;
        *after = ssa_join_marks(function, instruction->marks, *after);
        instruction->marks = 0;
    }
    instruction->operation = SSA_NONE;
    instruction->operand_count = 0;
}

u32 ssa_constant(struct ssa_function *function, enum ssa_type type, s64 integer) {
    ASSERT(type != TYPE_VOID);
    if (type == TYPE_INT || type == TYPE_FLOAT) integer = (s32)integer;
    u64 hash = ((u64)integer + (u64)type * 0x1234567) * 0x9e3779b97f4a7c15ull;
    u32 *head = &function->constants[hash >> 58];
    for (u32 value = *head; value; value = ssa_at(function, value)->number) {
        if (ssa_at(function, value)->integer == integer && ssa_at(function, value)->type == type) return value;
    }
    u32 value = ssa_add_instruction(function, SSA_CONSTANT, type, 0);
    ssa_at(function, value)->integer = integer;
    ssa_at(function, value)->number = *head;
    *head = value;
    ssa_insert_first(function, SSA_ENTRY_BLOCK, value);
    return value;
}

void ssa_add_predecessor(struct ssa_function *function, u32 block, u32 predecessor) {
    ASSERT(block && block < function->block_count && predecessor && predecessor < function->block_count);
    struct ssa_block *to = ssa_block_at(function, block);
    ASSERT(to->predecessor_count < UINT16_MAX && to->predecessor_count <= to->predecessor_capacity);
    if (to->predecessor_count == to->predecessor_capacity) {
        u32 capacity = to->predecessor_capacity ? to->predecessor_capacity * 2 : 2;
        u32 list = ssa_add_list(function, capacity);
        if (to->predecessor_count) {
            memcpy(&function->lists[list], &function->lists[to->predecessors], to->predecessor_count * sizeof(u32));
        }
        to->predecessors = list;
        to->predecessor_capacity = capacity;
    }
    function->lists[to->predecessors + to->predecessor_count++] = predecessor;
}

void ssa_set_successors(struct ssa_function *function, u32 block, u32 count) {
    ASSERT(block && block < function->block_count);
    u32 list = ssa_add_list(function, count);
    ssa_block_at(function, block)->successors = list;
    ssa_block_at(function, block)->successor_count = narrow_u16(count);
}

u32 ssa_edge(const struct ssa_function *function, u32 block, u32 predecessor) {
    ASSERT(block && block < function->block_count && predecessor && predecessor < function->block_count);
    const u32 *predecessors = ssa_predecessors(function, block);
    u32 edge = 0, count = ssa_block_at(function, block)->predecessor_count;
    while (edge < count && predecessors[edge] != predecessor) edge++;
    ASSERT(edge < count);
    return edge;
}

void ssa_count_uses(struct ssa_function *function) {
    for (u32 value = 1; value < function->instruction_count; value++) {
        arena_step(function->arena, value);
        ssa_at(function, value)->uses = 0;
    }
    for (u32 i = 0; i < function->order_count; i++) {
        arena_poll(function->arena);
        for (u32 value = ssa_block_at(function, function->order[i])->first; value;
             value = ssa_at(function, value)->next) {
            const u32 *operands = ssa_operands(function, value);
            ASSERT(ssa_at(function, value)->block == function->order[i]);
            for (u32 j = 0; j < ssa_at(function, value)->operand_count; j++) ssa_at(function, operands[j])->uses++;
        }
    }
}
