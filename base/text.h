// Text that is not terminated: as in class files, archives and the log's names.
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include "base/types.h"

// In class files modified UTF-8 (JVMS 4.4.7).
struct text {
    const char *bytes;
    u16 length;
};

#define TEXT(literal) ((struct text){literal, sizeof(literal) - 1})

static inline bool text_equal(struct text a, struct text b) {
    return a.length == b.length && __builtin_memcmp(a.bytes, b.bytes, a.length) == 0;
}
// Inline: `b` is a literal nearly everywhere, so its length is known.
static inline bool text_is(struct text a, const char *b) {
    return a.length == __builtin_strlen(b) && __builtin_memcmp(a.bytes, b, a.length) == 0;
}

#endif
