// What a Multiboot2 loader hands over (Multiboot2 specification 2.0, 3.6): u32 bytes in all, u32 reserved, then tags,
// each 8-aligned. All addresses are physical.
#ifndef BOOT_PC_MULTIBOOT2_H
#define BOOT_PC_MULTIBOOT2_H

#include "base/types.h"

#define MULTIBOOT2_LOADED 0x36d76289u // in eax
#define MULTIBOOT2_FIRST_TAG 8
#define MULTIBOOT2_RAM 1

enum multiboot2_tag_type {
    MULTIBOOT2_END = 0,
    MULTIBOOT2_COMMAND_LINE = 1, // text, zero-terminated
    MULTIBOOT2_MODULE = 3,       // struct multiboot2_module
    MULTIBOOT2_MEMORY_MAP = 6,   // struct multiboot2_map, then its entries
    MULTIBOOT2_FRAMEBUFFER = 8,  // struct multiboot2_framebuffer
    MULTIBOOT2_RSDP_1 = 14,      // a copy of the RSDP of ACPI 1.0
    MULTIBOOT2_RSDP_2 = 15,      // of ACPI 2.0 and later
};

struct multiboot2_tag {
    u32 type;
    u32 bytes; // with these two words, without the padding to 8
};

struct multiboot2_module {
    struct multiboot2_tag tag;
    u32 start, end;
};

struct multiboot2_map {
    struct multiboot2_tag tag;
    u32 entry_bytes, entry_version;
};

struct multiboot2_memory {
    u64 address, bytes;
    u32 type, reserved;
};

struct multiboot2_framebuffer {
    struct multiboot2_tag tag;
    u64 address;
    u32 pitch, width, height; // pitch: bytes from a line to the next; of text, width and height are characters
    u8 bits, kind;            // of a pixel; kind 1: colours by fields, which follow; 2: text as on a VGA
    u16 reserved;
};

#endif
