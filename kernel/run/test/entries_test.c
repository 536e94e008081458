// What translated code calls in C: what it raises, and the arguments of a call that waits while C loads, translates and
// collects. The file is included, not linked; translation and natives are this test's own, and a collection only makes
// all handles point elsewhere.
#include <stdlib.h>
#include <string.h>

#include "kernel/run/entries.c"

#include "kernel/classes/class_array.h"
#include "kernel/classes/loader.h"
#include "kernel/core/cpu.h"

#include "runtime.h"
#include "tap.h"

static struct thread *self;

// ---- Stand-ins

static ref moved_to;
static void move_handles(void) {
    for (u32 i = 0; i < self->handle_count; i++) {
        ref *slot = handle_at(self, i);
        if (*slot && object_class(*slot) != domain_first->known.class_) *slot = moved_to;
    }
}

static struct code made_code = {.start = CODE_START + 0x1000, .size = 16};
static bool can_translate;
static u32 made, made_again;

bool translation_make(struct thread *thread, struct method *method) {
    made++;
    move_handles();
    if (can_translate) method->code = &made_code;
    else exception_throw(thread, "java/lang/VerifyError", NULL);
    return can_translate;
}

void translation_make_again(struct thread *thread, struct method *method) {
    (void)thread, (void)method;
    made_again++;
    move_handles();
}

void translation_refresh(struct thread *thread, struct method *method) {
    (void)thread, (void)method;
    move_handles();
}

void exception_give_up(struct thread *thread, const char *why) {
    (void)thread;
    tap_ok(false, "no domain gives up here: %s", why);
    exit(1);
}
void exception_throw_not_implemented(struct thread *thread, ref receiver, struct method *method) {
    (void)thread, (void)receiver, (void)method;
}
void exception_throw_abstract(struct thread *thread, ref receiver, struct method *method) {
    (void)thread, (void)receiver, (void)method;
}

static struct native some_native;
static const struct native *bound;
const struct native *native_bind(struct method *method) { return (void)method, bound; }

static u32 locks_calls;
static bool locks_are_right;
ref locks_enter(struct thread *thread, ref list, ref object) { return (void)thread, (void)list, locks_calls++, object; }
bool locks_exit(struct thread *thread, ref list, ref object) {
    return (void)thread, (void)list, (void)object, locks_are_right;
}
bool locks_return(struct thread *thread, ref list, bool is_synchronized) {
    return (void)thread, (void)list, (void)is_synchronized, locks_are_right;
}
bool locks_unwind(struct thread *thread, ref list, bool is_synchronized) {
    return (void)thread, (void)list, (void)is_synchronized, locks_are_right;
}

void exception_throw_cast(struct thread *thread, ref object, struct class *class) {
    exception_throw(thread, "java/lang/ClassCastException", "%s", class ? object_class(object)->name->text : "");
}

// ---- Help

static struct class *class_of(const char *name) {
    struct class *class = loader_load(self, &domain_first->boot_loader, symbol_of(name));
    class->state = CLASS_INITIALISED;
    return class;
}

static ref new_object(const char *name) { return heap_alloc_object(self, class_of(name)); }

static void begin(void) {
    runtime_clear_exception();
    self->handle_count = 0;
    made = made_again = 0;
    can_translate = true;
}

static bool threw(const char *exception, const char *message) {
    bool right = self->exception && strcmp(runtime_exception, exception) == 0 && strcmp(runtime_message, message) == 0;
    if (!right) tap_note("%s: %s", runtime_exception, runtime_message);
    runtime_clear_exception();
    return right;
}

// ---- Polls

static void test_polls(void) {
    begin();
    self->stack_start = 0x1000000;
    self->real_stack_limit = self->stack_limit = 0x1000000 + THREAD_C_STACK_BYTES;
    entry_poll(self, self->real_stack_limit + 8);
    tap_ok(!self->exception, "a poll above the stack's limit is none of an overflow");
    entry_poll(self, self->real_stack_limit);
    tap_ok(threw("java/lang/StackOverflowError", ""), "at the limit it is");
    tap_is_int((long long)self->real_stack_limit, 0x1000000 + THREAD_C_STACK_BYTES, "the limit is the usual one again");
    tap_ok(self->stack_limit == UINT64_MAX, "and the thread polls soon, as it may have been asked to meanwhile");
    self->real_stack_limit = self->stack_limit = 0;
}

// ---- What is raised

static void test_raised(void) {
    begin();
    entry_throw_index(-1, 4000000000u);
    tap_ok(threw("java/lang/ArrayIndexOutOfBoundsException", "Index -1 out of bounds for length 4000000000"), "index");
    entry_throw_divide();
    tap_ok(threw("java/lang/ArithmeticException", "/ by zero"), "division");
    entry_throw_null();
    tap_ok(threw("java/lang/NullPointerException", ""), "null");
    entry_throw(0);
    tap_ok(threw("java/lang/NullPointerException", ""), "null thrown");
    ref list = new_object("java/util/ArrayList");
    entry_throw(list);
    tap_ok(self->exception == list, "an object thrown");
    runtime_clear_exception();
    entry_throw_store(0, list);
    tap_ok(threw("java/lang/ArrayStoreException", "java.util.ArrayList"), "a store into an array");
    entry_throw_cast(list, class_of("java/lang/String"));
    tap_ok(threw("java/lang/ClassCastException", "java/util/ArrayList"), "a cast");
    bound = NULL;
    struct method *method = class_declared_method(class_of("java/lang/Object"), symbol_of("wait"), symbol_of("(J)V"));
    tap_ok(!entry_link_native(method), "a native method that is none");
    tap_ok(threw("java/lang/UnsatisfiedLinkError", "'void java.lang.Object.wait(long)'"), "is named");
    some_native.function = test_raised;
    bound = &some_native;
    tap_ok(entry_link_native(method) == (u64)(uintptr_t)test_raised && !self->exception, "one that is bound is called");
}

static void test_types(void) {
    begin();
    ref list = new_object("java/util/ArrayList");
    tap_ok(entry_instance_of(list, class_of("java/util/List")) &&
               !entry_instance_of(list, class_of("java/lang/String")),
           "instance of");
    ref array = heap_alloc_array(self, class_array_of(class_of("java/util/AbstractList")), 3);
    tap_ok(entry_can_store(array, list) && !entry_can_store(array, new_object("java/lang/Object")), "can be stored");
}

static void test_locks(void) {
    begin();
    ref list = new_object("java/util/ArrayList");
    entry_monitor_exit(list);
    tap_ok(threw("java/lang/IllegalMonitorStateException", ""), "what is not entered is not left");
    entry_monitor_enter(list);
    tap_ok(monitor_is_owner(self, list) && self->handle_count == 0, "what is entered");
    entry_monitor_exit(list);
    tap_ok(!self->exception && !monitor_is_owner(self, list), "is");
    locks_are_right = true;
    entry_locks_exit(0, list);
    entry_locks_return(0, 1);
    tap_ok(entry_locks_unwind(0, list, 1) == list && !self->exception, "listed locks that are right");
    locks_are_right = false;
    entry_locks_exit(0, list);
    tap_ok(threw("java/lang/IllegalMonitorStateException", ""), "left, and not entered");
    entry_locks_return(0, 1);
    tap_ok(threw("java/lang/IllegalMonitorStateException", ""), "not left");
    tap_ok(!entry_locks_unwind(0, list, 1), "which takes an exception's place");
    tap_ok(threw("java/lang/IllegalMonitorStateException", ""), "which is of its own kind");
}

// ---- Arguments that wait

static u64 stack[4];
static struct java_arguments saved;

// Two references in registers and one on the stack, and numbers that look like one.
static struct method *fill(bool is_static) {
    static struct method method;
    ref list = new_object("java/util/ArrayList");
    method = (struct method){.name = symbol_of("made"),
                             .descriptor = symbol_of("(Ljava/lang/String;J[IIIILjava/lang/Object;J)V"),
                             .access_flags = is_static ? ACC_STATIC : 0,
                             .holder = class_of("java/util/ArrayList")};
    for (u32 i = 0; i < 6; i++) saved.integer[i] = list;
    for (u32 i = 0; i < COUNT_OF(stack); i++) stack[i] = list;
    saved.stack = stack;
    saved.stack_count = COUNT_OF(stack);
    moved_to = new_object("java/util/LinkedList");
    return &method;
}

// Which registers and stack words now hold what was moved, as a string.
static const char *moved(void) {
    static char text[16];
    for (u32 i = 0; i < 6; i++) text[i] = saved.integer[i] == moved_to ? 'x' : '.';
    for (u32 i = 0; i < COUNT_OF(stack); i++) text[6 + i] = stack[i] == moved_to ? 'x' : '.';
    return text;
}

static void test_prepare(void) {
    begin();
    struct method *method = fill(false);
    tap_ok(method_prepare_entry(method, &saved) == made_code.start && made == 1, "a method without code gets some");
    tap_is_text(moved(), "xx.x...x..",
                "its receiver and its arguments, the references among them, are where they are now");
    tap_is_int(self->handle_count, 0, "no handle is left");
    begin();
    method = fill(true);
    tap_ok(method_prepare_entry(method, &saved) == made_code.start, "a static one");
    tap_is_text(moved(), "x.x...x...", "has no receiver");
    begin();
    method->countdown = -1;
    tap_ok(method_prepare_entry(method, &saved) && !made && made_again == 1,
           "one that is called often gets other code");
    begin();
    method->countdown = 5;
    tap_ok(method_prepare_entry(method, &saved) && !made && !made_again, "one that is not is called as it is");
    begin();
    can_translate = false;
    tap_ok(!method_prepare_entry(fill(false), &saved), "without code nothing is called");
    tap_is_int(self->handle_count, 0, "and no handle is left");
    tap_ok(threw("java/lang/VerifyError", ""), "there is an exception");
    begin();
    method = fill(true);
    method->holder = class_of("java/util/BitSet");
    method->holder->state = CLASS_ERRONEOUS;
    tap_ok(!method_prepare_entry(method, &saved) && !made && self->exception,
           "a class that cannot be used has no static method");
}

static void test_slot(void) {
    begin();
    struct class *referrer = class_of("java/util/ArrayList");
    class_link(self, referrer);
    u16 index = 1;
    for (; index < referrer->file->pool_count; index++) {
        if (classfile_tag(referrer->file, index) == POOL_METHOD &&
            text_is(classfile_member_ref(referrer->file, index).name, "checkIndex"))
            break;
    }
    struct call_slot slot = {.referrer = referrer, .index = index, .kind = SLOT_CALL_STATIC};
    fill(true);
    class_of("java/util/Objects");
    u64 target = call_slot_resolve(&slot, &saved);
    struct method *method =
        class_declared_method(class_of("java/util/Objects"), symbol_of("checkIndex"), symbol_of("(II)I"));
    tap_ok(target == method_address(method), "a slot is resolved to its method");
    tap_ok(strspn(moved(), ".") == 10 && self->handle_count == 0, "its arguments, which are numbers, are not touched");
}

int main(void) {
    if (!runtime_start(true)) {
        tap_skip("all", "there is no JDK 17 image");
        return tap_done();
    }
    static struct cpu cpu;
    self = thread_self();
    scheduler_init(&cpu, self, 1ull << 40);
    test_polls();
    test_raised();
    test_types();
    test_locks();
    test_prepare();
    test_slot();
    return tap_done();
}
