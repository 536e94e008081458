// Faults of sun.misc.Unsafe's accesses; see unsafe_fault.h. The hook runs at fault level, on the thread's own
// registers, and allocates nothing: it leaves a note for thread_obey.
#include "kernel/run/unsafe_fault.h"

#include "kernel/code/code.h"
#include "kernel/core/interrupt.h"
#include "kernel/core/machine.h"
#include "kernel/core/scheduler.h"
#include "kernel/heap/java_thread.h"
#include "kernel/heap/raise.h"
#include "kernel/run/stubs.h"
#include "log/log.h"

#define RFLAGS_ZERO (1ull << 6)

// ---- The instruction: prefixes, opcode, ModRM, SIB, displacement, immediate (SDM 2A, 2.1)

struct instruction {
    u32 opcode; // 0x0f?? if it has two bytes
    u32 length;
    u32 reg; // from ModRM, REX included
    bool is_vector;
};

static u32 displacement_bytes(u8 modrm, u8 sib) {
    switch (modrm >> 6) {
    case 0: return (modrm & 7) == 5 || ((modrm & 7) == 4 && (sib & 7) == 5) ? 4 : 0;
    case 1: return 1;
    case 2: return 4;
    default: return 0;
    }
}

static u32 immediate_bytes(u32 opcode, bool is_short) {
    switch (opcode) {
    case 0x80:
    case 0x83:
    case 0xc6: return 1;
    case 0x81:
    case 0xc7: return is_short ? 2 : 4;
    default: return 0;
    }
}

// Those forms that the translator uses for a load, a store or an atomic access.
static struct instruction decode(const u8 *code) {
    const u8 *at = code;
    bool is_short = false, is_repeated = false;
    for (; *at == 0x66 || *at == 0xf0 || *at == 0xf2 || *at == 0xf3; at++) {
        is_short |= *at == 0x66;
        is_repeated |= *at == 0xf2 || *at == 0xf3;
    }
    u8 rex = (*at & 0xf0) == 0x40 ? *at++ : 0;
    u32 opcode = *at++;
    if (opcode == 0x0f) opcode = 0x0f00u | *at++;
    u8 modrm = *at++, sib = (modrm & 7) == 4 && modrm >> 6 != 3 ? *at++ : 0;
    at += displacement_bytes(modrm, sib) + immediate_bytes(opcode, is_short);
    return (struct instruction){
        .opcode = opcode,
        .length = (u32)(at - code),
        .reg = (modrm >> 3 & 7u) | (rex & 4u) << 1,
        .is_vector = (opcode & 0xff00) && (is_repeated || (opcode & 0xf0) == 0x10),
    };
}

// By the processor's numbers. NULL for rsp, into which nothing is loaded.
static u64 *register_of(struct trap_frame *frame, u32 number) {
    u64 *const registers[] = {&frame->rax, &frame->rcx, &frame->rdx, &frame->rbx, NULL,        &frame->rbp,
                              &frame->rsi, &frame->rdi, &frame->r8,  &frame->r9,  &frame->r10, &frame->r11,
                              &frame->r12, &frame->r13, &frame->r14, &frame->r15};
    return registers[number];
}

static bool is_store(u32 opcode) {
    return opcode == 0x88 || opcode == 0x89 || opcode == 0x80 || opcode == 0x81 || opcode == 0x83 || opcode == 0xc6 ||
           opcode == 0xc7;
}

// As if 0 had been read, or nothing had been written: what is left in a register must not look like a reference.
static void step_over(struct trap_frame *frame) {
    struct instruction instruction = decode((const u8 *)frame->rip);
    frame->rip += instruction.length;
    if (instruction.opcode == 0x0fb0 || instruction.opcode == 0x0fb1) { // cmpxchg: as if not equal
        frame->rax = 0;
        frame->rflags &= ~RFLAGS_ZERO;
    } else if (!is_store(instruction.opcode) && !instruction.is_vector) {
        u64 *result = register_of(frame, instruction.reg);
        if (result) *result = 0;
    }
}

// ---- The hook

static void leave_note(struct trap_frame *frame) {
    struct thread *thread = (struct thread *)frame->r15;
    LOG_EVENT_FAULT(page_fault, .ip = (u32)frame->rip, .address = frame->fault_address);
    java_of(thread)->unsafe_fault = true;
    thread->has_orders = true;
    thread_request_stop(thread);
}

static bool unsafe_fault(struct trap_frame *frame) {
    if (frame->vector != TRAP_PAGE_FAULT && frame->vector != TRAP_PROTECTION) return false;
    if (frame->rip == (u64)stub_touch_read || frame->rip == (u64)stub_touch_write) {
        frame->rip = (u64)stub_touch_failed;
        return true;
    }
    const struct code *code = code_of_pc(frame->rip);
    if (!code || !code->has_raw_accesses || code_site_find(code, frame->rip + 1)) return false;
    leave_note(frame);
    step_over(frame);
    return true;
}

void unsafe_fault_init(void) { interrupt_set_fault_hook(unsafe_fault); }

// ---- Natives

bool unsafe_check(struct thread *thread, u64 address, u64 bytes, bool is_write) {
    for (u64 done = 0; done < bytes; done += MACHINE_PAGE_BYTES - (address + done) % MACHINE_PAGE_BYTES) {
        if (stub_touch(address + done, is_write)) continue;
        exception_throw(thread, "java/lang/InternalError", UNSAFE_FAULT_TEXT);
        return false;
    }
    return true;
}
