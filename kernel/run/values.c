// See values.h.
#include "kernel/run/values.h"

#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/class_array.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/java.h"
#include "kernel/classes/loader.h"
#include "kernel/run/exception.h"

// A class of the boot loader by its internal name: loaded, but perhaps not initialised.
static struct class *class_named(struct thread *thread, const char *name) {
    return loader_load(thread, &domain_of(thread)->boot_loader, symbol_of(name));
}

ref native_new_array(struct thread *thread, const char *component, u32 length) {
    ASSERT(length <= INT32_MAX);
    struct class *class = class_named(thread, component);
    struct class *array = class ? class_array_of(class) : NULL;
    if (class && !array) exception_throw_out_of_memory(thread, "Metaspace");
    return array ? heap_alloc_array(thread, array, (s32)length) : 0;
}

ref native_new_bytes(struct thread *thread, const void *bytes, size_t length) {
    ASSERT(length <= INT32_MAX);
    ref array = heap_alloc_primitive_array(thread, 'B', (s32)length);
    if (array) memcpy(array_at(array)->elements, bytes, length);
    return array;
}

ref native_attribute_bytes(struct thread *thread, const struct classfile *file, u32 attribute) {
    u32 length;
    if (!attribute || thread->exception) return 0;
    const u8 *bytes = classfile_attribute(file, attribute, &length);
    return native_new_bytes(thread, bytes, length);
}

bool native_is_null(struct thread *thread, handle object) {
    if (*object) return false;
    exception_throw(thread, "java/lang/NullPointerException", NULL);
    return true;
}

// ---- Boxes

#define LITERAL(text) \
    { text, sizeof(text) - 1 }
#define BOX(letter, name, class, unbox)                                                                  \
    {                                                                                                    \
        letter, LITERAL("java/lang/" class), LITERAL("(" name ")Ljava/lang/" class ";"), LITERAL(unbox), \
            LITERAL("()" name), LITERAL("(" name ")I")                                                   \
    }

static const struct box boxes[] = {
    BOX('Z', "Z", "Boolean", "booleanValue"), BOX('B', "B", "Byte", "byteValue"),
    BOX('C', "C", "Character", "charValue"),  BOX('S', "S", "Short", "shortValue"),
    BOX('I', "I", "Integer", "intValue"),     BOX('J', "J", "Long", "longValue"),
    BOX('F', "F", "Float", "floatValue"),     BOX('D', "D", "Double", "doubleValue"),
};

const struct box *box_of_letter(char letter) {
    for (u32 i = 0; i < COUNT_OF(boxes); i++) {
        if (boxes[i].letter == letter) return &boxes[i];
    }
    return NULL;
}

const struct box *box_of_class(struct text name) {
    for (u32 i = 0; i < COUNT_OF(boxes); i++) {
        if (text_equal(boxes[i].class, name)) return &boxes[i];
    }
    return NULL;
}

const struct box *box_of_type(struct text descriptor) {
    if (descriptor.length < 2 || descriptor.bytes[0] != 'L') return NULL;
    return box_of_class((struct text){descriptor.bytes + 1, narrow_u16(descriptor.length - 2)});
}

static u64 load_bits(u64 address, type_letter letter) {
    switch (letter) {
    case 'Z': return *(u8 *)address;
    case 'B': return (u64)(s64) * (s8 *)address;
    case 'C': return *(u16 *)address;
    case 'S': return (u64)(s64) * (s16 *)address;
    case 'I': return (u64)(s64) * (s32 *)address;
    case 'F': return *(u32 *)address;
    default: return *(u64 *)address;
    }
}

bool native_unbox(ref box, type_letter *letter, u64 *bits) {
    if (!box) return false;
    struct class *class = object_class(box);
    if (class->loader != &class->domain->boot_loader) return false;
    const struct box *known = box_of_class((struct text){class->name->text, class->name->length});
    if (!known) return false;
    char descriptor[] = {known->letter, 0};
    const struct field *value = class_field(class, "value", descriptor);
    ASSERT(value);
    *letter = known->letter;
    *bits = load_bits(box + value->offset, known->letter);
    return true;
}

ref native_box(struct thread *thread, type_letter letter, u64 bits) {
    const struct box *box = box_of_letter(letter);
    return box ? (ref)java_call_static(thread, box->class.bytes, "valueOf", box->box_descriptor.bytes, &bits) : 0;
}
