// The byte ring through which a program's stdout and stderr leave. The guest moves head, the host tail; see struct
// region_output. No device is involved, so how fast the host reads never changes what the guest does, except when the
// ring is full: then the guest waits, and the region says so.
#include "log/output.h"
#include "base/string.h"
#include "log/machine.h"
#include "log/state.h"

static u64 output_room(const struct region_output *output) {
    // The host's reads of the bytes come before its store of tail.
    return output->ring_bytes - (output->head - __atomic_load_n(&output->tail, __ATOMIC_ACQUIRE));
}

static void copy_in(const struct region_output *output, u8 *ring, u64 position, const u8 *bytes, u32 length) {
    u64 at = position & (output->ring_bytes - 1);
    u64 first = output->ring_bytes - at < length ? output->ring_bytes - at : length;
    memcpy(ring + at, bytes, first);
    memcpy(ring, bytes + first, length - first);
}

bool output_put(struct region_output *output, u8 *ring, u32 fd, const u8 *bytes, u32 length) {
    u64 total = sizeof(struct region_output_record) + ALIGN_UP((u64)length, 8ull);
    if (output_room(output) < total) return false;
    struct region_output_record record = {.fd = fd, .bytes = length};
    copy_in(output, ring, output->head, (const u8 *)&record, sizeof(record));
    copy_in(output, ring, output->head + sizeof(record), bytes, length);
    if (fd < COUNT_OF(output->written)) output->written[fd] += length;
    // The record first, then the head that makes it visible.
    __atomic_store_n(&output->head, output->head + total, __ATOMIC_RELEASE);
    return true;
}

static void wait_for_room(struct region_output *output) {
    output->waits++;
    __atomic_or_fetch(&log_state.region->flags, REGION_OUTPUT_WAITED, __ATOMIC_RELAXED);
    scheduler_await_output();
    __asm__ volatile("pause");
}

void log_output(u32 fd, const void *bytes, size_t length) {
    struct region_output *output = log_state.output;
    const u8 *next = bytes;
    if (!machine.region_shared) {
        if (fd < COUNT_OF(output->written)) output->written[fd] += length;
        machine_console_write(bytes, length);
        return;
    }
    while (length) {
        u32 piece = length < output->ring_bytes / 4 ? (u32)length : (u32)(output->ring_bytes / 4);
        while (!output_put(output, log_state.output_ring, fd, next, piece)) wait_for_room(output);
        next += piece;
        length -= piece;
    }
}

static void put_or_spin(u32 number, const u8 *bytes, u32 length) {
    while (!output_put(log_state.output, log_state.output_ring, number, bytes, length)) __asm__ volatile("pause");
}

void log_output_at_once(u32 fd, const void *bytes, size_t length) {
    if (machine.region_shared) {
        put_or_spin(fd, bytes, (u32)length);
    } else {
        log_output(fd, bytes, length);
    }
}

// At the end the threads are stopped, and the region says when the run ended: how long this takes changes nothing.
void log_output_last(u32 number, const void *bytes, size_t length) {
    struct region_output *output = log_state.output;
    const u8 *next = bytes;
    while (length && machine.region_shared) {
        u32 piece = length < output->ring_bytes / 4 ? (u32)length : (u32)(output->ring_bytes / 4);
        put_or_spin(number, next, piece);
        next += piece;
        length -= piece;
    }
}

void log_output_last_end(void) {
    if (machine.region_shared) put_or_spin(REGION_OUTPUT_DATA, NULL, 0);
}
