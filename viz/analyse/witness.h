// Two witnesses of the same thing: what timing says that a method took itself (CPU, exclusive), and how many samples
// found a thread in it. A sample belongs to the innermost timed method on its stack, as time does; samples in the
// instruments, and where the thread was interrupted, collected or linked, belong to none. Where the two differ by more
// than their errors, the instrument bends what it measures.
#ifndef VIZ_ANALYSE_WITNESS_H
#define VIZ_ANALYSE_WITNESS_H

#include "viz/analyse/profile.h"
#include "viz/analyse/walk.h"

struct witness {
    u32 method;
    s64 timed_ticks;
    double timed_error;
    u64 samples;
    double sampled_ticks, sampled_error; // three standard deviations, and what the machine's absence leaves open
    bool agrees;
    bool is_tested; // it took long enough for its samples to tell: they could disagree
};

struct witnesses {
    struct witness *methods; // every timed method, the one with the most time first
    size_t count, agreeing, tested;
    // samples in Java or natives that lie in no timed method; samples whose stack was cut off before one
    u64 outside, unknown;
    u64 off_ticks; // since the boot, in which no samples were taken
};

// Parts of the making of a profile: each sample is noted; a method's seen samples are in its figures.
void witnesses_begin(struct profile *profile);
void witnesses_note(struct profile *profile, const struct walk_sample *sample);
void witnesses_end(struct profile *profile);

// False, and nothing to free, where there is nothing to compare: no timing, no samples, or no stacks with them.
bool witnesses_make(struct witnesses *witnesses, const struct profile *profile);
void witnesses_free(struct witnesses *witnesses);

#endif
