// files.c and options.c over a small archive made here.
#include <stdlib.h>
#include <string.h>

#include "boot/archive.h"
#include "kernel/files.h"
#include "kernel/options.h"
#include "tap.h"

static const struct {
    const char *name, *data;
} CONTENT[] = {
    {"/app/a.jar", "jar"}, {"/jdk/conf/one", "1"}, {"/jdk/conf/sub/two", "22"}, {"/jdk/lib/modules", "modules!"}, {"options", "main=A\narg=x\narg=y z\nheap=12\nbad=1x\n"},
};
#define FILES 5

static u8 archive[65536];
static u64 archive_bytes;

static void build(void) {
    struct archive_header *header = (struct archive_header *)archive;
    struct archive_entry *entries = (struct archive_entry *)(header + 1);
    u64 at = sizeof(*header) + FILES * sizeof(*entries);
    for (int i = 0; i < FILES; i++) {
        entries[i].name_offset = at;
        entries[i].name_bytes = (u32)strlen(CONTENT[i].name);
        memcpy(archive + at, CONTENT[i].name, entries[i].name_bytes);
        at += entries[i].name_bytes;
    }
    for (int i = 0; i < FILES; i++) {
        at = ALIGN_UP(at, ARCHIVE_ALIGNMENT);
        entries[i].data_offset = at;
        entries[i].data_bytes = strlen(CONTENT[i].data);
        memcpy(archive + at, CONTENT[i].data, entries[i].data_bytes);
        at += entries[i].data_bytes;
    }
    *header = (struct archive_header){.magic = ARCHIVE_MAGIC, .version = ARCHIVE_VERSION, .entry_count = FILES, .total_bytes = at};
    archive_bytes = at;
}

static void test_damaged(void) {
    struct archive_header *header = (struct archive_header *)archive;
    struct archive_entry *entries = (struct archive_entry *)(header + 1);
    build();
    tap_ok(files_init(archive, archive_bytes) == NULL, "the archive is accepted");
    tap_ok(files_init(archive, 10) != NULL, "not one that is cut off in its header");
    tap_ok(files_init(archive, archive_bytes - 1) != NULL, "not one that is cut off in its data");
    header->version++;
    tap_ok(files_init(archive, archive_bytes) != NULL, "not another version");
    build();
    header->entry_count = 0x40000000;
    tap_ok(files_init(archive, archive_bytes) != NULL, "not a table that is longer than the archive");
    build();
    entries[2].data_offset = UINT64_MAX;
    tap_ok(files_init(archive, archive_bytes) != NULL, "not an entry outside");
    build();
    struct archive_entry first = entries[0];
    entries[0] = entries[1];
    entries[1] = first;
    tap_ok(files_init(archive, archive_bytes) != NULL, "not entries out of order");
    build();
    files_init(archive, archive_bytes);
}

static void test_names(void) {
    static const char *const cases[][2] = {
        {"/", "/"}, {"", "/"}, {"/a//b/./c/", "/a/b/c"}, {"/a/../b", "/b"}, {"/../..", "/"}, {"a/b", "/a/b"}, {"/a/b/..", "/a"}, {"/...", "/..."},
    };
    char canonical[FILE_PATH_BYTES];
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        size_t length = file_canonical(cases[i][0], strlen(cases[i][0]), canonical);
        tap_is_text(canonical, cases[i][1], cases[i][0]);
        if (length != strlen(canonical)) tap_ok(false, "length of %s", cases[i][0]);
    }
    char name[3 * FILE_PATH_BYTES];
    memset(name, 'x', sizeof(name));
    tap_is_int((long long)file_canonical(name, sizeof(name), canonical), 0, "a name that is too long has no form");
}

static int status_of(const char *path, struct file_status *status) { return file_status(path, strlen(path), status); }

static void test_status(void) {
    struct file_status status, other;
    tap_ok(status_of("/jdk/lib/../lib/modules", &status) == 0 && status.kind == FILE_REGULAR && status.bytes == 8, "a file is found");
    tap_ok(memcmp(status.data, "modules!", 8) == 0, "and its data");
    tap_ok(status_of("/jdk/conf", &status) == 0 && status.kind == FILE_DIRECTORY, "a directory is found");
    tap_ok(status_of("/jdk", &other) == 0 && other.inode != status.inode, "directories differ in their numbers");
    tap_ok(status_of("/", &status) == 0 && status.kind == FILE_DIRECTORY, "so is the root");
    tap_is_int(status_of("/jdk/con", &status), FILE_NOT_FOUND, "no part of a name is one");
    tap_is_int(status_of("/app/a.jar/x", &status), FILE_NOT_FOUND, "a file is no directory");
    const char *name;
    size_t length;
    tap_ok(file_list("/jdk/conf", 9, 0, &name, &length) && length == 3 && memcmp(name, "one", 3) == 0, "the first name in a directory");
    tap_ok(file_list("/jdk/conf", 9, 1, &name, &length) && length == 3 && memcmp(name, "sub", 3) == 0, "the second is a directory");
    tap_ok(!file_list("/jdk/conf", 9, 2, &name, &length), "there is no third");
}

static void test_reading(void) {
    char bytes[16];
    int file = file_open("/jdk/lib/modules", 16);
    tap_ok(file >= 3, "a file opens");
    tap_ok(file_read(file, bytes, 3) == 3 && memcmp(bytes, "mod", 3) == 0, "its first bytes");
    tap_ok(file_read(file, bytes, 16) == 5 && memcmp(bytes, "ules!", 5) == 0, "the rest, cut at the end");
    tap_is_int(file_read(file, bytes, 1), 0, "then nothing");
    tap_ok(file_seek(file, 6) == 0 && file_read(file, bytes, 9) == 2 && bytes[0] == 's', "after a seek");
    tap_ok(file_seek(file, 100) == 0 && file_read(file, bytes, 1) == 0, "behind the end there is nothing");
    tap_ok(file_close(file) == 0 && file_read(file, bytes, 1) == FILE_BAD && file_close(file) == FILE_BAD, "a closed file is gone");
    tap_is_int(file_open("/jdk", 4), FILE_IS_DIRECTORY, "a directory does not open");
    int opened = 0;
    while ((file = file_open("/app/a.jar", 10)) >= 0) opened++;
    tap_ok(file == FILE_TOO_MANY && opened == 1024, "so many files are open at most");
    for (int i = 0; i < opened; i++) file_close(3 + i);
    file = file_open("/dev/urandom", 12);
    u64 a = 0, b = 0;
    tap_ok(file_read(file, &a, 8) == 8 && file_read(file, &b, 8) == 8 && a != b, "random bytes differ");
    tap_is_int(file_read(0, bytes, 1), 0, "standard input is at its end");
}

static void test_options(void) {
    struct option option;
    options_init(CONTENT[4].data, strlen(CONTENT[4].data));
    tap_ok(option_first("main", &option) && option.length == 1 && option.value[0] == 'A', "an option");
    tap_ok(option_first("arg", &option) && option.value[0] == 'x' && option_next("arg", &option) && option.length == 3 && !option_next("arg", &option),
           "one that repeats, in order");
    tap_ok(!option_first("ar", &option), "a part of a key is none");
    tap_is_int((long long)option_number("heap", 5), 12, "a number");
    tap_ok(option_number("bad", 5) == 5 && option_number("none", 6) == 6, "what is no number, or missing, has its default");
}

int main(void) {
    test_damaged();
    test_names();
    test_status();
    test_reading();
    test_options();
    return tap_done();
}
