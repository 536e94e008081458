// A timeline as a part of the page: small parts as JSON, and the columns of items, points and tallies as numbers of
// variable length (seven bits a byte, the lowest first), all deflated and in base64. viz/html/timeline_data.js reads
// it, column by column in the same order. Times are nanoseconds.
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "viz/html/timeline.h"
#include "viz/read/event_text.h"

// PAGE_BYTES are for the timeline and what comes before it; the rest of the page's 5 MB is for the call graph's
// picture, the style and the script.
enum { PAGE_BYTES = 4300000, LEAST_BYTES = 1000000, TEXT_BYTES = 3600000, TALLY_BUDGET = 100000, LABEL_BYTES = 400 };

struct encoder {
    struct timeline *timeline;
    struct buffer columns, texts; // texts: a JSON array
    struct intern known;          // texts
    bool texts_left_out;
};

static u64 ns(const struct timeline *timeline, u64 ticks) {
    u64 start = timeline->recording->reader.header.start_ticks;
    return (u64)recording_ns_since_start(timeline->recording, ticks < UINT64_MAX - start ? start + ticks : UINT64_MAX);
}

static void put_number(struct buffer *columns, u64 value) {
    for (; value >= 128; value >>= 7) buffer_byte(columns, (u8)(value | 128));
    buffer_byte(columns, (u8)value);
}

static void put_signed(struct buffer *columns, s64 value) {
    put_number(columns, value < 0 ? (u64)-value * 2 - 1 : (u64)value * 2);
}

// Number of a text, from 1; 0 for none.
static u32 put_text(struct encoder *encoder, const char *text) {
    if (!text) return 0;
    size_t known = encoder->known.count;
    u32 number = intern_text(&encoder->known, text);
    if (encoder->known.count == known) return number + 1;
    bool room = encoder->texts.size <= TEXT_BYTES;
    encoder->texts_left_out |= !room;
    buffer_byte(&encoder->texts, ',');
    buffer_json(&encoder->texts, room ? text : "");
    return number + 1;
}

// ---- Columns

static void put_starts(struct encoder *encoder, const struct row *row) {
    u64 last = 0;
    for (size_t i = 0; i < row->count; i++) {
        u64 start = ns(encoder->timeline, row->items[i].start);
        put_number(&encoder->columns, start - last);
        last = start;
    }
}

static void put_lengths(struct encoder *encoder, const struct row *row) {
    for (size_t i = 0; i < row->count; i++) {
        const struct item *item = &row->items[i];
        put_number(&encoder->columns,
                   ns(encoder->timeline, item->start + item->length) - ns(encoder->timeline, item->start));
    }
}

static void put_merged(struct encoder *encoder, const struct row *row) {
    for (size_t i = 0; i < row->count; i++) put_number(&encoder->columns, row->items[i].count - 1);
    for (size_t i = 0; i < row->count; i++) {
        if (row->items[i].count > 1) put_number(&encoder->columns, ns(encoder->timeline, row->items[i].busy));
    }
}

static void put_whats(struct encoder *encoder, const struct row *row) {
    for (size_t i = 0; i < row->count; i++) put_number(&encoder->columns, row->items[i].name);
    for (size_t i = 0; i < row->count; i++) put_number(&encoder->columns, row->items[i].detail);
    for (size_t i = 0; i < row->count; i++) {
        put_number(&encoder->columns, put_text(encoder, row->items[i].text));
    }
}

static void put_place(struct encoder *encoder, const struct place *place, u64 *last) {
    put_number(&encoder->columns, place->stream);
    put_signed(&encoder->columns, (s64)(place->position / RECORD_BYTES) - (s64)*last);
    *last = place->position / RECORD_BYTES;
}

static void put_row(struct encoder *encoder, const struct row *row) {
    u64 last = 0;
    put_starts(encoder, row);
    put_lengths(encoder, row);
    put_merged(encoder, row);
    put_whats(encoder, row);
    for (size_t i = 0; i < row->count; i++) put_place(encoder, &row->items[i].place, &last);
}

static void put_points(struct encoder *encoder, const struct point_list *list) {
    u64 last_ns = 0, last_place = 0;
    for (size_t i = 0; i < list->count; i++) {
        u64 at = ns(encoder->timeline, list->items[i].ticks);
        put_number(&encoder->columns, at - last_ns);
        last_ns = at;
    }
    for (size_t i = 0; i < list->count; i++) put_number(&encoder->columns, list->items[i].thread);
    for (size_t i = 0; i < list->count; i++) put_number(&encoder->columns, list->items[i].other);
    for (size_t i = 0; i < list->count; i++) put_number(&encoder->columns, list->items[i].state);
    for (size_t i = 0; i < list->count; i++) put_number(&encoder->columns, list->items[i].weight);
    for (size_t i = 0; i < list->count; i++) put_number(&encoder->columns, ns(encoder->timeline, list->items[i].time));
    for (size_t i = 0; i < list->count; i++) put_place(encoder, &list->items[i].place, &last_place);
}

static void put_heap(struct encoder *encoder) {
    u64 last = 0;
    for (size_t i = 0; i < encoder->timeline->heap_count; i++) {
        u64 at = ns(encoder->timeline, encoder->timeline->heap[i].ticks);
        put_signed(&encoder->columns, (s64)(at - last));
        const struct heap_point *point = &encoder->timeline->heap[i];
        put_number(&encoder->columns, point->used);
        put_number(&encoder->columns, point->has_generations ? point->young + 1 : 0); // 0: not known
        put_number(&encoder->columns, point->old);
        last = at;
    }
}

static void put_stacks(struct encoder *encoder) {
    const struct timeline *timeline = encoder->timeline;
    for (u32 i = 1; i < timeline->parts.count; i++) {
        const struct stack_part *part = intern_get(&timeline->parts, i);
        put_number(&encoder->columns, part->parent);
        put_number(&encoder->columns, part->spot);
    }
    for (u32 i = 0; i < timeline->spots.count; i++) {
        const struct spot *spot = intern_get(&timeline->spots, i);
        put_number(&encoder->columns, spot->name);
        put_number(&encoder->columns, spot->line);
    }
}

// ---- Tallies: of each name the parts of the time that have something of it. Parts are joined until there are few.

static void sum_part(const struct tally *tally, u32 part, u32 join, u64 *count, u64 *ticks) {
    *count = *ticks = 0;
    for (u32 i = part; i < part + join; i++) *count += tally->count[i], *ticks += tally->ticks[i];
}

static size_t put_tally(struct encoder *encoder, const struct tally *tally, u32 join) {
    struct buffer cells = {0};
    size_t used = 0;
    u32 last = 0;
    for (u32 part = 0; part < TALLY_PARTS; part += join) {
        u64 count, ticks;
        sum_part(tally, part, join, &count, &ticks);
        if (!count && !ticks) continue;
        put_number(&cells, part / join - last);
        put_number(&cells, count);
        put_number(&cells, ns(encoder->timeline, ticks));
        last = part / join;
        used++;
    }
    put_number(&encoder->columns, used);
    buffer_append(&encoder->columns, cells.data, cells.size);
    buffer_free(&cells);
    return used;
}

static u32 put_tallies(struct encoder *encoder) {
    const struct timeline *timeline = encoder->timeline;
    size_t start = encoder->columns.size;
    for (u32 join = 1;; join *= 2) {
        size_t used = 0;
        encoder->columns.size = start;
        for (size_t i = 0; i < timeline->name_keys.count; i++) {
            if (timeline->names[i].tally) used += put_tally(encoder, timeline->names[i].tally, join);
        }
        if (used <= TALLY_BUDGET || join == TALLY_PARTS) return TALLY_PARTS / join;
    }
}

// ---- What is few

static const char *name_text(const struct timeline *timeline, const struct timeline_name *name) {
    const char *text = name->text;
    switch (name->category) {
    case CATEGORY_METHOD: return recording_method_words(timeline->recording, name->id);
    case CATEGORY_EVENT: return recording_event_name(timeline->recording, name->id);
    case CATEGORY_STATE: text = event_enum_name(UNIT_SWITCH_REASON, name->id); break;
    case CATEGORY_PHASE: text = event_enum_name(UNIT_COLLECTION_PHASE, name->id); break;
    default: break;
    }
    return text ? text : "";
}

// [category, number, whether it has a tally, text, number of the source's file]
static void put_names(struct buffer *text, const struct timeline *timeline, struct sources *sources) {
    buffer_text(text, ",\"names\":[");
    for (size_t i = 0; i < timeline->name_keys.count; i++) {
        const struct timeline_name *name = &timeline->names[i];
        const char *whole = name_text(timeline, name);
        char *label = text_copy_span(whole, strnlen(whole, LABEL_BYTES));
        buffer_format(text, "%s[%d,%u,%d,", i ? "," : "", name->category, name->id, name->tally != NULL);
        buffer_json(text, label);
        buffer_format(text, ",%u]", name->category == CATEGORY_METHOD ? source_of_method(sources, name->id) : 0);
        free(label);
    }
    buffer_byte(text, ']');
}

static void put_lists(struct buffer *text, const struct timeline *timeline) {
    buffer_text(text, ",\"threads\":[");
    for (u32 i = 0; i < timeline_thread_count(timeline); i++) {
        u32 number = *(const u32 *)intern_get(&timeline->threads, i);
        buffer_format(text, "%s[%u,", i ? "," : "", number);
        buffer_json(text, recording_thread_words(timeline->recording, number));
        buffer_byte(text, ']');
    }
    buffer_text(text, "],\"rows\":["); // [kind, owner, depth, items]
    for (size_t i = 0; i < timeline->row_count; i++) {
        const struct row *row = &timeline->rows[i];
        buffer_format(text, "%s[%d,%u,%u,%zu]", i ? "," : "", row->kind, row->owner, row->depth, row->count);
    }
    buffer_text(text, "],\"streams\":["); // [processor, level, offset, bytes of its ring]
    for (size_t i = 0; i < timeline->stream_count; i++) {
        const struct timeline_stream *stream = &timeline->streams[i];
        buffer_format(text, "%s[%u,%u,%llu,%llu]", i ? "," : "", stream->cpu, stream->level,
                      (unsigned long long)stream->offset, (unsigned long long)stream->ring_bytes);
    }
    buffer_byte(text, ']');
}

static void put_deflated(struct buffer *text, const struct buffer *bytes) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uLongf size = compressBound(bytes->size);
    u8 *packed = memory_get(size + 3); // zeroes behind it for the last digits
    if (compress2(packed, &size, bytes->data, bytes->size, Z_DEFAULT_COMPRESSION) != Z_OK) size = 0;
    buffer_byte(text, '"');
    for (uLongf i = 0; i < size; i += 3) {
        u32 three = (u32)packed[i] << 16 | (u32)packed[i + 1] << 8 | packed[i + 2];
        for (u32 digit = 0; digit < 4; digit++) {
            buffer_byte(text, i + digit > size ? '=' : (u8)digits[three >> (18 - 6 * digit) & 63]);
        }
    }
    buffer_byte(text, '"');
    free(packed);
}

static u32 encode(struct encoder *encoder) {
    encoder->columns.size = encoder->texts.size = 0;
    intern_free(&encoder->known);
    encoder->known = (struct intern){0};
    encoder->texts_left_out = false;
    buffer_text(&encoder->texts, "[\"\"");
    for (size_t i = 0; i < encoder->timeline->row_count; i++) put_row(encoder, &encoder->timeline->rows[i]);
    put_points(encoder, &encoder->timeline->samples);
    put_points(encoder, &encoder->timeline->wakes);
    put_heap(encoder);
    put_stacks(encoder);
    u32 parts = put_tallies(encoder);
    buffer_byte(&encoder->texts, ']');
    return parts;
}

static size_t packed_bytes(const struct buffer *bytes) {
    uLongf size = compressBound(bytes->size);
    u8 *packed = memory_get(size);
    if (compress2(packed, &size, bytes->data, bytes->size, Z_DEFAULT_COMPRESSION) != Z_OK) size = 0;
    free(packed);
    return size;
}

// Encodes with fewer items until the page has room for them.
static u32 encode_fitting(struct encoder *encoder, size_t before) {
    size_t room = before + LEAST_BYTES < PAGE_BYTES ? (PAGE_BYTES - before) / 4 * 3 : LEAST_BYTES / 4 * 3; // base64
    for (;;) {
        u32 parts = encode(encoder);
        size_t size = packed_bytes(&encoder->columns) + packed_bytes(&encoder->texts),
               items = encoder->timeline->item_count;
        if (size <= room || items < 1000) return parts;
        timeline_shrink(encoder->timeline, (size_t)((double)items * (double)room / (double)size));
    }
}

void timeline_put(struct buffer *text, struct timeline *timeline, struct sources *sources) {
    struct encoder encoder = {.timeline = timeline};
    u32 parts = encode_fitting(&encoder, text->size);
    buffer_format(text, ",\n\"timeline\":{\"end\":%llu,\"width\":%llu,\"sampleWidth\":%llu,\"wakeWidth\":%llu,",
                  (unsigned long long)ns(timeline, timeline->length), (unsigned long long)ns(timeline, timeline->width),
                  (unsigned long long)ns(timeline, timeline->samples.width),
                  (unsigned long long)ns(timeline, timeline->wakes.width));
    buffer_format(
        text,
        "\"samples\":%zu,\"wakes\":%zu,\"heap\":%zu,\"frames\":%zu,\"spots\":%zu,\"parts\":%u,\"textsLeftOut\":%s,",
        timeline->samples.count, timeline->wakes.count, timeline->heap_count, timeline->parts.count,
        timeline->spots.count, parts, encoder.texts_left_out ? "true" : "false");
    buffer_format(text,
                  "\"deepSlices\":%llu,\"unmatched\":%llu,\"columns\":", (unsigned long long)timeline->left_out_slices,
                  (unsigned long long)timeline->unmatched);
    put_deflated(text, &encoder.columns);
    buffer_text(text, ",\"texts\":");
    put_deflated(text, &encoder.texts);
    put_names(text, timeline, sources);
    put_lists(text, timeline);
    buffer_byte(text, '}');
    buffer_free(&encoder.columns);
    buffer_free(&encoder.texts);
    intern_free(&encoder.known);
}
