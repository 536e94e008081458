// Calls through portals; see calls.h.
#include "kernel/domains/calls.h"

#include "base/panic.h"
#include "base/print.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/class_find.h"
#include "kernel/classes/java.h"
#include "kernel/classes/java_fields.h"
#include "kernel/classes/javastring.h"
#include "kernel/classes/loader.h"
#include "kernel/code/code_log.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/scheduler.h"
#include "kernel/domains/copy.h"
#include "kernel/domains/domain_services.h"
#include "kernel/domains/portals.h"
#include "kernel/domains/proxies.h"
#include "kernel/heap/collect.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/raise.h"
#include "kernel/run/arguments.h"
#include "kernel/run/java_threads.h"
#include "log/log.h"

#define PROBLEM_BYTES 768u
#define IDLE_MOST 4u       // servers of a domain
#define FIXED_ARGUMENTS 3u // of portal_call, in registers: thread, method, proxy

_Static_assert(sizeof(struct java_arguments) % 16 == 0, "gather.S keeps the stack aligned");

enum call_state { CALL_WAITS, CALL_RUNS, CALL_RETURNED, CALL_REFUSED, CALL_REJECTED, CALL_DEAD };

// On the caller's stack.
struct portal_call {
    struct portal_call *next, *previous; // while it waits: in the list of the service's domain
    u32 state;                           // enum call_state
    struct thread *caller;
    const struct portal *portal; // until the call is dead
    const struct proxy_method *method;
    struct method *target;        // the service's: other threads may give `method` another one meanwhile
    const u64 *values;            // of the arguments: bits or, of a reference, the address of its slot
    struct portal_server *server; // NULL: there is none yet, or it is done with the call
    bool caller_waits, has_thrown;
    u64 bits;      // of a result that is a number
    char *problem; // of CALL_REFUSED
};

// On the server's stack.
struct portal_server {
    struct thread *thread;
    struct portal_call *call; // NULL: it is idle, or the caller is gone
    handle result;            // waits to be taken if `is_returning`
    u64 bytes;                // of the copied arguments, while the call is served
    bool is_returning;
};

// ---- Both sides

static void enqueue(struct domain *domain, struct portal_call *call) {
    ASSERT_LOCKED();
    ASSERT(call->state == CALL_WAITS &&
           (!domain->services->last_portal_call || !domain->services->last_portal_call->next));
    call->next = NULL;
    call->previous = domain->services->last_portal_call;
    *(call->previous ? &call->previous->next : &domain->services->first_portal_call) = call;
    domain->services->last_portal_call = call;
}

static void dequeue(struct portal_call *call) {
    struct domain *domain = call->portal->domain;
    ASSERT(call->state == CALL_WAITS);
    ASSERT((call->previous ? call->previous->next : domain->services->first_portal_call) == call);
    ASSERT((call->next ? call->next->previous : domain->services->last_portal_call) == call);
    *(call->previous ? &call->previous->next : &domain->services->first_portal_call) = call->next;
    *(call->next ? &call->next->previous : &domain->services->last_portal_call) = call->previous;
}

static void give(struct portal_call *call, struct portal_server *server) {
    ASSERT(server && !server->call && !server->is_returning);
    call->state = CALL_RUNS;
    call->server = server;
    server->call = call;
}

// Something else, such as Thread.interrupt, may have made the thread ready already.
static bool caller_waits(const struct portal_call *call) {
    return call->caller_waits && call->caller->state == THREAD_WAITING;
}

static void end_call(struct portal_call *call, enum call_state state, struct thread *thread) {
    call->state = state;
    call->server = NULL;
    if (caller_waits(call)) scheduler_ready(call->caller, thread);
}

// Threads that wait for calls, or will soon.
static u32 idle_count(const struct domain *domain) {
    return domain->services->portal_servers.length + domain->services->portals_returning +
           domain->services->portals_starting;
}

static void become_idle(struct domain *domain, struct thread *server) {
    ASSERT(!server->waits_in && java_of(server)->portal_server);
    domain->services->lacks_servers = false;
    thread_queue_append(&domain->services->portal_servers, server);
    server->waits_in = &domain->services->portal_servers;
}

// ---- The caller

// The caller does not need it any more. It waits for the next call where it stands.
static void dismiss_server(struct thread *thread, struct portal_server *server) {
    struct domain *domain = domain_of(server->thread);
    ASSERT(server->call && (!server->is_returning || domain->services->portals_returning));
    server->call = NULL;
    log_work_abandon(&server->thread->log);
    if (!server->is_returning) return;
    server->is_returning = false;
    domain->services->portals_returning--;
    if (server->thread->state != THREAD_WAITING) return;
    if (domain->services->first_portal_call || idle_count(domain) >= IDLE_MOST) {
        scheduler_ready(server->thread, thread);
    } else {
        become_idle(domain, server->thread);
    }
}

static bool is_open(const struct portal_call *call) { return call->state == CALL_WAITS || call->state == CALL_RUNS; }

// `server` is NULL if there is none that it could be given.
static void await_result(struct thread *thread, struct portal_call *call, struct thread *server) {
    while (is_open(call) && !exception_is_end(thread)) {
        call->caller_waits = true;
        if (server) {
            scheduler_hand_over(server);
        } else {
            scheduler_block(THREAD_WAITING, SWITCH_portal, SCHEDULER_FOR_EVER);
        }
        call->caller_waits = false;
        server = NULL;
    }
}

static bool has_result(void *context) {
    const struct portal_call *call = context;
    return call->server != NULL;
}

static const char *result_type(const struct method *method) {
    const char *at = method->descriptor->text;
    while (*at != ')') at++;
    return at + 1;
}

// Copies what the service has returned or thrown. Returns 0 if it could not be copied: the call's state says why.
static ref copy_result(struct thread *thread, struct portal_call *call) {
    const char *type = call->has_thrown ? "Ljava/lang/Throwable;" : result_type(call->method->called);
    struct copy_root root = {call->server->result, COPY_NO_PLACE, handle_new(thread, 0), type};
    u64 used_bytes = 0;
    struct copy_source source = {.domain = call->portal->domain,
                                 .roots = &root,
                                 .count = 1,
                                 .declarer = call->method->called->holder->loader,
                                 .used_bytes = &used_bytes,
                                 .used_most = domain_of(thread)->heap.limit_bytes / 2,
                                 .is_there = has_result,
                                 .context = call};
    struct loader *loader = call->method->called->holder->loader;
    bool is_copied = copy_objects(thread, &source, loader, call->problem, PROBLEM_BYTES);
    if (call->state == CALL_RETURNED && !is_copied) call->state = CALL_REFUSED;
    return is_copied ? *root.result : 0;
}

// A class of that name may be the program's own, and have no such method.
static void call_portals(struct thread *thread, struct class *portals, const char *name, const char *descriptor,
                         const u64 *arguments) {
    struct method *method = class_method(portals, name, descriptor);
    if (method && method_is_static(method)) {
        java_call(thread, method, arguments);
    } else {
        exception_throw(thread, "java/lang/NoSuchMethodError", "gnomon.Portals.%s", name);
    }
}

// By a method of gnomon.Portals, for exceptions that the kernel does not know.
static void throw_own(struct thread *thread, struct loader *loader, const char *method, const char *text) {
    struct class *portals = loader_load(thread, loader, symbol_of("gnomon/Portals"));
    if (!portals || !class_initialise(thread, portals)) return;
    ref message = javastring_of(thread, text);
    if (message) call_portals(thread, portals, method, "(Ljava/lang/String;)V", (u64[]){message});
}

static void throw_dead(struct thread *thread, const struct proxy_method *method, handle proxy) {
    char name[PORTAL_NAME_BYTES], text[PORTAL_NAME_BYTES + 64];
    if (proxy_name(*proxy)) {
        javastring_utf8(proxy_name(*proxy), name, sizeof(name));
    } else {
        class_external_name(proxy_interface(object_class(*proxy)), name, sizeof(name));
    }
    print_format(text, sizeof(text), "the domain of the service \"%s\" has ended", name);
    throw_own(thread, method->called->holder->loader, "terminated", text);
}

static void throw_rejected(struct thread *thread) {
    exception_throw(thread, "java/util/concurrent/RejectedExecutionException",
                    "the domain of the service has no thread left for a call from within another");
}

// What the call has come to. Returns the bits of the result; 0 if an exception is pending.
static u64 finish_call(struct thread *thread, struct portal_call *call, handle proxy) {
    ref object = call->state == CALL_RETURNED && call->server ? copy_result(thread, call) : 0;
    if (call->state == CALL_WAITS) dequeue(call);
    if (call->server) dismiss_server(thread, call->server);
    if (exception_is_end(thread)) return 0;
    if (LIKELY(call->state == CALL_RETURNED && !call->has_thrown)) return object ? object : call->bits;
    switch (call->state) {
    case CALL_DEAD: throw_dead(thread, call->method, proxy); return 0;
    case CALL_REJECTED: throw_rejected(thread); return 0;
    case CALL_REFUSED: throw_own(thread, call->method->called->holder->loader, "refused", call->problem); return 0;
    default: break;
    }
    exception_raise(thread, object);
    return 0;
}

// Services may be among what the object refers to, or be the object itself.
static bool may_hold_services(const struct thread *thread, ref object) {
    const struct class *class = object_class(object);
    return class_is_array(class) ? class->element_type == 'L' : class != domain_of(thread)->known.string;
}

// Puts the values of the arguments in a row. Returns whether services may be among them.
static bool gather_values(const struct thread *thread, const struct java_arguments *given, const struct method *method,
                          u64 *values) {
    struct argument_walk walk;
    bool found = false;
    argument_walk_start(&walk, method->descriptor->text, false);
    walk.integers = FIXED_ARGUMENTS;
    for (; argument_walk_next(&walk); values++) {
        *values = *argument_slot((struct java_arguments *)(uintptr_t)given, &walk);
        if (walk.type == 'L' && *(handle)*values) found |= may_hold_services(thread, *(handle)*values);
    }
    return found;
}

// A domain that gets one of this domain's services may call it.
static bool prepare_to_serve(struct thread *thread, struct loader *loader) {
    if (LIKELY(domain_of(thread)->services->has_portal_server)) return true;
    struct class *portals = loader_load(thread, loader, symbol_of("gnomon/Portals"));
    if (portals && class_initialise(thread, portals)) calls_start_server(thread, portals);
    return !thread->exception;
}

static bool resolve(struct thread *thread, struct proxy_method *method, const struct portal *portal) {
    char name[PROBLEM_BYTES];
    const struct method *called = method->called;
    struct method *found = class_find_interface_method(portal->interface, called->name, called->descriptor);
    if (found) found = class_select_method(object_class(portal->service.object), found);
    if (!found || method_is_static(found)) {
        exception_throw(thread, "java/lang/NoSuchMethodError", "'%s'",
                        method_external_name(called, name, sizeof(name)));
        return false;
    }
    code_log_name(method->called);
    method->portal = portal->number;
    method->target = found;
    return true;
}

// What a proxy stands for; NULL if it is dead. If the method is to be resolved, its service is looked at, which cannot
// be in the middle of a collection.
static const struct portal *find_portal(const struct proxy_method *method, handle proxy) {
    const struct portal *portal;
    while ((portal = portal_of(proxy_portal(*proxy))) != NULL) {
        if (LIKELY(method->portal == portal->number) || !portal->domain->heap.is_collected) break;
        collect_await_end(portal->domain);
    }
    return portal;
}

// Whether the thread may call now; otherwise an exception is pending.
static bool may_call(struct thread *thread) {
    const struct domain *domain = domain_of(thread);
    if (LIKELY(!domain->services->calls_limit || domain->services->calls < domain->services->calls_limit)) return true;
    exception_throw(thread, "java/util/concurrent/RejectedExecutionException", "%u calls of other domains at once",
                    domain->services->calls + 1);
    return false;
}

// From here on nothing of the portal has changed since it was found, up to when the thread waits.
static u64 call_portal(struct thread *thread, struct portal_call *call, handle proxy) {
    const struct portal *portal = call->portal;
    struct thread *server = portal->domain->services->portal_servers.first;
    call->target = call->method->target;
    if (LIKELY(server != NULL)) {
        give(call, java_of(server)->portal_server);
    } else {
        call->state = CALL_WAITS;
        enqueue(portal->domain, call);
    }
    LOG_EVENT(portal_call, .domain = core_of(portal->domain)->domain_number, .method = call->method->called->id);
    domain_of(thread)->services->calls++;
    await_result(thread, call, server);
    u64 bits = finish_call(thread, call, proxy);
    ASSERT(domain_of(thread)->services->calls);
    domain_of(thread)->services->calls--;
    return bits;
}

u64 portal_call(const struct java_arguments *given) {
    struct thread *thread = (struct thread *)given->integer[0];
    struct proxy_method *method = proxy_method_of((const struct method *)given->integer[1]);
    handle proxy = (handle)given->integer[2];
    u64 values[method->called->argument_slots];
    char problem[PROBLEM_BYTES];
    bool has_services = gather_values(thread, given, method->called, values);
    if (has_services && !prepare_to_serve(thread, method->called->holder->loader)) return 0;
    if (!may_call(thread)) return 0;
    const struct portal *portal = find_portal(method, proxy);
    if (!portal) {
        throw_dead(thread, method, proxy);
        return 0;
    }
    if (UNLIKELY(portal->domain->services->lacks_servers && java_of(thread)->portal_server)) {
        throw_rejected(thread);
        return 0;
    }
    if (method->portal != portal->number && !resolve(thread, method, portal)) return 0;
    struct portal_call call;
    call.caller = thread;
    call.portal = portal;
    call.method = method;
    call.values = values;
    call.server = NULL;
    call.caller_waits = call.has_thrown = false;
    call.problem = problem;
    return call_portal(thread, &call, proxy);
}

// ---- The server

static void start_server(struct thread *thread, struct class *portals) {
    struct domain *domain = domain_of(thread);
    domain->services->portals_starting++;
    call_portals(thread, portals, "startServer", "()V", NULL);
    if (thread->exception && domain->services->portals_starting) domain->services->portals_starting--;
}

// Callers could take all threads that the domain may have, so a quarter of them is not for services.
static bool may_start_another(const struct domain *domain) {
    u32 limit = domain->heap.thread_limit;
    return !limit || domain->heap.thread_count < limit - limit / 4;
}

// A call from within a call holds a thread of its domain, which others may need for theirs: if it waited for a thread,
// all could wait for each other. Others wait until a thread is free.
static void reject_nested(struct domain *domain, struct thread *thread) {
    domain->services->lacks_servers = true;
    for (struct portal_call *call = domain->services->first_portal_call, *next; call; call = next) {
        next = call->next;
        if (!java_of(call->caller)->portal_server) continue;
        dequeue(call);
        end_call(call, CALL_REJECTED, thread);
    }
}

void calls_start_server(struct thread *thread, struct class *portals) {
    struct domain *domain = domain_of(thread);
    if (!domain->services->has_portal_server) start_server(thread, portals);
    domain->services->has_portal_server = !thread->exception;
}

// Another one for the next call. If there cannot be any, calls wait for one of those that there are, or are rejected.
static void start_another(struct thread *thread, struct class *portals) {
    struct domain *domain = domain_of(thread);
    if (may_start_another(domain)) start_server(thread, portals);
    if (exception_is_end(thread)) return;
    thread->exception = 0;
    if (!idle_count(domain)) reject_nested(domain, thread);
}

// Returns NULL if the domain ends, or enough others wait. A thread that is idle is given its call.
static struct portal_call *await_call(struct thread *thread, struct portal_server *server) {
    struct domain *domain = domain_of(thread);
    while (!exception_is_end(thread)) {
        if (LIKELY(server->call != NULL)) return server->call;
        struct portal_call *call = domain->services->first_portal_call;
        if (call) {
            dequeue(call);
            give(call, server);
            return call;
        }
        if (idle_count(domain) >= IDLE_MOST) return NULL;
        become_idle(domain, thread);
        scheduler_block(THREAD_WAITING, SWITCH_portal, SCHEDULER_FOR_EVER);
    }
    return NULL;
}

static bool has_caller(void *context) {
    const struct portal_server *server = context;
    return server->call != NULL;
}

// The caller may be gone afterwards, and its stack as well.
static bool copy_arguments(struct thread *thread, struct portal_server *server, const struct portal_call *call,
                           struct copy_root *roots, u32 count) {
    char problem[PROBLEM_BYTES];
    struct domain *own = domain_of(thread);
    struct copy_source source = {.domain = domain_of(call->caller),
                                 .roots = roots,
                                 .count = count,
                                 .declarer = call->target->holder->loader,
                                 .used_bytes = &own->services->served_bytes,
                                 .used_most = own->heap.limit_bytes / 2,
                                 .is_there = has_caller,
                                 .context = server};
    for (u32 i = 0; i < count; i++) roots[i].result = handle_new(thread, 0);
    bool is_copied = copy_objects(thread, &source, call->portal->interface->loader, problem, PROBLEM_BYTES);
    server->bytes = source.bytes;
    if (!is_copied && server->call) memcpy(call->problem, problem, PROBLEM_BYTES);
    return is_copied;
}

// Makes arguments for the service out of the call's: references are copied.
static bool take_arguments(struct thread *thread, struct portal_server *server, u64 *arguments) {
    const struct portal_call *call = server->call;
    const struct portal *portal = call->portal;
    struct copy_root roots[call->method->called->argument_slots];
    u32 count = 0, position = 0;
    struct argument_walk walk;
    argument_walk_start(&walk, call->target->descriptor->text, false);
    for (const char *type = walk.next; argument_walk_next(&walk); position++, type = walk.next) {
        ASSERT(1 + position < call->target->argument_slots);
        arguments[1 + position] = call->values[position];
        if (walk.type == 'L') roots[count++] = (struct copy_root){(handle)call->values[position], position, NULL, type};
    }
    // Copying lets others run, and the portal may end with its last caller.
    handle service = count ? handle_new(thread, portal->service.object) : NULL;
    if (count && !copy_arguments(thread, server, call, roots, count)) return false;
    for (u32 i = 0; i < count; i++) arguments[1 + roots[i].place] = *roots[i].result;
    arguments[0] = service ? *service : portal->service.object;
    return true;
}

// What the service has thrown is pending. Where it comes from can only be told here, so it is put down.
static bool take_exception(struct thread *thread, struct portal_server *server, struct class *portals) {
    if (LIKELY(!thread->exception) || exception_is_end(thread)) return false;
    *server->result = java_take_exception(thread);
    call_portals(thread, portals, "putTrace", "(Ljava/lang/Throwable;)V", (u64[]){*server->result});
    if (!exception_is_end(thread)) thread->exception = 0;
    return true;
}

// The caller goes on, for the rest of the time that it has given.
static void hand_back(struct thread *thread, struct portal_server *server, struct portal_call *call) {
    struct domain *domain = domain_of(thread);
    if (!server->is_returning && (domain->services->first_portal_call || idle_count(domain) >= IDLE_MOST)) {
        if (caller_waits(call)) scheduler_ready(call->caller, thread);
        return;
    }
    if (caller_waits(call)) {
        if (!server->is_returning) become_idle(domain, thread);
        scheduler_hand_over(call->caller);
    }
    while (server->is_returning && !exception_is_end(thread)) {
        scheduler_block(THREAD_WAITING, SWITCH_portal, SCHEDULER_FOR_EVER);
    }
}

static void reply(struct thread *thread, struct portal_server *server, bool has_thrown, u64 bits) {
    struct portal_call *call = server->call;
    log_work_end(&thread->log);
    LOG_EVENT(portal_return, .domain = core_of(domain_of(call->caller))->domain_number,
              .method = call->method->called->id);
    ASSERT(call->state == CALL_RUNS && call->server == server);
    call->state = CALL_RETURNED;
    call->has_thrown = has_thrown;
    server->is_returning = *server->result != 0;
    if (server->is_returning) {
        domain_of(thread)->services->portals_returning++;
    } else {
        call->bits = bits;
        call->server = NULL;
        server->call = NULL;
    }
    hand_back(thread, server, call);
}

// What one service has left behind on the thread is nothing to the next.
static void forget_interruption(struct thread *thread) {
    if (LIKELY(!java_of(thread)->interrupted) || exception_is_end(thread)) return;
    thread_take_interruption(thread);
    java_set_boolean(thread->java_thread, FIELD_Thread_interrupted, false);
}

static void refuse(struct thread *thread, struct portal_server *server) {
    log_work_end(&thread->log);
    end_call(server->call, CALL_REFUSED, thread);
    server->call = NULL;
}

// `call` is the server's until others run: its caller may go then.
static void serve(struct thread *thread, struct portal_server *server, const struct portal_call *call,
                  struct class *portals) {
    struct method *target = call->target;
    u64 arguments[target->argument_slots];
    LOG_EVENT(portal_receive, .domain = core_of(domain_of(call->caller))->domain_number,
              .method = call->method->called->id);
    if (UNLIKELY(!idle_count(domain_of(thread)))) {
        start_another(thread, portals);
        if (!server->call || exception_is_end(thread)) return;
    }
    *server->result = 0;
    if (target->argument_slots == 1) {
        arguments[0] = call->portal->service.object;
    } else {
        bool is_taken = take_arguments(thread, server, arguments);
        if (!server->call || exception_is_end(thread)) return;
        if (!is_taken) {
            refuse(thread, server);
            return;
        }
    }
    u64 bits = java_call(thread, target, arguments);
    forget_interruption(thread);
    bool has_thrown = take_exception(thread, server, portals);
    if (!has_thrown && target->return_type == 'L') *server->result = (ref)bits;
    if (server->call && !exception_is_end(thread)) reply(thread, server, has_thrown, bits);
}

void calls_serve(struct thread *thread, struct class *portals) {
    struct portal_server server = {.thread = thread, .result = handle_new(thread, 0)};
    struct portal_call *call;
    if (domain_of(thread)->services->portals_starting) domain_of(thread)->services->portals_starting--;
    java_of(thread)->portal_server = &server;
    while ((call = await_call(thread, &server)) != NULL) {
        log_work_begin(&thread->log, &call->caller->log);
        u32 mark = handle_mark(thread);
        server.bytes = 0;
        serve(thread, &server, call, portals);
        ASSERT(server.bytes <= domain_of(thread)->services->served_bytes);
        domain_of(thread)->services->served_bytes -= server.bytes;
        handle_release(thread, mark);
    }
    java_of(thread)->portal_server = NULL;
    ASSERT(!server.is_returning || domain_of(thread)->services->portals_returning);
    if (server.is_returning) domain_of(thread)->services->portals_returning--;
    log_work_end(&thread->log);
    if (server.call) end_call(server.call, CALL_DEAD, thread);
}

struct domain *calls_caller(const struct thread *thread) {
    const struct portal_server *server = java_of(thread)->portal_server;
    return server && server->call ? domain_of(server->call->caller) : NULL;
}

void calls_end(struct domain *domain, struct thread *thread) {
    ASSERT_LOCKED();
    while (domain->services->first_portal_call) {
        struct portal_call *call = domain->services->first_portal_call;
        dequeue(call);
        end_call(call, CALL_DEAD, thread);
    }
}
