// What of the ledger is in the way of every call between domains: the reading that ends an account. See ledger.c.
#ifndef LOG_LEDGER_H
#define LOG_LEDGER_H

#include "log/now.h"
#include "log/polls.h"
#include "log/state.h"

// While accounts and bases do not match, the interrupt charges nothing for the host: its next visit does.
static inline void ledger_begin_update(struct log_cpu *cpu) {
    cpu->ledger_updating = true;
    compiler_barrier();
}

static inline void ledger_end_update(struct log_cpu *cpu) {
    compiler_barrier();
    cpu->ledger_updating = false;
}

// Whether interrupts or the host have had some of the time since the last reading. Each of the two only grows, so if
// their sum has not, none of them has.
static inline bool ledger_has_more(const struct log_cpu *cpu, s64 interrupt_ticks) {
    return interrupt_ticks + cpu->host_ticks != cpu->ledger_taken_base;
}

// What instruments had: for ledger_add, before the time is read, or is found not to have been interrupted since.
static inline s64 ledger_instrument(const struct log_cpu *cpu, const struct log_thread *running) {
    return *(const volatile s64 *)&running->instrument_ticks - cpu->ledger_instrument_base;
}

// Then the current account gets what has passed up to `now`, less what instruments took of it. It is the same way with
// instruments and without, so that they change no account but their own. Between the two functions above.
static inline void ledger_add(struct log_cpu *cpu, struct region_ledger *ledger, const struct log_thread *running,
                              s64 instrument, u64 now) {
    u32 account = ledger->current;
    s64 *accounts = cpu->accounts, own = (s64)(now - ledger->since_ticks) - instrument;
    accounts[account] += own;
    accounts[LEDGER_instrument] += instrument;
    ledger->since_ticks = now;
    cpu->ledger_instrument_base += instrument;
    if (account == LEDGER_native) cpu->natives[running->native_entry].ticks += own;
}

// `to` runs next: from `now` on, which is just past, its account is the current one.
static inline void ledger_thread_switch(struct log_cpu *cpu, const struct log_thread *from, struct log_thread *to,
                                        u64 now) {
    struct region_ledger *ledger = cpu->ledger;
    s64 instrument = ledger_instrument(cpu, from);
    bool has_more = ledger_has_more(cpu, *(const volatile s64 *)&cpu->interrupt_ticks);
    if (UNLIKELY(has_more)) ledger_settle(cpu, 0);
    ledger_begin_update(cpu);
    if (LIKELY(!has_more)) ledger_add(cpu, ledger, from, instrument, now);
    if (UNLIKELY(from->polled_ticks)) polls_switch_thread((struct log_thread *)(uintptr_t)from, to, now);
    cpu->running = to;
    cpu->ledger_instrument_base = to->instrument_ticks;
    ledger->current = to->ledger_account;
    u32 row = ledger->row = to->ledger_row;
    cpu->accounts = row ? cpu->domain_ledgers[row - 1].ticks : ledger->ticks;
    ledger->switches++;
    ledger_end_update(cpu);
}

// The entry probes of activations that an exception has ended took so many ticks, which are charged to the instruments
// while the account is that of exceptions: it gets them back from translated code, where they were spent.
void ledger_entries_ended(s64 ticks);

#endif
