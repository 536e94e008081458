// Chains compared with a model: what was put in is found, what was taken out is not, chains stay short, and no
// insertion walks more than a few entries; also where there is no memory for more chains.
#include <stdlib.h>

#include "tap.h"

#include "base/random.h"
#include "kernel/memory/chains.c"

#define ENTRIES 300000u

static struct entry {
    struct chained chained;
    bool is_there;
} entries[ENTRIES + 1];

bool kernel_lock_is_held(void) { return true; }

_Noreturn void panic(const char *format, ...) {
    tap_ok(false, "%s", format);
    exit(1);
}

static u64 walked;
struct machine machine = {.cpu_count = 1};

static bool has_memory = true;
static u32 pieces;

void *scratch_alloc(struct account *account, u64 bytes) {
    (void)account;
    pieces += has_memory;
    return has_memory ? malloc(bytes) : NULL;
}

void scratch_free(void *memory) {
    pieces -= memory != NULL;
    free(memory);
}

static struct chained *entry_at(const void *table, u32 number) {
    walked++;
    return &((struct entry *)(uintptr_t)table)[number].chained;
}

static bool find(const struct chains *chains, u32 number) {
    u32 at = chains_find(chains, entries[number].chained.hash);
    while (at && at != number) at = entries[at].chained.next;
    return at;
}

static u64 most_walked;

static bool put(struct chains *chains, u32 number) {
    walked = 0;
    bool has_begun = chains->count || chains_begin(chains, NULL, 7);
    bool has_room = has_begun && chains_make_room(chains, NULL, entry_at, entries);
    if (walked > most_walked) most_walked = walked;
    if (!has_room) return false;
    chains_insert(chains, number, &entries[number].chained);
    return entries[number].is_there = true;
}

static bool all_are_right(const struct chains *chains) {
    for (u32 i = 1; i <= ENTRIES; i++) {
        if (find(chains, i) != entries[i].is_there) return false;
    }
    return true;
}

static u32 longest(const struct chains *chains) {
    u32 most = 0;
    for (u32 i = 0; i < chains->count; i++) {
        u32 length = 0;
        for (u32 at = *chains_place(chains, i); at; at = entries[at].chained.next) length++;
        if (length > most) most = length;
    }
    return most;
}

static void test_growing(struct chains *chains) {
    u64 state = 1;
    for (u32 i = 1; i <= ENTRIES; i++) entries[i].chained.hash = (u32)(random_next(&state) >> 32);
    bool done = true;
    for (u32 i = 1; i <= ENTRIES; i++) done = put(chains, i) && done;
    tap_ok(done && chains->entries == ENTRIES && chains->count >= ENTRIES, "as many chains as entries");
    tap_ok(all_are_right(chains), "all are found");
    tap_ok(longest(chains) < 16, "the longest chain has %u", longest(chains));
    tap_ok(most_walked < 32, "no insertion has looked at more than %lu entries", most_walked);
}

static void test_removing(struct chains *chains) {
    for (u32 i = 1; i <= ENTRIES; i += 2) {
        chains_remove(chains, i, entry_at, entries);
        entries[i].is_there = false;
    }
    tap_ok(all_are_right(chains) && chains->entries == ENTRIES / 2, "half of them are gone");
    for (u32 i = 1; i <= ENTRIES; i += 2) put(chains, i);
    tap_ok(all_are_right(chains), "and there again");
    chains_end(chains);
    tap_is_int(pieces, 0, "nothing is left");
}

static void test_shortage(void) {
    struct chains chains = {0};
    for (u32 i = 1; i <= ENTRIES; i++) entries[i].is_there = false;
    has_memory = false;
    tap_ok(!put(&chains, 1), "without memory there is no first chain");
    has_memory = true;
    u32 number = 1;
    for (; number <= 1000; number++) put(&chains, number);
    u32 count = chains.count;
    has_memory = false;
    while (put(&chains, number)) number++;
    tap_ok(chains.count >= count && chains.entries == chains.count * CHAINS_LONGEST,
           "then chains get longer, up to a limit: %u in %u", chains.entries, chains.count);
    tap_ok(all_are_right(&chains), "all are found");
    has_memory = true;
    for (u32 i = 0; i < 10000; i++) put(&chains, number++);
    tap_ok(chains.count >= chains.entries && all_are_right(&chains),
           "and as short as before when there is memory again");
    chains_end(&chains);
}

int main(void) {
    struct chains chains = {0};
    test_growing(&chains);
    test_removing(&chains);
    test_shortage();
    return tap_done();
}
