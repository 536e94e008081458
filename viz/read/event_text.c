// See event_text.h.
#include "viz/read/event_text.h"

#include <string.h>

static struct event_info infos[EVENT_KERNEL_END];

static void make_infos(void) {
#define FIELD(type, name, unit) {#name, offsetof(record, name), sizeof(type), UNIT_##unit},
#define EVENT(number, event, fields)                                            \
    {                                                                           \
        typedef struct event_##event record;                                    \
        static const struct event_field list[] = {fields};                      \
        _Static_assert(COUNT_OF(list) <= EVENT_FIELD_LIMIT, "there is room");   \
        infos[number] = (struct event_info){#event, list, (u32)COUNT_OF(list)}; \
    }
    EVENT_TABLE(EVENT)
#undef FIELD
#undef EVENT
}

const struct event_info *event_info(u32 id) {
    static const struct event_info unknown;
    if (!infos[EVENT_thread_create].name) make_infos();
    return id < EVENT_KERNEL_END ? &infos[id] : &unknown;
}

u64 event_field_value(const struct region_record *record, const struct event_field *field) {
    u64 value = 0;
    if (field->offset + field->bytes > record_bytes(record)) return 0;
    memcpy(&value, (const u8 *)record + field->offset, field->bytes);
    return value;
}

const char *event_enum_name(enum event_unit unit, u64 value) {
#define NAME(number, name) [number] = #name,
    static const char *const reasons[] = {SWITCH_REASON_TABLE(NAME)}, *const states[] = {SAMPLE_STATE_TABLE(NAME)};
    static const char *const causes[] = {COLLECTION_CAUSE_TABLE(NAME)}, *const phases[] = {
                                                                            COLLECTION_PHASE_TABLE(NAME)};
    static const char *const kinds[] = {STOLEN_KIND_TABLE(NAME)};
    static const char *const controls[] = {CONTROL_KIND_TABLE(NAME)};
#undef NAME
    switch (unit) {
    case UNIT_SWITCH_REASON: return value < COUNT_OF(reasons) ? reasons[value] : NULL;
    case UNIT_SAMPLE_STATE: return value < COUNT_OF(states) ? states[value] : NULL;
    case UNIT_COLLECTION_CAUSE: return value < COUNT_OF(causes) ? causes[value] : NULL;
    case UNIT_COLLECTION_PHASE: return value < COUNT_OF(phases) ? phases[value] : NULL;
    case UNIT_STOLEN_KIND: return value < COUNT_OF(kinds) ? kinds[value] : NULL;
    case UNIT_CONTROL_KIND: return value < COUNT_OF(controls) ? controls[value] : NULL;
    case UNIT_COUNTER: return counter_name((u32)value);
    default: return NULL;
    }
}

const char *counter_name(u32 number) {
#define COUNTER(number, name, text, type, config) [number] = text,
    static const char *const names[] = {COUNTER_TABLE(COUNTER)};
#undef COUNTER
    return number < COUNT_OF(names) ? names[number] : NULL;
}

static const char *name_of(const struct recording *recording, enum event_unit unit, u64 value, u64 ticks) {
    const struct class_name *class;
    switch (unit) {
    case UNIT_DOMAIN: return recording_domain_name(recording, (u32)value);
    case UNIT_STRING: return recording_string(recording, (u32)value);
    case UNIT_THREAD: return recording_thread_name(recording, (u32)value, ticks);
    case UNIT_METHOD: return value ? recording_method_label(recording, (u32)value) : NULL;
    case UNIT_CLASS: class = recording_class(recording, (u32)value); return class ? class->name : NULL;
    default: return event_enum_name(unit, value);
    }
}

void event_put_value(struct buffer *text, const struct recording *recording, enum event_unit unit, u64 value,
                     u64 ticks) {
    const char *name = name_of(recording, unit, value, ticks);
    if (name) {
        buffer_text(text, name);
    } else if (unit == UNIT_ADDRESS) {
        buffer_format(text, "%#llx", (unsigned long long)value);
    } else {
        buffer_format(text, "%llu", (unsigned long long)value);
    }
    u32 method = unit == UNIT_ADDRESS ? recording_method_at(recording, (u32)value, ticks) : 0;
    if (method) buffer_format(text, " (%s)", recording_method_label(recording, method));
}

bool event_reason_is_ready(u32 reason) {
    return reason == SWITCH_none || reason == SWITCH_quantum || reason == SWITCH_yield || reason == SWITCH_idle_over;
}

// ---- Values

static void add_value(struct event_values *values, const char *name, s64 number, const char *text) {
    values->items[values->count++] = (struct event_value){name, text, UNIT_NUMBER, number};
}

static void read_text(struct event_values *values, const struct region_record *record) {
    u32 room = record_bytes(record) - 16, length = room ? record->more[0] : 0, kept = 0;
    if (length > EVENT_TEXT_BYTES || length + 1 > room) length = 0;
    while (kept < length && record->more[1 + kept]) values->own[kept] = (char)record->more[1 + kept], kept++;
    values->own[kept] = 0;
    add_value(values, "text", 0, values->own);
}

static void read_own(struct event_values *values, const struct region_record *record) {
    s32 second = 0;
    s64 wide = 0;
    u32 form = record->length & EVENT_FORM_MASK;
    if (record_bytes(record) >= 24) {
        memcpy(&second, record->more, sizeof(second)), memcpy(&wide, record->more, sizeof(wide));
    }
    if (form == FORM_INT || form == FORM_INT_INT || form == FORM_TEXT) add_value(values, "value", (s32)record->a, NULL);
    if (form == FORM_INT_INT) add_value(values, "second", second, NULL);
    if (form == FORM_LONG) add_value(values, "value", wide, NULL);
    if (form == FORM_TEXT) read_text(values, record);
}

void event_values_read(struct event_values *values, const struct recording *recording, const struct event *event) {
    const struct event_info *info = event_info(event->record->id);
    values->count = 0;
    if (!info->name) read_own(values, event->record);
    for (u32 i = 0; i < info->field_count; i++) {
        const struct event_field *field = &info->fields[i];
        u64 value = event_field_value(event->record, field);
        values->items[values->count++] = (struct event_value){
            field->name, name_of(recording, field->unit, value, event->record->ticks), field->unit, (s64)value};
    }
}

// A component's event, by its form.
static void put_information(struct buffer *text, const struct region_record *record) {
    struct event_values values = {.count = 0};
    read_own(&values, record);
    for (u32 i = 0; i < values.count; i++) {
        const struct event_value *value = &values.items[i];
        if (value->text) {
            buffer_format(text, " %s", value->text);
        } else {
            buffer_format(text, " %lld", (long long)value->number);
        }
    }
}

void event_put_details(struct buffer *text, const struct recording *recording, const struct region_record *record) {
    const struct event_info *info = event_info(record->id);
    if (!info->name) put_information(text, record);
    for (u32 i = 0; i < info->field_count; i++) {
        bool no_stack = info->fields[i].unit == UNIT_STACK && !event_field_value(record, &info->fields[i]);
        if (no_stack) continue;
        buffer_format(text, " %s=", info->fields[i].name);
        event_put_value(text, recording, info->fields[i].unit, event_field_value(record, &info->fields[i]),
                        record->ticks);
    }
}

void event_put(struct buffer *text, const struct recording *recording, const struct event *event) {
    const struct region_record *record = event->record;
    buffer_format(text, "%14.6f ms  cpu %u  %s: %s", (double)recording_ns_since_start(recording, record->ticks) / 1e6,
                  event->cpu, recording_thread_name(recording, event->thread, record->ticks),
                  recording_event_name(recording, record->id));
    event_put_details(text, recording, record);
}
