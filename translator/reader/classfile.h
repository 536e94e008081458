// Class files (JVMS 4), read in place: the parser makes an index of the bytes (offsets of constant-pool entries,
// members, attributes) and copies nothing. The bytes must stay where they are as long as the struct classfile exists.
//
// classfile_parse checks the whole format (JVMS 4.8) unless the caller says that the class is trusted: then it reads
// only what it needs to find what follows, and a broken file is undefined behaviour. After a successful parse the
// accessors check nothing more: an index must be valid and have the tag that the accessor expects. Indices that a check
// has passed are (all those in attributes and members; those in bytecode are for the verifier to check). Index 0 is
// never valid. Attribute bodies are given as offsets: see classfile_attribute.
#ifndef TRANSLATOR_READER_CLASSFILE_H
#define TRANSLATOR_READER_CLASSFILE_H

#include "base/arena.h"
#include "base/narrow.h"
#include "base/text.h"
#include "base/types.h"
#include "translator/reader/bytecode.h"

// Why a class was refused. `exception` is the class of the Java exception in internal form, such as
// "java/lang/ClassFormatError", or NULL if a callback has left an exception pending elsewhere (see verify.h).
struct class_error {
    const char *exception;
    char message[512];
};

enum pool_tag {
    POOL_UNUSABLE = 0, // index 0, and the second index of a long or double
    POOL_UTF8 = 1,
    POOL_INTEGER = 3,
    POOL_FLOAT = 4,
    POOL_LONG = 5,
    POOL_DOUBLE = 6,
    POOL_CLASS = 7,
    POOL_STRING = 8,
    POOL_FIELD = 9,
    POOL_METHOD = 10,
    POOL_INTERFACE_METHOD = 11,
    POOL_NAME_AND_TYPE = 12,
    POOL_METHOD_HANDLE = 15,
    POOL_METHOD_TYPE = 16,
    POOL_DYNAMIC = 17,
    POOL_INVOKE_DYNAMIC = 18,
    POOL_MODULE = 19,
    POOL_PACKAGE = 20,
};

enum access_flag {
    ACC_PUBLIC = 0x0001,
    ACC_PRIVATE = 0x0002,
    ACC_PROTECTED = 0x0004,
    ACC_STATIC = 0x0008,
    ACC_FINAL = 0x0010,
    ACC_SUPER = 0x0020,        // classes
    ACC_SYNCHRONIZED = 0x0020, // methods
    ACC_VOLATILE = 0x0040,     // fields
    ACC_BRIDGE = 0x0040,       // methods
    ACC_TRANSIENT = 0x0080,    // fields
    ACC_VARARGS = 0x0080,      // methods
    ACC_NATIVE = 0x0100,
    ACC_INTERFACE = 0x0200,
    ACC_ABSTRACT = 0x0400,
    ACC_STRICT = 0x0800,
    ACC_SYNTHETIC = 0x1000,
    ACC_ANNOTATION = 0x2000,
    ACC_ENUM = 0x4000,
    ACC_MODULE = 0x8000,
};

// Annotations on methods that mean something to the VM. They are looked for in every class; the caller decides whether
// the class may use them (HotSpot heeds them only in classes of the boot and platform loaders).
enum classfile_method_mark {
    CLASSFILE_CALLER_SENSITIVE = 1,      // Ljdk/internal/reflect/CallerSensitive;
    CLASSFILE_HIDDEN = 2,                // Ljava/lang/invoke/LambdaForm$Hidden; or Ljdk/internal/vm/annotation/Hidden;
    CLASSFILE_POLYMORPHIC_SIGNATURE = 4, // Ljava/lang/invoke/MethodHandle$PolymorphicSignature;
};

// A field or method. Members ending in `_attribute` are offsets of attribute bodies, 0 if there is none; `name`,
// `descriptor`, `constant_value` and `signature` are pool indices (the last two 0 if there is none).
struct classfile_member {
    u16 access_flags;
    u16 name, descriptor;
    u16 signature;
    u16 constant_value;        // of fields; index of the constant
    u16 flags;                 // of methods: enum classfile_method_mark
    u32 code_attribute;        // of methods: see classfile_code
    u32 exceptions_attribute;  // of methods: u2 count, u2 class indices
    u32 annotations_attribute; // RuntimeVisibleAnnotations
    u32 parameter_annotations_attribute;
    u32 annotation_default_attribute;
    u32 type_annotations_attribute; // RuntimeVisibleTypeAnnotations
    u32 parameters_attribute;       // MethodParameters
};

struct classfile {
    const u8 *bytes;
    u32 size;
    u16 minor_version, major_version;
    u16 access_flags;
    u16 this_class, super_class; // pool indices; super_class is 0 in Object and module-info
    u16 pool_count;
    u16 interface_count, field_count, method_count;
    bool trusted;
    const u32 *pool; // offset of each entry's tag byte; 0 if unusable
    u32 interfaces;  // offset of the u2 class indices
    struct classfile_member *fields, *methods;

    u16 signature, source_file; // pool indices of text, 0 if there is none
    u16 nest_host;              // pool index of a class, 0 if there is none
    u16 bootstrap_method_count;
    const u32 *bootstrap_methods;       // offset of each (u2 method handle, u2 count, u2 arguments)
    u32 inner_classes_attribute;        // u2 count, {u2 inner class, u2 outer class, u2 name, u2 flags}
    u32 enclosing_method_attribute;     // u2 class, u2 name and type or 0
    u32 nest_members_attribute;         // u2 count, u2 class indices
    u32 permitted_subclasses_attribute; // u2 count, u2 class indices
    u32 record_attribute;               // u2 count, {u2 name, u2 descriptor, u2 attribute count, attributes}
    u32 annotations_attribute, type_annotations_attribute;
    u32 source_debug_extension_attribute;
};

// Whether a class file of this version can be read. If not, *error says so for the class `name`.
bool classfile_check_version(u32 major, u32 minor, struct text name, struct class_error *error);
// The most memory that classfile_parse takes for a file of this size.
size_t classfile_index_bound(size_t size);
// Makes the index, in `arena`. Returns NULL after an error, which is then in `error`. `trusted`: see the top of this
// file.
struct classfile *classfile_parse(struct arena *arena, const u8 *bytes, size_t size, bool trusted,
                                  struct class_error *error);

// A copy of the index elsewhere, over bytes that are the same: how many bytes it takes, 8-aligned; it refers to nothing
// in the first one.
size_t classfile_index_bytes(const struct classfile *file);
struct classfile *classfile_copy_index(const struct classfile *file, void *to, const u8 *bytes);

// ---- Constant pool

static inline u8 classfile_tag(const struct classfile *file, u16 index) {
    return file->pool[index] ? file->bytes[file->pool[index]] : POOL_UNUSABLE;
}
static inline bool classfile_has(const struct classfile *file, u32 index, enum pool_tag tag) {
    return index > 0 && index < file->pool_count && classfile_tag(file, narrow_u16(index)) == tag;
}
static inline const u8 *classfile_entry(const struct classfile *file, u16 index) {
    return file->bytes + file->pool[index] + 1;
}

static inline struct text classfile_utf8(const struct classfile *file, u16 index) {
    const u8 *entry = classfile_entry(file, index);
    return (struct text){(const char *)entry + 2, bytecode_u16(entry)};
}
// The text that a Class (its name: "java/lang/String", "[I"), String, MethodType, Module or Package names.
static inline struct text classfile_named_text(const struct classfile *file, u16 index) {
    return classfile_utf8(file, bytecode_u16(classfile_entry(file, index)));
}
static inline struct text classfile_class_name(const struct classfile *file, u16 index) {
    return classfile_named_text(file, index);
}
static inline struct text classfile_string(const struct classfile *file, u16 index) {
    return classfile_named_text(file, index);
}
static inline struct text classfile_method_type(const struct classfile *file, u16 index) {
    return classfile_named_text(file, index);
}

static inline s32 classfile_int(const struct classfile *file, u16 index) {
    return bytecode_s32(classfile_entry(file, index));
}
static inline u32 classfile_float_bits(const struct classfile *file, u16 index) {
    return bytecode_u32(classfile_entry(file, index));
}
static inline s64 classfile_long(const struct classfile *file, u16 index) {
    const u8 *entry = classfile_entry(file, index);
    return (s64)((u64)bytecode_u32(entry) << 32 | bytecode_u32(entry + 4));
}
static inline u64 classfile_double_bits(const struct classfile *file, u16 index) {
    return (u64)classfile_long(file, index);
}

struct name_and_type {
    struct text name, descriptor;
};
struct name_and_type classfile_name_and_type(const struct classfile *file, u16 index);

struct member_ref {
    u16 class_index;
    struct text class_name, name, descriptor;
};
// For a Field, Method or InterfaceMethod entry.
struct member_ref classfile_member_ref(const struct classfile *file, u16 index);

// The kinds of a MethodHandle entry (JVMS 5.4.3.5), also used by java.lang.invoke in MemberNames.
enum handle_kind {
    GET_FIELD = 1,
    GET_STATIC,
    PUT_FIELD,
    PUT_STATIC,
    INVOKE_VIRTUAL,
    INVOKE_STATIC,
    INVOKE_SPECIAL,
    NEW_INVOKE_SPECIAL,
    INVOKE_INTERFACE,
};

struct method_handle {
    u8 kind;       // enum handle_kind
    u16 reference; // pool index of the member
};
struct method_handle classfile_method_handle(const struct classfile *file, u16 index);

struct dynamic_ref {
    u16 bootstrap_method; // number in the BootstrapMethods attribute
    struct text name, descriptor;
};
// For a Dynamic or InvokeDynamic entry.
struct dynamic_ref classfile_dynamic(const struct classfile *file, u16 index);

struct bootstrap_method {
    u16 method_handle; // pool index
    u16 argument_count;
    const u8 *arguments; // u2 pool indices
};
struct bootstrap_method classfile_bootstrap_method(const struct classfile *file, u16 number);

// ---- Members

static inline u16 classfile_interface(const struct classfile *file, u16 number) {
    return bytecode_u16(file->bytes + file->interfaces + 2 * (u32)number);
}
static inline struct text classfile_name(const struct classfile *file) {
    return classfile_class_name(file, file->this_class);
}
static inline struct text classfile_member_name(const struct classfile *file, const struct classfile_member *member) {
    return classfile_utf8(file, member->name);
}
static inline struct text classfile_member_descriptor(const struct classfile *file,
                                                      const struct classfile_member *member) {
    return classfile_utf8(file, member->descriptor);
}

// The body of an attribute and its length. `offset` must not be 0.
static inline const u8 *classfile_attribute(const struct classfile *file, u32 offset, u32 *length) {
    *length = bytecode_u32(file->bytes + offset - 4);
    return file->bytes + offset;
}

struct classfile_code {
    u16 max_stack, max_locals;
    u16 handler_count;
    u32 length;
    const u8 *bytes;         // the bytecode
    const u8 *handlers;      // see classfile_handler
    u32 stack_map_attribute; // StackMapTable, 0 if there is none
    u32 attributes;          // offset of the u2 count of Code's own attributes
    u16 first_line_numbers;  // how many attributes come before the first LineNumberTable
};
// Decodes a method's Code attribute. Returns false if it has none (native and abstract methods).
bool classfile_code(const struct classfile *file, const struct classfile_member *method, struct classfile_code *code);

struct classfile_handler {
    u16 start, end, target; // bytecode indices; [start, end)
    u16 catch_type;         // pool index of a class; 0 for everything
};
static inline struct classfile_handler classfile_handler(const struct classfile_code *code, u16 number) {
    const u8 *at = code->handlers + 8 * (u32)number;
    return (struct classfile_handler){bytecode_u16(at), bytecode_u16(at + 2), bytecode_u16(at + 4),
                                      bytecode_u16(at + 6)};
}

// The source line of a bytecode index; -1 if the class file does not say.
s32 classfile_line(const struct classfile *file, const struct classfile_code *code, u32 bytecode_index);
// The same for many lookups in one method: its table of lines, if it has one alone, whose entries (u2 bytecode index,
// u2 line) are in strictly ascending order, as compilers write them. Otherwise *count is 0.
const u8 *classfile_line_table(const struct classfile *file, const struct classfile_code *code, u32 *count);
// Looks up in such a table; -1 if it begins after the index.
s32 classfile_table_line(const u8 *table, u32 count, u32 bytecode_index);

// ---- Text and descriptors

// The position just past the field descriptor that begins at `at` ("I", "[[J", "Ljava/lang/String;"). The descriptor
// must be well-formed.
const char *descriptor_skip(const char *at);
// How many words the arguments take (long and double count 2), without the receiver. The descriptor must be
// well-formed.
u32 descriptor_argument_slots(struct text descriptor);
// The first letter of a method's return type; '[' for an array.
char descriptor_return_letter(struct text descriptor);

#endif
