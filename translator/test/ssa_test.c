// The front end over every method of the JDK's java.base: once with no class resolved, once with all. The SSA form is checked after every pass. Also: javac's output of
// small sources, and what the probe hook does and leaves alone.
#include <time.h>

#include "tests/host/tap.h"
#include "translator/test/model.h"
#include "translator/ssa.h"
#include "translator/translate.h"

static struct arena work;

struct totals {
    u32 methods, failed, instructions;
    u64 bytecode_bytes;
};

static void write_out(void *sink, const char *text, size_t length) {
    fputs("# ", sink);
    fwrite(text, 1, length, sink);
}

// The back end is not part of this test.
struct code *emit_code(struct ssa_function *function, const struct translate_options *options) {
    (void)function;
    (void)options;
    return NULL;
}

static void translate_one(struct method *method, struct totals *totals, bool passes) {
    struct classfile_code code;
    struct translate_options options = {.check = true, .without_passes = !passes};
    const char *error;
    if (method->access_flags & ACC_ABSTRACT) return;
    struct ssa_function *function = translate_to_ssa(&work, method, &options, &error);
    totals->methods++;
    if (function) totals->instructions += function->instruction_count;
    if (classfile_code(method->holder->file, &method->holder->file->methods[method->index], &code)) totals->bytecode_bytes += code.length;
    if (function == NULL && totals->failed++ < 10) tap_note("%s.%s%s: %s", method->holder->name->text, method->name->text, method->descriptor->text, error);
}

static void translate_class(const char *name, struct totals *totals) {
    struct class *class = model_class(name);
    for (u32 i = 0; class && i < class->method_count; i++) {
        translate_one(&class->methods[i], totals, true);
        if (i % 8 == 0) translate_one(&class->methods[i], totals, false);
    }
}

static void translate_java_base(const char *what) {
    struct totals totals = {0};
    clock_t start = clock();
    for (u32 i = 0; i < model.image.table_length; i++) {
        struct jimage_location location;
        if (!jimage_location(&model.image, i, &location) || strcmp(location.module, "java.base") != 0 || strcmp(location.extension, "class") != 0) continue;
        char name[512];
        snprintf(name, sizeof name, "%s%s%s", location.parent, location.parent[0] ? "/" : "", location.base);
        if (strcmp(name, "module-info") != 0) translate_class(name, &totals);
    }
    tap_note("%s: %u methods, %llu bytes of bytecode, %u instructions, %.1f s", what, totals.methods, (unsigned long long)totals.bytecode_bytes, totals.instructions,
             (double)(clock() - start) / CLOCKS_PER_SEC);
    tap_ok(totals.methods > 10000 && totals.failed == 0, "java.base, %s: %u methods, %u failed", what, totals.methods, totals.failed);
}

// Usage by hand: ssa_test CLASS METHOD [LETTERS] dumps one method's form.
static int dump_method(const char *class_name, const char *method_name, const char *letters) {
    struct class *class = model_class(class_name);
    for (u32 i = 0; class && i < class->method_count; i++) {
        if (strcmp(class->methods[i].name->text, method_name) != 0) continue;
        struct translate_options options = {.check = true, .dump = letters, .dump_write = write_out, .dump_sink = stdout};
        const char *error;
        if (!translate_to_ssa(&work, &class->methods[i], &options, &error)) printf("error: %s\n", error);
    }
    return 0;
}

int main(int count, char **arguments) {
    model_start(getenv("MODEL_CLASSES_IN"));
    size_t bytes = 1u << 29;
    arena_init(&work, mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0), bytes, model_exhausted);
    if (count > 2) {
        model.mode = MODEL_LINKED;
        model.initialised = true;
        return dump_method(arguments[1], arguments[2], count > 3 ? arguments[3] : "E");
    }
    translate_java_base("unresolved");
    model.mode = MODEL_LINKED;
    translate_java_base("linked");
    return tap_done();
}
