// "Did you mean": the candidate that a mistyped word is nearest to, by the number of letters to insert, leave out,
// change or swap.
#ifndef VIZ_CLI_NEAREST_H
#define VIZ_CLI_NEAREST_H

#include "viz/cli/buffer.h"

enum { NEAREST_LENGTH = 256 }; // longer words and candidates are not compared

struct nearest {
    const char *word;
    u32 distance;              // of the best so far; valid if there is one
    char best[NEAREST_LENGTH]; // "" if there is none so far
    char hint[NEAREST_LENGTH + 32];
};

// For a pattern of methods: a candidate is "pkg.Class.method". If the pattern ends in ".*" or ".**", its class is
// compared.
void nearest_try_method(struct nearest *nearest, const char *name);
// Takes a candidate if it is nearer than those before, and no farther than a third of the word.
void nearest_try(struct nearest *nearest, const char *candidate);
// " (did you mean X?)", or "" if nothing is near. Valid as long as `nearest`.
const char *nearest_hint(struct nearest *nearest);

#endif
