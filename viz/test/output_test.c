// The output ring: order, wrapping, a slow reader, and rings that are not well-formed.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tap.h"
#include "viz/cli/file.h"
#include "viz/run/output.h"

enum { RING_BYTES = 256, SECTION_OFFSET = 4096 };

struct guest {
    struct region_header *region;
    struct region_output *control;
    u8 *ring;
};

static struct guest make_guest(void) {
    struct guest guest = {.region = memory_get(MIB)};
    guest.region->magic = REGION_MAGIC;
    *region_directory(guest.region) = (struct region_section){
        .id = SECTION_OUTPUT, .version = 1, .offset = SECTION_OFFSET, .bytes = 64 + RING_BYTES, .data_offset = 64};
    guest.control = (struct region_output *)((u8 *)guest.region + SECTION_OFFSET);
    guest.control->ring_bytes = RING_BYTES;
    guest.ring = (u8 *)guest.control + 64;
    return guest;
}

// As the guest writes: false when there is no room.
static bool guest_write(struct guest *guest, u32 fd, const char *text) {
    u32 bytes = (u32)strlen(text);
    u64 head = guest->control->head, length = 8 + ALIGN_UP((u64)bytes, 8);
    if (head + length - guest->control->tail > RING_BYTES) return false;
    struct region_output_record record = {fd, bytes};
    memcpy(guest->ring + head % RING_BYTES, &record, sizeof(record));
    for (u32 i = 0; i < bytes; i++) guest->ring[(head + 8 + i) % RING_BYTES] = (u8)text[i];
    guest->control->head = head + length;
    return true;
}

static char path[] = "/tmp/gnomon-output-XXXXXX";

// Runs `body` with stdout in a file, so that what the tool passes on can be compared.
static void capture(void (*body)(struct guest *), struct buffer *got) {
    struct guest guest = make_guest();
    struct file_map map;
    struct problem problem;
    int kept = dup(STDOUT_FILENO), file = open(path, O_RDWR | O_TRUNC);
    dup2(file, STDOUT_FILENO);
    body(&guest);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    close(file);
    free(guest.region);
    if (!file_map(&map, path, &problem)) exit(problem_print(&problem));
    buffer_append(got, map.data, map.size);
    file_unmap(&map);
}

static void write_many(struct guest *guest) {
    struct output *output = output_start(guest->region, MIB, NULL);
    for (int i = 0; i < 500; i++) {
        char line[64];
        snprintf(line, sizeof(line), "line %d%.*s\n", i, i % 13, "............");
        while (!guest_write(guest, 1, line)) output_drain(output);
    }
    output_finish(output);
}

static bool was_whole;

static void write_broken(struct guest *guest) {
    struct output *output = output_start(guest->region, MIB, NULL);
    guest_write(guest, 1, "good\n");
    output_drain(output);
    guest_write(guest, 1, "bad\n");
    ((struct region_output_record *)(guest->ring + guest->control->tail % RING_BYTES))->bytes = 0xfffffff0u;
    was_whole = output_finish(output);
}

static void write_positions(struct guest *guest) {
    struct output *output = output_start(guest->region, MIB, NULL);
    guest->control->head = 1ull << 40;
    was_whole = output_finish(output);
}

static void write_nothing(struct guest *guest) {
    guest->region->magic = 0;
    was_whole = output_finish(output_start(guest->region, MIB, NULL));
}

int main(void) {
    int descriptor = mkstemp(path);
    if (descriptor < 0) return 1;
    close(descriptor);
    struct buffer got = {0}, expected = {0};
    capture(write_many, &got);
    for (int i = 0; i < 500; i++) buffer_format(&expected, "line %d%.*s\n", i, i % 13, "............");
    tap_ok(got.size == expected.size && memcmp(got.data, expected.data, got.size) == 0,
           "500 lines through a ring of 256 bytes arrive whole and in order");
    buffer_free(&got);
    capture(write_broken, &got);
    tap_is_text(buffer_string(&got), "good\n", "what stands before a broken record is passed on");
    tap_ok(!was_whole, "and the ring is found broken");
    buffer_free(&got);
    capture(write_positions, &got);
    tap_ok(!was_whole && !got.size, "positions further apart than the ring is large are not believed");
    buffer_free(&got);
    capture(write_nothing, &got);
    tap_ok(was_whole && !got.size, "a guest that never started wrote nothing");
    buffer_free(&got);
    buffer_free(&expected);
    unlink(path);
    return tap_done();
}
