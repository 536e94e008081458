// Windows: what the machine is asked for when a file grows, and how it gets that back. The files are included, not
// linked, so that the machine can be this test's own.
#include <stdlib.h>

#include "tap.h"

#include "kernel/core/memory.c"
#include "kernel/files/file_window.c"
#include "kernel/memory/account.c"

static u64 memory_left, mapped_bytes, largest_release;

struct machine machine = {.cpu_count = 1};

bool machine_commit(u64 start, u64 bytes, enum machine_access access) {
    (void)start;
    if (access != MACHINE_WRITE || bytes > memory_left) return false;
    memory_left -= bytes;
    mapped_bytes += bytes;
    return true;
}
u64 machine_free_bytes(void) { return memory_left; }
bool kernel_lock_is_held(void) { return true; }
bool machine_commit_code(u64 start, u64 bytes) { return (void)start, (void)bytes, false; }

void machine_release(u64 start, u64 bytes) {
    (void)start;
    memory_left += bytes;
    mapped_bytes -= bytes;
    if (bytes > largest_release) largest_release = bytes;
}

_Noreturn void panic(const char *format, ...) {
    tap_ok(false, "%s", format);
    exit(1);
}

static struct accounts own;
static struct account *account;

static u64 pieces_given_back(void) {
    u64 pieces = 0;
    while (files_give_back()) pieces++;
    return pieces;
}

static void test_release(void) {
    u8 *window = window_take(account, NULL, 100 * MIB);
    tap_is_int((long long)window_capacity(window), 100 * MIB, "a window of 100 MiB");
    window_release(window);
    tap_is_int((long long)account->used_bytes, 100 * MIB, "whoever had it still pays");
    u8 *other = window_take(account, NULL, 1);
    tap_ok(other != window && mapped_bytes > 100 * MIB, "it is taken until its memory is given back");
    tap_ok(pieces_given_back() == 50 && largest_release == 2 * MIB, "which happens in 50 pieces");
    window_release(other);
    pieces_given_back();
    tap_is_int((long long)account->used_bytes, 0, "and nobody pays");
    tap_ok(window_take(account, NULL, 1) == window, "then others may have it");
}

static void test_keeping(void) {
    u8 *window = window_take(account, NULL, 40 * MIB);
    u64 mapped = mapped_bytes;
    window_shrink(window, 3 * MIB);
    tap_is_int((long long)window_capacity(window), 4 * MIB, "a file that is cut keeps what may be a large page");
    tap_ok(files_give_back() && window_grow(window, 30 * MIB) && window_capacity(window) >= 30 * MIB,
           "it grows while the rest is given back");
    tap_is_int((long long)mapped_bytes, (long long)mapped - 2 * MIB, "without any memory but what it had");
    pieces_given_back();
    tap_ok(window_capacity(window) <= 40 * MIB && mapped_bytes <= mapped, "what it has taken stays");
    window_release(window);
    window_shrink(window, 0);
    pieces_given_back();
}

static void test_shortage(void) {
    u8 *window = window_take(account, NULL, MIB);
    account->limit_bytes = account->used_bytes + 2 * MIB;
    tap_ok(window_grow(window, 2 * MIB) && !window_grow(window, 4 * MIB), "the account has a limit");
    account->limit_bytes = GIB;
    memory_left = 0;
    u64 capacity = window_capacity(window), used_bytes = account->used_bytes;
    tap_ok(!window_grow(window, 6 * MIB) && window_capacity(window) == capacity && account->used_bytes == used_bytes,
           "where memory is short, it is as before");
    memory_left = 16 * GIB;
    tap_ok(!window_grow(window, WINDOW_BYTES + 1), "a window has an end");
}

static void test_shares(void) {
    struct file_windows share = {.most = 4};
    u8 *small[3], *large[3];
    for (u32 i = 0; i < 3; i++) small[i] = window_take(account, &share, SCHEDULER_PIECE_BYTES);
    for (u32 i = 0; i < 3; i++) large[i] = window_take(account, &share, SCHEDULER_PIECE_BYTES + 1);
    tap_ok(small[1] && !small[2], "small files get half of a share");
    tap_ok(large[1] && !large[2] && share.taken == 4, "larger ones all of it");
    u8 *other = window_take(account, NULL, MIB);
    tap_ok(other, "which is no other's");
    window_release(large[0]);
    pieces_given_back();
    tap_ok(share.taken == 3 && window_take(account, &share, MIB) == large[0], "what is given back is there again");
}

int main(void) {
    accounts_begin(&own);
    account = &own.of[ACCOUNT_FILES];
    memory_left = GIB;
    test_release();
    test_keeping();
    test_shares();
    test_shortage();
    return tap_done();
}
