// What threads sent and received through sockets, and how long they waited for that, as the events tell it
// (`--events socket`, and for the waits `thread`). A wait for a socket belongs to what its thread did next with one, as
// the events do not say which socket it was: one that ended by a time-out or an error comes with a later one, or if
// there is none, stands alone.
#ifndef VIZ_ANALYSE_TRAFFIC_H
#define VIZ_ANALYSE_TRAFFIC_H

#include "viz/analyse/frames.h"
#include "viz/analyse/profile.h"

// TRAFFIC_OTHER: datagrams, and connections made before the first event. TRAFFIC_WAITS: only waited.
enum traffic_kind { TRAFFIC_PORT, TRAFFIC_PATH, TRAFFIC_OTHER, TRAFFIC_WAITS };

// One thread, with all connections that have the same listener's port, or that are of another kind.
struct traffic_use {
    u32 thread, port; // 0 unless it is TRAFFIC_PORT
    enum traffic_kind kind;
    u64 sends, sent_bytes, receives, received_bytes;
    u64 waits, waited; // ticks
    u32 site;          // in `sites`: a frame; 0 if it is not known
};

struct traffic {
    struct traffic_use *uses; // those with most bytes first
    size_t use_count, use_capacity;
    bool has_waits;                // switches of threads were recorded
    bool has_events;               // of sockets
    struct traffic_making *making; // until traffic_end
    // The same by call site as well, if stacks were kept: the innermost frame that is not of the class library.
    struct traffic_use *site_uses;
    size_t site_count;
    struct frames frames;
};

// "Shop.answer(HttpExchange, String), line 12"; valid until the traffic is freed. `line`: 0 if it is not known.
const char *traffic_site(const struct traffic *traffic, const struct traffic_use *use, u32 *line);

// The frame that did something with a socket, from an event's stack: the innermost one of the program, or if there is
// none, the outermost one, plus 1; 0 if the stack was not kept.
u32 traffic_site_of(struct frames *frames, u32 stack, u64 ticks);

// Parts of the making of a profile, which has one: each event is noted, in order.
struct traffic *traffic_begin(const struct profile *profile);
void traffic_note(struct traffic *traffic, const struct event *event);
void traffic_end(struct traffic *traffic);
void traffic_free(struct traffic *traffic);

#endif
