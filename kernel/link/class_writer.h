// Writes small class files (JVMS 4), which the kernel makes itself for call sites of invokedynamic. From then on the
// bytes are treated as those of every class: reader, verifier, translator, stack traces. Texts must stay where they are
// until the end; the bytes lie in scratch memory until class_writer_free.
#ifndef KERNEL_LINK_CLASS_WRITER_H
#define KERNEL_LINK_CLASS_WRITER_H

#include "base/narrow.h"
#include "translator/reader/classfile.h"

struct class_writer_buffer {
    u8 *bytes;
    u32 length, capacity;
    bool failed; // there was no memory: nothing more is written
};
#define CLASS_WRITER_BUFFERS 6u

struct class_writer {
    union {
        struct {
            struct class_writer_buffer pool, fields, methods, code, frames, file;
        };
        struct class_writer_buffer buffers[CLASS_WRITER_BUFFERS];
    };
    u16 pool_count, field_count, method_count, frame_count;
    u32 frame_end; // the bytecode index from which the next frame's distance counts
    u16 this_class;
    struct text name;
};

void class_writer_init(struct class_writer *writer, struct text name);
void class_writer_free(struct class_writer *writer);
// Whether memory was short for any part: then what has been written is no class file. The other tells the writer that
// its caller ran out of memory.
bool class_writer_failed(const struct class_writer *writer);
void class_writer_fail(struct class_writer *writer);

// ---- Constant pool: the index of an entry, which is made if there is no equal one

u16 class_writer_class(struct class_writer *writer, struct text name);
u16 class_writer_string(struct class_writer *writer, struct text text);
// `tag` is POOL_FIELD, POOL_METHOD or POOL_INTERFACE_METHOD.
u16 class_writer_member(struct class_writer *writer, enum pool_tag tag, struct text class, struct text name,
                        struct text descriptor);
// A constant of another class file (int, float, long, double, String, Class).
u16 class_writer_copy(struct class_writer *writer, const struct classfile *file, u16 index);

// ---- Members. A method is begun, given its code, and ended

void class_writer_field(struct class_writer *writer, u16 access_flags, struct text name, struct text descriptor);
void class_writer_begin_method(struct class_writer *writer);
void class_writer_end_method(struct class_writer *writer, u16 access_flags, struct text name, struct text descriptor,
                             u16 max_stack, u16 max_locals);

void class_writer_op(struct class_writer *writer, u8 opcode);
void class_writer_op_u8(struct class_writer *writer, u8 opcode, u8 operand);
void class_writer_op_u16(struct class_writer *writer, u8 opcode, u16 operand);
// invokeinterface with its count of words, receiver included.
void class_writer_interface_call(struct class_writer *writer, u16 index, u8 words);
// Calls a static or virtual method by its names.
void class_writer_call(struct class_writer *writer, u8 opcode, struct text class, struct text name,
                       struct text descriptor);
// A native method, which has no code.
void class_writer_native(struct class_writer *writer, u16 access_flags, struct text name, struct text descriptor);

// Load of a local variable, and return, by the type's first letter; return takes V as well.
void class_writer_load(struct class_writer *writer, char letter, u16 local);
void class_writer_return(struct class_writer *writer, char letter);
static inline u16 class_writer_offset(const struct class_writer *writer) { return narrow_u16(writer->code.length); }
// A jump forward, and the place where it lands. `append` is 0, or the index of the class of a local variable that the
// frame has in addition to the one before.
u16 class_writer_jump(struct class_writer *writer, u8 opcode);
void class_writer_land(struct class_writer *writer, u16 jump);
void class_writer_frame(struct class_writer *writer, u16 append);

// Puts the whole file together, in writer->file. The superclass is java.lang.Object.
void class_writer_finish(struct class_writer *writer, u16 access_flags, const struct text *interfaces,
                         u16 interface_count);

// ---- Descriptors

// The field descriptor that begins at `at`.
static inline struct text descriptor_text(const char *at) {
    return (struct text){at, narrow_u16(descriptor_skip(at) - at)};
}
// How many words a value of the type that begins with this letter takes.
static inline u16 descriptor_words(char letter) { return letter == 'V' ? 0 : letter == 'J' || letter == 'D' ? 2 : 1; }
// What a method with this descriptor returns: "V", or a field descriptor.
struct text descriptor_return(struct text descriptor);
// The class's name (as in a Class entry) from a reference type's descriptor.
struct text descriptor_class(struct text descriptor);

#endif
