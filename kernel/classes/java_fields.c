// Offsets of the fields in kernel/classes/java_fields.h, looked up when first needed.
#include "kernel/classes/java_fields.h"

#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/core/panic.h"
#include "kernel/heap/collect.h"
#include "kernel/heap/hooks.h"

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

// ---- java.lang.ref, for the collector

static const char *const CLASSES[REFERENCE_KINDS] = {
    [REFERENCE_SOFT] = "java/lang/ref/SoftReference",
    [REFERENCE_WEAK] = "java/lang/ref/WeakReference",
    [REFERENCE_FINAL] = "java/lang/ref/FinalReference",
    [REFERENCE_PHANTOM] = "java/lang/ref/PhantomReference",
};

void collect_references_known(struct collection *collection) {
    for (u32 kind = 0; kind < REFERENCE_KINDS; kind++) {
        collection->reference_classes[kind] = loader_find(&collection->domain->boot_loader, symbol_of(CLASSES[kind]));
    }
    collection->referent = java_field_offset(FIELD_Reference_referent);
    collection->discovered_field = java_field_offset(FIELD_Reference_discovered);
    collection->next_field = java_field_offset(FIELD_Reference_next);
}

s64 *collect_soft_clock(void) {
    return (s64 *)(uintptr_t)(java_field_mirror(FIELD_SoftReference_clock) +
                              java_field_offset(FIELD_SoftReference_clock));
}

u32 collect_soft_timestamp(void) { return java_field_offset(FIELD_SoftReference_timestamp); }
