// Reads recorded traffic into the chains of a replay. See kernel/net/net_replay_state.h.
#include "base/narrow.h"
#include "kernel/core/machine.h"
#include "kernel/memory/scratch.h"
#include "kernel/net/net_replay_state.h"
#include "log/log.h"

struct replay_port *replay_port_of(struct net_replay *replay, u16 number) {
    for (u32 i = 0; i < replay->port_count; i++) {
        if (replay->ports[i].number == number) return &replay->ports[i];
    }
    if (replay->port_count == REPLAY_PORTS_MOST) return NULL;
    struct replay_port *port = &replay->ports[replay->port_count++];
    *port = (struct replay_port){
        .number = number, .last = REPLAY_NONE, .course = {.step = REPLAY_NONE, .due_ticks = REPLAY_NEVER}};
    return port;
}

static void append_to_port(struct net_replay *replay, struct replay_port *port, u32 step) {
    if (!port) return;
    *(port->last == REPLAY_NONE ? &port->course.step : &replay->steps[port->last].next_of_port) = step;
    port->last = step;
}

struct replay_port *replay_port_of_talk(struct net_replay *replay, const struct replay_talk *talk) {
    struct link_accept accept;
    if (replay_record_at(replay, talk->first).frame.kind != LINK_ACCEPT) return NULL;
    memcpy(&accept, replay_payload_of(replay, talk->first), sizeof(accept));
    return replay_port_of(replay, accept.port);
}

static bool asks(enum link_kind kind) { return kind == LINK_LOOKUP || kind == LINK_REVERSE; }

static bool begins_talk(enum link_kind kind) {
    return kind == LINK_CONNECT || kind == LINK_ACCEPT || kind == LINK_OPEN || asks(kind);
}

static u32 find_lookup(const struct net_replay *replay, u32 number) {
    for (u32 talk = replay->talk_count; talk-- > 0;) {
        struct traffic_record record = replay_record_at(replay, replay->talks[talk].first);
        if (asks(record.frame.kind) && record.frame.channel == number) return talk;
    }
    return REPLAY_NONE;
}

static u32 begin_talk(struct net_replay *replay, const struct link_frame *frame, u32 step) {
    u32 talk = replay->talk_count++;
    replay->talks[talk] = (struct replay_talk){
        .first = step, .compared = REPLAY_NONE, .course = {.step = step, .due_ticks = REPLAY_NEVER}};
    if (!asks(frame->kind)) *replay_channel_of(replay, frame->channel) = talk;
    return talk;
}

// `last`: of each talk, the end of its chain, while the file is read.
static void add_step(struct net_replay *replay, const struct traffic_record *record, u32 at, u32 *last) {
    const struct link_frame *frame = &record->frame;
    u32 step = replay->step_count++;
    replay->steps[step] =
        (struct replay_step){.at = at, .talk = REPLAY_NONE, .next = REPLAY_NONE, .next_of_port = REPLAY_NONE};
    if (frame->kind == LINK_LISTEN) {
        append_to_port(replay, replay_port_of(replay, narrow_u16(frame->value)), step);
        return;
    }
    u32 talk = begins_talk(frame->kind)    ? begin_talk(replay, frame, step)
               : frame->kind == LINK_NAMES ? find_lookup(replay, frame->channel)
                                           : *replay_channel_of(replay, frame->channel);
    if (talk == REPLAY_NONE) return;
    replay->steps[step].talk = talk;
    if (!begins_talk(frame->kind)) replay->steps[last[talk]].next = step;
    last[talk] = step;
    bool by_guest = record->direction == TRAFFIC_FROM_GUEST;
    if (by_guest && replay_says(frame->kind)) {
        struct replay_talk *of = &replay->talks[talk];
        if (of->compared == REPLAY_NONE) of->compared = step;
        of->total += frame->bytes;
    }
    if (by_guest || frame->kind == LINK_ACCEPT) {
        append_to_port(replay, replay_port_of_talk(replay, &replay->talks[talk]), step);
    }
}

static bool count_file(const void *traffic, u64 bytes, u64 *records, u64 *talks, struct traffic_reader *reader) {
    struct traffic_header header;
    struct traffic_record record;
    const u8 *payload;
    *records = *talks = 0;
    if (!traffic_open(reader, traffic, bytes, &header)) return false;
    while (traffic_next(reader, &record, &payload)) {
        ++*records;
        *talks += begins_talk(record.frame.kind);
    }
    return !reader->expected && bytes / 8 < REPLAY_NONE && *records < REPLAY_NONE;
}

bool replay_was_accepted(const struct net_replay *replay, u32 step) {
    u32 answer = replay->steps[step].next;
    return answer != REPLAY_NONE && replay_record_at(replay, answer).frame.kind == LINK_ACCEPTED;
}

static bool will_be_made(const struct net_replay *replay, u32 step) {
    enum link_kind kind = replay_record_at(replay, step).frame.kind;
    return kind == LINK_CONNECT || kind == LINK_OPEN || (kind == LINK_ACCEPT && replay_was_accepted(replay, step));
}

static void read_file(struct net_replay *replay, const void *traffic, u64 bytes, struct traffic_reader *reader) {
    struct traffic_header header;
    struct traffic_record record;
    const u8 *payload;
    traffic_open(reader, traffic, bytes, &header);
    for (u64 at = reader->position; traffic_next(reader, &record, &payload); at = reader->position) {
        add_step(replay, &record, (u32)(at / 8), replay->live);
    }
    memset(replay->channels, 0xff, sizeof(replay->channels));
    for (u32 talk = 0; talk < replay->talk_count; talk++) {
        u32 first = replay->talks[talk].first;
        replay->shared->replay.not_made += will_be_made(replay, first);
        bool comes = replay_record_at(replay, first).frame.kind != LINK_ACCEPT || replay_was_accepted(replay, first);
        replay->incomplete += comes;
    }
    replay->ending = reader->ending;
    replay->rest_ns = reader->end_ns - reader->last_ns;
    if (replay->ending && !replay->incomplete) {
        replay->end_ticks = machine_ticks() + log_ticks_of_ns(reader->end_ns);
    }
}

struct net_replay *replay_create(struct link_shared *shared, const void *traffic, u64 bytes) {
    u64 records, talks;
    struct traffic_reader *reader = scratch_alloc(kernel_account(ACCOUNT_TABLES), sizeof(*reader));
    if (!reader || !count_file(traffic, bytes, &records, &talks, reader)) return NULL;
    struct net_replay *replay = scratch_alloc(kernel_account(ACCOUNT_TABLES), sizeof(*replay));
    struct replay_step *steps = scratch_alloc(kernel_account(ACCOUNT_TABLES), (records + 1) * sizeof(*steps));
    struct replay_talk *all = scratch_alloc(kernel_account(ACCOUNT_TABLES), (talks + 1) * sizeof(*all));
    u32 *live = scratch_alloc(kernel_account(ACCOUNT_TABLES), (talks + 1) * sizeof(*live));
    if (!replay || !steps || !all || !live) return NULL;
    memset(replay, 0, sizeof(*replay));
    memset(replay->channels, 0xff, sizeof(replay->channels));
    replay->shared = shared;
    replay->data = traffic;
    replay->steps = steps;
    replay->talks = all;
    replay->live = live;
    replay->next_ticks = replay->patience_ticks = replay->end_ticks = REPLAY_NEVER;
    u8 *rings = (u8 *)shared + MACHINE_PAGE_BYTES;
    link_end_init(&replay->from_guest, &shared->to_host, rings, shared->ring_bytes);
    link_end_init(&replay->to_guest, &shared->to_guest, rings + shared->ring_bytes, shared->ring_bytes);
    shared->replay.is_on = 1;
    read_file(replay, traffic, bytes, reader);
    scratch_free(reader);
    link_wait_to_read(&replay->from_guest);
    return replay;
}

void replay_free(struct net_replay *replay) {
    scratch_free(replay->steps);
    scratch_free(replay->talks);
    scratch_free(replay->live);
    scratch_free(replay);
}
