// The C functions behind translator/entry_table.h and behind the stubs of methods and call slots; assembly calls them.
#ifndef KERNEL_RUN_ENTRY_FUNCTIONS_H
#define KERNEL_RUN_ENTRY_FUNCTIONS_H

#include "kernel/classes/link.h"
#include "kernel/run/stubs.h"
#include "translator/object.h"

void entry_poll(struct thread *thread, u64 java_sp);
// StackOverflowError, in a thread whose stack is at its end.
void entry_overflow_stack(struct thread *thread);
ref entry_alloc_object(struct class *class);
ref entry_alloc_array(struct class *array_class, s32 length);
ref entry_alloc_multi(struct class *array_class, u32 dimensions, const s64 *lengths);
u64 entry_resolve(struct class *referrer, u32 index_and_kind);
void entry_init_class(struct class *class);
void entry_monitor_enter(ref object);
void entry_monitor_exit(ref object);
void entry_monitor_hand_on(ref object);
ref entry_locks_enter(ref locks, ref object);
void entry_locks_exit(ref locks, ref object);
void entry_locks_return(ref locks, u32 is_synchronized);
ref entry_locks_unwind(ref locks, ref exception, u32 is_synchronized);
void entry_arraycopy(ref from, s32 from_index, ref to, s32 to_index, s32 count);
void entry_native_pending(void);
u64 entry_native_begin(void);
void entry_native_end(void);
u64 entry_leaf_begin(void);
void entry_leaf_end(void);
u64 entry_link_native(struct method *method);
u64 entry_instance_of(ref object, struct class *class);
u64 entry_can_store(ref array, ref value);
u64 entry_again(struct method *method);
void entry_throw(ref exception);
void entry_throw_null(void);
void entry_throw_index(s32 index, u32 length);
void entry_throw_divide(void);
void entry_throw_cast(ref object, struct class *class);
void entry_throw_store(ref array, ref value);
void entry_throw_not_implemented(ref receiver, struct method *method);
void entry_throw_abstract(ref receiver, struct method *method);
void entry_allocated(ref object, u32 method);

// For stub_translate and stub_init_class: initialises the method's class if it is static, translates it, and returns
// its code's address, or 0 if an exception is pending. `saved` holds the arguments of the call that waits.
u64 method_prepare_entry(struct method *method, struct java_arguments *saved);
// For stub_resolve: the method or dispatcher that the slot holds now, or 0 if an exception is pending.
u64 call_slot_resolve(struct call_slot *slot, struct java_arguments *saved);

#endif
