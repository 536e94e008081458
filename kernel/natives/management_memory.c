// java.lang.management: memory, its pools and the collector. There are two pools, the heap, and what classes and their
// code take; and one collector, of the heap. Listeners are told of collections, and of the heap's thresholds, by a
// thread that is started when a program first asks for that. Usage is compared with thresholds at collections only.
#include "base/panic.h"
#include "base/print.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/java.h"
#include "kernel/classes/java_fields.h"
#include "kernel/classes/javastring.h"
#include "kernel/code/native.h"
#include "kernel/core/scheduler.h"
#include "kernel/heap/collect.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/heap.h"
#include "kernel/heap/raise.h"
#include "kernel/natives/domain_natives.h"
#include "kernel/natives/io.h"
#include "kernel/report/heap_dump.h"
#include "kernel/run/exception.h"
#include "kernel/run/java_threads.h"
#include "kernel/run/values.h"
#include "log/log.h"

#define NANOSECONDS_PER_MILLISECOND 1000000
#define COLLECTOR_NAME "Gnomon"
#define POOL_COUNT 2u

static void nothing(void) {}

// ---- Usage

static u64 committed_of(const struct chunk_space *space) { return space->range.committed_end - space->range.start; }

static ref new_usage(struct thread *thread, u64 used, u64 committed, u64 most) {
    u64 numbers[] = {0, 0, used, committed, most}; // the object, and what it had at the start
    return java_new(thread, "java/lang/management/MemoryUsage", "(JJJJ)V", numbers);
}

// All memory that the heap may use counts as committed.
static ref heap_usage(struct thread *thread, u64 used) {
    u64 total = heap_total_bytes(domain_of(thread));
    return new_usage(thread, used, total, total);
}
static ref class_usage(struct thread *thread, u64 used) {
    u64 committed = 0, most = 0;
    for (u32 i = 0; i < OWNER_SPACES; i++) {
        committed += committed_of(&owner_spaces[i]);
        most += chunks_total_bytes(&owner_spaces[i]);
    }
    return new_usage(thread, used, committed, most);
}

// With what threads hold of the heap and have not filled yet, which a collection does not count: so it may be more than
// the most that collections have found, and is noted too.
static u64 heap_used(struct domain *domain) {
    u64 used = heap_total_bytes(domain) - heap_free_bytes(domain);
    ASSERT(heap_free_bytes(domain) <= heap_total_bytes(domain));
    if (domain->heap.peak_bytes < used) domain->heap.peak_bytes = used;
    return used;
}

static ref memory_usage(struct thread *thread, bool heap) {
    return heap ? heap_usage(thread, heap_used(domain_of(thread))) : class_usage(thread, owner_used_bytes());
}

static ref usage_of_memory(struct thread *thread, handle memory, s32 heap) {
    (void)memory;
    return memory_usage(thread, heap);
}

static ref usage_of_pool(struct thread *thread, handle pool) {
    return memory_usage(thread, java_get_boolean(*pool, FIELD_MemoryPoolImpl_isHeap));
}

// Since the start, or since the program asked for it to begin again: of the heap, as collections and questions found
// it.
static ref peak_of_pool(struct thread *thread, handle pool) {
    struct domain *domain = domain_of(thread);
    if (!java_get_boolean(*pool, FIELD_MemoryPoolImpl_isHeap)) return memory_usage(thread, false);
    (void)heap_used(domain);
    return heap_usage(thread, domain->heap.peak_bytes);
}

static void reset_peak(ref pool) {
    if (java_get_boolean(pool, FIELD_MemoryPoolImpl_isHeap)) domain_of(thread_self())->heap.peak_bytes = 0;
}

// After the last collection; null for a pool that none is made of.
static ref usage_collected(struct thread *thread, handle pool) {
    if (!java_get_boolean(*pool, FIELD_MemoryPoolImpl_isHeap)) return 0;
    const struct heap *heap = &domain_of(thread)->heap;
    return heap_usage(thread, heap_collected_at(heap, heap->collections)->after_bytes);
}

static ref new_pool(struct thread *thread, const char *name, bool heap) {
    u64 threshold = heap ? 0 : (u64)-1; // none yet, or none ever
    u64 arguments[] = {0, javastring_of(thread, name), heap, threshold, threshold};
    return thread->exception ? 0
                             : java_new(thread, "sun/management/MemoryPoolImpl", "(Ljava/lang/String;ZJJ)V", arguments);
}

static ref memory_pools(struct thread *thread) {
    static const struct {
        const char *name;
        bool heap;
    } POOLS[POOL_COUNT] = {{"Heap", true}, {"Classes and code", false}};
    handle pools = handle_new(thread, native_new_array(thread, "java/lang/management/MemoryPoolMXBean", POOL_COUNT));
    for (u32 i = 0; i < POOL_COUNT && !thread->exception; i++) {
        ref pool = new_pool(thread, POOLS[i].name, POOLS[i].heap);
        if (pool) array_set_ref(*pools, i, pool);
    }
    return thread->exception ? 0 : *pools;
}

// The collector's bean is made by the module that has the larger one, jdk.management, which is there if a program uses
// beans.
static ref memory_managers(struct thread *thread) {
    u32 mark = handle_mark(thread);
    handle name = handle_new(thread, javastring_of(thread, COLLECTOR_NAME));
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

// The first of the beans that sun.management.MemoryImpl has; holds 0 with an exception pending.
static handle first_bean(struct thread *thread, const char *getter, const char *descriptor) {
    ref all = (ref)java_call_static(thread, "sun/management/MemoryImpl", getter, descriptor, NULL);
    return handle_new(thread, all ? array_get_ref(all, 0) : 0);
}
static handle heap_pool(struct thread *thread) {
    return first_bean(thread, "getMemoryPools", "()[Ljava/lang/management/MemoryPoolMXBean;");
}
static handle collector(struct thread *thread) {
    return first_bean(thread, "getMemoryManagers", "()[Ljava/lang/management/MemoryManagerMXBean;");
}

static ref pools_of_manager(struct thread *thread, handle manager) {
    (void)manager;
    handle pool = heap_pool(thread);
    ref pools = thread->exception ? 0 : native_new_array(thread, "java/lang/management/MemoryPoolMXBean", 1);
    if (pools) array_set_ref(pools, 0, *pool);
    return pools;
}

static ref managers_of_pool(struct thread *thread, handle pool) {
    bool heap = java_get_boolean(*pool, FIELD_MemoryPoolImpl_isHeap);
    handle manager = heap ? collector(thread) : NULL;
    ref managers = thread->exception ? 0 : native_new_array(thread, "java/lang/management/MemoryManagerMXBean", heap);
    if (managers && manager) array_set_ref(managers, 0, *manager);
    return managers;
}

// ---- Collections

static const char *cause_text(u32 cause) {
    switch (cause) {
    case COLLECTION_CAUSE_requested: return "System.gc()";
    case COLLECTION_CAUSE_census: return "Heap Inspection Initiated GC";
    default: return "Allocation Failure";
    }
}

static u64 mebibytes(u64 bytes) { return (bytes + MIB / 2) / MIB; }

// A line as HotSpot's with -verbose:gc.
void heap_collected(const struct heap *heap) {
    ASSERT(heap->collections);
    const struct heap_collected *last = heap_collected_at(heap, heap->collections);
    char line[160];
    u64 since_us = (u64)log_monotonic_ns() / 1000, us = log_ns_of_ticks(last->end_ticks - last->begin_ticks) / 1000;
    size_t length =
        print_format(line, sizeof(line), "[%lu.%03lus][info][gc] GC(%lu) Pause %s (%s) %luM->%luM(%luM) %lu.%03lums\n",
                     since_us / 1000000, since_us / 1000 % 1000, heap->collections - 1, last->full ? "Full" : "Young",
                     cause_text(last->cause), mebibytes(last->before_bytes), mebibytes(last->after_bytes),
                     mebibytes(heap->limit_bytes), us / 1000, us % 1000);
    log_output_at_once(1, line, length < sizeof(line) ? length : sizeof(line) - 1);
}

static void set_verbose(ref memory, s32 verbose) {
    (void)memory;
    domain_of(thread_self())->heap.is_verbose = verbose & 1;
}

static s64 collection_count(void) { return (s64)domain_of(thread_self())->heap.collections; }
static s64 collection_time(void) {
    return (s64)log_ns_of_ticks(domain_of(thread_self())->heap.collection_ticks) / NANOSECONDS_PER_MILLISECOND;
}

// ---- com.sun.management.GcInfo

static void put_usages(struct thread *thread, handle usages, u64 heap_bytes, u64 class_bytes) {
    ref heap = heap_usage(thread, heap_bytes);
    if (heap) array_set_ref(*usages, 0, heap);
    ref classes = thread->exception ? 0 : class_usage(thread, class_bytes);
    if (classes) array_set_ref(*usages, 1, classes);
}

static s64 milliseconds(u64 at_ticks) {
    s64 ago = (s64)log_ns_of_ticks(machine_ticks() - at_ticks);
    return (log_monotonic_ns() - ago) / NANOSECONDS_PER_MILLISECOND;
}

// `before` and `after` have room for a MemoryUsage of each pool.
static ref new_information(struct thread *thread, handle builder, u64 number, struct heap_collected collected,
                           handle before, handle after, handle extra) {
    put_usages(thread, before, collected.before_bytes, collected.before_class_bytes);
    if (!thread->exception) put_usages(thread, after, collected.after_bytes, collected.after_class_bytes);
    if (thread->exception) return 0;
    u64 arguments[] = {
        0,       *builder, number, (u64)milliseconds(collected.begin_ticks), (u64)milliseconds(collected.end_ticks),
        *before, *after,   *extra};
    return java_new(thread, "com/sun/management/GcInfo",
                    "(Lcom/sun/management/internal/GcInfoBuilder;JJJ[Ljava/lang/management/MemoryUsage;"
                    "[Ljava/lang/management/MemoryUsage;[Ljava/lang/Object;)V",
                    arguments);
}

static s32 extra_attributes(void) { return 0; }

static ref last_information(struct thread *thread, handle builder, handle collector, s32 count, handle extra,
                            handle types, handle before, handle after) {
    (void)collector, (void)count, (void)types;
    const struct heap *heap = &domain_of(thread)->heap;
    u64 number = heap->collections;
    return number ? new_information(thread, builder, number, *heap_collected_at(heap, number), before, after, extra)
                  : 0;
}

// ---- Notifications

static handle new_usages(struct thread *thread) {
    return handle_new(thread,
                      thread->exception ? 0 : native_new_array(thread, "java/lang/management/MemoryUsage", POOL_COUNT));
}

static void tell_listeners(struct thread *thread, u64 number) {
    const struct heap_collected collected = *heap_collected_at(&domain_of(thread)->heap, number);
    s64 wall_ms =
        (log_wall_ns() - log_monotonic_ns()) / NANOSECONDS_PER_MILLISECOND + milliseconds(collected.end_ticks);
    handle bean = collector(thread);
    if (!*bean) return;
    handle builder =
        handle_new(thread, (ref)java_call_method(thread, bean, "getGcInfoBuilder",
                                                 "()Lcom/sun/management/internal/GcInfoBuilder;", (u64[]){0}));
    handle before = new_usages(thread), after = new_usages(thread);
    handle extra = handle_new(thread, thread->exception ? 0 : native_new_array(thread, "java/lang/Object", 0));
    handle information = handle_new(
        thread, thread->exception ? 0 : new_information(thread, builder, number, collected, before, after, extra));
    handle name = handle_new(thread, thread->exception ? 0 : javastring_of(thread, COLLECTOR_NAME));
    handle action = handle_new(
        thread, thread->exception ? 0 : javastring_of(thread, collected.full ? "end of major GC" : "end of minor GC"));
    handle cause = handle_new(thread, thread->exception ? 0 : javastring_of(thread, cause_text(collected.cause)));
    if (thread->exception) return;
    u64 arguments[] = {0, (u64)wall_ms, *name, *action, *cause, *information};
    java_call_method(thread, bean, "createGCNotification",
                     "(JLjava/lang/String;Ljava/lang/String;Ljava/lang/String;Lcom/sun/management/GcInfo;)V",
                     arguments);
}

// A sensor is on from when usage reached the threshold until it is found below it.
static void tell_sensor(struct thread *thread, handle sensor, u64 threshold, u64 most, u64 least) {
    if (!*sensor || !threshold || thread->exception) return;
    bool on = java_get_boolean(*sensor, FIELD_Sensor_on);
    if (!on && most >= threshold) {
        ref usage = heap_usage(thread, most);
        if (thread->exception) return;
        u64 arguments[] = {0, 1, usage};
        java_call_method(thread, sensor, "trigger", "(ILjava/lang/management/MemoryUsage;)V", arguments);
        on = true;
    }
    if (on && least < threshold && !thread->exception) {
        java_call_method(thread, sensor, "clear", "()V", (u64[]){0});
    }
}

static void tell_sensors(struct thread *thread, u64 number) {
    const struct heap_collected collected = *heap_collected_at(&domain_of(thread)->heap, number);
    handle pool = heap_pool(thread);
    if (!*pool) return;
    handle usage = handle_new(thread, java_get_ref(*pool, FIELD_MemoryPoolImpl_usageSensor)),
           after = handle_new(thread, java_get_ref(*pool, FIELD_MemoryPoolImpl_gcSensor));
    tell_sensor(thread, usage, (u64)java_get_long(*pool, FIELD_MemoryPoolImpl_usageThreshold), collected.before_bytes,
                collected.after_bytes);
    tell_sensor(thread, after, (u64)java_get_long(*pool, FIELD_MemoryPoolImpl_collectionThreshold),
                collected.after_bytes, collected.after_bytes);
}

// A listener's exceptions are its own.
static void tell(struct thread *thread, void (*what)(struct thread *thread, u64 number), u64 number) {
    u32 mark = handle_mark(thread);
    what(thread, number);
    if (exception_is_end(thread)) return;
    if (thread->exception) java_take_exception(thread);
    handle_release(thread, mark);
}

// If it is late, only the last HEAP_COLLECTED collections are known; GcInfo.getId tells the listener.
static void run_notifier(struct thread *thread) {
    struct domain *domain = domain_of(thread);
    struct heap *heap = &domain->heap;
    while (!exception_is_end(thread)) {
        collect_await(thread, domain->natives->collections_told);
        if (heap->collections <= domain->natives->collections_told) continue;
        u64 number = ++domain->natives->collections_told;
        ASSERT(number <= heap->collections);
        if (heap->collections - number >= HEAP_COLLECTED) continue;
        tell(thread, tell_sensors, number);
        if (domain->natives->tells_collections && !exception_is_end(thread)) tell(thread, tell_listeners, number);
    }
    thread_finish_java(thread);
}

static void start_notifier(struct thread *thread) {
    struct domain *domain = domain_of(thread);
    if (domain->natives->has_notifier) return;
    u64 arguments[] = {javastring_of(thread, "Notification Thread"), 0};
    handle notifier = handle_new(
        thread, thread->exception
                    ? 0
                    : (ref)java_call_static(thread, "jdk/internal/misc/InnocuousThread", "newSystemThread",
                                            "(Ljava/lang/String;Ljava/lang/Runnable;)Ljava/lang/Thread;", arguments));
    if (thread->exception || domain->natives->has_notifier) return;
    java_set_boolean(*notifier, FIELD_Thread_daemon, true);
    domain->natives->collections_told = domain->heap.collections;
    domain->natives->has_notifier = thread_start_service(thread, notifier, run_notifier);
    if (!domain->natives->has_notifier) {
        exception_throw(thread, "java/lang/OutOfMemoryError", "unable to create a thread");
    }
}

static void set_notified(struct thread *thread, handle this, handle bean, s32 on) {
    (void)this, (void)bean;
    domain_of(thread)->natives->tells_collections = on;
    if (on) start_notifier(thread);
}

// The bean itself keeps its thresholds and sensors.
static void set_threshold(struct thread *thread, handle pool, s64 current, s64 next) {
    (void)pool, (void)current;
    if (next > 0) start_notifier(thread);
}

// ---- com.sun.management.HotSpotDiagnosticMXBean: heap dumps, and what some programs ask of the virtual machine

struct dump_file {
    struct files *files;
    int descriptor;
    s64 error;
};

static void write_to_file(void *context, const void *bytes, u64 length) {
    struct dump_file *file = context;
    for (const u8 *from = bytes; length && !file->error;) {
        s64 written = file_write(file->files, file->descriptor, from, length);
        if (written <= 0) {
            file->error = written ? written : FILE_NO_SPACE;
        } else {
            ASSERT((u64)written <= length);
            from += written;
            length -= (u64)written;
        }
    }
}

static void dump_heap(struct thread *thread, handle this, handle name, s32 live) {
    (void)this;
    char path[FILE_PATH_BYTES + 1];
    struct dump_file file = {.files = files_of(thread)};
    io_path(*name, path);
    file.descriptor =
        (int)io_checked(thread, file_open(file.files, path, FILE_WRITE | FILE_CREATE | FILE_EXCLUSIVE, 0600));
    if (thread->exception) return;
    if (live) collect_for_census(thread, false);
    if (!heap_dump_to(thread, write_to_file, &file)) file.error = FILE_NO_MEMORY;
    file_close(file.files, file.descriptor);
    if (file.error) io_throw(thread, file.error);
}

static u64 always(const struct domain *domain) {
    (void)domain;
    return true;
}

static const struct flag {
    const char *name;
    u64 (*value)(const struct domain *domain);
    bool is_boolean;
} FLAGS[] = {
    {"MaxHeapSize", heap_total_bytes, false},
    {"UseCompressedOops", always, true}, // a reference in an object has four bytes
    {"UseCompressedClassPointers", always, true},
};

static ref flag_names(struct thread *thread) {
    handle names = handle_new(thread, native_new_array(thread, "java/lang/String", COUNT_OF(FLAGS)));
    for (u32 i = 0; *names && i < COUNT_OF(FLAGS); i++) {
        ref name = javastring_of(thread, FLAGS[i].name);
        if (!name) return 0;
        array_set_ref(*names, i, name);
    }
    return *names;
}

static ref new_flag(struct thread *thread, const struct flag *flag, handle name) {
    u64 value[] = {flag->value(domain_of(thread))};
    handle boxed = handle_new(
        thread, (ref)(flag->is_boolean
                          ? java_call_static(thread, "java/lang/Boolean", "valueOf", "(Z)Ljava/lang/Boolean;", value)
                          : java_call_static(thread, "java/lang/Long", "valueOf", "(J)Ljava/lang/Long;", value)));
    handle text = handle_new(thread, thread->exception ? 0 : javastring_of(thread, "DEFAULT"));
    u64 constant[] = {*text};
    ref origin = thread->exception
                     ? 0
                     : (ref)java_call_static(thread, "com/sun/management/VMOption$Origin", "valueOf",
                                             "(Ljava/lang/String;)Lcom/sun/management/VMOption$Origin;", constant);
    u64 arguments[] = {0, *name, *boxed, false, true, origin};
    return thread->exception
               ? 0
               : java_new(thread, "com/sun/management/internal/Flag",
                          "(Ljava/lang/String;Ljava/lang/Object;ZZLcom/sun/management/VMOption$Origin;)V", arguments);
}

static const struct flag *find_flag(ref name) {
    char text[64];
    if (!name || javastring_utf8(name, text, sizeof(text)) >= sizeof(text)) return NULL;
    for (u32 i = 0; i < COUNT_OF(FLAGS); i++) {
        if (strcmp(text, FLAGS[i].name) == 0) return &FLAGS[i];
    }
    return NULL;
}

// Those of these names, or all if `names` holds null; returns how many there are.
static s32 get_flags(struct thread *thread, handle names, handle flags, s32 count) {
    s32 found = 0;
    if (!*names) *names = flag_names(thread);
    for (s32 i = 0; i < count && !thread->exception && i < (s32)array_length(*names); i++) {
        u32 mark = handle_mark(thread);
        handle name = handle_new(thread, array_get_ref(*names, (u32)i));
        const struct flag *flag = find_flag(*name);
        ref object = flag ? new_flag(thread, flag, name) : 0;
        ASSERT(found <= i);
        if (object) array_set_ref(*flags, (u32)found++, object);
        handle_release(thread, mark);
    }
    return found;
}

static s32 flag_count(void) { return COUNT_OF(FLAGS); }

static const struct native MEMORY[] = {
    REENTRANT("getMemoryPools0", NULL, memory_pools),
    REENTRANT("getMemoryManagers0", NULL, memory_managers),
    REENTRANT("getMemoryUsage0", NULL, usage_of_memory),
    LOCKED("setVerboseGC", NULL, set_verbose),
    NATIVES_END,
};
static const struct native POOL[] = {
    REENTRANT("getUsage0", NULL, usage_of_pool),
    REENTRANT("getPeakUsage0", NULL, peak_of_pool),
    LOCKED("resetPeakUsage0", NULL, reset_peak),
    REENTRANT("getCollectionUsage0", NULL, usage_collected),
    REENTRANT("setUsageThreshold0", NULL, set_threshold),
    REENTRANT("setCollectionThreshold0", NULL, set_threshold),
    LEAF("setPoolUsageSensor", NULL, nothing),
    LEAF("setPoolCollectionSensor", NULL, nothing),
    REENTRANT("getMemoryManagers0", NULL, managers_of_pool),
    NATIVES_END,
};
static const struct native MANAGER[] = {REENTRANT("getMemoryPools0", NULL, pools_of_manager), NATIVES_END};
static const struct native COLLECTOR[] = {LOCKED("getCollectionCount", NULL, collection_count),
                                          LOCKED("getCollectionTime", NULL, collection_time), NATIVES_END};
static const struct native EXTENDED_COLLECTOR[] = {REENTRANT("setNotificationEnabled", NULL, set_notified),
                                                   NATIVES_END};
static const struct native INFORMATION[] = {
    LEAF("getNumGcExtAttributes", NULL, extra_attributes),
    LEAF("fillGcAttributeInfo", NULL, nothing),
    REENTRANT("getLastGcInfo0", NULL, last_information),
    NATIVES_END,
};
static const struct native DIAGNOSTIC[] = {REENTRANT("dumpHeap0", NULL, dump_heap), NATIVES_END};
static const struct native FLAG[] = {
    LEAF("initialize", NULL, nothing),
    LEAF("getInternalFlagCount", NULL, flag_count),
    REENTRANT("getAllFlagNames", NULL, flag_names),
    REENTRANT("getFlags", NULL, get_flags),
    NATIVES_END,
};

const struct native_class natives_management_memory[] = {
    {"com/sun/management/internal/Flag", FLAG},
    {"com/sun/management/internal/GarbageCollectorExtImpl", EXTENDED_COLLECTOR},
    {"com/sun/management/internal/GcInfoBuilder", INFORMATION},
    {"com/sun/management/internal/HotSpotDiagnostic", DIAGNOSTIC},
    {"sun/management/GarbageCollectorImpl", COLLECTOR},
    {"sun/management/MemoryImpl", MEMORY},
    {"sun/management/MemoryManagerImpl", MANAGER},
    {"sun/management/MemoryPoolImpl", POOL},
    {NULL, NULL},
};
