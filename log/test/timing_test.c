// Method timing compared with a straightforward model: random programs of calls, returns, recursion, exceptions,
// interrupts, translation, other threads and frames that vanish, in simulated time. Every figure of every row must be
// the model's, to the tick, although each probe costs something.
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "kernel/core/interrupt.h"
#include "log/calibrate.h"
#include "log/thread.h"
#include "log_fixture.h"
#include "tap.h"

#define METHODS 6u
#define DEPTH 40u
#define FIRST_METHOD 0x11110000u

// What one probe takes before and after its reading.
enum { ENTER_BEFORE = 7, ENTER_AFTER = 11, LEAVE_BEFORE = 5, LEAVE_AFTER = 13 };

struct frame {
    u32 method; // number in the model, 0 for the thread's root
    s64 elapsed, cpu, callees_elapsed, callees_cpu;
};

struct figures {
    s64 count, exceptions, abandoned, nested, elapsed, cpu, exclusive_elapsed, exclusive_cpu, minimum, maximum;
};

struct model {
    struct frame stack[DEPTH];
    u32 depth; // of the innermost
    u32 on_stack[METHODS + 1];
    struct figures rows[METHODS + 1][METHODS + 1];
};

static u8 fake_stack[2 * MIB] __attribute__((aligned(16)));

static u64 sp_of(u32 depth) { return (u64)fake_stack + sizeof(fake_stack) - 16384 - 64 * (u64)depth + 8; }
static u32 method_id(u32 method) { return method ? FIRST_METHOD + method * 5 : (u32)PSEUDO_ROOT; }

static void model_advance(struct model *model, s64 elapsed, s64 cpu) {
    for (u32 i = 0; i <= model->depth; i++) {
        model->stack[i].elapsed += elapsed;
        model->stack[i].cpu += cpu;
    }
}

static void model_close(struct model *model, enum timing_exit how) {
    struct frame *frame = &model->stack[model->depth], *caller = frame - 1;
    struct figures *row = &model->rows[caller->method][frame->method];
    if (how == TIMING_RETURNED) row->count++;
    if (how == TIMING_UNWOUND) row->exceptions++;
    if (how == TIMING_ABANDONED) row->abandoned++;
    row->exclusive_elapsed += frame->elapsed - frame->callees_elapsed;
    row->exclusive_cpu += frame->cpu - frame->callees_cpu;
    caller->callees_elapsed += frame->elapsed;
    caller->callees_cpu += frame->cpu;
    if (--model->on_stack[frame->method]) {
        row->nested++;
    } else {
        bool first = row->count + row->exceptions + row->abandoned - row->nested == 1;
        row->elapsed += frame->elapsed;
        row->cpu += frame->cpu;
        if (first || frame->elapsed < row->minimum) row->minimum = frame->elapsed;
        if (first || frame->elapsed > row->maximum) row->maximum = frame->elapsed;
    }
    model->depth--;
}

// ---- What may happen

static void do_work(struct model *model, s64 ticks) {
    test_ticks += (u64)ticks;
    model_advance(model, ticks, ticks);
}

static void do_enter(struct model *model, u32 method) {
    model->depth++;
    model->stack[model->depth] = (struct frame){.method = method};
    model->on_stack[method]++;
    test_ticks += ENTER_BEFORE;
    fixture_enter(host_thread, method_id(method), sp_of(model->depth));
    test_ticks += ENTER_AFTER;
}

static void do_leave(struct model *model) {
    u64 sp = sp_of(model->depth);
    model_close(model, TIMING_RETURNED);
    test_ticks += LEAVE_BEFORE;
    fixture_leave(host_thread, sp);
    test_ticks += LEAVE_AFTER;
}

// Each activation's exit costs the same, but time stands still during log_unwind: so the unwinder costs nothing here,
// and the entry's part remains.
static void do_unwind(struct model *model, u32 to_depth) {
    u64 sp = sp_of(to_depth) - 8; // where that frame saves rbp
    while (model->depth > to_depth) model_close(model, TIMING_UNWOUND);
    log_unwind(host_thread, sp);
}

// Frames that vanish without an exit, noticed at the exit of the frame below them.
static void do_abandon(struct model *model, u32 to_depth) {
    while (model->depth > to_depth) model_close(model, TIMING_ABANDONED);
    u64 sp = sp_of(model->depth);
    model_close(model, TIMING_RETURNED);
    test_ticks += LEAVE_BEFORE;
    fixture_leave(host_thread, sp);
    test_ticks += LEAVE_AFTER;
}

static void do_interrupt(struct model *model, s64 ticks) {
    struct trap_frame frame = {.vector = TRAP_TIMER, .rip = 1};
    struct log_interrupt interrupt = log_interrupt_enter(&frame);
    test_ticks += (u64)ticks;
    log_interrupt_leave(&interrupt, &frame);
    model_advance(model, ticks, 0);
}

static void do_stolen(struct model *model, s64 ticks) {
    struct log_stolen stolen = log_stolen_begin(host_thread, STOLEN_TRANSLATION);
    test_ticks += (u64)ticks;
    model_advance(model, ticks, 0);
    do_interrupt(model, 3);
    log_stolen_end(host_thread, &stolen);
}

static void do_away(struct model *model, struct log_thread *other, s64 ticks) {
    struct log_thread *self = host_thread;
    fixture_switch(other, SWITCH_quantum);
    test_ticks += (u64)ticks;
    fixture_switch(self, SWITCH_yield);
    model_advance(model, ticks, 0);
}

static void step(struct model *model, struct log_thread *other, u32 *events) {
    u32 choice = (u32)rand() % 100, below = model->depth;
    events[choice / 10]++;
    if (choice < 35 && model->depth < DEPTH - 1) do_enter(model, 1 + (u32)rand() % METHODS);
    else if (choice < 68 && below) do_leave(model);
    else if (choice < 72 && below) do_unwind(model, (u32)rand() % (below + 1));
    else if (choice < 74 && below) do_abandon(model, 1 + (u32)rand() % below);
    else if (choice < 80) do_interrupt(model, 1 + rand() % 500);
    else if (choice < 84) do_stolen(model, 1 + rand() % 900);
    else if (choice < 88) do_away(model, other, 1 + rand() % 5000);
    else do_work(model, rand() % 300);
}

// ---- Comparison

static const struct timing_row *row_of(u32 thread, u32 caller, u32 callee) {
    for (u64 i = 1; i < log_state.timing_section->used; i++) {
        const struct timing_row *row = &log_state.rows[i];
        if (row->thread == thread && row->caller == method_id(caller) && row->callee == method_id(callee)) return row;
    }
    return NULL;
}

static bool row_equals(const struct timing_row *row, const struct figures *expected) {
    s64 outermost = expected->count + expected->exceptions + expected->abandoned - expected->nested;
    u64 bucketed = 0;
    const struct timing_window *window = (const struct timing_window *)row->histogram;
    for (u32 i = 0; i < window->size; i++) bucketed += window->counts[i];
    bucketed += row->below_zero;
    return (s64)row->count == expected->count && (s64)row->exceptions == expected->exceptions &&
           (s64)row->abandoned == expected->abandoned && (s64)row->nested == expected->nested &&
           row->elapsed == expected->elapsed && timing_cpu(row) == expected->cpu &&
           row->exclusive_elapsed == expected->exclusive_elapsed &&
           timing_exclusive_cpu(row) == expected->exclusive_cpu &&
           (!outermost || (row->minimum == expected->minimum && row->maximum == expected->maximum)) &&
           (s64)bucketed == outermost;
}

static u32 compare_rows(const struct model *model) {
    u32 wrong = 0;
    for (u32 caller = 0; caller <= METHODS; caller++) {
        for (u32 callee = 1; callee <= METHODS; callee++) {
            const struct figures *expected = &model->rows[caller][callee];
            const struct timing_row *row = row_of(1, caller, callee);
            bool closed = expected->count + expected->exceptions + expected->abandoned > 0;
            if (!row ? !closed : row_equals(row, expected)) continue;
            if (wrong++ > 4) continue;
            tap_note("row %u -> %u: elapsed %lld, expected %lld; exclusive %lld, expected %lld", caller, callee,
                     row ? (long long)row->elapsed : -1, (long long)expected->elapsed,
                     row ? (long long)row->exclusive_elapsed : -1, (long long)expected->exclusive_elapsed);
        }
    }
    return wrong;
}

static void start(void) {
    fixture_start(8 * MIB, REGION_TIMING | REGION_RING);
    timing_inner_ticks = ENTER_AFTER + LEAVE_BEFORE;
    timing_full_ticks = ENTER_BEFORE + ENTER_AFTER + LEAVE_BEFORE + LEAVE_AFTER;
    timing_outer_ticks = timing_full_ticks - timing_inner_ticks;
    timing_unwind_inner_ticks = ENTER_AFTER;
    timing_enter_ticks = ENTER_BEFORE + ENTER_AFTER;
}

static void test_random_programs(void) {
    u32 wrong = 0, events[10] = {0};
    s64 open = 0;
    for (unsigned seed = 1; seed <= 60; seed++) {
        srand(seed);
        start();
        struct log_thread *other = fixture_thread(2);
        struct model model = {0};
        for (u32 i = 0; i < 4000; i++) step(&model, other, events);
        while (model.depth) do_leave(&model);
        wrong += compare_rows(&model);
        open += host_thread->timing->previous != 0 || host_thread->activation != host_thread->timing->activations;
        free(other);
        fixture_stop();
    }
    tap_is_int(wrong, 0, "60 random programs: every row is the model's");
    tap_is_int(open, 0, "and nothing stays open");
}

// running ticks as the scheduler counts = Σ exclusive C + the root's + S + I
static void test_closure(void) {
    start();
    srand(7);
    u32 events[10] = {0};
    struct log_thread *other = fixture_thread(2), *self = host_thread;
    struct model model = {0};
    for (u32 i = 0; i < 5000; i++) step(&model, other, events);
    while (model.depth) do_leave(&model);
    fixture_switch(other, SWITCH_end);
    const struct region_thread *entry = self->log_entry;
    s64 sum = entry->root_exclusive_cpu + entry->instrument_ticks;
    for (unsigned i = 0; i < STOLEN_KINDS; i++) sum += entry->stolen[i];
    for (u64 i = 1; i < log_state.timing_section->used; i++) sum += timing_exclusive_cpu(&log_state.rows[i]);
    tap_is_int(sum, (s64)entry->running_ticks,
               "exclusive times, stolen time and instruments add up to the running time");
    tap_ok(entry->running_ticks > 100000 && entry->end_ticks == test_ticks, "which is long, and the thread has ended");
    free(self);
    free(other);
    host_thread = NULL;
    free(log_state.region);
}

static void test_recursion(void) {
    start();
    struct model model = {0};
    for (u32 i = 0; i < 10; i++) do_enter(&model, 1);
    do_work(&model, 1000);
    for (u32 i = 0; i < 10; i++) do_leave(&model);
    tap_is_int(row_of(1, 0, 1)->elapsed, 1000, "recursion: inclusive time counts once, in the outermost");
    tap_is_int(row_of(1, 1, 1)->elapsed, 0, "and not again inside");
    tap_is_int((s64)row_of(1, 1, 1)->nested, 9, "whose activations are counted as nested");
    tap_is_int(row_of(1, 1, 1)->exclusive_elapsed, 1000, "but whose exclusive time is theirs");
    fixture_stop();
}

// Enters as many levels as there is room for, until the pool is full.
static u64 enter_all(u64 most) {
    u64 levels = 0;
    for (; levels < most && !log_state.loss[LOSS_ACTIVATIONS]; levels++) {
        fixture_enter(host_thread, method_id(1), sp_of(0) - 16 * levels);
        test_ticks += 10;
    }
    return levels;
}

static void test_deep(void) {
    fixture_start(8 * MIB, REGION_TIMING | REGION_RING); // probes cost nothing here
    u64 levels = enter_all(20000), sum = 0;
    tap_is_int((s64)levels, 20000, "20,000 levels are timed");
    for (u64 i = levels; i-- > 0;) fixture_leave(host_thread, sp_of(0) - 16 * i);
    const struct timing_row *outer = row_of(1, 0, 1), *inner = row_of(1, 1, 1);
    tap_is_int((s64)(outer->count + inner->count), 20000, "each is counted");
    tap_is_int(outer->elapsed, 10 * 20000, "the time of the outermost is that of all");
    tap_is_int(inner->exclusive_elapsed, 10 * 19999, "and each has its own, across blocks as well");
    u64 taken = log_state.pool->taken;
    enter_all(20000);
    log_unwind(host_thread, sp_of(0) + 1);
    for (u32 i = 0; i < POOL_SIZES; i++) sum += log_state.pool_free[i] != 0;
    tap_is_int((s64)(log_state.pool->taken - taken), 0, "what they took serves the next ones");
    tap_ok(host_thread->timing->previous == 0 && sum, "and exits by exception give it back as well");
    fixture_stop();
}

// Calls around the end of a block are as quick as elsewhere.
static void test_block_end(void) {
    start();
    u64 top = 0;
    for (; !host_thread->timing->previous; top++) fixture_enter(host_thread, method_id(1), sp_of(0) - 16 * top);
    const struct timing_block *block = host_thread->timing;
    u32 changes = 0;
    for (u32 i = 0; i < 100; i++) {
        fixture_leave(host_thread, sp_of(0) - 16 * --top);
        changes += host_thread->timing != block;
        fixture_enter(host_thread, method_id(1), sp_of(0) - 16 * top++);
        changes += host_thread->timing != block;
    }
    tap_is_int(changes, 0, "calls to and fro at a block's end stay in one block");
    fixture_stop();
}

enum { INTERRUPT_TICKS = 7 };

static u64 steps, strike; // the step after which an interrupt comes

// Comes after each instruction.
static void on_step(int signal, siginfo_t *info, void *context) {
    (void)signal, (void)info;
    greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    timing_sync(host_thread);
    if (++steps != strike) return;
    struct trap_frame frame = {.vector = TRAP_TIMER, .rip = (u64)registers[REG_RIP]};
    struct log_interrupt interrupt = log_interrupt_enter(&frame);
    test_ticks += INTERRUPT_TICKS;
    log_interrupt_leave(&interrupt, &frame);
    registers[REG_RIP] = (greg_t)frame.rip;
}

// What lies below the stack pointer is the compiler's.
static void single_step(bool on) {
    __asm__ volatile("lea -128(%%rsp), %%rsp\n\tpushfq\n\tandq $~0x100, (%%rsp)\n\torq %0, (%%rsp)\n\tpopfq\n\t"
                     "lea 128(%%rsp), %%rsp" ::"r"(on ? 0x100ul : 0ul)
                     : "memory", "cc");
}

static void stepped_enter(u32 method, u64 depth) {
    single_step(true);
    fixture_enter(host_thread, method_id(method), sp_of(0) - 16 * depth);
    single_step(false);
}

static void stepped_leave(u64 depth) {
    single_step(true);
    fixture_leave(host_thread, sp_of(0) - 16 * depth);
    single_step(false);
}

static void start_stepping(void) {
    fixture_start(8 * MIB, REGION_TIMING | REGION_RING); // probes cost nothing here
    sigaction(SIGTRAP, &(struct sigaction){.sa_sigaction = on_step, .sa_flags = SA_SIGINFO}, NULL);
}

static void stop_stepping(void) {
    signal(SIGTRAP, SIG_DFL);
    fixture_stop();
}

// One method calls another.
static void one_calls_another(void) {
    stepped_enter(1, 0);
    test_ticks += 100;
    stepped_enter(2, 1);
    test_ticks += 40;
    stepped_leave(1);
    stepped_leave(0);
}

static s64 elapsed_more, cpu_more; // of both methods' exclusive times

static void call_and_measure(const struct timing_row *outer, const struct timing_row *inner) {
    s64 elapsed = outer->exclusive_elapsed + inner->exclusive_elapsed, cpu = timing_exclusive_cpu(outer);
    s64 cpu_inner = timing_exclusive_cpu(inner);
    steps = 0;
    one_calls_another();
    elapsed_more = outer->exclusive_elapsed + inner->exclusive_elapsed - elapsed;
    cpu_more = timing_exclusive_cpu(outer) - cpu == 100 ? timing_exclusive_cpu(inner) - cpu_inner + 100 : 0;
}

// Wherever an interrupt strikes in the probes, its time is no method's CPU time, and all or none of it is in their
// elapsed time.
static void test_interrupt_anywhere(void) {
    start_stepping();
    const struct timing_row *outer = timing_row_find(1, PSEUDO_ROOT, method_id(1)),
                            *inner = timing_row_find(1, method_id(1), method_id(2));
    for (strike = 1; strike < 1000; strike += 300) one_calls_another(); // afterwards on the probes' fast paths only
    u64 wrong = 0, inside = 0, tried = 0;
    for (strike = steps = 1; steps >= strike; strike++, tried++) {
        call_and_measure(outer, inner);
        bool has_it = elapsed_more == 140 + INTERRUPT_TICKS;
        wrong += cpu_more != 140 || (!has_it && elapsed_more != 140);
        inside += has_it;
    }
    tap_ok(tried > 150 && tried < 1000 && inside > 50 && inside < tried,
           "an interrupt after each of %llu instructions, %llu of them within calls", (unsigned long long)tried,
           (unsigned long long)inside);
    tap_is_int((s64)wrong, 0, "has its time in no method's");
    stop_stepping();
}

// It says how high the stack is, also while blocks are taken and given back.
static void test_interrupts_everywhere(void) {
    enum { LEVELS = 100 };
    start_stepping();
    strike = 0;
    for (u64 i = 0; i < LEVELS; i++, test_ticks += 10) stepped_enter(1, i);
    for (u64 i = LEVELS; i-- > 0;) stepped_leave(i);
    const struct timing_row *outer = row_of(1, 0, 1), *inner = row_of(1, 1, 1);
    tap_is_int((s64)(outer->count + inner->count), LEVELS,
               "with the stack looked at after every instruction each call ends once");
    tap_is_int(outer->abandoned + inner->abandoned, 0, "by its return");
    tap_is_int(*(u32 *)outer->depth_at, 0, "and none is left");
    tap_is_int(timing_exclusive_cpu(outer) + timing_exclusive_cpu(inner), 10 * LEVELS,
               "and each has the time that it took");
    stop_stepping();
}

static void test_too_deep(void) {
    start();
    u64 room = enter_all(UINT64_MAX) - 1;
    u64 lost = 5;
    for (u64 i = room + 1; i < room + lost; i++) fixture_enter(host_thread, method_id(1), sp_of(0) - 16 * i);
    tap_is_int((s64)log_state.loss[LOSS_ACTIVATIONS], 5, "calls too deep to time are counted");
    for (u64 i = room + lost; i-- > 0;) fixture_leave(host_thread, sp_of(0) - 16 * i);
    tap_is_int((s64)log_state.loss[LOSS_PROBES_UNMATCHED], 5, "their exits match nothing");
    tap_is_int((s64)row_of(1, 0, 1)->count + (s64)row_of(1, 1, 1)->count, (s64)room, "and all others are timed");
    fixture_stop();
}

// ---- Histograms

static struct timing_row *fresh_row(void) { return timing_row_find(1, PSEUDO_ROOT, FIRST_METHOD); }

static u32 misplaced(const struct timing_row *row, const u64 *durations, u32 count) {
    const struct timing_window *window = (const struct timing_window *)row->histogram;
    u64 expected[TIMING_BUCKET_END] = {0};
    u32 wrong = 0;
    for (u32 i = 0; i < count; i++) expected[timing_bucket(durations[i])]++;
    for (u32 i = 0; i < TIMING_BUCKET_END; i++) {
        bool inside = i - window->first < window->size;
        wrong += expected[i] != (inside ? window->counts[i - window->first] : 0);
    }
    return wrong;
}

static void test_buckets(void) {
    u32 wrong = 0;
    double widest = 0;
    for (u32 bucket = TIMING_BUCKET_FIRST; bucket + 1 < TIMING_BUCKET_END; bucket++) {
        u64 low = timing_bucket_start(bucket), next = timing_bucket_start(bucket + 1);
        wrong += next <= low || timing_bucket(low) != bucket || timing_bucket(next - 1) != bucket;
        if (low && (double)(next - 1 - low) / 2 / (double)low > widest) {
            widest = (double)(next - 1 - low) / 2 / (double)low;
        }
    }
    tap_is_int(wrong, 0, "every duration has one bucket");
    tap_ok(timing_bucket(0) == TIMING_BUCKET_FIRST && widest < 0.07, "whose middle is within 7 %% of it");
}

// From the shortest to the longest, from the longest to the shortest, and in no particular order.
static void test_windows_of_buckets(void) {
    u32 wrong = 0;
    static u64 durations[3000];
    for (u32 order = 0; order < 3; order++) {
        start();
        struct timing_row *row = fresh_row();
        for (u32 i = 0; i < COUNT_OF(durations); i++) {
            u64 octave = order == 0 ? i / 55 : order == 1 ? 54 - i / 55 : (u64)rand() % 55;
            durations[i] = ((u64)rand() << 24 | (u64)rand()) & ((1ull << octave) - 1);
            histogram_add(row, (s64)durations[i]);
        }
        histogram_add(row, -3);
        wrong += misplaced(row, durations, COUNT_OF(durations)) + (row->below_zero != 1);
        fixture_stop();
    }
    tap_is_int(wrong, 0, "a window grows both ways and keeps what it has");
}

static void test_probe_counts_the_same(void) {
    start();
    static u64 durations[3000];
    for (u32 i = 0; i < COUNT_OF(durations); i++) {
        durations[i] = (u64)rand() & ((1ull << rand() % 31) - 1);
        fixture_enter(host_thread, method_id(1), sp_of(0));
        test_ticks += durations[i] + ENTER_AFTER + LEAVE_BEFORE;
        fixture_leave(host_thread, sp_of(0));
    }
    tap_is_int(misplaced(row_of(1, 0, 1), durations, COUNT_OF(durations)), 0, "the probe puts each where it belongs");
    fixture_enter(host_thread, method_id(1), sp_of(0));
    fixture_leave(host_thread, sp_of(0));
    tap_is_int((s64)row_of(1, 0, 1)->below_zero, 1, "and below zero what is too short");
    fixture_stop();
}

static void test_histograms_full(void) {
    start();
    while (pool_take(TIMING_POOL_LEAST)) continue;
    histogram_add(fresh_row(), 5);
    tap_is_int((s64)log_state.loss[LOSS_HISTOGRAMS], 1, "durations for which the pool has no room are counted");
    fixture_stop();
}

// ---- Many threads

static void test_many_threads(void) {
    fixture_start(64 * MIB, REGION_TIMING | REGION_RING);
    enum { THREADS = 4096 };
    struct log_thread *self = host_thread;
    u64 first = log_state.pool->taken, counted = 0;
    static struct log_thread *threads[THREADS];
    for (u32 i = 0; i < THREADS; i++) {
        threads[i] = fixture_thread(2 + i);
        fixture_switch(threads[i], SWITCH_quantum);
        for (u32 method = 1; method <= 10; method++) {
            fixture_enter(host_thread, method_id(method), sp_of(0));
            test_ticks += 100;
            fixture_leave(host_thread, sp_of(0));
        }
    }
    for (u64 i = 1; i < log_state.timing_section->used; i++) counted += log_state.rows[i].count;
    tap_is_int((s64)counted, 10 * THREADS, "4,096 threads at once, in the region's default size: every call");
    tap_is_int((s64)(log_state.loss[LOSS_THREADS] + log_state.loss[LOSS_THREADS_UNTIMED] + log_state.loss[LOSS_ROWS] +
                     log_state.loss[LOSS_HISTOGRAMS]),
               0, "nothing is lost");
    u64 bytes = (log_state.pool->taken - first) / THREADS;
    tap_ok(bytes <= 1024 + 512 + 10 * 128 + 64, "%llu bytes of the pool for each, of which 128 for each method",
           (unsigned long long)bytes);
    fixture_switch(self, SWITCH_quantum);
    for (u32 i = 0; i < THREADS; i++) free(threads[i]);
    fixture_stop();
}

static void test_rows_full(void) {
    start();
    u32 capacity = log_state.row_capacity, others = capacity / 16, own = capacity - others;
    for (u32 i = 0; i < own + 10; i++) timing_row_find(1, PSEUDO_ROOT, FIRST_METHOD + i * 8);
    tap_is_int((s64)log_state.loss[LOSS_ROWS], 11, "rows that find no room are counted");
    struct timing_row *first = timing_row_find(1, 1, 5), *second = timing_row_find(2, 1, 5);
    tap_ok(first->callee == PSEUDO_OTHER && first->thread == 1 && timing_row_find(1, 1, 7) == first,
           "and share the thread's row \"other\"");
    tap_ok(second != first && second->thread == 2 && second->depth_at != first->depth_at,
           "another thread's is its own, and so is its depth");
    for (u32 i = 3; i <= others + 2; i++) timing_row_find(i, 1, 5);
    tap_ok(timing_row_find(others, 1, 5)->thread == others && log_state.timing_section->used == capacity,
           "as many threads have one as a sixteenth of the table holds");
    tap_ok(timing_row_find(others + 2, 1, 5) == &log_state.rows[0] && timing_row_find(1, 1, 5) == first,
           "the next share the first row, and the others keep theirs");
    tap_ok(timing_row_find(1, PSEUDO_ROOT, FIRST_METHOD + 80)->callee == FIRST_METHOD + 80,
           "while the old ones are still found");
    fixture_stop();
}

static void test_untimed_thread(void) {
    fixture_start(2 * MIB, REGION_RING);
    fixture_enter(host_thread, method_id(1), sp_of(0));
    fixture_leave(host_thread, sp_of(0));
    tap_is_int((s64)log_state.timing_section->used, 1, "a thread that is not timed gets no row");
    fixture_stop();
}

static void test_kernel_calls_java(void) {
    start();
    struct model model = {0};
    do_enter(&model, 1);
    struct log_stolen stolen = log_stolen_begin(host_thread, STOLEN_LINKING);
    test_ticks += 100;
    struct log_java java;
    log_java_begin(host_thread, PSEUDO_INITIALISER, &java);
    fixture_enter(host_thread, method_id(2), sp_of(5));
    test_ticks += 40;
    log_unwind(host_thread, sp_of(4));
    log_java_end(host_thread, &java);
    test_ticks += 10;
    log_stolen_end(host_thread, &stolen);
    timing_inner_ticks = 0;
    fixture_leave(host_thread, sp_of(1));
    tap_is_int(host_thread->stolen_ticks[STOLEN_LINKING], 110, "Java that the kernel runs is not stolen time");
    const struct timing_row *root = timing_row_find(1, method_id(1), PSEUDO_INITIALISER);
    tap_is_int((s64)root->count, 1, "it has a pseudo-method as root");
    tap_is_int((s64)timing_row_find(1, PSEUDO_INITIALISER, method_id(2))->exceptions, 1,
               "under which its methods stand");
    fixture_stop();
}

extern const u64 probe_windows[];

static void test_windows(void) {
    start();
    u32 windows = 0, wrong = 0;
    for (const u64 *window = probe_windows; *window; window += 2, windows++) {
        for (u64 rip = window[0] - 2; rip < window[1] + 2; rip++) {
            struct trap_frame frame = {.rip = rip};
            struct log_interrupt interrupt = log_interrupt_enter(&frame);
            log_interrupt_leave(&interrupt, &frame);
            u64 expected = rip >= window[0] && rip < window[1] ? window[0] : rip;
            wrong += frame.rip != expected;
        }
    }
    tap_is_int(windows, 4, "entry and exit have a window each, ordered and unordered");
    tap_is_int(wrong, 0, "an interrupt inside one goes back to its start, another does not move");
    fixture_stop();
}

// What an interrupt with so many ticks between its readings takes from the thread.
static s64 taken_by_interrupt(s64 ticks) {
    struct trap_frame frame = {.vector = TRAP_TIMER, .rip = 1};
    s64 before = host_thread->outside_ticks;
    struct log_interrupt interrupt = log_interrupt_enter(&frame);
    test_ticks += (u64)ticks;
    log_interrupt_leave(&interrupt, &frame);
    return host_thread->outside_ticks - before;
}

static void test_interrupts_in_a_row(void) {
    start();
    timing_interrupt_ticks = 40;
    test_ticks += 1000;
    tap_is_int(taken_by_interrupt(7), 47,
               "an interrupt takes what lies between its readings and the way to them and back");
    test_ticks += 15;
    tap_is_int(taken_by_interrupt(7), 22, "one that comes on another's way back takes no more than has passed");
    test_ticks += 40;
    tap_is_int(taken_by_interrupt(7), 47, "and the whole way again when that is over");
    struct log_stolen stolen = log_stolen_begin(host_thread, STOLEN_LINKING);
    test_ticks += 20;
    taken_by_interrupt(7);
    tap_is_int(log_stolen_end(host_thread, &stolen), 0, "what is shorter than that way has taken nothing, not less");
    timing_interrupt_ticks = 0;
    fixture_stop();
}

// One distance in five is the host's.
static void test_drift(void) {
    static struct calibrate_drift drift;
    tap_is_int((long long)calibrate_drift_error(&drift), 0, "what was not measured again has not moved");
    const s64 distances[] = {-30, 2, 30, 30, 1000};
    for (u32 i = 0; i < COUNT_OF(distances); i++) calibrate_drift_add(&drift, distances[i]);
    tap_is_int((long long)calibrate_drift_error(&drift), 30, "it may move either way");
    for (u32 i = 0; i < 20; i++) calibrate_drift_add(&drift, 5000);
    tap_is_int((long long)calibrate_drift_error(&drift), CALIBRATE_DRIFT_MOST, "and by more than is told apart");
}

int main(void) {
    test_drift();
    test_random_programs();
    test_closure();
    test_recursion();
    test_deep();
    test_block_end();
    test_interrupt_anywhere();
    test_interrupts_everywhere();
    test_too_deep();
    test_buckets();
    test_windows_of_buckets();
    test_probe_counts_the_same();
    test_histograms_full();
    test_many_threads();
    test_rows_full();
    test_untimed_thread();
    test_kernel_calls_java();
    test_windows();
    test_interrupts_in_a_row();
    return tap_done();
}
