// The end of loaders, as a part of a full collection. Which owners (kernel/memory/owner.h) are alive is found together
// with which objects are: an owner is reached by its loader's object, by a mirror or an instance of one of its classes,
// by a frame that runs one of its methods, and by another owner that needs it. C that holds a class while Java runs has
// a handle of its mirror, unless a loader in use has the class in its table. Owners that have not been reached when
// everything else has been settled, references too, are ended: their classes leave the domain's list, their names and
// code leave the log and the registry, and their memory is given back.
//
// A hook, implemented by kernel/classes/unload.c.
#ifndef KERNEL_HEAP_UNLOAD_H
#define KERNEL_HEAP_UNLOAD_H

#include "kernel/heap/collection.h"

// Only owners that never end count as reached, and those for which a class is being made.
void unload_begin(struct collection *collection);
void unload_reach(struct collection *collection, struct owner *owner);
// A slot refers to the mirror of a class that may go.
void unload_reach_mirror(struct collection *collection, ref mirror);
// Called for an object found alive whose class has one of the flags CLASS_REACHES_OWNER.
void unload_reach_by(struct collection *collection, ref object);
// Visits what owners that have been reached refer to. Returns false if there were none.
bool unload_trace(struct collection *collection);
// Whether the class of a mirror in the fixed space lives on.
bool unload_is_alive(ref mirror);
// Ends the owners that have not been reached; may pause.
void unload_dead(struct collection *collection);
// Gives back what these had, which nobody can reach any more; may pause.
void unload_give_back(struct collection *collection);

// Ends all owners of a domain that has no threads any more.
void unload_domain(struct domain *domain);

// In a young collection: visits owners whose references have changed, and mirrors in marked cards.
void unload_trace_young(struct collection *collection);

// Flags of classes whose instances reach owners.
#define CLASS_REACHES_OWNER (CLASS_MORTAL | CLASS_IS_LOADER | CLASS_HOLDS_METHOD)

// Visits all references of all owners of the domain: of loaders, in slots of literals, in mirrors.
void unload_visit_all(struct domain *domain, void (*visit)(void *context, ref *slot), void *context);

// The same for owners that never end.
void unload_visit_permanent(struct domain *domain, void (*visit)(void *context, ref *slot), void *context);

// After a full collection: sets how much more may be defined before the next one looks for what has ended.
void unload_set_limits(struct domain *domain);

#endif
