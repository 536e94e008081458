// What the user asks of the collector by properties of the program; see collect.c.
#ifndef KERNEL_HEAP_COLLECT_OPTIONS_H
#define KERNEL_HEAP_COLLECT_OPTIONS_H

#include "base/types.h"

struct options;

struct collect_options {
    bool off;     // gnomon.gc=off
    u64 stress;   // gnomon.gc.stress=N; 0 if not given
    u64 verify;   // gnomon.gc.verify=N; 0 if not given
    bool protect; // gnomon.gc.protect=1
    // --ages: a young collection whenever so many bytes of windows and larger objects have been handed out; 0 if off
    u64 ages_bytes;
    u64 census_every; // --census-every: a census after every Nth collection; 0 if not given
    bool census;      // --census: at the end
    bool dump;        // --dump-heap: at the end, as this file of the host's
    u32 dump_number;
};

void collect_options_read(struct collect_options *options, const struct options *given);

#endif
