// Windows: address space in which a file grows without moving. A window's memory is committed as the file grows and
// given back when the file goes, so files of some size take little more memory than they have bytes. There are many
// small windows, for files that are not mapped, and fewer large ones. See kernel/files/file_node.h.
#include "base/layout.h"
#include "kernel/core/machine.h"
#include "kernel/core/memory.h"
#include "kernel/files/file_node.h"
#include "kernel/memory/account.h"

#define SMALL_BYTES (64 * MIB)
#define LARGE_BYTES GIB
#define SMALL_WINDOWS 4096u
#define LARGE_START (WINDOWS_START + SMALL_WINDOWS * SMALL_BYTES)
#define LARGE_WINDOWS ((WINDOWS_END - LARGE_START) / LARGE_BYTES)
#define STEP_BYTES (16 * KIB)
#define AMPLE_BYTES MIB
#define STEP_SHIFT 3 // an eighth of what the window has is committed at once, but no more than the next
#define STEP_MOST_BYTES (4 * MIB)

// The small ones first.
static struct {
    u64 committed_bytes; // 0 if the window is free
    struct account *account;
} windows[SMALL_WINDOWS + LARGE_WINDOWS];

static u64 start_of(u64 number) {
    return number < SMALL_WINDOWS ? WINDOWS_START + number * SMALL_BYTES
                                  : LARGE_START + (number - SMALL_WINDOWS) * LARGE_BYTES;
}

static u64 number_of(const u8 *window) {
    u64 start = (u64)(uintptr_t)window;
    return start < LARGE_START ? (start - WINDOWS_START) / SMALL_BYTES
                               : SMALL_WINDOWS + (start - LARGE_START) / LARGE_BYTES;
}

u64 window_capacity(const u8 *window) { return windows[number_of(window)].committed_bytes; }
bool window_is_large(const u8 *window) { return number_of(window) >= SMALL_WINDOWS; }

static bool commit(u8 *window, u64 wanted) {
    u64 number = number_of(window), *committed = &windows[number].committed_bytes;
    if (wanted > (window_is_large(window) ? LARGE_BYTES : SMALL_BYTES)) return false;
    if (!account_has_room(windows[number].account, wanted - *committed)) return false;
    if (!memory_commit((u64)(uintptr_t)window + *committed, wanted - *committed)) return false;
    account_charge(windows[number].account, wanted - *committed);
    *committed = wanted;
    return true;
}

// Where little is left to its account, a window takes no more than the file needs.
static bool is_ample(const u8 *window, u64 more) {
    return account_has_room(windows[number_of(window)].account, 2 * (more + AMPLE_BYTES));
}

bool window_grow(u8 *window, u64 bytes) {
    u64 committed = window_capacity(window), more = committed >> STEP_SHIFT;
    u64 ahead = committed + (more < STEP_MOST_BYTES ? more : STEP_MOST_BYTES);
    if (bytes <= committed) return true;
    u64 wanted = ALIGN_UP(bytes > ahead ? bytes : ahead, STEP_BYTES);
    return (is_ample(window, wanted - committed) && commit(window, wanted)) ||
           commit(window, ALIGN_UP(bytes, MACHINE_PAGE_BYTES));
}

static u8 *take(u64 first, u64 end, struct account *account, u64 bytes) {
    for (u64 i = first; i < end; i++) {
        u8 *window = (u8 *)(uintptr_t)start_of(i);
        if (windows[i].committed_bytes) continue;
        windows[i].account = account;
        return window_grow(window, bytes ? bytes : 1) ? window : NULL;
    }
    return NULL;
}

u8 *window_take(struct account *account, u64 bytes, bool is_mapped) {
    u8 *window = is_mapped ? NULL : take(0, SMALL_WINDOWS, account, bytes);
    return window ? window : take(SMALL_WINDOWS, SMALL_WINDOWS + LARGE_WINDOWS, account, bytes);
}

static void release_from(u8 *window, u64 kept) {
    u64 number = number_of(window), *committed = &windows[number].committed_bytes;
    if (kept >= *committed) return;
    machine_release((u64)(uintptr_t)window + kept, *committed - kept);
    account_credit(windows[number].account, *committed - kept);
    *committed = kept;
}

// What has ever been as large as a large page may be one, which cannot be given back in parts.
void window_shrink(u8 *window, u64 bytes) {
    bool may_be_large = window_capacity(window) >= MACHINE_LARGE_PAGE_BYTES;
    release_from(window, ALIGN_UP(bytes, may_be_large ? MACHINE_LARGE_PAGE_BYTES : STEP_BYTES));
}

void window_release(u8 *window) { release_from(window, 0); }
