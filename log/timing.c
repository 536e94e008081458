// Method timing, the part in C: rows, what the probes do not find at once, exits by exception, and roots. probes.S is
// the other half; timing_close and its leave probe do the same arithmetic, which log/test/timing_test.c compares with a
// model.
//
//     E = t1 - t0 - c_in - (I1 - I0)       then I += c_full
//     C = E - (N1 - N0)                    N: away and stolen
//     exclusive E = E - ΣE of callees      exclusive C = C - ΣC of callees
//
// What is kept in place of C is N1 - N0, which is nothing for most calls: C is E less that.
//
// Sums over a thread telescope: its root's E is the root's raw time less I, and the exclusive figures of all rows and
// the root add up to the root's. Thread level only.
#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"
#include "log/control.h"
#include "log/inline.h"
#include "log/ledger.h"
#include "log/probe_hash.h"
#include "log/state.h"

#define HEAD 0x80000000u        // in the index: the row that holds the on-stack count of its thread and callee
#define FIRST_BLOCK_BYTES 1024u // of a thread's stack; each further part has four times the bytes of the last, up to
#define LARGEST_BLOCK_BYTES (16 * (u32)KIB)
#define FIRST_CACHE_BYTES 512u
#define CACHE_BYTES (PROBE_SLOT_MASK + (u32)sizeof(struct timing_slot))

_Static_assert(sizeof(struct timing_activation) == PROBE_ACTIVATION_BYTES, "probes.S steps by this");

u64 timing_inner_ticks, timing_full_ticks, timing_trace_ticks;
u64 timing_enter_ticks, timing_unwind_inner_ticks, timing_unwind_rest_ticks;
u64 timing_slow_rest_ticks, timing_nested_less_ticks, timing_root_rest_ticks[2], timing_interrupt_ticks,
    timing_charge_rest_ticks, timing_long_rest_ticks, timing_bucket_rest_ticks;
s64 timing_leave_rest_ticks, timing_inlined_ticks[4], timing_inlined_trace_ticks;
u64 timing_outer_ticks, timing_short_inner_ticks, timing_short_limit_ticks, timing_away_ticks;

// The stack of a thread that is not timed: no exit matches it, and there is no room for an entry.
static struct timing_activation nothing[2] = {{.sp = UINT64_MAX}, {.sp = UINT64_MAX}};

// ---- Rows

#define OTHERS_SHARE 16u // of the table, for rows of calls that have no row of their own

static u32 hash_key(u32 thread, u32 caller, u32 callee) {
    u64 hash = (thread * 0x9e3779b97f4a7c15ull) ^ (caller * 0xc2b2ae3d27d4eb4full) ^ (callee * 0x165667b19e3779f9ull);
    hash ^= hash >> 29;
    return (u32)(hash * 0xbf58476d1ce4e5b9ull >> 32);
}

// The place in the index of the row, or of the head of (thread, callee); if it is missing, the empty place for it.
static u32 *index_find(u32 thread, u32 caller, u32 callee, u32 head) {
    struct log_state *log = &log_state;
    u32 at = hash_key(thread, head ? HEAD : caller, callee) & log->row_index_mask;
    for (; log->row_index[at]; at = (at + 1) & log->row_index_mask) {
        if ((log->row_index[at] & HEAD) != head) continue;
        ASSERT((log->row_index[at] & ~HEAD) < log->row_capacity);
        const struct timing_row *row = &log->rows[log->row_index[at] & ~HEAD];
        if (row->thread == thread && row->callee == callee && (head || row->caller == caller)) break;
    }
    return &log->row_index[at];
}

bool timing_is_open(u32 thread, u32 method) {
    u32 row = *index_find(thread, 0, method, HEAD);
    return row && log_state.rows[row & ~HEAD].depth;
}

static void row_init(struct timing_row *row, u32 thread, u32 caller, u32 callee, u64 depth_at) {
    row->thread = thread;
    row->depth_at = depth_at;
    row->minimum = INT64_MAX;
    row->maximum = INT64_MIN;
    row->slow_limit = INT64_MIN;
    row->inner_ticks = (u32)timing_inner_ticks;
    row->histogram = (u64)log_state.pool->no_window;
    // The key last, in one store: a reader that sees it sees a complete row.
    __atomic_store_n((u64 *)&row->caller, LOG_PAIR(caller, callee), __ATOMIC_RELEASE);
}

void timing_row_clear(struct timing_row *row) {
    histogram_clear(row);
    *row = (struct timing_row){.caller = row->caller,
                               .callee = row->callee,
                               .depth_at = row->depth_at,
                               .minimum = INT64_MAX,
                               .maximum = INT64_MIN,
                               .thread = row->thread,
                               .depth = row->depth,
                               .inner_ticks = row->inner_ticks,
                               .histogram = row->histogram,
                               .slow_limit = INT64_MIN};
}

static struct timing_row *add_row(u32 thread, u32 caller, u32 callee) {
    struct log_state *log = &log_state;
    u32 number = (u32)log->timing_section->used;
    ASSERT(number < log->row_capacity);
    struct timing_row *row = &log->rows[number];
    u32 *head = index_find(thread, 0, callee, HEAD);
    bool is_first = !*head;
    row_init(row, thread, caller, callee, is_first ? (u64)&row->depth : log->rows[*head & ~HEAD].depth_at);
    if (is_first) *head = number | HEAD;
    *index_find(thread, caller, callee, 0) = number;
    __atomic_store_n(&log->timing_section->used, number + 1, __ATOMIC_RELEASE);
    return row;
}

// The thread's row for all calls that have none of their own: only the thread writes to it, as to all of its rows. When
// the part of the table that is kept for these is full as well, the threads that come then share row 0, whose figures
// are too low where several processors write to it.
static struct timing_row *other_row(u32 thread) {
    const struct log_state *log = &log_state;
    u32 place = *index_find(thread, PSEUDO_OTHER, PSEUDO_OTHER, 0);
    if (place) return &log->rows[place];
    bool has_room = log->timing_section->used < log->row_capacity;
    return has_room ? add_row(thread, PSEUDO_OTHER, PSEUDO_OTHER) : &log->rows[0];
}

struct timing_row *timing_row_find(u32 thread, u32 caller, u32 callee) {
    const struct log_state *log = &log_state;
    ASSERT(callee);
    u32 place = *index_find(thread, caller, callee, 0);
    if (place) return &log->rows[place];
    if (log->timing_section->used >= log->row_capacity - log->row_capacity / OTHERS_SHARE) {
        log_lost(LOSS_ROWS);
        return other_row(thread);
    }
    return add_row(thread, caller, callee);
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
                                     .name_bytes = narrow_u16(names[i].length)};
        names_append(&fields.record, sizeof(fields), names[i].name, names[i].length, NULL, 0);
    }
}

void timing_init(void) {
    pool_init();
    struct timing_row *other = &log_state.rows[0];
    row_init(other, 0, PSEUDO_OTHER, PSEUDO_OTHER, (u64)&other->depth);
    log_state.timing_section->used = 1;
    name_pseudo_methods();
}

// ---- Readings: if an interrupt comes in between, they are taken again

struct log_reading log_read(const struct log_thread *thread) {
    const volatile s64 *instrument = &thread->instrument_ticks, *outside = &thread->outside_ticks,
                       *host = &log_cpu_of(log_self())->host_ticks;
    struct log_reading reading;
    do {
        reading.instrument = *instrument;
        reading.outside = *outside;
        reading.host = *host;
        reading.ticks = log_ticks_ordered();
    } while (UNLIKELY(reading.instrument != *instrument || reading.outside != *outside));
    return reading;
}

// What the ledger has charged to the host meanwhile cannot be charged to the instruments there as well. The thread's
// own counter includes it: its methods are to be free of all of it.
s64 log_charge_between(struct log_thread *thread, const struct log_reading *from, const struct log_reading *to) {
    s64 spent = (s64)(to->ticks - from->ticks) - (to->outside - from->outside) - (to->instrument - from->instrument),
        host = to->host - from->host;
    log_ticks_add(&thread->instrument_ticks, spent);
    compiler_barrier(); // an interrupt in between finds the account poorer, not richer, than it is
    if (UNLIKELY(host)) log_cpu_self()->ledger_instrument_base += host < spent ? host : spent;
    return spent;
}

// timing_close moves from->instrument on by the costs that it adds, because they lie before the reading.
void log_charge(struct log_thread *thread, const struct log_reading *from) {
    struct log_reading to = log_read(thread);
    log_charge_between(thread, from, &to);
}

// ---- Activations. A thread's stack of them is a chain of blocks. When the topmost is full, the next one takes a
// quarter of its activations along, and is given back when all of those have ended: so calls back and forth across the
// boundary are as quick as any others

static u32 block_bytes(const struct timing_block *block) {
    return (u32)sizeof(*block) + block->capacity * (u32)sizeof(struct timing_activation);
}

static struct timing_block *block_take(u32 thread, u32 bytes) {
    struct timing_block *block = pool_take(bytes);
    if (!block) return NULL;
    *block = (struct timing_block){.thread = thread,
                                   .capacity = (bytes - (u32)sizeof(*block)) / (u32)sizeof(struct timing_activation)};
    return block;
}

// An interrupt may strike while the thread goes from one block to another.
void timing_sync(struct log_thread *thread) {
    struct timing_block *block = thread->timing;
    if (!block) return;
    u64 top = ((u64)thread->activation - (u64)block->activations) / sizeof(struct timing_activation);
    if (top < block->capacity) block->top = top;
}

static void block_use(struct log_thread *thread, struct timing_block *block, u64 top) {
    ASSERT(top < block->capacity);
    block->top = top;
    thread->activation = &block->activations[top];
    thread->activation_end = &block->activations[block->capacity - 1];
    thread->timing = block;
    thread->log_entry->activations = pool_offset(block);
}

static bool is_full(const struct log_thread *thread) { return thread->activation >= thread->activation_end; }

// Moves the topmost `moved` activations to a block of their own.
static bool split(struct log_thread *thread, u64 moved, u32 bytes) {
    struct timing_block *below = thread->timing, *block = block_take(thread->number, bytes);
    if (!block) return false;
    u64 kept = (u64)(thread->activation - below->activations) + 1 - moved;
    ASSERT(kept && moved + 1 <= block->capacity);
    const struct timing_activation *caller = &below->activations[kept - 1];
    block->previous = pool_offset(below);
    block->activations[0] = (struct timing_activation){.sp = UINT64_MAX, .method = caller->method};
    for (u64 i = 0; i < moved; i++) block->activations[1 + i] = below->activations[kept + i];
    block_use(thread, block, moved);
    compiler_barrier(); // before, an interrupt would say again what is on top of the block below
    below->top = kept - 1;
    return true;
}

static bool grow(struct log_thread *thread) {
    if (!thread->timing) return false;
    u32 bytes = block_bytes(thread->timing);
    return split(thread, thread->timing->capacity / 4, bytes < LARGEST_BLOCK_BYTES ? bytes * 4 : bytes);
}

void timing_split(struct log_thread *thread) { split(thread, 0, FIRST_BLOCK_BYTES); }

// The topmost activation, which may be in the block below.
static struct timing_activation *top_of(struct log_thread *thread) {
    struct timing_block *block = thread->timing;
    if (!block || thread->activation != block->activations || !block->previous) return thread->activation;
    struct timing_block *below = pool_at(block->previous);
    ASSERT(below->top < below->capacity);
    struct timing_activation *top = &below->activations[below->top];
    top->callees_elapsed += thread->activation->callees_elapsed;
    top->callees_away += thread->activation->callees_away;
    block_use(thread, below, below->top);
    pool_give(block, block_bytes(block));
    return top;
}

// Fills the next activation from the row; its readings are taken last.
static void push(struct log_thread *thread, struct timing_row *row, u32 method, u64 sp,
                 const struct log_reading *from) {
    ASSERT(!is_full(thread));
    struct timing_activation *activation = thread->activation + 1;
    (*(u32 *)row->depth_at)++;
    *activation = (struct timing_activation){
        .sp = sp,
        .row = (u64)row,
        .method = method,
    };
    struct log_reading now = log_read(thread);
    s64 spent = log_charge_between(thread, from, &now);
    activation->t0 = now.ticks;
    activation->i0 = now.instrument + spent;
    activation->n0 = now.outside;
    thread->activation = activation;
}

bool timing_push(struct log_thread *thread, u32 method, u64 sp, const struct log_reading *from) {
    if (is_full(thread) && !grow(thread)) return false;
    push(thread, timing_row_find(thread->number, thread->activation->method, method), method, sp, from);
    return true;
}

// ---- The slowest calls of each method. A call is looked at if it exceeds its row's slow_limit, which is the least
// duration kept of the method, as the row saw it last, or the row's maximum if that is less: so the exit probe's one
// compare serves both. The calls are in a table of groups, by a hash of the method, which is the first entry's callee

#define SLOW_TRIES 512u // a table that is nine tenths full has room for nearly every method

// The method's group, or an empty one; NULL if there is no room near its place.
static struct slow_call *slow_find(u32 method) {
    const struct log_state *log = &log_state;
    ASSERT(log->slow_groups);
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

// Returns what a call of the method must exceed from now on to be kept.
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

// `activation` has just ended in this way.
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
    if (row == log_state.rows) row->slow_limit = INT64_MIN; // it stands for many methods
}

void timing_leave_long(struct log_thread *thread, s64 probes, s64 elapsed, s64 away) {
    struct log_reading start = log_read(thread);
    log_lock();
    look_at_long(thread, thread->activation + 1, elapsed + probes, elapsed, elapsed - away, SLOW_RETURNED);
    log_unlock();
    log_charge(thread, &start);
    log_ticks_add(&thread->instrument_ticks, (s64)timing_long_rest_ticks);
}

// ---- Exits

static void row_add_outermost(struct timing_row *row, s64 raw, s64 elapsed, s64 away) {
    row->probes += raw - elapsed;
    row->elapsed += elapsed;
    row->away += away;
    if (elapsed < row->minimum) row->minimum = elapsed;
    histogram_add(row, elapsed);
}

void timing_close(struct log_thread *thread, struct log_reading *at, enum timing_exit how) {
    struct timing_activation *activation = top_of(thread), *parent = activation - 1;
    struct timing_row *row = (struct timing_row *)activation->row;
    u64 inner[] = {[TIMING_RETURNED] = row->inner_ticks,
                   [TIMING_UNWOUND] = timing_unwind_inner_ticks,
                   [TIMING_ABANDONED] = row->inner_ticks,
                   [TIMING_POPPED] = 0};
    s64 raw = (s64)(at->ticks - activation->t0);
    s64 elapsed = raw - (s64)inner[how] - (at->instrument - activation->i0);
    s64 away = at->outside - activation->n0;
    // A callee that ends at the same reading as its caller has cost the caller only its entry.
    u64 full[] = {[TIMING_RETURNED] = timing_outer_ticks + row->inner_ticks,
                  [TIMING_UNWOUND] = timing_enter_ticks,
                  [TIMING_ABANDONED] = timing_enter_ticks,
                  [TIMING_POPPED] = 0};
    s64 cost = (s64)full[how];
    log_ticks_add(&thread->instrument_ticks, cost);
    at->instrument += cost;
    parent->callees_elapsed += elapsed;
    parent->callees_away += away;
    row->exclusive_elapsed += elapsed - activation->callees_elapsed;
    row->exclusive_away += away - activation->callees_away;
    row->count += how == TIMING_RETURNED || how == TIMING_POPPED;
    row->exceptions += how == TIMING_UNWOUND;
    row->abandoned += how == TIMING_ABANDONED;
    ASSERT(*(u32 *)row->depth_at || row == log_state.rows); // threads share that one without a lock
    if (--*(u32 *)row->depth_at) {
        row->nested++;
    } else {
        row_add_outermost(row, raw, elapsed, away);
        static const u8 ends[] = {[TIMING_RETURNED] = SLOW_RETURNED,
                                  [TIMING_UNWOUND] = SLOW_UNWOUND,
                                  [TIMING_ABANDONED] = SLOW_ABANDONED,
                                  [TIMING_POPPED] = SLOW_RETURNED};
        if (elapsed > row->slow_limit) look_at_long(thread, activation, raw, elapsed, elapsed - away, ends[how]);
    }
    thread->activation = parent;
}

void timing_close_below(struct log_thread *thread, u64 sp, struct log_reading *at, enum timing_exit how) {
    while (top_of(thread)->sp < sp) timing_close(thread, at, how);
}

static struct timing_slot *slot_of(const struct log_thread *thread, const struct timing_activation *top, u32 method) {
    u32 number = method * (u32)PROBE_CALLEE_FACTOR + top->method;
    return (struct timing_slot *)(uintptr_t)(thread->cache + (number << PROBE_SLOT_SHIFT & thread->cache_mask));
}

static bool cache_make(struct log_thread *thread, u32 bytes) {
    void *cache = pool_take(bytes);
    if (!cache) return false;
    memset(cache, 0, bytes);
    if (thread->cache) pool_give((void *)(uintptr_t)thread->cache, thread->cache_mask + sizeof(struct timing_slot));
    thread->cache = (u64)cache;
    thread->cache_mask = bytes - (u32)sizeof(struct timing_slot);
    thread->cache_misses = 0;
    return true;
}

// A cache in which rows have displaced each other as often as it has slots is too small.
static void cache_missed(struct log_thread *thread) {
    u32 bytes = thread->cache_mask + (u32)sizeof(struct timing_slot);
    if (++thread->cache_misses * sizeof(struct timing_slot) < bytes || bytes == CACHE_BYTES) return;
    if (!cache_make(thread, bytes * 2)) thread->cache_misses = 0;
}

bool timing_enter_slow(struct log_thread *thread, u32 method) {
    struct log_reading start = log_read(thread);
    log_lock();
    bool has_room = !is_full(thread) || grow(thread);
    if (has_room) {
        const struct timing_activation *top = thread->activation;
        struct timing_row *row = timing_row_find(thread->number, top->method, method);
        const struct timing_slot *slot = slot_of(thread, top, method);
        if (slot->callee && slot->row != (u64)row) cache_missed(thread);
        *slot_of(thread, top, method) = (struct timing_slot){.caller = top->method, .callee = method, .row = (u64)row};
    } else if (thread->timing) {
        log_lost(LOSS_ACTIVATIONS);
    }
    log_unlock();
    log_charge(thread, &start);
    log_ticks_add(&thread->instrument_ticks, (s64)timing_slow_rest_ticks);
    return has_room;
}

void timing_bucket_slow(struct log_thread *thread, struct timing_row *row, s64 elapsed) {
    struct log_reading start = log_read(thread);
    log_lock();
    histogram_add(row, elapsed);
    log_unlock();
    log_charge(thread, &start);
    log_ticks_add(&thread->instrument_ticks, (s64)timing_bucket_rest_ticks);
}

void timing_leave_slow(struct log_thread *thread, u64 sp, u64 t1, s64 i1, s64 n1) {
    struct log_reading at = {.ticks = t1, .instrument = i1, .outside = n1, .host = log_cpu_self()->host_ticks};
    log_lock();
    timing_close_below(thread, sp, &at, TIMING_ABANDONED);
    s64 rest = 0;
    if (thread->activation->sp == sp) {
        timing_close(thread, &at, TIMING_RETURNED);
        rest = timing_leave_rest_ticks;
    } else {
        at.instrument += (s64)(timing_full_ticks - timing_enter_ticks);
        log_ticks_add(&thread->instrument_ticks, (s64)(timing_full_ticks - timing_enter_ticks));
        log_lost(LOSS_PROBES_UNMATCHED);
    }
    log_unlock();
    log_charge(thread, &at);
    log_ticks_add(&thread->instrument_ticks, rest);
}

// Whether no activation is below `sp`, as far as the topmost one shows; if that is in another block, this is not known
// yet.
static bool is_above(const struct log_thread *thread, u64 sp) {
    const struct timing_block *block = thread->timing;
    return !block || (thread->activation->sp >= sp && (thread->activation != block->activations || !block->previous));
}

void log_unwind(struct log_thread *thread, u64 sp) {
    if (UNLIKELY(thread->counted != NULL)) counted_unwind(thread, sp);
    if (is_above(thread, sp)) return;
    struct log_reading at = log_read(thread);
    s64 before = at.instrument;
    log_lock();
    timing_close_below(thread, sp, &at, TIMING_UNWOUND);
    ledger_entries_ended(at.instrument - before);
    log_unlock();
    log_charge(thread, &at);
    log_ticks_add(&thread->instrument_ticks, (s64)timing_unwind_rest_ticks);
}

void log_switch_lost(void) { log_lost(LOSS_SWITCHES); }

// ---- Threads' roots

static void stop_timing(struct log_thread *thread) {
    if (thread->timing) pool_give(thread->timing, block_bytes(thread->timing));
    if (thread->cache) pool_give((void *)(uintptr_t)thread->cache, thread->cache_mask + sizeof(struct timing_slot));
    thread->timing = NULL;
    thread->cache = 0;
    thread->log_entry->activations = 0;
    thread->activation = thread->activation_end = &nothing[1];
}

void timing_thread_create(struct log_thread *thread, u64 start_ticks, s64 instrument, s64 outside) {
    thread->timing = NULL;
    thread->cache = 0;
    thread->activation = thread->activation_end = &nothing[1];
    if (!log_timing()) return;
    struct timing_block *block = block_take(thread->number, FIRST_BLOCK_BYTES);
    if (!block || !cache_make(thread, FIRST_CACHE_BYTES)) {
        if (block) pool_give(block, FIRST_BLOCK_BYTES);
        log_lost(LOSS_THREADS_UNTIMED);
        return;
    }
    block->activations[0] = (struct timing_activation){
        .sp = UINT64_MAX,
        .t0 = start_ticks,
        .i0 = instrument,
        .n0 = outside,
        .method = PSEUDO_ROOT,
    };
    block_use(thread, block, 0);
}

void timing_thread_end(struct log_thread *thread, u64 now) {
    if (!thread->timing) return;
    struct log_reading at = {.ticks = now, .instrument = thread->instrument_ticks, .outside = thread->outside_ticks};
    timing_close_below(thread, UINT64_MAX, &at, TIMING_ABANDONED);
    const struct timing_activation *root = thread->activation;
    ASSERT(root->method == PSEUDO_ROOT);
    struct region_thread *entry = thread->log_entry;
    entry->root_t0 = root->t0;
    entry->root_elapsed = (s64)(now - root->t0) - (thread->instrument_ticks - root->i0);
    entry->root_cpu = entry->root_elapsed - (thread->outside_ticks - root->n0);
    entry->root_exclusive_elapsed = entry->root_elapsed - root->callees_elapsed;
    entry->root_exclusive_cpu = entry->root_cpu - (root->callees_elapsed - root->callees_away);
    stop_timing(thread);
}
