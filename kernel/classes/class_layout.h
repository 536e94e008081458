// Where fields go. Shared by instances (class_create.c) and mirrors (mirror.c).
#ifndef KERNEL_CLASSES_CLASS_LAYOUT_H
#define KERNEL_CLASSES_CLASS_LAYOUT_H

#include "kernel/classes/class_making.h"

struct field_layout {
    u32 next;               // in: where the first field may lie; out: the end of the last one
    u32 *reference_offsets; // out: in class data, only those of the class's own fields
    u32 reference_count;
};

// Gives the class's fields, static or not, their offsets. Returns false if there is no room. Others run if `making` is
// not NULL.
bool layout_fields(struct class *class, bool is_static, struct field_layout *layout, struct class_making *making);

// Bytes of a value of this type in memory.
static inline u32 type_bytes(type_letter type) {
    switch (type) {
    case 'J':
    case 'D': return 8;
    case 'S':
    case 'C': return 2;
    case 'B':
    case 'Z': return 1;
    default: return 4;
    }
}

// What Java does not see of a ResolvedMethodName, after its header (it has no fields): see link_handle_path. A
// MemberName of a field has, at its end, the struct field *.
#define DYNAMIC_RESOLVED_BYTES 8u
#define DYNAMIC_RESOLVED_DISPATCHED OBJECT_HEADER_BYTES
#define DYNAMIC_RESOLVED_DIRECT (OBJECT_HEADER_BYTES + 4u)
#define DYNAMIC_MEMBER_BYTES 4u

#endif
