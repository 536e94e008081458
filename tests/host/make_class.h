// Class files written by hand, for tests of loading and linking.
#ifndef TESTS_HOST_MAKE_CLASS_H
#define TESTS_HOST_MAKE_CLASS_H

#include "base/types.h"

struct made_method {
    const char *name, *descriptor; // NULL ends a list
    u16 flags;
};

// An entry of the constant pool that nothing in the class uses: a field, method or interface method.
struct made_reference {
    u8 tag; // enum pool_tag; 0 ends a list
    const char *class_name, *name, *descriptor;
};

struct made_class {
    const char *name, *super; // super NULL: java/lang/Object
    u16 flags;
    const char *interfaces[4];     // NULL ends them
    struct made_method methods[6]; // each that is not abstract has the body `return`, so it must be void
    struct made_reference references[8];
};

// Writes the class file; its size.
size_t make_class(const struct made_class *class, u8 *bytes, size_t capacity);

#endif
