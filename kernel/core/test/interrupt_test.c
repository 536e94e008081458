// The shared timer and the handling of faults: what the machine's timer is set for, whose handler runs when, and which
// faults become an error of the program and which end the kernel. The file is included, not linked, so that the machine
// and the log can be this test's own; times are past or far away, so that nothing depends on how fast the host is.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/layout.h"
#include "tap.h"

// FS is the host's own here: all that can be seen is that foreign_interrupted is called first.
#define KERNEL_CORE_FOREIGN_H
static unsigned foreign_asked;
static void foreign_interrupted(void) { foreign_asked++; }

#include "kernel/core/cpu.c"
#include "kernel/core/interrupt.c"
#include "kernel/core/machine.c"

_Thread_local struct cpu *host_cpu = &cpus[0];

#define FAR (1ull << 62)

static bool interrupts_are_on = true;
static u64 armed_ticks; // by machine_timer_arm; 0 if it is not armed
static unsigned arms, entered, left;

bool machine_interrupts_off(void) {
    bool on = interrupts_are_on;
    interrupts_are_on = false;
    return on;
}
void machine_interrupts_restore(bool on) { interrupts_are_on = on; }

void processors_halt_here(void) { abort(); }

void machine_timer_arm(u64 ticks) {
    if (interrupts_are_on) tap_ok(false, "the timer is set with interrupts on");
    armed_ticks = ticks;
    arms++;
}

struct log_interrupt log_interrupt_enter(struct trap_frame *frame) {
    entered++;
    return (struct log_interrupt){.start_ticks = frame->rip};
}
void log_interrupt_leave(const struct log_interrupt *interrupt, struct trap_frame *frame) {
    left += interrupt->start_ticks == frame->rip && cpus[0].interrupt_depth;
}

static bool obeys;
bool log_obey_request(const struct trap_frame *frame) { return (void)frame, obeys; }

static u64 logged_pc, logged_address;
void log_event_fault(enum event_id id, u32 a, u64 b, u64 c) {
    (void)c;
    logged_pc = id == EVENT_page_fault ? a : 0;
    logged_address = b;
}

static jmp_buf panicked;
static char reason[100];
static const struct trap_frame *panic_of;
void panic_frame(const struct trap_frame *frame, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof(reason), format, arguments);
    va_end(arguments);
    panic_of = frame;
    longjmp(panicked, 1);
}

_Noreturn void panic(const char *format, ...) {
    tap_ok(false, "%s", format);
    exit(1);
}

// The timer is set relative to a present that moves on meanwhile.
static bool is_armed_for(u64 deadline) {
    u64 now = machine_ticks();
    return armed_ticks > deadline - now - 1000000000 && armed_ticks <= deadline - now + 1000000000;
}

// ---- The timer

static char said[100];
static void say_a(struct trap_frame *frame) { (void)frame, strcat(said, "a"); }
static void say_b(struct trap_frame *frame) { (void)frame, strcat(said, "b"); }
static void say_and_go_on(struct trap_frame *frame) {
    (void)frame;
    strcat(said, "+");
    interrupt_timer_set(TIMER_SAMPLER, FAR);
    if (armed_ticks != 77) strcat(said, " (set within the handlers)");
}

static void test_deadlines(void) {
    interrupt_timer_set(TIMER_SAMPLER, FAR);
    tap_is_int(armed_ticks, 0, "a deadline without a handler sets no timer");
    interrupt_timer_handler(TIMER_SAMPLER, say_a);
    tap_ok(is_armed_for(FAR), "with its handler it does");
    interrupt_timer_handler(TIMER_SCHEDULER, say_b);
    interrupt_timer_set(TIMER_SCHEDULER, FAR / 2);
    tap_ok(is_armed_for(FAR / 2), "the earlier one counts");
    unsigned before = arms;
    interrupt_timer_set(TIMER_SAMPLER, FAR + 5);
    tap_is_int(arms, before, "a later one does not touch the timer");
    tap_ok(interrupt_timer_get(TIMER_SAMPLER) == FAR + 5, "but is known");
    interrupt_timer_set(TIMER_SCHEDULER, 0);
    tap_ok(is_armed_for(FAR + 5) && interrupt_timer_get(TIMER_SCHEDULER) == 0, "and counts when the other is gone");
    interrupt_timer_set(TIMER_SCHEDULER, 1);
    tap_is_int(armed_ticks, 1, "what is past comes as soon as can be");
    interrupt_timer_set(TIMER_SCHEDULER, 0);
    interrupt_timer_set(TIMER_SAMPLER, 0);
    tap_is_int(armed_ticks, 0, "nothing is wanted, nothing is set");
    tap_ok(interrupts_are_on, "interrupts are on afterwards");
}

static void test_interrupt(void) {
    struct trap_frame frame = {.vector = TRAP_TIMER, .rip = 4711};
    interrupt_timer_set(TIMER_SCHEDULER, FAR);
    interrupts_are_on = false;
    armed_ticks = 0;
    interrupt_timer(&frame);
    tap_is_text(said, "", "an interrupt that comes early calls nobody");
    tap_ok(is_armed_for(FAR), "and is set again for the rest");
    interrupt_timer_set(TIMER_SCHEDULER, 1);
    interrupt_timer_set(TIMER_SAMPLER, 2);
    armed_ticks = 77;
    interrupt_timer(&frame);
    tap_ok(strlen(said) == 2 && strchr(said, 'a') && strchr(said, 'b'), "both that are due are called, once each");
    tap_is_int(armed_ticks, 77, "and are due no more: what has come is not set again");
    said[0] = 0;
    interrupt_timer_handler(TIMER_SAMPLER, say_and_go_on);
    interrupt_timer_set(TIMER_SAMPLER, 1);
    armed_ticks = 77;
    interrupt_timer(&frame);
    tap_is_text(said, "+", "a handler that wants to come again does not set the timer itself");
    tap_ok(is_armed_for(FAR), "that is done when all have run");
    tap_ok(entered == 3 && left == 3 && !cpus[0].interrupt_depth, "the log is told of each interrupt's begin and end");
    tap_is_int(foreign_asked, 3, "and each looks first whether a library's code was interrupted");
    interrupts_are_on = true;
    interrupt_timer_set(TIMER_SAMPLER, 0);
}

// The machine is set for the earliest deadline that has a handler, in whatever order they were asked for.
static void test_random(void) {
    u64 model[TIMER_CLIENTS] = {0};
    unsigned wrong = 0;
    for (unsigned i = 0; i < TIMER_CLIENTS; i++) interrupt_timer_handler(i, say_a);
    srand(1);
    for (unsigned step = 0; step < 5000; step++) {
        unsigned client = (unsigned)rand() % TIMER_CLIENTS;
        model[client] = rand() % 4 ? FAR + ((u64)(unsigned)rand() << 29) : 0;
        interrupt_timer_set(client, model[client]);
        u64 earliest = 0;
        for (unsigned i = 0; i < TIMER_CLIENTS; i++) {
            if (model[i] && (!earliest || model[i] < earliest)) earliest = model[i];
            wrong += interrupt_timer_get(i) != model[i];
        }
        wrong += earliest ? !is_armed_for(earliest) : armed_ticks != 0;
    }
    tap_is_int(wrong, 0, "5,000 random deadlines: the timer is set for the earliest");
}

// ---- Faults

static u64 site;
static bool is_site(u64 pc) { return pc == site; }

static bool hook_answer;
static unsigned hook_calls;
static bool hook(struct trap_frame *frame) {
    hook_calls++;
    if (hook_answer) frame->rip++;
    return hook_answer;
}

static const char *name_it(u64 address) { return address == FAR ? "a word for it" : NULL; }
static const char *(*namer)(u64 address);
const char *interrupt_fault_name(u64 address) { return namer ? namer(address) : NULL; }

static void new_fault(void) { cpus[0].interrupt_depth = cpus[0].fault_depth = 0; }

// Returns whether it ends in a panic.
static bool fault(struct trap_frame *frame) {
    reason[0] = 0;
    panic_of = NULL;
    if (setjmp(panicked)) return true;
    interrupt_fault(frame);
    return false;
}

static void test_null(void) {
    u64 stack[4] = {0};
    struct thread thread = {0};
    struct trap_frame good = {.vector = TRAP_PAGE_FAULT,
                              .fault_address = 12,
                              .rip = CODE_START + 100,
                              .rsp = (u64)(stack + 3),
                              .rax = 5,
                              .r15 = (u64)&thread};
    struct trap_frame frame = good;
    site = CODE_START + 100;
    tap_ok(fault(&frame), "before the code's sites are known each fault is the end");
    interrupt_set_null_trap(is_site, 0x1234);
    new_fault();
    frame = good;
    tap_ok(!fault(&frame) && frame.rip == 0x1234, "a null check by access goes on at the stub");
    tap_ok(frame.rsp == (u64)(stack + 2) && stack[2] == site + 1, "with the access's address + 1 to return to");
    tap_ok(thread.fault_pc == site && frame.rax == 5, "the address in the thread, and the registers as they were");
    tap_ok(logged_pc == site && logged_address == 12, "and an event");
    tap_is_int(cpus[0].interrupt_depth, 0, "it is over then");
    struct trap_frame others[] = {good, good, good, good};
    others[0].fault_address = NULL_GUARD_BYTES;
    others[1].rip = CODE_START + 101;
    others[2].rip = CODE_END;
    others[3].vector = TRAP_INVALID_OPCODE;
    static const char *const names[] = {"behind the guard", "at no site", "outside of translated code",
                                        "of another kind"};
    for (unsigned i = 0; i < COUNT_OF(others); i++) {
        new_fault();
        tap_ok(fault(&others[i]) && panic_of == &others[i] && strcmp(reason, "fault") == 0, "not so %s", names[i]);
    }
}

static void test_names(void) {
    struct trap_frame frame = {.vector = TRAP_PAGE_FAULT, .fault_address = FAR};
    namer = name_it;
    new_fault();
    tap_ok(fault(&frame) && strcmp(reason, "a word for it") == 0, "who knows the address has a word for the fault");
    frame.vector = TRAP_INVALID_OPCODE;
    new_fault();
    tap_ok(fault(&frame) && strcmp(reason, "fault") == 0, "if it is an access");
    namer = NULL;
}

static void test_hook(void) {
    struct trap_frame frame = {.vector = TRAP_BREAKPOINT, .rip = 10};
    interrupt_set_fault_hook(hook);
    hook_answer = true;
    new_fault();
    tap_ok(!fault(&frame) && frame.rip == 11 && hook_calls == 1, "a hook is asked first, and may let it pass");
    hook_answer = false;
    tap_ok(fault(&frame) && hook_calls == 2, "or not");
    interrupt_set_fault_hook(NULL);
    struct trap_frame nmi = {.vector = TRAP_NMI};
    new_fault();
    obeys = true;
    tap_ok(!fault(&nmi) && !cpus[0].interrupt_depth, "a request of the host's is obeyed");
    obeys = false;
    tap_ok(fault(&nmi), "any other interrupt that cannot be masked is a fault");
}

// A handler of a fault sets a deadline: the timer is set for it when the fault is over, since no other interrupt comes.
static bool setting_hook(struct trap_frame *frame) {
    (void)frame;
    interrupt_timer_set(TIMER_SAMPLER, FAR / 4);
    return true;
}

static void test_deadline_in_fault(void) {
    struct trap_frame frame = {.vector = TRAP_PAGE_FAULT, .fault_address = FAR, .rip = 11};
    interrupt_timer_set(TIMER_SAMPLER, 0);
    interrupt_timer_set(TIMER_SCHEDULER, 0);
    interrupt_set_fault_hook(setting_hook);
    new_fault();
    armed_ticks = 0;
    interrupts_are_on = false;
    tap_ok(!fault(&frame) && is_armed_for(FAR / 4), "a deadline that is set while a fault is handled sets the timer");
    interrupts_are_on = true;
    interrupt_set_fault_hook(NULL);
    interrupt_timer_set(TIMER_SAMPLER, 0);
}

// What is asked about a fault may itself fault: then nothing more is asked, and the panic is about the second fault.
static struct trap_frame second = {.vector = TRAP_PAGE_FAULT, .fault_address = FAR};
static bool broken_hook(struct trap_frame *frame) {
    hook_calls++;
    if (hook_calls > 1) return false;
    interrupt_fault(&second);
    return (void)frame, false;
}
static unsigned names_asked;
static const char *broken_namer(u64 address) {
    (void)address;
    if (names_asked++) return "asked again";
    interrupt_fault(&second);
    return NULL;
}
static bool broken_site(u64 pc) {
    (void)pc;
    interrupt_fault(&second);
    return true;
}

static void test_nested(void) {
    struct trap_frame first = {.vector = TRAP_PAGE_FAULT, .fault_address = 12, .rip = CODE_START};
    hook_calls = 0;
    interrupt_set_fault_hook(broken_hook);
    new_fault();
    tap_ok(fault(&first) && panic_of == &second && hook_calls == 1, "a fault in the hook does not come to the hook");
    interrupt_set_fault_hook(NULL);
    interrupt_set_null_trap(broken_site, 0);
    new_fault();
    tap_ok(fault(&first) && panic_of == &second, "a fault in the look at the code's sites is a panic");
    interrupt_set_null_trap(NULL, 0);
    namer = broken_namer;
    new_fault();
    tap_ok(fault(&first) && panic_of == &second && strcmp(reason, "fault") == 0, "and one in the search for a word");
    namer = NULL;
}

int main(void) {
    test_deadlines();
    test_interrupt();
    test_random();
    test_null();
    test_names();
    test_hook();
    test_deadline_in_fault();
    test_nested();
    return tap_done();
}
