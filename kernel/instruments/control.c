// See control.h. One table lists what can be asked for: a line for each verb.
#include "kernel/instruments/control.h"

#include "base/link.h"
#include "base/narrow.h"
#include "base/panic.h"
#include "base/pattern.h"
#include "base/print.h"
#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/watch.h"
#include "kernel/code/code.h"
#include "kernel/code/code_log.h"
#include "kernel/code/translation.h"
#include "kernel/core/end.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/scheduler.h"
#include "kernel/core/thread.h"
#include "kernel/heap/collect.h"
#include "kernel/heap/figures.h"
#include "kernel/heap/hooks.h"
#include "kernel/report/heap_dump.h"
#include "kernel/run/java_threads.h"
#include "kernel/run/unwind.h"
#include "log/hooks.h"
#include "log/log.h"
#include "log/machine.h"

#define HIGHEST_HZ 10000u
#define MOST_FRAMES 512u

static s32 refuse(char *words, const char *reason) {
    print_format(words, CONTROL_ANSWER_BYTES, "%s", reason);
    return 1;
}

static s32 do_nothing(const struct log_request *request, char *words) {
    (void)request, (void)words;
    return 0;
}

static s32 do_end(const struct log_request *request, char *words) {
    (void)request, (void)words;
    struct link_shared *net = log_net();
    if (net) net->ending = LINK_ENDED_BY_REQUEST; // which recorded traffic says
    log_control_answered();
    kernel_end(0);
}

// CONTROL_sample, CONTROL_sample_cpu
static s32 do_sample(const struct log_request *request, char *words) {
    if (request->number > HIGHEST_HZ) return refuse(words, "a rate is 0 to 10000 samples a second");
    if (request->number) {
        translation_want_origins();
        log_sampler_clock(request->kind == CONTROL_sample_cpu);
    }
    log_sampler_start(request->number);
    return 0;
}

static s32 do_stacks(const struct log_request *request, char *words) {
    if (request->number > MOST_FRAMES) return refuse(words, "a stack has at most 512 frames");
    log_stacks(request->number);
    return 0;
}

static s32 do_events(const struct log_request *request, char *words) {
    (void)words;
    log_events_set(request->event_mask);
    threads_choose_monitor_entries();
    return 0;
}

// The idle thread is in no domain: what concerns one is done for the first.
static bool do_in_domain(bool (*work)(struct thread *thread, const struct log_request *request),
                         const struct log_request *request) {
    struct thread *thread = thread_self();
    struct domain *own = thread->domain;
    if (!own) thread->domain = domain_first;
    ASSERT(thread->domain);
    bool done = work(thread, request);
    thread->domain = own;
    return done;
}

static bool take_census(struct thread *thread, const struct log_request *request) {
    (void)request;
    return heap_census(thread, CENSUS_REQUEST);
}

static s32 do_census(const struct log_request *request, char *words) {
    return do_in_domain(take_census, request) ? 0 : refuse(words, "there is no room for another census");
}

static bool write_dump(struct thread *thread, const struct log_request *request) {
    collect_for_census(thread, false);
    return heap_dump_write(thread, REGION_OUTPUT_DUMPS + (u32)request->number);
}

// It may take longer than the host's tool waits, which sees by the file when it is done.
static s32 do_dump_heap(const struct log_request *request, char *words) {
    if (request->number >= REGION_OUTPUT_DUMPS) return refuse(words, "a dump's number is below 2147483648");
    log_control_answered();
    return do_in_domain(write_dump, request) ? 0 : 1;
}

// ---- Probes of methods

static void visit_methods(void (*visit)(void *context, struct method *method), void *context) {
    ASSERT_LOCKED();
    for (const struct domain *domain = domain_first; domain; domain = domain->next) {
        for (struct class *class = domain->first_class; class; class = class->next_class) {
            for (u32 i = 0; i < class->method_count; i++) visit(context, &class->methods[i]);
        }
    }
}

static void visit_threads(void (*visit)(void *context, struct thread *thread), void *context) {
    visit(context, thread_self()->cpu->idle);
    for (const struct thread *thread = domain_first_thread(); thread; thread = domain_next_thread(thread)) {
        visit(context, (struct thread *)(uintptr_t)thread);
    }
}

static void time_thread(void *context, struct thread *thread) {
    (void)context;
    log_timing_thread(&thread->log);
}

// Code that no longer suits is left at the next call; frames that run it stay in it.
static void check_code(void *context, struct method *method) {
    u32 *switched = context;
    *switched += (method->flags & METHOD_SWITCHED) != 0;
    if (!method->code) return;
    bool stale = !translation_suits(method->code);
    if (stale == ((method->flags & METHOD_STALE) != 0)) return;
    method->flags ^= METHOD_STALE;
    class_set_entry(method);
}

static void forget_switched(void *context, struct method *method) {
    (void)context;
    method->flags &= low_u16(~METHOD_SWITCHED);
}

// Counts a method that gets probes while it is on a stack, where it runs without them.
static void count_passed_over(void *context, struct thread *thread) {
    struct frame_walk walk;
    for (bool more = frame_walk_start(&walk, thread); more; more = frame_walk_next(&walk)) {
        if (!(walk.method->flags & METHOD_SWITCHED)) continue;
        u32 has = code_instruments(walk.code, walk.method);
        u32 wanted = walk.code->allocates ? INSTRUMENT_PATTERNS : PROBE_PATTERNS;
        if (walk.method->patterns & wanted & ~has) (*(u64 *)context)++;
    }
}

// What C allocates is counted where something may be counted at all.
static void count_allocations(void) {
    bool counts = watch_may_count();
    log_allocations_switch(counts);
    scheduler_request_work_of_others();
    for (struct domain *domain = domain_first; domain; domain = domain->next) {
        heap_of(domain)->counts = counts || log_event_wanted(EVENT_allocate);
    }
}

// The switch that a request with names of methods asks for.
static struct watch_switch watch_of(const struct log_request *request) {
    struct watch_switch watch = {.text = request->text, .length = request->length};
    switch (request->kind) {
    case CONTROL_time: watch.on = true; // fall through
    case CONTROL_no_time: watch.kind = PATTERN_TIME; break;
    case CONTROL_trace: watch.on = true; // fall through
    case CONTROL_no_trace: watch.kind = PATTERN_TRACE; break;
    case CONTROL_alloc: watch.on = true; // fall through
    default: watch.kind = PATTERN_ALLOCATION; break;
    }
    return watch;
}

// CONTROL_time, CONTROL_no_time, CONTROL_trace, CONTROL_no_trace, CONTROL_alloc, CONTROL_no_alloc
static s32 do_probes(const struct log_request *request, char *words) {
    struct watch_switch watch = watch_of(request);
    u32 switched = 0;
    u64 passed_over = 0;
    if (!pattern_is_valid(watch.text, watch.length)) return refuse(words, "a pattern is like pkg.Class.method");
    if (!watch_names_any(&watch)) return refuse(words, "the pattern names no method of a class that is loaded");
    if (!watch_keep(&watch)) return refuse(words, "there are too many patterns, or it is too long");
    if (watch.on && watch.kind == PATTERN_TIME) {
        log_timing_begin();
        visit_threads(time_thread, NULL);
    }
    if (watch.on && watch.kind == PATTERN_TRACE) log_events_follow();
    if (watch.kind == PATTERN_ALLOCATION) count_allocations();
    watch_apply(&watch, code_log_switched);
    visit_methods(check_code, &switched);
    visit_threads(count_passed_over, &passed_over);
    visit_methods(forget_switched, NULL);
    log_passed_over(passed_over);
    print_format(words, CONTROL_ANSWER_BYTES, "methods switched: %u", switched);
    if (passed_over) {
        print_format(words, CONTROL_ANSWER_BYTES, "methods switched: %u; activations that go on without probes: %lu",
                     switched, passed_over);
    }
    return 0;
}

static void clear_thread(void *context, struct thread *thread) { log_clear_thread(&thread->log, *(u64 *)context); }

static s32 do_clear(const struct log_request *request, char *words) {
    (void)request, (void)words;
    bool on = machine_interrupts_off();
    u64 now = log_clear();
    visit_threads(clear_thread, &now);
    machine_interrupts_restore(on);
    return 0;
}

static const struct verb {
    s32 (*obey)(const struct log_request *request, char *words);
    // clang-format off
} verbs[CONTROL_KINDS] = {
    [CONTROL_end] = {do_end},
    [CONTROL_mark] = {do_nothing},
    [CONTROL_clear] = {do_clear},
    [CONTROL_sample] = {do_sample},
    [CONTROL_sample_cpu] = {do_sample},
    [CONTROL_stacks] = {do_stacks},
    [CONTROL_events] = {do_events},
    [CONTROL_census] = {do_census},
    [CONTROL_time] = {do_probes},
    [CONTROL_no_time] = {do_probes},
    [CONTROL_trace] = {do_probes},
    [CONTROL_no_trace] = {do_probes},
    [CONTROL_alloc] = {do_probes},
    [CONTROL_no_alloc] = {do_probes},
    [CONTROL_dump_heap] = {do_dump_heap},
};
// clang-format on

s32 log_carry_out(const struct log_request *request, char *words) {
    if (request->kind >= CONTROL_KINDS || !verbs[request->kind].obey) return refuse(words, "no such request");
    if (request->kind == CONTROL_end) log_change(CONTROL_end, 0, NULL, 0);
    s32 status = verbs[request->kind].obey(request, words);
    if (!status) log_change((enum control_kind)request->kind, request->number, request->text, request->length);
    return status;
}

bool control_ask(enum control_kind kind, u64 number, const char *text, size_t length) {
    struct log_request request = {.kind = kind, .number = number, .text = text, .length = length};
    struct log_reading start = log_read(log_self());
    char words[CONTROL_ANSWER_BYTES];
    kernel_stop_others();
    s32 status = log_carry_out(&request, words);
    log_charge(log_self(), &start);
    return !status;
}

// What is switched, and what a reader sees, is so for all processors at once. What is asked for while a domain is being
// collected, by a thread of another, may need its heap or its thread's times: it waits, as it is asked for again.
void scheduler_safepoint_work(void) {
    log_safepoint();
    if (!log_control_is_asked()) return;
    if (!log_control_is_moment() && heap_figures_any_collected()) return;
    kernel_stop_others();
    log_obey_control();
}

void log_ask_safepoint(void) { scheduler_request_work(); }
