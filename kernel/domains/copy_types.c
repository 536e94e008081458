// Declared types of copies; see copy_types.h.
#include "kernel/domains/copy_types.h"

#include "base/panic.h"
#include "base/print.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/loader.h"
#include "kernel/domains/shape.h"
#include "kernel/heap/raise.h"

bool copy_types_prepare(struct class *class) {
    size_t bytes = class->reference_offset_count * sizeof(u32);
    if (class->reference_types || !bytes) return true;
    u32 *types = owner_alloc(class->owner, bytes);
    if (!types) return false;
    memset(types, 0, bytes);
    class->reference_types = types;
    return true;
}

// ---- What does not fit

// "java.lang.String", "[Ljava.lang.String;", as Class.getName has it.
static void print_type(const char *type, u32 length, char *to, size_t bytes) {
    bool is_array = type[0] == '[';
    print_format(to, bytes, "%.*s", (int)(is_array ? length : length - 2), is_array ? type : type + 1);
    for (; *to; to++) {
        if (*to == '/') *to = '.';
    }
}

static enum copy_fit refuse(struct copy *copy, const struct copied *of, const struct copied *where, const char *type) {
    char reason[COPY_NAME_BYTES + 32];
    struct copied found = {.source = of->source, .parent = where->parent, .place = where->place};
    print_format(reason, sizeof(reason), "%s is not a %s", of->kind == COPY_PROXY ? "a proxy of it" : "its copy", type);
    copying_refuse_class(copy, &found, reason);
    return COPY_FITS_NOT;
}

static enum copy_fit refuse_type(struct copy *copy, const struct copied *of, const struct copied *where,
                                 const struct copy_want *type) {
    char name[COPY_NAME_BYTES];
    print_type(type->type, type->length, name, sizeof(name));
    return refuse(copy, of, where, name);
}

// As often as types are found missing, everything is looked at again: so several are loaded at a time.
static enum copy_fit want(struct copy *copy, const struct copy_want *type) {
    if (copy->want_count == COPY_WANTS_MOST) return COPY_FITS_LATER;
    for (u32 i = 0; i < copy->want_count; i++) {
        const struct copy_want *other = &copy->wants[i];
        if (other->loader == type->loader && other->length == type->length &&
            memcmp(other->type, type->type, type->length) == 0) {
            return COPY_FITS_LATER;
        }
    }
    ASSERT(type->length && copy->want_count < COPY_WANTS_MOST);
    copy->wants[copy->want_count++] = *type;
    return COPY_FITS_LATER;
}

bool copy_types_load(struct copy *copy) {
    for (u32 i = 0; i < copy->want_count; i++) {
        const struct copy_want *type = &copy->wants[i];
        char name[COPY_NAME_BYTES], text[2 * COPY_NAME_BYTES];
        if (loader_load_type(copy->thread, type->loader, type->type, type->length)) continue;
        if (!exception_is_end(copy->thread)) copy->thread->exception = 0;
        print_type(type->type, type->length, name, sizeof(name));
        print_format(text, sizeof(text), "the class %s, as which something is declared, is not there in the domain %s",
                     name, copy->to->name);
        copying_refuse(copy, text);
        return false;
    }
    return true;
}

// ---- Tests

static enum copy_fit test(struct copy *copy, const struct copy_want *type, const struct copied *of,
                          const struct copied *where, ref value, struct class **found) {
    const struct class *class = object_class(value);
    *found = shape_type(class, type->loader, type->type, type->length);
    if (!*found) return want(copy, type);
    return class_is_subclass(class, *found) ? COPY_FITS : refuse_type(copy, of, where, type);
}

static bool is_at(const struct field *field, u32 offset) { return !field_is_static(field) && field->offset == offset; }

// Fields of a class mostly lie in the order in which it has them: so the search goes on behind the last one, and all
// fields together take as long as the class has some.
static const struct field *find_behind(struct copy *copy, const struct class *class, u32 offset) {
    if (copy->field_of != class) return NULL;
    const struct class *holder = copy->field_holder;
    for (u32 i = copy->field_index + 1; i < holder->field_count; i++) {
        if (!is_at(&holder->fields[i], offset)) continue;
        copy->field_index = i;
        return &holder->fields[i];
    }
    return NULL;
}

static const struct field *field_at(struct copy *copy, const struct class *class, u32 offset) {
    const struct field *behind = find_behind(copy, class, offset);
    if (behind) return behind;
    for (const struct class *holder = class; holder; holder = holder->super) {
        for (u32 i = 0; i < holder->field_count; i++) {
            if (!is_at(&holder->fields[i], offset)) continue;
            copy->field_of = class;
            copy->field_holder = holder;
            copy->field_index = i;
            return &holder->fields[i];
        }
    }
    return NULL;
}

enum copy_fit copy_types_field(struct copy *copy, struct class *class, u32 index, const struct copied *of,
                               const struct copied *holder, ref value) {
    ASSERT(index < class->reference_offset_count);
    struct class *type = class_at(class->reference_types[index]);
    if (LIKELY(type && class_is_subclass_cached(object_class(value), type))) return COPY_FITS;
    u32 offset = class->reference_offsets[index];
    struct copied where = {.parent = (u32)(holder - copy->entries), .place = offset};
    const struct field *field = field_at(copy, class, offset);
    ASSERT(field);
    struct copy_want wanted = {field->holder->loader, field->descriptor->text, field->descriptor->length};
    if (type) return refuse_type(copy, of, &where, &wanted);
    enum copy_fit fit = test(copy, &wanted, of, &where, value, &type);
    if (fit == COPY_FITS) class->reference_types[index] = class_address(type);
    return fit;
}

enum copy_fit copy_types_element(struct copy *copy, u32 index, const struct copied *of, const struct copied *holder,
                                 ref value, struct class *component) {
    if (LIKELY(class_is_subclass_cached(object_class(value), component))) return COPY_FITS;
    char name[COPY_NAME_BYTES];
    struct copied where = {.parent = (u32)(holder - copy->entries), .place = index};
    return refuse(copy, of, &where, class_external_name(component, name, sizeof(name)));
}

enum copy_fit copy_types_root(struct copy *copy, const struct copy_root *root, const struct copied *of, ref value) {
    static const char any[] = "Ljava/lang/Object;";
    if (strncmp(root->type, any, sizeof(any) - 1) == 0) return COPY_FITS;
    struct class *type;
    struct copied where = {.parent = COPY_NONE, .place = root->place};
    struct copy_want wanted = {copy->source->declarer, root->type, shape_type_length(root->type)};
    return test(copy, &wanted, of, &where, value, &type);
}
