// The network of a guest: its loopback interface, in memory. Sockets are open files (kernel/files/files.h): they are
// read, written, shut, closed and watched as those are, and FILE_AGAIN means that there is nothing yet, or no room.
// Nothing here waits: a caller that wants to waits for readiness. All of it is deterministic: what is sent has arrived,
// and ports are given out in order. Addresses outside of the loopback interface cannot be reached
// (FILE_NET_UNREACHABLE).
//
// A connection has one ring for each direction, which the receiver owns. TCP's states are those of Linux as a program
// sees them: a reset reaches the peer at once, there is no TIME_WAIT, and a connection that finds the listener's queue
// full waits until there is room. Thread level only.
#ifndef KERNEL_NET_NET_H
#define KERNEL_NET_NET_H

#include "kernel/core/thread_queue.h"

struct files;
struct net;

// In the form of IPv6; those of IPv4 are mapped (RFC 4291, 2.5.5.2).
struct net_address {
    u8 bytes[16];
    u16 port;
};
#define NET_ADDRESS_BYTES 16u
// Where the four bytes of a mapped address stand.
#define NET_ADDRESS_IPV4 12u
bool net_address_is_ipv4(const struct net_address *address);
// 127.0.0.0/8, ::1
bool net_address_is_loopback(const struct net_address *address);
struct net_address net_address_of_ipv4(u32 address, u16 port);

// Whose network it is, and what of it that domain may use (kernel/net/net_right.h).
struct net_right;
struct net_account;
struct net_user {
    u32 domain;
    struct net_right *right;     // NULL: all
    struct net_account *account; // of channels to the host; NULL: without a limit
};
#define NET_FIRST_DOMAIN 1u
// `user`: NULL for the first domain, which may use all. Returns NULL if there is no memory.
struct net *net_create(struct files *files, const struct net_user *user);

// ---- Sockets. All return 0, or what they say, or an error of enum file_error; FILE_NOT_SOCKET for other descriptors

enum net_kind { NET_STREAM, NET_DATAGRAM };
// Returns a descriptor. A socket of IPv6 speaks IPv4 as well.
int net_open(struct net *net, enum net_kind kind, bool ipv6);
// Port 0: the next one that is free.
int net_bind(struct net *net, int descriptor, const struct net_address *address);
// If the address was never bound, and for a socket that is not connected, the address's bytes and port are 0.
int net_local(struct net *net, int descriptor, struct net_address *address);
int net_remote(struct net *net, int descriptor, struct net_address *address);
bool net_is_ipv6(struct net *net, int descriptor);

int net_listen(struct net *net, int descriptor, u32 backlog);
// FILE_IN_PROGRESS: it is not done, or, for a socket that does not wait (FILE_NO_WAITING), not yet known to be done; it
// is ready to be written when it is, and net_take_error says how it went.
int net_connect(struct net *net, int descriptor, const struct net_address *address);
// Returns a descriptor for the connection that has waited longest, or FILE_AGAIN.
int net_accept(struct net *net, int descriptor, struct net_address *remote);
enum net_shutdown { NET_SHUT_READ, NET_SHUT_WRITE, NET_SHUT_BOTH };
int net_shutdown(struct net *net, int descriptor, enum net_shutdown how);
// The error that is kept for the next call, which it then is no longer; 0 if there is none.
int net_take_error(struct net *net, int descriptor);
// Where it stands in the stream, a read ends. The receiver reads it if it then has urgent data in line, otherwise it is
// skipped. There is one at a time: when another is sent, the first becomes an ordinary byte, or if the receiver had
// read up to it, and has it not in line, is lost.
s64 net_send_urgent(struct net *net, int descriptor, u8 byte);

// Datagrams. A datagram for which there is no room, or nobody, is lost; to a connected socket nobody is FILE_REFUSED at
// the next call.
#define NET_DATAGRAM_IPV4_MAX 65507u
#define NET_DATAGRAM_MAX 65527u
s64 net_send_to(struct net *net, int descriptor, const void *from, u64 bytes, const struct net_address *to);
// Cuts what is longer off.
s64 net_receive_from(struct net *net, int descriptor, void *to, u64 bytes, struct net_address *from);
int net_disconnect(struct net *net, int descriptor);

// Groups of IPv4 (multicast): what a socket whose interface for it is the loopback interface (NET_GROUP_INTERFACE)
// sends to one, all of its members get that are bound to the port. A member joins for all senders (`source` 0), of
// which it may block some, or for single ones. FILE_ADDRESS_NOT_AVAILABLE: it is not in the group; FILE_NO_BUFFERS: too
// many.
enum net_group_change { NET_GROUP_JOIN, NET_GROUP_LEAVE, NET_GROUP_BLOCK, NET_GROUP_UNBLOCK };
int net_change_group(struct net *net, int descriptor, enum net_group_change change, u32 group, u32 source);
bool net_address_is_group(const struct net_address *address);

// ---- The host's network, if it was asked for. Connections lead there by themselves.

// Once, at boot. `traffic`: what was recorded (base/traffic.h), in place of the host; NULL if there is none.
void net_link_start(const void *traffic, u64 bytes);
// Hook, in kernel/start.c: ends the run, as the recorded one was; is called again if it returns.
void net_replay_ended(void);
// For tests: as if it had never been. No socket leads there any more.
struct outside;
void net_link_stop(struct outside *outside);

// A name that the host looks up.
#define NET_LOOKUP_ADDRESSES 16u
struct net_lookup {
    struct net_lookup *next;
    struct thread_queue waiters; // until it is done
    bool is_done, is_sent, is_reverse;
    u32 number, name_bytes;
    const void *name; // or the address, if it is_reverse
    u32 count;        // of the addresses, in the form of IPv6; 0: there are none, and `why` says why if that is known
    u8 addresses[NET_LOOKUP_ADDRESSES][NET_ADDRESS_BYTES];
    char why[64];
    char found[NET_ADDRESS_BYTES * NET_LOOKUP_ADDRESSES + 1]; // the name of an address; "" if it has none
};
// `name` stays where it is until net_lookup_end. Returns false if there is nobody to ask, or it cannot be a name.
bool net_lookup_begin(struct net_lookup *lookup, const char *name, size_t bytes);
// The name of an address, in the form of IPv6, which stays where it is.
bool net_lookup_begin_reverse(struct net_lookup *lookup, const u8 address[NET_ADDRESS_BYTES]);
void net_lookup_end(struct net_lookup *lookup);

// ---- Streams whose addresses are names in the file system ("Unix domain"): all else is as for TCP, but that a
// connection whose other end is closed is known at once

#define NET_PATH_BYTES 108u // with the 0 at its end
int net_open_path(struct net *net);
// Makes the name: FILE_ADDRESS_IN_USE if there is one already, or another error of file_make_socket.
int net_bind_path(struct net *net, int descriptor, const char *path);
// FILE_REFUSED: nobody listens any more at this name, or it is no socket's. FILE_IN_PROGRESS: it waits for room.
int net_connect_path(struct net *net, int descriptor, const char *path);
// The name that a socket is bound to, and that of its peer; "" for those that have none.
int net_local_path(struct net *net, int descriptor, char path[NET_PATH_BYTES]);
int net_remote_path(struct net *net, int descriptor, char path[NET_PATH_BYTES]);

// ---- Options, by Linux' numbers; FILE_NO_SUCH_OPTION. Those without a meaning here are kept, and that is all.

enum net_level { NET_LEVEL_IP = 0, NET_LEVEL_SOCKET = 1, NET_LEVEL_TCP = 6, NET_LEVEL_IPV6 = 41 };
enum net_option_number {
    NET_REUSE_ADDRESS = 2,
    NET_BROADCAST = 6,
    NET_SEND_BUFFER = 7,
    NET_RECEIVE_BUFFER = 8,
    NET_KEEP_ALIVE = 9,
    NET_URGENT_IN_LINE = 10,
    NET_LINGER = 13, // seconds; negative: off
    NET_REUSE_PORT = 15,
    NET_GROUP_INTERFACE = 32, // of NET_LEVEL_IP: its address; 0: none is chosen
};
int net_set_option(struct net *net, int descriptor, int level, int number, s32 value);
int net_get_option(struct net *net, int descriptor, int level, int number, s32 *value);

#endif
