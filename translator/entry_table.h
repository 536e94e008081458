// The entry points of the kernel that translated code calls, `call [r15 + offset of thread.entries + 8 * n]`. One table
// for C and assembly: stubs.S makes one trampoline for each SAFEPOINT entry (it anchors the Java frame:
// thread->anchor_fp = rbp, anchor_pc = return address, calls the C function `entry_<name>`, and goes to the unwinder if
// thread->exception is set afterwards).
//
//   SAFEPOINT  arguments in SysV registers as given, all caller-saved registers lost; may run Java, collect, throw; has
//              a site
//   LEAF       preserves every register but rax (result) and the flags; no safepoint, cannot throw; needs no site
//   THROW      like SAFEPOINT, never returns
//   STUB       assembly with rules of its own, stated beside it
// Only the table, so that assembly can include it; C includes translator/entries.h.
#ifndef TRANSLATOR_ENTRY_TABLE_H
#define TRANSLATOR_ENTRY_TABLE_H

// ENTRY(kind, name)                 prototype of the C function behind it
// clang-format off
#define ENTRY_TABLE(ENTRY) \
    ENTRY(STUB, poll)                /* at [r15 + stack_limit] hit: every register preserved, XMM too; has a site */ \
    /* jumped to from the first instructions of eax, a struct method *, to be translated again */ \
    ENTRY(STUB, translate) \
    /* at a dispatched call: eax is the receiver's class, r11 a struct profile; keeps eax and what holds arguments */ \
    ENTRY(STUB, profile) \
    ENTRY(SAFEPOINT, alloc_object)   /* ref (struct class *): initialised class; slow path of `new` */ \
    ENTRY(SAFEPOINT, alloc_array)    /* ref (struct class *array_class, s32 length) */ \
    ENTRY(SAFEPOINT, alloc_multi)    /* ref (struct class *array_class, u32 dimensions, const s64 *lengths): at rsp */ \
    /* u64 (struct class *referrer, u32 index | enum slot_kind << 16): the slot's value */ \
    ENTRY(SAFEPOINT, resolve) \
    ENTRY(SAFEPOINT, init_class)     /* void (struct class *) */ \
    ENTRY(STUB, monitor_enter)       /* void (ref not null): as SAFEPOINT, with a short path of its own */ \
    ENTRY(STUB, monitor_exit)        /* void (ref not null): the same */ \
    /* For a method whose locking is not known to be structured; `locks` lists what it has entered, see run/locks.h */ \
    ENTRY(SAFEPOINT, locks_enter)    /* ref (ref locks, ref object): the list, which may be another one */ \
    ENTRY(SAFEPOINT, locks_exit)     /* void (ref locks, ref object) */ \
    ENTRY(SAFEPOINT, locks_return)   /* void (ref locks, u32 is_synchronized) */ \
    /* ref (ref locks, ref exception, u32 is_synchronized): the exception to throw on */ \
    ENTRY(SAFEPOINT, locks_unwind) \
    ENTRY(STUB, arraycopy)           /* void (ref, s32, ref, s32, s32): as SAFEPOINT, with a short path of its own */ \
    ENTRY(SAFEPOINT, native_pending) /* void (void): a native came back with thread->exception set */ \
    ENTRY(LEAF, native_begin)        /* u64 (void): a native that is no leaf is called next: the ledger's account */ \
    /* it has returned: keeps rax and xmm0, loses the other registers; no safepoint */ \
    ENTRY(STUB, native_end) \
    ENTRY(LEAF, leaf_begin)          /* u64 (void): a leaf that needs the kernel's lock is next, with several cpus */ \
    ENTRY(STUB, leaf_end)            /* it has returned: as native_end */ \
    /* u64 (struct method *): address of the bound native; throws UnsatisfiedLinkError */ \
    ENTRY(SAFEPOINT, link_native) \
    ENTRY(LEAF, instance_of)         /* bool (ref not null, struct class *): slow path, keeps secondary_cache */ \
    ENTRY(LEAF, can_store)           /* bool (ref array, ref not null) */ \
    /* the conversions of JVMS where cvttss2si gave 8000_0000H: argument and result in */ \
    ENTRY(LEAF, f2i) \
    ENTRY(LEAF, f2l)                 /*   xmm0 and rax */ \
    ENTRY(LEAF, d2i) \
    ENTRY(LEAF, d2l) \
    ENTRY(LEAF, frem)                /* float (xmm0, xmm1), in xmm0 */ \
    ENTRY(LEAF, drem) \
    ENTRY(LEAF, again)               /* u64 (struct method *): its next call translates it once more */ \
    ENTRY(THROW, throw)              /* void (ref exception); null throws NullPointerException */ \
    ENTRY(THROW, throw_null)         /* void (void) */ \
    ENTRY(THROW, throw_index)        /* void (s32 index, u32 length) */ \
    ENTRY(THROW, throw_divide)       /* void (void) */ \
    ENTRY(THROW, throw_cast)         /* void (ref, struct class *) */ \
    ENTRY(THROW, throw_store)        /* void (ref array, ref value) */ \
    ENTRY(LEAF, allocated)           /* void (ref, struct method *): the allocation probe */
// clang-format on

#endif
