// Translation as the kernel does it: when a method is called first, with the log told about it.
#ifndef KERNEL_RUN_TRANSLATION_H
#define KERNEL_RUN_TRANSLATION_H

#include "kernel/core/thread.h"
#include "translator/object.h"

// Takes memory for the translator, and the options that concern it.
void translation_init(void);
// Translates the method and enters the code. May load classes and collect (but the translator itself does not). False:
// an exception is pending.
bool translation_make(struct thread *thread, struct method *method);
// A method whose calls have counted down gets code that knows what has been loaded since, and is worth more of the
// translator's time; calls from now on go there. Where there is no room for that all stays as it is.
void translation_make_again(struct thread *thread, struct method *method);

// Whether the code has the probes that its method is to have now, and so have those whose code it holds.
bool translation_suits(const struct code *code);
// A method whose code does not suit any more (METHOD_STALE) gets what does: an older translation, or a new one. Where
// there is no room for that all stays as it is.
void translation_refresh(struct thread *thread, struct method *method);

#endif
