// The origins of code: a run begins wherever what is encoded is for another place than what was encoded before it. See
// emit.h.
#include "base/panic.h"
#include "translator/emit.h"

static void begin_run(struct emitter *m, u32 place) {
    u32 offset = encode_offset(&m->out);
    ASSERT(place && place < m->function->place_count);
    if (m->run_count && m->runs[m->run_count - 1].place == place) return;
    // Nothing has been encoded for the one before.
    if (m->run_count && m->runs[m->run_count - 1].offset == offset) m->run_count--;
    if (m->run_count && m->runs[m->run_count - 1].place == place) return;
    m->runs = emit_grow(m, m->runs, m->run_count, &m->run_capacity, sizeof(*m->runs));
    m->runs[m->run_count++] = (struct emit_run){offset, m->jump_count, place};
}

void emit_origin(struct emitter *m, u32 value) {
    if (!m->options->origins) return;
    u32 place = value ? emit_at(m, value)->origin : m->function->sites[m->function->entry_site].place;
    if (place) begin_run(m, place);
}

void emit_block_origin(struct emitter *m, u32 block) {
    if (!m->options->origins) return;
    u32 value = ssa_block_at(m->function, block)->first;
    for (; value && !emit_at(m, value)->origin; value = emit_at(m, value)->next) arena_poll(m->arena);
    if (value) emit_origin(m, value);
}
