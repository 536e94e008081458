// Requests to the running guest (struct region_control), and the history of what was switched. An interrupt sees that a
// request is waiting and makes the running thread come here at its next safepoint, where it is carried out, answered
// and recorded. What a request does is the kernel's business (log_carry_out), except for standing still. All of it is
// the instruments' time.
#include "log/control.h"

#include "base/string.h"
#include "log/machine.h"
#include "log/state.h"

void log_control_begin(void) { log_state.takes_requests = true; }

static u64 waiting_request(void) {
    const struct region_control *control = log_state.control;
    u64 number = __atomic_load_n(&control->requested, __ATOMIC_ACQUIRE);
    return number > control->answered ? number : 0;
}

bool control_look(void) {
    if (!log_state.takes_requests) return false;
    if (waiting_request() || timing_calibration_is_due(log_ticks())) log_ask_safepoint();
    return log_state.control->requested || log_state.control->given_up;
}

// ---- The history

static void append_change(u64 now, enum control_kind kind, u64 number, u32 text) {
    struct region_section *section = log_state.control_section;
    if (section->used >= (section->bytes - section->data_offset) / sizeof(struct region_change)) {
        section->lost++;
        log_lost(LOSS_CHANGES);
        return;
    }
    log_state.changes[section->used] =
        (struct region_change){.ticks = now, .kind = kind, .text = text, .number = number};
    // The entry first, then the count that makes it visible.
    __atomic_store_n(&section->used, section->used + 1, __ATOMIC_RELEASE);
}

void control_begin(void) {
    const struct log_config *config = &log_state.config;
    enum control_kind kind = config->flags & REGION_SAMPLING_CPU ? CONTROL_sample_cpu : CONTROL_sample;
    if (config->sample_hz) append_change(log_ticks(), kind, config->sample_hz, 0);
}

void log_change(enum control_kind kind, u64 number, const char *text, size_t length) {
    struct log_reading start = log_read(log_self());
    u32 string = log_string(text, length);
    log_state.region->flags |= REGION_CONTROLLED;
    u64 now = log_ticks(); // of both, so that they tell the same
    append_change(now, kind, number, string);
    log_charge(log_self(), &start);
    LOG_EVENT_AT(now, control, .kind = kind, .text = string, .number = (u32)number, .thread = log_self()->number);
}

// ---- Switches in the log itself

void log_stacks(u64 frames) {
    log_state.config.stack_frames = log_state.profile->stack_frames = frames;
    log_state.config.flags |= REGION_STACKS;
    log_state.region->flags |= REGION_STACKS;
}

void log_sampler_clock(bool by_thread) {
    u32 flags = REGION_SAMPLING | (by_thread ? REGION_SAMPLING_CPU : 0);
    log_sampler_start(0); // forgets what was due by the other clock
    log_state.config.flags = (log_state.config.flags & ~(u32)REGION_SAMPLING_CPU) | flags;
    log_state.region->flags = (log_state.region->flags & ~(u32)REGION_SAMPLING_CPU) | flags;
}

static void set_mask(u32 word, u64 mask) { log_event_mask[word] = log_state.profile->event_mask[word] = mask; }

// Records do not say which thread wrote them, but packets do: if switches have not been recorded so far, a new packet
// begins.
static void follow(bool followed) {
    set_mask(0, log_event_mask[0] | 1ull << EVENT_thread_switch);
    if (!followed) log_new_packet(log_self());
}

void log_events_follow(void) { follow(log_event_wanted(EVENT_thread_switch)); }

void log_events_set(const u64 mask[4]) {
    bool followed = log_event_wanted(EVENT_thread_switch);
    for (u32 i = 0; i < COUNT_OF(log_event_mask); i++) {
        set_mask(i, mask[i] | (i ? 0 : REGION_EVENTS_ALWAYS));
    }
    if (mask[0] | mask[1] | mask[2] | mask[3] | log_state.profile->methods_traced) follow(followed);
}

// ---- Timing

void log_timing_begin(void) {
    if (log_timing()) return;
    log_state.config.flags |= REGION_TIMING;
    log_state.region->flags |= REGION_TIMING;
    log_timing_thread(log_self());
    timing_calibrate_probes();
    if (log_state.counters) counted_start();
}

// The thread's root begins when the thread began and all counters were 0: none of its time is missing.
void log_timing_thread(struct log_thread *thread) {
    log_lock();
    if (!thread->timing) timing_thread_create(thread, thread->log_entry->start_ticks, 0, 0);
    log_unlock();
}

void log_passed_over(u64 activations) { log_state.control->passed_over += activations; }

// ---- Allocation

void log_allocations_switch(bool on) {
    log_state.allocations_on = on;
    if (!on || log_allocating()) return;
    log_state.config.flags |= REGION_ALLOCATIONS;
    log_state.region->flags |= REGION_ALLOCATIONS;
    region_prepare(log_state.allocation_blocks_section);
    allocation_threads_begin();
    allocation_thread_run(log_self());
    if (!log_event_wanted(EVENT_allocate)) timing_calibrate_charge();
}

// ---- Beginning again

u64 log_clear(void) {
    u64 now = log_settle();
    for (u64 i = 0; i < log_state.timing_section->used; i++) timing_row_clear(&log_state.rows[i]);
    memset(log_state.slow, 0, log_state.slow_groups * log_state.config.slow_calls * sizeof(struct slow_call));
    allocation_clear();
    counted_clear();
    for (u32 i = 0; i < log_state.region->cpu_count; i++) {
        struct region_ledger *ledger = log_state.cpus[i].ledger;
        memset(ledger->ticks, 0, sizeof(ledger->ticks));
        memset(log_state.cpus[i].domain_ledgers, 0, log_state.domain_capacity * sizeof(struct region_domain_ledger));
        ledger->start_ticks = now;
    }
    log_state.loss[COUNT_SAMPLES_EXPECTED] = log_state.loss[COUNT_SAMPLES_TAKEN] = 0;
    log_state.control->clear_ticks = now;
    return now;
}

// For a thread that is not running, the time since it left the processor is not in its counters yet.
void log_clear_thread(struct log_thread *thread, u64 now) {
    if (!thread->timing) return;
    counted_clear_thread(thread);
    u64 away = log_is_running(thread) ? 0 : now - thread->away_since_ticks;
    timing_sync(thread);
    for (struct timing_block *block = thread->timing; block;
         block = block->previous ? pool_at(block->previous) : NULL) {
        for (u64 i = 0; i <= block->top; i++) {
            struct timing_activation *at = &block->activations[i];
            at->t0 = now;
            at->i0 = thread->instrument_ticks;
            at->n0 = thread->outside_ticks + (s64)away;
            at->callees_elapsed = at->callees_away = 0;
        }
    }
}

// ---- Requests

// From the answer on, the tables show a single moment.
static void stand_still(struct region_control *control, u64 number) {
    struct log_thread *thread = log_self();
    bool on = machine_interrupts_off();
    clock_host(log_ticks());
    struct log_reading start = log_read(thread);
    control->ticks = log_settle();
    __atomic_store_n(&control->answered, number, __ATOMIC_RELEASE);
    u64 limit = control->ticks + log_ticks_of_ns(MOMENT_LIMIT_NS);
    bool released = false;
    while (!released && log_ticks() < limit) {
        __asm__ volatile("pause" : : : "memory");
        released = __atomic_load_n(&control->released, __ATOMIC_ACQUIRE) == number;
    }
    // Before anything of the tables changes: a reader that was late sees by it that what it has copied may be torn.
    __atomic_store_n(&control->moments_left, control->moments_left + !released, __ATOMIC_RELEASE);
    u64 taken = log_ticks() - control->ticks;
    control->moments++;
    control->moment_ticks += taken;
    if (taken > control->moment_longest) control->moment_longest = taken;
    clock_host(log_ticks());
    log_charge(thread, &start);
    machine_interrupts_restore(on);
}

// Nothing that a host has written is trusted.
static struct log_request read_request(const struct region_control *control) {
    struct log_request request = {.kind = control->kind, .number = control->number, .text = control->text};
    memcpy(request.event_mask, control->event_mask, sizeof(request.event_mask));
    request.length = control->text_bytes < CONTROL_TEXT_BYTES ? control->text_bytes : CONTROL_TEXT_BYTES;
    return request;
}

bool log_control_is_asked(void) { return waiting_request() != 0; }

bool log_control_is_moment(void) { return waiting_request() && log_state.control->kind == CONTROL_moment; }

void log_control_answered(void) {
    struct region_control *control = log_state.control;
    u64 number = waiting_request();
    control->status = 0;
    control->ticks = log_ticks();
    if (number) __atomic_store_n(&control->answered, number, __ATOMIC_RELEASE);
}

void log_safepoint(void) {
    allocation_thread_run(log_self());
    timing_calibrate_again();
}

void log_obey_control(void) {
    struct region_control *control = log_state.control;
    u64 number = waiting_request();
    if (!number) return;
    struct log_reading start = log_read(log_self());
    struct log_request request = read_request(control);
    bool moment = request.kind == CONTROL_moment;
    control->answer[0] = 0;
    control->status = moment ? 0 : log_carry_out(&request, control->answer);
    control->answer_bytes = (u32)strlen(control->answer);
    control->ticks = log_ticks();
    log_charge(log_self(), &start);
    if (moment) {
        stand_still(control, number);
    } else {
        __atomic_store_n(&control->answered, number, __ATOMIC_RELEASE);
    }
}
