// The durations of a method's outermost activations: the windows of its timing rows added up, and percentiles of them.
#ifndef VIZ_ANALYSE_HISTOGRAM_H
#define VIZ_ANALYSE_HISTOGRAM_H

#include "viz/read/recording.h"

struct histogram {
    u64 total, below_zero;         // durations, and those of them that came out negative
    u64 counts[TIMING_BUCKET_END]; // by timing_bucket
};

void histogram_add_row(struct histogram *histogram, const struct recording *recording, const struct timing_row *row);

// The duration, in ticks, that a fraction `part` of all durations does not exceed. The true one lies within `error` of
// it: half the bucket, which is at most 1/16 of the duration, or less if `minimum` or `maximum` limit it. For NULL, or
// no durations: the maximum, with an error of 0.
struct percentile {
    double value, error;
};
struct percentile histogram_percentile(const struct histogram *histogram, double part, s64 minimum, s64 maximum);
// The least that this percentile may be, if something added `ticks` in all to at most `calls` of the durations: so many
// may in truth be shorter. Not below `minimum`.
double histogram_least(const struct histogram *histogram, double part, s64 minimum, double ticks, double calls);
// The durations in buckets that begin at `from` ticks or later: their sum at most, and their number.
struct tail {
    double ticks, count;
};
struct tail histogram_tail(const struct histogram *histogram, double from);

#endif
