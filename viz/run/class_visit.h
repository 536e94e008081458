// What the tool wants to know about a class before a run: its name, its methods' names, and what it mentions and calls.
// The file is read by the translator's reader, which checks all of it.
#ifndef VIZ_RUN_CLASS_VISIT_H
#define VIZ_RUN_CLASS_VISIT_H

#include "translator/reader/classfile.h"

// An instruction: invokevirtual..., new, or (with invokedynamic) a method handle of the class.
struct class_use {
    u8 opcode;                                // enum bytecode
    struct text class_name, name, descriptor; // for `new` only the class
};

// Class names have slashes. Any of these may be NULL.
struct class_visitor {
    void *context;
    void (*class_mentioned)(void *context, struct text name);
    void (*method_defined)(void *context, struct text class_name, struct text name);
    // For the walk over calls (viz/run/natives.c): the class, its superclass (length 0 if none) and interfaces, then
    // each method and what its code calls and creates. Either all four are set or none.
    void (*class_begins)(void *context, struct text name, struct text super);
    void (*interface_named)(void *context, struct text name);
    void (*method_begins)(void *context, u32 flags, struct text name, struct text descriptor);
    void (*method_uses)(void *context, const struct class_use *use);
};

// Walks a class file; returns false if it is not one, or is broken.
bool class_visit(const u8 *data, size_t size, const struct class_visitor *visitor);

#endif
