// gnomon report --format json. Scripts rely on the names, which docs/reading.md lists. Times are whole nanoseconds.
#include <stdlib.h>

#include "log/events.h"
#include "viz/analyse/allocations.h"
#include "viz/analyse/filter.h"
#include "viz/analyse/switches.h"
#include "viz/cli/json.h"
#include "viz/read/event_text.h"
#include "viz/report/report.h"

static void put_run(struct json *json, const struct recording *recording) {
    const struct region_header *header = &recording->reader.header;
    json_begin_object(json, "run");
    json_put_text(json, "machine", recording_machine(recording));
    json_put_bool(json, "deterministic", recording_is_deterministic(recording));
    json_put_text(json, "jdk", recording->jdk);
    json_put_text(json, "main", recording->main_class);
    json_put_integer(json, "exit_status", header->exit_status);
    json_put_bool(json, "meta", recording->main_class[0] != 0);
    json_put_text(json, "state", recording_state(recording));
    json_put_bool(json, "open", recording->open);
    json_put_bool(json, "moment", recording->moment);
    json_put_bool(json, "controlled", recording->reader.header.flags & REGION_CONTROLLED);
    if (recording->unseen_ticks) {
        json_put_integer(json, "unseen_ns", recording_ns(recording, (s64)recording->unseen_ticks));
    }
    json_put_integer(json, "cpus", header->cpu_count);
    json_put_integer(json, "ticks", (s64)(recording->end_ticks - header->start_ticks));
    if (header->main_ticks) json_put_integer(json, "main_ticks", (s64)(header->main_ticks - header->start_ticks));
    if (recording->crash.ticks) json_put_text(json, "crash", recording->crash.reason);
    json_end(json);
}

// Which instruments were on when, and for how long.
static void put_instruments(struct json *json, const struct recording *recording) {
    struct switches switches;
    switches_load(&switches, recording);
    json_begin_array(json, "instruments");
    for (size_t i = 0; i < switches.count; i++) {
        const struct switched *item = &switches.items[i];
        json_begin_object(json, NULL);
        json_put_text(json, "kind", switches_kind_name(item->kind));
        if (item->text) json_put_text(json, "pattern", item->text);
        if (item->number) json_put_integer(json, "hz", (s64)item->number);
        json_put_integer(json, "from_ns", recording_ns_since_start(recording, item->from_ticks));
        json_put_integer(json, "until_ns", recording_ns_since_start(recording, item->until_ticks));
        json_end(json);
    }
    json_end(json);
    switches_free(&switches);
    json_begin_object(json, "requests");
    json_put_integer(json, "moments", (s64)recording->control.moments);
    json_put_integer(json, "moments_ns", recording_ns(recording, (s64)recording->control.moment_ticks));
    json_put_integer(json, "moment_longest_ns", recording_ns(recording, (s64)recording->control.moment_longest));
    json_put_integer(json, "moments_left", (s64)recording->control.moments_left);
    json_put_integer(json, "passed_over", (s64)recording->control.passed_over);
    json_end(json);
}

// What was left out by --thread, --from and --until.
static void put_filter(struct json *json, const struct recording *recording) {
    struct buffer words = {0};
    recording_describe_selection(recording, &words);
    if (words.size) json_put_text(json, "filter", buffer_string(&words));
    buffer_free(&words);
}

static void put_clock(struct json *json, const struct recording *recording) {
    double ppm, hz = recording_hz(recording, &ppm);
    json_begin_object(json, "clock");
    json_put_real(json, "hz", recording_is_deterministic(recording) ? 1e9 : hz);
    json_put_real(json, "error_ppm", recording_is_deterministic(recording) ? 0 : ppm);
    json_put_text(json, "source", recording_clock_source(recording));
    json_put_bool(json, "invariant", recording->reader.header.clock.invariant);
    json_put_bool(json, "trusted", recording->reader.header.clock.trusted);
    json_put_text(json, "reference", clock_reference_name(recording->reader.header.clock.reference));
    json_put_real(json, "step_ns", recording_step_ticks(recording) * 1e9 / hz);
    json_put_integer(json, "time_err_ns", (s64)recording_clock_error_ns(recording));
    json_end(json);
}

static void put_parts(struct json *json, const struct profile *profile, const struct account *account) {
    if (!account->parts) return;
    json_begin_array(json, "parts");
    for (size_t i = 0; i < account->part_count; i++) {
        json_begin_object(json, NULL);
        json_put_text(json, "name", account->parts[i].name);
        if (account->parts[i].calls) json_put_integer(json, "calls", (s64)account->parts[i].calls);
        json_put_integer(json, "ns", recording_ns(profile->recording, account->parts[i].ticks));
        json_put_integer(json, "ticks", account->parts[i].ticks);
        json_put_integer(json, "err_ns", recording_error_ns(profile->recording, account->parts[i].error));
        json_end(json);
    }
    json_end(json);
}

static void put_ledger(struct json *json, const struct profile *profile) {
    json_begin_array(json, "ledger");
    for (size_t i = 0; i < profile->ledger_count; i++) {
        json_begin_object(json, NULL);
        report_json_account(json, profile->recording, &profile->ledger[i]);
        put_parts(json, profile, &profile->ledger[i]);
        json_end(json);
    }
    json_end(json);
    json_put_integer(json, "elapsed_ns", recording_ns(profile->recording, profile->elapsed_ticks));
    json_put_integer(json, "elapsed_ticks", profile->elapsed_ticks);
}

void report_json_lost(struct json *json, const struct profile *profile) {
    json_begin_array(json, "lost");
    for (size_t i = 0; i < profile->loss_count; i++) {
        json_begin_object(json, NULL);
        json_put_text(json, "cause", profile->losses[i].cause);
        json_put_integer(json, "count", (s64)profile->losses[i].count);
        json_end(json);
    }
    json_end(json);
}

static void put_samples(struct json *json, const struct profile *profile) {
    json_begin_object(json, "samples");
    json_put_integer(json, "expected", (s64)profile->recording->losses[COUNT_SAMPLES_EXPECTED]);
    json_put_integer(json, "taken", (s64)profile->recording->losses[COUNT_SAMPLES_TAKEN]);
    json_put_integer(json, "recorded", (s64)profile->sample_count);
    json_put_integer(json, "ns", recording_ns(profile->recording, profile->sampled_ticks));
    json_put_integer(json, "without_origins", (s64)recording_count_coarse(profile->recording));
    json_begin_object(json, "states");
    for (u32 state = 0; state < SAMPLE_STATES; state++) {
        json_put_integer(json, event_enum_name(UNIT_SAMPLE_STATE, state), (s64)profile->state_samples[state]);
    }
    json_end(json);
    json_end(json);
}

void report_json_times(struct json *json, const struct recording *recording, const struct figures *figures) {
    json_put_integer(json, "elapsed_incl_ns", recording_ns(recording, figures->elapsed));
    json_put_integer(json, "elapsed_excl_ns", recording_ns(recording, figures->exclusive_elapsed));
    json_put_integer(json, "cpu_incl_ns", recording_ns(recording, figures->cpu));
    json_put_integer(json, "cpu_excl_ns", recording_ns(recording, figures->exclusive_cpu));
    json_put_integer(json, "raw_incl_ns", recording_ns(recording, figures->raw));
}

void report_json_errors(struct json *json, const struct recording *recording, const struct figure_errors *errors) {
    json_put_integer(json, "err_ns", recording_error_ns(recording, errors->cpu));
    json_put_integer(json, "err_excl_ns", recording_error_ns(recording, errors->exclusive_cpu));
    json_put_integer(json, "elapsed_err_ns", recording_error_ns(recording, errors->elapsed));
    json_put_integer(json, "elapsed_err_excl_ns", recording_error_ns(recording, errors->exclusive));
}

static void put_percentiles(struct json *json, const struct recording *recording, const struct method_figures *method) {
    static const struct {
        double part;
        const char *name, *error_name;
    } percentiles[] = {{0.5, "p50_ns", "p50_err_ns"},
                       {0.9, "p90_ns", "p90_err_ns"},
                       {0.99, "p99_ns", "p99_err_ns"},
                       {0.999, "p999_ns", "p999_err_ns"}};
    for (size_t i = 0; i < COUNT_OF(percentiles); i++) {
        struct percentile found = profile_percentile(method, percentiles[i].part);
        json_put_integer(json, percentiles[i].name, recording_ns_estimated(recording, found.value));
        json_put_integer(json, percentiles[i].error_name, recording_error_ns(recording, found.error));
    }
    struct percentile least = profile_shortest(method), most = profile_longest(method);
    json_put_integer(json, "min_err_ns", recording_error_ns(recording, least.error));
    json_put_integer(json, "max_err_ns", recording_error_ns(recording, most.error));
}

// Calls a second, of the time in which the method was timed.
static void put_rate(struct json *json, const struct recording *recording, const struct method_name *name,
                     const struct figures *own) {
    u64 ticks = name && name->class_name[0] ? switches_timed_ticks(recording, name) : 0;
    if (!ticks) return;
    s64 ns = recording_ns(recording, (s64)ticks);
    json_put_integer(json, "timed_ns", ns);
    if (ns > 0) json_put_real(json, "calls_per_s", (double)own->count * 1e9 / (double)ns);
}

void report_json_method(struct json *json, const struct recording *recording, const struct method_figures *method) {
    const struct method_name *name = recording_method(recording, method->id);
    const struct figures *own = &method->own;
    json_begin_object(json, NULL);
    json_put_text(json, "class", name ? name->class_name : "");
    json_put_text(json, "method", name ? name->name : recording_method_label(recording, method->id));
    json_put_text(json, "descriptor", name ? name->descriptor : "");
    json_put_text(json, "label", recording_method_label(recording, method->id));
    json_put_text(json, "domain", recording_method_domain(recording, method->id));
    json_put_integer(json, "count", (s64)own->count);
    json_put_integer(json, "inlined", (s64)own->inlined);
    put_rate(json, recording, name, own);
    report_json_times(json, recording, own);
    report_json_errors(json, recording, &method->errors);
    json_put_integer(json, "samples", (s64)method->samples);
    json_put_integer(json, "sampled_ns", recording_ns(recording, method->sampled_ticks));
    json_put_integer(json, "exceptions", (s64)own->exceptions);
    json_put_integer(json, "nested", (s64)own->nested);
    json_put_integer(json, "abandoned", (s64)own->abandoned);
    json_put_integer(json, "open", (s64)own->open);
    if (own->minimum <= own->maximum) {
        json_put_integer(json, "min_ns", recording_ns(recording, own->minimum));
        json_put_integer(json, "max_ns", recording_ns(recording, own->maximum));
        put_percentiles(json, recording, method);
    }
    json_end(json);
}

static void put_methods(struct json *json, const struct view *view) {
    const struct profile *profile = view->profile;
    u64 shown = 0;
    json_begin_array(json, "methods");
    for (size_t i = 0; i < profile->method_count && (!view->top || shown < view->top); i++) {
        if (!view_selects(view, profile->methods[i].id)) continue;
        report_json_method(json, profile->recording, &profile->methods[i]);
        shown++;
    }
    json_end(json);
}

static void put_edges(struct json *json, const struct view *view) {
    const struct profile *profile = view->profile;
    json_begin_array(json, "edges");
    for (size_t i = 0; i < profile->edge_count; i++) {
        const struct edge *edge = &profile->edges[i];
        if (!view_selects(view, edge->caller) && !view_selects(view, edge->callee)) continue;
        json_begin_object(json, NULL);
        json_put_text(json, "caller", recording_method_label(profile->recording, edge->caller));
        json_put_text(json, "callee", recording_method_label(profile->recording, edge->callee));
        json_put_integer(json, "count", (s64)edge->figures.count);
        json_put_integer(json, "inlined", (s64)edge->figures.inlined);
        report_json_times(json, profile->recording, &edge->figures);
        report_json_errors(json, profile->recording, &edge->errors);
        json_end(json);
    }
    json_end(json);
}

static void put_events(struct json *json, const struct profile *profile) {
    json_begin_array(json, "events");
    for (size_t i = 0; i < profile->event_count; i++) {
        json_begin_object(json, NULL);
        json_put_text(json, "name", recording_event_name(profile->recording, profile->events[i].id));
        json_put_integer(json, "count", (s64)profile->events[i].count);
        json_end(json);
    }
    json_end(json);
}

static void put_unpolled(struct json *json, const struct recording *recording) {
    const struct region_thread *longest = view_unpolled(recording);
    if (!longest) return;
    struct buffer place = {0};
    view_put_unpolled_place(recording, longest, &place);
    json_begin_object(json, "unpolled");
    json_put_integer(json, "ns", recording_ns(recording, (s64)longest->unpolled_ticks));
    json_put_integer(json, "end_ticks", (s64)longest->unpolled_end_ticks);
    json_put_integer(json, "thread", longest->number);
    json_put_text(json, "place", buffer_string(&place));
    json_end(json);
    buffer_free(&place);
}

void report_json(struct buffer *text, const struct view *view) {
    struct json json = {.text = text, .lines = 2};
    json_begin_object(&json, NULL);
    put_run(&json, view->profile->recording);
    put_instruments(&json, view->profile->recording);
    put_filter(&json, view->profile->recording);
    put_clock(&json, view->profile->recording);
    put_ledger(&json, view->profile);
    put_unpolled(&json, view->profile->recording);
    report_processors_json(&json, view->profile);
    report_domains_json(&json, view->profile);
    report_memory_json(&json, view->profile->recording);
    report_sharing_json(&json, view->profile);
    report_traffic_json(&json, view->profile);
    report_net_json(&json, view->profile);
    report_json_lost(&json, view->profile);
    put_samples(&json, view->profile);
    put_methods(&json, view);
    if (view->package) report_package_json(&json, view);
    report_exact_json(&json, view);
    witnesses_json(&json, view);
    put_edges(&json, view);
    report_threads_json(&json, view);
    counters_json(&json, view->profile->recording);
    put_events(&json, view->profile);
    report_allocations_json(&json, view);
    report_heap_json(&json, view->profile);
    json_end(&json);
    buffer_byte(text, '\n');
}
