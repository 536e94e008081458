// Two recordings compared. A figure has changed if it differs by more than the errors of both; figures within their
// errors are only counted. For two deterministic recordings, the first record that differs.
//
// The error of a time is that of the instruments (profile.h), and in real time also what calls differ among each other
// (of few calls: what the host may have taken from them), and what two runs of the same on one machine differ by, which
// no single run can know: `noise`, a part of the figure.
#ifndef VIZ_ANALYSE_DIFF_H
#define VIZ_ANALYSE_DIFF_H

#include "viz/analyse/profile.h"

struct diff_side {
    struct recording recording;
    struct profile profile;
};

struct diff {
    struct diff_side a, b;
    const char *sort; // the figure of methods that is compared, of PROFILE_SORT_KEYS: a time, "count" or "samples"
    const struct text_list *filter;
    double noise; // a fraction: 0.1 is 10 %. Not used for deterministic recordings.
};

struct change {
    char *name;
    double a, b, error; // ns, or a number; the errors of both
    u64 a_count, b_count;
};

struct changes {
    struct change *items; // those that changed, by how much beyond the errors
    size_t count, capacity;
    size_t within; // how many have not changed
};

bool diff_is_deterministic(const struct diff *diff);
void diff_methods(struct changes *changes, const struct diff *diff);
void diff_packages(struct changes *changes, const struct diff *diff);
void diff_samples(struct changes *changes, const struct diff *diff); // times by sampling, of methods
void diff_events(struct changes *changes, const struct diff *diff);
void changes_free(struct changes *changes);

// ---- diff_records.c

// A place where two recordings part: the lines before it, which are in both, and what each has next.
struct parting {
    bool found;
    bool a_ended, b_ended;      // it has nothing more
    u64 records;                // that are in both before it
    u64 a_ticks, b_ticks;       // of the record, or of the end; since the kernel's entry
    struct buffer common, a, b; // lines
};

struct partings {
    u64 compared, overwritten; // records; `overwritten`: how many the start of at least one of the two has lost
    struct parting exact;      // the first record that differs at all
    struct parting happening;  // if only times, sizes and addresses differ there: where something else happens
};

void diff_records(struct partings *partings, const struct diff *diff);
void partings_free(struct partings *partings);

#endif
