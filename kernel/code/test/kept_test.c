// What is kept is checked before it is used: a file of one translation, whole and with a thousand changes. The file is
// included, not linked.
#include <stdlib.h>
#include <string.h>

#include "kernel/code/kept.c"

#include "kernel/classes/class_find.h"
#include "kernel/classes/loader.h"
#include "runtime.h"
#include "tap.h"

#define CODE_BYTES 44

// ---- Where code goes

static u8 codes[64];
static u64 tables[64];
u64 codespace_reserve(const struct method *method, u32 bytes) {
    return (void)method, bytes <= sizeof(codes) ? (u64)codes : 0;
}
u8 *codespace_writable(u64 address) { return (u8 *)address; }
void codespace_publish(u64 address, u32 bytes) { (void)address, (void)bytes; }
void *codespace_table(const struct method *method, size_t bytes) {
    return (void)method, bytes <= sizeof(tables) ? memset(tables, 0, sizeof(tables)) : NULL;
}

static bool is_for_several;
bool code_is_for_several(void) { return is_for_several; }

// ---- A file of one translation

struct content {
    struct kept_header header;
    struct kept_class class;
    u32 buckets[2];
    struct kept_method method;
    char name[24];
    struct entry {
        struct kept_code head;
        struct kept_symbol symbols[2];
        struct kept_fixup fixup;
        u32 initialised;
        u8 code[CODE_BYTES];
    } entry;
    struct origins {
        struct kept_origins head;
        struct kept_place places[2];
        struct code_origin runs[2];
    } origins;
};
_Static_assert(sizeof(struct entry) == sizeof(struct kept_code) + 2 * 16 + 12 + 4 + CODE_BYTES, "nothing in between");

static struct content whole;

static void seal(struct content *content) {
    content->method.hash = archive_hash((const u8 *)&content->entry, sizeof(content->entry));
    content->method.origins_hash = archive_hash((const u8 *)&content->origins, sizeof(content->origins));
    content->header.index_hash = kept_index_hash(&content->header);
}

static void make(const struct method *method) {
    const struct symbol *name = method->holder->name;
    whole.header = (struct kept_header){.magic = KEPT_MAGIC,
                                        .version = KEPT_VERSION,
                                        .class_count = 1,
                                        .bucket_count = 2,
                                        .method_count = 1,
                                        .bytes = sizeof(whole),
                                        .entries = offsetof(struct content, entry)};
    whole.class =
        (struct kept_class){.name = offsetof(struct content, name), .name_bytes = name->length, .method_count = 1};
    whole.buckets[symbol_lasting_hash(name) & 1] = 1;
    whole.method = (struct kept_method){.index = method->index,
                                        .entry = offsetof(struct content, entry),
                                        .bytes = sizeof(whole.entry),
                                        .origin_bytes = sizeof(whole.origins)};
    memcpy(whole.name, name->text, name->length);
    whole.entry.head = (struct kept_code){
        .code_bytes = CODE_BYTES, .frame_at = 6, .symbol_count = 2, .fixup_count = 1, .initialised_count = 1};
    whole.entry.symbols[0] = (struct kept_symbol){KEPT_CLASS, 0, 0, 0};
    whole.entry.symbols[1] = (struct kept_symbol){KEPT_METHOD, 0, method->index, 0};
    whole.entry.fixup = (struct kept_fixup){8, 1, 0, 16};
    memset(whole.entry.code, 0x90, CODE_BYTES);
    whole.origins.head = (struct kept_origins){2, 2};
    whole.origins.places[0] = (struct kept_place){1, 7, UINT32_MAX};
    whole.origins.places[1] = (struct kept_place){1, 3, 0};
    whole.origins.runs[1] = (struct code_origin){20, 1};
    seal(&whole);
}

static struct code *use(struct method *method, const struct content *content) {
    kept_init(KEPT_OF_IMAGE, content, sizeof(*content));
    return kept_translation(method, true);
}

static bool is_right(const struct method *method, const struct code *code) {
    const u8 *bytes = codespace_writable(code->start);
    u32 word;
    memcpy(&word, bytes + 8, sizeof(word));
    return code->size == CODE_BYTES && code->frame_at == 6 && word == method_address(method) + 16 && bytes[0] == 0x90 &&
           bytes[12] == 0x90;
}

static void test_used(struct method *method) {
    method->holder->state = CLASS_LINKED;
    tap_ok(!use(method, &whole), "what a class must be initialised for is not used before");
    method->holder->state = CLASS_INITIALISED;
    struct code *code = use(method, &whole);
    tap_ok(code && is_right(method, code), "then it is, with its addresses put right");
    static const u8 patterns[] = {PATTERN_TIME, PATTERN_TRACE, PATTERN_APART};
    for (u32 i = 0; i < COUNT_OF(patterns); i++) {
        method->patterns = patterns[i];
        tap_ok(!use(method, &whole), "not where an instrument wants another one");
        method->patterns = 0;
    }
    tap_ok(!use(method + 1, &whole), "and not for another method");
    is_for_several = true;
    tap_ok(!use(method, &whole), "nor with several processors");
    is_for_several = false;
    struct content changed = whole;
    changed.entry.symbols[1].a = UINT16_MAX;
    seal(&changed);
    tap_ok(!use(method, &changed), "nor where it names what is not there");
    changed = whole;
    changed.entry.symbols[0].a = 2; // arrays of arrays of it, which there are none of
    seal(&changed);
    tap_ok(use(method, &changed) && method->holder->array_class->array_class, "but array classes are made");
}

static void test_origins(struct method *method) {
    const struct code *code = use(method, &whole);
    const struct code_origins *origins = code ? code->origins : NULL;
    tap_ok(origins && origins->place_count == 2 && origins->count == 2 && origins->runs[1].offset == 20 &&
               origins->runs[1].place == 1 && code->places[1].bytecode_index == 3 && code->places[1].method == method &&
               code->places[1].caller == &code->places[0],
           "its origins are those that were kept");
    code = kept_translation(method, false);
    tap_ok(code && !code->origins && is_right(method, code), "or there are none");
    struct content changed = whole;
    changed.origins.runs[1].offset++;
    tap_ok(!use(method, &changed), "changed origins are not used");
    tap_ok(kept_translation(method, false), "where they are not wanted they are not looked at");
}

// The same in two files, and a class that is not the image's: it is known by what its file holds.
static void test_class(struct method *method) {
    struct class *class = method->holder;
    struct domain *domain = class->domain;
    struct loader *boot = class->loader, application = *boot;
    struct content changed = whole;
    application.object = 8;
    domain->builtin_loaders[KEPT_APPLICATION - KEPT_BOOT - 1] = class->loader = &application;
    changed.class.loader = KEPT_APPLICATION;
    changed.class.hash = archive_hash(class->file->bytes, class->file->size) ^ 1;
    memset(domain->kept_classes, 0, sizeof(domain->kept_classes));
    seal(&changed);
    tap_ok(!use(method, &changed), "a class whose file has changed");
    tap_ok(!use(method, &whole), "and one of another loader");
    changed.class.hash ^= 1;
    seal(&changed);
    tap_ok(class->super->loader == boot && use(method, &changed), "it is used where the file is the same");
    class->loader = boot;
    memset(domain->kept_classes, 0, sizeof(domain->kept_classes));
    kept_init(KEPT_OF_PROGRAM, &whole, sizeof(whole));
    tap_ok(use(method, &(struct content){0}) && !files[KEPT_OF_IMAGE].index, "a program's file is enough");
    kept_init(KEPT_OF_PROGRAM, NULL, 0);
}

// What changes while it is mapped is looked at again, each time.
static void test_written(struct method *method) {
    struct content changed = whole;
    kept_init(KEPT_OF_IMAGE, &changed, sizeof(changed));
    tap_ok(kept_translation(method, true), "as long as nobody writes to it");
    changed.entry.code[3] ^= 1;
    tap_ok(!kept_translation(method, true), "an entry that has been written to since is not used");
    changed.entry.code[3] ^= 1;
    memset(&changed.class, 0xff, sizeof(changed.class) + sizeof(changed.buckets) + sizeof(changed.method));
    struct code *code = kept_translation(method, true);
    tap_ok(code && is_right(method, code), "and the index is a copy");
}

// Bits of the file anywhere, as if the host had not looked, but where only the host reads.
static void test_changed(struct method *method) {
    u32 key = offsetof(struct kept_header, key), unread = offsetof(struct kept_header, index_hash) - key, refused = 0;
    srand(1);
    for (u32 i = 0; i < 1000; i++) {
        struct content changed = whole;
        u32 bit = (u32)rand() % (8 * (sizeof(changed) - unread)), byte = bit / 8 < key ? bit / 8 : bit / 8 + unread;
        ((u8 *)&changed)[byte] ^= (u8)(1u << bit % 8);
        refused += !use(method, &changed);
    }
    tap_is_int(refused, 1000, "a thousand changed files: none is used");
    struct content other = whole;
    other.header.key = other.header.hash = 1;
    tap_ok(use(method, &other), "what only the host reads may be anything");
}

int main(void) {
    if (!runtime_start(true)) {
        tap_skip("all", "there is no JDK 17 image");
        return tap_done();
    }
    struct class *class = loader_find_boot(thread_self(), symbol_of("java/util/ArrayList"));
    struct method *method = class_method(class, "size", "()I");
    make(method);
    test_used(method);
    test_origins(method);
    test_class(method);
    test_written(method);
    test_changed(method);
    return tap_done();
}
