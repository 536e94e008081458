// Portals and the calls through them; see portals.h.
#include "kernel/domains/portals.h"

#include "base/string.h"
#include "kernel/classes/domain.h"
#include "kernel/core/panic.h"
#include "kernel/core/scheduler.h"
#include "kernel/core/scratch.h"
#include "kernel/domains/copy.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/raise.h"
#include "log/log.h"

struct portal {
    struct portal *next;
    u32 number;
    struct domain *domain;
    struct loader *loader; // of the service's interface
    char name[];
};

enum call_state { CALL_WAITS, CALL_RUNS, CALL_RETURNED, CALL_REFUSED, CALL_DEAD, CALL_DONE };

struct portal_call {
    struct portal_call *next;
    u32 portal, method_id, state;   // enum call_state
    u32 users;                      // the caller, and whoever has received it
    struct domain *from, *to;       // of the caller, of the service
    struct thread *caller, *server; // NULL: it is gone, or there is none yet
    bool caller_waits, server_waits, has_thrown;
    handle method, arguments; // slots of the caller
    handle result;            // a slot of the server
    char problem[PORTAL_PROBLEM_BYTES];
};

static struct portal *portals;
static u32 portal_count;
static struct thread_queue seekers; // threads that wait for a name
static struct portal_call *calls;   // the oldest first

// ---- Names

static struct portal *portal_of(u32 number) {
    struct portal *portal = portals;
    while (portal && portal->number != number) portal = portal->next;
    return portal;
}

static struct portal *find(const char *name) {
    struct portal *portal = portals;
    while (portal && strcmp(portal->name, name) != 0) portal = portal->next;
    return portal;
}

u32 portal_register(struct thread *thread, const char *name, struct loader *loader) {
    size_t bytes = strlen(name) + 1;
    struct portal *portal = find(name) ? NULL : scratch_alloc(sizeof(*portal) + bytes);
    if (!portal) return 0;
    *portal = (struct portal){portals, ++portal_count, domain_of(thread), loader};
    memcpy(portal->name, name, bytes);
    portals = portal;
    while (seekers.first) scheduler_ready(seekers.first, thread);
    return portal->number;
}

u32 portal_lookup(struct thread *thread, const char *name, u64 deadline_ticks) {
    const struct portal *portal = find(name);
    bool in_time = true;
    while (!portal && in_time && !java_of(thread)->interrupted && !exception_is_end(thread)) {
        thread_queue_append(&seekers, thread);
        thread->waits_in = &seekers;
        in_time = scheduler_block(THREAD_WAITING, SWITCH_portal, deadline_ticks);
        portal = find(name);
    }
    return portal ? portal->number : 0;
}

// ---- Calls

static void append(struct portal_call *call) {
    struct portal_call **place = &calls;
    while (*place) place = &(*place)->next;
    *place = call;
}

static void release(struct portal_call *call) {
    if (--call->users) return;
    struct portal_call **place = &calls;
    while (*place != call) place = &(*place)->next;
    *place = call->next;
    scratch_free(call);
}

// Something else, such as Thread.interrupt, may have made the thread ready already.
static bool caller_waits(const struct portal_call *call) {
    return call->caller_waits && call->caller->state == THREAD_WAITING;
}

static void wake_caller(struct portal_call *call, struct thread *waker) {
    if (caller_waits(call)) scheduler_ready(call->caller, waker);
}

static void wake_server(struct portal_call *call, struct thread *waker) {
    if (call->server_waits && call->server->state == THREAD_WAITING) scheduler_ready(call->server, waker);
}

// ---- The caller

static bool is_open(const struct portal_call *call) { return call->state == CALL_WAITS || call->state == CALL_RUNS; }

// The first thread that waits for calls serves this one in the caller's time.
static void hand_over(struct thread *thread, struct portal_call *call) {
    struct thread *server = call->to->portal_servers.first;
    if (!server || exception_is_end(thread)) return;
    call->caller_waits = true;
    scheduler_hand_over(THREAD_WAITING, SWITCH_portal, server);
    call->caller_waits = false;
}

static void await_result(struct thread *thread, struct portal_call *call) {
    hand_over(thread, call);
    while (is_open(call) && !exception_is_end(thread)) {
        call->caller_waits = true;
        scheduler_block(THREAD_WAITING, SWITCH_portal, SCHEDULER_FOR_EVER);
        call->caller_waits = false;
    }
}

static bool has_result(void *context) {
    const struct portal_call *call = context;
    return call->state == CALL_RETURNED;
}

static enum portal_status take_result(struct thread *thread, struct portal_call *call, struct loader *loader,
                                      ref *result, char problem[PORTAL_PROBLEM_BYTES]) {
    if (call->state == CALL_REFUSED) memcpy(problem, call->problem, PORTAL_PROBLEM_BYTES);
    if (call->state == CALL_REFUSED) return PORTAL_REFUSED;
    if (call->state != CALL_RETURNED) return PORTAL_DEAD;
    struct copy_source source = {call->to, call->result, has_result, call};
    bool is_copied = copy_object(thread, &source, loader, result, problem, PORTAL_PROBLEM_BYTES);
    if (call->state == CALL_DEAD) return PORTAL_DEAD;
    if (!is_copied) return PORTAL_REFUSED;
    return call->has_thrown ? PORTAL_THREW : PORTAL_RETURNED;
}

enum portal_status portal_call(struct thread *thread, u32 number, handle method, handle arguments, u32 method_id,
                               struct loader *loader, ref *result, char problem[PORTAL_PROBLEM_BYTES]) {
    const struct portal *portal = portal_of(number);
    struct portal_call *call = portal ? scratch_alloc(sizeof(*call)) : NULL;
    *result = 0;
    if (!portal) return PORTAL_DEAD;
    if (!call) {
        exception_throw_out_of_memory(thread, "Java heap space");
        return PORTAL_DEAD;
    }
    memset(call, 0, sizeof(*call));
    call->portal = number;
    call->method_id = method_id;
    call->users = 1;
    call->from = domain_of(thread);
    call->to = portal->domain;
    call->caller = thread;
    call->method = method;
    call->arguments = arguments;
    append(call);
    log_event(EVENT_portal_call, core_of(call->to)->domain_number, method_id, 0);
    await_result(thread, call);
    enum portal_status status = take_result(thread, call, loader, result, problem);
    call->caller = NULL;
    if (call->state != CALL_DEAD) call->state = CALL_DONE;
    wake_server(call, thread);
    release(call);
    return status;
}

// ---- The server

static struct portal_call *next_call(const struct domain *domain) {
    struct portal_call *call = calls;
    while (call && !(call->to == domain && call->state == CALL_WAITS && call->caller)) call = call->next;
    return call;
}

static struct portal_call *await_call(struct thread *thread) {
    struct domain *domain = domain_of(thread);
    struct portal_call *call = NULL;
    while (!exception_is_end(thread) && !(call = next_call(domain))) {
        thread_queue_append(&domain->portal_servers, thread);
        thread->waits_in = &domain->portal_servers;
        scheduler_block(THREAD_WAITING, SWITCH_portal, SCHEDULER_FOR_EVER);
    }
    return call;
}

static bool has_caller(void *context) {
    const struct portal_call *call = context;
    return call->caller != NULL;
}

static bool take_arguments(struct thread *thread, struct portal_call *call, handle arguments, handle method) {
    const struct portal *portal = portal_of(call->portal);
    struct copy_source name = {call->from, call->method, has_caller, call},
                       source = {call->from, call->arguments, has_caller, call};
    ref copy;
    if (!copy_object(thread, &name, portal->loader, &copy, call->problem, PORTAL_PROBLEM_BYTES)) return false;
    *method = copy;
    if (!copy_object(thread, &source, portal->loader, &copy, call->problem, PORTAL_PROBLEM_BYTES)) return false;
    *arguments = copy;
    return true;
}

u32 portal_receive(struct thread *thread, handle arguments, handle method) {
    for (;;) {
        struct portal_call *call = await_call(thread);
        if (!call) return 0;
        call->state = CALL_RUNS;
        call->server = thread;
        call->users++;
        u32 number = call->portal;
        log_event(EVENT_portal_receive, core_of(call->from)->domain_number, call->method_id, 0);
        if (take_arguments(thread, call, arguments, method)) return number;
        call->server = NULL;
        call->state = CALL_REFUSED;
        wake_caller(call, thread);
        release(call);
    }
}

u32 portal_idle_count(const struct thread *thread) {
    const struct domain *domain = domain_of(thread);
    u32 count = domain->portal_servers.length;
    for (const struct portal_call *call = calls; call; call = call->next) {
        count += call->to == domain && call->server && (call->state == CALL_RETURNED || call->state == CALL_DONE);
    }
    return count;
}

// The last one: a service that is called again by whom it calls has several.
static struct portal_call *call_of_server(const struct thread *thread) {
    struct portal_call *found = NULL;
    for (struct portal_call *call = calls; call; call = call->next) {
        if (call->server == thread && call->state == CALL_RUNS) found = call;
    }
    return found;
}

static void await_taken(struct thread *thread, struct portal_call *call) {
    if (caller_waits(call)) {
        call->server_waits = true;
        scheduler_hand_over(THREAD_WAITING, SWITCH_portal, call->caller);
        call->server_waits = false;
    }
    while (call->state == CALL_RETURNED && call->caller && !exception_is_end(thread)) {
        call->server_waits = true;
        scheduler_block(THREAD_WAITING, SWITCH_portal, SCHEDULER_FOR_EVER);
        call->server_waits = false;
    }
    if (call->state == CALL_RETURNED && call->caller) call->state = CALL_DEAD;
}

void portal_reply(struct thread *thread, handle result, bool has_thrown) {
    struct portal_call *call = call_of_server(thread);
    if (!call) return;
    log_event(EVENT_portal_return, core_of(call->from)->domain_number, call->method_id, 0);
    call->result = result;
    call->has_thrown = has_thrown;
    call->state = CALL_RETURNED;
    await_taken(thread, call);
    call->server = NULL;
    release(call);
}

// ---- The end of a domain

static void end_call(struct portal_call *call, struct thread *thread) {
    if (call->state != CALL_DONE && call->state != CALL_REFUSED) call->state = CALL_DEAD;
    wake_caller(call, thread);
    if (!call->server) return;
    call->server = NULL;
    release(call);
}

void portals_end(const struct domain *domain, struct thread *thread) {
    for (struct portal_call *call = calls, *next; call; call = next) {
        next = call->next;
        if (call->to == domain) end_call(call, thread);
    }
    for (struct portal **place = &portals; *place;) {
        struct portal *portal = *place;
        if (portal->domain == domain) {
            *place = portal->next;
            scratch_free(portal);
        } else {
            place = &portal->next;
        }
    }
}
