// See runtime.h.
#include "runtime.h"

#include <fcntl.h>
#include <malloc.h>
#include <sanitizer/lsan_interface.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/archive.h"
#include "base/panic.h"
#include "base/print.h"
#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/domain_create.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/java_thread.h"
#include "kernel/memory/scratch.h"
#include "kernel/run/stubs.h"
#include "log_fixture.h"

#define SYSTEM_IMAGE "/usr/lib/jvm/java-17-openjdk-amd64/lib/modules"

// ---- Machine

static bool map(u64 start, u64 bytes) {
    void *at = mmap((void *)start, bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    return at == (void *)start;
}

bool machine_commit(u64 start, u64 bytes, enum machine_access access) {
    (void)access;
    return map(start, bytes);
}

// One mapping of code is enough where it is not run: the alias is beyond reach under AddressSanitizer.
bool machine_commit_code(u64 start, u64 bytes) { return map(start, bytes); }
u64 machine_free_bytes(void) { return 2 * GIB; }

void print_console(const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    print_format_list(text, sizeof(text), format, arguments);
    va_end(arguments);
    fputs(text, stderr);
}

// What is kept is known only in class data, where the leak checker does not look.
struct piece {
    struct account *account;
    u64 bytes;
};

void *scratch_alloc(struct account *account, u64 bytes) {
    struct piece *piece = account_charge(account, bytes) ? calloc(1, sizeof(*piece) + bytes) : NULL;
    if (!piece) return NULL;
    __lsan_ignore_object(piece);
    *piece = (struct piece){account, bytes};
    return piece + 1;
}
void *scratch_alloc_as(struct account *account, u64 bytes, u32 flags) {
    return (void)flags, scratch_alloc(account, bytes);
}

void scratch_free(void *memory) {
    struct piece *piece = memory ? (struct piece *)memory - 1 : NULL;
    if (piece) account_credit(piece->account, piece->bytes);
    free(piece);
}
void scratch_move(void *memory, struct account *account) {
    struct piece *piece = (struct piece *)memory - 1;
    account_move_always(piece->account, account, piece->bytes);
    piece->account = account;
}
void scratch_free_polling(void *memory) { scratch_free(memory); }
void *native_alloc(struct accounts *accounts, u64 bytes, u32 flags) {
    return (void)flags, scratch_alloc(&accounts->of[ACCOUNT_NATIVE], bytes);
}
void native_free_polling(void *memory) { scratch_free(memory); }
void *thread_native_alloc(u64 bytes) { return scratch_alloc(thread_account(ACCOUNT_NATIVE), bytes); }
void native_free(void *memory) { scratch_free(memory); }
u64 scratch_bytes(const void *memory) { return ((const struct piece *)memory - 1)->bytes; }
void scratch_array_free(void *variable) { scratch_free(*(void **)variable); }

static struct accounts accounts; // of the fixture's domain

// ---- No thread chooses the next one

void heap_chooser_allocates(struct thread *thread) { panic("thread %u chooses", thread->number); }

// ---- Assembly: only its addresses count

const u8 stub_translate[1], stub_init_class[1], stub_abstract[1], stub_imt[1], stub_resolve[1],
    stub_dispatch_virtual[1], stub_dispatch_interface[1], stub_dispatch_direct[1];

// The fixture's classes have no modules.
char *class_place(const struct class *class, char *to, size_t bytes) {
    print_format(to, bytes, "%s", class->name->text);
    return to;
}

char *class_place_and_parent(const struct class *class, char *to, size_t bytes) {
    return class_place(class, to, bytes);
}
char *class_loader_text(ref loader, char *to, size_t bytes) {
    (void)loader;
    print_format(to, bytes, "a loader");
    return to;
}
char *class_places(const struct class *a, const struct class *b, char *to, size_t bytes) {
    print_format(to, bytes, "%s, %s", a->name->text, b->name->text);
    return to;
}

char *class_export_text(const struct class *from, const struct class *to_class, char *to, size_t bytes) {
    return class_places(from, to_class, to, bytes);
}

// ---- Start

static const u8 *map_image(u64 *bytes) {
    const char *path = getenv("GNOMON_IMAGE");
    int file = open(path ? path : SYSTEM_IMAGE, O_RDONLY);
    struct stat status;
    if (file < 0 || fstat(file, &status)) return NULL;
    *bytes = (u64)status.st_size;
    void *image = mmap(NULL, *bytes, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    return image == MAP_FAILED ? NULL : image;
}

// As the host's verifier would write them.
static struct image_hashes hash_classes(const u8 *bytes, u64 size) {
    struct jimage image;
    if (!jimage_open(bytes, size, &image)) panic("no JDK image");
    u64 *hashes = calloc(image.table_length, sizeof(*hashes));
    __lsan_ignore_object(hashes);
    for (u32 i = 0; i < image.table_length; i++) {
        struct jimage_location location;
        bool is_class = jimage_location(&image, i, &location) && strcmp(location.extension, "class") == 0;
        const u8 *data = is_class ? jimage_data(&image, &location) : NULL;
        if (data) hashes[i] = archive_hash(data, location.bytes);
    }
    return (struct image_hashes){hashes, image.table_length};
}

bool runtime_start(bool trusted) {
    u64 bytes;
    const u8 *image = map_image(&bytes);
    if (!image) return false;
    fixture_thread_bytes = sizeof(struct java_thread);
    fixture_start(64 * MIB, 0);
    owner_init();
    accounts_begin(&accounts);
    if (!handles_begin(java_of(thread_self()))) return false;
    struct image_hashes verified = trusted ? hash_classes(image, bytes) : (struct image_hashes){NULL, 0};
    const char *error;
    struct domain_parts parts = {domain_new_number(), "test", image, bytes, &verified, 64 * MIB, &accounts};
    if (!domain_create(thread_self(), &parts, &error)) panic("%s", error);
    return true;
}

bool runtime_next_class(const char *module, u32 *number, char *name, size_t bytes) {
    const struct jimage *image = &domain_of(thread_self())->image;
    for (; *number < image->table_length; ++*number) {
        struct jimage_location location;
        if (!jimage_location(image, *number, &location) || strcmp(location.module, module) ||
            strcmp(location.extension, "class") || !*location.parent)
            continue;
        snprintf(name, bytes, "%s/%s", location.parent, location.base);
        ++*number;
        return true;
    }
    return false;
}
