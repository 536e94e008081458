// The whole translation of every method of the JDK's java.base, into plain memory: every method translates, with
// classes resolved and without; how much code that is, and how long it takes. Also the promise of the probe hook at the
// level of bytes: without flags the code is the same as in a translator without the hook. And the origins of code: each
// byte has one, and a call's is the place of its site.
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

// ---- Origins

struct origin_totals {
    u32 translations, runs, inlined_runs, calls, other_sites;
    u32 wrong_tables, wrong_calls;
};

// Whether a call (FF /2) ends here. Other sites are those of accesses that trap.
static bool ends_call(const u8 *end, const u8 *start) {
    static const u8 lengths[] = {2, 3, 6, 7}; // [reg] or reg; 8 bits; 32 bits; an address without a register
    static const u8 modes[] = {0x10, 0x50, 0x90, 0x14};
    for (u32 i = 0; i < COUNT_OF(lengths); i++) {
        const u8 *at = end - lengths[i];
        if (at < start || at[0] != 0xff) continue;
        if (lengths[i] == 7 ? at[1] == modes[i] && at[2] == 0x25 : (at[1] & 0xf8) == modes[i]) return true;
        if (lengths[i] == 2 && (at[1] & 0xf8) == 0xd0) return true;
    }
    return false;
}

static bool is_same_place(const struct code_place *a, const struct code_place *b) {
    for (; a && b; a = a->caller, b = b->caller) {
        if (a->method != b->method || a->bytecode_index != b->bytecode_index) return false;
    }
    return a == b;
}

// Each byte is in exactly one run, and callers come before the places that they lead to.
static bool has_right_tables(const struct code *code) {
    const struct code_origins *origins = code->origins;
    if (!origins || !origins->count || origins->runs[0].offset || origins->place_count < code->place_count)
        return false;
    for (u32 i = 0; i < origins->count; i++) {
        const struct code_origin *run = &origins->runs[i];
        if (run->offset >= (i + 1 < origins->count ? run[1].offset : code->size)) return false;
        if (!run->place || run->place >= origins->place_count) return false;
    }
    for (u32 i = 1; i < origins->place_count; i++) {
        const struct code_place *place = &code->places[i], *last = place;
        if (!place->method || place->caller >= place || (place->caller && place->caller <= code->places)) return false;
        while (last->caller) last = last->caller;
        if (last->method != code->method) return false;
    }
    return true;
}

static const struct code_place *origin_at(const struct code *code, u32 offset) {
    u32 run = 0;
    while (run + 1 < code->origins->count && code->origins->runs[run + 1].offset <= offset) run++;
    return &code->places[code->origins->runs[run].place];
}

static void check_origins(const struct code *code, struct origin_totals *totals) {
    const u8 *start = (const u8 *)(uintptr_t)code->start;
    totals->translations++;
    if (!has_right_tables(code)) {
        totals->wrong_tables++;
        return;
    }
    totals->runs += code->origins->count;
    for (u32 i = 0; i < code->origins->count; i++) {
        totals->inlined_runs += code->places[code->origins->runs[i].place].caller != NULL;
    }
    for (u32 i = 0; i < code->site_count; i++) {
        const struct code_site *site = &code->sites[i];
        bool is_call = ends_call(start + site->offset, start);
        totals->calls += is_call;
        totals->other_sites += !is_call;
        if (!is_call || is_same_place(origin_at(code, site->offset - 1), &code->places[site->place])) continue;
        if (totals->wrong_calls++ < 5) tap_note("%s+%#x", code->method->name->text, site->offset);
    }
}

static void report_origins(const struct origin_totals *totals, u32 least, u32 least_inlined) {
    tap_note("%u runs of %u translations, %u of them in inlined methods; %u calls, %u other sites", totals->runs,
             totals->translations, totals->inlined_runs, totals->calls, totals->other_sites);
    tap_ok(totals->translations > least && totals->runs > 10 * totals->translations &&
               totals->inlined_runs >= least_inlined,
           "translations have origins, at least %u of them in inlined methods", least_inlined);
    tap_is_int(totals->wrong_tables, 0, "each byte of a translation is in exactly one run");
    tap_ok(totals->calls > totals->other_sites && totals->wrong_calls == 0,
           "the origin of each call is its site's place (%u are not)", totals->wrong_calls);
}

// ---- All methods

struct totals {
    u32 classes, missing, methods, failed;
    u64 bytecode_bytes, code_bytes;
    struct origin_totals origins;
};

static void translate_class(const char *name, struct totals *totals) {
    struct class *class = model_class(name);
    struct translate_options options = {.origins = true};
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
        if (code) check_origins(code, &totals->origins);
        if (classfile_code(class->file, &class->file->methods[method->index], &bytecode)) {
            totals->bytecode_bytes += bytecode.length;
        }
        if (!code && totals->failed++ < 10) {
            tap_note("%s.%s%s: %s", name, method->name->text, method->descriptor->text, error);
        }
    }
}

static void translate_java_base(const char *what, u32 least_inlined) {
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
    u32 most = part == 1 ? 12 : 14; // a share differs from the whole
    tap_ok(ratio > 0 && ratio <= most, "java.base, %s: at most %u bytes of code for one of bytecode", what, most);
    report_origins(&totals.origins, 40000 / part, least_inlined / (part * 2));
}

// ---- What changes no code

// Undoes in the model what the translation has made, so that the next one finds the same addresses.
static u32 code_of(struct method *method, struct translate_options options, u8 **bytes) {
    const char *error;
    struct code *code = translate(method, &options, &error);
    u32 size = code ? code->size : 0;
    *bytes = malloc(size + 1);
    if (code) memcpy(*bytes, (const void *)(uintptr_t)code->start, size);
    model_release();
    return size;
}

static void check_same(const char *class_name, struct translate_options other, const char *what) {
    struct class *class = model_class(class_name);
    u32 different = 0;
    for (u32 i = 0; i < class->method_count; i++) {
        u8 *plain, *changed;
        if (class->methods[i].access_flags & ACC_ABSTRACT) continue;
        code_of(&class->methods[i], other, &plain); // makes slots
        free(plain);
        u32 size = code_of(&class->methods[i], (struct translate_options){0}, &plain),
            changed_size = code_of(&class->methods[i], other, &changed);
        different += size == 0 || size != changed_size || memcmp(plain, changed, size) != 0;
        free(plain);
        free(changed);
    }
    tap_ok(different == 0, "%s: %s (%u methods are not)", class_name, what, different);
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
    struct class *class = model_class(class_name);
    u32 different = 0, compared = 0;
    for (u32 i = 0; i < class->method_count; i++) {
        struct method *method = &class->methods[i];
        u8 *plain, *probed;
        if (method->access_flags & ACC_ABSTRACT) continue;
        u32 size = code_of(method, (struct translate_options){0}, &plain);
        method->patterns = PATTERN_TIME;
        u32 probed_size = code_of(method, (struct translate_options){0}, &probed);
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

static void watch_class(const char *name, u8 patterns) {
    struct class *class = model_class(name);
    for (u32 i = 0; class && i < class->method_count; i++) class->methods[i].patterns = patterns;
}

static void watch_all(u8 patterns) {
    char name[512];
    for (u32 at = 0; model_next_class(&at, 1, name, sizeof(name));) watch_class(name, patterns);
}

static void check_marks(bool again) {
    struct comparison total = {0};
    char name[512];
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
    translate_java_base("unresolved", 0);
    model.mode = MODEL_LINKED;
    translate_java_base("linked", 50000);
    watch_all(PATTERN_TIME | PATTERN_TRACE);
    check_marks(false);
    check_marks(true);
    watch_all(0); // and all classes are there
    model_set_mark();
    const char *classes[] = {"java/util/HashMap", "java/lang/Thread", "java/lang/String",
                             "java/util/concurrent/ConcurrentHashMap", "java/util/regex/Pattern"};
    for (u32 i = 0; i < COUNT_OF(classes); i++) {
        check_same(classes[i], (struct translate_options){.without_probes = true},
                   "without flags the code is that of a translator without the hook");
        check_same(classes[i], (struct translate_options){.origins = true}, "the code is the same with origins");
    }
    check_body("java/util/ArrayList");
    return tap_done();
}
