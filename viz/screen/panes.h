// What gnomon top shows, as text: each pane by itself, from a recording as it was just read and as it was before. A
// figure of the last interval is the difference of the two.
#ifndef VIZ_SCREEN_PANES_H
#define VIZ_SCREEN_PANES_H

#include "viz/screen/session.h"

struct method_then {
    u32 id;
    u64 count, samples;
    s64 self; // ticks
};

struct thread_then {
    u32 number;
    s64 running; // ticks
    u64 allocated_bytes;
};

// The figures of one reading, with which the next one is compared. Methods and threads are sorted by their numbers.
struct snapshot {
    bool taken;
    u64 start_ticks; // of the guest
    s64 elapsed_ticks, ledger[LEDGER_ACCOUNTS];
    u64 end_ticks, allocated_bytes;
    struct method_then *methods;
    size_t method_count;
    struct thread_then *threads;
    size_t thread_count;
};

void snapshot_take(struct snapshot *snapshot, const struct session *session);
// Whether it is of the guest that the session has read: another run may have begun in its directory.
bool snapshot_is_of(const struct snapshot *snapshot, const struct session *session);
void snapshot_free(struct snapshot *snapshot);

// KEY: the letter that shows or hides a pane on the screen.
#define PANE_TABLE(PANE) PANE(ledger, 'l') PANE(heap, 'h') PANE(allocation, 'a') PANE(threads, 't') PANE(methods, 'm')
#define PANE(name, key) PANE_##name,
enum pane { PANE_TABLE(PANE) PANES };
#undef PANE

struct pane_place {
    u32 columns, rows; // 0 for no limit
    u32 from;          // methods: how many are skipped
};

enum { LINE_HEAD = 1 }; // a line that begins with this byte is a heading

// Appends lines. At the first reading `before` has not been taken.
void pane_put(struct buffer *text, enum pane pane, const struct session *session, const struct snapshot *before,
              const struct pane_place *place);
// What ran, for how long, and what was lost.
void panes_put_title(struct buffer *text, const struct session *session, u32 columns);

#endif
