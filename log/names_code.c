// Translated code in the log: the address range of each translation, and which method and line stands where in it.
// Thread level only.
#include "kernel/core/self.h"
#include "log/state.h"
#include "translator/object.h"
#include "translator/reader/classfile.h"

// The method whose lines are looked for, mostly the same one many times.
struct line_source {
    const struct method *method;
    struct classfile_code code;
    bool has_lines;
};

static u16 line_of(struct line_source *source, const struct method *method, u32 bytecode_index) {
    const struct classfile *file = method->holder->file;
    if (source->method != method) {
        source->method = method;
        source->has_lines = file && classfile_code(file, &file->methods[method->index], &source->code);
    }
    s32 line = source->has_lines ? classfile_line(file, &source->code, bytecode_index) : 0;
    return line > 0 && line <= (s32)UINT16_MAX ? (u16)line : 0;
}

// A place and the callers into which it is inlined stand behind each other, the innermost first. `index` is how many
// there are before.
static struct name_place *append_place(struct name_place *at, u32 *index, u32 offset, const struct code_place *place,
                                       struct line_source *source) {
    for (; place; place = place->caller, offset = UINT32_MAX) {
        (*index)++;
        *at++ = (struct name_place){
            .offset = offset,
            .method = method_address(place->method),
            .bytecode_index = place->bytecode_index,
            .line = line_of(source, place->method, place->bytecode_index),
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

// A site's place holds for the code up to its return address; so each begins where the one before ends.
static void append_code(const struct method *method, const struct code *code) {
    u32 places = 0;
    for (u32 i = 0; i < code->site_count; i++) places += chain_length(&code->places[code->sites[i].place]);
    u32 bytes = (u32)(sizeof(struct name_code) + places * sizeof(struct name_place));
    for (const struct code_place *place = code->places; place < code->places + code->place_count; place++) {
        if (place->method) log_method_name(place->method); // the first of the translator's is none
    }
    u8 *at = names_reserve(bytes);
    if (!at) return;
    *(struct name_code *)at = (struct name_code){
        .record = {.type = NAME_CODE, .bytes = bytes, .ticks = log_ticks()},
        .start = (u32)code->start,
        .size = code->size,
        .method = method_address(method),
        .kind = method->access_flags & ACC_NATIVE ? CODE_WRAPPER : CODE_METHOD,
        .valid_to = UINT64_MAX,
        .place_count = places,
    };
    struct name_place *place = (struct name_place *)(at + sizeof(struct name_code));
    struct line_source source = {0};
    u32 index = 0, offset = 0;
    for (u32 i = 0; i < code->site_count; i++) {
        place = append_place(place, &index, offset, &code->places[code->sites[i].place], &source);
        offset = code->sites[i].offset;
    }
    names_commit(bytes);
}

void log_code(struct method *method, const struct code *code, u64 spent_ticks) {
    struct log_reading start = log_read(thread_self());
    log_method_name(method);
    append_code(method, code);
    log_state.profile->methods_translated += !code->older;
    log_state.profile->calls_inlined += code->inlined_calls;
    log_charge(thread_self(), &start);
    const struct classfile *file = method->holder->file;
    struct classfile_code body = {0};
    if (file) classfile_code(file, &file->methods[method->index], &body);
    log_event(EVENT_translate, method_address(method), LOG_PAIR(code->start, code->size),
              LOG_PAIR(body.length, spent_ticks));
}
