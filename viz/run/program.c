// See program.h. Guest paths contain nothing of the host but file names, so that a run does not depend on where the
// user keeps the program.
#include "viz/run/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { JAVA_17_MAJOR = 61, DEPTH_LIMIT = 64, SAME_PLACE_LIMIT = 40 };
#define DIRECTORY_LIMIT (1024 * MIB)

static char *class_file_name(const char *class_name) {
    char *name = text_format("%s.class", class_name);
    for (char *at = name; at < name + strlen(class_name); at++) {
        if (*at == '.') *at = '/';
    }
    return name;
}

static void add_file(struct program *program, char *guest_path, char *host_path, u64 size) {
    ARRAY_GROW(program->files, program->file_count, program->file_capacity);
    program->files[program->file_count++] = (struct program_file){guest_path, host_path, size};
}

static const struct program_entry *entry_at(const struct program *program, const char *guest_path) {
    for (size_t i = 0; i < program->count; i++) {
        if (strcmp(program->entries[i].guest_path, guest_path) == 0) return &program->entries[i];
    }
    return NULL;
}

// "/app/NAME", or "/app/2/NAME" and so on when the name is taken.
static char *guest_path_make(const struct program *program, const char *name) {
    char *path = text_format("/app/%s", name);
    for (int i = 2; entry_at(program, path); i++) {
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

static bool add_directory(struct program *program, const char *host, const char *guest, const char *leave_out,
                          int depth, u64 *total, struct problem *problem) {
    char **names;
    size_t count;
    if (depth > DEPTH_LIMIT) {
        return problem_set(problem, STATUS_BAD_INPUT, "%s: directories nested more than %d deep", host, DEPTH_LIMIT);
    }
    if (!directory_list(host, &names, &count, problem)) return false;
    bool done = true;
    for (size_t i = 0; i < count && done; i++) {
        char *from = text_format("%s/%s", host, names[i]), *to = text_format("%s/%s", guest, names[i]);
        struct stat status;
        if (stat(from, &status) != 0) continue;
        if (S_ISDIR(status.st_mode)) {
            if (strcmp(names[i], ".git") != 0 && !is_same_file(leave_out, from) && !is_output_directory(from)) {
                done = add_directory(program, from, to, leave_out, depth + 1, total, problem);
            }
        } else if (S_ISREG(status.st_mode)) {
            *total += (u64)status.st_size;
            if (*total > DIRECTORY_LIMIT) {
                done = problem_set(problem, STATUS_BAD_INPUT, "%s: class path directory holds more than %llu MiB", host,
                                   DIRECTORY_LIMIT / MIB);
            }
            add_file(program, to, from, (u64)status.st_size);
        }
    }
    for (size_t i = 0; i < count; i++) free(names[i]);
    free(names);
    return done;
}

static struct program_entry *add_entry(struct program *program, const char *host_path, char *guest_path) {
    ARRAY_GROW(program->entries, program->count, program->capacity);
    struct program_entry *entry = &program->entries[program->count++];
    *entry = (struct program_entry){.host_path = text_copy(host_path), .guest_path = guest_path};
    return entry;
}

static bool add_jar(struct program *program, const char *path, char *guest_path, struct problem *problem) {
    struct zip zip;
    if (!zip_open(&zip, path, problem)) return free(guest_path), false;
    struct program_entry *entry = add_entry(program, path, guest_path);
    entry->zip = zip;
    entry->zip.path = entry->host_path;
    add_file(program, text_copy(entry->guest_path), text_copy(path), zip.map.size);
    return true;
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool add_path(struct program *program, const char *path, char *guest_path, const char *leave_out,
                     struct problem *problem) {
    if (!file_is_directory(path)) return add_jar(program, path, guest_path, problem);
    struct program_entry *entry = add_entry(program, path, guest_path);
    entry->is_directory = true;
    u64 total = 0;
    return add_directory(program, path, entry->guest_path, leave_out, 0, &total, problem);
}

static bool add_listed(struct program *program, const char *path, const char *leave_out, struct problem *problem) {
    return add_path(program, path, guest_path_make(program, file_is_directory(path) ? "classes" : base_name(path)),
                    leave_out, problem);
}

// "DIR/*" stands for all jars in DIR; their order is not specified for `java`.
static bool add_all_jars(struct program *program, const char *pattern, struct problem *problem) {
    char *directory = text_format("%.*s.", (int)strlen(pattern) - 1, pattern), **names;
    size_t count = 0;
    bool done = !file_is_directory(directory) || directory_list(directory, &names, &count, problem);
    for (size_t i = 0; i < count; i++) {
        char *path = text_format("%.*s%s", (int)strlen(pattern) - 1, pattern, names[i]);
        if (done && (text_ends_with(path, ".jar") || text_ends_with(path, ".JAR")) && !file_is_directory(path)) {
            done = add_jar(program, path, guest_path_make(program, names[i]), problem);
        }
        free(path), free(names[i]);
    }
    if (count) free(names);
    free(directory);
    return done;
}

// The value of a manifest's main attribute, continuation lines joined (they begin with a space); NULL if it is not
// there.
static char *manifest_value(const struct buffer *manifest, const char *key) {
    struct buffer value = {0};
    size_t key_bytes = strlen(key);
    bool inside = false;
    for (const char *line = buffer_string(manifest); *line;) {
        size_t length = strcspn(line, "\r\n");
        if (length == 0) break; // the main section ends
        if (inside && line[0] == ' ') {
            buffer_append(&value, line + 1, length - 1);
        } else if ((inside =
                        length > key_bytes + 1 && strncasecmp(line, key, key_bytes) == 0 && line[key_bytes] == ':')) {
            buffer_append(&value, line + key_bytes + 2, length - key_bytes - 2);
        }
        line += length;
        line += *line == '\r';
        line += *line == '\n';
    }
    return (char *)value.data;
}

// The manifest of a jar; empty if there is none.
static bool read_manifest(const struct zip *zip, struct buffer *manifest, struct problem *problem) {
    *manifest = (struct buffer){0};
    const struct zip_entry *entry = zip_find(zip, "META-INF/MANIFEST.MF");
    return !entry || zip_read(zip, entry, manifest, problem);
}

// The path without "." and "..", from the root.
static char *path_simplify(const char *path) {
    char *list = text_copy(path), *result = text_copy("");
    for (char *save = NULL, *item = strtok_r(list, "/", &save); item; item = strtok_r(NULL, "/", &save)) {
        if (strcmp(item, ".") == 0) continue;
        char *slash = strrchr(result, '/'),
             *longer = strcmp(item, "..") == 0 ? NULL : text_format("%s/%s", result, item);
        if (longer) {
            free(result), result = longer;
        } else if (slash) {
            *slash = 0;
        }
    }
    free(list);
    return result;
}

// `item` as written from the directory of `file` on.
static char *path_beside(const char *file, const char *item) {
    return item[0] == '/' ? text_copy(item) : text_format("%.*s%s", (int)(base_name(file) - file), file, item);
}

// Whether a place has been packed so often that a symbolic link leads back to it: each time under a longer name, and
// without end. `java` finds nothing any more when the system has followed 40 links.
static bool is_packed_often(const struct program *program, const char *place) {
    u32 times = 0;
    for (size_t i = 0; i < program->count; i++) times += strcmp(program->entries[i].host_path, place) == 0;
    return times >= SAME_PLACE_LIMIT;
}

// What a manifest's Class-Path names is packed where the guest's own class loader looks for it: the place that is
// written there, from the jar's directory on. `java` takes that directory without symbolic links, and passes over what
// is missing. The jar's own directory, or one above it, would be all that the user has beside the jar: left out.
static bool follow_item(struct program *program, const struct program_entry *jar, const char *item,
                        const char *leave_out, struct problem *problem) {
    char *real = realpath(jar->host_path, NULL);
    if (!real) return problem_set_errno(problem, jar->host_path, "read");
    char *host = path_beside(real, item), *joined = path_beside(jar->guest_path, item);
    char *guest = path_simplify(joined), *place = realpath(host, NULL);
    bool holds_jar = place && strncmp(real, place, strlen(place)) == 0 && real[strlen(place)] == '/';
    const struct program_entry *there = entry_at(program, guest);
    bool done = true;
    if (place && there && !is_same_file(place, there->host_path)) {
        done = problem_set(problem, STATUS_BAD_INPUT,
                           "%s: Class-Path: %s: expected one file of this name beside it, found %s as well",
                           jar->host_path, item, there->host_path);
    } else if (place && !there && !holds_jar && !is_packed_often(program, place)) {
        done = add_path(program, place, text_copy(guest), leave_out, problem);
    }
    free(real), free(host), free(joined), free(guest), free(place);
    return done;
}

static bool follow_manifest(struct program *program, size_t index, const char *leave_out, struct problem *problem) {
    struct program_entry jar = program->entries[index]; // a copy: the array grows
    struct buffer manifest;
    if (!read_manifest(&jar.zip, &manifest, problem)) return false;
    char *list = manifest_value(&manifest, "Class-Path");
    bool done = true;
    for (char *save = NULL, *item = list ? strtok_r(list, " ", &save) : NULL; item && done;
         item = strtok_r(NULL, " ", &save)) {
        if (text_starts_with(item, "file:")) item += strlen("file:");
        if (!strchr(item, ':')) done = follow_item(program, &jar, item, leave_out, problem);
    }
    free(list);
    buffer_free(&manifest);
    return done;
}

static bool open_jar(struct program *program, const char *path, struct problem *problem) {
    if (!add_jar(program, path, guest_path_make(program, base_name(path)), problem)) return false;
    struct buffer manifest;
    if (!read_manifest(&program->entries[0].zip, &manifest, problem)) return false;
    if (!manifest.size) {
        buffer_free(&manifest);
        return problem_set(problem, STATUS_BAD_INPUT,
                           "%s: expected a manifest with Main-Class, found no META-INF/MANIFEST.MF", path);
    }
    program->main_class = manifest_value(&manifest, "Main-Class");
    buffer_free(&manifest);
    return program->main_class ||
           problem_set(problem, STATUS_BAD_INPUT, "%s: expected Main-Class in its manifest, found none", path);
}

static bool read_class(const struct program_entry *entry, const char *name, struct buffer *data,
                       struct problem *problem) {
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

bool program_has_class(const struct program *program, const char *class_name) {
    char *name = class_file_name(class_name);
    struct buffer data = {0};
    struct problem ignored = {0};
    bool found = false;
    for (size_t i = 0; i < program->count && !found; i++) {
        found = read_class(&program->entries[i], name, &data, &ignored);
    }
    buffer_free(&data);
    free(name);
    return found;
}

static bool check_main_class(struct program *program, struct problem *problem) {
    char *name = class_file_name(program->main_class);
    struct buffer data = {0};
    bool found = false;
    problem->status = 0;
    for (size_t i = 0; i < program->count && !found && !problem->status; i++) {
        found = read_class(&program->entries[i], name, &data, problem);
    }
    program->main_class_found = found;
    bool is_class = data.size >= 8 && bytecode_u32(data.data) == 0xcafebabe;
    u32 major = is_class ? bytecode_u16(data.data + 6) : 0;
    if (found && !is_class) {
        problem_set(problem, STATUS_BAD_INPUT, "%s: %s: expected a class file, found something else", program->where,
                    name);
    } else if (found && major > JAVA_17_MAJOR) {
        problem_set(problem, STATUS_BAD_INPUT, "%s: %s: expected class file version %d (Java 17) or less, found %u",
                    program->where, name, JAVA_17_MAJOR, major);
    }
    buffer_free(&data);
    free(name);
    return !problem->status;
}

bool program_refuse(const struct program *program, struct problem *problem) {
    char *name = class_file_name(program->main_class);
    problem_set(problem, STATUS_BAD_INPUT, "%s: expected main class %s, found no %s", program->where,
                program->main_class, name);
    free(name);
    return false;
}

// The entries that the user names.
static bool open_listed(struct program *program, const char *classpath, const char *target, const char *leave_out,
                        struct problem *problem) {
    if (!classpath) return open_jar(program, target, problem);
    program->main_class = text_copy(target);
    for (char *at = program->main_class; *at; at++) {
        if (*at == '/') *at = '.';
    }
    char *list = text_copy(classpath);
    bool done = true;
    for (char *save = NULL, *item = strtok_r(list, ":", &save); item && done; item = strtok_r(NULL, ":", &save)) {
        if (strcmp(item, "*") == 0 || text_ends_with(item, "/*")) {
            done = add_all_jars(program, item, problem);
        } else if (file_exists(item)) {
            done = add_listed(program, item, leave_out, problem);
        }
    }
    free(list);
    return done;
}

bool program_open(struct program *program, const char *classpath, const char *target, const char *leave_out,
                  struct problem *problem) {
    *program = (struct program){.from_jar = !classpath, .where = classpath ? classpath : target};
    if (!open_listed(program, classpath, target, leave_out, problem)) return false;
    program->listed = program->count;
    for (size_t i = 0; i < program->count; i++) {
        if (!program->entries[i].is_directory && !follow_manifest(program, i, leave_out, problem)) return false;
    }
    return check_main_class(program, problem);
}

static bool names_class(const char *name, size_t length) {
    return length > 6 && memcmp(name + length - 6, ".class", 6) == 0;
}

static void visit_jar(const struct zip *zip, const struct class_visitor *visitor) {
    for (size_t i = 0; i < zip->count; i++) {
        const struct zip_entry *entry = &zip->entries[i];
        struct buffer data;
        struct problem ignored = {0};
        if (!names_class((const char *)entry->name, entry->name_bytes) || !zip_read(zip, entry, &data, &ignored)) {
            continue;
        }
        class_visit(data.data, data.size, visitor);
        buffer_free(&data);
    }
}

void program_visit(const struct program *program, const struct class_visitor *visitor) {
    for (size_t i = 0; i < program->count; i++) {
        if (!program->entries[i].is_directory) visit_jar(&program->entries[i].zip, visitor);
    }
    for (size_t i = 0; i < program->file_count; i++) {
        struct file_map map;
        struct problem ignored = {0};
        const char *path = program->files[i].host_path;
        if (!names_class(path, strlen(path)) || !file_map(&map, path, &ignored)) continue;
        class_visit(map.data, map.size, visitor);
        file_unmap(&map);
    }
}
