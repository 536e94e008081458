// What kernel/domains/ knows of a domain: its services and calls, the memory that it shares, and what it may do.
#ifndef KERNEL_DOMAINS_DOMAIN_SERVICES_H
#define KERNEL_DOMAINS_DOMAIN_SERVICES_H

#include "kernel/classes/domain.h"

#define DOMAIN_SINGLES 8

struct domain_services {
    // singles.c: static fields that copying looks at. The class is NULL as long as it is not loaded; `table_count` is
    // how many classes the boot loader had when it was looked for
    struct domain_single {
        ref mirror; // 0 if it is not known yet
        u32 offset, table_count;
        struct class *class;
    } singles[DOMAIN_SINGLES];
    // portals.c, proxies.c
    u32 portal_count;              // of its services
    u32 proxy_count, proxies_most; // how many there are, and when it is time to look which are dead
    // calls.c
    struct thread_queue portal_servers;      // threads that wait for calls of its services
    bool has_portal_server;                  // one has been started
    bool lacks_servers;                      // all of them serve, and another could not be started
    u32 portals_starting, portals_returning; // threads that will: they have not run yet, or a result is to be taken
    struct portal_call *first_portal_call, *last_portal_call; // of its services, that no thread has received
    u64 served_bytes;                                         // copies of arguments of calls that its threads serve
    u32 calls, calls_limit; // that its threads have made and that have not returned; 0: there is no limit
    // memories.c
    struct memory_use *memories;          // blocks that it shares, as long as domain->memory_owners live
    u32 memory_count, memory_owner_count; // blocks that it uses, and their owners
    // What it may do (rights.h)
    const struct rights_names *names;  // that it may register and look up; NULL: all
    bool has_instruments;              // may switch the machine's; the first domain always may
    u32 event_types, event_types_most; // that it has added (kernel/natives/log.c)
    u32 *family_event_types;           // and all of its family; NULL: the first domain, without a limit
    // With domain->limits_events, it may record so many a second of the library's events. All processors count what it
    // has recorded, atomically: the second since the boot, and below it how many in that
    u32 events_most;
    u64 events_counted;
};

#endif
