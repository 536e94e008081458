// Where the values on a method's operand stack come from: for each word of it, before an instruction, the instruction
// that pushed it. For messages that say what was null. The walk over the bytecode is the one that HotSpot makes for the
// same purpose (JEP 358): pass after pass until the instruction asked for has been reached, so what joins after it does
// not count. Runs no Java, and allocates only outside the heap. The method's code must have been verified.
#ifndef KERNEL_REPORT_OPERAND_SOURCE_H
#define KERNEL_REPORT_OPERAND_SOURCE_H

#include "translator/reader/classfile.h"

#define OPERAND_UNKNOWN 0xffffu // different sources join here

struct operand_state;
struct operand_sources {
    const struct classfile *file;
    struct classfile_code code;
    u8 *memory;                    // holds everything below
    struct operand_state **states; // before each instruction; NULL where not reached
    u8 *next;                      // the part of `memory` not used yet
};

// Looks at the code up to the instruction at `target`. Returns false, with nothing to close, if there is not enough
// memory, or the walk would take too long.
bool operand_sources_open(struct operand_sources *sources, const struct classfile *file,
                          const struct classfile_code *code, u32 target);
void operand_sources_close(struct operand_sources *sources);

// The index of the instruction that pushed word `depth`, counted from the top, of the stack before the instruction at
// `index`; OPERAND_UNKNOWN if that is not one instruction, or was not found.
u32 operand_source(const struct operand_sources *sources, u32 index, u32 depth);
// Whether the local variable may have been written before the instruction at `index`.
bool operand_local_is_written(const struct operand_sources *sources, u32 index, u32 local);

#endif
