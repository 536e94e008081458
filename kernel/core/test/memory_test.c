// Ranges that grow: what is committed when, alignment, and exhaustion of the range and of the memory. The file is
// included, not linked, so that the machine can be this test's own.
#include "tap.h"

#include "kernel/core/memory.c"

static u64 memory_left, committed_start, committed_end;
static unsigned commits, code_commits;

static bool commit(u64 start, u64 bytes) {
    if (bytes > memory_left) return false;
    memory_left -= bytes;
    committed_start = start;
    committed_end = start + bytes;
    commits++;
    return true;
}

struct machine machine;

bool machine_commit(u64 start, u64 bytes, enum machine_access access) {
    return access == MACHINE_WRITE && commit(start, bytes);
}

u64 machine_free_bytes(void) { return memory_left; }

bool machine_commit_code(u64 start, u64 bytes) {
    code_commits++;
    return commit(start, bytes);
}

static void test_growth(void) {
    struct memory_range range;
    memory_range_init(&range, "test", 0x10000000, 0x10100000, 0x10000, false);
    memory_left = 1 * MIB;
    tap_is_int(commits, 0, "nothing is committed beforehand");
    tap_is_int((long long)memory_take(&range, 10, 8), 0x10000000, "the first piece is at the start");
    tap_is_int((long long)(committed_end - committed_start), 0x10000, "a step is committed");
    tap_is_int((long long)memory_take(&range, 1, 1), 0x1000000a, "pieces lie side by side");
    tap_is_int((long long)memory_take(&range, 1, 64), 0x10000040, "or as they are aligned");
    tap_is_int(commits, 1, "within the step nothing more is committed");
    tap_is_int((long long)memory_take(&range, 0x20000, 0x1000), 0x10001000, "a piece larger than a step");
    tap_is_int((long long)committed_start, 0x10010000, "commits from where the last one ended");
    tap_is_int((long long)committed_end, 0x10030000, "as many steps as it needs");
}

static void test_end(void) {
    struct memory_range range;
    memory_range_init(&range, "test", 0x10000000, 0x10018000, 0x10000, true);
    memory_left = 1 * MIB;
    tap_is_int((long long)memory_take(&range, 0x18001, 1), 0, "more than the range has");
    tap_is_int((long long)memory_take(&range, UINT64_MAX, 1), 0, "much more");
    tap_is_int((long long)memory_take(&range, 0x18000, 1), 0x10000000, "just what the range has");
    tap_is_int((long long)committed_end, 0x10018000, "the last step is cut at the end");
    tap_is_int(code_commits, 1, "code is committed as code");
    tap_is_int((long long)memory_take(&range, 1, 1), 0, "then there is nothing left");
    memory_range_init(&range, "test", 0x10000000, 0x10100000, 0x10000, false);
    memory_left = 0x10000;
    tap_is_int((long long)memory_take(&range, 0x20000, 1), 0, "more than the machine has");
    tap_is_int((long long)memory_take(&range, 0x10000, 1), 0x10000000, "changes nothing");
}

static void test_kept(void) {
    struct memory_range range, heap;
    memory_range_init(&range, "test", 0x10000000, 0x10100000, 0x10000, false);
    memory_range_init(&heap, "heap", 0x20000000, 0x20100000, 0x10000, false);
    heap.is_heap = true;
    memory_left = 0x30000;
    machine.kept_bytes = 0x20000;
    tap_is_int((long long)memory_take(&range, 0x20000, 1), 0, "what is kept for the heap is not had");
    tap_is_int(memory_commit(0x30000000, 0x20000), false, "nor without a range");
    tap_is_int((long long)memory_take(&range, 0x10000, 1), 0x10000000, "but what is left beside it");
    tap_is_int((long long)memory_take(&heap, 0x20000, 1), 0x20000000, "and by the heap all of it");
    machine.kept_bytes = 0;
}

int main(void) {
    test_growth();
    test_end();
    test_kept();
    return tap_done();
}
