// The x86-64 encoder: each function appends one instruction in its shortest form, by operand form. Intel SDM volume 2,
// chapter 2. Nothing is checked except the room in the buffer: when that runs out, `overflow` is set and what follows
// is lost.
//
// An opcode constant holds everything about an instruction except its operands. Registers are 0 to 15, general or XMM
// as the opcode says.
#ifndef BASE_ENCODE_H
#define BASE_ENCODE_H

#include "base/types.h"

enum encode_register {
    RAX,
    RCX,
    RDX,
    RBX,
    RSP,
    RBP,
    RSI,
    RDI,
    R8,
    R9,
    R10,
    R11,
    R12,
    R13,
    R14,
    R15,
    NO_REGISTER = 0xff
};
#define REGISTER_BIT(reg) (1u << (reg)) // in sets of registers

enum encode_condition {
    // ^ 1 is the opposite
    CC_O,
    CC_NO,
    CC_B,
    CC_AE,
    CC_E,
    CC_NE,
    CC_BE,
    CC_A,
    CC_S,
    CC_NS,
    CC_P,
    CC_NP,
    CC_L,
    CC_GE,
    CC_LE,
    CC_G,
};

// [base + (index << shift) + displacement]; without base and index it is the absolute address `displacement`, which is
// sign-extended.
struct encode_address {
    u8 base, index, shift;
    s32 displacement;
};

struct encoder {
    u8 *start, *next, *end;
    bool overflow;
    // If there is a list: the offsets of all immediates and displacements of 32 bits, ascending, by which the code may
    // name what lies elsewhere. `word_count` goes on where `word_capacity` ends.
    u32 *words;
    u32 word_count, word_capacity;
};

// ---- Opcodes: the opcode's byte, and
#define OP_MAP_0F 0x100u
#define OP_66 0x1000u
#define OP_F3 0x2000u
#define OP_F2 0x3000u
#define OP_W 0x10000u        // 64 bits (REX.W)
#define OP_BYTE_REG 0x20000u // the register operand is a byte: sil, dil and the like need a REX prefix
#define OP_BYTE_RM 0x40000u  // the other operand, if it is a register, is a byte

enum encode_opcode {
    X_ADD = 0x03,
    X_OR = 0x0b,
    X_AND = 0x23,
    X_SUB = 0x2b,
    X_XOR = 0x33,
    X_CMP = 0x3b,                 // reg, rm
    X_CMP_STORE = 0x39,           // rm, reg
    X_CMP_8 = 0x3a | OP_BYTE_REG, // reg, rm in memory
    X_MOV = 0x8b,
    X_MOV_STORE = 0x89,
    X_MOV_STORE_8 = 0x88 | OP_BYTE_REG,
    X_MOV_STORE_16 = 0x89 | OP_66,
    X_MOVZX_8 = 0xb6 | OP_MAP_0F | OP_BYTE_RM,
    X_MOVZX_16 = 0xb7 | OP_MAP_0F,
    X_MOVSX_8 = 0xbe | OP_MAP_0F | OP_BYTE_RM,
    X_MOVSX_16 = 0xbf | OP_MAP_0F,
    X_MOVSXD = 0x63 | OP_W,
    X_LEA = 0x8d,
    X_TEST = 0x85,
    X_XCHG = 0x87,
    X_IMUL = 0xaf | OP_MAP_0F,
    X_BSF = 0xbc | OP_MAP_0F, // leaves `reg` undefined for 0
    X_CMPXCHG = 0xb1 | OP_MAP_0F,
    X_XADD = 0xc1 | OP_MAP_0F,
    X_MOVSS = 0x10 | OP_MAP_0F | OP_F3,
    X_MOVSD = 0x10 | OP_MAP_0F | OP_F2,
    X_MOVSS_STORE = 0x11 | OP_MAP_0F | OP_F3,
    X_MOVSD_STORE = 0x11 | OP_MAP_0F | OP_F2,
    X_MOVAPS = 0x28 | OP_MAP_0F,
    X_MOVD = 0x6e | OP_MAP_0F | OP_66,
    X_MOVD_STORE = 0x7e | OP_MAP_0F | OP_66,
    X_MOVQ = X_MOVD | OP_W,
    X_MOVQ_STORE = X_MOVD_STORE | OP_W, // xmm, general; general (rm), xmm
    X_ADDSS = 0x58 | OP_MAP_0F | OP_F3,
    X_MULSS = 0x59 | OP_MAP_0F | OP_F3,
    X_SUBSS = 0x5c | OP_MAP_0F | OP_F3,
    X_DIVSS = 0x5e | OP_MAP_0F | OP_F3,
    X_SQRTSS = 0x51 | OP_MAP_0F | OP_F3, // ^ X_DOUBLE: the same for doubles
    X_UCOMISS = 0x2e | OP_MAP_0F,
    X_UCOMISD = 0x2e | OP_MAP_0F | OP_66,
    X_XORPS = 0x57 | OP_MAP_0F,
    X_PCMPEQD = 0x76 | OP_MAP_0F | OP_66,
    X_CVTSI2SS = 0x2a | OP_MAP_0F | OP_F3,
    X_CVTTSS2SI = 0x2c | OP_MAP_0F | OP_F3,
    X_CVTSS2SD = 0x5a | OP_MAP_0F | OP_F3,
    X_CVTSD2SS = 0x5a | OP_MAP_0F | OP_F2,
    X_DOUBLE = OP_F3 ^ OP_F2,
};

// The operation of encode_alu_immediate; << 3 | 3 is the opcode of its form reg, rm.
enum encode_alu { ALU_ADD, ALU_OR, ALU_ADC, ALU_SBB, ALU_AND, ALU_SUB, ALU_XOR, ALU_CMP };
enum encode_shift { SHIFT_LEFT = 4, SHIFT_LOGICAL = 5, SHIFT_ARITHMETIC = 7 };
enum encode_unary { UNARY_NOT = 2, UNARY_NEG = 3, UNARY_MUL = 4, UNARY_IMUL = 5, UNARY_DIV = 6, UNARY_IDIV = 7 };

void encode_init(struct encoder *encoder, u8 *buffer, size_t bytes);
static inline u32 encode_offset(const struct encoder *encoder) { return (u32)(encoder->next - encoder->start); }

// `opcode` is an enum encode_opcode, with or without OP_W.
void encode_register(struct encoder *encoder, u32 opcode, u8 reg, u8 rm);
void encode_memory(struct encoder *encoder, u32 opcode, u8 reg, struct encode_address address);
void encode_lock(struct encoder *encoder); // the prefix

void encode_move_immediate(struct encoder *encoder, u8 reg, u64 value); // all 64 bits; in 5, 7 or 10 bytes
void encode_alu_immediate(struct encoder *encoder, enum encode_alu operation, bool wide, u8 reg, s32 value);
void encode_alu_memory_immediate(struct encoder *encoder, enum encode_alu operation, bool wide,
                                 struct encode_address address, s32 value);
// cmp byte [address], value
void encode_compare_byte(struct encoder *encoder, struct encode_address address, u8 value);
void encode_multiply_immediate(struct encoder *encoder, bool wide, u8 reg, u8 rm, s32 value);
// 1, 2 or 4 bytes, or 8: sign-extended
void encode_store_immediate(struct encoder *encoder, u32 bytes, struct encode_address address, s32 value);
void encode_shift_immediate(struct encoder *encoder, enum encode_shift operation, bool wide, u8 reg, u8 count);
void encode_shift_cl(struct encoder *encoder, enum encode_shift operation, bool wide, u8 reg);
void encode_unary(struct encoder *encoder, enum encode_unary operation, bool wide, u8 reg);
void encode_byte_swap(struct encoder *encoder, bool wide, u8 reg);
void encode_set(struct encoder *encoder, enum encode_condition condition, u8 reg);
void encode_conditional_move(struct encoder *encoder, enum encode_condition condition, bool wide, u8 reg, u8 rm);
void encode_push(struct encoder *encoder, u8 reg);
void encode_pop(struct encoder *encoder, u8 reg);
void encode_shift_vector_left(struct encoder *encoder, bool wide, u8 reg, u8 count);  // pslld, psllq xmm, count
void encode_shift_vector_right(struct encoder *encoder, bool wide, u8 reg, u8 count); // psrld, psrlq
void encode_call_memory(struct encoder *encoder, struct encode_address address);
void encode_jump_memory(struct encoder *encoder, struct encode_address address);
void encode_call_register(struct encoder *encoder, u8 reg);
// Jumps to an offset from the buffer's start. Near ones (with `near`, or if 8 bits are not enough) take 32 bits.
void encode_jump(struct encoder *encoder, u32 target, bool near);
void encode_branch(struct encoder *encoder, enum encode_condition condition, u32 target, bool near);
void encode_bytes(struct encoder *encoder, const void *bytes, u32 count); // at most 128

// Instructions without operands.
static inline void encode_return(struct encoder *encoder) { encode_bytes(encoder, "\xc3", 1); }
static inline void encode_leave(struct encoder *encoder) { encode_bytes(encoder, "\xc9", 1); }
static inline void encode_cdq(struct encoder *encoder) { encode_bytes(encoder, "\x99", 1); }
static inline void encode_cqo(struct encoder *encoder) { encode_bytes(encoder, "\x48\x99", 2); }
static inline void encode_ticks(struct encoder *encoder) { encode_bytes(encoder, "\x0f\x31", 2); } // rdtsc
// lock or dword [rsp], 0
static inline void encode_fence(struct encoder *encoder) { encode_bytes(encoder, "\xf0\x83\x0c\x24", 5); }

static inline struct encode_address address_base(u8 base, s32 displacement) {
    return (struct encode_address){base, NO_REGISTER, 0, displacement};
}
static inline struct encode_address address_absolute(u32 address) {
    return (struct encode_address){NO_REGISTER, NO_REGISTER, 0, (s32)address};
}

#endif
