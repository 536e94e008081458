// See encode.h.
#include "base/encode.h"

#include "base/narrow.h"
#include "base/string.h"

#define LONGEST_INSTRUCTION 16

void encode_init(struct encoder *encoder, u8 *buffer, size_t bytes) {
    *encoder = (struct encoder){.start = buffer, .next = buffer, .end = buffer + bytes};
}

// Makes room for `count` bytes; after an overflow, what is written goes to the beginning and is lost.
static u8 *room(struct encoder *encoder, size_t count) {
    if ((size_t)(encoder->end - encoder->next) < count) {
        encoder->overflow = true;
        encoder->next = encoder->start;
    }
    return encoder->next;
}

static u8 *put_u32(u8 *at, u32 value) {
    memcpy(at, &value, 4);
    return at + 4;
}

static bool fits_byte(s64 value) { return value == (s8)value; }

// `end` is the end of 32 bits that have just been put.
static void note_word(struct encoder *encoder, const u8 *end) {
    if (!encoder->words) return;
    if (encoder->word_count < encoder->word_capacity) {
        encoder->words[encoder->word_count] = (u32)(end - 4 - encoder->start);
    }
    encoder->word_count++;
}

static void note_displacement(struct encoder *encoder, struct encode_address address, const u8 *end) {
    if (encoder->words && (address.base == NO_REGISTER || !fits_byte(address.displacement))) note_word(encoder, end);
}

// Prefixes and opcode. `r`, `x`, `b` are the registers from which the three extension bits come.
static u8 *put_opcode(u8 *at, u32 opcode, u8 r, u8 x, u8 b, bool force_rex) {
    static const u8 prefixes[4] = {0, 0x66, 0xf3, 0xf2};
    u8 prefix = prefixes[opcode >> 12 & 3];
    u8 rex = low_u8((opcode & OP_W ? 8 : 0) | (r >> 3 & 1) << 2 | (x >> 3 & 1) << 1 | (b >> 3 & 1));
    if (prefix) *at++ = prefix;
    if (rex || force_rex) *at++ = 0x40 | rex;
    if (opcode & OP_MAP_0F) *at++ = 0x0f;
    *at++ = low_u8(opcode);
    return at;
}

static u8 *put_registers(u8 *at, u32 opcode, u8 reg, u8 rm) {
    bool force = (opcode & OP_BYTE_REG && reg >= RSP && reg <= RDI) || (opcode & OP_BYTE_RM && rm >= RSP && rm <= RDI);
    at = put_opcode(at, opcode, reg, 0, rm, force);
    *at++ = low_u8(0xc0 | (reg & 7) << 3 | (rm & 7));
    return at;
}

static u8 *put_memory(u8 *at, u32 opcode, u8 reg, struct encode_address address) {
    bool has_base = address.base != NO_REGISTER, has_index = address.index != NO_REGISTER;
    bool force = opcode & OP_BYTE_REG && reg >= RSP && reg <= RDI;
    at = put_opcode(at, opcode, reg, has_index ? address.index : 0, has_base ? address.base : 0, force);
    u8 mode = 0x00, field = low_u8((reg & 7) << 3);
    if (has_base && (address.displacement != 0 || (address.base & 7) == RBP)) {
        mode = fits_byte(address.displacement) ? 0x40 : 0x80;
    }
    if (has_base && !has_index && (address.base & 7) != RSP) {
        *at++ = low_u8(mode | field | (address.base & 7));
    } else {
        u8 base = has_base ? address.base & 7 : RBP, index = has_index ? address.index & 7 : RSP;
        *at++ = low_u8(mode | field | 4);
        *at++ = low_u8(address.shift << 6 | index << 3 | base);
    }
    if (!has_base || mode == 0x80) return put_u32(at, (u32)address.displacement);
    if (mode == 0x40) *at++ = low_u8(address.displacement);
    return at;
}

void encode_register(struct encoder *encoder, u32 opcode, u8 reg, u8 rm) {
    encoder->next = put_registers(room(encoder, LONGEST_INSTRUCTION), opcode, reg, rm);
}

void encode_memory(struct encoder *encoder, u32 opcode, u8 reg, struct encode_address address) {
    encoder->next = put_memory(room(encoder, LONGEST_INSTRUCTION), opcode, reg, address);
    note_displacement(encoder, address, encoder->next);
}

void encode_bytes(struct encoder *encoder, const void *bytes, u32 count) {
    memcpy(room(encoder, count), bytes, count);
    encoder->next += count;
}

void encode_lock(struct encoder *encoder) { encode_bytes(encoder, "\xf0", 1); }

// ---- Immediates

void encode_move_immediate(struct encoder *encoder, u8 reg, u64 value) {
    u8 *at = room(encoder, LONGEST_INSTRUCTION);
    if (value <= 0xffffffffu) {
        at = put_u32(put_opcode(at, 0xb8u | (reg & 7u), 0, 0, reg, false), (u32)value);
        note_word(encoder, at);
    } else if ((s64)value == (s32)value) {
        at = put_u32(put_registers(at, 0xc7 | OP_W, 0, reg), (u32)value);
    } else {
        at = put_opcode(at, 0xb8u | (reg & 7u) | OP_W, 0, 0, reg, false);
        memcpy(at, &value, 8);
        at += 8;
    }
    encoder->next = at;
}

void encode_alu_immediate(struct encoder *encoder, enum encode_alu operation, bool wide, u8 reg, s32 value) {
    u8 *at = room(encoder, LONGEST_INSTRUCTION);
    u32 w = wide ? OP_W : 0;
    if (fits_byte(value)) {
        at = put_registers(at, 0x83 | w, low_u8(operation), reg);
        *at++ = low_u8(value);
    } else if (reg == RAX) {
        at = put_u32(put_opcode(at, ((u32)operation << 3 | 5) | w, 0, 0, 0, false), (u32)value);
        note_word(encoder, at);
    } else {
        at = put_u32(put_registers(at, 0x81 | w, low_u8(operation), reg), (u32)value);
        note_word(encoder, at);
    }
    encoder->next = at;
}

void encode_alu_memory_immediate(struct encoder *encoder, enum encode_alu operation, bool wide,
                                 struct encode_address address, s32 value) {
    u8 *at = room(encoder, LONGEST_INSTRUCTION);
    at = put_memory(at, (fits_byte(value) ? 0x83u : 0x81u) | (wide ? OP_W : 0), low_u8(operation), address);
    note_displacement(encoder, address, at);
    if (fits_byte(value)) {
        *at++ = low_u8(value);
    } else {
        at = put_u32(at, (u32)value);
        note_word(encoder, at);
    }
    encoder->next = at;
}

void encode_compare_byte(struct encoder *encoder, struct encode_address address, u8 value) {
    u8 *at = put_memory(room(encoder, LONGEST_INSTRUCTION), 0x80, ALU_CMP, address);
    note_displacement(encoder, address, at);
    *at++ = value;
    encoder->next = at;
}

void encode_multiply_immediate(struct encoder *encoder, bool wide, u8 reg, u8 rm, s32 value) {
    u8 *at = put_registers(room(encoder, LONGEST_INSTRUCTION), (fits_byte(value) ? 0x6bu : 0x69u) | (wide ? OP_W : 0),
                           reg, rm);
    if (fits_byte(value)) {
        *at++ = low_u8(value);
    } else {
        at = put_u32(at, (u32)value);
    }
    encoder->next = at;
}

void encode_store_immediate(struct encoder *encoder, u32 bytes, struct encode_address address, s32 value) {
    u32 opcode = bytes == 1 ? 0xc6u : bytes == 2 ? 0xc7u | OP_66 : bytes == 4 ? 0xc7u : 0xc7u | OP_W;
    u8 *at = put_memory(room(encoder, LONGEST_INSTRUCTION), opcode, 0, address);
    note_displacement(encoder, address, at);
    u32 immediate_bytes = bytes < 4 ? bytes : 4;
    memcpy(at, &value, immediate_bytes);
    encoder->next = at + immediate_bytes;
    if (bytes >= 4) note_word(encoder, encoder->next);
}

// ---- One operand

void encode_shift_immediate(struct encoder *encoder, enum encode_shift operation, bool wide, u8 reg, u8 count) {
    u8 *at = put_registers(room(encoder, LONGEST_INSTRUCTION), (count == 1 ? 0xd1u : 0xc1u) | (wide ? OP_W : 0),
                           low_u8(operation), reg);
    if (count != 1) *at++ = count;
    encoder->next = at;
}

void encode_shift_cl(struct encoder *encoder, enum encode_shift operation, bool wide, u8 reg) {
    encode_register(encoder, 0xd3 | (wide ? OP_W : 0), low_u8(operation), reg);
}

void encode_unary(struct encoder *encoder, enum encode_unary operation, bool wide, u8 reg) {
    encode_register(encoder, 0xf7 | (wide ? OP_W : 0), low_u8(operation), reg);
}

void encode_byte_swap(struct encoder *encoder, bool wide, u8 reg) {
    encoder->next = put_opcode(room(encoder, LONGEST_INSTRUCTION), (0xc8u | (reg & 7u)) | OP_MAP_0F | (wide ? OP_W : 0),
                               0, 0, reg, false);
}

void encode_set(struct encoder *encoder, enum encode_condition condition, u8 reg) {
    encode_register(encoder, (0x90u | condition) | OP_MAP_0F | OP_BYTE_RM, 0, reg);
}

void encode_conditional_move(struct encoder *encoder, enum encode_condition condition, bool wide, u8 reg, u8 rm) {
    encode_register(encoder, (0x40u | condition) | OP_MAP_0F | (wide ? OP_W : 0), reg, rm);
}

void encode_push(struct encoder *encoder, u8 reg) {
    encoder->next = put_opcode(room(encoder, LONGEST_INSTRUCTION), 0x50u | (reg & 7u), 0, 0, reg, false);
}
void encode_pop(struct encoder *encoder, u8 reg) {
    encoder->next = put_opcode(room(encoder, LONGEST_INSTRUCTION), 0x58u | (reg & 7u), 0, 0, reg, false);
}

static void shift_vector(struct encoder *encoder, bool wide, u8 extension, u8 reg, u8 count) {
    u8 *at =
        put_registers(room(encoder, LONGEST_INSTRUCTION), (wide ? 0x73u : 0x72u) | OP_MAP_0F | OP_66, extension, reg);
    *at++ = count;
    encoder->next = at;
}

void encode_shift_vector_left(struct encoder *encoder, bool wide, u8 reg, u8 count) {
    shift_vector(encoder, wide, 6, reg, count);
}
void encode_shift_vector_right(struct encoder *encoder, bool wide, u8 reg, u8 count) {
    shift_vector(encoder, wide, 2, reg, count);
}

// ---- Control

void encode_call_memory(struct encoder *encoder, struct encode_address address) {
    encode_memory(encoder, 0xff, 2, address);
}
void encode_jump_memory(struct encoder *encoder, struct encode_address address) {
    encode_memory(encoder, 0xff, 4, address);
}
void encode_call_register(struct encoder *encoder, u8 reg) { encode_register(encoder, 0xff, 2, reg); }

void encode_jump(struct encoder *encoder, u32 target, bool near) {
    u8 *at = room(encoder, LONGEST_INSTRUCTION);
    s64 distance = (s64)target - encode_offset(encoder) - 2;
    if (!near && fits_byte(distance)) {
        *at++ = 0xeb;
        *at++ = low_u8(distance);
    } else {
        *at++ = 0xe9;
        at = put_u32(at, (u32)(distance - 3));
    }
    encoder->next = at;
}

void encode_branch(struct encoder *encoder, enum encode_condition condition, u32 target, bool near) {
    u8 *at = room(encoder, LONGEST_INSTRUCTION);
    s64 distance = (s64)target - encode_offset(encoder) - 2;
    if (!near && fits_byte(distance)) {
        *at++ = low_u8(0x70 | condition);
        *at++ = low_u8(distance);
    } else {
        *at++ = 0x0f;
        *at++ = low_u8(0x80 | condition);
        at = put_u32(at, (u32)(distance - 4));
    }
    encoder->next = at;
}
