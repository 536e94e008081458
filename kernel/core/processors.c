// See processors.h.
#include "kernel/core/processors.h"

#include "base/panic.h"
#include "base/print.h"
#include "kernel/core/cpu_self.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/machine.h"
#include "kernel/core/options.h"
#include "kernel/core/scheduler.h"
#include "kernel/core/thread.h"
#include "kernel/core/threads.h"
#include "log/log.h"

// ---- Start

static void name_idle(const struct thread *idle, u32 number) {
    char name[32];
    log_thread_name(idle->number, name, print_format(name, sizeof(name), "idle %u", number));
}

// What a processor does first, with interrupts off: it becomes its idle thread.
void kernel_processor(struct cpu *cpu) {
    log_offset_answer(cpu->number);
    kernel_lock_resume(cpu);
    struct thread *idle = thread_create_here(cpu->stack_start, cpu->stack_end);
    scheduler_init(cpu, idle, cpus[0].quantum_ticks);
    log_processor_start(&idle->log, cpu->number);
    name_idle(idle, cpu->number);
    if (!counters_start_other()) panic("processor %u cannot count what the first one counts", cpu->number);
    cpu->outside = cpus[0].outside;
    cpu->is_started = true;
    machine_interrupts_on();
    scheduler_run(cpu);
}

static void start(u32 number) {
    struct cpu *cpu = &cpus[number];
    *cpu = (struct cpu){
        .self = cpu, .guard = cpus[0].guard, .number = number, .timer = NO_TIMER, .lock_log = log_kernel_lock(number)};
    if (machine_start_processor(cpu)) {
        log_offset_measure(number);
        return;
    }
    char text[64];
    machine_console_write(text, print_format(text, sizeof(text), "gnomon: processor %u does not come up\n", number));
}

// A disk for a PC is made before anybody knows which PC it will start.
static void say_fewer(void) {
    u64 asked = option_number(&machine_options, "cpus", 1);
    if (asked <= machine.cpu_count) return;
    char text[96];
    machine_console_write(text, print_format(text, sizeof(text),
                                             "gnomon: %lu processors are asked for, and the machine has %u\n", asked,
                                             machine.cpu_count));
}

void processors_start(void) {
    cpus[0].is_started = true;
    say_fewer();
    bool deterministic = option_number(&machine_options, "deterministic", 0);
    if (deterministic) machine_be_deterministic();
    if (!kernel_is_shared()) return;
    cpus[0].lock_log = log_kernel_lock(0);
    if (!deterministic) kernel_lock_let_sleep();
    kernel_lock_resume(&cpus[0]);
    for (u32 i = 1; i < machine.cpu_count; i++) start(i);
}

u32 processors_count(void) {
    u32 count = 0;
    for (u32 i = 0; i < machine.cpu_count; i++) count += cpus[i].is_started;
    return count;
}

static void each_other(void (*visit)(struct cpu *cpu)) {
    for (u32 i = 0; kernel_is_shared() && i < machine.cpu_count; i++) {
        if (&cpus[i] != cpu_self() && cpus[i].is_started) visit(&cpus[i]);
    }
}

static void call(struct cpu *cpu) { machine_interrupt(cpu); }

void machine_interrupt_others(void) { each_other(call); }

// ---- The end

static void halt(struct cpu *cpu) {
    __atomic_store_n(&cpu->must_halt, true, __ATOMIC_RELEASE);
    machine_interrupt(cpu);
    for (u32 round = 0; !__atomic_load_n(&cpu->has_halted, __ATOMIC_ACQUIRE); round++) machine_relax(round);
}

void processors_halt(void) {
    kernel_stop_others();
    each_other(halt);
}

void processors_halt_at_once(void) { each_other(halt); }

void processors_halt_here(void) {
    __atomic_store_n(&cpu_self()->has_halted, true, __ATOMIC_RELEASE);
    for (;;) machine_halt();
}
