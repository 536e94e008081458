// Objects of the class library that it compares by identity, such as the mark of what is absent: in a copy, the other
// domain's own takes their place. They are known by numbers below DOMAIN_SINGLES.
#ifndef KERNEL_DOMAINS_SINGLES_H
#define KERNEL_DOMAINS_SINGLES_H

#include "kernel/classes/domain.h"
#include "kernel/domains/domain_services.h"

// 0 if its class has not been initialised in the domain yet, or there is no such field.
ref single_of(struct domain *domain, u32 number);
// The class that has it.
const char *single_class(u32 number);

#endif
