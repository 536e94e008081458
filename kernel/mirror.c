// Mirrors; see mirror.h.
#include "kernel/mirror.h"

#include "kernel/class.h"
#include "kernel/class_layout.h"
#include "kernel/module.h"
#include "kernel/string.h"

void mirror_create(struct class *class) {
    struct domain *domain = class->domain;
    const struct known *known = &domain->known;
    ref mirror = heap_alloc_fixed(domain, class->mirror_bytes);
    object_at(mirror)->class_address = class_address(known->class_);
    *(u32 *)(uintptr_t)(mirror + domain->mirror_class_offset) = class_address(class);
    class->mirror = mirror;
    if (class->loader->object) heap_store_ref(mirror, known->class_loader_of, class->loader->object);
    if (class_is_array(class)) {
        heap_store_ref(mirror, known->class_component, class_at(class->component)->mirror);
        mirror_set_module(class, heap_load_ref(class_element(class)->mirror, known->class_module));
    } else {
        mirror_set_module(class, module_of_class(class));
    }
}

void mirror_create_all(struct domain *domain) {
    for (struct class *class = domain->first_class; class; class = class->next_class) {
        mirror_layout(class);
        mirror_create(class);
    }
}

void mirror_layout(struct class *class) {
    u32 start = class->domain->mirror_class_offset + 8;
    struct field_layout layout = {.next = start};
    layout_fields(class, true, &layout);
    class->mirror_bytes = ALIGN_UP(layout.next, OBJECT_ALIGNMENT);
    class->static_reference_offsets = layout.reference_offsets;
    class->static_reference_count = layout.reference_count;
}

void mirror_set_module(struct class *class, ref module) { heap_store_ref(class->mirror, class->domain->known.class_module, module); }

ref mirror_init_name(struct class *class) {
    char text[class->name->length + 1];
    class_external_name(class, text, sizeof(text));
    ref name = javastring_literal(class->domain, text, strlen(text));
    heap_store_ref(class->mirror, class->domain->known.class_name, name);
    return name;
}
