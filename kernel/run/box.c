// See box.h.
#include "kernel/run/box.h"

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
    return box_of_class((struct text){descriptor.bytes + 1, (u16)(descriptor.length - 2)});
}
