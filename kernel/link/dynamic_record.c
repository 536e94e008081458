// toString, equals and hashCode of a record. The bootstrap method's arguments are the record's class, the names of its
// components ("a;b"), and a method handle for each component's field.
#include "base/narrow.h"
#include "kernel/link/dynamic.h"
#include "kernel/run/values.h"

#define BUILDER TEXT("java/lang/StringBuilder")
#define FIRST_GETTER 2

static struct text record_name(const struct dynamic_site *site) {
    return classfile_class_name(site->caller->file, dynamic_argument(site, 0));
}

static u16 component_count(const struct dynamic_site *site) {
    return narrow_u16(site->bootstrap.argument_count - FIRST_GETTER);
}

static struct member_ref component_field(const struct dynamic_site *site, u16 number) {
    struct method_handle getter =
        classfile_method_handle(site->caller->file, dynamic_argument(site, FIRST_GETTER + number));
    return classfile_member_ref(site->caller->file, getter.reference);
}

// Pushes a component of the record that is in this local variable; returns its descriptor.
static struct text load_component(const struct dynamic_site *site, struct class_writer *writer, u16 number, u16 local) {
    struct member_ref field = component_field(site, number);
    class_writer_load(writer, 'L', local);
    class_writer_op_u16(writer, OP_getfield,
                        class_writer_member(writer, POOL_FIELD, record_name(site), field.name, field.descriptor));
    return field.descriptor;
}

// ---- toString

static void append(struct class_writer *writer, struct text descriptor) {
    class_writer_call(writer, OP_invokevirtual, BUILDER, TEXT("append"), descriptor);
}

static void append_text(struct class_writer *writer, struct text text) {
    class_writer_op_u16(writer, OP_ldc_w, class_writer_string(writer, text));
    append(writer, TEXT("(Ljava/lang/String;)Ljava/lang/StringBuilder;"));
}

static void append_value(struct class_writer *writer, char letter) {
    switch (letter) {
    case 'B':
    case 'S':
    case 'I': append(writer, TEXT("(I)Ljava/lang/StringBuilder;")); break;
    case 'Z': append(writer, TEXT("(Z)Ljava/lang/StringBuilder;")); break;
    case 'C': append(writer, TEXT("(C)Ljava/lang/StringBuilder;")); break;
    case 'J': append(writer, TEXT("(J)Ljava/lang/StringBuilder;")); break;
    case 'F': append(writer, TEXT("(F)Ljava/lang/StringBuilder;")); break;
    case 'D': append(writer, TEXT("(D)Ljava/lang/StringBuilder;")); break;
    default: append(writer, TEXT("(Ljava/lang/Object;)Ljava/lang/StringBuilder;"));
    }
}

static void write_to_string(const struct dynamic_site *site, struct class_writer *writer) {
    class_writer_op_u16(writer, OP_new, class_writer_class(writer, BUILDER));
    class_writer_op(writer, OP_dup);
    class_writer_call(writer, OP_invokespecial, BUILDER, TEXT("<init>"), TEXT("()V"));
    class_writer_op_u16(writer, OP_ldc_w, class_writer_class(writer, record_name(site)));
    class_writer_call(writer, OP_invokevirtual, TEXT("java/lang/Class"), TEXT("getSimpleName"),
                      TEXT("()Ljava/lang/String;"));
    append(writer, TEXT("(Ljava/lang/String;)Ljava/lang/StringBuilder;"));
    append_text(writer, TEXT("["));
    for (u16 i = 0; i < component_count(site); i++) {
        if (i) append_text(writer, TEXT(", "));
        append_text(writer, component_field(site, i).name);
        append_text(writer, TEXT("="));
        append_value(writer, load_component(site, writer, i, 0).bytes[0]);
    }
    append_text(writer, TEXT("]"));
    class_writer_call(writer, OP_invokevirtual, BUILDER, TEXT("toString"), TEXT("()Ljava/lang/String;"));
    class_writer_return(writer, 'L');
}

// ---- hashCode: 31 * h + the component's, from 0

static void hash_value(struct class_writer *writer, char letter) {
    const struct box *box = box_of_letter(letter);
    if (box) {
        class_writer_call(writer, OP_invokestatic, box->class, TEXT("hashCode"), box->hash_descriptor);
        return;
    }
    class_writer_call(writer, OP_invokestatic, TEXT("java/util/Objects"), TEXT("hashCode"),
                      TEXT("(Ljava/lang/Object;)I"));
}

static void write_hash_code(const struct dynamic_site *site, struct class_writer *writer) {
    class_writer_op(writer, OP_iconst_0);
    for (u16 i = 0; i < component_count(site); i++) {
        class_writer_op_u8(writer, OP_bipush, 31);
        class_writer_op(writer, OP_imul);
        hash_value(writer, load_component(site, writer, i, 0).bytes[0]);
        class_writer_op(writer, OP_iadd);
    }
    class_writer_return(writer, 'I');
}

// ---- equals

#define OTHER 2 // the local variable that holds the argument as a record

// Jumps away if the two differ; returns the jump.
static u16 compare_values(struct class_writer *writer, char letter) {
    switch (letter) {
    case 'F':
        class_writer_call(writer, OP_invokestatic, TEXT("java/lang/Float"), TEXT("compare"), TEXT("(FF)I"));
        break;
    case 'D':
        class_writer_call(writer, OP_invokestatic, TEXT("java/lang/Double"), TEXT("compare"), TEXT("(DD)I"));
        break;
    case 'J': class_writer_op(writer, OP_lcmp); break;
    case 'L':
    case '[':
        class_writer_call(writer, OP_invokestatic, TEXT("java/util/Objects"), TEXT("equals"),
                          TEXT("(Ljava/lang/Object;Ljava/lang/Object;)Z"));
        return class_writer_jump(writer, OP_ifeq);
    default: return class_writer_jump(writer, OP_if_icmpne);
    }
    return class_writer_jump(writer, OP_ifne);
}

static void return_boolean(struct class_writer *writer, bool value) {
    class_writer_op(writer, value ? OP_iconst_1 : OP_iconst_0);
    class_writer_return(writer, 'I');
}

static void write_equals(const struct dynamic_site *site, struct class_writer *writer) {
    u16 record = class_writer_class(writer, record_name(site)), count = component_count(site), different[count + 1u];
    class_writer_load(writer, 'L', 0);
    class_writer_load(writer, 'L', 1);
    u16 other = class_writer_jump(writer, OP_if_acmpne);
    return_boolean(writer, true);
    class_writer_land(writer, other);
    class_writer_frame(writer, 0);
    class_writer_load(writer, 'L', 1);
    class_writer_op_u16(writer, OP_instanceof, record);
    u16 is_record = class_writer_jump(writer, OP_ifne);
    return_boolean(writer, false);
    class_writer_land(writer, is_record);
    class_writer_frame(writer, 0);
    class_writer_load(writer, 'L', 1);
    class_writer_op_u16(writer, OP_checkcast, record);
    class_writer_op_u8(writer, OP_astore, OTHER);
    for (u16 i = 0; i < count; i++) {
        load_component(site, writer, i, 0);
        different[i] = compare_values(writer, load_component(site, writer, i, OTHER).bytes[0]);
    }
    return_boolean(writer, true);
    if (count == 0) return;
    for (u16 i = 0; i < count; i++) class_writer_land(writer, different[i]);
    class_writer_frame(writer, record);
    return_boolean(writer, false);
}

void dynamic_write_record(const struct dynamic_site *site, struct class_writer *writer) {
    class_writer_begin_method(writer);
    if (text_is(site->name, "toString")) {
        write_to_string(site, writer);
    } else if (text_is(site->name, "hashCode")) {
        write_hash_code(site, writer);
    } else {
        write_equals(site, writer);
    }
    class_writer_end_method(writer, ACC_STATIC, DYNAMIC_TARGET, site->descriptor, 6, 3);
    class_writer_finish(writer, ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC, NULL, 0);
}
