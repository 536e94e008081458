// Inside the file system (kernel/files/files.h): nodes, which are files and directories, and how paths lead to them. A
// node lives as long as a directory names it or something holds it (`holders`: descriptors, mappings, directories that
// are in it).
#ifndef KERNEL_FILES_FILE_NODE_H
#define KERNEL_FILES_FILE_NODE_H

#include "kernel/files/files.h"

struct file_node {
    struct files *files; // that it is of
    enum file_kind kind;
    u32 mode, owner;
    u32 links; // directory entries that name it
    u32 holders;
    u64 inode;
    s64 accessed_ns, modified_ns, changed_ns; // 0: when the file system started
    const u8 *data;                           // of a regular file, or the target of a symbolic link
    u64 bytes;
    u64 capacity;                // of `data`; 0: it is the archive's, and may not be written
    u64 kept;                    // accounted for beyond `bytes`: what a mapped file had when it was longer
    bool in_window;              // `data` is a window's
    u32 mappings;                // that show `data`, if it is the node's own: it may not move
    struct file_node *parent;    // of a directory, which holds it; the root's is itself, and not held
    struct file_entry *entry;    // of its names, the last that was looked up; NULL if that is gone
    struct file_entry **entries; // of a directory, sorted by name
    u32 entry_count, entry_capacity;
    u32 subdirectories;         // how many of the entries are directories
    struct file_watch *watches; // kernel/files/file_notify.c
};

struct file_entry {
    struct file_node *node, *directory;
    u32 length;
    char name[];
};

// ---- Nodes (file_node.c)

// NULL if there is no space. It has no entry and one holder, who releases it when it has one.
struct file_node *node_new(struct files *files, enum file_kind kind, u32 mode, u32 owner);
void node_hold(struct file_node *node);
void node_release(struct file_node *node);
// Adds to and takes from the space that is used up; false: there is not so much.
bool node_charge(struct files *files, u64 bytes);
void node_discharge(struct files *files, u64 bytes);
s64 node_now(const struct files *files);
void node_status(const struct file_node *node, struct file_status *status);
bool node_allows(const struct file_node *node, u32 access);
int node_set_mode(struct file_node *node, u32 mode);
int node_set_owner(struct file_node *node, s32 owner, s32 group);
int node_set_times(struct file_node *node, s64 accessed_ns, s64 modified_ns);

// ---- Contents (file_data.c)

s64 node_read(struct file_node *node, void *to, u64 bytes, u64 position);
s64 node_write(struct file_node *node, const void *from, u64 bytes, u64 position);
int node_truncate(struct file_node *node, u64 bytes);
// Makes `data` the node's own.
int node_own(struct file_node *node);
void node_free_data(struct file_node *node);

// Has the node's own data in a window, if there is one left.
void node_enter_window(struct file_node *node);

// ---- Windows (file_window.c): memory whose address stays while it grows

// A large one, if the file is to be mapped; else a small one, or, for more bytes than that can hold, a large one. NULL
// if all are taken, or there is no memory.
u8 *window_take(u64 bytes, bool is_mapped);
// False if the window has come to its limit, or there is no memory.
bool window_grow(u8 *window, u64 bytes);
u64 window_capacity(const u8 *window);
bool window_is_large(const u8 *window);
void window_release(u8 *window);

// ---- Paths (file_tree.c)

// Where a path ends: its last part, in the directory that holds it, and what it names there; NULL: nothing, but the
// directory exists.
struct tree_place {
    struct file_node *directory, *node;
    const char *name;
    u32 length;
};
// Makes the root, which is the working directory as well. Anything may be put in by tree_add afterwards. False if there
// is no memory.
bool tree_init(struct files *files);
// A relative path begins at the directory that is open as `directory`, or at the working directory.
int tree_walk(struct files *files, int directory, const char *path, bool follow, struct tree_place *place);
// Puts a node into a directory under a name that is not there yet, with no look at permissions.
int tree_add(struct file_node *directory, const char *name, u32 length, struct file_node *node);
struct file_node *tree_find(const struct file_node *directory, const char *name, u32 length);
// What the user may do there: adds a new node at the place (releasing it), whose node is NULL.
int tree_create(const struct tree_place *place, struct file_node *node);
// The name that follows this one, or the first if it is NULL; NULL if there is none.
const struct file_entry *tree_next(const struct file_node *directory, const char *name, u32 length);

// ---- Devices (file_device.c)

void device_fill_random(struct files *files, u8 *to, u64 bytes);
s64 device_read_input(struct files *files, u8 *to, u64 bytes);
s64 device_input_available(const struct files *files);
// What standard input is made of; NULL: what the host sends.
void device_set_input(struct files *files, const u8 *bytes, u64 count);

// ---- Mappings (file_map.c)

// file_map of a node.
s64 map_node(struct file_node *node, enum file_map_mode mode, u64 position, u64 bytes);

#endif
