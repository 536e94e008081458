// See sharing.h.
#include "viz/analyse/sharing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "log/events.h"
#include "viz/cli/buffer.h"
#include "viz/read/offsets.h"
#include "viz/read/stream.h"

// ---- The world

struct sharing_making {
    struct sharing *sharing;
    u32 *collecting; // threads
    size_t collecting_count, collecting_capacity;
    size_t *blocked; // waits that go on
    size_t blocked_count, blocked_capacity;
    bool has_queues;
};

static bool is_collecting(const struct sharing_making *making, u32 thread) {
    for (size_t i = 0; i < making->collecting_count; i++) {
        if (making->collecting[i] == thread) return true;
    }
    return false;
}

static void begin_collection(struct sharing_making *making, u32 thread) {
    if (is_collecting(making, thread)) return;
    ARRAY_GROW(making->collecting, making->collecting_count, making->collecting_capacity);
    making->collecting[making->collecting_count++] = thread;
}

static void end_collection(struct sharing_making *making, u32 thread) {
    for (size_t i = 0; i < making->collecting_count; i++) {
        if (making->collecting[i] == thread) making->collecting[i] = making->collecting[--making->collecting_count];
    }
}

static void add_stop(struct sharing_making *making, const struct event *event) {
    struct sharing *sharing = making->sharing;
    const struct event_world_stopped *stop = RECORD_OF(world_stopped, event->record);
    ARRAY_GROW(sharing->stops, sharing->stop_count, sharing->stop_capacity);
    sharing->stops[sharing->stop_count++] =
        (struct world_stop){.ticks = stop->ticks,
                            .waited = stop->waited,
                            .cpu = event->cpu,
                            .last = stop->last,
                            .thread = event->thread,
                            .reason = is_collecting(making, event->thread) ? "collection" : "other"};
}

// Nobody else stops the world before it goes on: the last stops are of this processor.
static void end_stop(struct sharing *sharing, const struct event *event) {
    const struct event_world_resumed *resumed = RECORD_OF(world_resumed, event->record);
    u32 stops = resumed->stops;
    if (!stops || stops > sharing->stop_count || sharing->stops[sharing->stop_count - 1].cpu != event->cpu) return;
    sharing->stops[sharing->stop_count - stops].stood = resumed->stood;
}

// ---- Monitors

static u32 method_of(const struct recording *recording, u32 stack, u64 ticks) {
    if (!stack || stack >= recording->stack_count) return 0;
    return recording_method_at(recording, recording->stacks[stack].ip, ticks);
}

static size_t find_blocked(const struct sharing_making *making, u32 thread) {
    size_t i = 0;
    while (i < making->blocked_count && making->sharing->waits[making->blocked[i]].thread != thread) i++;
    return i;
}

// A thread that has been woken and finds the monitor taken again goes on waiting.
static void begin_wait(struct sharing_making *making, const struct event *event) {
    struct sharing *sharing = making->sharing;
    const struct event_monitor_block *block = RECORD_OF(monitor_block, event->record);
    if (find_blocked(making, event->thread) < making->blocked_count) return;
    ARRAY_GROW(making->blocked, making->blocked_count, making->blocked_capacity);
    making->blocked[making->blocked_count++] = sharing->wait_count;
    ARRAY_GROW(sharing->waits, sharing->wait_count, sharing->wait_capacity);
    sharing->waits[sharing->wait_count++] =
        (struct monitor_wait){.start = block->ticks,
                              .thread = event->thread,
                              .owner = block->owner,
                              .object = block->object,
                              .class = block->class,
                              .method = method_of(sharing->recording, block->stack, block->ticks)};
}

static void end_wait(struct sharing_making *making, size_t at, u64 ticks) {
    struct monitor_wait *wait = &making->sharing->waits[making->blocked[at]];
    wait->waited = ticks > wait->start ? ticks - wait->start : 0;
    making->blocked[at] = making->blocked[--making->blocked_count];
}

static void acquire(struct sharing_making *making, const struct event *event) {
    size_t at = find_blocked(making, event->thread);
    if (at < making->blocked_count) end_wait(making, at, event->record->ticks);
}

static int by_waited(const void *left, const void *right) {
    const struct monitor_use *a = left, *b = right;
    if (a->waited != b->waited) return a->waited < b->waited ? 1 : -1;
    if (a->held != b->held) return a->held < b->held ? 1 : -1;
    if (a->class != b->class) return a->class < b->class ? -1 : 1;
    return a->method < b->method ? -1 : a->method > b->method;
}

static struct monitor_use *use_of(struct sharing *sharing, u32 class, u32 method) {
    for (size_t i = 0; i < sharing->use_count; i++) {
        struct monitor_use *use = &sharing->uses[i];
        if (use->class == class && use->method == method) return use;
    }
    ARRAY_GROW(sharing->uses, sharing->use_count, sharing->use_capacity);
    sharing->uses[sharing->use_count] = (struct monitor_use){.class = class, .method = method};
    return &sharing->uses[sharing->use_count++];
}

static void add_hold(struct sharing *sharing, const struct event *event) {
    const struct event_monitor_release *release = RECORD_OF(monitor_release, event->record);
    u32 method = method_of(sharing->recording, release->stack, release->ticks);
    struct monitor_use *use = use_of(sharing, release->class, method);
    use->holds++;
    use->held += release->held;
    if (release->held > use->held_longest) use->held_longest = release->held;
}

static void add_up(struct sharing *sharing) {
    for (size_t i = 0; i < sharing->wait_count; i++) {
        const struct monitor_wait *wait = &sharing->waits[i];
        struct monitor_use *use = use_of(sharing, wait->class, wait->method);
        use->waits++;
        use->waited += wait->waited;
        if (!use->longest || wait->waited > use->longest->waited) use->longest = wait;
    }
    if (sharing->use_count) qsort(sharing->uses, sharing->use_count, sizeof(*sharing->uses), by_waited);
}

// ---- Queues

static void queue_until(struct run_queue *queue, u64 ticks) {
    u64 since = ticks > queue->changed ? ticks - queue->changed : 0;
    queue->waited += (double)since * queue->length;
    if (queue->length) queue->ticks += since;
    queue->changed = ticks;
}

static void queue_changes(struct sharing *sharing, const struct event *event) {
    const struct event_run_queue *change = RECORD_OF(run_queue, event->record);
    if (change->processor >= sharing->queue_count) return;
    struct run_queue *queue = &sharing->queues[change->processor];
    if (!queue->changes++) queue->since = queue->changed = change->ticks;
    queue_until(queue, change->ticks);
    queue->length = change->length;
    if (change->length > queue->longest) queue->longest = change->length;
}

// ---- The whole

void sharing_note(struct sharing *sharing, const struct event *event) {
    struct sharing_making *making = sharing->making;
    switch (event->record->id) {
    case EVENT_world_stopped: add_stop(making, event); break;
    case EVENT_world_resumed: end_stop(sharing, event); break;
    case EVENT_collection_begin: begin_collection(making, event->thread); break;
    case EVENT_collection_end: end_collection(making, event->thread); break;
    case EVENT_monitor_block: begin_wait(making, event); break;
    case EVENT_monitor_acquire: acquire(making, event); break;
    case EVENT_monitor_release: add_hold(sharing, event); break;
    case EVENT_run_queue:
        making->has_queues = true;
        queue_changes(sharing, event);
        break;
    default: break;
    }
}

struct sharing *sharing_begin(const struct profile *profile) {
    struct sharing *sharing = memory_get(sizeof(*sharing));
    sharing->recording = profile->recording;
    sharing->distance_error = (double)offsets_error(&profile->recording->reader.offsets);
    sharing->queue_count = profile->processor_count;
    sharing->queues = memory_get(sharing->queue_count * sizeof(*sharing->queues));
    sharing->making = memory_get(sizeof(*sharing->making));
    sharing->making->sharing = sharing;
    return sharing;
}

void sharing_end(struct sharing *sharing) {
    struct sharing_making *making = sharing->making;
    const struct reader *reader = &sharing->recording->reader;
    u64 end = sharing->recording->end_ticks;
    while (making->blocked_count) end_wait(making, 0, end);
    if (!making->has_queues) sharing->queue_count = 0;
    for (size_t i = 0; i < sharing->queue_count; i++) queue_until(&sharing->queues[i], end);
    free(making->collecting), free(making->blocked), free(making);
    struct world_stop *last = sharing->stop_count ? &sharing->stops[sharing->stop_count - 1] : NULL;
    if (last && !last->stood && reader->header.state == REGION_ENDED) last->reason = "end";
    add_up(sharing);
    sharing->locks = reader_entries(reader, reader_find(reader, SECTION_KERNEL_LOCK, 0), sizeof(*sharing->locks), true,
                                    &sharing->lock_count);
}

void sharing_free(struct sharing *sharing) {
    free(sharing->stops), free(sharing->waits), free(sharing->uses), free(sharing->locks), free(sharing->queues);
    free(sharing);
}

static int by_number(const void *left, const void *right) {
    u64 a = *(const u64 *)left, b = *(const u64 *)right;
    return a < b ? -1 : a > b;
}

u64 sharing_percentile(const struct sharing *sharing, enum stop_figure figure, double part) {
    u64 *figures = memory_get((sharing->stop_count + 1) * sizeof(*figures)), found = 0;
    size_t count = 0;
    for (size_t i = 0; i < sharing->stop_count; i++) {
        const struct world_stop *stop = &sharing->stops[i];
        if (figure == STOP_WAITED || stop->stood) figures[count++] = figure == STOP_WAITED ? stop->waited : stop->stood;
    }
    if (count) {
        size_t at = (size_t)ceil(part * (double)count);
        qsort(figures, count, sizeof(*figures), by_number);
        found = figures[at ? at - 1 : 0];
    }
    free(figures);
    return found;
}
