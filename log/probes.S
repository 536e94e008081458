// The probes of timed and traced methods, and the entries to the log's slow paths. Reached by `call [r15 + entry]` from
// code that log/inline.h writes; translator/probe.h says which registers each may lose. r15 is the thread. Structures
// and rules: log/region_timing.h, and log/timing.c.
//
// A reading and the two counters that belong to it (I, and N, the ticks away and stolen) are taken in one window:
// counters first, then the counter of ticks. An interrupt inside it would be in one and not in the other, so the
// interrupt handler moves the thread back to the window's start (log_interrupt_enter, by probe_windows). Everything in
// a window may be done twice.
//
// A sampler finds the probed method, which has no frame yet or no longer, by what lies on the stack above the return
// address into it: CALL_C says so of each call of C, PUSHED of each place in a probe that pushes (log/sampler.c).
//
// An interrupt anywhere else falls on one side of both. Offsets of fields are symbols, defined by probe_offsets.c. A
// test may define READ_TICKS before it includes this file, to have the ticks that it wants: edx:eax.
#include "base/assembly.h"
#include "log/probe_hash.h"

    .intel_syntax noprefix
    .text
    .globl kernel_probes_start, kernel_probes_end
kernel_probes_start:

#ifndef READ_TICKS
#define READ_TICKS rdtsc
#endif

.macro SAVE_C_REGISTERS
    .irp register, rcx, rdx, rsi, rdi, r8, r9
    push \register
    .endr
.endm

.macro RESTORE_C_REGISTERS
    .irp register, r9, r8, rdi, rsi, rdx, rcx
    pop \register
    .endr
.endm

// Pairs of an address and the bytes between rsp there and the return address into the probed method; ended by 0.
    .pushsection .rodata.probe_calls, "a"
    .balign 8
    .globl probe_calls
probe_calls:
    .popsection
    .pushsection .rodata.probe_depths, "a"
    .balign 8
    .globl probe_depths
probe_depths:
    .popsection

// The pair is of the address that the call returns to.
.macro CALL_C function, bytes
    call \function
77: .pushsection .rodata.probe_calls, "a"
    .quad 77b, \bytes
    .popsection
.endm

// From here on, up to the next.
.macro PUSHED bytes
77: .pushsection .rodata.probe_depths, "a"
    .quad 77b, \bytes
    .popsection
.endm

// ---- Entry of a timed method. eax: the method; rsp at entry 16-byte aligned; [rsp + 8] is the method's return
// address. Leaves the activation in r10, 0 if there is no room for one.
//
// The new activation is filled at r10 + PROBE_ACTIVATION_BYTES and pushed last.
#define NEW PROBE_ACTIVATION_BYTES

.macro TIME_ENTER suffix, order:vararg
FUNCTION_ALIGNED(64, probe_time_enter\suffix)
    mov r10, [r15 + THREAD_ACTIVATION]
    cmp r10, [r15 + THREAD_ACTIVATION_END]
    jae enter_full\suffix
    imul r11d, eax, PROBE_CALLEE_FACTOR
    mov [r10 + NEW + ACTIVATION_METHOD], eax
    add r11d, [r10 + ACTIVATION_METHOD]
    shl r11d, PROBE_SLOT_SHIFT
    and r11d, [r15 + THREAD_CACHE_MASK]
    add r11, [r15 + THREAD_CACHE]
    cmp [r11 + SLOT_CALLEE], eax
    jne enter_slow_callee\suffix
    mov eax, [r10 + ACTIVATION_METHOD]
    cmp [r11 + SLOT_CALLER], eax
    jne enter_slow_reload\suffix
    mov rax, [r11 + SLOT_ROW]
    mov [r10 + NEW + ACTIVATION_ROW], rax
    mov rax, [rax + ROW_DEPTH_AT]
    inc dword ptr [rax]
    mov [r10 + NEW + ACTIVATION_SP], rsp
    xor eax, eax
    mov [r10 + NEW + ACTIVATION_CALLEES_ELAPSED], rax
    mov [r10 + NEW + ACTIVATION_CALLEES_AWAY], rax
    mov r11, rdx
enter_window_start\suffix:
    mov rax, [r15 + THREAD_INSTRUMENT]
    mov [r10 + NEW + ACTIVATION_I0], rax
    mov rax, [r15 + THREAD_OUTSIDE]
    mov [r10 + NEW + ACTIVATION_N0], rax
    \order
    READ_TICKS
enter_window_end\suffix:
    shl rdx, 32
    or rax, rdx
    mov [r10 + NEW + ACTIVATION_T0], rax
    mov rdx, r11
    add r10, NEW
    mov [r15 + THREAD_ACTIVATION], r10
    ret
// As many instructions as the longest way to the slow path takes from here, so that all cost the same if a tick is an
// instruction.
enter_full\suffix:
    .rept 11
    nop
    .endr
    jmp enter_slow\suffix
enter_slow_callee\suffix:
    .rept 3
    nop
    .endr
    jmp enter_slow\suffix
enter_slow_reload\suffix:
    mov eax, [r10 + NEW + ACTIVATION_METHOD]
// bool timing_enter_slow(struct thread *, u32 method): true if the fast path will find its row now. Otherwise the call
// is not timed.
enter_slow\suffix:
    SAVE_C_REGISTERS
    push rax
    push rax
    mov rdi, r15
    mov esi, eax
    CALL_C timing_enter_slow, 64
    movzx r10d, al
    pop rax
    pop rax
    RESTORE_C_REGISTERS
    test r10d, r10d
    jnz probe_time_enter\suffix
    ret
.endm

    TIME_ENTER ,lfence
    TIME_ENTER _unordered,

// timing_bucket of E, in the row's window; a negative E is never in it.
.macro COUNT_BUCKET
    mov rcx, rax
    lea r8, [8 * rax]
    or rcx, 8
    mov rdi, [rsi + ROW_HISTOGRAM]
    bsr rcx, rcx
    shr r8, cl
    lea r8d, [r8 + 8 * rcx]
    sub r8d, [rdi + WINDOW_FIRST]
    cmp r8d, [rdi + WINDOW_SIZE]
    jae leave_bucket_slow
    inc qword ptr [rdi + WINDOW_COUNTS + 8 * r8]
    mov rax, r10
    ret
.endm

// ---- Normal exit of a timed method, before its `ret`; [rsp + 8] is the method's return address. rax and xmm0 are its
// result.
//
//     rax  t1, E                 rcx  t0 + what is taken out        rdx  t1's upper half           rsi  row
//     r8   I1 - I0 + c_in        r9   N1 - N0                        r10  result                   r11  activation
//
// The bucket's address waits for the reading, and what follows for that: so as little as possible lies between the two,
// and what is taken out of t1 is added up before it is there. A call that was not away has no callee that was: only the
// others come by leave_away.
.macro TIME_LEAVE suffix, order:vararg
FUNCTION_ALIGNED(64, probe_time_leave\suffix)
    mov r10, rax
    mov r11, [r15 + THREAD_ACTIVATION]
leave_window_start\suffix:
    mov r8, [r15 + THREAD_INSTRUMENT]
    mov r9, [r15 + THREAD_OUTSIDE]
    \order
    READ_TICKS
leave_window_end\suffix:
    shl rdx, 32
    cmp rsp, [r11 + ACTIVATION_SP]
    jne leave_slow
    mov rsi, [r11 + ACTIVATION_ROW]
    sub r8, [r11 + ACTIVATION_I0]
    mov edi, [rsi + ROW_INNER]
    mov rcx, [r11 + ACTIVATION_T0]
    add r8, rdi
    add rcx, r8
    sub rax, rcx
    add rdi, [timing_outer_ticks]
    add rax, rdx
    sub r9, [r11 + ACTIVATION_N0]
    jne leave_away\suffix
leave_present\suffix:
    add [r15 + THREAD_INSTRUMENT], rdi
    mov rdi, rax
    add [r11 - NEW + ACTIVATION_CALLEES_ELAPSED], rax
    sub rdi, [r11 + ACTIVATION_CALLEES_ELAPSED]
    add [rsi + ROW_EXCLUSIVE_ELAPSED], rdi
    inc qword ptr [rsi + ROW_COUNT]
    sub r11, NEW
    mov [r15 + THREAD_ACTIVATION], r11
    mov rdi, [rsi + ROW_DEPTH_AT]
    dec dword ptr [rdi]
    jnz leave_nested
    add [rsi + ROW_PROBES], r8
    add [rsi + ROW_ELAPSED], rax
    cmp rax, [rsi + ROW_MINIMUM]
    jl leave_minimum
    cmp rax, [rsi + ROW_SLOW_LIMIT]
    jg leave_long
    COUNT_BUCKET
// As many instructions whether the activation is its method's outermost or not.
leave_away\suffix:
    add rdi, [timing_away_ticks]
    mov rdx, r9
    add [r11 - NEW + ACTIVATION_CALLEES_AWAY], r9
    sub rdx, [r11 + ACTIVATION_CALLEES_AWAY]
    add [rsi + ROW_EXCLUSIVE_AWAY], rdx
    mov rdx, [rsi + ROW_DEPTH_AT]
    cmp dword ptr [rdx], 1
    jne 1f
    add [rsi + ROW_AWAY], r9
    jmp leave_present\suffix
1:  nop
    jmp leave_present\suffix
.endm

    TIME_LEAVE ,lfence
    TIME_LEAVE _unordered,

// ---- The same, with the host's counters read as well; in C (counted.c), and so slower. void counted_enter(struct
// log_thread *, u32 method, u64 sp)
FUNCTION_ALIGNED(64, probe_time_enter_counted)
    SAVE_C_REGISTERS
    push rax
    push rax
    mov rdi, r15
    mov esi, eax
    lea rdx, [rsp + 72]
    CALL_C counted_enter, 64
    pop rax
    pop rax
    RESTORE_C_REGISTERS
    jmp probe_time_enter

// void counted_leave(struct log_thread *, u64 sp)
FUNCTION_ALIGNED(64, probe_time_leave_counted)
    push rax
    push rax
    mov rdi, r15
    lea rsi, [rsp + 24]
    CALL_C counted_leave, 16
    pop rax
    pop rax
    jmp probe_time_leave

// Shorter than what is assumed for a pair.
leave_nested:
    mov rdi, [timing_nested_less_ticks]
    inc qword ptr [rsi + ROW_NESTED]
    sub [r15 + THREAD_INSTRUMENT], rdi
    mov rax, r10
    ret
leave_minimum:
    mov [rsi + ROW_MINIMUM], rax
    cmp rax, [rsi + ROW_SLOW_LIMIT]
    jle leave_bucket
// Perhaps one of the slowest, or the row's longest: void timing_leave_long(struct thread *, s64 probes, s64 elapsed,
// s64 away)
leave_long:
    push r10
    push rsi
    push rax
    push rax
    mov rdi, r15
    mov rsi, r8
    mov rdx, rax
    mov rcx, r9
    CALL_C timing_leave_long, 32
    pop rax
    pop rax
    pop rsi
    pop r10
leave_bucket:
    COUNT_BUCKET
leave_bucket_slow:
    test rax, rax
    jns 1f
    inc qword ptr [rsi + ROW_BELOW_ZERO]
    mov rax, r10
    ret
// void timing_bucket_slow(struct log_thread *, struct timing_row *, s64 elapsed)
1:  push r10
    push r10
    mov rdi, r15
    mov rdx, rax
    CALL_C timing_bucket_slow, 16
    pop rax
    pop rax
    ret

// The frame's activation is not on top. void timing_leave_slow(struct thread *, u64 sp, u64 t1, s64 i1, s64 n1)
leave_slow:
    or rax, rdx
    mov rsi, rsp
    push r10
    push r10
    mov rdi, r15
    mov rdx, rax
    mov rcx, r8
    mov r8, r9
    CALL_C timing_leave_slow, 16
    pop rax
    pop rax
    ret

// ---- Entry or exit of a traced method. r10d: event number | length << 16; r11d: the method. The stack may be aligned
// either way.
FUNCTION_ALIGNED(64, probe_trace)
    PUSHED 0
    push rax
    PUSHED 8
    push rdx
    PUSHED 16
    jmp 2f
1:  push r10
    PUSHED 24
    mov r10, rax
    push r11
    PUSHED 32
    mov r11, rdx
    CALL_C probe_slow, 32
    pop r11
    PUSHED 24
    pop r10
    PUSHED 16
    test eax, eax
    jz 3f
2:  mov rax, [r15 + THREAD_LOG_NEXT]
    lea rdx, [rax + 16]
    cmp rdx, [r15 + THREAD_LOG_END]
    ja 1b
    mov [rax + 8], r10d
    mov [rax + 12], r11d
    mov r10, rax
    mov r11, rdx
    READ_TICKS
    shl rdx, 32
    or rax, rdx
    mov [r10], rax
    mov [r15 + THREAD_LOG_NEXT], r11
    add r11, [r15 + THREAD_LOG_HEAD_BIAS]
    mov r10, [r15 + THREAD_LOG_HEAD_AT]
    mov [r10], r11
    mov rax, [timing_trace_ticks]
    add [r15 + THREAD_INSTRUMENT], rax
3:  pop rdx
    PUSHED 8
    pop rax
    PUSHED 0
    ret

// ---- Where the body of an inlined call begins or ends. rbp is the frame of the method into which it is inlined; r11d:
// the inlined method. All other registers are kept, and the zero flag: the only one that translated code takes from one
// instruction of the SSA form to another.
//
// What they do besides the probe that they call is the instruments' time, in four parts (timing_inlined_ticks): before
// and after the reading of the entry, before and after that of the exit. Entry and exit call their probe with the same
// rsp, by which the exit finds its activation.
    .globl kernel_inlined_start, kernel_inlined_end
kernel_inlined_start:
    PUSHED 0

#define INLINED_PUSHED 80

.macro SAVE register, bytes
    push \register
    PUSHED \bytes
.endm

.macro SAVE_ZERO
    push rax
    PUSHED 8
    setz al
    push rax
    PUSHED 16
.endm

.macro RESTORE register, bytes
    pop \register
    PUSHED \bytes
.endm

.macro RESTORE_ZERO
    pop rax
    PUSHED 8
    cmp al, 1
    pop rax
    PUSHED 0
.endm

.macro CALL_PROBE entry, bytes
    call [r15 + \entry]
77: .pushsection .rodata.probe_calls, "a"
    .quad 77b, \bytes
    .popsection
.endm

.macro CHARGE part
    mov rax, [timing_inlined_ticks + 8 * \part]
    add [r15 + THREAD_INSTRUMENT], rax
.endm

FUNCTION_ALIGNED(64, probe_inlined_time_enter)
    SAVE_ZERO
    SAVE r10, 24
    lea rsp, [rsp + 24 - INLINED_PUSHED]
    PUSHED INLINED_PUSHED
    CHARGE 0
    mov eax, r11d
    CALL_PROBE THREAD_ENTRY_TIME_ENTER, INLINED_PUSHED
    CHARGE 1
    test r10, r10
    jz 1f
    mov rax, [r10 + ACTIVATION_ROW]
    inc qword ptr [rax + ROW_INLINED]
1:
    lea rsp, [rsp + INLINED_PUSHED - 24]
    PUSHED 24
    RESTORE r10, 16
    RESTORE_ZERO
    ret

FUNCTION_ALIGNED(64, probe_inlined_time_leave)
    SAVE_ZERO
    SAVE r10, 24
    SAVE rcx, 32
    SAVE rdx, 40
    SAVE rsi, 48
    SAVE rdi, 56
    SAVE r8, 64
    SAVE r9, 72
    SAVE r9, INLINED_PUSHED
    CHARGE 2
    CALL_PROBE THREAD_ENTRY_TIME_LEAVE, INLINED_PUSHED
    CHARGE 3
    RESTORE r9, 72
    RESTORE r9, 64
    RESTORE r8, 56
    RESTORE rdi, 48
    RESTORE rsi, 40
    RESTORE rdx, 32
    RESTORE rcx, 24
    RESTORE r10, 16
    RESTORE_ZERO
    ret

.macro INLINED_TRACE name, event
FUNCTION_ALIGNED(64, probe_inlined_trace_\name)
    SAVE_ZERO
    SAVE r10, 24
    mov r10d, offset \event
    CALL_PROBE THREAD_ENTRY_TRACE_RECORD, 24
    mov rax, [timing_inlined_trace_ticks]
    add [r15 + THREAD_INSTRUMENT], rax
    RESTORE r10, 16
    RESTORE_ZERO
    ret
.endm
    INLINED_TRACE enter, RECORD_METHOD_ENTER
    INLINED_TRACE leave, RECORD_METHOD_LEAVE
kernel_inlined_end:

// A record begins at r10 and ends at r11, and does not fit into the open packet. Keeps everything but rax, which
// becomes 1 if there is a packet with room now, 0 if the record is lost, and counted. u32 log_packet_slow(struct thread
// *, u32 bytes)
FUNCTION_ALIGNED(64, probe_slow)
    push rbp
    mov rbp, rsp
    SAVE_C_REGISTERS
    push r10
    push r11
    mov rdi, r15
    mov esi, r11d
    sub esi, r10d
    and rsp, -16
    call log_packet_slow
    lea rsp, [rbp - 64]
    pop r11
    pop r10
    RESTORE_C_REGISTERS
    pop rbp
    ret

kernel_probes_end:

    .section .rodata
    .balign 8
// Pairs of start and end of the windows; a thread that is interrupted at or after the start and before the end goes
// back to the start. Ended by 0.
    .globl probe_windows
probe_windows:
    .quad enter_window_start, enter_window_end, enter_window_start_unordered, enter_window_end_unordered
    .quad leave_window_start, leave_window_end, leave_window_start_unordered, leave_window_end_unordered
    .quad 0

    .section .rodata.probe_calls, "a"
    .quad 0
    .section .rodata.probe_depths, "a"
    .quad 0

    .section .note.GNU-stack, "", @progbits
