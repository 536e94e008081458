// Translates one method: bytecode to SSA form, probe hook, passes, back end. Runs in the thread that first called the
// method, with everything that it needs from the class graph known or left to run time: it never runs Java, loads a
// class, allocates on a heap, blocks, or calls malloc. All its memory is the arena, which it resets when it begins; the
// code and its tables are where emit_code puts them.
//
// It polls by its arena (base/arena.h), so a program that has a method of any size translated stops nobody else. While
// it polls, other threads may run, translate in arenas of their own, switch instruments, and collect. So it holds
// nothing that moves or goes: classes and methods stay as long as the method's class does, which its caller keeps;
// objects that it names lie where nothing moves. What it has found out about a class (initialised, resolved) stays
// true; what instruments a method has is asked for once, at the beginning.
#ifndef TRANSLATOR_TRANSLATE_H
#define TRANSLATOR_TRANSLATE_H

#include "base/arena.h"
#include "translator/object.h"

struct ssa_function;
struct emitter;

// What a translation takes for granted beyond the class files, and where its code may name something: for who keeps it
// for other runs. Its code stays right in a run in which all of this holds, once each address in `words` is put right:
// what was not known is looked up when the code runs, as always.
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

struct translate_options {
    bool several_processors; // `lock` prefixes and fences are needed
    bool probe_allocations;  // record allocations of every method
    bool again;              // it has been called often: make it as fast as possible, and for good
    bool learns;             // with `again`: another translation may follow, which knows more of receivers
    bool without_hook;       // leaves the probe hook out, for the test that it costs nothing
    bool without_passes;     // straight from builder to back end, for tests
    // ssa_check after every pass, and regalloc_check; a failure is the translation's error, a text in the arena or a
    // constant
    bool check;
    // where a failure of `check` is reported first, or NULL; the form has then been dumped if there is a dump_write
    void (*check_failed)(struct method *method, const char *pass, const char *error);
    // Around what works on the arena alone, which is most of it: in between nothing is asked about the program, and
    // nothing written but the arena. NULL for neither. Who leaves by arena->exhausted has not ended it.
    void (*alone_begin)(struct arena *arena);
    void (*alone_end)(struct arena *arena);
    struct translate_journal *journal; // is filled; NULL for none
    // Letters of the passes after which to dump this method (translate.c has them; "*": after each). NULL: none.
    const char *dump;
    void (*dump_write)(void *sink, const char *text, size_t length);
    void *dump_sink;
};

// The new code of the method (not yet entered anywhere: the caller sets method->code and method->entry), or NULL.
// *error then says why the method cannot be translated, for a VerifyError (malformed subroutines in classes of version
// 49 and older), or is translate_no_room: code or class data is full.
extern const char translate_no_room[];
struct code *translate_method(struct arena *arena, struct method *method, const struct translate_options *options,
                              const char **error);

// The front half alone, for tests: SSA form after hook and passes, without frames or registers. Returns NULL with
// *error as above.
struct ssa_function *translate_to_ssa(struct arena *arena, struct method *method,
                                      const struct translate_options *options, const char **error);

// The back end (emit.c): registers, frame, machine code, in the arena; then code and tables, where they stay.
// emit_function returns NULL with *error if regalloc_check finds something, emit_publish if code or class data is full.
struct emitter *emit_function(struct ssa_function *function, const struct translate_options *options,
                              const char **error);
struct code *emit_publish(struct emitter *emitter);

#endif
