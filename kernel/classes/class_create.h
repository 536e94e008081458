// Making the structures of a class from its class file, once its superclass and interfaces are loaded. The steps before
// (bytes, names, loading of supertypes) are in loader_define.
#ifndef KERNEL_CLASSES_CLASS_CREATE_H
#define KERNEL_CLASSES_CLASS_CREATE_H

#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "translator/object.h"

struct library_class;

struct class_parts {
    struct loader *loader;
    struct owner *owner;
    const struct symbol *name; // the class takes a count of its own
    const struct classfile *file;
    struct library_class *library; // if all domains share the file, otherwise NULL
    struct class *super;           // NULL for java.lang.Object
    struct class **interfaces;     // in the owner's memory; as many as the file says
    u32 flags;                     // enum class_flag
    struct class *host;
    // Names and descriptors of the fields, then of the methods, of which the class takes counts of its own; NULL if
    // they are to be looked up.
    const struct symbol *const *members;
    struct class_making *making; // NULL: nobody else may run
};

// Checks what JVMS 5.3.5 and 4 ask of superclass and interfaces, and builds the class: in state CLASS_LOADED, entered
// nowhere but in the owner's and the domain's list, with a mirror if mirrors can be made already. Returns NULL if that
// fails, with the reason in *error, which names no exception if there was no room (CLASS_NO_ROOM); what the owner has
// given for the class stays taken.
struct class *class_create(const struct class_parts *parts, struct class_error *error);
#define CLASS_NO_ROOM "Metaspace"

// Makes a class without a file (primitive, array), with this vtable length. It is in no list, and has no mirror yet. It
// takes over the caller's count of its name. Returns NULL if there is no room.
struct class *class_create_bare(struct owner *owner, struct loader *loader, const struct symbol *name,
                                u32 vtable_length);
// Enters a complete class in its owner's and its domain's lists.
void class_enter(struct class *class);
// Gives back the counts of symbols that a class, which may be incomplete, has.
void class_release_symbols(const struct class *class);
// Fills depth and display from class->super, which must be set.
void class_set_display(struct class *class);

#endif
