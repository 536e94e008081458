// Raw memory of domains: whose piece begins at an address, and, beside the first domain, which texts natives may take
// for paths. The file is included, so that what it asks of mappings and blocks can be this test's own: there are none.
#include "runtime.h"
#include "tap.h"

#include "kernel/natives/raw_memory.c"

const u32 domain_natives_bytes = sizeof(struct domain_natives);
bool stub_touch(u64 address, bool writes) { return (void)address, (void)writes, false; }
bool file_map_holds(const struct files *files, u64 address, u64 bytes, bool is_write) {
    return (void)files, (void)address, (void)bytes, (void)is_write, false;
}
bool memory_holds(const struct domain *domain, u64 address, u64 bytes, bool is_write) {
    return (void)domain, (void)address, (void)bytes, (void)is_write, false;
}

// In a domain beside the first a text ends within its piece, and within the length of a path.
static void test_paths(void) {
    enum { BYTES = 2 * FILE_PATH_BYTES };
    struct domain *domain = domain_of(thread_self()), *first = domain_first;
    domain_first = NULL;
    s64 small = raw_memory_new(16, RAW_MEMORY_LIBRARY), large = raw_memory_new(BYTES, RAW_MEMORY_LIBRARY);
    char *text = (char *)small, *path = (char *)large;
    memset(text, 'x', 16);
    memset(path, 'x', BYTES);
    tap_ok(!raw_memory_has_path(domain, (u64)small), "a text that does not end in its piece is none");
    text[15] = 0;
    tap_ok(raw_memory_has_path(domain, (u64)small) && raw_memory_has_path(domain, (u64)small + 15), "one that does is");
    tap_ok(!raw_memory_has_path(domain, (u64)small + 16), "there is none behind the piece");
    path[FILE_PATH_BYTES] = 0;
    tap_ok(!raw_memory_has_path(domain, (u64)large), "one that is longer than a path is none");
    tap_ok(raw_memory_has_path(domain, (u64)large + 1), "one that is as long as a path may be is");
    tap_ok(!raw_memory_has_path(domain, (u64)(uintptr_t)&domain) && !raw_memory_has_path(domain, 0),
           "none is outside of what the domain has");
    raw_memory_free(large);
    tap_ok(!raw_memory_has_path(domain, (u64)large + 1), "nor in what has been freed");
    raw_memory_free(small);
    domain_first = first;
}

// As if a thread of the domain asked for it.
static u64 new_piece(struct domain *domain, u64 bytes) {
    struct thread *thread = thread_self();
    struct domain *before = thread->domain;
    thread->domain = domain;
    u64 address = (u64)raw_memory_new(bytes, RAW_MEMORY_PROGRAM);
    thread->domain = before;
    return address;
}

static void free_piece(struct domain *domain, u64 address) {
    struct thread *thread = thread_self();
    struct domain *before = thread->domain;
    thread->domain = domain;
    raw_memory_free((s64)address);
    thread->domain = before;
}

static bool is_piece_of(const struct domain *domain, u64 address, u64 bytes) {
    u64 found = 0;
    return raw_memory_begins(domain, address, &found) && found == bytes;
}

// Each of two domains owns its own piece, and not the other's: a domain that frees one must own it. `first` is one of
// the two, or NULL if neither is the first domain.
static void test_owner(struct domain *a, struct domain *b, struct domain *first, const char *which) {
    struct domain *before = domain_first;
    domain_first = first;
    u64 of_a = new_piece(a, 32), of_b = new_piece(b, 48), bytes;
    tap_ok(is_piece_of(a, of_a, 32) && is_piece_of(b, of_b, 48), "each domain owns its piece: %s", which);
    tap_ok(!raw_memory_begins(b, of_a, &bytes), "  the second does not own a piece of the one before");
    tap_ok(!raw_memory_begins(a, of_b, &bytes), "  nor that one a piece of the second");
    free_piece(a, of_a);
    free_piece(b, of_b);
    domain_first = before;
}

static void test_owners(void) {
    static struct domain_natives own;
    static struct domain other = {.natives = &own};
    struct domain *domain = domain_of(thread_self());
    core_of(&other)->domain_number = core_of(domain)->domain_number + 1;
    other.heap.accounts = domain->heap.accounts;
    test_owner(domain, &other, NULL, "both beside the first");
    test_owner(domain, &other, domain, "one is the first");
    test_owner(domain, &other, &other, "the other one is the first");
    native_free(own.raw_pieces);
}

int main(void) {
    if (!runtime_start(true)) {
        tap_skip("all", "there is no JDK 17 image");
        return tap_done();
    }
    test_paths();
    test_owners();
    return tap_done();
}
