// See view.h.
#include "viz/analyse/view.h"

#include <stdlib.h>
#include <string.h>

#include "log/events.h"
#include "viz/analyse/processors.h"
#include "viz/analyse/switches.h"
#include "viz/cli/nearest.h"
#include "viz/read/event_text.h"

bool view_selects(const struct view *view, u32 method) {
    const struct recording *recording = view->profile->recording;
    const struct method_name *name = view->package ? recording_method(recording, method) : NULL;
    if (view->package && !(name && text_starts_with(name->class_name, view->package) &&
                           name->class_name[strlen(view->package)] == '.')) {
        return false;
    }
    return filter_selects(recording, &view->filter, method);
}

static void try_nearest(struct nearest *nearest, const struct profile *profile, size_t number) {
    const struct method_name *name = recording_method(profile->recording, profile->methods[number].id);
    char *full = name ? text_format("%s.%s", name->class_name, name->name) : NULL;
    if (full) nearest_try_method(nearest, full);
    free(full);
}

bool view_check_filter(const struct view *view, struct problem *problem) {
    const struct text_list *filter = &view->filter;
    if (!filter_check_patterns(filter, problem)) return false;
    if (!filter->count) return true;
    const struct recording *recording = view->profile->recording;
    for (size_t i = 0; i < view->profile->method_count; i++) {
        if (filter_selects(recording, filter, view->profile->methods[i].id)) return true;
    }
    // What allocates need be neither timed nor sampled
    bool counted = recording->reader.header.flags & REGION_ALLOCATIONS;
    for (size_t i = 0; counted && i < recording->method_count; i++) {
        if (filter_selects(recording, filter, recording->methods[i].id)) return true;
    }
    struct nearest nearest = {.word = filter->items[0]};
    for (size_t i = 0; i < view->profile->method_count; i++) try_nearest(&nearest, view->profile, i);
    return problem_set(problem, STATUS_BAD_INPUT,
                       "%s: expected timed or sampled methods that match --filter %s%s, found none of %zu%s",
                       recording->reader.path, filter->items[0], filter->count > 1 ? " ..." : "",
                       view->profile->method_count, nearest_hint(&nearest));
}

void view_describe_losses(const struct profile *profile, struct buffer *text) {
    u64 expected = profile->recording->losses[COUNT_SAMPLES_EXPECTED],
        taken = profile->recording->losses[COUNT_SAMPLES_TAKEN];
    bool any = false;
    for (size_t i = 0; i < profile->loss_count; i++) {
        if (!profile->losses[i].count) continue;
        buffer_format(text, "%s%llu %s", any ? ", " : "", (unsigned long long)profile->losses[i].count,
                      profile->losses[i].cause);
        any = true;
    }
    if (!any) buffer_text(text, "nothing");
    if (expected) {
        buffer_format(text, "; %llu samples of %llu expected", (unsigned long long)taken, (unsigned long long)expected);
    }
}

static void describe_origins(const struct profile *profile, struct buffer *text) {
    size_t coarse = recording_count_coarse(profile->recording);
    if (!profile->sample_count || !coarse) return;
    buffer_format(text,
                  "; %zu translations are without origins (gnomon run --origins): there a sample in an inlined body is "
                  "counted for the next call after it",
                  coarse);
}

void view_describe_scope(const struct profile *profile, struct buffer *text) {
    struct buffer selection = {0};
    view_describe_losses(profile, text);
    recording_describe_selection(profile->recording, &selection);
    describe_origins(profile, text);
    if (selection.size) buffer_format(text, "; only %s", buffer_string(&selection));
    buffer_free(&selection);
}

const struct region_thread *view_unpolled(const struct recording *recording) {
    const struct region_thread *longest = NULL;
    for (size_t i = 0; i < recording->thread_count; i++) {
        const struct region_thread *thread = &recording->threads[i];
        bool is_known = thread->unpolled_ticks && thread->unpolled_account < LEDGER_ACCOUNTS;
        if (is_known && (!longest || thread->unpolled_ticks > longest->unpolled_ticks)) longest = thread;
    }
    return longest;
}

void view_put_unpolled_place(const struct recording *recording, const struct region_thread *thread,
                             struct buffer *text) {
    u32 native = thread->unpolled_native, caller = thread->unpolled_caller, ip = thread->unpolled_ip;
    u64 end = thread->unpolled_end_ticks;
    u32 method = caller ? recording_method_at(recording, caller - 1, end) : 0;
    const struct code_range *code = ip ? recording_code(recording, ip, end) : NULL;
    if (thread->unpolled_account >= LEDGER_ACCOUNTS) return; // of a damaged recording
    buffer_text(text,
                native ? recording_method_label(recording, native) : processors_account_name(thread->unpolled_account));
    if (code && code->name[0]) buffer_format(text, " at %s", code->name);
    if (method) buffer_format(text, ", called by %s", recording_method_label(recording, method));
}

void view_describe_unpolled(const struct recording *recording, struct buffer *text) {
    const struct region_thread *longest = view_unpolled(recording);
    if (!longest) return;
    buffer_format(text, "%.6f ms, by %s in ", recording_ms(recording, (s64)longest->unpolled_ticks),
                  recording_thread_title(recording, longest->number));
    view_put_unpolled_place(recording, longest, text);
}

void view_describe_samples(const struct profile *profile, struct buffer *text) {
    buffer_format(text, "%llu", (unsigned long long)profile->sample_count);
    for (u32 state = 0, any = 0; state < SAMPLE_STATES; state++) {
        if (!profile->state_samples[state]) continue;
        buffer_format(text, "%s %llu %s", any++ ? "," : ":", (unsigned long long)profile->state_samples[state],
                      event_enum_name(UNIT_SAMPLE_STATE, state));
    }
    describe_origins(profile, text);
}

void view_describe_clock(const struct recording *recording, struct buffer *text) {
    double ppm, hz = recording_hz(recording, &ppm);
    const struct region_clock *clock = &recording->reader.header.clock;
    if (recording_is_deterministic(recording)) {
        buffer_text(text, "one tick is one instruction, shown as 1 ns");
        return;
    }
    if (!clock->hz) {
        buffer_text(text, "frequency not known: one tick is shown as 1 ns");
        return;
    }
    buffer_format(text, "%.6f MHz ± %.1f ppm (%s), %s", hz / 1e6, ppm, recording_clock_source(recording),
                  clock->invariant ? "invariant" : "not invariant");
    if (recording_counter_is_reference(recording)) buffer_text(text, ", which no other clock confirms");
    if (clock->step_ticks > 1) buffer_format(text, ", in steps of %llu", (unsigned long long)clock->step_ticks);
    if (clock->trusted) return;
    buffer_format(text, ", NOT TRUSTED: times follow %s within %.3f us, sums of ticks have the error of the rate",
                  clock_reference_name(clock->reference), (double)recording_clock_error_ns(recording) / 1e3);
}

static void describe_patterns(const struct recording *recording, u32 kind, const char *word, struct buffer *text) {
    bool any = false;
    for (size_t i = 0; i < recording->patterns.count; i++) {
        if (recording->patterns.items[i].id != kind) continue;
        buffer_format(text, "%s%s%s", any ? " " : word, any ? "" : " ", recording->patterns.items[i].text);
        any = true;
    }
    if (any) buffer_text(text, "; ");
}

// What was on for a part of the time only.
static void describe_switches(const struct recording *recording, struct buffer *text) {
    struct switches switches;
    if (!(recording->reader.header.flags & REGION_CONTROLLED)) return;
    switches_load(&switches, recording);
    buffer_text(text, "; SWITCHED while it ran (ms): ");
    for (size_t i = 0; i < switches.count; i++) {
        const struct switched *item = &switches.items[i];
        buffer_format(text, "%s%s ", i ? ", " : "", switches_kind_name(item->kind));
        if (item->text) buffer_format(text, "%s ", item->text);
        if (item->number) buffer_format(text, "%llu Hz ", (unsigned long long)item->number);
        buffer_format(text, "%.3f to %.3f", (double)recording_ns_since_start(recording, item->from_ticks) / 1e6,
                      (double)recording_ns_since_start(recording, item->until_ticks) / 1e6);
    }
    if (recording->control.passed_over) {
        buffer_format(text, "; %llu activations went on without the probes that their methods had got",
                      (unsigned long long)recording->control.passed_over);
    }
    switches_free(&switches);
}

void view_describe_instruments(const struct profile *profile, struct buffer *text) {
    const struct recording *recording = profile->recording;
    const struct region_profile *facts = &recording->profile;
    u32 flags = recording->reader.header.flags;
#define PATTERN(name, bit, field, key, words, help) describe_patterns(recording, PATTERN_##name, words, text);
    PATTERN_TABLE(PATTERN)
#undef PATTERN
    buffer_format(text, "%llu methods timed, %llu traced of %llu translated", (unsigned long long)facts->methods_timed,
                  (unsigned long long)facts->methods_traced, (unsigned long long)facts->methods_translated);
    if (facts->calls_inlined) {
        buffer_format(text, ", %llu calls inlined (untimed, their time is their caller's self time)",
                      (unsigned long long)facts->calls_inlined);
    }
    if (facts->sample_hz && !(flags & REGION_CONTROLLED)) {
        buffer_format(text, "; samples at %llu Hz of %s time", (unsigned long long)facts->sample_hz,
                      flags & REGION_SAMPLING_CPU ? "CPU" : "wall");
    }
    if (flags & REGION_UNORDERED) {
        buffer_text(text, "; UNORDERED readings: a callee's cache misses may be charged to its caller");
    }
    describe_switches(recording, text);
    if (flags & REGION_OUTPUT_WAITED) buffer_text(text, "; the guest WAITED for its output to be read");
}

void view_describe_run(const struct recording *recording, struct buffer *text) {
    const struct region_header *header = &recording->reader.header;
    buffer_format(text, "%s%s", recording_machine(recording),
                  recording_is_deterministic(recording) ? ", deterministic" : "");
    if (recording->main_class[0]) {
        buffer_format(text, ", %s", recording->main_class);
    } else {
        buffer_text(text, ", a program that is not known (there is no meta.json that names it)");
    }
    if (recording->jdk[0]) buffer_format(text, ", JDK %s", recording->jdk);
    if (header->state == REGION_ENDED) {
        buffer_format(text, ", exit status %d", header->exit_status);
    } else if (header->state == REGION_EMPTY) {
        buffer_text(text, ", nothing was recorded: the guest ended before it began to");
    } else if (recording->moment) {
        buffer_text(text, ", RUNS STILL: all of this is of one moment, at which what is open is closed");
    } else {
        buffer_format(text, ", NOT ENDED (%s): what was open is closed at the last sign of life",
                      recording_state(recording));
    }
    if (recording->unseen_ticks) {
        buffer_format(text,
                      "; up to %.0f ms behind its last heartbeat are not seen, and in the errors of what ran then",
                      recording_ms(recording, (s64)recording->unseen_ticks));
    }
}

void view_describe_calibration(const struct profile *profile, u32 subject, struct buffer *text) {
    static const char *const names[CALIBRATIONS] = {
        [CALIBRATE_RETURN] = "return",       [CALIBRATE_EXCEPTION] = "exception",
        [CALIBRATE_SHORT] = "return, short", [CALIBRATE_RECORD] = "record",
        [CALIBRATE_INTERRUPT] = "interrupt", [CALIBRATE_INLINED] = "inlined, beyond these"};
    const struct region_calibration *chosen = &profile->chosen[subject];
    if (!chosen->repeats) return;
    buffer_format(text, "%s: %lld ± %llu ticks between the readings, %lld ± %llu in all", names[subject],
                  (long long)chosen->inner_ticks, (unsigned long long)chosen->inner_error,
                  (long long)chosen->full_ticks, (unsigned long long)chosen->full_error);
    if (chosen->checks) buffer_format(text, ", measured again %llu times", (unsigned long long)chosen->checks);
}
