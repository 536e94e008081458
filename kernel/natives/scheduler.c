// gnomon.SchedulerThread (log/java/): what it is asked, and what it answers; and what threads tell a gnomon.Scheduler
// of themselves.
#include "base/panic.h"
#include "kernel/classes/class.h"
#include "kernel/code/native.h"
#include "kernel/core/policy_thread.h"
#include "kernel/core/thread.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/java_thread.h"
#include "kernel/run/chooser.h"
#include "kernel/run/values.h"
#include "log/log.h"

// The question, and below it the number of the thread that it is about.
static s64 next_question(void) {
    u32 about = 0;
    enum policy_question question = policy_next_question(&about);
    return (s64)question << 32 | (s64)about;
}

#define REFUSED_LATE (-1) // as in gnomon.SchedulerThread: another one has taken too long

static s64 begin(struct thread *thread, handle scheduler) {
    if (native_is_null(thread, scheduler)) return POLICY_OVER;
    if (chooser_is_family_late(thread)) return REFUSED_LATE;
    return chooser_begin(thread, scheduler) ? next_question() : POLICY_OVER;
}

static s64 next(struct thread *thread) {
    (void)thread;
    return next_question();
}

static bool is_asked(const struct thread *thread) { return java_of(thread)->chooses; }

// Whether it is asked whether a thread is to make way, or else for the next one: these natives can be called by
// reflection, in any order.
static bool is_asked_this(const struct thread *thread, bool about_interrupted) {
    if (!is_asked(thread)) return false;
    if (policy_has_interrupted() == about_interrupted) return true;
    chooser_break("answers what it is not asked");
    return false;
}

static s64 consider(struct thread *thread, s32 makes_way) {
    if (is_asked_this(thread, true)) {
        if (makes_way) {
            policy_make_way();
        } else {
            policy_go_on();
        }
    }
    return next_question();
}

// Whether it may be chosen; if not, that is wrong.
static s32 check(struct thread *thread, s32 number) {
    const struct thread *chosen = chooser_thread(number);
    if (!is_asked(thread)) return false;
    if (chosen && policy_is_ready(chosen)) return true;
    chooser_break("chooses %d, which is not the number of a thread that is ready", number);
    return false;
}

static s64 choose(struct thread *thread, s32 number, s64 quantum_ns) {
    if (is_asked(thread) && (quantum_ns < CHOOSER_QUANTUM_LEAST_NS || quantum_ns > CHOOSER_QUANTUM_MOST_NS)) {
        chooser_break("gives a quantum of %ld ns, which is not from %ld to %ld", quantum_ns,
                      (s64)CHOOSER_QUANTUM_LEAST_NS, (s64)CHOOSER_QUANTUM_MOST_NS);
    }
    if (is_asked_this(thread, false) && check(thread, number)) {
        ASSERT(policy_is_ready(chooser_thread(number)) && quantum_ns >= CHOOSER_QUANTUM_LEAST_NS);
        policy_choose(chooser_thread(number), log_ticks_of_ns((u64)quantum_ns));
    }
    return next_question();
}

static void thrown(struct thread *thread, handle exception) {
    char name[200];
    if (native_is_null(thread, exception)) return;
    chooser_break("throws %s", class_external_name(object_class(*exception), name, sizeof(name)));
}

// ---- What is known of threads

static void tell(s64 value) { java_of(thread_self())->told = value; }

static s64 told(s32 number) {
    const struct thread *thread = chooser_thread(number);
    return thread ? java_of(thread)->told : 0;
}

static s32 weight(s32 number) {
    const struct thread *thread = chooser_thread(number);
    u32 weight = thread && thread->domain ? core_of(thread->domain)->weight : 0;
    return weight ? (s32)weight : 1;
}

static s32 domain(s32 number) {
    const struct thread *thread = chooser_thread(number);
    return thread && thread->domain ? (s32)core_of(thread->domain)->domain_number : 0;
}

static s32 current(void) { return (s32)policy_number(thread_self()); }

static const struct native SCHEDULER[] = {
    REENTRANT("begin0", "(Lgnomon/Scheduler;)J", begin),
    REENTRANT("next0", "()J", next),
    REENTRANT("consider0", "(Z)J", consider),
    HANDLE("check0", "(I)Z", check),
    REENTRANT("choose0", "(IJ)J", choose),
    HANDLE("thrown0", "(Ljava/lang/Throwable;)V", thrown),
    LEAF("tell0", "(J)V", tell),
    LOCKED("told0", "(I)J", told),
    LOCKED("weight0", "(I)I", weight),
    LOCKED("domain0", "(I)I", domain),
    LEAF("current0", "()I", current),
    NATIVES_END,
};

const struct native_class natives_scheduler[] = {{"gnomon/SchedulerThread", SCHEDULER}, {NULL, NULL}};
