// What the natives of channels and selectors share.
#ifndef KERNEL_NATIVES_CHANNEL_H
#define KERNEL_NATIVES_CHANNEL_H

#include "kernel/classes/java_fields.h"
#include "kernel/heap/handle.h"

// sun.nio.ch.IOStatus
enum io_status { STATUS_EOF = -1, STATUS_UNAVAILABLE = -2, STATUS_INTERRUPTED = -3, STATUS_UNSUPPORTED = -4 };

// The number of a java.io.FileDescriptor. -1, which no file has, for null: a stream that no constructor has made has
// none.
static inline int channel_number_of(ref descriptor) {
    return descriptor ? java_get_int(descriptor, FIELD_FileDescriptor_fd) : -1;
}
static inline int channel_number(handle descriptor) { return channel_number_of(*descriptor); }

// Turns the result of a call of kernel/files/files.h or natives/io.h into sun.nio.ch's form, with IOException pending
// for an error.
s64 channel_result(struct thread *thread, s64 result);

#endif
