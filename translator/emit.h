// What the emitter's files share: emit.c (frame, blocks, tables), emit_value.c (arithmetic), emit_memory.c,
// emit_class.c (checks, classes, allocation), emit_call.c, emit_control.c (branches, edges), emit_cold.c (code placed
// after the body), emit_move.c (moves between registers and slots), emit_origin.c (where code is from).
//
// Every jump is encoded in its long form, which shows how far each goes at most; those for which the short form is
// enough get it when the code is copied to its place.
#ifndef TRANSLATOR_EMIT_H
#define TRANSLATOR_EMIT_H

#include "base/encode.h"
#include "base/layout.h"
#include "translator/entries.h"
#include "translator/frame_live.h"
#include "translator/moves.h"
#include "translator/thread.h"
#include "translator/translate_options.h"

enum cold_kind {
    COLD_ENTRY_POLL,
    COLD_POLL,
    COLD_DIVIDE,
    COLD_CONVERT,
    COLD_BOUNDS,
    COLD_ZERO,
    COLD_STORE,
    COLD_CAST,
    COLD_INSTANCE,
    COLD_RESOLVE,
    COLD_INIT,
    COLD_NEW,
    COLD_NOT_COUNTED, // before a COLD_NEW, the cold path made before it: takes back what has been counted
    COLD_PENDING,
    COLD_AGAIN,
    COLD_NO_ROOM,
    COLD_INTERFACE,
    COLD_MISS,
    COLD_PROFILE, // a receiver's class that its call has not met last
    COLD_DETOUR,  // to the marks on the way of a branch to this jump, which is all that its block has
};

// Code after the body: entered at label `label`, returns to `label + 1`.
struct cold {
    u8 kind;
    u32 value;
    u32 label;
};

// `jumps` is how many were encoded before it, which determines by how much shortened jumps move it.
struct label {
    u32 offset, jumps;
};

struct jump {
    u32 end, label; // `end` is the offset after it
    bool is_branch, is_short;
};

// From `start` to `end`, what only instruments need: probes, marks, and the detours to them.
struct emit_range {
    u32 start, end;
};

struct emit_site {
    u32 offset, jumps, site; // `site` is that of the SSA form
    u32 map;
};

// The code from here up to the next run is of this place of the SSA form.
struct emit_run {
    u32 offset, jumps, place;
};

struct emitter {
    struct encoder out;
    struct ssa_function *function;
    struct allocator *allocator;
    struct frame_live frame_live;
    const struct translate_options *options;
    struct arena *arena;
    struct label *labels; // blocks by number, then two for each cold path
    u32 label_count, label_capacity;
    struct label frame; // where it is made
    struct cold *colds;
    u32 cold_count, cold_capacity;
    struct jump *jumps;
    u32 jump_count, jump_capacity;
    u32 *shorter; // by number of jumps: by how much what follows so many jumps moves
    struct emit_site *sites;
    u32 site_count, site_capacity;
    struct emit_range *instruments; // ascending
    u32 instrument_count, instrument_capacity;
    struct emit_run *runs; // only with options->origins
    u32 run_count, run_capacity;
    u32 *maps;                              // bitmaps, map_words each
    u32 map_words, map_count, map_capacity; // counts in bitmaps
    u32 slot_count, handle_slot, frame_bytes;
    u32 next_move;    // of allocator->moves
    u32 next_block;   // what is emitted next, 0 if nothing
    u32 *first_moves; // by block, once it was emitted: next_move at its beginning
    u32 *targets;     // by block: where a jump to it ends; not the block itself if that is only a jump
    u32 *marks_to;    // by block: the marks between it and that end
    u32 zero_end;     // up to this offset the zero flag says whether this register, as this type, is 0
    u8 zero_register, zero_type;
};

// ---- Operands

static inline struct ssa_instruction *emit_at(const struct emitter *m, u32 value) { return ssa_at(m->function, value); }
static inline u8 emit_location(const struct emitter *m, u32 value, u32 operand) {
    return m->allocator->operand_locations[m->allocator->allocations[value].operands + operand];
}
// The number of the register that holds an operand.
static inline u8 emit_register(const struct emitter *m, u32 value, u32 operand) {
    return emit_location(m, value, operand) & 15;
}
static inline u8 emit_result(const struct emitter *m, u32 value) {
    return m->allocator->allocations[value].result & 15;
}
static inline s64 emit_constant(const struct emitter *m, u32 value, u32 operand) {
    return emit_at(m, ssa_operand(m->function, value, operand))->integer;
}
// What has been encoded last has set the zero flag by its result.
static inline void emit_sets_zero(struct emitter *m, u8 type, u8 result) {
    m->zero_end = encode_offset(&m->out);
    m->zero_register = result;
    m->zero_type = type;
}
static inline bool type_is_wide(u8 type) { return type == TYPE_LONG || type == TYPE_DOUBLE; }
static inline u32 wide_bit(u8 type) { return type == TYPE_LONG ? OP_W : 0; }
static inline struct encode_address emit_slot(const struct emitter *m, u32 value) {
    return slot_address(m->allocator->values[value].slot);
}
static inline struct encode_address thread_field(size_t offset) { return address_base(R15, (s32)offset); }
#define THREAD_FIELD(name) thread_field(offsetof(struct code_thread, name))

// ---- Labels, cold paths, sites (emit.c)

u32 emit_new_labels(struct emitter *m, u32 count); // returns the first of them
void emit_label(struct emitter *m, u32 label);
void emit_jump(struct emitter *m, u32 label);
void emit_branch(struct emitter *m, enum encode_condition condition, u32 label);
// Whether the method counts its calls, to be translated again.
bool emit_counts(const struct emitter *m);
// Makes a new cold path for this instruction; returns its label.
u32 emit_cold_label(struct emitter *m, enum cold_kind kind, u32 value);
// Adds a site at the current offset (a return address), or one just after an access that is encoded next.
void emit_site(struct emitter *m, u32 ssa_site, u32 map);
void emit_trap(struct emitter *m, u32 value);
u32 emit_map(struct emitter *m, u32 value);                                  // the bitmap of a safepoint
u32 emit_frame_map(struct emitter *m, u32 value);                            // the bitmap of frame variables alone
#define EMIT_EMPTY_MAP 0u                                                    // where there is no frame yet
void emit_call_entry(struct emitter *m, enum entry_number entry, u32 value); // with its site
void emit_call_leaf(struct emitter *m, enum entry_number entry);

// What has been encoded since this offset is instruments' code.
void emit_was_instruments(struct emitter *m, u32 start);
// An array of the emitter with room for one more.
void *emit_grow(struct emitter *m, void *array, u32 count, u32 *capacity, u32 element_bytes);

// ---- Origins (emit_origin.c): nothing unless options->origins

// What is encoded from now on is for this instruction, or, 0, for the method's entry. If the instruction has no origin,
// its code goes with what was encoded before it.
void emit_origin(struct emitter *m, u32 value);
// What is encoded from now on is for this block: what has no origin at its beginning goes with what follows there, not
// with another block that happens to be above.
void emit_block_origin(struct emitter *m, u32 block);

// ---- Moves (emit_move.c)

void emit_move_registers(struct emitter *m, u8 type, u8 to, u8 from);
void emit_load_slot(struct emitter *m, u8 type, u8 to, struct encode_address from);
void emit_store_slot(struct emitter *m, u8 type, struct encode_address to, u8 from);
void emit_constant_move(struct emitter *m, u8 type, u8 to, s64 constant);
// Makes the moves all at once: no source is overwritten before it is read. Changes the array.
void emit_parallel_moves(struct emitter *m, struct move *moves, u32 count);
void emit_move(struct emitter *m, const struct move *move);
void emit_recorded_moves(struct emitter *m, u32 value);

// ---- Operations

void emit_value(struct emitter *m, u32 value);
void emit_memory(struct emitter *m, u32 value);
void emit_class(struct emitter *m, u32 value);
void emit_call(struct emitter *m, u32 value);
void emit_call_method(struct emitter *m, u32 value); // of the method, or what begins like one, in rax; with its site
void emit_control(struct emitter *m, u32 value);
void emit_probe(struct emitter *m, u32 value);
void emit_probes(struct emitter *m, u32 block, enum probe_place place); // all of the block at this place
void emit_marks(struct emitter *m, u32 mark);                           // this one and those behind it
void emit_find_targets(struct emitter *m);
void emit_again(struct emitter *m, u32 block); // a second copy of its instructions
void emit_cold_paths(struct emitter *m);
enum encode_condition emit_condition(u8 kind);
void emit_compare(struct emitter *m, u32 value); // cmp of operands 0 and 1, int, long or ref

#endif
