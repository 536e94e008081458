// What --list-natives asks for instead of a run: the existing natives and intrinsics, in a file for the host to save.
#include "base/print.h"
#include "kernel/code/native.h"
#include "kernel/files/files.h"
#include "log/log.h"
#include "translator/intrinsic.h"

#define LIST_PATH "/tmp/natives"
#define DISK_BYTES (16 * MIB)

struct list {
    struct files *files;
    int descriptor;
};

static void put_native(void *list, const char *class_name, const char *name, const char *descriptor) {
    const struct list *to = list;
    char line[512];
    file_write(to->files, to->descriptor, line,
               print_format(line, sizeof(line), "%s %s %s\n", class_name, name, descriptor));
}

void native_list(struct files *files) {
    files_start(files, DISK_BYTES);
    struct list list = {files, file_open(files, LIST_PATH, FILE_WRITE | FILE_CREATE, 0666)};
    native_each(put_native, &list);
    intrinsic_each(put_native, &list);
}
