// Starting and ending domains; see domains.h.
#include "kernel/domains/domains.h"

#include "base/archive.h"
#include "base/panic.h"
#include "base/print.h"
#include "base/string.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/domain_create.h"
#include "kernel/core/end.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/scheduler.h"
#include "kernel/core/shares.h"
#include "kernel/core/threads.h"
#include "kernel/domains/calls.h"
#include "kernel/domains/domain_services.h"
#include "kernel/domains/memories.h"
#include "kernel/domains/portals.h"
#include "kernel/domains/proxies.h"
#include "kernel/domains/rights.h"
#include "kernel/files/files.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/raise.h"
#include "kernel/memory/branch.h"
#include "kernel/memory/scratch.h"
#include "kernel/net/net_right.h"
#include "kernel/run/domain_run.h"
#include "kernel/run/java_threads.h"
#include "kernel/run/monitor.h"
#include "log/log.h"

// A domain that the first one has started, those that it has started, and so on.
struct family {
    u32 users; // records
    u32 alive; // domains that have not ended
    struct share_group group;
    struct net_account *connections;
    struct file_windows windows;
    u32 event_types; // that they have added, ever
    bool late;       // a scheduler of one of them has taken too long for an answer: chooser.c
};

struct domain_record {
    u32 number, starter;
    u32 above; // the domain from which it comes, of those that are there
    u32 users; // the domain itself, and its starter
    struct family *family;
    bool must_end;         // has been terminated before it was made
    struct thread *thread; // its first
    struct domain *domain; // NULL before it is made and after its end
    struct accounts accounts;
    struct domain_limits limits;
    struct net_user net_user;
    u64 cpu_ns; // after its end
    struct domain_outcome outcome;
    struct thread_queue waiters; // for its end
    struct domain_record *next;
    char *options; // until its end
    u64 options_bytes;
    char name[]; // terminated
};

#define STACKS_LEAST (64 * MIB) // that a domain may have
#define TABLES_LEAST (64 * MIB)

static struct domain_record *records;
static struct domains_program program;
static struct share_group first_group = {.weight = 1}; // the first domain's, which is of no family

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
    while (record && record->thread != thread) record = record->next;
    ASSERT(record);
    return record;
}

static void leave_family(struct family *family) {
    ASSERT(family->users && family->alive <= family->users);
    if (--family->users) return;
    net_account_leave(family->connections);
    scratch_free(family);
}

static void free_record(struct domain_record *record) {
    net_account_leave(record->net_user.account);
    scratch_free(record);
}

static void release(struct domain_record *record) {
    ASSERT(record->users);
    if (--record->users) return;
    struct domain_record **place = &records;
    while (*place != record) {
        ASSERT(*place);
        place = &(*place)->next;
    }
    *place = record->next;
    leave_family(record->family);
    free_record(record);
}

// ---- Making

static bool make_files(struct domain *domain, struct file_windows *windows, const char **error) {
    domain->files = files_create(domain->heap.accounts, (const void *)program.archive, program.archive_bytes, error);
    if (!domain->files) return false;
    files_share_windows(domain->files, windows);
    files_without_input(domain->files);
    files_start(domain->files, machine_free_bytes() / 4);
    return true;
}

static u64 part_of(enum owner_space space, u64 part) { return chunks_total_bytes(&owner_spaces[space]) / part; }

static u64 higher(u64 a, u64 b) { return a > b ? a : b; }

// By so much a domain whose file system is full may go beyond that when it renames a file.
#define RENAME_BYTES MIB

// What no option limits has limits that leave others enough. All that the domain starts has to do with them as well.
static void set_account_limits(struct domain *domain, const struct domain_limits *limits) {
    ASSERT(domain->heap.accounts->branch);
    struct account *of = domain->heap.accounts->branch->of;
    of[ACCOUNT_DATA].limit_bytes = limits->class_bytes;
    of[ACCOUNT_NAMES].limit_bytes = part_of(OWNER_DATA, 8);
    of[ACCOUNT_CODE].limit_bytes = part_of(OWNER_CODE, 4);
    of[ACCOUNT_FIXED].limit_bytes = part_of(OWNER_FIXED, 4);
    of[ACCOUNT_STACKS].limit_bytes = higher(limits->heap_bytes, STACKS_LEAST);
    of[ACCOUNT_NATIVE].limit_bytes = limits->heap_bytes;
    of[ACCOUNT_TABLES].limit_bytes = higher(machine_free_bytes() / 4, TABLES_LEAST);
    of[ACCOUNT_OPEN].limit_bytes = FILES_OPEN_BYTES;
    of[ACCOUNT_FILES].limit_bytes = domain_account(domain, ACCOUNT_FILES)->limit_bytes + RENAME_BYTES;
}

static void set_limits(struct domain *domain, const struct domain_limits *limits) {
    domain->heap.thread_limit = limits->threads;
    set_account_limits(domain, limits);
    domain->services->calls_limit = limits->calls;
    files_limit_descriptors(domain->files, limits->files);
    files_limit_output(domain->files, limits->output_bytes);
    domain->services->event_types_most = limits->event_types;
    domain->limits_events = limits->events != RIGHTS_ALL_EVENTS;
    domain->services->events_most = limits->events;
    domain->services->has_instruments = limits->has_instruments;
    domain->services->names = limits->names;
}

static bool add_shares(struct domain_core *domain, struct share_group *group, u32 weight) {
    struct share *shares = scratch_alloc(&domain->accounts->of[ACCOUNT_TABLES], machine.cpu_count * sizeof(*shares));
    if (shares) shares_add(domain, group, weight, shares);
    return shares;
}

// Makes the domain, and the current thread its first one.
static bool make(struct thread *thread, struct domain_record *record) {
    ASSERT(!record->domain && record->thread == thread);
    struct domain_parts parts = {
        .number = record->number,
        .name = record->name,
        .image = domain_first->image.bytes,
        .image_bytes = domain_first->image.size,
        .verified = &domain_first->verified,
        .heap_bytes = record->limits.heap_bytes,
        .accounts = &record->accounts,
    };
    if (!domain_create(thread, &parts, &record->outcome.error)) return false;
    struct domain *domain = domain_of(thread);
    domain->options = (struct options){record->options, record->options + record->options_bytes};
    domain->net_user = &record->net_user;
    domain->services->family_event_types = &record->family->event_types;
    domain->family_late = &record->family->late;
    record->domain = domain;
    if (!make_files(domain, &record->family->windows, &record->outcome.error)) return false;
    set_limits(domain, &record->limits);
    record->outcome.error = "no memory for a domain";
    if (!add_shares(core_of(domain), &record->family->group, record->limits.weight)) return false;
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

static const struct domain_record *record_of_domain(u32 number) {
    const struct domain_record *record = records;
    while (record && record->number != number) record = record->next;
    return record;
}

static bool comes_from(const struct domain_record *record, u32 number) {
    while (record && record->above != number) record = record_of_domain(record->above);
    return record;
}

// The domains that are there and come from this one, and from those.
static u32 count_from(u32 number) {
    u32 count = 0;
    for (const struct domain_record *record = records; record; record = record->next) {
        count += record->outcome.state == DOMAIN_RUNS && comes_from(record, number);
    }
    return count;
}

static struct domain_usage usage_of(const struct domain *domain) {
    const struct account *accounts = domain->heap.accounts->of;
    struct domain_usage usage = {
        .cpu_ns = log_ns_of_ticks(running_ticks(domain)),
        .heap_bytes = domain->heap.used_bytes,
        .class_bytes =
            accounts[ACCOUNT_DATA].used_bytes + accounts[ACCOUNT_CODE].used_bytes + accounts[ACCOUNT_FIXED].used_bytes,
        .threads = domain->heap.thread_count,
        .files = domain->files ? files_open_count(domain->files) : 0,
        .calls = domain->services->calls,
        .output_bytes = domain->files ? files_output_bytes(domain->files) : 0,
        .event_types = domain->services->event_types,
        .connections = domain->net_user && domain->net_user->account ? domain->net_user->account->used : 0,
        .domains = count_from(domain->heap.domain_number),
    };
    for (u32 i = 0; i < ACCOUNT_KINDS; i++) usage.memory_bytes[i] = accounts[i].used_bytes;
    return usage;
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

// The thread gives up all that it has of the domain.
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

// Nobody can find the domain any more, or has business in it, so others may run between two pieces of this.
static void destroy(struct domain *domain) {
    domain_leave_all(domain);
    monitor_end_all(domain);
    if (domain->files) files_end(domain->files);
    scratch_free(domain->net);
    native_free_all(domain->heap.accounts);
    domain_destroy(domain);
}

// The starter pays for the record no more, because it may end before the domain.
static void forget(struct domain_record *record) {
    ASSERT(record->starter != UINT32_MAX && record->users);
    record->starter = UINT32_MAX;
    scratch_move(record, kernel_account(ACCOUNT_TABLES));
    release(record);
}

static void forget_started(u32 starter) {
    for (struct domain_record *record = records, *next; record; record = next) {
        next = record->next;
        if (record->starter == starter) forget(record);
    }
}

// What it has started comes from the one from which it comes, and what it has been given of ports is that one's.
static void leave_tree(const struct domain_record *record) {
    net_ports_leave(record->number, record->above);
    for (struct domain_record *other = records; other; other = other->next) {
        if (other->above == record->number) other->above = record->above;
    }
}

static void end_accounts(struct domain_record *record) {
    scratch_free(record->options);
    record->options = NULL;
    rights_free(&record->limits);
    if (record->thread) thread_move_to_kernel(record->thread); // it stands on the last stack of its domain
    accounts_check();
    branches_check();
    accounts_end(&record->accounts);
    branch_end(record->accounts.branch);
}

#define PORTALS_A_POLL 32u // each may be looked for among all that are named

// As long as there are portals, calls may come at each poll. A call that waits needs its portal to leave the queue.
static void end_services(struct domain *domain, struct thread *thread) {
    while (domain->roots) {
        calls_end(domain, thread);
        portals_end_newest(domain);
        if (domain->services->portal_count % PORTALS_A_POLL == 0) scheduler_poll_native(thread);
    }
    ASSERT(!domain->services->first_portal_call);
    proxies_end(domain, thread);
}

static void end(struct thread *thread, struct domain_record *record) {
    struct domain *domain = domain_of(thread);
    ledger_switch(LEDGER_kernel);
    if (domain) {
        thread_end_all(thread, domain);
        thread_await_all(thread);
        if (domain->run->is_exiting) record->outcome.status = domain->run->exit_status;
        record->domain = NULL;
        record->cpu_ns = log_ns_of_ticks(running_ticks(domain));
        end_services(domain, thread);
        memories_end(domain, thread);
        leave(thread);
        scratch_free(shares_remove(core_of(domain)));
        destroy(domain);
        while (files_give_back()) scheduler_poll_native(thread);
        forget_started(record->number);
    }
    end_accounts(record);
    record->thread = NULL;
    ASSERT(record->family->alive && record->outcome.state == DOMAIN_RUNS);
    record->family->alive--;
    leave_tree(record);
    record->outcome.state = record->outcome.error ? DOMAIN_FAILED : DOMAIN_ENDED;
    log_domain_end(record->number, record->outcome.error ? 1 : record->outcome.status);
    while (record->waiters.first) scheduler_ready(record->waiters.first, thread);
    release(record);
}

// No translated code has called this: what it takes is the kernel's.
static void run_domain(struct thread *thread) {
    ledger_switch(LEDGER_kernel);
    struct domain_record *record = record_of_first(thread);
    if (!record->must_end && make(thread, record) && !record->must_end) {
        s32 status = launch_program(thread);
        if (!record->must_end) record->outcome.status = status;
    }
    end(thread, record);
}

// ---- What starters ask for

// The first domain is alone until then.
static bool share(void) {
    struct domain_core *first = core_of(domain_first);
    if (first->shares) return true;
    if (!add_shares(first, &first_group, first_group.weight)) return false;
    shares_begin();
    return true;
}

// Whether the starter, and those from which it comes, may have one more domain that comes from them.
static bool may_have_another(const struct domain_record *starter, struct domain_refusal *refusal) {
    for (; starter; starter = record_of_domain(starter->above)) {
        u32 most = starter->limits.domains;
        if (most == RIGHTS_FAMILY || count_from(starter->number) < most) continue;
        refusal->exception = most ? "java/lang/OutOfMemoryError" : "java/lang/SecurityException";
        print_format(refusal->words, sizeof(refusal->words), "domains: %u at once may come from domain %u", most,
                     starter->number);
        return false;
    }
    return true;
}

// Returns that of the starter, or a new one if that is the first domain (NULL); NULL if there is no memory.
static struct family *join_family(const struct domain_record *starter, u32 weight) {
    struct family *family = starter ? starter->family : scratch_alloc(kernel_account(ACCOUNT_TABLES), sizeof(*family));
    if (family && !starter) {
        *family = (struct family){.group = {.weight = weight},
                                  .connections = net_account_new(RIGHTS_CONNECTIONS, NULL),
                                  .windows = {.most = RIGHTS_WINDOWS}};
    }
    if (family) family->users++;
    return family;
}

// Returns false if there is no memory.
static bool complete(struct domain_record *record, const struct domain_record *starter) {
    struct family *family = join_family(starter, record->limits.weight);
    if (!family) return false;
    rights_charge(&record->limits, &record->accounts.of[ACCOUNT_TABLES]);
    record->family = family;
    record->net_user = (struct net_user){.domain = record->number, .right = record->limits.network};
    if (family->connections) {
        record->net_user.account = net_account_new(record->limits.connections, family->connections);
    }
    record->thread = record->net_user.account
                         ? thread_create_apart(THREAD_STACK_BYTES, run_domain, record->number, &record->accounts)
                         : NULL;
    if (!record->thread) leave_family(family);
    return record->thread;
}

static void begin(struct domain_record *record) {
    struct options given = {record->options, record->options + record->options_bytes};
    rights_give_ports(&given, record->number);
    ASSERT(record->thread && record->family->alive < record->family->users);
    record->family->alive++;
    record->next = records;
    records = record;
    scheduler_ready(record->thread, thread_self());
}

static bool may_start(struct domain_record *record, const struct domain_record *starter, u64 heap_bytes, char *words) {
    struct options given = {record->options, record->options + record->options_bytes};
    return rights_check(&given, heap_bytes, !starter, words) && rights_has_ports(&given, record->starter, words) &&
           rights_limits(&given, heap_bytes, starter ? &starter->limits : NULL, &record->limits, words);
}

// Returns false if there is no memory.
static bool begin_accounts(struct domain_record *record, const struct domain_record *starter) {
    accounts_begin(&record->accounts);
    record->accounts.domain = record->number;
    if (branch_begin(&record->accounts, starter ? starter->accounts.branch : NULL)) {
        scratch_move(record->options, &record->accounts.of[ACCOUNT_TABLES]);
        return true;
    }
    accounts_end(&record->accounts);
    return false;
}

// The texts are copied before they are checked: they may change as long as they are the program's.
static struct domain_record *new_record(const struct domain_request *request, const struct domain_record *starter) {
    struct account *account = thread_account(ACCOUNT_TABLES);
    struct domain_record *record =
        scratch_alloc_as(account, sizeof(*record) + request->name_bytes + 1, SCRATCH_MOVABLE);
    char *options = record ? scratch_alloc_as(account, request->options_bytes, SCRATCH_MOVABLE) : NULL;
    if (options) {
        *record = (struct domain_record){
            .number = domain_new_number(),
            .starter = domain_of(thread_self())->heap.domain_number,
            .above = domain_of(thread_self())->heap.domain_number,
            .users = 2,
            .outcome = {.state = DOMAIN_RUNS},
            .options = options,
            .options_bytes = request->options_bytes,
        };
        memcpy(record->name, request->name, request->name_bytes);
        record->name[request->name_bytes] = 0;
        memcpy(options, request->options, request->options_bytes);
        if (begin_accounts(record, starter)) return record;
    }
    scratch_free(options);
    scratch_free(record);
    return NULL;
}

u32 domain_start(const struct domain_request *request, struct domain_refusal *refusal) {
    ASSERT_LOCKED();
    const struct domain_record *starter = record_of_domain(domain_of(thread_self())->heap.domain_number);
    *refusal = (struct domain_refusal){.exception = "java/lang/IllegalArgumentException"};
    if (!may_have_another(starter, refusal)) return 0;
    if (starter && starter->family->alive >= RIGHTS_FAMILY) return 0;
    struct domain_record *record = share() ? new_record(request, starter) : NULL;
    if (!record) return 0;
    if (may_start(record, starter, request->heap_bytes, refusal->words) && complete(record, starter)) {
        begin(record);
        return record->number;
    }
    end_accounts(record);
    free_record(record);
    return 0;
}

struct domain_outcome domain_outcome(const struct thread *thread, u32 number) {
    const struct domain_record *record = record_of(thread, number);
    return record ? record->outcome : (struct domain_outcome){.state = DOMAIN_UNKNOWN};
}

bool domain_await(struct thread *thread, u32 number, u64 deadline_ticks) {
    struct domain_record *record = record_of(thread, number);
    if (!record || record->outcome.state != DOMAIN_RUNS) return true;
    if (exception_is_end(thread) || java_of(thread)->interrupted) return false;
    ASSERT(!thread->waits_in);
    thread_queue_append(&record->waiters, thread);
    thread->waits_in = &record->waiters;
    scheduler_block(THREAD_WAITING, SWITCH_wait, deadline_ticks);
    return domain_outcome(thread, number).state != DOMAIN_RUNS;
}

void domain_terminate(struct thread *thread, u32 number) {
    ASSERT_LOCKED();
    struct domain_record *record = record_of(thread, number);
    if (!record || record->outcome.state != DOMAIN_RUNS) return;
    record->must_end = true;
    record->outcome.status = DOMAIN_TERMINATED;
    if (record->domain) thread_exit_domain(thread, record->domain, DOMAIN_TERMINATED);
}

void domain_forget(const struct thread *thread, u32 number) {
    ASSERT_LOCKED();
    struct domain_record *record = record_of(thread, number);
    if (record) forget(record);
}

void domain_exit(struct thread *thread, s32 status) {
    ASSERT_LOCKED();
    struct domain *domain = domain_of(thread);
    if (domain == domain_first) kernel_end(status);
    thread_exit_domain(thread, domain, status);
    exception_is_end(thread);
}
