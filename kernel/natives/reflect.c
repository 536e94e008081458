// Reflection: the Method, Constructor and Field objects of a class, and calls through them. `slot` in each is the
// member's number in its class file.
#include "kernel/natives/reflect.h"

#include "base/panic.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/class_find.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/java.h"
#include "kernel/classes/java_fields.h"
#include "kernel/classes/javastring.h"
#include "kernel/classes/loader.h"
#include "kernel/classes/mirror.h"
#include "kernel/code/native.h"
#include "kernel/core/scheduler.h"
#include "kernel/heap/handle.h"
#include "kernel/run/exception.h"
#include "kernel/run/values.h"

#define ILLEGAL "java/lang/IllegalArgumentException"

// ---- What Method and Constructor have in common. Storing does nothing if an exception is pending

static void store(struct thread *thread, handle object, enum java_field field, ref value) {
    if (!thread->exception && value) java_set_ref(*object, field, value);
}

static ref text_string(struct thread *thread, const struct classfile *file, u16 index) {
    if (!index || thread->exception) return 0;
    struct text text = classfile_utf8(file, index);
    return javastring_new(thread, text.bytes, text.length);
}

// java.lang.Class[] of a method's parameters.
static ref parameter_types(struct thread *thread, const struct method *method) {
    const char *descriptor = method->descriptor->text;
    u32 count = 0;
    for (const char *at = descriptor + 1; *at != ')'; at = descriptor_skip(at)) count++;
    handle types = handle_new(thread, native_new_array(thread, "java/lang/Class", count));
    u32 i = 0;
    for (const char *at = descriptor + 1; *types && *at != ')'; i++) {
        const char *end = descriptor_skip(at);
        struct class *type = loader_load_type(thread, method->holder->loader, at, (size_t)(end - at));
        if (!type) return 0;
        array_set_ref(*types, i, type->mirror);
        ASSERT(i < count && type->mirror);
        at = end;
    }
    return *types;
}

static ref return_type(struct thread *thread, const struct method *method) {
    const char *at = method->descriptor->text;
    while (*at != ')') at++;
    struct class *type =
        loader_load_type(thread, method->holder->loader, at + 1, (size_t)(descriptor_skip(at + 1) - at - 1));
    ASSERT(!type || type->mirror);
    return type ? type->mirror : 0;
}

static ref exception_types(struct thread *thread, const struct method *method) {
    const struct classfile *file = method->holder->file;
    u32 attribute = class_method_member(method)->exceptions_attribute, length;
    const u8 *at = attribute ? classfile_attribute(file, attribute, &length) : NULL;
    u32 count = at ? bytecode_u16(at) : 0;
    handle types = handle_new(thread, native_new_array(thread, "java/lang/Class", count));
    for (u32 i = 0; *types && i < count; i++) {
        struct text name = classfile_class_name(file, bytecode_u16(at + 2 + 2 * i));
        struct class *type = loader_load_text(thread, method->holder->loader, name);
        if (!type) return 0;
        array_set_ref(*types, i, type->mirror);
    }
    return *types;
}

static ref new_object(struct thread *thread, const char *class_name) {
    struct class *class = java_class(thread, class_name);
    return class ? heap_alloc_object(thread, class) : 0;
}

ref reflect_new_method(struct thread *thread, struct method *method) {
    const struct classfile *file = method->holder->file;
    const struct classfile_member *member = class_method_member(method);
    handle object = handle_new(thread, new_object(thread, "java/lang/reflect/Method"));
    if (!*object) return 0;
    ASSERT(method->holder->mirror && &method->holder->methods[method->index] == method);
    java_set_ref(*object, FIELD_Method_clazz, method->holder->mirror);
    java_set_int(*object, FIELD_Method_slot, method->index);
    java_set_int(*object, FIELD_Method_modifiers, member->access_flags);
    store(thread, object, FIELD_Method_name, javastring_interned(thread, method->name->text, method->name->length));
    store(thread, object, FIELD_Method_parameterTypes, parameter_types(thread, method));
    if (!thread->exception) store(thread, object, FIELD_Method_returnType, return_type(thread, method));
    if (!thread->exception) store(thread, object, FIELD_Method_exceptionTypes, exception_types(thread, method));
    store(thread, object, FIELD_Method_signature, text_string(thread, file, member->signature));
    store(thread, object, FIELD_Method_annotations,
          native_attribute_bytes(thread, file, member->annotations_attribute));
    store(thread, object, FIELD_Method_parameterAnnotations,
          native_attribute_bytes(thread, file, member->parameter_annotations_attribute));
    store(thread, object, FIELD_Method_annotationDefault,
          native_attribute_bytes(thread, file, member->annotation_default_attribute));
    return thread->exception ? 0 : *object;
}

ref reflect_new_constructor(struct thread *thread, struct method *method) {
    const struct classfile *file = method->holder->file;
    const struct classfile_member *member = class_method_member(method);
    handle object = handle_new(thread, new_object(thread, "java/lang/reflect/Constructor"));
    if (!*object) return 0;
    ASSERT(method->holder->mirror && &method->holder->methods[method->index] == method);
    java_set_ref(*object, FIELD_Constructor_clazz, method->holder->mirror);
    java_set_int(*object, FIELD_Constructor_slot, method->index);
    java_set_int(*object, FIELD_Constructor_modifiers, method->access_flags);
    store(thread, object, FIELD_Constructor_parameterTypes, parameter_types(thread, method));
    if (!thread->exception) store(thread, object, FIELD_Constructor_exceptionTypes, exception_types(thread, method));
    store(thread, object, FIELD_Constructor_signature, text_string(thread, file, member->signature));
    store(thread, object, FIELD_Constructor_annotations,
          native_attribute_bytes(thread, file, member->annotations_attribute));
    store(thread, object, FIELD_Constructor_parameterAnnotations,
          native_attribute_bytes(thread, file, member->parameter_annotations_attribute));
    return thread->exception ? 0 : *object;
}

bool reflect_is_trusted_final(const struct field *field) {
    const struct class *holder = field->holder;
    return field->access_flags & ACC_FINAL &&
           (field_is_static(field) || holder->file->record_attribute || holder->flags & CLASS_HIDDEN);
}

ref reflect_new_field(struct thread *thread, struct field *field) {
    const struct classfile *file = field->holder->file;
    const struct classfile_member *member = class_field_member(field);
    handle object = handle_new(thread, new_object(thread, "java/lang/reflect/Field"));
    if (!*object) return 0;
    ASSERT(field->holder->mirror && &field->holder->fields[field->index] == field);
    java_set_ref(*object, FIELD_Field_clazz, field->holder->mirror);
    java_set_int(*object, FIELD_Field_slot, field->index);
    java_set_int(*object, FIELD_Field_modifiers, field->access_flags);
    java_set_boolean(*object, FIELD_Field_trustedFinal, reflect_is_trusted_final(field));
    store(thread, object, FIELD_Field_name, javastring_interned(thread, field->name->text, field->name->length));
    struct class *type =
        loader_load_type(thread, field->holder->loader, field->descriptor->text, field->descriptor->length);
    if (type) java_set_ref(*object, FIELD_Field_type, type->mirror);
    store(thread, object, FIELD_Field_signature, text_string(thread, file, member->signature));
    store(thread, object, FIELD_Field_annotations, native_attribute_bytes(thread, file, member->annotations_attribute));
    return thread->exception ? 0 : *object;
}

struct method *reflect_method(ref executable) {
    bool is_method = strcmp(object_class(executable)->name->text, "java/lang/reflect/Method") == 0;
    const struct class *class =
        mirror_class(java_get_ref(executable, is_method ? FIELD_Method_clazz : FIELD_Constructor_clazz));
    return &class->methods[java_get_int(executable, is_method ? FIELD_Method_slot : FIELD_Constructor_slot)];
}

struct field *reflect_field(ref field) {
    return &mirror_class(java_get_ref(field, FIELD_Field_clazz))->fields[java_get_int(field, FIELD_Field_slot)];
}

// ---- Class.getDeclared...0

#define MEMBERS_A_POLL 16u
#define LOOKS_A_POLL 4096u // at members of which it is asked only whether they are wanted

static bool is_constructor(const struct method *method) {
    return method->name->text[0] == '<' && method->name->text[1] == 'i';
}

static bool is_wanted(const struct method *method, bool constructors, bool public_only) {
    if (public_only && !(method->access_flags & ACC_PUBLIC)) return false;
    return constructors ? is_constructor(method) : method->name->text[0] != '<';
}

static void poll_looks(struct thread *thread, u32 look) {
    if (look % LOOKS_A_POLL == LOOKS_A_POLL - 1) scheduler_poll_native(thread);
}

static ref declared_executables(struct thread *thread, handle mirror, bool public_only, bool constructors) {
    struct class *class = mirror_class(*mirror);
    u32 count = 0;
    if (!class_link(thread, class)) return 0;
    for (u32 i = 0; i < class->method_count; i++) {
        poll_looks(thread, i);
        count += is_wanted(&class->methods[i], constructors, public_only);
    }
    handle array = handle_new(
        thread,
        native_new_array(thread, constructors ? "java/lang/reflect/Constructor" : "java/lang/reflect/Method", count));
    for (u32 i = 0, at = 0; *array && i < class->method_count; i++) {
        struct method *method = &class->methods[i];
        poll_looks(thread, i);
        if (!is_wanted(method, constructors, public_only)) continue;
        if (at % MEMBERS_A_POLL == MEMBERS_A_POLL - 1) scheduler_poll_native(thread);
        u32 mark = handle_mark(thread);
        ASSERT(at < count);
        ref object = constructors ? reflect_new_constructor(thread, method) : reflect_new_method(thread, method);
        handle_release(thread, mark);
        if (!object) return 0;
        array_set_ref(*array, at++, object);
    }
    return *array;
}

static ref declared_methods(struct thread *thread, handle mirror, s32 public_only) {
    return declared_executables(thread, mirror, public_only, false);
}
static ref declared_constructors(struct thread *thread, handle mirror, s32 public_only) {
    return declared_executables(thread, mirror, public_only, true);
}

static ref declared_fields(struct thread *thread, handle mirror, s32 public_only) {
    struct class *class = mirror_class(*mirror);
    u32 count = 0;
    if (!class_link(thread, class)) return 0;
    // A program that could set the number of a portal's proxy would have any other portal.
    u32 field_count = class->flags & CLASS_PROXY ? 0 : class->field_count;
    for (u32 i = 0; i < field_count; i++) {
        poll_looks(thread, i);
        count += !public_only || class->fields[i].access_flags & ACC_PUBLIC;
    }
    handle array = handle_new(thread, native_new_array(thread, "java/lang/reflect/Field", count));
    for (u32 i = 0, at = 0; *array && i < field_count; i++) {
        poll_looks(thread, i);
        if (public_only && !(class->fields[i].access_flags & ACC_PUBLIC)) continue;
        if (at % MEMBERS_A_POLL == MEMBERS_A_POLL - 1) scheduler_poll_native(thread);
        u32 mark = handle_mark(thread);
        ASSERT(at < count);
        ref object = reflect_new_field(thread, &class->fields[i]);
        handle_release(thread, mark);
        if (!object) return 0;
        array_set_ref(*array, at++, object);
    }
    return *array;
}

// ---- Calls

// Takes one argument out of its box and converts it to the parameter's type.
static bool argument_bits(struct thread *thread, struct method *method, const char *descriptor, ref value, u64 *bits) {
    if (*descriptor == 'L' || *descriptor == '[') {
        *bits = value;
        if (!value) return true;
        struct class *type =
            loader_find_type(method->holder->loader, descriptor, (size_t)(descriptor_skip(descriptor) - descriptor));
        if (type && class_is_subclass(object_class(value), type)) return true;
    } else {
        type_letter letter;
        if (native_unbox(value, &letter, bits) && native_widen(letter, *descriptor, bits)) return true;
    }
    exception_throw(thread, ILLEGAL, value ? "argument type mismatch" : NULL);
    return false;
}

// Exceptions of the called method become the target of an InvocationTargetException.
static void wrap_exception(struct thread *thread) {
    ASSERT(thread->exception);
    u64 arguments[] = {0, java_take_exception(thread)};
    ref wrapped =
        java_new(thread, "java/lang/reflect/InvocationTargetException", "(Ljava/lang/Throwable;)V", arguments);
    if (wrapped) exception_raise(thread, wrapped);
}

// Calls the method; `bits` is its result. Returns false if an exception is pending.
static bool call(struct thread *thread, struct method *method, ref receiver, handle array, u64 *bits) {
    u64 arguments[256];
    u32 count = 0, given = *array ? array_length(*array) : 0, i = 0;
    if (!method_is_static(method)) arguments[count++] = receiver;
    const char *at = method->descriptor->text + 1;
    for (; *at != ')' && i < given; at = descriptor_skip(at), i++) {
        ASSERT(count < COUNT_OF(arguments));
        if (!argument_bits(thread, method, at, array_get_ref(*array, i), &arguments[count++])) return false;
    }
    if (*at != ')' || i < given) {
        exception_throw(thread, ILLEGAL, "wrong number of arguments");
        return false;
    }
    *bits = java_call(thread, method, arguments);
    if (thread->exception) wrap_exception(thread);
    return !thread->exception;
}

static ref invoke(struct thread *thread, handle accessor_method, handle receiver, handle array) {
    struct method *method = reflect_method(*accessor_method);
    struct class *class = method->holder;
    // As in HotSpot, this holds for instance methods too: an interface may not be initialised, or its initialiser
    // failed.
    if (!class_initialise(thread, class)) return 0;
    if (!method_is_static(method)) {
        if (native_is_null(thread, receiver)) return 0;
        if (!class_is_subclass(object_class(*receiver), class)) {
            exception_throw(thread, ILLEGAL, "object is not an instance of declaring class");
            return 0;
        }
        method = class_select_method(object_class(*receiver), method);
    }
    u64 bits;
    if (!call(thread, method, *receiver, array, &bits)) return 0;
    if (method->return_type == 'V') return 0;
    return method->return_type == 'L' ? (ref)bits : native_box(thread, method->return_type, bits);
}

static ref new_instance(struct thread *thread, handle constructor, handle array) {
    struct method *method = reflect_method(*constructor);
    struct class *class = method->holder;
    if (!class_initialise(thread, class)) return 0;
    handle object = handle_new(thread, java_alloc(thread, class));
    u64 bits;
    return *object && call(thread, method, *object, array, &bits) ? *object : 0;
}

static const struct native CLASS[] = {
    REENTRANT("getDeclaredMethods0", NULL, declared_methods),
    REENTRANT("getDeclaredConstructors0", NULL, declared_constructors),
    REENTRANT("getDeclaredFields0", NULL, declared_fields),
    NATIVES_END,
};
static const struct native METHOD_ACCESSOR[] = {REENTRANT("invoke0", NULL, invoke), NATIVES_END};
static const struct native CONSTRUCTOR_ACCESSOR[] = {REENTRANT("newInstance0", NULL, new_instance), NATIVES_END};

const struct native_class natives_reflect[] = {
    {"java/lang/Class", CLASS},
    {"jdk/internal/reflect/NativeMethodAccessorImpl", METHOD_ACCESSOR},
    {"jdk/internal/reflect/NativeConstructorAccessorImpl", CONSTRUCTOR_ACCESSOR},
    {NULL, NULL},
};
