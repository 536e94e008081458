// Translated code is run and compared with what its SSA form computes by definition (eval.h): random functions of all
// types under register pressure, with branches, loops whose phis change places, switches, memory, and calls with many
// arguments; once with the passes that code needs and once with all. `exec_test FIRST COUNT` runs other seeds than make
// test does. Exceptions, allocation and safepoints need the kernel: tests/random.t and tests/conformance.t.
#include "base/random.h"
#include "kernel/core/thread.h"
#include "tests/host/exec_run.h"
#include "tests/host/tap.h"
#include "translator/codespace.h"
#include "translator/emit.h"
#include "translator/pass.h"
#include "translator/test/eval.h"

#define CODE_BYTES (16u << 20)
#define POOL 512
#define PARAMETERS 24
#define AREA_BYTES 256u

// ---- Where code goes

static u64 code_next = CODE_START;

u64 codespace_reserve(const struct method *method, u32 bytes) {
    (void)method;
    u64 at = (code_next + 15) & ~15ull;
    if (at + bytes > CODE_START + CODE_BYTES) return 0;
    code_next = at + bytes;
    return at;
}
u8 *codespace_writable(u64 address) { return (u8 *)address; }
void codespace_publish(u64 address, u32 bytes) {
    (void)address;
    (void)bytes;
}
void *codespace_table(const struct method *method, size_t bytes) {
    (void)method;
    return model_alloc(bytes);
}

// ---- Leaf entries

s32 exec_f2i(float value) { return (s32)eval_saturate(value, false); }
s64 exec_f2l(float value) { return eval_saturate(value, true); }
s32 exec_d2i(double value) { return (s32)eval_saturate(value, false); }
s64 exec_d2l(double value) { return eval_saturate(value, true); }
float exec_frem(float a, float b) { return fmodf(a, b); }
double exec_drem(double a, double b) { return fmod(a, b); }

static void unexpected(void) {
    puts("not ok - translated code called an entry that it has no reason to call");
    exit(1);
}

// ---- Random numbers

static u64 random_state;

static u32 random_below(u32 n) { return (u32)(random_next(&random_state) >> 11) % n; }

static s64 random_bits(u8 type) {
    static const s64 longs[] = {0,          1,         -1,        2,         7,          31,
                                63,         64,        INT32_MAX, INT32_MIN, 0x80000000, -0x80000001ll,
                                0xffffffff, INT64_MAX, INT64_MIN, 1000000007};
    static const double doubles[] = {0.0,
                                     -0.0,
                                     1.0,
                                     -1.5,
                                     0.1,
                                     1e9,
                                     -3e9,
                                     9.3e18,
                                     -1e19,
                                     1e300,
                                     4.9e-324,
                                     2147483647.5,
                                     __builtin_nan(""),
                                     __builtin_inf(),
                                     -__builtin_inf()};
    switch (type) {
    case TYPE_INT: return (s32)(random_below(3) ? longs[random_below(COUNT_OF(longs))] : random_below(2000) - 1000);
    case TYPE_LONG:
        return random_below(3) ? longs[random_below(COUNT_OF(longs))] : (s64)(random_state * 0x9e3779b97f4a7c15ull);
    case TYPE_FLOAT: return (s64)eval_float_bits((float)doubles[random_below(COUNT_OF(doubles))]);
    default: return (s64)eval_double_bits(doubles[random_below(COUNT_OF(doubles))]);
    }
}

// ---- Making functions

struct maker {
    struct ssa_function *function;
    u32 block;
    u32 pool[TYPE_COUNT][POOL]; // values that dominate this place
    u32 counts[TYPE_COUNT];
    u32 left; // how many instructions are still wanted
    u32 depth;
};

struct callee {
    struct method *method;
    u8 types[PARAMETERS], result;
    u32 parameter_count;
};

static struct callee callees[3];
static u32 callee_count;
// an array's place: integers in its first half; floating-point numbers, whose NaNs have no definite bits, in the second
static u64 area;

static u32 append(struct maker *m, enum ssa_operation operation, u8 type, u32 count, const u32 *operands) {
    u32 value = ssa_add_instruction(m->function, operation, type, count);
    if (count) memcpy(ssa_operands(m->function, value), operands, count * sizeof(u32));
    ssa_append(m->function, m->block, value);
    return value;
}

static u32 keep(struct maker *m, u8 type, u32 value) {
    if (m->counts[type] < POOL) m->pool[type][m->counts[type]++] = value;
    return value;
}

static u32 random_value(struct maker *m, u8 type) {
    if (m->counts[type] == 0 || random_below(6) == 0) return ssa_constant(m->function, type, random_bits(type));
    u32 recent = m->counts[type] > 40 && random_below(2) ? m->counts[type] - 40 : 0;
    return m->pool[type][recent + random_below(m->counts[type] - recent)];
}

static u8 random_type(void) { return (u8)(TYPE_INT + random_below(4)); }

static void jump(struct maker *m, u32 to) {
    append(m, SSA_JUMP, TYPE_VOID, 0, NULL);
    ssa_set_successors(m->function, m->block, 1);
    ssa_successors(m->function, m->block)[0] = to;
    ssa_add_predecessor(m->function, to, m->block);
}

static void branch(struct maker *m, u8 type, u32 a, u32 b, u8 kind, u32 yes, u32 no) {
    u32 value = append(m, SSA_BRANCH, TYPE_VOID, 2, (u32[]){a, b});
    ssa_at(m->function, value)->kind = kind;
    if (type_is_xmm(type) && (kind == SSA_NE || (kind != SSA_EQ && random_below(2)))) {
        ssa_at(m->function, value)->flags |= SSA_NAN_TRUE;
    }
    ssa_set_successors(m->function, m->block, 2);
    ssa_successors(m->function, m->block)[0] = yes;
    ssa_successors(m->function, m->block)[1] = no;
    ssa_add_predecessor(m->function, yes, m->block);
    ssa_add_predecessor(m->function, no, m->block);
}

static void make_arithmetic(struct maker *m) {
    static const u8 integer[] = {SSA_ADD,  SSA_SUB, SSA_MUL, SSA_AND, SSA_OR,  SSA_XOR, SSA_SHL, SSA_SHR,
                                 SSA_USHR, SSA_MIN, SSA_MAX, SSA_DIV, SSA_REM, SSA_NEG, SSA_ABS, SSA_BYTE_SWAP};
    static const u8 floating[] = {SSA_ADD, SSA_SUB, SSA_MUL, SSA_DIV, SSA_ADD,
                                  SSA_SUB, SSA_REM, SSA_NEG, SSA_ABS, SSA_SQRT};
    u8 type = random_type();
    u8 operation =
        type_is_xmm(type) ? floating[random_below(COUNT_OF(floating))] : integer[random_below(COUNT_OF(integer))];
    bool is_unary = operation == SSA_NEG || operation == SSA_ABS || operation == SSA_SQRT || operation == SSA_BYTE_SWAP;
    bool is_shift = operation >= SSA_SHL && operation <= SSA_USHR;
    u32 operands[2] = {random_value(m, type), random_value(m, is_shift ? TYPE_INT : type)};
    if (!type_is_xmm(type) && (operation == SSA_DIV || operation == SSA_REM)) {
        static const s64 divisors[] = {-1, 3, 10, 641, 1000000007, 0x7fffffff, 64, -7};
        operands[1] = random_below(4)
                          ? append(m, SSA_OR, type, 2, (u32[]){operands[1], ssa_constant(m->function, type, 1)})
                          : ssa_constant(m->function, type, divisors[random_below(COUNT_OF(divisors))]);
    }
    keep(m, type, append(m, operation, type, is_unary ? 1 : 2, operands));
}

static void make_conversion(struct maker *m) {
    static const u8 from[] = {TYPE_INT,    TYPE_INT,    TYPE_INT,   TYPE_INT,   TYPE_LONG,  TYPE_INT,
                              TYPE_INT,    TYPE_INT,    TYPE_LONG,  TYPE_LONG,  TYPE_FLOAT, TYPE_FLOAT,
                              TYPE_DOUBLE, TYPE_DOUBLE, TYPE_FLOAT, TYPE_DOUBLE};
    static const u8 to[] = {TYPE_INT,   TYPE_INT,    TYPE_INT, TYPE_LONG, TYPE_INT, TYPE_LONG, TYPE_FLOAT,  TYPE_DOUBLE,
                            TYPE_FLOAT, TYPE_DOUBLE, TYPE_INT, TYPE_LONG, TYPE_INT, TYPE_LONG, TYPE_DOUBLE, TYPE_FLOAT};
    u32 which = random_below(COUNT_OF(from));
    keep(m, to[which],
         append(m, (enum ssa_operation)(SSA_I2B + which), to[which], 1, (u32[]){random_value(m, from[which])}));
}

static void make_comparison(struct maker *m) {
    u8 type = random_type();
    u32 operands[2] = {random_value(m, type), random_value(m, type)};
    bool three_way = type_is_xmm(type) || (type == TYPE_LONG && random_below(2));
    u32 value = append(m, three_way ? SSA_COMPARE : SSA_IS, TYPE_INT, 2, operands);
    ssa_at(m->function, value)->kind = (u8)random_below(three_way ? 2 : 6);
    keep(m, TYPE_INT, value);
}

static void make_access(struct maker *m) {
    static const char letters[] = "BCSZIJFD";
    char letter = letters[random_below(8)];
    u8 type = (u8)ssa_type_of_letter(letter);
    u32 size = model_field_bytes(letter), half = type_is_xmm(type) ? AREA_BYTES / 2 : 0;
    bool is_element = random_below(2), is_store = random_below(2);
    u32 base = random_below(3) ? m->pool[TYPE_REF][0] : ssa_constant(m->function, TYPE_INT, (s64)area),
        index = random_value(m, TYPE_INT), value;
    if (is_element) {
        base = m->pool[TYPE_REF][0];
        index = append(m, SSA_AND, TYPE_INT, 2, (u32[]){index, ssa_constant(m->function, TYPE_INT, 7)});
        if (half) {
            index = append(m, SSA_ADD, TYPE_INT, 2,
                           (u32[]){index, ssa_constant(m->function, TYPE_INT, (s64)(half / size))});
        }
    }
    if (is_store) {
        value =
            append(m, is_element ? SSA_STORE_ELEMENT : SSA_STORE, TYPE_VOID, is_element ? 3 : 2,
                   is_element ? (u32[]){base, index, random_value(m, type)} : (u32[]){base, random_value(m, type), 0});
    } else {
        value =
            keep(m, type,
                 append(m, is_element ? SSA_LOAD_ELEMENT : SSA_LOAD, type, is_element ? 2 : 1, (u32[]){base, index}));
    }
    ssa_at(m->function, value)->kind = (u8)letter;
    if (!is_element) ssa_at(m->function, value)->integer = ARRAY_ELEMENTS_OFFSET + half + size * random_below(8);
}

static void make_call(struct maker *m) {
    if (callee_count == 0 || m->depth > 2) return;
    const struct callee *callee = &callees[random_below(callee_count)];
    u32 operands[PARAMETERS];
    for (u32 i = 0; i < callee->parameter_count; i++) {
        operands[i] = callee->types[i] == TYPE_REF ? m->pool[TYPE_REF][0] : random_value(m, callee->types[i]);
    }
    u32 call = append(m, SSA_CALL_DIRECT, callee->result, callee->parameter_count, operands);
    ssa_at(m->function, call)->integer = (s64)method_address(callee->method);
    ssa_at(m->function, call)->site = m->function->entry_site;
    keep(m, callee->result, call);
}

static void make_part(struct maker *m, u32 count);

#define PHIS 7

// Phis of a block with two predecessors; operand 1 is filled in later.
static u32 make_phis(struct maker *m, u32 *phis, u8 *types, bool is_loop) {
    u32 count = 1 + random_below(PHIS);
    u8 one_type = random_below(2) ? random_type() : 0; // all of one type, so that they can change places
    for (u32 i = 0; i < count; i++) {
        types[i] = one_type ? one_type : random_type();
        u32 first = is_loop ? random_value(m, types[i]) : phis[i];
        phis[i] = append(m, SSA_PHI, types[i], 2, (u32[]){first, first});
    }
    return count;
}

static void make_choice(struct maker *m) {
    u32 yes = ssa_add_block(m->function), no = ssa_add_block(m->function), join = ssa_add_block(m->function),
        counts[TYPE_COUNT];
    u8 type = random_type(), types[PHIS], one_type = random_below(2) ? random_type() : 0;
    branch(m, type, random_value(m, type), random_value(m, type), (u8)random_below(6), yes, no);
    memcpy(counts, m->counts, sizeof(counts));
    u32 values[2][PHIS], count = 1 + random_below(PHIS);
    for (u32 i = 0; i < count; i++) types[i] = one_type ? one_type : random_type();
    for (u32 side = 0; side < 2; side++) {
        m->block = side ? no : yes;
        make_part(m, 1 + random_below(12));
        for (u32 i = 0; i < count; i++) values[side][i] = random_value(m, types[i]);
        jump(m, join);
        memcpy(m->counts, counts, sizeof(counts));
    }
    m->block = join;
    for (u32 i = 0; i < count; i++) {
        keep(m, types[i], append(m, SSA_PHI, types[i], 2, (u32[]){values[0][i], values[1][i]}));
    }
}

static void make_loop(struct maker *m) {
    u32 header = ssa_add_block(m->function), body = ssa_add_block(m->function), exit_block = ssa_add_block(m->function),
        phis[PHIS], counts[TYPE_COUNT];
    u8 types[PHIS];
    jump(m, header);
    m->block = header;
    u32 zero = ssa_constant(m->function, TYPE_INT, 0), counter = append(m, SSA_PHI, TYPE_INT, 2, (u32[]){zero, zero});
    u32 count = make_phis(m, phis, types, true);
    for (u32 i = 0; i < count; i++) keep(m, types[i], phis[i]);
    keep(m, TYPE_INT, counter);
    branch(m, TYPE_INT, counter, ssa_constant(m->function, TYPE_INT, 1 + random_below(5)), SSA_LT, body, exit_block);
    memcpy(counts, m->counts, sizeof(counts));
    m->block = body;
    make_part(m, 1 + random_below(14));
    for (u32 i = 0; i < count; i++) {
        u32 other = random_below(count); // a phi that moves to another phi's place, or something new
        u32 next = types[other] == types[i] && random_below(3) ? phis[other] : random_value(m, types[i]);
        ssa_operands(m->function, phis[i])[1] = next;
    }
    u32 next = append(m, SSA_ADD, TYPE_INT, 2, (u32[]){counter, ssa_constant(m->function, TYPE_INT, 1)});
    ssa_operands(m->function, counter)[1] = next;
    u32 poll = append(m, SSA_POLL, TYPE_VOID, 0, NULL);
    ssa_at(m->function, poll)->site = m->function->entry_site;
    jump(m, header);
    memcpy(m->counts, counts, sizeof(counts));
    m->block = exit_block;
}

#define CASES 9

static void make_switch(struct maker *m) {
    u32 count = 1 + random_below(CASES), join = ssa_add_block(m->function), targets[CASES + 1], values[CASES + 1],
        counts[TYPE_COUNT];
    for (u32 i = 0; i <= count; i++) targets[i] = ssa_add_block(m->function);
    u32 key =
        append(m, SSA_AND, TYPE_INT, 2, (u32[]){random_value(m, TYPE_INT), ssa_constant(m->function, TYPE_INT, 15)});
    u32 value = append(m, SSA_SWITCH, TYPE_VOID, 1, &key), keys = ssa_add_list(m->function, count);
    ssa_at(m->function, value)->packed = keys;
    for (u32 i = 0, at = 0; i < count; i++, at += 1 + random_below(3)) ssa_switch_keys(m->function, value)[i] = (s32)at;
    ssa_set_successors(m->function, m->block, count + 1);
    for (u32 i = 0; i <= count; i++) {
        ssa_successors(m->function, m->block)[i] = targets[i];
        ssa_add_predecessor(m->function, targets[i], m->block);
    }
    memcpy(counts, m->counts, sizeof(counts));
    u8 type = random_type();
    for (u32 i = 0; i <= count; i++) {
        m->block = targets[i];
        make_part(m, random_below(4));
        values[i] = random_value(m, type);
        jump(m, join);
        memcpy(m->counts, counts, sizeof(counts));
    }
    m->block = join;
    keep(m, type, append(m, SSA_PHI, type, count + 1, values));
}

static void make_part(struct maker *m, u32 count) {
    m->depth++;
    for (u32 i = 0; i < count; i++) {
        u32 kind = random_below(m->depth > 3 ? 76 : 100);
        if (kind < 45) {
            make_arithmetic(m);
        } else if (kind < 57) {
            make_conversion(m);
        } else if (kind < 63) {
            make_comparison(m);
        } else if (kind < 73) {
            make_access(m);
        } else if (kind < 76) {
            make_call(m);
        } else if (kind < 87) {
            make_choice(m);
        } else if (kind < 95) {
            make_loop(m);
        } else {
            make_switch(m);
        }
    }
    m->depth--;
}

// The result depends on much of what was computed, so that it all stays live until here.
static u32 make_result(struct maker *m, u8 type) {
    u32 sum = random_value(m, type);
    for (u32 i = 0; i < m->counts[type]; i += 1 + random_below(3)) {
        sum = append(m, type_is_xmm(type) || random_below(2) ? SSA_ADD : SSA_XOR, type, 2,
                     (u32[]){sum, m->pool[type][i]});
    }
    return sum;
}

// The first parameter is the receiver.
static void set_descriptor(struct callee *callee) {
    static const char *const letters[TYPE_COUNT] = {
        [TYPE_INT] = "I", [TYPE_LONG] = "J", [TYPE_FLOAT] = "F", [TYPE_DOUBLE] = "D", [TYPE_REF] = "LA;"};
    char text[4 * PARAMETERS + 8];
    size_t length = (size_t)snprintf(text, sizeof(text), "(");
    for (u32 i = 1; i < callee->parameter_count; i++) {
        length += (size_t)snprintf(text + length, sizeof(text) - length, "%s", letters[callee->types[i]]);
    }
    snprintf(text + length, sizeof(text) - length, ")%s", letters[callee->result]);
    callee->method->descriptor = symbol_of(text);
    callee->method->return_type = letters[callee->result][0];
}

static struct ssa_function *make_function(struct arena *arena, struct callee *callee) {
    struct maker m = {.function = ARENA_NEW(arena, struct ssa_function), .block = SSA_ENTRY_BLOCK};
    callee->method = model_alloc(sizeof(*callee->method));
    callee->method->name = symbol_of("f");
    ssa_init(m.function, arena, callee->method, 100);
    callee->parameter_count = 1 + random_below(PARAMETERS);
    callee->result = random_type();
    for (u32 i = 0; i < callee->parameter_count; i++) {
        callee->types[i] = i ? random_type() : TYPE_REF;
        u32 parameter = append(&m, SSA_PARAMETER, callee->types[i], 0, NULL);
        ssa_at(m.function, parameter)->integer = i;
        keep(&m, callee->types[i], parameter);
    }
    set_descriptor(callee);
    u32 body = ssa_add_block(m.function);
    jump(&m, body);
    m.block = body;
    make_part(&m, 5 + random_below(60));
    append(&m, SSA_RETURN, TYPE_VOID, 1, (u32[]){make_result(&m, callee->result)});
    return m.function;
}

// ---- Running

static struct thread thread;

static u64 run_eval(const struct callee *callee, struct ssa_function *function, const u64 *arguments) {
    u32 slot = method_address(callee->method) / 8 % EVAL_METHODS;
    while (eval.functions[slot].method && eval.functions[slot].method != callee->method) {
        slot = (slot + 1) % EVAL_METHODS;
    }
    eval.functions[slot].method = callee->method;
    eval.functions[slot].function = function;
    return eval_call(callee->method, arguments);
}

// The upper halves of ints and floats have no defined value.
static u64 run_code(const struct callee *callee, const u64 *arguments) {
    u64 stack[PARAMETERS];
    struct exec_state state = {.code = callee->method->entry, .thread = (u64)&thread, .stack = stack};
    struct argument_counter counter = {0};
    for (u32 i = 0; i < callee->parameter_count; i++) {
        u8 type = callee->types[i];
        u64 bits = type == TYPE_INT || type == TYPE_FLOAT ? arguments[i] | 0xdeadbeef00000000ull : arguments[i];
        u8 to = argument_next(&counter, type);
        if (to == LOCATION_SLOT) {
            stack[counter.stacks - 1] = bits;
        } else if (type_is_xmm(type)) {
            state.sse[counter.xmms - 1] = bits;
        } else {
            state.integer[counter.integers - 1] = bits;
        }
    }
    state.stack_count = counter.stacks;
    exec_run(&state);
    switch (callee->result) {
    case TYPE_INT: return (u32)state.rax;
    case TYPE_LONG: return state.rax;
    case TYPE_FLOAT: return (u32)state.xmm0;
    default: return state.xmm0;
    }
}

static bool same(u8 type, u64 a, u64 b) {
    if (type == TYPE_FLOAT) return a == b || (isnan(eval_float(a)) && isnan(eval_float(b)));
    return a == b || (type == TYPE_DOUBLE && isnan(eval_double(a)) && isnan(eval_double(b)));
}

static void fill_area(void) {
    struct array *array = array_at((ref)area);
    array->length = AREA_BYTES;
    for (u32 i = 0; i < AREA_BYTES; i++) array->elements[i] = i < AREA_BYTES / 2 ? (u8)(i * 37) : 0;
}

static const char *prepare(struct ssa_function *function, bool all_passes) {
    pass_order(function);
    if (all_passes) {
        pass_phis(function);
        pass_fold(function);
        pass_control(function);
        pass_guard(function);
        pass_number(function);
        function->again = true;
        pass_join(function);
        pass_traps(function);
        pass_unroll(function);
        pass_dead(function);
        pass_fresh(function);
    }
    pass_edges(function);
    if (!all_passes) ssa_count_uses(function);
    u32 where;
    return ssa_check(function, &where);
}

static bool run_seed(struct arena *arena, u64 seed, bool all_passes) {
    static const struct translate_options options = {.check = true};
    u8 *data = model.data_next;
    random_state = seed * 0x9e3779b97f4a7c15ull + 1;
    code_next = CODE_START;
    arena_reset(arena);
    eval_forget();
    bool passed = true;
    for (callee_count = 0; callee_count < COUNT_OF(callees) && passed; callee_count++) {
        struct callee *callee = &callees[callee_count];
        struct ssa_function *function = make_function(arena, callee);
        u64 arguments[3][PARAMETERS], expected[3], got;
        u8 memory[3][AREA_BYTES];
        for (u32 i = 0; i < 3; i++) {
            for (u32 j = 0; j < callee->parameter_count; j++) {
                arguments[i][j] = callee->types[j] == TYPE_REF ? area : (u64)random_bits(callee->types[j]);
                if (callee->types[j] == TYPE_INT) arguments[i][j] = (u32)arguments[i][j];
            }
            fill_area();
            eval.steps = 0;
            expected[i] = run_eval(callee, function, arguments[i]);
            memcpy(memory[i], array_at((ref)area)->elements, AREA_BYTES);
        }
        const char *error = prepare(function, all_passes);
        struct emitter *emitter = error ? NULL : emit_function(function, &options, &error);
        struct code *code = emitter ? emit_publish(emitter) : NULL;
        if (!code) {
            tap_note("seed %llu, function %u: %s", (unsigned long long)seed, callee_count, error ? error : "no code");
            passed = false;
            break;
        }
        callee->method->entry = code->start;
        for (u32 i = 0; i < 3; i++) {
            fill_area();
            got = run_code(callee, arguments[i]);
            bool memory_same = memcmp(memory[i], array_at((ref)area)->elements, AREA_BYTES / 2) == 0;
            if (same(callee->result, got, expected[i]) && memory_same) continue;
            tap_note("seed %llu, function %u, arguments %u: got %llx, expected %llx%s", (unsigned long long)seed,
                     callee_count, i, (unsigned long long)got, (unsigned long long)expected[i],
                     memory_same ? "" : ", and other memory");
            passed = false;
        }
    }
    memset(data, 0, (size_t)(model.data_next - data)); // tables are zeroed memory
    model.data_next = data;
    return passed;
}

// A byte of a boolean is more than 127.
static const u64 once_different[] = {101143};

int main(int count, char **arguments) {
    u64 first = count == 3 ? strtoull(arguments[1], NULL, 0) : 1,
        seeds = count == 3 ? strtoull(arguments[2], NULL, 0) : 100;
    model_start(NULL);
    eval_start();
    model_map(CODE_START, CODE_BYTES);
    if (mprotect((void *)CODE_START, CODE_BYTES, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) {
        puts("not ok - no executable memory below 2 GiB");
        return 1;
    }
    area = (u64)model.fixed_next;
    struct arena arena;
    size_t bytes = 1u << 26;
    arena_init(&arena, calloc(1, bytes), bytes, model_exhausted);
    for (u32 i = 0; i < ENTRY_COUNT; i++) thread.entries[i] = (u64)unexpected;
    thread.entries[ENTRY_f2i] = (u64)exec_entry_f2i;
    thread.entries[ENTRY_f2l] = (u64)exec_entry_f2l;
    thread.entries[ENTRY_d2i] = (u64)exec_entry_d2i;
    thread.entries[ENTRY_d2l] = (u64)exec_entry_d2l;
    thread.entries[ENTRY_frem] = (u64)exec_entry_frem;
    thread.entries[ENTRY_drem] = (u64)exec_entry_drem;
    for (u32 all_passes = 0; all_passes < 2; all_passes++) {
        u32 failed = 0;
        for (u64 seed = first; seed < first + seeds; seed++) failed += !run_seed(&arena, seed, all_passes);
        for (u32 i = 0; count != 3 && i < COUNT_OF(once_different); i++) {
            failed += !run_seed(&arena, once_different[i], all_passes);
        }
        tap_ok(failed == 0, "%llu random functions, %s: %u differ", (unsigned long long)seeds * COUNT_OF(callees),
               all_passes ? "all passes" : "no optional passes", failed);
    }
    return tap_done();
}
