// From SSA form with its register allocation to code and tables: the frame, the blocks in order, sites, the forms of
// jumps. See emit.h.
#include "translator/emit.h"

#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"
#include "translator/codespace.h"
#include "translator/regalloc_check.h"
#include "translator/translate.h"

#define BYTES_PER_INSTRUCTION 64
#define MAP_SEARCH 8u
#define LARGE_FRAME_BYTES 4096u

void *emit_grow(struct emitter *m, void *array, u32 count, u32 *capacity, u32 element_bytes) {
    ASSERT(count <= *capacity);
    if (count < *capacity) return array;
    u32 larger = *capacity ? *capacity * 2 : 64;
    u8 *grown = arena_alloc_raw(m->arena, (size_t)larger * element_bytes);
    arena_copy(m->arena, grown, array, (size_t)*capacity * element_bytes);
    *capacity = larger;
    return grown;
}

// ---- Labels

#define NEAR_JUMP_BYTES 5u
#define NEAR_BRANCH_BYTES 6u
#define SHORT_BYTES 2u

// How many there will be is not known before: a block may be emitted again at each jump to it.
u32 emit_new_labels(struct emitter *m, u32 count) {
    u32 first = m->label_count;
    for (u32 i = 0; i < count; i++) {
        m->labels = emit_grow(m, m->labels, m->label_count, &m->label_capacity, sizeof(*m->labels));
        m->label_count++;
    }
    return first;
}

void emit_label(struct emitter *m, u32 label) {
    ASSERT(label < m->label_count);
    m->zero_end = 0; // others come here
    m->labels[label] = (struct label){encode_offset(&m->out), m->jump_count};
}

static void add_jump(struct emitter *m, u32 label, bool is_branch) {
    ASSERT(label < m->label_count);
    m->jumps = emit_grow(m, m->jumps, m->jump_count, &m->jump_capacity, sizeof(*m->jumps));
    m->jumps[m->jump_count++] = (struct jump){encode_offset(&m->out), label, is_branch, false};
}

void emit_jump(struct emitter *m, u32 label) {
    encode_jump(&m->out, 0, true);
    add_jump(m, label, false);
}

void emit_branch(struct emitter *m, enum encode_condition condition, u32 label) {
    encode_branch(&m->out, condition, 0, true);
    add_jump(m, label, true);
}

static u32 final_offset(const struct emitter *m, struct label label) {
    ASSERT(label.jumps <= m->jump_count);
    return label.offset - m->shorter[label.jumps];
}

// Chooses the forms. Shortening other jumps moves no jump further from its target.
static void shorten_jumps(struct emitter *m) {
    m->shorter = ARENA_RAW_ARRAY(m->arena, u32, m->jump_count + 1);
    m->shorter[0] = 0;
    for (u32 i = 0; i < m->jump_count; i++) {
        struct jump *jump = &m->jumps[i];
        arena_step(m->arena, i);
        s32 distance = (s32)(m->labels[jump->label].offset - jump->end);
        jump->is_short = distance == (s8)distance;
        u32 bytes = jump->is_branch ? NEAR_BRANCH_BYTES : NEAR_JUMP_BYTES;
        m->shorter[i + 1] = m->shorter[i] + (jump->is_short ? bytes - SHORT_BYTES : 0);
    }
}

static u8 *move_bytes(u8 *to, const u8 *from, const u8 *end) {
    memmove(to, from, (size_t)(end - from));
    return to + (end - from);
}

// Moves together what was encoded, with the chosen forms, none of which is longer.
static void compact_code(struct emitter *m) {
    u8 *from = m->out.start, *to = from;
    for (u32 i = 0; i < m->jump_count; i++) {
        arena_step(m->arena, i);
        const struct jump *jump = &m->jumps[i];
        u8 *end = m->out.start + jump->end;
        ASSERT(from <= end && end <= m->out.next && to <= from);
        u32 distance = final_offset(m, m->labels[jump->label]) - (jump->end - m->shorter[i + 1]);
        if (!jump->is_short) {
            memcpy(end - sizeof(distance), &distance, sizeof(distance));
            continue;
        }
        // 0F 8x is 7x then, E9 is EB.
        u8 opcode = jump->is_branch ? low_u8(end[1 - (s32)NEAR_BRANCH_BYTES] - 0x10) : 0xeb;
        to = move_bytes(to, from, end - (jump->is_branch ? NEAR_BRANCH_BYTES : NEAR_JUMP_BYTES));
        *to++ = opcode;
        *to++ = low_u8(distance);
        from = end;
    }
    m->out.next = move_bytes(to, from, m->out.next);
}

u32 emit_cold_label(struct emitter *m, enum cold_kind kind, u32 value) {
    m->colds = emit_grow(m, m->colds, m->cold_count, &m->cold_capacity, sizeof(*m->colds));
    u32 label = emit_new_labels(m, 2);
    m->colds[m->cold_count++] = (struct cold){narrow_u8(kind), value, label};
    return label;
}

void emit_was_instruments(struct emitter *m, u32 start) {
    if (start == encode_offset(&m->out)) return;
    m->instruments =
        emit_grow(m, m->instruments, m->instrument_count, &m->instrument_capacity, sizeof(*m->instruments));
    m->instruments[m->instrument_count++] = (struct emit_range){start, encode_offset(&m->out)};
}

// ---- Sites and maps

static u32 *new_map(struct emitter *m) {
    m->maps = emit_grow(m, m->maps, m->map_count, &m->map_capacity, m->map_words * 4u);
    u32 *map = m->maps + (size_t)m->map_count * m->map_words;
    memset(map, 0, m->map_words * sizeof(u32));
    return map;
}

// Frame variables have the first slots, in their order.
static u32 *new_map_with(struct emitter *m, const u32 *live_variables) {
    u32 *map = new_map(m);
    ASSERT(m->frame_live.words <= m->map_words);
    memcpy(map, live_variables, m->frame_live.words * sizeof(u32));
    return map;
}

// The new map's number, or that of an equal one among the most recent.
static u32 keep_map(struct emitter *m) {
    const u32 *map = m->maps + (size_t)m->map_count * m->map_words;
    for (u32 i = m->map_count; i-- > 0 && m->map_count - i <= MAP_SEARCH;) {
        if (memcmp(m->maps + (size_t)i * m->map_words, map, m->map_words * sizeof(u32)) == 0) return i;
    }
    return m->map_count++;
}

u32 emit_frame_map(struct emitter *m, u32 value) {
    if (m->frame_live.words == 0 || m->frame_live.at_site[value] == 0) return 0;
    new_map_with(m, frame_live_at(&m->frame_live, value));
    return keep_map(m);
}

static void add_to_map(const struct emitter *m, u32 *map, u32 slot) {
    ASSERT(slot < m->slot_count);
    map[slot / 32] |= 1u << (slot % 32);
}

u32 emit_map(struct emitter *m, u32 value) {
    const struct allocator *a = m->allocator;
    const struct ssa_instruction *instruction = emit_at(m, value);
    const u32 *values = &a->map_values[a->allocations[value].map];
    u32 *map = m->frame_live.words ? new_map_with(m, frame_live_at(&m->frame_live, value)) : new_map(m);
    u32 slot = m->handle_slot;
    for (u32 i = 0; i < values[0]; i++) add_to_map(m, map, a->values[values[1 + i]].slot);
    if (instruction->operation == SSA_CALL_NATIVE && instruction->kind == SSA_NATIVE_HANDLE) {
        for (u32 i = instruction->flags & SSA_BOUND_LATE ? 1 : 0; i < instruction->operand_count; i++) {
            if (emit_at(m, ssa_operand(m->function, value, i))->type == TYPE_REF) add_to_map(m, map, slot++);
        }
    }
    return keep_map(m);
}

static u32 entry_map(struct emitter *m) {
    u32 *map = m->frame_live.words ? new_map_with(m, frame_live_at_entry(&m->frame_live)) : new_map(m);
    for (u32 value = ssa_block_at(m->function, SSA_ENTRY_BLOCK)->first; value; value = emit_at(m, value)->next) {
        if (emit_at(m, value)->operation == SSA_PARAMETER && emit_at(m, value)->type == TYPE_REF &&
            m->allocator->values[value].flags & VALUE_IN_SLOT) {
            add_to_map(m, map, m->allocator->values[value].slot);
        }
    }
    return keep_map(m);
}

void emit_site(struct emitter *m, u32 ssa_site, u32 map) {
    ASSERT(ssa_site && ssa_site < m->function->site_count);
    m->sites = emit_grow(m, m->sites, m->site_count, &m->site_capacity, sizeof(*m->sites));
    m->sites[m->site_count++] = (struct emit_site){encode_offset(&m->out), m->jump_count, ssa_site, map};
}

void emit_trap(struct emitter *m, u32 value) {
    if (!(emit_at(m, value)->flags & SSA_TRAPS)) return;
    emit_site(m, emit_at(m, value)->site, emit_frame_map(m, value));
    m->sites[m->site_count - 1].offset++;
}

void emit_call_leaf(struct emitter *m, enum entry_number entry) {
    ASSERT(entry < ENTRY_COUNT);
    encode_call_memory(&m->out, thread_field(offsetof(struct code_thread, entries) + 8 * (size_t)entry));
}

void emit_call_entry(struct emitter *m, enum entry_number entry, u32 value) {
    emit_call_leaf(m, entry);
    if (value == 0) {
        emit_site(m, m->function->entry_site, entry_map(m));
    } else if (ssa_properties[emit_at(m, value)->operation] & SSA_SAFEPOINT) {
        emit_site(m, emit_at(m, value)->site, emit_map(m, value));
    } else {
        emit_site(m, emit_at(m, value)->site, emit_frame_map(m, value));
    }
}

// ---- Instructions

static void emit_parameter(struct emitter *m, u32 value) {
    const struct ssa_instruction *instruction = emit_at(m, value);
    u8 result = m->allocator->allocations[value].result;
    if (instruction->uses == 0) return;
    if (instruction->packed) {
        emit_load_slot(m, instruction->type, result, address_base(RBP, 8 + 8 * (s32)instruction->packed));
    } else if (instruction->type == TYPE_INT && m->allocator->values[value].flags & VALUE_EXTEND) {
        encode_register(&m->out, X_MOV, result, result);
    }
}

static void emit_frame_store(struct emitter *m, u32 value) {
    ASSERT((u64)emit_at(m, value)->integer < m->function->frame_variable_count);
    struct move move = move_of_operand(m->allocator, value, 0, LOCATION_SLOT);
    move.to_address = slot_address((u32)emit_at(m, value)->integer);
    emit_move(m, &move);
}

static void emit_operation(struct emitter *m, u32 value) {
    const struct ssa_instruction *instruction = emit_at(m, value);
    u8 operation = instruction->operation;
    if (constraint_calls(m->function, value)) {
        emit_call(m, value);
    } else if (operation >= SSA_ADD && operation <= SSA_IS) {
        emit_value(m, value);
    } else if (operation >= SSA_LOAD && operation <= SSA_ARRAY_LENGTH) {
        emit_memory(m, value);
    } else if (operation >= SSA_CHECK_NULL && operation <= SSA_POLL) {
        emit_class(m, value);
    } else if (operation == SSA_PARAMETER) {
        emit_parameter(m, value);
    } else if (operation == SSA_FRAME_STORE) {
        emit_frame_store(m, value);
    } else if (operation == SSA_FRAME_LOAD) {
        emit_load_slot(m, instruction->type, m->allocator->allocations[value].result,
                       slot_address((u32)instruction->integer));
    } else if (operation == SSA_PROBE) {
        if (ssa_is_probe(instruction, PROBE_INSIDE)) emit_probe(m, value);
    } else {
        emit_control(m, value);
    }
}

static void emit_instruction(struct emitter *m, u32 value) {
    const struct value_state *state = &m->allocator->values[value];
    u8 operation = emit_at(m, value)->operation, result = m->allocator->allocations[value].result;
    if (operation == SSA_CONSTANT) return;
    arena_poll(m->arena);
    emit_marks(m, emit_at(m, value)->marks);
    emit_origin(m, value);
    emit_recorded_moves(m, value);
    if (operation != SSA_PHI) emit_operation(m, value);
    if (state->flags & VALUE_STORED && result < LOCATION_REGISTERS) {
        emit_store_slot(m, emit_at(m, value)->type, emit_slot(m, value), result);
    }
}

static void emit_instructions(struct emitter *m, u32 block) {
    emit_block_origin(m, block);
    for (u32 value = ssa_block_at(m->function, block)->first; value; value = emit_at(m, value)->next) {
        emit_instruction(m, value);
    }
}

void emit_again(struct emitter *m, u32 block) {
    u32 next_move = m->next_move;
    ASSERT(m->first_moves[block] <= next_move); // it has been emitted before
    m->next_move = m->first_moves[block];
    emit_instructions(m, block);
    m->next_move = next_move;
}

// The first block from this place of the order on that is more than a jump; 0 if there is none.
static u32 block_from(const struct emitter *m, u32 position) {
    const u32 *order = m->function->order;
    while (position < m->function->order_count && m->targets[order[position]] != order[position]) position++;
    return position < m->function->order_count ? order[position] : 0;
}

static void emit_block(struct emitter *m, u32 position) {
    ASSERT(position < m->function->order_count);
    u32 block = m->function->order[position];
    emit_label(m, block);
    if (m->targets[block] != block) return;
    m->next_block = block_from(m, position + 1);
    m->first_moves[block] = m->next_move;
    emit_instructions(m, block);
}

// ---- Frame

// Room for what calls need: arguments at rsp, references of handle natives in slots, and one word for a native's
// address.
static void lay_out_frame(struct emitter *m) {
    u32 outgoing = 0, handles = 0;
    for (u32 value = 1; value < m->function->instruction_count; value++) {
        const struct ssa_instruction *instruction = emit_at(m, value);
        arena_step(m->arena, value);
        if (instruction->operation == SSA_NONE || !(ssa_properties[instruction->operation] & SSA_CALLS)) continue;
        bool is_handle = instruction->operation == SSA_CALL_NATIVE && instruction->kind == SSA_NATIVE_HANDLE;
        struct argument_counter counter = {.integers = is_handle};
        u32 refs = is_handle;
        for (u32 i = 0; i < instruction->operand_count; i++) {
            u8 type = emit_at(m, ssa_operand(m->function, value, i))->type;
            argument_next(&counter, type);
            refs += type == TYPE_REF;
        }
        u32 words = instruction->operation == SSA_NEW_MULTI ? instruction->operand_count - 1u : counter.stacks;
        if (words > outgoing) outgoing = words;
        if (is_handle && refs > handles) handles = refs;
    }
    ASSERT(m->allocator->slot_count >= m->function->frame_variable_count); // whose slots are the first
    m->handle_slot = m->allocator->slot_count;
    m->slot_count = m->handle_slot + handles;
    m->map_words = (m->slot_count + 31) / 32;
    m->frame_bytes = ALIGN_UP(8 * (m->slot_count + outgoing), 16u);
}

bool emit_counts(const struct emitter *m) { return m->function->slow_places && !m->options->again; }

// eax is still the method, and nothing has been done yet: its new code takes the call over.
static void emit_countdown(struct emitter *m) {
    if (!emit_counts(m)) return;
    encode_alu_memory_immediate(&m->out, ALU_SUB, false, address_base(RAX, offsetof(struct method, countdown)), 1);
    emit_branch(m, CC_S, emit_cold_label(m, COLD_AGAIN, 0));
}

// The poll that follows checks the stack when the frame has its size. A large frame could reach below everything that
// is kept for C under the stack's limit, so it does not get that size before it is known to fit.
static void emit_room_check(struct emitter *m) {
    if (m->frame_bytes < LARGE_FRAME_BYTES) return;
    u32 cold = emit_cold_label(m, COLD_NO_ROOM, 0);
    emit_label(m, cold + 1);
    encode_memory(&m->out, X_LEA | OP_W, SCRATCH, address_base(RSP, -(s32)m->frame_bytes));
    encode_memory(&m->out, X_CMP | OP_W, SCRATCH, THREAD_FIELD(real_stack_limit));
    emit_branch(m, CC_BE, cold);
}

// Zeroes those that a map may name before they are stored to.
static void zero_frame_variables(struct emitter *m) {
    bool is_zero = false;
    for (u32 word = 0; word < m->frame_live.words; word++) {
        for (u32 rest = frame_live_at_entry(&m->frame_live)[word]; rest; rest &= rest - 1) {
            if (!is_zero) encode_register(&m->out, X_XOR, SCRATCH, SCRATCH);
            is_zero = true;
            encode_memory(&m->out, X_MOV_STORE, SCRATCH, slot_address(word * 32 + (u32)__builtin_ctz(rest)));
        }
    }
}

static void emit_prologue(struct emitter *m) {
    emit_origin(m, 0);
    emit_countdown(m);
    emit_probes(m, SSA_ENTRY_BLOCK, PROBE_ENTERS);
    m->frame = (struct label){encode_offset(&m->out), m->jump_count};
    encode_push(&m->out, RBP);
    encode_register(&m->out, X_MOV | OP_W, RBP, RSP);
    emit_room_check(m);
    if (m->frame_bytes) encode_alu_immediate(&m->out, ALU_SUB, true, RSP, (s32)m->frame_bytes);
    zero_frame_variables(m);
    u32 cold = emit_cold_label(m, COLD_ENTRY_POLL, 0);
    encode_memory(&m->out, X_CMP | OP_W, RSP, THREAD_FIELD(stack_limit));
    emit_branch(m, CC_BE, cold);
    emit_label(m, cold + 1);
}

static void encode_function(struct emitter *m) {
    m->out.next = m->out.start;
    m->out.word_count = 0;
    m->cold_count = m->jump_count = m->site_count = m->run_count = m->map_count = m->instrument_count = m->next_move =
        0;
    m->label_count = m->function->block_count;
    ASSERT(m->label_count <= m->label_capacity);
    new_map(m); // map 0 is empty
    m->map_count = 1;
    emit_prologue(m);
    for (u32 i = 0; i < m->function->order_count; i++) emit_block(m, i);
    ASSERT(m->next_move == m->allocator->move_count); // each has been made in its place
    emit_cold_paths(m);
}

// ---- Tables

// Which places are in the tables: `numbers` by place of the SSA form. First those that sites name, and their callers,
// then those that only runs do.
struct places {
    u32 *numbers;
    u32 of_sites, count;
};

#define WANTED UINT32_MAX

static void want_place(const struct emitter *m, struct places *places, u32 place) {
    for (; place && !places->numbers[place]; place = m->function->places[place].caller) {
        places->numbers[place] = WANTED;
    }
}

static void number_wanted(const struct emitter *m, struct places *places) {
    for (u32 i = 1; i < m->function->place_count; i++) {
        arena_step(m->arena, i);
        if (places->numbers[i] == WANTED) places->numbers[i] = places->count++;
    }
    ASSERT(places->count <= m->function->place_count);
}

static struct places number_places(const struct emitter *m) {
    // place 0: what the list begins with in the SSA form too
    struct places places = {.numbers = ARENA_ARRAY(m->arena, u32, m->function->place_count), .count = 1};
    for (u32 i = 0; i < m->site_count; i++) {
        arena_step(m->arena, i);
        want_place(m, &places, m->function->sites[m->sites[i].site].place);
    }
    number_wanted(m, &places);
    places.of_sites = places.count;
    for (u32 i = 0; i < m->run_count; i++) {
        arena_step(m->arena, i);
        want_place(m, &places, m->runs[i].place);
    }
    if (m->run_count) number_wanted(m, &places);
    return places;
}

static struct code_place *make_places(const struct emitter *m, const struct places *numbered) {
    const struct ssa_function *function = m->function;
    const u32 *numbers = numbered->numbers;
    struct code_place *places = codespace_table(m->function->method, numbered->count * sizeof(*places));
    for (u32 i = 0; places && i < function->place_count; i++) {
        const struct ssa_place *place = &function->places[i];
        arena_step(m->arena, i);
        if (i == 0 || numbers[i]) {
            places[numbers[i]] = (struct code_place){place->method, place->bytecode_index,
                                                     place->caller ? &places[numbers[place->caller]] : NULL};
        }
    }
    return places;
}

static struct code_origins *make_origins(const struct emitter *m, const struct places *places) {
    size_t bytes = sizeof(struct code_origins) + m->run_count * sizeof(struct code_origin);
    struct code_origins *origins = codespace_table(m->function->method, bytes);
    if (!origins) return NULL;
    *origins = (struct code_origins){.place_count = places->count, .count = m->run_count};
    for (u32 i = 0; i < m->run_count; i++) {
        arena_step(m->arena, i);
        origins->runs[i] =
            (struct code_origin){m->runs[i].offset - m->shorter[m->runs[i].jumps], places->numbers[m->runs[i].place]};
    }
    return origins;
}

// Each list of handlers once, ended by one without a method; `starts` says, by first handler of the SSA form, where it
// begins.
static struct code_handler *make_handlers(struct emitter *m, u32 *starts) {
    const struct ssa_function *function = m->function;
    u32 count = 1;
    memset(starts, 0, (function->handler_count + 1) * sizeof(*starts));
    for (u32 i = 0; i < m->site_count; i++) {
        arena_step(m->arena, i);
        const struct ssa_site *site = &function->sites[m->sites[i].site];
        if (!site->handler_count || starts[site->first_handler]) continue;
        starts[site->first_handler] = count;
        count += site->handler_count + 1;
    }
    struct code_handler *handlers = codespace_table(m->function->method, count * sizeof(*handlers));
    for (u32 i = 0; handlers && i < m->site_count; i++) {
        arena_step(m->arena, i);
        const struct ssa_site *site = &function->sites[m->sites[i].site];
        if (!site->handler_count || handlers[starts[site->first_handler]].method) continue;
        for (u32 j = 0; j < site->handler_count; j++) {
            arena_step(m->arena, j);
            const struct ssa_handler *handler = &function->handlers[site->first_handler + j];
            ASSERT(handler->method && handler->landing < function->block_count);
            handlers[starts[site->first_handler] + j] = (struct code_handler){
                handler->catch_type, final_offset(m, m->labels[handler->landing]), handler->method};
        }
    }
    return handlers;
}

static struct code *make_tables(struct emitter *m) {
    struct code *code = codespace_table(m->function->method, sizeof(*code));
    struct code_site *sites = codespace_table(m->function->method, m->site_count * sizeof(*sites));
    u32 *maps = codespace_table(m->function->method, (size_t)m->map_count * m->map_words * sizeof(*maps)),
        *starts = ARENA_ARRAY(m->arena, u32, m->function->handler_count + 1);
    const struct places numbered = number_places(m);
    const struct code_place *places = make_places(m, &numbered);
    const struct code_origins *origins = m->options->origins ? make_origins(m, &numbered) : NULL;
    struct code_handler *handlers = make_handlers(m, starts);
    size_t watched_bytes = m->function->watched_count * sizeof(*m->function->watcheds);
    u64 *watched = codespace_table(m->function->method, watched_bytes);
    if (!code || !sites || !maps || !places || !handlers || !watched) return NULL;
    if (watched_bytes) memcpy(watched, m->function->watcheds, watched_bytes);
    arena_copy(m->arena, maps, m->maps, (size_t)m->map_count * m->map_words * sizeof(*maps));
    for (u32 i = 0; i < m->site_count; i++) {
        arena_step(m->arena, i);
        const struct ssa_site *site = &m->function->sites[m->sites[i].site];
        u32 handler = site->handler_count ? starts[site->first_handler] : 0;
        u32 place = numbered.numbers[site->place];
        ASSERT(m->sites[i].map < m->map_count && place && place < numbered.of_sites);
        sites[i] = (struct code_site){m->sites[i].offset - m->shorter[m->sites[i].jumps], place,
                                      m->sites[i].map * m->map_words, handler};
    }
    *code = (struct code){.size = encode_offset(&m->out) - m->shorter[m->jump_count],
                          .frame_bytes = m->frame_bytes,
                          .slot_count = m->slot_count,
                          .site_count = m->site_count,
                          .place_count = numbered.of_sites,
                          .inlined_calls = m->function->inlined_calls & INT32_MAX,
                          .has_raw_accesses = m->function->has_raw_accesses,
                          .method = m->function->method,
                          .sites = sites,
                          .places = places,
                          .origins = origins,
                          .handlers = handlers,
                          .maps = maps,
                          .probes = m->function->probes,
                          .allocates = m->function->allocates,
                          .is_again = m->options->again,
                          .is_final = !emit_counts(m),
                          .frame_at = final_offset(m, m->frame),
                          .watched_count = m->function->watched_count,
                          .watched = watched};
    return code;
}

struct emitter *emit_function(struct ssa_function *function, const struct translate_options *options,
                              const char **error) {
    struct emitter *m = ARENA_NEW(function->arena, struct emitter);
    *m = (struct emitter){.function = function, .options = options, .arena = function->arena};
    m->allocator = regalloc_run(function);
    frame_live_find(&m->frame_live, function);
    *error = options->check ? regalloc_check(m->allocator, &m->frame_live) : NULL;
    if (*error) return NULL;
    lay_out_frame(m);
    m->first_moves = ARENA_RAW_ARRAY(m->arena, u32, function->block_count);
    emit_find_targets(m);
    m->label_capacity = function->block_count + function->instruction_count;
    m->labels = ARENA_RAW_ARRAY(m->arena, struct label, m->label_capacity);
    // Enough for nearly all; only the moves on edges, of which there may be predecessors times phis, can exceed it.
    size_t bytes = 4096 + (size_t)(function->instruction_count + m->allocator->move_count + m->allocator->saved_count) *
                              BYTES_PER_INSTRUCTION;
    do {
        encode_init(&m->out, arena_alloc_raw(m->arena, bytes), bytes);
        if (options->journal) {
            m->out.words = options->journal->words;
            m->out.word_capacity = options->journal->capacity;
        }
        encode_function(m);
        bytes *= 2;
    } while (m->out.overflow);
    shorten_jumps(m);
    return m;
}

// Where they are once jumps are short.
static void note_words(const struct emitter *m, struct translate_journal *journal) {
    journal->word_count = m->out.word_count;
    journal->is_cut |= m->out.word_count > journal->capacity;
    for (u32 i = 0, jumps = 0; !journal->is_cut && i < journal->word_count; i++) {
        while (jumps < m->jump_count && m->jumps[jumps].end <= journal->words[i]) jumps++;
        journal->words[i] -= m->shorter[jumps];
    }
}

struct code *emit_publish(struct emitter *m) {
    struct code *code = make_tables(m);
    if (!code) return NULL;
    compact_code(m);
    arena_poll(m->arena); // from here on no other code may come between, until this is registered
    u64 start = codespace_reserve(m->function->method, code->size);
    if (!start) return NULL;
    ASSERT(code->size == encode_offset(&m->out));
    memcpy(codespace_writable(start), m->out.start, code->size);
    codespace_publish(start, code->size);
    code->start = start;
    if (m->options->journal) note_words(m, m->options->journal);
    return code;
}
