// Recorded traffic: what went through the stream between a guest and the host's network (base/link.h), as
// `gnomon run --net-record` writes it and --net-replay reads it. Little-endian.
//
//     0     struct traffic_header, 64 bytes
//     64    struct traffic_record, 32 bytes, then its frame's payload, filled up with zeros to a multiple of 8; and so
//     on,
//           in the order in which the host's end saw the frames
//     last  a record with direction TRAFFIC_END: the frame's kind is LINK_END, its value the low half of the number of
//           records before, its channel how the guest ended (enum link_ending), and the time when
//
// Each record has a hash, so that the place of a damage is known. What only limits the flow (LINK_CREDIT) is left out.
#ifndef BASE_TRAFFIC_H
#define BASE_TRAFFIC_H

#include "base/link.h"

#define TRAFFIC_MAGIC 0x54454e4e4f4d4e47ull // "GNMONNET" as bytes
#define TRAFFIC_VERSION 1u

enum traffic_flag {
    TRAFFIC_LOOPBACK = 1, // ports of the host's loopback interface could be reached
    TRAFFIC_PORTS = 2,    // ports of the host led inwards
};

struct traffic_header {
    u64 magic;
    u32 version, flags; // enum traffic_flag
    u64 epoch_ns;       // the guest's time when it started
    u64 random_seed;    // of the guest's random bytes; not 0
    u64 reserved[3];
    u64 hash; // of the 56 bytes before: hash_bytes
};

enum traffic_direction { TRAFFIC_FROM_GUEST = 1, TRAFFIC_FROM_HOST, TRAFFIC_END };

struct traffic_record {
    u64 time_ns;   // since the stream began
    u32 hash;      // traffic_hash
    u16 direction; // enum traffic_direction
    u16 zero;
    struct link_frame frame;
};
_Static_assert(sizeof(struct traffic_header) == 64 && sizeof(struct traffic_record) == 32, "the file has this layout");

u64 traffic_header_hash(const struct traffic_header *header);
// The hash of a record, whose own hash does not count, and its payload.
u32 traffic_hash(const struct traffic_record *record, const void *payload);

// Reads a file in memory from its beginning to its end, and trusts nothing in it: that all is there, that each end may
// send what it sends, and only for channels that are open.
struct traffic_reader {
    const u8 *data;
    u64 bytes, position; // of what is read next; after a failure, of what is wrong
    u64 count, last_ns;
    const char *expected; // after a failure: what should be there
    bool ended;
    enum link_ending ending; // once it has ended, and when that was
    u64 end_ns;
    u8 channels[2 * LINK_CHANNELS];
};
// Return false after a failure; traffic_next also at the end, where nothing was `expected`. The payload is in the file.
bool traffic_open(struct traffic_reader *reader, const void *data, u64 bytes, struct traffic_header *header);
bool traffic_next(struct traffic_reader *reader, struct traffic_record *record, const u8 **payload);

// What a replay says when the program does not do what it did (struct link_shared).
enum traffic_difference {
    TRAFFIC_SAME,
    TRAFFIC_OTHER_BYTE,  // at its `place`, it sent another byte: `wanted`, `found`
    TRAFFIC_MORE_BYTES,  // it sent more than `wanted` bytes
    TRAFFIC_FEWER_BYTES, // it ended or closed after `found` bytes, or waits for an answer to more: `wanted`
    TRAFFIC_CONNECTION,  // it connects to somebody that it did not connect to, or more often
    TRAFFIC_NAME,        // it asks for a name that it did not ask for
    TRAFFIC_SOCKET,      // it sends datagrams by more sockets than it did
    TRAFFIC_WAITS,       // it waits for what comes only after it has done something else
    TRAFFIC_DIFFERENCES
};

#endif
