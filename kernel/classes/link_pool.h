// The resolution state of a class's constant pool: what an entry has been resolved to, the error it has raised (and
// raises again, JVMS 5.4.3), and the data slots of translated code. Shared by link.c and its parts.
#ifndef KERNEL_CLASSES_LINK_POOL_H
#define KERNEL_CLASSES_LINK_POOL_H

#include "kernel/core/thread.h"
#include "translator/object.h"
#include "translator/program.h"
#include "translator/reader/classfile.h"

struct pool_slot {
    u32 value;
    u16 kind;  // enum slot_kind
    u32 site;  // for an invokedynamic instruction, which has a slot of its own: which one
    u32 error; // for such a slot: as pool_entry's
    struct pool_slot *next;
};

// Everything that is referred to here lies below 4 GiB.
struct pool_entry {
    // struct class *, struct field *, struct method * or ref by the entry's tag; 0 if not resolved
    u32 resolved;
    u32 slots;      // struct pool_slot *, the first of a chain
    u32 error;      // what link_keep_error has kept, 0 if nothing
    u32 class_name; // of a Class entry: its symbol, once it has been asked for, with a count of it
};

static inline size_t link_pool_bytes(const struct classfile *file) {
    return file->pool_count * sizeof(struct pool_entry);
}
static inline struct pool_entry *link_entry(const struct class *class, u16 index) { return &class->pool[index]; }

// The name in a Class entry. Returns NULL if there is no room.
const struct symbol *link_class_name(struct class *referrer, u16 index);

// Resolution of entries by kind (JVMS 5.4.3), kept in the entry. Returns NULL on failure; thread->exception says why.
struct class *link_class(struct thread *thread, struct class *referrer, u16 index);
struct field *link_field(struct thread *thread, struct class *referrer, u16 index);
// `kind` is how the method is called, which decides what is raised if an interface's method is referred to as a
// class's.
struct method *link_method(struct thread *thread, struct class *referrer, u16 index, enum slot_kind kind);

// Resolution that failed with a LinkageError, which is pending, fails the same way again. The second function returns
// true if resolution has failed before: the error is then pending. As in HotSpot, a call site's error has its cause
// only the first time.
void link_keep_error(struct thread *thread, struct owner *owner, u32 *kept, bool with_cause);
bool link_has_failed(struct thread *thread, u32 kept);

// The method that invokespecial calls for a resolved one (JVMS 6.5); NULL if there is none, with *conflict as in
// tables_most_specific.
struct method *link_special_target(struct class *referrer, u16 index, struct method *method, struct method **conflict);

#endif
