// See kernel/net/net_link.h.
#include "kernel/net/net_link.h"

#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"
#include "kernel/core/cpu_self.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/machine.h"
#include "kernel/core/options.h"
#include "kernel/core/scheduler.h"
#include "kernel/files/files.h"
#include "kernel/memory/scratch.h"
#include "kernel/net/net_replay.h"
#include "kernel/net/net_right.h"
#include "kernel/net/net_socket.h"
#include "log/log.h"

#define INPUT_OUTPUT_ERROR (-5)
// How long an idle processor looks for what comes before it sleeps; and when that is worth it: credit for each time
// that something came within this time, loss for each that it did not.
#define AWAKE_NS 50000u
#define AWAKE_BEGINS 2u
#define AWAKE_CREDIT 8u
#define AWAKE_LOSS 2u
_Static_assert(sizeof(struct link_address) >= NET_ADDRESS_BYTES + sizeof(u16), "an address fits");

struct net_link *net_link(void) {
    struct net_link *link = (struct net_link *)cpu_self()->outside;
    return link && !link->broken ? link : NULL;
}

static struct link_address link_address_of(const struct net_address *address) {
    struct link_address made = {.port = address->port};
    memcpy(made.bytes, address->bytes, sizeof(made.bytes));
    return made;
}

static struct net_address net_address_of(const struct link_address *address) {
    struct net_address made = {.port = address->port};
    memcpy(made.bytes, address->bytes, sizeof(made.bytes));
    return made;
}

// ---- Sending

// There is room again already, of which nobody else will tell.
static void ask_for_work(void) {
    cpu_self()->is_outside_wanted = true;
    scheduler_request_work();
}

void net_link_sent(struct net_link *link, bool sent) {
    if (!sent && !link->waits_for_room) {
        link->waits_for_room = true;
        link_wait_to_write(&link->to_host);
        if (link_has_room(&link->to_host)) ask_for_work();
    }
    if (link->replay) {
        if (replay_hear(link->replay)) ask_for_work();
    } else if (link_must_wake_reader(&link->to_host)) {
        machine_bell();
    }
}

static struct net_channel *channel_at(struct net_link *link, u32 number) {
    return number & LINK_BY_HOST ? &link->others[number & ~LINK_BY_HOST] : &link->own[number];
}

static void free_channel(struct net_channel *channel) {
    channel->is_used = false;
    net_account_give(channel->account);
    channel->account = NULL;
}

static void release_if_over(struct net_link *link, struct net_channel *channel) {
    if (!channel->link.closed || !channel->link.other_closed || channel->link.owes) return;
    free_channel(channel);
    link->used--;
}

bool net_link_charge(struct net_channel *channel, const struct socket *socket) {
    ASSERT_LOCKED();
    ASSERT(!channel->account);
    if (!net_account_take(socket->net->user.account)) return false;
    channel->account = socket->net->user.account;
    return true;
}

static struct net_channel *find_free(struct net_link *link) {
    for (u32 i = 0; i < LINK_CHANNELS; i++) {
        u32 number = (link->next + i) % LINK_CHANNELS;
        if (link->own[number].is_used) continue;
        link->next = number + 1;
        link->own[number] = (struct net_channel){.link.number = number};
        return &link->own[number];
    }
    return NULL;
}

static void begin(struct net_link *link, struct net_channel *channel, struct socket *socket) {
    channel->is_used = true;
    channel->socket = socket;
    link->used++;
}

static struct net_channel *open_channel(struct net_link *link, struct socket *socket, enum link_kind kind,
                                        struct link_address address, u32 window) {
    struct net_channel *channel = find_free(link);
    struct link_frame frame = {.kind = narrow_u16(kind), .bytes = sizeof(address), .value = window};
    if (!channel) return NULL;
    frame.channel = channel->link.number;
    address.who = thread_self()->name_hash;
    if (!net_link_charge(channel, socket)) return NULL;
    if (!link_write(&link->to_host, &frame, &address)) return free_channel(channel), NULL;
    channel->link.expected = window;
    begin(link, channel, socket);
    net_link_sent(link, true);
    return channel;
}

struct net_channel *net_link_connect(struct net_link *link, struct socket *socket, const struct net_address *to) {
    return open_channel(link, socket, LINK_CONNECT, link_address_of(to), LINK_WINDOW);
}

struct net_channel *net_link_open_datagrams(struct net_link *link, struct socket *socket) {
    struct net_channel *channel = open_channel(link, socket, LINK_OPEN, (struct link_address){.port = 0}, 0);
    if (channel) channel->has_datagrams = true;
    return channel;
}

bool net_link_send_datagram(struct net_link *link, const struct net_channel *channel, const struct net_address *to,
                            const void *from, u32 bytes, bool only) {
    struct link_address address = link_address_of(to);
    struct link_frame frame = {
        .kind = LINK_DATAGRAM, .bytes = (u32)sizeof(address) + bytes, .channel = channel->link.number, .value = only};
    memcpy(link->payload, &address, sizeof(address));
    memcpy(link->payload + sizeof(address), from, bytes);
    return link_write(&link->to_host, &frame, link->payload);
}

void net_link_close(struct net_link *link, struct net_channel *channel, u32 error) {
    ASSERT_LOCKED();
    channel->socket = NULL;
    net_link_sent(link, link_close(&link->to_host, &channel->link, error));
    release_if_over(link, channel);
}

// ---- Names

static bool ask(struct net_link *link, struct net_lookup *lookup) {
    enum link_kind kind = lookup->is_reverse ? LINK_REVERSE : LINK_LOOKUP;
    struct link_frame frame = {.kind = narrow_u16(kind), .bytes = lookup->name_bytes, .channel = lookup->number};
    lookup->is_sent = link_write(&link->to_host, &frame, lookup->name);
    net_link_sent(link, lookup->is_sent);
    return lookup->is_sent;
}

static void begin_lookup(struct net_link *link, struct net_lookup *lookup) {
    lookup->number = ++link->last_lookup;
    lookup->next = link->lookups;
    link->lookups = lookup;
    ask(link, lookup);
}

bool net_lookup_begin(struct net_lookup *lookup, const char *name, size_t bytes) {
    ASSERT_LOCKED();
    struct net_link *link = net_link();
    if (!link || !bytes || bytes > LINK_NAME_MOST) return false;
    *lookup = (struct net_lookup){.name = name, .name_bytes = (u32)bytes};
    begin_lookup(link, lookup);
    return true;
}

bool net_lookup_begin_reverse(struct net_lookup *lookup, const u8 address[NET_ADDRESS_BYTES]) {
    struct net_link *link = net_link();
    if (!link) return false;
    *lookup = (struct net_lookup){.is_reverse = true, .name = address, .name_bytes = NET_ADDRESS_BYTES};
    begin_lookup(link, lookup);
    return true;
}

void net_lookup_end(struct net_lookup *lookup) {
    ASSERT_LOCKED();
    struct net_link *link = (struct net_link *)cpu_self()->outside;
    struct net_lookup **at = &link->lookups;
    while (*at && *at != lookup) at = &(*at)->next;
    if (*at) *at = lookup->next;
}

static void wake(struct net_lookup *lookup) {
    lookup->is_done = true;
    for (struct thread *thread; (thread = thread_queue_take(&lookup->waiters)) != NULL;) {
        thread->waits_in = NULL;
        scheduler_ready(thread, NULL);
    }
}

static void take_names(struct net_link *link, const struct link_frame *frame) {
    struct net_lookup *lookup = link->lookups;
    while (lookup && lookup->number != frame->channel) lookup = lookup->next;
    if (!lookup || lookup->is_done) return; // nobody waits for it any more
    if (frame->value == 2 && lookup->is_reverse) {
        memcpy(lookup->found, link->payload, frame->bytes);
        lookup->found[frame->bytes] = 0;
    } else if (frame->value || lookup->is_reverse) {
        size_t length = frame->bytes < sizeof(lookup->why) ? frame->bytes : sizeof(lookup->why) - 1;
        memcpy(lookup->why, link->payload, length);
        lookup->why[length] = 0;
    } else {
        lookup->count = frame->bytes / NET_ADDRESS_BYTES;
        memcpy(lookup->addresses, link->payload, frame->bytes);
    }
    wake(lookup);
}

// ---- The end of the stream

static void tell_closed(struct socket *socket, int error) {
    if (socket->kind == NET_DATAGRAM) {
        host_datagrams_closed(socket, error);
    } else {
        host_closed(socket, error);
    }
}

static void fail_all(struct net_link *link, struct net_channel *channels) {
    for (u32 i = 0; i < LINK_CHANNELS; i++) {
        struct socket *socket = channels[i].is_used ? channels[i].socket : NULL;
        free_channel(&channels[i]);
        channels[i].socket = NULL;
        if (socket) tell_closed(socket, INPUT_OUTPUT_ERROR);
    }
    link->used = 0;
}

static void break_off(struct net_link *link) {
    if (link->broken) return;
    link->broken = true;
    link->shared->nonsense = link->to_guest.broken || link->to_host.broken;
    fail_all(link, link->own);
    fail_all(link, link->others);
    for (struct net_lookup *lookup = link->lookups; lookup; lookup = lookup->next) wake(lookup);
}

// ---- Receiving

static bool accept(struct net_link *link, const struct link_frame *frame) {
    struct net_channel *channel = channel_at(link, frame->channel);
    struct link_accept accept;
    memcpy(&accept, link->payload, sizeof(accept));
    if (channel->is_used) return false;
    *channel = (struct net_channel){.link.number = frame->channel};
    if (!link_count(&channel->link, &(struct link_frame){.kind = LINK_CREDIT, .value = frame->value})) return false;
    begin(link, channel, NULL);
    struct net_address from = net_address_of(&accept.from);
    channel->socket = host_accepted(link, channel, &from, accept.port);
    if (channel->socket) {
        net_link_sent(link, link_open(&link->to_host, &channel->link));
    } else {
        net_link_close(link, channel, (u32)-FILE_REFUSED);
    }
    return true;
}

static bool connected(struct net_link *link, struct net_channel *channel, const struct link_frame *frame) {
    struct link_address own;
    memcpy(&own, link->payload, sizeof(own));
    struct net_address address = net_address_of(&own);
    if (!link_count(&channel->link, &(struct link_frame){.kind = LINK_CREDIT, .value = frame->value})) return false;
    return !channel->socket || host_connected(channel->socket, &address);
}

static void closed(struct net_link *link, struct net_channel *channel, u32 error) {
    channel->link.other_closed = true;
    if (channel->socket) tell_closed(channel->socket, error <= INT16_MAX ? -(int)error : INPUT_OUTPUT_ERROR);
    channel->socket = NULL;
    net_link_sent(link, link_close(&link->to_host, &channel->link, 0));
    release_if_over(link, channel);
}

static bool take_datagram(struct net_link *link, const struct net_channel *channel, const struct link_frame *frame) {
    struct link_address from;
    memcpy(&from, link->payload, sizeof(from));
    struct net_address address = net_address_of(&from);
    u32 bytes = frame->bytes - (u32)sizeof(from);
    if (channel->socket) host_datagram(channel->socket, &address, link->payload + sizeof(from), bytes, frame->value);
    return true;
}

// Returns whether the host may send this now.
static bool obey(struct net_link *link, const struct link_frame *frame) {
    if (frame->kind == LINK_NAMES) return take_names(link, frame), true;
    if (frame->kind == LINK_ACCEPT) return accept(link, frame);
    struct net_channel *channel = channel_at(link, frame->channel);
    struct socket *socket = channel->socket;
    if (!channel->is_used || channel->link.other_closed) return false;
    if (channel->has_datagrams != (frame->kind == LINK_DATAGRAM) && frame->kind != LINK_CLOSE) return false;
    switch ((enum link_kind)frame->kind) {
    case LINK_DATAGRAM: return take_datagram(link, channel, frame);
    case LINK_CONNECTED: return !(frame->channel & LINK_BY_HOST) && connected(link, channel, frame);
    case LINK_DATA:
        return link_count(&channel->link, frame) && (!socket || host_data(socket, link->payload, frame->bytes));
    case LINK_CREDIT:
        if (!link_count(&channel->link, frame)) return false;
        if (socket) host_has_room(socket);
        return true;
    case LINK_END:
        if (socket) host_ended(socket);
        return true;
    case LINK_CLOSE: closed(link, channel, frame->value); return true;
    default: return false;
    }
}

// There is room again.
static void send_owed(struct net_link *link, struct net_channel *channels) {
    for (u32 i = 0; i < LINK_CHANNELS; i++) {
        struct net_channel *channel = &channels[i];
        if (!channel->is_used) continue;
        if (!link_flush(&link->to_host, &channel->link)) net_link_sent(link, false);
        if (channel->socket) host_has_room(channel->socket);
        release_if_over(link, channel);
    }
}

static void send_more(struct net_link *link) {
    if (!link->waits_for_room || !link_has_room(&link->to_host)) return;
    link->waits_for_room = false;
    send_owed(link, link->own);
    send_owed(link, link->others);
    for (struct net_lookup *lookup = link->lookups; lookup; lookup = lookup->next) {
        if (!lookup->is_sent) ask(link, lookup);
    }
}

static void receive(struct net_link *link) {
    struct link_frame frame;
    do {
        while (link_read(&link->to_guest, true, &frame, link->payload)) {
            if (!obey(link, &frame)) link->to_guest.broken = true;
        }
        link_wait_to_read(&link->to_guest);
    } while (link_has_more(&link->to_guest));
}

static void lose_credit(struct net_link *link) {
    link->awake_credit -= link->awake_credit < AWAKE_LOSS ? link->awake_credit : AWAKE_LOSS;
}

// Something has come for a processor that had nothing to do.
static void note_idle(struct net_link *link) {
    if (!link->idle_since_ticks) return;
    if (machine_ticks() - link->idle_since_ticks > link->awake_ticks) {
        lose_credit(link);
    } else if (link->awake_credit < AWAKE_CREDIT) {
        link->awake_credit++;
    }
    link->idle_since_ticks = 0;
}

void outside_work(struct outside *outside) {
    struct net_link *link = (struct net_link *)outside;
    if (link->broken) return;
    note_idle(link);
    bool more = false;
    do {
        if (link->replay) more = replay_deliver(link->replay);
        receive(link);
    } while (more);
    send_more(link);
    if (!link->replay && link_must_wake_writer(&link->to_guest)) machine_bell();
    bool gone = __atomic_load_n(&link->shared->host_is_gone, __ATOMIC_ACQUIRE);
    if (link->replay) gone = replay_has_given_up(link->replay);
    if (link->replay && replay_must_end(link->replay)) net_replay_ended();
    if (gone || link->to_guest.broken || link->to_host.broken) break_off(link);
}

bool outside_look(const struct outside *outside) {
    const struct net_link *link = (const struct net_link *)outside;
    if (link->broken) return false;
    if (link->replay && replay_is_due(link->replay)) return true;
    return link_has_more(&link->to_guest) || (link->waits_for_room && link_has_room(&link->to_host)) ||
           __atomic_load_n(&link->shared->host_is_gone, __ATOMIC_RELAXED);
}

// To be woken takes several times as long as a frame does, so a processor that has nothing to do looks for the next one
// for a while before it sleeps, if that has been worth it lately; the host does not ring meanwhile. No frame is missed:
// we say that we wait, and then look once more (link_wait_to_read has the fence), while the host stores its frame first
// and then looks whether we wait; so one of the two sees the other.
bool outside_await(struct outside *outside, u64 until_ticks) {
    struct net_link *link = (struct net_link *)outside;
    u64 now = machine_ticks(), end = now + link->awake_ticks;
    if (link->broken || link->replay || !link->used) return false;
    link->idle_since_ticks = now;
    if (link->awake_credit < AWAKE_BEGINS) return false;
    link_wait_no_more(&link->to_guest);
    for (u32 round = 0; now < end && now < until_ticks; now = machine_ticks()) {
        if (outside_look(outside)) return true;
        machine_relax(round++);
    }
    lose_credit(link);
    link_wait_to_read(&link->to_guest);
    return outside_look(outside);
}

// Nobody runs or sleeps. A recording never has more than it says, so a thread that waits for more is woken.
static bool may_replay_wake(const struct net_link *link) {
    if (replay_may_wake(link->replay)) return true;
    if (!link->used && !link->lookups) return false;
    replay_give_up(link->replay);
    cpu_self()->is_outside_wanted = cpu_self()->is_work_wanted = true;
    return true;
}

bool outside_may_wake(const struct outside *outside) {
    const struct net_link *link = (const struct net_link *)outside;
    if (link->replay) return !link->broken && may_replay_wake(link);
    return !link->broken && (link->used || link->lookups || link->has_ports);
}

void net_link_listens(struct net_link *link, u16 port) {
    struct link_frame frame = {.kind = LINK_LISTEN, .value = port};
    net_link_sent(link, link_write(&link->to_host, &frame, NULL) || true); // the host need not know
}

void net_link_stop(struct outside *outside) {
    struct net_link *link = (struct net_link *)outside;
    if (link->replay) replay_free(link->replay);
    cpu_self()->outside = NULL;
    scratch_free(link);
}

void net_link_start(const void *traffic, u64 bytes) {
    struct link_shared *shared = log_net();
    if (!shared || (!traffic && !machine_bell_start())) return;
    struct net_link *link = scratch_alloc(kernel_account(ACCOUNT_TABLES), sizeof(*link));
    struct net_replay *replay = traffic && link ? replay_create(shared, traffic, bytes) : NULL;
    if (traffic && !replay) panic("the recorded traffic cannot be read, or there is no memory for it");
    if (!link) return;
    memset(link, 0, sizeof(*link));
    link->replay = replay;
    link->awake_ticks = log_ticks_of_ns(AWAKE_NS);
    link->shared = shared;
    u8 *rings = (u8 *)shared + MACHINE_PAGE_BYTES;
    link_end_init(&link->to_host, &shared->to_host, rings, shared->ring_bytes);
    link_end_init(&link->to_guest, &shared->to_guest, rings + shared->ring_bytes, shared->ring_bytes);
    link->has_loopback = option_number(&machine_options, "net-loopback", 0) != 0;
    link->has_ports = option_number(&machine_options, "net-ports", 0) != 0;
    link_wait_to_read(&link->to_guest);
    cpu_self()->outside = (struct outside *)link;
}
