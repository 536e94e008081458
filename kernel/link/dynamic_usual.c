// Which call sites are as javac writes them: only for those does the kernel write the class itself. A site that differs
// in anything (a constant of another kind, a count, a name, a type that would not convert) is left to java.lang.invoke,
// which finds the same errors as under HotSpot. Reads class files only.
#include "base/narrow.h"
#include "kernel/link/dynamic.h"
#include "kernel/run/values.h"

enum {
    CONCAT_SLOTS_MAX = 200,
    CAPTURE_SLOTS_MAX = 250,
    LAMBDA_SLOTS_MAX = 254, // besides the receiver
    COMPONENTS_MAX = 254,
    ALT_ARGUMENTS_MAX = 64,
    RECIPE_CONSTANTS_MAX = 200
};

#define LOOKUP_NAME "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;"
#define METHOD_TYPE "Ljava/lang/invoke/MethodType;"
#define METHOD_HANDLE "Ljava/lang/invoke/MethodHandle;"
#define CALL_SITE "Ljava/lang/invoke/CallSite;"

static bool has_tag(const struct dynamic_site *site, u32 number, u8 tag) {
    return number < site->bootstrap.argument_count &&
           classfile_has(site->caller->file, dynamic_argument(site, number), tag);
}

static u32 parameter_count(struct text descriptor) {
    u32 count = 0;
    for (const char *at = descriptor.bytes + 1; *at != ')'; at = descriptor_skip(at)) count++;
    return count;
}

static bool is_reference(struct text type) { return type.bytes[0] == 'L' || type.bytes[0] == '['; }

// ---- Concatenation

static bool is_concat_constant(const struct dynamic_site *site, u32 number) {
    return has_tag(site, number, POOL_STRING) || has_tag(site, number, POOL_INTEGER) ||
           has_tag(site, number, POOL_FLOAT) || has_tag(site, number, POOL_LONG) ||
           has_tag(site, number, POOL_DOUBLE) || has_tag(site, number, POOL_CLASS);
}

static bool recipe_fits(const struct dynamic_site *site) {
    if (!has_tag(site, 0, POOL_STRING) || site->bootstrap.argument_count > RECIPE_CONSTANTS_MAX) return false;
    struct text recipe = classfile_string(site->caller->file, dynamic_argument(site, 0));
    u32 arguments = 0, constants = 0;
    for (u32 i = 0; i < recipe.length; i++) {
        if (recipe.bytes[i] == '\1') arguments++;
        if (recipe.bytes[i] == '\2') constants++;
    }
    for (u32 i = 1; i <= constants; i++) {
        if (!is_concat_constant(site, i)) return false;
    }
    return arguments == parameter_count(site->descriptor) && constants + 1 == site->bootstrap.argument_count;
}

static bool concat_fits(const struct dynamic_site *site) {
    return text_is(descriptor_return(site->descriptor), "Ljava/lang/String;") &&
           descriptor_argument_slots(site->descriptor) <= CONCAT_SLOTS_MAX;
}

static bool is_plain_concat(const struct dynamic_site *site) {
    return site->bootstrap.argument_count == 0 && concat_fits(site);
}
static bool is_recipe_concat(const struct dynamic_site *site) { return concat_fits(site) && recipe_fits(site); }

// ---- Records

// "(LPoint;Ljava/lang/Object;)Z" and the like: the record first, then `rest`.
static bool takes_record(struct text descriptor, struct text record, const char *rest) {
    const char *first = descriptor.bytes + 1;
    if (*first != 'L') return false;
    const char *end = descriptor_skip(first);
    return text_equal(descriptor_class(descriptor_text(first)), record) &&
           text_is((struct text){end, narrow_u16(descriptor.length - (end - descriptor.bytes))}, rest);
}

// Checks that "a;b" are the names of the fields.
static bool names_fit(const struct dynamic_site *site, struct text names) {
    const struct classfile *file = site->caller->file;
    const char *at = names.bytes, *end = names.bytes + names.length;
    for (u32 i = 2; i < site->bootstrap.argument_count; i++) {
        struct text name =
            classfile_member_ref(file, classfile_method_handle(file, dynamic_argument(site, i)).reference).name;
        if (i > 2 && (at == end || *at++ != ';')) return false;
        if (end - at < name.length || !text_equal(name, (struct text){at, name.length})) return false;
        at += name.length;
    }
    return at == end;
}

static bool is_record(const struct dynamic_site *site) {
    const struct classfile *file = site->caller->file;
    if (!has_tag(site, 0, POOL_CLASS) || !has_tag(site, 1, POOL_STRING) ||
        site->bootstrap.argument_count > 2 + COMPONENTS_MAX) {
        return false;
    }
    struct text record = classfile_class_name(file, dynamic_argument(site, 0));
    if (!text_equal(record, classfile_name(file))) return false;
    const char *rest = text_is(site->name, "toString")   ? ")Ljava/lang/String;"
                       : text_is(site->name, "hashCode") ? ")I"
                       : text_is(site->name, "equals")   ? "Ljava/lang/Object;)Z"
                                                         : NULL;
    if (!rest || !takes_record(site->descriptor, record, rest)) return false;
    for (u32 i = 2; i < site->bootstrap.argument_count; i++) {
        if (!has_tag(site, i, POOL_METHOD_HANDLE)) return false;
        struct method_handle getter = classfile_method_handle(file, dynamic_argument(site, i));
        if (getter.kind != GET_FIELD || !text_equal(classfile_member_ref(file, getter.reference).class_name, record)) {
            return false;
        }
    }
    return names_fit(site, classfile_string(file, dynamic_argument(site, 1)));
}

// ---- Lambdas

// JLS 5.1.2
static bool widens(char from, char to) {
    static const char order[] = "BSIJFD";
    if (from == to) return true;
    if (from == 'Z' || to == 'Z' || to == 'C') return false;
    if (from == 'C') return to != 'B' && to != 'S';
    u32 first = 0, second = 0;
    while (order[first] != from) first++;
    while (order[second] != to) second++;
    return first < second;
}

static bool boxes_to(char letter, struct text type) {
    const struct box *box = box_of_type(type);
    if ((box && box->letter == letter) || text_is(type, "Ljava/lang/Object;")) return true;
    return letter != 'Z' && letter != 'C' && text_is(type, "Ljava/lang/Number;");
}

static bool unboxes_to(struct text type, char letter) {
    const struct box *box = box_of_type(type);
    return !box || widens(box->letter, letter); // any other type is first cast to the wrapper
}

static bool converts(struct text from, struct text to) {
    if (text_equal(from, to)) return true;
    if (from.bytes[0] == 'V' || to.bytes[0] == 'V') return false;
    if (is_reference(from)) return is_reference(to) || unboxes_to(from, to.bytes[0]);
    return is_reference(to) ? boxes_to(from.bytes[0], to) : widens(from.bytes[0], to.bytes[0]);
}

static bool returns_fit(struct text from, struct text to) { return to.bytes[0] == 'V' || converts(from, to); }

// What the interface's method takes, by one of its descriptors, and what the lambda takes, have the same shape.
static bool same_shape(struct text method, struct text instantiated) {
    const char *a = method.bytes + 1, *b = instantiated.bytes + 1;
    for (; *a != ')' && *b != ')'; a = descriptor_skip(a), b = descriptor_skip(b)) {
        if (is_reference(descriptor_text(a)) != is_reference(descriptor_text(b)) ||
            (!is_reference(descriptor_text(a)) && *a != *b)) {
            return false;
        }
    }
    struct text from = descriptor_return(method), to = descriptor_return(instantiated);
    return *a == *b && is_reference(from) == is_reference(to) && (is_reference(from) || from.bytes[0] == to.bytes[0]);
}

// The captured values followed by the lambda's arguments must fit those of the implementation, whose receiver, if there
// is one, is the first.
static bool arguments_fit(const struct dynamic_site *site, struct text instantiated, struct member_ref implementation,
                          bool has_receiver) {
    const char *captured = site->descriptor.bytes + 1, *own = instantiated.bytes + 1,
               *wanted = implementation.descriptor.bytes + 1;
    if (has_receiver) {
        const char **receiver = *captured != ')' ? &captured : &own;
        if (!is_reference(descriptor_text(*receiver))) return false;
        *receiver = descriptor_skip(*receiver);
    }
    for (; *captured != ')' && *wanted != ')'; captured = descriptor_skip(captured), wanted = descriptor_skip(wanted)) {
        if (!text_equal(descriptor_text(captured), descriptor_text(wanted))) return false;
    }
    for (; *own != ')' && *wanted != ')'; own = descriptor_skip(own), wanted = descriptor_skip(wanted)) {
        if (!converts(descriptor_text(own), descriptor_text(wanted))) return false;
    }
    return *captured == ')' && *own == ')' && *wanted == ')';
}

static bool lambda_fits(const struct dynamic_site *site) {
    const struct classfile *file = site->caller->file;
    if (!has_tag(site, 0, POOL_METHOD_TYPE) || !has_tag(site, 1, POOL_METHOD_HANDLE) ||
        !has_tag(site, 2, POOL_METHOD_TYPE)) {
        return false;
    }
    struct text method = classfile_method_type(file, dynamic_argument(site, 0)),
                instantiated = classfile_method_type(file, dynamic_argument(site, 2));
    struct method_handle target = classfile_method_handle(file, dynamic_argument(site, 1));
    if (target.kind < INVOKE_VIRTUAL || target.kind > INVOKE_INTERFACE ||
        descriptor_return(site->descriptor).bytes[0] != 'L') {
        return false;
    }
    struct member_ref implementation = classfile_member_ref(file, target.reference);
    bool makes = target.kind == NEW_INVOKE_SPECIAL, has_receiver = !makes && target.kind != INVOKE_STATIC;
    struct text result = descriptor_return(implementation.descriptor), expected = descriptor_return(instantiated);
    return descriptor_argument_slots(site->descriptor) <= CAPTURE_SLOTS_MAX &&
           descriptor_argument_slots(method) <= LAMBDA_SLOTS_MAX &&
           descriptor_argument_slots(implementation.descriptor) <= LAMBDA_SLOTS_MAX &&
           same_shape(method, instantiated) && arguments_fit(site, instantiated, implementation, has_receiver) &&
           (makes ? expected.bytes[0] == 'V' || is_reference(expected) : returns_fit(result, expected));
}

// `count` arguments from *next on, after a number that stands before them, must all be of this kind.
static bool has_list(const struct dynamic_site *site, u32 *next, u8 tag, struct text bridged) {
    if (!has_tag(site, *next, POOL_INTEGER)) return false;
    s32 count = classfile_int(site->caller->file, dynamic_argument(site, (*next)++));
    if (count < 0 || count > ALT_ARGUMENTS_MAX) return false;
    for (; count > 0; count--, (*next)++) {
        if (!has_tag(site, *next, tag)) return false;
        if (tag == POOL_METHOD_TYPE &&
            !same_shape(classfile_method_type(site->caller->file, dynamic_argument(site, *next)), bridged)) {
            return false;
        }
    }
    return true;
}

static bool is_lambda(const struct dynamic_site *site) {
    return site->bootstrap.argument_count == 3 && lambda_fits(site);
}

static bool is_alt_lambda(const struct dynamic_site *site) {
    if (!lambda_fits(site) || site->bootstrap.argument_count > ALT_ARGUMENTS_MAX || !has_tag(site, 3, POOL_INTEGER)) {
        return false;
    }
    const struct classfile *file = site->caller->file;
    s32 flags = classfile_int(file, dynamic_argument(site, 3));
    struct text instantiated = classfile_method_type(file, dynamic_argument(site, 2));
    u32 next = 4;
    if (flags & ~(DYNAMIC_SERIALIZABLE | DYNAMIC_MARKERS | DYNAMIC_BRIDGES)) return false;
    if (flags & DYNAMIC_MARKERS && !has_list(site, &next, POOL_CLASS, instantiated)) return false;
    if (flags & DYNAMIC_BRIDGES && !has_list(site, &next, POOL_METHOD_TYPE, instantiated)) return false;
    return next == site->bootstrap.argument_count;
}

// ---- The whole

enum dynamic_kind dynamic_kind_of(const struct dynamic_site *site) {
    static const struct {
        const char *class, *name, *descriptor;
        enum dynamic_kind kind;
        bool (*fits)(const struct dynamic_site *site);
    } known[] = {
        {"java/lang/invoke/LambdaMetafactory", "metafactory",
         LOOKUP_NAME METHOD_TYPE METHOD_TYPE METHOD_HANDLE METHOD_TYPE ")" CALL_SITE, DYNAMIC_LAMBDA, is_lambda},
        {"java/lang/invoke/LambdaMetafactory", "altMetafactory",
         LOOKUP_NAME METHOD_TYPE "[Ljava/lang/Object;)" CALL_SITE, DYNAMIC_ALT_LAMBDA, is_alt_lambda},
        {"java/lang/invoke/StringConcatFactory", "makeConcat", LOOKUP_NAME METHOD_TYPE ")" CALL_SITE, DYNAMIC_CONCAT,
         is_plain_concat},
        {"java/lang/invoke/StringConcatFactory", "makeConcatWithConstants",
         LOOKUP_NAME METHOD_TYPE "Ljava/lang/String;[Ljava/lang/Object;)" CALL_SITE, DYNAMIC_CONCAT_RECIPE,
         is_recipe_concat},
        {"java/lang/runtime/ObjectMethods", "bootstrap",
         LOOKUP_NAME "Ljava/lang/invoke/TypeDescriptor;Ljava/lang/Class;Ljava/lang/String;[" METHOD_HANDLE
                     ")Ljava/lang/Object;",
         DYNAMIC_RECORD, is_record},
    };
    const struct classfile *file = site->caller->file;
    struct method_handle method = classfile_method_handle(file, site->bootstrap.method_handle);
    if (method.kind != INVOKE_STATIC || classfile_tag(file, method.reference) != POOL_METHOD) return DYNAMIC_OTHER;
    struct member_ref member = classfile_member_ref(file, method.reference);
    for (u32 i = 0; i < COUNT_OF(known); i++) {
        if (text_is(member.class_name, known[i].class) && text_is(member.name, known[i].name) &&
            text_is(member.descriptor, known[i].descriptor)) {
            return known[i].fits(site) ? known[i].kind : DYNAMIC_OTHER;
        }
    }
    return DYNAMIC_OTHER;
}
