// The builder's frame: the entry block, the blocks of bytecode in their order, and what the other parts share. See
// build.h.
#include "translator/build.h"

#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"
#include "translator/entries.h"

// ---- Emission

u32 build_place(struct builder *builder) {
    if (!builder->place) {
        builder->place = ssa_add_place(builder->function, builder->method, builder->index, builder->caller_place);
    }
    return builder->place;
}

static u32 current_site(struct builder *builder) {
    if (builder->site) return builder->site;
    ASSERT(builder->block && builder->block < builder->block_capacity);
    const struct build_block *state = &builder->blocks[builder->block];
    u32 place = build_place(builder);
    builder->site = ssa_add_site(builder->function, place, state->first_handler, state->handler_count);
    return builder->site;
}

void build_begin_bytecode(struct builder *builder) { builder->site = builder->place = 0; }

void build_begin_entry(struct builder *builder) {
    builder->site = builder->function->entry_site;
    builder->place = builder->function->sites[builder->site].place;
}

void build_enter_native(struct builder *builder, struct method *native) {
    u32 number = current_site(builder); // may move the array
    const struct ssa_site site = builder->function->sites[number];
    builder->place = ssa_add_place(builder->function, native, 0, site.place);
    builder->site = ssa_add_site(builder->function, builder->place, site.first_handler, site.handler_count);
}

u32 build_emit(struct builder *builder, enum ssa_operation operation, enum ssa_type type, u32 operand_count,
               const u32 *operands) {
    u32 value = ssa_add_instruction(builder->function, operation, type, operand_count);
    if (operand_count) memcpy(ssa_operands(builder->function, value), operands, operand_count * sizeof(u32));
    if (ssa_properties[operation] & (SSA_THROWS | SSA_SAFEPOINT)) {
        build_at(builder, value)->site = current_site(builder);
    }
    build_at(builder, value)->origin = build_place(builder);
    ssa_append(builder->function, builder->block, value);
    return value;
}

u32 build_emit_0(struct builder *builder, enum ssa_operation operation, enum ssa_type type) {
    return build_emit(builder, operation, type, 0, NULL);
}

u32 build_emit_1(struct builder *builder, enum ssa_operation operation, enum ssa_type type, u32 a) {
    return build_emit(builder, operation, type, 1, &a);
}

u32 build_emit_2(struct builder *builder, enum ssa_operation operation, enum ssa_type type, u32 a, u32 b) {
    return build_emit(builder, operation, type, 2, (u32[]){a, b});
}

u32 build_emit_3(struct builder *builder, enum ssa_operation operation, enum ssa_type type, u32 a, u32 b, u32 c) {
    return build_emit(builder, operation, type, 3, (u32[]){a, b, c});
}

u32 build_entry(struct builder *builder, u32 entry, enum ssa_type type, u32 operand_count, const u32 *operands) {
    ASSERT(entry < ENTRY_COUNT);
    u32 call = build_emit(builder, SSA_CALL_ENTRY, type, operand_count, operands);
    build_at(builder, call)->integer = entry;
    return call;
}

u32 build_int(struct builder *builder, s32 value) { return ssa_constant(builder->function, TYPE_INT, value); }

static void add_once(struct translate_journal *journal, const struct class **list, u32 *count,
                     const struct class *class) {
    for (u32 i = 0; i < *count; i++) {
        if (list[i] == class) return;
    }
    journal->is_cut |= *count == journal->capacity;
    if (!journal->is_cut) list[(*count)++] = class;
}

void build_journal_initialised(const struct builder *builder, const struct class *class) {
    struct translate_journal *journal = builder->options->journal;
    if (journal) add_once(journal, journal->initialised, &journal->initialised_count, class);
}

void build_journal_known(const struct builder *builder, const struct class *class) {
    struct translate_journal *journal = builder->options->journal;
    if (journal && class) add_once(journal, journal->known, &journal->known_count, class);
}

void build_journal_constant(const struct builder *builder, const struct field *field, s64 bits) {
    struct translate_journal *journal = builder->options->journal;
    if (!journal) return;
    journal->is_cut |= journal->constant_count == journal->capacity;
    if (!journal->is_cut) journal->constants[journal->constant_count++] = (struct translate_constant){field, bits};
}

// A static method of the class cannot be entered otherwise. An instance method can, with an object that has escaped
// from the initialiser: then other threads have to wait, and if the initialiser fails, all of them get an error for
// good.
bool build_is_initialised(const struct builder *builder, const struct class *class) {
    if (class->state == CLASS_INITIALISED) {
        build_journal_initialised(builder, class);
        return true;
    }
    for (; builder; builder = builder->caller) {
        if (builder->class == class && builder->method->access_flags & ACC_STATIC) return true;
    }
    return false;
}

void build_null_check(struct builder *builder, u32 reference) {
    build_emit_1(builder, SSA_CHECK_NULL, TYPE_VOID, reference);
}

void build_note_slow(struct builder *builder) {
    builder->function->slow_places += !builder->blocks[builder->block].throws;
}

// ---- Operand stack

void build_push_word(struct builder *builder, u32 value) {
    if (builder->depth >= builder->code.max_stack) {
        builder->error = "operand stack overflow";
        return;
    }
    builder->values[builder->code.max_locals + builder->depth++] = value;
}

u32 build_pop_word(struct builder *builder) {
    if (builder->depth == 0) {
        builder->error = "operand stack underflow";
        return build_int(builder, 0);
    }
    ASSERT(builder->depth <= builder->code.max_stack);
    return builder->values[builder->code.max_locals + --builder->depth];
}

static bool is_wide(struct builder *builder, u32 value) {
    u8 type = build_at(builder, value)->type;
    return type == TYPE_LONG || type == TYPE_DOUBLE;
}

u32 build_push(struct builder *builder, u32 value) {
    build_push_word(builder, value);
    if (is_wide(builder, value)) build_push_word(builder, BUILD_SECOND_WORD);
    return value;
}

u32 build_pop(struct builder *builder) {
    u32 value = build_pop_word(builder);
    if (value == BUILD_SECOND_WORD) value = build_pop_word(builder);
    if (value == BUILD_SECOND_WORD) {
        builder->error = "operand stack of other types";
        value = build_int(builder, 0);
    }
    return value;
}

// ---- Entry and exit

static u32 load_lock_variable(struct builder *builder) {
    ASSERT(builder->lock_variable < builder->function->frame_variable_count);
    u32 load = build_emit_0(builder, SSA_FRAME_LOAD, TYPE_REF);
    build_at(builder, load)->integer = builder->lock_variable;
    return load;
}

static void store_lock_variable(struct builder *builder, u32 value) {
    ASSERT(builder->lock_variable < builder->function->frame_variable_count);
    u32 store = build_emit_1(builder, SSA_FRAME_STORE, TYPE_VOID, value);
    build_at(builder, store)->integer = builder->lock_variable;
}

static u32 own_mirror(struct builder *builder) {
    ASSERT(builder->class->mirror);
    return ssa_constant(builder->function, TYPE_REF, builder->class->mirror);
}

// What a synchronized method locks: its receiver, which is kept in a frame variable, or its class's mirror.
static u32 lock_object(struct builder *builder) {
    return builder->method->access_flags & ACC_STATIC ? own_mirror(builder) : load_lock_variable(builder);
}

void build_monitor(struct builder *builder, enum ssa_operation operation, u32 object) {
    if (!builder->lists_locks) {
        build_emit_1(builder, operation, TYPE_VOID, object);
        return;
    }
    u32 operands[] = {load_lock_variable(builder), object};
    if (operation == SSA_MONITOR_ENTER) {
        store_lock_variable(builder, build_entry(builder, ENTRY_locks_enter, TYPE_REF, 2, operands));
    } else {
        build_entry(builder, ENTRY_locks_exit, TYPE_VOID, 2, operands);
    }
}

static void leave_synchronized(struct builder *builder) {
    u32 exit = build_emit_1(builder, SSA_MONITOR_EXIT, TYPE_VOID, lock_object(builder));
    build_at(builder, exit)->site = builder->function->entry_site;
}

u32 build_unlock_for(struct builder *builder, u32 exception) {
    ASSERT(builder->lists_locks || builder->is_synchronized);
    if (builder->lists_locks) {
        u32 operands[] = {load_lock_variable(builder), exception, build_int(builder, builder->is_synchronized)};
        return build_entry(builder, ENTRY_locks_unwind, TYPE_REF, 3, operands);
    }
    leave_synchronized(builder);
    return exception;
}

// Nothing here throws unless the locks are listed: then handlers of the method itself may catch it.
static void unlock_to_return(struct builder *builder) {
    if (builder->lists_locks) {
        u32 operands[] = {load_lock_variable(builder), build_int(builder, builder->is_synchronized)};
        build_entry(builder, ENTRY_locks_return, TYPE_VOID, 2, operands);
    } else if (builder->is_synchronized) {
        u32 exit_site = ssa_add_site(builder->function, build_place(builder), 0, 0);
        leave_synchronized(builder);
        build_at(builder, ssa_block_at(builder->function, builder->block)->last)->site = exit_site;
    }
}

void build_return(struct builder *builder, u32 value) {
    if (builder->caller) {
        build_inline_return(builder, value);
        return;
    }
    unlock_to_return(builder);
    if (value) {
        build_emit_1(builder, SSA_RETURN, TYPE_VOID, value);
    } else {
        build_emit_0(builder, SSA_RETURN, TYPE_VOID);
    }
}

static u32 add_parameter(struct builder *builder, u32 number, enum ssa_type type) {
    u32 parameter = build_emit_0(builder, SSA_PARAMETER, type);
    build_at(builder, parameter)->integer = number;
    return parameter;
}

// Moves the parameters to the locals where the JVMS wants them. Returns how many there are.
static u32 add_parameters(struct builder *builder) {
    u32 number = 0, local = 0;
    if (!(builder->method->access_flags & ACC_STATIC)) {
        ASSERT(builder->variable_count);
        builder->values[local++] = add_parameter(builder, number++, TYPE_REF);
    }
    for (const char *at = builder->method->descriptor->text + 1; *at != ')'; at = descriptor_skip(at)) {
        enum ssa_type type = ssa_type_of_letter(*at);
        u32 parameter = add_parameter(builder, number++, type);
        ASSERT(local < builder->variable_count);
        builder->values[local++] = parameter;
        if (!is_wide(builder, parameter)) continue;
        ASSERT(local < builder->variable_count);
        builder->values[local++] = BUILD_SECOND_WORD;
    }
    return number;
}

static void enter_locks(struct builder *builder) {
    bool is_static = builder->method->access_flags & ACC_STATIC;
    if (builder->lists_locks || (builder->is_synchronized && !is_static)) {
        builder->lock_variable = ssa_add_frame_variable(builder->function, TYPE_REF);
        store_lock_variable(builder,
                            builder->lists_locks ? ssa_constant(builder->function, TYPE_REF, 0) : builder->values[0]);
    }
    if (!builder->is_synchronized) return;
    build_monitor(builder, SSA_MONITOR_ENTER, is_static ? own_mirror(builder) : builder->values[0]);
}

u32 build_entry_block(struct builder *builder) {
    struct build_block *state = &builder->blocks[SSA_ENTRY_BLOCK];
    state->values = ARENA_ARRAY(builder->arena, u32, builder->variable_count);
    state->filled = true;
    builder->block = SSA_ENTRY_BLOCK;
    builder->values = state->values;
    builder->depth = 0;
    build_begin_entry(builder);
    u32 count = add_parameters(builder);
    enter_locks(builder);
    return count;
}

// ---- Bytecode

// If it has no terminator of its own, the last bytecode falls through.
static void end_block(struct builder *builder) {
    struct ssa_function *function = builder->function;
    u32 block = builder->block, last = ssa_block_at(function, block)->last;
    if (last == 0 || !(ssa_properties[ssa_at(function, last)->operation] & SSA_ENDS)) {
        build_emit_0(builder, SSA_JUMP, TYPE_VOID);
    }
    builder->blocks[block].depth = narrow_u16(builder->depth);
    builder->blocks[block].filled = true;
}

static void build_block(struct builder *builder, u32 block) {
    ASSERT(block && block < builder->block_capacity);
    build_enter_block(builder, block);
    builder->next_index = builder->blocks[block].start;
    builder->index = builder->next_index;
    build_begin_bytecode(builder);
    build_enter_range(builder, block);
    build_count_block(builder, block);
    do {
        builder->index = builder->next_index;
        builder->next_index += bytecode_length(builder->code.bytes, builder->code.length, builder->index);
        build_begin_bytecode(builder);
        arena_poll(builder->arena);
        build_bytecode(builder);
    } while (!builder->error && builder->next_index < builder->code.length && !builder->leaders[builder->next_index]);
    if (!builder->error) build_place_successors(builder, builder->block);
    end_block(builder);
}

void build_bytecodes(struct builder *builder) {
    builder->block = builder->entry_block;
    build_emit_0(builder, SSA_JUMP, TYPE_VOID);
    for (u32 i = 0; i < builder->order_count && !builder->error; i++) build_block(builder, builder->order[i]);
    if (!builder->error) build_finish_phis(builder);
}

static const char *build_from_bytecode(struct builder *builder) {
    build_find_blocks(builder);
    if (builder->error) return builder->error;
    build_entry_block(builder);
    build_find_handlers(builder);
    build_bytecodes(builder);
    return builder->error;
}

// Sets *has_monitors if there are bytecodes that enter or leave monitors.
static const char *build_once(struct ssa_function *function, const struct translate_options *options, bool lists_locks,
                              bool *has_monitors) {
    struct method *method = function->method;
    u32 inlined_bytes = 0;
    struct builder builder = {.function = function,
                              .arena = function->arena,
                              .method = method,
                              .class = method->holder,
                              .options = options,
                              .file = method->holder->file,
                              .inlined_bytes = &inlined_bytes,
                              .lists_locks = lists_locks,
                              .entry_block = SSA_ENTRY_BLOCK};
    builder.is_synchronized = method->access_flags & ACC_SYNCHRONIZED;
    if (method->access_flags & ACC_NATIVE) return build_native(&builder);
    if (!classfile_code(builder.file, &builder.file->methods[method->index], &builder.code)) {
        return "method without code";
    }
    build_fit_variables(&builder);
    const char *error = build_from_bytecode(&builder);
    *has_monitors = builder.has_monitors;
    return error;
}

const char *build_function(struct ssa_function *function, const struct translate_options *options) {
    bool has_monitors = false;
    const char *error = build_once(function, options, false, &has_monitors);
    if (error || !has_monitors || build_locks_are_structured(function)) return error;
    ssa_init(function, function->arena, function->method, function->instruction_count);
    return build_once(function, options, true, &has_monitors);
}
