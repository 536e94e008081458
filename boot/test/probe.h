// The assembly of the boot test; see probe.S.
#ifndef BOOT_TEST_PROBE_H
#define BOOT_TEST_PROBE_H

#include "base/types.h"

u64 probe_write(u64 address);
u64 probe_read(u64 address);
u64 probe_call(u64 address);
extern const u8 probe_recover[], probe_write_access[], probe_read_access[];

struct thread;
u64 test_null_call(struct thread *thread, u64 code);
extern const u8 test_null_stub[], test_null_code_start[], test_null_code_end[], test_null_access[];

u64 test_registers(volatile u32 *counter, u32 until);
void test_overflow(void);
void test_on_stack(u64 stack_end, void (*function)(void));
void test_triple_fault(void);

#endif
