// java.lang.Class: what its class file and its place among the classes say. Reflection objects are made in reflect.c.
#include "kernel/classes/class.h"
#include "base/narrow.h"
#include "base/panic.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/java.h"
#include "kernel/classes/java_fields.h"
#include "kernel/classes/javastring.h"
#include "kernel/classes/loader.h"
#include "kernel/classes/metaspace.h"
#include "kernel/classes/mirror.h"
#include "kernel/code/native.h"
#include "kernel/core/scheduler.h"
#include "kernel/heap/handle.h"
#include "kernel/memory/scratch.h"
#include "kernel/run/exception.h"
#include "kernel/run/values.h"

// ---- Questions that run no Java

static s32 is_array(ref mirror) { return class_is_array(mirror_class(mirror)); }
static s32 is_primitive(ref mirror) { return class_is_primitive(mirror_class(mirror)); }
static s32 is_interface(ref mirror) { return class_is_interface(mirror_class(mirror)); }
static s32 is_hidden(ref mirror) { return (mirror_class(mirror)->flags & CLASS_HIDDEN) != 0; }
static s32 is_record(ref mirror) {
    const struct classfile *file = mirror_class(mirror)->file;
    return file && file->record_attribute && (mirror_class(mirror)->access_flags & ACC_FINAL);
}

static s32 is_instance(ref mirror, ref object) {
    return object && class_is_subclass(object_class(object), mirror_class(mirror));
}

static s32 is_assignable_from(struct thread *thread, handle mirror, handle other) {
    return !native_is_null(thread, other) && class_is_subclass(mirror_class(*other), mirror_class(*mirror));
}

static ref superclass(ref mirror) {
    const struct class *class = mirror_class(mirror);
    ASSERT(!class->super || class->super->mirror);
    return class_is_interface(class) || !class->super ? 0 : class->super->mirror;
}

static ref init_name(struct thread *thread, handle mirror) { return mirror_init_name(thread, mirror_class(*mirror)); }

static s32 no_assertions(ref mirror) {
    (void)mirror;
    return 0;
}

static ref protection_domain(ref mirror) { return mirror_get(mirror_class(mirror), MIRROR_PROTECTION_DOMAIN); }

// A copy, so that a program which changes it does not change the class's signers.
static ref signers(struct thread *thread, handle mirror) {
    handle kept = handle_new(thread, mirror_get(mirror_class(*mirror), MIRROR_SIGNERS));
    return *kept ? heap_clone(thread, kept) : 0;
}

static void set_signers(ref mirror, ref signers) {
    const struct class *class = mirror_class(mirror);
    if (!class_is_array(class) && !class_is_primitive(class)) mirror_set(class, MIRROR_SIGNERS, signers);
}

static ref primitive_class(struct thread *thread, handle name) {
    char text[16];
    size_t length = javastring_utf8(*name, text, sizeof(text));
    struct class *class = domain_primitive_named(domain_of(thread), text, length);
    if (class) return class->mirror;
    exception_throw(thread, "java/lang/ClassNotFoundException", "%s", text);
    return 0;
}

// ---- Loading

static ref for_name(struct thread *thread, handle name, s32 initialise, handle loader, handle caller) {
    (void)caller;
    if (native_is_null(thread, name)) return 0;
    bool slash = javastring_length(*name) <= UINT16_MAX && javastring_has(*name, '/');
    SYMBOL_HELD symbol = slash ? NULL : javastring_symbol(thread, *name, true);
    if (!symbol) {
        char text[256];
        javastring_utf8(*name, text, sizeof(text));
        exception_throw(thread, "java/lang/ClassNotFoundException", "%s", text);
        return 0;
    }
    if (symbol->text[0] == 'L' && symbol->text[symbol->length - 1] == ';') {
        exception_throw(thread, "java/lang/ClassNotFoundException", "%s", symbol->text);
        return 0;
    }
    scheduler_poll_native(thread); // the name may be long, and is looked for in several places
    struct loader *initiator = loader_of(thread, *loader);
    struct class *class = initiator ? loader_load_by_name(thread, initiator, symbol) : NULL;
    if (!class || (initialise && !class_initialise(thread, class))) return 0;
    return class->mirror;
}

// ---- What the class file says

// An entry of the InnerClasses attribute.
struct inner_class {
    u16 inner, outer, name, flags;
};

static u16 inner_class_count(const struct classfile *file) {
    u32 length;
    return file && file->inner_classes_attribute
               ? bytecode_u16(classfile_attribute(file, file->inner_classes_attribute, &length))
               : 0;
}

static struct inner_class inner_class_at(const struct classfile *file, u16 number) {
    u32 length;
    const u8 *at = classfile_attribute(file, file->inner_classes_attribute, &length) + 2 + 8 * (u32)number;
    return (struct inner_class){bytecode_u16(at), bytecode_u16(at + 2), bytecode_u16(at + 4), bytecode_u16(at + 6)};
}

// Finds the entry that describes the class itself. Returns false if it is not an inner class.
static bool inner_class_self(const struct class *class, struct inner_class *entry) {
    u16 count = inner_class_count(class->file);
    for (u16 i = 0; i < count; i++) {
        *entry = inner_class_at(class->file, i);
        if (text_equal(classfile_class_name(class->file, entry->inner), classfile_name(class->file))) return true;
    }
    return false;
}

// The flags with which the class is declared: a nested one may be protected or private, which its class file's own
// flags cannot express.
static s32 declared_flags(const struct class *class) {
    struct inner_class entry;
    u16 flags = class->file && inner_class_self(class, &entry) ? entry.flags : class->access_flags;
    return flags & ~ACC_SUPER;
}

static s32 modifiers(ref mirror) {
    struct class *class = mirror_class(mirror);
    if (!class_is_array(class)) return declared_flags(class);
    s32 access = declared_flags(class_element(class)) & (ACC_PUBLIC | ACC_PROTECTED | ACC_PRIVATE);
    return access | ACC_FINAL | ACC_ABSTRACT;
}

static struct class *load_pool_class(struct thread *thread, struct class *class, u16 index) {
    struct text name = classfile_class_name(class->file, index);
    return loader_load_text(thread, class->loader, name);
}

// Whether the outer class names the inner one as its own.
static bool outer_agrees(struct thread *thread, struct class *outer, const struct class *inner) {
    u16 count = inner_class_count(outer->file);
    struct text name = classfile_name(inner->file);
    for (u16 i = 0; i < count; i++) {
        struct inner_class entry = inner_class_at(outer->file, i);
        if (entry.outer && text_equal(classfile_class_name(outer->file, entry.inner), name)) {
            return load_pool_class(thread, outer, entry.inner) == inner;
        }
    }
    return false;
}

static ref declaring_class(struct thread *thread, handle mirror) {
    struct class *class = mirror_class(*mirror);
    struct inner_class entry;
    if (!class->file || !inner_class_self(class, &entry) || !entry.outer) return 0;
    struct class *outer = load_pool_class(thread, class, entry.outer);
    if (!outer) return 0;
    if (outer_agrees(thread, outer, class)) return outer->mirror;
    char name[256], text[256];
    if (!thread->exception) {
        exception_throw(thread, "java/lang/IncompatibleClassChangeError",
                        "%s and %s disagree on InnerClasses attribute", class_external_name(outer, name, sizeof(name)),
                        class_external_name(class, text, sizeof(text)));
    }
    return 0;
}

static ref simple_binary_name(struct thread *thread, handle mirror) {
    struct class *class = mirror_class(*mirror);
    struct inner_class entry;
    if (!class->file || !inner_class_self(class, &entry) || !entry.name) return 0;
    struct text name = classfile_utf8(class->file, entry.name);
    return javastring_new(thread, name.bytes, name.length);
}

static ref enclosing_method(struct thread *thread, handle mirror) {
    struct class *class = mirror_class(*mirror);
    const struct classfile *file = class->file;
    if (!file || !file->enclosing_method_attribute) return 0;
    u32 length;
    const u8 *at = classfile_attribute(file, file->enclosing_method_attribute, &length);
    struct class *outer = load_pool_class(thread, class, bytecode_u16(at));
    if (!outer) return 0;
    handle result = handle_new(thread, native_new_array(thread, "java/lang/Object", 3));
    if (!*result) return 0;
    ASSERT(outer->mirror);
    array_set_ref(*result, 0, outer->mirror);
    u16 member = bytecode_u16(at + 2);
    if (!member) return *result;
    struct name_and_type method = classfile_name_and_type(file, member);
    ref name = javastring_new(thread, method.name.bytes, method.name.length);
    if (!name) return 0;
    array_set_ref(*result, 1, name);
    ref descriptor = javastring_new(thread, method.descriptor.bytes, method.descriptor.length);
    if (!descriptor) return 0;
    array_set_ref(*result, 2, descriptor);
    return *result;
}

static ref interfaces(struct thread *thread, handle mirror) {
    struct class *class = mirror_class(*mirror);
    ref array = native_new_array(thread, "java/lang/Class", class->interface_count);
    for (u32 i = 0; array && i < class->interface_count; i++) array_set_ref(array, i, class->interfaces[i]->mirror);
    return array;
}

// The mirrors of the classes that a list of u2 pool indices names.
static ref class_list(struct thread *thread, struct class *class, const u8 *at, u32 count) {
    handle array = handle_new(thread, native_new_array(thread, "java/lang/Class", count));
    for (u32 i = 0; *array && i < count; i++) {
        struct class *listed = load_pool_class(thread, class, bytecode_u16(at + 2 * i));
        if (!listed) return 0;
        ASSERT(listed->mirror);
        array_set_ref(*array, i, listed->mirror);
    }
    return *array;
}

static ref permitted_subclasses(struct thread *thread, handle mirror) {
    struct class *class = mirror_class(*mirror);
    if (!class->file || !class->file->permitted_subclasses_attribute) return 0;
    u32 length;
    const u8 *at = classfile_attribute(class->file, class->file->permitted_subclasses_attribute, &length);
    return class_list(thread, class, at + 2, bytecode_u16(at));
}

static ref no_memory(struct thread *thread) {
    metaspace_exhausted(thread);
    return 0;
}

static ref declared_classes(struct thread *thread, handle mirror) {
    struct class *class = mirror_class(*mirror);
    u16 count = inner_class_count(class->file);
    SCRATCH_ARRAY(u8, members, 2u * count + 2u);
    if (!members) return no_memory(thread);
    u32 found = 0;
    for (u16 i = 0; i < count; i++) {
        struct inner_class entry = inner_class_at(class->file, i);
        if (!entry.outer || !text_equal(classfile_class_name(class->file, entry.outer), classfile_name(class->file))) {
            continue;
        }
        ASSERT(found < count);
        members[2 * found] = low_u8(entry.inner >> 8);
        members[2 * found + 1] = low_u8(entry.inner);
        found++;
    }
    return class_list(thread, class, members, found);
}

static ref nest_host(struct thread *thread, handle mirror) {
    struct class *host = class_nest_host(thread, mirror_class(*mirror));
    return host ? host->mirror : 0;
}

// The host, then those of its members that name it as their host.
static ref nest_members(struct thread *thread, handle mirror) {
    struct class *host = class_nest_host(thread, mirror_class(*mirror));
    if (!host) return 0;
    u32 length;
    const u8 *at = host->file && host->file->nest_members_attribute
                       ? classfile_attribute(host->file, host->file->nest_members_attribute, &length)
                       : NULL;
    u32 count = at ? bytecode_u16(at) : 0, found = 1;
    SCRATCH_ARRAY(struct class *, members, count + 1);
    if (!members) return no_memory(thread);
    members[0] = host;
    for (u32 i = 0; i < count; i++) {
        struct class *member = load_pool_class(thread, host, bytecode_u16(at + 2 + 2 * i));
        ASSERT(found <= count);
        if (member && class_nest_host(thread, member) == host) members[found++] = member;
        if (thread->exception && !java_exception_is(thread, "java/lang/LinkageError")) return 0;
        thread->exception = 0;
    }
    ref array = native_new_array(thread, "java/lang/Class", found);
    for (u32 i = 0; array && i < found; i++) array_set_ref(array, i, members[i]->mirror);
    return array;
}

static ref generic_signature(struct thread *thread, handle mirror) {
    const struct classfile *file = mirror_class(*mirror)->file;
    if (!file || !file->signature) return 0;
    struct text signature = classfile_utf8(file, file->signature);
    return javastring_new(thread, signature.bytes, signature.length);
}

static ref raw_annotations(struct thread *thread, handle mirror) {
    const struct classfile *file = mirror_class(*mirror)->file;
    return file ? native_attribute_bytes(thread, file, file->annotations_attribute) : 0;
}

static ref raw_type_annotations(struct thread *thread, handle mirror) {
    const struct classfile *file = mirror_class(*mirror)->file;
    return file ? native_attribute_bytes(thread, file, file->type_annotations_attribute) : 0;
}

// Asked for when the serialVersionUID of a class that declares none is computed.
static s32 has_static_initialiser(ref mirror) {
    const struct class *class = mirror_class(mirror);
    const struct method *method =
        class->file ? class_declared_method(class, symbol_of("<clinit>"), symbol_of("()V")) : NULL;
    return method && method_is_static(method);
}

// The object of a ConstantPool is the class itself.
static ref constant_pool(struct thread *thread, handle mirror) {
    ref pool = java_new(thread, "jdk/internal/reflect/ConstantPool", "()V", (u64[]){0});
    if (pool) java_set_ref(pool, FIELD_ConstantPool_constantPoolOop, *mirror);
    return pool;
}

static const struct native CLASS[] = {
    LEAF("isArray", NULL, is_array),
    LEAF("isPrimitive", NULL, is_primitive),
    LEAF("isInterface", NULL, is_interface),
    LEAF("isHidden", NULL, is_hidden),
    LEAF("isRecord0", NULL, is_record),
    LEAF("isInstance", NULL, is_instance),
    HANDLE("isAssignableFrom", NULL, is_assignable_from),
    LEAF("getSuperclass", NULL, superclass),
    LEAF("getModifiers", NULL, modifiers),
    LEAF("desiredAssertionStatus0", NULL, no_assertions),
    HANDLE("getSigners", NULL, signers),
    LEAF("setSigners", NULL, set_signers),
    LEAF("getProtectionDomain0", NULL, protection_domain),
    HANDLE("initClassName", NULL, init_name),
    HANDLE("getPrimitiveClass", NULL, primitive_class),
    REENTRANT("forName0", NULL, for_name),
    REENTRANT("getDeclaringClass0", NULL, declaring_class),
    HANDLE("getSimpleBinaryName0", NULL, simple_binary_name),
    REENTRANT("getEnclosingMethod0", NULL, enclosing_method),
    HANDLE("getInterfaces0", NULL, interfaces),
    REENTRANT("getPermittedSubclasses0", NULL, permitted_subclasses),
    REENTRANT("getDeclaredClasses0", NULL, declared_classes),
    REENTRANT("getNestHost0", NULL, nest_host),
    REENTRANT("getNestMembers0", NULL, nest_members),
    HANDLE("getGenericSignature0", NULL, generic_signature),
    HANDLE("getRawAnnotations", NULL, raw_annotations),
    HANDLE("getRawTypeAnnotations", NULL, raw_type_annotations),
    REENTRANT("getConstantPool", NULL, constant_pool),
    NATIVES_END,
};

static const struct native STREAM_CLASS[] = {LOCKED("hasStaticInitializer", NULL, has_static_initialiser), NATIVES_END};

const struct native_class natives_class[] = {
    {"java/lang/Class", CLASS}, {"java/io/ObjectStreamClass", STREAM_CLASS}, {NULL, NULL}};
