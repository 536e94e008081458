// Which final fields keep the values that their initialisers have given them. From version 53 on, only the initialisers
// of a class store to its final fields; in an older class file any of its methods may (JVMS 6.5 putfield, putstatic),
// so such a class's methods are searched for stores once. Compilers write none. See build.h.
#include "translator/build.h"

#include "base/narrow.h"
#include "base/string.h"

// Marks the final fields that the store may be to. It may name a subclass, so the class that it names does not matter.
static void note_store(const struct builder *builder, const struct class *class, u32 index, u16 is_static) {
    struct member_ref named = classfile_member_ref(class->file, narrow_u16(index));
    for (u32 i = 0; i < class->field_count; i++) {
        struct field *field = &class->fields[i];
        arena_poll(builder->arena);
        if ((field->access_flags & (ACC_FINAL | ACC_STATIC)) == (ACC_FINAL | is_static) &&
            symbol_is_text(field->name, named.name) && symbol_is_text(field->descriptor, named.descriptor)) {
            field->changes = true;
        }
    }
}

static void note_stores(const struct builder *builder, const struct class *class, const struct method *method) {
    struct classfile_code code;
    const char *name = method->name->text;
    if (method->access_flags & (ACC_NATIVE | ACC_ABSTRACT) ||
        !classfile_code(class->file, &class->file->methods[method->index], &code)) {
        return;
    }
    for (u32 i = 0, length = 1; i < code.length && length; i += length) {
        const u8 *at = code.bytes + i;
        arena_poll(builder->arena);
        length = bytecode_length(code.bytes, code.length, i);
        if (*at == OP_putfield && strcmp(name, "<init>") != 0) note_store(builder, class, bytecode_u16(at + 1), 0);
        if (*at == OP_putstatic && strcmp(name, "<clinit>") != 0) {
            note_store(builder, class, bytecode_u16(at + 1), ACC_STATIC);
        }
    }
}

// Another thread that asks while this one polls searches, too, and finds the same.
static void find_changing(const struct builder *builder, struct class *class) {
    for (u32 i = 0; i < class->method_count; i++) note_stores(builder, class, &class->methods[i]);
    class->flags |= CLASS_FINALS_KNOWN;
}

bool build_is_final(const struct builder *builder, const struct field *field) {
    struct class *holder = field->holder;
    if (!(field->access_flags & ACC_FINAL)) return false;
    if (holder->file->major_version >= FINALS_CHECKED_VERSION) return true;
    if (!(holder->flags & CLASS_FINALS_KNOWN)) find_changing(builder, holder);
    return !field->changes;
}
