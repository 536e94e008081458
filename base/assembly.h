// What assembly and the C that works with it share: how a function begins, and offsets of fields. C as well as a .S
// file may include it; a macro that is not used costs nothing.
#ifndef BASE_ASSEMBLY_H
#define BASE_ASSEMBLY_H

// In a .S file: a global function begins here; the macro for its end sets `.size`.
#define FUNCTION_ALIGNED(alignment, name) \
    .balign alignment;                    \
    .globl name;                          \
    .type name, @function;                \
    name:
#define FUNCTION(name) FUNCTION_ALIGNED(16, name)

// In C: an absolute symbol that the linker fills in, so that assembly cannot use another value or offset than C. It is
// used in a function that is never called: the body defines symbols, and generates no code.
#define VALUE(symbol, value) __asm__ volatile(".globl " #symbol "\n\t.set " #symbol ", %c0" : : "i"(value))
#define OFFSET(symbol, type, field) VALUE(symbol, offsetof(type, field))

#endif
