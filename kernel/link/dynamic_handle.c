// Calls through method handles, variable handles and bootstrap methods of the program's own, and constants that are
// computed: java.lang.invoke's linkers (MethodHandleNatives.link...) say which method is to be called, and with which
// object as an additional argument. The kernel writes a hidden class for each: with a method that takes the site's
// arguments and adds that object, which is kept in a static field; or with the static field alone. So the collector
// needs to know nothing about call sites.
#include "base/narrow.h"
#include "base/panic.h"
#include "base/print.h"
#include "base/string.h"
#include "kernel/classes/class_layout.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/java.h"
#include "kernel/classes/javastring.h"
#include "kernel/classes/link.h"
#include "kernel/classes/link_pool.h"
#include "kernel/classes/loader.h"
#include "kernel/classes/metaspace.h"
#include "kernel/core/scheduler.h"
#include "kernel/heap/handle.h"
#include "kernel/link/dynamic.h"
#include "kernel/memory/scratch.h"
#include "kernel/run/exception.h"
#include "kernel/run/values.h"

#define LINKER "java/lang/invoke/MethodHandleNatives"
#define OBJECT "Ljava/lang/Object;"
#define APPENDIX TEXT("appendix")

// ---- Objects for what a constant pool contains. 0 means failure; thread->exception says why

static ref text_string(struct thread *thread, struct text text) {
    return javastring_interned(thread, text.bytes, text.length);
}

static ref type_mirror(struct thread *thread, struct class *caller, struct text type) {
    struct class *class = loader_load_type(thread, caller->loader, type.bytes, type.length);
    return class ? class->mirror : 0;
}

static u32 parameter_count(struct text descriptor) {
    u32 count = 0;
    for (const char *at = descriptor.bytes + 1; *at != ')'; at = descriptor_skip(at)) count++;
    return count;
}

#define TYPES_A_POLL 16u // each may be an array of 255 dimensions

static ref method_type(struct thread *thread, struct class *caller, struct text descriptor) {
    if (!java_class(thread, LINKER)) return 0;
    u32 mark = handle_mark(thread), count = parameter_count(descriptor);
    handle types = handle_new(thread, native_new_array(thread, "java/lang/Class", count));
    const char *at = descriptor.bytes + 1;
    for (u32 i = 0; *types && !thread->exception && i < count; i++, at = descriptor_skip(at)) {
        ref mirror = type_mirror(thread, caller, descriptor_text(at));
        if (mirror) array_set_ref(*types, i, mirror);
        if (i % TYPES_A_POLL == TYPES_A_POLL - 1) scheduler_poll_native(thread);
    }
    ref result = thread->exception ? 0 : type_mirror(thread, caller, descriptor_return(descriptor));
    if (result) {
        result = (ref)java_call_static(thread, LINKER, "findMethodHandleType",
                                       "(Ljava/lang/Class;[Ljava/lang/Class;)Ljava/lang/invoke/MethodType;",
                                       (u64[]){result, *types});
    }
    handle_release(thread, mark);
    return result;
}

static ref method_handle(struct thread *thread, struct class *caller, u16 index) {
    struct method_handle constant = classfile_method_handle(caller->file, index);
    struct member_ref member = classfile_member_ref(caller->file, constant.reference);
    struct class *holder = link_class(thread, caller, member.class_index);
    if (!holder || !java_class(thread, LINKER)) return 0;
    bool is_field = constant.kind <= PUT_STATIC;
    u32 mark = handle_mark(thread);
    handle type = handle_new(thread, is_field ? type_mirror(thread, caller, member.descriptor)
                                              : method_type(thread, caller, member.descriptor));
    ref name = *type ? text_string(thread, member.name) : 0, result = 0;
    if (name) {
        result = (ref)java_call_static(
            thread, LINKER, "linkMethodHandleConstant",
            "(Ljava/lang/Class;ILjava/lang/Class;Ljava/lang/String;Ljava/lang/Object;)Ljava/lang/invoke/MethodHandle;",
            (u64[]){caller->mirror, constant.kind, holder->mirror, name, *type});
    }
    handle_release(thread, mark);
    return result;
}

static u64 cell_bits(u32 cell, char letter) {
    switch (letter) {
    case 'Z': return *(u8 *)(uintptr_t)cell;
    case 'B': return (u64)(s64) * (s8 *)(uintptr_t)cell;
    case 'C': return *(u16 *)(uintptr_t)cell;
    case 'S': return (u64)(s64) * (s16 *)(uintptr_t)cell;
    case 'J':
    case 'D': return *(u64 *)(uintptr_t)cell;
    default: return *(u32 *)(uintptr_t)cell;
    }
}

static ref cell_object(struct thread *thread, struct class *caller, u16 index) {
    u32 cell = (u32)link_resolve(thread, caller, index, SLOT_CELL);
    if (!cell) return 0;
    char letter = classfile_tag(caller->file, index) == POOL_DYNAMIC
                      ? classfile_dynamic(caller->file, index).descriptor.bytes[0]
                      : 'L';
    return letter == 'L' || letter == '[' ? *(ref *)(uintptr_t)cell
                                          : native_box(thread, letter, cell_bits(cell, letter));
}

static ref constant_object(struct thread *thread, struct class *caller, u16 index) {
    const struct classfile *file = caller->file;
    struct class *class;
    switch (classfile_tag(file, index)) {
    case POOL_INTEGER: return native_box(thread, 'I', (u64)(s64)classfile_int(file, index));
    case POOL_FLOAT: return native_box(thread, 'F', classfile_float_bits(file, index));
    case POOL_LONG: return native_box(thread, 'J', (u64)classfile_long(file, index));
    case POOL_DOUBLE: return native_box(thread, 'D', classfile_double_bits(file, index));
    case POOL_STRING: return text_string(thread, classfile_string(file, index));
    case POOL_CLASS: class = link_class(thread, caller, index); return class ? class->mirror : 0;
    default: return cell_object(thread, caller, index);
    }
}

// ---- Bootstrap methods

struct bootstrap_call {
    handle method, name, type, arguments;
};

// Everything that is passed to a bootstrap method. `type` is a call site's type, or else the class of the constant.
static bool prepare_bootstrap(struct thread *thread, struct class *caller, struct dynamic_ref dynamic, bool is_call,
                              struct bootstrap_call *call) {
    struct bootstrap_method bootstrap = classfile_bootstrap_method(caller->file, dynamic.bootstrap_method);
    call->method = handle_new(thread, method_handle(thread, caller, bootstrap.method_handle));
    if (!*call->method) return false;
    call->name = handle_new(thread, text_string(thread, dynamic.name));
    if (!*call->name) return false;
    call->type = handle_new(thread, is_call ? method_type(thread, caller, dynamic.descriptor)
                                            : type_mirror(thread, caller, dynamic.descriptor));
    if (!*call->type) return false;
    u32 count = bootstrap.argument_count;
    call->arguments = handle_new(thread, count ? native_new_array(thread, "java/lang/Object", count) : 0);
    for (u32 i = 0; i < count && !thread->exception; i++) {
        ref value = constant_object(thread, caller, bytecode_u16(bootstrap.arguments + 2 * i));
        if (!thread->exception) array_set_ref(*call->arguments, i, value);
    }
    return !thread->exception;
}

// What comes out of the bootstrap method, or of making what it is given, if it is no Error (JVMS 5.4.3.6).
static void wrap_exception(struct thread *thread) {
    if (!thread->exception || java_exception_is(thread, "java/lang/Error")) return;
    u64 arguments[] = {0, java_take_exception(thread)};
    ref wrapped = java_new(thread, "java/lang/BootstrapMethodError", "(Ljava/lang/Throwable;)V", arguments);
    if (wrapped) exception_raise(thread, wrapped);
}

// ---- The class behind a site

static struct method *member_method(struct class *caller, ref member) {
    ASSERT(member);
    ref resolved = heap_load_ref(member, caller->domain->known.member_method);
    return (struct method *)(uintptr_t)heap_load_ref(resolved, DYNAMIC_RESOLVED_DIRECT);
}

static struct text symbol_text(const struct symbol *symbol) { return (struct text){symbol->text, symbol->length}; }

// Where an adapter's descriptor differs from the site's: its references are all of java.lang.Object, as nothing asks
// it, which is not verified, for their classes. So it has room for the method handle as well, however long the classes'
// names are.
struct adapted {
    struct text descriptor; // the site's
    bool takes_handle;      // before its parameters
};

static size_t adapted_bytes(struct adapted adapted) {
    return sizeof("()") + sizeof(OBJECT) * (parameter_count(adapted.descriptor) + 2);
}

static size_t put_type(char *to, char letter) {
    if (letter != 'L' && letter != '[') return print_format(to, 2, "%c", letter);
    return print_format(to, sizeof(OBJECT), OBJECT);
}

static struct text adapted_descriptor(struct adapted adapted, char *text) {
    size_t length = 0;
    text[length++] = '(';
    if (adapted.takes_handle) length += put_type(text + length, 'L');
    for (const char *at = adapted.descriptor.bytes + 1; *at != ')'; at = descriptor_skip(at)) {
        length += put_type(text + length, *at);
    }
    text[length++] = ')';
    length += put_type(text + length, descriptor_return(adapted.descriptor).bytes[0]);
    ASSERT(length < adapted_bytes(adapted));
    return (struct text){text, narrow_u16(length)};
}

// target(arguments) { return linker(arguments, appendix); }
static u16 write_adapter(struct class_writer *writer, struct text descriptor, const struct method *linker,
                         bool has_appendix) {
    class_writer_begin_method(writer);
    u16 local = 0;
    for (const char *at = descriptor.bytes + 1; *at != ')'; at = descriptor_skip(at)) {
        class_writer_load(writer, *at, local);
        local = narrow_u16(local + descriptor_words(*at));
    }
    class_writer_field(writer, ACC_PRIVATE | ACC_STATIC, APPENDIX, TEXT(OBJECT));
    if (has_appendix) {
        class_writer_op_u16(writer, OP_getstatic,
                            class_writer_member(writer, POOL_FIELD, writer->name, APPENDIX, TEXT(OBJECT)));
    }
    u16 index = class_writer_member(writer, POOL_METHOD, symbol_text(linker->holder->name), symbol_text(linker->name),
                                    symbol_text(linker->descriptor));
    class_writer_op_u16(writer, OP_invokestatic, index);
    class_writer_return(writer, descriptor_return(descriptor).bytes[0]);
    class_writer_end_method(writer, ACC_STATIC, DYNAMIC_TARGET, descriptor, narrow_u16(local + 2), local);
    class_writer_finish(writer, ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC, NULL, 0);
    return index;
}

// The linker's method may belong to a class without a name, and its types only resemble those of the site: so the entry
// is resolved already, and the class is not verified.
static struct method *make_adapter(struct thread *thread, struct class *caller, struct adapted adapted, handle member,
                                   handle appendixes) {
    struct method *linker = member_method(caller, *member);
    SCRATCH_ARRAY(char, name, dynamic_name_bytes(caller));
    SCRATCH_ARRAY(char, text, adapted_bytes(adapted));
    if (!name || !text) return metaspace_exhausted(thread);
    struct text descriptor = adapted_descriptor(adapted, text);
    struct class_writer writer;
    class_writer_init(&writer, dynamic_name(caller, "Site", name));
    u16 index = write_adapter(&writer, descriptor, linker, array_get_ref(*appendixes, 0) != 0);
    struct class *class = dynamic_define(thread, caller, &writer, DEFINE_TRUSTED | DEFINE_ADAPTER);
    class_writer_free(&writer);
    if (!class) return NULL;
    if (!owner_needs(class->owner, linker->holder->owner)) {
        exception_throw_out_of_memory(thread, "Metaspace");
        return NULL;
    }
    ASSERT(class->method_count == 1 && class->field_count == 1); // as it was written
    link_entry(class, index)->resolved = method_address(linker);
    heap_store_ref(class->mirror, class->fields[0].offset, array_get_ref(*appendixes, 0));
    return &class->methods[0];
}

static struct method *adapt(struct thread *thread, struct class *caller, struct adapted adapted, ref member,
                            handle appendixes) {
    return thread->exception || !member ? NULL
                                        : make_adapter(thread, caller, adapted, handle_new(thread, member), appendixes);
}

// ---- Calls

struct method *dynamic_link_other(struct thread *thread, const struct dynamic_site *site) {
    struct class *caller = site->caller;
    u32 mark = handle_mark(thread);
    struct bootstrap_call call;
    struct method *target = NULL;
    handle appendixes = handle_new(thread, native_new_array(thread, "java/lang/Object", 1));
    if (*appendixes && prepare_bootstrap(thread, caller, classfile_dynamic(caller->file, site->index), true, &call)) {
        ref member = (ref)java_call_static(
            thread, LINKER, "linkCallSite",
            "(" OBJECT "I" OBJECT OBJECT OBJECT OBJECT "[" OBJECT ")Ljava/lang/invoke/MemberName;",
            (u64[]){caller->mirror, site->index, *call.method, *call.name, *call.type, *call.arguments, *appendixes});
        target = adapt(thread, caller, (struct adapted){site->descriptor, false}, member, appendixes);
    }
    wrap_exception(thread);
    handle_release(thread, mark);
    return target;
}

struct method *dynamic_link_handle(struct thread *thread, struct class *caller, u16 index) {
    struct member_ref member = classfile_member_ref(caller->file, index);
    struct class *holder = link_class(thread, caller, member.class_index);
    if (!holder || !java_class(thread, LINKER)) return NULL;
    u32 mark = handle_mark(thread);
    struct method *target = NULL;
    handle appendixes = handle_new(thread, native_new_array(thread, "java/lang/Object", 1));
    handle type = handle_new(thread, *appendixes ? method_type(thread, caller, member.descriptor) : 0);
    handle name = handle_new(thread, *type ? text_string(thread, member.name) : 0);
    if (*name) {
        ref linker = (ref)java_call_static(
            thread, LINKER, "linkMethod",
            "(Ljava/lang/Class;ILjava/lang/Class;Ljava/lang/String;" OBJECT "[" OBJECT ")Ljava/lang/invoke/MemberName;",
            (u64[]){caller->mirror, INVOKE_VIRTUAL, holder->mirror, *name, *type, *appendixes});
        target = adapt(thread, caller, (struct adapted){member.descriptor, true}, linker, appendixes);
    }
    handle_release(thread, mark);
    return target;
}

// ---- Constants

static ref dynamic_value(struct thread *thread, struct class *caller, u16 index) {
    struct bootstrap_call call;
    if (!prepare_bootstrap(thread, caller, classfile_dynamic(caller->file, index), false, &call)) return 0;
    return (ref)java_call_static(thread, LINKER, "linkDynamicConstant",
                                 "(" OBJECT "I" OBJECT OBJECT OBJECT OBJECT ")" OBJECT,
                                 (u64[]){caller->mirror, index, *call.method, *call.name, *call.type, *call.arguments});
}

static u32 store_value(struct field *field, ref value) {
    ASSERT(field->access_flags & ACC_STATIC);
    u32 cell = field_static_address(field);
    type_letter letter;
    u64 bits;
    if (field->type == 'L') {
        heap_store_ref(field->holder->mirror, field->offset, value);
    } else if (native_unbox(value, &letter, &bits)) {
        memcpy((void *)(uintptr_t)cell, &bits, type_bytes(field->type));
    }
    return cell;
}

static u32 make_cell(struct thread *thread, struct class *caller, char letter, handle value) {
    SCRATCH_ARRAY(char, name, dynamic_name_bytes(caller));
    if (!name) {
        metaspace_exhausted(thread);
        return 0;
    }
    struct class_writer writer;
    class_writer_init(&writer, dynamic_name(caller, "Constant", name));
    bool is_reference = letter == 'L' || letter == '[';
    class_writer_field(&writer, ACC_PRIVATE | ACC_STATIC, TEXT("value"),
                       is_reference ? TEXT(OBJECT) : (struct text){&letter, 1});
    class_writer_finish(&writer, ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC, NULL, 0);
    struct class *class = dynamic_define(thread, caller, &writer, DEFINE_TRUSTED | DEFINE_ADAPTER);
    class_writer_free(&writer);
    return class ? store_value(&class->fields[0], *value) : 0;
}

u32 dynamic_constant(struct thread *thread, struct class *caller, u16 index) {
    const struct classfile *file = caller->file;
    u32 mark = handle_mark(thread);
    char letter = 'L';
    handle value = handle_new(thread, 0);
    switch (classfile_tag(file, index)) {
    case POOL_METHOD_HANDLE: *value = method_handle(thread, caller, index); break;
    case POOL_METHOD_TYPE: *value = method_type(thread, caller, classfile_method_type(file, index)); break;
    default:
        *value = dynamic_value(thread, caller, index);
        wrap_exception(thread);
        letter = classfile_dynamic(file, index).descriptor.bytes[0];
    }
    u32 cell = thread->exception ? 0 : make_cell(thread, caller, letter, value);
    handle_release(thread, mark);
    return cell;
}
