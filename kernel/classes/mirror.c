// Mirrors; see mirror.h.
#include "kernel/classes/mirror.h"

#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/class_layout.h"
#include "kernel/classes/javastring.h"
#include "kernel/classes/metaspace.h"
#include "kernel/classes/module.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/memory/scratch.h"

bool mirror_create(struct class *class) {
    ASSERT_LOCKED();
    struct domain *domain = class->domain;
    const struct known *known = &domain->known;
    ref mirror = owner_alloc_fixed(class->owner, class->mirror_bytes);
    if (!mirror) return false;
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
    return true;
}

// The references among the words of a mirror count as fields of java.lang.Class: the only instances of it that the
// collector sees are mirrors.
static bool add_words(struct domain *domain) {
    struct class *class = domain->known.class_;
    domain->mirror_class_offset = class->instance_bytes;
    class->window_bytes = CLASS_NO_WINDOW; // `new` calls java_alloc, which refuses
    u32 *offsets = owner_alloc(class->owner, (class->reference_offset_count + MIRROR_WORDS - 1u) * sizeof(u32));
    if (!offsets) return false;
    memcpy(offsets, class->reference_offsets, class->reference_offset_count * sizeof(u32));
    class->reference_offsets = offsets;
    for (u32 word = MIRROR_CLASS + 1; word < MIRROR_WORDS; word++) {
        offsets[class->reference_offset_count++] = domain->mirror_class_offset + (u32)sizeof(u32) * word;
    }
    return true;
}

bool mirror_create_all(struct domain *domain) {
    if (!add_words(domain)) return false;
    for (struct class *class = domain->first_class; class; class = class->next_class) {
        if (!mirror_layout(class, NULL) || !mirror_create(class)) return false;
    }
    return true;
}

bool mirror_layout(struct class *class, struct class_making *making) {
    u32 start = class->domain->mirror_class_offset + (u32)sizeof(u32) * MIRROR_WORDS;
    struct field_layout layout = {.next = start};
    if (!layout_fields(class, true, &layout, making)) return false;
    class->mirror_bytes = ALIGN_UP(layout.next, OBJECT_ALIGNMENT);
    class->static_reference_offsets = layout.reference_offsets;
    class->static_reference_count = layout.reference_count;
    return true;
}

void mirror_set_module(struct class *class, ref module) {
    ASSERT_LOCKED();
    heap_store_ref(class->mirror, class->domain->known.class_module, module);
}

void mirror_set_java_base(struct domain *domain, ref module) {
    domain->java_base_module = module;
    for (struct class *class = domain->first_class; class; class = class->next_class) {
        if (heap_load_ref(class->mirror, domain->known.class_module)) continue;
        mirror_set_module(class, class_element(class) == class ? module_of_class(class) : module);
    }
}

ref mirror_init_name(struct thread *thread, struct class *class) {
    size_t bytes = class->name->length + 1u;
    SCRATCH_ARRAY(char, text, bytes);
    if (!text) {
        metaspace_exhausted(thread);
        return 0;
    }
    class_external_name(class, text, bytes);
    ref name = javastring_interned(thread, text, strlen(text));
    if (name) heap_store_ref(class->mirror, class->domain->known.class_name, name);
    return name;
}

// ---- For the heap

u32 heap_mirror_bytes(ref mirror) { return mirror_class(mirror)->mirror_bytes; }

bool heap_is_class(const struct domain *domain, u64 address) {
    if (address < CLASS_DATA_START || address >= owner_spaces[OWNER_DATA].range.next || address % 8) return false;
    const struct class *class = class_at((u32)address);
    return class->domain == domain && class->mirror >= FIXED_START && class->mirror < FIXED_END &&
           mirror_class(class->mirror) == class;
}
