// Which module a package belongs to, and to which modules it is exported, by loader, as reported through the natives of
// java.lang.Module. Class.getModule reads the mirror, which gets its module from here.
#ifndef KERNEL_CLASSES_MODULE_H
#define KERNEL_CLASSES_MODULE_H

#include "translator/object.h"

struct thread;

// A module that a package is exported to. `to` is one of the loader's references.
struct module_export {
    ref to;
    struct module_export *next;
};

// One package of a named module. `module` is one of the loader's references.
struct module_package {
    const struct symbol *name; // internal form: "java/util"; with a count of it
    ref module;
    struct module_export *exports;
    bool exported_to_all, exported_to_unnamed;
    struct module_package *next;
};

// Returns false if there is no room.
bool module_add_package(struct loader *loader, const struct symbol *package, ref module);
// The loader's package, or NULL if no named module has it.
struct module_package *module_find_package(const struct loader *loader, const struct symbol *package);
// Exports the loader's package to one more module. Returns false, with OutOfMemoryError pending, if there is no room.
bool module_add_export(struct thread *thread, struct loader *loader, struct module_package *package, handle to);

// The java.lang.Module of a class that is not an array: its package's, or else its loader's unnamed module; for the
// boot loader, java.base's while nothing else is known.
ref module_of_class(const struct class *class);
// Whether the module of `to`, which is not an array, exports its package to that of `from` (JVMS 5.4.4). The boot
// loader's classes are in the image, where javac has checked access, and reach everything. Whether one module reads
// another is left to javac.
bool module_exports(const struct class *to, const struct class *from);

#endif
