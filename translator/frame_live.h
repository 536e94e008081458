// Which frame variables that hold references are live at each site. Only landing blocks read frame variables, and no
// SSA edge leads there, so the register allocator's liveness does not cover them. What is not live is not in the stack
// map: the collector must not keep an object alive for a handler that can no longer be reached.
#ifndef TRANSLATOR_FRAME_LIVE_H
#define TRANSLATOR_FRAME_LIVE_H

#include "translator/ssa.h"

// Sets of frame variables are bitmaps of `words` words, by the variables' numbers.
struct frame_live {
    struct ssa_function *function;
    u32 words;     // 0 if no frame variable holds a reference
    u32 *at_start; // by block: live at its beginning
    u32 *at_site;  // by instruction that needs a site: which of `sets` is live just before it
    u32 *sets;     // set 0 is empty
    u32 set_count, set_capacity;
};

// Needs order, and final handlers.
void frame_live_find(struct frame_live *live, struct ssa_function *function);

// What is live where the method is entered; must be zeroed there.
static inline const u32 *frame_live_at_entry(const struct frame_live *live) {
    return live->at_start + (size_t)SSA_ENTRY_BLOCK * live->words;
}
static inline const u32 *frame_live_at(const struct frame_live *live, u32 value) {
    return live->sets + (size_t)live->at_site[value] * live->words;
}

#endif
