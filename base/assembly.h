// What assembly and the C that it works with share: how a function begins, and offsets of fields. C may include it as
// well as a .S file; a macro that is not used costs nothing.
#ifndef BASE_ASSEMBLY_H
#define BASE_ASSEMBLY_H

// In a .S file: a global function begins here; its end is for `.size`.
#define FUNCTION_ALIGNED(alignment, name) \
    .balign alignment;                    \
    .globl name;                          \
    .type name, @function;                \
    name:
#define FUNCTION(name) FUNCTION_ALIGNED(16, name)

// In C: an absolute symbol that the linker fills in, so that assembly cannot have another offset than C. Stands in a
// function that is never called: its body makes symbols, and no code.
#define OFFSET(symbol, type, field) \
    __asm__ volatile(".globl " #symbol "\n\t.set " #symbol ", %c0" : : "i"(offsetof(type, field)))

#endif
