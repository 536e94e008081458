// Names: what the numbers and addresses in the log mean. Append-only; `used` moves when a record stands. Thread level
// only.
#include "base/string.h"
#include "kernel/core/self.h"
#include "log/state.h"
#include "translator/object.h"
#include "translator/reader/classfile.h"

// `kept` bytes stay free.
static u8 *reserve(u32 bytes, u64 kept) {
    struct region_section *section = log_state.names_section;
    if (section->bytes - section->used < bytes + kept) {
        section->lost++;
        log_lost(LOSS_NAMES);
        return NULL;
    }
    return log_state.names + section->used;
}

// Names of code and classes, of which there are most, leave an eighth to what threads and components are called: an
// event without a name is worth nothing.
u8 *names_reserve(u32 bytes) { return reserve(bytes, log_state.names_section->bytes / 8); }

static bool is_code_or_class(const struct name_record *record) {
    return record->type == NAME_CLASS || record->type == NAME_METHOD || record->type == NAME_CODE;
}

void names_commit(u32 bytes) {
    struct region_section *section = log_state.names_section;
    // The record, then the count that makes it visible.
    __atomic_store_n(&section->used, section->used + bytes, __ATOMIC_RELEASE);
}

bool names_append(struct name_record *fields, u32 fields_bytes, const void *text, u32 text_bytes, const void *more,
                  u32 more_bytes) {
    u32 total = ALIGN_UP(fields_bytes + text_bytes + more_bytes, 8u);
    u8 *at = is_code_or_class(fields) ? names_reserve(total) : reserve(total, 0);
    if (!at) return false;
    fields->text_bytes = (u16)(text_bytes + more_bytes);
    fields->bytes = total;
    fields->ticks = log_ticks();
    memcpy(at, fields, fields_bytes);
    memcpy(at + fields_bytes, text, text_bytes);
    if (more_bytes) memcpy(at + fields_bytes + text_bytes, more, more_bytes);
    names_commit(total);
    return true;
}

static void name_simple(enum name_type type, u32 id, const char *text, size_t length) {
    struct name_simple fields = {.record.type = (u16)type, .id = id};
    names_append(&fields.record, sizeof(fields), text, length < UINT16_MAX ? (u32)length : UINT16_MAX, NULL, 0);
}

void log_thread_name(u32 thread_number, const char *name, size_t length) {
    name_simple(NAME_THREAD, thread_number, name, length);
}

void log_domain(u32 number, const char *name, size_t length) { name_simple(NAME_DOMAIN, number, name, length); }

void log_pattern(enum pattern_kind kind, const char *text, size_t length) {
    name_simple(NAME_PATTERN, kind, text, length);
}

void log_class_load(struct class *class, u64 bytes) {
    struct log_reading start = log_read(thread_self());
    struct name_class fields = {
        .record.type = NAME_CLASS,
        .id = class_address(class),
        .super = class_address(class->super),
        .source_bytes = class->source_file ? class->source_file->length : 0,
    };
    names_append(&fields.record, sizeof(fields), class->name->text, class->name->length,
                 class->source_file ? class->source_file->text : NULL, fields.source_bytes);
    log_charge(thread_self(), &start);
    log_event(EVENT_class_load, class_address(class), bytes, 0);
}

static u32 method_flags(const struct method *method) {
    return (method->access_flags & ACC_NATIVE ? NAME_METHOD_NATIVE : 0) |
           (method->access_flags & ACC_STATIC ? NAME_METHOD_STATIC : 0) |
           (method->access_flags & ACC_SYNCHRONIZED ? NAME_METHOD_SYNCHRONIZED : 0) |
           (method->flags & METHOD_PROBED ? NAME_METHOD_TIMED : 0) |
           (method->flags & METHOD_TRACED ? NAME_METHOD_TRACED : 0);
}

void log_method_name(struct method *method) {
    if (method->flags & METHOD_NAMED) return;
    method->flags |= METHOD_NAMED;
    struct name_method fields = {
        .record.type = NAME_METHOD,
        .id = method_address(method),
        .class = class_address(method->holder),
        .flags = method_flags(method),
        .name_bytes = method->name->length,
        .descriptor_bytes = method->descriptor->length,
    };
    if (method->flags & METHOD_PROBED) log_state.profile->methods_timed++;
    if (method->flags & METHOD_TRACED) log_state.profile->methods_traced++;
    names_append(&fields.record, sizeof(fields), method->name->text, method->name->length, method->descriptor->text,
                 method->descriptor->length);
}

void log_code_range(u64 start, u64 bytes, enum code_kind kind, const char *name, size_t length) {
    struct name_code fields = {
        .record.type = NAME_CODE, .start = (u32)start, .size = (u32)bytes, .kind = kind, .valid_to = UINT64_MAX};
    names_append(&fields.record, sizeof(fields), name, (u32)length, NULL, 0);
}
