// Recorded traffic (base/traffic.h): the file's reader, and what the kernel makes of an accepted file with connections
// of its own (kernel/net/net_replay.h). The first byte chooses whether hashes, magic and times of the rest are put
// right first, without which no input would get past them, and seeds what the guest does.
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "base/traffic.h"
#include "kernel/core/cpu_self.h"
#include "kernel/core/machine.h"
#include "kernel/core/options.h"
#include "kernel/core/outside.h"
#include "kernel/core/thread.h"
#include "kernel/net/net.h"
#include "log/state.h"
#include "tests/host/empty_files.h"
#include "tests/host/log_fixture.h"

#define RING_BYTES (64u * KIB)
#define CONNECTIONS 4u
#define DATAGRAMS (CONNECTIONS + 1) // the index of their socket, behind the listener's
#define ROUNDS 60u

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

static struct link_shared *shared;

bool machine_bell_start(void) { return true; }
void machine_bell(void) {}

static void put_right_header(u8 *file) {
    struct traffic_header header;
    memcpy(&header, file, sizeof(header));
    header.magic = TRAFFIC_MAGIC;
    header.version = TRAFFIC_VERSION;
    header.flags &= 3;
    header.random_seed |= 1;
    header.hash = traffic_header_hash(&header);
    memcpy(file, &header, sizeof(header));
}

// Times become short, so that what was recorded comes while the guest is there. The last record becomes that of the
// end.
static size_t put_right(u8 *file, size_t size) {
    struct traffic_record record;
    u64 at = sizeof(struct traffic_header), now = 0;
    u32 count = 0;
    if (size < at) return size;
    put_right_header(file);
    while (size - at >= sizeof(record)) {
        memcpy(&record, file + at, sizeof(record));
        u64 bytes = ALIGN_UP((u64)record.frame.bytes, 8ull), left = size - at - sizeof(record);
        bool is_last = left < bytes || left - bytes < sizeof(record);
        record.time_ns = now += record.time_ns & 0xff;
        record.zero = 0;
        if (is_last) {
            record.direction = TRAFFIC_END;
            record.frame = (struct link_frame){.kind = LINK_END, .channel = record.frame.channel & 3, .value = count};
            bytes = 0;
        }
        record.hash = traffic_hash(&record, file + at + sizeof(record));
        memcpy(file + at, &record, sizeof(record));
        at += sizeof(record) + bytes;
        count++;
        if (is_last) return at;
    }
    return size;
}

static bool is_well_formed(const u8 *file, size_t size, struct link_address *peers) {
    static struct traffic_reader reader;
    struct traffic_header header;
    struct traffic_record record;
    const u8 *payload;
    u32 found = 0;
    if (!traffic_open(&reader, file, size, &header)) return false;
    while (traffic_next(&reader, &record, &payload)) {
        if (payload + record.frame.bytes > file + size) abort();
        if (record.frame.kind == LINK_CONNECT) memcpy(&peers[found++ % CONNECTIONS], payload, sizeof(*peers));
    }
    return !reader.expected;
}

// ---- A guest that does this and that

static void act(struct files *files, struct net *net, int *descriptors, const struct link_address *peers, u64 choice) {
    static u8 bytes[4096];
    u32 which = choice & 3;
    struct net_address remote = {.port = peers[which].port};
    memcpy(remote.bytes, peers[which].bytes, sizeof(remote.bytes));
    switch (choice >> 2 & 7) {
    case 0: net_connect(net, descriptors[which], &remote); break;
    case 1: file_write(files, descriptors[which], bytes, choice >> 8 & 0xfff); break;
    case 2: net_shutdown(net, descriptors[which], NET_SHUT_WRITE); break;
    case 3: file_close(files, net_accept(net, descriptors[CONNECTIONS], &remote)); break;
    case 4:
        file_close(files, descriptors[which]);
        descriptors[which] = net_open(net, NET_STREAM, true);
        break;
    case 5: net_send_to(net, descriptors[DATAGRAMS], bytes, choice >> 8 & 0xff, &remote); break;
    case 6: net_receive_from(net, descriptors[DATAGRAMS], bytes, sizeof(bytes), &remote); break;
    default: file_read(files, descriptors[which], bytes, sizeof(bytes));
    }
}

void net_replay_ended(void) {} // is then asked for again

static void replay(const u8 *file, size_t size, const struct link_address *peers, u64 seed) {
    static struct files *files;
    static struct net *net;
    struct net_address at = net_address_of_ipv4(0x7f000001, 80);
    int descriptors[DATAGRAMS + 1];
    if (!files) files = empty_files(32 << 20), net = net_create(files, NULL);
    memset(shared, 0, 4096 + 2 * RING_BYTES);
    shared->ring_bytes = RING_BYTES;
    net_link_start(file, size);
    struct outside *link = cpu_self()->outside;
    for (u32 i = 0; i <= CONNECTIONS; i++) descriptors[i] = net_open(net, NET_STREAM, true);
    descriptors[DATAGRAMS] = net_open(net, NET_DATAGRAM, true);
    net_bind(net, descriptors[CONNECTIONS], &at);
    net_listen(net, descriptors[CONNECTIONS], 3);
    for (u32 i = 0; i < ROUNDS; i++) {
        act(files, net, descriptors, peers, random_next(&seed));
        if (outside_look(link)) outside_work(link);
    }
    outside_may_wake(link);
    if (outside_look(link)) outside_work(link);
    if (shared->nonsense) abort(); // what a replay writes is never nonsense
    for (u32 i = 0; i <= DATAGRAMS; i++) file_close(files, descriptors[i]);
    net_link_stop(link);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size) {
    static const char options[] = "net-loopback=1\nnet-ports=1\n";
    struct link_address peers[CONNECTIONS] = {0};
    if (!shared) {
        fixture_thread_bytes = sizeof(struct thread);
        fixture_start(8 << 20, 0);
        thread_self()->cpu = cpu_self();
        cpu_self()->running = thread_self();
        machine_options = (struct options){options, options + sizeof(options) - 1};
        shared = aligned_alloc(4096, 4096 + 2 * RING_BYTES);
        log_state.net = shared;
    }
    if (!size) return 0;
    u8 *file = malloc(size); // of exactly its size
    memcpy(file, data + 1, size - 1);
    size_t bytes = *data & 1 ? put_right(file, size - 1) : size - 1;
    if (is_well_formed(file, bytes, peers)) replay(file, bytes, peers, 2u * *data + 1);
    free(file);
    return 0;
}
