// The front end on the methods of the JDK's java.base (one class of so many if SWEEP_PART is set), once with no class
// resolved and once with all. The SSA form is checked after every pass. Also: javac's output for small sources, and
// what the probe hook does and leaves alone.
#include <time.h>

#include "tests/host/tap.h"
#include "translator/entries.h"
#include "translator/ssa.h"
#include "translator/test/model.h"
#include "translator/translate.h"

static struct arena work;

struct totals {
    u32 methods, failed, instructions;
    u32 enter, list_locks; // methods that enter monitors, and those whose locking is not seen to be structured
    u32 loops, strays;     // loops, and blocks between their ends that do not lead back
    u64 bytecode_bytes;
};

static void write_out(void *sink, const char *text, size_t length) {
    fputs("# ", sink);
    fwrite(text, 1, length, sink);
}

// The back end is not part of this test.
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

// Whether `uses` is what counting finds.
static bool uses_are_right(struct ssa_function *function) {
    u32 *uses = malloc(function->instruction_count * sizeof(*uses)), wrong = 0;
    for (u32 value = 0; value < function->instruction_count; value++) uses[value] = ssa_at(function, value)->uses;
    ssa_count_uses(function);
    for (u32 value = 1; value < function->instruction_count; value++) {
        wrong += ssa_at(function, value)->operation != SSA_NONE && uses[value] != ssa_at(function, value)->uses;
    }
    free(uses);
    return wrong == 0;
}

static bool calls_entry(const struct ssa_function *function, u32 value, enum entry_number entry) {
    return ssa_at(function, value)->operation == SSA_CALL_ENTRY && ssa_at(function, value)->integer == entry;
}

static void count_locks(const struct ssa_function *function, struct totals *totals) {
    bool enters = false, lists = false;
    for (u32 value = 1; value < function->instruction_count; value++) {
        enters |= ssa_at(function, value)->operation == SSA_MONITOR_ENTER;
        lists |= calls_entry(function, value, ENTRY_locks_enter) || calls_entry(function, value, ENTRY_locks_exit);
    }
    totals->enter += enters || lists;
    totals->list_locks += lists;
    if (lists) tap_note("%s.%s", function->method->holder->name->text, function->method->name->text);
}

static bool is_warm(const struct ssa_function *function, u32 block) {
    return !(ssa_block_at(function, block)->flags & BLOCK_COLD);
}

// What lies between a loop's header and the last block that jumps back to it leads back.
static void count_loops(const struct ssa_function *function, struct totals *totals) {
    bool *leads = malloc(function->block_count * sizeof(*leads));
    for (u32 header = 0; header < function->order_count && is_warm(function, function->order[header]); header++) {
        u32 last = header;
        memset(leads, 0, function->block_count * sizeof(*leads));
        leads[function->order[header]] = true;
        for (u32 i = header + 1; i < function->order_count && is_warm(function, function->order[i]); i++) {
            const u32 *successors = ssa_successors(function, function->order[i]);
            for (u32 j = 0; j < ssa_block_at(function, function->order[i])->successor_count; j++) {
                if (successors[j] == function->order[header]) last = i;
            }
        }
        totals->loops += last > header;
        // Backwards, as often as an inner loop may need
        for (bool changed = last > header; changed;) {
            changed = false;
            for (u32 i = last; i > header; i--) {
                u32 block = function->order[i];
                for (u32 j = 0; j < ssa_block_at(function, block)->successor_count && !leads[block]; j++) {
                    u32 to = ssa_successors(function, block)[j];
                    changed |= leads[block] = leads[to] && ssa_block_at(function, to)->position <= last;
                }
            }
        }
        for (u32 i = header + 1; i <= last; i++) totals->strays += !leads[function->order[i]];
    }
    free(leads);
}

static void translate_one(struct method *method, struct totals *totals, bool passes, bool again) {
    struct classfile_code code;
    struct translate_options options = {.check = true, .without_passes = !passes, .again = again};
    const char *error;
    if (method->access_flags & ACC_ABSTRACT) return;
    struct ssa_function *function = translate_to_ssa(&work, method, &options, &error);
    totals->methods++;
    if (function && !uses_are_right(function)) {
        error = "uses miscounted";
        function = NULL;
    }
    if (function) totals->instructions += function->instruction_count;
    if (function) count_locks(function, totals);
    if (function) count_loops(function, totals);
    if (classfile_code(method->holder->file, &method->holder->file->methods[method->index], &code)) {
        totals->bytecode_bytes += code.length;
    }
    if (function == NULL && totals->failed++ < 10) {
        tap_note("%s.%s%s: %s", method->holder->name->text, method->name->text, method->descriptor->text, error);
    }
}

static void translate_class(const char *name, struct totals *totals) {
    struct class *class = model_class(name);
    for (u32 i = 0; class && i < class->method_count; i++) {
        translate_one(&class->methods[i], totals, true, i % 2);
        if (i % 8 == 0) translate_one(&class->methods[i], totals, false, false);
    }
}

static void translate_java_base(const char *what) {
    struct totals totals = {0};
    clock_t start = clock();
    char name[512];
    for (u32 at = 0; model_next_class(&at, model_sweep_part(), name, sizeof(name));) {
        translate_class(name, &totals);
    }
    tap_note("%s: %u methods, %llu bytes of bytecode, %u instructions, %.1f s", what, totals.methods,
             (unsigned long long)totals.bytecode_bytes, totals.instructions,
             (double)(clock() - start) / CLOCKS_PER_SEC);
    tap_ok(totals.methods > 10000 / model_sweep_part() && totals.failed == 0, "java.base, %s: %u methods, %u failed",
           what, totals.methods, totals.failed);
    tap_ok(totals.enter > 500 / model_sweep_part() && totals.list_locks == 0,
           "%u enter monitors, %u list what they have entered", totals.enter, totals.list_locks);
    tap_ok(totals.loops > 1000 / model_sweep_part() && totals.strays == 0,
           "%u loops, and %u blocks in them that do not lead back", totals.loops, totals.strays);
}

// ---- The probe hook

struct text_buffer {
    char *text;
    size_t length;
};

// Keeps a dump's lines except those of probes, without the values' numbers, which probes shift.
static void keep_lines(void *sink, const char *text, size_t length) {
    struct text_buffer *buffer = sink;
    if (memmem(text, length, "PROBE ", 6)) return;
    for (size_t i = 0; i < length; i++) {
        buffer->text[buffer->length++] = text[i];
        if (text[i] == 'v' && i + 1 < length && text[i + 1] >= '0' && text[i + 1] <= '9') {
            while (text[i + 1] >= '0' && text[i + 1] <= '9') i++;
        }
    }
}

static void dump_to(struct text_buffer *buffer, struct method *method, bool without_probes, u8 patterns) {
    struct translate_options options = {
        .check = true, .without_probes = without_probes, .dump = "E", .dump_write = keep_lines, .dump_sink = buffer};
    const char *error;
    buffer->length = 0;
    method->patterns = patterns;
    translate_to_ssa(&work, method, &options, &error);
    method->patterns = 0;
}

// Every edge into and out of the body is probed once.
static bool is_probed(struct method *method) {
    struct translate_options options = {0};
    const char *error;
    u32 enters = 0, leaves = 0, returns = 0, unprobed = 0;
    method->patterns = PATTERN_TIME;
    const struct ssa_function *function = translate_to_ssa(&work, method, &options, &error);
    method->patterns = 0;
    for (u32 i = 0; i < function->order_count; i++) {
        for (u32 value = ssa_block_at(function, function->order[i])->first; value;
             value = ssa_at(function, value)->next) {
            const struct ssa_instruction *at = ssa_at(function, value);
            bool returns_here = at->operation == SSA_RETURN;
            enters += ssa_is_probe(at, PROBE_ENTERS);
            leaves += ssa_is_probe(at, PROBE_LEAVES);
            returns += returns_here;
            unprobed += returns_here && !ssa_is_probe(ssa_at(function, at->previous), PROBE_LEAVES);
        }
    }
    return enters == 1 && leaves == returns && unprobed == 0;
}

static void check_hook(const char *class_name) {
    static struct text_buffer plain, hooked, probed;
    struct class *class = model_class(class_name);
    u32 different = 0, changed = 0, incomplete = 0;
    if (plain.text == NULL) plain.text = malloc(1 << 24), hooked.text = malloc(1 << 24), probed.text = malloc(1 << 24);
    for (u32 i = 0; i < class->method_count; i++) {
        struct method *method = &class->methods[i];
        if (method->access_flags & ACC_ABSTRACT) continue;
        dump_to(&plain, method, true, 0);
        dump_to(&hooked, method, false, 0);
        dump_to(&probed, method, false, PATTERN_TIME | PATTERN_TRACE);
        different += plain.length != hooked.length || memcmp(plain.text, hooked.text, plain.length) != 0;
        changed += plain.length != probed.length || memcmp(plain.text, probed.text, plain.length) != 0;
        incomplete += !is_probed(method);
    }
    tap_is_int(different, 0, "without flags the hook changes nothing");
    tap_is_int(changed, 0, "with probes the body is the same");
    tap_is_int(incomplete, 0, "every entry and every return is probed");
}

// ---- The checker itself: it must notice what is broken

static struct method *put_value(void) {
    return model_own_method(model_class("java/util/HashMap"), symbol_of("putVal"),
                            symbol_of("(ILjava/lang/Object;Ljava/lang/Object;ZZ)Ljava/lang/Object;"));
}

static struct ssa_function *fresh(void) {
    struct translate_options options = {0};
    const char *error;
    return translate_to_ssa(&work, put_value(), &options, &error);
}

static u32 first_of(const struct ssa_function *function, u8 operation) {
    for (u32 i = 0; i < function->order_count; i++) {
        for (u32 value = ssa_block_at(function, function->order[i])->first; value;
             value = ssa_at(function, value)->next) {
            if (ssa_at(function, value)->operation == operation) return value;
        }
    }
    return 0;
}

// Puts a probe before an operation; returns what the checker finds.
static const char *check_probe_before(enum probe_kind kind, u8 operation) {
    u32 where;
    struct ssa_function *function = fresh();
    u32 probe = ssa_add_instruction(function, SSA_PROBE, TYPE_VOID, 0);
    ssa_at(function, probe)->kind = (u8)kind;
    ssa_insert_before(function, first_of(function, operation), probe);
    return ssa_check(function, &where);
}

static void check_checker(void) {
    u32 where;
    struct ssa_function *function = fresh();
    tap_ok(ssa_check(function, &where) == NULL, "a sound form passes");
    ssa_operands(function, first_of(function, SSA_ADD))[0] = first_of(function, SSA_RETURN);
    tap_ok(ssa_check(function, &where) != NULL, "a void operand is found");
    function = fresh();
    ssa_operands(function, first_of(function, SSA_ADD))[1] = first_of(function, SSA_PARAMETER);
    tap_ok(ssa_check(function, &where) != NULL, "mixed types are found");
    function = fresh();
    ssa_operands(function, first_of(function, SSA_BRANCH))[0] =
        function->blocks[function->order[function->order_count - 1]].first;
    tap_ok(ssa_check(function, &where) != NULL, "an operand from elsewhere is found");
    function = fresh();
    ssa_unlink(function, first_of(function, SSA_BRANCH));
    tap_ok(ssa_check(function, &where) != NULL, "a block without an end is found");
    function = fresh();
    ssa_at(function, first_of(function, SSA_CALL_VIRTUAL))->site = 0;
    tap_ok(ssa_check(function, &where) != NULL, "a call without a site is found");
    tap_ok(check_probe_before(PROBE_TIME_LEAVE, SSA_RETURN) == NULL, "a probe before a return passes");
    tap_ok(check_probe_before(PROBE_TIME_LEAVE, SSA_ADD) != NULL, "the same elsewhere is found");
    tap_ok(check_probe_before(PROBE_TIME_ENTER, SSA_ADD) != NULL, "so is one of the entry");
    tap_ok(check_probe_before(PROBE_ALLOCATED, SSA_ADD) != NULL, "and one without its operand");
    function = fresh();
    u32 call = ssa_add_instruction(function, SSA_CALL_DIRECT, TYPE_REF, 1);
    u32 after = first_of(function, SSA_CALL_VIRTUAL);
    ssa_operands(function, call)[0] = ssa_operand(function, after, 0);
    ssa_at(function, call)->integer = (s64)(uintptr_t)put_value();
    ssa_at(function, call)->site = ssa_at(function, after)->site;
    ssa_insert_after(function, after, call);
    const char *error = ssa_check(function, &where);
    tap_ok(error && strcmp(error, "another number of arguments") == 0, "a call with too few arguments is found");
}

// Usage by hand: ssa_test CLASS METHOD [LETTERS] dumps one method's form.
static int dump_method(const char *class_name, const char *method_name, const char *letters) {
    struct class *class = model_class(class_name);
    for (u32 i = 0; class && i < class->method_count; i++) {
        if (strcmp(class->methods[i].name->text, method_name) != 0) continue;
        struct translate_options options = {
            .check = true, .dump = letters, .dump_write = write_out, .dump_sink = stdout};
        const char *error;
        if (!translate_to_ssa(&work, &class->methods[i], &options, &error)) printf("error: %s\n", error);
    }
    return 0;
}

int main(int count, char **arguments) {
    model_start(getenv("MODEL_CLASSES_IN"));
    size_t bytes = 1u << 29;
    arena_init(&work, mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
               bytes, model_exhausted);
    if (count > 2) {
        model.mode = MODEL_LINKED;
        model.initialised = true;
        return dump_method(arguments[1], arguments[2], count > 3 ? arguments[3] : "E");
    }
    translate_java_base("unresolved");
    model.mode = MODEL_LINKED;
    translate_java_base("linked");
    check_checker();
    check_hook("java/util/HashMap");
    check_hook("java/lang/Thread");
    return tap_done();
}
