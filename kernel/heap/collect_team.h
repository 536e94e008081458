// Several processors in one collection. While the world is stopped, those that would wait come and take part
// (kernel_lock_call): the one that collects, the leader, has a struct collection, and so has each that comes, on its
// own stack. They share what the team has. A processor that has copied so much gives it to the team as a packet, and
// one that has nothing left to look through takes a packet; the work is done when there is no packet and nobody is
// busy. Nobody waits for a processor that does not come. What a processor has counted and found is added to the
// leader's when it leaves; after that the leader is alone, as with one processor.
//
// Roots, owners that are touched, references, strings and monitors are the leader's. A chunk that copies go to is its
// processor's alone. Old chunks that are not full are kept for the next collection, so that no more of them are left
// than processors take part.
#ifndef KERNEL_HEAP_COLLECT_TEAM_H
#define KERNEL_HEAP_COLLECT_TEAM_H

#include "base/lock_order.h"
#include "kernel/core/cpu.h"
#include "kernel/core/cpu_self.h"
#include "kernel/core/machine.h"
#include "kernel/heap/collection.h"

// To be looked through: the objects from `start` to `end`, or the slots that lie there in a large object.
struct collect_packet {
    ref start, end;
};

struct collect_team {
    struct collection *leader;
    struct collection pattern; // what each that comes begins with
    struct collect_packet *packets;
    u32 capacity;
    u32 chunk_count;                             // of those in the leader's queue, whose cards are to be looked through
    u32 chunk_next __attribute__((aligned(64))); // the first of them that nobody has; atomic
    u32 lock __attribute__((aligned(64)));
    // Under the lock
    u32 count;  // of packets
    u32 busy;   // processors that have something to look through, and may give more
    u32 joined; // those that have come
};

// Has up to `most` other processors take part in the collection, whose roots have not been looked at yet.
void collect_team_open(struct collect_team *team, struct collection *collection, u32 most);
// Everything has been traced. Nobody else takes part from here on.
void collect_team_close(struct collect_team *team);

// For anything that all of them change. Short.
static inline void collect_team_lock(struct collect_team *team) {
    u32 *locks = &cpu_self()->locks;
    lock_order_check(*locks, LOCK_team);
    for (u32 round = 0; __atomic_exchange_n(&team->lock, 1, __ATOMIC_ACQUIRE); round++) machine_relax(round);
    lock_order_took(locks, LOCK_team);
}
static inline void collect_team_unlock(struct collect_team *team) {
    lock_order_gives(&cpu_self()->locks, LOCK_team);
    __atomic_store_n(&team->lock, 0, __ATOMIC_RELEASE);
}

void collect_team_give(struct collect_team *team, ref start, ref end);
// For a processor that has nothing left. Returns false if nobody has anything.
bool collect_team_take(struct collect_team *team, struct collect_packet *packet);
// The next chunk whose cards are to be looked through, or NULL.
struct heap_chunk *collect_team_next_chunk(struct collect_team *team);

// The slow path of collect_team_room.
u64 collect_team_other_chunk(struct collection *collection, struct collect_space *space, u32 bytes);

#define COLLECT_PACKET_BYTES (32 * KIB)

// Room for a copy. Those made before are complete.
static inline u64 collect_team_room(struct collection *collection, struct collect_space *space, u32 bytes) {
    if (UNLIKELY(space->next - space->scan >= COLLECT_PACKET_BYTES)) {
        collect_team_give(collection->team, (ref)space->scan, (ref)space->next);
        space->scan = space->next;
    }
    if (UNLIKELY(space->next + bytes > space->end)) return collect_team_other_chunk(collection, space, bytes);
    u64 start = space->next;
    space->next += bytes;
    return start;
}

#endif
