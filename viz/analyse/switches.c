// See switches.h, and struct region_change in log/region.h.
#include "viz/analyse/switches.h"

#include <stdlib.h>
#include <string.h>

#include "base/pattern.h"
#include "viz/read/event_text.h"

const char *switches_kind_name(enum control_kind kind) {
    const char *name = event_enum_name(UNIT_CONTROL_KIND, kind);
    return name ? name : "?";
}

static void begin(struct switches *switches, enum control_kind kind, const char *text, u64 number, u64 ticks) {
    ARRAY_GROW(switches->items, switches->count, switches->capacity);
    switches->items[switches->count++] = (struct switched){kind, text, number, ticks, 0};
}

// What is on of a kind, and has this pattern (NULL: whatever it has), ends.
static void end(struct switches *switches, enum control_kind kind, const char *text, u64 ticks) {
    for (size_t i = 0; i < switches->count; i++) {
        struct switched *item = &switches->items[i];
        if (item->kind != kind || item->until_ticks) continue;
        if (!text || (item->text && strcmp(item->text, text) == 0)) item->until_ticks = ticks;
    }
}

// A pattern that is switched off ends what was switched on by the same one; "**" ends all.
static void end_pattern(struct switches *switches, enum control_kind kind, const char *text, u64 ticks) {
    end(switches, kind, strcmp(text, "**") == 0 ? NULL : text, ticks);
}

static void apply(struct switches *switches, const struct region_change *change, const char *text) {
    u64 ticks = change->ticks;
    switch (change->kind) {
    case CONTROL_time:
    case CONTROL_trace:
    case CONTROL_alloc:
        end(switches, (enum control_kind)change->kind, text, ticks);
        begin(switches, (enum control_kind)change->kind, text, 0, ticks);
        break;
    case CONTROL_no_time: end_pattern(switches, CONTROL_time, text, ticks); break;
    case CONTROL_no_trace: end_pattern(switches, CONTROL_trace, text, ticks); break;
    case CONTROL_no_alloc: end_pattern(switches, CONTROL_alloc, text, ticks); break;
    case CONTROL_sample:
    case CONTROL_sample_cpu:
        end(switches, CONTROL_sample, NULL, ticks), end(switches, CONTROL_sample_cpu, NULL, ticks);
        if (change->number) begin(switches, (enum control_kind)change->kind, NULL, change->number, ticks);
        break;
    default: break;
    }
}

static void begin_patterns(struct switches *switches, const struct recording *recording) {
    for (size_t i = 0; i < recording->patterns.count; i++) {
        const struct simple_name *pattern = &recording->patterns.items[i];
        u64 start = recording->reader.header.start_ticks;
        if (pattern->id == PATTERN_TIME) begin(switches, CONTROL_time, pattern->text, 0, start);
        if (pattern->id == PATTERN_TRACE) begin(switches, CONTROL_trace, pattern->text, 0, start);
        if (pattern->id == PATTERN_ALLOCATION) begin(switches, CONTROL_alloc, pattern->text, 0, start);
    }
}

void switches_load(struct switches *switches, const struct recording *recording) {
    *switches = (struct switches){0};
    begin_patterns(switches, recording);
    for (size_t i = 0; i < recording->change_count; i++) {
        const char *text = recording_string(recording, recording->changes[i].text);
        apply(switches, &recording->changes[i], text ? text : "");
    }
    for (size_t i = 0; i < switches->count; i++) {
        if (!switches->items[i].until_ticks) switches->items[i].until_ticks = recording->end_ticks;
    }
}

void switches_free(struct switches *switches) {
    free(switches->items);
    *switches = (struct switches){0};
}

// They stand in the order of their beginnings.
u64 switches_ticks(const struct switches *switches, enum control_kind kind, u64 since) {
    u64 total = 0, covered = since;
    for (size_t i = 0; i < switches->count; i++) {
        const struct switched *item = &switches->items[i];
        if (item->kind != kind || item->until_ticks <= covered) continue;
        total += item->until_ticks - (item->from_ticks > covered ? item->from_ticks : covered);
        covered = item->until_ticks;
    }
    return total;
}

// ---- One method

static bool is_named(const char *text, const char *name) {
    struct pattern pattern = pattern_read(text, strlen(text));
    return pattern_names(&pattern, name, strlen(name));
}

static bool is_timed_at_start(const struct recording *recording, const char *name) {
    struct pattern patterns[PATTERN_MOST];
    struct pattern_list list = {.patterns = patterns};
    for (size_t i = 0; i < recording->patterns.count && list.count < PATTERN_MOST; i++) {
        const struct simple_name *pattern = &recording->patterns.items[i];
        if (pattern->id == PATTERN_TIME) pattern_list_add(&list, pattern->text, strlen(pattern->text));
    }
    return list.count && pattern_list_selects(&list, name, strlen(name));
}

// The guest does the same with its methods (kernel/classes/watch.c).
static void follow(const struct recording *recording, const struct region_change *change, const char *name, bool *on) {
    const char *text = recording_string(recording, change->text);
    if ((change->kind != CONTROL_time && change->kind != CONTROL_no_time) || !text || !is_named(text, name)) return;
    *on = (change->kind == CONTROL_time) != (*text == '!');
}

u64 switches_timed_ticks(const struct recording *recording, const struct method_name *method) {
    u64 begin = recording->reader.header.start_ticks, total = 0;
    if (recording->control.clear_ticks > begin) begin = recording->control.clear_ticks;
    if (reader_range_has_time(&recording->reader.range)) return 0;
    char *name = text_format("%s.%s", method->class_name, method->name);
    bool on = is_timed_at_start(recording, name);
    for (size_t i = 0; i <= recording->change_count; i++) {
        const struct region_change *change = i < recording->change_count ? &recording->changes[i] : NULL;
        u64 until = change ? change->ticks : recording->end_ticks;
        if (until > begin) {
            total += on ? until - begin : 0;
            begin = until;
        }
        if (change) follow(recording, change, name, &on);
    }
    free(name);
    return total;
}
