// See slow_timeline.h. The walk tells of a state when it has ended; what the kernel said at its beginning and at its end,
// of a monitor say, is kept for the thread until then.
#include "viz/slow_timeline.h"

#include <stdlib.h>
#include <string.h>

#include "viz/walk.h"

enum { CPUS = 64 };

// Of a thread, until its wait has ended.
struct words {
    struct moment block; // what it said before it waited
    u32 waker, waker_stack;
};

struct gathering {
    struct slow_timeline *timeline;
    struct words *words; // by thread, as the moments
    struct {
        u64 since; // the interrupt that is being handled; 0: none
        u32 thread;
    } interrupts[CPUS];
    u32 running[CPUS];
};

static struct words *words_of(const struct gathering *gathering, u32 thread, struct moments **moments) {
    const struct slow_timeline *timeline = gathering->timeline;
    size_t at = slow_timeline_find(timeline, thread);
    if (at == timeline->thread_count) return NULL;
    *moments = &timeline->moments[at];
    return &gathering->words[at];
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

struct fields {
    u32 a, words[4];
    u64 first, second; // the same as 64 bits
};

static struct fields read_fields(const struct region_record *record) {
    struct fields fields = {.a = record->a};
    u32 room = record_bytes(record) - 16;
    memcpy(fields.words, record->more, room < sizeof(fields.words) ? room : sizeof(fields.words));
    memcpy(&fields.first, fields.words, sizeof(fields.first));
    memcpy(&fields.second, fields.words + 2, sizeof(fields.second));
    return fields;
}

static void hear_block(struct words *words, u32 id, const struct fields *fields) {
    struct moment *block = &words->block;
    *block = (struct moment){0};
    switch (id) {
    case EVENT_monitor_block:
        *block = (struct moment){.class = fields->a,
                                 .thread = fields->words[0],
                                 .object = fields->words[1],
                                 .stack = fields->words[2],
                                 .culprit_stack = fields->words[3]};
        break;
    case EVENT_monitor_wait:
        *block = (struct moment){.class = fields->a, .object = fields->words[2], .stack = fields->words[3]};
        break;
    case EVENT_thread_park: *block = (struct moment){.class = fields->words[2], .stack = fields->words[3]}; break;
    default: block->stack = fields->a; break; // thread_sleep
    }
}

static void hear_wakeup(const struct gathering *gathering, const struct fields *fields) {
    struct moments *moments;
    struct words *words = words_of(gathering, fields->a, &moments);
    if (!words) return;
    words->waker = fields->words[0];
    words->waker_stack = fields->words[3];
}

// Of the thread in whose time it was.
static void hear_work(const struct gathering *gathering, const struct event *event, const struct fields *fields) {
    struct moments *moments;
    struct words *words = words_of(gathering, event->thread, &moments);
    if (!words) return;
    u64 now = event->record->ticks;
    struct moment moment = {.start = now, .end = now, .what = fields->a, .spent = (s64)fields->first};
    switch (event->record->id) {
    case EVENT_stolen_time: moment.kind = MOMENT_STOLEN; break;
    case EVENT_kernel_java: moment.kind = MOMENT_JAVA; break;
    case EVENT_class_load: moment.kind = MOMENT_CLASS; break;
    case EVENT_translate:
        moment.kind = MOMENT_TRANSLATE;
        moment.spent = fields->words[3];
        break;
    default: hear_block(words, event->record->id, fields); return;
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
    struct moments *moments;
    if (event->record->id == EVENT_sample || !words_of(gathering, gathering->interrupts[cpu].thread, &moments)) return;
    struct moment moment = {.kind = MOMENT_INTERRUPT, .start = since, .end = now, .spent = (s64)(now - since)};
    add_moment(moments, &moment);
}

static void hear_event(void *context, const struct event *event, bool told) {
    (void)told;
    struct gathering *gathering = context;
    struct fields fields = read_fields(event->record);
    switch (event->record->id) {
    case EVENT_thread_switch: gathering->running[event->cpu % CPUS] = fields.a; break;
    case EVENT_thread_wakeup: hear_wakeup(gathering, &fields); break;
    case EVENT_interrupt_enter:
    case EVENT_interrupt_leave:
    case EVENT_sample: hear_interrupt(gathering, event); break;
    case EVENT_monitor_block:
    case EVENT_monitor_wait:
    case EVENT_thread_park:
    case EVENT_thread_sleep:
    case EVENT_stolen_time:
    case EVENT_kernel_java:
    case EVENT_translate:
    case EVENT_class_load: hear_work(gathering, event, &fields); break;
    default: break;
    }
}

// ---- States and slices

static struct moment away_of(const struct walk_state *state, struct words *words) {
    struct moment moment = {.what = state->reason};
    if (state->kind == STATE_WAITING) {
        bool said = state->reason == SWITCH_monitor || state->reason == SWITCH_wait || state->reason == SWITCH_park ||
                    state->reason == SWITCH_sleep;
        if (said) moment = words->block;
        moment.what = state->reason;
        moment.waiting = true;
        if (state->reason != SWITCH_monitor) moment.thread = words->waker, moment.culprit_stack = words->waker_stack;
        *words = (struct words){0};
    }
    moment.kind = MOMENT_AWAY;
    moment.start = state->start;
    moment.end = state->end;
    moment.cpu = state->cpu;
    return moment;
}

static void hear_state(void *context, const struct walk_state *state) {
    struct gathering *gathering = context;
    if (state->kind == STATE_RUNNING) {
        struct stay stay = {state->start, state->end, state->thread, state->cpu};
        add_stay(&gathering->timeline->runs, &stay);
        return;
    }
    struct moments *moments;
    struct words *words = words_of(gathering, state->thread, &moments);
    if (!words) return;
    struct moment moment = away_of(state, words);
    add_moment(moments, &moment);
}

static void hear_slice(void *context, const struct walk_slice *slice) {
    struct gathering *gathering = context;
    if (slice->kind != SLICE_COLLECTION || slice->lane.place != PLACE_THREAD) return;
    struct stay stay = {slice->start, slice->end, slice->lane.number, 0};
    add_stay(&gathering->timeline->collections, &stay);
}

// ---- The whole

static int by_number(const void *left, const void *right) {
    u32 a = *(const u32 *)left, b = *(const u32 *)right;
    return a < b ? -1 : a > b;
}

size_t slow_timeline_find(const struct slow_timeline *timeline, u32 thread) {
    const u32 *found = timeline->thread_count
                           ? bsearch(&thread, timeline->threads, timeline->thread_count, sizeof(thread), by_number)
                           : NULL;
    return found ? (size_t)(found - timeline->threads) : timeline->thread_count;
}

void slow_timeline_make(struct slow_timeline *timeline, const struct recording *recording, u32 *threads, size_t count) {
    static const struct walk_visitor visitor = {.event = hear_event, .state = hear_state, .end = hear_slice};
    *timeline = (struct slow_timeline){.threads = memory_get((count + 1) * sizeof(*threads))};
    qsort(threads, count, sizeof(*threads), by_number);
    for (size_t i = 0; i < count; i++) {
        if (!i || threads[i] != threads[i - 1]) timeline->threads[timeline->thread_count++] = threads[i];
    }
    timeline->moments = memory_get((count + 1) * sizeof(*timeline->moments));
    struct gathering gathering = {.timeline = timeline};
    gathering.words = memory_get((count + 1) * sizeof(*gathering.words));
    walk_recording(recording, &visitor, &gathering);
    free(gathering.words);
}

void slow_timeline_free(struct slow_timeline *timeline) {
    for (size_t i = 0; i < timeline->thread_count; i++) free(timeline->moments[i].items);
    free(timeline->moments), free(timeline->runs.items), free(timeline->collections.items), free(timeline->threads);
}

size_t moments_after(const struct moments *moments, u64 ticks) {
    size_t low = 0, high = moments->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (moments->items[middle].end > ticks) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

size_t stays_after(const struct stays *stays, u64 ticks) {
    size_t low = 0, high = stays->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (stays->items[middle].end > ticks) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}
