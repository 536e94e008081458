// The entries of the interrupt descriptor table. Each is 16 bytes long, and completes what the processor pushed to a
// struct trap_frame (log/machine.h):
//
//     ss  rsp  rflags  rip  cs  error (or 0)  vector  fault address  rax rcx rdx rbx rbp rsi rdi r8 ... r15   <- rsp
//
// All run on stacks of the task state segment (descriptor.c), so nothing is written below the interrupted rsp.

    .text
    .balign 16
    .globl trap_entries
    .type trap_entries, @function
trap_entries:
vector = 0
    .rept 35                    // the processor's 32, the timer, calls from other processors, and the bell
    .balign 16
    .if !(vector == 8 || (vector >= 10 && vector <= 14) || vector == 17 || vector == 21 || vector == 29 || vector == 30)
    push $0
    .endif
    push $vector
    jmp trap_common
vector = vector + 1
    .endr
    .size trap_entries, . - trap_entries

    .type trap_common, @function
trap_common:
    push $0
    push %rax
    push %rcx
    push %rdx
    push %rbx
    push %rbp
    push %rsi
    push %rdi
    push %r8
    push %r9
    push %r10
    push %r11
    push %r12
    push %r13
    push %r14
    push %r15
    cmpl $14, 16 * 8(%rsp)      // a page fault
    jne 1f
    mov %cr2, %rax
    mov %rax, 15 * 8(%rsp)
1:  cld
    mov %rsp, %rdi
    sub $8, %rsp                // 23 words are on the stack, which began 16-aligned
    call trap_dispatch
    add $8, %rsp
    pop %r15
    pop %r14
    pop %r13
    pop %r12
    pop %r11
    pop %r10
    pop %r9
    pop %r8
    pop %rdi
    pop %rsi
    pop %rbp
    pop %rbx
    pop %rdx
    pop %rcx
    pop %rax
    add $24, %rsp
    iretq
    .size trap_common, . - trap_common

    .globl trap_spurious
    .type trap_spurious, @function
trap_spurious:                  // SDM 3A, 10.9: no end of interrupt
    iretq
    .size trap_spurious, . - trap_spurious

    .section .note.GNU-stack, "", @progbits
