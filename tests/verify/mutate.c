// See mutate.h.
#include "tests/verify/mutate.h"

#include <stdio.h>
#include <string.h>

u32 mutate_random(u64 *state, u32 limit) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    u64 mixed = (*state >> 33 ^ *state >> 15) * 0x9e3779b97f4a7c15u;
    return (u32)(mixed >> 32) % limit;
}

struct job {
    const struct classfile *file;
    struct mutant *mutant;
    u64 *state;
};

static u32 pick(struct job *job, u32 limit) { return mutate_random(job->state, limit); }

static void note(struct job *job, const char *what, u32 at) {
    size_t length = strlen(job->mutant->what);
    snprintf(job->mutant->what + length, sizeof(job->mutant->what) - length, "%s%s at %u", length ? ", " : "", what,
             at);
}

static void put_u16(struct job *job, u32 at, u32 value) {
    if (at + 2 > job->mutant->size) return;
    job->mutant->bytes[at] = (u8)(value >> 8);
    job->mutant->bytes[at + 1] = (u8)value;
}

static u32 offset_of(const struct job *job, const u8 *at) { return (u32)(at - job->file->bytes); }

static bool pick_code(struct job *job, struct classfile_code *code) {
    for (u32 tries = 0; tries < 20 && job->file->method_count; tries++) {
        if (classfile_code(job->file, &job->file->methods[pick(job, job->file->method_count)], code)) return true;
    }
    return false;
}

// The start of some instruction.
static u32 pick_instruction(struct job *job, const struct classfile_code *code) {
    u32 target = pick(job, code->length), index = 0;
    for (;;) {
        u32 length = bytecode_length(code->bytes, code->length, index);
        if (length == 0 || index + length > target) return index;
        index += length;
    }
}

static void change_opcode(struct job *job) {
    struct classfile_code code;
    if (!pick_code(job, &code)) return;
    u32 index = pick_instruction(job, &code);
    const struct bytecode_info *info = &bytecode_table[code.bytes[index]];
    u32 opcode = pick(job, BYTECODE_COUNT);
    for (u32 tries = 0;
         tries < 60 && (bytecode_table[opcode].format != info->format || bytecode_table[opcode].length != info->length);
         tries++) {
        opcode = pick(job, BYTECODE_COUNT);
    }
    job->mutant->bytes[offset_of(job, code.bytes) + index] = (u8)opcode;
    note(job, "opcode", index);
}

static void change_operand(struct job *job) {
    struct classfile_code code;
    if (!pick_code(job, &code)) return;
    u32 index = pick_instruction(job, &code), length = bytecode_length(code.bytes, code.length, index);
    if (length < 2) return change_opcode(job);
    u32 at = offset_of(job, code.bytes) + index;
    u8 format = bytecode_table[code.bytes[index]].format;
    if (format == FORMAT_POOL || format == FORMAT_DIMENSIONS || format == FORMAT_INTERFACE) {
        u16 entry = bytecode_u16(code.bytes + index + 1);
        u8 tag = entry < job->file->pool_count ? classfile_tag(job->file, entry) : POOL_UNUSABLE;
        u32 other = pick(job, job->file->pool_count);
        for (u32 tries = 0; tries < 200 && classfile_tag(job->file, (u16)other) != tag; tries++) {
            other = pick(job, job->file->pool_count);
        }
        put_u16(job, at + 1, other);
    } else {
        u32 byte = 1 + pick(job, length - 1);
        job->mutant->bytes[at + byte] =
            (u8)(pick(job, 2) ? pick(job, 256) : job->mutant->bytes[at + byte] + pick(job, 7) - 3u);
    }
    note(job, "operand", index);
}

static void change_code_byte(struct job *job) {
    struct classfile_code code;
    if (!pick_code(job, &code)) return;
    u32 index = pick(job, code.length);
    job->mutant->bytes[offset_of(job, code.bytes) + index] = (u8)pick(job, 256);
    note(job, "code byte", index);
}

static void change_limit(struct job *job) {
    struct classfile_code code;
    if (!pick_code(job, &code)) return;
    u32 at = offset_of(job, code.bytes) - (pick(job, 2) ? 8 : 6);
    put_u16(job, at, bytecode_u16(job->file->bytes + at) + (pick(job, 2) ? 1u : UINT32_MAX));
    note(job, "max_stack or max_locals", at);
}

static void change_handler(struct job *job) {
    struct classfile_code code = {0};
    for (u32 tries = 0; tries < 20 && code.handler_count == 0; tries++) {
        if (!pick_code(job, &code)) return;
    }
    if (code.handler_count == 0) return change_limit(job);
    u32 number = pick(job, code.handler_count), field = pick(job, 4);
    u32 at = offset_of(job, code.handlers) + 8 * number + 2 * field;
    put_u16(job, at, field == 3 ? pick(job, job->file->pool_count) : pick_instruction(job, &code));
    note(job, "handler", at);
}

static void change_stack_map(struct job *job) {
    struct classfile_code code = {0};
    for (u32 tries = 0; tries < 20 && code.stack_map_attribute == 0; tries++) {
        if (!pick_code(job, &code)) return;
    }
    if (code.stack_map_attribute == 0) return change_code_byte(job);
    u32 length;
    classfile_attribute(job->file, code.stack_map_attribute, &length);
    if (length < 3) return;
    u32 at = code.stack_map_attribute + 2 + pick(job, length - 2);
    job->mutant->bytes[at] = (u8)(pick(job, 2) ? pick(job, 9) : job->mutant->bytes[at] + pick(job, 5) - 2u);
    note(job, "stack map", at);
}

static void change_flags(struct job *job) {
    const struct classfile *file = job->file;
    struct classfile_code code;
    u32 at = file->interfaces - 8;
    if (pick(job, 3) && pick_code(job, &code)) {
        for (u32 i = 0; i < file->method_count; i++) {
            if (!file->methods[i].code_attribute || file->bytes + file->methods[i].code_attribute + 8 != code.bytes) {
                continue;
            }
            at = file->methods[i].code_attribute - 14;
        }
    }
    put_u16(job, at, bytecode_u16(file->bytes + at) ^ 1u << pick(job, 16));
    note(job, "flags", at);
}

static void change_text(struct job *job) {
    const struct classfile *file = job->file;
    for (u32 tries = 0; tries < 50; tries++) {
        u16 index = (u16)pick(job, file->pool_count);
        if (classfile_tag(file, index) != POOL_UTF8) continue;
        struct text text = classfile_utf8(file, index);
        if (text.length == 0) continue;
        static const char letters[] = "IJFDZLBCSV[;/()<>aA$1 .";
        u32 at = file->pool[index] + 3 + pick(job, text.length);
        job->mutant->bytes[at] = (u8)(pick(job, 8) ? letters[pick(job, sizeof(letters) - 1)] : (char)pick(job, 256));
        note(job, "text", at);
        return;
    }
}

static void change_pool_index(struct job *job) {
    const struct classfile *file = job->file;
    for (u32 tries = 0; tries < 100; tries++) {
        u16 index = (u16)pick(job, file->pool_count);
        u8 tag = classfile_tag(file, index);
        if (tag == POOL_UNUSABLE || tag == POOL_UTF8) continue;
        put_u16(job, file->pool[index] + 1 + (tag >= POOL_FIELD && tag <= POOL_NAME_AND_TYPE ? 2 * pick(job, 2) : 0),
                pick(job, file->pool_count));
        note(job, "pool entry", index);
        return;
    }
}

static void change_any_byte(struct job *job) {
    u32 at = pick(job, (u32)job->mutant->size);
    job->mutant->bytes[at] = (u8)(pick(job, 2) ? pick(job, 256) : job->mutant->bytes[at] ^ 1u << pick(job, 8));
    note(job, "byte", at);
}

static void change_version(struct job *job) {
    put_u16(job, 6, 45 + pick(job, 18));
    note(job, "version", 6);
}

static void change_size(struct job *job) {
    struct mutant *mutant = job->mutant;
    u32 at = pick(job, (u32)mutant->size);
    switch (pick(job, 3)) {
    case 0: mutant->size = at; break;
    case 1: memmove(mutant->bytes + at, mutant->bytes + at + 1, --mutant->size - at); break;
    default:
        memmove(mutant->bytes + at + 1, mutant->bytes + at, mutant->size++ - at);
        mutant->bytes[at] = (u8)pick(job, 256);
        break;
    }
    note(job, "size", at);
}

void mutate(const struct classfile *file, struct mutant *mutant, u64 *state) {
    static void (*const changes[])(struct job *) = {
        change_opcode,    change_opcode,     change_opcode,    change_operand,   change_operand, change_operand,
        change_code_byte, change_limit,      change_stack_map, change_stack_map, change_handler, change_flags,
        change_text,      change_pool_index, change_any_byte,  change_version,
    };
    struct job job = {file, mutant, state};
    memcpy(mutant->bytes, file->bytes, file->size);
    mutant->size = file->size;
    mutant->what[0] = 0;
    for (u32 count = 1 + pick(&job, 3) / 2; count > 0; count--) changes[pick(&job, COUNT_OF(changes))](&job);
    if (pick(&job, 25) == 0) change_size(&job);
}
