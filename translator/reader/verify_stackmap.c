// Type checking by StackMapTable (JVMS 4.10.1, 4.7.4): one pass over the code. Every frame of the table is built first,
// because branches go both ways; then each instruction is applied to the frame that flows into it, and the result must
// match the table's frames at all its successors.
#include "base/narrow.h"
#include "base/panic.h"
#include "translator/reader/verify_state.h"

struct map_frame {
    u32 offset;
    struct frame frame;
};

struct stack_map {
    struct map_frame *frames;
    u32 count;
};

// ---- Reading the table

struct reader {
    struct verifier *verifier;
    const u8 *at, *end;
    struct frame frame; // built up by deltas
};

static bool format_error(struct reader *reader, const char *reason) {
    reader->verifier->is_final = true;
    return verify_malformed(reader->verifier, "StackMapTable format error: %s", reason);
}

static bool read_u8(struct reader *reader, u32 *value) {
    if (reader->at == reader->end) return format_error(reader, "access beyond the end of attribute");
    *value = *reader->at++;
    return true;
}

static bool read_u16(struct reader *reader, u32 *value) {
    if (reader->end - reader->at < 2) return format_error(reader, "access beyond the end of attribute");
    *value = bytecode_u16(reader->at);
    reader->at += 2;
    return true;
}

static bool read_type(struct reader *reader, vtype *type) {
    static const u8 simple[6] = {TYPE_TOP, TYPE_INT, TYPE_FLOAT, TYPE_DOUBLE, TYPE_LONG, TYPE_NULL};
    struct verifier *verifier = reader->verifier;
    u32 tag = 0, operand = 0;
    if (!read_u8(reader, &tag)) return false;
    switch (tag) {
    case 6:
        reader->frame.this_uninitialized = true;
        *type = TYPE_UNINITIALIZED_THIS;
        return true;
    case 7:
        if (!read_u16(reader, &operand)) return false;
        if (!classfile_has(verifier->file, operand, POOL_CLASS)) return format_error(reader, "bad class index");
        *type = verify_pool_class_type(verifier, narrow_u16(operand));
        return true;
    case 8:
        if (!read_u16(reader, &operand)) return false;
        if (operand >= verifier->code.length || !(verifier->marks[operand] & MARK_NEW)) {
            return verify_malformed(verifier, "StackMapTable error: bad offset for Uninitialized");
        }
        *type = type_make(TYPE_UNINITIALIZED, operand);
        return true;
    default:
        if (tag >= COUNT_OF(simple)) return format_error(reader, "bad verification type");
        *type = simple[tag];
        return true;
    }
}

static bool bad_size(struct reader *reader) {
    return verify_malformed(reader->verifier, "StackMapTable error: bad type array size");
}

// Appends `count` types, each of one or two words, to a list of `*length` words with room for `capacity`. Types that do
// not fit are an error only when all have been read, because a format error among them comes first.
static bool read_types(struct reader *reader, u32 count, vtype *list, u16 *length, u32 capacity) {
    bool overflow = false;
    for (; count > 0; count--) {
        vtype type = TYPE_TOP;
        arena_step(reader->verifier->arena, count);
        if (!read_type(reader, &type)) return false;
        u32 words = type_is_wide(type) ? 2 : 1;
        if (*length + words > capacity) {
            overflow = true;
            continue;
        }
        ASSERT(*length + words <= capacity);
        list[(*length)++] = type;
        if (words == 2) list[(*length)++] = type_high_of(type);
    }
    return !overflow || bad_size(reader);
}

// The stack does not show whether `this` is initialised; locals do.
static bool read_stack(struct reader *reader, u32 count) {
    bool this_uninitialized = reader->frame.this_uninitialized;
    bool read = read_types(reader, count, reader->frame.stack, &reader->frame.depth, reader->verifier->code.max_stack);
    reader->frame.this_uninitialized = this_uninitialized;
    return read;
}

static bool chop(struct reader *reader, u32 count) {
    struct frame *frame = &reader->frame;
    for (; count > 0; count--) {
        if (frame->local_count == 0) return bad_size(reader);
        frame->local_count--;
        if (type_is_high(frame->locals[frame->local_count])) frame->local_count--;
    }
    frame->this_uninitialized = false;
    for (u32 i = 0; i < frame->local_count; i++) {
        if (frame->locals[i] == TYPE_UNINITIALIZED_THIS) frame->this_uninitialized = true;
    }
    return true;
}

static bool read_full(struct reader *reader) {
    struct frame *frame = &reader->frame;
    const struct classfile_code *code = &reader->verifier->code;
    u32 count = 0;
    frame->local_count = 0;
    frame->this_uninitialized = false;
    if (!read_u16(reader, &count) || !read_types(reader, count, frame->locals, &frame->local_count, code->max_locals)) {
        return false;
    }
    return read_u16(reader, &count) && read_stack(reader, count);
}

static bool read_frame(struct reader *reader, u32 *delta) {
    struct frame *frame = &reader->frame;
    const struct classfile_code *code = &reader->verifier->code;
    u32 kind = 0;
    if (!read_u8(reader, &kind)) return false;
    frame->depth = 0;
    *delta = kind & 63;
    if (kind < 64) return true;
    if (kind < 128) return read_stack(reader, 1);
    if (kind < 247) return format_error(reader, "reserved frame type");
    if (!read_u16(reader, delta)) return false;
    if (kind == 247) return read_stack(reader, 1);
    if (kind < 251) return chop(reader, 251 - kind);
    if (kind == 255) return read_full(reader);
    return read_types(reader, kind - 251, frame->locals, &frame->local_count, code->max_locals);
}

static void save_frame(struct verifier *verifier, struct frame *to, const struct frame *from) {
    *to = *from;
    ASSERT(from->local_count <= verifier->code.max_locals && from->depth <= verifier->code.max_stack);
    to->locals = ARENA_ARRAY(verifier->arena, vtype, from->local_count);
    to->stack = ARENA_ARRAY(verifier->arena, vtype, from->depth);
    for (u32 i = 0; i < from->local_count; i++) to->locals[i] = from->locals[i];
    for (u32 i = 0; i < from->depth; i++) to->stack[i] = from->stack[i];
}

static bool read_frames(struct reader *reader, struct stack_map *map) {
    struct verifier *verifier = reader->verifier;
    s64 offset = -1;
    for (u32 i = 0; i < map->count; i++) {
        u32 delta = 0;
        arena_poll(verifier->arena);
        if (!read_frame(reader, &delta)) return false;
        offset += 1 + (s64)delta;
        if (offset >= verifier->code.length || !verifier->marks[offset]) {
            return verify_fail(verifier, "StackMapTable error: bad offset");
        }
        ASSERT(i == 0 || offset > map->frames[i - 1].offset);
        map->frames[i].offset = (u32)offset;
        save_frame(verifier, &map->frames[i].frame, &reader->frame);
    }
    return reader->at == reader->end || format_error(reader, "wrong attribute size");
}

static bool read_table(struct verifier *verifier, struct stack_map *map) {
    if (verifier->code.stack_map_attribute == 0) return true;
    u32 length, count = 0;
    const u8 *body = classfile_attribute(verifier->file, verifier->code.stack_map_attribute, &length);
    struct reader reader = {.verifier = verifier, .at = body, .end = body + length};
    frame_new(verifier, &reader.frame);
    frame_copy(verifier, &reader.frame, &verifier->frame);
    if (!read_u16(&reader, &count)) return false;
    map->count = count < length ? count : length; // a frame has at least one byte
    map->frames = ARENA_ARRAY(verifier->arena, struct map_frame, map->count);
    return read_frames(&reader, map) &&
           (map->count == count || format_error(&reader, "access beyond the end of attribute"));
}

// ---- Matching

static const struct map_frame *find_frame(const struct stack_map *map, u32 offset) {
    u32 low = 0, high = map->count;
    while (low < high) {
        u32 middle = (low + high) / 2;
        if (map->frames[middle].offset < offset) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < map->count && map->frames[low].offset == offset ? &map->frames[low] : NULL;
}

static bool value_fits(struct verifier *verifier, vtype to, vtype from) {
    return to == from || verify_assignable(verifier, to, from, false);
}

static bool frame_fits(struct verifier *verifier, const struct frame *to, const struct frame *from) {
    for (u32 i = 0; i < to->local_count; i++) {
        arena_step(verifier->arena, i);
        if (!value_fits(verifier, to->locals[i], i < from->local_count ? from->locals[i] : (vtype)TYPE_TOP)) {
            return false;
        }
    }
    if (to->depth != from->depth) return false;
    for (u32 i = 0; i < to->depth; i++) {
        arena_step(verifier->arena, i);
        if (!value_fits(verifier, to->stack[i], from->stack[i])) return false;
    }
    return to->this_uninitialized || !from->this_uninitialized;
}

static bool match(struct verifier *verifier, u32 offset, const struct frame *frame) {
    arena_poll(verifier->arena);
    ASSERT(verifier->stack_map && offset < verifier->code.length);
    const struct map_frame *entry = find_frame(verifier->stack_map, offset);
    if (entry == NULL) return verify_fail(verifier, "Expecting a stackmap frame at branch target %u", offset);
    return frame_fits(verifier, &entry->frame, frame);
}

bool stack_map_jump(struct verifier *verifier, u32 target) {
    return match(verifier, target, &verifier->frame) ||
           verify_fail(verifier, "Inconsistent stackmap frames at branch target %u", target);
}

bool stack_map_handlers(struct verifier *verifier) {
    for (u16 i = 0; i < verifier->code.handler_count; i++) {
        struct classfile_handler handler = classfile_handler(&verifier->code, i);
        arena_step(verifier->arena, i);
        if (!verify_in_handler_range(handler, verifier->index)) continue;
        if (verifier->code.max_stack == 0) return verify_fail(verifier, "Operand stack overflow");
        vtype thrown =
            handler.catch_type ? verify_pool_class_type(verifier, handler.catch_type) : verifier->throwable_type;
        struct frame frame = verifier->frame;
        frame.stack = &thrown;
        frame.depth = 1;
        if (verifier->initialized_this) frame.this_uninitialized = true;
        if (!match(verifier, handler.target, &frame)) {
            return verify_fail(verifier, "Stack map does not match the one at exception handler %u", handler.target);
        }
    }
    return true;
}

// ---- The pass

// Takes the table's frame if there is one at this instruction.
static bool enter_instruction(struct verifier *verifier, u32 *next_frame) {
    const struct stack_map *map = verifier->stack_map;
    const struct map_frame *entry = *next_frame < map->count ? &map->frames[*next_frame] : NULL;
    if (entry == NULL || entry->offset > verifier->index) {
        return verifier->falls_through || verify_fail(verifier, "Expecting a stack map frame");
    }
    if (entry->offset < verifier->index) return verify_malformed(verifier, "Bad stack map offset %u", entry->offset);
    if (verifier->falls_through && !frame_fits(verifier, &entry->frame, &verifier->frame)) {
        return verify_fail(verifier, "Instruction type does not match stack map");
    }
    struct frame *frame = &verifier->frame;
    ASSERT(entry->frame.local_count <= verifier->code.max_locals && entry->frame.depth <= verifier->code.max_stack);
    for (u32 i = 0; i < verifier->code.max_locals; i++) {
        frame->locals[i] = i < entry->frame.local_count ? entry->frame.locals[i] : (vtype)TYPE_TOP;
    }
    for (u32 i = 0; i < entry->frame.depth; i++) frame->stack[i] = entry->frame.stack[i];
    frame->local_count = entry->frame.local_count;
    frame->depth = entry->frame.depth;
    frame->this_uninitialized = entry->frame.this_uninitialized;
    (*next_frame)++;
    return true;
}

bool verify_by_stack_map(struct verifier *verifier) {
    const struct classfile_code *code = &verifier->code;
    struct stack_map map = {.count = 0};
    verifier->stack_map = &map;
    verifier->index = 0;
    if (!read_table(verifier, &map)) return false;
    u32 next_frame = 0;
    verifier->falls_through = true;
    for (verifier->index = 0; verifier->index < code->length; verifier->index = verifier->next) {
        arena_poll(verifier->arena);
        verifier->next = verifier->index + bytecode_length(code->bytes, code->length, verifier->index);
        if (!enter_instruction(verifier, &next_frame) || !verify_instruction(verifier)) return false;
        if (!verifier->stored && !verify_handlers(verifier)) return false;
    }
    return !verifier->falls_through || verify_fail(verifier, "Control flow falls through code end");
}
