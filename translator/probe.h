// The instruments that stand in translated code. All are one operation, PROBE, whose `kind` names a row of this table.
// The row is all that the translator knows of an instrument: hook.c goes by its place and patterns, ssa_check.c by its
// place and types, the passes by its effects, constraint.c by what it loses, and emit_probe.c writes its code. What
// that code does is in log/inline.h.
#ifndef TRANSLATOR_PROBE_H
#define TRANSLATOR_PROBE_H

#include "log/region.h"

enum probe_place {
    PROBE_ENTERS, // first after the parameters and constants; the code stands before the frame is set up
    PROBE_LEAVES, // directly before RETURN; the code stands after the frame is torn down
    PROBE_INSIDE, // in the body. Operands are in rdi, rsi and rdx, a result is in rax
    // Marks (struct ssa_mark): where the body of an inlined call begins and ends. They keep all registers but r11, and
    // the zero flag: the code around them is that of a method without instruments
    PROBE_INLINED_ENTERS,
    PROBE_INLINED_LEAVES,
};

// PROBE(name, place, patterns, types, effects, loses, code)
//   patterns  hook.c puts the probe at the entry or at the returns of a method that one of them names, build_inline.c
//            where its body is inlined; 0 if what makes the probe puts it where it belongs
//   types, effects  as in SSA_OPERATION_TABLE
//   loses    registers that the code changes, besides r11 and the flags. At an entry or return it keeps those of
//            arguments and results
//   code     the call that writes the code at `code` and returns how many bytes that are; `x` is the instruction's:
//            the number of the method in whose bytecode it is, or what the comment says
// Probes of one place stand in the order of their rows.
// clang-format off
#define PROBE_TABLE(PROBE) \
    PROBE(TRACE_ENTER, PROBE_ENTERS, PATTERN_TRACE, "v", SSA_UPDATES(SSA_LOG), REGISTER_BIT(R10), \
          probe_code_trace(code, x, EVENT_method_enter)) \
    PROBE(TIME_ENTER, PROBE_ENTERS, PATTERN_TIME, "v", SSA_UPDATES(SSA_LOG), REGISTER_BIT(RAX) | REGISTER_BIT(R10), \
          probe_code_enter(code, x)) \
    PROBE(TIME_LEAVE, PROBE_LEAVES, PATTERN_TIME, "v", SSA_UPDATES(SSA_LOG), \
          REGISTER_BIT(RCX) | REGISTER_BIT(RDX) | REGISTER_BIT(RSI) | REGISTER_BIT(RDI) | REGISTER_BIT(R8) | \
          REGISTER_BIT(R9) | REGISTER_BIT(R10), probe_code_leave(code)) \
    PROBE(TRACE_LEAVE, PROBE_LEAVES, PATTERN_TRACE, "v", SSA_UPDATES(SSA_LOG), REGISTER_BIT(R10), \
          probe_code_trace(code, x, EVENT_method_leave)) \
    PROBE(INLINED_TRACE_ENTER, PROBE_INLINED_ENTERS, PATTERN_TRACE, "v", 0, 0, \
          probe_code_inlined(code, x, LOG_ENTRY_INLINED_TRACE_ENTER)) \
    PROBE(INLINED_TIME_ENTER, PROBE_INLINED_ENTERS, PATTERN_TIME, "v", 0, 0, \
          probe_code_inlined(code, x, LOG_ENTRY_INLINED_TIME_ENTER)) \
    PROBE(INLINED_TIME_LEAVE, PROBE_INLINED_LEAVES, PATTERN_TIME, "v", 0, 0, \
          probe_code_inlined(code, x, LOG_ENTRY_INLINED_TIME_LEAVE)) \
    PROBE(INLINED_TRACE_LEAVE, PROBE_INLINED_LEAVES, PATTERN_TRACE, "v", 0, 0, \
          probe_code_inlined(code, x, LOG_ENTRY_INLINED_TRACE_LEAVE)) \
    /* {object} fresh from NEW, NEW_ARRAY */ \
    PROBE(ALLOCATED, PROBE_INSIDE, 0, "vr", SSA_UPDATES(SSA_LOG), REGISTER_BIT(RAX) | REGISTER_BIT(RSI), \
          probe_code_allocated(code, x)) \
    /* {number, payload...} EventLog.record; x: enum event_form of the payload */ \
    PROBE(EVENT, PROBE_INSIDE, 0, "vi*", SSA_UPDATES(SSA_LOG), \
          REGISTER_BIT(RAX) | REGISTER_BIT(RCX) | REGISTER_BIT(RDX) | REGISTER_BIT(R10), \
          probe_code_record(code, (enum event_form)x)) \
    /* {}: the counter that events are stamped with; keeps its place among what writes */ \
    PROBE(TICKS, PROBE_INSIDE, 0, "l", SSA_UPDATES(SSA_LOG), REGISTER_BIT(RAX) | REGISTER_BIT(RDX), \
          probe_code_ticks(code))
// clang-format on

enum probe_kind {
#define PROBE(name, place, patterns, types, effects, loses, code) PROBE_##name,
    PROBE_TABLE(PROBE)
#undef PROBE
        PROBE_KINDS
};

enum {
#define PROBE(name, place, patterns, types, effects, loses, code) | (patterns)
    PROBE_PATTERNS = 0 PROBE_TABLE(PROBE)
#undef PROBE
};

struct probe {
    const char *name, *types;
    u32 effects, loses;
    u8 patterns, place;
};
extern const struct probe probes[PROBE_KINDS]; // ssa.c

#endif
