// See kernel/deliberate.h.
#include "kernel/deliberate.h"

#include "kernel/memory.h"
#include "kernel/options.h"
#include "kernel/panic.h"

#define NOWHERE (MACHINE_STACKS_END + 1 * GIB)  // in the area of stacks, where no stack is

static void make_panic(void) { panic("a deliberate panic"); }
static void make_fault(void) { *(volatile u64 *)NOWHERE = 1; }

static u64 use_stack(u64 depth) {
    volatile u64 room[64] = {depth};
    return depth ? use_stack(depth + 1) + room[0] : 0;
}
static void make_stack_overflow(void) { use_stack(1); }

static void take_all_memory(void) {
    for (;;) memory_class_alloc(64 * KIB);
}

static const struct {
    const char *kind;
    void (*make)(void);
} faults[] = {
    {"triple", machine_vanish}, {"panic", make_panic}, {"fault", make_fault}, {"stack", make_stack_overflow}, {"memory", take_all_memory},
};

void deliberate_fault(void) {
    struct option kind;
    if (!option_property("gnomon.test.fault", &kind)) return;
    for (size_t i = 0; i < COUNT_OF(faults); i++) {
        if (option_is(&kind, faults[i].kind)) faults[i].make();
    }
}
