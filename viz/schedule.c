// See schedule.h. Thread 0 is the idle loop and is left out. More segments than can be drawn are merged into equal
// parts of time.
#include "viz/schedule.h"

#include <stdlib.h>

#include "log/events.h"
#include "viz/stream.h"

enum { SEGMENT_LIMIT = 20000, PARTS = 1000, THREAD_LIMIT = 200, CPU_LIMIT = 64 };

struct running {
    u32 thread;
    u64 since;
};

static u32 thread_index(struct schedule *schedule, u32 number) {
    for (size_t i = 0; i < schedule->thread_count; i++) {
        if (schedule->threads[i] == number) return (u32)i;
    }
    if (schedule->thread_count == THREAD_LIMIT) return THREAD_LIMIT;
    ARRAY_GROW(schedule->threads, schedule->thread_count, schedule->thread_capacity);
    schedule->threads[schedule->thread_count] = number;
    return (u32)schedule->thread_count++;
}

static void add_segment(struct schedule *schedule, const struct running *running, u64 end, u32 reason) {
    if (!running->thread || end <= running->since) return;
    u32 thread = thread_index(schedule, running->thread);
    if (thread == THREAD_LIMIT) return;
    ARRAY_GROW(schedule->segments, schedule->segment_count, schedule->segment_capacity);
    schedule->segments[schedule->segment_count++] = (struct schedule_segment){
        .thread = thread, .reason = reason, .start = running->since, .length = end - running->since, .share = 1};
}

static void read_switches(struct schedule *schedule, const struct recording *recording) {
    struct running running[CPU_LIMIT] = {{0}};
    struct event_merge merge;
    struct event event;
    bool switched = false;
    u64 start = recording->reader.header.start_ticks;
    event_merge_open(&merge, &recording->reader);
    while (event_merge_next(&merge, &event)) {
        if (event.cpu >= CPU_LIMIT || event.level != LEVEL_THREAD || event.record->ticks < start) continue;
        struct running *here = &running[event.cpu];
        u64 now = event.record->ticks - start;
        if (event.record->id == EVENT_thread_switch) {
            const u32 *fields = (const u32 *)event.record->more; // after to: from, reason
            if (here->since || here->thread) {
                add_segment(schedule, &(struct running){fields[0], here->since}, now, fields[1]);
            }
            *here = (struct running){event.record->a, now};
            switched = true;
        } else if (!here->since && !here->thread) {
            *here = (struct running){event.thread, now}; // what ran before the first switch
        }
    }
    event_merge_close(&merge);
    for (u32 cpu = 0; cpu < CPU_LIMIT && switched; cpu++) add_segment(schedule, &running[cpu], schedule->length, 0);
}

// Spreads every segment over the parts that it touches.
static void merge_segments(struct schedule *schedule) {
    double *busy = memory_get(schedule->thread_count * PARTS * sizeof(*busy));
    double part = (double)schedule->length / PARTS;
    for (size_t i = 0; i < schedule->segment_count; i++) {
        const struct schedule_segment *segment = &schedule->segments[i];
        double at = (double)segment->start, end = at + (double)segment->length;
        for (size_t p = (size_t)(at / part); p < PARTS && at < end; p++) {
            double stop = (double)(p + 1) * part < end ? (double)(p + 1) * part : end;
            busy[segment->thread * PARTS + p] += stop > at ? stop - at : 0;
            at = stop;
        }
    }
    schedule->segment_count = 0;
    for (size_t p = 0; p < PARTS; p++) {
        for (size_t thread = 0; thread < schedule->thread_count; thread++) {
            double share = busy[thread * PARTS + p] / part;
            if (share <= 0) continue;
            ARRAY_GROW(schedule->segments, schedule->segment_count, schedule->segment_capacity);
            schedule->segments[schedule->segment_count++] = (struct schedule_segment){.thread = (u32)thread,
                                                                                      .start = (u64)((double)p * part),
                                                                                      .length = (u64)part,
                                                                                      .share = share > 1 ? 1 : share};
        }
    }
    schedule->merged = true;
    free(busy);
}

void schedule_make(struct schedule *schedule, const struct recording *recording) {
    *schedule = (struct schedule){.length = recording->end_ticks - recording->reader.header.start_ticks};
    read_switches(schedule, recording);
    if (schedule->thread_count == THREAD_LIMIT && recording->thread_count > THREAD_LIMIT) {
        schedule->left_out = recording->thread_count - THREAD_LIMIT;
    }
    if (schedule->segment_count > SEGMENT_LIMIT && schedule->length) merge_segments(schedule);
}

void schedule_free(struct schedule *schedule) {
    free(schedule->threads);
    free(schedule->segments);
    *schedule = (struct schedule){0};
}
