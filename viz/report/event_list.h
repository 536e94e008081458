// The events of a recording as `gnomon events` writes them: a line each, or figures of each type. Both read the events
// once and keep nothing of them, so that a recording may have any number. What was lost is said where it lies.
#ifndef VIZ_REPORT_EVENT_LIST_H
#define VIZ_REPORT_EVENT_LIST_H

#include "viz/analyse/event_choice.h"
#include "viz/cli/json.h"
#include "viz/cli/sink.h"

enum list_format { LIST_TEXT, LIST_JSON, LIST_CSV };

// A line for each event: its time, the time since the event before (among those that are written) and since the last
// logEvent with number 0 (whether or not that is written), processor, thread, name, fields.
// On a terminal of so many columns (0 for none) a line is cut, and the last of the times and the thread may be left
// out.
void event_list_write(struct sink *sink, const struct event_choice *choice, enum list_format format, u32 columns);

// Counts, rates, the intervals between events of a type, and which type follows which. An interval or pair with a loss
// in between is not counted.
void event_stat_write(struct sink *sink, const struct event_choice *choice, enum list_format format, u32 columns);

// "12 records overwritten, 3 nested", of what a stream lost.
void event_loss_put(struct buffer *text, const struct event_loss *loss);
// The same as an array.
void event_loss_json(struct json *json, const char *name, const u64 records[EVENT_LOSS_CAUSES]);

#endif
