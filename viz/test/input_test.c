// What the tool reads before a run: jars, class files. Known answers, and no memory faults on broken ones.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tap.h"
#include "viz/cli/sink.h"
#include "viz/read/names.h"
#include "viz/run/class_visit.h"
#include "viz/run/host_memory.h"
#include "viz/run/zip.h"

static void check_label(const char *descriptor, const char *expected) {
    char *label = names_method_label("pkg.C", "m", descriptor);
    tap_is_text(label, expected, descriptor);
    free(label);
}

static void test_labels(void) {
    check_label("()V", "pkg.C.m()");
    check_label("(IJ[[Ljava/lang/String;Z)V", "pkg.C.m(int, long, String[][], boolean)");
    check_label("(Ljava/util/Map", "pkg.C.m()");
    check_label("nonsense", "pkg.C.mnonsense");
}

static char path[] = "/tmp/gnomon-zip-XXXXXX";

static void put16(struct buffer *to, u32 value) { buffer_append(to, &value, 2); }
static void put32(struct buffer *to, u32 value) { buffer_append(to, &value, 4); }

// A jar with one stored member.
static void make_jar(struct buffer *jar, const char *name, const char *data) {
    u32 name_bytes = (u32)strlen(name), data_bytes = (u32)strlen(data), directory;
    put32(jar, 0x04034b50);
    for (int i = 0; i < 5; i++) put16(jar, 0);
    put32(jar, 0), put32(jar, data_bytes), put32(jar, data_bytes), put16(jar, name_bytes), put16(jar, 0);
    buffer_text(jar, name), buffer_text(jar, data);
    directory = (u32)jar->size;
    put32(jar, 0x02014b50);
    for (int i = 0; i < 6; i++) put16(jar, 0);
    put32(jar, 0), put32(jar, data_bytes), put32(jar, data_bytes), put16(jar, name_bytes);
    for (int i = 0; i < 4; i++) put16(jar, 0);
    put32(jar, 0), put32(jar, 0);
    buffer_text(jar, name);
    u32 length = (u32)jar->size - directory;
    put32(jar, 0x06054b50), put16(jar, 0), put16(jar, 0), put16(jar, 1), put16(jar, 1), put32(jar, length),
        put32(jar, directory), put16(jar, 0);
}

static bool read_member(const u8 *data, size_t size, struct buffer *member) {
    struct zip zip;
    struct problem problem;
    if (!sink_write_file(path, data, size, &problem) || !zip_open(&zip, path, &problem)) return false;
    const struct zip_entry *entry = zip_find(&zip, "A.class");
    bool done = entry && zip_read(&zip, entry, member, &problem);
    zip_close(&zip);
    return done;
}

#define MEMBER_AT 37u // of make_jar's: header, name, contents, directory, end
#define MEMBER_BYTES 8u

// Whether a byte is one of a signature: a jar in which it is another one is none.
static bool is_signature(size_t at) {
    size_t directory = MEMBER_AT + MEMBER_BYTES, end = directory + 46 + 7;
    return at < 4 || (at >= directory && at < directory + 4) || (at >= end && at < end + 4);
}

// Jars with up to three bytes changed. Where a signature is hit they are refused; where only the member's contents are,
// these are read as they stand there; else either may be.
static void test_broken_jars(const struct buffer *jar) {
    u8 *broken = memory_get(jar->size);
    struct buffer member = {0};
    int must_refuse = 0, must_read = 0, wrong = 0;
    srand(2);
    for (int round = 0; round < 2000; round++) {
        bool is_refused = false, is_contents = true;
        memcpy(broken, jar->data, jar->size);
        for (int flip = 0; flip <= round % 3; flip++) {
            size_t at = (size_t)rand() % jar->size;
            broken[at] ^= (u8)(1 + rand() % 255);
            is_contents &= at >= MEMBER_AT && at < MEMBER_AT + MEMBER_BYTES;
        }
        for (size_t at = 0; at < jar->size; at++) is_refused |= is_signature(at) && broken[at] != jar->data[at];
        bool was_read = read_member(broken, jar->size, &member);
        must_refuse += is_refused;
        must_read += is_contents;
        wrong += is_refused && was_read;
        wrong += is_contents && !(was_read && member.size == MEMBER_BYTES &&
                                  memcmp(member.data, broken + MEMBER_AT, MEMBER_BYTES) == 0);
        if (was_read) buffer_free(&member);
    }
    tap_is_int(wrong, 0, "2,000 broken jars are refused or read as they must be");
    tap_ok(must_refuse >= 100 && must_read >= 20, "%d had to be refused, %d to be read", must_refuse, must_read);
    free(broken);
}

static void test_jars(void) {
    struct buffer jar = {0}, member = {0};
    make_jar(&jar, "A.class", "contents");
    tap_ok(read_member(jar.data, jar.size, &member), "a jar is read");
    tap_is_text(buffer_string(&member), "contents", "its member");
    buffer_free(&member);
    bool refused = true;
    for (size_t length = 0; length < jar.size; length++) refused &= !read_member(jar.data, length, &member);
    tap_ok(refused, "a jar cut at any length is refused");
    test_broken_jars(&jar);
    buffer_free(&jar);
}

// ---- The host's memory

// Writes a file below the directory, and makes those that it lies in.
static void put_below(const char *root, const char *name, const char *contents) {
    struct problem problem;
    char *file = text_format("%s/%s", root, name), *directory = text_copy(file);
    *strrchr(directory, '/') = 0;
    tap_ok(directory_make(directory, &problem) && sink_write_file(file, contents, strlen(contents), &problem), name);
    free(directory);
    free(file);
}

static void test_host_memory(void) {
    char root[] = "/tmp/gnomon-memory-XXXXXX";
    tap_ok(mkdtemp(root), "a directory for groups");
    u64 total = host_memory_mib(root);
    tap_is_int((long)total, (long)((u64)sysconf(_SC_PHYS_PAGES) * (u64)sysconf(_SC_PAGESIZE) >> 20), "no groups");
    put_below(root, "proc/self/cgroup", "4:cpu,memory:/a/b\n1:cpu,memory2:/\n0::/c\n");
    put_below(root, "sys/fs/cgroup/memory/a/b/memory.limit_in_bytes", "9223372036854771712\n");
    tap_is_int((long)host_memory_mib(root), (long)total, "a group without a limit");
    put_below(root, "sys/fs/cgroup/memory/a/memory.limit_in_bytes", "1073741824\n");
    tap_is_int((long)host_memory_mib(root), 1024 - 64, "the limit of the group above");
    put_below(root, "sys/fs/cgroup/c/memory.max", "max\n");
    tap_is_int((long)host_memory_mib(root), 1024 - 64, "version 2, without a limit");
    put_below(root, "sys/fs/cgroup/memory.max", "536870912\n");
    tap_is_int((long)host_memory_mib(root), 512 - 64, "version 2, the root's");
    put_below(root, "sys/fs/cgroup/c/memory.max", "1048576\n");
    tap_is_int((long)host_memory_mib(root), 128, "less than a machine needs");
    tap_ok(directory_remove(root), "the directory goes");
}

// What a visit found: methods with a name, and names that do not lie in the file.
struct found {
    const u8 *file;
    size_t bytes;
    int methods, outside;
};

static bool is_inside(const struct found *found, struct text name) {
    size_t at = (size_t)((const u8 *)name.bytes - found->file);
    return at < found->bytes && name.length <= found->bytes - at;
}

static void count_method(void *context, struct text class_name, struct text name) {
    struct found *found = context;
    found->methods += name.length > 0;
    found->outside += !is_inside(found, class_name) || !is_inside(found, name);
}

// abstract class A { abstract void m(); } by hand
static const u8 class_file[] = {
    0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61,                               // magic, version
    0, 7, 1, 0, 1, 'A', 7, 0, 1, 1, 0, 1, 'm', 1, 0, 3, '(', ')', 'V', // constants 1 to 4
    1, 0, 16, 'j', 'a', 'v', 'a', '/', 'l', 'a', 'n', 'g', '/', 'O', 'b', 'j', 'e', 'c', 't', 7, 0, 5, // 5 and 6
    // access, this, super, no interfaces, no fields
    4, 0x20, 0, 2, 0, 6, 0, 0, 0, 0, 0, 1, 4, 0, 0, 3, 0, 4, 0, 0, 0, 0, // one method, no attributes
};

static void test_class_files(void) {
    struct found found = {.file = class_file, .bytes = sizeof(class_file)};
    struct class_visitor visitor = {.context = &found, .method_defined = count_method};
    tap_ok(class_visit(class_file, sizeof(class_file), &visitor), "a class file is read");
    tap_is_int(found.methods, 1, "its method is found");
    bool refused = true;
    for (size_t length = 0; length < sizeof(class_file) - 2; length++) {
        u8 *copy = memory_get(length);
        memcpy(copy, class_file, length);
        refused &= !class_visit(copy, length, &visitor);
        free(copy);
    }
    tap_ok(refused, "a class file cut at any length is refused");
    int accepted = 0;
    found = (struct found){.bytes = sizeof(class_file)};
    srand(3);
    for (int round = 0; round < 5000; round++) {
        u8 *copy = memory_get(sizeof(class_file));
        found.file = copy;
        memcpy(copy, class_file, sizeof(class_file));
        for (int flip = 0; flip <= round % 2; flip++) copy[8 + (size_t)rand() % (sizeof(class_file) - 8)] = (u8)rand();
        accepted += class_visit(copy, sizeof(class_file), &visitor);
        free(copy);
    }
    tap_is_int(found.outside, 0, "5,000 broken class files: no name lies outside of its file");
    tap_ok(accepted > 250 && accepted < 4750, "%d of them are read, the others are refused", accepted);
}

int main(void) {
    int descriptor = mkstemp(path);
    if (descriptor < 0) return 1;
    close(descriptor);
    test_labels();
    test_jars();
    test_class_files();
    test_host_memory();
    unlink(path);
    return tap_done();
}
