// What each domain did: its threads' figures added up, its collections and calls, and its part of the ledger. The parts
// of all domains and of the machine are the whole, to the tick.
//
// A domain has what was booked while its threads ran, but for the accounts of what the machine does for itself (boot,
// scheduler, kernel, interrupts, idle, the flush): those are the machine's, and so is all that its own threads did.
#ifndef VIZ_ANALYSE_DOMAINS_H
#define VIZ_ANALYSE_DOMAINS_H

#include "viz/analyse/profile.h"
#include "viz/read/stream.h"

struct domain_figures {
    u32 number;
    u32 domains;     // that it stands for: more than one where the table had no room for more; 0: it is the machine
    char *name;      // of it, "(others)", or "(machine)"
    u64 start_ticks; // 0 if not known
    u64 end_ticks;   // 0: it lived until the end
    s32 exit_status; // if it has ended
    u32 threads;
    s64 running_ticks;
    double running_error; // ticks
    u64 switches, samples, allocated_bytes;
    u64 collections, calls, served; // as far as their events are in the recording
    struct account ledger[LEDGER_ACCOUNTS];
    s64 ledger_ticks; // their sum
};

// Makes the profile's domains, those that are looked at by number, and then the machine; none if the recording says
// nothing of domains. Events are counted one by one; the errors come last.
void domains_make(struct profile *profile);
void domains_count_event(struct profile *profile, const struct event *event);
void domains_add_errors(struct profile *profile); // but those of the ledger: errors.c
void domains_free(struct profile *profile);
// Whether all of an event were recorded, so that it can be counted.
bool domains_count(const struct recording *recording, u32 event);

#endif
