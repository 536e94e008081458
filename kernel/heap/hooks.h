// Hooks: what heap and collector ask of the rooms above, and in which file each is implemented. The collector's roots
// are declared in kernel/heap/collect.h, what ends with a loader in kernel/heap/unload.h, exceptions in
// kernel/heap/raise.h.
#ifndef KERNEL_HEAP_HOOKS_H
#define KERNEL_HEAP_HOOKS_H

#include "log/region.h"
#include "translator/object.h"

struct collection;
struct domain;
struct thread;
struct heap;

// ---- kernel/classes/class.c

// Whether an instance of `class` may be assigned to `target` (JVMS aastore, checkcast). Pure.
bool class_is_subclass(const struct class *class, const struct class *target);

// ---- kernel/classes/mirror.c

// Bytes of a java.lang.Class, its class's static fields included.
u32 heap_mirror_bytes(ref mirror);
// Whether a class of the domain lies at this address of class data; for looking through the heap.
bool heap_is_class(const struct domain *domain, u64 address);

// ---- kernel/classes/census.c

// Collects, and appends to the log what of the domain's objects is alive, by class. At a safepoint; its time is the
// instruments'. Returns false if there was no room for it, which is counted.
bool heap_census(struct thread *thread, enum census_reason reason);

// ---- kernel/classes/javastring.c

// For the collector, when everything alive in the domain has been found: `forward` returns an object's new address, or
// 0 if it is dead, and `is_young` whether it is young. Interned strings of the heap that are dead leave the domain's
// table. Unless the collection is full, only those that were young at the last one are looked at. The collector may
// pause (heap_pause) in this and in the monitors' part: nobody else has to do with them.
void heap_strings_collect(struct domain *domain, bool full, ref (*forward)(ref object), bool (*is_young)(ref object));
void heap_strings_visit(struct domain *domain, void (*visit)(void *context, ref *slot), void *context);

// ---- kernel/classes/domain.c

// The same for references that keep nothing alive: those to objects that are dead become 0.
void heap_weak_collect(struct domain *domain, ref (*forward)(ref object));

// ---- kernel/classes/java_fields.c

// Fills what a collection knows of java.lang.ref: classes and offsets of fields.
void collect_references_known(struct collection *collection);

// ---- kernel/instruments/allocation.c

// Called when C has allocated an object in a heap whose allocations are counted; its class and length are set.
void heap_count(struct thread *thread, ref object, u64 bytes);

// ---- kernel/natives/management_memory.c

// A collection is over in a heap that is verbose.
void heap_collected(const struct heap *heap);

// ---- kernel/run/chooser.c

// Called before a thread allocates that may not (thread->chooses). It may from then on.
void heap_chooser_allocates(struct thread *thread);

// ---- kernel/run/monitor.c

// The same for monitors: those that are no longer needed become free.
void monitor_collect(struct domain *domain, bool full, ref (*forward)(ref object), bool (*is_young)(ref object));

#endif
