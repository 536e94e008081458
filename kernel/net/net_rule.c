// Rules of what a domain may reach, as they are written; see kernel/net/net_right.h.
#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"
#include "kernel/net/net_right.h"

#define PORT_LAST 65535u
#define BITS_IPV4 32u
#define BITS_IPV6 128u
#define GROUPS 8u            // of an address of IPv6
#define NO_GAP (GROUPS + 1u) // all of them are written

struct part {
    const char *at, *end;
};

static u8 small_letter(u8 letter) { return letter >= 'A' && letter <= 'Z' ? low_u8(letter + 'a' - 'A') : letter; }

static bool is_host_letter(u8 letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter == '.' || letter == '-' ||
           letter == '_';
}

// ---- Ports

static bool read_number(struct part text, u64 most, u64 *number) {
    const struct option option = {.value = text.at, .length = (size_t)(text.end - text.at)};
    return option_is_number(&option, number) && *number <= most;
}

static bool read_port(struct part text, u16 *port) {
    u64 number;
    if (!read_number(text, PORT_LAST, &number)) return false;
    *port = narrow_u16(number);
    return true;
}

static bool read_ports(struct part text, struct net_rule *rule) {
    const char *dash = text.at;
    rule->first_port = 0;
    rule->last_port = PORT_LAST;
    if (text.end - text.at == 1 && *text.at == '*') return true;
    while (dash < text.end && *dash != '-') dash++;
    if (!read_port((struct part){text.at, dash}, &rule->first_port)) return false;
    if (dash == text.end) return read_port(text, &rule->last_port);
    return read_port((struct part){dash + 1, text.end}, &rule->last_port) && rule->first_port <= rule->last_port;
}

// ---- Addresses

static bool read_ipv4(struct part text, u8 mapped[NET_ADDRESS_BYTES]) {
    u32 parts[4] = {0}, part = 0, digits = 0;
    for (; text.at < text.end; text.at++) {
        if (*text.at == '.') {
            if (!digits || ++part == 4) return false;
            digits = 0;
        } else {
            if (*text.at < '0' || *text.at > '9' || ++digits > 3) return false;
            parts[part] = parts[part] * 10 + (u32)(*text.at - '0');
            if (parts[part] > 255) return false;
        }
    }
    if (part != 3 || !digits) return false;
    struct net_address address = net_address_of_ipv4(parts[0] << 24 | parts[1] << 16 | parts[2] << 8 | parts[3], 0);
    memcpy(mapped, address.bytes, NET_ADDRESS_BYTES);
    return true;
}

static s32 hexadecimal(char letter) {
    u8 small = small_letter(low_u8(letter));
    if (small >= '0' && small <= '9') return small - '0';
    return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

// Up to four digits.
static bool read_group(struct part *text, u16 *value) {
    const char *start = text->at;
    *value = 0;
    for (; text->at < text->end && hexadecimal(*text->at) >= 0; text->at++) {
        if (text->at - start == 4) return false;
        *value = narrow_u16((u32)(*value << 4 | hexadecimal(*text->at)));
    }
    return text->at > start;
}

// Reads groups with colons between them, and at one place two colons for as many zeroes as are missing. Returns how
// many, or GROUPS + 1 if there is something else. *gap: behind how many the zeroes are, or NO_GAP.
static u32 read_groups(struct part text, u16 groups[GROUPS], u32 *gap) {
    u32 count = 0;
    *gap = NO_GAP;
    if (text.end - text.at >= 2 && text.at[0] == ':' && text.at[1] == ':') {
        *gap = 0;
        text.at += 2;
    }
    while (text.at < text.end) {
        if (count == GROUPS || !read_group(&text, &groups[count++])) return GROUPS + 1;
        if (text.at == text.end) return count;
        if (*text.at++ != ':' || text.at == text.end) return GROUPS + 1;
        if (*text.at != ':') continue;
        if (*gap != NO_GAP) return GROUPS + 1;
        *gap = count;
        text.at++;
    }
    return count;
}

static bool read_ipv6(struct part text, u8 address[NET_ADDRESS_BYTES]) {
    u16 groups[GROUPS];
    u32 gap, count = read_groups(text, groups, &gap);
    if (gap == NO_GAP ? count != GROUPS : count >= GROUPS) return false;
    memset(address, 0, NET_ADDRESS_BYTES);
    for (u32 i = 0; i < count; i++) {
        u32 place = i < gap ? i : i + GROUPS - count;
        address[2 * place] = low_u8(groups[i] >> 8);
        address[2 * place + 1] = low_u8(groups[i]);
    }
    return true;
}

// ADDRESS or ADDRESS/BITS. Only these bits of the address are kept.
static bool read_prefix(struct part text, bool is_ipv6, struct net_rule *rule) {
    u32 all = is_ipv6 ? BITS_IPV6 : BITS_IPV4;
    u64 bits = all;
    const char *slash = text.at;
    while (slash < text.end && *slash != '/') slash++;
    if (slash < text.end && (!read_number((struct part){slash + 1, text.end}, all, &bits) || !bits)) return false;
    struct part address = {text.at, slash};
    if (is_ipv6 ? !read_ipv6(address, rule->addresses[0]) : !read_ipv4(address, rule->addresses[0])) return false;
    rule->found = 1;
    rule->prefix_bits = (u32)bits + (BITS_IPV6 - all);
    return true;
}

bool net_rule_has_prefix(const struct net_rule *rule, const u8 address[NET_ADDRESS_BYTES]) {
    u32 bytes = rule->prefix_bits / 8, bits = rule->prefix_bits % 8;
    ASSERT(rule->prefix_bits && rule->prefix_bits <= BITS_IPV6 && rule->found == 1);
    if (memcmp(rule->addresses[0], address, bytes) != 0) return false;
    return !bits || (rule->addresses[0][bytes] ^ address[bytes]) >> (8 - bits) == 0;
}

// ---- Hosts

bool net_rule_names(const struct net_rule *rule, const char *name) {
    size_t i = 0;
    while (rule->host[i] && rule->host[i] == (char)small_letter(low_u8(name[i]))) i++;
    return !rule->host[i] && !name[i];
}

static bool read_name(struct part text, struct net_rule *rule) {
    size_t bytes = (size_t)(text.end - text.at);
    if (!bytes || bytes >= NET_RULE_HOST_BYTES) return false;
    for (size_t i = 0; i < bytes; i++) {
        rule->host[i] = (char)small_letter(low_u8(text.at[i]));
        if (!is_host_letter(low_u8(rule->host[i])) && !(text.at[i] == '*' && bytes == 1)) return false;
    }
    return true;
}

// What has a slash is an address of IPv4 with a prefix, or nothing.
static bool read_host(struct part text, struct net_rule *rule) {
    for (const char *at = text.at; at < text.end; at++) {
        if (*at == '/') return read_prefix(text, false, rule);
    }
    if (!read_name(text, rule)) return false;
    read_prefix(text, false, rule);
    return true;
}

bool net_rule_read(const char *start, size_t bytes, struct net_rule *rule) {
    struct part text = {start, start + bytes};
    char last = bytes && *start == '[' ? ']' : ':';
    const char *end = start;
    *rule = (struct net_rule){.host = ""};
    while (end < text.end && *end != last) end++;
    if (end == text.end) return false;
    if (last == ':') {
        return read_host((struct part){start, end}, rule) && read_ports((struct part){end + 1, text.end}, rule);
    }
    if (++end == text.end || *end != ':') return false;
    return read_prefix((struct part){start + 1, end - 1}, true, rule) &&
           read_ports((struct part){end + 1, text.end}, rule);
}
