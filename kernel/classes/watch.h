// Which methods are timed, traced, and never inlined: the patterns of --time, --trace and --no-inline (options of those
// names): base/pattern.h.
#ifndef KERNEL_CLASSES_WATCH_H
#define KERNEL_CLASSES_WATCH_H

#include "translator/object.h"

// Reads the options; before any class is defined. The log must stand: the patterns are written to it.
void watch_init(void);
// Whether a pattern of --dump names the method. Read from the options each time: it is for the translator's developers.
bool watch_is_dumped(const struct method *method);
// Sets METHOD_PROBED, METHOD_TRACED and METHOD_APART of the class's methods; when the class is defined, before any of
// them is translated.
void watch_class(struct class *class);

#endif
