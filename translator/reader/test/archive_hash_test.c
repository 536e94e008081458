// The hash of a class: every byte and the length count. The list of such hashes: nothing in it may have changed.
#include <string.h>

#include "base/archive.h"
#include "tap.h"

static void test_list(void) {
    u64 hashes[6] = {1, 0, 3, 4, 5};
    const u64 bytes = sizeof(hashes);
    hashes[5] = archive_hash((const u8 *)hashes, 5 * sizeof(*hashes));
    tap_is_int(archive_hashes(hashes, bytes), 5, "a list of five and its own hash");
    unsigned taken = 0;
    for (unsigned bit = 0; bit < 8 * bytes; bit++) {
        ((u8 *)hashes)[bit / 8] ^= (u8)(1u << bit % 8);
        taken += archive_hashes(hashes, bytes) != 0;
        ((u8 *)hashes)[bit / 8] ^= (u8)(1u << bit % 8);
    }
    tap_is_int(taken, 0, "with each of its bits changed it is refused");
    for (unsigned cut = 0; cut < bytes; cut++) taken += archive_hashes(hashes, cut) != 0;
    tap_is_int(taken, 0, "and cut off anywhere");
}

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
    test_list();
    return tap_done();
}
