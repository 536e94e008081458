// See viz/net/traffic.h.
#include "viz/net/traffic.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "viz/cli/file.h"

struct traffic_header traffic_new_header(u32 flags) {
    struct traffic_header header = {.magic = TRAFFIC_MAGIC, .version = TRAFFIC_VERSION, .flags = flags};
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    header.epoch_ns = (u64)now.tv_sec * 1000000000u + (u64)now.tv_nsec;
    if (getrandom(&header.random_seed, sizeof(header.random_seed), 0) != sizeof(header.random_seed)) {
        header.random_seed = header.epoch_ns;
    }
    header.random_seed = header.random_seed >> 1 | 1; // options are numbers of 63 bits, and 0 is none
    header.hash = traffic_header_hash(&header);
    return header;
}

int traffic_create(const char *path, const struct traffic_header *header, struct problem *problem) {
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0) {
        problem_set_errno(problem, path, "create");
    } else if (!file_write_all(file, header, sizeof(*header))) {
        problem_set_errno(problem, path, "write");
        close(file);
        file = -1;
    }
    return file;
}

bool traffic_check(const char *path, struct traffic_header *header, struct problem *problem) {
    struct file_map map;
    struct traffic_record record;
    const u8 *payload;
    if (!file_map(&map, path, problem)) return false;
    struct traffic_reader *reader = memory_get(sizeof(*reader));
    bool opened = traffic_open(reader, map.data, map.size, header);
    while (opened && traffic_next(reader, &record, &payload)) continue;
    bool done = !reader->expected;
    if (!done) {
        problem_set(problem, STATUS_BAD_INPUT, "%s: at %llu: expected %s", path, (unsigned long long)reader->position,
                    reader->expected);
    }
    free(reader);
    file_unmap(&map);
    return done;
}

// ---- What a replay found

static void put_address(struct buffer *text, const struct link_address *address) {
    static const u8 mapped[12] = {[10] = 0xff, [11] = 0xff};
    char name[INET6_ADDRSTRLEN] = "";
    bool is_ipv4 = memcmp(address->bytes, mapped, sizeof(mapped)) == 0;
    inet_ntop(is_ipv4 ? AF_INET : AF_INET6, address->bytes + (is_ipv4 ? 12 : 0), name, sizeof(name));
    buffer_format(text, is_ipv4 ? "%s:%u" : "[%s]:%u", name, address->port);
}

// The conversation whose first record is there.
static void put_peer(struct buffer *text, const char *path, u64 offset) {
    struct problem problem = {0};
    struct file_map map;
    struct traffic_record record;
    struct link_accept accept = {0};
    if (!file_map(&map, path, &problem)) return;
    if (offset <= map.size && map.size - offset >= sizeof(record) + sizeof(accept)) {
        memcpy(&record, map.data + offset, sizeof(record));
        memcpy(&accept, map.data + offset + sizeof(record), sizeof(accept));
        bool has_address = record.frame.kind != LINK_OPEN;
        buffer_text(text, record.frame.kind == LINK_ACCEPT ? "the connection from "
                          : has_address                    ? "the connection to "
                                                           : "the datagrams of a socket");
        if (has_address) put_address(text, &accept.from);
    }
    file_unmap(&map);
}

static unsigned long long number(u64 value) { return value; }

static void put_first(struct buffer *text, const char *path, const struct link_replay *replay) {
    bool has_place = replay->offset != 0;
    if (has_place) {
        buffer_format(text, "at %llu: ", number(replay->offset));
        put_peer(text, path, replay->offset);
        buffer_text(text, ": ");
    }
    switch ((enum traffic_difference)replay->what) {
    case TRAFFIC_OTHER_BYTE:
        buffer_format(text, "byte %llu that the program sent is 0x%02llx, but was 0x%02llx", number(replay->place),
                      number(replay->found), number(replay->wanted));
        break;
    case TRAFFIC_MORE_BYTES:
    case TRAFFIC_FEWER_BYTES:
        buffer_format(text, "the program sent %llu bytes, but had sent %llu", number(replay->found),
                      number(replay->wanted));
        break;
    case TRAFFIC_CONNECTION:
        buffer_format(text, "the program connects to port %llu of a host more often than it did",
                      number(replay->place));
        break;
    case TRAFFIC_SOCKET: buffer_text(text, "the program sends datagrams by more sockets than it did"); break;
    case TRAFFIC_NAME: buffer_text(text, "the program asks for a name that it did not ask for"); break;
    default: buffer_text(text, "the program waits for more than was recorded");
    }
}

bool traffic_say_differences(const char *path, const struct link_replay *replay) {
    struct buffer text = {0};
    if (replay->differences) put_first(&text, path, replay);
    if (replay->differences > 1) buffer_format(&text, " (the first of %llu differences)", number(replay->differences));
    if (replay->not_made) {
        buffer_format(&text, "%s%llu of the recorded connections were not made", text.size ? "; " : "",
                      number(replay->not_made));
    }
    buffer_byte(&text, 0);
    if (text.size > 1) fprintf(stderr, "gnomon: --net-replay %s: %s\n", path, (const char *)text.data);
    buffer_free(&text);
    return !replay->parted;
}
