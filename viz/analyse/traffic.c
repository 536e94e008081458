// See traffic.h. What each event of a socket says is kept until all connections are known, then sorted and added up.
#include "viz/analyse/traffic.h"

#include <stdlib.h>
#include <string.h>

#include "log/events.h"
#include "viz/cli/buffer.h"
#include "viz/read/stream.h"

// A socket of a connection; its number is no other's.
struct connected {
    u32 socket, port;
};

// A thread that waits for a socket, or has, and has done nothing with one since.
struct waiter {
    u32 thread;
    u64 since; // 0 if it runs
    u64 waits, waited;
};

struct traffic_making {
    struct traffic *traffic;
    struct connected *connected;
    size_t connected_count, connected_capacity;
    u32 *sockets; // of each of the traffic's uses
    size_t socket_count, socket_capacity;
    struct waiter *waiters;
    size_t waiter_count, waiter_capacity;
};

// ---- Waits

// Returns NULL if the thread is none.
static struct waiter *find_waiter(const struct traffic_making *making, u32 thread) {
    for (size_t i = 0; i < making->waiter_count; i++) {
        if (making->waiters[i].thread == thread) return &making->waiters[i];
    }
    return NULL;
}

static void begin_wait(struct traffic_making *making, u32 thread, u64 ticks) {
    struct waiter *waiter = find_waiter(making, thread);
    if (!waiter) {
        ARRAY_GROW(making->waiters, making->waiter_count, making->waiter_capacity);
        waiter = &making->waiters[making->waiter_count++];
        *waiter = (struct waiter){.thread = thread};
    }
    waiter->since = ticks;
}

static void end_wait(struct waiter *waiter, u64 ticks) {
    if (!waiter->since) return;
    waiter->waits++;
    waiter->waited += ticks > waiter->since ? ticks - waiter->since : 0;
    waiter->since = 0;
}

static void switched(struct traffic_making *making, const struct event *event) {
    const struct event_thread_switch *turn = RECORD_OF(thread_switch, event->record);
    struct waiter *waiter = find_waiter(making, turn->to);
    if (waiter) end_wait(waiter, turn->ticks);
    if (turn->reason == SWITCH_socket) begin_wait(making, turn->from, turn->ticks);
}

// ---- Where

static bool is_of_library(const char *name) {
    static const char *const packages[] = {"java.", "javax.", "jdk.", "sun.", "com.sun.", "["};
    for (size_t i = 0; i < COUNT_OF(packages); i++) {
        if (strncmp(name, packages[i], strlen(packages[i])) == 0) return true;
    }
    return false;
}

// Numbers of frames begin at 0, sites at 1.
u32 traffic_site_of(struct frames *frames, u32 stack, u64 ticks) {
    struct walk_sample sample = {.ticks = ticks, .state = SAMPLE_native, .stack = stack};
    if (!stack) return 0;
    frames_of(frames, &sample);
    for (size_t i = frames->count; i-- > 0;) {
        if (!is_of_library(frames_name(frames, frames->at[i]))) return frames->at[i] + 1;
    }
    return frames->count ? frames->at[0] + 1 : 0;
}

const char *traffic_site(const struct traffic *traffic, const struct traffic_use *use, u32 *line) {
    *line = use->site ? frames_get(&traffic->frames, use->site - 1)->line : 0;
    return use->site ? frames_name(&traffic->frames, use->site - 1) : "(not known)";
}

// ---- What is done with sockets

// The waits of its thread until now are this one's.
static struct traffic_use *add_use(struct traffic_making *making, u32 thread, u32 socket, u32 stack, u64 ticks) {
    struct traffic *traffic = making->traffic;
    ARRAY_GROW(making->sockets, making->socket_count, making->socket_capacity);
    making->sockets[making->socket_count++] = socket;
    ARRAY_GROW(traffic->uses, traffic->use_count, traffic->use_capacity);
    struct traffic_use *use = &traffic->uses[traffic->use_count++];
    *use = (struct traffic_use){.thread = thread, .site = traffic_site_of(&traffic->frames, stack, ticks)};
    struct waiter *waiter = find_waiter(making, thread);
    if (!waiter) return use;
    use->waits = waiter->waits;
    use->waited = waiter->waited;
    *waiter = making->waiters[--making->waiter_count];
    return use;
}

static void add_connected(struct traffic_making *making, u32 socket, u32 port) {
    ARRAY_GROW(making->connected, making->connected_count, making->connected_capacity);
    making->connected[making->connected_count++] = (struct connected){.socket = socket, .port = port};
}

static void connected(struct traffic_making *making, const struct event *event) {
    const struct event_socket_connect *connect = RECORD_OF(socket_connect, event->record);
    add_connected(making, connect->socket, connect->port);
    add_connected(making, connect->peer, connect->port);
    add_use(making, event->thread, connect->socket, connect->stack, connect->ticks);
}

static void accepted(struct traffic_making *making, const struct event *event) {
    const struct event_socket_accept *accept = RECORD_OF(socket_accept, event->record);
    add_use(making, event->thread, accept->socket, accept->stack, accept->ticks);
}

static void sent(struct traffic_making *making, const struct event *event) {
    const struct event_socket_send *send = RECORD_OF(socket_send, event->record);
    struct traffic_use *use = add_use(making, event->thread, send->socket, send->stack, send->ticks);
    use->sends = 1;
    use->sent_bytes = send->bytes;
}

static void received(struct traffic_making *making, const struct event *event) {
    const struct event_socket_receive *receive = RECORD_OF(socket_receive, event->record);
    struct traffic_use *use = add_use(making, event->thread, receive->socket, receive->stack, receive->ticks);
    use->receives = 1;
    use->received_bytes = receive->bytes;
}

void traffic_note(struct traffic *traffic, const struct event *event) {
    struct traffic_making *making = traffic->making;
    u32 id = event->record->id;
    traffic->has_waits |= id == EVENT_thread_switch;
    traffic->has_events |= id >= EVENT_socket_connect && id <= EVENT_socket_receive;
    switch (id) {
    case EVENT_thread_switch: switched(making, event); break;
    case EVENT_socket_connect: connected(making, event); break;
    case EVENT_socket_accept: accepted(making, event); break;
    case EVENT_socket_send: sent(making, event); break;
    case EVENT_socket_receive: received(making, event); break;
    default: break;
    }
}

// ---- Adding up

static int by_socket(const void *left, const void *right) {
    const struct connected *a = left, *b = right;
    return a->socket < b->socket ? -1 : a->socket > b->socket;
}

static int by_place(const void *left, const void *right) {
    const struct traffic_use *a = left, *b = right;
    if (a->thread != b->thread) return a->thread < b->thread ? -1 : 1;
    if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
    return a->port < b->port ? -1 : a->port > b->port;
}

static int by_site(const void *left, const void *right) {
    const struct traffic_use *a = left, *b = right;
    int order = by_place(left, right);
    return order ? order : a->site < b->site ? -1 : a->site > b->site;
}

static int by_bytes(const void *left, const void *right) {
    const struct traffic_use *a = left, *b = right;
    u64 bytes = a->sent_bytes + a->received_bytes, others = b->sent_bytes + b->received_bytes;
    if (bytes != others) return bytes < others ? 1 : -1;
    if (a->waited != b->waited) return a->waited < b->waited ? 1 : -1;
    return by_site(left, right);
}

static void find_ports(struct traffic_making *making) {
    if (making->connected_count) {
        qsort(making->connected, making->connected_count, sizeof(*making->connected), by_socket);
    }
    for (size_t i = 0; i < making->socket_count; i++) {
        struct traffic_use *use = &making->traffic->uses[i];
        struct connected like = {.socket = making->sockets[i]}, *found = NULL;
        if (making->connected_count) {
            found = bsearch(&like, making->connected, making->connected_count, sizeof(like), by_socket);
        }
        use->kind = !found ? TRAFFIC_OTHER : found->port ? TRAFFIC_PORT : TRAFFIC_PATH;
        use->port = found ? found->port : 0;
    }
}

static void add_lone_waits(struct traffic_making *making, u64 end_ticks) {
    while (making->waiter_count) {
        struct waiter *waiter = &making->waiters[making->waiter_count - 1];
        end_wait(waiter, end_ticks);
        add_use(making, waiter->thread, 0, 0, end_ticks)->kind = TRAFFIC_WAITS;
    }
}

// Returns how many are left.
static size_t add_up(struct traffic_use *uses, size_t count, int (*compare)(const void *left, const void *right)) {
    size_t kept = 0;
    if (!count) return 0;
    qsort(uses, count, sizeof(*uses), compare);
    for (size_t i = 1; i < count; i++) {
        struct traffic_use *sum = &uses[kept];
        const struct traffic_use *use = &uses[i];
        if (compare(sum, use) != 0) {
            uses[++kept] = *use;
            continue;
        }
        sum->sends += use->sends;
        sum->sent_bytes += use->sent_bytes;
        sum->receives += use->receives;
        sum->received_bytes += use->received_bytes;
        sum->waits += use->waits;
        sum->waited += use->waited;
    }
    qsort(uses, kept + 1, sizeof(*uses), by_bytes);
    return kept + 1;
}

// Before all that has one place becomes one.
static void add_up_sites(struct traffic *traffic) {
    bool has_sites = false;
    for (size_t i = 0; i < traffic->use_count; i++) has_sites |= traffic->uses[i].site != 0;
    if (!has_sites) return;
    size_t bytes = traffic->use_count * sizeof(*traffic->uses);
    traffic->site_uses = memory_get(bytes);
    memcpy(traffic->site_uses, traffic->uses, bytes);
    traffic->site_count = add_up(traffic->site_uses, traffic->use_count, by_site);
}

struct traffic *traffic_begin(const struct profile *profile) {
    struct traffic *traffic = memory_get(sizeof(*traffic));
    frames_init(&traffic->frames, profile->recording);
    traffic->making = memory_get(sizeof(*traffic->making));
    traffic->making->traffic = traffic;
    return traffic;
}

void traffic_end(struct traffic *traffic) {
    struct traffic_making *making = traffic->making;
    if (traffic->has_events) {
        find_ports(making);
        add_lone_waits(making, traffic->frames.recording->end_ticks);
        add_up_sites(traffic);
        traffic->use_count = add_up(traffic->uses, traffic->use_count, by_place);
    }
    free(making->connected), free(making->sockets), free(making->waiters), free(making);
}

void traffic_free(struct traffic *traffic) {
    free(traffic->uses);
    free(traffic->site_uses);
    frames_free(&traffic->frames);
    free(traffic);
}
