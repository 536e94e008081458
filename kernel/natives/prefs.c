// java.util.prefs.FileSystemPreferences: its lock files and their modes. Locks are always granted: there is no other
// process.
#include "kernel/code/native.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/heap.h"
#include "kernel/natives/io.h"

// Returns a handle for unlock_file, or 0; and the number of the error.
static ref lock_file(struct thread *thread, handle name, s32 mode, s32 shared) {
    char path[FILE_PATH_BYTES + 1];
    io_path(*name, path);
    int descriptor = shared ? file_open(files_of(thread), path, FILE_READ, 0)
                            : file_open(files_of(thread), path, FILE_WRITE | FILE_CREATE, (u32)mode);
    ref result = heap_alloc_primitive_array(thread, 'I', 2);
    if (!result) {
        file_close(files_of(thread), descriptor);
        return 0;
    }
    s32 *elements = (s32 *)array_at(result)->elements;
    elements[0] = descriptor < 0 ? 0 : descriptor;
    elements[1] = descriptor < 0 ? -descriptor : 0;
    return result;
}

static s32 unlock_file(struct thread *thread, s32 lock) { return -io_close(thread, lock); }

static s32 set_mode(struct thread *thread, handle name, s32 mode) {
    (void)thread;
    char path[FILE_PATH_BYTES + 1];
    io_path(*name, path);
    return -file_set_mode(files_of(thread), path, true, (u32)mode);
}

static const struct native PREFERENCES[] = {
    HANDLE("lockFile0", "(Ljava/lang/String;IZ)[I", lock_file),
    HANDLE("unlockFile0", "(I)I", unlock_file),
    HANDLE("chmod", "(Ljava/lang/String;I)I", set_mode),
    NATIVES_END,
};

const struct native_class natives_prefs[] = {{"java/util/prefs/FileSystemPreferences", PREFERENCES}, {NULL, NULL}};
