// Which module a package belongs to: what Module.defineModule0 has told, by loader. Class.getModule reads the mirror,
// which gets its module from here.
#ifndef KERNEL_CLASSES_MODULE_H
#define KERNEL_CLASSES_MODULE_H

#include "translator/object.h"

// One package of a named module. `module` is a reference of the loader's.
struct module_package {
    const struct symbol *name; // internal form: "java/util"; has a count of it
    ref module;
    struct module_package *next;
};

// False: no room.
bool module_add_package(struct loader *loader, const struct symbol *package, ref module);
// The java.lang.Module of a class that is no array: that of its package, else its loader's unnamed module; of the boot
// loader, java.base's while nothing else is known.
ref module_of_class(const struct class *class);
// Module.defineModule0(java.base): gives every mirror its module that could not know it when it was made.
void module_set_java_base(struct domain *domain, ref module);

#endif
