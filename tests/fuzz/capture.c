// What was captured of a serial line, as `gnomon import` reads it (viz/run/capture.h).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "viz/run/capture.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

// A recording that is accepted has no piece outside of it.
static void read_pieces(struct capture *capture) {
    struct capture_piece piece;
    while (capture_next(capture, &piece)) {
        u64 all = capture->region_bytes + capture->note_bytes;
        if (piece.bytes > LINE_DATA_BYTES || piece.at > all || piece.bytes > all - piece.at) abort();
        if (piece.at < capture->region_bytes && piece.at + piece.bytes > capture->region_bytes) abort();
    }
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size) {
    u8 *copy = malloc(size + 1); // of exactly its size
    if (size) memcpy(copy, data, size);
    struct file_map map = {.data = copy, .size = size};
    struct capture capture;
    struct problem problem;
    if (capture_find(&capture, &map, "capture", &problem)) read_pieces(&capture);
    free(copy);
    return 0;
}
