// Where finished translations go: code in the range of code, through its writable alias; tables in class data. See
// translator/codespace.h.
#include "translator/codespace.h"

#include "kernel/core/memory.h"

#define CODE_ALIGNMENT 16

u64 codespace_reserve(u32 bytes) { return memory_take(&memory_code, bytes, CODE_ALIGNMENT); }

u8 *codespace_writable(u64 address) { return machine_code_alias(address); }

// x86 keeps instruction fetch coherent with stores through any mapping of the page (SDM 3A, 11.6: a jump to the new
// code serializes); the addresses were never executed before.
void codespace_publish(u64 address, u32 bytes) { (void)address, (void)bytes; }

void *codespace_table(size_t bytes) { return (void *)memory_take(&memory_class_data, bytes, 8); }
