// See meta.h. The file is our own, so this looks for '"name": "' at the start of a line and undoes JSON's escapes of
// ASCII characters.
#include "viz/meta.h"

#include <stdlib.h>
#include <string.h>

#include "viz/file.h"

static void append_escape(struct buffer *value, const char **at, const char *end) {
    const char *escape = *at;
    if (*escape != 'u') {
        buffer_byte(value, (u8)*escape);
        return;
    }
    char digits[5] = {0};
    if (end - escape > 4) memcpy(digits, escape + 1, 4), *at += 4;
    u32 point = (u32)strtoul(digits, NULL, 16);
    buffer_byte(value, point && point < 128 ? (u8)point : '?');
}

char *meta_text(const char *path, const char *name) {
    struct file_map map;
    struct problem ignored;
    struct buffer value = {0};
    buffer_append(&value, "", 0);
    if (!file_map(&map, path, &ignored)) return (char *)value.data;
    char *key = text_format("\n  \"%s\": \"", name);
    const char *at = memmem(map.data, map.size, key, strlen(key)), *end = (const char *)map.data + map.size;
    for (at = at ? at + strlen(key) : end; at < end && *at != '"'; at++) {
        if (*at == '\\' && at + 1 < end) {
            at++, append_escape(&value, &at, end);
        } else {
            buffer_byte(&value, (u8)*at);
        }
    }
    free(key);
    file_unmap(&map);
    return (char *)value.data;
}
