// See kernel_lock.h. A word names the processor that has the lock, or none. The first processor that asks takes it when
// it is free: handed over, it could go to a processor that the host does not run just now, and all others would wait
// for that. A processor that has waited for very long says so, and then the lock is handed over, by number, so that
// none waits for ever. While the threads of a domain are held, a processor that waits says at once that it would take
// the lock: the holder has it nearly all the time, and offers it for a moment.
//
// A processor that has waited for some microseconds sleeps until it is woken, so that the host can run another one,
// perhaps the one that has the lock; each time the lock is given up one sleeper is woken, and tries again. In a
// deterministic run PAUSE hands the turn on, so none sleeps there, but says that it would take the lock: in both cases
// a processor that works for long under the lock offers it between two pieces.
#include "kernel/core/kernel_lock.h"

#include "base/cpuid.h"
#include "base/lock_order.h"
#include "base/panic.h"
#include "kernel/core/cpu_self.h"
#include "kernel/core/thread.h"
#include "log/log.h"

#define NOBODY 0u

static struct {
    u32 holder;   // its number + 1, or NOBODY
    u32 lender;   // the same: gets it back from a leaf
    u64 waiting;  // processors that have waited for long, by number
    u64 wanting;  // processors that would take it if it is offered, and do not sleep
    u64 sleeping; // processors that are to be woken; atomic
    bool may_sleep;
    // Help
    void (*work)(void *context);
    void *context;
    u32 wanted;  // how many more processors may take part in it
    u32 helping; // those that do, or are about to look whether they may
} lock __attribute__((aligned(64)));

static u32 name_of(const struct cpu *cpu) { return cpu->number + 1; }
static bool is_holder(const struct cpu *cpu) { return __atomic_load_n(&lock.holder, __ATOMIC_ACQUIRE) == name_of(cpu); }

bool kernel_lock_is_held(void) { return is_holder(cpu_self()) || !cpus[0].is_started; }

// ---- What a processor counts, in a line of its own

static void count_longest(u64 *longest, u64 ticks) {
    if (UNLIKELY(ticks > *longest)) *longest = ticks;
}

static void count_take(struct cpu *cpu) {
    lock_order_took(&cpu->locks, LOCK_kernel);
    cpu->lock_log->takes++;
    cpu->lock_log->since_ticks = machine_ticks();
}

static void count_wait(struct cpu *cpu, u64 start_ticks) {
    lock_order_took(&cpu->locks, LOCK_kernel);
    struct region_lock *log = cpu->lock_log;
    u64 now = machine_ticks(), ticks = now - start_ticks;
    log->takes++;
    log->waits++;
    log->waited_ticks += ticks;
    count_longest(&log->waited_longest, ticks);
    log->since_ticks = now;
}

static void count_hold(struct cpu *cpu) {
    lock_order_gives(&cpu->locks, LOCK_kernel);
    struct region_lock *log = cpu->lock_log;
    u64 ticks = machine_ticks() - log->since_ticks;
    log->held_ticks += ticks;
    count_longest(&log->held_longest, ticks);
    log->since_ticks = 0;
}

static void log_resumed(struct cpu *cpu) {
    LOG_EVENT(world_resumed, .stops = cpu->world_stops, .stood = machine_ticks() - cpu->world_stopped_ticks);
    cpu->world_stopped_ticks = 0;
    cpu->world_stops = 0;
}

// ---- The lock

static bool take(const struct cpu *cpu) {
    u32 nobody = NOBODY;
    return __atomic_compare_exchange_n(&lock.holder, &nobody, name_of(cpu), false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

static bool take_counted(struct cpu *cpu) {
    lock_order_check(cpu->locks, LOCK_kernel);
    bool is_taken = take(cpu);
    if (LIKELY(is_taken)) count_take(cpu);
    return is_taken;
}

// The next of `waiting` behind this processor.
static u32 next_of(u64 waiting, const struct cpu *cpu) {
    u64 behind = waiting & ~((2ull << cpu->number) - 1);
    return (u32)__builtin_ctzll(behind ? behind : waiting);
}

void kernel_lock_interrupt(const struct cpu *cpu) { cpu_self()->to_interrupt |= 1ull << cpu->number; }

static void interrupt_wanted(struct cpu *cpu) {
    for (u64 left = cpu->to_interrupt; UNLIKELY(left != 0); left &= left - 1) {
        const struct cpu *other = &cpus[__builtin_ctzll(left)];
        // One that has begun to idle since then has found what it was to be told of
        if (__atomic_load_n(&other->idles, __ATOMIC_RELAXED)) {
            machine_wake(other);
        } else {
            machine_interrupt(other);
        }
    }
    cpu->to_interrupt = 0;
}

// If it sleeps.
static void wake(u32 number) {
    u64 bit = 1ull << number;
    if (!(__atomic_load_n(&lock.sleeping, __ATOMIC_SEQ_CST) & bit)) return;
    if (__atomic_fetch_and(&lock.sleeping, ~bit, __ATOMIC_SEQ_CST) & bit) machine_wake(&cpus[number]);
}

static void give(struct cpu *cpu) {
    ASSERT(is_holder(cpu));
    if (UNLIKELY(cpu->world_stopped_ticks)) log_resumed(cpu);
    count_hold(cpu);
    u64 waiting = __atomic_load_n(&lock.waiting, __ATOMIC_RELAXED);
    u32 next = waiting ? next_of(waiting, cpu) + 1 : NOBODY;
    // Orders all that was done under the lock before the store that ends it, and that store before the look at
    // `sleeping`.
    __atomic_store_n(&lock.holder, next, __ATOMIC_SEQ_CST);
    u64 sleeping = __atomic_load_n(&lock.sleeping, __ATOMIC_SEQ_CST);
    if (UNLIKELY(sleeping != 0)) wake(next == NOBODY ? next_of(sleeping, cpu) : next - 1);
    interrupt_wanted(cpu);
}

#define PATIENCE_NS 50000000u
#define AWAKE_NS 30000u

static bool is_given_or_free(const struct cpu *cpu) {
    u32 holder = __atomic_load_n(&lock.holder, __ATOMIC_ACQUIRE);
    return holder == name_of(cpu) || (holder == NOBODY && take(cpu));
}

static bool may_help(void) {
    u32 wanted = __atomic_load_n(&lock.wanted, __ATOMIC_SEQ_CST);
    while (wanted &&
           !__atomic_compare_exchange_n(&lock.wanted, &wanted, wanted - 1, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
    }
    return wanted != 0;
}

// First it says that it is about to look, then it looks: the processor that has asked for help waits for it, or it
// finds nothing.
static void help(void) {
    __atomic_fetch_add(&lock.helping, 1, __ATOMIC_SEQ_CST);
    if (may_help()) lock.work(lock.context);
    __atomic_fetch_sub(&lock.helping, 1, __ATOMIC_RELEASE);
}

// Until the lock is given up, or there is something else to do. First it says that it will sleep, then it looks:
// the processor that gives the lock up meanwhile wakes it.
static void sleep(const struct cpu *cpu, bool helps) {
    u64 bit = 1ull << cpu->number;
    bool on = machine_interrupts_off();
    __atomic_fetch_or(&lock.sleeping, bit, __ATOMIC_SEQ_CST);
    u32 holder = __atomic_load_n(&lock.holder, __ATOMIC_SEQ_CST);
    bool is_wanted = helps && __atomic_load_n(&lock.wanted, __ATOMIC_SEQ_CST);
    if (on && holder != NOBODY && holder != name_of(cpu) && !is_wanted) machine_idle();
    __atomic_fetch_and(&lock.sleeping, ~bit, __ATOMIC_SEQ_CST);
    machine_interrupts_restore(on);
}

// A processor that sets its bit too late for the one that gives the lock up finds the lock free.
static void wait(struct cpu *cpu, bool helps) {
    lock_order_check(cpu->locks, LOCK_kernel);
    if (is_given_or_free(cpu)) {
        count_take(cpu);
        return;
    }
    u64 bit = 1ull << cpu->number, start = machine_ticks();
    u64 patience = start + log_ticks_of_ns(PATIENCE_NS), awake = log_ticks_of_ns(AWAKE_NS), since = start;
    bool wants = false, has_said = false;
    for (u32 round = 0; !is_given_or_free(cpu); round++) {
        u64 now = machine_ticks();
        if (!has_said && now > patience) {
            __atomic_fetch_or(&lock.waiting, bit, __ATOMIC_SEQ_CST);
            has_said = true;
        }
        bool is_long = cpu->is_started && now > since + awake;
        if (!wants && (__atomic_load_n(&cpu->holds, __ATOMIC_RELAXED) || (is_long && !lock.may_sleep))) {
            __atomic_fetch_or(&lock.wanting, bit, __ATOMIC_RELAXED);
            wants = true;
        }
        if (helps && __atomic_load_n(&lock.wanted, __ATOMIC_RELAXED)) help();
        if (lock.may_sleep && !wants && is_long) {
            sleep(cpu, helps);
            since = machine_ticks();
        } else {
            machine_relax(round);
        }
    }
    if (has_said) __atomic_fetch_and(&lock.waiting, ~bit, __ATOMIC_SEQ_CST);
    if (wants) __atomic_fetch_and(&lock.wanting, ~bit, __ATOMIC_RELAXED);
    count_wait(cpu, start);
}

static void set_safe(struct cpu *cpu, bool is_safe) { __atomic_store_n(&cpu->at_safepoint, is_safe, __ATOMIC_RELEASE); }

static bool is_safe(const struct cpu *cpu) { return __atomic_load_n(&cpu->at_safepoint, __ATOMIC_ACQUIRE); }

static void wait_at_safepoint(struct cpu *cpu) {
    set_safe(cpu, true);
    wait(cpu, cpu->is_started); // before that it has no thread
    set_safe(cpu, false);
    if (UNLIKELY(cpu->has_old_code)) {
        cpuid_read(0, 0); // serializes
        cpu->has_old_code = false;
    }
}

void kernel_lock_let_sleep(void) { lock.may_sleep = true; }

bool kernel_lock_try(void) { return take_counted(cpu_self()); }

static void go_on(const struct cpu *cpu, enum ledger_account account) {
    ledger_switch(account);
    kernel_lock_entered(cpu->running);
}

void kernel_lock_enter(void) {
    if (LIKELY(kernel_lock_try())) return;
    struct cpu *cpu = cpu_self();
    enum ledger_account account = ledger_switch(LEDGER_lock);
    wait_at_safepoint(cpu);
    go_on(cpu, account);
}

void kernel_lock_leave(void) { give(cpu_self()); }

void kernel_lock_idle(struct cpu *cpu) {
    ASSERT(cpu == cpu_self() && !cpu->at_safepoint);
    set_safe(cpu, true);
    give(cpu);
}

void kernel_lock_resume(struct cpu *cpu) { wait_at_safepoint(cpu); }

void kernel_lock_alone(void) { kernel_lock_idle(cpu_self()); }

void kernel_lock_together(void) {
    struct cpu *cpu = cpu_self();
    ASSERT(cpu->at_safepoint);
    struct ledger_reading since = ledger_read();
    wait_at_safepoint(cpu);
    go_on(cpu, ledger_switch_since(LEDGER_lock, &since));
}

// Nobody is waited for that the host does not run now.
#define OFFER_ROUNDS 110u

bool kernel_lock_is_wanted(void) {
    return __atomic_load_n(&lock.wanting, __ATOMIC_RELAXED) || __atomic_load_n(&lock.waiting, __ATOMIC_RELAXED) ||
           __atomic_load_n(&lock.sleeping, __ATOMIC_RELAXED);
}

void kernel_lock_offer(void) {
    struct cpu *cpu = cpu_self();
    ASSERT(is_holder(cpu) && !cpu->interrupt_depth);
    if (!kernel_lock_is_wanted() && !cpu->to_interrupt) return;
    enum ledger_account account = ledger_switch(LEDGER_lock);
    kernel_lock_idle(cpu);
    for (u32 round = 0; round < OFFER_ROUNDS && __atomic_load_n(&lock.holder, __ATOMIC_RELAXED) == NOBODY; round++) {
        machine_relax(round);
    }
    wait_at_safepoint(cpu);
    go_on(cpu, account);
}

// ---- Leaves

void kernel_lock_leaf_enter(void) {
    struct cpu *cpu = cpu_self();
    if (LIKELY(take_counted(cpu))) return;
    enum ledger_account account = ledger_switch(LEDGER_lock);
    __atomic_store_n(&cpu->wants_loan, true, __ATOMIC_RELEASE);
    wait(cpu, false);
    __atomic_store_n(&cpu->wants_loan, false, __ATOMIC_RELEASE);
    ledger_switch(account);
}

void kernel_lock_leaf_leave(void) {
    u32 lender = lock.lender;
    if (LIKELY(!lender)) {
        give(cpu_self());
        return;
    }
    count_hold(cpu_self());
    lock.lender = NOBODY;
    __atomic_store_n(&lock.holder, lender, __ATOMIC_RELEASE);
    interrupt_wanted(cpu_self());
}

bool kernel_lock_is_borrowed(void) { return lock.lender != NOBODY; }

static void lend(const struct cpu *cpu, const struct cpu *to) {
    ASSERT(lock.lender == NOBODY && cpu != to);
    lock.lender = name_of(cpu);
    __atomic_store_n(&lock.holder, name_of(to), __ATOMIC_SEQ_CST);
    wake(to->number);
    for (u32 round = 0; !is_holder(cpu); round++) machine_relax(round);
}

// ---- The world

// The others that run and are not at a safepoint, by number.
static u64 running_others(const struct cpu *self) {
    u64 running = 0;
    for (u32 i = 0; i < machine.cpu_count; i++) {
        if (&cpus[i] != self && cpus[i].is_started && !is_safe(&cpus[i])) running |= 1ull << i;
    }
    return running;
}

// Asks all of `running`, and looks once which have come. Again and again, because one that is asked may switch threads.
// Returns those that are still to come.
static u64 ask_to_stop(const struct cpu *self, u64 running) {
    for (u64 left = running; left; left &= left - 1) thread_request_stop(cpus[__builtin_ctzll(left)].running);
    for (u64 left = running; left; left &= left - 1) {
        const struct cpu *cpu = &cpus[__builtin_ctzll(left)];
        if (__atomic_load_n(&cpu->wants_loan, __ATOMIC_ACQUIRE)) lend(self, cpu);
        if (is_safe(cpu)) running &= ~(1ull << cpu->number);
    }
    return running;
}

// All are asked before any is waited for: it takes as long as the slowest, not as all one after the other.
void kernel_lock_stop_others(void) {
    struct cpu *self = cpu_self();
    u64 start = machine_ticks(), latest = start, left = running_others(self);
    u32 last = self->number;
    ASSERT(is_holder(self));
    for (u32 round = 0; left; round++) {
        u64 still = ask_to_stop(self, left);
        if (still != left) {
            last = (u32)__builtin_ctzll(left & ~still);
            latest = machine_ticks();
        }
        left = still;
        if (left) machine_relax(round);
    }
    LOG_EVENT(world_stopped, .last = last, .waited = latest - start);
    if (!self->world_stops++) self->world_stopped_ticks = latest;
}

void kernel_lock_forget_code(void) {
    ASSERT_LOCKED();
    for (u32 i = 0; i < machine.cpu_count; i++) cpus[i].has_old_code = &cpus[i] != cpu_self();
}

// ---- Help

void kernel_lock_call(void (*work)(void *context), void *context, u32 most) {
    ASSERT(is_holder(cpu_self()) && !lock.wanted && !lock.helping);
    lock.work = work;
    lock.context = context;
    // What is to be done, before the word that has others look at it.
    __atomic_store_n(&lock.wanted, most, __ATOMIC_SEQ_CST);
    u32 called = 0;
    for (u32 i = 0; called < most && i < machine.cpu_count; i++) {
        bool sleeps = __atomic_load_n(&lock.sleeping, __ATOMIC_SEQ_CST) >> i & 1;
        if (!cpus[i].is_started || !(cpus[i].idles || sleeps)) continue;
        machine_wake(&cpus[i]);
        called++;
    }
}

void kernel_lock_dismiss(void) {
    ASSERT(is_holder(cpu_self()));
    __atomic_store_n(&lock.wanted, 0, __ATOMIC_SEQ_CST);
    for (u32 round = 0; __atomic_load_n(&lock.helping, __ATOMIC_SEQ_CST); round++) machine_relax(round);
}
