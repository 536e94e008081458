// The sampler: where each thread is, taken by the timer interrupt. Runs in the interrupt, on its stack; allocates nothing and touches only the
// interrupt level's stream and the table of stacks.
//
// There is one deadline in each period of a grid, at random, so that the rate is exact and no loop can lock onto it. An interrupt
// that comes late stands for all deadlines that it missed if the machine knows that the thread was where it is all the while (on Linux: in a page
// fault, or off the processor): that is the sample's weight. Otherwise they are counted as lost. By the threads' own time the same grid runs only
// while a thread that is not idle runs.
#include "log/sampler.h"

#include "kernel/cpu.h"
#include "kernel/interrupt.h"
#include "kernel/panic.h"
#include "kernel/self.h"
#include "kernel/stubs.h"
#include "log/stacks.h"
#include "log/state.h"

static struct {
    u64 period_ticks;  // 0: off
    u64 grid_ticks;    // the grid's point that the armed deadline belongs to
    u64 deadline_ticks;
    u64 random;
    s64 spent_ticks;   // in the current interrupt
} sampler;

extern const u8 probes_start[], probes_end[];

static bool by_thread(void) { return (log_state.config.flags & REGION_SAMPLING_CPU) != 0; }

// ---- Deadlines

static u64 next_random(void) {
    sampler.random ^= sampler.random << 13;
    sampler.random ^= sampler.random >> 7;
    sampler.random ^= sampler.random << 17;
    return sampler.random;
}

static void arm_at(u64 deadline) {
    sampler.deadline_ticks = deadline;
    interrupt_timer_set(TIMER_SAMPLER, deadline);
}

// Anywhere between the grid's point and the next, so that every moment is as likely to be sampled as any other.
static void arm(void) { arm_at(sampler.grid_ticks + next_random() % sampler.period_ticks); }

// On to the grid's next point; those whose whole period went by meanwhile are passed over. Returns their number.
static u64 advance(u64 now) {
    u64 behind = now - sampler.grid_ticks, period = sampler.period_ticks;
    u64 passed = behind < 2 * period ? 0 : behind / period - 1;
    sampler.grid_ticks += (1 + passed) * period;
    return passed;
}

// Samples that were due and never came are lost.
void sampler_stop(void) {
    u64 now = log_ticks(), period = sampler.period_ticks, missed = 0;
    if (period && !by_thread() && now > sampler.grid_ticks) missed = (now - sampler.grid_ticks) / period;
    sampler.period_ticks = 0;
    interrupt_timer_set(TIMER_SAMPLER, 0);
    log_state.loss[COUNT_SAMPLES_EXPECTED] += missed;
    log_state.loss[LOSS_SAMPLES] += missed;
}

void log_sampler_start(u64 hz) {
    bool on = machine_interrupts_off();
    sampler_stop();
    sampler.period_ticks = hz ? log_hz() / hz : 0;
    log_state.profile->sample_hz = hz;
    if (sampler.period_ticks) {
        sampler.random = log_state.config.jitter_seed * 2 + 1;
        sampler.grid_ticks = log_ticks();
        interrupt_timer_handler(TIMER_SAMPLER, sampler_tick);
        arm();
    }
    machine_interrupts_restore(on);
}

static bool is_idle(const struct thread *thread) { return thread->cpu && thread == thread->cpu->idle; }

void sampler_switch(struct thread *from, struct thread *to, u64 now) {
    if (!sampler.period_ticks || !by_thread()) return;
    if (!is_idle(from)) {
        from->sample_left_ticks = sampler.deadline_ticks > now ? sampler.deadline_ticks - now : 1;
        from->sample_behind_ticks = sampler.deadline_ticks - sampler.grid_ticks;
    }
    if (is_idle(to)) {
        interrupt_timer_set(TIMER_SAMPLER, 0);
    } else if (to->sample_left_ticks) {
        sampler.grid_ticks = now + to->sample_left_ticks - to->sample_behind_ticks;
        arm_at(now + to->sample_left_ticks);
    } else {
        sampler.grid_ticks = now;
        arm();
    }
}

// ---- Where the thread is

static bool in_code(u64 address) { return address >= CODE_START && address < CODE_END; }

static enum sample_state state_of(const struct trap_frame *frame, const struct thread *thread) {
    static const u8 states[LEDGER_ACCOUNTS] = {
        [LEDGER_boot] = SAMPLE_kernel, [LEDGER_native] = SAMPLE_native, [LEDGER_exception] = SAMPLE_kernel,
        [LEDGER_collector] = SAMPLE_collector, [LEDGER_translator] = SAMPLE_translator, [LEDGER_linking] = SAMPLE_linking,
        [LEDGER_scheduler] = SAMPLE_kernel, [LEDGER_kernel] = SAMPLE_kernel, [LEDGER_interrupt] = SAMPLE_kernel,
        [LEDGER_idle] = SAMPLE_idle, [LEDGER_instrument] = SAMPLE_instrument, [LEDGER_translated] = SAMPLE_native,
    };
    if (in_code(frame->rip)) return SAMPLE_translated;
    if (frame->rip >= (u64)probes_start && frame->rip < (u64)probes_end) return SAMPLE_instrument;
    return states[thread->ledger_account % LEDGER_ACCOUNTS];
}

// ---- The stack

struct walk {
    const struct thread *thread;
    u32 frames[SAMPLER_MAX_FRAMES];
    u32 count, limit;
    bool truncated;
};

static bool is_frame(const struct thread *thread, u64 fp, u64 above) {
    return fp > above && fp % 8 == 0 && fp >= thread->stack_start && fp + 16 <= thread->stack_end;
}

static void add_frame(struct walk *walk, u64 address) {
    if (walk->count == walk->limit) walk->truncated = true;
    else walk->frames[walk->count++] = (u32)address;
}

// From the frame at `fp`, in which `pc` is a return address, outwards over calls from C. See kernel/stubs.h, "The chain of frames".
static void walk_frames(struct walk *walk, u64 fp, u64 pc) {
    u64 above = 0;
    while (!walk->truncated && is_frame(walk->thread, fp, above)) {
        above = fp;
        if (pc == (u64)stub_java_return) {
            pc = *(u64 *)(fp + (u64)(s64)JAVA_CALL_ANCHOR_PC);
            fp = *(u64 *)(fp + (u64)(s64)JAVA_CALL_ANCHOR_FP);
            continue;
        }
        if (!in_code(pc)) return;
        add_frame(walk, pc - 1);
        pc = *(u64 *)(fp + 8);
        fp = *(u64 *)fp;
    }
}

// In translated code the interrupted frame may not be set up yet: its method is right all the same, its caller may be left out.
static u32 take_stack(const struct trap_frame *frame, const struct thread *thread) {
    u64 limit = log_state.config.stack_frames;
    if (!(log_state.config.flags & REGION_STACKS) || !limit) return 0;
    struct walk walk = {.thread = thread, .limit = limit < SAMPLER_MAX_FRAMES ? (u32)limit : SAMPLER_MAX_FRAMES};
    add_frame(&walk, frame->rip);
    if (!in_code(frame->rip)) {
        if (thread->anchor_fp) walk_frames(&walk, thread->anchor_fp, thread->anchor_pc);
    } else if (is_frame(thread, frame->rbp, 0)) {
        walk_frames(&walk, *(u64 *)frame->rbp, *(u64 *)(frame->rbp + 8));
    }
    u32 node = stacks_add(walk.frames, walk.count, walk.truncated);
    if (!node) log_lost(LOSS_STACKS);
    return node;
}

// ---- The interrupt

void sampler_tick(struct trap_frame *frame) {
    if (!sampler.period_ticks) return;
    u64 start = log_ticks();
    const struct thread *thread = log_cpu_self()->running;
    if (by_thread() && is_idle(thread)) return;  // nobody's time; the next switch arms it
    u64 passed = advance(start), weight = frame->error == TIMER_PROMPT ? 1 + passed : 1;
    arm();
    u32 stack = take_stack(frame, thread);
    log_event_interrupt(EVENT_sample, (u32)frame->rip, LOG_PAIR(thread->number, state_of(frame, thread)), LOG_PAIR(stack, weight));
    thread->log_entry->samples += weight;
    log_state.loss[COUNT_SAMPLES_EXPECTED] += 1 + passed;
    log_state.loss[COUNT_SAMPLES_TAKEN] += weight;
    log_state.loss[LOSS_SAMPLES] += 1 + passed - weight;
    sampler.spent_ticks += (s64)(log_ticks() - start);
}

s64 sampler_take_spent(void) {
    s64 spent = sampler.spent_ticks;
    sampler.spent_ticks = 0;
    return spent;
}
