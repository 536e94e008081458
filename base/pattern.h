// The language of method patterns, the same in the kernel and in the host tool: "pkg.Class.method"; '*' stands for any
// characters except a dot, '**' for any at all; a '!' in front excludes. A list selects what some pattern names and no
// '!' pattern does; if it has only '!' patterns, everything else.
#ifndef BASE_PATTERN_H
#define BASE_PATTERN_H

#include <stddef.h>

#include "base/types.h"

#define PATTERN_MOST 64 // of one kind, such as --time

struct pattern {
    const char *text; // without the '!'
    size_t length;
    bool leaves_out;
};

struct pattern_list {
    struct pattern *patterns; // the owner's, with room for all that are added
    u32 count;
    bool names_some; // there are patterns without '!'
};

// `text` must stay where it is.
struct pattern pattern_read(const char *text, size_t length);
// Whether it is a pattern that could match: not empty, no slash, no space, no three stars.
bool pattern_is_valid(const char *text, size_t length);
// Whether the pattern, with or without its '!', names all of the text. Time: at most length squared.
bool pattern_names(const struct pattern *pattern, const char *name, size_t length);

void pattern_list_add(struct pattern_list *list, const char *text, size_t length);
// An empty list selects nothing.
bool pattern_list_selects(const struct pattern_list *list, const char *name, size_t length);

#endif
