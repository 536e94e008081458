// The image's hash: every byte and the length count.
#include <string.h>

#include "base/archive.h"
#include "tap.h"

int main(void) {
    u8 data[100];
    for (unsigned i = 0; i < sizeof(data); i++) data[i] = (u8)(i * 7);
    u64 hash = archive_hash(data, sizeof(data));
    unsigned same = 0;
    for (unsigned i = 0; i < sizeof(data); i++) {
        for (unsigned bit = 0; bit < 8; bit++) {
            data[i] ^= (u8)(1u << bit);
            same += archive_hash(data, sizeof(data)) == hash;
            data[i] ^= (u8)(1u << bit);
        }
    }
    tap_is_int(same, 0, "each of 800 changed bits changes the hash");
    tap_ok(archive_hash(data, sizeof(data)) == hash, "the same bytes have the same hash");
    memset(data, 0, sizeof(data));
    for (unsigned i = 0; i + 1 < sizeof(data); i++) same += archive_hash(data, i) == archive_hash(data, i + 1);
    tap_is_int(same, 0, "zeros of another length have another hash");
    tap_ok(archive_hash(data, 0) != 0, "never 0");
    return tap_done();
}
