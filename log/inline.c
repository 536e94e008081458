// Encodes the instruments' few instructions. See log/inline.h for what each keeps, and SDM 2A, 2.1 for the bytes.
#include "log/inline.h"

#include "base/string.h"
#include "log/thread.h"

struct probe_settings probe_settings;

enum { RAX = 0, RCX = 1, RDX = 2, RSI = 6, RDI = 7, R10 = 10, R11 = 11, R15 = 15 };
enum { WIDE = 8, NARROW = 0 }; // REX.W

// op reg, [base + displacement] (or its reverse). base is neither rsp nor r12.
static u8 *operate(u8 *at, u8 rex_w, u8 opcode, u8 reg, u8 base, s32 displacement) {
    bool is_short = displacement >= -128 && displacement < 128;
    u8 rex = (u8)(0x40 | rex_w | (reg >> 3) << 2 | base >> 3);
    if (rex != 0x40) *at++ = rex;
    *at++ = opcode;
    *at++ = (u8)((is_short ? 0x40 : 0x80) | (reg & 7) << 3 | (base & 7));
    memcpy(at, &displacement, is_short ? 1 : 4);
    return at + (is_short ? 1 : 4);
}

static u8 *load(u8 *at, u8 reg, u8 base, s32 displacement) { return operate(at, WIDE, 0x8b, reg, base, displacement); }
static u8 *store(u8 *at, u8 rex_w, u8 reg, u8 base, s32 displacement) {
    return operate(at, rex_w, 0x89, reg, base, displacement);
}

static u8 *bytes(u8 *at, const void *from, u32 count) {
    memcpy(at, from, count);
    return at + count;
}

static u8 *word(u8 *at, u32 value) { return bytes(at, &value, 4); }

// call [r15 + entry]
static u8 *call_entry(u8 *at, enum log_entry entry) {
    return operate(at, NARROW, 0xff, 2, R15, (s32)(offsetof(struct log_thread, log_entries) + 8 * (u32)entry));
}

u32 probe_code_enter(u8 *code, u32 method) {
    u8 *at = code;
    *at++ = 0xb8; // mov eax, method
    at = word(at, method);
    at = call_entry(at, LOG_ENTRY_TIME_ENTER);
    return (u32)(at - code);
}

u32 probe_code_leave(u8 *code) { return (u32)(call_entry(code, LOG_ENTRY_TIME_LEAVE) - code); }

u32 probe_code_trace(u8 *code, u32 method, enum event_id event) {
    u8 *at = code;
    at = bytes(at, "\x41\xba", 2); // mov r10d, id and length
    at = word(at, (u32)event | RECORD_BYTES << 16);
    at = bytes(at, "\x41\xbb", 2); // mov r11d, method
    at = word(at, method);
    at = call_entry(at, LOG_ENTRY_TRACE);
    return (u32)(at - code);
}

// Adds the record's cost to the thread's I.
static u8 *add_cost(u8 *at) {
    if (!probe_settings.record_cost_ticks) return at;
    at = operate(at, WIDE, 0x81, 0, R15, offsetof(struct log_thread, instrument_ticks));
    return word(at, probe_settings.record_cost_ticks);
}

// The fields of the record at [r10]; the time is in rax, `b` of FORM_INT_INT in ecx.
static u8 *store_record(u8 *at, enum event_form form, u32 length) {
    at = store(at, WIDE, RAX, R10, offsetof(struct region_record, ticks));
    at = bytes(at, "\x66\x41\x89\x7a\x08", 5); // mov [r10 + 8], di
    at = bytes(at, "\x66\x41\xc7\x42\x0a", 5); // mov word [r10 + 10], length | form
    u16 word_10 = (u16)(length | (u32)form);
    at = bytes(at, &word_10, 2);
    if (form == FORM_INT || form == FORM_INT_INT) {
        at = store(at, NARROW, RSI, R10, offsetof(struct region_record, a));
    } else {
        at = operate(at, NARROW, 0xc7, 0, R10, offsetof(struct region_record, a));
        at = word(at, 0);
    }
    if (length == RECORD_BYTES) return at;
    at = store(at, WIDE, form == FORM_LONG ? RSI : RCX, R10, offsetof(struct region_record, more));
    at = operate(at, WIDE, 0xc7, 0, R10, offsetof(struct region_record, more) + 8);
    at = word(at, 0);
    return operate(at, WIDE, 0xff, 0, R15, offsetof(struct log_thread, log_extra)); // inc: one more unit of 16 bytes
}

u32 probe_code_record(u8 *code, enum event_form form) {
    u32 length = form == FORM_INT_INT || form == FORM_LONG ? 2 * RECORD_BYTES : RECORD_BYTES;
    u8 *at = code;
    if (form == FORM_INT_INT) at = bytes(at, "\x89\xd1", 2); // mov ecx, edx
    u8 *again = at;
    at = load(at, R10, R15, offsetof(struct log_thread, log_next));
    at = operate(at, WIDE, 0x8d, R11, R10, (s32)length); // lea r11, [r10 + length]
    at = operate(at, WIDE, 0x3b, R11, R15, offsetof(struct log_thread, log_end));
    *at++ = 0x76; // jbe room
    u8 *to_room = at++;
    at = call_entry(at, LOG_ENTRY_SLOW);
    at = bytes(at, "\x85\xc0\x75", 3); // test eax, eax; jnz again
    at[0] = (u8)(again - (at + 1));
    at++;
    *at++ = 0xeb; // jmp done: counted as lost
    u8 *to_done = at++;
    *to_room = (u8)(at - (to_room + 1));
    at = bytes(at, "\x0f\x31\x48\xc1\xe2\x20\x48\x09\xd0", 9); // rdtsc; shl rdx, 32; or rax, rdx
    at = store_record(at, form, length);
    at = store(at, WIDE, R11, R15, offsetof(struct log_thread, log_next));
    at = operate(at, WIDE, 0x03, R11, R15, offsetof(struct log_thread, log_head_bias));
    at = load(at, R10, R15, offsetof(struct log_thread, log_head_at));
    at = store(at, WIDE, R11, R10, 0); // publishes: x86 keeps the order of stores
    at = add_cost(at);
    *to_done = (u8)(at - (to_done + 1));
    return (u32)(at - code);
}
