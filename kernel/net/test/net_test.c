// Connections and datagrams, their ends, errors, readiness and limits, over an empty archive.
#include <stdio.h>
#include <string.h>

#include "empty_files.h"
#include "fibers.h"
#include "kernel/net/net.h"
#include "kernel/net/net_right.h"
#include "tap.h"

#define READY_ALL (FILE_READY_IN | FILE_READY_OUT | FILE_READY_ERROR | FILE_READY_HANGUP)

static struct files *files;
static struct net *net;

static void start(void) {
    files = empty_files(32 << 20);
    net = net_create(files, NULL);
    tap_ok(net, "a network");
}

static struct net_address at(u16 port) { return net_address_of_ipv4(0x7f000001, port); }

static struct net_address local_of(int descriptor) {
    struct net_address address;
    net_local(net, descriptor, &address);
    return address;
}

static int listener(u32 backlog) {
    struct net_address any = at(0);
    int descriptor = net_open(net, NET_STREAM, true);
    if (net_bind(net, descriptor, &any) || net_listen(net, descriptor, backlog)) tap_ok(false, "a listener");
    return descriptor;
}

static int client_of(int listening) {
    struct net_address address = local_of(listening);
    int descriptor = net_open(net, NET_STREAM, true);
    file_set_waiting(files, descriptor, false);
    net_connect(net, descriptor, &address);
    return descriptor;
}

static void pair(int ends[2]) {
    struct net_address remote;
    int listening = listener(5);
    ends[0] = client_of(listening);
    ends[1] = net_accept(net, listening, &remote);
    if (ends[1] < 0) tap_ok(false, "a pair");
    file_close(files, listening);
}

static void test_connection(void) {
    struct net_address remote, own;
    char got[16];
    int listening = listener(5);
    tap_ok(local_of(listening).port == 32768 && file_readiness(files, listening) == 0 &&
               net_accept(net, listening, &remote) == FILE_AGAIN,
           "nobody has connected to the first port");
    int client = client_of(listening);
    tap_ok(file_readiness(files, client) == FILE_READY_OUT && net_take_error(net, client) == 0 &&
               file_readiness(files, listening) == FILE_READY_IN,
           "a connection");
    int served = net_accept(net, listening, &remote);
    own = local_of(client);
    tap_ok(served > 0 && memcmp(&remote, &own, sizeof(own)) == 0 && net_remote(net, served, &remote) == 0 &&
               memcmp(&remote, &own, sizeof(own)) == 0,
           "is accepted, with both addresses");
    tap_ok(file_read(files, served, got, 16) == FILE_AGAIN && file_write(files, client, "hello", 5) == 5 &&
               file_available(files, served) == 5 && file_readiness(files, served) & FILE_READY_IN &&
               file_read(files, served, got, 16) == 5 && memcmp(got, "hello", 5) == 0,
           "carries bytes");
    tap_ok(net_shutdown(net, client, NET_SHUT_WRITE) == 0 && file_write(files, client, "x", 1) == FILE_BROKEN_PIPE &&
               file_read(files, served, got, 16) == 0 && file_write(files, served, "more", 4) == 4 &&
               file_read(files, client, got, 16) == 4,
           "one way when it is half closed");
    file_close(files, served);
    tap_ok(file_read(files, client, got, 16) == 0 && file_readiness(files, client) & FILE_READY_HANGUP,
           "and no way when it is closed");
    file_close(files, client);
    file_close(files, listening);
}

static void test_ends(void) {
    char got[16];
    int ends[2];
    pair(ends);
    file_close(files, ends[0]);
    tap_ok(file_write(files, ends[1], "lost", 4) == 4 && file_write(files, ends[1], "x", 1) == FILE_BROKEN_PIPE &&
               file_write(files, ends[1], "x", 1) == FILE_BROKEN_PIPE && file_read(files, ends[1], got, 1) == 0,
           "what is written to nobody");
    file_close(files, ends[1]);
    pair(ends);
    file_write(files, ends[0], "unread", 6);
    file_write(files, ends[1], "kept", 4);
    file_close(files, ends[1]);
    tap_ok((file_readiness(files, ends[0]) & READY_ALL) == READY_ALL && file_read(files, ends[0], got, 16) == 4 &&
               file_read(files, ends[0], got, 16) == FILE_CONNECTION_RESET && file_read(files, ends[0], got, 16) == 0,
           "an end that is closed unread is a reset, after what had come");
    file_close(files, ends[0]);
    int listening = listener(0);
    struct net_address gone = local_of(listening);
    int first = client_of(listening), second = client_of(listening);
    tap_ok(file_readiness(files, first) == FILE_READY_OUT && file_readiness(files, second) == 0,
           "a full queue keeps who connects");
    file_close(files, listening);
    tap_ok(file_read(files, first, got, 1) == FILE_CONNECTION_RESET && net_take_error(net, second) == FILE_REFUSED,
           "until the listener goes");
    file_close(files, first);
    first = net_open(net, NET_STREAM, false);
    tap_ok(net_connect(net, first, &gone) == FILE_REFUSED && net_connect(net, 0, &gone) == FILE_NOT_SOCKET,
           "nobody listens any more");
    file_close(files, first);
    file_close(files, second);
}

static void test_full(void) {
    static u8 bytes[1 << 20], got[1 << 20];
    int ends[2];
    pair(ends);
    for (size_t i = 0; i < sizeof(bytes); i++) bytes[i] = (u8)(i * 7 + i / 255);
    s64 first = file_write(files, ends[0], bytes, 700000), second = file_write(files, ends[0], bytes + 700000, 700000);
    tap_ok(first == 700000 && second == (1 << 20) - 700000 && file_write(files, ends[0], bytes, 1) == FILE_AGAIN &&
               file_readiness(files, ends[0]) == 0,
           "a connection holds so much");
    tap_ok(file_read(files, ends[1], got, 100) == 100 && file_readiness(files, ends[0]) == 0 &&
               file_write(files, ends[0], bytes, 100) == 100,
           "a little room is no reason to wake a writer");
    s64 rest = file_read(files, ends[1], got + 100, sizeof(got) - 100);
    tap_ok(rest == sizeof(got) - 100 && memcmp(bytes, got, sizeof(got)) == 0 &&
               file_readiness(files, ends[0]) == FILE_READY_OUT,
           "all of it arrives as it was");
    file_close(files, ends[0]);
    file_close(files, ends[1]);
}

static void test_ports(void) {
    struct net_address any = {.port = 40000}, here = at(40000), far = net_address_of_ipv4(0x0a000001, 0);
    int a = net_open(net, NET_STREAM, true), b = net_open(net, NET_STREAM, false);
    tap_ok(net_bind(net, a, &any) == 0 && net_bind(net, a, &any) == FILE_INVALID &&
               net_bind(net, b, &here) == FILE_ADDRESS_IN_USE && net_bind(net, b, &far) == FILE_ADDRESS_NOT_AVAILABLE,
           "a port is taken once");
    int datagrams = net_open(net, NET_DATAGRAM, false);
    tap_ok(net_bind(net, datagrams, &here) == 0, "of each kind");
    net_set_option(net, a, NET_LEVEL_SOCKET, NET_REUSE_ADDRESS, 1);
    net_set_option(net, b, NET_LEVEL_SOCKET, NET_REUSE_ADDRESS, 1);
    tap_ok(net_bind(net, b, &here) == 0 && net_listen(net, a, 1) == 0, "or shared, as long as nobody listens");
    file_close(files, a);
    file_close(files, b);
    file_close(files, datagrams);
    a = net_open(net, NET_STREAM, true);
    tap_ok(net_bind(net, a, &here) == 0, "and free when it is closed");
    s32 value = -1;
    tap_ok(net_set_option(net, a, NET_LEVEL_SOCKET, NET_RECEIVE_BUFFER, 5) == 0 &&
               net_get_option(net, a, NET_LEVEL_SOCKET, NET_RECEIVE_BUFFER, &value) == 0 && value == 1152 &&
               net_set_option(net, a, NET_LEVEL_TCP, 1, 1) == 0 &&
               net_get_option(net, a, NET_LEVEL_TCP, 1, &value) == 0 && value == 1,
           "options are kept within their limits");
    int error = 0;
    for (int i = 100; i < 200 && !error; i++) error = net_set_option(net, a, NET_LEVEL_IP, i, 1);
    tap_ok(error == FILE_NO_BUFFERS, "and not without end");
    file_close(files, a);
}

static void test_datagrams(void) {
    static u8 large[NET_DATAGRAM_MAX + 1];
    char got[16];
    struct net_address here = at(50000), from, nobody = at(9);
    int a = net_open(net, NET_DATAGRAM, true), b = net_open(net, NET_DATAGRAM, true);
    net_bind(net, a, &here);
    tap_ok(net_receive_from(net, a, got, 16, &from) == FILE_AGAIN && net_send_to(net, b, "one", 3, &here) == 3 &&
               net_send_to(net, b, "a longer one", 12, &here) == 12 && file_available(files, a) == 3 &&
               net_receive_from(net, a, got, 16, &from) == 3 && from.port == local_of(b).port &&
               net_receive_from(net, a, got, 5, &from) == 5 && memcmp(got, "a lon", 5) == 0 &&
               net_receive_from(net, a, got, 16, &from) == FILE_AGAIN,
           "datagrams arrive one by one, cut off");
    tap_ok(net_send_to(net, b, large, NET_DATAGRAM_IPV4_MAX + 1, &here) == FILE_MESSAGE_TOO_LONG &&
               net_send_to(net, b, large, NET_DATAGRAM_IPV4_MAX, &here) == NET_DATAGRAM_IPV4_MAX,
           "and have a limit");
    for (int i = 0; i < 1000; i++) net_send_to(net, b, large, 1000, &here);
    int count = 0;
    while (net_receive_from(net, a, large, sizeof(large), &from) >= 0) count++;
    tap_ok(count > 10 && count < 200, "too many are lost: %d are left", count);
    tap_ok(net_send_to(net, b, "x", 1, &nobody) == 1 && net_connect(net, b, &nobody) == 0 &&
               file_write(files, b, "x", 1) == 1 && file_readiness(files, b) & FILE_READY_ERROR &&
               file_read(files, b, got, 1) == FILE_REFUSED && file_read(files, b, got, 1) == FILE_AGAIN,
           "one to nobody is lost, and refused if it is connected");
    tap_ok(net_disconnect(net, b) == 0 && file_write(files, b, "x", 1) == FILE_NOT_CONNECTED, "until it no longer is");
    net_send_to(net, b, "never read", 10, &here);
    file_close(files, a);
    file_close(files, b);
}

static void test_urgent(void) {
    char got[8];
    int ends[2];
    pair(ends);
    file_write(files, ends[0], "ab", 2);
    net_send_urgent(net, ends[0], 'C');
    file_write(files, ends[0], "d", 1);
    tap_ok(file_available(files, ends[1]) == 2 && file_read(files, ends[1], got, 8) == 2 &&
               file_available(files, ends[1]) == 0 && file_read(files, ends[1], got, 8) == 1 && got[0] == 'd',
           "reads end before an urgent byte, which is skipped");
    net_send_urgent(net, ends[0], 'E');
    tap_ok(!(file_readiness(files, ends[1]) & FILE_READY_IN), "and alone is nothing to read");
    file_write(files, ends[0], "f", 1);
    net_set_option(net, ends[1], NET_LEVEL_SOCKET, NET_URGENT_IN_LINE, 1);
    tap_ok(file_read(files, ends[1], got, 8) == 2 && got[0] == 'E', "in line it is read");
    file_close(files, ends[0]);
    file_close(files, ends[1]);
}

static void test_groups(void) {
    enum { GROUP = 0xe0010203, SELF = 0x7f000001 };
    char got[8];
    struct net_address group = net_address_of_ipv4(GROUP, 40001), wildcard = net_address_of_ipv4(0, 40001), from;
    int a = net_open(net, NET_DATAGRAM, true), b = net_open(net, NET_DATAGRAM, true);
    net_set_option(net, a, NET_LEVEL_SOCKET, NET_REUSE_ADDRESS, 1);
    net_set_option(net, b, NET_LEVEL_SOCKET, NET_REUSE_ADDRESS, 1);
    net_bind(net, a, &wildcard);
    net_bind(net, b, &wildcard);
    tap_ok(net_send_to(net, b, "x", 1, &group) == FILE_NET_UNREACHABLE,
           "groups are behind an interface that is chosen");
    net_set_option(net, b, NET_LEVEL_IP, NET_GROUP_INTERFACE, SELF);
    tap_ok(net_change_group(net, a, NET_GROUP_JOIN, GROUP, 0) == 0 && net_send_to(net, b, "x", 1, &group) == 1 &&
               net_receive_from(net, a, got, 8, &from) == 1 && net_receive_from(net, b, got, 8, &from) == FILE_AGAIN,
           "members hear what is sent there");
    tap_ok(net_change_group(net, a, NET_GROUP_BLOCK, GROUP, SELF) == 0 && net_send_to(net, b, "x", 1, &group) == 1 &&
               net_receive_from(net, a, got, 8, &from) == FILE_AGAIN,
           "but from those they block");
    tap_ok(net_change_group(net, a, NET_GROUP_LEAVE, GROUP, 0) == 0 &&
               net_change_group(net, a, NET_GROUP_LEAVE, GROUP, 0) == FILE_ADDRESS_NOT_AVAILABLE &&
               net_change_group(net, a, NET_GROUP_UNBLOCK, GROUP, SELF) == FILE_ADDRESS_NOT_AVAILABLE,
           "who leaves is a member no more");
    int error = 0;
    for (u32 i = 0; i < 30 && !error; i++) error = net_change_group(net, a, NET_GROUP_JOIN, GROUP + i, SELF);
    tap_ok(error == FILE_NO_BUFFERS, "nor is it of too many");
    file_close(files, a);
    file_close(files, b);
}

static int path_client(const char *path, int *error) {
    int descriptor = net_open_path(net);
    *error = net_connect_path(net, descriptor, path);
    return descriptor;
}

static void test_paths(void) {
    static char longest[NET_PATH_BYTES + 1];
    char path[NET_PATH_BYTES], got[4];
    struct net_address none;
    int error, listening = net_open_path(net), other = net_open_path(net);
    memset(longest, 'x', NET_PATH_BYTES);
    tap_ok(net_listen(net, listening, 1) == FILE_INVALID && net_bind_path(net, listening, longest) == FILE_INVALID &&
               net_bind_path(net, listening, "/tmp/name") == 0 && net_listen(net, listening, 1) == 0 &&
               net_bind_path(net, other, "/tmp/name") == FILE_ADDRESS_IN_USE &&
               net_bind_path(net, other, "/no/name") == FILE_NOT_FOUND,
           "a name in the file system");
    int client = path_client("/tmp/name", &error);
    int served = net_accept(net, listening, &none);
    tap_ok(error == 0 && served >= 0 && net_remote_path(net, client, path) == 0 && strcmp(path, "/tmp/name") == 0 &&
               net_remote_path(net, served, path) == 0 && !*path && file_write(files, client, "abc", 3) == 3 &&
               file_read(files, served, got, 4) == 3,
           "leads to who listens there");
    file_close(files, served);
    tap_ok(file_write(files, client, "x", 1) == FILE_BROKEN_PIPE && file_read(files, client, got, 1) == 0,
           "a closed end is known at once");
    file_close(files, client);
    int open = file_open(files, "/tmp/name", FILE_READ, 0);
    file_close(files, listening);
    client = path_client("/tmp/name", &error);
    tap_ok(open == FILE_NO_DEVICE && error == FILE_REFUSED && net_local(net, client, &none) == 0,
           "the name stays, alone");
    file_unlink(files, "/tmp/name");
    tap_ok(net_connect_path(net, client, "/tmp/name") == FILE_NOT_FOUND &&
               net_bind_path(net, other, "/tmp/name") == 0 &&
               net_connect_path(net, client, "/tmp/name") == FILE_REFUSED,
           "until it is removed, and made again by another");
    file_close(files, client);
    file_close(files, other);
    file_unlink(files, "/tmp/name");
}

// ---- Rights

static bool is_rule(const char *text) {
    struct net_rule rule;
    return net_rule_read(text, strlen(text), &rule);
}

// Lines "network=RULE".
static bool read_right(struct net_right *right, const char *lines, const struct net_right *most) {
    const char *reason;
    return net_right_read(right, &(struct options){lines, lines + strlen(lines)}, most, &reason);
}

static bool reaches(const struct net_right *right, const char *host, u16 port) {
    struct net_rule rule;
    char text[100];
    snprintf(text, sizeof(text), "%s:%u", host, port);
    if (!net_rule_read(text, strlen(text), &rule) || !rule.prefix_bits) tap_ok(false, host);
    struct net_address to = {.port = port};
    memcpy(to.bytes, rule.addresses[0], sizeof(to.bytes));
    return net_right_reaches(right, &to);
}

static void test_rules(void) {
    static const char *const RIGHT[] = {
        "[::]:1",       "[::1]:1",      "[fd00::]:*",       "[1:2:3:4:5:6:7:8]:1-2", "[1::8]:1",
        "[1:2::]:1",    "[FD00::/8]:1", "[fd00::/128]:1",   "10.0.0.0/8:1",          "1.2.3.4:1",
        "1.2.3.4/32:1", "a.example:1",  "[0:0::0:0:1/1]:1", "[1:2:3:4:5:6:7::]:1"};
    static const char *const WRONG[] = {"[",
                                        "[]:1",
                                        "[:]:1",
                                        "[:::]:1",
                                        "[1::2::3]:1",
                                        "[1:2:3:4:5:6:7]:1",
                                        "[::1]",
                                        "[::1]1",
                                        "[::1]:",
                                        "[12345::]:1",
                                        "[1:2:3:4:5:6:7:8:9]:1",
                                        "[1:2:3:4:5:6:7:8::]:1",
                                        "[::1/0]:1",
                                        "[::1/129]:1",
                                        "[::1/]:1",
                                        "[::1/x]:1",
                                        "[::g]:1",
                                        "[1:]:1",
                                        "1.2.3/8:1",
                                        "a/8:1",
                                        "1.2.3.4/33:1",
                                        "1.2.3.4/0:1",
                                        "1.2.3.4/:1",
                                        "[1.2.3.4]:1",
                                        "::1:1",
                                        "[::1/8/8]:1",
                                        "1.2.3.4/8/8:1",
                                        "[*]:1",
                                        "*/8:1",
                                        "[1:2:3:4::5:6:7:8]:1"};
    u32 taken = 0;
    for (u32 i = 0; i < sizeof(RIGHT) / sizeof(*RIGHT); i++) tap_ok(is_rule(RIGHT[i]), RIGHT[i]);
    for (u32 i = 0; i < sizeof(WRONG) / sizeof(*WRONG); i++) {
        taken += is_rule(WRONG[i]);
        if (is_rule(WRONG[i])) tap_ok(false, WRONG[i]);
    }
    tap_ok(taken == 0, "what is no address, no prefix or no port is no rule");
}

static void test_prefixes(void) {
    struct net_right right, child;
    tap_ok(read_right(&right, "network=[fd00::/9]:80\nnetwork=10.1.0.0/15:*\nnetwork=[2001:db8::7]:1-9\n", NULL),
           "rules of prefixes");
    tap_ok(reaches(&right, "[fd00::1]", 80) && reaches(&right, "[fd7f:ffff::1]", 80) &&
               !reaches(&right, "[fd80::1]", 80) && !reaches(&right, "[fd00::1]", 81),
           "a prefix of IPv6, and its ports");
    tap_ok(reaches(&right, "10.0.255.255", 5) && reaches(&right, "10.1.2.3", 5) && !reaches(&right, "10.2.0.0", 5) &&
               !reaches(&right, "[::a01:203]", 5),
           "a prefix of IPv4");
    tap_ok(reaches(&right, "[2001:db8::7]", 9) && !reaches(&right, "[2001:db8::8]", 9), "an address of IPv6");
    tap_ok(read_right(&child, "network=10.0.0.0/8:7\nnetwork=10.1.0.0/16:8\nnetwork=[4000::/2]:*\nnetwork=a:1\n",
                      &right) &&
               child.rule_count == 2,
           "what a child is given: the narrower of two prefixes");
    tap_ok(reaches(&child, "10.1.0.1", 7) && reaches(&child, "10.0.0.1", 7) && !reaches(&child, "10.2.0.1", 7) &&
               reaches(&child, "10.1.0.1", 8) && !reaches(&child, "10.0.0.1", 8) && !reaches(&child, "[fd00::1]", 80),
           "and not what lies outside of its starter's");
}

static int test(void) {
    start();
    test_connection();
    test_ends();
    test_full();
    test_ports();
    test_datagrams();
    test_urgent();
    test_groups();
    test_paths();
    test_rules();
    test_prefixes();
    return tap_done();
}

int main(void) { fibers_run(test); }
