// gnomon.Domain (kernel/domains/java/): starting domains, waiting for them, ending them.
#include "kernel/classes/domain.h"
#include "base/panic.h"
#include "base/string.h"
#include "kernel/classes/javastring.h"
#include "kernel/classes/symbol.h"
#include "kernel/code/native.h"
#include "kernel/core/options.h"
#include "kernel/core/scheduler.h"
#include "kernel/domains/domains.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/heap.h"
#include "kernel/memory/owner.h"
#include "kernel/memory/scratch.h"
#include "kernel/natives/thread.h"
#include "kernel/run/exception.h"
#include "kernel/run/java_threads.h"
#include "kernel/run/values.h"

static s32 start(struct thread *thread, handle name, handle options, s64 heap_bytes) {
    char text[RIGHTS_NAME_MOST + 1];
    struct domain_refusal refusal;
    if (native_is_null(thread, name) || native_is_null(thread, options)) return 0;
    if (javastring_utf8_length(*name, RIGHTS_NAME_MOST) > RIGHTS_NAME_MOST) {
        exception_throw(thread, "java/lang/IllegalArgumentException", "name: more than %u bytes", RIGHTS_NAME_MOST);
        return 0;
    }
    struct domain_request request = {
        .name = text,
        .name_bytes = javastring_utf8(*name, text, sizeof(text)),
        .options = (const char *)array_at(*options)->elements,
        .options_bytes = array_length(*options),
        .heap_bytes = (u64)heap_bytes,
    };
    ASSERT(request.name_bytes <= RIGHTS_NAME_MOST);
    u32 number = domain_start(&request, &refusal);
    if (number) return (s32)number;
    if (refusal.words[0]) {
        exception_throw(thread, refusal.exception, "%s", refusal.words);
    } else {
        exception_throw(thread, "java/lang/OutOfMemoryError", THREAD_REFUSED);
    }
    return 0;
}

static s32 state(s32 number) { return (s32)domain_outcome(thread_self(), (u32)number).state; }
static s32 status(s32 number) { return domain_outcome(thread_self(), (u32)number).status; }

static ref failure(struct thread *thread, s32 number) {
    return javastring_of(thread, domain_outcome(thread, (u32)number).error);
}

// Waits for ever if `nanoseconds` is negative.
static s32 await(struct thread *thread, s32 number, s64 nanoseconds) {
    u64 deadline = nanoseconds < 0 ? SCHEDULER_FOR_EVER : thread_deadline(nanoseconds);
    bool done = domain_await(thread, (u32)number, deadline);
    if (!done) native_is_interrupted(thread);
    return done;
}

static void terminate(struct thread *thread, s32 number) { domain_terminate(thread, (u32)number); }
static void forget(s32 number) { domain_forget(thread_self(), (u32)number); }
static s32 current(void) { return (s32)domain_of(thread_self())->heap.domain_number; }
static ref current_name(struct thread *thread) { return javastring_of(thread, domain_of(thread)->name); }

static ref longs(struct thread *thread, const u64 *figures, u32 count) {
    ref array = heap_alloc_primitive_array(thread, 'J', (s32)count);
    if (array) memcpy(array_at(array)->elements, figures, count * sizeof(u64));
    return array;
}

// What the whole machine has in use: bytes of class data, of code, of mirrors and literals, of all heaps' chunks, of
// scratch memory; and symbols.
static ref account(struct thread *thread) {
    u64 figures[] = {
        machine_accounts.of[ACCOUNT_DATA].used_bytes,
        machine_accounts.of[ACCOUNT_CODE].used_bytes,
        machine_accounts.of[ACCOUNT_FIXED].used_bytes,
        machine_accounts.of[ACCOUNT_HEAP].used_bytes,
        scratch_used_bytes(),
        symbol_count(),
    };
    return longs(thread, figures, COUNT_OF(figures));
}

// What the machine's account of each kind has. The caller can rely on its being the sum of all others.
static ref machine_memory(struct thread *thread) {
    u64 figures[ACCOUNT_KINDS];
    accounts_check();
    for (u32 i = 0; i < ACCOUNT_KINDS; i++) figures[i] = machine_accounts.of[i].used_bytes;
    return longs(thread, figures, ACCOUNT_KINDS);
}

// The name of a kind of memory; null beyond the last.
static ref kind(struct thread *thread, s32 number) {
    return (u32)number < ACCOUNT_KINDS ? javastring_of(thread, account_names[number]) : 0;
}

#define USAGE_FIGURES 10u // before those of memory

// As Domain.Usage has them; null if there is no record of the domain.
static ref usage(struct thread *thread, s32 number) {
    struct domain_usage usage;
    if (!domain_usage(thread, (u32)number, &usage)) return 0;
    u64 figures[USAGE_FIGURES + ACCOUNT_KINDS] = {
        usage.cpu_ns, usage.heap_bytes,   usage.class_bytes, usage.threads,     usage.files,
        usage.calls,  usage.output_bytes, usage.event_types, usage.connections, usage.domains};
    memcpy(&figures[USAGE_FIGURES], usage.memory_bytes, sizeof(usage.memory_bytes));
    return longs(thread, figures, COUNT_OF(figures));
}

static const struct native DOMAIN[] = {
    REENTRANT("start0", "(Ljava/lang/String;[BJ)I", start),
    LOCKED("state0", "(I)I", state),
    LOCKED("status0", "(I)I", status),
    HANDLE("failure0", "(I)Ljava/lang/String;", failure),
    REENTRANT("await0", "(IJ)Z", await),
    HANDLE("terminate0", "(I)V", terminate),
    LOCKED("forget0", "(I)V", forget),
    LEAF("current0", "()I", current),
    HANDLE("currentName0", "()Ljava/lang/String;", current_name),
    HANDLE("usage0", "(I)[J", usage),
    HANDLE("account0", "()[J", account),
    HANDLE("machineMemory0", "()[J", machine_memory),
    HANDLE("memoryKind0", "(I)Ljava/lang/String;", kind),
    NATIVES_END,
};

const struct native_class natives_domain[] = {{"gnomon/Domain", DOMAIN}, {NULL, NULL}};
