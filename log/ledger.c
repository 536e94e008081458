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
#include "log/ledger.h"
#include "base/panic.h"

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

// The current account gets what has passed, less what interrupts and instruments took of it.
static void settle_by(struct log_cpu *cpu, const struct ledger_reading *now) {
    struct region_ledger *ledger = cpu->ledger;
    s64 interrupt = now->interrupt - cpu->ledger_interrupt_base,
        instrument = now->instrument - cpu->ledger_instrument_base;
    s64 host = now->host - cpu->ledger_host_base;
    ledger_begin_update(cpu);
    s64 own = (s64)(now->ticks - ledger->since_ticks) - interrupt - host - instrument;
    // A guest may be killed at any point: these five stores have no jump between them.
    s64 *accounts = cpu->accounts;
    accounts[ledger->current] += own;
    accounts[LEDGER_interrupt] += interrupt;
    accounts[LEDGER_host] += host;
    accounts[LEDGER_instrument] += instrument;
    ledger->since_ticks = now->ticks;
    cpu->ledger_interrupt_base = now->interrupt;
    cpu->ledger_host_base = now->host;
    cpu->ledger_taken_base = now->interrupt + now->host;
    cpu->ledger_instrument_base = now->instrument;
    // What the host has taken is known late: if it was more than this stay, entry 0 gets the difference.
    u32 native = cpu->running && own >= 0 ? cpu->running->native_entry : 0;
    if (ledger->current == LEDGER_native) cpu->natives[native].ticks += own;
    ledger_end_update(cpu);
}

void ledger_settle(struct log_cpu *cpu, u64 at) {
    struct ledger_reading now = read_now(cpu, at);
    settle_by(cpu, &now);
}

s64 log_ledger_ticks(enum ledger_account account) {
    ASSERT(account < LEDGER_ACCOUNTS);
    s64 sum = 0;
    for (u32 i = 0; i < log_state.region->cpu_count; i++) {
        const struct log_cpu *cpu = &log_state.cpus[i];
        sum += cpu->ledger->ticks[account];
        for (u32 d = 0; d < log_state.domain_capacity; d++) sum += cpu->domain_ledgers[d].ticks[account];
    }
    return sum;
}

void ledger_init(struct log_cpu *cpu, u64 start_ticks) {
    *cpu->ledger = (struct region_ledger){
        .cpu = cpu->number, .current = LEDGER_boot, .since_ticks = start_ticks, .start_ticks = start_ticks};
    cpu->accounts = cpu->ledger->ticks;
}

static void begin_account(struct region_ledger *ledger, struct log_thread *running, enum ledger_account account) {
    ledger->current = account;
    ledger->switches++;
    if (running) running->ledger_account = account;
}

// Whatever thread runs, if it is known, and whatever has happened since the last reading.
static enum ledger_account switch_by(struct log_cpu *cpu, const struct ledger_reading *now,
                                     enum ledger_account account) {
    ASSERT(account < LEDGER_ACCOUNTS);
    enum ledger_account before = cpu->ledger->current;
    settle_by(cpu, now);
    struct log_thread *running = cpu->running;
    if (running && running->polled_ticks) polls_switch_account(running, before, account, cpu->ledger->since_ticks);
    begin_account(cpu->ledger, running, account);
    return before;
}

static enum ledger_account switch_slowly(enum ledger_account account) {
    struct log_cpu *cpu = log_cpu_self();
    struct ledger_reading now = read_now(cpu, 0);
    return switch_by(cpu, &now, account);
}

// Mostly nothing has been taken from outside.
static inline enum ledger_account switch_quickly(struct log_thread *self, enum ledger_account account) {
    struct log_cpu *cpu = self->log_cpu;
    if (UNLIKELY(cpu == NULL)) return switch_slowly(account);
    struct region_ledger *ledger = cpu->ledger;
    const volatile s64 *interrupt = &cpu->interrupt_ticks;
    enum ledger_account before = ledger->current;
    if (account == before) return before;
    s64 interrupt_ticks = *interrupt;
    if (UNLIKELY(ledger_has_more(cpu, interrupt_ticks))) return switch_slowly(account);
    s64 instrument = ledger_instrument(cpu, self);
    u64 now = log_now();
    if (UNLIKELY(interrupt_ticks != *interrupt)) return switch_slowly(account);
    ledger_begin_update(cpu);
    ledger_add(cpu, ledger, self, instrument, now);
    ledger_end_update(cpu);
    if (UNLIKELY(self->polled_ticks)) polls_switch_account(self, before, account, now);
    begin_account(ledger, self, account);
    return before;
}

enum ledger_account ledger_switch(enum ledger_account account) { return switch_quickly(log_self(), account); }

void ledger_entries_ended(s64 ticks) {
    struct log_cpu *cpu = log_cpu_self();
    if (cpu->ledger->current != LEDGER_exception) return;
    ledger_begin_update(cpu);
    cpu->accounts[LEDGER_exception] += ticks;
    cpu->accounts[LEDGER_translated] -= ticks;
    ledger_end_update(cpu);
}

struct ledger_reading ledger_read(void) {
    return read_now(log_cpu_self(), 0);
}

enum ledger_account ledger_switch_since(enum ledger_account account, const struct ledger_reading *since) {
    struct log_cpu *cpu = log_cpu_self();
    if (since->ticks < cpu->ledger->since_ticks) return switch_slowly(account);
    return switch_by(cpu, since, account);
}

#define NATIVE_TRIES 16u

// 0 if there is no room near its place.
static u32 place_of_native(const struct log_cpu *cpu, u32 method) {
    ASSERT(method && cpu->native_mask);
    u32 at = method * 0x9e3779b9u >> 8 & cpu->native_mask;
    for (u32 tries = 0; tries < NATIVE_TRIES; tries++, at = (at + 1) & cpu->native_mask) {
        if (at && (!cpu->natives[at].method || cpu->natives[at].method == method)) return at;
    }
    return 0;
}

u32 log_native_entry(u32 method) {
    if (!log_state.region) return 0;
    log_lock();
    u32 at = place_of_native(&log_state.cpus[0], method);
    for (u32 i = 0; at && i < log_state.region->cpu_count; i++) log_state.cpus[i].natives[at].method = method;
    log_unlock();
    return at;
}

enum ledger_account ledger_native_begin(void) {
    struct log_thread *thread = log_self();
    enum ledger_account before = switch_quickly(thread, LEDGER_native);
    thread->native_entry = thread->next_native;
    log_cpu_of(thread)->natives[thread->native_entry].calls++;
    return before;
}

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
