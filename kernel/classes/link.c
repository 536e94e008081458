// Resolution of classes, strings, fields and methods in constant pools, with access checks in JVMS 5.4.3's order of
// errors. What the slots of translated code get is in link_slot.c.
#include "kernel/classes/link.h"

#include "base/panic.h"
#include "base/print.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/class_array.h"
#include "kernel/classes/class_find.h"
#include "kernel/classes/class_tables.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/java.h"
#include "kernel/classes/javastring.h"
#include "kernel/classes/link_pool.h"
#include "kernel/classes/loader.h"
#include "kernel/classes/metaspace.h"
#include "kernel/classes/module.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/raise.h"

#define NAME_BYTES 256

static const struct symbol *intern(struct text text) { return symbol_intern(text.bytes, text.length); }

// ---- Errors: resolution that failed with a LinkageError fails the same way again

struct kept_error {
    struct class_error error;
    const char *cause; // the class of the cause; NULL if there is none
    bool cause_has_message;
    char cause_message[NAME_BYTES];
};

static bool keep_message(const struct domain *domain, ref throwable, char *to, size_t bytes) {
    ref message = heap_load_ref(throwable, domain->known.throwable_message);
    if (message) javastring_utf8(message, to, bytes);
    return message != 0;
}

void link_keep_error(struct thread *thread, struct owner *owner, u32 *kept, bool with_cause) {
    ASSERT_LOCKED();
    struct domain *domain = domain_of(thread);
    struct class *linkage_error = loader_find(&domain->boot_loader, symbol_of("java/lang/LinkageError"));
    const struct class *class = object_class(thread->exception);
    if (!linkage_error || class->loader->object || !class_is_subclass(class, linkage_error)) return;
    struct kept_error *error = owner_alloc(owner, sizeof(*error));
    if (!error) return; // no room to keep it: the next attempt finds it out again
    error->error.exception = class->name->text;
    keep_message(domain, thread->exception, error->error.message, sizeof(error->error.message));
    ref cause = heap_load_ref(thread->exception, domain->known.throwable_cause);
    if (with_cause && cause && cause != thread->exception && !object_class(cause)->loader->object) {
        bool has_message = keep_message(domain, cause, error->cause_message, sizeof(error->cause_message));
        const char *constructor = has_message ? "(Ljava/lang/String;)V" : "()V";
        // A cause that cannot be made from its message alone is left out.
        if (class_declared_method(object_class(cause), symbol_of("<init>"), symbol_of(constructor))) {
            error->cause = object_class(cause)->name->text;
        }
        error->cause_has_message = has_message;
    }
    *kept = (u32)(uintptr_t)error;
}

// Returns true if it has failed before; the exception is then pending.
bool link_has_failed(struct thread *thread, u32 kept) {
    const struct kept_error *error = (const struct kept_error *)(uintptr_t)kept;
    if (!error) return false;
    if (!error->cause) {
        exception_throw_class_error(thread, &error->error);
        return true;
    }
    exception_throw(thread, error->cause, error->cause_has_message ? "%s" : NULL, error->cause_message);
    u32 mark = handle_mark(thread);
    handle cause = handle_new(thread, java_take_exception(thread));
    exception_throw_cause(thread, error->error.exception, cause, "%s", error->error.message);
    handle_release(thread, mark);
    return true;
}

// ---- Classes and strings

const struct symbol *link_class_name(struct class *referrer, u16 index) {
    struct pool_entry *entry = link_entry(referrer, index);
    struct text text = classfile_class_name(referrer->file, index);
    if (!entry->class_name) {
        const struct symbol *name = symbol_intern(text.bytes, text.length);
        if (name && referrer->flags & CLASS_SHARES_NAMES) symbol_keep_for_good(name);
        entry->class_name = (u32)(uintptr_t)name;
    }
    return (const struct symbol *)(uintptr_t)entry->class_name;
}

// The JDK's own loaders ask the boot loader first for what is in its modules, so they would answer with what it has
// loaded.
static bool delegates_to_boot(const struct loader *loader) {
    return loader->object && !object_class(loader->object)->loader->object;
}

static struct class *find_known(struct loader *loader, const struct symbol *name) {
    struct class *class = loader_find(loader, name);
    return !class && delegates_to_boot(loader) ? loader_find(&loader->domain->boot_loader, name) : class;
}

struct class *link_known_class(struct class *referrer, u16 index) {
    struct pool_entry *entry = link_entry(referrer, index);
    if (entry->resolved) return class_at(entry->resolved);
    const struct symbol *name = link_class_name(referrer, index);
    struct class *class = name ? find_known(referrer->loader, name) : NULL;
    if (!class || !class_accessible(referrer, class) || !owner_needs(referrer->owner, class->owner)) return NULL;
    entry->resolved = class_address(class);
    return class;
}

struct class *link_known_type(const struct class *referrer, const char *descriptor) {
    u32 dimensions = 0;
    while (descriptor[dimensions] == '[') dimensions++;
    const char *element = descriptor + dimensions;
    struct class *class;
    if (*element == 'L') {
        SYMBOL_HELD name = symbol_intern(element + 1, (size_t)(descriptor_skip(element) - element - 2));
        class = name ? find_known(referrer->loader, name) : NULL;
    } else {
        class = domain_primitive(referrer->domain, *element);
    }
    for (; class && dimensions; dimensions--) class = class->array_class;
    return class;
}

static void throw_inaccessible(struct thread *thread, const struct class *referrer, const struct class *class) {
    char to[NAME_BYTES], from[NAME_BYTES], places[CLASS_PLACES_BYTES];
    if (!module_exports(class, referrer)) {
        exception_throw(thread, "java/lang/IllegalAccessError", "%s",
                        class_export_text(referrer, class, places, sizeof(places)));
        return;
    }
    exception_throw(thread, "java/lang/IllegalAccessError", "failed to access class %s from class %s (%s)",
                    class_external_name(class, to, sizeof(to)), class_external_name(referrer, from, sizeof(from)),
                    class_places(class, referrer, places, sizeof(places)));
}

struct class *link_class(struct thread *thread, struct class *referrer, u16 index) {
    ASSERT_LOCKED();
    struct class *class = link_known_class(referrer, index);
    struct pool_entry *entry = link_entry(referrer, index);
    if (class || link_has_failed(thread, entry->error)) return class;
    if (!link_class_name(referrer, index)) {
        exception_throw_out_of_memory(thread, "Metaspace");
        return NULL;
    }
    class = loader_load(thread, referrer->loader, link_class_name(referrer, index));
    if (class && !class_accessible(referrer, class)) {
        throw_inaccessible(thread, referrer, class_element(class));
        class = NULL;
    }
    if (class && !owner_needs(referrer->owner, class->owner)) {
        exception_throw_out_of_memory(thread, "Metaspace");
        return NULL;
    }
    if (class) {
        entry->resolved = class_address(class);
    } else {
        link_keep_error(thread, referrer->owner, &entry->error, true);
    }
    return class;
}

ref link_known_string(struct class *referrer, u16 index) {
    struct pool_entry *entry = link_entry(referrer, index);
    if (!entry->resolved) {
        struct text text = classfile_string(referrer->file, index);
        bool stays =
            referrer->owner->is_permanent && metaspace_would_hold(referrer->domain, 0, METASPACE_LITERAL_BYTES(text));
        ref literal = stays ? javastring_literal(referrer->domain, text.bytes, text.length)
                            : javastring_find(referrer->domain, text.bytes, text.length);
        if (heap_contains(literal)) return 0;
        entry->resolved = literal;
    }
    return entry->resolved;
}

ref link_string(struct thread *thread, struct class *referrer, u16 index) {
    struct text text = classfile_string(referrer->file, index);
    return javastring_interned(thread, text.bytes, text.length);
}

struct class *link_primitive_array(type_letter letter) {
    return class_array_of(domain_primitive(domain_of(thread_self()), letter));
}

// ---- Access

// The nest host, if no class must be loaded to find it; otherwise NULL.
static struct class *known_nest_host(struct class *class) {
    if (class->nest_host) return class->nest_host;
    if (class->file && class->file->nest_host && !link_known_class(class, class->file->nest_host)) return NULL;
    return class_nest_host(thread_self(), class);
}

// For callers that may load nothing: if the answer would need loading, it is "no".
static bool known_accessible(struct class *from, struct class *through, struct class *holder, u16 flags) {
    if (flags & ACC_PRIVATE && from != holder) {
        const struct class *host = known_nest_host(from);
        return host && host == known_nest_host(holder);
    }
    return class_member_accessible(thread_self(), from, through, holder, flags);
}

// Members of another loader's class may put a constraint on the types in their descriptors, which full resolution
// checks. The boot loader's classes cannot disagree with a loader that asks the boot loader first.
static bool may_need_constraint(const struct class *referrer, const struct class *holder) {
    return holder->loader != referrer->loader && (holder->loader->object || !delegates_to_boot(referrer->loader));
}

static const char *access_name(u16 flags) {
    if (flags & ACC_PRIVATE) return "private ";
    return flags & ACC_PROTECTED ? "protected " : "";
}

// ---- Fields

struct reference {
    struct class *class; // the class that the reference names
    const struct symbol *name, *descriptor;
};

static void release_reference(const struct reference *reference) {
    symbol_release(reference->name);
    symbol_release(reference->descriptor);
}

// A reference that is looked at: its symbols are held until the end of the scope, because whatever it leads to has
// symbols of its own.
#define REFERENCE_HELD __attribute__((cleanup(release_reference))) struct reference

static struct reference read_reference(struct class *referrer, u16 index, struct class *class) {
    struct name_and_type member =
        classfile_name_and_type(referrer->file, bytecode_u16(classfile_entry(referrer->file, index) + 2));
    return (struct reference){class, intern(member.name), intern(member.descriptor)};
}

// Whether there was memory for its symbols.
static bool is_whole(const struct reference *reference) { return reference->name && reference->descriptor; }
static u16 class_index(const struct class *referrer, u16 index) {
    return bytecode_u16(classfile_entry(referrer->file, index));
}

struct field *link_known_field(struct class *referrer, u16 index, bool is_static) {
    struct pool_entry *entry = link_entry(referrer, index);
    struct field *field = (struct field *)(uintptr_t)entry->resolved;
    if (!field) {
        struct class *class = link_known_class(referrer, class_index(referrer, index));
        if (!class || entry->error) return NULL;
        REFERENCE_HELD wanted = read_reference(referrer, index, class);
        field = is_whole(&wanted) ? class_find_field(class, wanted.name, wanted.descriptor) : NULL;
        if (!field || may_need_constraint(referrer, field->holder)) return NULL;
        if (!known_accessible(referrer, class, field->holder, field->access_flags)) return NULL;
        entry->resolved = (u32)(uintptr_t)field;
    }
    return field_is_static(field) == is_static ? field : NULL;
}

static struct field *resolve_field(struct thread *thread, struct class *referrer, u16 index) {
    struct class *class = link_class(thread, referrer, class_index(referrer, index));
    if (!class) return NULL;
    REFERENCE_HELD wanted = read_reference(referrer, index, class);
    if (!is_whole(&wanted)) return metaspace_exhausted(thread);
    struct field *field = class_find_field(class, wanted.name, wanted.descriptor);
    if (!field) {
        exception_throw(thread, "java/lang/NoSuchFieldError", "%s", wanted.name->text);
        return NULL;
    }
    if (!class_member_accessible(thread, referrer, class, field->holder, field->access_flags)) {
        char from[NAME_BYTES], holder[NAME_BYTES], places[CLASS_PLACES_BYTES];
        if (!thread->exception) {
            exception_throw(thread, "java/lang/IllegalAccessError", "class %s tried to access %sfield %s.%s (%s)",
                            class_external_name(referrer, from, sizeof(from)), access_name(field->access_flags),
                            class_external_name(field->holder, holder, sizeof(holder)), field->name->text,
                            class_places(referrer, field->holder, places, sizeof(places)));
        }
        return NULL;
    }
    return loader_constrain(thread, referrer->loader, field->holder->loader, field->descriptor, field->name->text)
               ? field
               : NULL;
}

struct field *link_field(struct thread *thread, struct class *referrer, u16 index) {
    ASSERT_LOCKED();
    struct pool_entry *entry = link_entry(referrer, index);
    if (entry->resolved) return (struct field *)(uintptr_t)entry->resolved;
    if (link_has_failed(thread, entry->error)) return NULL;
    struct field *field = resolve_field(thread, referrer, index);
    if (field) {
        entry->resolved = (u32)(uintptr_t)field;
    } else {
        link_keep_error(thread, referrer->owner, &entry->error, true);
    }
    return field;
}

// ---- Methods

static struct method *find_method(struct class *class, const struct reference *wanted) {
    return class_is_interface(class) ? class_find_interface_method(class, wanted->name, wanted->descriptor)
                                     : class_find_method(class, wanted->name, wanted->descriptor);
}

static bool has_right_kind(const struct class *referrer, u16 index, const struct class *class) {
    return class_is_interface(class) == (classfile_tag(referrer->file, index) == POOL_INTERFACE_METHOD);
}

// The resolved method, before a check of how it is called.
static struct method *known_method(struct class *referrer, u16 index) {
    struct pool_entry *entry = link_entry(referrer, index);
    if (entry->resolved) return (struct method *)(uintptr_t)entry->resolved;
    struct class *class = entry->error ? NULL : link_known_class(referrer, class_index(referrer, index));
    if (!class || !has_right_kind(referrer, index, class)) return NULL;
    REFERENCE_HELD wanted = read_reference(referrer, index, class);
    struct method *method = is_whole(&wanted) ? find_method(class, &wanted) : NULL;
    if (!method || may_need_constraint(referrer, method->holder)) return NULL;
    if (!known_accessible(referrer, class, method->holder, method->access_flags)) return NULL;
    entry->resolved = method_address(method);
    return method;
}

struct method *link_special_target(struct class *referrer, u16 index, struct method *method, struct method **conflict) {
    *conflict = NULL;
    if (method->access_flags & ACC_PRIVATE || method_is_initialiser(method)) return method;
    struct class *start = class_at(link_entry(referrer, class_index(referrer, index))->resolved);
    bool super_call = !class_is_interface(start) && start != referrer && class_is_subclass(referrer, start) &&
                      referrer->access_flags & ACC_SUPER;
    if (super_call) start = referrer->super;
    ASSERT(start); // a class below another has a superclass
    for (const struct class *at = start; at && !class_is_interface(start); at = at->super) {
        struct method *found = class_declared_method(at, method->name, method->descriptor);
        if (found && !method_is_static(found)) return found;
    }
    struct method *found =
        class_is_interface(start) ? class_declared_method(start, method->name, method->descriptor) : NULL;
    if (!found && class_is_interface(start) && method->holder == start->domain->known.object) found = method;
    return found ? found : tables_most_specific(start, method->name, method->descriptor, conflict);
}

struct method *link_known_method(struct class *referrer, u16 index, enum slot_kind kind) {
    u8 tag = classfile_tag(referrer->file, index);
    struct method *method = tag == POOL_METHOD || tag == POOL_INTERFACE_METHOD ? known_method(referrer, index) : NULL;
    if (!method || method_is_static(method) != (kind == SLOT_CALL_STATIC)) return NULL;
    if (kind != SLOT_CALL_SPECIAL) return method;
    struct method *conflict;
    method = link_special_target(referrer, index, method, &conflict);
    return method && !conflict && !method_is_abstract(method) ? method : NULL;
}

static void throw_method_access(struct thread *thread, const struct class *referrer, const struct method *method) {
    char from[NAME_BYTES], text[2 * NAME_BYTES], places[CLASS_PLACES_BYTES];
    if (thread->exception) return;
    exception_throw(thread, "java/lang/IllegalAccessError", "class %s tried to access %smethod '%s' (%s)",
                    class_external_name(referrer, from, sizeof(from)), access_name(method->access_flags),
                    method_external_name(method, text, sizeof(text)),
                    class_places(referrer, method->holder, places, sizeof(places)));
}

static struct method *throw_wanted(struct thread *thread, const char *exception, const char *format,
                                   const struct reference *wanted) {
    struct method absent = {.holder = wanted->class, .name = wanted->name, .descriptor = wanted->descriptor};
    char text[2 * NAME_BYTES];
    exception_throw(thread, exception, format, method_external_name(&absent, text, sizeof(text)));
    return NULL;
}

// A class's method is named as an interface's, or the other way round.
static struct method *throw_wrong_kind(struct thread *thread, const struct reference *wanted, enum slot_kind kind) {
    bool is_interface = class_is_interface(wanted->class);
    char name[NAME_BYTES];
    if (kind == SLOT_CALL_STATIC || kind == SLOT_CALL_SPECIAL) {
        return throw_wanted(thread, "java/lang/IncompatibleClassChangeError",
                            is_interface ? "Method '%s' must be InterfaceMethodref constant"
                                         : "Method '%s' must be Methodref constant",
                            wanted);
    }
    exception_throw(thread, "java/lang/IncompatibleClassChangeError",
                    is_interface ? "Found interface %s, but class was expected"
                                 : "Found class %s, but interface was expected",
                    class_external_name(wanted->class, name, sizeof(name)));
    return NULL;
}

static struct method *resolve_method(struct thread *thread, struct class *referrer, u16 index, enum slot_kind kind) {
    struct class *class = link_class(thread, referrer, class_index(referrer, index));
    if (!class) return NULL;
    REFERENCE_HELD wanted = read_reference(referrer, index, class);
    if (!is_whole(&wanted)) return metaspace_exhausted(thread);
    if (!has_right_kind(referrer, index, class)) return throw_wrong_kind(thread, &wanted, kind);
    struct method *method = find_method(class, &wanted);
    if (!method) return throw_wanted(thread, "java/lang/NoSuchMethodError", "'%s'", &wanted);
    if (!class_member_accessible(thread, referrer, class, method->holder, method->access_flags)) {
        throw_method_access(thread, referrer, method);
        return NULL;
    }
    return loader_constrain(thread, referrer->loader, method->holder->loader, method->descriptor, method->name->text)
               ? method
               : NULL;
}

struct method *link_method(struct thread *thread, struct class *referrer, u16 index, enum slot_kind kind) {
    ASSERT_LOCKED();
    struct pool_entry *entry = link_entry(referrer, index);
    if (entry->resolved) return (struct method *)(uintptr_t)entry->resolved;
    if (link_has_failed(thread, entry->error)) return NULL;
    struct method *method = resolve_method(thread, referrer, index, kind);
    if (method) {
        entry->resolved = method_address(method);
    } else {
        link_keep_error(thread, referrer->owner, &entry->error, true);
    }
    return method;
}
