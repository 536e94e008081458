// What the log learns about methods and their translated code: names, the address range of each translation, and which
// method and line is where in it. Thread level only.
#include "kernel/code/code_log.h"

#include "base/narrow.h"
#include "base/panic.h"
#include "base/varint.h"
#include "kernel/classes/class.h"
#include "kernel/code/code.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/scheduler.h"
#include "kernel/heap/heap.h"
#include "kernel/memory/owner.h"
#include "kernel/memory/scratch.h"
#include "log/log.h"

static struct text text_of(const struct symbol *symbol) { return (struct text){symbol->text, symbol->length}; }

static u32 flags_of(const struct method *method, u8 patterns) {
    return (method->access_flags & ACC_NATIVE ? NAME_METHOD_NATIVE : 0) |
           (method->access_flags & ACC_STATIC ? NAME_METHOD_STATIC : 0) |
           (method->access_flags & ACC_SYNCHRONIZED ? NAME_METHOD_SYNCHRONIZED : 0) |
           (patterns & PATTERN_TIME ? NAME_METHOD_TIMED : 0) | (patterns & PATTERN_TRACE ? NAME_METHOD_TRACED : 0);
}

static void put_name(const struct method *method, u32 known_flags) {
    struct log_method named = {
        .id = method->id,
        .class = method->holder->id,
        .flags = flags_of(method, method->patterns_so_far),
        .known_flags = known_flags,
        .name = text_of(method->name),
        .descriptor = text_of(method->descriptor),
    };
    log_method_name(&named);
}

void code_log_name(struct method *method) {
    if (method->flags & METHOD_NAMED) return;
    method->flags |= METHOD_NAMED;
    put_name(method, 0);
}

void code_log_switched(struct method *method, u8 patterns_before) {
    u32 known = flags_of(method, patterns_before);
    if (method->flags & METHOD_NAMED && flags_of(method, method->patterns_so_far) != known) put_name(method, known);
}

// The method whose lines are looked up, mostly the same one many times.
struct line_source {
    const struct method *method;
    struct classfile_code code;
    bool has_lines;
    const u8 *table;
    u32 table_count; // 0: the lines are looked up without it
};

static u16 find_line(struct line_source *source, const struct method *method, u32 bytecode_index) {
    const struct classfile *file = method->holder->file;
    if (source->method != method) {
        source->method = method;
        source->has_lines = file && classfile_code(file, &file->methods[method->index], &source->code);
        source->table_count = 0;
        if (source->has_lines) source->table = classfile_line_table(file, &source->code, &source->table_count);
    }
    s32 line = !source->has_lines    ? 0
               : source->table_count ? classfile_table_line(source->table, source->table_count, bytecode_index)
                                     : classfile_line(file, &source->code, bytecode_index);
    return line > 0 && line <= (s32)UINT16_MAX ? narrow_u16(line) : 0;
}

// Where the places go, and what the instruments are charged for writing them.
struct writing {
    u8 *to;
    u32 run_count, offset, place; // of the last run
    struct log_reading start;
};

#define PLACES_A_POLL 64u // a line may be looked for in a long table
#define RUNS_A_POLL 1024u

static void poll(struct writing *writing) {
    log_charge(log_self(), &writing->start);
    scheduler_poll_native(thread_self());
    writing->start = log_read(log_self());
}

#define PLACE_BYTES_MOST (4 * VARINT_U32_BYTES_MOST)
#define RUN_BYTES_MOST (2 * VARINT_U32_BYTES_MOST)

static void put_places(struct writing *writing, const struct code *code, u32 count) {
    struct line_source source = {0};
    s64 method = 0, bytecode_index = 0, last_line = 0;
    for (u32 i = 1; i < count; i++) { // the translator's first place names no method
        const struct code_place *place = &code->places[i];
        ASSERT(place->method && place->caller < place);
        if (i % PLACES_A_POLL == 0) poll(writing);
        u16 line = find_line(&source, place->method, place->bytecode_index);
        writing->to = varint_put_signed(writing->to, place->method->id - method);
        writing->to = varint_put_signed(writing->to, place->bytecode_index - bytecode_index);
        writing->to = varint_put_signed(writing->to, line - last_line);
        writing->to = varint_put(writing->to, place->caller ? (u64)(place - place->caller) : 0);
        method = place->method->id;
        bytecode_index = place->bytecode_index;
        last_line = line;
    }
}

static void put_run(struct writing *writing, u32 offset, u32 place) {
    ASSERT(place && offset >= writing->offset);
    place--; // the log has no first place without a method
    if (writing->run_count && place == writing->place) return;
    if (++writing->run_count % RUNS_A_POLL == 0) poll(writing);
    writing->to = varint_put(writing->to, offset - writing->offset);
    writing->to = varint_put_signed(writing->to, (s64)place - writing->place);
    writing->offset = offset;
    writing->place = place;
}

// Without origins a site's place applies to the code up to its return address, so each run begins where the site before
// it is.
static void put_runs(struct writing *writing, const struct code *code) {
    const struct code_origins *origins = code->origins;
    for (u32 i = 0; origins && i < origins->count; i++) {
        put_run(writing, origins->runs[i].offset, origins->runs[i].place);
    }
    for (u32 i = 0; !origins && i < code->site_count; i++) {
        put_run(writing, i ? code->sites[i - 1].offset : 0, code->sites[i].place);
    }
}

static u32 place_count(const struct code *code) {
    return code->origins ? code->origins->place_count : code->place_count;
}

void code_log_places(const struct code *code, struct code_places *places) {
    u32 count = place_count(code), runs = code->origins ? code->origins->count : code->site_count;
    ASSERT(count); // the first one, which is none
    u32 most = (count - 1) * PLACE_BYTES_MOST + runs * RUN_BYTES_MOST;
    struct writing writing = {.start = log_read(log_self())};
    bool is_short = most <= sizeof(places->few);
    places->bytes = places->place_count = places->run_count = 0;
    places->first = is_short ? places->few : scratch_alloc(thread_account(ACCOUNT_TABLES), most);
    if (places->first) {
        writing.to = places->first;
        put_places(&writing, code, count);
        put_runs(&writing, code);
        places->bytes = (u32)(writing.to - places->first);
        places->place_count = count - 1;
        places->run_count = writing.run_count;
    }
    log_charge(log_self(), &writing.start);
}

static u32 bytecode_bytes(const struct method *method) {
    const struct classfile *file = method->holder->file;
    struct classfile_code body = {0};
    if (file) classfile_code(file, &file->methods[method->index], &body);
    return body.length;
}

void code_log(struct method *method, struct code *code, struct code_places *places, u64 spent_ticks) {
    ASSERT_LOCKED();
    ASSERT(code->method == method);
    struct log_reading start = log_read(log_self());
    code_log_name(method);
    for (u32 i = 1; i < place_count(code); i++) code_log_name(code->places[i].method);
    for (u32 i = 0; i < code->watched_count; i++) { // of which no place may be left
        u64 watched = code->watched[i];
        if (code_watched_patterns(watched) & PROBE_PATTERNS) code_log_name(code_watched_method(watched));
    }
    struct log_code logged = {
        .start = code->start,
        .size = code->size,
        .method = method->id,
        .kind = method->access_flags & ACC_NATIVE ? CODE_WRAPPER : CODE_METHOD,
        .has_origins = code->origins && places->first,
        .places = places->first,
        .places_bytes = places->bytes,
        .place_count = places->place_count,
        .run_count = places->run_count,
        .inlined_calls = code->inlined_calls,
        .bytecode_bytes = bytecode_bytes(method),
        .is_first = !code->older,
        .spent_ticks = spent_ticks,
    };
    log_charge(log_self(), &start);
    code->valid_to = log_code(&logged);
    if (places->first != places->few) scratch_free(places->first);
}

// ---- The end

#define METHODS_A_PAUSE 4096u

void class_code_leave_log(const struct owner *owner) {
    ASSERT_LOCKED();
    u32 count = 0;
    for (const struct class *class = owner->classes; class; class = class->next_of_owner) {
        for (u32 i = 0; i < class->method_count; i++) {
            for (const struct code *code = class->methods[i].code; code; code = code->older) {
                log_code_end(code->valid_to);
            }
            if (++count % METHODS_A_PAUSE == 0) heap_pause(class->domain);
        }
    }
}

void class_code_end(const struct owner *owner) {
    ASSERT_LOCKED();
    for (const struct owner_chunk *chunk = owner->chunks; chunk; chunk = chunk->next) {
        if (chunk->space == OWNER_CODE) code_remove(chunk->start, chunk->start + chunk->bytes);
    }
}
