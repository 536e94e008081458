// As much of a class file as the tool needs before a run: its name, its methods' names, and the classes that it
// mentions. Trusts nothing.
#ifndef VIZ_CLASSFILE_H
#define VIZ_CLASSFILE_H

#include "viz/buffer.h"

struct classfile_use;

struct classfile_visitor {
    void *context;
    // Names are not terminated; class names have slashes. Either may be NULL.
    void (*class_mentioned)(void *context, const char *name, size_t length);
    void (*method_defined)(void *context, const char *class_name, size_t class_length, const char *name, size_t length);
    // For who follows calls (viz/natives.c): the class, its superclass (length 0: none) and interfaces, then each
    // method and what its code calls and makes. All or none of the four.
    void (*class_begins)(void *context, const char *name, size_t length, const char *super, size_t super_length);
    void (*interface_named)(void *context, const char *name, size_t length);
    void (*method_begins)(void *context, u32 flags, const char *name, size_t length, const char *descriptor,
                          size_t descriptor_length);
    void (*method_uses)(void *context, const struct classfile_use *use);
};

// An instruction: invokevirtual..., new, or (with invokedynamic) a method handle of the class.
struct classfile_use {
    u8 opcode;
    const char *class_name, *name, *descriptor; // of `new` the class only
    size_t class_length, length, descriptor_length;
};

// Walks a class file; false if it is none or is broken.
bool classfile_visit(const u8 *data, size_t size, const struct classfile_visitor *visitor);
// The major version, 0 if it is no class file. Java 17 is 61.
u32 classfile_major_version(const u8 *data, size_t size);

#endif
