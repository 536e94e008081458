// Copies of objects from the heap of one domain to that of another: everything that an object refers to, each object
// once, so shared ones stay shared and circles stay circles. Classes are those of the same name and shape in the other
// domain; an enum constant or a Class becomes the other domain's own. A service is not copied: the other domain gets a
// proxy of it, or its own service where a proxy stands for one; and for a gnomon.Memory, one with the same bytes. What
// else is no plain data is refused: threads, loaders, references, lambdas, other proxies, and classes of the JDK that
// are not Serializable, but for those of the packages of collections. So is what the other domain's classes do not
// declare: a field, an element, an argument or a result never refers to an object that is not of its type. Thread level
// only.
#ifndef KERNEL_DOMAINS_COPY_H
#define KERNEL_DOMAINS_COPY_H

#include "kernel/classes/loader.h"
#include "kernel/core/thread.h"

// What one copy may have.
#define COPY_OBJECTS_MOST (1u << 20)
#define COPY_BYTES_MOST (64 * MIB)

#define COPY_NO_PLACE UINT32_MAX
struct copy_root {
    handle object; // a slot of one of the source's threads
    u32 place;     // by which it is called in what is said of it: "[0]"; or COPY_NO_PLACE
    handle result;
    const char *type; // what the copy has to be: a field descriptor, as `declarer` means it
};

struct copy_source {
    struct domain *domain; // not the thread's
    struct copy_root *roots;
    u32 count;
    struct loader *declarer; // of the thread's domain
    u64 *used_bytes;         // to which what the copies have is added, and which is at most
    u64 used_most;
    u64 bytes; // set to what has been added
    // Asked whenever Java has run: whether domain and slots are still there.
    bool (*is_there)(void *context);
    void *context;
};

// Copies into the heap of the thread's domain, with classes that `loader` finds; what several objects share is shared
// by their copies. Returns false with the reason in `problem`, and no exception pending unless the thread's domain
// ends. Runs Java. The copy of null is null.
bool copy_objects(struct thread *thread, struct copy_source *source, struct loader *loader, char *problem,
                  size_t problem_bytes);

#endif
