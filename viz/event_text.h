// Events as text, and their fields by name: from the one table in log/events.h.
#ifndef VIZ_EVENT_TEXT_H
#define VIZ_EVENT_TEXT_H

#include "log/events.h"
#include "viz/recording.h"
#include "viz/stream.h"

struct event_field {
    const char *name;
    u32 offset; // in the record
    u32 bytes;  // 4 or 8
    enum event_unit unit;
};

enum { EVENT_FIELD_LIMIT = 8 };

struct event_info {
    const char *name; // NULL: no such event
    struct event_field fields[EVENT_FIELD_LIMIT];
    u32 field_count;
};

const struct event_info *event_info(u32 id);
u64 event_field_value(const struct region_record *record, const struct event_field *field);
// "12.345 ms  cpu 0  main: thread_switch to=main from=Reference Handler reason=quantum", without a line break.
void event_put(struct buffer *text, const struct recording *recording, const struct event *event);
// A field's value as its unit says: a method's or thread's name, an enumerated name, a number.
void event_put_value(struct buffer *text, const struct recording *recording, enum event_unit unit, u64 value,
                     u64 ticks);
// Name number `value` of an enumerated unit; NULL if there is none.
const char *event_enum_name(enum event_unit unit, u64 value);

#endif
