// The orders in which reports list methods.
#include <stdlib.h>
#include <string.h>

#include "viz/analyse/profile.h"

static const struct recording *sorted_recording;

static int by_name(const void *left, const void *right) {
    const struct method_figures *a = left, *b = right;
    int order =
        strcmp(recording_method_label(sorted_recording, a->id), recording_method_label(sorted_recording, b->id));
    return order ? order : (a->id > b->id) - (a->id < b->id);
}

static double average(const struct method_figures *method) {
    return method->own.count ? (double)method->own.elapsed / (double)method->own.count : 0;
}

#define DESCENDING(function, expression)                                       \
    static int function(const void *left, const void *right) {                 \
        const struct method_figures *a = left, *b = right;                     \
        __typeof__(expression(a)) x = expression(a), y = expression(b);        \
        if (x != y) return x < y ? 1 : -1;                                     \
        /* methods that were not timed */                                      \
        if (a->samples != b->samples) return a->samples < b->samples ? 1 : -1; \
        return by_name(left, right);                                           \
    }
#define ELAPSED(m) ((m)->own.elapsed)
#define SELF(m) ((m)->own.exclusive_elapsed)
#define CPU(m) ((m)->own.cpu)
#define CPU_SELF(m) ((m)->own.exclusive_cpu)
#define COUNT(m) ((m)->own.count)
#define SAMPLES(m) ((m)->samples)
DESCENDING(by_elapsed, ELAPSED)
DESCENDING(by_self, SELF)
DESCENDING(by_cpu, CPU)
DESCENDING(by_cpu_self, CPU_SELF)
DESCENDING(by_count, COUNT)
DESCENDING(by_samples, SAMPLES)
DESCENDING(by_average, average)

void profile_sort(struct profile *profile, const char *key) {
    static const struct {
        const char *key;
        int (*compare)(const void *, const void *);
    } orders[] = {{"elapsed", by_elapsed}, {"self", by_self},       {"cpu", by_cpu},         {"cpu-self", by_cpu_self},
                  {"count", by_count},     {"samples", by_samples}, {"average", by_average}, {"name", by_name}};
    sorted_recording = profile->recording;
    for (size_t i = 0; i < COUNT_OF(orders) && profile->method_count; i++) {
        if (strcmp(orders[i].key, key) == 0) {
            qsort(profile->methods, profile->method_count, sizeof(*profile->methods), orders[i].compare);
        }
    }
    profile_index(profile);
}
