// Turns, in deterministic runs with several processors: only one of them ever runs, and all others are halted.
//
// QEMU executes its processors one after the other, but which one follows when several could run depends on the host:
// on whether its thread for devices happens to look at the clock at the end of a slice. With one that can run there is
// nothing to choose. So the processor that has the turn hands it on when it has nothing to do, when it waits for
// another one, and when its time is over; its timer is set for the deadlines of all, and what others want of a
// processor waits until that has the turn. All of it is touched by the one that has the turn only, so there are no
// locks.
//
// A processor that waits for its turn has its interrupts off, and hears of it by a non-maskable one.
#include "boot/pc/instruction.h"
#include "boot/pc/pc.h"
#include "kernel/core/cpu_self.h"

#define TURN_TICKS 100000u // instructions
#define NEVER UINT64_MAX

struct seat {
    bool takes_part;
    bool wants;   // it has something to do; one that is idle has not
    bool called;  // it is to be interrupted
    bool flush;   // it is to forget what it knows of the page tables
    bool served;  // an interrupt has come while it was idle
    u64 deadline; // of its timer, in ticks; NEVER: none
};

static struct seat seats[CPUS_MOST];
static bool on;       // until the end of the machine
static bool is_alone; // another processor is just coming up, outside of this order
static u64 turn_end;
u32 turn_holder; // turn_wait's

static struct seat *own_seat(void) { return &seats[cpu_self()->number]; }

bool turns_are_taken(void) { return on; }

void turns_end(void) { on = false; }

// ---- Whose turn it is

static bool is_due(const struct seat *seat, u64 now) { return now >= seat->deadline; }

// The next processor in order that is due or, if this turn is over, has something to do. Returns NULL if there is none.
static const struct cpu *choose(bool is_over) {
    u32 own = cpu_self()->number;
    u64 now = machine_ticks();
    for (u32 i = 1; i < machine.cpu_count && !is_alone; i++) {
        const struct cpu *cpu = &cpus[(own + i) % machine.cpu_count];
        const struct seat *seat = &seats[cpu->number];
        if (seat->takes_part && ((is_over && (seat->wants || seat->called)) || is_due(seat, now))) return cpu;
    }
    return NULL;
}

// For the first thing that ends this turn or is due.
static void set_timer(void) {
    u64 at = own_seat()->deadline, now = machine_ticks();
    for (u32 i = 0; i < machine.cpu_count; i++) {
        const struct seat *seat = &seats[i];
        if (!seat->takes_part || seat == own_seat()) continue;
        u64 end = seat->wants || seat->called ? turn_end : seat->deadline;
        if (end < at) at = end;
    }
    apic_timer_set(at == NEVER ? 0 : at > now ? at - now : 1);
}

// What has waited for this processor. Its timer strikes at once if it is due.
static void begin_turn(void) {
    struct seat *own = own_seat();
    if (own->flush) write_cr3(read_cr3());
    own->flush = false;
    if (own->called) processor_interrupt(cpu_self());
    own->called = false;
    turn_end = machine_ticks() + TURN_TICKS;
    set_timer();
}

static void pass(const struct cpu *to) {
    apic_timer_set(0);
    turn_holder = to->number;
    processor_turn(to);
}

// Interrupts are off. Returns when it is this processor's turn again.
static void pass_and_wait(const struct cpu *to) {
    pass(to);
    turn_wait(cpu_self()->number);
    begin_turn();
}

// ---- What the machine does in turns

void turns_begin(void) {
    for (u32 i = 0; i < machine.cpu_count; i++) seats[i].deadline = NEVER;
    seats[0] = (struct seat){.takes_part = true, .wants = true}; // its timer may have been armed before: it is due
    on = true;
}

void turns_be_alone(bool alone) { is_alone = alone; }

void turns_join(u32 number) { seats[number].takes_part = seats[number].wants = true; }

void turns_wait_first(void) {
    turn_wait(cpu_self()->number);
    begin_turn();
}

void turns_arm(u64 ticks) {
    own_seat()->deadline = ticks ? machine_ticks() + ticks : NEVER;
    set_timer();
}

void turns_relax(void) {
    bool enabled = machine_interrupts_off();
    const struct cpu *next = choose(true);
    if (next) {
        pass_and_wait(next);
    } else {
        pause();
    }
    machine_interrupts_restore(enabled);
}

void turns_idle(void) {
    struct seat *own = own_seat();
    own->served = false;
    sti_nop(); // what has come already ends it
    cli();
    own->wants = own->served;
    while (!own->served) {
        const struct cpu *next = choose(true);
        if (next) {
            pass_and_wait(next);
        } else {
            set_timer();
        }
        apic_halt();
        cli();
    }
}

void turns_call(const struct cpu *cpu) {
    bool enabled = machine_interrupts_off();
    seats[cpu->number].called = true;
    set_timer();
    machine_interrupts_restore(enabled);
}

void turns_flush(void) {
    for (u32 i = 0; i < machine.cpu_count; i++) seats[i].flush = i != cpu_self()->number;
}

void turns_served(void) { own_seat()->served = own_seat()->wants = true; }

void turns_timer(struct trap_frame *frame) {
    struct seat *own = own_seat();
    if (is_due(own, machine_ticks())) {
        own->deadline = NEVER;
        turns_served();
        interrupt_timer(frame);
    }
    const struct cpu *next = choose(!own->wants || machine_ticks() >= turn_end);
    if (next) {
        pass_and_wait(next);
    } else {
        if (machine_ticks() >= turn_end) turn_end = machine_ticks() + TURN_TICKS;
        set_timer();
    }
}

void turns_leave(void) {
    own_seat()->takes_part = false;
    const struct cpu *next = choose(true);
    if (next) pass(next);
}
