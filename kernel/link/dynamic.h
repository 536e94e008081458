// Call sites of invokedynamic. The bootstrap methods that javac names for lambdas, string concatenation and records are
// not run: the kernel writes a hidden class for the site, a nest mate of the caller, whose static method does what the
// site's target would do, and the site calls that. Thread level; may load classes and run Java.
#ifndef KERNEL_LINK_DYNAMIC_H
#define KERNEL_LINK_DYNAMIC_H

#include "kernel/classes/class.h"
#include "kernel/classes/class_layout.h"
#include "kernel/link/class_writer.h"
#include "translator/object.h"

// Which of those bootstrap methods a call site names.
enum dynamic_kind {
    DYNAMIC_OTHER,         // any other: called as the JVMS says
    DYNAMIC_LAMBDA,        // LambdaMetafactory.metafactory
    DYNAMIC_ALT_LAMBDA,    // LambdaMetafactory.altMetafactory
    DYNAMIC_CONCAT,        // StringConcatFactory.makeConcat
    DYNAMIC_CONCAT_RECIPE, // StringConcatFactory.makeConcatWithConstants
    DYNAMIC_RECORD,        // ObjectMethods.bootstrap
};

// What altMetafactory's fourth argument asks for in addition.
enum dynamic_alt_flag { DYNAMIC_SERIALIZABLE = 1, DYNAMIC_MARKERS = 2, DYNAMIC_BRIDGES = 4 };

struct dynamic_site {
    struct class *caller;
    u16 index; // of the InvokeDynamic entry in the caller's constant pool
    enum dynamic_kind kind;
    struct text name, descriptor;
    struct bootstrap_method bootstrap;
};

// Reads the entry. Pure.
struct dynamic_site dynamic_site(struct class *caller, u16 index);
// The static method that the site calls, with the site's arguments. Returns NULL on failure; thread->exception says
// why.
struct method *dynamic_link(struct thread *thread, const struct dynamic_site *site);

// The static method for a call of a method of MethodHandle or VarHandle with a signature of its own: it takes the
// site's arguments, with the method handle first.
struct method *dynamic_link_handle(struct thread *thread, struct class *caller, u16 index);
// The address of the static field that holds a constant: MethodHandle, MethodType or Dynamic. Returns 0 on failure;
// thread->exception says why.
u32 dynamic_constant(struct thread *thread, struct class *caller, u16 index);

// ---- Between the parts

// Judges by the site's bootstrap method and its arguments: anything that is not as javac writes it is DYNAMIC_OTHER.
// Pure.
enum dynamic_kind dynamic_kind_of(const struct dynamic_site *site);

static inline u16 dynamic_argument(const struct dynamic_site *site, u32 number) {
    return bytecode_u16(site->bootstrap.arguments + 2 * number);
}
// Whether everything that a lambda's class would implement is an interface, as it was when the site was compiled. Also
// returns false with an exception pending.
bool dynamic_lambda_has_interfaces(struct thread *thread, const struct dynamic_site *site);

// Each writes the class's members, among them the static method DYNAMIC_TARGET with the site's descriptor, and finishes
// the file. Returns false on failure; thread->exception says why.
#define DYNAMIC_TARGET TEXT("target")
bool dynamic_write_lambda(struct thread *thread, const struct dynamic_site *site, struct class_writer *writer);
void dynamic_write_concat(const struct dynamic_site *site, struct class_writer *writer);
// The same for any other bootstrap method.
struct method *dynamic_link_other(struct thread *thread, const struct dynamic_site *site);
// Defines the class; `flags` are loader_define's.
struct class *dynamic_define(struct thread *thread, struct class *caller, const struct class_writer *writer, u32 flags);
// The name of a new class, in `text`, which has room for dynamic_name_bytes.
struct text dynamic_name(struct class *caller, const char *kind, char *text);
size_t dynamic_name_bytes(const struct class *caller);
void dynamic_write_record(const struct dynamic_site *site, struct class_writer *writer);

#endif
