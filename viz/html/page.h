// Pages for a browser: one file each with data, style and script, which opens without a network.
#ifndef VIZ_HTML_PAGE_H
#define VIZ_HTML_PAGE_H

#include "viz/analyse/view.h"

struct diff;

bool report_html(struct buffer *text, const struct view *view, struct problem *problem);
// The difference of two recordings: differential flame graphs of samples, of traced calls and of the time off the
// processor, and tables of the object "diff", which is what `gnomon diff --format json` writes. It is put in between.
void diff_begin_html(struct json *json, const struct diff *diff);
void diff_end_html(struct json *json);

#endif
