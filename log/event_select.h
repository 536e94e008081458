// What a name of an --events list stands for; for the guest, and for the host tool.
#ifndef LOG_EVENT_SELECT_H
#define LOG_EVENT_SELECT_H

#include "log/events.h"

struct event_group {
    const char *name;
    u8 first, last;
};

static const struct event_group event_groups[] = {
#define GROUP(name, first, last) {#name, EVENT_##first, EVENT_##last},
    EVENT_GROUP_TABLE(GROUP) EVENT_GROUP_MORE_TABLE(GROUP)
#undef GROUP
        {"all", 1, EVENT_KERNEL_END - 1},
#define FIELD(type, name, unit)
#define EVENT(number, name, fields) {#name, number, number},
    EVENT_TABLE(EVENT)
#undef EVENT
#undef FIELD
};

static inline bool event_name_is(const char *known, const char *name, size_t length) {
    size_t at = 0;
    while (at < length && known[at] && known[at] == name[at]) at++;
    return at == length && !known[at];
}

// Adds the events of an event's name, a group's or "all" to a mask by event number. False: no such name.
static inline bool event_select(u64 mask[4], const char *name, size_t length) {
    bool found = false;
    for (size_t i = 0; i < COUNT_OF(event_groups); i++) {
        const struct event_group *group = &event_groups[i];
        if (!event_name_is(group->name, name, length)) continue;
        for (u32 id = group->first; id <= group->last; id++) mask[id / 64] |= 1ull << id % 64;
        found = true;
    }
    return found;
}

#endif
