// Which methods are timed, traced, never inlined, and whose allocations are counted: the patterns of PATTERN_TABLE
// (log/region.h), as base/pattern.h reads them.
#ifndef KERNEL_CLASSES_WATCH_H
#define KERNEL_CLASSES_WATCH_H

#include "log/region.h"
#include "translator/object.h"

// Reads the options, before any class is defined. The log must be ready: the patterns are written to it.
void watch_init(void);
// Whether a pattern of --dump names the method. Read from the options each time: it is for the translator's developers.
bool watch_is_dumped(const struct method *method);
// Sets the patterns of the class's methods; when the class is defined, before any of them is translated.
void watch_class(struct class *class);

// ---- Patterns that are switched on and off while the program runs. The last one that names a method counts; a '!' in
// front inverts it.

#define WATCH_PATTERN_BYTES 256

struct watch_switch {
    enum pattern_kind kind; // PATTERN_TIME, PATTERN_TRACE or PATTERN_ALLOCATION
    const char *text;
    size_t length;
    bool on;
};
// Whether the pattern names a method of a class of any domain.
bool watch_names_any(const struct watch_switch *watch);
// Keeps it for classes still to come. Returns false if there are too many, or if it is too long.
bool watch_keep(const struct watch_switch *watch);
// Whether there may be methods, now or to come, whose allocations are counted.
bool watch_may_count(void);
// Sets or clears the pattern's bit of all methods that it names; a method of which that changes gets METHOD_SWITCHED
// too, and `changed` is called with what its patterns_so_far were.
void watch_apply(const struct watch_switch *watch, void (*changed)(struct method *method, u8 patterns_before));

#endif
