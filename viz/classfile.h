// As much of a class file as the tool needs before a run: its name, its methods' names, and the classes that it mentions. Trusts nothing.
#ifndef VIZ_CLASSFILE_H
#define VIZ_CLASSFILE_H

#include "viz/buffer.h"

struct classfile_visitor {
    void *context;
    // Names are not terminated; class names have slashes. Either may be NULL.
    void (*class_mentioned)(void *context, const char *name, size_t length);
    void (*method_defined)(void *context, const char *class_name, size_t class_length, const char *name, size_t length);
};

// Walks a class file; false if it is none or is broken.
bool classfile_visit(const u8 *data, size_t size, const struct classfile_visitor *visitor);
// The major version, 0 if it is no class file. Java 17 is 61.
u32 classfile_major_version(const u8 *data, size_t size);

#endif
