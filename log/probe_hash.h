// The hash by which a probe finds its row, and the sizes that the assembly needs: for probes.S and for the C code that
// fills in what it looks up.
#ifndef LOG_PROBE_HASH_H
#define LOG_PROBE_HASH_H

// The slot's number is callee * PROBE_CALLEE_FACTOR + caller, as far as the cache has slots: methods are numbered one
// after the other, so the lower bits tell them apart. An odd number of 32 bits, signed.
#define PROBE_CALLEE_FACTOR -2048144789
// Byte offset of the slot in the cache: its number, shifted, under the thread's mask; MASK is the largest cache's.
#define PROBE_SLOT_SHIFT 4
#define PROBE_SLOT_MASK 0x3ff0
#define PROBE_ACTIVATION_BYTES 64

#endif
