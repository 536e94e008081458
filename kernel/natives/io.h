// What the natives of files and channels share. "May wait" means that threads may be switched: for natives of kind
// re-entrant only.
#ifndef KERNEL_NATIVES_IO_H
#define KERNEL_NATIVES_IO_H

#include "kernel/core/thread.h"
#include "kernel/files/files.h"

// A string as a path, in UTF-8. False: it is longer than a path can be; `path` is then one that every call refuses with
// FILE_NAME_TOO_LONG.
bool io_path(ref string, char path[FILE_PATH_BYTES + 1]);
// UTF-8 as a string; 0 with an exception.
ref io_string(struct thread *thread, const char *text, size_t length);

// IOException with the error's text.
void io_throw(struct thread *thread, s64 error);
// `result`, if it is no error; else IOException is pending.
s64 io_checked(struct thread *thread, s64 result);

// As file_read and file_write, on memory that is none of the heap's. They may wait.
s64 io_read(int descriptor, void *to, u64 bytes);
s64 io_write(int descriptor, const void *from, u64 bytes);
// The same on a part of a byte[], which may move meanwhile.
s64 io_read_array(int descriptor, handle array, s32 offset, s32 count);
s64 io_write_array(int descriptor, handle array, s32 offset, s32 count);

// What canonicalize0 makes of a path: links resolved as far as there is something.
s64 io_canonical(const char *path, char canonical[FILE_PATH_BYTES]);

#endif
