// See witness.h.
#include "viz/analyse/witness.h"

#include <math.h>
#include <stdlib.h>

#include "log/events.h"

// what a node of the stacks' tree leads to; FIRST_METHOD + i: the profile's method i
enum { NOT_ASKED, OUTSIDE, UNKNOWN, FIRST_METHOD };

struct witness_search {
    const struct profile *profile;
    u32 *nodes;
};

static u32 timed_method(const struct profile *profile, u32 id) {
    const struct method_figures *method = profile_method(profile, id);
    return method && method->own.count ? FIRST_METHOD + (u32)(method - profile->methods) : NOT_ASKED;
}

// The innermost timed method of those that an address lies in.
static u32 timed_at(const struct witness_search *search, u32 address, u64 ticks) {
    const struct recording *recording = search->profile->recording;
    const struct code_range *range = recording_code(recording, address, ticks);
    if (!range || !range->method) return NOT_ASKED;
    const struct code_place *place = recording_place(range, address);
    for (u32 depth = 0; place && depth < INLINED_DEPTH; depth++) {
        u32 found = timed_method(search->profile, place->method);
        if (found) return found;
        place = recording_place_caller(range, place);
    }
    return timed_method(search->profile, range->method);
}

// Where code stays for ever, what a node leads to is the same for all samples, and is kept. Callers have smaller depth,
// but not always smaller numbers.
static u32 method_of_node(struct witness_search *search, u32 node, u64 ticks) {
    const struct recording *recording = search->profile->recording;
    u32 found = OUTSIDE, at = node;
    for (size_t depth = 0;
         at && at < recording->stack_count && recording->stacks[at].ip && depth < recording->stack_count; depth++) {
        u32 ip = recording->stacks[at].ip;
        found = search->nodes[at];
        if (!found && ip == STACK_TRUNCATED) found = UNKNOWN;
        // Roots, of what the kernel calls and of the other thread's, are no methods
        if (!found && (ip == STACK_KERNEL || ip == STACK_PORTAL)) found = OUTSIDE;
        if (!found) found = timed_at(search, ip, ticks);
        if (found) break;
        at = recording->stacks[at].parent;
        found = OUTSIDE;
    }
    if (recording->code_ends) return found;
    for (u32 to = at, i = node; i != to && i && i < recording->stack_count && !search->nodes[i];
         i = recording->stacks[i].parent) {
        search->nodes[i] = found;
    }
    if (at && at < recording->stack_count) search->nodes[at] = found;
    return found;
}

// A sample that stands for several periods: the machine was elsewhere (Linux ran another process). Where that happens
// close to a probe, timing may have it on either side: as the innermost timed method's time, or as its caller's.
static void add_absence(struct witness_search *search, u32 node, u64 ticks, double time) {
    const struct recording *recording = search->profile->recording;
    u32 last = OUTSIDE;
    for (u32 depth = 0, seen = 0; seen < 2 && node && node < recording->stack_count && depth < recording->stack_count;
         depth++) {
        u32 ip = recording->stacks[node].ip, found = ip <= STACK_PORTAL ? NOT_ASKED : timed_at(search, ip, ticks);
        if (found && found != last) {
            search->profile->methods[found - FIRST_METHOD].seen.absent += time;
            last = found;
            seen++;
        }
        node = recording->stacks[node].parent;
    }
}

void witnesses_note(struct profile *profile, const struct walk_sample *sample) {
    struct witness_search *search = profile->search;
    double time = (double)sample->time;
    if (sample->weight > 1) add_absence(search, sample->stack, sample->ticks, time);
    if (sample->state != SAMPLE_translated && sample->state != SAMPLE_native && sample->state != SAMPLE_kernel) return;
    u32 found = sample->stack ? method_of_node(search, sample->stack, sample->ticks) : UNKNOWN;
    if (found >= FIRST_METHOD) {
        struct seen *seen = &profile->methods[found - FIRST_METHOD].seen;
        seen->samples += sample->weight;
        seen->ticks += time;
        seen->square += time * time;
    } else if (found == OUTSIDE) {
        profile->samples_outside += sample->weight;
    } else {
        profile->samples_unknown += sample->weight;
    }
}

void witnesses_begin(struct profile *profile) {
    profile->search = memory_get(sizeof(*profile->search));
    *profile->search = (struct witness_search){
        .profile = profile, .nodes = memory_get(profile->recording->stack_count * sizeof(*profile->search->nodes))};
}

void witnesses_end(struct profile *profile) {
    free(profile->search->nodes), free(profile->search);
    profile->search = NULL;
}

// `period`: the mean of what a sample stands for; `lost`: the part of the samples that is; `off`: ticks in which none
// were taken, but methods timed.
static struct witness compare(const struct method_figures *method, const struct seen *seen, double period, double lost,
                              double off) {
    struct witness witness = {.method = method->id,
                              .timed_ticks = method->own.exclusive_cpu,
                              .timed_error = method->errors.exclusive_cpu,
                              .samples = seen->samples,
                              .sampled_ticks = seen->ticks};
    double timed = (double)witness.timed_ticks, more = timed - seen->ticks;
    double variance = fmax(period * fmax(period, off ? 0 : timed), seen->square);
    witness.sampled_error = 3 * sqrt(variance) + seen->absent + lost * fabs(timed);
    double error = witness.timed_error + witness.sampled_error;
    witness.agrees = more >= -error && more <= error + off;
    witness.is_tested = !witness.agrees || fmax(timed, seen->ticks) > error;
    return witness;
}

// Ticks since the boot in which no samples were taken.
static u64 unsampled_ticks(const struct recording *recording) {
    const struct region_profile *facts = &recording->profile;
    u64 since = facts->sample_since_ticks;
    bool off_at_end = since && !facts->sample_hz && recording->end_ticks > since;
    return facts->unsampled_ticks + (off_at_end ? recording->end_ticks - since : 0);
}

static int by_time(const void *left, const void *right) {
    const struct witness *a = left, *b = right;
    if (a->timed_ticks != b->timed_ticks) return a->timed_ticks < b->timed_ticks ? 1 : -1;
    return (a->method > b->method) - (a->method < b->method);
}

// Samples of a time in which methods were not timed are no witnesses of it. For the opposite, see unsampled_ticks.
static bool were_timed_apart(const struct recording *recording) {
    for (size_t i = 0; i < recording->change_count; i++) {
        const struct region_change *change = &recording->changes[i];
        bool concerns = change->kind == CONTROL_time || change->kind == CONTROL_no_time;
        if (concerns && change->ticks > recording->reader.header.main_ticks) return true;
    }
    return false;
}

bool witnesses_make(struct witnesses *witnesses, const struct profile *profile) {
    const struct recording *recording = profile->recording;
    u64 expected = recording->losses[COUNT_SAMPLES_EXPECTED];
    *witnesses = (struct witnesses){.off_ticks = unsampled_ticks(recording)};
    if (were_timed_apart(recording)) return false;
    if (!profile->sample_count || !profile->edge_count || !(recording->reader.header.flags & REGION_STACKS)) {
        return false;
    }
    double period = (double)profile->sampled_ticks / (double)profile->sample_count;
    double lost = expected ? 1 - (double)recording->losses[COUNT_SAMPLES_TAKEN] / (double)expected : 0;
    witnesses->methods = memory_get((profile->method_count + 1) * sizeof(*witnesses->methods));
    for (size_t i = 0; i < profile->method_count; i++) {
        const struct method_figures *method = &profile->methods[i];
        const struct method_name *name = recording_method(recording, method->id);
        if (!method->own.count || !name || !name->class_name[0]) continue;
        witnesses->methods[witnesses->count] =
            compare(method, &method->seen, period, lost, (double)witnesses->off_ticks);
        witnesses->agreeing += witnesses->methods[witnesses->count].agrees;
        witnesses->tested += witnesses->methods[witnesses->count++].is_tested;
    }
    if (witnesses->count) qsort(witnesses->methods, witnesses->count, sizeof(*witnesses->methods), by_time);
    witnesses->outside = profile->samples_outside;
    witnesses->unknown = profile->samples_unknown;
    return true;
}

void witnesses_free(struct witnesses *witnesses) { free(witnesses->methods); }
