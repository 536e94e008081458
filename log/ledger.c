// The ledger: where each tick of a processor went. One reading ends an account and begins the next, so the accounts add
// up to the whole exactly, whatever is called when.
//
// The accounts are updated at thread level only. What an interrupt takes goes into cpu->interrupt_ticks (or, for a
// sample, into the thread's I), and the next reading at thread level leaves both out; a reading during which an
// interrupt came is taken again.
//
// The time that the host took (on Linux) is known only as a sum, at each interrupt, and not where it fell: the account
// that is current at the interrupt pays, as far as it has had time, and a later one pays the rest; idle time does not
// pay, because the host cannot take any of it. The host strikes an account as often as interrupts do, so each account
// pays its share. What it took inside an interrupt is known to be that: the interrupts' account does not have it.
#include "log/state.h"

struct ledger_reading {
    u64 ticks;
    s64 interrupt, host, instrument;
};

// `at` 0: now.
static struct ledger_reading read_now(const struct log_cpu *cpu, u64 at) {
    const volatile s64 *interrupt = &cpu->interrupt_ticks, *host = &cpu->host_ticks,
                       *inside = &cpu->host_interrupt_ticks,
                       *instrument = cpu->running ? &cpu->running->instrument_ticks : NULL;
    struct ledger_reading reading;
    s64 before;
    do {
        before = *interrupt;
        reading.interrupt = before - *inside;
        reading.host = *host + *inside;
        reading.instrument = instrument ? *instrument : 0;
        reading.ticks = at ? at : log_ticks();
    } while (UNLIKELY(before != *interrupt));
    return reading;
}

// While accounts and bases do not match, the interrupt charges nothing for the host: its next visit does.
static void begin_update(struct log_cpu *cpu) {
    cpu->ledger_updating = true;
    compiler_barrier();
}

static void end_update(struct log_cpu *cpu) {
    compiler_barrier();
    cpu->ledger_updating = false;
}

// The current account gets what has passed, less what interrupts and instruments took of it.
static void settle_at(struct log_cpu *cpu, u64 at) {
    struct region_ledger *ledger = cpu->ledger;
    struct ledger_reading now = read_now(cpu, at);
    s64 interrupt = now.interrupt - cpu->ledger_interrupt_base,
        instrument = now.instrument - cpu->ledger_instrument_base;
    s64 host = now.host - cpu->ledger_host_base;
    begin_update(cpu);
    s64 own = (s64)(now.ticks - ledger->since_ticks) - interrupt - host - instrument;
    // A guest may be killed at any point: these five stores have no jump between them.
    s64 *accounts = cpu->accounts;
    accounts[ledger->current] += own;
    accounts[LEDGER_interrupt] += interrupt;
    accounts[LEDGER_host] += host;
    accounts[LEDGER_instrument] += instrument;
    ledger->since_ticks = now.ticks;
    cpu->ledger_interrupt_base = now.interrupt;
    cpu->ledger_host_base = now.host;
    cpu->ledger_instrument_base = now.instrument;
    // What the host has taken is known late: if it was more than this stay, entry 0 gets the difference.
    u32 native = cpu->running && own >= 0 ? cpu->running->native_entry : 0;
    if (ledger->current == LEDGER_native) cpu->natives[native].ticks += own;
    end_update(cpu);
}

static void settle(struct log_cpu *cpu) { settle_at(cpu, 0); }

void ledger_init(struct log_cpu *cpu, u64 start_ticks) {
    *cpu->ledger = (struct region_ledger){
        .cpu = cpu->number, .current = LEDGER_boot, .since_ticks = start_ticks, .start_ticks = start_ticks};
    cpu->accounts = cpu->ledger->ticks;
}

enum ledger_account ledger_switch(enum ledger_account account) {
    struct log_cpu *cpu = log_cpu_self();
    enum ledger_account before = cpu->ledger->current;
    if (account == before) return before;
    settle(cpu);
    cpu->ledger->current = account;
    cpu->ledger->switches++;
    if (cpu->running) cpu->running->ledger_account = account;
    return before;
}

#define NATIVE_TRIES 16u

static u32 native_entry_of(struct log_cpu *cpu, u32 method) {
    u32 at = method * 0x9e3779b9u >> 8 & cpu->native_mask;
    for (u32 tries = 0; method && tries < NATIVE_TRIES; tries++, at = (at + 1) & cpu->native_mask) {
        struct region_native *entry = &cpu->natives[at];
        if (!at || (entry->method && entry->method != method)) continue;
        entry->method = method;
        return at;
    }
    return 0;
}

enum ledger_account ledger_native_begin(void) {
    struct log_cpu *cpu = log_cpu_self();
    struct log_thread *thread = cpu->running;
    enum ledger_account before = ledger_switch(LEDGER_native);
    thread->native_entry = native_entry_of(cpu, thread->native_method);
    cpu->natives[thread->native_entry].calls++;
    return before;
}

// What the thread's time is booked on: 0: on the machine's own accounts; n: on those of the domain with entry n - 1.
static u32 row_of(const struct log_thread *thread) {
    u32 last = log_state.domain_capacity;
    return thread->is_idle ? 0 : thread->domain_number < last ? thread->domain_number + 1 : last;
}

void ledger_thread_switch(struct log_cpu *cpu, struct log_thread *to) {
    settle(cpu);
    begin_update(cpu);
    cpu->running = to;
    cpu->ledger_instrument_base = to->instrument_ticks;
    cpu->ledger->current = to->ledger_account;
    u32 row = cpu->ledger->row = row_of(to);
    cpu->accounts = row ? cpu->domain_ledgers[row - 1].ticks : cpu->ledger->ticks;
    cpu->ledger->switches++;
    end_update(cpu);
}

void ledger_settle(struct log_cpu *cpu, u64 at) { settle_at(cpu, at); }

void ledger_host(struct log_cpu *cpu, u64 now, s64 host_ticks) {
    const struct region_ledger *ledger = cpu->ledger;
    if (cpu->ledger_updating || ledger->current == LEDGER_idle) return;
    s64 gone = cpu->host_ticks - cpu->ledger_host_base + cpu->interrupt_ticks - cpu->ledger_interrupt_base +
               cpu->running->instrument_ticks - cpu->ledger_instrument_base + (s64)timing_interrupt_ticks;
    s64 had = cpu->accounts[ledger->current] + (s64)(now - ledger->since_ticks) - gone,
        more = host_ticks - cpu->host_ticks;
    if (more > had) more = had;
    if (more <= 0) return;
    cpu->host_ticks += more;
    cpu->running->log_entry->host_ticks += more;
}
