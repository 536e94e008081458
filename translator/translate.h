// Translates one method: bytecode to SSA form, probe hook, passes, back end. Runs in the thread that first called the
// method, with everything that it needs from the class graph known or left to run time: it never runs Java, loads a
// class, allocates on a heap, blocks, or calls malloc. All its memory is the arena, which it resets when it begins; the
// code and its tables are where emit_publish puts them.
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
#include "translator/translate_options.h"

struct ssa_function;
struct emitter;

// Hooks, in kernel/code/translation.c.
// `check` has failed; the form has been dumped if there is a dump_write.
void translate_check_failed(struct method *method, const char *pass, const char *error);
// Around what works on the arena alone, which is most of it: in between nothing is asked about the program, and nothing
// written but the arena. A translation that leaves by arena->exhausted has not ended it.
void translate_alone_begin(struct arena *arena);
void translate_alone_end(struct arena *arena);

// The new code of the method (not yet entered anywhere: the caller sets method->code and method->entry), or NULL.
// *error then says why the method cannot be translated, for a VerifyError (malformed subroutines in classes of version
// 49 and older), or is translate_no_room: code or class data is full.
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
// A number that is the same for the code of a method, its sites and its maps with instruments and without
// (emit_fingerprint.c). Before emit_publish.
u64 emit_fingerprint(const struct emitter *emitter);

#endif
