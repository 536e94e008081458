// See allocation.h.
#include "translator/allocation.h"

#include "base/narrow.h"
#include "log/log.h"
#include "translator/reader/classfile.h"

static u16 line_of(const struct allocation_place *place) {
    const struct classfile *file = place->method ? place->method->holder->file : NULL;
    struct classfile_code code;
    if (!file || !classfile_code(file, &file->methods[place->method->index], &code)) return 0;
    s32 line = classfile_line(file, &code, place->bytecode_index);
    return line > 0 && line <= (s32)UINT16_MAX ? narrow_u16(line) : 0;
}

u32 allocation_site(const struct allocation_place *place) {
    const struct log_site site = {
        .method = place->method ? place->method->id : 0,
        .class = place->class ? place->class->id : 0,
        .bytecode_index = narrow_u16(place->bytecode_index),
        .kind = place->kind,
        .object_bytes = place->object_bytes,
    };
    u32 number = log_allocation_find(&site);
    if (number) return number;
    struct text name = place->class_name;
    if (place->class && class_is_array(place->class)) {
        name = (struct text){place->class->name->text, place->class->name->length};
    }
    return log_allocation_add(&site, line_of(place), name.bytes, name.length);
}
