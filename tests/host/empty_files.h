// A file system over an archive of no files, for tests.
#ifndef TESTS_HOST_EMPTY_FILES_H
#define TESTS_HOST_EMPTY_FILES_H

#include "kernel/files/files.h"

// With room for `capacity` bytes; its clock stands still.
struct files *empty_files(u64 capacity);

#endif
