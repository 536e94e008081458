// The tables of allocation by site and thread in the log region (log/region.h), where it is counted: REGION_ALLOCATIONS.
// What a thread has allocated is the sum of its rows and of its block, if one bears its number; block 0, and thread 0 of
// rows, stand for all threads that found no block or no row. Append-only but for the counters.
#ifndef LOG_ALLOCATION_H
#define LOG_ALLOCATION_H

#include "log/region.h"

// Where objects of one class come from.
enum allocation_kind {
    ALLOCATION_OTHER,     // site 0
    ALLOCATION_CODE,      // bytecode of the method
    ALLOCATION_NATIVE,    // the native method
    ALLOCATION_EXCEPTION, // an exception that the machine raises at this bytecode
    ALLOCATION_LINKING,   // no method: string literals, call sites and what else resolving and linking makes
    ALLOCATION_KERNEL,    // no method: anything else, mostly the beginning of the run
    ALLOCATION_KINDS
};

struct allocation_site {
    u32 method;         //  0  id, 0: none
    u32 class;          //  4  id of the objects' class; 0: it was not loaded when the site was made
    u16 bytecode_index; //  8
    u16 line;           // 10  0: not known
    u32 kind;           // 12  enum allocation_kind
    u32 text;           // 16  number of a NAME_STRING: the class, which has no name of its own; 0: it has
    u32 next;           // 20  the guest's own: site of the same hash
    // 24  of each object there; then only objects are counted, and bytes stay 0. Else 0: both are counted
    u32 object_bytes;
    u32 reserved; // 28
};
_Static_assert(sizeof(struct allocation_site) == 32, "allocation site");
#define ALLOCATION_HEADS 4096u

struct allocation_count {
    u64 objects;
    u64 bytes;
};

struct allocation_row {
    u32 site;                      //  0
    u32 thread;                    //  4
    struct allocation_count count; //  8
};

// A section's entry_bytes are a block's: {u64 number of its thread, u64 reserved}, then counts by site.
struct allocation_block {
    u64 thread;
    u64 reserved;
    struct allocation_count counts[];
};

#endif
