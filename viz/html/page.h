// Pages for a browser: one file each with data, style and script, which opens without a network.
#ifndef VIZ_HTML_PAGE_H
#define VIZ_HTML_PAGE_H

#include "viz/analyse/view.h"

struct diff;

bool report_html(struct buffer *text, const struct view *view, struct problem *problem);
// The difference of two recordings: the tables of `json`, which is what `gnomon diff --format json` writes, and
// differential flame graphs of samples, of traced calls and of the time off the processor.
void diff_put_html(struct buffer *text, const struct diff *diff, struct json *json);

#endif
