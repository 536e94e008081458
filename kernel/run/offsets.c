// Offsets of struct fields for the assembly in stubs.S, as absolute symbols that the linker fills in, so that they
// cannot differ from what C uses.
#include "base/assembly.h"
#include "kernel/classes/link.h"
#include "kernel/run/monitor.h"
#include "kernel/run/stubs.h"

// For the size of what precedes it.
struct java_arguments_end {
    struct java_arguments arguments;
    u8 end;
};

// Never called: its body defines symbols, and generates no code.
__attribute__((used, noinline)) static void offsets_define(void) {
    OFFSET(THREAD_ANCHOR_FP, struct thread, anchor_fp);
    OFFSET(THREAD_ANCHOR_PC, struct thread, anchor_pc);
    OFFSET(THREAD_EXCEPTION, struct thread, exception);
    OFFSET(THREAD_THIN_MARK, struct thread, thin_mark);
    OFFSET(OBJECT_MARK, struct object, mark);
    OFFSET(MONITOR_OWNER, struct monitor, owner);
    OFFSET(MONITOR_DEPTH, struct monitor, depth);
    OFFSET(MONITOR_ENTERING, struct monitor, entering.first);
    OFFSET(MONITOR_HAS_HEIR, struct monitor, has_heir);
    OFFSET(METHOD_IMT_SLOT, struct method, imt_slot);
    OFFSET(CLASS_IMT, struct class, imt);
    OFFSET(CLASS_FLAGS, struct class, flags);
    OFFSET(CLASS_OWNER, struct class, owner);
    OFFSET(PROFILE_COUNTS, struct profile, counts);
    OFFSET(PROFILE_OTHERS, struct profile, others);
    OFFSET(PROFILE_OWNER, struct profile, owner);
    OFFSET(CLASS_DIMENSIONS, struct class, dimensions);
    OFFSET(CLASS_ELEMENT_TYPE, struct class, element_type);
    OFFSET(CLASS_ELEMENT_SHIFT, struct class, element_shift);
    OFFSET(ARRAY_LENGTH, struct array, length);
    OFFSET(ARRAY_ELEMENTS, struct array, elements);
    OFFSET(IMT_ENTRY_KEY, struct imt_entry, key);
    OFFSET(IMT_ENTRY_TARGET, struct imt_entry, target);
    OFFSET(IMT_ENTRY_NEXT, struct imt_entry, next);
    OFFSET(CALL_SLOT_VTABLE_OFFSET, struct call_slot, vtable_offset);
    OFFSET(CALL_SLOT_METHOD, struct call_slot, method);
    OFFSET(ARGUMENTS_INTEGER, struct java_arguments, integer);
    OFFSET(ARGUMENTS_SSE, struct java_arguments, sse);
    OFFSET(ARGUMENTS_STACK, struct java_arguments, stack);
    OFFSET(ARGUMENTS_STACK_COUNT, struct java_arguments, stack_count);
    OFFSET(ARGUMENTS_RETURNS_SSE, struct java_arguments, returns_sse);
    OFFSET(ARGUMENTS_HAS_NO_SSE, struct java_arguments, has_no_sse);
    OFFSET(ARGUMENTS_BYTES, struct java_arguments_end, end);
    OFFSET(METHOD_ENTRY_OFFSET, struct method, entry);
}

_Static_assert(offsetof(struct method, entry) == METHOD_ENTRY && offsetof(struct imt_entry, entry) == METHOD_ENTRY &&
                   offsetof(struct call_slot, entry) == METHOD_ENTRY,
               "whatever eax may hold at a call begins with its entry");
_Static_assert(MARK_HASH == 0 && MARK_THIN == 1 && MARK_MONITOR == 2 && MARK_TAG_MASK == 3 && MARK_AGE_MASK == 0x3c &&
                   MARK_PAYLOAD_SHIFT == 6 && MARK_OWNER_SHIFT == 16 && MARK_DEPTH_MASK == 0xffc0,
               "stubs.S has the mark's layout");
_Static_assert(offsetof(struct profile, classes) == 0 && PROFILE_CLASSES == 3 && CLASS_MORTAL == 512,
               "stubs.S has the profile's layout");
