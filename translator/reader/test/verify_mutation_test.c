// Mutated class files are accepted or rejected, and with the same kind of error, as by HotSpot with -Xverify:all.
//
//     verify_mutation_test [number of mutants [seed]]
//
// Left out, because they do not concern reader and verifier: mutants that change the class's name, superclass or
// interfaces; those that HotSpot refuses for reasons of linking (access to the superclass, final methods, and so on);
// and those of version 50 with two changes, where the order in which HotSpot verifies methods (that of its symbols'
// addresses) decides whether the old verifier gets a chance. A mismatch leaves its class file in the folder that is
// named.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tap.h"
#include "tests/verify/handmade.h"
#include "tests/verify/image.h"
#include "tests/verify/mutate.h"
#include "viz/verify/world.h"

#define JDK "/usr/lib/jvm/java-17-openjdk-amd64/bin/"
#define SEEDS_MAX 400
#define IMAGE_SEEDS 200
#define CLASS_BYTES_MAX 40000

struct seed {
    char name[256]; // of the class
    char title[128];
    const struct classfile *file;
    bool usable; // HotSpot does not refuse the original for reasons of linking
};

struct verdict {
    char kind[1024]; // "ok", or the exception's class
    char message[1024];
};

struct trial {
    u32 seed;
    bool original;
    struct mutant mutant;
    struct verdict ours, theirs;
    u32 kinds; // set of kind_number: what our verifier says of its methods, each by itself
    bool parsed, skipped;
};

#define NOT_FOUND "java/lang/NoClassDefFoundError"

// The kinds of verdict that come from reader and verifier.
static const char *const kinds[] = {"ok", "java/lang/ClassFormatError", "java/lang/VerifyError",
                                    "java/lang/UnsupportedClassVersionError", NOT_FOUND};

static u32 kind_number(const char *kind) {
    u32 number = 0;
    while (number < COUNT_OF(kinds) && strcmp(kinds[number], kind) != 0) number++;
    return number;
}

static bool is_ours_to_judge(const char *kind) { return kind_number(kind) < COUNT_OF(kinds); }

static struct world world;
static struct arena arena;
static struct seed seeds[SEEDS_MAX];
static u32 seed_count;
static char folder[64];

// ---- Seeds

static void add_seed(const char *title, const u8 *bytes, size_t size) {
    struct class_error error;
    const struct classfile *file = classfile_parse(&world.arena, bytes, size, false, &error);
    if (!file) {
        tap_ok(false, "seed %s parses", title);
        tap_note("%s: %s", error.exception, error.message);
        return;
    }
    if (seed_count == SEEDS_MAX) return;
    struct seed *seed = &seeds[seed_count++];
    snprintf(seed->name, sizeof(seed->name), "%.*s", classfile_name(file).length, classfile_name(file).bytes);
    snprintf(seed->title, sizeof(seed->title), "%s", title);
    seed->file = file;
}

// The class with version 49, in which its stack maps do not count; NULL if it has what that version does not know.
static u8 *as_old_version(const u8 *bytes, size_t size) {
    struct class_error error;
    u8 *old = arena_alloc(&world.arena, size);
    memcpy(old, bytes, size);
    old[7] = 49;
    return classfile_parse(&world.arena, old, size, false, &error) ? old : NULL;
}

// Classes that another loader may define, so none of java.*. Every other one goes through inference.
static void add_image_seeds(u64 *state) {
    for (u32 added = 0; added < IMAGE_SEEDS;) {
        struct world_class *class = &world.classes[mutate_random(state, world.capacity)];
        if (!class->name.bytes || class->size > CLASS_BYTES_MAX || strncmp(class->name.bytes, "java/", 5) == 0) {
            continue;
        }
        char name[512];
        snprintf(name, sizeof(name), "%.*s", class->name.length, class->name.bytes);
        const u8 *bytes = added & 1 ? as_old_version(class->bytes, class->size) : class->bytes;
        if (!bytes) continue;
        add_seed(name, bytes, class->size);
        added++;
    }
}

// In old versions StackMapTables do not count, so they go through inference.
static void add_sample(const char *path, const char *name, u32 version, bool visible) {
    size_t size;
    u8 *file_bytes = image_read_file(path, &size), *bytes = arena_alloc(&world.arena, size);
    memcpy(bytes, file_bytes, size);
    free(file_bytes);
    if (visible) world_add(&world, name, bytes, size);
    if (version) bytes[7] = (u8)version;
    add_seed(name, bytes, size);
}

static void add_samples(void) {
    static const char *const modern[] = {"Modern",         "Modern$Circle", "Modern$Inner",  "Modern$Level",
                                         "Modern$Level$1", "Modern$Shape",  "Modern$Square", "Modern$1"};
    static const struct {
        const char *folder;
        u32 version;
    } old[] = {{"17", 0}, {"8", 0}, {"7", 0}, {"7", 50}, {"7", 49}, {"7", 48}};
    static const char *const plain[] = {"Shapes", "Shapes$1", "Base"};
    char path[256], name[64];
    for (u32 i = 0; i < COUNT_OF(modern); i++) {
        snprintf(path, sizeof(path), "%s/17/samples/%s.class", folder, modern[i]);
        snprintf(name, sizeof(name), "samples/%s", modern[i]);
        add_sample(path, name, 0, true);
    }
    for (u32 i = 0; i < COUNT_OF(old) * COUNT_OF(plain); i++) {
        const char *base = plain[i % COUNT_OF(plain)];
        snprintf(path, sizeof(path), "%s/%s/samples/%s.class", folder, old[i / COUNT_OF(plain)].folder, base);
        snprintf(name, sizeof(name), "samples/%s", base);
        add_sample(path, name, old[i / COUNT_OF(plain)].version, i < COUNT_OF(plain));
    }
    for (u32 i = 0; i < handmade_count; i++) {
        size_t size;
        u8 *bytes = handmade_bytes(&world.arena, i, &size);
        add_seed(handmade_classes[i].name, bytes, size);
    }
}

// ---- Our verdict

// HotSpot verifies methods in the order of its symbols' addresses. So if several methods are wrong in different ways,
// any one's kind of error is right.
static u32 method_kinds(const struct classfile *file, const struct verify_hierarchy *hierarchy) {
    u32 set = 0;
    for (u32 i = 0; i < file->method_count; i++) {
        struct classfile one = *file;
        struct class_error error;
        one.methods = &file->methods[i];
        one.method_count = 1;
        if (!verify_class(&one, &arena, hierarchy, &error)) {
            set |= 1u << kind_number(error.exception ? error.exception : NOT_FOUND);
        }
    }
    return set;
}

static bool same_supertypes(const struct classfile *a, const struct classfile *b) {
    if (!text_equal(classfile_name(a), classfile_name(b)) || a->interface_count != b->interface_count ||
        !a->super_class || !b->super_class) {
        return false;
    }
    if (!text_equal(classfile_class_name(a, a->super_class), classfile_class_name(b, b->super_class))) return false;
    for (u16 i = 0; i < a->interface_count; i++) {
        if (!text_equal(classfile_class_name(a, classfile_interface(a, i)),
                        classfile_class_name(b, classfile_interface(b, i)))) {
            return false;
        }
    }
    return true;
}

static void judge(struct trial *trial) {
    struct class_error error = {.exception = NULL};
    struct verdict *verdict = &trial->ours;
    strcpy(verdict->kind, "ok");
    arena_reset(&arena);
    const struct classfile *file = classfile_parse(&arena, trial->mutant.bytes, trial->mutant.size, false, &error);
    trial->parsed = file != NULL;
    struct world_view view = {.world = &world, .file = file, .own_loader = true};
    struct verify_hierarchy hierarchy = world_hierarchy(&view);
    bool by_luck = file && file->major_version == 50 && strchr(trial->mutant.what, ',');
    if (by_luck || (file && !same_supertypes(file, seeds[trial->seed].file))) {
        trial->skipped = true;
        return;
    }
    if (file && verify_class(file, &arena, &hierarchy, &error)) return;
    if (file) trial->kinds = method_kinds(file, &hierarchy);
    snprintf(verdict->kind, sizeof(verdict->kind), "%s", error.exception ? error.exception : NOT_FOUND);
    snprintf(verdict->message, sizeof(verdict->message), "%s%.*s", error.message,
             error.exception ? 0 : view.missing.length, view.missing.bytes ? view.missing.bytes : "");
}

// ---- HotSpot's verdict

static bool run(const char *format, ...) __attribute__((format(printf, 1, 2)));
static bool run(const char *format, ...) {
    char command[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(command, sizeof(command), format, arguments);
    va_end(arguments);
    return system(command) == 0;
}

static void write_u16(FILE *out, u32 value) {
    fputc((int)(value >> 8 & 255), out);
    fputc((int)(value & 255), out);
}

static void write_trials(const struct trial *trials, u32 count) {
    char path[256];
    snprintf(path, sizeof(path), "%s/mutants", folder);
    FILE *out = fopen(path, "w");
    for (u32 i = 0; i < count; i++) {
        const char *name = seeds[trials[i].seed].name, *slash = strrchr(name, '/');
        u32 length = slash ? (u32)(slash - name) : 0;
        write_u16(out, length);
        fwrite(name, 1, length, out);
        write_u16(out, (u32)trials[i].mutant.size >> 16);
        write_u16(out, (u32)trials[i].mutant.size);
        fwrite(trials[i].mutant.bytes, 1, trials[i].mutant.size, out);
    }
    fclose(out);
}

// Packages of java.base that the seeds come from must be exported to them, as they are to one another.
static void write_options(void) {
    char path[256];
    snprintf(path, sizeof(path), "%s/options", folder);
    FILE *out = fopen(path, "w");
    fprintf(out, "-Xverify:all\n--add-opens=java.base/java.lang=ALL-UNNAMED\n");
    for (u32 i = 0; i < world.image.table_length; i++) {
        struct jimage_location location;
        if (!jimage_location(&world.image, i, &location) || strcmp(location.extension, "class") != 0 ||
            !location.parent[0]) {
            continue;
        }
        static char last[512];
        if (strcmp(last, location.parent) == 0) continue;
        snprintf(last, sizeof(last), "%s", location.parent);
        fprintf(out, "--add-exports=%s/", location.module);
        for (const char *at = location.parent; *at; at++) fputc(*at == '/' ? '.' : *at, out);
        fprintf(out, "=ALL-UNNAMED\n");
    }
    fclose(out);
}

static bool ask_hotspot(struct trial *trials, u32 count) {
    char path[256], line[1024];
    write_trials(trials, count);
    write_options();
    if (!run("cd %s && LC_ALL=C sort -u options > sorted && " JDK
             "java -Xshare:auto @sorted -cp driver:17 MutationDriver mutants > verdicts 2> errors",
             folder)) {
        return false;
    }
    snprintf(path, sizeof(path), "%s/verdicts", folder);
    FILE *in = fopen(path, "r");
    u32 read = 0;
    for (; read < count && fgets(line, sizeof(line), in); read++) {
        line[strcspn(line, "\n")] = 0;
        char *space = strchr(line, ' ');
        if (space) *space = 0;
        snprintf(trials[read].theirs.kind, sizeof(trials[read].theirs.kind), "%s", line);
        snprintf(trials[read].theirs.message, sizeof(trials[read].theirs.message), "%s", space ? space + 1 : "");
    }
    fclose(in);
    return read == count;
}

// ---- Comparing

static void keep_class_file(const struct trial *trial, u32 number) {
    char path[256];
    snprintf(path, sizeof(path), "%s/mismatch-%u.class", folder, number);
    FILE *out = fopen(path, "w");
    fwrite(trial->mutant.bytes, 1, trial->mutant.size, out);
    fclose(out);
    tap_note("%s: %s, %s", path, seeds[trial->seed].title, trial->mutant.what);
    tap_note("    HotSpot: %s %s", trial->theirs.kind, trial->theirs.message);
    tap_note("    we:      %s %s", trial->ours.kind, trial->ours.message);
}

struct tally {
    u32 compared, accepted, verdict_differs, kind_differs;
};

static struct tally compare(struct trial *trials, u32 count, u32 wanted) {
    struct tally tally = {0};
    for (u32 i = 0; i < count && tally.compared < wanted; i++) {
        struct trial *trial = &trials[i];
        bool ours_ok = strcmp(trial->ours.kind, "ok") == 0, theirs_ok = strcmp(trial->theirs.kind, "ok") == 0;
        if (trial->original) seeds[trial->seed].usable = is_ours_to_judge(trial->theirs.kind);
        if (trial->original && theirs_ok != ours_ok && is_ours_to_judge(trial->theirs.kind)) {
            tally.verdict_differs++;
            keep_class_file(trial, i);
        }
        if (trial->original || trial->skipped || !seeds[trial->seed].usable || !is_ours_to_judge(trial->theirs.kind)) {
            continue;
        }
        // A superclass of another name, in a file that is broken as well
        if (!trial->parsed && strcmp(trial->theirs.kind, NOT_FOUND) == 0) continue;
        tally.compared++;
        tally.accepted += theirs_ok;
        // HotSpot treats its internal opcodes, from 202 on, as instructions until it reaches them, and may find another
        // error first
        if (strncmp(trial->ours.message, "Bad instruction", 15) == 0 && kind_number(trial->theirs.kind) == 1) continue;
        if (strcmp(trial->ours.kind, trial->theirs.kind) == 0 || trial->kinds >> kind_number(trial->theirs.kind) & 1) {
            continue;
        }
        tally.verdict_differs += ours_ok != theirs_ok;
        tally.kind_differs += ours_ok == theirs_ok;
        keep_class_file(trial, i);
    }
    return tally;
}

static void make_trial(struct trial *trial, u32 seed, bool original, u64 *state) {
    const struct classfile *file = seeds[seed].file;
    trial->seed = seed;
    trial->original = original;
    trial->mutant.bytes = malloc(file->size + 16);
    if (original) {
        memcpy(trial->mutant.bytes, file->bytes, file->size);
        trial->mutant.size = file->size;
        strcpy(trial->mutant.what, "original");
    } else {
        mutate(file, &trial->mutant, state);
    }
    judge(trial);
}

// The samples, which are few, get as many mutants as the image's classes.
static u32 pick_seed(u64 *state) {
    return mutate_random(state, 2) ? mutate_random(state, IMAGE_SEEDS)
                                   : IMAGE_SEEDS + mutate_random(state, seed_count - IMAGE_SEEDS);
}

static bool compile(void) {
    strcpy(folder, "/tmp/gnomon-mutants-XXXXXX");
    if (!mkdtemp(folder)) return false;
    return run("for release in 7 8 17; do " JDK
               "javac -nowarn -Xlint:-options --release $release -d %s/$release tests/verify/samples/Base.java "
               "tests/verify/samples/Shapes.java || exit 1; done; " JDK
               "javac -d %s/17 tests/verify/samples/*.java && " JDK
               "javac -d %s/driver tests/verify/MutationDriver.java",
               folder, folder, folder);
}

static void test_mutants(u32 wanted, u64 state) {
    add_image_seeds(&state);
    add_samples();
    u32 count = seed_count + wanted + wanted / 2;
    struct trial *trials = calloc(count, sizeof(*trials));
    for (u32 i = 0; i < count; i++) {
        make_trial(&trials[i], i < seed_count ? i : pick_seed(&state), i < seed_count, &state);
    }
    if (tap_ok(ask_hotspot(trials, count), "HotSpot judges all mutants")) {
        struct tally tally = compare(trials, count, wanted);
        tap_note("%u mutants compared, %u of them accepted by HotSpot; accept or reject differs for %u, kind of error "
                 "for %u",
                 tally.compared, tally.accepted, tally.verdict_differs, tally.kind_differs);
        bool passed = tap_is_int(tally.compared, wanted, "as many mutants as wanted");
        passed &= tap_is_int(tally.verdict_differs, 0, "every mutant is accepted or rejected as by HotSpot");
        passed &= tap_is_int(tally.kind_differs, 0, "every rejected mutant gets the same kind of error");
        if (passed) run("rm -rf %s", folder);
    }
    for (u32 i = 0; i < count; i++) free(trials[i].mutant.bytes);
    free(trials);
}

int main(int count, char **arguments) {
    u32 wanted = count > 1 ? (u32)atoi(arguments[1]) : 1000;
    u64 state = count > 2 ? strtoull(arguments[2], NULL, 0) : 1;
    const char *path = image_path();
    if (!path || access(JDK "javac", X_OK) != 0) {
        tap_skip("mutants are judged as by HotSpot", "no JDK 17");
        return tap_done();
    }
    world_open(&world, path, NULL);
    world_arena(&arena, 256 << 20);
    if (tap_ok(compile(), "samples and driver compile")) test_mutants(wanted, state);
    world_close(&world);
    world_arena_free(&arena);
    return tap_done();
}
