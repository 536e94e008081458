// The stream between a guest and what speaks for it with the host's network (viz/net), and its protocol. Two rings in
// memory that both map, one for each direction, carry frames. Each ring has one writer and one reader; neither trusts
// what the other has stored: positions and frames are checked, and copied before they are looked at.
//
// A channel is a connection with somebody outside. Its number is chosen by the end that opens it (LINK_BY_HOST tells
// which) and is free again when both ends have sent LINK_CLOSE, after which an end sends nothing more for it; what
// still comes from the other one is dropped. The data of a channel that an end may send is limited by the window that
// the other one has granted when the channel was opened, and LINK_CREDIT since: so each end knows what it may have to
// keep. A channel of datagrams (LINK_OPEN) has no window: what finds no room is lost, as on any network.
//
// An end that has written wakes the reader if that has said that it waits (reader_waits); one that has read wakes a
// writer that waits for room (writer_waits). A flag is taken by the end that wakes the other, so a wake-up is sent
// once, by machine_bell.
#ifndef BASE_LINK_H
#define BASE_LINK_H

#include "base/types.h"

enum link_kind {
    LINK_CONNECT = 1, // guest: value is the window for the host; struct link_address
    LINK_CONNECTED,   // host: value is the window for the guest; struct link_address, the guest's own
    LINK_ACCEPT,      // host: somebody has come; value is the window for the guest; struct link_accept
    LINK_ACCEPTED,    // guest: value is the window for the host
    LINK_DATA,        // both: 1 to LINK_PAYLOAD_MOST bytes
    LINK_CREDIT,      // both: value more bytes may be sent
    LINK_END,         // both: no more data comes
    LINK_CLOSE,       // both: value is an error number of Linux, 0 if all is well
    LINK_LOOKUP,      // guest: a name, not terminated; `channel` is a number of its own
    LINK_NAMES,  // host: the answer; value 0: addresses of 16 bytes each; 1: it is unknown, and why, as text; 2: a name
    LINK_LISTEN, // guest: somebody listens now at the port that `value` is; the host need not know it
    LINK_OPEN,   // guest: a socket for datagrams; struct link_address, of which only `who` counts
    LINK_DATAGRAM, // both: struct link_address and the datagram. guest: to this address; value 1: it speaks with no
                   // other, and wants to know of errors. host: from it; value: 0, or an error that this peer has caused
    LINK_REVERSE,  // guest: an address of 16 bytes, whose name it wants; `channel` as for LINK_LOOKUP
    LINK_KINDS
};

struct link_frame {
    u16 kind; // enum link_kind
    u16 zero;
    u32 bytes; // of the payload, which follows and is filled up to a multiple of 8
    u32 channel, value;
};

struct link_address {
    u8 bytes[16]; // in the form of IPv6; those of IPv4 are mapped
    u16 port, zero;
    u32 who; // in LINK_CONNECT: a hash of the name of the thread that connects, so that a replay can tell several apart
};

struct link_accept {
    struct link_address from;
    u16 port, zero[3]; // of the guest
};

#define LINK_PAYLOAD_MOST 16384u
#define LINK_DATAGRAM_MOST (LINK_PAYLOAD_MOST - (u32)sizeof(struct link_address))
#define LINK_CHANNELS 4096u    // that either end may have open
#define LINK_BY_HOST 0x10000u  // in the number of a channel; below it, the number is less than LINK_CHANNELS
#define LINK_WINDOW (64 * KIB) // that an end grants for a channel
#define LINK_NAME_MOST 255u
#define LINK_NAMES_MOST 16u // addresses in an answer

struct link_ring {
    u64 head; // free-running byte positions: stored by the writer
    u64 writer_pad[7];
    u64 tail; // by the reader
    u64 reader_pad[7];
    u32 reader_waits, writer_waits;
    u64 pad[7];
};

// How a run ends that does not end by itself.
enum link_ending { LINK_ENDS_ITSELF, LINK_ENDED_BY_REQUEST, LINK_ENDED_BY_SIGNAL, LINK_ENDED_BY_TIMEOUT, LINK_ENDINGS };

// What stands in the region before the rings' bytes (SECTION_NET).
struct link_shared {
    struct link_ring to_host, to_guest;
    u64 ring_bytes; // of each, a power of two: first to_host's, then to_guest's
    // Written by the host
    u64 host_is_gone; // nobody speaks for the guest any more
    u64 connections, refused, failed, accepted, lookups, unknown, received_bytes, sent_bytes;
    // Written by the guest
    u64 nonsense; // 1: what came was not this protocol, so all connections have failed
    // What a replay has found (base/traffic.h): the first difference, where it is in the file, and how many there are
    struct link_replay {
        u64 is_on, differences;
        u64 parted;                                 // of these: those where not only bytes are others
        u64 what;                                   // enum traffic_difference
        u64 offset, place, wanted, found, not_made; // not_made: connections that the program has not made
        u64 ended;                                  // enum link_ending: so it has been ended, as the recorded one was
    } replay;
    u64 ending;    // enum link_ending; set by what ends the guest
    u64 datagrams; // in both directions; by the host
    u64 too_long;  // those that came and were longer than LINK_DATAGRAM_MOST
    u64 reserved[8];
};
_Static_assert(sizeof(struct link_frame) == 16 && sizeof(struct link_address) == 24 &&
                   sizeof(struct link_shared) == 2 * 192 + 32 * 8,
               "both ends have one layout");

// One end of one ring. `position` is its own; the ring's other position is the other end's.
struct link_end {
    struct link_ring *ring;
    u8 *data;
    u64 bytes, position;
    bool broken; // the other end has stored nonsense: nothing is read or written any more
    // Sees each frame that was written or read; NULL if nobody does.
    void (*watch)(const struct link_end *end, const struct link_frame *frame, const void *payload);
};
void link_end_init(struct link_end *end, struct link_ring *ring, u8 *data, u64 bytes);

// The payload that could be written now; negative if not even a frame without one.
s64 link_room(struct link_end *writer);
// Whether it is worth waking a writer for the room that there is; for a look from an interrupt.
bool link_has_room(const struct link_end *writer);
// Returns false if there is no room.
bool link_write(struct link_end *writer, const struct link_frame *frame, const void *payload);
// Returns whether there is a frame; `payload` has LINK_PAYLOAD_MOST bytes. `by_host`: the host writes the ring. On
// nonsense the end is broken.
bool link_read(struct link_end *reader, bool by_host, struct link_frame *frame, void *payload);
// Whether that end may send such a frame, by its own fields.
bool link_is_valid(const struct link_frame *frame, bool by_host);
// Whether there is anything to read, for a look from an interrupt.
bool link_has_more(const struct link_end *reader);

// The other end waits, and is to be woken, for what has been written or for the room that reading has made; not for
// anything else, because it would not say again that it waits.
bool link_must_wake_reader(const struct link_end *writer);
bool link_must_wake_writer(const struct link_end *reader);
// Says that this end waits. It looks again before it really does.
void link_wait_to_read(const struct link_end *reader);
void link_wait_to_write(const struct link_end *writer);
// This end looks by itself for a while: what is written meanwhile wakes nobody. To be followed by link_wait_to_read
// before it sleeps.
void link_wait_no_more(const struct link_end *reader);

// ---- A channel, as either end keeps it. A short frame that finds no room is owed, and sent when there is some: by
// link_flush, in their order.

enum link_owed { LINK_OWES_OPENED = 1, LINK_OWES_CREDIT = 2, LINK_OWES_END = 4, LINK_OWES_CLOSE = 8 };

struct link_channel {
    u32 number;
    bool closed;                 // LINK_CLOSE has been sent, or is owed
    bool other_closed;           // it has come
    u8 owes;                     // enum link_owed
    u32 window, expected;        // what this end may still send, and the other one
    u32 used;                    // of the window granted to the other end, and not granted again
    u32 error;                   // for LINK_CLOSE
    struct link_address address; // for LINK_CONNECTED
};

// All return whether nothing is owed any more.
bool link_flush(struct link_end *writer, struct link_channel *channel);
// Answers what the other end has asked for: LINK_CONNECTED or LINK_ACCEPTED.
bool link_open(struct link_end *writer, struct link_channel *channel);
bool link_end(struct link_end *writer, struct link_channel *channel);
bool link_close(struct link_end *writer, struct link_channel *channel, u32 error);
// So many of the bytes that have come need no room any more.
bool link_used(struct link_end *writer, struct link_channel *channel, u32 bytes);

// Sends what the window and the ring allow; returns how much.
u32 link_send(struct link_end *writer, struct link_channel *channel, const void *from, u64 bytes);
// Counts a LINK_DATA or LINK_CREDIT that has come; false if the other end may not send it.
bool link_count(struct link_channel *channel, const struct link_frame *frame);

#endif
