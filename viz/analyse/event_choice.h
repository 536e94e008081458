// Which events of a recording are wanted: by the names of events and groups, and by the methods that they concern. Both
// are decided once, so that asking for an event is a look at a table.
#ifndef VIZ_ANALYSE_EVENT_CHOICE_H
#define VIZ_ANALYSE_EVENT_CHOICE_H

#include "viz/cli/buffer.h"
#include "viz/read/recording.h"
#include "viz/read/stream.h"

struct event_choice {
    const struct recording *recording;
    u64 *ids;      // a bit for each event id
    bool *methods; // by index in the recording's table; NULL if the method does not matter
};

// `events` are comma-separated lists of events, groups of them (EVENT_GROUP_TABLE) and a component's own; if there are
// none, all are chosen. `methods` are patterns; if there are none, all events are chosen, including those of no method.
// An event or method that the recording cannot contain is a problem.
bool event_choice_make(struct event_choice *choice, const struct recording *recording, const struct text_list *events,
                       const struct text_list *methods, struct problem *problem);
void event_choice_free(struct event_choice *choice);
bool event_choice_selects(const struct event_choice *choice, const struct event *event);
bool event_choice_has_method(const struct event_choice *choice, u32 method); // if there are patterns
// The number of a component's event of this name, 0 if there is none.
u32 event_own_id(const struct recording *recording, const char *name, size_t length);

#endif
