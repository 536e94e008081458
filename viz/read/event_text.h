// Events as text, and their fields by name: from the one table in log/events.h.
#ifndef VIZ_READ_EVENT_TEXT_H
#define VIZ_READ_EVENT_TEXT_H

#include "log/events.h"
#include "viz/read/recording.h"
#include "viz/read/stream.h"

struct event_field {
    const char *name;
    u32 offset; // in the record
    u32 bytes;  // 4 or 8
    enum event_unit unit;
};

enum { EVENT_FIELD_LIMIT = 8 };

struct event_info {
    const char *name; // NULL if there is no such event
    const struct event_field *fields;
    u32 field_count;
};

const struct event_info *event_info(u32 id);
u64 event_field_value(const struct region_record *record, const struct event_field *field);
// "12.345 ms  cpu 0  main: thread_switch to=main from=Reference Handler reason=quantum", without a line break.
void event_put(struct buffer *text, const struct recording *recording, const struct event *event);
// What follows the name: " to=main from=Reference Handler reason=quantum", or what a component logged.
void event_put_details(struct buffer *text, const struct recording *recording, const struct region_record *record);
// A field's value as its unit says: a method's or thread's name, an enumerated name, a number.
void event_put_value(struct buffer *text, const struct recording *recording, enum event_unit unit, u64 value,
                     u64 ticks);
// A counter's name (COUNTER_TABLE); NULL if there is none of the number.
const char *counter_name(u32 number);
// Name number `value` of an enumerated unit; NULL if there is none.
const char *event_enum_name(enum event_unit unit, u64 value);
// Whether a thread that was switched away for this reason (enum switch_reason) is ready to continue: a new thread, one
// whose quantum was over, the idle loop. Otherwise it waits.
bool event_reason_is_ready(u32 reason);

// A field's value: a text if it has a name (of a method, class, thread, domain; a reason, a cause), otherwise a number.
struct event_value {
    const char *name, *text; // `text` is NULL for a number
    enum event_unit unit;
    s64 number;
};

struct event_values {
    struct event_value items[EVENT_FIELD_LIMIT];
    u32 count;
    char own[EVENT_TEXT_BYTES + 1]; // holds the text of a component's event
};

// All fields of an event: of the kernel's, by the table; of a component's, by its form: "value", "value" and "second",
// or "value" and "text". Texts are valid until the next call.
void event_values_read(struct event_values *values, const struct recording *recording, const struct event *event);

#endif
