// The JDK's own boot sequence, as the java launcher has it: main thread, initPhase1 to 3, LauncherHelper, main, and the
// end. See kernel/launch.h.
//
// Every step may fail with a Java exception. Before main that ends the machine; from then on it is the program's
// affair.
#include "kernel/launch.h"

#include "base/panic.h"
#include "kernel/classes/class.h"
#include "kernel/classes/class_find.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/java.h"
#include "kernel/classes/java_fields.h"
#include "kernel/classes/javastring.h"
#include "kernel/classes/mirror.h"
#include "kernel/core/end.h"
#include "kernel/core/options.h"
#include "kernel/domains/domains.h"
#include "kernel/heap/collect.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/raise.h"
#include "kernel/run/exception.h"
#include "kernel/run/java_threads.h"
#include "kernel/run/trace.h"
#include "kernel/run/values.h"
#include "log/log.h"

#define NORMAL_PRIORITY 5
#define MACHINE_PAGE 4096
#define LIBRARY_FAILED 1

enum launch_mode { LAUNCH_CLASS = 1, LAUNCH_JAR = 2 }; // LauncherHelper.LM_CLASS, LM_JAR

// The library could not be started: ends the domain, and with the first one the machine.
static void check(struct thread *thread, const char *step) {
    if (!thread->exception || exception_is_end(thread)) return;
    exception_print(thread, java_take_exception(thread));
    if (domain_of(thread) == domain_first) panic("the class library failed in %s", step);
    domain_exit(thread, LIBRARY_FAILED);
}

static void initialise(struct thread *thread, const char *class_name) {
    java_class(thread, class_name);
    check(thread, class_name);
}

// ---- Threads

// Makes the kernel thread a Java thread. The object must be the current thread before its constructor runs, because the
// constructor asks for it. Returns false if an exception is pending.
static bool attach(struct thread *thread, handle group, const char *name) {
    struct class *class = domain_of(thread)->known.thread;
    ref object = heap_alloc_object(thread, class);
    if (!object) return false;
    thread->java_thread = object;
    java_set_long(thread->java_thread, FIELD_Thread_eetop, (s64)(uintptr_t)thread);
    java_set_int(thread->java_thread, FIELD_Thread_priority, NORMAL_PRIORITY);
    initialise(thread, "java/lang/Thread");
    handle string = handle_new(thread, javastring_of(thread, name));
    if (!*string) return false;
    struct method *constructor = class_method(class, "<init>", "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V");
    java_call(thread, constructor, (u64[]){thread->java_thread, *group, *string});
    if (thread->exception) return false;
    thread_set_java_status(thread, STATUS_RUNNABLE);
    thread_log_name(thread, *string);
    return true;
}

// Ends the main thread's Java thread; the kernel thread goes on as another one. If the heap has no room for that one,
// the first serves again.
static void become_destroyer(struct thread *thread, handle group) {
    handle before = handle_new(thread, thread->java_thread);
    thread_finish_java(thread);
    if (attach(thread, group, "DestroyJavaVM")) return;
    java_take_exception(thread);
    thread->java_thread = *before;
    java_set_long(*before, FIELD_Thread_eetop, (s64)(uintptr_t)thread);
}

// The groups "system" and "main"; returns the latter.
static handle make_groups(struct thread *thread) {
    handle system = handle_new(thread, java_new(thread, "java/lang/ThreadGroup", "()V", (u64[]){0}));
    check(thread, "ThreadGroup");
    handle name = handle_new(thread, javastring_of(thread, "main"));
    check(thread, "ThreadGroup");
    u64 arguments[] = {0, *system, *name};
    handle group = handle_new(
        thread, java_new(thread, "java/lang/ThreadGroup", "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V", arguments));
    check(thread, "ThreadGroup");
    return group;
}

// ---- The library

static void set_unsafe_constants(struct thread *thread) {
    initialise(thread, "jdk/internal/misc/UnsafeConstants");
    if (exception_is_end(thread)) return;
    ref mirror = java_field_mirror(domain_of(thread), FIELD_UnsafeConstants_PAGE_SIZE);
    java_set_int(mirror, FIELD_UnsafeConstants_ADDRESS_SIZE0, 8);
    java_set_int(mirror, FIELD_UnsafeConstants_PAGE_SIZE, MACHINE_PAGE);
    java_set_boolean(mirror, FIELD_UnsafeConstants_UNALIGNED_ACCESS, true);
}

static void boot_library(struct thread *thread) {
    java_call_static(thread, "java/lang/System", "initPhase1", "()V", NULL);
    check(thread, "System.initPhase1");
    initialise(thread, "java/lang/OutOfMemoryError"); // which is made without its constructor
    initialise(thread, "java/lang/invoke/MethodHandle");
    initialise(thread, "java/lang/invoke/ResolvedMethodName");
    initialise(thread, "java/lang/invoke/MemberName");
    initialise(thread, "java/lang/invoke/MethodHandleNatives");
    u64 status = java_call_static(thread, "java/lang/System", "initPhase2", "(ZZ)I", (u64[]){true, true});
    if (status && !thread->exception) {
        exception_throw(thread, "java/lang/InternalError", "the module system could not be started");
    }
    check(thread, "System.initPhase2");
    java_call_static(thread, "java/lang/System", "initPhase3", "()V", NULL);
    check(thread, "System.initPhase3");
}

// Makes the groups, the main thread and the library. Returns the thread group "main".
static handle boot(struct thread *thread) {
    initialise(thread, "java/lang/String");
    initialise(thread, "java/lang/System");
    initialise(thread, "java/lang/Class");
    initialise(thread, "java/lang/ThreadGroup");
    handle group = make_groups(thread);
    attach(thread, group, "main");
    check(thread, "Thread");
    initialise(thread, "java/lang/Module");
    set_unsafe_constants(thread);
    initialise(thread, "java/lang/reflect/Method");
    initialise(thread, "java/lang/ref/Finalizer");
    boot_library(thread);
    return group;
}

// ---- The program

// Finds it as the launcher does: LauncherHelper itself reports what is wrong with the program, and exits.
static struct class *load(struct thread *thread, enum launch_mode mode, ref name) {
    u64 arguments[] = {true, mode, name};
    ref mirror = (ref)java_call_static(thread, "sun/launcher/LauncherHelper", "checkAndLoadMain",
                                       "(ZILjava/lang/String;)Ljava/lang/Class;", arguments);
    return mirror ? mirror_class(mirror) : NULL;
}

static struct class *load_main(struct thread *thread) {
    struct option option;
    const struct options *options = &domain_of(thread)->options;
    enum launch_mode mode = LAUNCH_CLASS;
    if (!option_first(options, "main", &option)) {
        mode = LAUNCH_JAR;
        if (!option_first(options, "jar", &option)) panic("the options name no program");
    }
    return load(thread, mode, javastring_new(thread, option.value, option.length));
}

// The values of an option.
static ref make_arguments(struct thread *thread, const char *key) {
    struct option option;
    const struct options *options = &domain_of(thread)->options;
    u32 count = 0;
    for (bool more = option_first(options, key, &option); more; more = option_next(key, &option)) count++;
    handle array = handle_new(thread, native_new_array(thread, "java/lang/String", count));
    u32 i = 0;
    for (bool more = option_first(options, key, &option); more && *array; more = option_next(key, &option)) {
        ref string = javastring_new(thread, option.value, option.length);
        if (!string) return 0;
        array_set_ref(*array, i++, string);
    }
    return *array;
}

static void call_main(struct thread *thread, struct class *class, const char *key, bool is_first_program) {
    if (!class || !class_initialise(thread, class)) return;
    handle arguments = handle_new(thread, make_arguments(thread, key));
    if (!*arguments) return;
    if (is_first_program) log_main();
    java_call(thread, class_method(class, "main", "([Ljava/lang/String;)V"), (u64[]){*arguments});
}

// The program's own scheduler, if it has one: the first domain's is the machine's. Returns false with an exception
// pending.
static bool start_scheduler(struct thread *thread) {
    struct option option;
    if (!option_first(&domain_of(thread)->options, "scheduler", &option)) return true;
    ref name = javastring_of(thread, "gnomon.SchedulerThread");
    call_main(thread, name ? load(thread, LAUNCH_CLASS, name) : NULL, "scheduler", false);
    return !thread->exception;
}

static void run_main(struct thread *thread) {
    if (!start_scheduler(thread)) return;
    call_main(thread, load_main(thread), "arg", domain_of(thread) == domain_first);
}

// What the java launcher does once main has returned.
static void await_end(struct thread *thread, handle group) {
    become_destroyer(thread, group);
    thread_await_others(thread);
    java_call_static(thread, "java/lang/Shutdown", "shutdown", "()V", NULL);
}

s32 launch_program(struct thread *thread) {
    if (!collect_init(domain_of(thread), &domain_of(thread)->options)) {
        exception_give_up(thread, "there is no memory for its collector");
        return 1;
    }
    handle group = boot(thread);
    if (!exception_is_end(thread)) run_main(thread);
    s32 status = thread->exception != 0;
    if (status) thread_dispatch_uncaught(thread);
    if (!exception_is_end(thread)) await_end(thread, group);
    collect_end(domain_of(thread));
    return status;
}

void launch_main(struct thread *thread) { kernel_end(launch_program(thread)); }
