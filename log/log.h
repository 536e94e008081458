// What the kernel reports to the log. Nothing here blocks (except log_output), allocates, takes a lock or fails its
// caller: what finds no room is counted. Unless it says otherwise, a function is for thread level, with r15 a thread
// that log_thread_create has seen.
//
// Order at boot: log_init, log_thread_create and log_thread_adopt for the idle thread, log_calibrate (interrupts on;
// the machine's reference clock is read), log_running.
#ifndef LOG_LOG_H
#define LOG_LOG_H

#include "base/text.h"
#include "log/events.h"
#include "log/region.h"
#include "log/thread.h"

struct trap_frame;

// ---- Life of the region

struct log_config {
    // the bits of enum region_flag that were asked for: those for deterministic, unordered, ring, timing, sampling, CPU
    // sampling, stacks and allocations
    u32 flags;
    u32 machine;      // enum region_machine
    u64 sample_hz;    // 0 if off
    u64 stack_frames; // kept of each sample, at most SAMPLER_MAX_FRAMES (log/sampler.h)
    u64 slow_calls;   // kept of each timed method, at most SLOW_CALLS_MOST; 0 for none
    u64 jitter_seed;
    u64 quantum_ns;
    s64 epoch_ns;                // wall time at the kernel's entry, in deterministic runs
    u64 event_mask[4];           // by event number; see log_events_select
    bool ages;                   // count survivals by class
    u64 allocation_bytes;        // one `allocate` event for so many bytes allocated; 1 for each object
    bool distrust_counter;       // as if it were not constant; for tests
    u32 counters[COUNTERS_MOST]; // by COUNTER_TABLE
    u32 counter_count;
    bool net; // there is a stream to the host's network
};

// Adds what one name of an --events list stands for: an event's name, a group (thread, monitor, interrupt, class,
// method, allocation, collection, heap, portal, domain, exception, fault) or "all". Returns false if there is no such
// name.
bool log_events_select(u64 mask[4], const char *name, size_t length);

// Lays out the region at REGION_START (machine.region_bytes) and starts clock and ledger. No other function of this
// header may be called before it.
void log_init(const struct log_config *config);

// How far the counter of processor `number` is from that of the processor that boots, for the region: measured by both
// at once, some milliseconds long. Before it logs anything. Deterministic runs have one counter, and do nothing.
void log_offset_measure(u32 number); // on the processor that boots
void log_offset_answer(u32 number);  // on the other one
// What the region has of the kernel's lock and this processor, which counts there what it does with it; NULL where
// there is one processor.
struct region_lock *log_kernel_lock(u32 number);
// Measures the counter's frequency and what the probes cost. Takes about 20 ms of real time; in deterministic runs
// nothing that would differ from run to run.
void log_calibrate(void);
// Starts the counters that config names, before threads run, and those of each other processor, which does so itself.
// Returns false if the machine does not have them.
bool counters_start(void);
bool counters_start_other(void);
// The kernel is up, and from now on each part of it reports what its time is used for (a new thread's is translated
// code's). The second: the program's main is being called.
void log_running(void);
void log_main(void);
// The program has ended: closes packets, copies what only memory held, stores the status. Turns interrupts off, for
// good. Nothing may be logged after it. The other processors are stopped.
void log_finish(s32 exit_status);
// From a panic, at any level: fills the crash page from the frame (NULL if the caller's registers are not known) and
// the backtrace addresses that the caller gives, and marks the region. `cpu`: the processor that panics; the others
// stand.
void log_crash(const struct trap_frame *frame, u32 cpu, const char *reason, const u64 *backtrace, size_t frames);
// The kernel's events that are recorded, by number: what the configuration says, until a request changes it.
extern u64 log_event_mask[4];
// Whether the event is wanted; emitters that must do work for it ask first.
static inline bool log_event_wanted(enum event_id id) { return log_event_mask[id / 64] >> (id % 64) & 1; }

// ---- What the kernel itself does only for the sake of the instruments: from a reading of ticks, and of the counters
// that belong to it, up to log_charge the time is the instruments', less what others have accounted for meanwhile

struct log_reading {
    u64 ticks;
    s64 instrument, outside;
    s64 host; // known part of the time in which the host ran something else
};
struct log_reading log_read(const struct log_thread *thread);
void log_charge(struct log_thread *thread, const struct log_reading *from);

#define LOG_PAIR(first, second) ((u64)(u32)(first) | (u64)(u32)(second) << 32)

// ---- Events, by the names of their fields, of which those that are left out are 0:
//
//     LOG_EVENT(thread_sleep, .stack = stack, .limit = nanoseconds);
//
// There is one macro for each level that may be interrupted by the next. LOG_EVENT_AT is for a moment just past, since
// which nothing was logged at thread level.
#define LOG_EVENT(name, ...) LOG_EVENT_BY(log_event, name, __VA_ARGS__)
#define LOG_EVENT_INTERRUPT(name, ...) LOG_EVENT_BY(log_event_interrupt, name, __VA_ARGS__)
#define LOG_EVENT_FAULT(name, ...) LOG_EVENT_BY(log_event_fault, name, __VA_ARGS__)
#define LOG_EVENT_AT(at, name, ...)                                               \
    do {                                                                          \
        const struct event_words log_words_ = EVENT_WORDS(name, __VA_ARGS__);     \
        log_event_at(at, EVENT_##name, log_words_.a, log_words_.b, log_words_.c); \
    } while (0)
#define LOG_EVENT_BY(record, name, ...)                                       \
    do {                                                                      \
        const struct event_words log_words_ = EVENT_WORDS(name, __VA_ARGS__); \
        record(EVENT_##name, log_words_.a, log_words_.b, log_words_.c);       \
    } while (0)

// `b` and `c` hold the fields after the first u32, as they lie in the record. They are ignored if the event has no such
// fields.
// `at` is 0 for now.
void log_event_at(u64 at, enum event_id id, u32 a, u64 b, u64 c);
static inline void log_event(enum event_id id, u32 a, u64 b, u64 c) {
    if (log_event_wanted(id)) log_event_at(0, id, a, b, c);
}
void log_event_interrupt(enum event_id id, u32 a, u64 b, u64 c);
void log_event_fault(enum event_id id, u32 a, u64 b, u64 c);
// A sample, from the timer interrupt.
void log_event_sample(const struct event_sample *sample);

// For such an event: the stack of a thread that is not running Java now, as a node (log/region.h); 0 if the event is
// not wanted, or stacks are not. The running thread pays for it.
u32 log_event_stack(enum event_id id, const struct log_thread *thread);

// ---- Threads

// Gives the thread its entry in the region and, if methods are timed, its activation stack; logs thread_create. Fills
// in the probes' part of thread->entries.
void log_thread_create(struct log_thread *thread, struct log_thread *parent, u32 domain);
// From now on the running code is this thread: for the idle thread, once, after log_thread_create with no parent.
void log_thread_adopt(struct log_thread *thread);
// The same for the idle thread of another processor, which it runs on, with interrupts off.
void log_processor_start(struct log_thread *thread, u32 processor);
void log_thread_name(u32 thread_number, const char *name, size_t length);
// The processor turns from one thread to another now, before stub_switch; `now` is the one reading that ends from's
// time and begins to's.
void log_thread_switch(struct log_thread *from, struct log_thread *to, enum switch_reason reason, u64 now);
// `waker` is the running thread, or NULL for the clock. `reason` is why the thread was not running.
void log_wakeup(struct log_thread *thread, struct log_thread *waker, enum switch_reason reason);
static inline void log_thread_wakeup(struct log_thread *thread, struct log_thread *waker, enum switch_reason reason) {
    if (UNLIKELY(log_event_wanted(EVENT_thread_wakeup))) log_wakeup(thread, waker, reason);
}
// As log_work_end (log/thread.h), for the one that has waited for the thread's work and waits no longer. Nobody looks
// at its stack any more afterwards, on any processor.
void log_work_abandon(struct log_thread *thread);
// The current thread will run no more Java. Its root is closed by the switch whose reason is SWITCH_end.
void log_thread_end(struct log_thread *thread);

// ---- Names

// A new number for a class, from 1, by which records name it; never used again in a run. And the first of new numbers
// in a row for so many methods, from METHOD_ID_FIRST.
u32 log_new_class_id(void);
u32 log_new_method_ids(u32 count);
// A new number for an object that is locked, from 1.
u32 log_new_object_id(void);
// What the log records of a class and of a method; texts are UTF-8 as class files have it.
struct log_class {
    u32 id, super; // super is 0 if there is none
    struct text name, source;
};
struct log_method {
    u32 id, class;
    u32 flags;       // enum name_method_flag
    u32 known_flags; // those that have been recorded before; 0 if none
    struct text name, descriptor;
};
void log_class_load(const struct log_class *class, u64 bytes);
void log_method_name(const struct log_method *method);
// New code of a method that has been named: its address range with places and lines, and the translate event.
struct log_code {
    u64 start;
    u32 size;
    u32 method;
    enum code_kind kind;
    bool has_origins;
    const u8 *places; // and runs
    u32 places_bytes, place_count, run_count;
    u32 inlined_calls, bytecode_bytes;
    bool is_first;   // the method's first
    u64 spent_ticks; // what the translation took
};
// Returns where in the log the end of the code's validity is stored, or NULL if there was no room for the record.
u64 *log_code(const struct log_code *code);
// The code is gone: from now on its addresses may be another's. `valid_to` is what log_code returned.
void log_code_end(u64 *valid_to);
// For counting allocations: where the running thread has made objects. A method of 0 names none.
struct log_site {
    u32 method, class;
    u16 bytecode_index;
    u16 kind;         // enum allocation_kind
    u32 object_bytes; // the size of each object if it is known now, otherwise 0; not part of the key
};
bool log_counts_allocations(void);
// The site's number; 0 if there is none yet, or there was no room for it.
u32 log_allocation_find(const struct log_site *site);
// Makes the site. The class is named here if the log has no name for it, as for arrays and classes that are not loaded
// yet. Returns 0 if there is no room.
u32 log_allocation_add(const struct log_site *site, u16 line, const char *class_name, size_t length);
// Whether the size of its objects is known, so that only their number is counted.
bool log_allocation_is_fixed(u32 site);
// Whether the heap is to know of each object at which site it was made (base/layout.h), for ages by site.
bool log_keeps_sites(void);
// An object that was made there (0: where nothing was counted, or had no room) has survived its `age`th collection.
void log_site_survival(u32 site, u32 age, u64 bytes);
// The running thread has made an object there, in C: inline code counts for itself (log/inline.h).
void log_allocated(u32 site, u64 bytes);
// As log_charge, for what has been done to count allocations.
void log_allocation_charge(struct log_thread *thread, const struct log_reading *from);
// The allocation probe: the running thread has allocated an object of this class in this method (0 if in none). It must
// be anchored where the stack begins.
void log_allocation(u32 class, u32 bytes, u32 method);
// Records only the name of a class: for one that no class file defines.
void log_class_name(const struct log_class *class);
// A range of the kernel's own code: stubs or functions.
void log_code_range(u64 start, u64 bytes, enum code_kind kind, const char *name, size_t length);
// A domain begins, or has ended, with the status of its program.
void log_domain(u32 number, const char *name, size_t length);
void log_domain_end(u32 number, s32 exit_status);
// What a domain, or with number 0 the kernel, has of memory at the end of the run, by enum account_kind; and, after all
// of these, what the machine has.
void log_memory(u32 number, const u64 bytes[ACCOUNT_KINDS]);
void log_memory_end(const u64 bytes[ACCOUNT_KINDS]);
// A number for a text, such as a mark's, by which records name it; 0 if it is empty, or there was no room.
u32 log_string(const char *text, size_t length);
// Records a pattern that was asked for, as the user wrote it.
void log_pattern(enum pattern_kind kind, const char *text, size_t length);

// ---- The ledger

// Ends the current account and begins the next with one reading; returns the previous one. Any level of the processor.
enum ledger_account ledger_switch(enum ledger_account account);
// While a processor stands at a safepoint, another one may settle its accounts or read them: it does not switch them
// itself. It reads, and switches with that reading when it goes on: at that moment, unless they have been settled
// since.
struct ledger_reading {
    u64 ticks;
    s64 interrupt, host, instrument; // as they were then
};
struct ledger_reading ledger_read(void);
enum ledger_account ledger_switch_since(enum ledger_account account, const struct ledger_reading *since);
// The running thread polls in the middle of long work in C: measures how long it has not (log/polls.c).
void polls_note(struct log_thread *thread);
static inline void log_polled(struct log_thread *thread) {
    if (UNLIKELY(thread->polled_ticks)) polls_note(thread);
}
// What all processors have had in the account so far, without the stretches that go on.
s64 log_ledger_ticks(enum ledger_account account);
// The native's entry in the tables of all processors, so that a call need not look for it; 0 if they have no room.
u32 log_native_entry(u32 method);
// The same for the account of natives; what follows is the time of the native whose entry the thread's next_native is.
enum ledger_account ledger_native_begin(void);

// ---- Stolen time: what the kernel does in a thread's time that is not the thread's own work (struct log_thread,
// stolen_ticks). May nest

struct log_stolen {
    u64 start_ticks;
    s64 base;
    u32 kind, account;
};
// Also switches the ledger to the account that goes with the kind, and back.
struct log_stolen log_stolen_begin(struct log_thread *thread, enum stolen_kind kind);
// Returns what has been taken.
s64 log_stolen_end(struct log_thread *thread, const struct log_stolen *stolen);
// Java that runs inside stolen time (class initialisers, loaders) is not stolen: it runs between pause and resume. It
// is timed under a root of its own, which names why the kernel ran it. Needed around every java_call, even if nothing
// is being stolen; cheap if methods are not timed.
struct log_java {
    u32 account;
    u32 native_entry; // in which the thread was
    bool is_read;     // how long it takes is measured; otherwise the rest is not set
    bool is_measured; // without timing too: it runs inside stolen time, or is an event
    u32 root;         // enum pseudo_method
    u64 start_ticks;
    s64 base;
    u64 activation_sp; // the root's, or 0 if there is none
};
// What the kernel runs for other reasons is the thread's own work.
static inline bool log_is_for_classes(u32 root) { return root == PSEUDO_INITIALISER || root == PSEUDO_LOADER; }
void log_java_read(struct log_thread *thread, enum pseudo_method root, bool is_measured, struct log_java *java);
void log_java_measured(struct log_thread *thread, const struct log_java *java);
static inline void log_java_begin(struct log_thread *thread, enum pseudo_method root, struct log_java *java) {
    java->account = ledger_switch(LEDGER_translated);
    java->native_entry = thread->native_entry;
    bool is_measured = thread->stolen_open || log_is_for_classes(root);
    java->is_read = is_measured || thread->timing;
    if (UNLIKELY(java->is_read)) log_java_read(thread, root, is_measured, java);
}
static inline void log_java_end(struct log_thread *thread, const struct log_java *java) {
    if (UNLIKELY(java->is_read)) {
        log_java_measured(thread, java);
        return;
    }
    thread->native_entry = java->native_entry;
    ledger_switch(java->account);
}

// ---- Interrupts. These go around everything that the timer interrupt's clients do, on its stack. `frame` may be
// changed

struct log_interrupt {
    u64 start_ticks;
    struct log_thread *thread; // whose time it is
    s64 host_ns;               // what the host had taken when it began
};
struct log_interrupt log_interrupt_enter(struct trap_frame *frame);
void log_interrupt_leave(const struct log_interrupt *interrupt, struct trap_frame *frame);
// Registers the sampler with the timer and sets the first deadline. An `hz` of 0 stops it. May be called while the
// program runs.
void log_sampler_start(u64 hz);

// ---- Timing, for the unwinder: a handler was found in a frame whose rsp, in its body, is `sp`: closes every
// activation of the frames below. An activation belongs to the frame whose return address is at or above it, so `sp`
// may be any address in the frame up to its saved rbp
void log_unwind(struct log_thread *thread, u64 sp);

// ---- The heap (log/heap.c)

// Appends a census, with all fields but `ticks` filled in, and its classes. If there is no room for it, or if it is
// NULL because there was no memory to take one, that is counted, and false is returned.
bool log_census(const struct region_census *census, const struct region_census_class *classes);
// An object of the class has survived a collection for the `age`th time, 1 to REGION_AGES. Does nothing without --ages.
void log_survival(u32 class, u32 age, u64 bytes);
// An object that will be in no further young collection has survived fewer times than are counted.
void log_survival_ends(void);

// ---- Time

u64 log_ticks(void);
u64 log_hz(void);
// System.nanoTime and System.currentTimeMillis read these: nanoseconds since the kernel's entry, and since 1970.
s64 log_monotonic_ns(void);
// Does what the host has asked for, or arranges it. Returns false if there was nothing.
bool log_obey_request(const struct trap_frame *frame);
s64 log_wall_ns(void);
u64 log_ticks_of_ns(u64 nanoseconds);
u64 log_ns_of_ticks(u64 ticks);

// ---- The program's output. Waits while the ring is full, yielding to other threads

void log_output(u32 fd, const void *bytes, size_t length);
// The same where no other thread may run meanwhile: waits for the host alone.
void log_output_at_once(u32 fd, const void *bytes, size_t length);
// Records of another kind (REGION_OUTPUT_FILE...), after log_finish or where no other thread may run. Waits without
// yielding.
void log_output_last(u32 number, const void *bytes, size_t length);
// Ends a file whose length was REGION_OUTPUT_UNKNOWN_BYTES.
void log_output_last_end(void);

// ---- The program's input: bytes of its stdin as the host sends them; 0 if there are no more, -1 if there are none yet
// and the host has been asked for some

s64 log_input(void *to, u64 bytes);
// How much could be had without waiting.
s64 log_input_available(void);

// What the host and the kernel share of the stream to the host's network (base/link.h); NULL if there is none.
struct link_shared *log_net(void);

// ---- gnomon.EventLog

// The number of the event type of this name, which is a new one if there is none and there may be; 0 if not, or if no
// number is left. At most 255 bytes of the name are kept.
u32 log_user_event(const char *name, size_t length, bool may_be_new, bool *is_new);
// A record with a number and text, of which 63 bytes are kept (cut between characters).
void log_user_text(u32 event, s32 number, const char *text, size_t length);
// Counts one that a limit keeps out.
void log_user_limited(void);
void log_user_record(u32 event, enum event_form form, s32 a, s64 b);

#endif
