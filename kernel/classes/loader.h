// Class loaders and the tables of classes that they have initiated (JVMS 5.3). The boot loader reads the JDK image; any
// other is a java.lang.ClassLoader whose loadClass is called. Thread level only. A result of NULL means that
// thread->exception says why.
#ifndef KERNEL_CLASSES_LOADER_H
#define KERNEL_CLASSES_LOADER_H

#include "kernel/classes/loader_table.h"
#include "kernel/classes/symbol.h"
#include "kernel/core/thread.h"
#include "translator/object.h"
#include "translator/reader/classfile.h"

// The loader of a java.lang.ClassLoader, which is made if there is none yet; the boot loader for 0. Returns NULL with
// an OutOfMemoryError.
struct loader *loader_of(struct thread *thread, ref object);
// The same if it has been made, otherwise NULL.
struct loader *loader_known(const struct domain *domain, ref object);
// Gives back what lies outside the loader's chunks.
void loader_free(struct loader *loader);

// The class of this name (internal form; "[I", "[Ljava/lang/String;") with this initiating loader: found or loaded, but
// not linked. If it is missing, the error is a NoClassDefFoundError with the ClassNotFoundException as its cause, as
// for resolution.
struct class *loader_load(struct thread *thread, struct loader *loader, const struct symbol *name);
// The same for Class.forName: if the class is missing, the exception is a ClassNotFoundException.
struct class *loader_load_by_name(struct thread *thread, struct loader *loader, const struct symbol *name);
// Finds what is known already; returns NULL without an exception if it is not. Array classes of known components are
// made if there is room.
struct class *loader_find(struct loader *loader, const struct symbol *name);
// The boot loader's class, loaded if the image has it for the boot loader (ClassLoader.findBootstrapClass). Returns
// NULL with or without an exception.
struct class *loader_find_boot(struct thread *thread, const struct symbol *name);

// As loader_load, for a name that need not be a symbol.
struct class *loader_load_text(struct thread *thread, struct loader *loader, struct text name);

// By a field descriptor, which may be a primitive's.
struct class *loader_load_type(struct thread *thread, struct loader *loader, const char *descriptor, size_t length);
struct class *loader_find_type(struct loader *loader, const char *descriptor, size_t length);

// Makes a class from the bytes of a class file (defineClass). The bytes are copied, unless they belong to the image. If
// `name` is NULL, the file's own name counts. Raises the LinkageErrors of JVMS 5.3.5.
enum loader_define_flag {
    DEFINE_HIDDEN = 1,   // not in the table; its name gets a suffix; see define->nest_host
    DEFINE_TRUSTED = 2,  // no format check, no verification: bytes of the image
    DEFINE_IN_PLACE = 4, // the bytes stay where they are for good
    DEFINE_STRONG = 8,   // hidden, but lives as long as its loader
    DEFINE_ADAPTER = 16, // gets CLASS_ADAPTER
    DEFINE_SHARED = 32,  // of the image, and verified: its index is for all domains (library.h)
    DEFINE_POLLS = 64,   // others may run while the bytes are read
};
struct library_class;
struct loader_define {
    const struct symbol *name;
    const u8 *bytes; // not in the heap
    size_t size;
    u32 flags;
    struct class *nest_host;       // for a hidden nestmate class, otherwise NULL
    struct owner *owner;           // for a class that the kernel writes; NULL: the flags decide
    handle class_data;             // NULL if there is none
    handle protection_domain;      // the same
    struct library_class *library; // of DEFINE_SHARED, if it has been read already
};
struct class *loader_define(struct thread *thread, struct loader *loader, const struct loader_define *define);

// Returns true if neither the loader nor those that must agree with it have another class of this name; otherwise
// raises a LinkageError.
bool loader_agrees(struct thread *thread, struct loader *loader, const struct symbol *name, const struct class *class);
// Records that `loader` has initiated the loading of `class`, which it keeps alive. Returns false with an exception
// pending.
bool loader_record(struct thread *thread, struct loader *loader, const struct symbol *name, struct class *class);

// From now on both loaders must mean the same class by each type in the descriptor of a member (JVMS 5.3.4). Returns
// false after raising a LinkageError, whose text begins with `what`. In loader_constraint.c.
bool loader_constrain(struct thread *thread, struct loader *a, struct loader *b, const struct symbol *descriptor,
                      const char *what);
// The class that the loaders which must agree with this one have for the name; NULL if none of them has any.
struct class *loader_constrained_class(struct loader *loader, const struct symbol *name);
// Records for those loaders that this one has the class.
void loader_settle_constraint(struct loader *loader, const struct symbol *name, struct class *class);
// Removes loaders and classes that a collection has not found alive.
void loader_purge_constraints(struct domain *domain);
// Removes all of a domain that ends.
void loader_end_constraints(struct domain *domain);

#endif
