// Java called from C, and exceptions made in C: arguments in the places where the machine wants them, results by their
// type, references that are moved meanwhile, and what comes of errors within errors. The files are included, not
// linked; stub_java_call is this test's own, so "Java" is whatever each case says it does.
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kernel/classes/class_find.h"
#include "kernel/classes/javastring.h"
#include "kernel/classes/loader.h"
#include "kernel/run/exception.c"
#include "kernel/run/java.c"

#include "make_class.h"
#include "runtime.h"
#include "tap.h"

// ---- What Java does

static const struct method *called;
static struct java_arguments passed;
static u64 passed_stack[16];
static u32 calls;
static u64 (*java_does)(struct method *method, const struct java_arguments *arguments);

u64 stub_java_call(struct method *method, const struct java_arguments *arguments) {
    called = method;
    passed = *arguments;
    memcpy(passed_stack, arguments->stack, arguments->stack_count * sizeof(u64));
    calls++;
    return java_does ? java_does(method, arguments) : 0;
}

static u32 polls;
void entry_overflow_stack(struct thread *thread) {
    polls++;
    exception_throw(thread, "java/lang/StackOverflowError", NULL);
}

// ---- Help

static struct thread *self;

static struct class *class_of(const char *name) {
    struct class *class = loader_load(self, &domain_first->boot_loader, symbol_of(name));
    class->state = CLASS_INITIALISED; // its initialiser would be Java code
    return class;
}

static const char *pending(void) {
    static char name[256];
    if (!self->exception) return "none";
    return class_external_name(object_class(self->exception), name, sizeof(name));
}

static bool is_message(ref exception, const char *expected) {
    char text[1024] = "null";
    ref message = heap_load_ref(exception, domain_first->known.throwable_message);
    if (message) javastring_utf8(message, text, sizeof(text));
    return strcmp(text, expected) == 0 || (tap_note("'%s', expected '%s'", text, expected), false);
}

static ref new_object(const char *class_name) { return heap_alloc_object(self, class_of(class_name)); }

static void begin(u64 (*java)(struct method *, const struct java_arguments *)) {
    self->exception = 0;
    self->handle_count = 0;
    java_of(self)->exception_depth = 0;
    calls = polls = 0;
    java_does = java;
}

// Whether it ends the machine, which here aborts a process made for it.
static bool ends(void (*what)(void)) {
    int status;
    pid_t child = fork();
    if (!child) {
        close(STDERR_FILENO);
        what();
        _exit(0);
    }
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

// ---- Calls

static struct method made_up(const char *descriptor, u16 flags) {
    return (struct method){.name = symbol_of("made"),
                           .descriptor = symbol_of(descriptor),
                           .access_flags = flags,
                           .return_type = strchr(descriptor, ')')[1] == '[' ? 'L' : strchr(descriptor, ')')[1],
                           .holder = domain_first->known.object};
}

static void test_places(void) {
    begin(NULL);
    // Integer registers: the receiver, I, J, [I, the String, Z; B and S go on the stack. SSE registers: F and the first
    // seven D; the others go on the stack too.
    struct method method = made_up("(IJF[IDLjava/lang/String;DZDDBDDDSDD)V", 0);
    u64 arguments[18];
    for (u32 i = 0; i < COUNT_OF(arguments); i++) arguments[i] = 100 + i;
    java_call(self, &method, arguments);
    static const u64 integers[] = {100, 101, 102, 104, 106, 108}, sses[] = {103, 105, 107, 109, 110, 112, 113, 114};
    static const u64 stack[] = {111, 115, 116, 117};
    tap_ok(memcmp(passed.integer, integers, sizeof(integers)) == 0, "integers and references, the receiver first");
    tap_ok(memcmp(passed.sse, sses, sizeof(sses)) == 0, "float and double");
    tap_ok(passed.stack_count == 4 && memcmp(passed_stack, stack, sizeof(stack)) == 0, "and the rest in their order");
    method = made_up("(I)D", ACC_STATIC);
    java_call(self, &method, arguments);
    tap_ok(passed.integer[0] == 100 && !passed.stack_count && passed.returns_sse, "a static method has no receiver");
}

static u64 give_bits(struct method *method, const struct java_arguments *arguments) {
    (void)method, (void)arguments;
    return 0xfedcba9887654321;
}

static void test_results(void) {
    static const struct {
        const char *descriptor;
        u64 result;
    } cases[] = {{"()V", 0},
                 {"()Z", 0x21},
                 {"()C", 0x4321},
                 {"()B", 0x21},
                 {"()S", 0x4321},
                 {"()I", 0xffffffff87654321},
                 {"()F", 0x87654321},
                 {"()[J", 0x87654321},
                 {"()J", 0xfedcba9887654321},
                 {"()D", 0xfedcba9887654321}};
    u32 wrong = 0;
    for (u32 i = 0; i < COUNT_OF(cases); i++) {
        begin(give_bits);
        struct method method = made_up(cases[i].descriptor, ACC_STATIC);
        u64 result = java_call(self, &method, NULL);
        if (result != cases[i].result) wrong++, tap_note("%s: %lx", cases[i].descriptor, (unsigned long)result);
    }
    tap_is_int(wrong, 0, "results as their types are");
}

static u64 raise_something(struct method *method, const struct java_arguments *arguments) {
    (void)method, (void)arguments;
    self->exception = domain_first->heap.out_of_memory;
    return 4711;
}

static void test_refused(void) {
    struct method method = made_up("()J", ACC_STATIC);
    begin(raise_something);
    tap_is_int((long long)java_call(self, &method, NULL), 0, "with an exception the result is 0");
    begin(NULL);
    self->handle_count = HANDLE_PIECES * HANDLE_PIECE - 10;
    java_call(self, &method, NULL);
    tap_is_text(pending(), "java.lang.StackOverflowError", "with hardly a handle left no Java is called");
    tap_ok(called != &method, "but the error's constructor");
}

static void test_virtual(void) {
    begin(NULL);
    ref list = new_object("java/util/ArrayList");
    struct method *method = class_method(class_of("java/util/AbstractCollection"), "size", "()I");
    java_call_virtual(self, method, (u64[]){list});
    tap_is_text(called->holder->name->text, "java/util/ArrayList", "a virtual call is the receiver's method");
    u64 arguments[2] = {0, 5};
    java_call_method(self, handle_new(self, list), "get", "(I)Ljava/lang/Object;", arguments);
    tap_ok(strcmp(called->name->text, "get") == 0 && passed.integer[0] == list && passed.integer[1] == 5,
           "one by name has the receiver in front");
}

// The class's initialiser runs first, and afterwards everything has moved.
static ref moved_to;
static u64 move_handles(struct method *method, const struct java_arguments *arguments) {
    (void)arguments;
    if (strcmp(method->name->text, "<clinit>") != 0) return 0;
    for (u32 i = 0; i < self->handle_count; i++) {
        if (*handle_at(self, i)) *handle_at(self, i) = moved_to;
    }
    return 0;
}

static void test_moved(void) {
    begin(move_handles);
    moved_to = new_object("java/util/ArrayList");
    ref before = new_object("java/util/ArrayList");
    struct class *objects = class_of("java/util/Objects"),
                 *identifier = loader_load(self, &domain_first->boot_loader, symbol_of("java/util/UUID"));
    java_call_static(self, "java/util/Objects", "requireNonNull",
                     "(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/Object;", (u64[]){before, 0});
    tap_ok(called->holder == objects && passed.integer[0] == before && calls == 1,
           "a static method of an initialised class");
    tap_ok(identifier->state != CLASS_INITIALISED, "one that is not");
    java_call_static(self, "java/util/UUID", "fromString", "(Ljava/lang/String;)Ljava/util/UUID;", (u64[]){before});
    tap_ok(identifier->state == CLASS_INITIALISED && calls == 3, "is initialised first");
    tap_ok(passed.integer[0] == moved_to, "and what has been moved meanwhile is passed where it is now");
    tap_is_int(self->handle_count, 0, "no handle is left");
}

// ---- Objects

static u64 constructor_fails(struct method *method, const struct java_arguments *arguments) {
    return strcmp(method->name->text, "<init>") == 0 ? raise_something(method, arguments) : 0;
}

static void test_new(void) {
    begin(NULL);
    class_of("java/util/ArrayList");
    u64 arguments[2] = {0, 17};
    ref list = java_new(self, "java/util/ArrayList", "(I)V", arguments);
    tap_ok(list && object_class(list) == class_of("java/util/ArrayList"), "a new object");
    tap_ok(strcmp(called->name->text, "<init>") == 0 && passed.integer[0] == list && passed.integer[1] == 17,
           "has gone to its constructor, with the arguments");
    begin(constructor_fails);
    tap_ok(!java_new(self, "java/util/ArrayList", "(I)V", arguments) && self->exception, "none if that fails");
    tap_is_int(self->handle_count, 0, "and no handle is left");
    begin(NULL);
    tap_ok(!java_new(self, "no/such/Class", "()V", arguments), "of a class that is not there there is none");
    tap_is_text(pending(), "java.lang.NoClassDefFoundError", "but an error");
    begin(NULL);
    tap_ok(!java_alloc(self, domain_first->known.class_), "nobody makes a java.lang.Class");
    tap_is_text(pending(), "java.lang.IllegalAccessError", "for which there is an error too");
}

static void test_finalizer(void) {
    static const struct made_class with = {
        .name = "with/Finalizer", .flags = ACC_PUBLIC | ACC_SUPER, .methods = {{"finalize", "()V", ACC_PROTECTED}}};
    static u8 bytes[4096];
    begin(NULL);
    class_of("java/lang/ref/Finalizer");
    size_t size = make_class(&with, bytes, sizeof(bytes));
    struct loader_define define = {.name = symbol_of("with/Finalizer"), .bytes = bytes, .size = size};
    struct class *class = loader_define(self, &domain_first->boot_loader, &define);
    class->flags |= CLASS_HAS_FINALIZER; // an empty finalizer does not count
    ref object = java_alloc(self, class);
    tap_ok(object && strcmp(called->name->text, "register") == 0 && passed.integer[0] == object,
           "what has a finalizer is registered");
    begin(raise_something);
    tap_ok(!java_alloc(self, class), "and is nobody's if that fails");
    begin(NULL);
    tap_ok(java_alloc(self, class_of("java/util/ArrayList")) && !calls, "other objects are not");
}

// ---- Exceptions

// Throwable's constructors, as far as the message is concerned.
static u64 keep_message(struct method *method, const struct java_arguments *arguments) {
    if (strcmp(method->descriptor->text, "(Ljava/lang/String;)V") == 0) {
        heap_store_ref((ref)arguments->integer[0], domain_first->known.throwable_message, (ref)arguments->integer[1]);
    }
    return 0;
}

static void test_throw(void) {
    begin(keep_message);
    class_of("java/lang/IllegalStateException"), class_of("java/lang/RuntimeException");
    exception_throw(self, "java/lang/IllegalStateException", "%d of %s", 7, "these");
    tap_is_text(pending(), "java.lang.IllegalStateException", "an exception");
    tap_ok(is_message(self->exception, "7 of these"), "with its message");
    ref first = self->exception;
    u32 before = calls;
    exception_throw(self, "java/lang/RuntimeException", "another");
    tap_ok(self->exception == first && calls == before, "another one does not take its place, nor is it made");
    tap_ok(java_exception_is(self, "java/lang/RuntimeException") && !java_exception_is(self, "java/lang/Error"),
           "its class is asked for");
    tap_ok(java_take_exception(self) == first && !self->exception, "and it is taken away");
    begin(keep_message);
    exception_throw(self, "java/lang/RuntimeException", NULL);
    tap_ok(self->exception && is_message(self->exception, "null"), "one without a message");
    tap_is_int(java_of(self)->exception_depth, 0, "none is being made any more");
    begin(keep_message);
    exception_throw_class_error(self,
                                &(struct class_error){.exception = "java/lang/RuntimeException", .message = "it"});
    tap_ok(self->exception && is_message(self->exception, "it"), "what is wrong with a class");
    char longer[3000];
    memset(longer, 'x', sizeof(longer));
    longer[sizeof(longer) - 1] = 0;
    begin(keep_message);
    exception_throw(self, "java/lang/RuntimeException", "%s", longer);
    tap_ok(javastring_length(heap_load_ref(self->exception, domain_first->known.throwable_message)) ==
               MESSAGE_BYTES - 1,
           "a long message is cut");
}

static void test_cause(void) {
    begin(keep_message);
    handle cause = handle_new(self, new_object("java/lang/RuntimeException"));
    exception_throw_cause(self, "java/lang/IllegalStateException", cause, "because");
    tap_ok(strcmp(called->name->text, "initCause") == 0 && passed.integer[1] == *cause, "a cause is given to it");
    tap_ok(passed.integer[0] == self->exception, "before it is raised");
}

static void test_within(void) {
    begin(constructor_fails);
    exception_throw(self, "java/lang/IllegalStateException", "x");
    tap_ok(self->exception == domain_first->heap.out_of_memory, "what goes wrong in the making is raised instead");
    begin(keep_message);
    exception_throw(self, "no/such/Exception", "x");
    tap_is_text(pending(), "java.lang.NoClassDefFoundError", "an exception whose class is not there");
    tap_is_int(java_of(self)->exception_depth, 0, "none is being made any more");
}

static u64 throw_within(struct method *method, const struct java_arguments *arguments) {
    (void)method, (void)arguments;
    exception_throw(self, "java/lang/IllegalStateException", "deeper");
    return 0;
}
static u32 deep_left;
static u64 throw_for_a_while(struct method *method, const struct java_arguments *arguments) {
    return deep_left-- ? throw_within(method, arguments) : 0;
}
static void throw_without_end(void) {
    begin(throw_within);
    exception_throw(self, "java/lang/IllegalStateException", "x");
}

static void test_depth(void) {
    begin(throw_for_a_while);
    deep_left = DEPTH_LIMIT - 1;
    exception_throw(self, "java/lang/IllegalStateException", "x");
    tap_is_text(pending(), "java.lang.IllegalStateException", "errors within errors, so many");
    tap_is_int(calls, DEPTH_LIMIT, "each in the making of the one before");
    tap_ok(ends(throw_without_end), "without an end they are the machine's");
}

static void test_out_of_memory(void) {
    begin(NULL);
    exception_throw_out_of_memory(self, "all of it");
    ref error = self->exception;
    tap_is_text(pending(), "java.lang.OutOfMemoryError", "an OutOfMemoryError");
    tap_ok(calls == 0 && error != domain_first->heap.out_of_memory, "is made without Java, for each case a new one");
    tap_ok(is_message(error, "all of it"), "with its message");
    tap_ok(heap_load_ref(error, domain_first->known.throwable_cause) == error, "and no cause, as Throwable has it");
    begin(NULL);
    while (heap_try_object(self, domain_first->known.object)) {}
    while (heap_try_object(self, domain_first->known.out_of_memory)) {}
    exception_throw_out_of_memory(self, "none");
    tap_ok(self->exception == domain_first->heap.out_of_memory && is_message(self->exception, "none"),
           "without a byte for it, it is the one that was made beforehand");
}

static void test_stack(void) {
    begin(NULL);
    u64 here = (u64)__builtin_frame_address(0);
    self->real_stack_limit = here - 100 * KIB;
    tap_ok(exception_check_stack(self, 0) && exception_check_stack(self, 90 * KIB), "there is stack enough");
    tap_ok(!polls && !exception_check_stack(self, 200 * KIB) && polls == 1, "or not, which is as if Java had none");
    tap_is_text(pending(), "java.lang.StackOverflowError", "");
    self->real_stack_limit = 0;
}

static void test_stubs(void) {
    begin(keep_message);
    ref list = new_object("java/util/ArrayList");
    class_of("java/lang/IncompatibleClassChangeError"), class_of("java/lang/AbstractMethodError"),
        class_of("java/lang/IllegalAccessError");
    struct method *run = class_method(class_of("java/lang/Runnable"), "run", "()V");
    exception_throw_not_implemented(thread_self(), list, run);
    tap_ok(is_message(self->exception,
                      "Class java.util.ArrayList does not implement the requested interface java.lang.Runnable"),
           "not implemented");
    begin(keep_message);
    exception_throw_abstract(thread_self(), list, run);
    tap_ok(is_message(self->exception,
                      "Receiver class java.util.ArrayList does not define or inherit an implementation "
                      "of the resolved method 'abstract void run()' of interface java.lang.Runnable."),
           "abstract");
    begin(keep_message);
    struct method hidden = *run;
    hidden.flags |= METHOD_NOT_PUBLIC;
    exception_throw_abstract(thread_self(), list, &hidden);
    tap_is_text(pending(), "java.lang.IllegalAccessError", "not public");
    begin(keep_message);
    hidden.flags = METHOD_CONFLICT;
    exception_throw_abstract(thread_self(), list, &hidden);
    tap_is_text(pending(), "java.lang.IncompatibleClassChangeError", "of several defaults");
}

int main(void) {
    if (!runtime_start(true)) {
        tap_skip("all", "there is no JDK 17 image");
        return tap_done();
    }
    self = thread_self();
    test_places();
    test_results();
    test_refused();
    test_virtual();
    test_moved();
    test_new();
    test_finalizer();
    test_throw();
    test_cause();
    test_within();
    test_depth();
    test_stack();
    test_stubs();
    test_out_of_memory();
    return tap_done();
}
