// See kernel/natives/deliberate.h.
#include "kernel/natives/deliberate.h"

#include "base/panic.h"
#include "kernel/classes/domain.h"
#include "kernel/core/interrupt.h"
#include "kernel/heap/collect.h"
#include "kernel/memory/owner.h"
#include "log/state.h"

#define NOWHERE (MACHINE_STACKS_END + 1 * GIB) // in the area of stacks, where no stack is

static void make_panic(void) { panic("a deliberate panic"); }
static void make_fault(void) { *(volatile u64 *)NOWHERE = 1; }

static u64 use_stack(u64 depth) {
    volatile u64 room[64] = {depth};
    return depth ? use_stack(depth + 1) + room[0] : 0;
}
static void make_stack_overflow(void) { use_stack(1); }

static void take_all_memory(void) {
    while (owner_alloc(&owner_machine, 64 * KIB)) continue;
    panic("class data exhausted");
}

// With gnomon.gc.protect: uses a reference that was kept where the collector does not know about it.
static void use_left_behind(void) {
    ref object = heap_alloc_primitive_array(thread_self(), 'B', 8);
    collect_all(thread_self());
    (void)*(volatile u32 *)object_at(object);
}

// The log's end of the region now lies at an unmapped address, to which the panic that follows would write its reason.
static void break_region(void) {
    log_state.crash = (struct region_crash *)NOWHERE;
    make_fault();
}

// The program's next null check by access faults while it is being looked up.
static bool broken_sites(u64 pc) { return *(volatile u64 *)NOWHERE == pc; }
static void break_sites(void) { interrupt_set_null_trap(broken_sites, 0); }

static const struct {
    const char *kind;
    void (*make)(void);
} faults[] = {
    {"triple", machine_vanish},  {"panic", make_panic},     {"fault", make_fault},    {"stack", make_stack_overflow},
    {"memory", take_all_memory}, {"left", use_left_behind}, {"region", break_region}, {"sites", break_sites},
};

void deliberate_fault(struct thread *thread) {
    struct option kind;
    if (domain_of(thread) != domain_first) return;
    if (!option_property(&domain_of(thread)->options, "gnomon.test.fault", &kind)) return;
    for (size_t i = 0; i < COUNT_OF(faults); i++) {
        if (option_is(&kind, faults[i].kind)) faults[i].make();
    }
}
