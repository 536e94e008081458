// Call sites of invokedynamic. The bootstrap methods that javac names for lambdas, string concatenation and records are not run: the kernel writes a
// hidden class for the site, a nest mate of the caller, whose static method does what the site's target would, and the site calls that.
// Thread level; may load classes and run Java.
#ifndef KERNEL_DYNAMIC_H
#define KERNEL_DYNAMIC_H

#include "kernel/class.h"
#include "kernel/class_writer.h"

// Which of them a call site names.
enum dynamic_kind {
    DYNAMIC_OTHER,       // any other: called as the JVMS says
    DYNAMIC_LAMBDA,      // LambdaMetafactory.metafactory
    DYNAMIC_ALT_LAMBDA,  // LambdaMetafactory.altMetafactory
    DYNAMIC_CONCAT,      // StringConcatFactory.makeConcat
    DYNAMIC_CONCAT_RECIPE,  // StringConcatFactory.makeConcatWithConstants
    DYNAMIC_RECORD,      // ObjectMethods.bootstrap
};

struct dynamic_site {
    struct class *caller;
    u16 index;           // of the InvokeDynamic entry in the caller's constant pool
    enum dynamic_kind kind;
    struct text name, descriptor;
    struct bootstrap_method bootstrap;
};

// Reads the entry. Pure.
struct dynamic_site dynamic_site(struct class *caller, u16 index);
// The static method that the site calls, with the site's descriptor. NULL: thread->exception says why.
struct method *dynamic_link(struct thread *thread, const struct dynamic_site *site);

// ---- Between the parts

static inline u16 dynamic_argument(const struct dynamic_site *site, u32 number) { return bytecode_u16(site->bootstrap.arguments + 2 * number); }
// Each writes the class's members, among them the static method DYNAMIC_TARGET with the site's descriptor, and finishes the file. False: thread->exception
// says why.
#define DYNAMIC_TARGET TEXT("target")
bool dynamic_write_lambda(struct thread *thread, const struct dynamic_site *site, struct class_writer *writer);
void dynamic_write_concat(const struct dynamic_site *site, struct class_writer *writer);
void dynamic_write_record(const struct dynamic_site *site, struct class_writer *writer);

#endif
