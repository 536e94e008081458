// Method timing, the part in C: rows, what the probes do not find at once, exits by exception, and roots. probes.S is
// the other half; timing_close and its leave probe do the same arithmetic, which log/test/timing_test.c holds against a
// model.
//
//     E = t1 - t0 - c_in - (I1 - I0)       then I += c_full
//     C = E - (N1 - N0)                    N: away and stolen
//     exclusive E = E - ΣE of callees      exclusive C = C - ΣC of callees
//
// Sums over a thread telescope: its root's E is the root's raw time less I, and the exclusive figures of all rows and
// the root add up to the root's. Thread level only.
#include "log/inline.h"
#include "log/probe_hash.h"
#include "log/state.h"

#define HEAD 0x80000000u // in the index: the row that holds the on-stack count of its thread and callee
#define BLOCK_ACTIVATIONS COUNT_OF(((struct timing_block *)0)->activations)

_Static_assert(sizeof(struct timing_activation) == PROBE_ACTIVATION_BYTES, "probes.S steps by this");

u64 timing_inner_ticks, timing_full_ticks, timing_trace_ticks;
u64 timing_enter_ticks, timing_unwind_inner_ticks, timing_unwind_rest_ticks;
u64 timing_slow_rest_ticks, timing_nested_less_ticks, timing_root_rest_ticks, timing_interrupt_ticks,
    timing_charge_rest_ticks, timing_long_rest_ticks;

// What a thread that is not timed stands on: no exit matches it, and there is no room for an entry.
static struct timing_activation nothing[2] = {{.sp = UINT64_MAX}, {.sp = UINT64_MAX}};

// ---- Rows

static u32 hash_key(u32 thread, u32 caller, u32 callee) {
    u64 hash = (thread * 0x9e3779b97f4a7c15ull) ^ (caller * 0xc2b2ae3d27d4eb4full) ^ (callee * 0x165667b19e3779f9ull);
    hash ^= hash >> 29;
    return (u32)(hash * 0xbf58476d1ce4e5b9ull >> 32);
}

// The place in the index of the row, or of the head of (thread, callee); where it is missing, the empty place for it.
static u32 *index_find(u32 thread, u32 caller, u32 callee, u32 head) {
    struct log_state *log = &log_state;
    u32 at = hash_key(thread, head ? HEAD : caller, callee) & log->row_index_mask;
    for (; log->row_index[at]; at = (at + 1) & log->row_index_mask) {
        if ((log->row_index[at] & HEAD) != head) continue;
        const struct timing_row *row = &log->rows[log->row_index[at] & ~HEAD];
        if (row->thread == thread && row->callee == callee && (head || row->caller == caller)) break;
    }
    return &log->row_index[at];
}

static void row_init(struct timing_row *row, u32 thread, u32 caller, u32 callee, u64 depth_at) {
    row->thread = thread;
    row->depth_at = depth_at;
    row->minimum = INT64_MAX;
    row->maximum = INT64_MIN;
    row->slow_limit = INT64_MIN;
    row->first_ticks = log_ticks();
    // The key last, in one store: a reader that sees it sees a row that is ready.
    __atomic_store_n((u64 *)&row->caller, LOG_PAIR(caller, callee), __ATOMIC_RELEASE);
}

struct timing_row *timing_row_find(u32 thread, u32 caller, u32 callee) {
    struct log_state *log = &log_state;
    u32 *place = index_find(thread, caller, callee, 0);
    if (*place) return &log->rows[*place];
    u32 number = (u32)log->timing_section->used;
    if (number == log->row_capacity) {
        log_lost(LOSS_ROWS);
        return &log->rows[0];
    }
    struct timing_row *row = &log->rows[number];
    u32 *head = index_find(thread, 0, callee, HEAD);
    bool is_first = !*head;
    row_init(row, thread, caller, callee, is_first ? (u64)&row->depth : log->rows[*head & ~HEAD].depth_at);
    if (is_first) *head = number | HEAD;
    *index_find(thread, caller, callee, 0) = number;
    __atomic_store_n(&log->timing_section->used, number + 1, __ATOMIC_RELEASE);
    return row;
}

static void name_pseudo_methods(void) {
    static const struct {
        u32 id;
        const char *name;
        u32 length;
    } names[] = {{PSEUDO_ROOT, "(thread)", 8},
                 {PSEUDO_OTHER, "(other)", 7},
                 {PSEUDO_INITIALISER, "(class initialiser)", 19},
                 {PSEUDO_LOADER, "(class loader)", 14},
                 {PSEUDO_KERNEL, "(kernel)", 8}};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        struct name_method fields = {.record.type = NAME_METHOD,
                                     .id = names[i].id,
                                     .flags = NAME_METHOD_PSEUDO,
                                     .name_bytes = (u16)names[i].length};
        names_append(&fields.record, sizeof(fields), names[i].name, names[i].length, NULL, 0);
    }
}

void timing_init(void) {
    struct timing_row *other = &log_state.rows[0];
    row_init(other, 0, PSEUDO_OTHER, PSEUDO_OTHER, (u64)&other->depth);
    log_state.timing_section->used = 1;
    name_pseudo_methods();
}

// ---- Readings: if an interrupt comes in between, they are taken again

struct log_reading log_read(const struct log_thread *thread) {
    const volatile s64 *instrument = &thread->instrument_ticks, *outside = &thread->outside_ticks,
                       *host = &log_cpu_self()->host_ticks;
    struct log_reading reading;
    do {
        reading.instrument = *instrument;
        reading.outside = *outside;
        reading.host = *host;
        reading.ticks = log_ticks_ordered();
    } while (UNLIKELY(reading.instrument != *instrument || reading.outside != *outside));
    return reading;
}

// What the ledger has given to the host meanwhile cannot be the instruments' there as well. The thread's own counter goes
// on: its methods are to be free of all of it.
s64 log_charge_between(struct log_thread *thread, const struct log_reading *from, const struct log_reading *to) {
    s64 spent = (s64)(to->ticks - from->ticks) - (to->outside - from->outside) - (to->instrument - from->instrument),
        host = to->host - from->host;
    thread->instrument_ticks += spent;
    compiler_barrier(); // an interrupt in between finds the account poorer, not richer, than it is
    if (UNLIKELY(host)) log_cpu_self()->ledger_instrument_base += host < spent ? host : spent;
    return spent;
}

// timing_close moves from->instrument on with the costs that it adds, because they lie before the reading.
void log_charge(struct log_thread *thread, const struct log_reading *from) {
    struct log_reading to = log_read(thread);
    log_charge_between(thread, from, &to);
}

// ---- Activations

static struct timing_activation *base_of(const struct log_thread *thread) {
    return thread->timing ? thread->timing->activations : &nothing[1];
}

static bool is_full(const struct log_thread *thread) { return thread->activation >= thread->activation_end; }

// The next activation is filled from the row; its readings are taken last.
static void push(struct log_thread *thread, struct timing_row *row, u32 method, u64 sp,
                 const struct log_reading *from) {
    struct timing_activation *activation = thread->activation + 1;
    (*(u32 *)row->depth_at)++;
    *activation = (struct timing_activation){
        .sp = sp,
        .row = (u64)row,
        .method = method,
        .mix = method * (u32)PROBE_CALLER_FACTOR,
    };
    struct log_reading now = log_read(thread);
    s64 spent = log_charge_between(thread, from, &now);
    activation->t0 = now.ticks;
    activation->i0 = now.instrument + spent;
    activation->n0 = now.outside;
    thread->activation = activation;
}

bool timing_push(struct log_thread *thread, u32 method, u64 sp, const struct log_reading *from) {
    if (is_full(thread)) return false;
    push(thread, timing_row_find(thread->number, thread->activation->method, method), method, sp, from);
    return true;
}

static u32 bucket_of(s64 elapsed) { return elapsed < 0 ? 0 : 64 - (u32)__builtin_clzll((u64)elapsed | 1); }

// ---- The slowest calls of each method. A call is looked at if it exceeds its row's slow_limit, which is the least that
// is kept of the method, as the row saw it last, or the row's maximum if that is less: so the exit probe's one compare
// serves both. A table of groups, by a hash of the method, which is the first entry's callee.

#define SLOW_TRIES 32u

// The method's group, an empty one, or NULL if there is no room near its place.
static struct slow_call *slow_find(u32 method) {
    const struct log_state *log = &log_state;
    u32 at = method * 0x9e3779b9u % log->slow_groups;
    for (u32 tries = 0; tries < SLOW_TRIES; tries++) {
        struct slow_call *group = &log->slow[at * log->config.slow_calls];
        if (group->callee == method || !group->callee) return group;
        at = at + 1 == log->slow_groups ? 0 : at + 1;
    }
    return NULL;
}

static struct slow_call *slow_least(struct slow_call *group) {
    struct slow_call *least = group;
    for (u32 i = 0; i < log_state.config.slow_calls && least->callee; i++) {
        if (!group[i].callee || group[i].elapsed < least->elapsed) least = &group[i];
    }
    return least;
}

// Returns what a call of the method must exceed to be kept from now on.
static s64 slow_keep(const struct slow_call *call) {
    if (!log_state.slow_groups || call->callee < METHOD_ID_FIRST) return INT64_MAX;
    struct slow_call *group = slow_find(call->callee);
    if (!group) return log_lost(LOSS_SLOW_CALLS), INT64_MAX;
    struct slow_call *least = slow_least(group);
    if (!least->callee || call->elapsed > least->elapsed) {
        struct slow_call kept = *call;
        kept.callee = 0;
        *least = kept;
        // A reader that sees the callee sees all of the call.
        __atomic_store_n(&least->callee, call->callee, __ATOMIC_RELEASE);
        least = slow_least(group);
    }
    return least->callee ? least->elapsed : INT64_MIN;
}

// `activation` has ended like this.
static void look_at_long(const struct log_thread *thread, const struct timing_activation *activation, s64 raw,
                         s64 elapsed, s64 cpu, enum slow_end how) {
    struct timing_row *row = (struct timing_row *)activation->row;
    if (elapsed > row->maximum) row->maximum = elapsed;
    struct slow_call call = {.callee = activation->method,
                             .caller = (activation - 1)->method,
                             .begin = activation->t0,
                             .end = activation->t0 + (u64)raw,
                             .elapsed = elapsed,
                             .cpu = cpu,
                             .thread = thread->number,
                             .processor = log_cpu_self()->number,
                             .how = how};
    s64 limit = slow_keep(&call);
    row->slow_limit = limit < row->maximum ? limit : row->maximum;
    if (row == log_state.rows) row->slow_limit = INT64_MIN; // it is of many methods
}

void timing_leave_long(struct log_thread *thread, s64 raw, s64 elapsed, s64 cpu) {
    struct log_reading start = log_read(thread);
    look_at_long(thread, thread->activation + 1, raw, elapsed, cpu, SLOW_RETURNED);
    log_charge(thread, &start);
    thread->instrument_ticks += (s64)timing_long_rest_ticks;
}

// ---- Exits

static void row_add_outermost(struct timing_row *row, s64 raw, s64 elapsed, s64 cpu) {
    row->raw += raw;
    row->elapsed += elapsed;
    row->cpu += cpu;
    if (elapsed < row->minimum) row->minimum = elapsed;
    row->histogram[bucket_of(elapsed)]++;
}

void timing_close(struct log_thread *thread, struct log_reading *at, enum timing_exit how) {
    struct timing_activation *activation = thread->activation, *parent = activation - 1;
    struct timing_row *row = (struct timing_row *)activation->row;
    u64 inner[] = {[TIMING_RETURNED] = timing_inner_ticks,
                   [TIMING_UNWOUND] = timing_unwind_inner_ticks,
                   [TIMING_ABANDONED] = timing_inner_ticks,
                   [TIMING_POPPED] = 0};
    s64 raw = (s64)(at->ticks - activation->t0);
    s64 elapsed = raw - (s64)inner[how] - (at->instrument - activation->i0);
    s64 cpu = elapsed - (at->outside - activation->n0);
    // A callee that ends at the same reading as its caller has cost the caller its entry only.
    u64 full[] = {[TIMING_RETURNED] = timing_full_ticks,
                  [TIMING_UNWOUND] = timing_enter_ticks,
                  [TIMING_ABANDONED] = timing_enter_ticks,
                  [TIMING_POPPED] = 0};
    s64 cost = (s64)full[how];
    thread->instrument_ticks += cost;
    at->instrument += cost;
    parent->callees_elapsed += elapsed;
    parent->callees_cpu += cpu;
    row->exclusive_elapsed += elapsed - activation->callees_elapsed;
    row->exclusive_cpu += cpu - activation->callees_cpu;
    u64 *counts[] = {[TIMING_RETURNED] = &row->count,
                     [TIMING_UNWOUND] = &row->exceptions,
                     [TIMING_ABANDONED] = &row->abandoned,
                     [TIMING_POPPED] = &row->count};
    (*counts[how])++;
    if (--*(u32 *)row->depth_at) {
        row->nested++;
    } else {
        row_add_outermost(row, raw, elapsed, cpu);
        static const u8 ends[] = {[TIMING_RETURNED] = SLOW_RETURNED,
                                  [TIMING_UNWOUND] = SLOW_UNWOUND,
                                  [TIMING_ABANDONED] = SLOW_ABANDONED,
                                  [TIMING_POPPED] = SLOW_RETURNED};
        if (elapsed > row->slow_limit) look_at_long(thread, activation, raw, elapsed, cpu, ends[how]);
    }
    thread->activation = parent;
}

bool timing_enter_slow(struct log_thread *thread, u32 method) {
    struct log_reading start = log_read(thread);
    if (is_full(thread)) {
        if (thread->timing) log_lost(LOSS_ACTIVATIONS);
        log_charge(thread, &start);
        thread->instrument_ticks += (s64)timing_slow_rest_ticks;
        return false;
    }
    const struct timing_activation *top = thread->activation;
    u32 mix = (method * (u32)PROBE_CALLEE_FACTOR) ^ top->mix;
    struct timing_slot *slot =
        (struct timing_slot *)((u8 *)thread->timing->cache + (mix >> PROBE_SLOT_SHIFT & PROBE_SLOT_MASK));
    *slot = (struct timing_slot){
        .caller = top->method, .callee = method, .row = (u64)timing_row_find(thread->number, top->method, method)};
    log_charge(thread, &start);
    thread->instrument_ticks += (s64)timing_slow_rest_ticks;
    return true;
}

void timing_leave_slow(struct log_thread *thread, u64 sp, u64 t1, s64 i1, s64 n1) {
    struct log_reading at = {.ticks = t1, .instrument = i1, .outside = n1, .host = log_cpu_self()->host_ticks};
    const struct timing_activation *base = base_of(thread);
    while (thread->activation != base && thread->activation->sp < sp) timing_close(thread, &at, TIMING_ABANDONED);
    if (thread->activation != base && thread->activation->sp == sp) {
        timing_close(thread, &at, TIMING_RETURNED);
    } else {
        at.instrument += (s64)(timing_full_ticks - timing_enter_ticks);
        thread->instrument_ticks += (s64)(timing_full_ticks - timing_enter_ticks);
        log_lost(LOSS_PROBES_UNMATCHED);
    }
    log_charge(thread, &at);
}

void log_unwind(struct log_thread *thread, u64 sp) {
    const struct timing_activation *base = base_of(thread);
    if (thread->activation == base || thread->activation->sp >= sp) return;
    struct log_reading at = log_read(thread);
    while (thread->activation != base && thread->activation->sp < sp) timing_close(thread, &at, TIMING_UNWOUND);
    log_charge(thread, &at);
    thread->instrument_ticks += (s64)timing_unwind_rest_ticks;
}

// ---- Threads' roots

static struct timing_block *block_take(u32 number) {
    for (u32 i = 0; i < log_state.block_count; i++) {
        struct timing_block *block = &log_state.blocks[i];
        if (block->thread) continue;
        for (u32 slot = 0; slot < TIMING_CACHE_SLOTS; slot++) block->cache[slot] = (struct timing_slot){0};
        block->thread = number;
        return block;
    }
    return NULL;
}

void timing_thread_create(struct log_thread *thread, u64 start_ticks, s64 instrument, s64 outside) {
    thread->timing = NULL;
    thread->activation = thread->activation_end = &nothing[1];
    if (!log_timing()) return;
    struct timing_block *block = block_take(thread->number);
    if (!block) {
        log_lost(LOSS_THREADS_UNTIMED);
        return;
    }
    block->activations[0] = (struct timing_activation){
        .sp = UINT64_MAX,
        .t0 = start_ticks,
        .i0 = instrument,
        .n0 = outside,
        .method = PSEUDO_ROOT,
        .mix = PSEUDO_ROOT * (u32)PROBE_CALLER_FACTOR,
    };
    block->base = block->top = (u64)block->activations;
    thread->timing = block;
    thread->activation = block->activations;
    thread->activation_end = &block->activations[BLOCK_ACTIVATIONS - 1];
}

void timing_thread_end(struct log_thread *thread, u64 now) {
    struct timing_block *block = thread->timing;
    if (!block) return;
    struct log_reading at = {.ticks = now, .instrument = thread->instrument_ticks, .outside = thread->outside_ticks};
    while (thread->activation != block->activations) timing_close(thread, &at, TIMING_ABANDONED);
    const struct timing_activation *root = thread->activation;
    struct region_thread *entry = thread->log_entry;
    entry->root_t0 = root->t0;
    entry->root_elapsed = (s64)(now - root->t0) - (thread->instrument_ticks - root->i0);
    entry->root_cpu = entry->root_elapsed - (thread->outside_ticks - root->n0);
    entry->root_exclusive_elapsed = entry->root_elapsed - root->callees_elapsed;
    entry->root_exclusive_cpu = entry->root_cpu - root->callees_cpu;
    thread->timing = NULL;
    thread->activation = thread->activation_end = &nothing[1];
    block->thread = 0;
}
