// See kernel/net/net_replay.h and net_replay_state.h.
#include "base/narrow.h"
#include "kernel/core/machine.h"
#include "kernel/core/scheduler.h"
#include "kernel/net/net_replay_state.h"
#include "log/log.h"

#define REFUSED 111u
// When all threads wait, and the guest has not done for so long, and twice as long as it had taken, what it had done
// next: it will never do it.
#define PATIENCE_NS 10000000000u
#define ROOM_BYTES (s64)(LINK_PAYLOAD_MOST + sizeof(struct link_frame))

// What the program begins when all has happened that was recorded of a run which somebody ended: nobody knows what
// would have come of it.
static bool is_past_record(const struct net_replay *replay) {
    return replay->end_ticks != REPLAY_NEVER && !replay->incomplete;
}

// ---- What the program does otherwise

static void note(struct net_replay *replay, enum traffic_difference what, u32 step, u64 place, u64 wanted, u64 found) {
    struct link_replay *say = &replay->shared->replay;
    if (is_past_record(replay)) return;
    say->parted += what != TRAFFIC_OTHER_BYTE;
    if (say->differences++) return;
    say->what = what;
    say->offset = step == REPLAY_NONE ? 0 : (u64)replay->steps[step].at * 8;
    say->place = place;
    say->wanted = wanted;
    say->found = found;
}

// Only the first difference of a conversation is reported. Where only bytes differed so far, the first difference in
// its course is counted as well.
static void note_talk(struct net_replay *replay, struct replay_talk *talk, enum traffic_difference what, u64 place,
                      u64 wanted, u64 found) {
    bool parts = what != TRAFFIC_OTHER_BYTE;
    if (!talk->different) {
        note(replay, what, talk->first, place, wanted, found);
    } else if (parts && !talk->parted) {
        replay->shared->replay.parted++;
    }
    talk->different = true;
    talk->parted |= parts;
}

// One of the bytes from here on is another.
static void note_byte(struct net_replay *replay, struct replay_talk *talk, const u8 *said, const u8 *bytes, u64 place) {
    u32 i = 0;
    while (bytes[i] == said[i]) i++;
    note_talk(replay, talk, TRAFFIC_OTHER_BYTE, place + i, said[i], bytes[i]);
}

static u32 next_said(const struct net_replay *replay, u32 step) {
    do {
        step = replay->steps[step].next;
    } while (step != REPLAY_NONE && (replay_record_at(replay, step).direction != TRAFFIC_FROM_GUEST ||
                                     !replay_says(replay_record_at(replay, step).frame.kind)));
    return step;
}

static void compare(struct net_replay *replay, struct replay_talk *talk, const u8 *bytes, u32 count) {
    for (u32 at = 0; at < count;) {
        if (talk->compared == REPLAY_NONE) {
            note_talk(replay, talk, TRAFFIC_MORE_BYTES, talk->total, talk->total, talk->sent + count);
            return;
        }
        u32 left = replay_record_at(replay, talk->compared).frame.bytes - talk->compared_bytes;
        u32 length = count - at < left ? count - at : left;
        const u8 *said = replay_payload_of(replay, talk->compared) + talk->compared_bytes;
        if (memcmp(said, bytes + at, length) != 0) note_byte(replay, talk, said, bytes + at, talk->sent + at);
        at += length;
        talk->compared_bytes += length;
        if (length < left) return;
        talk->compared = next_said(replay, talk->compared);
        talk->compared_bytes = 0;
    }
}

// ---- Chains

static void pass(struct replay_course *course, const struct traffic_record *record, u32 next) {
    course->step = next;
    course->since_ns = record->time_ns;
    course->since_ticks = machine_ticks();
    course->due_ticks = REPLAY_NEVER;
}

static void expect(struct replay_course *course, const struct traffic_record *record) {
    course->due_ticks = course->since_ticks + log_ticks_of_ns(record->time_ns - course->since_ns);
}

static bool is_done(const struct replay_talk *talk, const struct link_frame *frame) {
    if (talk->guest_closed) return true;
    switch ((enum link_kind)frame->kind) {
    case LINK_DATA:
    case LINK_DATAGRAM: return talk->passed + frame->bytes <= talk->sent;
    case LINK_ACCEPTED: return talk->ready;
    case LINK_END: return talk->guest_ended;
    case LINK_CLOSE: return false;
    default: return talk->taken; // it has begun
    }
}

// From the last thing that was recorded on it takes as long as it took.
static void expect_end(struct net_replay *replay) {
    if (!replay->ending || replay->incomplete) return;
    replay->end_ticks = machine_ticks() + log_ticks_of_ns(replay->rest_ns);
}

static void complete(struct net_replay *replay, struct replay_talk *talk) {
    if (talk->is_complete) return;
    talk->is_complete = true;
    replay->incomplete--;
    expect_end(replay);
}

static void advance_talk(struct net_replay *replay, struct replay_talk *talk) {
    struct replay_course *course = &talk->course;
    while (course->step != REPLAY_NONE) {
        struct traffic_record record = replay_record_at(replay, course->step);
        if (record.direction == TRAFFIC_FROM_HOST) {
            expect(course, &record);
            return;
        }
        if (!is_done(talk, &record.frame)) return;
        if (replay_says(record.frame.kind)) talk->passed += record.frame.bytes;
        pass(course, &record, replay->steps[course->step].next);
    }
    complete(replay, talk);
}

static bool is_passed(const struct net_replay *replay, u32 step) {
    const struct replay_talk *talk = &replay->talks[replay->steps[step].talk];
    return talk->guest_closed || talk->course.step == REPLAY_NONE || talk->course.step > step ||
           !replay_was_accepted(replay, talk->first);
}

static void advance_port(struct net_replay *replay, struct replay_port *port) {
    struct replay_course *course = &port->course;
    while (course->step != REPLAY_NONE) {
        struct traffic_record record = replay_record_at(replay, course->step);
        bool is_listen = record.frame.kind == LINK_LISTEN;
        if (record.frame.kind == LINK_ACCEPT && replay_was_accepted(replay, course->step)) {
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

// Until when the guest has time for what it does next in a conversation. Nobody waits for it to close it.
static u64 patience_of(const struct net_replay *replay, const struct replay_talk *talk) {
    const struct replay_course *course = &talk->course;
    if (course->step == REPLAY_NONE || course->due_ticks != REPLAY_NEVER) return REPLAY_NEVER;
    struct traffic_record record = replay_record_at(replay, course->step);
    if (record.frame.kind == LINK_CLOSE) return REPLAY_NEVER;
    return course->since_ticks + log_ticks_of_ns(PATIENCE_NS + 2 * (record.time_ns - course->since_ns));
}

static void find_next(struct net_replay *replay) {
    u64 next = replay->end_ticks, patience = REPLAY_NEVER;
    for (u32 i = 0; i < replay->live_count; i++) {
        const struct replay_talk *talk = &replay->talks[replay->live[i]];
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
    interrupt_timer_set(TIMER_OUTSIDE, next == REPLAY_NEVER ? 0 : next);
}

// ---- What the guest says

static void begin(struct net_replay *replay, struct replay_talk *talk, const struct link_frame *frame) {
    struct traffic_record record = replay_record_at(replay, talk->first);
    talk->taken = true;
    talk->link = (struct link_channel){.number = frame->channel};
    replay->live[replay->live_count++] = (u32)(talk - replay->talks);
    pass(&talk->course, &record, replay->steps[talk->first].next);
    if (frame->kind == LINK_LOOKUP || frame->kind == LINK_REVERSE) return;
    *replay_channel_of(replay, frame->channel) = (u32)(talk - replay->talks);
    replay->shared->replay.not_made--;
}

static void finish(struct net_replay *replay, u32 talk) {
    u32 i = 0;
    while (i < replay->live_count && replay->live[i] != talk) i++;
    if (i == replay->live_count) return;
    for (replay->live_count--; i < replay->live_count; i++) replay->live[i] = replay->live[i + 1];
    replay->talks[talk].course.due_ticks = REPLAY_NEVER;
}

static u32 find_connection(const struct net_replay *replay, enum link_kind kind, const struct link_address *to,
                           bool by_anybody) {
    for (u32 i = 0; i < replay->talk_count; i++) {
        struct replay_talk *talk = &replay->talks[i];
        struct link_address address;
        if (talk->taken || replay_record_at(replay, talk->first).frame.kind != kind) continue;
        memcpy(&address, replay_payload_of(replay, talk->first), sizeof(address));
        bool is_there = address.port == to->port && memcmp(address.bytes, to->bytes, sizeof(to->bytes)) == 0;
        if (is_there && (by_anybody || address.who == to->who)) return i;
    }
    return REPLAY_NONE;
}

static void connect(struct net_replay *replay, const struct link_frame *frame) {
    struct link_address to;
    memcpy(&to, replay->payload, sizeof(to));
    u32 found = find_connection(replay, frame->kind, &to, false);
    if (found == REPLAY_NONE) found = find_connection(replay, frame->kind, &to, true);
    if (found == REPLAY_NONE && is_past_record(replay)) return; // is not answered any more
    if (found == REPLAY_NONE) {
        struct link_frame no = {.kind = LINK_CLOSE, .channel = frame->channel, .value = REFUSED};
        replay->shared->refused++;
        note(replay, frame->kind == LINK_OPEN ? TRAFFIC_SOCKET : TRAFFIC_CONNECTION, REPLAY_NONE, to.port, 0, 0);
        link_write(&replay->to_guest, &no, NULL);
        return;
    }
    struct replay_talk *talk = &replay->talks[found];
    begin(replay, talk, frame);
    link_count(&talk->link, &(struct link_frame){.kind = LINK_CREDIT, .value = frame->value});
    advance_talk(replay, talk);
}

// The name's next answer, or the last one again. Returns REPLAY_NONE if it was not asked for.
static u32 find_name(const struct net_replay *replay, const struct link_frame *frame) {
    u32 last = REPLAY_NONE;
    for (u32 i = 0; i < replay->talk_count; i++) {
        const struct replay_talk *talk = &replay->talks[i];
        struct link_frame asked = replay_record_at(replay, talk->first).frame;
        if (asked.kind != frame->kind || asked.bytes != frame->bytes ||
            replay->steps[talk->first].next == REPLAY_NONE ||
            memcmp(replay_payload_of(replay, talk->first), replay->payload, frame->bytes) != 0) {
            continue;
        }
        last = i;
        if (!talk->taken) break;
    }
    return last;
}

static void answer_names(struct net_replay *replay, u32 step, u32 channel) {
    struct link_frame frame = replay_record_at(replay, step).frame;
    frame.channel = channel;
    replay->shared->lookups++;
    replay->shared->unknown += frame.value == 1;
    link_write(&replay->to_guest, &frame, replay_payload_of(replay, step));
}

static void look_up(struct net_replay *replay, const struct link_frame *frame) {
    static const char unknown[] = "Name or service not known";
    u32 found = find_name(replay, frame);
    if (found == REPLAY_NONE && is_past_record(replay)) return;
    if (found == REPLAY_NONE) {
        struct link_frame no = {
            .kind = LINK_NAMES, .bytes = sizeof(unknown) - 1, .channel = frame->channel, .value = 1};
        note(replay, TRAFFIC_NAME, REPLAY_NONE, 0, 0, 0);
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

static void closed(struct net_replay *replay, struct replay_talk *talk) {
    talk->guest_closed = true;
    if (talk->sent < talk->total) note_talk(replay, talk, TRAFFIC_FEWER_BYTES, talk->sent, talk->total, talk->sent);
    link_close(&replay->to_guest, &talk->link, 0);
    *replay_channel_of(replay, talk->link.number) = REPLAY_NONE;
    complete(replay, talk);
    finish(replay, (u32)(talk - replay->talks));
}

static void take_data(struct net_replay *replay, struct replay_talk *talk, u32 bytes) {
    compare(replay, talk, replay->payload, bytes);
    talk->sent += bytes;
    replay->shared->sent_bytes += bytes;
    link_used(&replay->to_guest, &talk->link, bytes);
}

// With its address: to another peer, it is another one.
static void take_datagram(struct net_replay *replay, struct replay_talk *talk, u32 bytes) {
    compare(replay, talk, replay->payload, bytes);
    talk->sent += bytes;
    replay->shared->datagrams++;
    replay->shared->sent_bytes += bytes - sizeof(struct link_address);
}

static void listen(struct net_replay *replay, u16 number) {
    struct replay_port *port = replay_port_of(replay, number);
    if (!port) return;
    port->heard++;
    expect_end(replay);
    advance_port(replay, port);
}

static void obey_talk(struct net_replay *replay, struct replay_talk *talk, const struct link_frame *frame) {
    switch ((enum link_kind)frame->kind) {
    case LINK_DATA: take_data(replay, talk, frame->bytes); break;
    case LINK_DATAGRAM: take_datagram(replay, talk, frame->bytes); break;
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
    struct replay_port *port = replay_port_of_talk(replay, talk);
    if (port) advance_port(replay, port);
}

static void obey(struct net_replay *replay, const struct link_frame *frame) {
    switch ((enum link_kind)frame->kind) {
    case LINK_CONNECT:
    case LINK_OPEN: connect(replay, frame); return;
    case LINK_REVERSE:
    case LINK_LOOKUP: look_up(replay, frame); return;
    case LINK_LISTEN: listen(replay, narrow_u16(frame->value)); return;
    default: break;
    }
    u32 talk = *replay_channel_of(replay, frame->channel);
    if (talk != REPLAY_NONE) obey_talk(replay, &replay->talks[talk], frame); // otherwise it was refused
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

static void deliver_data(struct net_replay *replay, struct replay_talk *talk, const struct traffic_record *record) {
    u32 left = record->frame.bytes - talk->part;
    u32 sent =
        link_send(&replay->to_guest, &talk->link, replay_payload_of(replay, talk->course.step) + talk->part, left);
    talk->part += sent;
    talk->blocked = sent < left; // the window is closed: there was room
    replay->shared->received_bytes += sent;
}

static void deliver_datagram(struct net_replay *replay, struct replay_talk *talk, const struct traffic_record *record) {
    struct link_frame frame = record->frame;
    frame.channel = talk->link.number;
    link_write(&replay->to_guest, &frame, replay_payload_of(replay, talk->course.step));
    replay->shared->datagrams++;
    replay->shared->received_bytes += frame.bytes - sizeof(struct link_address);
}

static void deliver_step(struct net_replay *replay, struct replay_talk *talk) {
    struct traffic_record record = replay_record_at(replay, talk->course.step);
    switch ((enum link_kind)record.frame.kind) {
    case LINK_CONNECTED:
        memcpy(&talk->link.address, replay_payload_of(replay, talk->course.step), sizeof(talk->link.address));
        replay->shared->connections++;
        link_open(&replay->to_guest, &talk->link);
        break;
    case LINK_DATA: deliver_data(replay, talk, &record); break;
    case LINK_DATAGRAM: deliver_datagram(replay, talk, &record); break;
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
    while (number < LINK_CHANNELS && replay->channels[1][number] != REPLAY_NONE) number++;
    return number;
}

static void deliver_accept(struct net_replay *replay, struct replay_port *port) {
    u32 step = port->course.step, number = free_channel(replay);
    struct traffic_record record = replay_record_at(replay, step);
    pass(&port->course, &record, replay->steps[step].next_of_port);
    if (number < LINK_CHANNELS) {
        struct replay_talk *talk = &replay->talks[replay->steps[step].talk];
        record.frame.channel = number | LINK_BY_HOST;
        record.frame.value = LINK_WINDOW;
        begin(replay, talk, &record.frame);
        talk->link.expected = LINK_WINDOW;
        link_write(&replay->to_guest, &record.frame, replay_payload_of(replay, step));
        advance_talk(replay, talk);
    }
    advance_port(replay, port);
}

// Returns whether there was anything due.
static bool deliver_first(struct net_replay *replay, u64 now) {
    struct replay_talk *first = NULL;
    struct replay_port *port = NULL;
    u64 earliest = now + 1;
    for (u32 i = 0; i < replay->live_count; i++) {
        struct replay_talk *talk = &replay->talks[replay->live[i]];
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

bool replay_must_end(const struct net_replay *replay) {
    if (machine_ticks() < replay->end_ticks) return false;
    replay->shared->replay.ended = replay->ending;
    return true;
}

bool replay_is_due(const struct net_replay *replay) {
    u64 next = __atomic_load_n(&replay->next_ticks, __ATOMIC_RELAXED);
    u64 patience = __atomic_load_n(&replay->patience_ticks, __ATOMIC_RELAXED), now = machine_ticks();
    return replay->has_given_up || next <= now || patience <= now;
}

bool replay_may_wake(const struct net_replay *replay) { return replay->next_ticks != REPLAY_NEVER; }

void replay_give_up(struct net_replay *replay) {
    if (replay->has_given_up) return;
    replay->has_given_up = true;
    for (u32 i = 0; i < replay->live_count; i++) {
        const struct replay_talk *talk = &replay->talks[replay->live[i]];
        if (talk->course.step == REPLAY_NONE) continue;
        note(replay, TRAFFIC_FEWER_BYTES, talk->first, talk->sent, talk->total, talk->sent);
        return;
    }
    note(replay, TRAFFIC_WAITS, REPLAY_NONE, 0, 0, 0);
}

bool replay_has_given_up(const struct net_replay *replay) { return replay->has_given_up; }
