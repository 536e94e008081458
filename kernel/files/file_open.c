// Descriptors: what is open, and calls on it. See kernel/files/files.h. A descriptor and its duplicates share one
// position.
#include "base/string.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/files/file_source.h"
#include "kernel/memory/scratch.h"

// ---- Opening and closing

static u32 wanted_access(u32 flags) {
    u32 access = flags & FILE_ACCESS;
    return access == FILE_READ ? FILE_MAY_READ : access == FILE_WRITE ? FILE_MAY_WRITE : FILE_MAY_READ | FILE_MAY_WRITE;
}

static int check_existing(const struct file_node *node, u32 flags) {
    if ((flags & FILE_CREATE) && (flags & FILE_EXCLUSIVE)) return FILE_EXISTS;
    if (node->kind == FILE_LINK) return FILE_TOO_MANY_LINKS;
    if (node->kind == FILE_SOCKET) return FILE_NO_DEVICE;
    if (node->kind == FILE_DIRECTORY && ((flags & FILE_ACCESS) != FILE_READ || flags & FILE_CREATE)) {
        return FILE_IS_DIRECTORY;
    }
    return node_allows(node, wanted_access(flags)) ? 0 : FILE_DENIED;
}

static int find_or_create(struct files *files, int directory, const char *path, u32 flags, u32 mode,
                          struct file_node **node) {
    struct tree_place place;
    bool exclusive = (flags & FILE_CREATE) && (flags & FILE_EXCLUSIVE);
    int error = tree_walk(files, directory, path, !exclusive && !(flags & FILE_NO_FOLLOW), &place);
    if (error) return error;
    *node = place.node;
    if (place.node) return check_existing(place.node, flags);
    if (!(flags & FILE_CREATE)) return FILE_NOT_FOUND;
    *node = node_new(files, FILE_REGULAR, mode & 07777 & ~022u, FILES_USER);
    return tree_create(&place, *node);
}

int file_open_at(struct files *files, int directory, const char *path, u32 flags, u32 mode) {
    ASSERT_LOCKED();
    struct file_node *node;
    int descriptor = descriptor_free_number(files);
    int error = descriptor < 0 ? descriptor : find_or_create(files, directory, path, flags, mode, &node);
    if (!error && flags & FILE_TRUNCATE && node->kind == FILE_REGULAR && (flags & FILE_ACCESS) != FILE_READ) {
        error = node_truncate(node, 0);
    }
    if (error) return error;
    descriptor = descriptor_new(files, &(struct open_file){.flags = flags, .node = node, .kind = node->kind});
    if (descriptor >= 0) node_hold(node);
    return descriptor;
}

int file_open(struct files *files, const char *path, u32 flags, u32 mode) {
    return file_open_at(files, FILE_AT_WORKING_DIRECTORY, path, flags, mode);
}

int file_duplicate(struct files *files, int descriptor) {
    ASSERT_LOCKED();
    struct open_file *file = descriptor_file(files, descriptor);
    int duplicate = file ? descriptor_free_number(files) : FILE_BAD;
    if (duplicate < 0) return duplicate;
    files->descriptors[duplicate] = file;
    file->users++;
    return duplicate;
}

// Gives back what the open file refers to.
static void let_go(struct open_file *file) {
    if (file->source) {
        source_forget(file);
        source_close(file);
    } else if (file->node) {
        node_release(file->node);
    }
}

// The first three keep their numbers, so that nothing else gets them: reads find the end, and what is written is lost,
// as if they referred to /dev/null.
int file_close(struct files *files, int descriptor) {
    ASSERT_LOCKED();
    struct open_file *file = descriptor_file(files, descriptor);
    if (!file) return FILE_BAD;
    if (descriptor < FILE_STANDARD) {
        file->kind = FILE_NULL;
        return 0;
    }
    files->descriptors[descriptor] = NULL;
    if (descriptor < files->lowest_free) files->lowest_free = descriptor;
    if (--file->users) return 0;
    let_go(file);
    scratch_free(file);
    return 0;
}

int file_shut(struct files *files, int descriptor) {
    ASSERT_LOCKED();
    struct open_file *file = descriptor_file(files, descriptor);
    if (!file) return FILE_BAD;
    if (!file->source || file->users > 1) return 0;
    let_go(file);
    file->source = NULL;
    file->kind = FILE_SHUT;
    return 0;
}

int file_set_waiting(struct files *files, int descriptor, bool waits) {
    struct open_file *file = descriptor_file(files, descriptor);
    if (!file) return FILE_BAD;
    file->flags = waits ? file->flags & ~(u32)FILE_NO_WAITING : file->flags | FILE_NO_WAITING;
    return 0;
}

int file_flags(struct files *files, int descriptor) {
    const struct open_file *file = descriptor_file(files, descriptor);
    return file ? (int)file->flags : FILE_BAD;
}

bool file_is_socket(struct files *files, int descriptor) {
    const struct open_file *file = descriptor_file(files, descriptor);
    return file && file->kind == FILE_SOCKET;
}

// ---- What the calls by path do as well

int file_status_of(struct files *files, int descriptor, struct file_status *status) {
    const struct open_file *file = descriptor_file(files, descriptor);
    *status = (struct file_status){0};
    if (!file) return FILE_BAD;
    if (file->node) {
        node_status(file->node, status);
    } else {
        *status = (struct file_status){
            .kind = file->kind, .mode = 0620, .links = 1, .owner = FILES_USER, .inode = UINT64_MAX - (u64)descriptor};
    }
    return 0;
}

static struct file_node *node_of(const struct files *files, int descriptor) {
    const struct open_file *file = descriptor_file(files, descriptor);
    return file ? file->node : NULL;
}

int file_set_mode_of(struct files *files, int descriptor, u32 mode) {
    struct file_node *node = node_of(files, descriptor);
    return node ? node_set_mode(node, mode) : FILE_BAD;
}

int file_set_owner_of(struct files *files, int descriptor, s32 owner, s32 group) {
    struct file_node *node = node_of(files, descriptor);
    return node ? node_set_owner(node, owner, group) : FILE_BAD;
}

int file_set_times_of(struct files *files, int descriptor, s64 accessed_ns, s64 modified_ns) {
    struct file_node *node = node_of(files, descriptor);
    return node ? node_set_times(node, accessed_ns, modified_ns) : FILE_BAD;
}

// ---- Reading

static s64 read_from(struct files *files, const struct open_file *file, void *to, u64 bytes, u64 position) {
    if (!open_file_reads(file)) return FILE_BAD;
    if (file->source) return source_read(file, to, bytes);
    switch (file->kind) {
    case FILE_REGULAR: return node_read(file->node, to, bytes, position);
    case FILE_DIRECTORY: return FILE_IS_DIRECTORY;
    case FILE_INPUT: return device_read_input(files, to, bytes);
    case FILE_RANDOM: device_fill_random(files, to, bytes); return (s64)bytes;
    case FILE_ZERO: memset(to, 0, bytes); return (s64)bytes;
    default: return 0;
    }
}

static bool is_position(u64 position, u64 bytes) { return position <= INT64_MAX && bytes <= INT64_MAX - position; }

s64 file_read_at(struct files *files, int descriptor, void *to, u64 bytes, u64 position) {
    const struct open_file *file = descriptor_file(files, descriptor);
    if (!file) return FILE_BAD;
    if (!is_position(position, bytes)) return FILE_INVALID;
    return file->source ? FILE_NOT_SEEKABLE : read_from(files, file, to, bytes, position);
}

s64 file_read(struct files *files, int descriptor, void *to, u64 bytes) {
    struct open_file *file = descriptor_file(files, descriptor);
    if (!file) return FILE_BAD;
    s64 count = read_from(files, file, to, bytes, file->position);
    if (count > 0) file->position += (u64)count;
    return count;
}

s64 file_available(struct files *files, int descriptor) {
    const struct open_file *file = descriptor_file(files, descriptor);
    if (!file || !open_file_reads(file)) return FILE_BAD;
    if (file->kind == FILE_INPUT) return device_input_available(files);
    if (file->source) return (s64)source_available(file->source);
    if (file->kind != FILE_REGULAR || file->position >= file->node->bytes) return 0;
    return (s64)(file->node->bytes - file->position);
}

// ---- Writing

static s64 write_to(const struct open_file *file, const void *from, u64 bytes, u64 position) {
    if (!open_file_writes(file)) return FILE_BAD;
    if (file->source) return source_write(file, from, bytes);
    if (file->kind == FILE_SHUT) return FILE_BROKEN_PIPE;
    if (file->kind != FILE_REGULAR) return (s64)bytes; // a device takes everything
    return node_write(file->node, from, bytes, file->flags & FILE_APPEND ? file->node->bytes : position);
}

s64 file_write_at(struct files *files, int descriptor, const void *from, u64 bytes, u64 position) {
    const struct open_file *file = descriptor_file(files, descriptor);
    if (!file) return FILE_BAD;
    if (!is_position(position, bytes)) return FILE_INVALID;
    return file->source ? FILE_NOT_SEEKABLE : write_to(file, from, bytes, position);
}

s64 file_write(struct files *files, int descriptor, const void *from, u64 bytes) {
    struct open_file *file = descriptor_file(files, descriptor);
    if (!file) return FILE_BAD;
    if (file->flags & FILE_APPEND && file->kind == FILE_REGULAR) file->position = file->node->bytes;
    s64 count = write_to(file, from, bytes, file->position);
    if (count > 0) file->position += (u64)count;
    return count;
}

void files_limit_output(struct files *files, u64 bytes) { files->output_left = bytes; }

u64 files_output_bytes(const struct files *files) { return files->output_bytes; }

s64 files_count_output(struct files *files, u64 bytes) {
    ASSERT_LOCKED();
    if (bytes && !files->output_left) return FILE_TOO_LARGE;
    if (bytes > files->output_left) bytes = files->output_left;
    files->output_left -= bytes;
    files->output_bytes += bytes;
    return (s64)bytes;
}

u32 file_output(struct files *files, int descriptor) {
    const struct open_file *file = descriptor_file(files, descriptor);
    return file && file->kind == FILE_OUTPUT ? (u32)(file - files->standard) : 0;
}

int file_truncate(struct files *files, int descriptor, u64 bytes) {
    ASSERT_LOCKED();
    const struct open_file *file = descriptor_file(files, descriptor);
    if (!file) return FILE_BAD;
    return open_file_writes(file) && file->kind == FILE_REGULAR ? node_truncate(file->node, bytes) : FILE_INVALID;
}

void file_own(struct files *files, int descriptor) {
    ASSERT_LOCKED();
    const struct open_file *file = descriptor_file(files, descriptor);
    if (file && open_file_writes(file) && file->kind == FILE_REGULAR) node_own_in_pieces(file->node);
}

// ---- Positions

s64 file_position(struct files *files, int descriptor) {
    const struct open_file *file = descriptor_file(files, descriptor);
    return file ? (s64)file->position : FILE_BAD;
}

s64 file_seek(struct files *files, int descriptor, u64 position) {
    ASSERT_LOCKED();
    struct open_file *file = descriptor_file(files, descriptor);
    if (!file) return FILE_BAD;
    if (file->source || file->kind == FILE_INPUT || file->kind == FILE_OUTPUT) return FILE_NOT_SEEKABLE;
    if (position > FILE_BYTES_MAX) return FILE_INVALID;
    file->position = position;
    return (s64)position;
}

// ---- Mappings

s64 file_map(struct files *files, int descriptor, enum file_map_mode mode, u64 position, u64 bytes) {
    ASSERT_LOCKED();
    const struct open_file *file = descriptor_file(files, descriptor);
    if (!file || !open_file_reads(file) || (mode == FILE_MAP_WRITE && !open_file_writes(file))) return FILE_DENIED;
    return file->kind == FILE_REGULAR ? map_node(file->node, mode, position, bytes) : FILE_NOT_SUPPORTED;
}
