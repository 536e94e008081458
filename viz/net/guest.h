// What the host's network knows of a guest.
#ifndef VIZ_NET_GUEST_H
#define VIZ_NET_GUEST_H

#include <sys/types.h>

struct region_header;

struct host_guest {
    struct region_header *region;
    size_t region_bytes;
    int bell;        // a socket: the guest writes a byte to wake us
    pid_t signalled; // how we wake it: a process that gets a signal; 0: by a byte
};

#endif
