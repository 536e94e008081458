// make_region KIND FILE: writes a region for tests that run the tool as a program.
#include <stdlib.h>
#include <string.h>

#include "viz/file.h"
#include "viz/test/make_region.h"

int main(int count, char **arguments) {
    static const char *const kinds[] = {"ended", "open", "wrapped", "panicked", "traced"};
    struct problem problem = {0};
    for (u32 kind = 0; count == 3 && kind < COUNT_OF(kinds); kind++) {
        if (strcmp(arguments[1], kinds[kind]) != 0) continue;
        size_t bytes;
        u8 *region = make_region(kind, &bytes);
        bool done = file_write(arguments[2], region, bytes, &problem);
        free(region);
        return done ? 0 : problem_print(&problem);
    }
    problem_set(&problem, STATUS_USAGE, "usage: make_region ended|open|wrapped|panicked|traced FILE");
    return problem_print(&problem);
}
