// The counts of `gnomon run --exact`, which stand beside the recording (exact_file.h).
#ifndef VIZ_READ_EXACT_H
#define VIZ_READ_EXACT_H

#include "viz/cli/file.h"
#include "viz/read/exact_file.h"

struct exact {
    struct file_map map;
    struct exact_header header;
    const struct exact_count *counts;
    const struct exact_symbol *symbols; // by address; the last one is the end of the kernel's code and has no name
    const char *names;
};

// Without such a file there are no counts.
bool exact_open(struct exact *exact, const char *directory, struct problem *problem);
void exact_close(struct exact *exact);
// The number of the symbol in whose function the address lies; EXACT_NOT_KERNEL if it is none of the kernel's.
#define EXACT_NOT_KERNEL SIZE_MAX
size_t exact_symbol_at(const struct exact *exact, u64 address);
const char *exact_symbol_name(const struct exact *exact, size_t symbol);

#endif
