// Recorded traffic (base/traffic.h) in files: gnomon run --net-record and --net-replay.
#ifndef VIZ_NET_TRAFFIC_H
#define VIZ_NET_TRAFFIC_H

#include "base/traffic.h"
#include "viz/cli/buffer.h"

// Creates the file, which only its owner may read, and begins it. Returns a descriptor, -1 if there is a problem.
int traffic_create(const char *path, const struct traffic_header *header, struct problem *problem);
// A header of now, with random bytes of its own.
struct traffic_header traffic_new_header(u32 flags);
// Checks all of a file. What is wrong is a problem with its place, status 1.
bool traffic_check(const char *path, struct traffic_header *header, struct problem *problem);
// What a replay found, as a line on stderr; nothing if there is nothing to say. Returns whether the program may be said
// to have done what it did: it sent as many bytes to the same.
bool traffic_say_differences(const char *path, const struct link_replay *replay);

#endif
