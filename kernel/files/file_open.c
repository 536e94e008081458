// Descriptors: what is open, and calls on it. See kernel/files/files.h. A descriptor and its duplicates share one position.
#include "base/string.h"
#include "kernel/files/file_node.h"

#define OPEN_FILES 1024
#define FIRST_DESCRIPTOR 3

struct open_file {
    u32 users; // descriptors; 0: free
    u32 flags;
    u64 position;
    struct file_node *node; // NULL: of the first three, which have none
    enum file_kind kind;
};

static struct open_file open_files[OPEN_FILES] = {
    {.users = 1, .flags = FILE_READ, .kind = FILE_INPUT},
    {.users = 1, .flags = FILE_WRITE, .kind = FILE_OUTPUT},
    {.users = 1, .flags = FILE_WRITE, .kind = FILE_OUTPUT},
};
static u16 descriptors[OPEN_FILES] = {1, 2, 3}; // index of the open file, plus one; 0: free

static struct open_file *file_of(int descriptor) {
    bool used = descriptor >= 0 && descriptor < OPEN_FILES && descriptors[descriptor];
    return used ? &open_files[descriptors[descriptor] - 1] : NULL;
}

static bool can_read(const struct open_file *file) { return (file->flags & FILE_ACCESS) != FILE_WRITE; }
static bool can_write(const struct open_file *file) { return (file->flags & FILE_ACCESS) != FILE_READ; }

// ---- Opening and closing

static int take_descriptor(struct open_file *file) {
    for (int i = FIRST_DESCRIPTOR; i < OPEN_FILES; i++) {
        if (descriptors[i]) continue;
        descriptors[i] = (u16)(file - open_files + 1);
        file->users++;
        return i;
    }
    return FILE_TOO_MANY;
}

static struct open_file *free_file(void) {
    for (int i = FIRST_DESCRIPTOR; i < OPEN_FILES; i++) {
        if (!open_files[i].users) return &open_files[i];
    }
    return NULL;
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

static int find_or_create(const char *path, u32 flags, u32 mode, struct file_node **node) {
    struct tree_place place;
    bool exclusive = (flags & FILE_CREATE) && (flags & FILE_EXCLUSIVE);
    int error = tree_walk(path, !exclusive && !(flags & FILE_NO_FOLLOW), &place);
    if (error) return error;
    *node = place.node;
    if (place.node) return check_existing(place.node, flags);
    if (!(flags & FILE_CREATE)) return FILE_NOT_FOUND;
    *node = node_new(FILE_REGULAR, mode & 07777 & ~022u, FILES_USER);
    return tree_create(&place, *node);
}

int file_open(const char *path, u32 flags, u32 mode) {
    struct open_file *file = free_file();
    if (!file) return FILE_TOO_MANY;
    struct file_node *node;
    int error = find_or_create(path, flags, mode, &node);
    if (!error && flags & FILE_TRUNCATE && node->kind == FILE_REGULAR && (flags & FILE_ACCESS) != FILE_READ) {
        error = node_truncate(node, 0);
    }
    if (error) return error;
    *file = (struct open_file){.flags = flags, .node = node, .kind = node->kind};
    int descriptor = take_descriptor(file);
    if (descriptor >= 0) node_hold(node);
    return descriptor;
}

int file_duplicate(int descriptor) {
    struct open_file *file = file_of(descriptor);
    return file ? take_descriptor(file) : FILE_BAD;
}

// The first three stay, so that nothing else gets their numbers: reads find the end, and what is written is lost, as if
// they led to /dev/null.
int file_close(int descriptor) {
    struct open_file *file = file_of(descriptor);
    if (!file) return FILE_BAD;
    if (!file->node && descriptor < FIRST_DESCRIPTOR) {
        file->kind = FILE_NULL;
        return 0;
    }
    descriptors[descriptor] = 0;
    if (--file->users == 0 && file->node) node_release(file->node);
    return 0;
}

int file_flags(int descriptor) {
    const struct open_file *file = file_of(descriptor);
    return file ? (int)file->flags : FILE_BAD;
}

// ---- What the path's calls do as well

int file_status_of(int descriptor, struct file_status *status) {
    const struct open_file *file = file_of(descriptor);
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
    const struct open_file *file = file_of(descriptor);
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

static s64 read_kind(const struct open_file *file, void *to, u64 bytes, u64 position) {
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
    const struct open_file *file = file_of(descriptor);
    if (!file || !can_read(file)) return FILE_BAD;
    if (!is_position(position, bytes)) return FILE_INVALID;
    return read_kind(file, to, bytes, position);
}

s64 file_read(int descriptor, void *to, u64 bytes) {
    struct open_file *file = file_of(descriptor);
    if (!file) return FILE_BAD;
    s64 count = file_read_at(descriptor, to, bytes, file->position);
    if (count > 0) file->position += (u64)count;
    return count;
}

s64 file_available(int descriptor) {
    const struct open_file *file = file_of(descriptor);
    if (!file || !can_read(file)) return FILE_BAD;
    if (file->kind == FILE_INPUT) return device_input_available();
    if (file->kind != FILE_REGULAR || file->position >= file->node->bytes) return 0;
    return (s64)(file->node->bytes - file->position);
}

// ---- Writing

s64 file_write_at(int descriptor, const void *from, u64 bytes, u64 position) {
    const struct open_file *file = file_of(descriptor);
    if (!file || !can_write(file)) return FILE_BAD;
    if (!is_position(position, bytes)) return FILE_INVALID;
    if (file->kind != FILE_REGULAR) return (s64)bytes; // a device takes everything
    return node_write(file->node, from, bytes, file->flags & FILE_APPEND ? file->node->bytes : position);
}

s64 file_write(int descriptor, const void *from, u64 bytes) {
    struct open_file *file = file_of(descriptor);
    if (!file) return FILE_BAD;
    if (file->flags & FILE_APPEND && file->kind == FILE_REGULAR) file->position = file->node->bytes;
    s64 count = file_write_at(descriptor, from, bytes, file->position);
    if (count > 0) file->position += (u64)count;
    return count;
}

u32 file_output(int descriptor) {
    const struct open_file *file = file_of(descriptor);
    return file && file->kind == FILE_OUTPUT ? (u32)(file - open_files) : 0;
}

int file_truncate(int descriptor, u64 bytes) {
    const struct open_file *file = file_of(descriptor);
    if (!file) return FILE_BAD;
    return can_write(file) && file->kind == FILE_REGULAR ? node_truncate(file->node, bytes) : FILE_INVALID;
}

// ---- Positions

s64 file_position(int descriptor) {
    const struct open_file *file = file_of(descriptor);
    return file ? (s64)file->position : FILE_BAD;
}

s64 file_seek(int descriptor, u64 position) {
    struct open_file *file = file_of(descriptor);
    if (!file) return FILE_BAD;
    if (file->kind == FILE_INPUT || file->kind == FILE_OUTPUT) return FILE_NOT_SEEKABLE;
    if (position > FILE_BYTES_MAX) return FILE_INVALID;
    file->position = position;
    return (s64)position;
}

// ---- Mappings

s64 file_map(int descriptor, enum file_map_mode mode, u64 position, u64 bytes) {
    const struct open_file *file = file_of(descriptor);
    if (!file || !can_read(file) || (mode == FILE_MAP_WRITE && !can_write(file))) return FILE_DENIED;
    return file->kind == FILE_REGULAR ? map_node(file->node, mode, position, bytes) : FILE_NOT_SUPPORTED;
}
