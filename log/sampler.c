// The sampler: where each thread is, recorded by the timer interrupt. Runs in the interrupt, on its stack; allocates
// nothing and touches only the interrupt level's stream and the table of stacks.
//
// There is one deadline in each period of a grid, at a random place, so that the rate is exact and no loop can lock
// onto it. An interrupt that comes late stands for all deadlines that it missed if the machine knows that the thread
// was in the same place all the while (on Linux: in a page fault, or off the processor): that is the sample's weight.
// Otherwise they are counted as lost. By the threads' own time, the same grid advances only while a thread that is not
// idle runs.
//
// No sample can see an interrupt, so what interrupts took from a thread is subtracted from what its next sample stands
// for.
#include "log/sampler.h"

#include "base/layout.h"
#include "base/panic.h"
#include "base/random.h"
#include "log/frames.h"
#include "log/machine.h"
#include "log/state.h"

extern const u8 kernel_log_text_start[], kernel_log_text_end[]; // all code of log/, from the linker scripts
extern const u8 kernel_probes_start[], kernel_probes_end[], kernel_inlined_start[], kernel_inlined_end[]; // probes.S

static struct sampler *sampler_self(void) { return &log_cpu_self()->sampler; }

// ---- Deadlines

static void arm_at(u64 deadline) {
    struct sampler *sampler = sampler_self();
    sampler->deadline_ticks = deadline;
    interrupt_timer_set(TIMER_SAMPLER, deadline);
}

// Anywhere between this point of the grid and the next, so that every moment is as likely to be sampled as any other.
static void arm(void) {
    struct sampler *sampler = sampler_self();
    ASSERT(sampler->period_ticks);
    arm_at(sampler->grid_ticks + random_next(&sampler->random) % sampler->period_ticks);
}

// Advances to the grid's next point, passing over those whose whole period has gone by. Returns how many those were.
static u64 advance(u64 now) {
    struct sampler *sampler = sampler_self();
    ASSERT(now >= sampler->grid_ticks);
    u64 behind = now - sampler->grid_ticks, period = sampler->period_ticks;
    u64 passed = behind < 2 * period ? 0 : behind / period - 1;
    sampler->grid_ticks += (1 + passed) * period;
    return passed;
}

static void count(u32 cause, u64 number) { __atomic_fetch_add(&log_state.loss[cause], number, __ATOMIC_RELAXED); }

// Samples that were due and never came are lost.
static void stop(struct sampler *sampler, u64 now) {
    u64 period = sampler->period_ticks, missed = 0;
    if (period && !sampler->by_thread && now > sampler->grid_ticks) missed = (now - sampler->grid_ticks) / period;
    sampler->period_ticks = 0;
    count(COUNT_SAMPLES_EXPECTED, missed);
    count(LOSS_SAMPLES, missed);
}

void sampler_stop(void) {
    u64 now = log_ticks();
    for (u32 i = 0; i < log_state.region->cpu_count; i++) stop(&log_state.cpus[i].sampler, now);
    interrupt_timer_set(TIMER_SAMPLER, 0);
}

void sampler_switch(struct log_thread *from, struct log_thread *to, u64 now) {
    struct sampler *sampler = sampler_self();
    if (!sampler->period_ticks || !sampler->by_thread) return;
    bool on = machine_interrupts_off(); // the deadline and its grid change together
    if (!from->is_idle) {
        from->sample_left_ticks = sampler->deadline_ticks > now ? sampler->deadline_ticks - now : 1;
        ASSERT(sampler->deadline_ticks >= sampler->grid_ticks);
        from->sample_behind_ticks = sampler->deadline_ticks - sampler->grid_ticks;
    }
    if (to->is_idle) {
        interrupt_timer_set(TIMER_SAMPLER, 0);
    } else if (to->sample_left_ticks) {
        sampler->grid_ticks = now + to->sample_left_ticks - to->sample_behind_ticks;
        arm_at(now + to->sample_left_ticks);
    } else {
        sampler->grid_ticks = now;
        arm();
    }
    machine_interrupts_restore(on);
}

// ---- Where the thread is

static bool is_in(u64 address, const u8 *start, const u8 *end) { return address >= (u64)start && address < (u64)end; }
static bool in_code(u64 address) { return address >= CODE_START && address < CODE_END; }

static enum sample_state state_of(const struct trap_frame *frame, const struct log_thread *thread) {
    static const u8 states[LEDGER_ACCOUNTS] = {
        [LEDGER_boot] = SAMPLE_kernel,           [LEDGER_native] = SAMPLE_native,
        [LEDGER_exception] = SAMPLE_kernel,      [LEDGER_collector] = SAMPLE_collector,
        [LEDGER_translator] = SAMPLE_translator, [LEDGER_linking] = SAMPLE_linking,
        [LEDGER_scheduler] = SAMPLE_kernel,      [LEDGER_kernel] = SAMPLE_kernel,
        [LEDGER_interrupt] = SAMPLE_kernel,      [LEDGER_idle] = SAMPLE_idle,
        [LEDGER_instrument] = SAMPLE_instrument, [LEDGER_translated] = SAMPLE_native,
        [LEDGER_lock] = SAMPLE_kernel,
    };
    if (in_code(frame->rip)) return SAMPLE_translated;
    // A probe leaves the account as it is
    if (thread->ledger_account == LEDGER_translated && is_in(frame->rip, kernel_log_text_start, kernel_log_text_end)) {
        return SAMPLE_instrument;
    }
    return states[thread->ledger_account % LEDGER_ACCOUNTS];
}

// ---- The table of distinct stacks: a tree of {caller's node, address}, kept as a hash table whose places never
// change, so that a sample names a stack by one number. A node is one store of 8 bytes, so a reader, or another
// processor that makes one, sees all of it or nothing.

#define MAX_TRIES 64u

static u32 hash_node(u32 parent, u32 ip) {
    u64 hash = ((u64)parent << 32 | ip) * 0x9e3779b97f4a7c15ull;
    return (u32)(hash >> 32);
}

// The node of (parent, ip), made if it is new; 0 if there is no room near its place.
static u32 find_node(u32 parent, u32 ip) {
    struct log_state *log = &log_state;
    ASSERT(parent <= log->stack_mask);
    u32 at = hash_node(parent, ip) & log->stack_mask;
    for (u32 tries = 0; tries < MAX_TRIES; tries++, at = (at + 1) & log->stack_mask) {
        struct stack_node *node = &log->stacks[at];
        if (!at) continue;                                                     // node 0 means none
        u64 found = __atomic_load_n((u64 *)node, __ATOMIC_ACQUIRE), empty = 0; // its halves are of one node
        if (found == LOG_PAIR(parent, ip)) return at;
        if (found) continue;
        if (__atomic_compare_exchange_n((u64 *)node, &empty, LOG_PAIR(parent, ip), false, __ATOMIC_RELEASE,
                                        __ATOMIC_RELAXED)) {
            __atomic_fetch_add(&log->stacks_section->used, 1, __ATOMIC_RELAXED);
            return at;
        }
        if (empty == LOG_PAIR(parent, ip)) return at; // another processor has made the same
    }
    return 0;
}

u32 stacks_add(const u32 *frames, u32 count, bool truncated) {
    ASSERT(count <= SAMPLER_MAX_FRAMES);
    u32 node = truncated ? find_node(0, STACK_TRUNCATED) : 0;
    if (truncated && !node) return 0;
    for (u32 i = count; i-- > 0;) {
        node = find_node(node, frames[i]);
        if (!node) return 0;
    }
    return node;
}

// ---- The stack

struct walk {
    const struct log_thread *thread;
    u32 frames[SAMPLER_MAX_FRAMES];
    u32 count, limit;
    bool truncated;
};

static bool is_frame(const struct log_thread *thread, u64 fp, u64 above) {
    return fp > above && fp % 8 == 0 && fp >= thread->stack_start && fp + 16 <= thread->stack_end;
}

// While the processor walks, nobody on whose stack it may be goes on: log_work_abandon. The thread looks for which
// thread it works after the others can see that it does.
static void walk_begin(struct log_cpu *cpu) {
    __atomic_store_n(&cpu->walks, cpu->walks + 1, __ATOMIC_RELAXED);
    if (log_state.region->cpu_count > 1) __atomic_thread_fence(__ATOMIC_SEQ_CST);
    compiler_barrier();
}
static void walk_end(struct log_cpu *cpu) { __atomic_store_n(&cpu->walks, cpu->walks - 1, __ATOMIC_RELEASE); }

void log_work_abandon(struct log_thread *thread) {
    if (!thread->works_for) return;
    __atomic_store_n(&thread->works_for, NULL, __ATOMIC_SEQ_CST);
    for (u32 i = 0; i < log_state.region->cpu_count; i++) {
        while (__atomic_load_n(&log_state.cpus[i].walks, __ATOMIC_ACQUIRE)) __asm__ volatile("pause");
    }
}

static void add_node(struct walk *walk, u64 address) {
    ASSERT(walk->count <= walk->limit);
    if (walk->count == walk->limit) {
        walk->truncated = true;
    } else {
        walk->frames[walk->count++] = (u32)address;
    }
}

// Returns NULL unless the thread works for another one, from this frame.
static const struct log_thread *waiting_for(const struct log_thread *thread, u64 fp) {
    const struct log_thread *waiting = __atomic_load_n(&thread->works_for, __ATOMIC_ACQUIRE);
    return UNLIKELY(waiting != NULL) && fp == thread->work_fp ? waiting : NULL;
}

// From the frame at `fp`, in which `pc` is a return address, outwards, across calls from C (log/frames.h) and through
// portals.
static void walk_frames(struct walk *walk, u64 fp, u64 pc) {
    u64 above = 0;
    while (!walk->truncated && is_frame(walk->thread, fp, above)) {
        above = fp;
        if (pc == (u64)stub_call_return) {
            pc = *(u64 *)(fp + (u64)(s64)CALL_ANCHOR_PC);
            fp = *(u64 *)(fp + (u64)(s64)CALL_ANCHOR_FP);
            if (fp) add_node(walk, STACK_KERNEL);
            continue;
        }
        if (!in_code(pc)) return;
        add_node(walk, pc - 1);
        const struct log_thread *waiting = waiting_for(walk->thread, fp);
        if (waiting) {
            add_node(walk, STACK_PORTAL);
            walk->thread = waiting;
            fp = waiting->anchor_fp;
            pc = waiting->anchor_pc;
            above = 0;
            continue;
        }
        pc = *(u64 *)(fp + 8);
        fp = *(u64 *)fp;
    }
}

// Returns 0 if the address is not on the thread's stack.
static u64 word_at(const struct log_thread *thread, u64 sp) {
    return sp % 8 == 0 && sp >= thread->stack_start && sp + 8 <= thread->stack_end ? *(u64 *)sp : 0;
}

static u64 return_address_at(const struct log_thread *thread, u64 sp) {
    u64 address = word_at(thread, sp);
    return in_code(address) ? address : 0;
}

// Pairs of probes.S; ended by 0.
struct probe_place {
    u64 address, pushed_bytes;
};
extern const struct probe_place probe_calls[], probe_depths[];

static bool in_probe(u64 address) { return is_in(address, kernel_probes_start, kernel_probes_end); }

// Where the return address into the probed method lies, for a probe that was interrupted.
static u64 probed_at(const struct trap_frame *frame) {
    u64 pushed = 0;
    for (const struct probe_place *at = probe_depths; at->address && at->address <= frame->rip; at++) {
        pushed = at->pushed_bytes;
    }
    return frame->rsp + pushed;
}

// The same for a probe that has called C: `at` is where the return address `pc` into the probe lies. 0 if it has not.
static u64 probed_above(u64 pc, u64 at) {
    for (const struct probe_place *call = probe_calls; call->address; call++) {
        if (call->address == pc) return at + sizeof(u64) + call->pushed_bytes;
    }
    return 0;
}

// Adds the probed method, the return address into which lies at `at`, and leaves its caller, which may be C, in pc and
// fp. `in` is an address in the probe. The method has no frame there, so that rbp is its caller's, unless the probe is
// that of an inlined body, which calls the others.
static bool add_probed(struct walk *walk, u64 in, u64 at, u64 *fp, u64 *pc) {
    u64 outer = word_at(walk->thread, at);
    if (in_probe(outer)) {
        in = outer;
        at = probed_above(outer, at);
    }
    u64 probed = return_address_at(walk->thread, at);
    if (!probed) return false;
    add_node(walk, probed - 1);
    bool has_frame = is_in(in, kernel_inlined_start, kernel_inlined_end);
    *pc = word_at(walk->thread, (has_frame ? *fp : at) + sizeof(u64));
    if (has_frame) *fp = word_at(walk->thread, *fp);
    return true;
}

// For C or assembly that was called without an anchor: the Java frame that called it: its rbp, and the return address
// into it. Assembly makes no frame, and mostly has the return address at rsp.
static bool find_caller(const struct trap_frame *frame, struct walk *walk, u64 *fp, u64 *pc) {
    const struct log_thread *thread = walk->thread;
    u64 above = 0, end = thread->stack_end - 8, foreign = foreign_frame();
    *fp = foreign ? foreign : frame->rbp;
    *pc = return_address_at(thread, frame->rsp);
    if (*pc && is_in(frame->rip, kernel_stubs_start, kernel_stubs_end)) return true;
    while (is_frame(thread, *fp, above)) {
        u64 at = *fp + 8;
        above = *fp;
        *pc = *(u64 *)at;
        *fp = *(u64 *)above;
        u64 probed = in_probe(*pc) ? probed_above(*pc, at) : 0;
        if (probed) return add_probed(walk, *pc, probed, fp, pc);
        if (is_in(*pc, kernel_trampolines_start, kernel_trampolines_end) && at + STUB_LEAF_RETURN <= end) {
            *pc = *(u64 *)(at + STUB_LEAF_RETURN);
        }
        if (in_code(*pc)) return true;
    }
    return false;
}

static void walk_interrupted(struct walk *walk, const struct trap_frame *frame) {
    u64 fp = frame->rbp, pc = 0;
    add_node(walk, frame->rip);
    if (in_probe(frame->rip) && add_probed(walk, frame->rip, probed_at(frame), &fp, &pc)) {
        walk_frames(walk, fp, pc);
    } else if (!in_code(frame->rip)) {
        fp = walk->thread->anchor_fp, pc = walk->thread->anchor_pc;
        if (fp || find_caller(frame, walk, &fp, &pc)) walk_frames(walk, fp, pc);
    } else {
        u64 at = frameless_return(frame->rip, frame->rsp);
        if (at) {
            walk_frames(walk, fp, word_at(walk->thread, at));
        } else if (is_frame(walk->thread, fp, 0)) {
            walk_frames(walk, *(u64 *)fp, *(u64 *)(fp + 8));
        }
    }
}

static u32 take_stack(const struct trap_frame *frame, const struct log_thread *thread) {
    u64 limit = log_state.config.stack_frames;
    if (!(log_state.config.flags & REGION_STACKS) || !limit) return 0;
    struct walk walk = {.thread = thread, .limit = limit < SAMPLER_MAX_FRAMES ? (u32)limit : SAMPLER_MAX_FRAMES};
    struct log_cpu *cpu = log_cpu_self();
    walk_begin(cpu);
    walk_interrupted(&walk, frame);
    walk_end(cpu);
    u32 node = stacks_add(walk.frames, walk.count, walk.truncated);
    if (!node) log_lost(LOSS_STACKS);
    return node;
}

// The sampler's interrupt writes to the same table.
u32 log_event_stack(enum event_id id, const struct log_thread *thread) {
    u64 limit = log_state.config.stack_frames;
    bool wanted = log_event_wanted(id) && (log_state.config.flags & REGION_STACKS) && limit && thread->anchor_fp;
    if (!wanted) return 0;
    struct log_reading start = log_read(log_self());
    struct walk walk = {.thread = thread, .limit = limit < SAMPLER_MAX_FRAMES ? (u32)limit : SAMPLER_MAX_FRAMES};
    struct log_cpu *cpu = log_cpu_self();
    walk_begin(cpu);
    walk_frames(&walk, thread->anchor_fp, thread->anchor_pc);
    walk_end(cpu);
    bool on = machine_interrupts_off();
    u32 node = stacks_add(walk.frames, walk.count, walk.truncated);
    machine_interrupts_restore(on);
    if (!node) log_lost(LOSS_STACKS);
    log_charge(log_self(), &start);
    return node;
}

// ---- The interrupt

// What a sample for so many periods stands for. If interrupts took more than that, the thread's next sample pays.
static u64 seen_ticks(struct log_thread *thread, u64 weight) {
    s64 time = (s64)(weight * sampler_self()->period_ticks), stolen = thread->stolen_ticks[STOLEN_INTERRUPT];
    if (thread->sampled_since_ticks != log_state.profile->sample_since_ticks) {
        thread->sampled_since_ticks = log_state.profile->sample_since_ticks;
        thread->unseen_base = stolen;
        thread->unseen_ticks = 0;
    }
    thread->unseen_ticks += stolen - thread->unseen_base;
    thread->unseen_base = stolen;
    s64 taken = thread->unseen_ticks < time ? thread->unseen_ticks : time;
    thread->unseen_ticks -= taken;
    return (u64)(time - taken);
}

// The timer's handler: one sample of the interrupted thread.
static void sampler_tick(struct trap_frame *frame) {
    struct sampler *sampler = sampler_self();
    if (!sampler->period_ticks) return;
    u64 start = log_ticks();
    struct log_thread *thread = log_cpu_self()->running;
    if (sampler->by_thread && thread->is_idle) return; // nobody's time; the next switch arms it
    u64 passed = advance(start), weight = frame->error == TIMER_PROMPT ? 1 + passed : 1;
    arm();
    u32 stack = take_stack(frame, thread);
    const struct event_sample sample = {.ip = (u32)frame->rip,
                                        .thread = thread->number,
                                        .state = state_of(frame, thread),
                                        .stack = stack,
                                        .weight = (u32)weight,
                                        .time = seen_ticks(thread, weight)};
    log_event_sample(&sample);
    counters_sample(thread);
    thread->log_entry->samples += weight;
    count(COUNT_SAMPLES_EXPECTED, 1 + passed);
    count(COUNT_SAMPLES_TAKEN, weight);
    count(LOSS_SAMPLES, 1 + passed - weight);
    s64 spent = (s64)(log_ticks() - start);
    sampler->spent_ticks += spent;
    thread->unseen_ticks += spent;
}

static void note_rate(u64 hz, u64 now) {
    struct region_profile *profile = log_state.profile;
    if (profile->sample_since_ticks && !profile->sample_hz) {
        profile->unsampled_ticks += now - profile->sample_since_ticks;
    }
    profile->sample_hz = hz;
    profile->sample_since_ticks = now;
}

// The processor's own sampler becomes what was asked for last. Interrupts are off.
static void begin(struct sampler *sampler, u64 now) {
    sampler->asked = log_state.sampler_asked;
    stop(sampler, now);
    sampler->period_ticks = log_state.sampler_period_ticks;
    sampler->by_thread = (log_state.config.flags & REGION_SAMPLING_CPU) != 0;
    if (!sampler->period_ticks) {
        interrupt_timer_set(TIMER_SAMPLER, 0);
        return;
    }
    // Each processor has a sequence of its own
    sampler->random = log_state.config.jitter_seed * 2 + 1 + 2 * (u64)log_cpu_self()->number;
    sampler->grid_ticks = now;
    interrupt_timer_handler(TIMER_SAMPLER, sampler_tick);
    arm();
}

void sampler_follow(void) {
    struct sampler *sampler = sampler_self();
    if (UNLIKELY(sampler->asked != log_state.sampler_asked)) begin(sampler, log_ticks());
}

void log_sampler_start(u64 hz) {
    bool on = machine_interrupts_off(), changes = hz || log_state.sampler_period_ticks;
    u64 now = log_ticks();
    log_state.sampler_period_ticks = hz ? log_hz() / hz : 0;
    note_rate(hz, now);
    if (hz) log_state.region->flags |= REGION_SAMPLING;
    __atomic_fetch_add(&log_state.sampler_asked, 1, __ATOMIC_RELEASE);
    sampler_follow();
    machine_interrupts_restore(on);
    machine_interrupt_others();
    if (changes) LOG_EVENT(sample_rate, .hz = (u32)hz, .period = log_state.sampler_period_ticks);
}

s64 sampler_take_spent(void) {
    struct sampler *sampler = sampler_self();
    s64 spent = sampler->spent_ticks;
    sampler->spent_ticks = 0;
    return spent;
}
