// String concatenation at a call site: a StringBuilder's appends, in the order of the recipe. In a recipe, \1 is the
// next argument and \2 the next constant of the bootstrap method; any other character stands for itself.
#include "base/narrow.h"
#include "base/panic.h"
#include "kernel/link/dynamic.h"

#define BUILDER TEXT("java/lang/StringBuilder")

// What append takes for a value with this descriptor.
static struct text append_descriptor(struct text type) {
    switch (type.bytes[0]) {
    case 'Z': return TEXT("(Z)Ljava/lang/StringBuilder;");
    case 'C': return TEXT("(C)Ljava/lang/StringBuilder;");
    case 'J': return TEXT("(J)Ljava/lang/StringBuilder;");
    case 'F': return TEXT("(F)Ljava/lang/StringBuilder;");
    case 'D': return TEXT("(D)Ljava/lang/StringBuilder;");
    case 'B':
    case 'S':
    case 'I': return TEXT("(I)Ljava/lang/StringBuilder;");
    default:
        return text_is(type, "Ljava/lang/String;") ? TEXT("(Ljava/lang/String;)Ljava/lang/StringBuilder;")
                                                   : TEXT("(Ljava/lang/Object;)Ljava/lang/StringBuilder;");
    }
}

static void append(struct class_writer *writer, struct text type) {
    class_writer_call(writer, OP_invokevirtual, BUILDER, TEXT("append"), append_descriptor(type));
}

static void append_text(struct class_writer *writer, struct text text) {
    if (text.length == 0) return;
    class_writer_op_u16(writer, OP_ldc_w, class_writer_string(writer, text));
    append(writer, TEXT("Ljava/lang/String;"));
}

static void append_constant(struct class_writer *writer, const struct classfile *file, u16 index) {
    u8 tag = classfile_tag(file, index);
    bool wide = tag == POOL_LONG || tag == POOL_DOUBLE;
    class_writer_op_u16(writer, wide ? OP_ldc2_w : OP_ldc_w, class_writer_copy(writer, file, index));
    append(writer, tag == POOL_STRING    ? TEXT("Ljava/lang/String;")
                   : tag == POOL_INTEGER ? TEXT("I")
                   : tag == POOL_FLOAT   ? TEXT("F")
                   : tag == POOL_LONG    ? TEXT("J")
                   : tag == POOL_DOUBLE  ? TEXT("D")
                                         : TEXT("Ljava/lang/Object;"));
}

// Appends the next argument: its descriptor begins at *at, its value is in *local. Returns false if there is none.
static bool append_argument(struct class_writer *writer, const char **at, u16 *local) {
    if (**at == ')') return false;
    struct text type = descriptor_text(*at);
    class_writer_load(writer, type.bytes[0], *local);
    append(writer, type);
    *local = narrow_u16(*local + descriptor_words(type.bytes[0]));
    *at += type.length;
    return true;
}

static void follow_recipe(const struct dynamic_site *site, struct class_writer *writer, struct text recipe) {
    const char *argument = site->descriptor.bytes + 1;
    u16 local = 0, constant = 1, start = 0;
    for (u16 i = 0; i < recipe.length; i++) {
        char c = recipe.bytes[i];
        if (c != '\1' && c != '\2') continue;
        append_text(writer, (struct text){recipe.bytes + start, narrow_u16(i - start)});
        start = narrow_u16(i + 1);
        if (c == '\1') {
            append_argument(writer, &argument, &local);
        } else if (constant < site->bootstrap.argument_count) {
            append_constant(writer, site->caller->file, dynamic_argument(site, constant++));
        }
    }
    append_text(writer, (struct text){recipe.bytes + start, narrow_u16(recipe.length - start)});
}

void dynamic_write_concat(const struct dynamic_site *site, struct class_writer *writer) {
    class_writer_begin_method(writer);
    class_writer_op_u16(writer, OP_new, class_writer_class(writer, BUILDER));
    class_writer_op(writer, OP_dup);
    class_writer_call(writer, OP_invokespecial, BUILDER, TEXT("<init>"), TEXT("()V"));
    if (site->kind == DYNAMIC_CONCAT_RECIPE) {
        follow_recipe(site, writer, classfile_string(site->caller->file, dynamic_argument(site, 0)));
    } else {
        const char *argument = site->descriptor.bytes + 1;
        for (u16 local = 0; append_argument(writer, &argument, &local);) {}
    }
    class_writer_call(writer, OP_invokevirtual, BUILDER, TEXT("toString"), TEXT("()Ljava/lang/String;"));
    class_writer_return(writer, 'L');
    class_writer_end_method(writer, ACC_STATIC, DYNAMIC_TARGET, site->descriptor, 4,
                            narrow_u16(descriptor_argument_slots(site->descriptor)));
    class_writer_finish(writer, ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC, NULL, 0);
}
