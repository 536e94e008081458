// What classes have to be for their objects to be copied; see shape.h.
#include "kernel/domains/shape.h"

#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"

const struct class *shape_enum_of(const struct class *class) {
    for (; class->super; class = class->super) {
        if (class_is_boot(class->super, "java/lang/Enum")) return class;
    }
    return NULL;
}

// The nodes of collections, of which only the whole is Serializable.
static bool is_of_collections(const struct class *class) {
    static const char *const packages[] = {"java/util", "java/util/concurrent"};
    struct text package = class_package(class);
    for (u32 i = 0; i < COUNT_OF(packages); i++) {
        if (package.length == strlen(packages[i]) && memcmp(package.bytes, packages[i], package.length) == 0) {
            return true;
        }
    }
    return false;
}

const char *shape_reason_against(const struct domain *domain, const struct class *class) {
    const u32 never = CLASS_IS_REFERENCE | CLASS_IS_LOADER | CLASS_HOLDS_METHOD | CLASS_HAS_FINALIZER;
    const struct known *known = &domain->known;
    if (class_is_array(class)) return NULL;
    if (class->flags & CLASS_HIDDEN) return "a lambda, or another class without a name, cannot be copied";
    if (class->flags & never || class_is_subclass(class, known->thread)) return "it is no plain data";
    if (class->super && class_is_boot(class->super, "java/lang/reflect/Proxy")) return "a proxy cannot be copied";
    bool may = class->loader->object || class == known->object || class_is_subclass(class, known->serializable) ||
               is_of_collections(class);
    return may ? NULL : "it is not Serializable, and of the JDK";
}

static bool same_fields(const struct class *a, const struct class *b) {
    if (a->field_count != b->field_count) return false;
    for (u32 i = 0; i < a->field_count; i++) {
        const struct field *of_a = &a->fields[i], *of_b = &b->fields[i];
        if (of_a->name != of_b->name || of_a->descriptor != of_b->descriptor) return false;
        if (field_is_static(of_a) != field_is_static(of_b)) return false;
        if (!field_is_static(of_a) && of_a->offset != of_b->offset) return false;
    }
    return true;
}

bool shape_is_same(const struct class *a, const struct class *b) {
    if (class_is_array(a) || class_is_array(b)) return class_is_array(a) == class_is_array(b);
    if (a->instance_bytes != b->instance_bytes || (shape_enum_of(a) == a) != (shape_enum_of(b) == b)) return false;
    for (; a && b; a = a->super, b = b->super) {
        if (a->name != b->name || !same_fields(a, b)) return false;
    }
    return !a && !b;
}
