// Accesses that may fault, and where the fault hook of boot/test/main.c sends them: each returns 1 in rax if it
// faulted, otherwise 0.

    .section .text
    .globl probe_write, probe_read, probe_call, probe_recover
    .globl probe_write_access, probe_read_access

// u64 probe_write(u64 address)
probe_write:
    xor %eax, %eax
probe_write_access:
    movb $0xc3, (%rdi)
    ret

// u64 probe_read(u64 address)
probe_read:
    xor %eax, %eax
probe_read_access:
    movzbl (%rdi), %edx
    ret

// u64 probe_call(u64 address): the code there returns, or the fetch faults and the hook pretends that it has returned.
probe_call:
    push %rbp
    mov %rsp, %rbp
    xor %eax, %eax
    call *%rdi
    pop %rbp
    ret

probe_recover:
    mov $1, %eax
    ret

    .globl test_null_call, test_null_stub, test_null_code_start, test_null_code_end, test_null_access
// u64 test_null_call(struct thread *thread, u64 code): calls code as if it were translated; returns what test_null_stub
// left in rax.
test_null_call:
    push %rbp
    mov %rsp, %rbp
    push %r15
    push %r15
    mov %rdi, %r15
    call *%rsi
    pop %r15
    pop %r15
    pop %rbp
    ret

// The stub finds the return address (access + 1) at [rsp]: returns it to the caller of the code.
test_null_stub:
    pop %rax
    ret

// Copied into the code area: reads a field of null.
test_null_code_start:
    xor %edi, %edi
test_null_access:
    mov 24(%rdi), %eax
    ret
test_null_code_end:

    .globl test_overflow
// Calls itself for ever.
test_overflow:
    push %rbp
    mov %rsp, %rbp
    call test_overflow
    pop %rbp
    ret

    .globl test_on_stack
// void test_on_stack(u64 stack_end, void (*function)(void))
test_on_stack:
    mov %rdi, %rsp
    xor %ebp, %ebp
    call *%rsi
    ud2

    .globl test_triple_fault
// No exception can be delivered through an empty table: the processor shuts down (on the bare machine; in the process,
// Linux refuses the first instruction).
test_triple_fault:
    sub $16, %rsp
    movq $0, (%rsp)
    movq $0, 8(%rsp)
    lidt (%rsp)
    ud2

    .globl test_registers
// u64 test_registers(volatile u32 *counter, u32 until): holds known values in all registers that an interrupt could
// spoil, XMM and flags among them, until the counter, which interrupts advance, gets there. Returns the number of the
// check that failed, or 0.
test_registers:
    push %rbp
    mov %rsp, %rbp
    push %rbx
    push %r12
    push %r13
    push %r14
    push %r15
    push %rax
    mov $0x1111111111111111, %rax
    movq %rax, %xmm0
    not %rax
    movq %rax, %xmm15
1:  mov $0x22, %rbx
    mov $0x33, %rcx
    mov $0x44, %rdx
    mov $0x88, %r8
    mov $0x99, %r9
    mov $0xaa, %r10
    mov $0xbb, %r11
    mov $0xcc, %r12
    mov $0xdd, %r13
    mov $0xee, %r14
    mov $200, %eax
    stc
2:  dec %eax                    // leaves the carry alone
    jnz 2b
    mov $1, %eax
    jnc 9f
    mov $2, %eax
    cmp $0x22, %rbx
    jne 9f
    cmp $0x33, %rcx
    jne 9f
    cmp $0x44, %rdx
    jne 9f
    mov $3, %eax
    cmp $0x88, %r8
    jne 9f
    cmp $0x99, %r9
    jne 9f
    cmp $0xaa, %r10
    jne 9f
    cmp $0xbb, %r11
    jne 9f
    mov $4, %eax
    cmp $0xcc, %r12
    jne 9f
    cmp $0xdd, %r13
    jne 9f
    cmp $0xee, %r14
    jne 9f
    cmp (%rdi), %esi
    ja 1b
    movq %xmm0, %rcx
    movq %xmm15, %rdx
    not %rdx
    mov $5, %eax
    cmp %rcx, %rdx
    jne 9f
    xor %eax, %eax
9:  lea -40(%rbp), %rsp
    pop %r15
    pop %r14
    pop %r13
    pop %r12
    pop %rbx
    pop %rbp
    ret

    .section .note.GNU-stack, "", @progbits
