// What kernel/natives/ knows of a domain.
#ifndef KERNEL_NATIVES_DOMAIN_NATIVES_H
#define KERNEL_NATIVES_DOMAIN_NATIVES_H

#include "kernel/classes/domain.h"

#define DOMAIN_SIGNALS 65

struct domain_natives {
    struct dispatcher *dispatchers; // invoke.c: of method handles, by place in a vtable
    // raw_memory.c: what Unsafe has allocated, by address, but in the first domain
    struct piece **raw_pieces;
    u32 raw_piece_count, raw_piece_capacity;
    // management.c, management_memory.c
    bool verbose_loading;   // what the program has set
    bool has_notifier;      // a thread tells listeners of memory
    bool tells_collections; // of collections, too
    u64 collections_told;   // it has looked at
    struct {
        u64 since_ns, busy_ns;
    } loads[2]; // when the program last asked for the processors' load, as the machine's and as its own
    u8 signal_handlers[DOMAIN_SIGNALS]; // process.c: enum signal_handler, by number
};

#endif
