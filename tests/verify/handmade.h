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

// The same with a method of any size.
struct handmade_method {
    u8 version;
    bool is_constructor;
    u16 max_stack, max_locals;
    const u8 *code;
    u32 code_bytes;
    u16 (*handlers)[4]; // start, end, target, catch type
    u32 handler_count;
    const u8 *map; // what stands in the StackMapTable, if any
    u32 map_bytes;
};

// `pool` has `pool_entries` more entries, from HANDMADE_POOL_ENTRIES on.
#define HANDMADE_POOL_ENTRIES 19
u8 *handmade_write(struct arena *arena, const struct handmade_method *method, const u8 *pool, size_t pool_bytes,
                   u32 pool_entries, size_t *size);

#endif
