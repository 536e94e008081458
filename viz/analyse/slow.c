// See slow.h.
#include "viz/analyse/slow.h"

#include <stdlib.h>

#include "log/events.h"
#include "viz/analyse/slow_timeline.h"
#include "viz/analyse/walk.h"
#include "viz/read/stream.h"

const char *slow_kind_name(enum slow_kind kind) {
#define KIND(name, text) text,
    static const char *const names[] = {SLOW_KIND_TABLE(KIND)};
#undef KIND
    return kind < SLOW_KINDS ? names[kind] : "?";
}

// ---- Parts

static bool is_same(const struct slow_part *a, const struct slow_part *b) {
    return a->kind == b->kind && a->reason == b->reason && a->thread == b->thread && a->class == b->class &&
           a->object == b->object;
}

// To the one of the same kind and culprit, if there is one. `count` of the part is 1, or 0 if it goes on.
static void add_part(struct slow_explanation *to, const struct slow_part *part) {
    size_t at = 0;
    while (at < to->part_count && !is_same(&to->parts[at], part)) at++;
    if (at == to->part_count) {
        ARRAY_GROW(to->parts, to->part_count, to->part_capacity);
        to->parts[to->part_count] = *part;
        to->parts[at].ticks = 0, to->parts[at].count = 0, to->parts[at].longest = 0;
        to->part_count++;
    }
    struct slow_part *found = &to->parts[at];
    found->ticks += part->ticks;
    found->count += part->count;
    if (part->ticks < 0 || (u64)part->ticks < found->longest) return;
    found->longest = (u64)part->ticks;
    found->at = part->at, found->stack = part->stack, found->culprit_stack = part->culprit_stack;
}

static void add_item(struct slow_explanation *to, const struct slow_item *item) {
    ARRAY_GROW(to->items, to->item_count, to->item_capacity);
    to->items[to->item_count++] = *item;
}

static u64 overlap(u64 start, u64 end, const struct stay *stay) {
    u64 from = stay->start > start ? stay->start : start, to = stay->end < end ? stay->end : end;
    return to > from ? to - from : 0;
}

// ---- Moments

static u64 collected(const struct slow_timeline *timeline, u64 start, u64 end, u32 thread) {
    const struct stays *all = &timeline->collections;
    u64 ticks = 0;
    for (size_t i = stays_after(all, start); i < all->count && all->items[i].start < end; i++) {
        if (all->items[i].thread == thread) ticks += overlap(start, end, &all->items[i]);
    }
    return ticks;
}

// The thread could have run: others did. What they collected it stood still for.
static void explain_ready(struct slow_explanation *to, const struct slow_timeline *timeline,
                          const struct moment *moment, u64 start, u64 end) {
    enum slow_kind kind = moment->what == SWITCH_quantum ? SLOW_PREEMPTED
                          : moment->what == SWITCH_yield ? SLOW_YIELDED
                                                         : SLOW_READY;
    const struct stays *runs = &timeline->runs;
    for (size_t i = stays_after(runs, start); i < runs->count && runs->items[i].start < end; i++) {
        const struct stay *run = &runs->items[i];
        if (run->thread == to->call->thread || run->cpu != moment->cpu) continue;
        u64 from = run->start > start ? run->start : start, until = run->end < end ? run->end : end;
        u64 collection = collected(timeline, from, until, run->thread);
        struct slow_part part = {
            .kind = kind, .ticks = (s64)(until - from - collection), .count = 1, .thread = run->thread, .at = until};
        add_part(to, &part);
        if (!collection) continue;
        part.kind = SLOW_COLLECTION, part.ticks = (s64)collection;
        add_part(to, &part);
    }
}

static void explain_away(struct slow_explanation *to, const struct slow_timeline *timeline,
                         const struct moment *moment) {
    static const u8 kinds[SWITCH_REASONS] = {[SWITCH_monitor] = SLOW_MONITOR,
                                             [SWITCH_wait] = SLOW_WAIT,
                                             [SWITCH_park] = SLOW_PARK,
                                             [SWITCH_sleep] = SLOW_SLEEP};
    u64 start = moment->start > to->call->begin ? moment->start : to->call->begin,
        end = moment->end < to->call->end ? moment->end : to->call->end;
    if (start >= end) return;
    if (!moment->waiting) {
        explain_ready(to, timeline, moment, start, end);
        return;
    }
    enum slow_kind kind = moment->what < SWITCH_REASONS ? kinds[moment->what] : SLOW_RAN;
    struct slow_part part = {.kind = kind == SLOW_RAN ? SLOW_BLOCKED : kind,
                             .ticks = (s64)(end - start),
                             .count = 1,
                             .reason = kind == SLOW_RAN ? moment->what : 0,
                             .thread = moment->thread,
                             .class = moment->class,
                             .object = moment->object,
                             .at = end,
                             .stack = moment->stack,
                             .culprit_stack = moment->culprit_stack};
    add_part(to, &part);
}

static void explain_stolen(struct slow_explanation *to, const struct moment *moment) {
    static const u8 kinds[] = {SLOW_INTERRUPTS, SLOW_COLLECTION, SLOW_TRANSLATION, SLOW_LINKING};
    if (moment->what >= COUNT_OF(kinds)) return;
    struct slow_part part = {
        .kind = (enum slow_kind)kinds[moment->what], .ticks = moment->spent, .count = 1, .at = moment->end};
    if (part.kind == SLOW_COLLECTION) part.thread = to->call->thread;
    add_part(to, &part);
}

// Returns what of the call's CPU time it explains.
static s64 explain_moment(struct slow_explanation *to, const struct profile *profile,
                          const struct slow_timeline *timeline, const struct moment *moment) {
    struct slow_part part = {.ticks = moment->spent, .count = 1, .at = moment->end};
    struct slow_item item = {.spent = moment->spent > 0 ? (u64)moment->spent : 0};
    switch (moment->kind) {
    case MOMENT_AWAY: explain_away(to, timeline, moment); break;
    case MOMENT_STOLEN: explain_stolen(to, moment); break;
    case MOMENT_JAVA:
        part.kind = moment->what == PSEUDO_INITIALISER ? SLOW_INITIALISERS : SLOW_LOADERS;
        add_part(to, &part);
        return part.ticks;
    case MOMENT_TRANSLATE:
        item.method = moment->what;
        add_item(to, &item);
        break;
    case MOMENT_CLASS:
        item = (struct slow_item){.class = moment->what};
        add_item(to, &item);
        break;
    case MOMENT_INTERRUPT:
        part.kind = SLOW_INTERRUPTS;
        part.ticks += profile->chosen[CALIBRATE_INTERRUPT].full_ticks;
        to->error += (double)profile->chosen[CALIBRATE_INTERRUPT].full_error;
        add_part(to, &part);
        break;
    }
    return 0;
}

// ---- A call

static int by_ticks(const void *left, const void *right) {
    const struct slow_part *a = left, *b = right;
    if (a->ticks != b->ticks) return a->ticks < b->ticks ? 1 : -1;
    return a->kind < b->kind ? -1 : a->kind > b->kind;
}

static int by_spent(const void *left, const void *right) {
    const struct slow_item *a = left, *b = right;
    if (a->spent != b->spent) return a->spent < b->spent ? 1 : -1;
    return a->method + a->class < b->method + b->class ? -1 : a->method + a->class > b->method + b->class;
}

// Of elapsed: that of one probe pair's own ticks, and of the whole of each pair inside, whose number follows from what
// was taken out.
static double error_of(const struct profile *profile, const struct slow_call *call) {
    const struct region_calibration *pair = &profile->chosen[CALIBRATE_RETURN];
    double taken = (double)(call->end - call->begin) - (double)call->elapsed - (double)pair->inner_ticks;
    double pairs = pair->full_ticks > 0 && taken > 0 ? taken / (double)pair->full_ticks : 0;
    double between =
        profile->rates.migrations > 0 ? profile->rates.distance : 0; // it may have ended on another processor
    return (double)pair->inner_error + pairs * (double)pair->full_error + between;
}

static const struct moments *moments_of(const struct slow_timeline *timeline, u32 thread) {
    size_t at = slow_timeline_find(timeline, thread);
    return at < timeline->thread_count ? &timeline->moments[at] : NULL;
}

static void explain(struct slow_explanation *to, const struct profile *profile, const struct slow_timeline *timeline) {
    const struct slow_call *call = to->call;
    const struct moments *moments = moments_of(timeline, call->thread);
    s64 ran = call->cpu;
    to->error = error_of(profile, call);
    for (size_t i = moments ? moments_after(moments, call->begin) : 0; moments && i < moments->count; i++) {
        const struct moment *moment = &moments->items[i];
        if (moment->end > call->end && moment->start >= call->end) break;
        if (moment->end <= call->end || moment->kind == MOMENT_AWAY) {
            ran -= explain_moment(to, profile, timeline, moment);
        }
    }
    struct slow_part own = {.kind = SLOW_RAN, .ticks = ran, .count = 1, .thread = call->thread, .at = call->end};
    add_part(to, &own);
    to->unexplained = call->elapsed;
    for (size_t i = 0; i < to->part_count; i++) to->unexplained -= to->parts[i].ticks;
    qsort(to->parts, to->part_count, sizeof(*to->parts), by_ticks);
    if (to->item_count) qsort(to->items, to->item_count, sizeof(*to->items), by_spent);
}

// ---- What was not recorded

// The time from which on no stream has lost anything to a ring that went round; 0: from the beginning.
static u64 whole_since(const struct recording *recording) {
    u64 since = 0;
    const struct region_section *section;
    for (u32 i = 0; (section = reader_find(&recording->reader, SECTION_STREAM, i)); i++) {
        struct stream stream;
        bool lost = stream_open(&stream, &recording->reader, section) && stream.control.lost[STREAM_LOST_OVERWRITTEN] &&
                    stream_next_packet(&stream);
        if (lost && stream.header.begin_ticks > since) since = stream.header.begin_ticks;
        stream_close(&stream);
    }
    return since;
}

static void find_missing(struct slow_analysis *analysis, const struct recording *recording) {
    static const u8 wanted[] = {
        EVENT_thread_switch, EVENT_thread_wakeup, EVENT_monitor_block,    EVENT_monitor_wait,   EVENT_thread_park,
        EVENT_thread_sleep,  EVENT_stolen_time,   EVENT_collection_begin, EVENT_collection_end, EVENT_kernel_java,
        EVENT_translate,     EVENT_class_load,    EVENT_interrupt_enter,  EVENT_interrupt_leave};
    for (size_t i = 0; i < COUNT_OF(wanted); i++) {
        bool on = recording->profile.event_mask[wanted[i] / 64] >> wanted[i] % 64 & 1;
        if (!on) analysis->missing[analysis->missing_count++] = wanted[i];
    }
}

static int by_elapsed(const void *left, const void *right) {
    const struct slow_call *a = ((const struct slow_explanation *)left)->call,
                           *b = ((const struct slow_explanation *)right)->call;
    if (a->elapsed != b->elapsed) return a->elapsed < b->elapsed ? 1 : -1;
    if (a->begin != b->begin) return a->begin < b->begin ? -1 : 1;
    return a->callee < b->callee ? -1 : a->callee > b->callee;
}

void slow_analyse(struct slow_analysis *analysis, const struct profile *profile, const struct slow_call *const *calls,
                  size_t count) {
    const struct recording *recording = profile->recording;
    *analysis = (struct slow_analysis){.count = count, .kept = recording->profile.slow_calls};
    analysis->calls = memory_get((count + 1) * sizeof(*analysis->calls));
    u32 *threads = memory_get((count + 1) * sizeof(*threads));
    for (size_t i = 0; i < count; i++) {
        analysis->calls[i].call = calls[i];
        threads[i] = calls[i]->thread;
    }
    qsort(analysis->calls, count, sizeof(*analysis->calls), by_elapsed);
    struct slow_timeline timeline;
    slow_timeline_make(&timeline, recording, threads, count);
    u64 since = whole_since(recording);
    for (size_t i = 0; i < count; i++) {
        analysis->calls[i].is_overwritten = analysis->calls[i].call->begin < since;
        explain(&analysis->calls[i], profile, &timeline);
    }
    find_missing(analysis, recording);
    slow_timeline_free(&timeline);
    free(threads);
}

void slow_free(struct slow_analysis *analysis) {
    for (size_t i = 0; i < analysis->count; i++) free(analysis->calls[i].parts), free(analysis->calls[i].items);
    free(analysis->calls);
    *analysis = (struct slow_analysis){0};
}
