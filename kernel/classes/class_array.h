// Classes of arrays (JVMS 5.3.3).
#ifndef KERNEL_CLASSES_CLASS_ARRAY_H
#define KERNEL_CLASSES_CLASS_ARRAY_H

#include "translator/object.h"

// The class of arrays whose components are `component`. Returns NULL, without an exception, if there is no room; it
// cannot fail if the class exists already, as those of primitive types do.
struct class *class_array_of(struct class *component);

#endif
