// Widening of primitives by their bits (JLS 5.1.2), for reflection.
#include "kernel/run/values.h"

enum { RANK_NONE, RANK_BYTE, RANK_SHORT, RANK_CHAR, RANK_INT, RANK_LONG, RANK_FLOAT, RANK_DOUBLE };

static int rank_of(type_letter letter) {
    switch (letter) {
    case 'B': return RANK_BYTE;
    case 'S': return RANK_SHORT;
    case 'C': return RANK_CHAR;
    case 'I': return RANK_INT;
    case 'J': return RANK_LONG;
    case 'F': return RANK_FLOAT;
    case 'D': return RANK_DOUBLE;
    default: return RANK_NONE;
    }
}

static u64 double_bits(double value) {
    union {
        double value;
        u64 bits;
    } pun = {.value = value};
    return pun.bits;
}

static u64 float_bits(float value) {
    union {
        float value;
        u32 bits;
    } pun = {.value = value};
    return pun.bits;
}

static float float_of(u64 bits) {
    union {
        u32 bits;
        float value;
    } pun = {.bits = (u32)bits};
    return pun.value;
}

bool native_widen(type_letter from, type_letter to, u64 *bits) {
    if (from == to) return true;
    int source = rank_of(from), target = rank_of(to);
    if (source == RANK_NONE || target <= source || target == RANK_CHAR) return false;
    if (to == 'F') {
        *bits = float_bits((float)(s64)*bits);
    } else if (to == 'D') {
        *bits = from == 'F' ? double_bits(float_of(*bits)) : double_bits((double)(s64)*bits);
    }
    return true;
}
