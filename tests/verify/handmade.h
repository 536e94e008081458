// Class files that no compiler of today makes: with jsr and ret, or wrong on purpose. Each has one method, written by
// hand, and the verdict that it must get. They are cases of the verifier's unit test and seeds of the mutation test.
#ifndef TESTS_VERIFY_HANDMADE_H
#define TESTS_VERIFY_HANDMADE_H

#include "base/arena.h"

struct handmade {
    const char *name;
    u8 version;
    bool passes;
    bool is_constructor; // else "static int m(int, Object)"
    u8 max_stack, max_locals;
    u8 code_bytes, handler_count;
    u8 code[40];
    u8 handlers[2][4];     // start, end, target, catch type
    u8 map_bytes, map[16]; // StackMapTable, if any
};

extern const struct handmade handmade_classes[];
extern const u32 handmade_count;

// The class file, in `arena`.
u8 *handmade_bytes(struct arena *arena, u32 number, size_t *size);

#endif
