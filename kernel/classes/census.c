// The census: how many objects of each class there are, and how many bytes they have, right after a full collection. A
// counter for each class that has been named in the run, so one walk over the heap is enough.
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/heap/collect.h"
#include "kernel/heap/fixed_objects.h"
#include "kernel/memory/scratch.h"
#include "log/log.h"

struct tally {
    struct region_census census;
    struct region_census_class *classes; // by class id
};

static struct region_census_class *tally_class(const struct tally *tally, ref object) {
    struct class *class = object_class(object);
    struct region_census_class *of = &tally->classes[class->id];
    of->class = class->id;
    return of;
}

static void count_object(void *context, ref object) {
    struct tally *tally = context;
    struct region_census_class *of = tally_class(tally, object);
    u32 bytes = heap_inner_bytes(object);
    of->objects++;
    of->bytes += bytes;
    tally->census.objects++;
    tally->census.bytes += bytes;
}

static void count_fixed(void *context, ref object) {
    struct tally *tally = context;
    struct region_census_class *of = tally_class(tally, object);
    u32 bytes = heap_object_bytes(object);
    of->fixed_objects++;
    of->fixed_bytes += bytes;
    tally->census.fixed_objects++;
    tally->census.fixed_bytes += bytes;
}

static u32 highest_id(const struct domain *domain) {
    u32 highest = 0;
    for (const struct class *class = domain->first_class; class; class = class->next_class) {
        if (class->id > highest) highest = class->id;
    }
    return highest;
}

// Moves those that have objects to the beginning.
static u32 pack(struct region_census_class *classes, u32 count) {
    u32 packed = 0;
    for (u32 i = 0; i < count; i++) {
        if (classes[i].class) classes[packed++] = classes[i];
    }
    return packed;
}

static bool take_census(struct thread *thread, enum census_reason reason) {
    struct domain *domain = domain_of(thread);
    u32 count = highest_id(domain) + 1;
    SCRATCH_ARRAY(struct region_census_class, classes, count);
    if (!classes) return log_census(NULL, NULL);
    memset(classes, 0, count * sizeof(*classes));
    struct tally tally = {{.reason = reason, .domain = domain->heap.domain_number}, classes};
    heap_visit_objects(domain, count_object, &tally);
    fixed_objects_visit(&domain->owners, count_fixed, &tally);
    tally.census.class_count = pack(classes, count);
    return log_census(&tally.census, classes);
}

bool heap_census(struct thread *thread, enum census_reason reason) {
    struct log_reading start = log_read(&thread->log);
    collect_for_census(thread, reason == CENSUS_END);
    bool taken = take_census(thread, reason);
    log_charge(&thread->log, &start);
    return taken;
}
