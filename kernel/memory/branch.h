// A branch of the tree of domains: one that the first domain or another one has started, with all that come from it.
// The limits of a domain's accounts are those of its branch, so what it starts counts against them as well. Branches'
// accounts lie between those of their domains and the machine's, and are in no sum of it.
//
// A branch stays when its domain has ended, as long as others come from it: together they keep to its limits. If that
// is a single branch, both become one, with the lower of their limits, so there are never more than twice as many
// branches as domains. Thread level only, under the kernel's lock.
#ifndef KERNEL_MEMORY_BRANCH_H
#define KERNEL_MEMORY_BRANCH_H

#include "kernel/memory/account.h"

struct branch {
    struct account of[ACCOUNT_KINDS];
    struct accounts *own; // its domain's; NULL once that has ended
    struct branch *above; // NULL below the machine
    struct branch *next;  // in the list of all
    u32 below;            // branches whose `above` this is
    u64 checked_bytes;    // by branches_check
};

// Puts a new domain's accounts, on which nothing is yet, onto a branch of their own, without limits, below `above` or
// below the machine. From now on they have stores of scratch memory. Returns false if there is no memory.
bool branch_begin(struct accounts *own, struct branch *above);
// The domain has ended, and nothing is on its accounts any more.
void branch_end(struct branch *branch);

// Asserts that each branch has what its domain and the branches below have.
void branches_check(void);

#endif
