// Inside the file system (kernel/files/files.h): nodes, which are files and directories, and how paths lead to them. A
// node lives as long as a directory names it or something holds it (`holders`: descriptors, mappings, directories that
// are in it).
#ifndef KERNEL_FILES_FILE_NODE_H
#define KERNEL_FILES_FILE_NODE_H

#include "kernel/files/files.h"

struct file_node {
    struct files *files; // the file system that it belongs to
    enum file_kind kind;
    u32 mode, owner;
    u32 links; // how many directory entries name it
    u32 holders;
    u64 inode;
    s64 accessed_ns, modified_ns, changed_ns; // 0 stands for when the file system started
    const u8 *data;                           // of a regular file, or the target of a symbolic link
    u64 bytes;
    u64 capacity;                // of `data`; 0: that is the archive's, and may not be written
    bool in_window;              // `data` is a window
    u32 mappings;                // how many show `data`, if it is the node's own, which then may not move
    struct file_node *parent;    // of a directory, which holds it; the root's is the root itself, and not held
    struct file_entry *entry;    // the one of its names that was last looked up; NULL if that is gone
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

// Returns NULL if there is no space. The node has no entry yet and one holder, which releases it once it has an entry.
struct file_node *node_new(struct files *files, enum file_kind kind, u32 mode, u32 owner);
void node_hold(struct file_node *node);
void node_release(struct file_node *node);
s64 node_now(const struct files *files);
// Gives back the node's own memory, to which nothing in the node refers any more.
void node_free_piece(struct file_node *node);
// The same, and the node has no contents any more.
void node_free_data(struct file_node *node);
void node_status(const struct file_node *node, struct file_status *status);
bool node_allows(const struct file_node *node, u32 access);
int node_set_mode(struct file_node *node, u32 mode);
int node_set_owner(struct file_node *node, s32 owner, s32 group);
int node_set_times(struct file_node *node, s64 accessed_ns, s64 modified_ns);

// ---- Contents (file_data.c)

s64 node_read(struct file_node *node, void *to, u64 bytes, u64 position);
s64 node_write(struct file_node *node, const void *from, u64 bytes, u64 position);
int node_truncate(struct file_node *node, u64 bytes);
// Makes `data` the node's own copy.
int node_own(struct file_node *node);
// The same in pieces, between which others run, if it is large; if that does not succeed, node_own does it or says why.
void node_own_in_pieces(struct file_node *node);

// Moves the node's own data to a window, if one is left.
void node_enter_window(struct file_node *node);
// Gives back the memory that the node's own data no longer needs, if no mapping shows it.
void node_trim(struct file_node *node);

// ---- Windows (file_window.c): memory that grows without changing its address

// The account pays for what the window has at any time. Returns NULL if all of the share (NULL: of all) are taken, but
// for those that are left to files that cannot be without, or if there is no memory. Without one are files of up to
// SCHEDULER_PIECE_BYTES: so much may be copied while nobody else runs.
u8 *window_take(struct account *account, struct file_windows *share, u64 bytes);
// Returns false if the window has reached its limit, or there is no memory.
bool window_grow(u8 *window, u64 bytes);
u64 window_capacity(const u8 *window);
// Gives back most of what the window has beyond `bytes`: what is more than a piece goes when files_give_back is called.
void window_shrink(u8 *window, u64 bytes);
void window_release(u8 *window);

// ---- Paths (file_tree.c)

// Where a path ends: its last part, the directory that holds it, and the node that it names there, or NULL if it names
// nothing although the directory exists.
struct tree_place {
    struct file_node *directory, *node;
    const char *name;
    u32 length;
};
// Makes the root, which is the working directory as well. After that, anything may be put in with tree_add. Returns
// false if there is no memory.
bool tree_init(struct files *files);
// Gives all nodes back; nothing but directories holds any.
void tree_end(struct files *files);
// A relative path starts at the directory that is open as `directory`, or at the working directory.
int tree_walk(struct files *files, int directory, const char *path, bool follow, struct tree_place *place);
// Enters a node in a directory under a name that is not there yet, without checking permissions.
int tree_add(struct file_node *directory, const char *name, u32 length, struct file_node *node);
struct file_node *tree_find(const struct file_node *directory, const char *name, u32 length);
// The same with the user's permissions: adds a new node (and releases it) at the place, where nothing is yet.
int tree_create(const struct tree_place *place, struct file_node *node);
// The entry that follows this name, or the first if `name` is NULL; NULL if there is none.
const struct file_entry *tree_next(const struct file_node *directory, const char *name, u32 length);

// ---- Devices (file_device.c)

void device_fill_random(struct files *files, u8 *to, u64 bytes);
s64 device_read_input(struct files *files, u8 *to, u64 bytes);
s64 device_input_available(const struct files *files);
// Sets what standard input consists of; NULL for what the host sends.
void device_set_input(struct files *files, const u8 *bytes, u64 count);

// ---- Mappings (file_map.c)

// Gives all mappings back.
void mappings_end(struct files *files);
// file_map of a node.
s64 map_node(struct file_node *node, enum file_map_mode mode, u64 position, u64 bytes);

#endif
