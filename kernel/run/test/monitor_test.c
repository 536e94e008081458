// Monitors, identity hashes, and what may wake a Java thread: single cases, and threads that lock, wait and notify at
// random, compared with a model of which thread has which lock how often.
#include "kernel/run/monitor.h"

#include <stdlib.h>
#include <string.h>

#include "fibers.h"
#include "kernel/classes/domain.h"
#include "kernel/core/scheduler.h"
#include "kernel/core/test/said.h"
#include "kernel/heap/java_thread.h"
#include "kernel/memory/owner.h"
#include "kernel/run/domain_run.h"
#include "kernel/run/java_threads.h"
#include "tap.h"

static struct class *some_class;
static struct accounts some_accounts;
static struct domain_run some_run;
static struct domain some_domain = {.run = &some_run, .heap.accounts = &some_accounts};

// Monitors need only an object's mark and, to name it in an event, its class: no heap is needed.
static ref make_object(void) {
    struct object *object = owner_alloc(&owner_machine, 16);
    object->class_address = class_address(some_class);
    return (ref)(uintptr_t)object;
}

static u32 tag_of(ref object) { return object_at(object)->mark & MARK_TAG_MASK; }
static struct thread *start(void (*run)(struct thread *)) {
    struct thread *thread = fiber_new(run);
    scheduler_ready(thread, thread_self());
    return thread;
}

// ---- One thread

static void test_thin(void) {
    struct thread *self = thread_self();
    ref object = make_object();
    tap_is_int(monitor_exit(self, object), MONITOR_NOT_OWNER, "what is not locked cannot be left");
    tap_is_int(monitor_notify(self, object, false), MONITOR_NOT_OWNER, "nor notified");
    tap_is_int(monitor_wait(self, &object, 0), MONITOR_NOT_OWNER, "nor waited for");
    monitor_enter(self, &object);
    tap_ok(tag_of(object) == MARK_THIN && monitor_is_owner(self, object), "locked, by two bits of the mark");
    for (u32 i = 1; i < 1024; i++) monitor_enter(self, &object);
    tap_is_int(tag_of(object), MARK_THIN, "1,024 times");
    monitor_enter(self, &object);
    tap_is_int(tag_of(object), MARK_MONITOR, "once more, and there is a monitor");
    u32 exits = 0;
    while (monitor_exit(self, object) == MONITOR_OK) exits++;
    tap_is_int(exits, 1025, "left as often");
    tap_ok(!monitor_is_owner(self, object), "then it is nobody's");
}

static void test_hash(void) {
    struct thread *self = thread_self();
    ref first = make_object(), second = make_object();
    u32 hash = monitor_identity_hash(first);
    tap_ok(hash && hash < 1u << 26 && hash != monitor_identity_hash(second), "two objects, two hashes");
    tap_is_int(monitor_identity_hash(first), hash, "which stay");
    monitor_enter(self, &first);
    tap_ok(tag_of(first) == MARK_MONITOR && monitor_identity_hash(first) == hash, "also while it is locked");
    monitor_exit(self, first);
    tap_is_int(monitor_identity_hash(first), hash, "and after that");
    ref third = make_object();
    monitor_enter(self, &third);
    hash = monitor_identity_hash(third);
    tap_ok(tag_of(third) == MARK_MONITOR && hash && monitor_is_owner(self, third), "a locked object gets one");
    monitor_exit(self, third);
    tap_is_int(monitor_identity_hash(third), hash, "and keeps it");
    tap_is_int(monitor_identity_hash(0), 0, "null has 0");
}

// ---- Several threads

static ref lock;

static void enter_and_say(struct thread *thread) {
    monitor_enter(thread, &lock);
    say("in");
    monitor_exit(thread, lock);
}

static void test_contention(void) {
    struct thread *self = thread_self();
    lock = make_object();
    monitor_enter(self, &lock);
    monitor_enter(self, &lock);
    struct thread *others[] = {start(enter_and_say), start(enter_and_say)};
    let_others_run();
    tap_ok(others[0]->state == THREAD_BLOCKED &&
               java_of(others[0])->blocked_on == monitor_of_mark(object_at(lock)->mark),
           "another thread is kept out");
    monitor_exit(self, lock);
    let_others_run();
    tap_said("", "and stays out until it is left as often as it was entered");
    monitor_exit(self, lock);
    tap_ok(others[0]->state == THREAD_READY && others[1]->state == THREAD_BLOCKED,
           "the one that waited longest is next");
    let_others_run();
    tap_said("inin", "then the other one");
    tap_ok(!java_of(others[0])->blocked_on, "neither waits any more");
}

static enum monitor_result wait_result;
static s64 wait_limit_ms;
static void wait_and_say(struct thread *thread) {
    monitor_enter(thread, &lock);
    monitor_enter(thread, &lock);
    wait_result = monitor_wait(thread, &lock, wait_limit_ms);
    const char word[] = {(char)('0' + thread->number % 10), 0};
    say(word);
    tap_ok(monitor_is_owner(thread, lock) && monitor_of_mark(object_at(lock)->mark)->depth == 2,
           "who has waited has the lock again, as often as before");
    monitor_exit(thread, lock);
    monitor_exit(thread, lock);
}

static void notify(bool all) {
    monitor_enter(thread_self(), &lock);
    monitor_notify(thread_self(), lock, all);
    monitor_exit(thread_self(), lock);
}

static void test_wait(void) {
    lock = make_object();
    notify(false);
    tap_is_int(tag_of(lock), MARK_HASH, "a notification that nobody waits for needs no monitor");
    struct thread *threads[3];
    wait_limit_ms = 0;
    for (u32 i = 0; i < 3; i++) threads[i] = start(wait_and_say);
    let_others_run();
    tap_ok(threads[0]->state == THREAD_WAITING && threads[2]->state == THREAD_WAITING,
           "three wait, and leave the lock");
    notify(false);
    let_others_run();
    const char first[] = {(char)('0' + threads[0]->number % 10), 0};
    tap_said(first, "notified, the first goes on");
    monitor_enter(thread_self(), &lock);
    monitor_notify(thread_self(), lock, true);
    let_others_run();
    tap_said("", "with the lock taken nobody does");
    tap_is_int(threads[1]->state, THREAD_BLOCKED, "who was notified waits for the lock");
    monitor_exit(thread_self(), lock);
    let_others_run();
    const char both[] = {(char)('0' + threads[1]->number % 10), (char)('0' + threads[2]->number % 10), 0};
    tap_said(both, "then the others, in turn");
    tap_is_int(wait_result, MONITOR_OK, "by a notification");
}

static void test_wait_limit(void) {
    lock = make_object();
    wait_limit_ms = 1; // which the test's log_ticks_of_ns makes a million ticks
    struct thread *thread = start(wait_and_say);
    while (thread->state != THREAD_ENDED) scheduler_block(THREAD_SLEEPING, SWITCH_sleep, machine_ticks() + 100000);
    tap_is_int(wait_result, MONITOR_OK, "a wait with a limit ends by itself");
    wait_limit_ms = INT64_MAX;
    thread = start(wait_and_say);
    let_others_run();
    tap_ok(thread->wake_at_ticks > machine_ticks() + (1ull << 60), "the longest limit is no overflow");
    notify(false);
    let_others_run();
    said[0] = 0;
}

static void test_interrupt(void) {
    lock = make_object();
    wait_limit_ms = 0;
    struct thread *thread = start(wait_and_say);
    let_others_run();
    thread_interrupt(thread_self(), thread);
    let_others_run();
    tap_is_int(wait_result, MONITOR_INTERRUPTED, "an interruption ends a wait");
    tap_ok(!java_of(thread)->interrupted, "and is over with that");
    thread = fiber_new(wait_and_say);
    java_of(thread)->interrupted = true;
    scheduler_ready(thread, thread_self());
    let_others_run();
    tap_is_int(wait_result, MONITOR_INTERRUPTED, "one that came before ends it at once");
    thread = start(wait_and_say);
    let_others_run();
    monitor_enter(thread_self(), &lock);
    monitor_notify(thread_self(), lock, false);
    thread_interrupt(thread_self(), thread);
    monitor_exit(thread_self(), lock);
    let_others_run();
    tap_ok(wait_result == MONITOR_OK && java_of(thread)->interrupted,
           "who is notified first and interrupted then has been notified, and is still interrupted (JLS 17.2.4)");
    said[0] = 0;
}

// ---- Sleep, park, suspend, stop

static bool slept;
static void sleep_long(struct thread *thread) { slept = thread_sleep(thread, 1000000000000); }
static void park_twice(struct thread *thread) {
    thread_park(thread, false, 0);
    say("p");
    thread_park(thread, true, 1000000000000000);
    say("q");
}

static void test_sleep_and_park(void) {
    struct thread *self = thread_self(), *thread = start(sleep_long);
    let_others_run();
    tap_is_int(thread->state, THREAD_SLEEPING, "a thread sleeps");
    thread_unpark(self, thread);
    tap_is_int(thread->state, THREAD_SLEEPING, "and is not woken by a permit");
    thread_interrupt(self, thread);
    let_others_run();
    tap_ok(!slept && !java_of(thread)->interrupted, "but by an interruption, of which it learns");
    tap_ok(thread_sleep(self, 100000) && thread_sleep(self, 0), "who sleeps undisturbed learns that");
    java_of(self)->interrupted = true;
    tap_ok(!thread_sleep(self, 1000000000000), "interrupted before, it does not sleep at all");

    thread_unpark(self, self);
    thread_unpark(self, self);
    thread_park(self, false, 0);
    tap_ok(!java_of(self)->park_permit, "a permit is used up by one park; two are one");
    thread_park(self, true, 1000);
    tap_ok(self->timed_out, "without one it parks, here for its time");
    java_of(self)->interrupted = true;
    thread_park(self, false, 0);
    tap_ok(java_of(self)->interrupted, "interrupted, it does not park, and stays interrupted");
    java_of(self)->interrupted = false;

    thread = start(park_twice);
    let_others_run();
    tap_is_int(thread->state, THREAD_PARKED, "another one parks");
    thread_unpark(self, thread);
    let_others_run();
    tap_said("p", "and goes on with its permit");
    thread_interrupt(self, thread);
    let_others_run();
    tap_said("q", "or when it is interrupted");
}

static bool obeyed;
static void obey_forever(struct thread *thread) {
    while (!thread->exception) {
        if (thread->has_orders) thread_obey(thread);
        else scheduler_yield();
    }
    thread->exception = 0;
    obeyed = true;
}

static void test_orders(void) {
    struct thread *self = thread_self(), *thread = start(obey_forever);
    scheduler_yield();
    thread_suspend(thread);
    tap_ok(thread->has_orders && thread->stack_limit == UINT64_MAX, "a thread is asked to stop");
    let_others_run();
    tap_is_int(thread->state, THREAD_SUSPENDED, "and is suspended when it looks");
    thread_resume(self, thread);
    tap_is_int(thread->state, THREAD_READY, "until it is resumed");
    scheduler_yield();
    thread_stop(self, thread, make_object());
    let_others_run();
    tap_ok(obeyed && !java_of(thread)->stop_exception, "a thread is stopped by an exception of its own");
    thread = start(sleep_long);
    let_others_run();
    thread_stop(self, thread, make_object());
    tap_ok(thread->state == THREAD_READY && thread->has_orders, "one that sleeps is woken for it");
    thread->has_orders = false;
    let_others_run();
}

// ---- The end of a monitor: what the collector says has become of its object

static ref moved_from, moved_to;
static ref forward(ref object) { return object == moved_from ? moved_to : object; }
static bool all_young;
static bool is_young(ref object) { return (void)object, all_young; }

static void test_collect(void) {
    struct thread *self = thread_self();
    ref hashed = make_object(), busy = make_object(), dead = make_object(), copy = make_object();
    u32 hash = monitor_identity_hash(hashed);
    monitor_enter(self, &hashed);
    monitor_exit(self, hashed);
    monitor_identity_hash(busy);
    monitor_enter(self, &busy);
    monitor_identity_hash(dead);
    monitor_enter(self, &dead);
    monitor_exit(self, dead);
    struct monitor *of_dead = monitor_of_mark(object_at(dead)->mark);
    moved_from = 0;
    all_young = true;
    monitor_collect(&some_domain, false, forward, is_young);
    tap_ok(tag_of(hashed) == MARK_HASH && monitor_identity_hash(hashed) == hash,
           "a monitor that nobody uses goes, the hash returns to the mark");
    tap_ok(tag_of(busy) == MARK_MONITOR && monitor_is_owner(self, busy), "one that is entered stays");
    monitor_enter(self, &dead);
    of_dead = monitor_of_mark(object_at(dead)->mark);
    monitor_exit(self, dead);
    moved_from = dead;
    moved_to = 0;
    all_young = false;
    monitor_collect(&some_domain, false, forward, is_young);
    tap_is_int(of_dead->object, 0, "that of a dead object goes with it");
    moved_from = busy;
    moved_to = copy;
    object_at(copy)->mark = object_at(busy)->mark;
    monitor_collect(&some_domain, false, forward, is_young);
    tap_ok(monitor_of_mark(object_at(busy)->mark)->object == busy,
           "an old object's is left alone by a young collection");
    monitor_collect(&some_domain, true, forward, is_young);
    tap_ok(monitor_of_mark(object_at(copy)->mark)->object == copy && monitor_exit(self, copy) == MONITOR_OK,
           "that of an object that has moved moves with it");
}

// ---- At random

#define WORKERS 6u
#define LOCKS 3u
#define STEPS 4000u

static ref locks[LOCKS];
static struct thread *owners[LOCKS], *tester;
static u32 depths[LOCKS], waiting[LOCKS], steps_left = STEPS, working = WORKERS, wrong, waits;

static void model_enter(struct thread *self, u32 number) {
    monitor_enter(self, &locks[number]);
    if (owners[number] && owners[number] != self) wrong++;
    owners[number] = self;
    depths[number]++;
}

static void model_exit(struct thread *self, u32 number) {
    bool owns = owners[number] == self;
    if (owns && --depths[number] == 0) owners[number] = NULL;
    if ((monitor_exit(self, locks[number]) == MONITOR_OK) != owns) wrong++;
}

static void model_wait(struct thread *self, u32 number) {
    u32 depth = depths[number];
    if (owners[number] != self) {
        if (monitor_wait(self, &locks[number], 0) != MONITOR_NOT_OWNER) wrong++;
        return;
    }
    owners[number] = NULL;
    depths[number] = 0;
    waiting[number]++;
    waits++;
    if (monitor_wait(self, &locks[number], 0) != MONITOR_OK) wrong++;
    waiting[number]--;
    if (owners[number]) wrong++;
    owners[number] = self;
    depths[number] = depth;
}

// Locks are taken in the order of their numbers, and a thread that waits holds no other: so none waits for ever.
static void work(struct thread *self) {
    while (steps_left) {
        u32 first = (u32)rand() % LOCKS, last = first + (u32)rand() % (LOCKS - first);
        steps_left--;
        for (u32 i = first; i <= last; i++) model_enter(self, i);
        if (rand() % 2) scheduler_yield();
        if (rand() % 3 == 0) model_enter(self, last);
        monitor_notify(self, locks[last], rand() % 2);
        if (rand() % 4 == 0 && first == last && waiting[first] + 1 < working) model_wait(self, first);
        if (rand() % 5 == 0) model_exit(self, (u32)rand() % LOCKS);
        for (u32 i = first; i <= last; i++) {
            while (owners[i] == self) model_exit(self, i);
        }
        if (rand() % 2) scheduler_yield();
    }
    working--;
    for (u32 i = 0; i < LOCKS; i++) {
        model_enter(self, i);
        monitor_notify(self, locks[i], true);
        model_exit(self, i);
    }
    if (!working) scheduler_ready(tester, self);
}

static void test_model(void) {
    tester = thread_self();
    srand(1);
    for (u32 i = 0; i < LOCKS; i++) locks[i] = make_object();
    for (u32 i = 0; i < WORKERS; i++) start(work);
    scheduler_block(THREAD_SUSPENDED, SWITCH_wait, SCHEDULER_FOR_EVER);
    tap_is_int(wrong, 0, "4,000 random steps of 6 threads with 3 locks are as in the model");
    tap_ok(waits > 100, "with %u waits", waits);
    bool free = true;
    for (u32 i = 0; i < LOCKS; i++) free &= !owners[i] && monitor_exit(tester, locks[i]) == MONITOR_NOT_OWNER;
    tap_ok(free, "in the end all locks are free");
}

// A leaf may neither throw nor collect: its caller gets a hash of 0 and no exception, and the thread gets the error at
// its next poll.
static void test_no_memory_in_leaf(void) {
    struct thread *self = thread_self();
    struct account *names = &some_accounts.of[ACCOUNT_NAMES];
    ref object = make_object();
    monitor_enter(self, &object); // a hash needs a monitor
    tap_is_int(tag_of(object), MARK_THIN, "an object that is locked by its mark alone");
    names->limit_bytes = 0;
    some_domain.heap.out_of_memory = make_object();
    self->domain = &some_domain; // whose thread gets the error
    tap_ok(monitor_identity_hash_leaf(object) == 0 && !self->exception,
           "without memory it has no hash, and throws nothing");
    tap_ok(java_of(self)->stop_exception == some_domain.heap.out_of_memory && self->has_orders &&
               self->stack_limit == UINT64_MAX,
           "its thread is to throw when it polls");
    java_of(self)->stop_exception = 0;
    self->has_orders = false;
    self->domain = NULL;
    names->limit_bytes = UINT64_MAX;
    scheduler_poll(self);
    tap_ok(monitor_identity_hash_leaf(object) != 0, "with memory it has one");
    monitor_exit(self, object);
    monitor_end_all(&some_domain);
}

// ---- Which account pays

static void test_account(void) {
    struct account *names = &some_accounts.of[ACCOUNT_NAMES];
    ref object = make_object();
    monitor_identity_hash(object);
    names->limit_bytes = 0;
    thread_self()->domain = &some_domain; // whose thread gets the error
    monitor_enter(thread_self(), &object);
    thread_self()->domain = NULL;
    tap_ok(!monitor_is_owner(thread_self(), object) && tag_of(object) == MARK_HASH, "no monitor beyond the account");
    names->limit_bytes = UINT64_MAX;
    u64 used = names->used_bytes;
    monitor_enter(thread_self(), &object);
    tap_ok(monitor_is_owner(thread_self(), object) && names->used_bytes == used + sizeof(struct monitor),
           "the domain pays for one");
    accounts_check();
    monitor_end_all(&some_domain);
    tap_ok(!names->used_bytes, "until it ends");
    accounts_check();
}

// An object's mark has 16 bits for the number of its owner. What goes through all threads ends behind the last one.
static void test_lock_numbers(void) {
    while (thread_part_make()) continue;
    tap_ok(thread_by_lock_number(UINT16_MAX) != NULL, "as many threads as there are lock numbers");
    threads_choose_monitor_entries();
    tap_ok(thread_by_lock_number(UINT16_MAX)->entries[ENTRY_monitor_enter] ==
               thread_self()->entries[ENTRY_monitor_enter],
           "the last one enters monitors as all others do");
}

static int test_all(void) {
    some_class = owner_alloc(&owner_machine, sizeof(*some_class));
    some_class->domain = &some_domain;
    accounts_begin(&some_accounts);
    test_thin();
    test_hash();
    test_contention();
    test_wait();
    test_wait_limit();
    test_interrupt();
    test_sleep_and_park();
    test_orders();
    test_collect();
    test_model();
    test_no_memory_in_leaf();
    test_account();
    test_lock_numbers();
    return tap_done();
}

int main(void) { fibers_run(test_all); }
