// The stacks of samples as frames that have numbers, so that exports can write each distinct frame and name once.
#ifndef VIZ_ANALYSE_FRAMES_H
#define VIZ_ANALYSE_FRAMES_H

#include "viz/analyse/walk.h"
#include "viz/cli/intern.h"

struct frame {
    u32 name;   // its number in `names`; a Java-style signature, "[gc]", "[0x1234]"
    u32 method; // 0 if none
    u32 line, bytecode_index;
};

struct frames {
    const struct recording *recording;
    struct intern names, distinct;
    // What frames_of found: numbers in `distinct`, the outermost first
    u32 *at;
    size_t count, capacity;
    u32 *addresses; // of one stack, innermost first
};

void frames_init(struct frames *frames, const struct recording *recording);
void frames_free(struct frames *frames);
// Methods that are inlined are frames of their own. A stack that was not kept consists of the innermost frame alone; if
// the machine was doing something else than the program, the innermost frame is that, as "[collector]".
void frames_of(struct frames *frames, const struct walk_sample *sample);
// A stack of which only the innermost method is known.
void frames_of_method(struct frames *frames, u32 method);
const struct frame *frames_get(const struct frames *frames, u32 number);
const char *frames_name(const struct frames *frames, u32 number);
// The source file of a frame's class, "" if it is not known.
const char *frames_source(const struct frames *frames, u32 number);

#endif
