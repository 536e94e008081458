// Method patterns: "pkg.Class.method"; '*' stands for any characters but a dot, '**' for any at all; '!' in front
// leaves out. A list selects what some pattern names and no '!' pattern does; with '!' patterns only, everything else.
#ifndef VIZ_PATTERN_H
#define VIZ_PATTERN_H

#include "viz/options.h"

// Whether one pattern (a leading '!' is skipped) matches a whole name.
bool pattern_matches(const char *pattern, const char *name, size_t length);
bool pattern_list_selects(const struct text_list *patterns, const char *name);
// A pattern that could never match: empty, a slash, a space, three stars.
bool pattern_is_valid(const char *pattern);

#endif
