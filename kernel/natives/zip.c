// java.util.zip: Inflater, CRC32, Adler32. An inflater's address is its struct inflate, in scratch memory.
#include "kernel/exception.h"
#include "kernel/inflate.h"
#include "kernel/java_fields.h"
#include "kernel/native.h"
#include "kernel/scratch.h"

// ---- Inflater

static s64 inflater_init(struct thread *thread, s32 bare) {
    struct inflate *inflate = scratch_alloc(sizeof(*inflate));
    if (inflate) inflate_init(inflate, !bare);
    else exception_throw(thread, "java/lang/OutOfMemoryError", NULL);
    return (s64)(uintptr_t)inflate;
}

static void inflater_reset(s64 address) {
    struct inflate *inflate = (struct inflate *)address;
    inflate_init(inflate, inflate->wrapped);
}

static void inflater_end(s64 address) { scratch_free((void *)address); }

static s32 inflater_adler(s64 address) { return (s32)((struct inflate *)address)->adler; }

// The result's bits, as Inflater.inflate takes them apart.
static s64 result_of(enum inflate_status status, s64 taken, s64 given) {
    u64 result = (u64)taken | (u64)given << 31;
    if (status == INFLATE_DONE) result |= 1ull << 62;
    if (status == INFLATE_NEEDS_DICTIONARY) result |= 1ull << 63;
    return (s64)result;
}

static s64 run(struct thread *thread, handle inflater, s64 address, const u8 *in, s32 in_bytes, u8 *out, s32 out_bytes) {
    struct inflate *inflate = (struct inflate *)address;
    const u8 *in_at = in;
    u8 *out_at = out;
    enum inflate_status status = inflate_run(inflate, &in_at, in + in_bytes, &out_at, out + out_bytes);
    if (status == INFLATE_BROKEN) {
        java_set_int(*inflater, FIELD_Inflater_inputConsumed, (s32)(in_at - in));
        java_set_int(*inflater, FIELD_Inflater_outputConsumed, (s32)(out_at - out));
        exception_throw(thread, "java/util/zip/DataFormatException", "%s", inflate->error);
        return 0;
    }
    return result_of(status, in_at - in, out_at - out);
}

// Java has checked the ranges.
static s64 inflate_bytes_bytes(struct thread *thread, handle inflater, s64 address, handle in, s32 in_offset, s32 in_bytes, handle out, s32 out_offset,
                               s32 out_bytes) {
    return run(thread, inflater, address, array_at(*in)->elements + in_offset, in_bytes, array_at(*out)->elements + out_offset, out_bytes);
}

static s64 inflate_bytes_buffer(struct thread *thread, handle inflater, s64 address, handle in, s32 in_offset, s32 in_bytes, s64 out, s32 out_bytes) {
    return run(thread, inflater, address, array_at(*in)->elements + in_offset, in_bytes, (u8 *)out, out_bytes);
}

static s64 inflate_buffer_bytes(struct thread *thread, handle inflater, s64 address, s64 in, s32 in_bytes, handle out, s32 out_offset, s32 out_bytes) {
    return run(thread, inflater, address, (const u8 *)in, in_bytes, array_at(*out)->elements + out_offset, out_bytes);
}

static s64 inflate_buffer_buffer(struct thread *thread, handle inflater, s64 address, s64 in, s32 in_bytes, s64 out, s32 out_bytes) {
    return run(thread, inflater, address, (const u8 *)in, in_bytes, (u8 *)out, out_bytes);
}

// ---- Checksums

static s32 crc_byte(s32 crc, s32 byte) {
    u8 one = (u8)byte;
    return (s32)checksum_crc32((u32)crc, &one, 1);
}

static s32 crc_bytes(s32 crc, ref array, s32 offset, s32 count) {
    return (s32)checksum_crc32((u32)crc, array_at(array)->elements + offset, (size_t)count);
}

static s32 crc_memory(s32 crc, s64 address, s32 offset, s32 count) {
    return (s32)checksum_crc32((u32)crc, (const u8 *)address + offset, (size_t)count);
}

static s32 adler_byte(s32 adler, s32 byte) {
    u8 one = (u8)byte;
    return (s32)checksum_adler32((u32)adler, &one, 1);
}

static s32 adler_bytes(s32 adler, ref array, s32 offset, s32 count) {
    return (s32)checksum_adler32((u32)adler, array_at(array)->elements + offset, (size_t)count);
}

static s32 adler_memory(s32 adler, s64 address, s32 offset, s32 count) {
    return (s32)checksum_adler32((u32)adler, (const u8 *)address + offset, (size_t)count);
}

static const struct native INFLATER[] = {
    HANDLE("init", "(Z)J", inflater_init),
    LEAF("reset", "(J)V", inflater_reset),
    LEAF("end", "(J)V", inflater_end),
    LEAF("getAdler", "(J)I", inflater_adler),
    HANDLE("inflateBytesBytes", NULL, inflate_bytes_bytes),
    HANDLE("inflateBytesBuffer", NULL, inflate_bytes_buffer),
    HANDLE("inflateBufferBytes", NULL, inflate_buffer_bytes),
    HANDLE("inflateBufferBuffer", NULL, inflate_buffer_buffer),
    NATIVES_END,
};
static const struct native CRC32[] = {
    LEAF("update", "(II)I", crc_byte),
    LEAF("updateBytes0", NULL, crc_bytes),
    LEAF("updateByteBuffer0", NULL, crc_memory),
    NATIVES_END,
};
static const struct native ADLER32[] = {
    LEAF("update", "(II)I", adler_byte),
    LEAF("updateBytes", NULL, adler_bytes),
    LEAF("updateByteBuffer", NULL, adler_memory),
    NATIVES_END,
};

const struct native_class natives_zip[] = {
    {"java/util/zip/Inflater", INFLATER}, {"java/util/zip/CRC32", CRC32}, {"java/util/zip/Adler32", ADLER32}, {NULL, NULL},
};
