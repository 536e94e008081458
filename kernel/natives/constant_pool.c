// jdk.internal.reflect.ConstantPool, from which annotations are read. Its object is the class that has the pool
// (Class.getConstantPool).
#include "kernel/natives/constant_pool.h"

#include "base/narrow.h"
#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/javastring.h"
#include "kernel/classes/link.h"
#include "kernel/classes/link_pool.h"
#include "kernel/classes/mirror.h"
#include "kernel/code/native.h"
#include "kernel/heap/handle.h"
#include "kernel/natives/reflect.h"
#include "kernel/run/exception.h"
#include "kernel/run/values.h"

#define ILLEGAL "java/lang/IllegalArgumentException"

static u8 tag_at(struct thread *thread, handle mirror, s32 index) {
    const struct classfile *file = mirror_class(*mirror)->file;
    if (file && index > 0 && index < file->pool_count) return classfile_tag(file, narrow_u16(index));
    exception_throw(thread, ILLEGAL, "Constant pool index out of bounds");
    return POOL_UNUSABLE;
}

static bool wrong_type(struct thread *thread) {
    if (!thread->exception) exception_throw(thread, ILLEGAL, "Wrong type at constant pool index");
    return false;
}

bool constant_pool_check(struct thread *thread, handle mirror, s32 index, enum pool_tag tag) {
    return tag_at(thread, mirror, index) == tag || wrong_type(thread);
}

static const struct classfile *file_of(handle mirror) { return mirror_class(*mirror)->file; }
static ref text_string(struct thread *thread, struct text text) {
    return javastring_new(thread, text.bytes, text.length);
}

static s32 get_size(struct thread *thread, handle pool, handle mirror) {
    (void)thread;
    (void)pool;
    return file_of(mirror) ? file_of(mirror)->pool_count : 0;
}

static s32 get_int(struct thread *thread, handle pool, handle mirror, s32 index) {
    (void)pool;
    return constant_pool_check(thread, mirror, index, POOL_INTEGER) ? classfile_int(file_of(mirror), narrow_u16(index))
                                                                    : 0;
}

static s64 get_long(struct thread *thread, handle pool, handle mirror, s32 index) {
    (void)pool;
    return constant_pool_check(thread, mirror, index, POOL_LONG) ? classfile_long(file_of(mirror), narrow_u16(index))
                                                                 : 0;
}

static ref get_string(struct thread *thread, handle pool, handle mirror, s32 index) {
    (void)pool;
    if (!constant_pool_check(thread, mirror, index, POOL_STRING)) return 0;
    return link_string(thread, mirror_class(*mirror), narrow_u16(index));
}

static ref get_utf8(struct thread *thread, handle pool, handle mirror, s32 index) {
    (void)pool;
    return constant_pool_check(thread, mirror, index, POOL_UTF8)
               ? text_string(thread, classfile_utf8(file_of(mirror), narrow_u16(index)))
               : 0;
}

static s32 get_tag(struct thread *thread, handle pool, handle mirror, s32 index) {
    (void)pool;
    return tag_at(thread, mirror, index);
}

// ---- Classes and members

static ref get_class(struct thread *thread, handle pool, handle mirror, s32 index) {
    (void)pool;
    struct class *class = constant_pool_check(thread, mirror, index, POOL_CLASS)
                              ? link_class(thread, mirror_class(*mirror), narrow_u16(index))
                              : NULL;
    return class ? class->mirror : 0;
}

static ref get_class_if_loaded(struct thread *thread, handle pool, handle mirror, s32 index) {
    (void)pool;
    const struct class *class = constant_pool_check(thread, mirror, index, POOL_CLASS)
                                    ? link_known_class(mirror_class(*mirror), narrow_u16(index))
                                    : NULL;
    return class ? class->mirror : 0;
}

static bool is_method(u8 tag) { return tag == POOL_METHOD || tag == POOL_INTERFACE_METHOD; }

static ref new_executable(struct thread *thread, struct method *method) {
    if (!method) return 0;
    return method_is_initialiser(method) ? reflect_new_constructor(thread, method) : reflect_new_method(thread, method);
}

static ref get_method(struct thread *thread, handle pool, handle mirror, s32 index) {
    (void)pool;
    if (!is_method(tag_at(thread, mirror, index))) return wrong_type(thread);
    return new_executable(thread, link_method(thread, mirror_class(*mirror), narrow_u16(index), SLOT_CALL_VIRTUAL));
}

static ref get_method_if_loaded(struct thread *thread, handle pool, handle mirror, s32 index) {
    if (!is_method(tag_at(thread, mirror, index))) return wrong_type(thread);
    struct class *class = mirror_class(*mirror);
    bool is_loaded = link_known_class(class, bytecode_u16(classfile_entry(class->file, narrow_u16(index))));
    return is_loaded ? get_method(thread, pool, mirror, index) : 0;
}

static ref get_field(struct thread *thread, handle pool, handle mirror, s32 index) {
    (void)pool;
    struct field *field = constant_pool_check(thread, mirror, index, POOL_FIELD)
                              ? link_field(thread, mirror_class(*mirror), narrow_u16(index))
                              : NULL;
    return field ? reflect_new_field(thread, field) : 0;
}

static ref get_field_if_loaded(struct thread *thread, handle pool, handle mirror, s32 index) {
    if (!constant_pool_check(thread, mirror, index, POOL_FIELD)) return 0;
    struct class *class = mirror_class(*mirror);
    bool is_loaded = link_known_class(class, bytecode_u16(classfile_entry(class->file, narrow_u16(index))));
    return is_loaded ? get_field(thread, pool, mirror, index) : 0;
}

// ---- Indices and names

static bool is_member(u8 tag) { return is_method(tag) || tag == POOL_FIELD; }
static bool names_and_types(u8 tag) { return is_member(tag) || tag == POOL_DYNAMIC || tag == POOL_INVOKE_DYNAMIC; }

static s32 class_index(struct thread *thread, handle pool, handle mirror, s32 index) {
    (void)pool;
    if (!is_member(tag_at(thread, mirror, index))) return wrong_type(thread);
    return bytecode_u16(classfile_entry(file_of(mirror), narrow_u16(index)));
}

static s32 name_and_type_index(struct thread *thread, handle pool, handle mirror, s32 index) {
    (void)pool;
    if (!names_and_types(tag_at(thread, mirror, index))) return wrong_type(thread);
    return bytecode_u16(classfile_entry(file_of(mirror), narrow_u16(index)) + 2);
}

static ref strings(struct thread *thread, const struct text *texts, u32 count) {
    handle array = handle_new(thread, native_new_array(thread, "java/lang/String", count));
    for (u32 i = 0; *array && i < count; i++) {
        ref string = text_string(thread, texts[i]);
        if (!string) return 0;
        array_set_ref(*array, i, string);
    }
    return *array;
}

static ref member_info(struct thread *thread, handle pool, handle mirror, s32 index) {
    (void)pool;
    if (!is_member(tag_at(thread, mirror, index))) return wrong_type(thread);
    struct member_ref member = classfile_member_ref(file_of(mirror), narrow_u16(index));
    return strings(thread, (struct text[]){member.class_name, member.name, member.descriptor}, 3);
}

static ref name_and_type_info(struct thread *thread, handle pool, handle mirror, s32 index) {
    (void)pool;
    if (!constant_pool_check(thread, mirror, index, POOL_NAME_AND_TYPE)) return 0;
    struct name_and_type both = classfile_name_and_type(file_of(mirror), narrow_u16(index));
    return strings(thread, (struct text[]){both.name, both.descriptor}, 2);
}

static const struct native CONSTANT_POOL[] = {
    HANDLE("getSize0", NULL, get_size),
    REENTRANT("getClassAt0", NULL, get_class),
    REENTRANT("getClassAtIfLoaded0", NULL, get_class_if_loaded),
    HANDLE("getClassRefIndexAt0", NULL, class_index),
    REENTRANT("getMethodAt0", NULL, get_method),
    REENTRANT("getMethodAtIfLoaded0", NULL, get_method_if_loaded),
    REENTRANT("getFieldAt0", NULL, get_field),
    REENTRANT("getFieldAtIfLoaded0", NULL, get_field_if_loaded),
    HANDLE("getMemberRefInfoAt0", NULL, member_info),
    HANDLE("getNameAndTypeRefIndexAt0", NULL, name_and_type_index),
    HANDLE("getNameAndTypeRefInfoAt0", NULL, name_and_type_info),
    HANDLE("getIntAt0", NULL, get_int),
    HANDLE("getLongAt0", NULL, get_long),
    HANDLE("getStringAt0", NULL, get_string),
    HANDLE("getUTF8At0", NULL, get_utf8),
    HANDLE("getTagAt0", NULL, get_tag),
    NATIVES_END,
};

const struct native_class natives_constant_pool[] = {{"jdk/internal/reflect/ConstantPool", CONSTANT_POOL},
                                                     {NULL, NULL}};
