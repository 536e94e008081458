// A profile as the user wants to see it: filtered, sorted, cut. Shared by report and export, so that the same options mean the same everywhere.
#ifndef VIZ_VIEW_H
#define VIZ_VIEW_H

#include "viz/options.h"
#include "viz/profile.h"

struct view {
    const struct profile *profile;
    struct text_list filter;  // patterns; none: everything
    u64 top;                  // 0: all
};

// Whether the filter selects a method, by "pkg.Class.method".
bool view_selects(const struct view *view, u32 method);
// One line each, for the head of every report: what was lost, how good the clock is, what was instrumented, what ran.
void view_describe_losses(const struct profile *profile, struct buffer *text);
void view_describe_clock(const struct recording *recording, struct buffer *text);
void view_describe_instruments(const struct profile *profile, struct buffer *text);
void view_describe_run(const struct recording *recording, struct buffer *text);
double view_hist_percentile(const struct figures *figures, double part);  // in ticks, from the log2 histogram; -1: no activation

void report_text(struct buffer *text, const struct view *view);
void report_json(struct buffer *text, const struct view *view);
bool report_html(struct buffer *text, const struct view *view, struct problem *problem);

#endif
