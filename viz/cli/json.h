// Writes JSON: commas and indentation by itself. Members of an object have a name, elements of an array NULL.
#ifndef VIZ_CLI_JSON_H
#define VIZ_CLI_JSON_H

#include "viz/cli/buffer.h"

struct json {
    struct buffer *text;
    u32 depth;
    bool has_items; // at the current depth
};

void json_begin_object(struct json *json, const char *name);
void json_end_object(struct json *json);
void json_begin_array(struct json *json, const char *name);
void json_end_array(struct json *json);
void json_text(struct json *json, const char *name, const char *value);
void json_integer(struct json *json, const char *name, s64 value);
void json_real(struct json *json, const char *name, double value);
void json_bool(struct json *json, const char *name, bool value);

#endif
