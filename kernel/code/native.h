// The natives that the class library calls: one table, made up of those in natives/*.c.
//
//   leaf        T fn(arguments...)                    raw references, no safepoint, no exception
//   locked      the same, under the kernel's lock: what it reads or writes is not its arguments' and its thread's alone
//   handle      T fn(struct thread *, arguments...)   references are handles; may collect and throw (by
//   thread->exception), runs no Java
//   re-entrant  the same, and may run Java, load classes and switch threads
//
// Static natives get no class argument; the others get the receiver first. boolean, byte, char, short and int are s32;
// references are returned raw (`ref`). A native that throws returns 0. Natives with float or double arguments or
// results are in *_fp.c.
#ifndef KERNEL_CODE_NATIVE_H
#define KERNEL_CODE_NATIVE_H

#include "kernel/core/thread.h"
#include "translator/program.h"

struct files;

// All natives of one class.
struct native_class {
    const char *name; // "java/lang/Object"; NULL ends a table
    const struct native *natives;
};

// For a table of natives: the C function is given as it is.
#define LEAF(name, descriptor, function) \
    { name, descriptor, (void *)(function), NATIVE_LEAF }
#define LOCKED(name, descriptor, function) \
    { name, descriptor, (void *)(function), NATIVE_LOCKED }
#define HANDLE(name, descriptor, function) \
    { name, descriptor, (void *)(function), NATIVE_HANDLE }
#define REENTRANT(name, descriptor, function) \
    { name, descriptor, (void *)(function), NATIVE_REENTRANT }
#define NATIVES_END \
    { NULL, NULL, NULL, NATIVE_LEAF }

// Calls `each` for every native; class "*" or descriptor "*" stands for any.
void native_each(void (*each)(void *context, const char *class_name, const char *name, const char *descriptor),
                 void *context);
// Writes them, one a line (class, name, descriptor), to the file /tmp/natives, for the host to save. In
// kernel/natives/list.c.
void native_list(struct files *files);

// One table for each file in natives/.
extern const struct native_class natives_array[], natives_channel[], natives_class[], natives_datagram[],
    natives_domain[], natives_portal[], natives_file[], natives_file_system[], natives_interface[], natives_invoke[],
    natives_lang[], natives_loader[], natives_log[], natives_math_fp[], natives_net[], natives_nio[], natives_prefs[],
    natives_process[], natives_select[], natives_reflect[], natives_reflect_guarded[], natives_path_socket[],
    natives_scheduler[], natives_socket[], natives_system[], natives_thread[], natives_unsafe[], natives_unsafe_fp[],
    natives_unsafe_guarded[], natives_unsafe_guarded_fp[], natives_zip[];
extern const struct native_class natives_constant_pool[], natives_executable[], natives_management[],
    natives_management_fp[], natives_management_memory[], natives_reflect_fp[], natives_stack[];

#endif
