// The table of descriptors: what is open, by number. See kernel/files/file_source.h.
#include "base/string.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/files/file_source.h"
#include "kernel/memory/scratch.h"

#define TABLE_FIRST 64 // a power of two below FILE_DESCRIPTORS, which is one as well

static bool grow_table(struct files *files) {
    int count = files->descriptor_count ? 2 * files->descriptor_count : TABLE_FIRST;
    u64 bytes = (u64)files->descriptor_count * sizeof(struct open_file *);
    struct open_file **table =
        count <= FILE_DESCRIPTORS ? scratch_alloc(open_account(files), (u64)count * sizeof(*table)) : NULL;
    if (!table) return false;
    memset(table, 0, (u64)count * sizeof(*table));
    if (bytes) memcpy(table, files->descriptors, bytes);
    scratch_free(files->descriptors);
    files->descriptors = table;
    files->descriptor_count = count;
    return true;
}

bool descriptors_init(struct files *files) {
    if (!grow_table(files)) return false;
    for (int i = 0; i < FILE_STANDARD; i++) {
        struct open_file *file = &files->standard[i];
        *file = (struct open_file){
            .users = 1, .flags = i == 0 ? FILE_READ : FILE_WRITE, .kind = i == 0 ? FILE_INPUT : FILE_OUTPUT};
        files->descriptors[i] = file;
    }
    files->lowest_free = FILE_STANDARD;
    files->descriptor_limit = FILE_DESCRIPTORS;
    files->output_left = UINT64_MAX;
    return true;
}

struct open_file *descriptor_file(const struct files *files, int descriptor) {
    return descriptor >= 0 && descriptor < files->descriptor_count ? files->descriptors[descriptor] : NULL;
}

int descriptor_free_number(struct files *files) {
    while (files->lowest_free < files->descriptor_count && files->descriptors[files->lowest_free]) files->lowest_free++;
    if (files->lowest_free >= files->descriptor_limit) return FILE_TOO_MANY;
    bool room = files->lowest_free < files->descriptor_count || grow_table(files);
    return room ? files->lowest_free : FILE_TOO_MANY;
}

void files_limit_descriptors(struct files *files, int limit) {
    files->descriptor_limit = limit < FILE_DESCRIPTORS ? limit : FILE_DESCRIPTORS;
}

u32 files_open_count(const struct files *files) {
    u32 count = 0;
    for (int i = 0; i < files->descriptor_count; i++) count += files->descriptors[i] != NULL;
    return count;
}

int descriptor_new(struct files *files, const struct open_file *file) {
    ASSERT_LOCKED();
    int descriptor = descriptor_free_number(files);
    struct open_file *made = descriptor < 0 ? NULL : scratch_alloc(open_account(files), sizeof(*made));
    if (!made) return FILE_TOO_MANY;
    *made = *file;
    made->users = 1;
    files->descriptors[descriptor] = made;
    return descriptor;
}

void descriptor_drop(struct files *files, int descriptor) {
    ASSERT_LOCKED();
    scratch_free(files->descriptors[descriptor]);
    files->descriptors[descriptor] = NULL;
    if (descriptor < files->lowest_free) files->lowest_free = descriptor;
}
