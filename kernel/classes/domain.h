// A domain: a component with its own heap, class loaders, interned strings and statics. Whatever would be a global of
// the Java runtime is a field here. The first is made at boot, others by kernel/domains/; a thread belongs to one
// (thread->domain, which a new thread inherits).
#ifndef KERNEL_CLASSES_DOMAIN_H
#define KERNEL_CLASSES_DOMAIN_H

#include "base/arena.h"
#include "kernel/classes/javastring_table.h"
#include "kernel/classes/loader_table.h"
#include "kernel/core/memory.h"
#include "kernel/core/options.h"
#include "kernel/core/thread.h"
#include "kernel/core/thread_queue.h"
#include "kernel/heap/heap.h"
#include "kernel/memory/owner.h"
#include "kernel/memory/scratch.h"
#include "translator/object.h"
#include "translator/reader/jimage.h"

// Classes of java.base that the kernel knows. They are loaded, in this order, when the domain is made, and never NULL
// afterwards.
// clang-format off
#define KNOWN_CLASS_TABLE(CLASS) \
    CLASS(object, "java/lang/Object") \
    CLASS(class_, "java/lang/Class") \
    CLASS(string, "java/lang/String") \
    CLASS(cloneable, "java/lang/Cloneable") \
    CLASS(serializable, "java/io/Serializable") \
    CLASS(throwable, "java/lang/Throwable") \
    CLASS(error, "java/lang/Error") \
    CLASS(class_loader, "java/lang/ClassLoader") \
    CLASS(thread, "java/lang/Thread") \
    CLASS(stack_trace_element, "java/lang/StackTraceElement") \
    CLASS(reference, "java/lang/ref/Reference") \
    CLASS(module, "java/lang/Module") \
    CLASS(method_handle, "java/lang/invoke/MethodHandle") \
    CLASS(lambda_form, "java/lang/invoke/LambdaForm") \
    CLASS(member_name, "java/lang/invoke/MemberName") \
    CLASS(resolved_method, "java/lang/invoke/ResolvedMethodName") \
    CLASS(out_of_memory, "java/lang/OutOfMemoryError")
// clang-format on

// Fields that the object runtime itself reads and writes, as offsets in the object.
// clang-format off
#define KNOWN_FIELD_TABLE(FIELD) \
    FIELD(string_value, string, "value", "[B") \
    FIELD(string_coder, string, "coder", "B") \
    FIELD(string_hash, string, "hash", "I") \
    FIELD(class_component, class_, "componentType", "Ljava/lang/Class;") \
    FIELD(class_loader_of, class_, "classLoader", "Ljava/lang/ClassLoader;") \
    FIELD(class_module, class_, "module", "Ljava/lang/Module;") \
    FIELD(class_name, class_, "name", "Ljava/lang/String;") \
    FIELD(class_data, class_, "classData", "Ljava/lang/Object;") \
    FIELD(module_name, module, "name", "Ljava/lang/String;") \
    FIELD(handle_form, method_handle, "form", "Ljava/lang/invoke/LambdaForm;") \
    FIELD(form_entry, lambda_form, "vmentry", "Ljava/lang/invoke/MemberName;") \
    FIELD(member_method, member_name, "method", "Ljava/lang/invoke/ResolvedMethodName;") \
    FIELD(loader_name, class_loader, "name", "Ljava/lang/String;") \
    FIELD(loader_unnamed_module, class_loader, "unnamedModule", "Ljava/lang/Module;") \
    FIELD(throwable_backtrace, throwable, "backtrace", "Ljava/lang/Object;") \
    FIELD(throwable_message, throwable, "detailMessage", "Ljava/lang/String;") \
    FIELD(throwable_cause, throwable, "cause", "Ljava/lang/Throwable;") \
    FIELD(throwable_suppressed, throwable, "suppressedExceptions", "Ljava/util/List;") \
    FIELD(throwable_trace, throwable, "stackTrace", "[Ljava/lang/StackTraceElement;") \
    FIELD(throwable_depth, throwable, "depth", "I") \
    FIELD(element_class_object, stack_trace_element, "declaringClassObject", "Ljava/lang/Class;") \
    FIELD(element_loader_name, stack_trace_element, "classLoaderName", "Ljava/lang/String;") \
    FIELD(element_module_name, stack_trace_element, "moduleName", "Ljava/lang/String;") \
    FIELD(element_module_version, stack_trace_element, "moduleVersion", "Ljava/lang/String;") \
    FIELD(element_class, stack_trace_element, "declaringClass", "Ljava/lang/String;") \
    FIELD(element_method, stack_trace_element, "methodName", "Ljava/lang/String;") \
    FIELD(element_file, stack_trace_element, "fileName", "Ljava/lang/String;") \
    FIELD(element_line, stack_trace_element, "lineNumber", "I")
// clang-format on

struct known {
#define CLASS(id, name) struct class *id;
    KNOWN_CLASS_TABLE(CLASS)
#undef CLASS
#define FIELD(id, class, name, descriptor) u32 id;
    KNOWN_FIELD_TABLE(FIELD)
#undef FIELD
};

#define DOMAIN_PRIMITIVES 9 // Z C F D B S I J V
#define DOMAIN_CONSTRAINT_BUCKETS 256u
#define DOMAIN_BUILTIN_LOADERS 2
#define DOMAIN_KEPT_FILES 2

// By the number of its location in the image, the archive_hash of each class that the host has verified
// (base/archive.h). If count is 0 it has verified none, and the kernel verifies what it loads.
struct image_hashes {
    const u64 *of;
    u32 count;
};

// A reference that a room above keeps for the domain, in a list. Root.
struct domain_root {
    ref object;
    struct domain_root *next;
};

// One that keeps its object not alive, and becomes 0 when that is dead.
struct domain_weak {
    ref object;
    struct domain_weak *next;
};

struct files;
struct net;
struct net_user;
struct domain_run;
struct domain_services;
struct domain_natives;

struct domain {
    struct heap heap; // first: kernel/heap/ knows nothing else of a domain
    const char *name;
    struct domain *next;
    // The parts of the rooms above, each of which knows its own. Made with the domain, zeroed
    struct domain_run *run;           // kernel/run/domain_run.h
    struct domain_services *services; // kernel/domains/domain_services.h
    struct domain_natives *natives;   // kernel/natives/domain_natives.h
    struct files *files;              // kernel/files/; set by kernel/start.c before the domain runs Java
    struct net *net;                  // kernel/net/; NULL until the first socket
    const struct net_user *net_user;  // what of the host's network it may use; NULL: all, of the first one
    struct options options;           // what its program was started with; set as `files` is

    // Loaders and classes
    struct jimage image;          // lib/modules, where the boot loader finds its classes
    struct image_hashes verified; // those of its classes that the host has verified
    struct javastring_table strings;
    struct owners owners;
    struct loader boot_loader;
    struct loader *builtin_loaders[DOMAIN_BUILTIN_LOADERS]; // platform, application; NULL before they are first used
    u32 loader_count;
    struct known known;
    struct class *primitives[DOMAIN_PRIMITIVES];
    struct class *array_interfaces[2];      // which all array classes implement: Cloneable, Serializable
    struct method *load_class;              // ClassLoader.loadClass(String)
    struct class *first_class, *last_class; // of all loaders, in the order of `sequence`, linked by next_class
    u32 class_count, unloaded_count;        // that there have ever been
    u32 dynamic_count;                      // of classes written for call sites: numbers them in their names
    u32 mirror_class_offset;                // in a java.lang.Class object: the word that holds its struct class *
    ref java_base_module;                   // what mirrors of boot classes get; 0 until defineModule0(java.base). Root.
    u64 class_visits;                       // walks over supertypes so far
    struct thread_queue initialisation_waiters;
    struct loading *loading; // classes whose supertypes are being loaded, for finding circularity
    struct loader_constraint *constraints[DOMAIN_CONSTRAINT_BUCKETS]; // by name: loader_constraint.c
    struct class **kept_classes[DOMAIN_KEPT_FILES];                   // by number in a file of kept translations

    // References that the rooms above keep
    struct domain_root *roots; // services: kernel/domains/portals.c
    // Where the collector is in the list, and what comes next: while it copies the object other threads run, which may
    // end either
    struct domain_root *visited_root, *next_root;
    struct domain_weak *proxies;       // of services of others: kernel/domains/proxies.c
    struct domain_weak *memory_owners; // of blocks that it shares: kernel/domains/memories.c
    struct domain_weak *next_weak;     // of either, the one that a collection comes to next; NULL in between

    bool limits_events; // it may not record as many of the library's events as it likes
    bool *family_late;  // a scheduler of any of its family has taken too long; NULL: the first domain
};

_Static_assert(offsetof(struct domain, heap) == 0, "heap_of");

// Hooks: how many bytes the parts of those rooms have, each a multiple of 8.
extern const u32 domain_run_bytes, domain_services_bytes, domain_natives_bytes;

// All domains, in the order of their numbers. The first is the one that the machine was started for, and ends with it.
extern struct domain *domain_first;

// The first of all threads that have not ended, domain by domain; NULL if there is none.
const struct thread *domain_first_thread(void);
const struct thread *domain_next_thread(const struct thread *thread);

static inline struct domain *domain_of(const struct thread *thread) { return thread->domain; }

static inline struct account *domain_account(const struct domain *domain, enum account_kind kind) {
    return &domain->heap.accounts->of[kind];
}

// Never used again in a run, because the log names it.
u32 domain_new_number(void);

// The domain, which has no threads any more and is not the first, is taken out of the list of all.
void domain_leave_all(struct domain *domain);
// The type letters of the primitive classes, in the order of domain->primitives, and their names in the language.
extern const char domain_primitive_letters[DOMAIN_PRIMITIVES + 1];
extern const char *const domain_primitive_names[DOMAIN_PRIMITIVES];
// By a type letter from the descriptor of a field, or V.
struct class *domain_primitive(const struct domain *domain, type_letter letter);
// By its name in the language, such as "int"; NULL if there is none.
struct class *domain_primitive_named(const struct domain *domain, const char *name, size_t length);

#endif
