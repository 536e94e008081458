// What the timer interrupt takes from the thread that it strikes, and the windows in the probes in which it must not
// strike.
#include "base/panic.h"
#include "log/inline.h"
#include "log/machine.h"
#include "log/sampler.h"
#include "log/state.h"

extern const u64 probe_windows[];

// A window is a reading and its counters: if the interrupt came in between, the interrupted probe takes both again. See
// probes.S.
static void restart_window(struct trap_frame *frame) {
    for (const u64 *window = probe_windows; *window; window += 2) {
        if (frame->rip > window[0] && frame->rip < window[1]) frame->rip = window[0];
    }
}

struct log_interrupt log_interrupt_enter(struct trap_frame *frame) {
    u64 now = log_ticks();
    struct log_interrupt interrupt = {.start_ticks = now, .thread = log_cpu_self()->running};
    ASSERT(interrupt.thread && interrupt.thread->log_entry);
    log_state.region->heartbeat_ticks = now;
    interrupt.host_ns = clock_host(now);
    restart_window(frame);
    if (UNLIKELY(interrupt.thread->polled_ticks)) interrupt.thread->polled_ip = (u32)frame->rip;
    LOG_EVENT_INTERRUPT(interrupt_enter, .vector = (u32)frame->vector);
    return interrupt;
}

// The entry to an interrupt's first reading and the return from its last one. An interrupt that follows right after
// another has come in during that one's return: return and entry cannot have taken more time than has passed since
// then.
static s64 way_ticks(const struct log_cpu *cpu, u64 start_ticks) {
    u64 since = start_ticks - cpu->interrupt_left_ticks;
    return (s64)(since < timing_interrupt_ticks ? since : timing_interrupt_ticks);
}

void log_interrupt_leave(const struct log_interrupt *interrupt, struct trap_frame *frame) {
    struct log_cpu *cpu = log_cpu_self();
    struct log_thread *thread = interrupt->thread;
    ASSERT(cpu->running == thread);
    clock_tick(interrupt->start_ticks);
    if (!probe_settings.deterministic) control_look();
    sampler_follow();
    LOG_EVENT_INTERRUPT(interrupt_leave, .vector = (u32)frame->vector);
    log_thread_sync(thread);
    s64 instrument = sampler_take_spent();
    s64 host = clock_host_interrupt(interrupt->host_ns);
    u64 now = log_ticks();
    s64 taken = (s64)(now - interrupt->start_ticks) + way_ticks(cpu, interrupt->start_ticks) - instrument;
    cpu->interrupt_left_ticks = now;
    thread->instrument_ticks += instrument;
    thread->stolen_ticks[STOLEN_INTERRUPT] += taken;
    thread->outside_ticks += taken;
    cpu->interrupt_ticks += taken;
    cpu->host_interrupt_ticks += host;
    thread->log_entry->host_ticks += host;
    thread->log_entry->interrupts++;
}
