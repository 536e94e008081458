// What kernel/natives/zlib.h says about zlib, compared with zlib's own header.
#include <zlib.h>

#include "kernel/natives/zlib.h"
#include "tap.h"

#define SAME(ours, theirs)                                                           \
    tap_ok(offsetof(struct zlib_stream, ours) == offsetof(z_stream, theirs) &&       \
               sizeof((struct zlib_stream){0}.ours) == sizeof((z_stream){0}.theirs), \
           #theirs)

// A stream that needs a dictionary: its state begins with what we say, and has the checksum.
static void check_inflating(void) {
    u8 start[] = {0x78, 0xbb, 1, 2, 3, 4}, out[1];
    z_stream stream = {.next_in = start, .avail_in = sizeof(start), .next_out = out, .avail_out = sizeof(out)};
    inflateInit(&stream);
    tap_is_int(inflate(&stream, Z_NO_FLUSH), Z_NEED_DICT, "a dictionary is needed");
    const struct zlib_inflating *state = (const void *)stream.state;
    tap_ok((const void *)state->stream == &stream, "strm");
    tap_is_int(state->wrap & 1, 1, "wrap");
    tap_is_int(state->have_dictionary, 0, "havedict");
    tap_is_int(state->distance_most, 1 << MAX_WBITS, "dmax");
    tap_is_int(state->check, 0x01020304, "check");
    inflateEnd(&stream);
}

int main(void) {
    check_inflating();
    SAME(next_in, next_in);
    SAME(available_in, avail_in);
    SAME(total_in, total_in);
    SAME(next_out, next_out);
    SAME(available_out, avail_out);
    SAME(total_out, total_out);
    SAME(message, msg);
    SAME(state, state);
    SAME(allocate, zalloc);
    SAME(release, zfree);
    SAME(memory, opaque);
    SAME(data_type, data_type);
    SAME(adler, adler);
    tap_is_int(sizeof(struct zlib_stream), sizeof(z_stream), "z_stream");
    tap_is_int(ZLIB_OK, Z_OK, "Z_OK");
    tap_is_int(ZLIB_STREAM_END, Z_STREAM_END, "Z_STREAM_END");
    tap_is_int(ZLIB_NEED_DICTIONARY, Z_NEED_DICT, "Z_NEED_DICT");
    tap_is_int(ZLIB_STREAM_ERROR, Z_STREAM_ERROR, "Z_STREAM_ERROR");
    tap_is_int(ZLIB_DATA_ERROR, Z_DATA_ERROR, "Z_DATA_ERROR");
    tap_is_int(ZLIB_MEMORY_ERROR, Z_MEM_ERROR, "Z_MEM_ERROR");
    tap_is_int(ZLIB_BUFFER_ERROR, Z_BUF_ERROR, "Z_BUF_ERROR");
    return tap_done();
}
