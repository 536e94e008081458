// The processor of the running code: FS points to its struct cpu, from before kernel_main on. Host tests put a file of
// this name before this one on the include path.
#ifndef KERNEL_CORE_CPU_SELF_H
#define KERNEL_CORE_CPU_SELF_H

struct cpu;

static inline struct cpu *cpu_self(void) {
    struct cpu *cpu;
    __asm__("mov %%fs:0, %0" : "=r"(cpu));
    return cpu;
}

#endif
