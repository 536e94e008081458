// The hash by which a probe finds its row, and the sizes that the assembly needs: for probes.S and for the C code that
// fills in what it looks up.
#ifndef LOG_PROBE_HASH_H
#define LOG_PROBE_HASH_H

// Signed 32-bit odd numbers. An activation keeps its method times CALLER_FACTOR.
#define PROBE_CALLER_FACTOR -1640531535
#define PROBE_CALLEE_FACTOR -2048144789
// Byte offset of the slot in the cache: the product's upper bits, as many of them as the thread's mask leaves; MASK is
// that of the largest cache.
#define PROBE_SLOT_SHIFT 18
#define PROBE_SLOT_MASK 0x3ff0
#define PROBE_ACTIVATION_BYTES 64

#endif
