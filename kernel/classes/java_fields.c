// Offsets of the fields in kernel/classes/java_fields.h, looked up when first needed.
#include "kernel/classes/java_fields.h"

#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/core/panic.h"

static const struct {
    const char *class, *name, *descriptor;
} FIELDS[] = {
#define FIELD(id, class, name, descriptor) {class, name, descriptor},
    JAVA_FIELD_TABLE(FIELD)
#undef FIELD
};

static struct field *fields[JAVA_FIELDS];

// All are of the boot loader's classes, which are the same for every domain that uses the same image.
static struct field *field_of(enum java_field field) {
    if (LIKELY(fields[field] != NULL)) return fields[field];
    struct class *class = loader_find(&domain_of(thread_self())->boot_loader, symbol_of(FIELDS[field].class));
    fields[field] = class ? class_field(class, FIELDS[field].name, FIELDS[field].descriptor) : NULL;
    if (!fields[field]) panic("%s.%s is missing: not a JDK 17", FIELDS[field].class, FIELDS[field].name);
    return fields[field];
}

u32 java_field_offset(enum java_field field) { return field_of(field)->offset; }

void java_set_ref(ref object, enum java_field field, ref value) {
    heap_store_ref(object, java_field_offset(field), value);
}

ref java_field_mirror(enum java_field field) { return field_of(field)->holder->mirror; }
