// The assembly between translated code and C: calls from C to Java, the trampolines behind thread->entries, and what
// methods and call slots lead to before there is code. Conventions: docs/architecture.md; what each does:
// kernel/run/stubs.h, translator/entry_table.h.
//
// Translated code has no callee-saved registers except rbp, rsp and r15, passes arguments as SysV does, and has rsp
// 16-byte aligned at calls. Kernel C uses no SSE register, so only the stubs during which other Java code may run save
// those that hold arguments.
#include "translator/entry_table.h"
#include "base/assembly.h"
#include "base/layout.h"
#include "kernel/run/stubs_arguments.inc"
// Offsets of fields (THREAD_ANCHOR_FP...) are symbols, defined by kernel/run/offsets.c.

    .intel_syntax noprefix
    .text
    .globl kernel_stubs_start, kernel_stubs_end
kernel_stubs_start:

// ---- From C to Java

// u64 stub_java_call(struct method *method, const struct java_arguments *arguments)
//
//     [rbp + 8]    return address
//     [rbp]        caller's rbp
//     [rbp - 8]    the anchor before: fp
//     [rbp - 16]   pc
//     [rbp - 24]   rbx r12 r13 r14
//     [rbp - 56]   arguments
//     [rbp - 64]   unused
//     [rsp]        arguments on the stack
FUNCTION(stub_java_call)
    push rbp
    mov rbp, rsp
    push qword ptr [r15 + THREAD_ANCHOR_FP]
    push qword ptr [r15 + THREAD_ANCHOR_PC]
    push rbx
    push r12
    push r13
    push r14
    push rsi
    sub rsp, 8
    mov eax, edi
    mov r10, rsi
    mov r11, [r10 + ARGUMENTS_STACK]
    mov ecx, [r10 + ARGUMENTS_STACK_COUNT]
    lea rdx, [rcx + 1]
    and rdx, -2
    shl rdx, 3
    sub rsp, rdx
1:  test ecx, ecx
    jz 2f
    dec ecx
    mov rdx, [r11 + rcx * 8]
    mov [rsp + rcx * 8], rdx
    jmp 1b
2:  mov rdi, [r10 + ARGUMENTS_INTEGER]
    mov rsi, [r10 + ARGUMENTS_INTEGER + 8]
    mov rdx, [r10 + ARGUMENTS_INTEGER + 16]
    mov rcx, [r10 + ARGUMENTS_INTEGER + 24]
    mov r8, [r10 + ARGUMENTS_INTEGER + 32]
    mov r9, [r10 + ARGUMENTS_INTEGER + 40]
    cmp word ptr [r10 + ARGUMENTS_HAS_NO_SSE], 0
    jne 3f
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    movq xmm\n, [r10 + ARGUMENTS_SSE + 8 * \n]
    .endr
3:  mov qword ptr [r15 + THREAD_ANCHOR_FP], 0
    call [rax + METHOD_ENTRY_OFFSET]
    .globl stub_call_return
stub_call_return:
    mov r10, [rbp - 56]
    cmp word ptr [r10 + ARGUMENTS_RETURNS_SSE], 0
    je java_call_leave
    movq rax, xmm0
java_call_leave:
    lea rsp, [rbp - 48]
    pop r14
    pop r13
    pop r12
    pop rbx
    pop qword ptr [r15 + THREAD_ANCHOR_PC]
    pop qword ptr [r15 + THREAD_ANCHOR_FP]
    pop rbp
    ret

// void stub_return_pending(u64 java_call_fp)
FUNCTION(stub_return_pending)
    mov rbp, rdi
    xor eax, eax
    jmp java_call_leave

// void stub_resume(u64 fp, u64 sp, u64 pc, ref exception)
FUNCTION(stub_resume)
    mov rbp, rdi
    mov rsp, rsi
    mov eax, ecx
    mov qword ptr [r15 + THREAD_ANCHOR_FP], 0
    jmp rdx

// ---- Trampolines of the entry table

// The Java frame that called becomes the anchor. Uses no register that may hold an argument.
.macro ANCHOR_CALLER
    mov r10, [rsp]
    mov [r15 + THREAD_ANCHOR_PC], r10
    mov [r15 + THREAD_ANCHOR_FP], rbp
.endm

.macro CALL_ENTRY name
    ANCHOR_CALLER
    sub rsp, 8
    call entry_\name
    add rsp, 8
    cmp dword ptr [r15 + THREAD_EXCEPTION], 0
    jne unwind
    mov qword ptr [r15 + THREAD_ANCHOR_FP], 0
    ret
.endm

.macro SAFEPOINT name
FUNCTION(trampoline_\name)
    CALL_ENTRY \name
.endm

.macro THROW name
FUNCTION(trampoline_\name)
    ANCHOR_CALLER
    and rsp, -16
    call entry_\name
    jmp unwind
.endm

// The conversions and remainders are written out below.
    .set own_f2i, 1
    .set own_f2l, 1
    .set own_d2i, 1
    .set own_d2l, 1
    .set own_frem, 1
    .set own_drem, 1

.macro LEAF name
    .ifndef own_\name
FUNCTION(trampoline_\name)
    push rcx
    push rdx
    push rsi
    push rdi
    push r8
    push r9
    push r10
    push r11
    sub rsp, 8
    call entry_\name
    add rsp, 8
    pop r11
    pop r10
    pop r9
    pop r8
    pop rdi
    pop rsi
    pop rdx
    pop rcx
    ret
    .endif
.endm

// Written out below, or by the log.
.macro STUB name
.endm

    .globl kernel_trampolines_start, kernel_trampolines_end
kernel_trampolines_start:
#define ENTRY(kind, name) kind name;
ENTRY_TABLE(ENTRY)
#undef ENTRY
kernel_trampolines_end:

// thread->exception is set and the anchor is at the frame where the search for a handler begins.
unwind:
    and rsp, -16
    mov rdi, r15
    call exception_unwind
    ud2

// Called with rsp at or below stack_limit. All registers are kept: arguments at a method's entry, anything at a back
// edge. If the thread is asked to stop, stack_limit has been set to all ones; otherwise the stack is used up, and the
// error is raised in the method that found it.
FUNCTION(trampoline_poll)
    push rax
    mov rax, [rsp + 8]
    mov [r15 + THREAD_ANCHOR_PC], rax
    mov [r15 + THREAD_ANCHOR_FP], rbp
    .irp register, rcx, rdx, rbx, rsi, rdi, r8, r9, r10, r11, r12, r13, r14
    push \register
    .endr
    sub rsp, 256
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    movups [rsp + 16 * \n], xmm\n
    .endr
    lea rsi, [rsp + 256 + 14 * 8]    // rsp of the Java frame
    mov rdi, r15
    mov rbx, rsp
    and rsp, -16
    call entry_poll
    mov rsp, rbx
    cmp dword ptr [r15 + THREAD_EXCEPTION], 0
    jne unwind
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    movups xmm\n, [rsp + 16 * \n]
    .endr
    add rsp, 256
    .irp register, r14, r13, r12, r11, r10, r9, r8, rdi, rsi, rbx, rdx, rcx, rax
    pop \register
    .endr
    mov qword ptr [r15 + THREAD_ANCHOR_FP], 0
    ret

#include "kernel/run/stubs_monitor.inc"

// ---- Leaves that are too long to stand in each method

// Copies 2 * \step bytes or less, but not less than \step, as two parts that may overlap: both are read before one is
// written. Elements stay whole (JLS 17.6), as the parts begin and end between elements.
.macro COPY_ENDS step, move, first, last
    \move \first, [rsi]
    \move \last, [rsi + r8 - \step]
    \move [rdi], \first
    \move [rdi + r8 - \step], \last
    ret
.endm

// The short path: a few elements, between arrays of one class, in bounds. Indices and count are compared as unsigned
// numbers of 64 bits, where negative ones are too large.
#define SHORT_COPY 128
FUNCTION(trampoline_arraycopy)
    test edi, edi
    jz 9f
    test edx, edx
    jz 9f
    mov eax, [rdi]
    cmp eax, [rdx]
    jne 9f
    cmp byte ptr [rax + CLASS_DIMENSIONS], 0
    je 9f
    cmp r8d, SHORT_COPY
    ja 9f
    mov esi, esi
    mov r9d, ecx
    mov r8d, r8d
    mov r11d, [rdi + ARRAY_LENGTH]
    lea r10, [rsi + r8]
    cmp r10, r11
    ja 9f
    mov r11d, [rdx + ARRAY_LENGTH]
    lea r10, [r9 + r8]
    cmp r10, r11
    ja 9f
    movzx ecx, byte ptr [rax + CLASS_ELEMENT_SHIFT]
    shl rsi, cl
    shl r9, cl
    shl r8, cl
    lea rsi, [rdi + rsi + ARRAY_ELEMENTS]
    lea rdi, [rdx + r9 + ARRAY_ELEMENTS]
    cmp byte ptr [rax + CLASS_ELEMENT_TYPE], 'L'
    je 5f
1:  cmp r8d, 16
    ja 3f
    cmp r8d, 8
    jae 2f
    cmp r8d, 4
    jb 4f
    COPY_ENDS 4, mov, eax, ecx
2:  COPY_ENDS 8, mov, rax, rcx
3:  cmp r8d, 32
    ja 6f
    COPY_ENDS 16, movups, xmm0, xmm1
4:  cmp r8d, 2
    jae 11f
    test r8d, r8d
    jz 8f
    mov al, [rsi]
    mov [rdi], al
    ret
11: mov ax, [rsi]
    mov cl, [rsi + r8 - 1]
    mov [rdi], ax
    je 8f
    mov [rdi + 2], cl
    ret
// References: the cards of the first and the last byte, which are all, as there are no more bytes than a card has.
5:  test r8d, r8d
    jz 8f
    mov eax, edi
    shr eax, CARD_SHIFT
    mov byte ptr [rax + CARD_TABLE_START], 1
    lea eax, [rdi + r8 - 1]
    shr eax, CARD_SHIFT
    mov byte ptr [rax + CARD_TABLE_START], 1
    jmp 1b
6:  cmp rdi, rsi
    ja 7f
    movups xmm1, [rsi + r8 - 16]
    lea r9, [rdi + r8 - 16]
12: movups xmm0, [rsi]
    movups [rdi], xmm0
    add rsi, 16
    add rdi, 16
    cmp rdi, r9
    jb 12b
    movups [r9], xmm1
    ret
7:  movups xmm1, [rsi]
13: movups xmm0, [rsi + r8 - 16]
    movups [rdi + r8 - 16], xmm0
    sub r8, 16
    cmp r8d, 16
    ja 13b
    movups [rdi], xmm1
8:  ret
9:  CALL_ENTRY arraycopy

FUNCTION(trampoline_native_end)
    push rax
    call entry_native_end
    pop rax
    ret

FUNCTION(trampoline_leaf_end)
    push rax
    call entry_leaf_end
    pop rax
    ret

// JVMS f2i, f2l, d2i, d2l when the machine's conversion gave the most negative number: 0 for NaN, the largest number
// for values that are too large.
.macro CONVERT name, compare, largest, smallest
FUNCTION(trampoline_\name)
    sub rsp, 16
    movups [rsp], xmm1
    xorps xmm1, xmm1
    \compare xmm0, xmm1
    movups xmm1, [rsp]
    lea rsp, [rsp + 16]
    jp 1f
    mov rax, \largest
    ja 2f
    mov rax, \smallest
2:  ret
1:  xor eax, eax
    ret
.endm
    CONVERT f2i, ucomiss, 0x7fffffff, 0x80000000
    CONVERT f2l, ucomiss, 0x7fffffffffffffff, 0x8000000000000000
    CONVERT d2i, ucomisd, 0x7fffffff, 0x80000000
    CONVERT d2l, ucomisd, 0x7fffffffffffffff, 0x8000000000000000

// JVMS frem, drem: xmm0 = xmm0 rem xmm1, truncating. fprem is exact, and reduces up to 63 bits of exponent difference a
// round.
.macro REMAINDER name, move, size
FUNCTION(trampoline_\name)
    push rax
    sub rsp, 16
    \move [rsp], xmm0
    \move [rsp + 8], xmm1
    fld \size ptr [rsp + 8]
    fld \size ptr [rsp]
1:  fprem
    fnstsw ax
    test ah, 4
    jnz 1b
    fstp \size ptr [rsp]
    fstp st(0)
    \move xmm0, [rsp]
    add rsp, 16
    pop rax
    ret
.endm
    REMAINDER frem, movss, dword
    REMAINDER drem, movsd, qword

// ---- What a method, a call slot or an interface table leads to. eax is the descriptor.

// Keeps the arguments in memory while C works: struct java_arguments at [rsp], the descriptor at [rbp - 8]. The frame's
// [rbp] and [rbp + 8] are the calling Java frame's rbp and return address, which are the anchor.
.macro SAVE_ARGUMENTS
    push rbp
    mov rbp, rsp
    push rax
    sub rsp, 136
    STORE_ARGUMENTS
    mov r10, [rbp]
    mov [r15 + THREAD_ANCHOR_FP], r10
    mov r10, [rbp + 8]
    mov [r15 + THREAD_ANCHOR_PC], r10
    mov edi, eax
    mov rsi, rsp
.endm

.macro RESTORE_ARGUMENTS
    mov rdi, [rsp + ARGUMENTS_INTEGER]
    mov rsi, [rsp + ARGUMENTS_INTEGER + 8]
    mov rdx, [rsp + ARGUMENTS_INTEGER + 16]
    mov rcx, [rsp + ARGUMENTS_INTEGER + 24]
    mov r8, [rsp + ARGUMENTS_INTEGER + 32]
    mov r9, [rsp + ARGUMENTS_INTEGER + 40]
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    movq xmm\n, [rsp + ARGUMENTS_SSE + 8 * \n]
    .endr
    mov qword ptr [r15 + THREAD_ANCHOR_FP], 0
.endm

// Drops the frame of SAVE_ARGUMENTS; the exception appears in the calling frame.
pending_after_save:
    leave
    jmp unwind

// u64 method_prepare_entry(struct method *, struct java_arguments *): initialises the class, translates; 0 with an
// exception pending.
FUNCTION(stub_translate)
    SAVE_ARGUMENTS
    call method_prepare_entry
    test rax, rax
    jz pending_after_save
    mov r10, rax
    RESTORE_ARGUMENTS
    mov rax, [rbp - 8]
    leave
    jmp r10

    .globl stub_init_class
    .set stub_init_class, stub_translate
    .set trampoline_translate, stub_translate

// u64 call_slot_resolve(struct call_slot *, struct java_arguments *): the method or dispatcher that is called now.
FUNCTION(stub_resolve)
    SAVE_ARGUMENTS
    call call_slot_resolve
    test rax, rax
    jz pending_after_save
    RESTORE_ARGUMENTS
    leave
    jmp [rax + METHOD_ENTRY_OFFSET]

FUNCTION(stub_dispatch_virtual)
    test edi, edi
    jz trampoline_throw_null
    mov r10d, [rax + CALL_SLOT_VTABLE_OFFSET]
    mov eax, [rdi]
    mov eax, [rax + r10]
    jmp [rax + METHOD_ENTRY_OFFSET]

FUNCTION(stub_dispatch_interface)
    test edi, edi
    jz trampoline_throw_null
    mov r11d, [rax + CALL_SLOT_METHOD]
    mov r10d, [r11 + METHOD_IMT_SLOT]
    mov eax, [rdi]
    mov eax, [rax + CLASS_IMT + r10 * 4]
    jmp [rax + METHOD_ENTRY_OFFSET]

FUNCTION(stub_dispatch_direct)
    test edi, edi
    jz trampoline_throw_null
    mov eax, [rax + CALL_SLOT_METHOD]
    jmp [rax + METHOD_ENTRY_OFFSET]

// A class that is new gets a free place; if there is none, one of many takes the last. One that is met often goes to
// the front, where code compares it. After so many counts all stays as it is, so that processors that share a loop do
// not write to one place for ever.
#define PROFILE_LAST 2
#define CLASS_IS_MORTAL 512
#define PROFILE_OFTEN 64
#define PROFILE_ENOUGH 0x10000
FUNCTION(trampoline_profile)
    cmp dword ptr [r11 + PROFILE_OTHERS], PROFILE_ENOUGH
    jae 4f
    mov r10d, 1
    cmp eax, [r11 + 4]
    je 5f
    mov r10d, PROFILE_LAST
    cmp eax, [r11 + 4 * PROFILE_LAST]
    je 5f
    xor r10d, r10d
1:  cmp dword ptr [r11 + r10 * 4], 0
    je 2f
    inc r10d
    cmp r10d, PROFILE_LAST
    jbe 1b
    inc dword ptr [r11 + PROFILE_OTHERS]
    test dword ptr [r11 + PROFILE_OTHERS], PROFILE_OFTEN - 1
    jnz 4f
    dec r10d
2:  test dword ptr [rax + CLASS_FLAGS], CLASS_IS_MORTAL
    jz 3f
    mov rbx, [rax + CLASS_OWNER]
    cmp rbx, [r11 + PROFILE_OWNER]
    je 3f
    inc dword ptr [r11 + PROFILE_OTHERS]
    ret
3:  mov dword ptr [r11 + r10 * 4 + PROFILE_COUNTS], 0
    mov [r11 + r10 * 4], eax
4:  ret
5:  mov ebx, [r11 + r10 * 4 + PROFILE_COUNTS]
    cmp ebx, PROFILE_ENOUGH
    jae 4b
    inc ebx
    mov [r11 + r10 * 4 + PROFILE_COUNTS], ebx
    test ebx, PROFILE_OFTEN - 1
    jnz 4b
    mov r12d, [r11 + PROFILE_COUNTS]
    mov [r11 + PROFILE_COUNTS], ebx
    mov [r11 + r10 * 4 + PROFILE_COUNTS], r12d
    mov r12d, [r11]
    mov [r11], eax
    mov [r11 + r10 * 4], r12d
    ret

FUNCTION(stub_imt)
    cmp r11d, [rax + IMT_ENTRY_KEY]
    jne 1f
    mov eax, [rax + IMT_ENTRY_TARGET]
    jmp [rax + METHOD_ENTRY_OFFSET]
1:  mov rax, [rax + IMT_ENTRY_NEXT]
    test rax, rax
    jnz stub_imt
    ANCHOR_CALLER
    and rsp, -16
    mov esi, r11d
    call entry_throw_not_implemented    // (ref receiver, struct method *)
    jmp unwind

FUNCTION(stub_abstract)
    ANCHOR_CALLER
    and rsp, -16
    mov esi, eax
    call entry_throw_abstract           // (ref receiver, struct method *)
    jmp unwind

// bool stub_touch(u64 address, bool is_write)
FUNCTION(stub_touch)
    mov eax, 1
    test esi, esi
    jnz stub_touch_write
    .globl stub_touch_read
stub_touch_read:
    test byte ptr [rdi], 0
    ret
    .globl stub_touch_write
stub_touch_write:
    or byte ptr [rdi], 0
    ret
    .globl stub_touch_failed
stub_touch_failed:
    xor eax, eax
    ret

// The fault handler has pushed the address of the access + 1.
    .globl stub_throw_null
    .set stub_throw_null, trampoline_throw_null

kernel_stubs_end:

    .section .rodata
    .balign 8
    .globl stub_entries
stub_entries:
#define ENTRY(kind, name) .quad trampoline_##name;
    ENTRY_TABLE(ENTRY)

    .section .note.GNU-stack, "", @progbits
