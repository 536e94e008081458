// Constant folding and simpler arithmetic; comparisons into the branches that use them. One sweep in reverse postorder:
// operands are simplified before their users. Floating point is not computed here, because the kernel keeps off SSE:
// bits are only moved.
#include "base/narrow.h"
#include "base/panic.h"
#include "translator/pass.h"

// 2.0, as bits.
#define FLOAT_TWO 0x40000000
#define DOUBLE_TWO 0x4000000000000000

struct fold {
    struct ssa_function *function;
    u32 *forward;
};

static struct ssa_instruction *at(const struct fold *fold, u32 value) { return ssa_at(fold->function, value); }
static u32 operand(const struct fold *fold, u32 value, u32 index) { return ssa_operand(fold->function, value, index); }
static bool is_constant(const struct fold *fold, u32 value) { return at(fold, value)->operation == SSA_CONSTANT; }
static bool is_integer(u8 type) { return type == TYPE_INT || type == TYPE_LONG; }
static u32 constant(struct fold *fold, u8 type, s64 integer) { return ssa_constant(fold->function, type, integer); }

static s64 shift(u8 operation, u8 type, s64 a, s64 count) {
    count &= type == TYPE_INT ? 31 : 63;
    switch (operation) {
    case SSA_SHL: return (s64)((u64)a << count);
    case SSA_SHR: return a >> count;
    default: return type == TYPE_INT ? (s64)((u32)a >> count) : (s64)((u64)a >> count);
    }
}

static s64 divide(u8 operation, s64 a, s64 b) {
    ASSERT(b); // fold_binary leaves a division by 0 to the check before it
    if (b == -1) return operation == SSA_DIV ? (s64) - (u64)a : 0;
    return operation == SSA_DIV ? a / b : a % b;
}

// ints arrive sign-extended, and ssa_constant cuts the result to the type.
static s64 compute(u8 operation, u8 type, s64 a, s64 b) {
    switch (operation) {
    case SSA_ADD: return (s64)((u64)a + (u64)b);
    case SSA_SUB: return (s64)((u64)a - (u64)b);
    case SSA_MUL: return (s64)((u64)a * (u64)b);
    case SSA_DIV:
    case SSA_REM: return divide(operation, a, b);
    case SSA_AND: return a & b;
    case SSA_OR: return a | b;
    case SSA_XOR: return a ^ b;
    case SSA_MIN: return a < b ? a : b;
    case SSA_MAX: return a > b ? a : b;
    default: return shift(operation, type, a, b);
    }
}

static u32 new_before(struct fold *fold, u32 position, enum ssa_operation operation, u8 type, u32 a, u32 b) {
    u32 value = ssa_add_instruction(fold->function, operation, type, 2);
    ssa_operands(fold->function, value)[0] = a;
    ssa_operands(fold->function, value)[1] = b;
    ssa_insert_before(fold->function, position, value);
    return value;
}

static u32 convert_before(struct fold *fold, u32 position, enum ssa_operation operation, u8 type, u32 a) {
    u32 value = ssa_add_instruction(fold->function, operation, type, 1);
    ssa_operands(fold->function, value)[0] = a;
    ssa_insert_before(fold->function, position, value);
    return value;
}

static void change(struct fold *fold, u32 value, enum ssa_operation operation, u32 a, u32 b) {
    ASSERT(at(fold, value)->operand_count == 2);
    at(fold, value)->operation = narrow_u8(operation);
    ssa_operands(fold->function, value)[0] = a;
    ssa_operands(fold->function, value)[1] = b;
}

// What must be added to a dividend before the shift that divides it by 2^log2, so that it rounds towards zero.
static u32 rounding(struct fold *fold, u32 value, u32 dividend, u32 log2) {
    u8 type = at(fold, value)->type;
    s64 bits = type == TYPE_INT ? 32 : 64;
    ASSERT(log2 && log2 < bits);
    u32 sign = new_before(fold, value, SSA_SHR, type, dividend, constant(fold, TYPE_INT, bits - 1));
    return new_before(fold, value, SSA_USHR, type, sign, constant(fold, TYPE_INT, bits - log2));
}

// x / 2^k and x % 2^k, k at least 1.
static void divide_by_power(struct fold *fold, u32 value, u32 dividend, s64 divisor) {
    u32 log2 = (u32)__builtin_ctzll((u64)divisor);
    u8 type = at(fold, value)->type;
    u32 sum = new_before(fold, value, SSA_ADD, type, dividend, rounding(fold, value, dividend, log2));
    if (at(fold, value)->operation == SSA_DIV) {
        change(fold, value, SSA_SHR, sum, constant(fold, TYPE_INT, log2));
    } else {
        change(fold, value, SSA_SUB, dividend,
               new_before(fold, value, SSA_AND, type, sum, constant(fold, type, -divisor)));
    }
}

// Whether an int is not negative, by what made it.
static bool is_natural(const struct fold *fold, u32 value) {
    const struct ssa_instruction *instruction = at(fold, value);
    switch (instruction->operation) {
    case SSA_ARRAY_LENGTH:
    case SSA_I2C: return true;
    case SSA_AND: return is_constant(fold, operand(fold, value, 1)) && at(fold, operand(fold, value, 1))->integer >= 0;
    default: return false;
    }
}

// x / d and x % d, ints, d at least 3 and no power of 2, with a product in place of the division: x / d rounded down is
// x * m >> k, if m is the least integer above 2^k / d and m * d - 2^k is at most 2^(k - 31); with 1 more for negative x
// it is rounded towards zero (Granlund and Montgomery, Division by Invariant Integers, 1994). m is below 2^32, so the
// product fits into a long.
static void divide_by_product(struct fold *fold, u32 value, u32 dividend, s64 divisor) {
    ASSERT(divisor > 2 && divisor <= INT32_MAX);
    u32 shift = 32;
    u64 factor = (1ull << shift) / (u64)divisor + 1;
    while (factor * (u64)divisor - (1ull << shift) > 1ull << (shift - 31)) {
        shift++;
        factor = (1ull << shift) / (u64)divisor + 1;
    }
    ASSERT(shift < 63 && factor <= UINT32_MAX);
    u32 wide = convert_before(fold, value, SSA_I2L, TYPE_LONG, dividend);
    u32 product = new_before(fold, value, SSA_MUL, TYPE_LONG, wide, constant(fold, TYPE_LONG, (s64)factor));
    u32 high = new_before(fold, value, SSA_SHR, TYPE_LONG, product, constant(fold, TYPE_INT, shift));
    bool is_quotient = at(fold, value)->operation == SSA_DIV;
    if (is_quotient && is_natural(fold, dividend)) {
        change(fold, value, SSA_L2I, high, 0);
        at(fold, value)->operand_count = 1;
        return;
    }
    u32 quotient = convert_before(fold, value, SSA_L2I, TYPE_INT, high);
    if (!is_natural(fold, dividend)) {
        u32 sign = new_before(fold, value, SSA_USHR, TYPE_INT, dividend, constant(fold, TYPE_INT, 31));
        if (is_quotient) {
            change(fold, value, SSA_ADD, quotient, sign);
            return;
        }
        quotient = new_before(fold, value, SSA_ADD, TYPE_INT, quotient, sign);
    }
    u32 whole = new_before(fold, value, SSA_MUL, TYPE_INT, quotient, constant(fold, TYPE_INT, divisor));
    change(fold, value, SSA_SUB, dividend, whole);
}

static bool is_power(s64 number) { return number > 1 && (number & (number - 1)) == 0; }

static void divide_by_constant(struct fold *fold, u32 value, u32 dividend, s64 divisor) {
    if (is_power(divisor)) {
        divide_by_power(fold, value, dividend, divisor);
    } else if (divisor > 2 && at(fold, value)->type == TYPE_INT) {
        divide_by_product(fold, value, dividend, divisor);
    }
}

// Whether the value is 0 or 1 by construction: conditions as values.
static bool is_bit(const struct fold *fold, u32 value) {
    const struct ssa_instruction *instruction = at(fold, value);
    if (instruction->operation == SSA_PHI) {
        for (u32 i = 0; i < instruction->operand_count; i++) {
            u32 from = operand(fold, value, i);
            if (!is_constant(fold, from) || (u64)at(fold, from)->integer > 1) return false;
        }
        return true;
    }
    return instruction->operation == SSA_INSTANCE_OF || instruction->operation == SSA_BYTES_EQUAL ||
           ((instruction->operation == SSA_LOAD || instruction->operation == SSA_LOAD_ELEMENT) &&
            instruction->kind == 'Z');
}

// a op constant: returns the value that it is equal to, or 0, perhaps after changing the instruction.
static u32 fold_with_constant(struct fold *fold, u32 value, u32 a, s64 b) {
    struct ssa_instruction *instruction = at(fold, value);
    u8 operation = instruction->operation, type = instruction->type;
    s64 count = b & (type == TYPE_INT ? 31 : 63);
    switch (operation) {
    case SSA_ADD:
    case SSA_OR:
    case SSA_XOR:
        if (b == 0) return a;
        break;
    case SSA_SUB:
        if (b == 0) return a;
        change(fold, value, SSA_ADD, a, constant(fold, type, (s64) - (u64)b));
        break;
    case SSA_AND:
        if (b == 0) return constant(fold, type, 0);
        if (b == -1 || (b == 1 && is_bit(fold, a))) return a;
        break;
    case SSA_MUL:
        if (b == 0) return constant(fold, type, 0);
        if (b == 1) return a;
        if (is_power(b)) change(fold, value, SSA_SHL, a, constant(fold, TYPE_INT, __builtin_ctzll((u64)b)));
        break;
    case SSA_DIV:
        if (b == 1) return a;
        divide_by_constant(fold, value, a, b);
        break;
    case SSA_REM:
        if (b == 1) return constant(fold, type, 0);
        divide_by_constant(fold, value, a, b);
        break;
    default:
        if (operation >= SSA_SHL && operation <= SSA_USHR && count == 0) return a;
    }
    return 0;
}

// (x + c) + d, and the like for and, or, xor.
static void reassociate(struct fold *fold, u32 value) {
    u8 operation = at(fold, value)->operation;
    if (operation != SSA_ADD && operation != SSA_AND && operation != SSA_OR && operation != SSA_XOR) return;
    u32 inner = operand(fold, value, 0), outer = operand(fold, value, 1);
    if (at(fold, inner)->operation != operation || !is_constant(fold, outer) ||
        !is_constant(fold, operand(fold, inner, 1))) {
        return;
    }
    u8 type = at(fold, value)->type;
    s64 both = compute(operation, type, at(fold, operand(fold, inner, 1))->integer, at(fold, outer)->integer);
    change(fold, value, operation, operand(fold, inner, 0), constant(fold, type, both));
}

static u32 fold_same_operands(struct fold *fold, u32 value, u32 a) {
    switch (at(fold, value)->operation) {
    case SSA_SUB:
    case SSA_XOR: return constant(fold, at(fold, value)->type, 0);
    case SSA_AND:
    case SSA_OR:
    case SSA_MIN:
    case SSA_MAX: return a;
    default: return 0;
    }
}

// Twice a float or double is it added to itself, bit for bit: both are exact, or the same infinity. An addition takes
// less time.
static u32 fold_floating(struct fold *fold, u32 value) {
    const struct ssa_instruction *instruction = at(fold, value);
    s64 two = instruction->type == TYPE_FLOAT ? FLOAT_TWO : DOUBLE_TWO;
    for (u32 i = 0; i < 2 && instruction->operation == SSA_MUL; i++) {
        const struct ssa_instruction *factor = at(fold, operand(fold, value, i));
        if (factor->operation != SSA_CONSTANT || factor->integer != two) continue;
        u32 doubled = operand(fold, value, 1 - i);
        change(fold, value, SSA_ADD, doubled, doubled);
    }
    return 0;
}

static u32 fold_binary(struct fold *fold, u32 value) {
    if (!is_integer(at(fold, value)->type)) return fold_floating(fold, value);
    u32 *operands = ssa_operands(fold->function, value), a = operands[0], b = operands[1];
    u8 operation = at(fold, value)->operation;
    if (is_constant(fold, a) && !is_constant(fold, b) && ssa_is_commutative(operation)) {
        operands[0] = b;
        operands[1] = a;
        a = operands[0];
        b = operands[1];
    }
    bool divides_by_zero = (operation == SSA_DIV || operation == SSA_REM) && at(fold, b)->integer == 0;
    if (is_constant(fold, a) && is_constant(fold, b) && !divides_by_zero) {
        return constant(fold, at(fold, value)->type,
                        compute(operation, at(fold, value)->type, at(fold, a)->integer, at(fold, b)->integer));
    }
    if (a == b) return fold_same_operands(fold, value, a);
    if (!is_constant(fold, b) || divides_by_zero) return 0;
    u32 simpler = fold_with_constant(fold, value, a, at(fold, b)->integer);
    if (simpler) return simpler;
    reassociate(fold, value);
    return 0;
}

// Whether the load brings its value into the range of the conversion.
static bool is_narrow_load(u8 kind, u8 conversion) {
    switch (kind) {
    case 'B': return conversion == SSA_I2B || conversion == SSA_I2S;
    case 'Z': return conversion != SSA_I2B; // zero-extended
    case 'C': return conversion == SSA_I2C;
    case 'S': return conversion == SSA_I2S;
    default: return false;
    }
}

static s64 converted(s64 number, u8 conversion) {
    ASSERT(conversion == SSA_I2B || conversion == SSA_I2C || conversion == SSA_I2S);
    return conversion == SSA_I2B ? (s8)number : conversion == SSA_I2C ? low_u16(number) : (s16)number;
}

// Whether the value is in the range of the conversion already; that of a phi, by what it stands for.
static bool is_narrow(const struct fold *fold, u32 value, u8 conversion) {
    const struct ssa_instruction *source = at(fold, value);
    switch (source->operation) {
    case SSA_CONSTANT: return converted(source->integer, conversion) == source->integer;
    case SSA_LOAD:
    case SSA_LOAD_ELEMENT: return is_narrow_load(source->kind, conversion);
    case SSA_AND: {
        const struct ssa_instruction *mask = at(fold, operand(fold, value, 1));
        return mask->operation == SSA_CONSTANT && mask->integer >= 0 &&
               converted(mask->integer, conversion) == mask->integer;
    }
    case SSA_PHI:
        for (u32 i = 0; i < source->operand_count; i++) {
            u32 from = operand(fold, value, i);
            if (at(fold, from)->operation == SSA_PHI || !is_narrow(fold, from, conversion)) return false;
        }
        return true;
    default: return source->operation == conversion;
    }
}

static u32 fold_conversion(struct fold *fold, u32 value) {
    u32 a = operand(fold, value, 0);
    const struct ssa_instruction *source = at(fold, a);
    u8 operation = at(fold, value)->operation, type = at(fold, value)->type;
    if (operation == SSA_L2I && (source->operation == SSA_I2L || source->operation == SSA_ZERO_EXTEND)) {
        return operand(fold, a, 0);
    }
    if (operation <= SSA_I2S && source->operation != SSA_CONSTANT && is_narrow(fold, a, operation)) return a;
    if (source->operation != SSA_CONSTANT) return 0;
    switch (operation) {
    case SSA_I2B:
    case SSA_I2C:
    case SSA_I2S: return constant(fold, type, converted(source->integer, operation));
    case SSA_I2L: return constant(fold, type, source->integer);
    case SSA_L2I: return constant(fold, type, (s32)source->integer);
    case SSA_ZERO_EXTEND: return constant(fold, type, (u32)source->integer);
    case SSA_BITS: return constant(fold, type, source->integer);
    default: return 0;
    }
}

static u32 fold_negation(struct fold *fold, u32 value) {
    u32 a = operand(fold, value, 0);
    u8 type = at(fold, value)->type;
    if (!is_integer(type) || !is_constant(fold, a)) return 0;
    return constant(fold, type, (s64) - (u64)at(fold, a)->integer);
}

static u32 fold_compare(struct fold *fold, u32 value) {
    u32 a = operand(fold, value, 0), b = operand(fold, value, 1);
    if (at(fold, a)->type != TYPE_LONG || !is_constant(fold, a) || !is_constant(fold, b)) return 0;
    s64 x = at(fold, a)->integer, y = at(fold, b)->integer;
    return constant(fold, TYPE_INT, (x > y) - (x < y));
}

static u32 fold_length(struct fold *fold, u32 value) {
    u32 array = operand(fold, value, 0);
    return at(fold, array)->operation == SSA_NEW_ARRAY ? operand(fold, array, 1) : 0;
}

// The class word of what has just been made.
static u32 fold_load(struct fold *fold, u32 value) {
    u32 object = operand(fold, value, 0);
    if (!pass_is_class_word(at(fold, value)) || at(fold, object)->operation != SSA_NEW) return 0;
    return is_constant(fold, operand(fold, object, 0)) ? operand(fold, object, 0) : 0;
}

static u32 fold_instance_of(struct fold *fold, u32 value) {
    const struct ssa_instruction *object = at(fold, operand(fold, value, 0));
    return object->operation == SSA_CONSTANT && object->integer == 0 ? constant(fold, TYPE_INT, 0) : 0;
}

// Whether a check cannot fail.
static bool always_passes(struct fold *fold, u32 value) {
    const struct ssa_instruction *a = at(fold, operand(fold, value, 0));
    bool is_null = a->operation == SSA_CONSTANT && a->integer == 0;
    switch (at(fold, value)->operation) {
    case SSA_CHECK_ZERO: return a->operation == SSA_CONSTANT && a->integer != 0;
    case SSA_CHECK_CAST:
        return is_null || (a->operation == SSA_NEW &&
                           ssa_operand(fold->function, operand(fold, value, 0), 0) == operand(fold, value, 1));
    case SSA_CHECK_STORE: {
        const struct ssa_instruction *stored = at(fold, operand(fold, value, 1));
        return stored->operation == SSA_CONSTANT && stored->integer == 0;
    }
    case SSA_CHECK_BOUNDS: {
        const struct ssa_instruction *length = at(fold, operand(fold, value, 1));
        return a->operation == SSA_CONSTANT && length->operation == SSA_CONSTANT && a->integer >= 0 &&
               a->integer < length->integer;
    }
    default: return false;
    }
}

// ---- Branches

static u8 swapped(u8 condition) {
    static const u8 table[] = {SSA_EQ, SSA_NE, SSA_GT, SSA_LE, SSA_LT, SSA_GE};
    return condition < COUNT_OF(table) ? table[condition] : condition;
}

// NaN compares as less or as greater: whether the condition then holds.
static bool holds_for_nan(u8 condition, u8 unordered) {
    if (condition == SSA_NE) return true;
    if (unordered == SSA_NAN_LESS) return condition == SSA_LT || condition == SSA_LE;
    return condition == SSA_GT || condition == SSA_GE;
}

static void fold_branch(struct fold *fold, u32 value) {
    struct ssa_instruction *branch = at(fold, value);
    u32 *operands = ssa_operands(fold->function, value);
    if (is_constant(fold, operands[0]) && !is_constant(fold, operands[1]) && branch->kind <= SSA_LE) {
        u32 first = operands[0];
        operands[0] = operands[1];
        operands[1] = first;
        branch->kind = swapped(branch->kind);
    }
    const struct ssa_instruction *compared = at(fold, operands[0]);
    bool against_zero = is_constant(fold, operands[1]) && at(fold, operands[1])->integer == 0;
    if (!against_zero) return;
    if (compared->operation == SSA_COMPARE) {
        u8 type = at(fold, operand(fold, operands[0], 0))->type;
        if (type != TYPE_LONG && holds_for_nan(branch->kind, compared->kind)) branch->flags |= SSA_NAN_TRUE;
        change(fold, value, branch->operation, operand(fold, operands[0], 0), operand(fold, operands[0], 1));
    } else if (compared->operation == SSA_IS && (branch->kind == SSA_EQ || branch->kind == SSA_NE)) {
        branch->kind = branch->kind == SSA_NE ? compared->kind : compared->kind ^ 1;
        change(fold, value, branch->operation, operand(fold, operands[0], 0), operand(fold, operands[0], 1));
    }
}

static u32 fold_instruction(struct fold *fold, u32 value) {
    switch (at(fold, value)->operation) {
    case SSA_ADD:
    case SSA_SUB:
    case SSA_MUL:
    case SSA_DIV:
    case SSA_REM:
    case SSA_AND:
    case SSA_OR:
    case SSA_XOR:
    case SSA_SHL:
    case SSA_SHR:
    case SSA_USHR:
    case SSA_MIN:
    case SSA_MAX: return fold_binary(fold, value);
    case SSA_NEG: return fold_negation(fold, value);
    case SSA_I2B:
    case SSA_I2C:
    case SSA_I2S:
    case SSA_I2L:
    case SSA_L2I:
    case SSA_ZERO_EXTEND:
    case SSA_BITS: return fold_conversion(fold, value);
    case SSA_COMPARE: return fold_compare(fold, value);
    case SSA_LOAD: return fold_load(fold, value);
    case SSA_ARRAY_LENGTH: return fold_length(fold, value);
    case SSA_INSTANCE_OF: return fold_instance_of(fold, value);
    case SSA_BRANCH: fold_branch(fold, value); return 0;
    default: return 0;
    }
}

void pass_fold(struct ssa_function *function) {
    u32 room = function->instruction_count + function->instruction_count / 2 + 64;
    struct fold fold = {function, ARENA_ARRAY(function->arena, u32, room)};
    for (u32 i = 0; i < function->order_count; i++) {
        for (u32 value = ssa_block_at(function, function->order[i])->first, next; value; value = next) {
            next = ssa_at(function, value)->next;
            arena_poll(function->arena);
            if (ssa_at(function, value)->operation == SSA_PHI) continue;
            u32 *operands = ssa_operands(function, value);
            for (u32 j = 0; j < ssa_at(function, value)->operand_count; j++) {
                operands[j] = pass_resolve(fold.forward, operands[j]);
            }
            // What folding adds must fit into `forward`: at most eleven instructions for one.
            if (function->instruction_count + 11 < room) fold.forward[value] = fold_instruction(&fold, value);
            ASSERT(function->instruction_count <= room);
            if (ssa_properties[ssa_at(function, value)->operation] & SSA_THROWS &&
                ssa_at(function, value)->type == TYPE_VOID && ssa_at(function, value)->operand_count &&
                always_passes(&fold, value)) {
                ssa_unlink(function, value);
            }
        }
    }
    pass_apply_forward(function, fold.forward);
}
