// The machine code of the instruments: what the translator inserts where its hook asks for it. Each function writes
// bytes at `code` (where there is room for PROBE_MAX_BYTES) and returns how many. The bytes are position-independent
// and need no site, no relocation and no stack of their own; the work is done in log/probes.S, reached through
// thread->log_entries.
//
// Where, besides what PROBE_TABLE says (translator/probe.h), which has the registers that each loses:
//   enter    the method's first instruction, before `push rbp`
//   leave    directly before `ret`, the frame torn down
//   trace    anywhere at the stack depth of enter or leave, or in the body
//   inlined  in the body, with its frame; keeps all registers but r11, and the zero flag
//   record   in the body: edi is the event's number, esi (FORM_INT, FORM_INT_INT) and edx (FORM_INT_INT), or rsi
//            (FORM_LONG), what it carries. No safepoint, and no SSE register is touched.
//   ticks    in the body: rax becomes the counter
//   allocation  where an object is made: loses flags. For an array whose length is not known, first probe_code_array,
//            when r11 holds its bytes and before it is known that there is room; if there is none, probe_code_no_array,
//            with r11 the end that it would have had and `start` its start.
//
// An exit by exception needs no code: the unwinder calls log_unwind. For the same reason a timed method must not be
// left by a tail jump.
#ifndef LOG_INLINE_H
#define LOG_INLINE_H

#include "log/events.h"
#include "log/region.h"
#include "log/thread.h"

#define PROBE_MAX_BYTES 128u

// What the emitted code depends on. log_init and log_calibrate fill it before anything is translated; a host test may
// leave it zero.
struct probe_settings {
    bool unordered;        // readings are not ordered: thread->log_entries lead to the probes without `lfence`
    bool deterministic;    // a tick is an instruction
    u32 record_cost_ticks; // of one inline record, added to the thread's instrument_ticks
};
extern struct probe_settings probe_settings;

u32 probe_code_enter(u8 *code, u32 method);
u32 probe_code_leave(u8 *code);
// `event` is EVENT_method_enter or EVENT_method_leave.
u32 probe_code_trace(u8 *code, u32 method, enum event_id event);
// Where the body of an inlined call begins or ends: calls the entry with r11d the method's number.
u32 probe_code_inlined(u8 *code, u32 method, enum log_entry entry);
// Before the jump that ends a detour to such a place: without instruments neither is there.
u32 probe_code_detour(u8 *code);
// How long the instruction at `at` is if these two write it; 0 if they do not, or it reaches beyond `end`.
u32 probe_code_step(const u8 *at, const u8 *end);
// `form` is FORM_NONE, FORM_INT, FORM_INT_INT or FORM_LONG.
u32 probe_code_record(u8 *code, enum event_form form);
u32 probe_code_ticks(u8 *code);
// Counts one more object at a site, and `bytes` if that is not 0; if it is, they have been counted or need not be.
// `instructions` is what all of it takes if a tick is an instruction.
u32 probe_code_allocation(u8 *code, u32 site, u32 bytes, u32 instructions);
u32 probe_code_array(u8 *code, u32 site);
// The object was made at the site, as the collector will find it (log_keeps_sites). Loses r11, flags.
u32 probe_code_object_site(u8 *code, u32 site, u8 object);
#define PROBE_OBJECT_SITE_INSTRUCTIONS 4u
u32 probe_code_no_array(u8 *code, u32 site, u8 start);

#endif
