// See stream.h, and "Streams" in log/region.h for the rules between the writer and us.
#include "viz/read/stream.h"

#include <stdlib.h>
#include <string.h>

#include "log/events.h"
#include "viz/read/offsets.h"

bool stream_open(struct stream *stream, const struct reader *reader, const struct region_section *section) {
    *stream = (struct stream){.reader = reader, .section = section, .broken_packets = 1}; // if it stays unread
    if (!reader_copy(reader, section->offset, &stream->control, sizeof(stream->control))) return false;
    const struct region_stream *control = &stream->control;
    u64 room = (section->bytes - section->data_offset) / PACKET_BYTES;
    if (!control->packet_count || control->packet_count > room || control->oldest > control->head ||
        control->oldest % PACKET_BYTES) {
        return false;
    }
    if (control->head > INT64_MAX || control->head - control->oldest > control->packet_count * PACKET_BYTES) {
        return false;
    }
    stream->broken_packets = 0;
    stream->position = control->oldest;
    stream->packet = memory_get(PACKET_BYTES);
    return true;
}

void stream_close(struct stream *stream) {
    free(stream->packet);
    stream->packet = NULL;
}

const char *stream_level_name(u32 level) {
    static const char *const names[STREAM_LEVELS] = {"thread", "interrupt", "fault"};
    return level < STREAM_LEVELS ? names[level] : "?";
}

u64 stream_lost(const struct region_stream *control) {
    u64 lost = 0;
    for (u32 i = 0; i < STREAM_LOSSES; i++) lost += control->lost[i];
    return lost;
}

u64 stream_lost_records(const struct reader *reader) {
    const struct region_section *section;
    u64 lost = 0;
    for (u32 i = 0; (section = reader_find(reader, SECTION_STREAM, i)); i++) {
        struct region_stream control;
        if (reader_copy(reader, section->offset, &control, sizeof(control))) lost += stream_lost(&control);
    }
    return lost;
}

// Copies the packet at `position`; true if it was whole before and after the copy.
static bool copy_packet(struct stream *stream) {
    u64 ring = stream->control.packet_count * PACKET_BYTES;
    u64 offset = stream->section->offset + stream->section->data_offset + stream->position % ring;
    if (!reader_copy(stream->reader, offset, stream->packet, PACKET_BYTES)) return false;
    u64 oldest;
    if (!reader_copy_now(stream->reader, stream->section->offset + offsetof(struct region_stream, oldest), &oldest,
                         sizeof(oldest))) {
        return false;
    }
    memcpy(&stream->header, stream->packet, sizeof(stream->header));
    if (stream->position >= oldest) return true;
    u64 lost = stream->section->offset + offsetof(struct region_stream, lost);
    reader_copy_now(stream->reader, lost, stream->control.lost, sizeof(stream->control.lost));
    return false;
}

static u64 put_right(const struct stream *stream, u64 ticks) {
    return offsets_put_right(&stream->reader->offsets, stream->control.cpu, ticks);
}

static bool check_packet(struct stream *stream) {
    struct region_packet *header = &stream->header;
    header->begin_ticks = put_right(stream, header->begin_ticks);
    u64 left = stream->control.head - stream->position;
    bool last = left <= PACKET_BYTES;
    // The open packet's content reaches to head; a guest that died while it opened one may have left it without a
    // header
    stream->content = header->content_bytes && !last ? header->content_bytes : last ? (u32)left : 0;
    if (header->content_bytes && header->content_bytes < stream->content) stream->content = header->content_bytes;
    return header->sequence == stream->position / PACKET_BYTES && stream->content >= PACKET_HEADER_BYTES &&
           stream->content <= PACKET_BYTES && header->begin_ticks >= stream->last_ticks;
}

bool stream_next_packet(struct stream *stream) {
    for (;;) {
        if (stream->started) stream->position += PACKET_BYTES;
        stream->started = true;
        if (stream->position >= stream->control.head) return false;
        if (!copy_packet(stream)) { // overwritten meanwhile: the writer has counted it
            stream->passed_packets++;
            continue;
        }
        if (check_packet(stream)) break;
        if (stream->content > PACKET_HEADER_BYTES) stream->broken_packets++;
    }
    stream->at = PACKET_HEADER_BYTES;
    stream->thread = stream->header.thread;
    return true;
}

const struct region_record *stream_next_record(struct stream *stream) {
    if (stream->content - stream->at < sizeof(struct region_record)) return NULL;
    struct region_record *record = (struct region_record *)(stream->packet + stream->at);
    u32 bytes = record_bytes(record);
    record->ticks = put_right(stream, record->ticks);
    bool well_formed = bytes >= sizeof(*record) && bytes <= stream->content - stream->at &&
                       record->ticks >= stream->last_ticks && record->id;
    if (well_formed && record->id < EVENT_KERNEL_END) {
#define EVENT(number, name, fields) [number] = EVENT_BYTES_##name,
        static const u32 least[EVENT_KERNEL_END] = {EVENT_TABLE(EVENT)};
#undef EVENT
        well_formed = bytes >= least[record->id];
    }
    if (!well_formed) {
        stream->broken_records++; // the rest of the packet is not readable
        stream->at = stream->content;
        return NULL;
    }
    stream->at += bytes;
    stream->last_ticks = record->ticks;
    if (record->id == EVENT_thread_switch) stream->thread = RECORD_OF(thread_switch, record)->to;
    // On the level that takes samples nothing else says which thread runs.
    if (record->id == EVENT_sample) stream->thread = RECORD_OF(sample, record)->thread;
    return record;
}

// ---- The streams merged

// What a stream lost since its last record that was given, and how much of its counts has been told so far.
struct event_gap {
    u64 from_ticks;
    u64 records[EVENT_LOSS_CAUSES], packets;
    u64 told_dropped, told_broken, told_passed;
};

const char *event_loss_cause_name(u32 cause) {
    static const char *const names[EVENT_LOSS_CAUSES] = {"overwritten", "stopped_full", "nested", "unreadable"};
    return cause < EVENT_LOSS_CAUSES ? names[cause] : "?";
}

static u64 grown(u64 *told, u64 count) {
    u64 more = count > *told ? count - *told : 0;
    *told += more;
    return more;
}

static void note_unreadable(struct event_gap *gap, const struct stream *stream) {
    gap->records[EVENT_LOSS_UNREADABLE] += grown(&gap->told_broken, stream->broken_packets + stream->broken_records);
    gap->packets += grown(&gap->told_passed, stream->passed_packets);
}

// What a packet's header has as dropped lies before its end: it is told behind its last record.
static void note_packet(struct event_gap *gap, const struct stream *stream) {
    const u64 *lost = stream->control.lost;
    u64 dropped = stream->header.discarded, all = lost[STREAM_LOST_NESTED] + lost[STREAM_LOST_STOPPED];
    gap->records[STREAM_LOST_NESTED] += grown(&gap->told_dropped, dropped < all ? dropped : all);
    note_unreadable(gap, stream);
}

// Behind a stream's last record: what no packet has told. A stream that is full has no packets any more.
static void note_end(struct event_gap *gap, const struct stream *stream) {
    const u64 *lost = stream->control.lost;
    u64 rest = grown(&gap->told_dropped, lost[STREAM_LOST_NESTED] + lost[STREAM_LOST_STOPPED]);
    u64 stopped = rest < lost[STREAM_LOST_STOPPED] ? rest : lost[STREAM_LOST_STOPPED];
    gap->records[STREAM_LOST_STOPPED] += stopped;
    gap->records[STREAM_LOST_NESTED] += rest - stopped;
    note_unreadable(gap, stream);
}

static void tell_gap(struct event_merge *merge, size_t number, u64 until_ticks) {
    struct event_gap *gap = &merge->gaps[number];
    struct event_loss loss = {.cpu = merge->streams[number].control.cpu,
                              .level = merge->streams[number].control.level,
                              .from_ticks = gap->from_ticks,
                              .until_ticks = until_ticks,
                              .packets = gap->packets};
    u64 all = gap->packets;
    for (u32 i = 0; i < EVENT_LOSS_CAUSES; i++) loss.records[i] = gap->records[i], all |= gap->records[i];
    memset(gap->records, 0, sizeof(gap->records));
    gap->packets = 0;
    if (!all) return;
    if (merge->loss_at == merge->loss_count) merge->loss_at = merge->loss_count = 0;
    ARRAY_GROW(merge->losses, merge->loss_count, merge->loss_capacity);
    merge->losses[merge->loss_count++] = loss;
}

bool event_merge_loss(struct event_merge *merge, struct event_loss *loss) {
    const struct reader_range *range = &merge->range;
    while (merge->loss_at < merge->loss_count) {
        *loss = merge->losses[merge->loss_at++];
        bool before = loss->until_ticks && loss->until_ticks <= range->from_ticks;
        if (!before && !(range->until_ticks && loss->from_ticks >= range->until_ticks)) return true;
    }
    return false;
}

static const struct region_record *advance(struct stream *stream, struct event_gap *gap) {
    if (!stream->packet) return NULL;
    for (;;) {
        const struct region_record *record = stream->started ? stream_next_record(stream) : NULL;
        if (record) return record;
        if (stream->started) note_packet(gap, stream);
        if (!stream_next_packet(stream)) return NULL;
    }
}

enum { EVENTS_BETWEEN_LOOKS = 1 << 16 }; // at the clock

void event_merge_open(struct event_merge *merge, const struct reader *reader) {
    *merge = (struct event_merge){.range = reader->range};
    progress_begin(&merge->progress, "reading events");
    while (reader_find(reader, SECTION_STREAM, (u32)merge->count)) merge->count++;
    merge->streams = memory_get(merge->count * sizeof(*merge->streams));
    merge->next = memory_get(merge->count * sizeof(*merge->next));
    merge->gaps = memory_get(merge->count * sizeof(*merge->gaps));
    for (size_t i = 0; i < merge->count; i++) {
        struct stream *stream = &merge->streams[i];
        stream_open(stream, reader, reader_find(reader, SECTION_STREAM, (u32)i));
        merge->gaps[i].records[STREAM_LOST_OVERWRITTEN] = stream->control.lost[STREAM_LOST_OVERWRITTEN];
        merge->next[i] = advance(stream, &merge->gaps[i]);
    }
}

// Once: what was lost behind the last records.
static void tell_ends(struct event_merge *merge) {
    for (size_t i = 0; i < merge->count && !merge->ended; i++) {
        note_end(&merge->gaps[i], &merge->streams[i]);
        tell_gap(merge, i, 0);
    }
    merge->ended = true;
}

static bool next_of_all(struct event_merge *merge, struct event *event) {
    static u64 copy[PACKET_BYTES / sizeof(u64)]; // the record outlives the packet that it was read from
    size_t first = merge->count;
    for (size_t i = 0; i < merge->count; i++) {
        if (merge->next[i] && (first == merge->count || merge->next[i]->ticks < merge->next[first]->ticks)) first = i;
    }
    if (first == merge->count) {
        tell_ends(merge);
        return false;
    }
    struct stream *stream = &merge->streams[first];
    tell_gap(merge, first, merge->next[first]->ticks);
    merge->gaps[first].from_ticks = merge->next[first]->ticks;
    memcpy(copy, merge->next[first], record_bytes(merge->next[first]));
    *event = (struct event){.record = (const struct region_record *)copy,
                            .cpu = stream->control.cpu,
                            .level = stream->control.level,
                            .thread = stream->thread,
                            .stream = (u32)first,
                            .position = stream->position + stream->at - record_bytes(merge->next[first])};
    merge->next[first] = advance(stream, &merge->gaps[first]);
    return true;
}

// Whether it was recorded while one of the range's threads ran, or says something of it.
static bool concerns_threads(const struct event *event, const struct reader_range *range) {
    const struct region_record *record = event->record;
    bool says = record->id >= EVENT_thread_create && record->id <= EVENT_thread_wakeup;
    if (reader_range_has_thread(range, event->thread)) return true;
    if (says && reader_range_has_thread(range, record->a)) return true;
    return record->id == EVENT_thread_switch && reader_range_has_thread(range, RECORD_OF(thread_switch, record)->from);
}

static void show_progress(struct event_merge *merge) {
    u64 done = 0, total = 0;
    for (size_t i = 0; i < merge->count; i++) {
        const struct stream *stream = &merge->streams[i];
        done += stream->position - stream->control.oldest, total += stream->control.head - stream->control.oldest;
    }
    progress_show(&merge->progress, done, total);
}

bool event_merge_next(struct event_merge *merge, struct event *event) {
    const struct reader_range *range = &merge->range;
    while (next_of_all(merge, event)) {
        if (merge->read++ % EVENTS_BETWEEN_LOOKS == 0) show_progress(merge);
        if (range->until_ticks && event->record->ticks >= range->until_ticks) return false;
        if (event->record->ticks < range->from_ticks) continue;
        if (reader_range_has_threads(range) && !concerns_threads(event, range)) continue;
        if (!range->wanted || range->wanted(range->methods, event)) return true;
    }
    return false;
}

void event_merge_close(struct event_merge *merge) {
    for (size_t i = 0; i < merge->count; i++) stream_close(&merge->streams[i]);
    progress_end(&merge->progress);
    free(merge->streams);
    free(merge->next);
    free(merge->gaps);
    free(merge->losses);
}

u64 stream_last_ticks(const struct reader *reader) {
    u64 last = 0;
    const struct region_section *section;
    for (u32 i = 0; (section = reader_find(reader, SECTION_STREAM, i)); i++) {
        struct stream stream;
        if (!stream_open(&stream, reader, section)) continue;
        // The newest two packets are enough: the open one may hold nothing yet
        u64 back = 2 * PACKET_BYTES,
            start = stream.control.head > back ? ALIGN_DOWN(stream.control.head - back, PACKET_BYTES) : 0;
        if (start > stream.position) stream.position = start;
        while (stream_next_packet(&stream)) {
            while (stream_next_record(&stream)) continue;
        }
        if (stream.last_ticks > last) last = stream.last_ticks;
        stream_close(&stream);
    }
    return last;
}
