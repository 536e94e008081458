// How the file system is filled from the boot archive; and calls by path that concern what the path names. See
// kernel/files/files.h, and base/archive.h for the archive.
#include "kernel/files/files.h"

#include "base/archive.h"
#include "base/string.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/scheduler.h"
#include "kernel/files/file_source.h"
#include "kernel/memory/scratch.h"

// ---- The archive

static bool in_range(u64 offset, u64 bytes, u64 total) { return offset <= total && bytes <= total - offset; }

static const char *check_archive(const struct archive_header *header, u64 bytes) {
    if (bytes < sizeof(*header) || header->magic != ARCHIVE_MAGIC) return "the boot archive has no header";
    if (header->version != ARCHIVE_VERSION) return "the boot archive is of another version";
    if (header->total_bytes > bytes) return "the boot archive is cut off";
    if (header->entry_count > (bytes - sizeof(*header)) / sizeof(struct archive_entry)) {
        return "the boot archive's table is cut off";
    }
    const struct archive_entry *entries = (const struct archive_entry *)(header + 1);
    for (u32 i = 0; i < header->entry_count; i++) {
        const struct archive_entry *entry = &entries[i];
        if (!in_range(entry->name_offset, entry->name_bytes, bytes) ||
            !in_range(entry->data_offset, entry->data_bytes, bytes)) {
            return "an entry lies outside the boot archive";
        }
    }
    return NULL;
}

// The directory of this name within another; made if it is missing. Returns NULL if the name is not a directory's, or
// there is no space.
static struct file_node *subdirectory(struct file_node *directory, const char *name, u32 length, u32 owner) {
    struct file_node *found = tree_find(directory, name, length);
    if (found) return found->kind == FILE_DIRECTORY ? found : NULL;
    struct file_node *made = node_new(directory->files, FILE_DIRECTORY, 0755, owner);
    if (!made) return NULL;
    if (tree_add(directory, name, length, made)) directory = NULL;
    node_release(made);
    return directory ? made : NULL;
}

// Walks down from the root, making what is missing; leaves *name at the last part, and its length in *length. Returns
// NULL if that cannot be done.
static struct file_node *make_parents(struct files *files, const char **name, u32 *length, u32 owner) {
    const char *at = *name, *end = *name + *length;
    struct file_node *directory = files->root;
    while (directory && at < end) {
        while (at < end && *at == '/') at++;
        u32 part = 0;
        while (at + part < end && at[part] != '/') part++;
        if (part == 0 || part > FILE_NAME_MAX || (part <= 2 && at[0] == '.' && at[part - 1] == '.')) return NULL;
        if (at + part == end) {
            *name = at;
            *length = part;
            return directory;
        }
        directory = subdirectory(directory, at, part, owner);
        at += part;
    }
    return NULL;
}

static bool add_entry(struct files *files, const u8 *archive, const struct archive_entry *entry) {
    bool is_users = entry->flags & ARCHIVE_USER;
    const char *name = (const char *)archive + entry->name_offset;
    u32 length = entry->name_bytes, owner = is_users ? FILES_USER : 0;
    struct file_node *directory = make_parents(files, &name, &length, owner);
    if (!directory) return false;
    if (entry->flags & ARCHIVE_DIRECTORY) return subdirectory(directory, name, length, owner);
    if (tree_find(directory, name, length)) return false;
    struct file_node *node = node_new(files, FILE_REGULAR,
                                      entry->flags & ARCHIVE_EXECUTABLE ? 0755
                                      : is_users                        ? 0644
                                                                        : 0444,
                                      owner);
    if (!node) return false;
    node->data = archive + entry->data_offset;
    node->bytes = entry->data_bytes;
    bool done = !tree_add(directory, name, length, node);
    node_release(node);
    return done;
}

static bool add_entries(struct files *files, const struct archive_header *header) {
    const struct archive_entry *entries = (const struct archive_entry *)(header + 1);
    for (u32 i = 0; i < header->entry_count; i++) {
        const char *name = (const char *)header + entries[i].name_offset;
        if (entries[i].name_bytes == sizeof(ARCHIVE_INPUT) - 1 &&
            memcmp(name, ARCHIVE_INPUT, sizeof(ARCHIVE_INPUT) - 1) == 0) {
            device_set_input(files, (const u8 *)header + entries[i].data_offset, entries[i].data_bytes);
        }
        if (entries[i].name_bytes && name[0] == '/' && !add_entry(files, (const u8 *)header, &entries[i])) return false;
    }
    return true;
}

// ---- What there is besides the archive's files

static bool add_special(struct files *files, const char *name, enum file_kind kind, u32 mode, u32 owner) {
    u32 length = (u32)strlen(name);
    struct file_node *directory = make_parents(files, &name, &length, 0);
    if (!directory) return false;
    if (kind == FILE_DIRECTORY && tree_find(directory, name, length)) return true;
    struct file_node *node = node_new(files, kind, mode, owner);
    if (!node) return false;
    bool done = !tree_add(directory, name, length, node);
    node_release(node);
    return done;
}

static bool add_specials(struct files *files) {
    return add_special(files, FILES_WORKING_DIRECTORY, FILE_DIRECTORY, 0755, FILES_USER) &&
           add_special(files, "/etc/.java/.systemPrefs", FILE_DIRECTORY, 0755, FILES_USER) &&
           add_special(files, "/tmp", FILE_DIRECTORY, 0777, 0) && add_special(files, "/dev/null", FILE_NULL, 0666, 0) &&
           add_special(files, "/dev/zero", FILE_ZERO, 0666, 0) &&
           add_special(files, "/dev/random", FILE_RANDOM, 0666, 0) &&
           add_special(files, "/dev/urandom", FILE_RANDOM, 0666, 0);
}

static const char *fill(struct files *files, const struct archive_header *archive) {
    if (!descriptors_init(files) || !tree_init(files)) return "no memory for a file system";
    // The user's directories come first, so that they belong to the user even if the archive has files in them.
    if (!add_specials(files) || !add_entries(files, archive)) {
        return "the boot archive has an entry that cannot be a file";
    }
    struct tree_place place;
    if (tree_walk(files, FILE_AT_WORKING_DIRECTORY, FILES_WORKING_DIRECTORY, true, &place)) {
        return "there is no working directory";
    }
    files->working_directory = place.node;
    return NULL;
}

struct files *files_create(struct accounts *accounts, const void *archive, u64 bytes, const char **error) {
    ASSERT_LOCKED();
    *error = check_archive(archive, bytes);
    if (*error) return NULL;
    struct files *files = scratch_alloc(&accounts->of[ACCOUNT_FILES], sizeof(*files));
    *error = "no memory for a file system";
    if (!files) return NULL;
    memset(files, 0, sizeof(*files));
    files->accounts = accounts;
    open_account(files)->limit_bytes = FILES_OPEN_BYTES;
    *error = fill(files, archive);
    if (!*error) return files;
    files_end(files);
    return NULL;
}

#define DESCRIPTORS_A_POLL 64

void files_end(struct files *files) {
    ASSERT_LOCKED();
    for (int i = FILE_STANDARD; i < files->descriptor_count; i++) {
        if (files->descriptors[i]) file_close(files, i);
        if (i % DESCRIPTORS_A_POLL == 0) scheduler_poll_native(thread_self());
    }
    mappings_end(files);
    if (files->root) tree_end(files);
    scratch_free(files->descriptors);
    scratch_free(files);
}

// ---- Calls by path

static int existing_at(struct files *files, int directory, const char *path, bool follow, struct file_node **node) {
    struct tree_place place;
    int error = tree_walk(files, directory, path, follow, &place);
    if (!error && !place.node) error = FILE_NOT_FOUND;
    *node = error ? NULL : place.node;
    return error;
}

static int existing(struct files *files, const char *path, bool follow, struct file_node **node) {
    return existing_at(files, FILE_AT_WORKING_DIRECTORY, path, follow, node);
}

int file_status(struct files *files, const char *path, bool follow, struct file_status *status) {
    return file_status_at(files, FILE_AT_WORKING_DIRECTORY, path, follow, status);
}

int file_status_at(struct files *files, int directory, const char *path, bool follow, struct file_status *status) {
    struct file_node *node;
    int error = existing_at(files, directory, path, follow, &node);
    if (error) {
        *status = (struct file_status){0};
    } else {
        node_status(node, status);
    }
    return error;
}

int file_access(struct files *files, const char *path, u32 access) {
    struct file_node *node;
    int error = existing(files, path, true, &node);
    return error ? error : node_allows(node, access) ? 0 : FILE_DENIED;
}

int file_set_mode(struct files *files, const char *path, bool follow, u32 mode) {
    struct file_node *node;
    int error = existing(files, path, follow, &node);
    return error ? error : node_set_mode(node, mode);
}

int file_set_owner(struct files *files, const char *path, bool follow, s32 owner, s32 group) {
    struct file_node *node;
    int error = existing(files, path, follow, &node);
    return error ? error : node_set_owner(node, owner, group);
}

int file_set_times(struct files *files, const char *path, bool follow, s64 accessed_ns, s64 modified_ns) {
    struct file_node *node;
    int error = existing(files, path, follow, &node);
    return error ? error : node_set_times(node, accessed_ns, modified_ns);
}

s64 file_read_link(struct files *files, const char *path, char *target, u64 bytes) {
    struct file_node *node;
    int error = existing(files, path, false, &node);
    if (error) return error;
    return node->kind == FILE_LINK ? node_read(node, target, bytes, 0) : FILE_INVALID;
}

// ---- The real path, written from its end backwards

static u32 prepend(char real[FILE_PATH_BYTES], u32 at, const char *name, u32 length) {
    if (at < length + 1) return 0;
    at -= length;
    memcpy(real + at, name, length);
    real[--at] = '/';
    return at;
}

s64 file_real(struct files *files, const char *path, char real[FILE_PATH_BYTES]) {
    struct tree_place place;
    int error = tree_walk(files, FILE_AT_WORKING_DIRECTORY, path, true, &place);
    if (!error && !place.node) error = FILE_NOT_FOUND;
    if (error) return error;
    u32 at = FILE_PATH_BYTES;
    const struct file_node *directory = place.node;
    if (directory->kind != FILE_DIRECTORY) {
        at = prepend(real, at, place.name, place.length);
        directory = place.directory;
    }
    for (; directory != files->root; directory = directory->parent) {
        const struct file_entry *entry = directory->entry;
        if (!entry) return FILE_NOT_FOUND; // it was removed, and is held only as a working directory
        at = prepend(real, at, entry->name, entry->length);
        if (at == 0) return FILE_NAME_TOO_LONG;
    }
    if (at == FILE_PATH_BYTES) real[--at] = '/';
    u32 length = FILE_PATH_BYTES - at;
    if (at == 0) return FILE_NAME_TOO_LONG;
    memmove(real, real + at, length);
    real[length] = 0;
    return length;
}

// ---- Reading directories

struct file_directory {
    struct files *files;
    struct file_node *node; // what the descriptor refers to
    int descriptor;
    bool started;
    u32 length; // of the name that was seen last
    char name[FILE_NAME_MAX];
};

int file_directory_open_of(struct files *files, int descriptor, struct file_directory **directory) {
    const struct open_file *file = descriptor_file(files, descriptor);
    *directory = NULL;
    if (!file) return FILE_BAD;
    if (file->kind != FILE_DIRECTORY) return FILE_NOT_DIRECTORY;
    *directory = scratch_alloc(open_account(files), sizeof(**directory));
    if (!*directory) return FILE_NO_MEMORY;
    **directory = (struct file_directory){.files = files, .node = file->node, .descriptor = descriptor};
    return 0;
}

int file_directory_open(struct files *files, const char *path, struct file_directory **directory) {
    *directory = NULL;
    int descriptor = file_open(files, path, FILE_READ, 0);
    if (descriptor < 0) return descriptor;
    int error = file_directory_open_of(files, descriptor, directory);
    if (error) file_close(files, descriptor);
    return error;
}

void file_directory_close(struct file_directory *directory) {
    file_close(directory->files, directory->descriptor);
    scratch_free(directory);
}

bool file_directory_next(struct file_directory *directory, const char **name, size_t *length) {
    const struct file_entry *entry =
        tree_next(directory->node, directory->started ? directory->name : NULL, directory->length);
    if (!entry) return false;
    directory->started = true;
    directory->length = entry->length;
    memcpy(directory->name, entry->name, entry->length);
    *name = directory->name;
    *length = entry->length;
    return true;
}
