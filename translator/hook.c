// See hook.h.
#include "translator/hook.h"

#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"
#include "log/log.h"
#include "translator/allocation.h"
#include "translator/program.h"
#include "translator/reader/classfile.h"

static u32 new_probe(struct ssa_function *function, enum probe_kind kind, const struct method *method, u32 operands) {
    u32 probe = ssa_add_instruction(function, SSA_PROBE, TYPE_VOID, operands);
    ssa_at(function, probe)->kind = narrow_u8(kind);
    ssa_at(function, probe)->x = method->id;
    return probe;
}

// The first instruction after constants and parameters.
static u32 first_of_body(const struct ssa_function *function) {
    u32 value = ssa_block_at(function, SSA_ENTRY_BLOCK)->first;
    while (ssa_at(function, value)->operation == SSA_CONSTANT || ssa_at(function, value)->operation == SSA_PARAMETER) {
        value = ssa_at(function, value)->next;
    }
    ASSERT(value);
    return value;
}

// The method's own probes of one place.
static void insert_probes(struct ssa_function *function, enum probe_place place, u32 position) {
    for (u32 kind = 0; kind < PROBE_KINDS; kind++) {
        if (probes[kind].place != place || !(probes[kind].patterns & function->probes)) continue;
        ssa_insert_before(function, position, new_probe(function, (enum probe_kind)kind, function->method, 0));
    }
}

// The method whose bytecode allocates may be inlined here.
static const struct ssa_place *place_of(const struct ssa_function *function, u32 object) {
    u32 site = ssa_at(function, object)->site;
    ASSERT(site && function->sites[site].place);
    return &function->places[function->sites[site].place];
}

static void insert_allocated(struct ssa_function *function, u32 object) {
    u32 probe = new_probe(function, PROBE_ALLOCATED, place_of(function, object)->method, 1);
    ssa_operands(function, probe)[0] = object;
    ssa_insert_after(function, object, probe);
}

// ---- Counting: the allocation itself does it (emit_class.c); its `x` names the site

// The name of the class of arrays, from that of their elements.
static struct text array_name(struct arena *arena, struct text element) {
    bool is_array = element.length && element.bytes[0] == '[';
    char *bytes = arena_alloc(arena, element.length + 3);
    u32 length = 0;
    bytes[length++] = '[';
    if (!is_array) bytes[length++] = 'L';
    memcpy(bytes + length, element.bytes, element.length);
    length += element.length;
    if (!is_array) bytes[length++] = ';';
    return (struct text){bytes, narrow_u16(length < UINT16_MAX ? length : UINT16_MAX)}; // none has a longer name
}

// What it allocates is the first operand: a class, or what a constant-pool entry will be resolved to.
static void set_class(const struct ssa_function *function, u32 object, struct allocation_place *place) {
    const struct ssa_instruction *operand = ssa_at(function, ssa_operand(function, object, 0));
    if (operand->operation == SSA_CONSTANT) {
        place->class = class_at((u32)operand->integer);
        if (!class_is_array(place->class)) place->object_bytes = place->class->instance_bytes;
        return;
    }
    ASSERT(operand->operation == SSA_RESOLVE && operand->y);
    place->class_name = classfile_class_name(class_at(operand->y)->file, low_u16(operand->packed));
    if (operand->packed >> 16 == SLOT_ARRAY) place->class_name = array_name(function->arena, place->class_name);
}

static void count_allocation(const struct ssa_function *function, u32 object) {
    const struct ssa_place *at = place_of(function, object);
    if (!allocation_is_counted(at->method)) return;
    struct allocation_place place = {
        .method = at->method, .bytecode_index = at->bytecode_index, .kind = ALLOCATION_CODE};
    set_class(function, object, &place);
    u32 site = allocation_site(&place);
    ssa_at(function, object)->x = site + 1;
    ssa_at(function, object)->y = log_allocation_is_fixed(site);
}

static void count_allocations(const struct ssa_function *function) {
    struct log_reading start = log_read(log_self());
    for (u32 value = 1, end = function->instruction_count; value < end; value++) {
        if (value % ARENA_STEPS_A_POLL == 0) {
            log_allocation_charge(log_self(), &start);
            arena_poll(function->arena);
            start = log_read(log_self());
        }
        u8 operation = ssa_at(function, value)->operation;
        if (operation == SSA_NEW || operation == SSA_NEW_ARRAY) count_allocation(function, value);
    }
    log_allocation_charge(log_self(), &start);
}

void hook_insert(struct ssa_function *function, const struct translate_options *options) {
    if (log_counts_allocations()) count_allocations(function);
    if (!function->probes && !options->probe_allocations) return;
    insert_probes(function, PROBE_ENTERS, first_of_body(function));
    for (u32 value = 1, end = function->instruction_count; value < end; value++) {
        arena_step(function->arena, value);
        u8 operation = ssa_at(function, value)->operation;
        if (operation == SSA_RETURN) insert_probes(function, PROBE_LEAVES, value);
        bool allocates = operation == SSA_NEW || operation == SSA_NEW_ARRAY;
        if (allocates && options->probe_allocations) insert_allocated(function, value);
    }
}
