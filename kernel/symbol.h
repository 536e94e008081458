// Interned names: class names ("java/lang/String"), member names, descriptors. Two symbols are the same text if and only if they are
// the same pointer. Text is the class file's modified UTF-8 (JVMS 4.4.7), ended by a zero byte that `length` does not count. Symbols live in class data, for ever.
#ifndef KERNEL_SYMBOL_H
#define KERNEL_SYMBOL_H

#include "kernel/types.h"

struct symbol {
    u32 hash;
    u16 length;
    char text[];
};

// The symbol for `length` bytes of `text`, made if it is new.
const struct symbol *symbol_intern(const char *text, size_t length);
// The same for a C string.
const struct symbol *symbol_of(const char *text);
// The symbol if there is one already, else NULL.
const struct symbol *symbol_find(const char *text, size_t length);

#endif
