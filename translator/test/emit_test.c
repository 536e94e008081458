// The back end on the methods of the JDK's java.base (one class of so many if SWEEP_PART is set), once with no class
// resolved and once with all: it must succeed for each, its tables must be in order, and the code must stay within
// twelve bytes per byte of bytecode.
#include <time.h>

#include "kernel/core/thread.h"
#include "tests/host/tap.h"
#include "translator/codespace.h"
#include "translator/test/model.h"
#include "translator/translate.h"

static struct arena work;
static u64 code_next = CODE_START;

u64 codespace_reserve(const struct method *method, u32 bytes) {
    (void)method;
    u64 at = (code_next + 15) & ~15ull;
    if (at + bytes > CODE_END) return 0;
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

struct totals {
    u32 methods, failed, disordered;
    u64 bytecode_bytes, code_bytes, table_bytes;
};

static bool tables_are_in_order(const struct code *code) {
    if (memcmp((const u8 *)code->start + code->frame_at, "\x55\x48\x8b\xec", 4) != 0) return false; // see object.h
    for (u32 i = 0; i < code->site_count; i++) {
        if (i && code->sites[i].offset <= code->sites[i - 1].offset) return false;
        if (code->sites[i].place >= code->place_count || code->sites[i].offset > code->size + 1) return false;
        for (const struct code_handler *handler = &code->handlers[code->sites[i].handlers]; handler->method;
             handler++) {
            if (handler->landing >= code->size) return false;
        }
    }
    return true;
}

static void translate_one(struct method *method, struct totals *totals) {
    struct classfile_code bytecode;
    struct translate_options options = {.check = true, .again = method->index % 2};
    const char *error;
    if (method->access_flags & ACC_ABSTRACT) return;
    u8 *data = model.data_next;
    code_next = CODE_START;
    struct code *code = translate_method(&work, method, &options, &error);
    totals->methods++;
    if (classfile_code(method->holder->file, &method->holder->file->methods[method->index], &bytecode)) {
        totals->bytecode_bytes += bytecode.length;
    }
    if (code) {
        totals->code_bytes += code->size;
        totals->table_bytes += (u64)(model.data_next - data);
        if (!tables_are_in_order(code) && totals->disordered++ < 10) {
            tap_note("disordered: %s.%s", method->holder->name->text, method->name->text);
        }
    } else if (totals->failed++ < 10) {
        tap_note("%s.%s%s: %s", method->holder->name->text, method->name->text, method->descriptor->text, error);
    }
}

static void translate_java_base(const char *what) {
    struct totals totals = {0};
    clock_t start = clock();
    char name[512];
    for (u32 at = 0; model_next_class(&at, model_sweep_part(), name, sizeof(name));) {
        if (strcmp(name, "module-info") == 0) continue;
        struct class *class = model_class(name);
        for (u32 j = 0; class && j < class->method_count; j++) translate_one(&class->methods[j], &totals);
    }
    tap_note("%s: %u methods, %llu bytes of bytecode, %llu of code, %llu of tables, %.1f s", what, totals.methods,
             (unsigned long long)totals.bytecode_bytes, (unsigned long long)totals.code_bytes,
             (unsigned long long)totals.table_bytes, (double)(clock() - start) / CLOCKS_PER_SEC);
    tap_ok(totals.methods > 10000 / model_sweep_part() && totals.failed == 0, "java.base, %s: %u methods, %u failed",
           what, totals.methods, totals.failed);
    tap_ok(totals.disordered == 0, "tables in order");
    tap_ok(totals.code_bytes <= 12 * totals.bytecode_bytes, "%.2f bytes of code for one of bytecode",
           (double)totals.code_bytes / (double)totals.bytecode_bytes);
}

// By hand: emit_test CLASS METHOD FILE writes one method's code.
static int write_method(char **arguments) {
    struct class *class = model_class(arguments[1]);
    for (u32 i = 0; class && i < class->method_count; i++) {
        if (strcmp(class->methods[i].name->text, arguments[2]) != 0) continue;
        struct translate_options options = {.check = true};
        const char *error;
        struct code *code = translate_method(&work, &class->methods[i], &options, &error);
        if (!code) return 1;
        FILE *file = fopen(arguments[3], "wb");
        if (!file) return 1;
        fwrite((void *)code->start, 1, code->size, file);
        fclose(file);
        return 0;
    }
    return 1;
}

int main(int count, char **arguments) {
    model_start(getenv("MODEL_CLASSES_IN"));
    model_map(CODE_START, CODE_END - CODE_START);
    size_t bytes = 1u << 29;
    arena_init(&work, mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
               bytes, model_exhausted);
    if (count > 3) {
        model.mode = MODEL_LINKED;
        model.initialised = true;
        return write_method(arguments);
    }
    translate_java_base("unresolved");
    model.mode = MODEL_LINKED;
    translate_java_base("linked");
    return tap_done();
}
