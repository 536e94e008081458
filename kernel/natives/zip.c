// java.util.zip: Inflater, Deflater, CRC32, Adler32, over zlib. The address that Java keeps is that of a struct
// zlib_stream, which Java has locked. Java has checked the ranges; nothing collects while zlib is at work, so heap
// arrays stay where they are, but long ones are passed in pieces, between which other threads run and arrays may move.
#include "base/narrow.h"
#include "base/panic.h"
#include "kernel/classes/java_fields.h"
#include "kernel/code/native.h"
#include "kernel/core/scheduler.h"
#include "kernel/natives/zlib.h"
#include "kernel/run/exception.h"

// A piece of input or output: part of an array, or memory outside the heap.
struct span {
    handle array; // NULL for memory outside the heap
    s64 offset;   // in the array, or the address
    s32 bytes;
};

static struct span array_span(handle array, s32 offset, s32 bytes) { return (struct span){array, offset, bytes}; }
static struct span memory_span(s64 address, s32 bytes) { return (struct span){NULL, address, bytes}; }
static u8 *span_at(struct span span, s64 at) {
    return (span.array ? array_at(*span.array)->elements : NULL) + span.offset + at;
}
static struct zlib_stream *stream_at(s64 address) { return (struct zlib_stream *)address; }

static void throw_message(struct thread *thread, const char *class_name, const struct zlib_stream *stream) {
    if (stream && stream->message) {
        exception_throw(thread, class_name, "%s", stream->message);
    } else {
        exception_throw(thread, class_name, NULL);
    }
}

static void throw_status(struct thread *thread, const struct zlib_stream *stream, s32 status) {
    const char *class_name = status == ZLIB_MEMORY_ERROR ? "java/lang/OutOfMemoryError" : "java/lang/InternalError";
    throw_message(thread, class_name, stream);
}

// How much has been taken from the input and written to the output.
struct progress {
    s64 taken, given;
};

static void open_spans(struct zlib_stream *stream, struct span in, struct span out, const struct progress *progress) {
    ASSERT(progress->taken <= in.bytes && progress->given <= out.bytes);
    stream->next_in = span_at(in, progress->taken);
    stream->available_in = (u32)scheduler_piece((u64)(in.bytes - progress->taken));
    stream->next_out = span_at(out, progress->given);
    stream->available_out = (u32)(out.bytes - progress->given);
}

static void advance(struct progress *progress, const struct zlib_stream *stream, struct span in, struct span out) {
    ASSERT(stream->next_in - span_at(in, 0) >= progress->taken &&
           stream->next_out - span_at(out, 0) >= progress->given);
    progress->taken = stream->next_in - span_at(in, 0);
    progress->given = stream->next_out - span_at(out, 0);
    ASSERT(progress->taken <= in.bytes && progress->given <= out.bytes);
}

// The bits that Inflater and Deflater take apart: 31 for what was taken, 31 for what was written, and two more.
static s64 result_of(const struct progress *progress, bool finished, bool other) {
    ASSERT((u64)progress->taken <= INT32_MAX && (u64)progress->given <= INT32_MAX);
    return (s64)((u64)progress->taken | (u64)progress->given << 31 | (u64)finished << 62 | (u64)other << 63);
}

// In pieces, between which others run.
static s32 checksum(struct thread *thread, u32 (*add)(u32 sum, const u8 *bytes, u32 count), s32 sum, struct span of) {
    u32 result = (u32)sum;
    for (s64 done = 0, piece; done < of.bytes; done += piece) {
        piece = (u32)scheduler_piece((u64)(of.bytes - done));
        ASSERT(piece > 0 && piece <= of.bytes - done);
        result = add(result, span_at(of, done), (u32)piece);
        scheduler_poll_native(thread);
    }
    return (s32)result;
}

// ---- Inflater

static s64 inflater_init(struct thread *thread, s32 bare) {
    s32 status;
    struct zlib_stream *stream = zlib_inflate_new(bare, &status);
    if (!stream) throw_status(thread, NULL, status);
    return (s64)(uintptr_t)stream;
}

// Even a few bytes of input may be long work: a block that holds nothing still has tables to be made. A byte of output
// may take some twenty instructions.
#define INFLATED_IN_BYTES (2 * KIB)
#define INFLATED_OUT_BYTES (64 * KIB)

static u32 lesser(u32 a, u32 b) { return a < b ? a : b; }

// Does what one call would, which goes on until the input is used up or the output is full. Both are passed in pieces:
// the output may be a thousand times as long as the input.
static s32 inflate_pieces(struct thread *thread, struct zlib_stream *stream, struct span in, struct span out,
                          struct progress *progress) {
    for (;;) {
        open_spans(stream, in, out, progress);
        stream->available_in = lesser(stream->available_in, INFLATED_IN_BYTES);
        stream->available_out = lesser(stream->available_out, INFLATED_OUT_BYTES);
        s32 status = zlib_inflate(stream);
        bool is_first = !progress->taken && !progress->given;
        advance(progress, stream, in, out);
        if (status == ZLIB_BUFFER_ERROR && !is_first) return ZLIB_OK;
        bool more = (stream->available_in == 0 && progress->taken < in.bytes) ||
                    (stream->available_out == 0 && progress->given < out.bytes);
        if (status != ZLIB_OK || !more) return status;
        scheduler_poll_native(thread);
    }
}

static s64 inflate_spans(struct thread *thread, handle inflater, s64 address, struct span in, struct span out) {
    struct zlib_stream *stream = stream_at(address);
    struct progress progress = {0, 0};
    s32 status = inflate_pieces(thread, stream, in, out, &progress);
    switch (status) {
    case ZLIB_OK:
    case ZLIB_STREAM_END:
    case ZLIB_NEED_DICTIONARY: return result_of(&progress, status == ZLIB_STREAM_END, status == ZLIB_NEED_DICTIONARY);
    case ZLIB_BUFFER_ERROR: return 0;
    case ZLIB_DATA_ERROR:
        java_set_int(*inflater, FIELD_Inflater_inputConsumed, (s32)progress.taken);
        java_set_int(*inflater, FIELD_Inflater_outputConsumed, (s32)progress.given);
        throw_message(thread, "java/util/zip/DataFormatException", stream);
        return 0;
    default: throw_status(thread, stream, status); return 0;
    }
}

static s64 inflate_bytes_bytes(struct thread *thread, handle inflater, s64 address, handle in, s32 in_offset,
                               s32 in_bytes, handle out, s32 out_offset, s32 out_bytes) {
    return inflate_spans(thread, inflater, address, array_span(in, in_offset, in_bytes),
                         array_span(out, out_offset, out_bytes));
}

static s64 inflate_bytes_buffer(struct thread *thread, handle inflater, s64 address, handle in, s32 in_offset,
                                s32 in_bytes, s64 out, s32 out_bytes) {
    return inflate_spans(thread, inflater, address, array_span(in, in_offset, in_bytes), memory_span(out, out_bytes));
}

static s64 inflate_buffer_bytes(struct thread *thread, handle inflater, s64 address, s64 in, s32 in_bytes, handle out,
                                s32 out_offset, s32 out_bytes) {
    return inflate_spans(thread, inflater, address, memory_span(in, in_bytes), array_span(out, out_offset, out_bytes));
}

static s64 inflate_buffer_buffer(struct thread *thread, handle inflater, s64 address, s64 in, s32 in_bytes, s64 out,
                                 s32 out_bytes) {
    return inflate_spans(thread, inflater, address, memory_span(in, in_bytes), memory_span(out, out_bytes));
}

static void set_dictionary(struct thread *thread, struct zlib_stream *stream, struct span words, bool is_inflater) {
    u32 adler = (u32)checksum(thread, zlib_adler32, is_inflater ? 1 : (s32)stream->adler, words);
    s64 before = words.bytes > (s64)ZLIB_WINDOW_BYTES ? words.bytes - (s64)ZLIB_WINDOW_BYTES : 0;
    const u8 *last = span_at(words, before);
    u32 count = (u32)(words.bytes - before);
    s32 status = is_inflater ? zlib_inflate_set_dictionary(stream, last, count, adler)
                             : zlib_deflate_set_dictionary(stream, last, count, adler);
    if (status == ZLIB_STREAM_ERROR || status == ZLIB_DATA_ERROR) {
        throw_message(thread, "java/lang/IllegalArgumentException", stream);
    } else if (status != ZLIB_OK) {
        throw_status(thread, stream, status);
    }
}

static void inflater_dictionary(struct thread *thread, s64 address, handle array, s32 offset, s32 count) {
    set_dictionary(thread, stream_at(address), array_span(array, offset, count), true);
}

static void inflater_dictionary_buffer(struct thread *thread, s64 address, s64 bytes, s32 count) {
    set_dictionary(thread, stream_at(address), memory_span(bytes, count), true);
}

static void inflater_reset(struct thread *thread, s64 address) {
    s32 status = zlib_inflate_reset(stream_at(address));
    if (status != ZLIB_OK) throw_status(thread, NULL, status);
}

static s32 adler_of(s64 address) { return (s32)stream_at(address)->adler; }
static void end(s64 address) { zlib_free(stream_at(address)); }

// ---- Deflater

static s64 deflater_init(struct thread *thread, s32 level, s32 strategy, s32 bare) {
    s32 status;
    struct zlib_stream *stream = zlib_deflate_new(level, strategy, bare, &status);
    if (!stream && status == ZLIB_STREAM_ERROR) {
        throw_message(thread, "java/lang/IllegalArgumentException", NULL);
    } else if (!stream) {
        throw_status(thread, NULL, status);
    }
    return (s64)(uintptr_t)stream;
}

// Compresses the input but for its last piece, as one call with all of it would: zlib writes the same as long as only
// the last piece flushes. Between two pieces others run. ZLIB_BUFFER_ERROR: the output is full.
static s32 deflate_all_but_last(struct thread *thread, struct zlib_stream *stream, struct span in, struct span out,
                                struct progress *progress) {
    while (in.bytes - progress->taken > (s64)zlib_deflate_piece(stream)) {
        open_spans(stream, in, out, progress);
        stream->available_in = zlib_deflate_piece(stream);
        s32 status = zlib_deflate(stream, ZLIB_NO_FLUSH);
        bool is_full = stream->available_out == 0;
        advance(progress, stream, in, out);
        if (is_full || status != ZLIB_OK) return is_full ? ZLIB_BUFFER_ERROR : status;
        scheduler_poll_native(thread);
    }
    return ZLIB_OK;
}

// What has been taken so far is compressed by what was set before, and so is this call's input.
static s32 deflate_params(struct thread *thread, struct zlib_stream *stream, struct span in, struct span out,
                          s32 params, struct progress *progress) {
    s32 level = params >> 3, strategy = params >> 1 & 3, status = ZLIB_OK;
    if (zlib_deflate_params_compress(stream, level, strategy)) {
        status = deflate_all_but_last(thread, stream, in, out, progress);
    }
    if (status != ZLIB_OK) return status;
    open_spans(stream, in, out, progress);
    status = zlib_deflate_params(stream, level, strategy);
    advance(progress, stream, in, out);
    return status;
}

static s32 deflate_pieces(struct thread *thread, struct zlib_stream *stream, struct span in, struct span out, s32 flush,
                          struct progress *progress) {
    s32 status = deflate_all_but_last(thread, stream, in, out, progress);
    if (status != ZLIB_OK) return status == ZLIB_BUFFER_ERROR ? ZLIB_OK : status;
    bool is_first = progress->taken == 0;
    open_spans(stream, in, out, progress);
    status = zlib_deflate(stream, flush);
    advance(progress, stream, in, out);
    return status == ZLIB_BUFFER_ERROR && !is_first ? ZLIB_OK : status;
}

// `params`: bit 0 says that level and strategy have changed: the strategy is in bits 1 and 2, the level above them. The
// result's last bit says that they have yet to be set.
static s64 deflate_spans(struct thread *thread, s64 address, struct span in, struct span out, s32 flush, s32 params) {
    struct zlib_stream *stream = stream_at(address);
    struct progress progress = {0, 0};
    bool sets = params & 1;
    s32 status = sets ? deflate_params(thread, stream, in, out, params, &progress)
                      : deflate_pieces(thread, stream, in, out, flush, &progress);
    switch (status) {
    case ZLIB_OK: return result_of(&progress, false, false);
    case ZLIB_BUFFER_ERROR: return sets ? result_of(&progress, false, true) : 0;
    case ZLIB_STREAM_END:
        if (!sets) return result_of(&progress, true, false);
        // fall through
    default: throw_status(thread, stream, status); return 0;
    }
}

static s64 deflate_bytes_bytes(struct thread *thread, handle deflater, s64 address, handle in, s32 in_offset,
                               s32 in_bytes, handle out, s32 out_offset, s32 out_bytes, s32 flush, s32 params) {
    (void)deflater;
    return deflate_spans(thread, address, array_span(in, in_offset, in_bytes), array_span(out, out_offset, out_bytes),
                         flush, params);
}

static s64 deflate_bytes_buffer(struct thread *thread, handle deflater, s64 address, handle in, s32 in_offset,
                                s32 in_bytes, s64 out, s32 out_bytes, s32 flush, s32 params) {
    (void)deflater;
    return deflate_spans(thread, address, array_span(in, in_offset, in_bytes), memory_span(out, out_bytes), flush,
                         params);
}

static s64 deflate_buffer_bytes(struct thread *thread, handle deflater, s64 address, s64 in, s32 in_bytes, handle out,
                                s32 out_offset, s32 out_bytes, s32 flush, s32 params) {
    (void)deflater;
    return deflate_spans(thread, address, memory_span(in, in_bytes), array_span(out, out_offset, out_bytes), flush,
                         params);
}

static s64 deflate_buffer_buffer(struct thread *thread, handle deflater, s64 address, s64 in, s32 in_bytes, s64 out,
                                 s32 out_bytes, s32 flush, s32 params) {
    (void)deflater;
    return deflate_spans(thread, address, memory_span(in, in_bytes), memory_span(out, out_bytes), flush, params);
}

static void deflater_dictionary(struct thread *thread, s64 address, handle array, s32 offset, s32 count) {
    set_dictionary(thread, stream_at(address), array_span(array, offset, count), false);
}

static void deflater_dictionary_buffer(struct thread *thread, s64 address, s64 bytes, s32 count) {
    set_dictionary(thread, stream_at(address), memory_span(bytes, count), false);
}

static void deflater_reset(struct thread *thread, s64 address) {
    s32 status = zlib_deflate_reset(stream_at(address));
    if (status != ZLIB_OK) throw_status(thread, NULL, status);
}

// ---- Checksums. None of these is a leaf: a sample taken in zlib finds its way to Java by the anchor

static s32 crc_byte(struct thread *thread, s32 crc, s32 byte) {
    (void)thread;
    u8 one = low_u8(byte);
    return (s32)zlib_crc32((u32)crc, &one, 1);
}

static s32 crc_bytes(struct thread *thread, s32 crc, handle array, s32 offset, s32 count) {
    return checksum(thread, zlib_crc32, crc, array_span(array, offset, count));
}

static s32 crc_memory(struct thread *thread, s32 crc, s64 address, s32 offset, s32 count) {
    return checksum(thread, zlib_crc32, crc, memory_span(address + offset, count));
}

static s32 adler_byte(struct thread *thread, s32 adler, s32 byte) {
    (void)thread;
    u8 one = low_u8(byte);
    return (s32)zlib_adler32((u32)adler, &one, 1);
}

static s32 adler_bytes(struct thread *thread, s32 adler, handle array, s32 offset, s32 count) {
    return checksum(thread, zlib_adler32, adler, array_span(array, offset, count));
}

static s32 adler_memory(struct thread *thread, s32 adler, s64 address, s32 offset, s32 count) {
    return checksum(thread, zlib_adler32, adler, memory_span(address + offset, count));
}

static const struct native INFLATER[] = {
    HANDLE("init", "(Z)J", inflater_init),
    HANDLE("setDictionary", "(J[BII)V", inflater_dictionary),
    HANDLE("setDictionaryBuffer", "(JJI)V", inflater_dictionary_buffer),
    HANDLE("inflateBytesBytes", "(J[BII[BII)J", inflate_bytes_bytes),
    HANDLE("inflateBytesBuffer", "(J[BIIJI)J", inflate_bytes_buffer),
    HANDLE("inflateBufferBytes", "(JJI[BII)J", inflate_buffer_bytes),
    HANDLE("inflateBufferBuffer", "(JJIJI)J", inflate_buffer_buffer),
    LOCKED("getAdler", "(J)I", adler_of),
    HANDLE("reset", "(J)V", inflater_reset),
    LOCKED("end", "(J)V", end),
    NATIVES_END,
};
static const struct native DEFLATER[] = {
    HANDLE("init", "(IIZ)J", deflater_init),
    HANDLE("setDictionary", "(J[BII)V", deflater_dictionary),
    HANDLE("setDictionaryBuffer", "(JJI)V", deflater_dictionary_buffer),
    HANDLE("deflateBytesBytes", "(J[BII[BIIII)J", deflate_bytes_bytes),
    HANDLE("deflateBytesBuffer", "(J[BIIJIII)J", deflate_bytes_buffer),
    HANDLE("deflateBufferBytes", "(JJI[BIIII)J", deflate_buffer_bytes),
    HANDLE("deflateBufferBuffer", "(JJIJIII)J", deflate_buffer_buffer),
    LOCKED("getAdler", "(J)I", adler_of),
    HANDLE("reset", "(J)V", deflater_reset),
    LOCKED("end", "(J)V", end),
    NATIVES_END,
};
static const struct native CRC32[] = {
    HANDLE("update", "(II)I", crc_byte),
    HANDLE("updateBytes0", "(I[BII)I", crc_bytes),
    HANDLE("updateByteBuffer0", "(IJII)I", crc_memory),
    NATIVES_END,
};
static const struct native ADLER32[] = {
    HANDLE("update", "(II)I", adler_byte),
    HANDLE("updateBytes", "(I[BII)I", adler_bytes),
    HANDLE("updateByteBuffer", "(IJII)I", adler_memory),
    NATIVES_END,
};

const struct native_class natives_zip[] = {
    {"java/util/zip/Inflater", INFLATER},
    {"java/util/zip/Deflater", DEFLATER},
    {"java/util/zip/CRC32", CRC32},
    {"java/util/zip/Adler32", ADLER32},
    {NULL, NULL},
};
