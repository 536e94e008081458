// Lambdas and method references: a class with the captured values as fields and, for each descriptor under which the
// interface's method may be called, one method, which calls the implementation with what was captured and its own
// arguments, converted as LambdaMetafactory's contract says. The site's target makes an instance; if nothing is
// captured there is one instance for the site, in a static field.
#include "base/narrow.h"
#include "base/print.h"
#include "kernel/classes/link_pool.h"
#include "kernel/classes/loader.h"
#include "kernel/classes/metaspace.h"
#include "kernel/link/dynamic.h"
#include "kernel/memory/scratch.h"
#include "kernel/run/values.h"

#define INSTANCE TEXT("instance")
#define SERIALIZABLE TEXT("java/io/Serializable")

struct lambda {
    const struct dynamic_site *site;
    struct class_writer *writer;
    struct text interface;            // its name
    struct text method, instantiated; // descriptors: the interface's method as declared, and as the lambda takes it
    struct method_handle handle;
    struct member_ref implementation;
    u8 tag; // of the implementation's entry
    u16 capture_count, capture_words;
    const char *receiver; // descriptor of the implementation's class
};

// ---- Conversions between types, by descriptors

static bool is_reference(struct text type) { return type.bytes[0] == 'L' || type.bytes[0] == '['; }

// Widening of primitives (JLS 5.1.2); types that differ only in sign extension are ints already.
static void widen(struct class_writer *writer, char from, char to) {
    static const u8 opcodes[][4] = {
        // to:  I  J       F       D
        {0, OP_i2l, OP_i2f, OP_i2d},
        {0, 0, OP_l2f, OP_l2d},
        {0, 0, 0, OP_f2d},
        {0, 0, 0, 0},
    };
    u32 row = from == 'J'   ? 1
              : from == 'F' ? 2
              : from == 'D' ? 3
                            : 0,
        column = to == 'J'   ? 1
                 : to == 'F' ? 2
                 : to == 'D' ? 3
                             : 0;
    if (opcodes[row][column]) class_writer_op(writer, opcodes[row][column]);
}

static void box(struct class_writer *writer, const struct box *as) {
    class_writer_call(writer, OP_invokestatic, as->class, TEXT("valueOf"), as->box_descriptor);
}

static void unbox(struct class_writer *writer, struct text class, const struct box *to) {
    class_writer_call(writer, OP_invokevirtual, class, to->unbox, to->unbox_descriptor);
}

static void cast(struct class_writer *writer, struct text from_class, struct text to_class) {
    if (text_equal(from_class, to_class) || text_is(to_class, "java/lang/Object")) return;
    class_writer_op_u16(writer, OP_checkcast, class_writer_class(writer, to_class));
}

static void convert_primitive(struct class_writer *writer, char from, struct text to) {
    if (!is_reference(to)) {
        widen(writer, from, to.bytes[0]);
        return;
    }
    const struct box *wanted = box_of_class(descriptor_class(to)), *own = box_of_letter(from);
    if (wanted) widen(writer, from, wanted->letter);
    box(writer, wanted ? wanted : own);
    if (!wanted) cast(writer, own->class, descriptor_class(to));
}

static bool is_number(char letter) { return letter != 'Z' && letter != 'C'; }

static void convert_to_primitive(struct class_writer *writer, struct text from_class, char to) {
    const struct box *source = box_of_class(from_class), *wanted = box_of_letter(to);
    if (source && is_number(source->letter)) {
        unbox(writer, source->class, wanted);
    } else if (source) {
        unbox(writer, source->class, source);
        widen(writer, source->letter, to);
    } else {
        struct text between = is_number(to) ? TEXT("java/lang/Number") : wanted->class;
        cast(writer, from_class, between);
        unbox(writer, between, wanted);
    }
}

// From the type that a value has to `to`; a reference is really of the type `meant`, and is checked for that.
static void convert(struct class_writer *writer, struct text from, struct text to, struct text meant) {
    if (from.bytes[0] == 'V' || to.bytes[0] == 'V') return;
    if (!is_reference(from)) {
        convert_primitive(writer, from.bytes[0], to);
        return;
    }
    struct text class = descriptor_class(from);
    if (is_reference(meant)) {
        cast(writer, class, descriptor_class(meant));
        class = descriptor_class(meant);
    }
    if (is_reference(to)) {
        cast(writer, class, descriptor_class(to));
    } else {
        convert_to_primitive(writer, class, to.bytes[0]);
    }
}

// ---- The captured values

static struct text capture_name(u32 number, char text[16]) {
    return (struct text){text, narrow_u16(print_format(text, 16, "arg$%u", number + 1))};
}

static struct text capture_type(const struct lambda *lambda, u32 number) {
    const char *at = lambda->site->descriptor.bytes + 1;
    while (number--) at = descriptor_skip(at);
    return descriptor_text(at);
}

static u16 capture_field(const struct lambda *lambda, u32 number) {
    char text[16];
    return class_writer_member(lambda->writer, POOL_FIELD, lambda->writer->name, capture_name(number, text),
                               capture_type(lambda, number));
}

static void load_capture(const struct lambda *lambda, u32 number) {
    class_writer_load(lambda->writer, 'L', 0);
    class_writer_op_u16(lambda->writer, OP_getfield, capture_field(lambda, number));
}

// The constructor's descriptor: the site's, but returning V.
static struct text constructor_descriptor(const struct lambda *lambda, char *text) {
    u16 length = 0;
    const struct text *site = &lambda->site->descriptor;
    while (site->bytes[length] != ')') text[length] = site->bytes[length], length++;
    text[length++] = ')';
    text[length++] = 'V';
    return (struct text){text, length};
}

static void write_constructor(const struct lambda *lambda) {
    struct class_writer *writer = lambda->writer;
    SCRATCH_ARRAY(char, text, lambda->site->descriptor.length + 2u);
    if (!text) {
        class_writer_fail(writer);
        return;
    }
    class_writer_begin_method(writer);
    class_writer_load(writer, 'L', 0);
    class_writer_call(writer, OP_invokespecial, TEXT("java/lang/Object"), TEXT("<init>"), TEXT("()V"));
    for (u16 i = 0, local = 1; i < lambda->capture_count; i++) {
        char name[16];
        struct text type = capture_type(lambda, i);
        class_writer_field(writer, ACC_PRIVATE | ACC_FINAL, capture_name(i, name), type);
        class_writer_load(writer, 'L', 0);
        class_writer_load(writer, type.bytes[0], local);
        class_writer_op_u16(writer, OP_putfield, capture_field(lambda, i));
        local = narrow_u16(local + descriptor_words(type.bytes[0]));
    }
    class_writer_return(writer, 'V');
    class_writer_end_method(writer, ACC_PRIVATE, TEXT("<init>"), constructor_descriptor(lambda, text), 3,
                            narrow_u16(lambda->capture_words + 1));
}

static void push_new(const struct lambda *lambda) {
    struct class_writer *writer = lambda->writer;
    SCRATCH_ARRAY(char, text, lambda->site->descriptor.length + 2u);
    if (!text) {
        class_writer_fail(writer);
        return;
    }
    class_writer_op_u16(writer, OP_new, writer->this_class);
    class_writer_op(writer, OP_dup);
    for (u16 i = 0, local = 0; i < lambda->capture_count; i++) {
        struct text type = capture_type(lambda, i);
        class_writer_load(writer, type.bytes[0], local);
        local = narrow_u16(local + descriptor_words(type.bytes[0]));
    }
    class_writer_call(writer, OP_invokespecial, writer->name, TEXT("<init>"), constructor_descriptor(lambda, text));
}

static u16 instance_field(const struct lambda *lambda) {
    return class_writer_member(lambda->writer, POOL_FIELD, lambda->writer->name, INSTANCE,
                               descriptor_return(lambda->site->descriptor));
}

static void write_instance(const struct lambda *lambda) {
    struct class_writer *writer = lambda->writer;
    class_writer_field(writer, ACC_PRIVATE | ACC_STATIC | ACC_FINAL, INSTANCE,
                       descriptor_return(lambda->site->descriptor));
    class_writer_begin_method(writer);
    push_new(lambda);
    class_writer_op_u16(writer, OP_putstatic, instance_field(lambda));
    class_writer_return(writer, 'V');
    class_writer_end_method(writer, ACC_STATIC, TEXT("<clinit>"), TEXT("()V"), 2, 0);
}

static void write_target(const struct lambda *lambda) {
    struct class_writer *writer = lambda->writer;
    if (!lambda->capture_count) write_instance(lambda);
    class_writer_begin_method(writer);
    if (lambda->capture_count) {
        push_new(lambda);
    } else {
        class_writer_op_u16(writer, OP_getstatic, instance_field(lambda));
    }
    class_writer_return(writer, 'L');
    class_writer_end_method(writer, ACC_STATIC, DYNAMIC_TARGET, lambda->site->descriptor,
                            narrow_u16(lambda->capture_words + 2), lambda->capture_words);
}

// ---- The interface's method

static bool has_receiver(const struct lambda *lambda) {
    return lambda->handle.kind != INVOKE_STATIC && lambda->handle.kind != NEW_INVOKE_SPECIAL;
}

static struct text receiver_type(const struct lambda *lambda) { return descriptor_text(lambda->receiver); }

// What the implementation takes as its argument `number`, counting the receiver.
static struct text implementation_argument(const struct lambda *lambda, u32 number) {
    if (has_receiver(lambda) && number-- == 0) return receiver_type(lambda);
    const char *at = lambda->implementation.descriptor.bytes + 1;
    while (number--) at = descriptor_skip(at);
    return descriptor_text(at);
}

static void call_implementation(const struct lambda *lambda) {
    const struct member_ref *member = &lambda->implementation;
    struct class_writer *writer = lambda->writer;
    u16 index =
        class_writer_member(writer, (enum pool_tag)lambda->tag, member->class_name, member->name, member->descriptor);
    u8 opcode = lambda->handle.kind == INVOKE_STATIC        ? OP_invokestatic
                : lambda->handle.kind == NEW_INVOKE_SPECIAL ? OP_invokespecial
                                                            : OP_invokevirtual;
    // Private methods of an interface are called through the interface, whatever the handle's kind says; so are those
    // that old compilers call with invokespecial.
    if (opcode == OP_invokevirtual && lambda->tag == POOL_INTERFACE_METHOD) {
        class_writer_interface_call(writer, index, narrow_u8(descriptor_argument_slots(member->descriptor) + 1));
    } else {
        class_writer_op_u16(writer, opcode, index);
    }
}

static void write_method(const struct lambda *lambda, struct text descriptor) {
    struct class_writer *writer = lambda->writer;
    class_writer_begin_method(writer);
    if (lambda->handle.kind == NEW_INVOKE_SPECIAL) {
        class_writer_op_u16(writer, OP_new, class_writer_class(writer, lambda->implementation.class_name));
        class_writer_op(writer, OP_dup);
    }
    for (u32 i = 0; i < lambda->capture_count; i++) load_capture(lambda, i);
    const char *own = descriptor.bytes + 1, *meant = lambda->instantiated.bytes + 1;
    u16 local = 1;
    for (u32 i = lambda->capture_count; *own != ')'; i++) {
        struct text type = descriptor_text(own);
        class_writer_load(writer, type.bytes[0], local);
        convert(writer, type, implementation_argument(lambda, i), descriptor_text(meant));
        local = narrow_u16(local + descriptor_words(type.bytes[0]));
        own += type.length;
        meant = descriptor_skip(meant);
    }
    call_implementation(lambda);
    struct text result = descriptor_return(descriptor);
    convert(writer,
            lambda->handle.kind == NEW_INVOKE_SPECIAL ? receiver_type(lambda)
                                                      : descriptor_return(lambda->implementation.descriptor),
            result, result);
    class_writer_return(writer, result.bytes[0]);
    u16 stack = narrow_u16(2u * local + lambda->capture_words + 4u);
    class_writer_end_method(writer, ACC_PUBLIC, lambda->site->name, descriptor, stack, local);
}

// ---- Serialisation: java.lang.invoke.SerializedLambda says what the site was

static void push_string(struct class_writer *writer, struct text text) {
    class_writer_op_u16(writer, OP_ldc_w, class_writer_string(writer, text));
}

static void push_captures(const struct lambda *lambda) {
    struct class_writer *writer = lambda->writer;
    class_writer_op_u16(writer, OP_sipush, lambda->capture_count);
    class_writer_op_u16(writer, OP_anewarray, class_writer_class(writer, TEXT("java/lang/Object")));
    for (u16 i = 0; i < lambda->capture_count; i++) {
        class_writer_op(writer, OP_dup);
        class_writer_op_u16(writer, OP_sipush, i);
        load_capture(lambda, i);
        convert(writer, capture_type(lambda, i), TEXT("Ljava/lang/Object;"), TEXT("Ljava/lang/Object;"));
        class_writer_op(writer, OP_aastore);
    }
}

static void write_replace(const struct lambda *lambda) {
    struct class_writer *writer = lambda->writer;
    const struct symbol *caller = lambda->site->caller->name;
    class_writer_begin_method(writer);
    class_writer_op_u16(writer, OP_new, class_writer_class(writer, TEXT("java/lang/invoke/SerializedLambda")));
    class_writer_op(writer, OP_dup);
    class_writer_op_u16(writer, OP_ldc_w, class_writer_class(writer, (struct text){caller->text, caller->length}));
    push_string(writer, lambda->interface);
    push_string(writer, lambda->site->name);
    push_string(writer, lambda->method);
    class_writer_op_u16(writer, OP_sipush, lambda->handle.kind);
    push_string(writer, lambda->implementation.class_name);
    push_string(writer, lambda->implementation.name);
    push_string(writer, lambda->implementation.descriptor);
    push_string(writer, lambda->instantiated);
    push_captures(lambda);
    class_writer_call(writer, OP_invokespecial, TEXT("java/lang/invoke/SerializedLambda"), TEXT("<init>"),
                      TEXT("(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;ILjava/lang/"
                           "String;Ljava/lang/String;"
                           "Ljava/lang/String;Ljava/lang/String;[Ljava/lang/Object;)V"));
    class_writer_return(writer, 'L');
    class_writer_end_method(writer, ACC_PRIVATE | ACC_FINAL, TEXT("writeReplace"), TEXT("()Ljava/lang/Object;"), 18, 1);
}

// ---- The whole

static void add_interface(struct text *interfaces, u16 *count, struct text name) {
    for (u16 i = 0; i < *count; i++) {
        if (text_equal(interfaces[i], name)) return;
    }
    interfaces[(*count)++] = name;
}

// The arguments of altMetafactory after the three common ones: flags; a count and markers; a count and bridges, as far
// as the flags say.
static void write_class(const struct lambda *lambda) {
    const struct dynamic_site *site = lambda->site;
    const struct classfile *file = site->caller->file;
    struct text interfaces[site->bootstrap.argument_count + 2u];
    u16 interface_count = 0, next = 3, flags = 0;
    add_interface(interfaces, &interface_count, lambda->interface);
    write_method(lambda, lambda->method);
    if (site->kind == DYNAMIC_ALT_LAMBDA) flags = narrow_u16(classfile_int(file, dynamic_argument(site, next++)));
    if (flags & DYNAMIC_SERIALIZABLE) add_interface(interfaces, &interface_count, SERIALIZABLE);
    if (flags & DYNAMIC_MARKERS) {
        for (s32 count = classfile_int(file, dynamic_argument(site, next++)); count > 0; count--) {
            add_interface(interfaces, &interface_count, classfile_class_name(file, dynamic_argument(site, next++)));
        }
    }
    if (flags & DYNAMIC_BRIDGES) {
        for (s32 count = classfile_int(file, dynamic_argument(site, next++)); count > 0; count--) {
            write_method(lambda, classfile_method_type(file, dynamic_argument(site, next++)));
        }
    }
    if (flags & DYNAMIC_SERIALIZABLE) write_replace(lambda);
    write_constructor(lambda);
    write_target(lambda);
    class_writer_finish(lambda->writer, ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC, interfaces, interface_count);
}

static bool is_interface(struct thread *thread, const struct dynamic_site *site, struct text name) {
    SYMBOL_HELD symbol = metaspace_symbol(thread, name.bytes, name.length);
    const struct class *class = symbol ? loader_load(thread, site->caller->loader, symbol) : NULL;
    return class && class_is_interface(class);
}

bool dynamic_lambda_has_interfaces(struct thread *thread, const struct dynamic_site *site) {
    const struct classfile *file = site->caller->file;
    if (!is_interface(thread, site, descriptor_class(descriptor_return(site->descriptor)))) return false;
    if (site->kind != DYNAMIC_ALT_LAMBDA || !(classfile_int(file, dynamic_argument(site, 3)) & DYNAMIC_MARKERS)) {
        return true;
    }
    s32 count = classfile_int(file, dynamic_argument(site, 4));
    for (s32 i = 0; i < count; i++) {
        if (!is_interface(thread, site, classfile_class_name(file, dynamic_argument(site, 5 + (u32)i)))) return false;
    }
    return true;
}

static void count_captures(struct lambda *lambda) {
    for (const char *at = lambda->site->descriptor.bytes + 1; *at != ')'; at = descriptor_skip(at)) {
        lambda->capture_count++;
    }
    lambda->capture_words = narrow_u16(descriptor_argument_slots(lambda->site->descriptor));
}

static enum slot_kind call_kind(const struct lambda *lambda) {
    switch (lambda->handle.kind) {
    case INVOKE_STATIC: return SLOT_CALL_STATIC;
    case INVOKE_VIRTUAL: return SLOT_CALL_VIRTUAL;
    case INVOKE_INTERFACE: return SLOT_CALL_INTERFACE;
    default: return SLOT_CALL_SPECIAL;
    }
}

bool dynamic_write_lambda(struct thread *thread, const struct dynamic_site *site, struct class_writer *writer) {
    const struct classfile *file = site->caller->file;
    struct lambda lambda = {.site = site, .writer = writer};
    lambda.interface = descriptor_class(descriptor_return(site->descriptor));
    lambda.method = classfile_method_type(file, dynamic_argument(site, 0));
    lambda.handle = classfile_method_handle(file, dynamic_argument(site, 1));
    lambda.instantiated = classfile_method_type(file, dynamic_argument(site, 2));
    // The site raises what resolving the implementation raises.
    if (!link_method(thread, site->caller, lambda.handle.reference, call_kind(&lambda))) return false;
    lambda.implementation = classfile_member_ref(file, lambda.handle.reference);
    lambda.tag = classfile_tag(file, lambda.handle.reference);
    struct text class = lambda.implementation.class_name;
    SCRATCH_ARRAY(char, receiver, class.length + 3u);
    if (!receiver) return metaspace_exhausted(thread);
    print_format(receiver, class.length + 3u, class.bytes[0] == '[' ? "%.*s" : "L%.*s;", (int)class.length,
                 class.bytes);
    lambda.receiver = receiver;
    count_captures(&lambda);
    write_class(&lambda);
    return true;
}
