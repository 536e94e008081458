// FNV-1a, 64 bits (Fowler, Noll, Vo), for tables and for distinguishing texts. Not for texts that a program could
// choose to collide.
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>

#include "base/types.h"

#define HASH_START 0xcbf29ce484222325ull

// The hash of the text whose hash is `hash`, continued by these bytes.
static inline u64 hash_bytes(u64 hash, const void *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) hash = (hash ^ ((const u8 *)bytes)[i]) * 0x100000001b3ull;
    return hash;
}

#endif
