// See kernel/net/net_right.h.
#include "kernel/net/net_right.h"

#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/files/files.h"
#include "kernel/memory/scratch.h"

// ---- Reading

static const struct {
    const char *word;
    enum net_reach reach;
} WORDS[] = {{"nothing", NET_REACH_NOTHING}, {"loopback", NET_REACH_LOOPBACK}, {"all", NET_REACH_ALL}};

static bool read_word(const struct option *option, enum net_reach *reach) {
    for (size_t i = 0; i < COUNT_OF(WORDS); i++) {
        if (!option_is(option, WORDS[i].word)) continue;
        *reach = WORDS[i].reach;
        return true;
    }
    return false;
}

static bool read_own(struct net_right *right, const struct options *given, const char **reason) {
    struct option option;
    bool more = option_first(given, "network", &option);
    *right = (struct net_right){.reach = NET_REACH_ALL};
    if (!more) return true;
    if (read_word(&option, &right->reach)) {
        *reason = "expected one of nothing, loopback, all and nothing else, or rules";
        return !option_next("network", &option);
    }
    right->reach = NET_REACH_RULES;
    for (; more; more = option_next("network", &option)) {
        *reason = "more than 16 rules";
        if (right->rule_count == NET_RULES_MOST) return false;
        *reason = "expected nothing, loopback, all or HOST:PORT";
        if (!net_rule_read(option.value, option.length, &right->rules[right->rule_count++])) return false;
    }
    return true;
}

// ---- No more than another one has

static bool is_any(const struct net_rule *rule) { return rule->host[0] == '*'; }

// Whether `rule` has no host that `by` has not.
static bool is_within(const struct net_rule *rule, const struct net_rule *by) {
    if (is_any(by)) return true;
    if (!rule->prefix_bits || !by->prefix_bits) return strcmp(rule->host, by->host) == 0;
    return rule->prefix_bits >= by->prefix_bits && net_rule_has_prefix(by, rule->addresses[0]);
}

// Makes `rule` what both allow. Returns false if that is nothing.
static bool narrow_rule(struct net_rule *rule, const struct net_rule *by) {
    u16 first = rule->first_port > by->first_port ? rule->first_port : by->first_port;
    u16 last = rule->last_port < by->last_port ? rule->last_port : by->last_port;
    if (first > last) return false;
    if (!is_within(rule, by)) {
        if (!is_within(by, rule)) return false;
        *rule = *by;
    }
    rule->first_port = first;
    rule->last_port = last;
    return true;
}

static bool narrow_rules(struct net_right *right, const struct net_right *most, const char **reason) {
    struct net_right own = *right;
    right->rule_count = 0;
    for (u32 i = 0; i < own.rule_count; i++) {
        for (u32 k = 0; k < most->rule_count; k++) {
            struct net_rule rule = own.rules[i];
            if (!narrow_rule(&rule, &most->rules[k])) continue;
            *reason = "more than 16 rules, with those of the domain that gives them";
            if (right->rule_count == NET_RULES_MOST) return false;
            right->rules[right->rule_count++] = rule;
        }
    }
    return true;
}

bool net_right_read(struct net_right *right, const struct options *given, const struct net_right *most,
                    const char **reason) {
    ASSERT_LOCKED();
    if (!read_own(right, given, reason)) return false;
    if (!most || most->reach == NET_REACH_ALL) return true;
    if (right->reach == NET_REACH_RULES && most->reach == NET_REACH_RULES) return narrow_rules(right, most, reason);
    if (right->reach > most->reach) *right = *most;
    return true;
}

// ---- Asking

static bool rule_has(const struct net_rule *rule, const u8 address[NET_ADDRESS_BYTES]) {
    struct net_address to = {.port = 0};
    memcpy(to.bytes, address, NET_ADDRESS_BYTES);
    if (is_any(rule)) return true;
    if (rule->prefix_bits) return net_rule_has_prefix(rule, address);
    if (strcmp(rule->host, "localhost") == 0) return net_address_is_loopback(&to);
    u32 kept = rule->found < NET_LOOKUP_ADDRESSES ? rule->found : NET_LOOKUP_ADDRESSES;
    for (u32 i = 0; i < kept; i++) {
        if (memcmp(rule->addresses[i], address, NET_ADDRESS_BYTES) == 0) return true;
    }
    return false;
}

bool net_right_reaches(const struct net_right *right, const struct net_address *to) {
    if (!right || right->reach == NET_REACH_ALL) return true;
    for (u32 i = 0; i < right->rule_count; i++) {
        const struct net_rule *rule = &right->rules[i];
        if (to->port >= rule->first_port && to->port <= rule->last_port && rule_has(rule, to->bytes)) return true;
    }
    return false;
}

int net_right_check_any(const struct net_right *right) {
    return right && right->reach == NET_REACH_NOTHING ? FILE_DENIED : 0;
}

int net_right_check(const struct net_right *right, const struct net_address *to) {
    int error = net_right_check_any(right);
    if (error || net_address_is_loopback(to) || net_address_is_group(to)) return error;
    return net_right_reaches(right, to) ? 0 : FILE_DENIED;
}

bool net_right_may_look_up(const struct net_right *right, const char *name) {
    if (!right || right->reach == NET_REACH_ALL) return true;
    for (u32 i = 0; i < right->rule_count; i++) {
        if (is_any(&right->rules[i]) || net_rule_names(&right->rules[i], name)) return true;
    }
    return false;
}

void net_right_found(struct net_right *right, const char *name, const struct net_lookup *lookup) {
    for (u32 i = 0; right && i < right->rule_count; i++) {
        struct net_rule *rule = &right->rules[i];
        for (u32 k = 0; !rule->prefix_bits && net_rule_names(rule, name) && k < lookup->count; k++) {
            if (rule_has(rule, lookup->addresses[k])) continue;
            memcpy(rule->addresses[rule->found++ % NET_LOOKUP_ADDRESSES], lookup->addresses[k], NET_ADDRESS_BYTES);
        }
    }
}

bool net_right_may_name(const struct net_right *right, const u8 address[NET_ADDRESS_BYTES]) {
    if (!right || right->reach == NET_REACH_ALL) return true;
    for (u32 i = 0; i < right->rule_count; i++) {
        if (rule_has(&right->rules[i], address)) return true;
    }
    return false;
}

// ---- Channels

struct net_account *net_account_new(u32 most, struct net_account *above) {
    struct net_account *account = scratch_alloc(kernel_account(ACCOUNT_TABLES), sizeof(*account));
    if (!account) return NULL;
    *account = (struct net_account){.users = 1, .most = most, .above = above};
    if (above) above->users++;
    return account;
}

void net_account_leave(struct net_account *account) {
    for (struct net_account *above; account && !--account->users; account = above) {
        ASSERT(!account->used);
        above = account->above;
        scratch_free(account);
    }
}

bool net_account_take(struct net_account *account) {
    ASSERT_LOCKED();
    for (const struct net_account *at = account; at; at = at->above) {
        if (at->used >= at->most) return false;
    }
    for (struct net_account *at = account; at; at = at->above) at->used++;
    if (account) account->users++;
    return true;
}

void net_account_give(struct net_account *account) {
    ASSERT_LOCKED();
    for (struct net_account *at = account; at; at = at->above) {
        ASSERT(at->used);
        at->used--;
    }
    net_account_leave(account);
}

// ---- Ports

// Those that are not the first domain's.
static struct {
    u32 count;
    struct {
        u32 domain;
        u16 port;
    } each[NET_PORTS_GIVEN_MOST];
} given_ports;

static u32 place_of(u16 port) {
    u32 i = 0;
    while (i < given_ports.count && given_ports.each[i].port != port) i++;
    return i;
}

bool net_port_belongs(u16 port, u32 domain) {
    u32 place = place_of(port);
    return domain == (place < given_ports.count ? given_ports.each[place].domain : NET_FIRST_DOMAIN);
}

static void set_owner(u32 place, u32 domain) {
    if (domain == NET_FIRST_DOMAIN) {
        given_ports.each[place] = given_ports.each[--given_ports.count];
    } else {
        given_ports.each[place].domain = domain;
    }
}

u32 net_ports_left(void) { return NET_PORTS_GIVEN_MOST - given_ports.count; }

void net_port_give(u16 port, u32 to) {
    ASSERT_LOCKED();
    u32 place = place_of(port);
    ASSERT(place < NET_PORTS_GIVEN_MOST);
    if (place == given_ports.count) {
        given_ports.count++;
        given_ports.each[place].port = port;
    }
    set_owner(place, to);
}

void net_ports_leave(u32 domain, u32 to) {
    ASSERT_LOCKED();
    for (u32 i = given_ports.count; i-- > 0;) {
        if (given_ports.each[i].domain == domain) set_owner(i, to);
    }
}
