// What a guest may have of the host's network: the options --net, --net-allow and --net-forward.
#ifndef VIZ_NET_POLICY_H
#define VIZ_NET_POLICY_H

#include "base/link.h"
#include "viz/cli/buffer.h"

struct allowed {
    u8 address[16]; // in the form of IPv6
    u16 port;       // 0: all
};

struct forward {
    int listener; // a socket on the loopback interface, or where the option says
    u16 host_port, guest_port;
};

struct policy {
    bool has_limits; // only `allowed`; otherwise everything but the host's loopback interface
    struct allowed *allowed;
    size_t allowed_count, allowed_capacity;
    struct text_list names; // that may be looked up
    struct forward *forwards;
    size_t forward_count;
    int record_file; // of recorded traffic, behind its header; -1 if nothing is recorded
    const char *record_path;
};

// Checks the options, looks names up and begins to listen. On failure there is a problem: status 2 for what is not of
// the form, 1 for what does not work.
bool policy_make(struct policy *policy, const struct text_list *allow, const struct text_list *forward,
                 struct problem *problem);
void policy_free(struct policy *policy); // stops listening, too
bool policy_allows(const struct policy *policy, const struct link_address *to);
// At any port, in the form of IPv6.
bool policy_allows_address(const struct policy *policy, const u8 address[16]);
bool policy_allows_name(const struct policy *policy, const char *name);
bool policy_has_loopback(const struct policy *policy);

#endif
