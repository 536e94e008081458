// Declared types: a copy stands only where the class that names its type, in the other domain, allows it. What it would
// be is not always an object of the source's class: services become proxies, and loaders of the source may have two
// classes of one name. Thread level only, under the kernel's lock.
#ifndef KERNEL_DOMAINS_COPY_TYPES_H
#define KERNEL_DOMAINS_COPY_TYPES_H

#include "kernel/domains/copying.h"

enum copy_fit {
    COPY_FITS,
    COPY_FITS_NOT,  // the copy is refused, and its problem says so
    COPY_FITS_LATER // its type is not loaded yet, and has been entered in `wants`
};

// Has room for the types of the references in objects of the class. Returns false if there is no memory.
bool copy_types_prepare(struct class *class);
// Whether `value`, the copy of the entry `of`, may be stored into the class's reference number `index`, in the copy of
// `holder`.
enum copy_fit copy_types_field(struct copy *copy, struct class *class, u32 index, const struct copied *of,
                               const struct copied *holder, ref value);
// The same as an element of an array, and as what a root becomes.
enum copy_fit copy_types_element(struct copy *copy, u32 index, const struct copied *of, const struct copied *holder,
                                 ref value, struct class *component);
enum copy_fit copy_types_root(struct copy *copy, const struct copy_root *root, const struct copied *of, ref value);
// Loads what is wanted; runs Java. Returns false if that fails: the copy is refused.
bool copy_types_load(struct copy *copy);

#endif
