// From bytecode to SSA form. Basic blocks first, then each block's bytecodes in reverse postorder; the SSA form is made
// on the way (Braun et al., "Simple and Efficient Construction of Static Single Assignment Form", 2013): variables are
// the local variables and the words of the operand stack, in the JVMS's numbering, and a read that meets several
// definitions makes a phi. Phis get their operands at the end, without recursion.
//
// Subroutines (jsr, ret) are copied for each jsr: a block is a bytecode index in a context, i.e. a chain of jsr's.
// Values reach landing blocks through frame variables: see build_handler.c. The code must have passed the verifier.
// Dead code is never examined beyond its instructions' lengths.
#ifndef TRANSLATOR_BUILD_H
#define TRANSLATOR_BUILD_H

#include "translator/program.h"
#include "translator/reader/classfile.h"
#include "translator/ssa.h"
#include "translator/translate_options.h"

// Among the variables, the second word of a long or double.
#define BUILD_SECOND_WORD 0xffffffffu

// A subroutine being run from one jsr. Context 0 is the method's own code.
struct build_context {
    u32 parent;
    u32 target;       // bytecode index of the subroutine
    u32 return_index; // where its ret goes: just after the jsr
    u32 return_local; // local variable in which its first instruction stores the address; ~0 if that is another one
    u32 *block_at;    // SSA block by bytecode index, 0 if none
};

// What the builder knows about an SSA block beyond the SSA form, by the same index.
struct build_block {
    u32 context;
    u32 start;   // bytecode index
    u32 *values; // by variable: at the end of the block, or at the point reached so far; 0 if not assigned here
    u16 depth;   // words on the operand stack at its end
    bool filled;
    bool throws;                      // its last bytecode is athrow
    u32 loops;                        // that it lies in: 0 in no loop
    u32 position;                     // in reverse postorder
    u32 first_handler, handler_count; // its sites' handlers in function->handlers
    u32 landing;                      // of a block in which a handler begins: its landing block, 0 if there is none yet
    // set of typed locals that are live into the block; only if the method has handlers
    u64 *live;
    u64 *needed; // those of them that live in some landing block of its handlers, NULL if none do
    // of what follows an inlined call: the block in front of the call, whose variables it has; 0 for other blocks
    u32 head;
};

struct builder {
    struct ssa_function *function;
    struct arena *arena;
    struct method *method;
    u8 patterns; // those of a method that is inlined, when that began: they may be switched meanwhile
    struct class *class;
    const struct translate_options *options;
    const struct classfile *file;
    struct classfile_code code;
    const char *error; // set by the first malformed thing; building then goes on harmlessly

    u8 *leaders; // by bytecode index: whether a block begins there
    struct build_context *contexts;
    u32 context_count, context_capacity;
    struct build_block *blocks;
    u32 block_capacity;
    u32 *order; // SSA blocks of bytecode, in reverse postorder
    u32 order_count;

    u32 variable_count;  // locals, then stack
    u16 *local_numbers;  // by local variable, where many of them are not used: their numbers here; NULL: as in the code
    u32 numbered_locals; // how many there are in the code
    u32 live_words;      // u64s in a set of typed locals
    u32 *frame_variables; // by typed local (build_typed_local): frame variable + 1, 0 if none
    struct pending_phi *pending;
    u32 pending_count, pending_capacity;

    // For a method that is inlined (build_inline.c)
    const struct builder *caller; // NULL for the outermost
    // an argument and the class that it was found to be of before the method was entered; 0 and NULL if none was
    u32 receiver;
    const struct class *receiver_class;
    u8 *written; // by local variable: whether the method writes it; NULL if that has not been looked for
    u32 caller_place;
    bool is_straight; // it has one return, at the end, which brings `result`
    u32 result;
    u32 return_block; // otherwise: where its returns lead, and by predecessor of that block what they bring
    u32 *results;
    u32 result_capacity;
    bool in_loop;       // the call is in a loop
    u32 *inlined_bytes; // bytes of bytecode in the whole function so far; points to where the outermost keeps them

    u32 entry_block; // holds the parameters and leads to the code
    u32 byte_arrays; // flags CLASS_NAMES_* of the class: what arrays the method may have; 0 if not looked for yet
    bool is_synchronized;
    bool has_monitors; // it has monitorenter or monitorexit
    bool lists_locks;  // its locking is not known to be structured: it keeps a list of what it has entered
    // frame variable of a synchronized instance method's lock, or of the list: an Object[], null until it is needed
    u32 lock_variable;
    u32 unlock_landing; // landing block that unlocks and rethrows

    // The bytecode being built
    u32 block;
    u32 index, next_index;
    u32 place; // of this bytecode; made when first needed, as the site is
    u32 site;
    u32 *values; // blocks[block].values
    u32 depth;
};

struct pending_phi {
    u32 block, variable, phi;
};

// Fills in `function` (initialised) with the method's bytecode or, for a native method, its wrapper. Returns NULL, or
// why it cannot be done.
const char *build_function(struct ssa_function *function, const struct translate_options *options);

// Fills in what the bytecode does, after what the entry block contains already.
void build_bytecodes(struct builder *builder);

// ---- build_inline.c: calls that are replaced by their callee's bytecode

// A call of a known method.
struct build_call {
    struct method *method;
    enum slot_kind kind;
    enum ssa_type type;
    bool is_dispatched; // by the receiver's class: the method called may be another one
    bool has_receiver;  // which is to be checked for null
    u32 count;
    const u32 *arguments;
};

// Builds the callee's bytecode instead of the call. Returns false if it is not worth it, or not allowed.
bool build_inline(struct builder *builder, const struct build_call *call, u32 *result);
// Builds a dispatched call that may lead to several methods: behind tests of the receiver's class those to which it has
// led for the most part, or, as long as nothing is known, a call that finds out. Returns the result.
u32 build_inline_seen(struct builder *builder, const struct build_call *call);
// The method that a dispatched call reaches because the class of its receiver is known. Returns NULL if it is not.
struct method *build_exact_target(const struct builder *builder, const struct method *method, u32 receiver);
// Leaves the inlined method; 0 means without a result.
void build_inline_return(struct builder *builder, u32 value);

// ---- build_locks.c: monitors that a method enters and leaves

// Expects what build_function makes, without a list of locks.
bool build_locks_are_structured(struct ssa_function *function);

// ---- build_flow.c: blocks and their order

void build_find_blocks(struct builder *builder);
u32 build_block_for(const struct builder *builder, u32 context, u32 index);
u32 build_add_block(struct builder *builder, u32 context, u32 index);
// The bytecode indices to which a branch, switch or jsr at `index` leads, in the order of the SSA block's successors.
// Returns how many. `targets` (and `keys`, of a switch, one fewer; or NULL) must have room for build_target_count.
u32 build_target_count(const struct builder *builder, u32 index);
u32 build_targets(const struct builder *builder, u32 index, u32 *targets, u32 *keys);

// ---- build_profile.c: how often blocks are reached

// At the beginning of a block, in the first translation: counts, if that is worth it.
void build_count_block(struct builder *builder, u32 block);
// At its end, in later ones: which of its successors are seldom reached.
void build_place_successors(struct builder *builder, u32 block);

// ---- build_variable.c: variables and phis

u32 build_read(struct builder *builder, u32 block, u32 variable, enum ssa_type type);
void build_write_local(struct builder *builder, u32 local, u32 value);
void build_enter_block(struct builder *builder, u32 block);
void build_finish_phis(struct builder *builder);

// ---- build_handler.c: exception handlers

// Locals are distinguished by type: a set of them has a bit for each local and type.
#define BUILD_LOCAL_TYPES 5u
static inline u32 build_typed_local(u32 local, enum ssa_type type) {
    return local * BUILD_LOCAL_TYPES + (u32)type - TYPE_INT;
}

void build_find_handlers(struct builder *builder);
// What the landing block `landing` has for a local: a load from its frame variable.
u32 build_landing_value(struct builder *builder, u32 landing, u32 variable, enum ssa_type type);
// Stores a new value of a local (or, at a block's beginning, its current one) where the block's landing blocks look for
// it.
void build_store_frame(struct builder *builder, u32 local, u32 value);
void build_enter_range(struct builder *builder, u32 block);

// ---- build_live.c: which locals are live into which block

// What a bytecode does to a local variable: its number, or ~0 if it touches none. The second word of a wide one is not
// mentioned.
struct build_access {
    u32 local;
    enum ssa_type type;
    bool reads, writes;
};
struct build_access build_local_access(const struct builder *builder, const u8 *at);
// Decides how many variables there are, once `code` is known: a class file may declare many more than its bytecodes can
// reach, and each block has memory for all. Then code.max_locals is how many have numbers, and code.max_stack a depth
// that is not exceeded.
void build_fit_variables(struct builder *builder);
void build_find_live(struct builder *builder);
// Whether two blocks share one list of handlers; false if either is NULL.
bool build_same_handlers(const struct build_block *a, const struct build_block *b);

// ---- build_code.c, build_site.c: bytecodes

void build_bytecode(struct builder *builder);
// Builds the call in the cheapest way that reaches the right code.
u32 build_known_call(struct builder *builder, const struct build_call *call);
// The one class that a reference can be of, unless it is null; NULL if that is not known.
const struct class *build_only_class(const struct builder *builder, u32 value);
// No other class is a subtype of this one.
bool build_is_exact(const struct class *class);
static inline s64 build_vtable_offset(const struct method *method) {
    return (s64)(offsetof(struct class, vtable) + sizeof(u32) * (u32)method->vtable_index);
}
// After a volatile store, which itself orders all but later loads.
void build_fence(struct builder *builder);
// Builds bytecodes with a constant-pool entry, and allocation. Returns false for any other bytecode.
bool build_site_bytecode(struct builder *builder, u8 opcode);
const char *build_native(struct builder *builder);

// ---- build_final.c: final fields

// Whether the field is final, and only the initialisers of its class store to it.
bool build_is_final(const struct builder *builder, const struct field *field);

// ---- build_narrow.c: ints that are narrowed

// The value as a field of this type stores it.
u32 build_narrowed(struct builder *builder, u32 value, type_letter letter);
// The value as the method returns it: cut to its return type.
u32 build_returned(struct builder *builder, u32 value);
// The value as the array, which is a byte[] or boolean[] and not null, stores it.
u32 build_stored_byte(struct builder *builder, u32 array, u32 value);

// ---- What they share (build.c)

// Builds the parameters, and the lock of a synchronized method; not yet the jump to the code. Returns the number of
// parameters.
u32 build_entry_block(struct builder *builder);
u32 build_push(struct builder *builder, u32 value);
u32 build_pop(struct builder *builder);
void build_push_word(struct builder *builder, u32 value);
u32 build_pop_word(struct builder *builder);
u32 build_int(struct builder *builder, s32 value);
// Adds the next instruction of the current block, with its origin, and with a site if it needs one.
u32 build_emit(struct builder *builder, enum ssa_operation operation, enum ssa_type type, u32 operand_count,
               const u32 *operands);
u32 build_emit_0(struct builder *builder, enum ssa_operation operation, enum ssa_type type);
u32 build_emit_1(struct builder *builder, enum ssa_operation operation, enum ssa_type type, u32 a);
u32 build_emit_2(struct builder *builder, enum ssa_operation operation, enum ssa_type type, u32 a, u32 b);
u32 build_emit_3(struct builder *builder, enum ssa_operation operation, enum ssa_type type, u32 a, u32 b, u32 c);
// The place of the bytecode that is being built.
u32 build_place(struct builder *builder);
// What is emitted from now on is of the bytecode at `index`, which has no place and no site yet; or of the method's
// entry.
void build_begin_bytecode(struct builder *builder);
void build_begin_entry(struct builder *builder);
// What is emitted for the rest of this bytecode stands for a native method that is called here, with a frame of its own
// in stack traces.
void build_enter_native(struct builder *builder, struct method *native);
u32 build_entry(struct builder *builder, u32 entry, enum ssa_type type, u32 operand_count, const u32 *operands);
void build_null_check(struct builder *builder, u32 reference);
// What is taken for granted goes into the journal, if there is one (translate.h).
void build_journal_initialised(const struct builder *builder, const struct class *class);
void build_journal_known(const struct builder *builder, const struct class *class);
void build_journal_constant(const struct builder *builder, const struct field *field, s64 bits);
// Whether what is built here can run only when `class` is initialised, or is being initialised by this thread.
bool build_is_initialised(const struct builder *builder, const struct class *class);
// What is emitted next would be faster if the method were translated later, or with more effort.
void build_note_slow(struct builder *builder);
// Enters or leaves the monitor of an object that is not null.
void build_monitor(struct builder *builder, enum ssa_operation operation, u32 object);
// Leaves what the method has entered, because of an exception; returns the exception to throw on.
u32 build_unlock_for(struct builder *builder, u32 exception);
void build_return(struct builder *builder, u32 value); // 0 for void
static inline struct ssa_instruction *build_at(struct builder *builder, u32 value) {
    return ssa_at(builder->function, value);
}
static inline const u8 *build_code_at(const struct builder *builder, u32 index) { return builder->code.bytes + index; }

#endif
