// Packets in ring and stop mode, with a reader that follows the protocol of log/region.h: what is read and what is
// counted as lost together are what was written, at every moment; and records of all forms through the emitters, with
// the inline ones executed.
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/print.h"
#include "log/inline.h"
#include "log/thread.h"
#include "log_fixture.h"
#include "tap.h"

#define PACKETS 4

static u8 *packets;
static struct region_stream *control;
static struct stream_writer writer;

static void start(bool is_ring) {
    packets = aligned_alloc(4096, PACKETS * PACKET_BYTES);
    memset(packets, 0x5a, PACKETS * PACKET_BYTES);
    control = calloc(1, sizeof(*control));
    stream_init(&writer, control, packets, PACKETS * PACKET_BYTES, is_ring, 0, LEVEL_THREAD);
}

static void stop(void) {
    free(packets);
    free(control);
}

static bool write_record(u64 ticks, u32 length) {
    static const u8 more[64];
    if (!stream_reserve(&writer, length, ticks, 1, 0)) return false;
    stream_put(&writer, ticks, 300, (u16)(length | FORM_INT), (u32)ticks, more);
    return true;
}

struct reading {
    u64 records, first, last, packets, closed_records;
    bool broken;
};

static void read_packet(struct reading *reading, const struct region_packet *packet, u64 end) {
    u64 records = 0;
    for (u64 at = PACKET_HEADER_BYTES; at < end;) {
        const struct region_record *record = (const struct region_record *)((const u8 *)packet + at);
        u32 length = record->length & ~(u32)EVENT_FORM_MASK;
        bool in_order = record->ticks >= reading->last && record->ticks >= packet->begin_ticks;
        if (length < RECORD_BYTES || at + length > end || !in_order) reading->broken = true;
        if (reading->broken) return;
        if (!reading->records) reading->first = record->ticks;
        reading->last = record->ticks;
        reading->records++;
        records++;
        at += length;
    }
    if (packet->content_bytes && packet->record_count != records) reading->broken = true;
    reading->packets++;
}

static struct reading read_all(void) {
    struct reading reading = {0};
    for (u64 at = control->oldest; at < control->head; at += PACKET_BYTES) {
        const struct region_packet *packet = (const struct region_packet *)(packets + at % (PACKETS * PACKET_BYTES));
        u64 open_end = control->head - at;
        if (packet->sequence != at / PACKET_BYTES) reading.broken = true;
        read_packet(&reading, packet, packet->content_bytes ? packet->content_bytes : open_end);
    }
    return reading;
}

// At every moment, what can be read and what is counted as lost is what was written.
static void test_every_moment(bool is_ring, const char *name) {
    start(is_ring);
    u32 wrong = 0;
    u64 written = 0;
    for (u64 ticks = 1; ticks <= 20000; ticks++) {
        write_record(ticks, RECORD_BYTES * (1 + (u32)rand() % 3));
        written++;
        if (ticks % 97 && ticks > 50) continue;
        struct reading reading = read_all();
        wrong +=
            reading.broken ||
            reading.records + control->lost[STREAM_LOST_OVERWRITTEN] + control->lost[STREAM_LOST_STOPPED] != written;
        wrong += is_ring ? reading.last != ticks : reading.first != 1;
    }
    tap_is_int(wrong, 0, name);
    stop();
}

static void test_ring_keeps_newest(void) {
    start(true);
    u64 each = (PACKET_BYTES - PACKET_HEADER_BYTES) / RECORD_BYTES;
    for (u64 ticks = 1; ticks <= 10 * each; ticks++) write_record(ticks, RECORD_BYTES);
    struct reading reading = read_all();
    tap_is_int((s64)reading.records, (s64)(PACKETS * each), "a ring keeps as many records as fit");
    tap_is_int((s64)reading.first, (s64)(6 * each + 1), "the newest ones");
    tap_is_int((s64)control->lost[STREAM_LOST_OVERWRITTEN], (s64)(6 * each), "and counts each of the others");
    tap_is_int((s64)control->sequence, 9, "packets are numbered on");
    stop();
}

static void test_stop_keeps_oldest(void) {
    start(false);
    u64 each = (PACKET_BYTES - PACKET_HEADER_BYTES) / RECORD_BYTES;
    for (u64 ticks = 1; ticks <= PACKETS * each + 123; ticks++) write_record(ticks, RECORD_BYTES);
    stream_finish(&writer, 1000000);
    struct reading reading = read_all();
    tap_is_int((s64)reading.records, (s64)(PACKETS * each), "a stream that stops keeps the oldest");
    tap_is_int((s64)control->lost[STREAM_LOST_STOPPED], 123, "and counts what came after");
    tap_is_int(reading.broken, 0, "in whole packets");
    stop();
}

static void test_finish(void) {
    start(true);
    write_record(5, RECORD_BYTES);
    write_record(7, 2 * RECORD_BYTES);
    stream_finish(&writer, 9);
    const struct region_packet *packet = (const struct region_packet *)packets;
    u32 tail = 0;
    for (u32 at = packet->content_bytes; at < PACKET_BYTES; at++) tail |= packets[at];
    tap_ok(packet->content_bytes == PACKET_HEADER_BYTES + 3 * RECORD_BYTES && packet->end_ticks == 9 &&
               packet->record_count == 2,
           "the end closes the open packet");
    tap_is_int(tail, 0, "whose tail is zero");
    tap_ok(!write_record(10, RECORD_BYTES) && control->lost[STREAM_LOST_STOPPED] == 1,
           "and later records are lost, and counted");
    stop();
}

// A stream without any room, as in the smallest regions.
static void test_no_packet(void) {
    start(true);
    stream_init(&writer, control, packets, PACKET_BYTES - 1, true, 0, LEVEL_FAULT);
    tap_ok(!write_record(1, RECORD_BYTES) && control->lost[STREAM_LOST_STOPPED] == 1,
           "no packet at all: lost, and counted");
    stop();
}

// ---- Through the emitters

typedef void emitted(s32 id, s64 a, s32 b, struct log_thread *thread);

static emitted *emit_record(u8 *code, enum event_form form) {
    u8 *at = code;
    memcpy(at, "\x41\x57\x49\x89\xcf", 5); // push r15; mov r15, rcx
    at += 5;
    at += probe_code_record(at, form);
    memcpy(at, "\x41\x5f\xc3", 3); // pop r15; ret
    return (emitted *)(void *)code;
}

extern const u8 probe_slow[], probe_trace[];

static struct reading read_thread_stream(void) {
    control = log_state.cpus[0].streams[LEVEL_THREAD].control;
    struct reading reading = {0};
    u8 *base = log_state.cpus[0].streams[LEVEL_THREAD].packets;
    u64 ring = control->packet_count * PACKET_BYTES;
    for (u64 at = control->oldest; at < control->head; at += PACKET_BYTES) {
        const struct region_packet *packet = (const struct region_packet *)(base + at % ring);
        read_packet(&reading, packet, packet->content_bytes ? packet->content_bytes : control->head - at);
    }
    return reading;
}

static const struct region_record *last_record(u32 length) {
    const struct stream_writer *stream = &log_state.cpus[0].streams[LEVEL_THREAD];
    log_stream_take(&log_state.cpus[0], host_thread);
    return (const struct region_record *)(stream->next - length);
}

static void test_emitted_forms(void) {
    fixture_start(2 * MIB, REGION_RING);
    probe_settings.record_cost_ticks = 17;
    u8 *code = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    emit_record(code, FORM_NONE)(300, 1, 2, host_thread);
    const struct region_record *record = last_record(16);
    tap_ok(record->id == 300 && record->length == (16 | FORM_NONE) && record->a == 0 && record->ticks != 0,
           "an inline record without information");
    emit_record(code, FORM_INT)(301, -5, 2, host_thread);
    record = last_record(16);
    tap_ok(record->id == 301 && record->length == (16 | FORM_INT) && (s32)record->a == -5, "with an int");
    emit_record(code, FORM_INT_INT)(302, 6, -7, host_thread);
    record = last_record(32);
    tap_ok(record->id == 302 && record->length == (32 | FORM_INT_INT) && record->a == 6 &&
               *(const s64 *)record->more == 0xfffffff9ll,
           "with two");
    emit_record(code, FORM_LONG)(303, -1234567890123ll, 0, host_thread);
    record = last_record(32);
    tap_ok(record->id == 303 && record->length == (32 | FORM_LONG) && *(const s64 *)record->more == -1234567890123ll,
           "with a long");
    tap_is_int(host_thread->instrument_ticks, 4 * 17, "each charged to the instruments");
    probe_settings.record_cost_ticks = 0;
    munmap(code, 4096);
    fixture_stop();
}

// Inline records, records from C, and packets that change under both.
static void test_mixed(void) {
    fixture_start(1 * MIB, REGION_RING);
    u8 *code = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    emitted *inlined[] = {emit_record(code, FORM_INT), emit_record(code + 1024, FORM_LONG)};
    u64 before = read_thread_stream().records;
    for (u32 i = 0; i < 60000; i++) {
        test_ticks = __builtin_ia32_rdtsc();
        if (i % 3 == 2)
            log_user_text(310, (s32)i, "a text of some length, longer than it may be: sixty-three bytes", 63);
        else inlined[i % 3](300, (s64)i, 0, host_thread);
    }
    log_stream_take(&log_state.cpus[0], host_thread);
    struct reading reading = read_thread_stream();
    tap_ok(!reading.broken, "inline records and records from C share a stream");
    tap_is_int((s64)(reading.records + control->lost[STREAM_LOST_OVERWRITTEN]), 60000 + (s64)before,
               "none is lost without being counted");
    munmap(code, 4096);
    fixture_stop();
}

static void test_levels(void) {
    fixture_start(2 * MIB, REGION_RING);
    struct log_cpu *log_cpu = &log_state.cpus[0];
    log_event_interrupt(EVENT_interrupt_enter, 32, 0, 0);
    log_event_fault(EVENT_page_fault, 1, 2, 0);
    tap_is_int((s64)log_cpu->streams[LEVEL_INTERRUPT].control->head, PACKET_HEADER_BYTES + 16,
               "the interrupt level has a stream of its own");
    tap_is_int((s64)log_cpu->streams[LEVEL_FAULT].control->head, PACKET_HEADER_BYTES + 32, "and faults have theirs");
    log_cpu->busy_levels = 1u << LEVEL_FAULT;
    log_event_fault(EVENT_page_fault, 1, 2, 0);
    tap_is_int((s64)log_cpu->streams[LEVEL_FAULT].control->lost[STREAM_LOST_NESTED], 1,
               "a fault while a fault is recorded is lost, and counted");
    fixture_stop();
}

static void test_text(void) {
    fixture_start(2 * MIB, REGION_RING);
    char text[80];
    memset(text, 'x', sizeof(text));
    memcpy(text + 62, "\xc3\xa4", 2);
    log_user_text(310, 5, text, 64);
    const struct region_record *record = last_record(80);
    tap_is_int(record->more[0], 62, "text is cut between characters");
    tap_is_int(record->length, 80 | FORM_TEXT, "and takes what it needs");
    log_user_text(310, 5, NULL, 0);
    tap_is_int(last_record(32)->more[0], 0, "no text at all");
    fixture_stop();
}

// More than there are chains to look for them in.
static void test_many_types(void) {
    fixture_start(8 * MIB, REGION_RING);
    bool is_new;
    u32 made = 0, wrong = 0;
    for (u32 round = 0; round < 2; round++) {
        for (u32 i = 0; i < EVENT_CHAINS + EVENT_CHAINS / 4; i++) {
            char name[16];
            size_t length = print_format(name, sizeof(name), "type %u", i);
            wrong += log_user_event(name, length, true, &is_new) != EVENT_USER_FIRST + i;
            made += is_new;
        }
    }
    tap_is_int(made, EVENT_CHAINS + EVENT_CHAINS / 4, "many types are made, each once");
    tap_is_int(wrong, 0, "and each is found by its name");
    fixture_stop();
}

static void test_user_events(void) {
    fixture_start(2 * MIB, REGION_RING);
    bool is_new;
    u32 first = log_user_event("first", 5, true, &is_new), second = log_user_event("second", 6, true, &is_new);
    tap_is_int(first, EVENT_USER_FIRST, "the first event type");
    tap_is_int(second, EVENT_USER_FIRST + 1, "the second");
    tap_is_int(log_user_event("first", 5, true, &is_new), first, "the same name gives the same number");
    tap_ok(!is_new, "which is not a new one");
    tap_is_int(log_user_event("third", 5, false, &is_new), 0, "none is added where none may be");
    log_user_record(7, FORM_NONE, 0, 0);
    tap_is_int((s64)log_state.loss[LOSS_USER_EVENTS], 1,
               "a number that no event type has is not recorded, and counted");
    u64 mask[4] = {0};
    tap_ok(log_events_select(mask, "thread_switch", 13) && mask[0] == 1ull << EVENT_thread_switch, "an event by name");
    tap_ok(log_events_select(mask, "collection", 10) && mask[0] >> EVENT_object_ages & 1, "a group");
    tap_ok(!log_events_select(mask, "nothing", 7), "and what is no event");
    fixture_stop();
}

int main(void) {
    srand(1);
    test_every_moment(true, "ring: read + lost = written, at every moment");
    test_every_moment(false, "stop: read + lost = written, at every moment");
    test_ring_keeps_newest();
    test_stop_keeps_oldest();
    test_finish();
    test_no_packet();
    test_emitted_forms();
    test_mixed();
    test_levels();
    test_text();
    test_user_events();
    test_many_types();
    return tap_done();
}
