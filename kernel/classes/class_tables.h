// The dispatch tables of a class that is being made: for virtual methods (vtable) and for interface methods (imt). JVMS
// 5.4.5, 5.4.6.
#ifndef KERNEL_CLASSES_CLASS_TABLES_H
#define KERNEL_CLASSES_CLASS_TABLES_H

#include "kernel/classes/class_making.h"
#include "translator/object.h"
#include "translator/reader/classfile.h"

// The most entries that the class's vtable may need. Its superclass, supertypes and methods must be set.
u32 tables_vtable_bound(const struct class *class);
// Fills `vtable`, which has room for the bound, and the methods' vtable_index; returns the length. Returns false if the
// class overrides a final method, which *error reports, or if there is no room, in which case *error names no
// exception.
bool tables_build_vtable(struct class *class, struct method **vtable, u32 *length, struct class_making *making,
                         struct class_error *error);
// Fills class->imt; class->vtable must be in place. False if there is no room.
bool tables_build_imt(struct class *class, struct class_making *making);
// Sets the slot of a method of the interface whose name has this symbol_lasting_hash.
void tables_set_imt_slot(struct method *method, u32 interface_hash);

// Index in the class's vtable of the entry for an instance method of this name and descriptor, the one declared lowest;
// -1 if there is none.
s32 tables_find(const struct class *class, const struct symbol *name, const struct symbol *descriptor);
// Whether a method of class `class` would override `method` of a superclass, given the same name and descriptor.
bool tables_can_override(const struct class *class, const struct method *method);

// The maximally-specific superinterface method of a class or interface (JVMS 5.4.3.3), neither private nor static, or
// NULL if there is none. A method that is not abstract is preferred. *conflict is another one that is no less specific
// and not abstract either, or NULL.
struct method *tables_most_specific(const struct class *class, const struct symbol *name,
                                    const struct symbol *descriptor, struct method **conflict);
// "Conflicting default methods: A.m B.m": those that `class` cannot choose from. `like` has their name and descriptor.
// Returns `to`.
char *tables_conflict_text(const struct class *class, const struct method *like, char *to, size_t bytes);

#endif
