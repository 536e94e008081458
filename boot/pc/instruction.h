// One-instruction wrappers, named after the instruction.
#ifndef BOOT_PC_INSTRUCTION_H
#define BOOT_PC_INSTRUCTION_H

#include "base/types.h"

static inline void outb(u16 port, u8 value) { __asm__ volatile("outb %0, %1" : : "a"(value), "Nd"(port)); }
static inline void outw(u16 port, u16 value) { __asm__ volatile("outw %0, %1" : : "a"(value), "Nd"(port)); }
static inline void outl(u16 port, u32 value) { __asm__ volatile("outl %0, %1" : : "a"(value), "Nd"(port)); }
static inline u8 inb(u16 port) {
    u8 value;
    __asm__ volatile("inb %1, %0" : "=a"(value) : "Nd"(port));
    return value;
}
static inline u16 inw(u16 port) {
    u16 value;
    __asm__ volatile("inw %1, %0" : "=a"(value) : "Nd"(port));
    return value;
}
static inline u32 inl(u16 port) {
    u32 value;
    __asm__ volatile("inl %1, %0" : "=a"(value) : "Nd"(port));
    return value;
}

static inline u64 rdmsr(u32 number) {
    u32 low, high;
    __asm__ volatile("rdmsr" : "=a"(low), "=d"(high) : "c"(number));
    return (u64)high << 32 | low;
}
static inline void wrmsr(u32 number, u64 value) {
    __asm__ volatile("wrmsr" : : "c"(number), "a"((u32)value), "d"((u32)(value >> 32)) : "memory");
}

static inline u64 read_cr0(void) {
    u64 value;
    __asm__ volatile("mov %%cr0, %0" : "=r"(value));
    return value;
}
static inline u64 read_cr4(void) {
    u64 value;
    __asm__ volatile("mov %%cr4, %0" : "=r"(value));
    return value;
}
static inline void write_cr4(u64 value) { __asm__ volatile("mov %0, %%cr4" : : "r"(value) : "memory"); }
static inline u64 read_cr3(void) {
    u64 value;
    __asm__ volatile("mov %%cr3, %0" : "=r"(value) : : "memory");
    return value;
}
static inline void write_cr3(u64 value) { __asm__ volatile("mov %0, %%cr3" : : "r"(value) : "memory"); }
static inline void invlpg(u64 address) { __asm__ volatile("invlpg (%0)" : : "r"(address) : "memory"); }
static inline void cli(void) { __asm__ volatile("cli" : : : "memory"); }
static inline void sti(void) { __asm__ volatile("sti" : : : "memory"); }
static inline void hlt(void) { __asm__ volatile("hlt" : : : "memory"); }
// one step: interrupts are enabled only once hlt has started
static inline void sti_hlt(void) { __asm__ volatile("sti\n\thlt" : : : "memory"); }
// the counter is read as well, right before (apic_halt)
static inline void rdtsc_sti_hlt(void) { __asm__ volatile("rdtsc\n\tsti\n\thlt" : : : "rax", "rdx", "memory"); }
static inline void sti_nop(void) { __asm__ volatile("sti\n\tnop" : : : "memory"); } // lets in what waits
static inline void pause(void) { __asm__ volatile("pause"); }

static inline u64 read_flags(void) {
    u64 flags;
    __asm__ volatile("pushfq\n\tpop %0" : "=r"(flags) : : "memory");
    return flags;
}
#define FLAGS_INTERRUPT 0x200u

#endif
