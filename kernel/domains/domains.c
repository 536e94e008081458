// Starting and ending domains; see domains.h.
#include "kernel/domains/domains.h"

#include "base/archive.h"
#include "base/string.h"
#include "kernel/classes/domain.h"
#include "kernel/core/end.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/panic.h"
#include "kernel/core/scheduler.h"
#include "kernel/core/shares.h"
#include "kernel/core/threads.h"
#include "kernel/domains/memories.h"
#include "kernel/domains/portals.h"
#include "kernel/files/files.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/raise.h"
#include "kernel/memory/scratch.h"
#include "kernel/run/java_threads.h"
#include "kernel/run/monitor.h"
#include "log/log.h"

// What a domain may have; what it starts may have no more.
struct domain_limits {
    u64 heap_bytes, class_bytes;
    u32 threads, calls; // 0: there is no limit
    int files;
};

// Those that a domain beside the first has started, and they, and so on: as many as may be there at once.
#define FAMILY_MOST 32u

struct domain_record {
    u32 number, starter;
    u32 family;            // the number of the one among its ancestors that the first domain has started, or its own
    u32 users;             // the domain itself, and its starter
    bool must_end;         // has been terminated before it was made
    struct thread *thread; // its first
    struct domain *domain; // NULL before it is made and after its end
    struct domain_limits limits;
    u64 cpu_ns; // after its end
    struct domain_outcome outcome;
    struct thread_queue waiters; // for its end
    struct domain_record *next;
    const char *options;
    u64 options_bytes;
    char name[]; // terminated; then the options
};

static struct domain_record *records;
static struct domains_program program;

void domains_init(const struct domains_program *given) { program = *given; }

// ---- Records

static struct domain_record *record_of(const struct thread *thread, u32 number) {
    u32 starter = domain_of(thread)->heap.domain_number;
    struct domain_record *record = records;
    while (record && !(record->number == number && record->starter == starter)) record = record->next;
    return record;
}

static struct domain_record *record_of_first(const struct thread *thread) {
    struct domain_record *record = records;
    while (record->thread != thread) record = record->next;
    return record;
}

static void release(struct domain_record *record) {
    if (--record->users) return;
    struct domain_record **place = &records;
    while (*place != record) place = &(*place)->next;
    *place = record->next;
    scratch_free(record);
}

// ---- Making

static bool make_files(struct domain *domain, const char **error) {
    domain->files = files_create((const void *)program.archive, program.archive_bytes, error);
    if (!domain->files) return false;
    files_without_input(domain->files);
    files_start(domain->files, log_wall_ns, machine_free_bytes() / 4);
    return true;
}

static void set_limits(struct domain *domain, const struct domain_limits *limits) {
    domain->heap.thread_limit = limits->threads;
    domain->scratch.limit_bytes = limits->heap_bytes;
    domain->calls_limit = limits->calls;
    domain->owners.account.limit_bytes[OWNER_DATA] = limits->class_bytes;
    files_limit_descriptors(domain->files, limits->files);
}

static bool add_shares(struct domain_core *domain, u32 weight) {
    struct share *shares = scratch_alloc(machine.cpu_count * sizeof(*shares));
    if (shares) shares_add(domain, weight, shares);
    return shares;
}

// Makes the domain, and the current thread its first one.
static bool make(struct thread *thread, struct domain_record *record) {
    struct domain_parts parts = {
        .number = record->number,
        .name = record->name,
        .image = domain_first->image.bytes,
        .image_bytes = domain_first->image.size,
        .verified = &domain_first->verified,
        .heap_bytes = record->limits.heap_bytes,
    };
    if (!domain_create(thread, &parts, &record->outcome.error)) return false;
    struct domain *domain = domain_of(thread);
    domain->options = (struct options){record->options, record->options + record->options_bytes};
    record->domain = domain;
    if (!make_files(domain, &record->outcome.error)) return false;
    set_limits(domain, &record->limits);
    record->outcome.error = "no memory for a domain";
    if (!add_shares(core_of(domain), (u32)option_number(&domain->options, "weight", 1))) return false;
    record->outcome.error = NULL;
    return true;
}

// ---- Accounts

// A thread that runs on another processor counts up to when it was switched to.
static u64 running_ticks(const struct domain *domain) {
    u64 ticks = domain->heap.ended_ticks;
    for (const struct thread *thread = domain->heap.first_thread; thread; thread = thread->next_thread) {
        ticks += thread->running_ticks;
        if (thread == thread_self()) ticks += machine_ticks() - thread->run_start_ticks;
    }
    return ticks;
}

static struct domain_usage usage_of(const struct domain *domain) {
    const struct account *account = &domain->owners.account;
    return (struct domain_usage){
        .cpu_ns = log_ns_of_ticks(running_ticks(domain)),
        .heap_bytes = domain->heap.used_bytes,
        .class_bytes =
            account->used_bytes[OWNER_DATA] + account->used_bytes[OWNER_CODE] + account->used_bytes[OWNER_FIXED],
        .threads = domain->heap.thread_count,
        .files = domain->files ? files_open_count(domain->files) : 0,
        .calls = domain->calls,
    };
}

bool domain_usage(const struct thread *thread, u32 number, struct domain_usage *usage) {
    const struct domain *own = domain_of(thread);
    const struct domain_record *record = record_of(thread, number);
    if (number != own->heap.domain_number && !record) return false;
    const struct domain *domain = record ? record->domain : own;
    *usage = domain ? usage_of(domain) : (struct domain_usage){.cpu_ns = record->cpu_ns};
    return true;
}

// ---- Ending

// Nothing of the domain is the thread's any more.
static void leave(struct thread *thread) {
    struct java_thread *java = java_of(thread);
    thread_leave_domain(thread);
    handle_release(thread, 0);
    thread->java_thread = thread->exception = 0;
    thread->heap_next = thread->heap_end = 0;
    java->is_ending = thread->has_orders = false;
    java->stop_exception = 0;
    ASSERT(!thread->anchor_fp);
}

static void destroy(struct domain *domain) {
    kernel_stop_others();
    monitor_end_all(domain);
    if (domain->files) files_end(domain->files);
    scratch_free(domain->net);
    scratch_list_free_all(&domain->scratch);
    domain_destroy(domain);
}

static void forget_started(u32 starter) {
    for (struct domain_record *record = records, *next; record; record = next) {
        next = record->next;
        if (record->starter != starter) continue;
        record->starter = UINT32_MAX;
        release(record);
    }
}

static void end(struct thread *thread, struct domain_record *record) {
    struct domain *domain = domain_of(thread);
    if (domain) {
        thread_end_all(thread, domain);
        thread_await_all(thread);
        if (domain->is_exiting) record->outcome.status = domain->exit_status;
        record->domain = NULL;
        record->cpu_ns = log_ns_of_ticks(running_ticks(domain));
        portals_end(domain, thread);
        memories_end(domain);
        leave(thread);
        scratch_free(shares_remove(core_of(domain)));
        destroy(domain);
        forget_started(record->number);
    }
    record->thread = NULL;
    record->outcome.state = record->outcome.error ? DOMAIN_FAILED : DOMAIN_ENDED;
    log_domain_end(record->number, record->outcome.error ? 1 : record->outcome.status);
    while (record->waiters.first) scheduler_ready(record->waiters.first, thread);
    release(record);
}

static void run_domain(struct thread *thread) {
    struct domain_record *record = record_of_first(thread);
    if (!record->must_end && make(thread, record) && !record->must_end) {
        s32 status = program.run(thread);
        if (!record->must_end) record->outcome.status = status;
    }
    end(thread, record);
}

// ---- What starters ask for

// The first domain is alone until then.
static bool share(void) {
    struct domain_core *first = core_of(domain_first);
    if (first->shares) return true;
    if (!add_shares(first, 1)) return false;
    shares_begin();
    return true;
}

static u64 lower(u64 a, u64 b) { return a < b ? a : b; }

// 0 is no limit.
static u32 lower_count(u64 wanted, u32 most) { return (u32)(most && (!wanted || wanted > most) ? most : wanted); }

static struct domain_limits limits_of(const struct options *options, u64 heap_bytes,
                                      const struct domain_record *starter) {
    const struct domain_limits *most = starter ? &starter->limits : NULL;
    struct domain_limits limits = {
        .heap_bytes = heap_bytes,
        .class_bytes = option_number(options, "limit.classdata", UINT64_MAX),
        .threads = lower_count(option_number(options, "limit.threads", 0), most ? most->threads : 0),
        .calls = lower_count(option_number(options, "limit.calls", 0), most ? most->calls : 0),
        .files = (int)lower(option_number(options, "limit.files", FILE_DESCRIPTORS), FILE_DESCRIPTORS),
    };
    if (!most) return limits;
    limits.heap_bytes = lower(limits.heap_bytes, most->heap_bytes);
    limits.class_bytes = lower(limits.class_bytes, most->class_bytes);
    limits.files = (int)lower((u64)limits.files, (u64)most->files);
    return limits;
}

static u32 family_count(u32 family) {
    u32 count = 0;
    for (const struct domain_record *record = records; record; record = record->next) {
        count += record->family == family && record->outcome.state == DOMAIN_RUNS;
    }
    return count;
}

// Copies the lines, but for those properties by which the JDK's modules are opened: what the first domain may decide
// for others, no other may.
static u64 copy_options(char *to, const char *options, u64 bytes, bool is_free) {
    static const char opening[] = "property=jdk.module.";
    const char *end = options + bytes;
    char *at = to;
    for (const char *line = options, *next; line < end; line = next) {
        for (next = line; next < end && *next != '\n';) next++;
        next += next < end;
        bool opens = (u64)(next - line) >= sizeof(opening) - 1 && memcmp(line, opening, sizeof(opening) - 1) == 0;
        if (opens && !is_free) continue;
        memcpy(at, line, (size_t)(next - line));
        at += next - line;
    }
    return (u64)(at - to);
}

static const struct domain_record *record_of_domain(u32 number) {
    const struct domain_record *record = records;
    while (record && record->number != number) record = record->next;
    return record;
}

u32 domain_start(const char *name, size_t name_bytes, const char *options, u64 options_bytes, u64 heap_bytes) {
    u32 own_number = domain_of(thread_self())->heap.domain_number;
    const struct domain_record *starter = record_of_domain(own_number); // NULL: the first, which has none
    if (starter && family_count(starter->family) >= FAMILY_MOST) return 0;
    struct domain_record *record = share() ? scratch_alloc(sizeof(*record) + name_bytes + 1 + options_bytes) : NULL;
    if (!record) return 0;
    *record = (struct domain_record){
        .number = domain_new_number(),
        .starter = own_number,
        .users = 2,
        .outcome = {.state = DOMAIN_RUNS},
        .next = records,
        .options = record->name + name_bytes + 1,
    };
    memcpy(record->name, name, name_bytes);
    record->name[name_bytes] = 0;
    char *copied = record->name + name_bytes + 1;
    record->options_bytes = copy_options(copied, options, options_bytes, !starter);
    record->family = starter ? starter->family : record->number;
    struct options given = {copied, copied + record->options_bytes};
    record->limits = limits_of(&given, heap_bytes, starter);
    record->thread = thread_create_apart(THREAD_STACK_BYTES, run_domain, record->number);
    if (!record->thread) {
        scratch_free(record);
        return 0;
    }
    records = record;
    scheduler_ready(record->thread, thread_self());
    return record->number;
}

struct domain_outcome domain_outcome(const struct thread *thread, u32 number) {
    const struct domain_record *record = record_of(thread, number);
    return record ? record->outcome : (struct domain_outcome){.state = DOMAIN_UNKNOWN};
}

bool domain_await(struct thread *thread, u32 number, u64 deadline_ticks) {
    struct domain_record *record = record_of(thread, number);
    if (!record || record->outcome.state != DOMAIN_RUNS) return true;
    if (exception_is_end(thread) || java_of(thread)->interrupted) return false;
    thread_queue_append(&record->waiters, thread);
    thread->waits_in = &record->waiters;
    scheduler_block(THREAD_WAITING, SWITCH_wait, deadline_ticks);
    return domain_outcome(thread, number).state != DOMAIN_RUNS;
}

static void exit_all(struct thread *thread, struct domain *domain, s32 status) {
    if (!domain->is_exiting) domain->exit_status = status;
    domain->is_exiting = true;
    thread_end_all(thread, domain);
}

void domain_terminate(struct thread *thread, u32 number) {
    struct domain_record *record = record_of(thread, number);
    if (!record || record->outcome.state != DOMAIN_RUNS) return;
    record->must_end = true;
    record->outcome.status = DOMAIN_TERMINATED;
    if (record->domain) exit_all(thread, record->domain, DOMAIN_TERMINATED);
}

void domain_forget(const struct thread *thread, u32 number) {
    struct domain_record *record = record_of(thread, number);
    if (!record) return;
    record->starter = UINT32_MAX;
    release(record);
}

void domain_exit(struct thread *thread, s32 status) {
    struct domain *domain = domain_of(thread);
    if (domain == domain_first) kernel_end(status);
    exit_all(thread, domain, status);
    exception_is_end(thread);
}
