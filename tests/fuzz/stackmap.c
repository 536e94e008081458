// Stack maps and code: a valid class is built around what an input says of its one method, so that nothing is lost on
// the rest of the format. An input is
//
//     0   u1 version: an index of versions[], + 128 for a constructor
//     1   u1 max_stack, u1 max_locals
//     3   u1 number of handlers (of which HANDLERS_MOST count), 4 u1 each: start, end, target, catch type
//         u1 length of the code, the code; the rest is the StackMapTable's body (none: no such attribute)
//
// Half of the mutations leave all but one of these parts as they are.
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/common_class.h"
#include "tests/verify/handmade.h"

#define HANDLERS_MOST 4

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);
size_t LLVMFuzzerCustomMutator(u8 *data, size_t size, size_t capacity, unsigned seed);
size_t LLVMFuzzerMutate(u8 *data, size_t size, size_t capacity);

static const u8 versions[] = {61, 52, 51, 50, 49, 48, 45, 55};

// Behind the pool of tests/verify/handmade.c, so that code has more to name; 2, 4, 13, 15 and 17 are classes.
#define POOL_ENTRIES 30
static const char pool[] = "\3\0\0\0\7"                 // 19: int
                           "\4\77\200\0\0"              // 20: float
                           "\5\0\0\0\0\0\0\0\1"         // 21: long, and 22
                           "\6\77\360\0\0\0\0\0\0"      // 23: double, and 24
                           "\10\0\14"                   // 25: String
                           "\14\0\5\0\6"                // 26: m(int, Object)
                           "\12\0\2\0\32"               // 27: hand.Made.m
                           "\1\0\10hashCode"            // 28
                           "\1\0\3()I"                  // 29
                           "\14\0\34\0\35"              // 30
                           "\12\0\4\0\36"               // 31: Object.hashCode
                           "\12\0\2\0\12"               // 32: hand.Made.<init>
                           "\1\0\22java/lang/Runnable"  // 33
                           "\7\0\41"                    // 34
                           "\1\0\3run"                  // 35
                           "\14\0\43\0\11"              // 36
                           "\13\0\42\0\44"              // 37: Runnable.run
                           "\1\0\2[I"                   // 38
                           "\7\0\46"                    // 39
                           "\1\0\23[Ljava/lang/String;" // 40
                           "\7\0\50"                    // 41
                           "\1\0\11MAX_VALUE"           // 42
                           "\1\0\1I"                    // 43
                           "\14\0\52\0\53"              // 44
                           "\11\0\21\0\54"              // 45: Integer.MAX_VALUE
                           "\1\0\3[[J"                  // 46
                           "\7\0\56"                    // 47
                           "\12\0\17\0\12";             // 48: Throwable.<init>

struct parts {
    size_t handlers, code, map; // where these begin
};

// Returns false if the input is too short.
static bool split(const u8 *data, size_t size, struct parts *parts) {
    if (size < 5) return false;
    parts->handlers = 4;
    parts->code = parts->handlers + 4u * (data[3] % (HANDLERS_MOST + 1));
    if (parts->code >= size) return false;
    parts->map = parts->code + 1 + data[parts->code];
    return parts->map <= size;
}

__attribute__((noreturn)) static void is_exhausted(struct arena *arena) {
    (void)arena;
    abort();
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size) {
    static u8 memory[1 << 16];
    struct parts parts;
    if (!split(data, size, &parts) || size > sizeof(memory) / 2) return -1;
    u16 handlers[HANDLERS_MOST][4];
    struct handmade_method method = {.version = versions[data[0] % 8],
                                     .is_constructor = data[0] & 128,
                                     .max_stack = data[1],
                                     .max_locals = data[2],
                                     .code = data + parts.code + 1,
                                     .code_bytes = data[parts.code],
                                     .handlers = handlers,
                                     .handler_count = data[3] % (HANDLERS_MOST + 1),
                                     .map = data + parts.map,
                                     .map_bytes = (u32)(size - parts.map)};
    for (u32 i = 0; i < method.handler_count * 4; i++) handlers[i / 4][i % 4] = data[parts.handlers + i];
    struct arena arena;
    arena_init(&arena, memory, sizeof(memory), is_exhausted);
    size_t bytes;
    u8 *file = handmade_write(&arena, &method, (const u8 *)pool, sizeof(pool) - 1, POOL_ENTRIES, &bytes);
    fuzz_class(file, bytes);
    return 0;
}

// The part from `start` to `end` is mutated; what is behind it moves.
static size_t mutate_part(u8 *data, size_t size, size_t capacity, size_t start, size_t end, size_t most) {
    size_t rest = size - end, room = capacity - start - rest;
    if (room > most) room = most;
    u8 *part = malloc(room + 1);
    if (end - start > room) return free(part), size;
    memcpy(part, data + start, end - start);
    size_t length = LLVMFuzzerMutate(part, end - start, room);
    memmove(data + start + length, data + end, rest);
    memcpy(data + start, part, length);
    free(part);
    return start + length + rest;
}

size_t LLVMFuzzerCustomMutator(u8 *data, size_t size, size_t capacity, unsigned seed) {
    struct parts parts;
    if (seed % 2 || !split(data, size, &parts)) return LLVMFuzzerMutate(data, size, capacity);
    if (seed / 2 % 2) return mutate_part(data, size, capacity, parts.map, size, capacity);
    size_t changed = mutate_part(data, size, capacity, parts.code + 1, parts.map, 255);
    data[parts.code] = (u8)(changed - size + data[parts.code]);
    return changed;
}
