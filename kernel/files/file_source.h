// Inside the file system: descriptors, and things that can become ready. A pipe, a counter, a selector or a notifier is
// a source: threads wait in its queue, and selectors watch it. Both ends of a pipe refer to the same source. Code that
// changes what can be read from or written to a source calls source_changed: the waiting threads are made ready, and
// try again. A source goes with the last open file that refers to it.
#ifndef KERNEL_FILES_FILE_SOURCE_H
#define KERNEL_FILES_FILE_SOURCE_H

#include "kernel/core/thread_queue.h"
#include "kernel/files/file_node.h"
#include "kernel/memory/scratch.h"

struct file_interest;
struct mapping;

struct file_source;
struct open_file;

// What a kind of source does: pipes, counters, selectors, notifiers, and the sockets of kernel/net/. The open file is
// one that refers to the source.
struct source_operations {
    // Return how many bytes were read or written, or an error; NULL where the kind cannot.
    s64 (*read)(struct file_source *source, void *to, u64 bytes);
    s64 (*write)(struct file_source *source, const void *from, u64 bytes);
    u32 (*readiness)(const struct open_file *file);     // bits of enum file_ready, without waiting
    u64 (*available)(const struct file_source *source); // bytes that can be read without waiting; NULL: not known
    void (*close)(const struct open_file *file);        // the open file is gone; with the last one the source goes
};

struct file_source {
    struct thread_queue waiters;
    struct file_interest *interests; // of selectors in it, through any of its open files
    const struct source_operations *operations;
};

struct open_file {
    u32 users; // how many descriptors refer to it
    u32 flags;
    u64 position;
    struct file_node *node;     // for what a path leads to
    struct file_source *source; // for what can become ready
    enum file_kind kind;
};

#define FILE_STANDARD 3 // descriptors that are open from the start
#define FILE_MAPPING_BUCKETS 1024u

enum random_source { RANDOM_UNKNOWN, RANDOM_PROCESSOR, RANDOM_GENERATOR };

// One file system, such as a domain has, by the file that uses each field.
struct files {
    struct accounts *accounts;                  // that pay for it
    struct file_windows *windows;               // file_window.c; NULL: all that there are
    struct file_node *root, *working_directory; // file_tree.c
    // file_node.c
    bool is_started; // files_start
    s64 start_ns;
    u64 last_inode;
    // file_descriptor.c: a table that grows up to FILE_DESCRIPTORS
    struct open_file standard[FILE_STANDARD];
    struct open_file **descriptors;
    int descriptor_count;
    int lowest_free;                                // no descriptor below is free
    int descriptor_limit;                           // there is none from here on
    u64 output_bytes, output_left;                  // written to standard output and error; that may yet be
    struct mapping *mappings[FILE_MAPPING_BUCKETS]; // file_map.c
    u32 mapping_count;
    // file_device.c
    enum random_source random_source;
    u64 random_state;
    const u8 *input; // NULL: what the host sends
    u64 input_bytes, input_position;
};

// What files hold; what is open, and what is in pipes.
static inline struct account *files_account(const struct files *files) { return &files->accounts->of[ACCOUNT_FILES]; }
static inline struct account *open_account(const struct files *files) { return &files->accounts->of[ACCOUNT_OPEN]; }

// Whether it was opened for that.
static inline bool open_file_reads(const struct open_file *file) { return (file->flags & FILE_ACCESS) != FILE_WRITE; }
static inline bool open_file_writes(const struct open_file *file) { return (file->flags & FILE_ACCESS) != FILE_READ; }

// ---- Descriptors (file_descriptor.c)

// Opens standard input and output. Returns false if there is no memory.
bool descriptors_init(struct files *files);

// Returns NULL if nothing is open under this number.
struct open_file *descriptor_file(const struct files *files, int descriptor);
// Makes a new descriptor of a new open file. On an error the caller keeps what it had.
int descriptor_new(struct files *files, const struct open_file *file);
// Takes it back, as if it had never been made.
void descriptor_drop(struct files *files, int descriptor);
// The lowest number that is free. Returns an error if there are too many descriptors, or no memory.
int descriptor_free_number(struct files *files);

// ---- Readiness (file_select.c)

void source_changed(struct file_source *source);
// The open file, which refers to a source, is about to go: selectors no longer watch it.
void source_forget(struct open_file *file);
// The open file is gone, and with it perhaps its source.
void source_close(const struct open_file *file);
s64 source_read(const struct open_file *file, void *to, u64 bytes);
s64 source_write(const struct open_file *file, const void *from, u64 bytes);
// 0 also where that is not known.
u64 source_available(const struct file_source *source);

// ---- Hooks for notifiers (file_notify.c)

// Reports what happened to an entry of a directory. `node` is what the entry names; the name reported is the entry's.
void notify_entry(const struct file_node *directory, u32 event, const char *name, u32 length,
                  const struct file_node *node);
// The contents or the attributes of a node have changed.
void notify_node(const struct file_node *node, u32 event);
// The directory's name has been removed: its watchers are informed, and no longer watch it.
void notify_removed(struct file_node *directory);

#endif
