// Windows: address space in which a file grows without moving. A window's memory is committed as the file grows and
// given back when the file goes, so files of some size take little more memory than they have bytes. There are many
// small windows, for files that are not mapped, and fewer large ones. See kernel/files/file_node.h.
#include "base/layout.h"
#include "kernel/core/machine.h"
#include "kernel/core/memory.h"
#include "kernel/files/file_node.h"

#define SMALL_BYTES (64 * MIB)
#define LARGE_BYTES GIB
#define SMALL_WINDOWS 4096u
#define LARGE_START (WINDOWS_START + SMALL_WINDOWS * SMALL_BYTES)
#define LARGE_WINDOWS ((WINDOWS_END - LARGE_START) / LARGE_BYTES)
#define STEP_BYTES (16 * KIB)
#define STEP_SHIFT 3 // an eighth of what the window has is committed at once

static u64 committed_bytes[SMALL_WINDOWS + LARGE_WINDOWS]; // of each window, the small ones first; 0 if it is free

static u64 start_of(u64 number) {
    return number < SMALL_WINDOWS ? WINDOWS_START + number * SMALL_BYTES
                                  : LARGE_START + (number - SMALL_WINDOWS) * LARGE_BYTES;
}

static u64 number_of(const u8 *window) {
    u64 start = (u64)(uintptr_t)window;
    return start < LARGE_START ? (start - WINDOWS_START) / SMALL_BYTES
                               : SMALL_WINDOWS + (start - LARGE_START) / LARGE_BYTES;
}

u64 window_capacity(const u8 *window) { return committed_bytes[number_of(window)]; }
bool window_is_large(const u8 *window) { return number_of(window) >= SMALL_WINDOWS; }

static bool commit(u8 *window, u64 *committed, u64 bytes) {
    u64 wanted = ALIGN_UP(bytes, STEP_BYTES);
    if (wanted > (window_is_large(window) ? LARGE_BYTES : SMALL_BYTES)) return false;
    if (!memory_commit((u64)(uintptr_t)window + *committed, wanted - *committed)) return false;
    *committed = wanted;
    return true;
}

bool window_grow(u8 *window, u64 bytes) {
    u64 *committed = &committed_bytes[number_of(window)], ahead = *committed + (*committed >> STEP_SHIFT);
    if (bytes <= *committed) return true;
    return (bytes < ahead && commit(window, committed, ahead)) || commit(window, committed, bytes);
}

static u8 *take(u64 first, u64 end, u64 bytes) {
    for (u64 i = first; i < end; i++) {
        u8 *window = (u8 *)(uintptr_t)start_of(i);
        if (!committed_bytes[i]) return window_grow(window, bytes ? bytes : 1) ? window : NULL;
    }
    return NULL;
}

u8 *window_take(u64 bytes, bool is_mapped) {
    u8 *window = is_mapped ? NULL : take(0, SMALL_WINDOWS, bytes);
    return window ? window : take(SMALL_WINDOWS, SMALL_WINDOWS + LARGE_WINDOWS, bytes);
}

void window_release(u8 *window) {
    u64 *committed = &committed_bytes[number_of(window)];
    machine_release((u64)(uintptr_t)window, *committed);
    *committed = 0;
}
