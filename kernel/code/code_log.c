// What the log learns about methods and their translated code: names, the address range of each translation, and which
// method and line is where in it. Thread level only.
#include "kernel/code/code_log.h"

#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"
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

#define PLACES_KNOWN 64u
#define PLACES_A_POLL 64u // a line may be looked for in a long table

// The method whose lines are looked up, mostly the same one many times, and the lines that were found last: the same
// place stands for many sites, and the same callers for all that is inlined.
struct line_source {
    const struct method *method;
    struct classfile_code code;
    bool has_lines;
    const u8 *table;
    u32 table_count; // 0: the lines are looked up without it
    struct {
        const struct code_place *place;
        u16 line;
    } known[PLACES_KNOWN];
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

static u16 line_of(struct line_source *source, const struct code *code, const struct code_place *place) {
    u32 at = (u32)(place - code->places) % PLACES_KNOWN;
    if (source->known[at].place != place) {
        source->known[at].place = place;
        source->known[at].line = find_line(source, place->method, place->bytecode_index);
    }
    return source->known[at].line;
}

// A place is followed by the callers into which it is inlined, the innermost first. `index` is how many places come
// before it.
static struct name_place *append_place(struct name_place *at, u32 *index, u32 offset, const struct code *code,
                                       const struct code_place *place, struct line_source *source) {
    for (; place; place = place->caller, offset = UINT32_MAX) {
        ASSERT(place->method); // a site's place is never the first one, which names no method
        if (++*index % PLACES_A_POLL == 0) scheduler_poll_native(thread_self());
        *at++ = (struct name_place){
            .offset = offset,
            .method = place->method->id,
            .bytecode_index = place->bytecode_index,
            .line = line_of(source, code, place),
            .inlined_into = place->caller ? *index + 1 : 0,
        };
    }
    return at;
}

static u32 chain_length(const struct code_place *place) {
    u32 length = 0;
    for (; place; place = place->caller) length++;
    return length;
}

#define SITES_A_POLL 1024u

// A site's place applies to the code up to its return address, so each begins where the one before ends.
static void fill_places(const struct code *code, struct name_place *place, u32 count) {
    struct line_source source = {0};
    u32 index = 0, offset = 0;
    for (u32 i = 0; i < code->site_count; i++) {
        ASSERT(code->sites[i].place < code->place_count && offset <= code->sites[i].offset);
        place = append_place(place, &index, offset, code, &code->places[code->sites[i].place], &source);
        offset = code->sites[i].offset;
    }
    ASSERT(index == count);
}

struct code_places code_log_places(const struct code *code) {
    struct code_places places = {0};
    for (u32 i = 0; i < code->site_count; i++) {
        if (i % SITES_A_POLL == SITES_A_POLL - 1) scheduler_poll_native(thread_self());
        places.count += chain_length(&code->places[code->sites[i].place]);
    }
    places.first = scratch_alloc(thread_account(ACCOUNT_TABLES), places.count * sizeof(*places.first));
    if (!places.first) places.count = 0;
    if (places.count) fill_places(code, places.first, places.count);
    return places;
}

static void copy_places(void *context, struct name_place *to) {
    const struct code_places *places = context;
    if (places->count) memcpy(to, places->first, places->count * sizeof(*to));
}

static u32 bytecode_bytes(const struct method *method) {
    const struct classfile *file = method->holder->file;
    struct classfile_code body = {0};
    if (file) classfile_code(file, &file->methods[method->index], &body);
    return body.length;
}

void code_log(struct method *method, struct code *code, struct code_places places, u64 spent_ticks) {
    ASSERT_LOCKED();
    ASSERT(code->method == method);
    struct log_reading start = log_read(log_self());
    code_log_name(method);
    for (const struct code_place *place = code->places; place < code->places + code->place_count; place++) {
        if (place->method) code_log_name(place->method); // the translator's first place has none
    }
    for (u32 i = 0; i < code->watched_count; i++) { // of which no place may be left
        if (code_watched_patterns(code->watched[i]) & PROBE_PATTERNS)
            code_log_name(code_watched_method(code->watched[i]));
    }
    struct log_code logged = {
        .start = code->start,
        .size = code->size,
        .method = method->id,
        .kind = method->access_flags & ACC_NATIVE ? CODE_WRAPPER : CODE_METHOD,
        .place_count = places.count,
        .inlined_calls = code->inlined_calls,
        .bytecode_bytes = bytecode_bytes(method),
        .is_first = !code->older,
        .spent_ticks = spent_ticks,
    };
    log_charge(log_self(), &start);
    code->valid_to = log_code(&logged, copy_places, &places);
    scratch_free(places.first);
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
