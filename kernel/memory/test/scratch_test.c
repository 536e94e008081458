// Scratch memory compared with a model: pieces hold what was asked for and do not overlap, what is given back is found
// again, little is lost to rounding, and the caller is told when there is no more. The file is included, not linked, so
// that the machine can be this test's own.
#include <stdlib.h>
#include <string.h>

#include "tap.h"

#include "kernel/core/memory.c"
#include "kernel/memory/account.c"
#include "kernel/memory/scratch.c"

#define MEMORY_BYTES (64 * MIB)
#define PIECES 500u
#define ROUNDS 60000u
#define LARGEST (64 * KIB)

static u8 *memory;
static u64 memory_left;

struct machine machine;

bool kernel_lock_is_held(void) { return true; }

bool machine_commit(u64 start, u64 bytes, enum machine_access access) {
    if (access != MACHINE_WRITE || bytes > memory_left) return false;
    memory_left -= bytes;
    memset((void *)start, 0x5a, bytes);
    return true;
}
u64 machine_free_bytes(void) { return memory_left; }

bool machine_commit_code(u64 start, u64 bytes) { return (void)start, (void)bytes, false; }

void scheduler_poll_native(struct thread *thread) { (void)thread; }

_Noreturn void panic(const char *format, ...) {
    tap_ok(false, "%s", format);
    exit(1);
}

static struct account *const account = &kernel_accounts.of[ACCOUNT_TABLES];

static void start(u64 bytes) {
    machine_accounts.of[ACCOUNT_TABLES].used_bytes = account->used_bytes = 0;
    memory_left = bytes;
    memset(free_pieces, 0, sizeof(free_pieces));
    memory_range_init(&scratch_range, "scratch", (u64)memory, (u64)memory + MEMORY_BYTES, 64 * KIB, false);
}

static u64 used(void) { return scratch_range.next - scratch_range.start; }

// ---- The model: the pieces in use, each filled with its own byte

static struct {
    u8 *bytes;
    u64 size;
    u8 fill;
} pieces[PIECES];

static u32 spoilt, crooked, too_small;

static void take(u32 i, u64 size, u8 fill) {
    u8 *bytes = scratch_alloc(account, size);
    pieces[i].bytes = bytes;
    pieces[i].size = size;
    pieces[i].fill = fill;
    if (!bytes) return;
    crooked += (u64)bytes % 16 != 0;
    too_small += scratch_bytes(bytes) < size;
    memset(bytes, fill, scratch_bytes(bytes) > size ? scratch_bytes(bytes) : size);
}

static void give(u32 i) {
    for (u64 k = 0; pieces[i].bytes && k < pieces[i].size; k++) spoilt += pieces[i].bytes[k] != pieces[i].fill;
    scratch_free(pieces[i].bytes);
    pieces[i].bytes = NULL;
}

// Mostly small sizes, like those of names and tables.
static u64 any_size(void) { return (u64)random() % (LARGEST >> random() % 12) + 1; }

static u32 churn(u32 rounds) {
    u32 refused = 0;
    for (u32 round = 0; round < rounds; round++) {
        u32 i = (u32)random() % PIECES;
        if (pieces[i].bytes) {
            give(i);
        } else {
            take(i, any_size(), (u8)round);
            refused += !pieces[i].bytes;
        }
    }
    return refused;
}

static void give_all(void) {
    for (u32 i = 0; i < PIECES; i++) give(i);
}

static void test_random(void) {
    start(MEMORY_BYTES);
    srandom(1);
    tap_is_int(churn(ROUNDS), 0, "there is memory for all");
    give_all();
    tap_is_int(spoilt, 0, "no piece was written by another's owner");
    tap_is_int(crooked, 0, "all are 16-aligned");
    tap_is_int(too_small, 0, "and hold what was asked for");
    u64 before = used();
    srandom(1);
    churn(ROUNDS);
    give_all();
    tap_is_int((long long)(used() - before), 0, "the same again takes nothing more from the range");
}

// There is less than the pieces need together: some are refused, the others stay as they are, and room comes back.
static void test_exhaustion(void) {
    start(2 * MIB);
    srandom(2);
    spoilt = 0;
    u32 refused = churn(ROUNDS);
    tap_ok(refused > 0, "where memory is short some pieces are refused");
    tap_note("%u of about %u", refused, ROUNDS / 2);
    give_all();
    tap_is_int(spoilt, 0, "and the others are not touched");
    tap_ok(!account->used_bytes && !scratch_used_bytes(), "what has come back is on no account");
    while (scratch_alloc(account, 1)) continue;
    tap_ok(!scratch_alloc(account, 1), "in the end there is not a byte");
    start(MIB);
    void *only = scratch_alloc(account, 600 * KIB);
    tap_ok(only && !scratch_alloc(account, 600 * KIB), "a second piece finds no room");
    scratch_free(only);
    tap_ok(scratch_alloc(account, 600 * KIB) == only, "but the first one's when that has been given back");
    while (scratch_alloc(account, 100)) continue;
    scratch_free(only);
    void *little = scratch_alloc(account, 100);
    tap_ok(little == only && scratch_bytes(little) >= 600 * KIB, "a larger piece serves where there is nothing else");
    scratch_free(little);
    tap_ok(scratch_alloc(account, 600 * KIB) == only, "and is as large as it was afterwards");
    tap_ok(!scratch_alloc(account, 1ull << 40) && !scratch_alloc(account, ~0ull),
           "and no size is too much to be refused");
}

static void test_waste(void) {
    u64 wasted = 0;
    for (u64 bytes = 1; bytes < 40 * MIB; bytes += bytes / 7 + 1) {
        start(MEMORY_BYTES);
        scratch_alloc(account, bytes);
        u64 fair = bytes + bytes / 8 + 2 * HEADER_BYTES;
        wasted += used() > fair;
    }
    tap_is_int((long long)wasted, 0, "no size takes more than an eighth and its header besides");
    start(MEMORY_BYTES);
    scratch_alloc(account, 8 * MIB);
    tap_is_int((long long)used(), 9 * MIB, "8 MiB take 9");
}

static void test_array(void) {
    start(MIB);
    for (u32 i = 0; i < 100; i++) {
        SCRATCH_ARRAY(u64, array, 10000);
        if (array) array[9999] = i;
        else tap_ok(false, "array %u", i);
    }
    tap_ok(used() < 100 * KIB, "an array is given back at the end of its scope");
    SCRATCH_ARRAY(u64, too_large, MIB);
    tap_ok(!too_large, "and is NULL where there is no memory for it");
}

int main(void) {
    static struct thread none;
    thread_self_set(&none);
    memory = aligned_alloc(MIB, MEMORY_BYTES);
    test_random();
    test_exhaustion();
    test_waste();
    test_array();
    free(memory);
    return tap_done();
}
