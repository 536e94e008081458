// Options that the user gave: a text of lines "key=value" (base/archive.h lists the keys). Values are not terminated.
#ifndef KERNEL_CORE_OPTIONS_H
#define KERNEL_CORE_OPTIONS_H

#include "base/types.h"

struct options {
    const char *start, *end;
};

// What the machine was started with: the archive's entry "options". None until it has been read.
extern struct options machine_options;

struct option {
    const char *value;
    size_t length;
    const char *next, *end; // where the search goes on
};

// The first value of a key, or the next one after `option`'s. False if there is none.
bool option_first(const struct options *options, const char *key, struct option *option);
bool option_next(const char *key, struct option *option);
// The value of a system property that the user gave, -DNAME=VALUE. False: it was not given, or without a value.
bool option_property(const struct options *options, const char *name, struct option *option);
// Whether it is this text.
bool option_is(const struct option *option, const char *text);
// As a number; `otherwise` if the key is missing or no number.
u64 option_number(const struct options *options, const char *key, u64 otherwise);
u64 option_property_number(const struct options *options, const char *name, u64 otherwise);

#endif
