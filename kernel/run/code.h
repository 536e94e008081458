// The registry of translated code: which code an address belongs to, and what stands there. Lookups may be made at any
// level (the interrupt's too): they read only what is complete.
#ifndef KERNEL_RUN_CODE_H
#define KERNEL_RUN_CODE_H

#include "translator/object.h"

// Enters a finished translation. Its address must be above those of all others in its chunk. False if there is no room.
bool code_register(struct code *code);
// Takes out all code at [start, end), which are a chunk's; then no address there is code's.
void code_remove(u64 start, u64 end);
// NULL: no translated code there. For a return address ask for the byte before it: it may stand behind the code's last
// byte.
struct code *code_of_pc(u64 pc);
// The site with exactly this return address (or trapping access + 1). NULL if there is none.
const struct code_site *code_site_find(const struct code *code, u64 pc);
// The site at or after an address within the code, for samples. NULL if there is none.
const struct code_site *code_site_near(const struct code *code, u64 pc);
static inline const struct code_place *code_site_place(const struct code *code, const struct code_site *site) {
    return &code->places[site->place];
}

#endif
