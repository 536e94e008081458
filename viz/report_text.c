// gnomon report --format text: the head, the ledger, the table of methods or a package's tables.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "viz/filter.h"
#include "viz/witness.h"

struct unit {
    const char *name;
    double ns;
};

static struct unit choose_unit(const struct profile *profile) {
    double largest = 0;
    for (size_t i = 0; i < profile->method_count; i++) {
        double ns = fabs((double)recording_ns(profile->recording, profile->methods[i].own.elapsed));
        if (ns > largest) largest = ns;
    }
    if (largest >= 1e11) return (struct unit){"s", 1e9};
    if (largest >= 1e8) return (struct unit){"ms", 1e6};
    return (struct unit){"us", 1e3};
}

static void put_head(struct buffer *text, const struct profile *profile) {
    const struct recording *recording = profile->recording;
    buffer_text(text, "run          ");
    view_describe_run(recording, text);
    buffer_text(text, "\nclock        ");
    view_describe_clock(recording, text);
    if (recording->reader.range.thread || reader_range_has_time(&recording->reader.range)) {
        buffer_text(text, "\nfilter       ");
        recording_describe_selection(recording, text);
    }
    buffer_text(text, "\nlost         ");
    view_describe_losses(profile, text);
    buffer_text(text, "\ninstruments  ");
    view_describe_instruments(profile, text);
    buffer_byte(text, '\n');
    if (profile->sample_count) {
        buffer_text(text, "samples      "), view_describe_samples(profile, text), buffer_byte(text, '\n');
    }
    if (profile->open_activations) {
        buffer_format(text, "open         %llu activations had not ended and are counted up to the recording's end\n",
                      (unsigned long long)profile->open_activations);
    }
    if (recording->crash.ticks) buffer_format(text, "crash        %s\n", recording->crash.reason);
}

static void put_ledger(struct buffer *text, const struct profile *profile) {
    double total = profile->elapsed_ticks ? (double)profile->elapsed_ticks : 1;
    buffer_format(text, "\nWhere the time went %22s %7s\n", "ms", "%");
    for (size_t i = 0; i < profile->ledger_count; i++) {
        const struct account *account = &profile->ledger[i];
        if (!account->ticks && strcmp(account->name, "unobserved") != 0) continue;
        buffer_format(text, "  %-24s %15.6f %7.2f\n", account->name,
                      (double)recording_ns(profile->recording, account->ticks) / 1e6,
                      (double)account->ticks * 100 / total);
    }
    s64 open = profile->elapsed_ticks - profile->ledger_ticks;
    buffer_format(text, "  %-24s %15.6f %7.2f   by the clock: %.6f, difference %lld ticks\n", "total",
                  (double)recording_ns(profile->recording, profile->ledger_ticks) / 1e6,
                  (double)profile->ledger_ticks * 100 / total,
                  (double)recording_ns(profile->recording, profile->elapsed_ticks) / 1e6, (long long)open);
}

static void put_figure(struct buffer *text, const struct recording *recording, const struct unit *unit, s64 ticks,
                       double error_ticks) {
    double error_ns = (double)recording_ns_estimated(recording, ceil(error_ticks));
    buffer_format(text, " %14.3f ±%-8.3f", (double)recording_ns(recording, ticks) / unit->ns, error_ns / unit->ns);
}

static void put_methods(struct buffer *text, const struct view *view) {
    const struct profile *profile = view->profile;
    struct unit unit = choose_unit(profile);
    bool sampled = profile->sample_count > 0;
    u64 shown = 0, selected = 0;
    buffer_format(text, "\n%10s %24s %24s %24s %24s%s  Method (times in %s)\n", "Count", "Elapsed incl", "Elapsed excl",
                  "CPU incl", "CPU excl", sampled ? "  Samples" : "", unit.name);
    for (size_t i = 0; i < profile->method_count; i++) {
        const struct method_figures *method = &profile->methods[i];
        if (!view_selects(view, method->id)) continue;
        selected++;
        if (view->top && shown == view->top) continue;
        shown++;
        buffer_format(text, "%10llu", (unsigned long long)method->own.count);
        put_figure(text, profile->recording, &unit, method->own.elapsed, method->error);
        put_figure(text, profile->recording, &unit, method->own.exclusive_elapsed, method->exclusive_error);
        put_figure(text, profile->recording, &unit, method->own.cpu, method->error);
        put_figure(text, profile->recording, &unit, method->own.exclusive_cpu, method->exclusive_error);
        if (sampled) buffer_format(text, " %8llu", (unsigned long long)method->samples);
        buffer_format(text, "  %s%s\n", recording_method_label(profile->recording, method->id),
                      method->own.open ? "  [open]" : "");
    }
    if (!profile->method_count) {
        buffer_text(text, "  no method was timed or sampled (gnomon run --time PATTERN, --sample HZ)\n");
    }
    if (shown < selected) {
        buffer_format(text, "%llu more (--top 0 shows all)\n", (unsigned long long)(selected - shown));
    }
}

static void put_events(struct buffer *text, const struct profile *profile) {
    if (!profile->event_count) return;
    buffer_format(text, "\n%10s  Event\n", "Count");
    for (size_t i = 0; i < profile->event_count; i++) {
        buffer_format(text, "%10llu  %s\n", (unsigned long long)profile->events[i].count,
                      recording_event_name(profile->recording, profile->events[i].id));
    }
}

void report_text(struct buffer *text, const struct view *view) {
    put_head(text, view->profile);
    if (view->profile->recording->reader.header.state == REGION_EMPTY) return;
    put_ledger(text, view->profile);
    if (view->package) {
        report_package_text(text, view);
        witnesses_text(text, view);
        return;
    }
    put_methods(text, view);
    witnesses_text(text, view);
    report_threads_text(text, view->profile->recording);
    put_events(text, view->profile);
}
