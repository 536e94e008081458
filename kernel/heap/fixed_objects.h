// Walks over the objects that never move: mirrors, and the string literals of permanent owners. They lie in chunks of
// owners (kernel/memory/owner.h). Thread level only.
#ifndef KERNEL_HEAP_FIXED_OBJECTS_H
#define KERNEL_HEAP_FIXED_OBJECTS_H

#include "kernel/memory/owner.h"

// Calls `visit` with every such object of a domain.
void fixed_objects_visit(const struct owners *all, void (*visit)(void *context, ref object), void *context);
// Calls `visit` with every object that lies in a marked card, of whichever domain, and the card's address; the card is
// unmarked before. Calls `pause` between two cards, each time after some of them: other domains may run there, and end.
void fixed_objects_visit_marked_cards(void (*visit)(void *context, ref object, u64 card), void (*pause)(void *context),
                                      void *context);

#endif
