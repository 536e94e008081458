// Offsets for probes.S, as absolute symbols that the linker fills in, so that they cannot differ from what C uses.
#include "base/assembly.h"
#include "log/events.h"
#include "log/region.h"
#include "log/thread.h"

// Never called: its body defines symbols, and generates no code.
__attribute__((used, noinline)) static void probe_offsets_define(void) {
    OFFSET(THREAD_LOG_NEXT, struct log_thread, log_next);
    OFFSET(THREAD_LOG_END, struct log_thread, log_end);
    OFFSET(THREAD_LOG_HEAD_BIAS, struct log_thread, log_head_bias);
    OFFSET(THREAD_LOG_HEAD_AT, struct log_thread, log_head_at);
    OFFSET(THREAD_ACTIVATION, struct log_thread, activation);
    OFFSET(THREAD_ACTIVATION_END, struct log_thread, activation_end);
    OFFSET(THREAD_INSTRUMENT, struct log_thread, instrument_ticks);
    OFFSET(THREAD_OUTSIDE, struct log_thread, outside_ticks);
    OFFSET(THREAD_CACHE, struct log_thread, cache);
    OFFSET(THREAD_CACHE_MASK, struct log_thread, cache_mask);
    OFFSET(THREAD_ENTRY_TIME_ENTER, struct log_thread, log_entries[LOG_ENTRY_TIME_ENTER]);
    OFFSET(THREAD_ENTRY_TIME_LEAVE, struct log_thread, log_entries[LOG_ENTRY_TIME_LEAVE]);
    OFFSET(THREAD_ENTRY_TRACE_RECORD, struct log_thread, log_entries[LOG_ENTRY_TRACE]);
    OFFSET(THREAD_ENTRY_INLINED_TIME_ENTER, struct log_thread, log_entries[LOG_ENTRY_INLINED_TIME_ENTER]);
    OFFSET(THREAD_ENTRY_INLINED_TIME_LEAVE, struct log_thread, log_entries[LOG_ENTRY_INLINED_TIME_LEAVE]);
    OFFSET(THREAD_ENTRY_INLINED_TRACE_ENTER, struct log_thread, log_entries[LOG_ENTRY_INLINED_TRACE_ENTER]);
    OFFSET(THREAD_ENTRY_LOG_SLOW, struct log_thread, log_entries[LOG_ENTRY_SLOW]);
    VALUE(RECORD_METHOD_ENTER, (u32)EVENT_method_enter | RECORD_BYTES << 16);
    VALUE(RECORD_METHOD_LEAVE, (u32)EVENT_method_leave | RECORD_BYTES << 16);
    OFFSET(SLOT_CALLER, struct timing_slot, caller);
    OFFSET(SLOT_CALLEE, struct timing_slot, callee);
    OFFSET(SLOT_ROW, struct timing_slot, row);
    OFFSET(ACTIVATION_SP, struct timing_activation, sp);
    OFFSET(ACTIVATION_T0, struct timing_activation, t0);
    OFFSET(ACTIVATION_I0, struct timing_activation, i0);
    OFFSET(ACTIVATION_N0, struct timing_activation, n0);
    OFFSET(ACTIVATION_CALLEES_ELAPSED, struct timing_activation, callees_elapsed);
    OFFSET(ACTIVATION_CALLEES_AWAY, struct timing_activation, callees_away);
    OFFSET(ACTIVATION_ROW, struct timing_activation, row);
    OFFSET(ACTIVATION_METHOD, struct timing_activation, method);
    OFFSET(ROW_COUNT, struct timing_row, count);
    OFFSET(ROW_PROBES, struct timing_row, probes);
    OFFSET(ROW_ELAPSED, struct timing_row, elapsed);
    OFFSET(ROW_AWAY, struct timing_row, away);
    OFFSET(ROW_EXCLUSIVE_ELAPSED, struct timing_row, exclusive_elapsed);
    OFFSET(ROW_EXCLUSIVE_AWAY, struct timing_row, exclusive_away);
    OFFSET(ROW_DEPTH_AT, struct timing_row, depth_at);
    OFFSET(ROW_MINIMUM, struct timing_row, minimum);
    OFFSET(ROW_SLOW_LIMIT, struct timing_row, slow_limit);
    OFFSET(ROW_NESTED, struct timing_row, nested);
    OFFSET(ROW_INNER, struct timing_row, inner_ticks);
    OFFSET(ROW_HISTOGRAM, struct timing_row, histogram);
    OFFSET(ROW_INLINED, struct timing_row, inlined);
    OFFSET(ROW_BELOW_ZERO, struct timing_row, below_zero);
    OFFSET(WINDOW_FIRST, struct timing_window, first);
    OFFSET(WINDOW_SIZE, struct timing_window, size);
    OFFSET(WINDOW_COUNTS, struct timing_window, counts);
}

_Static_assert(sizeof(struct timing_slot) == 16, "the hash in probes.S makes steps of 16");
