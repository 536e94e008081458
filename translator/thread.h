// What translated code reads and writes in the current thread, by offsets from r15; the kernel's struct thread begins
// with it. `stack_limit` may be changed by interrupts, everything else only by the thread itself.
#ifndef TRANSLATOR_THREAD_H
#define TRANSLATOR_THREAD_H

#include "log/thread.h"
#include "translator/entries.h"

struct code_thread {
    union {
        struct log_thread log;
        struct log_thread;
    };
    u64 stack_limit;      // the stack ends here; all ones asks the thread to stop at the next poll
    u64 real_stack_limit; // the limit if nothing is asked of the thread
    ref exception;        // the pending exception, 0 if there is none
    ref java_thread;      // the java.lang.Thread
    u32 thin_mark;        // what it makes of an object's mark when it locks it: MARK_THIN, its lock number, depth 1
    u32 handle_count;     // handles in use: a native's wrapper gives back what the native made
    u64 fault_pc;         // address of the access that trapped
    u64 entries[ENTRY_COUNT];
};

#endif
