// See program.h. Guest paths hold nothing of the host but file names, so that a run does not depend on where the user keeps the program.
#include "viz/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { JAVA_17_MAJOR = 61, DEPTH_LIMIT = 64 };
#define DIRECTORY_LIMIT (1024 * MIB)

static char *class_file_name(const char *class_name) {
    char *name = text_format("%s.class", class_name);
    for (char *at = name; at < name + strlen(class_name); at++)
        if (*at == '.') *at = '/';
    return name;
}

static void add_file(struct program *program, char *guest_path, char *host_path, u64 size) {
    ARRAY_GROW(program->files, program->file_count, program->file_capacity);
    program->files[program->file_count++] = (struct program_file){guest_path, host_path, size};
}

static bool guest_path_is_taken(const struct program *program, const char *path) {
    for (size_t i = 0; i < program->count; i++)
        if (strcmp(program->entries[i].guest_path, path) == 0) return true;
    return false;
}

// "/app/NAME", or "/app/2/NAME" and so on when the name is taken.
static char *guest_path_make(const struct program *program, const char *name) {
    char *path = text_format("/app/%s", name);
    for (int i = 2; guest_path_is_taken(program, path); i++) {
        free(path);
        path = text_format("/app/%d/%s", i, name);
    }
    return path;
}

static bool is_output_directory(const char *path) {
    char *region = text_format("%s/region", path), *facts = text_format("%s/meta.json", path);
    bool found = file_exists(region) && file_exists(facts);
    free(region);
    free(facts);
    return found;
}

static bool is_same_file(const char *left, const char *right) {
    struct stat a, b;
    return left && stat(left, &a) == 0 && stat(right, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

static bool add_directory(struct program *program, const char *host, const char *guest, const char *leave_out, int depth, u64 *total,
                          struct problem *problem) {
    char **names;
    size_t count;
    if (depth > DEPTH_LIMIT) return problem_set(problem, STATUS_BAD_INPUT, "%s: directories nested more than %d deep", host, DEPTH_LIMIT);
    if (!directory_list(host, &names, &count, problem)) return false;
    bool done = true;
    for (size_t i = 0; i < count && done; i++) {
        char *from = text_format("%s/%s", host, names[i]), *to = text_format("%s/%s", guest, names[i]);
        struct stat status;
        if (stat(from, &status) != 0) continue;
        if (S_ISDIR(status.st_mode)) {
            if (strcmp(names[i], ".git") != 0 && !is_same_file(leave_out, from) && !is_output_directory(from))
                done = add_directory(program, from, to, leave_out, depth + 1, total, problem);
        } else if (S_ISREG(status.st_mode)) {
            *total += (u64)status.st_size;
            if (*total > DIRECTORY_LIMIT)
                done = problem_set(problem, STATUS_BAD_INPUT, "%s: class path directory holds more than %llu MiB", host, DIRECTORY_LIMIT / MIB);
            add_file(program, to, from, (u64)status.st_size);
        }
    }
    for (size_t i = 0; i < count; i++) free(names[i]);
    free(names);
    return done;
}

static struct program_entry *add_entry(struct program *program, const char *host_path, const char *guest_name) {
    ARRAY_GROW(program->entries, program->count, program->capacity);
    struct program_entry *entry = &program->entries[program->count];
    *entry = (struct program_entry){.host_path = text_copy(host_path), .guest_path = guest_path_make(program, guest_name)};
    program->count++;
    return entry;
}

static bool add_jar(struct program *program, const char *path, const char *guest_name, struct problem *problem) {
    struct zip zip;
    if (!zip_open(&zip, path, problem)) return false;
    struct program_entry *entry = add_entry(program, path, guest_name);
    entry->zip = zip;
    entry->zip.path = entry->host_path;
    add_file(program, text_copy(entry->guest_path), text_copy(path), zip.map.size);
    return true;
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool add_path(struct program *program, const char *path, const char *leave_out, struct problem *problem) {
    if (!file_is_directory(path)) return add_jar(program, path, base_name(path), problem);
    struct program_entry *entry = add_entry(program, path, "classes");
    entry->is_directory = true;
    u64 total = 0;
    return add_directory(program, path, entry->guest_path, leave_out, 0, &total, problem);
}

// The value of a manifest's main attribute, continuation lines joined (they begin with a space); NULL if it is not there.
static char *manifest_value(const struct buffer *manifest, const char *key) {
    struct buffer value = {0};
    size_t key_bytes = strlen(key);
    bool inside = false;
    for (const char *line = buffer_string(manifest); *line;) {
        size_t length = strcspn(line, "\r\n");
        if (length == 0) break;  // the main section ends
        if (inside && line[0] == ' ') buffer_append(&value, line + 1, length - 1);
        else if ((inside = length > key_bytes + 1 && strncasecmp(line, key, key_bytes) == 0 && line[key_bytes] == ':'))
            buffer_append(&value, line + key_bytes + 2, length - key_bytes - 2);
        line += length;
        line += *line == '\r';
        line += *line == '\n';
    }
    return (char *)value.data;
}

// Jars that the manifest's Class-Path names relative to the jar; those that are missing are passed over, as `java` does.
static bool add_manifest_path(struct program *program, const char *jar, char *list, struct problem *problem) {
    size_t directory_bytes = (size_t)(base_name(jar) - jar);
    for (char *save = NULL, *item = strtok_r(list, " ", &save); item; item = strtok_r(NULL, " ", &save)) {
        if (item[0] == '/' || strstr(item, "..") || strchr(item, ':') || !text_ends_with(item, ".jar")) continue;
        char *path = text_format("%.*s%s", (int)directory_bytes, jar, item);
        bool done = !file_exists(path) || add_jar(program, path, item, problem);
        free(path);
        if (!done) return false;
    }
    return true;
}

static bool open_jar(struct program *program, const char *path, struct problem *problem) {
    if (!add_jar(program, path, base_name(path), problem)) return false;
    const struct zip *zip = &program->entries[0].zip;
    const struct zip_entry *entry = zip_find(zip, "META-INF/MANIFEST.MF");
    struct buffer manifest;
    if (!entry) return problem_set(problem, STATUS_BAD_INPUT, "%s: expected a manifest with Main-Class, found no META-INF/MANIFEST.MF", path);
    if (!zip_read(zip, entry, &manifest, problem)) return false;
    program->main_class = manifest_value(&manifest, "Main-Class");
    char *class_path = manifest_value(&manifest, "Class-Path");
    buffer_free(&manifest);
    if (!program->main_class) return problem_set(problem, STATUS_BAD_INPUT, "%s: expected Main-Class in its manifest, found none", path);
    bool done = !class_path || add_manifest_path(program, path, class_path, problem);
    free(class_path);
    return done;
}

static bool read_class(const struct program_entry *entry, const char *name, struct buffer *data, struct problem *problem) {
    if (!entry->is_directory) {
        const struct zip_entry *member = zip_find(&entry->zip, name);
        return member && zip_read(&entry->zip, member, data, problem);
    }
    char *path = text_format("%s/%s", entry->host_path, name);
    struct file_map map;
    bool done = file_exists(path) && file_map(&map, path, problem);
    if (done) buffer_append(data, map.data, map.size), file_unmap(&map);
    free(path);
    return done;
}

static bool check_main_class(const struct program *program, const char *where, struct problem *problem) {
    char *name = class_file_name(program->main_class);
    struct buffer data = {0};
    bool found = false;
    problem->status = 0;
    for (size_t i = 0; i < program->count && !found && !problem->status; i++) found = read_class(&program->entries[i], name, &data, problem);
    u32 major = classfile_major_version(data.data, data.size);
    if (!found && !problem->status)
        problem_set(problem, STATUS_BAD_INPUT, "%s: expected main class %s, found no %s", where, program->main_class, name);
    else if (found && !major) problem_set(problem, STATUS_BAD_INPUT, "%s: %s: expected a class file, found something else", where, name);
    else if (found && major > JAVA_17_MAJOR)
        problem_set(problem, STATUS_BAD_INPUT, "%s: %s: expected class file version %d (Java 17) or less, found %u", where, name, JAVA_17_MAJOR, major);
    buffer_free(&data);
    free(name);
    return !problem->status;
}

bool program_open(struct program *program, const char *classpath, const char *target, const char *leave_out, struct problem *problem) {
    *program = (struct program){.from_jar = !classpath};
    if (!classpath) return open_jar(program, target, problem) && check_main_class(program, target, problem);
    program->main_class = text_copy(target);
    for (char *at = program->main_class; *at; at++)
        if (*at == '/') *at = '.';
    char *list = text_copy(classpath);
    for (char *save = NULL, *item = strtok_r(list, ":", &save); item; item = strtok_r(NULL, ":", &save))
        if (file_exists(item) && !add_path(program, item, leave_out, problem)) return free(list), false;
    free(list);
    return check_main_class(program, classpath, problem);
}

static bool names_class(const char *name, size_t length) { return length > 6 && memcmp(name + length - 6, ".class", 6) == 0; }

static void visit_jar(const struct zip *zip, const struct classfile_visitor *visitor) {
    for (size_t i = 0; i < zip->count; i++) {
        const struct zip_entry *entry = &zip->entries[i];
        struct buffer data;
        struct problem ignored = {0};
        if (!names_class((const char *)entry->name, entry->name_bytes) || !zip_read(zip, entry, &data, &ignored)) continue;
        classfile_visit(data.data, data.size, visitor);
        buffer_free(&data);
    }
}

void program_visit(const struct program *program, const struct classfile_visitor *visitor) {
    for (size_t i = 0; i < program->count; i++)
        if (!program->entries[i].is_directory) visit_jar(&program->entries[i].zip, visitor);
    for (size_t i = 0; i < program->file_count; i++) {
        struct file_map map;
        struct problem ignored = {0};
        const char *path = program->files[i].host_path;
        if (!names_class(path, strlen(path)) || !file_map(&map, path, &ignored)) continue;
        classfile_visit(map.data, map.size, visitor);
        file_unmap(&map);
    }
}
