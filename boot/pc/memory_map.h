// Which physical memory is RAM, from what the firmware lists in any order: ranges that may touch, overlap, contradict
// each other, or reach beyond what can be mapped. First all that is RAM is added, then all that is something else taken
// away: what is listed as both is not used. If the RAM is in more pieces than there is room for, the smallest are left
// out. No memory is allocated; runs on one processor.
#ifndef BOOT_PC_MEMORY_MAP_H
#define BOOT_PC_MEMORY_MAP_H

#include "base/types.h"

#define MEMORY_MAP_RANGES 256

struct physical_range {
    u64 start, end;
};

struct memory_map {
    struct physical_range ranges[MEMORY_MAP_RANGES]; // ascending, with a gap between any two
    u32 count;
    u64 left_out_bytes; // of RAM, for want of room
};

// Both take any two numbers; what does not fit into the map of all RAM is left out. The second takes whole pages.
void memory_map_add(struct memory_map *map, u64 start, u64 bytes);
void memory_map_remove(struct memory_map *map, u64 start, u64 bytes);

#endif
