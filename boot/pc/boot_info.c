// See boot_info.h. Every tag of Multiboot2 is checked against its own length, and that against the whole; a tag that is
// not known is skipped. The command line is "NAME=NUMBER" and words, with spaces between them.
#include "boot/pc/boot_info.h"

#include "base/string.h"
#include "boot/pc/multiboot2.h"
#include "boot/pc/pvh.h"

#define RSDP_BYTES_1 20 // ACPI 1.0
#define RSDP_REVISION 15
#define INFORMATION_MOST_BYTES (1 * MIB)

static void copy_command_line(struct boot_info *info, const char *text, u64 bytes) {
    u64 length = 0;
    while (length < bytes && length < BOOT_COMMAND_LINE_BYTES - 1 && text[length]) length++;
    memcpy(info->command_line, text, length);
}

static void copy_rsdp(struct boot_info *info, const u8 *rsdp, u64 bytes) {
    memcpy(info->rsdp, rsdp, bytes < BOOT_RSDP_BYTES ? bytes : BOOT_RSDP_BYTES);
}

// ---- PVH

static void read_pvh(struct boot_info *info, const struct pvh_start_info *start) {
    if (start->version < 1) pc_die("the PVH loader gives no memory map");
    const struct pvh_memory *map = ram_at(start->memory_map);
    for (u32 i = 0; i < start->memory_count; i++) {
        if (map[i].type == PVH_RAM) memory_map_add(&info->ram, map[i].address, map[i].bytes);
    }
    for (u32 i = 0; i < start->memory_count; i++) {
        if (map[i].type != PVH_RAM) memory_map_remove(&info->ram, map[i].address, map[i].bytes);
    }
    const struct pvh_module *modules = ram_at(start->modules);
    if (start->module_count) {
        info->archive = (struct physical_range){modules[0].address, modules[0].address + modules[0].bytes};
    }
    if (start->rsdp && start->rsdp < PROVISIONAL_MAP_END - BOOT_RSDP_BYTES) {
        const u8 *rsdp = ram_at(start->rsdp);
        copy_rsdp(info, rsdp, rsdp[RSDP_REVISION] < 2 ? RSDP_BYTES_1 : BOOT_RSDP_BYTES);
    }
}

// ---- Multiboot2

static const struct multiboot2_memory *entry_at(const struct multiboot2_map *map, u32 number) {
    return (const void *)((const u8 *)(map + 1) + number * map->entry_bytes);
}

static void read_map(struct boot_info *info, const struct multiboot2_map *map) {
    if (map->entry_bytes < sizeof(struct multiboot2_memory)) pc_die("the memory map's entries are too short");
    u32 count = (map->tag.bytes - (u32)sizeof(*map)) / map->entry_bytes;
    for (u32 i = 0; i < count; i++) {
        const struct multiboot2_memory *memory = entry_at(map, i);
        if (memory->type == MULTIBOOT2_RAM) memory_map_add(&info->ram, memory->address, memory->bytes);
    }
    for (u32 i = 0; i < count; i++) {
        const struct multiboot2_memory *memory = entry_at(map, i);
        if (memory->type != MULTIBOOT2_RAM) memory_map_remove(&info->ram, memory->address, memory->bytes);
    }
}

static void read_module(struct boot_info *info, const struct multiboot2_module *module) {
    struct physical_range *range = info->archive.end ? &info->note : &info->archive;
    if (!info->note.end) *range = (struct physical_range){module->start, module->end};
}

static void read_framebuffer(struct boot_info *info, const struct multiboot2_framebuffer *from) {
    bool is_text = from->kind == SCREEN_TEXT;
    if (!is_text && (from->kind != SCREEN_PIXELS || (from->bits != 32 && from->bits != 24 && from->bits != 16))) return;
    info->screen = (struct boot_screen){.kind = is_text ? SCREEN_TEXT : SCREEN_PIXELS,
                                        .address = from->address,
                                        .pitch = from->pitch,
                                        .width = from->width,
                                        .height = from->height,
                                        .bytes_per_pixel = from->bits / 8};
}

static void read_tag(struct boot_info *info, const struct multiboot2_tag *tag) {
    const u8 *content = (const u8 *)(tag + 1);
    u32 bytes = tag->bytes - (u32)sizeof(*tag);
    switch (tag->type) {
    case MULTIBOOT2_COMMAND_LINE: copy_command_line(info, (const char *)content, bytes); break;
    case MULTIBOOT2_MODULE:
        if (tag->bytes >= sizeof(struct multiboot2_module)) read_module(info, (const void *)tag);
        break;
    case MULTIBOOT2_MEMORY_MAP:
        if (tag->bytes >= sizeof(struct multiboot2_map)) read_map(info, (const void *)tag);
        break;
    case MULTIBOOT2_FRAMEBUFFER:
        if (tag->bytes >= offsetof(struct multiboot2_framebuffer, reserved)) read_framebuffer(info, (const void *)tag);
        break;
    case MULTIBOOT2_RSDP_1:
        if (!info->rsdp[0]) copy_rsdp(info, content, bytes);
        break;
    case MULTIBOOT2_RSDP_2: copy_rsdp(info, content, bytes); break;
    default: break;
    }
}

static void read_multiboot2(struct boot_info *info, const u8 *start) {
    u32 bytes = *(const u32 *)start;
    if (bytes > INFORMATION_MOST_BYTES) pc_die("what the Multiboot2 loader hands over is too long");
    for (u32 at = MULTIBOOT2_FIRST_TAG; at + sizeof(struct multiboot2_tag) <= bytes;) {
        const struct multiboot2_tag *tag = (const void *)(start + at);
        if (tag->type == MULTIBOOT2_END) break;
        if (tag->bytes < sizeof(*tag) || tag->bytes > bytes - at) pc_die("a tag of the Multiboot2 loader is cut off");
        read_tag(info, tag);
        at += ALIGN_UP(tag->bytes, 8u);
    }
    machine.from_disk = true;
}

void boot_info_read(struct boot_info *info, u64 address, u32 magic) {
    const u8 *start = ram_at(address);
    if (*(const u32 *)start == PVH_MAGIC) {
        read_pvh(info, (const void *)start);
    } else if (magic == MULTIBOOT2_LOADED && address % 8 == 0) {
        read_multiboot2(info, start);
    } else {
        pc_die("started neither by a PVH nor by a Multiboot2 loader");
    }
    if (!info->ram.count) pc_die("the loader names no memory");
}

// ---- The command line

// Behind the name, which begins a word; NULL if there is none.
static const char *find_word(const struct boot_info *info, const char *name) {
    size_t length = strlen(name);
    for (const char *at = info->command_line; *at;) {
        if (!strncmp(at, name, length)) return at + length;
        while (*at && *at != ' ') at++;
        while (*at == ' ') at++;
    }
    return NULL;
}

u64 boot_option_number(const struct boot_info *info, const char *name, u64 otherwise) {
    const char *at = find_word(info, name);
    if (!at || *at++ != '=' || *at < '0' || *at > '9') return otherwise;
    u64 number = 0;
    while (*at >= '0' && *at <= '9' && number < UINT32_MAX) number = number * 10 + (u64)(*at++ - '0');
    return number;
}

bool boot_option_flag(const struct boot_info *info, const char *name) {
    const char *end = find_word(info, name);
    return end && (!*end || *end == ' ');
}
