// gnomon.Portals (kernel/domains/java/): registering services, calling them, and receiving calls.
#include "kernel/classes/domain.h"
#include "kernel/classes/javastring.h"
#include "kernel/classes/mirror.h"
#include "kernel/core/scheduler.h"
#include "kernel/domains/portals.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/heap.h"
#include "kernel/heap/raise.h"
#include "kernel/natives/reflect.h"
#include "kernel/natives/thread.h"
#include "kernel/run/code_log.h"
#include "kernel/run/java_threads.h"
#include "kernel/run/native.h"
#include "kernel/run/values.h"

static s32 register_service(struct thread *thread, handle name, handle interface) {
    char text[PORTAL_NAME_BYTES];
    if (native_is_null(thread, name) || native_is_null(thread, interface)) return 0;
    javastring_utf8(*name, text, sizeof(text));
    return (s32)portal_register(thread, text, mirror_class(*interface)->loader);
}

// Waits for ever if `nanoseconds` is negative.
static s32 lookup(struct thread *thread, handle name, s64 nanoseconds) {
    char text[PORTAL_NAME_BYTES];
    if (native_is_null(thread, name)) return 0;
    javastring_utf8(*name, text, sizeof(text));
    u32 number = portal_lookup(thread, text, nanoseconds < 0 ? SCHEDULER_FOR_EVER : thread_deadline(nanoseconds));
    if (!number) native_is_interrupted(thread);
    return (s32)number;
}

// result[0] becomes what the service has returned or thrown, or a text that says what could not be copied.
static s32 call(struct thread *thread, s32 portal, handle method, handle key, handle arguments, handle result) {
    char problem[PORTAL_PROBLEM_BYTES];
    ref made;
    struct method *called = reflect_method(*method);
    code_log_name(called);
    enum portal_status status =
        portal_call(thread, (u32)portal, key, arguments, called->id, called->holder->loader, &made, problem);
    if (status == PORTAL_REFUSED && !thread->exception) made = javastring_of(thread, problem);
    if (!thread->exception) array_set_ref(*result, 0, made);
    return (s32)status;
}

// call[0] becomes the arguments, call[1] the method's key.
static s32 receive(struct thread *thread, handle call) {
    handle arguments = handle_new(thread, 0), method = handle_new(thread, 0);
    u32 number = portal_receive(thread, arguments, method);
    if (!number) return 0;
    array_set_ref(*call, 0, *arguments);
    array_set_ref(*call, 1, *method);
    return (s32)number;
}

static s32 idle_count(void) { return (s32)portal_idle_count(thread_self()); }

static void reply(struct thread *thread, handle result, s32 has_thrown) { portal_reply(thread, result, has_thrown); }

static const struct native PORTALS[] = {
    HANDLE("register0", "(Ljava/lang/String;Ljava/lang/Class;)I", register_service),
    REENTRANT("lookup0", "(Ljava/lang/String;J)I", lookup),
    REENTRANT("call0", "(ILjava/lang/reflect/Method;Ljava/lang/String;[Ljava/lang/Object;[Ljava/lang/Object;)I", call),
    REENTRANT("receive0", "([Ljava/lang/Object;)I", receive),
    LOCKED("idle0", "()I", idle_count),
    REENTRANT("reply0", "(Ljava/lang/Object;Z)V", reply),
    NATIVES_END,
};

const struct native_class natives_portal[] = {{"gnomon/Portals", PORTALS}, {NULL, NULL}};
