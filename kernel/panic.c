// The crash report; see panic.h. Written into one static buffer, then to the region's crash page (by the hook), then to the console, so that a
// slow or dead serial line costs nothing that the host can read. A second panic while the first is reported stops the machine at once.
#include "kernel/panic.h"

#include "kernel/print.h"
#include "kernel/self.h"
#include "kernel/symbols.h"

#define BACKTRACE_FRAMES 48

static char report[6144];
static size_t report_length;
static volatile u32 panic_depth;
static size_t (*describe_code)(u64 address, char *to, size_t bytes);
static void (*record_report)(const char *text, size_t length);

static const char *const vector_names[] = {
    [0] = "divide error",        [1] = "debug exception",      [2] = "non-maskable interrupt", [3] = "breakpoint",
    [4] = "overflow",            [5] = "bound exceeded",       [6] = "invalid opcode",         [7] = "device not available",
    [8] = "double fault",        [10] = "invalid TSS",         [11] = "segment not present",   [12] = "stack-segment fault",
    [13] = "general protection", [14] = "page fault",          [16] = "x87 error",             [17] = "alignment check",
    [18] = "machine check",      [19] = "SIMD floating point", [21] = "control protection",
};

void panic_set_hooks(size_t (*describe)(u64 address, char *to, size_t bytes), void (*record)(const char *text, size_t length)) {
    describe_code = describe;
    record_report = record;
}

__attribute__((format(printf, 1, 2))) static void add(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    size_t room = sizeof report - report_length;
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
    } else if (address >= CODE_START && address < CODE_END && describe_code) {
        char text[160];
        if (describe_code(address, text, sizeof text)) add(" %s", text);
    }
    add("\n");
}

// Return addresses point behind the call, so the byte before them is looked up. Only what lies in the area of stacks is followed, and only upwards.
static void add_backtrace(u64 pc, u64 fp) {
    u64 last = 0;
    add_address("  at", pc);
    for (unsigned i = 0; i < BACKTRACE_FRAMES;) {
        if (fp < STACKS_START || fp >= STACKS_END || fp % 8) return;
        u64 caller_fp = ((const u64 *)fp)[0], return_address = ((const u64 *)fp)[1];
        if (!return_address) return;
        if (return_address != last) {  // a recursion is shown once
            add_address("  at", return_address - 1);
            i++;
        }
        last = return_address;
        if (caller_fp <= fp) return;
        fp = caller_fp;
    }
    add("  ...\n");
}

static void add_registers(const struct trap_frame *frame) {
    add("rax %016lx  rbx %016lx  rcx %016lx  rdx %016lx\n", frame->rax, frame->rbx, frame->rcx, frame->rdx);
    add("rsi %016lx  rdi %016lx  rbp %016lx  rsp %016lx\n", frame->rsi, frame->rdi, frame->rbp, frame->rsp);
    add("r8  %016lx  r9  %016lx  r10 %016lx  r11 %016lx\n", frame->r8, frame->r9, frame->r10, frame->r11);
    add("r12 %016lx  r13 %016lx  r14 %016lx  r15 %016lx\n", frame->r12, frame->r13, frame->r14, frame->r15);
    add("rip %016lx  rflags %08lx  cs %04lx  error %lx\n", frame->rip, frame->rflags, frame->cs, frame->error);
}

// No interrupt comes any more. A panic inside the panic ends here: with what has been written so far, as far as that is possible.
static void begin_report(void) {
    machine_interrupts_off();
    if (++panic_depth == 1) return;
    if (panic_depth == 2) {
        add("\n  (a second panic came while this one was reported)\n");
        if (record_report) record_report(report, report_length);
    }
    if (panic_depth <= 3) machine_console_write(report, report_length);
    machine_exit(PANIC_STATUS);
}

_Noreturn static void finish_report(void) {
    if (record_report) record_report(report, report_length);
    machine_console_write(report, report_length);
    machine_exit(PANIC_STATUS);
}

void panic(const char *format, ...) {
    begin_report();
    char reason[512];
    va_list arguments;
    va_start(arguments, format);
    print_format_list(reason, sizeof reason, format, arguments);
    va_end(arguments);
    add("\ngnomon: panic: %s\n", reason);
    add("thread %016lx\n", (u64)thread_self());
    add_backtrace((u64)__builtin_return_address(0) - 1, *(const u64 *)__builtin_frame_address(0));
    finish_report();
}

void panic_frame(const struct trap_frame *frame, const char *format, ...) {
    begin_report();
    char reason[512];
    va_list arguments;
    va_start(arguments, format);
    print_format_list(reason, sizeof reason, format, arguments);
    va_end(arguments);
    const char *name = frame->vector < COUNT_OF(vector_names) ? vector_names[frame->vector] : NULL;
    add("\ngnomon: panic: %s: vector %lu, %s", reason, frame->vector, name ? name : "unknown");
    if (frame->vector == TRAP_PAGE_FAULT) {
        add(", %s of %016lx", frame->error & 16 ? "execution" : frame->error & 2 ? "write" : "read", frame->fault_address);
    }
    add("\n");
    add_registers(frame);
    add_backtrace(frame->rip, frame->rbp);
    finish_report();
}
