// See slow_timeline.h.
#include "viz/analyse/slow_timeline.h"

#include <stdlib.h>

#include "viz/analyse/walk.h"
#include "viz/read/event_text.h"

enum { CPUS = 64 };

struct gathering {
    struct slow_timeline *timeline;
    struct {
        u64 since; // the interrupt that is being handled; 0: none
        u32 thread;
    } interrupts[CPUS];
    u32 running[CPUS];
};

// Returns NULL for a thread that nobody asks for.
static struct moments *moments_of(const struct gathering *gathering, u32 thread) {
    const struct slow_timeline *timeline = gathering->timeline;
    size_t at = slow_timeline_find(timeline, thread);
    return at < timeline->thread_count ? &timeline->moments[at] : NULL;
}

static void add_moment(struct moments *moments, const struct moment *moment) {
    ARRAY_GROW(moments->items, moments->count, moments->capacity);
    moments->items[moments->count++] = *moment;
}

static void add_stay(struct stays *stays, const struct stay *stay) {
    ARRAY_GROW(stays->items, stays->count, stays->capacity);
    stays->items[stays->count++] = *stay;
}

// ---- Events

// Belongs to the thread in whose time it was.
static void hear_work(const struct gathering *gathering, const struct event *event, enum moment_kind kind) {
    struct moments *moments = moments_of(gathering, event->thread);
    const struct region_record *record = event->record;
    if (!moments) return;
    struct moment moment = {.kind = kind, .start = record->ticks, .end = record->ticks, .what = record->a};
    const struct event_info *info = event_info(record->id);
    for (u32 i = 0; i < info->field_count; i++) {
        if (info->fields[i].unit == UNIT_TICKS) moment.spent = (s64)event_field_value(record, &info->fields[i]);
    }
    add_moment(moments, &moment);
}

// A sample in an interrupt is the instruments', up to its record.
static void hear_interrupt(struct gathering *gathering, const struct event *event) {
    u32 cpu = event->cpu % CPUS;
    u64 now = event->record->ticks;
    if (event->record->id == EVENT_interrupt_enter) {
        gathering->interrupts[cpu].since = now;
        gathering->interrupts[cpu].thread = gathering->running[cpu];
        return;
    }
    u64 since = gathering->interrupts[cpu].since;
    if (!since) return;
    gathering->interrupts[cpu].since = event->record->id == EVENT_sample ? now : 0;
    struct moments *moments = moments_of(gathering, gathering->interrupts[cpu].thread);
    if (event->record->id == EVENT_sample || !moments) return;
    struct moment moment = {.kind = MOMENT_INTERRUPT, .start = since, .end = now, .spent = (s64)(now - since)};
    add_moment(moments, &moment);
}

static void hear_event(void *context, const struct event *event, bool told) {
    (void)told;
    struct gathering *gathering = context;
    switch (event->record->id) {
    case EVENT_thread_switch:
        gathering->running[event->cpu % CPUS] = RECORD_OF(thread_switch, event->record)->to;
        break;
    case EVENT_interrupt_enter:
    case EVENT_interrupt_leave:
    case EVENT_sample: hear_interrupt(gathering, event); break;
    case EVENT_stolen_time: hear_work(gathering, event, MOMENT_STOLEN); break;
    case EVENT_kernel_java: hear_work(gathering, event, MOMENT_JAVA); break;
    case EVENT_translate: hear_work(gathering, event, MOMENT_TRANSLATE); break;
    case EVENT_class_load: hear_work(gathering, event, MOMENT_CLASS); break;
    default: break;
    }
}

// ---- States and slices

static struct moment away_of(const struct walk_state *state) {
    const struct walk_wait *wait = &state->wait;
    bool is_owned = state->reason == SWITCH_monitor;
    return (struct moment){.kind = MOMENT_AWAY,
                           .start = state->start,
                           .end = state->end,
                           .what = state->reason,
                           .waiting = state->kind == STATE_WAITING,
                           .cpu = state->cpu,
                           .thread = is_owned ? wait->owner : wait->waker,
                           .class = wait->class,
                           .object = wait->object,
                           .stack = wait->stack,
                           .culprit_stack = is_owned ? wait->owner_stack : wait->waker_stack};
}

static void hear_state(void *context, const struct walk_state *state) {
    struct gathering *gathering = context;
    if (state->kind == STATE_RUNNING) {
        struct stay stay = {.start = state->start, .end = state->end, .thread = state->thread, .cpu = state->cpu};
        add_stay(&gathering->timeline->runs, &stay);
        return;
    }
    struct moments *moments = moments_of(gathering, state->thread);
    if (!moments) return;
    struct moment moment = away_of(state);
    add_moment(moments, &moment);
}

static void hear_slice(void *context, const struct walk_slice *slice) {
    struct gathering *gathering = context;
    if (slice->kind != SLICE_COLLECTION || slice->lane.place != PLACE_THREAD) return;
    struct stay stay = {.start = slice->start, .end = slice->end, .thread = slice->lane.number};
    add_stay(&gathering->timeline->collections, &stay);
}

// ---- The whole

size_t slow_timeline_find(const struct slow_timeline *timeline, u32 thread) {
    const u32 *found = timeline->thread_count
                           ? bsearch(&thread, timeline->threads, timeline->thread_count, sizeof(thread), compare_u32)
                           : NULL;
    return found ? (size_t)(found - timeline->threads) : timeline->thread_count;
}

void slow_timeline_make(struct slow_timeline *timeline, const struct recording *recording, u32 *threads, size_t count) {
    static const struct walk_visitor visitor = {.event = hear_event, .state = hear_state, .end = hear_slice};
    *timeline = (struct slow_timeline){.threads = memory_get((count + 1) * sizeof(*threads))};
    qsort(threads, count, sizeof(*threads), compare_u32);
    for (size_t i = 0; i < count; i++) {
        if (!i || threads[i] != threads[i - 1]) timeline->threads[timeline->thread_count++] = threads[i];
    }
    timeline->moments = memory_get((count + 1) * sizeof(*timeline->moments));
    struct gathering gathering = {.timeline = timeline};
    walk_recording(recording, &visitor, &gathering);
    stays_finish(&timeline->runs);
    stays_finish(&timeline->collections);
}

void slow_timeline_free(struct slow_timeline *timeline) {
    for (size_t i = 0; i < timeline->thread_count; i++) free(timeline->moments[i].items);
    free(timeline->moments), free(timeline->runs.items), free(timeline->collections.items), free(timeline->threads);
}

size_t moments_after(const struct moments *moments, u64 ticks) {
    return ARRAY_LEADING(moments->items, moments->count, .end <= ticks);
}

size_t stays_after(const struct stays *stays, u64 ticks) {
    return ARRAY_LEADING(stays->items, stays->count, .end <= ticks);
}

void stays_finish(struct stays *stays) {
    u64 earliest = UINT64_MAX;
    for (size_t i = stays->count; i-- > 0;) {
        if (stays->items[i].start < earliest) earliest = stays->items[i].start;
        stays->items[i].earliest = earliest;
    }
}

const struct stay *stays_next(const struct stays *stays, size_t *at, u64 ticks) {
    while (*at < stays->count && stays->items[*at].earliest < ticks) {
        const struct stay *stay = &stays->items[(*at)++];
        if (stay->start < ticks) return stay;
    }
    return NULL;
}
