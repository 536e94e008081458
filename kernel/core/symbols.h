// The kernel image's own functions, for backtraces. The table is made from the linked image by boot/link.sh and linked
// in by a second step.
#ifndef KERNEL_CORE_SYMBOLS_H
#define KERNEL_CORE_SYMBOLS_H

#include "base/types.h"

struct kernel_symbol {
    u32 address; // ascending
    u32 name;    // offset in kernel_symbol_names, ended by a zero byte
};

extern const u32 kernel_symbol_count;
extern const struct kernel_symbol kernel_symbols[];
extern const char kernel_symbol_names[];

// The bounds of the image's code, from the linker script.
extern const u8 kernel_text_start[], kernel_text_end[];

#endif
