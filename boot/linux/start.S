// The entry of the process, the change to the boot stack, and the return from signals.

    .section .text
    .globl _start
    .type _start, @function
// Linux leaves argc at [rsp], then argv, a zero, the environment (System V ABI, AMD64, 3.4.1).
_start:
    xor %ebp, %ebp
    xor %r15d, %r15d
    mov %rsp, %rdi
    and $-16, %rsp
    call linux_main
    ud2
    .size _start, . - _start

    .globl linux_enter_kernel
    .type linux_enter_kernel, @function
// _Noreturn void linux_enter_kernel(u64 stack_end): the outermost frame has rbp 0 and return address 0, which ends
// backtraces.
linux_enter_kernel:
    mov %rdi, %rsp
    xor %ebp, %ebp
    xor %r15d, %r15d
    push $0
    jmp kernel_main
    .size linux_enter_kernel, . - linux_enter_kernel

    .globl linux_start_thread
    .type linux_start_thread, @function
// s64 linux_start_thread(u64 flags, u64 stack_end, struct cpu *cpu): the thread's outermost frame as above.
linux_start_thread:
    mov %rdx, %r8               // its FS
    mov %rdx, %r9
    xor %edx, %edx
    xor %r10d, %r10d
    mov $56, %eax               // clone
    syscall
    test %rax, %rax
    jz 1f
    ret
1:  xor %ebp, %ebp
    xor %r15d, %r15d
    mov %r9, %rdi
    push $0
    jmp linux_processor_main
    .size linux_start_thread, . - linux_start_thread

    .globl linux_signal_return
    .type linux_signal_return, @function
// Where the handler's return address points; rsp is at the context.
linux_signal_return:
    mov $15, %eax               // rt_sigreturn
    syscall
    ud2
    .size linux_signal_return, . - linux_signal_return

    .section .note.GNU-stack, "", @progbits
