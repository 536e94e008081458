// A recording that is looked at for a while, by `gnomon top` and `gnomon shell`: opened, and read again on request,
// because its guest may still be running. Then everything is read anew, so nothing that points into it may be kept.
#ifndef VIZ_SCREEN_SESSION_H
#define VIZ_SCREEN_SESSION_H

#include "viz/analyse/filter.h"
#include "viz/analyse/view.h"

struct session {
    const char *path;     // as the user gave it
    const char *sort;     // one of PROFILE_SORT_KEYS; NULL: self, or samples if nothing was timed
    struct filter filter; // of what is read
    struct recording recording;
    struct profile profile;
    struct view view;
    u64 read_ns; // how long reading took
    bool is_open;
};

// Reads it, or reads it again if it is open. On failure the session is closed.
bool session_read(struct session *session, struct problem *problem);
void session_sort(struct session *session, const char *key);
void session_close(struct session *session);

#endif
