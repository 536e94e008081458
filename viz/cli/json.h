// JSON, written as it is put; it is read by jansson. Members of an object have a name, elements of an array NULL.
#ifndef VIZ_CLI_JSON_H
#define VIZ_CLI_JSON_H

#include "viz/cli/buffer.h"

enum { JSON_DEPTH = 16 };

struct json {
    struct buffer *text;
    // Members of the outer `lines` levels have a line each, and what is deeper follows with spaces; there is no space
    // at all if it is 0.
    u32 lines, depth;
    char brackets[JSON_DEPTH]; // that close what is open, the outermost first
    bool has_items;            // at the current depth
};

void json_begin_object(struct json *json, const char *name);
void json_begin_array(struct json *json, const char *name);
void json_end(struct json *json); // of the innermost
// Bytes that are not UTF-8 become U+FFFD, and '<' is escaped, so that the text may stand in a script of a page. NULL is
// null, and so is a number that is not finite.
void json_put_text(struct json *json, const char *name, const char *value);
void json_put_integer(struct json *json, const char *name, s64 value);
void json_put_thousandths(struct json *json, const char *name, u64 value); // as a real number: 1500 is 1.5
void json_put_real(struct json *json, const char *name, double value);
void json_put_bool(struct json *json, const char *name, bool value);
void json_put_null(struct json *json, const char *name);

// The text member `name` of the object in a file, to be freed; "" if there is no such file or member.
char *json_file_text(const char *path, const char *name);

#endif
