// See run.h, and base/archive.h for the keys. In a deterministic run nothing here depends on the time, the place or the
// user.
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "viz/net/policy.h"
#include "viz/run/run.h"

// 2026-01-01 00:00:00 UTC: what a deterministic guest takes the time to be when it starts.
#define DETERMINISTIC_EPOCH_NS 1767225600000000000ull

// One line each; that no item holds a line break has been checked.
static void put_list(struct buffer *text, const char *key, const struct text_list *list) {
    for (size_t i = 0; i < list->count; i++) buffer_format(text, "%s=%s\n", key, list->items[i]);
}

static void put_number(struct buffer *text, const char *key, u64 number) {
    if (number) buffer_format(text, "%s=%llu\n", key, (unsigned long long)number);
}

static u64 wall_clock_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (u64)now.tv_sec * 1000000000u + (u64)now.tv_nsec;
}

static void put_program(struct buffer *text, const struct program *program) {
    if (program->from_jar) buffer_format(text, "jar=%s\n", program->entries[0].guest_path);
    buffer_format(text, "main=%s\nclasspath=", program->main_class);
    for (size_t i = 0; i < program->listed; i++) {
        buffer_format(text, "%s%s", i ? ":" : "", program->entries[i].guest_path);
    }
    buffer_byte(text, '\n');
}

// The guest's paths; that they are paths has been checked.
static void put_saves(struct buffer *text, const struct text_list *saves) {
    for (size_t i = 0; i < saves->count; i++) {
        char *guest = text_copy_span(saves->items[i], strcspn(saves->items[i], ":")), *path = guest_path_of(guest);
        buffer_format(text, "save=%s\n", path);
        free(guest), free(path);
    }
}

static bool events_name(const struct run_settings *settings, const char *word) {
    for (size_t i = 0; i < settings->events.count; i++) {
        if (strstr(settings->events.items[i], word)) return true;
    }
    return false;
}

// A user who asks for all events is not to get next to nothing but allocations: there is one for so many bytes, unless
// they are named as well.
static u64 allocation_bytes(const struct run_settings *settings) {
    enum { STEP_BYTES = 64 * 1024 };
    if (settings->allocation_bytes != NO_ALLOCATION_EVENTS) return settings->allocation_bytes;
    return events_name(settings, "all") && !events_name(settings, "allocat") ? STEP_BYTES : 0;
}

static bool has_loopback(const struct run_settings *settings) {
    return settings->policy ? policy_has_loopback(settings->policy) : settings->traffic.flags & TRAFFIC_LOOPBACK;
}

static bool has_ports(const struct run_settings *settings) {
    return settings->policy ? settings->policy->forward_count : settings->traffic.flags & TRAFFIC_PORTS;
}

void run_make_options(const struct run_settings *settings, const struct program *program, struct buffer *text) {
    put_program(text, program);
    put_list(text, "arg", &settings->arguments);
    put_list(text, "property", &settings->properties);
    put_list(text, "env", &settings->environment);
    put_saves(text, &settings->saves);
#define PATTERN(name, bit, field, key, words, help) put_list(text, key, &settings->field);
    PATTERN_TABLE(PATTERN)
#undef PATTERN
    if (settings->slow_calls != SLOW_NOT_GIVEN) {
        buffer_format(text, "slow=%llu\n", (unsigned long long)settings->slow_calls);
    }
    put_list(text, "events", &settings->events);
    if (settings->keep) buffer_format(text, "keep=%s\n", settings->keep);
    if (settings->keep) put_number(text, "keep-several", settings->keep_several);
    put_list(text, "dump", &settings->dump);
    if (settings->dump.count) buffer_format(text, "dump-after=%s\n", settings->dump_after ? settings->dump_after : "*");
    if (settings->counters) buffer_format(text, "counters=%s\n", settings->counters);
    put_number(text, "sample", settings->sample_hz);
    put_number(text, "sample-cpu", settings->sample_cpu_hz);
    put_number(text, "stacks", settings->stack_frames);
    // Samples and counts of instructions are told apart by them.
    put_number(text, "origins", settings->origins || settings->sample_hz || settings->sample_cpu_hz || settings->exact);
    put_number(text, "census", settings->census);
    put_number(text, "census-every", settings->census_every);
    put_number(text, "ages", settings->ages_kib);
    // Its file is the one behind those of --save
    if (settings->dump_heap) buffer_format(text, "dump-heap=%zu\n", settings->saves.count);
    put_number(text, "allocation-bytes", allocation_bytes(settings));
    put_number(text, "heap", settings->heap_mib);
    if (settings->cpus > 1) put_number(text, "cpus", settings->cpus);
    put_number(text, "disk", settings->disk_mib);
    if (settings->scheduler) buffer_format(text, "scheduler=%s\n", settings->scheduler);
    put_number(text, "quantum", settings->quantum_us * 1000);
    put_number(text, "jitter-seed", settings->jitter_seed);
    put_number(text, "list-natives", settings->list_natives);
    put_number(text, "net", settings->policy || settings->net_replay);
    put_number(text, "net-loopback", has_loopback(settings));
    put_number(text, "net-ports", has_ports(settings));
    put_number(text, "random-seed", settings->traffic.random_seed);
    put_number(text, "deterministic", settings->deterministic);
    put_number(text, "unordered", settings->unordered);
    put_number(text, "epoch",
               settings->traffic.epoch_ns ? settings->traffic.epoch_ns
               : settings->deterministic  ? DETERMINISTIC_EPOCH_NS
                                          : wall_clock_ns());
    buffer_format(text, "log-mode=%s\n", settings->log_mode);
}
