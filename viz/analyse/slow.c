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
    return a->kind == b->kind && a->reason == b->reason && a->server == b->server && a->thread == b->thread &&
           a->class == b->class && a->object == b->object;
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

// The part of a thread's time that is explained: the call itself, or a wait of it for a thread of another domain.
struct span {
    struct slow_explanation *to;
    const struct profile *profile;
    const struct slow_timeline *timeline;
    u64 start, end;
    u32 thread, server; // server: the thread, if it is not the call's own
    u32 depth;          // of calls from domain to domain
};

enum { DEPTH_MOST = 8 };

static void add_to(const struct span *span, struct slow_part *part) {
    part->server = span->server;
    add_part(span->to, part);
}

// How much of the time the thread spent in these stays.
static u64 stayed(const struct stays *stays, u64 start, u64 end, u32 thread) {
    u64 ticks = 0;
    size_t at = stays_after(stays, start);
    for (const struct stay *stay; (stay = stays_next(stays, &at, end));) {
        if (stay->thread == thread) ticks += overlap(start, end, stay);
    }
    return ticks;
}

// The thread could have run: others did. What they collected it stood still for.
static void explain_ready(const struct span *span, const struct moment *moment, u64 start, u64 end) {
    enum slow_kind kind = moment->what == SWITCH_quantum ? SLOW_PREEMPTED
                          : moment->what == SWITCH_yield ? SLOW_YIELDED
                                                         : SLOW_READY;
    const struct stays *runs = &span->timeline->runs;
    size_t at = stays_after(runs, start);
    for (const struct stay *run; (run = stays_next(runs, &at, end));) {
        if (run->thread == span->thread || run->cpu != moment->cpu) continue;
        u64 from = run->start > start ? run->start : start, until = run->end < end ? run->end : end;
        u64 collection = stayed(&span->timeline->collections, from, until, run->thread);
        struct slow_part part = {
            .kind = kind, .ticks = (s64)(until - from - collection), .count = 1, .thread = run->thread, .at = until};
        add_to(span, &part);
        if (!collection) continue;
        part.kind = SLOW_COLLECTION, part.ticks = (s64)collection;
        add_to(span, &part);
    }
}

static s64 explain_served(const struct span *span, u32 server, u64 start, u64 end);

static void explain_away(const struct span *span, const struct moment *moment) {
    static const u8 kinds[SWITCH_REASONS] = {[SWITCH_monitor] = SLOW_MONITOR,
                                             [SWITCH_wait] = SLOW_WAIT,
                                             [SWITCH_park] = SLOW_PARK,
                                             [SWITCH_sleep] = SLOW_SLEEP,
                                             [SWITCH_collection] = SLOW_COLLECTION};
    u64 start = moment->start > span->start ? moment->start : span->start,
        end = moment->end < span->end ? moment->end : span->end;
    if (start >= end) return;
    if (!moment->waiting) {
        explain_ready(span, moment, start, end);
        return;
    }
    s64 served = moment->what == SWITCH_portal ? explain_served(span, moment->thread, start, end) : 0;
    if (served == (s64)(end - start)) return;
    enum slow_kind kind = moment->what < SWITCH_REASONS ? kinds[moment->what] : SLOW_RAN;
    struct slow_part part = {.kind = kind == SLOW_RAN ? SLOW_BLOCKED : kind,
                             .ticks = (s64)(end - start) - served,
                             .count = 1,
                             .reason = kind == SLOW_RAN ? moment->what : 0,
                             .thread = moment->thread,
                             .class = moment->class,
                             .object = moment->object,
                             .at = end,
                             .stack = moment->stack,
                             .culprit_stack = moment->culprit_stack};
    add_to(span, &part);
}

static s64 explain_stolen(const struct span *span, const struct moment *moment) {
    static const u8 kinds[] = {SLOW_INTERRUPTS, SLOW_COLLECTION, SLOW_TRANSLATION, SLOW_LINKING};
    if (moment->what >= COUNT_OF(kinds)) return 0;
    struct slow_part part = {
        .kind = (enum slow_kind)kinds[moment->what], .ticks = moment->spent, .count = 1, .at = moment->end};
    if (part.kind == SLOW_COLLECTION) part.thread = span->thread;
    add_to(span, &part);
    return part.ticks;
}

// What a moment explains of the time in which the thread ran: of that without what was stolen, if it is the call's own
// (timing leaves that out), otherwise of all.
static s64 explain_moment(const struct span *span, const struct moment *moment) {
    struct slow_explanation *to = span->to;
    struct slow_part part = {.ticks = moment->spent, .count = 1, .at = moment->end};
    struct slow_item item = {.server = span->server, .spent = moment->spent > 0 ? (u64)moment->spent : 0};
    s64 stolen = 0;
    switch (moment->kind) {
    case MOMENT_AWAY: explain_away(span, moment); break;
    case MOMENT_STOLEN: stolen = explain_stolen(span, moment); break;
    case MOMENT_JAVA:
        part.kind = moment->what == PSEUDO_INITIALISER ? SLOW_INITIALISERS : SLOW_LOADERS;
        add_to(span, &part);
        return part.ticks;
    case MOMENT_TRANSLATE:
        item.method = moment->what;
        add_item(to, &item);
        break;
    case MOMENT_CLASS:
        item = (struct slow_item){.server = span->server, .class = moment->what};
        add_item(to, &item);
        break;
    case MOMENT_INTERRUPT:
        part.kind = SLOW_INTERRUPTS;
        part.ticks += span->profile->chosen[CALIBRATE_INTERRUPT].full_ticks;
        to->error += (double)span->profile->chosen[CALIBRATE_INTERRUPT].full_error;
        add_to(span, &part);
        stolen = part.ticks;
        break;
    }
    return span->server ? stolen : 0;
}

static const struct moments *moments_of(const struct slow_timeline *timeline, u32 thread) {
    size_t at = slow_timeline_find(timeline, thread);
    return at < timeline->thread_count ? &timeline->moments[at] : NULL;
}

// Returns what of the time in which the thread ran has been explained.
static s64 explain_moments(const struct span *span) {
    const struct moments *moments = moments_of(span->timeline, span->thread);
    s64 explained = 0;
    for (size_t i = moments ? moments_after(moments, span->start) : 0; moments && i < moments->count; i++) {
        const struct moment *moment = &moments->items[i];
        if (moment->end > span->end && moment->start >= span->end) break;
        if (moment->end <= span->end || moment->kind == MOMENT_AWAY) explained += explain_moment(span, moment);
    }
    return explained;
}

// ---- In another domain

static s64 part_sum(const struct slow_explanation *explanation) {
    s64 sum = 0;
    for (size_t i = 0; i < explanation->part_count; i++) sum += explanation->parts[i].ticks;
    return sum;
}

// What the thread that has replied did meanwhile. Returns how much of the wait that explains: all of it, if that thread
// lived so long, or nothing where that thread is not known.
static s64 explain_served(const struct span *span, u32 server, u64 start, u64 end) {
    const struct recording *recording = span->profile->recording;
    u32 domain = recording_thread_domain(recording, server);
    bool is_other = server && server != span->to->call->thread && domain &&
                    domain != recording_thread_domain(recording, span->thread);
    if (!is_other || !moments_of(span->timeline, server) || span->depth == DEPTH_MOST) return 0;
    struct span there = *span;
    there.start = start, there.end = end, there.thread = there.server = server, there.depth++;
    s64 before = part_sum(span->to),
        ran = (s64)stayed(&span->timeline->runs, start, end, server) - explain_moments(&there);
    struct slow_part own = {.kind = SLOW_RAN, .ticks = ran, .count = 1, .thread = server, .at = end};
    add_to(&there, &own);
    return part_sum(span->to) - before;
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

// The error of elapsed: that of one probe pair's own ticks, and of the whole of each pair inside, whose number follows
// from what was taken out.
static double error_of(const struct profile *profile, const struct slow_call *call) {
    const struct region_calibration *pair = &profile->chosen[CALIBRATE_RETURN];
    double taken = (double)(call->end - call->begin) - (double)call->elapsed - (double)pair->inner_ticks;
    double pairs = pair->full_ticks > 0 && taken > 0 ? taken / (double)pair->full_ticks : 0;
    double between =
        profile->rates.migrations > 0 ? profile->rates.distance : 0; // it may have ended on another processor
    return (double)pair->inner_error + pairs * (double)pair->full_error + profile->rates.step + between;
}

static void explain(struct slow_explanation *to, const struct profile *profile, const struct slow_timeline *timeline) {
    const struct slow_call *call = to->call;
    const struct span span = {.to = to,
                              .profile = profile,
                              .timeline = timeline,
                              .start = call->begin,
                              .end = call->end,
                              .thread = call->thread};
    to->error = error_of(profile, call);
    s64 ran = call->cpu - explain_moments(&span);
    struct slow_part own = {.kind = SLOW_RAN, .ticks = ran, .count = 1, .thread = call->thread, .at = call->end};
    add_part(to, &own);
    to->unexplained = call->elapsed - part_sum(to);
    qsort(to->parts, to->part_count, sizeof(*to->parts), by_ticks);
    if (to->item_count) qsort(to->items, to->item_count, sizeof(*to->items), by_spent);
}

// ---- What was not recorded

// The time from which on no stream has lost anything to a ring that went round, 0 for the beginning.
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

// Those of the calls, and where there are several domains all of them, because any may have served a call.
static u32 *choose_threads(const struct recording *recording, const struct slow_call *const *calls, size_t count,
                           size_t *chosen) {
    bool all = count && recording_has_domains(recording);
    size_t more = all ? recording->all_thread_count : 0;
    u32 *threads = memory_get((count + more + 1) * sizeof(*threads));
    for (size_t i = 0; i < count; i++) threads[i] = calls[i]->thread;
    for (size_t i = 0; i < more; i++) threads[count + i] = recording->threads[i].number;
    *chosen = count + more;
    return threads;
}

void slow_analyse(struct slow_analysis *analysis, const struct profile *profile, const struct slow_call *const *calls,
                  size_t count) {
    const struct recording *recording = profile->recording;
    *analysis = (struct slow_analysis){.count = count, .kept = recording->profile.slow_calls};
    analysis->calls = memory_get((count + 1) * sizeof(*analysis->calls));
    for (size_t i = 0; i < count; i++) analysis->calls[i].call = calls[i];
    qsort(analysis->calls, count, sizeof(*analysis->calls), by_elapsed);
    size_t thread_count;
    u32 *threads = choose_threads(recording, calls, count, &thread_count);
    struct slow_timeline timeline;
    slow_timeline_make(&timeline, recording, threads, thread_count);
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
