// Class files of the JDK's image that the boot loader of some domain has read: one copy of their indexes for all
// domains, which stays, since the image does. When a domain other than the first defines a class, the members that it
// begins with are copies too, and the names in its file stay for good: so each is looked up once.
//
// Only what the host has verified gets here: its bytes are compared with their hash when they are read first, and they
// lie where no guest writes. Thread level only.
#ifndef KERNEL_CLASSES_LIBRARY_H
#define KERNEL_CLASSES_LIBRARY_H

#include "translator/object.h"
#include "translator/reader/classfile.h"

struct library_class {
    const struct symbol *name;
    const struct classfile *file;
    // As in a class of a domain other than the first that has just been made, without its addresses; NULL before there
    // is such a class.
    const struct field *fields;
    const struct method *methods;
    struct library_class *next;
};

// Returns NULL if it has not been read.
struct library_class *library_find(const struct symbol *name);
// Keeps a copy of the index. Returns NULL if there is no room.
struct library_class *library_add(const struct symbol *name, const struct classfile *file);
// Keeps copies of the members of the class, whose counts of names it takes over. Returns false if there is no room, or
// there are some already.
bool library_keep_members(struct library_class *library, const struct class *class);

#endif
