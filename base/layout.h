// The map of the address space, the same on the bare machine and in the Linux process. Everything that translated code
// names with 32 bits lies below LOW_END; whatever may be larger or does not belong to Java lies above 4 GiB.
//
//     0000_0000  64 KiB    never mapped: small offsets from null fault
//     0010_0000  47 MiB    the kernel image
//     0300_0000   3.5 MiB  card table, one byte for 512 bytes of everything below LOW_END
//     0400_0000 128 MiB    translated code: read and execute (its writable alias is at CODE_ALIAS_START)
//     0c00_0000  64 MiB    objects that never move: class mirrors and string literals
//     1000_0000 512 MiB    class data: classes, methods, vtables, pool caches, code tables
//     3000_0000   1 GiB    heap, in chunks of 1 MiB
#ifndef BASE_LAYOUT_H
#define BASE_LAYOUT_H

#define NULL_GUARD_BYTES 0x10000u
#define CARD_TABLE_START 0x03000000u
#define CARD_SHIFT 9
#define CARD_TABLE_BYTES (LOW_END >> CARD_SHIFT)
#define CODE_START 0x04000000u
#define CODE_END 0x0c000000u
#define FIXED_START 0x0c000000u
#define FIXED_END 0x10000000u
#define CLASS_DATA_START 0x10000000u
#define CLASS_DATA_END 0x30000000u
#define HEAP_START 0x30000000u
#define HEAP_END 0x70000000u
#define LOW_END 0x70000000u
#define HEAP_CHUNK_BYTES 0x100000u

#define REGION_START 0x2000000000ull  // the log region, writable
#define ARCHIVE_START 0x3000000000ull // the boot archive (with the JDK image), read only
#define STACKS_START 0x4000000000ull  // thread stacks, each with a guard page at its low end
#define STACKS_END 0x5000000000ull
#define DEVICES_START 0x5000000000ull    // memory-mapped devices
#define CODE_ALIAS_START 0x6000000000ull // CODE_START's pages again, writable, never executable
// a u16 for each 8 bytes of the heap, where an object begins: the number of the site that made it (log_keeps_sites)
#define OBJECT_SITES_START 0x6800000000ull
#define RAM_MAP_START 0x10000000000ull // all RAM, by physical address (bare machine only)
#define RAM_MAP_END 0x400000000000ull
#define WINDOWS_START 0x400000000000ull // files that are not small (kernel/files/file_window.c)
#define WINDOWS_END 0x600000000000ull
#define SCRATCH_START 0x680000000000ull // memory outside the heap that is given back (kernel/memory/slots.h)
#define SCRATCH_END 0x700000000000ull

#endif
