// Raw system calls of Linux on x86-64, and the few structures and numbers of its binary interface that we use. No C
// library, no header of the host. A result from -4095 to -1 is a negated error number.
#ifndef BOOT_LINUX_SYSCALL_H
#define BOOT_LINUX_SYSCALL_H

#include "base/types.h"

enum syscall_number {
    SYS_read = 0,
    SYS_write = 1,
    SYS_open = 2,
    SYS_fstat = 5,
    SYS_mmap = 9,
    SYS_munmap = 11,
    SYS_rt_sigaction = 13,
    SYS_rt_sigprocmask = 14,
    SYS_sched_yield = 24,
    SYS_madvise = 28,
    SYS_getpid = 39,
    SYS_sendto = 44,
    SYS_clone = 56,
    SYS_kill = 62,
    SYS_ftruncate = 77,
    SYS_sysinfo = 99,
    SYS_rt_sigsuspend = 130,
    SYS_sigaltstack = 131,
    SYS_arch_prctl = 158,
    SYS_gettid = 186,
    SYS_futex = 202,
    SYS_timer_create = 222,
    SYS_timer_settime = 223,
    SYS_clock_gettime = 228,
    SYS_exit = 60,
    SYS_exit_group = 231,
    SYS_tgkill = 234,
    SYS_perf_event_open = 298,
    SYS_memfd_create = 319,
};

#define ARCH_SET_GS 0x1001u
#define ARCH_SET_FS 0x1002u

static inline s64 syscall6(enum syscall_number number, u64 a, u64 b, u64 c, u64 d, u64 e, u64 f) {
    register u64 r10 __asm__("r10") = d;
    register u64 r8 __asm__("r8") = e;
    register u64 r9 __asm__("r9") = f;
    s64 result;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
}
static inline s64 syscall4(enum syscall_number number, u64 a, u64 b, u64 c, u64 d) {
    return syscall6(number, a, b, c, d, 0, 0);
}
static inline s64 syscall3(enum syscall_number number, u64 a, u64 b, u64 c) {
    return syscall6(number, a, b, c, 0, 0, 0);
}
static inline s64 syscall2(enum syscall_number number, u64 a, u64 b) { return syscall6(number, a, b, 0, 0, 0, 0); }
static inline s64 syscall1(enum syscall_number number, u64 a) { return syscall6(number, a, 0, 0, 0, 0, 0); }

enum {
    PROT_READ = 1,
    PROT_WRITE = 2,
    PROT_EXEC = 4,
    MAP_SHARED = 1,
    MAP_PRIVATE = 2,
    MAP_FIXED = 0x10,
    MAP_ANONYMOUS = 0x20,
    MAP_NORESERVE = 0x4000,
    MAP_FIXED_NOREPLACE = 0x100000,
    MADV_RANDOM = 1,
    MADV_DONTNEED = 4,
    MADV_HUGEPAGE = 14,
    MADV_POPULATE_WRITE = 23,
    O_RDONLY = 0,
    O_RDWR = 2,
    O_CLOEXEC = 02000000,
    FUTEX_WAIT_PRIVATE = 128,
    FUTEX_WAKE_PRIVATE = 129,
    CLOCK_REALTIME = 0,
    CLOCK_MONOTONIC = 1,
    CLOCK_THREAD = 3,
    SIGNAL_ILL = 4,
    SIGNAL_TRAP = 5,
    SIGNAL_BUS = 7,
    SIGNAL_FPE = 8,
    SIGNAL_KILL = 9,
    SIGNAL_SEGV = 11,
    SIGNAL_USER_2 = 12,
    SIGNAL_PIPE = 13,
    SIGNAL_ALRM = 14,
    SIG_SET = 2,
    SA_SIGINFO = 4,
    SA_RESTORER = 0x04000000,
    SA_ONSTACK = 0x08000000,
    SA_RESTART = 0x10000000,
    SA_NODEFER = 0x40000000,
    MFD_CLOEXEC = 1,
    ERROR_EXIST = 17,
    NOTIFY_THREAD = 4,
    MSG_DONTWAIT = 0x40,
    MSG_NOSIGNAL = 0x4000,
    CLONE_VM = 0x100,
    CLONE_FS = 0x200,
    CLONE_FILES = 0x400,
    CLONE_SIGHAND = 0x800,
    CLONE_THREAD = 0x10000,
    CLONE_SYSVSEM = 0x40000,
    CLONE_SETTLS = 0x80000,
};

struct timespec {
    s64 seconds, nanoseconds;
};

struct itimerspec {
    struct timespec interval, value;
};

struct sigevent {
    u64 value;
    s32 signal, notify;
    s32 thread; // whose signal it is
    u8 rest[44];
};

struct stack {
    u64 start;
    s32 flags;
    u64 bytes;
};

struct sigaction {
    void (*handler)(s32 signal, void *info, void *context);
    u64 flags;
    void (*restorer)(void);
    u64 mask;
};

#define SIGNAL_CODE_TIMER (-2)  // SI_TIMER: not raised by a process
#define SIGNAL_CODE_THREAD (-6) // SI_TKILL: raised by a thread of this process

struct signal_info {
    s32 signal, error, code; // what follows depends on the signal
};

// What lies on the stack of a signal handler. Linux restores all of it on return.
struct signal_context {
    u64 flags;
    struct signal_context *link;
    struct stack stack;
    u64 r8, r9, r10, r11, r12, r13, r14, r15, rdi, rsi, rbp, rbx, rdx, rax, rcx, rsp, rip, rflags;
    u16 cs, gs, fs, ss;
    u64 error, vector, mask, fault_address;
};

struct file_status {
    u64 device, inode, links;
    u32 mode, user, group, pad;
    u64 special_device;
    s64 bytes;
    u8 rest[88];
};

struct sysinfo {
    s64 uptime;
    u64 loads[3];
    u64 total_ram, free_ram, shared_ram, buffer_ram, total_swap, free_swap;
    u16 processes, pad;
    u64 total_high, free_high;
    u32 unit;
    u8 rest[16];
};

#endif
