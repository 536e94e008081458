// The timer shared among its clients, and faults; see interrupt.h.
//
// Deadlines are absolute, in ticks of the counter, so a late interrupt does not shift those after it. The machine's
// timer may come early (its rate against the counter is measured, and its reach is limited): then no client is due, and
// it is armed again for the rest.
#include "kernel/core/interrupt.h"

#include "kernel/core/cpu.h"
#include "kernel/core/cpu_self.h"
#include "kernel/core/foreign.h"
#include "kernel/core/outside.h"
#include "kernel/core/panic.h"
#include "kernel/core/processors.h"
#include "kernel/core/thread.h"
#include "log/log.h"

static bool (*fault_hook)(struct trap_frame *frame);
static bool (*null_trap_check)(u64 pc);
static u64 null_trap_stub;

static u64 earliest_deadline(const struct cpu_timer *timer) {
    u64 earliest = TIMER_NEVER;
    for (unsigned i = 0; i < TIMER_CLIENTS; i++) {
        if (timer->handler[i] && timer->deadline[i] < earliest) earliest = timer->deadline[i];
    }
    return earliest;
}

// Sets the machine's timer for the earliest deadline. Interrupts are off.
static void arm_earliest(void) {
    struct cpu_timer *timer = &cpu_self()->timer;
    u64 earliest = earliest_deadline(timer);
    if (earliest == timer->armed) return;
    timer->armed = earliest;
    if (earliest == TIMER_NEVER) {
        machine_timer_arm(0);
        return;
    }
    u64 now = machine_ticks();
    machine_timer_arm(earliest > now ? earliest - now : 1);
}

void interrupt_timer_set(enum timer_client client, u64 at_ticks) {
    bool on = machine_interrupts_off();
    cpu_self()->timer.deadline[client] = at_ticks ? at_ticks : TIMER_NEVER;
    if (!cpu_self()->interrupt_depth) arm_earliest(); // otherwise interrupt_timer does it, after the last handler
    machine_interrupts_restore(on);
}

u64 interrupt_timer_get(enum timer_client client) {
    u64 deadline = cpu_self()->timer.deadline[client];
    return deadline == TIMER_NEVER ? 0 : deadline;
}

void interrupt_timer_handler(enum timer_client client, void (*handler)(struct trap_frame *frame)) {
    bool on = machine_interrupts_off();
    cpu_self()->timer.handler[client] = handler;
    if (!cpu_self()->interrupt_depth) arm_earliest();
    machine_interrupts_restore(on);
}

void interrupt_set_fault_hook(bool (*hook)(struct trap_frame *frame)) { fault_hook = hook; }

void interrupt_set_null_trap(bool (*is_trapping_site)(u64 pc), u64 stub) {
    null_trap_check = is_trapping_site;
    null_trap_stub = stub;
}

// Whatever interrupt it is: one that was meant for this may have come as another's.
static void look_outside(struct cpu *cpu) {
    struct outside *outside = cpu->outside;
    if (LIKELY(!outside) || !outside_look(outside)) return;
    cpu->is_outside_wanted = cpu->is_work_wanted = true;
    thread_request_stop(cpu->running);
}

void interrupt_timer(struct trap_frame *frame) {
    foreign_interrupted();
    struct cpu *cpu = cpu_self();
    struct cpu_timer *timer = &cpu->timer;
    cpu->interrupt_depth++;
    struct log_interrupt log = log_interrupt_enter(frame);
    timer->armed = TIMER_NEVER;
    u64 now = machine_ticks();
    for (unsigned i = 0; i < TIMER_CLIENTS; i++) {
        if (!timer->handler[i] || timer->deadline[i] > now) continue;
        timer->deadline[i] = TIMER_NEVER;
        timer->handler[i](frame);
    }
    arm_earliest();
    look_outside(cpu);
    log_interrupt_leave(&log, frame);
    cpu->interrupt_depth--;
}

void interrupt_call(struct trap_frame *frame) {
    struct cpu *cpu = cpu_self();
    if (__atomic_load_n(&cpu->must_halt, __ATOMIC_ACQUIRE)) processors_halt_here();
    cpu->timer.deadline[TIMER_SCHEDULER] = 1;
    interrupt_timer(frame);
}

static bool is_null_access(const struct trap_frame *frame) {
    return frame->vector == TRAP_PAGE_FAULT && frame->fault_address < NULL_GUARD_BYTES && frame->rip >= CODE_START &&
           frame->rip < CODE_END && null_trap_check && null_trap_check(frame->rip);
}

// Makes the frame that of a thread which has called the stub from just behind the access.
static void redirect_null_access(struct trap_frame *frame) {
    struct thread *thread = (struct thread *)frame->r15;
    LOG_EVENT_FAULT(page_fault, .ip = (u32)frame->rip, .address = frame->fault_address);
    thread->fault_pc = frame->rip;
    frame->rsp -= 8;
    *(u64 *)frame->rsp = frame->rip + 1;
    frame->rip = null_trap_stub;
}

// Whether the program goes on with the frame. The hook may itself fault; it is not asked about that fault.
static bool is_settled(struct trap_frame *frame, bool is_first) {
    if (is_first && fault_hook && fault_hook(frame)) return true;
    if (frame->vector == TRAP_NMI) return log_obey_request(frame);
    if (!is_first || !is_null_access(frame)) return false;
    redirect_null_access(frame);
    return true;
}

void interrupt_fault(struct trap_frame *frame) {
    foreign_interrupted();
    struct cpu *cpu = cpu_self();
    if (frame->vector == TRAP_NMI && __atomic_load_n(&cpu->must_halt, __ATOMIC_ACQUIRE)) {
        cpu->halted_frame = frame;
        processors_halt_here();
    }
    cpu->interrupt_depth++;
    bool is_first = cpu->fault_depth++ == 0;
    if (is_settled(frame, is_first)) {
        cpu->fault_depth--;
        // A deadline that was set meanwhile; within another interrupt that arms it itself, after its last handler.
        if (--cpu->interrupt_depth == 0) arm_earliest();
        return;
    }
    bool is_access = is_first && frame->vector == TRAP_PAGE_FAULT;
    const char *name = is_access ? interrupt_fault_name(frame->fault_address) : NULL;
    panic_frame(frame, "%s", name ? name : "fault");
}
