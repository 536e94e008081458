// See bytecode.h.
#include "translator/reader/bytecode.h"

#include "base/panic.h"

const struct bytecode_info bytecode_table[256] = {
#define BYTECODE_INFO(number, name, length, format, pops, pushes) \
    [number] = {#name, length, FORMAT_##format, pops, pushes},
    BYTECODE_LIST(BYTECODE_INFO)
#undef BYTECODE_INFO
};

static u64 switch_length(const u8 *code, u32 code_length, u32 index) {
    u32 operands = bytecode_switch_operands(index);
    if (code[index] == OP_tableswitch) {
        if (code_length < (u64)operands + 12) return 0;
        s32 low = bytecode_s32(code + operands + 4), high = bytecode_s32(code + operands + 8);
        if (low > high) return 0;
        return operands - index + 12 + 4 * ((u64)((s64)high - low) + 1);
    }
    if (code_length < (u64)operands + 8) return 0;
    s32 pairs = bytecode_s32(code + operands + 4);
    if (pairs < 0) return 0;
    return operands - index + 8 + 8 * (u64)pairs;
}

static u32 wide_length(const u8 *code, u32 code_length, u32 index) {
    if (index + 1 >= code_length) return 0;
    switch (bytecode_table[code[index + 1]].format) {
    case FORMAT_LOCAL: return 4;
    case FORMAT_INCREMENT: return 6;
    default: return 0;
    }
}

u64 bytecode_variable_length(const u8 *code, u32 code_length, u32 index) {
    const struct bytecode_info *info = &bytecode_table[code[index]];
    ASSERT(index < code_length);
    if (info->name[0] == 0) return 0;
    return info->format == FORMAT_WIDE ? wide_length(code, code_length, index)
                                       : switch_length(code, code_length, index);
}
