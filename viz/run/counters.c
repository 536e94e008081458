// --counters: are the names known, and can this machine count them? The kernel runs here as a process, so what Linux
// lets this process open it will let that one open.
#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "log/region.h"
#include "viz/run/run.h"

static const struct {
    const char *name;
    u32 type, config;
} counters[] = {
#define COUNTER(number, name, text, type, config) {text, type, config},
    COUNTER_TABLE(COUNTER)
#undef COUNTER
};

static bool can_open(u32 type, u32 config) {
    struct perf_event_attr attribute = {
        .type = type, .size = sizeof(attribute), .config = config, .exclude_kernel = 1, .exclude_hv = 1};
    int file = (int)syscall(SYS_perf_event_open, &attribute, 0, -1, -1, 0);
    if (file >= 0) close(file);
    return file >= 0;
}

static bool check_name(const char *name, size_t length, struct problem *problem) {
    for (size_t i = 0; i < COUNT_OF(counters); i++) {
        if (strlen(counters[i].name) != length || memcmp(counters[i].name, name, length) != 0) continue;
        return can_open(counters[i].type, counters[i].config) ||
               problem_set(problem, STATUS_USAGE, "--counters: this machine has no counter '%s' for this user (%s)",
                           counters[i].name, strerror(errno));
    }
    return problem_set(
        problem, STATUS_USAGE,
        "--counters: expected instructions, cycles, cache-references, cache-misses, branches, "
        "branch-misses, task-clock, page-faults, context-switches, cpu-migrations or major-faults, found "
        "'%.*s'",
        (int)length, name);
}

bool run_check_counters(const struct run_settings *settings, struct problem *problem) {
    u32 count = 0;
    if (!settings->counters) return true;
    if (settings->deterministic) {
        return problem_set(problem, STATUS_USAGE,
                           "--counters: with --deterministic the clock itself counts instructions, and nothing else is "
                           "counted");
    }
    if (strcmp(settings->machine, "linux") != 0) {
        return problem_set(problem, STATUS_USAGE, "--counters: expected --machine linux: QEMU's processor has none");
    }
    for (const char *at = settings->counters;; at++) {
        size_t length = strcspn(at, ",");
        if (!check_name(at, length, problem)) return false;
        if (++count > COUNTERS_MOST) {
            return problem_set(problem, STATUS_USAGE, "--counters: expected at most %u names", COUNTERS_MOST);
        }
        at += length;
        if (!*at) return true;
    }
}
