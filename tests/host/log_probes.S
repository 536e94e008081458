// The probes with the counter replaced by the variable test_ticks, and entries to them from C.
#define READ_TICKS mov eax, [test_ticks]; mov edx, [test_ticks + 4]
#include "log/probes.S"

    .text
// void fixture_enter(struct thread *, u32 method, u64 sp): on a stack whose [sp] is the method's return address.
FUNCTION_ALIGNED(64, fixture_enter)
    push r15
    push rbp
    mov rbp, rsp
    mov r15, rdi
    mov eax, esi
    mov rsp, rdx
    call probe_time_enter
    mov rsp, rbp
    pop rbp
    pop r15
    ret

// void fixture_leave(struct thread *, u64 sp)
FUNCTION_ALIGNED(64, fixture_leave)
    push r15
    push rbp
    mov rbp, rsp
    mov r15, rdi
    mov rsp, rsi
    call probe_time_leave
    mov rsp, rbp
    pop rbp
    pop r15
    ret

    .section .note.GNU-stack, "", @progbits
