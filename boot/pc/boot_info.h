// What the loader has told, in one form, whichever it was. It is a copy: the loader's own tables may lie in memory that
// is given out later.
#ifndef BOOT_PC_BOOT_INFO_H
#define BOOT_PC_BOOT_INFO_H

#include "boot/pc/pc.h"

#define BOOT_COMMAND_LINE_BYTES 256
#define BOOT_RSDP_BYTES 36

enum screen_kind { SCREEN_NONE, SCREEN_PIXELS, SCREEN_TEXT };

struct boot_screen {
    enum screen_kind kind;
    u64 address;              // physical
    u32 pitch, width, height; // in bytes; in pixels, or in characters of two bytes
    u32 bytes_per_pixel;
};

struct boot_info {
    struct memory_map ram;
    struct physical_range archive; // the first module
    struct physical_range note;    // the second one, empty if there is none: it goes with the recording, as it is
    u8 rsdp[BOOT_RSDP_BYTES];      // zero if it is not known
    char command_line[BOOT_COMMAND_LINE_BYTES];
    struct boot_screen screen;
};

// `address` and `magic` are what ebx and eax held. Says, in machine.from_disk, whether it was Multiboot2. Ends the
// machine if it cannot be read. Runs on the provisional tables.
void boot_info_read(struct boot_info *info, u64 address, u32 magic);
// The number behind "NAME=" in the command line, or `otherwise`.
u64 boot_option_number(const struct boot_info *info, const char *name, u64 otherwise);
// Whether the command line has the word.
bool boot_option_flag(const struct boot_info *info, const char *name);

#endif
