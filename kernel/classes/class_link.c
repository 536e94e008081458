// Linking: verification, with the questions that the verifier asks about other classes, and loader constraints on
// overridden methods. JVMS 5.4.
#include "base/panic.h"
#include "base/print.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/class_find.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/link.h"
#include "kernel/classes/loader.h"
#include "kernel/classes/metaspace.h"
#include "kernel/core/scheduler.h"
#include "kernel/heap/raise.h"
#include "kernel/memory/workspace.h"
#include "log/log.h"
#include "translator/reader/verify.h"

// ---- What the verifier asks

struct question {
    struct thread *thread;
    struct class *class; // the class being verified
    struct workspace *workspace;
};

// As seen by the loader of the class being verified.
static struct class *class_for(const struct question *question, struct text name) {
    struct class *class = question->class;
    if (symbol_is_text(class->name, name)) return class;
    workspace_together(question->workspace);
    SYMBOL_HELD symbol = metaspace_symbol(question->thread, name.bytes, name.length);
    class = symbol ? loader_load(question->thread, class->loader, symbol) : NULL;
    workspace_alone(question->workspace);
    return class;
}

static enum verify_answer answer_is_interface(void *context, struct text name) {
    const struct class *class = class_for(context, name);
    if (!class) return VERIFY_FAILED;
    return class_is_interface(class) ? VERIFY_YES : VERIFY_NO;
}

static enum verify_answer answer_is_subclass(void *context, struct text name, struct text super) {
    const struct class *target = class_for(context, super);
    const struct class *class = target ? class_for(context, name) : NULL;
    if (!class) return VERIFY_FAILED;
    return class_is_subclass(class, target) ? VERIFY_YES : VERIFY_NO;
}

static enum verify_answer answer_superclass(void *context, struct text name, struct text *super) {
    const struct class *class = class_for(context, name);
    if (!class) return VERIFY_FAILED;
    if (!class->super) return VERIFY_NO;
    *super = (struct text){class->super->name->text, class->super->name->length};
    return VERIFY_YES;
}

static const struct class *own_superclass(const struct question *question, struct text name) {
    const struct class *class = question->class->super;
    while (class && !symbol_is_text(class->name, name)) class = class->super;
    return class;
}

static enum verify_answer answer_is_own_superclass(void *context, struct text name) {
    return own_superclass(context, name) ? VERIFY_YES : VERIFY_NO;
}

static bool is_protected_elsewhere(const struct question *question, struct text class_name, struct text name,
                                   struct text descriptor, bool is_method) {
    bool own = symbol_is_text(question->class->name, class_name);
    struct class *class = own ? question->class : (struct class *)own_superclass(question, class_name);
    const struct symbol *member_name = symbol_find(name.bytes, name.length);
    const struct symbol *member_descriptor = symbol_find(descriptor.bytes, descriptor.length);
    if (!class || !member_name || !member_descriptor) return false;
    const struct class *holder = NULL;
    u16 flags = 0;
    if (is_method) {
        const struct method *method = class_find_method(class, member_name, member_descriptor);
        if (method) holder = method->holder, flags = method->access_flags;
    } else {
        const struct field *field = class_find_field(class, member_name, member_descriptor);
        if (field) holder = field->holder, flags = field->access_flags;
    }
    return holder && flags & ACC_PROTECTED && !class_same_package(holder, question->class);
}

static enum verify_answer answer_is_protected_elsewhere(void *context, struct text class_name, struct text name,
                                                        struct text descriptor, bool is_method) {
    const struct question *question = context;
    workspace_together(question->workspace);
    bool is = is_protected_elsewhere(question, class_name, name, descriptor, is_method);
    workspace_alone(question->workspace);
    return is ? VERIFY_YES : VERIFY_NO;
}

// ---- Memory of the verifier. Verifying may run Java (loadClass), during which another class is verified, by this
// thread or another: each has an arena of its own. A class that needs more than it got is verified again with twice as
// much.

#define ARENA_BYTES (8 * MIB)
#define LARGEST_ARENA_BYTES (256 * MIB)

enum verify_outcome { OUTCOME_PASSED, OUTCOME_FAILED, OUTCOME_EXHAUSTED };

static __attribute__((noinline)) enum verify_outcome verify_in(struct workspace *workspace,
                                                               const struct classfile *file,
                                                               const struct verify_hierarchy *hierarchy,
                                                               struct class_error *error) {
    if (WORKSPACE_BEGIN_OR_EXHAUSTED(workspace)) return OUTCOME_EXHAUSTED;
    workspace_alone(workspace);
    bool passed = verify_class(file, &workspace->arena, hierarchy, error);
    workspace_together(workspace);
    return passed ? OUTCOME_PASSED : OUTCOME_FAILED;
}

static enum verify_outcome verify_with(struct workspace *workspace, u64 bytes, const struct classfile *file,
                                       const struct verify_hierarchy *hierarchy, struct class_error *error) {
    if (!workspace_in_scratch(workspace, bytes)) return OUTCOME_EXHAUSTED;
    enum verify_outcome outcome = verify_in(workspace, file, hierarchy, error);
    workspace_free(workspace);
    return outcome;
}

static bool verify(struct thread *thread, struct class *class) {
    struct workspace workspace;
    struct question question = {thread, class, &workspace};
    const struct verify_hierarchy hierarchy = {
        .context = &question,
        .is_interface = answer_is_interface,
        .is_subclass = answer_is_subclass,
        .superclass = answer_superclass,
        .is_own_superclass = answer_is_own_superclass,
        .is_protected_elsewhere = answer_is_protected_elsewhere,
        .own_name = {class->name->text, class->name->length},
    };
    struct class_error error;
    enum verify_outcome outcome = OUTCOME_EXHAUSTED;
    for (u64 bytes = ARENA_BYTES; outcome == OUTCOME_EXHAUSTED && bytes <= LARGEST_ARENA_BYTES; bytes *= 2) {
        outcome = verify_with(&workspace, bytes, class->file, &hierarchy, &error);
    }
    if (outcome == OUTCOME_PASSED) {
        class->flags |= CLASS_VERIFIED;
    } else if (outcome == OUTCOME_FAILED) {
        exception_throw_class_error(thread, &error);
    } else {
        exception_throw_out_of_memory(thread, "no memory to verify a class");
    }
    return outcome == OUTCOME_PASSED;
}

// ---- Loader constraints (JVMS 5.3.4): overriding methods of different loaders must mean the same types

static bool constrain(struct thread *thread, const struct class *class, const struct method *method,
                      const struct method *overridden) {
    if (method->holder->loader == overridden->holder->loader) return true;
    scheduler_poll_native(thread);
    char what[256], name[200];
    print_format(what, sizeof(what), "when linking class %s, which overrides %s",
                 class_external_name(class, name, sizeof(name)), overridden->name->text);
    return loader_constrain(thread, method->holder->loader, overridden->holder->loader, method->descriptor, what);
}

static bool constrain_methods(struct thread *thread, const struct class *class) {
    if (!class->loader->object || class_is_interface(class)) return true;
    for (u32 i = 0; class->super && i < class->super->vtable_length; i++) {
        const struct method *method = (const struct method *)(uintptr_t) class->vtable[i];
        if (method->holder == class &&
            !constrain(thread, class, method, (const struct method *)(uintptr_t) class->super->vtable[i])) {
            return false;
        }
    }
    for (u32 i = 0; i < CLASS_IMT_SLOTS; i++) {
        for (const struct imt_entry *entry = (const struct imt_entry *)(uintptr_t) class->imt[i]; entry && entry->key;
             entry = entry->next) {
            const struct method *key = (const struct method *)(uintptr_t)entry->key;
            if (!constrain(thread, class, (const struct method *)(uintptr_t)entry->target, key)) return false;
        }
    }
    return true;
}

// ---- The whole

static bool link_supertypes(struct thread *thread, struct class *class) {
    if (class->super && !class_link(thread, class->super)) return false;
    for (u32 i = 0; i < class->interface_count; i++) {
        if (!class_link(thread, class->interfaces[i])) return false;
    }
    return true;
}

bool class_link(struct thread *thread, struct class *class) {
    if (class->state != CLASS_LOADED) return true;
    if (!exception_check_stack(thread, 0) || !link_supertypes(thread, class)) return false;
    if (!(class->flags & CLASS_VERIFIED) && !class_is_accessor(class)) {
        struct log_stolen stolen = log_stolen_begin(&thread->log, STOLEN_LINKING);
        bool passed = verify(thread, class);
        log_stolen_end(&thread->log, &stolen);
        if (!passed) return false;
        scheduler_poll_native(thread); // an empty class has been no reason for that, and thousands may hang on this one
    }
    if (!constrain_methods(thread, class)) return false;
    // Java may have run meanwhile, and taken the class further.
    if (class->state == CLASS_LOADED) class->state = CLASS_LINKED;
    return true;
}
