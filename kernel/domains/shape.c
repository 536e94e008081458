// What classes have to be for their objects to be copied; see shape.h.
#include "kernel/domains/shape.h"

#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/loader.h"

// java.lang.Enum extends Object, so it stands at the depth 1, and enums at 2.
const struct class *shape_enum_of(const struct class *class) {
    bool is_constant = class->depth >= 2 && class_is_boot(class_at(class->display[1]), "java/lang/Enum");
    return is_constant ? class_at(class->display[2]) : NULL;
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
    bool is_proxy = class->flags & CLASS_PROXY;
    if (is_proxy || (class->super && class_is_boot(class->super, "java/lang/reflect/Proxy"))) {
        return "a proxy cannot be copied";
    }
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

static bool is_boot(const struct class *class) { return !class->loader->object; }

const char *shape_difference(const struct class *from, const struct class *to) {
    static const char *const fields = "has other fields";
    if (class_is_array(from) || class_is_array(to)) return class_is_array(from) == class_is_array(to) ? NULL : fields;
    if (from->instance_bytes != to->instance_bytes) return fields;
    bool is_enum = shape_enum_of(from) == from;
    if (is_enum != (shape_enum_of(to) == to)) return fields;
    bool is_abstract = !is_enum && to->access_flags & (ACC_ABSTRACT | ACC_INTERFACE);
    for (; from && to; from = from->super, to = to->super) {
        if (from->name != to->name || !same_fields(from, to)) return fields;
        if (is_boot(from) != is_boot(to)) return "is of another kind (the class library's, or a program's)";
    }
    return from || to ? fields : is_abstract ? "is abstract" : NULL;
}

// ---- Types of references

u32 shape_type_length(const char *type) {
    const char *end = type;
    while (*end == '[') end++;
    if (*end == 'L') {
        while (*end != ';') end++;
    }
    return (u32)(end + 1 - type);
}

// All loaders mean the boot loader's class by this name: packages of such names are the class library's alone
// (loader_define.c), and each is of one of its modules.
static bool is_known_to_all(const struct class *class) {
    return class_is_primitive(class) || (is_boot(class) && strncmp(class->name->text, "java/", 5) == 0);
}

struct class *shape_type(const struct class *class, struct loader *loader, const char *type, u32 length) {
    ASSERT(length && (type[0] != 'L' || length >= 2));
    struct text text = {type, narrow_u16(length)};
    if (type[0] == 'L') text = (struct text){type + 1, narrow_u16(length - 2)};
    struct class *probable = (struct class *)(uintptr_t) class;
    if (symbol_is_text(class->name, text)) {
        const struct class *element = class_element(probable);
        if (element->loader == loader || is_known_to_all(element)) return probable;
    }
    const struct symbol *name = symbol_find(text.bytes, text.length);
    return name ? loader_find(loader, name) : NULL;
}
