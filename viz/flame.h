// The sampled stacks, for the page's flame graph.
#ifndef VIZ_FLAME_H
#define VIZ_FLAME_H

#include "viz/view.h"

// An array of [parent, name, samples in it and in what it called]: the first is the whole, parents come before their
// children; below 0.05 % of the whole they are left out. False, and an empty array: nothing was sampled.
bool flame_json(struct buffer *text, const struct view *view);

#endif
