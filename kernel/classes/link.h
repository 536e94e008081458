// Resolution of constant-pool entries (JVMS 5.4.3). What is known already, without loading or running anything, is
// declared in translator/program.h.
#ifndef KERNEL_CLASSES_LINK_H
#define KERNEL_CLASSES_LINK_H

#include "translator/program.h"

// The literal, wherever it lies now. Returns 0 if an exception is pending.
ref link_string(struct thread *thread, struct class *referrer, u16 index);
// Resolves and fills the slot. On failure sets thread->exception and returns 0. May load classes and run Java.
// SLOT_STATIC and SLOT_NEW initialise the class too; if this thread is still initialising it, they return the value but
// leave the slot empty.
u64 link_resolve(struct thread *thread, struct class *referrer, u16 index, enum slot_kind kind);
// The same for the slot of an invokedynamic instruction, with the resolver that it began with.
struct call_slot;
u64 link_resolve_site(struct thread *thread, struct call_slot *call);

// What the slot of a call refers to. `entry` is stub_resolve, or one of stub_dispatch_*, which raise
// NullPointerException for a null receiver: resolution comes first, so the call itself has not checked for null.
struct call_slot {
    u64 entry;
    struct class *referrer;
    u16 index;
    u16 kind;          // enum slot_kind
    u32 vtable_offset; // stub_dispatch_virtual: offset of the entry in struct class
    u32 method;        // stub_dispatch_interface: struct method * of the interface; stub_dispatch_direct: that to call
    u32 slot;          // address of the slot that refers to this
};

// Hooks, in kernel/run/stubs.S: what the entry of a call slot can be besides code and the stubs of class.h. None of
// these may be called from C.
extern const u8 stub_resolve[];          // struct call_slot, not resolved
extern const u8 stub_dispatch_virtual[]; // struct call_slot, resolved
extern const u8 stub_dispatch_interface[];
extern const u8 stub_dispatch_direct[]; // the same, for a method that is called without dispatch

#endif
