// Translation of methods when they are first called. See kernel/code/translation.h.
#include "kernel/code/translation.h"

#include "base/narrow.h"
#include "base/panic.h"
#include "base/print.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/link.h"
#include "kernel/classes/metaspace.h"
#include "kernel/classes/watch.h"
#include "kernel/code/code.h"
#include "kernel/code/code_log.h"
#include "kernel/code/kept.h"
#include "kernel/code/native.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/memory.h"
#include "kernel/core/options.h"
#include "kernel/heap/raise.h"
#include "kernel/memory/scratch.h"
#include "kernel/memory/workspace.h"
#include "log/control.h"
#include "translator/translate.h"

#define ARENA_BYTES (8 * MIB)
#define LARGEST_ARENA_BYTES (512 * MIB)
#define SMALL_ARENA_BYTES (512 * KIB) // is enough for 99 of 100 methods of the JDBC example
#define CALLS_BEFORE_AGAIN 5000       // unless the property gnomon.again gives another number
#define NEVER 0x7fffffff
#define MOST_TIMES_AGAIN 3 // later ones have seen receivers that those before them have not

// What one translation works in. A translation polls, so another may begin before it is done: it gets memory of its
// own.
struct translation {
    struct workspace workspace; // first: the translator knows its arena, by which it is found
    struct translate_options options;
};

static struct translation usual; // whose arena is kept
static bool usual_is_taken;
static bool may_use_kept; // translations that were made in a training run
static bool wants_origins;
static s32 calls_before_again;
static char dump_letters[64];

void translate_alone_begin(struct arena *arena) { workspace_alone((struct workspace *)arena); }
void translate_alone_end(struct arena *arena) { workspace_together((struct workspace *)arena); }

static void dump_write(void *sink, const char *text, size_t length) {
    (void)sink;
    machine_console_write(text, length);
}

void translate_check_failed(struct method *method, const char *pass, const char *error) {
    char name[256];
    method_external_name(method, name, sizeof(name));
    panic("the translation of %s is wrong after the pass \"%s\": %s", name, pass, error);
}

void translation_init(void) {
    void *memory = scratch_alloc(kernel_account(ACCOUNT_TABLES), ARENA_BYTES); // one for the machine, for good
    if (!memory) panic("no memory for the translator");
    workspace_init(&usual.workspace, memory, ARENA_BYTES);
    usual.workspace.arena.dirty_end = usual.workspace.arena.end; // scratch memory comes as it was left
    usual.options.several_processors = code_is_for_several();
    usual.options.probe_allocations = log_event_wanted(EVENT_allocate);
    usual.options.check = option_property_number(&machine_options, "gnomon.check", 0) != 0;
    usual.options.dump_write = dump_write;
    wants_origins = kept_journal() || option_number(&machine_options, "origins", 0);
    calls_before_again = (s32)option_property_number(&machine_options, "gnomon.again", CALLS_BEFORE_AGAIN);
    struct option dump;
    // A dump shows what is translated here, and so does a check.
    may_use_kept = !usual.options.check && !kept_journal() && !option_first(&machine_options, "dump", &dump);
    if (option_first(&machine_options, "dump-after", &dump)) {
        size_t length = dump.length < sizeof(dump_letters) - 1 ? dump.length : sizeof(dump_letters) - 1;
        for (size_t i = 0; i < length; i++) dump_letters[i] = dump.value[i];
    }
}

void translation_want_origins(void) { wants_origins = true; }

// NULL without an error: the arena is too small. The translator holds nothing when it leaves that way but what it took
// for code and tables.
static __attribute__((noinline)) struct code *translate_in(struct translation *translation, struct method *method,
                                                           const char **error) {
    if (WORKSPACE_BEGIN_OR_EXHAUSTED(&translation->workspace)) {
        *error = NULL;
        return NULL;
    }
    return translate_method(&translation->workspace.arena, method, &translation->options, error);
}

static struct code *translate_within(u64 bytes, const struct translate_options *options, struct method *method,
                                     const char **error) {
    *error = NULL;
    struct translation translation = {.options = *options};
    if (!workspace_in_scratch(&translation.workspace, bytes)) return NULL;
    struct code *code = translate_in(&translation, method, error);
    workspace_free(&translation.workspace);
    return code;
}

static u32 times_again(const struct method *method) {
    u32 times = 0;
    for (const struct code *code = method->code; code; code = code->older) times += code->is_again;
    return times;
}

// Nearly all methods fit into the arena that is kept; a giant gets one of its own for the time, and so does what is
// translated while another thread is in the middle of it: that begins small, as there may be as many as there are
// threads.
static struct code *translate(struct method *method, bool again, const char **error) {
    struct translate_options options = usual.options;
    options.again = again;
    options.origins = wants_origins;
    options.learns = times_again(method) + 1 < MOST_TIMES_AGAIN;
    options.dump = dump_letters[0] && watch_is_dumped(method) ? dump_letters : NULL;
    options.journal = again ? NULL : kept_journal();
    struct code *code = NULL;
    u64 bytes = SMALL_ARENA_BYTES;
    *error = NULL;
    if (!usual_is_taken) {
        usual_is_taken = true;
        usual.options = options;
        code = translate_in(&usual, method, error);
        usual_is_taken = false;
        bytes = 4 * ARENA_BYTES;
    }
    for (; !code && !*error && bytes <= LARGEST_ARENA_BYTES; bytes *= 2) {
        code = translate_within(bytes, &options, method, error);
    }
    return code;
}

// The bytes that calls go to from now on, in lines of 32.
static void dump_code(const struct method *method, const struct code *code) {
    char line[256];
    bool is_wanted = false;
    for (const char *at = dump_letters; *at; at++) is_wanted |= *at == 'M';
    if (!is_wanted || !watch_is_dumped(method)) return;
    method_external_name(method, line, sizeof(line));
    dump_write(NULL, line, strlen(line));
    dump_write(NULL, line, print_format(line, sizeof(line), " machine code at %lx, %u bytes", code->start, code->size));
    for (u32 at = 0; at < code->size; at++) {
        const char *format = at % 32 ? "%02x" : "\n%02x";
        dump_write(NULL, line, print_format(line, sizeof(line), format, ((const u8 *)code->start)[at]));
    }
    dump_write(NULL, "\n", 1);
}

static bool enter(struct method *method, struct code *code, s64 spent_ticks) {
    ASSERT_LOCKED();
    ASSERT(code->method == method && !code->older);
    if (!code_register(code)) return false; // at once: code is registered in the order of its addresses
    struct code_places places;
    code_log_places(code, &places);
    // Another thread may have translated it meanwhile: what is made again stays the newest.
    struct code **place =
        method->code && method->code->is_again && !code->is_again ? &method->code->older : &method->code;
    code->older = *place;
    *place = code;
    // Instruments may have been switched meanwhile: then it is made anew.
    method->flags &= low_u16(~METHOD_STALE);
    if (!translation_suits(method->code)) method->flags |= METHOD_STALE;
    class_set_entry(method);
    dump_code(method, code);
    code_log(method, code, &places, (u64)spent_ticks);
    return true;
}

// Returns false if the method keeps the code it has.
static bool translate_and_enter(struct thread *thread, struct method *method, bool again) {
    struct log_stolen stolen = log_stolen_begin(&thread->log, STOLEN_TRANSLATION);
    const char *error;
    struct code *code = translate(method, again, &error);
    s64 spent_ticks = log_stolen_end(&thread->log, &stolen);
    return code && enter(method, code, spent_ticks);
}

void translation_make_again(struct thread *thread, struct method *method) {
    ASSERT_LOCKED();
    ASSERT(method->code);
    method->countdown = NEVER;
    bool is_done = translate_and_enter(thread, method, true);
    u32 times = times_again(method);
    if (!is_done) {
        class_set_entry(method);
    } else if (times < MOST_TIMES_AGAIN) { // each is larger than the one before, and should be worth it
        s64 misses = (s64)calls_before_again << 2 * times;
        method->countdown = misses < NEVER ? (s32)misses : NEVER;
    }
}

// ---- After instruments were switched

// Whether allocations are counted concerns only code that has some.
bool translation_suits(const struct code *code) {
    u32 concern = code->allocates ? INSTRUMENT_PATTERNS : PROBE_PATTERNS;
    if ((code->probes ^ code->method->patterns) & concern) return false;
    for (u32 i = 0; i < code->watched_count; i++) {
        const struct method *watched = code_watched_method(code->watched[i]);
        if ((code_watched_patterns(code->watched[i]) ^ watched->patterns) & concern) return false;
    }
    return true;
}

// An older translation that suits becomes the newest.
static bool take_older(struct method *method, bool again) {
    struct code **place = &method->code;
    while (*place && ((*place)->is_again != again || !translation_suits(*place))) place = &(*place)->older;
    struct code *code = *place;
    if (!code) return false;
    *place = code->older;
    code->older = method->code;
    method->code = code;
    dump_code(method, code);
    return true;
}

// Other threads may call the method while this one translates it: it stays stale until then, so that they do not go on
// in the code that no longer suits, but translate it as well.
void translation_refresh(struct thread *thread, struct method *method) {
    ASSERT_LOCKED();
    ASSERT(method->code && method->flags & METHOD_STALE);
    bool again = method->code->is_again;
    bool is_found = take_older(method, again);
    if (!is_found && translate_and_enter(thread, method, again)) return;
    if (!is_found) log_switch_lost();
    method->flags &= low_u16(~METHOD_STALE);
    class_set_entry(method);
}

bool translation_make(struct thread *thread, struct method *method) {
    ASSERT_LOCKED();
    ASSERT(thread == thread_self());
    if (!class_link(thread, method->holder) || !metaspace_has_room_for_code(thread)) return false;
    if (method_is_native(method)) native_bind(method);
    struct log_stolen stolen = log_stolen_begin(&thread->log, STOLEN_TRANSLATION);
    const char *error = NULL;
    struct code *code = may_use_kept && !method->code ? kept_translation(method, wants_origins) : NULL;
    if (!code) code = translate(method, false, &error);
    s64 spent_ticks = log_stolen_end(&thread->log, &stolen);
    if (!code && error && error != translate_no_room) {
        char name[256];
        method_external_name(method, name, sizeof(name));
        exception_throw(thread, "java/lang/VerifyError", "%s: %s", name, error);
        return false;
    }
    if (code && kept_journal()) kept_record(method, code);
    if (!method->code) method->countdown = calls_before_again;
    if (code && enter(method, code, spent_ticks)) return true;
    exception_throw_out_of_memory(thread, "Out of space in CodeCache");
    return false;
}
