// A profile as the user wants to see it: filtered, sorted, cut. Shared by report and export, so that the same options
// mean the same everywhere.
#ifndef VIZ_ANALYSE_VIEW_H
#define VIZ_ANALYSE_VIEW_H

#include "viz/analyse/filter.h"
#include "viz/analyse/profile.h"
#include "viz/cli/buffer.h"
#include "viz/cli/json.h"

struct view {
    const struct profile *profile;
    struct text_list filter; // patterns; none: everything
    const char *package;     // only methods of its classes and of the packages below it; NULL: of all
    u64 top, package_top;    // of the methods, of each of the package's tables; 0: all
    struct text_list source; // directories with the program's sources, for the page
    const char *sort;        // by which key the profile was sorted (PROFILE_SORT_KEYS)
    u32 columns;             // of the terminal that text is for; 0: none, and nothing is left out for its sake
};

// Whether the filter, by "pkg.Class.method", and the package select a method.
bool view_selects(const struct view *view, u32 method);
// A problem if a pattern is none, or if there are patterns and no method matches.
bool view_check_filter(const struct view *view, struct problem *problem);
// What was lost and, where only a part of the recording is looked at, which: "nothing; only thread 3 (worker)".
void view_describe_scope(const struct profile *profile, struct buffer *text);
// One line each, for the head of every report: what was lost, how good the clock is, what was instrumented, what ran.
void view_describe_losses(const struct profile *profile, struct buffer *text);
void view_describe_clock(const struct recording *recording, struct buffer *text);
void view_describe_instruments(const struct profile *profile, struct buffer *text);
// the longest time that a thread ran in C without a poll, and where; nothing unless that was measured
void view_describe_unpolled(const struct recording *recording, struct buffer *text);
// in what state the samples found the machine
void view_describe_samples(const struct profile *profile, struct buffer *text);
void view_describe_run(const struct recording *recording, struct buffer *text);
// What a probe or a record costs (enum calibration_subject); nothing if that was not measured.
void view_describe_calibration(const struct profile *profile, u32 subject, struct buffer *text);

// The thread that has had the longest time without a poll; NULL if that was not measured.
const struct region_thread *view_unpolled(const struct recording *recording);
// The native, or the account, in which a thread's longest time was; the kernel's function, if an interrupt struck it
// then; and the method that had called: "linking at class_link, called by a.B.run()".
void view_put_unpolled_place(const struct recording *recording, const struct region_thread *thread,
                             struct buffer *text);

#endif
