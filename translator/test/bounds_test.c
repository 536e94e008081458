// Which checks of array bounds the passes remove from loops, and which divisions, and which they must not:
// translator/test/java/Bounds.java.
#include "tests/host/tap.h"
#include "translator/ssa.h"
#include "translator/test/model.h"
#include "translator/translate.h"

static struct arena work;

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

static u32 count_left(const struct ssa_function *function) {
    u32 count = 0;
    for (u32 i = 0; i < function->order_count; i++) {
        for (u32 value = ssa_block_at(function, function->order[i])->first; value;
             value = ssa_at(function, value)->next) {
            u8 operation = ssa_at(function, value)->operation;
            count += operation == SSA_CHECK_BOUNDS || operation == SSA_DIV || operation == SSA_REM;
        }
    }
    return count;
}

static void try_method(struct method *method) {
    struct translate_options options = {.check = true};
    const char *name = method->name->text, *error = "";
    const struct ssa_function *function = translate_to_ssa(&work, method, &options, &error);
    u32 left = function ? count_left(function) : 99;
    tap_ok(left == (u32)(name[method->name->length - 1] - '0'), "%s: %u left %s", name, left, function ? "" : error);
}

int main(void) {
    char directory[] = "/tmp/bounds_test.XXXXXX", command[256];
    snprintf(command, sizeof(command), "javac -d %s translator/test/java/Bounds.java", mkdtemp(directory));
    if (system(command) != 0) {
        puts("not ok - javac failed");
        return 1;
    }
    model_start(directory);
    model.mode = MODEL_LINKED;
    size_t bytes = 1u << 26;
    arena_init(&work, mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
               bytes, model_exhausted);
    struct class *class = model_class("Bounds");
    for (u32 i = 0; i < class->method_count; i++) {
        if (class->methods[i].name->text[0] != '<') try_method(&class->methods[i]);
    }
    tap_ok(class->method_count > 10, "all methods of the class");
    snprintf(command, sizeof(command), "rm -r %s", directory);
    if (system(command) != 0) tap_note("%s is left", directory);
    return tap_done();
}
