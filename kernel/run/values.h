// Java values made and taken apart by C: arrays, boxes, widening. All functions may collect; 0 or false means that an
// exception is pending, unless said otherwise.
#ifndef KERNEL_RUN_VALUES_H
#define KERNEL_RUN_VALUES_H

#include "base/text.h"
#include "kernel/core/thread.h"
#include "translator/object.h"

// An array of `length` components of this class of the boot loader, all null.
ref native_new_array(struct thread *thread, const char *component, u32 length);
ref native_new_bytes(struct thread *thread, const void *bytes, size_t length);
// The body of an attribute, given its offset in the class file; 0 without an exception if there is none (the offset is
// 0). Makes nothing while an exception is pending.
ref native_attribute_bytes(struct thread *thread, const struct classfile *file, u32 attribute);
// If the slot holds null, throws NullPointerException and returns true.
bool native_is_null(struct thread *thread, handle object);

// The eight classes of boxes, java.lang.Integer and so on, and what their methods are called.
struct box {
    char letter; // the primitive's
    struct text class;
    struct text box_descriptor;          // valueOf's: from the primitive
    struct text unbox, unbox_descriptor; // intValue and so on
    struct text hash_descriptor;         // hashCode(int)'s
};

// These return NULL if there is none.
const struct box *box_of_letter(char letter);
const struct box *box_of_class(struct text name);      // "java/lang/Integer"
const struct box *box_of_type(struct text descriptor); // "Ljava/lang/Integer;"

// The primitive in a box (java.lang.Integer...) as its bits, and its type in *letter. Returns false, without an
// exception, if it is not a box.
bool native_unbox(ref box, type_letter *letter, u64 *bits);
// Converts as an assignment would, by widening. Returns false, without an exception, if that is not allowed.
bool native_widen(type_letter from, type_letter to, u64 *bits);
// Makes a box for a primitive, with its class's valueOf. Runs Java.
ref native_box(struct thread *thread, type_letter letter, u64 bits);

#endif
