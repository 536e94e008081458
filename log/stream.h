// The writing end of one stream of the region: packets, ring or stop, and the count of what was lost. Each has one
// writer, so nothing here is atomic; what a reader on another processor may rely on is the order of the stores, which
// stream.c states.
//
// `next`, `end` and `extra` may be lent to the running thread (struct log_thread, log_next...), whose inline records
// move them.
#ifndef LOG_STREAM_H
#define LOG_STREAM_H

#include "log/region.h"

struct stream_writer {
    u64 next;      // address of the next record; == end if no packet is open
    u64 end;       // of the open packet
    u64 head_bias; // head = next + bias, modulo 2^64
    u64 extra;     // how many units of RECORD_BYTES the open packet's records have beyond the first one each
    struct region_stream *control;
    struct region_packet *packet; // the open one, or NULL
    u8 *packets;
    u64 dropped; // records not written, cumulative
    bool is_ring;
    bool is_closed; // by stream_finish: from then on everything is dropped
};

// `control` is zeroed memory for the control block; the packets fill `bytes` from `packets`.
void stream_init(struct stream_writer *writer, struct region_stream *control, u8 *packets, u64 bytes, bool is_ring,
                 u32 cpu, enum stream_level level);

// Makes room for a record of `bytes`, closing the open packet and opening another if needed. Returns false if the
// record is dropped, and counted.
bool stream_reserve(struct stream_writer *writer, u32 bytes, u64 now, u32 thread, u32 account);

// Writes a record for which there is room, and publishes it.
void stream_put(struct stream_writer *writer, u64 ticks, u16 id, u16 length_form, u32 a, const void *more);

// Counts a record that is not written.
void stream_drop(struct stream_writer *writer, enum stream_loss cause);

// Closes the open packet for good.
void stream_finish(struct stream_writer *writer, u64 now);

#endif
