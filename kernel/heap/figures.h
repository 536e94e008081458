// What interrupt code may know of the heaps: their figures, published. The processor that has the kernel's lock writes
// them where it changes the heap; an interrupt reads them at any time, on any processor, also in the middle of a
// change: it has what was published last. It never touches a heap itself, which another processor may be changing or
// ending.
//
// A place has two sets of figures, and `turn` says which of them holds. The writer fills the other one, then adds 1.
// What a reader has copied is whole if `turn` is still the same: nobody began to write over it.
#ifndef KERNEL_HEAP_FIGURES_H
#define KERNEL_HEAP_FIGURES_H

#include "base/types.h"

struct heap_figures {
    u64 is_open;     // 0: there is no heap at this place
    u64 domain;      // its number
    u64 young, old;  // bytes of small objects; windows that threads allocate from count whole
    u64 large;       // bytes of large ones
    u64 committed;   // of chunks taken
    u64 collections; // that have begun or ended: odd while one goes on
};

struct heap_figures_place {
    u32 turn;                             // [a] by the kernel's lock; of[turn & 1] holds
    struct heap_figures now;              // [k] what is published next
    struct heap_figures of[2];            // [a] word by word
    struct heap_figures_place *next_free; // [k]
};

// A heap has a chunk at least, of which there are so many.
#define HEAP_FIGURES_MOST 1024u

// ---- With the kernel's lock

// Returns NULL if all places are taken.
struct heap_figures_place *heap_figures_open(u32 domain);
void heap_figures_close(struct heap_figures_place *place);
// Makes `now` known.
void heap_figures_publish(struct heap_figures_place *place);

// ---- At any level

// How many places have been in use so far.
u32 heap_figures_count(void);
// Returns false if there is no heap at the place, or if its figures change too fast to be read.
bool heap_figures_read(u32 number, struct heap_figures *figures);
// Whether a heap is being collected, as far as that is published.
bool heap_figures_any_collected(void);
static inline bool heap_figures_is_collected(const struct heap_figures *figures) { return figures->collections & 1; }

#endif
