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

// Whether the process that writes to this region is still there, as far as the host can tell.
bool control_guest_lives(int descriptor);
// `path` is as for reader_open. Waits its turn if another host is making a request. A run that has ended, or a region
// that may not be written to, is a problem of status 1.
bool control_open(struct control *control, const char *path, struct problem *problem);
void control_close(struct control *control);

struct control_request {
    enum control_kind kind;
    u64 number;
    u64 event_mask[4];
    const char *text; // NULL if there is none
};
// Makes a request, and waits for the answer, for at most CONTROL_WAIT_NS; `words` (of CONTROL_ANSWER_BYTES) gets what
// the guest says. If the guest refuses, or does not answer, that is a problem of status 1; then nothing has changed.
#define CONTROL_WAIT_NS 2000000000u
bool control_ask(struct control *control, const struct control_request *request, char *words, struct problem *problem);
// After CONTROL_moment: the guest may go on.
void control_release(struct control *control);

// Where gnomon run puts the dump of the heap that is asked for by this number; to be freed.
char *control_dump_path(const char *directory, u64 number);
// Whether a request waits for the guest.
bool control_is_waiting(const struct region_header *header, u64 bytes);

#endif
