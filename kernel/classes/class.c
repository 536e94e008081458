// Looking things up in classes, subtype tests, names. Nothing here loads a class or runs Java, except
// for nest hosts, which are in class_access.c.
#include "kernel/classes/class.h"

#include "base/ascii.h"
#include "base/narrow.h"
#include "base/panic.h"
#include "base/print.h"
#include "base/string.h"
#include "kernel/classes/domain.h"
#include "kernel/memory/scratch.h"
#include "log/log.h"

// ---- Members

struct method *class_declared_method(const struct class *class, const struct symbol *name,
                                     const struct symbol *descriptor) {
    for (u32 i = 0; i < class->method_count; i++) {
        struct method *method = &class->methods[i];
        if (method->name == name && method->descriptor == descriptor) return method;
    }
    return NULL;
}

static struct field *class_declared_field(const struct class *class, const struct symbol *name,
                                          const struct symbol *descriptor) {
    for (u32 i = 0; i < class->field_count; i++) {
        struct field *field = &class->fields[i];
        if (field->name == name && field->descriptor == descriptor) return field;
    }
    return NULL;
}

static bool declares_or_inherits(struct class *interface, const struct symbol *name, const struct symbol *descriptor) {
    if (class_declared_field(interface, name, descriptor)) return true;
    for (u32 i = 0; i < interface->supertype_count; i++) {
        if (class_declared_field(interface->supertypes[i], name, descriptor)) return true;
    }
    return false;
}

// The first superinterface that has the field or inherits it, and so on upwards: as JVMS 5.4.3.2 has it, but without
// recursion, which could be deep.
static struct field *find_interface_field(struct class *class, const struct symbol *name,
                                          const struct symbol *descriptor) {
    for (u32 i = 0; i < class->interface_count;) {
        struct class *interface = class->interfaces[i++];
        if (!declares_or_inherits(interface, name, descriptor)) continue;
        struct field *field = class_declared_field(interface, name, descriptor);
        if (field) return field;
        class = interface;
        i = 0;
    }
    return NULL;
}

// JVMS 5.4.3.2: the class, its direct superinterfaces and theirs, its superclass.
struct field *class_find_field(struct class *class, const struct symbol *name, const struct symbol *descriptor) {
    for (; class; class = class->super) {
        struct field *field = class_declared_field(class, name, descriptor);
        if (!field) field = find_interface_field(class, name, descriptor);
        if (field) return field;
    }
    return NULL;
}

struct field *class_field(struct class *class, const char *name, const char *descriptor) {
    return class_find_field(class, symbol_of(name), symbol_of(descriptor));
}

bool method_is_initialiser(const struct method *method) { return method->name->text[0] == '<'; }

const struct classfile_member *class_method_member(const struct method *method) {
    return &method->holder->file->methods[method->index];
}
const struct classfile_member *class_field_member(const struct field *field) {
    return &field->holder->file->fields[field->index];
}

s32 method_line(const struct method *method, u32 bytecode_index) {
    struct classfile_code code;
    if (!classfile_code(method->holder->file, class_method_member(method), &code)) return -1;
    return classfile_line(method->holder->file, &code, bytecode_index);
}

// ---- Entries

// Whether a call of the method goes to the stub that initialises its class first: the method is static, and the class
// not initialised. (The thread that is initialising the class goes through the stub as well, so that no other gets past
// it.)
static bool class_entry_initialises(const struct method *method) {
    return method_is_static(method) && method->holder->state != CLASS_INITIALISED;
}

void class_set_entry(struct method *method) {
    if (method_is_abstract(method)) {
        method->entry = (u64)(uintptr_t)stub_abstract;
    } else if (!method->code || method->flags & METHOD_STALE || method->countdown < 0) {
        method->entry = (u64)(uintptr_t)stub_translate;
    } else if (class_entry_initialises(method)) {
        method->entry = (u64)(uintptr_t)stub_init_class;
    } else {
        method->entry = method->code->start;
    }
}

// ---- Types

static bool array_is_subclass(const struct class *class, const struct class *target) {
    const struct known *known = &class->domain->known;
    if (!class_is_array(target)) {
        return target == known->object || target == known->cloneable || target == known->serializable;
    }
    const struct class *component = class_at(class->component);
    const struct class *wanted = class_at(target->component);
    if (component == wanted) return true;
    return !class_is_primitive(component) && !class_is_primitive(wanted) && class_is_subclass(component, wanted);
}

bool class_implements(const struct class *class, const struct class *interface) {
    for (u32 i = 0; i < class->supertype_count; i++) {
        if (class->supertypes[i] == interface) return true;
    }
    return class == interface;
}

bool class_is_subclass(const struct class *class, const struct class *target) {
    if (class == target) return true;
    if (class_is_array(class)) return array_is_subclass(class, target);
    if (class_is_interface(target)) return class_implements(class, target);
    if (target->depth < CLASS_DISPLAY_DEPTH) return class->display[target->depth] == class_address(target);
    for (const struct class *at = class; at; at = at->super) {
        if (at == target) return true;
    }
    return false;
}

bool class_is_subclass_cached(struct class *class, struct class *target) {
    if (class->secondary_cache == class_address(target)) return true;
    if (!class_is_subclass(class, target)) return false;
    class->secondary_cache = class_address(target);
    return true;
}

struct text class_package(const struct class *class) {
    return (struct text){class->name->text, class->package_length};
}

void class_set_name(struct class *class, const struct symbol *name) {
    u16 length = narrow_u16(ascii_upto_last(name->text, name->length, '/'));
    class->name = name;
    class->package_length = length ? narrow_u16(length - 1) : 0;
}

bool class_same_package(const struct class *a, const struct class *b) {
    return a->loader == b->loader && text_equal(class_package(a), class_package(b));
}

// ---- Arrays

struct class *class_element(struct class *class) {
    while (class_is_array(class)) class = class_at(class->component);
    return class;
}

// ---- Names

char *class_external_name(const struct class *class, char *to, size_t bytes) {
    print_format(to, bytes, "%s", class->name->text);
    char *suffix = NULL;
    const struct class *element = class;
    while (class_is_array(element)) element = class_at(element->component);
    for (char *at = to; *at; at++) {
        if (*at == '/') {
            *at = '.';
        } else if (*at == '+') {
            suffix = at;
        }
    }
    if (element->flags & CLASS_HIDDEN && suffix) *suffix = '/';
    return to;
}

// Prints one type of a descriptor as source text; returns the text behind it.
static const char *print_type(const char *descriptor, char **to, const char *end) {
    u32 dimensions = 0;
    while (*descriptor == '[') {
        descriptor++;
        dimensions++;
    }
    static const char letters[] = "BCDFIJSZV";
    static const char *const names[] = {"byte", "char", "double", "float", "int", "long", "short", "boolean", "void"};
    char *at = *to;
    if (*descriptor == 'L') {
        for (descriptor++; *descriptor != ';'; descriptor++) {
            if (at < end) *at++ = *descriptor == '/' ? '.' : *descriptor;
        }
    } else {
        for (u32 i = 0; letters[i]; i++) {
            for (const char *name = names[i]; letters[i] == *descriptor && *name; name++) {
                if (at < end) *at++ = *name;
            }
        }
    }
    for (; dimensions && at + 1 < end; dimensions--) {
        *at++ = '[';
        *at++ = ']';
    }
    *to = at;
    return descriptor + 1;
}

// The method's name follows `prefix`.
static char *print_method(const struct method *method, const char *prefix, char *to, size_t bytes) {
    char *at = to;
    const char *end = to + bytes - 1;
    const char *descriptor = method->descriptor->text;
    const char *result = descriptor;
    while (*result != ')') result++;
    print_type(result + 1, &at, end);
    at += print_format(at, (size_t)(end - at) + 1, " %s%s(", prefix, method->name->text);
    if (at > end) at = to + bytes - 1;
    for (descriptor++; *descriptor != ')';) {
        descriptor = print_type(descriptor, &at, end);
        if (*descriptor != ')' && at + 1 < end) {
            *at++ = ',';
            *at++ = ' ';
        }
    }
    if (at < end) *at++ = ')';
    *at = 0;
    return to;
}

char *method_external_name(const struct method *method, char *to, size_t bytes) {
    char prefix[256];
    class_external_name(method->holder, prefix, sizeof(prefix) - 1);
    size_t length = strlen(prefix);
    prefix[length] = '.';
    prefix[length + 1] = 0;
    return print_method(method, prefix, to, bytes);
}

char *method_signature(const struct method *method, char *to, size_t bytes) {
    return print_method(method, "", to, bytes);
}
