// See walk.h. The walk keeps, per lane, the slices that are open and the state of the thread; a recording may hold any
// bytes, so whatever it names is looked up and nothing is believed to match.
#include "viz/analyse/walk.h"

#include <stdlib.h>
#include <string.h>

#include "viz/cli/intern.h"
#include "viz/read/event_text.h"

struct open_slice {
    enum walk_slice_kind kind;
    u32 id;
    u64 start, losses; // losses: how often something had been lost then
};

struct lane {
    struct walk_lane lane;
    struct open_slice *open;
    size_t depth, capacity;
    enum walk_state_kind state;
    u32 reason, waker, cpu;
    struct walk_wait wait; // the one that has begun, or begins next
    u64 since;
};

struct walk {
    const struct recording *recording;
    const struct walk_visitor *visitor;
    void *context;
    struct intern numbers; // of struct walk_lane: index in `lanes`
    struct lane *lanes;
    size_t capacity;
    struct intern cpus; // that had a switch
    bool is_whole;      // nothing was overwritten, so that it is known what happened first
    bool switched;      // there are switch events, so states are known
    u64 first, ready, now;
    u64 heap_used; // by the last heap_occupancy
    u64 losses;    // how often records of threads were lost
    struct walk_result result;
};

static struct lane *find_lane(struct walk *walk, enum walk_place place, u32 number) {
    struct walk_lane key = {place, number};
    size_t known = walk->numbers.count;
    u32 index = intern_bytes(&walk->numbers, &key, sizeof(key));
    if (walk->numbers.count == known) return &walk->lanes[index];
    ARRAY_GROW(walk->lanes, known, walk->capacity);
    walk->lanes[index] = (struct lane){.lane = key};
    if (walk->visitor->lane) walk->visitor->lane(walk->context, &key);
    return &walk->lanes[index];
}

struct walk_lane walk_event_lane(const struct event *event) {
    return event->thread ? (struct walk_lane){PLACE_THREAD, event->thread} : (struct walk_lane){PLACE_CPU, event->cpu};
}

// ---- Slices

static const char *slice_name(const struct walk *walk, const struct open_slice *slice) {
    static const char *const phases[] = {"stop", "roots", "copy", "references", "release"};
    static const char *const causes[] = {"collection (heap full)", "collection (requested)", "collection (young)",
                                         "collection (census)"};
    _Static_assert(COUNT_OF(phases) == COLLECTION_PHASES && COUNT_OF(causes) == COLLECTION_CAUSES, "each has a name");
    switch (slice->kind) {
    case SLICE_METHOD: return recording_method_label(walk->recording, slice->id);
    case SLICE_COLLECTION: return slice->id < COUNT_OF(causes) ? causes[slice->id] : "collection";
    case SLICE_PHASE: return slice->id < COUNT_OF(phases) ? phases[slice->id] : "phase";
    default: return "interrupt";
    }
}

const char *walk_slice_kind_name(enum walk_slice_kind kind) {
    static const char *const names[SLICE_KINDS] = {"method", "collection", "phase", "interrupt"};
    return kind < SLICE_KINDS ? names[kind] : "slice";
}

static struct walk_slice describe(const struct walk *walk, const struct lane *lane) {
    const struct open_slice *top = &lane->open[lane->depth - 1];
    return (struct walk_slice){.lane = lane->lane,
                               .kind = top->kind,
                               .id = top->id,
                               .name = slice_name(walk, top),
                               .depth = (u32)lane->depth - 1,
                               .start = top->start,
                               .holed = walk->losses != top->losses};
}

static void open_slice(struct walk *walk, struct lane *lane, enum walk_slice_kind kind, u32 id) {
    ARRAY_GROW(lane->open, lane->depth, lane->capacity);
    lane->open[lane->depth++] = (struct open_slice){kind, id, walk->now, walk->losses};
    struct walk_slice slice = describe(walk, lane);
    if (walk->visitor->begin) walk->visitor->begin(walk->context, &slice);
}

static void close_slice(struct walk *walk, struct lane *lane, enum walk_slice_end how) {
    struct walk_slice slice = describe(walk, lane);
    slice.end = walk->now;
    slice.how = how;
    lane->depth--;
    if (walk->visitor->end) walk->visitor->end(walk->context, &slice);
}

// Ends the innermost slice of this kind and number, and all that were left open inside it.
static void end_slice(struct walk *walk, struct lane *lane, enum walk_slice_kind kind, u32 id,
                      enum walk_slice_end how) {
    size_t at = lane->depth;
    while (at && (lane->open[at - 1].kind != kind || lane->open[at - 1].id != id)) at--;
    if (!at) {
        walk->result.unmatched_ends++;
        return;
    }
    while (lane->depth > at) close_slice(walk, lane, SLICE_ABANDONED);
    close_slice(walk, lane, how);
}

static bool is_open(const struct lane *lane, enum walk_slice_kind kind) {
    return lane->depth && lane->open[lane->depth - 1].kind == kind;
}

static void end_collection(struct walk *walk, struct lane *lane) {
    if (is_open(lane, SLICE_PHASE)) close_slice(walk, lane, SLICE_LEFT);
    if (is_open(lane, SLICE_COLLECTION)) {
        close_slice(walk, lane, SLICE_LEFT);
    } else {
        walk->result.unmatched_ends++;
    }
}

static void begin_phase(struct walk *walk, struct lane *lane, u32 phase) {
    if (is_open(lane, SLICE_PHASE)) close_slice(walk, lane, SLICE_LEFT);
    open_slice(walk, lane, SLICE_PHASE, phase);
}

// ---- States

static void tell_counter(struct walk *walk, const char *name, enum walk_unit unit, u64 value) {
    struct walk_counter counter = {name, unit, walk->now, value};
    if (walk->visitor->counter) walk->visitor->counter(walk->context, &counter);
}

static void end_state(struct walk *walk, const struct lane *lane, bool open) {
    if (lane->state == STATE_UNKNOWN || !walk->switched) return;
    struct walk_state state = {.thread = lane->lane.number,
                               .kind = lane->state,
                               .cpu = lane->cpu,
                               .reason = lane->reason,
                               .waker = lane->waker,
                               .start = lane->since,
                               .end = walk->now,
                               .open = open};
    if (lane->state == STATE_WAITING) state.wait = lane->wait;
    if (walk->visitor->state) walk->visitor->state(walk->context, &state);
}

static void set_state(struct walk *walk, struct lane *lane, enum walk_state_kind kind, u32 reason, u32 waker) {
    u64 ready = walk->ready;
    end_state(walk, lane, false);
    if (lane->state == STATE_WAITING) lane->wait = (struct walk_wait){0};
    if (lane->state == STATE_READY) ready--;
    if (kind == STATE_READY) ready++;
    lane->state = kind;
    lane->reason = reason;
    lane->waker = waker;
    lane->since = walk->now;
    if (ready != walk->ready && walk->switched) tell_counter(walk, "ready threads", COUNT_UNIT, ready);
    walk->ready = ready;
}

static void leave_cpu(struct walk *walk, u32 thread, u32 cpu, u32 reason) {
    struct lane *lane = find_lane(walk, PLACE_THREAD, thread);
    size_t cpus = walk->cpus.count;
    intern_bytes(&walk->cpus, &cpu, sizeof(cpu));
    if (lane->state == STATE_UNKNOWN && walk->cpus.count > cpus) { // the first switch tells what ran before it
        lane->state = STATE_RUNNING;
        lane->cpu = cpu;
        lane->since = walk->first;
    }
    bool ready = event_reason_is_ready(reason);
    set_state(walk, lane, reason == SWITCH_end ? STATE_UNKNOWN : ready ? STATE_READY : STATE_WAITING, reason, 0);
}

static void switch_threads(struct walk *walk, const struct event *event) {
    const struct event_thread_switch *turn = RECORD_OF(thread_switch, event->record);
    walk->switched = true;
    if (turn->from) leave_cpu(walk, turn->from, event->cpu, turn->reason);
    if (!turn->to) return;
    struct lane *lane = find_lane(walk, PLACE_THREAD, turn->to);
    set_state(walk, lane, STATE_RUNNING, SWITCH_none, 0);
    lane->cpu = event->cpu;
}

static struct walk_wait wait_for_owner(const struct event_monitor_block *block) {
    return (struct walk_wait){.class = block->class,
                              .owner = block->owner,
                              .object = block->object,
                              .stack = block->stack,
                              .owner_stack = block->owner_stack};
}

static struct walk_wait wait_in_object(const struct event_monitor_wait *wait) {
    return (struct walk_wait){.class = wait->class, .object = wait->object, .stack = wait->stack};
}

static struct walk_wait wait_parked(const struct event_thread_park *park) {
    return (struct walk_wait){.class = park->blocker, .stack = park->stack};
}

// What the kernel says before a thread waits.
static void begin_wait(struct lane *lane, const struct region_record *record) {
    switch (record->id) {
    case EVENT_monitor_block: lane->wait = wait_for_owner(RECORD_OF(monitor_block, record)); break;
    case EVENT_monitor_wait: lane->wait = wait_in_object(RECORD_OF(monitor_wait, record)); break;
    case EVENT_thread_park: lane->wait = wait_parked(RECORD_OF(thread_park, record)); break;
    default: lane->wait = (struct walk_wait){.stack = RECORD_OF(thread_sleep, record)->stack}; break;
    }
}

static void wake(struct walk *walk, const struct event *event) {
    const struct event_thread_wakeup *wakeup = RECORD_OF(thread_wakeup, event->record);
    struct lane *lane = find_lane(walk, PLACE_THREAD, wakeup->thread);
    lane->wait.waker = wakeup->waker;
    lane->wait.waker_stack = wakeup->stack;
    if (lane->state != STATE_RUNNING && lane->state != STATE_READY) {
        set_state(walk, lane, STATE_READY, SWITCH_none, wakeup->waker);
    }
}

static void create(struct walk *walk, u32 thread) {
    struct lane *lane = find_lane(walk, PLACE_THREAD, thread);
    if (lane->state == STATE_UNKNOWN) set_state(walk, lane, STATE_READY, SWITCH_none, 0);
}

void walk_put_state(struct buffer *text, const struct walk_state *state) {
    const char *reason = event_enum_name(UNIT_SWITCH_REASON, state->reason);
    switch (state->kind) {
    case STATE_RUNNING: buffer_text(text, "running"); break;
    case STATE_READY: buffer_text(text, "ready"); break;
    default: buffer_format(text, "waiting: %s", reason ? reason : "?");
    }
}

// ---- Events

struct walk_sample walk_sample_of(const struct event *event) {
    const struct event_sample *sample = RECORD_OF(sample, event->record);
    return (struct walk_sample){.ticks = sample->ticks,
                                .cpu = event->cpu,
                                .thread = sample->thread,
                                .ip = sample->ip,
                                .state = sample->state,
                                .stack = sample->stack,
                                .weight = sample->weight ? sample->weight : 1,
                                .time = sample->time};
}

static void tell_sample(struct walk *walk, const struct event *event) {
    struct walk_sample sample = walk_sample_of(event);
    sample.ticks = walk->now;
    find_lane(walk, PLACE_THREAD, sample.thread);
    if (walk->visitor->sample) walk->visitor->sample(walk->context, &sample);
}

static void tell_occupancy(struct walk *walk, const struct event_heap_occupancy *heap) {
    walk->heap_used = heap->used;
    tell_counter(walk, "heap used", BYTES_UNIT, heap->used);
    tell_counter(walk, "heap committed", BYTES_UNIT, heap->committed);
}

// What is neither young nor old is large; it comes behind the occupancy of the same moment.
static void tell_generations(struct walk *walk, const struct event_heap_generations *heap) {
    u64 small = heap->young + heap->old;
    tell_counter(walk, "heap young", BYTES_UNIT, heap->young);
    tell_counter(walk, "heap old", BYTES_UNIT, heap->old);
    tell_counter(walk, "heap large", BYTES_UNIT, walk->heap_used > small ? walk->heap_used - small : 0);
}

static bool is_told(u32 id) {
    switch (id) {
    case EVENT_thread_switch:
    case EVENT_interrupt_enter:
    case EVENT_interrupt_leave:
    case EVENT_sample:
    case EVENT_method_enter:
    case EVENT_method_leave:
    case EVENT_method_unwind:
    case EVENT_collection_begin:
    case EVENT_collection_phase:
    case EVENT_collection_end:
    case EVENT_heap_occupancy:
    case EVENT_heap_generations: return true;
    default: return false;
    }
}

static void derive(struct walk *walk, const struct event *event, struct lane *lane) {
    u32 a = event->record->a;
    switch (event->record->id) {
    case EVENT_thread_create: create(walk, a); break;
    case EVENT_thread_wakeup: wake(walk, event); break;
    case EVENT_monitor_block:
    case EVENT_monitor_wait:
    case EVENT_thread_park:
    case EVENT_thread_sleep: begin_wait(lane, event->record); break;
    case EVENT_thread_switch: switch_threads(walk, event); break;
    case EVENT_interrupt_enter: open_slice(walk, find_lane(walk, PLACE_CPU, event->cpu), SLICE_INTERRUPT, a); break;
    case EVENT_interrupt_leave:
        end_slice(walk, find_lane(walk, PLACE_CPU, event->cpu), SLICE_INTERRUPT, a, SLICE_LEFT);
        break;
    case EVENT_sample: tell_sample(walk, event); break;
    case EVENT_method_enter: open_slice(walk, lane, SLICE_METHOD, a); break;
    case EVENT_method_leave: end_slice(walk, lane, SLICE_METHOD, a, SLICE_LEFT); break;
    case EVENT_method_unwind: end_slice(walk, lane, SLICE_METHOD, a, SLICE_UNWOUND); break;
    case EVENT_collection_begin:
        open_slice(walk, lane, SLICE_COLLECTION, RECORD_OF(collection_begin, event->record)->cause);
        break;
    case EVENT_collection_phase: begin_phase(walk, lane, a); break;
    case EVENT_collection_end: end_collection(walk, lane); break;
    case EVENT_heap_occupancy: tell_occupancy(walk, RECORD_OF(heap_occupancy, event->record)); break;
    case EVENT_heap_generations: tell_generations(walk, RECORD_OF(heap_generations, event->record)); break;
    default: break;
    }
}

static void walk_event(struct walk *walk, const struct event *event) {
    bool starts = !walk->now;
    if (event->record->ticks > walk->now) walk->now = event->record->ticks;
    u64 start = walk->recording->reader.header.start_ticks;
    if (starts) walk->first = walk->is_whole && start < walk->now ? start : walk->now;
    struct walk_lane place = walk_event_lane(event);
    struct lane *lane = find_lane(walk, place.place, place.number);
    if (walk->visitor->event) walk->visitor->event(walk->context, event, is_told(event->record->id));
    u64 unmatched = walk->result.unmatched_ends;
    derive(walk, event, lane);
    if (walk->result.unmatched_ends > unmatched && walk->visitor->unmatched) {
        walk->visitor->unmatched(walk->context, event);
    }
}

static void walk_losses(struct walk *walk, struct event_merge *merge) {
    struct event_loss loss;
    while (event_merge_loss(merge, &loss)) {
        if (loss.level == LEVEL_THREAD) walk->losses++;
        if (walk->visitor->loss) walk->visitor->loss(walk->context, &loss);
    }
}

static void finish(struct walk *walk) {
    u64 end = walk->recording->end_ticks, until = walk->recording->reader.range.until_ticks;
    if (until && until < end) end = until;
    if (end > walk->now) walk->now = end;
    for (size_t i = 0; i < walk->numbers.count; i++) {
        end_state(walk, &walk->lanes[i], true);
        while (walk->lanes[i].depth) close_slice(walk, &walk->lanes[i], SLICE_OPEN);
    }
}

bool walk_is_whole(const struct recording *recording) {
    const struct region_section *section;
    if (recording->reader.range.from_ticks) return false;
    for (u32 i = 0; (section = reader_find(&recording->reader, SECTION_STREAM, i)); i++) {
        struct region_stream control;
        if (!reader_copy(&recording->reader, section->offset, &control, sizeof(control))) continue;
        if (control.lost[STREAM_LOST_OVERWRITTEN]) return false;
    }
    return true;
}

struct walk_result walk_recording(const struct recording *recording, const struct walk_visitor *visitor,
                                  void *context) {
    struct walk walk = {
        .recording = recording, .visitor = visitor, .context = context, .is_whole = walk_is_whole(recording)};
    struct event_merge merge;
    struct event event;
    event_merge_open(&merge, &recording->reader);
    while (event_merge_next(&merge, &event)) {
        walk_losses(&walk, &merge);
        walk_event(&walk, &event);
    }
    walk_losses(&walk, &merge);
    event_merge_close(&merge);
    finish(&walk);
    for (size_t i = 0; i < walk.numbers.count; i++) free(walk.lanes[i].open);
    free(walk.lanes);
    intern_free(&walk.numbers);
    intern_free(&walk.cpus);
    return walk.result;
}
