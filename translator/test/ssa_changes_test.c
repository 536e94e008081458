// The checker of passes must be content with what the passes do (ssa_test.c has them all over java.base), and find each
// mistake in the use of effects that is planted behind the last of them. The methods are the JDK's: with loads that are
// loaded again behind calls, fences, volatile accesses and handlers.
#include "kernel/core/thread.h"
#include "tests/host/tap.h"
#include "translator/pass.h"
#include "translator/ssa_changes.h"
#include "translator/test/model.h"
#include "translator/translate.h"

struct emitter *emit_function(struct ssa_function *function, const struct translate_options *options,
                              const char **error) {
    (void)function;
    (void)options;
    (void)error;
    return NULL;
}
struct code *emit_publish(struct emitter *emitter) {
    (void)emitter;
    return NULL;
}

static const char *const methods[][2] = {
    {"java/util/HashMap", "putVal"},
    {"java/util/HashMap", "resize"},
    {"java/util/TimSort", "mergeLo"},
    {"java/util/concurrent/ThreadPoolExecutor", "runWorker"},
    {"java/util/concurrent/ConcurrentHashMap", "putVal"},
    {"java/util/concurrent/FutureTask", "run"},
    {"java/util/concurrent/locks/StampedLock", "validate"},
    {"java/io/BufferedReader", "readLine"},
    {"java/util/zip/ZipFile$Source", "initCEN"},
    {"java/util/zip/Inflater", "inflate"},
    {"java/util/regex/Matcher", "find"},
    {"java/util/ArrayList", "removeIf"},
    {"java/util/LinkedHashMap", "afterNodeAccess"},
    {"java/io/ObjectInputStream", "readObject"},
    {"java/io/ObjectOutputStream", "writeObject0"},
    {"java/net/URLStreamHandler", "parseURL"},
    {"java/util/concurrent/ScheduledThreadPoolExecutor$ScheduledFutureTask", "run"},
    {"java/util/concurrent/ForkJoinPool", "runWorker"},
    {"java/util/concurrent/LinkedBlockingQueue", "poll"},
    {"java/nio/channels/spi/AbstractInterruptibleChannel", "close"},
    {"java/lang/ThreadGroup", "enumerate"},
    {"java/util/Formatter", "parse"},
    {"java/io/PipedInputStream", "read"},
};

static struct arena work;
static struct ssa_function *f;
static struct ssa_snapshot *good;
static const char *method_name;

static bool translate(const char *class_name, const char *name) {
    static const struct translate_options options = {.check = true, .again = true};
    const char *error;
    struct class *class = model_class(class_name);
    method_name = name;
    for (u32 i = 0; class && i < class->method_count; i++) {
        if (strcmp(class->methods[i].name->text, name) != 0) continue;
        f = translate_to_ssa(&work, &class->methods[i], &options, &error);
        if (!f) return false;
        good = ARENA_NEW(&work, struct ssa_snapshot);
        ssa_snapshot_take(good, f);
        return true;
    }
    return false;
}

// The mistake is taken back: the form is as it was.
static void restore(void) {
    const struct ssa_function *kept = &good->function;
    struct ssa_function now = *f;
    *f = *kept;
    f->instructions = now.instructions, f->blocks = now.blocks, f->lists = now.lists, f->order = now.order;
    f->sites = now.sites, f->handlers = now.handlers, f->frame_variables = now.frame_variables;
    f->instruction_capacity = now.instruction_capacity, f->list_capacity = now.list_capacity;
    memcpy(f->instructions, kept->instructions, kept->instruction_count * sizeof(*f->instructions));
    memcpy(f->blocks, kept->blocks, kept->block_count * sizeof(*f->blocks));
    memcpy(f->lists, kept->lists, kept->list_count * sizeof(*f->lists));
}

static struct ssa_instruction *at(u32 value) { return ssa_at(f, value); }

static u32 next_value(u32 value) {
    if (value == 0) return ssa_block_at(f, f->order[0])->first;
    if (at(value)->next) return at(value)->next;
    u32 position = ssa_block_at(f, at(value)->block)->position + 1;
    return position < f->order_count ? ssa_block_at(f, f->order[position])->first : 0;
}

#define FOR_EACH_VALUE(value) for (u32 value = next_value(0); value; value = next_value(value))

// ---- Counting what is planted and found

static u32 planted, found;
static char first_other[512];

static void is_found(const char *expected, u32 value) {
    u32 where;
    const char *finding = ssa_check_changes(good, f, &where);
    planted++;
    if (finding && strcmp(finding, expected) == 0) {
        found++;
    } else if (!first_other[0]) {
        snprintf(first_other, sizeof(first_other), "%s: v%u, expected \"%s\" in \"%s\"", method_name, value, expected,
                 finding ? finding : "no finding");
    }
    restore();
}

static void in_each_method(void (*plant)(void), const char *what, u32 at_least) {
    planted = found = 0;
    first_other[0] = 0;
    for (u32 i = 0; i < COUNT_OF(methods); i++) {
        if (!translate(methods[i][0], methods[i][1])) tap_note("%s is not there", methods[i][1]);
        else plant();
    }
    tap_ok(planted >= at_least && found == planted, "%s: %u planted, %u found", what, planted, found);
    if (first_other[0]) tap_note("%s", first_other);
}

// ---- Mistakes

static bool is_plain_load(u32 value) {
    return (at(value)->operation == SSA_LOAD || at(value)->operation == SSA_LOAD_ELEMENT) &&
           !(at(value)->flags & (SSA_VOLATILE | SSA_FINAL | SSA_TRAPS));
}

static u32 memory_of(u32 load) { return at(load)->operation == SSA_LOAD ? SSA_FIELDS : SSA_ELEMENTS; }

// The next instruction of the block that may write what is loaded, or orders; 0 if there is none.
static u32 next_conflict(u32 load) {
    for (u32 value = at(load)->next; value; value = at(value)->next) {
        if (ssa_effects(at(value)) & (SSA_WRITES(memory_of(load)) | SSA_ORDERS)) return value;
    }
    return 0;
}

static void move_behind(u32 value, u32 position) {
    struct ssa_instruction moved = *at(value);
    ssa_unlink(f, value);
    u32 block = at(position)->block;
    *at(value) = moved;
    at(value)->block = block;
    ssa_insert_after(f, position, value);
}

static void move_loads_down(void) {
    FOR_EACH_VALUE(load) {
        u32 conflict = is_plain_load(load) ? next_conflict(load) : 0;
        if (!conflict || ssa_properties[at(conflict)->operation] & SSA_ENDS) continue;
        move_behind(load, conflict);
        is_found("moved over what it conflicts with", load);
    }
}

static void move_loads_up(void) {
    FOR_EACH_VALUE(load) {
        u32 conflict = is_plain_load(load) ? at(load)->previous : 0;
        while (conflict && !(ssa_effects(at(conflict)) & (SSA_WRITES(memory_of(load)) | SSA_ORDERS))) {
            conflict = at(conflict)->previous;
        }
        if (!conflict || !at(conflict)->previous) continue;
        move_behind(load, at(conflict)->previous);
        is_found("moved over what it conflicts with", load);
    }
}

static void move_stores_over_calls(void) {
    FOR_EACH_VALUE(store) {
        u32 next = at(store)->next;
        bool stores = at(store)->operation == SSA_STORE || at(store)->operation == SSA_STORE_ELEMENT;
        if (!stores || !(ssa_properties[at(next)->operation] & SSA_THROWS)) continue;
        if (ssa_properties[at(next)->operation] & SSA_ENDS) continue;
        move_behind(store, next);
        is_found("moved over what it conflicts with", store);
    }
}

static void replace(u32 value, u32 instead) {
    FOR_EACH_VALUE(user) {
        u32 *operands = ssa_operands(f, user);
        for (u32 i = 0; i < at(user)->operand_count; i++) {
            if (operands[i] == value) operands[i] = instead;
        }
    }
    ssa_unlink(f, value);
}

static bool is_same_load(u32 a, u32 b) {
    if (at(a)->operation != at(b)->operation || at(a)->kind != at(b)->kind || at(a)->integer != at(b)->integer)
        return false;
    bool has_index = at(a)->operation == SSA_LOAD_ELEMENT;
    return ssa_operand(f, a, 0) == ssa_operand(f, b, 0) && (!has_index || ssa_operand(f, a, 1) == ssa_operand(f, b, 1));
}

// The second of two loads of one place is taken for the first: what is left of such pairs has a reason to be there.
static void reuse_loads(void) {
    FOR_EACH_VALUE(load) {
        u32 conflict = is_plain_load(load) && at(load)->uses ? next_conflict(load) : 0;
        if (!conflict || at(conflict)->operation == SSA_STORE || at(conflict)->operation == SSA_STORE_ELEMENT) continue;
        for (u32 again = conflict; again; again = next_value(again)) {
            if (!is_plain_load(again) || !is_same_load(load, again) || !at(again)->uses) continue;
            if (!pass_dominates(f, at(load)->block, at(again)->block)) continue;
            replace(again, load);
            is_found("a load is not what it would have loaded", again);
            break;
        }
    }
}

// A load gets what a store before it stored into another field, or another array's elements.
static void reuse_others(void) {
    FOR_EACH_VALUE(load) {
        if (!is_plain_load(load) || !at(load)->uses || !at(load)->previous) continue;
        u32 store = at(load)->previous;
        while (store && (at(store)->operation != SSA_STORE || at(store)->kind != at(load)->kind ||
                         at(store)->integer == at(load)->integer)) {
            store = at(store)->previous;
        }
        if (!store) continue;
        replace(load, ssa_operand(f, store, 1));
        is_found("a load is not what it would have loaded", load);
    }
}

static void drop_effects(void) {
    FOR_EACH_VALUE(value) {
        u32 effects = ssa_effects(at(value));
        bool writes = effects & (SSA_WRITES(SSA_JAVA) | SSA_ORDERS), is_kept = at(value)->type == TYPE_VOID;
        u8 operation = at(value)->operation;
        if (!writes || !is_kept || ssa_properties[operation] & SSA_ENDS || operation == SSA_INIT_CLASS) continue;
        ssa_unlink(f, value);
        is_found("an effect is gone", value);
    }
}

// Whether a handler of what comes next in the block, if that throws, loads the variable.
static bool is_loaded_next(u32 store) {
    u32 site = at(store)->next;
    while (site && !ssa_needs_site(at(site))) site = at(site)->next;
    const struct ssa_site *of = site ? &f->sites[at(site)->site] : NULL;
    for (u32 i = 0; of && i < of->handler_count; i++) {
        u32 value = ssa_block_at(f, f->handlers[of->first_handler + i].landing)->first;
        for (; value; value = at(value)->next) {
            if (at(value)->operation == SSA_FRAME_LOAD && at(value)->integer == at(store)->integer) return true;
        }
    }
    return false;
}

static void drop_frame_stores(void) {
    FOR_EACH_VALUE(store) {
        if (at(store)->operation != SSA_FRAME_STORE || !is_loaded_next(store)) continue;
        ssa_unlink(f, store);
        is_found("a handler loads what is no longer stored", store);
    }
}

// A handler would see the value too early.
static void move_frame_stores_up(void) {
    FOR_EACH_VALUE(store) {
        if (at(store)->operation != SSA_FRAME_STORE || !at(store)->previous) continue;
        u32 site = at(store)->previous;
        while (site && !ssa_needs_site(at(site))) site = at(site)->previous;
        if (!site || !at(site)->previous) continue;
        move_behind(store, at(site)->previous);
        is_found("moved over what it conflicts with", store);
    }
}

static void hoist_stores(void) {
    FOR_EACH_VALUE(store) {
        u32 block = at(store)->block;
        bool stores = at(store)->operation == SSA_STORE || at(store)->operation == SSA_STORE_ELEMENT;
        if (!stores || ssa_block_at(f, block)->predecessor_count != 1) continue;
        u32 last = ssa_block_at(f, *ssa_predecessors(f, block))->last;
        if (!at(last)->previous) continue;
        move_behind(store, at(last)->previous);
        is_found("moved to another block", store);
    }
}

static void is_content(void) {
    u32 where;
    const char *finding = ssa_check_changes(good, f, &where);
    planted++;
    found += finding == NULL;
}

// ---- Forms made by hand, of shapes that the methods above do not have: what a pass makes of them is right, and the
// same mistake is found in it

static u32 add_2(u32 block, enum ssa_operation operation, enum ssa_type type, u32 a, u32 b) {
    u32 value = ssa_add_instruction(f, operation, type, b ? 2 : a ? 1 : 0);
    if (a) ssa_operands(f, value)[0] = a;
    if (b) ssa_operands(f, value)[1] = b;
    if (ssa_needs_site(at(value))) at(value)->site = f->entry_site;
    ssa_append(f, block, value);
    return value;
}

static u32 add_access(u32 block, u32 base, u32 offset, u32 stored) {
    u32 value = add_2(block, stored ? SSA_STORE : SSA_LOAD, stored ? TYPE_VOID : TYPE_REF, base, stored);
    at(value)->integer = offset;
    at(value)->kind = 'L';
    return value;
}

static void end_block(u32 block, enum ssa_operation operation, u32 a, u32 b, u32 count, const u32 *to) {
    add_2(block, operation, TYPE_VOID, a, b);
    ssa_set_successors(f, block, count);
    for (u32 i = 0; i < count; i++) {
        ssa_successors(f, block)[i] = to[i];
        ssa_add_predecessor(f, to[i], block);
    }
}

// A function of two parameters, an object and an int.
static void begin_form(const char *name, u32 blocks) {
    method_name = name;
    arena_reset(&work);
    f = ARENA_NEW(&work, struct ssa_function);
    ssa_init(f, &work, &model_class("java/lang/Object")->methods[0], 100);
    f->again = f->allocates = true;
    f->entry_site = ssa_add_site(f, ssa_add_place(f, f->method, 0, 0), 0, 0);
    for (u32 i = 0; i < 2; i++) {
        u32 parameter = ssa_add_instruction(f, SSA_PARAMETER, i ? TYPE_INT : TYPE_REF, 0);
        at(parameter)->integer = i;
        ssa_append(f, SSA_ENTRY_BLOCK, parameter);
    }
    while (--blocks) ssa_add_block(f);
}

// The form is sound and what the pass does to it right.
static void run_pass(void (*pass)(struct ssa_function *function)) {
    u32 where;
    pass_order(f);
    good = ARENA_NEW(&work, struct ssa_snapshot);
    ssa_snapshot_take(good, f);
    const char *before = ssa_check(f, &where);
    pass(f);
    const char *finding = ssa_check(f, &where), *changed = ssa_check_changes(good, f, &where);
    tap_ok(!before && !finding && !changed, "%s is right", method_name);
    if (before || finding || changed) {
        tap_note("\"%s\" before, \"%s\" and \"%s\" after, v%u", before ? before : "", finding ? finding : "",
                 changed ? changed : "", where);
    }
}

static void is_refused(const char *expected, const char *what) {
    u32 where;
    const char *finding = ssa_check_changes(good, f, &where);
    tap_ok(finding && strcmp(finding, expected) == 0, "%s: %s", method_name, what);
    if (finding) tap_note("\"%s\" at v%u", finding, where);
}

// In each turn of a loop one field of an object gets what the other has, and that a new value. The object is not made:
// the load from the second field becomes the phi of the first, and so does the load from the first, which no operand
// says, as it was only stored.
static void load_through_two_fields(void) {
    begin_form("a load through two fields", 4);
    u32 class = ssa_constant(f, TYPE_INT, 4096), made = add_2(1, SSA_NEW, TYPE_REF, class, 0);
    add_access(1, made, 8, 1);
    end_block(1, SSA_JUMP, 0, 0, 1, (u32[]){2});
    end_block(2, SSA_BRANCH, 2, class, 2, (u32[]){3, 4});
    add_access(3, made, 12, add_access(3, made, 8, 0));
    u32 next = add_access(3, add_access(3, made, 12, 0), 16, 0);
    add_access(3, made, 8, next);
    add_2(3, SSA_POLL, TYPE_VOID, 0, 0);
    end_block(3, SSA_JUMP, 0, 0, 1, (u32[]){2});
    end_block(4, SSA_RETURN, 0, 0, 0, NULL);
    run_pass(pass_scalar);
    u32 phi = ssa_operand(f, next, 0);
    tap_ok(at(phi)->operation == SSA_PHI && at(phi)->block == 2, "%s: it is a phi", method_name);
    for (u32 i = 0; i < 2; i++) {
        if (ssa_operand(f, phi, i) == next) ssa_operands(f, phi)[i] = 1;
    }
    is_refused("a load is not what it would have loaded", "a phi of another value is found");
}

static u32 first_store(u32 block) {
    u32 value = ssa_block_at(f, block)->first;
    while (at(value)->operation != SSA_STORE) value = at(value)->next;
    return value;
}

// The seldom path is the one taken: what follows the join stands before it in the order, and becomes one with it.
static void merge_with_earlier_block(void) {
    begin_form("a block that is merged with one that was before it in the order", 5);
    u32 one = ssa_constant(f, TYPE_INT, 1);
    end_block(1, SSA_BRANCH, one, one, 2, (u32[]){2, 3});
    add_access(2, 1, 8, 1);
    ssa_block_at(f, 2)->flags |= BLOCK_UNLIKELY;
    end_block(2, SSA_JUMP, 0, 0, 1, (u32[]){4});
    add_access(3, 1, 12, 1);
    end_block(3, SSA_JUMP, 0, 0, 1, (u32[]){4});
    add_access(4, 1, 16, 1);
    add_access(4, 1, 20, 1);
    end_block(4, SSA_JUMP, 0, 0, 1, (u32[]){5});
    end_block(5, SSA_RETURN, 0, 0, 0, NULL);
    run_pass(pass_control);
    tap_ok(ssa_block_at(&good->function, 2)->position > ssa_block_at(&good->function, 4)->position,
           "%s: the order is such", method_name);
    u32 seldom = first_store(1), later = at(seldom)->next;
    move_behind(seldom, later);
    is_refused("moved to another block", "a store that is moved into it is found");
    move_behind(seldom, at(later)->next);
    is_refused("moved to another block", "one that is moved behind it is found");
}

static u32 unneeded;

static void drop_check_and_merge(struct ssa_function *function) {
    ssa_unlink(function, unneeded);
    pass_control(function);
}

// The block in the middle of three in a row has nothing but a check that is not needed.
static void merge_over_check(void) {
    begin_form("blocks that are merged over a check", 3);
    u32 first = add_access(1, 1, 8, 1);
    end_block(1, SSA_JUMP, 0, 0, 1, (u32[]){2});
    unneeded = add_2(2, SSA_CHECK_NULL, TYPE_VOID, 1, 0);
    end_block(2, SSA_JUMP, 0, 0, 1, (u32[]){3});
    u32 last = add_access(3, 1, 12, 1);
    end_block(3, SSA_RETURN, 0, 0, 0, NULL);
    run_pass(drop_check_and_merge);
    tap_ok(at(last)->block == at(first)->block, "%s: they are one", method_name);
    move_behind(first, last);
    is_refused("moved over what it conflicts with", "a store that is moved over another one is found");
}

// A field of an object is loaded, stored to, and loaded again; for the store the object is a constant. It may be the
// same, so the second load is not the first.
static void store_through_constant(enum ssa_type type, u32 base_bytes, const char *name, bool is_kept) {
    begin_form(name, 2);
    u32 constant = ssa_constant(f, type, base_bytes);
    u32 before = add_access(1, 1, 8, 0);
    add_access(1, constant, 8, 1);
    u32 after = add_access(1, 1, 8, 0);
    add_access(1, before, 16, after);
    end_block(1, SSA_RETURN, 0, 0, 0, NULL);
    run_pass(pass_number);
    tap_ok((at(after)->operation == SSA_LOAD) == is_kept, "%s: the second load is %s", method_name,
           is_kept ? "kept" : "the first");
}

// Two comparisons of one float with itself, each of whose answers is stored. They differ only in what NaN makes of
// them.
static void compare_for_nan(u8 flags, const char *name, bool is_kept) {
    begin_form(name, 2);
    u32 number = add_2(1, SSA_LOAD, TYPE_FLOAT, 1, 0);
    at(number)->kind = 'F';
    u32 first = add_2(1, SSA_IS, TYPE_INT, number, number), second = add_2(1, SSA_IS, TYPE_INT, number, number);
    at(first)->kind = at(second)->kind = SSA_LT;
    at(second)->flags |= flags;
    u32 stores[] = {add_access(1, 1, 8, first), add_access(1, 1, 12, second)};
    at(stores[0])->kind = at(stores[1])->kind = 'I';
    end_block(1, SSA_RETURN, 0, 0, 0, NULL);
    run_pass(pass_number);
    bool kept = ssa_operand(f, stores[1], 1) == second && at(second)->operation == SSA_IS;
    tap_ok(kept == is_kept, "%s: %s", method_name, is_kept ? "both are kept" : "they are one");
}

int main(void) {
    model_start(NULL);
    model.mode = MODEL_LINKED;
    model.initialised = true;
    size_t bytes = 1u << 27;
    arena_init(&work, mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
               bytes, model_exhausted);
    in_each_method(is_content, "nothing changed", COUNT_OF(methods));
    in_each_method(move_loads_down, "loads moved down over calls, stores and fences", 20);
    in_each_method(move_loads_up, "loads moved up over calls, stores and fences", 20);
    in_each_method(move_stores_over_calls, "stores moved over what may throw", 5);
    in_each_method(reuse_loads, "loads reused across calls and fences", 5);
    in_each_method(reuse_others, "loads that get what was stored elsewhere", 5);
    in_each_method(drop_effects, "stores, fences and calls left out", 50);
    in_each_method(drop_frame_stores, "stores left out that a handler loads", 5);
    in_each_method(move_frame_stores_up, "stores that a handler loads moved up over what throws", 3);
    in_each_method(hoist_stores, "stores moved to the block before", 10);
    load_through_two_fields();
    merge_with_earlier_block();
    merge_over_check();
    store_through_constant(TYPE_REF, 4096 + 4, "a store through an object that is a constant", true);
    store_through_constant(TYPE_INT, 4096 + 4, "a store to a static field", false);
    compare_for_nan(0, "two comparisons that are the same", false);
    compare_for_nan(SSA_NAN_TRUE, "two comparisons that differ for NaN", true);
    return tap_done();
}
