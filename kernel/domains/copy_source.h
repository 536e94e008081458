// What is to be copied from one domain's heap to another's (copy.h).
#ifndef KERNEL_DOMAINS_COPY_SOURCE_H
#define KERNEL_DOMAINS_COPY_SOURCE_H

#include "kernel/classes/loader_table.h"
#include "kernel/core/thread.h"

// What one copy may have.
#define COPY_OBJECTS_MOST (1u << 20)
#define COPY_BYTES_MOST (64 * MIB)

#define COPY_NO_PLACE UINT32_MAX
struct copy_root {
    handle object; // a slot of one of the source's threads
    u32 place;     // by which it is called in what is said of it: "[0]"; or COPY_NO_PLACE
    handle result;
    const char *type; // what the copy has to be: a field descriptor, as `declarer` means it
};

struct copy_source {
    struct domain *domain; // not the thread's
    struct copy_root *roots;
    u32 count;
    struct loader *declarer; // of the thread's domain
    u64 *used_bytes;         // to which what the copies have is added, and which is at most
    u64 used_most;
    u64 bytes; // set to what has been added
    // Asked whenever Java has run: whether domain and slots are still there.
    bool (*is_there)(void *context);
    void *context;
};

#endif
