// The one function behind all methods of proxies; see kernel/domains/calls.h.
#include "base/assembly.h"
#include "kernel/run/stubs_arguments.inc"

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
    STORE_ARGUMENTS
    mov rdi, rsp
    call portal_call
    movq xmm0, rax
    leave
    ret
    .size portal_gather, . - portal_gather

    .section .note.GNU-stack, "", @progbits
