// Numbers of 7 bits a byte: each comes back, takes as many bytes as it should, and what is cut off is broken.
#include "tap.h"

#include "base/layout.h"
#include "base/varint.h"

static const u64 numbers[] = {0, 1, 0x7f, 0x80, 0x3fff, 0x4000, UINT32_MAX, UINT64_MAX / 2, UINT64_MAX};
static const u32 bytes[] = {1, 1, 1, 2, 2, 3, 5, 9, 10};
static const s64 differences[] = {0, -1, 1, -64, 64, INT32_MIN, UINT32_MAX, -(s64)UINT32_MAX, INT64_MAX, INT64_MIN};

static void test_numbers(void) {
    for (u32 i = 0; i < COUNT_OF(numbers); i++) {
        u8 to[VARINT_BYTES_MOST];
        u32 size = (u32)(varint_put(to, numbers[i]) - to);
        struct varint_cursor whole = {to, to + size, false}, cut = {to, to + size - 1, false};
        tap_ok(size == bytes[i], "%llx takes %u bytes", (unsigned long long)numbers[i], bytes[i]);
        tap_ok(varint_get(&whole) == numbers[i] && whole.at == whole.end && !whole.is_broken, "and comes back");
        tap_ok(varint_get(&cut) == 0 && cut.is_broken, "but not without its last byte");
    }
}

static void test_differences(void) {
    u32 wrong = 0;
    for (u32 i = 0; i < COUNT_OF(differences); i++) {
        u8 to[VARINT_BYTES_MOST];
        struct varint_cursor from = {to, varint_put_signed(to, differences[i]), false};
        wrong += varint_get_signed(&from) != differences[i] || from.at != from.end;
    }
    tap_is_int(wrong, 0, "differences come back");
    u8 to[VARINT_BYTES_MOST];
    tap_ok(varint_put_signed(to, -64) == to + 1 && varint_put_signed(to, 64) == to + 2, "small ones take one byte");
    tap_ok(varint_put_signed(to, UINT32_MAX) == to + VARINT_U32_BYTES_MOST &&
               varint_put_signed(to, -(s64)UINT32_MAX) == to + VARINT_U32_BYTES_MOST,
           "those of two u32 take at most five");
}

static void test_endless(void) {
    u8 endless[2 * VARINT_BYTES_MOST];
    for (u32 i = 0; i < sizeof(endless); i++) endless[i] = 0x80;
    struct varint_cursor from = {endless, endless + sizeof(endless), false};
    tap_ok(varint_get(&from) == 0 && from.is_broken && from.at == from.end, "a number without an end is none");
}

int main(void) {
    test_numbers();
    test_differences();
    test_endless();
    return tap_done();
}
