// Resolution of constant-pool entries: what the slots of translated code get, and the errors of JVMS 5.4.3, each of
// which is raised again the second time.
#include "kernel/classes/class_find.h"
#include "kernel/classes/link.h"
#include "kernel/classes/link_pool.h"
#include "kernel/classes/loader.h"
#include "make_class.h"
#include "runtime.h"
#include "tap.h"

static struct class *define(const struct made_class *made) {
    u8 bytes[8192];
    struct loader_define define = {.bytes = bytes, .size = make_class(made, bytes, sizeof(bytes))};
    return loader_define(thread_self(), &domain_first->boot_loader, &define);
}

// The number of the pool entry that was made from reference `number`.
static u16 entry_of(const struct class *class, u32 number) {
    for (u16 i = 1; i < class->file->pool_count; i++) {
        u8 tag = classfile_tag(class->file, i);
        if ((tag == POOL_FIELD || tag == POOL_METHOD || tag == POOL_INTERFACE_METHOD) && number-- == 0) return i;
    }
    return 0;
}

static void must_fail(struct class *class, u32 number, enum slot_kind kind, const char *exception, const char *message,
                      const char *name) {
    for (u32 turn = 0; turn < 2; turn++) {
        u64 value = link_resolve(thread_self(), class, entry_of(class, number), kind);
        tap_ok(value == 0, "%s%s", name, turn ? ", again" : "");
        tap_is_text(runtime_exception, exception, "  its error");
        tap_is_text(runtime_message, message, "  its message");
        runtime_clear_exception();
    }
}

static void test_errors(void) {
    struct made_class made = {.name = "r/Errors",
                              .flags = ACC_PUBLIC | ACC_SUPER,
                              .references = {{POOL_FIELD, "java/lang/String", "nothing", "I"},
                                             {POOL_METHOD, "java/lang/String", "nothing", "(I)V"},
                                             {POOL_METHOD, "java/lang/Runnable", "run", "()V"},
                                             {POOL_INTERFACE_METHOD, "java/lang/Thread", "run", "()V"},
                                             {POOL_FIELD, "java/lang/String", "value", "[B"},
                                             {POOL_METHOD, "java/lang/Thread", "exit", "()V"},
                                             {POOL_METHOD, "java/lang/Object", "clone", "()Ljava/lang/Object;"}}};
    struct class *class = define(&made);
    must_fail(class, 0, SLOT_FIELD, "java/lang/NoSuchFieldError", "nothing", "a field that is not there");
    must_fail(class, 1, SLOT_CALL_VIRTUAL, "java/lang/NoSuchMethodError", "'void java.lang.String.nothing(int)'",
              "a method that is not there");
    must_fail(class, 2, SLOT_CALL_VIRTUAL, "java/lang/IncompatibleClassChangeError",
              "Found interface java.lang.Runnable, but class was expected", "a class's method that is an interface's");
    must_fail(class, 3, SLOT_CALL_INTERFACE, "java/lang/IncompatibleClassChangeError",
              "Found class java.lang.Thread, but interface was expected", "an interface's method that is a class's");
    must_fail(class, 4, SLOT_FIELD, "java/lang/IllegalAccessError",
              "class r.Errors tried to access private field java.lang.String.value (r/Errors, java/lang/String)",
              "a private field");
    must_fail(
        class, 5, SLOT_CALL_VIRTUAL, "java/lang/IllegalAccessError",
        "class r.Errors tried to access private method 'void java.lang.Thread.exit()' (r/Errors, java/lang/Thread)",
        "a private method");
    tap_ok(link_resolve(thread_self(), class, entry_of(class, 6), SLOT_CALL_VIRTUAL),
           "a protected method of a superclass resolves");
    must_fail(class, 6, SLOT_CALL_STATIC, "java/lang/IncompatibleClassChangeError",
              "Expected static method 'java.lang.Object java.lang.Object.clone()'",
              "a static call of a method that is not static");
}

static void test_slots(void) {
    struct made_class made = {
        .name = "r/Slots",
        .flags = ACC_PUBLIC | ACC_SUPER,
        .references = {{POOL_METHOD, "java/util/ArrayList", "size", "()I"},
                       {POOL_INTERFACE_METHOD, "java/util/List", "size", "()I"},
                       {POOL_METHOD, "java/util/ArrayList", "stream", "()Ljava/util/stream/Stream;"},
                       {POOL_METHOD, "java/lang/Math", "abs", "(I)I"},
                       {POOL_FIELD, "java/lang/Integer", "MAX_VALUE", "I"},
                       {POOL_METHOD, "java/lang/Object", "getClass", "()Ljava/lang/Class;"},
                       {POOL_INTERFACE_METHOD, "java/util/List", "toString", "()Ljava/lang/String;"}}};
    struct class *class = define(&made);
    struct loader *boot = &domain_first->boot_loader;
    struct class *list = loader_load(thread_self(), boot, symbol_of("java/util/ArrayList"));
    u32 *slot = link_slot(class, entry_of(class, 0), SLOT_CALL_VIRTUAL);
    struct call_slot *call = (struct call_slot *)(uintptr_t)*slot;
    tap_ok(call->entry == (u64)(uintptr_t)stub_resolve && call->slot == (u32)(uintptr_t)slot,
           "the slot of a call is born with a resolver");
    tap_ok(link_slot(class, entry_of(class, 0), SLOT_CALL_VIRTUAL) == slot, "it is always the same slot");
    link_resolve(thread_self(), class, entry_of(class, 0), SLOT_CALL_VIRTUAL);
    struct method *size = class_method(list, "size", "()I");
    tap_ok(call->entry == (u64)(uintptr_t)stub_dispatch_virtual &&
               *(u32 *)(uintptr_t)(class_address(list) + call->vtable_offset) == method_address(size),
           "a virtual call becomes a dispatcher");
    call = (struct call_slot *)(uintptr_t)link_resolve(thread_self(), class, entry_of(class, 1), SLOT_CALL_INTERFACE);
    struct class *interface = loader_find(boot, symbol_of("java/util/List"));
    tap_ok(call->entry == (u64)(uintptr_t)stub_dispatch_interface &&
               call->method == method_address(class_method(interface, "size", "()I")),
           "an interface call the same");
    call = (struct call_slot *)(uintptr_t)link_resolve(thread_self(), class, entry_of(class, 2), SLOT_CALL_VIRTUAL);
    struct method *stream =
        (struct method *)(uintptr_t) * (u32 *)(uintptr_t)(class_address(list) + call->vtable_offset);
    tap_ok(call->entry == (u64)(uintptr_t)stub_dispatch_virtual && stream->name == symbol_of("stream"),
           "a default method by a class's own table");
    struct class *math = loader_load(thread_self(), boot, symbol_of("java/lang/Math"));
    u64 abs = link_resolve(thread_self(), class, entry_of(class, 3), SLOT_CALL_STATIC);
    tap_ok(abs == method_address(class_method(math, "abs", "(I)I")), "a static call gets its method");
    u64 maximum = link_resolve(thread_self(), class, entry_of(class, 4), SLOT_STATIC);
    tap_ok(maximum && *(s32 *)(uintptr_t)maximum == INT32_MAX, "a static field's address, its constant in place");
    call = (struct call_slot *)(uintptr_t)link_resolve(thread_self(), class, entry_of(class, 6), SLOT_CALL_INTERFACE);
    tap_ok(call->entry == (u64)(uintptr_t)stub_dispatch_virtual, "Object's method by an interface");
}

int main(void) {
    if (!runtime_start(true)) {
        tap_skip("all", "there is no JDK 17 image");
        return tap_done();
    }
    test_errors();
    test_slots();
    return tap_done();
}
