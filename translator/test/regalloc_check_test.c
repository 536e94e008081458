// The checker of register allocation must be content with what the allocator makes, and find each mistake that is
// planted in it. The methods are the JDK's: with loops, calls, handlers, pressure on registers, and cold paths.
#include "kernel/core/thread.h"
#include "tests/host/tap.h"
#include "translator/codespace.h"
#include "translator/regalloc_check.h"
#include "translator/test/model.h"
#include "translator/translate.h"

u64 codespace_reserve(const struct method *method, u32 bytes) {
    (void)method;
    (void)bytes;
    return 0;
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

static struct arena work;
static struct allocator *a;
static struct frame_live frame_live;
static const char *method_name;

static const char *const methods[][2] = {
    {"java/util/HashMap", "putVal"},
    {"java/util/HashMap", "resize"},
    {"java/util/concurrent/ThreadPoolExecutor", "runWorker"},
    {"java/math/MutableBigInteger", "divideMagnitude"},
    {"java/util/Arrays", "copyOfRange"},
    {"java/lang/FdLibm$Pow", "compute"},
    {"java/util/TimSort", "mergeLo"},
};

// ---- Looking

static const char *check(void) {
    u8 *mark = arena_mark(&work);
    const char *finding = regalloc_check(a, &frame_live);
    static char text[512];
    snprintf(text, sizeof(text), "%s", finding ? finding : "");
    arena_release(&work, mark);
    return finding ? text : NULL;
}

static bool allocate(const char *class_name, const char *name) {
    static const struct translate_options options = {.check = true, .again = true};
    const char *error;
    struct class *class = model_class(class_name);
    method_name = name;
    for (u32 i = 0; class && i < class->method_count; i++) {
        if (strcmp(class->methods[i].name->text, name) != 0) continue;
        struct ssa_function *function = translate_to_ssa(&work, &class->methods[i], &options, &error);
        if (!function) return false;
        a = regalloc_run(function);
        frame_live_find(&frame_live, function);
        return true;
    }
    return false;
}

static const struct ssa_instruction *at(u32 value) { return ssa_at(a->function, value); }

static u32 next_value(u32 value) {
    const struct ssa_function *function = a->function;
    if (value == 0) return ssa_block_at(function, function->order[0])->first;
    if (at(value)->next) return at(value)->next;
    u32 position = ssa_block_at(function, at(value)->block)->position + 1;
    return position < function->order_count ? ssa_block_at(function, function->order[position])->first : 0;
}

#define FOR_EACH_VALUE(value) for (u32 value = next_value(0); value; value = next_value(value))

// ---- Counting what is planted and found

static u32 planted, found;
static char first_other[512]; // the first finding that does not say what is expected

static void begin_planting(void) {
    planted = found = 0;
    first_other[0] = 0;
}

static void is_found(const char *expected) {
    const char *finding = check();
    planted++;
    if (finding && strstr(finding, expected)) {
        found++;
    } else if (!first_other[0]) {
        snprintf(first_other, sizeof(first_other), "%s: expected \"%s\" in \"%s\"", method_name, expected,
                 finding ? finding : "no finding");
    }
}

static void end_planting(const char *what, u32 at_least) {
    tap_ok(planted >= at_least && found == planted, "%s: %u planted, %u found", what, planted, found);
    if (first_other[0]) tap_note("%s", first_other);
}

static void in_each_method(void (*plant)(void), const char *what, u32 at_least) {
    begin_planting();
    for (u32 i = 0; i < COUNT_OF(methods); i++) {
        if (allocate(methods[i][0], methods[i][1])) plant();
    }
    end_planting(what, at_least);
}

// ---- Mistakes

static bool has_operands(u32 value) {
    u8 operation = at(value)->operation;
    return operation != SSA_PHI && operation != SSA_CONSTANT;
}

static void swap_registers(void) {
    FOR_EACH_VALUE(value) {
        for (u32 i = 0; has_operands(value) && i < at(value)->operand_count; i++) {
            u8 *location = &a->operand_locations[a->allocations[value].operands + i], before = *location;
            char expected[64];
            if (before >= LOCATION_REGISTERS) continue;
            *location = before == RBX ? RSI : before < XMM0 ? RBX : before == XMM0 ? XMM0 + 1 : XMM0;
            snprintf(expected, sizeof(expected), ": expected v%u %s", ssa_operand(a->function, value, i),
                     ssa_operation_names[at(ssa_operand(a->function, value, i))->operation]);
            is_found(expected);
            *location = before;
        }
    }
}

static const u32 *map_of(u32 value) {
    bool has_map = ssa_properties[at(value)->operation] & SSA_SAFEPOINT && ssa_needs_site(at(value));
    return has_map ? &a->map_values[a->allocations[value].map] : NULL;
}

static void share_slots(void) {
    FOR_EACH_VALUE(value) {
        const u32 *map = map_of(value);
        if (!map || map[0] < 2) continue;
        u32 before = a->values[map[1]].slot;
        a->values[map[1]].slot = a->values[map[2]].slot;
        is_found("expected v");
        a->values[map[1]].slot = before;
    }
}

static void leave_out_of_map(void) {
    FOR_EACH_VALUE(value) {
        u32 *map = (u32 *)map_of(value);
        if (!map || map[0] == 0) continue;
        char expected[96];
        snprintf(expected, sizeof(expected), "v%u %s: a live reference that is not in the map, slot %u: expected v%u",
                 value, ssa_operation_names[at(value)->operation], a->values[map[map[0]]].slot, map[map[0]]);
        map[0]--;
        is_found(expected);
        map[0]++;
    }
}

static bool is_in_map_of_call(u32 value, u32 site) {
    const u32 *map = map_of(site);
    for (u32 i = 1; map && i <= map[0]; i++) {
        if (map[i] == value) return constraint_calls(a->function, site);
    }
    return false;
}

// A value that lives into the block of a call, which finds it in its slot.
static void leave_out_of_liveness(void) {
    for (u32 i = 0; i < a->global_count; i++) {
        u32 value = a->globals[i];
        bool is_mapped = false;
        FOR_EACH_VALUE(site) {
            bool lives = bit_is_set(a->live + (size_t)at(site)->block * a->words, i);
            is_mapped |= lives && is_in_map_of_call(value, site);
        }
        if (!is_mapped || !(a->values[value].flags & VALUE_STORED)) continue;
        size_t bytes = sizeof(u64) * a->words * a->function->block_count;
        u64 *before = malloc(bytes);
        memcpy(before, a->live, bytes);
        for (u32 block = 0; block < a->function->block_count; block++) {
            a->live[(size_t)block * a->words + i / 64] &= ~(1ull << i % 64);
        }
        is_found("v");
        memcpy(a->live, before, bytes);
        free(before);
    }
}

// A value that is dead, or no reference, in the place of one that lives.
static void put_into_map(void) {
    FOR_EACH_VALUE(value) {
        u32 *map = (u32 *)map_of(value);
        if (!map || map[0] == 0) continue;
        u32 before = map[1];
        map[1] = value;
        is_found("in the map, but not live");
        map[1] = before;
    }
}

static void forget_variables(void) {
    for (u32 set = 1; set < frame_live.set_count && frame_live.words; set++) {
        u32 *word = &frame_live.sets[(size_t)set * frame_live.words], before = *word;
        bool is_used = false;
        FOR_EACH_VALUE(value) { is_used |= ssa_needs_site(at(value)) && frame_live.at_site[value] == set; }
        if (before == 0 || !is_used) continue;
        *word &= before - 1;
        is_found("a frame variable");
        *word = before;
    }
}

static void store_too_late(void) {
    FOR_EACH_VALUE(value) {
        if (at(value)->operation != SSA_FRAME_STORE) continue;
        struct ssa_instruction *instruction = ssa_at(a->function, value);
        if (a->function->frame_variables[instruction->integer].type != TYPE_REF) continue;
        u32 stores = 0;
        FOR_EACH_VALUE(other) {
            stores += at(other)->operation == SSA_FRAME_STORE && at(other)->integer == instruction->integer;
        }
        const u32 *entry = frame_live_at_entry(&frame_live);
        if (stores != 1 || entry[instruction->integer / 32] >> instruction->integer % 32 & 1) continue;
        instruction->operation = SSA_MISS; // something else that returns nothing
        is_found("a frame variable");
        instruction->operation = SSA_FRAME_STORE;
    }
}

// The end of a predecessor claims that the phi's register has the operand already: its move is left out.
static void drop_phi_moves(void) {
    FOR_EACH_VALUE(phi) {
        u8 reg = a->allocations[phi].result;
        u32 block = at(phi)->block;
        if (at(phi)->operation != SSA_PHI || reg >= LOCATION_REGISTERS) continue;
        for (u32 edge = 0; edge < at(phi)->operand_count; edge++) {
            u32 operand = ssa_operand(a->function, phi, edge), from = ssa_predecessors(a->function, block)[edge];
            struct block_state *exit = &a->exits[from], before = *exit;
            if (exit->values[reg] == operand || !is_tracked(a->function, operand)) continue;
            u8 there = block_state_find(exit, operand);
            if (there != LOCATION_NONE) block_state_clear(exit, there);
            block_state_set(exit, reg, operand);
            char expected[96];
            snprintf(expected, sizeof(expected), "b%u to b%u: ", from, block);
            is_found(expected);
            *exit = before;
        }
    }
}

static void lose_recorded_moves(void) {
    for (u32 i = 0; i < a->move_count; i++) {
        struct register_move before = a->moves[i];
        bool is_reload = before.from == LOCATION_SLOT && before.to < LOCATION_REGISTERS;
        if (!is_reload) continue;
        a->moves[i].to = before.to < XMM0 ? SCRATCH : XMM0 + SCRATCH_XMM;
        is_found("moved to a register of another kind");
        a->moves[i] = before;
        a->moves[i].value = 0;
        a->moves[i].at = 0;
        is_found("a move that is never made");
        a->moves[i] = before;
    }
}

static void lose_stores(void) {
    FOR_EACH_VALUE(value) {
        if (!(a->values[value].flags & VALUE_STORED) || a->allocations[value].result >= LOCATION_REGISTERS) continue;
        bool is_mapped = false; // where no edge and no colder block may have stored it instead
        for (u32 site = value; site; site = at(site)->next) is_mapped |= is_in_map_of_call(value, site);
        if (!is_mapped) continue;
        a->values[value].flags &= (u8)~VALUE_STORED;
        is_found("expected v");
        a->values[value].flags |= VALUE_STORED;
    }
}

// Whether it is an operand in this register before anything else is loaded.
static bool is_read_next(u32 value, struct saved_register saved) {
    for (u32 user = at(value)->next; user; user = at(user)->next) {
        for (u32 i = 0; i < at(user)->operand_count && has_operands(user); i++) {
            u8 location = a->operand_locations[a->allocations[user].operands + i];
            if (ssa_operand(a->function, user, i) == saved.value) return location == saved.location;
        }
    }
    return false;
}

static void save_less(void) {
    FOR_EACH_VALUE(value) {
        struct constraint c;
        constraint_of(a->function, value, &c);
        struct saved_register *saved = &a->saved[a->allocations[value].saved];
        if (!c.saves || !saved->value) continue;
        u32 count = 0;
        while (saved[count].value) count++;
        struct saved_register before = saved[count - 1];
        if (count == 1 || a->values[before.value].flags & VALUE_REMADE) continue;
        if (is_read_next(value, before)) {
            saved[count - 1] = (struct saved_register){0, LOCATION_NONE};
            is_found("expected v");
            saved[count - 1] = before;
        }
        saved[0].location ^= 1;
        is_found("a saved register");
        saved[0].location ^= 1;
    }
}

static void overwrite_late_operands(void) {
    FOR_EACH_VALUE(value) {
        struct constraint c;
        if (at(value)->operation == SSA_PHI) continue;
        constraint_of(a->function, value, &c);
        u8 *result = &a->allocations[value].result, before = *result;
        for (u32 i = 0; i < 4 && i < at(value)->operand_count && !c.calls; i++) {
            u8 location = a->operand_locations[a->allocations[value].operands + i];
            bool is_same_kind =
                location < LOCATION_REGISTERS && before < LOCATION_REGISTERS && (location < XMM0) == (before < XMM0);
            if (!(c.late >> i & 1) || !is_same_kind) continue;
            *result = location;
            is_found("overwritten before it is read");
            *result = before;
        }
    }
}

// ---- Moves that happen at once

static struct move move_between(u32 value, u8 to, u8 from) {
    return (struct move){.to = to, .from = from, .type = TYPE_LONG, .value = value};
}

// The values' numbers are those of any values of the method that is allocated.
static u32 order_of(const struct move *wanted, u32 count, struct move *order) {
    struct move moves[8];
    memcpy(moves, wanted, count * sizeof(*wanted));
    struct move_set set = moves_begin(&work, moves, count);
    u32 length = 0;
    while (moves_next(&set, &order[length])) length++;
    return length;
}

static void is_order_found(const struct move *wanted, u32 count, const struct move *order, u32 length) {
    const char *finding = regalloc_check_moves(a, wanted, count, order, length);
    planted++;
    found += finding && strstr(finding, "after moves that happen at once");
}

static void break_cycles(void) {
    u32 slot = a->function->frame_variable_count;
    struct move order[16], wrong[16],
        wanted[] = {move_between(1, RCX, RAX), move_between(2, RDX, RCX), move_between(3, RAX, RDX),
                    move_between(3, RBX, RDX), move_between(4, LOCATION_SLOT, LOCATION_SLOT)};
    wanted[4].from_address = slot_address(slot);
    wanted[4].to_address = slot_address(slot + 1);
    begin_planting();
    for (u32 count = 3; count <= COUNT_OF(wanted); count++) {
        u32 length = order_of(wanted, count, order);
        tap_ok(regalloc_check_moves(a, wanted, count, order, length) == NULL, "a cycle of three among %u is broken",
               count);
        tap_is_int(length, count + 1, "by one move more");
        for (u32 i = 0; i < length; i++) { // each move left out, and made too early
            memcpy(wrong, order, i * sizeof(*order));
            memcpy(wrong + i, order + i + 1, (length - i - 1) * sizeof(*order));
            is_order_found(wanted, count, wrong, length - 1);
        }
    }
    memcpy(wrong, order, sizeof(order));
    for (u32 i = 0; i < 6; i++) {
        if (wrong[i].to == XMM0 + SCRATCH_XMM) wrong[i].to = SCRATCH;
        if (wrong[i].from == XMM0 + SCRATCH_XMM) wrong[i].from = SCRATCH;
    }
    // r11 is also what a move between slots goes through
    struct move last = wrong[5];
    for (u32 i = 5; i > 2; i--) wrong[i] = wrong[i - 1];
    wrong[2] = last;
    if (last.to != LOCATION_SLOT) {
        for (u32 i = 0; i < 6; i++) {
            if (wrong[i].to != LOCATION_SLOT) continue;
            struct move between = wrong[i];
            wrong[i] = wrong[2];
            wrong[2] = between;
        }
    }
    is_order_found(wanted, COUNT_OF(wanted), wrong, 6);
    end_planting("cycles broken wrongly", 10);
}

static void check_sound(void) {
    for (u32 i = 0; i < COUNT_OF(methods); i++) {
        if (!tap_ok(allocate(methods[i][0], methods[i][1]), "%s is allocated", methods[i][1])) continue;
        const char *finding = check();
        if (!tap_ok(finding == NULL, "%s passes", methods[i][1])) tap_note("%s", finding);
    }
}

int main(void) {
    model_start(NULL);
    model.mode = MODEL_LINKED;
    model.initialised = true;
    size_t bytes = 1u << 27;
    arena_init(&work, mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
               bytes, model_exhausted);
    check_sound();
    in_each_method(swap_registers, "another register at a use", 500);
    in_each_method(share_slots, "a slot used for two that are live", 20);
    in_each_method(leave_out_of_map, "a live reference left out of a map", 20);
    in_each_method(leave_out_of_liveness, "a reference that liveness forgets", 5);
    in_each_method(put_into_map, "no reference in a map", 20);
    in_each_method(forget_variables, "a frame variable left out of a map", 5);
    in_each_method(store_too_late, "a frame variable that is not stored", 1);
    in_each_method(drop_phi_moves, "a phi's move dropped", 20);
    in_each_method(lose_recorded_moves, "a reload to a wrong register, or never made", 40);
    in_each_method(lose_stores, "a store left out", 10);
    in_each_method(save_less, "a register not saved, or another one", 10);
    in_each_method(overwrite_late_operands, "a late operand overwritten", 20);
    break_cycles();
    return tap_done();
}
