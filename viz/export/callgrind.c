// The callgrind profile format (valgrind manual, "Callgrind Format Specification"): self cost per method, inclusive
// cost per call, in ns. A recursive call's inclusive time counts only in the outermost activation, so it is 0 here and
// totals stay below 100 %. Costs must not be negative: a self time that compensation made negative is written as 0.
// Times are known per method, so all of a method's time is given at the first line known for its code, or 0 if none is
// known.
#include <stdlib.h>
#include <string.h>

#include "viz/export/export.h"

static unsigned long long cost(const struct recording *recording, s64 ticks) {
    return ticks > 0 ? (unsigned long long)recording_ns(recording, ticks) : 0;
}

static const char *source_of(const struct recording *recording, u32 method) {
    const struct method_name *name = recording_method(recording, method);
    const struct class_name *class = name ? recording_class(recording, name->class_id) : NULL;
    return class && class->source[0] ? class->source : "???";
}

// By method of the profile.
static u32 *find_lines(const struct profile *profile) {
    u32 *lines = memory_get((profile->method_count + 1) * sizeof(*lines));
    for (size_t i = 0; i < profile->recording->code_count; i++) {
        const struct code_range *range = &profile->recording->code[i];
        for (u32 p = 0; p < range->place_count; p++) {
            const struct method_figures *method = profile_method(profile, range->places[p].method);
            u32 line = range->places[p].line, *first = method ? &lines[method - profile->methods] : NULL;
            if (first && line && (!*first || line < *first)) *first = line;
        }
    }
    return lines;
}

static u32 line_of(const struct profile *profile, const u32 *lines, u32 id) {
    const struct method_figures *method = profile_method(profile, id);
    return method ? lines[method - profile->methods] : 0;
}

static void put_calls(struct buffer *text, const struct profile *profile, const u32 *lines, u32 caller) {
    const struct recording *recording = profile->recording;
    for (size_t i = 0; i < profile->edge_count; i++) {
        const struct edge *edge = &profile->edges[i];
        if (edge->caller != caller || !edge->figures.count) continue;
        buffer_format(text, "cfi=%s\ncfn=%s\ncalls=%llu %u\n%u %llu %llu\n", source_of(recording, edge->callee),
                      recording_method_label(recording, edge->callee), (unsigned long long)edge->figures.count,
                      line_of(profile, lines, edge->callee), line_of(profile, lines, caller),
                      cost(recording, edge->figures.elapsed), cost(recording, edge->figures.cpu));
    }
}

static void put_method(struct buffer *text, const struct profile *profile, const u32 *lines, u32 method, s64 elapsed,
                       s64 cpu) {
    buffer_format(text, "\nfl=%s\nfn=%s\n%u %llu %llu\n", source_of(profile->recording, method),
                  recording_method_label(profile->recording, method), line_of(profile, lines, method),
                  cost(profile->recording, elapsed), cost(profile->recording, cpu));
    put_calls(text, profile, lines, method);
}

void export_callgrind(struct buffer *text, const struct view *view) {
    const struct profile *profile = view->profile;
    unsigned long long elapsed = 0, cpu = 0;
    u32 *lines = find_lines(profile);
    for (size_t i = 0; i < profile->method_count; i++) {
        elapsed += cost(profile->recording, profile->methods[i].own.exclusive_elapsed);
        cpu += cost(profile->recording, profile->methods[i].own.exclusive_cpu);
    }
    buffer_format(text, "# callgrind format\nversion: 1\ncreator: gnomon\ncmd: %s\npart: 1\n",
                  profile->recording->main_class);
    struct buffer lost = {0};
    view_describe_scope(profile, &lost);
    buffer_format(text, "desc: Lost: %s\n", buffer_string(&lost));
    buffer_free(&lost);
    buffer_format(text, "positions: line\nevents: Elapsed CPU\nsummary: %llu %llu\n", elapsed, cpu);
    for (size_t i = 0; i < profile->method_count; i++) {
        if (profile->methods[i].own.count) {
            put_method(text, profile, lines, profile->methods[i].id, profile->methods[i].own.exclusive_elapsed,
                       profile->methods[i].own.exclusive_cpu);
        }
    }
    for (size_t i = 0; i < profile->edge_count; i++) {
        u32 caller = profile->edges[i].caller;
        bool first = i == 0 || profile->edges[i - 1].caller != caller;
        if (first && !profile_method(profile, caller)) put_method(text, profile, lines, caller, 0, 0);
    }
    buffer_format(text, "\ntotals: %llu %llu\n", elapsed, cpu);
    free(lines);
}
