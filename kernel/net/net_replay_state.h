// Inside a replay of recorded traffic (kernel/net/net_replay.h). The order of the file's records is kept in two kinds
// of chains: those of a conversation, and those of a port that leads inwards: when somebody began to listen there, what
// the guest did on its connections, and when they came.
#ifndef KERNEL_NET_NET_REPLAY_STATE_H
#define KERNEL_NET_NET_REPLAY_STATE_H

#include "base/string.h"
#include "base/traffic.h"
#include "kernel/net/net_replay.h"

#define REPLAY_NONE UINT32_MAX
#define REPLAY_NEVER UINT64_MAX
#define REPLAY_PORTS_MOST 64u // as many as the host forwards

struct replay_step {
    u32 at; // where its record is in the file, by 8 bytes
    u32 talk, next, next_of_port;
};

// Where a chain stands. `since`: when what came before was done, now and as recorded.
struct replay_course {
    u32 step;
    u64 since_ticks, since_ns, due_ticks; // due: REPLAY_NEVER if it waits for the guest, or is at its end
};

// A conversation.
struct replay_talk {
    u32 first;
    struct replay_course course;
    u32 compared, compared_bytes; // the guest's record with which what it sends is compared, and how much of that
    u32 part;                     // of the host's record: how much has been delivered
    u64 sent, passed, total;      // bytes that the guest has sent; those of records that are passed; of all
    bool taken, ready, blocked, different, parted;
    bool guest_ended, guest_closed;
    bool is_complete; // all that was recorded of it has happened
    struct link_channel link;
};

struct replay_port {
    u16 number;
    u32 last;            // of its chain
    u32 listened, heard; // how often somebody began to listen, by the chain and by the guest
    struct replay_course course;
};

struct net_replay {
    struct link_shared *shared;
    struct link_end from_guest, to_guest;
    const u8 *data;
    struct replay_step *steps;
    struct replay_talk *talks;
    u32 *live; // talks under way, in the order in which they began
    u32 step_count, talk_count, live_count, port_count;
    u64 next_ticks;     // when something is due; REPLAY_NEVER
    u64 patience_ticks; // when what the guest does not do is a difference; REPLAY_NEVER
    u64 patient_until;  // not before
    bool has_given_up;
    // How the recorded run was ended from outside, if it was, and how long after the last of its records. So is this
    // one, when all that was recorded has happened.
    enum link_ending ending;
    u64 rest_ns, end_ticks; // end_ticks: REPLAY_NEVER until then
    u32 incomplete;         // conversations
    struct replay_port ports[REPLAY_PORTS_MOST];
    u32 channels[2][LINK_CHANNELS]; // their talks, or REPLAY_NONE
    u8 payload[LINK_PAYLOAD_MOST];
};

static inline struct traffic_record replay_record_at(const struct net_replay *replay, u32 step) {
    struct traffic_record record;
    memcpy(&record, replay->data + (u64)replay->steps[step].at * 8, sizeof(record));
    return record;
}

static inline const u8 *replay_payload_of(const struct net_replay *replay, u32 step) {
    return replay->data + (u64)replay->steps[step].at * 8 + sizeof(struct traffic_record);
}

static inline u32 *replay_channel_of(struct net_replay *replay, u32 number) {
    return &replay->channels[number & LINK_BY_HOST ? 1 : 0][number & ~LINK_BY_HOST];
}

// Whether such a frame carries what is said in a conversation.
static inline bool replay_says(u16 kind) { return kind == LINK_DATA || kind == LINK_DATAGRAM; }

// ---- net_replay_read.c

// Returns NULL if there are too many.
struct replay_port *replay_port_of(struct net_replay *replay, u16 number);
// Returns NULL if it is not one that came inwards.
struct replay_port *replay_port_of_talk(struct net_replay *replay, const struct replay_talk *talk);
// Whether the guest wanted the connection that came there when it was recorded. One that it did not want does not come.
bool replay_was_accepted(const struct net_replay *replay, u32 step);

#endif
