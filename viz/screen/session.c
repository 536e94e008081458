// See session.h.
#include "viz/screen/session.h"

#include "viz/cli/time.h"

void session_close(struct session *session) {
    if (!session->is_open) return;
    profile_free(&session->profile);
    recording_close(&session->recording);
    session->is_open = false;
}

void session_sort(struct session *session, const char *key) {
    session->sort = key;
    if (!key) key = session->profile.edge_count || !session->profile.sample_count ? "self" : "samples";
    session->view.sort = key;
    profile_sort(&session->profile, key);
}

bool session_read(struct session *session, struct problem *problem) {
    u64 start = time_now_ns();
    session_close(session);
    if (!recording_open(&session->recording, session->path, problem)) return false;
    if (!recording_select(&session->recording, &session->filter, problem)) {
        recording_close(&session->recording);
        return false;
    }
    profile_make(&session->profile, &session->recording);
    session->view = (struct view){.profile = &session->profile, .filter = session->filter.methods};
    session_sort(session, session->sort);
    session->is_open = true;
    session->read_ns = time_now_ns() - start;
    return true;
}
