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
    struct buffer columns;
    struct json texts;   // an array
    size_t text_bytes;   // of it
    struct intern known; // texts
    bool texts_left_out;
};

static u64 ns(const struct timeline *timeline, u64 ticks) {
    u64 start = timeline->recording->reader.header.start_ticks;
    return (u64)recording_ns_since_start(timeline->recording, ticks < UINT64_MAX - start ? start + ticks : UINT64_MAX);
}

static void put_signed(struct buffer *columns, s64 value) {
    buffer_varint(columns, value < 0 ? (u64)-value * 2 - 1 : (u64)value * 2);
}

// Number of a text, from 1; 0 for none.
static u32 put_text(struct encoder *encoder, const char *text) {
    if (!text) return 0;
    size_t known = encoder->known.count;
    u32 number = intern_text(&encoder->known, text);
    if (encoder->known.count == known) return number + 1;
    bool room = encoder->text_bytes <= TEXT_BYTES;
    encoder->texts_left_out |= !room;
    encoder->text_bytes += room ? strlen(text) + 3 : 3; // with its quotes and a comma
    json_put_text(&encoder->texts, NULL, room ? text : "");
    return number + 1;
}

// ---- Columns

static void put_starts(struct encoder *encoder, const struct row *row) {
    u64 last = 0;
    for (size_t i = 0; i < row->count; i++) {
        u64 start = ns(encoder->timeline, row->items[i].start);
        buffer_varint(&encoder->columns, start - last);
        last = start;
    }
}

static void put_lengths(struct encoder *encoder, const struct row *row) {
    for (size_t i = 0; i < row->count; i++) {
        const struct item *item = &row->items[i];
        buffer_varint(&encoder->columns,
                      ns(encoder->timeline, item->start + item->length) - ns(encoder->timeline, item->start));
    }
}

static void put_merged(struct encoder *encoder, const struct row *row) {
    for (size_t i = 0; i < row->count; i++) buffer_varint(&encoder->columns, row->items[i].count - 1);
    for (size_t i = 0; i < row->count; i++) {
        if (row->items[i].count > 1) buffer_varint(&encoder->columns, ns(encoder->timeline, row->items[i].busy));
    }
}

static void put_whats(struct encoder *encoder, const struct row *row) {
    for (size_t i = 0; i < row->count; i++) buffer_varint(&encoder->columns, row->items[i].name);
    for (size_t i = 0; i < row->count; i++) buffer_varint(&encoder->columns, row->items[i].detail);
    for (size_t i = 0; i < row->count; i++) {
        buffer_varint(&encoder->columns, put_text(encoder, row->items[i].text));
    }
}

static void put_place(struct encoder *encoder, const struct place *place, u64 *last) {
    buffer_varint(&encoder->columns, place->stream);
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
        buffer_varint(&encoder->columns, at - last_ns);
        last_ns = at;
    }
    for (size_t i = 0; i < list->count; i++) buffer_varint(&encoder->columns, list->items[i].thread);
    for (size_t i = 0; i < list->count; i++) buffer_varint(&encoder->columns, list->items[i].other);
    for (size_t i = 0; i < list->count; i++) buffer_varint(&encoder->columns, list->items[i].state);
    for (size_t i = 0; i < list->count; i++) buffer_varint(&encoder->columns, list->items[i].weight);
    for (size_t i = 0; i < list->count; i++) {
        buffer_varint(&encoder->columns, ns(encoder->timeline, list->items[i].time));
    }
    for (size_t i = 0; i < list->count; i++) put_place(encoder, &list->items[i].place, &last_place);
}

static void put_heap(struct encoder *encoder) {
    u64 last = 0;
    for (size_t i = 0; i < encoder->timeline->heap_count; i++) {
        u64 at = ns(encoder->timeline, encoder->timeline->heap[i].ticks);
        put_signed(&encoder->columns, (s64)(at - last));
        const struct heap_point *point = &encoder->timeline->heap[i];
        buffer_varint(&encoder->columns, point->used);
        buffer_varint(&encoder->columns, point->has_generations ? point->young + 1 : 0); // 0: not known
        buffer_varint(&encoder->columns, point->old);
        last = at;
    }
}

static void put_stacks(struct encoder *encoder) {
    const struct timeline *timeline = encoder->timeline;
    for (u32 i = 1; i < timeline->parts.count; i++) {
        const struct stack_part *part = intern_get(&timeline->parts, i);
        buffer_varint(&encoder->columns, part->parent);
        buffer_varint(&encoder->columns, part->spot);
    }
    for (u32 i = 0; i < timeline->spots.count; i++) {
        const struct spot *spot = intern_get(&timeline->spots, i);
        buffer_varint(&encoder->columns, spot->name);
        buffer_varint(&encoder->columns, spot->line);
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
        buffer_varint(&cells, part / join - last);
        buffer_varint(&cells, count);
        buffer_varint(&cells, ns(encoder->timeline, ticks));
        last = part / join;
        used++;
    }
    buffer_varint(&encoder->columns, used);
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
static void put_names(struct json *json, const struct timeline *timeline, struct sources *sources) {
    json_begin_array(json, "names");
    for (size_t i = 0; i < timeline->name_keys.count; i++) {
        const struct timeline_name *name = &timeline->names[i];
        const char *whole = name_text(timeline, name);
        char *label = text_copy_span(whole, strnlen(whole, LABEL_BYTES));
        json_begin_array(json, NULL);
        json_put_integer(json, NULL, name->category), json_put_integer(json, NULL, name->id);
        json_put_integer(json, NULL, name->tally != NULL), json_put_text(json, NULL, label);
        json_put_integer(json, NULL, name->category == CATEGORY_METHOD ? source_of_method(sources, name->id) : 0);
        json_end(json);
        free(label);
    }
    json_end(json);
}

static void put_numbers(struct json *json, const s64 *numbers, size_t count) {
    json_begin_array(json, NULL);
    for (size_t i = 0; i < count; i++) json_put_integer(json, NULL, numbers[i]);
    json_end(json);
}

static void put_lists(struct json *json, const struct timeline *timeline) {
    json_begin_array(json, "threads");
    for (u32 i = 0; i < timeline_thread_count(timeline); i++) {
        u32 number = *(const u32 *)intern_get(&timeline->threads, i);
        json_begin_array(json, NULL);
        json_put_integer(json, NULL, number);
        json_put_text(json, NULL, recording_thread_words(timeline->recording, number));
        json_end(json);
    }
    json_end(json);
    json_begin_array(json, "rows"); // [kind, owner, depth, items]
    for (size_t i = 0; i < timeline->row_count; i++) {
        const struct row *row = &timeline->rows[i];
        const s64 numbers[] = {row->kind, row->owner, row->depth, (s64)row->count};
        put_numbers(json, numbers, COUNT_OF(numbers));
    }
    json_end(json);
    json_begin_array(json, "streams"); // [processor, level, offset, bytes of its ring]
    for (size_t i = 0; i < timeline->stream_count; i++) {
        const struct timeline_stream *stream = &timeline->streams[i];
        const s64 numbers[] = {stream->cpu, stream->level, (s64)stream->offset, (s64)stream->ring_bytes};
        put_numbers(json, numbers, COUNT_OF(numbers));
    }
    json_end(json);
}

static void put_deflated(struct json *json, const char *name, const struct buffer *bytes) {
    struct buffer text = {0};
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uLongf size = compressBound(bytes->size);
    u8 *packed = memory_get(size + 3); // zeroes behind it for the last digits
    if (compress2(packed, &size, bytes->data, bytes->size, Z_DEFAULT_COMPRESSION) != Z_OK) size = 0;
    for (uLongf i = 0; i < size; i += 3) {
        u32 three = (u32)packed[i] << 16 | (u32)packed[i + 1] << 8 | packed[i + 2];
        for (u32 digit = 0; digit < 4; digit++) {
            buffer_byte(&text, i + digit > size ? '=' : (u8)digits[three >> (18 - 6 * digit) & 63]);
        }
    }
    json_put_text(json, name, buffer_string(&text));
    buffer_free(&text);
    free(packed);
}

static u32 encode(struct encoder *encoder, struct buffer *texts) {
    encoder->columns.size = encoder->text_bytes = texts->size = 0;
    intern_free(&encoder->known);
    encoder->known = (struct intern){0};
    encoder->texts_left_out = false;
    encoder->texts = (struct json){.text = texts};
    json_begin_array(&encoder->texts, NULL);
    json_put_text(&encoder->texts, NULL, "");
    for (size_t i = 0; i < encoder->timeline->row_count; i++) put_row(encoder, &encoder->timeline->rows[i]);
    put_points(encoder, &encoder->timeline->samples);
    put_points(encoder, &encoder->timeline->wakes);
    put_heap(encoder);
    put_stacks(encoder);
    u32 parts = put_tallies(encoder);
    json_end(&encoder->texts);
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
static u32 encode_fitting(struct encoder *encoder, struct buffer *texts, size_t before) {
    size_t room = before + LEAST_BYTES < PAGE_BYTES ? (PAGE_BYTES - before) / 4 * 3 : LEAST_BYTES / 4 * 3; // base64
    for (;;) {
        u32 parts = encode(encoder, texts);
        size_t size = packed_bytes(&encoder->columns) + packed_bytes(texts), items = encoder->timeline->item_count;
        if (size <= room || items < 1000) return parts;
        timeline_shrink(encoder->timeline, (size_t)((double)items * (double)room / (double)size));
    }
}

void timeline_put(struct json *json, struct timeline *timeline, struct sources *sources) {
    struct encoder encoder = {.timeline = timeline};
    struct buffer texts = {0};
    u32 parts = encode_fitting(&encoder, &texts, json->text->size);
    const struct {
        const char *name;
        u64 value;
    } numbers[] = {{"end", ns(timeline, timeline->length)},
                   {"width", ns(timeline, timeline->width)},
                   {"sampleWidth", ns(timeline, timeline->samples.width)},
                   {"wakeWidth", ns(timeline, timeline->wakes.width)},
                   {"samples", timeline->samples.count},
                   {"wakes", timeline->wakes.count},
                   {"heap", timeline->heap_count},
                   {"frames", timeline->parts.count},
                   {"spots", timeline->spots.count},
                   {"parts", parts},
                   {"deepSlices", timeline->left_out_slices},
                   {"unmatched", timeline->unmatched}};
    json_begin_object(json, "timeline");
    for (size_t i = 0; i < COUNT_OF(numbers); i++) json_put_integer(json, numbers[i].name, (s64)numbers[i].value);
    json_put_bool(json, "textsLeftOut", encoder.texts_left_out);
    put_deflated(json, "columns", &encoder.columns);
    put_deflated(json, "texts", &texts);
    put_names(json, timeline, sources);
    put_lists(json, timeline);
    json_end(json);
    buffer_free(&encoder.columns);
    buffer_free(&texts);
    intern_free(&encoder.known);
}
