// The program as a process: environment, time zone, its handle, and signals that it sends to itself. There is one
// process, and it cannot make others.
#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/java.h"
#include "kernel/classes/javastring.h"
#include "kernel/code/native.h"
#include "kernel/core/options.h"
#include "kernel/domains/domains.h"
#include "kernel/files/files.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/heap.h"
#include "kernel/natives/domain_natives.h"
#include "kernel/run/exception.h"
#include "kernel/run/values.h"
#include "log/log.h"

const u32 domain_natives_bytes = ALIGN_UP(sizeof(struct domain_natives), 8u);

#define PROCESS 1
#define NO_PROCESS (-1)

// ---- java.lang.ProcessEnvironment: what --env gave

static size_t name_length(const struct option *option) {
    size_t length = 0;
    while (length < option->length && option->value[length] != '=') length++;
    return length;
}

static void set_bytes(struct thread *thread, handle array, u32 index, const char *text, size_t length) {
    ref bytes = thread->exception ? 0 : native_new_bytes(thread, text, length);
    ASSERT(!bytes || index < array_length(*array));
    if (bytes) array_set_ref(*array, index, bytes);
}

// Names and values alternate; of several values for one name, the last counts.
static ref environment(struct thread *thread) {
    struct option option;
    const struct options *options = &domain_of(thread)->options;
    u32 count = 0;
    for (bool more = option_first(options, "env", &option); more; more = option_next("env", &option)) count++;
    u32 mark = handle_mark(thread);
    handle array = handle_new(thread, native_new_array(thread, "[B", 2 * count));
    u32 index = 0;
    for (bool more = option_first(options, "env", &option); more; more = option_next("env", &option)) {
        size_t length = name_length(&option), value = length + (length < option.length);
        set_bytes(thread, array, index++, option.value, length);
        ASSERT(value <= option.length);
        set_bytes(thread, array, index++, option.value + value, option.length - value);
    }
    ref result = thread->exception ? 0 : *array;
    handle_release(thread, mark);
    return result;
}

// ---- java.util.TimeZone: TZ of the environment, as the class library's C part understands it; UTC otherwise

static ref time_zone(struct thread *thread, handle java_home) {
    (void)java_home;
    struct option option, found = {.value = NULL};
    const struct options *options = &domain_of(thread)->options;
    for (bool more = option_first(options, "env", &option); more; more = option_next("env", &option)) {
        if (option.length > 3 && memcmp(option.value, "TZ=", 3) == 0) found = option;
    }
    if (!found.value) return javastring_of(thread, "UTC");
    const char *zone = found.value + 3, *end = found.value + found.length;
    if (zone < end && *zone == ':') zone++;
    if (end - zone >= 6 && memcmp(zone, "posix/", 6) == 0) zone += 6;
    return javastring_new(thread, zone, (size_t)(end - zone));
}

static ref gmt_offset(struct thread *thread) { return javastring_of(thread, "GMT"); }

// ---- java.lang.ProcessHandleImpl, ProcessImpl

static s64 current_process(void) { return PROCESS; }
static s64 is_alive(s64 process) { return process == PROCESS ? 0 : NO_PROCESS; } // 0: when it started is not known

static s64 parent_of(s64 process, s64 start) {
    (void)process;
    (void)start;
    return NO_PROCESS;
}

// All processes are listed when asked for those of process 0; no process has children.
static s32 list_processes(s64 parent, ref processes, ref parents, ref starts) {
    s32 count = parent == 0;
    if (!count || array_length(processes) < 1) return count;
    ((s64 *)array_at(processes)->elements)[0] = PROCESS;
    if (parents) ((s64 *)array_at(parents)->elements)[0] = 0;
    if (starts) ((s64 *)array_at(starts)->elements)[0] = 0;
    return count;
}

static s32 destroy(s64 process, s64 start, s32 force) {
    (void)process;
    (void)start;
    (void)force;
    return false;
}

static s32 await_exit(s64 process, s32 reap) {
    (void)process;
    (void)reap;
    return NO_PROCESS;
}

static s32 fork_and_exec(struct thread *thread) {
    exception_throw(thread, "java/io/IOException", "error=%d, %s", -FILE_NO_SUCH_CALL,
                    file_error_text(FILE_NO_SUCH_CALL));
    return -1;
}

static s64 user(void) { return FILES_USER; }
static void nothing(void) {}

// ---- jdk.internal.misc.Signal

enum signal_handler { SIGNAL_DEFAULT, SIGNAL_IGNORED, SIGNAL_JAVA };

static const struct {
    const char *name;
    s32 number;
} SIGNAL_NAMES[] = {
    {"HUP", 1},   {"INT", 2},   {"QUIT", 3},  {"ILL", 4},   {"TRAP", 5},  {"ABRT", 6},   {"BUS", 7},   {"FPE", 8},
    {"KILL", 9},  {"USR1", 10}, {"SEGV", 11}, {"USR2", 12}, {"PIPE", 13}, {"ALRM", 14},  {"TERM", 15}, {"CHLD", 17},
    {"CONT", 18}, {"STOP", 19}, {"TSTP", 20}, {"TTIN", 21}, {"TTOU", 22}, {"WINCH", 28},
};

static s32 find_signal(ref name) {
    char text[8];
    javastring_utf8(name, text, sizeof(text));
    for (size_t i = 0; i < COUNT_OF(SIGNAL_NAMES); i++) {
        if (strcmp(SIGNAL_NAMES[i].name, text) == 0) return SIGNAL_NAMES[i].number;
    }
    return -1;
}

// Those that a virtual machine keeps for itself on Linux.
static bool is_reserved(s32 signal) {
    return signal == 3 || signal == 4 || signal == 8 || signal == 9 || signal == 11 || signal == 19;
}

static s64 set_handler(s32 signal, s64 handler) {
    if (signal <= 0 || signal >= DOMAIN_SIGNALS || is_reserved(signal) || handler < 0 || handler > UINT8_MAX) {
        return -1;
    }
    u8 *known = &domain_of(thread_self())->natives->signal_handlers[signal];
    s64 before = *known;
    *known = narrow_u8(handler);
    return before;
}

static void raise(struct thread *thread, s32 signal) {
    if (signal <= 0 || signal >= DOMAIN_SIGNALS) return;
    u8 handler = domain_of(thread)->natives->signal_handlers[signal];
    if (handler == SIGNAL_IGNORED) return;
    if (handler == SIGNAL_JAVA) {
        java_call_static(thread, "jdk/internal/misc/Signal", "dispatch", "(I)V", (u64[]){(u64)signal});
    } else {
        domain_exit(thread, 128 + signal);
    }
}

static const struct native ENVIRONMENT[] = {HANDLE("environ", "()[[B", environment), NATIVES_END};
static const struct native TIME_ZONE[] = {
    HANDLE("getSystemTimeZoneID", "(Ljava/lang/String;)Ljava/lang/String;", time_zone),
    HANDLE("getSystemGMTOffsetID", "()Ljava/lang/String;", gmt_offset),
    NATIVES_END,
};
static const struct native PROCESS_HANDLE[] = {
    LOCKED("getCurrentPid0", "()J", current_process),
    LOCKED("isAlive0", "(J)J", is_alive),
    LOCKED("parent0", "(JJ)J", parent_of),
    LOCKED("getProcessPids0", "(J[J[J[J)I", list_processes),
    LOCKED("destroy0", "(JJZ)Z", destroy),
    LOCKED("waitForProcessExit0", "(JZ)I", await_exit),
    NATIVES_END,
};
static const struct native PROCESS_INFO[] = {LOCKED("info0", "(J)V", nothing), NATIVES_END};
static const struct native PROCESS_IMPL[] = {
    LOCKED("init", "()V", nothing),
    REENTRANT("forkAndExec", "(I[B[B[BI[BI[B[IZ)I", fork_and_exec),
    NATIVES_END,
};
static const struct native SIGNAL[] = {
    LOCKED("findSignal0", "(Ljava/lang/String;)I", find_signal),
    LOCKED("handle0", "(IJ)J", set_handler),
    REENTRANT("raise0", "(I)V", raise),
    NATIVES_END,
};
static const struct native USER[] = {
    LOCKED("getuid", "()J", user),
    LOCKED("geteuid", "()J", user),
    LOCKED("getgid", "()J", user),
    LOCKED("getegid", "()J", user),
    NATIVES_END,
};

const struct native_class natives_process[] = {
    {"java/lang/ProcessEnvironment", ENVIRONMENT},
    {"java/util/TimeZone", TIME_ZONE},
    {"java/lang/ProcessHandleImpl", PROCESS_HANDLE},
    {"java/lang/ProcessHandleImpl$Info", PROCESS_INFO},
    {"java/lang/ProcessImpl", PROCESS_IMPL},
    {"jdk/internal/misc/Signal", SIGNAL},
    {"jdk/internal/misc/VM", USER},
    {NULL, NULL},
};
