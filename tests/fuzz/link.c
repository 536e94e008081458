// The stream between a guest and the host's network, at both of its ends (base/link.h): frames that an input makes, and
// raw bytes in the ring. The first byte chooses the end. The host's end connects only to a listener of our own, which
// never accepts.
#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "kernel/core/cpu_self.h"
#include "kernel/core/machine.h"
#include "kernel/core/options.h"
#include "kernel/core/outside.h"
#include "kernel/core/thread.h"
#include "kernel/net/net.h"
#include "log/state.h"
#include "tests/host/empty_files.h"
#include "tests/host/log_fixture.h"
#include "viz/net/host_state.h"

#define RING_BYTES (64u * KIB)
#define CONNECTIONS 4u
#define DATAGRAMS (CONNECTIONS + 1) // the index of their socket, behind the listener's

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

static struct link_shared *shared;
static struct link_address here; // of the listener

bool machine_bell_start(void) { return true; }
void machine_bell(void) {}

// What the host's end needs of the tool, which cannot be linked with the kernel.
void *memory_get(size_t bytes) {
    void *memory = calloc(1, bytes);
    if (!memory) abort();
    return memory;
}
void host_sent(struct host *host, bool sent) { host->waits_for_room |= !sent; }
bool policy_allows_name(const struct policy *policy, const char *name) { return !policy && name; }
bool policy_allows_address(const struct policy *policy, const u8 address[16]) { return !policy && address; }
bool policy_allows(const struct policy *policy, const struct link_address *to) {
    return policy && memcmp(to, &here, sizeof(here)) == 0;
}

// ---- What an input writes: for each frame a kind, a channel, a length and a value of a byte each, and the payload. A
// kind of 255 has raw bytes follow, to the end.

struct input {
    const u8 *at, *end;
};

static u8 next(struct input *input) { return input->at < input->end ? *input->at++ : 0; }

static u32 number_of(u8 byte) { return byte < 250 ? byte : byte < 253 ? (u32)LINK_WINDOW : UINT32_MAX; }

static u32 channel_of(u8 byte) { return (byte & 0x7f) | (byte & 0x80 ? LINK_BY_HOST : 0); }

// Returns false at the end.
static bool write_frame(struct input *input, struct link_end *writer) {
    static u8 payload[LINK_PAYLOAD_MOST];
    if (input->at == input->end) return false;
    u8 kind = next(input), channel = next(input), length = next(input), value = next(input);
    struct link_frame frame = {
        .kind = kind, .channel = channel_of(channel), .value = number_of(value), .bytes = length};
    if (kind == 255) {
        u64 left = (u64)(input->end - input->at), most = left < writer->bytes ? left : writer->bytes;
        memcpy(writer->data, input->at, most);
        writer->ring->head = writer->position + ALIGN_UP(length * 64u, 8u) + (value & 1);
        return false;
    }
    if (frame.kind == LINK_DATA && length >= 128) frame.bytes = (length - 127u) * 128u;
    for (u32 i = 0; i < frame.bytes; i++) payload[i] = i < length ? next(input) : (u8)i;
    if (frame.kind == LINK_CONNECT && value & 1) memcpy(payload, &here, sizeof(here));
    return link_write(writer, &frame, payload);
}

static void drop(struct link_end *reader, bool by_host) {
    static u8 payload[LINK_PAYLOAD_MOST];
    struct link_frame frame;
    while (link_read(reader, by_host, &frame, payload)) continue;
    if (reader->broken) abort(); // what our end writes is never nonsense
}

static void clear(void) {
    memset(shared, 0, 4096 + 2 * RING_BYTES);
    shared->ring_bytes = RING_BYTES;
}

// ---- The guest's end, with some connections and a listener

static void try_guest(struct input *input) {
    static struct files *files;
    static struct net *net;
    static const struct net_address outside = {.bytes = {[10] = 0xff, [11] = 0xff, [12] = 10}, .port = 1};
    struct net_address at = net_address_of_ipv4(0x7f000001, 80), remote;
    struct link_end writer, reader;
    int descriptors[DATAGRAMS + 1];
    u8 *rings = (u8 *)shared + 4096, bytes[256];
    if (!files) files = empty_files(32 << 20), net = net_create(files, NULL);
    clear();
    net_link_start(NULL, 0);
    struct outside *link = cpu_self()->outside;
    link_end_init(&reader, &shared->to_host, rings, RING_BYTES);
    link_end_init(&writer, &shared->to_guest, rings + RING_BYTES, RING_BYTES);
    for (u32 i = 0; i <= CONNECTIONS; i++) descriptors[i] = net_open(net, NET_STREAM, true);
    for (u32 i = 0; i < CONNECTIONS; i++) net_connect(net, descriptors[i], &outside);
    descriptors[DATAGRAMS] = net_open(net, NET_DATAGRAM, true);
    net_send_to(net, descriptors[DATAGRAMS], bytes, 1, &outside);
    net_bind(net, descriptors[CONNECTIONS], &at);
    net_listen(net, descriptors[CONNECTIONS], 3);
    for (bool more = true; more;) {
        more = write_frame(input, &writer);
        u8 what = next(input);
        if (outside_look(link)) outside_work(link);
        if (what & 1) file_read(files, descriptors[what >> 1 & 3], bytes, sizeof(bytes));
        if (what & 8) file_write(files, descriptors[what >> 1 & 3], bytes, sizeof(bytes));
        if (what & 16) file_close(files, net_accept(net, descriptors[CONNECTIONS], &remote));
        if (what & 32) net_shutdown(net, descriptors[what >> 1 & 3], NET_SHUT_WRITE);
        if (what & 64) net_send_to(net, descriptors[DATAGRAMS], bytes, what, &outside);
        if (what & 128) net_receive_from(net, descriptors[DATAGRAMS], bytes, sizeof(bytes), &remote);
        drop(&reader, false);
    }
    for (u32 i = 0; i <= DATAGRAMS; i++) file_close(files, descriptors[i]);
    net_link_stop(link);
}

// ---- The host's end

static struct link_address listen_here(int *listener) {
    struct sockaddr_in own = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t bytes = sizeof(own);
    *listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    if (bind(*listener, (struct sockaddr *)&own, bytes) || listen(*listener, 128)) abort();
    getsockname(*listener, (struct sockaddr *)&own, &bytes);
    struct link_address made = {.bytes = {[10] = 0xff, [11] = 0xff, [12] = 127, [15] = 1}, .port = ntohs(own.sin_port)};
    return made;
}

static void close_all(struct host *host, int listener) {
    for (u32 i = 0; i < host->own_end; i++) {
        if (!host->own[i].used) continue;
        if (host->own[i].socket >= 0) close(host->own[i].socket);
        free(host->own[i].buffer);
    }
    for (struct drain *drain = host->drains, *following; drain; drain = following) {
        following = drain->next;
        close(drain->socket);
        free(drain->buffer);
        free(drain);
    }
    for (int socket; (socket = accept(listener, NULL, NULL)) >= 0;) close(socket);
    memset(host->own, 0, host->own_end * sizeof(host->own[0]));
    host->drains = NULL;
    host->own_end = 0;
}

static void try_host(struct input *input) {
    static struct host *host;
    static int listener;
    static const struct policy policy;
    struct link_end writer, reader;
    struct link_frame frame;
    u8 *rings = (u8 *)shared + 4096;
    if (!host) {
        host = memory_get(sizeof(*host));
        here = listen_here(&listener);
        host->policy = &policy;
        host->guest.bell = -1;
    }
    clear();
    host->shared = shared;
    host->waits_for_room = false;
    link_end_init(&writer, &shared->to_host, rings, RING_BYTES);
    link_end_init(&host->to_host, &shared->to_host, rings, RING_BYTES);
    link_end_init(&reader, &shared->to_guest, rings + RING_BYTES, RING_BYTES);
    link_end_init(&host->to_guest, &shared->to_guest, rings + RING_BYTES, RING_BYTES);
    for (bool more = true; more;) {
        more = write_frame(input, &writer);
        while (link_read(&host->to_host, false, &frame, host->payload)) {
            if (frame.kind == LINK_LOOKUP || frame.kind == LINK_REVERSE) {
                lookup_begin(host, &frame);
            } else if (frame.kind == LINK_LISTEN) {
                continue; // as in host.c
            } else if (!connection_obey(host, &frame)) {
                host->to_host.broken = true;
            }
        }
        for (u32 i = 0; i < host->own_end; i++) {
            short events = host->own[i].used ? connection_watches(host, &host->own[i]) : 0;
            if (events && next(input) & 1) connection_ready(host, &host->own[i], events);
        }
        drop(&reader, true);
    }
    close_all(host, listener);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size) {
    static const char options[] = "net-loopback=1\nnet-ports=1\n";
    if (!shared) {
        fixture_thread_bytes = sizeof(struct thread);
        fixture_start(8 << 20, 0);
        machine_options = (struct options){options, options + sizeof(options) - 1};
        shared = aligned_alloc(4096, 4096 + 2 * RING_BYTES);
        log_state.net = shared;
    }
    if (!size) return 0;
    struct input input = {data + 1, data + size};
    if (*data & 1) {
        try_host(&input);
    } else {
        try_guest(&input);
    }
    return 0;
}
