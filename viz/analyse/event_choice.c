// See event_choice.h.
#include "viz/analyse/event_choice.h"

#include <stdlib.h>
#include <string.h>

#include "viz/analyse/filter.h"
#include "viz/cli/nearest.h"
#include "viz/read/event_text.h"

enum { WORD_BITS = 64 };

u32 event_own_id(const struct recording *recording, const char *name, size_t length) {
    const struct name_table *types = &recording->event_types;
    for (size_t i = 0; i < types->count; i++) {
        if (strlen(types->items[i].text) == length && memcmp(types->items[i].text, name, length) == 0) {
            return types->items[i].id < EVENT_USER_END ? types->items[i].id : 0;
        }
    }
    return 0;
}

static void add_ids(struct event_choice *choice, u32 first, u32 last) {
    for (u32 id = first; id <= last; id++) choice->ids[id / WORD_BITS] |= 1ull << id % WORD_BITS;
}

// Groups and events of the kernel, and "all", which has a component's too.
static bool add_known(struct event_choice *choice, const char *name, size_t length) {
    bool found = false;
    for (size_t i = 0; i < COUNT_OF(event_groups); i++) {
        if (!event_name_is(event_groups[i].name, name, length)) continue;
        add_ids(choice, event_groups[i].first, event_groups[i].last);
        found = true;
    }
    if (event_name_is("all", name, length)) add_ids(choice, 0, EVENT_USER_END - 1);
    return found;
}

static bool refuse_name(const struct recording *recording, const char *start, size_t length, struct problem *problem) {
    char *name = text_copy_span(start, length);
    struct nearest nearest = {.word = name};
    for (size_t i = 0; i < COUNT_OF(event_groups); i++) nearest_try(&nearest, event_groups[i].name);
    for (size_t i = 0; i < recording->event_types.count; i++) {
        nearest_try(&nearest, recording->event_types.items[i].text);
    }
    problem_set(problem, STATUS_USAGE, "--events: expected names of events or groups, found '%s'%s", name,
                nearest_hint(&nearest));
    free(name);
    return false;
}

// A component may have named an event with a comma, so the whole of it is tried first.
static bool add_name(struct event_choice *choice, const char *name, size_t length) {
    u32 own = event_own_id(choice->recording, name, length);
    if (own) add_ids(choice, own, own);
    return add_known(choice, name, length) || own;
}

static bool add_list(struct event_choice *choice, const char *list, struct problem *problem) {
    if (add_name(choice, list, strlen(list))) return true;
    for (const char *at = list;; at++) {
        size_t length = strcspn(at, ",");
        if (!add_name(choice, at, length)) return refuse_name(choice->recording, at, length, problem);
        at += length;
        if (!*at) return true;
    }
}

static bool choose_methods(struct event_choice *choice, const struct text_list *patterns, struct problem *problem) {
    const struct recording *recording = choice->recording;
    bool any = false;
    if (!filter_check_patterns(patterns, problem)) return false;
    choice->methods = memory_get((recording->method_count + 1) * sizeof(*choice->methods));
    for (size_t i = 0; i < recording->method_count; i++) {
        choice->methods[i] = filter_selects(recording, patterns, recording->methods[i].id);
        any |= choice->methods[i];
    }
    return any ||
           problem_set(problem, STATUS_BAD_INPUT, "%s: expected methods that match --filter %s%s, found none of %zu",
                       recording->reader.path, patterns->items[0], patterns->count > 1 ? " ..." : "",
                       recording->method_count);
}

bool event_choice_make(struct event_choice *choice, const struct recording *recording, const struct text_list *events,
                       const struct text_list *methods, struct problem *problem) {
    *choice = (struct event_choice){.recording = recording,
                                    .ids = memory_get(EVENT_USER_END / WORD_BITS * sizeof(*choice->ids))};
    if (!events->count) add_ids(choice, 0, EVENT_USER_END - 1);
    bool done = true;
    for (size_t i = 0; i < events->count && done; i++) done = add_list(choice, events->items[i], problem);
    if (done && methods->count) done = choose_methods(choice, methods, problem);
    if (!done) event_choice_free(choice);
    return done;
}

void event_choice_free(struct event_choice *choice) {
    free(choice->ids);
    free(choice->methods);
    *choice = (struct event_choice){0};
}

bool event_choice_has_method(const struct event_choice *choice, u32 method) {
    const struct method_name *name = recording_method(choice->recording, method);
    return name && choice->methods[name - choice->recording->methods];
}

static bool concerns_methods(const struct event_choice *choice, const struct region_record *record) {
    const struct event_info *info = event_info(record->id);
    for (u32 i = 0; i < info->field_count; i++) {
        const struct event_field *field = &info->fields[i];
        if (field->unit != UNIT_METHOD && field->unit != UNIT_ADDRESS) continue;
        u32 id = (u32)event_field_value(record, field);
        if (field->unit == UNIT_ADDRESS) id = recording_method_at(choice->recording, id, record->ticks);
        if (event_choice_has_method(choice, id)) return true;
    }
    return false;
}

bool event_choice_selects(const struct event_choice *choice, const struct event *event) {
    u32 id = event->record->id;
    if (!(choice->ids[id / WORD_BITS] >> id % WORD_BITS & 1)) return false;
    return !choice->methods || concerns_methods(choice, event->record);
}
