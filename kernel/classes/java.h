// Java called from C: a hook of this room, which kernel/run/java.c implements. The caller is a thread that may run Java
// (a native of kind re-entrant, an entry, the boot sequence). All of these may load classes, collect and switch
// threads: no raw reference survives them. After each, thread->exception tells whether the call ended with an
// exception; the result is then 0.
//
// Arguments: one u64 each, receiver first; a reference is passed as its raw value (loaded just before the call), a
// float or double as its bits. Results: int and shorter types sign-extended, boolean and char zero-extended, references
// and float bits zero-extended, long and double bits whole.
#ifndef KERNEL_CLASSES_JAVA_H
#define KERNEL_CLASSES_JAVA_H

#include "kernel/core/thread.h"
#include "translator/object.h"

// Calls exactly this method (no dispatch). Its class is initialised first if it is static.
u64 java_call(struct thread *thread, struct method *method, const u64 *arguments);
// Calls the method that the receiver, arguments[0], has for this virtual or interface method.
u64 java_call_virtual(struct thread *thread, struct method *method, const u64 *arguments);

// Calls a method of a known object by name, found in its class or above; arguments[0] is left free for the object.
u64 java_call_method(struct thread *thread, handle object, const char *name, const char *descriptor, u64 *arguments);

// A class of the boot loader, initialised. Returns NULL with an exception pending.
struct class *java_class(struct thread *thread, const char *name);
// By name: calls a static method of a class of the boot loader, or makes a new object of such a class with the
// constructor of this descriptor; arguments[0] is left free for the object.
u64 java_call_static(struct thread *thread, const char *class_name, const char *name, const char *descriptor,
                     const u64 *arguments);
ref java_new(struct thread *thread, const char *class_name, const char *descriptor, u64 *arguments);

// Makes an instance without running its constructor, registered for its finalizer if it has one. Only the kernel makes
// instances of java.lang.Class: IllegalAccessError.
ref java_alloc(struct thread *thread, struct class *class);
// Takes a new object, or 0 with an exception pending: registers it if it has a finalizer, which runs Java, and returns
// it; 0 if an exception is pending.
ref java_register(struct thread *thread, ref object);

// Whether the thread's exception is an instance of the named class of the boot loader.
bool java_exception_is(struct thread *thread, const char *class_name);
// Takes the pending exception away from the thread and returns it.
ref java_take_exception(struct thread *thread);

// System.identityHashCode (kernel/run/monitor.c): 26 bits, from a seeded sequence, never 0 for an object; 0 for null.
u32 monitor_identity_hash(ref object);
// The same in a leaf, which takes the kernel's lock if it has to. If there is no memory for the object's monitor it
// returns 0, and the thread has an OutOfMemoryError at its next poll.
u32 monitor_identity_hash_leaf(ref object);

#endif
