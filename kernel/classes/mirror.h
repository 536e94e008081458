// Mirrors: the java.lang.Class objects, which also hold the static fields of their classes. They lie in the fixed space
// and never move.
//
//     0       header, fields of java.lang.Class
//     n       enum mirror_word, 32 bits each (n = domain->mirror_class_offset)
//     n + 16  static fields
#ifndef KERNEL_CLASSES_MIRROR_H
#define KERNEL_CLASSES_MIRROR_H

#include "kernel/classes/class_making.h"
#include "kernel/classes/domain.h"
#include "translator/object.h"

enum mirror_word {
    MIRROR_CLASS,             // struct class *
    MIRROR_PROTECTION_DOMAIN, // ref, as it was given to defineClass; and so on
    MIRROR_SIGNERS,           // Object[]
    MIRROR_FAILURE,           // the ExceptionInInitializerError that says why initialisation failed
    MIRROR_WORDS,
};

// The class that a java.lang.Class stands for. `mirror` is not 0.
static inline struct class *mirror_class(ref mirror) {
    return class_at(heap_load_ref(mirror, object_class(mirror)->domain->mirror_class_offset));
}
static inline ref mirror_get(const struct class *class, enum mirror_word word) {
    return heap_load_ref(class->mirror, class->domain->mirror_class_offset + 4u * (u32)word);
}
static inline void mirror_set(const struct class *class, enum mirror_word word, ref value) {
    heap_store_ref(class->mirror, class->domain->mirror_class_offset + (u32)sizeof(u32) * word, value);
}

// Makes the class's mirror; its static fields must be laid out. Classes that exist before java.lang.Class is loaded get
// theirs from mirror_create_all, which also decides where the words above lie. Returns false if there is no room.
bool mirror_create(struct class *class);
bool mirror_create_all(struct domain *domain);
// Gives static fields their offsets; those that are references come first, in class->static_reference_offsets. Returns
// false if there is no room.
bool mirror_layout(struct class *class, struct class_making *making);

// Sets Class.module. A new mirror gets that of module_of_class; see kernel/classes/module.h.
void mirror_set_module(struct class *class, ref module);
// Module.defineModule0(java.base): sets the module of every mirror that was made before the module was known.
void mirror_set_java_base(struct domain *domain, ref module);

// Class.initClassName: the name as Class.getName gives it, interned; stored in the mirror. Returns 0 if an exception is
// pending. May collect.
ref mirror_init_name(struct thread *thread, struct class *class);

#endif
