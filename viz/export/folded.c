// Folded stacks, as FlameGraph's and speedscope's tools read them: "thread;outermost;...;innermost COUNT". Frame names
// are Java-style signatures, because a descriptor's ';' is the separator here.
//
// The counts are ns: of samples the time that each stands for, else wall time, or time off the processor; threads'
// states are known from thread_switch, and the frames are the methods that were traced, the last one the state; of a
// wait whose stack was kept (--stacks), the frames are that stack's. By wakers, the time that a thread waited is
// followed by its waker, and by the waker's frames from the innermost outwards, so that both ends meet in the middle.
//
// For allocation they are bytes, and the last frame is the class. With single events a line is the stack of an event,
// and the bytes are those that the thread has allocated since the one before; else it is a site, of which only the
// method is known.
//
// Lines are sorted, and each is there once; only if they need more than LINES_BYTES are those so far written and others
// begun, so that a line may come again: tools that read the format add them up.
#include <stdlib.h>
#include <string.h>

#include "viz/analyse/allocations.h"
#include "viz/analyse/frames.h"
#include "viz/export/export.h"
#include "viz/read/event_text.h"

enum { LINES_BYTES = 128 << 20 };

struct stack_time {
    u64 mark; // up to here the thread's time is counted
    u32 *methods;
    size_t depth, capacity;
};

struct folded {
    const struct recording *recording;
    folded_take *take;
    void *context;
    struct frames frames;
    struct intern lines;
    u64 *counts; // by line
    size_t capacity;
    struct buffer line;
    enum folded_kind kind;
    bool is_whole, any;
    struct intern threads;
    struct stack_time *times; // by thread
    size_t time_capacity;
};

static void put_name(struct folded *folded, const char *name) {
    if (folded->line.size) buffer_byte(&folded->line, ';');
    for (; *name; name++) buffer_byte(&folded->line, *name == ';' || *name == '\n' ? ',' : (u8)*name);
}

// ---- Lines

struct line {
    const char *text;
    u64 count;
};

static int by_text(const void *left, const void *right) {
    return strcmp(((const struct line *)left)->text, ((const struct line *)right)->text);
}

// Hands on the lines so far and forgets them.
static void put_lines(struct folded *folded) {
    struct line *lines = memory_get((folded->lines.count + 1) * sizeof(*lines));
    for (u32 i = 0; i < folded->lines.count; i++) {
        lines[i] = (struct line){intern_get(&folded->lines, i), folded->counts[i]};
    }
    qsort(lines, folded->lines.count, sizeof(*lines), by_text);
    for (size_t i = 0; i < folded->lines.count; i++) {
        if (!lines[i].count) continue;
        folded->take(folded->context, lines[i].text, lines[i].count);
    }
    folded->any |= folded->lines.count != 0;
    free(lines);
    intern_free(&folded->lines);
}

// Counts the line and begins a new one.
static void count_line(struct folded *folded, u64 count) {
    size_t known = folded->lines.count;
    u32 number = intern_text(&folded->lines, buffer_string(&folded->line));
    if (folded->lines.count > known) {
        ARRAY_GROW(folded->counts, known, folded->capacity);
        folded->counts[known] = 0;
    }
    folded->counts[number] += count;
    folded->line.size = 0;
    if (folded->lines.bytes.size > LINES_BYTES) put_lines(folded);
}

static void count_sample(void *context, const struct walk_sample *sample) {
    struct folded *folded = context;
    frames_of(&folded->frames, sample);
    put_name(folded, recording_thread_name(folded->recording, sample->thread, sample->ticks));
    for (size_t i = 0; i < folded->frames.count; i++) {
        put_name(folded, frames_name(&folded->frames, folded->frames.at[i]));
    }
    count_line(folded, (u64)recording_ns(folded->recording, (s64)sample->time));
}

// ---- Time

// When the thread began, if nothing of what it then did was lost. Returns 0 if that is not known.
static u64 start_of(const struct folded *folded, u32 thread) {
    for (size_t i = 0; folded->is_whole && i < folded->recording->thread_count; i++) {
        if (folded->recording->threads[i].number == thread) return folded->recording->threads[i].start_ticks;
    }
    return 0;
}

static struct stack_time *time_of(struct folded *folded, u32 thread) {
    size_t known = folded->threads.count;
    u32 index = intern_bytes(&folded->threads, &thread, sizeof(thread));
    if (folded->threads.count > known) {
        ARRAY_GROW(folded->times, known, folded->time_capacity);
        folded->times[index] = (struct stack_time){.mark = start_of(folded, thread)};
    }
    return &folded->times[index];
}

// The idle loop waits for nothing.
static bool is_off_cpu(const struct walk_state *state) {
    return state->kind != STATE_RUNNING && state->reason != SWITCH_idle_over;
}

static void put_frames(struct folded *folded, u32 stack, u64 at, bool outwards) {
    struct walk_sample sample = {.ticks = at, .state = SAMPLE_native, .stack = stack};
    struct frames *frames = &folded->frames;
    frames_of(frames, &sample);
    for (size_t i = 0; i < frames->count; i++) {
        put_name(folded, frames_name(frames, frames->at[outwards ? frames->count - 1 - i : i]));
    }
}

static void put_framed(struct folded *folded, const char *words, const char *what) {
    char *frame = text_format("[%s%s]", words, what);
    put_name(folded, frame);
    free(frame);
}

static void put_state(struct folded *folded, const struct walk_state *state) {
    struct buffer name = {0};
    walk_put_state(&name, state);
    put_framed(folded, "", buffer_string(&name));
    buffer_free(&name);
    if (folded->kind != FOLDED_WAKERS) return;
    u32 waker = state->wait.waker;
    put_framed(folded, "woken by ", waker ? recording_thread_name(folded->recording, waker, state->end) : "the clock");
    put_frames(folded, state->wait.waker_stack, state->end, true);
}

static bool is_wanted(const struct folded *folded, const struct walk_state *state) {
    switch (folded->kind) {
    case FOLDED_OFF_CPU: return state && is_off_cpu(state);
    case FOLDED_WAKERS: return state && state->kind == STATE_WAITING && !state->open;
    default: return true;
    }
}

static void count_time(struct folded *folded, u32 thread, u64 start, u64 end, const struct walk_state *state) {
    struct stack_time *time = time_of(folded, thread);
    if (time->mark > start) start = time->mark;
    if (end > time->mark) time->mark = end;
    if (start >= end || !is_wanted(folded, state)) return;
    bool has_stack = folded->kind != FOLDED_WALL && state && state->kind == STATE_WAITING && state->wait.stack;
    put_name(folded, recording_thread_name(folded->recording, thread, start));
    if (has_stack) put_frames(folded, state->wait.stack, end, false);
    for (size_t i = 0; i < time->depth && !has_stack; i++) {
        put_name(folded, recording_method_label(folded->recording, time->methods[i]));
    }
    if (state && state->kind != STATE_RUNNING) put_state(folded, state);
    count_line(folded, (u64)(recording_ns_since_start(folded->recording, end) -
                             recording_ns_since_start(folded->recording, start)));
}

static void count_state(void *context, const struct walk_state *state) {
    count_time(context, state->thread, state->start, state->end, state);
}

// A thread in which a method begins or ends runs.
static void begin_method(void *context, const struct walk_slice *slice) {
    struct folded *folded = context;
    if (slice->kind != SLICE_METHOD || slice->lane.place != PLACE_THREAD) return;
    struct stack_time *time = time_of(folded, slice->lane.number);
    count_time(folded, slice->lane.number, time->mark ? time->mark : slice->start, slice->start, NULL);
    ARRAY_GROW(time->methods, time->depth, time->capacity);
    time->methods[time->depth++] = slice->id;
}

static void end_method(void *context, const struct walk_slice *slice) {
    struct folded *folded = context;
    if (slice->kind != SLICE_METHOD || slice->lane.place != PLACE_THREAD) return;
    struct stack_time *time = time_of(folded, slice->lane.number);
    count_time(folded, slice->lane.number, slice->start, slice->end, NULL);
    if (time->depth) time->depth--;
}

// ---- Allocation

static void put_class(struct folded *folded, const char *class) { put_framed(folded, "", class ? class : "?"); }

static void count_allocation(void *context, const struct event *event, bool told) {
    struct folded *folded = context;
    struct event_values fields;
    (void)told;
    if (event->record->id != EVENT_allocate) return;
    event_values_read(&fields, folded->recording, event); // class, bytes, method, stack, step
    put_name(folded, recording_thread_name(folded->recording, event->thread, event->record->ticks));
    if (fields.items[3].number) {
        put_frames(folded, (u32)fields.items[3].number, event->record->ticks, false);
    } else {
        put_name(folded, recording_method_label(folded->recording, (u32)fields.items[2].number));
    }
    put_class(folded, fields.items[0].text);
    count_line(folded, (u64)fields.items[4].number);
}

static void count_sites(struct folded *folded, const struct view *view) {
    struct allocations all;
    allocations_make(&all, view);
    for (size_t i = 0; i < all.site_count; i++) {
        const struct allocation *site = &all.sites[i];
        for (size_t share = 0; share < site->share_count; share++) {
            u32 thread = site->shares[share].thread;
            put_name(folded, thread ? recording_thread_words(folded->recording, thread) : "(several)");
            put_name(folded,
                     site->method_id ? recording_method_label(folded->recording, site->method_id) : site->method);
            put_class(folded, site->class);
            count_line(folded, site->shares[share].count.bytes);
        }
    }
    allocations_free(&all);
}

// ---- The whole

static const struct walk_visitor *visitor_of(enum folded_kind kind) {
    static const struct walk_visitor samples = {.sample = count_sample}, allocations = {.event = count_allocation},
                                     times = {.state = count_state, .begin = begin_method, .end = end_method};
    return kind == FOLDED_CPU ? &samples : kind == FOLDED_ALLOCATION ? &allocations : &times;
}

bool folded_each(const struct view *view, enum folded_kind kind, folded_take *take, void *context) {
    struct folded folded = {.recording = view->profile->recording,
                            .take = take,
                            .context = context,
                            .kind = kind,
                            .is_whole = walk_is_whole(view->profile->recording)};
    frames_init(&folded.frames, folded.recording);
    walk_recording(folded.recording, visitor_of(kind), &folded);
    if (kind == FOLDED_ALLOCATION && !folded.lines.count && !folded.any) count_sites(&folded, view);
    put_lines(&folded);
    for (size_t i = 0; i < folded.threads.count; i++) free(folded.times[i].methods);
    free(folded.times);
    free(folded.counts);
    buffer_free(&folded.line);
    intern_free(&folded.threads);
    frames_free(&folded.frames);
    return folded.any;
}

static void write_line(void *context, const char *stack, u64 amount) {
    struct sink *sink = context;
    buffer_format(&sink->text, "%s %llu\n", stack, (unsigned long long)amount);
    sink_pass(sink);
}

// A line without a number at its end, which readers of the format pass over.
static void put_lost(struct sink *sink, const struct view *view) {
    struct buffer scope = {0};
    view_describe_scope(view->profile, &scope);
    buffer_format(&sink->text, "# lost: %s\n", buffer_string(&scope));
    buffer_free(&scope);
}

bool folded_put(struct sink *sink, const struct view *view, enum folded_kind kind) {
    if (view->profile->loss_total) put_lost(sink, view);
    return folded_each(view, kind, write_line, sink);
}

static bool export_kind(struct sink *sink, const struct view *view, enum folded_kind kind, struct problem *problem) {
    static const char *const missing[] = {
        [FOLDED_CPU] = "samples, found none (gnomon run --sample HZ --stacks N)",
        [FOLDED_WALL] = "traced methods or thread_switch events, found none (gnomon run --events thread)",
        [FOLDED_OFF_CPU] = "thread_switch events, found none (gnomon run --events thread)",
        [FOLDED_WAKERS] =
            "threads that waited and were woken, found none (gnomon run --events thread,monitor --stacks N)",
        [FOLDED_ALLOCATION] =
            "allocations, found none (gnomon run --alloc PATTERN, or --alloc-events BYTES --stacks N)"};
    return folded_put(sink, view, kind) || problem_set(problem, STATUS_BAD_INPUT, "%s: expected %s",
                                                       view->profile->recording->reader.path, missing[kind]);
}

bool export_folded(struct sink *sink, const struct view *view, struct problem *problem) {
    return export_kind(sink, view, FOLDED_CPU, problem);
}

bool export_folded_allocation(struct sink *sink, const struct view *view, struct problem *problem) {
    return export_kind(sink, view, FOLDED_ALLOCATION, problem);
}

bool export_folded_wall(struct sink *sink, const struct view *view, struct problem *problem) {
    return export_kind(sink, view, FOLDED_WALL, problem);
}

bool export_folded_off_cpu(struct sink *sink, const struct view *view, struct problem *problem) {
    return export_kind(sink, view, FOLDED_OFF_CPU, problem);
}

bool export_folded_wakers(struct sink *sink, const struct view *view, struct problem *problem) {
    return export_kind(sink, view, FOLDED_WAKERS, problem);
}
