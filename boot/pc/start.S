// From the loader to C: one entry for PVH (Xen's "x86/HVM direct boot ABI", `qemu -kernel`) and Multiboot2 (GRUB, BIOS
// and UEFI). Both enter in 32-bit protected mode, with flat segments and paging off; ebx holds the address of what the
// loader hands over, and of Multiboot2 eax its magic number. Then long mode on provisional page tables, and pc_main on
// a small stack. The provisional tables map the first 4 GiB twice, at 0 and at RAM_MAP_START, with large pages; pc_main
// replaces them.

#define CR0_PE 0x1
#define CR0_MP 0x2
#define CR0_ET 0x10
#define CR0_NE 0x20
#define CR0_WP 0x10000
#define CR0_PG 0x80000000
#define CR4_PAE 0x20
#define CR4_OSFXSR 0x200
#define CR4_OSXMMEXCPT 0x400
#define MSR_EFER 0xc0000080
#define EFER_LME 0x100
#define EFER_NXE 0x800
#define PAGE_PRESENT_WRITE 3
#define PAGE_LARGE 0x80
#define RAM_MAP_SLOT 2          // RAM_MAP_START >> 39
#define BOOT_STACK_BYTES 8192

    .section .note.pvh, "a", @note
    .balign 4
    .long 4, 4, 18              // XEN_ELFNOTE_PHYS32_ENTRY
    .asciz "Xen"
    .long boot_entry

// The Multiboot2 header (specification 2.0, 3.1), within the first 32 KiB of the file. Tags: {type, flags (1: the
// loader need not know it), bytes}.
#define MULTIBOOT2_MAGIC 0xe85250d6
#define TAG_END 0
#define TAG_REQUEST 1
#define TAG_FRAMEBUFFER 5
#define TAG_ALIGN_MODULES 6
    .section .multiboot2, "a", @progbits
    .balign 8
.Lmultiboot2:
    .long MULTIBOOT2_MAGIC, 0, .Lmultiboot2_end - .Lmultiboot2, -(MULTIBOOT2_MAGIC + .Lmultiboot2_end - .Lmultiboot2)
    .balign 8
    .word TAG_REQUEST, 0
    .long 12, 6                 // the memory map
    .balign 8
    .word TAG_FRAMEBUFFER, 1
    .long 20, 1024, 768, 32
    .balign 8
    .word TAG_ALIGN_MODULES, 0
    .long 8
    .balign 8
    .word TAG_END, 0
    .long 8
.Lmultiboot2_end:

    .section .bss.boot, "aw", @nobits
    .balign 4096
    .globl boot_pml4
boot_pml4:
    .skip 4096
boot_pdpt:
    .skip 4096
boot_pd:
    .skip 4 * 4096
    .skip BOOT_STACK_BYTES
boot_stack_end:

    .section .rodata
    .balign 8
boot_gdt:
    .quad 0
    .quad 0x00af9b000000ffff    // 08: 64-bit code
    .quad 0x00cf93000000ffff    // 10: data
boot_gdt_end:
boot_gdt_pointer:
    .word boot_gdt_end - boot_gdt - 1
    .quad boot_gdt

    .text
    .code32
    .globl boot_entry
    .type boot_entry, @function
boot_entry:
    cli
    cld
    mov %eax, %ebp
    rdtsc
    mov %eax, %esi              // entry_ticks in edi:esi until C takes them
    mov %edx, %edi
    mov $boot_stack_end, %esp

    movl $boot_pdpt + PAGE_PRESENT_WRITE, boot_pml4
    movl $boot_pdpt + PAGE_PRESENT_WRITE, boot_pml4 + 8 * RAM_MAP_SLOT
    mov $boot_pd + PAGE_PRESENT_WRITE, %eax
    xor %ecx, %ecx
1:  mov %eax, boot_pdpt(, %ecx, 8)
    add $4096, %eax
    inc %ecx
    cmp $4, %ecx
    jne 1b
    mov $PAGE_PRESENT_WRITE + PAGE_LARGE, %eax
    xor %ecx, %ecx
2:  mov %eax, boot_pd(, %ecx, 8)
    add $0x200000, %eax
    inc %ecx
    cmp $4 * 512, %ecx
    jne 2b

    mov $CR4_PAE | CR4_OSFXSR | CR4_OSXMMEXCPT, %eax
    mov %eax, %cr4
    mov $boot_pml4, %eax
    mov %eax, %cr3
    mov $MSR_EFER, %ecx
    rdmsr
    or $EFER_LME | EFER_NXE, %eax
    wrmsr
    mov $CR0_PE | CR0_MP | CR0_ET | CR0_NE | CR0_WP | CR0_PG, %eax
    mov %eax, %cr0
    lgdt boot_gdt_pointer
    ljmp $0x08, $long_mode

    .code64
long_mode:
    mov $0x10, %eax
    mov %eax, %ds
    mov %eax, %es
    mov %eax, %fs
    mov %eax, %gs
    mov %eax, %ss
    mov $boot_stack_end, %esp   // clears the upper half
    shl $32, %rdi
    mov %esi, %esi
    or %rdi, %rsi               // pc_main(address of the loader's information, entry ticks, magic number)
    mov %ebx, %edi
    mov %ebp, %edx
    xor %ebp, %ebp
    xor %r15d, %r15d
    call pc_main
    ud2
    .size boot_entry, . - boot_entry

    .globl pc_enter_kernel
    .type pc_enter_kernel, @function
// _Noreturn void pc_enter_kernel(u64 stack_end): the outermost frame has rbp 0 and return address 0, which ends
// backtraces.
pc_enter_kernel:
    mov %rdi, %rsp
    xor %ebp, %ebp
    xor %r15d, %r15d
    push $0
    jmp kernel_main
    .size pc_enter_kernel, . - pc_enter_kernel

    .section .note.GNU-stack, "", @progbits
