// The kernel image's own functions, for backtraces. boot/link.sh makes the table from the linked image and adds it in a
// second link.
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
