// Classes: their life from class file to initialisation (JVMS 5.3.5, 5.4, 5.5), members, subtype tests. Layout of the
// structures: translator/object.h. Thread level only. Functions that take a thread may load classes, run Java and
// switch threads unless they say otherwise, and set thread->exception when they fail.
#ifndef KERNEL_CLASSES_CLASS_H
#define KERNEL_CLASSES_CLASS_H

#include "base/string.h"
#include "kernel/classes/loader_table.h"
#include "kernel/classes/symbol.h"
#include "kernel/core/thread.h"
#include "kernel/heap/hooks.h"
#include "translator/object.h"
#include "translator/reader/classfile.h"

// ---- From loaded to initialised

// Verifies and prepares the class: its superclasses first, then the class itself. Idempotent.
bool class_link(struct thread *thread, struct class *class);
// JVMS 5.5. Returns true at once if the class is initialised, or this thread is initialising it. Waits for another
// thread that is initialising it.
bool class_initialise(struct thread *thread, struct class *class);
static inline bool class_is_initialised(const struct class *class) { return class->state == CLASS_INITIALISED; }

// Sets what `method->entry` must be now: the method's code, or the stub that leads to it. Called again whenever either
// changes.
void class_set_entry(struct method *method);
// Hooks, in kernel/run/stubs.S: what the entry of a method or of an interface table can be besides code. None of these
// may be called from C.
extern const u8 stub_translate[]; // method without code yet: translates it and goes there
// static method of a class that is not initialised: initialises, then goes to the code
extern const u8 stub_init_class[];
extern const u8 stub_abstract[]; // raises AbstractMethodError
extern const u8 stub_imt[];      // struct imt_entry: r11d is the interface's method

// Hooks, implemented by kernel/code/code_log.c: the owner is ending, and with it the code of its classes, which leaves
// the log, between pauses of the collection, and then the registry.
struct owner;
void class_code_leave_log(const struct owner *owner);
void class_code_end(const struct owner *owner);

// ---- Arrays and primitives

static inline bool class_is_primitive(const struct class *class) { return class->primitive != 0; }
// Whether the class is the boot loader's class of this name.
static inline bool class_is_boot(const struct class *class, const char *name) {
    return !class->loader->object && strcmp(class->name->text, name) == 0;
}
static inline bool class_is_interface(const struct class *class) { return class->access_flags & ACC_INTERFACE; }
// The innermost element's class of an array class; any other class itself.
struct class *class_element(struct class *class);

// ---- Types

// Whether the class is the interface, or implements or extends it.
bool class_implements(const struct class *class, const struct class *interface);
// The same as class_is_subclass for translated code's slow path: keeps class->secondary_cache.
bool class_is_subclass_cached(struct class *class, struct class *target);
// Same defining loader and package.
bool class_same_package(const struct class *a, const struct class *b);
// The part of the name before the last '/'; empty for the unnamed package.
struct text class_package(const struct class *class);
// Sets the name and the length of its package, which is asked for often: a name may have 64 KiB.
void class_set_name(struct class *class, const struct symbol *name);

// ---- Members

// Finds a method declared in the class itself.
struct method *class_declared_method(const struct class *class, const struct symbol *name,
                                     const struct symbol *descriptor);
// Finds a field in the class, then in its superinterfaces, then in its superclasses (JVMS 5.4.3.2, without access
// checks). Returns NULL if there is none.
struct field *class_find_field(struct class *class, const struct symbol *name, const struct symbol *descriptor);
// By text; for the kernel's own use.
struct field *class_field(struct class *class, const char *name, const char *descriptor);
static inline bool method_is_static(const struct method *method) { return method->access_flags & ACC_STATIC; }
static inline bool method_is_native(const struct method *method) { return method->access_flags & ACC_NATIVE; }
static inline bool method_is_abstract(const struct method *method) { return method->access_flags & ACC_ABSTRACT; }
bool method_is_initialiser(const struct method *method);
const struct classfile_member *class_method_member(const struct method *method);
const struct classfile_member *class_field_member(const struct field *field);
static inline bool field_is_static(const struct field *field) { return field->access_flags & ACC_STATIC; }
// Address of a static field. Its class must be prepared.
static inline u32 field_static_address(const struct field *field) { return field->holder->mirror + field->offset; }
// The source line, or -1 if it is not known.
s32 method_line(const struct method *method, u32 bytecode_index);

// ---- Access (JVMS 5.4.4)

bool class_accessible(struct class *from, struct class *to);
bool class_is_accessor(const struct class *class);
// Whether it, or a class between it and `end`, whose constructor is called, is one of the JDK's whose objects the
// kernel and the library trust to come from their constructors: no domain but the first may make others (by
// Unsafe.allocateInstance, or ReflectionFactory). `end`: NULL if no constructor is called.
bool class_needs_constructor(const struct class *class, const struct class *end);
// `through` is the class named in the reference. Private members need nest mates, so this may load the nest host.
// Returns false without an exception if access is denied.
bool class_member_accessible(struct thread *thread, struct class *from, struct class *through, struct class *holder,
                             u16 access_flags);
// The class's nest host: the class itself, if it names none or one that does not know it (then without an exception).
// Returns NULL if a VirtualMachineError is pending.
struct class *class_nest_host(struct thread *thread, struct class *class);

// ---- Text

// The name as Java gives it ("java.lang.String"), terminated, cut to fit; returns `to`.
char *class_external_name(const struct class *class, char *to, size_t bytes);
// Which module and loader classes belong to: "A is in module java.base of loader 'bootstrap'", "A and B are in unnamed
// module of loader 'app'". Terminated, cut to fit; returns `to`.
#define CLASS_PLACES_BYTES 1200
char *class_place(const struct class *class, char *to, size_t bytes);
char *class_places(const struct class *a, const struct class *b, char *to, size_t bytes);
// class_place, followed by the parent of a loader that is not one of the JDK's own.
char *class_place_and_parent(const struct class *class, char *to, size_t bytes);
// "'app'", "'bootstrap'" (0), "Foo$Loader @1b2c3d", "'name' @1b2c3d".
char *class_loader_text(ref loader, char *to, size_t bytes);
// "class A (in unnamed module @1a2b) cannot access class p.B (in module m) because module m does not export p to
// unnamed module @1a2b"
char *class_export_text(const struct class *from, const struct class *to_class, char *to, size_t bytes);
// "void java.lang.String.m(int, java.lang.Object[])" as in HotSpot's messages.
char *method_external_name(const struct method *method, char *to, size_t bytes);
// The same without the class: "void m(int, java.lang.Object[])".
char *method_signature(const struct method *method, char *to, size_t bytes);

#endif
