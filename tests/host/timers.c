// The processor's timer and interrupts in host tests: what was asked for is kept, and the test does what the timer
// would.
#include "timers.h"

u64 timer_deadlines[TIMER_CLIENTS];
void (*timer_handlers[TIMER_CLIENTS])(struct trap_frame *frame);

void interrupt_timer_set(enum timer_client client, u64 at_ticks) { timer_deadlines[client] = at_ticks; }
u64 interrupt_timer_get(enum timer_client client) { return timer_deadlines[client]; }
void interrupt_timer_handler(enum timer_client client, void (*handler)(struct trap_frame *frame)) {
    timer_handlers[client] = handler;
}
bool machine_interrupts_off(void) { return true; }
void machine_interrupts_restore(bool on) { (void)on; }
