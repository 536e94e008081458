// Requests to a running guest (struct region_control).
#ifndef VIZ_READ_CONTROL_H
#define VIZ_READ_CONTROL_H

#include "log/events.h"
#include "log/region.h"
#include "viz/cli/buffer.h"

struct control {
    char *path; // of the region
    int descriptor;
    u64 bytes;
    struct region_header *header; // the region, mapped for writing
    struct region_control *mailbox;
    u64 number; // of the request that is being made
};

// Whether the process that writes to this region is there still, as far as the host can tell.
bool control_guest_lives(int descriptor);
// `path` as for reader_open. Waits its turn where another host is at it. A run that has ended, or a region that nobody
// may write to, is a problem of status 1.
bool control_open(struct control *control, const char *path, struct problem *problem);
void control_close(struct control *control);

struct control_request {
    enum control_kind kind;
    u64 number;
    u64 event_mask[4];
    const char *text; // NULL: none
};
// Asks, and waits for the answer, for at most CONTROL_WAIT_NS; `words` (of CONTROL_ANSWER_BYTES) gets what the guest
// says. What it refuses is a problem of status 1, and so is no answer; nothing has changed then.
#define CONTROL_WAIT_NS 2000000000u
bool control_ask(struct control *control, const struct control_request *request, char *words, struct problem *problem);
// Behind CONTROL_moment: the guest may go on.
void control_release(struct control *control);

// Where gnomon run puts the dump of the heap that is asked for by this number; to be freed.
char *control_dump_path(const char *directory, u64 number);
// Whether a request waits for the guest.
bool control_is_waiting(const struct region_header *header, u64 bytes);

#endif
