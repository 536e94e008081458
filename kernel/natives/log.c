// gnomon.EventLog and gnomon.Profiler (log/java/). `record` itself is inlined in translated code; here is what a call
// by reflection does.
#include "log/log.h"
#include "base/panic.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/javastring.h"
#include "kernel/code/native.h"
#include "kernel/domains/domain_services.h"
#include "kernel/domains/rights.h"
#include "kernel/heap/raise.h"
#include "kernel/instruments/control.h"
#include "kernel/run/values.h"

#define NAME_BYTES 256
#define PATTERN_BYTES CONTROL_TEXT_BYTES
#define NS_PER_S 1000000000ull
#define TEXT_BYTES (4 * EVENT_TEXT_BYTES)

// Numbers of types are the machine's, and never given back.
static bool may_add_type(const struct domain *domain) {
    return !domain->services->family_event_types ||
           (domain->services->event_types < domain->services->event_types_most &&
            *domain->services->family_event_types < RIGHTS_EVENT_TYPES);
}

static s32 create_event(struct thread *thread, handle name) {
    char text[NAME_BYTES];
    struct domain *domain = domain_of(thread);
    if (native_is_null(thread, name)) return 0;
    bool is_new;
    u32 number = log_user_event(text, javastring_utf8(*name, text, sizeof(text)), may_add_type(domain), &is_new);
    ASSERT(!is_new || !domain->services->family_event_types ||
           domain->services->event_types < domain->services->event_types_most);
    domain->services->event_types += is_new;
    if (domain->services->family_event_types) *domain->services->family_event_types += is_new;
    return (s32)number;
}

// Whether the thread's domain may record one more event in this second; otherwise it is counted as lost. Threads on
// several processors may ask at once.
static bool may_record(void) {
    struct domain *domain = domain_of(thread_self());
    if (!domain->limits_events) return true;
    u64 second = (u64)log_monotonic_ns() / NS_PER_S;
    u64 before = __atomic_load_n(&domain->services->events_counted, __ATOMIC_RELAXED), counted;
    do {
        counted = before >> 32 == (u32)second ? before : second << 32;
        if ((u32)counted >= domain->services->events_most) {
            log_user_limited();
            return false;
        }
        ASSERT((u32)counted < UINT32_MAX);
    } while (!__atomic_compare_exchange_n(&domain->services->events_counted, &before, counted + 1, false,
                                          __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return true;
}

static void record_as(s32 id, enum event_form form, s32 first, s64 second) {
    if (may_record()) log_user_record((u32)id, form, first, second);
}

static void record(s32 id) { record_as(id, FORM_NONE, 0, 0); }
static void record_int(s32 id, s32 value) { record_as(id, FORM_INT, value, 0); }
static void record_int_int(s32 id, s32 first, s32 second) { record_as(id, FORM_INT_INT, first, second); }
static void record_long(s32 id, s64 value) { record_as(id, FORM_LONG, 0, value); }

static void log_event_text(s32 id, s32 number, ref string) {
    char text[TEXT_BYTES];
    if (!may_record()) return;
    size_t length = string ? javastring_utf8(string, text, sizeof(text)) : 0;
    log_user_text((u32)id, number, text, length);
}

// The instruments are the machine's.
static bool may_switch(struct thread *thread) {
    if (domain_of(thread) == domain_first || domain_of(thread)->services->has_instruments) return true;
    exception_throw(thread, "java/lang/SecurityException", "instruments: this domain may not switch them");
    return false;
}

static s32 ask(struct thread *thread, enum control_kind kind, handle string) {
    char text[PATTERN_BYTES];
    if (native_is_null(thread, string)) return 0;
    return control_ask(kind, 0, text, javastring_utf8(*string, text, sizeof(text)));
}

static s32 time_methods(struct thread *thread, handle pattern, s32 on) {
    return may_switch(thread) && ask(thread, on ? CONTROL_time : CONTROL_no_time, pattern);
}

static s32 trace_methods(struct thread *thread, handle pattern, s32 on) {
    return may_switch(thread) && ask(thread, on ? CONTROL_trace : CONTROL_no_trace, pattern);
}

static s32 count_allocations(struct thread *thread, handle pattern, s32 on) {
    return may_switch(thread) && ask(thread, on ? CONTROL_alloc : CONTROL_no_alloc, pattern);
}

static s32 mark(struct thread *thread, handle text) { return ask(thread, CONTROL_mark, text); }

static void clear(struct thread *thread) {
    if (!may_switch(thread)) return;
    control_ask(CONTROL_clear, 0, NULL, 0);
}

static void sample(struct thread *thread, s32 hertz) {
    if (!may_switch(thread)) return;
    control_ask(CONTROL_sample, (u64)hertz, NULL, 0);
}

static s64 ticks(void) { return (s64)log_ticks(); }

static const struct native event_log[] = {
    HANDLE("createEvent0", "(Ljava/lang/String;)I", create_event),
    LEAF("record0", "(I)V", record),
    LEAF("record0", "(II)V", record_int),
    LEAF("record0", "(III)V", record_int_int),
    LEAF("record0", "(IJ)V", record_long),
    LEAF("logEvent0", "(IILjava/lang/String;)V", log_event_text),
    NATIVES_END,
};

static const struct native profiler[] = {
    HANDLE("sample0", "(I)V", sample),
    HANDLE("time0", "(Ljava/lang/String;Z)Z", time_methods),
    HANDLE("trace0", "(Ljava/lang/String;Z)Z", trace_methods),
    HANDLE("alloc0", "(Ljava/lang/String;Z)Z", count_allocations),
    HANDLE("mark0", "(Ljava/lang/String;)Z", mark),
    HANDLE("clear0", "()V", clear),
    LEAF("ticks0", "()J", ticks),
    NATIVES_END,
};

const struct native_class natives_log[] = {{"gnomon/EventLog", event_log}, {"gnomon/Profiler", profiler}, {NULL, NULL}};
