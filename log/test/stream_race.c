// A stream that is read while it is written, under ThreadSanitizer: what the head says is there can be read, and so can
// all of a packet that says how long it is. (In a ring that overwrites, a reader copies what may change, and then looks
// whether it has: stream_test.c.)
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

#include "tap.h"

#include "log/stream.c"

#define PACKETS 200u
#define LENGTH (2 * RECORD_BYTES)

static u8 *packets;
static struct region_stream control;
static struct stream_writer writer;
static u64 written;
static bool finished;

void machine_prepare(u64 start, u64 bytes) { (void)start, (void)bytes; }

static void *write_all(void *argument) {
    u8 more[LENGTH] = {0};
    while (stream_reserve(&writer, LENGTH, written, 1, 0))
        stream_put(&writer, written++, 300, LENGTH | FORM_INT, 7, more);
    stream_finish(&writer, written);
    __atomic_store_n(&finished, true, __ATOMIC_RELEASE);
    return argument;
}

struct reading {
    u64 at, records, closed_records, wrong;
};

static const struct region_packet *packet_at(u64 at) {
    return (const struct region_packet *)(packets + at / PACKET_BYTES * PACKET_BYTES);
}

static void read_closed(struct reading *reading, const struct region_packet *packet) {
    u32 bytes = __atomic_load_n(&packet->content_bytes, __ATOMIC_ACQUIRE);
    if (!bytes) return;
    if (packet->record_count != (bytes - PACKET_HEADER_BYTES) / LENGTH || packet->discarded) reading->wrong++;
    reading->closed_records += packet->record_count;
}

static void read_record(struct reading *reading) {
    const struct region_record *record = (const struct region_record *)(packets + reading->at);
    if (record->ticks != reading->records || record->a != 7) reading->wrong++;
    reading->records++;
    reading->at += LENGTH;
}

// Records fill a packet to its end.
static void read_up_to(struct reading *reading, u64 head) {
    while (reading->at < head) {
        if (reading->at % PACKET_BYTES) {
            read_record(reading);
            continue;
        }
        if (reading->at) read_closed(reading, packet_at(reading->at - 1));
        reading->at += PACKET_HEADER_BYTES;
    }
}
_Static_assert((PACKET_BYTES - PACKET_HEADER_BYTES) % LENGTH == 0, "records fill a packet");

int main(void) {
    packets = aligned_alloc(PACKET_BYTES, PACKETS * PACKET_BYTES);
    stream_init(&writer, &control, packets, PACKETS * PACKET_BYTES, false, 0, LEVEL_THREAD);
    struct reading reading = {0};
    pthread_t thread;
    if (pthread_create(&thread, NULL, write_all, NULL)) return 1;
    for (bool last = false; !last;) {
        last = __atomic_load_n(&finished, __ATOMIC_ACQUIRE);
        read_up_to(&reading, __atomic_load_n(&control.head, __ATOMIC_ACQUIRE));
        if (!last) sched_yield();
    }
    pthread_join(thread, NULL);
    read_closed(&reading, packet_at(PACKETS * PACKET_BYTES - 1));
    tap_is_int((s64)reading.records, (s64)written, "every record was read once");
    tap_is_int((s64)reading.closed_records, (s64)written, "and is counted in its packet");
    tap_is_int((s64)reading.wrong, 0, "each as it was written");
    free(packets);
    return tap_done();
}
