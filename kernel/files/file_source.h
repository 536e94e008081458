// Inside the file system: descriptors, and what can become ready. A pipe, a counter, a selector or a notifier is a
// source: threads wait in its queue, and selectors look at it. Both ends of a pipe lead to the same source. Whoever
// changes what can be read from or written to a source calls source_changed: the threads that wait are made ready, and
// look again for what they wanted. A source goes with the last open file that leads to it.
#ifndef KERNEL_FILES_FILE_SOURCE_H
#define KERNEL_FILES_FILE_SOURCE_H

#include "kernel/core/thread_queue.h"
#include "kernel/files/file_node.h"

struct file_interest;
struct mapping;

struct file_source {
    struct thread_queue waiters;
    struct file_interest *interests; // of selectors in it, through whichever of its files
};

struct open_file {
    u32 users; // descriptors
    u32 flags;
    u64 position;
    struct file_node *node;     // of what a path leads to
    struct file_source *source; // of what can become ready
    enum file_kind kind;
};

#define FILE_STANDARD 3 // descriptors that are open from the beginning
#define FILE_MAPPING_BUCKETS 1024u

enum random_source { RANDOM_UNKNOWN, RANDOM_PROCESSOR, RANDOM_GENERATOR };

// One file system, as a domain has it, by the file that keeps it.
struct files {
    struct file_node *root, *working_directory; // file_tree.c
    // file_node.c
    s64 (*clock_ns)(void); // NULL until files_start, and as long nothing is refused for want of space
    s64 start_ns;
    u64 capacity, used; // bytes
    u64 last_inode;
    // file_open.c: a table that grows up to FILE_DESCRIPTORS
    struct open_file standard[FILE_STANDARD];
    struct open_file **descriptors;
    int descriptor_count;
    int lowest_free;                                // no descriptor below is free
    u64 buffers_bytes;                              // of all pipes: file_pipe.c
    struct mapping *mappings[FILE_MAPPING_BUCKETS]; // file_map.c
    u32 mapping_count;
    // file_device.c
    enum random_source random_source;
    u64 random_state;
    const u8 *input; // NULL: what the host sends
    u64 input_bytes, input_position;
};

// ---- Descriptors (file_open.c)

// Opens standard input and output. False if there is no memory.
bool descriptors_init(struct files *files);

// NULL if nothing is open under this number.
struct open_file *descriptor_file(const struct files *files, int descriptor);
// A new descriptor of a new open file. An error leaves the caller what it had.
int descriptor_new(struct files *files, const struct open_file *file);

// ---- Readiness (file_select.c)

void source_changed(struct file_source *source);
// The open file, which leads to a source, is about to go: no selector looks at it any more.
void source_forget(struct open_file *file);
// The open file is gone, and with it perhaps its source.
void source_close(const struct open_file *file);
s64 source_read(const struct open_file *file, void *to, u64 bytes);
s64 source_write(const struct open_file *file, const void *from, u64 bytes);

// ---- Pipes and counters (file_pipe.c)

s64 pipe_read(struct file_source *source, void *to, u64 bytes);
s64 pipe_write(struct file_source *source, const void *from, u64 bytes);
u32 pipe_readiness(const struct file_source *source, bool reads);
void pipe_close(struct file_source *source, bool reads);
u64 pipe_bytes(const struct file_source *source);
s64 counter_read(struct file_source *source, void *to, u64 bytes);
s64 counter_write(struct file_source *source, const void *from, u64 bytes);
u32 counter_readiness(const struct file_source *source);

// ---- Notifiers (file_notify.c)

// What happened to an entry of a directory. `node` is what the entry names; its name is the entry's.
void notify_entry(const struct file_node *directory, u32 event, const char *name, u32 length,
                  const struct file_node *node);
// The contents or the attributes of a node have changed.
void notify_node(const struct file_node *node, u32 event);
// A directory has no name any more: its watchers are told so and watch it no longer.
void notify_removed(struct file_node *directory);
s64 notifier_read(struct file_source *source, void *to, u64 bytes);
u32 notifier_readiness(const struct file_source *source);
void notifier_close(struct file_source *source);

#endif
