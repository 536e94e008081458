// Offsets of the fields in kernel/classes/java_fields.h, looked up when first needed.
#include "kernel/classes/java_fields.h"

#include "base/panic.h"
#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/loader_table.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/heap/collection.h"
#include "kernel/heap/hooks.h"

static const struct {
    const char *class, *name, *descriptor;
} FIELDS[] = {
#define FIELD(id, class, name, descriptor) {class, name, descriptor},
    JAVA_FIELD_TABLE(FIELD)
#undef FIELD
};

// 0 if not looked up yet. All are fields of the boot loader's classes, which are laid out alike in every domain,
// because they come from the one image.
static u32 offsets[JAVA_FIELDS];

static const struct field *find_field(struct domain *domain, enum java_field field) {
    ASSERT_LOCKED();
    struct class *class = loader_table_find(&domain->boot_loader, symbol_of(FIELDS[field].class));
    const struct field *found = class ? class_field(class, FIELDS[field].name, FIELDS[field].descriptor) : NULL;
    if (!found) panic("%s.%s is missing: not a JDK 17", FIELDS[field].class, FIELDS[field].name);
    return found;
}

// A leaf comes without the lock, which finding the field needs.
static __attribute__((noinline)) void look_up(enum java_field field) {
    bool has_lock = kernel_is_locked();
    if (!has_lock) kernel_leaf_enter();
    offsets[field] = find_field(domain_of(thread_self()), field)->offset;
    if (!has_lock) kernel_leaf_leave();
}

u32 java_field_offset(enum java_field field) {
    if (UNLIKELY(!offsets[field])) look_up(field);
    return offsets[field];
}

void java_set_ref(ref object, enum java_field field, ref value) {
    heap_store_ref(object, java_field_offset(field), value);
}

ref java_field_mirror(struct domain *domain, enum java_field field) {
    return find_field(domain, field)->holder->mirror;
}

// ---- java.lang.ref, for the collector

static const char *const CLASSES[REFERENCE_KINDS] = {
    [REFERENCE_SOFT] = "java/lang/ref/SoftReference",
    [REFERENCE_WEAK] = "java/lang/ref/WeakReference",
    [REFERENCE_FINAL] = "java/lang/ref/FinalReference",
    [REFERENCE_PHANTOM] = "java/lang/ref/PhantomReference",
};

void collect_references_known(struct collection *collection) {
    for (u32 kind = 0; kind < REFERENCE_KINDS; kind++) {
        collection->reference_classes[kind] =
            loader_table_find(&collection->domain->boot_loader, symbol_of(CLASSES[kind]));
    }
    const struct class *soft = collection->reference_classes[REFERENCE_SOFT];
    if (soft && soft->state >= CLASS_LINKED) {
        ref mirror = java_field_mirror(collection->domain, FIELD_SoftReference_clock);
        collection->soft_clock = (s64 *)(uintptr_t)(mirror + java_field_offset(FIELD_SoftReference_clock));
        collection->soft_timestamp = java_field_offset(FIELD_SoftReference_timestamp);
    }
    collection->referent = java_field_offset(FIELD_Reference_referent);
    collection->discovered_field = java_field_offset(FIELD_Reference_discovered);
    collection->next_field = java_field_offset(FIELD_Reference_next);
}
