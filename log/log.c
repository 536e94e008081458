// The region's life: from log_init to log_finish, or to a crash.
#include "base/layout.h"
#include "base/panic.h"
#include "base/string.h"
#include "log/hooks.h"
#include "log/inline.h"
#include "log/machine.h"
#include "log/sampler.h"
#include "log/state.h"

#define HEARTBEAT_NS 20000000u

void log_init(const struct log_config *config) {
    struct region_header *region = (struct region_header *)REGION_START;
    if (!region_create(region, machine.region_bytes, config, machine.cpu_count)) panic("the log region is too small");
    region->start_ticks = machine.entry_ticks;
    probe_settings.deterministic = (config->flags & REGION_DETERMINISTIC) != 0;
    probe_settings.unordered = (config->flags & REGION_UNORDERED) != 0;
    for (u32 i = 0; i < machine.cpu_count; i++) ledger_init(&log_state.cpus[i], machine.entry_ticks);
    clock_init();
    timing_init();
    region_publish();
}

void log_calibrate(void) {
    clock_calibrate();
    timing_calibrate();
}

static void set_state(enum region_state state) { __atomic_store_n(&log_state.region->state, state, __ATOMIC_RELEASE); }

bool log_obey_request(const struct trap_frame *frame) {
    if (!log_state.region) return false;
    bool looked = control_look();
    if (__atomic_load_n(&log_state.region->request, __ATOMIC_RELAXED) != REQUEST_END) return looked;
    log_end_requested(frame);
    return true;
}

// The interrupt itself does everything that a sign of life needs; this makes it come at least 50 times a second.
static void heartbeat(struct trap_frame *frame) {
    log_obey_request(frame);
    log_beat();
    interrupt_timer_set(TIMER_HEARTBEAT, log_ticks() + log_ticks_of_ns(HEARTBEAT_NS));
}

static void start_heartbeat(void) {
    interrupt_timer_handler(TIMER_HEARTBEAT, heartbeat);
    interrupt_timer_set(TIMER_HEARTBEAT, log_ticks() + log_ticks_of_ns(HEARTBEAT_NS));
}

// What the host has taken since the last reading belongs to the current account.
static void settle_host(void) {
    bool on = machine_interrupts_off();
    clock_host(log_ticks());
    machine_interrupts_restore(on);
}

struct region_lock *log_kernel_lock(u32 number) {
    return log_state.kernel_locks ? &log_state.kernel_locks[number] : NULL;
}

void log_running(void) {
    settle_host();
    clock_anchor();
    control_begin();
    if (!(log_state.config.flags & REGION_DETERMINISTIC)) start_heartbeat();
    set_state(REGION_RUNNING);
}

void log_main(void) { log_state.region->main_ticks = log_ticks(); }

// Stores what only memory held of a running thread: as if it left the processor now, except that its activations stay
// open.
static void stop_running(struct log_thread *thread, u64 now) {
    struct region_thread *entry = thread->log_entry;
    if (entry->run_start_ticks) entry->running_ticks += now - entry->run_start_ticks;
    entry->run_start_ticks = now;
    log_thread_sync(thread);
}

u64 log_settle(void) {
    struct log_cpu *self = log_cpu_self();
    ledger_settle(self, 0);
    u64 now = self->ledger->since_ticks;
    for (u32 i = 0; i < log_state.region->cpu_count; i++) {
        struct log_cpu *cpu = &log_state.cpus[i];
        if (cpu != self) ledger_settle(cpu, now);
        if (cpu->running) stop_running(cpu->running, now);
    }
    log_state.region->heartbeat_ticks = now;
    return now;
}

static void finish_streams(struct log_cpu *cpu, u64 now) {
    struct log_thread *thread = cpu->running;
    if (thread) log_stream_take(cpu, thread);
    for (unsigned level = 0; level < STREAM_LEVELS; level++) stream_finish(&cpu->streams[level], now);
    if (thread) log_stream_give(cpu, thread);
}

void log_finish(s32 exit_status) {
    struct region_header *region = log_state.region;
    timing_calibrate_again();
    settle_host();
    ledger_switch(LEDGER_flush);
    counters_finish();
    clock_anchor();
    sampler_stop();
    machine_interrupts_off();
    for (size_t i = 0; i < COUNT_OF(log_event_mask); i++) log_event_mask[i] = 0;
    u64 now = log_ticks();
    for (u32 i = 0; i < region->cpu_count; i++) finish_streams(&log_state.cpus[i], now);
    region->end_ticks = log_settle();
    region->exit_status = exit_status;
    set_state(REGION_ENDED);
}

// ---- A crash

static void fill_registers(struct region_crash *crash, const struct trap_frame *frame) {
    const u64 registers[16] = {frame->rax, frame->rcx, frame->rdx, frame->rbx, frame->rsp, frame->rbp,
                               frame->rsi, frame->rdi, frame->r8,  frame->r9,  frame->r10, frame->r11,
                               frame->r12, frame->r13, frame->r14, frame->r15};
    memcpy(crash->registers, registers, sizeof(registers));
    crash->vector = (u32)frame->vector;
    crash->error_code = (u32)frame->error;
    crash->fault_address = frame->fault_address;
    crash->rip = frame->rip;
    crash->rflags = frame->rflags;
    crash->rsp = frame->rsp;
}

// Trusts nothing but the region itself, and which processor this is: the thread may be what is broken. The other
// processors have stopped.
void log_crash(const struct trap_frame *frame, u32 cpu, const char *reason, const u64 *backtrace, size_t frames) {
    if (!log_state.region) return;
    struct region_crash *crash = log_state.crash;
    u64 now = log_ticks();
    crash->vector = UINT32_MAX;
    if (frame) fill_registers(crash, frame);
    for (size_t i = 0; i < frames && i < CRASH_FRAMES; i++) crash->frames[crash->frame_count++] = backtrace[i];
    size_t length = strlen(reason);
    memcpy(crash->reason, reason, length < CRASH_REASON_BYTES ? length : CRASH_REASON_BYTES - 1);
    const struct log_cpu *self = &log_state.cpus[cpu];
    crash->cpu = cpu;
    if (self->running) crash->thread = self->running->number;
    for (u32 i = 0; i < log_state.region->cpu_count; i++) {
        if (log_state.cpus[i].running) stop_running(log_state.cpus[i].running, now);
    }
    crash->ticks = now;
    log_state.region->end_ticks = now;
    log_state.region->exit_status = PANIC_STATUS;
    set_state(REGION_PANICKED);
}
