// See class_find.h.
#include "kernel/classes/class_find.h"

#include "kernel/classes/class.h"
#include "kernel/classes/class_tables.h"
#include "kernel/classes/domain.h"

// Methods of MethodHandle and VarHandle that take any descriptor (JVMS 2.9.3) are found by name.
static struct method *find_polymorphic(const struct class *class, const struct symbol *name) {
    for (u32 i = 0; i < class->method_count; i++) {
        struct method *method = &class->methods[i];
        if (method->name == name && method->flags & METHOD_SIGNATURE_POLYMORPHIC) return method;
    }
    return NULL;
}

// The last steps of method resolution: a method of a superinterface, the maximally-specific one if there is one that is
// not abstract, otherwise any.
static struct method *find_in_supertypes(const struct class *class, const struct symbol *name,
                                         const struct symbol *descriptor) {
    struct method *conflict;
    struct method *method = tables_most_specific(class, name, descriptor, &conflict);
    return method;
}

struct method *class_find_method(struct class *class, const struct symbol *name, const struct symbol *descriptor) {
    for (const struct class *at = class; at; at = at->super) {
        struct method *method = class_declared_method(at, name, descriptor);
        if (!method && at->file && !at->loader->object) method = find_polymorphic(at, name);
        if (method) return method;
    }
    return find_in_supertypes(class, name, descriptor);
}

struct method *class_find_interface_method(struct class *interface, const struct symbol *name,
                                           const struct symbol *descriptor) {
    struct method *method = class_declared_method(interface, name, descriptor);
    if (method) return method;
    method = class_declared_method(interface->domain->known.object, name, descriptor);
    if (method && (method->access_flags & (ACC_PUBLIC | ACC_STATIC)) == ACC_PUBLIC) return method;
    return find_in_supertypes(interface, name, descriptor);
}

struct method *class_method(struct class *class, const char *name, const char *descriptor) {
    return class_find_method(class, symbol_of(name), symbol_of(descriptor));
}

struct method *class_select_method(struct class *class, struct method *method) {
    if (method->access_flags & (ACC_STATIC | ACC_PRIVATE) || method_is_initialiser(method)) return method;
    if (class_is_interface(method->holder)) {
        if (!class_implements(class, method->holder)) return NULL;
        s32 index = tables_find(class, method->name, method->descriptor);
        return index < 0 ? NULL : (struct method *)(uintptr_t) class->vtable[index];
    }
    if (method->vtable_index < 0) return method;
    return (struct method *)(uintptr_t) class->vtable[method->vtable_index];
}
