// gnomon.Portals (kernel/domains/java/): registering services, finding them, and serving calls; gnomon.Memory: blocks
// that domains share.
#include "kernel/classes/domain.h"
#include "kernel/classes/java.h"
#include "kernel/classes/javastring.h"
#include "kernel/classes/mirror.h"
#include "kernel/core/scheduler.h"
#include "kernel/domains/calls.h"
#include "kernel/domains/memories.h"
#include "kernel/domains/portals.h"
#include "kernel/domains/proxies.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/raise.h"
#include "kernel/natives/thread.h"
#include "kernel/run/java_threads.h"
#include "kernel/run/native.h"
#include "kernel/run/values.h"

// Returns how many portals the service implements; if that is 1 it is registered, unless the name is taken, or the
// domain has as many services as it may have.
#define TAKEN (-1)
static s32 register_service(struct thread *thread, handle portals, handle name, handle service) {
    char text[PORTAL_NAME_BYTES];
    u32 count;
    struct class *interface = portal_interface_of(object_class(*service), &count);
    if (!interface) return (s32)count;
    javastring_utf8(*name, text, sizeof(text));
    calls_start_server(thread, mirror_class(*portals));
    return thread->exception || portal_register(thread, text, interface, *service) ? 1 : TAKEN;
}

// The service itself, if it is of the thread's domain; otherwise a proxy. Waits for ever if `nanoseconds` is negative;
// null if that has been too long.
static ref lookup(struct thread *thread, handle name, handle interface, s64 nanoseconds) {
    char text[PORTAL_NAME_BYTES];
    javastring_utf8(*name, text, sizeof(text));
    u64 deadline = nanoseconds < 0 ? SCHEDULER_FOR_EVER : thread_deadline(nanoseconds);
    const struct portal *portal = portal_lookup(thread, text, deadline);
    if (!portal) {
        native_is_interrupted(thread);
        return 0;
    }
    if (portal->domain == domain_of(thread)) return portal->service.object;
    return proxy_new(thread, mirror_class(*interface), portal->number, name);
}

static void serve(struct thread *thread, handle portals) { calls_serve(thread, mirror_class(*portals)); }

static const struct native PORTALS[] = {
    REENTRANT("register0", "(Ljava/lang/Class;Ljava/lang/String;Lgnomon/Portal;)I", register_service),
    REENTRANT("lookup0", "(Ljava/lang/String;Ljava/lang/Class;J)Ljava/lang/Object;", lookup),
    REENTRANT("serve0", "(Ljava/lang/Class;)V", serve),
    NATIVES_END,
};

// ---- gnomon.Memory

static s32 allocate(struct thread *thread, s32 size) {
    u32 number = memory_new(domain_of(thread), (u32)size);
    if (!number) exception_throw(thread, "java/lang/OutOfMemoryError", "Direct buffer memory");
    return (s32)number;
}

// A buffer of the bytes, which keeps `owner` alive.
static ref make_buffer(struct thread *thread, s32 number, handle owner) {
    struct memory_bytes bytes = memory_of(domain_of(thread), (u32)number);
    if (!bytes.start) {
        exception_throw(thread, "java/lang/IllegalStateException", "no memory %d", number);
        return 0;
    }
    u64 arguments[] = {0, (u64)bytes.start, bytes.count, *owner, 0};
    return java_new(thread, "java/nio/DirectByteBuffer",
                    "(JILjava/lang/Object;Ljdk/internal/access/foreign/MemorySegmentProxy;)V", arguments);
}

static void release(struct thread *thread, s32 number) { memory_release(domain_of(thread), (u32)number); }

static const struct native MEMORY[] = {
    HANDLE("allocate0", "(I)I", allocate),
    REENTRANT("buffer0", "(ILjava/lang/Object;)Ljava/nio/ByteBuffer;", make_buffer),
    HANDLE("release0", "(I)V", release),
    NATIVES_END,
};

const struct native_class natives_portal[] = {{"gnomon/Portals", PORTALS}, {"gnomon/Memory", MEMORY}, {NULL, NULL}};
