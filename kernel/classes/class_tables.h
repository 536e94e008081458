// The dispatch tables of a class that is being made: virtual methods (vtable) and interface methods (imt). JVMS 5.4.5,
// 5.4.6.
#ifndef KERNEL_CLASSES_CLASS_TABLES_H
#define KERNEL_CLASSES_CLASS_TABLES_H

#include "translator/object.h"
#include "translator/reader/classfile.h"

// How many entries the class's vtable may need at most. Its superclass, supertypes and methods must be set.
u32 tables_vtable_bound(const struct class *class);
// Fills `vtable`, which has room for the bound, and the methods' vtable_index; returns the length. False: the class
// overrides a final method, *error says so; or there is no room, then without an exception.
bool tables_build_vtable(struct class *class, struct method **vtable, u32 *length, struct class_error *error);
// Fills class->imt; class->vtable must be in place. False if there is no room.
bool tables_build_imt(struct class *class);
// The slot of an interface's method.
u32 tables_imt_slot(const struct method *method);

// Index in the class's vtable of the entry for an instance method of this name and descriptor, the one declared lowest;
// -1: none.
s32 tables_find(const struct class *class, const struct symbol *name, const struct symbol *descriptor);
// Whether a method `name` in class `class` overrides `method` of a superclass, if it has the same name and descriptor.
bool tables_can_override(const struct class *class, const struct method *method);

// The maximally-specific superinterface method of a class or interface (JVMS 5.4.3.3), not private, not static. NULL:
// none. *conflict: another one that is no less specific and not abstract either, NULL if there is none. A method that
// is not abstract is preferred.
struct method *tables_most_specific(const struct class *class, const struct symbol *name,
                                    const struct symbol *descriptor, struct method **conflict);
// "Conflicting default methods: A.m B.m": those that `class` cannot choose from. `like` has their name and descriptor.
// Returns `to`.
char *tables_conflict_text(const struct class *class, const struct method *like, char *to, size_t bytes);

#endif
