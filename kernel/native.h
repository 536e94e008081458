// The natives that the class library calls: one table, gathered from natives/*.c.
//
//   leaf        T fn(arguments...)                    raw references, no safepoint, no exception
//   handle      T fn(struct thread *, arguments...)   references are handles; may collect and throw (by thread->exception), runs no Java
//   re-entrant  the same, and may run Java, load classes and switch threads
//
// Static natives get no class argument; the receiver of the others is the first. boolean, byte, char, short and int are s32, references come back raw
// (`ref`). A native that throws returns 0. Natives with float or double arguments or results live in *_fp.c.
#ifndef KERNEL_NATIVE_H
#define KERNEL_NATIVE_H

#include "kernel/thread.h"

enum native_kind { NATIVE_LEAF, NATIVE_HANDLE, NATIVE_REENTRANT };

struct native {
    const char *class_name;  // "java/lang/Object"; NULL ends a table
    const char *name;
    const char *descriptor;  // NULL: any
    void *function;
    enum native_kind kind;
};

// What the native method is bound to; NULL: nothing, and calling it throws UnsatisfiedLinkError. Binds on first use, in method->native; runs no Java.
const struct native *native_bind(struct method *method);

#endif
