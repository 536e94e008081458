// The user's options as the log wants them; see config.h. The host has checked them: anything that it would have
// refused is ignored here.
#include "kernel/config.h"

#include "base/string.h"
#include "kernel/core/machine.h"
#include "kernel/core/options.h"

#define QUANTUM_NS 10000000u
#define JITTER_SEED 1u
#define SLOW_CALLS 4u

static bool is_given(const char *key) {
    struct option option;
    return option_first(&machine_options, key, &option);
}

static bool is_text(const char *key, const char *text) {
    struct option option;
    return option_first(&machine_options, key, &option) && option_is(&option, text);
}

static void select_events(u64 mask[4], const struct option *option) {
    const char *end = option->value + option->length;
    for (const char *name = option->value; name < end;) {
        const char *comma = name;
        while (comma < end && *comma != ',') comma++;
        log_events_select(mask, name, (size_t)(comma - name));
        name = comma + 1;
    }
}

// Records do not say which thread wrote them: a reader learns it from the switches, so switches are recorded whenever
// anything else is.
static void select_switches(u64 mask[4]) {
    u64 any = is_given("trace");
    for (u32 i = 0; i < 4; i++) any |= mask[i];
    static const char name[] = "thread_switch";
    if (any) log_events_select(mask, name, sizeof(name) - 1);
}

static bool counter_number(const char *name, size_t length, u32 *number) {
#define COUNTER(number, name, text, type, config) [number] = text,
    static const char *const names[] = {COUNTER_TABLE(COUNTER)};
#undef COUNTER
    for (*number = 0; *number < COUNT_OF(names); ++*number) {
        if (strlen(names[*number]) == length && memcmp(names[*number], name, length) == 0) return true;
    }
    return false;
}

static void select_counters(struct log_config *config) {
    struct option option;
    if (!option_first(&machine_options, "counters", &option)) return;
    const char *end = option.value + option.length;
    for (const char *name = option.value; name < end && config->counter_count < COUNTERS_MOST;) {
        const char *comma = name;
        while (comma < end && *comma != ',') comma++;
        u32 number;
        if (counter_number(name, (size_t)(comma - name), &number)) config->counters[config->counter_count++] = number;
        name = comma + 1;
    }
}

static enum region_machine machine_kind(void) {
    if (!strcmp(machine.name, "linux")) return REGION_MACHINE_LINUX;
    return machine.from_disk ? REGION_MACHINE_PC : REGION_MACHINE_QEMU;
}

void config_read(struct log_config *config) {
    u64 wall_hz = option_number(&machine_options, "sample", 0),
        cpu_hz = option_number(&machine_options, "sample-cpu", 0);
    *config = (struct log_config){
        .machine = machine_kind(),
        .sample_hz = cpu_hz ? cpu_hz : wall_hz,
        .stack_frames = option_number(&machine_options, "stacks", 0),
        .jitter_seed = option_number(&machine_options, "jitter-seed", JITTER_SEED),
        .quantum_ns = option_number(&machine_options, "quantum", QUANTUM_NS),
        .epoch_ns = (s64)option_number(&machine_options, "epoch", 0),
        .ages = option_number(&machine_options, "ages", 0) != 0,
        .allocation_bytes = option_number(&machine_options, "allocation-bytes", 1),
        .net = option_number(&machine_options, "net", 0) != 0,
        .distrust_counter = option_property_number(&machine_options, "gnomon.clock.untrusted", 0) != 0,
    };
    if (is_given("time")) config->slow_calls = option_number(&machine_options, "slow", SLOW_CALLS);
    if (config->slow_calls > SLOW_CALLS_MOST) config->slow_calls = SLOW_CALLS_MOST;
    if (option_number(&machine_options, "deterministic", 0)) config->flags |= REGION_DETERMINISTIC;
    if (option_number(&machine_options, "unordered", 0)) config->flags |= REGION_UNORDERED;
    if (!is_text("log-mode", "stop")) config->flags |= REGION_RING;
    if (is_given("time")) config->flags |= REGION_TIMING;
    if (is_given("alloc")) config->flags |= REGION_ALLOCATIONS;
    if (config->sample_hz) config->flags |= REGION_SAMPLING;
    if (cpu_hz) config->flags |= REGION_SAMPLING_CPU;
    if (config->stack_frames) config->flags |= REGION_STACKS;
    struct option option;
    for (bool found = option_first(&machine_options, "events", &option); found;
         found = option_next("events", &option)) {
        select_events(config->event_mask, &option);
    }
    select_switches(config->event_mask);
    select_counters(config);
}
