// The language of method patterns, the same in the kernel and in the host tool: '*' stands for any characters but a
// dot, '**' for any at all.
#ifndef BASE_PATTERN_H
#define BASE_PATTERN_H

#include "base/types.h"

#define PATTERN_MOST 64 // of one kind: of --time, say

// Whether the pattern (without a leading '!') names all of the text. Backtracks to the last '*' and the last '**' only:
// what a later star can reach from an earlier place it can reach from a later one too, save that '*' does not cross a
// dot, and then the '**' before it moves on. Time: at most length squared.
static inline bool pattern_names(const char *pattern, size_t pattern_length, const char *name, size_t length) {
    const char *end = pattern + pattern_length, *star = NULL, *stars = NULL;
    size_t at = 0, star_at = 0, stars_at = 0;
    while (at < length || pattern < end) {
        if (pattern + 1 < end && pattern[0] == '*' && pattern[1] == '*') {
            pattern += 2;
            stars = pattern, stars_at = at, star = NULL;
        } else if (pattern < end && *pattern == '*') {
            star = ++pattern, star_at = at;
        } else if (pattern < end && at < length && *pattern == name[at]) {
            pattern++, at++;
        } else if (star && star_at < length && name[star_at] != '.') {
            pattern = star, at = ++star_at;
        } else if (stars && stars_at < length) {
            pattern = stars, at = ++stars_at, star = NULL;
        } else {
            return false;
        }
    }
    return true;
}

#endif
