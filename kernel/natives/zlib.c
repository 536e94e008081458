// Calls of zlib. See kernel/natives/zlib.h. Each stream has one piece of memory, from which zlib takes what it asks
// for: it asks only while the stream is made, and once more when inflating.
#include "kernel/natives/zlib.h"

#include "base/panic.h"
#include "base/string.h"
#include "kernel/core/foreign.h"
#include "kernel/core/scheduler.h"
#include "kernel/memory/scratch.h"
#include "log/log.h"

#define VERSION "1"    // the first digit is what zlib compares
#define DEFLATED 8     // Z_DEFLATED
#define WINDOW_BITS 15 // MAX_WBITS
#define MEMORY_LEVEL 8 // DEF_MEM_LEVEL: the JDK does not change it
#define SYNC_FLUSH 2   // Z_SYNC_FLUSH
#define USUAL_LEVEL 6u // Z_DEFAULT_COMPRESSION

// How long deflating a piece is to take, how much the first one has, and the least.
#define PIECE_NS 400000u
#define FIRST_PIECE KIB
#define SMALLEST_PIECE 8u
// How many earlier places all bytes of a piece may be compared with, each with CHAINS of its level.
#define COMPARED_MOST (64 * KIB)

// Sizes by zconf.h: deflate 2^(bits + 2) + 2^(level + 9), inflate 2^bits, and "a few kilobytes" for small objects.
#define DEFLATE_BYTES ((1u << (WINDOW_BITS + 2)) + (1u << (MEMORY_LEVEL + 9)) + 32 * KIB)
#define INFLATE_BYTES ((1u << WINDOW_BITS) + 16 * KIB)

struct arena {
    struct zlib_stream stream;
    bool is_bare;
    s32 level, strategy; // of a deflating stream
    bool has_deflated;   // since it was made or reset
    u32 piece;           // how many bytes are deflated at once
    u64 used, bytes;
    u8 memory[] __attribute__((aligned(16)));
};

int inflateInit2_(struct zlib_stream *, int, const char *, int), inflate(struct zlib_stream *, int),
    inflateReset(struct zlib_stream *);
int inflateSetDictionary(struct zlib_stream *, const u8 *, u32);
int deflateInit2_(struct zlib_stream *, int, int, int, int, int, const char *, int), deflate(struct zlib_stream *, int),
    deflateReset(struct zlib_stream *);
int deflateParams(struct zlib_stream *, int, int), deflateSetDictionary(struct zlib_stream *, const u8 *, u32);
u64 crc32(u64, const u8 *, u32), adler32(u64, const u8 *, u32);

static u64 number(const void *pointer) { return (u64)(uintptr_t)pointer; }

// ---- Called by zlib: nothing here may use the thread

static void *arena_allocate(void *memory, u32 items, u32 bytes) {
    struct arena *arena = memory;
    u64 wanted = ALIGN_UP((u64)items * bytes, 16ull);
    if (wanted > arena->bytes - arena->used) return NULL;
    arena->used += wanted;
    return arena->memory + arena->used - wanted;
}

static void arena_release(void *memory, void *piece) {
    (void)memory;
    (void)piece;
}

// What zlib's own allocator, which is never used, would call.
void *malloc(size_t bytes);
void free(void *memory);
_Noreturn void __stack_chk_fail(void);
void *malloc(size_t bytes) {
    (void)bytes;
    return NULL;
}
void free(void *memory) { (void)memory; }
void __stack_chk_fail(void) {
    foreign_interrupted(); // the thread, for the panic
    panic("zlib wrote over its stack");
}

// ---- Making

static struct arena *arena_new(u64 bytes) {
    struct arena *arena = thread_native_alloc(sizeof(*arena) + bytes);
    if (!arena) return NULL;
    memset(arena, 0, sizeof(*arena));
    arena->bytes = bytes;
    arena->stream.memory = arena;
    arena->stream.allocate = arena_allocate;
    arena->stream.release = arena_release;
    return arena;
}

static u32 level_of(s32 level) { return level < 0 ? USUAL_LEVEL : (u32)level; }

// With how many earlier places zlib compares each place of the input, by deflate.c's table (max_chain).
static const u16 CHAINS[] = {0, 4, 5, 6, 16, 32, 128, 256, 1024, 4096};

// At level 0 blocks are as long as what is given at once.
static u32 piece_most(s32 level) {
    u32 number = level_of(level);
    ASSERT(number < COUNT_OF(CHAINS));
    return number == 0 ? SCHEDULER_PIECE_BYTES : (u32)COMPARED_MOST / CHAINS[number];
}

static u32 first_piece(s32 level) {
    u32 most = piece_most(level);
    return level_of(level) != 0 && most > FIRST_PIECE ? (u32)FIRST_PIECE : most;
}

static struct zlib_stream *made(struct arena *arena, s32 status) {
    if (arena && status == ZLIB_OK) return &arena->stream;
    native_free(arena);
    return NULL;
}

struct zlib_stream *zlib_inflate_new(bool bare, s32 *status) {
    struct arena *arena = arena_new(INFLATE_BYTES);
    *status = ZLIB_MEMORY_ERROR;
    if (!arena) return NULL;
    s32 bits = bare ? -WINDOW_BITS : WINDOW_BITS;
    u64 arguments[8] = {number(&arena->stream), (u64)bits, number(VERSION), sizeof(arena->stream)};
    *status = (s32)foreign_call(inflateInit2_, arguments);
    arena->is_bare = bare;
    return made(arena, *status);
}

struct zlib_stream *zlib_deflate_new(s32 level, s32 strategy, bool bare, s32 *status) {
    struct arena *arena = arena_new(DEFLATE_BYTES);
    *status = ZLIB_MEMORY_ERROR;
    if (!arena) return NULL;
    s32 bits = bare ? -WINDOW_BITS : WINDOW_BITS;
    u64 arguments[8] = {number(&arena->stream), (u64)level,    DEFLATED,        (u64)bits,
                        MEMORY_LEVEL,           (u64)strategy, number(VERSION), sizeof(arena->stream)};
    *status = (s32)foreign_call(deflateInit2_, arguments);
    arena->is_bare = bare;
    arena->level = level;
    arena->strategy = strategy;
    arena->piece = first_piece(level);
    return made(arena, *status);
}

void zlib_free(struct zlib_stream *stream) { native_free(stream); } // the stream is the beginning of its arena

// ---- Using

static struct arena *arena_of(const struct zlib_stream *stream) { return (struct arena *)(uintptr_t)stream; }

static s32 call(void *function, struct zlib_stream *stream, u64 second, u64 third) {
    return (s32)foreign_call(function, (u64[8]){number(stream), second, third});
}

s32 zlib_inflate(struct zlib_stream *stream) { return call(inflate, stream, SYNC_FLUSH, 0); }
s32 zlib_inflate_reset(struct zlib_stream *stream) { return call(inflateReset, stream, 0, 0); }

// ---- Deflating

// By deflate.c's table: 0 stores, 1 to 3 look for matches fast, the others slowly.
static u32 method_of(s32 level) { return level_of(level) == 0 ? 0 : level_of(level) <= 3 ? 1 : 2; }

// The work for a byte depends on the level, and on what came before it: at level 9 it is from some 20 to 100,000
// instructions. So a piece is as long as the last one's time allows, but no longer than the level's hardest bytes do,
// for what follows need not be like it. What zlib keeps back until more input comes, some 260 bytes, is one piece when
// none does: no call of zlib divides it.
u32 zlib_deflate_piece(const struct zlib_stream *stream) { return arena_of(stream)->piece; }

static void choose_piece(struct arena *arena, u32 taken, u64 ticks) {
    if (level_of(arena->level) == 0) return;
    u64 wanted = log_ticks_of_ns(PIECE_NS);
    if (ticks > wanted && arena->piece > SMALLEST_PIECE) arena->piece /= ticks > 8 * wanted ? 8 : 2;
    if (arena->piece < SMALLEST_PIECE) arena->piece = SMALLEST_PIECE;
    if (taken >= arena->piece && ticks < wanted / 4 && arena->piece <= piece_most(arena->level) / 2) arena->piece *= 2;
    ASSERT(arena->piece >= SMALLEST_PIECE && arena->piece <= piece_most(arena->level));
}

s32 zlib_deflate(struct zlib_stream *stream, s32 flush) {
    struct arena *arena = arena_of(stream);
    u32 before = stream->available_in;
    u64 start_ticks = machine_ticks();
    arena->has_deflated = true;
    s32 status = call(deflate, stream, (u64)flush, 0);
    ASSERT(stream->available_in <= before);
    choose_piece(arena, before - stream->available_in, machine_ticks() - start_ticks);
    return status;
}

bool zlib_deflate_params_compress(struct zlib_stream *stream, s32 level, s32 strategy) {
    const struct arena *arena = arena_of(stream);
    return arena->has_deflated && (strategy != arena->strategy || method_of(level) != method_of(arena->level));
}

s32 zlib_deflate_params(struct zlib_stream *stream, s32 level, s32 strategy) {
    s32 status = call(deflateParams, stream, (u64)level, (u64)strategy);
    if (status != ZLIB_OK) return status;
    arena_of(stream)->level = level;
    arena_of(stream)->strategy = strategy;
    arena_of(stream)->piece = first_piece(level);
    return status;
}

s32 zlib_deflate_reset(struct zlib_stream *stream) {
    arena_of(stream)->has_deflated = false;
    return call(deflateReset, stream, 0, 0);
}

// ---- Dictionaries

// zlib compares the checksum of the bytes that it gets with the one that the stream asks for. It gets the last ones
// only, so the whole dictionary's checksum is compared here, and zlib finds that of the last bytes in its state.
s32 zlib_inflate_set_dictionary(struct zlib_stream *stream, const u8 *bytes, u32 count, u32 adler) {
    ASSERT(count <= ZLIB_WINDOW_BYTES);
    if (arena_of(stream)->is_bare) return call(inflateSetDictionary, stream, number(bytes), count);
    if (adler != stream->adler) return ZLIB_DATA_ERROR;
    struct zlib_inflating *state = stream->state;
    u64 check = state->check;
    if (check == adler) state->check = zlib_adler32(1, bytes, count);
    s32 status = call(inflateSetDictionary, stream, number(bytes), count);
    state->check = check;
    return status;
}

s32 zlib_deflate_set_dictionary(struct zlib_stream *stream, const u8 *bytes, u32 count, u32 adler) {
    ASSERT(count <= ZLIB_WINDOW_BYTES);
    s32 status = call(deflateSetDictionary, stream, number(bytes), count);
    if (status == ZLIB_OK && !arena_of(stream)->is_bare) stream->adler = adler;
    return status;
}

// ---- Checksums

u32 zlib_crc32(u32 crc, const u8 *bytes, u32 count) {
    return (u32)foreign_call(crc32, (u64[8]){crc, number(bytes), count});
}
u32 zlib_adler32(u32 adler, const u8 *bytes, u32 count) {
    return (u32)foreign_call(adler32, (u64[8]){adler, number(bytes), count});
}
