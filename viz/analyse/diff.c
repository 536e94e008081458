// See diff.h. Methods are matched by their names with signature, for their numbers mean nothing in another run.
#include "viz/analyse/diff.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "log/events.h"
#include "viz/analyse/filter.h"

struct entry {
    char *name;
    double value, error;
    u64 count;
};

struct entries {
    struct entry *items;
    size_t count, capacity;
};

bool diff_is_deterministic(const struct diff *diff) {
    return recording_is_deterministic(&diff->a.recording) && recording_is_deterministic(&diff->b.recording);
}

static void entries_add(struct entries *entries, const char *name, double value, double error, u64 count) {
    ARRAY_GROW(entries->items, entries->count, entries->capacity);
    entries->items[entries->count++] = (struct entry){text_copy(name), value, error, count};
}

static int by_name(const void *left, const void *right) {
    return strcmp(((const struct entry *)left)->name, ((const struct entry *)right)->name);
}

// Sorted, those of one name added up: a class may have been defined by two loaders.
static void entries_join(struct entries *entries) {
    if (!entries->count) return;
    qsort(entries->items, entries->count, sizeof(*entries->items), by_name);
    size_t last = 0;
    for (size_t i = 1; i < entries->count; i++) {
        struct entry *into = &entries->items[last], *from = &entries->items[i];
        if (strcmp(into->name, from->name) != 0) {
            entries->items[++last] = *from;
            continue;
        }
        into->value += from->value, into->error += from->error, into->count += from->count;
        free(from->name);
    }
    entries->count = last + 1;
}

static void entries_free(struct entries *entries) {
    for (size_t i = 0; i < entries->count; i++) free(entries->items[i].name);
    free(entries->items);
}

// ---- Changes

static double excess(const struct change *change) { return fabs(change->b - change->a) - change->error; }

static void changes_add(struct changes *changes, const struct entry *a, const struct entry *b) {
    struct change change = {0};
    if (b) change.name = b->name, change.b = b->value, change.error = b->error, change.b_count = b->count;
    if (a) change.name = a->name, change.a = a->value, change.error += a->error, change.a_count = a->count;
    if (excess(&change) <= 0 && change.a_count == change.b_count) {
        changes->within++;
        return;
    }
    change.name = text_copy(change.name);
    ARRAY_GROW(changes->items, changes->count, changes->capacity);
    changes->items[changes->count++] = change;
}

static int by_excess(const void *left, const void *right) {
    const struct change *a = left, *b = right;
    double x = excess(a), y = excess(b);
    if (x != y) return x < y ? 1 : -1;
    return strcmp(a->name, b->name);
}

// `add` gives the entries of a side.
static void find_changes(struct changes *changes, const struct diff *diff,
                         void (*add)(struct entries *entries, const struct diff *diff, const struct diff_side *side)) {
    struct entries a = {0}, b = {0};
    *changes = (struct changes){0};
    add(&a, diff, &diff->a), add(&b, diff, &diff->b);
    entries_join(&a), entries_join(&b);
    for (size_t i = 0, j = 0; i < a.count || j < b.count;) {
        int order = i == a.count ? 1 : j == b.count ? -1 : by_name(&a.items[i], &b.items[j]);
        changes_add(changes, order <= 0 ? &a.items[i] : NULL, order >= 0 ? &b.items[j] : NULL);
        i += order <= 0, j += order >= 0;
    }
    if (changes->count) qsort(changes->items, changes->count, sizeof(*changes->items), by_excess);
    entries_free(&a), entries_free(&b);
}

void changes_free(struct changes *changes) {
    for (size_t i = 0; i < changes->count; i++) free(changes->items[i].name);
    free(changes->items);
    *changes = (struct changes){0};
}

// ---- Methods

enum { MANY_CALLS = 30 }; // enough to know from them how they differ

// The part of the run in which the host ran something else (on Linux), which stands in the times of what it
// interrupted.
static double host_part(const struct profile *profile) {
    for (size_t i = 0; i < profile->ledger_count; i++) {
        if (strcmp(profile->ledger[i].name, "host") != 0 || profile->elapsed_ticks <= 0) continue;
        return fmin(fmax((double)profile->ledger[i].ticks / (double)profile->elapsed_ticks, 0), 1);
    }
    return 0;
}

// Three deviations of the sum of the calls' times, by their histogram: calls differ, and the sum differs with them.
static double spread_ticks(const struct histogram *durations) {
    u64 calls = 0;
    double sum = 0, squares = 0;
    for (u32 i = TIMING_BUCKET_FIRST; durations && i + 1 < TIMING_BUCKET_END; i++) {
        double middle = ((double)timing_bucket_start(i) + (double)timing_bucket_start(i + 1)) / 2,
               number = (double)durations->counts[i];
        calls += durations->counts[i], sum += number * middle, squares += number * middle * middle;
    }
    double variance = calls > 1 ? (squares - sum * sum / (double)calls) / (double)(calls - 1) : 0;
    return variance > 0 ? 3 * sqrt((double)calls * variance) : 0;
}

static bool is(const char *key, const char *name) { return strcmp(key, name) == 0; }

static double value_ticks(const struct figures *own, const char *key) {
    if (is(key, "elapsed")) return (double)own->elapsed;
    if (is(key, "self")) return (double)own->exclusive_elapsed;
    return is(key, "cpu") ? (double)own->cpu : (double)own->exclusive_cpu;
}

static double error_ticks(const struct diff *diff, const struct diff_side *side, const struct method_figures *method,
                          const char *key) {
    bool inclusive = is(key, "elapsed") || is(key, "cpu");
    double error = inclusive ? method->errors.elapsed : method->errors.exclusive,
           value = fabs(value_ticks(&method->own, key));
    if (diff_is_deterministic(diff)) return error;
    double whole = fabs((double)method->own.elapsed), spread = host_part(&side->profile) * value;
    if (method->own.count >= MANY_CALLS && whole > 0) spread = spread_ticks(method->durations) * fmin(value / whole, 1);
    return error + spread + diff->noise * value;
}

static void add_method(struct entries *entries, const struct diff *diff, const struct diff_side *side,
                       const struct method_figures *method, const char *name, const char *key) {
    const struct recording *recording = &side->recording;
    if (is(key, "count")) {
        entries_add(entries, name, (double)method->own.count, 0, method->own.count);
        return;
    }
    double value = (double)recording_ns_estimated(recording, value_ticks(&method->own, key));
    double error = (double)recording_error_ns(recording, error_ticks(diff, side, method, key));
    entries_add(entries, name, value, error, method->own.count);
}

static bool is_selected(const struct diff *diff, const struct diff_side *side, u32 method) {
    return filter_selects(&side->recording, diff->filter, method);
}

static void add_methods(struct entries *entries, const struct diff *diff, const struct diff_side *side) {
    for (size_t i = 0; i < side->profile.method_count; i++) {
        const struct method_figures *method = &side->profile.methods[i];
        if (!method->own.count || !is_selected(diff, side, method->id)) continue;
        add_method(entries, diff, side, method, recording_method_label(&side->recording, method->id), diff->sort);
    }
}

void diff_methods(struct changes *changes, const struct diff *diff) { find_changes(changes, diff, add_methods); }

// Their own time, because inclusive times overlap.
static void add_packages(struct entries *entries, const struct diff *diff, const struct diff_side *side) {
    const char *key = is(diff->sort, "elapsed") ? "self" : is(diff->sort, "cpu") ? "cpu-self" : diff->sort;
    for (size_t i = 0; i < side->profile.method_count; i++) {
        const struct method_figures *method = &side->profile.methods[i];
        const struct method_name *name = recording_method(&side->recording, method->id);
        if (!method->own.count || !name || !is_selected(diff, side, method->id)) continue;
        const char *dot = strrchr(name->class_name, '.');
        char *package =
            dot ? text_copy_span(name->class_name, (size_t)(dot - name->class_name)) : text_copy("(no package)");
        add_method(entries, diff, side, method, package, key);
        free(package);
    }
}

void diff_packages(struct changes *changes, const struct diff *diff) { find_changes(changes, diff, add_packages); }

// ---- Samples and events

// n samples are known to three times their root.
static double count_error(u64 count) { return 3 * sqrt(count ? (double)count : 1); }

static void add_samples(struct entries *entries, const struct diff *diff, const struct diff_side *side) {
    double period_ns =
        side->profile.sample_count
            ? (double)recording_ns(&side->recording, side->profile.sampled_ticks) / (double)side->profile.sample_count
            : 0;
    for (size_t i = 0; i < side->profile.method_count; i++) {
        const struct method_figures *method = &side->profile.methods[i];
        if (!method->samples || !is_selected(diff, side, method->id)) continue;
        double value = (double)recording_ns(&side->recording, method->sampled_ticks);
        double error =
            count_error(method->samples) * period_ns + (diff_is_deterministic(diff) ? 0 : diff->noise * value);
        entries_add(entries, recording_method_label(&side->recording, method->id), value, error, 0);
    }
}

void diff_samples(struct changes *changes, const struct diff *diff) { find_changes(changes, diff, add_samples); }

// What components log has no error but what was lost; what the kernel logs comes partly by the clock.
static void add_events(struct entries *entries, const struct diff *diff, const struct diff_side *side) {
    const struct profile *profile = &side->profile;
    for (size_t i = 0; i < profile->event_count; i++) {
        const struct event_count *event = &profile->events[i];
        if (event->id == EVENT_sample) continue;
        bool exact = diff_is_deterministic(diff) || event->id >= EVENT_USER_FIRST;
        double error =
            (exact ? 0 : count_error(event->count) + diff->noise * (double)event->count) + (double)profile->loss_total;
        entries_add(entries, recording_event_name(profile->recording, event->id), (double)event->count, error, 0);
    }
}

void diff_events(struct changes *changes, const struct diff *diff) { find_changes(changes, diff, add_events); }
