// Raw memory of a domain beside the first: which texts in it natives may take for paths. The file is included, so that
// what it asks of mappings and blocks can be this test's own: there are none.
#include "runtime.h"
#include "tap.h"

#include "kernel/natives/raw_memory.c"

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

int main(void) {
    if (!runtime_start(true)) {
        tap_skip("all", "there is no JDK 17 image");
        return tap_done();
    }
    test_paths();
    return tap_done();
}
