// Memory outside of the heap that programs have addresses of (Unsafe.allocateMemory). It belongs to the domain whose
// thread asks for it. The first domain's Unsafe is as HotSpot's and reaches everything that is mapped; of every other
// domain it is known which addresses are its own. Under the kernel's lock.
#ifndef KERNEL_NATIVES_RAW_MEMORY_H
#define KERNEL_NATIVES_RAW_MEMORY_H

#include "kernel/classes/domain.h"

enum raw_memory_kind {
    RAW_MEMORY_LIBRARY, // the class library's own: may hold addresses and texts that natives read
    RAW_MEMORY_BUFFER,  // of a direct buffer: the library's, with bytes of the program's
    RAW_MEMORY_PROGRAM, // sun.misc.Unsafe has asked for it, and may free it
};
#define RAW_MEMORY_HEADER_BYTES 16u // before the address
#define RAW_MEMORY_MOST_BYTES (1ull << 46)

// Returns 0 if there is no memory.
s64 raw_memory_new(u64 bytes, enum raw_memory_kind kind);
// Whether a piece of the domain begins there, and how long it is. The header before the address must be readable.
bool raw_memory_begins(const struct domain *domain, u64 address, u64 *bytes);
// Gives back a piece of the current domain.
void raw_memory_free(s64 address);

// Whether the range lies in a single piece that the programs of a domain other than the first may read and write.
bool raw_memory_is_reachable(const struct domain *domain, u64 address, u64 bytes);
// The length of the piece that begins there and is the program's, in a domain other than the first; 0 if there is none.
u64 raw_memory_bytes(const struct domain *domain, u64 address);

// Whether a native may read the range, or write to it, whose address it has found in memory: it is the domain's as
// raw memory, a mapping of a file or a block of gnomon.Memory; of the first domain, it is mapped.
bool raw_memory_may_use(struct domain *domain, u64 address, u64 bytes, bool is_write);
// Whether a C string begins there that ends within its piece, and is no longer than a path may be.
bool raw_memory_has_path(const struct domain *domain, u64 address);

// jdk.internal.misc.Unsafe.allocateInstance: may throw; runs Java.
ref unsafe_allocate_instance(struct thread *thread, handle unsafe, handle mirror);

#endif
