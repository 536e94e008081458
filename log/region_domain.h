// What the region holds of each domain. A domain's entry is that of its number; the last entry stands for all those
// that have found none, so their figures are added up and nothing is lost.
#ifndef LOG_REGION_DOMAIN_H
#define LOG_REGION_DOMAIN_H

#include "base/types.h"

struct region_domain {
    u32 domains;     //  0  that it stands for; 0: not in use. Stored last
    u32 number;      //  4  of the first of them
    u64 start_ticks; //  8  of the first
    u64 end_ticks;   // 16  of the last that has ended
    u32 ended;       // 24  of them
    s32 exit_status; // 28  of the last that has ended
};
_Static_assert(sizeof(struct region_domain) == 32, "domain entry");

// What a processor's account had while threads of the domain ran on it. The ledger's own ticks are those of the
// machine's threads: these and those of all domains are the whole.
struct region_domain_ledger {
    s64 ticks[24]; // by enum ledger_account
};

#endif
