// Definition of classes that javac would not write: the errors of JVMS 5.3.5 and 5.4, and the selection of methods
// where it is not obvious.
#include "kernel/classes/class_find.h"
#include "kernel/classes/class_tables.h"
#include "kernel/classes/link.h"
#include "kernel/classes/loader.h"
#include "make_class.h"
#include "runtime.h"
#include "tap.h"

#define PUBLIC ACC_PUBLIC
#define CLASS (ACC_PUBLIC | ACC_SUPER)
#define INTERFACE (ACC_PUBLIC | ACC_INTERFACE | ACC_ABSTRACT)

static struct class *define_in(struct loader *loader, const struct made_class *made) {
    u8 bytes[8192];
    struct loader_define define = {.bytes = bytes, .size = make_class(made, bytes, sizeof(bytes))};
    struct class *class = loader_define(thread_self(), loader, &define);
    return class && class_link(thread_self(), class) ? class : NULL;
}

static struct class *define(const struct made_class *made) { return define_in(&domain_first->boot_loader, made); }

static void must_fail(struct loader *loader, const struct made_class *made, const char *exception, const char *message,
                      const char *name) {
    struct class *class = define_in(loader, made);
    tap_ok(!class, "%s", name);
    tap_is_text(runtime_exception, exception, "  its error");
    tap_is_text(runtime_message, message, "  its message");
    runtime_clear_exception();
}

static struct method *select_method(struct class *class, const char *holder, const char *name) {
    struct method *method = class_declared_method(loader_find(&domain_first->boot_loader, symbol_of(holder)),
                                                  symbol_of(name), symbol_of("()V"));
    return method ? class_select_method(class, method) : NULL;
}

static void test_errors(void) {
    struct loader *boot = &domain_first->boot_loader;
    must_fail(boot, &(struct made_class){"t/A", "java/lang/String", CLASS, {NULL}, {{0}}, {{0}}},
              "java/lang/IncompatibleClassChangeError", "class t.A cannot inherit from final class java.lang.String",
              "a final superclass");
    must_fail(boot, &(struct made_class){"t/A", "java/lang/Runnable", CLASS, {NULL}, {{0}}, {{0}}},
              "java/lang/IncompatibleClassChangeError", "class t.A has interface java.lang.Runnable as super class",
              "an interface as superclass");
    must_fail(boot, &(struct made_class){"t/A", NULL, CLASS, {"java/lang/Thread"}, {{0}}, {{0}}},
              "java/lang/IncompatibleClassChangeError",
              "class t.A can not implement java.lang.Thread, because it is not an interface (java/lang/Thread)",
              "a class as superinterface");
    must_fail(boot, &(struct made_class){"t/A", "java/lang/Nothing", CLASS, {NULL}, {{0}}, {{0}}},
              "java/lang/NoClassDefFoundError", "java/lang/Nothing", "a superclass that is not there");
    must_fail(boot, &(struct made_class){"t/A", "t/A", CLASS, {NULL}, {{0}}, {{0}}}, "java/lang/ClassCircularityError",
              "t/A", "its own superclass");
    must_fail(
        boot, &(struct made_class){"t/A", "java/lang/AbstractStringBuilder", CLASS, {NULL}, {{0}}, {{0}}},
        "java/lang/IllegalAccessError",
        "class t.A cannot access its superclass java.lang.AbstractStringBuilder (t/A, java/lang/AbstractStringBuilder)",
        "a superclass that is not public");
    must_fail(boot, &(struct made_class){"t/A", NULL, CLASS, {NULL}, {{"wait", "()V", PUBLIC}}, {{0}}},
              "java/lang/IncompatibleClassChangeError", "class t.A overrides final method java.lang.Object.wait()V",
              "a final method overridden");
    must_fail(boot, &(struct made_class){"t/A", NULL, CLASS, {"java/lang/constant/ConstantDesc"}, {{0}}, {{0}}},
              "java/lang/IncompatibleClassChangeError",
              "class t.A cannot implement sealed interface java.lang.constant.ConstantDesc", "a sealed interface");
    struct made_class once = {"t/Once", NULL, CLASS, {NULL}, {{0}}, {{0}}};
    tap_ok(define(&once), "a class is defined");
    must_fail(boot, &once, "java/lang/LinkageError",
              "loader a loader attempted duplicate class definition for t.Once. (t/Once)", "it is defined again");
    u8 bytes[1024];
    struct loader_define wrong = {
        .name = symbol_of("t/Other"), .bytes = bytes, .size = make_class(&once, bytes, sizeof(bytes))};
    tap_ok(!loader_define(thread_self(), boot, &wrong), "under another name");
    tap_is_text(runtime_message, "t/Other (wrong name: t/Once)", "  its message");
    runtime_clear_exception();
}

// p.A.m is package-private; q.B.m does not override it; p.C.m overrides both.
static void test_packages(void) {
    struct class *a = define(&(struct made_class){"p/A", NULL, CLASS, {NULL}, {{"m", "()V", 0}}, {{0}}});
    struct class *b = define(&(struct made_class){"q/B", "p/A", CLASS, {NULL}, {{"m", "()V", PUBLIC}}, {{0}}});
    struct class *c = define(&(struct made_class){"p/C", "q/B", CLASS, {NULL}, {{"m", "()V", PUBLIC}}, {{0}}});
    tap_ok(a && b && c, "three classes in two packages");
    tap_ok(select_method(b, "p/A", "m") == &a->methods[0], "p.A.m is not overridden in another package");
    tap_ok(select_method(b, "q/B", "m") == &b->methods[0], "q.B.m is a method of its own");
    tap_ok(select_method(c, "p/A", "m") == &c->methods[0] && select_method(c, "q/B", "m") == &c->methods[0],
           "p.C.m overrides both");
}

static void test_defaults(void) {
    struct class *top = define(&(struct made_class){
        "d/Top", NULL, INTERFACE, {NULL}, {{"m", "()V", PUBLIC}, {"n", "()V", PUBLIC | ACC_ABSTRACT}}, {{0}}});
    struct class *left =
        define(&(struct made_class){"d/Left", NULL, INTERFACE, {"d/Top"}, {{"m", "()V", PUBLIC}}, {{0}}});
    struct class *right =
        define(&(struct made_class){"d/Right", NULL, INTERFACE, {"d/Top"}, {{"m", "()V", PUBLIC}}, {{0}}});
    struct class *again = define(
        &(struct made_class){"d/Again", NULL, INTERFACE, {"d/Left"}, {{"m", "()V", PUBLIC | ACC_ABSTRACT}}, {{0}}});
    tap_ok(top && left && right && again, "four interfaces");
    struct class *plain = define(&(struct made_class){"d/Plain", NULL, CLASS, {"d/Top", "d/Left"}, {{0}}, {{0}}});
    tap_ok(select_method(plain, "d/Top", "m") == &left->methods[0], "the default of the more specific interface");
    struct method *missing = select_method(plain, "d/Top", "n");
    tap_ok(missing && method_is_abstract(missing), "a method that nobody implements is abstract");
    struct class *both = define(&(struct made_class){"d/Both", NULL, CLASS, {"d/Left", "d/Right"}, {{0}}, {{0}}});
    struct method *conflict = select_method(both, "d/Top", "m");
    tap_ok(conflict && conflict->flags & METHOD_CONFLICT, "two defaults, none more specific: a conflict");
    struct class *solved =
        define(&(struct made_class){"d/Solved", "d/Both", CLASS, {NULL}, {{"m", "()V", PUBLIC}}, {{0}}});
    tap_ok(select_method(solved, "d/Right", "m") == &solved->methods[0], "a subclass overrides the conflict");
    struct class *taken = define(&(struct made_class){"d/Taken", "d/Plain", CLASS, {"d/Again"}, {{0}}, {{0}}});
    struct method *abstract = select_method(taken, "d/Left", "m");
    tap_ok(abstract && abstract->holder == again, "an interface takes a default back");
    struct class *base = define(&(struct made_class){"d/Base", NULL, CLASS, {NULL}, {{"m", "()V", PUBLIC}}, {{0}}});
    struct class *wins = define(&(struct made_class){"d/Wins", "d/Base", CLASS, {"d/Left"}, {{0}}, {{0}}});
    tap_ok(select_method(wins, "d/Top", "m") == &base->methods[0], "a superclass's method wins over a default");
}

static struct loader *make_loader(void) {
    return loader_of(thread_self(), heap_alloc_object(thread_self(), domain_first->known.class_loader));
}

// Two loaders define t.Type; a class of one overrides a method that takes it, declared in a class of the other.
static void test_constraints(void) {
    struct loader *parent = make_loader();
    struct loader *child = make_loader();
    struct made_class type = {"t/Type", NULL, CLASS, {NULL}, {{0}}, {{0}}};
    struct class *base = define_in(
        parent, &(struct made_class){"t/Base", NULL, CLASS, {NULL}, {{"take", "(Lt/Type;)V", PUBLIC}}, {{0}}});
    tap_ok(!base, "without loadClass, a loader has no java.lang.Object");
    runtime_clear_exception();
    loader_record(thread_self(), parent, symbol_of("java/lang/Object"), domain_first->known.object);
    loader_record(thread_self(), child, symbol_of("java/lang/Object"), domain_first->known.object);
    base = define_in(parent,
                     &(struct made_class){"t/Base", NULL, CLASS, {NULL}, {{"take", "(Lt/Type;)V", PUBLIC}}, {{0}}});
    loader_record(thread_self(), child, symbol_of("t/Base"), base);
    struct made_class derived = {"t/Derived", "t/Base", CLASS, {NULL}, {{"take", "(Lt/Type;)V", PUBLIC}}, {{0}}};
    tap_ok(define_in(child, &derived), "a class that overrides a method of another loader's class");
    tap_ok(define_in(parent, &type), "one loader defines the type");
    must_fail(child, &type, "java/lang/LinkageError",
              "loader constraint violation: the class loader has a different Class object for the type t/Type",
              "the other may not define it as well");
}

int main(void) {
    if (!runtime_start(false)) {
        tap_skip("all", "there is no JDK 17 image");
        return tap_done();
    }
    test_errors();
    test_packages();
    test_defaults();
    test_constraints();
    return tap_done();
}
