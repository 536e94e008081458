// The probe hook puts in the instruments that a method has been chosen for; emit_class.c counts what is allocated, and
// calls. It works on the fresh SSA form, before
// any pass.
//   the method's patterns    at the entry and before each return, the probes of probe.h that they ask for
//   PATTERN_ALLOCATION       NEW and NEW_ARRAY that come from it, inlined or not, know the counter of their site
//   options->probe_allocations   ALLOCATED after each NEW and NEW_ARRAY; C reports the arrays of NEW_MULTI
// When an exception ends an activation, the unwinder closes it (and every other activation below the handler's frame),
// so the body needs no handler, and its code is the same with and without probes. A method without any of these is left
// untouched.
#ifndef TRANSLATOR_HOOK_H
#define TRANSLATOR_HOOK_H

#include "translator/ssa.h"
#include "translator/translate_options.h"

void hook_insert(struct ssa_function *function, const struct translate_options *options);

#endif
