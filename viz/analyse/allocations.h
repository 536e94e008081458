// What was allocated, by site and thread, of a run with --alloc, and what the heap says that it has handed out.
#ifndef VIZ_ANALYSE_ALLOCATIONS_H
#define VIZ_ANALYSE_ALLOCATIONS_H

#include "log/allocation.h"
#include "viz/analyse/view.h"

struct allocation_share {
    u32 site;   // index into sites
    u32 thread; // 0 for threads that are not distinguished
    struct allocation_count count;
};

struct allocation {
    char *class;  // as in Java source: "long[]", "java.util.Map$Entry"
    char *method; // "pkg.Class.name", or "(linking)" and the like
    u32 method_id, bytecode_index, line, kind;
    u32 object_bytes; // of each object; 0 if sizes differ
    struct allocation_count count;
    struct allocation_share *shares; // by thread
    size_t share_count;
    const struct region_ages *ages; // what survived; NULL: it was not asked for, or is of all threads and one was
};

struct allocations {
    struct allocation *sites; // the largest first
    size_t site_count;
    struct allocation_share *shares;
    size_t share_count, share_capacity;
    struct region_ages *ages;        // by number of the site; NULL: there are none
    struct allocation_count counted; // the sum of the sites
    size_t unknown_sites;            // counters that belong to none: the region is damaged
    u64 allocated_bytes;             // by the heap's own account, for the same threads
};

bool allocations_are_counted(const struct recording *recording);
// With the recording's --thread, only that thread's; sites that the filter leaves out are missing from the list, but
// not from the sums.
void allocations_make(struct allocations *allocations, const struct view *view);
void allocations_free(struct allocations *allocations);
const char *allocation_kind_name(u32 kind);
// Whether counting was switched while it ran: then no sum has to be the heap's.
bool allocations_were_switched(const struct recording *recording);
// For how long any allocation was counted, since figures began (again): a rate divides by this.
u64 allocations_counted_ticks(const struct recording *recording);
// Whether all that the heap handed out has been counted: --alloc '**' in a run that has not died.
bool allocations_are_whole(const struct allocations *allocations);

#endif
