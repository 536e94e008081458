// Accesses that may fault, and where the fault hook of boot/test/main.c sends them: each returns 1 in rax if it faulted, else 0.

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

// u64 probe_call(u64 address): what stands there returns, or the fetch faults and the hook pretends it had returned.
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
// u64 test_null_call(struct thread *thread, u64 code): calls code as if it were translated; returns what test_null_stub left in rax.
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
// No exception can be delivered through an empty table: the processor shuts down (bare machine; the process's kernel refuses the first instruction).
test_triple_fault:
    sub $16, %rsp
    movq $0, (%rsp)
    movq $0, 8(%rsp)
    lidt (%rsp)
    ud2

    .section .note.GNU-stack, "", @progbits
