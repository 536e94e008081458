// DIR/exact: how often each instruction of a run was executed (gnomon run --exact). A header, the counts in no order,
// the kernel's symbols by address, and their names. viz/plugin/exact.c writes the counts, viz/run/exact.c adds the
// rest.
#ifndef VIZ_READ_EXACT_FILE_H
#define VIZ_READ_EXACT_FILE_H

#include <stdint.h>

#define EXACT_MAGIC 0x31746361784d4e47u // "GNMxact1"

struct exact_header {
    uint64_t magic;
    uint64_t counts, symbols, name_bytes;
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
