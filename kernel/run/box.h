// The eight classes of boxes, java.lang.Integer and so on, and what their methods are called.
#ifndef KERNEL_RUN_BOX_H
#define KERNEL_RUN_BOX_H

#include "base/text.h"

struct box {
    char letter; // of the primitive
    struct text class;
    struct text box_descriptor;          // of valueOf: from the primitive
    struct text unbox, unbox_descriptor; // intValue
    struct text hash_descriptor;         // of hashCode(int)
};

// NULL if there is none.
const struct box *box_of_letter(char letter);
const struct box *box_of_class(struct text name);      // "java/lang/Integer"
const struct box *box_of_type(struct text descriptor); // "Ljava/lang/Integer;"

#endif
