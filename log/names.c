// Names: what the numbers and addresses in the log mean. Append-only, except for the end of code that has gone; `used`
// moves when a record is complete. Thread level only.
#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"
#include "log/state.h"

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

// Names of code and classes, which are the most numerous, leave an eighth for names of threads and components: an event
// without a name is worthless.
static u8 *names_reserve(u32 bytes) { return reserve(bytes, log_state.names_section->bytes / 8); }

static bool is_code_or_class(const struct name_record *record) {
    return record->type == NAME_CLASS || record->type == NAME_METHOD || record->type == NAME_CODE;
}

// Makes a record that has been filled visible to readers.
static void names_commit(u32 bytes) {
    struct region_section *section = log_state.names_section;
    // viz/read/names.c goes from record to record by their lengths, up to `used`.
    ASSERT(bytes && bytes % NAME_ALIGN == 0 && section->used + bytes <= section->bytes);
    // The record first, then the count that makes it visible.
    __atomic_store_n(&section->used, section->used + bytes, __ATOMIC_RELEASE);
}

bool names_append(struct name_record *fields, u32 fields_bytes, const void *text, u32 text_bytes, const void *more,
                  u32 more_bytes) {
    ASSERT(fields->type && fields_bytes >= sizeof(*fields));
    u32 total = ALIGN_UP(fields_bytes + text_bytes + more_bytes, NAME_ALIGN);
    u8 *at = is_code_or_class(fields) ? names_reserve(total) : reserve(total, 0);
    if (!at) return false;
    fields->text_bytes = narrow_u16(text_bytes + more_bytes);
    fields->bytes = total;
    fields->ticks = log_ticks();
    memcpy(at, fields, fields_bytes);
    memcpy(at + fields_bytes, text, text_bytes);
    if (more_bytes) memcpy(at + fields_bytes + text_bytes, more, more_bytes);
    names_commit(total);
    return true;
}

static void name_simple(enum name_type type, u32 id, const char *text, size_t length) {
    struct name_simple fields = {.record.type = narrow_u16(type), .id = id};
    names_append(&fields.record, sizeof(fields), text, length < UINT16_MAX ? (u32)length : UINT16_MAX, NULL, 0);
}

void log_thread_name(u32 thread_number, const char *name, size_t length) {
    name_simple(NAME_THREAD, thread_number, name, length);
}

u32 log_string(const char *text, size_t length) {
    struct name_simple fields = {.record.type = NAME_STRING, .id = log_state.strings + 1};
    u32 kept = length < CONTROL_TEXT_BYTES ? (u32)length : CONTROL_TEXT_BYTES;
    if (!kept || !names_append(&fields.record, sizeof(fields), text, kept, NULL, 0)) return 0;
    return ++log_state.strings;
}

// The last one is that of all others.
static u32 domain_row(u32 number) {
    ASSERT(log_state.domain_capacity);
    u32 last = log_state.domain_capacity - 1;
    return number < last ? number : last;
}

static struct region_domain *domain_entry(u32 number) { return &log_state.domains[domain_row(number)]; }

void log_domain(u32 number, const char *name, size_t length) {
    struct region_domain *entry = domain_entry(number);
    name_simple(NAME_DOMAIN, number, name, length);
    if (!entry->domains) {
        entry->number = number;
        entry->start_ticks = log_ticks();
    }
    __atomic_store_n(&entry->domains, entry->domains + 1, __ATOMIC_RELEASE);
}

void log_domain_end(u32 number, s32 exit_status) {
    struct region_domain *entry = domain_entry(number);
    ASSERT(entry->ended <= entry->domains);
    if (entry->ended == entry->domains) return; // it could not be made
    entry->end_ticks = log_ticks();
    entry->exit_status = exit_status;
    entry->ended++;
}

void log_memory(u32 number, const u64 bytes[ACCOUNT_KINDS]) {
    u64 *row = log_state.memory[domain_row(number)].bytes;
    for (u32 i = 0; i < ACCOUNT_KINDS; i++) row[i] += bytes[i];
}

void log_memory_end(const u64 bytes[ACCOUNT_KINDS]) {
    u32 last = log_state.domain_capacity;
    memcpy(log_state.memory[last].bytes, bytes, sizeof(*bytes) * ACCOUNT_KINDS);
    __atomic_store_n(&log_state.memory_section->used, last + 1, __ATOMIC_RELEASE);
}

void log_pattern(enum pattern_kind kind, const char *text, size_t length) {
    name_simple(NAME_PATTERN, kind, text, length);
}

u32 log_new_class_id(void) { return ++log_state.class_ids; }
u32 log_new_object_id(void) { return ++log_state.object_ids; }

u32 log_new_method_ids(u32 count) {
    u32 first = METHOD_ID_FIRST + log_state.method_ids;
    log_state.method_ids += count;
    return first;
}

// How much of a text fits into a record after another one.
static u32 text_left(u32 first_bytes, u32 bytes) {
    return bytes < UINT16_MAX - first_bytes ? bytes : UINT16_MAX - first_bytes;
}

void log_class_name(const struct log_class *class) {
    struct log_reading start = log_read(log_self());
    ASSERT(class->id); // 0 is no class
    struct name_class fields = {
        .record.type = NAME_CLASS,
        .id = class->id,
        .super = class->super,
        .domain = log_self()->domain_number,
        .source_bytes = text_left(class->name.length, class->source.length),
    };
    names_append(&fields.record, sizeof(fields), class->name.bytes, class->name.length, class->source.bytes,
                 fields.source_bytes);
    log_charge(log_self(), &start);
}

void log_class_load(const struct log_class *class, u64 bytes) {
    log_class_name(class);
    LOG_EVENT(class_load, .class = class->id, .bytes = (u32)bytes);
}

void log_method_name(const struct log_method *method) {
    struct name_method fields = {
        .record.type = NAME_METHOD,
        .id = method->id,
        .class = method->class,
        .flags = method->flags,
        .name_bytes = method->name.length,
        .descriptor_bytes = narrow_u16(text_left(method->name.length, method->descriptor.length)),
    };
    u32 news = method->flags & ~method->known_flags;
    if (news & NAME_METHOD_TIMED) log_state.profile->methods_timed++;
    if (news & NAME_METHOD_TRACED) log_state.profile->methods_traced++;
    names_append(&fields.record, sizeof(fields), method->name.bytes, method->name.length, method->descriptor.bytes,
                 fields.descriptor_bytes);
}

// Returns where the end of its validity is stored; NULL if there is no room.
static u64 *append_code(const struct log_code *code) {
    ASSERT(code->size && code->start + code->size <= UINT32_MAX);
    u32 bytes = ALIGN_UP((u32)sizeof(struct name_code) + code->places_bytes, NAME_ALIGN);
    u8 *at = names_reserve(bytes);
    if (!at) return NULL;
    *(struct name_code *)at = (struct name_code){
        .record = {.type = NAME_CODE, .bytes = bytes, .ticks = log_ticks()},
        .start = (u32)code->start,
        .size = code->size,
        .method = code->method,
        .kind = narrow_u16(code->kind),
        .flags = code->has_origins ? CODE_ORIGINS : 0,
        .valid_to = UINT64_MAX,
        .place_count = code->place_count,
        .run_count = code->run_count,
    };
    if (code->places_bytes) memcpy(at + sizeof(struct name_code), code->places, code->places_bytes);
    names_commit(bytes);
    return &((struct name_code *)at)->valid_to;
}

// One store: a reader sees the code end, or not yet.
void log_code_end(u64 *valid_to) {
    if (valid_to) __atomic_store_n(valid_to, log_ticks(), __ATOMIC_RELAXED);
}

u64 *log_code(const struct log_code *code) {
    struct log_reading start = log_read(log_self());
    u64 *valid_to = append_code(code);
    log_state.profile->methods_translated += code->is_first;
    log_state.profile->calls_inlined += code->inlined_calls;
    log_charge(log_self(), &start);
    LOG_EVENT(translate, .method = code->method, .code = (u32)code->start, .code_bytes = code->size,
              .bytecode_bytes = code->bytecode_bytes, .spent = (u32)code->spent_ticks);
    return valid_to;
}

void log_code_range(u64 start, u64 bytes, enum code_kind kind, const char *name, size_t length) {
    ASSERT(start + bytes <= UINT32_MAX);
    struct name_code fields = {.record.type = NAME_CODE,
                               .start = (u32)start,
                               .size = (u32)bytes,
                               .kind = narrow_u16(kind),
                               .valid_to = UINT64_MAX};
    names_append(&fields.record, sizeof(fields), name, (u32)length, NULL, 0);
}
