// The program's sources, where the user says they are (`report --source PATH`): found by the package and the file's
// name that a class has in the recording, and put into the page with the lines of the methods.
#ifndef VIZ_HTML_SOURCE_H
#define VIZ_HTML_SOURCE_H

#include "viz/analyse/view.h"

struct source_file {
    char *name;         // "org/example/Shop.java"
    struct buffer text; // empty if it was not found
    u32 number;         // among those found
};

struct sources {
    const struct recording *recording;
    const struct text_list *places; // directories; not NULL
    struct source_file *files;
    size_t count, capacity, found;
    size_t bytes, left_out; // of the texts; and how many files there was no room for
};

// The number, from 1, of the file that contains a method; 0 if it was not found.
u32 source_of_method(struct sources *sources, u32 method);
// "sources" and "methodLines", members of the page's data: [name, text] of those found so far, and [index in `methods`,
// file, first line with code].
void sources_put(struct json *json, struct sources *sources, const u32 *methods, size_t method_count);
void sources_free(struct sources *sources);

#endif
