// What reflection offers beyond the Method, Constructor and Field objects themselves: parameters, annotations on types,
// record components.
#include "base/panic.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/java.h"
#include "kernel/classes/java_fields.h"
#include "kernel/classes/javastring.h"
#include "kernel/classes/loader.h"
#include "kernel/classes/metaspace.h"
#include "kernel/classes/mirror.h"
#include "kernel/code/native.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/heap.h"
#include "kernel/memory/scratch.h"
#include "kernel/natives/reflect.h"
#include "kernel/run/exception.h"
#include "kernel/run/values.h"

static ref executable_type_annotations(struct thread *thread, handle executable) {
    const struct method *method = reflect_method(*executable);
    return native_attribute_bytes(thread, method->holder->file,
                                  class_method_member(method)->type_annotations_attribute);
}

static ref field_type_annotations(struct thread *thread, handle object) {
    const struct field *field = reflect_field(*object);
    return native_attribute_bytes(thread, field->holder->file, class_field_member(field)->type_annotations_attribute);
}

// ---- Parameters

static ref new_parameter(struct thread *thread, handle executable, const struct classfile *file, const u8 *entry,
                         u32 number) {
    struct class *class = java_class(thread, "java/lang/reflect/Parameter");
    handle parameter = handle_new(thread, class ? heap_alloc_object(thread, class) : 0);
    if (!*parameter) return 0;
    u16 name = bytecode_u16(entry);
    struct text text = name ? classfile_utf8(file, name) : (struct text){"", 0};
    ref interned = javastring_interned(thread, text.bytes, text.length);
    if (!interned) return 0;
    java_set_ref(*parameter, FIELD_Parameter_name, interned);
    java_set_int(*parameter, FIELD_Parameter_modifiers, bytecode_u16(entry + 2));
    java_set_ref(*parameter, FIELD_Parameter_executable, *executable);
    java_set_int(*parameter, FIELD_Parameter_index, (s32)number);
    return *parameter;
}

static bool names_are_valid(struct thread *thread, const struct classfile *file, const u8 *entries, u32 count) {
    for (u32 i = 0; i < count; i++) {
        u16 name = bytecode_u16(entries + 4 * i);
        if (!name || classfile_has(file, name, POOL_UTF8)) continue;
        exception_throw(thread, "java/lang/IllegalArgumentException",
                        name < file->pool_count ? "Wrong type at constant pool index"
                                                : "Constant pool index out of bounds");
        return false;
    }
    return true;
}

// null if the class file does not list them.
static ref parameters(struct thread *thread, handle executable) {
    const struct method *method = reflect_method(*executable);
    const struct classfile *file = method->holder->file;
    u32 attribute = class_method_member(method)->parameters_attribute, length;
    if (!attribute) return 0;
    const u8 *body = classfile_attribute(file, attribute, &length);
    u32 count = body[0];
    if (!names_are_valid(thread, file, body + 1, count)) return 0;
    handle array = handle_new(thread, native_new_array(thread, "java/lang/reflect/Parameter", count));
    for (u32 i = 0; *array && i < count; i++) {
        ref parameter = new_parameter(thread, executable, file, body + 1 + 4 * i, i);
        if (!parameter) return 0;
        array_set_ref(*array, i, parameter);
    }
    return *array;
}

// ---- Record components

// A component of the Record attribute; offsets of attribute bodies, or 0.
struct component {
    struct text name, descriptor;
    u16 signature;
    u32 annotations, type_annotations;
};

static const u8 *read_component(const struct classfile *file, const u8 *at, struct component *component) {
    *component = (struct component){.name = classfile_utf8(file, bytecode_u16(at)),
                                    .descriptor = classfile_utf8(file, bytecode_u16(at + 2))};
    u16 attributes = bytecode_u16(at + 4);
    at += 6;
    for (u16 i = 0; i < attributes; i++) {
        struct text name = classfile_utf8(file, bytecode_u16(at));
        u32 length = bytecode_u32(at + 2), body = (u32)(at + 6 - file->bytes);
        if (text_is(name, "Signature")) {
            component->signature = bytecode_u16(at + 6);
        } else if (text_is(name, "RuntimeVisibleAnnotations")) {
            component->annotations = body;
        } else if (text_is(name, "RuntimeVisibleTypeAnnotations")) {
            component->type_annotations = body;
        }
        at += 6 + length;
    }
    return at;
}

static struct method *find_accessor(struct thread *thread, const struct class *class,
                                    const struct component *component) {
    u32 length = component->descriptor.length + 2u;
    SCRATCH_ARRAY(char, text, length);
    if (!text) return metaspace_exhausted(thread);
    text[0] = '(';
    text[1] = ')';
    memcpy(text + 2, component->descriptor.bytes, component->descriptor.length);
    const struct symbol *name = symbol_find(component->name.bytes, component->name.length),
                        *descriptor = symbol_find(text, length);
    struct method *method = name && descriptor ? class_declared_method(class, name, descriptor) : NULL;
    return method && !method_is_static(method) ? method : NULL;
}

static bool set_bytes(struct thread *thread, handle object, enum java_field field, const struct classfile *file,
                      u32 attribute) {
    ref bytes = native_attribute_bytes(thread, file, attribute);
    if (bytes) java_set_ref(*object, field, bytes);
    return !thread->exception;
}

static bool set_text(struct thread *thread, handle object, enum java_field field, struct text text) {
    ref interned = javastring_interned(thread, text.bytes, text.length);
    if (interned) java_set_ref(*object, field, interned);
    return interned != 0;
}

static ref new_component(struct thread *thread, struct class *class, const struct component *component) {
    struct class *type =
        loader_load_type(thread, class->loader, component->descriptor.bytes, component->descriptor.length);
    if (!type) return 0;
    struct class *own = java_class(thread, "java/lang/reflect/RecordComponent");
    handle object = handle_new(thread, own ? heap_alloc_object(thread, own) : 0);
    if (!*object) return 0;
    ASSERT(class->mirror && type->mirror);
    java_set_ref(*object, FIELD_RecordComponent_clazz, class->mirror);
    java_set_ref(*object, FIELD_RecordComponent_type, type->mirror);
    if (!set_text(thread, object, FIELD_RecordComponent_name, component->name)) return 0;
    if (component->signature &&
        !set_text(thread, object, FIELD_RecordComponent_signature, classfile_utf8(class->file, component->signature))) {
        return 0;
    }
    if (!set_bytes(thread, object, FIELD_RecordComponent_annotations, class->file, component->annotations)) return 0;
    if (!set_bytes(thread, object, FIELD_RecordComponent_typeAnnotations, class->file, component->type_annotations)) {
        return 0;
    }
    struct method *method = find_accessor(thread, class, component);
    ref accessor = method ? reflect_new_method(thread, method) : 0;
    if (accessor) java_set_ref(*object, FIELD_RecordComponent_accessor, accessor);
    return thread->exception ? 0 : *object;
}

static ref record_components(struct thread *thread, handle mirror) {
    struct class *class = mirror_class(*mirror);
    u32 length;
    const u8 *at = classfile_attribute(class->file, class->file->record_attribute, &length);
    u16 count = bytecode_u16(at);
    at += 2;
    handle array = handle_new(thread, native_new_array(thread, "java/lang/reflect/RecordComponent", count));
    for (u16 i = 0; *array && i < count; i++) {
        struct component component;
        at = read_component(class->file, at, &component);
        u32 mark = handle_mark(thread);
        ref object = new_component(thread, class, &component);
        handle_release(thread, mark);
        if (!object) return 0;
        array_set_ref(*array, i, object);
    }
    return *array;
}

static const struct native EXECUTABLE[] = {
    HANDLE("getParameters0", NULL, parameters),
    HANDLE("getTypeAnnotationBytes0", NULL, executable_type_annotations),
    NATIVES_END,
};
static const struct native FIELD[] = {HANDLE("getTypeAnnotationBytes0", NULL, field_type_annotations), NATIVES_END};
static const struct native CLASS[] = {REENTRANT("getRecordComponents0", NULL, record_components), NATIVES_END};

const struct native_class natives_executable[] = {
    {"java/lang/reflect/Executable", EXECUTABLE},
    {"java/lang/reflect/Field", FIELD},
    {"java/lang/Class", CLASS},
    {NULL, NULL},
};
