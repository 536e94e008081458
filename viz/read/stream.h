// Reads the streams of a region: packets of one stream in order, and the events of all streams merged by time.
#ifndef VIZ_READ_STREAM_H
#define VIZ_READ_STREAM_H

#include "base/panic.h"
#include "log/events.h"
#include "viz/cli/terminal.h"
#include "viz/read/reader.h"

struct stream {
    const struct reader *reader;
    const struct region_section *section;
    struct region_stream control;
    u64 position; // of the current packet, free-running
    u8 *packet;   // PACKET_BYTES, a copy
    struct region_packet header;
    u32 content; // how many of its bytes hold header and records
    u32 at;      // next record
    u32 thread;  // running, according to packet headers and thread_switch events
    u64 last_ticks;
    u64 broken_packets, broken_records; // what could not be read
    u64 passed_packets;                 // overwritten while they were read
    bool started;
};

// Returns false if its control fields are damaged: then it has no packets, and counts as one that is broken.
bool stream_open(struct stream *stream, const struct reader *reader, const struct region_section *section);
void stream_close(struct stream *stream);
// Goes to the next packet that can be read; returns false at the end.
bool stream_next_packet(struct stream *stream);
// The next record of the current packet, its time put right (offsets.h); NULL at its end. Valid until the next packet
// is read.
const struct region_record *stream_next_record(struct stream *stream);
u64 stream_lost(const struct region_stream *control); // from all causes
u64 stream_lost_records(const struct reader *reader); // of all streams
const char *stream_level_name(u32 level);             // "thread"

static inline u32 record_bytes(const struct region_record *record) { return record->length & ~15u; }

// A record of this event with its fields by name: RECORD_OF(thread_switch, record)->from. Records that the streams give
// are as long as their event needs.
#define RECORD_OF(name, record) ((const struct event_##name *)record_checked(record, EVENT_##name))
static inline const void *record_checked(const struct region_record *record, u32 id) {
    ASSERT(record->id == id);
    return record;
}

struct event {
    const struct region_record *record;
    u32 cpu, level, thread;
    u32 stream;   // index of its section
    u64 position; // of the record in its stream, free-running
};

// Causes as reports name them; the first ones are enum stream_loss.
enum event_loss_cause { EVENT_LOSS_UNREADABLE = STREAM_LOST_NESTED + 1, EVENT_LOSS_CAUSES };

// Records of one stream that are missing between two that are there.
struct event_loss {
    u32 cpu, level;
    u64 from_ticks, until_ticks; // from 0: since the beginning; until 0: to the end
    u64 records[EVENT_LOSS_CAUSES];
    u64 packets; // overwritten while they were read: how many records they held is not known
};

struct event_merge {
    struct stream *streams;
    const struct region_record **next; // of each stream
    struct event_gap *gaps;            // what was lost before it
    size_t count;
    struct event_loss *losses; // not asked for yet
    size_t loss_at, loss_count, loss_capacity;
    struct reader_range range;
    struct progress progress;
    u64 read; // events
    bool ended;
};

// The events of the reader's range.
void event_merge_open(struct event_merge *merge, const struct reader *reader);
bool event_merge_next(struct event_merge *merge, struct event *event);
// After event_merge_next: what was lost before that event or, if there was none, at the end; one loss after another,
// returning false if there are no more. Over a whole recording their sum is that of the streams' own counts.
bool event_merge_loss(struct event_merge *merge, struct event_loss *loss);
const char *event_loss_cause_name(u32 cause);
void event_merge_close(struct event_merge *merge);

// Time of the last record of all streams, 0 if there is none.
u64 stream_last_ticks(const struct reader *reader);

#endif
