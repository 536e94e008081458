// Regions of known content, for tests of the tool: what a kernel of the same headers would write, made by hand.
#ifndef VIZ_TEST_MAKE_REGION_H
#define VIZ_TEST_MAKE_REGION_H

#include "log/region.h"
#include "viz/buffer.h"

struct make_region {
    u8 *memory; // zeroed before
    size_t bytes;
    u64 next; // free space
    u32 sections;
};

enum make_region_kind {
    MAKE_ENDED,    // the A/B/C program, two threads, samples, 1,000 events of its own
    MAKE_OPEN,     // the same, the guest still inside a -> b
    MAKE_WRAPPED,  // a ring that has overwritten its oldest packets
    MAKE_PANICKED, // with a crash page
};

// Known content: what tests compare with.
enum { MADE_CALLS_OF_A = 100, MADE_EVENTS = 1000, MADE_SAMPLES = 200, MADE_SWITCHES = 50, MADE_RING_BYTES = 4096 };

// A whole region of 1 MiB, to be freed by the caller.
u8 *make_region(enum make_region_kind kind, size_t *bytes);

#endif
