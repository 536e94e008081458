// The registry of translated code: which code an address belongs to, and what is there. Lookups may be made at any
// level, in interrupts too: they read only complete entries.
#ifndef KERNEL_CODE_CODE_H
#define KERNEL_CODE_CODE_H

#include "translator/object.h"

// Enters a finished translation. Its address must be above those of all others in its chunk. Returns false if there is
// no room.
bool code_register(struct code *code);
// Removes all code in [start, end), which is a chunk's; afterwards no address there belongs to code.
void code_remove(u64 start, u64 end);
// Returns NULL if there is no translated code. For a return address, ask for the byte before it: the address itself may
// be just past the code's last byte.
struct code *code_of_pc(u64 pc);
// The site with exactly this return address (or trapping access + 1). Returns NULL if there is none.
const struct code_site *code_site_find(const struct code *code, u64 pc);
// The site at or after an address within the code, for samples. Returns NULL if there is none.
const struct code_site *code_site_near(const struct code *code, u64 pc);
// How many entries its tables of handlers and of words of maps have.
u32 code_handler_count(const struct code *code);
u32 code_map_words(const struct code *code);
// Whether two translations are the same to the byte, with all their tables.
bool code_is_same(const struct code *a, const struct code *b);
static inline const struct code_place *code_site_place(const struct code *code, const struct code_site *site) {
    return &code->places[site->place];
}
// Which of INSTRUMENT_PATTERNS the method has in this code, which is its own or has it inlined.
u8 code_instruments(const struct code *code, const struct method *method);

#endif
