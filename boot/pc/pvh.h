// What a PVH loader hands over (Xen, public/arch-x86/hvm/start_info.h). All addresses are physical.
#ifndef BOOT_PC_PVH_H
#define BOOT_PC_PVH_H

#include "base/types.h"

#define PVH_MAGIC 0x336ec578u
#define PVH_RAM 1

struct pvh_start_info {
    u32 magic;        //  0
    u32 version;      //  4  1 if the memory map is there
    u32 flags;        //  8
    u32 module_count; // 12
    u64 modules;      // 16  struct pvh_module
    u64 command_line; // 24
    u64 rsdp;         // 32
    u64 memory_map;   // 40  struct pvh_memory
    u32 memory_count; // 48
    u32 reserved;     // 52
};

struct pvh_module {
    u64 address, bytes, command_line, reserved;
};

struct pvh_memory {
    u64 address, bytes;
    u32 type;
    u32 reserved;
};

#endif
