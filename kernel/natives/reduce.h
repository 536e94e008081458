// Argument reduction for sin, cos and tan.
#ifndef KERNEL_NATIVES_REDUCE_H
#define KERNEL_NATIVES_REDUCE_H

#include "base/types.h"

// x - n * pi/2 as y[0] + y[1], at most pi/4 in magnitude; returns n, of which only the lowest bits have a meaning.
s32 reduce_half_pi(double x, double y[2]);

#endif
