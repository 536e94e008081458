// See class_array.h.
#include "kernel/classes/class_array.h"

#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/class_create.h"
#include "kernel/classes/class_tables.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/mirror.h"
#include "kernel/memory/scratch.h"
#include "log/log.h"

static u8 element_shift(const struct class *component) {
    switch (component->primitive) {
    case 'Z':
    case 'B': return 0;
    case 'C':
    case 'S': return 1;
    case 'J':
    case 'D': return 3;
    default: return 2;
    }
}

static const struct symbol *array_name(const struct class *component) {
    const struct symbol *name = component->name;
    SCRATCH_ARRAY(char, text, name->length + 3u);
    if (!text) return NULL;
    size_t length = 0;
    text[length++] = '[';
    if (component->primitive) {
        text[length++] = component->primitive;
    } else {
        bool plain = !class_is_array(component);
        if (plain) text[length++] = 'L';
        memcpy(text + length, name->text, name->length);
        length += name->length;
        if (plain) text[length++] = ';';
    }
    return symbol_intern(text, length < UINT16_MAX ? length : UINT16_MAX); // no class can be found by a longer name
}

// Returns NULL if there is no room.
static struct class *create_array(struct class *component) {
    struct domain *domain = component->domain;
    struct class *object = domain->known.object;
    const struct symbol *name = array_name(component);
    struct class *class =
        name ? class_create_bare(component->owner, component->loader, name, object->vtable_length) : NULL;
    if (!class) {
        symbol_release(name);
        return NULL;
    }
    ASSERT(component->dimensions < UINT8_MAX);
    class->dimensions = narrow_u8(component->dimensions + 1);
    class->element_shift = element_shift(component);
    class->element_type = component->primitive ? component->primitive : 'L';
    class->component = class_address(component);
    struct class *element = class_element(component);
    class->access_flags = narrow_u16((element->access_flags & ACC_PUBLIC) | ACC_FINAL | ACC_ABSTRACT);
    class->state = CLASS_INITIALISED;
    class->super = object;
    class->instance_bytes = ARRAY_ELEMENTS_OFFSET;
    class_set_display(class);
    tables_build_imt(class, NULL); // cannot fail: there is nothing to make for an abstract class
    memcpy(class->vtable, object->vtable, object->vtable_length * sizeof(u32));
    class->interfaces = class->supertypes = domain->array_interfaces;
    class->interface_count = 2;
    class->supertype_count = 2;
    if (domain->mirror_class_offset && !(mirror_layout(class, NULL) && mirror_create(class))) {
        symbol_release(name);
        return NULL;
    }
    return class;
}

// The log gets its name here: no class file brings it.
static void name_array(const struct class *class) {
    struct log_class named = {
        .id = class->id, .super = class->super->id, .name = {class->name->text, class->name->length}};
    log_class_name(&named);
}

struct class *class_array_of(struct class *component) {
    if (component->array_class) return component->array_class;
    struct owner_mark mark = owner_mark(component->owner);
    struct class *class = create_array(component);
    if (class) {
        class_enter(class);
        name_array(class);
        component->array_class = class;
    } else {
        owner_release(component->owner, &mark);
    }
    return class;
}

ref heap_alloc_primitive_array(struct thread *thread, type_letter letter, s32 length) {
    return heap_alloc_array(thread, class_array_of(domain_primitive(domain_of(thread), letter)), length);
}
