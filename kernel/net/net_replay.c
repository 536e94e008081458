// See kernel/net/net_replay.h. The order of the file's records is kept in two kinds of chains: those of a conversation,
// and those of a port that leads inwards: when somebody began to listen there, what the guest did on its connections,
// and when they came.
#include "kernel/net/net_replay.h"

#include "base/string.h"
#include "base/traffic.h"
#include "kernel/core/machine.h"
#include "kernel/core/panic.h"
#include "kernel/core/scheduler.h"
#include "kernel/core/scratch.h"
#include "log/log.h"

#define NONE UINT32_MAX
#define NEVER UINT64_MAX
#define REFUSED 111u
#define PORTS_MOST 64u // as many as the host forwards
// When all threads wait, and the guest has not done for so long, and twice as long as it had taken, what it had done
// next: it will never do it.
#define PATIENCE_NS 10000000000u
#define ROOM_BYTES (s64)(LINK_PAYLOAD_MOST + sizeof(struct link_frame))

struct step {
    u32 at; // where its record is in the file, by 8 bytes
    u32 talk, next, next_of_port;
};

// Where a chain stands. `since`: when what came before was done, now and as recorded.
struct course {
    u32 step;
    u64 since_ticks, since_ns, due_ticks; // due: NEVER if it waits for the guest, or is at its end
};

// A conversation.
struct talk {
    u32 first;
    struct course course;
    u32 compared, compared_bytes; // the guest's record with which what it sends is compared, and how much of that
    u32 part;                     // of the host's record: how much has been delivered
    u64 sent, passed, total;      // bytes that the guest has sent; those of records that are passed; of all
    bool taken, ready, blocked, different;
    bool guest_ended, guest_closed;
    struct link_channel link;
};

struct port {
    u16 number;
    u32 last;            // of its chain
    u32 listened, heard; // how often somebody began to listen, by the chain and by the guest
    struct course course;
};

struct net_replay {
    struct link_shared *shared;
    struct link_end from_guest, to_guest;
    const u8 *data;
    struct step *steps;
    struct talk *talks;
    u32 *live; // talks under way, in the order in which they began
    u32 step_count, talk_count, live_count, port_count;
    u64 next_ticks;     // when something is due; NEVER
    u64 patience_ticks; // when what the guest does not do is a difference; NEVER
    u64 patient_until;  // not before
    bool has_given_up;
    struct port ports[PORTS_MOST];
    u32 channels[2][LINK_CHANNELS]; // their talks, or NONE
    u8 payload[LINK_PAYLOAD_MOST];
};

static struct traffic_record record_at(const struct net_replay *replay, u32 step) {
    struct traffic_record record;
    memcpy(&record, replay->data + (u64)replay->steps[step].at * 8, sizeof(record));
    return record;
}

static const u8 *payload_of(const struct net_replay *replay, u32 step) {
    return replay->data + (u64)replay->steps[step].at * 8 + sizeof(struct traffic_record);
}

static u32 *channel_of(struct net_replay *replay, u32 number) {
    return &replay->channels[number & LINK_BY_HOST ? 1 : 0][number & ~LINK_BY_HOST];
}

// ---- Reading the file

static struct port *port_of(struct net_replay *replay, u16 number) {
    for (u32 i = 0; i < replay->port_count; i++) {
        if (replay->ports[i].number == number) return &replay->ports[i];
    }
    if (replay->port_count == PORTS_MOST) return NULL;
    struct port *port = &replay->ports[replay->port_count++];
    *port = (struct port){.number = number, .last = NONE, .course = {.step = NONE, .due_ticks = NEVER}};
    return port;
}

static void append_to_port(struct net_replay *replay, struct port *port, u32 step) {
    if (!port) return;
    *(port->last == NONE ? &port->course.step : &replay->steps[port->last].next_of_port) = step;
    port->last = step;
}

static struct port *port_of_talk(struct net_replay *replay, const struct talk *talk) {
    struct link_accept accept;
    if (record_at(replay, talk->first).frame.kind != LINK_ACCEPT) return NULL;
    memcpy(&accept, payload_of(replay, talk->first), sizeof(accept));
    return port_of(replay, accept.port);
}

static bool begins_talk(enum link_kind kind) {
    return kind == LINK_CONNECT || kind == LINK_ACCEPT || kind == LINK_LOOKUP;
}

static u32 find_lookup(const struct net_replay *replay, u32 number) {
    for (u32 talk = replay->talk_count; talk-- > 0;) {
        struct traffic_record record = record_at(replay, replay->talks[talk].first);
        if (record.frame.kind == LINK_LOOKUP && record.frame.channel == number) return talk;
    }
    return NONE;
}

static u32 begin_talk(struct net_replay *replay, const struct link_frame *frame, u32 step) {
    u32 talk = replay->talk_count++;
    replay->talks[talk] = (struct talk){.first = step, .compared = NONE, .course = {.step = step, .due_ticks = NEVER}};
    if (frame->kind != LINK_LOOKUP) *channel_of(replay, frame->channel) = talk;
    return talk;
}

// `last`: of each talk, the end of its chain, while the file is read.
static void add_step(struct net_replay *replay, const struct traffic_record *record, u32 at, u32 *last) {
    const struct link_frame *frame = &record->frame;
    u32 step = replay->step_count++;
    replay->steps[step] = (struct step){.at = at, .talk = NONE, .next = NONE, .next_of_port = NONE};
    if (frame->kind == LINK_LISTEN) {
        append_to_port(replay, port_of(replay, (u16)frame->value), step);
        return;
    }
    u32 talk = begins_talk(frame->kind)    ? begin_talk(replay, frame, step)
               : frame->kind == LINK_NAMES ? find_lookup(replay, frame->channel)
                                           : *channel_of(replay, frame->channel);
    if (talk == NONE) return;
    replay->steps[step].talk = talk;
    if (!begins_talk(frame->kind)) replay->steps[last[talk]].next = step;
    last[talk] = step;
    bool by_guest = record->direction == TRAFFIC_FROM_GUEST;
    if (by_guest && frame->kind == LINK_DATA) {
        struct talk *of = &replay->talks[talk];
        if (of->compared == NONE) of->compared = step;
        of->total += frame->bytes;
    }
    if (by_guest || frame->kind == LINK_ACCEPT) {
        append_to_port(replay, port_of_talk(replay, &replay->talks[talk]), step);
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
    return !reader->expected && bytes / 8 < NONE && *records < NONE;
}

// One that the guest did not want, when it was recorded, does not come.
static bool was_accepted(const struct net_replay *replay, u32 step) {
    u32 answer = replay->steps[step].next;
    return answer != NONE && record_at(replay, answer).frame.kind == LINK_ACCEPTED;
}

static bool will_be_made(const struct net_replay *replay, u32 step) {
    enum link_kind kind = record_at(replay, step).frame.kind;
    return kind == LINK_CONNECT || (kind == LINK_ACCEPT && was_accepted(replay, step));
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
        replay->shared->replay.not_made += will_be_made(replay, replay->talks[talk].first);
    }
}

struct net_replay *replay_create(struct link_shared *shared, const void *traffic, u64 bytes) {
    u64 records, talks;
    struct traffic_reader *reader = scratch_alloc(sizeof(*reader));
    if (!reader || !count_file(traffic, bytes, &records, &talks, reader)) return NULL;
    struct net_replay *replay = scratch_alloc(sizeof(*replay));
    struct step *steps = scratch_alloc((records + 1) * sizeof(*steps));
    struct talk *all = scratch_alloc((talks + 1) * sizeof(*all));
    u32 *live = scratch_alloc((talks + 1) * sizeof(*live));
    if (!replay || !steps || !all || !live) return NULL;
    memset(replay, 0, sizeof(*replay));
    memset(replay->channels, 0xff, sizeof(replay->channels));
    replay->shared = shared;
    replay->data = traffic;
    replay->steps = steps;
    replay->talks = all;
    replay->live = live;
    replay->next_ticks = replay->patience_ticks = NEVER;
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

// ---- What the program does otherwise

static void note(struct net_replay *replay, enum traffic_difference what, u32 step, u64 place, u64 wanted, u64 found) {
    struct link_replay *say = &replay->shared->replay;
    say->parted += what != TRAFFIC_OTHER_BYTE;
    if (say->differences++) return;
    say->what = what;
    say->offset = step == NONE ? 0 : (u64)replay->steps[step].at * 8;
    say->place = place;
    say->wanted = wanted;
    say->found = found;
}

// The first difference of a conversation.
static void note_talk(struct net_replay *replay, struct talk *talk, enum traffic_difference what, u64 place, u64 wanted,
                      u64 found) {
    if (!talk->different) note(replay, what, talk->first, place, wanted, found);
    talk->different = true;
}

// One of the bytes from here on is another.
static void note_byte(struct net_replay *replay, struct talk *talk, const u8 *said, const u8 *bytes, u64 place) {
    u32 i = 0;
    while (bytes[i] == said[i]) i++;
    note_talk(replay, talk, TRAFFIC_OTHER_BYTE, place + i, said[i], bytes[i]);
}

static u32 next_said(const struct net_replay *replay, u32 step) {
    do {
        step = replay->steps[step].next;
    } while (step != NONE && (record_at(replay, step).direction != TRAFFIC_FROM_GUEST ||
                              record_at(replay, step).frame.kind != LINK_DATA));
    return step;
}

static void compare(struct net_replay *replay, struct talk *talk, const u8 *bytes, u32 count) {
    for (u32 at = 0; at < count;) {
        if (talk->compared == NONE) {
            note_talk(replay, talk, TRAFFIC_MORE_BYTES, talk->total, talk->total, talk->sent + count);
            return;
        }
        u32 left = record_at(replay, talk->compared).frame.bytes - talk->compared_bytes;
        u32 length = count - at < left ? count - at : left;
        const u8 *said = payload_of(replay, talk->compared) + talk->compared_bytes;
        if (memcmp(said, bytes + at, length) != 0) note_byte(replay, talk, said, bytes + at, talk->sent + at);
        at += length;
        talk->compared_bytes += length;
        if (length < left) return;
        talk->compared = next_said(replay, talk->compared);
        talk->compared_bytes = 0;
    }
}

// ---- Chains

static void pass(struct course *course, const struct traffic_record *record, u32 next) {
    course->step = next;
    course->since_ns = record->time_ns;
    course->since_ticks = machine_ticks();
    course->due_ticks = NEVER;
}

static void expect(struct course *course, const struct traffic_record *record) {
    course->due_ticks = course->since_ticks + log_ticks_of_ns(record->time_ns - course->since_ns);
}

static bool is_done(const struct talk *talk, const struct link_frame *frame) {
    if (talk->guest_closed) return true;
    switch ((enum link_kind)frame->kind) {
    case LINK_DATA: return talk->passed + frame->bytes <= talk->sent;
    case LINK_ACCEPTED: return talk->ready;
    case LINK_END: return talk->guest_ended;
    case LINK_CLOSE: return false;
    default: return talk->taken; // it has begun
    }
}

static void advance_talk(struct net_replay *replay, struct talk *talk) {
    struct course *course = &talk->course;
    while (course->step != NONE) {
        struct traffic_record record = record_at(replay, course->step);
        if (record.direction == TRAFFIC_FROM_HOST) {
            expect(course, &record);
            return;
        }
        if (!is_done(talk, &record.frame)) return;
        if (record.frame.kind == LINK_DATA) talk->passed += record.frame.bytes;
        pass(course, &record, replay->steps[course->step].next);
    }
}

static bool is_passed(const struct net_replay *replay, u32 step) {
    const struct talk *talk = &replay->talks[replay->steps[step].talk];
    return talk->guest_closed || talk->course.step == NONE || talk->course.step > step ||
           !was_accepted(replay, talk->first);
}

static void advance_port(struct net_replay *replay, struct port *port) {
    struct course *course = &port->course;
    while (course->step != NONE) {
        struct traffic_record record = record_at(replay, course->step);
        bool is_listen = record.frame.kind == LINK_LISTEN;
        if (record.frame.kind == LINK_ACCEPT && was_accepted(replay, course->step)) {
            expect(course, &record);
            return;
        }
        if (is_listen ? port->listened == port->heard : !is_passed(replay, course->step)) return;
        port->listened += is_listen;
        pass(course, &record, replay->steps[course->step].next_of_port);
    }
}

// Whatever interrupt it is, the processor looks outside at its end.
static void look_again(struct trap_frame *frame) { (void)frame; }

// Until when the guest may take for what it does next in a conversation. That it closes it nobody waits for.
static u64 patience_of(const struct net_replay *replay, const struct talk *talk) {
    const struct course *course = &talk->course;
    if (course->step == NONE || course->due_ticks != NEVER) return NEVER;
    struct traffic_record record = record_at(replay, course->step);
    if (record.frame.kind == LINK_CLOSE) return NEVER;
    return course->since_ticks + log_ticks_of_ns(PATIENCE_NS + 2 * (record.time_ns - course->since_ns));
}

static void find_next(struct net_replay *replay) {
    u64 next = NEVER, patience = NEVER;
    for (u32 i = 0; i < replay->live_count; i++) {
        const struct talk *talk = &replay->talks[replay->live[i]];
        u64 until = patience_of(replay, talk);
        if (!talk->blocked && talk->course.due_ticks < next) next = talk->course.due_ticks;
        if (until < patience) patience = until;
    }
    if (patience < replay->patient_until) patience = replay->patient_until;
    for (u32 i = 0; i < replay->port_count; i++) {
        if (replay->ports[i].course.due_ticks < next) next = replay->ports[i].course.due_ticks;
    }
    __atomic_store_n(&replay->next_ticks, next, __ATOMIC_RELAXED);
    __atomic_store_n(&replay->patience_ticks, patience, __ATOMIC_RELAXED);
    if (patience < next) next = patience;
    interrupt_timer_handler(TIMER_OUTSIDE, look_again); // this processor may not have had it
    interrupt_timer_set(TIMER_OUTSIDE, next == NEVER ? 0 : next);
}

// ---- What the guest says

static void begin(struct net_replay *replay, struct talk *talk, const struct link_frame *frame) {
    struct traffic_record record = record_at(replay, talk->first);
    talk->taken = true;
    talk->link = (struct link_channel){.number = frame->channel};
    replay->live[replay->live_count++] = (u32)(talk - replay->talks);
    pass(&talk->course, &record, replay->steps[talk->first].next);
    if (frame->kind == LINK_LOOKUP) return;
    *channel_of(replay, frame->channel) = (u32)(talk - replay->talks);
    replay->shared->replay.not_made--;
}

static void finish(struct net_replay *replay, u32 talk) {
    u32 i = 0;
    while (i < replay->live_count && replay->live[i] != talk) i++;
    if (i == replay->live_count) return;
    for (replay->live_count--; i < replay->live_count; i++) replay->live[i] = replay->live[i + 1];
    replay->talks[talk].course.due_ticks = NEVER;
}

static u32 find_connection(const struct net_replay *replay, const struct link_address *to, bool by_anybody) {
    for (u32 i = 0; i < replay->talk_count; i++) {
        struct talk *talk = &replay->talks[i];
        struct link_address address;
        if (talk->taken || record_at(replay, talk->first).frame.kind != LINK_CONNECT) continue;
        memcpy(&address, payload_of(replay, talk->first), sizeof(address));
        bool is_there = address.port == to->port && memcmp(address.bytes, to->bytes, sizeof(to->bytes)) == 0;
        if (is_there && (by_anybody || address.who == to->who)) return i;
    }
    return NONE;
}

static void connect(struct net_replay *replay, const struct link_frame *frame) {
    struct link_address to;
    memcpy(&to, replay->payload, sizeof(to));
    u32 found = find_connection(replay, &to, false);
    if (found == NONE) found = find_connection(replay, &to, true);
    if (found == NONE) {
        struct link_frame no = {.kind = LINK_CLOSE, .channel = frame->channel, .value = REFUSED};
        replay->shared->refused++;
        note(replay, TRAFFIC_CONNECTION, NONE, to.port, 0, 0);
        link_write(&replay->to_guest, &no, NULL);
        return;
    }
    struct talk *talk = &replay->talks[found];
    begin(replay, talk, frame);
    link_count(&talk->link, &(struct link_frame){.kind = LINK_CREDIT, .value = frame->value});
    advance_talk(replay, talk);
}

// The name's next answer, or the last one again. Returns NONE if it was not asked for.
static u32 find_name(const struct net_replay *replay, const struct link_frame *frame) {
    u32 last = NONE;
    for (u32 i = 0; i < replay->talk_count; i++) {
        const struct talk *talk = &replay->talks[i];
        struct link_frame asked = record_at(replay, talk->first).frame;
        if (asked.kind != LINK_LOOKUP || asked.bytes != frame->bytes || replay->steps[talk->first].next == NONE ||
            memcmp(payload_of(replay, talk->first), replay->payload, frame->bytes) != 0) {
            continue;
        }
        last = i;
        if (!talk->taken) break;
    }
    return last;
}

static void answer_names(struct net_replay *replay, u32 step, u32 channel) {
    struct link_frame frame = record_at(replay, step).frame;
    frame.channel = channel;
    replay->shared->lookups++;
    replay->shared->unknown += frame.value;
    link_write(&replay->to_guest, &frame, payload_of(replay, step));
}

static void look_up(struct net_replay *replay, const struct link_frame *frame) {
    static const char unknown[] = "Name or service not known";
    u32 found = find_name(replay, frame);
    if (found == NONE) {
        struct link_frame no = {
            .kind = LINK_NAMES, .bytes = sizeof(unknown) - 1, .channel = frame->channel, .value = 1};
        note(replay, TRAFFIC_NAME, NONE, 0, 0, 0);
        replay->shared->lookups++;
        replay->shared->unknown++;
        link_write(&replay->to_guest, &no, unknown);
    } else if (replay->talks[found].taken) {
        answer_names(replay, replay->steps[replay->talks[found].first].next, frame->channel);
    } else {
        begin(replay, &replay->talks[found], frame);
        advance_talk(replay, &replay->talks[found]);
    }
}

static void closed(struct net_replay *replay, struct talk *talk) {
    talk->guest_closed = true;
    if (talk->sent < talk->total) note_talk(replay, talk, TRAFFIC_FEWER_BYTES, talk->sent, talk->total, talk->sent);
    link_close(&replay->to_guest, &talk->link, 0);
    *channel_of(replay, talk->link.number) = NONE;
    finish(replay, (u32)(talk - replay->talks));
}

static void take_data(struct net_replay *replay, struct talk *talk, u32 bytes) {
    compare(replay, talk, replay->payload, bytes);
    talk->sent += bytes;
    replay->shared->sent_bytes += bytes;
    link_used(&replay->to_guest, &talk->link, bytes);
}

static void listen(struct net_replay *replay, u16 number) {
    struct port *port = port_of(replay, number);
    if (!port) return;
    port->heard++;
    advance_port(replay, port);
}

static void obey_talk(struct net_replay *replay, struct talk *talk, const struct link_frame *frame) {
    switch ((enum link_kind)frame->kind) {
    case LINK_DATA: take_data(replay, talk, frame->bytes); break;
    case LINK_END: talk->guest_ended = true; break;
    case LINK_CLOSE: closed(replay, talk); break;
    case LINK_ACCEPTED:
        talk->ready = true;
        replay->shared->accepted++;
        link_count(&talk->link, &(struct link_frame){.kind = LINK_CREDIT, .value = frame->value});
        break;
    default:
        link_count(&talk->link, frame); // LINK_CREDIT
        talk->blocked = false;
    }
    advance_talk(replay, talk);
    struct port *port = port_of_talk(replay, talk);
    if (port) advance_port(replay, port);
}

static void obey(struct net_replay *replay, const struct link_frame *frame) {
    switch ((enum link_kind)frame->kind) {
    case LINK_CONNECT: connect(replay, frame); return;
    case LINK_LOOKUP: look_up(replay, frame); return;
    case LINK_LISTEN: listen(replay, (u16)frame->value); return;
    default: break;
    }
    u32 talk = *channel_of(replay, frame->channel);
    if (talk != NONE) obey_talk(replay, &replay->talks[talk], frame); // otherwise it was refused
}

bool replay_hear(struct net_replay *replay) {
    struct link_frame frame;
    bool heard = false;
    for (; link_read(&replay->from_guest, false, &frame, replay->payload); heard = true) obey(replay, &frame);
    link_wait_to_read(&replay->from_guest);
    if (heard) find_next(replay);
    bool has_room = link_must_wake_writer(&replay->from_guest);
    return link_must_wake_reader(&replay->to_guest) || has_room;
}

// ---- What comes

static void deliver_data(struct net_replay *replay, struct talk *talk, const struct traffic_record *record) {
    u32 left = record->frame.bytes - talk->part;
    u32 sent = link_send(&replay->to_guest, &talk->link, payload_of(replay, talk->course.step) + talk->part, left);
    talk->part += sent;
    talk->blocked = sent < left; // the window is closed: there was room
    replay->shared->received_bytes += sent;
}

static void deliver_step(struct net_replay *replay, struct talk *talk) {
    struct traffic_record record = record_at(replay, talk->course.step);
    switch ((enum link_kind)record.frame.kind) {
    case LINK_CONNECTED:
        memcpy(&talk->link.address, payload_of(replay, talk->course.step), sizeof(talk->link.address));
        replay->shared->connections++;
        link_open(&replay->to_guest, &talk->link);
        break;
    case LINK_DATA: deliver_data(replay, talk, &record); break;
    case LINK_END: link_end(&replay->to_guest, &talk->link); break;
    case LINK_NAMES:
        answer_names(replay, talk->course.step, talk->link.number);
        finish(replay, (u32)(talk - replay->talks));
        break;
    default:                                                // LINK_CLOSE
        if (!talk->link.expected) replay->shared->failed++; // it was never open
        link_close(&replay->to_guest, &talk->link, record.frame.value);
    }
    if (talk->blocked) return;
    talk->part = 0;
    pass(&talk->course, &record, replay->steps[talk->course.step].next);
    advance_talk(replay, talk);
}

static u32 free_channel(const struct net_replay *replay) {
    u32 number = 0;
    while (number < LINK_CHANNELS && replay->channels[1][number] != NONE) number++;
    return number;
}

static void deliver_accept(struct net_replay *replay, struct port *port) {
    u32 step = port->course.step, number = free_channel(replay);
    struct traffic_record record = record_at(replay, step);
    pass(&port->course, &record, replay->steps[step].next_of_port);
    if (number < LINK_CHANNELS) {
        struct talk *talk = &replay->talks[replay->steps[step].talk];
        record.frame.channel = number | LINK_BY_HOST;
        record.frame.value = LINK_WINDOW;
        begin(replay, talk, &record.frame);
        talk->link.expected = LINK_WINDOW;
        link_write(&replay->to_guest, &record.frame, payload_of(replay, step));
        advance_talk(replay, talk);
    }
    advance_port(replay, port);
}

// Returns whether there was anything due.
static bool deliver_first(struct net_replay *replay, u64 now) {
    struct talk *first = NULL;
    struct port *port = NULL;
    u64 earliest = now + 1;
    for (u32 i = 0; i < replay->live_count; i++) {
        struct talk *talk = &replay->talks[replay->live[i]];
        if (talk->blocked || talk->course.due_ticks >= earliest) continue;
        first = talk;
        earliest = talk->course.due_ticks;
    }
    for (u32 i = 0; i < replay->port_count; i++) {
        if (replay->ports[i].course.due_ticks >= earliest) continue;
        port = &replay->ports[i];
        earliest = port->course.due_ticks;
    }
    if (port) {
        deliver_accept(replay, port);
    } else if (first) {
        deliver_step(replay, first);
    }
    return port || first;
}

bool replay_deliver(struct net_replay *replay) {
    u64 now = machine_ticks();
    if (now >= replay->patience_ticks) {
        if (scheduler_is_idle()) replay_give_up(replay);
        replay->patient_until = now + log_ticks_of_ns(PATIENCE_NS);
    }
    bool has_room, more = true;
    while ((has_room = link_room(&replay->to_guest) >= ROOM_BYTES) && more) more = deliver_first(replay, now);
    find_next(replay);
    return !has_room && replay->next_ticks <= now;
}

bool replay_is_due(const struct net_replay *replay) {
    u64 next = __atomic_load_n(&replay->next_ticks, __ATOMIC_RELAXED);
    u64 patience = __atomic_load_n(&replay->patience_ticks, __ATOMIC_RELAXED), now = machine_ticks();
    return replay->has_given_up || next <= now || patience <= now;
}

bool replay_may_wake(const struct net_replay *replay) { return replay->next_ticks != NEVER; }

void replay_give_up(struct net_replay *replay) {
    if (replay->has_given_up) return;
    replay->has_given_up = true;
    for (u32 i = 0; i < replay->live_count; i++) {
        const struct talk *talk = &replay->talks[replay->live[i]];
        if (talk->course.step == NONE) continue;
        note(replay, TRAFFIC_FEWER_BYTES, talk->first, talk->sent, talk->total, talk->sent);
        return;
    }
    note(replay, TRAFFIC_WAITS, NONE, 0, 0, 0);
}

bool replay_has_given_up(const struct net_replay *replay) { return replay->has_given_up; }
