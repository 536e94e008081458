// What the translator asks about the program that it translates: classes, fields, methods, and the data slots of what
// is not resolved. The kernel answers (kernel/classes/link.c, kernel/run/), and tests answer with programs of their
// own. Nothing here loads a class, runs Java, allocates on a heap or blocks.
#ifndef TRANSLATOR_PROGRAM_H
#define TRANSLATOR_PROGRAM_H

#include "translator/object.h"

// ---- Resolution of constant-pool entries (JVMS 5.4.3)

enum slot_kind {
    SLOT_CLASS,       // struct class *
    SLOT_STRING,      // ref of the literal
    SLOT_FIELD,       // offset of an instance field
    SLOT_STATIC,      // address of a static field; filled when its class is initialised
    SLOT_CALL_STATIC, // struct method *, or something that begins like one; never 0
    SLOT_CALL_SPECIAL,
    SLOT_CALL_VIRTUAL,
    SLOT_CALL_INTERFACE,
    SLOT_NEW, // struct class *; filled when it is initialised
    // address of a static field that holds the constant (method handles and types, dynamic constants)
    SLOT_CELL,
    SLOT_ARRAY,      // struct class * of the arrays whose component the entry names (anewarray)
    SLOT_PUT_FIELD,  // as SLOT_FIELD, for a store; stays empty for a final field: not every method may store to it
    SLOT_PUT_STATIC, // the same for SLOT_STATIC
    SLOT_KINDS
};

// Whether this method may store to the field, as far as final matters (JVMS 6.5 putfield, putstatic): in the field's
// own class and, from version 53 on, in its <init> or <clinit>.
bool link_may_store(const struct field *field, const struct method *method);

// What can be answered without loading a class. NULL or 0 means not yet (or an error that resolution will raise at run
// time).
struct class *link_known_class(struct class *referrer, u16 index);
struct field *link_known_field(struct class *referrer, u16 index, bool is_static);
struct method *link_known_method(struct class *referrer, u16 index, enum slot_kind kind);
// The literal in the space that does not move; it is made there for classes that never go. Returns 0 if one that moves
// has been made before, or will be.
ref link_known_string(struct class *referrer, u16 index);
// The class of a field or parameter of the referrer's, by its descriptor.
struct class *link_known_type(const struct class *referrer, const char *descriptor);
// The class of arrays of a primitive type, by its letter. Made at boot; never NULL.
struct class *link_primitive_array(type_letter letter);

// The data slot of an entry for one kind of use, made when first asked for, in the referrer's class data. The slots of
// calls begin with a resolver in them. Returns NULL if there is no room.
u32 *link_slot(struct class *referrer, u16 index, enum slot_kind kind);
// The slot of an invokedynamic instruction of one of the referrer's methods: each is a call site of its own, whichever
// entry it names (JVMS 6.5).
u32 *link_site_slot(struct class *referrer, u16 index, const struct method *method, u32 bytecode_index);
// The static method that such an instruction calls from now on. Returns NULL if it has not been linked yet.
struct method *link_known_site(struct class *referrer, u16 index, const struct method *method, u32 bytecode_index);

// What the call at this place of the method knows of its receivers, or what is known of the method's blocks. Returns
// NULL if there is nothing yet, or, where it `makes` it then, if there is no room.
struct profile *link_profile(struct method *method, u32 bytecode_index, bool makes);

// The path from a java.lang.invoke.MethodHandle to the method that it stands for, as offsets of fields. A
// ResolvedMethodName has two words that Java does not see: the method itself, and something that begins as a method
// does and dispatches by the receiver.
struct link_handle_path {
    u32 form;   // in a MethodHandle: its LambdaForm
    u32 entry;  // in a LambdaForm: the MemberName of its code
    u32 method; // in a MemberName: its ResolvedMethodName
    u32 direct, dispatched;
};
struct link_handle_path link_handle_path(const struct class *class);

// An entry of a class's interface method table: found by slot, distinguished by key, chained if several methods share a
// slot.
struct imt_entry {
    u64 entry;              // stub_imt
    u32 key;                // struct method * of the interface, compared with r11d
    u32 target;             // struct method * to call
    struct imt_entry *next; // NULL if the receiver does not implement the interface
};

// ---- Natives

// NATIVE_METHOD is as NATIVE_REENTRANT, and gets its own struct method * between the thread and the receiver: one
// function for methods that the kernel has written.
enum native_kind { NATIVE_LEAF, NATIVE_LOCKED, NATIVE_HANDLE, NATIVE_REENTRANT, NATIVE_METHOD };

struct native {
    const char *name;       // NULL ends a class
    const char *descriptor; // NULL for any
    void *function;
    enum native_kind kind;
};

// What the native method is bound to. Returns NULL if there is nothing (METHOD_PROGRAMS says whose method it is), and
// calling it throws UnsatisfiedLinkError. Binds on first use, in method->native.
const struct native *native_bind(struct method *method);

// ---- Names

// The symbol for a C string, made if it is new.
const struct symbol *symbol_of(const char *text);

#endif
