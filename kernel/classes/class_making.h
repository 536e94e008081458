// A class with many members takes long to make, and others run meanwhile: between the members, once in so many. Until
// it is entered nobody else sees the class. What the others may have done is asked for: they may have taken memory from
// the same owner, so that what the class has taken cannot be given back; and they may have defined a class of the same
// name.
#ifndef KERNEL_CLASSES_CLASS_MAKING_H
#define KERNEL_CLASSES_CLASS_MAKING_H

#include "kernel/memory/owner.h"

#define CLASS_STEPS_A_POLL 512u

struct class_making {
    struct thread *thread;
    struct owner *owner;
    bool is_mixed; // others have taken from the owner
    u32 steps;
};

// Hook, in kernel/classes/loader_define.c: asked when no other thread runs any more. Returns false if an exception is
// pending.
bool class_may_enter(struct class_making *making);

void class_let_others_run(struct class_making *making);

// One step of many, after some of which others run. They may not if `making` is NULL.
static inline void class_step(struct class_making *making) {
    if (making && ++making->steps % CLASS_STEPS_A_POLL == 0) class_let_others_run(making);
}

#endif
