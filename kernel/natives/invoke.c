// java.lang.invoke.MethodHandleNatives: what MemberNames stand for. A MemberName's flags hold the member's access
// flags, its kind, and how it is referred to; its ResolvedMethodName holds the method in the kernel's own form
// (kernel/link/dynamic.h).
#include "kernel/natives/invoke.h"

#include "base/panic.h"
#include "base/print.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/class_find.h"
#include "kernel/classes/class_tables.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/java.h"
#include "kernel/classes/java_fields.h"
#include "kernel/classes/javastring.h"
#include "kernel/classes/link.h"
#include "kernel/classes/metaspace.h"
#include "kernel/classes/mirror.h"
#include "kernel/code/native.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/raise.h"
#include "kernel/link/dynamic.h"
#include "kernel/memory/scratch.h"
#include "kernel/natives/domain_natives.h"
#include "kernel/natives/reflect.h"
#include "kernel/run/exception.h"
#include "kernel/run/stubs.h"
#include "kernel/run/values.h"

// MethodHandleNatives.Constants
enum member_flag {
    IS_METHOD = 0x10000,
    IS_CONSTRUCTOR = 0x20000,
    IS_FIELD = 0x40000,
    IS_CALLER_SENSITIVE = 0x100000,
    IS_TRUSTED_FINAL = 0x200000
};
enum { KIND_SHIFT = 24, KIND_MASK = 15 }; // of the enum handle_kind among the flags

// ---- What a ResolvedMethodName calls

struct dispatcher {
    struct call_slot slot;
    struct dispatcher *next;
};

// One for each place in vtables (of the domain), and one for each interface method (of its owner), for which a method
// handle has been made. Returns 0 if there is no room.
static u32 make_dispatcher(struct dispatcher **list, struct owner *owner, const u8 *entry, u32 vtable_offset,
                           u32 method) {
    struct dispatcher *at = *list;
    ASSERT_LOCKED();
    ASSERT(entry && !vtable_offset != !method); // a place in vtables, or an interface's method
    while (at && (at->slot.vtable_offset != vtable_offset || at->slot.method != method)) at = at->next;
    if (!at) {
        at = owner_alloc(owner, sizeof(*at));
        if (!at) return 0;
        *at = (struct dispatcher){{.entry = (u64)(uintptr_t)entry, .vtable_offset = vtable_offset, .method = method},
                                  *list};
        *list = at;
    }
    return (u32)(uintptr_t)&at->slot;
}

// How a method found for a virtual or interface reference to `through` is called: the kind, and what dispatches, or 0
// if there is no room for that.
static enum handle_kind dispatch(struct class *through, struct method *method, u32 *dispatched) {
    struct domain *domain = through->domain;
    *dispatched = method_address(method);
    if (method->access_flags & ACC_PRIVATE) return INVOKE_SPECIAL;
    s32 place = method->vtable_index;
    if (class_is_interface(method->holder)) {
        if (class_is_interface(through)) {
            struct owner *owner = method->holder->owner;
            *dispatched =
                make_dispatcher(&owner->dispatchers, owner, stub_dispatch_interface, 0, method_address(method));
            return INVOKE_INTERFACE;
        }
        place = tables_find(through, method->name, method->descriptor);
    } else if ((method->access_flags | method->holder->access_flags) & ACC_FINAL) {
        return INVOKE_SPECIAL;
    }
    if (place < 0) return INVOKE_SPECIAL;
    ASSERT((u32)place < through->vtable_length);
    *dispatched = make_dispatcher(&domain->natives->dispatchers, &domain->boot_loader.own, stub_dispatch_virtual,
                                  (u32)(offsetof(struct class, vtable) + sizeof(u32) * (u32)place), 0);
    return INVOKE_VIRTUAL;
}

// ---- Filling a MemberName

static void set_word(ref object, u32 offset, u32 value) { *(u32 *)(uintptr_t)(object + offset) = value; }

static bool set_method(struct thread *thread, handle member, struct class *through, struct method *method,
                       enum handle_kind wanted) {
    const struct known *known = &domain_of(thread)->known;
    ASSERT(known->resolved_method && through->mirror);
    u32 dispatched = method_address(method);
    enum handle_kind kind = method_is_static(method) ? INVOKE_STATIC : INVOKE_SPECIAL;
    if (kind == INVOKE_SPECIAL && wanted != INVOKE_SPECIAL && !method_is_initialiser(method)) {
        kind = dispatch(through, method, &dispatched);
        if (!dispatched) exception_throw_out_of_memory(thread, "Metaspace");
        if (!dispatched) return false;
    }
    ref resolved = heap_alloc_object(thread, known->resolved_method);
    if (!resolved) return false;
    ASSERT((u32)kind <= KIND_MASK);
    set_word(resolved, DYNAMIC_RESOLVED_DIRECT, method_address(method));
    set_word(resolved, DYNAMIC_RESOLVED_DISPATCHED, dispatched);
    u32 flags = class_method_member(method)->access_flags |
                (u32)(method_is_initialiser(method) ? IS_CONSTRUCTOR : IS_METHOD) | (u32)kind << KIND_SHIFT;
    if (method->flags & METHOD_CALLER_SENSITIVE) flags |= IS_CALLER_SENSITIVE;
    bool from_interface = kind == INVOKE_VIRTUAL && class_is_interface(method->holder);
    java_set_int(*member, FIELD_MemberName_flags, (s32)flags);
    heap_store_ref(*member, known->member_method, resolved);
    java_set_ref(*member, FIELD_MemberName_clazz, from_interface ? through->mirror : method->holder->mirror);
    return true;
}

bool member_set_method(struct thread *thread, handle member, struct method *method) {
    return set_method(thread, member, method->holder, method, INVOKE_SPECIAL);
}

struct method *member_method(ref member) {
    ref resolved = heap_load_ref(member, object_class(member)->domain->known.member_method);
    return (struct method *)(uintptr_t)heap_load_ref(resolved, DYNAMIC_RESOLVED_DIRECT);
}

static u32 member_field_offset(ref member) { return object_class(member)->field_end - DYNAMIC_MEMBER_BYTES; }
static struct field *member_field(ref member) {
    return (struct field *)(uintptr_t)heap_load_ref(member, member_field_offset(member));
}

static void set_field(handle member, struct field *field, bool is_setter) {
    u32 kind = (field_is_static(field) ? GET_STATIC : GET_FIELD) + (is_setter ? PUT_FIELD - GET_FIELD : 0);
    ASSERT(kind <= KIND_MASK && field->holder->mirror);
    u32 flags = field->access_flags | (u32)IS_FIELD | kind << KIND_SHIFT |
                (reflect_is_trusted_final(field) ? IS_TRUSTED_FINAL : 0u);
    java_set_int(*member, FIELD_MemberName_flags, (s32)flags);
    set_word(*member, member_field_offset(*member), (u32)(uintptr_t)field);
    java_set_ref(*member, FIELD_MemberName_clazz, field->holder->mirror);
}

// From a java.lang.reflect object. A signature-polymorphic method is left alone: Java sees that there is no class, and
// takes another way.
static void init(struct thread *thread, handle member, handle reflected) {
    if (native_is_null(thread, member) || native_is_null(thread, reflected)) return;
    const char *name = object_class(*reflected)->name->text;
    if (strcmp(name, "java/lang/reflect/Field") == 0) {
        set_field(member, reflect_field(*reflected), false);
        return;
    }
    struct method *method = reflect_method(*reflected);
    if (!(method->flags & METHOD_SIGNATURE_POLYMORPHIC)) {
        set_method(thread, member, method->holder, method, INVOKE_VIRTUAL);
    }
}

// ---- Descriptors of MethodTypes and classes

static size_t put_descriptor(const struct class *class, char *to, size_t bytes) {
    if (class_is_primitive(class)) return print_format(to, bytes, "%c", class->primitive);
    return print_format(to, bytes, class_is_array(class) ? "%s" : "L%s;", class->name->text);
}

static size_t descriptor_length(const struct class *class) {
    return class_is_primitive(class) ? 1 : class->name->length + (class_is_array(class) ? 0u : 2u);
}

static size_t type_length(ref type) {
    size_t length = 2 + descriptor_length(mirror_class(java_get_ref(type, FIELD_MethodType_rtype)));
    ref parameters = java_get_ref(type, FIELD_MethodType_ptypes);
    for (u32 i = 0; i < array_length(parameters); i++) {
        length += descriptor_length(mirror_class(array_get_ref(parameters, i)));
    }
    return length;
}

static const struct symbol *descriptor_symbol(struct thread *thread, const char *text, size_t length) {
    return length <= UINT16_MAX ? metaspace_symbol(thread, text, length) : NULL;
}

static const struct symbol *method_descriptor(struct thread *thread, ref type) {
    size_t bytes = type_length(type) + 1, length = 1;
    if (bytes - 1 > UINT16_MAX) return NULL; // it may have 255 names of 64 KiB
    SCRATCH_ARRAY(char, text, bytes);
    if (!text) return metaspace_exhausted(thread);
    text[0] = '(';
    ref parameters = java_get_ref(type, FIELD_MethodType_ptypes);
    for (u32 i = 0; i < array_length(parameters); i++) {
        length += put_descriptor(mirror_class(array_get_ref(parameters, i)), text + length, bytes - length);
    }
    text[length++] = ')';
    length += put_descriptor(mirror_class(java_get_ref(type, FIELD_MethodType_rtype)), text + length, bytes - length);
    ASSERT(length == bytes - 1);
    return descriptor_symbol(thread, text, length);
}

// A MemberName's type: a MethodType, a Class, or a descriptor. Counted for the caller. Returns NULL if it is longer
// than a descriptor can be, or if OutOfMemoryError is pending.
static const struct symbol *type_descriptor(struct thread *thread, ref type) {
    const char *name = object_class(type)->name->text;
    if (strcmp(name, "java/lang/String") == 0) return javastring_symbol(thread, type, false);
    if (strcmp(name, "java/lang/invoke/MethodType") == 0) return method_descriptor(thread, type);
    const struct class *class = mirror_class(type);
    size_t bytes = class->name->length + 3u;
    SCRATCH_ARRAY(char, text, bytes);
    if (!text) return metaspace_exhausted(thread);
    return descriptor_symbol(thread, text, put_descriptor(class, text, bytes));
}

// ---- Resolution

static ref not_found(struct thread *thread, const char *exception, const struct class *class, const struct symbol *name,
                     const struct symbol *descriptor, bool speculative) {
    char text[256];
    if (speculative) return 0;
    exception_throw(thread, exception, "%s.%s%s", class_external_name(class, text, sizeof(text)), name->text,
                    descriptor->text);
    return 0;
}

static struct method *find_method(struct class *class, const struct symbol *name, const struct symbol *descriptor) {
    if (name->text[0] == '<') return class_declared_method(class, name, descriptor);
    return class_is_interface(class) ? class_find_interface_method(class, name, descriptor)
                                     : class_find_method(class, name, descriptor);
}

// For a lookup by name: a member that may not be accessed is not found. Java then checks again what the lookup itself
// allows.
static bool is_accessible(struct thread *thread, handle caller, struct class *through, struct class *holder, u16 flags,
                          bool speculative) {
    if (!*caller) return true;
    struct class *from = mirror_class(*caller);
    if (class_member_accessible(thread, from, through, holder, flags)) return true;
    char text[256], name[256];
    if (!speculative && !thread->exception) {
        exception_throw(thread, "java/lang/IllegalAccessError", "class %s tried to access a member of class %s",
                        class_external_name(from, text, sizeof(text)), class_external_name(holder, name, sizeof(name)));
    }
    return false;
}

static ref resolve(struct thread *thread, handle member, handle caller, s32 mode, s32 speculative) {
    (void)mode;
    if (native_is_null(thread, member)) return 0;
    u32 flags = (u32)java_get_int(*member, FIELD_MemberName_flags), kind = flags >> KIND_SHIFT & KIND_MASK;
    ref mirror = java_get_ref(*member, FIELD_MemberName_clazz),
        name_string = java_get_ref(*member, FIELD_MemberName_name);
    ref type = java_get_ref(*member, FIELD_MemberName_type);
    if (!mirror || !name_string || !type) {
        return not_found(thread, "java/lang/InternalError", domain_of(thread)->known.member_name, symbol_of("resolve"),
                         symbol_of(""), speculative);
    }
    struct class *class = mirror_class(mirror);
    SYMBOL_HELD name = javastring_symbol(thread, name_string, false);
    SYMBOL_HELD descriptor = name ? type_descriptor(thread, type) : NULL;
    if (thread->exception || !class_link(thread, class)) return 0;
    // A member that no class file could name does not exist.
    if (!name || !descriptor) {
        return not_found(thread, flags & IS_FIELD ? "java/lang/NoSuchFieldError" : "java/lang/NoSuchMethodError", class,
                         symbol_of("(too long)"), symbol_of(""), speculative);
    }
    if (flags & IS_FIELD) {
        struct field *field = class_find_field(class, name, descriptor);
        // Whether it is static is for Java to check: java.lang.invoke itself asks for a static field as if it were an
        // instance field.
        if (!field) return not_found(thread, "java/lang/NoSuchFieldError", class, name, descriptor, speculative);
        if (!is_accessible(thread, caller, class, field->holder, field->access_flags, speculative)) return 0;
        set_field(member, field, kind >= PUT_FIELD);
        return *member;
    }
    struct method *method = find_method(class, name, descriptor);
    if (!method) return not_found(thread, "java/lang/NoSuchMethodError", class, name, descriptor, speculative);
    if (method_is_static(method) != (kind == INVOKE_STATIC)) {
        return not_found(thread, "java/lang/IncompatibleClassChangeError", class, name, descriptor, speculative);
    }
    if (!is_accessible(thread, caller, class, method->holder, method->access_flags, speculative)) return 0;
    return set_method(thread, member, class, method, (enum handle_kind)kind) ? *member : 0;
}

// ---- What Java does not know yet of a resolved member

static void set_text(struct thread *thread, handle member, enum java_field field, const struct symbol *text) {
    if (thread->exception || java_get_ref(*member, field)) return;
    ref interned = javastring_interned(thread, text->text, text->length);
    if (interned) java_set_ref(*member, field, interned);
}

// Sets name and type of a member that the kernel has made or resolved. The class is set already.
static void expand(struct thread *thread, handle member) {
    if (native_is_null(thread, member)) return;
    bool is_field = java_get_int(*member, FIELD_MemberName_flags) & IS_FIELD;
    const struct field *field = is_field ? member_field(*member) : NULL;
    bool is_method = !is_field && heap_load_ref(*member, domain_of(thread)->known.member_method);
    if (!field && !is_method) {
        exception_throw(thread, "java/lang/IllegalArgumentException", "nothing to expand");
        return;
    }
    const struct method *method = field ? NULL : member_method(*member);
    set_text(thread, member, FIELD_MemberName_name, field ? field->name : method->name);
    set_text(thread, member, FIELD_MemberName_type, field ? field->descriptor : method->descriptor);
}

// ---- Fields and call sites

static s64 object_field_offset(ref member) { return member_field(member)->offset; }
static ref static_field_base(ref member) { return member_field(member)->holder->mirror; }

// An Object[] of what the kernel knows: the offset as a Long, or -1; and the class, or the member itself.
static ref member_info(struct thread *thread, handle member) {
    bool is_field = java_get_int(*member, FIELD_MemberName_flags) & IS_FIELD;
    handle info = handle_new(thread, native_new_array(thread, "java/lang/Object", 2));
    if (!*info) return 0;
    ref number = native_box(thread, 'J', is_field ? (u64)object_field_offset(*member) : UINT64_MAX);
    if (!number) return 0;
    array_set_ref(*info, 0, number);
    array_set_ref(*info, 1, is_field ? java_get_ref(*member, FIELD_MemberName_clazz) : *member);
    return *info;
}

static void set_target(struct thread *thread, handle site, handle target) {
    (void)thread;
    java_set_ref(*site, FIELD_CallSite_target, *target);
}

// Nothing to do: the sites that depend on a target ask for it at each call.
static void clear_context(ref context) { (void)context; }

static s32 no_named_constant(s32 number, ref names) {
    (void)number;
    (void)names;
    return 0;
}

static const struct native METHOD_HANDLE_NATIVES[] = {
    HANDLE("init", NULL, init),
    HANDLE("expand", NULL, expand),
    REENTRANT("resolve", NULL, resolve),
    LEAF("objectFieldOffset", NULL, object_field_offset),
    LEAF("staticFieldOffset", NULL, object_field_offset),
    LEAF("staticFieldBase", NULL, static_field_base),
    REENTRANT("getMemberVMInfo", NULL, member_info),
    HANDLE("setCallSiteTargetNormal", NULL, set_target),
    HANDLE("setCallSiteTargetVolatile", NULL, set_target),
    LOCKED("clearCallSiteContext", NULL, clear_context),
    LEAF("getNamedCon", NULL, no_named_constant),
    NATIVES_END,
};

const struct native_class natives_invoke[] = {{"java/lang/invoke/MethodHandleNatives", METHOD_HANDLE_NATIVES},
                                              {NULL, NULL}};
