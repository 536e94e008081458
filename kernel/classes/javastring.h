// java.lang.String objects: made from and turned into modified UTF-8 (JVMS 4.4.7), compared, interned. Strings are
// compact, as the class library has them: Latin-1 bytes if every character fits, otherwise UTF-16, little-endian. A
// result of 0 means that an exception is pending. Functions that allocate may collect.
#ifndef KERNEL_CLASSES_JAVASTRING_H
#define KERNEL_CLASSES_JAVASTRING_H

#include "kernel/classes/javastring_table.h"
#include "kernel/core/thread.h"
#include "translator/object.h"

struct domain;

ref javastring_new(struct thread *thread, const char *text, size_t length);
// A C string; NULL gives null (without an exception).
ref javastring_of(struct thread *thread, const char *text);
// With every character `from` replaced by `to`: for a class name as the language writes it.
ref javastring_new_replaced(struct thread *thread, const char *text, size_t length, char from, char to);

u32 javastring_length(ref string);
u16 javastring_char(ref string, u32 index);
// Whether it has a character, which is ASCII.
bool javastring_has(ref string, char letter);
// The length as modified UTF-8, without a terminator, or more than `most` if it is more; the caller chooses how much of
// a string is looked through. And the bytes themselves, cut to `bytes` between characters, terminated if bytes > 0;
// returns their count without the terminator.
size_t javastring_utf8_length(ref string, size_t most);
size_t javastring_utf8(ref string, char *to, size_t bytes);
// The symbol of a name in a string, with '.' turned into '/' if asked for. One count of it is the caller's. Returns
// NULL if the name is longer than a symbol can be, or if OutOfMemoryError is pending.
const struct symbol *javastring_symbol(struct thread *thread, ref string, bool dots_to_slashes);
// The symbol of a name as it stands. Returns NULL if there is none, or no memory to look for it.
const struct symbol *javastring_find_symbol(ref string);
bool javastring_equal(ref a, ref b);
// Whether it is this text in modified UTF-8.
bool javastring_is_text(ref string, const char *text, size_t length);

// Gives back what the table itself takes; its domain ends.
void javastring_table_end(struct javastring_table *table);

// String.intern. Others may run meanwhile, if the string is long.
ref javastring_intern(struct thread *thread, handle string);
// The interned string of a text; it is made in the heap if there is none.
ref javastring_interned(struct thread *thread, const char *text, size_t length);
// The same if there is one, otherwise 0 without an exception. Never collects.
ref javastring_find(const struct domain *domain, const char *text, size_t length);
// The interned string of a literal that is never given back, in the fixed space unless the same text was interned
// before. Never collects. Returns 0, without an exception, if there is no room.
ref javastring_literal(struct domain *domain, const char *text, size_t length);

#endif
