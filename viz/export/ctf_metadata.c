// See ctf_metadata.h. CTF 1.8.3, section 7 and appendix C. Every type is byte-aligned, so a packet is its fields, one
// after another. Field names have a leading underscore, which readers remove: so none can collide with a word of the
// language.
#include "viz/export/ctf_metadata.h"

#include <math.h>
#include <string.h>

static const char types[] =
    "typealias integer { size = 8; align = 8; signed = false; } := u8;\n"
    "typealias integer { size = 32; align = 8; signed = false; } := u32;\n"
    "typealias integer { size = 32; align = 8; signed = true; } := s32;\n"
    "typealias integer { size = 32; align = 8; signed = false; base = 16; } := address;\n"
    "typealias integer { size = 64; align = 8; signed = false; } := u64;\n"
    "typealias integer { size = 64; align = 8; signed = true; } := s64;\n"
    "typealias integer { size = 64; align = 8; signed = false; map = clock.gnomon.value; } := ticks;\n\n";

static const char streams[] = "stream {\n\tid = 0;\n"
                              "\tpacket.context := struct {\n\t\tticks timestamp_begin;\n\t\tticks "
                              "timestamp_end;\n\t\tu64 content_size;\n\t\tu64 packet_size;\n"
                              "\t\tu64 packet_seq_num;\n\t\tu64 events_discarded;\n\t\tu32 cpu_id;\n\t};\n"
                              "\tevent.header := struct {\n\t\tu32 id;\n\t\tticks timestamp;\n\t};\n"
                              "\tevent.context := struct {\n\t\tu32 _tid;\n\t\tstring _procname;\n\t};\n};\n\n";

static void put_quoted(struct buffer *text, const char *value) {
    buffer_byte(text, '"');
    for (; *value; value++) {
        if (*value == '"' || *value == '\\') buffer_byte(text, '\\');
        buffer_byte(text, (u8)*value < ' ' ? '?' : (u8)*value);
    }
    buffer_byte(text, '"');
}

// Where the clock's zero lies since 1970, in whole seconds and the rest in ticks.
static void put_clock(struct buffer *text, const struct recording *recording) {
    double ppm, hz = recording_is_deterministic(recording) ? 1e9 : recording_hz(recording, &ppm);
    u64 rate = hz >= 1 ? (u64)llround(hz) : 1;
    s64 seconds = 0, ticks = 0;
    if (recording->anchor_count) {
        __int128 wall = (__int128)recording->anchors[0].wall_ns * rate / 1000000000 - recording->anchors[0].ticks;
        seconds = (s64)(wall / (__int128)rate);
        ticks = (s64)(wall % (__int128)rate);
        if (ticks < 0) ticks += (s64)rate, seconds--;
    }
    buffer_format(text, "clock {\n\tname = gnomon;\n\tdescription = ");
    put_quoted(text, recording_clock_source(recording));
    buffer_format(text, ";\n\tfreq = %llu;\n\toffset_s = %lld;\n\toffset = %lld;\n\tabsolute = TRUE;\n};\n\n",
                  (unsigned long long)rate, (long long)seconds, (long long)ticks);
}

static void put_enum(struct buffer *text, enum event_unit unit, const char *name) {
    buffer_text(text, "\t\tenum : u32 { ");
    const char *value;
    for (u64 i = 0; (value = event_enum_name(unit, i)); i++) {
        if (i) buffer_text(text, ", ");
        put_quoted(text, value);
        buffer_format(text, " = %llu", (unsigned long long)i);
    }
    buffer_format(text, " } _%s;\n", name);
}

static void put_kernel_event(struct buffer *text, u32 id, const struct event_info *info) {
    buffer_format(text, "event {\n\tname = \"%s\";\n\tid = %u;\n\tstream_id = 0;\n\tfields := struct {\n", info->name,
                  id);
    for (u32 i = 0; i < info->field_count; i++) {
        const struct event_field *field = &info->fields[i];
        if (event_enum_name(field->unit, 0)) {
            put_enum(text, field->unit, field->name);
        } else if (field->unit == UNIT_METHOD || field->unit == UNIT_CLASS || field->unit == UNIT_STRING) {
            buffer_format(text, "\t\tstring _%s;\n", field->name);
        } else if (field->unit == UNIT_ADDRESS) {
            buffer_format(text, "\t\taddress _%s;\n\t\tstring _%s_method;\n", field->name, field->name);
        } else {
            buffer_format(text, "\t\t%s _%s;\n", field->bytes == 8 ? "u64" : "u32", field->name);
        }
    }
    buffer_text(text, "\t};\n};\n\n");
}

static void put_own_event(struct buffer *text, const struct recording *recording, u32 ctf_id) {
    static const char *const fields[16] = {[FORM_INT] = "\t\ts32 _value;\n",
                                           [FORM_INT_INT] = "\t\ts32 _value;\n\t\ts32 _second;\n",
                                           [FORM_LONG] = "\t\ts64 _value;\n",
                                           [FORM_TEXT] = "\t\ts32 _value;\n\t\tstring _text;\n"};
    const char *own = fields[ctf_id & 15];
    buffer_text(text, "event {\n\tname = ");
    put_quoted(text, recording_event_name(recording, ctf_id / 16));
    buffer_format(text, ";\n\tid = %u;\n\tstream_id = 0;\n\tfields := struct {\n%s\t};\n};\n\n", ctf_id,
                  own ? own : "");
}

void ctf_metadata_make(struct buffer *text, const struct recording *recording, const u32 *ids, size_t count) {
    buffer_format(text, "/* CTF 1.8 */\n\n%s", types);
    buffer_text(text, "trace {\n\tmajor = 1;\n\tminor = 8;\n\tbyte_order = le;\n\tpacket.header := struct {\n\t\tu32 "
                      "magic;\n\t\tu32 stream_id;\n\t};\n};\n\n");
    buffer_text(text, "env {\n\ttracer_name = \"gnomon\";\n\tdomain = \"kernel\";\n\tmachine = ");
    put_quoted(text, recording_machine(recording));
    buffer_text(text, ";\n\tmain = ");
    put_quoted(text, recording->main_class);
    buffer_format(text, ";\n};\n\n");
    put_clock(text, recording);
    buffer_text(text, streams);
    for (u32 id = 1; id < EVENT_KERNEL_END; id++) {
        if (event_info(id)->name) put_kernel_event(text, id, event_info(id));
    }
    for (size_t i = 0; i < count; i++) put_own_event(text, recording, ids[i]);
}
