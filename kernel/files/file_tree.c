// Directories, and how paths lead through them. See kernel/files/file_node.h. Entries are sorted by name, so that
// listings repeat, and reading a directory continues after the name that was seen last.
#include "base/string.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/scheduler.h"
#include "kernel/files/file_source.h"
#include "kernel/memory/scratch.h"

#define LINKS_FOLLOWED 40u
#define FIRST_ENTRIES 8u

bool tree_init(struct files *files) {
    struct file_node *root = node_new(files, FILE_DIRECTORY, 0755, 0);
    if (!root) return false;
    root->parent = root;
    root->links = 1;
    files->root = files->working_directory = root;
    return true;
}

// ---- Entries

// Compares as memcmp does, and then by length.
static int compare_names(const char *a, size_t a_length, const char *b, size_t b_length) {
    int order = memcmp(a, b, a_length < b_length ? a_length : b_length);
    if (order) return order;
    return a_length < b_length ? -1 : a_length > b_length;
}

// The position of the first entry whose name is not below this one.
static u32 lower_bound(const struct file_node *directory, const char *name, u32 length) {
    u32 low = 0, high = directory->entry_count;
    while (low < high) {
        u32 middle = (low + high) / 2;
        const struct file_entry *entry = directory->entries[middle];
        if (compare_names(entry->name, entry->length, name, length) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static bool is_named(const struct file_node *directory, u32 at, const char *name, u32 length) {
    if (at == directory->entry_count) return false;
    const struct file_entry *entry = directory->entries[at];
    return entry->length == length && memcmp(entry->name, name, length) == 0;
}

struct file_node *tree_find(const struct file_node *directory, const char *name, u32 length) {
    u32 at = lower_bound(directory, name, length);
    if (!is_named(directory, at, name, length)) return NULL;
    struct file_entry *entry = directory->entries[at];
    entry->node->entry = entry;
    return entry->node;
}

const struct file_entry *tree_next(const struct file_node *directory, const char *name, u32 length) {
    u32 at = name ? lower_bound(directory, name, length) : 0;
    if (name && is_named(directory, at, name, length)) at++;
    return at < directory->entry_count ? directory->entries[at] : NULL;
}

static bool make_room(struct file_node *directory) {
    return scratch_make_room(files_account(directory->files), &directory->entries, directory->entry_count,
                             &directory->entry_capacity, FIRST_ENTRIES, sizeof(*directory->entries));
}

// A table that cannot be exchanged for a smaller one stays as it is.
static void shrink(struct file_node *directory) {
    u32 half = directory->entry_capacity / 2;
    if (!directory->entry_count) {
        scratch_free(directory->entries);
        directory->entries = NULL;
        directory->entry_capacity = 0;
    } else if (directory->entry_count <= half && half >= FIRST_ENTRIES) {
        u64 element = sizeof(*directory->entries);
        bool done = scratch_resize(files_account(directory->files), &directory->entries,
                                   directory->entry_count * element, half * element);
        if (done) directory->entry_capacity = half;
    }
}

static void touch(struct file_node *directory) {
    directory->modified_ns = directory->changed_ns = node_now(directory->files);
}

// The entry names the node from now on.
static void enter(struct file_entry *entry, struct file_node *node) {
    struct file_node *directory = entry->directory, *left = node->parent;
    entry->node = node;
    node->entry = entry;
    node->links++;
    if (node->kind == FILE_DIRECTORY) {
        node_hold(directory);
        node->parent = directory;
        directory->subdirectories++;
        if (left) node_release(left);
    }
    touch(directory);
}

// The entry no longer names its node.
static void leave(struct file_entry *entry) {
    struct file_node *node = entry->node;
    if (node->kind == FILE_DIRECTORY) entry->directory->subdirectories--;
    if (node->entry == entry) node->entry = NULL;
    node_hold(node);
    if (--node->links == 0) notify_removed(node);
    node->changed_ns = node_now(node->files);
    node_release(node);
}

int tree_add(struct file_node *directory, const char *name, u32 length, struct file_node *node) {
    ASSERT_LOCKED();
    struct account *account = files_account(directory->files);
    struct file_entry *entry = make_room(directory) ? scratch_alloc(account, sizeof(*entry) + length) : NULL;
    if (!entry) return FILE_NO_SPACE;
    entry->directory = directory;
    entry->length = length;
    memcpy(entry->name, name, length);
    u32 at = lower_bound(directory, name, length);
    memmove(directory->entries + at + 1, directory->entries + at,
            (directory->entry_count - at) * sizeof(struct file_entry *));
    directory->entries[at] = entry;
    directory->entry_count++;
    enter(entry, node);
    return 0;
}

static void take_away(struct file_node *directory, const char *name, u32 length) {
    u32 at = lower_bound(directory, name, length);
    struct file_entry *entry = directory->entries[at];
    directory->entry_count--;
    memmove(directory->entries + at, directory->entries + at + 1,
            (directory->entry_count - at) * sizeof(struct file_entry *));
    shrink(directory);
    touch(directory);
    leave(entry);
    scratch_free(entry);
}

#define ENTRIES_A_POLL 256u

// In a loop: directories may be nested deeply.
static void empty(struct file_node *root) {
    struct file_node *at = root;
    u32 count = 0;
    while (at != root || at->entry_count) {
        const struct file_entry *last = at->entry_count ? at->entries[at->entry_count - 1] : NULL;
        if (!last) {
            at = at->parent;
        } else if (last->node->entry_count) {
            at = last->node;
        } else {
            take_away(at, last->name, last->length);
            if (++count % ENTRIES_A_POLL == 0) scheduler_poll_native(thread_self());
        }
    }
}

void tree_end(struct files *files) {
    empty(files->root);
    files->root->links = 0;
    files->root->parent = NULL;
    node_release(files->root);
}

// Another node replaces what is at the place; this needs no space.
static void replace(const struct tree_place *place, struct file_node *node) {
    const struct file_node *directory = place->directory;
    struct file_entry *entry = directory->entries[lower_bound(directory, place->name, place->length)];
    leave(entry);
    enter(entry, node);
}

// ---- Paths

static bool is_dots(const char *name, u32 length) { return length <= 2 && name[0] == '.' && name[length - 1] == '.'; }

static int walk_from(struct file_node *start, const char *path, bool follow, u32 *links, struct tree_place *place);

static int follow_link(struct tree_place *place, u32 *links) {
    if (++*links > LINKS_FOLLOWED) return FILE_TOO_MANY_LINKS;
    return walk_from(place->directory, (const char *)place->node->data, true, links, place);
}

// Follows one more part of a path from the place's node.
static int walk_step(struct tree_place *place, const char *name, size_t length) {
    struct file_node *directory = place->node;
    if (!directory) return FILE_NOT_FOUND;
    if (directory->kind != FILE_DIRECTORY) return FILE_NOT_DIRECTORY;
    if (!node_allows(directory, FILE_MAY_EXECUTE)) return FILE_DENIED;
    if (length > FILE_NAME_MAX) return FILE_NAME_TOO_LONG;
    *place = (struct tree_place){.directory = directory, .name = name, .length = (u32)length};
    if (!is_dots(name, place->length)) {
        place->node = tree_find(directory, name, place->length);
    } else {
        place->node = length == 1 ? directory : directory->parent;
    }
    return 0;
}

static int walk_from(struct file_node *start, const char *path, bool follow, u32 *links, struct tree_place *place) {
    if (!*path) return FILE_NOT_FOUND;
    struct file_node *node = *path == '/' ? start->files->root : start;
    *place = (struct tree_place){.directory = node, .node = node, .name = "", .length = 0};
    for (;;) {
        bool slash = *path == '/';
        while (*path == '/') path++;
        bool last = !*path;
        if (place->node && place->node->kind == FILE_LINK && (!last || slash || follow)) {
            int error = follow_link(place, links);
            if (error) return error;
        }
        if (last) return slash && place->node && place->node->kind != FILE_DIRECTORY ? FILE_NOT_DIRECTORY : 0;
        size_t length = 0;
        while (path[length] && path[length] != '/') length++;
        int error = walk_step(place, path, length);
        if (error) return error;
        path += length;
    }
}

static struct file_node *directory_of(struct files *files, int directory) {
    if (directory == FILE_AT_WORKING_DIRECTORY) return files->working_directory;
    const struct open_file *file = descriptor_file(files, directory);
    return file ? file->node : NULL;
}

int tree_walk(struct files *files, int directory, const char *path, bool follow, struct tree_place *place) {
    u32 links = 0;
    struct file_node *start = *path == '/' ? files->root : directory_of(files, directory);
    if (strlen(path) >= FILE_PATH_BYTES) return FILE_NAME_TOO_LONG;
    return start ? walk_from(start, path, follow, &links, place) : FILE_BAD;
}

static int may_change(const struct file_node *directory) {
    return node_allows(directory, FILE_MAY_WRITE | FILE_MAY_EXECUTE) ? 0 : FILE_DENIED;
}

int tree_create(const struct tree_place *place, struct file_node *node) {
    if (!node) return FILE_NO_SPACE;
    int error = may_change(place->directory);
    if (!error && place->directory->links == 0) error = FILE_NOT_FOUND; // it has been removed
    if (!error) error = tree_add(place->directory, place->name, place->length, node);
    if (!error) notify_entry(place->directory, FILE_EVENT_CREATE, place->name, place->length, node);
    node_release(node);
    return error;
}

// ---- What the calls by path do to directories

static int place_for_new(struct files *files, const char *path, struct tree_place *place) {
    int error = tree_walk(files, FILE_AT_WORKING_DIRECTORY, path, false, place);
    return error ? error : place->node ? FILE_EXISTS : may_change(place->directory);
}

int file_make_directory(struct files *files, const char *path, u32 mode) {
    struct tree_place place;
    int error = place_for_new(files, path, &place);
    return error ? error : tree_create(&place, node_new(files, FILE_DIRECTORY, mode & 0777 & ~022u, FILES_USER));
}

int file_make_socket(struct files *files, const char *path, u64 *inode) {
    struct tree_place place;
    int error = place_for_new(files, path, &place);
    if (error) return error;
    struct file_node *node = node_new(files, FILE_SOCKET, 0777 & ~022u, FILES_USER);
    if (node) *inode = node->inode;
    return tree_create(&place, node);
}

int file_make_link(struct files *files, const char *target, const char *path) {
    struct tree_place place;
    size_t length = strlen(target);
    int error = length == 0                 ? FILE_NOT_FOUND
                : length >= FILE_PATH_BYTES ? FILE_NAME_TOO_LONG
                                            : place_for_new(files, path, &place);
    if (error) return error;
    struct file_node *node = node_new(files, FILE_LINK, 0777, FILES_USER);
    char *text = node ? scratch_alloc(files_account(files), length + 1) : NULL;
    if (text) {
        memcpy(text, target, length + 1);
        node->data = (const u8 *)text;
        node->bytes = node->capacity = length;
    } else if (node) {
        node_release(node);
        node = NULL;
    }
    return tree_create(&place, node);
}

int file_link(struct files *files, const char *existing, const char *path) {
    struct tree_place from, place;
    int error = tree_walk(files, FILE_AT_WORKING_DIRECTORY, existing, false, &from);
    if (!error && !from.node) error = FILE_NOT_FOUND;
    if (!error) error = place_for_new(files, path, &place);
    if (!error && from.node->kind == FILE_DIRECTORY) error = FILE_NOT_PERMITTED;
    if (error) return error;
    node_hold(from.node);
    return tree_create(&place, from.node);
}

static int place_to_remove(struct files *files, int directory, const char *path, struct tree_place *place) {
    int error = tree_walk(files, directory, path, false, place);
    if (error) return error;
    if (!place->node) return FILE_NOT_FOUND;
    if (place->length == 0) return FILE_NOT_PERMITTED; // the root
    return is_dots(place->name, place->length) ? FILE_INVALID : may_change(place->directory);
}

static void remove(const struct tree_place *place) {
    notify_entry(place->directory, FILE_EVENT_DELETE, place->name, place->length, place->node);
    take_away(place->directory, place->name, place->length);
}

int file_unlink_at(struct files *files, int directory, const char *path) {
    ASSERT_LOCKED();
    struct tree_place place;
    int error = place_to_remove(files, directory, path, &place);
    if (!error && place.node->kind == FILE_DIRECTORY) error = FILE_IS_DIRECTORY;
    if (!error) remove(&place);
    return error;
}

int file_unlink(struct files *files, const char *path) {
    return file_unlink_at(files, FILE_AT_WORKING_DIRECTORY, path);
}

int file_remove_directory_at(struct files *files, int directory, const char *path) {
    struct tree_place place;
    int error = place_to_remove(files, directory, path, &place);
    if (!error && place.node->kind != FILE_DIRECTORY) error = FILE_NOT_DIRECTORY;
    if (!error && place.node->entry_count) error = FILE_NOT_EMPTY;
    if (!error) remove(&place);
    return error;
}

int file_remove_directory(struct files *files, const char *path) {
    return file_remove_directory_at(files, FILE_AT_WORKING_DIRECTORY, path);
}

static bool is_inside(const struct file_node *directory, const struct file_node *ancestor) {
    for (;; directory = directory->parent) {
        if (directory == ancestor) return true;
        if (directory == directory->files->root) return false;
    }
}

// Whether `node` may replace what is there.
static int may_replace(const struct tree_place *place, const struct file_node *node) {
    if (!place->node) return 0;
    if (place->node->kind != FILE_DIRECTORY) return node->kind == FILE_DIRECTORY ? FILE_NOT_DIRECTORY : 0;
    if (node->kind != FILE_DIRECTORY) return FILE_IS_DIRECTORY;
    return place->node->entry_count ? FILE_NOT_EMPTY : 0;
}

// Puts the node that is at the old place at the new one, and then takes it from the old one.
static int move_entry(const struct tree_place *old, const struct tree_place *place) {
    int error = 0;
    struct account *account = files_account(place->directory->files);
    u64 limit_bytes = account->limit_bytes;
    bool is_new = !place->node;
    if (is_new) {
        account->limit_bytes = UINT64_MAX; // the old entry goes, so a full file system has room for the new one, too
        error = tree_add(place->directory, place->name, place->length, old->node);
    } else {
        replace(place, old->node);
    }
    if (!error) {
        notify_entry(old->directory, FILE_EVENT_MOVED_FROM, old->name, old->length, old->node);
        notify_entry(place->directory, FILE_EVENT_MOVED_TO, place->name, place->length, old->node);
        take_away(old->directory, old->name, old->length);
    }
    account->limit_bytes = limit_bytes;
    return error;
}

int file_rename_at(struct files *files, int from_directory, const char *from, int to_directory, const char *to) {
    ASSERT_LOCKED();
    struct tree_place old, place;
    int error = place_to_remove(files, from_directory, from, &old);
    if (!error) error = tree_walk(files, to_directory, to, false, &place);
    if (error) return error;
    if (place.node == old.node) return 0;
    if (place.length == 0 || is_dots(place.name, place.length) || is_inside(place.directory, old.node)) {
        return FILE_INVALID;
    }
    error = may_change(place.directory);
    if (!error && place.directory->links == 0) error = FILE_NOT_FOUND; // it has been removed
    if (!error) error = may_replace(&place, old.node);
    return error ? error : move_entry(&old, &place);
}

int file_rename(struct files *files, const char *from, const char *to) {
    return file_rename_at(files, FILE_AT_WORKING_DIRECTORY, from, FILE_AT_WORKING_DIRECTORY, to);
}
