// What speaks for a guest with the host's network: a process of its own at the host's end of the stream (base/link.h),
// so that no connection waits for anything else that the tool does. It does not trust the guest: what it may have is in
// struct policy, what it may keep here is bounded by the windows, and nonsense ends the process.
#ifndef VIZ_NET_HOST_H
#define VIZ_NET_HOST_H

#include "viz/net/guest.h"
#include "viz/net/policy.h"

// How the process ends when it could not write all that was to be recorded.
enum { HOST_NOT_RECORDED = 3 };

// What stands before the rings in the region; NULL if the guest has not made it (yet), or it is not well-formed.
struct link_shared *host_shared(const struct host_guest *guest);
// Starts the process. Returns its number, or -1 with errno.
pid_t host_start(const struct host_guest *guest, const struct policy *policy);
// The guest learns that nobody speaks for it any more.
void host_tell_gone(const struct host_guest *guest);
void host_wake_guest(const struct host_guest *guest);

#endif
