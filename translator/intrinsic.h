// Methods of the class library that the translator knows by name and replaces by instructions. One table, by class,
// name and descriptor; it is looked at for calls whose method is known and is the one that will run (static, special,
// final), and for native methods themselves, whose wrapper is then made of the same instructions.
#ifndef TRANSLATOR_INTRINSIC_H
#define TRANSLATOR_INTRINSIC_H

#include "translator/build.h"

// Interns the names of the table. Called once, before the first translation.
void intrinsic_init(void);

// Every entry of the table.
void intrinsic_each(void (*each)(void *context, const char *class_name, const char *name, const char *descriptor),
                    void *context);

// Builds the method's instructions in the present block, if it is known: true, and *result is its value (0 for void).
// `arguments` in Java's order, receiver first (checked for null here).
bool intrinsic_build(struct builder *builder, struct method *method, const u32 *arguments, u32 *result);

#endif
