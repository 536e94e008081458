// Options that the user gave: a text of lines "key=value" (base/archive.h lists the keys). Values are not terminated.
#ifndef KERNEL_CORE_OPTIONS_H
#define KERNEL_CORE_OPTIONS_H

#include "base/types.h"

struct options {
    const char *start, *end;
};

// What the machine was started with: the archive's entry "options". Empty until that has been read.
extern struct options machine_options;

struct option {
    const char *value;
    size_t length;
    const char *next, *end; // where the search continues
};

// Finds the first value of a key, or the next one after `option`'s. Returns false if there is none.
bool option_first(const struct options *options, const char *key, struct option *option);
bool option_next(const char *key, struct option *option);
// Finds the value of a system property that the user set with -DNAME=VALUE. Returns false if it was not set, or has no
// value.
bool option_property(const struct options *options, const char *name, struct option *option);
// Whether the value is exactly `text`.
bool option_is(const struct option *option, const char *text);
// Whether the value is a number, of digits only, that 64 bits hold.
bool option_is_number(const struct option *option, u64 *number);
// The value as a number, or `otherwise` if the key is missing or its value is not a number.
u64 option_number(const struct options *options, const char *key, u64 otherwise);
u64 option_property_number(const struct options *options, const char *name, u64 otherwise);

#endif
