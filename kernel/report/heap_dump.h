// The heap dump: all objects of a domain, its classes, threads and roots, as an HPROF file. The guest needs a buffer
// for it, and nothing that grows with the heap.
#ifndef KERNEL_REPORT_HEAP_DUMP_H
#define KERNEL_REPORT_HEAP_DUMP_H

#include "kernel/core/thread.h"
#include "kernel/report/hprof.h"

// Gives the file to the sink, piece by piece, for the domain of the current thread, whose other threads are stopped;
// those of other domains run between two pieces.
// Returns false if there was no memory for the buffer.
bool heap_dump_to(struct thread *thread, hprof_sink *sink, void *context);
// Writes the domain of the current thread, which is at a safepoint, as file `number` of the host's, through the output
// ring (struct region_output_file). It includes objects
// that nothing refers to any more, unless they have just been collected (collect_for_census). Waits for the host
// without yielding: no object moves meanwhile. Returns false if there was no memory for the buffer; the host has been
// informed.
bool heap_dump_write(struct thread *thread, u32 number);

#endif
