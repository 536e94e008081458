// A directory that CTF 1.8 readers open: metadata, and one stream per processor in which its levels are merged by time.
//
// A reader learns of losses from packets: `events_discarded` is cumulative over a stream, and what lies between two
// packets' counts was lost between them. So each stream begins with an empty packet 0 that has lost nothing: what a
// ring overwrote then shows as lost before packet 1. The last packet has the total.
#include <stdlib.h>
#include <string.h>

#include "viz/analyse/walk.h"
#include "viz/cli/part.h"
#include "viz/cli/sink.h"
#include "viz/export/ctf_metadata.h"
#include "viz/export/export.h"

enum { CTF_MAGIC = 0xc1fc1fc1u, CONTENT_LIMIT = 64 * 1024, HEADER_BYTES = 8, CONTEXT_BYTES = 52, CPU_LIMIT = 64 };

struct ctf_stream {
    struct sink file;
    struct buffer content;
    u64 begin, end, sequence, discarded;
    bool used;
};

struct ctf_export {
    const struct recording *recording;
    const char *directory;
    struct problem *problem;
    struct ctf_stream cpus[CPU_LIMIT];
    u32 *ids; // of components' events that occur, see ctf_event_id
    size_t id_count, id_capacity;
};

static void put32(struct buffer *to, u32 value) { buffer_append(to, &value, sizeof(value)); }
static void put64(struct buffer *to, u64 value) { buffer_append(to, &value, sizeof(value)); }
static void put_string(struct buffer *to, const char *value) { buffer_append(to, value, strlen(value) + 1); }

static void write_packet(struct ctf_stream *stream, u32 cpu) {
    u64 bits = (HEADER_BYTES + CONTEXT_BYTES + stream->content.size) * 8;
    struct buffer *file = &stream->file.text;
    put32(file, CTF_MAGIC);
    put32(file, 0);
    put64(file, stream->begin);
    put64(file, stream->end);
    put64(file, bits);
    put64(file, bits);
    put64(file, stream->sequence++);
    put64(file, stream->discarded);
    put32(file, cpu);
    buffer_append(file, stream->content.data, stream->content.size);
    stream->content.size = 0;
    stream->begin = stream->end;
    sink_pass(&stream->file);
}

static void put_kernel_fields(struct ctf_export *export, struct buffer *to, const struct region_record *record,
                              const struct event_info *info) {
    for (u32 i = 0; i < info->field_count; i++) {
        const struct event_field *field = &info->fields[i];
        u64 value = event_field_value(record, field);
        struct buffer text = {0};
        switch (field->unit) {
        case UNIT_METHOD:
        case UNIT_CLASS:
        case UNIT_STRING:
            event_put_value(&text, export->recording, field->unit, value, record->ticks);
            put_string(to, buffer_string(&text));
            break;
        case UNIT_ADDRESS:
            put32(to, (u32)value);
            u32 method = recording_method_at(export->recording, (u32)value, record->ticks);
            put_string(to, method ? recording_method_label(export->recording, method) : "");
            break;
        default:
            if (field->bytes == 8) {
                put64(to, value);
            } else {
                put32(to, (u32)value);
            }
        }
        buffer_free(&text);
    }
}

static void put_own_fields(struct ctf_export *export, struct buffer *to, const struct event *event) {
    struct event_values values;
    event_values_read(&values, export->recording, event);
    for (u32 i = 0; i < values.count; i++) {
        const struct event_value *value = &values.items[i];
        if (value->text) {
            put_string(to, value->text);
        } else if ((event->record->length & EVENT_FORM_MASK) == FORM_LONG) {
            put64(to, (u64)value->number);
        } else {
            put32(to, (u32)value->number);
        }
    }
}

static void note_id(struct ctf_export *export, u32 id) {
    for (size_t i = export->id_count; i-- > 0;) {
        if (export->ids[i] == id) return;
    }
    ARRAY_GROW(export->ids, export->id_count, export->id_capacity);
    export->ids[export->id_count++] = id;
}

static struct ctf_stream *stream_of(struct ctf_export *export, u32 cpu) {
    struct ctf_stream *stream = &export->cpus[cpu % CPU_LIMIT];
    if (stream->used) return stream;
    char *path = text_format("%s/cpu%u", export->directory, cpu % CPU_LIMIT);
    stream->used = true;
    sink_open(&stream->file, path, export->problem);
    free(path);
    stream->begin = stream->end = export->recording->reader.header.start_ticks;
    write_packet(stream, cpu); // packet 0: nothing read, nothing lost
    return stream;
}

static void put_event(void *context, const struct event *event, bool told) {
    (void)told;
    struct ctf_export *export = context;
    const struct region_record *record = event->record;
    const struct event_info *info = event_info(record->id);
    if (!info->name && record->id < EVENT_USER_FIRST) return;
    struct ctf_stream *stream = stream_of(export, event->cpu);
    struct buffer *to = &stream->content;
    if (record->ticks > stream->end) stream->end = record->ticks;
    if (record->ticks < stream->begin && !to->size) stream->begin = record->ticks;
    put32(to, ctf_event_id(record));
    put64(to, record->ticks);
    put32(to, event->thread);
    put_string(to, recording_thread_name(export->recording, event->thread, record->ticks));
    if (info->name) {
        put_kernel_fields(export, to, record, info);
    } else {
        note_id(export, ctf_event_id(record)), put_own_fields(export, to, event);
    }
    if (to->size > CONTENT_LIMIT) write_packet(stream, event->cpu);
}

// Records lost on each processor: those overwritten come before all that is read, the others are known with the last
// packet.
static void read_losses(struct ctf_export *export, bool only_overwritten) {
    const struct region_section *section;
    for (u32 cpu = 0; cpu < CPU_LIMIT; cpu++) export->cpus[cpu].discarded = 0;
    for (u32 i = 0; (section = reader_find(&export->recording->reader, SECTION_STREAM, i)); i++) {
        struct region_stream control;
        if (!reader_copy(&export->recording->reader, section->offset, &control, sizeof(control))) continue;
        struct ctf_stream *stream = stream_of(export, control.cpu);
        stream->discarded += only_overwritten ? control.lost[STREAM_LOST_OVERWRITTEN] : stream_lost(&control);
    }
}

static void make_streams(struct ctf_export *export) {
    const struct region_section *section;
    static const struct walk_visitor visitor = {.event = put_event};
    for (u32 i = 0; (section = reader_find(&export->recording->reader, SECTION_STREAM, i)); i++) {
        struct region_stream control;
        if (reader_copy(&export->recording->reader, section->offset, &control, sizeof(control))) {
            stream_of(export, control.cpu);
        }
    }
    read_losses(export, true);
    walk_recording(export->recording, &visitor, export);
    read_losses(export, false);
    for (u32 cpu = 0; cpu < CPU_LIMIT; cpu++) {
        if (export->cpus[cpu].used) write_packet(&export->cpus[cpu], cpu);
    }
}

static bool write_files(struct ctf_export *export) {
    struct buffer metadata = {0};
    bool done = true;
    make_streams(export);
    for (u32 cpu = 0; cpu < CPU_LIMIT; cpu++) {
        if (export->cpus[cpu].used && !sink_close(&export->cpus[cpu].file, done)) done = false;
    }
    ctf_metadata_make(&metadata, export->recording, export->ids, export->id_count);
    char *path = text_format("%s/metadata", export->directory);
    done = done && sink_write_file(path, metadata.data, metadata.size, export->problem);
    free(path);
    buffer_free(&metadata);
    return done;
}

static bool is_ctf_file(const char *name) {
    return strcmp(name, "metadata") == 0 ||
           (strncmp(name, "cpu", 3) == 0 && name[3] && !name[3 + strspn(name + 3, "0123456789")]);
}

// The directory is made under another name, so that what has its name is whole.
bool export_ctf(const char *directory, const struct view *view, struct problem *problem) {
    struct ctf_export *export = memory_get(sizeof(*export));
    char *part = part_make_directory(directory, problem);
    export->recording = view->profile->recording;
    export->directory = part;
    export->problem = problem;
    bool done = part && write_files(export);
    if (done) {
        done = part_commit(part, directory, is_ctf_file, problem);
    } else if (part) {
        part_remove(part);
    }
    for (u32 cpu = 0; cpu < CPU_LIMIT; cpu++) {
        buffer_free(&export->cpus[cpu].content);
    }
    free(export->ids);
    free(export);
    return done;
}
