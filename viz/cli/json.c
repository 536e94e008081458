// See json.h. Objects deeper than two levels stay on one line: a line a method is what people grep.
#include "viz/cli/json.h"

#include <math.h>

enum { LINE_DEPTH = 2 };

static void put_break(struct json *json) {
    if (json->depth > LINE_DEPTH) {
        buffer_text(json->text, json->has_items ? ", " : "");
    } else {
        buffer_format(json->text, "%s\n%*s", json->has_items ? "," : "", (int)json->depth * 2, "");
    }
}

static void put_name(struct json *json, const char *name) {
    if (json->depth) put_break(json);
    json->has_items = true;
    if (!name) return;
    buffer_json(json->text, name);
    buffer_text(json->text, ": ");
}

static void begin(struct json *json, const char *name, char bracket) {
    put_name(json, name);
    buffer_byte(json->text, (u8)bracket);
    json->depth++;
    json->has_items = false;
}

static void end(struct json *json, char bracket) {
    json->depth--;
    if (json->has_items && json->depth < LINE_DEPTH) buffer_format(json->text, "\n%*s", (int)json->depth * 2, "");
    buffer_byte(json->text, (u8)bracket);
    json->has_items = true;
}

void json_begin_object(struct json *json, const char *name) { begin(json, name, '{'); }
void json_end_object(struct json *json) { end(json, '}'); }
void json_begin_array(struct json *json, const char *name) { begin(json, name, '['); }
void json_end_array(struct json *json) { end(json, ']'); }

void json_text(struct json *json, const char *name, const char *value) {
    put_name(json, name);
    buffer_json(json->text, value);
}

void json_integer(struct json *json, const char *name, s64 value) {
    put_name(json, name);
    buffer_format(json->text, "%lld", (long long)value);
}

void json_real(struct json *json, const char *name, double value) {
    put_name(json, name);
    if (isfinite(value)) {
        buffer_format(json->text, "%.15g", value);
    } else {
        buffer_text(json->text, "null");
    }
}

void json_bool(struct json *json, const char *name, bool value) {
    put_name(json, name);
    buffer_text(json->text, value ? "true" : "false");
}
