// See histogram.h.
#include "viz/analyse/histogram.h"

#include <math.h>

void histogram_add_row(struct histogram *histogram, const struct recording *recording, const struct timing_row *row) {
    const struct timing_window *window = recording_window(recording, row);
    histogram->below_zero += row->below_zero;
    histogram->total += row->below_zero;
    for (u32 i = 0; window && i < window->size; i++) {
        histogram->counts[window->first + i] += window->counts[i];
        histogram->total += window->counts[i];
    }
}

static struct percentile between(double low, double high, s64 minimum, s64 maximum) {
    if (low < (double)minimum) low = (double)minimum;
    if (high > (double)maximum) high = (double)maximum;
    if (high < low) high = low;
    return (struct percentile){(low + high) / 2, (high - low) / 2};
}

struct percentile histogram_percentile(const struct histogram *histogram, double part, s64 minimum, s64 maximum) {
    if (!histogram || !histogram->total) return (struct percentile){(double)maximum, 0};
    u64 rank = (u64)ceil(part * (double)histogram->total), seen = histogram->below_zero;
    if (rank <= seen) return between((double)minimum, -1, minimum, maximum);
    for (u32 i = TIMING_BUCKET_FIRST; i < TIMING_BUCKET_END; i++) {
        seen += histogram->counts[i];
        if (seen < rank) continue;
        double low = (double)timing_bucket_start(i), high = i < 40 ? low : (double)timing_bucket_start(i + 1) - 1;
        return between(low, high, minimum, maximum);
    }
    return (struct percentile){(double)maximum, 0};
}

static u32 bucket_of_rank(const struct histogram *histogram, u64 rank, u64 *below) {
    u64 seen = histogram->below_zero;
    for (u32 i = TIMING_BUCKET_FIRST; i < TIMING_BUCKET_END; i++) {
        *below = seen;
        seen += histogram->counts[i];
        if (rank <= seen) return i;
    }
    return TIMING_BUCKET_END - 1;
}

// The rank comes to lie in a lower bucket if all calls from its own down to that one are made as short as that bucket's
// longest. That takes least if each is the shortest of its bucket.
double histogram_least(const struct histogram *histogram, double part, s64 minimum, double ticks, double calls) {
    u64 rank = (u64)ceil(part * (double)histogram->total), below = 0;
    if (rank <= histogram->below_zero) return (double)minimum;
    u32 bucket = bucket_of_rank(histogram, rank, &below);
    double found = (double)timing_bucket_start(bucket), count = (double)(rank - below), sum = count * found;
    for (u32 i = bucket; i-- > TIMING_BUCKET_FIRST && count <= calls;) {
        if (!histogram->counts[i]) continue;
        if (sum - count * (double)(timing_bucket_start(i + 1) - 1) > ticks) break;
        found = (double)timing_bucket_start(i);
        count += (double)histogram->counts[i];
        sum += (double)histogram->counts[i] * found;
    }
    return fmax(found, (double)minimum);
}

struct tail histogram_tail(const struct histogram *histogram, double from) {
    struct tail tail = {0, 0};
    for (u32 i = TIMING_BUCKET_FIRST; i + 1 < TIMING_BUCKET_END; i++) {
        if ((double)timing_bucket_start(i) < from) continue;
        tail.ticks += (double)histogram->counts[i] * (double)(timing_bucket_start(i + 1) - 1);
        tail.count += (double)histogram->counts[i];
    }
    return tail;
}
