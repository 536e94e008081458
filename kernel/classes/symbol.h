// The table of symbols (base/symbol.h), which all domains share. Symbols live in class data, for ever.
#ifndef KERNEL_CLASSES_SYMBOL_H
#define KERNEL_CLASSES_SYMBOL_H

#include "base/symbol.h"
#include "translator/program.h"

// The symbol for `length` bytes of `text`, made if it is new.
const struct symbol *symbol_intern(const char *text, size_t length);
// The same for a C string stands in translator/program.h.
// The symbol if there is one already, else NULL.
const struct symbol *symbol_find(const char *text, size_t length);

#endif
