// The whole translation of every method of the JDK's java.base, into plain memory: every method translates, with
// classes resolved and without; how much code that is, and how long it takes. Also the promise of the probe hook at the
// level of bytes: without flags the code is the same as in a translator without the hook.
#include <time.h>

#include "log/inline.h"
#include "tests/host/tap.h"
#include "translator/codespace.h"
#include "translator/test/model.h"
#include "translator/translate.h"

#define CODE_BYTES (64u << 20)

static struct arena work;
static u8 *code_next;

// ---- Where the code goes: always the same place, so that translations can be compared

u64 codespace_reserve(const struct method *method, u32 bytes) {
    (void)method;
    return bytes <= CODE_BYTES ? (u64)(uintptr_t)code_next : 0;
}
u8 *codespace_writable(u64 address) { return (u8 *)(uintptr_t)address; }
void codespace_publish(u64 address, u32 bytes) {
    (void)address;
    (void)bytes;
}
void *codespace_table(const struct method *method, size_t bytes) {
    (void)method;
    return model_alloc(bytes);
}

static struct code *translate(struct method *method, const struct translate_options *options, const char **error) {
    return translate_method(&work, method, options, error);
}

struct totals {
    u32 classes, missing, methods, failed;
    u64 bytecode_bytes, code_bytes;
};

static void translate_class(const char *name, struct totals *totals) {
    struct class *class = model_class(name);
    struct translate_options options = {0};
    totals->classes++;
    totals->missing += class == NULL;
    for (u32 i = 0; class && i < class->method_count; i++) {
        struct method *method = &class->methods[i];
        struct classfile_code bytecode;
        const char *error;
        if (method->access_flags & ACC_ABSTRACT) continue;
        struct code *code = translate(method, &options, &error);
        totals->methods++;
        if (code) totals->code_bytes += code->size;
        if (classfile_code(class->file, &class->file->methods[method->index], &bytecode)) {
            totals->bytecode_bytes += bytecode.length;
        }
        if (!code && totals->failed++ < 10) {
            tap_note("%s.%s%s: %s", name, method->name->text, method->descriptor->text, error);
        }
    }
}

static void translate_java_base(const char *what) {
    struct totals totals = {0};
    clock_t start = clock();
    char name[512];
    for (u32 at = 0; model_next_class(&at, model_sweep_part(), name, sizeof(name));) {
        translate_class(name, &totals);
    }
    double ratio = totals.bytecode_bytes ? (double)totals.code_bytes / (double)totals.bytecode_bytes : 0;
    tap_note("%s: %u classes, %u methods, %.2f bytes of code per byte of bytecode, %.1f s", what, totals.classes,
             totals.methods, ratio, (double)(clock() - start) / CLOCKS_PER_SEC);
    u32 part = model_sweep_part();
    tap_ok(totals.classes > 6000 / part && totals.missing == 0 && totals.methods > 40000 / part && totals.failed == 0,
           "java.base, %s: every method translates", what);
    tap_ok(ratio > 0 && ratio <= 12, "java.base, %s: at most 12 bytes of code for one of bytecode", what);
}

// ---- The hook

// code_of() gives back what a translation has taken, so the classes that it needs are to be there before.
static void load_named_classes(const char *class_name) {
    struct totals totals = {0};
    translate_class(class_name, &totals);
}

static u32 code_of(struct method *method, bool without_probes, u8 **bytes) {
    struct translate_options options = {.without_probes = without_probes};
    const char *error;
    u8 *mark = model.data_next;
    struct code *code = translate(method, &options, &error);
    u32 size = code ? code->size : 0;
    *bytes = malloc(size + 1);
    if (code) memcpy(*bytes, (const void *)(uintptr_t)code->start, size);
    memset(mark, 0, (size_t)(model.data_next - mark));
    model.data_next = mark; // tables at the same addresses next time
    return size;
}

static void check_hook(const char *class_name) {
    load_named_classes(class_name);
    struct class *class = model_class(class_name);
    u32 different = 0;
    for (u32 i = 0; i < class->method_count; i++) {
        u8 *plain, *hooked;
        if (class->methods[i].access_flags & ACC_ABSTRACT) continue;
        code_of(&class->methods[i], true, &plain); // makes slots
        free(plain);
        u32 size = code_of(&class->methods[i], true, &plain), hooked_size = code_of(&class->methods[i], false, &hooked);
        different += size == 0 || size != hooked_size || memcmp(plain, hooked, size) != 0;
        free(plain);
        free(hooked);
    }
    tap_is_int(different, 0, "without flags the code is that of a translator without the hook");
}

// ---- The body under probes

#define COUNTDOWN_BYTES 10 // the most that counting calls takes before everything else

// Removes the probes' own bytes from a method's code.
static u32 without_probes(u8 *bytes, u32 size, const struct method *method) {
    u8 enter[PROBE_MAX_BYTES], leave[PROBE_MAX_BYTES];
    u32 enter_bytes = probe_code_enter(enter, method->id), leave_bytes = probe_code_leave(leave);
    u8 *found = memmem(bytes, size, enter, enter_bytes);
    if (found == NULL || found > bytes + COUNTDOWN_BYTES) return 0;
    size -= enter_bytes;
    memmove(found, found + enter_bytes, size - (u32)(found - bytes));
    while ((found = memmem(bytes, size, leave, leave_bytes))) {
        memmove(found, found + leave_bytes, size - (u32)(found + leave_bytes - bytes));
        size -= leave_bytes;
    }
    return size;
}

// The instructions as objdump sees them; for jumps only the name, because probes in between shift their targets.
static char *disassemble(const u8 *bytes, u32 size) {
    char path[] = "/tmp/code_test.XXXXXX", command[128], line[512], *text = calloc(1, size * 64 + 64);
    FILE *file = fdopen(mkstemp(path), "wb");
    fwrite(bytes, 1, size, file);
    fclose(file);
    snprintf(command, sizeof(command), "objdump -D -b binary -mi386:x86-64 --no-show-raw-insn %s", path);
    FILE *pipe = popen(command, "r");
    char *at = text;
    while (fgets(line, sizeof(line), pipe)) {
        char *instruction = strstr(line, ":\t");
        if (instruction == NULL) continue;
        if (instruction[2] == 'j') instruction[strcspn(instruction, " \n")] = 0;
        at = stpcpy(at, instruction + 2);
    }
    pclose(pipe);
    unlink(path);
    return text;
}

static void check_body(const char *class_name) {
    load_named_classes(class_name);
    struct class *class = model_class(class_name);
    u32 different = 0, compared = 0;
    for (u32 i = 0; i < class->method_count; i++) {
        struct method *method = &class->methods[i];
        u8 *plain, *probed;
        if (method->access_flags & ACC_ABSTRACT) continue;
        u32 size = code_of(method, false, &plain);
        method->patterns = PATTERN_TIME;
        u32 probed_size = code_of(method, false, &probed);
        probed_size = without_probes(probed, probed_size, method);
        method->patterns = 0;
        char *a = disassemble(plain, size), *b = disassemble(probed, probed_size);
        if (strcmp(a, b) != 0 && different++ < 3) tap_note("%s.%s differs", class_name, method->name->text);
        compared++;
        free(a);
        free(b);
        free(plain);
        free(probed);
    }
    tap_ok(compared > 20 && different == 0, "%s: with probes around it the body is the same (%u methods)", class_name,
           compared);
}

// ---- With every method timed and traced

struct comparison {
    u32 methods, marked, different;
};

static u64 fingerprint(struct method *method, bool again, bool without_probes, u32 *size) {
    u64 made = 0;
    struct translate_options options = {.again = again, .without_probes = without_probes, .fingerprint = &made};
    const char *error;
    struct code *code = translate(method, &options, &error);
    *size = code ? code->size : 0;
    return made;
}

static void compare_class(const char *name, bool again, struct comparison *total) {
    struct class *class = model_class(name);
    for (u32 i = 0; class && i < class->method_count; i++) {
        u32 plain_size, size;
        struct method *method = &class->methods[i];
        if (method->access_flags & ACC_ABSTRACT) continue;
        fingerprint(method, again, true, &plain_size); // makes slots
        u64 plain = fingerprint(method, again, true, &plain_size), marked = fingerprint(method, again, false, &size);
        total->methods++;
        total->marked += size > plain_size + 2 * PROBE_MAX_BYTES;
        if (plain != marked && total->different++ < 5)
            tap_note("%s.%s%s", name, method->name->text, method->descriptor->text);
    }
}

static void time_class(const char *name) {
    struct class *class = model_class(name);
    for (u32 i = 0; class && i < class->method_count; i++) class->methods[i].patterns = PATTERN_TIME | PATTERN_TRACE;
}

static void check_marks(bool again) {
    struct comparison total = {0};
    char name[512];
    for (u32 at = 0; model_next_class(&at, 1, name, sizeof(name));) time_class(name);
    u32 part = model_sweep_part() == 1 ? 1 : 2 * model_sweep_part();
    for (u32 at = 0; model_next_class(&at, part, name, sizeof(name));) compare_class(name, again, &total);
    tap_ok(total.methods > 1000 && total.marked > total.methods / (again ? 8 : 64) && total.different == 0,
           "%s: code but for the probes, sites and maps are the same with all methods timed and traced: %u methods, "
           "%u of which have inlined ones, %u differ",
           again ? "again" : "first", total.methods, total.marked, total.different);
}

int main(void) {
    model_start(NULL);
    code_next = model_map(CODE_START, CODE_BYTES);
    size_t bytes = 1u << 29;
    arena_init(&work, mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
               bytes, model_exhausted);
    translate_java_base("unresolved");
    model.mode = MODEL_LINKED;
    translate_java_base("linked");
    check_hook("java/util/HashMap");
    check_hook("java/lang/Thread");
    check_body("java/util/ArrayList");
    check_marks(false);
    check_marks(true);
    return tap_done();
}
