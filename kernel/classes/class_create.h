// Making the structures of a class from its class file, once its superclass and interfaces are loaded. The steps before
// (bytes, names, loading of supertypes) are loader_define's.
#ifndef KERNEL_CLASSES_CLASS_CREATE_H
#define KERNEL_CLASSES_CLASS_CREATE_H

#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "translator/object.h"

struct class_parts {
    struct loader *loader;
    struct owner *owner;
    const struct symbol *name; // the class takes a count of its own
    const struct classfile *file;
    struct class *super;       // NULL: java.lang.Object
    struct class **interfaces; // of the owner; as many as the file says
    u32 flags;                 // enum class_flag
    struct class *host;
};

// Checks what JVMS 5.3.5 and 4 ask of superclass and interfaces, and builds the class: state CLASS_LOADED, entered
// nowhere but in the owner's and the domain's list, with a mirror if mirrors can be made already. NULL if it fails, and
// *error says why, without an exception where there was no room (CLASS_NO_ROOM); what the owner has given for it stays
// taken.
struct class *class_create(const struct class_parts *parts, struct class_error *error);
#define CLASS_NO_ROOM "Metaspace"

// A class without a file (primitive, array), with this vtable length. Not in the lists, and no mirror yet. It takes the
// caller's count of its name. NULL if there is no room.
struct class *class_create_bare(struct owner *owner, struct loader *loader, const struct symbol *name,
                                u32 vtable_length);
// Enters a class that is complete in its owner's and its domain's lists.
void class_enter(struct class *class);
// Gives back the counts of symbols that a class has, which may be incomplete.
void class_release_symbols(const struct class *class);
// Fills depth and display from class->super, which is set.
void class_set_display(struct class *class);

#endif
