// Translations that are kept from run to run, in one file: first translations of methods of the JDK's image, or of a
// program, made in training runs, with all that must hold for them and all addresses by name. The guest finds the file
// in the boot archive; the host makes it, and checks `hash` when it does not know the file yet. Little-endian, all in
// words of 32 bits, each part and each entry 8-aligned. Shared by host and guest.
//
//     struct kept_header
//     class_count of struct kept_class
//     bucket_count of u32: by symbol_hash of a class's name, then in the places after it: its number + 1, or 0
//     method_count of struct kept_method, class by class
//     the classes' names
//     entries: struct kept_code, and after it, in this order: symbol_count of struct kept_symbol, fixup_count of struct
//     kept_fixup, initialised_count of u32 (classes), constant_count of struct kept_constant, watched_count of u32
//     (symbols), place_count of struct kept_place, site_count of struct code_site, handler_count of struct
//     kept_handler, map_words of u32, code_bytes of code. Behind each entry are its origins, which not every run
//     needs: struct kept_origins, and after it place_count of struct kept_place, run_count of struct code_origin
#ifndef BASE_KEPT_H
#define BASE_KEPT_H

#include "base/archive.h"

#define KEPT_MAGIC 0x3154504b474e47ull // "GNGKPT1" as bytes
#define KEPT_VERSION 4
// In the boot archive: of the image, and of the program
#define KEPT_ARCHIVE_NAME "translations"
#define KEPT_PROGRAM_ARCHIVE_NAME "translations-program"
#define KEPT_GUEST_PATH "/tmp/translations" // where a training run leaves it
#define KEPT_SYMBOLS_MOST 4000u             // their values go on the stack
#define KEPT_LABEL_BYTES 128u

struct kept_header {
    u64 magic;
    u64 key;                      // of the image, the kernels, and for a program its class path: viz/run/kept.c
    char label[KEPT_LABEL_BYTES]; // what the host calls the program; terminated
    u64 hash;                     // archive_hash of all that follows it
    u64 index_hash;               // of what follows this up to the entries
    u64 bytes;                    // of the file
    u32 version, class_count, bucket_count, method_count;
    u32 entries;        // where they begin
    u32 is_for_several; // processors: with fences and `lock` prefixes
};

static inline u64 kept_hash(const struct kept_header *header) {
    const u8 *start = (const u8 *)&header->index_hash;
    return archive_hash(start, header->bytes - offsetof(struct kept_header, index_hash));
}
static inline u64 kept_index_hash(const struct kept_header *header) {
    const u8 *start = (const u8 *)&header->bytes;
    return archive_hash(start, header->entries - offsetof(struct kept_header, bytes));
}

// By the loader that defines it. A class of the boot loader is the image's; one of the others is known by its class
// file and by those of its superclass and interfaces, which have numbers in the file too.
enum kept_loader { KEPT_BOOT, KEPT_PLATFORM, KEPT_APPLICATION, KEPT_LOADERS };
struct kept_class {
    u32 name, name_bytes;
    u32 methods, method_count; // the first one's number
    u32 loader;                // enum kept_loader
    u32 pad;
    u64 hash; // archive_hash of its class file; 0 for the boot loader's
};

struct kept_method {
    u32 index; // in the class file
    u32 entry, bytes, origin_bytes;
    u64 hash, origins_hash; // archive_hash of the entry, and of its origins
};

// What an address in code belongs to. A class is a number in this file, or KEPT_PRIMITIVE + letter.
#define KEPT_PRIMITIVE 0x10000u
enum kept_kind {
    KEPT_CLASS,        // `a`: how many dimensions of arrays of it
    KEPT_METHOD,       // `a`: index of the method
    KEPT_MIRROR,       // as KEPT_CLASS
    KEPT_SLOT,         // `a`: constant-pool index, `b`: enum slot_kind
    KEPT_SITE_SLOT,    // `a`: constant-pool index of an invokedynamic, `b`: method << 16 | bytecode index
    KEPT_PROFILE,      // `a`: index of the method, `b`: bytecode index
    KEPT_LITERAL,      // `a`: constant-pool index
    KEPT_NATIVE,       // `a`: index of the method: what it is bound to
    KEPT_NATIVE_ENTRY, // `a`: index of the method: where the ledger has its time
};
struct kept_symbol {
    u32 kind;
    u32 class;
    u32 a, b;
};

// The word at `offset` of the code: the symbol's value + addend, or the address of the card of that.
struct kept_fixup {
    u32 offset;
    u16 symbol;
    u16 is_card;
    u32 addend;
};

struct kept_constant {
    u32 class, field; // index in the class file
    u64 bits;
};

struct kept_place {
    u32 symbol; // of the method; UINT32_MAX: none
    u32 bytecode_index;
    u32 caller; // UINT32_MAX: none
};

struct kept_origins {
    u32 place_count; // more than the entry has; they are numbered on from its own
    u32 run_count;
};

struct kept_handler {
    u32 catch_type, landing;
    u32 symbol; // of the method; UINT32_MAX: the end of a list
};

struct kept_code {
    u32 code_bytes, frame_bytes, frame_at, slot_count, inlined_calls;
    u32 has_raw_accesses, allocates, is_final;
    u32 symbol_count, fixup_count, initialised_count, constant_count, watched_count, place_count, site_count,
        handler_count, map_words;
};

#endif
