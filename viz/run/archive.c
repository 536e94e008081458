// See archive.h. The JDK image's 40 MB are copied by the kernel (copy_file_range), which shares blocks if the file
// system can.
#include "viz/run/archive.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/archive.h"
#include "base/kept.h"

struct item {
    char *name; // guest path
    char *path; // host path, NULL: `text` is the data
    const struct buffer *text;
    u64 size;
    u32 flags;
};

struct plan {
    struct item *items;
    size_t count, capacity;
};

static bool plan_file(struct plan *plan, const char *name, const char *path, struct problem *problem) {
    struct stat status;
    if (stat(path, &status) != 0) return problem_set_errno(problem, path, "read");
    ARRAY_GROW(plan->items, plan->count, plan->capacity);
    plan->items[plan->count++] =
        (struct item){.name = text_copy(name), .path = text_copy(path), .size = (u64)status.st_size};
    return true;
}

static bool plan_tree(struct plan *plan, const char *name, const char *path, struct problem *problem) {
    if (!file_is_directory(path)) return plan_file(plan, name, path, problem);
    char **names;
    size_t count;
    if (!directory_list(path, &names, &count, problem)) return false;
    bool done = true;
    for (size_t i = 0; i < count && done; i++) {
        char *to = text_format("%s/%s", name, names[i]), *from = text_format("%s/%s", path, names[i]);
        done = plan_tree(plan, to, from, problem);
        free(to), free(from), free(names[i]);
    }
    free(names);
    return done;
}

static bool plan_image(struct plan *plan, const char *image, struct problem *problem) {
    static const char *const parts[] = {"conf",         "lib/ct.sym",   "lib/jrt-fs.jar", "lib/modules",
                                        "lib/security", "lib/tzdb.dat", "release"};
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        char *name = text_format("/jdk/%s", parts[i]), *path = text_format("%s/%s", image, parts[i]);
        bool comes_with_javac = strcmp(parts[i], "lib/ct.sym") == 0;
        bool done = (comes_with_javac && !file_exists(path)) || plan_tree(plan, name, path, problem);
        free(name), free(path);
        if (!done) return false;
    }
    return true;
}

static int compare_items(const void *left, const void *right) {
    return strcmp(((const struct item *)left)->name, ((const struct item *)right)->name);
}

// ARCHIVE_HOLES: it is no file that may be mapped.
static u32 hole_of(const struct item *item) {
    static const char *const names[ARCHIVE_HOLES] = {[ARCHIVE_HOLE_IMAGE] = ARCHIVE_IMAGE,
                                                     [ARCHIVE_HOLE_KEPT] = KEPT_ARCHIVE_NAME,
                                                     [ARCHIVE_HOLE_PROGRAM] = KEPT_PROGRAM_ARCHIVE_NAME};
    u32 hole = 0;
    while (hole < ARCHIVE_HOLES && strcmp(item->name, names[hole]) != 0) hole++;
    return hole;
}

// Header, entries and names; fills in where each item's data goes.
static void make_index(const struct plan *plan, struct buffer *index, u64 *offsets) {
    u64 names = sizeof(struct archive_header) + plan->count * sizeof(struct archive_entry), end = names;
    for (size_t i = 0; i < plan->count; i++) end += strlen(plan->items[i].name);
    for (size_t i = 0; i < plan->count; i++) {
        offsets[i] = end = ALIGN_UP(end, ARCHIVE_ALIGNMENT);
        end += plan->items[i].size;
    }
    struct archive_header header = {.magic = ARCHIVE_MAGIC,
                                    .version = ARCHIVE_VERSION,
                                    .entry_count = (u32)plan->count,
                                    .total_bytes = ALIGN_UP(end, ARCHIVE_ALIGNMENT)};
    for (size_t i = 0; i < plan->count; i++) {
        u32 hole = hole_of(&plan->items[i]);
        if (hole < ARCHIVE_HOLES) header.holes[hole] = (struct archive_hole){offsets[i], plan->items[i].size};
    }
    buffer_append(index, &header, sizeof(header));
    for (size_t i = 0; i < plan->count; i++) {
        u32 length = (u32)strlen(plan->items[i].name);
        struct archive_entry entry = {.name_offset = names,
                                      .data_offset = offsets[i],
                                      .data_bytes = plan->items[i].size,
                                      .name_bytes = length,
                                      .flags = plan->items[i].flags};
        buffer_append(index, &entry, sizeof(entry));
        names += length;
    }
    for (size_t i = 0; i < plan->count; i++) buffer_text(index, plan->items[i].name);
}

static bool write_items(int descriptor, const char *path, const struct plan *plan, bool with_image,
                        struct problem *problem) {
    struct buffer index = {0};
    u64 *offsets = memory_get(plan->count * sizeof(*offsets));
    make_index(plan, &index, offsets);
    u64 total = ((const struct archive_header *)index.data)->total_bytes;
    bool done = (ftruncate(descriptor, (off_t)total) == 0 &&
                 pwrite(descriptor, index.data, index.size, 0) == (ssize_t)index.size) ||
                problem_set_errno(problem, path, "write");
    for (size_t i = 0; i < plan->count && done; i++) {
        const struct item *item = &plan->items[i];
        if (!with_image && hole_of(item) < ARCHIVE_HOLES) continue;
        if (item->path) {
            done = file_copy_into(descriptor, offsets[i], item->path, item->size, problem);
        } else if (pwrite(descriptor, item->text->data, item->size, (off_t)offsets[i]) != (ssize_t)item->size) {
            done = problem_set_errno(problem, path, "write");
        }
    }
    buffer_free(&index);
    free(offsets);
    return done;
}

// No name twice, and none below that of a file.
static bool check_names(const struct plan *plan, struct problem *problem) {
    for (size_t i = 0; i < plan->count; i++) {
        if (i && strcmp(plan->items[i - 1].name, plan->items[i].name) == 0) {
            return problem_set(problem, STATUS_BAD_INPUT, "%s: expected one file of this name in the guest, found two",
                               plan->items[i].name);
        }
        char *above = text_copy(plan->items[i].name);
        for (char *slash = strrchr(above, '/'); slash && slash > above; slash = strrchr(above, '/')) {
            *slash = 0;
            struct item key = {.name = above};
            const struct item *found = bsearch(&key, plan->items, plan->count, sizeof(key), compare_items);
            if (!found || found->flags & ARCHIVE_DIRECTORY) continue;
            problem_set(problem, STATUS_BAD_INPUT, "%s: expected a directory %s in the guest, found a file",
                        plan->items[i].name, above);
            free(above);
            return false;
        }
        free(above);
    }
    return true;
}

bool archive_write(const char *path, const struct buffer *options, const struct jdk *jdk, bool with_image,
                   const struct program *program, const struct guest_files *files, struct problem *problem) {
    struct plan plan = {0};
    ARRAY_GROW(plan.items, plan.count, plan.capacity);
    plan.items[plan.count++] =
        (struct item){.name = text_copy(ARCHIVE_OPTIONS), .text = options, .size = options->size};
    bool done = plan_image(&plan, jdk->image, problem) && plan_file(&plan, ARCHIVE_HASHES, jdk->hashes, problem) &&
                (!jdk->kept || plan_file(&plan, KEPT_ARCHIVE_NAME, jdk->kept, problem)) &&
                (!jdk->kept_program || plan_file(&plan, KEPT_PROGRAM_ARCHIVE_NAME, jdk->kept_program, problem));
    for (size_t i = 0; i < program->file_count && done; i++) {
        done = plan_file(&plan, program->files[i].guest_path, program->files[i].host_path, problem);
    }
    for (size_t i = 0; i < files->count; i++) {
        const struct guest_file *file = &files->items[i];
        ARRAY_GROW(plan.items, plan.count, plan.capacity);
        plan.items[plan.count++] =
            (struct item){text_copy(file->guest_path), file->host_path ? text_copy(file->host_path) : NULL, file->text,
                          file->size, file->flags};
    }
    qsort(plan.items, plan.count, sizeof(*plan.items), compare_items);
    done = done && check_names(&plan, problem);
    int descriptor = done ? open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666) : -1;
    if (done && descriptor < 0) done = problem_set_errno(problem, path, "create");
    done = done && write_items(descriptor, path, &plan, with_image, problem);
    if (descriptor >= 0 && close(descriptor) != 0 && done) done = problem_set_errno(problem, path, "write");
    for (size_t i = 0; i < plan.count; i++) free(plan.items[i].name), free(plan.items[i].path);
    free(plan.items);
    return done;
}
