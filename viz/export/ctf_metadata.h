// The metadata of a CTF 1.8 trace (TSDL), from the table of events and a recording's event types; and the numbers that
// events have in the trace.
#ifndef VIZ_EXPORT_CTF_METADATA_H
#define VIZ_EXPORT_CTF_METADATA_H

#include "viz/read/event_text.h"

// A component's event comes in several forms, each with its own fields, so each form is an event class with its own
// number.
static inline u32 ctf_event_id(const struct region_record *record) {
    return record->id < EVENT_KERNEL_END ? record->id : (u32)record->id * 16 + (record->length & EVENT_FORM_MASK);
}

// `ids` are what ctf_event_id has for the component events that occur, `count` of them.
void ctf_metadata_make(struct buffer *text, const struct recording *recording, const u32 *ids, size_t count);

#endif
