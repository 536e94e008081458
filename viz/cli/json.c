// See json.h.
#include "viz/cli/json.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

#include "base/panic.h"

static bool is_plain(u8 byte) { return byte >= ' ' && byte < 0x80 && byte != '"' && byte != '\\' && byte != '<'; }

// A character that is not plain; returns its bytes.
static size_t put_escaped(struct buffer *to, const u8 *text) {
    static const char escaped[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
    if (*text >= 0x80) return buffer_character(to, text);
    const char *found = strchr(escaped, *text);
    if (found) {
        buffer_byte(to, '\\'), buffer_byte(to, (u8)letters[found - escaped]);
    } else {
        buffer_format(to, *text == '<' ? "\\u%04x" : "\\u%04X", *text);
    }
    return 1;
}

static void put_text(struct buffer *to, const char *text) {
    buffer_byte(to, '"');
    for (const u8 *at = (const u8 *)text; *at;) {
        const u8 *start = at;
        while (is_plain(*at)) at++;
        buffer_append(to, start, (size_t)(at - start));
        if (*at) at += put_escaped(to, at);
    }
    buffer_byte(to, '"');
}

static void put_break(const struct json *json) {
    if (json->depth <= json->lines) {
        buffer_format(json->text, "\n%*s", (int)json->depth * 2, "");
    } else if (json->lines && json->has_items) {
        buffer_byte(json->text, ' ');
    }
}

// Puts what stands before a value.
static void begin_value(struct json *json, const char *name) {
    ASSERT(!name == (!json->depth || json->brackets[json->depth - 1] == ']'));
    if (json->has_items) buffer_byte(json->text, ',');
    if (json->depth) put_break(json);
    json->has_items = json->depth;
    if (!name) return;
    put_text(json->text, name);
    buffer_text(json->text, json->lines ? ": " : ":");
}

static void begin(struct json *json, const char *name, const char brackets[2]) {
    begin_value(json, name);
    ASSERT(json->depth < JSON_DEPTH);
    buffer_byte(json->text, (u8)brackets[0]);
    json->brackets[json->depth++] = brackets[1];
    json->has_items = false;
}

void json_begin_object(struct json *json, const char *name) { begin(json, name, "{}"); }
void json_begin_array(struct json *json, const char *name) { begin(json, name, "[]"); }

void json_end(struct json *json) {
    ASSERT(json->depth);
    json->depth--;
    if (json->has_items && json->depth < json->lines) put_break(json);
    buffer_byte(json->text, (u8)json->brackets[json->depth]);
    json->has_items = json->depth;
}

static void put_word(struct json *json, const char *name, const char *word) {
    begin_value(json, name);
    buffer_text(json->text, word);
}

void json_put_null(struct json *json, const char *name) { put_word(json, name, "null"); }
void json_put_bool(struct json *json, const char *name, bool value) { put_word(json, name, value ? "true" : "false"); }

void json_put_text(struct json *json, const char *name, const char *value) {
    if (!value) return json_put_null(json, name);
    begin_value(json, name);
    put_text(json->text, value);
}

void json_put_integer(struct json *json, const char *name, s64 value) {
    begin_value(json, name);
    buffer_integer(json->text, value);
}

void json_put_thousandths(struct json *json, const char *name, u64 value) {
    const u8 decimals[] = {'.', (u8)('0' + value / 100 % 10), (u8)('0' + value / 10 % 10), (u8)('0' + value % 10)};
    size_t size = sizeof(decimals);
    while (size > 2 && decimals[size - 1] == '0') size--;
    json_put_integer(json, name, (s64)(value / 1000));
    buffer_append(json->text, decimals, size);
}

void json_put_real(struct json *json, const char *name, double value) {
    char digits[32];
    if (!isfinite(value)) return json_put_null(json, name);
    json_t *real = json_real(value);
    size_t size = json_dumpb(real, digits, sizeof(digits), JSON_ENCODE_ANY | JSON_REAL_PRECISION(15));
    json_decref(real);
    begin_value(json, name);
    buffer_append(json->text, digits, size);
}

// ---- Reading

char *json_file_text(const char *path, const char *name) {
    json_t *root = json_load_file(path, 0, NULL);
    const char *found = json_string_value(json_object_get(root, name));
    char *text = text_copy(found ? found : "");
    json_decref(root);
    return text;
}
