// Making classes from class files; see class_create.h. A draft of the struct class, on the stack, is filled first,
// because the length of its vtable is known only at the end; methods point to the draft until the class itself exists.
#include "kernel/classes/class_create.h"

#include "base/narrow.h"
#include "base/print.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/class_layout.h"
#include "kernel/classes/class_tables.h"
#include "kernel/classes/library.h"
#include "kernel/classes/link_pool.h"
#include "kernel/classes/mirror.h"
#include "kernel/classes/module.h"
#include "kernel/classes/watch.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/scheduler.h"
#include "kernel/memory/scratch.h"
#include "log/log.h"

static const struct symbol *intern(struct text text) { return symbol_intern(text.bytes, text.length); }

// ---- Superclass and interfaces

static bool refuse(struct class_error *error, const char *exception, const char *format, const struct class *a,
                   const struct class *b) {
    char first[200], second[200];
    error->exception = exception;
    print_format(error->message, sizeof(error->message), format, class_external_name(a, first, sizeof(first)),
                 class_external_name(b, second, sizeof(second)));
    return false;
}

// The same, saying where the two classes are, or only the second.
static bool refuse_with_places(struct class_error *error, const char *exception, const char *format,
                               const struct class *a, const struct class *b, bool both) {
    char places[CLASS_PLACES_BYTES];
    refuse(error, exception, format, a, b);
    size_t length = strlen(error->message);
    print_format(error->message + length, sizeof(error->message) - length, " (%s)",
                 both ? class_places(a, b, places, sizeof(places)) : class_place(b, places, sizeof(places)));
    return false;
}

// For a supertype that the class cannot access.
static bool refuse_access(struct class_error *error, const char *of_package, const char *of_module,
                          const struct class *a, const struct class *b) {
    if (module_exports(b, a)) return refuse_with_places(error, "java/lang/IllegalAccessError", of_package, a, b, true);
    char text[CLASS_PLACES_BYTES];
    error->exception = "java/lang/IllegalAccessError";
    print_format(error->message, sizeof(error->message), "%s check failed: %s", of_module,
                 class_export_text(a, b, text, sizeof(text)));
    return false;
}

// A class below one of reflection's own package may reach every member (class_access.c), so only reflection's loader
// can define it; HotSpot refuses it in the same way.
static bool is_reflection_alone(const struct class *super, const struct class *class) {
    if (super->loader->object || !class->loader->object) return false;
    struct text package = class_package(super);
    return text_equal(package, (struct text){"jdk/internal/reflect", 20}) &&
           !class_is_boot(object_class(class->loader->object), "jdk/internal/reflect/DelegatingClassLoader");
}

// A sealed class or interface names its permitted subclasses, which must be in the same module, and in the same package
// if they are not public.
static bool is_permitted(const struct class *super, const struct class *class) {
    u32 offset = super->file ? super->file->permitted_subclasses_attribute : 0;
    if (!offset) return true;
    if (module_of_class(super) != module_of_class(class)) return false;
    if (!(class->access_flags & ACC_PUBLIC) && !class_same_package(super, class)) return false;
    u32 length;
    const u8 *body = classfile_attribute(super->file, offset, &length);
    for (u16 i = 0; i < bytecode_u16(body); i++) {
        struct text name = classfile_class_name(super->file, bytecode_u16(body + 2 + 2 * i));
        if (symbol_is_text(class->name, name)) return true;
    }
    return false;
}

static bool check_super(const struct class *class, struct class_error *error) {
    struct class *super = class->super;
    if (!super) return true;
    if (class_is_interface(super)) {
        return refuse(error, "java/lang/IncompatibleClassChangeError", "class %s has interface %s as super class",
                      class, super);
    }
    if (super->access_flags & ACC_FINAL) {
        return refuse(error, "java/lang/IncompatibleClassChangeError", "class %s cannot inherit from final class %s",
                      class, super);
    }
    if (is_reflection_alone(super, class)) {
        return refuse(error, "java/lang/IllegalAccessError",
                      "class %s cannot access jdk/internal/reflect superclass %s", class, super);
    }
    if (!class_accessible((struct class *)class, super)) {
        return refuse_access(error, "class %s cannot access its superclass %s", "superclass access", class, super);
    }
    if (!is_permitted(super, class)) {
        return refuse(error, "java/lang/IncompatibleClassChangeError", "class %s cannot inherit from sealed class %s",
                      class, super);
    }
    return true;
}

static bool check_interfaces(const struct class *class, struct class_error *error) {
    for (u32 i = 0; i < class->interface_count; i++) {
        struct class *interface = class->interfaces[i];
        if (!class_is_interface(interface)) {
            return refuse_with_places(error, "java/lang/IncompatibleClassChangeError",
                                      "class %s can not implement %s, because it is not an interface", class, interface,
                                      false);
        }
        if (!class_accessible((struct class *)class, interface)) {
            return refuse_access(error, "class %s cannot access its superinterface %s", "superinterface", class,
                                 interface);
        }
        if (!is_permitted(interface, class)) {
            return refuse(error, "java/lang/IncompatibleClassChangeError",
                          "class %s cannot implement sealed interface %s", class, interface);
        }
    }
    return true;
}

// Copies the first ones, which are all different.
static void copy_supertypes(struct class *class, const struct class *from) {
    if (from->supertype_count) {
        memcpy(class->supertypes, from->supertypes, from->supertype_count * sizeof(struct class *));
    }
    class->supertype_count = from->supertype_count;
    for (u32 i = 0; i < from->supertype_count; i++) from->supertypes[i]->visit = class->domain->class_visits;
}

static void add_supertype(struct class *class, struct class *interface) {
    if (interface->visit == class->domain->class_visits) return;
    interface->visit = class->domain->class_visits;
    class->supertypes[class->supertype_count++] = interface;
}

// The superclass's supertypes first (tables_build_vtable relies on it), then those that the interfaces add. Returns
// false if there is no room.
static bool collect_supertypes(struct class *class) {
    u32 bound = class->super ? class->super->supertype_count : 0;
    for (u32 i = 0; i < class->interface_count; i++) bound += 1u + class->interfaces[i]->supertype_count;
    if (!bound) return true;
    if (class->interface_count == 0) {
        class->supertypes = class->super->supertypes;
        class->supertype_count = class->super->supertype_count;
        return true;
    }
    class->supertypes = owner_alloc(class->owner, bound * sizeof(struct class *));
    if (!class->supertypes) return false;
    class->domain->class_visits++;
    bool has_own = class->super && class->super->supertype_count;
    copy_supertypes(class, has_own ? class->super : class->interfaces[0]);
    for (u32 i = 0; i < class->interface_count; i++) {
        bool is_copied = i == 0 && !has_own;
        for (u32 k = 0; !is_copied && k < class->interfaces[i]->supertype_count; k++) {
            add_supertype(class, class->interfaces[i]->supertypes[k]);
        }
        add_supertype(class, class->interfaces[i]);
    }
    return true;
}

// ---- Members

// The class's count of the name or descriptor that `place` of the members' has. NULL if there is no room.
static const struct symbol *member_symbol(const struct class_parts *parts, u32 place, struct text text) {
    return parts->members ? symbol_keep(parts->members[place]) : intern(text);
}

static bool make_fields(struct class *class, const struct class_parts *parts) {
    const struct classfile *file = class->file;
    class->fields = owner_alloc(class->owner, file->field_count * sizeof(struct field));
    if (!class->fields) return false;
    class->field_count = file->field_count;
    for (u16 i = 0; i < file->field_count; i++) {
        const struct classfile_member *member = &file->fields[i];
        struct field *field = &class->fields[i];
        class_step(parts->making);
        field->name = member_symbol(parts, 2u * i, classfile_member_name(file, member));
        field->descriptor = member_symbol(parts, 2u * i + 1, classfile_member_descriptor(file, member));
        if (!field->name || !field->descriptor) return false;
        field->access_flags = member->access_flags;
        field->index = i;
        type_letter type = field->descriptor->text[0];
        field->type = type == '[' ? 'L' : type;
    }
    return true;
}

// The class library's classes are the boot loader's; a program's class of the same name gets nothing from the kernel.
// The gnomon classes lie in the program's class path, and their loader is Java, so a program can define its own: what
// they declare is static, and their natives check everything that they are given.
static bool is_programs(const struct class *class, u16 access_flags) {
    return class->loader->object && !(access_flags & ACC_STATIC && strncmp(class->name->text, "gnomon/", 7) == 0);
}

// In domains other than the first, natives take the place of the methods with which sun.reflect.ReflectionFactory makes
// any constructor accessible for objects of any class (kernel/natives/reflect_guarded.c) ...
static bool is_guarded_factory(const struct class *class, const struct method *method) {
    return strcmp(class->name->text, "jdk/internal/reflect/ReflectionFactory") == 0 &&
           strcmp(method->name->text, "newConstructorForSerialization") == 0 &&
           strcmp(method->descriptor->text,
                  "(Ljava/lang/Class;Ljava/lang/reflect/Constructor;)Ljava/lang/reflect/Constructor;") == 0;
}

// ... and sun.misc.Unsafe reaches what is the domain's own, and nothing else: natives take the place of all its methods
// but of those that access no memory (kernel/natives/unsafe_guarded.c). One that has no native throws
// UnsatisfiedLinkError.
static bool is_guarded(const struct class *class, const struct method *method) {
    static const char *const harmless[] = {
        "<init>",
        "addressSize",
        "arrayBaseOffset",
        "arrayIndexScale",
        "ensureClassInitialized",
        "fullFence",
        "getLoadAverage",
        "loadFence",
        "objectFieldOffset",
        "pageSize",
        "park",
        "shouldBeInitialized",
        "staticFieldBase",
        "staticFieldOffset",
        "storeFence",
        "throwException",
        "unpark",
    };
    if (class->domain == domain_first || class->loader->object || method->access_flags & ACC_STATIC) return false;
    if (strcmp(class->name->text, "sun/misc/Unsafe") != 0) return is_guarded_factory(class, method);
    for (u32 i = 0; i < COUNT_OF(harmless); i++) {
        if (strcmp(method->name->text, harmless[i]) == 0) return false;
    }
    return true;
}

// What the library has in bytecode as well, slower. However it is called, the result is the same.
static bool is_replaced(const struct class *class, const struct method *method) {
    return !class->loader->object && strcmp(class->name->text, "java/lang/Math") == 0 &&
           strcmp(method->name->text, "pow") == 0;
}

// In a domain that may record so many events a second and no more, a call counts them (kernel/natives/log.c): the
// instructions that stand for it elsewhere do not.
static bool is_counted(const struct class *class, const struct method *method) {
    return class->domain->limits_events && strcmp(class->name->text, "gnomon/EventLog") == 0 &&
           strcmp(method->name->text, "record") == 0;
}

static bool make_method(struct class *class, struct method *method, u16 index, const struct class_parts *parts) {
    const struct classfile *file = class->file;
    u32 place = 2u * (file->field_count + index);
    const struct classfile_member *member = &file->methods[index];
    struct text descriptor = classfile_member_descriptor(file, member);
    method->holder = class;
    method->name = member_symbol(parts, place, classfile_member_name(file, member));
    method->descriptor = member_symbol(parts, place + 1, descriptor);
    if (!method->name || !method->descriptor) return false;
    method->access_flags = member->access_flags;
    method->index = index;
    method->argument_slots = narrow_u16(descriptor_argument_slots(descriptor) + !(member->access_flags & ACC_STATIC));
    method->vtable_index = -1;
    type_letter type = descriptor_return_letter(descriptor);
    method->return_type = type == '[' ? 'L' : type;
    // Annotations count only in the class library.
    if (!class->loader->object) method->flags = member->flags;
    if (class->flags & CLASS_HIDDEN) method->flags |= METHOD_HIDDEN;
    if (is_programs(class, method->access_flags) || is_counted(class, method)) method->flags |= METHOD_PROGRAMS;
    if (is_guarded(class, method)) {
        method->flags |= METHOD_GUARDED;
        method->access_flags |= ACC_NATIVE;
    }
    if (is_replaced(class, method)) method->access_flags |= ACC_NATIVE;
    method->entry = (u64)(uintptr_t)(member->access_flags & ACC_ABSTRACT ? stub_abstract : stub_translate);
    return true;
}
_Static_assert((int)METHOD_CALLER_SENSITIVE == (int)CLASSFILE_CALLER_SENSITIVE &&
                   (int)METHOD_HIDDEN == (int)CLASSFILE_HIDDEN &&
                   (int)METHOD_SIGNATURE_POLYMORPHIC == (int)CLASSFILE_POLYMORPHIC_SIGNATURE,
               "the reader's marks are the methods' flags");

static bool make_methods(struct class *class, const struct class_parts *parts) {
    class->methods = owner_alloc(class->owner, class->file->method_count * sizeof(struct method));
    if (!class->methods) return false;
    class->method_count = class->file->method_count;
    bool is_interface = class_is_interface(class);
    u32 hash = is_interface ? symbol_lasting_hash(class->name) : 0;
    for (u16 i = 0; i < class->method_count; i++) {
        class_step(parts->making);
        if (!make_method(class, &class->methods[i], i, parts)) return false;
        if (is_interface) tables_set_imt_slot(&class->methods[i], hash);
    }
    return true;
}

// The members, as those that another domain's class of the same file began with. What is guarded is so in all domains
// but the first.
static bool copy_members(struct class *class, const struct library_class *library) {
    size_t field_bytes = library->file->field_count * sizeof(struct field),
           method_bytes = library->file->method_count * sizeof(struct method);
    class->flags |= CLASS_SHARES_NAMES;
    class->fields = owner_alloc(class->owner, field_bytes);
    class->methods = owner_alloc(class->owner, method_bytes);
    if (!class->fields || !class->methods) return false;
    if (field_bytes) memcpy(class->fields, library->fields, field_bytes);
    if (method_bytes) memcpy(class->methods, library->methods, method_bytes);
    class->field_count = library->file->field_count;
    class->method_count = library->file->method_count;
    for (u32 i = 0; i < class->method_count; i++) class->methods[i].holder = class;
    return true;
}

static bool make_members(struct class *class, const struct class_parts *parts) {
    struct library_class *library = parts->library;
    bool may_share = library && class->domain != domain_first;
    if (may_share && library->methods) return copy_members(class, library);
    if (!make_fields(class, parts) || !make_methods(class, parts)) return false;
    if (may_share && library_keep_members(library, class)) class->flags |= CLASS_SHARES_NAMES;
    return true;
}

static bool declares_default(const struct class *class) {
    for (u32 i = 0; i < class->method_count; i++) {
        if (!(class->methods[i].access_flags & (ACC_STATIC | ACC_ABSTRACT))) return true;
    }
    return false;
}

// finalize() with a body; not Object's own, which does nothing, nor one that only returns.
static bool declares_finalizer(const struct class *class) {
    const struct method *method = class_declared_method(class, symbol_of("finalize"), symbol_of("()V"));
    struct classfile_code code;
    return method && class->super && !(method->access_flags & ACC_STATIC) &&
           classfile_code(class->file, class_method_member(method), &code) && code.length > 1;
}

// Flags of classes whose instances the collector treats specially.
static u32 special_flags(const struct class *class) {
    if (class->loader->object) return 0;
    const char *name = class->name->text;
    if (strcmp(name, "java/lang/ref/Reference") == 0) return CLASS_IS_REFERENCE;
    if (strcmp(name, "java/lang/ClassLoader") == 0) return CLASS_IS_LOADER;
    return strcmp(name, "java/lang/invoke/ResolvedMethodName") == 0 ? CLASS_HOLDS_METHOD : 0;
}

static u32 derive_flags(const struct class *class) {
    u32 flags = 0;
    if (class->super) flags |= class->super->flags & (CLASS_HAS_FINALIZER | CLASS_IS_REFERENCE | CLASS_IS_LOADER);
    if (class_is_interface(class)) return declares_default(class) ? CLASS_HAS_NONSTATIC_DEFAULT : 0;
    if (declares_finalizer(class)) flags |= CLASS_HAS_FINALIZER;
    return flags | special_flags(class);
}

// ---- Layout of instances

// Words after the fields that only the kernel knows: see dynamic.h and loader.h.
static u32 injected_bytes(const struct class *class) {
    if (class->loader->object) return 0;
    if (strcmp(class->name->text, "java/lang/invoke/ResolvedMethodName") == 0) return DYNAMIC_RESOLVED_BYTES;
    if (strcmp(class->name->text, "java/lang/ClassLoader") == 0) return LOADER_OBJECT_BYTES;
    return strcmp(class->name->text, "java/lang/invoke/MemberName") == 0 ? DYNAMIC_MEMBER_BYTES : 0;
}

// Translated code adds an instance's bytes to an address as a signed 32-bit number. However many superclasses an
// instance has its fields from, the domain's class data holds their structs.
_Static_assert((CLASS_DATA_END - CLASS_DATA_START) / sizeof(struct field) * sizeof(u64) < HEAP_END - HEAP_START,
               "no class has instances larger than the heap");

static bool layout_instance(struct class *class, struct class_making *making) {
    const struct class *super = class->super;
    struct field_layout layout = {.next = super ? super->field_end : OBJECT_HEADER_BYTES};
    if (!layout_fields(class, false, &layout, making)) return false;
    u32 injected = injected_bytes(class);
    if (injected) layout.next = ALIGN_UP(layout.next, (u32)sizeof(u32)) + injected;
    class->field_end = layout.next;
    class->instance_bytes = ALIGN_UP(layout.next, OBJECT_ALIGNMENT);
    class->window_bytes = class->flags & CLASS_HAS_FINALIZER ? CLASS_NO_WINDOW : class->instance_bytes;
    u32 inherited = super ? super->reference_offset_count : 0;
    class->reference_offset_count = inherited + layout.reference_count;
    if (layout.reference_count == 0) {
        class->reference_offsets = super ? super->reference_offsets : NULL;
        return true;
    }
    class->reference_offsets = owner_alloc(class->owner, class->reference_offset_count * sizeof(u32));
    if (!class->reference_offsets) return false;
    ASSERT(!inherited || super->reference_offsets[inherited - 1] < layout.reference_offsets[0]); // they ascend
    if (inherited) memcpy(class->reference_offsets, super->reference_offsets, inherited * sizeof(u32));
    memcpy(class->reference_offsets + inherited, layout.reference_offsets, layout.reference_count * sizeof(u32));
    return true;
}

void class_set_display(struct class *class) {
    const struct class *super = class->super;
    if (super) {
        memcpy(class->display, super->display, sizeof(class->display));
        class->depth = super->depth < UINT8_MAX ? narrow_u8(super->depth + 1) : UINT8_MAX;
    }
    if (class->depth < CLASS_DISPLAY_DEPTH) class->display[class->depth] = class_address(class);
}

// ---- The whole

void class_enter(struct class *class) {
    ASSERT_LOCKED();
    struct domain *domain = class->domain;
    ASSERT(!domain->heap.is_collected);
    class->sequence = ++domain->class_count;
    class->id = log_new_class_id();
    u32 first_id = log_new_method_ids(class->method_count);
    for (u32 i = 0; i < class->method_count; i++) class->methods[i].id = first_id + i;
    if (domain->last_class) {
        domain->last_class->next_class = class;
    } else {
        domain->first_class = class;
    }
    domain->last_class = class;
    class->next_of_owner = class->owner->classes;
    class->owner->classes = class;
}

struct class *class_create_bare(struct owner *owner, struct loader *loader, const struct symbol *name,
                                u32 vtable_length) {
    struct class *class = owner_alloc(owner, sizeof(*class) + vtable_length * sizeof(u32));
    if (!class) return NULL;
    class_set_name(class, name);
    class->domain = loader->domain;
    class->loader = loader;
    class->owner = owner;
    class->flags = owner->is_permanent ? 0 : CLASS_MORTAL;
    class->vtable_length = vtable_length;
    return class;
}

// Lets others run, if it is a collection that gives the class back.
static void pause_in(const struct class *class, u32 done) {
    if (done % CLASS_STEPS_A_POLL == CLASS_STEPS_A_POLL - 1) heap_pause(class->domain);
}

void class_release_symbols(const struct class *class) {
    symbol_release(class->name);
    symbol_release(class->source_file);
    if (class->flags & CLASS_SHARES_NAMES) return;
    for (u32 i = 0; i < class->field_count; i++) {
        symbol_release(class->fields[i].name);
        symbol_release(class->fields[i].descriptor);
        pause_in(class, i);
    }
    for (u32 i = 0; i < class->method_count; i++) {
        symbol_release(class->methods[i].name);
        symbol_release(class->methods[i].descriptor);
        pause_in(class, i);
    }
    for (u32 i = 0; class->pool && i < class->file->pool_count; i++) {
        symbol_release((const struct symbol *)(uintptr_t) class->pool[i].class_name);
        pause_in(class, i);
    }
}

// Makes the class from the draft, which is complete but for what needs its address. Returns NULL if there is no room.
static struct class *finish(const struct class *draft, struct method *const *vtable, struct class_making *making) {
    struct class *class = owner_alloc(draft->owner, sizeof(*class) + draft->vtable_length * sizeof(u32));
    if (!class) return NULL;
    *class = *draft;
    for (u32 i = 0; i < class->vtable_length; i++) class->vtable[i] = method_address(vtable[i]);
    for (u32 i = 0; i < class->method_count; i++) class->methods[i].holder = class;
    for (u32 i = 0; i < class->field_count; i++) class->fields[i].holder = class;
    class_set_display(class);
    if (!tables_build_imt(class, making)) return NULL;
    if (class->domain->mirror_class_offset && !mirror_layout(class, making)) return NULL;
    if (making && !class_may_enter(making)) return NULL;
    if (class->domain->mirror_class_offset && !mirror_create(class)) return NULL;
    watch_class(class);
    class_enter(class);
    return class;
}

static bool fill_draft(struct class *draft, const struct class_parts *parts) {
    class_set_name(draft, symbol_keep(parts->name));
    draft->file = parts->file;
    draft->loader = parts->loader;
    draft->owner = parts->owner;
    draft->domain = parts->loader->domain;
    draft->super = parts->super;
    draft->interfaces = parts->interfaces;
    draft->interface_count = parts->file->interface_count;
    draft->access_flags = parts->file->access_flags;
    draft->flags = parts->flags | (parts->owner->is_permanent ? 0 : CLASS_MORTAL);
    draft->host = parts->host;
    draft->state = CLASS_LOADED;
    if (!parts->file->source_file) return true;
    draft->source_file = intern(classfile_utf8(parts->file, parts->file->source_file));
    return draft->source_file != NULL;
}

// The classes that the class extends, or is made for, live as long as its owner.
static bool keep_supertypes(const struct class *class) {
    if (class->super && !owner_needs(class->owner, class->super->owner)) return false;
    if (class->host && !owner_needs(class->owner, class->host->owner)) return false;
    for (u32 i = 0; i < class->interface_count; i++) {
        if (!owner_needs(class->owner, class->interfaces[i]->owner)) return false;
    }
    return class->owner == &class->loader->own || owner_needs(class->owner, &class->loader->own);
}

static bool fill(struct class *draft, const struct class_parts *parts) {
    if (!fill_draft(draft, parts) || !keep_supertypes(draft) || !collect_supertypes(draft) ||
        !make_members(draft, parts)) {
        return false;
    }
    draft->flags |= derive_flags(draft);
    draft->pool = owner_alloc(draft->owner, link_pool_bytes(parts->file));
    return layout_instance(draft, parts->making) && draft->pool;
}

static struct class *complete(struct class *draft, struct class_making *making, struct class_error *error) {
    struct method **vtable =
        scratch_alloc(thread_account(ACCOUNT_TABLES), (tables_vtable_bound(draft) + 1) * sizeof(struct method *));
    if (!vtable) return NULL;
    bool built = tables_build_vtable(draft, vtable, &draft->vtable_length, making, error);
    struct class *class = built ? finish(draft, vtable, making) : NULL;
    scratch_free(vtable);
    return class;
}

struct class *class_create(const struct class_parts *parts, struct class_error *error) {
    struct class draft = {.file = parts->file,
                          .loader = parts->loader,
                          .super = parts->super,
                          .interfaces = parts->interfaces,
                          .interface_count = parts->file->interface_count,
                          .access_flags = parts->file->access_flags,
                          .flags = parts->flags,
                          .domain = parts->loader->domain};
    class_set_name(&draft, parts->name);
    if (!check_super(&draft, error) || !check_interfaces(&draft, error)) return NULL;
    error->exception = NULL;
    draft = (struct class){0};
    struct class *class = fill(&draft, parts) ? complete(&draft, parts->making, error) : NULL;
    if (!class) class_release_symbols(&draft);
    return class;
}
