// The sites at which allocation is counted, by method and bytecode index: shared by the probe hook and the kernel,
// which counts what C allocates.
#ifndef TRANSLATOR_ALLOCATION_H
#define TRANSLATOR_ALLOCATION_H

#include "base/text.h"
#include "log/allocation.h"
#include "translator/object.h"

struct allocation_place {
    const struct method *method; // NULL if no method is to be named
    u32 bytecode_index;
    enum allocation_kind kind;
    const struct class *class; // of the objects; NULL if it is not loaded yet, and then `class_name` is its name
    struct text class_name;
    u32 object_bytes; // of each object if all have the same known size, otherwise 0
};

// Whether a pattern names the method.
static inline bool allocation_is_counted(const struct method *method) { return method->patterns & PATTERN_ALLOCATION; }
// The log's number of the site, which is made if it is new; 0 ("other") if there is no room for it. Thread level.
u32 allocation_site(const struct allocation_place *place);

#endif
