// What kernel/run/ knows of a domain: its threads as Java counts them, and its monitors.
#ifndef KERNEL_RUN_DOMAIN_RUN_H
#define KERNEL_RUN_DOMAIN_RUN_H

#include "kernel/classes/domain.h"

struct domain_run {
    // Threads without the main one: how many have been started, and the most at a time
    u64 threads_started;
    u32 threads_most;
    bool times_waits; // see struct java_waits
    bool is_exiting;  // all its threads end (java_threads.h), and then it does, with this status
    s32 exit_status;
    struct thread *awaits_others; // waits for all others to end (java_threads.h), or NULL
    // Monitors of objects that were young when the monitor was made or at the last collection, and of all others
    struct monitor *young_monitors, *old_monitors;
    u64 hash_state; // of the sequence of identity hashes; 0 before the first
};

#endif
