// Switching between threads. Offsets of fields are symbols that kernel/core/threads.c defines.
#include "base/assembly.h"

    .intel_syntax noprefix
    .text

// void stub_switch(struct thread *from, struct thread *to)
FUNCTION(stub_switch)
    push rbp
    push rbx
    push r12
    push r13
    push r14
    mov [rdi + THREAD_SAVED_SP], rsp
    mov r15, rsi
    mov rsp, [rsi + THREAD_SAVED_SP]
    pop r14
    pop r13
    pop r12
    pop rbx
    pop rbp
    ret
    .size stub_switch, . - stub_switch

// A new thread's first switch returns here, with rsp 16-byte aligned.
FUNCTION(stub_thread_start)
    xor ebp, ebp
    mov rdi, r15
    call thread_main
    ud2
    .size stub_thread_start, . - stub_thread_start

// void stub_keep_vectors(void (*work)(struct thread *thread), struct thread *thread)
//
//     [rbp + 8]    return address
//     [rbp]        caller's rbp
//     [rsp]        xmm0 to xmm15, 16 bytes each
FUNCTION(stub_keep_vectors)
    push rbp
    mov rbp, rsp
    sub rsp, 16 * 16
    .irp number, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    movups [rsp + 16 * \number], xmm\number
    .endr
    mov rax, rdi
    mov rdi, rsi
    call rax
    .irp number, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    movups xmm\number, [rsp + 16 * \number]
    .endr
    leave
    ret
    .size stub_keep_vectors, . - stub_keep_vectors

    .section .note.GNU-stack, "", @progbits
