// java.lang.management: what its beans report about the machine, as far as the kernel counts it.
//
// Some things are not counted, and calling them throws UnsatisfiedLinkError: how many threads there have been and the
// most at one time; thresholds and notifications of memory. How often and how long a thread was blocked and waited is
// not counted either, but is 0 in a ThreadInfo, because it is a part of that. What a monitor's owner has locked is not
// supported, which the API provides for. There are two pools, the heap, and what classes and their code take; and one
// collector.
#include "base/print.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/java.h"
#include "kernel/classes/java_fields.h"
#include "kernel/classes/javastring.h"
#include "kernel/core/cpu.h"
#include "kernel/core/memory.h"
#include "kernel/core/options.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/heap.h"
#include "kernel/natives/thread.h"
#include "kernel/run/exception.h"
#include "kernel/run/java_threads.h"
#include "kernel/run/native.h"
#include "kernel/run/thread_report.h"
#include "kernel/run/values.h"
#include "log/log.h"

#define NANOSECONDS_PER_MILLISECOND 1000000

static s32 no(void) { return false; }
static s32 yes(void) { return true; }

// ---- sun.management.VMManagementImpl

static ref version(struct thread *thread) { return javastring_of(thread, "3.0"); }

static void set_support(struct thread *thread) {
    ref mirror = java_field_mirror(domain_of(thread), FIELD_VMManagementImpl_currentThreadCpuTimeSupport);
    java_set_boolean(mirror, FIELD_VMManagementImpl_currentThreadCpuTimeSupport, true);
    java_set_boolean(mirror, FIELD_VMManagementImpl_otherThreadCpuTimeSupport, true);
    java_set_boolean(mirror, FIELD_VMManagementImpl_threadAllocatedMemorySupport, true);
    java_set_boolean(mirror, FIELD_VMManagementImpl_synchronizerUsageSupport, true);
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
static s32 processors(void) { return 1; }

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

// ---- Memory

static u64 committed_of(const struct chunk_space *space) { return space->range.committed_end - space->range.start; }

static ref memory_usage(struct thread *thread, bool heap) {
    const struct domain *domain = domain_of(thread);
    u64 total = heap_total_bytes(domain);
    // what it had at the start, uses, has, and may have
    u64 numbers[] = {0, total, total - heap_free_bytes(domain), total, total};
    if (!heap) {
        numbers[1] = 0;
        const struct chunk_space *data = &owner_spaces[OWNER_DATA], *code = &owner_spaces[OWNER_CODE];
        numbers[2] = chunks_used_bytes(data) + chunks_used_bytes(code);
        numbers[3] = committed_of(data) + committed_of(code);
        numbers[4] = chunks_total_bytes(data) + chunks_total_bytes(code);
    }
    return java_new(thread, "java/lang/management/MemoryUsage", "(JJJJ)V", numbers);
}

static ref usage_of_memory(struct thread *thread, handle memory, s32 heap) {
    (void)memory;
    return memory_usage(thread, heap);
}

static ref usage_of_pool(struct thread *thread, handle pool) {
    return memory_usage(thread, java_get_boolean(*pool, FIELD_MemoryPoolImpl_isHeap));
}

static ref new_pool(struct thread *thread, const char *name, bool heap) {
    u64 arguments[] = {0, javastring_of(thread, name), heap, (u64)-1, (u64)-1}; // no thresholds
    return thread->exception ? 0
                             : java_new(thread, "sun/management/MemoryPoolImpl", "(Ljava/lang/String;ZJJ)V", arguments);
}

static ref memory_pools(struct thread *thread) {
    static const struct {
        const char *name;
        bool heap;
    } POOLS[] = {{"Heap", true}, {"Classes and code", false}};
    handle pools =
        handle_new(thread, native_new_array(thread, "java/lang/management/MemoryPoolMXBean", COUNT_OF(POOLS)));
    for (u32 i = 0; i < COUNT_OF(POOLS) && !thread->exception; i++) {
        ref pool = new_pool(thread, POOLS[i].name, POOLS[i].heap);
        if (pool) array_set_ref(*pools, i, pool);
    }
    return thread->exception ? 0 : *pools;
}

// The collector's bean is made by the module that has the larger one, jdk.management, which is there if a program uses
// beans.
static ref memory_managers(struct thread *thread) {
    u32 mark = handle_mark(thread);
    handle name = handle_new(thread, javastring_of(thread, "Gnomon"));
    u64 arguments[] = {*name, 0};
    handle manager = handle_new(
        thread,
        thread->exception
            ? 0
            : (ref)java_call_static(
                  thread, "com/sun/management/internal/GarbageCollectorExtImpl", "createGarbageCollector",
                  "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/management/GarbageCollectorMXBean;", arguments));
    ref managers = thread->exception ? 0 : native_new_array(thread, "java/lang/management/MemoryManagerMXBean", 1);
    if (managers) array_set_ref(managers, 0, *manager);
    handle_release(thread, mark);
    return managers;
}

// The first `count` beans that sun.management.MemoryImpl has.
static ref first_beans(struct thread *thread, const char *getter, const char *descriptor, const char *component,
                       bool any) {
    ref all = any ? (ref)java_call_static(thread, "sun/management/MemoryImpl", getter, descriptor, NULL) : 0;
    handle from = handle_new(thread, all);
    ref beans = thread->exception ? 0 : native_new_array(thread, component, any);
    if (beans && any) array_set_ref(beans, 0, array_get_ref(*from, 0));
    return beans;
}

static ref pools_of_manager(struct thread *thread, handle manager) {
    (void)manager;
    return first_beans(thread, "getMemoryPools", "()[Ljava/lang/management/MemoryPoolMXBean;",
                       "java/lang/management/MemoryPoolMXBean", true);
}

static ref managers_of_pool(struct thread *thread, handle pool) {
    bool heap = java_get_boolean(*pool, FIELD_MemoryPoolImpl_isHeap);
    return first_beans(thread, "getMemoryManagers", "()[Ljava/lang/management/MemoryManagerMXBean;",
                       "java/lang/management/MemoryManagerMXBean", heap);
}

static s64 collection_count(void) { return (s64)domain_of(thread_self())->heap.collections; }
static s64 collection_time(void) {
    return (s64)log_ns_of_ticks(domain_of(thread_self())->heap.collection_ticks) / NANOSECONDS_PER_MILLISECOND;
}

// ---- sun.management.ThreadImpl

static const struct thread *find_thread(s64 id) {
    for (const struct thread *one = first_thread(); one; one = one->next_thread) {
        if (native_thread_is_listed(one) && java_get_long(one->java_thread, FIELD_Thread_tid) == id) return one;
    }
    return NULL;
}

static s64 cpu_time_of(const struct thread *target) {
    u64 now = target == thread_self() ? machine_ticks() - target->run_start_ticks : 0;
    return (s64)log_ns_of_ticks(target->running_ticks + now);
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

// Takes `depth` frames of the stack, all if it is negative. Until the object is made, nothing here lets other threads
// run.
static void put_info(struct thread *thread, handle infos, u32 index, const struct thread *target, s32 depth) {
    u32 mark = handle_mark(thread);
    const struct thread *owner = thread_awaited_by(target);
    handle java_thread = handle_new(thread, target->java_thread),
           lock = handle_new(thread, thread_awaited_object(target));
    handle owner_thread = handle_new(thread, owner ? owner->java_thread : 0);
    s32 status = java_get_int(*java_thread, FIELD_Thread_threadStatus);
    handle stack = handle_new(thread, native_stack_of(thread, target, depth));
    u64 arguments[] = {0, *java_thread, (u32)status, *lock, *owner_thread, 0, 0, 0, 0, *stack};
    ref info =
        thread->exception
            ? 0
            : java_new(thread, "java/lang/management/ThreadInfo",
                       "(Ljava/lang/Thread;ILjava/lang/Object;Ljava/lang/Thread;JJJJ[Ljava/lang/StackTraceElement;)V",
                       arguments);
    if (info) array_set_ref(*infos, index, info);
    handle_release(thread, mark);
}

static bool prepare_infos(struct thread *thread) {
    return java_class(thread, "java/lang/StackTraceElement") && java_class(thread, "java/lang/management/ThreadInfo");
}

static void infos_by_id(struct thread *thread, handle ids, s32 depth, handle infos) {
    if (!prepare_infos(thread)) return;
    for (u32 i = 0; i < array_length(*ids) && !thread->exception; i++) {
        const struct thread *target = find_thread(((const s64 *)array_at(*ids)->elements)[i]);
        if (target) put_info(thread, infos, i, target, depth);
    }
}

static ref infos_of_all(struct thread *thread, s32 depth) {
    handle threads = handle_new(thread, all_threads(thread));
    handle infos = handle_new(
        thread, *threads ? native_new_array(thread, "java/lang/management/ThreadInfo", array_length(*threads)) : 0);
    for (u32 i = 0; *infos && i < array_length(*threads) && !thread->exception; i++) {
        const struct thread *target = thread_of(array_get_ref(*threads, i));
        if (target) put_info(thread, infos, i, target, depth);
    }
    return thread->exception ? 0 : *infos;
}

// Of these threads, or of all if `ids` holds null.
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
static s64 no_bytes(void) { return 0; }
static s32 no_load(void) { return -1; }
static s64 total_bytes(void) { return (s64)machine.memory_bytes; }
static s64 free_bytes(void) { return (s64)machine_free_bytes(); }
static s64 committed_bytes(void) { return (s64)(machine.memory_bytes - machine_free_bytes()); }

// All time except that in which nothing could run.
static s64 process_cpu_time(void) {
    return log_monotonic_ns() - (s64)log_ns_of_ticks(thread_self()->cpu->idle->running_ticks);
}

static const struct native VM[] = {
    HANDLE("getVersion0", NULL, version),
    HANDLE("initOptionalSupportFields", NULL, set_support),
    LOCKED("isThreadContentionMonitoringEnabled", NULL, no),
    LOCKED("isThreadCpuTimeEnabled", NULL, yes),
    LOCKED("isThreadAllocatedMemoryEnabled", NULL, yes),
    LOCKED("getTotalClassCount", NULL, class_count),
    LOCKED("getUnloadedClassCount", NULL, unloaded_count),
    LOCKED("getVerboseClass", NULL, no),
    LOCKED("getVerboseGC", NULL, no),
    LOCKED("getProcessId", NULL, process_number),
    HANDLE("getVmArguments0", NULL, vm_arguments),
    LOCKED("getStartupTime", NULL, start_time),
    LOCKED("getUptime0", NULL, uptime),
    LOCKED("getAvailableProcessors", NULL, processors),
    LOCKED("getLiveThreadCount", NULL, live_threads),
    LOCKED("getDaemonThreadCount", NULL, daemon_threads),
    NATIVES_END,
};
static const struct native MEMORY[] = {
    REENTRANT("getMemoryPools0", NULL, memory_pools),
    REENTRANT("getMemoryManagers0", NULL, memory_managers),
    REENTRANT("getMemoryUsage0", NULL, usage_of_memory),
    NATIVES_END,
};
static const struct native POOL[] = {
    REENTRANT("getUsage0", NULL, usage_of_pool),
    REENTRANT("getMemoryManagers0", NULL, managers_of_pool),
    NATIVES_END,
};
static const struct native MANAGER[] = {REENTRANT("getMemoryPools0", NULL, pools_of_manager), NATIVES_END};
static const struct native COLLECTOR[] = {LOCKED("getCollectionCount", NULL, collection_count),
                                          LOCKED("getCollectionTime", NULL, collection_time), NATIVES_END};
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
    NATIVES_END,
};
// sun.rmi.transport.GC asks how long no collection has looked at some object: since the start, at most.
static const struct native RMI[] = {LOCKED("maxObjectInspectionAge", "()J", uptime), NATIVES_END};
static const struct native UNSAFE[] = {LOCKED("getLoadAverage0", NULL, no_load), NATIVES_END};

const struct native_class natives_management[] = {
    {"com/sun/management/internal/OperatingSystemImpl", MACHINE},
    {"jdk/internal/misc/Unsafe", UNSAFE},
    {"sun/management/VMManagementImpl", VM},
    {"sun/rmi/transport/GC", RMI},
    {"sun/management/MemoryImpl", MEMORY},
    {"sun/management/MemoryPoolImpl", POOL},
    {"sun/management/MemoryManagerImpl", MANAGER},
    {"sun/management/GarbageCollectorImpl", COLLECTOR},
    {"sun/management/ThreadImpl", THREADS},
    {NULL, NULL},
};
