// The one function behind all methods of proxies; see kernel/domains/calls.h.
#include "base/assembly.h"

    .intel_syntax noprefix
    .text

// Called by a native's wrapper with any arguments, as SysV passes them:
//
//     [rbp + 16]   arguments on the stack
//     [rbp + 8]    return address
//     [rbp]        caller's rbp
//     [rsp]        a struct java_arguments
FUNCTION(portal_gather)
    push rbp
    mov rbp, rsp
    sub rsp, offset ARGUMENTS_BYTES
    mov [rsp + ARGUMENTS_INTEGER], rdi
    mov [rsp + ARGUMENTS_INTEGER + 8], rsi
    mov [rsp + ARGUMENTS_INTEGER + 16], rdx
    mov [rsp + ARGUMENTS_INTEGER + 24], rcx
    mov [rsp + ARGUMENTS_INTEGER + 32], r8
    mov [rsp + ARGUMENTS_INTEGER + 40], r9
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    movq [rsp + ARGUMENTS_SSE + 8 * \n], xmm\n
    .endr
    lea rax, [rbp + 16]
    mov [rsp + ARGUMENTS_STACK], rax
    mov rdi, rsp
    call portal_call
    movq xmm0, rax
    leave
    ret
    .size portal_gather, . - portal_gather

    .section .note.GNU-stack, "", @progbits
