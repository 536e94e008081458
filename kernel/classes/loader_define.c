// Classes from bytes: the boot loader's, which lie in the JDK image, and defineClass's. JVMS 5.3.5.
#include "base/print.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/class_create.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/link.h"
#include "kernel/classes/link_pool.h"
#include "kernel/classes/metaspace.h"
#include "kernel/classes/mirror.h"
#include "kernel/core/panic.h"
#include "kernel/core/scratch.h"
#include "kernel/heap/raise.h"
#include "log/log.h"

// A class whose superclass and interfaces are being loaded, on the C stack of who does it.
struct loading {
    struct loader *loader;
    const struct symbol *name;
    struct thread *thread;
    struct loading *next;
};

#define FILES_BLOCK_BYTES MIB

// ---- The boot loader's classes

// The modules that the JDK's build gives to the boot loader; all others belong to the platform or application loader,
// which are Java.
static bool is_boot_module(const char *module) {
    static const char *const modules[] = {
        "java.base",
        "java.datatransfer",
        "java.desktop",
        "java.instrument",
        "java.logging",
        "java.management",
        "java.management.rmi",
        "java.naming",
        "java.prefs",
        "java.rmi",
        "java.security.sasl",
        "java.xml",
        "jdk.incubator.foreign",
        "jdk.incubator.vector",
        "jdk.internal.vm.ci",
        "jdk.jfr",
        "jdk.management",
        "jdk.management.agent",
        "jdk.naming.rmi",
        "jdk.net",
        "jdk.nio.mapmode",
        "jdk.sctp",
        "jdk.unsupported",
    };
    for (u32 i = 0; i < COUNT_OF(modules); i++) {
        if (strcmp(modules[i], module) == 0) return true;
    }
    return false;
}

struct class *loader_find_boot(struct thread *thread, const struct symbol *name) {
    struct domain *domain = domain_of(thread);
    struct class *class = loader_find(&domain->boot_loader, name);
    if (class || name->text[0] == '[') return class;
    size_t text_bytes = name->length + 128u;
    SCRATCH_ARRAY(char, text, text_bytes);
    memcpy(text, name->text, name->length + 1u);
    char *slash = NULL;
    for (char *at = text; *at; at++) {
        if (*at == '/') slash = at;
    }
    if (!slash) return NULL;
    *slash = 0;
    const char *module = jimage_package_module(&domain->image, text);
    if (!module || !is_boot_module(module)) return NULL;
    u64 bytes;
    print_format(text, text_bytes, "/%s/%s.class", module, name->text);
    const u8 *data = jimage_find(&domain->image, text, &bytes);
    if (!data) return NULL;
    struct loader_define define = {.name = name,
                                   .bytes = data,
                                   .size = bytes,
                                   .flags = DEFINE_IN_PLACE | (domain->image_trusted ? DEFINE_TRUSTED : 0)};
    return loader_define(thread, &domain->boot_loader, &define);
}

// ---- The class file

__attribute__((noreturn)) static void files_exhausted(struct arena *arena) {
    panic("class file index of more than %lu bytes", (u64)(arena->end - arena->start));
}

// Room for any index over a class file of this size: at most a u32 for a pool entry of 3 bytes, and a member for 8.
static struct arena *files_arena(struct domain *domain, size_t file_bytes) {
    size_t bound = 2 * file_bytes + sizeof(struct classfile_member) * (file_bytes / 8) + 4096;
    struct arena *arena = &domain->class_files;
    if ((size_t)(arena->end - arena->next) < bound) {
        size_t bytes = bound > FILES_BLOCK_BYTES ? bound : FILES_BLOCK_BYTES;
        arena_init(arena, memory_class_alloc(bytes), bytes, files_exhausted);
    }
    return arena;
}

static bool is_name(struct text text, const struct symbol *name) {
    return text.length == name->length && memcmp(text.bytes, name->text, text.length) == 0;
}

// In the header the class has no name yet, but who asks for it knows one.
static bool check_version(const struct loader_define *define, struct class_error *error) {
    const u8 *bytes = define->bytes;
    if (define->flags & DEFINE_TRUSTED || !define->name || define->size < 8 || bytecode_u32(bytes) != 0xcafebabe) {
        return true;
    }
    return classfile_check_version(bytecode_u16(bytes + 6), bytecode_u16(bytes + 4),
                                   (struct text){define->name->text, define->name->length}, error);
}

// Classes of packages java... are the boot and platform loaders' alone. ClassLoader.defineClass looks at the name that
// it is given, which may be none.
static bool may_define(const struct loader *loader, struct text name) {
    if (name.length < 5 || memcmp(name.bytes, "java/", 5) != 0 || !loader->object) return true;
    const struct class *of = object_class(loader->object);
    return !of->loader->object && strcmp(of->name->text, "jdk/internal/loader/ClassLoaders$PlatformClassLoader") == 0;
}

static void throw_prohibited(struct thread *thread, const struct loader *loader, struct text name) {
    char text[256], package[256];
    size_t length = name.length;
    while (name.bytes[length - 1] != '/') length--;
    print_format(package, sizeof(package), "%.*s", (int)length - 1, name.bytes);
    for (char *at = package; *at; at++) {
        if (*at == '/') *at = '.';
    }
    exception_throw(thread, "java/lang/SecurityException",
                    "Class loader (instance of): %s tried to load prohibited package name: %s",
                    class_external_name(object_class(loader->object), text, sizeof(text)), package);
}

// A hidden class is called as its definer says, whatever its file says.
static bool has_right_name(const struct loader_define *define, struct text name) {
    return !define->name || define->flags & DEFINE_HIDDEN || is_name(name, define->name);
}

// Parses, and checks the name; keeps a copy of the bytes when they have proved right, so that what is refused leaves
// nothing behind. NULL: exception pending.
static struct classfile *read_file(struct thread *thread, struct loader *loader, const struct loader_define *define) {
    struct arena *arena = files_arena(loader->domain, define->size);
    u8 *mark = arena_mark(arena);
    struct class_error error;
    struct classfile *file = check_version(define, &error) ? classfile_parse(arena, define->bytes, define->size,
                                                                             define->flags & DEFINE_TRUSTED, &error)
                                                           : NULL;
    struct text name = file ? classfile_name(file) : (struct text){"", 0};
    bool is_right = file && has_right_name(define, name);
    if (is_right && may_define(loader, name)) {
        if (!(define->flags & DEFINE_IN_PLACE)) {
            file->bytes = memcpy(memory_class_alloc(define->size), define->bytes, define->size);
        }
        return file;
    }
    // First, because throwing may load classes.
    arena_release(arena, mark);
    if (!file) {
        exception_throw_class_error(thread, &error);
    } else if (is_right) {
        throw_prohibited(thread, loader, name);
    } else {
        exception_throw(thread, "java/lang/NoClassDefFoundError", "%s (wrong name: %.*s)", define->name->text,
                        (int)name.length, name.bytes);
    }
    return NULL;
}

// ---- Superclass and interfaces

static bool is_being_loaded(const struct domain *domain, const struct loading *what) {
    for (const struct loading *at = domain->loading; at; at = at->next) {
        if (at->loader == what->loader && at->name == what->name && at->thread == what->thread) return true;
    }
    return false;
}

static void end_loading(struct domain *domain, struct loading *what) {
    struct loading **at = &domain->loading;
    while (*at != what) at = &(*at)->next;
    *at = what->next;
}

static struct class *load_supertype(struct thread *thread, struct loader *loader, const struct classfile *file,
                                    u16 index) {
    struct text name = classfile_class_name(file, index);
    return loader_load(thread, loader, symbol_intern(name.bytes, name.length));
}

// The interfaces first, as HotSpot does: loaders of programs see it.
static bool load_supertypes(struct thread *thread, struct class_parts *parts) {
    const struct classfile *file = parts->file;
    parts->interfaces = memory_class_alloc(file->interface_count * sizeof(struct class *));
    for (u16 i = 0; i < file->interface_count; i++) {
        parts->interfaces[i] = load_supertype(thread, parts->loader, file, classfile_interface(file, i));
        if (!parts->interfaces[i]) return false;
    }
    if (file->super_class) {
        parts->super = load_supertype(thread, parts->loader, file, file->super_class);
        if (!parts->super) return false;
    }
    return true;
}

static bool load_supertypes_once(struct thread *thread, struct class_parts *parts) {
    struct domain *domain = parts->loader->domain;
    struct loading loading = {parts->loader, parts->name, thread, domain->loading};
    if (is_being_loaded(domain, &loading)) {
        exception_throw(thread, "java/lang/ClassCircularityError", "%s", parts->name->text);
        return false;
    }
    domain->loading = &loading;
    bool loaded = load_supertypes(thread, parts);
    end_loading(domain, &loading);
    return loaded;
}

// ---- The class

static const struct symbol *final_name(const struct domain *domain, const struct classfile *file,
                                       const struct loader_define *define) {
    struct text name = classfile_name(file);
    if (!(define->flags & DEFINE_HIDDEN)) return symbol_intern(name.bytes, name.length);
    if (define->name) name = (struct text){define->name->text, define->name->length};
    enum { SUFFIX_BYTES = 20 };
    if (name.length > UINT16_MAX - SUFFIX_BYTES) name.length = UINT16_MAX - SUFFIX_BYTES;
    SCRATCH_ARRAY(char, text, name.length + SUFFIX_BYTES);
    size_t length = print_format(text, name.length + SUFFIX_BYTES, "%.*s+0x%016lx", (int)name.length, name.bytes,
                                 (u64)domain->class_count + 1);
    return symbol_intern(text, length);
}

static bool is_duplicate(struct thread *thread, struct loader *loader, const struct class_parts *parts) {
    const struct class *known = parts->flags & CLASS_HIDDEN ? NULL : loader_find(loader, parts->name);
    if (!known || known->loader != loader) return false;
    char name[256];
    exception_throw(thread, "java/lang/LinkageError", "loader %s attempted duplicate class definition for %s.",
                    loader->object ? class_external_name(object_class(loader->object), name, sizeof(name))
                                   : "bootstrap",
                    parts->name->text);
    return true;
}

static void log_class(const struct class *class, size_t bytes) {
    const struct symbol *source = class->source_file;
    struct log_class named = {
        .id = class_address(class),
        .super = class_address(class->super),
        .name = {class->name->text, class->name->length},
        .source = {source ? source->text : NULL, source ? source->length : 0},
    };
    log_class_load(&named, bytes);
}

static struct class *create(struct thread *thread, struct class_parts *parts, size_t bytes) {
    struct log_stolen stolen = log_stolen_begin(&thread->log, STOLEN_LINKING);
    struct class_error error;
    struct class *class = class_create(parts, &error);
    if (class) log_class(class, bytes);
    log_stolen_end(&thread->log, &stolen);
    if (!class) exception_throw_class_error(thread, &error);
    return class;
}

// What a class file becomes, bytes for each of its own at most: a copy, an index, the pool's cache and symbols, fields
// and methods.
#define CLASS_BYTES_PER_FILE_BYTE 32u
#define MIRROR_BYTES_PER_FILE_BYTE 1u // 8 of a static field of 8
#define FIXED_BYTES 1024u             // of a mirror without fields

// The tables that grow with what the supertypes have: the vtable, interface method tables and their stand-ins, offsets
// of references.
static u64 table_bytes(const struct class_parts *parts) {
    u64 bytes = parts->super
                    ? parts->super->vtable_length * sizeof(u32) + parts->super->reference_offset_count * sizeof(u32)
                    : 0,
        methods = 0, supertypes = 0;
    if (parts->super) {
        supertypes = parts->super->supertype_count;
        for (u32 i = 0; i < parts->super->supertype_count; i++) methods += parts->super->supertypes[i]->method_count;
    }
    for (u32 i = 0; i < parts->file->interface_count; i++) {
        const struct class *interface = parts->interfaces[i];
        supertypes += 1u + interface->supertype_count;
        methods += interface->method_count;
        for (u32 k = 0; k < interface->supertype_count; k++) methods += interface->supertypes[k]->method_count;
    }
    return bytes + supertypes * sizeof(struct class *) +
           methods * (sizeof(struct imt_entry) + sizeof(struct method) + sizeof(u32));
}

struct class *loader_define(struct thread *thread, struct loader *loader, const struct loader_define *define) {
    u64 class_bytes = define->size * CLASS_BYTES_PER_FILE_BYTE,
        mirror_bytes = define->size * MIRROR_BYTES_PER_FILE_BYTE + FIXED_BYTES;
    if (!metaspace_has_room(thread, class_bytes, mirror_bytes)) return NULL;
    struct classfile *file = read_file(thread, loader, define);
    if (!file) return NULL;
    struct class_parts parts = {
        .loader = loader, .file = file, .name = final_name(loader->domain, file, define), .host = define->nest_host};
    if (define->flags & DEFINE_HIDDEN) parts.flags |= CLASS_HIDDEN;
    if (define->flags & DEFINE_TRUSTED) parts.flags |= CLASS_VERIFIED;
    if (define->flags & DEFINE_ADAPTER) parts.flags |= CLASS_ADAPTER;
    if (is_duplicate(thread, loader, &parts) || !load_supertypes_once(thread, &parts)) return NULL;
    // Java may have run meanwhile, and defined it.
    if (is_duplicate(thread, loader, &parts) ||
        !metaspace_has_room(thread, class_bytes + table_bytes(&parts), mirror_bytes)) {
        return NULL;
    }
    struct class *class = create(thread, &parts, define->size);
    if (!class) return NULL;
    // However the class is called: its own name, in its own file, is itself.
    class->pool[file->this_class].resolved = class_address(class);
    class->pool[file->this_class].class_name = (u32)(uintptr_t) class->name;
    if (define->nest_host) class->nest_host = define->nest_host;
    if (define->class_data && *define->class_data) {
        heap_store_ref(class->mirror, loader->domain->known.class_data, *define->class_data);
    }
    if (define->protection_domain) mirror_set(class, MIRROR_PROTECTION_DOMAIN, *define->protection_domain);
    bool recorded = define->flags & DEFINE_HIDDEN || loader_record(thread, loader, class->name, class);
    return recorded ? class : NULL;
}
