// Which objects are plain data, and which classes of two domains are alike. Pure.
#ifndef KERNEL_DOMAINS_SHAPE_H
#define KERNEL_DOMAINS_SHAPE_H

#include "translator/object.h"

struct domain;

// The enum that objects of this class are constants of; NULL if they are not.
const struct class *shape_enum_of(const struct class *class);
// Why objects of this class of the domain cannot be copied; NULL if they can.
const char *shape_reason_against(const struct domain *domain, const struct class *class);
// Whether two classes have the same fields in the same places, and so have what they extend.
bool shape_is_same(const struct class *a, const struct class *b);

#endif
