// Loads the names of a recording.
#ifndef VIZ_READ_NAMES_H
#define VIZ_READ_NAMES_H

#include "viz/read/recording.h"

void names_load(struct recording *recording);
void names_free(struct recording *recording);
// "pkg.Class.method(int, String[])" from a descriptor; an invalid descriptor is shown as it is.
char *names_method_label(const char *class_name, const char *method, const char *descriptor);

#endif
