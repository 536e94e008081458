// Hooks of the rooms above, of tests that have not those rooms: nothing comes from outside, no policy chooses, no
// request waits. A test that needs another answer defines the hook itself, as the rooms do.
#include <stdlib.h>

#include "kernel/classes/domain.h"
#include "kernel/core/interrupt.h"
#include "kernel/core/outside.h"
#include "kernel/core/panic.h"
#include "kernel/core/policy.h"
#include "kernel/core/scheduler.h"
#include "kernel/heap/hooks.h"
#include "kernel/net/net.h"
#include "log/hooks.h"
#include "log/machine.h"
#include "translator/translate.h"

#define HOOK __attribute__((weak))

HOOK bool outside_look(const struct outside *outside) { return (void)outside, false; }
HOOK void outside_work(struct outside *outside) { (void)outside; }
HOOK bool outside_may_wake(const struct outside *outside) { return (void)outside, false; }
HOOK bool outside_await(struct outside *outside, u64 until_ticks) { return (void)outside, (void)until_ticks, false; }

HOOK bool scheduler_is_deadlocked(void) { return false; }
HOOK void scheduler_safepoint_work(void) { abort(); }
HOOK void policy_ended(struct policy *policy, enum policy_fault fault) { (void)policy, (void)fault, abort(); }
HOOK u32 policy_number(const struct thread *thread) { return thread->number; }

HOOK void heap_collected(const struct heap *heap) { (void)heap; }
HOOK void net_replay_ended(void) { abort(); }

HOOK void log_ask_safepoint(void) { abort(); }
HOOK s32 log_carry_out(const struct log_request *request, char *words) { return (void)request, (void)words, 1; }
HOOK void log_end_requested(const struct trap_frame *frame) { (void)frame, abort(); }
HOOK void log_beat(void) {}
HOOK bool machine_counters_start(const u32 *numbers, u32 count) { return (void)numbers, (void)count, false; }
HOOK void machine_counters_read(u32 processor, s64 *values) { (void)processor, (void)values; }

HOOK void translate_check_failed(struct method *method, const char *pass, const char *error) {
    (void)method, (void)pass, (void)error;
}
HOOK void translate_alone_begin(struct arena *arena) { (void)arena; }
HOOK void translate_alone_end(struct arena *arena) { (void)arena; }

HOOK const u32 domain_run_bytes = 0, domain_services_bytes = 0, domain_natives_bytes = 0;
