// Passes a guest's output on: from the ring in the region to stdout and stderr, in the order in which the guest wrote
// it. What has been taken from the ring is kept, without limit, until a second thread could write it, so a slow pipe
// never makes the guest wait.
#ifndef VIZ_RUN_OUTPUT_H
#define VIZ_RUN_OUTPUT_H

#include "log/region.h"
#include "viz/run/guest_files.h"

struct output;

// What is neither stdout nor stderr goes to `saves` (NULL: is dropped).
struct output *output_start(struct region_header *region, size_t region_bytes, struct saves *saves);
// Takes what the ring holds; returns how many bytes. 0 as long as the guest has not made its sections.
size_t output_drain(struct output *output);
// Waits until everything taken is written, and ends. Returns true if the ring was well-formed to the end.
bool output_finish(struct output *output);

#endif
