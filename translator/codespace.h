// Where finished translations go. The kernel implements it (kernel/code/codespace.c) with its ranges of code and class
// data, host tests with plain memory. Thread level only; nothing else may reserve between reserve and publish.
#ifndef TRANSLATOR_CODESPACE_H
#define TRANSLATOR_CODESPACE_H

#include "base/types.h"

struct method;

// The address at which `bytes` of the method's code will run, 16-aligned; 0 if there is no room.
u64 codespace_reserve(const struct method *method, u32 bytes);
// Where the bytes of that address can be written.
u8 *codespace_writable(u64 address);
// The bytes have been written: from now on they may be executed.
void codespace_publish(u64 address, u32 bytes);
// Zeroed, 8-aligned memory in class data for the tables of the method's code. Returns NULL if there is no room.
void *codespace_table(const struct method *method, size_t bytes);

#endif
