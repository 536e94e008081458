// What of the network a domain may use: all, nothing, its own loopback interface, or besides that what rules name, each
// a host with ports. A rule names a host by its address or its name; by name it holds for the addresses that were found
// when the domain looked that up. Also how many channels to the host a domain has, and whose the ports are that lead
// inwards. Thread level only, under the kernel's lock.
#ifndef KERNEL_NET_NET_RIGHT_H
#define KERNEL_NET_NET_RIGHT_H

#include "kernel/core/options.h"
#include "kernel/net/net.h"

#define NET_RULES_MOST 16u
#define NET_RULE_HOST_BYTES 128u // with the 0 at its end
#define NET_PORTS_GIVEN_MOST 64u

enum net_reach { NET_REACH_NOTHING, NET_REACH_LOOPBACK, NET_REACH_RULES, NET_REACH_ALL };

struct net_rule {
    char host[NET_RULE_HOST_BYTES]; // in small letters; "*": any; "": it has no name
    u16 first_port, last_port;
    u32 prefix_bits; // of the first address, if the rule is about addresses: those that begin like it; 0: about a name
    u32 found;       // addresses that there have been, of which the last ones are kept
    u8 addresses[NET_LOOKUP_ADDRESSES][NET_ADDRESS_BYTES];
};

struct net_right {
    enum net_reach reach;
    u32 rule_count;
    struct net_rule rules[NET_RULES_MOST];
};

// Reads a rule: "HOST:PORT", "HOST:FIRST-LAST", "HOST:*", where HOST is a name, "*", or an address or prefix of IPv4
// ("10.0.0.0/8") or IPv6 ("[fd00::1]", "[fd00::/8]"). Returns false if it is none.
bool net_rule_read(const char *text, size_t bytes, struct net_rule *rule);
// Whether the address is one of those that a rule about addresses has.
bool net_rule_has_prefix(const struct net_rule *rule, const u8 address[NET_ADDRESS_BYTES]);
// Whether it is about that name, whatever the case of its letters.
bool net_rule_names(const struct net_rule *rule, const char *name);

// Reads the options "network": "nothing", "loopback", "all", or rules. Without any it is what `most` is; otherwise no
// more than that. NULL is all. Returns false with what is wrong in *reason.
bool net_right_read(struct net_right *right, const struct options *given, const struct net_right *most,
                    const char **reason);

// All of these take NULL for all.
bool net_right_reaches(const struct net_right *right, const struct net_address *to);
// Returns 0 if something may be sent there, on the loopback interface or outwards, or FILE_DENIED.
int net_right_check(const struct net_right *right, const struct net_address *to);
// Returns 0 if there may be sockets with ports at all, or FILE_DENIED.
int net_right_check_any(const struct net_right *right);
bool net_right_may_look_up(const struct net_right *right, const char *name);
void net_right_found(struct net_right *right, const char *name, const struct net_lookup *lookup);
bool net_right_may_name(const struct net_right *right, const u8 address[NET_ADDRESS_BYTES]);

// ---- Channels to the host. An account is freed when nobody uses it any more: users are those who have made it and
// channels

struct net_account {
    u32 users, used, most;
    struct net_account *above; // what it has counts there too; NULL if there is none
};
// Returns NULL if there is no memory. It uses `above`.
struct net_account *net_account_new(u32 most, struct net_account *above);
void net_account_leave(struct net_account *account);
// These take NULL for one without a limit. Returns false if there is no room.
bool net_account_take(struct net_account *account);
void net_account_give(struct net_account *account);

// ---- Ports that lead inwards. They belong to the first domain until they are given to another one

// Returns false if the port is not the domain's.
bool net_port_belongs(u16 port, u32 domain);
// How many more may be given.
u32 net_ports_left(void);
void net_port_give(u16 port, u32 to);
// The domain ends: what it has belongs to another one.
void net_ports_leave(u32 domain, u32 to);

#endif
