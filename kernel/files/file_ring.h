// Bytes on their way from one that writes to one that reads: the buffer of a pipe, or of one direction of a connection.
// It grows as needed up to its limit; one for which there is no more memory gets what it has as its limit, or, if that
// is nothing, may try again.
#ifndef KERNEL_FILES_FILE_RING_H
#define KERNEL_FILES_FILE_RING_H

#include "kernel/memory/account.h"

struct ring {
    struct account *account;
    u8 *buffer; // of `capacity` bytes, of which `bytes` from `start` on, wrapping around, are in use
    u64 capacity, start, bytes;
    u64 limit; // what the buffer may grow to
};

// Takes memory for `first` bytes now, none if that is 0. Returns false if there is none.
bool ring_init(struct ring *ring, struct account *account, u64 first, u64 limit);
void ring_free(struct ring *ring);
// Makes room for `bytes` more, if possible.
void ring_make_room(struct ring *ring, u64 bytes);
static inline u64 ring_room(const struct ring *ring) { return ring->capacity - ring->bytes; }
// There is room for them.
void ring_put(struct ring *ring, const void *from, u64 bytes);
// Returns how many there were, up to `bytes`.
u64 ring_take(struct ring *ring, void *to, u64 bytes);

#endif
