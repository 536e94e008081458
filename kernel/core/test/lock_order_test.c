// The order of locks: downwards any may be taken; upwards or twice is a panic that names both, as is a lock that is
// given up before one below it. First the order itself, for each pair; then the kernel's lock and the log's.
// kernel_lock.c is included, not linked, so that a panic can be this test's own.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tap.h"

#include "kernel/core/kernel_lock.c"
#include "log/state.h"

struct machine machine = {.cpu_count = 2};
struct cpu cpus[CPUS_MOST];
_Thread_local struct cpu *host_cpu = &cpus[0];
struct log_state log_state;
static struct region_header region = {.cpu_count = 2};
static struct region_lock lock_log;

// ---- What the lock needs of others; nobody else wants it

void machine_relax(u32 round) { (void)round; }
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
void kernel_lock_entered(struct thread *thread) { (void)thread; }
void machine_interrupt(const struct cpu *cpu) { (void)cpu; }
void machine_wake(const struct cpu *cpu) { (void)cpu; }
void machine_idle(void) {}
bool machine_interrupts_off(void) { return true; }
void machine_interrupts_restore(bool on) { (void)on; }
u64 log_ticks_of_ns(u64 nanoseconds) { return nanoseconds; }
u32 *machine_locks(void) { return &host_cpu->locks; }

static jmp_buf panicked;
static char reason[200];
_Noreturn void panic(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof(reason), format, arguments);
    va_end(arguments);
    longjmp(panicked, 1);
}

// Returns why it panics, or "" if it does not.
static const char *panics(void (*act)(void)) {
    reason[0] = 0;
    if (!setjmp(panicked)) act();
    return reason;
}

// ---- The order

static u32 held;
static enum lock_name first, second;

static void take_both(void) {
    lock_order_check(held = 0, first);
    lock_order_took(&held, first);
    lock_order_check(held, second);
    lock_order_took(&held, second);
}

static void give_both(void) {
    lock_order_gives(&held, second);
    lock_order_gives(&held, first);
}

static void give_first(void) { lock_order_gives(&held, first); }

static bool names_both(const char *text) {
    static const char *const names[] = {"\"kernel\"", "\"team\"", "\"tables\"", "\"log\""};
    _Static_assert(LOCKS == 4, "each has its name here");
    return strstr(text, names[first]) && strstr(text, names[second]);
}

static void test_pairs(void) {
    for (first = 0; first < LOCKS; first++) {
        for (second = 0; second < LOCKS; second++) {
            const char *why = panics(take_both);
            if (second <= first) {
                tap_ok(names_both(why), "%u, then %u: refused (%s)", first, second, why);
                continue;
            }
            tap_ok(!why[0], "%u, then %u: may be taken (%s)", first, second, why);
            tap_ok(panics(give_first)[0], "given up in the wrong order");
            tap_ok(!panics(give_both)[0] && !held, "in the right one");
        }
    }
    tap_ok(panics(give_first)[0], "a lock that the processor does not have is not given up");
}

// ---- Two of the locks

static void log_under_kernel(void) {
    kernel_enter();
    log_lock();
    log_unlock();
    kernel_leave();
}

static void kernel_twice(void) {
    kernel_enter();
    kernel_enter();
}

static void kernel_given_too_early(void) {
    log_lock();
    kernel_leave();
}

static void kernel_under_log(void) { kernel_enter(); }
static void kernel_under_log_tried(void) { kernel_try_enter(); }
static void leaf_under_log(void) { kernel_leaf_enter(); }
static void log_twice(void) { log_lock(); }

static void test_locks(void) {
    tap_ok(!panics(log_under_kernel)[0] && !cpus[0].locks, "the log's lock under the kernel's: %s", reason);
    tap_ok(strstr(panics(kernel_twice), "\"kernel\" is taken"), "the kernel's lock twice: %s", reason);
    tap_ok(panics(kernel_given_too_early)[0], "given up with the log's lock: %s", reason);
    log_unlock();
    kernel_leave();
    log_lock();
    tap_ok(strstr(panics(kernel_under_log), "\"kernel\" is taken"), "the kernel's lock under the log's: %s", reason);
    tap_ok(strstr(panics(kernel_under_log_tried), "\"kernel\" is taken"), "also where it is only tried");
    tap_ok(strstr(panics(leaf_under_log), "\"kernel\" is taken"), "and by a leaf");
    tap_ok(strstr(panics(log_twice), "\"log\" is taken"), "the log's lock twice: %s", reason);
    log_unlock();
}

int main(void) {
    log_state.region = &region;
    cpus[0] = (struct cpu){.self = &cpus[0], .is_started = true, .lock_log = &lock_log};
    test_pairs();
    test_locks();
    return tap_done();
}
