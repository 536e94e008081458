// Events: the kernel's, by the table, and the components' own. Each level of the processor (thread, interrupt, fault)
// has a stream of its own, so one that interrupts another finds nothing half done.
#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"
#include "base/text_hash.h"
#include "log/events.h"
#include "log/inline.h"
#include "log/state.h"

static const u8 event_lengths[EVENT_KERNEL_END] = {
#define FIELD(type, name, unit)
#define EVENT(number, name, fields) [number] = EVENT_BYTES_##name,
    EVENT_TABLE(EVENT)
#undef EVENT
#undef FIELD
};

// ---- Thread level. The stream's position is lent to the running thread, whose inline records move it.

static bool reserve(struct log_thread *thread, u32 bytes, u64 now) {
    struct log_cpu *cpu = log_cpu_self();
    log_stream_take(cpu, thread);
    bool room = stream_reserve(&cpu->streams[LEVEL_THREAD], bytes, now, thread->number, thread->ledger_account);
    log_stream_give(cpu, thread);
    return room;
}

void log_new_packet(struct log_thread *thread) { reserve(thread, PACKET_BYTES, log_ticks()); }

u32 log_packet_slow(struct log_thread *thread, u32 bytes) {
    struct log_reading start = log_read(thread);
    bool room = bytes && reserve(thread, bytes, log_ticks());
    if (!bytes) log_lost(LOSS_USER_EVENTS);
    log_charge(thread, &start);
    return room;
}

// If `at` is 0: now.
static void record_thread(u16 id, u16 length_form, u32 a, const void *more, u64 at) {
    struct log_thread *thread = log_self();
    struct log_reading start = log_read(thread);
    if (reserve(thread, length_form & ~(u32)EVENT_FORM_MASK, at ? at : log_ticks())) {
        struct log_cpu *cpu = log_cpu_self();
        stream_put(&cpu->streams[LEVEL_THREAD], at ? at : log_ticks(), id, length_form, a, more);
        log_stream_give(cpu, thread);
    }
    log_charge(thread, &start);
}

void log_event_at(u64 at, enum event_id id, u32 a, u64 b, u64 c) {
    if (!log_event_wanted(id)) return;
    ASSERT(id < EVENT_KERNEL_END && event_lengths[id]);
    u64 more[] = {b, c};
    record_thread(narrow_u16(id), event_lengths[id], a, more, at);
}

// ---- The levels above

// A fault may come while a fault is being recorded (a machine check, for instance): the second one is lost, and
// counted.
static void record_level(enum stream_level level, enum event_id id, u32 a, const u64 *more) {
    ASSERT(level != LEVEL_THREAD && id < EVENT_KERNEL_END && event_lengths[id]);
    if (!log_event_wanted(id)) return;
    struct log_cpu *cpu = log_cpu_self();
    struct stream_writer *writer = &cpu->streams[level];
    if (cpu->busy_levels & 1u << level) {
        stream_drop(writer, STREAM_LOST_NESTED);
        return;
    }
    cpu->busy_levels |= 1u << level;
    u64 now = log_ticks();
    const struct log_thread *thread = log_self();
    if (stream_reserve(writer, event_lengths[id], now, thread->number, thread->ledger_account)) {
        stream_put(writer, now, narrow_u16(id), event_lengths[id], a, more);
    }
    ASSERT(cpu == log_cpu_self()); // neither level gives up its processor
    cpu->busy_levels &= ~(1u << level);
}

void log_event_interrupt(enum event_id id, u32 a, u64 b, u64 c) {
    u64 more[] = {b, c};
    record_level(LEVEL_INTERRUPT, id, a, more);
}

void log_event_sample(const struct event_sample *sample) {
    u64 more[(EVENT_BYTES_sample - RECORD_BYTES) / 8] = {0}; // the record is longer than its fields
    memcpy(more, &sample->thread, sizeof(*sample) - offsetof(struct event_sample, thread));
    record_level(LEVEL_INTERRUPT, EVENT_sample, sample->ip, more);
}

// The thread has caused the fault itself, so it is between two of its own instructions and the record is its
// instruments'.
void log_event_fault(enum event_id id, u32 a, u64 b, u64 c) {
    struct log_reading start = log_read(log_self());
    u64 more[] = {b, c};
    record_level(LEVEL_FAULT, id, a, more);
    log_charge(log_self(), &start);
}

// ---- Which events are on

bool log_events_select(u64 mask[4], const char *name, size_t length) { return event_select(mask, name, length); }

// ---- gnomon.EventLog

// Whose chain the types' records are in that have this hash; a record says where the next one of its chain is.
static u32 *event_chain(u32 hash) { return &log_state.event_chains[hash % EVENT_CHAINS]; }

// Four types share a chain if there are as many as there can be.
static u32 find_event(u32 at, const char *name, size_t length) {
    while (at) {
        const struct name_simple *record = (const struct name_simple *)(log_state.names + (at - 1) * NAME_ALIGN);
        ASSERT(record->record.type == NAME_EVENT_TYPE && record->next < at);
        if (record->record.text_bytes == length && memcmp(record + 1, name, length) == 0) return record->id;
        at = record->next;
    }
    return 0;
}

u32 log_user_event(const char *name, size_t length, bool may_be_new, bool *is_new) {
    if (length > 255) length = 255;
    u32 *chain = event_chain(text_hash(name, length)), known = find_event(*chain, name, length);
    *is_new = false;
    if (known || !may_be_new || EVENT_USER_FIRST + log_state.event_types == EVENT_USER_END) return known;
    u64 place = log_state.names_section->used / NAME_ALIGN + 1;
    struct name_simple fields = {
        .record.type = NAME_EVENT_TYPE, .id = EVENT_USER_FIRST + log_state.event_types, .next = *chain};
    if (!names_append(&fields.record, sizeof(fields), name, (u32)length, NULL, 0)) return 0;
    ASSERT(place <= UINT32_MAX);
    *chain = (u32)place;
    log_state.event_types++;
    *is_new = true;
    return fields.id;
}

static bool is_user_event(u32 event) {
    if (event >= EVENT_USER_FIRST && event < EVENT_USER_END) return true;
    log_lost(LOSS_USER_EVENTS);
    return false;
}

void log_user_limited(void) { log_lost(LOSS_USER_LIMITED); }

void log_user_record(u32 event, enum event_form form, s32 a, s64 b) {
    if (!is_user_event(event)) return;
    bool is_long = form == FORM_LONG || form == FORM_INT_INT;
    u64 more[] = {form == FORM_INT_INT ? (u32)b : (u64)b, 0};
    record_thread(narrow_u16(event), narrow_u16((is_long ? 2 * RECORD_BYTES : RECORD_BYTES) | (u32)form), (u32)a, more,
                  0);
}

// The longest prefix of at most EVENT_TEXT_BYTES that does not cut a UTF-8 character.
static u32 text_cut(const char *text, size_t length) {
    if (length <= EVENT_TEXT_BYTES) return (u32)length;
    u32 kept = EVENT_TEXT_BYTES;
    while (kept && (low_u8(text[kept]) & 0xc0) == 0x80) kept--;
    return kept;
}

void log_user_text(u32 event, s32 number, const char *text, size_t length) {
    if (!is_user_event(event)) return;
    u8 more[RECORD_BYTES * 4] = {narrow_u8(text_cut(text, length))};
    if (more[0]) memcpy(more + 1, text, more[0]);
    u32 bytes = RECORD_BYTES + ALIGN_UP(1u + more[0], RECORD_BYTES);
    ASSERT(bytes <= RECORD_BYTES + sizeof(more));
    record_thread(narrow_u16(event), narrow_u16(bytes | FORM_TEXT), (u32)number, more, 0);
}
