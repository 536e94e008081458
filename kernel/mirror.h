// Mirrors: the java.lang.Class objects, which also hold the static fields of their classes. They lie in the fixed space and never move.
//
//     0       header, fields of java.lang.Class
//     n       u32 struct class * (n = domain->mirror_class_offset), u32 unused
//     n + 8   static fields
#ifndef KERNEL_MIRROR_H
#define KERNEL_MIRROR_H

#include "kernel/domain.h"

// The class that a java.lang.Class stands for. `mirror` is not 0.
static inline struct class *mirror_class(ref mirror) {
    return class_at(heap_load_ref(mirror, object_class(mirror)->domain->mirror_class_offset));
}
static inline ref mirror_of(const struct class *class) { return class->mirror; }

// Makes the class's mirror; its static fields must be laid out. Classes that exist before java.lang.Class is loaded get theirs by mirror_create_all.
void mirror_create(struct class *class);
void mirror_create_all(struct domain *domain);
// Gives static fields their offsets; true references first come in class->static_reference_offsets.
void mirror_layout(struct class *class);

// Class.module. A new mirror gets that of module_of_class; kernel/module.h tells the rest.
void mirror_set_module(struct class *class, ref module);

// Class.initClassName: the name as Class.getName has it, interned; stored in the mirror.
ref mirror_init_name(struct class *class);

#endif
