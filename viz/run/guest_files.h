// What a run brings into the guest and out of it again: --file and --save, and the program's standard input.
#ifndef VIZ_RUN_GUEST_FILES_H
#define VIZ_RUN_GUEST_FILES_H

#include "log/region.h"
#include "viz/cli/buffer.h"

// ---- Into the guest: what the archive gets besides the JDK's and the program's files

struct guest_file {
    char *guest_path;
    char *host_path; // NULL if `text` is the data
    const struct buffer *text;
    u64 size;
    u32 flags; // enum archive_flag
};

struct guest_files {
    struct guest_file *items;
    size_t count, capacity;
    struct buffer input; // all of standard input, if the guest gets it with the archive
};

// HOST[:GUEST], a file or a directory with everything in it; the guest path is HOST's own unless it is given.
bool guest_files_add(struct guest_files *files, const char *option, struct problem *problem);
// Reads standard input to its end (a terminal: nothing), for runs that must not depend on when it arrives.
bool guest_files_add_input(struct guest_files *files, struct problem *problem);
// What is not a file of the guest's, but in the archive for the kernel. `path` exists.
bool guest_files_add_entry(struct guest_files *files, const char *name, const char *path, struct problem *problem);
void guest_files_free(struct guest_files *files);
// An absolute guest path for what the user wrote; NULL if that cannot name a file.
char *guest_path_of(const char *text);

// ---- Out of the guest: --save GUEST:HOST, --dump-heap HOST, and dumps that gnomon ctl asks for

struct save {
    const char *option, *value; // as the user gave them
    char *guest_path, *host_path;
    char *final_path; // of a dump by request: what it is called when it is whole; else NULL
    int descriptor;   // -1: not open
    u64 bytes, written;
    bool started, done;
};

struct saves {
    struct save *items;
    size_t count, capacity;
    const char *directory; // of the recording: dumps by request go there, named by control_dump_path, or NULL
    size_t current;        // what is being written, 1 more than its index; 0: nothing is
    bool failed;           // something has been said about one
};

bool saves_add(struct saves *saves, const char *value, struct problem *problem);
bool saves_add_dump(struct saves *saves, const char *host, struct problem *problem);
// Takes what arrives in the output ring, with number REGION_OUTPUT_FILE or REGION_OUTPUT_DATA. Writes the files, and
// reports what goes wrong.
void saves_take(struct saves *saves, u32 number, const void *data, size_t size);
// After the run: reports which files did not arrive. Returns true if all are there.
bool saves_finish(struct saves *saves);

// ---- Standard input, as the guest asks for it (struct region_input)

struct input {
    struct region_header *region;
    size_t region_bytes;
    struct region_input *control; // NULL until found
    u8 *ring;
    u64 ring_bytes;
    bool broken;
};

// Called before any file is opened: standard input that is closed becomes an empty one, so that no other file gets its
// number.
void input_prepare(void);
// Returns true if something has been sent.
bool input_feed(struct input *input);

#endif
