// Making and destroying domains, as far as this room and those below have a part in that.
#ifndef KERNEL_CLASSES_DOMAIN_CREATE_H
#define KERNEL_CLASSES_DOMAIN_CREATE_H

#include "kernel/classes/domain.h"

// Makes a domain for the current thread, which has none yet, and for all threads that it starts: loads the known
// classes and the primitive classes (not initialised) from the JDK image. No Java runs. Returns false, with a line in
// *error, if the image is not one of a JDK 17 or there is no room; the thread may be in the unfinished domain then.
struct domain_parts {
    u32 number; // domain_new_number
    const char *name;
    const u8 *image;
    u64 image_bytes;
    const struct image_hashes *verified;
    u64 heap_bytes;
    struct accounts *accounts; // that have begun, and live longer
};
bool domain_create(struct thread *thread, const struct domain_parts *parts, const char **error);
// After domain_leave_all: gives back what it has on this room and below, and the domain itself. Others run meanwhile.
void domain_destroy(struct domain *domain);

#endif
