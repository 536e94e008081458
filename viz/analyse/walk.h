// A walk over a recording, for every export that shows what happened when. Events are told in the order of time, and
// with them what follows from several of them: in which state a thread was from when to when, what began and ended
// within each other, how a figure changed. A visitor gives functions for what it wants to know.
#ifndef VIZ_ANALYSE_WALK_H
#define VIZ_ANALYSE_WALK_H

#include "log/events.h"
#include "viz/read/recording.h"
#include "viz/read/stream.h"

enum walk_place { PLACE_THREAD, PLACE_CPU };

// Where something happened: a thread, or a processor if no thread did it.
struct walk_lane {
    enum walk_place place;
    u32 number;
};

enum walk_state_kind { STATE_UNKNOWN, STATE_RUNNING, STATE_READY, STATE_WAITING };

// What is known of a wait, as far as it was recorded; otherwise 0. Stacks are nodes of the recording's.
struct walk_wait {
    u32 class, object; // whose monitor; `class` alone: of the object it parked on
    u32 owner;         // the thread that had the monitor
    u32 stack;         // where it began to wait
    u32 owner_stack;   // where the owner was then
    u32 waker, waker_stack;
};

// A thread's time in one state. States follow each other without gaps, from when the log first says what the thread
// does (if nothing was overwritten: from its creation) to its end. They are known only if thread_switch was logged;
// without thread_wakeup, a thread counts as waiting until it runs.
struct walk_state {
    u32 thread;
    enum walk_state_kind kind;
    u32 cpu;               // on which it ran
    u32 reason;            // enum switch_reason: what it waits for, or why it is ready
    u32 waker;             // of one that is ready: the thread that woke it, 0 if none
    struct walk_wait wait; // of one that waits
    u64 start, end;
    bool open; // it had not ended when the recording did
};

enum walk_slice_kind { SLICE_METHOD, SLICE_COLLECTION, SLICE_PHASE, SLICE_INTERRUPT, SLICE_KINDS };
enum walk_slice_end { SLICE_LEFT, SLICE_UNWOUND, SLICE_ABANDONED, SLICE_OPEN };

// What has a beginning and an end. Slices of one lane are nested, exactly. One whose end was lost is abandoned: it ends
// with the one that encloses it. One that has not ended is open, and ends with the recording.
struct walk_slice {
    struct walk_lane lane;
    enum walk_slice_kind kind;
    u32 id; // method, cause, phase, vector
    const char *name;
    u32 depth;      // how many enclose it
    u64 start, end; // the end is 0 at its beginning
    enum walk_slice_end how;
    bool holed; // records of its processor were lost while it lasted: what ended in it may have been another
};

struct walk_sample {
    u64 ticks;
    u64 time;                                  // in ticks: how much it stands for
    u32 cpu, thread, ip, state, stack, weight; // the weight is never 0
};

enum walk_unit { COUNT_UNIT, BYTES_UNIT };

struct walk_counter {
    const char *name;
    enum walk_unit unit;
    u64 ticks, value;
};

struct walk_visitor {
    // Once for each lane, before anything else happens there
    void (*lane)(void *context, const struct walk_lane *lane);
    // Every record. `told` says that it is also reported as a state, slice, sample or counter, or as the end of one
    void (*event)(void *context, const struct event *event, bool told);
    void (*state)(void *context, const struct walk_state *state); // when it has ended
    void (*begin)(void *context, const struct walk_slice *slice);
    void (*end)(void *context, const struct walk_slice *slice);
    void (*sample)(void *context, const struct walk_sample *sample);
    void (*counter)(void *context, const struct walk_counter *counter);
    void (*loss)(void *context, const struct event_loss *loss); // before what comes after it
    // The end of something whose beginning is missing, after its event
    void (*unmatched)(void *context, const struct event *event);
};

// What the log left open: ends whose beginnings are missing.
struct walk_result {
    u64 unmatched_ends;
};

struct walk_result walk_recording(const struct recording *recording, const struct walk_visitor *visitor, void *context);

// The number of the flow from a wakeup to the time in which the woken thread is ready.
static inline u64 walk_flow(u64 ticks, u32 woken) { return ticks << 16 ^ woken; }
// What an event that is a sample says.
struct walk_sample walk_sample_of(const struct event *event);
// Whether nothing was overwritten or left out at the beginning, so that it is known what happened first.
bool walk_is_whole(const struct recording *recording);
// Where an event that is not shown by a slice appears: at its thread or, if none ran, at its processor.
struct walk_lane walk_event_lane(const struct event *event);
const char *walk_slice_kind_name(enum walk_slice_kind kind);
// "running", "ready", "waiting: monitor".
void walk_put_state(struct buffer *text, const struct walk_state *state);

#endif
