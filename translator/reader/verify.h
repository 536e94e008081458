// The bytecode verifier (JVMS 4.10). Classes of version 50 and later are checked against their StackMapTable (4.10.1);
// those of 49 and earlier by type inference (4.10.2), with jsr and ret; a class of version 50 that fails the first gets
// the second. What the verifier asks about other classes goes through struct verify_hierarchy, so it runs on the host
// as well as in the kernel. Final methods and classes, access to the superclass and loading constraints are not checked
// here but by linking.
#ifndef TRANSLATOR_READER_VERIFY_H
#define TRANSLATOR_READER_VERIFY_H

#include "base/arena.h"
#include "translator/reader/classfile.h"

enum verify_answer {
    VERIFY_NO,
    VERIFY_YES,
    VERIFY_FAILED, // a class could not be loaded: an exception is pending in the context, and verification ends
};

// Classes are named in internal form, as seen by the defining loader of the class being verified; a name equal to that
// class's own means the class itself. A hidden class is meant only by its this_class entry: elsewhere the name in its
// file is that of an ordinary class (Lookup.defineHiddenClass). Names are never arrays. Callbacks that may load are
// called as rarely, and in the same order, as HotSpot asks; equal names and Object as a target never lead to a
// question.
struct verify_hierarchy {
    void *context;
    // May load `name`.
    enum verify_answer (*is_interface)(void *context, struct text name);
    // Is `name` the class `super` or a subclass of it? Both are classes or interfaces; may load both.
    enum verify_answer (*is_subclass)(void *context, struct text name, struct text super);
    // Stores the name of the superclass of `name` in `super`; VERIFY_NO if it has none. May load `name`. The text must
    // live as long as the verification.
    enum verify_answer (*superclass)(void *context, struct text name, struct text *super);
    // Is `name` a proper superclass of the class being verified? By name alone; loads nothing.
    enum verify_answer (*is_own_superclass)(void *context, struct text name);
    // Is the field or method that `name` and `descriptor` find in `class_name` (a superclass of the class being
    // verified, or itself; its superclasses are searched too) protected, and declared in a different run-time package
    // from that of the class being verified?
    enum verify_answer (*is_protected_elsewhere)(void *context, struct text class_name, struct text name,
                                                 struct text descriptor, bool is_method);
    // the name of the this_class entry, which for a hidden class is not what the file says; empty if it is what the
    // file says
    struct text own_name;
};

// Returns true if every method passes. Otherwise `error` says why; error->exception is NULL after VERIFY_FAILED. `file`
// must have been parsed with all checks (not trusted), or come from an image whose classes are well-formed. Everything
// allocated in `arena` is released at the end.
bool verify_class(const struct classfile *file, struct arena *arena, const struct verify_hierarchy *hierarchy,
                  struct class_error *error);

#endif
