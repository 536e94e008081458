// What the region holds of memory: which kinds there are (kernel/memory/account.h), and what each domain had of each at
// the end of the run.
#ifndef LOG_REGION_MEMORY_H
#define LOG_REGION_MEMORY_H

#include "base/types.h"

// The name is what people and programs read.
#define ACCOUNT_KIND_TABLE(KIND)                                                                                    \
    KIND(HEAP, "heap")       /* chunks of the heap, with the sites of their objects */                              \
    KIND(DATA, "class data") /* classes, their files, pools and tables, and the tables of code */                   \
    KIND(CODE, "code")       /* translated methods */                                                               \
    KIND(FIXED, "fixed")     /* objects that never move: mirrors, string literals */                                \
    KIND(NAMES, "names")     /* monitors, symbols and structs of threads, in the space of class data */             \
    KIND(STACKS, "stacks")   /* of threads, and their handles */                                                    \
    KIND(FILES, "files")     /* the contents of the file system */                                                  \
    KIND(OPEN, "open")       /* descriptors, pipes, selectors and sockets, with what is in them */                  \
    KIND(NATIVE, "native")   /* memory that programs ask for: Unsafe, zlib, private mappings, blocks for sharing */ \
    KIND(TABLES, "tables")   /* tables of the kernel that a program makes grow; options; working memory */

enum account_kind {
#define KIND(id, name) ACCOUNT_##id,
    ACCOUNT_KIND_TABLE(KIND)
#undef KIND
        ACCOUNT_KINDS
};

// Rows: by number of domain, as in SECTION_DOMAINS, the last of which is that of all others; number 0 is the kernel's.
// One more is the machine's, and the sum of all. Written when the run ends: before that, no row is in use.
struct region_memory {
    u64 bytes[16]; // by enum account_kind
};
_Static_assert(ACCOUNT_KINDS <= 16, "room for all kinds");

#endif
