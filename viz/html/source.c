// See source.h. What the recording says is not trusted: a file's name may have no slash, so nothing outside the given
// directories is read.
#include "viz/html/source.h"

#include <stdlib.h>
#include <string.h>

#include "viz/cli/file.h"

enum { SOURCE_BYTES = 400000 };

// "org.example.Shop$Item" in "Shop.java": "org/example/Shop.java". NULL if it cannot be one.
static char *file_name(const struct class_name *class) {
    const char *dot = strrchr(class->name, '.');
    if (!class->source[0] || class->source[0] == '.' || strchr(class->source, '/') || strstr(class->name, "..") ||
        strchr(class->name, '/') || class->name[0] == '.') {
        return NULL;
    }
    char *name = text_format("%.*s%s", dot ? (int)(dot - class->name) + 1 : 0, class->name, class->source);
    for (char *at = name; dot && at <= name + (dot - class->name); at++) {
        if (*at == '.') *at = '/';
    }
    return name;
}

static bool read_source(struct sources *sources, struct source_file *file, const char *place, const char *name) {
    struct problem problem;
    struct file_map map;
    char *path = text_format("%s/%s", place, name);
    bool there = file_exists(path) && !file_is_directory(path) && file_map(&map, path, &problem);
    free(path);
    if (!there) return false;
    if (sources->bytes + map.size > SOURCE_BYTES) {
        sources->left_out++;
    } else {
        buffer_append(&file->text, map.data, map.size);
        sources->bytes += map.size;
        file->number = (u32)++sources->found;
    }
    file_unmap(&map);
    return true;
}

static void look_for(struct sources *sources, struct source_file *file) {
    const char *slash = strrchr(file->name, '/');
    for (size_t i = 0; i < sources->places->count; i++) {
        const char *place = sources->places->items[i];
        if (read_source(sources, file, place, file->name)) return;
        if (slash && read_source(sources, file, place, slash + 1)) return;
    }
}

u32 source_of_method(struct sources *sources, u32 method) {
    const struct method_name *name = recording_method(sources->recording, method);
    const struct class_name *class = name ? recording_class(sources->recording, name->class_id) : NULL;
    char *path = class && sources->places->count ? file_name(class) : NULL;
    if (!path) return 0;
    for (size_t i = 0; i < sources->count; i++) {
        if (strcmp(sources->files[i].name, path) != 0) continue;
        free(path);
        return sources->files[i].number;
    }
    ARRAY_GROW(sources->files, sources->count, sources->capacity);
    struct source_file *file = &sources->files[sources->count++];
    *file = (struct source_file){.name = path};
    look_for(sources, file);
    return file->number;
}

// The first line of a method that has code; 0 if none is known.
static u32 first_line(const struct recording *recording, u32 method) {
    u32 first = 0;
    for (size_t i = 0; i < recording->code_count; i++) {
        const struct code_range *range = &recording->code[i];
        for (u32 place = 0; range->method == method && place < range->place_count; place++) {
            u32 line = range->places[place].method == method ? range->places[place].line : 0;
            if (line && (!first || line < first)) first = line;
        }
    }
    return first;
}

void sources_put(struct json *json, struct sources *sources, const u32 *methods, size_t method_count) {
    json_begin_array(json, "methodLines");
    for (size_t i = 0; i < method_count; i++) {
        u32 file = source_of_method(sources, methods[i]), line = file ? first_line(sources->recording, methods[i]) : 0;
        if (!line) continue;
        json_begin_array(json, NULL);
        json_put_integer(json, NULL, (s64)i), json_put_integer(json, NULL, file), json_put_integer(json, NULL, line);
        json_end(json);
    }
    json_end(json);
    json_put_integer(json, "sourcesLeftOut", (s64)sources->left_out);
    json_begin_array(json, "sources");
    for (size_t i = 0; i < sources->count; i++) { // in the order of their numbers
        const struct source_file *file = &sources->files[i];
        if (!file->number) continue;
        json_begin_array(json, NULL);
        json_put_text(json, NULL, file->name), json_put_text(json, NULL, buffer_string(&file->text));
        json_end(json);
    }
    json_end(json);
}

void sources_free(struct sources *sources) {
    for (size_t i = 0; i < sources->count; i++) free(sources->files[i].name), buffer_free(&sources->files[i].text);
    free(sources->files);
}
