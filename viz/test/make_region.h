// Regions of known content, for tests of the tool: what a kernel with the same headers would write, made by hand.
#ifndef VIZ_TEST_MAKE_REGION_H
#define VIZ_TEST_MAKE_REGION_H

#include "log/region.h"
#include "viz/cli/buffer.h"

struct make_region {
    u8 *memory; // zeroed before
    size_t bytes;
    u64 next; // free space
    u32 sections;
};

enum make_region_kind {
    MAKE_ENDED,    // the A/B/C program, two threads, samples, 1,000 events of its own
    MAKE_OPEN,     // the same, with the guest still inside a -> b
    MAKE_WRAPPED,  // a ring that has overwritten its oldest packets
    MAKE_PANICKED, // with a crash page
    MAKE_SHARED,   // processors whose counters differ: see SHARED_ below
    MAKE_TRACED,   // calls, collections, switches and events of every form: see TRACED_ below
};

// Known content, with which tests compare.
enum {
    MADE_SLOW_CALLS = 2,
    MADE_CALLS_OF_A = 100,
    MADE_EVENTS = 1000,
    MADE_SAMPLES = 200,
    MADE_SWITCHES = 50,
    MADE_RING_BYTES = 4096
};

// With MAKE_TRACED, times are ticks after the start:
//
//     thread 1 runs from 0; a() from 100 to 900, in it b() from 200 to 300 by exception, c() from 400 whose end is
//     lost, a collection from 500 to 600 with two phases from 510 and 550; it sleeps from 1000 to 1500
//     thread 2 is made at 50, runs from 1000 to 2000, wakes thread 1 at 1500, allocates at 1600; rec(int) from 1700 is
//     open at the end, and a c() ends at 1800 that never began; then thread 1 runs to the end
//     processor 0 has an interrupt from 700 to 710 with a sample
enum { TRACED_START = 1000000, TRACED_END = 1003000, TRACED_METHOD_A = 0x10002100 };

// In MAKE_SHARED processors 0, 1 and 2 take turns with SHARED_EVENTS events, SHARED_STEP ticks one after the other,
// numbered by their values. Processor 1's counter is ahead by SHARED_AHEAD; that of processor 2 is measured as ahead by
// less than the error, and agrees.
enum {
    SHARED_PROCESSORS = 3,
    SHARED_SWITCHES = 20,
    SHARED_EVENTS = 900,
    SHARED_STEP = 100,
    SHARED_AHEAD = 5000000,
    SHARED_ERROR = 30
};

// A whole region of 1 MiB, to be freed by the caller.
u8 *make_region(enum make_region_kind kind, size_t *bytes);

// As many calls of traced methods, nested up to MADE_DEPTH, by two threads that take turns, with events of their own
// and samples. It has ended.
enum { MADE_DEPTH = 12 };
u8 *make_large_region(u64 slices, size_t *bytes);

#endif
