// The registry of translated code: which code an address belongs to, and what stands there. Code is placed at ascending
// addresses and never goes, so the registry is an ascending array. Lookups may be made at any level (the interrupt's
// too): they read only what was complete when `count` was stored.
#ifndef KERNEL_RUN_CODE_H
#define KERNEL_RUN_CODE_H

#include "translator/object.h"

// Enters a finished translation. Its address must be above all others'.
void code_register(struct code *code);
// NULL: no translated code there. For a return address ask for the byte before it: it may stand behind the code's last
// byte.
struct code *code_of_pc(u64 pc);
// The site with exactly this return address (or trapping access + 1). NULL: none.
const struct code_site *code_site_find(const struct code *code, u64 pc);
// The site at or after an address within the code, for samples. NULL: none.
const struct code_site *code_site_near(const struct code *code, u64 pc);
static inline const struct code_place *code_site_place(const struct code *code, const struct code_site *site) {
    return &code->places[site->place];
}

#endif
