// Layout of fields: each at its natural alignment; at every place the largest field that fits it goes next, so the only
// holes are those that no field of the class can fill. Sub-word fields lie in whole words, because Unsafe swaps the
// word around them.
#include "kernel/classes/class_layout.h"

#include "kernel/classes/class.h"

#define SIZES 4 // 8, 4, 2 and 1 bytes

static u32 size_number(u32 bytes) { return bytes == 8 ? 0 : bytes == 4 ? 1 : bytes == 2 ? 2 : 3; }

static bool belongs(const struct field *field, bool is_static, u32 size) {
    return field_is_static(field) == is_static && size_number(type_bytes(field->type)) == size;
}

static u32 count_fields(const struct class *class, bool is_static, u32 pending[SIZES], struct class_making *making) {
    u32 references = 0;
    for (u32 i = 0; i < class->field_count; i++) {
        const struct field *field = &class->fields[i];
        class_step(making);
        if (field_is_static(field) != is_static) continue;
        pending[size_number(type_bytes(field->type))]++;
        references += field->type == 'L';
    }
    return references;
}

// The largest size that fits at `offset` and still has fields; SIZES if none fits.
static u32 choose_size(u32 offset, const u32 pending[SIZES]) {
    u32 size = 0;
    while (size < SIZES && (!pending[size] || offset & ((8u >> size) - 1))) size++;
    return size;
}

bool layout_fields(struct class *class, bool is_static, struct field_layout *layout, struct class_making *making) {
    u32 pending[SIZES] = {0};
    u32 cursor[SIZES] = {0};
    u32 references = count_fields(class, is_static, pending, making);
    if (references) layout->reference_offsets = owner_alloc(class->owner, references * sizeof(u32));
    if (references && !layout->reference_offsets) return false;
    u32 next = layout->next;
    while (pending[0] | pending[1] | pending[2] | pending[3]) {
        u32 size = choose_size(next, pending);
        if (size == SIZES) {
            next++;
            continue;
        }
        while (!belongs(&class->fields[cursor[size]], is_static, size)) cursor[size]++;
        class_step(making);
        struct field *field = &class->fields[cursor[size]++];
        field->offset = next;
        if (field->type == 'L') layout->reference_offsets[layout->reference_count++] = next;
        next += 8u >> size;
        pending[size]--;
    }
    layout->next = next;
    return true;
}
