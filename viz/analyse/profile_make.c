// Makes a profile (profile.h). The rule behind the sums is that of the timing probes, in log/timing.c.
#include <stdlib.h>
#include <string.h>

#include "log/events.h"
#include "viz/analyse/domains.h"
#include "viz/analyse/heap.h"
#include "viz/analyse/processors.h"
#include "viz/analyse/sharing.h"
#include "viz/analyse/traffic.h"
#include "viz/analyse/walk.h"
#include "viz/analyse/witness.h"
#include "viz/read/stream.h"

// ---- Rows

static void figures_add_row(const struct profile *profile, struct figures *figures, const struct timing_row *row) {
    u64 ended = row->count + row->exceptions + row->abandoned;
    figures->count += ended;
    figures->nested += row->nested;
    figures->exceptions += row->exceptions;
    figures->abandoned += row->abandoned;
    figures->inlined += row->inlined < ended ? row->inlined : ended;
    figures->raw += timing_raw(row);
    figures->elapsed += row->elapsed;
    figures->cpu += timing_cpu(row);
    figures->exclusive_elapsed += row->exclusive_elapsed;
    figures->exclusive_cpu += timing_exclusive_cpu(row);
    u32 kind = row->inner_ticks == profile->chosen[CALIBRATE_RETURN].inner_ticks ? CALIBRATE_RETURN : CALIBRATE_SHORT;
    figures->pairs[kind] += row->count + row->abandoned;
    figures->pairs[CALIBRATE_EXCEPTION] += row->exceptions;
    u64 outermost = ended > row->nested ? ended - row->nested : 0;
    figures->inner_ticks += (double)outermost * (double)row->inner_ticks;
    if (outermost && row->minimum < figures->minimum) figures->minimum = row->minimum;
    if (outermost && row->maximum > figures->maximum) figures->maximum = row->maximum;
}

static void add_edge(struct profile *profile, u32 caller, u32 callee, const struct figures *figures) {
    ARRAY_GROW(profile->edges, profile->edge_count, profile->edge_capacity);
    profile->edges[profile->edge_count++] = (struct edge){.caller = caller, .callee = callee, .figures = *figures};
}

static int compare_edges(const void *left, const void *right) {
    const struct edge *a = left, *b = right;
    if (a->caller != b->caller) return a->caller < b->caller ? -1 : 1;
    return a->callee < b->callee ? -1 : a->callee > b->callee;
}

// One edge per (caller, callee): those of several threads, and what is open, join.
static void merge_edges(struct profile *profile) {
    if (!profile->edge_count) return;
    qsort(profile->edges, profile->edge_count, sizeof(*profile->edges), compare_edges);
    size_t last = 0;
    for (size_t i = 1; i < profile->edge_count; i++) {
        if (compare_edges(&profile->edges[last], &profile->edges[i]) == 0) {
            figures_add(&profile->edges[last].figures, &profile->edges[i].figures);
        } else {
            profile->edges[++last] = profile->edges[i];
        }
    }
    profile->edge_count = last + 1;
}

// ---- Rows and open activations together

static void add_open(void *context, const struct open_activation *open) {
    struct profile *profile = context;
    struct figures figures = {.count = 1,
                              .open = 1,
                              .nested = !open->outermost,
                              .exclusive_elapsed = open->exclusive_elapsed,
                              .exclusive_cpu = open->exclusive_cpu,
                              .minimum = INT64_MAX,
                              .maximum = INT64_MIN};
    if (open->outermost) figures.raw = open->raw, figures.elapsed = open->elapsed, figures.cpu = open->cpu;
    add_edge(profile, open->caller, open->callee, &figures);
    profile_thread_method_add(profile, open->thread, open->callee, &figures);
    profile->open_activations++;
}

static void add_rows(struct profile *profile) {
    const struct recording *recording = profile->recording;
    for (size_t i = 0; i < recording->row_count; i++) {
        struct figures figures = {.minimum = INT64_MAX, .maximum = INT64_MIN};
        figures_add_row(profile, &figures, &recording->rows[i]);
        if (!figures.count) continue;
        profile->inlined += figures.inlined;
        add_edge(profile, recording->rows[i].caller, recording->rows[i].callee, &figures);
        profile_thread_method_add(profile, recording->rows[i].thread, recording->rows[i].callee, &figures);
    }
    activations_visit(recording, add_open, profile);
    merge_edges(profile);
    profile_join_thread_methods(profile);
    for (size_t i = 0; i < profile->edge_count; i++) {
        const struct edge *edge = &profile->edges[i];
        figures_add(&profile_method_make(profile, edge->callee)->own, &edge->figures);
    }
    for (size_t i = 0; i < recording->row_count; i++) {
        struct method_figures *method = profile_method(profile, recording->rows[i].callee);
        if (!method) continue;
        if (!method->durations) method->durations = memory_get(sizeof(*method->durations));
        histogram_add_row(method->durations, recording, &recording->rows[i]);
    }
    for (size_t i = 0; i < profile->edge_count; i++) {
        struct method_figures *caller = profile_method(profile, profile->edges[i].caller);
        for (u32 kind = 0; caller && kind < PROBE_PAIRS; kind++) {
            caller->callee_pairs += profile->edges[i].figures.pairs[kind];
        }
    }
}

// ---- What the probes took

static void choose_calibrations(struct profile *profile) {
    const struct recording *recording = profile->recording;
    for (size_t i = 0; i < recording->calibration_count; i++) {
        const struct region_calibration *entry = &recording->calibrations[i];
        if (entry->context == CONTEXT_CHOSEN && entry->subject < CALIBRATIONS) profile->chosen[entry->subject] = *entry;
    }
}

// ---- Events and samples

static void count_event(struct profile *profile, u32 id) {
    size_t at = ARRAY_LEADING(profile->events, profile->event_count, .id < id);
    if (at == profile->event_count || profile->events[at].id != id) {
        ARRAY_GROW(profile->events, profile->event_count, profile->event_capacity);
        memmove(profile->events + at + 1, profile->events + at, (profile->event_count - at) * sizeof(*profile->events));
        profile->events[at] = (struct event_count){id, 0};
        profile->event_count++;
    }
    profile->events[at].count++;
}

static void count_sample(struct profile *profile, struct walk_sample sample) {
    profile->sample_count += sample.weight;
    ticks_add(&profile->sampled_ticks, (s64)sample.time);
    profile->state_samples[sample.state & 15] += sample.weight;
    u32 method =
        recording_method_at(profile->recording, sample.ip, sample.ticks); // the inlined one, not as for the timer
    if (!method) return;
    struct method_figures *figures = profile_method_make(profile, method);
    figures->samples += sample.weight;
    ticks_add(&figures->sampled_ticks, (s64)sample.time);
}

static void add_loss(struct profile *profile, const char *cause, u64 count) {
    ARRAY_GROW(profile->losses, profile->loss_count, profile->loss_capacity);
    profile->losses[profile->loss_count++] = (struct loss){cause, count};
    profile->loss_total += count;
}

// The one walk over the events: all that a profile has of them is gathered in it.
static void take_event(struct profile *profile, const struct event *event) {
    u32 id = event->record->id;
    profile->record_count++;
    heap_collections_note(profile->collections, event->record);
    if (id == EVENT_sample) {
        struct walk_sample sample = walk_sample_of(event);
        witnesses_note(profile, &sample);
    }
    if (event->record->ticks < profile->recording->control.clear_ticks) return;
    count_event(profile, id);
    if (id == EVENT_sample) count_sample(profile, walk_sample_of(event));
    if (id == EVENT_thread_migrate) processors_count_migration(profile, event);
    domains_count_event(profile, event);
    sharing_note(profile->sharing, event);
    traffic_note(profile->traffic, event);
}

static void add_stream_losses(struct profile *profile, const struct event_merge *merge) {
    u64 lost[STREAM_LOSSES] = {0}, broken = profile->recording->broken_names + profile->recording->broken_entries;
    for (size_t i = 0; i < merge->count; i++) {
        broken += merge->streams[i].broken_packets + merge->streams[i].broken_records;
        for (u32 cause = 0; cause < STREAM_LOSSES; cause++) lost[cause] += merge->streams[i].control.lost[cause];
    }
    add_loss(profile, "overwritten", lost[STREAM_LOST_OVERWRITTEN]);
    add_loss(profile, "stopped_full", lost[STREAM_LOST_STOPPED]);
    add_loss(profile, "nested", lost[STREAM_LOST_NESTED]);
    add_loss(profile, "unreadable", broken);
}

static void read_streams(struct profile *profile) {
    struct event_merge merge;
    struct event event;
    profile->sharing = sharing_begin(profile);
    profile->traffic = traffic_begin(profile);
    profile->collections = memory_get(sizeof(*profile->collections));
    witnesses_begin(profile);
    event_merge_open(&merge, &profile->recording->reader);
    while (event_merge_next(&merge, &event)) take_event(profile, &event);
    add_stream_losses(profile, &merge);
    event_merge_close(&merge);
    sharing_end(profile->sharing);
    traffic_end(profile->traffic);
    heap_collections_end(profile->collections);
    witnesses_end(profile);
}

static void add_losses(struct profile *profile) {
    static const char *const causes[LOSS_CAUSES] = {[LOSS_NAMES] = "names",
                                                    [LOSS_ROWS] = "timing_rows",
                                                    [LOSS_ACTIVATIONS] = "deep_calls",
                                                    [LOSS_THREADS_UNTIMED] = "threads_untimed",
                                                    [LOSS_THREADS] = "threads",
                                                    [LOSS_STACKS] = "stacks",
                                                    [LOSS_SAMPLES] = "samples",
                                                    [LOSS_PROBES_UNMATCHED] = "probes_unmatched",
                                                    [LOSS_SWITCHES] = "probe_switches",
                                                    [LOSS_CHANGES] = "switches_noted",
                                                    [LOSS_ANCHORS] = "anchors",
                                                    [LOSS_USER_EVENTS] = "unknown_events",
                                                    [LOSS_ALLOCATION_SITES] = "allocation_sites",
                                                    [LOSS_ALLOCATION_ROWS] = "allocation_rows",
                                                    [LOSS_CENSUS] = "censuses",
                                                    [LOSS_AGES] = "ages",
                                                    [LOSS_AGES_EARLY] = "ages_after_full_collections",
                                                    [LOSS_SLOW_CALLS] = "slow_calls",
                                                    [LOSS_HISTOGRAMS] = "histograms",
                                                    [LOSS_USER_LIMITED] = "limited_events"};
    for (u32 i = 0; i < LOSS_CAUSES; i++) {
        if (causes[i]) add_loss(profile, causes[i], profile->recording->losses[i]);
    }
}

void profile_make(struct profile *profile, const struct recording *recording) {
    *profile = (struct profile){.recording = recording};
    choose_calibrations(profile);
    add_rows(profile);
    processors_make(profile);
    domains_make(profile);
    read_streams(profile);
    add_losses(profile);
    account_divide(profile);
    profile_add_errors(profile);
    domains_add_errors(profile);
}

void profile_free(struct profile *profile) {
    for (size_t i = 0; i < profile->ledger_count; i++) free(profile->ledger[i].parts);
    for (size_t i = 0; i < profile->method_count; i++) free(profile->methods[i].durations);
    free(profile->methods), free(profile->slots), free(profile->edges), free(profile->thread_methods),
        free(profile->events), free(profile->losses), free(profile->ledger), free(profile->processors);
    sharing_free(profile->sharing), traffic_free(profile->traffic);
    free(profile->collections->items), free(profile->collections);
    domains_free(profile);
    *profile = (struct profile){0};
}
