// System, Runtime, Shutdown, properties, and what jdk.internal.misc asks of the virtual machine.
#include "base/panic.h"
#include "base/print.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/java.h"
#include "kernel/classes/java_fields.h"
#include "kernel/classes/javastring.h"
#include "kernel/code/native.h"
#include "kernel/core/processors.h"
#include "kernel/domains/domains.h"
#include "kernel/heap/collect.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/heap.h"
#include "kernel/memory/scratch.h"
#include "kernel/natives/deliberate.h"
#include "kernel/natives/properties.h"
#include "kernel/run/array_copy.h"
#include "kernel/run/exception.h"
#include "kernel/run/monitor.h"
#include "kernel/run/values.h"
#include "log/log.h"

// Salt of the iteration order of Set.of and Map.of: constant, so that runs repeat.
#define RANDOM_SEED 0x676e6f6d6f6e17ll

static s32 always_0(void) { return 0; }
static ref nothing_found(void) { return 0; }
static s32 always_1(void) { return 1; }
static void nothing(void) {}

// ---- java.lang.System

static s64 nano_time(void) { return log_monotonic_ns(); }
static s64 nanoseconds(void) { return 1000000000; }
static s64 current_time_millis(void) { return log_wall_ns() / 1000000; }
static s32 identity_hash_code(ref object) { return (s32)monitor_identity_hash_leaf(object); }

static void set_stream(enum java_field field, ref stream) {
    java_set_ref(java_field_mirror(domain_of(thread_self()), field), field, stream);
}
static void set_in(ref stream) { set_stream(FIELD_System_in, stream); }
static void set_out(ref stream) { set_stream(FIELD_System_out, stream); }
static void set_err(ref stream) { set_stream(FIELD_System_err, stream); }

static ref map_library_name(struct thread *thread, handle name) {
    char text[256], mapped[272];
    if (!*name) {
        exception_throw(thread, "java/lang/NullPointerException", NULL);
        return 0;
    }
    javastring_utf8(*name, text, sizeof(text));
    size_t length = print_format(mapped, sizeof(mapped), "lib%s.so", text);
    return javastring_new(thread, mapped, length);
}

static void arraycopy(struct thread *thread, handle from, s32 from_index, handle to, s32 to_index, s32 count) {
    array_copy(thread, *from, from_index, *to, to_index, count);
}

// ---- Properties

static ref string_array_new(struct thread *thread, u32 count) {
    return native_new_array(thread, "java/lang/String", count);
}

static void string_array_set(struct thread *thread, handle array, u32 index, struct property_text text) {
    ASSERT(thread->exception || index < array_length(*array));
    if (thread->exception || !text.text) return;
    ref string = javastring_new(thread, text.text, text.length);
    if (string) array_set_ref(*array, index, string);
}

static ref platform_properties(struct thread *thread) {
    u32 mark = handle_mark(thread);
    handle array = handle_new(thread, string_array_new(thread, PLATFORM_PROPERTIES));
    for (u32 i = 0; i < PLATFORM_PROPERTIES; i++) string_array_set(thread, array, i, property_platform(i));
    ref result = thread->exception ? 0 : *array;
    handle_release(thread, mark);
    return result;
}

static ref vm_properties(struct thread *thread) {
    struct property_text key, value;
    const struct options *options = &domain_of(thread)->options;
    u32 count = 0;
    while (property_vm(options, count, &key, &value)) count++;
    u32 mark = handle_mark(thread);
    handle array = handle_new(thread, string_array_new(thread, 2 * count + 1)); // null ends the list
    for (u32 i = 0; i < count; i++) {
        bool is_there = property_vm(options, i, &key, &value);
        ASSERT(is_there); // it has been counted
        string_array_set(thread, array, 2 * i, key);
        string_array_set(thread, array, 2 * i + 1, value);
    }
    ref result = thread->exception ? 0 : *array;
    handle_release(thread, mark);
    return result;
}

static ref no_strings(struct thread *thread) { return string_array_new(thread, 0); }

// ---- java.lang.Runtime, Shutdown

static s32 available_processors(ref runtime) {
    (void)runtime;
    return (s32)processors_count();
}
static s64 free_memory(ref runtime) {
    (void)runtime;
    return (s64)heap_free_bytes(domain_of(thread_self()));
}
static s64 total_memory(ref runtime) {
    (void)runtime;
    return (s64)heap_total_bytes(domain_of(thread_self()));
}
static void runtime_gc(struct thread *thread, handle runtime) {
    (void)runtime;
    deliberate_fault(thread);
    collect_all(thread);
}
static void halt(struct thread *thread, s32 status) {
    collect_end(domain_of(thread));
    domain_exit(thread, status);
}

// ---- jdk.internal.misc

static s64 random_seed(void) { return RANDOM_SEED; }

// Nanoseconds of wall time since `seconds` after 1970; -1 if the offset is too far away.
static s64 nano_time_adjustment(s64 seconds) {
    s64 now = log_wall_ns();
    s64 difference = now / 1000000000 - seconds;
    if (difference > 0x7fffffff || difference < -0x7fffffff) return -1;
    return difference * 1000000000 + now % 1000000000;
}

// A counter for jvmstat: eight bytes that are never read.
static ref perf_counter(struct thread *thread, handle perf, handle name, s32 variability, s32 units, s64 value) {
    (void)perf;
    (void)name;
    (void)variability;
    (void)units;
    s64 *counter = thread_native_alloc(sizeof(*counter));
    if (!counter) {
        exception_throw(thread, "java/lang/OutOfMemoryError", NULL);
        return 0;
    }
    *counter = value;
    return java_new(thread, "java/nio/DirectByteBuffer", "(JI)V",
                    (u64[]){0, (u64)(uintptr_t)counter, sizeof(*counter)});
}

static const struct native SYSTEM[] = {
    LEAF("nanoTime", NULL, nano_time),
    LEAF("currentTimeMillis", NULL, current_time_millis),
    LEAF("identityHashCode", NULL, identity_hash_code),
    LOCKED("setIn0", NULL, set_in),
    LOCKED("setOut0", NULL, set_out),
    LOCKED("setErr0", NULL, set_err),
    HANDLE("mapLibraryName", NULL, map_library_name),
    HANDLE("arraycopy", NULL, arraycopy),
    NATIVES_END,
};
static const struct native PROPERTIES[] = {
    HANDLE("platformProperties", NULL, platform_properties),
    HANDLE("vmProperties", NULL, vm_properties),
    NATIVES_END,
};
static const struct native RUNTIME[] = {
    LEAF("availableProcessors", NULL, available_processors),
    LOCKED("freeMemory", NULL, free_memory),
    LOCKED("totalMemory", NULL, total_memory),
    LOCKED("maxMemory", NULL, total_memory),
    HANDLE("gc", NULL, runtime_gc),
    NATIVES_END,
};
static const struct native SHUTDOWN[] = {LEAF("beforeHalt", NULL, nothing), HANDLE("halt0", NULL, halt), NATIVES_END};
static const struct native VM_MISC[] = {
    LEAF("initialize", NULL, nothing),
    LEAF("initializeFromArchive", NULL, nothing),
    LEAF("getNanoTimeAdjustment", NULL, nano_time_adjustment),
    HANDLE("getRuntimeArguments", NULL, no_strings),
    NATIVES_END,
};
static const struct native CDS[] = {
    LEAF("isDumpingClassList0", NULL, always_0),
    LEAF("isDumpingArchive0", NULL, always_0),
    LEAF("isSharingEnabled0", NULL, always_0),
    LEAF("initializeFromArchive", NULL, nothing),
    LEAF("defineArchivedModules", NULL, nothing),
    LEAF("getRandomSeedForDumping", NULL, random_seed),
    LEAF("logLambdaFormInvoker", "(Ljava/lang/String;)V", nothing),
    NATIVES_END,
};
static const struct native LAMBDA_ARCHIVE[] = {LEAF("findFromArchive", NULL, nothing_found),
                                               LEAF("addToArchive", NULL, nothing), NATIVES_END};
static const struct native ATOMIC_LONG[] = {LEAF("VMSupportsCS8", NULL, always_1), NATIVES_END};
static const struct native STRING_UTF16[] = {LEAF("isBigEndian", NULL, always_0), NATIVES_END};
static const struct native PERF[] = {
    REENTRANT("createLong", NULL, perf_counter),
    LEAF("highResCounter", "()J", nano_time),
    LEAF("highResFrequency", "()J", nanoseconds),
    NATIVES_END,
};
static const struct native CGROUPS[] = {LEAF("isUseContainerSupport", "()Z", always_0), NATIVES_END};

const struct native_class natives_system[] = {
    {"java/lang/System", SYSTEM},
    {"jdk/internal/util/SystemProps$Raw", PROPERTIES},
    {"java/lang/Runtime", RUNTIME},
    {"java/lang/Shutdown", SHUTDOWN},
    {"jdk/internal/misc/VM", VM_MISC},
    {"jdk/internal/misc/CDS", CDS},
    {"java/lang/invoke/LambdaProxyClassArchive", LAMBDA_ARCHIVE},
    {"java/util/concurrent/atomic/AtomicLong", ATOMIC_LONG},
    {"java/lang/StringUTF16", STRING_UTF16},
    {"jdk/internal/perf/Perf", PERF},
    {"jdk/internal/platform/CgroupMetrics", CGROUPS},
    {NULL, NULL},
};
