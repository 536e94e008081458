// Inside the network: recorded traffic (base/traffic.h) as the other end of the stream, in place of the host. It lies
// in the guest's memory from the start, so nothing depends on the host.
//
// What came in comes again for the conversation (a connection, or a name) in which it came: when the guest has sent
// there what it had sent before, and as long after that as it took. A connection outwards is the first one recorded to
// that address by a thread of that name that is not yet taken; then, by any thread. One inwards comes when somebody
// listens, and all that the guest had done on those before it at that port has been done. Windows are never closed: how
// slowly a peer took bytes is not repeated. If the recorded run was ended from outside, this one ends as long after the
// last thing that was recorded. Thread level only, but for looking.
#ifndef KERNEL_NET_NET_REPLAY_H
#define KERNEL_NET_NET_REPLAY_H

#include "base/link.h"

struct net_replay;

// Returns NULL if there is no memory, or the file is not well-formed, which the host has checked.
struct net_replay *replay_create(struct link_shared *shared, const void *traffic, u64 bytes);
void replay_free(struct net_replay *replay);
// The guest has written frames. Returns whether there is work at once.
bool replay_hear(struct net_replay *replay);
// Writes the frames whose time has come. Returns whether there are more, which found no room.
bool replay_deliver(struct net_replay *replay);
// From an interrupt.
bool replay_is_due(const struct net_replay *replay);
// All that was recorded has happened, and the recorded run was ended from outside then.
bool replay_must_end(const struct net_replay *replay);
// Something will come even if the guest does nothing.
bool replay_may_wake(const struct net_replay *replay);
// Nothing will ever happen again, and threads wait: has the stream broken off.
void replay_give_up(struct net_replay *replay);
bool replay_has_given_up(const struct net_replay *replay);

#endif
