// Descriptors: what is open, and calls on it. See kernel/files/files.h. A descriptor and its duplicates share one position.
#include "base/string.h"
#include "kernel/core/scratch.h"
#include "kernel/files/file_source.h"

#define FIRST_DESCRIPTOR 3

static struct open_file standard_files[FIRST_DESCRIPTOR] = {
    {.users = 1, .flags = FILE_READ, .kind = FILE_INPUT},
    {.users = 1, .flags = FILE_WRITE, .kind = FILE_OUTPUT},
    {.users = 1, .flags = FILE_WRITE, .kind = FILE_OUTPUT},
};
static struct open_file *descriptors[FILE_DESCRIPTORS] = {&standard_files[0], &standard_files[1], &standard_files[2]};
static int lowest_free = FIRST_DESCRIPTOR; // no descriptor below is free

struct open_file *descriptor_file(int descriptor) {
    return descriptor >= 0 && descriptor < FILE_DESCRIPTORS ? descriptors[descriptor] : NULL;
}

static bool can_read(const struct open_file *file) { return (file->flags & FILE_ACCESS) != FILE_WRITE; }
static bool can_write(const struct open_file *file) { return (file->flags & FILE_ACCESS) != FILE_READ; }

// ---- Opening and closing

static int free_descriptor(void) {
    while (lowest_free < FILE_DESCRIPTORS && descriptors[lowest_free]) lowest_free++;
    return lowest_free < FILE_DESCRIPTORS ? lowest_free : FILE_TOO_MANY;
}

int descriptor_new(const struct open_file *file) {
    int descriptor = free_descriptor();
    struct open_file *made = descriptor < 0 ? NULL : scratch_alloc(sizeof(*made));
    if (!made) return FILE_TOO_MANY;
    *made = *file;
    made->users = 1;
    descriptors[descriptor] = made;
    return descriptor;
}

static u32 wanted_access(u32 flags) {
    u32 access = flags & FILE_ACCESS;
    return access == FILE_READ ? FILE_MAY_READ : access == FILE_WRITE ? FILE_MAY_WRITE : FILE_MAY_READ | FILE_MAY_WRITE;
}

static int check_existing(const struct file_node *node, u32 flags) {
    if ((flags & FILE_CREATE) && (flags & FILE_EXCLUSIVE)) return FILE_EXISTS;
    if (node->kind == FILE_LINK) return FILE_TOO_MANY_LINKS;
    if (node->kind == FILE_DIRECTORY && ((flags & FILE_ACCESS) != FILE_READ || flags & FILE_CREATE)) {
        return FILE_IS_DIRECTORY;
    }
    return node_allows(node, wanted_access(flags)) ? 0 : FILE_DENIED;
}

static int find_or_create(int directory, const char *path, u32 flags, u32 mode, struct file_node **node) {
    struct tree_place place;
    bool exclusive = (flags & FILE_CREATE) && (flags & FILE_EXCLUSIVE);
    int error = tree_walk(directory, path, !exclusive && !(flags & FILE_NO_FOLLOW), &place);
    if (error) return error;
    *node = place.node;
    if (place.node) return check_existing(place.node, flags);
    if (!(flags & FILE_CREATE)) return FILE_NOT_FOUND;
    *node = node_new(FILE_REGULAR, mode & 07777 & ~022u, FILES_USER);
    return tree_create(&place, *node);
}

int file_open_at(int directory, const char *path, u32 flags, u32 mode) {
    struct file_node *node;
    int descriptor = free_descriptor();
    int error = descriptor < 0 ? descriptor : find_or_create(directory, path, flags, mode, &node);
    if (!error && flags & FILE_TRUNCATE && node->kind == FILE_REGULAR && (flags & FILE_ACCESS) != FILE_READ) {
        error = node_truncate(node, 0);
    }
    if (error) return error;
    descriptor = descriptor_new(&(struct open_file){.flags = flags, .node = node, .kind = node->kind});
    if (descriptor >= 0) node_hold(node);
    return descriptor;
}

int file_open(const char *path, u32 flags, u32 mode) {
    return file_open_at(FILE_AT_WORKING_DIRECTORY, path, flags, mode);
}

int file_duplicate(int descriptor) {
    struct open_file *file = descriptor_file(descriptor);
    int duplicate = file ? free_descriptor() : FILE_BAD;
    if (duplicate < 0) return duplicate;
    descriptors[duplicate] = file;
    file->users++;
    return duplicate;
}

// Gives back what the open file leads to.
static void let_go(struct open_file *file) {
    if (file->source) {
        source_forget(file);
        source_close(file);
    } else if (file->node) {
        node_release(file->node);
    }
}

// The first three stay, so that nothing else gets their numbers: reads find the end, and what is written is lost, as if
// they led to /dev/null.
int file_close(int descriptor) {
    struct open_file *file = descriptor_file(descriptor);
    if (!file) return FILE_BAD;
    if (descriptor < FIRST_DESCRIPTOR) {
        file->kind = FILE_NULL;
        return 0;
    }
    // cppcheck-suppress arrayIndexOutOfBoundsCond  // descriptor_file has compared it
    descriptors[descriptor] = NULL;
    if (descriptor < lowest_free) lowest_free = descriptor;
    if (--file->users) return 0;
    let_go(file);
    scratch_free(file);
    return 0;
}

int file_shut(int descriptor) {
    struct open_file *file = descriptor_file(descriptor);
    if (!file) return FILE_BAD;
    if (!file->source || file->users > 1) return 0;
    let_go(file);
    file->source = NULL;
    file->kind = FILE_SHUT;
    return 0;
}

int file_set_waiting(int descriptor, bool waits) {
    struct open_file *file = descriptor_file(descriptor);
    if (!file) return FILE_BAD;
    file->flags = waits ? file->flags & ~(u32)FILE_NO_WAITING : file->flags | FILE_NO_WAITING;
    return 0;
}

int file_flags(int descriptor) {
    const struct open_file *file = descriptor_file(descriptor);
    return file ? (int)file->flags : FILE_BAD;
}

// ---- What the path's calls do as well

int file_status_of(int descriptor, struct file_status *status) {
    const struct open_file *file = descriptor_file(descriptor);
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

static struct file_node *node_of(int descriptor) {
    const struct open_file *file = descriptor_file(descriptor);
    return file ? file->node : NULL;
}

int file_set_mode_of(int descriptor, u32 mode) {
    struct file_node *node = node_of(descriptor);
    return node ? node_set_mode(node, mode) : FILE_BAD;
}

int file_set_owner_of(int descriptor, s32 owner, s32 group) {
    struct file_node *node = node_of(descriptor);
    return node ? node_set_owner(node, owner, group) : FILE_BAD;
}

int file_set_times_of(int descriptor, s64 accessed_ns, s64 modified_ns) {
    struct file_node *node = node_of(descriptor);
    return node ? node_set_times(node, accessed_ns, modified_ns) : FILE_BAD;
}

// ---- Reading

static s64 read_from(const struct open_file *file, void *to, u64 bytes, u64 position) {
    if (!can_read(file)) return FILE_BAD;
    if (file->source) return source_read(file, to, bytes);
    switch (file->kind) {
    case FILE_REGULAR: return node_read(file->node, to, bytes, position);
    case FILE_DIRECTORY: return FILE_IS_DIRECTORY;
    case FILE_INPUT: return device_read_input(to, bytes);
    case FILE_RANDOM: device_fill_random(to, bytes); return (s64)bytes;
    case FILE_ZERO: memset(to, 0, bytes); return (s64)bytes;
    default: return 0;
    }
}

static bool is_position(u64 position, u64 bytes) { return position <= INT64_MAX && bytes <= INT64_MAX - position; }

s64 file_read_at(int descriptor, void *to, u64 bytes, u64 position) {
    const struct open_file *file = descriptor_file(descriptor);
    if (!file) return FILE_BAD;
    if (!is_position(position, bytes)) return FILE_INVALID;
    return file->source ? FILE_NOT_SEEKABLE : read_from(file, to, bytes, position);
}

s64 file_read(int descriptor, void *to, u64 bytes) {
    struct open_file *file = descriptor_file(descriptor);
    if (!file) return FILE_BAD;
    s64 count = read_from(file, to, bytes, file->position);
    if (count > 0) file->position += (u64)count;
    return count;
}

s64 file_available(int descriptor) {
    const struct open_file *file = descriptor_file(descriptor);
    if (!file || !can_read(file)) return FILE_BAD;
    if (file->kind == FILE_INPUT) return device_input_available();
    if (file->kind == FILE_PIPE) return (s64)pipe_bytes(file->source);
    if (file->kind != FILE_REGULAR || file->position >= file->node->bytes) return 0;
    return (s64)(file->node->bytes - file->position);
}

// ---- Writing

static s64 write_to(const struct open_file *file, const void *from, u64 bytes, u64 position) {
    if (!can_write(file)) return FILE_BAD;
    if (file->source) return source_write(file, from, bytes);
    if (file->kind == FILE_SHUT) return FILE_BROKEN_PIPE;
    if (file->kind != FILE_REGULAR) return (s64)bytes; // a device takes everything
    return node_write(file->node, from, bytes, file->flags & FILE_APPEND ? file->node->bytes : position);
}

s64 file_write_at(int descriptor, const void *from, u64 bytes, u64 position) {
    const struct open_file *file = descriptor_file(descriptor);
    if (!file) return FILE_BAD;
    if (!is_position(position, bytes)) return FILE_INVALID;
    return file->source ? FILE_NOT_SEEKABLE : write_to(file, from, bytes, position);
}

s64 file_write(int descriptor, const void *from, u64 bytes) {
    struct open_file *file = descriptor_file(descriptor);
    if (!file) return FILE_BAD;
    if (file->flags & FILE_APPEND && file->kind == FILE_REGULAR) file->position = file->node->bytes;
    s64 count = write_to(file, from, bytes, file->position);
    if (count > 0) file->position += (u64)count;
    return count;
}

u32 file_output(int descriptor) {
    const struct open_file *file = descriptor_file(descriptor);
    return file && file->kind == FILE_OUTPUT ? (u32)(file - standard_files) : 0;
}

int file_truncate(int descriptor, u64 bytes) {
    const struct open_file *file = descriptor_file(descriptor);
    if (!file) return FILE_BAD;
    return can_write(file) && file->kind == FILE_REGULAR ? node_truncate(file->node, bytes) : FILE_INVALID;
}

// ---- Positions

s64 file_position(int descriptor) {
    const struct open_file *file = descriptor_file(descriptor);
    return file ? (s64)file->position : FILE_BAD;
}

s64 file_seek(int descriptor, u64 position) {
    struct open_file *file = descriptor_file(descriptor);
    if (!file) return FILE_BAD;
    if (file->source || file->kind == FILE_INPUT || file->kind == FILE_OUTPUT) return FILE_NOT_SEEKABLE;
    if (position > FILE_BYTES_MAX) return FILE_INVALID;
    file->position = position;
    return (s64)position;
}

// ---- Mappings

s64 file_map(int descriptor, enum file_map_mode mode, u64 position, u64 bytes) {
    const struct open_file *file = descriptor_file(descriptor);
    if (!file || !can_read(file) || (mode == FILE_MAP_WRITE && !can_write(file))) return FILE_DENIED;
    return file->kind == FILE_REGULAR ? map_node(file->node, mode, position, bytes) : FILE_NOT_SUPPORTED;
}
