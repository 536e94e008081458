// See kernel/core/foreign.h.
#include "base/assembly.h"
#include "log/foreign_block.h"

    .intel_syntax noprefix
    .text

// u64 foreign_call(void *function, const u64 arguments[8])
//
//     [rbp + 8]    return address
//     [rbp]        caller's rbp
//     [rbp - 8]    r15
//     [rbp - 16]   (alignment)
//     [rbp - 24]   arguments[7]
//     [rbp - 32]   arguments[6]     <- rsp at the call, 16-byte aligned
FUNCTION(foreign_call)
    push rbp
    mov rbp, rsp
    push r15
    sub rsp, 8
    mov fs:[FOREIGN_FP], rbp
    mov fs:[FOREIGN_THREAD], r15
    mov rax, rdi
    mov r10, rsi
    push qword ptr [r10 + 56]
    push qword ptr [r10 + 48]
    mov rdi, [r10]
    mov rsi, [r10 + 8]
    mov rdx, [r10 + 16]
    mov rcx, [r10 + 24]
    mov r8, [r10 + 32]
    mov r9, [r10 + 40]
    call rax
    mov r15, [rbp - 8]
    mov qword ptr fs:[FOREIGN_THREAD], 0
    leave
    ret
    .size foreign_call, . - foreign_call

    .section .note.GNU-stack, "", @progbits
