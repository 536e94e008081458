// gnomon.Portals (kernel/domains/java/): registering services, finding them, and serving calls; gnomon.Memory: blocks
// that domains share.
#include "base/panic.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/class_find.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/java.h"
#include "kernel/classes/javastring.h"
#include "kernel/classes/mirror.h"
#include "kernel/code/native.h"
#include "kernel/core/scheduler.h"
#include "kernel/domains/calls.h"
#include "kernel/domains/domain_services.h"
#include "kernel/domains/memories.h"
#include "kernel/domains/portals.h"
#include "kernel/domains/proxies.h"
#include "kernel/domains/rights.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/raise.h"
#include "kernel/natives/thread.h"
#include "kernel/run/java_threads.h"
#include "kernel/run/values.h"

// The natives are private, but reflection gets at them, and a program may have a class of that name.
static struct class *given_class(struct thread *thread, handle mirror) {
    struct class *class = *mirror ? mirror_class(*mirror) : NULL;
    if (class && !class->primitive && !class_is_array(class)) return class;
    exception_throw(thread, "java/lang/IllegalArgumentException", "no class or interface");
    return NULL;
}

// Puts down the name of a service, all of it: two that begin alike are two. Returns false, with an exception pending,
// if it is null, empty or too long, or the domain has no right to it.
static bool take_name(struct thread *thread, handle name, char text[PORTAL_NAME_BYTES]) {
    if (native_is_null(thread, name)) return false;
    size_t length = javastring_utf8_length(*name, PORTAL_NAME_BYTES);
    if (!length || length >= PORTAL_NAME_BYTES) {
        exception_throw(thread, "java/lang/IllegalArgumentException",
                        length ? "a name of a service has at most 255 bytes"
                               : "a name of a service has at least one byte");
        return false;
    }
    javastring_utf8(*name, text, PORTAL_NAME_BYTES);
    if (rights_may_name(domain_of(thread)->services->names, text)) return true;
    exception_throw(thread, "java/lang/SecurityException", "the name \"%s\" is not for this domain", text);
    return false;
}

// Returns how many portals the service implements; if that is 1 it is registered, unless the name is taken.
#define TAKEN (-1)
static s32 register_service(struct thread *thread, handle portals, handle name, handle service) {
    char text[PORTAL_NAME_BYTES];
    u32 count;
    struct class *starter = given_class(thread, portals);
    if (!starter || !take_name(thread, name, text) || native_is_null(thread, service)) return 0;
    struct class *interface = portal_interface_of(object_class(*service), &count);
    if (!interface) return (s32)count;
    ASSERT(count == 1); // or there would be no interface
    calls_start_server(thread, starter);
    if (thread->exception || portal_register(thread, text, interface, *service)) return 1;
    if (portal_is_named(text)) return TAKEN;
    if (portals_may_grow(domain_of(thread))) {
        exception_throw_out_of_memory(thread, "no memory for a service");
    } else {
        exception_throw(thread, "java/lang/IllegalStateException", PORTALS_FULL);
    }
    return 0;
}

// The service itself, if it is of the thread's domain; otherwise a proxy. Waits for ever if `nanoseconds` is negative;
// null if that has been too long.
static ref lookup(struct thread *thread, handle name, handle interface, s64 nanoseconds) {
    char text[PORTAL_NAME_BYTES];
    struct class *wanted = given_class(thread, interface);
    if (!wanted || !take_name(thread, name, text)) return 0;
    u64 deadline = nanoseconds < 0 ? SCHEDULER_FOR_EVER : thread_deadline(nanoseconds);
    const struct portal *portal = portal_lookup(thread, text, deadline);
    if (!portal) {
        native_is_interrupted(thread);
        return 0;
    }
    if (portal->domain == domain_of(thread)) return portal->service.object;
    return proxy_new(thread, wanted, portal->number, name);
}

static void serve(struct thread *thread, handle portals) {
    struct class *starter = given_class(thread, portals);
    if (starter) calls_serve(thread, starter);
}

static s32 caller_number(void) {
    const struct domain *caller = calls_caller(thread_self());
    return caller ? (s32)caller->heap.domain_number : 0;
}

static ref caller_name(struct thread *thread) {
    const struct domain *caller = calls_caller(thread);
    return caller ? javastring_of(thread, caller->name) : 0;
}

static const struct native PORTALS[] = {
    REENTRANT("register0", "(Ljava/lang/Class;Ljava/lang/String;Lgnomon/Portal;)I", register_service),
    REENTRANT("lookup0", "(Ljava/lang/String;Ljava/lang/Class;J)Ljava/lang/Object;", lookup),
    LOCKED("callerNumber0", "()I", caller_number),
    HANDLE("callerName0", "()Ljava/lang/String;", caller_name),
    REENTRANT("serve0", "(Ljava/lang/Class;)V", serve),
    NATIVES_END,
};

// ---- gnomon.Memory

static s32 allocate(struct thread *thread, s32 size) {
    u32 number = size < 0 ? 0 : memory_new(domain_of(thread), (u32)size);
    if (!number) exception_throw(thread, "java/lang/OutOfMemoryError", "Direct buffer memory");
    return (s32)number;
}

// Which part of a block; IndexOutOfBoundsException if it is not within it.
static s32 make_view(struct thread *thread, s32 number, s32 start, s32 size, s32 kind) {
    struct domain *domain = domain_of(thread);
    struct memory_bytes bytes = memory_of(domain, (u32)number);
    if (start < 0 || size < 0 || (u64)(u32)start + (u32)size > bytes.count) {
        exception_throw(thread, "java/lang/IndexOutOfBoundsException", "%d bytes from %d on, of %u", size, start,
                        bytes.count);
        return 0;
    }
    u32 made = memory_view(domain, (u32)number, (u32)start, (u32)size, (enum memory_view_kind)kind);
    if (!made) exception_throw(thread, "java/lang/OutOfMemoryError", "Direct buffer memory");
    return (s32)made;
}

static s32 revoke(s32 number) { return memory_revoke(domain_of(thread_self()), (u32)number); }

static s32 is_revocable(s32 number) { return memory_of(domain_of(thread_self()), (u32)number).is_revocable; }

// The bytes for an access, or NULL with an exception pending. Under the kernel's lock, so that nothing is accessed once
// memory_revoke has returned.
static u8 *bytes_for(struct thread *thread, s32 number, s32 at, s32 count, bool is_write) {
    struct memory_bytes bytes = memory_of(domain_of(thread), (u32)number);
    if (!bytes.start || bytes.is_revoked) {
        exception_throw(thread, "java/lang/IllegalStateException", "the memory has been revoked");
    } else if (is_write && bytes.is_read_only) {
        exception_throw(thread, "java/nio/ReadOnlyBufferException", NULL);
    } else if (at < 0 || count < 0 || (u64)(u32)at + (u32)count > bytes.count) {
        exception_throw(thread, "java/lang/IndexOutOfBoundsException", "%d bytes at %d of %u", count, at, bytes.count);
    } else {
        return bytes.start + at;
    }
    return NULL;
}

// Between memory and an array of bytes of the program's, whose bounds Java has checked.
static void transfer(struct thread *thread, s32 number, s32 at, handle array, s32 from, s32 count, s32 is_write) {
    if (native_is_null(thread, array)) return;
    u8 *memory = bytes_for(thread, number, at, count, is_write);
    if (!memory) return;
    if (from < 0 || (u64)(u32)from + (u32)count > array_length(*array)) {
        exception_throw(thread, "java/lang/IndexOutOfBoundsException", "%d bytes from %d on, of %u", count, from,
                        array_length(*array));
        return;
    }
    u8 *bytes = array_at(*array)->elements + from;
    ASSERT(count >= 0);
    memcpy(is_write ? memory : bytes, is_write ? bytes : memory, (size_t)count);
}

// A buffer of the bytes, which keeps `owner` alive. A class of the JDK's makes it, which no program can change.
static ref make_buffer(struct thread *thread, s32 number, handle owner) {
    if (native_is_null(thread, owner)) return 0;
    struct memory_bytes bytes = memory_of(domain_of(thread), (u32)number);
    if (!bytes.start || bytes.is_revocable || !memory_bind(domain_of(thread), (u32)number, *owner)) {
        exception_throw(thread, "java/lang/IllegalStateException", "no memory %d, or one without buffers", number);
        return 0;
    }
    u64 arguments[] = {0, (u64)bytes.start, bytes.count, *owner, 0};
    ref buffer = java_new(thread, "java/nio/DirectByteBuffer",
                          "(JILjava/lang/Object;Ljdk/internal/access/foreign/MemorySegmentProxy;)V", arguments);
    if (!buffer || !bytes.is_read_only) return buffer;
    struct method *restrict_it = class_method(object_class(buffer), "asReadOnlyBuffer", "()Ljava/nio/ByteBuffer;");
    return restrict_it ? (ref)java_call(thread, restrict_it, (u64[]){buffer}) : 0;
}

// As make_buffer: its use lasts until the owner is dead.
static void bind(struct thread *thread, s32 number, handle owner) {
    if (native_is_null(thread, owner) || memory_bind(domain_of(thread), (u32)number, *owner)) return;
    exception_throw(thread, "java/lang/IllegalStateException", "no memory %d", number);
}

static void sweep(struct thread *thread) {
    while (memories_sweep(domain_of(thread))) scheduler_poll_native(thread);
}

static const struct native MEMORY[] = {
    HANDLE("allocate0", "(I)I", allocate),
    REENTRANT("buffer0", "(ILjava/lang/Object;)Ljava/nio/ByteBuffer;", make_buffer),
    HANDLE("view0", "(IIII)I", make_view),
    LOCKED("revoke0", "(I)Z", revoke),
    LOCKED("isRevocable0", "(I)Z", is_revocable),
    HANDLE("transfer0", "(II[BIIZ)V", transfer),
    HANDLE("bind0", "(ILjava/lang/Object;)V", bind),
    HANDLE("sweep0", "()V", sweep),
    NATIVES_END,
};

const struct native_class natives_portal[] = {{"gnomon/Portals", PORTALS}, {"gnomon/Memory", MEMORY}, {NULL, NULL}};
