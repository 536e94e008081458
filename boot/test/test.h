// What the files of the machine's test share.
#ifndef BOOT_TEST_TEST_H
#define BOOT_TEST_TEST_H

#include "base/types.h"

// A TAP line; what was got and expected is shown where it failed.
void check(bool good, const char *name, u64 got, u64 expected);
void check_equal(u64 got, u64 expected, const char *name);
void note(const char *name, u64 value);

u64 reference_ns(void);
void wait_ns(u64 ns);

// ---- processors.c
void test_processors(void);
void test_absent(void);
void test_fault_elsewhere(void);
bool test_nmi(void);

#endif
