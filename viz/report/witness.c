// See witness.h.
#include "viz/report/witness.h"

#include <math.h>
#include <stdlib.h>

#include "log/events.h"
#include "viz/analyse/walk.h"
#include "viz/cli/table.h"
#include "viz/cli/terminal.h"
#include "viz/read/stream.h"

// what a node of the stacks' tree leads to; FIRST_METHOD + i: the profile's method i
enum { NOT_ASKED, OUTSIDE, UNKNOWN, FIRST_METHOD };

struct search {
    const struct profile *profile;
    u32 *nodes;
    struct seen *seen; // by method of the profile
    u64 outside, unknown;
};

struct seen {
    u64 samples;   // weights
    double ticks;  // that they stand for
    double square; // sum of the squares of these: the variance of the sum
    double absent; // ticks in which the machine was elsewhere near the method's beginning or end
};

static u32 timed_method(const struct profile *profile, u32 id) {
    const struct method_figures *method = profile_method(profile, id);
    return method && method->own.count ? FIRST_METHOD + (u32)(method - profile->methods) : NOT_ASKED;
}

// The innermost timed method of those that an address lies in.
static u32 timed_at(const struct search *search, u32 address, u64 ticks) {
    const struct recording *recording = search->profile->recording;
    const struct code_range *range = recording_code(recording, address, ticks);
    if (!range || !range->method) return NOT_ASKED;
    const struct name_place *place = recording_place(range, address);
    for (u32 depth = 0; place && depth < INLINED_DEPTH; depth++) {
        u32 found = timed_method(search->profile, place->method);
        if (found) return found;
        place = recording_place_caller(range, place);
    }
    return timed_method(search->profile, range->method);
}

// Where code stays for ever, what a node leads to is the same for all samples, and is kept. Callers have smaller depth,
// but not always smaller numbers.
static u32 method_of_node(struct search *search, u32 node, u64 ticks) {
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
static void add_absence(struct search *search, u32 node, u64 ticks, double time) {
    const struct recording *recording = search->profile->recording;
    u32 last = OUTSIDE;
    for (u32 depth = 0, seen = 0; seen < 2 && node && node < recording->stack_count && depth < recording->stack_count;
         depth++) {
        u32 ip = recording->stacks[node].ip, found = ip <= STACK_PORTAL ? NOT_ASKED : timed_at(search, ip, ticks);
        if (found && found != last) search->seen[found - FIRST_METHOD].absent += time, last = found, seen++;
        node = recording->stacks[node].parent;
    }
}

static void find_samples(struct search *search) {
    struct event_merge merge;
    struct event event;
    event_merge_open(&merge, &search->profile->recording->reader);
    while (event_merge_next(&merge, &event)) {
        if (event.record->id != EVENT_sample) continue;
        struct walk_sample sample = walk_sample_of(&event);
        u64 weight = sample.weight;
        double time = (double)sample.time;
        if (weight > 1) add_absence(search, sample.stack, sample.ticks, time);
        if (sample.state != SAMPLE_translated && sample.state != SAMPLE_native && sample.state != SAMPLE_kernel)
            continue;
        u32 found = sample.stack ? method_of_node(search, sample.stack, sample.ticks) : UNKNOWN;
        if (found >= FIRST_METHOD) {
            struct seen *seen = &search->seen[found - FIRST_METHOD];
            seen->samples += weight;
            seen->ticks += time;
            seen->square += time * time;
        } else if (found == OUTSIDE) {
            search->outside += weight;
        } else {
            search->unknown += weight;
        }
    }
    event_merge_close(&merge);
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

// False, and nothing to free, where there is nothing to compare: no timing, no samples, or no stacks with them.
static bool witnesses_make(struct witnesses *witnesses, const struct profile *profile) {
    const struct recording *recording = profile->recording;
    u64 expected = recording->losses[COUNT_SAMPLES_EXPECTED];
    *witnesses = (struct witnesses){.off_ticks = unsampled_ticks(recording)};
    if (were_timed_apart(recording)) return false;
    if (!profile->sample_count || !profile->edge_count || !(recording->reader.header.flags & REGION_STACKS)) {
        return false;
    }
    struct search search = {.profile = profile,
                            .nodes = memory_get(recording->stack_count * sizeof(*search.nodes)),
                            .seen = memory_get((profile->method_count + 1) * sizeof(*search.seen))};
    find_samples(&search);
    double period = (double)profile->sampled_ticks / (double)profile->sample_count;
    double lost = expected ? 1 - (double)recording->losses[COUNT_SAMPLES_TAKEN] / (double)expected : 0;
    witnesses->methods = memory_get((profile->method_count + 1) * sizeof(*witnesses->methods));
    for (size_t i = 0; i < profile->method_count; i++) {
        const struct method_figures *method = &profile->methods[i];
        const struct method_name *name = recording_method(recording, method->id);
        if (!method->own.count || !name || !name->class_name[0]) continue;
        witnesses->methods[witnesses->count] =
            compare(method, &search.seen[i], period, lost, (double)witnesses->off_ticks);
        witnesses->agreeing += witnesses->methods[witnesses->count].agrees;
        witnesses->tested += witnesses->methods[witnesses->count++].is_tested;
    }
    if (witnesses->count) qsort(witnesses->methods, witnesses->count, sizeof(*witnesses->methods), by_time);
    witnesses->outside = search.outside;
    witnesses->unknown = search.unknown;
    free(search.nodes);
    free(search.seen);
    return true;
}

static void witnesses_free(struct witnesses *witnesses) { free(witnesses->methods); }

static bool is_shown(const struct witnesses *witnesses, const struct view *view, size_t at, u64 *shown) {
    if (!view_selects(view, witnesses->methods[at].method)) return false;
    return (*shown)++ < WITNESSES_SHOWN || !witnesses->methods[at].agrees;
}

static double us(const struct recording *recording, double ticks) {
    return (double)recording_ns_estimated(recording, ticks) / 1e3;
}

static void put_line(struct buffer *text, const char *line, u32 columns) {
    buffer_byte(text, '\n');
    buffer_wrapped(text, line, 2, columns);
}

// All that disagree have been tested.
static size_t agreeing_of_tested(const struct witnesses *witnesses) {
    return witnesses->tested - (witnesses->count - witnesses->agreeing);
}

static void put_agreement(struct buffer *text, const struct witnesses *witnesses, u32 columns) {
    bool all = witnesses->agreeing == witnesses->count;
    char *title = text_format("Two witnesses: what timing and sampling say that methods took themselves (CPU) agrees "
                              "within their errors for %zu of %zu methods; %zu more took too little time to tell%s",
                              agreeing_of_tested(witnesses), witnesses->tested, witnesses->count - witnesses->tested,
                              all ? "" : "; where they disagree, timing may distort what it measures");
    put_line(text, title, columns);
    free(title);
}

static void put_witness(struct table *table, const struct recording *recording, const struct witness *witness) {
    table_cell(table, "%.3f ±%-9.3f", us(recording, (double)witness->timed_ticks),
               us(recording, ceil(witness->timed_error)));
    table_cell(table, "%.3f ±%-11.3f", us(recording, witness->sampled_ticks), us(recording, witness->sampled_error));
    table_cell(table, "%llu", (unsigned long long)witness->samples);
    table_name(table, "%s%s", recording_method_label(recording, witness->method), witness->agrees ? "" : "  DISAGREES");
}

static void put_others(struct table *table, u64 samples, const char *what) {
    table_cell(table, "%s", ""), table_cell(table, "%s", "");
    table_cell(table, "%llu", (unsigned long long)samples);
    table_name(table, "%s", what);
}

static void put_table(struct buffer *text, const struct witnesses *witnesses, const struct view *view) {
    static const struct table_column columns[] = {{"by timing", 24, 0}, {"by sampling", 27, 1}, {"Samples", 8, 2}};
    struct table table;
    u64 shown = 0;
    table_begin(&table, text, columns, COUNT_OF(columns), "Method (times in us)", view->columns);
    for (size_t i = 0; i < witnesses->count; i++) {
        if (is_shown(witnesses, view, i, &shown)) put_witness(&table, view->profile->recording, &witnesses->methods[i]);
    }
    if (witnesses->outside || witnesses->unknown) put_others(&table, witnesses->outside, "outside of timed methods");
    if (witnesses->unknown) put_others(&table, witnesses->unknown, "whose stack is not known far enough");
    table_end(&table);
}

void witnesses_text(struct buffer *text, const struct view *view) {
    static const char no_stacks[] =
        "Timing and sampling are not compared: the samples have no stacks (gnomon run --stacks N)";
    struct witnesses witnesses;
    if (!witnesses_make(&witnesses, view->profile)) {
        if (view->profile->sample_count && view->profile->edge_count) put_line(text, no_stacks, view->columns);
        return;
    }
    put_agreement(text, &witnesses, view->columns);
    put_table(text, &witnesses, view);
    if (witnesses.off_ticks) {
        buffer_format(text, "  (no samples were taken in %.3f s of the run: there timing has more)\n",
                      us(view->profile->recording, (double)witnesses.off_ticks) / 1e6);
    }
    witnesses_free(&witnesses);
}

void witnesses_json(struct json *json, const struct view *view) {
    const struct recording *recording = view->profile->recording;
    struct witnesses witnesses;
    u64 shown = 0;
    if (!witnesses_make(&witnesses, view->profile)) return;
    json_begin_object(json, "witnesses");
    json_put_integer(json, "methods", (s64)witnesses.count);
    json_put_integer(json, "agreeing", (s64)witnesses.agreeing);
    json_put_integer(json, "tested", (s64)witnesses.tested);
    json_put_integer(json, "unsampled_ns", recording_ns(recording, (s64)witnesses.off_ticks));
    json_put_integer(json, "samples_outside", (s64)witnesses.outside);
    json_put_integer(json, "samples_unknown", (s64)witnesses.unknown);
    json_begin_array(json, "shown");
    for (size_t i = 0; i < witnesses.count; i++) {
        const struct witness *witness = &witnesses.methods[i];
        if (!is_shown(&witnesses, view, i, &shown)) continue;
        const struct method_name *name = recording_method(recording, witness->method);
        json_begin_object(json, NULL);
        json_put_text(json, "class", name->class_name);
        json_put_text(json, "method", name->name);
        json_put_text(json, "descriptor", name->descriptor);
        json_put_integer(json, "timed_ns", recording_ns(recording, witness->timed_ticks));
        json_put_integer(json, "timed_err_ns", recording_ns_estimated(recording, ceil(witness->timed_error)));
        json_put_integer(json, "samples", (s64)witness->samples);
        json_put_integer(json, "sampled_ns", recording_ns_estimated(recording, witness->sampled_ticks));
        json_put_integer(json, "sampled_err_ns", recording_ns_estimated(recording, ceil(witness->sampled_error)));
        json_put_bool(json, "agree", witness->agrees);
        json_put_bool(json, "tested", witness->is_tested);
        json_end(json);
    }
    json_end(json);
    json_end(json);
    witnesses_free(&witnesses);
}

void witnesses_html(struct json *json, const struct view *view) {
    const struct recording *recording = view->profile->recording;
    struct witnesses witnesses;
    u64 shown = 0;
    if (!witnesses_make(&witnesses, view->profile)) {
        json_put_null(json, "witnesses");
        return;
    }
    json_begin_object(json, "witnesses");
    json_put_integer(json, "tested", (s64)witnesses.tested);
    json_put_integer(json, "agreeing", (s64)agreeing_of_tested(&witnesses));
    json_put_integer(json, "short", (s64)(witnesses.count - witnesses.tested));
    json_begin_array(json, "rows");
    for (size_t i = 0; i < witnesses.count; i++) {
        const struct witness *witness = &witnesses.methods[i];
        if (!is_shown(&witnesses, view, i, &shown)) continue;
        json_begin_array(json, NULL);
        json_put_text(json, NULL, recording_method_label(recording, witness->method));
        json_put_integer(json, NULL, recording_ns(recording, witness->timed_ticks));
        json_put_integer(json, NULL, recording_ns_estimated(recording, ceil(witness->timed_error)));
        json_put_integer(json, NULL, recording_ns_estimated(recording, witness->sampled_ticks));
        json_put_integer(json, NULL, recording_ns_estimated(recording, ceil(witness->sampled_error)));
        json_put_integer(json, NULL, (s64)witness->samples);
        json_put_bool(json, NULL, witness->agrees);
        json_end(json);
    }
    json_end(json);
    json_end(json);
    witnesses_free(&witnesses);
}
