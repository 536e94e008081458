// A class loader and its table of classes; what is done with it is in loader.h.
#ifndef KERNEL_CLASSES_LOADER_TABLE_H
#define KERNEL_CLASSES_LOADER_TABLE_H

#include "kernel/memory/chains.h"
#include "kernel/memory/owner.h"
#include "translator/object.h"

// A loader ends when nothing can reach its object, its classes or their instances any more (kernel/heap/unload.h); the
// boot, platform and application loaders never do.
struct loader {
    struct owner own; // owns what the loader defines, and the loader itself
    struct domain *domain;
    ref object; // the java.lang.ClassLoader, 0 for the boot loader
    u32 number;
    struct chains chains;            // of struct loader_entry, by name; numbers are addresses
    struct module_package *packages; // in its named modules: kernel/classes/module.h
    // of the boot loader (BootLoader.setBootLoaderUnnamedModule0); others have it in their object
    ref unnamed_module;
};

// How many classes it has initiated.
static inline u32 loader_class_count(const struct loader *loader) { return loader->chains.entries; }

// A java.lang.ClassLoader has a word at its end that Java does not see: the address of its struct loader, 0 if there is
// none yet.
#define LOADER_OBJECT_BYTES 4u

// The class of this name in the loader's table, or NULL: of a plain name, not one of an array class.
struct class *loader_table_find(const struct loader *loader, const struct symbol *name);
// The account is that of the domain's tables. Returns false if there is no room.
bool loader_table_enter(struct loader *loader, struct class *class, struct account *account);

#endif
