// Class loading as java.lang.ClassLoader asks for it, modules, and the JDK image.
#include "kernel/classes/loader.h"
#include "base/narrow.h"
#include "base/panic.h"
#include "base/print.h"
#include "base/string.h"
#include "base/symbol.h"
#include "kernel/classes/class.h"
#include "kernel/classes/class_array.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/java.h"
#include "kernel/classes/java_fields.h"
#include "kernel/classes/javastring.h"
#include "kernel/classes/metaspace.h"
#include "kernel/classes/mirror.h"
#include "kernel/classes/module.h"
#include "kernel/code/native.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/scheduler.h"
#include "kernel/files/files.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/raise.h"
#include "kernel/memory/scratch.h"
#include "kernel/natives/io.h"
#include "kernel/run/exception.h"
#include "kernel/run/unwind.h"
#include "kernel/run/values.h"

// MethodHandleNatives.Constants, for defineClass0
enum define_class_flag { NESTMATE_CLASS = 1, HIDDEN_CLASS = 2, STRONG_LOADER_LINK = 4 };

static ref mirror_or_null(const struct class *class) {
    ASSERT(!class || class->mirror);
    return class ? class->mirror : 0;
}

// ---- java.lang.ClassLoader

static ref find_bootstrap_class(struct thread *thread, handle name) {
    SYMBOL_HELD symbol = *name ? javastring_symbol(thread, *name, true) : NULL;
    return symbol ? mirror_or_null(loader_find_boot(thread, symbol)) : 0;
}

static ref find_loaded_class(struct thread *thread, handle loader, handle name) {
    struct loader *known = loader_of(thread, *loader);
    SYMBOL_HELD symbol = known && *name ? javastring_symbol(thread, *name, true) : NULL;
    return symbol ? mirror_or_null(loader_find(known, symbol)) : 0;
}

// Where a class file's bytes are: in an array, or at an address.
struct class_bytes {
    handle array; // NULL: `offset` is an address
    s64 offset;
    u64 count;
};

static void copy_bytes(struct thread *thread, u8 *to, const struct class_bytes *bytes) {
    for (u64 done = 0, piece; done < bytes->count; done += piece) {
        u64 from = bytes->array ? (u64)array_at(*bytes->array)->elements : 0;
        piece = scheduler_piece(bytes->count - done);
        ASSERT(piece && piece <= bytes->count - done);
        memcpy(to + done, (const u8 *)(from + (u64)bytes->offset + done), piece);
        if (done + piece < bytes->count) scheduler_poll_native(thread);
    }
}

// Reads a copy of the bytes, so that neither the collector moves them meanwhile nor the program changes them.
static ref define(struct thread *thread, handle loader, handle name, const struct class_bytes *bytes, handle protection,
                  struct loader_define *define) {
    u8 *copy = scratch_alloc_as(thread_account(ACCOUNT_TABLES), bytes->count, SCRATCH_POLLS);
    if (copy) copy_bytes(thread, copy, bytes);
    struct loader *definer = copy ? loader_of(thread, *loader) : NULL;
    if (!copy) metaspace_exhausted(thread);
    SYMBOL_HELD symbol = definer && *name ? javastring_symbol(thread, *name, true) : NULL;
    define->protection_domain = protection;
    define->name = symbol;
    define->bytes = copy;
    define->size = bytes->count;
    define->flags |= DEFINE_POLLS;
    struct class *class = definer && !thread->exception ? loader_define(thread, definer, define) : NULL;
    scratch_free(copy);
    return mirror_or_null(class);
}

static ref define_class_1(struct thread *thread, handle loader, handle name, handle bytes, s32 offset, s32 size,
                          handle protection, handle source) {
    (void)source;
    if (native_is_null(thread, bytes)) return 0;
    s32 length = array_length(*bytes);
    if (offset < 0 || size < 0 || (s64)offset + size > length) {
        exception_throw(thread, "java/lang/ArrayIndexOutOfBoundsException",
                        "Array region %d..%ld out of bounds for length %d", offset, (s64)offset + size, length);
        return 0;
    }
    struct loader_define what = {0};
    struct class_bytes of = {bytes, offset, (u64)size};
    return define(thread, loader, name, &of, protection, &what);
}

static ref define_class_2(struct thread *thread, handle loader, handle name, handle buffer, s32 offset, s32 size,
                          handle protection, handle source) {
    (void)source;
    struct loader_define what = {0};
    struct class_bytes of = {NULL, java_get_long(*buffer, FIELD_Buffer_address) + offset, (u64)size};
    return define(thread, loader, name, &of, protection, &what);
}

static ref define_class_0(struct thread *thread, handle loader, handle lookup, handle name, handle bytes, s32 offset,
                          s32 size, handle protection, s32 initialise, s32 flags, handle class_data) {
    struct loader_define what = {.class_data = class_data};
    struct class *host = mirror_class(*lookup);
    if (flags & HIDDEN_CLASS) what.flags |= DEFINE_HIDDEN;
    if (flags & STRONG_LOADER_LINK) what.flags |= DEFINE_STRONG;
    if (flags & NESTMATE_CLASS) what.nest_host = class_nest_host(thread, host);
    struct class_bytes of = {bytes, offset, (u64)size};
    handle mirror = handle_new(thread, define(thread, loader, name, &of, protection, &what));
    if (*mirror && initialise && !class_initialise(thread, mirror_class(*mirror))) return 0;
    return *mirror;
}

// The loader of the innermost frame that belongs neither to the boot loader nor to the platform's, and is not one of
// reflection's own: deserialisation looks for classes there.
static ref latest_user_loader(struct thread *thread) {
    struct frame_walk walk;
    for (bool more = frame_walk_start(&walk, thread); more; more = frame_walk_next(&walk)) {
        ref loader = walk.method->holder->loader->object;
        if (loader && !class_is_accessor(walk.method->holder) &&
            strcmp(object_class(loader)->name->text, "jdk/internal/loader/ClassLoaders$PlatformClassLoader") != 0) {
            return loader;
        }
    }
    return 0;
}

static bool set_array(struct thread *thread, handle object, const char *field, const char *descriptor,
                      struct class *component) {
    struct class *class = class_array_of(component);
    if (!class) exception_throw_out_of_memory(thread, "Metaspace");
    ref array = class ? heap_alloc_array(thread, class, 0) : 0;
    if (array) heap_store_ref(*object, class_field(object_class(*object), field, descriptor)->offset, array);
    return array != 0;
}

// What the command line says about assertions: nothing.
static ref retrieve_directives(struct thread *thread) {
    ref made = java_new(thread, "java/lang/AssertionStatusDirectives", "()V", (u64[]){0});
    if (!made) return 0;
    handle directives = handle_new(thread, made);
    struct class *string = java_class(thread, "java/lang/String"), *boolean = domain_primitive(domain_of(thread), 'Z');
    bool filled = set_array(thread, directives, "classes", "[Ljava/lang/String;", string) &&
                  set_array(thread, directives, "packages", "[Ljava/lang/String;", string) &&
                  set_array(thread, directives, "classEnabled", "[Z", boolean) &&
                  set_array(thread, directives, "packageEnabled", "[Z", boolean);
    return filled ? *directives : 0;
}

// ---- java.lang.Module, jdk.internal.loader.BootLoader

static void define_module(struct thread *thread, handle module, s32 open, handle version, handle location,
                          handle packages) {
    (void)open;
    (void)version;
    (void)location;
    struct domain *domain = domain_of(thread);
    struct loader *loader = loader_of(thread, java_get_ref(*module, FIELD_Module_loader));
    u32 count = loader && *packages ? array_length(*packages) : 0;
    for (u32 i = 0; i < count; i++) {
        ref package = array_get_ref(*packages, i);
        SYMBOL_HELD name = package ? javastring_symbol(thread, package, true) : NULL;
        if (name && !module_add_package(loader, name, *module)) {
            exception_throw_out_of_memory(thread, "Metaspace");
            return;
        }
    }
    char name[32];
    javastring_utf8(java_get_ref(*module, FIELD_Module_name), name, sizeof(name));
    if (strcmp(name, "java.base") == 0) mirror_set_java_base(domain, *module);
}

// Readability is the library's own affair (Module's fields); linking does not check it.
static void add_reads(void) {}

// The package of that name in the module, and the loader of both. Returns NULL if no named module has it.
static struct module_package *package_of_module(struct thread *thread, handle module, handle name,
                                                struct loader **loader) {
    SYMBOL_HELD package = javastring_symbol(thread, *name, true);
    *loader = loader_known(domain_of(thread), java_get_ref(*module, FIELD_Module_loader));
    return package && *loader ? module_find_package(*loader, package) : NULL;
}

static void add_exports(struct thread *thread, handle module, handle name, handle to) {
    struct loader *loader;
    struct module_package *package = package_of_module(thread, module, name, &loader);
    if (package) module_add_export(thread, loader, package, to);
}

static void add_exports_to_all(struct thread *thread, handle module, handle name) {
    struct loader *loader;
    struct module_package *package = package_of_module(thread, module, name, &loader);
    if (package) package->exported_to_all = true;
}

static void add_exports_to_unnamed(struct thread *thread, handle module, handle name) {
    struct loader *loader;
    struct module_package *package = package_of_module(thread, module, name, &loader);
    if (package) package->exported_to_unnamed = true;
}

static void set_boot_unnamed_module(ref module) {
    struct loader *boot = &domain_of(thread_self())->boot_loader;
    ASSERT_LOCKED();
    boot->unnamed_module = module;
    owner_touch(&boot->own);
}

// The module of the image that a package belongs to; NULL if there is none, as for that of proxies, which are defined
// in a module of their own.
static const char *module_of_package(struct domain *domain, struct text package) {
    char name[256];
    if (package.length >= sizeof(name)) return NULL;
    memcpy(name, package.bytes, package.length);
    name[package.length] = 0;
    return jimage_package_module(&domain->image, name);
}

static bool is_named_boot_class(const struct class *class) {
    return class->loader == &class->domain->boot_loader && class->file && !(class->flags & CLASS_HIDDEN);
}

// Where the boot loader's classes of a package come from; null if it has loaded none.
static ref package_location(struct thread *thread, handle package) {
    char name[256], location[80];
    struct domain *domain = domain_of(thread);
    struct text text = {name, narrow_u16(javastring_utf8(*package, name, sizeof(name)))};
    const char *module = module_of_package(domain, text);
    for (const struct class *class = domain->first_class; module && class; class = class->next_class) {
        if (class->loader == &domain->boot_loader && class->file && text_equal(class_package(class), text)) {
            return javastring_new(thread, location, print_format(location, sizeof(location), "jrt:/%s", module));
        }
    }
    return 0;
}

// Packages of the image, each by the first class that is there of it: a table by name, never more than half full.
struct package_table {
    const struct class **first;
    u32 capacity, count;
};

static void enter_package(struct package_table *table, const struct class *class) {
    struct text name = class_package(class);
    u32 mask = table->capacity - 1, place = symbol_hash(name.bytes, name.length) & mask;
    ASSERT(mask && !(table->capacity & mask)); // a power of two
    for (; table->first[place]; place = (place + 1) & mask) {
        if (class_same_package(table->first[place], class)) return;
    }
    table->first[place] = class;
}

static void leave_out_foreign(struct package_table *table) {
    for (u32 i = 0; i < table->capacity; i++) {
        const struct class *class = table->first[i];
        if (!class) continue;
        if (module_of_package(class->domain, class_package(class))) {
            table->count++;
        } else {
            table->first[i] = NULL;
        }
    }
}

static ref names_in(struct thread *thread, const struct package_table *table) {
    handle array = handle_new(thread, native_new_array(thread, "java/lang/String", table->count));
    for (u32 i = 0, count = table->count; *array && i < table->capacity; i++) {
        if (!table->first[i]) continue;
        struct text text = class_package(table->first[i]);
        ref name = javastring_new(thread, text.bytes, text.length);
        if (!name) return 0;
        ASSERT(count && count <= table->count);
        array_set_ref(*array, --count, name);
    }
    return *array;
}

static ref package_names(struct thread *thread) {
    struct package_table table = {.capacity = 2};
    while (table.capacity < 2 * loader_class_count(&domain_of(thread)->boot_loader)) table.capacity *= 2;
    table.first = scratch_alloc(thread_account(ACCOUNT_TABLES), table.capacity * sizeof(*table.first));
    if (!table.first) {
        exception_throw_out_of_memory(thread, "Java heap space");
        return 0;
    }
    memset(table.first, 0, table.capacity * sizeof(*table.first));
    for (const struct class *class = domain_of(thread)->first_class; class; class = class->next_class) {
        if (is_named_boot_class(class)) enter_package(&table, class);
    }
    leave_out_foreign(&table);
    ref names = names_in(thread, &table);
    scratch_free(table.first);
    return names;
}

// ---- Native libraries: only those of the class library whose natives are here can be loaded

static ref find_builtin_library(ref name) {
    static const char *const LIBRARIES_HERE[] = {
        "libjava.so",   "libzip.so",    "libnio.so",        "libnet.so",
        "libjimage.so", "libverify.so", "libmanagement.so", "libmanagement_ext.so",
        "libprefs.so",  "libextnet.so", "librmi.so",        "libmanagement_agent.so",
        "libawt.so"};
    char text[32];
    javastring_utf8(name, text, sizeof(text));
    for (size_t i = 0; i < COUNT_OF(LIBRARIES_HERE); i++) {
        if (strcmp(text, LIBRARIES_HERE[i]) == 0) return name;
    }
    return 0;
}

static s32 load_library(struct thread *thread, handle library, handle name, s32 builtin, s32 jni, s32 throws) {
    (void)jni;
    enum { JNI_VERSION = 0x10008 };
    if (!builtin) {
        char path[512];
        javastring_utf8(*name, path, sizeof(path));
        if (throws) {
            exception_throw(thread, "java/lang/UnsatisfiedLinkError", "%s: native libraries are not supported", path);
        }
        return false;
    }
    java_set_long(*library, FIELD_NativeLibraryImpl_handle, 1);
    java_set_int(*library, FIELD_NativeLibraryImpl_jniVersion, JNI_VERSION);
    return 1;
}

static s64 find_entry(ref library, ref name) {
    (void)library;
    (void)name;
    return 0;
}

static void unload_library(ref name, s32 builtin, s32 jni, s64 library) {
    (void)name;
    (void)builtin;
    (void)jni;
    (void)library;
}

// ---- The JDK image: a direct buffer over the archive's bytes

static ref image_map(struct thread *thread, handle path) {
    char name[FILE_PATH_BYTES + 1];
    struct file_status status;
    io_path(*path, name);
    if (file_status(files_of(thread), name, true, &status) || status.kind != FILE_REGULAR) return 0;
    return java_new(thread, "java/nio/DirectByteBuffer", "(JI)V",
                    (u64[]){0, (u64)(uintptr_t)status.data, status.bytes});
}

static const struct native CLASS_LOADER[] = {
    REENTRANT("findBootstrapClass", NULL, find_bootstrap_class),
    HANDLE("findLoadedClass0", NULL, find_loaded_class),
    REENTRANT("defineClass0", NULL, define_class_0),
    REENTRANT("defineClass1", NULL, define_class_1),
    REENTRANT("defineClass2", NULL, define_class_2),
    REENTRANT("retrieveDirectives", NULL, retrieve_directives),
    NATIVES_END,
};
static const struct native VM[] = {HANDLE("latestUserDefinedLoader0", "()Ljava/lang/ClassLoader;", latest_user_loader),
                                   NATIVES_END};
static const struct native MODULE[] = {
    HANDLE("defineModule0", NULL, define_module),
    LOCKED("addReads0", NULL, add_reads),
    HANDLE("addExports0", NULL, add_exports),
    HANDLE("addExportsToAll0", NULL, add_exports_to_all),
    HANDLE("addExportsToAllUnnamed0", NULL, add_exports_to_unnamed),
    NATIVES_END,
};
static const struct native BOOT_LOADER[] = {
    LOCKED("setBootLoaderUnnamedModule0", NULL, set_boot_unnamed_module),
    HANDLE("getSystemPackageLocation", NULL, package_location),
    HANDLE("getSystemPackageNames", NULL, package_names),
    NATIVES_END,
};
static const struct native LIBRARIES[] = {
    LOCKED("findBuiltinLib", NULL, find_builtin_library),
    HANDLE("load", NULL, load_library),
    LOCKED("findEntry0", NULL, find_entry),
    LOCKED("unload", NULL, unload_library),
    NATIVES_END,
};
static const struct native IMAGE[] = {REENTRANT("getNativeMap", NULL, image_map), NATIVES_END};

const struct native_class natives_loader[] = {
    {"java/lang/ClassLoader", CLASS_LOADER},
    {"jdk/internal/misc/VM", VM},
    {"java/lang/Module", MODULE},
    {"jdk/internal/loader/BootLoader", BOOT_LOADER},
    {"jdk/internal/loader/NativeLibraries", LIBRARIES},
    {"jdk/internal/jimage/NativeImageBuffer", IMAGE},
    {NULL, NULL},
};
