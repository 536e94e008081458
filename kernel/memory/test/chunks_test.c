// Chunks: what is given back is found again and joined with its neighbours, until nothing is lost. Compared with a
// model that knows which bytes are taken. The file is included, not linked, so that the machine can be this test's own.
#include <stdlib.h>

#include "tap.h"

#include "kernel/core/memory.c"
#include "kernel/memory/chunks.c"

#define UNIT 1024u
#define UNITS 4096u

static u8 memory[UNITS * UNIT] __attribute__((aligned(1 << 20)));
static u8 orders[UNITS], taken[UNITS];
static bool is_out_of_memory;

struct machine machine;

bool machine_commit(u64 start, u64 bytes, enum machine_access access) {
    (void)start, (void)bytes, (void)access;
    return !is_out_of_memory;
}
u64 machine_free_bytes(void) { return is_out_of_memory ? 0 : GIB; }

bool machine_commit_code(u64 start, u64 bytes) { return machine_commit(start, bytes, MACHINE_READ); }

_Noreturn void panic(const char *format, ...) {
    tap_ok(false, "%s", format);
    exit(1);
}

static void space_init(struct chunk_space *space, bool poisons) {
    *space = (struct chunk_space){.poisons = poisons};
    memset(memory, 0, sizeof(memory));
    memset(orders, 0, sizeof(orders));
    memset(taken, 0, sizeof(taken));
    memory_range_init(&space->range, "test", (u64)memory, (u64)memory + sizeof(memory), 64 * KIB, false);
    chunks_init(space, 10, orders);
}

static bool is_zero(u64 start, u64 bytes) {
    for (u64 i = 0; i < bytes; i++) {
        if (((u8 *)start)[i]) return false;
    }
    return true;
}

static u32 unit_of(u64 address) { return (u32)((address - (u64)memory) / UNIT); }

// The chunk is zeroed and overlaps no other; then it is entered as taken.
static bool enter(u64 start, u64 bytes) {
    bool right = start % UNIT == 0 && is_zero(start, bytes);
    for (u32 i = unit_of(start); i < unit_of(start + bytes); i++) right &= !taken[i]++;
    memset((void *)start, 0x55, bytes);
    return right;
}

static void leave(struct chunk_space *space, u64 start, u64 bytes) {
    for (u32 i = unit_of(start); i < unit_of(start + bytes); i++) taken[i]--;
    chunk_give(space, start, bytes);
}

static void test_random(bool poisons) {
    static struct chunk_space space;
    static struct { u64 start, bytes; } held[500];
    space_init(&space, poisons);
    srandom(1);
    u32 wrong = 0, failures = 0;
    for (u32 round = 0; round < 100000; round++) {
        u32 i = (u32)random() % COUNT_OF(held);
        if (held[i].start) {
            leave(&space, held[i].start, held[i].bytes);
            held[i].start = 0;
            continue;
        }
        held[i].bytes = UNIT * (1 + (u64)random() % (random() % 8 ? 8 : 64));
        held[i].start = chunk_take(&space, held[i].bytes);
        if (held[i].start) wrong += !enter(held[i].start, held[i].bytes);
        else failures++;
    }
    tap_ok(!wrong, "chunks are zeroed, and of one owner%s", poisons ? ", with poison" : "");
    tap_ok(failures > 0 && failures < 10000, "some find no room (%u)", failures);
    for (u32 i = 0; i < COUNT_OF(held); i++) {
        if (held[i].start) leave(&space, held[i].start, held[i].bytes);
        held[i].start = 0;
    }
    tap_is_int((long long)chunks_used_bytes(&space), 0, "all of it comes back");
    tap_ok(chunk_take(&space, sizeof(memory)) == (u64)memory, "in one piece");
}

static void test_limits(void) {
    static struct chunk_space space;
    space_init(&space, false);
    tap_is_int((long long)chunk_take(&space, sizeof(memory) + 1), 0, "more than there is");
    tap_is_int((long long)(chunk_take(&space, 100) - (u64)memory), 0, "the first");
    tap_is_int((long long)(chunk_take(&space, UNIT + 1) - (u64)memory), 2 * UNIT, "two units, aligned to their size");
    tap_is_int((long long)(chunk_take(&space, UNIT) - (u64)memory), UNIT, "one between");
    is_out_of_memory = true;
    tap_is_int((long long)chunk_take(&space, 1 << 20), 0, "the machine has no more");
    is_out_of_memory = false;
    tap_ok(chunk_take(&space, 1 << 20), "and has it later");
}

int main(void) {
    test_random(false);
    test_random(true);
    test_limits();
    return tap_done();
}
