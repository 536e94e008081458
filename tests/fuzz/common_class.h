// A class file through what it meets in the kernel: reader, verifier, and translation of every method, with no class of
// the JDK resolved and with all.
#ifndef TESTS_FUZZ_COMMON_CLASS_H
#define TESTS_FUZZ_COMMON_CLASS_H

#include "base/types.h"

// Ends the program when something is found. Returns false if the class was refused.
bool fuzz_class(const u8 *bytes, size_t size);

#endif
