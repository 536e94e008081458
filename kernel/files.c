// The guest's file system over the boot archive. See kernel/files.h and boot/archive.h. Thread level only.
#include "kernel/files.h"

#include "boot/archive.h"
#include "kernel/machine.h"
#include "kernel/string.h"

#define OPEN_FILES 1024
#define FIRST_DESCRIPTOR 3

struct open_file {
    bool used;
    struct file_status status;
    u64 position;
};

static const u8 *archive_bytes;
static const struct archive_entry *entries;
static u32 entry_count;
static struct open_file open_files[OPEN_FILES];
static u64 random_state;

static const char *entry_name(u32 i) { return (const char *)archive_bytes + entries[i].name_offset; }

// As memcmp over the shorter, and then by length.
static int compare_names(const char *a, size_t a_length, const char *b, size_t b_length) {
    int order = memcmp(a, b, a_length < b_length ? a_length : b_length);
    if (order) return order;
    return a_length < b_length ? -1 : a_length > b_length;
}

static bool in_range(u64 offset, u64 bytes, u64 total) { return offset <= total && bytes <= total - offset; }

const char *files_init(const void *archive, u64 bytes) {
    const struct archive_header *header = archive;
    if (bytes < sizeof(*header) || header->magic != ARCHIVE_MAGIC) return "the boot archive has no header";
    if (header->version != ARCHIVE_VERSION) return "the boot archive is of another version";
    if (header->total_bytes > bytes) return "the boot archive is cut off";
    if (header->entry_count > (bytes - sizeof(*header)) / sizeof(struct archive_entry)) return "the boot archive's table is cut off";
    archive_bytes = archive;
    entries = (const struct archive_entry *)(header + 1);
    entry_count = header->entry_count;
    for (u32 i = 0; i < entry_count; i++) {
        const struct archive_entry *entry = &entries[i];
        if (!in_range(entry->name_offset, entry->name_bytes, bytes) || !in_range(entry->data_offset, entry->data_bytes, bytes))
            return "an entry lies outside the boot archive";
        if (i && compare_names(entry_name(i - 1), entries[i - 1].name_bytes, entry_name(i), entry->name_bytes) >= 0)
            return "the boot archive's entries are not sorted";
    }
    return NULL;
}

// ---- Names

size_t file_canonical(const char *path, size_t length, char canonical[FILE_PATH_BYTES]) {
    size_t used = 0;
    for (size_t i = 0; i < length;) {
        while (i < length && path[i] == '/') i++;
        size_t start = i;
        while (i < length && path[i] != '/') i++;
        size_t part = i - start;
        if (part == 0 || (part == 1 && path[start] == '.')) continue;
        if (part == 2 && path[start] == '.' && path[start + 1] == '.') {
            while (used && canonical[used - 1] != '/') used--;
            if (used) used--;
            continue;
        }
        if (used + part + 2 > FILE_PATH_BYTES) return 0;
        canonical[used++] = '/';
        memcpy(canonical + used, path + start, part);
        used += part;
    }
    if (used == 0) canonical[used++] = '/';
    canonical[used] = 0;
    return used;
}

// The first entry whose name is not below the given one.
static u32 lower_bound(const char *name, size_t length) {
    u32 low = 0, high = entry_count;
    while (low < high) {
        u32 middle = (low + high) / 2;
        if (compare_names(entry_name(middle), entries[middle].name_bytes, name, length) < 0) low = middle + 1;
        else high = middle;
    }
    return low;
}

static bool has_name(u32 i, const char *name, size_t length) {
    return i < entry_count && entries[i].name_bytes == length && memcmp(entry_name(i), name, length) == 0;
}

// Length of the canonical directory name with its '/' at the end, written into `name`; the first entry in it, or entry_count.
static u32 directory_first(char name[FILE_PATH_BYTES], size_t *length) {
    if (*length > 1 && *length + 1 < FILE_PATH_BYTES) name[(*length)++] = '/';
    u32 first = lower_bound(name, *length);
    bool inside = first < entry_count && entries[first].name_bytes > *length && memcmp(entry_name(first), name, *length) == 0;
    return inside ? first : entry_count;
}

static bool equals(const char *name, size_t length, const char *text) { return length == strlen(text) && memcmp(name, text, length) == 0; }

int file_status(const char *path, size_t length, struct file_status *status) {
    char name[FILE_PATH_BYTES];
    size_t name_length = file_canonical(path, length, name);
    *status = (struct file_status){0};
    if (equals(name, name_length, "/dev/random") || equals(name, name_length, "/dev/urandom")) {
        *status = (struct file_status){.kind = FILE_RANDOM, .inode = 1};
        return 0;
    }
    u32 found = lower_bound(name, name_length);
    if (has_name(found, name, name_length)) {
        status->kind = FILE_REGULAR;
        status->bytes = entries[found].data_bytes;
        status->data = archive_bytes + entries[found].data_offset;
        status->inode = 2 * (found + 1ull);
        return 0;
    }
    found = directory_first(name, &name_length);
    if (found == entry_count) return FILE_NOT_FOUND;
    // A directory has no entry of its own: the first entry in it and the length of its name tell it apart from all others.
    *status = (struct file_status){.kind = FILE_DIRECTORY, .bytes = 4096, .inode = ((u64)name_length << 32) | (2 * found + 1)};
    return 0;
}

bool file_list(const char *path, size_t length, u32 index, const char **name, size_t *name_length) {
    char directory[FILE_PATH_BYTES];
    size_t directory_length = file_canonical(path, length, directory);
    u32 at = directory_first(directory, &directory_length);
    const char *last = NULL;
    size_t last_length = 0;
    for (; at < entry_count; at++) {
        const char *rest = entry_name(at) + directory_length;
        if (entries[at].name_bytes <= directory_length || memcmp(entry_name(at), directory, directory_length) != 0) return false;
        size_t rest_length = 0;
        while (rest_length < entries[at].name_bytes - directory_length && rest[rest_length] != '/') rest_length++;
        if (last && last_length == rest_length && memcmp(last, rest, rest_length) == 0) continue;
        last = rest;
        last_length = rest_length;
        if (index-- == 0) {
            *name = rest;
            *name_length = rest_length;
            return true;
        }
    }
    return false;
}

// ---- Descriptors

static struct open_file *file_of(int descriptor) {
    int i = descriptor - FIRST_DESCRIPTOR;
    return i >= 0 && i < OPEN_FILES && open_files[i].used ? &open_files[i] : NULL;
}

int file_open(const char *path, size_t length) {
    struct file_status status;
    int error = file_status(path, length, &status);
    if (error) return error;
    if (status.kind == FILE_DIRECTORY) return FILE_IS_DIRECTORY;
    for (int i = 0; i < OPEN_FILES; i++) {
        if (open_files[i].used) continue;
        open_files[i] = (struct open_file){.used = true, .status = status};
        return i + FIRST_DESCRIPTOR;
    }
    return FILE_TOO_MANY;
}

int file_close(int descriptor) {
    struct open_file *file = file_of(descriptor);
    if (!file) return descriptor >= 0 && descriptor < FIRST_DESCRIPTOR ? 0 : FILE_BAD;
    file->used = false;
    return 0;
}

// splitmix64 (Steele, Lea, Flood 2014), seeded by the counter: repeats in deterministic runs, and is no source of secrets.
static void fill_random(u8 *to, u64 bytes) {
    if (!random_state) random_state = machine_ticks() | 1;
    u64 bits = 0;
    for (u64 i = 0; i < bytes; i++) {
        if (i % 8 == 0) {
            random_state += 0x9e3779b97f4a7c15ull;
            bits = random_state;
            bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9ull;
            bits = (bits ^ bits >> 27) * 0x94d049bb133111ebull;
            bits ^= bits >> 31;
        }
        to[i] = (u8)(bits >> i % 8 * 8);
    }
}

s64 file_read_at(int descriptor, void *to, u64 bytes, u64 position) {
    struct open_file *file = file_of(descriptor);
    if (!file) return descriptor == 0 ? 0 : FILE_BAD;
    if (file->status.kind == FILE_RANDOM) {
        fill_random(to, bytes);
        return (s64)bytes;
    }
    if (position >= file->status.bytes) return 0;
    u64 left = file->status.bytes - position;
    if (bytes > left) bytes = left;
    memcpy(to, file->status.data + position, bytes);
    return (s64)bytes;
}

s64 file_read(int descriptor, void *to, u64 bytes) {
    struct open_file *file = file_of(descriptor);
    s64 count = file_read_at(descriptor, to, bytes, file ? file->position : 0);
    if (file && count > 0) file->position += (u64)count;
    return count;
}

s64 file_size(int descriptor) {
    struct open_file *file = file_of(descriptor);
    return file ? (s64)file->status.bytes : descriptor == 0 ? 0 : FILE_BAD;
}

s64 file_position(int descriptor) {
    struct open_file *file = file_of(descriptor);
    return file ? (s64)file->position : descriptor == 0 ? 0 : FILE_BAD;
}

int file_seek(int descriptor, u64 position) {
    struct open_file *file = file_of(descriptor);
    if (!file) return FILE_BAD;
    file->position = position;
    return 0;
}
