// Jars: the zip file's directory, every member's data, the manifest, and the classes in it, as `gnomon run` reads them
// (viz/run/zip.h, viz/run/program.h). The input is the file: it is never written to the disk.
#include <stdlib.h>
#include <string.h>

#include "viz/run/program.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

// The linker puts these in the place of viz/cli/file.c's and the C library's. There is one file, the input, in a folder
// with links to itself under every name.
bool __wrap_file_map(struct file_map *map, const char *path, struct problem *problem);
void __wrap_file_unmap(struct file_map *map);
char *__wrap_realpath(const char *path, char *resolved);

#define JAR "/nonexistent/fuzz.jar"

static struct file_map input;

static bool is_there(const char *path) {
    return text_starts_with(path, "/nonexistent/") && text_ends_with(path, "/fuzz.jar");
}

bool __wrap_file_map(struct file_map *map, const char *path, struct problem *problem) {
    if (!is_there(path)) return problem_set(problem, STATUS_BAD_INPUT, "%s: not there", path);
    *map = input;
    return true;
}

void __wrap_file_unmap(struct file_map *map) { *map = (struct file_map){0}; }

char *__wrap_realpath(const char *path, char *resolved) {
    (void)resolved;
    return is_there(path) ? text_copy(JAR) : NULL;
}

static void see_class(void *context, struct text name) {
    if (name.length) *(u8 *)context += (u8)name.bytes[name.length - 1];
}

// Whatever a member's name is, it may be a class.
static void read_members(const struct class_visitor *visitor) {
    struct zip zip;
    struct problem problem = {0};
    if (!zip_open(&zip, JAR, &problem)) {
        if (!problem.status) abort();
        return;
    }
    for (size_t i = 0; i < zip.count; i++) {
        struct buffer member = {0};
        if (zip_read(&zip, &zip.entries[i], &member, &problem)) class_visit(member.data, member.size, visitor);
        buffer_free(&member);
    }
    zip_find(&zip, "META-INF/MANIFEST.MF");
    zip_close(&zip);
}

static void free_program(struct program *program) {
    for (size_t i = 0; i < program->count; i++) {
        zip_close(&program->entries[i].zip);
        free((void *)program->entries[i].host_path), free(program->entries[i].guest_path);
    }
    for (size_t i = 0; i < program->file_count; i++) {
        free(program->files[i].guest_path), free(program->files[i].host_path);
    }
    free(program->entries), free(program->files), free(program->main_class);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size) {
    u8 seen = 0;
    struct class_visitor visitor = {.context = &seen, .class_mentioned = see_class};
    struct problem problem = {0};
    struct program program;
    input = (struct file_map){data, size};
    read_members(&visitor);
    bool opened = program_open(&program, NULL, JAR, NULL, &problem);
    if (opened == (problem.status != 0)) abort();
    if (opened) program_visit(&program, &visitor);
    free_program(&program);
    return 0;
}
