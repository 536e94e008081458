// The tables of allocation by site and thread in the log region (log/region.h), where it is counted:
// REGION_ALLOCATIONS. What a thread has allocated is the sum of its rows and of its block, if one bears its number;
// block 0 holds what found no row. Append-only but for the counters.
#ifndef LOG_ALLOCATION_H
#define LOG_ALLOCATION_H

#include "log/region.h"

// Where objects of one class come from.
enum allocation_kind {
    ALLOCATION_OTHER,     // site 0
    ALLOCATION_CODE,      // bytecode of the method
    ALLOCATION_NATIVE,    // the native method
    ALLOCATION_EXCEPTION, // an exception that the machine raises at this bytecode
    ALLOCATION_LINKING,   // no method: string literals, call sites and everything else that resolving and linking makes
    ALLOCATION_KERNEL,    // no method: anything else, mostly from the start of the run
    ALLOCATION_KINDS
};

struct allocation_site {
    u32 method;         // id, 0 if none
    u32 class;          // id of the objects' class; 0 if it was not loaded when the site was made
    u16 bytecode_index; //  8
    u16 line;           // 10  0 if not known
    u32 kind;           // 12  enum allocation_kind
    u32 text;           // 16  number of a NAME_STRING: the name of the class if the log has no other; otherwise 0
    u32 next;           // 20  the guest's own: next site with the same hash
    // 24  the size of every object there, once it is known: code that is made then counts objects only, and a reader
    // takes their number times this for the bytes; 0 if both are counted
    u32 object_bytes;
    u32 reserved; // 28
};
_Static_assert(sizeof(struct allocation_site) == 32, "allocation site");
#define ALLOCATION_HEADS 4096u
#define ALLOCATION_SITES_MOST 65535u // numbers have 16 bits where objects' sites are kept

struct allocation_count {
    u64 objects;
    u64 bytes;
};

// Behind heads of chains by hash, as many as the largest power of two that is no more than there are rows.
struct allocation_row {
    u32 site;                      //  0
    u32 thread;                    //  4
    struct allocation_count count; //  8
    u32 next;                      // 24  the guest's own: number of the row of the same hash, from 1
    u32 reserved;                  // 28
};
_Static_assert(sizeof(struct allocation_row) == 32, "allocation row");

// A section's entry_bytes are a block's: {u64 number of its thread, u64 the guest's own}, then counts by site.
struct allocation_block {
    u64 thread;
    // A quarter of an object's address is added to it for the place of its site's number, unless it is 0
    u64 object_sites;
    struct allocation_count counts[];
};

#endif
