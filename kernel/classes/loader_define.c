// Classes from bytes: the boot loader's, which lie in the JDK image, and defineClass's. JVMS 5.3.5.
#include "base/archive.h"
#include "base/panic.h"
#include "base/print.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/class_create.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/library.h"
#include "kernel/classes/link.h"
#include "kernel/classes/link_pool.h"
#include "kernel/classes/loader.h"
#include "kernel/classes/metaspace.h"
#include "kernel/classes/mirror.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/scheduler.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/raise.h"
#include "kernel/memory/scratch.h"
#include "log/log.h"

// A class whose superclass and interfaces are being loaded, on the C stack of the thread that loads it.
struct loading {
    struct loader *loader;
    const struct symbol *name;
    struct thread *thread;
    struct loading *next;
};

#define TEXT_BYTES 300u // what a message may say of a loader or a class

// ---- The boot loader's classes

// The modules that the JDK's build gives to the boot loader; all others belong to the platform or application loader,
// which are written in Java.
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

// The class as the host has verified it. The image may have changed since: then nothing in it can be trusted.
static const u8 *verified_class(const struct domain *domain, const char *path, u64 *bytes) {
    struct jimage_location location;
    if (!jimage_find_location(&domain->image, path, &location)) return NULL;
    const u8 *data = jimage_data(&domain->image, &location);
    *bytes = location.bytes;
    const struct image_hashes *verified = &domain->verified;
    if (!data || !verified->count) return data;
    if (location.number >= verified->count || archive_hash(data, *bytes) != verified->of[location.number]) {
        panic("the JDK image has changed since the host verified its classes: %s", path);
    }
    return data;
}

// One that has been read by some domain already.
static struct class *define_shared(struct thread *thread, struct domain *domain, struct library_class *library) {
    struct loader_define define = {.name = library->name,
                                   .bytes = library->file->bytes,
                                   .size = library->file->size,
                                   .flags = DEFINE_IN_PLACE | DEFINE_TRUSTED | DEFINE_SHARED,
                                   .library = library};
    return loader_define(thread, &domain->boot_loader, &define);
}

struct class *loader_find_boot(struct thread *thread, const struct symbol *name) {
    struct domain *domain = domain_of(thread);
    struct class *class = loader_find(&domain->boot_loader, name);
    if (class || name->text[0] == '[') return class;
    struct library_class *library = library_find(name);
    if (library) return define_shared(thread, domain, library);
    size_t text_bytes = name->length + 128u;
    SCRATCH_ARRAY(char, text, text_bytes);
    if (!text) return metaspace_exhausted(thread);
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
    const u8 *data = verified_class(domain, text, &bytes);
    if (!data) return NULL;
    struct loader_define define = {.name = name,
                                   .bytes = data,
                                   .size = bytes,
                                   .flags =
                                       DEFINE_IN_PLACE | (domain->verified.count ? DEFINE_TRUSTED | DEFINE_SHARED : 0)};
    return loader_define(thread, &domain->boot_loader, &define);
}

// ---- The class file. It is read into scratch memory, and kept only if a class can be made of it

struct draft {
    struct arena arena;
    const struct classfile *file;
    struct class_parts parts;
    const struct symbol **members; // parts.members, with counts of them
    u32 member_count;              // of these that have been interned
};

__attribute__((noreturn)) static void draft_exhausted(struct arena *arena) {
    panic("class file index of more than %lu bytes", (u64)(arena->end - arena->start));
}

// While a program's class file is read nothing has been made of it yet, and its bytes stay where they are.
static void draft_poll(const struct arena *arena) {
    (void)arena;
    scheduler_poll_native(thread_self());
}

#define LEAST_MEMBER_BYTES 8u

// Room for any index of a class file of this size, and for the classes of its interfaces and the members' symbols. Few
// different sizes, so that what was given back is more likely to be as large.
static size_t draft_bytes(const struct loader_define *define) {
    size_t least = classfile_index_bound(define->size) + sizeof(struct class *) * (define->size / 2) +
                   2 * sizeof(struct symbol *) * (define->size / LEAST_MEMBER_BYTES);
    if (define->library) least = sizeof(struct class *) * (define->library->file->interface_count + 1u);
    size_t bytes = define->library ? KIB : 16 * KIB;
    while (bytes < least) bytes *= 2;
    return bytes;
}

static bool draft_init(struct thread *thread, struct draft *draft, const struct loader_define *define) {
    size_t bytes = draft_bytes(define);
    struct account *account = thread_account(ACCOUNT_TABLES);
    void *memory =
        define->flags & DEFINE_POLLS ? scratch_alloc_as(account, bytes, SCRATCH_POLLS) : scratch_alloc(account, bytes);
    if (!memory) {
        exception_throw_out_of_memory(thread, "Metaspace");
        return false;
    }
    arena_init(&draft->arena, memory, bytes, draft_exhausted);
    draft->arena.dirty_end = draft->arena.end; // scratch memory still holds what was in it
    return true;
}

// When the header is read the class has no name yet, but its caller knows one.
static bool check_version(const struct loader_define *define, struct class_error *error) {
    const u8 *bytes = define->bytes;
    if (define->flags & DEFINE_TRUSTED || !define->name || define->size < 8 || bytecode_u32(bytes) != 0xcafebabe) {
        return true;
    }
    return classfile_check_version(bytecode_u16(bytes + 6), bytecode_u16(bytes + 4),
                                   (struct text){define->name->text, define->name->length}, error);
}

// Only the boot and platform loaders may define classes in packages java... ClassLoader.defineClass looks at the name
// that it is given, which may be none.
static bool may_define(const struct loader *loader, struct text name) {
    if (name.length < 5 || memcmp(name.bytes, "java/", 5) != 0 || !loader->object) return true;
    const struct class *of = object_class(loader->object);
    return !of->loader->object && strcmp(of->name->text, "jdk/internal/loader/ClassLoaders$PlatformClassLoader") == 0;
}

static void throw_prohibited(struct thread *thread, const struct loader *loader, struct text name) {
    char text[TEXT_BYTES], package[TEXT_BYTES];
    size_t length = name.length;
    for (; name.bytes[length - 1] != '/'; length--) ASSERT(length > 1); // "java/" at least is there
    print_format(package, sizeof(package), "%.*s", (int)length - 1, name.bytes);
    for (char *at = package; *at; at++) {
        if (*at == '/') *at = '.';
    }
    exception_throw(thread, "java/lang/SecurityException",
                    "Class loader (instance of): %s tried to load prohibited package name: %s",
                    class_loader_text(loader->object, text, sizeof(text)), package);
}

// A hidden class has the name that its definer gives it, whatever its file says.
static bool has_right_name(const struct loader_define *define, struct text name) {
    return !define->name || define->flags & DEFINE_HIDDEN || symbol_is_text(define->name, name);
}

// Parses, and checks the name. Returns false with an exception pending.
static bool read_file(struct thread *thread, const struct loader *loader, const struct loader_define *define,
                      struct draft *draft) {
    struct class_error error;
    if (define->library) {
        draft->file = define->library->file;
        return true;
    }
    if (define->flags & DEFINE_POLLS) draft->arena.poll = draft_poll;
    if (check_version(define, &error)) {
        draft->file =
            classfile_parse(&draft->arena, define->bytes, define->size, define->flags & DEFINE_TRUSTED, &error);
    }
    draft->arena.poll = NULL;
    if (!draft->file) {
        exception_throw_class_error(thread, &error);
        return false;
    }
    struct text name = classfile_name(draft->file);
    if (!has_right_name(define, name)) {
        exception_throw(thread, "java/lang/NoClassDefFoundError", "%s (wrong name: %.*s)", define->name->text,
                        (int)name.length, name.bytes);
        return false;
    }
    if (may_define(loader, name)) return true;
    throw_prohibited(thread, loader, name);
    return false;
}

// An owner that has no chunk yet has no place for nothing.
static bool keep_interfaces(struct draft *draft) {
    size_t bytes = draft->file->interface_count * sizeof(struct class *);
    struct class **interfaces = owner_alloc(draft->parts.owner, bytes ? bytes : sizeof(*interfaces));
    if (!interfaces) return false;
    if (bytes) memcpy(interfaces, draft->parts.interfaces, bytes);
    draft->parts.interfaces = interfaces;
    return true;
}

// Keeps the file of a class that is being made: for all domains, or in its owner's memory. Returns false if there is no
// room.
static bool keep_file(const struct loader_define *define, struct draft *draft) {
    struct owner *owner = draft->parts.owner;
    const u8 *bytes = define->bytes;
    if (define->flags & DEFINE_SHARED) {
        struct library_class *library = define->library ? define->library : library_add(draft->parts.name, draft->file);
        if (!library) return false;
        draft->parts.library = library;
        draft->parts.file = library->file;
        return keep_interfaces(draft);
    }
    if (!(define->flags & DEFINE_IN_PLACE)) {
        u8 *copy = owner_alloc(owner, define->size);
        if (!copy) return false;
        bytes = memcpy(copy, define->bytes, define->size);
    }
    void *index = owner_alloc(owner, classfile_index_bytes(draft->file));
    if (!index) return false;
    draft->parts.file = classfile_copy_index(draft->file, index, bytes);
    return keep_interfaces(draft);
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
    for (; *at != what; at = &(*at)->next) ASSERT(*at);
    *at = what->next;
}

static struct class *load_supertype(struct thread *thread, struct loader *loader, const struct classfile *file,
                                    u16 index) {
    struct text name = classfile_class_name(file, index);
    return loader_load_text(thread, loader, name);
}

// That a class is below itself shows without loading anything.
static bool is_below_itself(struct thread *thread, const struct class_parts *parts) {
    const struct classfile *file = parts->file;
    bool is = !(parts->flags & CLASS_HIDDEN) && file->super_class &&
              symbol_is_text(parts->name, classfile_class_name(file, file->super_class));
    for (u16 i = 0; i < file->interface_count && !is; i++) {
        is = !(parts->flags & CLASS_HIDDEN) &&
             symbol_is_text(parts->name, classfile_class_name(file, classfile_interface(file, i)));
    }
    if (is) exception_throw(thread, "java/lang/ClassCircularityError", "%s", parts->name->text);
    return is;
}

// The interfaces first, as in HotSpot: programs' loaders can see the order.
static bool load_supertypes(struct thread *thread, struct draft *draft) {
    struct class_parts *parts = &draft->parts;
    const struct classfile *file = parts->file;
    parts->interfaces = ARENA_ARRAY(&draft->arena, struct class *, file->interface_count);
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

static bool load_supertypes_once(struct thread *thread, struct draft *draft) {
    const struct class_parts *parts = &draft->parts;
    struct domain *domain = parts->loader->domain;
    struct loading loading = {parts->loader, parts->name, thread, domain->loading};
    if (is_being_loaded(domain, &loading)) {
        exception_throw(thread, "java/lang/ClassCircularityError", "%s", parts->name->text);
        return false;
    }
    if (is_below_itself(thread, parts)) return false;
    domain->loading = &loading;
    bool loaded = load_supertypes(thread, draft);
    end_loading(domain, &loading);
    return loaded;
}

// ---- The members' names and descriptors, which may be many and long: before the class is made, because others may run

#define TEXT_A_POLL (16u * KIB)
#define TEXT_A_MEMBER 128u // that a lookup takes as long as
#define RELEASES_A_POLL 1024u

static bool intern_member(struct thread *thread, struct draft *draft, struct text text, u32 *since_poll) {
    draft->members[draft->member_count] = metaspace_symbol(thread, text.bytes, text.length);
    if (!draft->members[draft->member_count]) return false;
    draft->member_count++;
    *since_poll += text.length + TEXT_A_MEMBER;
    if (*since_poll >= TEXT_A_POLL) {
        *since_poll = 0;
        scheduler_poll_native(thread);
    }
    return true;
}

// Returns false with an exception pending.
static bool intern_members(struct thread *thread, struct draft *draft) {
    const struct classfile *file = draft->file;
    u32 members = file->field_count + file->method_count, since_poll = 0;
    draft->members = ARENA_ARRAY(&draft->arena, const struct symbol *, 2ull * members);
    for (u32 i = 0; i < members; i++) {
        const struct classfile_member *member =
            i < file->field_count ? &file->fields[i] : &file->methods[i - file->field_count];
        if (!intern_member(thread, draft, classfile_member_name(file, member), &since_poll) ||
            !intern_member(thread, draft, classfile_member_descriptor(file, member), &since_poll)) {
            return false;
        }
    }
    ASSERT(draft->member_count == 2ull * members);
    draft->parts.members = draft->members;
    return true;
}

// The class, if it has been made, may be nobody's yet: it lives on while others run.
static void release_members(struct thread *thread, const struct draft *draft, const struct class *class) {
    u32 mark = handle_mark(thread);
    if (class && draft->member_count) handle_new(thread, class->mirror);
    for (u32 i = 0; i < draft->member_count; i++) {
        symbol_release(draft->members[i]);
        if (i % RELEASES_A_POLL == RELEASES_A_POLL - 1) scheduler_poll_native(thread);
    }
    handle_release(thread, mark);
}

// ---- The class

static const struct symbol *final_name(struct thread *thread, const struct domain *domain, const struct classfile *file,
                                       const struct loader_define *define) {
    struct text name = classfile_name(file);
    if (!(define->flags & DEFINE_HIDDEN)) return metaspace_symbol(thread, name.bytes, name.length);
    if (define->name) name = (struct text){define->name->text, define->name->length};
    enum { SUFFIX_BYTES = 20 };
    if (name.length > UINT16_MAX - SUFFIX_BYTES) name.length = UINT16_MAX - SUFFIX_BYTES;
    SCRATCH_ARRAY(char, text, name.length + SUFFIX_BYTES);
    if (!text) return metaspace_exhausted(thread);
    size_t length = print_format(text, name.length + SUFFIX_BYTES, "%.*s+0x%016lx", (int)name.length, name.bytes,
                                 (u64)domain->class_count + 1);
    return metaspace_symbol(thread, text, length);
}

static bool is_duplicate(struct thread *thread, struct loader *loader, const struct class_parts *parts) {
    const struct class *known = parts->flags & CLASS_HIDDEN ? NULL : loader_find(loader, parts->name);
    if (!known || known->loader != loader) return false;
    char text[TEXT_BYTES], name[TEXT_BYTES], place[CLASS_PLACES_BYTES];
    exception_throw(thread, "java/lang/LinkageError", "loader %s attempted duplicate %s definition for %s. (%s)",
                    class_loader_text(loader->object, text, sizeof(text)),
                    parts->file->access_flags & ACC_INTERFACE  ? "interface"
                    : parts->file->access_flags & ACC_ABSTRACT ? "abstract class"
                                                               : "class",
                    class_external_name(known, name, sizeof(name)),
                    class_place_and_parent(known, place, sizeof(place)));
    return true;
}

static void log_class(const struct class *class, size_t bytes) {
    const struct symbol *source = class->source_file;
    struct log_class named = {
        .id = class->id,
        .super = class->super ? class->super->id : 0,
        .name = {class->name->text, class->name->length},
        .source = {source ? source->text : NULL, source ? source->length : 0},
    };
    log_class_load(&named, bytes);
}

// What a class file takes at most, in bytes for each byte of its own: a copy, an index, the pool's cache and symbols,
// fields and methods.
#define CLASS_BYTES_PER_FILE_BYTE 32u
#define MIRROR_BYTES_PER_FILE_BYTE 1u // 8 for a static field of 8
#define FIXED_BYTES 1024u             // of a mirror without fields

// The tables that grow with the supertypes: the vtable, interface method tables and their stand-ins, offsets of
// references.
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

static struct class *create(struct thread *thread, const struct loader_define *define, struct draft *draft,
                            struct class_error *error) {
    struct log_stolen stolen = log_stolen_begin(&thread->log, STOLEN_LINKING);
    struct class *class = keep_file(define, draft) ? class_create(&draft->parts, error) : NULL;
    if (class) log_class(class, define->size);
    log_stolen_end(&thread->log, &stolen);
    return class;
}

// A hidden class may end before its loader, unless it is defined as a strong one.
static struct owner *choose_owner(struct loader *loader, const struct loader_define *define) {
    if (define->owner) return define->owner;
    if (!(define->flags & DEFINE_HIDDEN) || define->flags & DEFINE_STRONG) return &loader->own;
    return owner_create(&loader->domain->owners, loader, sizeof(struct owner));
}

// What this maker has besides, for its questions before the class is entered.
struct maker {
    struct class_making making; // first
    struct loader *loader;
    const struct class_parts *parts;
};

// Another thread may have defined the class meanwhile.
bool class_may_enter(struct class_making *making) {
    const struct maker *maker = (const struct maker *)making;
    const struct class_parts *parts = maker->parts;
    if (parts->flags & CLASS_HIDDEN) return true;
    return !is_duplicate(making->thread, maker->loader, parts) &&
           loader_agrees(making->thread, maker->loader, parts->name, NULL);
}

// A class that is refused leaves nothing behind, if nobody else has taken from the owner while others ran.
static void give_up(struct owner *owner, const struct owner_mark *mark, const struct loader *loader, bool is_mixed) {
    if (!owner->classes && owner != &loader->own) {
        owner_end(owner);
    } else if (!is_mixed) {
        owner_release(owner, mark);
    }
}

static struct class *make(struct thread *thread, struct loader *loader, const struct loader_define *define,
                          struct draft *draft) {
    struct owner *owner = draft->parts.owner = choose_owner(loader, define);
    struct class_error error = {0};
    if (owner) {
        struct owner_mark mark = owner_mark(owner);
        struct maker maker = {{.thread = thread, .owner = owner}, loader, &draft->parts};
        draft->parts.making = define->flags & DEFINE_POLLS ? &maker.making : NULL;
        owner->making++;
        struct class *class = create(thread, define, draft, &error);
        ASSERT(owner->making);
        owner->making--;
        if (class) return class;
        give_up(owner, &mark, loader, maker.making.is_mixed);
    }
    if (thread->exception) return NULL;
    if (error.exception) {
        exception_throw_class_error(thread, &error);
    } else {
        exception_throw_out_of_memory(thread, "Metaspace");
    }
    return NULL;
}

static bool finish(struct thread *thread, struct loader *loader, const struct loader_define *define,
                   struct class *class) {
    // Whatever the class is called, its own name in its own file means itself.
    u16 this_class = class->file->this_class;
    ASSERT(this_class && this_class < class->file->pool_count);
    class->pool[this_class].resolved = class_address(class);
    bool shares = class->flags & CLASS_SHARES_NAMES;
    const struct symbol *name = shares ? symbol_keep_for_good(class->name) : symbol_keep(class->name);
    class->pool[this_class].class_name = (u32)(uintptr_t)name;
    if (define->nest_host) class->nest_host = define->nest_host;
    if (define->class_data && *define->class_data) {
        heap_store_ref(class->mirror, loader->domain->known.class_data, *define->class_data);
    }
    if (define->protection_domain) mirror_set(class, MIRROR_PROTECTION_DOMAIN, *define->protection_domain);
    return define->flags & DEFINE_HIDDEN || loader_record(thread, loader, class->name, class);
}

static struct class *define_draft(struct thread *thread, struct loader *loader, const struct loader_define *define,
                                  struct draft *draft) {
    u64 class_bytes = define->size * CLASS_BYTES_PER_FILE_BYTE,
        mirror_bytes = define->size * MIRROR_BYTES_PER_FILE_BYTE + FIXED_BYTES;
    if (!metaspace_has_room(thread, class_bytes, mirror_bytes) || !read_file(thread, loader, define, draft)) {
        return NULL;
    }
    SYMBOL_HELD name = final_name(thread, loader->domain, draft->file, define);
    if (!name) return NULL;
    struct class_parts *parts = &draft->parts;
    *parts = (struct class_parts){.loader = loader, .file = draft->file, .name = name, .host = define->nest_host};
    if (define->flags & DEFINE_HIDDEN) parts->flags |= CLASS_HIDDEN;
    if (define->flags & DEFINE_TRUSTED) parts->flags |= CLASS_VERIFIED;
    if (define->flags & DEFINE_ADAPTER) parts->flags |= CLASS_ADAPTER;
    if (is_duplicate(thread, loader, parts) || !load_supertypes_once(thread, draft)) return NULL;
    if (define->flags & DEFINE_POLLS && !intern_members(thread, draft)) return NULL;
    // Java may have run meanwhile, and defined the class.
    if (is_duplicate(thread, loader, parts) ||
        (!(define->flags & DEFINE_HIDDEN) && !loader_agrees(thread, loader, name, NULL)) ||
        !metaspace_has_room(thread, class_bytes + table_bytes(parts), mirror_bytes)) {
        return NULL;
    }
    struct class *class = make(thread, loader, define, draft);
    return class && finish(thread, loader, define, class) ? class : NULL;
}

struct class *loader_define(struct thread *thread, struct loader *loader, const struct loader_define *define) {
    ASSERT_LOCKED();
    ASSERT(define->library || define->bytes);
    struct draft draft = {0};
    if (!draft_init(thread, &draft, define)) return NULL;
    struct class *class = define_draft(thread, loader, define, &draft);
    release_members(thread, &draft, class);
    scratch_free(draft.arena.start);
    return class;
}
