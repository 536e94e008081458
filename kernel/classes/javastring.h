// java.lang.String objects: made from and turned into modified UTF-8 (JVMS 4.4.7), compared, interned. Strings are
// compact, as the class library has them: Latin-1 bytes where every character fits, else UTF-16, little-endian. Results
// 0 mean an exception is pending. Allocating functions may collect.
#ifndef KERNEL_CLASSES_JAVASTRING_H
#define KERNEL_CLASSES_JAVASTRING_H

#include "kernel/core/thread.h"
#include "translator/object.h"

struct domain;

// Interned strings; the literals among them lie in the fixed space. Those in the heap are not kept alive by it.
struct javastring_table {
    struct javastring_entry {
        u32 hash;
        ref string; // 0: free
    } * entries;
    u32 capacity, count;
    u32 mortal_count; // of those in the heap
    // Those that were young at the last collection, or came since, so that a young collection need not look through the
    // table; unless there was no memory for one of them, `young_unknown`.
    struct javastring_entry *young;
    u32 young_count, young_capacity;
    bool young_unknown;
};

ref javastring_new(struct thread *thread, const char *text, size_t length);
// A C string; NULL gives null (without an exception).
ref javastring_of(struct thread *thread, const char *text);
// With every character `from` turned into `to`: a class name in the form of the language.
ref javastring_new_replaced(struct thread *thread, const char *text, size_t length, char from, char to);

u32 javastring_length(ref string);
u16 javastring_char(ref string, u32 index);
// Bytes as modified UTF-8, without an end; and the bytes themselves, cut to `bytes` at a character, terminated if bytes
// > 0; returns the count without the end.
size_t javastring_utf8_length(ref string);
size_t javastring_utf8(ref string, char *to, size_t bytes);
// The symbol of a name in a string; with '.' turned into '/' where asked. One count of it is the caller's. NULL: longer
// than a symbol can be, or OutOfMemoryError is pending.
const struct symbol *javastring_symbol(struct thread *thread, ref string, bool dots_to_slashes);
bool javastring_equal(ref a, ref b);

// String.intern.
ref javastring_intern(struct thread *thread, handle string);
// The interned string of a text, made in the heap if there is none.
ref javastring_interned(struct thread *thread, const char *text, size_t length);
// The same if there is one, else 0 without an exception. Never collects.
ref javastring_find(const struct domain *domain, const char *text, size_t length);
// The interned string of a literal that is never given back, in the fixed space unless the same text was interned
// before. Never collects. 0: no room, without an exception.
ref javastring_literal(struct domain *domain, const char *text, size_t length);

#endif
