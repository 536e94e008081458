// The system properties that the kernel supplies: those of the platform, by their index in
// jdk.internal.util.SystemProps$Raw, and those of the virtual machine together with the user's (-D), as keys and
// values.
#ifndef KERNEL_NATIVES_PROPERTIES_H
#define KERNEL_NATIVES_PROPERTIES_H

#include "base/types.h"

#define PLATFORM_PROPERTIES 39

struct options;

struct property_text {
    const char *text; // not terminated; NULL if there is none
    size_t length;
};

struct property_text property_platform(u32 index);
// Returns false if there is no property of this number.
bool property_vm(const struct options *options, u32 number, struct property_text *key, struct property_text *value);

#endif
