// Windows: address space in which a file that is mapped grows without moving, since a mapping shows the bytes where the
// file has them. A window's memory is committed as the file grows, and given back when the file goes. See
// kernel/files/file_node.h.
#include "base/layout.h"
#include "kernel/core/machine.h"
#include "kernel/files/file_node.h"

#define WINDOW_BYTES (1ull << 30)
#define STEP_BYTES (64ull << 10)
#define WINDOWS ((WINDOWS_END - WINDOWS_START) / WINDOW_BYTES)

static u64 committed_bytes[WINDOWS]; // of each; 0: it is free

static u64 number_of(const u8 *window) { return ((u64)(uintptr_t)window - WINDOWS_START) / WINDOW_BYTES; }

u64 window_capacity(const u8 *window) { return committed_bytes[number_of(window)]; }

bool window_grow(u8 *window, u64 bytes) {
    u64 *committed = &committed_bytes[number_of(window)], wanted = ALIGN_UP(bytes, STEP_BYTES);
    if (wanted <= *committed) return true;
    if (wanted > WINDOW_BYTES) return false;
    if (!machine_commit((u64)(uintptr_t)window + *committed, wanted - *committed, MACHINE_WRITE)) return false;
    *committed = wanted;
    return true;
}

u8 *window_take(u64 bytes) {
    for (u64 i = 0; i < WINDOWS; i++) {
        u8 *window = (u8 *)(uintptr_t)(WINDOWS_START + i * WINDOW_BYTES);
        if (!committed_bytes[i]) return window_grow(window, bytes ? bytes : 1) ? window : NULL;
    }
    return NULL;
}

void window_release(u8 *window) {
    machine_release((u64)(uintptr_t)window, window_capacity(window));
    committed_bytes[number_of(window)] = 0;
}
