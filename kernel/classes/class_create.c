// Making classes from class files; see class_create.h. A draft of the struct class, on the stack, is filled first,
// because the length of its vtable is known only at the end; methods point to the draft until the class itself is
// there.
#include "kernel/classes/class_create.h"

#include "base/print.h"
#include "base/string.h"
#include "kernel/classes/class_layout.h"
#include "kernel/classes/class_tables.h"
#include "kernel/classes/link.h"
#include "kernel/classes/link_pool.h"
#include "kernel/classes/mirror.h"
#include "kernel/classes/watch.h"
#include "kernel/core/memory.h"
#include "kernel/core/panic.h"
#include "kernel/core/scratch.h"

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

// The same, with where the two classes are, or only the second.
static bool refuse_with_places(struct class_error *error, const char *exception, const char *format,
                               const struct class *a, const struct class *b, bool both) {
    char places[CLASS_PLACES_BYTES];
    refuse(error, exception, format, a, b);
    size_t length = strlen(error->message);
    print_format(error->message + length, sizeof(error->message) - length, " (%s)",
                 both ? class_places(a, b, places, sizeof(places)) : class_place(b, places, sizeof(places)));
    return false;
}

// A sealed class or interface names its permitted subclasses, which must be of the same module; here: of the same
// loader, and by name.
static bool is_permitted(const struct class *super, const struct class *class) {
    u32 offset = super->file ? super->file->permitted_subclasses_attribute : 0;
    if (!offset) return true;
    u32 length;
    const u8 *body = classfile_attribute(super->file, offset, &length);
    for (u16 i = 0; i < bytecode_u16(body); i++) {
        struct text name = classfile_class_name(super->file, bytecode_u16(body + 2 + 2 * i));
        if (name.length == class->name->length && memcmp(name.bytes, class->name->text, name.length) == 0) return true;
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
    if (!class_accessible((struct class *)class, super)) {
        return refuse_with_places(error, "java/lang/IllegalAccessError", "class %s cannot access its superclass %s",
                                  class, super, true);
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
            return refuse_with_places(error, "java/lang/IllegalAccessError",
                                      "class %s cannot access its superinterface %s", class, interface, true);
        }
        if (!is_permitted(interface, class)) {
            return refuse(error, "java/lang/IncompatibleClassChangeError",
                          "class %s cannot implement sealed interface %s", class, interface);
        }
    }
    return true;
}

// The superclass's supertypes first (tables_build_vtable relies on it), then what the interfaces add.
static void add_supertype(struct class *class, struct class *interface) {
    for (u32 i = 0; i < class->supertype_count; i++) {
        if (class->supertypes[i] == interface) return;
    }
    class->supertypes[class->supertype_count++] = interface;
}

static void collect_supertypes(struct class *class) {
    u32 bound = class->super ? class->super->supertype_count : 0;
    for (u32 i = 0; i < class->interface_count; i++) bound += 1u + class->interfaces[i]->supertype_count;
    if (!bound) return;
    if (class->interface_count == 0) {
        class->supertypes = class->super->supertypes;
        class->supertype_count = class->super->supertype_count;
        return;
    }
    class->supertypes = memory_class_alloc(bound * sizeof(struct class *));
    for (u32 i = 0; class->super && i < class->super->supertype_count; i++) {
        add_supertype(class, class->super->supertypes[i]);
    }
    for (u32 i = 0; i < class->interface_count; i++) {
        for (u32 k = 0; k < class->interfaces[i]->supertype_count; k++) {
            add_supertype(class, class->interfaces[i]->supertypes[k]);
        }
        add_supertype(class, class->interfaces[i]);
    }
}

// ---- Members

static void make_fields(struct class *class) {
    const struct classfile *file = class->file;
    class->field_count = file->field_count;
    class->fields = memory_class_alloc(file->field_count * sizeof(struct field));
    for (u16 i = 0; i < file->field_count; i++) {
        const struct classfile_member *member = &file->fields[i];
        struct field *field = &class->fields[i];
        field->name = intern(classfile_member_name(file, member));
        field->descriptor = intern(classfile_member_descriptor(file, member));
        field->access_flags = member->access_flags;
        field->index = i;
        type_letter type = field->descriptor->text[0];
        field->type = type == '[' ? 'L' : type;
    }
}

static void make_method(struct class *class, struct method *method, u16 index) {
    const struct classfile *file = class->file;
    const struct classfile_member *member = &file->methods[index];
    struct text descriptor = classfile_member_descriptor(file, member);
    method->holder = class;
    method->name = intern(classfile_member_name(file, member));
    method->descriptor = intern(descriptor);
    method->access_flags = member->access_flags;
    method->index = index;
    method->argument_slots = (u16)(descriptor_argument_slots(descriptor) + !(member->access_flags & ACC_STATIC));
    method->vtable_index = -1;
    type_letter type = descriptor_return_letter(descriptor);
    method->return_type = type == '[' ? 'L' : type;
    // Annotations are the class library's alone.
    if (!class->loader->object) method->flags = member->flags;
    if (class->flags & CLASS_HIDDEN) method->flags |= METHOD_HIDDEN;
    if (class_is_interface(class)) method->imt_slot = tables_imt_slot(method->name, method->descriptor);
    method->entry = (u64)(uintptr_t)(member->access_flags & ACC_ABSTRACT ? stub_abstract : stub_translate);
}
_Static_assert((int)METHOD_CALLER_SENSITIVE == (int)CLASSFILE_CALLER_SENSITIVE &&
                   (int)METHOD_HIDDEN == (int)CLASSFILE_HIDDEN &&
                   (int)METHOD_SIGNATURE_POLYMORPHIC == (int)CLASSFILE_POLYMORPHIC_SIGNATURE,
               "the reader's marks are the methods' flags");

static void make_methods(struct class *class) {
    class->method_count = class->file->method_count;
    class->methods = memory_class_alloc(class->method_count * sizeof(struct method));
    for (u16 i = 0; i < class->method_count; i++) make_method(class, &class->methods[i], i);
}

static bool declares_default(const struct class *class) {
    for (u32 i = 0; i < class->method_count; i++) {
        if (!(class->methods[i].access_flags & (ACC_STATIC | ACC_ABSTRACT))) return true;
    }
    return false;
}

// finalize() with a body; Object's own does nothing, and so does one that only returns.
static bool declares_finalizer(const struct class *class) {
    const struct method *method = class_declared_method(class, symbol_of("finalize"), symbol_of("()V"));
    struct classfile_code code;
    return method && class->super && !(method->access_flags & ACC_STATIC) &&
           classfile_code(class->file, class_method_member(method), &code) && code.length > 1;
}

static u32 derive_flags(const struct class *class) {
    u32 flags = 0;
    if (class->super) flags |= class->super->flags & (CLASS_HAS_FINALIZER | CLASS_IS_REFERENCE);
    if (class_is_interface(class)) return declares_default(class) ? CLASS_HAS_NONSTATIC_DEFAULT : 0;
    if (declares_finalizer(class)) flags |= CLASS_HAS_FINALIZER;
    if (!class->loader->object && class->name == symbol_of("java/lang/ref/Reference")) flags |= CLASS_IS_REFERENCE;
    return flags;
}

// ---- Layout of instances

// Words behind the fields that only the kernel knows: see dynamic.h.
static u32 injected_bytes(const struct class *class) {
    if (class->loader->object) return 0;
    if (strcmp(class->name->text, "java/lang/invoke/ResolvedMethodName") == 0) return DYNAMIC_RESOLVED_BYTES;
    return strcmp(class->name->text, "java/lang/invoke/MemberName") == 0 ? DYNAMIC_MEMBER_BYTES : 0;
}

static void layout_instance(struct class *class) {
    const struct class *super = class->super;
    struct field_layout layout = {.next = super ? super->field_end : OBJECT_HEADER_BYTES};
    layout_fields(class, false, &layout);
    layout.next += injected_bytes(class);
    class->field_end = layout.next;
    class->instance_bytes = ALIGN_UP(layout.next, OBJECT_ALIGNMENT);
    class->window_bytes = class->flags & CLASS_HAS_FINALIZER ? CLASS_NO_WINDOW : class->instance_bytes;
    u32 inherited = super ? super->reference_offset_count : 0;
    class->reference_offset_count = inherited + layout.reference_count;
    if (layout.reference_count == 0) {
        class->reference_offsets = super ? super->reference_offsets : NULL;
        return;
    }
    class->reference_offsets = memory_class_alloc(class->reference_offset_count * sizeof(u32));
    if (inherited) memcpy(class->reference_offsets, super->reference_offsets, inherited * sizeof(u32));
    memcpy(class->reference_offsets + inherited, layout.reference_offsets, layout.reference_count * sizeof(u32));
}

void class_set_display(struct class *class) {
    const struct class *super = class->super;
    if (super) {
        memcpy(class->display, super->display, sizeof(class->display));
        class->depth = super->depth < UINT8_MAX ? (u8)(super->depth + 1) : UINT8_MAX;
    }
    if (class->depth < CLASS_DISPLAY_DEPTH) class->display[class->depth] = class_address(class);
}

// ---- The whole

static void enter_in_domain(struct class *class) {
    struct domain *domain = class->domain;
    class->sequence = ++domain->class_count;
    if (domain->last_class) {
        domain->last_class->next_class = class;
    } else {
        domain->first_class = class;
    }
    domain->last_class = class;
}

struct class *class_create_bare(struct domain *domain, struct loader *loader, const struct symbol *name,
                                u32 vtable_length) {
    struct class *class = memory_class_alloc(sizeof(*class) + vtable_length * sizeof(u32));
    class->name = name;
    class->domain = domain;
    class->loader = loader;
    class->vtable_length = vtable_length;
    enter_in_domain(class);
    return class;
}

// The class behind the draft, which is complete but for what needs its address.
static struct class *finish(const struct class *draft, struct method *const *vtable) {
    struct class *class = memory_class_alloc(sizeof(*class) + draft->vtable_length * sizeof(u32));
    *class = *draft;
    for (u32 i = 0; i < class->vtable_length; i++) class->vtable[i] = method_address(vtable[i]);
    for (u32 i = 0; i < class->method_count; i++) class->methods[i].holder = class;
    for (u32 i = 0; i < class->field_count; i++) class->fields[i].holder = class;
    class_set_display(class);
    tables_build_imt(class);
    watch_class(class);
    enter_in_domain(class);
    if (class->domain->mirror_class_offset) {
        mirror_layout(class);
        mirror_create(class);
    }
    return class;
}

static void fill_draft(struct class *draft, const struct class_parts *parts) {
    draft->name = parts->name;
    draft->file = parts->file;
    draft->loader = parts->loader;
    draft->domain = parts->loader->domain;
    draft->super = parts->super;
    draft->interfaces = parts->interfaces;
    draft->interface_count = parts->file->interface_count;
    draft->access_flags = parts->file->access_flags;
    draft->flags = parts->flags;
    draft->host = parts->host;
    draft->state = CLASS_LOADED;
    if (parts->file->source_file) draft->source_file = intern(classfile_utf8(parts->file, parts->file->source_file));
}

struct class *class_create(const struct class_parts *parts, struct class_error *error) {
    struct class draft = {0};
    fill_draft(&draft, parts);
    if (!check_super(&draft, error) || !check_interfaces(&draft, error)) return NULL;
    collect_supertypes(&draft);
    make_fields(&draft);
    make_methods(&draft);
    draft.flags |= derive_flags(&draft);
    layout_instance(&draft);
    draft.pool = memory_class_alloc(link_pool_bytes(parts->file));
    struct method **vtable = scratch_alloc((tables_vtable_bound(&draft) + 1) * sizeof(struct method *));
    ASSERT(vtable);
    bool built = tables_build_vtable(&draft, vtable, &draft.vtable_length, error);
    struct class *class = built ? finish(&draft, vtable) : NULL;
    scratch_free(vtable);
    return class;
}
