// What Java programs compute when their SSA form is run: every program of java/Programs.java, compiled by javac,
// compared with what `java` says; with passes and without, translated for the first time and again, with everything
// resolved and with nothing, checked after every pass.
#include "tests/host/tap.h"
#include "translator/test/eval.h"
#include "translator/test/model.h"

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

struct expected {
    char name[64];
    long long value;
};

static u32 read_expected(const char *directory, struct expected *expected, u32 capacity) {
    char command[512];
    snprintf(command, sizeof(command), "java -cp %s Programs", directory);
    FILE *pipe = popen(command, "r");
    u32 count = 0;
    while (count < capacity && fscanf(pipe, "%63s %lld", expected[count].name, &expected[count].value) == 2) count++;
    pclose(pipe);
    return count;
}

// Classes keep their state between runs of all programs, so it is reset.
static void reset_classes(void) {
    for (u32 i = 0; i < MODEL_CLASSES; i++) {
        struct class *class = model.classes[i];
        if (class == NULL || class->file == NULL) continue;
        class->state = CLASS_LINKED;
        if (class->pool) memset(class->pool, 0, class->file->pool_count * SLOT_KINDS * sizeof(u32));
    }
    struct field *counter = NULL;
    struct class *programs = model_class("Programs");
    for (u32 i = 0; i < programs->field_count; i++) {
        if (strcmp(programs->fields[i].name->text, "counter") == 0) counter = &programs->fields[i];
    }
    *(u32 *)(u64)(programs->mirror + counter->offset) = 0;
    eval_forget();
}

static void run_all(const struct expected *expected, u32 count, const char *what) {
    reset_classes();
    struct class *programs = model_class("Programs");
    for (u32 i = 0; i < count; i++) {
        eval.exception = 0;
        long long got =
            (long long)eval_call(model_own_method(programs, symbol_of(expected[i].name), symbol_of("()J")), NULL);
        if (eval.exception) tap_note("%s threw %s", expected[i].name, object_class(eval.exception)->name->text);
        if (!tap_ok(got == expected[i].value && !eval.exception, "%s, %s", expected[i].name, what)) {
            tap_note("got %lld, expected %lld", got, expected[i].value);
        }
    }
    tap_is_int(eval.monitors, 0, "every monitor left");
    tap_ok(eval.polls > 0, "loops poll");
}

// A class of version 48 with `static int f(int)`, whose subroutine is called twice and triples what lies on the stack.
static const u8 subroutine_class[] = {
    0xca,
    0xfe,
    0xba,
    0xbe,
    0,
    0,
    0,
    48,
    0,
    8,
    1,
    0,
    3,
    'S',
    'u',
    'b',
    7,
    0,
    1,
    1,
    0,
    16,
    'j',
    'a',
    'v',
    'a',
    '/',
    'l',
    'a',
    'n',
    'g',
    '/',
    'O',
    'b',
    'j',
    'e',
    'c',
    't',
    7,
    0,
    3,
    1,
    0,
    1,
    'f',
    1,
    0,
    4,
    '(',
    'I',
    ')',
    'I',
    1,
    0,
    4,
    'C',
    'o',
    'd',
    'e',
    0,
    0x21,
    0,
    2,
    0,
    4,
    0,
    0,
    0,
    0,
    0,
    1,
    0,
    9,
    0,
    5,
    0,
    6,
    0,
    // iload_0, jsr 10,
    1,
    0,
    7,
    0,
    0,
    0,
    27,
    0,
    2,
    0,
    2,
    0,
    0,
    0,
    15,
    0x1a,
    0xa8,
    0,
    9,
    0xa8,
    0,
    6,
    0xac,
    0,
    0,
    // jsr 10, ireturn
    0x4c,
    0x06,
    0x68,
    0xa9,
    1, // 10: astore_1, iconst_3, imul, ret 1
    0,
    0,
    0,
    0,
    0,
    0,
};

static void write_subroutine_class(const char *directory) {
    char path[256];
    snprintf(path, sizeof(path), "%s/Sub.class", directory);
    FILE *file = fopen(path, "wb");
    fwrite(subroutine_class, 1, sizeof(subroutine_class), file);
    fclose(file);
}

static void run_subroutine(void) {
    u64 argument = 7;
    const struct method *method = model_own_method(model_class("Sub"), symbol_of("f"), symbol_of("(I)I"));
    eval.exception = 0;
    tap_is_int((int)eval_call(method, &argument), 63, "jsr and ret");
}

// What passes rely on, held against what the operations did, and against what each kind of them does.
static void check_effects(void) {
    tap_ok(!eval.undeclared, "no operation does more than its effects say: %s", ssa_operation_names[eval.undeclared]);
    static const u8 shown[] = {SSA_FRAME_LOAD,   SSA_FRAME_STORE,   SSA_LOAD,         SSA_STORE,
                               SSA_LOAD_ELEMENT, SSA_STORE_ELEMENT, SSA_INSTANCE_OF,  SSA_NEW,
                               SSA_NEW_ARRAY,    SSA_MONITOR_ENTER, SSA_MONITOR_EXIT, SSA_CHECK_CAST};
    for (u32 i = 0; i < COUNT_OF(shown); i++) {
        u32 declared = ssa_operation_effects[shown[i]] & ~SSA_ORDERS;
        tap_ok(eval.shown[shown[i]] == declared, "%s has shown its effects, %x of %x", ssa_operation_names[shown[i]],
               eval.shown[shown[i]], declared);
    }
    static const u8 ordering[] = {SSA_FENCE,    SSA_ORDER,        SSA_COMPARE_SET,   SSA_COMPARE_EXCHANGE,
                                  SSA_EXCHANGE, SSA_EXCHANGE_ADD, SSA_MONITOR_ENTER, SSA_MONITOR_EXIT};
    for (u32 i = 0; i < COUNT_OF(ordering); i++) {
        tap_ok(ssa_operation_effects[ordering[i]] & SSA_ORDERS, "%s orders", ssa_operation_names[ordering[i]]);
    }
    for (u32 operation = SSA_NONE; operation < SSA_OPERATION_COUNT; operation++) {
        u32 effects = ssa_operation_effects[operation];
        bool calls = (ssa_properties[operation] & SSA_CALL) == SSA_CALL && operation != SSA_NEW_MULTI,
             resolves = operation == SSA_RESOLVE || operation == SSA_INIT_CLASS,
             updates = operation >= SSA_STORE_RAW && operation <= SSA_EXCHANGE_ADD;
        bool is_right = (!calls && !resolves) || effects == SSA_ANYTHING;
        is_right &= !(ssa_properties[operation] & SSA_PURE) || effects == 0;
        is_right &= !updates || (effects & SSA_WRITES(SSA_JAVA)) == SSA_WRITES(SSA_JAVA);
        if (!is_right) tap_ok(false, "%s declares what its kind does", ssa_operation_names[operation]);
    }
}

int main(void) {
    char directory[] = "/tmp/eval_test.XXXXXX", command[256];
    struct expected expected[64];
    snprintf(command, sizeof(command), "javac -XDstringConcat=inline -d %s translator/test/java/Programs.java",
             mkdtemp(directory));
    if (system(command) != 0) {
        puts("not ok - javac failed");
        return 1;
    }
    write_subroutine_class(directory);
    u32 count = read_expected(directory, expected, COUNT_OF(expected));
    tap_ok(count >= 10, "%u programs", count);
    model_start(directory);
    eval_start();
    model.mode = MODEL_LINKED;
    run_all(expected, count, "linked");
    u32 dispatched = eval.dispatched;
    eval.options.again = true;
    run_all(expected, count, "linked, translated again: more is inlined");
    u32 left = eval.dispatched - dispatched;
    tap_ok(left < dispatched, "%u of %u calls are dispatched when receivers are known", left, dispatched);
    eval.options.again = false;
    run_subroutine();
    eval.options.without_passes = true;
    run_all(expected, count, "linked, without passes");
    model.mode = MODEL_UNRESOLVED;
    run_all(expected, count, "unresolved, without passes");
    eval.options.without_passes = false;
    run_all(expected, count, "unresolved");
    check_effects();
    eval_forget();
    snprintf(command, sizeof(command), "rm -r %s", directory);
    if (system(command) != 0) tap_note("%s is left", directory);
    return tap_done();
}
