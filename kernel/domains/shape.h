// Which objects are plain data, and which classes of two domains are alike. Nothing here loads classes or runs Java.
#ifndef KERNEL_DOMAINS_SHAPE_H
#define KERNEL_DOMAINS_SHAPE_H

#include "translator/object.h"

struct domain;
struct loader;

// The enum that objects of this class are constants of; NULL if they are not.
const struct class *shape_enum_of(const struct class *class);
// Why objects of this class of the domain cannot be copied; NULL if they can.
const char *shape_reason_against(const struct domain *domain, const struct class *class);
// Why an object of the class `from` cannot become one of the class `to`, of another domain and of the same name; NULL
// if it can. Then both have the same fields in the same places, and so have what they extend; and each of these classes
// is the class library's in both domains, or in none.
const char *shape_difference(const struct class *from, const struct class *to);
// The class that `loader` means by the descriptor of a reference type; NULL if it has not loaded it yet. `class`, which
// is compared first, is one that it probably is.
struct class *shape_type(const struct class *class, struct loader *loader, const char *type, u32 length);
// The length of the descriptor at the beginning of a text.
u32 shape_type_length(const char *type);

#endif
