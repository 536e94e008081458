// How one method is to be translated, and what its translation takes for granted: for translate.h and the passes.
#ifndef TRANSLATOR_TRANSLATE_OPTIONS_H
#define TRANSLATOR_TRANSLATE_OPTIONS_H

#include "translator/object.h"

// What a translation takes for granted beyond the class files, and where its code may name something: for a caller that
// keeps it for other runs. Its code stays right in a run in which all of this holds, once each address in `words` is
// put right: what was not known is looked up when the code runs, as always.
struct translate_constant {
    const struct field *field;
    s64 bits;
};
struct translate_journal {
    const struct class **initialised;     // classes that are
    const struct class **known;           // classes that are loaded, of which at least the layout is in the code
    struct translate_constant *constants; // static fields that keep their values
    u32 *words; // offsets in the code of all immediates and displacements of 32 bits, ascending
    u32 initialised_count, known_count, constant_count, word_count, capacity; // the same for the four lists
    bool is_cut;                                                              // there is more than the lists hold
};
// The value of a static field, as an entry of the journal has it.
s64 translate_static_value(const struct field *field);

// The error of a translation for which there is no room: code or class data is full.
extern const char translate_no_room[];

struct translate_options {
    bool several_processors; // `lock` prefixes and fences are needed
    bool probe_allocations;  // record allocations of every method
    bool again;              // it has been called often: make it as fast as possible, and for good
    bool learns;             // with `again`: another translation may follow, which knows more of receivers
    bool without_probes;     // leaves probes and marks out, for comparison
    bool origins;            // makes struct code_origins
    bool without_passes;     // straight from builder to back end, for tests
    // ssa_check after every pass, and regalloc_check; a failure is the translation's error, a text in the arena or a
    // constant
    bool check;
    struct translate_journal *journal; // is filled; NULL for none
    u64 *fingerprint;                  // is filled: emit_fingerprint; NULL for none
    // Letters of the passes after which to dump this method (translate.c has them; "*": after each), NULL if none.
    const char *dump;
    void (*dump_write)(void *sink, const char *text, size_t length);
    void *dump_sink;
};

#endif
