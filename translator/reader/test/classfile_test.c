// The class file reader: what it finds in a class of the JDK, that trusted and checked parsing agree, that no truncated
// or lengthened class is accepted or read beyond its end; and the image reader beneath it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tap.h"
#include "tests/verify/image.h"
#include "viz/verify/world.h"

static struct world world;
static struct arena arena;
static struct class_error error;

static const struct classfile *parse(const char *name, bool trusted) {
    char path[256];
    u64 size;
    snprintf(path, sizeof(path), "/java.base/%s.class", name);
    const u8 *bytes = jimage_find(&world.image, path, &size);
    return bytes ? classfile_parse(&arena, bytes, size, trusted, &error) : NULL;
}

static const struct classfile_member *method_of(const struct classfile *file, const char *name) {
    for (u32 i = 0; i < file->method_count; i++) {
        if (text_is(classfile_member_name(file, &file->methods[i]), name)) return &file->methods[i];
    }
    return NULL;
}

static void test_image(void) {
    u64 size;
    tap_ok(jimage_find(&world.image, "/java.base/java/lang/Object.class", &size) != NULL,
           "a class is found in the image");
    tap_ok(jimage_find(&world.image, "/java.base/java/lang/Objekt.class", &size) == NULL,
           "a name that is not there is not found");
    tap_is_text(jimage_package_module(&world.image, "java/lang"), "java.base", "module of a package");
    tap_is_text(jimage_package_module(&world.image, "java.sql"), "java.sql", "module of a package by its dotted name");
    tap_ok(jimage_package_module(&world.image, "no/such") == NULL, "no module has no/such");
    u32 found = 0, total = 0;
    for (u32 i = 0; i < world.image.table_length; i++) {
        struct jimage_location location, again;
        char name[1024];
        if (!jimage_location(&world.image, i, &location) || jimage_name(&location, name, sizeof(name)) == 0) continue;
        total++;
        found += jimage_find_location(&world.image, name, &again) && again.offset == location.offset &&
                 again.bytes == location.bytes;
    }
    tap_ok(total == world.image.table_length && found == total, "each of %u locations is found by its name", total);
}

// A damaged image is refused or finds less, but nothing outside it is read (the sanitizer watches a copy of exactly the
// index).
static void test_damaged_image(void) {
    u64 size = world.image.data;
    u8 *copy = malloc(size);
    memcpy(copy, world.image.bytes, size);
    struct jimage image;
    u64 bytes, found = 0;
    tap_ok(!jimage_open(copy, size - 1, &image), "an image that ends within its index is refused");
    for (u32 i = 28; i < size; i += 97) copy[i] ^= 0x55;
    copy[size - 1] = 0;
    if (jimage_open(copy, size, &image)) {
        for (u32 i = 0; i < image.table_length; i++) {
            struct jimage_location location;
            char name[256];
            if (!jimage_location(&image, i, &location) || !jimage_name(&location, name, sizeof(name))) continue;
            found += jimage_find(&image, name, &bytes) != NULL;
        }
    }
    tap_ok(found < image.table_length, "a damaged index finds less (%lu)", found);
    free(copy);
}

static void test_object(void) {
    const struct classfile *file = parse("java/lang/Object", false);
    if (!tap_ok(file != NULL, "Object parses")) return;
    tap_ok(text_is(classfile_name(file), "java/lang/Object") && file->super_class == 0, "its name, and no superclass");
    const struct classfile_member *wait = method_of(file, "wait"), *hash = method_of(file, "hashCode");
    struct classfile_code code;
    tap_ok(wait && classfile_code(file, wait, &code) && code.length > 0 && code.bytes[code.length - 1] == OP_return,
           "code of wait()");
    tap_ok(wait && wait->exceptions_attribute, "its Exceptions attribute");
    tap_ok(hash && !classfile_code(file, hash, &code) && (hash->access_flags & ACC_NATIVE),
           "hashCode() is native and has no code");
}

static void test_marks(void) {
    const struct classfile *class = parse("java/lang/Class", false),
                           *methods = parse("java/lang/invoke/MethodHandle", false);
    const struct classfile_member *for_name = class ? method_of(class, "forName") : NULL;
    const struct classfile_member *invoke = methods ? method_of(methods, "invokeExact") : NULL;
    tap_ok(for_name && for_name->flags == CLASSFILE_CALLER_SENSITIVE, "Class.forName is CallerSensitive");
    tap_ok(invoke && (invoke->flags & CLASSFILE_POLYMORPHIC_SIGNATURE),
           "MethodHandle.invokeExact has a polymorphic signature");
}

static bool same_members(const struct classfile_member *a, const struct classfile_member *b, u32 count) {
    return memcmp(a, b, count * sizeof(*a)) == 0;
}

static void test_trusted(void) {
    static const char *const names[] = {"java/lang/String", "java/util/HashMap", "java/lang/invoke/MethodHandles",
                                        "java/lang/Character$UnicodeBlock"};
    for (u32 i = 0; i < COUNT_OF(names); i++) {
        const struct classfile *checked = parse(names[i], false), *trusted = parse(names[i], true);
        bool same = checked && trusted && checked->method_count == trusted->method_count &&
                    checked->field_count == trusted->field_count &&
                    same_members(checked->methods, trusted->methods, checked->method_count) &&
                    same_members(checked->fields, trusted->fields, checked->field_count) &&
                    checked->inner_classes_attribute == trusted->inner_classes_attribute &&
                    checked->bootstrap_method_count == trusted->bootstrap_method_count &&
                    checked->source_file == trusted->source_file;
        tap_ok(same, "trusted and checked parsing of %s agree", names[i]);
    }
}

static void test_descriptors(void) {
    struct text descriptor = {"(IJ[[DLjava/lang/String;[Lx;D)[I", 32};
    tap_is_int(descriptor_argument_slots(descriptor), 8, "words of arguments");
    tap_is_int(descriptor_return_letter(descriptor), '[', "letter of the return type");
    tap_is_int(descriptor_return_letter((struct text){"()V", 3}), 'V', "of a void method");
}

// Puts each class in a buffer of its exact length, for the sanitizer.
static void test_lengths(const char *name) {
    const struct classfile *whole = parse(name, false);
    u32 accepted = 0;
    for (u32 size = 0; whole && size < whole->size; size++) {
        u8 *bytes = malloc(size ? size : 1);
        memcpy(bytes, whole->bytes, size);
        u8 *mark = arena_mark(&arena);
        accepted += classfile_parse(&arena, bytes, size, false, &error) != NULL ||
                    strcmp(error.exception, "java/lang/ClassFormatError") != 0;
        arena_release(&arena, mark);
        free(bytes);
    }
    tap_ok(whole && accepted == 0, "%s truncated to any of %u lengths is a ClassFormatError", name,
           whole ? whole->size : 0);
    u8 *longer = malloc(whole->size + 1);
    memcpy(longer, whole->bytes, whole->size);
    longer[whole->size] = 0;
    tap_ok(!classfile_parse(&arena, longer, whole->size + 1, false, &error), "and with a byte more");
    tap_ok(strstr(error.message, name) != NULL, "the message names the class: %s", error.message);
    free(longer);
}

__attribute__((noreturn)) static void bound_is_broken(struct arena *full) {
    tap_ok(false, "the index fits into the %zu bytes that it is given", (size_t)(full->end - full->start));
    exit(1);
}

// The kernel gives the reader as much as classfile_index_bound says. A count for which the file has no room must not
// take more.
static void test_bound(void) {
    static const u8 head[] = {0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61, 0xff, 0xff, 3, 0, 0, 0, 1};
    size_t bytes = classfile_index_bound(sizeof(head));
    void *memory = calloc(1, bytes);
    struct arena exact;
    arena_init(&exact, memory, bytes, bound_is_broken);
    tap_ok(!classfile_parse(&exact, head, sizeof(head), false, &error), "a pool that is not there is refused");
    tap_ok(strstr(error.message, "Truncated class file") != NULL, "and why: %s", error.message);
    free(memory);
}

static void test_line_table(void) {
    static const u8 table[] = {0, 2, 0, 10, 0, 5, 0, 12, 1, 0, 1, 1};
    static const struct {
        u32 index;
        s32 line;
    } cases[] = {{0, -1}, {1, -1}, {2, 10}, {4, 10}, {5, 12}, {255, 12}, {256, 257}, {65535, 257}};
    for (u32 i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        tap_is_int(classfile_table_line(table, 3, cases[i].index), cases[i].line, "line in a table");
    }
    tap_is_int(classfile_table_line(table, 0, 3), -1, "in an empty one");
}

static void test_lines(void) {
    size_t size;
    static const char source[] = "/tmp/gnomon-lines";
    char command[512];
    snprintf(command, sizeof(command),
             "mkdir -p %s && printf 'class L {\\n int a(int b) {\\n  b++;\\n\\n  return b;\\n }\\n}\\n' > %s/L.java && "
             "/usr/lib/jvm/java-17-openjdk-amd64/bin/javac -d %s %s/L.java",
             source, source, source, source);
    if (system(command) != 0) {
        tap_skip("lines of a method", "no javac");
        return;
    }
    u8 *bytes = image_read_file("/tmp/gnomon-lines/L.class", &size);
    const struct classfile *file = classfile_parse(&arena, bytes, size, false, &error);
    struct classfile_code code;
    if (tap_ok(file && classfile_code(file, method_of(file, "a"), &code), "a class with line numbers parses")) {
        tap_is_int(classfile_line(file, &code, 0), 3, "line of the first instruction");
        tap_is_int(classfile_line(file, &code, code.length - 1), 5, "line of the last");
        u32 count;
        const u8 *table = classfile_line_table(file, &code, &count);
        for (u32 at = 0; at < code.length; at++) {
            tap_is_int(classfile_table_line(table, count, at), classfile_line(file, &code, at),
                       "the same by its table");
        }
    }
    free(bytes);
    tap_ok(system("rm -rf /tmp/gnomon-lines") == 0, "cleaned up");
}

int main(void) {
    const char *path = image_path();
    if (!path) {
        tap_skip("classes of the JDK parse", "no JDK 17");
        return tap_done();
    }
    world_open(&world, path, "java.base");
    world_arena(&arena, 64 << 20);
    test_image();
    test_damaged_image();
    test_object();
    test_marks();
    test_trusted();
    test_descriptors();
    test_lengths("java/lang/Thread$State");
    test_lengths("java/util/Optional");
    test_bound();
    test_line_table();
    test_lines();
    world_close(&world);
    world_arena_free(&arena);
    return tap_done();
}
