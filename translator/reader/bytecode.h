// The opcodes of Java bytecode (JVMS 6.5), as one table that verifier and SSA builder share.
//
// BYTECODE_LIST(OP) calls OP(number, name, length, format, pops, pushes) for each:
//   length   of the whole instruction in bytes; 0 if it varies (bytecode_length knows)
//   format   what follows the opcode: enum bytecode_format
//   pops     types popped, deepest first: I int, J long, F float, D double, A reference; "*" where operands or types
//            decide
//   pushes   the type pushed, in the same letters
#ifndef TRANSLATOR_READER_BYTECODE_H
#define TRANSLATOR_READER_BYTECODE_H

#include "base/narrow.h"
#include "base/types.h"

enum bytecode_format {
    FORMAT_NONE,
    FORMAT_BYTE,          // s1 value
    FORMAT_SHORT,         // s2 value
    FORMAT_POOL_NARROW,   // u1 constant-pool index
    FORMAT_POOL,          // u2 constant-pool index
    FORMAT_LOCAL,         // u1 local variable (u2 after wide)
    FORMAT_INCREMENT,     // u1 local variable, s1 value (u2, s2 after wide)
    FORMAT_BRANCH,        // s2 offset from the opcode
    FORMAT_BRANCH_WIDE,   // s4 offset from the opcode
    FORMAT_TABLE_SWITCH,  // padding to 4, s4 default, low, high, then offsets
    FORMAT_LOOKUP_SWITCH, // padding to 4, s4 default, count, then pairs of s4 key and offset
    FORMAT_INTERFACE,     // u2 constant-pool index, u1 argument slots, zero
    FORMAT_DYNAMIC,       // u2 constant-pool index, two zeros
    FORMAT_ARRAY_TYPE,    // u1 type code: 4 boolean, 5 char, 6 float, 7 double, 8 byte, 9 short, 10 int, 11 long
    FORMAT_DIMENSIONS,    // u2 constant-pool index, u1 dimensions
    FORMAT_WIDE,          // opcode with a FORMAT_LOCAL or FORMAT_INCREMENT, wider
};

// clang-format off
#define BYTECODE_LIST(OP) \
    OP(0x00, nop, 1, NONE, "", "") \
    OP(0x01, aconst_null, 1, NONE, "", "A") \
    OP(0x02, iconst_m1, 1, NONE, "", "I") \
    OP(0x03, iconst_0, 1, NONE, "", "I") \
    OP(0x04, iconst_1, 1, NONE, "", "I") \
    OP(0x05, iconst_2, 1, NONE, "", "I") \
    OP(0x06, iconst_3, 1, NONE, "", "I") \
    OP(0x07, iconst_4, 1, NONE, "", "I") \
    OP(0x08, iconst_5, 1, NONE, "", "I") \
    OP(0x09, lconst_0, 1, NONE, "", "J") \
    OP(0x0a, lconst_1, 1, NONE, "", "J") \
    OP(0x0b, fconst_0, 1, NONE, "", "F") \
    OP(0x0c, fconst_1, 1, NONE, "", "F") \
    OP(0x0d, fconst_2, 1, NONE, "", "F") \
    OP(0x0e, dconst_0, 1, NONE, "", "D") \
    OP(0x0f, dconst_1, 1, NONE, "", "D") \
    OP(0x10, bipush, 2, BYTE, "", "I") \
    OP(0x11, sipush, 3, SHORT, "", "I") \
    OP(0x12, ldc, 2, POOL_NARROW, "", "*") \
    OP(0x13, ldc_w, 3, POOL, "", "*") \
    OP(0x14, ldc2_w, 3, POOL, "", "*") \
    OP(0x15, iload, 2, LOCAL, "", "I") \
    OP(0x16, lload, 2, LOCAL, "", "J") \
    OP(0x17, fload, 2, LOCAL, "", "F") \
    OP(0x18, dload, 2, LOCAL, "", "D") \
    OP(0x19, aload, 2, LOCAL, "", "A") \
    OP(0x1a, iload_0, 1, NONE, "", "I") \
    OP(0x1b, iload_1, 1, NONE, "", "I") \
    OP(0x1c, iload_2, 1, NONE, "", "I") \
    OP(0x1d, iload_3, 1, NONE, "", "I") \
    OP(0x1e, lload_0, 1, NONE, "", "J") \
    OP(0x1f, lload_1, 1, NONE, "", "J") \
    OP(0x20, lload_2, 1, NONE, "", "J") \
    OP(0x21, lload_3, 1, NONE, "", "J") \
    OP(0x22, fload_0, 1, NONE, "", "F") \
    OP(0x23, fload_1, 1, NONE, "", "F") \
    OP(0x24, fload_2, 1, NONE, "", "F") \
    OP(0x25, fload_3, 1, NONE, "", "F") \
    OP(0x26, dload_0, 1, NONE, "", "D") \
    OP(0x27, dload_1, 1, NONE, "", "D") \
    OP(0x28, dload_2, 1, NONE, "", "D") \
    OP(0x29, dload_3, 1, NONE, "", "D") \
    OP(0x2a, aload_0, 1, NONE, "", "A") \
    OP(0x2b, aload_1, 1, NONE, "", "A") \
    OP(0x2c, aload_2, 1, NONE, "", "A") \
    OP(0x2d, aload_3, 1, NONE, "", "A") \
    OP(0x2e, iaload, 1, NONE, "AI", "I") \
    OP(0x2f, laload, 1, NONE, "AI", "J") \
    OP(0x30, faload, 1, NONE, "AI", "F") \
    OP(0x31, daload, 1, NONE, "AI", "D") \
    OP(0x32, aaload, 1, NONE, "AI", "A") \
    OP(0x33, baload, 1, NONE, "AI", "I") \
    OP(0x34, caload, 1, NONE, "AI", "I") \
    OP(0x35, saload, 1, NONE, "AI", "I") \
    OP(0x36, istore, 2, LOCAL, "I", "") \
    OP(0x37, lstore, 2, LOCAL, "J", "") \
    OP(0x38, fstore, 2, LOCAL, "F", "") \
    OP(0x39, dstore, 2, LOCAL, "D", "") \
    OP(0x3a, astore, 2, LOCAL, "A", "") \
    OP(0x3b, istore_0, 1, NONE, "I", "") \
    OP(0x3c, istore_1, 1, NONE, "I", "") \
    OP(0x3d, istore_2, 1, NONE, "I", "") \
    OP(0x3e, istore_3, 1, NONE, "I", "") \
    OP(0x3f, lstore_0, 1, NONE, "J", "") \
    OP(0x40, lstore_1, 1, NONE, "J", "") \
    OP(0x41, lstore_2, 1, NONE, "J", "") \
    OP(0x42, lstore_3, 1, NONE, "J", "") \
    OP(0x43, fstore_0, 1, NONE, "F", "") \
    OP(0x44, fstore_1, 1, NONE, "F", "") \
    OP(0x45, fstore_2, 1, NONE, "F", "") \
    OP(0x46, fstore_3, 1, NONE, "F", "") \
    OP(0x47, dstore_0, 1, NONE, "D", "") \
    OP(0x48, dstore_1, 1, NONE, "D", "") \
    OP(0x49, dstore_2, 1, NONE, "D", "") \
    OP(0x4a, dstore_3, 1, NONE, "D", "") \
    OP(0x4b, astore_0, 1, NONE, "A", "") \
    OP(0x4c, astore_1, 1, NONE, "A", "") \
    OP(0x4d, astore_2, 1, NONE, "A", "") \
    OP(0x4e, astore_3, 1, NONE, "A", "") \
    OP(0x4f, iastore, 1, NONE, "AII", "") \
    OP(0x50, lastore, 1, NONE, "AIJ", "") \
    OP(0x51, fastore, 1, NONE, "AIF", "") \
    OP(0x52, dastore, 1, NONE, "AID", "") \
    OP(0x53, aastore, 1, NONE, "AIA", "") \
    OP(0x54, bastore, 1, NONE, "AII", "") \
    OP(0x55, castore, 1, NONE, "AII", "") \
    OP(0x56, sastore, 1, NONE, "AII", "") \
    OP(0x57, pop, 1, NONE, "*", "*") \
    OP(0x58, pop2, 1, NONE, "*", "*") \
    OP(0x59, dup, 1, NONE, "*", "*") \
    OP(0x5a, dup_x1, 1, NONE, "*", "*") \
    OP(0x5b, dup_x2, 1, NONE, "*", "*") \
    OP(0x5c, dup2, 1, NONE, "*", "*") \
    OP(0x5d, dup2_x1, 1, NONE, "*", "*") \
    OP(0x5e, dup2_x2, 1, NONE, "*", "*") \
    OP(0x5f, swap, 1, NONE, "*", "*") \
    OP(0x60, iadd, 1, NONE, "II", "I") \
    OP(0x61, ladd, 1, NONE, "JJ", "J") \
    OP(0x62, fadd, 1, NONE, "FF", "F") \
    OP(0x63, dadd, 1, NONE, "DD", "D") \
    OP(0x64, isub, 1, NONE, "II", "I") \
    OP(0x65, lsub, 1, NONE, "JJ", "J") \
    OP(0x66, fsub, 1, NONE, "FF", "F") \
    OP(0x67, dsub, 1, NONE, "DD", "D") \
    OP(0x68, imul, 1, NONE, "II", "I") \
    OP(0x69, lmul, 1, NONE, "JJ", "J") \
    OP(0x6a, fmul, 1, NONE, "FF", "F") \
    OP(0x6b, dmul, 1, NONE, "DD", "D") \
    OP(0x6c, idiv, 1, NONE, "II", "I") \
    OP(0x6d, ldiv, 1, NONE, "JJ", "J") \
    OP(0x6e, fdiv, 1, NONE, "FF", "F") \
    OP(0x6f, ddiv, 1, NONE, "DD", "D") \
    OP(0x70, irem, 1, NONE, "II", "I") \
    OP(0x71, lrem, 1, NONE, "JJ", "J") \
    OP(0x72, frem, 1, NONE, "FF", "F") \
    OP(0x73, drem, 1, NONE, "DD", "D") \
    OP(0x74, ineg, 1, NONE, "I", "I") \
    OP(0x75, lneg, 1, NONE, "J", "J") \
    OP(0x76, fneg, 1, NONE, "F", "F") \
    OP(0x77, dneg, 1, NONE, "D", "D") \
    OP(0x78, ishl, 1, NONE, "II", "I") \
    OP(0x79, lshl, 1, NONE, "JI", "J") \
    OP(0x7a, ishr, 1, NONE, "II", "I") \
    OP(0x7b, lshr, 1, NONE, "JI", "J") \
    OP(0x7c, iushr, 1, NONE, "II", "I") \
    OP(0x7d, lushr, 1, NONE, "JI", "J") \
    OP(0x7e, iand, 1, NONE, "II", "I") \
    OP(0x7f, land, 1, NONE, "JJ", "J") \
    OP(0x80, ior, 1, NONE, "II", "I") \
    OP(0x81, lor, 1, NONE, "JJ", "J") \
    OP(0x82, ixor, 1, NONE, "II", "I") \
    OP(0x83, lxor, 1, NONE, "JJ", "J") \
    OP(0x84, iinc, 3, INCREMENT, "", "") \
    OP(0x85, i2l, 1, NONE, "I", "J") \
    OP(0x86, i2f, 1, NONE, "I", "F") \
    OP(0x87, i2d, 1, NONE, "I", "D") \
    OP(0x88, l2i, 1, NONE, "J", "I") \
    OP(0x89, l2f, 1, NONE, "J", "F") \
    OP(0x8a, l2d, 1, NONE, "J", "D") \
    OP(0x8b, f2i, 1, NONE, "F", "I") \
    OP(0x8c, f2l, 1, NONE, "F", "J") \
    OP(0x8d, f2d, 1, NONE, "F", "D") \
    OP(0x8e, d2i, 1, NONE, "D", "I") \
    OP(0x8f, d2l, 1, NONE, "D", "J") \
    OP(0x90, d2f, 1, NONE, "D", "F") \
    OP(0x91, i2b, 1, NONE, "I", "I") \
    OP(0x92, i2c, 1, NONE, "I", "I") \
    OP(0x93, i2s, 1, NONE, "I", "I") \
    OP(0x94, lcmp, 1, NONE, "JJ", "I") \
    OP(0x95, fcmpl, 1, NONE, "FF", "I") \
    OP(0x96, fcmpg, 1, NONE, "FF", "I") \
    OP(0x97, dcmpl, 1, NONE, "DD", "I") \
    OP(0x98, dcmpg, 1, NONE, "DD", "I") \
    OP(0x99, ifeq, 3, BRANCH, "I", "") \
    OP(0x9a, ifne, 3, BRANCH, "I", "") \
    OP(0x9b, iflt, 3, BRANCH, "I", "") \
    OP(0x9c, ifge, 3, BRANCH, "I", "") \
    OP(0x9d, ifgt, 3, BRANCH, "I", "") \
    OP(0x9e, ifle, 3, BRANCH, "I", "") \
    OP(0x9f, if_icmpeq, 3, BRANCH, "II", "") \
    OP(0xa0, if_icmpne, 3, BRANCH, "II", "") \
    OP(0xa1, if_icmplt, 3, BRANCH, "II", "") \
    OP(0xa2, if_icmpge, 3, BRANCH, "II", "") \
    OP(0xa3, if_icmpgt, 3, BRANCH, "II", "") \
    OP(0xa4, if_icmple, 3, BRANCH, "II", "") \
    OP(0xa5, if_acmpeq, 3, BRANCH, "AA", "") \
    OP(0xa6, if_acmpne, 3, BRANCH, "AA", "") \
    OP(0xa7, goto, 3, BRANCH, "", "") \
    OP(0xa8, jsr, 3, BRANCH, "", "*") \
    OP(0xa9, ret, 2, LOCAL, "", "") \
    OP(0xaa, tableswitch, 0, TABLE_SWITCH, "I", "") \
    OP(0xab, lookupswitch, 0, LOOKUP_SWITCH, "I", "") \
    OP(0xac, ireturn, 1, NONE, "I", "") \
    OP(0xad, lreturn, 1, NONE, "J", "") \
    OP(0xae, freturn, 1, NONE, "F", "") \
    OP(0xaf, dreturn, 1, NONE, "D", "") \
    OP(0xb0, areturn, 1, NONE, "A", "") \
    OP(0xb1, return, 1, NONE, "", "") \
    OP(0xb2, getstatic, 3, POOL, "", "*") \
    OP(0xb3, putstatic, 3, POOL, "*", "") \
    OP(0xb4, getfield, 3, POOL, "A", "*") \
    OP(0xb5, putfield, 3, POOL, "*", "") \
    OP(0xb6, invokevirtual, 3, POOL, "*", "*") \
    OP(0xb7, invokespecial, 3, POOL, "*", "*") \
    OP(0xb8, invokestatic, 3, POOL, "*", "*") \
    OP(0xb9, invokeinterface, 5, INTERFACE, "*", "*") \
    OP(0xba, invokedynamic, 5, DYNAMIC, "*", "*") \
    OP(0xbb, new, 3, POOL, "", "A") \
    OP(0xbc, newarray, 2, ARRAY_TYPE, "I", "A") \
    OP(0xbd, anewarray, 3, POOL, "I", "A") \
    OP(0xbe, arraylength, 1, NONE, "A", "I") \
    OP(0xbf, athrow, 1, NONE, "A", "") \
    OP(0xc0, checkcast, 3, POOL, "A", "A") \
    OP(0xc1, instanceof, 3, POOL, "A", "I") \
    OP(0xc2, monitorenter, 1, NONE, "A", "") \
    OP(0xc3, monitorexit, 1, NONE, "A", "") \
    OP(0xc4, wide, 0, WIDE, "*", "*") \
    OP(0xc5, multianewarray, 4, DIMENSIONS, "*", "A") \
    OP(0xc6, ifnull, 3, BRANCH, "A", "") \
    OP(0xc7, ifnonnull, 3, BRANCH, "A", "") \
    OP(0xc8, goto_w, 5, BRANCH_WIDE, "", "") \
    OP(0xc9, jsr_w, 5, BRANCH_WIDE, "", "*")
// clang-format on

enum bytecode {
#define BYTECODE_ENUM(number, name, length, format, pops, pushes) OP_##name = number,
    BYTECODE_LIST(BYTECODE_ENUM)
#undef BYTECODE_ENUM
        BYTECODE_COUNT
};

struct bytecode_info {
    char name[16];
    u8 length; // 0 if it varies, or there is no such opcode
    u8 format; // enum bytecode_format
    char pops[4], pushes[2];
};

// By opcode; entries from BYTECODE_COUNT on have an empty name.
extern const struct bytecode_info bytecode_table[256];

// For bytecode_length: the length of an instruction whose length varies; 0 if it is none.
u64 bytecode_variable_length(const u8 *code, u32 code_length, u32 index);

// The length of the instruction at `code + index` of a method with `code_length` bytes; 0 if it is not an instruction,
// or runs past the code's end, or is a switch whose counts make no sense. Padding bytes are not examined.
static inline u32 bytecode_length(const u8 *code, u32 code_length, u32 index) {
    u64 length = bytecode_table[code[index]].length;
    if (length == 0) length = bytecode_variable_length(code, code_length, index);
    return length <= code_length - index ? (u32)length : 0;
}

static inline u16 bytecode_u16(const u8 *at) { return low_u16(at[0] << 8 | at[1]); }
static inline s16 bytecode_s16(const u8 *at) { return (s16)bytecode_u16(at); }
static inline u32 bytecode_u32(const u8 *at) { return (u32)at[0] << 24 | (u32)at[1] << 16 | (u32)at[2] << 8 | at[3]; }
static inline s32 bytecode_s32(const u8 *at) { return (s32)bytecode_u32(at); }

// Switches: the index of their first aligned operand (the default offset).
static inline u32 bytecode_switch_operands(u32 index) { return (index + 4) & ~3u; }

#endif
