// The key of the hashes of text; see text_hash.h.
#include "base/text_hash.h"

struct text_hash_key text_hash_key = {0x123456789abcdefull, 0x9e3779b97f4a7c15ull};

void text_hash_set_key(const u64 bits[2]) {
    text_hash_key.point = bits[0] % (TEXT_HASH_PRIME - 1) + 1;
    text_hash_key.factor = bits[1] | 1;
}
