// See viz/net/policy.h.
#include "viz/net/policy.h"

#include <errno.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "viz/net/address.h"

enum { FORWARDS_MOST = 64, BACKLOG = 128, PORT_MOST = 65535 };

// Returns false if the text is not a port.
static bool read_port(const char *text, u16 *port) {
    char *end;
    long number = strtol(text, &end, 10);
    if (end == text || *end || number < 1 || number > PORT_MOST) return false;
    *port = (u16)number;
    return true;
}

// ---- --net-allow HOST[:PORT], where an address of IPv6 stands in brackets if there is a port

static char *split_host(const char *text, const char **port) {
    const char *bracket = text[0] == '[' ? strchr(text, ']') : NULL;
    const char *colon = strchr(bracket ? bracket : text, ':');
    if (!bracket && colon && strchr(colon + 1, ':')) colon = NULL; // an address of IPv6 alone
    *port = colon ? colon + 1 : NULL;
    if (bracket) return text_copy_span(text + 1, (size_t)(bracket - text - 1));
    return text_copy_span(text, colon ? (size_t)(colon - text) : strlen(text));
}

static void add_allowed(struct policy *policy, const struct sockaddr *address, u16 port) {
    struct link_address made = address_from_host(address);
    ARRAY_GROW(policy->allowed, policy->allowed_count, policy->allowed_capacity);
    struct allowed *allowed = &policy->allowed[policy->allowed_count++];
    *allowed = (struct allowed){.port = port};
    memcpy(allowed->address, made.bytes, sizeof(made.bytes));
}

static bool allow(struct policy *policy, const char *text, struct problem *problem) {
    const char *port_text;
    char *host = split_host(text, &port_text);
    u16 port = 0;
    if (!*host || (port_text && !read_port(port_text, &port))) {
        free(host);
        return problem_set(problem, STATUS_USAGE, "--net-allow: expected HOST[:PORT], found '%s'", text);
    }
    struct addrinfo wanted = {.ai_socktype = SOCK_STREAM}, *found = NULL;
    int error = getaddrinfo(host, NULL, &wanted, &found);
    if (error) problem_set(problem, STATUS_BAD_INPUT, "--net-allow: %s: %s", host, gai_strerror(error));
    for (const struct addrinfo *at = found; at; at = at->ai_next) {
        if (at->ai_family == AF_INET || at->ai_family == AF_INET6) add_allowed(policy, at->ai_addr, port);
    }
    if (found) freeaddrinfo(found);
    text_list_add(&policy->names, host);
    return !error;
}

bool policy_allows(const struct policy *policy, const struct link_address *to) {
    for (size_t i = 0; i < policy->allowed_count; i++) {
        const struct allowed *allowed = &policy->allowed[i];
        bool is_port = !allowed->port || allowed->port == to->port;
        if (is_port && memcmp(allowed->address, to->bytes, sizeof(to->bytes)) == 0) return true;
    }
    return !policy->has_limits && !address_is_loopback(to->bytes);
}

bool policy_allows_address(const struct policy *policy, const u8 address[16]) {
    for (size_t i = 0; i < policy->allowed_count; i++) {
        if (memcmp(policy->allowed[i].address, address, sizeof(policy->allowed[i].address)) == 0) return true;
    }
    return !policy->has_limits && !address_is_loopback(address);
}

bool policy_allows_name(const struct policy *policy, const char *name) {
    for (size_t i = 0; i < policy->names.count; i++) {
        if (strcasecmp(policy->names.items[i], name) == 0) return true;
    }
    return !policy->has_limits;
}

bool policy_has_loopback(const struct policy *policy) {
    for (size_t i = 0; i < policy->allowed_count; i++) {
        if (address_is_loopback(policy->allowed[i].address)) return true;
    }
    return false;
}

// ---- --net-forward H:G: on the host's loopback interface only

static bool listen_at(struct forward *forward, struct problem *problem) {
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(forward->host_port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    int on = 1;
    forward->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (forward->listener >= 0) setsockopt(forward->listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
    if (forward->listener >= 0 && bind(forward->listener, (struct sockaddr *)&address, sizeof(address)) == 0 &&
        listen(forward->listener, BACKLOG) == 0) {
        return true;
    }
    return problem_set(problem, STATUS_BAD_INPUT, "--net-forward: port %u: cannot listen: %s", forward->host_port,
                       strerror(errno));
}

static bool forward_port(struct policy *policy, const char *text, struct problem *problem) {
    char *host = text_copy_span(text, strcspn(text, ":"));
    const char *colon = strchr(text, ':');
    struct forward *forward = &policy->forwards[policy->forward_count];
    *forward = (struct forward){.listener = -1};
    bool is_valid = colon && read_port(host, &forward->host_port) && read_port(colon + 1, &forward->guest_port);
    free(host);
    if (!is_valid) {
        return problem_set(problem, STATUS_USAGE, "--net-forward: expected two ports, HOST:GUEST, found '%s'", text);
    }
    policy->forward_count++;
    return listen_at(forward, problem);
}

bool policy_make(struct policy *policy, const struct text_list *allowed, const struct text_list *forward,
                 struct problem *problem) {
    *policy = (struct policy){.has_limits = allowed->count != 0, .record_file = -1};
    if (forward->count > FORWARDS_MOST) {
        return problem_set(problem, STATUS_USAGE, "--net-forward: expected at most %d, found %zu", FORWARDS_MOST,
                           forward->count);
    }
    policy->forwards = memory_get((forward->count + 1) * sizeof(*policy->forwards));
    for (size_t i = 0; i < allowed->count; i++) {
        if (!allow(policy, allowed->items[i], problem)) return false;
    }
    for (size_t i = 0; i < forward->count; i++) {
        if (!forward_port(policy, forward->items[i], problem)) return false;
    }
    return true;
}

void policy_free(struct policy *policy) {
    for (size_t i = 0; i < policy->forward_count; i++) {
        if (policy->forwards[i].listener >= 0) close(policy->forwards[i].listener);
    }
    if (policy->record_file >= 0) close(policy->record_file);
    for (size_t i = 0; i < policy->names.count; i++) free((char *)policy->names.items[i]);
    free(policy->names.items), free(policy->forwards), free(policy->allowed);
    *policy = (struct policy){0};
}
