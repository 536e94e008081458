// make_region KIND FILE: writes a region for tests that run the tool as a program. make_region SLICES FILE: a large
// one.
#include <stdlib.h>
#include <string.h>

#include "viz/cli/sink.h"
#include "viz/test/make_region.h"

static u8 *make_asked(const char *kind, size_t *bytes) {
    static const char *const kinds[] = {
        [MAKE_ENDED] = "ended",       [MAKE_OPEN] = "open",     [MAKE_WRAPPED] = "wrapped",
        [MAKE_PANICKED] = "panicked", [MAKE_SHARED] = "shared", [MAKE_TRACED] = "traced",
    };
    for (u32 i = 0; i < COUNT_OF(kinds); i++) {
        if (strcmp(kind, kinds[i]) == 0) return make_region(i, bytes);
    }
    u64 slices = strtoull(kind, NULL, 10);
    return slices ? make_large_region(slices, bytes) : NULL;
}

int main(int count, char **arguments) {
    struct problem problem = {0};
    size_t bytes;
    u8 *region = count == 3 ? make_asked(arguments[1], &bytes) : NULL;
    if (!region) {
        problem_set(&problem, STATUS_USAGE, "usage: make_region ended|open|wrapped|panicked|shared|traced|SLICES FILE");
        return problem_print(&problem);
    }
    bool done = sink_write_file(arguments[2], region, bytes, &problem);
    free(region);
    return done ? 0 : problem_print(&problem);
}
