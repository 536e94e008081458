// Names: each is looked up by a child, because that may take its time. See viz/net/host_state.h.
#include <errno.h>
#include <netdb.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "viz/net/address.h"
#include "viz/net/host_state.h"

// What the child writes, in one piece: fewer bytes than a pipe takes at once.
struct answer {
    u32 value, bytes;
    u8 payload[LINK_NAMES_MOST * 16];
};

static void put_text(struct answer *answer, const char *text) {
    answer->value = 1;
    answer->bytes = (u32)strlen(text);
    memcpy(answer->payload, text, answer->bytes);
}

static void put_addresses(struct answer *answer, const struct addrinfo *found, int family) {
    for (; found && answer->bytes < sizeof(answer->payload); found = found->ai_next) {
        if (found->ai_family != family) continue;
        struct link_address address = address_from_host(found->ai_addr);
        memcpy(answer->payload + answer->bytes, address.bytes, sizeof(address.bytes));
        answer->bytes += sizeof(address.bytes);
    }
}

// IPv4 first, as the class library wants it.
static void find(struct answer *answer, const char *name) {
    struct addrinfo wanted = {.ai_socktype = SOCK_STREAM}, *found = NULL;
    int error = getaddrinfo(name, NULL, &wanted, &found);
    if (error) {
        put_text(answer, gai_strerror(error));
        return;
    }
    put_addresses(answer, found, AF_INET);
    put_addresses(answer, found, AF_INET6);
    freeaddrinfo(found);
    if (!answer->bytes) put_text(answer, "No address associated with hostname");
}

static void find_name_of(struct answer *answer, const struct link_address *of) {
    char name[sizeof(answer->payload)];
    struct host_address address = address_to_host(of);
    int error = getnameinfo((struct sockaddr *)&address.of, address.bytes, name, sizeof(name), NULL, 0, NI_NAMEREQD);
    put_text(answer, error ? gai_strerror(error) : name);
    if (!error) answer->value = 2;
}

static _Noreturn void answer_in_child(int pipe_end, const struct link_frame *asked, const u8 *payload) {
    struct answer answer = {0};
    char name[LINK_NAME_MOST + 1] = "";
    struct link_address address = {.port = 0};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    // The guest's connections are not kept open by the processes that look up names for it
    if (pipe_end != STDERR_FILENO + 1) pipe_end = dup2(pipe_end, STDERR_FILENO + 1);
    close_range(STDERR_FILENO + 2, ~0u, 0);
    if (asked->kind == LINK_REVERSE) {
        memcpy(address.bytes, payload, sizeof(address.bytes));
        find_name_of(&answer, &address);
    } else {
        memcpy(name, payload, asked->bytes);
        find(&answer, name);
    }
    ssize_t written = write(pipe_end, &answer, sizeof(answer));
    _exit(written == sizeof(answer) ? 0 : 1);
}

static void keep_answer(struct lookup *lookup, const struct answer *answer) {
    lookup->is_answered = true;
    lookup->frame = (struct link_frame){
        .kind = LINK_NAMES, .bytes = answer->bytes, .channel = lookup->number, .value = answer->value};
    memcpy(lookup->payload, answer->payload, answer->bytes);
}

static struct lookup *find_free(struct host *host) {
    for (size_t i = 0; i < LOOKUPS_MOST; i++) {
        if (host->lookups[i].used) continue;
        if (host->lookups_end <= i) host->lookups_end = (u32)i + 1;
        return &host->lookups[i];
    }
    return NULL;
}

// Returns false if no child could be started.
static bool start(struct host *host, struct lookup *lookup, const struct link_frame *asked) {
    int ends[2];
    if (pipe(ends) != 0) return false;
    pid_t child = fork();
    if (child == 0) answer_in_child(ends[1], asked, host->payload);
    close(ends[1]);
    lookup->pipe = ends[0];
    if (child < 0) close(ends[0]);
    host->children += child > 0;
    return child > 0;
}

// A name that an address was found to have may be looked up as well: the class library does, to see whether it is true.
static bool is_allowed(const struct host *host, const struct link_frame *frame) {
    char name[LINK_NAME_MOST + 1];
    if (frame->kind == LINK_REVERSE) return policy_allows_address(host->policy, host->payload);
    memcpy(name, host->payload, frame->bytes);
    name[frame->bytes] = 0;
    for (size_t i = 0; i < host->found_count; i++) {
        if (strcasecmp(host->found[i], name) == 0) return true;
    }
    return policy_allows_name(host->policy, name);
}

static void keep_found(struct host *host, const struct answer *answer) {
    char name[LINK_NAME_MOST + 1] = "";
    if (answer->value != 2 || answer->bytes > LINK_NAME_MOST || host->found_count == FOUND_MOST) return;
    memcpy(name, answer->payload, answer->bytes);
    for (size_t i = 0; i < host->found_count; i++) {
        if (strcmp(host->found[i], name) == 0) return;
    }
    memcpy(host->found[host->found_count++], name, sizeof(name));
}

void lookup_begin(struct host *host, const struct link_frame *frame) {
    struct lookup *lookup = find_free(host), refused = {.used = true};
    struct answer answer = {0};
    host->shared->lookups++;
    bool allowed = is_allowed(host, frame);
    host->shared->refused += !allowed;
    if (!lookup) lookup = &refused;
    *lookup = (struct lookup){.used = true, .number = frame->channel, .pipe = -1};
    if (allowed && lookup != &refused && start(host, lookup, frame)) return;
    lookup->pipe = -1;
    put_text(&answer, allowed ? "Temporary failure in name resolution" : "Name or service not known");
    keep_answer(lookup, &answer);
    lookup_answer(host, lookup);
}

void lookup_answer(struct host *host, struct lookup *lookup) {
    bool sent = link_write(&host->to_guest, &lookup->frame, lookup->payload);
    host_sent(host, sent);
    if (!sent) return;
    host->shared->unknown += lookup->frame.value == 1;
    lookup->used = false;
}

void lookup_ready(struct host *host, struct lookup *lookup) {
    struct answer answer;
    ssize_t count = read(lookup->pipe, &answer, sizeof(answer));
    if (count < 0 && errno == EINTR) return;
    close(lookup->pipe);
    lookup->pipe = -1;
    if (count != sizeof(answer)) {
        answer = (struct answer){0};
        put_text(&answer, "System error");
    }
    keep_found(host, &answer);
    keep_answer(lookup, &answer);
    lookup_answer(host, lookup);
}
