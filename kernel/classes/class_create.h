// Making the structures of a class from its class file, once its superclass and interfaces are loaded. The steps before
// (bytes, names, loading of supertypes) are loader_define's.
#ifndef KERNEL_CLASSES_CLASS_CREATE_H
#define KERNEL_CLASSES_CLASS_CREATE_H

#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "translator/object.h"

struct class_parts {
    struct loader *loader;
    const struct symbol *name;
    const struct classfile *file;
    struct class *super;       // NULL: java.lang.Object
    struct class **interfaces; // in class data; as many as the file says
    u32 flags;                 // enum class_flag
    struct class *host;
};

// Checks what JVMS 5.3.5 and 4 ask of superclass and interfaces, and builds the class: state CLASS_LOADED, entered
// nowhere but in the domain's list, with a mirror if mirrors can be made already. NULL: *error says why.
struct class *class_create(const struct class_parts *parts, struct class_error *error);

// A class without a file (primitive, array), with this vtable length; enters it in the domain's list. No mirror yet.
struct class *class_create_bare(struct domain *domain, struct loader *loader, const struct symbol *name,
                                u32 vtable_length);
// Fills depth and display from class->super, which is set.
void class_set_display(struct class *class);

#endif
