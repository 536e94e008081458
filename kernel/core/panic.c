// The crash report; see panic.h. Facts first, printing afterwards: the region's crash page is filled before anything
// goes to the console, so a slow or dead serial line loses nothing that the host can read. A panic within a panic
// reports what there is so far: the reason and the registers come first, because collecting them needs nothing that may
// be broken. The other processors are stopped where they are, and shown at the end; only the first that panics reports.
#include "kernel/core/panic.h"

#include "base/print.h"
#include "base/string.h"
#include "kernel/core/cpu_self.h"
#include "kernel/core/processors.h"
#include "kernel/core/symbols.h"
#include "kernel/core/thread.h"
#include "log/console.h"
#include "log/frames.h"
#include "log/log.h"

#define BACKTRACE_FRAMES 48
#define REASON_BYTES 256
#define STOP_ROUNDS 1000000u // how often the other processors are looked at until they have stopped

static char report[6144];
static size_t report_length;
static volatile u32 panic_depth;
static u32 reporter; // the number + 1 of the processor that reports; atomic

static const char *const vector_names[] = {
    [0] = "divide error",
    [1] = "debug exception",
    [2] = "non-maskable interrupt",
    [3] = "breakpoint",
    [4] = "overflow",
    [5] = "bound exceeded",
    [6] = "invalid opcode",
    [7] = "device not available",
    [8] = "double fault",
    [10] = "invalid TSS",
    [11] = "segment not present",
    [12] = "stack-segment fault",
    [13] = "general protection",
    [14] = "page fault",
    [16] = "x87 error",
    [17] = "alignment check",
    [18] = "machine check",
    [19] = "SIMD floating point",
    [21] = "control protection",
};

__attribute__((format(printf, 1, 2))) static void add(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    size_t room = sizeof(report) - report_length;
    size_t length = print_format_list(report + report_length, room, format, arguments);
    report_length += length < room ? length : room - 1;
    va_end(arguments);
}

const char *panic_symbol(u64 address, u64 *offset) {
    if (address < (u64)kernel_text_start || address >= (u64)kernel_text_end || !kernel_symbol_count) return NULL;
    u32 low = 0, high = kernel_symbol_count;
    while (high - low > 1) {
        u32 middle = low + (high - low) / 2;
        if (kernel_symbols[middle].address <= address) {
            low = middle;
        } else {
            high = middle;
        }
    }
    if (kernel_symbols[low].address > address) return NULL;
    *offset = address - kernel_symbols[low].address;
    return kernel_symbol_names + kernel_symbols[low].name;
}

static void add_address(const char *label, u64 address) {
    u64 offset;
    const char *name = panic_symbol(address, &offset);
    add("%s %016lx", label, address);
    if (name) {
        add(" %s+0x%lx", name, offset);
    } else if (address >= CODE_START && address < CODE_END) {
        char text[160];
        if (panic_describe_code(address, text, sizeof(text))) add(" %s", text);
    }
    add("\n");
}

// Translated code that calls C through an entry leaves its return address in the thread's anchor only: the stub has no
// frame of its own (kernel/run/stubs.h).
struct anchor {
    u64 fp, pc;
};

static struct anchor thread_anchor(const struct thread *thread) {
    bool plausible = (u64)thread >= NULL_GUARD_BYTES && (u64)thread < LOW_END && (u64)thread % 8 == 0;
    return plausible ? (struct anchor){thread->anchor_fp, thread->anchor_pc} : (struct anchor){0, 0};
}

static struct anchor saved_anchor(u64 call_fp) {
    return (struct anchor){*(const u64 *)(call_fp + (u64)(s64)CALL_ANCHOR_FP),
                           *(const u64 *)(call_fp + (u64)(s64)CALL_ANCHOR_PC)};
}

static bool is_frame(u64 fp) { return fp >= STACKS_START && fp < STACKS_END && fp % 8 == 0; }
static bool is_code(u64 address) { return address >= CODE_START && address < CODE_END; }

// The addresses of the frames from `pc` outwards. A return address points behind the call, so the byte before it is the
// one that is named. Only pointers into the area of stacks are followed, and only upwards; a recursion is shown once.
// `caller` is a return address that no frame holds yet, or 0.
static size_t collect_backtrace(const struct thread *thread, u64 pc, u64 caller, u64 fp, u64 frames[BACKTRACE_FRAMES]) {
    size_t count = 0;
    u64 last = 0;
    struct anchor anchor = thread_anchor(thread);
    frames[count++] = pc;
    if (caller) frames[count++] = caller - 1;
    while (count < BACKTRACE_FRAMES && is_frame(fp)) {
        u64 caller_fp = ((const u64 *)fp)[0], return_address = ((const u64 *)fp)[1];
        if (!return_address) break;
        if (return_address != last) frames[count++] = return_address - 1;
        if (caller_fp && caller_fp == anchor.fp && !is_code(return_address) && count < BACKTRACE_FRAMES) {
            frames[count++] = anchor.pc - 1;
        }
        if (return_address == (u64)stub_call_return && is_frame(caller_fp)) anchor = saved_anchor(caller_fp);
        last = return_address;
        if (caller_fp <= fp) break;
        fp = caller_fp;
    }
    return count;
}

static void add_registers(const struct trap_frame *frame) {
    add("rax %016lx  rbx %016lx  rcx %016lx  rdx %016lx\n", frame->rax, frame->rbx, frame->rcx, frame->rdx);
    add("rsi %016lx  rdi %016lx  rbp %016lx  rsp %016lx\n", frame->rsi, frame->rdi, frame->rbp, frame->rsp);
    add("r8  %016lx  r9  %016lx  r10 %016lx  r11 %016lx\n", frame->r8, frame->r9, frame->r10, frame->r11);
    add("r12 %016lx  r13 %016lx  r14 %016lx  r15 %016lx\n", frame->r12, frame->r13, frame->r14, frame->r15);
    add("rip %016lx  rflags %08lx  cs %04lx  error %lx\n", frame->rip, frame->rflags, frame->cs, frame->error);
}

// The log can take the report as soon as its region exists.
static bool is_log_ready(void) {
    return machine.region_bytes && ((const struct region_header *)REGION_START)->magic == REGION_MAGIC;
}

// ---- The other processors

static bool is_other(const struct cpu *cpu) { return cpu->is_started && cpu != cpu_self(); }

static bool has_stopped(const struct cpu *cpu) {
    return !is_other(cpu) || __atomic_load_n(&cpu->has_halted, __ATOMIC_ACQUIRE);
}

static void stop_others(void) {
    for (u32 i = 0; i < machine.cpu_count; i++) {
        if (!is_other(&cpus[i])) continue;
        __atomic_store_n(&cpus[i].must_halt, true, __ATOMIC_RELEASE);
        machine_interrupt_hard(&cpus[i]);
    }
    for (u32 i = 0, round = 0; i < machine.cpu_count && round < STOP_ROUNDS;) {
        if (has_stopped(&cpus[i])) {
            i++;
        } else {
            machine_relax(round++);
        }
    }
}

static void report_other(const struct cpu *cpu) {
    const struct trap_frame *frame = cpu->halted_frame;
    report_length = 0;
    add("processor %u", cpu->number);
    if (frame) {
        u64 frames[BACKTRACE_FRAMES];
        add(" ran thread %u\n", cpu->running->log.number);
        size_t count = collect_backtrace(cpu->running, frame->rip, 0, frame->rbp, frames);
        for (size_t i = 0; i < count; i++) add_address("  at", frames[i]);
    } else {
        add(cpu->has_halted ? " has panicked, too\n" : " does not stop\n");
    }
    machine_console_write(report, report_length);
}

static void print(const char *text) { machine_console_write(text, strlen(text)); }

static void report_others(void) {
    if (machine.cpu_count == 1) return;
    print(PROCESSOR_REPORT_BEGIN "\n");
    for (u32 i = 0; i < machine.cpu_count; i++) {
        if (is_other(&cpus[i])) report_other(&cpus[i]);
    }
    print(PROCESSOR_REPORT_END "\n");
}

// ---- The report

// After this no interrupt comes any more. A panic within a panic ends here, one of another processor waits for good.
static void begin_report(void) {
    u32 nobody = 0, self = cpu_self()->number + 1;
    machine_interrupts_off();
    if (!__atomic_compare_exchange_n(&reporter, &nobody, self, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE) &&
        nobody != self) {
        processors_halt_here();
    }
    if (++panic_depth == 1) {
        stop_others();
        return;
    }
    if (panic_depth == 2) add("\n  (a second panic came while this one was reported)\n");
    if (panic_depth <= 3) machine_console_write(report, report_length);
    machine_exit(PANIC_STATUS);
}

// After a call to a place that holds no code, the return address is still on the stack.
static u64 wild_caller(const struct trap_frame *frame) {
    bool is_wild = frame && frame->vector == TRAP_PAGE_FAULT && frame->fault_address == frame->rip;
    if (!is_wild || frame->rsp < STACKS_START || frame->rsp >= STACKS_END || frame->rsp % 8) return 0;
    return *(const u64 *)frame->rsp;
}

_Noreturn static void finish_report(const struct trap_frame *frame, const char *reason, u64 pc, u64 fp) {
    add("\ngnomon: panic: %s\n", reason);
    if (frame) {
        add_registers(frame);
    } else {
        add("thread %016lx\n", (u64)thread_self());
    }
    u32 cpu = cpu_self()->number;
    if (is_log_ready()) log_crash(frame, cpu, reason, &pc, 1); // all that is certain, in case the stack cannot be read
    u64 frames[BACKTRACE_FRAMES];
    size_t count = collect_backtrace(thread_self(), pc, wild_caller(frame), fp, frames);
    if (is_log_ready()) log_crash(frame, cpu, reason, frames + 1, count - 1); // adds to the one above
    for (size_t i = 0; i < count; i++) add_address("  at", frames[i]);
    machine_console_write(report, report_length);
    report_others();
    report_length = 0; // already printed, in case the threads' part panics
    panic_report_threads(frame);
    machine_exit(PANIC_STATUS);
}

void panic(const char *format, ...) {
    begin_report();
    static char reason[REASON_BYTES];
    va_list arguments;
    va_start(arguments, format);
    print_format_list(reason, sizeof(reason), format, arguments);
    va_end(arguments);
    finish_report(NULL, reason, (u64)__builtin_return_address(0) - 1, *(const u64 *)__builtin_frame_address(0));
}

// "page fault, write of 0000000000000010"
static size_t print_cause(char *to, size_t bytes, const struct trap_frame *frame) {
    const char *name = frame->vector < COUNT_OF(vector_names) ? vector_names[frame->vector] : NULL;
    if (frame->vector != TRAP_PAGE_FAULT) {
        return print_format(to, bytes, "%s (vector %lu)", name ? name : "exception", frame->vector);
    }
    const char *access = frame->error & 16 ? "execution" : frame->error & 2 ? "write" : "read";
    return print_format(to, bytes, "%s, %s of %016lx", name, access, frame->fault_address);
}

void panic_frame(const struct trap_frame *frame, const char *format, ...) {
    begin_report();
    static char reason[REASON_BYTES];
    va_list arguments;
    va_start(arguments, format);
    size_t length = print_format_list(reason, sizeof(reason), format, arguments);
    va_end(arguments);
    if (length + 2 < sizeof(reason)) {
        length += print_format(reason + length, sizeof(reason) - length, ": ");
        print_cause(reason + length, sizeof(reason) - length, frame);
    }
    finish_report(frame, reason, frame->rip, frame->rbp);
}
