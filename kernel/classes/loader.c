// Tables of class loaders, loading by name, array classes, loader constraints. Definition from bytes is in
// loader_define.c.
#include "kernel/classes/loader.h"

#include "base/print.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/java.h"
#include "kernel/classes/metaspace.h"
#include "kernel/classes/mirror.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/raise.h"

#define FIRST_CAPACITY 64u
#define NAME_BYTES 1024 // an exception's text is cut there

struct loader *loader_of(struct domain *domain, ref object) {
    if (!object) return &domain->boot_loader;
    for (struct loader *loader = domain->loaders; loader; loader = loader->next) {
        if (loader->object == object) return loader;
    }
    struct loader *loader = memory_class_alloc(sizeof(*loader));
    loader->domain = domain;
    loader->object = object;
    // NOLINT(clang-analyzer-core.NullDereference): the boot loader is always there
    loader->number = domain->loaders->number + 1;
    loader->next = domain->loaders;
    domain->loaders = loader;
    return loader;
}

// ---- The table

static struct loader_entry *find_place(struct loader_entry *table, u32 capacity, const struct symbol *name) {
    u32 place = name->hash & (capacity - 1);
    while (table[place].name && table[place].name != name) place = (place + 1) & (capacity - 1);
    return &table[place];
}

static void grow(struct loader *loader) {
    struct loader_entry *old = loader->table;
    u32 old_capacity = loader->capacity;
    loader->capacity = old_capacity ? 2 * old_capacity : FIRST_CAPACITY;
    loader->table = memory_class_alloc(loader->capacity * sizeof(*old));
    for (u32 i = 0; i < old_capacity; i++) {
        if (old[i].name) *find_place(loader->table, loader->capacity, old[i].name) = old[i];
    }
}

static struct class *find_plain(const struct loader *loader, const struct symbol *name) {
    return loader->capacity ? find_place(loader->table, loader->capacity, name)->class : NULL;
}

// ---- Array classes: "[[I", "[Ljava/lang/String;"

static struct class *make_array(struct class *element, u32 dimensions) {
    while (element && dimensions--) element = class_array_of(element);
    return element;
}

// The element's name, when it is a class; else NULL, and *primitive is its letter. Dimensions in *dimensions; 0 of what
// is no name of an array.
static const struct symbol *array_element(const struct symbol *name, u32 *dimensions, type_letter *primitive) {
    u32 count = 0;
    while (name->text[count] == '[') count++;
    const char *rest = name->text + count;
    u32 length = name->length - count;
    *primitive = 0;
    *dimensions = count <= 255 ? count : 0;
    if (rest[0] == 'L' && length > 2 && rest[length - 1] == ';') return symbol_intern(rest + 1, length - 2);
    if (length == 1 && rest[0] != 'V' && rest[0] != 'L') {
        *primitive = rest[0];
    } else {
        *dimensions = 0;
    }
    return NULL;
}

struct class *loader_find(struct loader *loader, const struct symbol *name) {
    if (name->text[0] != '[') return find_plain(loader, name);
    u32 dimensions;
    type_letter primitive;
    const struct symbol *element = array_element(name, &dimensions, &primitive);
    if (!dimensions) return NULL;
    return make_array(element ? find_plain(loader, element) : domain_primitive(loader->domain, primitive), dimensions);
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

// Asks the Java object. What it returns may have been defined by another loader; if it is of another name, that is as
// good as nothing.
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
    struct class *class = find_plain(loader, name);
    if (class) return class;
    if (loader->object) {
        u32 mark = handle_mark(thread);
        class = ask_java(thread, loader, name);
        handle_release(thread, mark);
        return class;
    }
    return loader_find_boot(thread, name);
}

// NULL without an exception: there is no such class.
static struct class *load_if_there(struct thread *thread, struct loader *loader, const struct symbol *name) {
    if (name->text[0] != '[') return load_plain(thread, loader, name);
    u32 dimensions;
    type_letter primitive;
    const struct symbol *element = array_element(name, &dimensions, &primitive);
    struct class *class = NULL;
    if (dimensions) class = element ? load_plain(thread, loader, element) : domain_primitive(loader->domain, primitive);
    return class && metaspace_has_room_for_arrays(thread, class, dimensions) ? make_array(class, dimensions) : NULL;
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

static const struct symbol *type_name(const char *descriptor, size_t length) {
    return descriptor[0] == 'L' ? symbol_intern(descriptor + 1, length - 2) : symbol_intern(descriptor, length);
}

static bool names_class(const char *descriptor) { return descriptor[0] == 'L' || descriptor[0] == '['; }

struct class *loader_load_type(struct thread *thread, struct loader *loader, const char *descriptor, size_t length) {
    if (!names_class(descriptor)) return domain_primitive(loader->domain, descriptor[0]);
    return loader_load(thread, loader, type_name(descriptor, length));
}

struct class *loader_find_type(struct loader *loader, const char *descriptor, size_t length) {
    if (!names_class(descriptor)) return domain_primitive(loader->domain, descriptor[0]);
    return loader_find(loader, type_name(descriptor, length));
}

// ---- Loader constraints. A graph for each name, whose edges are kept at both ends; all loaders that hang together
// must mean the same class.

static u32 visits;

// The class that the loader, or one that hangs together with it, has for the name.
static struct class *constrained_class(struct loader *loader, const struct symbol *name, u32 visit) {
    loader->visit = visit;
    struct class *class = find_plain(loader, name);
    for (struct loader_constraint *at = loader->constraints; at && !class; at = at->next) {
        if (at->name == name && at->other->visit != visit) class = constrained_class(at->other, name, visit);
    }
    return class;
}

static void add_constraint(struct loader *loader, struct loader *other, const struct symbol *name) {
    for (struct loader_constraint *at = loader->constraints; at; at = at->next) {
        if (at->name == name && at->other == other) return;
    }
    struct loader_constraint *constraint = memory_class_alloc(sizeof(*constraint));
    *constraint = (struct loader_constraint){name, other, loader->constraints};
    loader->constraints = constraint;
}

static bool constrain_name(struct thread *thread, struct loader *a, struct loader *b, const struct symbol *name,
                           const char *what) {
    struct class *first = constrained_class(a, name, ++visits);
    struct class *second = constrained_class(b, name, ++visits);
    if (first && second && first != second) {
        exception_throw(thread, "java/lang/LinkageError",
                        "loader constraint violation: %s: two class loaders have different Class objects for the type "
                        "%s used in the signature",
                        what, name->text);
        return false;
    }
    if (!first || !second) {
        add_constraint(a, b, name);
        add_constraint(b, a, name);
    }
    return true;
}

bool loader_constrain(struct thread *thread, struct loader *a, struct loader *b, const struct symbol *descriptor,
                      const char *what) {
    if (a == b) return true;
    for (const char *at = descriptor->text; *at; at++) {
        if (*at != 'L') continue;
        const char *start = ++at;
        while (*at != ';') at++;
        // Only the boot and platform loaders can define these (ClassLoader.preDefineClass), so there is nothing to
        // disagree about.
        if (at - start > 5 && memcmp(start, "java/", 5) == 0) continue;
        if (!constrain_name(thread, a, b, symbol_intern(start, (size_t)(at - start)), what)) return false;
    }
    return true;
}

bool loader_record(struct thread *thread, struct loader *loader, const struct symbol *name, struct class *class) {
    struct class *agreed = loader->constraints ? constrained_class(loader, name, ++visits) : find_plain(loader, name);
    if (agreed && agreed != class) {
        exception_throw(thread, "java/lang/LinkageError",
                        "loader constraint violation: the class loader has a different Class object for the type %s",
                        name->text);
        return false;
    }
    if (3 * loader->count >= 2 * loader->capacity) grow(loader);
    struct loader_entry *entry = find_place(loader->table, loader->capacity, name);
    if (!entry->name) loader->count++;
    *entry = (struct loader_entry){name, class};
    return true;
}
