// Windows for files that are mapped (kernel/files/file_node.h), from malloc: a few small ones.
#include <stdlib.h>

#include "kernel/files/file_node.h"

#define WINDOWS 2
#define WINDOW_BYTES (1u << 20)
#define STEP_BYTES 4096u

static struct {
    u8 *start;
    u64 capacity;
} windows[WINDOWS];

static int number_of(const u8 *window) {
    int number = 0;
    while (number < WINDOWS && windows[number].start != window) number++;
    return number;
}

u8 *window_take(u64 bytes, bool is_mapped) {
    (void)is_mapped;
    int number = number_of(NULL);
    if (number == WINDOWS || bytes > WINDOW_BYTES) return NULL;
    windows[number].start = malloc(WINDOW_BYTES);
    window_grow(windows[number].start, bytes);
    return windows[number].start;
}

bool window_grow(u8 *window, u64 bytes) {
    if (bytes > WINDOW_BYTES) return false;
    u64 *capacity = &windows[number_of(window)].capacity;
    if (bytes > *capacity) *capacity = ALIGN_UP(bytes, STEP_BYTES);
    return true;
}

bool window_is_large(const u8 *window) { return window != NULL; }

u64 window_capacity(const u8 *window) { return windows[number_of(window)].capacity; }

void window_release(u8 *window) {
    int number = number_of(window);
    free(window);
    windows[number].start = NULL;
    windows[number].capacity = 0;
}
