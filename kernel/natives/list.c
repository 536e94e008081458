// What --list-natives asks for in place of a run: the natives and intrinsics that there are, in a file for the host to save.
#include "base/print.h"
#include "kernel/core/end.h"
#include "kernel/files/files.h"
#include "kernel/run/native.h"
#include "log/log.h"
#include "translator/intrinsic.h"

#define LIST_PATH "/tmp/natives"
#define DISK_BYTES (16 * MIB)

static void put_native(void *file, const char *class_name, const char *name, const char *descriptor) {
    char line[512];
    file_write(*(s32 *)file, line, print_format(line, sizeof(line), "%s %s %s\n", class_name, name, descriptor));
}

void native_list(void) {
    files_start(log_wall_ns, DISK_BYTES);
    s32 file = file_open(LIST_PATH, FILE_WRITE | FILE_CREATE, 0666);
    native_each(put_native, &file);
    intrinsic_each(put_native, &file);
    kernel_end(0);
}
