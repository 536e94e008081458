// Windows: address space in which a file grows without moving. A window's memory is committed as the file grows and
// given back when the file goes, so files of some size take little more memory than they have bytes. What a file that
// was cut or is gone has left is given back in pieces (files_give_back): until then its account pays for it, and the
// window stays taken. Addresses are for some thousand windows, so file systems have shares of them. See
// kernel/files/file_node.h.
#include "base/layout.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/machine.h"
#include "kernel/core/memory.h"
#include "kernel/core/scheduler.h"
#include "kernel/files/file_source.h"
#include "kernel/memory/account.h"

#define WINDOW_BYTES (8 * GIB)
#define WINDOWS ((WINDOWS_END - WINDOWS_START) / WINDOW_BYTES)
#define STEP_BYTES (16 * KIB)
#define AMPLE_BYTES MIB
#define STEP_SHIFT 3 // an eighth of what the window has is committed at once, but no more than the next
#define STEP_MOST_BYTES (4 * MIB)
#define PIECE_BYTES (2 * MIB) // is given back at once
_Static_assert(PIECE_BYTES % MACHINE_LARGE_PAGE_BYTES == 0, "a large page is given back as a whole");

static struct {
    u64 committed_bytes; // 0 if the window is free
    u64 kept_bytes;      // of these; the others are being given back
    struct account *account;
    struct file_windows *share;
    u32 next_left; // in the list of those that have something to give back: number + 1
    bool is_left;  // in it
} windows[WINDOWS];
static u32 first_left; // number + 1
static struct file_windows all = {.most = WINDOWS};

void files_share_windows(struct files *files, struct file_windows *share) { files->windows = share; }

static u64 start_of(u64 number) { return WINDOWS_START + number * WINDOW_BYTES; }
static u64 number_of(const u8 *window) {
    u64 number = ((u64)(uintptr_t)window - WINDOWS_START) / WINDOW_BYTES;
    ASSERT(number < WINDOWS && start_of(number) == (u64)(uintptr_t)window);
    return number;
}

u64 window_capacity(const u8 *window) { return windows[number_of(window)].kept_bytes; }

// ---- Giving back

static void give_piece(u64 number) {
    u64 committed = windows[number].committed_bytes, kept = windows[number].kept_bytes;
    ASSERT(kept < committed && committed <= WINDOW_BYTES);
    u64 end = ALIGN_DOWN(committed - 1, PIECE_BYTES);
    if (end < kept) end = kept;
    machine_release(start_of(number) + end, committed - end);
    account_credit(windows[number].account, committed - end);
    windows[number].committed_bytes = end;
    if (end) return;
    ASSERT(windows[number].share->taken);
    windows[number].share->taken--;
}

bool files_give_back(void) {
    ASSERT_LOCKED();
    if (!first_left) return false;
    u64 number = first_left - 1;
    if (windows[number].committed_bytes > windows[number].kept_bytes) give_piece(number);
    if (windows[number].committed_bytes == windows[number].kept_bytes) {
        windows[number].is_left = false;
        first_left = windows[number].next_left;
    }
    return true;
}

static void leave_from(u64 number, u64 kept) {
    if (kept >= windows[number].kept_bytes) return;
    windows[number].kept_bytes = kept;
    if (windows[number].is_left) return;
    windows[number].is_left = true;
    windows[number].next_left = first_left;
    first_left = (u32)number + 1;
    if (windows[number].committed_bytes - kept <= PIECE_BYTES) files_give_back();
}

// ---- Growing

static bool commit(u64 number, u64 wanted) {
    u64 committed = windows[number].committed_bytes;
    if (wanted > WINDOW_BYTES) return false;
    if (wanted > committed) {
        if (!account_has_room(windows[number].account, wanted - committed)) return false;
        if (!memory_commit(start_of(number) + committed, wanted - committed)) return false;
        account_charge(windows[number].account, wanted - committed);
        windows[number].committed_bytes = wanted;
    }
    windows[number].kept_bytes = wanted; // what of it was to be given back is not
    return true;
}

// Where little is left to its account, a window takes no more than the file needs.
static bool is_ample(u64 number, u64 more) {
    return account_has_room(windows[number].account, 2 * (more + AMPLE_BYTES));
}

bool window_grow(u8 *window, u64 bytes) {
    ASSERT_LOCKED();
    u64 number = number_of(window), kept = windows[number].kept_bytes, more = kept >> STEP_SHIFT;
    u64 ahead = kept + (more < STEP_MOST_BYTES ? more : STEP_MOST_BYTES);
    if (bytes <= kept) return true;
    u64 wanted = ALIGN_UP(bytes > ahead ? bytes : ahead, STEP_BYTES);
    return (is_ample(number, wanted - kept) && commit(number, wanted)) ||
           commit(number, ALIGN_UP(bytes, MACHINE_PAGE_BYTES));
}

// Files that can do without one leave half of them to the others.
static bool has_left(const struct file_windows *share, u64 bytes) {
    return share->taken < (bytes > SCHEDULER_PIECE_BYTES ? share->most : share->most / 2);
}

u8 *window_take(struct account *account, struct file_windows *share, u64 bytes) {
    ASSERT_LOCKED();
    if (!share) share = &all;
    if (!has_left(share, bytes)) return NULL;
    for (u64 i = 0; i < WINDOWS; i++) {
        u8 *window = (u8 *)(uintptr_t)start_of(i);
        if (windows[i].committed_bytes) continue;
        ASSERT(!windows[i].kept_bytes && !windows[i].is_left);
        windows[i].account = account;
        windows[i].share = share;
        if (!window_grow(window, bytes ? bytes : 1)) return NULL;
        share->taken++;
        return window;
    }
    return NULL;
}

// What has ever been as large as a large page may be one, which cannot be given back in parts.
void window_shrink(u8 *window, u64 bytes) {
    ASSERT_LOCKED();
    bool may_be_large = window_capacity(window) >= MACHINE_LARGE_PAGE_BYTES;
    leave_from(number_of(window), ALIGN_UP(bytes, may_be_large ? MACHINE_LARGE_PAGE_BYTES : STEP_BYTES));
}

void window_release(u8 *window) { leave_from(number_of(window), 0); }
