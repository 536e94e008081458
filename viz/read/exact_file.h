// DIR/exact: how often each instruction of a run was executed (gnomon run --exact). A header, the kernel's symbols by
// address, their names, and the counts in no order. viz/run/exact.c writes all but the counts before the run, from the
// kernel that runs; viz/plugin/exact.c adds them at QEMU's end.
#ifndef VIZ_READ_EXACT_FILE_H
#define VIZ_READ_EXACT_FILE_H

#include <stdint.h>

#define EXACT_MAGIC 0x31746361784d4e47u // "GNMxact1"

struct exact_header {
    uint64_t magic;
    uint64_t symbols, name_bytes, counts; // name_bytes: a multiple of 8
    uint64_t end_ticks; // when the machine was turned off: what came after is not counted; 0 if it was killed
};

// An address of translated code may have several: of what stood there at `ticks`, and until the next one's.
struct exact_count {
    uint64_t address;
    uint64_t ticks; // of the run's clock
    uint64_t executions;
};

struct exact_symbol {
    uint64_t address;
    uint64_t name; // offset into the names
};

#endif
