// Seeded mutations of class files, such that many of them stay well-formed enough to reach the verifier.
#ifndef TESTS_VERIFY_MUTATE_H
#define TESTS_VERIFY_MUTATE_H

#include "translator/reader/classfile.h"

struct mutant {
    u8 *bytes; // room for `size` of the original + 16
    size_t size;
    char what[256]; // the mutations in words
};

u32 mutate_random(u64 *state, u32 limit);
// Applies one to three mutations to a copy of the class's bytes. `file` is the parsed original.
void mutate(const struct classfile *file, struct mutant *mutant, u64 *state);

#endif
