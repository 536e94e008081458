// See common_class.h. Classes of java.base stand in two forms, both made once: for the verifier in viz/verify/world.h,
// for the translator in translator/test/model.h. What a class file adds to the second is undone after each.
//
// Found are: every fault of memory, every assertion, a reader that takes more memory than the kernel gives it, a form
// that ssa_check refuses, and a verified method that cannot be translated, unless subroutines (JVMS 4.9.1) are
// possible.
#include "tests/fuzz/common_class.h"

#include "tests/fuzz/common_arena.h"
#include "tests/fuzz/common_read.h"
#include "translator/codespace.h"
#include "translator/test/model.h"
#include "translator/translate.h"
#include "viz/verify/world.h"

int LLVMFuzzerInitialize(int *count, char ***arguments);

#define WORK_BYTES (256u << 20)
#define LAST_VERSION_WITH_SUBROUTINES 50
#define INTERFACES_MOST 40 // model.h has no room for more

static struct world world;
static struct arena exact, files, work;
static u64 code_next;

u64 codespace_reserve(const struct method *method, u32 bytes) {
    (void)method;
    u64 at = ALIGN_UP(code_next, 16ull);
    if (at + bytes > CODE_END) return 0;
    code_next = at + bytes;
    return at;
}
u8 *codespace_writable(u64 address) { return (u8 *)address; }
void codespace_publish(u64 address, u32 bytes) { (void)address, (void)bytes; }
void *codespace_table(const struct method *method, size_t bytes) {
    (void)method;
    return model_alloc(bytes);
}

__attribute__((noreturn)) static void found(const char *what, const char *detail) {
    fprintf(stderr, "found: %s: %s\n", what, detail);
    abort();
}

__attribute__((noreturn)) static void is_exhausted(struct arena *arena) {
    found("too much memory is needed", arena == &exact ? "the index of a class file" : "verification or translation");
}

static void init_arena(struct arena *arena, size_t bytes) {
    arena_init(arena, mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
               bytes, is_exhausted);
}

static void load_java_base(void) {
    for (u32 i = 0; i < model.image.table_length; i++) {
        struct jimage_location location;
        char name[512];
        if (!jimage_location(&model.image, i, &location) || strcmp(location.module, "java.base") != 0 ||
            strcmp(location.extension, "class") != 0 || strcmp(location.base, "module-info") == 0) {
            continue;
        }
        snprintf(name, sizeof(name), "%s%s%s", location.parent, location.parent[0] ? "/" : "", location.base);
        model_class(name);
    }
}

// What the translator and the model find out once and keep must not go with the first class.
static void warm_up(void) {
    struct translate_options options = {0};
    const char *error;
    model.mode = MODEL_LINKED;
    link_known_string(NULL, 0);
    for (const char *letter = "ZCFDBSIJ"; *letter; letter++) link_primitive_array(*letter);
    struct class *object = model_class("java/lang/Object");
    for (u32 i = 0; i < object->method_count; i++) {
        if (!translate_method(&work, &object->methods[i], &options, &error)) found("java.lang.Object", error);
    }
}

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    code_next = CODE_START;
    init_arena(&exact, WORK_BYTES);
    init_arena(&files, WORK_BYTES);
    init_arena(&work, WORK_BYTES);
    model_map(CODE_START, CODE_END - CODE_START);
    model_start(NULL);
    world_open(&world, MODEL_IMAGE, "java.base");
    load_java_base();
    warm_up();
    model_set_mark();
    return 0;
}

// ---- Reading and verifying

// The kernel gives the reader so much memory and no more.
static void check_bound(const u8 *bytes, size_t size) {
    struct class_error error;
    arena_reset(&exact);
    exact.end = exact.start + classfile_index_bound(size);
    arena_set_gaps(false);
    classfile_parse(&exact, bytes, size, false, &error);
    arena_set_gaps(true);
}

static void name_of_class(const struct classfile *file, u16 index, char name[512]) {
    struct text text = index ? classfile_class_name(file, index) : (struct text){"", 0};
    snprintf(name, 512, "%.*s", text.length, text.bytes);
}

// The kernel has loaded superclass and interfaces when it verifies, so they are there and not the class itself.
static bool has_supertypes(const struct classfile *file, struct class **super) {
    char own_name[512], name[512];
    name_of_class(file, file->this_class, own_name);
    name_of_class(file, file->super_class, name);
    *super = strcmp(name, own_name) == 0 ? NULL : model_class(name);
    if (!*super || (*super)->access_flags & (ACC_INTERFACE | ACC_FINAL)) return false;
    for (u16 i = 0; i < file->interface_count; i++) {
        name_of_class(file, classfile_interface(file, i), name);
        const struct class *interface = strcmp(name, own_name) == 0 ? NULL : model_class(name);
        if (!interface || !(interface->access_flags & ACC_INTERFACE)) return false;
    }
    return file->interface_count <= INTERFACES_MOST;
}

static bool is_verified(const struct classfile *file) {
    bool verified = true;
    for (u32 own_loader = 0; own_loader < 2; own_loader++) {
        struct world_view view = {.world = &world, .file = file, .own_loader = own_loader};
        struct verify_hierarchy hierarchy = world_hierarchy(&view);
        struct class_error error;
        arena_reset(&work);
        verified = verify_class(file, &work, &hierarchy, &error) && verified;
    }
    return verified;
}

// ---- Translating

static void check_tables(const struct code *code) {
    for (u32 i = 0; i < code->site_count; i++) {
        const struct code_site *site = &code->sites[i];
        if (i && site->offset <= code->sites[i - 1].offset) found("code", "sites in disorder");
        if (site->place >= code->place_count || site->offset > code->size + 1) found("code", "a site out of bounds");
        for (const struct code_handler *handler = &code->handlers[site->handlers]; handler->method; handler++) {
            if (handler->landing >= code->size) found("code", "a landing out of bounds");
        }
    }
}

static void translate(struct method *method, const struct translate_options *options) {
    const char *error;
    code_next = CODE_START;
    struct code *code = translate_method(&work, method, options, &error);
    if (code) return check_tables(code);
    char words[512];
    snprintf(words, sizeof(words), "%s", error); // lies in the arena
    struct translate_options unchecked = *options;
    unchecked.check = false;
    const char *again;
    if (translate_method(&work, method, &unchecked, &again)) found("ssa_check or regalloc_check", words);
    if (method->holder->file->major_version > LAST_VERSION_WITH_SUBROUTINES) found("verified, not translated", words);
}

static void translate_all(const struct classfile *file, struct class *super, enum model_mode mode) {
    char name[512];
    name_of_class(file, file->this_class, name);
    model.mode = mode;
    struct class *class = model_define(name, file, super);
    for (u32 i = 0; i < class->method_count; i++) {
        struct method *method = &class->methods[i];
        if (method->access_flags & ACC_ABSTRACT) continue;
        method->flags |= METHOD_PROGRAMS;
        method->patterns = i % 2 ? PATTERN_TIME | PATTERN_TRACE : 0;
        struct translate_options options = {.check = true,
                                            .again = mode == MODEL_LINKED,
                                            .probe_allocations = i % 4 == 3,
                                            .several_processors = i % 4 == 2,
                                            .without_passes = mode == MODEL_UNRESOLVED && i % 4 == 1};
        translate(method, &options);
    }
    model_release();
}

bool fuzz_class(const u8 *bytes, size_t size) {
    struct class_error error;
    struct class *super;
    check_bound(bytes, size);
    arena_reset(&files);
    const struct classfile *file = classfile_parse(&files, bytes, size, false, &error);
    if (file) fuzz_read_parts(file);
    bool passes = file && has_supertypes(file, &super) && is_verified(file);
    if (passes) {
        translate_all(file, super, MODEL_UNRESOLVED);
        has_supertypes(file, &super);
        translate_all(file, super, MODEL_LINKED);
    }
    model_release();
    return passes;
}
