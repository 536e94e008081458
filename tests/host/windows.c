// Windows of files (kernel/files/file_node.h), from malloc: a few small ones.
#include <stdlib.h>

#include "kernel/files/file_node.h"
#include "kernel/memory/account.h"

#define WINDOWS 2
#define WINDOW_BYTES (1u << 20)
#define STEP_BYTES 4096u

static struct {
    u8 *start;
    u64 capacity;
    struct account *account;
} windows[WINDOWS];

static int number_of(const u8 *window) {
    int number = 0;
    while (number < WINDOWS && windows[number].start != window) number++;
    return number;
}

u8 *window_take(struct account *account, struct file_windows *share, u64 bytes) {
    (void)share;
    int number = number_of(NULL);
    if (number == WINDOWS || bytes > WINDOW_BYTES) return NULL;
    windows[number].start = malloc(WINDOW_BYTES);
    windows[number].account = account;
    if (window_grow(windows[number].start, bytes)) return windows[number].start;
    window_release(windows[number].start);
    return NULL;
}

bool window_grow(u8 *window, u64 bytes) {
    if (bytes > WINDOW_BYTES) return false;
    int number = number_of(window);
    u64 more = ALIGN_UP(bytes, STEP_BYTES) - windows[number].capacity;
    if (bytes <= windows[number].capacity) return true;
    if (!account_charge(windows[number].account, more)) return false;
    windows[number].capacity += more;
    return true;
}

u64 window_capacity(const u8 *window) { return windows[number_of(window)].capacity; }

void window_shrink(u8 *window, u64 bytes) {
    int number = number_of(window);
    u64 kept = ALIGN_UP(bytes, STEP_BYTES);
    account_credit(windows[number].account, windows[number].capacity - kept);
    windows[number].capacity = kept;
}

void window_release(u8 *window) {
    int number = number_of(window);
    window_shrink(window, 0);
    free(window);
    windows[number].start = NULL;
    windows[number].capacity = 0;
}
