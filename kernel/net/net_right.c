// See kernel/net/net_right.h.
#include "kernel/net/net_right.h"

#include "base/narrow.h"
#include "base/string.h"
#include "kernel/core/panic.h"
#include "kernel/files/files.h"
#include "kernel/memory/scratch.h"

#define PORT_LAST 65535u

// ---- Rules

static u8 small_letter(u8 letter) { return letter >= 'A' && letter <= 'Z' ? low_u8(letter + 'a' - 'A') : letter; }

static bool is_host_letter(u8 letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter == '.' || letter == '-' ||
           letter == '_';
}

static bool read_port(const char *text, size_t bytes, u16 *port) {
    const struct option option = {.value = text, .length = bytes};
    u64 number;
    if (!option_is_number(&option, &number) || number > PORT_LAST) return false;
    *port = narrow_u16(number);
    return true;
}

static bool read_ports(const char *text, size_t bytes, struct net_rule *rule) {
    size_t dash = 0;
    rule->first_port = 0;
    rule->last_port = PORT_LAST;
    if (bytes == 1 && text[0] == '*') return true;
    while (dash < bytes && text[dash] != '-') dash++;
    if (!read_port(text, dash, &rule->first_port)) return false;
    if (dash == bytes) return read_port(text, bytes, &rule->last_port);
    return read_port(text + dash + 1, bytes - dash - 1, &rule->last_port) && rule->first_port <= rule->last_port;
}

// Returns false if the name is no address of IPv4.
static bool read_address(const char *name, u8 mapped[NET_ADDRESS_BYTES]) {
    u32 parts[4] = {0}, part = 0, digits = 0;
    for (; *name; name++) {
        if (*name == '.') {
            if (!digits || ++part == 4) return false;
            digits = 0;
        } else {
            if (*name < '0' || *name > '9' || ++digits > 3) return false;
            parts[part] = parts[part] * 10 + (u32)(*name - '0');
            if (parts[part] > 255) return false;
        }
    }
    if (part != 3 || !digits) return false;
    struct net_address address = net_address_of_ipv4(parts[0] << 24 | parts[1] << 16 | parts[2] << 8 | parts[3], 0);
    memcpy(mapped, address.bytes, NET_ADDRESS_BYTES);
    return true;
}

static bool read_rule(const char *text, size_t bytes, struct net_rule *rule) {
    size_t colon = 0;
    while (colon < bytes && text[colon] != ':') colon++;
    if (!colon || colon == bytes || colon >= NET_RULE_HOST_BYTES) return false;
    *rule = (struct net_rule){.host = ""};
    for (size_t i = 0; i < colon; i++) {
        rule->host[i] = (char)small_letter(low_u8(text[i]));
        if (!is_host_letter(low_u8(rule->host[i])) && !(text[i] == '*' && colon == 1)) return false;
    }
    rule->found = read_address(rule->host, rule->addresses[0]);
    return read_ports(text + colon + 1, bytes - colon - 1, rule);
}

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
        if (!read_rule(option.value, option.length, &right->rules[right->rule_count++])) return false;
    }
    return true;
}

// ---- No more than another one has

static bool is_any(const struct net_rule *rule) { return rule->host[0] == '*'; }

// Makes `rule` what both allow. Returns false if that is nothing.
static bool narrow_rule(struct net_rule *rule, const struct net_rule *by) {
    u16 first = rule->first_port > by->first_port ? rule->first_port : by->first_port;
    u16 last = rule->last_port < by->last_port ? rule->last_port : by->last_port;
    if (first > last) return false;
    if (!is_any(rule) && !is_any(by) && strcmp(rule->host, by->host) != 0) return false;
    if (is_any(rule)) *rule = *by;
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

// Whether the names are the same, whatever their case.
static bool is_host(const struct net_rule *rule, const char *name) {
    size_t i = 0;
    while (rule->host[i] && rule->host[i] == (char)small_letter(low_u8(name[i]))) i++;
    return !rule->host[i] && !name[i];
}

bool net_right_may_look_up(const struct net_right *right, const char *name) {
    if (!right || right->reach == NET_REACH_ALL) return true;
    for (u32 i = 0; i < right->rule_count; i++) {
        if (is_any(&right->rules[i]) || is_host(&right->rules[i], name)) return true;
    }
    return false;
}

void net_right_found(struct net_right *right, const char *name, const struct net_lookup *lookup) {
    for (u32 i = 0; right && i < right->rule_count; i++) {
        struct net_rule *rule = &right->rules[i];
        for (u32 k = 0; is_host(rule, name) && k < lookup->count; k++) {
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
    for (const struct net_account *at = account; at; at = at->above) {
        if (at->used >= at->most) return false;
    }
    for (struct net_account *at = account; at; at = at->above) at->used++;
    if (account) account->users++;
    return true;
}

void net_account_give(struct net_account *account) {
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
    u32 place = place_of(port);
    ASSERT(place < NET_PORTS_GIVEN_MOST);
    if (place == given_ports.count) {
        given_ports.count++;
        given_ports.each[place].port = port;
    }
    set_owner(place, to);
}

void net_ports_leave(u32 domain, u32 to) {
    for (u32 i = given_ports.count; i-- > 0;) {
        if (given_ports.each[i].domain == domain) set_owner(i, to);
    }
}
