// Inside the process that speaks for a guest (viz/net/host.h).
#ifndef VIZ_NET_HOST_STATE_H
#define VIZ_NET_HOST_STATE_H

#include <stdio.h>

#include "viz/net/guest.h"
#include "viz/net/policy.h"

// One connection, as long as the guest or the other side has it. `used` and not `open`: the guest has yet to say that
// the channel is over.
struct connection {
    struct link_channel link;
    bool used, connecting;
    bool has_datagrams, has_peer; // datagram.c; has_peer: it speaks with `peer` alone
    struct link_address peer;
    bool guest_ended, other_ended;
    int socket; // -1 if it has none
    u8 *buffer; // of LINK_WINDOW bytes, that the socket has not taken yet
    u32 start, bytes;
};

// What a guest has sent before it closed a connection.
struct drain {
    struct drain *next;
    int socket;
    u8 *buffer;
    u32 start, bytes;
};

// A name that a child looks up, and answers through a pipe.
struct lookup {
    bool used, is_answered;
    int pipe;
    u32 number;
    struct link_frame frame;
    u8 payload[LINK_NAMES_MOST * 16];
};
#define LOOKUPS_MOST 64u
#define FOUND_MOST 64u // names of addresses that are remembered

struct host {
    struct host_guest guest;
    const struct policy *policy;
    struct link_shared *shared;
    struct link_end to_guest, to_host;
    bool is_over;        // the guest is gone
    bool waits_for_room; // something found no room in the ring
    bool rests;          // a connection could not be accepted: not to be tried again at once
    struct connection own[LINK_CHANNELS], others[LINK_CHANNELS];
    u32 own_end, others_end; // none from there on is in use
    struct drain *drains;
    struct lookup lookups[LOOKUPS_MOST];
    char found[FOUND_MOST][LINK_NAME_MOST + 1]; // names that allowed addresses were found to have
    u32 found_count;
    u32 lookups_end;              // none from there on has ever been in use
    u32 children;                 // that look names up, and have not been waited for
    u32 awake_credit, awake_most; // host.c: whether it pays to stay awake; 0 if there is no processor to spare
    u8 payload[LINK_PAYLOAD_MOST];
    // record.c
    FILE *record; // NULL if nothing is recorded
    u64 record_start_ns, record_last_ns, records;
    u64 over_ns; // when the guest was found to be gone
    bool record_failed;
};

// Notes whether what was sent has found room.
void host_sent(struct host *host, bool sent);

// ---- connection.c
// Returns false if the guest may not send that now.
bool connection_obey(struct host *host, const struct link_frame *frame);
// What its socket is watched for: bits of poll.
short connection_watches(const struct host *host, const struct connection *connection);
void connection_ready(struct host *host, struct connection *connection, short events);
void connection_accept(struct host *host, const struct forward *forward);
bool drain_ready(struct drain *drain); // true: it is over
void connection_release_if_over(struct connection *connection);

// ---- datagram.c
void datagram_send(struct host *host, struct connection *connection, const struct link_frame *frame);
void datagram_ready(struct host *host, struct connection *connection);

// ---- record.c: what --net-record keeps
void record_begin(struct host *host);
// Returns false, and has said why, if not all could be written.
bool record_end(struct host *host);

// ---- lookup.c
void lookup_begin(struct host *host, const struct link_frame *frame);
void lookup_ready(struct host *host, struct lookup *lookup);
void lookup_answer(struct host *host, struct lookup *lookup);

#endif
