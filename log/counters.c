// Hardware and software counters of the host (--counters): the value of each at every sample, and their sums by thread.
// They are read at switches of threads and at samples; the time for that is the instruments'. Without the option
// nothing is read. If there are no counters, the machine says so before anything runs.
#include "log/machine.h"
#include "log/state.h"

static bool are_on(void) { return log_state.counters != NULL; }

static u32 kinds(void) { return log_state.config.counter_count; }

bool counters_start(void) {
    struct log_cpu *cpu = log_cpu_self();
    if (!are_on()) return true;
    if (!machine.counters_start || !machine.counters_start(log_state.config.counters, kinds())) return false;
    machine.counters_read(cpu->counter_last);
    if (log_timing()) counted_start();
    return true;
}

struct region_counters *counters_of(const struct log_thread *thread) {
    return &log_state.counters[thread->number < log_state.counter_capacity ? thread->number : 0];
}

// What has been counted since the last reading is the thread's. Interrupts are off.
static void charge(struct log_cpu *cpu, const struct log_thread *thread, s64 values[COUNTERS_MOST]) {
    struct region_counters *counters = counters_of(thread);
    machine.counters_read(values);
    for (u32 i = 0; i < kinds(); i++) {
        counters->values[i] += values[i] - cpu->counter_last[i];
        cpu->counter_last[i] = values[i];
    }
    counters->thread = counters == log_state.counters ? 0 : thread->number;
}

void counters_read_thread(struct log_thread *thread, s64 values[COUNTERS_MOST]) {
    bool on = machine_interrupts_off();
    charge(log_cpu_self(), thread, values);
    for (u32 i = 0; i < kinds(); i++) values[i] = counters_of(thread)->values[i];
    machine_interrupts_restore(on);
}

void counters_switch(struct log_thread *from) {
    s64 values[COUNTERS_MOST] = {0};
    if (!are_on()) return;
    struct log_reading start = log_read(from);
    counters_read_thread(from, values);
    log_charge(from, &start);
}

void counters_sample(const struct log_thread *thread) {
    s64 values[COUNTERS_MOST] = {0};
    if (!are_on()) return;
    charge(log_cpu_self(), thread, values);
    for (u32 i = 0; i < kinds(); i++) {
        log_event_interrupt(EVENT_counters, log_state.config.counters[i], (u64)values[i], LOG_PAIR(thread->number, 0));
    }
}
