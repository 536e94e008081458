// The table of symbols (base/symbol.h), which all domains share. Symbols are counted: whatever keeps one, such as a
// class for its own name and its members', has a count of it, and the symbol is freed with the last count. C code that
// interns a name for a short time declares it SYMBOL_HELD.
#ifndef KERNEL_CLASSES_SYMBOL_H
#define KERNEL_CLASSES_SYMBOL_H

#include "base/symbol.h"
#include "kernel/memory/account.h"
#include "translator/program.h"

// The symbol for `length` bytes of `text`, at most 65,535; made if it is new. One count of it is the caller's. Returns
// NULL if there is no memory.
const struct symbol *symbol_intern(const char *text, size_t length);
// (symbol_of of translator/program.h makes that of a name which the kernel itself knows. It stays for good; there is
// always memory for these few.)

// Finds the symbol if there is one already; otherwise returns NULL. Not counted: for comparing.
const struct symbol *symbol_find(const char *text, size_t length);

// Adds a count; returns the symbol.
const struct symbol *symbol_keep(const struct symbol *symbol);
// The symbol stays for good: for names in the class library's files, of which there are only so many.
const struct symbol *symbol_keep_for_good(const struct symbol *symbol);
// Takes a count away. NULL is allowed.
void symbol_release(const struct symbol *symbol);

void symbol_release_held(const struct symbol **symbol);
#define SYMBOL_HELD __attribute__((cleanup(symbol_release_held))) const struct symbol *

// A domain begins to pay for the symbols that are new when its threads intern them, with its account of names, or has
// ended: those that others have kept are the kernel's from then on, like those that stay for good.
void symbols_begin(struct accounts *accounts);
void symbols_end(struct accounts *accounts);

// Calls `visit` with each symbol.
void symbol_visit_all(void (*visit)(void *context, const struct symbol *symbol), void *context);
// How many symbols there are.
u32 symbol_count(void);

#endif
