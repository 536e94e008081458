// See viz/net/host.h. One loop over poll.
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "log/region.h"
#include "viz/cli/time.h"
#include "viz/net/host.h"
#include "viz/net/host_state.h"

enum { START_POLL_MS = 1, REST_MS = 10, FRAMES_MOST = 256, REGION_PAGE = 4096 };
#define DRAIN_NS 2000000000u // after the guest's end, without any progress
// To sleep and be woken takes either end several times as long as a frame does. So when something has come, we look for
// what comes next for a while before we sleep, if that has been worth it lately, and if there is a processor to spare.
#define AWAKE_NS 60000u
enum { AWAKE_BEGINS = 2, AWAKE_CREDIT = 8, AWAKE_LOSS = 2 };

void host_wake_guest(const struct host_guest *guest) {
    static const u8 byte = 1;
    if (guest->signalled) {
        kill(guest->signalled, SIGALRM);
    } else {
        send(guest->bell, &byte, sizeof(byte), MSG_DONTWAIT | MSG_NOSIGNAL);
    }
}

void host_sent(struct host *host, bool sent) {
    if (!sent && !host->waits_for_room) {
        host->waits_for_room = true;
        link_wait_to_write(&host->to_guest);
    }
    if (link_must_wake_reader(&host->to_guest)) host_wake_guest(&host->guest);
}

// ---- The stream, which the guest makes

struct link_shared *host_shared(const struct host_guest *guest) {
    if (__atomic_load_n(&guest->region->magic, __ATOMIC_ACQUIRE) != REGION_MAGIC) return NULL;
    const struct region_section *sections = region_directory(guest->region);
    for (u32 i = 0; i < REGION_SECTIONS; i++) {
        struct region_section section = sections[i];
        if (section.id != SECTION_NET || section.offset % 8 || section.offset > guest->region_bytes ||
            section.bytes > guest->region_bytes - section.offset || section.bytes < REGION_PAGE) {
            continue;
        }
        struct link_shared *shared = (struct link_shared *)((u8 *)guest->region + section.offset);
        u64 bytes = shared->ring_bytes;
        bool fits = bytes && !(bytes & (bytes - 1)) && bytes <= (section.bytes - REGION_PAGE) / 2;
        return fits ? shared : NULL;
    }
    return NULL;
}

void host_tell_gone(const struct host_guest *guest) {
    struct link_shared *shared = host_shared(guest);
    if (!shared) return;
    __atomic_store_n(&shared->host_is_gone, 1, __ATOMIC_RELEASE);
    host_wake_guest(guest);
}

// Empties the bell. Returns false if nobody is at its other end.
static bool hear(const struct host *host) {
    u8 bytes[64];
    ssize_t count = recv(host->guest.bell, bytes, sizeof(bytes), MSG_DONTWAIT);
    return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR));
}

static bool wait_for_guest(struct host *host) {
    while (!(host->shared = host_shared(&host->guest))) {
        struct pollfd bell = {.fd = host->guest.bell, .events = POLLIN};
        if (poll(&bell, 1, START_POLL_MS) > 0 && !hear(host)) return false;
    }
    u64 bytes = host->shared->ring_bytes;
    u8 *rings = (u8 *)host->shared + REGION_PAGE;
    link_end_init(&host->to_host, &host->shared->to_host, rings, bytes);
    link_end_init(&host->to_guest, &host->shared->to_guest, rings + bytes, bytes);
    return true;
}

// ---- Frames

static void obey(struct host *host) {
    struct link_frame frame;
    u32 count = 0;
    while (count++ < FRAMES_MOST && link_read(&host->to_host, false, &frame, host->payload)) {
        if (frame.kind == LINK_LOOKUP || frame.kind == LINK_REVERSE) {
            lookup_begin(host, &frame);
        } else if (frame.kind == LINK_LISTEN) {
            continue; // only a recording wants to know
        } else if (!connection_obey(host, &frame)) {
            host->to_host.broken = true;
        }
    }
    if (link_must_wake_writer(&host->to_host)) host_wake_guest(&host->guest);
}

static void flush(struct host *host, struct connection *connections, u32 end) {
    for (u32 i = 0; i < end; i++) {
        if (!connections[i].used || !connections[i].link.owes) continue;
        host_sent(host, link_flush(&host->to_guest, &connections[i].link));
        connection_release_if_over(&connections[i]);
    }
}

static void send_owed(struct host *host) {
    if (!host->waits_for_room || !link_has_room(&host->to_guest)) return;
    host->waits_for_room = false;
    flush(host, host->own, host->own_end);
    flush(host, host->others, host->others_end);
    for (size_t i = 0; i < host->lookups_end; i++) {
        if (host->lookups[i].used && host->lookups[i].is_answered) lookup_answer(host, &host->lookups[i]);
    }
}

// ---- One round: what is watched, and what then is ready, in the same order

struct watched {
    struct pollfd *polls;
    size_t count, capacity;
};

// How many of each were watched: there may be more now.
struct extent {
    u32 own, others, lookups;
};

static void watch(struct watched *watched, int descriptor, short events) {
    ARRAY_GROW(watched->polls, watched->count, watched->capacity);
    watched->polls[watched->count++] = (struct pollfd){.fd = events ? descriptor : -1, .events = events};
}

static void watch_all(const struct host *host, struct watched *watched) {
    watched->count = 0;
    watch(watched, host->guest.bell, host->is_over ? 0 : POLLIN);
    for (size_t i = 0; i < host->policy->forward_count; i++) {
        watch(watched, host->policy->forwards[i].listener, host->waits_for_room || host->rests ? 0 : POLLIN);
    }
    for (size_t i = 0; i < host->lookups_end; i++) {
        watch(watched, host->lookups[i].pipe, host->lookups[i].used && !host->lookups[i].is_answered ? POLLIN : 0);
    }
    for (u32 i = 0; i < host->own_end; i++) {
        watch(watched, host->own[i].socket, connection_watches(host, &host->own[i]));
    }
    for (u32 i = 0; i < host->others_end; i++) {
        watch(watched, host->others[i].socket, connection_watches(host, &host->others[i]));
    }
    for (const struct drain *drain = host->drains; drain; drain = drain->next) watch(watched, drain->socket, POLLOUT);
}

static void serve_connections(struct host *host, struct connection *connections, u32 end, const struct pollfd **at) {
    for (u32 i = 0; i < end; i++, ++*at) {
        if ((*at)->revents && connections[i].socket == (*at)->fd) {
            connection_ready(host, &connections[i], (*at)->revents);
        }
    }
}

static void serve_drains(struct host *host, const struct pollfd *at) {
    for (struct drain **drain = &host->drains; *drain; at++) {
        struct drain *this = *drain;
        if (at->revents && drain_ready(this)) {
            *drain = this->next;
            free(this);
        } else {
            drain = &this->next;
        }
    }
}

static void serve_all(struct host *host, const struct watched *watched, const struct extent *extent) {
    const struct pollfd *at = watched->polls;
    if ((at++)->revents && !hear(host)) {
        host->is_over = true;
        host->over_ns = time_now_ns();
        host->guest.signalled = 0; // its number may soon be another's
    }
    for (size_t i = 0; i < host->policy->forward_count; i++, at++) {
        if (at->revents) connection_accept(host, &host->policy->forwards[i]);
    }
    for (size_t i = 0; i < extent->lookups; i++, at++) {
        if (at->revents) lookup_ready(host, &host->lookups[i]);
    }
    serve_connections(host, host->own, extent->own, &at);
    serve_connections(host, host->others, extent->others, &at);
    serve_drains(host, at);
}

// Waits until something is ready, or the guest has written; as poll. The guest is not asked to ring while we look
// ourselves. No wake-up is lost: before we sleep we say that we wait, and then look once more (link_wait_to_read has
// the fence), while the guest stores its frame first and then looks whether we wait; so one of the two sees the other.
// Room that the guest makes is not looked for, because a guest that waits for that has said so before.
static int wait_awake(struct host *host, struct watched *watched) {
    u64 until_ns = time_now_ns() + AWAKE_NS;
    link_wait_no_more(&host->to_host);
    do {
        int ready = poll(watched->polls, watched->count, 0);
        if (ready || link_has_more(&host->to_host)) return ready;
        sched_yield(); // the one that we wait for may need this processor
    } while (time_now_ns() < until_ns);
    link_wait_to_read(&host->to_host);
    return poll(watched->polls, watched->count, link_has_more(&host->to_host) ? 0 : -1);
}

static void wait_for_any(struct host *host, struct watched *watched, int limit_ms, const struct extent *extent) {
    u64 since_ns = time_now_ns();
    bool stays = limit_ms < 0 && host->awake_credit >= AWAKE_BEGINS;
    int ready = stays ? wait_awake(host, watched) : poll(watched->polls, watched->count, limit_ms);
    bool was_short = time_now_ns() - since_ns < AWAKE_NS;
    if (limit_ms < 0 && was_short && host->awake_credit < host->awake_most) host->awake_credit++;
    if (limit_ms < 0 && !was_short) {
        host->awake_credit -= host->awake_credit < AWAKE_LOSS ? host->awake_credit : AWAKE_LOSS;
    }
    if (ready > 0) serve_all(host, watched, extent);
}

static void round_of(struct host *host, struct watched *watched) {
    obey(host);
    send_owed(host);
    link_wait_to_read(&host->to_host);
    int limit_ms = link_has_more(&host->to_host) ? 0 : host->is_over || host->rests ? REST_MS : -1;
    if (host->waits_for_room && link_has_room(&host->to_guest)) limit_ms = 0;
    watch_all(host, watched);
    struct extent extent = {host->own_end, host->others_end, host->lookups_end};
    host->rests = false;
    wait_for_any(host, watched, limit_ms, &extent);
    while (host->children && waitpid(-1, NULL, WNOHANG) > 0) host->children--;
}

static u64 bytes_left(const struct host *host) {
    u64 sum = __atomic_load_n(&host->to_host.ring->head, __ATOMIC_ACQUIRE) - host->to_host.position;
    for (u32 i = 0; i < host->own_end; i++) sum += host->own[i].bytes;
    for (u32 i = 0; i < host->others_end; i++) sum += host->others[i].bytes;
    for (const struct drain *drain = host->drains; drain; drain = drain->next) sum += drain->bytes;
    return sum;
}

// The guest is gone; what it has sent is on its way as long as anybody takes it.
static void drain_all(struct host *host, struct watched *watched) {
    u64 since_ns = time_now_ns(), left = bytes_left(host);
    while (left && !host->to_host.broken && time_now_ns() - since_ns < DRAIN_NS) {
        round_of(host, watched);
        u64 now_left = bytes_left(host);
        if (now_left != left) since_ns = time_now_ns();
        left = now_left;
    }
}

// As many descriptors as there can be channels, if that may be.
static void raise_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static bool has_processors_to_spare(void) {
    cpu_set_t processors;
    return sched_getaffinity(0, sizeof(processors), &processors) == 0 && CPU_COUNT(&processors) > 1;
}

static _Noreturn void run(struct host *host) {
    struct watched watched = {0};
    host->awake_most = has_processors_to_spare() ? AWAKE_CREDIT : 0;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGINT, SIG_IGN); // its guest is told first
    signal(SIGTERM, SIG_DFL);
    signal(SIGPIPE, SIG_IGN);
    raise_limit();
    if (!wait_for_guest(host)) _exit(record_end(host) ? 0 : HOST_NOT_RECORDED);
    record_begin(host);
    while (!host->is_over && !host->to_host.broken && !host->to_guest.broken) round_of(host, &watched);
    drain_all(host, &watched);
    if (!record_end(host)) _exit(HOST_NOT_RECORDED);
    _exit(host->is_over ? 0 : 1);
}

pid_t host_start(const struct host_guest *guest, const struct policy *policy) {
    pid_t process = fork();
    if (process) return process;
    struct host *host = memory_get(sizeof(*host));
    host->guest = *guest;
    host->policy = policy;
    run(host);
}
