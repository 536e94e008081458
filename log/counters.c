// Hardware and software counters of the host (--counters): the value of each at every sample, and their sums by thread.
// They are read at switches of threads and at samples; the time for that is the instruments'. Each processor has its
// own, and what it counts belongs to the thread that runs there. Without the option nothing is read. If there are no
// counters, the machine says so before anything runs.
#include "base/panic.h"
#include "base/string.h"
#include "log/machine.h"
#include "log/state.h"

static bool are_on(void) { return log_state.counters != NULL; }

static u32 kinds(void) { return log_state.config.counter_count; }

bool counters_start(void) {
    struct log_cpu *cpu = log_cpu_self();
    if (!are_on()) return true;
    ASSERT(kinds() && kinds() <= COUNTERS_MOST);
    if (!machine_counters_start(log_state.config.counters, kinds())) return false;
    machine_counters_read(cpu->number, cpu->counter_last);
    if (log_timing()) counted_start();
    return true;
}

// What they count from here on is its idle thread's.
bool counters_start_other(void) { return !are_on() || machine_counters_start(log_state.config.counters, kinds()); }

struct region_counters *counters_of(const struct log_thread *thread) {
    return &log_state.counters[thread->number < log_state.counter_capacity ? thread->number : 0];
}

static void turn(struct log_cpu *cpu) { __atomic_fetch_add(&cpu->counter_turns, 1, __ATOMIC_SEQ_CST); }

// What the processor has counted since the last reading is the thread's that runs there. Interrupts are off. Threads
// that have found no room share an entry, whatever processor they run on.
static void charge(struct log_cpu *cpu, const struct log_thread *thread, s64 values[COUNTERS_MOST]) {
    struct region_counters *counters = counters_of(thread);
    turn(cpu);
    machine_counters_read(cpu->number, values);
    for (u32 i = 0; i < kinds(); i++) {
        __atomic_fetch_add(&counters->values[i], values[i] - cpu->counter_last[i], __ATOMIC_RELAXED);
        cpu->counter_last[i] = values[i];
    }
    counters->thread = counters == log_state.counters ? 0 : thread->number;
    turn(cpu);
}

// As charge would leave it. An interrupt of that processor may charge at the same time: then it is read again.
static void look_at_running(const struct log_cpu *cpu, const struct log_thread *thread, s64 values[COUNTERS_MOST]) {
    u32 turns;
    do {
        turns = __atomic_load_n(&cpu->counter_turns, __ATOMIC_SEQ_CST);
        machine_counters_read(cpu->number, values);
        for (u32 i = 0; i < kinds(); i++) values[i] += counters_of(thread)->values[i] - cpu->counter_last[i];
    } while (turns % 2 || turns != __atomic_load_n(&cpu->counter_turns, __ATOMIC_SEQ_CST));
}

void counters_look(const struct log_thread *thread, s64 values[COUNTERS_MOST]) {
    const struct log_cpu *cpu = thread->log_cpu;
    if (cpu && cpu->running == thread) {
        look_at_running(cpu, thread, values);
    } else {
        memcpy(values, counters_of(thread)->values, sizeof(counters_of(thread)->values));
    }
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

void counters_finish(void) {
    if (!are_on()) return;
    struct log_reading start = log_read(log_self());
    bool on = machine_interrupts_off();
    for (u32 i = 0; i < log_state.region->cpu_count; i++) {
        s64 values[COUNTERS_MOST] = {0};
        if (log_state.cpus[i].running) charge(&log_state.cpus[i], log_state.cpus[i].running, values);
    }
    machine_interrupts_restore(on);
    log_charge(log_self(), &start);
}

void counters_sample(const struct log_thread *thread) {
    s64 values[COUNTERS_MOST] = {0};
    if (!are_on()) return;
    charge(log_cpu_self(), thread, values);
    for (u32 i = 0; i < kinds(); i++) {
        LOG_EVENT_INTERRUPT(counters, .counter = log_state.config.counters[i], .value = (u64)values[i],
                            .thread = thread->number);
    }
}
