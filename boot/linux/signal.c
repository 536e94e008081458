// Interrupts of the Linux process: SIGALRM of a POSIX timer is the timer interrupt; SIGSEGV, SIGBUS, SIGFPE, SIGILL and
// SIGTRAP are the faults. All run on one alternate stack; a fault inside the timer's handler continues further down on
// it.
//
// "Interrupts off" is a variable, so that it costs no system call: a signal that finds it off is remembered and raised
// again when it is turned on. The wait for an interrupt is one for a word to change, which every interrupt does: so
// none is missed that comes between the look and the wait, and another processor can end the wait without a signal.
#include "base/string.h"
#include "boot/linux/linux.h"

#define SIGNAL_IGNORE ((void (*)(s32, void *, void *))1)
#define SIGNAL_BIT(signal) (1ull << ((signal)-1))

static u64 process_id;

static void frame_load(struct trap_frame *frame, const struct signal_context *context, u64 vector) {
    *frame = (struct trap_frame){
        .r15 = context->r15,
        .r14 = context->r14,
        .r13 = context->r13,
        .r12 = context->r12,
        .r11 = context->r11,
        .r10 = context->r10,
        .r9 = context->r9,
        .r8 = context->r8,
        .rdi = context->rdi,
        .rsi = context->rsi,
        .rbp = context->rbp,
        .rbx = context->rbx,
        .rdx = context->rdx,
        .rcx = context->rcx,
        .rax = context->rax,
        .vector = vector,
        .error = context->error,
        .fault_address = vector == TRAP_PAGE_FAULT ? context->fault_address : 0,
        .rip = context->rip,
        .cs = context->cs,
        .rflags = context->rflags,
        .rsp = context->rsp,
        .ss = context->ss,
    };
}

static void frame_store(const struct trap_frame *frame, struct signal_context *context) {
    context->r15 = frame->r15, context->r14 = frame->r14, context->r13 = frame->r13, context->r12 = frame->r12;
    context->r11 = frame->r11, context->r10 = frame->r10, context->r9 = frame->r9, context->r8 = frame->r8;
    context->rdi = frame->rdi, context->rsi = frame->rsi, context->rbp = frame->rbp, context->rbx = frame->rbx;
    context->rdx = frame->rdx, context->rcx = frame->rcx, context->rax = frame->rax;
    context->rip = frame->rip, context->rsp = frame->rsp, context->rflags = frame->rflags;
}

// Whether the signal is the timer's: sent by the timer, by ourselves for one that had been held back, or by another
// process, which has something to ask. One from another processor is not.
static bool is_timer(struct linux_processor *processor, const struct signal_info *info) {
    bool is_raised = processor->is_timer_raised;
    processor->is_timer_raised = false;
    return is_raised || info->code != SIGNAL_CODE_THREAD;
}

static void serve(struct linux_processor *processor, const struct signal_info *info, struct signal_context *context) {
    struct trap_frame frame;
    bool is_called = __atomic_exchange_n(&processor->call_wanted, false, __ATOMIC_ACQUIRE),
         is_due = is_timer(processor, info);
    frame_load(&frame, context, is_due ? TRAP_TIMER : TRAP_CALL);
    // Linux delivers a signal before the next instruction outside itself; one that we raised was held back while the
    // thread went on
    frame.error = info->code == SIGNAL_CODE_TIMER ? TIMER_PROMPT : TIMER_LATE_UNKNOWN;
    if (is_due) interrupt_timer(&frame);
    frame.vector = TRAP_CALL;
    if (is_called) interrupt_call(&frame);
    frame_store(&frame, context);
}

static u32 set_idle(struct linux_processor *processor, enum idle_state state) {
    return __atomic_exchange_n(&processor->idle_state, state, __ATOMIC_SEQ_CST);
}

static bool waits(const struct linux_processor *processor) {
    return __atomic_load_n(&processor->idle_state, __ATOMIC_ACQUIRE) == IDLE_WAITS;
}

static void interrupt_signal(s32 signal, void *info, void *context) {
    (void)signal;
    struct linux_processor *processor = linux_processor_self();
    if (!processor->interrupts_on) {
        processor->timer_pending = true;
        return;
    }
    processor->interrupts_on = false;
    // a deadline that the handler sets must not let a second one in: the signal is blocked, the variable says so too
    compiler_barrier();
    serve(processor, info, context);
    if (waits(processor)) set_idle(processor, IDLE_WOKEN);
    compiler_barrier();
    processor->interrupts_on = true;
}

static void fault(struct signal_context *context, u64 vector) {
    bool on = linux_processor_self()->interrupts_on;
    linux_processor_self()->interrupts_on = false;
    compiler_barrier();
    struct trap_frame frame;
    frame_load(&frame, context, vector);
    interrupt_fault(&frame);
    frame_store(&frame, context);
    compiler_barrier();
    machine_interrupts_restore(on);
}

static void fault_signal(s32 signal, void *info, void *context) {
    (void)signal, (void)info;
    fault(context, ((struct signal_context *)context)->vector);
}

static void hard_signal(s32 signal, void *info, void *context) {
    (void)signal, (void)info;
    fault(context, TRAP_NMI);
}

static void send(const struct linux_processor *processor, s32 signal) {
    syscall3(SYS_tgkill, process_id, processor->thread_id, (u64)signal);
}

static void raise_timer(struct linux_processor *processor) {
    processor->is_timer_raised = true;
    send(processor, SIGNAL_ALRM);
}

void machine_interrupt(const struct cpu *cpu) {
    struct linux_processor *processor = &linux_processors[cpu->number];
    // What the sender has done comes before; one that has not been served yet is enough.
    if (!__atomic_exchange_n(&processor->call_wanted, true, __ATOMIC_ACQ_REL)) send(processor, SIGNAL_ALRM);
}

void machine_interrupt_hard(const struct cpu *cpu) { send(&linux_processors[cpu->number], SIGNAL_USER_2); }

bool machine_interrupts_off(void) {
    struct linux_processor *processor = linux_processor_self();
    bool on = processor->interrupts_on;
    processor->interrupts_on = false;
    compiler_barrier();
    return on;
}

void machine_interrupts_restore(bool on) {
    struct linux_processor *processor = linux_processor_self();
    if (!on) return;
    compiler_barrier();
    processor->interrupts_on = true;
    compiler_barrier();
    if (!processor->timer_pending) return;
    processor->timer_pending = false;
    raise_timer(processor);
}

void machine_wake(const struct cpu *cpu) {
    struct linux_processor *processor = &linux_processors[cpu->number];
    if (set_idle(processor, IDLE_WOKEN) != IDLE_WAITS) return;
    syscall3(SYS_futex, (u64)&processor->idle_state, FUTEX_WAKE_PRIVATE, 1);
}

void machine_idle(void) {
    struct linux_processor *processor = linux_processor_self();
    u32 state = IDLE_NOT;
    linux_sleep_begin();
    __atomic_compare_exchange_n(&processor->idle_state, &state, IDLE_WAITS, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    machine_interrupts_restore(true); // what has been held back comes now
    while (waits(processor)) {
        syscall4(SYS_futex, (u64)&processor->idle_state, FUTEX_WAIT_PRIVATE, IDLE_WAITS, 0);
    }
    machine_interrupts_off();
    set_idle(processor, IDLE_NOT);
    linux_sleep_end();
}

// Not even the timer's signal comes any more, which would have it write to the log.
void machine_halt(void) {
    u64 mask = SIGNAL_BIT(SIGNAL_ALRM);
    syscall2(SYS_rt_sigsuspend, (u64)&mask, sizeof(mask));
}

void machine_timer_arm(u64 ticks) {
    struct linux_processor *processor = linux_processor_self();
    struct itimerspec time = {{0, 0}, {0, 0}};
    if (ticks) {
        u64 ns = linux_ticks_to_ns(ticks);
        time.value.seconds = (s64)(ns / 1000000000u);
        time.value.nanoseconds = (s64)(ns % 1000000000u);
        if (!ns) time.value.nanoseconds = 1; // zero would disarm
    } else if (!processor->call_wanted) {
        processor->timer_pending = false;
    }
    syscall4(SYS_timer_settime, (u64)processor->timer_id, 0, (u64)&time, 0);
}

static void set_handler(s32 signal, void (*handler)(s32, void *, void *), u64 mask, u64 flags) {
    struct sigaction action = {.handler = handler,
                               .flags = SA_SIGINFO | SA_ONSTACK | SA_RESTORER | flags,
                               .restorer = linux_signal_return,
                               .mask = mask};
    s64 result = syscall4(SYS_rt_sigaction, (u64)signal, (u64)&action, 0, sizeof(action.mask));
    if (result < 0) linux_die(1, "no handler for signal %d (error %ld)", signal, -result);
}

void linux_signals_init(void) {
    static const s32 faults[] = {SIGNAL_SEGV, SIGNAL_BUS, SIGNAL_FPE, SIGNAL_ILL, SIGNAL_TRAP};
    process_id = (u64)syscall1(SYS_getpid, 0);
    for (unsigned i = 0; i < COUNT_OF(faults); i++) {
        set_handler(faults[i], fault_signal, SIGNAL_BIT(SIGNAL_ALRM), SA_NODEFER);
    }
    set_handler(SIGNAL_USER_2, hard_signal, SIGNAL_BIT(SIGNAL_ALRM), 0);
    set_handler(SIGNAL_ALRM, interrupt_signal, 0, SA_RESTART);
    set_handler(SIGNAL_PIPE, SIGNAL_IGNORE, 0, 0); // nobody may be reading what a panic says
}

bool linux_signals_start(u64 stack_start, u64 stack_bytes) {
    struct linux_processor *processor = linux_processor_self();
    processor->thread_id = (u64)syscall1(SYS_gettid, 0);
    struct stack stack = {.start = stack_start, .bytes = stack_bytes};
    if (syscall2(SYS_sigaltstack, (u64)&stack, 0) < 0) return false;
    u64 none = 0;
    // otherwise, what the parent has blocked stays blocked
    syscall4(SYS_rt_sigprocmask, SIG_SET, (u64)&none, 0, sizeof(none));
    struct sigevent event = {.signal = SIGNAL_ALRM, .notify = NOTIFY_THREAD, .thread = (s32)processor->thread_id};
    return syscall3(SYS_timer_create, CLOCK_MONOTONIC, (u64)&event, (u64)&processor->timer_id) >= 0;
}
