// See nearest.h. The distance is that of Damerau and Levenshtein, with adjacent letters swapped at the price of one;
// each letter counts the same in upper and lower case but for a tie.
#include "viz/cli/nearest.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static u32 least(u32 a, u32 b) { return a < b ? a : b; }

static bool same(char a, char b) { return tolower((unsigned char)a) == tolower((unsigned char)b); }

static u32 distance(const char *left, size_t left_length, const char *right, size_t right_length) {
    u32 rows[3][NEAREST_LENGTH + 1], *before = rows[0], *last = rows[1], *row = rows[2];
    for (size_t j = 0; j <= right_length; j++) last[j] = (u32)j, before[j] = 0;
    for (size_t i = 1; i <= left_length; i++) {
        row[0] = (u32)i;
        for (size_t j = 1; j <= right_length; j++) {
            row[j] = least(least(last[j], row[j - 1]) + 1, last[j - 1] + !same(left[i - 1], right[j - 1]));
            bool swapped = i > 1 && j > 1 && same(left[i - 1], right[j - 2]) && same(left[i - 2], right[j - 1]);
            if (swapped) row[j] = least(row[j], before[j - 2] + 1);
        }
        u32 *oldest = before;
        before = last, last = row, row = oldest;
    }
    return last[right_length];
}

void nearest_try(struct nearest *nearest, const char *candidate) {
    size_t word_length = strlen(nearest->word), length = strlen(candidate), most = word_length / 3 + (word_length < 6);
    if (word_length >= NEAREST_LENGTH || length >= NEAREST_LENGTH) return;
    // What was only left out in front, as a package, is as near as one slip
    bool inside = word_length >= 3 && length > word_length && candidate[length - word_length - 1] == '.' &&
                  strcmp(candidate + length - word_length, nearest->word) == 0;
    if (!inside && (length > word_length + most || word_length > length + most)) return;
    u32 found = inside ? 1 : distance(nearest->word, word_length, candidate, length);
    if (found > most || (nearest->best[0] && found >= nearest->distance)) return;
    nearest->distance = found;
    memcpy(nearest->best, candidate, length + 1);
}

void nearest_try_method(struct nearest *nearest, const char *name) {
    const char *pattern = nearest->word, *star = strchr(pattern, '*'), *dot = strrchr(name, '.');
    size_t length = dot ? (size_t)(dot - name) : 0;
    if (!star) {
        nearest_try(nearest, name);
        return;
    }
    if (star - pattern < 2 || star[-1] != '.' || star[strspn(star, "*")] ||
        length + strlen(star) + 2 > NEAREST_LENGTH) {
        return;
    }
    char candidate[NEAREST_LENGTH];
    snprintf(candidate, sizeof(candidate), "%.*s.%s", (int)length, name, star);
    nearest_try(nearest, candidate);
}

const char *nearest_hint(struct nearest *nearest) {
    nearest->hint[0] = 0;
    if (nearest->best[0]) snprintf(nearest->hint, sizeof(nearest->hint), " (did you mean %s?)", nearest->best);
    return nearest->hint;
}
