// Translation as the kernel does it: when a method is called first, with the log told about it.
#ifndef KERNEL_TRANSLATION_H
#define KERNEL_TRANSLATION_H

#include "kernel/thread.h"

// Takes memory for the translator, and the options that concern it.
void translation_init(void);
// Translates the method and enters the code. May load classes and collect (but the translator itself does not). False: an exception is pending.
bool translation_make(struct thread *thread, struct method *method);

#endif
