// Scratch memory compared with a model, for the kernel's accounts and for one that has a store of its own: pieces hold
// what was asked for and do not overlap, what is given back serves any size and in the end goes back to the machine, an
// account pays for all that it keeps from others, and the caller is told when there is no more. The files are included,
// not linked, so that the machine can be this test's own.
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "tap.h"

#include "kernel/core/memory.c"
#include "kernel/memory/account.c"
#include "kernel/memory/scratch.c"
#include "kernel/memory/slots.c"
#include "kernel/memory/store.c"

#define PIECES 500u
#define ROUNDS 60000u
#define LARGEST (128 * KIB)

static u64 memory_bytes, memory_left; // in all; that is free
static u32 poll_count;

struct machine machine;

bool kernel_lock_is_held(void) { return true; }

bool machine_commit(u64 start, u64 bytes, enum machine_access access) {
    if (access != MACHINE_WRITE || bytes > memory_left) return false;
    void *at = mmap((void *)start, bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if ((u64)at != start) abort();
    memory_left -= bytes;
    return true;
}

void machine_release(u64 start, u64 bytes) {
    memory_left += bytes;
    munmap((void *)start, bytes);
}

u64 machine_free_bytes(void) { return memory_left; }

bool machine_commit_code(u64 start, u64 bytes) { return (void)start, (void)bytes, false; }

void scheduler_poll_native(struct thread *thread) {
    (void)thread;
    poll_count++;
}

void log_memory(u32 domain, const u64 bytes[ACCOUNT_KINDS]) { (void)domain, (void)bytes; }
void log_memory_end(const u64 bytes[ACCOUNT_KINDS]) { (void)bytes; }

_Noreturn void panic(const char *format, ...) {
    tap_ok(false, "%s", format);
    exit(1);
}

static struct account *const account = &kernel_accounts.of[ACCOUNT_TABLES];
static struct account own, *payer;

static void start(u64 bytes) {
    keep_at_most(0);
    memory_bytes += bytes - memory_left;
    memory_left = bytes;
    account_init(&own, &machine_accounts.of[ACCOUNT_TABLES]);
    own.has_store = true;
    payer = account;
}

// What the machine has given, but for what is kept to be used again.
static u64 committed(void) { return memory_bytes - memory_left - kept_bytes; }

// ---- The model: the pieces in use, each filled with its own byte

static struct {
    u8 *bytes;
    u64 size;
    u8 fill;
} pieces[PIECES];

static u32 spoilt, crooked, too_small;

static void take(u32 i, u64 size, u8 fill) {
    u8 *bytes = scratch_alloc(payer, size);
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

static void test_random(struct account *pays, const char *whose) {
    tap_note("for %s", whose);
    start(64 * MIB);
    payer = pays;
    srandom(1);
    spoilt = crooked = too_small = 0;
    u64 before = committed(), paid = account->used_bytes;
    tap_is_int(churn(ROUNDS), 0, "there is memory for all");
    tap_ok(committed() - before <= own.used_bytes + PARTS * MACHINE_PAGE_BYTES || pays != &own,
           "all that the machine has given is paid for");
    give_all();
    tap_is_int(spoilt, 0, "no piece was written by another's owner");
    tap_is_int(crooked, 0, "all are 16-aligned");
    tap_is_int(too_small, 0, "and hold what was asked for");
    tap_ok(!own.used_bytes && !own.store && account->used_bytes == paid && !scratch_used_bytes(),
           "in the end nobody pays for anything");
    u64 stacks = 0;
    for (u32 i = 0; i < PARTS; i++) stacks += parts[i].stack.committed_end - parts[i].stack.start;
    tap_is_int((long long)(committed() - stacks), 0, "and the machine has all again");
    u32 slots = 0, slots_again = 0;
    for (u32 i = 0; i < PARTS; i++) slots += parts[i].slots;
    srandom(1);
    churn(ROUNDS);
    give_all();
    for (u32 i = 0; i < PARTS; i++) slots_again += parts[i].slots;
    tap_is_int(slots_again, slots, "the same again takes no new addresses");
}

// ---- Whatever a domain has taken before, as much can be taken in any size.

static u32 take_all(u64 size, u8 **list, u32 most) {
    u32 count = 0;
    while (count < most && (list[count] = scratch_alloc(&own, size))) count++;
    return count;
}

static void test_other_sizes(void) {
    static u8 *list[200000];
    static const u64 sizes[] = {8,     40,    100,    200, 1000,    5000, 17000, 21000,
                                32000, 40000, 100000, MIB, 3 * MIB, 24,   3000};
    start(64 * MIB);
    own.limit_bytes = 8 * MIB;
    for (u32 i = 0; i < COUNT_OF(sizes); i++) {
        u32 count = take_all(sizes[i], list, COUNT_OF(list));
        u64 held = count * sizes[i], least = sizes[i] < 32 ? 3 * MIB / 2 : sizes[i] < 100 ? 4 * MIB : 6 * MIB;
        if (count == COUNT_OF(list)) least = held;
        tap_ok(held >= least, "pieces of %lu bytes: %lu KiB of 8 MiB", (unsigned long)sizes[i],
               (unsigned long)(held / KIB));
        for (u32 k = 0; k < count; k++) scratch_free(list[k]);
        tap_is_int((long long)own.used_bytes, 0, "and none is paid for afterwards");
    }
}

// One piece in a thousand is kept, again and again: the account pays for what others cannot have because of it.
static void test_pins(void) {
    static u8 *list[20000], *pins[1000];
    start(64 * MIB);
    u32 pin_count = 0;
    u64 before = committed();
    for (u32 round = 0; round < 20; round++) {
        u64 size = 64 + round * 24;
        for (u32 i = 0; i < COUNT_OF(list); i++) list[i] = scratch_alloc(&own, size);
        for (u32 i = 0; i < COUNT_OF(list); i++) {
            if (i % 1000 == 999) {
                pins[pin_count++] = list[i];
            } else {
                scratch_free(list[i]);
            }
        }
        tap_ok(committed() - before <= own.used_bytes + MACHINE_PAGE_BYTES,
               "%u pieces hold %lu KiB, and %lu are paid for", pin_count, (unsigned long)((committed() - before) / KIB),
               (unsigned long)(own.used_bytes / KIB));
    }
    while (pin_count) scratch_free(pins[--pin_count]);
    tap_ok(!own.used_bytes && !own.store, "none is paid for once they have come back");
}

// ---- Limits and the end of memory

static void test_limit(void) {
    start(64 * MIB);
    own.limit_bytes = 16 * KIB;
    void *first = scratch_alloc(&own, 100);
    tap_ok(first && own.used_bytes == 16 * KIB, "a limit of the least size is enough for a small piece");
    tap_ok(!scratch_alloc(&own, 16 * KIB) && !scratch_alloc(&own, 40 * KIB), "and not for more");
    u32 more = 0;
    while (scratch_alloc(&own, 100)) more++;
    tap_ok(more > 100, "all of it can be used: %u more", more);
    own.limit_bytes = 48 * KIB;
    tap_ok(scratch_alloc(&own, 100) && scratch_alloc(&own, 14 * KIB), "small ones go on as far as a higher limit");
    tap_is_int((long long)own.used_bytes, 48 * KIB, "and reach it");
}

static void test_exhaustion(void) {
    start(2 * MIB);
    srandom(2);
    spoilt = 0;
    u64 before = scratch_used_bytes();
    payer = &own;
    u32 refused = churn(ROUNDS);
    tap_ok(refused > 0, "where memory is short some pieces are refused");
    tap_note("%u of about %u", refused, ROUNDS / 2);
    give_all();
    tap_is_int(spoilt, 0, "and the others are not touched");
    tap_ok(!own.used_bytes && scratch_used_bytes() == before, "what has come back is on no account");
    start(MIB);
    void *only = scratch_alloc(&own, 600 * KIB);
    tap_ok(only && !scratch_alloc(&own, 600 * KIB), "a second piece finds no room");
    scratch_free(only);
    tap_ok(scratch_alloc(&own, 600 * KIB) == only, "but the first one's when that has been given back");
    scratch_free(only);
    void *half = scratch_alloc(&own, 400 * KIB), *other = scratch_alloc(&own, 400 * KIB);
    tap_ok(half && other, "and so do two smaller ones");
    scratch_free(half);
    scratch_free(other);
    tap_ok(kept_bytes && scratch_alloc(&own, 900 * KIB), "what is kept goes when memory is short");
    tap_ok(!scratch_alloc(account, 1ull << 40) && !scratch_alloc(account, ~0ull) &&
               !native_alloc(&kernel_accounts, ~0ull, 0),
           "and no size is too much to be refused");
}

static void test_waste(void) {
    u32 wasted = 0;
    for (u64 bytes = 1; bytes < 40 * MIB; bytes += bytes / 7 + 1) {
        start(64 * MIB);
        u64 before = account->used_bytes;
        void *memory = scratch_alloc(account, bytes);
        wasted += account->used_bytes - before > bytes + bytes / 5 + 48;
        scratch_free(memory);
    }
    tap_is_int(wasted, 0, "no size takes more than a fifth and its header besides");
}

static void test_moves(void) {
    start(64 * MIB);
    static const u64 sizes[] = {10, 1000, 30000, 100000};
    for (u32 i = 0; i < COUNT_OF(sizes); i++) {
        u64 before = account->used_bytes;
        void *memory = scratch_alloc_as(&own, sizes[i], SCRATCH_MOVABLE);
        u64 paid = own.used_bytes;
        tap_ok(paid >= sizes[i] && !own.store, "one of %lu bytes that may be moved is in no store of the account",
               (unsigned long)sizes[i]);
        scratch_move(memory, account);
        tap_ok(!own.used_bytes && account->used_bytes == before + paid, "it is moved to the byte");
        scratch_free(memory);
        tap_ok(account->used_bytes == before, "and the one that pays gets it back");
    }
}

static void test_steps(void) {
    start(64 * MIB);
    poll_count = 0;
    void *large = scratch_alloc_as(&own, 40 * MIB, SCRATCH_POLLS);
    tap_ok(large && poll_count >= 10, "others run while a large piece is made: %u times", poll_count);
    poll_count = 0;
    scratch_free_polling(large);
    tap_ok(!own.used_bytes && poll_count >= 10, "and while it goes: %u times", poll_count);
    tap_ok(!scratch_alloc_as(&own, 80 * MIB, SCRATCH_POLLS) && !own.used_bytes,
           "one that cannot be had leaves nothing");
}

static void test_clean(void) {
    static const u64 sizes[] = {10, 1000, 20000, 30000, 100000, MIB, 5 * MIB};
    start(64 * MIB);
    for (u32 i = 0; i < COUNT_OF(sizes); i++) {
        u8 *memory = scratch_alloc(account, sizes[i]);
        memset(memory, 0x5a, sizes[i]);
        scratch_free(memory);
        u8 *clean = scratch_alloc_as(account, sizes[i], SCRATCH_CLEAN);
        u64 left = 0;
        for (u64 k = 0; k < sizes[i]; k++) left += clean[k] != 0;
        tap_ok(clean == memory && !left, "%lu bytes in the same place have nothing in them", (unsigned long)sizes[i]);
        scratch_free(clean);
    }
}

static void test_array(void) {
    start(MIB);
    u64 before = committed();
    for (u32 i = 0; i < 100; i++) {
        SCRATCH_ARRAY(u64, array, 10000);
        if (array) array[9999] = i;
        else tap_ok(false, "array %u", i);
    }
    tap_is_int((long long)(committed() - before), 0, "an array is given back at the end of its scope");
    SCRATCH_ARRAY(u64, too_large, MIB);
    tap_ok(!too_large, "and is NULL where there is no memory for it");
}

int main(void) {
    static struct thread none;
    thread_self_set(&none);
    slots_init();
    test_random(account, "the kernel");
    test_random(&own, "a domain");
    test_other_sizes();
    test_pins();
    test_limit();
    test_exhaustion();
    test_waste();
    test_moves();
    test_steps();
    test_clean();
    test_array();
    return tap_done();
}
