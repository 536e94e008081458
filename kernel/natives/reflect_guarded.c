// jdk.internal.reflect.ReflectionFactory in every domain but the first: the constructors with which a program makes
// objects of one class by the constructor of another (sun.reflect.ReflectionFactory, for libraries that read objects in
// ways of their own). The class library asks nothing: it opens any constructor, and calls one of a class that the
// object is none of. Here,
//
// - the class is a subclass of the constructor's; no class of the library's between them needs its constructor;
// - a constructor of the library's is one that a subclass could call;
// - a class's own constructor is opened only if the class is a program's.
//
// What is refused is an IllegalAccessError.
#include "kernel/classes/class.h"
#include "kernel/classes/java.h"
#include "kernel/classes/java_fields.h"
#include "kernel/classes/mirror.h"
#include "kernel/code/native.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/raise.h"
#include "kernel/natives/reflect.h"
#include "kernel/run/values.h"

static bool is_library(const struct class *class) { return !class->loader->object; }

static bool may_make(const struct class *class, const struct method *constructor) {
    const struct class *holder = constructor->holder;
    if (class_is_primitive(class) || class_is_array(class) || !class_is_subclass(class, holder)) return false;
    if (is_library(holder) && !(constructor->access_flags & (ACC_PUBLIC | ACC_PROTECTED))) return false;
    return !class_needs_constructor(class, holder);
}

static ref new_constructor(struct thread *thread, handle factory, handle mirror, handle constructor) {
    if (native_is_null(thread, mirror) || native_is_null(thread, constructor)) return 0;
    const struct class *class = mirror_class(*mirror);
    const struct method *called = reflect_method(*constructor);
    if (class == called->holder) {
        if (!is_library(class)) java_set_boolean(*constructor, FIELD_AccessibleObject_override, true);
        return *constructor;
    }
    if (may_make(class, called)) {
        return (ref)java_call_method(
            thread, factory, "generateConstructor",
            "(Ljava/lang/Class;Ljava/lang/reflect/Constructor;)Ljava/lang/reflect/Constructor;",
            (u64[]){0, *mirror, *constructor});
    }
    exception_throw(thread, "java/lang/IllegalAccessError", "%s without its constructors", class->name->text);
    return 0;
}

static const struct native FACTORY[] = {
    REENTRANT("newConstructorForSerialization",
              "(Ljava/lang/Class;Ljava/lang/reflect/Constructor;)Ljava/lang/reflect/Constructor;", new_constructor),
    NATIVES_END,
};

const struct native_class natives_reflect_guarded[] = {{"jdk/internal/reflect/ReflectionFactory", FACTORY},
                                                       {NULL, NULL}};
