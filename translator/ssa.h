// The SSA form of one method: the builder makes it from bytecode, the passes work on it, and the back end turns it into
// machine code.
//
// Everything is named by 32-bit indices into arrays in the arena of the translation; 0 is "none" for instructions and
// blocks. An instruction is also the value that it defines. The arrays may move when something is added: keep indices,
// never pointers, across an ssa_add_*. Instructions of a block form a list: phis first, then (in a landing block)
// SSA_EXCEPTION, and the one terminator last. Block 1 is the entry; it has no predecessors, and holds the parameters
// and all constants.
//
// What the back end may rely on:
// - Only blocks in `order` exist. No edge leads from a block with several successors to one with several predecessors
//   (moves for phis have a place).
// - A value's definition dominates its uses (for a phi's operand i: the end of predecessor i). No edge leads to a
//   landing block: the values that it needs were put into frame variables by SSA_FRAME_STORE, and it loads them with
//   SSA_FRAME_LOAD.
// - Constants need no register: they are immediate operands or are made again at each use.
// - ints are kept zero-extended in 64-bit registers (parameters and results of calls must be made so), so an index
//   needs no extension.
// - An instruction that needs a site (ssa_needs_site) has one: `site` says place and handlers. Others have site 0.
// - Unused values are gone, but calls, loads that trap and the like may have results that nothing uses (`uses` 0).
#ifndef TRANSLATOR_SSA_H
#define TRANSLATOR_SSA_H

#include "base/arena.h"
#include "base/types.h"
#include "translator/object.h"
#include "translator/probe.h"

#define SSA_ENTRY_BLOCK 1u

enum ssa_type { TYPE_VOID, TYPE_INT, TYPE_LONG, TYPE_FLOAT, TYPE_DOUBLE, TYPE_REF, TYPE_COUNT };

// Properties of an operation.
enum ssa_property {
    SSA_PURE = 1,   // depends only on its operands: may be removed if unused, and be merged with an equal one
    SSA_THROWS = 2, // may raise an exception itself, and has a site for it; passes keep it, in order
    // other threads, the collector and Java may run; has a site. References that live on are in frame slots of its map
    SSA_SAFEPOINT = 4,
    // all registers are lost on the main path; without it only a cold path calls, and the back end may save there
    SSA_CALLS = 8,
    SSA_ENDS = 16, // a terminator
    SSA_CALL = SSA_THROWS | SSA_SAFEPOINT | SSA_CALLS,
};

// Effects of an operation: which memory it reads and writes, and whether it orders. Passes ask for these, never for
// operations by name. What is not declared is relied on: a load may be replaced by an earlier one if nothing between
// them writes its memory or orders, and what writes nothing and orders nothing is removed if it is not used.
enum ssa_memory {
    SSA_FIELDS = 1,   // of objects and classes, by LOAD and STORE
    SSA_ELEMENTS = 2, // of arrays
    SSA_JAVA = SSA_FIELDS | SSA_ELEMENTS,
    SSA_FRAME = 4,    // the activation's frame variables
    SSA_THREAD = 8,   // the thread's own: its window for allocation, stack limit, locks that it holds
    SSA_CLASSES = 16, // what the kernel keeps of classes and methods; counts of what was reached
    SSA_LOG = 32,     // what instruments write
    SSA_MEMORY = 63,
};
#define SSA_READS(memory) (memory)
#define SSA_WRITES(memory) ((memory) << 8)
#define SSA_UPDATES(memory) (SSA_READS(memory) | SSA_WRITES(memory))
// Whether or not it touches memory: loads and stores of memory that other threads see stay on their side of it
#define SSA_ORDERS 0x10000u
// Java may run
#define SSA_ANYTHING (SSA_UPDATES(SSA_MEMORY & ~SSA_FRAME) | SSA_ORDERS)

// OPERATION(name, properties, effects, types)
// Types: the result's and then the operands', a letter each: v void; i int, l long, f float, d double, r ref;
// n a number, w an int or long, s anything, each the same wherever the letter stands; a an address, ref or int;
// m what memory of letter `kind` is loaded as; x anything but void, y anything; * at the end: more operands, of any
// type. Operands are written {a, b}; "imm" is `integer`, "kind" and "type" the fields of that name. Arithmetic has the
// result's type.
// clang-format off
#define SSA_OPERATION_TABLE(OPERATION) \
    /* not an instruction */ \
    OPERATION(NONE, 0, 0, "") \
    /* incoming argument number imm (in Java's order, receiver 0; one number each, long and double too) */ \
    OPERATION(PARAMETER, 0, 0, "x") \
    /* imm: int (sign-extended), long, bits of a float or double, or the address of an object that does not */ \
    /* move (string literal, mirror), 0 for null. Class and method addresses are int constants */ \
    OPERATION(CONSTANT, SSA_PURE, 0, "x") \
    /* operand i arrives from predecessor i of its block */ \
    OPERATION(PHI, SSA_PURE, 0, "x*") \
    /* first in a landing block: the exception, which arrives in rax; type ref */ \
    OPERATION(EXCEPTION, 0, 0, "r") \
    /* value of frame variable imm; not merged, not moved across a FRAME_STORE of it */ \
    OPERATION(FRAME_LOAD, 0, SSA_READS(SSA_FRAME), "x") \
    /* {value} into frame variable imm */ \
    OPERATION(FRAME_STORE, 0, SSA_WRITES(SSA_FRAME), "vx") \
    /* Arithmetic: {a, b} of the result's type, int, long, float or double */ \
    OPERATION(ADD, SSA_PURE, 0, "nnn") \
    OPERATION(SUB, SSA_PURE, 0, "nnn") \
    OPERATION(MUL, SSA_PURE, 0, "nnn") \
    /* int, long: b is not 0 (CHECK_ZERO stands before); MIN / -1 = MIN, which idiv does not know */ \
    OPERATION(DIV, SSA_PURE, 0, "nnn") \
    /* the same, MIN % -1 = 0; float, double: entry frem, drem (LEAF: registers survive but rax, xmm0) */ \
    OPERATION(REM, SSA_PURE, 0, "nnn") \
    /* {a}; float and double: flip the sign bit */ \
    OPERATION(NEG, SSA_PURE, 0, "nn") \
    /* int, long */ \
    OPERATION(AND, SSA_PURE, 0, "www") \
    OPERATION(OR, SSA_PURE, 0, "www") \
    OPERATION(XOR, SSA_PURE, 0, "www") \
    /* {a, count}: count is an int, taken modulo 32 or 64 as the machine does */ \
    OPERATION(SHL, SSA_PURE, 0, "wwi") \
    /* arithmetic */ \
    OPERATION(SHR, SSA_PURE, 0, "wwi") \
    /* logical */ \
    OPERATION(USHR, SSA_PURE, 0, "wwi") \
    /* int, long, signed */ \
    OPERATION(MIN, SSA_PURE, 0, "www") \
    OPERATION(MAX, SSA_PURE, 0, "www") \
    /* {a} int, long: two's complement; float, double: clear the sign bit */ \
    OPERATION(ABS, SSA_PURE, 0, "nn") \
    /* {a} double or float */ \
    OPERATION(SQRT, SSA_PURE, 0, "nn") \
    /* {a} int, long */ \
    OPERATION(BYTE_SWAP, SSA_PURE, 0, "ww") \
    /* Conversions: {a} */ \
    /* sign-extend the low 8 bits: int to int */ \
    OPERATION(I2B, SSA_PURE, 0, "ii") \
    /* zero-extend the low 16 */ \
    OPERATION(I2C, SSA_PURE, 0, "ii") \
    /* sign-extend the low 16 */ \
    OPERATION(I2S, SSA_PURE, 0, "ii") \
    /* sign-extend */ \
    OPERATION(I2L, SSA_PURE, 0, "li") \
    OPERATION(L2I, SSA_PURE, 0, "il") \
    /* int to long */ \
    OPERATION(ZERO_EXTEND, SSA_PURE, 0, "li") \
    OPERATION(I2F, SSA_PURE, 0, "fi") \
    OPERATION(I2D, SSA_PURE, 0, "di") \
    OPERATION(L2F, SSA_PURE, 0, "fl") \
    OPERATION(L2D, SSA_PURE, 0, "dl") \
    /* where cvttss2si gives 8000_0000H (or its long like): entry f2i and so on, LEAF, cold */ \
    OPERATION(F2I, SSA_PURE, 0, "if") \
    OPERATION(F2L, SSA_PURE, 0, "lf") \
    OPERATION(D2I, SSA_PURE, 0, "id") \
    OPERATION(D2L, SSA_PURE, 0, "ld") \
    OPERATION(F2D, SSA_PURE, 0, "df") \
    OPERATION(D2F, SSA_PURE, 0, "fd") \
    /* the same bits: int and float, long and double */ \
    OPERATION(BITS, SSA_PURE, 0, "xx") \
    /* {a, b}: int -1, 0 or 1; operands long, float or double; kind: enum ssa_unordered for NaN */ \
    OPERATION(COMPARE, SSA_PURE, 0, "inn") \
    /* {a, b}, neither float nor double: int 1 if condition `kind` holds (as in BRANCH), else 0 */ \
    OPERATION(IS, SSA_PURE, 0, "iss") \
    /* Memory. kind: letter of what is in memory (B C D F I J S Z L), loads extend B S and zero-extend Z C to int. */ \
    /* SSA_TRAPS: the access */ \
    /*   is the null check of its base, and has a site. A store of L marks the card of the address stored to: */ \
    /*   byte [CARD_TABLE_START + (address >> CARD_SHIFT)] = 1, unless SSA_FRESH */ \
    /* {base}: from base + imm; base is a ref, or an int: an address below 4 GiB */ \
    OPERATION(LOAD, 0, SSA_READS(SSA_FIELDS), "ma") \
    /* {base, value}: to base + imm */ \
    OPERATION(STORE, 0, SSA_WRITES(SSA_FIELDS), "vam") \
    /* {array, index}: from array + 16 + index * size of kind; index has been checked */ \
    OPERATION(LOAD_ELEMENT, 0, SSA_READS(SSA_ELEMENTS), "mri") \
    /* {array, index, value} */ \
    OPERATION(STORE_ELEMENT, 0, SSA_WRITES(SSA_ELEMENTS), "vrim") \
    /* {base, offset}: Unsafe: from base (ref, may be null) + offset (long) */ \
    OPERATION(LOAD_RAW, 0, SSA_READS(SSA_JAVA), "mrl") \
    /* {base, offset, value} */ \
    OPERATION(STORE_RAW, 0, SSA_WRITES(SSA_JAVA), "vrlm") \
    /* {base, offset, expected, new}: int 1 if it was as expected and is now new */ \
    OPERATION(COMPARE_SET, 0, SSA_UPDATES(SSA_JAVA) | SSA_ORDERS, "irlmm") \
    /* the same; the value that was there */ \
    OPERATION(COMPARE_EXCHANGE, 0, SSA_UPDATES(SSA_JAVA) | SSA_ORDERS, "mrlmm") \
    /* {base, offset, new}: the value that was there; I, J or L */ \
    OPERATION(EXCHANGE, 0, SSA_UPDATES(SSA_JAVA) | SSA_ORDERS, "mrlm") \
    /* {base, offset, addend}: the value that was there; I or J */ \
    OPERATION(EXCHANGE_ADD, 0, SSA_UPDATES(SSA_JAVA) | SSA_ORDERS, "mrlm") \
    /* orders everything (mfence or like, needless with one processor); stands after volatile stores */ \
    OPERATION(FENCE, 0, SSA_ORDERS, "v") \
    /* {}: the same among the accesses of this thread, without code: an x86 processor does the rest itself */ \
    OPERATION(ORDER, 0, SSA_ORDERS, "v") \
    /* from the current thread, [r15 + imm] */ \
    OPERATION(LOAD_SELF, 0, SSA_READS(SSA_THREAD), "x") \
    /* {array}: int; may have SSA_TRAPS, then it is kept */ \
    OPERATION(ARRAY_LENGTH, SSA_PURE, 0, "ir") \
    /* Checks: void. The failing way is cold and calls an entry that does not return. */ \
    /* {ref}: touches [ref], which traps */ \
    OPERATION(CHECK_NULL, SSA_THROWS, 0, "vr") \
    /* {index, length}: index is unsigned less, else throw_index(index, length) */ \
    OPERATION(CHECK_BOUNDS, SSA_THROWS, 0, "vii") \
    /* {a} int or long: not 0, else throw_divide */ \
    OPERATION(CHECK_ZERO, SSA_THROWS, 0, "vw") \
    /* {array, value}, value may be null, array not: value's class is or may be the component's */ \
    /* (quick tests, else entry can_store, LEAF), else throw_store(array, value) */ \
    OPERATION(CHECK_STORE, SSA_THROWS, SSA_READS(SSA_CLASSES), "vrr") \
    /* {ref, class}: null, or instance of class by test `kind`, else throw_cast(ref, class) */ \
    OPERATION(CHECK_CAST, SSA_THROWS, SSA_READS(SSA_CLASSES), "vri") \
    /* {ref, class}: int 1 or 0, null gives 0; kind: enum ssa_class_test */ \
    OPERATION(INSTANCE_OF, 0, SSA_READS(SSA_CLASSES), "iri") \
    /* {array, array} of bytes, not null: int 1 if they have the same length and content, else 0 */ \
    OPERATION(BYTES_EQUAL, 0, SSA_READS(SSA_ELEMENTS), "irr") \
    /* {array, array} of bytes, not null: int, the difference of the first bytes that differ, unsigned; if one */ \
    /*   begins with the other, the difference of their lengths */ \
    OPERATION(BYTES_COMPARE, 0, SSA_READS(SSA_ELEMENTS), "irr") \
    /* Classes and resolution */ \
    /* {} eax = [slot `x`]; if 0, cold: rax = resolve(referrer `y`, `packed`): */ \
    /* type int (class, offset, address) or ref (string). With an operand, {ref}: if that is null, the result is */ \
    /* 0 and nothing is resolved (checkcast, instanceof: the class is then not looked at) */ \
    OPERATION(RESOLVE, SSA_THROWS | SSA_SAFEPOINT, SSA_ANYTHING, "x*") \
    /* {class}, constant: unless byte [class + state] is INITIALISED: init_class */ \
    OPERATION(INIT_CLASS, SSA_THROWS | SSA_SAFEPOINT, SSA_ANYTHING, "vi") \
    /* Allocation, inline from the thread's window: class is a constant (an initialised class, layout known) or a */ \
    /* value from RESOLVE, which is then */ \
    /*   the class of objects, or of arrays of references */ \
    /* {class}: ref; SSA_SLOW: always by the entry alloc_object; x - 1, unless x is 0, is the site that counts */ \
    /* (hook.c, log/inline.h), of NEW_ARRAY too */ \
    OPERATION(NEW, SSA_THROWS | SSA_SAFEPOINT, SSA_UPDATES(SSA_THREAD), "ri") \
    /* {class, length}: class of the array; negative length: the entry throws */ \
    OPERATION(NEW_ARRAY, SSA_THROWS | SSA_SAFEPOINT, SSA_UPDATES(SSA_THREAD), "rii") \
    /* {class, length...}: outermost first */ \
    OPERATION(NEW_MULTI, SSA_THROWS | SSA_SAFEPOINT | SSA_CALLS, SSA_UPDATES(SSA_THREAD), "rii*") \
    /* Calls: type of the result or void; {arguments} in Java's order. They throw, are safepoints, and lose all */ \
    /* registers. */ \
    /* mov eax, imm (struct method *); call [rax + METHOD_ENTRY] */ \
    OPERATION(CALL_DIRECT, SSA_CALL, SSA_ANYTHING, "y*") \
    /* mov eax, [imm]; call [rax + METHOD_ENTRY] */ \
    OPERATION(CALL_SLOT, SSA_CALL, SSA_ANYTHING, "y*") \
    /* {struct method * as int, arguments}: mov eax, it; call [rax + METHOD_ENTRY] */ \
    OPERATION(CALL_METHOD, SSA_CALL, SSA_ANYTHING, "yi*") \
    /* mov eax, [rdi] (traps with SSA_TRAPS: a site of its own); mov eax, [rax + imm]; call [rax + METHOD_ENTRY] */ \
    OPERATION(CALL_VIRTUAL, SSA_CALL, SSA_ANYTHING, "yr*") \
    /* the same with offset x, and r11d = y (struct method *). For both, `packed` is the struct profile that learns */ \
    /* the receiver's class, or 0 */ \
    OPERATION(CALL_INTERFACE, SSA_CALL, SSA_ANYTHING, "yr*") \
    /* call [r15 + offset of thread.entries + 8 * imm], a SAFEPOINT or THROW entry; int operands that are addresses */ \
    /* arrive zero-extended */ \
    OPERATION(CALL_ENTRY, SSA_CALL, SSA_ANYTHING, "y*") \
    /* {arguments} or, SSA_BOUND_LATE, {address, arguments}: C function at imm, or at the long value `address`; */ \
    /* kind: enum ssa_native. A handle native gets the thread first, references as addresses of frame slots in */ \
    /* the map (0 inside for null), the anchor is set around it, and afterwards exception != 0 goes to */ \
    /* native_pending. A leaf gets the bare arguments and cannot throw; rsp aligned for both */ \
    OPERATION(CALL_NATIVE, SSA_CALL, SSA_ANYTHING, "y*") \
    /* {ref}, not null; entry monitor_enter, or inline */ \
    OPERATION(MONITOR_ENTER, SSA_THROWS | SSA_SAFEPOINT, SSA_UPDATES(SSA_THREAD) | SSA_ORDERS, "vr") \
    /* {ref}, not null */ \
    OPERATION(MONITOR_EXIT, SSA_THROWS | SSA_SAFEPOINT, SSA_UPDATES(SSA_THREAD) | SSA_ORDERS, "vr") \
    /* {}: a call that was to be built in place is not: from so many on the method is translated once more */ \
    OPERATION(MISS, 0, SSA_UPDATES(SSA_CLASSES), "v") \
    /* {}: adds 1 to the u32 at imm; nothing in a method that will not be translated again */ \
    OPERATION(COUNT, 0, SSA_UPDATES(SSA_CLASSES), "v") \
    /* before the jump of a back edge: cmp rsp, [r15 + stack_limit]; cold: entry poll, keeps */ \
    /* registers, but the collector sees frame slots only: save and reload references around it, there */ \
    OPERATION(POLL, SSA_SAFEPOINT, SSA_READS(SSA_THREAD), "v") \
    /* an instrument: kind is a row of PROBE_TABLE (probe.h), which has its effects and types */ \
    OPERATION(PROBE, 0, 0, "y*") \
    /* Terminators */ \
    /* to successor 0 */ \
    OPERATION(JUMP, SSA_ENDS, 0, "v") \
    /* {a, b} int, long, ref, float or double: successor 0 if condition `kind` holds, else 1. Floating: on NaN */ \
    /* successor 0 if SSA_NAN_TRUE, else 1 (EQ: never SSA_NAN_TRUE; NE: always) */ \
    OPERATION(BRANCH, SSA_ENDS, 0, "vss") \
    /* {}: successor 0 if no class has another method in the place of the one at imm (struct method.is_overridden), */ \
    /*   else 1. Reads memory where it stands: after what brought the receiver for whose sake it is asked */ \
    OPERATION(GUARD, SSA_ENDS, SSA_READS(SSA_CLASSES), "v") \
    /* {int}: successor i if it equals key i (ascending; ssa_switch_keys), else the last */ \
    OPERATION(SWITCH, SSA_ENDS, 0, "vi") \
    /* {} or {value} */ \
    OPERATION(RETURN, SSA_ENDS, 0, "v*") \
    /* {ref}: entry throw (which takes null); no successors */ \
    OPERATION(THROW, SSA_ENDS | SSA_THROWS | SSA_SAFEPOINT, SSA_ANYTHING, "vr") \
    /* after a call of an entry that does not return: no code */ \
    OPERATION(UNREACHABLE, SSA_ENDS, 0, "v")
// clang-format on

enum ssa_operation {
#define OPERATION(name, properties, effects, types) SSA_##name,
    SSA_OPERATION_TABLE(OPERATION)
#undef OPERATION
        SSA_OPERATION_COUNT
};

// Conditions of BRANCH and IS; ints and longs by their signed values. x ^ 1 is the opposite.
enum ssa_condition { SSA_EQ, SSA_NE, SSA_LT, SSA_GE, SSA_GT, SSA_LE, SSA_BELOW, SSA_ABOVE_EQUAL };

// For COMPARE of floats and doubles: the answer for NaN.
enum ssa_unordered { SSA_NAN_LESS, SSA_NAN_GREATER };

// How CHECK_CAST and INSTANCE_OF find out. All except SLOW need a constant class.
enum ssa_class_test {
    SSA_TEST_EXACT, // [ref] == class: a final class, or an array of a primitive or final class
    // [[ref] + display + 4 * depth] == class: a class, not an interface, with depth < CLASS_DISPLAY_DEPTH
    SSA_TEST_DISPLAY,
    SSA_TEST_SLOW, // [ref] == class, [[ref] + secondary_cache] == class, else entry instance_of (LEAF)
};

enum ssa_native { SSA_NATIVE_LEAF, SSA_NATIVE_LOCKED, SSA_NATIVE_HANDLE };

enum ssa_flag {
    SSA_TRAPS = 1,    // this access is its base's null check: it has a site, and may not be removed
    SSA_VOLATILE = 2, // memory that other threads watch: not merged, not removed, not moved
    SSA_NAN_TRUE = 4,
    // NEW: no inline allocation (a class with a finalizer). POLL: of a loop in which something is slow, which counts
    SSA_SLOW = 8,
    SSA_BOUND_LATE = 16, // CALL_NATIVE: operand 0 is the function
    SSA_FINAL = 32,      // LOAD of a final instance field: unchanged by other code once the constructor has returned
    SSA_MARK = 64,       // free for one pass or the back end; zero in between
    SSA_FRESH = 128,     // STORE, STORE_ELEMENT: into what no collection has seen, which has no need of a card's mark
};

struct ssa_instruction {
    u8 operation; // enum ssa_operation
    u8 type;      // enum ssa_type of the value, TYPE_VOID if there is none
    u8 kind;      // see the operation
    u8 flags;     // enum ssa_flag
    u16 operand_count;
    union {
        u32 inline_operands[3]; // use ssa_operands
        u32 operand_list;       // index into lists, if there are more than three, or for a phi
    };
    u32 block;
    union {
        s64 integer;
        struct {
            u32 x, y;
        };
    };
    u32 previous, next; // in the block, 0 at its ends
    u32 site;           // index into sites, 0 if none
    u32 origin;         // index into places: the bytecode that it is for; 0 if it is for no one bytecode
    // RESOLVE: constant-pool index | enum slot_kind << 16. SWITCH: index into lists of the keys. CALL_VIRTUAL,
    // CALL_INTERFACE: see there. LOAD: struct field * of an object's field that holds a reference, or 0. Otherwise the
    // back end's
    u32 packed;
    u32 uses;   // number of operands and phi operands that name it; kept by ssa_count_uses
    u32 number; // the back end's: numbering, interval, ...
    u32 marks;  // index into marks of the first one before this instruction, 0 if there is none
};

// What an instrument does where an inlined body begins or ends. A mark is no instruction: it hangs on the one that it
// stands before, and on the next one if that is removed. So no pass sees it, and the code is the same with and without.
// Marks are in order with what calls, throws, writes or branches; what only computes may end up on either side. Lists
// of them do not change once they are made, and may share their ends.
struct ssa_mark {
    u8 kind;    // enum probe_kind
    u32 method; // its number
    u32 next;
};

enum ssa_block_flag {
    BLOCK_LANDING = 1,     // begins with SSA_EXCEPTION; entered only by the unwinder
    BLOCK_LOOP_HEADER = 2, // a predecessor comes later in `order`
    BLOCK_COLD = 4, // unlikely: ends in a throw, leads only to such blocks, or is reached only through landing blocks
    BLOCK_UNLIKELY = 8, // the builder's: a path that is hardly ever taken
};

struct ssa_block {
    u32 first, last;              // instructions
    u32 predecessors, successors; // indices into lists
    u32 predecessor_capacity;
    u16 predecessor_count, successor_count;
    u16 loop_depth;
    u16 flags;
    u32 position; // in `order`
    // immediate; 0 for the entry and for landing blocks (their parent is the entry's frame: nothing else dominates)
    u32 dominator;
    u32 tree_first, tree_last, tree_next; // pass_order's: numbers of the dominator tree below (pass_dominates)
    u32 start_index;                      // bytecode index at which it begins (for dumps)
    u32 number;                           // the back end's
    u32 marks, last_mark; // at its end, for the next instruction that is appended; the last, if no other list has it
};

// Where a site or an instruction is in the bytecode: code_place before addresses are known.
struct ssa_place {
    struct method *method;
    u16 bytecode_index;
    u32 caller; // index into places, 0 if none
};

struct ssa_handler {
    u16 catch_type;        // constant-pool index, 0 for everything
    u32 landing;           // block
    struct method *method; // whose constant pool
};

// Shared by all instructions of one bytecode.
struct ssa_site {
    u32 place;
    u32 first_handler, handler_count; // in order of search
};

// A place in the frame through which values reach landing blocks. A reference's slot is in the map of every site at
// which it is live (frame_live.h).
struct ssa_frame_variable {
    u8 type; // enum ssa_type
};

struct ssa_function {
    struct arena *arena;
    struct method *method;
    struct ssa_instruction *instructions;
    struct ssa_block *blocks;
    u32 *lists; // operands, edges, keys
    struct ssa_place *places;
    struct ssa_site *sites;
    struct ssa_handler *handlers;
    struct ssa_frame_variable *frame_variables;
    struct ssa_mark *marks;
    u32 instruction_count, block_count, list_count, place_count, site_count, handler_count, frame_variable_count,
        mark_count;
    u32 instruction_capacity, block_capacity, list_capacity, place_capacity, site_capacity, handler_capacity,
        frame_variable_capacity, mark_capacity;
    // blocks as they are to be emitted: reverse postorder, cold ones last. Those reached only through landing blocks
    // come at the very end, so an edge back from them need not make a loop (only phi operands are live across it)
    u32 *order;
    u32 order_count;
    u32 inlined_calls;
    u64 *watcheds; // as struct code has it
    u32 watched_count, watched_capacity;
    bool again;            // see struct translate_options
    bool allocates;        // it has had NEW or NEW_ARRAY
    u8 probes;             // INSTRUMENT_PATTERNS of the method's when it began: they may be switched meanwhile
    bool has_raw_accesses; // see struct code
    u32 slow_places;       // how many places the translator would handle better if it is asked again
    u32 entry_site;        // of the prologue's poll: bytecode index 0, no handlers
    u32 constants[64];     // heads of chains by hash, linked by `number` until the passes are done
};

// ---- Reading

extern const u8 ssa_properties[SSA_OPERATION_COUNT]; // enum ssa_property
extern const u32 ssa_operation_effects[SSA_OPERATION_COUNT];
extern const char *const ssa_operation_names[SSA_OPERATION_COUNT];
extern const char *const ssa_operation_types[SSA_OPERATION_COUNT];

static inline struct ssa_instruction *ssa_at(const struct ssa_function *function, u32 value) {
    return &function->instructions[value];
}
static inline struct ssa_block *ssa_block_at(const struct ssa_function *function, u32 block) {
    return &function->blocks[block];
}

static inline u32 *ssa_operands(const struct ssa_function *function, u32 value) {
    struct ssa_instruction *instruction = &function->instructions[value];
    bool listed = instruction->operand_count > 3 || instruction->operation == SSA_PHI;
    return listed ? &function->lists[instruction->operand_list] : instruction->inline_operands;
}

static inline u32 ssa_operand(const struct ssa_function *function, u32 value, u32 index) {
    return ssa_operands(function, value)[index];
}
static inline bool ssa_has_marks(const struct ssa_function *function) { return function->mark_count > 1; }
static inline u32 *ssa_successors(const struct ssa_function *function, u32 block) {
    return &function->lists[function->blocks[block].successors];
}
static inline u32 *ssa_predecessors(const struct ssa_function *function, u32 block) {
    return &function->lists[function->blocks[block].predecessors];
}
// Whether the block itself, or a block that is not before it in the order, leads there. Positions must be valid.
static inline bool ssa_is_reached_from_below(const struct ssa_function *function, u32 block) {
    const struct ssa_block *at = ssa_block_at(function, block);
    const u32 *predecessors = ssa_predecessors(function, block);
    for (u32 i = 0; i < at->predecessor_count; i++) {
        if (ssa_block_at(function, predecessors[i])->position >= at->position) return true;
    }
    return false;
}
static inline s32 *ssa_switch_keys(const struct ssa_function *function, u32 value) {
    return (s32 *)&function->lists[function->instructions[value].packed];
}

static inline bool ssa_is_constant(const struct ssa_function *function, u32 value) {
    return function->instructions[value].operation == SSA_CONSTANT;
}

static inline bool ssa_is_commutative(u8 operation) {
    return operation == SSA_ADD || operation == SSA_MUL || operation == SSA_AND || operation == SSA_OR ||
           operation == SSA_XOR || operation == SSA_MIN || operation == SSA_MAX;
}

// Whether it is in the site table: it throws, is a safepoint, or traps. A leaf native is not.
static inline bool ssa_needs_site(const struct ssa_instruction *instruction) {
    if (instruction->operation == SSA_CALL_NATIVE && instruction->kind != SSA_NATIVE_HANDLE) return false;
    return (ssa_properties[instruction->operation] & (SSA_THROWS | SSA_SAFEPOINT)) || (instruction->flags & SSA_TRAPS);
}

static inline u32 ssa_effects(const struct ssa_instruction *instruction) {
    if (instruction->operation == SSA_PROBE) return probes[instruction->kind].effects;
    return ssa_operation_effects[instruction->operation] | (instruction->flags & SSA_VOLATILE ? SSA_ORDERS : 0);
}

static inline const char *ssa_types(const struct ssa_instruction *instruction) {
    if (instruction->operation == SSA_PROBE) return probes[instruction->kind].types;
    return ssa_operation_types[instruction->operation];
}

// Whether it is a probe of this place.
static inline bool ssa_is_probe(const struct ssa_instruction *instruction, enum probe_place place) {
    return instruction->operation == SSA_PROBE && probes[instruction->kind].place == place;
}

enum ssa_type ssa_type_of_letter(type_letter letter); // TYPE_INT for B C I S Z, TYPE_REF for L and [

// ---- Building

// Empty except for the entry block; the size of the bytecode is a guess at what will be needed.
void ssa_init(struct ssa_function *function, struct arena *arena, struct method *method, u32 bytecode_bytes);
u32 ssa_add_block(struct ssa_function *function);
// A new instruction, in no block yet, with operands zero.
u32 ssa_add_instruction(struct ssa_function *function, enum ssa_operation operation, enum ssa_type type,
                        u32 operand_count);
u32 ssa_add_list(struct ssa_function *function, u32 count);
u32 ssa_add_frame_variable(struct ssa_function *function, enum ssa_type type);
// Records, once for each, that the code depends on what instruments the method has.
void ssa_add_watched(struct ssa_function *function, const struct method *method, u8 patterns);
u32 ssa_add_place(struct ssa_function *function, struct method *method, u32 bytecode_index, u32 caller);
u32 ssa_add_site(struct ssa_function *function, u32 place, u32 first_handler, u32 handler_count);
u32 ssa_add_handlers(struct ssa_function *function, const struct ssa_handler *handlers, u32 count);
void ssa_append(struct ssa_function *function, u32 block, u32 value);
// Before what is appended to the block next.
void ssa_mark(struct ssa_function *function, u32 block, enum probe_kind kind, u32 method);
// A list of one mark.
u32 ssa_add_mark(struct ssa_function *function, u8 kind, u32 method);
// Those for what would be appended to the block next, which does not get them now.
u32 ssa_take_marks(struct ssa_function *function, u32 block);
// The marks of one list and then those of another.
u32 ssa_join_marks(struct ssa_function *function, u32 first, u32 second);
// An instruction that has no origin gets that of the one before which it is inserted.
void ssa_insert_before(struct ssa_function *function, u32 position, u32 value);
void ssa_insert_after(struct ssa_function *function, u32 position, u32 value);
void ssa_insert_first(struct ssa_function *function, u32 block, u32 value);
// Takes it out of its block; its operation becomes SSA_NONE. Its marks stay where it was.
void ssa_unlink(struct ssa_function *function, u32 value);
// The constant of this type and bits, made in the entry block if there is none.
u32 ssa_constant(struct ssa_function *function, enum ssa_type type, s64 integer);
void ssa_add_predecessor(struct ssa_function *function, u32 block, u32 predecessor);
void ssa_set_successors(struct ssa_function *function, u32 block, u32 count);
// Which of the block's predecessors this one is: the first of those edges, if several lead there.
u32 ssa_edge(const struct ssa_function *function, u32 block, u32 predecessor);
// Fills in `uses` of every instruction; only blocks in `order` count.
void ssa_count_uses(struct ssa_function *function);

// ---- Tools

// Writes the function as text, in lines, through `write`.
void ssa_dump(const struct ssa_function *function, const char *title,
              void (*write)(void *sink, const char *text, size_t length), void *sink);
// Returns NULL if all invariants above hold, otherwise the one that does not, with the instruction or block in *where.
// Needs dominators and order.
const char *ssa_check(const struct ssa_function *function, u32 *where);

#endif
