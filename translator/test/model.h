// A small class graph for host tests: enough of classes, methods, fields and link.h that the translator can be asked to
// translate any method of the JDK image or of class files in a directory, once with everything resolved (MODEL_LINKED)
// and once with nothing (MODEL_UNRESOLVED). Addresses are as in the guest: class data and mirrors lie low. No loaders,
// no access checks, no verification. Include it in one file of a test program.
#ifndef TRANSLATOR_TEST_MODEL_H
#define TRANSLATOR_TEST_MODEL_H

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/layout.h"
#include "base/panic.h"
#include "kernel/classes/link.h"
#include "kernel/classes/symbol.h"
#include "translator/reader/classfile.h"
#include "translator/reader/jimage.h"

#define MODEL_IMAGE "/usr/lib/jvm/java-17-openjdk-amd64/lib/modules"
#define MODEL_CLASSES 65536u

enum model_mode { MODEL_UNRESOLVED, MODEL_LINKED };

static struct {
    enum model_mode mode;
    bool initialised; // whether classes count as initialised when they are loaded
    struct jimage image;
    const char *directory;                // of class files, searched first
    struct class *classes[MODEL_CLASSES]; // by hash of the name
    u32 class_count;
    u8 *data_next, *fixed_next;
    struct arena arena; // of class files
    struct model_mark {
        u8 *data_next, *fixed_next, *arena;
        u32 class_count;
    } mark;
    u8 *kept_next;                // after all other class data: slots of classes that existed before the mark
    struct model_change *changes; // pointers that were set since the mark
    u32 change_count;
} model;

struct model_change {
    void **at, *before;
};

static struct class *model_class(const char *name);

__attribute__((noreturn)) static void model_exhausted(struct arena *arena) {
    (void)arena;
    fputs("not ok - the model's arena is full\n", stdout);
    exit(1);
}

static void *model_map(u64 start, u64 bytes) {
    void *at = mmap((void *)start, bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (at != (void *)start) {
        printf("not ok - cannot map %llx\n", (unsigned long long)start);
        exit(1);
    }
    return at;
}

static void *model_alloc(size_t bytes) {
    void *at = model.data_next;
    model.data_next += (bytes + 7) & ~(size_t)7;
    return at;
}

// ---- Undoing: what is made after model_set_mark is removed by model_release, except slots of classes that existed
// before

#define MODEL_CHANGES 65536u

// Every pointer from what may stay to what may go is set by this.
static void model_set(void *at, void *value) {
    if (model.changes && model.change_count == MODEL_CHANGES) panic("too many changes of the model");
    if (model.changes) model.changes[model.change_count++] = (struct model_change){at, *(void **)at};
    *(void **)at = value;
}

static inline void model_set_mark(void) {
    model.mark = (struct model_mark){model.data_next, model.fixed_next, arena_mark(&model.arena), model.class_count};
    model.kept_next = (u8 *)(uintptr_t)(CLASS_DATA_START + (CLASS_DATA_END - CLASS_DATA_START) / 2);
    model.changes = malloc(MODEL_CHANGES * sizeof(*model.changes));
}

static inline void model_release(void) {
    while (model.change_count) {
        const struct model_change *change = &model.changes[--model.change_count];
        *change->at = change->before;
    }
    memset(model.mark.data_next, 0, (size_t)(model.data_next - model.mark.data_next));
    memset(model.mark.fixed_next, 0, (size_t)(model.fixed_next - model.mark.fixed_next));
    model.data_next = model.mark.data_next;
    model.fixed_next = model.mark.fixed_next;
    model.class_count = model.mark.class_count;
    arena_release(&model.arena, model.mark.arena);
}

static void *model_alloc_slots(const struct class *referrer, size_t bytes) {
    if (!model.changes || (const u8 *)referrer >= model.mark.data_next) return model_alloc(bytes);
    void *at = model.kept_next;
    model.kept_next += ALIGN_UP(bytes, (size_t)8);
    return at;
}

// ---- Symbols

static const struct symbol *model_symbols[1 << 18];

const struct symbol *symbol_intern(const char *text, size_t length) {
    u32 hash = 2166136261u;
    for (size_t i = 0; i < length; i++) hash = (hash ^ (u8)text[i]) * 16777619u;
    u32 slot = hash & (COUNT_OF(model_symbols) - 1);
    for (; model_symbols[slot]; slot = (slot + 1) & (COUNT_OF(model_symbols) - 1)) {
        if (model_symbols[slot]->length == length && memcmp(model_symbols[slot]->text, text, length) == 0) {
            return model_symbols[slot];
        }
    }
    struct symbol *symbol = model_alloc(sizeof(*symbol) + length + 1);
    *symbol = (struct symbol){.hash = hash, .length = (u16)length};
    memcpy(symbol->text, text, length);
    model_set(&model_symbols[slot], symbol);
    return symbol;
}

const struct symbol *symbol_of(const char *text) { return symbol_intern(text, strlen(text)); }

static const struct symbol *model_symbol(struct text text) { return symbol_intern(text.bytes, text.length); }

// ---- Classes

// The translator's ASSERTs end here.
_Noreturn void panic(const char *format, ...) {
    printf("not ok - %s\n", format);
    abort();
}

static void model_start(const char *directory) {
    model.data_next = model_map(CLASS_DATA_START, CLASS_DATA_END - CLASS_DATA_START);
    model.fixed_next = model_map(FIXED_START, FIXED_END - FIXED_START);
    model.directory = directory;
    size_t bytes = 1u << 29;
    arena_init(&model.arena,
               mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0), bytes,
               model_exhausted);
    int file = open(MODEL_IMAGE, O_RDONLY);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) return;
    const u8 *image = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (!jimage_open(image, (u64)status.st_size, &model.image)) puts("# the JDK's image cannot be read");
}

static const u8 *model_bytes(const char *name, u64 *bytes) {
    char path[1024];
    snprintf(path, sizeof(path), "%s/%s.class", model.directory ? model.directory : "/nonexistent", name);
    int file = open(path, O_RDONLY);
    struct stat status;
    if (file >= 0 && fstat(file, &status) == 0) {
        *bytes = (u64)status.st_size;
        const u8 *at = mmap(NULL, *bytes, PROT_READ, MAP_PRIVATE, file, 0);
        close(file);
        return at;
    }
    snprintf(path, sizeof(path), "/java.base/%s.class", name);
    return model.image.bytes ? jimage_find(&model.image, path, bytes) : NULL;
}

static u32 model_field_bytes(char letter) {
    switch (letter) {
    case 'J':
    case 'D': return 8;
    case 'B':
    case 'Z': return 1;
    case 'C':
    case 'S': return 2;
    default: return 4;
    }
}

static struct class **model_slot(const char *name) {
    u32 slot = symbol_of(name)->hash % MODEL_CLASSES;
    while (model.classes[slot] && strcmp(model.classes[slot]->name->text, name) != 0) slot = (slot + 1) % MODEL_CLASSES;
    return &model.classes[slot];
}

static struct class *model_new_class(const char *name, u32 vtable_length) {
    struct class *class = model_alloc(sizeof(*class) + vtable_length * sizeof(u32));
    class->name = symbol_of(name);
    class->state = model.initialised ? CLASS_INITIALISED : CLASS_LINKED;
    class->sequence = ++model.class_count;
    class->mirror = (u32)(uintptr_t)model.fixed_next;
    class->vtable_length = vtable_length;
    model.fixed_next += 128;
    model_set(model_slot(name), class);
    return class;
}

static void model_set_display(struct class *class) {
    class->depth = class->super ? class->super->depth + 1 : 0;
    if (class->super) memcpy(class->display, class->super->display, sizeof(class->display));
    if (class->depth < CLASS_DISPLAY_DEPTH) class->display[class->depth] = class_address(class);
}

static struct class *model_primitive(char letter) {
    static const char letters[] = "ZCFDBSIJV";
    static const char *const names[] = {"boolean", "char", "float", "double", "byte", "short", "int", "long", "void"};
    const char *name = names[strchr(letters, letter) - letters];
    struct class **known = model_slot(name);
    if (*known) return *known;
    struct class *class = model_new_class(name, 0);
    class->primitive = letter;
    return class;
}

static struct class *model_array(struct class *component, const char *name) {
    struct class *object = model_class("java/lang/Object"), *class = model_new_class(name, object->vtable_length);
    char letter = component->primitive ? component->primitive : 'L';
    class->super = object;
    model_set_display(class);
    class->dimensions = (u8)(component->dimensions + 1);
    class->element_type = letter;
    class->element_shift = (u8)__builtin_ctz(model_field_bytes(letter));
    class->component = class_address(component);
    memcpy(class->vtable, object->vtable, object->vtable_length * sizeof(u32));
    model_set(&component->array_class, class);
    return class;
}

static struct class *model_array_named(const char *name) {
    char component[512];
    if (name[1] == '[') {
        struct class *nested = model_class(name + 1);
        return nested ? model_array(nested, name) : NULL;
    }
    if (name[1] != 'L') return model_array(model_primitive(name[1]), name);
    snprintf(component, sizeof(component), "%.*s", (int)strlen(name) - 3, name + 2);
    struct class *class = model_class(component);
    return class ? model_array(class, name) : NULL;
}

static void model_add_fields(struct class *class) {
    const struct classfile *file = class->file;
    class->field_count = file->field_count;
    class->fields = model_alloc(file->field_count * sizeof(*class->fields));
    class->instance_bytes = class->super ? class->super->instance_bytes : OBJECT_HEADER_BYTES;
    u32 static_bytes = 128; // after the fields of java.lang.Class
    for (u32 i = 0; i < file->field_count; i++) {
        struct field *field = &class->fields[i];
        *field = (struct field){class,
                                model_symbol(classfile_member_name(file, &file->fields[i])),
                                model_symbol(classfile_member_descriptor(file, &file->fields[i])),
                                0,
                                file->fields[i].access_flags,
                                (u16)i,
                                0,
                                false};
        field->type = field->descriptor->text[0] == '[' ? 'L' : field->descriptor->text[0];
        u32 size = model_field_bytes(field->type),
            *end = field->access_flags & ACC_STATIC ? &static_bytes : &class->instance_bytes;
        field->offset = (*end + size - 1) & ~(size - 1);
        *end = field->offset + size;
    }
    class->instance_bytes = (class->instance_bytes + 7) & ~7u;
    class->mirror = (u32)(uintptr_t)model.fixed_next;
    model.fixed_next += (static_bytes + 7) & ~7u;
}

static u16 model_method_flags(const struct classfile_member *member) {
    return (u16)((member->flags & CLASSFILE_CALLER_SENSITIVE ? METHOD_CALLER_SENSITIVE : 0) |
                 (member->flags & CLASSFILE_POLYMORPHIC_SIGNATURE ? METHOD_SIGNATURE_POLYMORPHIC : 0));
}

static void model_add_methods(struct class *class) {
    const struct classfile *file = class->file;
    class->method_count = file->method_count;
    class->methods = model_alloc(file->method_count * sizeof(*class->methods));
    for (u32 i = 0; i < file->method_count; i++) {
        struct text descriptor = classfile_member_descriptor(file, &file->methods[i]);
        struct method *method = &class->methods[i];
        method->holder = class;
        method->name = model_symbol(classfile_member_name(file, &file->methods[i]));
        method->descriptor = model_symbol(descriptor);
        method->access_flags = file->methods[i].access_flags;
        method->flags = model_method_flags(&file->methods[i]);
        method->index = (u16)i;
        method->argument_slots = (u16)(descriptor_argument_slots(descriptor) + !(method->access_flags & ACC_STATIC));
        method->vtable_index = -1;
        method->imt_slot = (method->name->hash ^ method->descriptor->hash) % CLASS_IMT_SLOTS;
        char letter = descriptor_return_letter(descriptor);
        method->return_type = letter == '[' ? 'L' : letter;
    }
}

static struct method *model_own_method(const struct class *class, const struct symbol *name,
                                       const struct symbol *descriptor) {
    for (u32 i = 0; i < class->method_count; i++) {
        if (class->methods[i].name == name && class->methods[i].descriptor == descriptor) return &class->methods[i];
    }
    return NULL;
}

static struct method *model_method(const struct class *class, const struct symbol *name,
                                   const struct symbol *descriptor) {
    for (const struct class *at = class; at; at = at->super) {
        struct method *method = model_own_method(at, name, descriptor);
        if (method) return method;
    }
    for (u32 i = 0; i < class->supertype_count; i++) {
        struct method *method = model_own_method(class->supertypes[i], name, descriptor);
        if (method && !(method->access_flags & (ACC_STATIC | ACC_PRIVATE))) return method;
    }
    return NULL;
}

static void model_fill_vtable(struct class *class) {
    u32 length = class->super ? class->super->vtable_length : 0;
    if (class->super) memcpy(class->vtable, class->super->vtable, length * sizeof(u32));
    for (u32 i = 0; i < class->method_count && !(class->access_flags & ACC_INTERFACE); i++) {
        struct method *method = &class->methods[i];
        if (method->access_flags & (ACC_STATIC | ACC_PRIVATE) || method->name->text[0] == '<') continue;
        for (u32 j = 0; j < length && method->vtable_index < 0; j++) {
            const struct method *above = (const struct method *)(uintptr_t) class->vtable[j];
            if (above->name == method->name && above->descriptor == method->descriptor) method->vtable_index = (s32)j;
        }
        if (method->vtable_index < 0) method->vtable_index = (s32)length++;
        if (class->vtable[method->vtable_index]) {
            ((struct method *)(uintptr_t) class->vtable[method->vtable_index])->is_overridden = true;
        }
        class->vtable[method->vtable_index] = method_address(method);
    }
    class->vtable_length = length;
}

static void model_add_supertypes(struct class *class) {
    const struct classfile *file = class->file;
    u32 count = class->super ? class->super->supertype_count : 0;
    struct class *found[512];
    for (u32 i = 0; i < count; i++) found[i] = class->super->supertypes[i];
    for (u32 i = 0; i < file->interface_count; i++) {
        char name[512];
        struct text text = classfile_class_name(file, classfile_interface(file, (u16)i));
        snprintf(name, sizeof(name), "%.*s", text.length, text.bytes);
        struct class *interface = model_class(name);
        if (interface == NULL) continue;
        found[count++] = interface;
        for (u32 j = 0; j < interface->supertype_count; j++) found[count++] = interface->supertypes[j];
    }
    class->supertype_count = count;
    class->supertypes = model_alloc(count * sizeof(*class->supertypes));
    if (count) memcpy(class->supertypes, found, count * sizeof(*found));
}

static struct class *model_define(const char *name, const struct classfile *file, struct class *super) {
    struct class *class = model_new_class(name, (super ? super->vtable_length : 0u) + file->method_count);
    class->file = file;
    class->super = super;
    class->access_flags = file->access_flags;
    model_set_display(class);
    model_add_fields(class);
    model_add_methods(class);
    model_fill_vtable(class);
    model_add_supertypes(class);
    return class;
}

static struct class *model_load(const char *name) {
    u64 bytes;
    const u8 *at = model_bytes(name, &bytes);
    struct class_error error;
    struct classfile *file = at ? classfile_parse(&model.arena, at, bytes, true, &error) : NULL;
    if (file == NULL) return NULL;
    struct class *super = NULL;
    if (file->super_class) {
        char text[512];
        snprintf(text, sizeof(text), "%.*s", classfile_class_name(file, file->super_class).length,
                 classfile_class_name(file, file->super_class).bytes);
        super = model_class(text);
        if (super == NULL) return NULL;
    }
    return model_define(name, file, super);
}

// By internal name; NULL if there is none.
static struct class *model_class(const char *name) {
    struct class **known = model_slot(name);
    if (*known) return *known;
    return name[0] == '[' ? model_array_named(name) : model_load(name);
}

static struct class *model_pool_class(const struct class *referrer, u16 index) {
    char name[512];
    struct text text = classfile_class_name(referrer->file, index);
    snprintf(name, sizeof(name), "%.*s", text.length, text.bytes);
    return model_class(name);
}

// ---- link.h

struct class *link_known_class(struct class *referrer, u16 index) {
    return model.mode == MODEL_LINKED ? model_pool_class(referrer, index) : NULL;
}

static struct field *model_field(const struct class *class, struct member_ref member, bool is_static) {
    const struct symbol *name = model_symbol(member.name), *descriptor = model_symbol(member.descriptor);
    for (const struct class *at = class; at; at = at->super) {
        for (u32 j = 0; j <= at->supertype_count; j++) {
            const struct class *from = j ? at->supertypes[j - 1] : at;
            for (u32 i = 0; i < from->field_count; i++) {
                struct field *field = &from->fields[i];
                if (field->name == name && field->descriptor == descriptor &&
                    !!(field->access_flags & ACC_STATIC) == is_static) {
                    return field;
                }
            }
        }
    }
    return NULL;
}

struct field *link_known_field(struct class *referrer, u16 index, bool is_static) {
    if (model.mode != MODEL_LINKED) return NULL;
    struct member_ref member = classfile_member_ref(referrer->file, index);
    return model_field(model_pool_class(referrer, member.class_index), member, is_static);
}

struct method *link_known_method(struct class *referrer, u16 index, enum slot_kind kind) {
    if (model.mode != MODEL_LINKED) return NULL;
    struct member_ref member = classfile_member_ref(referrer->file, index);
    struct class *class = model_pool_class(referrer, member.class_index);
    struct method *method =
        class ? model_method(class, model_symbol(member.name), model_symbol(member.descriptor)) : NULL;
    return method && !!(method->access_flags & ACC_STATIC) == (kind == SLOT_CALL_STATIC) ? method : NULL;
}

// All literals are one empty String.
ref link_known_string(struct class *referrer, u16 index) {
    static struct object *literal;
    (void)referrer;
    (void)index;
    if (model.mode != MODEL_LINKED) return 0;
    if (literal == NULL) {
        literal = (struct object *)model.fixed_next;
        literal->class_address = class_address(model_class("java/lang/String"));
        model.fixed_next += 32;
    }
    return (ref)(uintptr_t)literal;
}

struct class *link_known_type(const struct class *referrer, const char *descriptor) {
    char name[512];
    size_t length = (size_t)(descriptor_skip(descriptor) - descriptor);
    (void)referrer;
    if (*descriptor == '[') {
        snprintf(name, sizeof(name), "%.*s", (int)length, descriptor);
    } else {
        snprintf(name, sizeof(name), "%.*s", (int)length - 2, descriptor + 1);
    }
    return model.mode == MODEL_LINKED ? model_class(name) : NULL;
}

struct class *link_primitive_array(type_letter letter) {
    return model_class((char[]){'[', letter, 0});
}

// Slots are kept where the kernel keeps the pool's state. Those of calls hold a struct call_slot with entry 1, which no
// method has.
u32 *link_slot(struct class *referrer, u16 index, enum slot_kind kind) {
    if (referrer->pool == NULL) {
        referrer->pool = model_alloc_slots(referrer, referrer->file->pool_count * SLOT_KINDS * sizeof(u32));
    }
    u32 *slot = &((u32 *)referrer->pool)[(u32)index * SLOT_KINDS + kind];
    bool is_call = kind >= SLOT_CALL_STATIC && kind <= SLOT_CALL_INTERFACE;
    if (!is_call || *slot) return slot;
    struct call_slot *call = model_alloc_slots(referrer, sizeof(*call));
    *call = (struct call_slot){.entry = 1, .referrer = referrer, .index = index, .kind = (u16)kind};
    *slot = (u32)(uintptr_t)call;
    return slot;
}

bool link_may_store(const struct field *field, const struct method *method) {
    (void)field;
    (void)method;
    return true;
}

// Which instruction it is does not matter here.
u32 *link_site_slot(struct class *referrer, u16 index, const struct method *method, u32 bytecode_index) {
    (void)method;
    (void)bytecode_index;
    return link_slot(referrer, index, SLOT_CALL_STATIC);
}

struct method *link_known_site(struct class *referrer, u16 index, const struct method *method, u32 bytecode_index) {
    (void)referrer;
    (void)index;
    (void)method;
    (void)bytecode_index;
    return NULL;
}

struct profile *link_profile(struct method *method, u32 bytecode_index, bool makes) {
    struct profile *profile = (struct profile *)(uintptr_t)method->profiles;
    while (profile && profile->bytecode_index != bytecode_index) profile = (struct profile *)(uintptr_t)profile->next;
    if (profile || !makes) return profile;
    profile = model_alloc_slots(method->holder, profile_bytes(bytecode_index));
    *profile = (struct profile){.next = method->profiles, .bytecode_index = bytecode_index};
    method->profiles = (u32)(uintptr_t)profile;
    return profile;
}

// Nothing that follows it is run.
struct link_handle_path link_handle_path(const struct class *class) {
    (void)class;
    return (struct link_handle_path){8, 8, 8, 12, 8};
}

// A number from the environment, or `usual` if it has none of this name.
__attribute__((unused)) static u64 model_number(const char *name, u64 usual) {
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 10) : usual;
}

// Long sweeps take one of so many classes of java.base: all of them, unless SWEEP_PART says otherwise
// (tests/lib/Results.pm). TEST_SEED says from which class on.
__attribute__((unused)) static u32 model_sweep_part(void) { return (u32)model_number("SWEEP_PART", 1); }

// The name of the next class of a sweep that takes one of every `part`; `at` is where it goes on, at first 0. Returns
// false at the end.
__attribute__((unused)) static bool model_next_class(u32 *at, u32 part, char *name, size_t capacity) {
    u32 from = (u32)(model_number("TEST_SEED", 0) % part);
    while (*at < model.image.table_length) {
        u32 index = (*at)++;
        struct jimage_location location;
        if (index % part != from || !jimage_location(&model.image, index, &location)) continue;
        if (strcmp(location.module, "java.base") != 0 || strcmp(location.extension, "class") != 0) continue;
        snprintf(name, capacity, "%s%s%s", location.parent, location.parent[0] ? "/" : "", location.base);
        if (strcmp(name, "module-info") != 0) return true;
    }
    return false;
}

#endif
