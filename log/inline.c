// Encodes the instruments' few instructions. See log/inline.h for what each keeps.
#include "log/inline.h"

#include "base/encode.h"
#include "base/narrow.h"
#include "log/allocation.h"
#include "log/thread.h"

struct probe_settings probe_settings;

// An encoder for code that has room for a probe.
static struct encoder encoder_at(u8 *code) {
    struct encoder encoder;
    encode_init(&encoder, code, PROBE_MAX_BYTES);
    return encoder;
}

static u32 end_of(const struct encoder *encoder) {
    ASSERT(encode_offset(encoder) <= PROBE_MAX_BYTES);
    return encode_offset(encoder);
}

#define OF_THREAD(member) address_base(R15, (s32)offsetof(struct log_thread, member))
#define OF_RECORD(member) address_base(R10, (s32)offsetof(struct region_record, member))

// To memory, from a register.
enum { ADD_STORE = 0x01 | OP_W, SUB_STORE = 0x29 | OP_W };

static void load(struct encoder *encoder, u8 reg, struct encode_address address) {
    encode_memory(encoder, X_MOV | OP_W, reg, address);
}

static void store(struct encoder *encoder, u8 reg, struct encode_address address) {
    encode_memory(encoder, X_MOV_STORE | OP_W, reg, address);
}

static void call_entry(struct encoder *encoder, enum log_entry entry) {
    encode_call_memory(encoder, address_base(R15, (s32)(offsetof(struct log_thread, log_entries) + 8 * (u32)entry)));
}

// If a tick is an instruction, what the probe takes is the instruments'. Elsewhere it is less than a reading of the
// counter can show.
static void add_instructions(struct encoder *encoder, s32 count) {
    if (probe_settings.deterministic) {
        encode_alu_memory_immediate(encoder, ALU_ADD, true, OF_THREAD(instrument_ticks), count);
    }
}

u32 probe_code_enter(u8 *code, u32 method) {
    struct encoder encoder = encoder_at(code);
    encode_move_immediate(&encoder, RAX, method);
    call_entry(&encoder, LOG_ENTRY_TIME_ENTER);
    return end_of(&encoder);
}

u32 probe_code_leave(u8 *code) {
    struct encoder encoder = encoder_at(code);
    call_entry(&encoder, LOG_ENTRY_TIME_LEAVE);
    return end_of(&encoder);
}

u32 probe_code_trace(u8 *code, u32 method, enum event_id event) {
    struct encoder encoder = encoder_at(code);
    encode_move_immediate(&encoder, R10, (u32)event | RECORD_BYTES << 16);
    encode_move_immediate(&encoder, R11, method);
    call_entry(&encoder, LOG_ENTRY_TRACE);
    return end_of(&encoder);
}

u32 probe_code_inlined(u8 *code, u32 method, enum log_entry entry) {
    struct encoder encoder = encoder_at(code);
    encode_move_immediate(&encoder, R11, method);
    call_entry(&encoder, entry);
    return end_of(&encoder);
}

u32 probe_code_detour(u8 *code) {
    enum { INSTRUCTIONS = 2 }; // this one and the jump
    struct encoder encoder = encoder_at(code);
    add_instructions(&encoder, INSTRUCTIONS);
    return end_of(&encoder);
}

// All displacements are long.
_Static_assert(offsetof(struct log_thread, log_entries) > INT8_MAX, "a call of an entry is an instruction of 7 bytes");

u32 probe_code_step(const u8 *at, const u8 *end) {
    enum { MOVE = 6, CALL = 7 };
    if (end - at < CALL || at[0] != 0x41) return 0;
    if (at[1] == 0xb8 + (R10 & 7) || at[1] == 0xb8 + (R11 & 7)) return MOVE;
    return at[1] == 0xff && at[2] == 0x97 ? CALL : 0; // call [r15 + displacement]
}

// ---- Records

// Short jumps forward: jump_ahead returns where the distance is stored, which land fills in.
static u8 *jump_ahead(struct encoder *encoder) {
    encode_jump(encoder, encode_offset(encoder), false);
    return encoder->next - 1;
}

static u8 *branch_ahead(struct encoder *encoder, enum encode_condition condition) {
    encode_branch(encoder, condition, encode_offset(encoder), false);
    return encoder->next - 1;
}

static void land(const struct encoder *encoder, u8 *distance) {
    ASSERT(encoder->next - (distance + 1) <= INT8_MAX);
    *distance = narrow_u8(encoder->next - (distance + 1));
}

// Adds the record's cost to the thread's I.
static void add_cost(struct encoder *encoder) {
    u32 ticks = probe_settings.record_cost_ticks;
    if (ticks) encode_alu_memory_immediate(encoder, ALU_ADD, true, OF_THREAD(instrument_ticks), (s32)ticks);
}

// The counter into rax; clobbers rdx.
static void read_ticks(struct encoder *encoder) {
    encode_ticks(encoder);
    encode_shift_immediate(encoder, SHIFT_LEFT, true, RDX, 32);
    encode_register(encoder, X_OR | OP_W, RAX, RDX);
}

// The fields of the record at [r10]; the time is in rax, `b` of FORM_INT_INT in ecx.
static void store_record(struct encoder *encoder, enum event_form form, u32 length) {
    store(encoder, RAX, OF_RECORD(ticks));
    encode_memory(encoder, X_MOV_STORE_16, RDI, OF_RECORD(id));
    encode_store_immediate(encoder, 2, OF_RECORD(length), (s32)(length | (u32)form));
    if (form == FORM_INT || form == FORM_INT_INT) {
        encode_memory(encoder, X_MOV_STORE, RSI, OF_RECORD(a));
    } else {
        encode_store_immediate(encoder, 4, OF_RECORD(a), 0);
    }
    if (length == RECORD_BYTES) return;
    store(encoder, form == FORM_LONG ? RSI : RCX, OF_RECORD(more));
    encode_store_immediate(encoder, 8, OF_RECORD(more[8]), 0);
    encode_alu_memory_immediate(encoder, ALU_ADD, true, OF_THREAD(log_extra), 1); // one more unit of 16 bytes
}

// Sets the flags to "above" if edi is not a number that a component's event can have. The record is then requested with
// 0 bytes.
static void check_event(struct encoder *encoder) {
    encode_memory(encoder, X_LEA, RAX, address_base(RDI, -(s32)EVENT_USER_FIRST));
    encode_alu_immediate(encoder, ALU_CMP, false, RAX, EVENT_USER_END - EVENT_USER_FIRST - 1);
    encode_register(encoder, X_MOV | OP_W, R11, R10);
}

u32 probe_code_record(u8 *code, enum event_form form) {
    u32 length = form == FORM_INT_INT || form == FORM_LONG ? 2 * RECORD_BYTES : RECORD_BYTES;
    struct encoder encoder = encoder_at(code);
    if (form == FORM_INT_INT) encode_register(&encoder, X_MOV, RCX, RDX);
    u32 again = encode_offset(&encoder);
    load(&encoder, R10, OF_THREAD(log_next));
    check_event(&encoder);
    u8 *to_slow = branch_ahead(&encoder, CC_A);
    encode_memory(&encoder, X_LEA | OP_W, R11, address_base(R10, (s32)length));
    encode_memory(&encoder, X_CMP | OP_W, R11, OF_THREAD(log_end));
    u8 *to_room = branch_ahead(&encoder, CC_BE);
    land(&encoder, to_slow);
    call_entry(&encoder, LOG_ENTRY_SLOW);
    encode_register(&encoder, X_TEST, RAX, RAX);
    encode_branch(&encoder, CC_NE, again, false);
    u8 *to_done = jump_ahead(&encoder); // it has been counted as lost
    land(&encoder, to_room);
    read_ticks(&encoder);
    store_record(&encoder, form, length);
    store(&encoder, R11, OF_THREAD(log_next));
    encode_memory(&encoder, X_ADD | OP_W, R11, OF_THREAD(log_head_bias));
    load(&encoder, R10, OF_THREAD(log_head_at));
    store(&encoder, R11, address_base(R10, 0)); // publishes: x86 keeps the order of stores
    add_cost(&encoder);
    land(&encoder, to_done);
    return end_of(&encoder);
}

u32 probe_code_ticks(u8 *code) {
    struct encoder encoder = encoder_at(code);
    read_ticks(&encoder);
    return end_of(&encoder);
}

// ---- Allocation. The counters are found by GS, which points to the block of the running thread.

#define OF_SITE(site, member)                                                                                     \
    address_absolute((u32)(offsetof(struct allocation_block, counts) + (site) * sizeof(struct allocation_count) + \
                           offsetof(struct allocation_count, member)))

static void of_thread(struct encoder *encoder) { encode_bytes(encoder, "\x65", 1); } // the prefix: gs

static void add_immediate(struct encoder *encoder, struct encode_address counter, u32 value) {
    of_thread(encoder);
    encode_alu_memory_immediate(encoder, ALU_ADD, true, counter, (s32)value);
}

u32 probe_code_allocation(u8 *code, u32 site, u32 bytes, u32 instructions) {
    struct encoder encoder = encoder_at(code);
    add_immediate(&encoder, OF_SITE(site, objects), 1);
    if (bytes) add_immediate(&encoder, OF_SITE(site, bytes), bytes);
    add_instructions(&encoder, (s32)instructions);
    return end_of(&encoder);
}

u32 probe_code_object_site(u8 *code, u32 site, u8 object) {
    static const u8 shift[] = {0x49, 0xc1, 0xeb, 0x02},
                    store_r11[] = {0x66, 0x41, 0xc7, 0x03}; // shr r11, 2; mov word ptr [r11]
    u8 number[] = {low_u8(site), low_u8(site >> 8)};
    struct encoder encoder = encoder_at(code);
    encode_register(&encoder, X_MOV | OP_W, R11, object);
    encode_bytes(&encoder, shift, sizeof(shift));
    of_thread(&encoder);
    encode_memory(&encoder, X_ADD | OP_W, R11, address_absolute((u32)offsetof(struct allocation_block, object_sites)));
    encode_bytes(&encoder, store_r11, sizeof(store_r11));
    encode_bytes(&encoder, number, sizeof(number));
    return end_of(&encoder);
}

u32 probe_code_array(u8 *code, u32 site) {
    struct encoder encoder = encoder_at(code);
    of_thread(&encoder);
    encode_memory(&encoder, ADD_STORE, R11, OF_SITE(site, bytes));
    return end_of(&encoder);
}

u32 probe_code_no_array(u8 *code, u32 site, u8 start) {
    enum { INSTRUCTIONS = 5 }; // these, those of probe_code_array, and the jump that follows
    struct encoder encoder = encoder_at(code);
    encode_register(&encoder, X_SUB | OP_W, R11, start);
    of_thread(&encoder);
    encode_memory(&encoder, SUB_STORE, R11, OF_SITE(site, bytes));
    add_instructions(&encoder, INSTRUCTIONS);
    return end_of(&encoder);
}
