// Translation as the kernel does it: when a method is first called, with a report to the log.
#ifndef KERNEL_CODE_TRANSLATION_H
#define KERNEL_CODE_TRANSLATION_H

#include "kernel/core/thread.h"
#include "translator/object.h"

// Takes memory for the translator, and reads the options that concern it.
void translation_init(void);
// From now on the log has the origins of all code that is made, as it has from the start with the option "origins".
void translation_want_origins(void);
// Translates the method and enters the code. May load classes and collect (the translator itself does neither). Returns
// false if an exception is pending.
bool translation_make(struct thread *thread, struct method *method);
// For a method whose calls have counted down: makes code that uses what has been loaded since, and is worth more of the
// translator's time; from now on calls go there. If there is no room for it, everything stays as it is.
void translation_make_again(struct thread *thread, struct method *method);

// Whether the code has the probes that its method is to have now, and those of the methods inlined in it.
bool translation_suits(const struct code *code);
// A method whose code does not suit any more (METHOD_STALE) gets what does: an older translation, or a new one. Where
// there is no room for that all stays as it is.
void translation_refresh(struct thread *thread, struct method *method);

#endif
