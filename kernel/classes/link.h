// Resolution of constant-pool entries: what is known already (for the translator, which must not load or run anything),
// and the resolution itself (for the kernel, which may). JVMS 5.4.3.
#ifndef KERNEL_CLASSES_LINK_H
#define KERNEL_CLASSES_LINK_H

#include "translator/object.h"

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
    SLOT_PUT_FIELD,  // as SLOT_FIELD, to store; stays empty for a final field, since not every method may
    SLOT_PUT_STATIC, // as SLOT_STATIC, the same
    SLOT_KINDS
};

// Whether this method may store to the field as far as its being final goes (JVMS 6.5 putfield, putstatic): in the
// field's own class and, from version 53 on, in its <init> or <clinit>.
bool link_may_store(const struct field *field, const struct method *method);

// What can be answered without loading a class. NULL or 0: not yet (or an error that resolution will raise at run
// time).
struct class *link_known_class(struct class *referrer, u16 index);
struct field *link_known_field(struct class *referrer, u16 index, bool is_static);
struct method *link_known_method(struct class *referrer, u16 index, enum slot_kind kind);
// The literal is made, in the space that does not move; 0: String.intern has made one before, that does.
ref link_known_string(struct class *referrer, u16 index);
// The literal, wherever it is now.
ref link_string(struct class *referrer, u16 index);
// The class of arrays of a primitive type, by its letter. Made at boot; never NULL.
struct class *link_primitive_array(type_letter letter);

// The data slot of an entry for one kind of use, made on first demand, in class data. The slots of calls are born with
// a resolver in them.
u32 *link_slot(struct class *referrer, u16 index, enum slot_kind kind);
// That of an invokedynamic instruction of one of the referrer's methods: each is a call site of its own, whichever
// entry it names (JVMS 6.5).
u32 *link_site_slot(struct class *referrer, u16 index, const struct method *method, u32 bytecode_index);

// Resolves and fills the slot. On failure sets thread->exception and returns 0. May load classes and run Java.
// SLOT_STATIC and SLOT_NEW initialise the class too, and return the value even while the slot stays empty, because this
// thread is still initialising the class.
u64 link_resolve(struct thread *thread, struct class *referrer, u16 index, enum slot_kind kind);
// The same for the slot of an invokedynamic instruction, by what was born in it.
struct call_slot;
u64 link_resolve_site(struct thread *thread, struct call_slot *call);

// The way from a java.lang.invoke.MethodHandle to the method that it stands for: offsets of fields. A
// ResolvedMethodName has two words that Java does not see: the method itself, and what begins like one and dispatches
// by the receiver.
struct link_handle_path {
    u32 form;   // in a MethodHandle: its LambdaForm
    u32 entry;  // in a LambdaForm: the MemberName of its code
    u32 method; // in a MemberName: its ResolvedMethodName
    u32 direct, dispatched;
};
struct link_handle_path link_handle_path(const struct class *class);

// An entry of a class's interface method table: found by slot, told apart by key, chained where several methods share a
// slot.
struct imt_entry {
    u64 entry;              // stub_imt
    u32 key;                // struct method * of the interface, compared with r11d
    u32 target;             // struct method * to call
    struct imt_entry *next; // NULL: the receiver does not implement the interface
};

// What stands in the slot of a call. `entry` is stub_resolve, or one of the stub_dispatch_..., which raise
// NullPointerException for a receiver that is null: resolution comes first, so the call itself has not looked.
struct call_slot {
    u64 entry;
    struct class *referrer;
    u16 index;
    u16 kind;          // enum slot_kind
    u32 vtable_offset; // dispatch_virtual: offset of the entry in struct class
    u32 method;        // dispatch_interface: struct method * of the interface; dispatch_direct: the one to call
    u32 slot;          // address of the slot that this stands in
};

#endif
