// The kernel's lock between threads of the host, each of which is a processor, under ThreadSanitizer: what is written
// under the lock is one thread's at a time, also where a leaf borrows it; and while the world is stopped nobody is in
// translated code, which here is to write to a field of one's own.
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdlib.h>
#include <time.h>

#include "tap.h"

#include "base/lock_order.c"
#include "kernel/core/kernel_lock.c"

#define PROCESSORS 4u
#define ROUNDS 6000u

struct machine machine = {.cpu_count = PROCESSORS};
struct cpu cpus[CPUS_MOST];
static struct region_lock lock_logs[CPUS_MOST];
_Thread_local struct cpu *race_cpu;

static struct thread threads[PROCESSORS];
static u64 own[PROCESSORS]; // changed by translated code
static u64 under_lock;      // changed under the lock
static u32 broken;

// ---- What the lock needs of others

void machine_relax(u32 round) {
    if (round > 10) sched_yield();
}
enum ledger_account ledger_switch(enum ledger_account account) { return account; }
struct ledger_reading ledger_read(void) {
    return (struct ledger_reading){0};
}
enum ledger_account ledger_switch_since(enum ledger_account account, const struct ledger_reading *since) {
    (void)since;
    return account;
}
u64 log_event_mask[4];
void log_event_at(u64 at, enum event_id id, u32 a, u64 b, u64 c) { (void)at, (void)id, (void)a, (void)b, (void)c; }
void kernel_lock_entered(struct thread *thread) { (void)thread; } // nobody is held here
void machine_interrupt(const struct cpu *cpu) { (void)cpu; }
// A processor that waits sleeps as soon as it can, so that a wake-up which is lost ends the test by its limit.
static sem_t wakes[PROCESSORS];
void machine_wake(const struct cpu *cpu) { sem_post(&wakes[cpu->number]); }
void machine_idle(void) { sem_wait(&wakes[race_cpu->number]); }
bool machine_interrupts_off(void) { return true; }
void machine_interrupts_restore(bool on) { (void)on; }
u64 log_ticks_of_ns(u64 nanoseconds) { return nanoseconds / 100; }

// ---- A processor

static void poll(struct thread *thread) {
    if (__atomic_load_n(&thread->stack_limit, __ATOMIC_RELAXED) != UINT64_MAX) return;
    kernel_enter();
    __atomic_store_n(&thread->stack_limit, 0, __ATOMIC_RELAXED);
    kernel_leave();
}

static void change_under_lock(void) {
    kernel_enter();
    under_lock++;
    kernel_leave();
}

static void change_in_leaf(void) {
    kernel_leaf_enter();
    under_lock++;
    kernel_leaf_leave();
}

static u64 sum(void) {
    u64 all = 0;
    for (u32 i = 0; i < PROCESSORS; i++) all += own[i];
    return all;
}

static void stop_world(void) {
    kernel_enter();
    kernel_stop_others();
    u64 before = sum();
    for (u32 i = 0; i < 10; i++) sched_yield();
    if (sum() != before) __atomic_fetch_add(&broken, 1, __ATOMIC_RELAXED);
    kernel_leave();
}

static void *process(void *argument) {
    struct cpu *cpu = race_cpu = argument;
    kernel_lock_resume(cpu);
    kernel_leave();
    for (u32 i = 0; i < ROUNDS; i++) {
        own[cpu->number]++;
        poll(cpu->running);
        u32 what = (i + cpu->number * 7) % 64;
        if (what % 4 == 0) change_under_lock();
        if (what % 4 == 1) change_in_leaf();
        if (what == 2) stop_world();
    }
    kernel_enter();
    kernel_lock_idle(cpu);
    return NULL;
}

// ---- The world's stop takes as long as the slowest processor, not as all of them together

#define PATIENCE_MS 20000

static u32 running, asked; // those that are in translated code, and that have been asked to come
static bool was_alone;     // one was waited for before the others were asked

// Comes when all have been asked.
static void *come_late(void *argument) {
    struct cpu *cpu = race_cpu = argument;
    kernel_lock_resume(cpu);
    kernel_leave();
    __atomic_fetch_add(&running, 1, __ATOMIC_SEQ_CST);
    while (__atomic_load_n(&cpu->running->stack_limit, __ATOMIC_RELAXED) != UINT64_MAX) sched_yield();
    __atomic_fetch_add(&asked, 1, __ATOMIC_SEQ_CST);
    for (u32 ms = 0; __atomic_load_n(&asked, __ATOMIC_SEQ_CST) < PROCESSORS - 1; ms++) {
        if (ms == PATIENCE_MS || __atomic_load_n(&was_alone, __ATOMIC_RELAXED)) {
            __atomic_store_n(&was_alone, true, __ATOMIC_RELAXED);
            break;
        }
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    poll(cpu->running);
    kernel_enter();
    kernel_lock_idle(cpu);
    return NULL;
}

static void *stop_late_ones(void *argument) {
    struct cpu *cpu = race_cpu = argument;
    kernel_lock_resume(cpu);
    kernel_leave();
    while (__atomic_load_n(&running, __ATOMIC_SEQ_CST) < PROCESSORS - 1) sched_yield();
    kernel_enter();
    kernel_stop_others();
    kernel_leave();
    tap_ok(!was_alone, "all are asked to stop before any is waited for");
    kernel_enter();
    kernel_lock_idle(cpu);
    return NULL;
}

static void reset_processors(void) {
    for (u32 i = 0; i < PROCESSORS; i++) {
        threads[i] = (struct thread){0};
        cpus[i] = (struct cpu){.self = &cpus[i],
                               .number = i,
                               .is_started = true,
                               .at_safepoint = true,
                               .running = &threads[i],
                               .lock_log = &lock_logs[i]};
    }
}

static void run_all(void *(*first)(void *), void *(*others)(void *)) {
    pthread_t started[PROCESSORS];
    reset_processors();
    for (u32 i = 0; i < PROCESSORS; i++) {
        if (pthread_create(&started[i], NULL, i ? others : first, &cpus[i])) exit(1);
    }
    for (u32 i = 0; i < PROCESSORS; i++) pthread_join(started[i], NULL);
}

int main(void) {
    kernel_lock_let_sleep();
    for (u32 i = 0; i < PROCESSORS; i++) sem_init(&wakes[i], 0, 0);
    run_all(stop_late_ones, come_late);
    run_all(process, process);
    tap_is_int((s64)under_lock, (s64)(PROCESSORS * ROUNDS / 2), "what is changed under the lock is not lost");
    tap_is_int((s64)sum(), (s64)(PROCESSORS * ROUNDS), "all have run");
    tap_is_int(broken, 0, "nobody has run while the world stood still");
    return tap_done();
}
