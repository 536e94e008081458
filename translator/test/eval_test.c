// What Java programs compute when their SSA form is run: every program of java/Programs.java, compiled by javac, against what `java` says; with passes and without, with
// everything resolved and with nothing, checked after every pass.
#include "tests/host/tap.h"
#include "translator/test/model.h"
#include "translator/test/eval.h"

// The back end is not part of this test.
struct code *emit_code(struct ssa_function *function, const struct translate_options *options) {
    (void)function;
    (void)options;
    return NULL;
}

struct expected {
    char name[64];
    long long value;
};

static u32 read_expected(const char *directory, struct expected *expected, u32 capacity) {
    char command[512];
    snprintf(command, sizeof command, "java -cp %s Programs", directory);
    FILE *pipe = popen(command, "r");
    u32 count = 0;
    while (count < capacity && fscanf(pipe, "%63s %lld", expected[count].name, &expected[count].value) == 2) count++;
    pclose(pipe);
    return count;
}

// Classes keep their state between runs of all programs, so it is put back.
static void reset_classes(void) {
    for (u32 i = 0; i < MODEL_CLASSES; i++) {
        struct class *class = model.classes[i];
        if (class == NULL || class->file == NULL) continue;
        class->state = CLASS_LINKED;
        if (class->pool) memset(class->pool, 0, class->file->pool_count * SLOT_KINDS * sizeof(u32));
    }
    struct field *counter = NULL;
    struct class *programs = model_class("Programs");
    for (u32 i = 0; i < programs->field_count; i++)
        if (strcmp(programs->fields[i].name->text, "counter") == 0) counter = &programs->fields[i];
    *(u32 *)(u64)(programs->mirror + counter->offset) = 0;
    eval_forget();
}

static void run_all(const struct expected *expected, u32 count, const char *what) {
    reset_classes();
    struct class *programs = model_class("Programs");
    for (u32 i = 0; i < count; i++) {
        eval.exception = 0;
        long long got = (long long)eval_call(model_own_method(programs, symbol_of(expected[i].name), symbol_of("()J")), NULL);
        if (eval.exception) tap_note("%s threw %s", expected[i].name, object_class(eval.exception)->name->text);
        if (!tap_ok(got == expected[i].value && !eval.exception, "%s, %s", expected[i].name, what)) tap_note("got %lld, expected %lld", got, expected[i].value);
    }
    tap_is_int(eval.monitors, 0, "every monitor left");
    tap_ok(eval.polls > 0, "loops poll");
}

int main(void) {
    char directory[] = "/tmp/eval_test.XXXXXX", command[256];
    struct expected expected[64];
    snprintf(command, sizeof command, "javac -XDstringConcat=inline -d %s translator/test/java/Programs.java", mkdtemp(directory));
    if (system(command) != 0) {
        puts("Bail out! javac failed");
        return 1;
    }
    u32 count = read_expected(directory, expected, COUNT_OF(expected));
    tap_ok(count >= 10, "%u programs", count);
    model_start(directory);
    eval_start();
    model.mode = MODEL_LINKED;
    run_all(expected, count, "linked");
    eval.options.without_passes = true;
    run_all(expected, count, "linked, without passes");
    model.mode = MODEL_UNRESOLVED;
    run_all(expected, count, "unresolved, without passes");
    eval.options.without_passes = false;
    run_all(expected, count, "unresolved");
    eval_forget();
    snprintf(command, sizeof command, "rm -r %s", directory);
    if (system(command) != 0) tap_note("%s is left", directory);
    return tap_done();
}
