// Finding the method that a name or a call means (JVMS 5.4.3.3, 5.4.3.4, 5.4.6, without access checks).
#ifndef KERNEL_CLASSES_CLASS_FIND_H
#define KERNEL_CLASSES_CLASS_FIND_H

#include "kernel/classes/symbol.h"
#include "translator/object.h"

// Finds a method in the class, then in its superclasses, then in its superinterfaces. Returns NULL if there is none.
struct method *class_find_method(struct class *class, const struct symbol *name, const struct symbol *descriptor);
struct method *class_find_interface_method(struct class *interface, const struct symbol *name,
                                           const struct symbol *descriptor);
// By text; for the kernel's own use.
struct method *class_method(struct class *class, const char *name, const char *descriptor);
// The method that runs when `method` is called on an instance of `class`: what dispatch would find. For reflection and
// java_call_virtual. It may be abstract (its entry throws). Returns NULL if the class does not implement the method's
// interface.
struct method *class_select_method(struct class *class, struct method *method);

#endif
