// inflate.c against zlib: everything that zlib writes is read back, in pieces of any size; damaged streams give what zlib gives, and never a wild access.
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "kernel/inflate.h"
#include "tap.h"

#define MAX_BYTES 200000

static u8 plain[MAX_BYTES], packed[2 * MAX_BYTES], unpacked[MAX_BYTES + 1000], expected[MAX_BYTES + 1000];
static struct inflate inflate_state;

static unsigned random_state = 1;
static unsigned random_below(unsigned limit) {
    random_state = random_state * 1103515245u + 12345u;
    return (random_state >> 8) % limit;
}

static void fill(u8 *bytes, size_t count, unsigned kind) {
    for (size_t i = 0; i < count; i++) {
        if (kind == 0) bytes[i] = (u8)random_below(256);
        else if (kind == 1) bytes[i] = (u8)("the quick brown fox"[random_below(19)]);
        else bytes[i] = i > 40000 && random_below(50) ? bytes[i - 1 - random_below(40000)] : (u8)random_below(4);
    }
}

static size_t pack(const u8 *bytes, size_t count, bool wrapped, int level, int strategy) {
    z_stream stream = {0};
    deflateInit2(&stream, level, Z_DEFLATED, wrapped ? 15 : -15, 8, strategy);
    stream.next_in = (Bytef *)bytes;
    stream.avail_in = (uInt)count;
    stream.next_out = packed;
    stream.avail_out = sizeof(packed);
    deflate(&stream, Z_FINISH);
    deflateEnd(&stream);
    return stream.total_out;
}

// In pieces of up to `piece` bytes of input and output. *used: input taken.
static enum inflate_status unpack(const u8 *in, size_t in_bytes, bool wrapped, unsigned piece, size_t *used, size_t *got) {
    const u8 *in_at = in;
    u8 *out_at = unpacked;
    enum inflate_status status = INFLATE_MORE;
    inflate_init(&inflate_state, wrapped);
    for (int stuck = 0; status == INFLATE_MORE && stuck < 100;) {
        size_t in_piece = 1 + random_below(piece), out_piece = 1 + random_below(piece);
        size_t in_left = (size_t)(in + in_bytes - in_at), out_left = (size_t)(unpacked + sizeof(unpacked) - out_at);
        const u8 *in_before = in_at;
        u8 *out_before = out_at;
        status = inflate_run(&inflate_state, &in_at, in_at + (in_piece < in_left ? in_piece : in_left), &out_at,
                             out_at + (out_piece < out_left ? out_piece : out_left));
        stuck = in_at == in_before && out_at == out_before ? stuck + 1 : 0;
    }
    *used = (size_t)(in_at - in);
    *got = (size_t)(out_at - unpacked);
    return status;
}

static void test_round_trips(void) {
    static const int strategies[] = {Z_DEFAULT_STRATEGY, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED};
    static const unsigned pieces[] = {1, 7, 500, 100000};
    int wrong = 0, runs = 0;
    for (unsigned i = 0; i < 160; i++) {
        size_t count = i < 4 ? i : random_below(i % 10 == 0 ? MAX_BYTES : 5000);
        bool wrapped = i & 1;
        fill(plain, count, i % 3);
        size_t bytes = pack(plain, count, wrapped, (int)(i % 10), strategies[i / 10 % 4]);
        memset(packed + bytes, 0x55, 16);  // what follows must not be taken
        size_t used, got;
        enum inflate_status status = unpack(packed, bytes + 16, wrapped, pieces[i / 3 % 4], &used, &got);
        runs++;
        if (status != INFLATE_DONE || used != bytes || got != count || memcmp(plain, unpacked, count)) wrong++;
    }
    tap_ok(wrong == 0, "%d streams of all levels and strategies come back, in pieces of any size, and nothing more is taken (%d wrong)", runs, wrong);
}

// What zlib makes of it: 1 the end, 0 wants more, -1 broken.
static int judge(const u8 *in, size_t bytes, bool wrapped, size_t *got) {
    z_stream stream = {0};
    inflateInit2(&stream, wrapped ? 15 : -15);
    stream.next_in = (Bytef *)in;
    stream.avail_in = (uInt)bytes;
    stream.next_out = expected;
    stream.avail_out = sizeof(expected);
    int result = inflate(&stream, Z_SYNC_FLUSH);
    *got = stream.total_out;
    inflateEnd(&stream);
    return result == Z_STREAM_END ? 1 : result == Z_OK || result == Z_BUF_ERROR ? 0 : result == Z_NEED_DICT ? 2 : -1;
}

static void test_damage(void) {
    int wrong = 0;
    for (unsigned i = 0; i < 4000; i++) {
        size_t count = 1 + random_below(400);
        bool wrapped = i & 1;
        fill(plain, count, i % 3);
        size_t bytes = pack(plain, count, wrapped, (int)(i % 10), Z_DEFAULT_STRATEGY);
        for (unsigned change = 0; change < 1 + i % 3; change++) packed[random_below((unsigned)bytes)] ^= (u8)(1 << random_below(8));
        if (i % 5 == 0) bytes = 1 + random_below((unsigned)bytes);
        size_t theirs, ours, used;
        int verdict = judge(packed, bytes, wrapped, &theirs);
        enum inflate_status status = unpack(packed, bytes, wrapped, 1000, &used, &ours);
        int own = status == INFLATE_DONE ? 1 : status == INFLATE_MORE ? 0 : status == INFLATE_NEEDS_DICTIONARY ? 2 : -1;
        // Where zlib stops early for want of lookahead, more may have come out here; what both gave must be the same.
        size_t common = ours < theirs ? ours : theirs;
        if (own != verdict || memcmp(expected, unpacked, common)) {
            wrong++;
            tap_note("case %u: zlib %d with %zu bytes, ours %d with %zu (%s)", i, verdict, theirs, own, ours, inflate_state.error ? inflate_state.error : "");
        }
    }
    tap_ok(wrong == 0, "4000 damaged streams are judged as zlib judges them (%d differ)", wrong);
}

static void test_checksums(void) {
    fill(plain, 30000, 0);
    tap_ok(checksum_crc32(checksum_crc32(0, plain, 777), plain + 777, 30000 - 777) == crc32(0, plain, 30000), "crc32 in two pieces");
    tap_ok(checksum_adler32(checksum_adler32(1, plain, 777), plain + 777, 30000 - 777) == adler32(1, plain, 30000), "adler32 in two pieces");
    memset(plain, 255, 30000);
    tap_ok(checksum_adler32(1, plain, 30000) == adler32(1, plain, 30000), "adler32 of the largest bytes");
}

int main(void) {
    test_round_trips();
    test_damage();
    test_checksums();
    return tap_done();
}
