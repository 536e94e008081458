// The stream to the host's network: its rings and frames, and the guest's end of it with sockets, over an empty
// archive. The test is the host.
#include <stdlib.h>
#include <string.h>

#include "base/link.h"
#include "empty_files.h"
#include "fibers.h"
#include "kernel/core/cpu_self.h"
#include "kernel/core/machine.h"
#include "kernel/core/options.h"
#include "kernel/core/outside.h"
#include "kernel/net/net.h"
#include "log/state.h"
#include "tap.h"

#define RING_BYTES (64u * KIB)
#define INPUT_OUTPUT_ERROR (-5)

static struct files *files;
static struct net *net;
static struct link_shared *shared;
static struct link_end from_guest, to_guest;
static struct link_frame got;
static u8 payload[LINK_PAYLOAD_MOST];
static u32 bells;

bool machine_bell_start(void) { return true; }
void machine_bell(void) { bells++; }

// ---- Rings and frames

static void test_ring(void) {
    static struct link_ring ring;
    static u8 data[4096], sent[1001];
    struct link_end writer, reader;
    struct link_frame frame = {.kind = LINK_DATA, .bytes = sizeof(sent), .channel = 5};
    u64 written = 0, read = 0;
    bool right = true;
    link_end_init(&writer, &ring, data, sizeof(data));
    link_end_init(&reader, &ring, data, sizeof(data));
    for (u32 round = 0; round < 100; round++) {
        memset(sent, (int)round, sizeof(sent));
        while (link_write(&writer, &frame, sent)) written++;
        right = right && written - read == 4 && link_room(&writer) < (s64)sizeof(sent);
        for (u32 i = 0; i < 3; i++, read++) {
            right = right && link_read(&reader, false, &got, payload) && got.bytes == sizeof(sent) &&
                    got.channel == 5 && memcmp(payload, payload + 1, sizeof(sent) - 1) == 0;
        }
    }
    tap_ok(right, "frames go around the ring's end, and stop when it is full");
    tap_ok(!link_must_wake_reader(&writer), "nobody waits");
    link_wait_to_read(&reader);
    tap_ok(link_must_wake_reader(&writer) && !link_must_wake_reader(&writer), "who waits for a frame is woken once");
    link_wait_to_read(&reader);
    link_wait_no_more(&reader);
    tap_ok(!link_must_wake_reader(&writer), "who looks by itself is not");
    while (link_read(&reader, false, &got, payload)) continue;
    link_wait_to_read(&reader);
    tap_ok(!link_must_wake_reader(&writer) && ring.reader_waits, "and not for what has been read");
}

// One frame in a ring, and whether it is nonsense.
static bool is_nonsense(u32 kind, u32 bytes, u32 channel, u32 value, bool by_host) {
    static struct link_ring ring;
    static u8 data[32768];
    struct link_end writer, reader;
    memset(&ring, 0, sizeof(ring));
    link_end_init(&writer, &ring, data, sizeof(data));
    link_end_init(&reader, &ring, data, sizeof(data));
    struct link_frame frame = {.kind = (u16)kind, .bytes = bytes, .channel = channel, .value = value};
    memcpy(data, &frame, sizeof(frame));
    ring.head = sizeof(frame) + ALIGN_UP(bytes, 8u);
    bool is_read = link_read(&reader, by_host, &got, payload);
    return !is_read && reader.broken && !link_has_more(&reader);
}

static void test_nonsense(void) {
    tap_ok(is_nonsense(0, 0, 0, 0, true) && is_nonsense(LINK_KINDS, 0, 0, 0, true) && is_nonsense(999, 0, 0, 0, true),
           "kinds that there are not");
    tap_ok(is_nonsense(LINK_DATA, 0, 0, 0, true) && is_nonsense(LINK_DATA, LINK_PAYLOAD_MOST + 1, 0, 0, true) &&
               is_nonsense(LINK_CREDIT, 1, 0, 0, true) && is_nonsense(LINK_CONNECTED, 23, 0, 0, true) &&
               is_nonsense(LINK_LOOKUP, LINK_NAME_MOST + 1, 0, 0, false) && is_nonsense(LINK_NAMES, 17, 0, 0, true) &&
               is_nonsense(LINK_NAMES, 17 * 16, 0, 0, true) && is_nonsense(LINK_DATAGRAM, 23, 0, 0, true) &&
               is_nonsense(LINK_DATAGRAM, LINK_PAYLOAD_MOST + 1, 0, 0, false) &&
               is_nonsense(LINK_OPEN, 0, 0, 0, false) && is_nonsense(LINK_REVERSE, 4, 0, 0, false) &&
               is_nonsense(LINK_NAMES, 16, 0, 3, true),
           "payloads that are too short or too long");
    tap_ok(is_nonsense(LINK_CONNECT, 24, 0, 0, true) && is_nonsense(LINK_ACCEPT, 32, LINK_BY_HOST, 0, false) &&
               is_nonsense(LINK_NAMES, 16, 0, 0, false) && is_nonsense(LINK_ACCEPTED, 0, LINK_BY_HOST, 0, true) &&
               is_nonsense(LINK_OPEN, 24, 0, 0, true) && is_nonsense(LINK_REVERSE, 16, 0, 0, true),
           "what the other end does not send");
    tap_ok(is_nonsense(LINK_DATA, 1, LINK_CHANNELS, 0, true) && is_nonsense(LINK_END, 0, 0x20000, 0, true) &&
               is_nonsense(LINK_CONNECT, 24, LINK_BY_HOST, 0, false) && is_nonsense(LINK_ACCEPT, 32, 1, 0, true) &&
               is_nonsense(LINK_DATAGRAM, 24, LINK_BY_HOST, 0, true) &&
               is_nonsense(LINK_OPEN, 24, LINK_CHANNELS, 0, false),
           "channels that there are not");
    tap_ok(!is_nonsense(LINK_DATA, LINK_PAYLOAD_MOST, 7, 0, true) && !is_nonsense(LINK_NAMES, 17, 7, 1, true),
           "and what is none");
    static struct link_ring ring = {.head = 1};
    static u8 data[1024];
    struct link_end end;
    bool broken = true;
    for (u32 i = 0; i < 3; i++) {
        static const u64 heads[] = {8, 1025, UINT64_MAX};
        ring.head = heads[i];
        link_end_init(&end, &ring, data, sizeof(data));
        broken = broken && !link_read(&end, true, &got, payload) && end.broken;
    }
    ring = (struct link_ring){.tail = 17};
    link_end_init(&end, &ring, data, sizeof(data));
    tap_ok(broken && link_room(&end) < 0 && end.broken, "positions that cannot be");
}

// ---- The guest's end

static void start(void) {
    static const char options[] = "net-loopback=1\nnet-ports=1\n";
    machine_options = (struct options){options, options + sizeof(options) - 1};
    files = empty_files(32 << 20);
    net = net_create(files, NULL);
    shared = aligned_alloc(4096, 4096 + 2 * RING_BYTES);
    log_state.net = shared;
}

// A new stream, as at the start.
static void begin(void) {
    memset(shared, 0, 4096 + 2 * RING_BYTES);
    shared->ring_bytes = RING_BYTES;
    u8 *rings = (u8 *)shared + 4096;
    link_end_init(&from_guest, &shared->to_host, rings, RING_BYTES);
    link_end_init(&to_guest, &shared->to_guest, rings + RING_BYTES, RING_BYTES);
    net_link_start(NULL, 0);
    bells = 0;
}

static void deliver(void) {
    struct outside *outside = cpu_self()->outside;
    if (outside_look(outside)) outside_work(outside);
}

static bool send(enum link_kind kind, u32 channel, u32 value, const void *bytes, u32 count) {
    struct link_frame frame = {.kind = (u16)kind, .bytes = count, .channel = channel, .value = value};
    bool sent = link_write(&to_guest, &frame, bytes);
    deliver();
    return sent;
}

static bool next_is(enum link_kind kind) { return link_read(&from_guest, false, &got, payload) && got.kind == kind; }

static const struct net_address outside = {.bytes = {[10] = 0xff, [11] = 0xff, [12] = 10, [15] = 9}, .port = 80};
static const struct link_address own = {.bytes = {[10] = 0xff, [11] = 0xff, [12] = 10, [15] = 1}, .port = 4321};

static int connecting(u32 *channel) {
    int descriptor = net_open(net, NET_STREAM, true);
    int error = net_connect(net, descriptor, &outside);
    if (error != FILE_IN_PROGRESS || !next_is(LINK_CONNECT)) tap_ok(false, "a connection is asked for");
    *channel = got.channel;
    return descriptor;
}

static int connected(u32 *channel) {
    int descriptor = connecting(channel);
    send(LINK_CONNECTED, *channel, LINK_WINDOW, &own, sizeof(own));
    return descriptor;
}

static void test_connection(void) {
    u32 channel;
    struct net_address local;
    u8 bytes[8];
    begin();
    int descriptor = connecting(&channel);
    struct link_address asked;
    memcpy(&asked, payload, sizeof(asked));
    tap_ok(asked.port == 80 && memcmp(asked.bytes, outside.bytes, 16) == 0 && got.value == LINK_WINDOW &&
               file_readiness(files, descriptor) == 0,
           "a connection outwards");
    send(LINK_CONNECTED, channel, LINK_WINDOW, &own, sizeof(own));
    tap_ok(file_readiness(files, descriptor) == FILE_READY_OUT && net_take_error(net, descriptor) == 0 &&
               net_local(net, descriptor, &local) == 0 && local.port == 4321,
           "is made by the host");
    tap_ok(file_write(files, descriptor, "hello", 5) == 5 && next_is(LINK_DATA) && got.channel == channel &&
               memcmp(payload, "hello", 5) == 0,
           "takes bytes there");
    send(LINK_DATA, channel, 0, "answer", 6);
    tap_ok(file_available(files, descriptor) == 6 && file_read(files, descriptor, bytes, 8) == 6 &&
               memcmp(bytes, "answer", 6) == 0 && file_read(files, descriptor, bytes, 8) == FILE_AGAIN,
           "and back");
    send(LINK_END, channel, 0, NULL, 0);
    tap_ok(file_read(files, descriptor, bytes, 8) == 0 && net_shutdown(net, descriptor, NET_SHUT_WRITE) == 0 &&
               next_is(LINK_END) && file_write(files, descriptor, "x", 1) == FILE_BROKEN_PIPE,
           "each way has its end");
    file_close(files, descriptor);
    tap_ok(next_is(LINK_CLOSE) && got.value == 0, "and so has the whole");
    send(LINK_CLOSE, channel, 0, NULL, 0);
    tap_ok(!outside_may_wake(cpu_self()->outside) || !shared->nonsense, "and the number is free again");
}

static void test_failures(void) {
    u32 channel;
    u8 byte;
    begin();
    int descriptor = connecting(&channel);
    send(LINK_CLOSE, channel, 111, NULL, 0);
    tap_ok(file_readiness(files, descriptor) & FILE_READY_ERROR && net_take_error(net, descriptor) == FILE_REFUSED &&
               next_is(LINK_CLOSE),
           "a connection that is refused");
    file_close(files, descriptor);
    descriptor = connected(&channel);
    send(LINK_DATA, channel, 0, "x", 1);
    send(LINK_CLOSE, channel, 104, NULL, 0);
    tap_ok(file_read(files, descriptor, &byte, 1) == 1 &&
               file_read(files, descriptor, &byte, 1) == FILE_CONNECTION_RESET,
           "one that is reset, behind what has come");
    tap_ok(next_is(LINK_CLOSE) && file_write(files, descriptor, "x", 1) == FILE_BROKEN_PIPE, "which ends it");
    file_close(files, descriptor);
    descriptor = connected(&channel);
    send(LINK_DATA, channel, 0, "x", 1);
    file_close(files, descriptor);
    tap_ok(next_is(LINK_CLOSE) && got.value == 104, "who closes it before reading all resets it");
    tap_ok(send(LINK_DATA, channel, 0, "late", 4) && !shared->nonsense, "what still comes is dropped");
}

static void test_windows(void) {
    static u8 much[256 * KIB];
    u32 channel;
    u64 came = 0;
    begin();
    int descriptor = connected(&channel);
    s64 first = file_write(files, descriptor, much, sizeof(much));
    tap_ok(first > 0 && first <= (s64)LINK_WINDOW && file_write(files, descriptor, much, 1) == FILE_AGAIN &&
               !(file_readiness(files, descriptor) & FILE_READY_OUT),
           "the guest sends what the window and the ring allow");
    while (next_is(LINK_DATA)) came += got.bytes;
    deliver();
    s64 second = file_write(files, descriptor, much, sizeof(much));
    tap_ok(came == (u64)first && (u64)(first + second) == LINK_WINDOW,
           "to the window's end when there is room in the ring");
    while (next_is(LINK_DATA)) continue;
    send(LINK_CREDIT, channel, 100, NULL, 0);
    tap_ok(file_write(files, descriptor, much, sizeof(much)) == 100, "and more when more is granted");
    for (u32 i = 0; i < LINK_WINDOW / LINK_PAYLOAD_MOST - 1; i++) send(LINK_DATA, channel, 0, much, LINK_PAYLOAD_MOST);
    tap_ok(file_available(files, descriptor) == (s64)(LINK_WINDOW - LINK_PAYLOAD_MOST) && !shared->nonsense,
           "the host sends what its window allows");
    file_read(files, descriptor, much, LINK_PAYLOAD_MOST);
    while (next_is(LINK_DATA)) continue;
    tap_ok(got.kind == LINK_CREDIT && got.value == LINK_PAYLOAD_MOST, "and gets it back for what is read");
    for (u32 i = 0; i < 4; i++) send(LINK_DATA, channel, 0, much, LINK_PAYLOAD_MOST);
    s64 last;
    while ((last = file_read(files, descriptor, much, sizeof(much))) > 0) continue;
    tap_ok(shared->nonsense == 1 && last == INPUT_OUTPUT_ERROR, "but more than that is nonsense");
    file_close(files, descriptor);
}

// A socket of datagrams with its channel, which comes with the first that it sends.
static int speaking(u32 *channel, bool connects) {
    int descriptor = net_open(net, NET_DATAGRAM, true);
    if (connects) net_connect(net, descriptor, &outside);
    s64 sent =
        connects ? file_write(files, descriptor, "hello", 5) : net_send_to(net, descriptor, "hello", 5, &outside);
    bool opened = next_is(LINK_OPEN);
    *channel = got.channel;
    bool right = sent == 5 && opened && next_is(LINK_DATAGRAM) && got.channel == *channel;
    struct link_address to;
    memcpy(&to, payload, sizeof(to));
    tap_ok(right && got.value == connects && got.bytes == sizeof(to) + 5 && to.port == outside.port &&
               memcmp(to.bytes, outside.bytes, sizeof(to.bytes)) == 0 && memcmp(payload + sizeof(to), "hello", 5) == 0,
           "a datagram outwards%s", connects ? ", of a socket that is connected" : "");
    return descriptor;
}

static bool answer(u32 channel, const struct net_address *by, u32 error, const char *text) {
    u8 bytes[64];
    struct link_address from = {.port = by->port};
    memcpy(from.bytes, by->bytes, sizeof(from.bytes));
    memcpy(bytes, &from, sizeof(from));
    memcpy(bytes + sizeof(from), text, strlen(text));
    return send(LINK_DATAGRAM, channel, error, bytes, (u32)(sizeof(from) + strlen(text)));
}

static void test_datagrams(void) {
    static u8 much[LINK_PAYLOAD_MOST];
    u32 channel;
    u8 bytes[16];
    struct net_address from, other = outside;
    other.port = 81;
    begin();
    int descriptor = speaking(&channel, false);
    answer(channel, &other, 0, "answer");
    tap_ok(net_receive_from(net, descriptor, bytes, sizeof(bytes), &from) == 6 && from.port == 81 &&
               memcmp(bytes, "answer", 6) == 0,
           "and one back, from whomever");
    answer(channel, &other, 111, "");
    tap_ok(net_receive_from(net, descriptor, bytes, sizeof(bytes), &from) == FILE_AGAIN, "errors are for others");
    tap_ok(net_send_to(net, descriptor, much, LINK_DATAGRAM_MOST, &outside) == LINK_DATAGRAM_MOST &&
               net_send_to(net, descriptor, much, LINK_DATAGRAM_MOST + 1, &outside) == FILE_MESSAGE_TOO_LONG,
           "one is as long as a frame may be");
    while (net_send_to(net, descriptor, much, LINK_DATAGRAM_MOST, &outside) > 0) continue;
    tap_ok(net_send_to(net, descriptor, much, LINK_DATAGRAM_MOST, &outside) == FILE_AGAIN &&
               !(file_readiness(files, descriptor) & FILE_READY_OUT),
           "one that finds no room waits");
    while (next_is(LINK_DATAGRAM)) continue;
    deliver();
    tap_ok(file_readiness(files, descriptor) & FILE_READY_OUT, "until there is some");
    file_close(files, descriptor);
    tap_ok(next_is(LINK_CLOSE) && got.channel == channel, "a socket closes its channel");
    answer(channel, &other, 0, "late");
    send(LINK_CLOSE, channel, 0, NULL, 0);
    tap_ok(!shared->nonsense, "after which what comes is dropped");
    descriptor = speaking(&channel, true);
    answer(channel, &other, 0, "no");
    answer(channel, &other, 111, "");
    answer(channel, &outside, 0, "yes");
    tap_ok(file_read(files, descriptor, bytes, sizeof(bytes)) == 3 &&
               file_read(files, descriptor, bytes, 1) == FILE_AGAIN,
           "only its peer is heard");
    answer(channel, &outside, 111, "");
    tap_ok(file_read(files, descriptor, bytes, 1) == FILE_REFUSED, "and its errors");
    send(LINK_DATA, channel, 0, "x", 1);
    tap_ok(shared->nonsense == 1, "bytes of a connection are nonsense for it");
    file_close(files, descriptor);
    begin();
    descriptor = connected(&channel);
    answer(channel, &outside, 0, "x");
    tap_ok(shared->nonsense == 1, "as is a datagram for a connection");
    file_close(files, descriptor);
}

static void test_inwards(void) {
    struct link_accept accept = {.from = {.bytes = {[10] = 0xff, [11] = 0xff, [12] = 127, [15] = 1}, .port = 999},
                                 .port = 8080};
    struct net_address at = net_address_of_ipv4(0x7f000001, 8080), remote;
    begin();
    int listener = net_open(net, NET_STREAM, false);
    net_bind(net, listener, &at);
    net_listen(net, listener, 1);
    tap_ok(next_is(LINK_LISTEN) && got.value == 8080, "that somebody listens is said");
    send(LINK_ACCEPT, LINK_BY_HOST, LINK_WINDOW, &accept, sizeof(accept));
    tap_ok(next_is(LINK_ACCEPTED) && got.channel == LINK_BY_HOST, "somebody comes from outside");
    send(LINK_DATA, LINK_BY_HOST, 0, "early", 5);
    int served = net_accept(net, listener, &remote);
    tap_ok(served > 0 && remote.port == 999 && file_available(files, served) == 5, "and is accepted");
    accept.port = 8081;
    send(LINK_ACCEPT, LINK_BY_HOST + 1, LINK_WINDOW, &accept, sizeof(accept));
    tap_ok(next_is(LINK_CLOSE) && got.channel == LINK_BY_HOST + 1 && got.value == 111, "where nobody listens, is not");
    accept.port = 8080;
    send(LINK_ACCEPT, LINK_BY_HOST + 2, LINK_WINDOW, &accept, sizeof(accept));
    send(LINK_ACCEPT, LINK_BY_HOST + 3, LINK_WINDOW, &accept, sizeof(accept));
    send(LINK_ACCEPT, LINK_BY_HOST + 4, LINK_WINDOW, &accept, sizeof(accept));
    bool two = next_is(LINK_ACCEPTED) && next_is(LINK_ACCEPTED);
    tap_ok(two && next_is(LINK_CLOSE) && got.channel == LINK_BY_HOST + 4, "nor where the queue is full");
    file_close(files, listener);
    tap_ok(next_is(LINK_CLOSE) && got.value == 104 && next_is(LINK_CLOSE), "a listener that closes resets who waits");
    file_close(files, served);
}

// Each on a stream of its own, with a connection that must fail and one within the guest that must not.
static void test_misbehaviour(void) {
    static const struct {
        const char *what;
        enum link_kind kind;
        u32 channel, value, bytes; // channel: added to the connection's
    } cases[] = {
        {"data for a channel that is not open", LINK_DATA, 1, 0, 1},
        {"credit for one", LINK_CREDIT, 1, 1, 0},
        {"a close of one", LINK_CLOSE, 1, 0, 0},
        {"an end of one", LINK_END, 1, 0, 0},
        {"one that is connected twice", LINK_CONNECTED, 0, LINK_WINDOW, sizeof(struct link_address)},
        {"more credit than there can be", LINK_CREDIT, 0, UINT32_MAX, 0},
        {"a frame of the guest", LINK_CONNECT, 0, 0, sizeof(struct link_address)},
        {"no kind", 0, 0, 0, 0},
        {"data without bytes", LINK_DATA, 0, 0, 0},
        {"a channel of the host that is not open", LINK_DATA, LINK_BY_HOST, 0, 1},
        {"a window beyond all bounds", LINK_ACCEPT, LINK_BY_HOST, UINT32_MAX, sizeof(struct link_accept)},
    };
    for (u32 i = 0; i < COUNT_OF(cases); i++) {
        static const u8 zeros[64];
        u32 channel;
        u8 byte;
        begin();
        int descriptor = connected(&channel);
        send(cases[i].kind, channel + cases[i].channel, cases[i].value, zeros, cases[i].bytes);
        tap_ok(shared->nonsense == 1 && file_read(files, descriptor, &byte, 1) == INPUT_OUTPUT_ERROR &&
                   net_connect(net, descriptor, &outside) == FILE_INVALID,
               "nonsense: %s", cases[i].what);
        file_close(files, descriptor);
        deliver();
    }
    u32 channel;
    u8 byte;
    begin();
    int descriptor = connected(&channel);
    shared->host_is_gone = 1;
    deliver();
    tap_ok(!shared->nonsense && file_read(files, descriptor, &byte, 1) == INPUT_OUTPUT_ERROR,
           "the host's side is gone");
    file_close(files, descriptor);
    descriptor = net_open(net, NET_STREAM, true);
    tap_ok(net_connect(net, descriptor, &outside) == FILE_NET_UNREACHABLE, "and then the network is unreachable");
    file_close(files, descriptor);
}

static void test_names(void) {
    struct net_lookup lookup;
    static const u8 addresses[32] = {[10] = 0xff, [11] = 0xff, [12] = 10, [31] = 1};
    begin();
    tap_ok(net_lookup_begin(&lookup, "db.example", 10) && next_is(LINK_LOOKUP) && got.bytes == 10 &&
               memcmp(payload, "db.example", 10) == 0,
           "a name is asked for");
    send(LINK_NAMES, got.channel + 1, 0, addresses, 16);
    bool waited = !lookup.is_done;
    send(LINK_NAMES, got.channel, 0, addresses, 32);
    tap_ok(waited && lookup.is_done && lookup.count == 2 && lookup.addresses[1][15] == 1, "and has two addresses");
    net_lookup_end(&lookup);
    net_lookup_begin(&lookup, "nobody", 6);
    next_is(LINK_LOOKUP);
    send(LINK_NAMES, got.channel, 1, "not known", 9);
    tap_ok(lookup.is_done && !lookup.count && strcmp(lookup.why, "not known") == 0, "or none, and why");
    net_lookup_end(&lookup);
    net_lookup_begin_reverse(&lookup, outside.bytes);
    bool asked = next_is(LINK_REVERSE) && got.bytes == 16 && memcmp(payload, outside.bytes, 16) == 0;
    send(LINK_NAMES, got.channel, 2, "db.example", 10);
    tap_ok(asked && lookup.is_done && strcmp(lookup.found, "db.example") == 0, "an address has a name");
    net_lookup_end(&lookup);
    net_lookup_begin_reverse(&lookup, outside.bytes);
    next_is(LINK_REVERSE);
    send(LINK_NAMES, got.channel, 0, addresses, 16);
    tap_ok(lookup.is_done && !lookup.found[0] && !lookup.count, "or none; addresses are no answer to that");
    net_lookup_end(&lookup);
    net_lookup_begin(&lookup, "x", 1);
    shared->host_is_gone = 1;
    deliver();
    tap_ok(lookup.is_done && !lookup.count, "or nobody answers any more");
    net_lookup_end(&lookup);
    tap_ok(!net_lookup_begin(&lookup, "x", 1), "or nobody is asked");
}

static void test_full(void) {
    static int descriptors[LINK_CHANNELS];
    u32 channel, count = 0;
    begin();
    int first = connected(&channel), second = connected(&channel);
    while (file_write(files, first, payload, 1) == 1) count++;
    file_close(files, first); // a short frame more
    file_close(files, second);
    u32 frames = 0;
    while (link_read(&from_guest, false, &got, payload)) frames += got.kind == LINK_DATA;
    deliver();
    tap_ok(frames == count && next_is(LINK_CLOSE) && !next_is(LINK_CLOSE),
           "what finds no room is sent when there is some");
    begin();
    for (count = 0; count < LINK_CHANNELS; count++) descriptors[count] = connecting(&channel);
    int more = net_open(net, NET_STREAM, true);
    tap_ok(net_connect(net, more, &outside) == FILE_NO_BUFFERS, "there are only so many channels");
    shared->host_is_gone = 1;
    deliver();
    file_close(files, more);
    for (count = 0; count < LINK_CHANNELS; count++) file_close(files, descriptors[count]);
}

static int test(void) {
    test_ring();
    test_nonsense();
    start();
    test_connection();
    test_failures();
    test_windows();
    test_datagrams();
    test_inwards();
    test_misbehaviour();
    test_names();
    test_full();
    return tap_done();
}

int main(void) { fibers_run(test); }
