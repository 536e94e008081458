// All that the kernel asks of a class file that the reader has accepted.
#ifndef TESTS_FUZZ_COMMON_READ_H
#define TESTS_FUZZ_COMMON_READ_H

#include "translator/reader/classfile.h"

// Reads every entry, attribute and name without a check of its own, as reflection and linking do. The file's bytes must
// stand in memory of exactly their size, so that AddressSanitizer sees what the reader has let through.
void fuzz_read_parts(const struct classfile *file);

#endif
