// The code of probes. See probe.h.
#include "base/panic.h"
#include "log/inline.h"
#include "translator/emit.h"

// The object is in rdi. The entry is the kernel's, which takes a stack at this frame.
static u32 probe_code_allocated(u8 *code, u32 method) {
    struct encoder encoder;
    encode_init(&encoder, code, PROBE_MAX_BYTES);
    encode_move_immediate(&encoder, RSI, method);
    encode_call_memory(&encoder, thread_field(offsetof(struct code_thread, entries) + 8 * (size_t)ENTRY_allocated));
    return encode_offset(&encoder);
}

static u32 write_code(u8 *code, enum probe_kind kind, u32 x) {
    switch (kind) {
#define PROBE(name, place, patterns, types, effects, loses, code) \
    case PROBE_##name: return code;
        PROBE_TABLE(PROBE)
#undef PROBE
    default: return 0;
    }
}

void emit_probe(struct emitter *m, u32 value) {
    u8 code[PROBE_MAX_BYTES];
    u32 bytes = write_code(code, (enum probe_kind)emit_at(m, value)->kind, emit_at(m, value)->x);
    ASSERT(bytes && bytes <= sizeof(code));
    encode_bytes(&m->out, code, bytes);
}

void emit_marks(struct emitter *m, u32 mark) {
    u8 code[PROBE_MAX_BYTES];
    u32 start = encode_offset(&m->out);
    bool keeps_zero = m->zero_end == start;
    for (; mark; mark = m->function->marks[mark].next) {
        const struct ssa_mark *at = &m->function->marks[mark];
        encode_bytes(&m->out, code, write_code(code, (enum probe_kind)at->kind, at->method));
    }
    if (keeps_zero) m->zero_end = encode_offset(&m->out);
    emit_was_instruments(m, start);
}

void emit_probes(struct emitter *m, u32 block, enum probe_place place) {
    u32 start = encode_offset(&m->out);
    for (u32 value = ssa_block_at(m->function, block)->first; value; value = emit_at(m, value)->next) {
        arena_poll(m->arena);
        if (ssa_is_probe(emit_at(m, value), place)) emit_probe(m, value);
    }
    emit_was_instruments(m, start);
}

// What a probe must keep where it stands: arguments, results, and always the stack and the thread.
#define KEPT_ALWAYS (REGISTER_BIT(R15) | REGISTER_BIT(RSP) | REGISTER_BIT(RBP))
#define KEPT_ENTERING                                                                                   \
    (REGISTER_BIT(RDI) | REGISTER_BIT(RSI) | REGISTER_BIT(RDX) | REGISTER_BIT(RCX) | REGISTER_BIT(R8) | \
     REGISTER_BIT(R9) | XMM_REGISTERS)
#define KEPT_LEAVING (REGISTER_BIT(RAX) | REGISTER_BIT(XMM0))
#define KEPT_AT(place)                                        \
    (KEPT_ALWAYS | ((place) == PROBE_ENTERS   ? KEPT_ENTERING \
                    : (place) == PROBE_LEAVES ? KEPT_LEAVING  \
                    : (place) == PROBE_INSIDE ? 0             \
                                              : UINT32_MAX))
#define PROBE(name, place, patterns, types, effects, loses, code) \
    _Static_assert(!((loses)&KEPT_AT(place)), "a probe loses what is in use where it stands");
PROBE_TABLE(PROBE)
#undef PROBE
