// The file system and options.c over a small archive made here.
#include <stdlib.h>
#include <string.h>

#include "base/archive.h"
#include "kernel/core/options.h"
#include "kernel/files/files.h"
#include "kernel/memory/account.h"
#include "log/log.h"
#include "tap.h"

static const struct {
    const char *name, *data;
    u32 flags;
} CONTENT[] = {
    {"/app/a.jar", "jar", 0},
    {"/home/user/mine", "mine!", ARCHIVE_USER},
    {"/jdk/conf/one", "1", 0},
    {"/jdk/conf/sub/two", "22", 0},
    {"/jdk/lib/modules", "modules!", 0},
    {"/srv/empty", "", ARCHIVE_USER | ARCHIVE_DIRECTORY},
    {"input", "typed", 0},
    {"options", "main=A\narg=x\narg=y z\nheap=12\nbad=1x\n", 0},
};
#define FILES 8
#define OPTIONS 7
#define CAPACITY 100000

static u8 archive[65536];
static u64 archive_bytes;
static struct files *files;

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
        entries[i].flags = CONTENT[i].flags;
        memcpy(archive + at, CONTENT[i].data, entries[i].data_bytes);
        at += entries[i].data_bytes;
    }
    *header = (struct archive_header){
        .magic = ARCHIVE_MAGIC, .version = ARCHIVE_VERSION, .entry_count = FILES, .total_bytes = at};
    archive_bytes = at;
}

static s64 now_ns = 1000;
s64 log_wall_ns(void) { return now_ns; }

static struct accounts own, others;

static void start(void) {
    build();
    const char *error;
    files = files_create(&own, archive, archive_bytes, &error);
    files_start(files, CAPACITY);
}

static u64 left_over; // of file systems that have ended, or were refused
// What is wrong with the archive; NULL if nothing is.
static const char *refusal(u64 bytes) {
    const char *error;
    struct files *made = files_create(&others, archive, bytes, &error);
    if (made) files_end(made);
    for (u32 i = 0; i < ACCOUNT_KINDS; i++) left_over += others.of[i].used_bytes;
    return made ? NULL : error;
}

static void test_damaged(void) {
    struct archive_header *header = (struct archive_header *)archive;
    struct archive_entry *entries = (struct archive_entry *)(header + 1);
    build();
    tap_ok(!refusal(archive_bytes), "the archive is accepted");
    tap_ok(refusal(10), "not one that is cut off in its header");
    tap_ok(refusal(archive_bytes - 1), "not one that is cut off in its data");
    header->version++;
    tap_ok(refusal(archive_bytes), "not another version");
    build();
    header->entry_count = 0x40000000;
    tap_ok(refusal(archive_bytes), "not a table that is longer than the archive");
    build();
    entries[2].data_offset = UINT64_MAX;
    tap_ok(refusal(archive_bytes), "not an entry outside");
    build();
    entries[1] = entries[0];
    tap_ok(refusal(archive_bytes), "not one name twice");
    build();
    memcpy(archive + entries[0].name_offset, "/app/../ab", 10);
    tap_ok(refusal(archive_bytes), "not a name that leads up");
    tap_is_int((long long)left_over, 0, "whatever was taken for it has been given back");
}

// ---- Paths

static void test_names(void) {
    static const char *const cases[][2] = {
        {"/", "/"},
        {"/jdk//conf/./sub/", "/jdk/conf/sub"},
        {"/jdk/../app", "/app"},
        {"/../..", "/"},
        {"mine", "/home/user/mine"},
        {".", "/home/user"},
        {"../../app/a.jar", "/app/a.jar"},
    };
    char real[FILE_PATH_BYTES];
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        s64 length = file_real(files, cases[i][0], real);
        tap_is_text(length < 0 ? "error" : real, cases[i][1], cases[i][0]);
        if (length != (s64)strlen(real)) tap_ok(false, "length of %s", cases[i][0]);
    }
    char name[FILE_PATH_BYTES + 1] = {0};
    memset(name, 'x', FILE_PATH_BYTES);
    tap_is_int(file_real(files, name, real), FILE_NAME_TOO_LONG, "a path that is too long");
    name[FILE_NAME_MAX + 1] = 0;
    tap_is_int(file_open(files, name, FILE_WRITE | FILE_CREATE, 0666), FILE_NAME_TOO_LONG, "a name that is too long");
}

static void test_status(void) {
    struct file_status status, other;
    tap_ok(file_status(files, "/jdk/lib/../lib/modules", true, &status) == 0 && status.kind == FILE_REGULAR &&
               status.bytes == 8,
           "a file is found");
    tap_ok(memcmp(status.data, "modules!", 8) == 0 && status.data >= archive && status.data < archive + archive_bytes,
           "its data stands in the archive");
    tap_is_int(status.modified_ns, 1000, "its time is that of the start");
    tap_ok(file_status(files, "/jdk/conf", true, &status) == 0 && status.kind == FILE_DIRECTORY,
           "a directory is found");
    tap_ok(file_status(files, "/jdk", true, &other) == 0 && other.inode != status.inode,
           "directories differ in their numbers");
    tap_is_int(other.links, 4, "a directory is named by its own \".\" and those in it");
    tap_is_int(file_status(files, "/jdk/con", true, &status), FILE_NOT_FOUND, "no part of a name is one");
    tap_is_int(file_status(files, "", true, &status), FILE_NOT_FOUND, "no name is none");
    tap_is_int(file_status(files, "/app/a.jar/x", true, &status), FILE_NOT_DIRECTORY, "a file is no directory");
    tap_is_int(file_status(files, "/app/a.jar/", true, &status), FILE_NOT_DIRECTORY, "a slash wants one");
    tap_ok(file_status(files, "/srv/empty", true, &status) == 0 && status.kind == FILE_DIRECTORY &&
               status.owner == FILES_USER,
           "an empty directory of the user's");
}

static const char *list(const char *path) {
    static char text[1024];
    struct file_directory *directory;
    const char *name;
    size_t length, used = 0;
    if (file_directory_open(files, path, &directory)) return "error";
    while (file_directory_next(directory, &name, &length)) {
        memcpy(text + used, name, length);
        text[used + length] = ' ';
        used += length + 1;
    }
    file_directory_close(directory);
    text[used] = 0;
    return text;
}

// ---- Contents

static int make(const char *path, const char *content) {
    int file = file_open(files, path, FILE_WRITE | FILE_CREATE | FILE_TRUNCATE, 0666);
    s64 count = file < 0 ? file : file_write(files, file, content, strlen(content));
    if (file >= 0) file_close(files, file);
    return count < 0 ? (int)count : 0;
}

static const char *content(const char *path) {
    static char text[256];
    int file = file_open(files, path, FILE_READ, 0);
    s64 count = file < 0 ? file : file_read(files, file, text, sizeof(text) - 1);
    if (file >= 0) file_close(files, file);
    if (count < 0) return file_error_text((int)count);
    text[count] = 0;
    return text;
}

static void test_reading(void) {
    char bytes[16];
    int file = file_open(files, "/jdk/lib/modules", FILE_READ, 0);
    tap_ok(file >= 3, "a file opens");
    tap_ok(file_read(files, file, bytes, 3) == 3 && memcmp(bytes, "mod", 3) == 0, "its first bytes");
    tap_is_int(file_available(files, file), 5, "what is left");
    tap_ok(file_read(files, file, bytes, 16) == 5 && memcmp(bytes, "ules!", 5) == 0, "the rest, cut at the end");
    tap_is_int(file_read(files, file, bytes, 1), 0, "then nothing");
    tap_ok(file_seek(files, file, 6) == 6 && file_read(files, file, bytes, 9) == 2 && bytes[0] == 's', "after a seek");
    tap_ok(file_seek(files, file, 100) == 100 && file_read(files, file, bytes, 1) == 0,
           "behind the end there is nothing");
    tap_is_int(file_write(files, file, "x", 1), FILE_BAD, "what is open for reading cannot be written");
    tap_ok(file_close(files, file) == 0 && file_read(files, file, bytes, 1) == FILE_BAD &&
               file_close(files, file) == FILE_BAD,
           "a closed file is gone");
    file = file_open(files, "/jdk", FILE_READ, 0);
    tap_is_int(file_read(files, file, bytes, 1), FILE_IS_DIRECTORY, "a directory opens and is not read");
    file_close(files, file);
    int opened = 0, last;
    while ((last = file_open(files, "/app/a.jar", FILE_READ, 0)) >= 0) opened++;
    tap_ok(last == FILE_TOO_MANY && opened == FILE_DESCRIPTORS - 3, "so many files are open at most");
    for (int i = 0; i < opened; i++) file_close(files, 3 + i);
    file = file_open(files, "/dev/urandom", FILE_READ, 0);
    u64 a = 0, b = 0;
    tap_ok(file_read(files, file, &a, 8) == 8 && file_read(files, file, &b, 8) == 8 && a != b, "random bytes differ");
    file_close(files, file);
    tap_ok(file_available(files, 0) == 5 && file_read(files, 0, bytes, 3) == 3 && memcmp(bytes, "typ", 3) == 0,
           "standard input is the archive's");
    tap_ok(file_read(files, 0, bytes, 9) == 2 && file_read(files, 0, bytes, 9) == 0, "up to its end");
}

static void test_writing(void) {
    struct file_status status;
    now_ns = 2000;
    tap_is_int(make("a", "one"), 0, "a file is made");
    tap_ok(file_status(files, "a", true, &status) == 0 && status.bytes == 3 && status.modified_ns == 2000 &&
               status.mode == 0644 && status.owner == FILES_USER,
           "its status");
    tap_is_text(content("/home/user/a"), "one", "its content");
    int file = file_open(files, "a", FILE_WRITE | FILE_APPEND, 0);
    file_seek(files, file, 0);
    tap_ok(file_write(files, file, " two", 4) == 4 && file_position(files, file) == 7, "appended");
    file_close(files, file);
    tap_is_text(content("a"), "one two", "at its end");
    file = file_open(files, "a", FILE_READ_WRITE, 0);
    tap_ok(file_write_at(files, file, "!", 1, 10) == 1 && file_truncate(files, file, 12) == 0 &&
               file_status_of(files, file, &status) == 0 && status.bytes == 12,
           "beyond the end");
    char bytes[16];
    tap_ok(file_read_at(files, file, bytes, 16, 0) == 12 && memcmp(bytes, "one two\0\0\0!\0", 12) == 0,
           "the gaps are zero");
    tap_ok(file_truncate(files, file, 2) == 0 && file_truncate(files, file, 4) == 0 &&
               file_read_at(files, file, bytes, 16, 0) == 4 && memcmp(bytes, "on\0\0", 4) == 0,
           "shortened and longer again");
    file_close(files, file);
    tap_is_text(content("mine"), "mine!", "a file of the user's from the archive");
    file = file_open(files, "mine", FILE_READ_WRITE, 0);
    tap_ok(file_write(files, file, "Y", 1) == 1, "can be written");
    file_close(files, file);
    tap_is_text(content("mine"), "Yine!", "and has changed");
    build();
    tap_is_text(content("mine"), "Yine!", "in a copy");
    tap_is_int(file_open(files, "/jdk/conf/one", FILE_WRITE, 0), FILE_DENIED, "the archive's others cannot");
    tap_is_int(make("/jdk/new", "x"), FILE_DENIED, "nor anything be added there");
    tap_is_int(file_open(files, "a", FILE_WRITE | FILE_CREATE | FILE_EXCLUSIVE, 0666), FILE_EXISTS,
               "what exists is not made anew");
    tap_is_int(file_open(files, ".", FILE_WRITE, 0), FILE_IS_DIRECTORY, "a directory is not written");
}

static void test_space(void) {
    static char bytes[CAPACITY];
    u64 capacity, before, after;
    files_space(files, &capacity, &before);
    int file = file_open(files, "big", FILE_WRITE | FILE_CREATE, 0666);
    tap_is_int(file_write(files, file, bytes, sizeof(bytes)), FILE_NO_SPACE, "more than there is room for");
    tap_is_int(file_write(files, file, bytes, before / 2), (long long)before / 2, "less than that");
    tap_is_int(file_write(files, file, bytes, before / 2), FILE_NO_SPACE,
               "the second half, without what the name takes");
    file_close(files, file);
    tap_ok(file_unlink(files, "big") == 0, "removed");
    files_space(files, &capacity, &after);
    tap_is_int((long long)after, (long long)before, "and all its space is free again");
    char name[16] = "n000";
    int error = 0;
    for (int i = 0; i < 1000 && !error; i++) {
        name[1] = (char)('0' + i / 100), name[2] = (char)('0' + i / 10 % 10), name[3] = (char)('0' + i % 10);
        error = make(name, "");
    }
    tap_is_int(error, FILE_NO_SPACE, "empty files take space as well");
    tap_is_int(file_make_directory(files, "more", 0777), FILE_NO_SPACE, "and so do directories");
    for (int i = 0; i < 1000; i++) {
        name[1] = (char)('0' + i / 100), name[2] = (char)('0' + i / 10 % 10), name[3] = (char)('0' + i % 10);
        if (file_unlink(files, name)) break;
    }
    files_space(files, &capacity, &after);
    tap_is_int((long long)after, (long long)before, "until they are removed");
}

// ---- Directories

static void test_directories(void) {
    tap_is_int(file_make_directory(files, "d", 0777), 0, "a directory is made");
    tap_is_int(file_make_directory(files, "d", 0777), FILE_EXISTS, "not twice");
    tap_is_int(file_make_directory(files, "x/y", 0777), FILE_NOT_FOUND, "nor where there is none");
    make("d/b", "B"), make("d/a", "A"), make("d/c", "C");
    tap_is_text(list("d"), "a b c ", "in order");
    tap_is_int(file_remove_directory(files, "d"), FILE_NOT_EMPTY, "not removed while there is something in it");
    tap_is_int(file_unlink(files, "d"), FILE_IS_DIRECTORY, "nor as a file");
    tap_is_int(file_remove_directory(files, "d/a"), FILE_NOT_DIRECTORY, "and a file not as a directory");
    struct file_directory *directory;
    const char *name;
    size_t length;
    file_directory_open(files, "d", &directory);
    int seen = 0;
    while (file_directory_next(directory, &name, &length)) {
        char path[] = "d/?";
        path[2] = name[0];
        seen += file_unlink(files, path) == 0;
    }
    tap_is_int(seen, 3, "each is seen when they are removed meanwhile");
    tap_is_int(file_remove_directory(files, "d"), 0, "then it goes");
    tap_ok(!file_directory_next(directory, &name, &length), "who reads it finds nothing more");
    file_directory_close(directory);
    tap_is_int(file_remove_directory(files, "."), FILE_INVALID, "\".\" cannot be removed");
}

static void test_rename(void) {
    make("a", "A"), make("b", "B");
    file_make_directory(files, "d", 0777), file_make_directory(files, "e", 0777), make("d/x", "X");
    tap_ok(file_rename(files, "a", "b") == 0 && !strcmp(content("b"), "A"), "a file takes another's place");
    tap_is_text(content("a"), "No such file or directory", "and leaves its own");
    tap_ok(file_rename(files, "b", "b") == 0 && !strcmp(content("b"), "A"), "its own place is none");
    tap_is_int(file_rename(files, "b", "d"), FILE_IS_DIRECTORY, "not that of a directory");
    tap_is_int(file_rename(files, "d", "b"), FILE_NOT_DIRECTORY, "nor the other way");
    tap_is_int(file_rename(files, "d", "d/x/y"), FILE_NOT_DIRECTORY, "a file is no place");
    tap_is_int(file_rename(files, "d", "d/y"), FILE_INVALID, "no directory goes into itself");
    tap_is_int(file_rename(files, "e", "d"), FILE_NOT_EMPTY, "nor in the place of one that is not empty");
    tap_ok(file_rename(files, "d", "e") == 0 && !strcmp(content("e/x"), "X"), "but of one that is");
    char real[FILE_PATH_BYTES];
    tap_ok(file_rename(files, "e", "/tmp/e") == 0 && file_real(files, "/tmp/e/../e/x", real) > 0, "elsewhere");
    tap_is_text(real, "/tmp/e/x", "and its \"..\" is the new one");
    tap_is_int(file_rename(files, "b", "/jdk/b"), FILE_DENIED, "not where nothing may be added");
    file_unlink(files, "/tmp/e/x"), file_remove_directory(files, "/tmp/e"), file_unlink(files, "b");
}

static void test_links(void) {
    struct file_status status;
    char target[8];
    make("a", "A");
    tap_is_int(file_make_link(files, "a", "s"), 0, "a symbolic link is made");
    tap_is_text(content("s"), "A", "and followed");
    tap_ok(file_status(files, "s", false, &status) == 0 && status.kind == FILE_LINK &&
               file_read_link(files, "s", target, 8) == 1 && target[0] == 'a',
           "or not");
    tap_is_int(file_read_link(files, "a", target, 8), FILE_INVALID, "a file is none");
    file_make_link(files, "/tmp/../home/user", "up");
    tap_is_text(content("up/s"), "A", "on the way to a file");
    tap_is_int(file_open(files, "s", FILE_READ | FILE_NO_FOLLOW, 0), FILE_TOO_MANY_LINKS,
               "not opened where that is not wanted");
    file_make_link(files, "loop", "loop");
    tap_is_text(content("loop"), "Too many levels of symbolic links", "in a circle");
    file_make_link(files, "made", "dangling");
    tap_ok(make("dangling", "M") == 0 && !strcmp(content("made"), "M"), "a file is made where it points");
    tap_ok(file_unlink(files, "s") == 0 && !strcmp(content("a"), "A"), "removed without what it names");
    tap_ok(file_link(files, "a", "h") == 0 && file_status(files, "a", true, &status) == 0 && status.links == 2,
           "a second name for a file");
    file_unlink(files, "a");
    tap_is_text(content("h"), "A", "keeps it");
    tap_is_int(file_link(files, "/tmp", "t"), FILE_NOT_PERMITTED, "not for a directory");
    int file = file_open(files, "h", FILE_READ, 0);
    file_unlink(files, "h");
    tap_ok(file_read(files, file, target, 8) == 1 && target[0] == 'A', "and who has it open keeps it too");
    file_close(files, file);
    file_unlink(files, "up"), file_unlink(files, "loop"), file_unlink(files, "made"), file_unlink(files, "dangling");
}

static void test_permissions(void) {
    struct file_status status;
    make("p", "P");
    tap_ok(file_set_mode(files, "p", true, 0444) == 0 && file_open(files, "p", FILE_WRITE, 0) == FILE_DENIED,
           "what is read-only is not written");
    tap_ok(file_access(files, "p", FILE_MAY_READ) == 0 && file_access(files, "p", FILE_MAY_WRITE) == FILE_DENIED,
           "as can be asked");
    file_set_mode(files, "p", true, 0);
    tap_is_text(content("p"), "Permission denied", "nor read where that is not allowed");
    file_make_directory(files, "q", 0777), make("q/x", "X");
    file_set_mode(files, "q", true, 0500);
    tap_ok(make("q/y", "Y") == FILE_DENIED && file_unlink(files, "q/x") == FILE_DENIED && !strcmp(content("q/x"), "X"),
           "nothing comes or goes in a read-only directory");
    file_set_mode(files, "q", true, 0600);
    tap_is_text(content("q/x"), "Permission denied", "no way through one without search permission");
    file_set_mode(files, "q", true, 0700);
    tap_is_int(file_set_mode(files, "/jdk", true, 0777), FILE_NOT_PERMITTED, "what is another's stays");
    tap_ok(file_set_times(files, "q/x", true, 5, 7) == 0 && file_status(files, "q/x", true, &status) == 0 &&
               status.accessed_ns == 5 && status.modified_ns == 7,
           "times");
    file_unlink(files, "p"), file_unlink(files, "q/x"), file_remove_directory(files, "q");
}

static u8 *map(int file, enum file_map_mode mode, u64 position, u64 bytes) {
    return (u8 *)(uintptr_t)file_map(files, file, mode, position, bytes);
}

static void unmap(const u8 *mapping) { file_unmap(files, (u64)(uintptr_t)mapping); }

static void test_maps(void) {
    make("m", "mapped");
    int file = file_open(files, "m", FILE_READ_WRITE, 0);
    u8 *shared = map(file, FILE_MAP_WRITE, 0, 6), *copy = map(file, FILE_MAP_PRIVATE, 1, 5);
    shared[0] = 'M', copy[0] = 'A';
    tap_is_text(content("m"), "Mapped", "a mapping writes, a private one does not");
    static char bytes[50000];
    tap_is_int(file_write_at(files, file, bytes, sizeof(bytes), 6), sizeof(bytes), "the file grows");
    shared[5] = 'D';
    tap_is_text(content("m"), "MappeD", "and is what the mapping shows");
    file_write_at(files, file, "a", 1, 1);
    const u8 *whole = map(file, FILE_MAP_READ, 0, 50006);
    tap_ok(shared[1] == 'a' && whole[5] == 'D', "what is written stands in every mapping");
    u64 capacity, before, after;
    files_space(files, &capacity, &before);
    file_truncate(files, file, 0);
    files_space(files, &capacity, &after);
    tap_ok(before == after && shared[5] == 'D', "what is cut off a mapped file stays until it is mapped no longer");
    file_write_at(files, file, "new", 3, 0);
    tap_ok(memcmp(shared, "new", 3) == 0, "and there it grows again");
    unmap(shared), unmap(copy), unmap(whole);
    tap_is_int(file_map(files, file, FILE_MAP_READ, 0, 10000), FILE_INVALID, "there is no more than the file has");
    const u8 *kept = map(file, FILE_MAP_READ, 1, 2);
    file_close(files, file), file_unlink(files, "m");
    tap_ok(memcmp(kept, "ew", 2) == 0, "it outlives the file");
    unmap(kept);
    file = file_open(files, "/jdk/lib/modules", FILE_READ, 0);
    kept = map(file, FILE_MAP_READ, 0, 8);
    tap_ok(kept >= archive && kept < archive + archive_bytes, "the archive's are mapped in place");
    unmap(kept), file_close(files, file);
}

// There are more files than windows: those mapped in place grow only within their memory.
static void test_windows(void) {
    int opened[3];
    const u8 *maps[3];
    static char bytes[20000];
    for (int i = 0; i < 3; i++) {
        char name[] = {'w', (char)('0' + i), 0};
        opened[i] = (make(name, "window"), file_open(files, name, FILE_READ_WRITE, 0));
        maps[i] = map(opened[i], FILE_MAP_WRITE, 0, 6);
    }
    tap_ok(file_write(files, opened[0], bytes, sizeof(bytes)) == sizeof(bytes) &&
               file_write(files, opened[2], "in place", 8) == 8 && maps[2][1] == 'n' &&
               file_write(files, opened[2], bytes, sizeof(bytes)) == FILE_NO_SPACE && maps[2][1] == 'n',
           "a file that is mapped where it stands does not move");
    unmap(maps[2]);
    tap_is_int(file_write(files, opened[2], bytes, sizeof(bytes)), sizeof(bytes), "until it is mapped no longer");
    unmap(maps[0]);
    tap_is_int(file_truncate(files, opened[0], 10) || file_write_at(files, opened[0], bytes, 3, 20) != 3, 0,
               "a window that is left");
    for (int i = 0; i < 3; i++) {
        char name[] = {'w', (char)('0' + i), 0};
        file_close(files, opened[i]), file_unlink(files, name);
    }
    tap_is_int(maps[1][0], 'w', "a mapping holds a file that has no name");
    unmap(maps[1]);
}

// What is done in one file system does not change another.
static void test_two(void) {
    struct files *first = files;
    u64 capacity, left, left_before;
    const char *error;
    struct files *second = files_create(&others, archive, archive_bytes, &error);
    files_start(second, CAPACITY);
    int mine = file_open(first, "both", FILE_READ_WRITE | FILE_CREATE, 0666);
    int other = file_open(second, "both", FILE_READ_WRITE | FILE_CREATE, 0666);
    tap_is_int(other, mine, "each has descriptors of its own");
    file_write(first, mine, "mine!", 5);
    files_space(first, &capacity, &left_before);
    file_write(second, other, "other", 5);
    file_make_directory(second, "only", 0755);
    int ends[2];
    file_pipe(second, 0, ends);
    char text[5];
    struct file_status status;
    tap_ok(file_read_at(first, mine, text, 5, 0) == 5 && memcmp(text, "mine!", 5) == 0, "and contents");
    tap_is_int(file_status(first, "only", true, &status), FILE_NOT_FOUND, "and names");
    tap_ok(file_flags(second, ends[0]) >= 0 && file_flags(first, ends[0]) == FILE_BAD, "and pipes");
    files_space(first, &capacity, &left);
    tap_ok(left == left_before, "and space");
    s64 address = file_map(second, other, FILE_MAP_READ, 0, 5);
    file_unmap(first, (u64)address);
    tap_is_int(file_truncate(second, other, 1) || ((const char *)address)[1] != 't', 0, "and mappings");
    file_unmap(second, (u64)address);
    file_close(first, mine);
    file_unlink(first, "both");
}

static void test_options(void) {
    struct option option;
    const char *text = CONTENT[OPTIONS].data;
    struct options options = {text, text + strlen(text)};
    tap_ok(option_first(&options, "main", &option) && option.length == 1 && option.value[0] == 'A', "an option");
    tap_ok(option_first(&options, "arg", &option) && option.value[0] == 'x' && option_next("arg", &option) &&
               option.length == 3 && !option_next("arg", &option),
           "one that repeats, in order");
    tap_ok(!option_first(&options, "ar", &option), "a part of a key is none");
    tap_is_int((long long)option_number(&options, "heap", 5), 12, "a number");
    tap_ok(option_number(&options, "bad", 5) == 5 && option_number(&options, "none", 6) == 6,
           "what is no number, or missing, has its default");
}

int main(void) {
    static struct thread none;
    thread_self_set(&none);
    accounts_begin(&own);
    accounts_begin(&others);
    test_damaged();
    start();
    test_names();
    test_status();
    test_reading();
    test_writing();
    test_space();
    test_directories();
    test_rename();
    test_links();
    test_permissions();
    test_maps();
    test_windows();
    test_two();
    test_options();
    return tap_done();
}
