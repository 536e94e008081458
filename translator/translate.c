// The translator on one screen: the list of passes. See translate.h.
#include "translator/translate.h"

#include "base/panic.h"
#include "base/string.h"
#include "translator/build.h"
#include "translator/hook.h"
#include "translator/intrinsic.h"
#include "translator/pass.h"
#include "translator/ssa_changes.h"

static const struct pass {
    char letter; // in options->dump
    const char *name;
    void (*run)(struct ssa_function *function);
    bool is_optional; // not with options->without_passes
} passes[] = {
    {'O', "order", pass_order, false},  {'P', "phis", pass_phis, true},     {'L', "split", pass_split, true},
    {'A', "scalar", pass_scalar, true}, {'F', "fold", pass_fold, true},     {'C', "control", pass_control, true},
    {'G', "guard", pass_guard, true},   {'N', "number", pass_number, true}, {'J', "join", pass_join, true},
    {'T', "traps", pass_traps, true},   {'U', "unroll", pass_unroll, true}, {'D', "dead", pass_dead, true},
    {'S', "fresh", pass_fresh, true},   {'E', "edges", pass_edges, false},
};

static bool is_wanted(const struct translate_options *options, char letter) {
    for (const char *at = options->dump; at && *at; at++) {
        if (*at == letter || *at == '*') return true;
    }
    return false;
}

static void report(const struct ssa_function *function, const struct translate_options *options, const char *pass,
                   const char *error) {
    if (options->dump_write) ssa_dump(function, pass, options->dump_write, options->dump_sink);
    translate_check_failed(function->method, pass, error);
}

static const char *check_and_dump(struct ssa_function *function, const struct translate_options *options,
                                  const struct pass *pass, const struct ssa_snapshot *before) {
    u32 where;
    if (is_wanted(options, pass->letter)) ssa_dump(function, pass->name, options->dump_write, options->dump_sink);
    const char *error = options->check ? ssa_check(function, &where) : NULL;
    // What the first pass is given has no order
    if (!error && before && before->function.order_count) error = ssa_check_changes(before, function, &where);
    if (error) report(function, options, pass->name, error);
    return error;
}

static u32 bytecode_bytes(const struct method *method) {
    struct classfile_code code;
    if (method->access_flags & ACC_NATIVE ||
        !classfile_code(method->holder->file, &method->holder->file->methods[method->index], &code)) {
        return 0;
    }
    return code.length;
}

// What asks about the program: the builder and the probe hook.
static struct ssa_function *build(struct arena *arena, struct method *method, const struct translate_options *options,
                                  const char **error) {
    struct translate_journal *journal = options->journal;
    if (journal) {
        journal->initialised_count = journal->known_count = journal->constant_count = journal->word_count = 0;
        journal->is_cut = false;
    }
    intrinsic_init();
    arena_reset(arena);
    struct ssa_function *function = ARENA_NEW(arena, struct ssa_function);
    ssa_init(function, arena, method, bytecode_bytes(method));
    function->again = options->again;
    *error = build_function(function, options);
    if (!*error && !options->without_probes) hook_insert(function, options);
    return *error ? NULL : function;
}

static const char *run_passes(struct ssa_function *function, const struct translate_options *options) {
    const char *error = NULL;
    struct ssa_snapshot *before = options->check ? ARENA_NEW(function->arena, struct ssa_snapshot) : NULL;
    for (u32 i = 0; i < COUNT_OF(passes) && !error; i++) {
        if (passes[i].is_optional && options->without_passes) continue;
        if (before) ssa_snapshot_take(before, function);
        passes[i].run(function);
        error = check_and_dump(function, options, &passes[i], before);
    }
    if (options->without_passes) ssa_count_uses(function); // otherwise pass_dead has done it
    return error;
}

struct ssa_function *translate_to_ssa(struct arena *arena, struct method *method,
                                      const struct translate_options *options, const char **error) {
    struct ssa_function *function = build(arena, method, options, error);
    if (function) *error = run_passes(function, options);
    return *error ? NULL : function;
}

struct code *translate_method(struct arena *arena, struct method *method, const struct translate_options *options,
                              const char **error) {
    struct ssa_function *function = build(arena, method, options, error);
    if (!function) return NULL;
    translate_alone_begin(arena);
    *error = run_passes(function, options);
    struct emitter *emitter = NULL;
    if (!*error) {
        emitter = emit_function(function, options, error);
        if (*error) report(function, options, "registers", *error);
        if (emitter && options->fingerprint) *options->fingerprint = emit_fingerprint(emitter);
    }
    ASSERT(emitter || *error);
    translate_alone_end(arena);
    struct code *code = emitter ? emit_publish(emitter) : NULL;
    if (emitter && !code) *error = translate_no_room;
    return code;
}
