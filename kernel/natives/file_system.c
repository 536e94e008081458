// java.io.UnixFileSystem, over kernel/files/files.h.
#include "base/panic.h"
#include "kernel/classes/java_fields.h"
#include "kernel/classes/javastring.h"
#include "kernel/code/native.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/heap.h"
#include "kernel/natives/io.h"
#include "kernel/run/exception.h"
#include "kernel/run/values.h"

#define NS_PER_MS 1000000

enum boolean_attribute { ATTRIBUTE_EXISTS = 1, ATTRIBUTE_REGULAR = 2, ATTRIBUTE_DIRECTORY = 4 };
enum space { SPACE_TOTAL, SPACE_FREE, SPACE_USABLE };

// "", which is no file's, for one that no constructor has made.
static const char *path_of(ref file, char path[FILE_PATH_BYTES + 1]) {
    ref text = java_get_ref(file, FIELD_File_path);
    path[0] = 0;
    if (text) io_path(text, path);
    return path;
}

static bool status_of(ref file, struct file_status *status) {
    char path[FILE_PATH_BYTES + 1];
    return file_status(files_of(thread_self()), path_of(file, path), true, status) == 0;
}

static ref canonicalize(struct thread *thread, handle system, handle path) {
    (void)system;
    char name[FILE_PATH_BYTES + 1], canonical[FILE_PATH_BYTES];
    io_path(*path, name);
    s64 length = io_checked(thread, io_canonical(name, canonical));
    ASSERT(length < FILE_PATH_BYTES);
    return length < 0 ? 0 : io_string(thread, canonical, (size_t)length);
}

static s32 boolean_attributes(ref system, ref file) {
    (void)system;
    struct file_status status;
    if (!status_of(file, &status)) return 0;
    return ATTRIBUTE_EXISTS | (status.kind == FILE_DIRECTORY ? ATTRIBUTE_DIRECTORY : 0) |
           (status.kind == FILE_REGULAR ? ATTRIBUTE_REGULAR : 0);
}

// FileSystem.ACCESS_READ and so on are the bits of access(2).
static s32 check_access(ref system, ref file, s32 access) {
    (void)system;
    char path[FILE_PATH_BYTES + 1];
    return file_access(files_of(thread_self()), path_of(file, path), (u32)access) == 0;
}

static s64 file_length(ref system, ref file) {
    (void)system;
    struct file_status status;
    return status_of(file, &status) ? (s64)status.bytes : 0;
}

static s64 last_modified(ref system, ref file) {
    (void)system;
    struct file_status status;
    return status_of(file, &status) ? status.modified_ns / NS_PER_MS : 0;
}

static s32 set_last_modified(ref system, ref file, s64 time_ms) {
    (void)system;
    char path[FILE_PATH_BYTES + 1];
    struct file_status status;
    if (file_status(files_of(thread_self()), path_of(file, path), true, &status)) return false;
    return file_set_times(files_of(thread_self()), path, true, status.accessed_ns, time_ms * NS_PER_MS) == 0;
}

static s32 set_permission(ref system, ref file, s32 access, s32 enable, s32 owner_only) {
    (void)system;
    char path[FILE_PATH_BYTES + 1];
    struct file_status status;
    if (file_status(files_of(thread_self()), path_of(file, path), true, &status)) return false;
    u32 bits = (u32)access << 6;
    if (!owner_only) bits |= bits >> 3 | bits >> 6;
    return file_set_mode(files_of(thread_self()), path, true, enable ? status.mode | bits : status.mode & ~bits) == 0;
}

static s32 set_read_only(ref system, ref file) {
    enum { EVERYONE = 0 };
    return set_permission(system, file, FILE_MAY_WRITE, false, EVERYONE);
}

static s32 create_exclusively(struct thread *thread, handle system, handle path) {
    (void)system;
    char name[FILE_PATH_BYTES + 1];
    io_path(*path, name);
    int descriptor = file_open(files_of(thread), name, FILE_READ_WRITE | FILE_CREATE | FILE_EXCLUSIVE, 0666);
    if (descriptor == FILE_EXISTS) return false;
    if (io_checked(thread, descriptor) < 0) return false;
    file_close(files_of(thread), descriptor);
    return true;
}

static s32 delete (struct thread *thread, handle system, handle file) {
    (void)system;
    char path[FILE_PATH_BYTES + 1];
    int error = file_unlink(files_of(thread), path_of(*file, path));
    io_give_back(thread);
    return (error == FILE_IS_DIRECTORY ? file_remove_directory(files_of(thread), path) : error) == 0;
}

static s32 create_directory(ref system, ref file) {
    (void)system;
    char path[FILE_PATH_BYTES + 1];
    return file_make_directory(files_of(thread_self()), path_of(file, path), 0777) == 0;
}

static s32 rename(struct thread *thread, handle system, handle from, handle to) {
    (void)system;
    char old_path[FILE_PATH_BYTES + 1], path[FILE_PATH_BYTES + 1];
    int error = file_rename(files_of(thread), path_of(*from, old_path), path_of(*to, path));
    io_give_back(thread);
    return error == 0;
}

static s64 space(ref system, ref file, s32 kind) {
    (void)system;
    struct file_status status;
    u64 total, left;
    files_space(files_of(thread_self()), &total, &left);
    return !status_of(file, &status) ? 0 : (s64)(kind == SPACE_TOTAL ? total : left);
}

static s64 name_max(ref system, ref path) {
    (void)system;
    (void)path;
    return FILE_NAME_MAX;
}

// ---- Listing

static u32 count_names(const char *path) {
    struct file_directory *directory;
    const char *name;
    size_t length;
    u32 count = 0;
    if (file_directory_open(files_of(thread_self()), path, &directory)) return 0;
    while (file_directory_next(directory, &name, &length)) count++;
    file_directory_close(directory);
    return count;
}

// Nothing else runs between counting and this, so there are as many names.
static ref names_of(struct thread *thread, struct file_directory *directory, u32 count) {
    handle names = handle_new(thread, native_new_array(thread, "java/lang/String", count));
    const char *name;
    size_t length;
    for (u32 i = 0; !thread->exception && i < count && file_directory_next(directory, &name, &length); i++) {
        ref string = io_string(thread, name, length);
        if (string) array_set_ref(*names, i, string);
    }
    return thread->exception ? 0 : *names;
}

static ref list(struct thread *thread, handle system, handle file) {
    (void)system;
    char path[FILE_PATH_BYTES + 1];
    struct file_directory *directory;
    if (file_directory_open(files_of(thread), path_of(*file, path), &directory)) return 0;
    u32 mark = handle_mark(thread);
    ref names = names_of(thread, directory, count_names(path));
    handle_release(thread, mark);
    file_directory_close(directory);
    return names;
}

static const struct native FILE_SYSTEM[] = {
    HANDLE("canonicalize0", "(Ljava/lang/String;)Ljava/lang/String;", canonicalize),
    LOCKED("getBooleanAttributes0", "(Ljava/io/File;)I", boolean_attributes),
    LOCKED("checkAccess", "(Ljava/io/File;I)Z", check_access),
    LOCKED("getLength", "(Ljava/io/File;)J", file_length),
    LOCKED("getLastModifiedTime", "(Ljava/io/File;)J", last_modified),
    LOCKED("setLastModifiedTime", "(Ljava/io/File;J)Z", set_last_modified),
    LOCKED("setPermission", "(Ljava/io/File;IZZ)Z", set_permission),
    LOCKED("setReadOnly", "(Ljava/io/File;)Z", set_read_only),
    HANDLE("createFileExclusively", "(Ljava/lang/String;)Z", create_exclusively),
    HANDLE("delete0", "(Ljava/io/File;)Z", delete),
    HANDLE("list", "(Ljava/io/File;)[Ljava/lang/String;", list),
    LOCKED("createDirectory", "(Ljava/io/File;)Z", create_directory),
    HANDLE("rename0", "(Ljava/io/File;Ljava/io/File;)Z", rename),
    LOCKED("getSpace", "(Ljava/io/File;I)J", space),
    LOCKED("getNameMax0", "(Ljava/lang/String;)J", name_max),
    NATIVES_END,
};

// For files that hold passwords: nobody else may read or write them.
static s32 is_for_user_only(ref name) {
    char path[FILE_PATH_BYTES + 1];
    struct file_status status;
    io_path(name, path);
    return !file_status(files_of(thread_self()), path, true, &status) && !(status.mode & 077);
}

static const struct native AGENT[] = {
    LOCKED("isAccessUserOnly0", "(Ljava/lang/String;)Z", is_for_user_only),
    NATIVES_END,
};

const struct native_class natives_file_system[] = {
    {"java/io/UnixFileSystem", FILE_SYSTEM}, {"jdk/internal/agent/FileSystemImpl", AGENT}, {NULL, NULL}};
