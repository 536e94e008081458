// Tables of class loaders, loading by name, array classes. Definition from bytes is in loader_define.c.
#include "kernel/classes/loader.h"

#include "base/narrow.h"
#include "base/print.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/class_array.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/java.h"
#include "kernel/classes/javastring.h"
#include "kernel/classes/metaspace.h"
#include "kernel/classes/mirror.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/raise.h"
#include "kernel/memory/scratch.h"

#define NAME_BYTES 1024 // an exception's text is cut to this

static struct loader **word_of(const struct domain *domain, ref object) {
    return (struct loader **)(uintptr_t)(object + domain->known.class_loader->field_end - LOADER_OBJECT_BYTES);
}

struct loader *loader_known(const struct domain *domain, ref object) {
    if (!object) return (struct loader *)&domain->boot_loader;
    struct loader *loader = (struct loader *)(uintptr_t) * (u32 *)word_of(domain, object);
    return loader && loader->object == object ? loader : NULL; // otherwise it is a clone of the loader's object
}

// The platform and application loaders exist as long as the domain.
static struct loader **permanent_place(struct domain *domain, ref object) {
    const struct class *class = object_class(object);
    if (class_is_boot(class, "jdk/internal/loader/ClassLoaders$PlatformClassLoader")) {
        return &domain->builtin_loaders[0];
    }
    if (class_is_boot(class, "jdk/internal/loader/ClassLoaders$AppClassLoader")) return &domain->builtin_loaders[1];
    return NULL;
}

static struct loader *make(struct domain *domain, bool permanent) {
    ASSERT_LOCKED();
    if (!permanent) return (struct loader *)owner_create(&domain->owners, NULL, sizeof(struct loader));
    struct loader *loader = owner_alloc(&domain->boot_loader.own, sizeof(*loader));
    if (!loader) return NULL;
    owner_init_permanent(&loader->own, &domain->owners, loader);
    return loader;
}

struct loader *loader_of(struct thread *thread, ref object) {
    struct domain *domain = domain_of(thread);
    struct loader *loader = loader_known(domain, object);
    if (loader) return loader;
    struct loader **permanent = permanent_place(domain, object);
    loader = make(domain, permanent != NULL);
    if (!loader) {
        exception_throw_out_of_memory(thread, "Metaspace");
        return NULL;
    }
    loader->own.loader = loader;
    loader->domain = domain;
    loader->object = object;
    loader->number = ++domain->loader_count;
    *(u32 *)word_of(domain, object) = (u32)(uintptr_t)loader;
    if (permanent) *permanent = loader;
    owner_touch(&loader->own);
    return loader;
}

void loader_free(struct loader *loader) { chains_end(&loader->chains); }

// ---- Array classes: "[[I", "[Ljava/lang/String;"

static struct class *make_array(struct class *element, u32 dimensions) {
    while (element && dimensions--) element = class_array_of(element);
    return element;
}

// What the name of an array class says.
struct array_name {
    struct text element;   // the name of the innermost element's class; empty if it is primitive
    type_letter primitive; // in that case, its letter
    u32 dimensions;        // 0 if it is not the name of an array class
};

static struct array_name parse_array(const struct symbol *name) {
    struct array_name array = {0};
    while (name->text[array.dimensions] == '[') array.dimensions++;
    const char *rest = name->text + array.dimensions;
    u32 length = name->length - array.dimensions;
    if (array.dimensions > 255) return (struct array_name){0};
    if (rest[0] == 'L' && length > 2 && rest[length - 1] == ';') {
        array.element = (struct text){rest + 1, narrow_u16(length - 2)};
    } else if (length == 1 && rest[0] != 'V' && rest[0] != 'L') {
        array.primitive = rest[0];
    } else {
        array.dimensions = 0;
    }
    return array;
}

struct class *loader_find(struct loader *loader, const struct symbol *name) {
    if (name->text[0] != '[') return loader_table_find(loader, name);
    struct array_name array = parse_array(name);
    if (!array.dimensions) return NULL;
    if (array.primitive) return make_array(domain_primitive(loader->domain, array.primitive), array.dimensions);
    const struct symbol *element = symbol_find(array.element.bytes, array.element.length);
    return element ? make_array(loader_table_find(loader, element), array.dimensions) : NULL;
}

// ---- Loading

static void throw_not_found(struct thread *thread, const struct symbol *name) {
    char text[NAME_BYTES];
    print_format(text, sizeof(text), "%s", name->text);
    for (char *at = text; *at; at++) {
        if (*at == '/') *at = '.';
    }
    exception_throw(thread, "java/lang/ClassNotFoundException", "%s", text);
}

// Asks the Java object. The class it returns may have been defined by another loader; one with another name counts as
// not found.
static struct class *ask_java(struct thread *thread, struct loader *loader, const struct symbol *name) {
    ref text = javastring_new_replaced(thread, name->text, name->length, '/', '.');
    if (!text) return NULL;
    u64 arguments[] = {loader->object, text};
    ref mirror = (ref)java_call_virtual(thread, loader->domain->load_class, arguments);
    if (thread->exception || !mirror) return NULL;
    struct class *class = mirror_class(mirror);
    if (class->name != name) return NULL;
    return loader_record(thread, loader, name, class) ? class : NULL;
}

static struct class *load_plain(struct thread *thread, struct loader *loader, const struct symbol *name) {
    struct class *class = loader_table_find(loader, name);
    if (class) return class;
    if (loader->object) {
        u32 mark = handle_mark(thread);
        class = ask_java(thread, loader, name);
        handle_release(thread, mark);
        return class;
    }
    return loader_find_boot(thread, name);
}

static struct class *load_element(struct thread *thread, struct loader *loader, const struct array_name *array) {
    if (array->primitive) return domain_primitive(loader->domain, array->primitive);
    SYMBOL_HELD element = metaspace_symbol(thread, array->element.bytes, array->element.length);
    return element ? load_plain(thread, loader, element) : NULL;
}

// Returns NULL without an exception if there is no such class.
static struct class *load_if_there(struct thread *thread, struct loader *loader, const struct symbol *name) {
    if (name->text[0] != '[') return load_plain(thread, loader, name);
    struct array_name array = parse_array(name);
    struct class *class = array.dimensions ? load_element(thread, loader, &array) : NULL;
    if (!class || !metaspace_has_room_for_arrays(thread, class, array.dimensions)) return NULL;
    struct class *made = make_array(class, array.dimensions);
    if (!made) exception_throw_out_of_memory(thread, "Metaspace");
    return made;
}

struct class *loader_load_by_name(struct thread *thread, struct loader *loader, const struct symbol *name) {
    struct class *class = load_if_there(thread, loader, name);
    if (!class && !thread->exception) throw_not_found(thread, name);
    return class;
}

struct class *loader_load(struct thread *thread, struct loader *loader, const struct symbol *name) {
    struct class *class = loader_find(loader, name);
    if (!class) class = load_if_there(thread, loader, name);
    if (!class && !thread->exception) exception_throw(thread, "java/lang/NoClassDefFoundError", "%s", name->text);
    if (class || !java_exception_is(thread, "java/lang/ClassNotFoundException")) return class;
    u32 mark = handle_mark(thread);
    handle cause = handle_new(thread, java_take_exception(thread));
    exception_throw_cause(thread, "java/lang/NoClassDefFoundError", cause, "%s", name->text);
    handle_release(thread, mark);
    return NULL;
}

// ---- By descriptor

static struct text type_name(const char *descriptor, size_t length) {
    return descriptor[0] == 'L' ? (struct text){descriptor + 1, narrow_u16(length - 2)}
                                : (struct text){descriptor, narrow_u16(length)};
}

static bool names_class(const char *descriptor) { return descriptor[0] == 'L' || descriptor[0] == '['; }

struct class *loader_load_type(struct thread *thread, struct loader *loader, const char *descriptor, size_t length) {
    if (!names_class(descriptor)) return domain_primitive(loader->domain, descriptor[0]);
    return loader_load_text(thread, loader, type_name(descriptor, length));
}

struct class *loader_find_type(struct loader *loader, const char *descriptor, size_t length) {
    if (!names_class(descriptor)) return domain_primitive(loader->domain, descriptor[0]);
    struct text text = type_name(descriptor, length);
    SYMBOL_HELD name = symbol_intern(text.bytes, text.length);
    return name ? loader_find(loader, name) : NULL;
}

struct class *loader_load_text(struct thread *thread, struct loader *loader, struct text text) {
    SYMBOL_HELD name = metaspace_symbol(thread, text.bytes, text.length);
    return name ? loader_load(thread, loader, name) : NULL;
}

// ---- What has been initiated

bool loader_agrees(struct thread *thread, struct loader *loader, const struct symbol *name, const struct class *class) {
    const struct class *agreed = loader_table_find(loader, name);
    if (!agreed) agreed = loader_constrained_class(loader, name);
    if (!agreed || agreed == class) return true;
    exception_throw(thread, "java/lang/LinkageError",
                    "loader constraint violation: the class loader has a different Class object for the type %s",
                    name->text);
    return false;
}

bool loader_record(struct thread *thread, struct loader *loader, const struct symbol *name, struct class *class) {
    ASSERT_LOCKED();
    if (!loader_agrees(thread, loader, name, class)) return false;
    // The class keeps its name alive, and the loader keeps the class.
    if (!owner_needs(&loader->own, class->owner) ||
        !loader_table_enter(loader, class, domain_account(loader->domain, ACCOUNT_TABLES))) {
        exception_throw_out_of_memory(thread, "Metaspace");
        return false;
    }
    loader_settle_constraint(loader, name, class);
    return true;
}
