// What the region holds of the ledger, and of domains, by which it is split.
#ifndef LOG_REGION_LEDGER_H
#define LOG_REGION_LEDGER_H

#include "base/types.h"

// clang-format off
#define LEDGER_TABLE(ACCOUNT) \
    ACCOUNT(0, boot, "firmware and boot") ACCOUNT(1, translated, "translated code") ACCOUNT(2, native, "natives") \
    ACCOUNT(3, exception, "exceptions") ACCOUNT(4, collector, "collector") ACCOUNT(5, translator, "translator") \
    ACCOUNT(6, linking, "linking") ACCOUNT(7, scheduler, "scheduler") ACCOUNT(8, kernel, "kernel") \
    ACCOUNT(9, interrupt, "interrupts") ACCOUNT(10, idle, "idle") ACCOUNT(11, instrument, "instruments") \
    ACCOUNT(12, host, "host") ACCOUNT(13, flush, "final flush") ACCOUNT(14, unobserved, "unobserved") \
    ACCOUNT(15, lock, "kernel lock")
// clang-format on

#define ACCOUNT(number, name, text) LEDGER_##name = (number),
enum ledger_account { LEDGER_TABLE(ACCOUNT) LEDGER_ACCOUNTS };
#undef ACCOUNT

struct region_ledger {
    u32 cpu;         //  0
    u32 current;     //  4  enum ledger_account
    u64 since_ticks; //  8
    u64 start_ticks; // 16  Σ ticks + (now - since) = now - start, exactly, with those of SECTION_DOMAIN_LEDGER
    u64 switches;    // 24
    s64 ticks[24];   // 32  by account, of the machine's own threads; `instrument` has been taken out of the others
    // 224  where the current account lies: 0: in `ticks`; n: in entry n - 1 of the processor's in SECTION_DOMAIN_LEDGER
    u32 row;
    u32 reserved;
};
_Static_assert(sizeof(struct region_ledger) == 232, "ledger");

// What the account of natives consists of: its entries' ticks add up to it. Entry 0 has natives that found no room, and
// what the host took of all of them.
struct region_native {
    u32 method; //  0  id; 0 if not in use, except in entry 0
    u32 reserved;
    u64 calls; //  8
    s64 ticks; // 16
};

// A domain's entry is that of its number, from 1: number 0 is the kernel's, which has none. The last entry stands for
// all those that have found none, so their figures are added up and nothing is lost.
#define REGION_FIRST_DOMAIN 1u // the program's own, which ends with the run
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
