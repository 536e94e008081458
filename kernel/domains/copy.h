// Copies of objects from the heap of one domain to that of another: everything that an object refers to, each object
// once, so shared ones stay shared and circles stay circles. Classes are those of the same name and shape in the other
// domain; an enum constant or a Class becomes the other domain's own. A service is not copied: the other domain gets a
// proxy of it, or its own service where a proxy stands for one. For a gnomon.Memory it gets an object with the same
// bytes. Anything else that is no plain data is refused: threads, loaders, references, lambdas, other proxies, and
// classes of the JDK that are not Serializable, but for those of the packages of collections. So is what the other
// domain's classes do not declare: a field, an element, an argument or a result never refers to an object that is not
// of its type. Thread level only.
#ifndef KERNEL_DOMAINS_COPY_H
#define KERNEL_DOMAINS_COPY_H

#include "kernel/domains/copy_source.h"

// Copies into the heap of the thread's domain, with classes that `loader` finds; what several objects share is shared
// by their copies. Returns false with the reason in `problem`, and no exception pending unless the thread's domain
// ends. Runs Java. The copy of null is null.
bool copy_objects(struct thread *thread, struct copy_source *source, struct loader *loader, char *problem,
                  size_t problem_bytes);

#endif
