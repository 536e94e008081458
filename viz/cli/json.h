// JSON by jansson: a value is built, then written as a whole. What may be of any size, such as the events of a
// recording, is written element by element. Members of an object have a name, elements of an array NULL.
#ifndef VIZ_CLI_JSON_H
#define VIZ_CLI_JSON_H

#include <jansson.h>

#include "viz/cli/buffer.h"

enum { JSON_DEPTH = 16 };

struct json {
    json_t *open[JSON_DEPTH]; // the outermost first; it stays when all are closed
    u32 depth;
};

void json_begin_object(struct json *json, const char *name);
void json_begin_array(struct json *json, const char *name);
void json_end(struct json *json); // of the innermost
// Bytes that are not UTF-8 become U+FFFD. NULL is null, and so is a number that is not finite.
void json_put_text(struct json *json, const char *name, const char *value);
void json_put_integer(struct json *json, const char *name, s64 value);
void json_put_real(struct json *json, const char *name, double value);
void json_put_bool(struct json *json, const char *name, bool value);
void json_put_null(struct json *json, const char *name);
// Takes over a value that has been built by itself.
void json_put_value(struct json *json, const char *name, struct json *value);
// How many bytes the value takes without lines.
size_t json_bytes(const struct json *json);
// Appends the value and frees it. Members of the outer `lines` levels have a line each, and what is deeper follows with
// spaces; there is no space at all if it is 0. '<' is escaped, so that the value may stand in a script of a page.
void json_finish(struct json *json, struct buffer *text, u32 lines);

// The text member `name` of the object in a file, to be freed; "" if there is no such file or member.
char *json_file_text(const char *path, const char *name);

#endif
