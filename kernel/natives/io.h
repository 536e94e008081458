// What the natives of files and channels share. Descriptors and paths are those of the current thread's domain. "May
// wait" means that threads may be switched: only for natives of kind re-entrant.
#ifndef KERNEL_NATIVES_IO_H
#define KERNEL_NATIVES_IO_H

#include "kernel/classes/domain.h"
#include "kernel/files/files.h"

struct thread_queue;

static inline struct files *files_of(const struct thread *thread) { return domain_of(thread)->files; }

// A string as a path, in UTF-8. Returns false if it is longer than a path can be; every call then refuses `path` with
// FILE_NAME_TOO_LONG.
bool io_path(ref string, char path[FILE_PATH_BYTES + 1]);
// UTF-8 as a string; 0 with an exception pending.
ref io_string(struct thread *thread, const char *text, size_t length);

// Throws an IOException with the error's text.
void io_throw(struct thread *thread, s64 error);
// Returns `result` if it is not an error; otherwise an IOException is pending.
s64 io_checked(struct thread *thread, s64 result);

// Closes a descriptor for which an object could not be made, so that nobody else will; returns 0.
s32 io_close_unused(const struct thread *thread, int descriptor);

// Waits in the queue of something that is to become ready (kernel/files/files.h), or only for the deadline. Returns
// false if the deadline came first. A thread that is woken checks again: there may be nothing yet.
bool io_wait(struct thread_queue *queue, u64 deadline_ticks);
// Negative: no deadline.
u64 io_deadline(s64 timeout_ms);
// Wakes a thread that waits in a function of this header; does nothing to any other.
void io_signal(struct thread *thread, struct thread *target);

// As file_read and file_write, on memory outside the heap. They may wait, unless the descriptor says otherwise
// (FILE_AGAIN); if they may, everything is written.
s64 io_read(int descriptor, void *to, u64 bytes);
s64 io_write(int descriptor, const void *from, u64 bytes);
// The same, but a thread that is woken although nothing has happened gets FILE_INTERRUPTED, or how much was written
// until then.
s64 io_read_once(int descriptor, void *to, u64 bytes);
s64 io_write_once(int descriptor, const void *from, u64 bytes);
// The same on a part of a byte[], which may move meanwhile.
s64 io_read_array(int descriptor, handle array, s32 offset, s32 count);
s64 io_write_array(int descriptor, handle array, s32 offset, s32 count);
// The calls of kernel/files/files.h, in pieces between which others run.
s64 io_read_at(int descriptor, void *to, u64 bytes, u64 position);
s64 io_write_at(int descriptor, const void *from, u64 bytes, u64 position);
int io_truncate(int descriptor, u64 bytes);
// To be called after what may cut or remove a file: gives back what that had, in pieces between which others run. Reads
// and writes do so too, because others' threads may not have come to it.
void io_give_back(struct thread *thread);
// file_close, and gives back what nobody needs any more.
int io_close(struct thread *thread, int descriptor);

struct io_vector {
    u64 address, bytes;
};                    // struct iovec
#define IO_VECTORS 16 // how many a call may have
// Copies the vectors, because other threads may change them. Returns false if they are not the domain's, or too many.
bool io_take_vectors(s64 address, s32 count, struct io_vector vectors[IO_VECTORS]);
// As io_read_once, or without waiting, and io_write_once; FILE_BAD_ADDRESS if the memory is not the domain's when it is
// used.
s64 io_read_vector(int descriptor, const struct io_vector *vector, bool waits);
s64 io_write_vector(int descriptor, const struct io_vector *vector);

struct io_poll {
    s32 descriptor; // negative if none
    s16 events, ready;
}; // struct pollfd
// Returns how many are ready, waiting up to `timeout_ms` for one (for ever if negative); FILE_INTERRUPTED, or another
// error.
s64 io_poll(struct io_poll *polls, u32 count, s64 timeout_ms);

// What canonicalize0 makes of a path: links resolved as far as the path exists.
s64 io_canonical(const char *path, char canonical[FILE_PATH_BYTES]);

#endif
