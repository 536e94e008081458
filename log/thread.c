// Threads in the log: their entries, switches between them, and stolen time. Everything here is at thread level.
#include "base/panic.h"
#include "log/inline.h"
#include "log/ledger.h"
#include "log/sampler.h"
#include "log/state.h"

extern const u8 probe_slow[], probe_trace[], probe_time_enter[], probe_time_leave[], probe_time_enter_unordered[],
    probe_time_leave_unordered[], probe_inlined_time_enter[], probe_inlined_time_leave[], probe_inlined_trace_enter[],
    probe_inlined_trace_leave[];

struct log_cpu *log_cpu_self(void) {
    struct log_cpu *cpu = log_self()->log_cpu;
    return cpu ? cpu : &log_state.cpus[0];
}

// What may have changed since log_stolen_end or the last interrupt.
static inline void copy_counters(struct log_thread *thread) {
    struct region_thread *entry = thread->log_entry;
    entry->instrument_ticks = thread->instrument_ticks;
    entry->stolen[STOLEN_INTERRUPT] = thread->stolen_ticks[STOLEN_INTERRUPT];
    entry->allocated_bytes = log_thread_allocated(thread);
    if (thread->timing) timing_sync(thread);
}

void log_thread_sync(struct log_thread *thread) { copy_counters(thread); }

static void fill_entries(struct log_thread *thread) {
    bool unordered = probe_settings.unordered;
    thread->log_entries[LOG_ENTRY_SLOW] = (u64)probe_slow;
    thread->log_entries[LOG_ENTRY_TIME_ENTER] = (u64)(unordered ? probe_time_enter_unordered : probe_time_enter);
    thread->log_entries[LOG_ENTRY_TIME_LEAVE] = (u64)(unordered ? probe_time_leave_unordered : probe_time_leave);
    thread->log_entries[LOG_ENTRY_TRACE] = (u64)probe_trace;
    thread->log_entries[LOG_ENTRY_INLINED_TIME_ENTER] = (u64)probe_inlined_time_enter;
    thread->log_entries[LOG_ENTRY_INLINED_TIME_LEAVE] = (u64)probe_inlined_time_leave;
    thread->log_entries[LOG_ENTRY_INLINED_TRACE_ENTER] = (u64)probe_inlined_trace_enter;
    thread->log_entries[LOG_ENTRY_INLINED_TRACE_LEAVE] = (u64)probe_inlined_trace_leave;
}

void log_thread_create(struct log_thread *thread, struct log_thread *parent, u32 domain) {
    struct log_reading start = log_read(log_self());
    u64 now = start.ticks;
    u32 number = thread->number;
    ASSERT(number); // 0 is nobody's
    bool fits = number < log_state.thread_capacity;
    if (!fits) log_lost(LOSS_THREADS);
    thread->log_entry = &log_state.threads[fits ? number : 0]; // entry 0 is nobody's
    thread->away_since_ticks = now;
    thread->domain_number = domain;
    u32 last = log_state.domain_capacity;
    thread->ledger_row = thread->is_idle || !domain ? 0 : domain < last ? domain + 1 : last;
    thread->ledger_account = parent ? LEDGER_translated : LEDGER_kernel;
    thread->polled_ticks = probe_settings.deterministic ? now : 0;
    fill_entries(thread);
    *thread->log_entry = (struct region_thread){
        .domain = domain,
        .start_ticks = now,
        .away_since_ticks = now,
        .parent = parent ? parent->number : 0,
    };
    log_lock();
    timing_thread_create(thread, now, thread->instrument_ticks, thread->outside_ticks);
    thread->allocations = NULL;
    log_unlock();
    if (fits) {
        __atomic_store_n(&thread->log_entry->number, number, __ATOMIC_RELEASE);
        if (number >= log_state.threads_section->used) log_state.threads_section->used = number + 1;
    }
    if (parent) LOG_EVENT(thread_create, .thread = number, .parent = thread->log_entry->parent, .domain = domain);
    log_charge(log_self(), &start);
}

void log_thread_adopt(struct log_thread *thread) {
    struct log_cpu *cpu = log_cpu_self();
    ASSERT(!cpu->running && thread->log_entry);
    cpu->running = thread;
    thread->log_cpu = cpu;
    thread->log_entry->run_start_ticks = thread->away_since_ticks;
    thread->log_entry->away_since_ticks = 0;
    thread->ledger_account = cpu->ledger->current;
    log_stream_give(cpu, thread);
    allocation_thread_run(thread);
}

void log_processor_start(struct log_thread *thread, u32 processor) {
    thread->log_cpu = &log_state.cpus[processor];
    log_thread_create(thread, NULL, 0);
    log_thread_adopt(thread);
    sampler_follow();
}

static void leave(struct log_thread *from, enum switch_reason reason, u64 now) {
    struct region_thread *entry = from->log_entry;
    from->away_since_ticks = now;
    entry->away_since_ticks = now;
    entry->away_reason = reason;
    entry->running_ticks += now - entry->run_start_ticks;
    entry->run_start_ticks = 0;
    entry->switches++;
    copy_counters(from);
}

static void end_thread(struct log_thread *from, struct log_thread *to, u64 now) {
    from->log_entry->end_ticks = now;
    log_lock();
    timing_thread_end(from, now);
    counted_thread_end(from);
    log_unlock();
    log_thread_sync(from);
    ASSERT(!from->timing && !from->counted);
    struct log_reading start = log_read(to);
    allocation_thread_end(from);
    log_charge(to, &start);
}

static void arrive(struct log_thread *to, u64 now) {
    struct region_thread *entry = to->log_entry;
    s64 away = (s64)(now - to->away_since_ticks);
    log_ticks_add(&to->away_ticks, away);
    log_ticks_add(&to->outside_ticks, away);
    entry->away[entry->away_reason % COUNT_OF(entry->away)] += away;
    entry->away_since_ticks = 0;
    entry->run_start_ticks = now;
}

void log_thread_switch(struct log_thread *from, struct log_thread *to, enum switch_reason reason, u64 now) {
    struct log_cpu *cpu = from->log_cpu;
    if (UNLIKELY(now >= cpu->next_host_ticks)) clock_host_switch(now);
    ASSERT(from != to && cpu->running == from);
    s64 instrument = from->instrument_ticks;
    if (UNLIKELY(log_state.counters != NULL)) {
        counters_switch(from);
        counted_thread(to);
    }
    if (UNLIKELY(log_event_wanted(EVENT_thread_switch))) {
        LOG_EVENT_AT(now, thread_switch, .to = to->number, .from = from->number, .reason = reason);
    }
    if (UNLIKELY(log_allocating())) allocation_thread_run(to);
    // The record was written after `now`, so its time is `to`'s; in the ledger what it took is over when `to` begins.
    s64 cost = from->instrument_ticks - instrument;
    ledger_thread_switch(cpu, from, to, now + (u64)cost);
    if (UNLIKELY(cost)) {
        log_ticks_add(&from->instrument_ticks, -cost);
        log_ticks_add(&to->instrument_ticks, cost);
        cpu->ledger_instrument_base += cost;
    }
    to->log_cpu = cpu;
    leave(from, reason, now);
    arrive(to, now);
    log_stream_hand_on(from, to);
    if (UNLIKELY(cpu->sampler.period_ticks)) sampler_switch(from, to, now);
    if (UNLIKELY(reason == SWITCH_end)) end_thread(from, to, now);
}

void log_wakeup(struct log_thread *thread, struct log_thread *waker, enum switch_reason reason) {
    u32 stack = waker ? log_event_stack(EVENT_thread_wakeup, waker) : 0;
    LOG_EVENT(thread_wakeup, .thread = thread->number, .waker = waker ? waker->number : 0,
              .object = thread->awaited_object, .reason = reason, .stack = stack);
}

void log_thread_end(struct log_thread *thread) { LOG_EVENT(thread_end, .thread = thread->number); }

// ---- Stolen time. What a section takes is its length without what others have accounted for within it: interrupts and
// time away (outside), instruments, and Java that ran inside

static const u8 stolen_accounts[STOLEN_KINDS] = {
    [STOLEN_INTERRUPT] = LEDGER_interrupt,
    [STOLEN_COLLECTION] = LEDGER_collector,
    [STOLEN_TRANSLATION] = LEDGER_translator,
    [STOLEN_LINKING] = LEDGER_linking,
};

static s64 accounted(const struct log_thread *thread, const struct log_reading *reading) {
    return reading->outside + reading->instrument + thread->unstolen_ticks;
}

struct log_stolen log_stolen_begin(struct log_thread *thread, enum stolen_kind kind) {
    ASSERT(kind < STOLEN_KINDS && kind != STOLEN_INTERRUPT);
    struct log_stolen stolen = {.kind = kind, .account = ledger_switch(stolen_accounts[kind])};
    struct log_reading now = log_read(thread);
    thread->stolen_open++;
    stolen.start_ticks = now.ticks;
    stolen.base = accounted(thread, &now);
    return stolen;
}

// What is not accounted for of the time since then. An interrupt is charged with its entry and return as calibrated:
// if that was more than it took this time, less than nothing may seem to be left.
static s64 time_since(const struct log_thread *thread, const struct log_reading *now, u64 start_ticks, s64 base) {
    s64 time = (s64)(now->ticks - start_ticks) - (accounted(thread, now) - base);
    return time > 0 ? time : 0;
}

s64 log_stolen_end(struct log_thread *thread, const struct log_stolen *stolen) {
    ASSERT(thread->stolen_open);
    struct log_reading now = log_read(thread);
    ASSERT(stolen->kind < STOLEN_KINDS && stolen->kind != STOLEN_INTERRUPT);
    s64 taken = time_since(thread, &now, stolen->start_ticks, stolen->base);
    log_ticks_add(&thread->stolen_ticks[stolen->kind], taken);
    thread->log_entry->stolen[stolen->kind] = thread->stolen_ticks[stolen->kind];
    log_ticks_add(&thread->outside_ticks, taken);
    thread->stolen_open--;
    ledger_switch(stolen->account);
    LOG_EVENT(stolen_time, .kind = stolen->kind, .spent = (u64)taken);
    return taken;
}

void log_java_read(struct log_thread *thread, enum pseudo_method root, bool is_measured, struct log_java *java) {
    java->root = root;
    java->is_measured = is_measured;
    java->activation_sp = 0;
    struct log_reading now = log_read(thread);
    java->start_ticks = now.ticks;
    java->base = accounted(thread, &now);
    // Above every frame of Java that it will call, so that unwinding to the kernel leaves it, and below the activation
    // that it stands on.
    u64 sp = thread->activation->sp - 1;
    log_lock();
    if (thread->timing && timing_push(thread, root, sp, &now)) java->activation_sp = sp;
    log_unlock();
}

void log_java_measured(struct log_thread *thread, const struct log_java *java) {
    struct log_reading now = log_read(thread);
    if (java->activation_sp) {
        log_lock();
        timing_close_below(thread, java->activation_sp, &now, TIMING_ABANDONED);
        timing_close(thread, &now, TIMING_POPPED);
        log_unlock();
        log_charge(thread, &now);
        log_ticks_add(&thread->instrument_ticks, (s64)timing_root_rest_ticks[java->is_measured]);
        now = log_read(thread);
    }
    s64 spent = time_since(thread, &now, java->start_ticks, java->base);
    log_ticks_add(&thread->unstolen_ticks, spent);
    thread->native_entry = java->native_entry;
    ledger_switch(java->account);
    if (log_is_for_classes(java->root)) LOG_EVENT(kernel_java, .root = java->root, .spent = (u64)spent);
}
