// The guest's end of the output ring, without the waiting.
#ifndef LOG_OUTPUT_H
#define LOG_OUTPUT_H

#include "log/region.h"

// Writes one record; returns false if there is no room for it now. `length` must be less than the ring's.
bool output_put(struct region_output *output, u8 *ring, u32 fd, const u8 *bytes, u32 length);

#endif
