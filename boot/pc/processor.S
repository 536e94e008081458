// The start of another processor, from real mode to processor_main (processor.c).
//
// What lies between processor_trampoline and its end is copied to a page below 1 MiB. A start interrupt has the
// processor begin there, in real mode, with cs the page's segment. It takes over the control registers of the processor
// that boots, on the provisional page tables of start.S, which map it where it is; the kernel's own tables may lie
// above 4 GiB, where only long mode reaches.

#define START_TABLES 0          // struct processor_start
#define START_STACK 8
#define START_CPU 16

    .section .rodata
    .globl processor_trampoline, processor_trampoline_control, processor_trampoline_end
    .balign 8
processor_trampoline:
    .code16
    cli
    cld
    mov %cs, %ax
    mov %ax, %ds
    lgdtl gdt_pointer - processor_trampoline
    mov processor_trampoline_control + 4 - processor_trampoline, %eax
    mov %eax, %cr4
    mov processor_trampoline_control + 12 - processor_trampoline, %eax
    mov %eax, %cr3
    mov $0xc0000080, %ecx       // EFER
    mov processor_trampoline_control + 8 - processor_trampoline, %eax
    xor %edx, %edx
    wrmsr
    mov processor_trampoline_control - processor_trampoline, %eax
    mov %eax, %cr0              // protected mode and paging in one step (AMD's manual 2, 14.6.1)
    ljmpl $0x08, $processor_long_mode
    .balign 8
processor_trampoline_control:   // struct processor_control
    .skip 16
gdt_pointer:
    .word gdt_end - gdt - 1
    .long gdt
processor_trampoline_end:
    .balign 8
gdt:
    .quad 0
    .quad 0x00af9b000000ffff    // 08: 64-bit code
    .quad 0x00cf93000000ffff    // 10: data
gdt_end:

    .text
    .code64
    .globl processor_long_mode
    .type processor_long_mode, @function
// The processor that takes the struct cpu is the one that is expected; one that finds none came too late, and sleeps.
processor_long_mode:
    mov $0x10, %eax
    mov %eax, %ds
    mov %eax, %es
    mov %eax, %fs
    mov %eax, %gs
    mov %eax, %ss
    xor %edi, %edi
    xchg %rdi, processor_start + START_CPU
    test %rdi, %rdi
    jz 1f
    mov processor_start + START_STACK, %rsp
    mov processor_start + START_TABLES, %rax
    mov %rax, %cr3
    xor %ebp, %ebp              // the outermost frame, as in pc_enter_kernel
    xor %r15d, %r15d
    push $0
    jmp processor_main
1:  cli
    hlt
    jmp 1b
    .size processor_long_mode, . - processor_long_mode

    .globl turn_wait, turn_wait_end
    .type turn_wait, @function
// Begun again by a non-maskable interrupt in its midst, so what it compared before it halts is never old.
turn_wait:
    cmp %edi, turn_holder
    je turn_wait_end
    hlt
    jmp turn_wait
turn_wait_end:
    ret
    .size turn_wait, . - turn_wait

    .section .note.GNU-stack, "", @progbits
