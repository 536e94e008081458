// The one table of the kernel's events. Numbers for the guest, decoding for the host, and the metadata of exports are
// all generated from it, and its hash (of EVENT_TABLE_TEXT, by event_table_hash) is in the region's header.
//
// A record is {u64 ticks, u16 id, u16 length
// form, fields...}: the first field is a u32 at offset 12, the others follow without gaps (u64 fields are at multiples
// of 8). What is left of a record's length is zero. Lengths are multiples of 16, so the low four bits can say in which
// form a component's own event comes.
#ifndef LOG_EVENTS_H
#define LOG_EVENTS_H

#include "base/hash.h"
#include "base/types.h"

// What the names do not say:
// - thread_switch: `reason` is why `from` no longer runs.
// - thread_wakeup: `reason` is why the thread was not running, `object` the monitor that it waited for or in (0 if
//   none), `stack` the waker's. For a thread that the clock wakes, the waker is 0.
// - monitor_block: one wait for a monitor that another thread has. monitor_acquire follows when it has been taken, with
//   reason monitor, or wait if the thread returns from Object.wait. An `object` is the number of its monitor, which no
//   other has in a run, and which stays the same while any thread has it, waits for it or waits in it. `owner_stack` is
//   0 where the owner runs on another processor: it is not stopped to be looked at.
// - monitor_wait: `limit` is 0 if there is none.
// - thread_park: `blocker` is the class of the object that was passed to LockSupport.park, 0 if none was.
// - stolen_time, kernel_java: each is recorded at the end of what it describes, and `spent` includes nothing that
//   belongs to another of them, no interrupts, no time away and nothing of the instruments. kernel_java is the Java
//   that class initialisers and loaders ran.
// - sample: `weight` is how many periods it stands for, and `time` how much of them the thread could be seen in:
//   without the interrupts that struck it.
// - sample_rate: from now on samples are taken at this rate; none if `hz` is 0.
// - counters: after each sample, the value of one of the processor's counters of --counters, since it was opened.
// - method_enter is followed by one method_leave or one method_unwind of the same thread.
// - exception_throw: `method` and `ip` are where the exception is raised. There is one for each Java throw, including
//   rethrows.
// - allocate: `step` is what its thread has allocated since the event before, this object included.
// - collection_end: `live` are the bytes of the objects that are left (after a young collection that is not all alive),
//   `freed` what there was more before.
// - heap_occupancy: `used` is to the byte; with the heartbeat, at the interrupt's level, it has all objects made since
//   too, dead or not, and the windows that threads allocate from whole, but that of the interrupted one. `committed` is
//   what the chunks take in which they lie.
// - heap_generations: comes behind each heap_occupancy, of the same moment. What is neither young nor old of `used` are
//   large objects, which have chunks of their own.
// - thread_migrate: the thread runs on another processor than the last time.
// - world_stopped: all other processors have come to a safepoint; `last` is the one that was waited for to the end, or
//   the processor itself if none was, and `waited` how long that took.
// - world_resumed: the processor that had all others stand lets them go on; `stood` is since its first world_stopped,
//   and `stops` how many of them there were. There is none for the end of the run.
// - monitor_release: a monitor that has a number was given up, which its owner had for so long; only by its name. Not
//   every monitor has one: some thread has waited for it, or in it, or its object had an identity hash. For a monitor
//   that a thread had already when it got its number, or when the event was switched on, `held` is the time since then.
// - run_queue: so many threads wait for processor `processor` now, after one came or went. Only by its name.
// - object_ages: so many objects survived their `age`th collection in this one, or at least that many if it is 15.
// - class_unload: within the full collection that found that nothing reaches its loader any more.
// - control: instruments were switched, or a mark was set, by a request from outside or by gnomon.Profiler; `text` is
//   the pattern or the mark.
// - socket_...: sockets have numbers, which no other has in a run; `peer` is the socket at the other end, 0 if there is
//   none (a datagram that is lost), and `port` the listener's. socket_connect is recorded by the thread that connects,
//   or by the one that made room for it.
// - scheduler_begin: from now on this thread chooses which thread runs, by a gnomon.Scheduler of this class.
// - scheduler_broken: it has done what a Scheduler must not, `fault`; threads take turns from now on.
// Stacks are kept with --stacks; 0 means that none was.
//
// EVENT(number, name, fields), where fields is FIELD(type, name, unit)... with type u32 or u64 and unit one of enum
// event_unit.
// clang-format off
#define EVENT_TABLE(EVENT) \
    EVENT(1, thread_create, FIELD(u32, thread, THREAD) FIELD(u32, parent, THREAD) FIELD(u32, domain, DOMAIN)) \
    EVENT(2, thread_start, FIELD(u32, thread, THREAD)) \
    EVENT(3, thread_end, FIELD(u32, thread, THREAD)) \
    EVENT(4, thread_switch, FIELD(u32, to, THREAD) FIELD(u32, from, THREAD) FIELD(u32, reason, SWITCH_REASON)) \
    EVENT(5, thread_wakeup, FIELD(u32, thread, THREAD) FIELD(u32, waker, THREAD) FIELD(u32, object, NUMBER) \
                  FIELD(u32, reason, SWITCH_REASON) FIELD(u32, stack, STACK)) \
    EVENT(6, monitor_block, FIELD(u32, class, CLASS) FIELD(u32, owner, THREAD) FIELD(u32, object, NUMBER) \
                  FIELD(u32, stack, STACK) FIELD(u32, owner_stack, STACK)) \
    EVENT(7, monitor_wait, FIELD(u32, class, CLASS) FIELD(u64, limit, NANOSECONDS) FIELD(u32, object, NUMBER) \
                  FIELD(u32, stack, STACK)) \
    EVENT(8, thread_park, FIELD(u32, timed, NUMBER) FIELD(u64, limit, NANOSECONDS) FIELD(u32, blocker, CLASS) \
                  FIELD(u32, stack, STACK)) \
    EVENT(9, thread_sleep, FIELD(u32, stack, STACK) FIELD(u64, limit, NANOSECONDS)) \
    EVENT(10, interrupt_enter, FIELD(u32, vector, NUMBER)) \
    EVENT(11, interrupt_leave, FIELD(u32, vector, NUMBER)) \
    EVENT(12, sample, FIELD(u32, ip, ADDRESS) FIELD(u32, thread, THREAD) FIELD(u32, state, SAMPLE_STATE) \
                  FIELD(u32, stack, STACK) FIELD(u32, weight, NUMBER) FIELD(u64, time, TICKS)) \
    EVENT(13, class_load, FIELD(u32, class, CLASS) FIELD(u32, bytes, BYTES)) \
    EVENT(14, translate, FIELD(u32, method, METHOD) FIELD(u32, code, ADDRESS) FIELD(u32, code_bytes, BYTES) \
                  FIELD(u32, bytecode_bytes, BYTES) FIELD(u32, spent, TICKS)) \
    EVENT(15, method_enter, FIELD(u32, method, METHOD)) \
    EVENT(16, method_leave, FIELD(u32, method, METHOD)) \
    EVENT(17, method_unwind, FIELD(u32, method, METHOD)) \
    EVENT(18, allocate, FIELD(u32, class, CLASS) FIELD(u32, bytes, BYTES) FIELD(u32, method, METHOD) \
                  FIELD(u32, stack, STACK) FIELD(u32, step, BYTES)) \
    EVENT(19, collection_begin, FIELD(u32, domain, DOMAIN) FIELD(u32, cause, COLLECTION_CAUSE)) \
    EVENT(20, collection_phase, FIELD(u32, phase, COLLECTION_PHASE)) \
    EVENT(21, collection_end, FIELD(u32, domain, DOMAIN) FIELD(u64, live, BYTES) FIELD(u64, freed, BYTES)) \
    EVENT(22, object_ages, FIELD(u32, age, NUMBER) FIELD(u64, objects, NUMBER) FIELD(u64, bytes, BYTES)) \
    EVENT(23, heap_occupancy, FIELD(u32, domain, DOMAIN) FIELD(u64, used, BYTES) FIELD(u64, committed, BYTES)) \
    EVENT(24, portal_call, FIELD(u32, domain, DOMAIN) FIELD(u32, method, METHOD)) \
    EVENT(25, portal_receive, FIELD(u32, domain, DOMAIN) FIELD(u32, method, METHOD)) \
    EVENT(26, portal_return, FIELD(u32, domain, DOMAIN) FIELD(u32, method, METHOD)) \
    EVENT(27, domain_create, FIELD(u32, domain, DOMAIN)) \
    EVENT(28, domain_end, FIELD(u32, domain, DOMAIN)) \
    EVENT(29, exception_throw, FIELD(u32, class, CLASS) FIELD(u32, method, METHOD) FIELD(u32, ip, ADDRESS)) \
    EVENT(30, page_fault, FIELD(u32, ip, ADDRESS) FIELD(u64, address, NUMBER)) \
    EVENT(32, monitor_acquire, FIELD(u32, class, CLASS) FIELD(u32, object, NUMBER) \
                  FIELD(u32, reason, SWITCH_REASON)) \
    EVENT(33, stolen_time, FIELD(u32, kind, STOLEN_KIND) FIELD(u64, spent, TICKS)) \
    EVENT(34, kernel_java, FIELD(u32, root, METHOD) FIELD(u64, spent, TICKS)) \
    EVENT(39, control, FIELD(u32, kind, CONTROL_KIND) FIELD(u32, text, STRING) FIELD(u32, number, NUMBER) \
                  FIELD(u32, thread, THREAD)) \
    EVENT(42, sample_rate, FIELD(u32, hz, NUMBER) FIELD(u64, period, TICKS)) \
    EVENT(43, counters, FIELD(u32, counter, COUNTER) FIELD(u64, value, NUMBER) FIELD(u32, thread, THREAD)) \
    EVENT(44, heap_generations, FIELD(u32, domain, DOMAIN) FIELD(u64, young, BYTES) FIELD(u64, old, BYTES)) \
    EVENT(50, thread_migrate, FIELD(u32, thread, THREAD) FIELD(u32, from, NUMBER) FIELD(u32, to, NUMBER)) \
    EVENT(51, world_stopped, FIELD(u32, last, NUMBER) FIELD(u64, waited, TICKS)) \
    EVENT(60, world_resumed, FIELD(u32, stops, NUMBER) FIELD(u64, stood, TICKS)) \
    EVENT(61, run_queue, FIELD(u32, processor, NUMBER) FIELD(u32, length, NUMBER)) \
    EVENT(62, monitor_release, FIELD(u32, class, CLASS) FIELD(u64, held, TICKS) FIELD(u32, object, NUMBER) \
                  FIELD(u32, stack, STACK)) \
    EVENT(66, class_unload, FIELD(u32, class, CLASS)) \
    EVENT(70, socket_connect, FIELD(u32, socket, NUMBER) FIELD(u32, peer, NUMBER) FIELD(u32, port, NUMBER) \
                  FIELD(u32, stack, STACK)) \
    EVENT(71, socket_accept, FIELD(u32, socket, NUMBER) FIELD(u32, peer, NUMBER) FIELD(u32, port, NUMBER) \
                  FIELD(u32, stack, STACK)) \
    EVENT(72, socket_send, FIELD(u32, socket, NUMBER) FIELD(u32, bytes, BYTES) FIELD(u32, peer, NUMBER) \
                  FIELD(u32, stack, STACK)) \
    EVENT(73, socket_receive, FIELD(u32, socket, NUMBER) FIELD(u32, bytes, BYTES) FIELD(u32, peer, NUMBER) \
                  FIELD(u32, stack, STACK)) \
    EVENT(74, socket_close, FIELD(u32, socket, NUMBER) FIELD(u64, sent, BYTES) FIELD(u64, received, BYTES)) \
    EVENT(75, scheduler_begin, FIELD(u32, thread, THREAD) FIELD(u32, scheduler, STRING)) \
    EVENT(76, scheduler_broken, FIELD(u32, thread, THREAD) FIELD(u32, fault, STRING))
// clang-format on

// Names that --events accepts besides those of the events: GROUP(name, first, last).
// clang-format off
#define EVENT_GROUP_TABLE(GROUP) \
    GROUP(thread, thread_create, thread_wakeup) GROUP(monitor, monitor_block, thread_sleep) \
    GROUP(interrupt, interrupt_enter, interrupt_leave) GROUP(class, class_load, class_load) \
    GROUP(method, translate, method_unwind) GROUP(allocation, allocate, allocate) \
    GROUP(collection, collection_begin, object_ages) GROUP(heap, heap_occupancy, heap_occupancy) \
    GROUP(portal, portal_call, portal_return) GROUP(domain, domain_create, domain_end) \
    GROUP(exception, exception_throw, exception_throw) GROUP(fault, page_fault, page_fault) \
    GROUP(stolen, stolen_time, kernel_java) GROUP(socket, socket_connect, socket_close)
// More of a group that is named above.
#define EVENT_GROUP_MORE_TABLE(GROUP) \
    GROUP(monitor, monitor_acquire, monitor_acquire) GROUP(heap, heap_generations, heap_generations) \
    GROUP(thread, thread_migrate, thread_migrate) GROUP(collection, world_stopped, world_stopped) \
    GROUP(collection, world_resumed, world_resumed) GROUP(class, class_unload, class_unload) \
    GROUP(thread, scheduler_begin, scheduler_broken)
// clang-format on

enum event_id {
#define EVENT(number, name, fields) EVENT_##name = (number),
    EVENT_TABLE(EVENT)
#undef EVENT
        EVENT_KERNEL_END,
    EVENT_USER_FIRST = 256, // the first number that EventLog.createEvent returns
    EVENT_USER_END = 65536,
};

enum event_unit {
    UNIT_NUMBER,
    UNIT_BYTES,
    UNIT_TICKS,
    UNIT_NANOSECONDS,
    UNIT_ADDRESS,
    UNIT_THREAD,
    UNIT_METHOD,
    UNIT_CLASS,
    UNIT_DOMAIN,
    UNIT_STACK,
    UNIT_SWITCH_REASON,
    UNIT_SAMPLE_STATE,
    UNIT_COLLECTION_CAUSE,
    UNIT_COLLECTION_PHASE,
    UNIT_STOLEN_KIND,
    UNIT_CONTROL_KIND,
    UNIT_STRING, // of NAME_STRING's, 0 if none
    UNIT_COUNTER,
};

// The low four bits of a record's length. Kernel events are always FORM_TABLE; a component's event has its own number
// as id.
enum event_form {
    FORM_TABLE = 0,   // fields by EVENT_TABLE
    FORM_NONE = 1,    // component's event without information; 16 bytes, `a` is 0
    FORM_INT = 2,     // s32 at 12; 16 bytes
    FORM_INT_INT = 3, // s32 at 12, s32 at 16; 32 bytes
    FORM_LONG = 4,    // `a` is 0, s64 at 16; 32 bytes
    FORM_TEXT = 5,    // s32 at 12, u8 length at 16, up to 63 bytes of UTF-8 from 17; 32 to 80 bytes
};
#define EVENT_FORM_MASK 15u
#define EVENT_TEXT_BYTES 63u

// Values of the enumerated units; NAME(number, name) in each list.
// clang-format off
#define SWITCH_REASON_TABLE(NAME) \
    NAME(0, none) NAME(1, quantum) NAME(2, yield) NAME(3, monitor) NAME(4, wait) NAME(5, park) NAME(6, sleep) \
    NAME(7, end) NAME(8, input) NAME(9, output) NAME(10, collection) NAME(11, portal) NAME(12, idle_over) \
    NAME(13, class_init) NAME(14, socket)
// clang-format on
// clang-format off
#define SAMPLE_STATE_TABLE(NAME) \
    NAME(0, translated) NAME(1, native) NAME(2, kernel) NAME(3, collector) NAME(4, translator) NAME(5, linking) \
    NAME(6, idle) NAME(7, instrument)
// clang-format on
#define COLLECTION_CAUSE_TABLE(NAME) NAME(0, full) NAME(1, requested) NAME(2, young_full) NAME(3, census)
#define COLLECTION_PHASE_TABLE(NAME) NAME(0, stop) NAME(1, roots) NAME(2, copy) NAME(3, references) NAME(4, release)
// In the order of enum stolen_kind.
#define STOLEN_KIND_TABLE(NAME) NAME(0, interrupts) NAME(1, collection) NAME(2, translation) NAME(3, linking)
// What may be asked of a running guest (struct region_control), by the host and by gnomon.Profiler.
// clang-format off
#define CONTROL_KIND_TABLE(NAME) \
    NAME(0, none) NAME(1, moment) NAME(2, end) NAME(3, mark) NAME(4, clear) NAME(5, sample) NAME(6, sample_cpu) \
    NAME(7, stacks) NAME(8, events) NAME(9, time) NAME(10, no_time) NAME(11, trace) NAME(12, no_trace) \
    NAME(13, census) NAME(14, alloc) NAME(15, no_alloc) NAME(16, dump_heap)
// clang-format on

#define NAME(number, name) SWITCH_##name = (number),
enum switch_reason { SWITCH_REASON_TABLE(NAME) SWITCH_REASONS };
#undef NAME
#define NAME(number, name) SAMPLE_##name = (number),
enum sample_state { SAMPLE_STATE_TABLE(NAME) SAMPLE_STATES };
#undef NAME
#define NAME(number, name) COLLECTION_CAUSE_##name = (number),
enum collection_cause { COLLECTION_CAUSE_TABLE(NAME) COLLECTION_CAUSES };
#undef NAME
#define NAME(number, name) COLLECTION_PHASE_##name = (number),
enum collection_phase { COLLECTION_PHASE_TABLE(NAME) COLLECTION_PHASES };
#undef NAME
#define NAME(number, name) CONTROL_##name = (number),
enum control_kind { CONTROL_KIND_TABLE(NAME) CONTROL_KINDS };
#undef NAME

// The whole table as text, the same for every file that includes this header.
#define FIELD(type, name, unit) #type " " #name " " #unit ";"
#define EVENT(number, name, fields) #number " " #name " {" fields "}"
#define NAME(number, name) #number "=" #name ","
static const char EVENT_TABLE_TEXT[] = EVENT_TABLE(EVENT) SWITCH_REASON_TABLE(NAME) SAMPLE_STATE_TABLE(NAME)
    COLLECTION_CAUSE_TABLE(NAME) COLLECTION_PHASE_TABLE(NAME) STOLEN_KIND_TABLE(NAME) CONTROL_KIND_TABLE(NAME);
#undef FIELD
#undef EVENT
#undef NAME

static inline u64 event_table_hash(void) {
    return hash_bytes(HASH_START, EVENT_TABLE_TEXT, sizeof(EVENT_TABLE_TEXT) - 1);
}

// Bytes of a kernel event's record, header included: computed from the table's own field types.
#define EVENT_RECORD_BYTES(payload_bytes) (((12u + (payload_bytes)) + 15u) & ~15u)
#define FIELD(type, name, unit) +(u32)sizeof(type)
#define EVENT(number, name, fields) EVENT_BYTES_##name = EVENT_RECORD_BYTES(0u fields),
enum event_bytes { EVENT_TABLE(EVENT) };
#undef FIELD
#undef EVENT

// The record of each event: struct event_thread_switch has `to`, `from` and `reason` behind what every record begins
// with (struct region_record).
#define FIELD(type, name, unit) type name;
#define EVENT(number, name, fields)   \
    struct event_##name {             \
        u64 ticks;                    \
        u16 record_id, record_length; \
        fields                        \
    } __attribute__((may_alias));
EVENT_TABLE(EVENT)
#undef FIELD
#undef EVENT

// The fields of a record of up to 32 bytes in words, as the functions that record one take them (log/log.h).
struct event_words {
    u32 a; // at 12
    u64 b; // at 16
    u64 c; // at 24
};
#define EVENT_WORDS_END 32u
static inline void event_words_put(struct event_words *words, u32 offset, u64 value) {
    if (offset == 12) {
        words->a = (u32)value;
    } else {
        *(offset < 24 ? &words->b : &words->c) |= value << 8 * (offset & 4);
    }
}
#define FIELD(type, name, unit) event_words_put(&words, __builtin_offsetof(__typeof__(*record), name), record->name);
#define EVENT(number, name, fields)                                                          \
    static inline struct event_words event_words_##name(const struct event_##name *record) { \
        struct event_words words = {0};                                                      \
        fields return words;                                                                 \
    }
EVENT_TABLE(EVENT)
#undef FIELD
#undef EVENT
#define EVENT_WORDS(name, ...)                                                          \
    ({                                                                                  \
        _Static_assert(sizeof(struct event_##name) <= EVENT_WORDS_END, "they hold it"); \
        event_words_##name(&(const struct event_##name){__VA_ARGS__});                  \
    })

// Without gaps, as the guest writes them.
#define FIELD(type, name, unit) +(u32)sizeof(type)
#define EVENT(number, name, fields) \
    _Static_assert(sizeof(struct event_##name) == ((12u + (0u fields) + 7u) & ~7u), #name " has no gaps");
EVENT_TABLE(EVENT)
#undef FIELD
#undef EVENT

// ---- What a name of an --events list stands for

struct event_group {
    const char *name;
    u8 first, last;
};

static const struct event_group event_groups[] = {
#define GROUP(name, first, last) {#name, EVENT_##first, EVENT_##last},
    EVENT_GROUP_TABLE(GROUP) EVENT_GROUP_MORE_TABLE(GROUP)
#undef GROUP
        {"all", 1, EVENT_KERNEL_END - 1},
#define FIELD(type, name, unit)
#define EVENT(number, name, fields) {#name, number, number},
    EVENT_TABLE(EVENT)
#undef EVENT
#undef FIELD
};

static inline bool event_name_is(const char *known, const char *name, size_t length) {
    size_t at = 0;
    while (at < length && known[at] && known[at] == name[at]) at++;
    return at == length && !known[at];
}

// Adds the events of an event's name, a group's or "all" to a mask by event number. Returns false if there is no such
// name.
static inline bool event_select(u64 mask[4], const char *name, size_t length) {
    bool found = false;
    for (size_t i = 0; i < COUNT_OF(event_groups); i++) {
        const struct event_group *group = &event_groups[i];
        if (!event_name_is(group->name, name, length)) continue;
        for (u32 id = group->first; id <= group->last; id++) mask[id / 64] |= 1ull << id % 64;
        found = true;
    }
    return found;
}

#endif
