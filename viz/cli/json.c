// See json.h.
#include "viz/cli/json.h"

#include <math.h>
#include <string.h>

#include "base/panic.h"

// As many digits as a number of any size has for certain.
#define JSON_FORM (JSON_ENCODE_ANY | JSON_REAL_PRECISION(15))

static json_t *text_value(const char *text) {
    json_t *value = text ? json_string(text) : json_null();
    if (value) return value;
    struct buffer clean = {0};
    buffer_utf8(&clean, text);
    value = json_string(buffer_string(&clean));
    buffer_free(&clean);
    return value;
}

static void add(struct json *json, const char *name, json_t *value) {
    if (!json->depth) {
        json->open[0] = value;
        return;
    }
    json_t *parent = json->open[json->depth - 1];
    int failed = name ? json_object_set(parent, name, value) : json_array_append(parent, value);
    if (failed && name) { // it is no UTF-8
        json_t *key = text_value(name);
        failed = json_object_set(parent, json_string_value(key), value);
        json_decref(key);
    }
    ASSERT(!failed);
    json_decref(value);
}

static void begin(struct json *json, const char *name, json_t *value) {
    ASSERT(json->depth < JSON_DEPTH);
    add(json, name, value);
    json->open[json->depth++] = value;
}

void json_begin_object(struct json *json, const char *name) { begin(json, name, json_object()); }
void json_begin_array(struct json *json, const char *name) { begin(json, name, json_array()); }

void json_end(struct json *json) {
    ASSERT(json->depth);
    json->depth--;
}

void json_put_text(struct json *json, const char *name, const char *value) { add(json, name, text_value(value)); }
void json_put_integer(struct json *json, const char *name, s64 value) { add(json, name, json_integer(value)); }
void json_put_bool(struct json *json, const char *name, bool value) { add(json, name, json_boolean(value)); }
void json_put_null(struct json *json, const char *name) { add(json, name, json_null()); }

void json_put_value(struct json *json, const char *name, struct json *value) {
    ASSERT(!value->depth);
    add(json, name, value->open[0]);
    *value = (struct json){0};
}

void json_put_real(struct json *json, const char *name, double value) {
    add(json, name, isfinite(value) ? json_real(value) : json_null());
}

// ---- Writing

// Only texts have a '<'.
static int append(const char *bytes, size_t size, void *context) {
    for (size_t at = 0; at < size;) {
        const char *found = memchr(bytes + at, '<', size - at);
        size_t plain = found ? (size_t)(found - bytes) - at : size - at;
        buffer_append(context, bytes + at, plain);
        if (found) buffer_text(context, "\\u003c");
        at += plain + (found != NULL);
    }
    return 0;
}

static void put_value(struct buffer *text, const json_t *value, size_t form) {
    int failed = json_dump_callback(value, append, text, JSON_FORM | form);
    ASSERT(!failed);
}

static void put_lines(struct buffer *text, const json_t *value, u32 lines, u32 depth);

static void put_break(struct buffer *text, u32 depth) { buffer_format(text, "\n%*s", (int)depth * 2, ""); }

static void put_members(struct buffer *text, json_t *object, u32 lines, u32 depth) {
    const char *name, *before = "";
    json_t *member;
    json_object_foreach(object, name, member) {
        json_t *key = json_string_nocheck(name);
        buffer_text(text, before), put_break(text, depth);
        put_value(text, key, 0), buffer_text(text, ": ");
        put_lines(text, member, lines, depth);
        json_decref(key);
        before = ",";
    }
}

static void put_elements(struct buffer *text, const json_t *array, u32 lines, u32 depth) {
    for (size_t i = 0; i < json_array_size(array); i++) {
        buffer_text(text, i ? "," : ""), put_break(text, depth);
        put_lines(text, json_array_get(array, i), lines, depth);
    }
}

static void put_lines(struct buffer *text, const json_t *value, u32 lines, u32 depth) {
    if (depth == lines || !(json_object_size(value) || json_array_size(value))) {
        put_value(text, value, 0);
        return;
    }
    bool is_object = json_is_object(value);
    buffer_byte(text, is_object ? '{' : '[');
    if (is_object) {
        put_members(text, (json_t *)value, lines, depth + 1);
    } else {
        put_elements(text, value, lines, depth + 1);
    }
    put_break(text, depth);
    buffer_byte(text, is_object ? '}' : ']');
}

size_t json_bytes(const struct json *json) { return json_dumpb(json->open[0], NULL, 0, JSON_FORM | JSON_COMPACT); }

void json_finish(struct json *json, struct buffer *text, u32 lines) {
    ASSERT(!json->depth);
    if (lines) {
        put_lines(text, json->open[0], lines, 0);
    } else {
        put_value(text, json->open[0], JSON_COMPACT);
    }
    json_decref(json->open[0]);
    *json = (struct json){0};
}

// ---- Reading

char *json_file_text(const char *path, const char *name) {
    json_t *root = json_load_file(path, 0, NULL);
    const char *found = json_string_value(json_object_get(root, name));
    char *text = text_copy(found ? found : "");
    json_decref(root);
    return text;
}
