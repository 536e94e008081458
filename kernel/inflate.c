// Decompression of DEFLATE. See kernel/inflate.h.
//
// A state machine, so that it can stop anywhere for want of input or room. Each step takes its bits only when all of them are there, and a byte of input is
// taken only when a step cannot do without it: so nothing behind the stream's end is taken.
#include "kernel/inflate.h"

#include "kernel/string.h"

enum state {
    STATE_WRAPPER, STATE_BLOCK, STATE_STORED_LENGTH, STATE_STORED, STATE_COUNTS, STATE_CODE_LENGTHS, STATE_LENGTHS,
    STATE_SYMBOL, STATE_LENGTH_EXTRA, STATE_DISTANCE, STATE_DISTANCE_EXTRA, STATE_COPY, STATE_CHECK, STATE_DONE, STATE_BROKEN,
};

struct cursor {
    const u8 *in, *in_end;
    u8 *out, *out_end;
    u8 *out_start;
};

#define NEED_MORE (-1)
#define NO_CODE (-2)

static const u16 LENGTH_BASE[] = {3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
static const u8 LENGTH_EXTRA[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
static const u16 DISTANCE_BASE[] = {1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
                                    8193, 12289, 16385, 24577};
static const u8 DISTANCE_EXTRA[] = {0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};
static const u8 CODE_LENGTH_ORDER[] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

void inflate_init(struct inflate *inflate, bool wrapped) {
    memset(inflate, 0, offsetof(struct inflate, window));
    inflate->wrapped = wrapped;
    inflate->state = wrapped ? STATE_WRAPPER : STATE_BLOCK;
    inflate->adler = 1;
}

static void fail(struct inflate *inflate, const char *error) {
    inflate->error = error;
    inflate->state = STATE_BROKEN;
}

// ---- Bits

static bool have_bits(struct inflate *inflate, struct cursor *cursor, u32 count) {
    while (inflate->bit_count < count) {
        if (cursor->in == cursor->in_end) return false;
        inflate->bits |= (u64)*cursor->in++ << inflate->bit_count;
        inflate->bit_count += 8;
    }
    return true;
}

static u32 take_bits(struct inflate *inflate, u32 count) {
    u32 value = (u32)(inflate->bits & ((1ull << count) - 1));
    inflate->bits >>= count;
    inflate->bit_count -= count;
    return value;
}

// ---- Codes

// False: the lengths are no prefix code. One that is not complete is one only if it has a single code, of one bit (RFC 1951, 3.2.7).
static bool code_build(struct inflate_code *code, const u8 *lengths, u32 symbols) {
    u16 offsets[INFLATE_MAX_CODE_BITS + 2] = {0};
    u16 next[INFLATE_MAX_CODE_BITS + 2] = {0};
    memset(code, 0, sizeof(*code));
    for (u32 i = 0; i < symbols; i++) code->count[lengths[i]]++;
    code->count[0] = 0;
    s32 left = 1;
    u32 used = 0;
    for (u32 length = 1; length <= INFLATE_MAX_CODE_BITS; length++) {
        left = 2 * left - code->count[length];
        if (left < 0) return false;
        offsets[length + 1] = (u16)(offsets[length] + code->count[length]);
        next[length + 1] = (u16)((next[length] + code->count[length]) << 1);
        used += code->count[length];
    }
    if (left > 0 && !(used == 1 && code->count[1] == 1) && used != 0) return false;
    for (u32 i = 0; i < symbols; i++) {
        u32 length = lengths[i];
        if (!length) continue;
        code->symbol[offsets[length]++] = (u16)i;
        u32 bits = next[length]++;
        if (length > INFLATE_FAST_BITS) continue;
        u32 reversed = 0;
        for (u32 bit = 0; bit < length; bit++) reversed |= (bits >> bit & 1) << (length - 1 - bit);
        for (; reversed < 1u << INFLATE_FAST_BITS; reversed += 1u << length) code->fast[reversed] = (u16)(i << 4 | length);
    }
    return true;
}

// The next symbol, or NEED_MORE, or NO_CODE.
static s32 code_decode(struct inflate *inflate, struct cursor *cursor, const struct inflate_code *code) {
    for (;;) {
        u16 entry = code->fast[inflate->bits & ((1u << INFLATE_FAST_BITS) - 1)];
        if (entry && (entry & 15u) <= inflate->bit_count) {
            take_bits(inflate, entry & 15);
            return entry >> 4;
        }
        if (inflate->bit_count >= INFLATE_FAST_BITS) break;
        if (!have_bits(inflate, cursor, inflate->bit_count + 1)) return NEED_MORE;
    }
    // Longer than the table: a canonical code of one length is a run of numbers, each length's beginning where the one before ended.
    s32 first = 0, index = 0, number = 0;
    for (u32 length = 1; length <= INFLATE_MAX_CODE_BITS; length++) {
        if (!have_bits(inflate, cursor, length)) return NEED_MORE;
        number |= (s32)(inflate->bits >> (length - 1) & 1);
        s32 count = code->count[length];
        if (number - first < count) {
            take_bits(inflate, length);
            return code->symbol[index + number - first];
        }
        index += count;
        first = (first + count) << 1;
        number <<= 1;
    }
    return NO_CODE;
}

// ---- Output

static void put_byte(struct inflate *inflate, struct cursor *cursor, u8 byte) {
    *cursor->out++ = byte;
    inflate->window[inflate->window_at] = byte;
    inflate->window_at = (inflate->window_at + 1) % INFLATE_WINDOW_BYTES;
    if (inflate->window_used < INFLATE_WINDOW_BYTES) inflate->window_used++;
}

// ---- Steps: each returns false when it needs more input or room

static bool step_wrapper(struct inflate *inflate, struct cursor *cursor, bool *dictionary) {
    if (!have_bits(inflate, cursor, 16)) return false;
    u32 method = (u32)inflate->bits & 0xff, flags = (u32)inflate->bits >> 8 & 0xff;
    if ((method << 8 | flags) % 31) fail(inflate, "incorrect header check");
    else if ((method & 15) != 8) fail(inflate, "unknown compression method");
    else if (method >> 4 > 7) fail(inflate, "invalid window size");
    else if (flags & 0x20) *dictionary = true;
    else inflate->state = STATE_BLOCK;
    take_bits(inflate, 16);
    return !*dictionary;
}

static bool step_block(struct inflate *inflate, struct cursor *cursor) {
    if (inflate->last_block) {
        take_bits(inflate, inflate->bit_count % 8);
        inflate->state = inflate->wrapped ? STATE_CHECK : STATE_DONE;
        return true;
    }
    if (!have_bits(inflate, cursor, 3)) return false;
    inflate->last_block = take_bits(inflate, 1);
    switch (take_bits(inflate, 2)) {
        case 0:
            take_bits(inflate, inflate->bit_count % 8);
            inflate->state = STATE_STORED_LENGTH;
            return true;
        case 1:
            for (u32 i = 0; i < 288; i++) inflate->lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
            code_build(&inflate->literals, inflate->lengths, 288);
            memset(inflate->lengths, 5, 32);
            code_build(&inflate->distances, inflate->lengths, 32);
            inflate->state = STATE_SYMBOL;
            return true;
        case 2: inflate->state = STATE_COUNTS; return true;
        default: fail(inflate, "invalid block type"); return true;
    }
}

static bool step_stored_length(struct inflate *inflate, struct cursor *cursor) {
    if (!have_bits(inflate, cursor, 32)) return false;
    u32 length = take_bits(inflate, 16);
    if (take_bits(inflate, 16) != (length ^ 0xffff)) {
        fail(inflate, "invalid stored block lengths");
        return true;
    }
    inflate->stored_left = length;
    inflate->state = STATE_STORED;
    return true;
}

static bool step_stored(struct inflate *inflate, struct cursor *cursor) {
    for (; inflate->stored_left; inflate->stored_left--) {
        if (cursor->out == cursor->out_end || !have_bits(inflate, cursor, 8)) return false;
        put_byte(inflate, cursor, (u8)take_bits(inflate, 8));
    }
    inflate->state = STATE_BLOCK;
    return true;
}

static bool step_counts(struct inflate *inflate, struct cursor *cursor) {
    if (!have_bits(inflate, cursor, 14)) return false;
    inflate->length_codes = take_bits(inflate, 5) + 257;
    inflate->distance_codes = take_bits(inflate, 5) + 1;
    inflate->code_codes = take_bits(inflate, 4) + 4;
    inflate->have = 0;
    memset(inflate->lengths, 0, sizeof(inflate->lengths));
    if (inflate->length_codes > 286 || inflate->distance_codes > 30) fail(inflate, "too many length or distance symbols");
    else inflate->state = STATE_CODE_LENGTHS;
    return true;
}

static bool step_code_lengths(struct inflate *inflate, struct cursor *cursor) {
    for (; inflate->have < inflate->code_codes; inflate->have++) {
        if (!have_bits(inflate, cursor, 3)) return false;
        inflate->lengths[CODE_LENGTH_ORDER[inflate->have]] = (u8)take_bits(inflate, 3);
    }
    if (!code_build(&inflate->literals, inflate->lengths, 19)) {
        fail(inflate, "invalid code lengths set");
        return true;
    }
    inflate->have = 0;
    memset(inflate->lengths, 0, sizeof(inflate->lengths));
    inflate->state = STATE_LENGTHS;
    return true;
}

// One code length or a repetition of one. The symbol's bits stay in the buffer until its extra bits are there as well.
static bool read_length(struct inflate *inflate, struct cursor *cursor) {
    u64 bits = inflate->bits;
    u32 bit_count = inflate->bit_count;
    const u8 *in = cursor->in;
    s32 symbol = code_decode(inflate, cursor, &inflate->literals);
    u32 extra = symbol == 16 ? 2 : symbol == 17 ? 3 : symbol == 18 ? 7 : 0;
    if (symbol == NEED_MORE) return false;
    if (!have_bits(inflate, cursor, extra)) {
        // All input is taken: put the symbol back in front of it.
        for (; in < cursor->in; in++, bit_count += 8) bits |= (u64)*in << bit_count;
        inflate->bits = bits;
        inflate->bit_count = bit_count;
        return false;
    }
    if (symbol >= 0 && symbol < 16) {
        inflate->lengths[inflate->have++] = (u8)symbol;
        return true;
    }
    u32 total = inflate->length_codes + inflate->distance_codes;
    u32 repeat = take_bits(inflate, extra) + (symbol == 18 ? 11 : 3);
    if (symbol < 0 || repeat > total - inflate->have || (symbol == 16 && inflate->have == 0)) {
        fail(inflate, "invalid bit length repeat");
        return true;
    }
    u8 length = symbol == 16 ? inflate->lengths[inflate->have - 1] : 0;
    while (repeat--) inflate->lengths[inflate->have++] = length;
    return true;
}

static bool step_lengths(struct inflate *inflate, struct cursor *cursor) {
    while (inflate->have < inflate->length_codes + inflate->distance_codes) {
        if (!read_length(inflate, cursor)) return false;
        if (inflate->state == STATE_BROKEN) return true;
    }
    const u8 *lengths = inflate->lengths;
    if (lengths[256] == 0) fail(inflate, "invalid code -- missing end-of-block");
    else if (!code_build(&inflate->literals, lengths, inflate->length_codes)) fail(inflate, "invalid literal/lengths set");
    else if (!code_build(&inflate->distances, lengths + inflate->length_codes, inflate->distance_codes)) fail(inflate, "invalid distances set");
    else inflate->state = STATE_SYMBOL;
    return true;
}

static bool step_symbol(struct inflate *inflate, struct cursor *cursor) {
    for (;;) {
        if (cursor->out == cursor->out_end) return false;
        s32 symbol = code_decode(inflate, cursor, &inflate->literals);
        if (symbol == NEED_MORE) return false;
        if (symbol >= 0 && symbol < 256) {
            put_byte(inflate, cursor, (u8)symbol);
            continue;
        }
        if (symbol == 256) inflate->state = STATE_BLOCK;
        else if (symbol < 0 || symbol > 285) fail(inflate, "invalid literal/length code");
        else {
            inflate->match_length = (u32)symbol - 257;
            inflate->state = STATE_LENGTH_EXTRA;
        }
        return true;
    }
}

static bool step_match(struct inflate *inflate, struct cursor *cursor) {
    if (inflate->state == STATE_LENGTH_EXTRA) {
        u32 code = inflate->match_length;
        if (!have_bits(inflate, cursor, LENGTH_EXTRA[code])) return false;
        inflate->match_length = LENGTH_BASE[code] + take_bits(inflate, LENGTH_EXTRA[code]);
        inflate->state = STATE_DISTANCE;
    } else if (inflate->state == STATE_DISTANCE) {
        s32 symbol = code_decode(inflate, cursor, &inflate->distances);
        if (symbol == NEED_MORE) return false;
        if (symbol < 0 || symbol > 29) {
            fail(inflate, "invalid distance code");
            return true;
        }
        inflate->match_distance = (u32)symbol;
        inflate->state = STATE_DISTANCE_EXTRA;
    } else {
        u32 code = inflate->match_distance;
        if (!have_bits(inflate, cursor, DISTANCE_EXTRA[code])) return false;
        inflate->match_distance = DISTANCE_BASE[code] + take_bits(inflate, DISTANCE_EXTRA[code]);
        if (inflate->match_distance > inflate->window_used) fail(inflate, "invalid distance too far back");
        else inflate->state = STATE_COPY;
    }
    return true;
}

static bool step_copy(struct inflate *inflate, struct cursor *cursor) {
    for (; inflate->match_length; inflate->match_length--) {
        if (cursor->out == cursor->out_end) return false;
        u32 from = (inflate->window_at - inflate->match_distance) % INFLATE_WINDOW_BYTES;
        put_byte(inflate, cursor, inflate->window[from]);
    }
    inflate->state = STATE_SYMBOL;
    return true;
}

static bool step_check(struct inflate *inflate, struct cursor *cursor) {
    if (!have_bits(inflate, cursor, 32)) return false;
    u32 stored = __builtin_bswap32(take_bits(inflate, 32));
    u32 adler = checksum_adler32(inflate->adler, cursor->out_start, (size_t)(cursor->out - cursor->out_start));
    if (stored != adler) fail(inflate, "incorrect data check");
    else inflate->state = STATE_DONE;
    return true;
}

static bool step(struct inflate *inflate, struct cursor *cursor, bool *dictionary) {
    switch (inflate->state) {
        case STATE_WRAPPER: return step_wrapper(inflate, cursor, dictionary);
        case STATE_BLOCK: return step_block(inflate, cursor);
        case STATE_STORED_LENGTH: return step_stored_length(inflate, cursor);
        case STATE_STORED: return step_stored(inflate, cursor);
        case STATE_COUNTS: return step_counts(inflate, cursor);
        case STATE_CODE_LENGTHS: return step_code_lengths(inflate, cursor);
        case STATE_LENGTHS: return step_lengths(inflate, cursor);
        case STATE_SYMBOL: return step_symbol(inflate, cursor);
        case STATE_LENGTH_EXTRA: case STATE_DISTANCE: case STATE_DISTANCE_EXTRA: return step_match(inflate, cursor);
        case STATE_COPY: return step_copy(inflate, cursor);
        case STATE_CHECK: return step_check(inflate, cursor);
        default: return false;
    }
}

enum inflate_status inflate_run(struct inflate *inflate, const u8 **in, const u8 *in_end, u8 **out, u8 *out_end) {
    struct cursor cursor = {.in = *in, .in_end = in_end, .out = *out, .out_end = out_end, .out_start = *out};
    bool dictionary = false;
    while (step(inflate, &cursor, &dictionary)) {}
    if (inflate->wrapped) inflate->adler = checksum_adler32(inflate->adler, cursor.out_start, (size_t)(cursor.out - cursor.out_start));
    *in = cursor.in;
    *out = cursor.out;
    if (inflate->state == STATE_BROKEN) return INFLATE_BROKEN;
    if (dictionary) return INFLATE_NEEDS_DICTIONARY;
    return inflate->state == STATE_DONE ? INFLATE_DONE : INFLATE_MORE;
}

// ---- Checksums

u32 checksum_crc32(u32 crc, const u8 *bytes, size_t count) {
    static u32 table[256];
    if (!table[1]) {
        for (u32 i = 0; i < 256; i++) {
            u32 value = i;
            for (u32 bit = 0; bit < 8; bit++) value = value >> 1 ^ (value & 1 ? 0xedb88320u : 0);
            table[i] = value;
        }
    }
    crc = ~crc;
    for (size_t i = 0; i < count; i++) crc = table[(crc ^ bytes[i]) & 0xff] ^ crc >> 8;
    return ~crc;
}

u32 checksum_adler32(u32 adler, const u8 *bytes, size_t count) {
    u32 low = adler & 0xffff, high = adler >> 16;
    while (count) {
        size_t piece = count < 5552 ? count : 5552;  // the largest that cannot overflow 32 bits
        for (size_t i = 0; i < piece; i++) {
            low += bytes[i];
            high += low;
        }
        low %= 65521;
        high %= 65521;
        bytes += piece;
        count -= piece;
    }
    return high << 16 | low;
}
