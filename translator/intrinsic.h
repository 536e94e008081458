// Methods of the class library that the translator knows by name and replaces by instructions. One table, by class,
// name and descriptor; it is consulted for calls whose method is known and is the one that will run (static, special,
// final), and for native methods themselves, whose wrapper is then made of the same instructions.
#ifndef TRANSLATOR_INTRINSIC_H
#define TRANSLATOR_INTRINSIC_H

#include "translator/build.h"

// Interns the names of the table. Called once, before the first translation.
void intrinsic_init(void);

// Calls `each` for every entry of the table.
void intrinsic_each(void (*each)(void *context, const char *class_name, const char *name, const char *descriptor),
                    void *context);

// If the method is known, builds its instructions in the current block and returns true; *result is its value (0 for
// void). `arguments` are in Java's order, receiver first (null checks for it are made here).
bool intrinsic_build(struct builder *builder, struct method *method, const u32 *arguments, u32 *result);

#endif
