// Runs translated code inside a host test, and stands in for the kernel's leaf entries. See exec_run.h.
    .intel_syntax noprefix
    .text

    .set STATE_CODE, 0
    .set STATE_THREAD, 8
    .set STATE_INTEGER, 16
    .set STATE_SSE, 64
    .set STATE_STACK, 128
    .set STATE_STACK_COUNT, 136
    .set STATE_RAX, 144
    .set STATE_XMM0, 152

// void exec_run(struct exec_state *state)
//     [rbp - 8 .. rbp - 40]  rbx, r12 to r15     [rbp - 48]  state     below: arguments on the stack, rsp 16-aligned
    .globl exec_run
    .type exec_run, @function
exec_run:
    push rbp
    mov rbp, rsp
    push rbx
    push r12
    push r13
    push r14
    push r15
    push rdi
    mov rbx, rdi
    mov rcx, [rbx + STATE_STACK_COUNT]
    lea rax, [rcx + 1]
    and rax, -2
    shl rax, 3
    sub rsp, rax
    mov rsi, [rbx + STATE_STACK]
1:  test rcx, rcx
    jz 2f
    mov rax, [rsi + 8 * rcx - 8]
    mov [rsp + 8 * rcx - 8], rax
    dec rcx
    jmp 1b
2:  .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    movsd xmm\n, [rbx + STATE_SSE + 8 * \n]
    .endr
    mov r15, [rbx + STATE_THREAD]
    mov r11, [rbx + STATE_CODE]
    mov rdi, [rbx + STATE_INTEGER]
    mov rsi, [rbx + STATE_INTEGER + 8]
    mov rdx, [rbx + STATE_INTEGER + 16]
    mov rcx, [rbx + STATE_INTEGER + 24]
    mov r8, [rbx + STATE_INTEGER + 32]
    mov r9, [rbx + STATE_INTEGER + 40]
    movabs rax, 0x5a5a5a5a5a5a5a5a
    .irp register, rbx, r10, r12, r13, r14
    mov \register, rax
    .endr
    .irp n, 8, 9, 10, 11, 12, 13, 14, 15
    movq xmm\n, rax
    .endr
    call r11
    mov rdi, [rbp - 48]
    mov [rdi + STATE_RAX], rax
    movsd [rdi + STATE_XMM0], xmm0
    lea rsp, [rbp - 40]
    pop r15
    pop r14
    pop r13
    pop r12
    pop rbx
    pop rbp
    ret

// Every register but rax is kept; of those that answer in xmm0, that one is not.
.macro LEAF name, first_kept
    .globl exec_entry_\name
    .type exec_entry_\name, @function
exec_entry_\name:
    push rbp
    mov rbp, rsp
    .irp register, rcx, rdx, rsi, rdi, r8, r9, r10, r11
    push \register
    .endr
    sub rsp, 256
    and rsp, -16
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    movaps [rsp + 16 * \n], xmm\n
    .endr
    call exec_\name
    .if \first_kept == 0
    movaps xmm0, [rsp]
    .endif
    .irp n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    movaps xmm\n, [rsp + 16 * \n]
    .endr
    lea rsp, [rbp - 64]
    .irp register, r11, r10, r9, r8, rdi, rsi, rdx, rcx
    pop \register
    .endr
    pop rbp
    ret
.endm

    LEAF f2i, 0
    LEAF f2l, 0
    LEAF d2i, 0
    LEAF d2l, 0
    LEAF frem, 1
    LEAF drem, 1

    .section .note.GNU-stack, "", @progbits
