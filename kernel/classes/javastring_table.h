// A domain's table of interned strings; what is done with it is in javastring.h.
#ifndef KERNEL_CLASSES_JAVASTRING_TABLE_H
#define KERNEL_CLASSES_JAVASTRING_TABLE_H

#include "kernel/memory/chains.h"
#include "translator/object.h"

// Interned strings; the literals among them lie in the fixed space. The table does not keep those in the heap alive. It
// grows one chain at a time, and its entries lie in pieces, so that it is never moved.
struct javastring_entry {
    struct chained chained; // first
    ref string;             // 0 if the entry is free: then chained.next is the next free one
    u32 next_young;         // 0 at the list's end
};
struct javastring_table {
    struct chains chains;
    struct javastring_entry **pieces; // of JAVASTRING_ENTRIES each; entry 0 is never used
    u32 piece_count, piece_room;
    u32 used, first_free; // how many entries of the pieces have ever been used; the first free one of these
    u32 mortal_count;     // of those in the heap
    u64 changes;          // how many have come, or gone
    // Those that were young at the last collection, or came since, so that a young collection need not look through the
    // whole table.
    u32 first_young, young_count;
};
#define JAVASTRING_ENTRIES 1024u

#endif
