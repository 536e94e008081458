// What each processor did: its account of the ledger, and how many threads came to it and left it for another one.
#ifndef VIZ_ANALYSE_PROCESSORS_H
#define VIZ_ANALYSE_PROCESSORS_H

#include "viz/analyse/profile.h"

struct event;

struct processor {
    u32 number;
    struct account ledger[LEDGER_ACCOUNTS]; // not divided into parts
    s64 ledger_ticks;                       // their sum
    s64 elapsed_ticks;                      // end - start, from outside the ledger
    u64 came, went;                         // migrations (thread_migrate), as far as they were recorded
};

// A processor's time in four: it ran something; it had nothing to run; the host ran something else; it waited for the
// kernel's lock. Boot and what a running guest has not yet observed are in none of them.
enum processor_part { PROCESSOR_BUSY, PROCESSOR_IDLE, PROCESSOR_STOLEN, PROCESSOR_LOCK, PROCESSOR_PARTS };
s64 processor_part(const struct processor *processor, enum processor_part part);
// By how many ticks that may be off.
double processor_part_error(const struct processor *processor, enum processor_part part);

// Makes the profile's processors and, as their sum, its ledger.
// What an account (enum ledger_account) is called.
const char *processors_account_name(u32 account);
void processors_make(struct profile *profile);
// What the processor's ledger booked on an entry of the recording's domains.
void processors_domain_ticks(const struct profile *profile, size_t processor, size_t entry, s64 ticks[LEDGER_ACCOUNTS]);
void processors_count_migration(struct profile *profile, const struct event *event);

#endif
