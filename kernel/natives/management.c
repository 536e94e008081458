// java.lang.management: what its beans report about the machine and its threads, as far as the kernel counts it. Its
// memory is in management_memory.c.
//
// What a monitor's owner has locked is not known, which the API provides for.
#include "kernel/natives/management.h"
#include "base/panic.h"
#include "base/print.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/java.h"
#include "kernel/classes/java_fields.h"
#include "kernel/classes/javastring.h"
#include "kernel/code/native.h"
#include "kernel/core/cpu.h"
#include "kernel/core/memory.h"
#include "kernel/core/options.h"
#include "kernel/core/processors.h"
#include "kernel/core/scheduler.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/heap.h"
#include "kernel/natives/domain_natives.h"
#include "kernel/natives/io.h"
#include "kernel/natives/thread.h"
#include "kernel/report/thread_report.h"
#include "kernel/run/domain_run.h"
#include "kernel/run/exception.h"
#include "kernel/run/java_threads.h"
#include "kernel/run/values.h"
#include "log/log.h"

#define NANOSECONDS_PER_MILLISECOND 1000000

static s32 yes(void) { return true; }

// ---- sun.management.VMManagementImpl

static ref version(struct thread *thread) { return javastring_of(thread, "3.0"); }

static void set_support(struct thread *thread) {
    ref mirror = java_field_mirror(domain_of(thread), FIELD_VMManagementImpl_currentThreadCpuTimeSupport);
    java_set_boolean(mirror, FIELD_VMManagementImpl_currentThreadCpuTimeSupport, true);
    java_set_boolean(mirror, FIELD_VMManagementImpl_otherThreadCpuTimeSupport, true);
    java_set_boolean(mirror, FIELD_VMManagementImpl_threadAllocatedMemorySupport, true);
    java_set_boolean(mirror, FIELD_VMManagementImpl_synchronizerUsageSupport, true);
    java_set_boolean(mirror, FIELD_VMManagementImpl_threadContentionMonitoringSupport, true);
    java_set_boolean(mirror, FIELD_VMManagementImpl_compTimeMonitoringSupport, true);
    java_set_boolean(mirror, FIELD_VMManagementImpl_gcNotificationSupport, true);
}

static s64 class_count(ref vm) {
    (void)vm;
    return domain_of(thread_self())->class_count;
}
static s64 unloaded_count(void) { return domain_of(thread_self())->unloaded_count; }
static s32 process_number(void) { return 1; }
static s64 uptime(void) { return log_monotonic_ns() / NANOSECONDS_PER_MILLISECOND; }
static s64 start_time(ref vm) {
    (void)vm;
    return (log_wall_ns() - log_monotonic_ns()) / NANOSECONDS_PER_MILLISECOND;
}
static s32 processors(void) { return (s32)processors_count(); }
static s32 is_collection_verbose(void) { return domain_of(thread_self())->heap.is_verbose; }
static s32 is_loading_verbose(void) { return domain_of(thread_self())->natives->verbose_loading; }
static void set_loading_verbose(s32 on) { domain_of(thread_self())->natives->verbose_loading = on; }
static s64 translation_time(void) {
    return (s64)log_ns_of_ticks((u64)log_ledger_ticks(LEDGER_translator)) / NANOSECONDS_PER_MILLISECOND;
}

// The user's -D options.
static ref vm_arguments(struct thread *thread, handle vm) {
    (void)vm;
    struct option option;
    const struct options *options = &domain_of(thread)->options;
    u32 count = 0, index = 0;
    for (bool more = option_first(options, "property", &option); more; more = option_next("property", &option)) count++;
    handle array = handle_new(thread, native_new_array(thread, "java/lang/String", count));
    for (bool more = option_first(options, "property", &option); more && !thread->exception;
         more = option_next("property", &option)) {
        char text[1024];
        size_t length = print_format(text, sizeof(text), "-D%.*s", (int)option.length, option.value);
        ref argument = javastring_new(thread, text, length);
        ASSERT(index < count);
        if (argument) array_set_ref(*array, index++, argument);
    }
    return thread->exception ? 0 : *array;
}

static const struct thread *first_thread(void) { return domain_of(thread_self())->heap.first_thread; }

static s32 count_threads(bool only_daemons) {
    s32 count = 0;
    for (const struct thread *one = first_thread(); one; one = one->next_thread) {
        count +=
            native_thread_is_listed(one) && (!only_daemons || java_get_boolean(one->java_thread, FIELD_Thread_daemon));
    }
    return count;
}
static s32 live_threads(ref vm) {
    (void)vm;
    return count_threads(false);
}
static s32 daemon_threads(ref vm) {
    (void)vm;
    return count_threads(true);
}
static s64 started_threads(void) { return (s64)domain_of(thread_self())->run->threads_started + 1; }
static s32 most_threads(void) {
    s32 most = (s32)domain_of(thread_self())->run->threads_most, now = count_threads(false);
    return most > now ? most : now;
}
static void reset_most_threads(void) { domain_of(thread_self())->run->threads_most = 0; }

// ---- sun.management.ThreadImpl

static struct thread *find_thread(s64 id) {
    for (struct thread *one = domain_of(thread_self())->heap.first_thread; one; one = one->next_thread) {
        if (native_thread_is_listed(one) && java_get_long(one->java_thread, FIELD_Thread_tid) == id) return one;
    }
    return NULL;
}

static s64 cpu_time_of(const struct thread *target) {
    u64 now = target == thread_self() ? machine_ticks() - target->run_start_ticks : 0;
    return (s64)log_ns_of_ticks(target->running_ticks + now);
}

static s64 allocated_by_all(void) {
    s64 sum = (s64)domain_of(thread_self())->heap.ended_bytes;
    for (const struct thread *one = first_thread(); one; one = one->next_thread) {
        sum += (s64)log_thread_allocated(&one->log);
    }
    return sum;
}

// For the thread of this number, 0 being the current one; -1 if there is none.
static s64 cpu_time(s64 id) {
    const struct thread *target = id ? find_thread(id) : thread_self();
    return target ? cpu_time_of(target) : -1;
}
static s64 allocated(s64 id) {
    const struct thread *target = id ? find_thread(id) : thread_self();
    return target ? (s64)log_thread_allocated(&target->log) : -1;
}
static void for_each_id(ref ids, ref results, s64 (*figure)(s64 id)) {
    for (u32 i = 0; i < array_length(ids) && i < array_length(results); i++) {
        ((s64 *)array_at(results)->elements)[i] = figure(((const s64 *)array_at(ids)->elements)[i]);
    }
}
static void cpu_times(ref ids, ref results) { for_each_id(ids, results, cpu_time); }
static void allocated_each(ref ids, ref results) { for_each_id(ids, results, allocated); }

static ref all_threads(struct thread *thread) { return native_threads_that(thread, native_thread_is_listed); }

// Returns null if there are none.
static ref deadlocked(struct thread *thread, bool (*wanted)(const struct thread *)) {
    ref array = native_threads_that(thread, wanted);
    return array && array_length(array) ? array : 0;
}
static bool is_locked_for_ever(const struct thread *thread) {
    return native_thread_is_listed(thread) && thread_is_deadlocked(thread);
}
static bool is_blocked_for_ever(const struct thread *thread) {
    return thread->state == THREAD_BLOCKED && is_locked_for_ever(thread);
}
static ref deadlocked_by_monitors(struct thread *thread) { return deadlocked(thread, is_blocked_for_ever); }
static ref deadlocked_by_any(struct thread *thread) { return deadlocked(thread, is_locked_for_ever); }

static s32 times_waits(void) { return domain_of(thread_self())->run->times_waits; }
static void set_times_waits(s32 on) { domain_of(thread_self())->run->times_waits = on; }
static void reset_waits(struct java_thread *thread) {
    thread->blocked.ticks = thread->waited.ticks = 0;
    if (thread->waits_since_ticks) thread->waits_since_ticks = machine_ticks();
}
// Resets the times of the thread with this number, or of all threads if it is 0.
static void reset_times(s64 id) {
    struct thread *one = id ? find_thread(id) : domain_of(thread_self())->heap.first_thread;
    for (; one; one = id ? NULL : one->next_thread) reset_waits(java_of(one));
}

// In ms, with what it waits for now; -1 if that is not wanted.
static s64 waited_ms(const struct java_thread *thread, const struct java_waits *waits) {
    if (!times_waits()) return -1;
    bool now = thread->waits_for == waits && thread->waits_since_ticks;
    u64 ticks = (u64)waits->ticks + (now ? machine_ticks() - thread->waits_since_ticks : 0);
    return (s64)log_ns_of_ticks(ticks) / NANOSECONDS_PER_MILLISECOND;
}

// Takes `depth` frames of the stack, all if it is negative. What is asked of `target` itself comes before the stack is
// taken: the thread may run meanwhile, and end.
static void put_info(struct thread *thread, handle infos, u32 index, const struct thread *target, s32 depth) {
    u32 mark = handle_mark(thread);
    const struct thread *owner = thread_awaited_by(target);
    handle java_thread = handle_new(thread, target->java_thread),
           lock = handle_new(thread, thread_awaited_object(target));
    handle owner_thread = handle_new(thread, owner ? owner->java_thread : 0);
    s32 status = java_get_int(*java_thread, FIELD_Thread_threadStatus);
    const struct java_thread *java = java_of(target);
    u64 arguments[] = {0,
                       0,
                       (u32)status,
                       0,
                       0,
                       java->blocked.count,
                       (u64)waited_ms(java, &java->blocked),
                       java->waited.count,
                       (u64)waited_ms(java, &java->waited),
                       0};
    arguments[9] = native_stack_of(thread, java_thread, depth);
    arguments[1] = *java_thread;
    arguments[3] = *lock;
    arguments[4] = *owner_thread;
    ref info =
        thread->exception
            ? 0
            : java_new(thread, "java/lang/management/ThreadInfo",
                       "(Ljava/lang/Thread;ILjava/lang/Object;Ljava/lang/Thread;JJJJ[Ljava/lang/StackTraceElement;)V",
                       arguments);
    ASSERT(!info || index < array_length(*infos));
    if (info) array_set_ref(*infos, index, info);
    handle_release(thread, mark);
}

static bool prepare_infos(struct thread *thread) {
    return java_class(thread, "java/lang/StackTraceElement") && java_class(thread, "java/lang/management/ThreadInfo");
}

static void infos_by_id(struct thread *thread, handle ids, s32 depth, handle infos) {
    if (!prepare_infos(thread)) return;
    for (u32 i = 0; i < array_length(*ids) && i < array_length(*infos) && !thread->exception; i++) {
        scheduler_poll_native(thread);
        if (exception_is_end(thread)) break;
        const struct thread *target = find_thread(((const s64 *)array_at(*ids)->elements)[i]);
        if (target) put_info(thread, infos, i, target, depth);
    }
}

static ref infos_of_all(struct thread *thread, s32 depth) {
    handle threads = handle_new(thread, all_threads(thread));
    handle infos = handle_new(
        thread, *threads ? native_new_array(thread, "java/lang/management/ThreadInfo", array_length(*threads)) : 0);
    for (u32 i = 0; *infos && i < array_length(*threads) && !thread->exception; i++) {
        scheduler_poll_native(thread);
        if (exception_is_end(thread)) break;
        const struct thread *target = thread_of(array_get_ref(*threads, i));
        if (target) put_info(thread, infos, i, target, depth);
    }
    return thread->exception ? 0 : *infos;
}

// Reports on these threads, or on all if `ids` holds null.
static ref dump_threads(struct thread *thread, handle ids, s32 monitors, s32 synchronizers, s32 depth) {
    if (monitors || synchronizers) {
        exception_throw(thread, "java/lang/UnsupportedOperationException", "what a thread has locked is not known");
        return 0;
    }
    if (!prepare_infos(thread)) return 0;
    if (depth == INT32_MAX) depth = -1;
    if (!*ids) return infos_of_all(thread, depth);
    handle infos = handle_new(thread, native_new_array(thread, "java/lang/management/ThreadInfo", array_length(*ids)));
    if (*infos) infos_by_id(thread, ids, depth, infos);
    return thread->exception ? 0 : *infos;
}

// ---- com.sun.management.internal.OperatingSystemImpl: the machine is all that there is, and swaps nothing

static void nothing(void) {}
static s64 open_files(void) { return files_open_count(files_of(thread_self())); }
static s64 most_files(void) { return FILE_DESCRIPTORS; }
static s64 no_bytes(void) { return 0; }
static s32 no_load(void) { return -1; }
static s64 total_bytes(void) { return (s64)machine.memory_bytes; }
static s64 free_bytes(void) { return (s64)machine_free_bytes(); }
static s64 committed_bytes(void) { return (s64)(machine.memory_bytes - machine_free_bytes()); }

// How long one processor had no thread to run.
static s64 idle_ns(const struct cpu *cpu) {
    u64 now = cpu->running == cpu->idle ? machine_ticks() - cpu->idle->run_start_ticks : 0;
    return (s64)log_ns_of_ticks(cpu->idle->running_ticks + now);
}

// All time of all processors, but for that.
static s64 process_cpu_time(void) {
    s64 sum = 0;
    for (u32 i = 0; i < machine.cpu_count; i++) {
        if (cpus[i].is_started) sum += log_monotonic_ns() - idle_ns(&cpus[i]);
    }
    return sum;
}

struct management_load management_load(bool is_own) {
    struct domain *domain = domain_of(thread_self());
    u64 since = (u64)log_monotonic_ns(), busy = (u64)process_cpu_time();
    struct management_load load = {busy - domain->natives->loads[is_own].busy_ns,
                                   (since - domain->natives->loads[is_own].since_ns) * processors_count()};
    domain->natives->loads[is_own].since_ns = since;
    domain->natives->loads[is_own].busy_ns = busy;
    return load;
}

static const struct native VM[] = {
    HANDLE("getVersion0", NULL, version),
    HANDLE("initOptionalSupportFields", NULL, set_support),
    LOCKED("isThreadContentionMonitoringEnabled", NULL, times_waits),
    LOCKED("isThreadCpuTimeEnabled", NULL, yes),
    LOCKED("isThreadAllocatedMemoryEnabled", NULL, yes),
    LOCKED("getTotalClassCount", NULL, class_count),
    LOCKED("getUnloadedClassCount", NULL, unloaded_count),
    LOCKED("getVerboseClass", NULL, is_loading_verbose),
    LOCKED("getVerboseGC", NULL, is_collection_verbose),
    LOCKED("getProcessId", NULL, process_number),
    HANDLE("getVmArguments0", NULL, vm_arguments),
    LOCKED("getStartupTime", NULL, start_time),
    LOCKED("getUptime0", NULL, uptime),
    LOCKED("getAvailableProcessors", NULL, processors),
    LOCKED("getLiveThreadCount", NULL, live_threads),
    LOCKED("getDaemonThreadCount", NULL, daemon_threads),
    LOCKED("getTotalThreadCount", NULL, started_threads),
    LOCKED("getPeakThreadCount", NULL, most_threads),
    LOCKED("getTotalCompileTime", NULL, translation_time),
    NATIVES_END,
};
static const struct native THREADS[] = {
    HANDLE("getThreads", NULL, all_threads),
    REENTRANT("getThreadInfo1", NULL, infos_by_id),
    REENTRANT("dumpThreads0", NULL, dump_threads),
    LOCKED("getThreadTotalCpuTime0", NULL, cpu_time),
    LOCKED("getThreadTotalCpuTime1", NULL, cpu_times),
    LOCKED("getThreadUserCpuTime0", NULL, cpu_time),
    LOCKED("getThreadUserCpuTime1", NULL, cpu_times),
    LOCKED("getThreadAllocatedMemory0", NULL, allocated),
    LOCKED("getThreadAllocatedMemory1", NULL, allocated_each),
    LOCKED("getTotalThreadAllocatedMemory", NULL, allocated_by_all),
    LOCKED("resetPeakThreadCount0", NULL, reset_most_threads),
    LOCKED("resetContentionTimes0", NULL, reset_times),
    LOCKED("setThreadContentionMonitoringEnabled0", NULL, set_times_waits),
    LEAF("setThreadCpuTimeEnabled0", NULL, nothing), // the bean knows it
    LEAF("setThreadAllocatedMemoryEnabled0", NULL, nothing),
    HANDLE("findMonitorDeadlockedThreads0", NULL, deadlocked_by_monitors),
    HANDLE("findDeadlockedThreads0", NULL, deadlocked_by_any),
    NATIVES_END,
};
static const struct native MACHINE[] = {
    LOCKED("initialize0", NULL, nothing),
    LOCKED("getCommittedVirtualMemorySize0", NULL, committed_bytes),
    LOCKED("getFreeMemorySize0", NULL, free_bytes),
    LOCKED("getFreeSwapSpaceSize0", NULL, no_bytes),
    LOCKED("getProcessCpuTime0", NULL, process_cpu_time),
    LOCKED("getTotalMemorySize0", NULL, total_bytes),
    LOCKED("getTotalSwapSpaceSize0", NULL, no_bytes),
    LOCKED("getOpenFileDescriptorCount0", NULL, open_files),
    LOCKED("getMaxFileDescriptorCount0", NULL, most_files),
    NATIVES_END,
};
// sun.rmi.transport.GC asks how long no collection has looked at some object: since the start, at most.
static const struct native RMI[] = {LOCKED("maxObjectInspectionAge", "()J", uptime), NATIVES_END};
static const struct native LOADING[] = {LOCKED("setVerboseClass", NULL, set_loading_verbose), NATIVES_END};
static const struct native UNSAFE[] = {LOCKED("getLoadAverage0", NULL, no_load), NATIVES_END};

const struct native_class natives_management[] = {
    {"com/sun/management/internal/OperatingSystemImpl", MACHINE},
    {"jdk/internal/misc/Unsafe", UNSAFE},
    {"sun/management/VMManagementImpl", VM},
    {"sun/management/ClassLoadingImpl", LOADING},
    {"sun/rmi/transport/GC", RMI},
    {"sun/management/ThreadImpl", THREADS},
    {NULL, NULL},
};
